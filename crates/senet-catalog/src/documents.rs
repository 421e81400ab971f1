//! Systems that are documents with rules rather than games with turns.

use senet_bots::Leash;
use senet_space_weirdos::api;
use senet_space_weirdos::solver::Stop;
use senet_table::Refusal;
use serde_json::Value;

/// Answers a question about a document of a system, such as `check` of `space-weirdos`; the system is
/// named by its id or by the word for its documents.
pub fn document(system: &str, method: &str, input: Value) -> Result<Value, Refusal> {
    document_until(system, method, input, &Leash::default())
}

/// The same, where a long search ends without an answer when the leash is pulled.
pub fn document_until(
    system: &str,
    method: &str,
    input: Value,
    leash: &Leash,
) -> Result<Value, Refusal> {
    if system != SPACE_WEIRDOS && system != WARBAND {
        let sentence = format!("there is no system \"{system}\"; there is {SPACE_WEIRDOS}");
        return Err(Refusal::new("unknown_system", sentence));
    }
    if !api::METHODS.contains(&method) {
        let known = api::METHODS.join(", ");
        let sentence = format!("{system} has no \"{method}\"; it has {known}");
        return Err(Refusal::new("unknown_method", sentence));
    }
    let leash = leash.clone();
    let stop = Stop::when(move || leash.pulled());
    let answer = api::call_until(method, input, &stop);
    answer.map_err(|fault| Refusal::new(&fault.code, fault.message))
}

/// The systems that are documents: their ids, their rules, and the schemas of what can be asked.
pub fn documents() -> Vec<DocumentSystem> {
    let schemas = api::schemas().into_iter().flat_map(|told| {
        let request = (format!("{}_request", told.method), told.request.to_value());
        let response = (format!("{}_response", told.method), told.response.to_value());
        [request, response]
    });
    vec![DocumentSystem {
        id: SPACE_WEIRDOS,
        word: WARBAND,
        rules: senet_space_weirdos::RULES,
        schemas: Value::Object(schemas.collect()),
    }]
}

/// A system that is a document with rules.
pub struct DocumentSystem {
    /// Its id.
    pub id: &'static str,
    /// What one of its documents is called, in addresses and on the command line.
    pub word: &'static str,
    /// Its rules reference, in Markdown.
    pub rules: &'static str,
    /// The JSON Schemas of every question and its answer: `check_request`, `check_response`, ….
    pub schemas: Value,
}

#[cfg(feature = "cli")]
impl DocumentSystem {
    /// What can be typed after the word for its documents.
    pub fn command(&self) -> clap::Command {
        let command = clap::Command::new(self.word)
            .about("Space Weirdos: check, price, mend, complete and print warbands");
        <senet_space_weirdos::cli::Args as clap::Args>::augment_args(command)
    }

    /// Does what was typed, or says what clap finds wrong with it.
    pub fn run(
        &self,
        typed: &clap::ArgMatches,
        host: &impl DocumentHost,
    ) -> Result<DocumentOutput, clap::Error> {
        let args =
            <senet_space_weirdos::cli::Args as clap::FromArgMatches>::from_arg_matches(typed)?;
        Ok(senet_space_weirdos::cli::run(&args, host))
    }
}

/// What a terminal gives to documents, and gets from them.
#[cfg(feature = "cli")]
pub use senet_space_weirdos::cli::{Host as DocumentHost, Output as DocumentOutput};

const SPACE_WEIRDOS: &str = "space-weirdos";
const WARBAND: &str = "warband";
