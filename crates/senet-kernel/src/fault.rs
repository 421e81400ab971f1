//! What is wrong with a configuration, a data file or a position.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// One thing that is wrong: where, a stable code, and a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// The path of the field, such as `players[2]` or `factions.toml: azure-blades.move`.
    pub field: String,
    /// A stable code in snake case.
    pub code: String,
    /// What is wrong and what is allowed.
    pub sentence: String,
}

impl Fault {
    /// A fault at `field`.
    pub fn new(field: impl Into<String>, code: &str, sentence: impl Into<String>) -> Fault {
        Fault { field: field.into(), code: code.to_owned(), sentence: sentence.into() }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.field.is_empty() {
            f.write_str(&self.sentence)
        } else {
            write!(f, "{}: {}", self.field, self.sentence)
        }
    }
}

/// Everything that is wrong, reported together. Invariant: at least one fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Vec<Fault>", into = "Vec<Fault>")]
#[schemars(with = "Vec<Fault>")]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// `Ok` where the list is empty, otherwise all of it.
    pub fn check(faults: Vec<Fault>) -> Result<(), Faults> {
        if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
    }

    /// The faults in the order of the fields.
    pub fn list(&self) -> &[Fault] {
        &self.0
    }
}

impl TryFrom<Vec<Fault>> for Faults {
    type Error = &'static str;

    fn try_from(faults: Vec<Fault>) -> Result<Faults, &'static str> {
        match Faults::check(faults) {
            Ok(()) => Err("no fault is told"),
            Err(faults) => Ok(faults),
        }
    }
}

impl From<Faults> for Vec<Fault> {
    fn from(faults: Faults) -> Vec<Fault> {
        faults.0
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(vec![fault])
    }
}

impl std::fmt::Display for Faults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Reads a value from JSON and names the field that does not fit.
pub fn read_config<T: DeserializeOwned>(json: &serde_json::Value) -> Result<T, Faults> {
    crate::read(json)
        .map_err(|misfit| Fault::new(misfit.field, "malformed", misfit.sentence).into())
}
