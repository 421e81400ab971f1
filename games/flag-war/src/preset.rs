//! The rule sets that come with the game, from `data/presets.toml`.

use std::sync::LazyLock;

use senet_kernel::{Fault, Faults, Preset};
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
    let raw: RawPresets = toml::from_str(text)
        .map_err(|error| Fault::new("presets.toml", "malformed", error.to_string()))?;
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
        // Read once and kept for the life of the program, as the kernel's presets are.
        let keep = |text: String| -> &'static str { text.leak() };
        Ok(Preset {
            id: keep(raw.id),
            name: keep(raw.name),
            line: keep(raw.line),
            note: keep(raw.note),
            config: raw.config,
        })
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
        check(&format!("{entry}colour = 1\n"), "presets.toml");
        check(&format!("{entry}config = {{ width = 8 }}\n"), "presets.toml: x.config.width");
    }
}
