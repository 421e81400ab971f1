//! Documents to try things on, and generators of more of them.

use proptest::prelude::*;
use senet_space_weirdos::{Ability, Attribute, Catalogue, List, Rules, Warband, Weirdo};
use serde_json::{Value, json};

pub fn catalogue() -> &'static Catalogue {
    Catalogue::core()
}

/// The ability with this id; `none` for none.
#[track_caller]
pub fn ability(id: &str) -> Option<Ability> {
    match id {
        "none" => None,
        id => Some(catalogue().ability_of(id).expect("an ability of the catalogue")),
    }
}

pub const ABILITIES: [&str; 8] = [
    "none",
    "cyborgs",
    "fanatics",
    "living-weapons",
    "heavily-armed",
    "mutants",
    "soldiers",
    "undead",
];

/// A default trooper: 6 points.
pub fn grunt(id: &str, name: &str) -> Value {
    json!({
        "id": id, "name": name, "type": "trooper",
        "attributes": {
            "speed": 1, "defense": "2d6", "firepower": "None", "prowess": "2d6", "willpower": "2d6"
        },
        "closeCombatWeapons": ["unarmed"], "rangedWeapons": [], "equipment": [],
        "psychicPowers": [], "leaderTrait": null, "notes": ""
    })
}

/// A legal warband of 75: Ada leads Bo and Cy, 18 points.
pub fn legal() -> Value {
    let mut leader = grunt("w1", "Ada");
    leader["type"] = json!("leader");
    json!({
        "schemaVersion": 1, "id": "x", "name": "The Row", "pointLimit": 75, "ability": null,
        "leader": leader, "troopers": [grunt("w2", "Bo"), grunt("w3", "Cy")]
    })
}

/// The legal warband with some fields changed: `/leader/name` and so on.
#[track_caller]
pub fn with(changes: &[(&str, Value)]) -> Value {
    let mut document = legal();
    for (path, value) in changes {
        put(&mut document, path, value.clone());
    }
    document
}

/// Writes a field, or removes it where the value is null and the path ends in `!`.
#[track_caller]
pub fn put(document: &mut Value, path: &str, value: Value) {
    let (parent, key) = path.rsplit_once('/').expect("a path begins with a slash");
    let parent = document.pointer_mut(parent).expect("the parent is there");
    match (parent, key.strip_suffix('!')) {
        (Value::Object(fields), Some(key)) => {
            fields.remove(key);
        }
        (Value::Object(fields), None) => {
            fields.insert(key.to_owned(), value);
        }
        (Value::Array(items), _) if key == "-" => items.push(value),
        (parent, _) => parent[key.parse::<usize>().expect("a place")] = value,
    }
}

#[track_caller]
pub fn warband(document: Value) -> Warband {
    serde_json::from_value(document).expect("any object is a document")
}

#[track_caller]
pub fn weirdo(document: Value) -> Weirdo {
    serde_json::from_value(document).expect("anything is a weirdo")
}

/// A trooper with these levels and lists; what is left out is the default.
pub fn built(changes: Value) -> Value {
    let mut document = grunt("", "Dot");
    let fields = changes.as_object().expect("changes are an object");
    for (key, value) in fields {
        match Attribute::of_key(key) {
            Some(_) => document["attributes"][key] = value.clone(),
            None => document[key] = value.clone(),
        }
    }
    document
}

/// A trooper that costs so much without an ability: attributes first, then powers.
#[track_caller]
pub fn costing(points: u32) -> Value {
    let ladder = [
        (
            27,
            json!({"speed": 3, "defense": "2d10", "firepower": "2d10", "rangedWeapons": ["auto-pistol"], "prowess": "2d10", "willpower": "2d10"}),
        ),
        (23, json!({"speed": 3, "defense": "2d10", "prowess": "2d10", "willpower": "2d10"})),
        (17, json!({"speed": 3, "defense": "2d8", "prowess": "2d10", "willpower": "2d8"})),
        (12, json!({"defense": "2d8", "prowess": "2d8", "willpower": "2d8"})),
        (6, json!({})),
    ];
    let (base, changes) =
        ladder.into_iter().find(|(base, _)| *base <= points).expect("6 points at least");
    let mut document = built(changes);
    let powers = ["fear", "healing", "prescience", "telekinesis", "teleport"];
    document["psychicPowers"] = json!(powers[..(points - base) as usize]);
    document
}

// ------------------------------------------------------------------------------- generators

fn one_of(values: &'static [&'static str]) -> impl Strategy<Value = Value> {
    proptest::sample::select(values).prop_map(Value::from)
}

