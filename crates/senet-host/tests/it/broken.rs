//! What `senet check` is for: games that break one law each, and the law that catches them; and modules that
//! break down.

use senet_bots::{Candidates, Evaluate, Mind, Policy};
use senet_desk::{AnyGame, built_in};
use senet_host::{Breach, Guest, Limits, check};
use senet_kernel::Seat;
use serde_json::json;

use crate::defect::Defect;
use crate::puppet::{Does, about, opened, puppet};
use crate::toy::Toy;

impl Evaluate for Toy {
    fn evaluate(&self, _: Seat) -> i32 {
        0
    }
}

impl Policy for Toy {}

impl Candidates for Toy {}

impl Mind for Toy {}

/// The first breach among a few games with a defect.
fn breach(defect: Defect) -> Option<Breach> {
    let game = built_in::<Toy>();
    let config = json!({ "turns": 8, "defect": defect });
    (0..8).find_map(|seed| check(game.as_ref(), "standard", &config, seed).err())
}

#[test]
fn an_honest_game_is_let_pass() {
    assert_eq!(breach(Defect::None), None);
}

#[test]
fn each_law_catches_what_breaks_it() {
    let rows = [
        (Defect::ChangesAnew, "determinism"),
        (Defect::SetsUpAnew, "determinism"),
        (Defect::ListsRefused, "legal"),
        (Defect::ChangesRefused, "refusal"),
        (Defect::EmptyLabel, "words"),
        (Defect::EqualLabels, "words"),
        (Defect::TooWide, "words"),
        (Defect::LeaksView, "secrets"),
        (Defect::GuessesBadly, "secrets"),
        (Defect::ForgetsStored, "resume"),
        (Defect::Stuck, "end"),
        (Defect::ActsAfterEnd, "end"),
        (Defect::TicksAfterEnd, "end"),
    ];
    let found: Vec<_> = rows
        .iter()
        .map(|(defect, _)| (*defect, breach(*defect).map_or("nothing", |breach| breach.law)))
        .collect();
    assert_eq!(found, rows);
}

/// A breach says which game to play again.
#[test]
fn a_breach_names_law_rule_set_seed_and_entry() {
    let breach = breach(Defect::ListsRefused).unwrap().to_string();
    assert!(
        breach.starts_with("breaks the law `legal` (rule set standard, seed 0, entry "),
        "{breach}"
    );
}

#[test]
fn a_module_that_breaks_down_or_has_other_seats_is_caught() {
    let caught = |opened| {
        let acts = [("\"about\"", about(|_| ())), ("{\"open\"", opened)];
        let game = Guest::open(&puppet(&acts), Limits::default()).unwrap();
        let (preset, config) = game.preset(None).unwrap();
        check(&game, &preset, &config, 1).unwrap_err().to_string()
    };
    let told = caught(Does::Breaks);
    assert!(told.contains("set-up") && told.contains("the module failed"), "{told}");
    let mut seats = opened();
    seats["Ok"]["seats"] = json!(3);
    let told = caught(Does::Says(seats));
    assert!(told.contains("its seats differ from its names"), "{told}");
}
