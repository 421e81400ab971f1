//! Tic-tac-toe: the smallest whole game (rules TT-1 to TT-5 in `docs/rules/tic-tac-toe.md`).

use schemars::JsonSchema;
use senet_kernel::{
    About, Actor, Cast, Dice, Drawing, Events, Fault, Faults, Game, Ink, Line, Listing, Outcome,
    Preset, Reading, Reject, Rng, Seat, SeatSet, TakeBack, Text, Unread, Viewer,
};
use serde::{Deserialize, Serialize};

/// One play of tic-tac-toe: the marks of both seats, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicTacToe {
    marks: [u16; 2],
}

/// There is nothing to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {}

/// A square, in reading order. Invariant: 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
pub struct Square(#[schemars(range(min = 1, max = 9))] u8);

/// What a seat asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Marks a square (TT-2).
    Mark {
        /// Which one.
        square: Square,
    },
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A seat marked a square.
    Marked {
        /// Who.
        seat: Seat,
        /// Where.
        square: Square,
    },
    /// The game ended.
    Ended {
        /// The seat that has a line; none is a draw.
        winner: Option<Seat>,
    },
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Rejection {
    /// TT-3, TT-4: nothing follows the end.
    #[error("the game is over")]
    GameOver,
    /// TT-1: only the seats act, in turn.
    #[error("it is the turn of {}", role(*turn))]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// TT-2: the square must be free.
    #[error("square {} is taken", square.0)]
    SquareTaken {
        /// Which one.
        square: Square,
    },
}

/// All there is to see; nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The squares in reading order, with the seat that marked each.
    pub squares: [Option<Seat>; 9],
    /// Whose turn it is; none once it is over.
    pub turn: Option<Seat>,
    /// The squares of the winning line.
    pub line: Vec<Square>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

const FULL: u16 = 0b111_111_111;

/// The rows, columns and diagonals, as bits of the squares in reading order.
pub const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// Which of all 512 ways to mark squares hold a line, as bits: bots ask this several times a move.
const LINED: [u64; 8] = lined();

const fn lined() -> [u64; 8] {
    let mut table = [0; 8];
    let mut marks = 0;
    while marks <= FULL {
        let mut i = 0;
        while i < LINES.len() {
            if marks & LINES[i] == LINES[i] {
                table[(marks >> 6) as usize] |= 1 << (marks & 63);
            }
            i += 1;
        }
        marks += 1;
    }
    table
}

/// For each set of free squares the commands that mark one of them, in reading order, and then
/// anything: they are listed several times a playout.
static MARKS: [[Command; 9]; 512] = marks();

const fn marks() -> [[Command; 9]; 512] {
    let mut table = [[Command::Mark { square: Square(1) }; 9]; 512];
    let mut free = 0;
    while free < 512 {
        let (mut square, mut count) = (1, 0);
        while square <= 9 {
            if free & (1 << (square - 1)) != 0 {
                table[free][count] = Command::Mark { square: Square(square) };
                count += 1;
            }
            square += 1;
        }
        free += 1;
    }
    table
}

/// How many squares each set of them has: whose turn it is is asked several times a move, and not every
/// processor counts bits at once.
static COUNTED: [u8; 512] = counted();

const fn counted() -> [u8; 512] {
    let mut table = [0; 512];
    let mut squares = 0;
    while squares < 512 {
        table[squares] = squares.count_ones() as u8;
        squares += 1;
    }
    table
}

#[inline]
fn count(squares: u16) -> u8 {
    COUNTED[usize::from(squares & FULL)]
}

impl TicTacToe {
    /// The squares that a seat has marked, as bits in reading order.
    pub fn marks(&self, seat: Seat) -> u16 {
        self.marks.get(seat.index()).copied().unwrap_or(0)
    }

    #[inline]
    fn turn(&self) -> Seat {
        if count(self.marks[0] | self.marks[1]) & 1 == 0 { Seat::FIRST } else { Seat::SECOND }
    }

    #[inline]
    fn free(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    /// Only the seat that marked last can have a new line.
    #[inline]
    fn is_won(&self) -> bool {
        has_line(self.marks[self.turn().next(2).index()])
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.free() == 0 || self.is_won()
    }

    /// The first half of a change: what it needs, or why not.
    #[inline]
    fn placement(&self, actor: Actor, command: &Command) -> Result<(Seat, Square), Rejection> {
        let Command::Mark { square } = *command;
        let turn = self.turn();
        if self.is_over() {
            return Err(Rejection::GameOver);
        }
        if actor != Actor::Seat(turn) {
            return Err(Rejection::NotYourTurn { turn });
        }
        if self.free() & square.bit() == 0 {
            return Err(Rejection::SquareTaken { square });
        }
        Ok((turn, square))
    }
}

impl Game for TicTacToe {
    const ID: &'static str = "tic-tac-toe";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<TicTacToe> {
        About {
            name: "Tic-tac-toe",
            line: "Three in a row on nine squares.",
            seats: 2..=2,
            minutes: 1..=3,
            rules: include_str!("../rules/tic-tac-toe.md"),
            presets: vec![Preset {
                id: "standard",
                name: "Standard",
                line: "The game as everybody knows it.",
                note: "",
                config: Config {},
            }],
        }
    }

    fn new(_config: &Config, _dice: &mut Dice) -> Result<TicTacToe, Faults> {
        Ok(TicTacToe { marks: [0, 0] })
    }

    fn inspect(&self) -> Result<(), Faults> {
        let [x, o] = self.marks;
        let mut faults = Vec::new();
        if (x | o) & !FULL != 0 || x & o != 0 {
            faults.push(Fault::new(
                "marks",
                "off_board",
                "each of the nine squares has one mark at most",
            ));
        }
        if x.count_ones() != o.count_ones() && x.count_ones() != o.count_ones() + 1 {
            faults.push(Fault::new(
                "marks",
                "out_of_turn",
                "X marks first and the seats take turns",
            ));
        }
        if line_of(x).is_some() && line_of(o).is_some() {
            faults.push(Fault::new("marks", "two_winners", "only one seat can have a line"));
        }
        Faults::check(faults)
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        if self.is_over() { SeatSet::NONE } else { SeatSet::only(self.turn()) }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = self.turn().next(2);
        self.is_over().then(|| Outcome::Versus { winner: self.is_won().then_some(last) })
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if self.to_act().contains(seat) {
            let (free, before) = (self.free(), out.len());
            // Nine at once, and then fewer: a copy of a length that the compiler knows is no call.
            out.extend_from_slice(&MARKS[usize::from(free & FULL)]);
            out.truncate(before + usize::from(count(free)));
        }
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.placement(actor, command).map(drop)
    }

    #[inline]
    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        _dice: &mut Dice,
        events: &mut Events<TicTacToe>,
    ) -> Result<(), Rejection> {
        let (seat, square) = self.placement(actor, command)?;
        self.marks[seat.index()] |= square.bit();
        events.push(Event::Marked { seat, square });
        if let Some(Outcome::Versus { winner }) = self.outcome() {
            events.push(Event::Ended { winner });
        }
        Ok(())
    }

    fn view(&self, _viewer: Viewer) -> View {
        let owner = |square: Square| {
            Seat::first(2).find(|seat| self.marks[seat.index()] & square.bit() != 0)
        };
        let line = self.marks.into_iter().find_map(line_of).unwrap_or(0);
        View {
            squares: std::array::from_fn(|i| owner(Square(i as u8 + 1))),
            turn: self.to_act().iter().next(),
            line: Square::all().filter(|square| line & square.bit() != 0).collect(),
            outcome: self.outcome(),
            cast: Cast::default(),
        }
    }

    fn shown(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn guess(view: &View, _viewer: Viewer, _rng: &mut Rng) -> TicTacToe {
        let marks_of = |seat| {
            let own = Square::all().filter(|square| view.squares[square.index()] == Some(seat));
            own.fold(0, |marks, square| marks | square.bit())
        };
        TicTacToe { marks: [marks_of(Seat::FIRST), marks_of(Seat::SECOND)] }
    }

    fn idle(&self, seat: Seat) -> Option<Command> {
        let mut commands = Vec::new();
        self.legal(seat, &mut commands);
        commands.first().copied()
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
        9
    }
}

impl Text for TicTacToe {
    fn seat_name(_view: &View, seat: Seat) -> String {
        role(seat).to_owned()
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        match (view.turn, view.outcome) {
            (Some(turn), _) if viewer.is(turn) => {
                format!("{}: mark a free square.", view.full(turn))
            }
            (Some(turn), _) => format!("{} marks a square.", view.called(turn)),
            (None, Some(Outcome::Versus { winner: Some(winner) })) => {
                format!("{} has won.", view.called(winner))
            }
            (None, _) => "A draw.".to_owned(),
        }
    }

    fn draw(view: &View, _viewer: Viewer) -> Drawing {
        let mut drawing = Drawing::new();
        for row in 0..3 {
            if row > 0 {
                drawing.line(Line::new().ink(Ink::Soft, "───┼───┼───"));
            }
            let mut line = Line::new();
            for column in 0..3 {
                if column > 0 {
                    line = line.ink(Ink::Soft, "│");
                }
                let square = Square(row * 3 + column + 1);
                line = match view.squares[square.index()] {
                    Some(seat) if view.line.contains(&square) => {
                        line.marked(Ink::of(seat), format!("[{}]", role(seat)))
                    }
                    Some(seat) => line.ink(Ink::of(seat), format!(" {} ", role(seat))),
                    None => line.ink(Ink::Soft, format!(" {} ", square.0)),
                };
            }
            drawing.line(line);
        }
        let mut names = Line::new();
        for seat in Seat::first(2).filter(|seat| view.cast.name(*seat).is_some()) {
            names = names.ink(Ink::of(seat), format!(" {} {} ", role(seat), view.called(seat)));
        }
        if !names.spans.is_empty() {
            drawing.line(names);
        }
        drawing
    }

    fn tell(view: &View, event: &Event) -> String {
        match event {
            Event::Marked { seat, square } => {
                format!("{} marks square {}.", view.called(*seat), square.0)
            }
            Event::Ended { winner: Some(winner) } => {
                format!("{} has three in a row and wins.", view.called(*winner))
            }
            Event::Ended { winner: None } => "The board is full: a draw.".to_owned(),
        }
    }

    fn say(_view: &View, command: &Command) -> String {
        let Command::Mark { square } = command;
        format!("mark {}", square.0)
    }

    fn read(
        _view: &View,
        _seat: Seat,
        text: &str,
        _memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        let text = text.trim().to_lowercase();
        let number = ["mark", "square"]
            .iter()
            .fold(text.as_str(), |text, word| text.strip_prefix(word).unwrap_or(text).trim_start());
        let square = number.parse().ok().and_then(|number: u8| Square::try_from(number).ok());
        let mark = square.map(|square| Reading::commands(vec![Command::Mark { square }]));
        mark.ok_or_else(|| {
            let sentence = format!("\"{text}\" names no square; the squares are 1 to 9");
            Unread::unknown_word(&text, sentence)
        })
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[("mark 5, 5", "mark a free square")]
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::Ended { .. })
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        if view.outcome.is_some() {
            let marks = view.squares.iter().flatten().count();
            drawing.line(format!(
                "{} After {marks} marks.",
                TicTacToe::prompt(view, Viewer::Spectator)
            ));
        }
        drawing
    }
}

