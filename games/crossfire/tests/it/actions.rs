//! Movement, the random Move and the order of the reasons (rules, sections 8 and 16).

use senet_crossfire::{Action, Command, Placement, Position, Square, UnitId};
use senet_kernel::{Actor, Game, Seat};
use serde_json::json;

use crate::desk::{Desk, P1, P2, factions};

#[test]
fn a_move_ends_on_a_free_square_within_reach() {
    // GR-018, GR-032, GR-032.1, DA-004: Verdant Eye moves 4.
    let desk = Desk::new("...a..#........\n...b...........");
    desk.refuses("P1-1 move 16,1", "out_of_bounds");
    desk.refuses("P1-1 move 4,0", "out_of_bounds");
    desk.refuses("P1-1 move 7,1", "terrain");
    desk.refuses("P1-1 move 4,2", "occupied");
    desk.refuses("P1-1 move 9,1", "unreachable");
    desk.refuses("P1-1 move 4,1", "no_movement");
    let mut desk = desk;
    desk.run("P1-1 move 4,5", &[]);
    assert_eq!(desk.seat(), P2);
    assert!(desk.board().starts_with("...............\n...b"));
}

#[test]
fn attacks_and_help_come_after_half_a_move() {
    // GR-017, GR-019, GR-020: half of 4 is 2; then range 5, or a neighbour.
    let desk = Desk::new("a..............\n......v........");
    desk.refuses("P1-1 shoot P2-1 from 4,1", "unreachable");
    desk.refuses("P1-1 shoot P2-1 from 1,1", "no_movement");
    desk.refuses("P1-1 shoot P2-1", "out_of_range");
    assert!(desk.allows("P1-1 shoot P2-1 from 2,1"));
    let desk = Desk::new("a...v..........\nb..B...........");
    assert!(!Desk::new("a...v").allows("P1-1 melee P2-1 from 3,1"));
    desk.refuses("P1-1 melee P2-1 from 3,1", "not_adjacent");
    // The square that the unit leaves is free, and nothing in its own way.
    let back = Desk::new("..a.v..........");
    assert!(back.allows("P1-1 shoot P2-1 from 1,1"));
    let mut list = Vec::new();
    back.game.legal(P1, &mut list);
    assert!(list.contains(&back.read(P1, "P1-1 shoot P2-1 from 1,1")));
}

