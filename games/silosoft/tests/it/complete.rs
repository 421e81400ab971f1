//! Completing features.

use senet_silosoft::Config;
use serde_json::{Value, json};

use crate::play::{Play, balanced, complete, config, start};

/// F12 asks for 2 Dev, 1 PM and 1 UX; F29 for 3 Dev and 1 UX.
fn with_contractors(feature: &str) -> Play {
    let mut play = start(&config(1), feature, "jee");
    play.turn("contractor").draw("contractor");
    play
}

/// FR-010, FR-011: all thresholds with one bundle; the cards leave, the total rises.
#[test]
fn a_bundle_completes_the_feature() {
    let mut play = start(&config(1), "F12 F05", "jee");
    play.draw("senior dev").does(0, "complete R003 R001 R002");
    assert_eq!(play.kinds(), ["completed", "feature_assigned"]);
    let view = play.view();
    assert_eq!((view.total, play.hand(0).as_str()), (1, "R004"));
    let completed = &view.players[0].completed;
    assert_eq!(completed[0].id.to_string(), "F12");
    assert_eq!(view.players[0].feature.clone().unwrap().id.to_string(), "F05", "FR-012, R-29");
    let gone: Vec<_> = view.gone.iter().map(|card| card.id.to_string()).collect();
    assert_eq!(gone, ["R001", "R002", "R003"]);
    assert_eq!(view.summary.discarded, 0, "spent cards are not lost to events");
    assert_eq!(view.deck.left, 40);
}

/// FR-034: each threshold counts, by exactly one point; FR-024: nothing is stored of a try.
#[test]
fn every_threshold_must_be_met() {
    let mut play = start(&config(1), "F19", "jee");
    play.draw("entry ux");
    let short = |have: [u8; 3]| {
        let roles = ["dev", "pm", "ux"].iter().zip([2, 1, 2]).zip(have);
        let measures: Vec<Value> = roles
            .map(|((role, need), have)| json!({"role": role, "need": need, "have": have}))
            .collect();
        json!({"code": "requirement_not_met", "measures": measures})
    };
    let refused = play.refuses(0, complete(&["R001", "R002", "R003"], json!({})), short([2, 1, 1]));
    assert_eq!(
        refused.to_string(),
        "the bundle falls short: Dev needs 2 and has 2, PM needs 1 and has 1, UX needs 2 and has 1"
    );
    play.refuses(0, complete(&["R001", "R003", "R004"], json!({})), short([2, 0, 2]));
    play.refuses(0, complete(&["R002", "R003", "R004"], json!({})), short([0, 1, 2]));
    let have: Vec<_> = play.player(0).feature.unwrap().rows.iter().map(|row| row.have).collect();
    assert_eq!(have, [2, 1, 2]);
    play.does(0, "complete R001 R002 R003 R004");
}

/// FR-009: a Contractor counts 2 points for one declared role alone; spec 10.3.
#[test]
fn a_contractor_stands_for_one_role() {
    let mut play = with_contractors("F29");
    for role in ["dev", "ux"] {
        let bundle = complete(&["R001", "R004"], json!({"R004": role}));
        play.refuses_by(0, bundle, "requirement_not_met");
    }
    let both = complete(&["R001", "R004", "R005"], json!({"R004": "dev", "R005": "ux"}));
    let command = serde_json::from_value(both).unwrap();
    play.act(0, &command, &[]);
    assert_eq!(play.hand(0), "R002 R003");
    // Contractors alone complete what asks for little.
    let mut play = with_contractors("F28");
    let both = complete(&["R005", "R004"], json!({"R004": "dev", "R005": "ux"}));
    play.act(0, &serde_json::from_value(both).unwrap(), &[]);
}

/// FR-009: what is declared, and as what.
#[test]
fn only_contractors_of_the_bundle_are_declared() {
    let play = with_contractors("F29");
    let undeclared = |card: &str| json!({"code": "contractor_undeclared", "card": card});
    let invalid =
        |card: &str, role: &str| json!({"code": "invalid_declaration", "card": card, "role": role});
    play.refuses(0, complete(&["R001", "R004"], json!({})), undeclared("R004"));
    let half = json!({"R004": "dev", "R001": "dev"});
    play.refuses(0, complete(&["R001", "R004", "R005"], half), undeclared("R005"));
    // Not a contractor; not in the bundle; nobody's; not a listed role; not a role at all.
    play.refuses(0, complete(&["R001"], json!({"R001": "dev"})), invalid("R001", "dev"));
    play.refuses(0, complete(&["R001"], json!({"R004": "dev"})), invalid("R004", "dev"));
    play.refuses(0, complete(&["R001"], json!({"R400": "ux"})), invalid("R400", "ux"));
    play.refuses(0, complete(&["R004"], json!({"R004": "pm"})), invalid("R004", "pm"));
    let as_such = json!({"R004": "contractor"});
    play.refuses(0, complete(&["R004"], as_such), invalid("R004", "contractor"));
    // Names of roles as they stand on the cards are understood as well.
    play.refuses_by(0, complete(&["R004"], json!({"R004": "Dev"})), "requirement_not_met");
    let twice = r#"{"type":"complete","cards":["R004"],"declare":{"R004":"dev","R004":"ux"}}"#;
    assert!(serde_json::from_str::<senet_silosoft::Command>(twice).is_err());
    assert!(
        serde_json::from_value::<senet_silosoft::Command>(complete(&["R004"], json!(7))).is_err()
    );
}

