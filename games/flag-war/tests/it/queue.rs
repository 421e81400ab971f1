//! Orders and their queue: what is refused, which round and which slot (section 3 of the rules).

use senet_flag_war::plan::Order;
use senet_flag_war::{
    Command, Direction, Event, FlagWar, LARGEST_MESSAGE, ORDERS_PER_ROUND, Origin, Piece,
    Rejection, Round, Team, Which,
};
use senet_kernel::{Actor, Game, Reject, Seat, Text, Viewer};
use senet_table::Table;
use serde_json::{Value, json};

use crate::board::{BLUE, RED, brief, drawn, game_of, give, order, seed, small, tick};

const UP: Direction = Direction::Up;

/// The code of a refusal, by message and without a trace; "accepted" where there is none.
fn code(game: &FlagWar, actor: Actor, message: Value) -> String {
    let command = serde_json::from_value::<Command>(message.clone());
    let unread = command.as_ref().err().map(ToString::to_string);
    let received = game.receive(actor, || message.to_string().len(), unread.as_deref());
    match received.and_then(|()| game.check(actor, &command.unwrap())) {
        Ok(()) => "accepted".to_owned(),
        Err(rejection) => {
            assert!(!rejection.to_string().is_empty() && !rejection.rule().is_empty());
            let json = serde_json::to_value(&rejection).unwrap();
            json["code"].as_str().unwrap().to_owned()
        }
    }
}

#[track_caller]
fn blue(message: Value, wanted: &str) {
    assert_eq!(code(&seed(), BLUE, message.clone()), wanted, "{message}");
}

fn step(piece: u8, distance: u8, round: Option<u32>) -> Command {
    Command::step(piece, UP, distance, round)
}

#[test]
fn faulty_orders_are_refused_by_code() {
    // FW-11, FW-14: a missing distance is a bad one.
    let order = |piece: Value, direction: Value, distance: Value| json!({ "type": "move", "piece": piece, "direction": direction, "distance": distance });
    blue(order(json!(2), json!("up"), json!(3)), "accepted");
    for piece in [json!(0), json!(4), json!(-1), json!(2.0), json!("2"), json!(null), json!(300)] {
        blue(order(piece, json!("up"), json!(3)), "no_such_piece");
    }
    for direction in [json!("north"), json!("UP"), json!("up_left"), json!(1), json!(null)] {
        blue(order(json!(2), direction, json!(3)), "bad_direction");
    }
    for distance in
        [json!(0), json!(-1), json!(1.5), json!(3.0), json!("3"), json!(null), json!([])]
    {
        blue(order(json!(2), json!("up"), distance), "bad_distance");
    }
    blue(json!({ "type": "move", "piece": 2, "direction": "up" }), "bad_distance");
    blue(json!({ "type": "move", "piece": 2, "distance": 3 }), "bad_direction");
    blue(json!({ "type": "move", "direction": "up", "distance": 3 }), "no_such_piece");
    blue(order(json!(2), json!("up"), json!(u64::MAX)), "accepted");
    // The first fault counts.
    blue(order(json!(9), json!("x"), json!(0)), "no_such_piece");
    blue(order(json!(1), json!("x"), json!(0)), "bad_direction");
    let far = json!({ "type": "move", "piece": 1, "direction": "up", "distance": 0, "target_round": 5000 });
    blue(far, "bad_distance");
}

