use std::collections::BTreeSet;

use senet_kernel::{Actor, MAX_SEATS, Seat, SeatSet, Viewer};
use serde_json::json;

use crate::{is_json, is_no};

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

#[test]
fn there_are_eight_seats() {
    assert_eq!(MAX_SEATS, 8);
    assert_eq!(Seat::new(0), Some(Seat::FIRST));
    assert_eq!(Seat::new(1), Some(Seat::SECOND));
    assert_eq!(Seat::new(7).map(Seat::index), Some(7));
    assert_eq!(Seat::new(8), None);
    // No index wraps round to a seat.
    assert_eq!(Seat::new(256), None);
    let first = |count| Seat::first(count).map(Seat::index).collect::<Vec<_>>();
    assert_eq!(first(0), [0; 0]);
    assert_eq!(first(3), [0, 1, 2]);
    assert_eq!(first(9), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(first(257).len(), 8);
    assert_eq!(Seat::first(3).next_back(), Some(seat(2)));
}

#[test]
fn seats_go_round() {
    assert_eq!(Seat::FIRST.next(2), Seat::SECOND);
    assert_eq!(Seat::SECOND.next(2), Seat::FIRST);
    assert_eq!(seat(7).next(8), Seat::FIRST);
    assert_eq!(seat(3).next(8), seat(4));
    assert_eq!(Seat::FIRST.next(1), Seat::FIRST);
}

#[test]
fn people_count_seats_from_1_and_programs_from_0() {
    assert_eq!(Seat::FIRST.to_string(), "seat 1");
    assert_eq!(Actor::Seat(seat(3)).to_string(), "seat 4");
    assert_eq!(Actor::Clock.to_string(), "the clock");
    assert_eq!(Actor::Host.to_string(), "the host");
    is_json(seat(3), json!(3));
    is_no::<Seat>(json!(8), "seat 8 is beyond the last, 7");
    is_json(Actor::Seat(Seat::SECOND), json!({"seat": 1}));
    is_json(Actor::Clock, json!("clock"));
    is_json(Actor::Host, json!("host"));
    is_json(Viewer::Seat(Seat::SECOND), json!({"seat": 1}));
    is_json(Viewer::Spectator, json!("spectator"));
}

/// All 256 sets, against the set of the standard library.
#[test]
fn a_set_of_seats_is_a_set() {
    for bits in 0..256_u32 {
        let wanted: BTreeSet<Seat> =
            Seat::first(8).filter(|seat| bits >> seat.index() & 1 == 1).collect();
        let set: SeatSet = wanted.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), Vec::from_iter(wanted.iter().copied()));
        assert_eq!(set.len(), wanted.len());
        assert_eq!(set.is_empty(), wanted.is_empty());
        for seat in Seat::first(8) {
            let mut with = wanted.clone();
            with.insert(seat);
            let mut without = wanted.clone();
            without.remove(&seat);
            assert_eq!(set.contains(seat), wanted.contains(&seat));
            assert_eq!(set.with(seat), SeatSet::from_iter(with));
            assert_eq!(set.without(seat), SeatSet::from_iter(without));
        }
        let list: Vec<usize> = wanted.iter().map(|seat| seat.index()).collect();
        is_json(set, json!(list));
    }
}

#[test]
fn some_sets_have_names() {
    assert_eq!(SeatSet::NONE, SeatSet::from_iter([]));
    assert_eq!(SeatSet::default(), SeatSet::NONE);
    assert_eq!(SeatSet::only(seat(7)), SeatSet::from_iter([seat(7)]));
    assert_eq!(SeatSet::first(3), SeatSet::from_iter([seat(0), seat(1), seat(2)]));
    assert_eq!(SeatSet::first(9).len(), 8);
}

#[test]
fn everybody_looks_in_order() {
    let all: Vec<_> = Viewer::all(2).collect();
    let [first, second] = [Seat::FIRST, Seat::SECOND];
    assert_eq!(all, [Viewer::Seat(first), Viewer::Seat(second), Viewer::Spectator]);
    assert_eq!(Viewer::from(second), Viewer::Seat(second));
    assert_eq!(Actor::from(second), Actor::Seat(second));
    assert_eq!((Viewer::Seat(second).seat(), Viewer::Spectator.seat()), (Some(second), None));
    assert_eq!(
        (Actor::Seat(second).seat(), Actor::Clock.seat(), Actor::Host.seat()),
        (Some(second), None, None)
    );
    assert!(Viewer::Seat(first).is(first));
    assert!(!Viewer::Seat(first).is(second));
    assert!(!Viewer::Spectator.is(first));
}
