//! The life of a room as a model, checked over all interleavings.
//!
//! Three guests and two nodes share one store. A node answers from the room as it last read it, and
//! every change is compare-and-append on the room's one version: a node that lost the race reads the room
//! anew and tries again, as the server does. Whatever secret was ever acknowledged to anybody is kept and tried
//! at any time: old codes, old tokens, those of devices that were revoked, and the host's token after the host has
//! left. The checker walks through every order in which all this can happen, to the end: from a new room
//! with its maker, and from one whose game has just ended. How often somebody sits down, plays and brings another
//! device is bounded, so that there is an end.

use stateright::{Checker, HasDiscoveries, Model, Property};

const GUESTS: usize = 3;
const SEATS: usize = 2;
const NODES: usize = 2;
/// No game has more entries.
const ENTRIES: u8 = 2;
/// No seat has more devices at once, nor more one after another, and no walk has more that come by a code.
const DEVICES: u32 = 2;
const EVER: u8 = 3;
const LINKED: usize = 2;
/// Who made the room, whose host they are until they leave.
const MAKER: u8 = 0;
/// How many worlds there are. Another number says that the model has changed.
const WORLDS: usize = 94_038;

/// A device of a sitting, and what opens the seat for it.
type Token = (u8, u8);
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
    /// The devices that hold it, a bit for each, and how many have ever held it.
    devices: u8,
    ever: u8,
    /// Whom it is kept for in a rematch.
    kept_for: Option<u8>,
    /// The house plays it: its holder has left or was replaced.
    idle: bool,
}

impl Place {
    const OPEN: Place = Place { sitting: None, devices: 0, ever: 0, kept_for: None, idle: false };

    /// Somebody sits down, with one device.
    const fn held(sitting: u8) -> Place {
        Place { sitting: Some(sitting), devices: 1, ever: 1, ..Place::OPEN }
    }

    fn is_held_by(&self, (sitting, device): Token) -> bool {
        self.sitting == Some(sitting) && self.devices & (1 << device) != 0
    }
}

/// A room as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Room {
    version: u8,
    stage: Stage,
    places: [Place; SEATS],
    entries: u8,
    rematch: bool,
    /// Whether the maker's token still says what happens here.
    host: bool,
}

impl Room {
    const NEW: Room = Room {
        version: 0,
        stage: Stage::Lobby,
        places: [Place::held(MAKER), Place::OPEN],
        entries: 0,
        rematch: false,
        host: true,
    };

    fn place_of(&self, sitting: u8) -> Option<usize> {
        self.places.iter().position(|place| place.sitting == Some(sitting))
    }

    fn held_by(&self, token: Token) -> Option<usize> {
        self.places.iter().position(|place| place.is_held_by(token))
    }

    fn has_people(&self) -> bool {
        self.places.iter().any(|place| place.sitting.is_some())
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
    Leave(Token),
    /// By a code that a device once gave out: the worst case is that each has done so, to all.
    TakeLink(Token),
    /// A seat is taken away from another of its devices.
    Revoke(Token, u8),
    Replace(usize),
    Submit(Token),
    Close,
    Rematch(Token),
    TimeOut,
}

impl Ask {
    /// The device by whose right it is done.
    fn device(self) -> Option<Token> {
        match self {
            Ask::Leave(token)
            | Ask::TakeLink(token)
            | Ask::Revoke(token, _)
            | Ask::Submit(token)
            | Ask::Rematch(token) => Some(token),
            Ask::Join(_) | Ask::Replace(_) | Ask::Close | Ask::TimeOut => None,
        }
    }