#[test]
fn what_is_no_command_is_malformed() {
    // FW-14
    for message in [
        json!(null),
        json!(7),
        json!("move"),
        json!([]),
        json!({}),
        json!({ "type": "fly" }),
        json!({ "type": "ready", "extra": 1 }),
        json!({ "type": "move", "piece": 1, "direction": "up", "distance": 1, "side": "red" }),
        json!({ "type": "move", "piece": 9, "direction": "up", "distance": 1, "target_round": 2.5 }),
        json!({ "type": "hold", "piece": 1, "target_round": "soon" }),
        json!({ "type": "move_to", "piece": 1, "to": { "x": 1.5, "y": 2 } }),
        json!({ "type": "move_to", "piece": 1 }),
        json!({ "type": "cancel", "round": "some" }),
    ] {
        blue(message, "malformed");
    }
    // What is too large is not even looked at.
    let stranger = Actor::Seat(Seat::new(2).unwrap());
    let long = |bytes: usize| json!("x".repeat(bytes - 2));
    for actor in [BLUE, stranger, Actor::Clock] {
        assert_eq!(code(&seed(), actor, long(LARGEST_MESSAGE + 1)), "too_large");
    }
    blue(long(LARGEST_MESSAGE), "malformed");
    let told = seed().receive(BLUE, || 5000, None).unwrap_err();
    assert_eq!(told.to_string(), "the message has 5000 bytes; 4096 is the most");
    // Who may not give orders is told so first, then that the game is over.
    let mut game = seed();
    assert_eq!(code(&game, stranger, json!(7)), "not_a_player");
    assert_eq!(code(&game, Actor::Clock, json!({ "type": "hold", "piece": 1 })), "not_a_player");
    assert_eq!(game.check(stranger, &Command::Tick {}), Err(Rejection::NotAPlayer));
    give(&mut game, BLUE, &Command::Resign {});
    assert_eq!(code(&game, BLUE, json!(7)), "not_playing");
    assert_eq!(code(&game, stranger, json!(7)), "not_a_player");
}

#[test]
fn the_order_of_faults_holds_at_the_table() {
    // FW-14: whatever the message, the first fault is told.
    let table = |game: &FlagWar| {
        let opening = senet_table::Opening {
            start: senet_table::Start::Position(serde_json::to_value(game).unwrap()),
            preset: None,
            seats: Vec::new(),
            luck: senet_table::Luck::Open { seed: "faults".to_owned() },
            seed: None,
            script: Vec::new(),
            branch: None,
        };
        senet_table::TableOf::<FlagWar>::open(opening).unwrap()
    };
    let refused = |game: &FlagWar, message: Value| {
        let text = serde_json::value::to_raw_value(&message).unwrap();
        let by_text = table(game).submit_text(BLUE, None, &text).unwrap_err();
        let by_value = table(game).submit(BLUE, None, &message, Vec::new()).unwrap_err();
        assert_eq!(by_text.code, by_value.code);
        assert_eq!(table(game).check(BLUE, &message).unwrap_err().code, by_text.code);
        by_text.code
    };
    let mut game = game_of(&small(json!({ "tick_mode": "manual" })));
    assert_eq!(refused(&game, json!({ "type": "fly" })), "malformed");
    assert_eq!(refused(&game, json!("x".repeat(5000))), "too_large");
    let mut full = game.clone();
    while full.check(BLUE, &Command::hold(1, None)).is_ok() {
        give(&mut full, BLUE, &Command::hold(1, None));
    }
    assert_eq!(refused(&full, json!({ "type": "fly" })), "rate_limited");
    give(&mut game, RED, &Command::Resign {});
    assert_eq!(refused(&game, json!({ "type": "fly" })), "not_playing");
    assert_eq!(refused(&game, json!({ "type": "move", "piece": 77 })), "not_playing");
}

