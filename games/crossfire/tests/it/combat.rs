//! Shooting, melee, First Aid, rerolls, traits and events (rules, sections 10 and 14).

use senet_crossfire::Event;
use serde_json::{Value, json};

use crate::desk::{Desk, P1, P2, factions};

fn duel(first: &str, second: &str, board: &str) -> Desk {
    Desk::with(factions(first, second), board)
}

/// What a shot with these dice leaves on the board.
#[track_caller]
fn shot(desk: Desk, dice: &[u32], left: &str) {
    let mut desk = desk;
    desk.run("P1-1 shoot P2-1", dice);
    assert_eq!(desk.units(), left, "{dice:?}: {:?}", desk.events);
}

#[test]
fn a_shot_hits_when_its_total_is_above_the_defense() {
    // GR-007, GR-022, GR-023, R19: equal is a miss. Needed = Defense + 1 − AQ.
    #[track_caller]
    fn check(first: &str, second: &str, needed: u32) {
        let desk = duel(first, second, "a.v............");
        let dice = |sum: u32| [sum.saturating_sub(6).max(1), sum - sum.saturating_sub(6).max(1)];
        if first != "grey_cloaks" {
            shot(desk.clone(), &dice(needed), "aV");
            shot(desk.clone(), &dice(needed - 1), "av");
        }
        let view = senet_kernel::Game::view(&desk.game, P1.into());
        assert_eq!(view.shots[0].needed, needed as i32, "{first} at {second}");
    }
    check("verdant_eye", "verdant_eye", 7);
    check("verdant_eye", "azure_blades", 8);
    check("verdant_eye", "ember_guard", 9);
    check("azure_blades", "grey_cloaks", 8);
    check("ember_guard", "ember_guard", 8);
    check("grey_cloaks", "ember_guard", 10);
    check("solar_wardens", "solar_wardens", 9);
    check("ember_guard", "verdant_eye", 6);
}

#[test]
fn range_is_that_of_the_faction() {
    // GR-007, GR-021.1, DA-005: five, two, three, three, four squares.
    #[track_caller]
    fn check(faction: &str, range: u8) {
        for distance in 1..=8u8 {
            let board = format!("a{}v", ".".repeat(usize::from(distance) - 1));
            let allowed = duel(faction, "verdant_eye", &board).allows("P1-1 shoot P2-1");
            assert_eq!(allowed, distance <= range, "{faction} at {distance}");
        }
    }
    check("verdant_eye", 5);
    check("azure_blades", 2);
    check("ember_guard", 3);
    check("grey_cloaks", 3);
    check("solar_wardens", 4);
}

#[test]
fn adjacent_enemies_may_be_shot() {
    // R22.
    shot(Desk::new("av"), &[6, 5], "aV");
}

#[test]
fn cover_adds_one_to_the_defense() {
    // GR-004, GR-022, DA-012: the first example of section 9.3; 7 hits in the open, 8 in cover.
    let covered = "...............\n...............\n...............\n...a...#\n.......v";
    let open = "...............\n...............\n...............\n...a....\n.......v";
    shot(Desk::new(open), &[3, 4], "aV");
    shot(Desk::new(covered), &[3, 4], "av");
    shot(Desk::new(covered), &[4, 4], "aV");
    let mut sniper = factions("verdant_eye", "verdant_eye");
    sniper["traits"] = json!(["sniper", "resilient"]);
    let mut down = sniper.clone();
    down["traits"] = json!(["sniper", "sniper"]);
    shot(Desk::with(down, covered), &[3, 4], "aV"); // GR-041, DA-020
}

#[test]
fn a_shot_tells_whether_its_target_was_in_cover() {
    // GR-004, GR-022: the fact, also where the number does not count for this shooter.
    #[track_caller]
    fn check(desk: &Desk, covered: bool) {
        let mut desk = desk.clone();
        desk.run("P1-1 shoot P2-1", &[3, 4]);
        let told = desk.events.iter().find_map(|event| match event {
            Event::ShotResolved { in_cover, .. } => Some(*in_cover),
            _ => None,
        });
        assert_eq!(told, Some(covered), "{:?}", desk.events);
    }
    let rows = "...............\n...............\n...............";
    let covered = format!("{rows}\n...a...#\n.......v");
    check(&Desk::new(&format!("{rows}\n...a....\n.......v")), false);
    check(&Desk::new(&covered), true);
    let mut sniper = factions("verdant_eye", "verdant_eye");
    sniper["traits"] = json!(["sniper", "sniper"]);
    check(&Desk::with(sniper, &covered), true);
}

