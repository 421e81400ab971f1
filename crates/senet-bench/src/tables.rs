//! Tables in this process: the same games by the trait, at a table, and by messages.

use senet_catalog::{desk, find};
use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat, hash};
use senet_table::{Luck, Opening, Start};
use serde_json::{Value, json};

use crate::Runner;

/// One game to play again: who did what.
struct Script<G: Game> {
    moves: Vec<(Seat, G::Command)>,
}

/// How many games there are to play again.
const GAMES: u64 = 64;

/// Three ways to play the same games of the first preset: through the trait with a hash after every
/// command, at a table that keeps a journal, and by messages in JSON to a desk of tables. They run
/// games and count commands. For games of turns without luck.
///
/// # Panics
/// Where the catalog has no such game.
pub fn tables<G: Game>() -> Vec<(String, Runner<'static>)> {
    let by_trait: Vec<Script<G>> = (0..GAMES).map(script).collect();
    let by_table: Vec<Vec<(Actor, Value)>> = by_trait.iter().map(values).collect();
    let by_message: Vec<Vec<String>> = by_table.iter().map(|game| messages(G::ID, game)).collect();
    let any = find(G::ID).expect("the catalog has the game");
    let mut desk = desk(String::new);
    vec![
        (
            format!("{}: trait, with a hash", G::ID),
            run(by_trait, |script| {
                let (mut game, mut dice, mut events) = (start::<G>(), dice(), Events::off());
                for (seat, command) in &script.moves {
                    let done = game.apply((*seat).into(), command, &mut dice, &mut events);
                    done.expect("it was legal before");
                    std::hint::black_box(hash(&game));
                }
                script.moves.len()
            }),
        ),
        (
            format!("{}: table", G::ID),
            run(by_table, move |game| {
                let mut table = any.open(opening()).expect("the configuration is the default");
                for (actor, command) in game {
                    table.submit(*actor, None, command, Vec::new()).expect("it was legal before");
                }
                std::hint::black_box(table.journal());
                game.len()
            }),
        ),
        (
            format!("{}: JSON messages", G::ID),
            run(by_message, move |game| {
                for message in game {
                    let reply = serde_json::to_string(&desk.message(message));
                    std::hint::black_box(reply.expect("replies are JSON"));
                }
                game.len() - 2
            }),
        ),
    ]
}

/// Plays the games one after another, as many as are asked for.
fn run<T: 'static>(games: Vec<T>, mut play: impl FnMut(&T) -> usize + 'static) -> Runner<'static> {
    Box::new(move |_, count| {
        games.iter().cycle().take(count as usize).map(|g| play(g) as u64).sum()
    })
}

fn dice() -> Dice {
    Dice::seeded(&Key::of_number(0)).unrecorded()
}

fn start<G: Game>() -> G {
    let preset = G::about().presets.swap_remove(0);
    G::new(&preset.config, &mut dice()).expect("presets are good")
}

/// A random game.
fn script<G: Game>(seed: u64) -> Script<G> {
    let mut rng = Rng::new(seed);
    let mut game = start::<G>();
    let mut moves = Vec::new();
    let mut legal = Vec::new();
    while let Some(seat) = game.to_act().iter().next() {
        legal.clear();
        game.legal(seat, &mut legal);
        let command = rng.choose(&legal).expect("who is to act can act").clone();
        let done = game.apply(seat.into(), &command, &mut dice(), &mut Events::off());
        done.expect("what is listed is legal");
        moves.push((seat, command));
    }
    Script { moves }
}

fn values<G: Game>(script: &Script<G>) -> Vec<(Actor, Value)> {
    let value = |command| serde_json::to_value(command).expect("commands are JSON");
    script.moves.iter().map(|(seat, command)| (Actor::Seat(*seat), value(command))).collect()
}

/// The messages that open a table, play the game and close the table.
fn messages(id: &str, game: &[(Actor, Value)]) -> Vec<String> {
    let open =
        json!({"type": "open", "table": "t", "game": id, "luck": {"type": "open", "seed": "s"}});
    let submits = game.iter().map(
        |(actor, command)| json!({"type": "submit", "table": "t", "as": actor, "command": command}),
    );
    let close = json!({"type": "close", "table": "t"});
    [open].into_iter().chain(submits).chain([close]).map(|message| message.to_string()).collect()
}

fn opening() -> Opening {
    Opening {
        start: Start::Config(json!({})),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: "s".to_owned() },
        seed: None,
        script: Vec::new(),
        branch: None,
    }
}
