//! The life of a room as a model, checked over all interleavings.
//!
//! Three guests and two nodes share one store. A node answers from the room as it last read it, and
//! every change is compare-and-append on the room's one version: a node that lost the race reads the room
//! anew and tries again, as the server does. A guest keeps whatever secret was ever acknowledged to them,
//! and tries it at any time: old codes and old tokens too. The checker walks through every order in which
//! all this can happen, to the end: from a new room, and from one whose game has just ended. How often somebody
//! sits down, plays and brings a second device is bounded, so that there is an end.

use stateright::{Checker, HasDiscoveries, Model, Property};

const GUESTS: usize = 3;
const SEATS: usize = 2;
const NODES: usize = 2;
/// No game has more entries.
const ENTRIES: u8 = 2;
/// No seat has more devices beside the first.
const LINKED: u8 = 1;
/// How many worlds there are. Another number says that the model has changed.
const WORLDS: usize = 55_690;

type Guest = usize;
type Node = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Stage {
    Lobby,
    Playing,
    Finished,
    Closed,
}

/// A seat: who sits there, and since which sitting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Place {
    sitting: Option<u8>,
    /// How many devices hold it beside the first.
    linked: u8,
    /// Whom it is kept for in a rematch.
    kept_for: Option<u8>,
    /// The house plays it: its holder has left or was replaced.
    idle: bool,
}

/// A room as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Room {
    version: u8,
    stage: Stage,
    places: [Place; SEATS],
    entries: u8,
    rematch: bool,
}

impl Room {
    const NEW: Room = Room {
        version: 0,
        stage: Stage::Lobby,
        places: [Place { sitting: None, linked: 0, kept_for: None, idle: false }; SEATS],
        entries: 0,
        rematch: false,
    };

    fn place_of(&self, sitting: u8) -> Option<usize> {
        self.places.iter().position(|place| place.sitting == Some(sitting))
    }

    fn start_if_full(&mut self) {
        if self.places.iter().all(|place| place.sitting.is_some() || place.idle) {
            self.stage = Stage::Playing;
        }
    }
}

/// What a guest asks of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ask {
    Join(usize),
    Leave(u8),
    Link(u8),
    /// A code that a sitting once gave out.
    TakeLink(u8),
    Replace(usize),
    Submit(u8),
    Close,
    Rematch(u8),
    TimeOut,
}

/// The whole world.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct World {
    /// No walk has more sittings; each is a new one.
    sittings: u8,
    stored: Room,
    /// The room as each node last read it.
    read: [Room; NODES],
    next_sitting: u8,
    /// The sittings of which each guest holds a token, ended or not.
    tokens: [Vec<u8>; GUESTS],
    /// The sittings of which a code is known to all; the worst case.
    codes: Vec<u8>,
    /// Whose sitting each one is, and on which chair it began.
    owners: Vec<Guest>,
    chairs: Vec<usize>,
    /// What was acknowledged: joins that hold a seat, and entries.
    seated: Vec<u8>,
    ended: Vec<u8>,
    entries: u8,
    /// A token that was got by a code of another guest's ended sitting.
    stolen: bool,
}

/// The model; with a fault that a server might have, to show that the checker sees it.
#[derive(Clone, Copy, Debug, Default)]
struct House {
    /// Changes of seats do not advance the version.
    blind: bool,
    /// What is written is not compared at all.
    careless: bool,
    /// Codes name the chair, not the sitting.
    codes_of_chairs: bool,
    /// Tokens name the chair, not the sitting.
    tokens_of_chairs: bool,
    /// Closing a room leaves everybody where they are.
    closes_for_show: bool,
}

/// Two have played to the end: the one on each seat.
fn played() -> World {
    let place = |sitting| Place { sitting: Some(sitting), ..Place::default() };
    let stage = Stage::Finished;
    let room = Room { stage, places: [place(0), place(1)], entries: ENTRIES, ..Room::NEW };
    World {
        sittings: 3,
        read: [room.clone(), room.clone()],
        stored: room,
        next_sitting: 2,
        tokens: [vec![0], vec![1], Vec::new()],
        codes: Vec::new(),
        owners: vec![0, 1],
        chairs: vec![0, 1],
        seated: vec![0, 1],
        ended: Vec::new(),
        entries: ENTRIES,
        stolen: false,
    }
}

