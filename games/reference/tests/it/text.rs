//! What the games say and show.

use senet_kernel::{Draw, Game, Script, Seat, Text, Viewer};
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::{self, KuhnPoker};
use senet_reference::pig::{self, Pig};
use senet_reference::tic_tac_toe::TicTacToe;

use crate::{play, play_with, read};

#[track_caller]
fn draws<G: Text>(game: &G, viewer: Viewer, wanted: &str) {
    let view = game.view(viewer);
    let shown = format!(
        "{}{}\n{}",
        G::draw(&view, viewer).plain(),
        G::prompt(&view, viewer),
        G::ending(&view).plain()
    );
    assert_eq!(shown.trim_end(), wanted.trim_matches('\n'), "\n{shown}");
}

#[test]
fn tic_tac_toe_is_drawn() {
    let board = "
 O │ 2 │ 3
───┼───┼───
 4 │ X │ 6
───┼───┼───
 7 │ 8 │ 9
";
    let game = play::<TicTacToe>("5 1");
    draws(&game, Viewer::Seat(Seat::FIRST), &format!("{board}X: mark a free square."));
    draws(&game, Viewer::Seat(Seat::SECOND), &format!("{board}X marks a square."));
    let won = "
 O │[X]│ O
───┼───┼───
 4 │[X]│ 6
───┼───┼───
 7 │[X]│ 9
X has won.
X has won. After 5 marks.";
    draws(&play::<TicTacToe>("5 1 2 3 8"), Viewer::Seat(Seat::FIRST), won);
    let draw = "
 X │ O │ X
───┼───┼───
 X │ O │ O
───┼───┼───
 O │ X │ X
A draw.
A draw. After 9 marks.";
    draws(&play::<TicTacToe>("1 2 3 5 4 6 8 7 9"), Viewer::Spectator, draw);
}

#[test]
fn connect_four_is_drawn() {
    let board = "
│ ·  ·  ·  ·  ·  ·  · │
│ ·  ·  ·  ·  ·  ·  · │
│ ·  ·  ·  ·  ·  ·  · │
│ ·  ·  ·  ·  ·  ·  · │
│ ·  ·  ·  ○  ·  ·  · │
│ ·  ·  ●  ●  ·  ·  · │
└─────────────────────┘
  1  2  3  4  5  6  7
  ● Yellow ○ Red
";
    let game = play::<ConnectFour>("4 4 3");
    draws(&game, Viewer::Seat(Seat::SECOND), &format!("{board}Red: drop a disc into a column."));
    draws(&game, Viewer::Spectator, &format!("{board}Red drops a disc."));
    let won = "
│ ·  ·  ·  ·  ·  ·  · │
│ ·  ·  ·  ·  ·  ·  · │
│ ·  ·  ·  ·  ·  ·  · │
│ ·  ·  ·  ·  ·  ·  · │
│ ·  ○  ○  ○  ·  ·  · │
│[●][●][●][●] ·  ·  · │
└─────────────────────┘
  1  2  3  4  5  6  7
  ● Yellow ○ Red
Yellow has won.
Yellow has won. After 7 discs.";
    draws(&play::<ConnectFour>("4 4 3 3 2 2 1"), Viewer::Spectator, won);
}

#[test]
fn pig_is_drawn() {
    let config = |seats, target| pig::Config { seats, target, ..Default::default() };
    let third = Viewer::Seat(Seat::new(2).unwrap());
    let (game, _) = play_with::<Pig>(config(3, 100), "r r h r h", [6, 6, 5].map(Script::Value));
    let wanted = "
Round 1 of 100 · the first to 100 points wins
  Player 1  ██████············································  12
  Player 2  ██················································  5
▶ Player 3  ··················································  0
Player 3: roll the die.";
    draws(&game, third, wanted);
    let (game, _) =
        play_with::<Pig>(config(3, 100), "r r h r h r", [6, 6, 5, 6].map(Script::Value));
    let wanted = "
Round 1 of 100 · the first to 100 points wins
  Player 1  ██████············································  12
  Player 2  ██················································  5
▶ Player 3  ▒▒▒···············································  0 + 6 at stake
";
    draws(&game, third, &format!("{wanted}Player 3: roll on, or hold and keep 6 points."));
    draws(&game, Viewer::Spectator, &format!("{wanted}Player 3 has 6 points at stake."));
    let (game, _) = play_with::<Pig>(config(2, 10), "r r r", [1, 6, 5].map(Script::Value));
    let wanted = "
Round 1 of 100 · the first to 10 points wins
  Player 1  ··················································  0
  Player 2  ██████████████████████████████████████████████████  11
Player 2 has won.
Player 2 has won. After 1 round.
Player 1  0
Player 2  11";
    draws(&game, third, wanted);
}

