//! The five levels, the same in every game.

/// How well a mind plays. The names are the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Any legal command.
    Random,
    /// Looks one step ahead and is not always careful.
    Easy,
    /// Tries the next moves out to the end, a few times.
    Normal,
    /// Thinks up to a second.
    Hard,
    /// Thinks up to three seconds.
    Expert,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 5] =
        [Level::Random, Level::Easy, Level::Normal, Level::Hard, Level::Expert];

    /// The name on the wire and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }

    /// What to expect of it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Level::Random => "Plays anything that the rules allow.",
            Level::Easy => "Sees good moves, and does not always take the best one.",
            Level::Normal => "Plays soundly and answers at once.",
            Level::Hard => "Thinks up to a second, plans ahead, forgives little.",
            Level::Expert => "Thinks up to three seconds and plays the best it can find.",
        }
    }

    /// How many milliseconds a decision may take. Levels play a number of lines that takes less on an ordinary
    /// machine; where it does not, a host with a clock ends the thinking by its leash.
    pub const fn millis(self) -> u32 {
        match self {
            Level::Random | Level::Easy | Level::Normal | Level::Hard => 1_000,
            Level::Expert => 3_000,
        }
    }

    /// The level that a bot of this name is given the time of: a trained mind thinks as long as `expert`.
    pub fn of_bot(name: &str) -> Level {
        Level::named(name).unwrap_or(Level::Expert)
    }

    /// The level of this name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}
