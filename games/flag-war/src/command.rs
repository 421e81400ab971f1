//! What actors ask for.
//!
//! Piece, direction and distance take any JSON value, so that the rules can say which of them is
//! wrong, by its code, instead of a reader that stops at the first.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use senet_kernel::SeatSet;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::board::{Direction, Target};

/// What an actor asks for. The side comes from the seat, never from the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Command", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum Command {
    /// Orders a piece to move (FW-11).
    Move {
        /// The number of an own piece.
        #[serde(default)]
        piece: PieceWord,
        /// Which way.
        #[serde(default)]
        direction: DirectionWord,
        /// How many squares.
        #[serde(default)]
        distance: DistanceWord,
        /// In which round; none is the open one, as is any round that is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_round: Option<Round>,
        /// Who had the idea.
        #[serde(default, skip_serializing_if = "Origin::is_explicit")]
        origin: Origin,
        /// What `next_input` was when it was said, where that was before now (R8).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<u32>,
    },
    /// Orders a piece to move straight to a square, from where it stands now (FW-15).
    MoveTo {
        /// The number of an own piece.
        #[serde(default)]
        piece: PieceWord,
        /// Where to.
        to: Target,
        /// In which round; none is the open one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_round: Option<Round>,
        /// Who had the idea.
        #[serde(default, skip_serializing_if = "Origin::is_explicit")]
        origin: Origin,
        /// What `next_input` was when it was said, where that was before now (R8).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<u32>,
    },
    /// Orders a piece to stay (FW-18).
    Hold {
        /// The number of an own piece.
        #[serde(default)]
        piece: PieceWord,
        /// In which round; none is the open one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_round: Option<Round>,
        /// Who had the idea.
        #[serde(default, skip_serializing_if = "Origin::is_explicit")]
        origin: Origin,
        /// What `next_input` was when it was said, where that was before now (R8).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<u32>,
    },
    /// Empties slots (FW-19).
    Cancel {
        /// Whose.
        #[serde(default)]
        piece: Which<PieceWord>,
        /// Of which round.
        #[serde(default)]
        round: Which<Round>,
        /// What `next_input` was when it was said, where that was before now (R8).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<u32>,
    },
    /// Says that the round may end, where the rule set allows it (FW-62).
    Ready {},
    /// Offers a draw; the second offer agrees to it (FW-58).
    OfferDraw {},
    /// Takes the offer back (FW-58).
    WithdrawDraw {},
    /// Gives up (FW-57).
    Resign {},
    /// The clock resolves the open round (FW-12).
    Tick {},
    /// The host says who was away too long (FW-57).
    Forfeit {
        /// Who.
        seats: SeatSet,
    },
}

senet_kernel::tagged!(Command, "type");

impl Command {
    /// An order to move, given now by the player.
    pub fn step(piece: u8, direction: Direction, distance: u8, round: Option<u32>) -> Command {
        Command::Move {
            piece: piece.into(),
            direction: direction.into(),
            distance: distance.into(),
            target_round: round.map(Round::from),
            origin: Origin::Explicit,
            input: None,
        }
    }

    /// An order to stay, given now by the player.
    pub fn hold(piece: u8, round: Option<u32>) -> Command {
        Command::Hold {
            piece: piece.into(),
            target_round: round.map(Round::from),
            origin: Origin::Explicit,
            input: None,
        }
    }

    /// Empties every slot.
    pub const fn cancel_all() -> Command {
        Command::Cancel { piece: Which::All, round: Which::All, input: None }
    }

    /// The piece and the round that an order is for, where this round is open.
    pub fn slot(&self, open: u32) -> Option<(u8, u32)> {
        let (Command::Move { piece, target_round, .. }
        | Command::MoveTo { piece, target_round, .. }
        | Command::Hold { piece, target_round, .. }) = self
        else {
            return None;
        };
        let round = target_round.map_or(open, |Round(round)| u32::try_from(round).unwrap_or(open));
        Some((piece.0?, round.max(open)))
    }

