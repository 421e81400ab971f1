//! What is shown, to whom, and in which words; and that the lists are whole.

use senet_crossfire::board::Square;
use senet_crossfire::{Area, Command, Crossfire, Event, PhaseView, UnitId, UnitState, reference};
use senet_crossfire::{Data, DeclaredAction, Kept, Source};
use senet_kernel::{Dice, Events, Game, Key, Listing, Rng, Seat, TakeBack, Text, Viewer};
use serde_json::json;

use crate::desk::{Desk, P1, P2, every_act, factions, fresh};

fn square(column: u8, row: u8) -> Square {
    Square::new(column, row).unwrap()
}

#[test]
fn nobody_sees_a_placement_before_both_are_in() {
    // GR-012: neither the opponent nor a spectator; the owner does.
    let game = fresh(&factions("verdant_eye", "azure_blades"), 5);
    let mut desk = Desk { game, events: Vec::new() };
    let command = desk.read(P1, "deploy 1,1 1,2 1,3 1,4 2,9");
    desk.submit(P1, &command, &[]).unwrap();
    let own = |viewer| match desk.game.view(viewer).phase {
        PhaseView::Deployment { placed, own, .. } => (placed, own),
        _ => panic!("still the deployment"),
    };
    assert_eq!(own(Viewer::Seat(P2)), ([true, false], None));
    assert_eq!(own(Viewer::Spectator), ([true, false], None));
    assert_eq!(own(Viewer::Seat(P1)).1.unwrap().len(), 5);
    let event = &desk.events[0];
    assert_eq!(Crossfire::shown(event, P1.into()).as_ref(), Some(event));
    for viewer in [Viewer::Seat(P2), Viewer::Spectator] {
        let shown = Crossfire::shown(event, viewer);
        assert_eq!(shown, Some(Event::Deployed { seat: P1, placements: None }));
        let seen = serde_json::to_string(&desk.game.view(viewer)).unwrap();
        assert!(desk.game.view(viewer).units.iter().all(|unit| unit.square.is_none()), "{seen}");
    }
}

#[test]
fn only_the_deployment_is_secret() {
    // GR-012: where one device is passed round, the screen is hidden while units are placed.
    let mut desk =
        Desk { game: fresh(&factions("verdant_eye", "azure_blades"), 5), events: Vec::new() };
    assert!(desk.game.secrets());
    desk.run("deploy 1,1 1,2 1,3 1,4 2,9", &[]);
    assert!(desk.game.secrets());
    desk.run("deploy 14,1 14,2 14,3 14,4 15,9", &[]);
    assert!(!desk.game.secrets());
    assert!(!Desk::new("a.............v").game.secrets());
}

#[test]
fn the_side_to_act_sees_reach_targets_and_reasons() {
    // DA-004, DA-005, DA-007, DA-008, DA-012, DA-021.
    let desk = Desk::new("a....v..........\n...#...........\nb.....w........".trim_end());
    let view = desk.game.view(P1.into());
    assert_eq!(view.choices.len(), 2);
    let first = &view.choices[0];
    assert_eq!((first.whole, first.half, first.must_roll), (4, 2, false));
    assert_eq!(first.reach[0], [square(1, 1)]);
    assert_eq!(first.reach[1].len(), 3);
    assert!(first.reach[2].contains(&square(2, 3)) && !first.reach[2].contains(&square(1, 3)));
    let seen: Vec<_> = first
        .targets
        .iter()
        .map(|target| (target.target.number, target.distance, target.refusal.is_some()))
        .collect();
    assert_eq!(seen, [(1, 5, false), (2, 6, true)]);
    let from: Vec<_> = first.shots.iter().filter(|shot| shot.to.is_none()).collect();
    assert_eq!(from.len(), 1);
    assert!(usize::from(from[0].shot) < view.shots.len());
    assert!(view.melee.is_some());
    assert!(desk.game.view(P2.into()).choices.is_empty());
    assert!(desk.game.view(Viewer::Spectator).choices.is_empty());
    let unit = &view.units[0];
    assert!(unit.ready && unit.state == UnitState::Standing && !unit.acted);
    assert_eq!(view.units[2].state, UnitState::Destroyed);
}

