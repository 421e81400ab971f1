//! What a screen is told.

use senet_kernel::{Dice, Events, Game, Key, Rng, Viewer};
use senet_silosoft::{Command, Config, Decision, DrawnView, Role, Silosoft};
use serde_json::json;

use crate::play::{balanced, config, seat, start};

/// FR-033, FR-042, R-02: progress and options are always there, with what is known of them.
#[test]
fn progress_and_options_are_always_in_view() {
    let options = Config { single_completion: true, resource_weight: 30, ..config(4) };
    let mut play = start(&options, "", &"eee".repeat(4));
    for _ in 0..10 {
        let view = play.view();
        assert_eq!((view.total, view.target), (0, 12));
        let options = &view.options;
        assert_eq!((options.ruleset.name(), options.turn_limit), ("seed", 10));
        assert!(options.single_completion && options.warnings.len() == 2);
        assert_eq!((options.resource_weight, options.log_retention), (30, 100));
        assert_eq!(options.turns_each, [3, 3, 2, 2], "as the turns are dealt");
        assert_eq!(options.odds.won, Some(0));
        assert_eq!(options.odds.text, "A team of bots wins 0 % of its games with these options.");
        play.turn("entry dev");
    }
    let odds = |config| start(&config, "", &"eee".repeat(2)).view().options.odds;
    let seed = odds(config(2));
    assert_eq!(seed.won, Some(3));
    assert_eq!(seed.text, "A team of bots wins 0.3 % of its games with these options.");
    let balanced = odds(balanced(2));
    assert_eq!(balanced.won, Some(347));
    assert_eq!(balanced.text, "A team of bots wins 34.7 % of its games with these options.");
    // Every weight has its odds: those between two that were counted, in proportion.
    let odd = odds(Config { resource_weight: 75, ..crate::play::balanced(2) });
    assert_eq!(odd.won, Some(463));
    // A deck of one's own was not counted.
    let deck = senet_silosoft::standard()[..9].to_vec();
    let own = odds(Config { features: Some(deck), ..config(2) });
    assert_eq!(own.won, None);
    assert_eq!(own.text, "Nobody has counted how often a deck of your own is won.");
}

/// FR-003, R-01: ten turns are dealt to three players as 4, 3 and 3.
#[test]
fn turns_are_told_as_they_are_dealt() {
    let started = |config: &Config| {
        let play = start(config, "", &"eee".repeat(config.players.len()));
        play.view().log.first().map(|entry| entry.text.clone()).unwrap()
    };
    assert!(started(&config(3)).contains("10 turns, 4, 3 and 3 for the players"));
    assert!(started(&config(2)).contains("10 turns, 5 for each player"));
    assert!(started(&balanced(3)).contains("30 turns, 10 for each player"));
    assert!(
        started(&config(1)).contains("10 turns, 9 features")
            || started(&config(1)).contains("10 turns, 3")
    );
}

/// FR-020, R-08: a lock that would end after the last turn is told as one to the end of the game.
#[test]
fn no_lock_is_told_to_end_after_the_last_turn() {
    let mut play = start(&config(2), "F12 F02", "jee eee");
    for _ in 0..8 {
        play.turn("entry dev");
    }
    // Turn 9 of 10: the next turn of this player would be turn 11.
    play.draw("pto").does(0, "R001");
    let view = play.view();
    let lock = view.players[0].hand.iter().find_map(|card| card.lock.clone()).unwrap();
    assert_eq!(lock.free_from, None);
    assert_eq!(lock.text, "PTO, to the end of the game");
    let told: Vec<&str> = view.log.iter().map(|entry| entry.text.as_str()).collect();
    assert!(told.iter().any(|text| text.ends_with("in the hand of Ann to the end of the game.")));
    assert!(!told.iter().any(|text| text.contains("turn 11")), "{told:?}");
}

/// FR-021, FR-032, FR-039: locks, requirements and cards say in words what they are.
#[test]
fn everything_is_said_in_words() {
    let mut play = start(&config(2), "F12 F02", "jee eee");
    play.turn("competition").turn("contractor").draw("pto").does(0, "pto R001");
    let view = play.view();
    let ann = &view.players[0];
    assert_eq!(ann.hand[0].lock.as_ref().unwrap().text, "PTO, free from turn 6");
    let requirement = ann.requirement.as_ref().unwrap();
    assert_eq!((requirement.due, requirement.turns_away), (3, 0));
    let feature = ann.feature.as_ref().unwrap();
    assert_eq!(
        (feature.title.as_str(), feature.short, feature.completable),
        ("Device Health Badge", 1, false)
    );
    let rows: Vec<_> = feature.rows.iter().map(|r| (r.role, r.need, r.have, r.missing)).collect();
    assert_eq!(rows, [(Role::Dev, 2, 0, 2), (Role::Pm, 1, 1, 0), (Role::Ux, 1, 1, 0)]);
    assert_eq!((ann.next_turn, ann.turns_left), (Some(3), 4));
    let ben = &view.players[1];
    assert_eq!((ben.next_turn, ben.turns_left, ben.trades), (Some(4), 4, 0));
    assert_eq!(ben.feature.as_ref().unwrap().contractors, 1);
    assert_eq!(
        view.drawn,
        Some(DrawnView::Event { event: senet_silosoft::Incident::Pto, nullified: None })
    );
    play.pass_with(&[0, 0]);
    assert_eq!((play.player(0).next_turn, play.player(0).turns_left), (Some(5), 3));
}

