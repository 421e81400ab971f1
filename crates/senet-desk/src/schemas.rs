//! The JSON Schemas of the protocol and of every game, from which TypeScript's types are made.

use schemars::schema_for;
use senet_kernel::Game;
use senet_table::protocol::{Answer, Ask};
use serde_json::{Value, json};

/// The schemas of one game.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// By name: config, command, event, view and rejection.
    pub schemas: Vec<(&'static str, Value)>,
}

impl Schemas {
    pub(crate) fn of<G: Game>() -> Schemas {
        let schemas = vec![
            ("config", schema_for!(G::Config).to_value()),
            ("command", schema_for!(G::Command).to_value()),
            ("event", schema_for!(G::Event).to_value()),
            ("view", schema_for!(G::View).to_value()),
            ("rejection", schema_for!(G::Rejection).to_value()),
        ];
        Schemas { schemas }
    }

    /// All of them in one object.
    pub fn to_value(&self) -> Value {
        self.schemas.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect()
    }
}

/// The schemas of the protocol's messages.
pub fn protocol_schemas() -> Value {
    json!({ "ask": schema_for!(Ask).to_value(), "answer": schema_for!(Answer).to_value() })
}
