//! Honest games keep every law; each defect is caught by its own law, and the others let it pass.

use senet_reference::tic_tac_toe::TicTacToe;
use senet_testkit::{Breach, Law};

use crate::defect::Defect;
use crate::toy::{Config, Toy};

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
    let loses = matches!(defect, Defect::LosesConfig | Defect::PlaysLostConfig);
    Config { turns, defect, lost: u8::from(loses) }
}

/// The first breach of a law among a few games with a defect.
fn breach(defect: Defect, law: Law) -> Option<Box<Breach>> {
    law.check::<Toy, _>(&[("standard", config(8, defect))], 0..12).err()
}

/// The law catches the defect, and says why.
#[track_caller]
fn catches(law: Law, defect: Defect, why: &str) {
    let breach = breach(defect, law).unwrap_or_else(|| panic!("{law:?} lets {defect:?} pass"));
    assert!(breach.why.contains(why), "{defect:?}: {}", breach.why);
}

/// The law catches the defect, says why, and no other law catches it.
#[track_caller]
fn check(law: Law, defect: Defect, why: &str) {
    catches(law, defect, why);
    let caught = |law: &Law| breach(defect, *law).is_some();
    let laws: Vec<Law> = Law::ALL.into_iter().filter(caught).collect();
    assert_eq!(laws, [law], "{defect:?}");
}

#[test]
fn determinism_alone_catches_what_differs_the_second_time() {
    check(Law::Determinism, Defect::ChangesUnheard, "with events off it is answered Ok(())");
    check(Law::Determinism, Defect::RevealsUnheard, "with events off it draws or reveals");
}

/// What never goes the same way twice cannot be resumed either, and a guess is told otherwise.
#[test]
fn determinism_catches_what_other_laws_may_catch_too() {
    catches(Law::Determinism, Defect::TellsAnew, "the second time it tells");
    catches(Law::Determinism, Defect::SetsUpAnew, "a second set-up with the same dice differs");
    catches(Law::Determinism, Defect::DrawsAnew, "a second set-up draws differently");
    catches(
        Law::Determinism,
        Defect::ChangesAnew,
        "the second time it leads elsewhere: points[0]: ",
    );
    catches(Law::Determinism, Defect::HashesAnew, "the second time the hash differs");
}

#[test]
fn refusal_alone_catches_its_traces() {
    check(Law::Refusal, Defect::ChangesRefused, "changes the game: points[0]: 1, not 0");
    check(Law::Refusal, Defect::HashesRefused, "changes the hash");
    check(Law::Refusal, Defect::DrawsRefused, "but draws");
    check(Law::Refusal, Defect::TellsRefused, "but tells");
}

#[test]
fn legal_alone_catches_wrong_lists() {
    check(Law::Legal, Defect::ListsRefused, "has Show in its list; refused");
    check(Law::Legal, Defect::ListsTooLittle, "the complete list lacks it");
    check(Law::Legal, Defect::ListsTwice, "has Pass 2 times");
    check(Law::Legal, Defect::ListsAfresh, "asked twice");
    check(Law::Legal, Defect::ListsOutOfTurn, "is not to act but may do");
    check(Law::Legal, Defect::ListsUnreached, "in a state that no play led to");
    check(Law::Legal, Defect::AwaitsStranger, "does not play but is to act");
    check(Law::Legal, Defect::ChecksLess, "refused: Err");
    check(Law::Legal, Defect::RefusesOtherwise, "check says");
}

#[test]
fn bound_alone_catches_plays_without_end() {
    check(Law::Bound, Defect::BoundTooLow, "no end after 7 commands");
    check(Law::Bound, Defect::Stuck, "nobody can act");
}

#[test]
fn end_alone_catches_what_comes_after() {
    check(Law::End, Defect::LeavesAfterEnd, "by the host is accepted");
    check(Law::End, Defect::ActsAfterEnd, "are to act");
    check(Law::End, Defect::TicksAfterEnd, "the clock owes");
}

/// A list for a seat that is not to act is against the law of lists too.
#[test]
fn end_catches_lists() {
    catches(Law::End, Defect::ListsAfterEnd, "may do [Pass]");
}

#[test]
fn round_trip_alone_catches_what_is_lost() {
    check(Law::RoundTrip, Defect::LosesEvent, "Shown { card: ");
    check(
        Law::RoundTrip,
        Defect::LosesRejection,
        "AlreadyShown { lost: 1 } is read back otherwise: alike as JSON",
    );
    check(Law::RoundTrip, Defect::LosesView, "View { ");
    check(Law::RoundTrip, Defect::LosesConfig, "Config { turns: 8");
}

