//! One game, a letter at a time.

use senet_crossfire::Crossfire;
use senet_encode::{Encode, End, Misstep, Play};
use senet_flag_war::FlagWar;
use senet_kernel::{Game, Rng, Seat};
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_sky_team::SkyTeam;

fn first<G: Encode>(seed: u64) -> Play<G> {
    let preset = G::about().presets.into_iter().next().unwrap();
    Play::new(&preset.config, seed).unwrap()
}

/// Plays to the end, and says which letters were chosen.
fn random<G: Encode>(play: &mut Play<G>, seed: u64) -> Vec<u16> {
    let mut rng = Rng::new(seed);
    let mut letters = Vec::new();
    while let Some(letter) = play.any_letter(&mut rng) {
        play.step(letter.into()).unwrap();
        letters.push(letter);
    }
    letters
}

#[test]
fn a_wrong_letter_is_refused_and_changes_nothing() {
    let mut play = first::<ConnectFour>(1);
    assert_eq!(play.step(8), Err(Misstep::NoLetter { letter: 8, letters: 8 }));
    assert_eq!(play.step(-1), Err(Misstep::NoLetter { letter: -1, letters: 8 }));
    assert_eq!(play.step(0), Err(Misstep::Closed { letter: 0 }));
    (0..6).for_each(|_| play.step(4).unwrap());
    assert_eq!(play.step(4), Err(Misstep::Closed { letter: 4 }));
    assert_eq!(play.commands(), 6);
    random(&mut play, 1);
    assert_eq!(play.step(1), Err(Misstep::Over));
}

/// The letters that are listed are those of the mask, each once.
#[track_caller]
fn check_letters<G: Encode>(seed: u64) {
    let (mut play, mut rng) = (first::<G>(seed), Rng::new(seed));
    let mut ended = false;
    while !ended {
        let mut mask = vec![false; G::LETTERS];
        play.mask(play.seat().unwrap_or(Seat::FIRST), &mut mask);
        let open: Vec<u16> = (0..).zip(mask).filter_map(|(i, open)| open.then_some(i)).collect();
        let mut listed = Vec::new();
        play.letters(|letter| listed.push(letter));
        assert_eq!(listed, open);
        let letter = play.any_letter(&mut rng);
        ended = letter.is_none_or(|letter| play.step(letter.into()).is_err());
    }
}

#[test]
fn letters_are_listed_as_the_mask_shows_them() {
    check_letters::<ConnectFour>(1);
    check_letters::<KuhnPoker>(2);
    check_letters::<SkyTeam>(3);
    check_letters::<FlagWar>(4);
    check_letters::<Crossfire>(5);
}

#[test]
fn the_same_seed_and_letters_play_the_same_game() {
    let (mut one, mut two) = (first::<SkyTeam>(5), first::<SkyTeam>(5));
    let letters = random(&mut one, 9);
    letters.iter().for_each(|letter| two.step((*letter).into()).unwrap());
    assert_eq!(one.game(), two.game());
    assert!(matches!(one.end(), Some(End::Over(_))));
    // A reset is as good as a new one.
    one.reset(&SkyTeam::about().presets[0].config, 6);
    assert_eq!(one.game(), first::<SkyTeam>(6).game());
}

#[test]
fn playouts_go_on_from_where_a_play_stands() {
    let mut play = first::<ConnectFour>(1);
    for letter in [4, 1, 4, 1, 4, 1] {
        play.step(letter).unwrap();
    }
    let values = |numbers| {
        let mut values = Vec::new();
        play.playouts(7, numbers, |end| values.push((end.worth(Seat::FIRST), end.commands())));
        values
    };
    let all = values(0..200);
    assert_eq!([values(0..50), values(50..200)].concat(), all, "each number has its own luck");
    let at_once = all.iter().filter(|(worth, commands)| *worth == 1.0 && *commands == 1).count();
    // One letter in seven wins at once.
    assert!((10..60).contains(&at_once), "{at_once}");
    assert_eq!(play.commands(), 6);
    let over = |numbers| {
        let mut ends = 0;
        first::<SkyTeam>(1).playouts(1, numbers, |end| ends += u32::from(end.end().is_some()));
        ends
    };
    assert_eq!(over(0..5), 5);
}

#[test]
fn letters_that_leave_no_choice_are_written_by_themselves() {
    let mut play = first::<Crossfire>(1);
    let mut mask = vec![false; Crossfire::LETTERS];
    let seat = play.seat().unwrap();
    let open = |mask: &[bool]| mask.iter().filter(|open| **open).count();
    // Before a battle both deploy: one word, whose squares are chosen one by one.
    play.mask(seat, &mut mask);
    assert_eq!(open(&mask), 1);
    play.step(1).unwrap();
    assert_eq!(play.seat(), Some(seat), "the word is not whole");
    play.mask(seat, &mut mask);
    assert!(open(&mask) > 1, "the first square is a choice");
    assert_eq!(play.commands(), 0);
}

#[test]
fn with_a_beat_each_seat_goes_on_until_it_passes_and_then_the_clock_ticks() {
    let mut play = first::<FlagWar>(1);
    let round = |play: &Play<FlagWar>| play.view(senet_kernel::Viewer::Spectator).shared.round;
    assert_eq!((play.seat(), round(&play)), (Some(Seat::FIRST), 1));
    // Piece 1 holds; it is still the first seat's turn.
    play.step(3).unwrap();
    play.step(12).unwrap();
    assert_eq!(play.seat(), Some(Seat::FIRST));
    play.step(0).unwrap();
    assert_eq!((play.seat(), round(&play)), (Some(Seat::SECOND), 1));
    play.step(0).unwrap();
    assert_eq!((play.seat(), round(&play)), (Some(Seat::FIRST), 2));
}

#[test]
fn dice_that_fall_in_too_many_ways_are_not_played_out() {
    // A round of Sky Team ends with the roll of eight dice for the next one.
    let (mut play, mut rng) = (first::<SkyTeam>(1), Rng::new(1));
    let mut refused = None;
    while play.view(senet_kernel::Viewer::Spectator).round == 1 {
        let (before, letter) = (play.game().clone(), play.any_letter(&mut rng).unwrap());
        refused = play.fates(letter.into()).err().map(|misstep| (letter, misstep));
        assert_eq!(play.game(), &before);
        play.step(letter.into()).unwrap();
    }
    let (letter, misstep) = refused.expect("the last letter of the round rolls them");
    assert_eq!(misstep, Misstep::TooManyFates { letter });
}

#[test]
fn the_fates_of_a_deal_are_all_deals() {
    let play = first::<KuhnPoker>(1);
    let fates = play.fates(1).unwrap();
    assert_eq!(fates.len(), 6);
    let sum: f64 = fates.iter().map(|(chance, _)| chance).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    for (i, (_, fate)) in fates.iter().enumerate() {
        assert!(fates[..i].iter().all(|(_, other)| other.game() != fate.game()));
    }
    let checked = fates[0].1.fates(2).unwrap();
    assert_eq!(checked.len(), 1, "a check rolls no dice");
}
