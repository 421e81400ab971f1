//! The game in words: what is said, read, told and drawn.

use senet_kernel::{Game, Text, Viewer};
use senet_silosoft::{Command, Config, Silosoft};
use serde_json::{Value, json};

use crate::play::{Play, balanced, config, seat, start};

/// Ann may act: R001 Junior Dev, R002 Entry PM, R003 Entry UX and the contractors R010 and R013;
/// she builds F29 (3 Dev, 1 UX).
fn scene() -> Play {
    let mut play = start(&balanced(3), "F29 F02 F03", "jee eee eee");
    play.draw("contractor").pass();
    play.turn("entry dev").turn("entry dev").draw("contractor");
    play
}

#[track_caller]
fn reads(play: &Play, text: &str, wanted: Value) {
    let command = play.read(0, text).unwrap();
    assert_eq!(serde_json::to_value(command).unwrap(), wanted, "{text}");
}

#[test]
fn what_a_player_types_is_understood() {
    let play = scene();
    let offer = |to: usize, give: Value, take: Value| json!({"type": "offer", "to": to, "give": give, "take": take});
    for (words, kind) in [
        ("draw d DRAW", "draw"),
        ("pass p end done skip", "pass"),
        ("accept yes y ok agree", "accept"),
        ("decline no n refuse reject", "decline"),
        ("withdraw cancel", "withdraw"),
    ] {
        for word in words.split(' ') {
            reads(&play, &format!("  {word} "), json!({"type": kind}));
        }
    }
    for text in
        ["give R001 to Ben", "gift r1 ben", "SEND 1 to ben", "give my R001, to Ben", "give ben 1"]
    {
        reads(&play, text, offer(1, json!(["R001"]), json!([])));
    }
    // A number where a player is named is a seat, and no card.
    for text in ["give r1 to 2", "give R001 to seat 2", "gift 1 to player 2", "send r1 to p2"] {
        reads(&play, text, offer(1, json!(["R001"]), json!([])));
    }
    for text in ["ask 3 for R007", "take 7 from 3", "ask seat 3 for 7"] {
        reads(&play, text, offer(2, json!([]), json!(["R007"])));
    }
    reads(&play, "trade 1 for 4 with 2", offer(1, json!(["R001"]), json!(["R004"])));
    for text in ["ask Cat for R007", "request r7", "take 7 from Cat", "ask c for 7"] {
        reads(&play, text, offer(2, json!([]), json!(["R007"])));
    }
    for text in ["trade R001 R003 for R004 with Ben", "swap 1 and 3 for 4", "offer Ben 1 + 3 for 4"]
    {
        reads(&play, text, offer(1, json!(["R001", "R003"]), json!(["R004"])));
    }
    // What the verb says counts, even where the card is another's: the rules refuse it.
    reads(&play, "give R004 to Ben", offer(1, json!(["R004"]), json!([])));
    let complete = |cards: Value, declare: Value| json!({"type": "complete", "cards": cards, "declare": declare});
    let declared = json!({"R010": "dev"});
    for text in
        ["complete R001 R003 R010=dev", "build 1 3 10 as dev", "ship r1, r3, r10:Dev", "c 1 3 10"]
    {
        reads(&play, text, complete(json!(["R001", "R003", "R010"]), declared.clone()));
    }
    // Contractors without a role take the first that lacks points.
    let both = json!({"R010": "dev", "R013": "ux"});
    reads(&play, "complete 1 10 13", complete(json!(["R001", "R010", "R013"]), both));
    let other = json!({"R010": "ux", "R013": "dev"});
    reads(&play, "finish 1 10=ux 13", complete(json!(["R001", "R010", "R013"]), other));
    let spare = json!({"R010": "dev", "R013": "dev"});
    reads(&play, "complete 1 3 10 13", complete(json!(["R001", "R003", "R010", "R013"]), spare));
    // Without cards it is the bundle that wastes least.
    let best = &play.view().choices.bundles[0].command;
    assert_eq!(play.read(0, "complete").unwrap(), *best);
}

