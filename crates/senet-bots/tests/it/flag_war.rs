//! The levels of Flag War: they play by the rules, and each beats the one below.

use std::sync::atomic::{AtomicU32, Ordering};

use senet_bots::flag_war::Commander;
use senet_bots::{Advice, Bot, Evaluate, Leash, Level, Mind, Outlook};
use senet_flag_war::{Command, Config, FlagWar, Team, TickMode};
use senet_kernel::{Actor, Dice, Events, Game, Key, Outcome, Rng, Seat, Viewer};

/// Plays a game and returns its end and its length; nobody wins a game of 60 rounds.
fn play(config: &Config, levels: [Level; 2], seed: u64) -> (Option<Seat>, u32) {
    let mut dice = Dice::seeded(&Key::of_number(seed));
    let mut game = FlagWar::new(config, &mut dice).unwrap();
    let mut bots = [Commander::new(levels[0], seed * 2), Commander::new(levels[1], seed * 2 + 1)];
    let mut events = Events::off();
    let mut commands = Vec::new();
    while game.outcome().is_none() && game.round() <= 60 {
        for seat in Seat::first(2) {
            bots[seat.index()].choose(&Outlook::of_game(&game, seat), &mut commands);
            for command in commands.drain(..) {
                game.apply(Actor::Seat(seat), &command, &mut dice, &mut events).unwrap();
            }
        }
        game.apply(Actor::Clock, &Command::Tick {}, &mut dice, &mut events).unwrap();
    }
    match game.outcome() {
        Some(Outcome::Versus { winner }) => (winner, game.round() - 1),
        _ => (None, game.round() - 1),
    }
}

/// Wins of the first level, wins of the second, draws, and the median length, over pairs of games
/// with swapped seats.
fn ladder(config: &Config, first: Level, second: Level, pairs: u64) -> (u32, u32, u32, u32) {
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    let mut lengths = Vec::new();
    for seed in 0..pairs {
        for (levels, own) in [([first, second], Seat::FIRST), ([second, first], Seat::SECOND)] {
            let (winner, rounds) = play(config, levels, seed);
            lengths.push(rounds);
            match winner {
                Some(winner) if winner == own => wins += 1,
                Some(_) => losses += 1,
                None => draws += 1,
            }
        }
    }
    lengths.sort_unstable();
    (wins, losses, draws, lengths[lengths.len() / 2])
}

fn preset(id: &str) -> Config {
    lists::preset(id).unwrap()
}

/// Whoever plays by hand against it waits for its word (FW-9).
#[test]
fn every_level_ends_a_round_that_waits_by_one_answer() {
    let config = Config { tick_mode: TickMode::Manual, ..preset("tactical") };
    for level in Level::ALL {
        let mut dice = Dice::values([]);
        let mut game = FlagWar::new(&config, &mut dice).unwrap();
        let mut bot = FlagWar::bot(level, 7);
        for round in 2..5 {
            for seat in Seat::first(2) {
                let mut commands = Vec::new();
                bot.think(&Outlook::of_game(&game, seat), &after_some_lines(), &mut commands);
                assert!(commands.len() <= 4, "{level:?}: {commands:?}");
                for command in &commands {
                    game.apply(Actor::Seat(seat), command, &mut dice, &mut Events::off()).unwrap();
                }
            }
            assert!(game.outcome().is_some() || game.round() == round, "{level:?}");
        }
    }
}

#[test]
fn a_bot_orders_every_living_piece_once_from_its_view_alone() {
    for level in [Level::Easy, Level::Normal, Level::Hard, Level::Expert] {
        let game = FlagWar::new(&preset("tactical"), &mut Dice::values([])).unwrap();
        let ordered = |outlook: &Outlook<FlagWar>| {
            let mut commands = Vec::new();
            Commander::new(level, 7).think(outlook, &after_some_lines(), &mut commands);
            commands
        };
        let commands = ordered(&Outlook::of_game(&game, Seat::SECOND));
        assert_eq!(commands.len(), 3, "{level:?}");
        let view = game.view(Viewer::Seat(Seat::SECOND));
        let outlook = Outlook::of_view(view, Seat::SECOND, &mut Rng::new(1));
        assert_eq!(commands, ordered(&outlook));
    }
}

