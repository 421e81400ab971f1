//! Pig: dice (rules PG-1 to PG-7 in `docs/rules/pig.md`).
//!
//! New after tic-tac-toe: a configuration with ranges, luck that is handed in, and exact odds.

use schemars::JsonSchema;
use senet_kernel::{
    About, Actor, Cast, Chance, Dice, Drawing, Events, Fault, Faults, Game, Ink, Line, Listing,
    Outcome, Preset, Reading, Reject, Rng, Seat, SeatSet, TakeBack, Text, Unread, Viewer,
};
use serde::{Deserialize, Serialize};

/// The most seats that play.
const MOST_SEATS: usize = 4;
/// The pips that lose a turn (PG-3).
const LOSING: u8 = 1;
/// The length of the bars that are drawn.
const BAR: usize = 50;

/// One play of pig.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pig {
    config: Config,
    totals: [u16; MOST_SEATS],
    /// Counted from 1.
    round: u16,
    /// None once it is over.
    turn: Option<Seat>,
    /// The points of the turn, not yet safe.
    points: u16,
}

/// What is fixed before the first roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// How many seats play.
    #[schemars(range(min = 2, max = 4))]
    pub seats: u8,
    /// The points that win.
    #[schemars(range(min = 10, max = 1000))]
    pub target: u16,
    /// The most rounds.
    #[schemars(range(min = 1, max = 1000))]
    pub rounds: u16,
}

/// What a seat asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Rolls the die (PG-2).
    Roll {},
    /// Keeps the points of the turn and ends it (PG-4).
    Hold {},
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A seat rolled 2 to 6.
    Rolled {
        /// Who.
        seat: Seat,
        /// The pips.
        pips: u8,
        /// The points of the turn with them.
        points: u16,
    },
    /// A seat rolled a 1.
    Lost {
        /// Who.
        seat: Seat,
        /// The points of the turn that are gone.
        points: u16,
    },
    /// A seat held, or reached the target.
    Kept {
        /// Who.
        seat: Seat,
        /// The points of the turn.
        points: u16,
        /// All its points with them.
        total: u16,
    },
    /// The game ended.
    Ended {
        /// Who won; none is a draw.
        winner: Option<Seat>,
    },
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Rejection {
    /// PG-5, PG-6: nothing follows the end.
    #[error("the game is over")]
    GameOver,
    /// PG-1: only the seats act, in turn.
    #[error("it is the turn of {}", role(*turn))]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// PG-4: a turn has at least one roll.
    #[error("roll at least once before you hold")]
    NothingToHold,
}

/// All there is to see; nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// What was fixed before the first roll.
    pub config: Config,
    /// The safe points of every seat.
    pub totals: Vec<u16>,
    /// The round, counted from 1.
    pub round: u16,
    /// Whose turn it is; none once it is over.
    pub turn: Option<Seat>,
    /// The points of the turn, not yet safe.
    pub points: u16,
    /// The chance that the next roll loses them.
    pub risk: Chance,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

impl Pig {
    /// The safe points of a seat.
    pub fn total(&self, seat: Seat) -> u16 {
        self.totals.get(seat.index()).copied().unwrap_or(0)
    }

    /// The points that win.
    pub const fn target(&self) -> u16 {
        self.config.target
    }

    /// What was fixed before the first roll.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The round, counted from 1.
    pub const fn round(&self) -> u16 {
        self.round
    }

    /// The points of the turn, not yet safe, of the seat that is to act.
    pub const fn points(&self) -> u16 {
        self.points
    }

    /// The first half of a change: who makes it, or why not.
    fn mover(&self, actor: Actor, command: &Command) -> Result<Seat, Rejection> {
        let turn = self.turn.ok_or(Rejection::GameOver)?;
        if actor != Actor::Seat(turn) {
            return Err(Rejection::NotYourTurn { turn });
        }
        match command {
            Command::Hold {} if self.points == 0 => Err(Rejection::NothingToHold),
            Command::Hold {} | Command::Roll {} => Ok(turn),
        }
    }

