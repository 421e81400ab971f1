//! Scripted dice: they fall as told, and say what was wrong with the script.

use senet_kernel::DiceFault::{LeftOver, Mismatch, RanOut};
use senet_kernel::{Dice, DiceFault, Draw, Key, Script};
use serde_json::json;

use crate::{is_json, is_no};

fn value(value: u32) -> Script {
    Script::Value(value)
}

fn pick(got: u32, of: u32) -> Script {
    Draw::Pick { got, of }.into()
}

fn shuffle(order: &[u32]) -> Script {
    Draw::Shuffle(order.to_vec()).into()
}

fn mismatch(wanted: &str, given: &str) -> Option<DiceFault> {
    Some(Mismatch { wanted: wanted.to_owned(), given: given.to_owned() })
}

#[test]
fn a_die_takes_1_to_6() {
    #[track_caller]
    fn check(script: Script, pips: u8, fault: Option<DiceFault>) {
        let mut dice = Dice::scripted([script]);
        assert_eq!((dice.d6(), dice.fault()), (pips, fault));
        assert_eq!(dice.draws(), [Draw::D6(pips)]);
    }
    let wrong = |given| mismatch("a die of 1 to 6", given);
    for pips in 1..=6 {
        check(value(pips.into()), pips, None);
        check(Draw::D6(pips).into(), pips, None);
    }
    check(value(0), 1, wrong("0"));
    check(value(7), 1, wrong("7"));
    check(Draw::D6(0).into(), 1, wrong("a die of 0"));
    check(Draw::D6(7).into(), 1, wrong("a die of 7"));
    check(pick(3, 6), 1, wrong("a pick of 3 among 6"));
    check(shuffle(&[0]), 1, wrong("a shuffle of 1"));
}

#[test]
fn a_pick_takes_a_number_below_its_count() {
    #[track_caller]
    fn check(script: Script, of: u32, got: u32, fault: Option<DiceFault>) {
        let mut dice = Dice::scripted([script]);
        assert_eq!((dice.pick(of), dice.fault()), (got, fault));
        assert_eq!(dice.draws(), [Draw::Pick { got, of }]);
    }
    let wrong = |given| mismatch("a pick among 5, 0 to 4", given);
    check(value(0), 5, 0, None);
    check(value(4), 5, 4, None);
    check(pick(4, 5), 5, 4, None);
    check(value(5), 5, 0, wrong("5"));
    check(pick(4, 6), 5, 0, wrong("a pick of 4 among 6"));
    check(Draw::D6(4).into(), 5, 0, wrong("a die of 4"));
    check(shuffle(&[0, 1]), 5, 0, wrong("a shuffle of 2"));
    check(value(0), 0, 0, None);
    check(value(1), 0, 0, mismatch("a pick among 0, 0 to 0", "1"));
}

#[test]
fn a_shuffle_takes_an_order() {
    #[track_caller]
    fn check(script: Script, wanted: &str, fault: Option<DiceFault>) {
        let mut dice = Dice::scripted([script]);
        let mut items: Vec<char> = "abcd".chars().collect();
        dice.shuffle(&mut items);
        assert_eq!((String::from_iter(items), dice.fault()), (wanted.to_owned(), fault));
        let order = wanted.bytes().map(|item| u32::from(item - b'a')).collect();
        assert_eq!(dice.draws(), [Draw::Shuffle(order)]);
    }
    let wrong = |given| mismatch("a shuffle of 4", given);
    check(shuffle(&[0, 1, 2, 3]), "abcd", None);
    check(shuffle(&[1, 2, 3, 0]), "bcda", None);
    check(shuffle(&[3, 0, 1, 2]), "dabc", None);
    check(shuffle(&[2, 3, 0, 1]), "cdab", None);
    check(shuffle(&[0, 1, 2]), "abcd", wrong("a shuffle of 3"));
    check(shuffle(&[0, 1, 2, 3, 4]), "abcd", wrong("a shuffle of 5"));
    check(shuffle(&[0, 1, 2, 2]), "abcd", wrong("a shuffle of 4"));
    check(shuffle(&[0, 1, 2, 4]), "abcd", wrong("a shuffle of 4"));
    check(value(1), "abcd", wrong("1"));
    check(Draw::D6(1).into(), "abcd", wrong("a die of 1"));
}

