//! The Company Competition: its demand and its penalty.

use senet_kernel::{Chance, Events, Game, outcomes};
use senet_silosoft::{Command, Config};
use serde_json::json;
use std::collections::BTreeMap;

use crate::play::{Play, config, start};

/// Spec 9: Ann has completed F01 and F28, Ben F16; Ann drew a Competition on turn 3.
fn worked_example() -> Play {
    let mut play = start(&config(2), "F28 F16 F01 F07 F40 F03", "jje jje");
    play.draw("senior dev").does(0, "complete R001 R003");
    play.pass();
    play.draw("senior pm").does(1, "complete R004 R005").pass();
    play
}

/// FR-018, FR-019, FR-032, FR-037, R-12, R-19: the worked example.
#[test]
fn an_unmet_demand_costs_an_own_feature() {
    let mut play = worked_example();
    // Turn 3: the Competition; Ann completes F01 on the same turn, which does not count.
    play.draw("competition");
    assert_eq!(play.kinds(), ["event_applied", "requirement_set"]);
    play.does(0, "complete R002 R007");
    assert_eq!(play.kinds(), ["completed", "feature_assigned"]);
    let requirement = play.player(0).requirement.unwrap();
    assert_eq!((requirement.due, requirement.turns_away), (5, 2));
    assert_eq!(
        requirement.text,
        "Competition: complete a feature on turn 5, or forfeit one of your completed features."
    );
    assert_eq!(play.view().total, 3);
    play.pass();
    // Turn 4: a completion by Ben does not count either.
    play.draw("senior dev").does(1, "complete R008 R009");
    assert_eq!(play.kinds(), ["completed", "feature_assigned"]);
    play.pass();
    assert_eq!(play.view().total, 4);
    // Turn 5: Ann cannot complete.
    play.draw("entry ux");
    assert_eq!(play.player(0).requirement.unwrap().turns_away, 0);
    play.pass();
    assert_eq!(play.kinds(), [""; 0]);
    assert_eq!(play.legal(0), ["forfeit F28", "forfeit F01"]);
    assert_eq!(play.legal(1), [""; 0]);
    let open = json!({"code": "wrong_phase", "open": "penalty"});
    play.refuses(0, json!({"type": "pass"}), open);
    let forfeit = |feature: &str| json!({"type": "forfeit", "feature": feature});
    let not_yours = |feature: &str| json!({"code": "feature_not_yours", "feature": feature});
    // not a team-mate's, not the one being built, not one that does not exist.
    play.refuses(0, forfeit("F16"), not_yours("F16"));
    play.refuses(0, forfeit("F07"), not_yours("F07"));
    play.refuses(0, forfeit("F99"), not_yours("F99"));
    play.does(0, "forfeit F28");
    assert_eq!(play.kinds(), ["penalty_forfeit", "turn_ended"]);
    let view = play.view();
    assert_eq!((view.total, view.turn), (3, 6));
    let ids = |features: &[senet_silosoft::Feature]| {
        features.iter().map(|feature| feature.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&view.players[0].completed), ["F01"]);
    assert_eq!(ids(&view.players[0].lost), ["F28"]);
    assert_eq!(view.players[0].requirement, None);
    // net by player, with the forfeits apart.
    assert_eq!(view.summary.completed, [1, 2]);
    assert_eq!(view.summary.forfeited, 1);
    assert_eq!(json!(view.summary.forfeited_by_player), json!([["F28"], []]));
    assert_eq!(view.summary.discarded, 0);
    // FR-037: it is in no deck and never comes back.
    assert!(view.deck.unseen.iter().all(|feature| feature.id.to_string() != "F28"));
}

/// on the player's own next turn, however many play.
#[test]
fn the_demand_is_due_a_round_later() {
    #[track_caller]
    fn check(players: usize, due: u8) {
        let mut play = start(&config(players), "", &"eee".repeat(players));
        play.draw("competition");
        assert_eq!(play.player(0).requirement.unwrap().due, due, "{players} players");
    }
    check(1, 2);
    check(2, 3);
    check(3, 4);
    check(4, 5);
}

/// FR-031: met the moment that a feature is completed on the due turn.
#[test]
fn a_completion_on_the_due_turn_meets_the_demand() {
    let mut play = start(&config(2), "F41 F02 F42 F40", "ees eee");
    play.turn("competition").turn("entry dev").draw("senior pm");
    assert!(play.view().choices.bundles[0].meets_requirement);
    play.does(0, "complete R008");
    assert_eq!(play.kinds(), ["completed", "requirement_met", "feature_assigned"]);
    assert_eq!(play.player(0).requirement, None);
    assert!(!play.view().choices.bundles[0].meets_requirement);
    play.pass();
    assert_eq!(play.kinds(), ["turn_ended"]);
    assert_eq!(play.view().total, 1);
}

