//! The game as the kernel sees it: what is asked, who may ask it, and what changes.

use senet_kernel::{
    About, Actor, Depth, Dice, Events, Fault, Faults, Game, Hash, Listing, Outcome, Preset, Rng,
    Seat, SeatSet, Secret, TakeBack, Tick, TickKind, Viewer, hash,
};

use crate::ability::{Abilities, Ability};
use crate::approach::Approach;
use crate::axis::Axis;
use crate::board::{Board, Hidden, Log, Phase, SkyTeam, Tally};
use crate::command::Command;
use crate::config::{Config, DataFile, Plan, RuleSet};
use crate::crew::{Crew, Pair};
use crate::engines::Engines;
use crate::event::Event;
use crate::faces::Faces;
use crate::intern::{self, Intern};
use crate::kerosene;
use crate::placement::Wish;
use crate::rejection::Rejection;
use crate::reroll::Rerolls;
use crate::scenario::Fuel;
use crate::space::Spaces;
use crate::view::View;
use crate::wind;

impl SkyTeam {
    /// All that is public.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The unplaced dice of one of the crew, which only they may see.
    pub const fn hand(&self, crew: Crew) -> Faces {
        match crew {
            Crew::Pilot => self.hidden.hands.pilot,
            Crew::Copilot => self.hidden.hands.copilot,
        }
    }

    fn set_up(plan: Plan, dice: &mut Dice) -> SkyTeam {
        let course = plan.scenario.course;
        let abilities = draw_abilities(plan.abilities, course.abilities, dice);
        let intern = course.intern.then(|| {
            let mut row: [u8; intern::TOKENS] = [1, 2, 3, 4, 5, 6];
            dice.shuffle(&mut row);
            Intern::new(row)
        });
        let board = Board {
            options: plan.options,
            title: plan.title,
            course,
            phase: Phase::Briefing,
            round: 1,
            turn: Crew::Pilot,
            answered: Pair::default(),
            filled: Spaces::NONE,
            log: Log::EMPTY,
            axis: Axis::default(),
            engines: Engines::default(),
            approach: Approach { position: 0, planes: plan.scenario.planes },
            gear: 0,
            flaps: 0,
            brakes: 0,
            ice: 0,
            coffee: 0,
            rerolls: Rerolls::default(),
            kerosene: if course.fuel == Fuel::None { 0 } else { kerosene::FULL },
            wind: wind::START,
            intern,
            abilities,
            undo: None,
            tally: Tally::default(),
            end: None,
        };
        let mut game = SkyTeam { board, hidden: Hidden::default() };
        game.open_round(dice, &mut Events::off());
        game
    }
}

/// The chosen abilities, or as many as the scenario gives, drawn one after another.
fn draw_abilities(chosen: Option<Vec<Ability>>, count: u8, dice: &mut Dice) -> Abilities {
    let mut abilities = Abilities::default();
    if let Some(chosen) = chosen {
        chosen.into_iter().for_each(|ability| abilities.give(ability));
        return abilities;
    }
    let mut left = Ability::ALL.to_vec();
    for _ in 0..count {
        let drawn = dice.pick(left.len() as u32) as usize;
        if drawn < left.len() {
            abilities.give(left.remove(drawn));
        }
    }
    abilities
}

