use std::collections::BTreeSet;

use senet_kernel::{
    Actor, Dice, Draw, Events, Game, Outcome, Rng, Scores, Script, Seat, TakeBack, Viewer, outcomes,
};
use senet_reference::kuhn_poker::Card::{self, Jack, King, Queen};
use senet_reference::kuhn_poker::{Command, Config, Event, KuhnPoker};
use serde_json::{Value, json};

use crate::{inspects, legal, play_with, refuses, turn};

const DECK: [Card; 3] = [Jack, Queen, King];

/// A hand in which the seats are dealt these cards, after these words.
#[track_caller]
fn played(first: Card, second: Card, words: &str) -> KuhnPoker {
    told(first, second, words).0
}

#[track_caller]
fn told(first: Card, second: Card, words: &str) -> (KuhnPoker, Vec<Event>) {
    let third = DECK.into_iter().find(|card| ![first, second].contains(card)).unwrap();
    let order = [first, second, third].map(|card| card as u32).to_vec();
    play_with(Config {}, &format!("deal {words}"), [Script::Draw(Draw::Shuffle(order))])
}

fn undealt() -> KuhnPoker {
    play_with(Config {}, "", []).0
}

fn scores(game: &KuhnPoker) -> Option<[i32; 2]> {
    match game.outcome()? {
        Outcome::Ranked { scores } => scores.list().try_into().ok(),
        _ => None,
    }
}

/// KP-1.
#[test]
fn each_seat_puts_in_a_chip_and_what_it_bets() {
    #[track_caller]
    fn check(words: &str, chips: [u8; 2]) {
        assert_eq!(played(Jack, Queen, words).view(Viewer::Spectator).chips, chips);
    }
    assert_eq!(undealt().view(Viewer::Spectator).chips, [1, 1]);
    check("", [1, 1]);
    check("check", [1, 1]);
    check("check check", [1, 1]);
    check("bet", [2, 1]);
    check("check bet", [1, 2]);
    check("bet call", [2, 2]);
    check("bet fold", [2, 1]);
    check("check bet call", [2, 2]);
    check("check bet fold", [1, 2]);
}

/// KP-2.
#[test]
fn the_first_seat_deals_a_card_to_each() {
    assert_eq!(legal(&undealt(), Seat::FIRST), ["deal"]);
    assert_eq!(legal(&undealt(), Seat::SECOND), [""; 0]);
    let early = json!({"code": "not_now", "dealt": false});
    refuses(&undealt(), Seat::FIRST, "check", early, "the cards are not dealt yet", "KP-2");
    let late = json!({"code": "not_now", "dealt": true});
    refuses(
        &played(Jack, King, ""),
        Seat::FIRST,
        "deal",
        late.clone(),
        "the cards are dealt",
        "KP-2",
    );
    refuses(&played(Jack, King, "bet"), Seat::SECOND, "deal", late, "the cards are dealt", "KP-2");
    // All six deals are equally likely.
    let mut deals = Vec::new();
    outcomes(
        |dice| {
            let mut game = undealt();
            game.apply(Seat::FIRST.into(), &Command::Deal {}, dice, &mut Events::off()).unwrap();
            Viewer::all(2).map(|viewer| game.view(viewer).cards).collect::<Vec<_>>()
        },
        |chance, views| {
            assert_eq!(chance.whole(), 6);
            let [[first, None], [None, second], [None, None]] = views[..] else {
                panic!("{views:?}")
            };
            deals.push((first, second));
        },
    );
    deals.sort();
    let all =
        [(Jack, Queen), (Jack, King), (Queen, Jack), (Queen, King), (King, Jack), (King, Queen)];
    assert_eq!(deals, all.map(|(first, second)| (Some(first), Some(second))));
}

/// KP-2, KP-6: who is shown what.
#[test]
fn a_card_is_told_to_its_seat_only_until_the_showdown() {
    let (_, events) = told(King, Jack, "check check");
    let dealt = |seat, card| Event::Dealt { seat, card };
    let [first, second] = [Seat::FIRST, Seat::SECOND];
    let said = |seat, said| Event::Said { seat, said };
    let seen = |viewer| -> Vec<Event> {
        events.iter().filter_map(|event| KuhnPoker::shown(event, viewer)).collect()
    };
    let wanted = |king, jack| {
        vec![
            said(first, Command::Deal {}),
            dealt(first, king),
            dealt(second, jack),
            said(first, Command::Check {}),
            said(second, Command::Check {}),
            Event::Shown { cards: [King, Jack] },
            Event::Ended { scores: Scores::new(&[1, -1]).unwrap() },
        ]
    };
    assert_eq!(events, wanted(Some(King), Some(Jack)));
    assert_eq!(seen(Viewer::Seat(first)), wanted(Some(King), None));
    assert_eq!(seen(Viewer::Seat(second)), wanted(None, Some(Jack)));
    assert_eq!(seen(Viewer::Spectator), wanted(None, None));
}