/// FR-019, R-20: without completed features up to two cards are lost; R-30: nothing waives it.
#[test]
fn without_features_the_penalty_is_two_cards() {
    #[track_caller]
    fn check(kept: &[&str], text: &str, picks: &[u32], left: &str, lost: &[&str]) {
        let mut play = start(&config(2), "F01 F02", "eee eee");
        let gone: Vec<_> =
            ["R001", "R002", "R003"].into_iter().filter(|card| !kept.contains(card)).collect();
        play.draw("competition");
        if !gone.is_empty() {
            play.does(0, &format!("give {} to Ben", gone.join(" ")));
        }
        play.pass().turn("entry dev");
        play.draw("competition");
        let requirement = play.player(0).requirement.unwrap();
        assert_eq!(
            requirement.text,
            format!("Competition: complete a feature this turn, or {text}.")
        );
        play.act(0, &Command::Pass {}, picks);
        assert_eq!(play.kinds(), ["penalty_discard", "turn_ended"]);
        let told = serde_json::to_value(play.told[0]).unwrap();
        assert_eq!(told["cards"], json!(lost));
        assert_eq!(play.hand(0), left);
        let view = play.view();
        assert_eq!((view.total, view.turn), (0, 4));
        assert_eq!(view.summary.discarded as usize, lost.len());
        assert_eq!(view.players[0].requirement, None);
    }
    let all = ["R001", "R002", "R003"];
    let two = "lose two cards at random";
    check(&all, two, &[0, 0], "R003", &["R001", "R002"]);
    check(&all, two, &[2, 0], "R002", &["R001", "R003"]);
    check(&all, two, &[1, 1], "R001", &["R002", "R003"]);
    check(&["R002", "R003"], two, &[1, 0], "", &["R002", "R003"]);
    check(&["R002"], "lose your last card", &[0], "", &["R002"]);
    check(&[], "lose nothing, for there is nothing to lose", &[], "", &[]);
}

/// FR-048: each pair of cards is equally likely, cards on leave included: by exact enumeration.
#[test]
fn the_penalty_takes_each_pair_alike() {
    let mut play = start(&config(1), "F01", "eee");
    play.turn("competition").draw("pto").does(0, "pto R002");
    let mut pairs = BTreeMap::new();
    let run = |dice: &mut senet_kernel::Dice| {
        let mut game = play.game.clone();
        game.apply(play.active().into(), &Command::Pass {}, dice, &mut Events::off()).unwrap();
        let left = Play { game, ..play.clone() };
        left.hand(0)
    };
    outcomes(run, |chance, left| {
        let sum = pairs.entry(left).or_insert(Chance::NEVER);
        *sum = *sum + chance;
    });
    let third = Chance::new(1, 3).unwrap();
    let wanted = ["R001", "R002*", "R003"].map(|left| (left.to_owned(), third));
    assert_eq!(pairs, BTreeMap::from(wanted));
}

/// having no feature to build does not waive the demand.
#[test]
fn no_feature_does_not_waive_the_demand() {
    let deck = senet_silosoft::standard()[40..41].to_vec();
    let options = Config { features: Some(deck), ..config(1) };
    let mut play = start(&options, "F41", "ese");
    play.draw("competition").does(0, "complete R002").pass();
    assert_eq!(play.player(0).feature, None);
    play.draw("entry ux").pass();
    assert_eq!(play.legal(0), ["forfeit F41"]);
    play.does(0, "forfeit F41");
    assert_eq!((play.view().total, play.view().turn), (0, 3));
}

/// The penalty of the last turn comes before the loss.
#[test]
fn the_penalty_precedes_the_loss() {
    let mut play = start(&config(1), "F41 F42 F40", "eee");
    play.draw("senior pm").does(0, "complete R004").pass();
    play.idle_to(9).turn("competition").draw("pto").does(0, "pto R001");
    play.pass();
    assert_eq!(play.legal(0), ["forfeit F41"]);
    play.does(0, "forfeit F41");
    assert_eq!(play.kinds(), ["penalty_forfeit", "turn_ended", "lost"]);
    assert_eq!(play.view().total, 0);
    assert_eq!(play.view().summary.turns_used, 10);
}
