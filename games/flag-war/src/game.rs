//! One play of Flag War: the open round, the position, and the sealed plans.

use std::sync::Arc;

use senet_kernel::{
    About, Actor, Depth, Dice, Events, Faults, Game, Listing, Outcome, Rng, Seat, SeatSet, Secret,
    TakeBack, Tick, TickKind, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::board::Team;
use crate::command::Command;
use crate::config::{Config, TickMode};
use crate::event::{End, EndReason, Event};
use crate::layout::Setup;
use crate::plan::Plan;
use crate::position::Position;
use crate::preset::presets;
use crate::rejection::Rejection;
use crate::repetition::Seen;
use crate::round::{Orders, Step, resolve, walk};
use crate::view::{Tally, View};

/// A team gives at most this many orders in a round. It bounds journals, not players: nine pieces
/// can be told what to do for a thousand rounds.
pub const ORDERS_PER_ROUND: u32 = 10_000;

/// No game lasts longer than this many rounds: a year of the shortest ticks.
pub(crate) const LAST_ROUND: u32 = 60_000_000;

/// One play of Flag War.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlagWar {
    pub(crate) setup: Arc<Setup>,
    /// The round that is open for orders; the first is 1.
    pub(crate) round: u32,
    pub(crate) position: Position,
    /// Sealed: each is in no view but its own team's.
    pub(crate) plans: [Plan; 2],
    pub(crate) ready: [bool; 2],
    pub(crate) offers: [bool; 2],
    pub(crate) end: Option<End>,
    pub(crate) last: Option<Last>,
    pub(crate) tally: [Tally; 2],
    /// The positions since something happened, where the rules count them.
    #[serde(default, skip_serializing_if = "Seen::is_empty")]
    pub(crate) seen: Seen,
}

/// The round before the open one: enough to tell its story again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Last {
    pub(crate) before: Position,
    pub(crate) orders: Orders,
    /// What the dice gave for keys: at most one for each team in each of steps 6 and 7.
    pub(crate) draws: [Option<u16>; 4],
}

impl FlagWar {
    /// A game that goes on from a position, with empty plans. The position must be one that a round
    /// can leave; [`inspect`](Game::inspect) says whether it is.
    pub fn from_position(setup: Setup, round: u32, position: Position) -> FlagWar {
        FlagWar {
            seen: Seen::start(setup.config().repetition, &position),
            setup: Arc::new(setup),
            round,
            position,
            plans: Default::default(),
            ready: [false; 2],
            offers: [false; 2],
            end: None,
            last: None,
            tally: Default::default(),
        }
    }

    /// The rules and the board.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The round that is open for orders.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// Where everything is.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The sealed orders of a team.
    pub const fn plan(&self, team: Team) -> &Plan {
        &self.plans[team.index()]
    }

    /// How and why it ended, if it did.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// The events of the last round, told again from what is kept of it.
    pub(crate) fn last_events(&self) -> Vec<Event> {
        let Some(last) = &self.last else {
            return Vec::new();
        };
        let mut log = Vec::new();
        let mut position = last.before;
        let mut dice = last.dice();
        resolve(&self.setup, &mut position, &last.orders, self.round - 1, &mut dice, &mut log);
        // The one end of a round that does not follow from the round alone.
        log.extend(self.end.filter(|end| end.reason == EndReason::Repetition).map(End::event));
        log
    }
}

impl Last {
    pub(crate) fn dice(&self) -> Dice {
        Dice::values(self.draws.iter().flatten().map(|got| u32::from(*got)))
    }
}

impl Game for FlagWar {
    const ID: &'static str = "flag-war";
    const RULES: u32 = 2;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<FlagWar> {
        About {
            name: "Commander's Flag War",
            line: "Capture the flag in simultaneous rounds, with orders in plain language.",
            seats: 2..=2,
            minutes: 1..=10,
            rules: include_str!("../rules.md"),
            presets: presets().to_vec(),
        }
    }

    fn read_config(json: &serde_json::Value) -> Result<Config, Faults> {
        Config::read(json)
    }

    fn new(config: &Config, _dice: &mut Dice) -> Result<FlagWar, Faults> {
        let setup = Setup::new(config)?;
        let position = Position::start(&setup);
        Ok(FlagWar::from_position(setup, 1, position))
    }

    fn inspect(&self) -> Result<(), Faults> {
        self.judge_state()
    }