#[test]
fn reasons_come_in_their_order() {
    // AQ-007, MP-002, R50: each row breaks several rules; the first of the list is named.
    let solar = |board: &str| Desk::with(factions("solar_wardens", "verdant_eye"), board);
    let desk = Desk::new("a.B............\n..c......V....v").acted("c");
    desk.refuses("P1-9 move 99,99", "unknown_unit");
    desk.refuses_command(P1, &hold(3, 1), "unknown_unit");
    desk.refuses_command(P1, &hold(2, 1), "not_your_unit");
    desk.refuses("P1-4 move 99,99", "unit_destroyed");
    desk.refuses("P1-2 move 99,99", "unit_down");
    desk.refuses("P1-3 move 99,99", "already_acted");
    desk.refuses("P1-1 end 99,99", "action_mismatch");
    desk.refuses("P1-1 declare move", "action_mismatch");
    desk.refuses("P1-1 shoot P2-9 from 99,99", "out_of_bounds");
    desk.refuses("P1-1 shoot P2-9 from 3,1", "occupied");
    desk.refuses("P1-1 shoot P2-9 from 9,9", "unreachable");
    desk.refuses("P1-1 shoot P2-9 from 1,1", "no_movement");
    desk.refuses("P1-1 shoot P2-9", "target_missing");
    desk.refuses_command(P1, &shoot(1, 1), "target_not_enemy");
    desk.refuses("P1-1 aid P1-9", "target_missing");
    desk.refuses_command(P1, &aid(2, 1), "target_not_friend");
    desk.refuses("P1-1 melee P2-3", "target_destroyed");
    desk.refuses("P1-1 shoot P2-3", "target_destroyed");
    desk.refuses("P1-1 aid P1-4", "target_destroyed");
    desk.refuses("P1-1 aid P1-3", "target_not_down");
    desk.refuses_command(P1, &aid(1, 1), "target_not_down");
    desk.refuses("P1-1 aid P1-2", "not_adjacent");
    desk.refuses("P1-1 melee P2-1", "not_adjacent");
    desk.refuses("P1-1 shoot P2-1", "out_of_range");
    desk.refuses_from(P2, "P2-9 move 99,99", "not_your_turn");
    desk.refuses_from(P2, "keep 1", "no_such_roll");
    desk.refuses("reroll 1 die 1 by faction", "no_such_roll");
    desk.refuses("choose 1 old", "no_such_roll");
    for actor in [Actor::Host, Actor::Clock, Seat::new(5).unwrap().into()] {
        desk.refuses_command(actor, &hold(1, 1), "not_your_turn");
        desk.refuses_command(actor, &Command::Concede {}, "not_your_turn");
    }
    let leave = Command::Leave { seat: P1 };
    desk.refuses_command(P1, &leave, "not_your_turn");
    desk.refuses_command(Actor::Clock, &leave, "not_your_turn");
    let nobody = Command::Leave { seat: Seat::new(3).unwrap() };
    desk.refuses_command(Actor::Host, &nobody, "bad_format");
    desk.refuses_command(P1, &hold(2, 4), "not_your_unit");
    desk.refuses("P1-1 move 3,2", "occupied");
    desk.refuses("P1-3 end 99,99", "already_acted");
    desk.refuses_command(P1, &shoot(1, 4), "target_not_enemy");
    desk.refuses_command(P1, &aid(2, 3), "target_not_friend");
    let far = Desk::new("a.............b\n..............v");
    far.refuses("P1-1 move 15,1", "occupied");
    far.refuses("P1-1 shoot P2-9 from 15,1", "occupied");
    Desk::new("aB............v\nc").acted("b").refuses("P1-2 move 99,99", "unit_down");
    solar("a.............v\nb").acted("a").refuses("P1-1 move 2,1", "already_acted");
    Desk::new("a.#.....v").refuses("P1-1 shoot P2-1", "out_of_range");
    let mut hidden = factions("verdant_eye", "verdant_eye");
    hidden["traits"] = json!(["sniper", "stealth"]);
    Desk::with(hidden, "a.#v...........").refuses("P1-1 shoot P2-1", "no_line_of_sight");
    let desk = solar("a..............\nb.............v");
    desk.refuses("P1-1 move 2,1", "roll_required");
    desk.refuses("P1-1 end", "roll_required");
    desk.refuses("P1-1 shoot P2-1 from 2,1", "roll_required");
    desk.refuses("P1-1 shoot P2-1", "out_of_range");
    desk.refuses("P1-1 declare quick", "wrong_phase");
    desk.refuses("P1-1 quick 2,1", "wrong_phase");
    desk.refuses_command(
        P1,
        &Command::Deploy { placements: Vec::new().try_into().unwrap() },
        "wrong_phase",
    );
}

fn hold(side: u8, number: u8) -> Command {
    Command::Act { unit: UnitId { side, number }, action: Action::Hold {} }
}

fn shoot(side: u8, number: u8) -> Command {
    let target = UnitId { side, number };
    let unit = UnitId { side: 1, number: 1 };
    Command::Act { unit, action: Action::Shoot { to: None, target } }
}

fn aid(side: u8, number: u8) -> Command {
    let target = UnitId { side, number };
    let unit = UnitId { side: 1, number: 1 };
    Command::Act { unit, action: Action::FirstAid { to: None, target } }
}

