//! The acceptance scenarios and the edge cases of the document that asked for the game, by name.

use senet_kernel::{Game, Outcome};
use senet_silosoft::{Config, Decision};
use serde_json::json;

use crate::play::{balanced, complete, config, offer, start};

/// Scenario 1 (FR-002, FR-007).
#[test]
fn scenario_1_a_drawn_resource_goes_to_the_hand_and_actions_follow() {
    for players in 1..=4 {
        let mut play = start(&config(players), "", &"eee".repeat(players));
        for player in play.view().players {
            assert_eq!((player.hand.len(), player.feature.is_some()), (3, true));
        }
        play.draw("junior ux");
        assert_eq!(play.player(0).hand.len(), 4);
        assert_eq!(play.view().open, Some(Decision::Action));
        assert!(play.legal(0).contains(&"pass".to_owned()));
    }
}

/// Scenario 2 (FR-016).
#[test]
fn scenario_2_a_layoff_removes_exactly_one_card_and_the_turn_proceeds() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("layoff at 1");
    assert_eq!((play.hand(0).as_str(), play.hand(1).as_str()), ("R001 R003", "R004 R005 R006"));
    assert_eq!(play.view().open, Some(Decision::Action));
}

/// Scenario 3 (FR-010, FR-011, FR-012).
#[test]
fn scenario_3_a_completion_spends_counts_and_deals_anew() {
    let mut play = start(&config(2), "F12 F02 F05", "jee eee");
    play.draw("entry dev").does(0, "complete R001 R002 R003");
    assert_eq!((play.hand(0).as_str(), play.view().total), ("R007", 1));
    assert_eq!(play.player(0).feature.unwrap().id.to_string(), "F05");
}

/// Scenario 4 (FR-005).
#[test]
fn scenario_4_reaching_the_target_wins_immediately() {
    let mut play = start(&config(1), "F42 F41 F40", "jss");
    play.draw("junior dev");
    play.does(0, "complete R003").does(0, "complete R002").does(0, "complete R001 R004");
    assert_eq!(play.game.outcome(), Some(Outcome::Together { won: true }));
}

/// Scenario 5 (FR-006).
#[test]
fn scenario_5_turn_10_without_the_target_loses() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.idle_to(10).turn("entry dev");
    assert_eq!(play.game.outcome(), Some(Outcome::Together { won: false }));
}

/// Scenario 6 (FR-018, FR-019).
#[test]
fn scenario_6_an_unmet_competition_is_paid_for_at_the_end_of_the_next_turn() {
    let mut play = start(&config(1), "F42 F10", "ees");
    play.draw("competition").does(0, "complete R003").pass();
    assert_eq!(play.view().total, 1, "nothing is paid on the turn of the draw");
    play.draw("entry dev").pass().does(0, "forfeit F42");
    assert_eq!(play.view().total, 0);
}

/// Scenario 7 (FR-020, FR-021).
#[test]
fn scenario_7_a_card_on_pto_cannot_be_spent() {
    let mut play = start(&config(1), "F42", "ees");
    play.draw("pto").does(0, "pto R003");
    play.refuses_by(0, complete(&["R003"], json!({})), "card_locked");
    assert_eq!(play.legal(0), ["pass"], "it is not offered either");
    play.pass().draw("entry dev");
    play.refuses_by(0, complete(&["R003"], json!({})), "card_locked");
    play.pass().draw("entry dev").does(0, "complete R003");
}

/// Scenario 8 (FR-014).
#[test]
fn scenario_8_a_second_offer_in_a_turn_is_disallowed() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("entry dev").does(0, "give R001 to Ben");
    play.refuses_by(0, offer(1, &["R002"], &[]), "trade_limit_reached");
    play.pass().draw("entry dev").does(1, "give R001 to Ann");
}

/// Edge case (FR-023).
#[test]
fn edge_an_event_with_an_empty_hand_does_nothing() {
    for event in ["layoff", "reorg", "pto"] {
        let mut play = start(&config(2), "F01 F02", "eee eee");
        play.draw("layoff at 0").does(0, "give R002 R003 to Ben").pass().turn("entry dev");
        play.draw(event);
        assert_eq!(play.kinds(), ["event_nullified"]);
        assert_eq!(play.view().open, Some(Decision::Action));
    }
}