/// KP-3, KP-4, KP-5.
#[test]
fn the_seats_speak_in_turn() {
    #[track_caller]
    fn check(words: &str, seat: Seat, choices: &[&str]) {
        let game = played(Jack, King, words);
        assert_eq!(turn(&game), seat);
        assert_eq!(legal(&game, seat), choices);
        assert_eq!(legal(&game, seat.next(2)), [""; 0]);
        let of = json!({"code": "not_your_turn", "turn": seat});
        let sentence = format!("it is the turn of Player {}", seat.index() + 1);
        refuses(&game, seat.next(2), choices[0], of.clone(), &sentence, "KP-3");
        refuses(&game, Actor::Host, choices[0], of, &sentence, "KP-3");
        let bet = choices[0] == "call";
        let sentence =
            if bet { "answer the bet: call or fold" } else { "there is no bet: check or bet" };
        let wrong = json!({"code": "wrong_answer", "bet": bet});
        for other in ["check", "bet", "call", "fold"] {
            if !choices.contains(&other) {
                refuses(&game, seat, other, wrong.clone(), sentence, "KP-5");
            }
        }
    }
    check("", Seat::FIRST, &["check", "bet"]);
    check("check", Seat::SECOND, &["check", "bet"]);
    check("bet", Seat::SECOND, &["call", "fold"]);
    check("check bet", Seat::FIRST, &["call", "fold"]);
}

/// KP-6, KP-7, KP-8.
#[test]
fn the_higher_card_wins_unless_a_seat_folds() {
    #[track_caller]
    fn check(first: Card, second: Card, words: &str, wanted: i32) {
        let game = played(first, second, words);
        assert_eq!(scores(&game), Some([wanted, -wanted]));
        let over = json!({"code": "hand_over"});
        refuses(&game, Seat::FIRST, "check", over.clone(), "the hand is over", "KP-6");
        refuses(&game, Seat::SECOND, "deal", over, "the hand is over", "KP-6");
        let shown = game.view(Viewer::Spectator).cards;
        let folded = words.ends_with("fold");
        assert_eq!(shown, if folded { [None, None] } else { [Some(first), Some(second)] });
        let own = game.view(Viewer::Seat(Seat::FIRST)).cards;
        assert_eq!(own, [Some(first), Some(second).filter(|_| !folded)]);
    }
    for first in DECK {
        for second in DECK.into_iter().filter(|second| *second != first) {
            let sign = if first > second { 1 } else { -1 };
            check(first, second, "check check", sign);
            check(first, second, "bet call", 2 * sign);
            check(first, second, "check bet call", 2 * sign);
            check(first, second, "bet fold", 1);
            check(first, second, "check bet fold", -1);
        }
    }
}

/// KP-8.
#[test]
fn nothing_is_taken_back() {
    assert_eq!(played(Jack, Queen, "check").take_back(Seat::FIRST), TakeBack::Never);
}

/// The figures are known from outside: twelve information sets, six deals of five lines each.
#[test]
fn there_are_12_information_sets_and_30_plays() {
    let mut sets = BTreeSet::new();
    let mut plays = 0;
    let mut open = Vec::new();
    outcomes(
        |dice| {
            let mut game = undealt();
            game.apply(Seat::FIRST.into(), &Command::Deal {}, dice, &mut Events::off()).unwrap();
            game
        },
        |_, game| open.push(game),
    );
    while let Some(game) = open.pop() {
        let Some(seat) = game.to_act().iter().next() else {
            plays += 1;
            continue;
        };
        sets.insert(serde_json::to_string(&game.view(Viewer::Seat(seat))).unwrap());
        let mut commands = Vec::new();
        game.legal(seat, &mut commands);
        for command in commands {
            let mut next = game;
            next.apply(seat.into(), &command, &mut Dice::values([]), &mut Events::off()).unwrap();
            open.push(next);
        }
    }
    assert_eq!((sets.len(), plays), (12, 30));
}

