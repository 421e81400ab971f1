//! Trades: offers and answers.

use senet_kernel::{Game, Listing, SeatSet, TakeBack};
use serde_json::json;

use crate::play::{Play, config, offer, seat, start};

fn two() -> Play {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("senior dev");
    play
}

/// FR-015, R-16: a gift moves at once, to the end of the partner's hand, in the order named.
#[test]
fn a_gift_needs_no_answer() {
    let mut play = two();
    play.does(0, "give R003 R001 to Ben");
    assert_eq!(play.hand(0), "R002 R007");
    assert_eq!(play.hand(1), "R004 R005 R006 R003 R001");
    assert_eq!(play.kinds(), ["gift"]);
    assert!(play.view().traded);
    assert_eq!(play.view().open, Some(senet_silosoft::Decision::Action));
}

/// FR-015, R-15, R-16: an exchange moves nothing before it is accepted; sides may be unequal.
#[test]
fn an_exchange_awaits_its_answer() {
    let mut play = two();
    play.does(0, "trade R002 R001 for R006 R004 R005 with Ben");
    assert_eq!(play.kinds(), ["trade_offered"]);
    assert_eq!((&*play.hand(0), &*play.hand(1)), ("R001 R002 R003 R007", "R004 R005 R006"));
    // Ann may withdraw, but is not waited for: she has nothing to do where she is absent.
    assert_eq!(play.legal(0), ["withdraw"]);
    assert_eq!(play.game.legal(seat(0), &mut Vec::new()), Listing::Complete);
    assert_eq!(play.game.to_act(), SeatSet::first(2));
    assert_eq!(play.game.awaited(), SeatSet::only(seat(1)));
    assert_eq!(
        (play.view().to_act, play.view().awaited),
        (SeatSet::first(2), SeatSet::only(seat(1)))
    );
    assert_eq!(play.game.idle(seat(0)), None);
    assert_eq!(play.game.take_back(seat(0)), TakeBack::UntilNext, "R-32");
    assert_eq!(play.legal(1), ["accept", "decline"]);
    let offer = play.view().offer.unwrap();
    assert_eq!((offer.from.index(), offer.to.index()), (0, 1));
    assert_eq!(
        json!([offer.give, offer.take]),
        json!([["R002", "R001"], ["R006", "R004", "R005"]])
    );
    play.does(1, "accept");
    assert_eq!(play.kinds(), ["trade_accepted"]);
    assert_eq!((&*play.hand(0), &*play.hand(1)), ("R003 R007 R006 R004 R005", "R002 R001"));
    assert_eq!(play.view().offer, None);
}

/// a request gives nothing.
#[test]
fn a_request_takes_only() {
    let mut play = two();
    play.does(0, "ask Ben for R005").does(1, "accept");
    assert_eq!((&*play.hand(0), &*play.hand(1)), ("R001 R002 R003 R007 R005", "R004 R006"));
}

/// the offer is used up whatever the answer; a refused one uses nothing.
#[test]
fn an_offer_is_used_up_when_it_is_made() {
    for (who, answer, kind) in
        [(1, "decline", "trade_declined"), (0, "withdraw", "trade_withdrawn")]
    {
        let mut play = two();
        let limit = json!({"code": "trade_limit_reached"});
        play.refuses_by(0, offer(1, &["R004"], &[]), "card_not_in_hand");
        play.does(0, "ask Ben for R005").does(who, answer);
        assert_eq!(play.kinds(), [kind]);
        assert_eq!((&*play.hand(0), &*play.hand(1)), ("R001 R002 R003 R007", "R004 R005 R006"));
        play.refuses(0, offer(1, &["R001"], &[]), limit);
        assert_eq!(play.view().summary.trades, 1);
    }
}

/// FR-014: one offer in each own turn; being a partner costs nothing.
#[test]
fn one_offer_in_a_turn() {
    let mut play = two();
    play.does(0, "ask Ben for R004").does(1, "accept");
    play.refuses(0, offer(1, &["R001"], &[]), json!({"code": "trade_limit_reached"}));
    play.pass().draw("entry ux").does(1, "give R005 to Ann").pass();
    play.draw("entry ux").does(0, "give R001 to Ben");
    assert_eq!(play.view().summary.trades_by_player, [2, 1]);
    assert_eq!(play.view().summary.trades, 3);
}

/// FR-040, FR-047: while an offer is open only the two act, each with their own answer.
#[test]
fn an_open_offer_bars_everything_else() {
    let mut play = start(&config(3), "F01 F02 F03", "eee eee eee");
    play.draw("senior dev").does(0, "ask Ben for R004");
    let open = json!({"code": "wrong_phase", "open": "trade_answer"});
    for command in ["accept", "decline", "pass", "draw"] {
        play.refuses(0, json!({"type": command}), open.clone());
    }
    for command in ["withdraw", "pass", "draw"] {
        play.refuses(1, json!({"type": command}), open.clone());
    }
    let other = json!({"code": "not_your_turn", "turn": 0, "open": "trade_answer"});
    for command in ["accept", "decline", "withdraw", "pass"] {
        play.refuses(2, json!({"type": command}), other.clone());
    }
    assert_eq!(play.legal(2), [""; 0]);
}

