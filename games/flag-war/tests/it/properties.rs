//! What holds after every round, over random rounds and rule sets (FW-28).

use proptest::prelude::*;
use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Orders, Step, resolve};
use senet_flag_war::{Config, FlagWar, Setup, Team};
use senet_kernel::{Dice, Game, Key, Rng};
use serde_json::{Value, json};

fn configs() -> Vec<Config> {
    let values = [
        json!({}),
        json!({ "movement": { "max_distance": 4, "max_distance_carrying": 2 } }),
        json!({ "movement": { "max_distance": 2 } }),
        json!({ "contact": "path", "friendly": "pass" }),
        json!({ "contact": "path" }),
        json!({ "width": 7, "height": 7, "zone_radius": 0, "pieces": 5,
                "keys": { "blue": { "x": 6, "y": 2 }, "red": { "x": 0, "y": 4 } } }),
        json!({ "width": 7, "height": 7, "pieces": 7, "zone": { "depth": 1 },
                "keys": { "blue": { "x": 6, "y": 2 }, "red": { "x": 0, "y": 4 } } }),
        json!({ "width": 9, "height": 9, "pieces": 4, "movement": { "directions": "all" },
                "keys": { "rescuer_home": "same_round" } }),
        json!({ "width": 7, "height": 7, "edge": "void", "zone_block": "void", "pieces": 2,
                "zone": { "depth": 1 }, "double_score": "play_on" }),
        json!({ "keys": { "mode": "none" }, "zone": { "depth": 0 } }),
    ];
    values.iter().map(|value| FlagWar::read_config(value).unwrap()).collect()
}

fn random_orders(setup: &Setup, rng: &mut Rng) -> Orders {
    let mut orders = NO_ORDERS;
    for step in orders.iter_mut().flat_map(|team| &mut team[..setup.layout().pieces.into()]) {
        if rng.below(5) > 0 {
            let direction = *rng.choose(setup.directions()).unwrap();
            let distance = 1 + rng.below(setup.longest().into()) as u8;
            *step = Some(Step { direction, distance });
        }
    }
    orders
}

/// The image of a position under a half turn with the teams swapped: id i becomes pieces + 1 - i.
fn turned(setup: &Setup, position: &Position) -> Position {
    let layout = setup.layout();
    let last = usize::from(layout.pieces) - 1;
    let mut image = *position;
    for team in Team::ALL {
        let (from, to) = (team.index(), team.other().index());
        for index in 0..=last {
            let square = position.pieces[from][index];
            image.pieces[to][last - index] = square.map(|square| layout.half_turn(square));
        }
        image.carriers[to] = position.carriers[from].map(|index| (last - usize::from(index)) as u8);
        image.homing[to] = (0..=last)
            .filter(|index| position.homing[from] & 1 << index != 0)
            .fold(0, |bits, index| bits | 1 << (last - index));
        image.open[to] = position.open[from];
        image.keys[to] = position.keys[from].map(|square| layout.half_turn(square));
    }
    image
}