#[test]
fn a_hit_on_a_down_unit_destroys_it() {
    // GR-026, R43: Down units keep Defense and cover.
    shot(Desk::new("a.V............\n..............w"), &[3, 4], "aw");
    shot(Desk::new("a.V............\n..............w"), &[3, 3], "aVw");
    shot(Desk::new("a.v............\n..............w"), &[6, 6], "aw"); // GR-024
    shot(Desk::new("a.V............\n..............w"), &[6, 6], "aw");
}

#[test]
fn kill_naturals_depend_on_faction_and_event() {
    // GR-010, GR-024, GR-042, R20, R43: {12}; Solar {11,12}; Deadly Rounds {11,12}, Solar {10,11,12}.
    #[track_caller]
    fn check(first: &str, event: &str, dice: [u32; 2], left: &str) {
        let mut config = factions(first, "ember_guard");
        config["event"] = json!(event);
        shot(Desk::with(config, "a.v............\n..............w"), &dice, left);
    }
    check("verdant_eye", "off", [5, 6], "aVw");
    check("verdant_eye", "off", [6, 6], "aw");
    check("solar_wardens", "off", [5, 6], "aw");
    check("solar_wardens", "off", [5, 5], "aVw");
    check("verdant_eye", "deadly_rounds", [5, 6], "aw");
    check("verdant_eye", "deadly_rounds", [5, 5], "aVw");
    check("solar_wardens", "deadly_rounds", [5, 5], "aw");
    check("solar_wardens", "deadly_rounds", [4, 5], "aVw");
}

#[test]
fn double_ones_hit_a_friend_beside_the_target() {
    // GR-025, R21, R46: no Defense check; a pick among several; a Down one is destroyed; the shooter
    // itself is safe.
    shot(Desk::new("a.vb...........\n..............w"), &[1, 1], "aBvw");
    shot(Desk::new("a.vB...........\n..............w"), &[1, 1], "avw");
    shot(Desk::new("a.v.b..........\n..............w"), &[1, 1], "abvw");
    shot(Desk::new("av.............\n..............w"), &[1, 1], "avw");
    shot(Desk::new("a.vb...........\n..cd..........w"), &[1, 1, 0], "aBcdvw");
    shot(Desk::new("a.vb...........\n..cd..........w"), &[1, 1, 1], "abCdvw");
    shot(Desk::new("a.vb...........\n..cd..........w"), &[1, 1, 2], "abcDvw");
}

#[test]
fn melee_puts_the_lower_total_down() {
    // GR-008, GR-027, R2, R48: attacker's die, then defender's; the melee AQ replaces.
    #[track_caller]
    fn check(first: &str, second: &str, dice: [u32; 2], left: &str) {
        let mut desk = duel(first, second, "a..............\n.v.............");
        desk.run("P1-1 melee P2-1", &dice);
        assert_eq!(desk.units(), left, "{first} {dice:?}");
    }
    check("verdant_eye", "verdant_eye", [4, 3], "aV");
    check("verdant_eye", "verdant_eye", [3, 3], "av");
    check("verdant_eye", "verdant_eye", [3, 4], "Av");
    check("azure_blades", "verdant_eye", [3, 4], "av");
    check("azure_blades", "verdant_eye", [4, 4], "aV");
    check("verdant_eye", "azure_blades", [4, 4], "Av");
    check("ember_guard", "azure_blades", [4, 4], "av");
    check("solar_wardens", "azure_blades", [5, 4], "av");
}

#[test]
fn melee_destroys_a_down_unit_without_dice() {
    // GR-028.
    let mut desk = Desk::new("a..............\n.V............w");
    desk.run("P1-1 melee P2-1", &[]);
    assert_eq!(desk.units(), "aw");
}

