//! Once buffers are warm, no command allocates: not to list it, not to check it, not to carry it
//! out. Only a new battle allocates, because its map is made then.

#![allow(clippy::unwrap_used, reason = "a test that cannot be set up should stop")]

use allocation_counter::measure;
use senet_crossfire::{Campaign, Crossfire};
use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat};
use serde_json::{Value, json};

/// What a piece of work allocates.
fn allocated(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

/// Plays random games, and gives how many commands were measured. `builds` says whether a command
/// set up or recorded a battle, which is left out.
#[track_caller]
fn check<G: Game>(config: &Value, games: u64, builds: impl Fn(&G, &G) -> bool) -> u32 {
    let config = G::read_config(config).unwrap();
    let mut list = Vec::with_capacity(4096);
    let mut events = Events::off();
    let mut measured = 0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
        let mut game = G::new(&config, &mut dice).unwrap();
        let mut entry = 0;
        while let Some(seat) = game.to_act().iter().next() {
            list.clear();
            // The first answer about sight works out what terrain hides, once for a map.
            game.legal(seat, &mut list);
            list.clear();
            let listing = allocated(|| {
                game.legal(seat, &mut list);
            });
            assert_eq!(listing, 0, "listing at entry {entry} of {seed}");
            let command = rng.choose(&list).unwrap().clone();
            for actor in [Actor::Seat(seat), Actor::Seat(Seat::FIRST), Actor::Host] {
                let checking = allocated(|| drop(game.check(actor, &command)));
                assert_eq!(checking, 0, "checking {command:?} by {actor:?}");
            }
            let before = game.clone();
            entry += 1;
            dice.begin(entry);
            let applying = allocated(|| {
                game.apply(seat.into(), &command, &mut dice, &mut events).unwrap();
            });
            if !builds(&before, &game) {
                assert_eq!(applying, 0, "{command:?} at entry {entry} of {seed}");
                measured += 1;
            }
        }
    }
    measured
}

#[test]
fn no_command_of_a_battle_allocates() {
    let setups = [
        json!({ "factions": ["verdant_eye", "azure_blades"] }),
        json!({ "factions": ["grey_cloaks", "solar_wardens"], "traits": ["resilient", "stealth"],
            "event": "revive", "advantage": { "seat": 1, "advantage": "focused_orders" } }),
        json!({ "factions": ["solar_wardens", "ember_guard"], "mission": "crossfire_clash",
            "advantage": { "seat": 0, "advantage": "quick_start" } }),
        json!({ "factions": ["ember_guard", "grey_cloaks"], "event": "rolled",
            "advantage": { "seat": 1, "advantage": "tactical_edge" } }),
    ];
    for setup in setups {
        assert!(check::<Crossfire>(&setup, 6, |_, _| false) > 300, "{setup}");
    }
}

#[test]
fn no_command_of_a_campaign_allocates_but_those_that_set_up_or_record_a_battle() {
    let builds = |before: &Campaign, after: &Campaign| {
        before.records().len() != after.records().len()
            || before.battle().is_none() && after.battle().is_some()
    };
    for setup in [
        json!({}),
        json!({ "factions": ["grey_cloaks", "solar_wardens"], "event": "rolled",
            "traits": ["sniper", "resilient"], "confirm_missions": true }),
    ] {
        assert!(check::<Campaign>(&setup, 2, builds) > 300, "{setup}");
    }
}

#[test]
fn refused_shots_allocate_nothing() {
    // The reason names the first thing in the way, which is found without a list.
    let config = Crossfire::read_config(&json!({})).unwrap();
    let mut dice = Dice::seeded(&Key::of_number(1)).unrecorded();
    let mut game = Crossfire::new(&config, &mut dice).unwrap();
    let mut events = Events::off();
    while game.round() == 0 || game.to_act().is_empty() {
        let seat = game.to_act().iter().next().unwrap();
        let idle = game.idle(seat).unwrap();
        game.apply(seat.into(), &idle, &mut dice, &mut events).unwrap();
    }
    let mut refused = 0;
    for number in 1..=5 {
        for (column, row) in (1..=15).flat_map(|column| (1..=9).map(move |row| (column, row))) {
            let command = serde_json::from_value(json!({ "type": "act", "unit": "P1-1",
                "action": { "type": "shoot", "to": [column, row], "target": format!("P2-{number}") }}))
            .unwrap();
            let mut why = Ok(());
            let count = allocated(|| why = game.check(Seat::FIRST.into(), &command));
            assert_eq!(count, 0, "{command:?}");
            refused += u32::from(why.is_err());
        }
    }
    assert!(refused > 500);
}
