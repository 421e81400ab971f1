//! Kuhn poker: hidden cards (rules KP-1 to KP-8 in `docs/rules/kuhn-poker.md`).
//!
//! New after pig: a view that differs by viewer, events that are shown in part, an event that
//! reveals, and a guess that deals what the viewer cannot see.

use schemars::JsonSchema;
use senet_kernel::{
    About, Actor, Cast, Depth, Dice, Drawing, Events, Fault, Faults, Game, Ink, Line, Listing,
    Outcome, Preset, Reading, Reject, Rng, Scores, Seat, SeatSet, Secret, TakeBack, Text, Unread,
    Viewer,
};
use serde::{Deserialize, Serialize};

/// One hand of Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KuhnPoker {
    /// The card of each seat, once they are dealt.
    cards: Option<[Card; 2]>,
    stage: Stage,
}

/// A card; the later the higher.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle.
    Queen,
    /// The highest.
    King,
}

/// How far the hand has come. It tells all that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Stage {
    /// The first seat is to deal.
    Ready,
    /// The first seat is to speak.
    Dealt,
    /// The first seat has checked.
    Checked,
    /// A seat has bet, and the other is to answer.
    Bet {
        /// Who bet.
        by: Seat,
    },
    /// Both cards are turned up.
    Showdown {
        /// The chips that each seat put in.
        stake: u8,
    },
    /// A seat has folded.
    Folded {
        /// Who folded.
        by: Seat,
    },
}

/// There is nothing to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {}

/// What a seat asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Deals a card to each seat (KP-2).
    Deal {},
    /// Adds nothing (KP-3, KP-4).
    Check {},
    /// Adds a chip (KP-3, KP-4).
    Bet {},
    /// Answers a bet with a chip (KP-5).
    Call {},
    /// Gives up (KP-5).
    Fold {},
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A seat was dealt a card.
    Dealt {
        /// Who.
        seat: Seat,
        /// Which one; shown to the seat itself only.
        card: Option<Card>,
    },
    /// A seat spoke.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        said: Command,
    },
    /// Both cards were turned up.
    Shown {
        /// The cards by seat.
        cards: [Card; 2],
    },
    /// The hand ended.
    Ended {
        /// What each seat won or lost.
        scores: Scores,
    },
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Rejection {
    /// KP-6, KP-7: nothing follows the end.
    #[error("the hand is over")]
    HandOver,
    /// KP-3: only the seats act, in turn.
    #[error("it is the turn of {}", role(*turn))]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// KP-2: the cards are dealt once, before anybody speaks.
    #[error("{}", if *dealt { "the cards are dealt" } else { "the cards are not dealt yet" })]
    NotNow {
        /// Whether the cards are dealt.
        dealt: bool,
    },
    /// KP-5: a bet is called or folded, and nothing else is.
    #[error("{}", if *bet { "answer the bet: call or fold" } else { "there is no bet: check or bet" })]
    WrongAnswer {
        /// Whether there is a bet to answer.
        bet: bool,
    },
}

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// How far the hand has come.
    pub stage: Stage,
    /// The card of each seat, where the viewer may see it.
    pub cards: [Option<Card>; 2],
    /// The chips that each seat put in.
    pub chips: [u8; 2],
    /// Whose turn it is; none once it is over.
    pub turn: Option<Seat>,
    /// What the seat may say.
    pub choices: Vec<Command>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

impl Stage {
    #[inline]
    fn turn(self) -> Option<Seat> {
        match self {
            Stage::Ready | Stage::Dealt => Some(Seat::FIRST),
            Stage::Checked => Some(Seat::SECOND),
            Stage::Bet { by } => Some(by.next(2)),
            Stage::Showdown { .. } | Stage::Folded { .. } => None,
        }
    }

    /// What the seat whose turn it is may say.
    #[inline]
    pub const fn choices(self) -> &'static [Command] {
        match self {
            Stage::Ready => &[Command::Deal {}],
            Stage::Dealt | Stage::Checked => &[Command::Check {}, Command::Bet {}],
            Stage::Bet { .. } => &[Command::Call {}, Command::Fold {}],
            Stage::Showdown { .. } | Stage::Folded { .. } => &[],
        }
    }

    /// The chips that each seat has put in.
    pub fn chips(self) -> [u8; 2] {
        match self {
            Stage::Ready | Stage::Dealt | Stage::Checked => [1, 1],
            Stage::Bet { by } if by == Seat::FIRST => [2, 1],
            Stage::Bet { .. } => [1, 2],
            Stage::Showdown { stake } => [stake, stake],
            Stage::Folded { by } if by == Seat::FIRST => [1, 2],
            Stage::Folded { .. } => [2, 1],
        }
    }
}