#[test]
fn a_random_move_is_declared_and_rolled_first_and_binds() {
    // GR-011, R16, R17, R18, DA-011.
    let start =
        Desk::with(factions("solar_wardens", "verdant_eye"), "a....#.........\n.b...C........v");
    let mut desk = start.clone();
    desk.run("P1-1 declare move", &[4]);
    assert_eq!(desk.seat(), P1);
    desk.refuses("P1-1 declare move", "action_mismatch");
    desk.refuses("P1-2 declare move", "action_mismatch");
    // Another unit's move is refused for what was declared, not for a roll that it could not make.
    desk.refuses("P1-2 move 3,2", "action_mismatch");
    desk.refuses("P1-2 shoot P2-1 from 3,2", "action_mismatch");
    let why = desk.why("P1-2 move 3,2");
    assert_eq!(why, "P1-1 has declared a move and rolled; move it, or end with P1-1, first");
    desk.refuses("P1-2 hold", "action_mismatch");
    desk.refuses("P1-1 hold", "action_mismatch");
    desk.refuses("P1-1 shoot P2-1", "action_mismatch");
    desk.refuses("P1-1 aid P1-3", "action_mismatch");
    desk.refuses("P1-1 move 6,1", "terrain");
    desk.refuses("P1-1 move 6,3", "unreachable");
    let mut stays = desk.clone();
    stays.run("P1-1 end", &[]);
    assert_eq!(stays.seat(), P2);
    desk.run("P1-1 move 5,1", &[]);
    assert_eq!(desk.seat(), P2);
    for (die, steps) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        for action in ["attack", "aid"] {
            let mut desk = start.clone();
            desk.run(&format!("P1-1 declare {action}"), &[die]);
            assert!(desk.allows(&format!("P1-1 end {},1", 1 + steps)), "{die}");
            assert!(!desk.allows(&format!("P1-1 end {},1", 2 + steps)), "{die}");
            desk.refuses("P1-1 move 2,1", "action_mismatch");
        }
    }
    let mut attack = start.clone();
    attack.run("P1-1 declare attack", &[6]);
    attack.refuses("P1-1 aid P1-3 from 4,1", "action_mismatch");
    let mut help = start;
    help.run("P1-2 declare aid", &[6]);
    help.refuses("P1-2 melee P2-1", "action_mismatch");
    help.run("P1-2 aid P1-3 from 5,2", &[]);
    assert_eq!(help.units(), "abcv");
    // The helped unit's own declaration keeps it from declining.
    help.run("P1-3 declare move", &[2]);
    help.refuses("P1-3 decline", "action_mismatch");
    help.refuses("P1-1 hold", "must_answer_aided");
}

#[test]
fn what_is_listed_after_a_random_move_was_rolled_is_what_is_allowed() {
    // R17, R18, DA-011.
    let start =
        Desk::with(factions("solar_wardens", "verdant_eye"), "a....#.........\n.b...C........v");
    let unit = UnitId { side: 1, number: 1 };
    for (action, least) in [("move", 6), ("attack", 7), ("aid", 6)] {
        let mut desk = start.clone();
        desk.run(&format!("P1-1 declare {action}"), &[4]);
        let squares = || Square::all().map(Position::from);
        let moves = squares().map(|to| Action::Move { to });
        let ends = squares().map(Some).chain([None]).map(|to| Action::End { to });
        let by_foot = moves.chain(ends).map(|action| Command::Act { unit, action });
        let allowed: Vec<Command> =
            by_foot.filter(|command| desk.game.check(P1.into(), command).is_ok()).collect();
        let mut list = Vec::new();
        desk.game.legal(P1, &mut list);
        assert!(allowed.iter().all(|command| list.contains(command)), "{action}: {allowed:?}");
        assert!(list.len() >= least, "{action}: {list:?}");
        assert!(list.iter().all(|command| desk.game.check(P1.into(), command).is_ok()), "{list:?}");
    }
}

