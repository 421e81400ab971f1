//! The catalogue is checked when it is read, and says where it is wrong.

use senet_space_weirdos::{Catalogue, List, Profile};

use crate::support::catalogue;

const CORE: &str = include_str!("../../data/catalogue.toml");

#[test]
fn the_embedded_data_are_sound() {
    assert_eq!(Catalogue::read("catalogue.toml", CORE).as_ref(), Ok(catalogue()));
    assert_eq!(Profile::embedded().len(), 2);
    assert_eq!(Profile::core().id, "core");
    let limits = catalogue().limits();
    assert_eq!(limits.warband_points, [75, 125]);
    assert_eq!(
        (limits.weirdo_standard, limits.weirdo_premium_min, limits.weirdo_premium_max),
        (20, 21, 25)
    );
    assert_eq!((limits.near_weirdo, limits.near_warband), (3, 15));
}

// C2: the most actions, as the tables give them.
#[test]
fn weapons_have_their_actions() {
    let acts = |list: List| {
        let items = catalogue().items(list).iter();
        items.map(|item| item.max_actions.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(acts(List::CloseCombatWeapons), [3, 3, 3, 2, 2, 1, 1, 2]);
    assert_eq!(acts(List::RangedWeapons), [3, 2, 3, 3, 2, 1, 2, 2, 1, 1, 3]);
    let kinds = |list: List| {
        let items = catalogue().items(list).iter();
        items.map(|item| &*item.kind).collect::<Vec<_>>()
    };
    assert_eq!(
        kinds(List::Equipment),
        ["passive", "action", "passive", "passive", "action", "passive", "passive", "passive"]
    );
    assert_eq!(
        kinds(List::PsychicPowers),
        ["attack", "effect", "effect", "attack", "attack", "effect", "either", "effect"]
    );
}

/// What every ability reaches stands beside the item too; both must agree.
#[test]
fn what_touches_an_item_changes_its_price() {
    for list in List::ALL {
        for item in catalogue().items(list) {
            for ability in catalogue().abilities() {
                let entry = catalogue().ability(ability);
                let touched = item.touched_by.contains(&entry.id);
                let price =
                    senet_space_weirdos::cost::listed(catalogue(), list, item, Some(ability));
                let changed = price != item.cost as u32;
                let slots = entry.id == "cyborgs" && list == List::Equipment;
                let at_the_floor = item.cost == 0;
                assert_eq!(touched, changed || slots || (at_the_floor && touched), "{}", item.id);
            }
        }
    }
}

#[track_caller]
fn refused(from: &str, to: &str, expected: &str) {
    assert!(CORE.contains(from), "the catalogue has {from}");
    let faults = Catalogue::read("c.toml", &CORE.replacen(from, to, 1)).unwrap_err().to_string();
    assert!(faults.contains(expected), "{faults}");
}

// C9
#[test]
fn a_broken_catalogue_says_where() {
    refused("schema = 1", "schema = 2", "c.toml: meta.schema: only schema 1");
    refused("schema = 1", "schema = 1\nx = 1", "unknown field `x`");
    refused("\"speed\", \"defense\"", "\"defense\", \"speed\"", "meta.attribute_order");
    refused(
        "[attributes.speed]",
        "[attributes.luck]",
        "attributes.luck: there is no attribute luck",
    );
    refused(
        "[attributes.speed]",
        "[attributes.luck]",
        "attributes.speed: the attribute is missing",
    );
    refused("\"3\" = 3", "\"3\" = -3", "attributes.speed.levels.3: the cost is -3");
    refused("\"3\" = 3", "\"3\" = 1", "no two levels cost the same");
    refused(", \"3\" = 3", "", "attributes.speed: there are three levels");
    refused("default = \"1\"", "default = \"9\"", "attributes.speed.default");
    refused("touched_by = [\"mutants\"]", "touched_by = [\"mutts\"]", "there is no ability mutts");
    refused(
        "premium_slots = 1",
        "premium_slots = 2",
        "limits.premium_slots: the rules are written for 1",
    );
    refused("leaders = 1", "leaders = 2", "limits.leaders");
    refused("warband_points = [75, 125]", "warband_points = []", "limits.warband_points");
    refused("weirdo_standard = 20", "weirdo_standard = 19", "limits.weirdo_premium_min");
    refused("weirdo_premium_max = 25", "weirdo_premium_max = 61", "limits.weirdo_premium_min");
    refused("equipment = { leader = 2", "equipment = { leader = 9", "limits.equipment");
    refused(
        "id = \"claws-teeth\"",
        "id = \"unarmed\"",
        "close_combat_weapons.unarmed: the id is taken",
    );
    refused("id = \"flamer\"", "id = \"Flamer\"", "ranged_weapons.Flamer.id");
    refused("name = \"Flamer\"", "name = \" \"", "ranged_weapons.flamer.name: the name is blank");
    refused(
        "cost = 2\nmax_actions = 1",
        "cost = 2000\nmax_actions = 1",
        "ranged_weapons.flamer.cost: the cost is 2000",
    );
    refused("id = \"cyborgs\"", "id = \"none\"", "this id means no ability");
    refused("id = \"fanatics\"", "id = \"undead\"", "warband_abilities.undead: the id is taken");
    refused("target = \"equipment-limit\"", "target = \"x\"", "cyborgs.modifiers[0]: slots adds");
    refused("[\"leader\", \"trooper\"]", "[\"leader\", \"x\"]", "x is neither leader nor trooper");
    refused("target = \"ranged-weapon\"", "target = \"guns\"", "there is no target guns");
    refused("ids = [\"speed\"]", "ids = [\"luck\"]", "luck is not in the group attribute");
    refused(
        "\"horrible-claws-teeth\", \"whip-tail\"]",
        "\"horrible-claws-teeth\", \"whip\"]",
        "whip is not in the group",
    );
    refused(
        "op = \"set\"",
        "op = \"mul\"",
        "soldiers.modifiers[0]: a modifier is add with a floor",
    );
    refused("amount = -1\nfloor = 0", "amount = -1", "heavily-armed.modifiers[0]: a modifier is");
    refused(
        "amount = -1\nfloor = 0",
        "amount = -1\nfloor = -1",
        "heavily-armed.modifiers[0]: a modifier is",
    );
}

// R5, R24
#[test]
fn a_broken_profile_says_where() {
    #[track_caller]
    fn refused(toml: &str, expected: &str) {
        let faults = Profile::read("p.toml", toml).unwrap_err().to_string();
        assert!(faults.contains(expected), "{faults}");
    }
    let start = "[[profile]]\nid = \"x\"\nname = \"X\"\n";
    refused(&format!("{start}max_close = 0"), "p.toml: x.max_close: a weirdo must be allowed");
    refused(&format!("{start}max_ranged = 0"), "p.toml: x.max_ranged");
    refused(&format!("{start}point_limits = []"), "p.toml: x.point_limits");
    refused(&format!("{start}point_limits = [0]"), "p.toml: x.point_limits");
    refused(&format!("{start}point_limits = [10001]"), "p.toml: x.point_limits");
    refused(&format!("{start}speed = 1"), "unknown field `speed`");
    refused("profile = []", "there is at least one profile");
    let sound = format!("{start}point_limits = [1, 10000]\nmax_close = 1");
    let profile = &Profile::read("p.toml", &sound).unwrap()[0];
    assert_eq!(profile.point_limits, Some(vec![1, 10000]));
    assert!(profile.check().is_ok());
}