#[test]
fn a_square_may_be_given_for_a_straight_move() {
    // FW-15: direction and distance from where the piece stands now.
    let to = |piece: u8, x: i64, y: i64| json!({ "type": "move_to", "piece": piece, "to": { "x": x, "y": y } });
    for (x, y, wanted) in [
        (5, 0, "accepted"),
        (5, 10, "accepted"),
        (0, 8, "accepted"),
        (10, 8, "accepted"),
        (5, 8, "bad_distance"),
        (6, 7, "not_straight"),
        (7, 9, "not_straight"),
        (5, 11, "not_straight"),
        (-1, 8, "not_straight"),
        (5, 1 << 40, "not_straight"),
    ] {
        blue(to(2, x, y), wanted);
    }
    blue(to(9, 5, 0), "no_such_piece");
    let diagonals = game_of(&small(json!({ "movement": { "directions": "all" } })));
    assert_eq!(code(&diagonals, BLUE, to(2, 5, 3)), "accepted");
    assert_eq!(code(&diagonals, BLUE, to(2, 5, 2)), "not_straight");
    // A piece in jail has no straight way; the stored order is relative.
    let mut game = drawn(
        &small(json!({})),
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
    );
    assert_eq!(code(&game, BLUE, to(1, 3, 3)), "not_straight");
    assert_eq!(code(&game, BLUE, json!({ "type": "hold", "piece": 1 })), "accepted");
    let command: Command = serde_json::from_value(to(2, 3, 3)).unwrap();
    give(&mut game, BLUE, &command);
    let up_two = Order::Move { direction: UP, distance: 2 };
    assert_eq!(game.plan(Team::Blue).order(7, 2), Some(up_two));
}

#[test]
fn a_distance_is_cut_to_the_longest_side_less_one() {
    // FW-11
    for (width, height, most) in [(11, 11, 10), (7, 11, 10), (19, 13, 18)] {
        let config = FlagWar::read_config(&json!({ "width": width, "height": height })).unwrap();
        let mut game = game_of(&config);
        let far =
            json!({ "type": "move", "piece": 1, "direction": "up", "distance": 4_000_000_000_u64 });
        let command: Command = serde_json::from_value(far).unwrap();
        give(&mut game, BLUE, &command);
        let stored = game.plan(Team::Blue).order(1, 1);
        assert_eq!(stored, Some(Order::Move { direction: UP, distance: most }));
    }
}

#[test]
fn late_orders_are_played_as_soon_as_possible() {
    // R4, FW-16: for round 19 when 20 is open: in 20; for round 40: in 40.
    let mut game = seed();
    while game.round() < 20 {
        tick(&mut game);
    }
    for (target, effective) in
        [(None, 20), (Some(19), 20), (Some(20), 20), (Some(40), 40), (Some(-7), 20)]
    {
        let mut game = game.clone();
        let message = json!({ "type": "move", "piece": 1, "direction": "up", "distance": 1, "target_round": target });
        let command: Command = serde_json::from_value(message).unwrap();
        give(&mut game, BLUE, &command);
        let rounds: Vec<u32> = game.plan(Team::Blue).orders().map(|(slot, _)| slot.round).collect();
        assert_eq!(rounds, [effective], "{target:?}");
    }
}

#[test]
fn orders_reach_so_far_ahead_and_no_farther() {
    // R7
    let game = seed();
    assert_eq!(game.check(BLUE, &step(1, 1, Some(101))), Ok(()));
    let far = Rejection::TooFarAhead { round: 102, last: 101 };
    assert_eq!(game.check(BLUE, &step(1, 1, Some(102))), Err(far.clone()));
    assert_eq!(game.check(BLUE, &Command::hold(1, Some(102))), Err(far));
    let near = game_of(&small(json!({ "plan_ahead": 1 })));
    assert_eq!(near.check(BLUE, &step(1, 1, Some(2))), Ok(()));
    assert!(near.check(BLUE, &step(1, 1, Some(3))).is_err());
    let beyond = json!({ "type": "move", "piece": 1, "direction": "up", "distance": 1, "target_round": u64::MAX });
    assert_eq!(code(&game, BLUE, beyond), "too_far_ahead");
}

fn queued(piece: u8, round: u32, distance: u8) -> Event {
    Event::Queued {
        piece: Piece { team: Team::Blue, id: piece },
        round,
        order: Order::Move { direction: UP, distance },
        origin: Origin::Explicit,
    }
}

fn superseded(piece: u8, round: u32, distance: u8, origin: Origin) -> Event {
    Event::Superseded {
        piece: Piece { team: Team::Blue, id: piece },
        round,
        order: Order::Move { direction: UP, distance },
        origin,
    }
}