#[test]
fn a_shot_without_movement_needs_no_declaration() {
    // R16, section 8.2.
    let mut desk = Desk::with(factions("solar_wardens", "verdant_eye"), "a..v");
    desk.run("P1-1 shoot P2-1", &[1, 2]);
    assert_eq!(desk.seat(), P2);
}

#[test]
fn while_a_roll_is_open_nothing_else_counts() {
    // GR-045, DA-018: must_answer_roll from either side; conceding is always open.
    let mut desk = Desk::with(factions("grey_cloaks", "grey_cloaks"), "a..v");
    desk.run("P1-1 shoot P2-1", &[3, 4]);
    desk.refuses_from(P1, "P1-1 hold", "must_answer_roll");
    desk.refuses_from(P2, "P2-1 hold", "must_answer_roll");
    desk.refuses_from(P2, "keep 1", "not_your_turn");
    desk.refuses("keep 2", "no_such_roll");
    desk.refuses("reroll 1 die 3 by faction", "no_such_roll");
    desk.refuses("reroll 1 die 0 by faction", "no_such_roll");
    desk.refuses("choose 1 old", "no_such_roll");
    desk.refuses("reroll 1 die 1 by orders", "source_not_allowed");
    desk.refuses("reroll 1 die 1 by edge", "source_not_allowed");
    desk.run("reroll 1 die 2 by faction", &[6]);
    desk.refuses("reroll 1 die 1 by faction", "already_rerolled");
    desk.refuses("reroll 1 die 1 by edge", "already_rerolled");
    desk.refuses("keep 1", "already_rerolled");
    desk.refuses("keep 2", "no_such_roll");
    desk.refuses("choose 2 new", "no_such_roll");
    desk.refuses_from(P2, "choose 1 new", "not_your_turn");
    // A command of another phase is told so first.
    for text in ["roll", "first", "done", "no revive", "P1-1 quick 2,2"] {
        desk.refuses(text, "wrong_phase");
    }
    desk.refuses_from(P1, "P1-1 hold", "must_answer_roll");
    let mut over = desk.clone();
    over.submit(P2, &Command::Concede {}, &[]).unwrap();
    over.refuses_command(P1, &hold(1, 1), "battle_over");
    over.refuses_command(P1, &Command::Concede {}, "battle_over");
    over.refuses_command(P1, &Command::RollInitiative {}, "battle_over");
    let nobody = Command::Leave { seat: Seat::new(2).unwrap() };
    over.refuses_command(Actor::Host, &nobody, "bad_format");
    desk.run("choose 1 new", &[]);
    // The roll of a unit that was helped up comes before the offer to it.
    let mut helped = Desk::with(factions("grey_cloaks", "verdant_eye"), "aB.v...........\nc");
    helped.run("P1-1 aid P1-2", &[]).run("P1-2 shoot P2-1", &[3, 4]);
    helped.refuses_from(P1, "P1-3 hold", "must_answer_roll");
    helped.refuses_from(P2, "P2-1 hold", "must_answer_roll");
    helped.refuses_from(P1, "P1-2 decline", "must_answer_roll");
}

