//! Space Weirdos: a document with rules.
//!
//! Pure functions from a warband to its costs and findings, total on any input; the builder, the
//! checker, the solver, the file formats and the printed sheet stand on those. Rules and rulings
//! have ids in `docs/rules/space-weirdos.md`.
//!
//! Two layers: [`Warband`] and [`Weirdo`] are *documents*, where any field may be absent or wrong,
//! so that drafts and damaged files can be priced and explained. The [`solver`] works on legal
//! values only. Hosts talk JSON to [`api`]; `cli` is the whole of `senet warband`, and
//! [`words`] reads edits as people type them.
//!
//! ```
//! use senet_space_weirdos::{Rules, Warband, cost, file};
//!
//! let rules = Rules::core();
//! let text = r#"{ "name": "The Row", "pointLimit": 75, "leader": { "name": "Ada" } }"#;
//! let warband = file::import(rules.catalogue(), text)?.warband;
//! let result = rules.validate(&warband);
//! assert!(!result.valid);
//! assert_eq!(result.errors[0].message, "Ada: pick a level for every attribute.");
//!
//! assert_eq!(cost::warband(rules.catalogue(), &Warband::new()), 6);
//! # Ok::<(), file::Refusal>(())
//! ```

pub mod api;
mod catalogue;
#[cfg(feature = "clap")]
pub mod cli;
pub mod cost;
mod document;
pub mod edit;
pub mod file;
mod profile;
mod raw;
pub mod solver;
pub mod validate;
pub mod words;

use std::sync::Arc;

pub use catalogue::{
    Ability, AbilityEntry, Attribute, AttributeEntry, Catalogue, Item, Level, Limits, List, Role,
};
pub use document::{Attributes, SCHEMA_VERSION, Slot, UNARMED, Warband, Weirdo};
pub use profile::Profile;
pub use validate::{Badge, Code, Finding, Params, ValidationResult};

/// The rules with their ids, for people.
pub const RULES: &str = include_str!("../../../docs/rules/space-weirdos.md");

/// The rules of one table: a catalogue and what the table decides otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) profile: Profile,
}

impl Rules {
    /// The core rules.
    pub fn core() -> Rules {
        Rules::with(Profile::core())
    }

    /// The core catalogue with a profile. The profile should have passed [`Profile::check`].
    pub fn with(profile: Profile) -> Rules {
        Rules::of(Arc::clone(Catalogue::core()), profile)
    }

    /// A catalogue with a profile.
    pub fn of(catalogue: Arc<Catalogue>, profile: Profile) -> Rules {
        Rules { catalogue, profile }
    }

    /// The catalogue.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The profile.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The point limits that a warband may name.
    pub fn point_limits(&self) -> &[u32] {
        let own = self.profile.point_limits.as_deref();
        own.unwrap_or(&self.catalogue.limits.warband_points)
    }

    /// The most weapons of a kind, where the profile says so.
    pub(crate) fn max_weapons(&self, list: List) -> Option<u32> {
        match list {
            List::CloseCombatWeapons => self.profile.max_close,
            List::RangedWeapons => self.profile.max_ranged,
            List::Equipment | List::PsychicPowers => None,
        }
    }
}