#[test]
fn a_newer_order_replaces_the_older_in_its_slot_only() {
    // R5, R6, FW-17, FW-20: the tick takes the open round's slots and leaves the others.
    let mut game = seed();
    assert_eq!(give(&mut game, BLUE, &step(1, 1, Some(5))), [queued(1, 5, 1)]);
    assert_eq!(give(&mut game, BLUE, &step(2, 1, None)), [queued(2, 1, 1)]);
    assert_eq!(give(&mut game, BLUE, &step(1, 2, None)), [queued(1, 1, 2)]);
    let told = give(&mut game, BLUE, &step(1, 3, None));
    assert_eq!(told, [superseded(1, 1, 2, Origin::Explicit), queued(1, 1, 3)]);
    let slots: Vec<(u32, u8)> =
        game.plan(Team::Blue).orders().map(|(slot, _)| (slot.round, slot.piece)).collect();
    assert_eq!(slots, [(1, 1), (1, 2), (5, 1)]);
    assert_eq!(brief(&tick(&mut game)), "1 4,5; 2 5,7");
    assert_eq!(game.plan(Team::Blue).orders().count(), 1);
}

#[test]
fn the_moment_of_the_input_decides_which_order_is_newer() {
    // R8: a slow translator does not overwrite a newer drag.
    let mut game = seed();
    let slow = game.plan(Team::Blue).next_input();
    give(&mut game, BLUE, &Command::hold(3, Some(50)));
    give(&mut game, BLUE, &step(1, 1, None));
    let late = step(1, 5, None).from_input(Origin::Explicit, Some(slow));
    assert_eq!(give(&mut game, BLUE, &late), [superseded(1, 1, 5, Origin::Explicit)]);
    // Where no newer input fills the slot it counts.
    let free = step(2, 5, None).from_input(Origin::Explicit, Some(slow));
    assert_eq!(give(&mut game, BLUE, &free), [queued(2, 1, 5)]);
    // Several commands of one input: the later wins; and none is newer than now.
    let now = game.plan(Team::Blue).next_input();
    for distance in [1, 2] {
        let same = step(2, distance, None).from_input(Origin::Explicit, Some(now));
        give(&mut game, BLUE, &same);
    }
    let future = step(2, 3, None).from_input(Origin::Explicit, Some(u32::MAX));
    give(&mut game, BLUE, &future);
    assert_eq!(give(&mut game, BLUE, &step(2, 4, None)).last(), Some(&queued(2, 1, 4)));
}

#[test]
fn what_was_said_before_never_beats_what_came_since() {
    // R8: the number that was next when it was said is taken by the first order that comes after.
    let mut game = seed();
    let said = game.view(Seat::FIRST.into()).own.unwrap().next_input;
    give(&mut game, BLUE, &Command::step(1, Direction::Left, 3, None));
    let late = step(1, 2, None).from_input(Origin::Explicit, Some(said));
    assert_eq!(give(&mut game, BLUE, &late), [superseded(1, 1, 2, Origin::Explicit)]);
    let left = Order::Move { direction: Direction::Left, distance: 3 };
    assert_eq!(game.plan(Team::Blue).order(1, 1), Some(left));
    // So with a cancel that came since, and with one that comes late itself.
    let said = game.plan(Team::Blue).next_input();
    give(&mut game, BLUE, &Command::cancel_all());
    let late = step(1, 2, None).from_input(Origin::Explicit, Some(said));
    assert_eq!(give(&mut game, BLUE, &late), [superseded(1, 1, 2, Origin::Explicit)]);
    let said = game.plan(Team::Blue).next_input();
    give(&mut game, BLUE, &step(1, 5, None));
    give(&mut game, BLUE, &Command::cancel_all().from_input(Origin::Explicit, Some(said)));
    assert!(game.plan(Team::Blue).order(1, 1).is_some());
}

