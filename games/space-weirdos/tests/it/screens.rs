//! What `senet warband` answers about many lists, as stored text: `tests/golden/answers.txt`.
//!
//! A question is a list by its number and the words after `senet warband`, with bars between them. A list
//! is a drawn warband with something wrong, or with nothing.

use std::cell::RefCell;
use std::collections::BTreeMap;

use senet_testkit::golden_answers;
use serde_json::{Value, json};

use crate::cli::words;
use crate::support::{ABILITIES, costing, put};

/// Warband n: drawn by that seed, of one ability after the other, and spoilt in one of nine ways.
fn warband(n: usize) -> Value {
    let (seed, points) = (n.to_string(), ["75", "125"][n % 2]);
    let ability = ABILITIES[n % ABILITIES.len()];
    let asked = ["random", "--seed", &seed, "--points", points, "--ability", ability];
    let drawn = words(&[&asked[..], &["--format", "json"]].concat(), "");
    let mut list: Value = serde_json::from_str(&drawn.text).expect("a drawn warband is JSON");
    let changes: &[(&str, Value)] = &match n % 10 {
        1 => vec![("/leader/name", json!(" ")), ("/name", json!(""))],
        2 => vec![("/troopers/0/closeCombatWeapons", json!([]))],
        3 => vec![("/leader/equipment", json!(["medkit", "grenade", "heavy-armor", "medkit"]))],
        4 => vec![("/troopers/-", costing(26)), ("/troopers/-", costing(23))],
        5 => vec![("/pointLimit", json!(80)), ("/troopers/0/rangedWeapons", json!(["lazer"]))],
        6 => vec![("/ability", json!("wizards")), ("/leader/leaderTrait", json!("shouting"))],
        7 => {
            vec![("/troopers/0/attributes/speed", json!(7)), ("/troopers/0/type", json!("leader"))]
        }
        8 => vec![("/leader/psychicPowers", json!(["fear", "fear"])), ("/leader!", Value::Null)],
        9 => vec![("/troopers/0/attributes/firepower", json!("2d10"))],
        _ => vec![],
    };
    for (path, value) in changes {
        put(&mut list, path, value.clone());
    }
    list
}

/// Each kind of question about lists of every kind: what is legal, near a limit, priced, mended, filled,
/// bought, compared, printed and edited.
#[test]
fn what_is_answered_about_many_lists() {
    let known: RefCell<BTreeMap<usize, String>> = RefCell::default();
    golden_answers("tests/golden/answers.txt", |question| {
        let parts: Vec<&str> = question.split(" | ").collect();
        let n: usize = parts[0].parse().expect("a question begins with a number");
        let mut known = known.borrow_mut();
        let list = known.entry(n).or_insert_with(|| warband(n).to_string());
        let output = words(&parts[1..], list);
        let mut lines: Vec<String> = output.text.lines().map(str::to_owned).collect();
        lines.extend(output.notes.lines().map(|note| format!("note: {note}")));
        lines.push(format!("exit {}", output.exit_code));
        lines
    });
}
