//! The log and the summary.

use senet_silosoft::{Config, Status};
use serde_json::json;

use crate::play::{Play, config, kind, start};

/// FR-028, R-28: numbers from 1, never used again; the last entries are kept.
#[test]
fn the_log_keeps_the_last_entries() {
    let options = Config { log_retention: 10, ..config(2) };
    let mut play = start(&options, "F01 F02", "eee eee");
    let first = play.view().log;
    assert_eq!((first.len(), first[0].number, first[0].turn, first[0].seat), (1, 1, 1, None));
    assert_eq!(kind(&first[0].event), "game_started");
    assert_eq!(
        first[0].text,
        "The game starts: rules as written, 10 turns, 5 for each player, 6 features to complete; 70 \
         draws in 100 bring staff; any number of completions in a turn."
    );
    for turn in 1..=8 {
        play.turn("entry dev");
        let log = play.view().log;
        let last = 1 + 2 * turn;
        let first = if last > 10 { last - 9 } else { 1 };
        let numbers: Vec<_> = log.iter().map(|line| line.number).collect();
        assert_eq!(numbers, (first..=last).collect::<Vec<_>>());
    }
    let log = play.view().log;
    let seats: Vec<_> = log.iter().map(|line| line.seat.unwrap().index()).collect();
    assert_eq!(seats, [1, 1, 0, 0, 1, 1, 0, 0, 1, 1]);
    let turns: Vec<_> = log.iter().map(|line| line.turn).collect();
    assert_eq!(turns, [4, 4, 5, 5, 6, 6, 7, 7, 8, 8]);
}

/// The order and the players of the entries, as the rules say.
#[test]
fn entries_stand_in_the_order_of_what_happens() {
    #[track_caller]
    fn check(play: &Play, last: usize, wanted: &[&str]) {
        let log = play.view().log;
        let found: Vec<_> = log[log.len() - last..]
            .iter()
            .map(|line| {
                let seat = line.seat.map_or("-".to_owned(), |seat| seat.index().to_string());
                format!("{} {seat}", kind(&line.event))
            })
            .collect();
        assert_eq!(found, wanted);
    }
    let mut play = start(&config(2), "F41 F02 F03", "ess eee");
    // For a Reorg and PTO "applied" is written with the choice.
    play.draw("reorg");
    check(&play, 1, &["game_started -"]);
    play.does(0, "move R001 to Ben");
    check(&play, 2, &["game_started -", "event_applied 0"]);
    play.does(0, "ask Ben for R004");
    check(&play, 1, &["trade_offered 0"]);
    play.does(1, "decline");
    check(&play, 1, &["trade_declined 1"]);
    play.does(0, "complete R002");
    check(&play, 2, &["completed 0", "feature_assigned 0"]);
    play.pass();
    check(&play, 1, &["turn_ended 0"]);
    play.draw("pto");
    check(&play, 1, &["turn_ended 0"]);
    play.does(1, "pto R005");
    check(&play, 2, &["event_applied 1", "pto_locked 1"]);
    play.does(1, "ask Ann for R003").does(1, "withdraw");
    check(&play, 2, &["trade_offered 1", "trade_withdrawn 1"]);
    play.pass().draw("competition");
    check(&play, 2, &["event_applied 0", "requirement_set 0"]);
    play.does(0, "ask Ben for R005").does(1, "accept");
    check(&play, 2, &["trade_offered 0", "trade_accepted 1"]);
    play.pass().draw("layoff at 0");
    check(&play, 2, &["turn_ended 0", "event_applied 1"]);
    play.does(1, "give R006 to Ann");
    check(&play, 1, &["gift 1"]);
    play.pass();
    // PTO released names the holder, not the active player.
    check(&play, 2, &["pto_released 0", "turn_ended 1"]);
    play.draw("competition");
    check(&play, 1, &["event_nullified 0"]);
    play.pass().does(0, "forfeit F41");
    check(&play, 2, &["penalty_forfeit 0", "turn_ended 0"]);
    play.idle_to(10).turn("contractor");
    check(&play, 3, &["drew_resource 1", "turn_ended 1", "lost -"]);
    let texts: Vec<_> = play.view().log.iter().map(|line| line.text.clone()).collect();
    assert!(texts.iter().all(|text| text.ends_with('.')), "{texts:?}");
}

/// FR-046, R-33: every figure, during the game and at its end.
#[test]
fn the_summary_counts() {
    let mut play = start(&config(2), "F41 F42 F03", "ess ees");
    let figures = |play: &Play| {
        let s = play.view().summary;
        json!([s.turns_used, s.target, s.total, s.completed, s.trades, s.trades_by_player])
    };
    assert_eq!(figures(&play), json!([1, 6, 0, [0, 0], 0, [0, 0]]));
    assert_eq!(play.view().summary.outcome, Status::Playing);
    play.draw("layoff at 0").does(0, "complete R002").does(0, "ask Ben for R004");
    play.does(1, "decline").pass();
    play.draw("reorg").does(1, "move R005 to Ann").does(1, "complete R006").pass();
    play.draw("competition").does(0, "give R005 to Ben").pass();
    play.draw("pto").does(1, "pto R004").pass();
    assert_eq!(figures(&play), json!([5, 6, 2, [1, 1], 2, [2, 0]]));
    play.draw("competition").pass().does(0, "forfeit F41");
    play.draw("competition").pass();
    assert_eq!(figures(&play), json!([7, 6, 1, [0, 1], 2, [2, 0]]));
    play.turn("entry dev").draw("entry dev").pass().does(1, "forfeit F42");
    play.turn("entry ux").turn("entry ux");
    let summary = play.view().summary;
    assert_eq!(summary.outcome, Status::Lost);
    let events: Vec<_> = summary.events.iter().map(|e| (e.drawn, e.nullified)).collect();
    assert_eq!(events, [(1, 0), (1, 0), (3, 1), (1, 0)]);
    assert_eq!((summary.discarded, summary.forfeited, summary.turns_used), (1, 2, 10));
    assert_eq!(json!(summary.forfeited_by_player), json!([["F41"], ["F42"]]));
    let options = (summary.ruleset.name(), summary.resource_weight, summary.log_retention);
    assert_eq!(options, ("seed", 70, 100));
    assert!(!summary.single_completion);
}