#[test]
fn a_text_that_was_slow_to_read_leaves_newer_orders_alone() {
    // R8: what the reader makes of a text is counted by when the text was said.
    let mut game = seed();
    let view = game.view(Seat::FIRST.into());
    let text = "please 1 and 2 go up two";
    let reading = FlagWar::read(&view, Seat::FIRST, text, &json!(null)).unwrap();
    give(&mut game, BLUE, &Command::step(1, Direction::Left, 3, None));
    for command in reading.commands {
        give(&mut game, BLUE, &FlagWar::spoken(&view, command));
    }
    let left = Order::Move { direction: Direction::Left, distance: 3 };
    assert_eq!(game.plan(Team::Blue).order(1, 1), Some(left));
    assert!(game.plan(Team::Blue).order(1, 2).is_some(), "the other slot was free");
    // A standing plan gives way to a text that was said after it, though nothing came between.
    let view = game.view(Seat::FIRST.into());
    let plan = FlagWar::read(&view, Seat::FIRST, "in round 3 2 takes the flag", &json!(null));
    let memo = plan.unwrap().memo.unwrap();
    let hold = FlagWar::read(&view, Seat::FIRST, "in round 3 2 waits", &memo).unwrap();
    for command in hold.commands {
        give(&mut game, BLUE, &FlagWar::spoken(&view, command));
    }
    while game.round() < 3 {
        tick(&mut game);
    }
    let view = game.view(Seat::FIRST.into());
    let followed = FlagWar::plans(&view, Seat::FIRST, &memo).unwrap();
    assert_eq!(followed.commands, []);
    assert_eq!(game.plan(Team::Blue).order(3, 2), Some(Order::Hold));
}

#[test]
fn explicit_orders_outrank_proposals() {
    // R8, FW-17
    let mut game = seed();
    let proposal = |distance| step(1, distance, None).from_input(Origin::Assistant, None);
    give(&mut game, BLUE, &proposal(1));
    let told = give(&mut game, BLUE, &proposal(2));
    assert_eq!(told[0], superseded(1, 1, 1, Origin::Assistant), "a newer proposal replaces");
    let old = step(1, 3, None).from_input(Origin::Explicit, Some(0));
    let told = give(&mut game, BLUE, &old);
    assert_eq!(told, [superseded(1, 1, 2, Origin::Assistant), queued(1, 1, 3)]);
    assert_eq!(give(&mut game, BLUE, &proposal(4)), [superseded(1, 1, 4, Origin::Assistant)]);
    // An explicit hold too.
    give(&mut game, BLUE, &Command::hold(2, None));
    let told = give(&mut game, BLUE, &step(2, 4, None).from_input(Origin::Assistant, None));
    assert_eq!(told, [superseded(2, 1, 4, Origin::Assistant)]);
}

#[test]
fn a_hold_is_an_order_like_any_other() {
    // FW-18
    let mut game = seed();
    let input = game.plan(Team::Blue).next_input();
    give(&mut game, BLUE, &step(1, 2, None));
    give(&mut game, BLUE, &Command::hold(1, None));
    let older = step(1, 5, None).from_input(Origin::Explicit, Some(input));
    assert_eq!(give(&mut game, BLUE, &older), [superseded(1, 1, 5, Origin::Explicit)]);
    give(&mut game, BLUE, &Command::hold(2, Some(4)));
    assert_eq!(game.plan(Team::Blue).order(4, 2), Some(Order::Hold));
    assert_eq!(brief(&tick(&mut game)), "");
}

