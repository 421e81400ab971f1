//! Whether two things tell their viewer the same: as values, byte by byte as they are written, and in
//! every word that is made from them. What a game leaves out of its comparison is told all the same.

use senet_kernel::{Actor, Game, Reject, Seat, Text, Viewer};
use serde::Serialize;
use serde_json::Value;

use super::ensure;
use crate::differ::differences;

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
    let (these, others) = (screen::<G>(this, viewer), screen::<G>(other, viewer));
    said(&these, &others)?;
    for (_, command) in options.iter().take(SAID) {
        said(&words::<G>(this, viewer, command), &words::<G>(other, viewer, command))?;
    }
    Ok(())
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

fn written<T: Serialize>(this: &T, other: &T) -> Result<(), String> {
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
    let drawing = G::draw(view, viewer).plain();
    let seats = viewer.seat().map(|seat| G::seat_name(view, seat)).unwrap_or_default();
    vec![
        ("the drawing", drawing),
        ("the prompt", G::prompt(view, viewer)),
        ("the ending", G::ending(view).plain()),
        ("the moment", G::moment(view)),
        ("the part", format!("{:?}", G::part(view))),
        ("the seat's name", seats),
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
