//! Positions from outside: what cannot be is refused with the reason, and nothing else is.

use senet_crossfire::{Campaign, Crossfire};
use senet_kernel::{Dice, Events, Faults, Game, Key, Seat};
use serde_json::{Value, json};

use crate::desk::{Desk, P1, P2, factions, fresh};

/// A position with some of its parts changed.
struct Position(Value);

impl Position {
    fn of(game: &impl serde::Serialize) -> Position {
        Position(serde_json::to_value(game).unwrap())
    }

    fn with(&self, changes: &[(&str, Value)]) -> Value {
        let mut state = self.0.clone();
        for (path, value) in changes {
            *state.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value.clone();
        }
        state
    }

    /// Refused with this code.
    #[track_caller]
    fn refuses(&self, changes: &[(&str, Value)], code: &str) {
        let faults = inspected(self.with(changes)).expect_err(&format!("{changes:?} is taken"));
        assert_eq!(faults.list()[0].code, code, "{changes:?}: {faults}");
        assert!(faults.list().iter().all(|fault| !fault.sentence.is_empty()));
    }

    #[track_caller]
    fn takes(&self, changes: &[(&str, Value)]) {
        if let Err(faults) = inspected(self.with(changes)) {
            panic!("{changes:?}: {faults}");
        }
    }
}

fn inspected(state: Value) -> Result<(), Faults> {
    if state.get("records").is_some() {
        serde_json::from_value::<Campaign>(state).unwrap().inspect()
    } else {
        serde_json::from_value::<Crossfire>(state).unwrap().inspect()
    }
}

fn with_advantage(first: &str, seat: u8, advantage: &str) -> Value {
    let mut setup = factions(first, "verdant_eye");
    setup["advantage"] = json!({ "seat": seat, "advantage": advantage });
    setup
}

#[test]
fn before_the_deployment_nothing_is_on_the_board() {
    // GR-012.
    let start = Position::of(&fresh(&factions("verdant_eye", "solar_wardens"), 1));
    start.takes(&[]);
    start.refuses(&[("/squares/0", json!([1, 1]))], "not_deployed");
    start.refuses(&[("/destroyed", json!(1))], "not_deployed");
    start.refuses(&[("/acted", json!(1))], "not_deployed");
    start.refuses(&[("/down", json!(1))], "not_on_board");
    start.refuses(&[("/round", json!(1))], "no_such_round");
    let placed = |squares: &[[u8; 2]]| {
        let mut list: Vec<Value> = squares.iter().map(|square| json!(square)).collect();
        list.resize(8, Value::Null);
        json!(list)
    };
    let own = placed(&[[1, 1], [1, 2], [2, 1], [2, 2], [2, 9]]);
    let path = "/phase/Deployment/placed";
    start.takes(&[(path, json!([own, null]))]);
    let enemy = placed(&[[14, 1], [14, 2], [15, 1], [15, 2]]);
    start.takes(&[(path, json!([null, enemy]))]);
    start.refuses(&[(path, json!([own, enemy]))], "deployed");
    for wrong in [
        placed(&[[1, 1], [1, 2], [2, 1], [2, 2]]),
        placed(&[[1, 1], [1, 2], [2, 1], [2, 2], [2, 9], [1, 9]]),
        placed(&[[1, 1], [1, 2], [2, 1], [2, 2], [2, 2]]),
        placed(&[[1, 1], [1, 2], [2, 1], [2, 2], [3, 9]]),
        placed(&[[14, 1], [14, 2], [15, 1], [15, 2], [15, 3]]),
    ] {
        start.refuses(&[(path, json!([wrong, null]))], "deployment");
    }
    let gap = json!([[1, 1], [1, 2], null, [2, 2], [2, 9], [2, 1], null, null]);
    start.refuses(&[(path, json!([gap, null]))], "deployment");
    let rules = [("/scenario/rules/min_distinct_rows", json!(3)), (path, json!([own, null]))];
    start.takes(&rules);
    let two_rows = placed(&[[1, 1], [1, 2], [2, 1], [2, 2]]);
    let four = ("/scenario/factions/0/roster", json!(4));
    start.takes(&[four.clone(), (path, json!([two_rows, null]))]);
    let rows = [rules[0].clone(), four, (path, json!([two_rows, null]))];
    start.refuses(&rows, "deployment");
}