    /// Marks an explicit order as said when this number was next (R8).
    pub(crate) fn said_at(&mut self, number: u32) {
        match self {
            Command::Move { origin: Origin::Explicit, input, .. }
            | Command::MoveTo { origin: Origin::Explicit, input, .. }
            | Command::Hold { origin: Origin::Explicit, input, .. }
            | Command::Cancel { input, .. } => *input = Some(number),
            _ => {}
        }
    }

    /// The same order as a proposal of the assistant, or as one that goes back to an earlier input.
    #[must_use]
    pub fn from_input(mut self, from: Origin, number: Option<u32>) -> Command {
        match &mut self {
            Command::Move { origin, input, .. }
            | Command::MoveTo { origin, input, .. }
            | Command::Hold { origin, input, .. } => {
                *origin = from;
                *input = number;
            }
            Command::Cancel { input, .. } => *input = number,
            _ => {}
        }
        self
    }
}

/// Who had the idea of an order. Explicit orders outrank the assistant's (R8).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A proposal of the assistant.
    Assistant,
    /// The player, by hand or by words.
    #[default]
    Explicit,
}

impl Origin {
    fn is_explicit(&self) -> bool {
        *self == Origin::Explicit
    }
}

/// The number of a piece as it was sent; none where it was no small whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceWord(pub Option<u8>);

/// A direction as it was sent; none where it was no word for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DirectionWord(pub Option<Direction>);

/// A distance as it was sent; none where it was no whole number from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistanceWord(pub Option<u64>);

/// A round as it was sent: any whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Round(pub i64);

/// One thing or all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which<T> {
    /// All.
    #[default]
    All,
    /// Just this one.
    One(T),
}

impl From<u8> for PieceWord {
    fn from(id: u8) -> PieceWord {
        PieceWord(Some(id))
    }
}

impl From<Direction> for DirectionWord {
    fn from(direction: Direction) -> DirectionWord {
        DirectionWord(Some(direction))
    }
}

impl From<u8> for DistanceWord {
    fn from(distance: u8) -> DistanceWord {
        DistanceWord(Some(distance.into()))
    }
}

impl From<u32> for Round {
    fn from(round: u32) -> Round {
        Round(round.into())
    }
}

impl Serialize for PieceWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for PieceWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PieceWord, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let id = value.as_u64().and_then(|id| u8::try_from(id).ok());
        Ok(PieceWord(id))
    }
}

impl Serialize for DirectionWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DirectionWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DirectionWord, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(DirectionWord(value.as_str().and_then(Direction::of_word)))
    }
}

impl Serialize for DistanceWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DistanceWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DistanceWord, D::Error> {
        Ok(DistanceWord(Value::deserialize(deserializer)?.as_u64()))
    }
}

impl<'de> Deserialize<'de> for Round {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Round, D::Error> {
        let value = Value::deserialize(deserializer)?;
        // A number beyond the widest is beyond every plan too.
        let far = value.as_u64().map(|_| i64::MAX);
        let round = value.as_i64().or(far);
        round.map(Round).ok_or_else(|| serde::de::Error::custom("a round is a whole number"))
    }
}

impl<T: Serialize> Serialize for Which<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Which::All => serializer.serialize_str("all"),
            Which::One(one) => one.serialize(serializer),
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Which<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Which<T>, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if value == "all" {
            return Ok(Which::All);
        }
        senet_kernel::read(&value).map(Which::One).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for PieceWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PieceNumber".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": 9 })
    }
}

impl JsonSchema for DirectionWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Direction::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Direction::json_schema(generator)
    }
}

impl JsonSchema for DistanceWord {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Distance".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1 })
    }
}

impl JsonSchema for Round {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Round".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer" })
    }
}

impl<T: JsonSchema> JsonSchema for Which<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("{}OrAll", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [{ "const": "all" }, one] })
    }
}
