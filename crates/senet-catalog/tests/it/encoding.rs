//! Every game of the house has an encoding, and bots sit beside whoever learns.

#![allow(clippy::disallowed_methods, reason = "a page of the documentation is compared")]

use senet_catalog::{AnyEncoding, Leash, encodings, find, games};
use senet_encode::{End, Part};
use senet_kernel::{Rng, Seat};

#[test]
fn every_game_has_an_encoding_of_its_own() {
    let games: Vec<_> = games().iter().map(|game| game.id()).collect();
    let encoded: Vec<_> = encodings().iter().map(|encoding| encoding.id()).collect();
    assert_eq!(games, encoded);
}

/// In every game one seat chooses at random and bots play the others to the end.
#[test]
fn bots_play_beside_a_learner() {
    for encoding in encodings() {
        let (_, config) = find(encoding.id()).unwrap().preset(None).unwrap();
        let mut play = encoding.play(&config, 1).unwrap();
        for seat in Seat::first(play.seats()).skip(1) {
            play.seat_bot(seat, "easy", 5).unwrap();
        }
        assert!(play.seat_bot(Seat::FIRST, "genius", 5).is_err());
        let mut rng = Rng::new(2);
        play.bots_act(&Leash::default());
        for _ in 0..120 {
            let Some(seat) = play.seat() else { break };
            assert_eq!(seat, Seat::FIRST, "{}", encoding.id());
            let letter = play.any_letter(&mut rng).unwrap();
            play.step(letter.into()).unwrap();
            play.bots_act(&Leash::default());
        }
        let over = matches!(play.end(), Some(End::Over(_)));
        assert!(over || play.commands() > 25, "{}: {:?}", encoding.id(), play.end());
    }
}

#[test]
fn the_layout_names_every_float() {
    for encoding in encodings() {
        let (_, config) = find(encoding.id()).unwrap().preset(None).unwrap();
        let layout = encoding.layout(&config).unwrap();
        assert_eq!(layout.first().map(|part| part.start), Some(0));
        assert_eq!(layout.last().map(|part| part.start), Some(encoding.width()));
        assert!(layout.windows(2).all(|pair| pair[0].start < pair[1].start), "{}", encoding.id());
    }
}

/// How many floats a row of these fields has: `who (2), where` is three.
fn fields(told: &str) -> usize {
    let count = |field: &str| {
        let counted = field.strip_suffix(')').and_then(|field| field.rsplit_once(" ("));
        counted.and_then(|(_, count)| count.parse().ok()).unwrap_or(1)
    };
    told.split(", ").map(count).sum()
}

#[test]
fn the_fields_of_a_part_add_up_to_its_floats() {
    let check = |place: &str, count: usize, told: &str| {
        let (each, row) = told.split_once(" each: ").unwrap_or(("", told));
        let row = fields(row);
        assert!(count.is_multiple_of(row), "{place}: {count} floats, told as {row}");
        assert_eq!(each.parse().unwrap_or(count), row, "{place}");
    };
    assert_eq!(fields("there, face (6)"), 7);
    for encoding in encodings() {
        let (_, config) = find(encoding.id()).unwrap().preset(None).unwrap();
        let parts = encoding.layout(&config).unwrap();
        for pair in parts.windows(2).filter(|pair| !pair[0].floats.is_empty()) {
            let place = format!("{}, {}", encoding.id(), pair[0].name);
            check(&place, pair[1].start - pair[0].start, pair[0].floats);
        }
    }
}

/// All that a program that learned has come to rely on, as two short numbers: the alphabet and the parts; and
/// what is seen and allowed along a walk in every rule set, which is the rules' doing as well. A rule set that brings
/// data files of its own shows other numbers in the same places: one may be added, as anybody's own data.
fn prints(encoding: &dyn AnyEncoding) -> (u64, u64) {
    let game = find(encoding.id()).unwrap();
    let (_, config) = game.preset(None).unwrap();
    let parts = encoding.layout(&config).unwrap();
    let starts: Vec<usize> = parts.iter().map(|part| part.start).collect();
    let mut walk = Vec::new();
    let (mut floats, mut mask) =
        (vec![0.0; encoding.width()], vec![false; encoding.letters().len()]);
    for preset in &game.line().presets {
        let (_, config) = game.preset(Some(preset)).unwrap();
        if config["data"].is_object() {
            continue;
        }
        let mut play = encoding.play(&config, 1).unwrap();
        for step in 0..60 {
            for seat in Seat::first(play.seats()) {
                play.observe(seat, &mut floats);
                play.mask(seat, &mut mask);
                walk.extend(floats.iter().flat_map(|float| float.to_bits().to_le_bytes()));
                walk.extend(mask.iter().map(|open| u8::from(*open)));
            }
            let mut letters = Vec::new();
            play.letters(&mut |letter| letters.push(letter));
            let Some(letter) = letters.get(step * 7 % letters.len().max(1)) else { break };
            play.step((*letter).into()).unwrap();
        }
    }
    let layout = format!("{:?} {starts:?}", encoding.letters());
    (short(layout.as_bytes()), short(&walk))
}