#[test]
fn a_unit_threatens_what_half_a_move_brings_within_range_and_sight() {
    // Section 18: Verdant Eye half move 2, range 5: seven columns to the right of its own.
    let desk = Desk::new("a..............\n..............v");
    let unit = UnitId { side: 1, number: 1 };
    let threat = desk.game.threat(unit);
    assert!(threat.contains(square(8, 1)) && !threat.contains(square(9, 1)));
    let slow: Area = Square::all()
        .filter(|to| {
            let ends = desk.game.reach(unit, 2).into_iter().flatten();
            ends.into_iter().any(|from| {
                from != *to && from.distance(*to) <= 5 && desk.game.sight(from, *to).clear
            })
        })
        .collect();
    assert_eq!(threat, slow);
    // A random Move counts at its most: three steps, then four squares.
    let solar =
        Desk::with(factions("solar_wardens", "verdant_eye"), "a..............\n..............v");
    let threat = solar.game.threat(unit);
    assert!(threat.contains(square(8, 1)) && !threat.contains(square(9, 1)));
    let eyes = solar.game.view(P1.into()).units[0].eyes.clone().unwrap();
    assert!(eyes.sees.contains(square(5, 1)) && !eyes.sees.contains(square(6, 1)));
}

#[test]
fn moves_and_holds_may_be_taken_back_and_nothing_else() {
    // Section 18.
    #[track_caller]
    fn check(board: &str, text: &str, dice: &[u32], allowed: TakeBack) {
        let mut desk = Desk::new(board);
        desk.run(text, dice);
        assert_eq!(desk.game.take_back(P1), allowed, "{text}");
    }
    check("a.............v", "P1-1 move 2,1", &[], TakeBack::UntilNext);
    check("a.............v", "P1-1 hold", &[], TakeBack::UntilNext);
    check("a.v............", "P1-1 shoot P2-1", &[1, 2], TakeBack::Never);
    check("aV.............\nw", "P1-1 melee P2-1", &[], TakeBack::Never);
    check("aB............v", "P1-1 aid P1-2", &[], TakeBack::Never);
}

/// Every command that could be meant at all in this battle.
fn everything(game: &Crossfire) -> Vec<Command> {
    let mut all = vec![
        Command::QuickStartDone {},
        Command::RollInitiative {},
        Command::ChooseOrder { first: true },
        Command::ChooseOrder { first: false },
        Command::DeclineRevive {},
    ];
    let number = game.view(Viewer::Spectator).rolls;
    for roll in number.saturating_sub(2)..=number + 1 {
        all.push(Command::KeepRoll { roll });
        all.extend([Kept::Old, Kept::New].map(|keep| Command::ChooseDie { roll, keep }));
        for source in [Source::Faction, Source::FocusedOrders, Source::TacticalEdge] {
            all.extend((0..=3).map(|die| Command::Reroll { roll, die, source }));
        }
    }
    for (side, number) in (1..=2).flat_map(|side| (1..=5).map(move |number| (side, number))) {
        let unit = UnitId { side, number };
        all.push(Command::DeclineAided { unit });
        all.push(Command::UseRevive { unit });
        all.push(Command::QuickStartMove { unit, to: None });
        let squares = Square::all().map(|to| Command::QuickStartMove { unit, to: Some(to.into()) });
        all.extend(squares);
        for action in [
            DeclaredAction::Move,
            DeclaredAction::Attack,
            DeclaredAction::FirstAid,
            DeclaredAction::QuickStart,
        ] {
            all.push(Command::DeclareMove { unit, action });
        }
        all.extend(every_act(unit));
    }
    all
}