#[test]
fn a_cancel_empties_slots_that_newer_inputs_may_fill() {
    // FW-19
    let nothing = give(&mut seed(), BLUE, &Command::cancel_all());
    let view = seed().view(Viewer::Seat(Seat::FIRST));
    assert_eq!(FlagWar::tell(&view, &nothing[0]), "Blue: there was no order to cancel.");
    let cancel = |piece: Which<u8>, round: Which<u32>| Command::Cancel {
        piece: match piece {
            Which::All => Which::All,
            Which::One(id) => Which::One(id.into()),
        },
        round: match round {
            Which::All => Which::All,
            Which::One(round) => Which::One(Round::from(round)),
        },
        input: None,
    };
    let full = || {
        let mut game = seed();
        for piece in 1..=3 {
            for round in [1, 9] {
                give(&mut game, BLUE, &step(piece, 1, Some(round)));
            }
        }
        give(&mut game, RED, &step(1, 1, None));
        game
    };
    for (piece, round, left) in [
        (Which::All, Which::All, vec![]),
        (Which::One(3), Which::All, vec![(1, 1), (1, 2), (9, 1), (9, 2)]),
        (Which::All, Which::One(9), vec![(1, 1), (1, 2), (1, 3)]),
        (Which::One(2), Which::One(1), vec![(1, 1), (1, 3), (9, 1), (9, 2), (9, 3)]),
        (Which::One(2), Which::One(5), vec![(1, 1), (1, 2), (1, 3), (9, 1), (9, 2), (9, 3)]),
        (Which::All, Which::One(7000), vec![(1, 1), (1, 2), (1, 3), (9, 1), (9, 2), (9, 3)]),
    ] {
        let mut game = full();
        let old = game.plan(Team::Blue).next_input();
        let told = give(&mut game, BLUE, &cancel(piece, round));
        let gone = 6 - left.len() as u32;
        assert!(matches!(told[..], [Event::Cancelled { orders, .. }] if orders == gone));
        let slots: Vec<(u32, u8)> =
            game.plan(Team::Blue).orders().map(|(slot, _)| (slot.round, slot.piece)).collect();
        assert_eq!(slots, left);
        assert_eq!(game.plan(Team::Red).orders().count(), 1, "the other team keeps its own");
        game.inspect().unwrap();
        // Inputs from before it do not come back to the slots it emptied, had it none or some.
        let meant = |id: u8, at: u32| {
            (piece == Which::All || piece == Which::One(id))
                && (round == Which::All || round == Which::One(at))
        };
        for (id, at) in [(1, 1), (2, 1), (3, 9), (2, 5), (3, 5)] {
            let mut game = game.clone();
            let late = step(id, 7, Some(at)).from_input(Origin::Explicit, Some(old));
            let told = give(&mut game, BLUE, &late);
            let taken = matches!(told.last(), Some(Event::Queued { .. }));
            assert_eq!(taken, !meant(id, at), "{piece:?} {round:?}: {id} at {at}");
            // New proposals may fill them again, and so may new inputs.
            let proposal = step(id, 7, Some(at)).from_input(Origin::Assistant, None);
            let told = give(&mut game, BLUE, &proposal);
            let free = meant(id, at);
            assert!(!free || matches!(told.last(), Some(Event::Queued { .. })));
            assert!(matches!(
                give(&mut game, BLUE, &step(id, 8, Some(at))).last(),
                Some(Event::Queued { .. })
            ));
        }
    }
    // A late cancel leaves what is newer.
    let mut game = seed();
    give(&mut game, BLUE, &step(1, 1, None));
    give(&mut game, BLUE, &step(2, 1, None));
    let late = Command::cancel_all().from_input(Origin::Explicit, Some(2));
    give(&mut game, BLUE, &late);
    assert_eq!(game.plan(Team::Blue).order(1, 1), None);
    assert!(game.plan(Team::Blue).order(1, 2).is_some());
    let nobody = json!({ "type": "cancel", "piece": 4 });
    assert_eq!(code(&game, BLUE, nobody), "no_such_piece");
    assert_eq!(
        code(&game, BLUE, json!({ "type": "cancel", "piece": "all", "round": "all" })),
        "accepted"
    );
    assert_eq!(code(&game, BLUE, json!({ "type": "cancel" })), "accepted");
}

