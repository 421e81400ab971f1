//! How the greedy bot flies.

use senet_bots::sky_team::Beliefs;
use senet_bots::{Evaluate, Greedy};
use senet_kernel::{Dice, Events, Game, Key, Rng, Seat, Viewer};
use senet_sky_team::{Command, Config, Crew, Faces, Module, RuleSet, SkyTeam};
use serde_json::{Value, json};

use crate::choice;

/// A flight with these hands and these other parts of the state.
#[track_caller]
fn flight(config: &Config, hands: [&[u8]; 2], parts: &[(&str, Value)]) -> SkyTeam {
    let game = SkyTeam::new(config, &mut Dice::seeded(&Key::of_number(1))).unwrap();
    let mut state = serde_json::to_value(&game).unwrap();
    state["hidden"]["hands"] = json!({ "pilot": hands[0], "copilot": hands[1] });
    for (path, value) in parts {
        *state.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value.clone();
    }
    let game: SkyTeam = serde_json::from_value(state).unwrap();
    game.inspect().unwrap();
    game
}

/// The flight after these dice, in turn.
#[track_caller]
fn placed(mut game: SkyTeam, dice: &[(u8, Module)]) -> SkyTeam {
    for (die, on) in dice {
        let command = Command::Place { die: *die, on: *on, slot: None, coffee: 0 };
        let seat = game.board().turn.seat();
        let mut dice = Dice::seeded(&Key::of_number(1));
        game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
    }
    game
}

fn seed() -> Config {
    Config::of(RuleSet::Seed)
}

fn published(scenario: &str) -> Config {
    Config { scenario: scenario.to_owned(), ..Config::of(RuleSet::Published) }
}