/// What a pass would lose is said before it.
#[test]
fn a_pass_is_warned_about() {
    let mut play = start(&config(1), "F42 F10", "ees");
    play.draw("entry dev");
    assert_eq!(play.view().choices.before_pass, ["You can complete your feature now."]);
    play.does(0, "complete R003");
    assert_eq!(play.view().choices.before_pass, [""; 0]);
    play.pass().turn("competition").draw("entry dev");
    assert_eq!(
        play.view().choices.before_pass,
        ["The Competition is due and unmet: you forfeit one of your completed features."]
    );
}

/// Nothing is forbidden without a reason.
#[test]
fn what_cannot_be_done_has_its_reason() {
    let mut play = start(&config(2), "F12 F02", "jee eee");
    play.draw("entry ux");
    let choices = play.view().choices;
    assert_eq!((choices.cannot_complete, choices.cannot_offer), (None, None));
    play.does(0, "give R001 to Ben");
    let choices = play.view().choices;
    let complete = choices.cannot_complete.unwrap();
    assert_eq!(complete.rule, "FR-034");
    assert_eq!(
        serde_json::to_value(complete.rejection).unwrap()["measures"][0],
        json!({"role": "dev", "need": 2, "have": 0})
    );
    assert_eq!(choices.cannot_offer.unwrap().text, "you have made your one offer of this turn");
    let mut solo = start(&Config { single_completion: true, ..config(1) }, "F42 F41", "ess");
    solo.draw("entry dev").does(0, "complete R003");
    let choices = solo.view().choices;
    assert_eq!(choices.cannot_complete.unwrap().rule, "FR-025");
    assert_eq!(choices.cannot_offer.unwrap().rule, "FR-015");
    assert_eq!(choices.bundles, []);
    let deck = senet_silosoft::standard()[40..41].to_vec();
    let mut done = start(&Config { features: Some(deck), ..config(1) }, "F41", "ese");
    done.draw("entry dev").does(0, "complete R002");
    assert_eq!(done.view().choices.cannot_complete.unwrap().rule, "FR-012");
}

/// Every choice of a decision says what it leads to, and is legal for the one who may choose it.
#[test]
fn choices_say_what_they_lead_to() {
    let texts = |play: &crate::play::Play| {
        let options = play.view().choices.options;
        for option in &options {
            assert_eq!(play.game.check(option.seat.into(), &option.command), Ok(()));
        }
        options.into_iter().map(|option| option.text).collect::<Vec<_>>()
    };
    let mut play = start(&config(2), "F01 F12 F41", "jes jee");
    assert_eq!(texts(&play), ["A staff card (70 %) or an event (30 %)."]);
    play.draw("layoff at 0").does(0, "ask Ben for R004");
    assert_eq!(
        texts(&play),
        [
            "You hand over R004 (Junior Dev) and receive nothing. You could no longer complete yours.",
            "No card moves.",
            "No card moves. Your one offer of this turn is used up.",
        ]
    );
    let effect = play.view().offer.unwrap().effect;
    assert!(effect.breaks_partners && !effect.completes_own && !effect.completes_partners);
    play.does(1, "accept").pass().draw("reorg");
    assert_eq!(texts(&play), ["R005 (Entry PM) goes to Ann.", "R006 (Entry UX) goes to Ann."]);
    play.does(1, "move R005 to Ann").pass().draw("reorg");
    let options = texts(&play);
    let wanted = "R004 (Junior Dev) goes to Ben.";
    assert!(options.iter().any(|text| text == wanted), "{options:?}");
    let mut play = start(&config(2), "F01 F12 F41", "jes eee");
    play.draw("reorg");
    assert_eq!(
        texts(&play)[0],
        "R001 (Junior Dev) goes to Ben. They could then complete a feature."
    );
    let mut play = start(&config(1), "F42 F10", "ees");
    play.draw("competition").does(0, "complete R003").pass().draw("entry dev").pass();
    assert_eq!(
        texts(&play),
        ["Error Text Makeover is lost for good; the team's total drops to 0."]
    );
    assert_eq!(play.view().open, Some(Decision::Penalty));
}

