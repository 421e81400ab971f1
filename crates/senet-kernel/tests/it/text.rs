use senet_kernel::{
    Dice, Drawing, Game, Ink, Key, Line, Measures, Reading, Seat, Text, Unread, Viewer, counted,
};
use senet_reference::tic_tac_toe::TicTacToe;
use serde_json::json;

use crate::is_json;

#[test]
fn a_drawing_is_lines_of_text_with_meanings() {
    let mut drawing = Drawing::new();
    drawing
        .line("plain  ")
        .line(Line::new().ink(Ink::Danger, "lost").text(" and ").marked(Ink::First, "found  "))
        .line(Line::new());
    assert_eq!(drawing.plain(), "plain\nlost and found\n\n");
    assert_eq!(drawing.lines[1].plain(), "lost and found  ");
    assert_eq!(Drawing::new().plain(), "");
    let wire = json!([
        [{"ink": "plain", "text": "plain  "}],
        [
            {"ink": "danger", "text": "lost"},
            {"ink": "plain", "text": " and "},
            {"ink": "first", "marked": true, "text": "found  "},
        ],
        [],
    ]);
    is_json(drawing, wire);
}

#[test]
fn every_seat_has_an_ink() {
    let inks: Vec<_> = Seat::first(5).map(Ink::of).collect();
    assert_eq!(inks, [Ink::First, Ink::Second, Ink::Third, Ink::Fourth, Ink::First]);
}

#[test]
fn a_reading_may_be_just_commands() {
    let reading = Reading::commands(vec![1, 2]);
    assert_eq!(reading.commands, [1, 2]);
    assert_eq!((reading.read_back.as_str(), reading.not_understood.len()), ("", 0));
    assert_eq!(reading.memo, None);
}

/// Whoever adds a game need not say what it has not.
#[test]
fn a_game_that_says_nothing_more_warns_of_nothing_and_counts_nothing() {
    let (config, mut dice) =
        (<TicTacToe as Game>::Config::default(), Dice::seeded(&Key::of_number(1)));
    let game = TicTacToe::new(&config, &mut dice).unwrap();
    let view = game.view(Viewer::Spectator);
    let mut legal = Vec::new();
    game.legal(Seat::FIRST, &mut legal);
    assert_eq!(TicTacToe::caution(&view, Seat::FIRST, &legal[0]), None);
    assert_eq!(TicTacToe::outlook(&view, &legal[0]), None);
    assert_eq!(TicTacToe::moment(&view), "");
    assert_eq!(TicTacToe::part(&view), None);
    assert_eq!(TicTacToe::retention(&view), None);
    assert_eq!(TicTacToe::measures(&view), Measures::default());
}

#[test]
fn a_count_of_one_takes_no_s() {
    assert_eq!([0, 1, 2].map(|count| counted(count, "bot")), ["0 bots", "1 bot", "2 bots"]);
}

#[test]
fn what_was_not_understood_is_told_by_its_sentence() {
    let unread = Unread::unknown_word("hop", "there is no \"hop\" here");
    assert_eq!(unread.to_string(), "there is no \"hop\" here");
    assert_eq!((unread.code, &unread.facts["word"]), ("unknown_word", &json!("hop")));
}