    fn roll(&mut self, seat: Seat, dice: &mut Dice, events: &mut Events<Pig>) {
        let pips = dice.d6();
        if pips == LOSING {
            let points = self.points;
            events.push(Event::Lost { seat, points });
            self.pass(seat, events);
            return;
        }
        self.points += u16::from(pips);
        let points = self.points;
        events.push(Event::Rolled { seat, pips, points });
        if self.total(seat) + points >= self.config.target {
            self.keep(seat, events);
        }
    }

    fn keep(&mut self, seat: Seat, events: &mut Events<Pig>) {
        let points = self.points;
        let total = self.total(seat) + points;
        self.totals[seat.index()] = total;
        events.push(Event::Kept { seat, points, total });
        self.pass(seat, events);
    }

    /// Ends the turn, and with it the game where the target or the last round is reached.
    fn pass(&mut self, seat: Seat, events: &mut Events<Pig>) {
        let next = seat.next(self.seats());
        let round_ends = next == Seat::FIRST;
        self.points = 0;
        if self.total(seat) >= self.config.target || round_ends && self.round == self.config.rounds
        {
            self.turn = None;
            events.push(Event::Ended { winner: self.leader() });
            return;
        }
        self.turn = Some(next);
        self.round += u16::from(round_ends);
    }

    /// The seat that has more points than any other.
    fn leader(&self) -> Option<Seat> {
        let most = self.totals.iter().max()?;
        let mut best = Seat::first(self.seats()).filter(|seat| self.total(*seat) == *most);
        best.next().filter(|_| best.next().is_none())
    }
}