#[test]
fn what_is_not_understood_is_said() {
    #[track_caller]
    fn check(play: &Play, text: &str, code: &str, wanted: &str) {
        let unread = play.read(0, text).unwrap_err();
        assert_eq!(unread.code, code, "{unread}");
        assert!(unread.sentence.starts_with(wanted), "{unread}");
    }
    let mut play = scene();
    check(&play, "", "empty_text", "say what to do; try draw");
    check(&play, "fly", "unknown_word", "\"fly\" is no command; try draw");
    check(
        &play,
        "give banana to Ben",
        "unknown_word",
        "\"banana\" is no card, role or player here",
    );
    check(&play, "give R001", "which_one", "say which player, by name");
    check(&play, "give R001 to Ben Cat", "unknown_word", "\"ben\" is no card, role or player here");
    check(&play, "pto R001 R002", "missing_target", "name one card, such as R003");
    check(&play, "forfeit", "missing_target", "name a feature, such as F07");
    check(&play, "forfeit it", "unknown_word", "\"it\" is no feature; name one such as F07");
    check(&play, "give r1 to 9", "unknown_word", "there is no player 9; the players are 1 to 3");
    play.does(0, "give R010 R013 R003 to Ben");
    check(&play, "complete", "nothing_to_do", "no bundle of your cards completes your feature");
}

/// A choice can be named alone where something is to be chosen.
#[test]
fn a_choice_can_be_named_alone() {
    let mut play = start(&config(2), "F42 F02", "ees eee");
    play.draw("reorg");
    let reorg = json!({"type": "reorg", "card": "R002", "to": 1});
    for text in ["move R002 to Ben", "reorg 2", "give 2 to ben", "R002", "2 to Ben"] {
        reads(&play, text, reorg.clone());
    }
    play.does(0, "R002").pass().draw("pto");
    for text in ["pto R004", "lock 4", "leave r4", "4"] {
        let command = play.read(1, text).unwrap();
        assert_eq!(serde_json::to_value(command).unwrap(), json!({"type": "pto", "card": "R004"}));
    }
    play.does(1, "R004").pass().draw("competition").does(0, "complete R003").pass();
    play.turn("entry dev").draw("entry dev").pass();
    for text in ["forfeit F42", "lose f42", "42", "F42"] {
        reads(&play, text, json!({"type": "forfeit", "feature": "F42"}));
    }
}

#[test]
fn a_hint_is_told_and_submits_nothing() {
    let play = scene();
    let view = play.view();
    let reading = Silosoft::read(&view, seat(0), "hint", &Value::Null).unwrap();
    assert_eq!(reading.commands, []);
    assert_eq!(
        reading.read_back,
        "complete R001 R003 R010=Dev: This completes your feature and wastes 1 point."
    );
    let before = start(&config(1), "F01", "eee").view();
    let reading = Silosoft::read(&before, seat(0), "hint", &Value::Null).unwrap();
    assert_eq!(reading.read_back, "There is nothing to suggest now.");
}