    /// Whether it is the host's to do.
    fn is_hosts(self) -> bool {
        matches!(self, Ask::Replace(_) | Ask::Close)
    }
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
    /// The tokens that anybody holds, ended or not.
    tokens: Vec<Token>,
    /// Whose sitting each one is, and on which chair it began.
    owners: Vec<Guest>,
    chairs: Vec<usize>,
    /// What was acknowledged: joins that hold a seat, and entries.
    seated: Vec<u8>,
    ended: Vec<u8>,
    revoked: Vec<Token>,
    /// Whether the host has left.
    left: bool,
    entries: u8,
    /// Something was done by a right that had ended.
    stolen: bool,
    /// Somebody sits where a rematch kept the seat for somebody else.
    usurped: bool,
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
    /// Codes name the sitting, not the device.
    codes_of_sittings: bool,
    /// Tokens name the chair, not the sitting.
    tokens_of_chairs: bool,
    /// What was revoked is struck off the list, and opens the seat all the same.
    revokes_for_show: bool,
    /// The host's token is good for as long as the room.
    hosts_for_ever: bool,
    /// A rematch says for whom its seats are, and gives them to whoever comes first.
    keeps_for_show: bool,
    /// Closing a room leaves everybody where they are.
    closes_for_show: bool,
}

/// Two have played to the end: the one on each seat.
fn played() -> World {
    let (stage, places) = (Stage::Finished, [Place::held(MAKER), Place::held(1)]);
    let room = Room { stage, places, entries: ENTRIES, ..Room::NEW };
    World {
        sittings: 3,
        read: [room.clone(), room.clone()],
        stored: room,
        next_sitting: 2,
        tokens: vec![(MAKER, 0), (1, 0)],
        owners: vec![0, 1],
        chairs: vec![0, 1],
        seated: vec![0, 1],
        ended: Vec::new(),
        revoked: Vec::new(),
        left: false,
        entries: ENTRIES,
        stolen: false,
        usurped: false,
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
            next_sitting: 1,
            tokens: vec![(MAKER, 0)],
            owners: vec![0],
            chairs: vec![0],
            seated: vec![MAKER],
            ended: Vec::new(),
            revoked: Vec::new(),
            left: false,
            entries: 0,
            stolen: false,
            usurped: false,
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
            if world.next_sitting < world.sittings {
                for guest in 0..GUESTS.min(newcomer + 1) {
                    actions.extend((0..SEATS).map(|seat| (node, guest, Ask::Join(seat))));
                }
            }
            // A token is as good in anybody's hands.
            for &token in &world.tokens {
                actions.push((node, 0, Ask::Leave(token)));
                if world.tokens.len() < usize::from(world.next_sitting) + LINKED {
                    actions.push((node, 0, Ask::TakeLink(token)));
                }
                if world.entries < ENTRIES {
                    actions.push((node, 0, Ask::Submit(token)));
                }
                actions.push((node, 0, Ask::Rematch(token)));
                let others = (0..EVER).filter(|device| *device != token.1);
                actions.extend(others.map(|device| (node, 0, Ask::Revoke(token, device))));
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
            Property::always("no seat that is kept goes to somebody else", |_, world: &World| {
                !world.usurped
            }),
            Property::always("a closed room has no holders", |_, world: &World| {
                world.stored.stage != Stage::Closed
                    || world.stored.places.iter().all(|place| place.sitting.is_none())
            }),
            Property::sometimes("a game is played", |_, world: &World| world.entries > 0),
            Property::sometimes("a device is revoked", |_, world: &World| {
                !world.revoked.is_empty()
            }),
            Property::sometimes("a game goes on without its host", |_, world: &World| {
                let room = &world.stored;
                room.stage == Stage::Playing && !room.host && room.has_people()
            }),
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
            if next.read[node].version != next.stored.version && !self.careless {
                next.read[node] = next.stored.clone();
                continue;
            }
            let seats_only = room.entries == next.stored.entries;
            if !(self.blind && seats_only) {
                room.version += 1;
            }
            next.usurped |= match ask {
                Ask::Join(seat) => next.stored.places[seat]
                    .kept_for
                    .is_some_and(|kept| next.owners[usize::from(kept)] != guest),
                _ => false,
            };
            next.stored = room.clone();
            next.read[node] = room;
            next.acknowledge(guest, ask, acknowledged);
            return Some(next);
        }
        None
    }
}

/// What is acknowledged to a guest.
enum Acknowledged {
    Seat(usize),
    Token(Token),
    Ended(Vec<u8>),
    Revoked(Token),
    Entry,
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
                if !open || !(self.keeps_for_show || place.kept_for.is_none_or(from)) {
                    return None;
                }
                *place = Place::held(world.next_sitting);
                room.start_if_full();
                Some(Acknowledged::Seat(seat))
            }
            Ask::Leave(token) => {
                let seat = room.held_by(token)?;
                get_up(room, seat);
                room.host &= token.0 != MAKER || self.hosts_for_ever;
                if room.stage == Stage::Playing && !room.host && !room.has_people() {
                    room.stage = Stage::Closed;
                }
                Some(Acknowledged::Ended(vec![token.0]))
            }
            Ask::TakeLink(code) => {
                let seat = match (self.codes_of_chairs, self.codes_of_sittings) {
                    // Whoever sits on the chair that the code was once given out from.
                    (true, _) => Some(world.chairs[usize::from(code.0)]),
                    (false, true) => room.place_of(code.0),
                    (false, false) => room.held_by(code),
                };
                link(room, seat?)
            }
            Ask::Revoke(token, device) => {
                let seat = room.held_by(token)?;
                let revoked = (token.0, device);
                if !room.places[seat].is_held_by(revoked) {
                    return None;
                }
                room.places[seat].devices &= !(1 << device);
                Some(Acknowledged::Revoked(revoked))
            }
            Ask::Replace(seat) => {
                let sitting = room.places[seat].sitting.filter(|_| room.host)?;
                get_up(room, seat);
                Some(Acknowledged::Ended(vec![sitting]))
            }
            Ask::Submit(token) => {
                let seat = match (self.tokens_of_chairs, self.revokes_for_show) {
                    (true, _) => Some(world.chairs[usize::from(token.0)]),
                    (false, true) => room.place_of(token.0),
                    (false, false) => room.held_by(token),
                };
                seat.filter(|_| room.stage == Stage::Playing)?;
                room.entries += 1;
                if room.entries == ENTRIES {
                    room.stage = Stage::Finished;
                }
                Some(Acknowledged::Entry)
            }
            Ask::Close if !room.host => None,
            Ask::Close if room.stage == Stage::Lobby => {
                let ended = room.places.iter().filter_map(|place| place.sitting).collect();
                if !self.closes_for_show {
                    room.places = [Place::OPEN; SEATS];
                }
                room.stage = Stage::Closed;
                room.host = false;
                Some(Acknowledged::Ended(ended))
            }
            // To close a game that goes on is to leave it.
            Ask::Close if room.stage == Stage::Playing => {
                let seat = room.place_of(MAKER)?;
                get_up(room, seat);
                room.host = self.hosts_for_ever;
                if !room.has_people() {
                    room.stage = Stage::Closed;
                }
                Some(Acknowledged::Ended(vec![MAKER]))
            }
            Ask::Close => None,
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
            Ask::Rematch(token) => {
                room.held_by(token).filter(|_| room.stage == Stage::Finished && !room.rematch)?;
                // The seats are turned and kept; nobody of the old room holds one of the new.
                let kept: Vec<_> = room.places.iter().map(|place| place.sitting).collect();
                let ended = kept.iter().flatten().copied().collect();
                for (seat, place) in room.places.iter_mut().enumerate() {
                    let kept_for = kept[(seat + 1) % SEATS];
                    *place = Place { kept_for, ..Place::OPEN };
                }
                room.stage = Stage::Lobby;
                room.rematch = true;
                room.host = false;
                Some(Acknowledged::Ended(ended))
            }
        }
    }
}