impl View {
    /// Who sits there: a person, or the role.
    fn called(&self, seat: Seat) -> String {
        self.cast.called(seat, role(seat))
    }

    /// Who sits there and as what.
    fn full(&self, seat: Seat) -> String {
        self.cast.full(seat, role(seat))
    }
}

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::GameOver => "TT-3",
            Rejection::NotYourTurn { .. } => "TT-1",
            Rejection::SquareTaken { .. } => "TT-2",
        }
    }
}

impl Square {
    fn all() -> impl Iterator<Item = Square> {
        (1..=9).map(Square)
    }

    fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    fn bit(self) -> u16 {
        1 << self.index()
    }
}

impl TryFrom<u8> for Square {
    type Error = String;

    fn try_from(number: u8) -> Result<Square, String> {
        if (1..=9).contains(&number) {
            Ok(Square(number))
        } else {
            Err(format!("{number} is no square; the squares are 1 to 9"))
        }
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> u8 {
        square.0
    }
}

#[inline]
fn has_line(marks: u16) -> bool {
    LINED[usize::from(marks >> 6) & 7] >> (marks & 63) & 1 != 0
}

fn line_of(marks: u16) -> Option<u16> {
    LINES.into_iter().find(|line| marks & line == *line)
}

fn role(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "X" } else { "O" }
}
