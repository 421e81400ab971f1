//! What is wrong, as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use senet_kernel::Faults;
use serde_json::{Value, json};

create_exception!(
    senet,
    Refusal,
    PyException,
    "Something was refused: `code`, `facts`, `sentence` and `rule` say what and why."
);

/// What a function for Python returns.
pub(crate) type Outcome<T> = PyResult<T>;

/// An exception with its code, facts (as JSON text), sentence and rule.
pub(crate) fn refused(
    py: Python<'_>,
    code: &str,
    facts: &Value,
    sentence: &str,
    rule: Option<&str>,
) -> PyErr {
    let error = Refusal::new_err(sentence.to_owned());
    let value = error.value(py);
    let set = || -> PyResult<()> {
        value.setattr("code", code)?;
        value.setattr("sentence", sentence)?;
        value.setattr("rule", rule)?;
        let facts = py.import("json")?.call_method1("loads", (facts.to_string(),))?;
        value.setattr("facts", facts)
    };
    match set() {
        Ok(()) => error,
        Err(error) => error,
    }
}

/// A refusal of a table.
pub(crate) fn of_refusal(py: Python<'_>, refusal: &senet_table::Refusal) -> PyErr {
    let facts = Value::Object(refusal.facts.clone());
    refused(py, &refusal.code, &facts, &refusal.sentence, refusal.rule.as_deref())
}

/// All that is wrong with a configuration.
pub(crate) fn of_faults(py: Python<'_>, faults: &Faults) -> PyErr {
    let told: Vec<Value> = faults
        .list()
        .iter()
        .map(
            |fault| json!({ "field": fault.field, "code": fault.code, "sentence": fault.sentence }),
        )
        .collect();
    let code = faults.list().first().map_or("refused", |fault| fault.code.as_str());
    refused(py, code, &json!({ "faults": told }), &faults.to_string(), None)
}

/// There is no such game.
pub(crate) fn no_game(py: Python<'_>, id: &str) -> PyErr {
    let known: Vec<_> = senet_catalog::games().iter().map(|game| game.id()).collect();
    let sentence = format!("there is no game {id:?}; there are {}", known.join(", "));
    refused(py, "unknown_game", &json!({ "found": id, "known": known }), &sentence, None)
}

/// Something refused by a code of its own.
pub(crate) fn plain(py: Python<'_>, code: &str, sentence: &str) -> PyErr {
    refused(py, code, &json!({}), sentence, None)
}

/// JSON that came as text.
pub(crate) fn json(py: Python<'_>, what: &str, text: &str) -> PyResult<Value> {
    let unread = |error| plain(py, "bad_json", &format!("the {what} is no JSON: {error}"));
    serde_json::from_str(text).map_err(unread)
}

/// A value that Python itself would call wrong.
pub(crate) fn value(sentence: impl Into<String>) -> PyErr {
    PyValueError::new_err(sentence.into())
}
