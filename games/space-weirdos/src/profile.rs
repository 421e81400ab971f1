//! House-rule profiles: what a table may decide otherwise (rulings R5 and R24).

use std::sync::LazyLock;

use schemars::JsonSchema;
use senet_kernel::{Fault, Faults, read, read_toml};
use serde::{Deserialize, Serialize};

/// What a table decides otherwise than the core rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// A short id.
    pub id: String,
    /// What people read.
    pub name: String,
    /// The most close combat weapons on one weirdo; absent means any number (R5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_close: Option<u32>,
    /// The most ranged weapons on one weirdo; absent means any number (R5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_ranged: Option<u32>,
    /// The point limits that a warband may name; absent means 75 and 125 (R24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point_limits: Option<Vec<u32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    profile: Vec<Profile>,
}

static EMBEDDED: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let profiles = Profile::read("profiles.toml", include_str!("../data/profiles.toml"));
    profiles.expect("the embedded profiles are read by the tests")
});

impl Profile {
    /// The profiles that come with the house; the first is the core rules.
    pub fn embedded() -> &'static [Profile] {
        &EMBEDDED
    }

    /// The embedded profile with this id.
    pub fn named(id: &str) -> Option<&'static Profile> {
        Profile::embedded().iter().find(|profile| profile.id == id)
    }

    /// The core rules.
    pub fn core() -> Profile {
        EMBEDDED[0].clone()
    }

    /// Reads profiles. `file` is only named in faults.
    pub fn read(file: &str, toml: &str) -> Result<Vec<Profile>, Faults> {
        let raw = read_toml(toml).and_then(|json| read::<Raw>(&json));
        let raw = raw.map_err(|misfit| misfit.in_file(file))?;
        let mut faults: Vec<Fault> = Vec::new();
        for profile in &raw.profile {
            faults.extend(profile.faults(&format!("{file}: {}", profile.id)));
        }
        if raw.profile.is_empty() {
            faults.push(Fault::new(file, "empty", "there is at least one profile"));
        }
        Faults::check(faults)?;
        Ok(raw.profile)
    }

    /// What is wrong with a profile that was handed in.
    pub fn check(&self) -> Result<(), Faults> {
        Faults::check(self.faults("profile"))
    }

    fn faults(&self, field: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (key, value) in [("max_close", self.max_close), ("max_ranged", self.max_ranged)] {
            if value == Some(0) {
                let sentence = "a weirdo must be allowed at least one weapon";
                faults.push(Fault::new(format!("{field}.{key}"), "out_of_range", sentence));
            }
        }
        let limits = self.point_limits.as_deref().unwrap_or(&[1]);
        if limits.is_empty() || limits.iter().any(|limit| !(1..=10_000).contains(limit)) {
            let sentence = "each point limit is 1 to 10000, and there is at least one";
            faults.push(Fault::new(format!("{field}.point_limits"), "out_of_range", sentence));
        }
        faults
    }
}