impl Game for Pig {
    const ID: &'static str = "pig";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<Pig> {
        let config = Config::default();
        About {
            name: "Pig",
            line: "Roll on for more, or hold before a 1 takes it all.",
            seats: 2..=MOST_SEATS,
            minutes: 5..=10,
            rules: include_str!("../rules/pig.md"),
            presets: vec![
                Preset {
                    id: "standard",
                    name: "Two seats",
                    line: "The first to 100 points.",
                    note: "",
                    config,
                },
                Preset {
                    id: "four-seats",
                    name: "Four seats",
                    line: "The first of four to 100 points.",
                    note: "",
                    config: Config { seats: 4, ..config },
                },
            ],
        }
    }

    fn new(config: &Config, _dice: &mut Dice) -> Result<Pig, Faults> {
        config.check()?;
        Ok(Pig {
            config: *config,
            totals: [0; MOST_SEATS],
            round: 1,
            turn: Some(Seat::FIRST),
            points: 0,
        })
    }

    fn inspect(&self) -> Result<(), Faults> {
        self.config.check()?;
        let Config { target, rounds, .. } = self.config;
        let mut faults = Vec::new();
        let mut fault = |field, wrong, sentence: &str| {
            if wrong {
                faults.push(Fault::new(field, "impossible", sentence));
            }
        };
        let (playing, others) = self.totals.split_at(self.seats());
        let reached = playing.iter().filter(|total| **total >= target).count();
        fault(
            "totals",
            // The roll that reaches the target brings 6 at most.
            others.iter().any(|total| *total > 0)
                || playing.iter().any(|total| *total > target + 5),
            "only seats that play have points, and nobody plays on beyond the target",
        );
        fault(
            "totals",
            reached > 1 || reached == 1 && self.turn.is_some(),
            "the first seat to reach the target ends the game",
        );
        fault(
            "round",
            !(1..=rounds).contains(&self.round),
            "the round is between the first and the last",
        );
        fault(
            "turn",
            match self.turn {
                Some(turn) => turn.index() >= self.seats(),
                None => reached == 0 && self.round < rounds,
            },
            "it is the turn of a seat that plays, until the target or the last round is reached",
        );
        let before = self.turn.map_or(target, |turn| self.total(turn));
        fault(
            "points",
            self.points == 1 || self.points > 0 && self.points >= target.saturating_sub(before),
            "the points of a turn are those of its rolls, and fall short of the target",
        );
        Faults::check(faults)
    }

    fn seats(&self) -> usize {
        self.config.seats.into()
    }

    fn to_act(&self) -> SeatSet {
        self.turn.map_or(SeatSet::NONE, SeatSet::only)
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.turn {
            Some(_) => None,
            None => Some(Outcome::Versus { winner: self.leader() }),
        }
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        let both = [Command::Roll {}, Command::Hold {}];
        out.extend(both.into_iter().filter(|command| self.mover(seat.into(), command).is_ok()));
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.mover(actor, command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<Pig>,
    ) -> Result<(), Rejection> {
        let seat = self.mover(actor, command)?;
        match command {
            Command::Roll {} => self.roll(seat, dice, events),
            Command::Hold {} => self.keep(seat, events),
        }
        Ok(())
    }

    fn view(&self, _viewer: Viewer) -> View {
        let rolls = senet_kernel::distribution(Dice::d6);
        View {
            config: self.config,
            totals: self.totals[..self.seats()].to_vec(),
            round: self.round,
            turn: self.turn,
            points: self.points,
            risk: rolls[&LOSING],
            outcome: self.outcome(),
            cast: Cast::default(),
        }
    }

    fn shown(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn guess(view: &View, _viewer: Viewer, _rng: &mut Rng) -> Pig {
        Pig {
            config: view.config,
            totals: std::array::from_fn(|seat| view.totals.get(seat).copied().unwrap_or(0)),
            round: view.round,
            turn: view.turn,
            points: view.points,
        }
    }

    fn idle(&self, seat: Seat) -> Option<Command> {
        let mut commands = Vec::new();
        self.legal(seat, &mut commands);
        commands.pop()
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
        // Each roll of a turn adds two points at least, and the last command of a turn ends it.
        let turn = self.config.target.div_ceil(2);
        u32::from(self.config.rounds) * u32::from(self.config.seats) * u32::from(turn)
    }
}

impl Text for Pig {
    fn seat_name(_view: &View, seat: Seat) -> String {
        role(seat)
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        match (view.turn, view.outcome) {
            (Some(turn), _) if viewer.is(turn) && view.points == 0 => {
                format!("{}: roll the die.", view.called(turn))
            }
            (Some(turn), _) if viewer.is(turn) => {
                format!("{}: roll on, or hold and keep {} points.", view.called(turn), view.points)
            }
            (Some(turn), _) => {
                format!("{} has {} points at stake.", view.called(turn), view.points)
            }
            (None, Some(Outcome::Versus { winner: Some(winner) })) => {
                format!("{} has won.", view.called(winner))
            }
            (None, _) => "A draw.".to_owned(),
        }
    }

    fn draw(view: &View, _viewer: Viewer) -> Drawing {
        let Config { target, rounds, .. } = view.config;
        let mut drawing = Drawing::new();
        drawing.line(Line::new().ink(
            Ink::Soft,
            format!("Round {} of {rounds} · the first to {target} points wins", view.round),
        ));
        for (seat, total) in Seat::first(view.totals.len()).zip(&view.totals) {
            let is_turn = view.turn == Some(seat);
            let points = if is_turn { view.points } else { 0 };
            let safe = bar(*total, target);
            let open = bar(total + points, target) - safe;
            let pointer = if is_turn { "▶ " } else { "  " };
            let mut line = Line::new()
                .ink(Ink::Attention, pointer)
                .ink(Ink::of(seat), format!("{}  {}", view.called(seat), "█".repeat(safe)))
                .ink(Ink::Attention, "▒".repeat(open))
                .ink(Ink::Soft, "·".repeat(BAR - safe - open))
                .text(format!("  {total}"));
            if points > 0 {
                line = line.ink(Ink::Attention, format!(" + {points} at stake"));
            }
            drawing.line(line);
        }
        drawing
    }

    fn tell(view: &View, event: &Event) -> String {
        match event {
            Event::Rolled { seat, pips, points } => {
                format!("{} rolls {pips}: {points} points at stake.", view.called(*seat))
            }
            Event::Lost { seat, points } => {
                format!("{} rolls {LOSING} and loses {points} points.", view.called(*seat))
            }
            Event::Kept { seat, points, total } => {
                format!("{} keeps {points} points and has {total}.", view.called(*seat))
            }
            Event::Ended { winner: Some(winner) } => {
                format!("{} has the most points and wins.", view.called(*winner))
            }
            Event::Ended { winner: None } => "The last round is over: a draw.".to_owned(),
        }
    }

    fn say(_view: &View, command: &Command) -> String {
        match command {
            Command::Roll {} => "roll".to_owned(),
            Command::Hold {} => "hold".to_owned(),
        }
    }

    fn read(
        _view: &View,
        _seat: Seat,
        text: &str,
        _memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        let command = match text.trim().to_lowercase().as_str() {
            "roll" | "r" | "again" | "on" | "go on" | "roll on" => Command::Roll {},
            "hold" | "h" | "keep" | "stop" | "bank" => Command::Hold {},
            other => {
                let sentence = format!("\"{other}\" is neither \"roll\" nor \"hold\"");
                return Err(Unread::unknown_word(other, sentence)
                    .with("choices", ["roll", "hold"].to_vec()));
            }
        };
        Ok(Reading::commands(vec![command]))
    }

    fn outlook(view: &View, command: &Command) -> Option<String> {
        Some(match command {
            Command::Roll {} => {
                let (risk, points) = ((view.risk.permille() + 5) / 10, view.points);
                format!("A roll loses the {points} points at stake with a chance of {risk} %.")
            }
            Command::Hold {} => format!("{} points become safe.", view.points),
        })
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[("roll", "roll the die"), ("hold", "keep the points and end the turn")]
    }

    fn moment(view: &View) -> String {
        format!("Round {}", view.round)
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::Ended { .. })
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        if view.outcome.is_some() {
            let rounds = if view.round == 1 { "round" } else { "rounds" };
            let result = Pig::prompt(view, Viewer::Spectator);
            drawing.line(format!("{result} After {} {rounds}.", view.round));
            for (seat, total) in Seat::first(view.totals.len()).zip(&view.totals) {
                drawing.line(
                    Line::new().ink(Ink::of(seat), format!("{}  {total}", view.called(seat))),
                );
            }
        }
        drawing
    }
}

impl View {
    /// Who sits there: a person, or the role.
    fn called(&self, seat: Seat) -> String {
        self.cast.called(seat, &role(seat))
    }
}

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::GameOver => "PG-5",
            Rejection::NotYourTurn { .. } => "PG-1",
            Rejection::NothingToHold => "PG-4",
        }
    }
}

impl Config {
    fn check(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        let mut within = |field, value, least, most| {
            if !(least..=most).contains(&value) {
                let sentence = format!("{value} is not between {least} and {most}");
                faults.push(Fault::new(field, "out_of_range", sentence));
            }
        };
        within("seats", self.seats.into(), 2, MOST_SEATS as u16);
        within("target", self.target, 10, 1000);
        within("rounds", self.rounds, 1, 1000);
        Faults::check(faults)
    }
}

impl Default for Config {
    fn default() -> Config {
        Config { seats: 2, target: 100, rounds: 100 }
    }
}

/// How much of a bar the points fill.
fn bar(points: u16, target: u16) -> usize {
    (BAR * usize::from(points) / usize::from(target.max(1))).min(BAR)
}

fn role(seat: Seat) -> String {
    format!("Player {}", seat.index() + 1)
}