/// A legal level.
pub fn level(attribute: Attribute) -> BoxedStrategy<Value> {
    match attribute {
        Attribute::Speed => (1..=3_u32).prop_map(Value::from).boxed(),
        Attribute::Firepower => one_of(&["None", "2d8", "2d10"]).boxed(),
        _ => one_of(&["2d6", "2d8", "2d10"]).boxed(),
    }
}

/// Up to so many things of a list, perhaps one of them twice.
fn things(list: List, most: usize) -> impl Strategy<Value = Vec<Value>> {
    let ids: Vec<String> = catalogue().items(list).iter().map(|item| item.id.clone()).collect();
    proptest::collection::vec(proptest::sample::select(ids).prop_map(Value::from), 0..=most)
}

/// A weirdo whose every word is known, legal or not.
pub fn known_weirdo() -> impl Strategy<Value = Value> {
    let levels = Attribute::ALL.map(level);
    let lists = (
        things(List::CloseCombatWeapons, 2),
        things(List::RangedWeapons, 2),
        things(List::Equipment, 3),
        things(List::PsychicPowers, 3),
    );
    let traits: Vec<String> = catalogue().traits().iter().map(|item| item.id.clone()).collect();
    let leader_trait = proptest::option::weighted(0.2, proptest::sample::select(traits));
    let name = prop_oneof![9 => Just("Dot"), 1 => Just("  ")];
    (levels, lists, leader_trait, name).prop_map(|(levels, lists, leader_trait, name)| {
        let mut document = grunt("", name);
        for (attribute, level) in Attribute::ALL.into_iter().zip(levels) {
            document["attributes"][attribute.key()] = level;
        }
        let (close, ranged, equipment, powers) = lists;
        document["closeCombatWeapons"] = json!(close);
        document["rangedWeapons"] = json!(ranged);
        document["equipment"] = json!(equipment);
        document["psychicPowers"] = json!(powers);
        document["leaderTrait"] = json!(leader_trait);
        document
    })
}

/// A warband whose every word is known: all abilities, both limits, often near the limits.
pub fn known_warband() -> impl Strategy<Value = Value> {
    let member = || {
        prop_oneof![
            2 => Just(grunt("", "Grunt")),
            2 => (6..=27_u32).prop_map(costing),
            3 => known_weirdo(),
        ]
    };
    let troopers = proptest::collection::vec(member(), 0..=6);
    let limit = prop_oneof![Just(json!(75)), Just(json!(125))];
    let leader = proptest::option::weighted(0.95, member());
    (leader, troopers, limit, proptest::sample::select(&ABILITIES[..])).prop_map(
        |(leader, troopers, limit, ability)| {
            let leader = leader.map(|mut leader| {
                leader["type"] = json!("leader");
                leader
            });
            json!({
                "schemaVersion": 1, "name": "The Draw", "pointLimit": limit, "ability": ability,
                "leader": leader, "troopers": troopers
            })
        },
    )
}

/// Any JSON.
pub fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..4_u32).prop_map(Value::from),
        proptest::sample::select(
            &["", " ", "none", "2", "2d8", "unarmed", "Mutants", "w1", "☃"][..]
        )
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("(id|name|type|speed|leader|weirdos)", inner, 0..4)
                .prop_map(|fields| json!(fields)),
        ]
    })
}

/// A warband with a few fields overwritten by anything.
pub fn damaged() -> impl Strategy<Value = Value> {
    let paths = [
        "/name",
        "/pointLimit",
        "/ability",
        "/leader",
        "/troopers",
        "/leader/name",
        "/leader/type",
        "/leader/attributes",
        "/leader/attributes/speed",
        "/leader/attributes/firepower",
        "/leader/closeCombatWeapons",
        "/leader/rangedWeapons",
        "/leader/equipment",
        "/leader/psychicPowers",
        "/leader/leaderTrait",
        "/leader/id",
        "/leader/notes",
        "/troopers/0",
        "/troopers/0/type",
        "/troopers/1/attributes/willpower",
        "/bench",
    ];
    let change = (proptest::sample::select(paths.to_vec()), anything());
    (known_warband(), proptest::collection::vec(change, 0..4)).prop_map(
        |(mut document, changes)| {
            for (path, value) in changes {
                match document.pointer_mut(path) {
                    Some(place) => *place = value,
                    None if path == "/bench" => document["bench"] = value,
                    None => {}
                }
            }
            document
        },
    )
}

pub fn core() -> Rules {
    Rules::core()
}