/// Edge case (FR-019, R-20).
#[test]
fn edge_a_penalty_without_completed_features_discards_cards() {
    let mut play = start(&config(1), "F10", "eee");
    play.turn("competition").draw("entry dev").does_with(0, "pass", &[0, 2]);
    assert_eq!(play.hand(0), "R002 R003");
}

/// Edge case (FR-026).
#[test]
fn edge_the_player_chooses_among_bundles() {
    let mut play = start(&config(1), "F42", "ees");
    play.draw("contractor").pass().draw("entry ux");
    let bundles: Vec<_> = play
        .view()
        .choices
        .bundles
        .iter()
        .map(|b| (b.cards.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(" "), b.waste))
        .collect();
    assert_eq!(bundles, [("R003".to_owned(), 0), ("R004 R005".to_owned(), 0)]);
    play.does(0, "complete R004=ux R005");
    assert_eq!(play.hand(0), "R001 R002 R003");
}

/// Edge case (FR-026).
#[test]
fn edge_over_satisfaction_is_allowed_and_lost() {
    let mut play = start(&config(1), "F20 F01", "sse");
    play.draw("junior dev").does(0, "complete R001 R002 R004");
    assert_eq!(play.view().total, 1);
    assert_eq!(play.hand(0), "R003");
}

/// Edge case (FR-005, FR-038).
#[test]
fn edge_a_win_on_the_last_turn_precedes_the_loss() {
    let mut play = start(&config(1), "F42 F41 F40", "jss");
    play.draw("junior dev").does(0, "complete R003").does(0, "complete R002").pass();
    play.idle_to(10).draw("entry ux").does(0, "complete R001 R004");
    assert_eq!(play.game.outcome(), Some(Outcome::Together { won: true }));
}

/// Edge case (FR-009).
#[test]
fn edge_a_contractor_is_declared_with_the_completion_for_one_role() {
    let mut play = start(&config(1), "F28", "eee");
    play.draw("contractor");
    play.refuses_by(0, complete(&["R004"], json!({"R004": "dev"})), "requirement_not_met");
    // After the refusal it is undeclared again.
    play.refuses_by(0, complete(&["R004", "R003"], json!({})), "contractor_undeclared");
    play.does(0, "complete R004=dev R003");
}

/// Edge case (FR-044).
#[test]
fn edge_a_pto_ends_exactly_with_the_owners_next_turn() {
    let mut play = start(&config(2), "F42 F02", "ees eee");
    play.draw("pto").does(0, "pto R003").pass().turn("entry dev");
    assert_eq!(play.hand(0), "R001 R002 R003*");
    play.draw("entry dev").pass();
    assert_eq!(play.hand(0), "R001 R002 R003 R008");
    play.turn("entry dev").draw("entry dev").does(0, "complete R003");
}

/// Edge case (FR-030).
#[test]
fn edge_a_card_on_pto_may_be_traded_and_stays_locked() {
    let mut play = start(&config(2), "F01 F42", "ees eee");
    play.draw("pto").does(0, "pto R003").does(0, "give R003 to Ben").pass();
    play.draw("entry dev");
    play.refuses_by(1, complete(&["R003"], json!({})), "card_locked");
}

/// Edge case.
#[test]
fn edge_pto_does_not_waive_the_competition() {
    let mut play = start(&config(1), "F42", "ees");
    play.turn("competition").draw("pto").does(0, "pto R003");
    play.does_with(0, "pass", &[0, 0]);
    assert_eq!(play.kinds(), ["penalty_discard", "turn_ended"]);
}

/// Edge case (FR-012).
#[test]
fn edge_without_features_left_the_game_goes_on() {
    let deck = senet_silosoft::standard()[40..42].to_vec();
    let options = Config { features: Some(deck), ..balanced(2) };
    let mut play = start(&options, "F41 F42", "ese ees");
    play.draw("entry dev").does(0, "complete R002").pass();
    assert_eq!(play.player(0).feature, None);
    play.draw("entry dev").does(1, "complete R006").pass();
    assert_eq!((play.view().total, play.view().turn), (2, 3));
    play.idle_to(20).turn("entry dev");
    assert_eq!(play.game.outcome(), Some(Outcome::Together { won: false }), "no early end");
}
