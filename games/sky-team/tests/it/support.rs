//! A game that rows can set up and fly.

use senet_kernel::{Actor, Dice, Events, Game, Key};
use senet_sky_team::{
    Command, Config, Crew, End, Event, Faces, Loss, Module, Rejection, RuleSet, SkyTeam,
};
use serde_json::{Value, json};

pub const PILOT: Crew = Crew::Pilot;
pub const COPILOT: Crew = Crew::Copilot;

/// A game in a position that a row asks for.
#[derive(Clone)]
pub struct Flight {
    pub game: SkyTeam,
    pub dice: Dice,
    /// What the last command led to.
    pub events: Vec<Event>,
    entries: u64,
}

impl Flight {
    #[track_caller]
    pub fn new(config: &Config) -> Flight {
        let mut dice = Dice::seeded(&Key::of_number(1));
        let game = SkyTeam::new(config, &mut dice).unwrap();
        Flight { game, dice, events: Vec::new(), entries: 0 }
    }

    /// Montréal under a rule set, with hands that have one of each value between them.
    #[track_caller]
    pub fn of(rules: RuleSet) -> Flight {
        Flight::new(&Config::of(rules)).hands(&[1, 2, 3, 4], &[3, 4, 5, 6])
    }

    pub fn seed() -> Flight {
        Flight::of(RuleSet::Seed)
    }

    pub fn literal() -> Flight {
        Flight::of(RuleSet::Literal)
    }

    pub fn published() -> Flight {
        Flight::of(RuleSet::Published)
    }

    /// A scenario under the published rules.
    #[track_caller]
    pub fn to(scenario: &str) -> Flight {
        Flight::new(&at(scenario)).hands(&[1, 2, 3, 4], &[3, 4, 5, 6])
    }

    /// Changes a part of the position, which must stay a possible one.
    #[track_caller]
    pub fn set(self, path: &str, value: impl Into<Value>) -> Flight {
        let flight = self.force(path, value);
        assert_eq!(flight.game.inspect(), Ok(()), "after {path}");
        flight
    }

    /// Changes a part of the position, whatever comes of it.
    #[track_caller]
    pub fn force(mut self, path: &str, value: impl Into<Value>) -> Flight {
        let mut state = serde_json::to_value(&self.game).unwrap();
        *state.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value.into();
        self.game = serde_json::from_value(state).unwrap();
        self
    }

    /// Gives both new hands.
    #[track_caller]
    pub fn hands(self, pilot: &[u8], copilot: &[u8]) -> Flight {
        self.force("/hidden/hands", json!({ "pilot": pilot, "copilot": copilot }))
    }

    /// Goes to the start of a round, with the tokens that belong there.
    #[track_caller]
    pub fn round(self, round: u8) -> Flight {
        let step = self.game.board().course.start + round - 1;
        let turn = if step % 2 == 0 { "pilot" } else { "copilot" };
        let flight = self.force("/board/round", round).force("/board/turn", turn);
        if flight.game.board().options.rules != RuleSet::Published {
            return flight;
        }
        let first = flight.game.board().course.start == 0;
        let green = matches!(
            flight.game.board().course.difficulty,
            senet_sky_team::Difficulty::Green | senet_sky_team::Difficulty::Yellow
        );
        let tokens = u8::from(first) + u8::from(green && step >= 4);
        flight.force("/board/rerolls/held", tokens)
    }

    /// Goes to the final round, at the airport, with a clear track.
    #[track_caller]
    pub fn final_round(self) -> Flight {
        let airport = self.game.board().course.segments - 1;
        let rounds = 7 - self.game.board().course.start;
        self.round(rounds)
            .force("/board/approach/position", airport)
            .set("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 0, 0]))
    }

    pub fn submit(&mut self, actor: impl Into<Actor>, command: Command) -> Result<(), Rejection> {
        let mut events = Events::on();
        self.entries += 1;
        if self.dice.fault().is_none() {
            self.dice.begin(self.entries);
        }
        self.game.apply(actor.into(), &command, &mut self.dice, &mut events)?;
        self.events = events.take();
        assert_eq!(self.game.inspect(), Ok(()), "after {command:?}");
        Ok(())
    }

    pub fn try_place(&mut self, crew: Crew, die: u8, on: Module) -> Result<(), Rejection> {
        self.submit(crew.seat(), place(die, on))
    }

    /// Flies a script such as `P4:axis C4+1:engines C2:flaps#1`: who, which die, coffee, where, and
    /// the space where it matters.
    #[track_caller]
    pub fn fly(mut self, script: &str) -> Flight {
        for word in script.split_whitespace() {
            let (crew, command) = read(word);
            if let Err(reason) = self.submit(crew.seat(), command) {
                panic!("{word} is refused: {reason}");
            }
        }
        self
    }

    /// Why the last word of a script is refused; nothing changes by it.
    #[track_caller]
    pub fn refused(self, script: &str) -> Rejection {
        let (before, last) = script.rsplit_once(' ').unwrap_or(("", script));
        let (crew, command) = read(last);
        let mut flight = self.fly(before);
        let state = flight.game.clone();
        let refused = flight.submit(crew.seat(), command);
        assert_eq!(flight.game, state, "{last} left a trace");
        match refused {
            Err(reason) => reason,
            Ok(()) => panic!("{last} is accepted"),
        }
    }

    pub fn loss(&self) -> Option<Loss> {
        match self.game.board().end {
            Some(End::Lost { loss }) => Some(loss),
            _ => None,
        }
    }

    pub fn won(&self) -> bool {
        self.game.board().end == Some(End::Won)
    }

    pub fn legal(&self, crew: Crew) -> Vec<Command> {
        let mut list = Vec::new();
        self.game.legal(crew.seat(), &mut list);
        list
    }

    /// The airplanes on the track.
    pub fn planes(&self) -> Vec<u8> {
        let board = self.game.board();
        board.approach.planes[..board.course.segments.into()].to_vec()
    }
}

/// The published rules at a scenario.
pub fn at(scenario: &str) -> Config {
    Config { scenario: scenario.to_owned(), ..Config::of(RuleSet::Published) }
}

pub fn place(die: u8, on: Module) -> Command {
    Command::Place { die, on, slot: None, coffee: 0 }
}

pub fn reroll(dice: &[u8]) -> Command {
    Command::Reroll { dice: Faces::new(dice).unwrap() }
}

#[track_caller]
pub fn read(word: &str) -> (Crew, Command) {
    let (head, tail) = word.split_once(':').unwrap_or_else(|| panic!("{word}: no colon"));
    let crew = if head.starts_with('P') { PILOT } else { COPILOT };
    let die: u8 = head[1..2].parse().unwrap();
    let coffee: i8 = if head.len() > 2 { head[2..].parse().unwrap() } else { 0 };
    let (name, slot) = match tail.split_once('#') {
        Some((name, slot)) => (name, Some(slot.parse().unwrap())),
        None => (tail, None),
    };
    let on = match name {
        "axis" => Module::Axis,
        "engines" => Module::Engines,
        "radio" => Module::Radio,
        "gear" => Module::LandingGear,
        "flaps" => Module::Flaps,
        "brakes" => Module::Brakes,
        "conc" => Module::Concentration,
        "kerosene" => Module::Kerosene,
        "intern" => Module::Intern,
        "ice" => Module::IceBrakes,
        other => panic!("no module {other}"),
    };
    (crew, Command::Place { die, on, slot, coffee })
}
