//! What a player asks of a warband that the solver makes.

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Refused;
use super::space::Mark;
use crate::catalogue::{Catalogue, List};
use crate::document::UNARMED;

/// One wish. Several wishes must all hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// At least so many weirdos of a kind.
    AtLeast {
        /// How many.
        count: u32,
        /// `shooter` (has firepower), `psychic` (has a power), or the id of an item they carry.
        of: String,
    },
    /// No two added troopers are alike, nor like a trooper that is kept whole.
    NoRepeats,
    /// Only these weapons, equipment and powers are chosen; Unarmed is always allowed.
    Only {
        /// Ids or names.
        items: Vec<String>,
    },
    /// None of these is chosen.
    Without {
        /// Ids or names.
        items: Vec<String>,
    },
    /// How many weirdos there are, the leader included.
    Bodies {
        /// At least.
        #[serde(default)]
        min: u32,
        /// At most.
        #[serde(default)]
        max: Option<u32>,
    },
    /// Nobody uses the premium slot.
    NoPremium,
}

impl Wish {
    /// Reads a wish as it is typed: `shooters=2`, `psychics=1`, `medkit=1`, `bodies=5..8`,
    /// `only=a,b`, `without=a,b`, `no-repeats`, `no-premium`.
    pub fn parse(text: &str) -> Result<Wish, String> {
        let items = |list: &str| list.split(',').map(|item| item.trim().to_owned()).collect();
        let number = |text: &str| {
            let number = text.trim().parse::<u32>();
            number.map_err(|_| format!("{} is not a number.", text.trim()))
        };
        match text.trim().split_once('=') {
            None if text.trim() == "no-repeats" => Ok(Wish::NoRepeats),
            None if text.trim() == "no-premium" => Ok(Wish::NoPremium),
            None => Err(format!("{} is not a wish.", text.trim())),
            Some(("only", list)) => Ok(Wish::Only { items: items(list) }),
            Some(("without", list)) => Ok(Wish::Without { items: items(list) }),
            Some(("bodies", range)) => {
                let (min, max) = range.split_once("..").unwrap_or((range, range));
                Ok(Wish::Bodies {
                    min: if min.trim().is_empty() { 0 } else { number(min)? },
                    max: if max.trim().is_empty() { None } else { Some(number(max)?) },
                })
            }
            Some((of, count)) => {
                let of = match of.trim() {
                    "shooters" => "shooter",
                    "psychics" => "psychic",
                    other => other,
                };
                Ok(Wish::AtLeast { count: number(count)?, of: of.to_owned() })
            }
        }
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wish::AtLeast { count, of } => write!(f, "at least {count} with {of}"),
            Wish::NoRepeats => f.write_str("no two troopers alike"),
            Wish::Only { items } => write!(f, "only {}", items.join(", ")),
            Wish::Without { items } => write!(f, "without {}", items.join(", ")),
            Wish::Bodies { min, max: None } => write!(f, "at least {min} weirdos"),
            Wish::Bodies { min, max: Some(max) } if min == max => write!(f, "{min} weirdos"),
            Wish::Bodies { min, max: Some(max) } => write!(f, "{min} to {max} weirdos"),
            Wish::NoPremium => f.write_str("nobody at 21 to 25"),
        }
    }
}

/// The wishes, put together into what the search needs.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// What is counted, and how many of each are needed.
    pub goals: Vec<(Mark, u32)>,
    /// The items that may be chosen, as bits by list.
    pub allowed: [u32; 4],
    pub repeats: bool,
    pub premium: bool,
    pub min_bodies: u32,
    pub max_bodies: Option<u32>,
}

/// More different things cannot be counted at once.
const MAX_GOALS: usize = 4;

impl Wanted {
    pub(crate) fn of<'a>(
        catalogue: &Catalogue,
        wishes: impl IntoIterator<Item = &'a Wish>,
    ) -> Result<Wanted, Refused> {
        let all = List::ALL.map(|list| (1_u32 << catalogue.items(list).len()) - 1);
        let mut wanted = Wanted {
            goals: Vec::new(),
            allowed: all,
            repeats: true,
            premium: true,
            min_bodies: 0,
            max_bodies: None,
        };
        for wish in wishes {
            match wish {
                Wish::AtLeast { count, of } => {
                    wanted.goal(mark(catalogue, of)?, *count);
                }
                Wish::NoRepeats => wanted.repeats = false,
                Wish::Only { items } => {
                    let mut only = masks(catalogue, items)?;
                    only[List::CloseCombatWeapons.index()] |= unarmed(catalogue);
                    wanted.narrow(only);
                }
                Wish::Without { items } => {
                    wanted.narrow(masks(catalogue, items)?.map(|mask| !mask));
                }
                Wish::Bodies { min, max } => {
                    wanted.min_bodies = wanted.min_bodies.max(*min);
                    let tighter = |now: u32| max.map_or(now, |max| max.min(now));
                    wanted.max_bodies = wanted.max_bodies.map_or(*max, |now| Some(tighter(now)));
                }
                Wish::NoPremium => wanted.premium = false,
            }
        }
        if wanted.goals.len() > MAX_GOALS {
            return Err(Refused::TooManyGoals { limit: MAX_GOALS });
        }
        Ok(wanted)
    }

    fn goal(&mut self, mark: Mark, count: u32) {
        match self.goals.iter_mut().find(|(other, _)| *other == mark) {
            Some((_, needed)) => *needed = count.max(*needed),
            None => self.goals.push((mark, count)),
        }
    }

    fn narrow(&mut self, masks: [u32; 4]) {
        for (allowed, mask) in self.allowed.iter_mut().zip(masks) {
            *allowed &= mask;
        }
    }
}

fn unarmed(catalogue: &Catalogue) -> u32 {
    let place = catalogue.find(List::CloseCombatWeapons, UNARMED);
    place.map_or(0, |place| 1 << place)
}

fn mark(catalogue: &Catalogue, of: &str) -> Result<Mark, Refused> {
    match of {
        "shooter" => Ok(Mark::Shooter),
        "psychic" => Ok(Mark::Psychic),
        item => find(catalogue, item).map(|(list, place)| Mark::Item(list, place)),
    }
}

fn find(catalogue: &Catalogue, item: &str) -> Result<(List, usize), Refused> {
    let in_list = |list: List| {
        let found = Catalogue::meant(catalogue.items(list), item)?;
        Some((list, catalogue.find(list, &found.id)?))
    };
    let found = List::ALL.into_iter().find_map(in_list);
    found.ok_or_else(|| Refused::UnknownItem { item: item.to_owned() })
}

fn masks(catalogue: &Catalogue, items: &[String]) -> Result<[u32; 4], Refused> {
    let mut masks = [0; 4];
    for item in items.iter().collect::<BTreeSet<_>>() {
        let (list, place) = find(catalogue, item)?;
        masks[list.index()] |= 1 << place;
    }
    Ok(masks)
}