#[test]
fn quick_start_comes_before_anything_else() {
    // GR-040, R45.
    let quick = |first: &str, seat: u8| {
        let phase = json!({ "QuickStart": { "moved": 0, "declared": null } });
        let board = "a.............v\nb.............w\nc.............x\nd.............y";
        let mut state = serde_json::to_value(
            &Desk::with(with_advantage(first, seat, "quick_start"), board).game,
        )
        .unwrap();
        state["phase"] = phase;
        state["round"] = json!(0);
        // The fifth unit of a side that has one stands too.
        for (index, square) in [(4, json!([1, 5])), (12, json!([15, 5]))] {
            if state["destroyed"].as_u64().unwrap() & 1 << index != 0 {
                state["squares"][index] = square;
            }
        }
        state["destroyed"] = json!(0);
        Position(state)
    };
    let plain = quick("verdant_eye", 0);
    plain.takes(&[]);
    plain.takes(&[("/phase/QuickStart/moved", json!(1))]);
    plain.takes(&[("/phase/QuickStart/moved", json!(16))]);
    plain.refuses(&[("/phase/QuickStart/moved", json!(3))], "quick_start");
    plain.refuses(&[("/phase/QuickStart/moved", json!(0x100))], "quick_start");
    plain.refuses(&[("/down", json!(1))], "quick_start");
    plain.refuses(&[("/acted", json!(1))], "quick_start");
    plain.refuses(&[("/squares/1", json!(null)), ("/destroyed", json!(2))], "quick_start");
    plain.refuses(&[("/scenario/advantage", json!(null))], "quick_start");
    plain.refuses(&[("/round", json!(1))], "no_such_round");
    let declared = |unit: u8, action: &str, die: u8| {
        ("/phase/QuickStart/declared", json!({ "unit": unit, "action": action, "die": die }))
    };
    plain.refuses(&[declared(0, "quick_start", 3)], "declared");
    let solar = quick("solar_wardens", 0);
    solar.takes(&[declared(0, "quick_start", 3)]);
    solar.takes(&[declared(3, "quick_start", 1)]);
    solar.takes(&[declared(3, "quick_start", 6)]);
    solar.refuses(&[declared(0, "quick_start", 0)], "declared");
    solar.refuses(&[declared(0, "quick_start", 7)], "declared");
    solar.refuses(&[declared(8, "quick_start", 3)], "declared");
    solar.refuses(&[declared(0, "move", 3)], "declared");
    solar.refuses(
        &[declared(0, "quick_start", 3), ("/phase/QuickStart/moved", json!(1))],
        "declared",
    );
    quick("verdant_eye", 1).takes(&[("/phase/QuickStart/moved", json!(0x100))]);
    quick("verdant_eye", 1).refuses(&[("/phase/QuickStart/moved", json!(1))], "quick_start");
}

#[test]
fn the_initiative_dice_fall_in_order() {
    // GR-013, R11, R52.
    let phase = |dice: Value, redraw: bool| {
        ("/phase", json!({ "Initiative": { "dice": dice, "redraw": redraw } }))
    };
    let open = |asked: u8, number: u32| {
        let roll =
            json!({ "number": number, "asked": asked, "roll": "Initiative", "choice": null });
        ("/open", roll)
    };
    let board = "a.............v";
    let plain = Position::of(&Desk::new(board).game);
    plain.takes(&[phase(json!([null, null]), false)]);
    plain.takes(&[phase(json!([null, null]), true)]);
    plain.takes(&[phase(json!([1, null]), false)]);
    plain.takes(&[phase(json!([6, null]), true)]);
    plain.refuses(&[phase(json!([0, null]), false)], "dice");
    plain.refuses(&[phase(json!([7, null]), false)], "dice");
    plain.refuses(&[phase(json!([null, 3]), false)], "dice");
    plain.refuses(&[phase(json!([2, 3]), false)], "dice");
    plain.refuses(&[phase(json!([null, null]), false), open(0, 1)], "dice");
    plain.refuses(&[phase(json!([2, 3]), false), open(0, 1)], "dice");
    plain.refuses(&[phase(json!([2, null]), false), open(0, 1)], "dice");
    plain.takes(&[("/phase", json!({ "Order": { "dice": [1, 6] } }))]);
    for dice in [[0, 3], [3, 0], [7, 3], [3, 7], [4, 4]] {
        plain.refuses(&[("/phase", json!({ "Order": { "dice": dice } }))], "dice");
    }
    let orders =
        Position::of(&Desk::with(with_advantage("verdant_eye", 0, "focused_orders"), board).game);
    orders.takes(&[phase(json!([2, 3]), false), open(0, 1)]);
    orders.takes(&[phase(json!([2, 3]), true), open(0, 1)]);
    orders.refuses(&[phase(json!([3, 3]), false), open(0, 1)], "dice");
    orders.refuses(&[phase(json!([2, 3]), false), open(1, 1)], "dice");
    orders.refuses(&[phase(json!([2, 3]), false), open(2, 1)], "dice");
    orders
        .refuses(&[phase(json!([2, 3]), false), open(0, 1), ("/options/orders", json!(0))], "dice");
    let edge =
        Position::of(&Desk::with(with_advantage("verdant_eye", 1, "tactical_edge"), board).game);
    edge.takes(&[phase(json!([null, 3]), false), open(1, 1)]);
    edge.takes(&[phase(json!([null, 3]), false)]);
    edge.refuses(&[phase(json!([3, null]), false)], "dice");
    edge.refuses(&[phase(json!([null, 3]), true), open(1, 1)], "dice");
    edge.refuses(&[phase(json!([null, 3]), false), open(0, 1)], "dice");
}

