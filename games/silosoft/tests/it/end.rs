//! The end of a turn and of the game.

use senet_kernel::{Actor, Game, Outcome};
use serde_json::json;

use crate::play::{Play, balanced, complete, config, offer, start};

/// R-06, FR-003: turns go round, one for each player's sequence.
#[test]
fn turns_go_round() {
    for players in 1..=4 {
        let mut play = start(&config(players), "", &"eee".repeat(players));
        for turn in 1..=10 {
            assert_eq!(play.view().turn, turn);
            assert_eq!(play.active().index(), (usize::from(turn) - 1) % players);
            assert_eq!(play.game.to_act().len(), 1);
            play.turn("entry dev");
        }
        assert_eq!(play.view().turn, 10);
        assert_eq!(play.game.outcome(), Some(Outcome::Together { won: false }));
    }
}

/// FR-035, FR-036: passing needs nothing but the draw.
#[test]
fn a_pass_ends_the_turn_after_the_draw() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.refuses(0, json!({"type": "pass"}), json!({"code": "wrong_phase", "open": "draw"}));
    play.draw("entry dev").pass();
    assert_eq!(play.kinds(), ["turn_ended"]);
    assert_eq!((play.view().turn, play.active().index()), (2, 1));
    assert!(!play.view().traded && play.view().drawn.is_none());
}

/// FR-006, FR-049: the loss, after which nothing is accepted.
#[test]
fn the_last_turn_loses() {
    for (config, limit) in [(config(2), 10), (balanced(2), 20)] {
        let mut play = start(&config, "F01 F02", "eee eee");
        play.idle_to(limit).draw("entry dev");
        assert_eq!(play.game.outcome(), None);
        play.pass();
        assert_eq!(play.kinds(), ["turn_ended", "lost"]);
        assert_over(&play, false);
        assert_eq!(play.view().summary.turns_used, limit);
    }
}

#[track_caller]
fn assert_over(play: &Play, won: bool) {
    assert_eq!(play.game.outcome(), Some(Outcome::Together { won }));
    assert!(play.game.to_act().is_empty());
    let over = json!({"code": "game_over"});
    for who in 0..8 {
        assert_eq!(play.legal(who.min(1)), [""; 0]);
        for command in ["draw", "pass", "accept"] {
            play.refuses(who, json!({"type": command}), over.clone());
        }
    }
    play.refuses(Actor::Host, offer(7, &[], &[]), over.clone());
    play.refuses(0, complete(&[], json!({})), over);
}

/// FR-005, FR-038, R-22: the win is seen at once, before a feature is dealt.
#[test]
fn reaching_the_target_wins_at_once() {
    let mut play = start(&config(1), "F42 F41 F40 F01", "jss");
    play.draw("junior dev").does(0, "complete R003").does(0, "complete R002");
    assert_eq!(play.game.outcome(), None);
    assert!(play.view().choices.bundles[0].wins);
    let left = play.view().deck.left;
    play.does(0, "complete R001 R004");
    assert_eq!(play.kinds(), ["completed", "won"]);
    assert!(!play.revealed);
    let view = play.view();
    assert_eq!((view.total, view.target, view.deck.left), (3, 3, left));
    assert_eq!(view.players[0].feature, None);
    assert_eq!((view.summary.turns_used, view.open), (1, None));
    assert_over(&play, true);
}

/// FR-049, FR-005: a win on the last turn comes before the loss, and a requirement is no matter.
#[test]
fn a_win_on_the_last_turn_counts() {
    let mut play = start(&config(1), "F42 F41 F40 F01", "jss");
    play.draw("junior dev").does(0, "complete R003").does(0, "complete R002").pass();
    play.idle_to(9).turn("competition").draw("pto").does(0, "pto R005");
    play.does(0, "complete R001 R004");
    assert_eq!(play.kinds(), ["completed", "requirement_met", "won"]);
    assert_over(&play, true);
    assert_eq!(play.view().turn, 10);
}

/// FR-004, FR-037: forfeits lower the total, so that more must be completed.
#[test]
fn a_forfeit_makes_the_win_harder() {
    let mut play = start(&config(1), "F42 F41 F40 F28", "jss");
    play.draw("junior dev").does(0, "complete R003").does(0, "complete R002").pass();
    play.turn("competition").draw("entry ux").pass();
    play.does(0, "forfeit F42").draw("entry ux").does(0, "complete R001 R004");
    assert_eq!((play.view().total, play.game.outcome()), (2, None));
    play.pass().draw("junior dev").does(0, "complete R007 R005");
    assert_eq!(play.game.outcome(), Some(Outcome::Together { won: true }));
}

/// leaves are released before the penalty is paid.
#[test]
fn the_end_of_a_turn_has_its_order() {
    let mut play = start(&config(1), "F10", "eee");
    play.draw("pto").does(0, "pto R001").pass();
    play.draw("competition").pass();
    assert_eq!(play.kinds(), ["pto_released", "turn_ended"]);
    play.draw("pto").does(0, "pto R002");
    play.act(0, &senet_silosoft::Command::Pass, &[0, 0]);
    assert_eq!(play.kinds(), ["penalty_discard", "turn_ended"]);
    let mut play = start(&config(1), "F10", "eee");
    play.turn("competition");
    play.draw("pto").does(0, "pto R001");
    play.act(0, &senet_silosoft::Command::Pass, &[1, 1]);
    assert_eq!(play.hand(0), "R001*");
    play.draw("competition").pass();
    assert_eq!(play.kinds(), ["pto_released", "turn_ended"]);
}

/// What an absent player does: always the least.
#[test]
fn idle_players_do_the_least() {
    #[track_caller]
    fn check(play: &Play, who: usize, wanted: Option<&str>) {
        let command = play.game.idle(crate::play::seat(who));
        let said = command.map(|command| {
            <senet_silosoft::Silosoft as senet_kernel::Text>::say(&play.view(), &command)
        });
        assert_eq!(said.as_deref(), wanted);
    }
    let mut play = start(&config(2), "F41 F02", "ese eee");
    check(&play, 0, Some("draw"));
    check(&play, 1, None);
    play.draw("reorg");
    check(&play, 0, Some("move R001 to Ben"));
    play.does(0, "move R001 to Ben");
    check(&play, 0, Some("pass"));
    play.does(0, "ask Ben for R004");
    check(&play, 0, Some("withdraw"));
    check(&play, 1, Some("decline"));
    assert_eq!(play.game.leave(crate::play::seat(0)), None);
}