/// A leash that is pulled after a few hundred lines: all of them take minutes without optimisation.
fn after_some_lines() -> Leash {
    let asked = AtomicU32::new(0);
    Leash::until(move || asked.fetch_add(1, Ordering::Relaxed) > 300)
}

#[test]
fn a_bot_takes_the_win_that_is_there() {
    let mut game = FlagWar::new(&Config::default(), &mut Dice::values([])).unwrap();
    let mut events = Events::off();
    let up = Command::step(2, senet_flag_war::Direction::Up, 8, None);
    game.apply(Actor::Seat(Seat::FIRST), &up, &mut Dice::values([]), &mut events).unwrap();
    game.apply(Actor::Clock, &Command::Tick {}, &mut Dice::values([]), &mut events).unwrap();
    assert!(game.evaluate(Seat::FIRST) > 40_000);
    for level in [Level::Normal, Level::Hard] {
        let mut game = game.clone();
        let mut commands = Vec::new();
        Commander::new(level, 3).choose(&Outlook::of_game(&game, Seat::FIRST), &mut commands);
        for command in &commands {
            game.apply(Actor::Seat(Seat::FIRST), command, &mut Dice::values([]), &mut events)
                .unwrap();
        }
        game.apply(Actor::Clock, &Command::Tick {}, &mut Dice::values([]), &mut events).unwrap();
        assert_eq!(game.end().unwrap().winner, Some(Team::Blue), "{level:?}");
    }
}

/// Whoever opens alike whatever the seed is beaten by one list of orders.
#[test]
fn a_bot_cannot_be_foreseen() {
    let game = FlagWar::new(&preset("blockade"), &mut Dice::values([])).unwrap();
    for level in [Level::Normal] {
        let mut openings: Vec<Vec<Command>> = Vec::new();
        for seed in 0..12 {
            let mut commands = Vec::new();
            Commander::new(level, seed)
                .choose(&Outlook::of_game(&game, Seat::FIRST), &mut commands);
            if !openings.contains(&commands) {
                openings.push(commands);
            }
        }
        assert!(openings.len() >= 3, "{level:?}: {} openings of 12 seeds", openings.len());
    }
}

#[test]
fn games_between_levels_end() {
    let (wins, losses, draws, _) = ladder(&preset("tactical"), Level::Normal, Level::Easy, 2);
    assert_eq!(wins + losses + draws, 4);
    assert!(wins > losses);
}

#[path = "../../examples/lists.rs"]
mod lists;

/// From `normal` on no list of orders that was written beforehand wins more than it should. Ten thousand are
/// tried by `cargo xtask figures lists`.
#[test]
fn no_list_of_orders_beats_a_level_that_mixes() {
    let best = lists::best(&preset("blockade"), Level::Normal, 4, 7);
    assert!(best.tried >= 13 && best.won * 100 <= best.games * 55, "{best:?}");
}

/// A leash ends the looking ahead, and the bot answers with what it has.
#[test]
fn a_pulled_leash_still_gives_orders() {
    let game = FlagWar::new(&preset("tactical"), &mut Dice::values([])).unwrap();
    let leash = Leash::default();
    leash.pull();
    let mut commands = Vec::new();
    Commander::new(Level::Expert, 7).think(
        &Outlook::of_game(&game, Seat::FIRST),
        &leash,
        &mut commands,
    );
    assert_eq!(commands.len(), 3);
}

