//! A small game with what the reference games lack, for the table alone: acts that nobody else notices, a
//! clock, plans, parts, questions to a model, and turns that are given up.
//!
//! Two seats seal numbers in secret, as often as they like, until they say that they are done; at the
//! third beat of the clock it is over. A seat may open its number to all. No event and no view tells who is
//! done: all are told by who is to act.

use std::cell::Cell;

use schemars::JsonSchema;
use senet_kernel::{
    About, Actor, Cast, Depth, Dice, Drawing, Events, Faults, Game, Hash, Listing, NoOrders,
    Outcome, Preset, Question, Reading, Reject, Rng, Seat, SeatSet, Secret, TakeBack, Text, Tick,
    TickKind, Unread, Viewer,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const BEATS: u32 = 3;

thread_local! {
    static APPLIED: Cell<usize> = const { Cell::new(0) };
}

/// How often a command was carried out on this thread, replays included.
pub fn applied() -> usize {
    APPLIED.get()
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sealed {
    pub sealed: [u8; 2],
    pub open: [bool; 2],
    pub done: [bool; 2],
    pub beats: u32,
    pub most: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Seal { number: u8 },
    Open {},
    Done {},
    Beat {},
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Sealed { seat: Seat, number: u8 },
    Opened { seat: Seat, number: u8 },
    Beaten {},
}

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Rejection {
    #[error("not now")]
    NotNow {},
}

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        "S-1"
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    pub sealed: [Option<u8>; 2],
    pub open: [bool; 2],
    pub beats: u32,
    pub most: u8,
    #[serde(skip)]
    pub cast: Cast,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The seed that the players chose.
    pub seed: Option<String>,
    /// The highest number that is offered.
    pub most: u8,
}

impl Default for Config {
    fn default() -> Config {
        Config { seed: None, most: 9 }
    }
}

impl Sealed {
    fn over(&self) -> bool {
        self.beats == BEATS
    }
}

impl Game for Sealed {
    const ID: &'static str = "sealed";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<Sealed> {
        let preset = |id, name| Preset { id, name, line: "", note: "", config: Config::default() };
        About {
            name: "Sealed",
            line: "Two numbers.",
            seats: 2..=2,
            minutes: 1..=1,
            rules: "",
            presets: vec![preset("standard", "Standard"), preset("other", "Other")],
        }
    }

    fn seed(config: &Config) -> Option<&str> {
        config.seed.as_deref()
    }

    fn data_hash(_: &Config) -> Option<Hash> {
        Some(Hash::of_bytes(b"numbers"))
    }

    fn new(config: &Config, _: &mut Dice) -> Result<Sealed, Faults> {
        let most = config.most;
        Ok(Sealed { sealed: [0; 2], open: [false; 2], done: [false; 2], beats: 0, most })
    }

    fn inspect(&self) -> Result<(), Faults> {
        Ok(())
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> SeatSet {
        Seat::first(2).filter(|seat| !self.over() && !self.done[seat.index()]).collect()
    }

    /// North is waited for first.
    fn awaited(&self) -> SeatSet {
        self.to_act().iter().take(1).collect()
    }

    fn tick(&self) -> Option<Tick<Command>> {
        let (number, kind) =
            (self.beats, if self.beats == 0 { TickKind::Limit } else { TickKind::Beat });
        (!self.over()).then_some(Tick { command: Command::Beat {}, after_ms: 1000, number, kind })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over().then_some(Outcome::Versus { winner: None })
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if self.to_act().contains(seat) {
            let numbers = (1..=self.most).map(|number| Command::Seal { number });
            out.extend(numbers.chain([Command::Open {}, Command::Done {}]));
        }
        Listing::Sample
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        let fits = match command {
            Command::Beat {} => actor == Actor::Clock && !self.over(),
            _ => actor.seat().is_some_and(|seat| self.to_act().contains(seat)),
        };
        if fits { Ok(()) } else { Err(Rejection::NotNow {}) }
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        _: &mut Dice,
        events: &mut Events<Sealed>,
    ) -> Result<(), Rejection> {
        self.check(actor, command)?;
        APPLIED.set(APPLIED.get() + 1);
        let seat = actor.seat().unwrap_or(Seat::FIRST);
        match command {
            Command::Seal { number } => {
                self.sealed[seat.index()] = *number;
                events.push(Event::Sealed { seat, number: *number });
            }
            Command::Open {} => {
                self.open[seat.index()] = true;
                events.reveal(Event::Opened { seat, number: self.sealed[seat.index()] });
            }
            Command::Done {} => self.done[seat.index()] = true,
            Command::Beat {} => {
                self.beats += 1;
                self.done = [false; 2];
                events.push(Event::Beaten {});
            }
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        let own = |seat: Seat| viewer.is(seat) || self.open[seat.index()];
        let number = |seat: Seat| own(seat).then_some(self.sealed[seat.index()]);
        View {
            sealed: [number(Seat::FIRST), number(Seat::SECOND)],
            open: self.open,
            beats: self.beats,
            most: self.most,
            cast: Cast::default(),
        }
    }

    fn shown(event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Sealed { seat, .. } if !viewer.is(*seat) => None,
            event => Some(event.clone()),
        }
    }

    fn guess(view: &View, _: Viewer, rng: &mut Rng) -> Sealed {
        let sealed = view.sealed.map(|number| number.unwrap_or_else(|| rng.below(10) as u8));
        let done = [false; 2];
        Sealed { sealed, open: view.open, done, beats: view.beats, most: view.most }
    }

    fn idle(&self, _: Seat) -> Option<Command> {
        Some(Command::Done {})
    }

    fn leave(&self, _: Seat) -> Option<Command> {
        None
    }

    fn take_back(&self, _: Seat) -> TakeBack {
        TakeBack::WhileToAct
    }

    fn hidden(&self, viewer: Viewer) -> Vec<Secret> {
        let others = Seat::first(2).filter(|seat| !viewer.is(*seat) && !self.open[seat.index()]);
        others.map(|seat| Secret::new(format!("/sealed/{}", seat.index()), Depth::Values)).collect()
    }

    fn bound(&self) -> u32 {
        1000
    }
}

impl Text for Sealed {
    fn seat_name(_: &View, seat: Seat) -> String {
        ["North", "South"][seat.index()].to_owned()
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        format!("{viewer:?}: {} beats", view.beats)
    }

    fn draw(view: &View, _: Viewer) -> Drawing {
        let mut drawing = Drawing::new();
        drawing.line(format!("{:?}", view.sealed));
        drawing
    }

    fn tell(_: &View, event: &Event) -> String {
        match event {
            Event::Sealed { number, .. } => format!("You seal {number}."),
            Event::Opened { seat, number } => format!("{seat} had {number}."),
            Event::Beaten {} => "A beat.".to_owned(),
        }
    }

    fn say(_: &View, command: &Command) -> String {
        match command {
            Command::Seal { number } => format!("seal {number}"),
            Command::Open {} => "open".to_owned(),
            Command::Done {} => "done".to_owned(),
            Command::Beat {} => "beat".to_owned(),
        }
    }

    fn caution(view: &View, seat: Seat, command: &Command) -> Option<String> {
        let number = view.sealed[seat.index()].filter(|number| *number > 0)?;
        (*command == Command::Open {}).then(|| format!("That shows {number}."))
    }

    fn read(_: &View, _: Seat, text: &str, _: &Value) -> Result<Reading<Command>, Unread> {
        Err(Unread::unknown_word(text, "what?"))
    }

    fn plans(_: &View, _: Seat, memo: &Value) -> Option<Reading<Command>> {
        let number = memo.as_u64()? as u8;
        Some(Reading::commands(vec![Command::Seal { number }]))
    }

    fn question(view: &View, text: &str) -> Option<Question> {
        let user = format!("{text}: {:?}", view.sealed);
        Some(Question { system: String::new(), user, schema: Value::Null, input: 7, round: 1 })
    }

    fn answered(_: &View, input: u32, answer: &str) -> Result<Vec<Command>, NoOrders> {
        let number: u8 = answer.parse().map_err(|_| NoOrders::Unread)?;
        Ok(vec![Command::Seal { number: number + input as u8 }])
    }

    fn outlook(view: &View, command: &Command) -> Option<String> {
        Some(format!("{} at {}", Sealed::say(view, command), view.beats))
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[("seal N", "seals a number")]
    }

    fn moment(view: &View) -> String {
        format!("Beat {}", view.beats)
    }

    fn part(view: &View) -> Option<usize> {
        [Some(1), None, Some(2), None][view.beats as usize]
    }

    fn retention(_: &View) -> Option<usize> {
        Some(4)
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        if view.beats == BEATS {
            drawing.line("It is over.");
        }
        drawing
    }
}
