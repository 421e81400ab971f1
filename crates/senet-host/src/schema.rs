//! Whether a value is what a JSON Schema says: the words of schemas that games' types have.

use serde_json::Value;

/// Schemas may speak of themselves; values that nest deeper than this are refused.
const DEEPEST: u32 = 64;

/// Says where a value differs from a schema.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    Checker { root: schema }.check(schema, value, "", 0)
}

struct Checker<'a> {
    root: &'a Value,
}

impl Checker<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str, depth: u32) -> Result<(), String> {
        let no = |what: &str| Err(format!("at \"{at}\": {what}, not {}", cut(value)));
        if depth > DEEPEST {
            return no("it nests too deep");
        }
        if *schema == Value::Bool(false) {
            return no("nothing is allowed");
        }
        if let Some(name) = schema["$ref"].as_str() {
            let meant = name.strip_prefix('#').and_then(|path| self.root.pointer(path));
            let meant = meant.ok_or_else(|| format!("the schema lacks {name}"))?;
            self.check(meant, value, at, depth + 1)?;
        }
        if let Some(only) = schema.get("const").filter(|only| *only != value) {
            return no(&format!("it is {}", cut(only)));
        }
        if let Some(words) = schema["enum"].as_array().filter(|words| !words.contains(value)) {
            return no(&format!("it is one of {} words", words.len()));
        }
        for all in schema["allOf"].as_array().into_iter().flatten() {
            self.check(all, value, at, depth + 1)?;
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(forms) = schema[choice].as_array() {
                let fits = |form| self.check(form, value, at, depth + 1).is_ok();
                if !forms.iter().any(fits) {
                    return no("it fits none of the forms");
                }
            }
        }
        if !is_of_kind(&schema["type"], value) {
            return no(&format!("it is {}", schema["type"]));
        }
        self.within(schema, value, at)?;
        self.parts(schema, value, at, depth)
    }

    fn within(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let size = value.as_array().map(|items| items.len() as i64);
        let (number, least, most) = match size {
            Some(size) => (Some(size), "minItems", "maxItems"),
            None => (value.as_i64(), "minimum", "maximum"),
        };
        let Some(number) = number else { return Ok(()) };
        let low = schema[least].as_i64().is_some_and(|least| number < least);
        let high = schema[most].as_i64().is_some_and(|most| number > most);
        if low || high { Err(format!("at \"{at}\": {number} is out of bounds")) } else { Ok(()) }
    }

    fn parts(&self, schema: &Value, value: &Value, at: &str, depth: u32) -> Result<(), String> {
        if let Some(fields) = value.as_object() {
            for needed in schema["required"].as_array().into_iter().flatten() {
                let name = needed.as_str().unwrap_or_default();
                if !fields.contains_key(name) {
                    return Err(format!("at \"{at}\": \"{name}\" is missing"));
                }
            }
            for (name, field) in fields {
                let known = schema["properties"].get(name);
                let part = known.or_else(|| schema.get("additionalProperties"));
                if let Some(part) = part {
                    self.check(part, field, &format!("{at}/{name}"), depth + 1)?;
                }
            }
        }
        for (i, item) in value.as_array().into_iter().flatten().enumerate() {
            let part = schema["prefixItems"].get(i).or_else(|| schema.get("items"));
            if let Some(part) = part {
                self.check(part, item, &format!("{at}/{i}"), depth + 1)?;
            }
        }
        Ok(())
    }
}

fn is_of_kind(kinds: &Value, value: &Value) -> bool {
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => true,
    };
    match kinds {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is),
        _ => true,
    }
}

/// The beginning of a value, for a sentence.
fn cut(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_that_a_schema_does_not_tell_of_are_found() {
        #[track_caller]
        fn row(schema: Value, value: Value, fits: bool) {
            assert_eq!(check(&schema, &value).is_ok(), fits, "{schema} {value}");
        }
        row(json!({"type": "integer", "minimum": 1}), json!(0), false);
        row(json!({"type": ["integer", "null"]}), json!(null), true);
        row(json!({"type": "integer"}), json!("1"), false);
        row(json!({"oneOf": [{"const": "a"}, {"const": "b"}]}), json!("b"), true);
        row(json!({"enum": ["a"]}), json!("b"), false);
        row(json!({"required": ["a"]}), json!({}), false);
        row(json!({"properties": {}, "additionalProperties": false}), json!({"a": 1}), false);
        row(json!({"items": {"type": "string"}}), json!(["a", 1]), false);
        row(json!({"prefixItems": [true, {"type": "null"}]}), json!([1, 1]), false);
        row(json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}), json!(1), false);
        row(json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}), json!(1), false);
    }
}
