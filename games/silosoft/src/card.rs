//! Staff cards, and the hands that hold them (FR-008).

use schemars::JsonSchema;
use senet_kernel::Seat;
use serde::{Deserialize, Serialize};

use crate::bundle::Stock;
use crate::id::CardId;
use crate::list::Row;

/// The most players.
pub(crate) const MAX_PLAYERS: usize = 4;
/// The most turns: ten for each of four players.
pub(crate) const MAX_TURNS: usize = 40;
/// The cards that each player begins with.
pub(crate) const FIRST_HAND: usize = 3;
/// The most staff cards that can come: each player's first hand and one for each turn.
pub(crate) const MAX_CARDS: usize = MAX_PLAYERS * FIRST_HAND + MAX_TURNS;

/// What a card works as.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Develops: a square, blue.
    #[default]
    #[serde(alias = "Dev")]
    Dev,
    /// Manages the product: a circle, green.
    #[serde(alias = "PM")]
    Pm,
    /// Designs the experience: a triangle, purple.
    #[serde(alias = "UX")]
    Ux,
    /// Stands in for any role, declared with the completion: a star, gold.
    #[serde(alias = "Contractor")]
    Contractor,
}

impl Role {
    /// The roles that a feature can require (FR-043).
    pub const LISTED: [Role; 3] = [Role::Dev, Role::Pm, Role::Ux];

    /// The roles in the order of the draw.
    pub const ALL: [Role; 4] = [Role::Dev, Role::Pm, Role::Ux, Role::Contractor];

    /// As it is written on a card.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Dev => "Dev",
            Role::Pm => "PM",
            Role::Ux => "UX",
            Role::Contractor => "Contractor",
        }
    }
}

/// How much a member of staff has seen.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// 1 point.
    Entry,
    /// 2 points.
    Junior,
    /// 3 points.
    Senior,
}

impl Level {
    /// The levels in the order of the draw.
    pub const ALL: [Level; 3] = [Level::Entry, Level::Junior, Level::Senior];

    /// As it is written on a card.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Entry => "Entry",
            Level::Junior => "Junior",
            Level::Senior => "Senior",
        }
    }
}

/// The points of a contractor.
pub(crate) const CONTRACTOR_POINTS: u8 = 2;

/// What stands on a staff card: a number for each kind of card, four times the level and the role.
/// Invariant: a contractor has no level and counts as the first one, every other role has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawStaff", into = "RawStaff")]
pub struct Staff(u8);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawStaff {
    /// What it works as.
    role: Role,
    /// How much it has seen; a contractor has none.
    #[serde(default)]
    level: Option<Level>,
}

impl Staff {
    /// A contractor.
    pub const CONTRACTOR: Staff = Staff(Role::Contractor as u8);

    /// A member of staff, or a contractor where there is no level.
    pub fn new(role: Role, level: Option<Level>) -> Option<Staff> {
        let kind = 4 * level.map_or(0, |level| level as u8) + role as u8;
        ((role == Role::Contractor) == level.is_none()).then_some(Staff(kind))
    }

    /// How many numbers there are for kinds.
    pub(crate) const KINDS: usize = 12;

    /// Its kind as a number below [`KINDS`](Staff::KINDS).
    pub(crate) const fn kind(self) -> usize {
        self.0 as usize
    }

    /// What it works as.
    pub const fn role(self) -> Role {
        Role::ALL[self.kind() % 4]
    }

    /// How much it has seen; a contractor has none.
    pub const fn level(self) -> Option<Level> {
        match self.role() {
            Role::Contractor => None,
            Role::Dev | Role::Pm | Role::Ux => Some(Level::ALL[self.kind() / 4]),
        }
    }

    /// What it counts for.
    pub const fn points(self) -> u8 {
        match self.level() {
            Some(level) => level as u8 + 1,
            None => CONTRACTOR_POINTS,
        }
    }
}

impl Default for Staff {
    fn default() -> Staff {
        Staff::CONTRACTOR
    }
}

impl TryFrom<RawStaff> for Staff {
    type Error = &'static str;

