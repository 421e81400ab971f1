//! Set-up, the deck and the streams of luck.

use std::collections::BTreeMap;

use senet_kernel::{Dice, Draw, Events, Game, Key, Seat, Stream, Viewer};
use senet_silosoft::{Command, Config, Role, Ruleset, Silosoft, standard};

use crate::play::{balanced, config, start};

/// R-05, FR-043: the deck as it is written down, with its sums.
#[test]
fn the_deck_has_42_features() {
    let deck = standard();
    let ids: Vec<_> = deck.iter().map(|feature| feature.id.to_string()).collect();
    let wanted: Vec<_> = (1..=42).map(|n| format!("F{n:02}")).collect();
    assert_eq!(ids, wanted);
    let mut totals = BTreeMap::new();
    for feature in deck {
        *totals.entry(feature.needs.total()).or_insert(0) += 1;
    }
    assert_eq!(totals, BTreeMap::from([(3, 3), (4, 11), (5, 14), (6, 10), (7, 4)]));
    let sum = |features: &[senet_silosoft::Feature], role| -> u32 {
        features.iter().map(|feature| u32::from(feature.needs.of(role))).sum()
    };
    assert_eq!(Role::LISTED.map(|role| sum(deck, role)), [103, 62, 46]);
    assert_eq!(Role::LISTED.map(|role| sum(&deck[..30], role)), [92, 42, 22]);
    assert_eq!(sum(deck, Role::Contractor), 0);
    assert_eq!(deck[9].title, "Faster Cold Starts");
    assert_eq!(deck[9].needs.rows().collect::<Vec<_>>(), [(Role::Dev, 5), (Role::Pm, 1)]);
    let titles: std::collections::BTreeSet<_> = deck.iter().map(|f| &f.title).collect();
    assert_eq!(titles.len(), 42);
}

/// FR-002, R-03, R-28: a feature each in seat order, and a Dev, a PM and a UX of the drawn levels.
#[test]
fn each_player_begins_with_one_feature_and_three_cards() {
    let play = start(&config(3), "F05 F06 F07", "ejs sje jjj");
    let view = play.view();
    let hands: Vec<Vec<_>> = view
        .players
        .iter()
        .map(|p| p.hand.iter().map(|c| format!("{} {}", c.id, c.staff().unwrap())).collect())
        .collect();
    assert_eq!(
        hands,
        [
            ["R001 Entry Dev", "R002 Junior PM", "R003 Senior UX"],
            ["R004 Senior Dev", "R005 Junior PM", "R006 Entry UX"],
            ["R007 Junior Dev", "R008 Junior PM", "R009 Junior UX"],
        ]
    );
    let features: Vec<_> =
        view.players.iter().map(|p| p.feature.clone().unwrap().id.to_string()).collect();
    assert_eq!(features, ["F05", "F06", "F07"]);
    assert_eq!((view.turn, view.total, view.deck.left), (1, 0, 39));
    assert_eq!(view.active, Seat::FIRST, "R-06: seat 1 starts");
    assert!(view.players.iter().all(|p| p.requirement.is_none() && p.completed.is_empty()));
    assert!(!view.deck.unseen.iter().any(|f| ["F05", "F06", "F07"].contains(&&*f.id.to_string())));
}

/// FR-003, FR-004, R-01: the turn limit and the target.
#[test]
fn limits_follow_the_rule_set_and_the_number_of_players() {
    #[track_caller]
    fn check(config: &Config, limit: u8, target: u8, turns: &[u8]) {
        let game = Silosoft::new(config, &mut Dice::seeded(&Key::new("x", []))).unwrap();
        let view = game.view(Viewer::Spectator);
        assert_eq!((view.options.turn_limit, view.target), (limit, target));
        let left: Vec<_> = view.players.iter().map(|player| player.turns_left).collect();
        assert_eq!(left, turns);
        let first: Vec<_> = view.players.iter().map(|player| player.next_turn).collect();
        assert_eq!(first, (1..=turns.len() as u8).map(Some).collect::<Vec<_>>());
        assert_eq!(game.bound(), 7 * u32::from(limit) + u32::from(target));
        assert!(!game.secrets());
    }
    check(&config(1), 10, 3, &[10]);
    check(&config(2), 10, 6, &[5, 5]);
    check(&config(3), 10, 9, &[4, 3, 3]);
    check(&config(4), 10, 12, &[3, 3, 2, 2]);
    check(&balanced(1), 10, 3, &[10]);
    check(&balanced(2), 20, 6, &[10, 10]);
    check(&balanced(3), 30, 9, &[10; 3]);
    check(&balanced(4), 40, 12, &[10; 4]);
}

/// alone, both rule sets are one game.
#[test]
fn alone_both_rule_sets_play_alike() {
    let all: Vec<_> = [Ruleset::Seed, Ruleset::Balanced]
        .map(|ruleset| passed_through(&Config { ruleset, ..config(1) }, "same"))
        .to_vec();
    assert_eq!(all[0], all[1]);
}

