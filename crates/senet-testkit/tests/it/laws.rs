//! Honest games keep every law; each defect is caught by its own law, and the others let it pass.

use senet_reference::tic_tac_toe::TicTacToe;
use senet_testkit::{Breach, Law};

use crate::toy::{Config, Defect, Toy};

senet_testkit::laws!(tic_tac_toe, TicTacToe);
senet_testkit::laws!(toy, Toy, configs, games = 12);

/// Short and long games; the test of the reports asks for one with a defect.
fn configs() -> Vec<(String, Config)> {
    match std::env::var("SENET_TOY_DEFECT") {
        Ok(defect) => vec![(format!("it's {defect}"), config(8, from_name(&defect)))],
        Err(_) => {
            [1, 2, 8].map(|turns| (format!("{turns} turns"), config(turns, Defect::None))).into()
        }
    }
}

fn from_name(defect: &str) -> Defect {
    serde_json::from_value(defect.into()).expect("a defect of that name")
}

fn config(turns: u8, defect: Defect) -> Config {
    let lost = u8::from(defect == Defect::LosesConfig);
    Config { turns, defect, lost }
}

/// The first breach of a law among a few games with a defect.
fn breach(defect: Defect, law: Law) -> Option<Box<Breach>> {
    (0..12).find_map(|seed| law.check::<Toy>("standard", &config(8, defect), seed).err())
}

#[track_caller]
fn check(law: Law, defects: &[Defect]) {
    for defect in defects {
        let caught: Vec<Law> =
            Law::ALL.into_iter().filter(|law| breach(*defect, *law).is_some()).collect();
        assert_eq!(caught, [law], "{defect:?}");
    }
}

#[test]
fn determinism_alone_catches_what_differs_the_second_time() {
    check(Law::Determinism, &[Defect::CountsEvents, Defect::ChangesUnheard]);
}

#[test]
fn refusal_alone_catches_its_traces() {
    let traces = [Defect::ChangesRefused, Defect::DrawsRefused, Defect::TellsRefused];
    check(Law::Refusal, &traces);
}

#[test]
fn legal_alone_catches_wrong_lists() {
    let lists = [
        Defect::ListsRefused,
        Defect::ListsTooLittle,
        Defect::ListsTwice,
        Defect::ListsAfresh,
        Defect::ListsOutOfTurn,
        Defect::AwaitsStranger,
        Defect::ChecksLess,
        Defect::RefusesOtherwise,
    ];
    check(Law::Legal, &lists);
}

#[test]
fn bound_alone_catches_plays_without_end() {
    check(Law::Bound, &[Defect::BoundTooLow, Defect::Stuck]);
}

#[test]
fn end_alone_catches_what_comes_after() {
    let after = [Defect::LeavesAfterEnd, Defect::ActsAfterEnd, Defect::TicksAfterEnd];
    check(Law::End, &after);
}

#[test]
fn round_trip_alone_catches_what_is_lost() {
    let lost = [Defect::LosesEvent, Defect::LosesRejection, Defect::LosesView, Defect::LosesConfig];
    check(Law::RoundTrip, &lost);
}

#[test]
fn resume_alone_catches_what_is_not_stored() {
    check(Law::Resume, &[Defect::ForgetsStored, Defect::RollsUnrecorded]);
}

#[test]
fn secrets_alone_catches_leaks() {
    let leaks = [
        Defect::LeaksView,
        Defect::LeaksLegal,
        Defect::LeaksRejection,
        Defect::LeaksClock,
        Defect::LeaksStep,
        Defect::LeaksEvent,
    ];
    check(Law::Secrets, &leaks);
}

#[test]
fn offers_alone_catches_refused_offers() {
    check(Law::Offers, &[Defect::IdlesRefused, Defect::LeaveRefused, Defect::TickRefused]);
}

#[test]
fn words_alone_catches_unclear_words() {
    let unclear = [
        Defect::EmptyLabel,
        Defect::EqualLabels,
        Defect::ReadsWrong,
        Defect::TooWide,
        Defect::EndsEarly,
        Defect::PanicsTelling,
    ];
    check(Law::Words, &unclear);
}

#[test]
fn hashes_alone_catches_more_than_is_compared() {
    check(Law::Hashes, &[Defect::HashesMore]);
}

#[test]
fn outside_alone_catches_what_should_be_refused() {
    check(Law::Outside, &[Defect::AcceptsState, Defect::AcceptsConfig]);
}