#[test]
fn somebody_can_act_while_units_are_activated() {
    // GR-015, GR-016, GR-030, GR-011.
    let battle = Position::of(&Desk::new("a.............v\nB.............w\nc").game);
    let at = |field: &str| format!("/phase/Activation/{field}");
    let check = |changes: &[(&str, Value)], code: &str| {
        let paths: Vec<(String, Value)> = changes
            .iter()
            .map(|(field, value)| {
                let path = if field.starts_with('/') { (*field).to_owned() } else { at(field) };
                (path, value.clone())
            })
            .collect();
        let changes: Vec<(&str, Value)> =
            paths.iter().map(|(path, value)| (path.as_str(), value.clone())).collect();
        if code.is_empty() {
            battle.takes(&changes);
        } else {
            battle.refuses(&changes, code);
        }
    };
    check(&[], "");
    check(&[("turn", json!(1))], "");
    check(&[("turn", json!(2))], "no_such_seat");
    check(&[("first", json!(2))], "no_such_seat");
    check(&[("slots", json!(16))], "");
    check(&[("slots", json!(17))], "cap");
    check(&[("slots", json!(0))], "nobody");
    check(&[("used", json!([4, 0]))], "cap");
    check(&[("used", json!([0, 5]))], "cap");
    check(&[("used", json!([1, 0])), ("/acted", json!(4))], "");
    check(&[("used", json!([1, 0])), ("/acted", json!(0x100))], "acted");
    check(&[("used", json!([2, 0])), ("/acted", json!(5))], "nobody");
    // A side that has used up the cap waits while the other acts: destroyed units acted too.
    let four = ("used", json!([4, 0]));
    check(&[four.clone(), ("/acted", json!(0b11101)), ("turn", json!(1))], "");
    check(&[("aided", json!(2))], "");
    check(&[("aided", json!(2)), ("slots", json!(0))], "");
    check(&[("aided", json!(1))], "nobody");
    check(&[("aided", json!(8))], "nobody");
    check(&[("declared", json!({ "unit": 0, "action": "move", "die": 3 }))], "declared");
    let two = "a.............v\nb.............w";
    let solar = Position::of(&Desk::with(factions("solar_wardens", "verdant_eye"), two).game);
    let declared = |unit: u8, action: &str, die: u8| {
        let declared = json!({ "unit": unit, "action": action, "die": die });
        ("/phase/Activation/declared", declared)
    };
    for action in ["move", "attack", "first_aid"] {
        solar.takes(&[declared(0, action, 1)]);
        solar.takes(&[declared(0, action, 6)]);
    }
    solar.refuses(&[declared(0, "quick_start", 3)], "declared");
    solar.refuses(&[declared(0, "move", 0)], "declared");
    solar.refuses(&[declared(0, "move", 7)], "declared");
    solar.refuses(&[declared(8, "move", 3)], "declared");
    solar.refuses(&[declared(2, "move", 3)], "declared");
    let aided = ("/phase/Activation/aided", json!(1));
    solar.takes(&[declared(1, "move", 3), aided.clone()]);
    solar.refuses(&[declared(0, "move", 3), aided], "declared");
}