/// Ends the sitting on a seat.
fn get_up(room: &mut Room, seat: usize) {
    let idle = room.stage == Stage::Playing;
    room.places[seat] = Place { idle, ..Place::OPEN };
}

/// One more device holds a seat, which is a change of the room as any other.
fn link(room: &mut Room, seat: usize) -> Option<Acknowledged> {
    let has_room = |place: &&mut Place| place.devices.count_ones() < DEVICES && place.ever < EVER;
    let place = room.places.get_mut(seat).filter(has_room)?;
    let sitting = place.sitting?;
    let device = place.ever;
    place.devices |= 1 << device;
    place.ever += 1;
    Some(Acknowledged::Token((sitting, device)))
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

    fn acknowledge(&mut self, guest: Guest, ask: Ask, what: Acknowledged) {
        self.stolen |= ask.is_hosts() && self.left;
        self.stolen |= ask
            .device()
            .is_some_and(|token| self.revoked.contains(&token) || self.ended.contains(&token.0));
        self.left |= matches!(ask, Ask::Close | Ask::Leave((MAKER, _)));
        match what {
            Acknowledged::Seat(chair) => {
                let sitting = self.next_sitting;
                self.next_sitting += 1;
                self.owners.push(guest);
                self.chairs.push(chair);
                self.seated.push(sitting);
                add(&mut self.tokens, (sitting, 0));
            }
            Acknowledged::Token(token) => {
                // Whoever has a code was let in by the device that gave it out, and to that seat alone.
                self.stolen |= ask.device().is_none_or(|code| code.0 != token.0);
                add(&mut self.tokens, token);
            }
            Acknowledged::Revoked(token) => add(&mut self.revoked, token),
            Acknowledged::Ended(sittings) => {
                for sitting in sittings {
                    add(&mut self.ended, sitting);
                }
            }
            Acknowledged::Entry => self.entries += 1,
            Acknowledged::Done => {}
        }
    }
}

/// Sets that are equal are written alike.
fn add<T: Copy + Ord>(set: &mut Vec<T>, one: T) {
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

#[test]
fn a_code_of_a_sitting_outlives_its_device() {
    found(House { codes_of_sittings: true, ..House::default() }, "no right outlives its sitting");
}

#[test]
fn what_is_revoked_for_show_opens_the_seat() {
    found(House { revokes_for_show: true, ..House::default() }, "no right outlives its sitting");
}

#[test]
fn the_token_of_a_host_for_ever_outlives_their_leaving() {
    found(House { hosts_for_ever: true, ..House::default() }, "no right outlives its sitting");
}

#[test]
fn what_is_kept_for_show_goes_to_whoever_comes() {
    let house = House { keeps_for_show: true, ..House::default() };
    found(house, "no seat that is kept goes to somebody else");
}
