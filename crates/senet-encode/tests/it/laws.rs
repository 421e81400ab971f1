//! The laws of an encoding, one generic walk for all games.

use std::collections::BTreeSet;

use senet_encode::{Encode, PASS, Play, Sheet, Word};
use senet_kernel::{Rng, Seat, Viewer};

/// Runs the laws along random games in every rule set.
fn check<G: Encode>(games: u64, most_letters: u32) {
    assert_eq!(G::letter(PASS), "pass");
    names_are_all_different::<G>();
    for preset in G::about().presets {
        let config = preset.config;
        for seed in 0..games {
            let mut play = Play::<G>::new(&config, seed).expect("a preset is playable");
            let mut rng = Rng::new(seed);
            let mut letters = 0;
            while let Some(seat) = play.seat()
                && letters < most_letters
            {
                let place = format!("{} {} seed {seed} letter {letters}", G::ID, preset.id);
                // Within a word the game and its views stay as they are.
                if !play.is_spelling() {
                    words_are_inverse(&play, seat, &place);
                    words_are_read(&play, seat, &mut rng, &place);
                    observations_come_from_views(&play, &place);
                }
                masks_agree(&play, seat, &place);
                let letter = play.any_letter(&mut rng).expect("somebody is to choose");
                play.step(letter.into()).unwrap_or_else(|why| panic!("{place}: {why}"));
                letters += 1;
            }
        }
    }
}

fn names_are_all_different<G: Encode>() {
    let mut names: Vec<String> = (0..G::LETTERS as u16).map(G::letter).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), G::LETTERS, "{}", G::ID);
}

fn spelled<G: Encode>(command: &G::Command) -> Option<Vec<u16>> {
    let mut letters = Vec::new();
    G::spell(command, &mut Word::onto(&mut letters))?;
    Some(letters)
}

/// Encode and decode are inverse for every listed command: each has a word, no word begins another.
fn words_are_inverse<G: Encode>(play: &Play<G>, seat: Seat, place: &str) {
    let mut list = Vec::new();
    play.game().legal(seat, &mut list);
    let words: Vec<Vec<u16>> = list
        .iter()
        .map(|command| spelled::<G>(command).unwrap_or_else(|| panic!("{place}: {command:?}")))
        .collect();
    for (i, word) in words.iter().enumerate() {
        assert!(!word.is_empty() && !word.contains(&PASS), "{place}: {:?}", list[i]);
        assert!(word.iter().all(|letter| usize::from(*letter) < G::LETTERS), "{place}: {word:?}");
        let begins = words.iter().filter(|other| other.starts_with(word)).count();
        assert_eq!(begins, 1, "{place}: {:?} is told from all others", list[i]);
        if G::SHORT {
            assert_eq!(G::command(word[0]).as_ref(), Some(&list[i]), "{place}");
        }
    }
}

/// Decode: a word that is chosen letter by letter carries out the command that it spells, with the same dice.
/// On the way the letters that may come are those with which listed words go on, and letters that leave no
/// choice are written by themselves. Shown for some of the list.
fn words_are_read<G: Encode>(play: &Play<G>, seat: Seat, rng: &mut Rng, place: &str) {
    let mut list = Vec::new();
    play.game().legal(seat, &mut list);
    let words: Vec<Vec<u16>> = list.iter().filter_map(spelled::<G>).collect();
    let nexts = |begun: &[u16]| -> BTreeSet<u16> {
        words.iter().filter_map(|word| word.strip_prefix(begun)?.first().copied()).collect()
    };
    for _ in 0..2 {
        let chosen = rng.below(list.len() as u32) as usize;
        let (command, word) = (&list[chosen], &words[chosen]);
        let (mut submitted, mut read) = (play.clone(), play.clone());
        assert!(submitted.submit(seat, command), "{place}: {command:?}");
        let mut at = 0;
        while at < word.len() {
            if at > 0 {
                let mut open = BTreeSet::new();
                read.letters(|letter| _ = open.insert(letter));
                assert_eq!(open, nexts(&word[..at]), "{place}: {command:?} after {at} letters");
            }
            read.step(word[at].into()).unwrap_or_else(|why| panic!("{place}: {word:?}: {why}"));
            at += 1;
            while nexts(&word[..at]).len() == 1 {
                at += 1;
            }
            assert_eq!(read.is_spelling(), at < word.len(), "{place}: {command:?}, letter {at}");
        }
        assert_eq!(read.game(), submitted.game(), "{place}: {command:?} is {word:?}");
        assert_eq!(read.commands(), submitted.commands(), "{place}: {command:?}");
        assert_eq!(read.seat(), submitted.seat(), "{place}: {command:?}");
    }
}