#[test]
fn a_side_without_units_has_lost() {
    // R35.
    let battle = Position::of(&Desk::new("a.............v").game);
    battle.refuses(&[("/squares/8", json!(null)), ("/destroyed", json!(0x1f1e))], "wiped_out");
    let over = |winner: Value| json!({ "Over": { "winner": winner, "reason": "wipe_out" } });
    let gone = [("/squares/8", json!(null)), ("/destroyed", json!(0x1f1e))];
    battle.takes(&[gone[0].clone(), gone[1].clone(), ("/phase", over(json!(0)))]);
    battle.takes(&[("/phase", over(json!(null)))]);
    battle.takes(&[("/phase", over(json!(1))), ("/round", json!(7))]);
    battle.refuses(&[("/phase", over(json!(2)))], "no_such_seat");
    battle.refuses(&[("/phase", over(json!(0))), ("/round", json!(8))], "no_such_round");
    battle.takes(&[("/round", json!(7))]);
    battle.refuses(&[("/round", json!(8))], "no_such_round");
    battle.refuses(&[("/round", json!(0))], "no_such_round");
    battle.refuses(&[("/squares/0", json!(null))], "off_board");
    battle.refuses(&[("/destroyed", json!(0x1e1f))], "on_board");
    battle.refuses(&[("/squares/5", json!([9, 9]))], "unknown_unit");
    battle.refuses(&[("/acted", json!(0x20))], "unknown_unit");
    // A side may give up before anything is on the board.
    let start = Position::of(&fresh(&factions("verdant_eye", "verdant_eye"), 1));
    start.takes(&[("/phase", over(json!(1)))]);
    let conceded = [("/phase", over(json!(1))), ("/round", json!(1))];
    start.refuses(&conceded, "off_board");
    let half = [("/phase", over(json!(1))), ("/squares/0", json!([1, 1]))];
    start.refuses(&half, "off_board");
}

#[test]
fn revive_is_asked_of_a_side_that_can_use_it() {
    // R42.
    let mut setup = factions("verdant_eye", "verdant_eye");
    setup["event"] = json!("revive");
    let battle = Position::of(&Desk::with(setup, "A............v\nb............w").game);
    let phase =
        |first: u8, asked: u8| ("/phase", json!({ "Revive": { "first": first, "asked": asked } }));
    battle.takes(&[phase(0, 0)]);
    battle.takes(&[phase(1, 0)]);
    battle.refuses(&[phase(0, 1)], "revive");
    battle.refuses(&[phase(2, 0)], "revive");
    battle.refuses(&[phase(0, 2)], "revive");
    battle.refuses(&[phase(0, 0), ("/options/revives", json!([1, 0]))], "revive");
    battle.takes(&[phase(0, 0), ("/options/revives", json!([0, 1]))]);
    battle.refuses(&[("/options/revives", json!([2, 0]))], "used_too_often");
    battle.refuses(&[("/options/revives", json!([0, 2]))], "used_too_often");
    battle.refuses(&[("/options/revives", json!(null))], "not_in_force");
    battle.refuses(&[("/options/downs_ignored", json!([0, 0]))], "not_in_force");
    let mut setup = with_advantage("verdant_eye", 0, "focused_orders");
    setup["traits"] = json!(["sniper", "resilient"]);
    let battle = Position::of(&Desk::with(setup, "a.............v").game);
    battle.takes(&[("/options/downs_ignored", json!([0, 1]))]);
    battle.refuses(&[("/options/downs_ignored", json!([1, 0]))], "used_too_often");
    battle.refuses(&[("/options/downs_ignored", json!([0, 2]))], "used_too_often");
    battle.refuses(&[("/options/downs_ignored", json!(null))], "not_in_force");
    battle.takes(&[("/options/orders", json!(0))]);
    battle.takes(&[("/options/orders", json!(2))]);
    battle.refuses(&[("/options/orders", json!(3))], "used_too_often");
    battle.refuses(&[("/options/orders", json!(null))], "not_in_force");
}

