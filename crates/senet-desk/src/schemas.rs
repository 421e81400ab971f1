//! The JSON Schemas of the protocol and of every game, from which TypeScript's types are made.

use schemars::schema_for;
use senet_kernel::Game;
use senet_table::protocol::room::{
    CheckedConfig, DeviceView, Hush, Join, Kick, LinkCode, Linked, Made, MakeRoom, ModelView,
    MyRoom, NetworkView, OneConfig, OneDevice, OneSeat, Replace, Report, Reported, Seated,
    StartNow, Switch, SwitchNetwork, ToBot, Tokens,
};
use senet_table::protocol::{self, Answer, Ask, Code, GuestAsk};
use serde_json::Value;

/// The schemas of one game.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// By name: config, command, event, view and rejection.
    pub schemas: Vec<(String, Value)>,
}

impl Schemas {
    /// Of a game, where schemas are made here.
    #[cfg(feature = "schemas")]
    pub(crate) fn of<G: Game>() -> Schemas {
        let schemas = [
            ("config", config_of::<G>()),
            ("command", schema_for!(G::Command).to_value()),
            ("event", schema_for!(G::Event).to_value()),
            ("view", schema_for!(G::View).to_value()),
            ("rejection", schema_for!(G::Rejection).to_value()),
        ];
        Schemas { schemas: schemas.map(|(name, schema)| (name.to_owned(), schema)).into() }
    }

    /// None: they stand beside the program as data.
    #[cfg(not(feature = "schemas"))]
    pub(crate) fn of<G: Game>() -> Schemas {
        Schemas { schemas: Vec::new() }
    }

    /// All of them in one object.
    pub fn to_value(&self) -> Value {
        self.schemas.iter().map(|(name, schema)| (name.clone(), schema.clone())).collect()
    }
}

/// The schema of a game's configuration.
#[cfg(feature = "schemas")]
pub(crate) fn config_of<G: Game>() -> Value {
    schema_for!(G::Config).to_value()
}

/// Nothing: it stands beside the program as data.
#[cfg(not(feature = "schemas"))]
pub(crate) fn config_of<G: Game>() -> Value {
    Value::Null
}

/// The schemas of all that is said: at a desk, over a server's socket and over HTTP.
pub fn protocol_schemas() -> Value {
    macro_rules! schemas {
        ($($name:ident),* $(,)?) => {
            Value::from_iter([$((stringify!($name), schema_for!($name).to_value())),*])
        };
    }
    type Push = protocol::Push<'static>;
    schemas![
        Ask,
        GuestAsk,
        Answer,
        Push,
        Code,
        MakeRoom,
        Made,
        Join,
        Seated,
        LinkCode,
        Linked,
        Tokens,
        MyRoom,
        StartNow,
        Switch,
        ToBot,
        OneSeat,
        Replace,
        DeviceView,
        OneDevice,
        Kick,
        Hush,
        Report,
        Reported,
        OneConfig,
        CheckedConfig,
        NetworkView,
        SwitchNetwork,
        ModelView,
    ]
}