    fn try_from(raw: RawStaff) -> Result<Staff, &'static str> {
        Staff::new(raw.role, raw.level)
            .ok_or("a contractor has no level, and every other role has one")
    }
}

impl From<Staff> for RawStaff {
    fn from(staff: Staff) -> RawStaff {
        RawStaff { role: staff.role(), level: staff.level() }
    }
}

impl JsonSchema for Staff {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Staff".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        RawStaff::json_schema(generator)
    }
}

impl std::fmt::Display for Staff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(level) = self.level() {
            write!(f, "{} ", level.name())?;
        }
        f.write_str(self.role().name())
    }
}

impl std::fmt::Debug for Staff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// A card in a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Card {
    /// Its name: 1 for R001.
    pub(crate) number: u8,
    /// Whose hand it is in, counted from 0.
    pub(crate) owner: u8,
    /// The turn at whose end its PTO lock is released; 0 without a lock.
    pub(crate) release: u8,
}

impl Card {
    pub(crate) const fn id(self) -> CardId {
        CardId::of(self.number)
    }

    /// Locks end when they are released, so that any lock there is still holds.
    pub(crate) const fn locked(self) -> bool {
        self.release != 0
    }
}

/// All cards in all hands.
///
/// They stand in one list in the order of arrival: a card that changes hands goes to its end. So
/// the cards of one owner are in the order of their arrival in that hand.
#[derive(Clone, Copy, Debug, Eq, Serialize, Deserialize)]
#[serde(from = "RawHands")]
pub(crate) struct Hands {
    pub(crate) cards: Row<Card, MAX_CARDS>,
    /// What stands on every card that ever came, in the order of creation; supply never ends.
    pub(crate) staff: Row<Staff, MAX_CARDS>,
    /// What each player could spend now. It follows from the cards, and is kept because every list
    /// of commands asks for it.
    #[serde(skip)]
    usable: [Usable; MAX_PLAYERS],
    /// Where the cards of each kind stand in the list of all cards, as bits.
    #[serde(skip)]
    kinds: [u64; Staff::KINDS],
}

/// Hands as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHands {
    cards: Row<Card, MAX_CARDS>,
    staff: Row<Staff, MAX_CARDS>,
}

/// The cards of one hand that are not on leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usable {
    pub(crate) stock: Stock,
    /// Where they stand in the list of all cards, as bits.
    pub(crate) places: u64,
}

impl From<RawHands> for Hands {
    fn from(RawHands { cards, staff }: RawHands) -> Hands {
        Hands::new(cards, staff)
    }
}

/// Equal hands: nobody can see how the cards of one lie among those of another.
impl PartialEq for Hands {
    fn eq(&self, other: &Hands) -> bool {
        let same = |seat| self.of(seat).eq(other.of(seat));
        self.cards.len() == other.cards.len()
            && self.staff == other.staff
            && Seat::first(MAX_PLAYERS).all(same)
    }
}

impl Hands {
    pub(crate) fn new(cards: Row<Card, MAX_CARDS>, staff: Row<Staff, MAX_CARDS>) -> Hands {
        let usable = [Usable::default(); MAX_PLAYERS];
        let mut hands = Hands { cards, staff, usable, kinds: [0; Staff::KINDS] };
        for at in 0..cards.len() {
            hands.set_kind(at);
            hands.count_in(at);
        }
        hands
    }

    /// A new card, to the end of a hand.
    pub(crate) fn create(&mut self, owner: Seat, staff: Staff) -> CardId {
        self.staff.push(staff);
        let card = Card { number: self.staff.len() as u8, owner: owner.into(), release: 0 };
        self.put(card);
        card.id()
    }

    fn put(&mut self, card: Card) {
        let at = self.cards.len();
        self.cards.push(card);
        self.set_kind(at);
        self.count_in(at);
    }

    fn set_kind(&mut self, at: usize) {
        // A state that comes from outside may have cards that are nowhere; `inspect` finds them.
        if let Some(staff) = self.staff.get(usize::from(self.cards[at].number).wrapping_sub(1)) {
            self.kinds[staff.kind()] |= 1 << at;
        }
    }