#[test]
fn first_aid_stands_a_neighbour_up() {
    // GR-020, GR-029, GR-030.
    let mut desk = Desk::new("a..B...........\nv..............");
    desk.refuses("P1-2 hold", "unit_down");
    desk.run("P1-1 aid P1-2 from 3,1", &[]);
    assert_eq!(desk.units(), "abv");
    desk.run("P1-2 hold", &[]);
}

#[test]
fn grey_cloaks_may_reroll_and_choose() {
    // GR-009, GR-045, R23, DA-011, DA-018: every shot; either value; a 2 or 12 can be made or unmade.
    let board = "a.vb...........\n..............w";
    let start = || duel("grey_cloaks", "grey_cloaks", board);
    let mut kept = start();
    kept.run("P1-1 shoot P2-1", &[4, 5]).run("keep 1", &[]);
    assert_eq!(kept.units(), "abVw");
    let mut again = start();
    again.run("P1-1 shoot P2-1", &[6, 1]).run("reroll 1 die 2 by faction", &[6]);
    let mut old = again.clone();
    again.run("choose 1 new", &[]);
    assert_eq!(again.units(), "abw");
    old.run("choose 1 old", &[]);
    assert_eq!(old.units(), "abvw");
    let mut saved = start();
    saved.run("P1-1 shoot P2-1", &[1, 1]).run("reroll 1 die 1 by faction", &[2]);
    saved.run("choose 1 new", &[]);
    assert_eq!(saved.units(), "abvw");
    let mut doomed = start();
    doomed.run("P1-1 shoot P2-1", &[1, 2]).run("reroll 1 die 2 by faction", &[1]);
    doomed.run("choose 1 new", &[]);
    assert_eq!(doomed.units(), "aBvw");
}

#[test]
fn both_sides_of_a_fight_are_asked_the_attacker_first() {
    // R24, GR-045: roll 1 is the attacker's, roll 2 the defender's; both see all dice.
    let mut desk = duel("grey_cloaks", "grey_cloaks", "av.............");
    desk.run("P1-1 melee P2-1", &[2, 4]);
    assert_eq!(desk.seat(), P1);
    desk.refuses("keep 2", "no_such_roll");
    desk.run("reroll 1 die 1 by faction", &[5]).run("choose 1 new", &[]);
    assert_eq!(desk.seat(), P2);
    desk.refuses("keep 1", "no_such_roll");
    desk.run("reroll 2 die 1 by faction", &[6]).run("choose 2 new", &[]);
    assert_eq!(desk.units(), "Av");
    let mut defender = duel("verdant_eye", "grey_cloaks", "av.............");
    defender.run("P1-1 melee P2-1", &[2, 1]);
    assert_eq!(defender.seat(), P2);
    defender.run("keep 2", &[]);
    assert_eq!(defender.units(), "aV");
    let mut attacker = duel("grey_cloaks", "verdant_eye", "av.............");
    attacker.run("P1-1 melee P2-1", &[2, 1]);
    assert_eq!(attacker.seat(), P1);
    attacker.run("keep 1", &[]);
    assert_eq!(attacker.units(), "av");
}

fn with_orders(faction: &str, seat: u8, board: &str) -> Desk {
    let mut config = factions(faction, "verdant_eye");
    config["advantage"] = json!({ "seat": seat, "advantage": "focused_orders" });
    Desk::with(config, board)
}

#[test]
fn focused_orders_are_two_rerolls_for_any_roll() {
    // GR-040, GR-045, R23: shots, melee on either side, movement; the second value stands.
    let mut desk = with_orders("verdant_eye", 0, "a.v............\nb.............w");
    desk.run("P1-1 shoot P2-1", &[1, 2]).run("reroll 1 die 1 by orders", &[6]);
    assert_eq!(desk.units(), "abVw");
    desk.run("P2-2 hold", &[]);
    desk.run("P1-2 shoot P2-1", &[1, 2]).run("reroll 2 die 2 by orders", &[1]);
    assert_eq!(desk.units(), "abVw");
    // Used up: nothing is asked any more.
    let mut used =
        with_orders("verdant_eye", 0, "a.v............").set("/options/orders", json!(0));
    used.run("P1-1 shoot P2-1", &[1, 2]);
    assert_eq!(used.seat(), P2);
    let mut defending = with_orders("verdant_eye", 1, "av.............");
    defending.run("P1-1 melee P2-1", &[5, 1]);
    assert_eq!(defending.seat(), P2);
    defending.run("reroll 2 die 1 by orders", &[6]);
    assert_eq!(defending.units(), "Av");
    let mut solar = with_orders("solar_wardens", 0, "a..............\n..............v");
    solar.run("P1-1 declare move", &[1]);
    solar.refuses("P1-1 move 2,1", "must_answer_roll");
    solar.run("reroll 1 die 1 by orders", &[6]);
    assert!(solar.allows("P1-1 move 7,1"));
}

