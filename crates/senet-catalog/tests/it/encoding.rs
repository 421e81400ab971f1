//! Every game of the house has an encoding, and bots sit beside whoever learns.

#![allow(clippy::disallowed_methods, reason = "a page of the documentation is compared")]

use senet_catalog::{AnyEncoding, Leash, encodings, find, games};
use senet_encode::End;
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
        "\n## {}, encoding {}\n\n{} floats:\n\n| floats | what |\n|---|---|\n",
        encoding.id(),
        encoding.version(),
        encoding.width()
    );
    for pair in parts.windows(2) {
        text += &format!("| {} to {} | {} |\n", pair[0].start, pair[1].start - 1, pair[0].name);
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
