//! Why a table said no, in the one shape that all hosts pass on.

use schemars::JsonSchema;
use senet_kernel::{Reject, Unread, as_json};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Why something was refused: a stable code, a sentence, the rule, and the facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// A stable code in snake case: one of the house's ([`Code`](crate::protocol::Code)), or one of the
    /// game's own.
    pub code: String,
    /// What is wrong and what to do, for a person.
    pub sentence: String,
    /// The id of the game's rule that refuses; none where the table itself does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What the player needs to know to understand it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub facts: Map<String, Value>,
}

impl Refusal {
    /// A refusal by the table itself.
    pub fn new(code: &str, sentence: impl Into<String>) -> Refusal {
        Refusal { code: code.to_owned(), sentence: sentence.into(), rule: None, facts: Map::new() }
    }

    /// A refusal by the rules of a game.
    pub fn by_rule(rejection: &impl Reject) -> Refusal {
        let mut facts = match as_json(rejection) {
            Value::Object(facts) => facts,
            _ => Map::new(),
        };
        let code = match facts.remove("code") {
            Some(Value::String(code)) => code,
            Some(_) | None => "refused".to_owned(),
        };
        let rule = Some(rejection.rule().to_owned());
        Refusal { code, sentence: rejection.to_string(), rule, facts }
    }
}

impl From<Unread> for Refusal {
    fn from(unread: Unread) -> Refusal {
        Refusal { facts: unread.facts, ..Refusal::new(unread.code, unread.sentence) }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)
    }
}