impl KuhnPoker {
    /// How far the hand has come.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The cards that a viewer sees.
    pub fn cards(&self, viewer: Viewer) -> [Option<Card>; 2] {
        let open = matches!(self.stage, Stage::Showdown { .. });
        let card = |seat: Seat| {
            let cards = self.cards.filter(|_| open || viewer.is(seat));
            cards.map(|cards| cards[seat.index()])
        };
        [card(Seat::FIRST), card(Seat::SECOND)]
    }

    /// The seat with the higher card, once the cards are dealt.
    pub fn higher(&self) -> Option<Seat> {
        let [first, second] = self.cards?;
        Some(if first > second { Seat::FIRST } else { Seat::SECOND })
    }

    /// The first half of a change: who makes it and where it leads, or why not.
    #[inline]
    fn step(&self, actor: Actor, command: Command) -> Result<(Seat, Stage), Rejection> {
        let turn = self.stage.turn().ok_or(Rejection::HandOver)?;
        if actor != Actor::Seat(turn) {
            return Err(Rejection::NotYourTurn { turn });
        }
        let next = match (self.stage, command) {
            (Stage::Ready, Command::Deal {}) => Stage::Dealt,
            (Stage::Ready, _) => return Err(Rejection::NotNow { dealt: false }),
            (_, Command::Deal {}) => return Err(Rejection::NotNow { dealt: true }),
            (Stage::Dealt, Command::Check {}) => Stage::Checked,
            (Stage::Checked, Command::Check {}) => Stage::Showdown { stake: 1 },
            (Stage::Dealt | Stage::Checked, Command::Bet {}) => Stage::Bet { by: turn },
            (Stage::Bet { .. }, Command::Call {}) => Stage::Showdown { stake: 2 },
            (Stage::Bet { .. }, Command::Fold {}) => Stage::Folded { by: turn },
            (stage, _) => {
                let bet = matches!(stage, Stage::Bet { .. });
                return Err(Rejection::WrongAnswer { bet });
            }
        };
        Ok((turn, next))
    }

    #[inline]
    fn deal(&mut self, dice: &mut Dice, events: &mut Events<KuhnPoker>) {
        let mut deck = Card::ALL;
        dice.shuffle(&mut deck);
        let [first, second, _] = deck;
        self.cards = Some([first, second]);
        for (seat, card) in Seat::first(2).zip([first, second]) {
            events.reveal(Event::Dealt { seat, card: Some(card) });
        }
    }

    /// What the hand brought: none before its end.
    #[inline]
    fn scores(&self) -> Option<Scores> {
        let (winner, won) = match self.stage {
            Stage::Showdown { stake } => (self.higher()?, i32::from(stake)),
            Stage::Folded { by } => (by.next(2), 1),
            Stage::Ready | Stage::Dealt | Stage::Checked | Stage::Bet { .. } => return None,
        };
        let of = |seat| if seat == winner { won } else { -won };
        Scores::new(&[of(Seat::FIRST), of(Seat::SECOND)])
    }
}

