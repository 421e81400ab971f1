//! Connect four on bit boards (rules CF-1 to CF-6 in `docs/rules/connect-four.md`).
//!
//! The discs of a seat are bits of one number: seven bits for each column, from the bottom up. The
//! seventh row stays empty, so that neither a shifted line nor a sum runs over into the next column.
//! Bots play millions of these games: everything that a move needs is two numbers away.

use schemars::JsonSchema;
use senet_kernel::{
    About, Actor, Cast, Dice, Drawing, Events, Fault, Faults, Game, Ink, Line, Listing, Outcome,
    Preset, Reading, Reject, Rng, Seat, SeatSet, TakeBack, Text, Unread, Viewer,
};
use serde::{Deserialize, Serialize};

/// How many columns the board has.
pub const COLUMNS: usize = 7;
/// How many rows the board has.
pub const ROWS: usize = 6;

/// One play of connect four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectFour {
    /// Of the seat that plays next, and of the seat that played last. Kept in this order, a move
    /// needs no look at whose turn it is.
    discs: [u64; 2],
    /// How many discs there are. It says whose turn it is.
    played: u8,
    /// Whether the last disc made a line. It is kept, since it is asked for several times a move.
    won: bool,
}

/// There is nothing to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {}

/// A column, from the left. Invariant: 1 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
pub struct Column(#[schemars(range(min = 1, max = 7))] u8);

/// What a seat asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Drops a disc into a column (CF-2).
    Drop {
        /// Which one.
        column: Column,
    },
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A seat dropped a disc.
    Dropped {
        /// Who.
        seat: Seat,
        /// Where it came to lie.
        place: Place,
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
    /// CF-4, CF-5: nothing follows the end.
    #[error("the game is over")]
    GameOver,
    /// CF-1: only the seats act, in turn.
    #[error("it is the turn of {}", role(*turn))]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// CF-3: a column holds six discs.
    #[error("column {} is full", column.0)]
    ColumnFull {
        /// Which one.
        column: Column,
    },
}

/// A place for a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Its column.
    pub column: Column,
    /// Its row, counted from 1 at the bottom.
    #[schemars(range(min = 1, max = 6))]
    pub row: u8,
}

/// All there is to see; nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The columns from the left, each from the bottom up, with the seat whose disc lies there.
    pub columns: [[Option<Seat>; ROWS]; COLUMNS],
    /// Where the next disc would come to lie: a place for each column that takes one.
    pub landing: Vec<Place>,
    /// Whose turn it is; none once it is over.
    pub turn: Option<Seat>,
    /// The places of the winning lines.
    pub line: Vec<Place>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

/// From a place to the next: up, along a row, and along both diagonals.
const DIRECTIONS: [u32; 4] = [1, 7, 6, 8];
/// The lowest place of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// The highest place of every column.
const TOP: u64 = BOTTOM << (ROWS - 1);
/// All places.
const BOARD: u64 = BOTTOM * 0b11_1111;
const PLACES: u8 = (COLUMNS * ROWS) as u8;

const DROPS: [Command; COLUMNS] =
    [drop_in(1), drop_in(2), drop_in(3), drop_in(4), drop_in(5), drop_in(6), drop_in(7)];

const fn drop_in(column: u8) -> Command {
    Command::Drop { column: Column(column) }
}

impl ConnectFour {
    /// The discs of a seat: bit `7 * column + row`, both counted from 0, from the left bottom.
    pub fn discs(&self, seat: Seat) -> u64 {
        let [next, last] = self.discs;
        let turn = self.turn();
        if seat == turn {
            next
        } else if seat == turn.next(2) {
            last
        } else {
            0
        }
    }

    /// The places on which the next disc can come to lie, as bits like those of [`discs`][].
    ///
    /// [`discs`]: ConnectFour::discs
    pub fn landing(&self) -> u64 {
        // In each column the sum carries to the lowest empty place, in a full one off the board.
        (self.occupied() + BOTTOM) & BOARD
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.discs[0] | self.discs[1]
    }

    #[inline]
    fn turn(&self) -> Seat {
        seat_of(self.played)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.won || self.played == PLACES
    }

    /// The first half of a change: the disc that it adds, or why not.
    #[inline]
    fn placement(&self, actor: Actor, command: &Command) -> Result<u64, Rejection> {
        let Command::Drop { column } = *command;
        if self.is_over() {
            return Err(Rejection::GameOver);
        }
        let turn = self.turn();
        if actor != Actor::Seat(turn) {
            return Err(Rejection::NotYourTurn { turn });
        }
        match self.landing() & column.places() {
            0 => Err(Rejection::ColumnFull { column }),
            disc => Ok(disc),
        }
    }

    /// The second half. It cannot fail.
    #[inline]
    fn place(&mut self, disc: u64) {
        let [next, last] = self.discs;
        self.discs = [last, next | disc];
        self.won = has_line(next | disc);
        self.played += 1;
    }
}

