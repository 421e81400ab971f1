//! Modules that say what they are told to say: the answers of an honest game, and others in their place.

use std::sync::Arc;

use senet_catalog::AnyGame;
use senet_table::{Luck, Opening, Start};
use serde_json::{Value, json};

/// What a puppet does when it is called.
#[derive(Clone, Debug)]
pub enum Does {
    /// Says this.
    Says(Value),
    /// Says these bytes.
    SaysBytes(Vec<u8>),
    /// Never comes to an end.
    Spins,
    /// Breaks down.
    Breaks,
    /// Wants so many pages of memory more, and says this.
    Grows(u32, Value),
}

/// A puppet that does what the first act says whose words a call begins with, and otherwise breaks down.
pub fn puppet(acts: &[(&str, Does)]) -> Vec<u8> {
    let (mut data, mut end) = (String::new(), 4096_u64);
    let mut keep = |bytes: &[u8]| {
        let escaped: String = bytes.iter().map(|byte| format!("\\{byte:02x}")).collect();
        let place = end;
        data += &format!("(data (i32.const {place}) \"{escaped}\")\n");
        end += bytes.len() as u64;
        (place, bytes.len() as u64)
    };
    let mut body = String::new();
    for (words, does) in acts {
        let (word, length) = keep(words.as_bytes());
        let mut says = |bytes: &[u8]| {
            let (place, size) = keep(bytes);
            format!("(return (i64.const {}))", place << 32 | size)
        };
        let done = |answer: &Value| json!({ "done": answer }).to_string();
        let does = match does {
            Does::Says(answer) => says(done(answer).as_bytes()),
            Does::SaysBytes(bytes) => says(bytes),
            Does::Spins => "(loop br 0) (return (i64.const 0))".to_owned(),
            Does::Breaks => "unreachable".to_owned(),
            Does::Grows(pages, answer) => {
                let says = says(done(answer).as_bytes());
                format!("(drop (memory.grow (i32.const {pages}))) {says}")
            }
        };
        body +=
            &format!("(if (call $begins (i32.const {word}) (i32.const {length})) (then {does}))\n");
    }
    assert!(end < ROOM, "the answers need {end} bytes");
    let text = format!(
        "(module
            (memory (export \"memory\") 32)
            {data}
            (func $begins (param $word i32) (param $length i32) (result i32) (local $i i32)
                (loop $next
                    (if (i32.eq (local.get $i) (local.get $length)) (then (return (i32.const 1))))
                    (if (i32.ne
                            (i32.load8_u (i32.add (local.get $word) (local.get $i)))
                            (i32.load8_u (i32.add (i32.const {ROOM}) (local.get $i))))
                        (then (return (i32.const 0))))
                    (local.set $i (i32.add (local.get $i) (i32.const 1)))
                    (br $next))
                unreachable)
            (func (export \"senet_border\") (result i32) (i32.const 1))
            (func (export \"senet_room\") (param i32) (result i32) (i32.const {ROOM}))
            (func (export \"senet_leash\") (result i32) (i32.const 8))
            (func (export \"senet_answer\") (param i32) (result i64) unreachable)
            (func (export \"senet_call\") (param i32) (result i64) {body} unreachable))"
    );
    wat::parse_str(text).unwrap()
}

/// Where messages are written.
const ROOM: u64 = 1 << 20;

/// The honest game.
fn game() -> Arc<dyn AnyGame> {
    senet_catalog::find("tic-tac-toe").unwrap()
}

/// What a game that is called a puppet says of itself, but for what is changed.
pub fn about(change: impl Fn(&mut Value)) -> Does {
    let game = game();
    let mut about = json!({ "page": game.page(), "schemas": game.schemas().to_value() });
    about["page"]["game"]["id"] = json!("puppet");
    change(&mut about);
    Does::Says(about)
}

/// What a puppet answers when its table is opened.
pub fn opened() -> Value {
    let game = game();
    let (_, config) = game.preset(None).unwrap();
    let opening = Opening {
        start: Start::Config(config),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: "puppet".to_owned() },
        seed: None,
        script: Vec::new(),
        branch: None,
    };
    let table = game.open(opening).unwrap();
    let mut lines = json!([table.journal().lines()[0].as_ref()]);
    rechained(&mut lines, |line| line.replacen("tic-tac-toe", "puppet", 1));
    let placed = json!({
        "entry": 0, "to_act": table.to_act(), "awaited": table.awaited(), "outcome": null,
        "countdown": null, "secrets": false, "seed": null, "memos": [null, null],
    });
    let news = json!({ "lines": lines, "anew": false, "placed": placed });
    json!({ "Ok": {
        "seats": 2, "roles": ["X", "O"], "forms": [], "notice": null, "fitted": false, "news": news,
    } })
}

/// Changes lines of a journal, and chains them anew.
pub fn rechained(lines: &mut Value, change: impl Fn(&str) -> String) {
    let text: Vec<String> =
        lines.as_array().unwrap().iter().map(|line| change(line.as_str().unwrap())).collect();
    let journal = senet_table::Journal::chained(&text.join("\n")).unwrap();
    *lines = journal.lines().iter().map(|line| json!(line.as_ref())).collect();
}

/// What a puppet answers that did what was wanted, and has nothing new to tell.
pub fn nothing_new() -> Value {
    let mut news = opened()["Ok"]["news"].take();
    news["lines"] = json!([]);
    json!({ "answer": null, "news": news })
}
