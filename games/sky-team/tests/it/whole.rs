//! Whole games with fixed dice that are won, and what must hold in every game.

use proptest::prelude::*;
use senet_kernel::{Dice, Events, Game, Key, Rng, Seat, Viewer};
use senet_sky_team::{Command, Config, Crew, Module, RuleSet, SkyTeam, scenarios};

use crate::support::{Flight, at};

/// The dice of the Pilot and the Co-Pilot in each round, and what they do with them. Axis dice are
/// equal and every speed is 8, so that the plane moves one segment a round.
const ROUNDS: [(&str, &str, &str); 6] = [
    // The radio clears segments 2 and 3.
    ("3431", "3444", "P3:radio C4:radio P1:gear C4:radio P3:axis C3:axis P4:engines C4:engines"),
    ("3443", "3455", "C5:radio P4:radio C5:radio P3:gear C3:axis P3:axis C4:engines P4:engines"),
    ("3445", "3455", "P4:radio C5:radio P5:gear C5:radio P3:axis C3:axis P4:engines C4:engines"),
    // The track is clear: flaps and brakes.
    ("3424", "3412", "C1:flaps P2:brakes C2:flaps P4:brakes C3:axis P3:axis C4:engines P4:engines"),
    ("3461", "3445", "P6:brakes C4:flaps P1:conc C5:flaps P3:axis C3:axis P4:engines C4:engines"),
    ("3411", "3411", "C1:radio P1:radio C1:conc P1:conc C3:axis P3:axis C4:engines P4:engines"),
];

/// Flies the six rounds and then a final round with these engine dice.
#[track_caller]
fn fly(rules: RuleSet, blue: u8, orange: u8) -> Flight {
    let last = (format!("3{blue}11"), format!("3{orange}11"));
    let last_script = format!(
        "P{blue}:engines C{orange}:engines P3:axis C3:axis P1:radio C1:radio P1:conc C1:conc"
    );
    let hands = ROUNDS.iter().map(|(pilot, copilot, _)| format!("{pilot}{copilot}"));
    let hands = hands.chain([format!("{}{}", last.0, last.1)]);
    let values: Vec<u32> = hands
        .flat_map(|hand| hand.chars().map(|c| c.to_digit(10).unwrap()).collect::<Vec<_>>())
        .collect();
    let mut flight = Flight::of(rules);
    flight.dice = Dice::values(values);
    flight.game = SkyTeam::new(&Config::of(rules), &mut flight.dice).unwrap();
    for (_, _, script) in ROUNDS {
        flight = flight.fly(script);
    }
    let flight = flight.fly(&last_script);
    assert_eq!(flight.dice.fault(), None);
    flight
}

#[test]
fn seed_is_won_with_a_final_speed_of_ten() {
    // ST-50, ST-53, R-01
    let flight = fly(RuleSet::Seed, 5, 5);
    assert!(flight.won());
    assert_eq!(flight.game.board().tally.planes_cleared, 9);
    assert_eq!(flight.game.view(Viewer::Spectator).end.unwrap().score, 1);
    assert!(!fly(RuleSet::Seed, 6, 6).won());
    assert!(!fly(RuleSet::Seed, 2, 3).won());
}

#[test]
fn published_is_won_by_the_same_placements_with_a_final_speed_of_five() {
    // ST-50, ST-53, R-01
    assert!(fly(RuleSet::Published, 2, 3).won());
    assert!(!fly(RuleSet::Published, 5, 5).won());
}

#[test]
fn the_same_placements_do_not_win_literal() {
    // the fourth round's radio hits nothing, and segment 6 keeps its planes.
    let script = ROUNDS.iter().map(|(_, _, script)| *script);
    let mut flight = Flight::literal();
    for ((pilot, copilot, _), script) in ROUNDS.iter().zip(script) {
        let dice = |hand: &str| hand.bytes().map(|c| c - b'0').collect::<Vec<_>>();
        flight = flight.hands(&dice(pilot), &dice(copilot)).fly(script);
    }
    assert!(matches!(flight.loss(), Some(senet_sky_team::Loss::PlanesLeft { .. })));
}

/// Plays a game at random and calls `each` before every command.
fn at_random(
    config: &Config,
    seed: u64,
    mut each: impl FnMut(&SkyTeam, Crew, &Command),
) -> SkyTeam {
    let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
    let mut game = SkyTeam::new(config, &mut dice).unwrap();
    let mut rng = Rng::new(seed);
    let mut events = Events::off();
    let mut entries = 0;
    while game.outcome().is_none() {
        entries += 1;
        assert!(entries <= game.bound());
        dice.begin(entries.into());
        let seats: Vec<Seat> = game.to_act().iter().collect();
        let seat = *rng.choose(&seats).unwrap();
        let mut list = Vec::new();
        game.legal(seat, &mut list);
        let command = *rng.choose(&list).unwrap();
        each(&game, Crew::of(seat).unwrap(), &command);
        game.apply(seat.into(), &command, &mut dice, &mut events).unwrap();
        events.clear();
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Every scenario, every rule set: what is always true.
    #[test]
    fn gauges_stay_in_their_bounds(seed in any::<u64>(), scenario in 0..30usize, rules in 0..3usize) {
        let scenario = &scenarios()[scenario];
        let rules = [RuleSet::Seed, RuleSet::Literal, RuleSet::Published][rules];
        prop_assume!(rules == RuleSet::Published || !scenario.course.ice_brakes);
        let config = Config { rules, any_scenario: true, ..at(&scenario.id) };
        let mut position = 0;
        at_random(&config, seed, |game, _, _| {
            let board = game.board();
            assert_eq!(game.inspect(), Ok(()));
            assert!(board.coffee <= 3 && board.axis.position.abs() <= 2);
            assert!(board.approach.planes.iter().sum::<u8>() <= 12);
            // The plane never flies back.
            assert!(position <= board.approach.position);
            position = board.approach.position;
            let placed = board.log.list().iter();
            let placed = placed.filter(|laid| laid.source == senet_sky_team::Source::Hand).count();
            let left = game.hand(Crew::Pilot).len() + game.hand(Crew::Copilot).len();
            let rolled = board.phase != senet_sky_team::Phase::Briefing;
            assert!(!rolled || placed + usize::from(left) == 8);
        });
    }

    /// The mandatory spaces are full whenever a round ends.
    #[test]
    fn no_round_ends_with_an_empty_mandatory_space(seed in any::<u64>()) {
        for rules in [RuleSet::Seed, RuleSet::Published] {
            at_random(&Config::of(rules), seed, |game, crew, command| {
                let left = game.hand(Crew::Pilot).len() + game.hand(Crew::Copilot).len();
                if left == 1 && matches!(command, Command::Place { .. }) {
                    let empty = game.view(crew.seat().into()).hands[crew].must_fill.clone();
                    let filled: Vec<Module> = match command {
                        Command::Place { on, .. } => vec![*on],
                        _ => Vec::new(),
                    };
                    assert!(empty.is_empty() || empty == filled);
                }
            });
        }
    }
}