#[test]
fn the_list_is_all_that_is_accepted_but_conceding() {
    // AQ-007, DA-005: by asking about every command there is, at positions of random battles.
    let setups = [
        json!({ "factions": ["grey_cloaks", "solar_wardens"], "mission": "occupy",
            "traits": ["stealth", "resilient"], "event": "revive",
            "advantage": { "seat": 1, "advantage": "focused_orders" } }),
        json!({ "factions": ["azure_blades", "verdant_eye"], "mission": "control_center",
            "advantage": { "seat": 0, "advantage": "quick_start" } }),
        json!({ "factions": ["solar_wardens", "ember_guard"], "mission": "break_through",
            "traits": ["sniper", "stealth"], "advantage": { "seat": 0, "advantage": "quick_start" } }),
        json!({ "factions": ["verdant_eye", "grey_cloaks"], "mission": "dead_zone",
            "advantage": { "seat": 1, "advantage": "tactical_edge" } }),
    ];
    for (seed, setup) in setups.iter().enumerate() {
        let mut game = fresh(setup, seed as u64);
        let mut rng = Rng::new(seed as u64);
        let mut dice = Dice::seeded(&Key::of_number(seed as u64));
        for entry in 1..=140 {
            let Some(seat) = game.to_act().iter().next() else { break };
            let mut list = Vec::new();
            game.legal(seat, &mut list);
            if entry > 2 && entry % 7 == 0 {
                for command in everything(&game) {
                    for asked in [P1, P2] {
                        let accepted = game.check(asked.into(), &command).is_ok();
                        let listed = asked == seat && list.contains(&command);
                        assert_eq!(accepted, listed, "{command:?} by {asked}");
                    }
                }
            }
            let command = *rng.choose(&list).unwrap();
            dice.begin(entry);
            game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
        }
    }
}

#[test]
fn only_a_side_that_is_asked_has_choices() {
    // Section 16, DA-005: and nobody after the end, nor a third seat at any time.
    #[track_caller]
    fn check(game: &Crossfire, asked: Option<Seat>) {
        for seat in Seat::first(3) {
            let mut list = Vec::new();
            let listing = game.legal(seat, &mut list);
            assert_eq!(!list.is_empty(), asked == Some(seat), "{seat}: {list:?}");
            let view = game.view(Viewer::Spectator);
            let placing = matches!(view.phase, PhaseView::Deployment { .. }) && seat.index() < 2;
            assert_eq!(listing == Listing::Sample, placing, "{seat}");
        }
    }
    let phased = |phase: serde_json::Value| {
        let board = "aB............v\n.............Wx";
        let mut config = factions("verdant_eye", "grey_cloaks");
        config["event"] = json!("revive");
        Desk::in_phase(config, board, phase).game
    };
    let initiative = |dice: serde_json::Value| {
        phased(json!({ "Initiative": { "dice": dice, "redraw": false } }))
    };
    check(&initiative(json!([null, null])), Some(P1));
    check(&initiative(json!([3, null])), Some(P2));
    check(&phased(json!({ "Order": { "dice": [2, 3] } })), Some(P2));
    check(&phased(json!({ "Order": { "dice": [3, 2] } })), Some(P1));
    check(&phased(json!({ "Revive": { "first": 0, "asked": 0 } })), Some(P1));
    check(&phased(json!({ "Revive": { "first": 0, "asked": 1 } })), Some(P2));
    check(&phased(json!({ "Over": { "winner": 0, "reason": "points" } })), None);
    let mut desk = Desk::new("a.............v");
    check(&desk.game, Some(P1));
    desk.run("P1-1 hold", &[]);
    check(&desk.game, Some(P2));
    let mut fight = Desk::with(factions("verdant_eye", "grey_cloaks"), "av.............");
    fight.run("P1-1 melee P2-1", &[3, 2]);
    check(&fight.game, Some(P2));
    let mut config = factions("verdant_eye", "verdant_eye");
    config["advantage"] = json!({ "seat": 1, "advantage": "quick_start" });
    let mut start = Desk { game: fresh(&config, 1), events: Vec::new() };
    start.run("deploy 1,1 1,2 1,3 1,4 1,5", &[]);
    check(&start.game, Some(P2));
    start.run("deploy 14,1 14,2 14,3 14,4 14,5", &[]);
    check(&start.game, Some(P2));
}

