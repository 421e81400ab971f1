//! Staff cards, and the hands that hold them (FR-008).

use schemars::JsonSchema;
use senet_kernel::Seat;
use serde::{Deserialize, Serialize};

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

/// What stands on a staff card. Invariant: a contractor has no level, every other role has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawStaff", into = "RawStaff")]
pub struct Staff {
    role: Role,
    level: Option<Level>,
}

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
    pub const CONTRACTOR: Staff = Staff { role: Role::Contractor, level: None };

    /// A member of staff, or a contractor where there is no level.
    pub fn new(role: Role, level: Option<Level>) -> Option<Staff> {
        ((role == Role::Contractor) == level.is_none()).then_some(Staff { role, level })
    }

    /// What it works as.
    pub const fn role(self) -> Role {
        self.role
    }

    /// How much it has seen; a contractor has none.
    pub const fn level(self) -> Option<Level> {
        self.level
    }

    /// What it counts for.
    pub const fn points(self) -> u8 {
        match self.level {
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
    fn from(Staff { role, level }: Staff) -> RawStaff {
        RawStaff { role, level }
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
        if let Some(level) = self.level {
            write!(f, "{} ", level.name())?;
        }
        f.write_str(self.role.name())
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hands {
    pub(crate) cards: Row<Card, MAX_CARDS>,
    /// What stands on every card that ever came, in the order of creation; supply never ends.
    pub(crate) staff: Row<Staff, MAX_CARDS>,
}

impl Hands {
    pub(crate) fn new() -> Hands {
        Hands { cards: Row::new(), staff: Row::new() }
    }

    /// A new card, to the end of a hand.
    pub(crate) fn create(&mut self, owner: Seat, staff: Staff) -> CardId {
        self.staff.push(staff);
        let card = Card { number: self.staff.len() as u8, owner: owner.into(), release: 0 };
        self.cards.push(card);
        card.id()
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

    /// The card of this name, if it is in the hand.
    pub(crate) fn find(&self, seat: Seat, id: CardId) -> Option<Card> {
        let number = id.number()?;
        self.of(seat).find(|card| card.number == number)
    }

    /// Takes a card out of the game.
    pub(crate) fn discard(&mut self, number: u8) {
        self.take(number);
    }

    /// Puts a card at the end of another hand; its lock goes with it (FR-030).
    pub(crate) fn pass(&mut self, number: u8, to: Seat) {
        if let Some(card) = self.take(number) {
            self.cards.push(Card { owner: to.into(), ..card });
        }
    }

    /// Locks a card, or moves its lock.
    pub(crate) fn lock(&mut self, number: u8, release: u8) {
        for card in self.cards.as_mut() {
            if card.number == number {
                card.release = release;
            }
        }
    }

    /// Releases the next lock that ends with this turn, in the hand's order.
    pub(crate) fn release(&mut self, seat: Seat, turn: u8) -> Option<CardId> {
        let owner: u8 = seat.into();
        let due = |card: &&mut Card| card.owner == owner && card.release == turn;
        let card = self.cards.as_mut().iter_mut().find(due)?;
        card.release = 0;
        Some(card.id())
    }

    fn take(&mut self, number: u8) -> Option<Card> {
        let at = self.cards.iter().position(|card| card.number == number)?;
        Some(self.cards.remove(at))
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