/// Every order of five, so every way to go round.
#[test]
fn a_shuffle_is_replayed_from_its_record() {
    let mut orders = 0;
    senet_kernel::outcomes(
        |dice| {
            let mut items = ['a', 'b', 'c', 'd', 'e'];
            dice.shuffle(&mut items);
            (items, dice.draws().to_vec())
        },
        |_, (items, draws)| {
            let mut again = ['a', 'b', 'c', 'd', 'e'];
            let mut dice = Dice::scripted(draws.iter().cloned().map(Script::Draw));
            dice.shuffle(&mut again);
            assert_eq!((again, dice.draws(), dice.fault()), (items, &draws[..], None));
            orders += 1;
        },
    );
    assert_eq!(orders, 120);
}

#[test]
fn whatever_seeded_dice_drew_can_be_scripted() {
    fn change(dice: &mut Dice) -> (u8, u32, Vec<u32>, u32) {
        let mut cards = (0..52).collect::<Vec<_>>();
        let (pips, got) = (dice.d6(), dice.pick(100));
        dice.shuffle(&mut cards);
        (pips, got, cards, dice.pick(0))
    }
    for number in 0..20 {
        let mut dice = Dice::seeded(&Key::of_number(number));
        let result = change(&mut dice);
        let mut again = Dice::scripted(dice.draws().iter().cloned().map(Script::from));
        assert_eq!((change(&mut again), again.fault()), (result, None));
        assert_eq!(again.draws(), dice.draws());
    }
}

#[test]
fn a_script_that_is_too_short_or_too_long_is_a_fault() {
    let ran_out = |wanted: &str| Some(RanOut { wanted: wanted.to_owned() });
    let mut dice = Dice::values([3]);
    assert_eq!(dice.fault(), Some(LeftOver { left: 1 }));
    dice.d6();
    assert_eq!(dice.fault(), None);
    assert_eq!(dice.d6(), 1);
    assert_eq!(dice.fault(), ran_out("a die of 1 to 6"));
    let mut dice = Dice::values([]);
    assert_eq!((dice.pick(3), dice.fault()), (0, ran_out("a pick among 3, 0 to 2")));
    let mut dice = Dice::values([]);
    dice.shuffle(&mut [1, 2]);
    assert_eq!(dice.fault(), ran_out("a shuffle of 2"));
}

#[test]
fn the_first_fault_counts() {
    let mut dice = Dice::values([9, 8, 1]);
    dice.d6();
    dice.d6();
    assert_eq!(dice.fault(), mismatch("a die of 1 to 6", "9"));
    dice.shuffle(&mut [1, 2]);
    dice.d6();
    assert_eq!(dice.fault(), mismatch("a die of 1 to 6", "9"));
    dice.begin(1);
    assert_eq!(dice.fault(), None);
    // What is left of a script counts only where nothing else is wrong.
    let mut dice = Dice::values([9, 1]);
    dice.d6();
    assert_eq!(dice.fault(), mismatch("a die of 1 to 6", "9"));
}

#[test]
fn a_script_knows_no_streams() {
    let mut dice = Dice::values([1, 2, 3]);
    dice.stream(senet_kernel::Stream::named("any", 0, 0));
    assert_eq!(dice.d6(), 1);
    dice.begin(5);
    assert_eq!([dice.d6(), dice.d6()], [2, 3]);
}

#[test]
fn draws_and_scripts_are_plain_on_the_wire() {
    is_json(Draw::D6(4), json!({"d6": 4}));
    is_json(Draw::Pick { got: 1, of: 3 }, json!({"pick": {"got": 1, "of": 3}}));
    is_json(Draw::Shuffle(vec![1, 0]), json!({"shuffle": [1, 0]}));
    is_json(value(4), json!(4));
    is_json(pick(1, 3), json!({"pick": {"got": 1, "of": 3}}));
    is_no::<Script>(json!(-1), "invalid type: integer `-1`, expected a number or a draw");
    is_json(LeftOver { left: 2 }, json!({"code": "left_over", "left": 2}));
}

#[test]
fn faults_are_sentences() {
    #[track_caller]
    fn check(fault: DiceFault, sentence: &str) {
        assert_eq!(fault.to_string(), sentence);
    }
    let wanted = "a die of 1 to 6".to_owned();
    check(
        RanOut { wanted: wanted.clone() },
        "the script of the dice has run out; the game asks for a die of 1 to 6",
    );
    check(
        Mismatch { wanted, given: "7".to_owned() },
        "the script of the dice gives 7; the game asks for a die of 1 to 6",
    );
    check(LeftOver { left: 2 }, "2 values of the script of the dice were not used");
}
