//! One question at a time, the newest of those that wait, within the limits.

use senet_llm::{Failure, Job, Limits, Line, Offer, When};

/// The call in flight ends; what is asked then?
fn ended(line: &mut Line, now: When) -> Option<Job> {
    line.done();
    line.next(now)
}

fn job(input: u32) -> Job {
    Job { input, text: format!("text {input}") }
}

fn at(round: u32) -> When {
    When { round, day: 1, playing: true }
}

#[test]
fn one_call_is_in_flight_and_the_newest_text_waits() {
    let mut line = Line::new(Limits { calls_per_round: 9, calls_per_day: 9 });
    assert_eq!(line.offer(job(1), at(1)), Offer::Start(job(1)));
    assert_eq!(line.offer(job(2), at(1)), Offer::Wait(None));
    assert_eq!(line.offer(job(3), at(1)), Offer::Wait(Some(job(2))), "2 is superseded");
    assert_eq!(ended(&mut line, at(1)), Some(job(3)));
    assert_eq!(ended(&mut line, at(1)), None);
}

#[test]
fn a_round_has_one_call_unless_more_are_allowed() {
    let mut line = Line::new(Limits::default());
    assert_eq!(line.offer(job(1), at(1)), Offer::Start(job(1)));
    assert_eq!(ended(&mut line, at(1)), None);
    assert_eq!(line.offer(job(2), at(1)), Offer::Wait(None));
    assert_eq!(line.next(at(1)), None);
    assert_eq!(line.next(at(2)), Some(job(2)));
}

#[test]
fn a_day_has_its_budget() {
    let mut line = Line::new(Limits { calls_per_round: 5, calls_per_day: 2 });
    for input in 1..=2 {
        assert_eq!(line.offer(job(input), at(1)), Offer::Start(job(input)));
        ended(&mut line, at(1));
    }
    assert_eq!(line.offer(job(3), at(1)), Offer::Refused(Failure::BudgetUsedUp));
    let tomorrow = When { day: 2, ..at(1) };
    assert_eq!(line.offer(job(4), tomorrow), Offer::Start(job(4)));
}

#[test]
fn nothing_is_asked_for_a_game_that_does_not_run() {
    let mut line = Line::new(Limits::default());
    let over = When { playing: false, ..at(1) };
    assert_eq!(line.offer(job(1), over), Offer::Refused(Failure::NotPlaying));
    line.offer(job(1), at(1));
    line.offer(job(2), at(1));
    assert_eq!(ended(&mut line, over), None);
    assert_eq!(line.next(at(5)), None, "what waited is forgotten");
}
