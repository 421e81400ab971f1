//! The rules: what is chosen before, what a seat may do, and when it is over.

use schemars::JsonSchema;
use senet_kernel::{
    About, Actor, Cast, Dice, Events, Fault, Faults, Game, Listing, Outcome, Preset, Reject, Rng,
    Seat, SeatSet, TakeBack, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::text::role;

/// One play of the game. It is a value: small, copied often, and changed by `apply` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MyGame {
    config: Config,
    /// How many sticks lie there.
    left: u8,
    turn: Seat,
}

/// What a table can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// With how many sticks it begins.
    #[schemars(range(min = 1, max = 60))]
    pub sticks: u8,
    /// The most that a seat takes at once (MG-2).
    #[schemars(range(min = 1, max = 9))]
    pub most: u8,
}

impl Default for Config {
    fn default() -> Config {
        Config { sticks: 21, most: 3 }
    }
}

impl Config {
    fn check(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        let mut within = |field, value: u8, most: u8| {
            if !(1..=most).contains(&value) {
                let sentence = format!("{value} is not between 1 and {most}");
                faults.push(Fault::new(field, "out_of_range", sentence));
            }
        };
        within("sticks", self.sticks, 60);
        within("most", self.most, 9);
        Faults::check(faults)
    }
}

/// What a seat asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Takes sticks (MG-2).
    Take {
        /// How many.
        #[schemars(range(min = 1, max = 9))]
        count: u8,
    },
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A seat took sticks.
    Taken {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
        /// How many are left.
        left: u8,
    },
    /// The game ended.
    Ended {
        /// Who won.
        winner: Seat,
    },
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Rejection {
    /// MG-3: nothing follows the end.
    #[error("the game is over")]
    GameOver,
    /// MG-1: the seats act in turn.
    #[error("it is the turn of {}", role(*turn))]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// MG-2: neither none nor too many.
    #[error("take 1 to {most}")]
    CannotTake {
        /// The most that can be taken now.
        most: u8,
    },
}

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::GameOver => "MG-3",
            Rejection::NotYourTurn { .. } => "MG-1",
            Rejection::CannotTake { .. } => "MG-2",
        }
    }
}

/// What a viewer may know, and all that a screen needs. Nothing is hidden here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// What the table has chosen.
    pub config: Config,
    /// How many sticks lie there.
    pub left: u8,
    /// Whose turn it is; the winner's opponent once it is over.
    pub turn: Seat,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

impl MyGame {
    /// How many sticks lie there.
    pub const fn left(&self) -> u8 {
        self.left
    }

    /// What the table has chosen.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// The most that can be taken now (MG-2).
    fn most(&self) -> u8 {
        self.config.most.min(self.left)
    }

    /// The first half of a change: who takes how many, or why not.
    fn taking(&self, actor: Actor, command: Command) -> Result<(Seat, u8), Rejection> {
        let Command::Take { count } = command;
        if self.left == 0 {
            return Err(Rejection::GameOver);
        }
        if actor != Actor::Seat(self.turn) {
            return Err(Rejection::NotYourTurn { turn: self.turn });
        }
        if !(1..=self.most()).contains(&count) {
            return Err(Rejection::CannotTake { most: self.most() });
        }
        Ok((self.turn, count))
    }
}

impl Game for MyGame {
    const ID: &'static str = "my-game";
    /// A change that could replay a stored journal differently raises it.
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<MyGame> {
        let preset = |id, name, line, config| Preset { id, name, line, note: "", config };
        About {
            name: "My Game",
            line: "Take sticks in turn; the last one wins.",
            seats: 2..=2,
            minutes: 1..=3,
            rules: include_str!("../rules.md"),
            presets: vec![
                preset("standard", "Standard", "Twenty-one sticks.", Config::default()),
                preset("short", "A short one", "Nine sticks.", Config { sticks: 9, most: 3 }),
            ],
        }
    }

    fn new(config: &Config, _dice: &mut Dice) -> Result<MyGame, Faults> {
        config.check()?;
        Ok(MyGame { config: *config, left: config.sticks, turn: Seat::FIRST })
    }

    fn inspect(&self) -> Result<(), Faults> {
        self.config.check()?;
        let taken = self.left < self.config.sticks;
        let sound = self.left <= self.config.sticks && self.turn.index() < 2;
        if !sound || !taken && self.turn != Seat::FIRST {
            let sentence = "there are no more sticks than at first, and the first seat begins";
            return Err(Fault::new("left", "impossible", sentence).into());
        }
        Ok(())
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> SeatSet {
        if self.left == 0 { SeatSet::NONE } else { SeatSet::only(self.turn) }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::Versus { winner: Some(self.turn.next(2)) })
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if self.to_act().contains(seat) {
            out.extend((1..=self.most()).map(|count| Command::Take { count }));
        }
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.taking(actor, *command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        _dice: &mut Dice,
        events: &mut Events<MyGame>,
    ) -> Result<(), Rejection> {
        let (seat, count) = self.taking(actor, *command)?;
        self.left -= count;
        self.turn = seat.next(2);
        events.push(Event::Taken { seat, count, left: self.left });
        if self.left == 0 {
            events.push(Event::Ended { winner: seat });
        }
        Ok(())
    }

    fn view(&self, _viewer: Viewer) -> View {
        View {
            config: self.config,
            left: self.left,
            turn: self.turn,
            outcome: self.outcome(),
            cast: Cast::default(),
        }
    }

    fn shown(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn guess(view: &View, _viewer: Viewer, _rng: &mut Rng) -> MyGame {
        MyGame { config: view.config, left: view.left, turn: view.turn }
    }

    fn idle(&self, seat: Seat) -> Option<Command> {
        self.to_act().contains(seat).then_some(Command::Take { count: 1 })
    }

    fn leave(&self, _seat: Seat) -> Option<Command> {
        None
    }

    fn take_back(&self, _seat: Seat) -> TakeBack {
        TakeBack::UntilNext
    }

    fn secrets(&self) -> bool {
        false
    }

    fn bound(&self) -> u32 {
        self.config.sticks.into()
    }
}