/// FNV-1a.
fn short(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What is kept of an encoding: its number, the number of the game's rules, and its prints.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kept {
    encoding: u32,
    rules: u32,
    layout: u64,
    walk: u64,
}

impl Kept {
    fn read(line: &str) -> (&str, Kept) {
        let words: Vec<&str> = line.split(' ').collect();
        let [id, "encoding", encoding, "rules", rules, "layout", layout, "walk", walk] = words[..]
        else {
            panic!("{line}")
        };
        let print = |word| u64::from_str_radix(word, 16).unwrap();
        let (encoding, rules) = (encoding.parse().unwrap(), rules.parse().unwrap());
        (id, Kept { encoding, rules, layout: print(layout), walk: print(walk) })
    }

    fn line(self, id: &str) -> String {
        let Kept { encoding, rules, layout, walk } = self;
        format!("{id} encoding {encoding} rules {rules} layout {layout:016x} walk {walk:016x}\n")
    }

    /// Whether this may be kept in the place of what was kept before.
    fn may_follow(self, before: Kept) -> bool {
        before.encoding < self.encoding
            || (before.encoding, before.layout) == (self.encoding, self.layout)
                && (before.walk == self.walk || before.rules < self.rules)
    }
}

#[test]
fn a_change_of_what_is_seen_needs_a_new_number() {
    let kept = Kept { encoding: 1, rules: 1, layout: 1, walk: 1 };
    let may = |to: Kept| to.may_follow(kept);
    assert!(may(kept));
    assert!(!may(Kept { layout: 2, ..kept }) && !may(Kept { walk: 2, ..kept }));
    assert!(may(Kept { encoding: 2, layout: 2, walk: 2, ..kept }));
    assert!(may(Kept { rules: 2, walk: 2, ..kept }), "new rules show other games");
    assert!(!may(Kept { rules: 2, layout: 2, ..kept }) && !may(Kept { encoding: 0, ..kept }));
}

/// What `encodings.txt` keeps is what the code does. `SENET_GOLDEN=write` writes it anew, and writes over no
/// encoding whose number was not raised: networks that learned would go on with numbers that mean something else.
#[test]
fn every_encoding_is_the_one_of_its_number() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/encodings.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let known: Vec<_> = text.lines().map(Kept::read).collect();
    let mut now = String::new();
    for encoding in encodings() {
        let (layout, walk) = prints(encoding.as_ref());
        let rules = find(encoding.id()).unwrap().rules();
        let kept = Kept { encoding: encoding.version(), rules, layout, walk };
        let before = known.iter().find(|(id, _)| *id == encoding.id());
        assert!(
            before.is_none_or(|(_, before)| kept.may_follow(*before)),
            "{} shows or allows something else than encoding {} did: raise ENCODING in senet-encode",
            encoding.id(),
            encoding.version(),
        );
        now += &kept.line(encoding.id());
    }
    if std::env::var("SENET_GOLDEN").is_ok_and(|word| word == "write") {
        std::fs::write(path, now).unwrap();
    } else {
        assert_eq!(text, now, "SENET_GOLDEN=write cargo test -p senet-catalog writes it anew");
    }
}

/// The tables of `docs/encodings.md` are what the code says. `SENET_GOLDEN=write` writes them anew.
#[test]
fn the_page_of_encodings_has_every_part_and_letter() {
    const BEGIN: &str = "<!-- layouts -->\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/encodings.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (text, told) = page.split_once(BEGIN).expect("the page has its mark");
    let layouts: String = encodings().iter().map(|encoding| layout(encoding.as_ref())).collect();
    if std::env::var("SENET_GOLDEN").is_ok_and(|word| word == "write") {
        std::fs::write(path, format!("{text}{BEGIN}{layouts}")).unwrap();
    } else {
        assert_eq!(told, layouts, "SENET_GOLDEN=write cargo test -p senet-catalog writes it anew");
    }
}

fn layout(encoding: &dyn AnyEncoding) -> String {
    let (_, config) = find(encoding.id()).unwrap().preset(None).unwrap();
    let parts = encoding.layout(&config).unwrap();
    let mut text = format!(
        "\n## {}, encoding {}\n\n{} floats:\n\n| floats | what | one by one |\n|---|---|---|\n",
        encoding.id(),
        encoding.version(),
        encoding.width()
    );
    for pair in parts.windows(2) {
        let Part { name, start, floats } = pair[0];
        text += &format!("| {start} to {} | {name} | {floats} |\n", pair[1].start - 1);
    }
    let letters = encoding.letters();
    text += &format!("\n{} letters:\n\n| letters | what |\n|---|---|\n", letters.len());
    let kind = |letter: &str| letter.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let mut first = 0;
    while first < letters.len() {
        let same = letters[first..].iter().take_while(|l| kind(l) == kind(&letters[first])).count();
        let last = first + same - 1;
        text += &match same {
            1 => format!("| {first} | {} |\n", letters[first]),
            _ => format!("| {first} to {last} | {}1 to {same} |\n", kind(&letters[first])),
        };
        first += same;
    }
    text
}
