//! A toy against the clock, for what no reference game has: orders that count only when it ticks.
//!
//! A seat orders lamps, or throws a die once. At the tick the ordered lamps go on.

use schemars::JsonSchema;
use senet_bots::search::Trials;
use senet_bots::{Candidates, Evaluate, Policy};
use senet_kernel::{
    About, Actor, Dice, Events, Faults, Game, Listing, Outcome, Reject, Rng, Seat, SeatSet,
    TakeBack, Tick, TickKind, Viewer,
};
use serde::{Deserialize, Serialize};

/// The state, the configuration and the view in one: nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lamps {
    /// What each lamp is worth once it is on.
    pub values: Vec<i32>,
    /// What each throw is worth beside its pips; with any, there is no clock.
    pub throws: Vec<i32>,
    pub ordered: Vec<bool>,
    pub on: Vec<bool>,
    pub score: i32,
}

impl Lamps {
    pub fn new(values: &[i32], throws: &[i32]) -> Lamps {
        Lamps {
            values: values.to_vec(),
            throws: throws.to_vec(),
            ordered: vec![false; values.len()],
            on: vec![false; values.len()],
            score: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Command {
    Order(usize),
    Throw(usize),
    Tick,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[error("no")]
pub struct No;

impl Reject for No {
    fn rule(&self) -> &'static str {
        "none"
    }
}

impl Game for Lamps {
    const ID: &'static str = "lamps";
    const RULES: u32 = 1;

    type Config = Lamps;
    type Command = Command;
    type Event = ();
    type View = Lamps;
    type Rejection = No;

    fn about() -> About<Lamps> {
        About {
            name: "Lamps",
            line: "",
            seats: 1..=1,
            minutes: 1..=1,
            rules: "",
            presets: Vec::new(),
        }
    }

    fn new(config: &Lamps, _dice: &mut Dice) -> Result<Lamps, Faults> {
        Ok(config.clone())
    }

    fn inspect(&self) -> Result<(), Faults> {
        Ok(())
    }

    fn seats(&self) -> usize {
        1
    }

    fn to_act(&self) -> SeatSet {
        SeatSet::only(Seat::FIRST)
    }

    fn tick(&self) -> Option<Tick<Command>> {
        self.throws.is_empty().then_some(Tick {
            command: Command::Tick,
            after_ms: 1000,
            number: 1,
            kind: TickKind::Beat,
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn legal(&self, _seat: Seat, out: &mut Vec<Command>) -> Listing {
        out.extend((0..self.throws.len()).map(Command::Throw));
        out.extend((0..self.values.len()).filter(|lamp| !self.ordered[*lamp]).map(Command::Order));
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), No> {
        let fits = match *command {
            Command::Order(lamp) => actor == Actor::Seat(Seat::FIRST) && !self.ordered[lamp],
            Command::Throw(_) => actor == Actor::Seat(Seat::FIRST),
            Command::Tick => actor == Actor::Clock,
        };
        if fits { Ok(()) } else { Err(No) }
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        _events: &mut Events<Lamps>,
    ) -> Result<(), No> {
        self.check(actor, command)?;
        match *command {
            Command::Order(lamp) => self.ordered[lamp] = true,
            Command::Throw(throw) => self.score = i32::from(dice.d6()) + self.throws[throw],
            Command::Tick => self.on.clone_from(&self.ordered),
        }
        Ok(())
    }

    fn view(&self, _viewer: Viewer) -> Lamps {
        self.clone()
    }

    fn shown(_event: &(), _viewer: Viewer) -> Option<()> {
        Some(())
    }

    fn guess(view: &Lamps, _viewer: Viewer, _rng: &mut Rng) -> Lamps {
        view.clone()
    }

    fn idle(&self, _seat: Seat) -> Option<Command> {
        None
    }

    fn leave(&self, _seat: Seat) -> Option<Command> {
        None
    }

    fn take_back(&self, _seat: Seat) -> TakeBack {
        TakeBack::Never
    }

    fn bound(&self) -> u32 {
        u32::MAX
    }
}

impl Evaluate for Lamps {
    fn evaluate(&self, _seat: Seat) -> i32 {
        let lamps = self.values.iter().zip(&self.on);
        let lit: i32 = lamps.filter(|(_, on)| **on).map(|(value, _)| value).sum();
        lit + self.score
    }
}

/// Whoever plays a line throws the last one, which is listed last and looks worst.
impl Policy for Lamps {
    const HORIZON: Option<u32> = Some(1);

    fn reply(&self, _seat: Seat, _trials: &mut Trials<Lamps>) -> Option<Command> {
        self.throws.len().checked_sub(1).map(Command::Throw)
    }
}

impl Candidates for Lamps {}
