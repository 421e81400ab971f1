//! Where everything is between two rounds. A small value that bots copy freely.

use serde::{Deserialize, Serialize};

use crate::board::{MAX_PIECES, Piece, Square, Team};
use crate::layout::{Layout, Setup};

/// Where everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Squares of the pieces by team and index; none is in jail, or beyond the last piece.
    pub pieces: [[Option<Square>; MAX_PIECES]; 2],
    /// The index of each team's piece that carries the enemy's flag.
    pub carriers: [Option<u8>; 2],
    /// Rescuers that go home next round, as bits by index.
    pub homing: [u16; 2],
    /// Whether each team's own zone is open, because its flag is away.
    pub open: [bool; 2],
    /// Each team's key, where it has one.
    pub keys: [Option<Square>; 2],
}

impl Position {
    /// The position at the start.
    pub fn start(setup: &Setup) -> Position {
        let layout = setup.layout();
        let mut pieces = [[None; MAX_PIECES]; 2];
        for team in Team::ALL {
            for (index, square) in layout.starts(team).iter().enumerate() {
                pieces[team.index()][index] = Some(*square);
            }
        }
        Position { pieces, carriers: [None; 2], homing: [0; 2], open: [false; 2], keys: [None; 2] }
    }

    /// The square of a piece; none in jail.
    pub fn square(&self, team: Team, index: usize) -> Option<Square> {
        self.pieces[team.index()][index]
    }

    /// The living pieces of a team with their squares.
    pub fn living(&self, team: Team) -> impl Iterator<Item = (usize, Square)> + use<> {
        self.pieces[team.index()]
            .into_iter()
            .enumerate()
            .filter_map(|(index, square)| Some((index, square?)))
    }

    /// How many pieces of a team are in jail.
    pub fn jailed(&self, layout: &Layout, team: Team) -> usize {
        usize::from(layout.pieces) - self.living(team).count()
    }

    /// Whether this piece carries the enemy's flag.
    pub fn carries(&self, team: Team, index: usize) -> bool {
        self.carriers[team.index()] == Some(index as u8)
    }

    /// The piece that carries this team's flag.
    pub fn thief(&self, flag: Team) -> Option<Piece> {
        let team = flag.other();
        self.carriers[team.index()].map(|index| Piece::at(team, index.into()))
    }

    /// Where a team's flag is.
    pub fn flag(&self, layout: &Layout, flag: Team) -> Square {
        self.thief(flag)
            .and_then(|thief| self.square(thief.team, thief.index()))
            .unwrap_or(layout.flag(flag))
    }

    /// Whether the team's own zone stops its pieces now: it has one, and its flag is at home.
    pub fn zone_closed(&self, team: Team) -> bool {
        !self.open[team.index()]
    }

    /// Takes the enemy's flag from a piece, if it has it; says whether it had.
    pub(crate) fn drop_flag(&mut self, team: Team, index: usize) -> bool {
        let had = self.carries(team, index);
        if had {
            self.carriers[team.index()] = None;
        }
        had
    }

    /// Jails a piece. It is no rescuer: those have gone home before anybody moves, and nobody can be
    /// sent onto the key square of those that have just freed somebody.
    pub(crate) fn jail(&mut self, piece: Piece) {
        self.pieces[piece.team.index()][piece.index()] = None;
    }

    pub(crate) fn send_home(&mut self, layout: &Layout, piece: Piece) {
        let start = layout.start(piece.team, piece.index());
        self.pieces[piece.team.index()][piece.index()] = Some(start);
        self.homing[piece.team.index()] &= !(1 << piece.index());
    }
}
