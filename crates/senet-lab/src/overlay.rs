//! How a setting that is named by its path gets into a configuration, or into a data file.

use serde_json::Value;

use crate::LabError;

/// A setting by its path, as `factions.ember_guard.defense` is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(Vec<String>);

impl Path {
    /// The path of these parts.
    pub fn new(parts: Vec<String>) -> Path {
        Path(parts)
    }

    /// The parts.
    pub fn parts(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    /// The path of a place in this one.
    #[must_use]
    pub fn place(&self, place: usize) -> Path {
        let mut parts = self.0.clone();
        parts.push(place.to_string());
        Path(parts)
    }

    /// The setting that this is a place of, and which.
    pub fn placed(&self) -> Option<(Path, usize)> {
        let (last, before) = self.0.split_last()?;
        Some((Path(before.to_vec()), last.parse().ok()?)).filter(|(path, _)| !path.0.is_empty())
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join("."))
    }
}

/// Puts a value into a configuration, and says whether there is such a place.
pub fn set_in_config(config: &mut Value, path: &Path, value: &Value) -> bool {
    let Some((last, before)) = path.0.split_last() else { return false };
    let mut at = config;
    for (depth, part) in before.iter().enumerate() {
        let next = match at {
            Value::Object(fields) => fields.get_mut(part),
            Value::Array(places) => {
                part.parse().ok().and_then(|place: usize| places.get_mut(place))
            }
            _ => None,
        };
        let Some(next) = next else { return false };
        // A part of the rules that is off has no fields yet.
        if next.is_null() && depth + 1 < path.0.len() {
            *next = Value::Object(serde_json::Map::new());
        }
        at = next;
    }
    match at {
        // The outermost fields are known; what is inside them is judged by the game.
        Value::Object(fields) if !before.is_empty() || fields.contains_key(last) => {
            fields.insert(last.clone(), value.clone());
            true
        }
        Value::Array(places) => {
            let place = last.parse().ok().and_then(|place: usize| places.get_mut(place));
            place.map(|place| *place = value.clone()).is_some()
        }
        _ => false,
    }
}

/// The data files of a game, some of them changed.
#[derive(Clone, Debug)]
pub struct Files {
    files: Vec<(String, File)>,
}

#[derive(Clone, Debug)]
enum File {
    Own(String),
    Changed(toml::Table),
}

impl Files {
    /// The game's own.
    pub fn new(own: Vec<(String, String)>) -> Files {
        Files { files: own.into_iter().map(|(name, text)| (name, File::Own(text))).collect() }
    }

    /// Whether a path begins with the name of a file.
    pub fn knows(&self, path: &Path) -> bool {
        self.files.iter().any(|(name, _)| is_of(name, path))
    }

    /// The number at a path, if there is one.
    pub fn number(&self, path: &Path) -> Option<f64> {
        let (_, file) = self.files.iter().find(|(name, _)| is_of(name, path))?;
        let table = match file {
            File::Own(text) => toml::from_str(text).ok()?,
            File::Changed(table) => table.clone(),
        };
        let mut root = toml::Value::Table(table);
        let found = descend(&mut root, &path.0[1..])?;
        found.as_float().or_else(|| found.as_integer().map(|number| number as f64))
    }

    /// Puts a value into a file: the path is the file's name, then keys, where an entry of a list is
    /// named by its `id` or its place.
    pub fn set(&mut self, path: &Path, value: &Value) -> Result<(), LabError> {
        let wrong = |sentence: String| LabError::Experiment(format!("{path}: {sentence}"));
        let found = self.files.iter_mut().find(|(name, _)| is_of(name, path));
        let (name, file) = found.ok_or_else(|| wrong("there is no such data file".to_owned()))?;
        let table = match file {
            File::Changed(table) => std::mem::take(table),
            File::Own(text) => {
                toml::from_str(text).map_err(|error| wrong(format!("{name}: {error}")))?
            }
        };
        let value = toml::Value::try_from(value).map_err(|error| wrong(error.to_string()))?;
        let mut root = toml::Value::Table(table);
        let (last, before) = match path.0[1..].split_last() {
            Some(parts) => parts,
            None => return Err(wrong(format!("name an entry and a field of {name}"))),
        };
        let entry = descend(&mut root, before)
            .ok_or_else(|| wrong(format!("{name} has no entry {}", before.join("."))))?;
        match (entry, last.parse::<usize>()) {
            (toml::Value::Table(fields), _) => {
                if !fields.contains_key(last) {
                    let known: Vec<&str> = fields.keys().map(String::as_str).collect();
                    return Err(wrong(format!(
                        "there is no field {last}; there are {}",
                        known.join(", ")
                    )));
                }
                fields.insert(last.clone(), value);
            }
            (toml::Value::Array(places), Ok(place)) if place < places.len() => {
                places[place] = value;
            }
            _ => return Err(wrong(format!("{name} has no field {last} there"))),
        }
        let toml::Value::Table(table) = root else { return Ok(()) };
        *file = File::Changed(table);
        Ok(())
    }

