use senet_kernel::{Chance, Dice, distribution, outcomes, outcomes_up_to};
use serde_json::json;

use crate::{is_json, is_no};

fn chance(parts: u64, whole: u64) -> Chance {
    Chance::new(parts, whole).unwrap()
}

#[test]
fn a_chance_is_a_fraction_in_lowest_terms() {
    #[track_caller]
    fn check(parts: u64, whole: u64, wanted: Option<(u64, u64)>) {
        let found = Chance::new(parts, whole);
        assert_eq!(found.map(|chance| (chance.parts(), chance.whole())), wanted);
    }
    check(0, 1, Some((0, 1)));
    check(0, 9, Some((0, 1)));
    check(1, 1, Some((1, 1)));
    check(6, 6, Some((1, 1)));
    check(6, 36, Some((1, 6)));
    check(10, 36, Some((5, 18)));
    check(35, 36, Some((35, 36)));
    check(37, 36, None);
    check(1, 0, None);
    check(0, 0, None);
    check(u64::MAX, u64::MAX, Some((1, 1)));
    check(u64::MAX - 1, u64::MAX, Some((u64::MAX - 1, u64::MAX)));
    assert_eq!(Chance::NEVER, chance(0, 5));
    assert_eq!(Chance::ALWAYS, chance(5, 5));
}

#[test]
fn chances_add_up() {
    #[track_caller]
    fn check(one: (u64, u64), other: (u64, u64), wanted: (u64, u64)) {
        let [one, other, wanted] = [one, other, wanted].map(|(parts, whole)| chance(parts, whole));
        assert_eq!(one + other, wanted);
        assert_eq!(other + one, wanted);
    }
    check((1, 6), (1, 6), (1, 3));
    check((1, 2), (1, 3), (5, 6));
    check((1, 4), (1, 6), (5, 12));
    check((0, 1), (5, 12), (5, 12));
    check((1, 2), (1, 2), (1, 1));
    // As fine as chances can be.
    let big = 1 << 63;
    check((1, big), (big - 1, big), (1, 1));
}

#[test]
#[should_panic(expected = "chances that exclude each other add up to at most 1")]
fn chances_above_1_do_not_add_up() {
    let _ = chance(2, 3) + chance(1, 2);
}

#[test]
fn thousandths_are_rounded_to_the_nearest() {
    #[track_caller]
    fn check(parts: u64, whole: u64, wanted: u32) {
        assert_eq!(chance(parts, whole).permille(), wanted);
    }
    check(0, 1, 0);
    check(1, 1, 1000);
    check(1, 3, 333);
    check(2, 3, 667);
    check(1, 2000, 1);
    check(1, 2001, 0);
    check(3, 2000, 2);
    check(2999, 6000, 500);
    check(u64::MAX - 1, u64::MAX, 1000);
}

#[test]
fn a_chance_is_a_pair_on_the_wire() {
    is_json(chance(1, 6), json!([1, 6]));
    assert_eq!(serde_json::from_value::<Chance>(json!([2, 12])).unwrap(), chance(1, 6));
    is_no::<Chance>(json!([7, 6]), "7/6 is no probability");
    is_no::<Chance>(json!([1, 0]), "1/0 is no probability");
    assert_eq!(chance(5, 36).to_string(), "5/36");
}

#[test]
fn every_way_in_which_dice_can_fall_comes_once() {
    let mut ways = Vec::new();
    outcomes(
        |dice| (dice.pick(2), dice.pick(3)),
        |chance, way| ways.push((way, chance.whole(), chance.parts())),
    );
    let wanted: Vec<_> =
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)].map(|way| (way, 6, 1)).to_vec();
    assert_eq!(ways, wanted);
}

#[test]
fn ways_that_are_too_many_are_none() {
    let two = |dice: &mut Dice| (dice.d6(), dice.d6());
    let mut all = Vec::new();
    outcomes(two, |chance, pips| all.push((chance, pips)));
    assert_eq!(outcomes_up_to(36, two), Some(all));
    assert_eq!(outcomes_up_to(35, two), None);
    // The order of 52 cards: one way of so many fits no fraction.
    let mut deals = 0;
    let deal = |dice: &mut Dice| {
        deals += 1;
        let mut cards: Vec<u8> = (0..52).collect();
        dice.shuffle(&mut cards);
    };
    assert_eq!(outcomes_up_to(1000, deal), None);
    assert_eq!(deals, 1, "nobody waits for what cannot be told");
}

#[test]
fn ways_may_differ_in_length() {
    // A die that is thrown again on a 6, once.
    let odds = distribution(|dice: &mut Dice| match dice.d6() {
        6 => 6 + dice.d6(),
        pips => pips,
    });
    let wanted: Vec<_> = (1..=5)
        .map(|pips| (pips, chance(1, 6)))
        .chain((7..=12).map(|pips| (pips, chance(1, 36))))
        .collect();
    assert_eq!(odds.into_iter().collect::<Vec<_>>(), wanted);
}

#[test]
fn no_draw_is_one_way() {
    let mut calls = 0;
    outcomes(
        |_| (),
        |chance, ()| {
            assert_eq!(chance, Chance::ALWAYS);
            calls += 1;
        },
    );
    assert_eq!(calls, 1);
    let odds = distribution(|dice: &mut Dice| (dice.pick(0), dice.pick(1)));
    assert_eq!(odds.into_iter().collect::<Vec<_>>(), [((0, 0), Chance::ALWAYS)]);
}

#[test]
fn two_dice_have_their_well_known_sums() {
    let odds = distribution(|dice: &mut Dice| dice.d6() + dice.d6());
    let parts: Vec<_> = odds.values().map(|chance| 36 / chance.whole() * chance.parts()).collect();
    assert_eq!(parts, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
    assert_eq!(odds.into_values().reduce(|sum, chance| sum + chance), Some(Chance::ALWAYS));
}

#[test]
fn a_shuffle_has_every_order_once() {
    let odds = distribution(|dice: &mut Dice| {
        let mut items = [0, 1, 2, 3];
        dice.shuffle(&mut items);
        items
    });
    assert_eq!(odds.len(), 24);
    assert!(odds.into_values().all(|odd| odd == chance(1, 24)));
}

#[test]
fn enumerated_dice_are_kept_like_others() {
    outcomes(
        |dice| {
            let pips = dice.d6();
            dice.stream(senet_kernel::Stream::entry(3));
            assert!(dice.drawn());
            assert_eq!(dice.draws(), [senet_kernel::Draw::D6(pips)]);
            assert_eq!(dice.fault(), None);
        },
        |_, ()| (),
    );
}