#[test]
fn an_open_roll_belongs_to_what_goes_on() {
    // GR-045, R24.
    let board = "av............w\nb..............";
    let grey = Position::of(&Desk::with(factions("grey_cloaks", "grey_cloaks"), board).game);
    let open = |asked: u8, roll: Value, choice: Value| {
        ("/open", json!({ "number": 1, "asked": asked, "roll": roll, "choice": choice }))
    };
    let shot = |shooter: u8, target: u8, dice: [u8; 2]| json!({ "Shot": { "shooter": shooter, "target": target, "moved": false, "dice": dice } });
    let melee = |attacker: u8, target: u8, dice: [u8; 2], defending: bool| {
        json!({ "Melee": {
            "attacker": attacker, "target": target, "dice": dice, "defending": defending } })
    };
    let none = || json!(null);
    grey.takes(&[open(0, shot(0, 8, [1, 6]), none())]);
    grey.takes(&[open(0, shot(1, 9, [1, 6]), none())]);
    grey.refuses(&[open(1, shot(0, 8, [1, 6]), none())], "no_such_roll");
    grey.refuses(&[open(0, shot(8, 0, [1, 6]), none())], "no_such_roll");
    grey.refuses(&[open(0, shot(0, 1, [1, 6]), none())], "no_such_roll");
    grey.refuses(&[open(0, shot(0, 10, [1, 6]), none())], "no_such_roll");
    grey.refuses(&[open(0, shot(2, 8, [1, 6]), none())], "no_such_roll");
    grey.refuses(&[open(0, shot(0, 8, [0, 6]), none())], "no_such_roll");
    grey.refuses(&[open(0, shot(0, 8, [1, 7]), none())], "no_such_roll");
    let aided = ("/phase/Activation/aided", json!(1));
    grey.refuses(&[open(0, shot(0, 8, [1, 6]), none()), aided.clone()], "no_such_roll");
    grey.takes(&[open(0, shot(1, 8, [1, 6]), none()), aided]);
    grey.takes(&[open(0, melee(0, 8, [1, 6], false), none())]);
    grey.takes(&[open(1, melee(0, 8, [1, 6], true), none())]);
    grey.refuses(&[open(1, melee(0, 8, [1, 6], false), none())], "no_such_roll");
    grey.refuses(&[open(0, melee(0, 8, [1, 6], true), none())], "no_such_roll");
    grey.refuses(&[open(0, melee(0, 8, [1, 0], false), none())], "no_such_roll");
    grey.refuses(&[open(0, melee(0, 10, [1, 6], false), none())], "no_such_roll");
    let down = ("/down", json!(0x100));
    grey.refuses(&[open(0, melee(0, 8, [1, 6], false), none()), down.clone()], "no_such_roll");
    grey.takes(&[open(0, shot(0, 8, [1, 6]), none()), down]);
    grey.refuses(&[open(0, json!("Movement"), none())], "no_such_roll");
    grey.refuses(&[open(0, json!("Initiative"), none())], "no_such_roll");
    let order = ("/phase", json!({ "Order": { "dice": [2, 1] } }));
    grey.refuses(&[order, open(0, shot(0, 8, [1, 6]), none())], "no_such_roll");

    let old = |die: u8, old: u8| json!({ "die": die, "old": old });
    grey.takes(&[open(0, shot(0, 8, [1, 6]), old(1, 1))]);
    grey.takes(&[open(0, shot(0, 8, [1, 6]), old(2, 6))]);
    for wrong in [old(0, 3), old(3, 3), old(1, 0), old(1, 7)] {
        grey.refuses(&[open(0, shot(0, 8, [1, 6]), wrong)], "choice");
    }
    grey.takes(&[open(0, melee(0, 8, [1, 6], false), old(1, 3))]);
    grey.refuses(&[open(0, melee(0, 8, [1, 6], false), old(2, 3))], "choice");
    let plain = Position::of(&Desk::new(board).game);
    plain.refuses(&[open(0, shot(0, 8, [1, 6]), old(1, 3))], "choice");

    let setup = with_advantage("solar_wardens", 0, "focused_orders");
    let solar = Position::of(&Desk::with(setup, "a.............v\nb").game);
    let declared = json!({ "unit": 0, "action": "attack", "die": 3 });
    let declared = ("/phase/Activation/declared", declared);
    solar.takes(&[declared.clone(), open(0, json!("Movement"), none())]);
    solar.refuses(&[declared.clone(), open(1, json!("Movement"), none())], "no_such_roll");
    solar.refuses(&[open(0, json!("Movement"), none())], "no_such_roll");
    solar.takes(&[declared.clone(), open(0, shot(0, 8, [1, 6]), none())]);
    solar.refuses(&[declared, open(0, shot(1, 8, [1, 6]), none())], "no_such_roll");
}