    /// The files that were changed: name and text.
    pub fn changed(&self) -> Vec<(String, String)> {
        let text = |table: &toml::Table| toml::to_string(table).unwrap_or_default();
        let changed = self.files.iter().filter_map(|(name, file)| match file {
            File::Own(_) => None,
            File::Changed(table) => Some((name.clone(), text(table))),
        });
        changed.collect()
    }
}

fn is_of(name: &str, path: &Path) -> bool {
    path.0.first().is_some_and(|first| name.strip_suffix(".toml") == Some(first.as_str()))
}

fn descend<'a>(root: &'a mut toml::Value, parts: &[String]) -> Option<&'a mut toml::Value> {
    parts.iter().try_fold(root, |at, part| match at {
        toml::Value::Table(fields) => {
            if fields.contains_key(part) {
                return fields.get_mut(part);
            }
            // An entry of one of the table's lists, by its id.
            let lists = fields.iter_mut().filter_map(|(_, value)| value.as_array_mut());
            lists.into_iter().flatten().find(|entry| has_id(entry, part))
        }
        toml::Value::Array(places) => match part.parse::<usize>() {
            Ok(place) => places.get_mut(place),
            Err(_) => places.iter_mut().find(|entry| has_id(entry, part)),
        },
        _ => None,
    })
}

fn has_id(entry: &toml::Value, id: &str) -> bool {
    entry.get("id").and_then(toml::Value::as_str) == Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn path(text: &str) -> Path {
        Path::new(text.split('.').map(str::to_owned).collect())
    }

    #[test]
    fn a_setting_is_found_by_its_path() {
        #[track_caller]
        fn check(at: &str, expected: Option<Value>) {
            let mut config = json!({ "factions": ["a", "b"], "limit": null, "mission": "x" });
            let done = set_in_config(&mut config, &path(at), &json!(7));
            assert_eq!(done.then_some(config), expected);
        }
        check("mission", Some(json!({ "factions": ["a", "b"], "limit": null, "mission": 7 })));
        check("factions.1", Some(json!({ "factions": ["a", 7], "limit": null, "mission": "x" })));
        check(
            "limit.rounds",
            Some(json!({ "factions": ["a", "b"], "limit": { "rounds": 7 }, "mission": "x" })),
        );
        check("factions.ember.defense", None);
        check("factions.2", None);
        check("colour", None);
    }

    #[test]
    fn a_field_of_a_data_file_is_found_by_the_entrys_id() {
        let text = "schema = 1\n[[faction]]\nid = \"ember\"\ndefense = 9\nmove = [1, 2]\n";
        let mut files = Files::new(vec![("factions.toml".to_owned(), text.to_owned())]);
        assert_eq!(files.number(&path("factions.ember.defense")), Some(9.0));
        files.set(&path("factions.ember.defense"), &json!(8)).unwrap();
        files.set(&path("factions.ember.move.1"), &json!(5)).unwrap();
        let changed = files.changed();
        let read: toml::Table = toml::from_str(&changed[0].1).unwrap();
        assert_eq!(read["faction"][0]["defense"].as_integer(), Some(8));
        assert_eq!(read["faction"][0]["move"][1].as_integer(), Some(5));
        let refused = |at: &str| files.clone().set(&path(at), &json!(1)).unwrap_err().to_string();
        assert!(refused("factions.ember.colour").contains("there are id, defense, move"));
        assert!(refused("factions.frost.defense").contains("no entry frost"));
        assert!(refused("missions.x.y").contains("no such data file"));
    }
}