    /// Counts the card at a place as usable, unless it is on leave.
    fn count_in(&mut self, at: usize) {
        let card = self.cards[at];
        let staff = self.staff.get(usize::from(card.number).wrapping_sub(1));
        let usable = self.usable.get_mut(usize::from(card.owner));
        if let (Some(usable), Some(staff), false) = (usable, staff, card.locked()) {
            usable.stock.add(*staff);
            usable.places |= 1 << at;
        }
    }

    /// Real cards of these kinds that a player could spend: the earlier of equal ones, in the
    /// hand's order.
    #[inline]
    pub(crate) fn pick(&self, seat: Seat, wanted: Stock) -> impl Iterator<Item = Card> {
        let mut left = 0;
        wanted.each_kind(|kind, count| {
            let mut places = self.usable(seat).places & self.kinds[kind];
            for _ in 0..count {
                left |= places & places.wrapping_neg();
                places &= places.wrapping_sub(1);
            }
        });
        std::iter::from_fn(move || {
            let card = self.cards.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*card)
        })
    }

    /// What a player could spend now.
    pub(crate) fn usable(&self, seat: Seat) -> &Usable {
        &self.usable[seat.index()]
    }

    pub(crate) fn staff(&self, card: Card) -> Staff {
        self.staff[usize::from(card.number) - 1]
    }

    /// A hand in order.
    pub(crate) fn of(&self, seat: Seat) -> impl Iterator<Item = Card> + Clone {
        let owner: u8 = seat.into();
        self.cards.iter().copied().filter(move |card| card.owner == owner)
    }

    pub(crate) fn size(&self, seat: Seat) -> usize {
        self.of(seat).count()
    }

    pub(crate) fn is_empty(&self, seat: Seat) -> bool {
        self.usable(seat).places == 0 && self.of(seat).next().is_none()
    }

    /// The card of this name, if it is in the hand.
    pub(crate) fn find(&self, seat: Seat, id: CardId) -> Option<Card> {
        let card = self.cards[self.place(id.number()?)?];
        (card.owner == u8::from(seat)).then_some(card)
    }

    /// Takes a card out of the game.
    pub(crate) fn discard(&mut self, number: u8) {
        self.take(number);
    }

    /// Puts a card at the end of another hand; its lock goes with it (FR-030).
    pub(crate) fn pass(&mut self, number: u8, to: Seat) {
        if let Some(card) = self.take(number) {
            self.put(Card { owner: to.into(), ..card });
        }
    }

    /// Locks a card, or moves its lock (R-09).
    pub(crate) fn lock(&mut self, number: u8, release: u8) {
        if let Some(at) = self.place(number) {
            self.count_out(at);
            self.cards.as_mut()[at].release = release;
        }
    }

    /// Releases the next lock that ends with this turn: hand by hand, each in its order.
    pub(crate) fn release(&mut self, turn: u8) -> Option<(Seat, CardId)> {
        let cards = self.cards.iter().enumerate();
        let due = cards.filter(|(_, card)| card.release == turn);
        let (at, card) = due.min_by_key(|(_, card)| card.owner)?;
        let released = (Seat::new(card.owner.into())?, card.id());
        self.cards.as_mut()[at].release = 0;
        self.count_in(at);
        Some(released)
    }

    fn take(&mut self, number: u8) -> Option<Card> {
        let at = self.place(number)?;
        self.count_out(at);
        // The later cards move up by one place.
        let before = (1 << at) - 1;
        let close = |places: &mut u64| *places = *places & before | *places >> 1 & !before;
        self.usable.iter_mut().for_each(|usable| close(&mut usable.places));
        self.kinds.iter_mut().for_each(close);
        Some(self.cards.remove(at))
    }

    fn place(&self, number: u8) -> Option<usize> {
        self.cards.iter().position(|card| card.number == number)
    }

    /// No longer counts the card at a place as usable.
    fn count_out(&mut self, at: usize) {
        let card = self.cards[at];
        let staff = self.staff(card);
        let usable = &mut self.usable[usize::from(card.owner)];
        if !card.locked() {
            usable.stock.take(staff);
            usable.places ^= 1 << at;
        }
    }
}

