//! A game's settings, one by one, by the schema of its configuration: what there is, and how a word
//! on a command line becomes a value. No game is named here.

use senet_kernel::{Fault, Faults};
use serde_json::{Map, Value, json};

use crate::AnyGame;

/// The most values that are told one by one. A game from outside may tell of any range.
const MOST: u64 = 1_000;
/// How deep lists may lie in lists for what they take to be told.
const DEEPEST: u32 = 2;

/// One setting of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in the configuration.
    pub key: String,
    /// What it takes, in words.
    pub takes: String,
    /// What it is, in a line.
    pub line: String,
}

/// All settings of a game, in the order of their names.
pub fn settings(game: &dyn AnyGame) -> Vec<Setting> {
    let schema = game.page().config_schema;
    let mut list = Vec::new();
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        let line = property["description"].as_str().unwrap_or_default().replace('\n', " ");
        list.push(Setting { key: key.clone(), takes: takes(&schema, property), line });
    }
    list
}

/// Puts a value, as it is typed, into a configuration.
pub fn set(game: &dyn AnyGame, config: &mut Value, key: &str, value: &str) -> Result<(), Faults> {
    let schema = game.page().config_schema;
    let key = key.trim().replace('-', "_");
    let property = schema["properties"].get(&key).ok_or_else(|| unknown(game, &key))?;
    let read = read(&schema, property, value.trim()).ok_or_else(|| {
        let sentence = format!("\"{value}\" does not fit; it takes {}", takes(&schema, property));
        Faults::from(Fault::new(key.as_str(), "bad_value", sentence))
    })?;
    if let Some(settings) = config.as_object_mut() {
        settings.insert(key, read);
    }
    Ok(())
}

/// Sets how many play, where the game lets one choose: its configuration counts the seats, or lists
/// the players.
pub fn set_players(game: &dyn AnyGame, config: &mut Value, count: usize) -> Result<(), Faults> {
    let schema = game.page().config_schema;
    let (fewest, most) = game.line().seats;
    let properties = &schema["properties"];
    let listed = kind(&schema, &properties["players"]) == Some("array");
    let counted = kind(&schema, &properties["seats"]) == Some("integer");
    if !(fewest..=most).contains(&count) || !listed && !counted && count != most {
        let range = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
        let sentence = format!("{} is for {range} players, not {count}", game.id());
        return Err(Fault::new("players", "wrong_count", sentence).into());
    }
    let Some(settings) = config.as_object_mut() else { return Ok(()) };
    if listed {
        let known = settings.get("players").and_then(Value::as_array);
        let mut players = known.cloned().unwrap_or_default();
        players.resize(count, json!(""));
        settings.insert("players".to_owned(), json!(players));
    } else if counted {
        settings.insert("seats".to_owned(), json!(count));
    }
    Ok(())
}

/// All that a setting can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// One of these values.
    Values(Vec<Value>),
    /// So many values side by side, each with choices of its own.
    Places(usize),
}

/// All that a setting can be, where that is a list: words, on and off, the numbers of a range, or
/// places side by side. What is drawn by lot among the others is none of them. The setting is named
/// by its path, such as `["factions", "0"]`.
pub fn choices(game: &dyn AnyGame, path: &[&str]) -> Option<Choices> {
    let schema = game.page().config_schema;
    forms(&schema, part_at(&schema, path)?).into_iter().find_map(|form| {
        let told = all_words(form).filter(|(_, drawn)| !drawn).map(|(word, _)| json!(word));
        let told = told.collect::<Vec<_>>();
        let examples = form["examples"].as_array().cloned().unwrap_or_default();
        match (types(form).first(), form["minItems"].as_u64(), form["maxItems"].as_u64()) {
            _ if !told.is_empty() => Some(Choices::Values(told)),
            _ if !examples.is_empty() => Some(Choices::Values(examples)),
            (Some(&"boolean"), ..) => Some(Choices::Values(vec![json!(false), json!(true)])),
            (Some(&"integer"), ..) => {
                let (least, most) = (form["minimum"].as_i64()?, form["maximum"].as_i64()?);
                let few = most.checked_sub(least).is_some_and(|range| range < MOST as i64);
                few.then(|| Choices::Values((least..=most).map(|number| json!(number)).collect()))
            }
            (Some(&"array"), Some(least), Some(most)) if least == most && most <= MOST => {
                Some(Choices::Places(usize::try_from(most).ok()?))
            }
            _ => None,
        }
    })
}

/// The name for people of a value of a setting, where the game gives it one.
pub fn title(game: &dyn AnyGame, path: &[&str], value: &Value) -> Option<String> {
    let schema = game.page().config_schema;
    let forms = forms(&schema, part_at(&schema, path)?).into_iter();
    let mut told = forms.flat_map(|form| form["oneOf"].as_array().into_iter().flatten());
    let one = told.find(|one| one["const"] == *value)?;
    one["title"].as_str().map(str::to_owned)
}

