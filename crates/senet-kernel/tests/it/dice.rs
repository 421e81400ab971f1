//! Seeded dice: fair, repeatable, and independent by stream.

use senet_kernel::{Dice, Draw, Key, Stream};

fn seeded(number: u64) -> Dice {
    Dice::seeded(&Key::of_number(number))
}

/// The next words of the stream. A pick among 2^32 − 1 is a word less 1.
fn words(dice: &mut Dice) -> [u32; 4] {
    std::array::from_fn(|_| dice.pick(u32::MAX) + 1)
}

/// The first 16 bytes of ChaCha8 with a key of zeroes are known from outside: 3e00ef2f 895f40d6
/// 7f5bb8e8 1f09a5a1.
#[test]
fn the_stream_is_chacha8() {
    let wanted = [0x3e00_ef2f_u32, 0x895f_40d6, 0x7f5b_b8e8, 0x1f09_a5a1].map(u32::swap_bytes);
    assert_eq!(words(&mut seeded(0)), wanted);
}

/// A change of these would void every journal there is.
#[test]
fn draws_are_the_same_for_ever() {
    let mut dice = Dice::seeded(&Key::new("senet", ["salt", ""]));
    dice.begin(7);
    let pips: Vec<u8> = (0..12).map(|_| dice.d6()).collect();
    let picks: Vec<u32> = [1, 2, 10, 52, 1000, u32::MAX].map(|of| dice.pick(of)).to_vec();
    let mut cards: Vec<u32> = (0..10).collect();
    dice.shuffle(&mut cards);
    dice.stream(Stream::named("loss", 3, 1));
    let named: Vec<u8> = (0..12).map(|_| dice.d6()).collect();
    assert_eq!(pips, [2, 1, 6, 4, 6, 6, 4, 5, 1, 4, 5, 6]);
    assert_eq!(picks, [0, 1, 6, 43, 647, 2_088_700_988]);
    assert_eq!(cards, [1, 8, 2, 5, 0, 6, 9, 3, 7, 4]);
    assert_eq!(named, [5, 6, 3, 4, 2, 4, 3, 6, 1, 1, 6, 5]);
}

#[test]
fn a_key_rests_on_every_part_and_where_it_ends() {
    let of = |seed: &str, salts: &[&str]| {
        words(&mut Dice::seeded(&Key::new(seed, salts.iter().copied())))
    };
    let keys = [
        of("ab", &[]),
        of("a", &["b"]),
        of("a", &["b", ""]),
        of("a", &["", "b"]),
        of("", &["ab"]),
        of("b", &["a"]),
        words(&mut seeded(0)),
        words(&mut seeded(1)),
        words(&mut seeded(1 << 63)),
    ];
    for (i, one) in keys.iter().enumerate() {
        assert!(keys[..i].iter().all(|other| other != one), "{i}");
    }
    assert_eq!(of("a", &["b"]), of("a", &["b"]));
    assert_eq!(format!("{:?}", Key::new("hidden", [])), "Key(secret)");
}

#[test]
fn an_entry_has_its_own_stream() {
    let mut dice = seeded(5);
    let mut of = |entry| {
        dice.begin(entry);
        words(&mut dice)
    };
    let [one, two] = [of(1), of(2)];
    assert_ne!(one, two);
    assert_ne!(of(0), one);
    assert_eq!(of(1), one, "whatever was drawn in between");
    assert_eq!(words(&mut seeded(5)), of(0), "new dice are at entry 0");
    // Only as many numbers as a journal can have: the upper half belongs to names.
    assert_eq!(of(1 << 63), of(0));
}

#[test]
fn a_named_stream_rests_on_its_name_alone() {
    let mut dice = seeded(5);
    let mut of = |entry, stream: Stream| {
        dice.begin(entry);
        dice.d6();
        dice.stream(stream);
        words(&mut dice)
    };
    let loss = of(1, Stream::named("loss", 3, 1));
    assert_eq!(of(9, Stream::named("loss", 3, 1)), loss);
    for other in [
        Stream::named("los", 3, 1),
        Stream::named("loss", 3, 2),
        Stream::named("loss", 4, 1),
        Stream::named("loss", 1, 3),
        Stream::named("", 3, 1),
        Stream::entry(9),
    ] {
        assert_ne!(of(9, other), loss, "{other:?}");
    }
    // Naming it again starts it again; the next entry turns away from it.
    dice.begin(1);
    dice.stream(Stream::named("loss", 3, 1));
    let first = words(&mut dice);
    dice.stream(Stream::named("loss", 3, 1));
    assert_eq!(words(&mut dice), first);
    dice.begin(1);
    assert_ne!(words(&mut dice), first);
}