/// Other laws rest on `read_config` and `inspect`.
#[test]
fn round_trip_catches_what_is_refused_or_misread() {
    catches(Law::RoundTrip, Defect::ReadsConfig, "read_config makes");
    catches(Law::RoundTrip, Defect::RefusesReached, "inspect refuses a reached state");
}

#[test]
fn resume_alone_catches_what_is_not_stored() {
    check(Law::Resume, Defect::ForgetsStored, "stored after");
    check(Law::Resume, Defect::RollsUnrecorded, "the journal is refused: line");
}

/// What the configuration loses is lost to the journal.
#[test]
fn resume_catches_what_the_header_lacks() {
    catches(Law::Resume, Defect::PlaysLostConfig, "at a table it leads elsewhere: points[0]: ");
}

#[test]
fn secrets_alone_catches_leaks() {
    check(Law::Secrets, Defect::LeaksView, "looks different: hint: ");
    check(Law::Secrets, Defect::LeaksLegal, "by its guess [");
    check(Law::Secrets, Defect::LeaksRejection, "is answered Err(NotYourTurn");
    check(Law::Secrets, Defect::LeaksClock, "waits for the clock's");
    check(Law::Secrets, Defect::LeaksTurn, "waits for SeatSet");
    check(Law::Secrets, Defect::LeaksOutcome, "ended as");
    check(Law::Secrets, Defect::LeaksStep, "then sees a difference in its guess: cards[1]: ");
    check(Law::Secrets, Defect::LeaksEvent, "is told");
    check(Law::Secrets, Defect::LeaksAwaited, "awaits SeatSet");
    check(Law::Secrets, Defect::LeaksSecrets, "has secrets");
    check(Law::Secrets, Defect::LeaksTakeBack, "may be taken back");
    check(Law::Secrets, Defect::LeaksIdle, "would idle by Some(");
    check(Law::Secrets, Defect::LeaksLeave, "would leave by ");
    check(Law::Secrets, Defect::GuessesBadly, "is refused by inspect");
}

/// What a game leaves out of its own comparisons is looked at all the same.
#[test]
fn secrets_alone_catches_leaks_that_look_equal() {
    check(Law::Secrets, Defect::LeaksWritten, "looks different: written in ");
    check(Law::Secrets, Defect::LeaksSize, "bytes or ");
    check(Law::Secrets, Defect::LeaksDrawing, "looks different: the drawing says ");
    check(Law::Secrets, Defect::LeaksPrompt, "looks different: the prompt says ");
    check(Law::Secrets, Defect::LeaksLabel, "looks different: the label says ");
    check(Law::Secrets, Defect::LeaksCaution, "looks different: the caution says ");
    check(Law::Secrets, Defect::LeaksOutlook, "looks different: the outlook says ");
    check(Law::Secrets, Defect::LeaksReader, "looks different: the reader says ");
    check(Law::Secrets, Defect::LeaksRetention, "looks different: the log's length says ");
    check(Law::Secrets, Defect::LeaksPlans, "looks different: what is planned says ");
    check(Law::Secrets, Defect::LeaksQuestion, "looks different: the question to a model says ");
    check(Law::Secrets, Defect::LeaksSentence, "is told \"");
    check(Law::Secrets, Defect::LeaksWhy, "is refused by \"your card is marked already");
    check(Law::Secrets, Defect::LeaksRule, "is refused under T-");
    check(Law::Secrets, Defect::LeaksHash, "hint: ");
    check(Law::Secrets, Defect::LeaksReceipt, "a message of 1024 bytes by ");
}

