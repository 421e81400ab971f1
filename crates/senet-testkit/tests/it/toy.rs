//! A small honest game with hidden cards, dice and a clock, and ways to spoil it.
//!
//! Two seats hold a hidden card each. In turn they roll for points, pass, take another card, or show
//! theirs; when the clock runs out they pass. Before that they may mark their card once, which nobody
//! else notices. After some turns the cards are shown and added to the points.

use schemars::JsonSchema;
use senet_kernel::{
    About, Actor, Cast, Depth, Dice, Drawing, Events, Fault, Faults, Game, Ink, Line, Listing,
    Measures, NoOrders, Outcome, Preset, Question, Reading, Reject, Rng, Seat, SeatSet, Secret,
    TakeBack, Text, Tick, TickKind, Unread, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::defect::{Defect, anew};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Toy {
    defect: Defect,
    cards: [u8; 2],
    shown: [bool; 2],
    marks: [bool; 2],
    points: [u8; 2],
    left: u8,
    gone: Option<Seat>,
    /// Written but not compared; always 0 in an honest play.
    extra: u8,
    /// The rolls so far: neither written nor compared, and of no matter in an honest play.
    #[serde(skip)]
    forgotten: u8,
}

impl PartialEq for Toy {
    fn eq(&self, other: &Toy) -> bool {
        let parts = |toy: &Toy| (toy.cards, toy.shown, toy.marks, toy.points, toy.left, toy.gone);
        parts(self) == parts(other)
    }
}

impl Eq for Toy {}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Config {
    pub turns: u8,
    /// Its words stay out of the schema, so that no law puts another defect in its place.
    #[schemars(with = "String")]
    pub defect: Defect,
    #[serde(skip)]
    pub lost: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Roll,
    Pass,
    Swap,
    Show,
    Mark {
        #[serde(default, skip_serializing_if = "Peek::is_nothing")]
        peek: Peek,
    },
    Tick,
    Leave {
        seat: Seat,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Rolled {
        pips: u8,
        count: u32,
    },
    Passed {
        hint: u8,
    },
    Swapped {
        seat: Seat,
        card: Option<u8>,
    },
    Shown {
        card: u8,
        #[serde(skip)]
        lost: u8,
    },
    Marked {
        seat: Seat,
    },
    Left {
        seat: Seat,
    },
    Ended {
        cards: [u8; 2],
    },
}

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Rejection {
    #[error("the game is over")]
    GameOver,
    #[error("it is not your turn")]
    NotYourTurn { hint: u8 },
    #[error("your card is marked already{}", if peek.0 == 1 { ", and high" } else { "" })]
    AlreadyMarked {
        #[serde(skip)]
        peek: Peek,
    },
    #[error("your card is shown already")]
    AlreadyShown {
        #[serde(skip)]
        lost: u8,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    pub defect: Defect,
    pub cards: [Option<u8>; 2],
    pub shown: [bool; 2],
    pub marks: [Option<bool>; 2],
    pub points: [u8; 2],
    pub left: u8,
    pub gone: Option<Seat>,
    pub hint: bool,
    #[serde(skip)]
    pub lost: u8,
    pub written: Peek,
    #[serde(skip)]
    pub unwritten: Peek,
    pub outcome: Option<Outcome>,
    #[serde(skip)]
    pub cast: Cast,
}

/// Something that no comparison looks at.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Peek(u8);

impl PartialEq for Peek {
    fn eq(&self, _: &Peek) -> bool {
        true
    }
}

impl Peek {
    fn is_nothing(&self) -> bool {
        self.0 == 0
    }
}

impl View {
    /// What the viewer must not know, where this defect tells it.
    fn leaks(&self, defect: Defect) -> bool {
        self.defect == defect && self.unwritten.0 > 0
    }
}

const MOST_TURNS: u8 = 8;

impl Toy {
    fn is(&self, defect: Defect) -> bool {
        self.defect == defect
    }

    fn turn(&self) -> Seat {
        if self.left.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND }
    }

    fn over(&self) -> bool {
        self.left == 0 || self.gone.is_some()
    }

    fn stuck(&self) -> bool {
        self.is(Defect::Stuck) && self.left == 3
    }

    /// The card that the seat cannot see, if it is high: what a leak tells.
    fn secret(&self, seat: Seat) -> u8 {
        u8::from(self.cards[seat.next(2).index()] > 3)
    }

    /// One bit of what only the table may know before the end.
    fn hash_is_even(&self) -> bool {
        senet_kernel::hash(self).to_string().ends_with(char::is_numeric)
    }

    fn judge(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        let turn = self.turn();
        let out_of_turn = || Rejection::NotYourTurn {
            hint: match actor {
                Actor::Seat(seat) if self.is(Defect::LeaksRejection) && seat.index() < 2 => {
                    self.secret(seat)
                }
                _ => 0,
            },
        };
        let last_word = self.is(Defect::LeavesAfterEnd) && self.gone.is_none();
        if self.stuck() || self.over() && !(last_word && matches!(command, Command::Leave { .. })) {
            return Err(Rejection::GameOver);
        }
        let by_right = match command {
            Command::Pass if self.is(Defect::ListsOutOfTurn) => {
                actor.seat().is_some_and(|seat| seat.index() < 2)
            }
            Command::Pass if self.is(Defect::ListsUnreached) && self.extra == 1 => false,
            Command::Roll
            | Command::Pass
            | Command::Swap
            | Command::Show
            | Command::Mark { .. } => actor == Actor::Seat(turn),
            Command::Tick => actor == Actor::Clock && !self.is(Defect::TickRefused),
            Command::Leave { seat } => {
                actor == Actor::Host && seat.index() < 2 && !self.is(Defect::LeaveRefused)
            }
        };
        if !by_right {
            return Err(out_of_turn());
        }
        if matches!(command, Command::Mark { .. }) && self.marks[turn.index()] {
            let peek = match self.defect {
                Defect::LeaksWhy => self.secret(turn),
                Defect::LeaksRule => 2 * self.secret(turn),
                _ => 0,
            };
            return Err(Rejection::AlreadyMarked { peek: Peek(peek) });
        }
        let hushed = self.is(Defect::LeaksLegal) && self.secret(turn) == 0;
        let own_card = matches!(command, Command::Swap | Command::Show);
        if own_card && (self.shown[turn.index()] || hushed) {
            let lost = u8::from(self.is(Defect::LosesRejection));
            return Err(Rejection::AlreadyShown { lost });
        }
        Ok(())
    }

    /// What a spoilt game does when it refuses.
    fn spoil_refusal(&mut self, why: &Rejection, dice: &mut Dice, events: &mut Events<Toy>) {
        match self.defect {
            Defect::ChangesRefused if *why != Rejection::GameOver => self.points[0] ^= 1,
            Defect::HashesRefused => self.extra ^= 1,
            Defect::DrawsRefused => drop(dice.d6()),
            Defect::TellsRefused => events.push(Event::Passed { hint: 0 }),
            _ => {}
        }
    }

    fn roll(&mut self, dice: &mut Dice) -> u8 {
        let pips = match self.defect {
            Defect::RollsUnrecorded => dice.clone().d6(),
            _ => dice.d6(),
        };
        let bonus = self.is(Defect::ForgetsStored) && self.forgotten > 0;
        self.forgotten += 1;
        pips + u8::from(bonus)
    }

    fn carry_out(&mut self, command: &Command, dice: &mut Dice, events: &mut Events<Toy>) {
        let seat = self.turn();
        match command {
            Command::Roll => {
                let pips = self.roll(dice);
                self.points[seat.index()] += pips;
                let count = match self.defect {
                    Defect::TellsAnew => anew(),
                    Defect::LeaksRoll => self.secret(seat).into(),
                    _ => 0,
                };
                events.push(Event::Rolled { pips, count });
                match self.defect {
                    Defect::ChangesAnew => self.points[0] += (anew() % 8) as u8,
                    Defect::HashesAnew => self.extra = (anew() % 8) as u8,
                    _ => {}
                }
            }
            Command::Pass | Command::Tick => {
                let hint = match self.defect {
                    Defect::LeaksEvent | Defect::RevealsHidden => self.secret(seat),
                    Defect::TellsHash => self.hash_is_even().into(),
                    _ => 0,
                };
                let heard = events.list().len();
                events.push(Event::Passed { hint });
                if self.is(Defect::ChangesUnheard) && events.list().len() == heard {
                    self.points[0] += 1;
                }
                let sometimes = self.is(Defect::RevealsSometimes) && self.secret(seat) == 1;
                if self.is(Defect::RevealsHidden) || sometimes {
                    events.mark_revealed();
                }
                self.shown[1] |= self.is(Defect::LeaksStep);
                if self.is(Defect::HashesMore) {
                    self.extra = u8::from(*command == Command::Tick);
                }
            }
            Command::Swap => {
                let card = dice.d6();
                self.cards[seat.index()] = card;
                let open = if self.is(Defect::OpensEvent) { 10 } else { 0 };
                events.push(Event::Swapped { seat, card: Some(card + open) });
            }
            Command::Show => {
                self.shown[seat.index()] = true;
                let lost = u8::from(self.is(Defect::LosesEvent));
                let mark = self.is(Defect::RevealsBeside) && self.marks[seat.index()];
                let card = self.cards[seat.index()] + if mark { 10 } else { 0 };
                events.push(Event::Shown { card, lost });
                if !self.is(Defect::RevealsUnheard) || !events.list().is_empty() {
                    events.mark_revealed();
                }
            }
            Command::Mark { .. } => {
                self.marks[seat.index()] = true;
                events.push(match self.defect {
                    Defect::OpensAct => Event::Passed { hint: 0 },
                    _ => Event::Marked { seat },
                });
                if self.is(Defect::RevealsNothing) {
                    events.mark_revealed();
                }
                return;
            }
            Command::Leave { seat } => {
                self.gone = Some(*seat);
                events.push(Event::Left { seat: *seat });
                return;
            }
        }
        if self.is(Defect::LeadsAstray) {
            self.extra *= 2;
        }
        self.left -= 1;
        if self.left == 0 {
            self.shown = [!self.is(Defect::LeaksOutcome); 2];
            events.reveal(Event::Ended { cards: self.cards });
        }
    }
}

impl Game for Toy {
    const ID: &'static str = "toy";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<Toy> {
        About {
            name: "Toy",
            line: "Two cards and a die.",
            seats: 2..=2,
            minutes: 1..=1,
            rules: "",
            presets: vec![Preset {
                id: "standard",
                name: "Standard",
                line: "",
                note: "",
                config: Config { turns: MOST_TURNS, defect: Defect::None, lost: 0 },
            }],
        }
    }

    fn read_config(json: &serde_json::Value) -> Result<Config, Faults> {
        let mut config: Config = senet_kernel::read_config(json)?;
        if config.defect == Defect::ReadsConfig {
            config.turns ^= 1;
        }
        Ok(config)
    }

    fn new(config: &Config, dice: &mut Dice) -> Result<Toy, Faults> {
        let checked = config.defect != Defect::AcceptsConfig;
        if checked && !(1..=MOST_TURNS).contains(&config.turns) {
            return Err(Fault::new("turns", "out_of_range", "1 to 8 turns").into());
        }
        if config.defect == Defect::DrawsAnew && anew().is_multiple_of(2) {
            dice.d6();
        }
        let mut cards = [dice.d6(), dice.d6()];
        match config.defect {
            Defect::DrawsAnew => cards = [1, 1],
            Defect::SetsUpAnew => cards[0] = (anew() % 6) as u8 + 1,
            _ => {}
        }
        Ok(Toy {
            defect: config.defect,
            cards,
            shown: [false; 2],
            marks: [false; 2],
            points: [if config.defect == Defect::PlaysLostConfig { config.lost } else { 0 }, 0],
            left: config.turns,
            gone: None,
            extra: 0,
            forgotten: 0,
        })
    }

    fn inspect(&self) -> Result<(), Faults> {
        let cards = self.cards.iter().all(|card| (1..=6).contains(card));
        let points = self.points.iter().all(|points| *points < 100 - 10 * self.left.min(8));
        let turns = self.left <= MOST_TURNS;
        let shown = self.left > 0 || self.shown == [!self.is(Defect::LeaksOutcome); 2];
        let gone = self.gone.is_none_or(|seat| seat.index() < 2);
        let reached = self.is(Defect::RefusesReached) && self.points[0] > 3;
        let rest = points && turns && shown && gone && !reached && self.extra <= 1;
        if rest && (cards || self.is(Defect::AcceptsState)) {
            Ok(())
        } else {
            Err(Fault::new("", "impossible", "no play leads here").into())
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> SeatSet {
        let waits = !self.over() || self.is(Defect::ActsAfterEnd);
        let stranger = Seat::new(3).filter(|_| waits && self.is(Defect::AwaitsStranger));
        let turn = Some(self.turn()).filter(|_| waits && !self.stuck());
        let leak = self.is(Defect::LeaksTurn) && self.cards[1] > 3;
        let two = waits && (leak || self.is(Defect::LeaksAwaited));
        let other = Some(self.turn().next(2)).filter(|_| two);
        turn.into_iter().chain(stranger).chain(other).collect()
    }

    fn awaited(&self) -> SeatSet {
        let leak = self.is(Defect::LeaksAwaited) && self.cards[1] > 3;
        let both = self.to_act();
        if leak && both.len() > 1 { SeatSet::only(self.turn()) } else { both }
    }

    fn tick(&self) -> Option<Tick<Command>> {
        let runs = !self.over() || self.is(Defect::TicksAfterEnd);
        (runs && !self.stuck()).then_some(Tick {
            command: Command::Tick,
            after_ms: match self.defect {
                Defect::LeaksClock => 1000 + u32::from(self.cards[0]),
                _ => 1000,
            },
            number: match self.defect {
                Defect::LeaksNumber => u32::from(self.left) + 100 * u32::from(self.cards[0]),
                _ => self.left.into(),
            },
            kind: TickKind::Beat,
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        let total = |seat: Seat| self.points[seat.index()] + self.cards[seat.index()];
        let winner = match self.gone {
            Some(seat) => Some(seat.next(2)),
            None if total(Seat::FIRST) == total(Seat::SECOND) => None,
            None => Seat::first(2).max_by_key(|seat| total(*seat)),
        };
        self.over().then_some(Outcome::Versus { winner })
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if self.over() {
            if self.is(Defect::ListsAfterEnd) && seat.index() < 2 {
                out.push(Command::Pass);
            }
            return Listing::Complete;
        }
        if seat != self.turn() {
            if self.is(Defect::ListsOutOfTurn) && seat.index() < 2 {
                out.push(Command::Pass);
            }
            return Listing::Complete;
        }
        if self.is(Defect::ListsAfresh) {
            out.clear();
        }
        let (before, secret) = (out.len(), self.secret(seat));
        let fits = |command: &Command| self.judge(Actor::Seat(seat), command).is_ok();
        let peek = Peek(if self.is(Defect::LeaksList) { secret } else { 0 });
        let mark = Command::Mark { peek };
        let all = [Command::Roll, Command::Pass, Command::Swap, Command::Show, mark];
        out.extend(all.into_iter().filter(fits));
        match self.defect {
            Defect::ListsRefused if !fits(&Command::Show) => out.push(Command::Show),
            Defect::ListsTooLittle => out.retain(|command| *command != Command::Show),
            Defect::ListsTwice => out.push(Command::Pass),
            Defect::ListsUnreached if !fits(&Command::Pass) => out.push(Command::Pass),
            Defect::LeaksOrder if secret == 1 => out[before..].reverse(),
            Defect::LeaksListing if secret == 1 => return Listing::Sample,
            _ => {}
        }
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        match self.judge(actor, command) {
            Err(Rejection::AlreadyShown { .. }) if self.is(Defect::RefusesOtherwise) => {
                Err(Rejection::NotYourTurn { hint: 0 })
            }
            Ok(()) if self.is(Defect::ChecksLess) && *command == Command::Show => {
                Err(Rejection::AlreadyShown { lost: 0 })
            }
            judged => judged,
        }
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<Toy>,
    ) -> Result<(), Rejection> {
        if let Err(why) = self.judge(actor, command) {
            self.spoil_refusal(&why, dice, events);
            return Err(why);
        }
        self.carry_out(command, dice, events);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        const HIGH: [bool; 6] = [false, false, false, true, true, true];
        let _ = self.cards.map(|card| HIGH[usize::from(card) - 1]);
        let open = self.is(Defect::OpensView) || self.is(Defect::OpensAll);
        let seen = |seat: Seat| open || viewer.is(seat) || self.shown[seat.index()];
        let marked = |seat: Seat| {
            let seen = viewer.is(seat) || self.is(Defect::OpensMarks) || self.is(Defect::OpensAll);
            seen.then_some(self.marks[seat.index()])
        };
        let card = |seat: Seat| seen(seat).then_some(self.cards[seat.index()]);
        let high = viewer.seat().is_some_and(|seat| self.secret(seat) == 1);
        View {
            defect: self.defect,
            cards: [card(Seat::FIRST), card(Seat::SECOND)],
            shown: self.shown,
            marks: [marked(Seat::FIRST), marked(Seat::SECOND)],
            points: self.points,
            left: self.left,
            gone: self.gone,
            hint: match self.defect {
                Defect::LeaksView => high,
                Defect::OpensDeal => high && self.left == MOST_TURNS,
                Defect::LeaksHash => self.hash_is_even(),
                _ => false,
            },
            written: match self.defect {
                Defect::LeaksWritten => Peek(high.into()),
                Defect::LeaksSize => Peek(9 + u8::from(high)),
                _ => Peek(0),
            },
            unwritten: Peek(high.into()),
            lost: u8::from(self.is(Defect::LosesView)),
            outcome: self.outcome().filter(|_| !self.is(Defect::LeaksOutcome)),
            cast: Cast::default(),
        }
    }

    fn shown(event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Swapped { seat, card: Some(card) } if !viewer.is(*seat) => {
                Some(Event::Swapped { seat: *seat, card: Some(*card).filter(|card| *card > 6) })
            }
            Event::Marked { seat } if !viewer.is(*seat) => None,
            event => Some(event.clone()),
        }
    }

    fn secrets(&self) -> bool {
        match self.defect {
            Defect::LeaksSecrets => self.cards[1] > 3,
            Defect::DeniesSecrets => false,
            _ => true,
        }
    }

    fn hidden(&self, viewer: Viewer) -> Vec<Secret> {
        let mut hidden = Vec::new();
        let untold = self.is(Defect::HidesUntold);
        for seat in Seat::first(2).filter(|seat| !viewer.is(*seat) && !self.is(Defect::OpensAll)) {
            if !self.shown[seat.index()] && !untold {
                hidden.push(Secret::new(format!("/cards/{}", seat.index()), Depth::Values));
            }
            hidden.push(Secret::new(format!("/marks/{}", seat.index()), Depth::Whole));
            if self.is(Defect::HidesOpen) {
                hidden.push(Secret::new("/defect", Depth::Whole));
            }
            if self.is(Defect::HidesNowhere) {
                hidden.push(Secret::new("/purse", Depth::Whole));
            }
        }
        hidden
    }

    fn guess(view: &View, _viewer: Viewer, rng: &mut Rng) -> Toy {
        let told = view.defect == Defect::OpensDeal && view.left == MOST_TURNS;
        let (least, many) = match view.defect {
            Defect::GuessesBadly => (0, 6),
            _ if told => (1 + 3 * u8::from(view.hint), 3),
            _ => (1, 6),
        };
        Toy {
            defect: view.defect,
            cards: view.cards.map(|card| card.unwrap_or_else(|| rng.below(many) as u8 + least)),
            shown: view.shown,
            marks: view.marks.map(|mark| mark.unwrap_or_else(|| rng.below(2) == 0)),
            points: view.points,
            left: view.left,
            gone: view.gone,
            extra: 0,
            forgotten: 0,
        }
    }

    fn idle(&self, seat: Seat) -> Option<Command> {
        let command = match self.defect {
            Defect::IdlesRefused => Command::Show,
            Defect::LeaksIdle if self.secret(seat) == 1 => Command::Roll,
            _ => Command::Pass,
        };
        (seat == self.turn()).then_some(command)
    }

    fn leave(&self, seat: Seat) -> Option<Command> {
        let leak = self.is(Defect::LeaksLeave) && self.secret(seat) == 1;
        let stays = self.over() || self.stuck() || leak;
        (!stays).then_some(Command::Leave { seat })
    }

    fn take_back(&self, seat: Seat) -> TakeBack {
        let leak = self.is(Defect::LeaksTakeBack) && self.secret(seat) == 1;
        if leak { TakeBack::WhileToAct } else { TakeBack::Never }
    }

    fn receive(
        &self,
        actor: Actor,
        _size: impl Fn() -> usize,
        unread: Option<&str>,
    ) -> Result<(), Rejection> {
        let leak = self.is(Defect::LeaksReceipt) && unread.is_some();
        match actor {
            Actor::Seat(seat) if leak && self.secret(seat) == 1 => Err(Rejection::GameOver),
            _ => Ok(()),
        }
    }

    fn bound(&self) -> u32 {
        match self.defect {
            Defect::BoundTooLow => u32::from(MOST_TURNS) - 1,
            _ => u32::from(MOST_TURNS) + 2,
        }
    }
}

impl Text for Toy {
    fn seat_name(view: &View, seat: Seat) -> String {
        let other = view.cards[seat.index()].is_none();
        let leak = other && view.leaks(Defect::LeaksName);
        if leak { "the high one".to_owned() } else { seat.to_string() }
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        let who = viewer.seat().and_then(|seat| view.cast.name(seat));
        let who = who.filter(|_| view.defect != Defect::Nameless).unwrap_or("You");
        let leak = if view.leaks(Defect::LeaksPrompt) { " or so." } else { "." };
        format!("{who}: {} turns left{leak}", view.left)
    }

    fn draw(view: &View, _viewer: Viewer) -> Drawing {
        let mut drawing = Drawing::new();
        drawing.line("─".repeat(if view.defect == Defect::TooWide { 101 } else { 100 }));
        drawing.line(if view.defect == Defect::NotPlain { "\t" } else { " " });
        let ink = if view.leaks(Defect::LeaksColour) { Ink::Danger } else { Ink::Plain };
        for seat in Seat::first(2).filter(|_| view.defect != Defect::Faceless) {
            drawing.line(Line::new().ink(ink, view.cast.called(seat, "nobody")));
        }
        if view.leaks(Defect::LeaksDrawing) {
            drawing.line("high");
        }
        drawing
    }

    fn tell(view: &View, event: &Event) -> String {
        let panics = view.defect == Defect::PanicsTelling;
        assert!(!panics || !matches!(event, Event::Shown { .. }), "no words for a shown card");
        match event {
            Event::Passed { .. } if view.defect == Defect::TellsNothing => String::new(),
            event if view.leaks(Defect::LeaksSentence) => format!("{event:?}."),
            Event::Passed { .. } if view.defect == Defect::TellsCode => "it is `passed`".to_owned(),
            Event::Passed { .. } if view.defect == Defect::CountsWrong => "1 points.".to_owned(),
            event => format!("{event:?}"),
        }
    }

    fn say(view: &View, command: &Command) -> String {
        match (command, view.defect) {
            (Command::Pass, Defect::EmptyLabel) => String::new(),
            (Command::Pass, Defect::EqualLabels) => "Roll ".to_owned(),
            (Command::Roll, _) => "roll".to_owned(),
            (Command::Pass, _) => "pass".to_owned(),
            (Command::Swap, _) if view.leaks(Defect::LeaksLabel) => "swap them".to_owned(),
            (Command::Swap, _) => "swap".to_owned(),
            (Command::Show, _) => "show".to_owned(),
            (Command::Mark { .. }, _) => "mark".to_owned(),
            (Command::Tick, _) => "tick".to_owned(),
            (Command::Leave { seat }, _) => format!("{seat} leaves"),
        }
    }

    fn read(
        view: &View,
        _seat: Seat,
        text: &str,
        _memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        let command = match text.trim() {
            "roll" if view.defect == Defect::ReadsWrong => Command::Pass,
            "roll" if view.leaks(Defect::LeaksReader) => {
                return Err(Unread::unknown_word("roll", "no"));
            }
            "roll" => Command::Roll,
            "pass" => Command::Pass,
            stray if view.leaks(Defect::LeaksStray) && !is_label(stray) => {
                return Err(Unread::empty_text("their card is high"));
            }
            other => return Err(Unread::unknown_word(other, format!("what is \"{other}\"?"))),
        };
        Ok(Reading::commands(vec![command]))
    }

    fn caution(view: &View, _seat: Seat, _command: &Command) -> Option<String> {
        view.leaks(Defect::LeaksCaution).then(|| "their card is high".to_owned())
    }

    fn outlook(view: &View, _command: &Command) -> Option<String> {
        view.leaks(Defect::LeaksOutlook).then(|| "their card is high".to_owned())
    }

    fn retention(view: &View) -> Option<usize> {
        view.leaks(Defect::LeaksRetention).then_some(9)
    }

    fn plans(view: &View, _seat: Seat, _memo: &serde_json::Value) -> Option<Reading<Command>> {
        view.leaks(Defect::LeaksPlans).then(|| Reading::commands(Vec::new()))
    }

    fn question(view: &View, text: &str) -> Option<Question> {
        view.leaks(Defect::LeaksQuestion).then(|| Question {
            system: String::new(),
            user: text.to_owned(),
            schema: serde_json::Value::Null,
            input: 0,
            round: 0,
        })
    }

    fn answered(view: &View, _input: u32, _answer: &str) -> Result<Vec<Command>, NoOrders> {
        let leak = view.leaks(Defect::LeaksModel);
        if leak { Ok(Vec::new()) } else { Err(NoOrders::NotPlaying) }
    }

    fn moment(view: &View) -> String {
        if view.leaks(Defect::LeaksMoment) { "Late".to_owned() } else { String::new() }
    }

    fn part(view: &View) -> Option<usize> {
        view.leaks(Defect::LeaksPart).then_some(1)
    }

    fn measures(view: &View) -> Measures {
        let figure = u32::from(view.leaks(Defect::LeaksMeasures));
        Measures::default().number("high", figure)
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        let over = view.left == 0 || view.gone.is_some();
        if over || view.defect == Defect::EndsEarly {
            drawing.line("It is over.");
            if view.leaks(Defect::LeaksEnding) {
                drawing.line("Their card is high.");
            }
        }
        drawing
    }
}

/// Whether it is what a command is called.
fn is_label(text: &str) -> bool {
    ["swap", "show", "mark", "tick"].contains(&text) || text.ends_with(" leaves")
}

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::AlreadyMarked { peek: Peek(2..) } => "T-2",
            _ => "T-1",
        }
    }
}
