//! What a player asks for.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;

use schemars::JsonSchema;
use senet_kernel::Seat;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::Role;
use crate::id::{CardId, FeatureId};
use crate::list::Few;

/// Cards in the order in which they are named; short lists need no allocation.
pub type Cards = Few<CardId, 7>;

impl Cards {
    pub(crate) const NONE: Cards = Few::empty(CardId::of(0));
}

/// What a seat asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Command", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum Command {
    /// Draws a staff card or an event (FR-007).
    Draw {},
    /// Hands a card to another player, as the Reorg demands (FR-017).
    Reorg {
        /// Which card.
        card: CardId,
        /// Who receives it.
        to: Seat,
    },
    /// Sends a card on leave, as PTO demands (FR-020).
    Pto {
        /// Which card.
        card: CardId,
    },
    /// Gives cards, asks for cards, or both (FR-015).
    Offer {
        /// The partner.
        to: Seat,
        /// What the partner receives.
        #[serde(default)]
        #[schemars(with = "Vec<CardId>")]
        give: Cards,
        /// What the partner is asked for; where it is empty the offer is a gift.
        #[serde(default)]
        #[schemars(with = "Vec<CardId>")]
        take: Cards,
    },
    /// Agrees to the offer that is open.
    Accept {},
    /// Turns the offer down.
    Decline {},
    /// Takes the own offer back before it is answered.
    Withdraw {},
    /// Completes the active feature with these cards (FR-010).
    Complete {
        /// The bundle; all of it is spent.
        #[schemars(with = "Vec<CardId>")]
        cards: Cards,
        /// The role that each contractor of the bundle stands in for (FR-009).
        #[serde(default)]
        declare: Declarations,
    },
    /// Ends the turn (FR-035).
    Pass {},
    /// Gives up a completed feature, as the Competition's penalty (FR-019).
    Forfeit {
        /// Which one.
        feature: FeatureId,
    },
}

senet_kernel::tagged!(Command, "type");

/// Roles for contractors. On the wire it is a map from card to role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations(Few<(CardId, Role), 4>);

impl Deref for Declarations {
    type Target = [(CardId, Role)];

    fn deref(&self) -> &[(CardId, Role)] {
        &self.0
    }
}

impl Extend<(CardId, Role)> for Declarations {
    fn extend<I: IntoIterator<Item = (CardId, Role)>>(&mut self, roles: I) {
        roles.into_iter().for_each(|role| self.0.push(role));
    }
}

impl FromIterator<(CardId, Role)> for Declarations {
    fn from_iter<I: IntoIterator<Item = (CardId, Role)>>(roles: I) -> Declarations {
        Declarations(roles.into_iter().collect())
    }
}

impl Declarations {
    pub(crate) const NONE: Declarations = Declarations(Few::empty((CardId::of(0), Role::Dev)));

    /// The role that a card is declared as.
    pub fn of(&self, card: CardId) -> Option<Role> {
        let declared = self.iter().find(|(declared, _)| *declared == card);
        declared.map(|(_, role)| *role)
    }
}

impl Serialize for Declarations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(card, role)| (card, role)))
    }
}

impl<'de> Deserialize<'de> for Declarations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Declarations, D::Error> {
        deserializer.deserialize_map(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Declarations;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a role for each contractor, by card")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Declarations, A::Error> {
        let mut seen = BTreeSet::new();
        let mut roles: Vec<(CardId, Role)> = Vec::new();
        while let Some((card, role)) = map.next_entry()? {
            if !seen.insert(card) {
                return Err(serde::de::Error::custom(format!("{card} is declared twice")));
            }
            roles.push((card, role));
        }
        Ok(roles.into_iter().collect())
    }
}

impl JsonSchema for Declarations {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Declarations".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let role = generator.subschema_for::<Role>();
        schemars::json_schema!({ "type": "object", "additionalProperties": role })
    }
}