#[test]
fn a_displaced_piece_keeps_its_plan_unless_the_rules_say_otherwise() {
    // R9, FW-69: the owner is told.
    for (switch, left) in [("off", 3), ("on", 1)] {
        let config = small(json!({ "clear_plan_on_displacement": switch }));
        let mut game = drawn(
            &config,
            ". . . . . . .
             . . a b c . .
             . . . . . . .
             . . . 2 . . .
             . . . . . . .
             . . 1 . 3 . .
             . . . . . . .",
        );
        order(&mut game, "2 up 2");
        give(&mut game, BLUE, &step(2, 1, Some(9)));
        give(&mut game, BLUE, &step(2, 1, Some(10)));
        give(&mut game, BLUE, &step(1, 1, Some(9)));
        let events = tick(&mut game);
        let piece = Piece { team: Team::Blue, id: 2 };
        let told = match switch {
            "off" => Event::PlanKept { piece, orders: 2 },
            _ => Event::PlanDropped { piece, orders: 2 },
        };
        assert_eq!(events.last(), Some(&told));
        assert_eq!(game.plan(Team::Blue).orders().count(), left);
        assert!(game.plan(Team::Blue).order(9, 1).is_some(), "the other's order stands");
    }
}

#[test]
fn an_order_may_follow_a_cancel_of_the_same_input() {
    // FW-19, R8
    let mut game = seed();
    let input = Some(game.plan(Team::Blue).next_input());
    let round = Which::One(Round::from(1));
    give(&mut game, BLUE, &Command::Cancel { piece: Which::One(1.into()), round, input });
    let same = step(1, 4, None).from_input(Origin::Explicit, input);
    assert_eq!(give(&mut game, BLUE, &same), [queued(1, 1, 4)]);
}

#[test]
fn a_cancel_bars_only_rounds_that_take_orders() {
    // FW-16, FW-19
    let barred = |round: u32| {
        let mut game = seed();
        let round = Which::One(Round::from(round));
        give(&mut game, BLUE, &Command::Cancel { piece: Which::All, round, input: None });
        let own = game.view(Seat::FIRST.into()).own.unwrap();
        serde_json::to_value(&own.sealed).unwrap()["slots"].as_array().unwrap().len()
    };
    assert_eq!([0, 1, 101, 102, 5000].map(barred), [0, 3, 3, 0, 0]);
}

#[test]
fn a_team_gives_a_limited_number_of_orders_in_a_round() {
    // FW-14
    let mut game = seed();
    let mut events = senet_kernel::Events::off();
    for _ in 0..ORDERS_PER_ROUND {
        let hold = Command::hold(1, None);
        game.apply(BLUE, &hold, &mut crate::board::dice(), &mut events).unwrap();
    }
    let limited = Err(Rejection::RateLimited { most: ORDERS_PER_ROUND });
    for command in [Command::hold(9, None), step(1, 1, None), Command::cancel_all()] {
        assert_eq!(game.check(BLUE, &command), limited);
    }
    assert_eq!(code(&game, BLUE, json!(7)), "rate_limited", "before malformed");
    assert_eq!(game.check(RED, &Command::hold(1, None)), Ok(()));
    assert_eq!(game.check(BLUE, &Command::Resign {}), Ok(()));
    let mut list = Vec::new();
    game.legal(Seat::FIRST, &mut list);
    assert_eq!(list, []);
    tick(&mut game);
    assert_eq!(game.check(BLUE, &Command::hold(1, None)), Ok(()));
}

#[test]
fn the_list_offers_every_reachable_square() {
    let game = seed();
    let mut list = Vec::new();
    game.legal(Seat::FIRST, &mut list);
    // Blue 1 in (4,8): 8 up, none down, 4 left, 6 right, and to stay; 2 and 3 likewise.
    assert_eq!(list.len(), 3 * (8 + 10 + 1));
    let mut game = game;
    for piece in 1..=3 {
        give(&mut game, BLUE, &Command::hold(piece, None));
    }
    list.clear();
    game.legal(Seat::FIRST, &mut list);
    assert_eq!(list, [Command::cancel_all()]);
}
