//! Whatever a host asks of a module, it is answered.

#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

use senet_desk::built_in;
use senet_guest::{Border, Call, Change, Look};
use senet_kernel::{Actor, Rng, Seat, Viewer};
use senet_reference::connect_four::ConnectFour;
use senet_table::{Luck, Opening, Start};
use serde_json::{Value, json};

/// A call of each kind, in an order in which all make sense.
fn calls() -> Vec<String> {
    let game = built_in::<ConnectFour>();
    let (_, config) = game.preset(None).unwrap();
    let opening = Opening {
        start: Start::Config(config.clone()),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: "calls".to_owned() },
        seed: None,
        script: Vec::new(),
        branch: None,
    };
    let table = game.open(opening.clone()).unwrap();
    let (viewer, seat, actor) = (Viewer::Seat(Seat::FIRST), Seat::FIRST, Actor::Seat(Seat::FIRST));
    let (view, journal, level) = (table.view(viewer), table.journal().text(), "easy".to_owned());
    let drop = json!({"type": "drop", "column": 4});
    let submit = Change::Submit { actor, request: None, command: drop.clone(), script: Vec::new() };
    let bots = vec!["random".to_owned(); 2];
    let seen: Value = serde_json::from_str(view.get()).unwrap();
    let calls = [
        Call::About,
        Call::CheckConfig(config.clone()),
        Call::Remarks(config.clone()),
        Call::Roles(config.clone()),
        Call::Open { opening, module: None },
        Call::Change { change: submit, known: 1 },
        Call::Look(Look::Update(viewer, 0)),
        Call::Look(Look::History(viewer, 0, 1)),
        Call::Look(Look::Check(actor, drop)),
        Call::Look(Look::Read(seat, "4".to_owned())),
        Call::Look(Look::Branch {
            entry: 0,
            luck: Luck::Open { seed: "b".to_owned() },
            seed: None,
        }),
        Call::Change { change: Change::Remember { seat, memo: json!([1]) }, known: 2 },
        Call::Change { change: Change::TakeBack { actor, request: None }, known: 2 },
        Call::Verify { journal: journal.clone(), seed: None },
        Call::Resume { journal: journal.clone(), seed: None, snapshot: table.snapshot() },
        Call::Bot { name: "easy".to_owned(), seed: 1 },
        Call::Think { view: view.clone(), seat },
        Call::Hint { view: view.clone(), seat, level: level.clone() },
        Call::Guess { view: seen, viewer, seed: 1 },
        Call::Question { view, seat },
        Call::Understood("4".to_owned()),
        Call::Analyst { journal, seed: None, level, lines: 1 },
        Call::Moment(0),
        Call::Play { config, bots, seed: 0, number: 0 },
    ];
    calls.iter().map(|call| serde_json::to_string(call).unwrap()).collect()
}

/// An answer is JSON that is done, or a sentence of what is wrong.
fn done(border: &mut Border, call: &[u8]) -> bool {
    let answer: Value = serde_json::from_slice(&border.call(call)).unwrap();
    let (done, fault) = (answer.get("done"), answer["fault"].as_str());
    assert!(done.is_some() != fault.is_some_and(|sentence| !sentence.is_empty()), "{answer}");
    done.is_some()
}

#[test]
fn every_kind_of_call_is_answered() {
    let mut border = Border::of::<ConnectFour>();
    for call in calls() {
        assert!(done(&mut border, call.as_bytes()), "{call}");
    }
}

/// One thing in a call spoilt: a number, a sign, a piece cut off or put in.
fn spoilt(call: &str, rng: &mut Rng) -> Vec<u8> {
    let at = rng.below(call.len() as u32) as usize;
    let mut bytes = call.as_bytes().to_vec();
    let numbers = ["18446744073709551615", "-1", "255", "32", "1e999", "null", "\"\""];
    match rng.below(5) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << rng.below(8),
        2 => {
            let digit = char::from(b'0' + rng.below(5) as u8);
            bytes = call.replace(digit, rng.choose(&numbers).unwrap()).into_bytes();
        }
        3 => bytes = call.replacen('[', &"[".repeat(200), 1).into_bytes(),
        _ => bytes.drain(at..(at + 9).min(call.len())).for_each(|_| ()),
    }
    bytes
}

#[test]
fn whatever_a_host_asks_is_answered() {
    let calls = calls();
    let mut rng = Rng::new(11);
    let mut border = Border::of::<ConnectFour>();
    let mut faults = 0;
    for call in calls.iter().cycle().take(60 * calls.len()) {
        let asked = spoilt(call, &mut rng);
        faults += u32::from(!done(&mut border, &asked));
        // The protocol's own door stands beside it.
        serde_json::from_slice::<Value>(&border.message(&asked)).unwrap();
        // Whatever was done to it, the next who asks is served.
        assert!(done(&mut border, calls[0].as_bytes()));
    }
    assert!(faults > 400, "{faults}");
}

#[test]
fn a_module_without_table_bot_or_game_says_so() {
    let mut border = Border::of::<ConnectFour>();
    for call in [r#"{"look":"state"}"#, r#"{"moment":0}"#, r#"{"think":{"view":{},"seat":0}}"#] {
        assert!(!done(&mut border, call.as_bytes()), "{call}");
    }
}
