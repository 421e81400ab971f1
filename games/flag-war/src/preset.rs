//! The rule sets that come with the game, from `data/presets.toml`.

use std::sync::LazyLock;

use senet_kernel::{Fault, Faults, Preset, read as read_json, read_toml};
use serde::Deserialize;

use crate::config::Config;
use crate::layout::Setup;

/// The presets; the first is the default.
pub(crate) fn presets() -> &'static [Preset<Config>] {
    static PRESETS: LazyLock<Vec<Preset<Config>>> = LazyLock::new(|| {
        read(include_str!("../data/presets.toml")).expect("the embedded presets are tested")
    });
    &PRESETS
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPresets {
    preset: Vec<RawPreset>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPreset {
    id: String,
    name: String,
    line: String,
    note: String,
    #[serde(default)]
    config: Config,
}

fn read(text: &str) -> Result<Vec<Preset<Config>>, Faults> {
    let raw = read_toml(text).and_then(|file| read_json::<RawPresets>(&file));
    let raw = raw.map_err(|misfit| misfit.in_file("presets.toml"))?;
    raw.preset.into_iter().map(Preset::try_from).collect()
}

impl TryFrom<RawPreset> for Preset<Config> {
    type Error = Faults;

    fn try_from(raw: RawPreset) -> Result<Preset<Config>, Faults> {
        if let Err(faults) = Setup::new(&raw.config) {
            let placed = faults.list().iter().map(|fault| Fault {
                field: format!("presets.toml: {}.config.{}", raw.id, fault.field),
                ..fault.clone()
            });
            Faults::check(placed.collect())?;
        }
        let figures = figures(&raw.id);
        // Read once and kept for the life of the program, as the kernel's presets are.
        let keep = |text: String| -> &'static str { text.leak() };
        Ok(Preset {
            id: keep(raw.id),
            name: keep(raw.name),
            line: keep(raw.line),
            note: keep(figures.told(&raw.note)),
            config: raw.config,
        })
    }
}

/// What was measured of a rule set, as far as notes tell it.
#[derive(Default, Deserialize)]
struct Row {
    settings: Settings,
    games: u64,
    bots: Vec<String>,
    /// Games with a winner, of a thousand, and its interval.
    won: [u64; 3],
    measures: std::collections::BTreeMap<String, u64>,
}

#[derive(Default, Deserialize)]
struct Settings {
    rule_set: String,
}

#[derive(Deserialize)]
struct Figures {
    rows: Vec<Row>,
}

/// The figures of a rule set that `cargo xtask figures` measured.
fn figures(id: &str) -> Row {
    let text = include_str!("../figures.json");
    let json = serde_json::from_str(text).expect("the figures that are built in are JSON");
    let figures: Figures =
        read_json(&json).expect("the figures that are built in are read by the tests");
    figures.rows.into_iter().find(|row| row.settings.rule_set == id).unwrap_or_default()
}

impl Row {
    /// A note with its figures filled in.
    fn told(&self, note: &str) -> String {
        let won = match (self.won[0] / 10, self.won[0] % 10) {
            (0, 0) => "none".to_owned(),
            (whole, 0) => format!("{whole} %"),
            (whole, tenth) => format!("{whole}.{tenth} %"),
        };
        let rounds = self.measures.get("rounds").copied().unwrap_or_default();
        note.replace("{games}", &self.games.to_string())
            .replace("{bots}", self.bots.first().map_or("", String::as_str))
            .replace("{won}", &won)
            .replace("{rounds}", &rounds.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, field: &str) {
        let faults = read(text).expect_err("a faulty file");
        assert_eq!(faults.list()[0].field, field);
    }

    #[test]
    fn faults_of_the_file_name_the_entry_and_the_field() {
        let entry = "[[preset]]\nid = \"x\"\nname = \"X\"\nline = \"\"\nnote = \"\"\n";
        assert!(read(entry).is_ok());
        check(&format!("{entry}colour = 1\n"), "presets.toml: preset[0].colour");
        check(&format!("{entry}config = {{ width = 8 }}\n"), "presets.toml: x.config.width");
    }
}
