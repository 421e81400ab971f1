//! The rules of the four games, as rows.
#![allow(clippy::unwrap_used, reason = "in a test, a panic is the report")]

mod connect_four;
mod golden;
mod kuhn_poker;
mod laws;
mod pig;
mod text;
mod tic_tac_toe;

use senet_kernel::{Actor, Dice, Events, Game, Reject, Script, Seat, Text, Unread, Viewer};
use serde_json::{Value, json};

/// A game of the first preset after these words, each typed by the seat that is to act.
#[track_caller]
fn play<G: Text>(words: &str) -> G {
    play_with(G::about().presets[0].config.clone(), words, []).0
}

/// A game after these words, with dice that fall as the script says, and all that was told.
#[track_caller]
fn play_with<G: Text>(
    config: G::Config,
    words: &str,
    script: impl IntoIterator<Item = Script>,
) -> (G, Vec<G::Event>) {
    let mut dice = Dice::scripted(script);
    let mut events = Events::on();
    let mut game = G::new(&config, &mut dice).unwrap();
    for word in words.split_whitespace() {
        let seat = turn(&game);
        let command = read(&game, word).unwrap();
        game.apply(seat.into(), &command, &mut dice, &mut events).unwrap();
        game.inspect().unwrap();
    }
    assert_eq!(dice.fault(), None);
    (game, events.take())
}

#[track_caller]
fn turn<G: Game>(game: &G) -> Seat {
    game.to_act().iter().next().expect("the game goes on")
}

fn read<G: Text>(game: &G, text: &str) -> Result<G::Command, Unread> {
    let seat = game.to_act().iter().next().unwrap_or(Seat::FIRST);
    let view = game.view(Viewer::Seat(seat));
    let mut reading = G::read(&view, seat, text, &Value::Null)?;
    assert_eq!(reading.commands.len(), 1);
    Ok(reading.commands.remove(0))
}

/// A command is refused with this data and sentence, by a rule, and leaves no trace.
#[track_caller]
fn refuses<G: Text>(
    game: &G,
    actor: impl Into<Actor>,
    word: &str,
    data: Value,
    sentence: &str,
    rule: &str,
) {
    let actor = actor.into();
    let command = read(game, word).unwrap();
    let mut after = game.clone();
    let mut dice = Dice::values([]);
    let mut events = Events::on();
    let rejection = after.apply(actor, &command, &mut dice, &mut events).unwrap_err();
    assert_eq!(after, *game);
    assert_eq!((events.list(), dice.drawn()), (&[][..], false));
    assert_eq!(game.check(actor, &command), Err(rejection.clone()));
    assert_eq!(serde_json::to_value(&rejection).unwrap(), data);
    assert_eq!(rejection.to_string(), sentence);
    assert_eq!(rejection.rule(), rule);
}

/// A state from outside is refused for these fields and codes.
#[track_caller]
fn inspects<G: Game>(state: Value, wanted: &[(&str, &str)]) {
    let game: G = serde_json::from_value(state).unwrap();
    let faults = game.inspect().err();
    let found: Vec<_> = faults
        .iter()
        .flat_map(|faults| faults.list())
        .map(|fault| (fault.field.as_str(), fault.code.as_str()))
        .collect();
    assert_eq!(found, wanted);
}

/// The legal commands of a seat, as a player would type them.
fn legal<G: Text>(game: &G, seat: Seat) -> Vec<String> {
    let view = game.view(Viewer::Seat(seat));
    let mut commands = Vec::new();
    game.legal(seat, &mut commands);
    commands.iter().map(|command| G::say(&view, command)).collect()
}

fn game_over() -> Value {
    json!({"code": "game_over"})
}

/// What a game says of itself is true of its presets.
#[track_caller]
fn is_about<G: Game>(seats: std::ops::RangeInclusive<usize>) {
    let about = G::about();
    assert_eq!(about.seats, seats);
    for preset in about.presets {
        let game = G::new(&preset.config, &mut Dice::values([])).unwrap();
        assert!(seats.contains(&game.seats()));
        assert!(!game.secrets());
    }
}

#[test]
fn games_say_how_many_may_play_and_hide_nothing_at_first() {
    is_about::<senet_reference::tic_tac_toe::TicTacToe>(2..=2);
    is_about::<senet_reference::connect_four::ConnectFour>(2..=2);
    is_about::<senet_reference::pig::Pig>(2..=4);
    is_about::<senet_reference::kuhn_poker::KuhnPoker>(2..=2);
}
