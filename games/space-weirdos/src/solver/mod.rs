//! The solver: exact answers over all legal warbands, by counting loadouts of each cost.

mod complete;
mod count;
mod fix;
mod natural;
mod plan;
mod space;
mod stop;
mod what_if;

mod wish;

use schemars::JsonSchema;
use senet_kernel::visible;
use serde::{Deserialize, Serialize};

pub use complete::{
    Clash, Completion, Found, NotFound, Order, Searched, complete, complete_until, random,
    random_until,
};
pub use count::{
    Filter, Loadouts, count_drawn, count_drawn_until, count_profiles, count_warbands, enumerate,
};

pub use fix::{Fix, Fixes, fix, fix_until};
pub use natural::Natural;
pub use space::Arms;
pub use stop::Stop;
pub(crate) use stop::Telling;
pub use what_if::{
    AbilityChoice, Spending, Upgrade, best_ability, best_ability_until, spend, spend_until,
};

pub use wish::Wish;

use crate::catalogue::List;
use crate::document::Warband;

/// No warband larger than this is searched for: the counts of larger ones have too many digits.
pub const MAX_POINTS: u32 = 200;

/// Why the solver did not search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refused {
    /// The point limit is not one.
    #[error("The warband has no legal point limit.")]
    NoPointLimit,
    /// More points than the limit, or than can be searched.
    #[error("{points} points are more than {limit}.")]
    TooManyPoints {
        /// What was asked for.
        points: u32,
        /// The most.
        limit: u32,
    },
    /// The ability is not one.
    #[error("{ability} is not a warband ability.")]
    UnknownAbility {
        /// What was written.
        ability: String,
    },
    /// An item is not one.
    #[error("{item} is not a weapon, a piece of equipment or a power.")]
    UnknownItem {
        /// What was written.
        item: String,
    },
    /// A path names nothing that can be opened.
    #[error("{path} names no part of this warband.")]
    UnknownPath {
        /// What was written.
        path: String,
    },
    /// Too many different things to count.
    #[error("At most {limit} different things can be wished for at once.")]
    TooManyGoals {
        /// The most.
        limit: usize,
    },
    /// The wishes together need too large a table.
    #[error("These wishes together are too wide to search. Ask for smaller numbers.")]
    TooWide,
    /// So broken that no list of small edits would help.
    #[error("{who} carries {count} things in one list; {limit} can be searched.")]
    TooBroken {
        /// Who.
        who: String,
        /// How many.
        count: usize,
        /// The most.
        limit: usize,
    },
    /// More weirdos than any warband can have.
    #[error("The warband has {count} weirdos; {limit} can be searched.")]
    TooManyWeirdos {
        /// How many.
        count: usize,
        /// The most.
        limit: usize,
    },
    /// Whoever asked wants no answer any more.
    #[error("The search took too long and was stopped. Ask for less at once.")]
    Stopped,
    /// The answer would be longer than anybody reads.
    #[error(
        "There are more than {limit} bytes to tell about this warband. Ask about a smaller one."
    )]
    TooMuchToTell {
        /// The most.
        limit: usize,
    },
    /// Only a legal warband can be improved.
    #[error("The warband is not legal yet.")]
    NotLegal,
}

/// Refuses a warband that is larger, or has longer lists, than a search can look at.
fn check_size(warband: &Warband, members: usize, list: usize) -> Result<(), Refused> {
    let count = warband.members().count();
    if members < count {
        return Err(Refused::TooManyWeirdos { count, limit: members });
    }
    for (_, weirdo) in warband.members() {
        let longest = List::ALL.map(|list| weirdo.list(list).len()).into_iter().max();
        if let Some(count) = longest.filter(|count| list < *count) {
            let who = visible(&weirdo.name).into_owned();
            return Err(Refused::TooBroken { who, count, limit: list });
        }
    }
    Ok(())
}