#[test]
fn kuhn_poker_is_drawn() {
    let deal = || [Script::Draw(Draw::Shuffle(vec![2, 0, 1]))];
    let hand = |words| play_with::<KuhnPoker>(kuhn_poker::Config {}, words, deal()).0;
    let second = Viewer::Seat(Seat::SECOND);
    let (ready, _) = play_with::<KuhnPoker>(kuhn_poker::Config {}, "", []);
    let wanted = "
▶ Player 1  [     ]  ● in the pot
  Player 2  [     ]  ● in the pot
Waiting for Player 1: deal the cards.";
    draws(&ready, second, wanted);
    let wanted = "
  Player 1  [▒▒▒▒▒]  ●● in the pot
▶ Player 2  [jack ]  ● in the pot
Player 2: call the bet with one more chip, or fold.";
    draws(&hand("deal bet"), second, wanted);
    let wanted = "
▶ Player 1  [king ]  ● in the pot
  Player 2  [▒▒▒▒▒]  ● in the pot
Player 1: check, or bet one more chip.";
    draws(&hand("deal"), Viewer::Seat(Seat::FIRST), wanted);
    let wanted = "
  Player 1  [king ]  ●● in the pot
  Player 2  [jack ]  ●● in the pot
The higher card wins. Player 1 wins 2 chips.
The higher card wins. Player 1 wins 2 chips.";
    draws(&hand("deal bet call"), Viewer::Spectator, wanted);
    let wanted = "
  Player 1  [▒▒▒▒▒]  ● in the pot
  Player 2  [▒▒▒▒▒]  ●● in the pot
Player 1 folded. Player 2 wins a chip.
Player 1 folded. Player 2 wins a chip.";
    draws(&hand("deal check bet fold"), Viewer::Spectator, wanted);
}

/// All that a spectator is told.
#[track_caller]
fn tells<G: Text>(
    config: G::Config,
    words: &str,
    script: impl IntoIterator<Item = Script>,
    wanted: &[&str],
) {
    let (game, events) = play_with::<G>(config, words, script);
    let view = game.view(Viewer::Spectator);
    let shown = events.iter().filter_map(|event| G::shown(event, Viewer::Spectator));
    let shown: Vec<_> = shown.collect();
    let told: Vec<_> = shown.iter().map(|event| G::tell(&view, event)).collect();
    assert_eq!(told, wanted);
    let closing = shown.iter().position(G::closes);
    assert_eq!(closing, Some(wanted.len() - 1), "the last event closes the game, and no other");
}

#[test]
fn events_are_told_in_sentences() {
    tells::<TicTacToe>(
        Default::default(),
        "1 4 2 5 3",
        [],
        &[
            "X marks square 1.",
            "O marks square 4.",
            "X marks square 2.",
            "O marks square 5.",
            "X marks square 3.",
            "X has three in a row and wins.",
        ],
    );
    tells::<ConnectFour>(
        Default::default(),
        "1 1 1 2 1 2 1 2 3 2",
        [],
        &[
            "Yellow drops a disc into column 1, row 1.",
            "Red drops a disc into column 1, row 2.",
            "Yellow drops a disc into column 1, row 3.",
            "Red drops a disc into column 2, row 1.",
            "Yellow drops a disc into column 1, row 4.",
            "Red drops a disc into column 2, row 2.",
            "Yellow drops a disc into column 1, row 5.",
            "Red drops a disc into column 2, row 3.",
            "Yellow drops a disc into column 3, row 1.",
            "Red drops a disc into column 2, row 4.",
            "Red has four in a row and wins.",
        ],
    );
    let one_round = |seats| pig::Config { seats, rounds: 1, ..Default::default() };
    tells::<Pig>(
        one_round(2),
        "r r r h",
        [3, 1, 5].map(Script::Value),
        &[
            "Player 1 rolls 3: 3 points at stake.",
            "Player 1 rolls 1 and loses 3 points.",
            "Player 2 rolls 5: 5 points at stake.",
            "Player 2 keeps 5 points and has 5.",
            "Player 2 has the most points and wins.",
        ],
    );
    tells::<KuhnPoker>(
        Default::default(),
        "deal check bet call",
        [Script::Draw(Draw::Shuffle(vec![1, 0, 2]))],
        &[
            "Player 1 deals the cards.",
            "Player 1 gets a card.",
            "Player 2 gets a card.",
            "Player 1 checks.",
            "Player 2 bets one more chip.",
            "Player 1 calls with one more chip.",
            "Player 1 shows the queen, Player 2 the jack.",
            "Player 1 wins 2 chips.",
        ],
    );
}