/// What a game of passes draws, turn by turn, when each choice is the first one.
fn passed_through(config: &Config, seed: &str) -> Vec<Vec<Draw>> {
    let mut dice = Dice::seeded(&Key::new(seed, []));
    let mut game = Silosoft::new(config, &mut dice).unwrap();
    let mut draws = Vec::new();
    let mut entry = 0;
    while let Some(seat) = game.to_act().iter().next() {
        entry += 1;
        dice.begin(entry);
        let command = game.idle(seat).unwrap();
        game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
        if command == Command::Draw {
            // A Layoff's pick depends on the hand; what is drawn does not.
            let kept = dice.draws().iter().take(2 + usize::from(dice.draws().len() == 3));
            draws.push(kept.cloned().collect());
        }
    }
    draws
}

/// one seed brings the same deck and the same draws, whatever the players do and however many
/// they are.
#[test]
fn the_streams_are_named() {
    let key = Key::new("streams", []);
    let mut dice = Dice::seeded(&key);
    Silosoft::new(&config(2), &mut dice).unwrap();
    let set_up = dice.draws().to_vec();

    let mut again = Dice::seeded(&key);
    again.stream(Stream::named("deck", 0, 0));
    again.shuffle(&mut [0; 42]);
    again.stream(Stream::named("draw of set-up", 0, 0));
    for _ in 0..6 {
        again.pick(3);
    }
    assert_eq!(set_up, again.draws());

    // Later draws of the same table, at entries that differ.
    let mut turns: Vec<Vec<Draw>> = Vec::new();
    for turn in 1..=10 {
        let mut dice = Dice::seeded(&key);
        dice.stream(Stream::named("draw", turn, 0));
        let staff = dice.pick(100) < 70;
        if !staff || dice.pick(4) < 3 {
            dice.pick(if staff { 3 } else { 4 });
        }
        turns.push(dice.draws().to_vec());
    }
    for players in 1..=4 {
        let drawn = passed_through(&config(players), "streams");
        for (turn, wanted) in turns.iter().enumerate() {
            let got = &drawn[turn];
            assert_eq!(&got[..wanted.len()], &wanted[..], "turn {}, {players} players", turn + 1);
        }
    }
    assert_eq!(passed_through(&config(2), "streams"), passed_through(&config(2), "streams"));
    assert_ne!(
        passed_through(&config(2), "streams"),
        passed_through(&config(2), "other"),
        "FR-027"
    );
}

/// the losses of a turn are drawn from the streams of that turn, one after another.
#[test]
fn losses_have_their_own_streams() {
    let play = start(&config(1), "F10", "eee");
    let at = |turn, nth| {
        let mut dice = Dice::seeded(&Key::new("losses", []));
        dice.stream(Stream::named("loss", turn, nth));
        dice
    };
    // Turn 2 is the due turn of a Competition, and draws a Layoff first.
    for (drawn, before) in [("layoff at 0", 1), ("senior ux", 0)] {
        let mut play = play.clone();
        play.turn("competition").draw(drawn);
        let held = play.player(0).hand.len() as u32;
        let mut dice = Dice::seeded(&Key::new("losses", []));
        dice.begin(77);
        play.game.apply(Seat::FIRST.into(), &Command::Pass, &mut dice, &mut Events::off()).unwrap();
        let (mut first, mut second) = (at(2, before), at(2, before + 1));
        first.pick(held);
        second.pick(held - 1);
        assert_eq!(dice.draws(), [first.draws(), second.draws()].concat(), "{drawn}");
    }
    // The Layoff itself: the first loss of its turn.
    for key in ["a", "b", "c", "d", "e", "f"] {
        let key = Key::new(key, []);
        let mut game =
            Silosoft::new(&Config { resource_weight: 0, ..config(1) }, &mut Dice::seeded(&key))
                .unwrap();
        let mut dice = Dice::seeded(&key);
        game.apply(Seat::FIRST.into(), &Command::Draw, &mut dice, &mut Events::off()).unwrap();
        if let [_, Draw::Pick { got: 0, .. }, loss] = dice.draws() {
            let mut wanted = Dice::seeded(&key);
            wanted.stream(Stream::named("loss", 1, 0));
            wanted.pick(3);
            assert_eq!(wanted.draws(), [loss.clone()]);
        }
    }
}

/// R-31, FR-027: the state holds no seed: two games that were dealt alike are alike.
#[test]
fn the_state_holds_no_seed() {
    let text = serde_json::to_string(&start(&config(2), "F01 F02", "eee eee").game).unwrap();
    assert!(!text.contains("seed\":\"") || text.contains("\"ruleset\":\"seed\""));
    let seeded = Config { rng_seed: Some("mine".to_owned()), ..config(2) };
    let plain = start(&config(2), "F01 F02", "eee eee");
    assert_eq!(start(&seeded, "F01 F02", "eee eee").game, plain.game);
}
