//! Whether two things tell their viewer the same: as values, byte by byte as they are written, and in
//! every word that is made from them. What a game leaves out of its comparison is told all the same.

use senet_kernel::{Actor, Drawing, Game, Reject, Seat, Text, Viewer};
use serde::Serialize;
use serde_json::Value;

use super::ensure;
use crate::differ::differences;

/// Words that no game knows.
const STRAY: &str = "xyzzy";
/// How many commands are put into words.
const SAID: usize = 6;

/// Two views of one viewer, and all that is said from them.
pub(super) fn views<G: Text>(
    this: &G::View,
    other: &G::View,
    viewer: Viewer,
    options: &[(Actor, G::Command)],
) -> Result<(), String> {
    ensure!(this == other, "{}", differences(this, other));
    written(this, other)?;
    drawn("the drawing", &G::draw(this, viewer), &G::draw(other, viewer))?;
    drawn("the ending", &G::ending(this), &G::ending(other))?;
    said(&screen::<G>(this, viewer), &screen::<G>(other, viewer))?;
    for (_, command) in options.iter().take(SAID) {
        said(&words::<G>(this, viewer, command), &words::<G>(other, viewer, command))?;
    }
    Ok(())
}

/// What is told beside the screen: the names of all seats, and what is answered to words that no game
/// knows and to a model that says nothing.
pub(super) fn answers_to_words<G: Text>(
    this: &G::View,
    other: &G::View,
    viewer: Viewer,
    seats: usize,
) -> Result<(), String> {
    let told = |view: &G::View| {
        let names: Vec<String> = Seat::first(seats).map(|seat| G::seat_name(view, seat)).collect();
        let answered = G::answered(view, 0, "{}");
        let mut told = vec![
            ("a seat's name", format!("{names:?}")),
            ("what a model's answer leads to", format!("{answered:?}")),
        ];
        if let Some(seat) = viewer.seat() {
            let answer = G::read(view, seat, STRAY, &Value::Null);
            told.push(("the answer to stray words", format!("{answer:?}")));
        }
        told
    };
    said(&told(this), &told(other))
}

/// What happened, as two views tell it.
pub(super) fn events<G: Text>(
    (view, these): (&G::View, &[G::Event]),
    (other_view, others): (&G::View, &[G::Event]),
) -> Result<(), String> {
    ensure!(these == others, "{these:?} or {others:?}");
    written(&these, &others)?;
    for (this, other) in these.iter().zip(others) {
        let (one, two) = (G::tell(view, this), G::tell(other_view, other));
        ensure!(one == two, "{one:?} or {two:?}");
    }
    Ok(())
}

/// Two answers to one command.
pub(super) fn answers<G: Game>(
    this: &Result<(), G::Rejection>,
    other: &Result<(), G::Rejection>,
) -> Result<(), String> {
    ensure!(this == other, "is answered {this:?}; by its guess {other:?}");
    let (Err(this), Err(other)) = (this, other) else { return Ok(()) };
    let (one, two) = (this.to_string(), other.to_string());
    ensure!(one == two, "is refused by {one:?}; by its guess {two:?}");
    let (one, two) = (this.rule(), other.rule());
    ensure!(one == two, "is refused under {one}; by its guess under {two}");
    written(this, other)
}

/// Two drawings, by their characters and by what these mean.
fn drawn(what: &str, this: &Drawing, other: &Drawing) -> Result<(), String> {
    let (one, two) = (this.plain(), other.plain());
    ensure!(one == two, "{what} says {one:?} or {two:?}");
    ensure!(this == other, "{what} has other colours: {}", differences(this, other));
    Ok(())
}

/// Two values as they go over the wire: what their comparison passes over counts, too.
pub(super) fn written<T: Serialize + ?Sized>(this: &T, other: &T) -> Result<(), String> {
    let text = |it: &T| serde_json::to_string(it).unwrap_or_default();
    let (one, two) = (text(this), text(other));
    let sizes = (one.len(), two.len());
    ensure!(
        one == two,
        "written in {} bytes or {}: {}",
        sizes.0,
        sizes.1,
        differences(this, other)
    );
    Ok(())
}

/// What is said, and by what it is called.
type Said = Vec<(&'static str, String)>;

fn said(these: &Said, others: &Said) -> Result<(), String> {
    for ((what, this), (_, other)) in these.iter().zip(others) {
        ensure!(this == other, "{what} says {this:?} or {other:?}");
    }
    Ok(())
}

/// What a screen shows.
fn screen<G: Text>(view: &G::View, viewer: Viewer) -> Said {
    vec![
        ("the prompt", G::prompt(view, viewer)),
        ("the silence", format!("{:?}", G::hush(view))),
        ("the moment", G::moment(view)),
        ("the part", format!("{:?}", G::part(view))),
        ("the measures", format!("{:?}", G::measures(view))),
        ("the log's length", format!("{:?}", G::retention(view))),
        ("the question to a model", format!("{:?}", G::question(view, ""))),
    ]
}

/// What is said of a command before it is done.
fn words<G: Text>(view: &G::View, viewer: Viewer, command: &G::Command) -> Said {
    let label = G::say(view, command);
    let seat = viewer.seat().unwrap_or(Seat::FIRST);
    let reading = G::read(view, seat, &label, &Value::Null);
    let memo = reading.as_ref().ok().and_then(|reading| reading.memo.clone()).unwrap_or_default();
    vec![
        ("what is planned", format!("{:?}", G::plans(view, seat, &memo))),
        ("the caution", format!("{:?}", G::caution(view, seat, command))),
        ("the outlook", format!("{:?}", G::outlook(view, command))),
        ("the label", label),
        ("the reader", format!("{reading:?}")),
    ]
}
