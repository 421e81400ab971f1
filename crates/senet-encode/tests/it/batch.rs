//! Many games side by side.

use std::sync::Arc;

use senet_encode::{Arrays, Batch, Encode, Lots, Misstep, Play, Wrong};
use senet_kernel::{Game, Rng, Seat};
use senet_reference::connect_four::ConnectFour;
use senet_reference::pig;

/// Arrays of the right sizes.
struct Kept {
    observations: Vec<f32>,
    masks: Vec<bool>,
    seats: Vec<i8>,
    rewards: Vec<f32>,
    returns: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    finals: Vec<f32>,
}

impl Kept {
    fn of<G: Encode>(batch: &Batch<G>) -> Kept {
        let count = batch.shape().games;
        Kept {
            observations: vec![0.0; count * G::width()],
            masks: vec![false; count * G::LETTERS],
            seats: vec![0; count],
            rewards: vec![0.0; count],
            returns: vec![0.0; count * batch.shape().seats],
            terminated: vec![false; count],
            truncated: vec![false; count],
            finals: vec![0.0; count * G::width()],
        }
    }

    fn lend(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            returns: &mut self.returns,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            finals: &mut self.finals,
        }
    }
}

fn batch<G: Encode>(count: usize, learner: Option<Seat>) -> Batch<G> {
    let config = G::about().presets.into_iter().next().unwrap().config;
    Batch::new(&Arc::new(config), count, learner).unwrap()
}

/// Observations, masks and returns of one step.
type Written = (Vec<f32>, Vec<bool>, Vec<f32>);

/// Steps five games at random as so many batches, and notes all that was written.
fn walk(sizes: &[usize], steps: usize) -> Vec<Written> {
    let mut parts: Vec<_> = sizes.iter().map(|size| batch::<ConnectFour>(*size, None)).collect();
    let whole = batch::<ConnectFour>(5, None);
    let mut kept = Kept::of(&whole);
    let (seeds, mut letters) = ([0, 1, 2, 3, 4], [0; 5]);
    let mut rng = Rng::new(3);
    let mut seen = Vec::new();
    for step in 0..steps {
        let (mut rest, mut first) = (kept.lend(), 0);
        for part in &mut parts {
            let shape = part.shape();
            let range = first..first + shape.games;
            let (own, left) = rest.split(shape.games, shape);
            (rest, first) = (left, range.end);
            if step == 0 {
                part.reset(&seeds[range], own).unwrap();
            } else {
                part.step(&letters[range], own).unwrap();
            }
        }
        let (key, mut first) = (rng.next_u64(), 0);
        for (part, letters) in parts.iter().zip(letters.chunks_mut(sizes[0])) {
            part.any_letters(Lots::new(key, first), letters).unwrap();
            first += letters.len();
        }
        let Kept { observations, masks, returns, .. } = &kept;
        seen.push((observations.clone(), masks.clone(), returns.clone()));
    }
    seen
}

#[test]
fn parts_write_what_the_whole_writes() {
    assert_eq!(walk(&[5], 200), walk(&[3, 2], 200));
}