#[test]
fn draws_are_kept_until_the_next_entry_begins() {
    let mut dice = seeded(1);
    assert_eq!((dice.draws(), dice.drawn()), (&[][..], false));
    let pips = dice.d6();
    let got = dice.pick(9);
    let mut items = ['a', 'b', 'c'];
    dice.shuffle(&mut items);
    let order = items.map(|item| item as u32 - 'a' as u32).to_vec();
    let wanted = [Draw::D6(pips), Draw::Pick { got, of: 9 }, Draw::Shuffle(order)];
    assert_eq!((dice.draws(), dice.drawn()), (&wanted[..], true));
    dice.begin(2);
    assert_eq!((dice.draws(), dice.drawn()), (&[][..], false));
    assert_eq!(dice.fault(), None);
}

#[test]
fn unrecorded_dice_fall_the_same() {
    let mut kept = seeded(1);
    let mut lost = seeded(1).unrecorded();
    for dice in [&mut kept, &mut lost] {
        dice.begin(3);
    }
    assert_eq!(kept.d6(), lost.d6());
    let [mut one, mut other]: [Vec<u32>; 2] = std::array::from_fn(|_| (0..30).collect());
    kept.shuffle(&mut one);
    lost.shuffle(&mut other);
    assert_eq!(one, other);
    assert_eq!(kept.pick(1000), lost.pick(1000));
    assert_eq!((lost.draws(), lost.drawn()), (&[][..], true));
    assert_eq!(kept.draws().len(), 3);
}

#[test]
fn dice_and_picks_stay_within_their_ranges_and_reach_all_of_them() {
    let mut dice = seeded(3).unrecorded();
    let mut pips = [0; 7];
    let mut picks = [0; 10];
    for _ in 0..6000 {
        pips[usize::from(dice.d6())] += 1;
        picks[dice.pick(10) as usize] += 1;
    }
    // Five standard deviations of counts with mean 1000 and 600 are 145 and 117.
    assert!(pips[0] == 0 && pips[1..].iter().all(|count| (855..=1145).contains(count)), "{pips:?}");
    assert!(picks.iter().all(|count| (483..=717).contains(count)), "{picks:?}");
    assert_eq!([dice.pick(0), dice.pick(1)], [0, 0]);
}

#[test]
fn a_shuffle_reaches_every_order_equally() {
    let mut dice = seeded(3).unrecorded();
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..6000 {
        let mut items = [0, 1, 2];
        dice.shuffle(&mut items);
        *counts.entry(items).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (855..=1145).contains(count)), "{counts:?}");
    let mut none: [u8; 0] = [];
    dice.shuffle(&mut none);
}

#[test]
fn a_key_as_a_text_opens_the_same_deal() {
    let key = Key::of_number(0x0102_0304_0506_0708);
    let text = key.to_deal();
    assert_eq!(Key::of_deal(&text), Some(key));
    let digits = text.len() - 64;
    assert_eq!(Key::of_deal(&text[..text.len() - 1]), None, "one digit is missing");
    assert_eq!(Key::of_deal(&text[digits..]), None, "nothing says that it is a deal");
    assert_eq!(Key::of_deal(&text.replace('0', "g")), None, "no digit");
    let other = Key::of_deal(&format!("{}{}", &text[..digits], "0123456789abcdef".repeat(4)));
    assert_eq!(
        other.map(|key| key.to_deal()[digits..].to_owned()),
        Some("0123456789abcdef".repeat(4))
    );
}

/// Whatever a name's hash begins with, its stream is no entry's.
#[test]
fn streams_of_names_are_apart_from_those_of_entries() {
    for first in 0..16 {
        let named = format!("{:?}", Stream::named("loss", first, 0));
        let number = named.trim_start_matches("Stream(").trim_end_matches(')');
        assert!(number.parse::<u64>().unwrap() >= 1 << 63, "{named}");
    }
}

/// A search plays every line with luck of its own.
#[test]
fn dice_are_turned_to_another_key_and_back() {
    let mut dice = seeded(1);
    let [first, one] = [words(&mut dice), words(&mut seeded(2))];
    dice.reseed(&Key::of_number(2));
    assert_eq!(words(&mut dice), one);
    dice.reseed(&Key::of_number(1));
    assert_eq!(words(&mut dice), first);
}