#[test]
fn one_reroll_for_a_roll_whatever_the_sources() {
    // GR-045: Grey Cloaks with Focused Orders choose one source.
    let mut desk = with_orders("grey_cloaks", 0, "a.v............");
    desk.run("P1-1 shoot P2-1", &[1, 2]);
    let mut faction = desk.clone();
    faction.run("reroll 1 die 1 by faction", &[3]);
    faction.refuses("reroll 1 die 1 by orders", "already_rerolled");
    desk.run("reroll 1 die 1 by orders", &[3]);
    assert_eq!(desk.seat(), P2);
    let mut empty =
        with_orders("grey_cloaks", 0, "a.v............").set("/options/orders", json!(0));
    empty.run("P1-1 shoot P2-1", &[1, 2]);
    empty.refuses("reroll 1 die 1 by orders", "no_reroll_left");
}

#[test]
fn which_rolls_a_source_covers_and_which_value_stands_is_data() {
    // GR-009, GR-045, AQ-002.
    let cloaks = |rolls: &str, keep: &str, board: &str| {
        let text = include_str!("../../data/factions.toml")
            .replace(r#"rolls = ["ranged", "melee_attack", "melee_defense"]"#, rolls)
            .replace(r#"keep = "choice" "#, keep);
        let mut config = factions("grey_cloaks", "grey_cloaks");
        config["data"] = json!({ "factions.toml": text });
        Desk::with(config, board)
    };
    let ranged = r#"rolls = ["ranged"]"#;
    let mut second = cloaks(ranged, r#"keep = "second" "#, "a.v............");
    second.run("P1-1 shoot P2-1", &[6, 3]);
    // Nothing is kept in hand: another fall of the 6 loses the hit unless it is a 6 again.
    let question = senet_kernel::Game::view(&second.game, P1.into()).question.unwrap();
    let odds = question.outlook[1].shot.unwrap();
    assert_eq!(odds.down, senet_kernel::Chance::new(1, 6).unwrap());
    second.run("reroll die 1", &[1]);
    assert_eq!((second.seat(), second.units().as_str()), (P2, "av"));
    let mut choice = cloaks(ranged, r#"keep = "choice" "#, "a.v............");
    choice.run("P1-1 shoot P2-1", &[6, 3]).run("reroll die 1", &[1]);
    assert_eq!(choice.seat(), P1);
    #[track_caller]
    fn fights(mut desk: Desk, asked: Option<senet_kernel::Seat>) {
        desk.run("P1-1 melee P2-1", &[3, 2]);
        assert_eq!(desk.game.question().map(|question| question.seat), asked);
    }
    let keep = r#"keep = "choice" "#;
    let beside = "av.............";
    fights(cloaks(ranged, keep, beside), None);
    fights(cloaks(r#"rolls = ["melee_attack"]"#, keep, beside), Some(P1));
    fights(cloaks(r#"rolls = ["melee_defense"]"#, keep, beside), Some(P2));
    let mut unasked = cloaks(r#"rolls = ["melee_defense"]"#, keep, "a.v............");
    unasked.run("P1-1 shoot P2-1", &[1, 2]);
    assert_eq!(unasked.game.question(), None);
    // Orders for shots alone: in a fight they are no source, and used up they are used up.
    let orders = |faction: &str, left: u8| {
        let text = include_str!("../../data/advantages.toml").replace(
            r#"rolls = ["ranged", "melee_attack", "melee_defense", "initiative", "movement"]"#,
            ranged,
        );
        let mut config = factions(faction, "verdant_eye");
        config["data"] = json!({ "advantages.toml": text });
        config["advantage"] = json!({ "seat": 0, "advantage": "focused_orders" });
        Desk::with(config, beside).set("/options/orders", json!(left))
    };
    fights(orders("verdant_eye", 2), None);
    let mut grey = orders("grey_cloaks", 2);
    grey.run("P1-1 melee P2-1", &[3, 2]);
    grey.refuses("reroll die 1 by orders", "source_not_allowed");
    let mut empty = orders("grey_cloaks", 0);
    empty.run("P1-1 melee P2-1", &[3, 2]);
    empty.refuses("reroll die 1 by orders", "no_reroll_left");
}

fn traits(first: &str, second: &str, board: &str) -> Desk {
    let mut config = factions("verdant_eye", "verdant_eye");
    config["traits"] = json!([first, second]);
    Desk::with(config, board)
}

#[test]
fn resilient_ignores_the_first_down_of_the_side() {
    // GR-041, DA-020, R25, R26: shot, melee or own fire; kills are not prevented.
    let board = "a.v............\nb.............w";
    let mut desk = traits("sniper", "resilient", board);
    desk.run("P1-1 shoot P2-1", &[5, 5]);
    assert_eq!(desk.units(), "abvw");
    assert!(desk.told("resisted"));
    desk.run("P2-2 hold", &[]).run("P2-1 hold", &[]);
    desk.run("P1-2 shoot P2-1", &[5, 5]);
    assert_eq!(desk.units(), "abVw");
    let mut killed = traits("sniper", "resilient", board);
    killed.run("P1-1 shoot P2-1", &[6, 6]);
    assert_eq!(killed.units(), "abw");
    let mut fight = traits("resilient", "sniper", "av.............");
    fight.run("P1-1 melee P2-1", &[1, 6]);
    assert_eq!(fight.units(), "av");
    let mut own = traits("resilient", "sniper", "a.vb...........");
    own.run("P1-1 shoot P2-1", &[1, 1]);
    assert_eq!(own.units(), "abv");
    assert!(own.told("own_fire") && own.told("resisted"));
}

#[test]
fn stealth_hides_units_in_cover_from_shots_only() {
    // GR-041, DA-020, R27, R28: Sniper does not help against it; melee is unaffected.
    let covered = "...............\n...............\n...............\n...a...#\n.......v";
    let open = "...............\n...............\n...............\n...a....\n.......v";
    for first in ["resilient", "sniper"] {
        traits(first, "stealth", covered).refuses("P1-1 shoot P2-1", "stealthed");
    }
    assert!(traits("sniper", "stealth", open).allows("P1-1 shoot P2-1"));
    assert!(traits("stealth", "sniper", covered).allows("P1-1 shoot P2-1"));
    let beside = "...............\n...............\n...............\n......a#\n.......v";
    assert!(traits("sniper", "stealth", beside).allows("P1-1 melee P2-1"));
}

fn event(id: &str, faction: &str, board: &str) -> Desk {
    let mut config = factions(faction, "verdant_eye");
    config["event"] = json!(id);
    Desk::with(config, board)
}

#[test]
fn fog_of_war_caps_the_range() {
    // GR-042: at most 3, and no longer than the unit's own.
    assert!(event("fog_of_war", "verdant_eye", "a..v").allows("P1-1 shoot P2-1"));
    event("fog_of_war", "verdant_eye", "a...v").refuses("P1-1 shoot P2-1", "out_of_range");
    event("fog_of_war", "azure_blades", "a..v").refuses("P1-1 shoot P2-1", "out_of_range");
}

#[test]
fn fast_assault_adds_a_step_before_halving() {
    // GR-042, R44: whole moves 5, 6, 3, 5; half moves 3, 3, 2, 3; Solar ⌈(die+1)/2⌉.
    for (faction, whole, half) in [
        ("verdant_eye", 5, 3),
        ("azure_blades", 6, 3),
        ("ember_guard", 3, 2),
        ("grey_cloaks", 5, 3),
    ] {
        let desk = event("fast_assault", faction, "a..............\n..............v");
        let choices = &senet_kernel::Game::view(&desk.game, P1.into()).choices[0];
        assert_eq!((choices.whole, choices.half), (whole, half), "{faction}");
        assert!(desk.allows(&format!("P1-1 move {},1", 1 + whole)));
        assert!(!desk.allows(&format!("P1-1 move {},1", 2 + whole)));
    }
    for (die, half) in [(1, 1), (2, 2), (3, 2), (6, 4)] {
        let mut desk = event("fast_assault", "solar_wardens", "a..............\n..............v");
        desk.run("P1-1 declare attack", &[die]);
        assert!(desk.allows(&format!("P1-1 end {},1", 1 + half)), "{die}");
        assert!(!desk.allows(&format!("P1-1 end {},1", 2 + half)), "{die}");
    }
}

#[test]
fn focused_fire_helps_a_shooter_that_has_not_moved() {
    // GR-042: +1 AQ, so 6 hits where 7 was needed; after a step it is 7 again.
    shot(event("focused_fire", "verdant_eye", "a.v"), &[3, 3], "aV");
    let mut moved = event("focused_fire", "verdant_eye", "a.v............");
    moved.run("P1-1 shoot P2-1 from 1,2", &[3, 3]);
    assert_eq!(moved.units(), "av");
}

#[test]
fn revive_stands_one_unit_up_at_a_round_end_once_for_each_side() {
    // GR-042, DA-019, R42: the first player is asked first, before scoring.
    let board = "a.............v\nB.............W";
    let mut desk = event("revive", "verdant_eye", board);
    desk.run("P1-1 hold", &[]).run("P2-1 hold", &[]);
    assert_eq!(desk.seat(), P1);
    desk.refuses_from(P2, "P2-2 revive", "not_your_turn");
    desk.refuses("P1-1 revive", "target_not_down");
    desk.refuses("P1-3 revive", "unit_destroyed");
    desk.refuses("P1-9 revive", "unknown_unit");
    desk.refuses("P2-2 revive", "not_your_unit");
    desk.refuses("P1-1 hold", "wrong_phase");
    desk.run("P1-2 revive", &[]);
    assert_eq!(desk.units(), "abvW");
    assert_eq!(desk.seat(), P2);
    desk.run("no revive", &[]);
    assert_eq!(desk.game.round(), 2);
    // The second side still has its use; the first has none and is not asked.
    let mut later = event("revive", "verdant_eye", board).set("/options/revives", json!([1, 0]));
    later.run("P1-1 hold", &[]).run("P2-1 hold", &[]);
    assert_eq!(later.seat(), P2);
    later.run("P2-2 revive", &[]);
    assert_eq!(later.units(), "aBvw");
    // Nobody is asked twice in a round, and the first player of the round comes first.
    let mut declined = event("revive", "verdant_eye", board);
    declined.run("P1-1 hold", &[]).run("P2-1 hold", &[]);
    declined.refuses_from(P2, "no revive", "not_your_turn");
    declined.run("no revive", &[]);
    assert_eq!(declined.seat(), P2);
    declined.run("no revive", &[]);
    assert_eq!((declined.game.round(), declined.units().as_str()), (2, "aBvW"));
    let mut second = event("revive", "verdant_eye", board)
        .set("/phase/Activation/first", json!(1))
        .set("/phase/Activation/turn", json!(1));
    second.run("P2-1 hold", &[]).run("P1-1 hold", &[]);
    assert_eq!(second.seat(), P2);
    second.run("P2-2 revive", &[]);
    assert_eq!(second.seat(), P1);
    second.run("no revive", &[]);
    assert_eq!((second.game.round(), second.units().as_str()), (2, "aBvw"));
    let mut none = event("revive", "verdant_eye", "a.............v");
    none.run("P1-1 hold", &[]).run("P2-1 hold", &[]);
    assert_eq!(none.game.round(), 2);
}

#[test]
fn optional_rules_hold_no_state_when_they_are_off() {
    // AQ-006, DA-010, GR-042 (6: no event).
    let options = |desk: &Desk| serde_json::to_value(&desk.game).unwrap()["options"].clone();
    let nothing = json!({ "downs_ignored": null, "revives": null, "orders": null });
    assert_eq!(options(&Desk::new("a.v")), nothing);
    assert_eq!(options(&event("no_event", "verdant_eye", "a.v")), nothing);
    let sniper = traits("sniper", "stealth", "a.v");
    assert_eq!(options(&sniper), nothing);
    let on: Value = options(&traits("sniper", "resilient", "a.v"));
    assert_eq!(on["downs_ignored"], json!([0, 0]));
}