impl Game for KuhnPoker {
    const ID: &'static str = "kuhn-poker";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<KuhnPoker> {
        About {
            name: "Kuhn poker",
            line: "The smallest poker: three cards, one bet, and a bluff.",
            seats: 2..=2,
            minutes: 1..=2,
            rules: include_str!("../rules/kuhn-poker.md"),
            presets: vec![Preset {
                id: "standard",
                name: "Standard",
                line: "One hand.",
                note: "With perfect play the first seat loses 1/18 of a chip per hand.",
                config: Config {},
            }],
        }
    }

    fn new(_config: &Config, _dice: &mut Dice) -> Result<KuhnPoker, Faults> {
        Ok(KuhnPoker { cards: None, stage: Stage::Ready })
    }

    fn inspect(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        if self.cards.is_some() == (self.stage == Stage::Ready) {
            let sentence = "the seats have cards once they are dealt";
            faults.push(Fault::new("cards", "not_dealt", sentence));
        }
        if self.cards.is_some_and(|[first, second]| first == second) {
            faults.push(Fault::new("cards", "twice", "each card is there once"));
        }
        let fits = match self.stage {
            Stage::Ready | Stage::Dealt | Stage::Checked => true,
            Stage::Showdown { stake } => (1..=2).contains(&stake),
            Stage::Bet { by } | Stage::Folded { by } => by.index() < 2,
        };
        if !fits {
            faults.push(Fault::new("stage", "out_of_range", "two seats play for one chip or two"));
        }
        Faults::check(faults)
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        self.stage.turn().map_or(SeatSet::NONE, SeatSet::only)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.scores().map(|scores| Outcome::Ranked { scores })
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if self.to_act().contains(seat) {
            out.extend_from_slice(self.stage.choices());
        }
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.step(actor, *command).map(drop)
    }

    #[inline]
    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<KuhnPoker>,
    ) -> Result<(), Rejection> {
        let (seat, next) = self.step(actor, *command)?;
        self.stage = next;
        events.push(Event::Said { seat, said: *command });
        if next == Stage::Dealt {
            self.deal(dice, events);
        }
        if let (Stage::Showdown { .. }, Some(cards)) = (next, self.cards) {
            events.reveal(Event::Shown { cards });
        }
        if let Some(scores) = self.scores() {
            events.push(Event::Ended { scores });
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        View {
            stage: self.stage,
            cards: self.cards(viewer),
            chips: self.stage.chips(),
            turn: self.stage.turn(),
            choices: self.stage.choices().to_vec(),
            outcome: self.outcome(),
            cast: Cast::default(),
        }
    }

    fn shown(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match *event {
            Event::Dealt { seat, card } => {
                Event::Dealt { seat, card: card.filter(|_| viewer.is(seat)) }
            }
            open @ (Event::Said { .. } | Event::Shown { .. } | Event::Ended { .. }) => open,
        })
    }

    fn guess(view: &View, _viewer: Viewer, rng: &mut Rng) -> KuhnPoker {
        // A shuffled deck, in which the cards that the viewer sees go to where it sees them.
        let mut deck = Card::ALL;
        rng.shuffle(&mut deck);
        for (seat, card) in view.cards.iter().enumerate() {
            if let Some(place) = deck.iter().position(|other| Some(*other) == *card) {
                deck.swap(seat, place);
            }
        }
        let [first, second, _] = deck;
        KuhnPoker {
            cards: (view.stage != Stage::Ready).then_some([first, second]),
            stage: view.stage,
        }
    }

    fn idle(&self, seat: Seat) -> Option<Command> {
        let mut commands = Vec::new();
        self.legal(seat, &mut commands);
        commands.into_iter().find(|command| !matches!(command, Command::Bet {} | Command::Call {}))
    }

    fn leave(&self, _seat: Seat) -> Option<Command> {
        None
    }

    fn take_back(&self, _seat: Seat) -> TakeBack {
        TakeBack::Never
    }

    fn secrets(&self) -> bool {
        !matches!(self.stage, Stage::Ready | Stage::Showdown { .. })
    }

    fn hidden(&self, viewer: Viewer) -> Vec<Secret> {
        let shown = matches!(self.stage, Stage::Ready | Stage::Showdown { .. });
        let others = Seat::first(2).filter(|seat| !shown && !viewer.is(*seat));
        others.map(|seat| Secret::new(format!("/cards/{}", seat.index()), Depth::Values)).collect()
    }

    fn bound(&self) -> u32 {
        4
    }
}

impl Text for KuhnPoker {
    fn seat_name(_view: &View, seat: Seat) -> String {
        role(seat)
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        let Some(turn) = view.turn else {
            return ending(view);
        };
        let wanted = match view.stage {
            Stage::Ready => "deal the cards",
            Stage::Bet { .. } => "call the bet with one more chip, or fold",
            _ => "check, or bet one more chip",
        };
        if viewer.is(turn) {
            format!("{}: {wanted}.", view.called(turn))
        } else {
            format!("Waiting for {}: {wanted}.", view.called(turn))
        }
    }