/// The round at 0, at the airport, with a clear track and every switch on.
fn last_round(brakes: u8) -> Vec<(&'static str, Value)> {
    vec![
        ("/board/round", json!(7)),
        ("/board/approach/position", json!(6)),
        ("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0])),
        ("/board/gear", json!(7)),
        ("/board/flaps", json!(4)),
        ("/board/brakes", json!(brakes)),
        ("/board/rerolls", json!({ "held": 0, "spent": 1 })),
    ]
}

/// Where the bot puts what in the seat that is to place, over several of its seeds.
#[track_caller]
fn places(game: &SkyTeam) -> Vec<(u8, Module)> {
    let place = |seed| match choice(&mut Greedy::new(seed), game)[..] {
        [Command::Place { die, on, coffee: 0, .. }] => (die, on),
        ref other => panic!("{other:?}"),
    };
    (0..6).map(place).collect()
}

/// No token is left, so that only one seat is to act.
fn no_token() -> (&'static str, Value) {
    ("/board/rerolls", json!({ "held": 0, "spent": 1 }))
}

#[test]
fn it_keeps_the_axis_safe() {
    // Against a 6 only the 5 keeps the plane from a spin: it goes on the axis and nowhere else,
    // and no other die goes there.
    let start = flight(&seed(), [&[6, 1, 1, 1], &[1, 2, 3, 5]], &[no_token()]);
    for (die, on) in places(&placed(start, &[(6, Module::Axis)])) {
        assert_eq!(die == 5, on == Module::Axis, "{die} on {on:?}");
    }
}

#[test]
fn it_clears_the_way_before_it_flies_on() {
    // A plane stands on the own segment, and a 3 with the Pilot's 3 would fly into it: the 1 calls
    // it off first.
    let planes = ("/board/approach/planes", json!([1, 0, 0, 0, 0, 0, 0, 0]));
    let start = flight(&seed(), [&[3, 3, 4, 4], &[1, 3, 3, 3]], &[no_token(), planes]);
    let start = placed(start, &[(3, Module::Engines)]);
    for (die, on) in places(&start) {
        assert_ne!(on, Module::Engines, "{die}");
    }
    assert!(places(&start).contains(&(1, Module::Radio)));
}

#[test]
fn it_lands_at_a_speed_that_the_brakes_hold() {
    // Under the seed rules 9 to 11 lands: to the Pilot's 5 only the Co-Pilot's 5 fits.
    let hands: [&[u8]; 2] = [&[5, 1, 1, 1], &[1, 1, 1, 5]];
    let fast = placed(flight(&seed(), hands, &last_round(3)), &[(5, Module::Engines)]);
    for (die, on) in places(&fast) {
        assert_eq!(die == 5, on == Module::Engines, "{die} on {on:?}");
    }
    // Under the published rules the marker at 4 holds 4 at most: to the Pilot's 1 a 3 fits.
    let mut parts = last_round(2);
    parts.push(("/board/rerolls", json!({ "held": 0, "spent": 2 })));
    let hands: [&[u8]; 2] = [&[1, 4, 4, 4], &[4, 4, 4, 3]];
    let slow = flight(&published("yul-green"), hands, &parts);
    for (die, on) in places(&placed(slow, &[(1, Module::Engines)])) {
        assert!(on != Module::Engines || die == 3, "{die}");
    }
}

#[test]
fn it_uses_the_kerosene_space_with_a_low_die() {
    // Everything else that is useful is placed; an unused space would cost six.
    let hands: [&[u8]; 2] = [&[3, 3, 3, 3], &[3, 3, 3, 1]];
    let parts = [("/board/rerolls", json!({ "held": 0, "spent": 1 }))];
    let start = flight(&published("osl-green"), hands, &parts);
    use Module::{Axis, Concentration, Engines, Radio};
    let laid = [
        (3, Axis),
        (3, Axis),
        (3, Engines),
        (3, Engines),
        (3, Concentration),
        (3, Radio),
        (3, Concentration),
    ];
    let last = placed(start, &laid);
    assert_eq!(last.board().turn, Crew::Copilot);
    assert!(places(&last).iter().all(|place| *place == (1, Module::Kerosene)));
}

/// What is better is worth more, for both seats.
#[test]
fn more_is_worth_more() {
    #[track_caller]
    fn check(config: &Config, better: &[(&str, Value)], worse: &[(&str, Value)]) {
        let hands: [&[u8]; 2] = [&[2, 3, 4, 5], &[2, 3, 4, 5]];
        let (better, worse) = (flight(config, hands, better), flight(config, hands, worse));
        for seat in Seat::first(2) {
            let (more, less) = (better.evaluate(seat), worse.evaluate(seat));
            assert!(more > less, "{more} and {less} for {seat}");
        }
    }
    let (seed, sold) = (seed(), published("yul-green"));
    for config in [&seed, &sold] {
        // Fewer airplanes, the nearer one gone first, switches and coffee.
        let planes = |planes: [u8; 8]| [("/board/approach/planes", json!(planes))];
        check(config, &planes([0, 0, 0, 0, 0, 0, 0, 0]), &planes([0, 0, 0, 1, 0, 0, 0, 0]));
        check(config, &planes([0, 0, 0, 0, 0, 1, 0, 0]), &planes([0, 0, 1, 0, 0, 0, 0, 0]));
        for switch in ["/board/gear", "/board/flaps", "/board/brakes", "/board/coffee"] {
            check(config, &[(switch, json!(1))], &[(switch, json!(0))]);
        }
    }
    // A plane that was left behind is out of reach.
    let behind = |planes: [u8; 8]| {
        [("/board/approach/planes", json!(planes)), ("/board/approach/position", json!(2))]
    };
    check(&seed, &behind([0, 0, 0, 2, 0, 0, 0, 0]), &behind([0, 1, 0, 0, 0, 0, 0, 0]));
    // Fuel that lasts, tokens of the intern that are gone, ice brakes that are done.
    let fuel = |left: i8| [("/board/kerosene", json!(left))];
    check(&published("osl-green"), &fuel(20), &fuel(14));
    check(&published("osl-green"), &fuel(8), &fuel(2));
    check(&published("prg-yellow"), &fuel(20), &fuel(14));
    let row =
        |from: u8| [("/board/intern", json!({ "row": [1, 2, 3, 4, 5, 6], "from": from, "to": 6 }))];
    check(&published("lhr-yellow"), &row(3), &row(0));
    check(&published("kef-yellow"), &[("/board/ice", json!(1))], &[("/board/ice", json!(0))]);
    // An axis with which the next turn can be flown.
    let turn =
        |axis: i8| [("/board/approach/position", json!(3)), ("/board/axis/position", json!(axis))];
    check(&published("kul-yellow"), &turn(-1), &turn(1));
}

/// Once both dice lie on the axis, what is left of the tilt counts, on either side.
#[test]
fn a_level_plane_is_worth_most() {
    for config in [seed(), published("yul-green")] {
        let worth = |position: i8| {
            let threes: &[u8] = &[3, 3, 3, 3];
            let parts = [("/board/axis/position", json!(position))];
            let start = flight(&config, [threes, threes], &parts);
            let game = placed(start, &[(3, Module::Axis), (3, Module::Axis)]);
            Seat::first(2).map(|seat| game.evaluate(seat)).collect::<Vec<_>>()
        };
        for (better, worse) in [(0, 1), (0, -1), (1, 2), (-1, -2)] {
            let pairs = worth(better).into_iter().zip(worth(worse));
            assert!(pairs.into_iter().all(|(more, less)| more > less), "{better} and {worse}");
        }
    }
}

/// In the final round what the landing asks for outweighs all else.
#[test]
fn the_landing_list_decides_the_final_round() {
    let hands: [&[u8]; 2] = [&[2, 3, 4, 5], &[2, 3, 4, 5]];
    let mut spent = last_round(3);
    spent.push(("/board/coffee", json!(3)));
    spent[4].1 = json!(3);
    let all = flight(&seed(), hands, &last_round(3));
    let lacks = flight(&seed(), hands, &spent);
    for seat in Seat::first(2) {
        assert!(all.evaluate(seat) > lacks.evaluate(seat) + 1000);
    }
}

#[test]
fn nobody_but_the_crew_judges() {
    let game = flight(&seed(), [&[1, 2, 3, 4], &[1, 2, 3, 4]], &[]);
    assert_eq!(game.evaluate(Seat::new(2).unwrap()), 0);
}

/// An ice brake takes two dice: without worth for the first one nobody begins it.
#[test]
fn half_an_ice_brake_is_worth_something() {
    let game = flight(&published("kef-yellow"), [&[2, 2, 3, 4], &[2, 3, 4, 5]], &[no_token()]);
    let after = |on: Module| {
        let mut game = game.clone();
        let seat = game.board().turn.seat();
        let mut commands = Vec::new();
        game.legal(seat, &mut commands);
        let there = |command: &&Command| matches!(command, Command::Place { die: 2, on: place, coffee: 0, .. } if *place == on);
        let command = commands.iter().find(there).unwrap();
        let mut dice = Dice::seeded(&Key::of_number(1));
        game.apply(seat.into(), command, &mut dice, &mut Events::off()).unwrap();
        game
    };
    let (ice, coffee) = (after(Module::IceBrakes), after(Module::Concentration));
    let worth = |game: &SkyTeam| game.evaluate(Seat::FIRST);
    assert!(worth(&ice) > worth(&coffee), "{} {}", worth(&ice), worth(&coffee));
}

/// Flies with two greedy bots, and shows every state in which a die was just placed.
fn flown(config: &Config, seed: u64, mut see: impl FnMut(&SkyTeam)) -> SkyTeam {
    let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
    let mut game = SkyTeam::new(config, &mut dice).unwrap();
    let mut bots = [Greedy::new(seed), Greedy::new(seed + 1)];
    for entry in 1.. {
        let Some(seat) = game.awaited().iter().next() else { break };
        let mut chosen = choice(&mut bots[seat.index()], &game);
        dice.begin(entry);
        let command = chosen.pop().or_else(|| game.idle(seat)).unwrap();
        game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
        see(&game);
    }
    game
}

/// What blocks the other is settled first: the axis is level before the last dice of a round lie there, and
/// the shared reroll token outlasts the first round.
#[test]
fn the_crew_settles_the_axis_early_and_keeps_its_token() {
    let (mut settled, mut late, mut spent) = (0, 0, 0);
    let flights = 12;
    for seed in 0..flights {
        let (mut dice, mut before) = (0, (0, false));
        let end = flown(&published("yul-green"), seed, |game| {
            let board = game.board();
            dice = board.log.list().len();
            let now = (board.round, board.axis.dice.both().is_some());
            if now.1 && now != before {
                settled += 1;
                late += u32::from(dice >= 7);
            }
            before = now;
            spent += u32::from(board.round == 1 && board.rerolls.spent > 0 && dice == 8);
        });
        assert!(end.outcome().is_some());
    }
    assert!(settled > 40 && late * 3 < settled, "{late} late of {settled}");
    assert!(spent * 4 <= flights as u32, "{spent} spent in the first round of {flights}");
}

/// The coffee of the pool serves both: with it the other answers a die on the axis more surely.
#[test]
fn coffee_helps_the_partner_to_level_the_plane() {
    let worth = |coffee: u8| {
        let mut parts = last_round(3);
        parts.push(("/board/coffee", json!(coffee)));
        parts.push(("/board/rerolls", json!({ "held": 0, "spent": 2 })));
        let hands: [&[u8]; 2] = [&[1, 2, 3, 3], &[2, 2, 3, 4]];
        let laid = placed(flight(&published("yul-green"), hands, &parts), &[(3, Module::Axis)]);
        laid.evaluate(Seat::FIRST)
    };
    // Of 4,000 for a level plane at the landing, a step of coffee brings more than a tenth.
    assert!(
        worth(1) > worth(0) + 400 && worth(2) > worth(1),
        "{} {} {}",
        worth(0),
        worth(1),
        worth(2)
    );
}

/// A segment with traffic icons brings airplanes as long as the plane stays there.
#[test]
fn traffic_drives_the_plane_on() {
    let hands: [&[u8]; 2] = [&[1, 1, 3, 3], &[1, 1, 3, 3]];
    let start = flight(&published("atl-green"), hands, &[no_token()]);
    let flown = |die: u8| placed(start.clone(), &[(die, Module::Engines), (die, Module::Engines)]);
    let (stays, goes) = (flown(1), flown(3));
    assert_eq!([0, 1], [&stays, &goes].map(|game| game.board().approach.position));
    for seat in Seat::first(2) {
        assert!(goes.evaluate(seat) > stays.evaluate(seat) + 400);
    }
}

/// What the Pilot makes of the Co-Pilot's hand.
fn believed(game: &SkyTeam) -> Option<Beliefs> {
    Beliefs::of(&game.view(Viewer::Seat(Seat::FIRST)), Seat::FIRST)
}

/// Whoever answers a 6 on the axis with a 4 has hardly a 5 or a 6: that plane flies level with those.
#[test]
fn a_placement_tells_what_the_other_does_not_hold() {
    let hands: [&[u8]; 2] = [&[6, 1, 1, 1], &[4, 1, 2, 3]];
    let start = flight(&published("yul-green"), hands, &[no_token()]);
    let axis = placed(start, &[(6, Module::Axis), (4, Module::Axis)]);
    let beliefs = believed(&axis).unwrap();
    let with = |face: u8| {
        let hands = (1..=6).flat_map(|one| (one..=6).map(move |other| [face, one, other]));
        hands.map(|hand| beliefs.share(Crew::Copilot, Faces::new(&hand).unwrap())).sum::<u64>()
    };
    // Before any placement each of them was as likely as the other.
    let shares = [6, 5, 1].map(with);
    assert!(shares[0] * 11 < shares[2] * 10 && shares[1] * 11 < shares[2] * 10, "{shares:?}");
    // Nothing is ruled out, and guesses are drawn like that.
    let sixes = Faces::new(&[6, 6, 6]).unwrap();
    assert!(beliefs.share(Crew::Copilot, sixes) > 0);
    let mut rng = Rng::new(5);
    let drawn: Vec<SkyTeam> = (0..3000).map(|_| beliefs.guess(&mut rng).unwrap()).collect();
    let held = |face| drawn.iter().filter(|game| game.hand(Crew::Copilot).has(face)).count();
    assert!(held(6) * 11 < held(1) * 10, "{} and {}", held(6), held(1));
    assert!(drawn.iter().all(|game| game.board() == axis.board()));
    let own = axis.hand(Crew::Pilot);
    assert!(drawn.iter().all(|game| game.hand(Crew::Pilot) == own));
}

#[test]
fn where_nothing_was_placed_or_all_is_open_nothing_is_read() {
    let hands: [&[u8]; 2] = [&[6, 1, 1, 1], &[4, 1, 2, 3]];
    let start = flight(&published("yul-green"), hands, &[no_token()]);
    assert!(believed(&start).is_none());
    assert!(
        believed(&placed(start, &[(6, Module::Axis)])).is_none(),
        "only the own die lies there"
    );
    let open = Config { solo: true, ..published("yul-green") };
    let open = placed(flight(&open, hands, &[no_token()]), &[(6, Module::Axis), (4, Module::Axis)]);
    assert!(believed(&open).is_none());
}

/// Rounds are put together again from their logs on every kind of track, and hands that were held are believed
/// more than by their dice alone.
#[test]
fn hands_that_are_held_are_believed_more() {
    let tracks = ["yul-green", "kef-yellow", "kul-yellow", "osl-green", "prg-yellow", "lhr-green"];
    let (mut told, mut untold, mut times) = (0, 0, 0);
    for track in tracks {
        for seed in 0..2 {
            flown(&published(track), seed, |game| {
                let (board, left) = (game.board(), game.hand(Crew::Copilot).len());
                let by_other = board.log.list().iter().any(|laid| laid.crew == Crew::Copilot);
                if board.turn != Crew::Pilot || left == 0 || !by_other || board.end.is_some() {
                    return;
                }
                let Some(beliefs) = believed(game) else {
                    untold += 1;
                    return;
                };
                told += 1;
                let hand = game.hand(Crew::Copilot);
                // By the dice alone: the ways in which they fall so, of all.
                let ways = (1..=6).fold((1..=u64::from(left)).product::<u64>(), |ways, face| {
                    ways / (1..=u64::from(hand.count(face))).product::<u64>()
                });
                // How many times as much as by that the hand is believed, in thousandths.
                let share = beliefs.share(Crew::Copilot, hand);
                times += share * 6_u64.pow(left.into()) / ways / 1000;
            });
        }
    }
    assert!(told > 5 * untold && told > 60, "{told} told, {untold} not");
    assert!(times > told * 1070, "{times} thousandths in {told}");
}
