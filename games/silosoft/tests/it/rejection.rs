//! Refusals that do not depend on the command, and the rule that each cites.

use senet_kernel::{Actor, Game, Reject};
use senet_silosoft::Rejection;
use serde_json::{Value, json};

use crate::play::{config, offer, seat, start};

/// FR-001, FR-040, FR-047, FR-050: who sends it comes first, then whose turn it is, then the phase.
#[test]
fn the_sender_is_tested_first() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    let unknown = |seat: Value| json!({"code": "unknown_player", "seat": seat});
    let not_yours = json!({"code": "not_your_turn", "turn": 0, "open": "draw"});
    play.refuses(2, json!({"type": "draw"}), unknown(json!(2)));
    play.refuses(7, json!({"type": "pass"}), unknown(json!(7)));
    play.refuses(Actor::Clock, json!({"type": "draw"}), unknown(Value::Null));
    play.refuses(Actor::Host, json!({"type": "draw"}), unknown(Value::Null));
    let refused = play.refuses(1, json!({"type": "draw"}), not_yours.clone());
    assert_eq!(refused.to_string(), "it is the turn of seat 1; what is open is the draw");
    play.refuses(1, offer(7, &[], &[]), not_yours);
    let wrong = |open: &str| json!({"code": "wrong_phase", "open": open});
    play.refuses(0, offer(7, &[], &[]), wrong("draw"));
    play.refuses(0, json!({"type": "forfeit", "feature": "F01"}), wrong("draw"));
    play.draw("entry dev");
    for command in ["accept", "decline", "withdraw", "draw"] {
        play.refuses(0, json!({"type": command}), wrong("action"));
    }
    play.refuses(0, json!({"type": "reorg", "card": "R001", "to": 1}), wrong("action"));
    play.refuses(0, json!({"type": "pto", "card": "R001"}), wrong("action"));
    play.refuses(0, json!({"type": "forfeit", "feature": "F01"}), wrong("action"));
    assert!(play.game.to_act().contains(seat(0)));
}

/// Commands are read strictly: no unknown fields, no missing ones.
#[test]
fn commands_that_cannot_be_read() {
    for command in [
        json!({"type": "steal"}),
        json!({"type": "offer", "give": ["R001"]}),
        json!({"type": "offer", "to": 8, "give": ["R001"]}),
        json!({"type": "complete"}),
        json!({"type": "complete", "cards": [1]}),
        json!({"type": "complete", "cards": ["R001"], "declare": {"R001": "qa"}}),
        json!({"type": "reorg", "card": "R001"}),
        json!({"type": "pto"}),
        json!({"type": "forfeit"}),
    ] {
        assert!(
            serde_json::from_value::<senet_silosoft::Command>(command.clone()).is_err(),
            "{command}"
        );
    }
}

/// Each refusal cites its rule, and each rule is in the rules.
#[test]
fn each_refusal_cites_its_rule() {
    let rules = senet_silosoft::Silosoft::about().rules;
    let card = || json!("R001");
    for (data, rule) in [
        (json!({"code": "game_over"}), "FR-049"),
        (json!({"code": "unknown_player", "seat": null}), "FR-001"),
        (json!({"code": "not_your_turn", "turn": 0, "open": "draw"}), "FR-040"),
        (json!({"code": "wrong_phase", "open": "draw"}), "FR-047"),
        (json!({"code": "empty_hand"}), "FR-036"),
        (json!({"code": "no_partner"}), "FR-015"),
        (json!({"code": "trade_limit_reached"}), "FR-014"),
        (json!({"code": "self_trade"}), "FR-015"),
        (json!({"code": "empty_trade"}), "R-15"),
        (json!({"code": "duplicate_card", "card": card()}), "FR-050"),
        (json!({"code": "card_not_in_hand", "card": card()}), "FR-029"),
        (json!({"code": "partner_lacks_card", "card": card(), "partner": 1}), "FR-015"),
        (json!({"code": "no_active_feature"}), "FR-012"),
        (json!({"code": "completion_limit_reached"}), "FR-025"),
        (json!({"code": "empty_bundle"}), "FR-010"),
        (json!({"code": "card_locked", "card": card(), "release": 3}), "FR-021"),
        (json!({"code": "contractor_undeclared", "card": card()}), "FR-009"),
        (json!({"code": "invalid_declaration", "card": card(), "role": "pm"}), "FR-009"),
        (json!({"code": "card_not_needed", "card": card(), "role": "pm"}), "R-18"),
        (json!({"code": "requirement_not_met", "measures": []}), "FR-034"),
        (json!({"code": "self_target"}), "FR-017"),
        (json!({"code": "feature_not_yours", "feature": "F01"}), "FR-019"),
    ] {
        let rejection: Rejection = serde_json::from_value(data.clone()).unwrap();
        assert_eq!(rejection.rule(), rule, "{data}");
        assert!(rules.contains(&format!("**{rule}**")), "{rule} is written down");
        assert_eq!(serde_json::to_value(&rejection).unwrap(), data);
        assert!(!rejection.to_string().is_empty());
    }
}