/// A set of cards, as bits. On the wire it is a list in the order of their numbers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Vec<CardId>", into = "Vec<CardId>")]
#[schemars(with = "Vec<CardId>")]
pub struct CardSet(u64);

impl CardSet {
    /// The cards in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        (1..64).filter(move |number| self.0 >> number & 1 == 1).map(CardId::of)
    }

    /// How many cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn with(self, number: u8) -> CardSet {
        if number < 64 { CardSet(self.0 | 1 << number) } else { self }
    }

    pub(crate) const fn contains(self, number: u8) -> bool {
        number < 64 && self.0 >> number & 1 == 1
    }
}

impl FromIterator<u8> for CardSet {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> CardSet {
        numbers.into_iter().fold(CardSet(0), CardSet::with)
    }
}

impl From<Vec<CardId>> for CardSet {
    fn from(ids: Vec<CardId>) -> CardSet {
        ids.into_iter().filter_map(CardId::number).collect()
    }
}

impl From<CardSet> for Vec<CardId> {
    fn from(set: CardSet) -> Vec<CardId> {
        set.iter().collect()
    }
}

impl std::fmt::Debug for CardSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever happens to the cards, what is kept of them is what follows from them.
        #[test]
        fn what_can_be_used_follows_from_the_cards(
            steps in prop::collection::vec((0..5u8, 0..24u8, 0..4usize, 1..4u8), 0..40),
        ) {
            let mut hands = Hands::new(Row::new(), Row::new());
            for (step, number, seat, turn) in steps {
                let (seat, level) = (Seat::new(seat).unwrap(), Level::ALL[usize::from(number) % 3]);
                let role = Role::ALL[usize::from(turn)];
                let level = (role != Role::Contractor).then_some(level);
                match step {
                    0 => hands.discard(number),
                    1 => hands.pass(number, seat),
                    2 => hands.lock(number, turn),
                    3 => drop(hands.release(turn)),
                    _ => drop(hands.create(seat, Staff::new(role, level).unwrap())),
                }
                prop_assert_eq!(hands, Hands::new(hands.cards, hands.staff));
            }
            for card in hands.cards.iter() {
                for seat in Seat::first(MAX_PLAYERS) {
                    let held = (card.owner == u8::from(seat)).then_some(*card);
                    prop_assert_eq!(hands.find(seat, card.id()), held);
                }
            }
            for seat in Seat::first(MAX_PLAYERS) {
                let usable = hands.of(seat).filter(|card| !card.locked());
                prop_assert_eq!(hands.usable(seat).stock, Stock::of(&hands, usable.clone()));
                let places = (0..64).filter(|place| hands.usable(seat).places >> place & 1 == 1);
                prop_assert!(places.map(|place| hands.cards[place]).eq(usable.clone()));
                prop_assert_eq!(hands.is_empty(seat), hands.of(seat).next().is_none());
                // All that can be spent is picked in order, and of one kind the first card.
                let stock = hands.usable(seat).stock;
                prop_assert!(hands.pick(seat, stock).eq(usable.clone()));
                for card in usable.clone() {
                    let alike = |other: &Card| hands.staff(*other) == hands.staff(card);
                    let one = Stock::of(&hands, std::iter::once(card));
                    prop_assert!(hands.pick(seat, one).eq(usable.clone().find(alike)));
                }
            }
        }
    }

    /// A state from outside can be read whatever its cards are; `inspect` refuses it.
    #[test]
    fn cards_that_cannot_be_are_not_counted() {
        let read = |card: &str| {
            let json = format!(r#"{{"cards":[{card}],"staff":[{{"role":"contractor"}}]}}"#);
            let hands: Hands = serde_json::from_str(&json).unwrap();
            hands.usable(Seat::FIRST).places
        };
        assert_eq!(read(r#"{"number":1,"owner":0,"release":0}"#), 1);
        assert_eq!(read(r#"{"number":1,"owner":0,"release":2}"#), 0);
        assert_eq!(read(r#"{"number":0,"owner":0,"release":0}"#), 0);
        assert_eq!(read(r#"{"number":2,"owner":0,"release":0}"#), 0);
        assert_eq!(read(r#"{"number":1,"owner":4,"release":0}"#), 0);
    }
}