/// Ways round the view: lists, numbers, names, colours, answers.
#[test]
fn secrets_alone_catches_leaks_beside_the_view() {
    check(Law::Secrets, Defect::LeaksOrder, "by its guess [");
    check(Law::Secrets, Defect::LeaksListing, "by its guess [");
    check(Law::Secrets, Defect::LeaksList, "is given a list written in ");
    check(Law::Secrets, Defect::LeaksNumber, "waits for the clock's");
    check(Law::Secrets, Defect::TellsHash, "is told [Passed");
    check(Law::Secrets, Defect::LeaksRoll, "leaves what it leaves hidden, but ");
    // That the same seat is not called the same is against the law of words, too.
    catches(Law::Secrets, Defect::LeaksName, "looks different: a seat's name says ");
    check(Law::Secrets, Defect::LeaksColour, "looks different: the drawing has other colours: ");
    check(Law::Secrets, Defect::LeaksMoment, "looks different: the moment says ");
    check(Law::Secrets, Defect::LeaksPart, "looks different: the part says ");
    check(Law::Secrets, Defect::LeaksEnding, "the ending says ");
    check(Law::Secrets, Defect::LeaksMeasures, "looks different: the measures says ");
    check(Law::Secrets, Defect::LeaksModel, "what a model's answer leads to says ");
    catches(Law::Secrets, Defect::LeaksStray, "the answer to stray words says ");
}

#[test]
fn secrets_alone_catches_what_is_open_to_all() {
    check(Law::Secrets, Defect::OpensView, "sees a difference: cards[");
    check(Law::Secrets, Defect::OpensMarks, "sees a difference: marks[");
    check(Law::Secrets, Defect::OpensEvent, "is told [Swapped");
    check(Law::Secrets, Defect::OpensAct, "is told [] or [Passed");
    check(Law::Secrets, Defect::OpensAll, "none is named");
    check(Law::Secrets, Defect::OpensDeal, "looks different: hint: ");
    check(Law::Secrets, Defect::HidesOpen, "/defect is said to be hidden from");
    check(Law::Secrets, Defect::HidesNowhere, "/purse is said to be hidden from");
    check(Law::Secrets, Defect::DeniesSecrets, "there are said to be no secrets, but seat");
    check(Law::Secrets, Defect::HidesUntold, "differs in what is not said to be hidden: cards[");
}

/// Who says that something is revealed opens it: what stays hidden is not told by the way.
#[test]
fn secrets_alone_catches_reveals_that_are_none() {
    check(Law::Secrets, Defect::RevealsHidden, "leaves what it leaves hidden, but ");
    check(Law::Secrets, Defect::RevealsBeside, "is told [Shown");
    check(Law::Secrets, Defect::RevealsSometimes, "as something was revealed");
    check(Law::Secrets, Defect::RevealsNothing, "Mark is said to reveal");
}

/// What only all games together show is seen again by playing all of them.
#[test]
fn an_open_secret_names_no_game() {
    let breach = breach(Defect::HidesOpen, Law::Secrets).expect("it is caught");
    assert_eq!(breach.seed, None);
    assert!(breach.to_string().contains("over all games: "), "{breach}");
}

#[test]
fn offers_alone_catches_refused_offers() {
    check(Law::Offers, Defect::IdlesRefused, "Show is offered to seat");
    check(Law::Offers, Defect::LeaveRefused, "is offered to the host");
    check(Law::Offers, Defect::TickRefused, "is offered to the clock");
}

#[test]
fn words_alone_catches_unclear_words() {
    check(Law::Words, Defect::EmptyLabel, "a label is one line");
    check(Law::Words, Defect::EqualLabels, "two commands have one label");
    check(Law::Words, Defect::ReadsWrong, "but reads as");
    check(Law::Words, Defect::TooWide, "a line of 101 columns");
    check(Law::Words, Defect::NotPlain, "a control character");
    check(Law::Words, Defect::EndsEarly, "just when it is over");
    check(Law::Words, Defect::TellsNothing, "an empty sentence");
    check(Law::Words, Defect::TellsCode, "an event has a backtick");
    check(Law::Words, Defect::CountsWrong, "an event counts 1 points");
    check(Law::Words, Defect::Nameless, "is asked without being named");
    check(Law::Words, Defect::Faceless, "is not in the drawing");
}

/// The law of secrets puts what is revealed into words, too.
#[test]
fn words_catches_what_cannot_be_told() {
    catches(Law::Words, Defect::PanicsTelling, "a panic: no words for a shown card");
}

/// A guess of such a state differs in what nobody said is hidden.
#[test]
fn hashes_catches_more_than_is_compared() {
    catches(Law::Hashes, Defect::HashesMore, "equal: true, equal hashes: false");
}

#[test]
fn outside_alone_catches_what_should_be_refused() {
    check(Law::Outside, Defect::AcceptsState, "a panic: ");
    check(Law::Outside, Defect::LeadsAstray, "is accepted but leads on to");
    check(Law::Outside, Defect::AcceptsConfig, "is set up, but then refused");
}