/// A hint in Flag War is what `hard` finds with its tables: orders for every piece that has none, all tried on the
/// same lines, the best first.
#[test]
fn advice_is_a_whole_round_of_orders() {
    let mut game = FlagWar::new(&preset("tactical"), &mut Dice::values([])).unwrap();
    let advised = |game: &FlagWar, beside: Option<&Command>| {
        let outlook = Outlook::of_game(game, Seat::FIRST);
        FlagWar::advise(&outlook, Level::Hard, beside, &after_some_lines())
    };
    let pieces = |advice: &Advice<Command>| -> Vec<u8> {
        advice.commands.iter().map(|command| command.slot(1).unwrap().0).collect()
    };
    let advice = advised(&game, None);
    assert_eq!(advice, advised(&game, None), "the same position gets the same hint");
    assert!(advice.len() > 1 && advice.iter().all(|one| pieces(one) == [1, 2, 3]));
    assert!(advice.is_sorted_by_key(|one| std::cmp::Reverse(one.chance.unwrap())));
    assert!(advice.iter().all(|one| one.lines == advice[0].lines && one.lines > 0));
    // What is ordered already stays, and what was done is among what is told.
    let up = Command::step(2, senet_flag_war::Direction::Up, 1, None);
    let judged = advised(&game, Some(&up));
    assert!(judged.iter().any(|one| one.commands.contains(&up)), "{judged:?}");
    game.apply(Actor::Seat(Seat::FIRST), &up, &mut Dice::values([]), &mut Events::off()).unwrap();
    assert!(advised(&game, None).iter().all(|one| pieces(one) == [1, 3]));
    assert!(advised(&game, Some(&Command::Ready {})).is_empty(), "that is no order");
}

/// Whoever leaves a win lie is told so.
#[test]
fn advice_takes_the_win_that_is_there() {
    let mut game = FlagWar::new(&Config::default(), &mut Dice::values([])).unwrap();
    let mut events = Events::off();
    let up = Command::step(2, senet_flag_war::Direction::Up, 8, None);
    game.apply(Actor::Seat(Seat::FIRST), &up, &mut Dice::values([]), &mut events).unwrap();
    game.apply(Actor::Clock, &Command::Tick {}, &mut Dice::values([]), &mut events).unwrap();
    let stays = Command::hold(2, None);
    let outlook = Outlook::of_game(&game, Seat::FIRST);
    let advice = FlagWar::advise(&outlook, Level::Normal, Some(&stays), &after_some_lines());
    let done = advice.iter().find(|one| one.commands.contains(&stays)).unwrap();
    assert!(advice[0].chance > done.chance, "{advice:?}");
    assert!(advice[0].chance.unwrap() > 990_000);
}

/// A level plays a number of lines that its time allows: fewer where many pieces have far to go.
#[test]
fn the_lines_of_a_level_fit_the_board() {
    #[track_caller]
    fn check(config: &Config, level: Level, lines: u32) {
        let game = FlagWar::new(config, &mut Dice::values([])).unwrap();
        let leash = Leash::default();
        leash.pull();
        let outlook = Outlook::of_game(&game, Seat::FIRST);
        Commander::new(level, 7).think(&outlook, &leash, &mut Vec::new());
        assert_eq!(leash.progress(), (0, lines));
    }
    for id in ["seed", "tactical", "steps", "blockade"] {
        check(&preset(id), Level::Hard, 6_000);
        check(&preset(id), Level::Expert, 60_000);
    }
    let large = Config { width: 21, height: 21, pieces: 9, ..Config::default() };
    check(&large, Level::Hard, 1_000);
    check(&large, Level::Expert, 10_000);
}

/// Prints the ladder: `cargo test --release -p senet-bots -- --ignored ladder --nocapture`.
#[test]
#[ignore = "a measurement of some minutes"]
fn ladder_of_the_levels() {
    let pairs = 200;
    for id in ["tactical", "seed"] {
        let config = preset(id);
        let levels = [
            (Level::Normal, Level::Easy),
            (Level::Hard, Level::Normal),
            (Level::Expert, Level::Hard),
        ];
        for (first, second) in levels {
            let (wins, losses, draws, median) = ladder(&config, first, second, pairs);
            println!(
                "{id}: {first:?} against {second:?}: {wins} won, {losses} lost, {draws} drawn, \
                 {} % of decided, median {median} rounds",
                wins * 100 / (wins + losses).max(1)
            );
        }
    }
}