    fn draw(view: &View, _viewer: Viewer) -> Drawing {
        let mut drawing = Drawing::new();
        for seat in Seat::first(2) {
            let chips = view.chips[seat.index()];
            let pointer = if view.turn == Some(seat) { "▶ " } else { "  " };
            let card = match (view.stage, view.cards[seat.index()]) {
                (Stage::Ready, _) => "[     ]".to_owned(),
                (_, None) => "[▒▒▒▒▒]".to_owned(),
                (_, Some(card)) => format!("[{:^5}]", card.name()),
            };
            drawing.line(
                Line::new()
                    .ink(Ink::Attention, pointer)
                    .ink(Ink::of(seat), format!("{}  {card}", view.called(seat)))
                    .text(format!("  {} in the pot", "●".repeat(chips.into()))),
            );
        }
        drawing
    }

    fn tell(view: &View, event: &Event) -> String {
        match event {
            Event::Dealt { seat, card: None } => format!("{} gets a card.", view.called(*seat)),
            Event::Dealt { seat, card: Some(card) } => {
                format!("{} gets the {}.", view.called(*seat), card.name())
            }
            Event::Said { seat, said } => {
                let said = match said {
                    Command::Deal {} => "deals the cards",
                    Command::Check {} => "checks",
                    Command::Bet {} => "bets one more chip",
                    Command::Call {} => "calls with one more chip",
                    Command::Fold {} => "folds",
                };
                format!("{} {said}.", view.called(*seat))
            }
            Event::Shown { cards: [first, second] } => format!(
                "{} shows the {}, {} the {}.",
                view.called(Seat::FIRST),
                first.name(),
                view.called(Seat::SECOND),
                second.name()
            ),
            Event::Ended { scores } => result(view, scores),
        }
    }

    fn say(_view: &View, command: &Command) -> String {
        command.word().to_owned()
    }

    fn read(
        view: &View,
        _seat: Seat,
        text: &str,
        _memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        let word = text.trim().to_lowercase();
        let command = match word.as_str() {
            "d" | "deal" | "deal the cards" => Command::Deal {},
            "check" | "pass" | "k" => Command::Check {},
            "b" | "bet" | "raise" => Command::Bet {},
            "call" | "see" | "c" => Command::Call {},
            "f" | "fold" | "give up" => Command::Fold {},
            _ => {
                let choices: Vec<_> = view.choices.iter().map(|choice| choice.word()).collect();
                let sentence =
                    format!("\"{word}\" is not understood; say {}", choices.join(" or "));
                return Err(Unread::unknown_word(&word, sentence).with("choices", choices));
            }
        };
        Ok(Reading::commands(vec![command]))
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[
            ("deal", "deal the cards"),
            ("check, bet", "stay in, or put in one more chip"),
            ("call, fold", "answer a bet"),
        ]
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::Ended { .. })
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        if view.outcome.is_some() {
            drawing.line(ending(view));
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
            Rejection::HandOver => "KP-6",
            Rejection::NotYourTurn { .. } => "KP-3",
            Rejection::NotNow { .. } => "KP-2",
            Rejection::WrongAnswer { .. } => "KP-5",
        }
    }
}

impl Card {
    const ALL: [Card; 3] = [Card::Jack, Card::Queen, Card::King];

    fn name(self) -> &'static str {
        match self {
            Card::Jack => "jack",
            Card::Queen => "queen",
            Card::King => "king",
        }
    }
}

impl Command {
    fn word(self) -> &'static str {
        match self {
            Command::Deal {} => "deal",
            Command::Check {} => "check",
            Command::Bet {} => "bet",
            Command::Call {} => "call",
            Command::Fold {} => "fold",
        }
    }
}

/// How the hand ended and why, in a sentence or two.
fn ending(view: &View) -> String {
    let why = match view.stage {
        Stage::Folded { by } => format!("{} folded.", view.called(by)),
        _ => "The higher card wins.".to_owned(),
    };
    match view.outcome {
        Some(Outcome::Ranked { scores }) => format!("{why} {}", result(view, &scores)),
        _ => why,
    }
}

fn result(view: &View, scores: &Scores) -> String {
    let winner = Seat::first(2).max_by_key(|seat| scores.of(*seat)).unwrap_or(Seat::FIRST);
    match scores.of(winner) {
        1 => format!("{} wins a chip.", view.called(winner)),
        chips => format!("{} wins {chips} chips.", view.called(winner)),
    }
}

fn role(seat: Seat) -> String {
    format!("Player {}", seat.index() + 1)
}