#[test]
fn the_prompt_says_what_is_wanted() {
    #[track_caller]
    fn check(play: &Play, viewer: Option<usize>, wanted: &str) {
        let viewer = viewer.map_or(Viewer::Spectator, |who| Viewer::Seat(seat(who)));
        assert_eq!(Silosoft::prompt(&play.game.view(viewer), viewer), wanted);
    }
    let mut play = start(&config(2), "F42 F02", "ees eee");
    check(&play, Some(0), "Ann: draw a card.");
    check(&play, Some(1), "Waiting for Ann to draw a card.");
    play.draw("entry dev");
    check(&play, Some(0), "Ann: complete your feature, offer a trade, or pass.");
    check(&play, None, "Waiting for Ann to trade, complete or pass.");
    play.does(0, "trade R001 for R004 with Ben");
    let deal = "R004 (Entry Dev) for R001 (Entry Dev)";
    check(
        &play,
        Some(0),
        &format!("Ann: Ben is asked for {deal}. Wait for the answer, or withdraw."),
    );
    check(&play, Some(1), &format!("Ben: Ann asks you for {deal}. Accept or decline."));
    check(&play, None, &format!("Ann asks Ben for {deal}. Ben answers."));
    play.does(1, "decline");
    check(&play, Some(0), "Ann: complete your feature, or pass.");
    play.does(0, "complete R003");
    check(&play, Some(0), "Ann: pass. There is nothing else to do.");
    play.pass().draw("reorg");
    check(&play, Some(1), "Ben: choose a card, and the player who receives it.");
    check(&play, Some(0), "Waiting for Ben to choose a card for the Reorg.");
    play.does(1, "R004").does(1, "ask Ann for R001");
    check(&play, None, "Ben asks Ann for R001 (Entry Dev) for nothing. Ann answers.");
    play.does(1, "withdraw").pass().draw("competition").pass();
    play.draw("pto");
    check(&play, Some(1), "Ben: choose a card to send on leave.");
    check(&play, None, "Waiting for Ben to choose a card for PTO.");
    play.does(1, "R005").pass();
    check(&play, Some(0), "Ann: draw a card. A completion is due this turn.");
    play.draw("entry dev");
    check(
        &play,
        Some(0),
        "Ann: offer a trade, or pass. Your feature lacks cards. A completion is due this turn.",
    );
    play.pass();
    check(&play, Some(0), "Ann: choose a completed feature to forfeit.");
    check(&play, Some(1), "Waiting for Ann to choose a feature to forfeit.");
    play.does(0, "F42").idle_to(10).turn("entry dev");
    check(&play, Some(0), "Lost: 0 of 6 features when the turns ran out.");
    let mut won = start(&config(1), "F42 F41 F40", "jss");
    won.draw("junior dev").does(0, "complete R003").does(0, "complete R002");
    won.does(0, "complete R001 R004");
    check(&won, None, "Won on turn 1: 3 of 3 features.");
}

#[test]
fn commands_are_said_as_they_are_typed() {
    let play = scene();
    #[track_caller]
    fn check(play: &Play, command: Value, wanted: &str) {
        let command: Command = serde_json::from_value(command).unwrap();
        assert_eq!(Silosoft::say(&play.view(), &command), wanted);
    }
    check(&play, json!({"type": "reorg", "card": "R001", "to": 2}), "move R001 to Cat");
    check(&play, json!({"type": "pto", "card": "R001"}), "pto R001");
    check(
        &play,
        json!({"type": "offer", "to": 1, "give": ["R001", "R002"]}),
        "give R001 R002 to Ben",
    );
    check(&play, json!({"type": "offer", "to": 1, "take": ["R004"]}), "ask Ben for R004");
    check(&play, json!({"type": "offer", "to": 7, "take": ["R004"]}), "ask nobody for R004");
    let both = json!({"type": "offer", "to": 1, "give": ["R001"], "take": ["R004"]});
    check(&play, both, "trade R001 for R004 with Ben");
    let bundle = json!({"type": "complete", "cards": ["R001", "R010"], "declare": {"R010": "ux"}});
    check(&play, bundle, "complete R001 R010=UX");
    check(&play, json!({"type": "forfeit", "feature": "F07"}), "forfeit F07");
    assert_eq!(Silosoft::seat_name(&play.view(), seat(2)), "Cat");
}