    fn seats(&self) -> usize {
        2
    }

    /// Both at any time; who is ready waits for the other.
    fn to_act(&self) -> SeatSet {
        let waits = |team: &Team| self.end.is_none() && !self.ready[team.index()];
        Team::ALL.into_iter().filter(waits).map(Team::seat).collect()
    }

    fn tick(&self) -> Option<Tick<Command>> {
        let config = self.setup.config();
        let runs = self.end.is_none() && config.tick_mode != TickMode::Manual;
        runs.then_some(Tick {
            command: Command::Tick {},
            after_ms: config.tick_ms,
            number: self.round,
            kind: TickKind::Beat,
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.map(|end| Outcome::Versus { winner: end.winner.map(Team::seat) })
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if let Some(team) = Team::of(seat)
            && self.to_act().contains(seat)
        {
            self.list(team, out);
        }
        Listing::Sample
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.change(actor, command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<FlagWar>,
    ) -> Result<(), Rejection> {
        let change = self.change(actor, command)?;
        self.carry_out(change, dice, events);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn shown(event: &Event, viewer: Viewer) -> Option<Event> {
        let private = event.private_to();
        let allowed = private.is_none_or(|team| viewer.is(team.seat()));
        allowed.then(|| event.clone())
    }

    fn guess(view: &View, _viewer: Viewer, _rng: &mut Rng) -> FlagWar {
        view.guess()
    }

    /// The loop runs on without a missing player; where rounds wait for both, it is ready.
    fn idle(&self, seat: Seat) -> Option<Command> {
        let team = Team::of(seat)?;
        let waits = self.setup.config().tick_mode == TickMode::Manual;
        let idle = waits && self.end.is_none() && !self.ready[team.index()];
        idle.then_some(Command::Ready {})
    }

    fn leave(&self, seat: Seat) -> Option<Command> {
        let plays = self.end.is_none() && Team::of(seat).is_some();
        plays.then_some(Command::Forfeit { seats: SeatSet::only(seat) })
    }

    fn take_back(&self, _seat: Seat) -> TakeBack {
        TakeBack::WhileToAct
    }

    /// The plans: nobody else knows whether there are orders, how many, or when they came.
    fn hidden(&self, viewer: Viewer) -> Vec<Secret> {
        let others = Seat::first(2).filter(|seat| !viewer.is(*seat));
        others.map(|seat| Secret::new(format!("/plans/{}", seat.index()), Depth::Whole)).collect()
    }

    fn receive(
        &self,
        actor: Actor,
        size: impl Fn() -> usize,
        unread: Option<&str>,
    ) -> Result<(), Rejection> {
        self.judge_message(actor, size(), unread)
    }

    fn unhurried(config: Config) -> Config {
        Config { tick_mode: TickMode::Manual, ..config }
    }

    /// In every round each team gives all its orders and says that it is ready, or the clock ticks.
    fn bound(&self) -> u32 {
        let rounds = self.setup.config().round_limit.unwrap_or(LAST_ROUND);
        rounds.saturating_mul(2 * (ORDERS_PER_ROUND + 1))
    }
}

impl FlagWar {
    /// The useful orders for the open round: for each living piece without an order, to stay or to
    /// move to a square it can reach; to start again once all have one; to be ready, where that ends
    /// the round. Giving up and draws are left to the player.
    fn list(&self, team: Team, out: &mut Vec<Command>) {
        let plan = &self.plans[team.index()];
        if plan.taken < ORDERS_PER_ROUND {
            self.list_orders(team, plan, out);
        }
        if self.setup.config().tick_mode != TickMode::Timer {
            out.push(Command::Ready {});
        }
    }

    fn list_orders(&self, team: Team, plan: &Plan, out: &mut Vec<Command>) {
        let before = out.len();
        for (index, from) in self.position.living(team) {
            let piece = index as u8 + 1;
            if plan.order(self.round, piece).is_some() {
                continue;
            }
            out.push(Command::hold(piece, None));
            for direction in self.setup.directions() {
                let longest = Step { direction: *direction, distance: self.setup.longest() };
                let way = walk(&self.setup, &self.position, team, index, from, longest);
                for distance in 1..=way.moved {
                    out.push(Command::step(piece, *direction, distance, None));
                }
            }
        }
        if out.len() == before {
            out.push(Command::cancel_all());
        }
    }
}