fn turned_orders(setup: &Setup, orders: &Orders) -> Orders {
    let last = usize::from(setup.layout().pieces) - 1;
    let mut image = NO_ORDERS;
    for team in 0..2 {
        for index in 0..=last {
            image[1 - team][last - index] = orders[team][index]
                .map(|step| Step { direction: step.direction.opposite(), ..step });
        }
    }
    image
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rounds_are_pure_symmetric_and_leave_no_square_shared(seed: u64) {
        // FW-9, FW-28, R18: half-turn symmetry and the invariants, which inspect judges.
        let mut rng = Rng::new(seed);
        let configs = configs();
        let setup = Setup::new(rng.choose(&configs).unwrap()).unwrap();
        let mut position = Position::start(&setup);
        for round in 1..40 {
            let orders = random_orders(&setup, &mut rng);
            let mut dice = Dice::seeded(&Key::of_number(seed));
            let mut after = position;
            let resolved = resolve(&setup, &mut after, &orders, round, &mut dice, &mut ());
            let mut again = position;
            let mut log = Vec::new();
            prop_assert_eq!(resolve(&setup, &mut again, &orders, round, &mut dice, &mut log), resolved);
            prop_assert_eq!(again, after);

            let mut image = turned(&setup, &position);
            let mirror = turned_orders(&setup, &orders);
            let image_end = resolve(&setup, &mut image, &mirror, round, &mut dice, &mut ()).end;
            prop_assert_eq!(image, turned(&setup, &after));
            let swapped = resolved.end.map(|end| (end.winner.map(Team::other), end.reason));
            prop_assert_eq!(image_end.map(|end| (end.winner, end.reason)), swapped);
            if resolved.end.is_some() {
                break;
            }
            position = after;
            let game = FlagWar::from_position(setup.clone(), round + 1, position);
            prop_assert_eq!(game.inspect(), Ok(()));
        }
    }
}

/// A sound state of round 2, in which Blue 1 is told something, with other values in these places.
fn with(changes: &[(&str, Value)]) -> Value {
    let mut game = FlagWar::new(&Config::default(), &mut Dice::values([])).unwrap();
    crate::board::order(&mut game, "2 up 8, b down 3");
    crate::board::tick(&mut game);
    crate::board::order(&mut game, "1 up 1");
    let mut state = serde_json::to_value(&game).unwrap();
    for (pointer, value) in changes {
        *state.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
    }
    state
}

#[test]
fn hostile_states_are_refused() {
    let changed = |pointer: &str, value: Value| {
        serde_json::from_value::<FlagWar>(with(&[(pointer, value)]))
            .map(|game| game.inspect().is_ok())
    };
    assert!(matches!(changed("/round", json!(2)), Ok(true)));
    for (pointer, value) in [
        ("/round", json!(0)),
        ("/round", json!(1)),
        ("/round", json!(4_000_000_000_u32)),
        ("/position/pieces/0/0", json!({ "x": 11, "y": 0 })),
        ("/position/pieces/0/0", json!({ "x": 5, "y": 8 })),
        ("/position/pieces/0/0", json!({ "x": 5, "y": 9 })),
        ("/position/pieces/0/5", json!({ "x": 1, "y": 1 })),
        ("/position/carriers/0", json!(7)),
        ("/position/carriers/1", json!(200)),
        ("/position/homing/0", json!(512)),
        ("/position/open/0", json!(true)),
        ("/position/keys/0", json!({ "x": 9, "y": 1 })),
        ("/plans/0/slots/0/piece", json!(0)),
        ("/plans/0/slots/0/piece", json!(4)),
        ("/plans/0/slots/0/round", json!(1)),
        ("/plans/0/slots/0/round", json!(103)),
        ("/plans/0/slots/0/stamp", json!(99)),
        ("/plans/0/slots/0/order", json!({ "move": { "direction": "up", "distance": 0 } })),
        ("/plans/0/slots/0/order", json!({ "move": { "direction": "up", "distance": 11 } })),
        ("/plans/0/slots/0/order", json!({ "move": { "direction": "up_left", "distance": 1 } })),
        ("/plans/0/cleared/0", json!(99)),
        ("/plans/0/taken", json!(20_000)),
        ("/ready", json!([true, true])),
        ("/offers", json!([true, true])),
        ("/end", json!({ "winner": "blue", "reason": "capture" })),
        ("/last/before/pieces/0/0", json!({ "x": 200, "y": 0 })),
        ("/last/orders/0/0", json!({ "direction": "up", "distance": 1 })),
        ("/last/orders/0/8", json!({ "direction": "up", "distance": 1 })),
        ("/last/orders/0/1", json!({ "direction": "up", "distance": 77 })),
        ("/last/draws/0", json!(3)),
    ] {
        assert!(matches!(changed(pointer, value.clone()), Ok(false)), "{pointer} = {value}");
    }
    assert!(
        changed("/setup/width", json!(8)).is_err(),
        "a configuration is judged when it is read"
    );
}