#[test]
fn every_open_letter_is_as_likely_as_any_other() {
    let batch = batch::<ConnectFour>(7_000, None);
    let (mut letters, mut counts) = (vec![0; 7_000], [0; 8]);
    for key in 0..10 {
        batch.any_letters(Lots::new(key, 0), &mut letters).unwrap();
        letters.iter().for_each(|letter| counts[*letter as usize] += 1);
    }
    assert_eq!(counts[0], 0, "nobody may pass");
    // 10,000 are expected of each, give or take 93.
    assert!(counts[1..].iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
}

#[test]
fn a_batch_shows_what_single_games_show_and_starts_anew_at_the_end() {
    let mut batch = batch::<ConnectFour>(3, None);
    let mut kept = Kept::of(&batch);
    batch.reset(&[10, 11, 12], kept.lend()).unwrap();
    let preset = ConnectFour::about().presets.into_iter().next().unwrap();
    let mut play = Play::<ConnectFour>::new(&preset.config, 11).unwrap();
    let mut letters = vec![0; 3];
    let mut rng = Rng::new(1);
    let width = ConnectFour::width();
    loop {
        batch.any_letters(Lots::new(rng.next_u64(), 0), &mut letters).unwrap();
        let chooser = play.seat().unwrap();
        batch.step(&letters, kept.lend()).unwrap();
        play.step(letters[1]).unwrap();
        assert_eq!(kept.terminated[1], play.seat().is_none());
        let mut floats = vec![0.0; width];
        if play.seat().is_none() {
            play.observe(chooser, &mut floats);
            assert_eq!(&kept.finals[width..2 * width], floats);
            assert_eq!(kept.rewards[1], play.worth(chooser));
            assert_eq!(
                kept.returns[2..4],
                Seat::first(2).map(|s| play.worth(s)).collect::<Vec<_>>()
            );
            assert_eq!(kept.seats[1], 0, "a new game has begun");
            return;
        }
        play.observe(play.seat().unwrap(), &mut floats);
        assert_eq!(&kept.observations[width..2 * width], floats);
    }
}

#[test]
fn with_a_learner_it_is_always_that_seats_turn() {
    let mut batch = batch::<ConnectFour>(5, Some(Seat::SECOND));
    let mut kept = Kept::of(&batch);
    batch.reset(&[1, 2, 3, 4, 5], kept.lend()).unwrap();
    let mut rng = Rng::new(1);
    let mut letters = vec![0; 5];
    let mut ended = 0;
    for _ in 0..100 {
        assert_eq!(kept.seats, [1; 5]);
        batch.any_letters(Lots::new(rng.next_u64(), 0), &mut letters).unwrap();
        batch.step(&letters, kept.lend()).unwrap();
        ended += kept.terminated.iter().filter(|end| **end).count();
    }
    assert!(ended > 10);
}

#[test]
fn a_game_that_ends_before_the_learners_first_turn_gives_way_to_another() {
    let config = Arc::new(pig::Config { seats: 4, target: 10, rounds: 1 });
    let learner = Seat::new(3);
    let mut batch = Batch::<pig::Pig>::new(&config, 64, learner).unwrap();
    let mut kept = Kept::of(&batch);
    let seeds: Vec<u64> = (0..64).collect();
    let ends_early = |seed: &u64| {
        let mut play = Play::<pig::Pig>::new(&config, *seed).unwrap();
        let mut rng = Rng::new(*seed);
        while play.seat() != learner {
            let Some(letter) = play.any_letter(&mut rng) else { return true };
            play.step(letter.into()).unwrap();
        }
        false
    };
    assert!(seeds.iter().any(ends_early), "some of the first games do");
    batch.reset(&seeds, kept.lend()).unwrap();
    let mut rng = Rng::new(1);
    let mut letters = vec![0; 64];
    for _ in 0..200 {
        assert_eq!(kept.seats, [3; 64]);
        assert!(kept.masks.chunks(3).all(|mask| mask[1]), "there is something to choose in each");
        batch.any_letters(Lots::new(rng.next_u64(), 0), &mut letters).unwrap();
        batch.step(&letters, kept.lend()).unwrap();
    }
}

#[test]
fn one_wrong_letter_or_size_stops_the_whole_step() {
    let mut batch = batch::<ConnectFour>(2, None);
    let mut kept = Kept::of(&batch);
    batch.reset(&[1, 2], kept.lend()).unwrap();
    let before = kept.observations.clone();
    let misstep = Misstep::NoLetter { letter: 9, letters: 8 };
    assert_eq!(batch.step(&[1, 9], kept.lend()), Err(Wrong::Letter { lane: 1, misstep }));
    assert!(matches!(batch.step(&[1], kept.lend()), Err(Wrong::Size { found: 1, .. })));
    kept.masks.pop();
    let wrong = batch.step(&[1, 1], kept.lend());
    assert_eq!(wrong, Err(Wrong::Size { array: "masks", found: 15, wanted: 16 }));
    assert_eq!(kept.observations, before);
}