#[test]
fn players_are_understood_or_told_what_is_wanted() {
    #[track_caller]
    fn check<G: Text>(texts: &[&str], wanted: Result<&str, &str>) {
        let game: G = play_with(G::about().presets[0].config.clone(), "", []).0;
        let view = game.view(Viewer::Spectator);
        for text in texts {
            let said = read(&game, text).map(|command| G::say(&view, &command));
            let said = said.as_deref().map_err(|unread| {
                assert_eq!(unread.code, "unknown_word", "{text}");
                unread.sentence.as_str()
            });
            assert_eq!(said, wanted, "{text}");
        }
    }
    check::<TicTacToe>(&["5", "mark 5", " Mark square 5 ", "square 5", "mark5"], Ok("mark 5"));
    check::<TicTacToe>(&["mark 10"], Err("\"mark 10\" names no square; the squares are 1 to 9"));
    check::<TicTacToe>(&["0"], Err("\"0\" names no square; the squares are 1 to 9"));
    check::<ConnectFour>(&["7", "drop 7", "Drop into column 7", "column 7", "in 7"], Ok("drop 7"));
    check::<ConnectFour>(&["8"], Err("\"8\" names no column; the columns are 1 to 7"));
    check::<ConnectFour>(&["Drop"], Err("\"drop\" names no column; the columns are 1 to 7"));
    check::<Pig>(&["r", "Roll", "again", "go on"], Ok("roll"));
    check::<Pig>(&["h", "HOLD", "keep", "stop", "bank"], Ok("hold"));
    check::<Pig>(&["pass"], Err("\"pass\" is neither \"roll\" nor \"hold\""));
    check::<KuhnPoker>(&["d", "Deal"], Ok("deal"));
    check::<KuhnPoker>(&["check", "pass"], Ok("check"));
    check::<KuhnPoker>(&["b", "bet", "raise"], Ok("bet"));
    check::<KuhnPoker>(&["c", "call", "see"], Ok("call"));
    check::<KuhnPoker>(&["f", "fold", "give up"], Ok("fold"));
    check::<KuhnPoker>(&["all in"], Err("\"all in\" is not understood; say deal"));
}

#[test]
fn forms_are_understood() {
    #[track_caller]
    fn check<G: Text>() {
        let game: G = play("");
        assert!(!G::forms().is_empty());
        for form in G::forms().iter().flat_map(|(forms, _)| forms.split(", ")) {
            assert!(read(&game, form).is_ok(), "{form}");
        }
    }
    check::<TicTacToe>();
    check::<ConnectFour>();
    check::<Pig>();
    check::<KuhnPoker>();
}

#[test]
fn pig_tells_what_a_command_would_do_and_which_round_it_is() {
    let (game, _) = play_with::<Pig>(pig::Config::default(), "r", [6].map(Script::Value));
    let view = game.view(Viewer::Seat(Seat::FIRST));
    let outlook = |text: &str| Pig::outlook(&view, &read(&game, text).unwrap()).unwrap();
    assert_eq!(outlook("roll"), "A roll loses the 6 points at stake with a chance of 17 %.");
    assert_eq!(outlook("hold"), "6 points become safe.");
    assert_eq!(Pig::moment(&view), "Round 1");
}