/// FW-28, R8: what only just can be is let in, and what only just cannot is told by its field and code.
#[test]
fn states_are_judged_to_their_limits() {
    let check = |changes: &[(&str, Value)], wanted: &str| {
        let game: FlagWar = serde_json::from_value(with(changes)).unwrap();
        let faults = game.inspect().err();
        let faults = faults.iter().flat_map(|faults| faults.list());
        let told: Vec<String> =
            faults.map(|fault| format!("{} {}", fault.field, fault.code)).collect();
        assert_eq!(told.join(", "), wanted, "{changes:?}");
    };
    check(&[], "");
    let order = |distance: u8| json!({ "move": { "direction": "up", "distance": distance } });
    let slots = "/plans/0/slots";
    let slot = with(&[]).pointer("/plans/0/slots/0").unwrap().clone();
    let of_round = |round: u32| {
        let mut slot = slot.clone();
        slot["round"] = json!(round);
        slot
    };
    // A slot.
    check(&[("/plans/0/slots/0/order", order(10))], "");
    check(&[("/plans/0/slots/0/order", order(11))], "plans[0].slots bad_slot");
    check(&[("/plans/0/slots/0/order", json!("hold"))], "");
    check(&[("/plans/0/slots/0/order", json!(null))], "");
    check(&[("/plans/0/slots/0/piece", json!(3))], "");
    check(&[("/plans/0/slots/0/round", json!(102))], "");
    check(&[("/plans/0/inputs", json!(3)), ("/plans/0/slots/0/stamp", json!(7))], "");
    check(
        &[("/plans/0/inputs", json!(3)), ("/plans/0/slots/0/stamp", json!(8))],
        "plans[0].slots bad_slot",
    );
    // Their order.
    check(&[(slots, json!([of_round(3), of_round(2)]))], "");
    check(&[(slots, json!([of_round(2), of_round(3)]))], "plans[0].slots unsorted");
    check(&[(slots, json!([of_round(2), of_round(2)]))], "plans[0].slots unsorted");
    // The inputs.
    check(&[("/plans/0/inputs", json!(3)), ("/plans/0/cleared/0", json!(7))], "");
    check(
        &[("/plans/0/inputs", json!(3)), ("/plans/0/cleared/0", json!(8))],
        "plans[0] bad_inputs",
    );
    check(&[("/plans/0/taken", json!(10_000))], "");
    check(&[("/plans/0/taken", json!(10_001))], "plans[0] bad_inputs");
    check(&[("/plans/0/inputs", json!(u32::MAX / 2 - 1))], "");
    check(&[("/plans/0/inputs", json!(u32::MAX / 2))], "plans[0] bad_inputs");
    // The position.
    check(&[("/position/pieces/0/0", json!({ "x": 11, "y": 8 }))], "position.pieces off_board");
    check(&[("/position/pieces/0/3", json!({ "x": 1, "y": 8 }))], "position.pieces too_many");
    check(&[("/position/carriers/0", json!(3))], "position.carriers no_carrier");
    check(&[("/position/homing/0", json!(8))], "position.homing no_rescuer");
    check(&[("/position/keys/0", json!({ "x": 9, "y": 2 }))], "position.keys bad_square");
    check(&[("/position/keys/0", json!({ "x": 9, "y": 1 }))], "position key_and_jail");
    // The round before.
    check(&[("/round", json!(1))], "last too_early");
    check(&[("/last/orders/0/1/distance", json!(11))], "last.orders bad_order");
    check(&[("/last/orders/0/1/distance", json!(7))], "last other_position");
    check(
        &[("/last/orders/0/3", json!({ "direction": "up", "distance": 1 }))],
        "last.orders bad_order",
    );
}
