use senet_kernel::{Outcome, Scores, Seat};
use serde_json::json;

use crate::{is_json, is_no};

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn ranked(scores: &[i32]) -> Outcome {
    Outcome::Ranked { scores: Scores::new(scores).unwrap() }
}

#[test]
fn an_end_has_a_value_and_winners() {
    #[track_caller]
    fn check(outcome: Outcome, values: &[i32], winners: &[usize]) {
        for (index, value) in values.iter().enumerate() {
            assert_eq!(outcome.value(seat(index)), *value);
            assert_eq!(outcome.won_by(seat(index)), winners.contains(&index), "seat {index}");
        }
    }
    check(Outcome::Together { won: true }, &[1, 1, 1], &[0, 1, 2]);
    check(Outcome::Together { won: false }, &[-1, -1, -1], &[]);
    check(Outcome::Versus { winner: Some(seat(1)) }, &[-1, 1, -1], &[1]);
    check(Outcome::Versus { winner: None }, &[0, 0, 0], &[]);
    check(ranked(&[5, 9, -2]), &[5, 9, -2], &[1]);
    check(ranked(&[9, 9, -2]), &[9, 9, -2], &[0, 1]);
    // A seat that does not play has 0 points and has not won, even where all others lost.
    check(ranked(&[-3, -5]), &[-3, -5, 0], &[0]);
}

#[test]
fn equal_scores_share_a_place() {
    #[track_caller]
    fn check(scores: &[i32], places: &[usize]) {
        let scores = Scores::new(scores).unwrap();
        let found: Vec<_> = Seat::first(places.len()).map(|seat| scores.place(seat)).collect();
        assert_eq!(found, places);
    }
    check(&[3, 1, 2], &[1, 3, 2]);
    check(&[3, 3, 2], &[1, 1, 3]);
    check(&[1, 3, 3, 3], &[4, 1, 1, 1]);
    check(&[i32::MIN, i32::MAX], &[2, 1]);
}

#[test]
fn there_are_as_many_scores_as_seats_at_most() {
    assert_eq!(Scores::new(&[1, 2]).unwrap().list(), [1, 2]);
    assert_eq!(Scores::new(&[]).unwrap().list(), [0; 0]);
    assert_eq!(Scores::new(&[7; 8]).unwrap().list(), [7; 8]);
    assert_eq!(Scores::new(&[7; 9]), None);
    assert_eq!(Scores::new(&[1, 2]).unwrap().of(seat(2)), 0);
    assert_eq!(Scores::new(&[7; 8]).unwrap().of(seat(7)), 7);
}

#[test]
fn ends_are_plain_on_the_wire() {
    is_json(Outcome::Together { won: true }, json!({"together": {"won": true}}));
    is_json(Outcome::Versus { winner: Some(seat(1)) }, json!({"versus": {"winner": 1}}));
    is_json(Outcome::Versus { winner: None }, json!({"versus": {"winner": null}}));
    is_json(ranked(&[2, -2]), json!({"ranked": {"scores": [2, -2]}}));
    is_no::<Scores>(json!([1, 2, 3, 4, 5, 6, 7, 8, 9]), "9 scores; 8 is the most");
}
