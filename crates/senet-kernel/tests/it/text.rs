use senet_kernel::{Drawing, Ink, Line, Reading, Seat};
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
