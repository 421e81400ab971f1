use senet_kernel::Events;
use senet_reference::kuhn_poker::{Card, Event, KuhnPoker};

const SHOWN: Event = Event::Shown { cards: [Card::Jack, Card::King] };

#[test]
fn events_are_kept_in_order_until_they_are_taken() {
    let other = Event::Shown { cards: [Card::King, Card::Jack] };
    let mut events = Events::<KuhnPoker>::on();
    assert_eq!((events.list(), events.revealed()), (&[][..], false));
    events.push(SHOWN);
    events.push_with(|| other);
    assert_eq!((events.list(), events.revealed()), (&[SHOWN, other][..], false));
    assert_eq!(events.take(), [SHOWN, other]);
    assert_eq!(events.list(), []);
    events.push(other);
    events.clear();
    assert_eq!(events.list(), []);
}

#[test]
fn what_reveals_is_marked_until_the_next_change() {
    for finish in [Events::clear, |events: &mut Events<KuhnPoker>| drop(events.take())] {
        for mut events in [Events::on(), Events::off()] {
            events.reveal(SHOWN);
            assert!(events.revealed());
            finish(&mut events);
            assert!(!events.revealed());
            events.mark_revealed();
            assert!(events.revealed() && events.list().is_empty());
        }
    }
}

#[test]
fn nothing_is_kept_where_nobody_listens() {
    let mut events = Events::<KuhnPoker>::off();
    events.push(SHOWN);
    events.push_with(|| unreachable!("an event is built only for a listener"));
    events.reveal(SHOWN);
    assert_eq!(events.list(), []);
}