#[test]
fn deployments_are_listed_once_and_can_all_be_made() {
    // GR-012, R10: the fixed one first, then walks through the home zone.
    #[track_caller]
    fn check(config: &serde_json::Value, count: usize) {
        let game = fresh(config, 1);
        for seat in [P1, P2] {
            let mut list = Vec::new();
            game.legal(seat, &mut list);
            assert_eq!(list.len(), count, "{list:?}");
            assert_eq!(list.first(), game.idle(seat).as_ref());
            for (i, command) in list.iter().enumerate() {
                assert!(!list[..i].contains(command), "{command:?}");
                game.check(seat.into(), command).unwrap();
            }
        }
    }
    let mut config = factions("verdant_eye", "solar_wardens");
    check(&config, 18);
    // Four columns of three rows, of which a side needs all.
    let rules = include_str!("../../data/rules.toml")
        .replace("columns = [1, 2] ", "columns = [1, 4] ")
        .replace("columns = [14, 15]", "columns = [12, 15]")
        .replace("rows = [1, 9]", "rows = [4, 6]")
        .replace("min_distinct_rows = 2", "min_distinct_rows = 3");
    let terrain =
        include_str!("../../data/terrain.toml").replace("columns = [3, 13]", "columns = [5, 11]");
    config["data"] = json!({ "rules.toml": rules, "terrain.toml": terrain });
    check(&config, 12);
}