impl Model for House {
    type State = World;
    type Action = (Node, Guest, Ask);

    fn init_states(&self) -> Vec<World> {
        let new = World {
            sittings: 2,
            stored: Room::NEW,
            read: [Room::NEW, Room::NEW],
            next_sitting: 0,
            tokens: [const { Vec::new() }; GUESTS],
            codes: Vec::new(),
            owners: Vec::new(),
            chairs: Vec::new(),
            seated: Vec::new(),
            ended: Vec::new(),
            entries: 0,
            stolen: false,
        };
        vec![new, played()]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Self::Action>) {
        for node in 0..NODES {
            actions.push((node, 0, Ask::Close));
            actions.push((node, 0, Ask::TimeOut));
            for seat in 0..SEATS {
                actions.push((node, 0, Ask::Replace(seat)));
            }
            // Guests are alike until they have done something: the next newcomer stands for all.
            let newcomer = world.owners.iter().max().map_or(0, |guest| guest + 1);
            for guest in 0..GUESTS.min(newcomer + 1) {
                if world.next_sitting < world.sittings {
                    actions.extend((0..SEATS).map(|seat| (node, guest, Ask::Join(seat))));
                }
                for &sitting in &world.tokens[guest] {
                    actions.push((node, guest, Ask::Leave(sitting)));
                    actions.push((node, guest, Ask::Link(sitting)));
                    if world.entries < ENTRIES {
                        actions.push((node, guest, Ask::Submit(sitting)));
                    }
                    actions.push((node, guest, Ask::Rematch(sitting)));
                }
                actions.extend(world.codes.iter().map(|code| (node, guest, Ask::TakeLink(*code))));
            }
        }
    }

    fn next_state(&self, world: &World, action: Self::Action) -> Option<World> {
        let mut next = self.act(world, action)?;
        // Nodes are alike: what they have read tells them apart, not their numbers.
        next.read.sort();
        next.number_anew();
        (next != *world).then_some(next)
    }

    fn properties(&self) -> Vec<Property<House>> {
        vec![
            Property::always("no acknowledged seat is lost", |_, world: &World| {
                world.seated.iter().all(|sitting| {
                    world.ended.contains(sitting) || world.stored.place_of(*sitting).is_some()
                })
            }),
            Property::always("no acknowledged entry is lost", |_, world: &World| {
                world.entries <= world.stored.entries
            }),
            Property::always("no seat has two holders", |_, world: &World| {
                let held = world.stored.places.iter().filter_map(|place| place.sitting);
                held.clone().all(|one| held.clone().filter(|other| *other == one).count() == 1)
            }),
            Property::always("no right outlives its sitting", |_, world: &World| !world.stolen),
            Property::always("a closed room has no holders", |_, world: &World| {
                world.stored.stage != Stage::Closed
                    || world.stored.places.iter().all(|place| place.sitting.is_none())
            }),
            Property::sometimes("a game is played", |_, world: &World| world.entries > 0),
            Property::sometimes("a rematch begins", |_, world: &World| world.stored.rematch),
            Property::sometimes("a room closes", |_, world: &World| {
                world.stored.stage == Stage::Closed
            }),
        ]
    }
}