/// The mask of the first letter has just the first letters of the list, and to pass where that is
/// allowed; a seat that is not to choose may only pass.
fn masks_agree<G: Encode>(play: &Play<G>, seat: Seat, place: &str) {
    let mut mask = vec![false; G::LETTERS];
    play.mask(seat, &mut mask);
    let open: Vec<i64> = (0..G::LETTERS as i64).filter(|i| mask[*i as usize]).collect();
    assert!(!open.is_empty(), "{place}: something can be chosen");
    for letter in 0..G::LETTERS as i64 {
        assert_eq!(play.check(letter).is_ok(), open.contains(&letter), "{place}: {letter}");
    }
    let mut list = Vec::new();
    play.game().legal(seat, &mut list);
    let firsts: Vec<u16> = list.iter().filter_map(|c| Some(spelled::<G>(c)?[0])).collect();
    if !play.is_spelling() {
        for letter in open.iter().filter(|letter| **letter != i64::from(PASS)) {
            assert!(firsts.contains(&(*letter as u16)), "{place}: {letter}");
        }
        let all = firsts.iter().all(|letter| open.contains(&i64::from(*letter)));
        assert!(all, "{place}: {firsts:?} in {open:?}");
    }
    for other in Seat::first(play.seats()).filter(|other| *other != seat) {
        play.mask(other, &mut mask);
        assert!(mask[0] && !mask[1..].contains(&true), "{place}: others wait");
    }
}

/// An observation is made from the view alone: the game behind it, and a guess that the seat cannot
/// tell from it, give the same floats; there are always as many, each from −1 to 1.
fn observations_come_from_views<G: Encode>(play: &Play<G>, place: &str) {
    for seat in Seat::first(play.seats()) {
        let viewer = Viewer::Seat(seat);
        let view = play.view(viewer);
        let observed = |write: &dyn Fn(&mut Sheet<'_>)| {
            let mut floats = vec![f32::NAN; G::OBSERVATION];
            let mut sheet = Sheet::new(&mut floats);
            write(&mut sheet);
            assert_eq!(sheet.written(), G::OBSERVATION, "{place}: the shape never changes");
            floats
        };
        let seen = observed(&|sheet| G::observe(&view, seat, sheet));
        assert!(seen.iter().all(|float| (-1.0..=1.0).contains(float)), "{place}: from -1 to 1");
        let fast = observed(&|sheet| play.game().observe_game(seat, sheet));
        assert_eq!(seen, fast, "{place}: the fast way comes to the same");
        let guess = G::guess(&view, viewer, &mut Rng::new(7));
        let guessed = observed(&|sheet| guess.observe_game(seat, sheet));
        assert_eq!(seen, guessed, "{place}: nothing hidden gets in");
    }
}

macro_rules! laws {
    ($($name:ident: $game:ty, $games:expr, $letters:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check::<$game>($games, $letters);
            }
        )*
    };
}

laws! {
    tic_tac_toe: senet_reference::tic_tac_toe::TicTacToe, 20, 100;
    connect_four: senet_reference::connect_four::ConnectFour, 20, 100;
    pig: senet_reference::pig::Pig, 3, 300;
    kuhn_poker: senet_reference::kuhn_poker::KuhnPoker, 50, 10;
    sky_team: senet_sky_team::SkyTeam, 4, 400;
    silosoft: senet_silosoft::Silosoft, 2, 400;
    flag_war: senet_flag_war::FlagWar, 1, 300;
    crossfire: senet_crossfire::Crossfire, 1, 240;
    campaign: senet_crossfire::Campaign, 1, 240;
}