/// The schema of a setting that is named by its path.
fn part_at<'a>(schema: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(schema, |part, key| {
        let mut forms = forms(schema, part).into_iter();
        forms.find_map(|form| form["properties"].get(*key).or_else(|| form.get("items")))
    })
}

fn unknown(game: &dyn AnyGame, key: &str) -> Faults {
    let lines = settings(game).into_iter();
    let lines: String = lines.map(|s| format!("\n  {} = {}", s.key, s.takes)).collect();
    let sentence = match lines.is_empty() {
        true => format!("{} has no setting \"{key}\"; it has none", game.id()),
        false => format!("{} has no setting \"{key}\"; it has:{lines}", game.id()),
    };
    Fault::new("", "unknown_setting", sentence).into()
}

/// A schema, with what it refers to in its place.
fn resolved<'a>(schema: &'a Value, part: &'a Value) -> &'a Value {
    let name = part["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
    name.map_or(part, |name| &schema["$defs"][name])
}

/// The forms that a value may have: the parts of an `anyOf`, or the one that there is.
fn forms<'a>(schema: &'a Value, part: &'a Value) -> Vec<&'a Value> {
    let part = resolved(schema, part);
    match part["anyOf"].as_array() {
        Some(parts) => parts.iter().map(|part| resolved(schema, part)).collect(),
        None => vec![part],
    }
}

fn types(part: &Value) -> Vec<&str> {
    match &part["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn kind<'a>(schema: &'a Value, part: &'a Value) -> Option<&'a str> {
    let kinds = forms(schema, part).into_iter().flat_map(types);
    kinds.into_iter().find(|kind| *kind != "null")
}

/// The words that a value is one of.
fn words(part: &Value) -> Vec<&str> {
    all_words(part).map(|(word, _)| word).collect()
}

/// The words that a value is one of, and whether each is drawn by lot among the others.
fn all_words(part: &Value) -> impl Iterator<Item = (&str, bool)> {
    let listed = part["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let told = part["oneOf"].as_array().into_iter().flatten();
    let told = told.filter_map(|one| Some((one["const"].as_str()?, one["drawn"] == true)));
    listed.map(|word| (word, false)).chain(told)
}

/// What fits, in words.
fn takes(schema: &Value, part: &Value) -> String {
    takes_within(schema, part, DEEPEST)
}

fn takes_within(schema: &Value, part: &Value, depth: u32) -> String {
    let mut said = Vec::new();
    for form in forms(schema, part) {
        let words = words(form);
        if !words.is_empty() {
            said.push(words.join(", "));
        }
        for kind in types(form).into_iter().filter(|_| words.is_empty()) {
            said.push(match kind {
                "boolean" => "on, off".to_owned(),
                "integer" => number(form),
                "array" if depth == 0 => "a list as JSON".to_owned(),
                "array" => {
                    format!("a list of {}", takes_within(schema, &form["items"], depth - 1))
                }
                "null" => "none".to_owned(),
                "string" => "text".to_owned(),
                other => format!("{other} as JSON"),
            });
        }
    }
    if said.is_empty() { "JSON".to_owned() } else { said.join(", or ") }
}

fn number(form: &Value) -> String {
    match (form["minimum"].as_i64(), form["maximum"].as_i64()) {
        (Some(least), Some(most)) => format!("{least} to {most}"),
        (Some(least), None) => format!("a number from {least}"),
        _ => "a number".to_owned(),
    }
}

/// The value that a text means, if it fits.
fn read(schema: &Value, part: &Value, text: &str) -> Option<Value> {
    forms(schema, part).into_iter().find_map(|form| {
        let words = words(form);
        if !words.is_empty() {
            let same = |word: &&&str| word.eq_ignore_ascii_case(&text.replace('-', "_"));
            let exact = words.iter().find(|word| **word == text);
            return exact.or_else(|| words.iter().find(same)).map(|word| json!(word));
        }
        let kinds = types(form);
        if kinds.is_empty() {
            return serde_json::from_str(text).ok();
        }
        kinds.into_iter().find_map(|kind| match kind {
            "null" if text.eq_ignore_ascii_case("none") => Some(Value::Null),
            "boolean" => match text.to_lowercase().as_str() {
                "on" | "true" | "yes" => Some(json!(true)),
                "off" | "false" | "no" => Some(json!(false)),
                _ => None,
            },
            "integer" => within(form, text.parse().ok()?),
            "array" if text.starts_with('[') => serde_json::from_str(text).ok(),
            "array" => {
                let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
                let parts = parts.map(|part| read(schema, &form["items"], part));
                parts.collect::<Option<Vec<Value>>>().map(Value::Array)
            }
            "object" => serde_json::from_str::<Map<String, Value>>(text).ok().map(Value::Object),
            "string" => Some(json!(text)),
            _ => None,
        })
    })
}

fn within(form: &Value, number: i64) -> Option<Value> {
    let least = form["minimum"].as_i64().unwrap_or(i64::MIN);
    let most = form["maximum"].as_i64().unwrap_or(i64::MAX);
    (least..=most).contains(&number).then(|| json!(number))
}