impl Game for ConnectFour {
    const ID: &'static str = "connect-four";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<ConnectFour> {
        About {
            name: "Connect four",
            line: "Four discs in a row, dropped into seven columns.",
            seats: 2..=2,
            minutes: 3..=10,
            rules: include_str!("../rules/connect-four.md"),
            presets: vec![Preset {
                id: "standard",
                name: "Standard",
                line: "Seven columns of six.",
                note: "With perfect play the first seat wins by starting in the middle.",
                config: Config {},
            }],
        }
    }

    fn new(_config: &Config, _dice: &mut Dice) -> Result<ConnectFour, Faults> {
        Ok(ConnectFour { discs: [0, 0], played: 0, won: false })
    }

    fn inspect(&self) -> Result<(), Faults> {
        let [next, last] = self.discs;
        if self.occupied() & !BOARD != 0 || next & last != 0 {
            let sentence = "each of the 42 places has one disc at most";
            return Err(Fault::new("discs", "off_board", sentence).into());
        }
        let mut faults = Vec::new();
        if self.occupied() & (self.occupied() + BOTTOM) != 0 {
            let sentence = "no disc lies above an empty place";
            faults.push(Fault::new("discs", "floating", sentence));
        }
        let counts = [self.played / 2, self.played.div_ceil(2)].map(u32::from);
        if [next, last].map(u64::count_ones) != counts {
            let sentence = "the seats take turns, and the one that played last has no fewer discs";
            faults.push(Fault::new("played", "out_of_turn", sentence));
        }
        if has_line(next) || has_line(last) != self.won {
            let sentence = "a line ends the game for the seat that played last";
            faults.push(Fault::new("won", "line", sentence));
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
        self.is_over().then_some(Outcome::Versus { winner: self.won.then_some(last) })
    }

    #[inline]
    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if self.is_over() || seat != self.turn() {
            return Listing::Complete;
        }
        match self.occupied() & TOP {
            0 => out.extend_from_slice(&DROPS),
            full => drops_except(full, out),
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
        events: &mut Events<ConnectFour>,
    ) -> Result<(), Rejection> {
        let disc = self.placement(actor, command)?;
        let seat = self.turn();
        self.place(disc);
        events.push_with(|| Event::Dropped { seat, place: place_of(disc) });
        if self.is_over() {
            events.push(Event::Ended { winner: self.won.then_some(seat) });
        }
        Ok(())
    }

    fn view(&self, _viewer: Viewer) -> View {
        let owner = |bit: u64| Seat::first(2).find(|seat| self.discs(*seat) & bit != 0);
        let landing = if self.is_over() { 0 } else { self.landing() };
        View {
            columns: std::array::from_fn(|column| {
                std::array::from_fn(|row| owner(1 << (column * 7 + row)))
            }),
            landing: places(landing).collect(),
            turn: self.to_act().iter().next(),
            line: places(lines_of(self.discs[1])).collect(),
            outcome: self.outcome(),
            cast: Cast::default(),
        }
    }

    fn shown(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn guess(view: &View, _viewer: Viewer, _rng: &mut Rng) -> ConnectFour {
        let mut discs = [0_u64; 2];
        for (column, places) in view.columns.iter().enumerate() {
            for (row, owner) in places.iter().enumerate() {
                if let Some(own) = owner.and_then(|seat| discs.get_mut(seat.index())) {
                    *own |= 1 << (column * 7 + row);
                }
            }
        }
        let [first, second] = discs;
        let played = (first | second).count_ones() as u8;
        let (next, last) =
            if seat_of(played) == Seat::FIRST { (first, second) } else { (second, first) };
        ConnectFour { discs: [next, last], played, won: has_line(last) }
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
        PLACES.into()
    }
}

impl Text for ConnectFour {
    fn seat_name(_view: &View, seat: Seat) -> String {
        role(seat).to_owned()
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        match (view.turn, view.outcome) {
            (Some(turn), _) if viewer.is(turn) => {
                format!("{}: drop a disc into a column.", view.full(turn))
            }
            (Some(turn), _) => format!("{} drops a disc.", view.called(turn)),
            (None, Some(Outcome::Versus { winner: Some(winner) })) => {
                format!("{} has won.", view.called(winner))
            }
            (None, _) => "A draw.".to_owned(),
        }
    }

    fn draw(view: &View, _viewer: Viewer) -> Drawing {
        let mut drawing = Drawing::new();
        for row in (0..ROWS).rev() {
            let mut line = Line::new().ink(Ink::Soft, "│");
            for column in Column::all() {
                let place = Place { column, row: row as u8 + 1 };
                line = match view.columns[column.index()][row] {
                    Some(seat) if view.line.contains(&place) => {
                        line.marked(Ink::of(seat), format!("[{}]", disc(seat)))
                    }
                    Some(seat) => line.ink(Ink::of(seat), format!(" {} ", disc(seat))),
                    None => line.ink(Ink::Soft, " · "),
                };
            }
            drawing.line(line.ink(Ink::Soft, "│"));
        }
        drawing.line(Line::new().ink(Ink::Soft, "└─────────────────────┘"));
        let mut numbers = Line::new().text(" ");
        for column in Column::all() {
            let open = view.landing.iter().any(|place| place.column == column);
            let ink = if open { Ink::Primary } else { Ink::Soft };
            numbers = numbers.ink(ink, format!(" {} ", column.0));
        }
        drawing.line(numbers);
        let mut names = Line::new().text(" ");
        for seat in Seat::first(2) {
            names = names.ink(Ink::of(seat), format!(" {} {}", disc(seat), view.full(seat)));
        }
        drawing.line(names);
        drawing
    }

    fn tell(view: &View, event: &Event) -> String {
        match event {
            Event::Dropped { seat, place } => format!(
                "{} drops a disc into column {}, row {}.",
                view.called(*seat),
                place.column.0,
                place.row
            ),
            Event::Ended { winner: Some(winner) } => {
                format!("{} has four in a row and wins.", view.called(*winner))
            }
            Event::Ended { winner: None } => "The board is full: a draw.".to_owned(),
        }
    }

    fn say(_view: &View, command: &Command) -> String {
        let Command::Drop { column } = command;
        format!("drop {}", column.0)
    }

    fn read(
        _view: &View,
        _seat: Seat,
        text: &str,
        _memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        let text = text.trim().to_lowercase();
        let number = ["drop", "into", "in", "column"]
            .iter()
            .fold(text.as_str(), |text, word| text.strip_prefix(word).unwrap_or(text).trim_start());
        let column = number.parse().ok().and_then(|number: u8| Column::try_from(number).ok());
        let drop = column.map(|column| Reading::commands(vec![Command::Drop { column }]));
        drop.ok_or_else(|| {
            let sentence = format!("\"{text}\" names no column; the columns are 1 to 7");
            Unread::unknown_word(&text, sentence)
        })
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[("drop 4, 4", "drop a disc into a column")]
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::Ended { .. })
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        if view.outcome.is_some() {
            let discs = view.columns.iter().flatten().flatten().count();
            drawing.line(format!(
                "{} After {discs} discs.",
                ConnectFour::prompt(view, Viewer::Spectator)
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
            Rejection::GameOver => "CF-4",
            Rejection::NotYourTurn { .. } => "CF-1",
            Rejection::ColumnFull { .. } => "CF-3",
        }
    }
}

impl Column {
    fn all() -> impl Iterator<Item = Column> {
        (1..=COLUMNS as u8).map(Column)
    }

    fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// Its places, as bits.
    fn places(self) -> u64 {
        0b11_1111 << (self.index() * 7)
    }
}

impl TryFrom<u8> for Column {
    type Error = String;

    fn try_from(number: u8) -> Result<Column, String> {
        if (1..=COLUMNS as u8).contains(&number) {
            Ok(Column(number))
        } else {
            Err(format!("{number} is no column; the columns are 1 to 7"))
        }
    }
}

impl From<Column> for u8 {
    fn from(column: Column) -> u8 {
        column.0
    }
}

/// Lists the columns that are not full. Every column is written down, and kept or overwritten by the
/// next, since no processor can guess which ones are full.
fn drops_except(full: u64, out: &mut Vec<Command>) {
    let mut drops = DROPS;
    let mut count = 0;
    for drop in DROPS {
        let Command::Drop { column } = drop;
        drops[count] = drop;
        count += usize::from(full & column.places() == 0);
    }
    out.extend_from_slice(&drops[..count]);
}

/// Whether four of the discs lie in a line (CF-4).
fn has_line(discs: u64) -> bool {
    DIRECTIONS.into_iter().any(|step| starts(discs, step) != 0)
}

/// The discs from which a line of four goes in this direction.
fn starts(discs: u64, step: u32) -> u64 {
    let pairs = discs & discs >> step;
    pairs & pairs >> (2 * step)
}

/// The discs of all lines of four.
fn lines_of(discs: u64) -> u64 {
    DIRECTIONS.into_iter().fold(0, |lines, step| {
        let starts = starts(discs, step);
        (0..4).fold(lines, |lines, i| lines | starts << (i * step))
    })
}

fn places(bits: u64) -> impl Iterator<Item = Place> {
    (0..49).map(move |shift| bits & 1 << shift).filter(|bit| *bit != 0).map(place_of)
}

fn place_of(bit: u64) -> Place {
    let shift = bit.trailing_zeros() as u8;
    Place { column: Column(shift / 7 + 1), row: shift % 7 + 1 }
}

const fn seat_of(played: u8) -> Seat {
    if played.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND }
}

fn role(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "Yellow" } else { "Red" }
}

fn disc(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "●" } else { "○" }
}