/// Every sentence, in the game in which it is told.
#[test]
fn events_are_told_with_their_facts() {
    let mut told = Vec::new();
    let mut tell = |play: &mut Play| {
        let view = play.view();
        told.extend(play.told.iter().map(|event| Silosoft::tell(&view, event)));
    };
    let mut play = start(&config(2), "F42 F02 F40 F41", "ees eee");
    tell(play.draw("contractor"));
    tell(play.does(0, "complete R003"));
    tell(play.does(0, "give R001 to Ben"));
    tell(play.pass());
    tell(play.draw("reorg"));
    tell(play.does(1, "R004"));
    tell(play.does(1, "trade R005 for R002 with Ann"));
    tell(play.does(0, "accept"));
    tell(play.pass());
    tell(play.draw("competition"));
    tell(play.does(0, "ask Ben for R001"));
    tell(play.does(1, "accept"));
    tell(play.pass());
    tell(play.draw("pto"));
    tell(play.does(1, "R006"));
    tell(play.does(1, "ask Ann for R001"));
    tell(play.does(0, "decline"));
    tell(play.pass());
    tell(play.draw("competition"));
    tell(play.does(0, "trade R001 for R002 with Ben"));
    tell(play.does(0, "withdraw"));
    tell(play.pass());
    tell(play.does(0, "F42"));
    tell(play.draw("layoff at 0"));
    tell(play.pass());
    assert_eq!(
        told,
        [
            "Ann draws R007: Contractor, 2 points.",
            "Ann completes F42 Error Text Makeover with R003 (Senior UX): 1 of 6.",
            "Ann builds F40 Legacy Code Purge next.",
            "Ann gives R001 (Entry Dev) to Ben.",
            "The turn of Ann ends.",
            "Ben draws Reorg: one card goes to another player.",
            "Reorg: Ben hands R004 (Entry Dev) to Ann.",
            "Ben offers Ann R005 (Entry PM) for R002 (Entry PM).",
            "Ann accepts: R002 (Entry PM) to Ben, R005 (Entry PM) to Ann.",
            "The turn of Ben ends.",
            "Ann draws Company Competition.",
            "Ann must complete a feature on turn 5.",
            "Ann asks Ben for R001 (Entry Dev).",
            "Ben accepts and hands R001 (Entry Dev) to Ann.",
            "The turn of Ann ends.",
            "Ben draws PTO: one card goes on leave.",
            "PTO: Ben sends R006 (Entry UX) on leave.",
            "R006 (Entry UX) is locked in the hand of Ben until the end of turn 6.",
            "Ben asks Ann for R001 (Entry Dev).",
            "Ann declines the offer of Ben.",
            "The turn of Ben ends.",
            "Ann draws Company Competition: no effect, a requirement is pending already.",
            "Ann offers Ben R001 (Entry Dev) for R002 (Entry PM).",
            "Ann withdraws the offer to Ben.",
            "Penalty: Ann forfeits F42 Error Text Makeover; 0 of 6.",
            "The turn of Ann ends.",
            "Layoff: Ben loses R006 (Entry UX), picked at random.",
            "The turn of Ben ends.",
        ]
    );
}

#[test]
fn of_four_hands_only_ones_own_is_told_at_length() {
    let play = start(&balanced(4), "F42 F02 F40 F41", "ees eee ees eee");
    let drawn = Silosoft::draw(&play.view(), Viewer::Seat(seat(0))).plain();
    assert!(drawn.contains("R001 ■ Entry Dev 1   R002 ● Entry PM 1"), "{drawn}");
    assert!(drawn.contains("    R004 ■1   R005 ●1   R006 ▲1\n"), "{drawn}");
    assert!(drawn.ends_with("■ Dev  ● PM  ▲ UX  ★ Contractor\n"), "{drawn}");
}