/// FR-014: a trade may come before, between or after completions, and its cards be used at once.
#[test]
fn cards_received_can_be_used_at_once() {
    let mut play = start(&config(2), "F41 F02 F42 F40", "eej eej");
    play.draw("junior pm").does(0, "complete R002 R007");
    play.does(0, "ask Ben for R006").does(1, "accept").does(0, "complete R003 R006");
    assert_eq!(play.view().total, 2);
    // with the hand empty only the pass is left.
    assert_eq!(play.hand(0), "R001");
}

/// FR-015: everything that can be wrong with an offer, in its order.
#[test]
fn offers_are_tested_in_order() {
    let play = two();
    let code = |code: &str| json!({"code": code});
    let bad = ["R004", "R004"];
    play.refuses(0, offer(5, &[], &[]), json!({"code": "unknown_player", "seat": 5}));
    play.refuses(0, offer(2, &bad, &bad), json!({"code": "unknown_player", "seat": 2}));
    play.refuses(0, offer(0, &[], &[]), code("self_trade"));
    play.refuses(0, offer(0, &bad, &[]), code("self_trade"));
    play.refuses(0, offer(1, &[], &[]), code("empty_trade"));
    let twice = |card: &str| json!({"code": "duplicate_card", "card": card});
    play.refuses(0, offer(1, &["R004", "R004"], &["R001"]), twice("R004"));
    play.refuses(0, offer(1, &["R004", "R001"], &["R002", "R004"]), twice("R004"));
    play.refuses(0, offer(1, &[], &["R500", "R500"]), twice("R500"));
    let lacks = |card: &str| json!({"code": "card_not_in_hand", "card": card});
    play.refuses(0, offer(1, &["R001", "R004"], &["R002"]), lacks("R004"));
    play.refuses(0, offer(1, &["R500", "R501"], &[]), lacks("R500"));
    play.refuses_by(0, offer(1, &["nonsense", "other"], &[]), "card_not_in_hand");
    play.refuses_by(0, offer(1, &["nonsense", "nonsense"], &[]), "duplicate_card");
    let partner = |card: &str| json!({"code": "partner_lacks_card", "card": card, "partner": 1});
    play.refuses(0, offer(1, &["R001"], &["R004", "R002"]), partner("R002"));
    play.refuses(0, offer(1, &[], &["R063"]), partner("R063"));
    play.refuses(0, offer(1, &[], &["R064"]), partner("R064"));
    let many: Vec<String> = (1..200).map(|n| format!("R{n:03}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    play.refuses(0, offer(1, &many, &[]), lacks("R004"));
}

/// FR-036, R-14: an empty hand bars offers and requests, but not being a partner; FR-015: alone
/// there is nobody to trade with, whatever is named.
#[test]
fn who_can_offer() {
    let mut play = start(&config(2), "F01 F02", "eee eee");
    play.draw("layoff at 0").does(0, "give R002 R003 to Ben").pass().turn("entry dev");
    play.draw("layoff");
    let empty = json!({"code": "empty_hand"});
    play.refuses(0, offer(1, &[], &["R004"]), empty.clone());
    play.refuses(0, offer(7, &[], &[]), empty);
    assert_eq!(play.legal(0), ["pass"]);
    play.pass().draw("entry dev").does(1, "give R004 to Ann");
    assert_eq!(play.hand(0), "R004");
    let mut solo = start(&config(1), "F01", "eee");
    solo.draw("entry dev");
    for to in [0, 1, 7] {
        solo.refuses(0, offer(to, &["R001"], &[]), json!({"code": "no_partner"}));
    }
    solo.pass();
}

/// Events name cards as a set: read from a list, written in the order of the numbers.
#[test]
fn a_set_of_cards_is_a_list_on_the_wire() {
    use senet_silosoft::CardSet;
    let read = |list: serde_json::Value| serde_json::from_value::<CardSet>(list).unwrap();
    let set = read(json!(["R007", "R002", "R007"]));
    assert_eq!((set.len(), set.is_empty()), (2, false));
    assert_eq!(json!(set), json!(["R002", "R007"]));
    assert_eq!((read(json!([])).len(), read(json!([])).is_empty()), (0, true));
    assert_eq!(read(json!(["banana"])).len(), 0);
}

/// What bots read off a game: the completed features of the team and of each.
#[test]
fn completions_are_counted_for_the_team() {
    let mut play = start(&config(2), "F42 F41 F40", "sss sss");
    assert_eq!((play.game.completed(), play.game.target()), (0, 6));
    play.draw("entry dev").does(0, "complete R003").pass();
    play.draw("entry dev").does(1, "complete R005").pass();
    assert_eq!(play.game.completed(), 2);
    assert_eq!((play.game.completed_by(seat(0)), play.game.completed_by(seat(1))), (1, 1));
}

/// FR-050: a card that cannot exist is named twice all the same.
#[test]
fn strange_cards_are_named_once_too() {
    let play = two();
    for card in ["R064", "R063", "R255", "banana"] {
        let twice = json!({"code": "duplicate_card", "card": senet_silosoft::CardId::from(card.to_owned())});
        play.refuses(0, offer(1, &[card, card], &[]), twice);
    }
}