/// FR-026: surplus on a listed role is allowed and lost; R-18: a card of another role is refused.
#[test]
fn surplus_is_lost_and_useless_cards_are_refused() {
    let mut play = start(&config(1), "F41 F42", "ese");
    play.draw("senior pm");
    let useless =
        |card: &str, role: &str| json!({"code": "card_not_needed", "card": card, "role": role});
    play.refuses(0, complete(&["R002", "R001"], json!({})), useless("R001", "dev"));
    play.refuses(0, complete(&["R001", "R003"], json!({})), useless("R001", "dev"));
    play.does(0, "complete R002 R004");
    assert_eq!(play.hand(0), "R001 R003", "both are spent, and nothing carries over");
    assert_eq!(play.player(0).feature.unwrap().rows[0].have, 1);
}

/// FR-029, FR-050: the refusals of a completion, in their order.
#[test]
fn completions_are_tested_in_order() {
    let mut play = start(&config(2), "F29 F02", "jee eee");
    play.draw("contractor");
    play.refuses(0, complete(&[], json!({"R001": "dev"})), json!({"code": "empty_bundle"}));
    let twice = json!({"code": "duplicate_card", "card": "R005"});
    play.refuses(0, complete(&["R005", "R002", "R005"], json!({})), twice);
    let lacks = |card: &str| json!({"code": "card_not_in_hand", "card": card});
    play.refuses(0, complete(&["R007", "R004"], json!({})), lacks("R004"));
    play.refuses(0, complete(&["R002", "R900"], json!({"R001": "pm"})), lacks("R900"));
    play.refuses_by(0, complete(&["R001", "?"], json!({})), "card_not_in_hand");
    // Leave comes before the declaration, and that before what is needed.
    play.pass().turn("entry dev").draw("pto").does(0, "pto R002");
    let locked = json!({"code": "card_locked", "card": "R002", "release": 5});
    play.refuses(0, complete(&["R007", "R002"], json!({})), locked);
    let undeclared = json!({"code": "contractor_undeclared", "card": "R007"});
    play.refuses(0, complete(&["R007"], json!({"R001": "ux"})), undeclared);
    play.pass().turn("entry dev").draw("entry pm");
    let invalid = json!({"code": "invalid_declaration", "card": "R010", "role": "dev"});
    play.refuses(0, complete(&["R007", "R010"], json!({"R007": "dev", "R010": "dev"})), invalid);
}

/// FR-036: with an empty hand only a pass; FR-012: without a feature nothing can be completed.
#[test]
fn completing_needs_cards_and_a_feature() {
    let deck = senet_silosoft::standard()[40..42].to_vec();
    let options = Config { features: Some(deck), ..config(2) };
    let mut play = start(&options, "F41 F42", "ese eee");
    play.draw("entry dev").does(0, "complete R002");
    assert_eq!(play.kinds(), ["completed", "deck_exhausted"]);
    assert_eq!(play.player(0).feature, None);
    play.refuses(0, complete(&["R001"], json!({})), json!({"code": "no_active_feature"}));
    play.refuses(0, complete(&[], json!({})), json!({"code": "no_active_feature"}));
    let give = "give R001 R003 R007 to Ben";
    play.does(0, give);
    play.refuses(0, complete(&[], json!({})), json!({"code": "empty_hand"}));
    assert_eq!(play.legal(0), ["pass"]);
    // The game goes on, and others may still complete.
    play.pass().draw("senior ux").does(1, "complete R008");
    assert_eq!(play.view().total, 2);
}

/// FR-025: any number in a turn, or one; FR-013, FR-045: one feature at a time.
#[test]
fn completions_in_a_turn() {
    let deal = |single_completion| {
        let options = Config { single_completion, ..balanced(1) };
        let mut play = start(&options, "F42 F41 F40", "jss");
        play.draw("junior dev").does(0, "complete R003");
        play
    };
    let mut play = deal(false);
    play.does(0, "complete R002").does(0, "complete R001 R004");
    assert_eq!(play.kinds(), ["completed", "won"]);
    let mut play = deal(true);
    let limit = json!({"code": "completion_limit_reached"});
    play.refuses(0, complete(&["R002"], json!({})), limit.clone());
    play.refuses(0, complete(&[], json!({})), limit);
    assert_eq!(play.legal(0), ["pass"]);
    play.pass().draw("entry dev").does(0, "complete R002");
    assert_eq!(play.player(0).completed.len(), 2);
}