/// The end of a game, drawn; and the table before it, which never needs more than 100 columns.
#[test]
fn the_table_and_the_ending_are_drawn() {
    let mut play = start(&balanced(2), "F42 F02 F40 F41", "ees eee");
    let drawn = |play: &Play| Silosoft::draw(&play.view(), Viewer::Seat(seat(0))).plain();
    assert_eq!(
        drawn(&play),
        "SILOSOFT   turn 1 of 20   team 0 of 6 ▱▱▱▱▱▱   deck 40\n\
         standard rules, 70 % staff\n\
         A team of bots wins 34.7 % of its games with these options.\n\
         ────────────────────────────────────────────────────────────────────────────────────────────────────\n\
         ▶ Ann (you)   0 completed   on turn 1, 9 to come\n    \
             builds F42 Error Text Makeover   ▲ UX 3/3  ✓ can be completed\n    \
             R001 ■ Entry Dev 1   R002 ● Entry PM 1   R003 ▲ Senior UX 3\n\
         ────────────────────────────────────────────────────────────────────────────────────────────────────\n  \
           Ben   0 completed   next on turn 2, 10 to come\n    \
             builds F02 Who's-Online Dots   ■ Dev 1/3  ● PM 1/2  ▲ UX 1/1  2 ★ short\n    \
             R004 ■ Entry Dev 1   R005 ● Entry PM 1   R006 ▲ Entry UX 1\n\
         ────────────────────────────────────────────────────────────────────────────────────────────────────\n\
         ■ Dev  ● PM  ▲ UX  ★ Contractor\n"
    );
    assert_eq!(Silosoft::ending(&play.view()).plain(), "");
    play.draw("competition").does(0, "complete R003").pass();
    play.draw("pto").does(1, "R004").pass().draw("layoff at 0").does(0, "give R002 to Ben");
    let text = drawn(&play);
    for wanted in [
        "    ⚠ Competition: complete a feature this turn, or forfeit one of your completed features.\n",
        "▶ Ann (you)   1 completed: F42   on turn",
        "    an empty hand\n",
        "R004 ■ Entry Dev 1 [PTO, free from turn 5]",
        "This turn Ann drew Layoff, made an offer.\n",
    ] {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
    play.pass().does(0, "F42");
    assert!(drawn(&play).contains("Ann (you)   0 completed   lost: F42   "), "{}", drawn(&play));
    play.idle_to(20).turn("entry dev");
    assert_eq!(
        Silosoft::ending(&play.view()).plain(),
        "Lost: 0 of 6 features when the turns ran out.\n\
         6 features more would have won.\n\
         Ann: 0 completed, 1 offer; forfeited F42 Error Text Makeover\n\
         Ben: 0 completed, 0 offers\n\
         Events: Layoff 1, Reorg 0, Competition 1, PTO 1.\n\
         Offers 1, cards lost to events 1, features forfeited 1.\n\
         Played by standard rules, 70 % staff.\n"
    );
}

/// Whole drawings, read in review like code.
#[test]
fn the_table_is_drawn() {
    #[track_caller]
    fn check(play: &Play, viewer: Option<usize>, drawn: &str) {
        let viewer = viewer.map_or(Viewer::Spectator, |index| Viewer::Seat(seat(index)));
        let view = play.game.view(viewer);
        let text = Silosoft::draw(&view, viewer).plain() + &Silosoft::ending(&view).plain();
        assert_eq!(text, drawn);
    }
    let play = start(&config(3), "F42 F02 F40 F41", "ees eje sjs");
    check(&play, Some(0), include_str!("../drawn/start.txt"));

    // A lock, a requirement, a completion, a forfeit, an open offer and a long hand.
    let options = Config { single_completion: true, ..balanced(2) };
    let mut busy = start(&options, "F42 F02 F40 F41", "ees eje");
    busy.draw("junior pm").does(0, "complete R003").pass();
    busy.draw("competition").pass().draw("pto").does(0, "R002").pass();
    busy.draw("contractor").pass_with(&[0, 0]);
    for _ in 0..3 {
        busy.turn("senior dev").turn("junior ux");
    }
    busy.draw("competition").pass().draw("pto").does(1, "R010").pass();
    busy.draw("contractor").pass().does(0, "F42").draw("competition").pass();
    busy.draw("contractor").does(0, "trade R001 for R010 R012 with Ben");
    check(&busy, Some(1), include_str!("../drawn/busy.txt"));

    // Trades that complete are told with what they would do.
    let mut trades = start(&balanced(2), "F41 F40", "eee eje");
    trades.draw("entry ux");
    check(&trades, Some(0), include_str!("../drawn/trades.txt"));
    check(&trades, Some(1), include_str!("../drawn/trades-other.txt"));

    let mut late = start(&config(1), "F42 F41 F40", "eee");
    late.idle_to(9).draw("layoff at 0").pass().draw("competition");
    check(&late, Some(0), include_str!("../drawn/late.txt"));
    late.pass();
    check(&late, Some(0), include_str!("../drawn/lost.txt"));

    let mut won = start(&config(1), "F42 F41 F40", "jss");
    won.draw("junior dev").does(0, "complete R003").does(0, "complete R002");
    won.does(0, "complete R001 R004");
    check(&won, None, include_str!("../drawn/won.txt"));
}
