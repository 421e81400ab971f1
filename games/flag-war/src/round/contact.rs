//! Contact: whole groups on one square, judged by its land, until no square is shared (FW-34 to
//! FW-37).

use crate::board::{MAX_PIECES, Piece, Square, Team};
use crate::config::Friendly;
use crate::event::Event;
use crate::layout::Layout;
use crate::position::Position;

use super::{Log, Stage};

/// No board is wider or higher.
const SIDE: usize = 32;

/// A square with pieces on it, as bits by team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub square: Square,
    pub members: [u16; 2],
}

/// The groups of a position, by square.
pub(super) struct Groups {
    list: [Group; 2 * MAX_PIECES],
    len: usize,
}

impl Groups {
    pub(super) fn of(position: &Position) -> Groups {
        let empty = Group { square: Square::default(), members: [0; 2] };
        let mut groups = Groups { list: [empty; 2 * MAX_PIECES], len: 0 };
        for team in Team::ALL {
            for (index, square) in position.living(team) {
                groups.add(team, index, square);
            }
        }
        groups
    }

    fn add(&mut self, team: Team, index: usize, square: Square) {
        let place = self.list[..self.len].partition_point(|group| group.square < square);
        if place == self.len || self.list[place].square != square {
            self.list.copy_within(place..self.len, place + 1);
            self.len += 1;
            self.list[place] = Group { square, members: [0; 2] };
        }
        self.list[place].members[team.index()] |= 1 << index;
    }

    pub(super) fn list(&self) -> &[Group] {
        &self.list[..self.len]
    }
}

impl Group {
    pub(super) const fn both_teams(&self) -> bool {
        self.members[0] != 0 && self.members[1] != 0
    }

    /// Who is jailed by a meeting on ground of this owner: the invaders, or all on neutral ground.
    pub(super) const fn losers(&self, land: Option<Team>) -> [u16; 2] {
        match land {
            _ if !self.both_teams() => [0; 2],
            Some(Team::Blue) => [0, self.members[1]],
            Some(Team::Red) => [self.members[0], 0],
            None => self.members,
        }
    }

    /// Who is sent home once the losers are gone: two or more friends.
    fn friends(&self, land: Option<Team>) -> [u16; 2] {
        let losers = self.losers(land);
        let left = |team: usize| self.members[team] & !losers[team];
        [left(0), left(1)].map(|left| if left.count_ones() >= 2 { left } else { 0 })
    }
}

/// The pieces of a set of bits, Blue before Red, then by id.
pub(super) fn pieces_of(members: [u16; 2]) -> impl Iterator<Item = Piece> + Clone {
    let mut left = u32::from(members[0]) | u32::from(members[1]) << 16;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros() as usize;
        let team = *Team::ALL.get(place / 16)?;
        left &= left - 1;
        Some(Piece::at(team, place % 16))
    })
}

/// Whether two pieces stand on one square.
fn is_shared(position: &Position) -> bool {
    let mut rows = [0u32; SIDE];
    let mut shared = 0;
    for square in position.pieces.iter().flatten().flatten() {
        let row = &mut rows[usize::from(square.y) % SIDE];
        let column = 1 << (usize::from(square.x) % SIDE);
        shared |= *row & column;
        *row |= column;
    }
    shared != 0
}

impl<L: Log> Stage<'_, L> {
    /// Resolves all shared squares on the same position, and looks again until none is left.
    pub(super) fn meet(&mut self) {
        while is_shared(self.position) && self.meet_once() {}
    }

    /// Says whether anybody was moved.
    fn meet_once(&mut self) -> bool {
        let groups = Groups::of(self.position);
        groups.list().iter().fold(false, |moved, group| self.meet_on(group) | moved)
    }

    /// Judges one square. The groups were made before anybody moved, so nobody is judged twice.
    fn meet_on(&mut self, group: &Group) -> bool {
        let layout: &Layout = self.setup.layout();
        let land = layout.land(group.square);
        let losers = group.losers(land);
        self.jail_all(group, losers, land);
        if self.setup.config().friendly == Friendly::Pass {
            return losers != [0; 2];
        }
        let friends = group.friends(land);
        if friends != [0; 2] {
            let square = group.square;
            self.log.tell(|| Event::FriendlyReset { pieces: pieces_of(friends).collect(), square });
            for piece in pieces_of(friends) {
                self.send_home(piece);
            }
        }
        losers != [0; 2] || friends != [0; 2]
    }

    /// Jails the losers of a meeting and tells of it.
    pub(super) fn jail_all(&mut self, group: &Group, losers: [u16; 2], land: Option<Team>) {
        let square = group.square;
        if land.is_none() && losers != [0; 2] {
            self.log.tell(|| Event::Traded { pieces: pieces_of(losers).collect(), square });
        }
        for piece in pieces_of(losers) {
            if land.is_some() {
                let mut by = group.members;
                by[piece.team.index()] = 0;
                self.log.tell(|| Event::Tagged { piece, by: pieces_of(by).collect(), square });
            }
            self.jail(piece);
        }
    }
}
