//! What stands on a stat card: levels with their bonuses, items with their facts in words.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use senet_kernel::visible;
use serde::Serialize;

use crate::catalogue::{Attribute, Catalogue, Item, List};
use crate::cost::plain;
use crate::document::{Slot, Warband, Weirdo, level_place};

/// One attribute on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stat {
    /// Which one.
    pub attribute: Attribute,
    /// Its name.
    pub name: String,
    /// The level with its bonus, such as `2d8+1`; a dash where there is none.
    pub value: String,
    /// Points added by equipment.
    pub bonus: u32,
}

/// The five attributes of a card, with the bonuses of passive equipment folded in.
pub fn stat_line(catalogue: &Catalogue, weirdo: &Weirdo) -> [Stat; 5] {
    Attribute::ALL.map(|attribute| {
        let level = weirdo.level(attribute);
        let place = level.and_then(|level| level_place(catalogue, attribute, level));
        // Without firepower there is no die to add to.
        let absent = attribute == Attribute::Firepower && place == Some(0);
        let bonus = if absent || place.is_none() { 0 } else { bonus(catalogue, weirdo, attribute) };
        let value = match level {
            None => "–".to_owned(),
            Some(_) if absent => "–".to_owned(),
            Some(level) if bonus == 0 => visible(&plain(level)).into_owned(),
            Some(level) => format!("{}+{bonus}", plain(level)),
        };
        Stat { attribute, name: catalogue.attribute(attribute).name.clone(), value, bonus }
    })
}

/// Each kind of item gives its bonus once.
fn bonus(catalogue: &Catalogue, weirdo: &Weirdo, attribute: Attribute) -> u32 {
    let tag = format!("{}:+", attribute.key());
    let carried = |item: &&Item| weirdo.equipment.contains(&item.id);
    let items = catalogue.items(List::Equipment).iter().filter(carried);
    let bonuses =
        items.flat_map(|item| &item.tags).filter_map(|t| t.strip_prefix(&tag)?.parse::<u32>().ok());
    bonuses.sum()
}

/// The facts of an item in a few words each.
pub fn tag_words(item: &Item) -> Vec<String> {
    let acts =
        item.max_actions.map(|acts| format!("{acts} act{}", if acts == 1 { "" } else { "s" }));
    let uses = item.uses_per_game.map(|uses| match uses {
        1 => "once a game".to_owned(),
        uses => format!("{uses} times a game"),
    });
    let tags = item.tags.iter().map(|tag| words(tag));
    let does = Some(item.does.clone()).filter(|does| !does.is_empty());
    acts.into_iter().chain(tags).chain(does).chain(uses).collect()
}

fn words(tag: &str) -> String {
    let (key, value) = tag.split_once(':').unwrap_or((tag, ""));
    let value = value.replace('-', if key == "move" || key == "hidden" { " " } else { "-" });
    let value = value.replace("-1", if key.ends_with("-dt") { "−1" } else { "-1" });
    match key {
        "prowess-dt" => format!("Prowess {value} die type"),
        "beyond-1-stick-dt" => format!("{value} die type beyond 1 stick"),
        "beyond-1-stick-reroll-fp" => format!("reroll {value} beyond 1 stick"),
        "within-1-stick-under-fire" => format!("Under Fire {value} within 1 stick"),
        "under-fire" => format!("Under Fire {value}"),
        "under-attack" => format!("Under Attack {value}"),
        "reroll-fp" | "reroll-prowess" => format!("reroll {value}"),
        "reach-sticks" => format!("reach {value} stick"),
        "range-sticks" => format!("range {value} stick"),
        "min-range-sticks" => format!("min {value} stick"),
        "seen-within-sticks" => format!("seen within {value} stick"),
        "area" => value,
        "fp" => format!("Firepower {value}"),
        "move" | "hidden" => format!("{key} {value}"),
        "readies" => "readies in touch".to_owned(),
        "aim" => format!("aim {value}"),
        _ => match Attribute::of_key(key) {
            Some(_) => {
                let mut letters = key.chars();
                let first = letters.next().map(|letter| letter.to_ascii_uppercase());
                format!("{}{} {value}", first.unwrap_or_default(), letters.as_str())
            }
            None => tag.replace([':', '-'], " "),
        },
    }
}

/// Members that are alike in everything but a number behind their name.
pub(crate) struct Merged<'a> {
    pub weirdo: &'a Weirdo,
    pub leader: bool,
    /// The first of them, by its place among the members.
    pub place: usize,
    pub count: usize,
    /// The name without the number, where there are several.
    pub name: String,
}

/// The members of a warband with repeats merged, in order.
pub(crate) fn merged(warband: &Warband) -> Vec<Merged<'_>> {
    let mut cards: Vec<Merged<'_>> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (place, (slot, weirdo)) in warband.members().enumerate() {
        let leader = slot == Slot::Leader;
        let card = if leader { None } else { known.get(&likeness(weirdo)).copied() };
        if let Some(card) = card {
            cards[card].count += 1;
            cards[card].name = visible(stem(&weirdo.name)).into_owned();
            continue;
        }
        if !leader {
            known.insert(likeness(weirdo), cards.len());
        }
        cards.push(Merged { weirdo, leader, place, count: 1, name: weirdo.called(slot) });
    }
    cards
}

/// Everything but the id and the number behind the name.
fn likeness(weirdo: &Weirdo) -> String {
    let name = stem(&weirdo.name).to_owned();
    let same = Weirdo { id: String::new(), name, ..weirdo.clone() };
    serde_json::to_string(&same).expect("documents have text keys only")
}

/// A name without the number behind it: `Grunt 2` and `Grunt (2)` are both `Grunt`.
fn stem(name: &str) -> &str {
    let name = super::unnumbered(name.trim());
    match name.rsplit_once(' ') {
        Some((stem, number))
            if number.bytes().all(|b| b.is_ascii_digit()) && !number.is_empty() =>
        {
            stem
        }
        _ => name,
    }
}
