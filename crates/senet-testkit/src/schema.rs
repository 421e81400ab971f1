//! Values made up from a JSON Schema: commands that no position of a play would have suggested.

use senet_kernel::Rng;
use serde_json::{Map, Value};

/// Deeper values are cut off, because a schema may speak of itself.
const DEEPEST: u32 = 8;

/// A value that the schema allows, more or less: bounds are kept, patterns are not.
pub(crate) fn instance(schema: &Value, rng: &mut Rng) -> Value {
    Maker { root: schema, rng }.make(schema, 0)
}

struct Maker<'a> {
    root: &'a Value,
    rng: &'a mut Rng,
}

impl Maker<'_> {
    fn make(&mut self, schema: &Value, depth: u32) -> Value {
        if depth > DEEPEST {
            return Value::Null;
        }
        if let Some(name) = schema["$ref"].as_str() {
            let path = name.trim_start_matches('#');
            let meant = self.root.pointer(path).unwrap_or(&Value::Null).clone();
            return self.make(&meant, depth + 1);
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        if let Some(words) = schema["enum"].as_array() {
            return self.rng.choose(words).cloned().unwrap_or(Value::Null);
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[choice].as_array() {
                let chosen = self.rng.choose(choices).cloned().unwrap_or(Value::Null);
                return self.make(&chosen, depth + 1);
            }
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.rng.choose(kinds).and_then(Value::as_str),
            kind => kind.as_str(),
        };
        match kind {
            Some("object") => self.object(schema, depth),
            Some("array") => self.array(schema, depth),
            Some("integer" | "number") => self.integer(schema),
            Some("boolean") => Value::Bool(self.rng.below(2) == 0),
            Some("string") => Value::String("a".repeat(self.rng.below(3) as usize)),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value, depth: u32) -> Value {
        let mut fields = Map::new();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let needed = schema["required"]
                .as_array()
                .is_some_and(|all| all.contains(&name.as_str().into()));
            if needed || self.rng.below(2) == 0 {
                fields.insert(name.clone(), self.make(field, depth + 1));
            }
        }
        Value::Object(fields)
    }

    fn array(&mut self, schema: &Value, depth: u32) -> Value {
        if let Some(items) = schema["prefixItems"].as_array() {
            return items.iter().map(|item| self.make(item, depth + 1)).collect();
        }
        let least = schema["minItems"].as_u64().unwrap_or(0) as u32;
        let most = schema["maxItems"].as_u64().unwrap_or(4).min(16) as u32;
        let length = least + self.rng.below(most.saturating_sub(least) + 1);
        (0..length).map(|_| self.make(&schema["items"], depth + 1)).collect()
    }

    /// Mostly a small number, because most bounds are.
    fn integer(&mut self, schema: &Value) -> Value {
        let least = schema["minimum"].as_i64().unwrap_or(-2);
        let most = schema["maximum"].as_i64().unwrap_or(i64::from(u32::MAX)).max(least);
        let span = most.saturating_sub(least);
        let span = if self.rng.below(8) == 0 { span } else { span.min(12) };
        let by = self.rng.below(u32::try_from(span + 1).unwrap_or(u32::MAX));
        Value::from(least + i64::from(by))
    }
}