#[test]
fn deployment_is_judged_by_its_own_list_alone() {
    // GR-012, DA-001, R10: each code is tried on the whole list before the next.
    let game = crate::desk::fresh(&factions("verdant_eye", "verdant_eye"), 3);
    let desk = Desk { game, events: Vec::new() };
    let list = |squares: &[(u8, i16, i16)]| Command::Deploy {
        placements: squares
            .iter()
            .map(|(number, column, row)| Placement {
                unit: UnitId { side: 1, number: *number },
                square: (*column, *row).into(),
            })
            .collect::<Vec<_>>()
            .try_into()
            .unwrap(),
    };
    let foreign = |number| Placement { unit: UnitId { side: 2, number }, square: (99, 99).into() };
    let terrain = desk.game.scenario().pieces[0].squares[0];
    let (c, r) = (i16::from(terrain.column()), i16::from(terrain.row()));
    #[track_caller]
    fn check(desk: &Desk, command: &Command, code: &str) {
        desk.refuses_command(P1, command, code);
    }
    check(&desk, &list(&[(1, 99, 99), (9, 1, 1)]), "unknown_unit");
    let two = Command::Deploy { placements: vec![foreign(1), foreign(2)].try_into().unwrap() };
    check(&desk, &two, "not_your_unit");
    check(&desk, &list(&[(1, c, r), (2, 0, 1)]), "out_of_bounds");
    check(&desk, &list(&[(1, 1, 1), (2, 1, 1), (3, c, r)]), "terrain");
    check(&desk, &list(&[(1, 14, 1), (2, 14, 1)]), "occupied");
    check(&desk, &list(&[(1, 14, 1)]), "out_of_home_zone");
    check(
        &desk,
        &list(&[(1, 3, 1)]),
        if terrain_at(&desk, 3, 1) { "terrain" } else { "out_of_home_zone" },
    );
    check(&desk, &list(&[(1, 1, 1), (1, 1, 2)]), "missing_units");
    let whole = [(1, 2, 1), (2, 2, 2), (3, 2, 3), (4, 2, 4), (5, 2, 5)];
    // Both sides' units at once, and as many as a command can name; more is no command.
    let placement = |number: usize| json!({ "unit": format!("P2-{number}"), "square": [99, 99] });
    let many = |count: usize| {
        let placements: Vec<_> = (1..=count).map(|i| placement(i.min(5))).collect();
        serde_json::from_value::<Command>(json!({ "type": "deploy", "placements": placements }))
    };
    check(&desk, &many(16).unwrap(), "not_your_unit");
    assert!(many(17).unwrap_err().to_string().contains("at most 16 units"));
    let mut twice = whole.to_vec();
    twice.push((3, 2, 6));
    check(&desk, &list(&twice), "duplicate_unit");
    desk.refuses_from(P1, "roll", "wrong_phase");
    desk.refuses_command(Actor::Host, &list(&whole), "not_your_turn");
    let mut desk = desk;
    desk.submit(P1, &list(&whole), &[]).unwrap();
    // It can be replaced until the other side is in.
    desk.submit(P1, &list(&[(1, 1, 1), (2, 2, 2), (3, 2, 3), (4, 2, 4), (5, 2, 5)]), &[]).unwrap();
    assert!(!desk.told("deployment_revealed"));
    desk.run("deploy 14,1 14,2 14,3 14,4 14,5", &[]);
    assert!(desk.told("deployment_revealed"));
    assert!(desk.board().starts_with("a............v"));
    assert_eq!(desk.game.round(), 1);
}

fn terrain_at(desk: &Desk, column: u8, row: u8) -> bool {
    let square = Square::new(column, row).unwrap();
    desk.game.scenario().blocking().contains(square)
}

#[test]
fn too_few_rows_is_refused_where_the_data_make_it_possible() {
    // R10, GR-012: with a wider home zone a side could stand on one row.
    let rules = include_str!("../../data/rules.toml")
        .replace("columns = [1, 2] ", "columns = [1, 5] ")
        .replace("min_distinct_rows = 2", "min_distinct_rows = 3");
    let terrain =
        include_str!("../../data/terrain.toml").replace("columns = [3, 13]", "columns = [6, 13]");
    let mut config = factions("verdant_eye", "verdant_eye");
    config["data"] = json!({ "rules.toml": rules, "terrain.toml": terrain });
    let desk = Desk { game: crate::desk::fresh(&config, 1), events: Vec::new() };
    desk.refuses("deploy 1,1 2,1 3,1 4,1 5,1", "too_few_rows");
    desk.refuses("deploy 1,1 2,1 3,2 4,2 5,2", "too_few_rows");
    assert!(desk.allows("deploy 1,1 2,1 3,1 4,2 5,3"));
}