/// A guess fits what its viewer sees, and every card that it cannot see is as likely as another.
#[test]
fn a_guess_deals_what_the_viewer_cannot_see() {
    #[track_caller]
    fn check(game: KuhnPoker, viewer: Viewer, wanted: &[(Card, Card)]) {
        let view = game.view(viewer);
        let mut counts = vec![0; wanted.len()];
        let mut rng = Rng::new(1);
        for _ in 0..600 * wanted.len() {
            let guess = KuhnPoker::guess(&view, viewer, &mut rng);
            guess.inspect().unwrap();
            assert_eq!(guess.view(viewer), view);
            let cards = Seat::first(2)
                .map(|seat| guess.view(Viewer::Seat(seat)).cards[seat.index()].unwrap());
            let [first, second] = cards.collect::<Vec<_>>()[..] else { panic!() };
            counts[wanted.iter().position(|pair| *pair == (first, second)).unwrap()] += 1;
        }
        // Five standard deviations of a count with mean 600 are 122 at most.
        assert!(counts.iter().all(|count| (478..=722).contains(count)), "{counts:?}");
    }
    check(played(King, Jack, ""), Viewer::Seat(Seat::FIRST), &[(King, Jack), (King, Queen)]);
    check(played(King, Jack, "bet"), Viewer::Seat(Seat::SECOND), &[(King, Jack), (Queen, Jack)]);
    check(played(King, Jack, "check check"), Viewer::Seat(Seat::SECOND), &[(King, Jack)]);
    check(played(Queen, Jack, "bet call"), Viewer::Spectator, &[(Queen, Jack)]);
    let all =
        [(Jack, Queen), (Jack, King), (Queen, Jack), (Queen, King), (King, Jack), (King, Queen)];
    check(played(King, Jack, "bet fold"), Viewer::Spectator, &all);
    for viewer in Viewer::all(2) {
        let view = undealt().view(viewer);
        assert_eq!(KuhnPoker::guess(&view, viewer, &mut Rng::new(1)), undealt());
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    #[track_caller]
    fn check(cards: Value, stage: Value, wanted: &[(&str, &str)]) {
        inspects::<KuhnPoker>(json!({"cards": cards, "stage": stage}), wanted);
    }
    let dealt = json!(["jack", "king"]);
    let stage = |name: &str| json!({"type": name});
    let not_dealt = ("cards", "not_dealt");
    let out_of_range = ("stage", "out_of_range");
    check(Value::Null, stage("ready"), &[]);
    check(dealt.clone(), stage("dealt"), &[]);
    check(dealt.clone(), stage("checked"), &[]);
    check(dealt.clone(), json!({"type": "bet", "by": 1}), &[]);
    check(dealt.clone(), json!({"type": "showdown", "stake": 2}), &[]);
    check(dealt.clone(), stage("ready"), &[not_dealt]);
    check(Value::Null, stage("dealt"), &[not_dealt]);
    check(json!(["jack", "jack"]), stage("dealt"), &[("cards", "twice")]);
    check(dealt.clone(), json!({"type": "bet", "by": 2}), &[out_of_range]);
    check(dealt.clone(), json!({"type": "folded", "by": 2}), &[out_of_range]);
    check(dealt.clone(), json!({"type": "showdown", "stake": 0}), &[out_of_range]);
    check(dealt, json!({"type": "showdown", "stake": 3}), &[out_of_range]);
}

#[test]
fn an_absent_seat_adds_no_chip() {
    assert_eq!(undealt().idle(Seat::FIRST), Some(Command::Deal {}));
    assert_eq!(played(Jack, King, "").idle(Seat::FIRST), Some(Command::Check {}));
    assert_eq!(played(Jack, King, "bet").idle(Seat::SECOND), Some(Command::Fold {}));
    assert_eq!(played(Jack, King, "bet").idle(Seat::FIRST), None);
    assert_eq!(played(Jack, King, "bet").leave(Seat::FIRST), None);
}

/// A device that is passed round is hidden just while a seat could see another's card.
#[test]
fn cards_are_secret_from_the_deal_to_the_showdown() {
    assert!(!undealt().secrets());
    for words in ["", "check", "bet", "check bet", "bet fold", "check bet fold"] {
        assert!(played(Jack, King, words).secrets(), "{words}");
    }
    for words in ["check check", "bet call", "check bet call"] {
        assert!(!played(Jack, King, words).secrets(), "{words}");
    }
}

#[test]
fn cards_of_others_are_hidden_until_they_are_shown() {
    #[track_caller]
    fn check(game: &KuhnPoker, viewer: Viewer, hidden: &[&str]) {
        let places = game.hidden(viewer);
        assert_eq!(places.iter().map(|secret| secret.place()).collect::<Vec<_>>(), hidden);
    }
    let dealt = played(King, Jack, "bet");
    check(&dealt, Viewer::Seat(Seat::FIRST), &["/cards/1"]);
    check(&dealt, Viewer::Seat(Seat::SECOND), &["/cards/0"]);
    check(&dealt, Viewer::Spectator, &["/cards/0", "/cards/1"]);
    check(&undealt(), Viewer::Spectator, &[]);
    check(&played(King, Jack, "bet call"), Viewer::Spectator, &[]);
}