impl House {
    /// A guest asks something at a node, which answers.
    fn act(&self, world: &World, (node, guest, ask): (Node, Guest, Ask)) -> Option<World> {
        let mut next = world.clone();
        // A lost race is tried again on the room as it is: at most once here, for nobody else acts
        // in between.
        for _ in 0..2 {
            let mut room = next.read[node].clone();
            let Some(acknowledged) = self.change(&mut room, world, guest, ask) else {
                // It is refused by what the node knows. What it knows may be old, and the next who
                // comes brings it up to date.
                next.read[node] = next.stored.clone();
                return (next != *world).then_some(next);
            };
            if room == next.read[node] {
                // Nothing is stored: codes live in memory.
                next.acknowledge(guest, acknowledged);
                return (next != *world).then_some(next);
            }
            if next.read[node].version != next.stored.version && !self.careless {
                next.read[node] = next.stored.clone();
                continue;
            }
            let seats_only = room.entries == next.stored.entries;
            if !(self.blind && seats_only) {
                room.version += 1;
            }
            next.stored = room.clone();
            next.read[node] = room;
            next.acknowledge(guest, acknowledged);
            return Some(next);
        }
        None
    }
}

/// What is acknowledged to a guest.
enum Acknowledged {
    Seat(usize),
    Token(u8),
    Code(u8),
    Ended(Vec<u8>),
    /// By which sitting.
    Entry(u8),
    Done,
}

impl House {
    /// Changes a room as a node knows it; nothing where it refuses.
    fn change(
        &self,
        room: &mut Room,
        world: &World,
        guest: Guest,
        ask: Ask,
    ) -> Option<Acknowledged> {
        match ask {
            Ask::Join(seat) => {
                let place = &mut room.places[seat];
                let from = |kept: u8| world.owners[usize::from(kept)] == guest;
                let open = room.stage == Stage::Lobby && place.sitting.is_none() && !place.idle;
                if !open || !place.kept_for.is_none_or(from) {
                    return None;
                }
                place.sitting = Some(world.next_sitting);
                place.kept_for = None;
                room.start_if_full();
                Some(Acknowledged::Seat(seat))
            }
            Ask::Leave(sitting) => {
                let seat = room.place_of(sitting)?;
                get_up(room, seat);
                Some(Acknowledged::Ended(vec![sitting]))
            }
            Ask::Link(sitting) => {
                room.place_of(sitting)?;
                Some(Acknowledged::Code(sitting))
            }
            Ask::TakeLink(code) if self.codes_of_chairs => {
                // Whoever sits on the chair that the code was once given out from.
                link(room, world.chairs[usize::from(code)])
            }
            Ask::TakeLink(code) => {
                let seat = room.place_of(code)?;
                link(room, seat)
            }
            Ask::Replace(seat) => {
                let sitting = room.places[seat].sitting?;
                get_up(room, seat);
                Some(Acknowledged::Ended(vec![sitting]))
            }
            Ask::Submit(sitting) => {
                let seat = match self.tokens_of_chairs {
                    true => Some(world.chairs[usize::from(sitting)]),
                    false => room.place_of(sitting),
                };
                seat.filter(|_| room.stage == Stage::Playing)?;
                room.entries += 1;
                if room.entries == ENTRIES {
                    room.stage = Stage::Finished;
                }
                Some(Acknowledged::Entry(sitting))
            }
            Ask::Close => {
                if room.stage != Stage::Lobby {
                    return None;
                }
                let ended = room.places.iter().filter_map(|place| place.sitting).collect();
                if !self.closes_for_show {
                    room.places = [Place::default(); SEATS];
                }
                room.stage = Stage::Closed;
                Some(Acknowledged::Ended(ended))
            }
            Ask::TimeOut => {
                if room.stage != Stage::Playing || room.entries >= ENTRIES {
                    return None;
                }
                room.entries += 1;
                if room.entries == ENTRIES {
                    room.stage = Stage::Finished;
                }
                Some(Acknowledged::Done)
            }
            Ask::Rematch(sitting) => {
                room.place_of(sitting)
                    .filter(|_| room.stage == Stage::Finished && !room.rematch)?;
                // The seats are turned and kept; nobody of the old room holds one of the new.
                let kept: Vec<_> = room.places.iter().map(|place| place.sitting).collect();
                let ended = kept.iter().flatten().copied().collect();
                for (seat, place) in room.places.iter_mut().enumerate() {
                    let kept_for = kept[(seat + 1) % SEATS];
                    *place = Place { kept_for, ..Place::default() };
                }
                room.stage = Stage::Lobby;
                room.rematch = true;
                Some(Acknowledged::Ended(ended))
            }
        }
    }
}