#[test]
fn quick_start_moves_two_units_before_the_first_round() {
    // GR-040, DA-017, R45: full moves, no attacks, different units, ends by itself.
    let quick = |faction: &str| {
        let mut config = factions(faction, "verdant_eye");
        config["advantage"] = json!({ "seat": 0, "advantage": "quick_start" });
        let mut desk = Desk { game: crate::desk::fresh(&config, 1), events: Vec::new() };
        let count = if faction == "solar_wardens" { 4 } else { 5 };
        let own: Vec<String> = (1..=count).map(|row| format!("1,{row}")).collect();
        desk.run(&format!("deploy {}", own.join(" ")), &[]);
        desk.run("deploy 14,1 14,2 14,3 14,4 14,5", &[]);
        assert!(desk.told("quick_start_began"));
        desk
    };
    let mut desk = quick("verdant_eye");
    desk.refuses("P1-1 shoot P2-1", "wrong_phase");
    desk.refuses("P1-1 declare move", "wrong_phase");
    desk.refuses("P1-1 declare quick", "action_mismatch");
    desk.refuses("P1-1 quick", "no_movement");
    desk.refuses("P1-1 quick 1,1", "no_movement");
    desk.refuses("P1-1 quick 1,2", "occupied");
    desk.refuses("P1-1 quick 1,9", "unreachable");
    desk.refuses_from(P2, "P2-1 quick 13,1", "not_your_turn");
    desk.refuses_from(P2, "done", "not_your_turn");
    desk.refuses_command(P1, &quick_move(2, 1), "not_your_unit");
    let mut done = desk.clone();
    done.run("done", &[]);
    assert_eq!(done.game.round(), 1);
    desk.run("P1-1 quick 2,5", &[]);
    desk.refuses("P1-1 quick 2,6", "already_acted");
    desk.run("P1-5 quick 2,9", &[]);
    assert!(desk.told("quick_start_ended"));
    assert_eq!(desk.game.round(), 1);
    let mut solar = quick("solar_wardens");
    solar.refuses("P1-1 quick 2,1", "roll_required");
    solar.refuses("P1-1 quick", "roll_required");
    solar.run("P1-1 declare quick", &[1]);
    solar.refuses("done", "action_mismatch");
    solar.refuses("P1-2 declare quick", "action_mismatch");
    solar.refuses("P1-2 quick 2,1", "action_mismatch");
    solar.refuses("P1-1 quick 2,3", "unreachable");
    solar.run("P1-1 quick stay", &[]);
    solar.run("P1-2 declare quick", &[6]).run("P1-2 quick 2,8", &[]);
    assert_eq!(solar.game.round(), 1);
}

#[test]
fn quick_start_ends_where_every_unit_has_moved() {
    // GR-040, R45: data may allow more units than a roster has.
    for (units, moves) in [(1, 1), (4, 4), (5, 5), (8, 5)] {
        let advantages = include_str!("../../data/advantages.toml")
            .replace("units = 2", &format!("units = {units}"));
        let mut config = factions("verdant_eye", "verdant_eye");
        config["advantage"] = json!({ "seat": 0, "advantage": "quick_start" });
        config["data"] = json!({ "advantages.toml": advantages });
        let mut desk = Desk { game: crate::desk::fresh(&config, 1), events: Vec::new() };
        desk.run("deploy 1,1 1,2 1,3 1,4 1,5", &[]).run("deploy 14,1 14,2 14,3 14,4 14,5", &[]);
        for unit in 1..=moves {
            assert_eq!(desk.game.round(), 0, "{units}: {unit}");
            desk.run(&format!("P1-{unit} quick 2,{unit}"), &[]);
        }
        assert_eq!(desk.game.round(), 1, "{units}");
    }
}

fn quick_move(side: u8, number: u8) -> Command {
    Command::QuickStartMove { unit: UnitId { side, number }, to: Some((2, 2).into()) }
}