/// A campaign after two battles that the second side gave up, between the battles.
fn campaign(confirm: bool) -> Campaign {
    let config = serde_json::from_value(json!({ "confirm_missions": confirm })).unwrap();
    let mut game = Campaign::new(&config, &mut Dice::values([3])).unwrap();
    let mut dice = Dice::seeded(&Key::of_number(7));
    let mut run = |game: &mut Campaign, seat: Seat, command: Value| {
        let command = serde_json::from_value(command).unwrap();
        game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
    };
    for mission in ["occupy", "dead_zone"] {
        run(&mut game, P1, json!({ "type": "choose_mission", "mission": mission }));
        if confirm {
            run(&mut game, P2, json!({ "type": "confirm_mission", "agree": true }));
        }
        run(&mut game, P2, json!({ "type": "battle", "command": { "type": "concede" } }));
        run(&mut game, P1, json!({ "type": "choose_advantage", "advantage": "quick_start" }));
    }
    game
}

#[test]
fn what_goes_on_in_a_campaign_follows_from_its_battles() {
    // GR-036, GR-037, GR-039, GR-040, AQ-005.
    let between = Position::of(&campaign(false));
    between.takes(&[]);
    for length in [3, 4, 5] {
        between.takes(&[("/length", json!(length))]);
    }
    for length in [0, 2, 6] {
        between.refuses(&[("/length", json!(length))], "impossible");
    }
    between.refuses(&[("/records/0/mission", json!("picnic"))], "impossible");
    between.refuses(&[("/records/1/mission", json!("occupy"))], "impossible");
    between.refuses(&[("/records/0/end/winner", json!(2))], "impossible");
    between.refuses(
        &[("/records/0/advantage", json!({ "seat": 2, "advantage": "quick_start" }))],
        "impossible",
    );
    between.refuses(&[("/records/1/number", json!(1))], "impossible");
    between.refuses(&[("/records/0/number", json!(0))], "impossible");
    between.refuses(&[("/config/factions/0", json!("nobody"))], "unknown_faction");
    between.refuses(&[("/held/seat", json!(2))], "no_such_seat");
    let advantage = |leader: u8| ("/stage", json!({ "Advantage": { "leader": leader } }));
    let empty = ("/held", json!(null));
    between.takes(&[advantage(0), empty.clone()]);
    between.refuses(&[advantage(1), empty.clone()], "impossible");
    between.refuses(&[advantage(0)], "impossible");
    let over = |left: Value| ("/stage", json!({ "Over": { "left": left } }));
    between.takes(&[over(json!(1))]);
    between.refuses(&[over(json!(2))], "impossible");
    between.refuses(&[over(json!(null))], "impossible");
    let proposal = |seat: u8, mission: &str| {
        let proposal = json!({ "seat": seat, "mission": mission });
        ("/stage", json!({ "Mission": { "proposal": proposal } }))
    };
    between.refuses(&[proposal(0, "break_through")], "impossible");
    let online = Position::of(&campaign(true));
    online.takes(&[proposal(0, "break_through")]);
    online.takes(&[proposal(1, "break_through")]);
    online.refuses(&[proposal(2, "break_through")], "impossible");
    online.refuses(&[proposal(0, "occupy")], "impossible");
    online.refuses(&[proposal(0, "picnic")], "impossible");

    let mut game = campaign(false);
    let command =
        serde_json::from_value(json!({ "type": "choose_mission", "mission": "dead_center" }));
    let mut dice = Dice::seeded(&Key::of_number(7));
    game.apply(P1.into(), &command.unwrap(), &mut dice, &mut Events::off()).unwrap();
    let battle = Position::of(&game);
    battle.takes(&[]);
    let began = "/stage/Battle/began";
    let commands = battle.0["commands"].as_u64().unwrap();
    battle.takes(&[(began, json!(commands))]);
    battle.refuses(&[(began, json!(commands + 1))], "impossible");
    let mission = "/stage/Battle/battle/scenario/mission/id";
    battle.refuses(&[(mission, json!("occupy"))], "impossible");
    battle.refuses(&[(mission, json!("picnic"))], "impossible");
    let end = json!({ "Over": { "winner": 0, "reason": "points" } });
    battle.refuses(&[("/stage/Battle/battle/phase", end)], "impossible");
    battle.refuses(&[("/stage/Battle/battle/round", json!(3))], "no_such_round");
}
