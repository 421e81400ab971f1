//! The table, tried out on the small games.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod draft;
mod fair;
mod hidden;
mod history;
mod journal;
mod play;
mod sealed;
mod snapshot;

use senet_kernel::{Actor, Script, Seat, Text};
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;
use senet_table::{Luck, Opening, Start, Table, TableOf};
use serde_json::{Value, json};

const X: Actor = Actor::Seat(Seat::FIRST);
const O: Actor = Actor::Seat(Seat::SECOND);

fn opening(luck: Luck, seed: Option<&str>) -> Opening {
    Opening {
        start: Start::Config(json!({})),
        preset: None,
        seats: Vec::new(),
        luck,
        seed: seed.map(str::to_owned),
        script: Vec::new(),
        branch: None,
    }
}

fn open<G: Text>(seed: &str) -> TableOf<G> {
    TableOf::open(opening(Luck::Open { seed: seed.to_owned() }, None)).unwrap()
}

fn fair<G: Text>(seed: &str, salts: &[&str]) -> TableOf<G> {
    let salts = salts.iter().map(|salt| (*salt).to_owned()).collect();
    TableOf::open(opening(Luck::fair(seed, salts), Some(seed))).unwrap()
}

fn typed<G: Text>(script: Vec<Script>) -> TableOf<G> {
    TableOf::open(Opening { script, ..opening(Luck::Scripted, None) }).unwrap()
}

fn tic_tac_toe() -> TableOf<TicTacToe> {
    open("a seed")
}

fn mark(square: u8) -> Value {
    json!({ "type": "mark", "square": square })
}

/// X and O mark these squares in turn.
fn marks(table: &mut impl Table, squares: &[u8]) {
    for square in squares {
        let turn = table.to_act().iter().next().unwrap();
        table.submit(turn.into(), None, &mark(*square), Vec::new()).unwrap();
    }
}

/// Plays a game of the first legal commands to its end.
fn play_out(table: &mut impl Table) {
    while let Some(seat) = table.to_act().iter().next() {
        let legal = table.legal(seat);
        let command = serde_json::from_str(legal.commands[0].command.get()).unwrap();
        table.submit(seat.into(), None, &command, Vec::new()).unwrap();
    }
}

type Poker = TableOf<KuhnPoker>;
type PigTable = TableOf<Pig>;

/// The journal with its lines changed and every chain made to fit again, as a forger would do.
fn rechained(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut chain = String::new();
    let mut forged = String::new();
    for line in text.lines() {
        let line = change(line);
        let (body, _) = line.rsplit_once(",\"chain\":").unwrap();
        chain = senet_kernel::Hash::of_bytes(format!("{chain}{body}").as_bytes()).to_string();
        forged += &format!("{body},\"chain\":\"{chain}\"}}\n");
    }
    forged
}
