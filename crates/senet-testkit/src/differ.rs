//! Where two values differ, for the reports of failures.

use serde::Serialize;
use serde_json::Value;

use crate::fuzz::json;

/// The first places where two values differ as JSON, with what stands there in each:
/// `units[3].hits: 4, not 5`.
pub(crate) fn differences<T: Serialize + ?Sized>(this: &T, other: &T) -> String {
    /// A few show what is wrong; all of them would hide it.
    const SHOWN: usize = 4;

    let mut places = Vec::new();
    compare("", &json(this), &json(other), &mut places);
    let more = places.len().saturating_sub(SHOWN);
    places.truncate(SHOWN);
    match (places.is_empty(), more) {
        (true, _) => "alike as JSON, but not equal".to_owned(),
        (false, 0) => places.join("; "),
        (false, more) => format!("{}; and {more} more", places.join("; ")),
    }
}

fn compare(path: &str, this: &Value, other: &Value, places: &mut Vec<String>) {
    match (this, other) {
        (Value::Object(these), Value::Object(others)) => {
            let added = others.keys().filter(|name| !these.contains_key(*name));
            for name in these.keys().chain(added) {
                let dot = if path.is_empty() { "" } else { "." };
                compare(&format!("{path}{dot}{name}"), &this[name], &other[name], places);
            }
        }
        (Value::Array(these), Value::Array(others)) if these.len() == others.len() => {
            for (i, (this, other)) in these.iter().zip(others).enumerate() {
                compare(&format!("{path}[{i}]"), this, other, places);
            }
        }
        (this, other) if this != other => places.push(format!("{path}: {this}, not {other}")),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differences;

    #[track_caller]
    fn check(this: serde_json::Value, other: serde_json::Value, wanted: &str) {
        assert_eq!(differences(&this, &other), wanted);
    }

    #[test]
    fn says_where_values_differ() {
        check(json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 3}]}), "a[1].b: 2, not 3");
        check(json!({"a": [1]}), json!({"a": [1, 2]}), "a: [1], not [1,2]");
        check(json!({"a": 1}), json!({"a": 1, "b": 2}), "b: null, not 2");
        check(json!({"a": 1, "b": 2}), json!({"a": 1}), "b: 2, not null");
        check(json!([1, 2]), json!([2, 1]), "[0]: 1, not 2; [1]: 2, not 1");
        check(
            json!([1, 1, 1, 1, 1]),
            json!([0, 0, 0, 0, 1]),
            "[0]: 1, not 0; [1]: 1, not 0; [2]: 1, not 0; [3]: 1, not 0",
        );
        check(
            json!([1, 1, 1, 1, 1]),
            json!([0, 0, 0, 0, 0]),
            "[0]: 1, not 0; [1]: 1, not 0; [2]: 1, not 0; [3]: 1, not 0; and 1 more",
        );
        check(json!(1), json!(1), "alike as JSON, but not equal");
    }
}