/// One more device holds a seat, which is a change of the room as any other.
fn link(room: &mut Room, seat: usize) -> Option<Acknowledged> {
    let place = room.places.get_mut(seat).filter(|place| place.linked < LINKED)?;
    place.linked += 1;
    place.sitting.map(Acknowledged::Token)
}

/// Ends the sitting on a seat.
fn get_up(room: &mut Room, seat: usize) {
    let idle = room.stage == Stage::Playing;
    room.places[seat] = Place { idle, ..Place::default() };
}

impl World {
    /// Versions are only compared: worlds that differ in nothing but how many changes there were are one.
    fn number_anew(&mut self) {
        let [one, other] = &mut self.read;
        let mut versions = [self.stored.version, one.version, other.version];
        versions.sort_unstable();
        let place = |version: &mut u8| {
            let lower =
                versions.iter().zip(&versions[1..]).filter(|(a, b)| a != b && **b <= *version);
            *version = lower.count() as u8;
        };
        for version in [&mut self.stored.version, &mut one.version, &mut other.version] {
            place(version);
        }
    }

    fn acknowledge(&mut self, guest: Guest, what: Acknowledged) {
        match what {
            Acknowledged::Seat(chair) => {
                let sitting = self.next_sitting;
                self.next_sitting += 1;
                self.owners.push(guest);
                self.chairs.push(chair);
                self.seated.push(sitting);
                add(&mut self.tokens[guest], sitting);
            }
            Acknowledged::Token(sitting) => {
                // Holding a code is being let in by its owner, as long as that sitting lasts.
                let given = self.codes.contains(&sitting);
                self.stolen |= !given || self.ended.contains(&sitting);
                add(&mut self.tokens[guest], sitting);
            }
            Acknowledged::Code(sitting) => add(&mut self.codes, sitting),
            Acknowledged::Ended(sittings) => {
                for sitting in sittings {
                    add(&mut self.ended, sitting);
                }
            }
            Acknowledged::Entry(sitting) => {
                self.stolen |= self.ended.contains(&sitting);
                self.entries += 1;
            }
            Acknowledged::Done => {}
        }
    }
}

/// Sets that are equal are written alike.
fn add(set: &mut Vec<u8>, one: u8) {
    if !set.contains(&one) {
        set.push(one);
        set.sort_unstable();
    }
}

/// All interleavings, to the last; with a fault, until it is found.
fn checked(house: House) -> impl Checker<House> {
    house.checker().spawn_bfs().join()
}

/// A fault that a server might have breaks this.
#[track_caller]
fn found(house: House, property: &'static str) {
    house
        .checker()
        .finish_when(HasDiscoveries::AnyOf([property].into()))
        .spawn_bfs()
        .join()
        .assert_any_discovery(property);
}

#[test]
fn a_rooms_life_loses_nothing_and_no_right_outlives_its_sitting() {
    let checker = checked(House::default());
    checker.assert_properties();
    assert_eq!(checker.unique_state_count(), WORLDS);
    assert!(checker.is_done(), "every world was seen");
}

#[test]
fn a_version_that_seats_do_not_advance_loses_seats() {
    found(House { blind: true, ..House::default() }, "no acknowledged seat is lost");
}

#[test]
fn a_code_of_a_chair_outlives_its_sitting() {
    found(House { codes_of_chairs: true, ..House::default() }, "no right outlives its sitting");
}

#[test]
fn what_is_not_compared_loses_entries() {
    found(House { careless: true, ..House::default() }, "no acknowledged entry is lost");
}

#[test]
fn a_token_of_a_chair_outlives_its_sitting() {
    found(House { tokens_of_chairs: true, ..House::default() }, "no right outlives its sitting");
}

#[test]
fn a_room_that_closes_for_show_keeps_its_holders() {
    found(House { closes_for_show: true, ..House::default() }, "a closed room has no holders");
}