impl Game for SkyTeam {
    const ID: &'static str = "sky-team";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<SkyTeam> {
        About {
            name: "Sky Team",
            line: "Pilot and Co-Pilot land an airliner with eight dice and no words.",
            seats: 2..=2,
            minutes: 15..=25,
            rules: include_str!("../rules.md"),
            presets: vec![
                Preset {
                    id: "seed",
                    name: "Fast landing",
                    line: "Come in fast, with all three brakes on.",
                    note: "Two sensible bots land 73.2 % of 1000 flights.",
                    config: Config::of(RuleSet::Seed),
                },
                Preset {
                    id: "literal",
                    name: "As written",
                    line: "Just as the rules were first written down.",
                    note: "It cannot be won: three brakes never exceed a speed of nine, and the \
                           radio does not reach the airport.",
                    config: Config::of(RuleSet::Literal),
                },
                Preset {
                    id: "published",
                    name: "As published",
                    line: "The board game as sold: come in slow and level.",
                    note: "Two sensible bots land 78.6 % of 1000 flights.",
                    config: Config::of(RuleSet::Published),
                },
            ],
        }
    }

    fn with_data(mut config: Config, files: &[(String, String)]) -> Result<Config, Faults> {
        config.data.extend(
            files.iter().map(|(name, text)| DataFile { name: name.clone(), text: text.clone() }),
        );
        config.own_scenarios()?;
        Ok(config)
    }

    fn data_files() -> Vec<(&'static str, &'static str)> {
        crate::scenario::FILES.to_vec()
    }

    fn data_hash(config: &Config) -> Option<Hash> {
        let (scenario, _) = config.find_scenario().ok()?;
        Some(hash(&scenario))
    }

    fn new(config: &Config, dice: &mut Dice) -> Result<SkyTeam, Faults> {
        Ok(SkyTeam::set_up(config.plan()?, dice))
    }

    fn inspect(&self) -> Result<(), Faults> {
        let faults = self.faults();
        Faults::check(faults)
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> SeatSet {
        self.may_act()
    }

    /// A reroll token and Working Together let the other act too, but only a die goes on.
    fn awaited(&self) -> SeatSet {
        match self.board.phase {
            Phase::Placement => SeatSet::only(self.board.turn.seat()),
            _ => self.may_act(),
        }
    }

    fn tick(&self) -> Option<Tick<Command>> {
        let seconds = self.board.options.seconds?;
        let round = self.board.round;
        match self.board.phase {
            Phase::Briefing | Phase::Over => None,
            Phase::Placement | Phase::Extra { .. } | Phase::Rerolling | Phase::Swapping => {
                Some(Tick {
                    command: Command::TimeUp { round },
                    after_ms: u32::from(seconds) * 1000,
                    number: round.into(),
                    kind: TickKind::Limit,
                })
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.end.map(|end| end.outcome())
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if let Some(crew) = Crew::of(seat) {
            self.list(crew, out);
        }
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.check_command(actor, command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<SkyTeam>,
    ) -> Result<(), Rejection> {
        // Nearly all commands place a die: they are carried out where they are found to be right.
        if let (Some(crew), Command::Place { die, on, slot, coffee }) =
            (Crew::acting(actor), *command)
        {
            let placement = self.check_place(crew, Wish { die, on, slot, coffee })?;
            self.board.undo = None;
            self.place(placement, dice, events);
            return Ok(());
        }
        let change = self.check_command(actor, command)?;
        self.change(change, dice, events);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        self.look(viewer)
    }

    fn shown(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.shown(viewer))
    }

    fn guess(view: &View, viewer: Viewer, rng: &mut Rng) -> SkyTeam {
        crate::guess::guess(view, viewer, rng)
    }

    /// Who is on turn places the first die that is legal without coffee; nobody is made to reroll.
    fn idle(&self, seat: Seat) -> Option<Command> {
        let quiet = |command: &Command| match command {
            Command::Place { coffee, .. } => *coffee == 0,
            Command::Ready {} => true,
            Command::Reroll { .. } => self.board.phase == Phase::Rerolling,
            Command::Swap { .. } => self.board.phase == Phase::Swapping,
            _ => false,
        };
        let mut listed = Vec::new();
        self.list(Crew::of(seat)?, &mut listed);
        listed.into_iter().find(quiet)
    }

    fn leave(&self, _seat: Seat) -> Option<Command> {
        None
    }

    fn take_back(&self, seat: Seat) -> TakeBack {
        let own = self.board.undo.is_some_and(|crew| crew.seat() == seat);
        if self.board.options.undo && own { TakeBack::UntilNext } else { TakeBack::Never }
    }

    /// Who plays alone sees all dice, and before the roll there is none.
    fn secrets(&self) -> bool {
        !self.board.options.solo && !matches!(self.board.phase, Phase::Briefing | Phase::Over)
    }

    fn hidden(&self, viewer: Viewer) -> Vec<Secret> {
        if matches!(self.board.phase, Phase::Briefing | Phase::Over) {
            return Vec::new();
        }
        let solo = self.board.options.solo;
        let mut hidden = Vec::new();
        for crew in Crew::ALL.into_iter().filter(|crew| !crew.is_seen_by(viewer, solo)) {
            let name = if crew == Crew::Pilot { "pilot" } else { "copilot" };
            hidden.push(Secret::new(format!("/hidden/hands/{name}"), Depth::Values));
            hidden.push(Secret::new(format!("/hidden/sealed/{name}"), Depth::Content));
        }
        if !Crew::Copilot.is_seen_by(viewer, solo) {
            hidden.push(Secret::new("/hidden/sync", Depth::Values));
        }
        hidden
    }

    fn bound(&self) -> u32 {
        // A round: two ready, eight dice, two tokens, an extra die, Anticipation, a swap of two,
        // the clock. Besides, two who adapt, and rerolls of three commands: at most two printed
        // tokens, and Mastery brings at most one back in a round.
        let rounds = u32::from(self.board.rounds());
        rounds * 17 + 2 + 3 * (2 + rounds)
    }
}

/// A fault of a state from outside.
pub(crate) fn fault(field: &str, sentence: &str) -> Fault {
    Fault::new(field, "impossible", sentence)
}