#[test]
fn the_absent_do_as_section_16_says() {
    // `idle`: the fixed deployment, roll, act first, hold, keep, decline, done.
    let game = fresh(&factions("verdant_eye", "solar_wardens"), 1);
    let deployed = |seat: Seat| match game.idle(seat) {
        Some(Command::Deploy { placements }) => {
            placements.iter().map(|placement| placement.square.to_string()).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(deployed(P1), ["2,3", "2,4", "2,5", "2,6", "2,7"]);
    assert_eq!(deployed(P2), ["14,3", "14,4", "14,5", "14,6"]);
    let idle = |desk: &Desk| {
        Crossfire::say(&desk.game.view(P1.into()), &desk.game.idle(desk.seat()).unwrap())
    };
    let mut desk = Desk::new("aB............v");
    assert_eq!(idle(&desk), "P1-1 hold");
    desk.run("P1-1 aid P1-2", &[]);
    assert_eq!(idle(&desk), "P1-2 decline");
    let mut grey = Desk::with(factions("grey_cloaks", "verdant_eye"), "a.v............");
    grey.run("P1-1 shoot P2-1", &[1, 2]);
    assert_eq!(idle(&grey), "keep");
    grey.run("reroll", &[3]);
    assert_eq!(idle(&grey), "choose old");
    let order = Desk::new("a.............v").set("/phase", json!({ "Order": { "dice": [2, 1] } }));
    assert_eq!(idle(&order), "first");
    let mut solar = Desk::with(factions("solar_wardens", "verdant_eye"), "a.............v");
    solar.run("declare attack", &[2]);
    assert_eq!(idle(&solar), "P1-1 end");
}

#[test]
fn people_type_as_they_like() {
    // CP-001: every command has words; case, brackets and synonyms do not matter.
    #[track_caller]
    fn check(text: &str, said: &str) {
        let desk = Desk::new("aB............v\nc");
        let view = desk.game.view(P1.into());
        let reading = Crossfire::read(&view, P1, text, &json!(null)).unwrap();
        assert_eq!(Crossfire::say(&view, &reading.commands[0]), said);
    }
    check("p1-1 MOVE (3,4)", "P1-1 move 3,4");
    check("1 go 3,4", "P1-1 move 3,4");
    check("1 fire 2", "P1-1 shoot P2-2");
    check("P1-1 shoot P2-1 from 2,2", "P1-1 shoot P2-1 from 2,2");
    check("1 help 2", "P1-1 aid P1-2");
    check("3 fight p2-1", "P1-3 melee P2-1");
    check("1 wait", "P1-1 hold");
    check("surrender", "concede");
    check("deploy 1,1 1,2", "deploy P1-1 1,1 P1-2 1,2");
    check("place P1-3 1,1; P1-1 1,2.", "deploy P1-3 1,1 P1-1 1,2");
    check("1 walk 3,4", "P1-1 move 3,4");
    check("3 hit 1", "P1-3 melee P2-1");
    check("3 heal P1-2 from 1,2", "P1-3 aid P1-2 from 1,2");
    check("1 pass", "P1-1 hold");
    check("3 stop 2,2", "P1-3 end 2,2");
    check("3 end", "P1-3 end");
    check("1 declare shoot", "P1-1 declare attack");
    check("1 declare melee", "P1-1 declare attack");
    check("1 declare help", "P1-1 declare aid");
    check("1 declare", "P1-1 declare move");
    check("1 declare quick", "P1-1 declare quick");
    check("1 quick 2,2", "P1-1 quick 2,2");
    check("1 quick", "P1-1 quick stay");
    check("done", "done");
    check("roll", "roll");
    check("first", "first");
    check("second", "second");
    check("resign", "concede");
    check("P1-2 decline", "P1-2 decline");
    check("no P1-2", "P1-2 decline");
    check("P1-2 revive", "P1-2 revive");
    check("no revive", "no revive");
    check("decline revive", "no revive");
    check("keep 4", "keep 4");
    check("choose 4 old", "choose 4 old");
    check("new 4", "choose 4 new");
    check("reroll 4 die 2 by orders", "reroll 4 die 2 by orders");
    check("again 4 1 edge", "reroll 4 die 1 by edge");
    check("reroll 4 2 faction", "reroll 4 die 2 by faction");
    let desk = Desk::new("a.............v");
    let view = desk.game.view(P1.into());
    let refused = Crossfire::read(&view, P1, "dance", &json!(null)).unwrap_err();
    assert_eq!((refused.code, &refused.facts["word"]), ("unknown_word", &json!("dance")));
    assert!(refused.sentence.contains("dance"));
    for (text, code) in [
        ("", "empty_text"),
        ("P1-1", "missing_target"),
        ("P1-1 move", "missing_target"),
        ("P1-1 shoot", "missing_target"),
        ("keep", "nothing_to_do"),
    ] {
        let refused = Crossfire::read(&view, P1, text, &json!(null)).unwrap_err();
        assert_eq!(refused.code, code, "{text}");
    }
    // The only unit that may act need not be named, and an open roll neither.
    assert_eq!(Crossfire::say(&view, &desk.read(P1, "move 2,2")), "P1-1 move 2,2");
    let two = Desk::new("ab............v");
    let silent = Crossfire::read(&two.game.view(P1.into()), P1, "move 2,2", &json!(null));
    let silent = silent.unwrap_err();
    assert_eq!((silent.code, &silent.facts["choices"]), ("which_one", &json!(["P1-1", "P1-2"])));
    let mut grey = Desk::with(factions("grey_cloaks", "verdant_eye"), "a.v............");
    grey.run("shoot 1", &[1, 2]);
    let view = grey.game.view(P1.into());
    for (text, said) in [
        ("keep", "keep"),
        ("keep 1", "keep"),
        ("keep 2", "keep 2"),
        ("reroll", "reroll die 1 by faction"),
        ("reroll die 2", "reroll die 2 by faction"),
        ("reroll 1 die 2", "reroll die 2 by faction"),
        ("reroll 2 die 2", "reroll 2 die 2 by faction"),
        ("old", "choose old"),
        ("new", "choose new"),
        ("new 2", "choose 2 new"),
        ("choose 1 old", "choose old"),
    ] {
        assert_eq!(Crossfire::say(&view, &grey.read(P1, text)), said);
    }
}

#[test]
fn the_board_is_drawn_with_its_units_and_zones() {
    // DA-008, DA-009.
    let mut setup = factions("verdant_eye", "azure_blades");
    setup["mission"] = json!("dead_center");
    let desk = Desk::with(setup, "a..#..........v\nB.............W");
    let drawing = Crossfire::draw(&desk.game.view(P1.into()), P1.into()).plain();
    let row = |row: u8| {
        let start = format!("  {row} ");
        drawing.lines().find(|line| line.starts_with(&start)).unwrap()
    };
    for part in ["◆1*", "▓▓▓▓", "●1"] {
        assert!(row(1).contains(part), "{part}\n{drawing}");
    }
    assert!(row(2).contains("◇2") && row(2).contains("○2"), "{drawing}");
    assert!(row(5).contains('+'));
    assert!(drawing.contains("Dead Center · round 1 of 6 · score 0 : 0"));
    let prompt = Crossfire::prompt(&desk.game.view(P1.into()), P1.into());
    assert_eq!(prompt, "P1 Verdant Eye: activate one unit. 0 of 4 used in round 1.");
}

#[test]
fn the_heading_tells_the_round_and_what_it_would_bring() {
    // DA-008, R34: not before the first round nor after the end, and the seventh round is no
    // regular one.
    #[track_caller]
    fn check(desk: &Desk, heading: &str) {
        let drawing = Crossfire::draw(&desk.game.view(P1.into()), P1.into()).plain();
        assert_eq!(drawing.lines().next().unwrap(), heading);
    }
    let mut setup = factions("verdant_eye", "verdant_eye");
    setup["mission"] = json!("control_center");
    let game = fresh(&setup, 1);
    check(&Desk { game, events: Vec::new() }, "Control Center · deployment · score 0 : 0");
    let desk = Desk::with(setup, ".......a......v");
    let now = |round: &str| {
        format!("Control Center · {round} · score 0 : 0 (if the round ended now 1 : 0)")
    };
    check(&desk, &now("round 1 of 6"));
    check(&desk.clone().set("/round", json!(6)), &now("round 6 of 6"));
    let mut last = desk.set("/round", json!(7));
    check(&last, &now("extra round 7"));
    last.run("P1-1 hold", &[]).run("P2-1 hold", &[]);
    check(&last, "Control Center · extra round 7 · score 1 : 0");
}

#[test]
fn the_numbers_of_a_side_are_those_of_this_battle() {
    // GR-042, DA-008: with the event in them.
    #[track_caller]
    fn check(event: &str, first: &str, second: &str) {
        let mut setup = factions("verdant_eye", "solar_wardens");
        setup["event"] = json!(event);
        let desk = Desk::with(setup, "a.............v");
        let drawing = Crossfire::draw(&desk.game.view(P1.into()), P1.into()).plain();
        for numbers in [first, second] {
            assert!(drawing.contains(&format!("lost  {numbers}\n")), "{numbers}\n{drawing}");
        }
    }
    check("off", "Move 4 Range 5 AQ +1/+1 Def 7", "Move d6 Range 4 AQ +1/+1 Def 9");
    check("fog_of_war", "Move 4 Range 3 AQ +1/+1 Def 7", "Move d6 Range 3 AQ +1/+1 Def 9");
    check("fast_assault", "Move 5 Range 5 AQ +1/+1 Def 7", "Move d6+1 Range 4 AQ +1/+1 Def 9");
}

#[test]
fn optional_rules_say_what_is_used_up() {
    // DA-008, DA-020, R25, R42: Resilient, Revive and Focused Orders.
    #[track_caller]
    fn check(options: serde_json::Value, lines: [&str; 4]) {
        let mut setup = factions("verdant_eye", "verdant_eye");
        setup["traits"] = json!(["sniper", "resilient"]);
        setup["event"] = json!("revive");
        setup["advantage"] = json!({ "seat": 0, "advantage": "focused_orders" });
        let desk = Desk::with(setup, "a.............v").set("/options", options);
        let drawing = Crossfire::draw(&desk.game.view(P1.into()), P1.into()).plain();
        for line in lines {
            assert!(drawing.contains(&format!("\n{line}: ")), "{line}\n{drawing}");
        }
    }
    check(
        json!({ "downs_ignored": [0, 0], "revives": [0, 0], "orders": 2 }),
        ["P1 Sniper", "P2 Resilient", "Event Revive", "P1 Focused Orders (2 left)"],
    );
    check(
        json!({ "downs_ignored": [0, 1], "revives": [0, 1], "orders": 0 }),
        [
            "P1 Sniper",
            "P2 Resilient (used up)",
            "Event Revive (used up by P2)",
            "P1 Focused Orders (0 left)",
        ],
    );
    check(
        json!({ "downs_ignored": [0, 0], "revives": [1, 1], "orders": 1 }),
        [
            "P1 Sniper",
            "P2 Resilient",
            "Event Revive (used up by P1 and P2)",
            "P1 Focused Orders (1 left)",
        ],
    );
}

#[test]
fn the_prompt_asks_for_no_more_units_than_can_act() {
    // GR-015, GR-016, DA-003.
    #[track_caller]
    fn check(board: &str, units: &str) {
        let mut desk = Desk::new(board);
        desk.run("P1-1 hold", &[]);
        let prompt = Crossfire::prompt(&desk.game.view(P1.into()), P1.into());
        assert_eq!(prompt, format!("P2 Verdant Eye: activate {units}. 0 of 4 used in round 1."));
    }
    check("ab...........vw", "two units");
    check("ab...........vW", "one unit");
    check("ab............v", "one unit");
}

#[test]
fn sectors_are_drawn_by_their_letters() {
    // GR-033, DA-008: what Occupy counts; other missions have one mark, or none.
    #[track_caller]
    fn check(mission: &str, row: &str, legend: &str) {
        let mut setup = factions("verdant_eye", "verdant_eye");
        setup["mission"] = json!(mission);
        let desk = Desk::with(setup, "ab............v");
        let drawing = Crossfire::draw(&desk.game.view(P1.into()), P1.into()).plain();
        let drawn = drawing.lines().find(|line| line.starts_with("  9 ")).unwrap();
        assert_eq!(drawn.split_whitespace().skip(1).collect::<String>(), row, "{mission}");
        assert!(drawing.contains(&format!("▓▓ terrain{legend}\n")), "{mission}: {drawing}");
    }
    check("occupy", "..AAAABBBCCCC..", "   A B C sectors");
    check("dead_zone", "..····+++····..", "   + mission zone");
    check("control_center", "..····+++····..", "   + mission zone");
    check("crossfire_clash", "..···········..", "");
    check("break_through", "..···········..", "");
}

#[test]
fn the_question_about_a_shot_says_what_hits() {
    // DA-006, DA-018: Defense, cover and what the shooter adds.
    #[track_caller]
    fn check(setup: &serde_json::Value, board: &str, text: &str, prompt: &str) {
        let mut desk = Desk::with(setup.clone(), board);
        desk.run(text, &[5, 2]);
        assert_eq!(Crossfire::prompt(&desk.game.view(P1.into()), P1.into()), prompt);
    }
    let asked = |hits: &str| {
        format!(
            "P1 Grey Cloaks rolled 5 and 2 for P1-1's shot at P2-1{hits}: reroll a die, or keep?"
        )
    };
    let mut setup = factions("grey_cloaks", "verdant_eye");
    let covered = "...............\n...............\n...............\n...a...#\n.......v";
    check(&setup, "a.v............", "P1-1 shoot P2-1", &asked(" (8 or more hits)"));
    check(&setup, covered, "P1-1 shoot P2-1 from 5,4", &asked(" (9 or more hits)"));
    setup["event"] = json!("focused_fire");
    check(&setup, "a.v............", "P1-1 shoot P2-1", &asked(" (7 or more hits)"));
    check(&setup, "a.v............", "P1-1 shoot P2-1 from 2,2", &asked(" (8 or more hits)"));
}

#[test]
fn events_are_told_with_their_facts() {
    // DA-006, DA-013.
    let mut desk = Desk::new("a.v............\n..............w");
    desk.run("P1-1 shoot P2-1 from 2,1", &[3, 4]);
    let view = desk.game.view(P1.into());
    let told: Vec<String> = desk.events.iter().map(|event| Crossfire::tell(&view, event)).collect();
    assert_eq!(
        told,
        [
            "P1-1 moves from 1,1 to 2,1, 1 step.",
            "P1-1 shoots at P2-1 and rolls 3 and 4.",
            "7 + 1 = 8 against Defense 7: P2-1 is hit.",
            "P2-1 goes Down.",
        ]
    );
}

#[test]
fn the_reference_is_made_from_the_data() {
    // DA-014.
    let text = reference(Data::standard());
    for part in [
        "| Solar Wardens | 4 | d6 | 4 | +1 | +1 | 9 | natural 11, 12 at range kills |",
        "Fog of War (rolls 1): nobody shoots further than 3",
        "Occupy (rolls 6)",
        "Resilient: the first Down",
        "Quick Start: up to 2 units",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let about = Crossfire::about();
    assert!(about.rules.contains("GR-001") && about.rules.contains("### Glossary"));
}

#[test]
fn the_view_tells_the_mission_and_every_rule_in_force() {
    // DA-008, DA-014, DA-020: in words, from the same data as the reference.
    #[track_caller]
    fn mission(id: &str, line: &str) {
        let mut setup = factions("verdant_eye", "azure_blades");
        setup["mission"] = json!(id);
        assert_eq!(fresh(&setup, 1).view(Viewer::Spectator).mission_line, line);
    }
    let kills = "1 point at each round's end for each enemy unit destroyed since the last scoring";
    mission("crossfire_clash", kills);
    mission("control_center", "1 point at each round's end for more units in columns 7-9");
    let guests =
        "1 point at each round's end for more units in the enemy's home than it has in yours";
    mission("break_through", guests);
    mission("dead_center", "1 point at each round's end for more units on 8,5");
    mission("dead_zone", "1 point at each round's end for being alone in columns 7-9");
    let sectors = "Points at each round's end for more units: A in columns 3-6 (P1 1, P2 4); \
                   B in columns 7-9 (P1 2, P2 2); C in columns 10-13 (P1 4, P2 1)";
    mission("occupy", sectors);

    let effects = |setup: serde_json::Value| -> Vec<String> {
        let view = fresh(&setup, 1).view(Viewer::Spectator);
        let told = view.effects.iter().map(|effect| {
            let kind = serde_json::to_value(effect.kind).unwrap();
            let seat = effect.seat.map_or("both".to_owned(), |seat| seat.to_string());
            format!("{} {seat} {}: {}", kind.as_str().unwrap(), effect.name, effect.line)
        });
        told.collect()
    };
    assert!(effects(factions("verdant_eye", "azure_blades")).is_empty());
    let all = |traits: [&str; 2], event: &str, seat: u8, advantage: &str| {
        let mut setup = factions("verdant_eye", "azure_blades");
        setup["traits"] = json!(traits);
        setup["event"] = json!(event);
        setup["advantage"] = json!({ "seat": seat, "advantage": advantage });
        effects(setup)
    };
    let (first, second) = (P1.to_string(), P2.to_string());
    assert_eq!(
        all(["resilient", "sniper"], "fog_of_war", 1, "focused_orders"),
        [
            format!(
                "trait {first} Resilient: the first Down of the side in the battle does not happen"
            ),
            format!("trait {second} Sniper: cover adds nothing against the side's shots"),
            "event both Fog of War: nobody shoots further than 3".to_owned(),
            format!(
                "advantage {second} Focused Orders: 2 rerolls in the battle, the second value stands"
            ),
        ]
    );
    assert_eq!(
        all(["stealth", "stealth"], "no_event", 0, "quick_start")[1..],
        [
            format!("trait {second} Stealth: the side's units cannot be shot at while in cover"),
            "event both No Event: nothing".to_owned(),
            format!("advantage {first} Quick Start: up to 2 units make a full Move before round 1"),
        ]
    );
    let edge = all(["sniper", "sniper"], "deadly_rounds", 0, "tactical_edge");
    assert!(
        edge[2].ends_with("natural 11, 12 kills; natural 10, 11, 12 for those with deadly rounds")
    );
    assert!(edge[3].ends_with("rolls initiative first each round and may reroll it once at once"));
    let event = |id: &str| all(["sniper", "sniper"], id, 0, "tactical_edge").swap_remove(2);
    assert!(event("fast_assault").ends_with("Move +1 before halving"));
    assert!(event("focused_fire").ends_with("+1 AQ for a shooter that has not moved"));
    assert!(event("revive").ends_with("each side may stand up one unit at a round end, 1 in all"));
}

#[test]
fn a_view_stays_small() {
    // Section 18 wants a step within 150 ms, also over a telephone's network.
    let mut largest = 0;
    for seed in 0..4 {
        let mut game = fresh(&factions("verdant_eye", "azure_blades"), seed);
        let mut rng = Rng::new(seed);
        let mut dice = Dice::seeded(&Key::of_number(seed));
        for entry in 1..=60 {
            let Some(seat) = game.to_act().iter().next() else { break };
            if entry % 5 == 0 {
                let view = serde_json::to_string(&game.view(seat.into())).unwrap();
                largest = largest.max(view.len());
            }
            let mut list = Vec::new();
            game.legal(seat, &mut list);
            let command = *rng.choose(&list).unwrap();
            dice.begin(entry);
            game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
        }
    }
    println!("the largest view has {largest} bytes");
    assert!(largest < 40_000, "{largest} bytes");
}