/// A hint is there for who wants it: complete, else trade, else pass.
#[test]
fn a_hint_points_at_the_first_thing_to_do() {
    let mut play = start(&config(1), "F41 F42 F10", "ese");
    assert_eq!(play.view().choices.hint, None);
    play.draw("senior ux");
    let hint = |play: &crate::play::Play| play.view().choices.hint.unwrap().text;
    assert_eq!(hint(&play), "This completes your feature and wastes nothing.");
    play.does(0, "complete R002").does(0, "complete R004");
    assert_eq!(hint(&play), "Nothing more can be gained this turn.");
    let mut play = start(&config(1), "F20 F42 F10", "sse");
    play.draw("entry dev");
    assert_eq!(hint(&play), "This completes your feature and wastes 2 points.");
    let mut play = start(&config(1), "F20 F42 F10", "jse");
    play.draw("senior ux");
    assert_eq!(hint(&play), "This completes your feature and wastes 1 point.");
}

/// the order of the deck is not in the view, and a guess deals it anew; all else is known.
#[test]
fn only_the_order_of_the_deck_is_hidden() {
    let play = start(&config(2), "F05 F06 F07 F08", "eee eee");
    let other = start(&config(2), "F05 F06 F40 F01", "eee eee");
    assert_ne!(play.game, other.game);
    assert_eq!(play.view(), other.view());
    let mut rng = Rng::new(1);
    let guesses: Vec<Silosoft> =
        (0..8).map(|_| Silosoft::guess(&play.view(), Viewer::Spectator, &mut rng)).collect();
    assert!(guesses.iter().any(|guess| *guess != guesses[0]));
    for guess in guesses {
        guess.inspect().unwrap();
        assert_eq!(guess.view(Viewer::Spectator), play.view());
    }
}

/// A guess plays on like the truth, with a replaced deck and a log that has turned over as well.
#[test]
fn a_guess_plays_on_like_the_truth() {
    let deck: Vec<_> = senet_silosoft::standard().iter().rev().take(9).cloned().collect();
    let options = Config { features: Some(deck), log_retention: 10, ..balanced(3) };
    let key = Key::of_number(3);
    let mut dice = Dice::seeded(&key);
    let mut game = Silosoft::new(&options, &mut dice).unwrap();
    let mut rng = Rng::new(3);
    let mut commands = Vec::new();
    while let Some(acting) = game.to_act().iter().last() {
        let view = game.view(Viewer::Seat(acting));
        let guess = Silosoft::guess(&view, Viewer::Seat(acting), &mut rng);
        assert_eq!(guess.view(Viewer::Seat(acting)), view);
        commands.clear();
        game.legal(acting, &mut commands);
        let command = rng.choose(&commands).unwrap().clone();
        let mut after = guess.clone();
        dice.begin(0);
        after.apply(acting.into(), &command, &mut dice, &mut Events::off()).unwrap();
        dice.begin(0);
        game.apply(acting.into(), &command, &mut dice, &mut Events::off()).unwrap();
        if !matches!(command, Command::Complete { .. }) {
            assert_eq!(after.view(Viewer::Spectator), game.view(Viewer::Spectator));
        }
    }
}

/// What bots read at full speed agrees with the view.
#[test]
fn the_facts_agree_with_the_view() {
    let mut play = start(&config(2), "F42 F02", "ees eee");
    play.draw("competition").does(0, "complete R003").pass();
    play.draw("pto").does(1, "pto R005").does(1, "trade R004 for R001 with Ann");
    let (game, view) = (&play.game, play.view());
    assert_eq!((game.turn(), game.turn_limit(), game.target()), (2, 10, 6));
    assert_eq!(
        (game.completed(), game.completed_by(seat(0)), game.completed_by(seat(5))),
        (1, 1, 0)
    );
    assert_eq!((game.whose_turn(), game.open()), (seat(1), Some(Decision::TradeAnswer)));
    assert_eq!((game.due(seat(0)), game.due(seat(1)), game.due(seat(6))), (Some(3), None, None));
    let built = view.players[0].feature.as_ref().unwrap().id;
    assert_eq!(game.building(seat(0)).unwrap().id, built);
    assert_eq!(game.building(seat(4)), None);
    let held: Vec<_> = game
        .held()
        .map(|card| (card.holder.index(), card.promised.index(), card.staff.points(), card.release))
        .collect();
    assert_eq!(
        held,
        [(0, 1, 1, None), (0, 0, 1, None), (1, 0, 1, None), (1, 1, 1, Some(4)), (1, 1, 1, None)]
    );
}

/// A guess at an ended game ended the same, with the game's own deck or another.
#[test]
fn ended_games_are_guessed_as_they_ended() {
    let deck = senet_silosoft::standard()[30..42].to_vec();
    for features in [None, Some(deck)] {
        let options = Config { features, ..config(1) };
        let mut won = start(&options, "F42 F41 F40", "jss");
        won.draw("junior dev").does(0, "complete R003").does(0, "complete R002");
        won.does(0, "complete R001 R004");
        let mut lost = start(&options, "F42 F41 F40", "eee");
        lost.idle_to(10).turn("entry dev");
        for play in [won, lost] {
            let view = play.view();
            let guess = Silosoft::guess(&view, Viewer::Spectator, &mut Rng::new(1));
            assert_eq!(guess.outcome(), play.game.outcome());
            assert_eq!(guess.view(Viewer::Spectator), view);
            assert_eq!(guess.inspect(), Ok(()));
        }
    }
}
