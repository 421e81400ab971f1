//! One round, step by step (FW-20 to FW-28).
//!
//! [`resolve`] is pure: the same position, orders and luck give the same position and the same
//! events. It is the same function for the game, for the story of the last round that a view tells,
//! and for bots.

mod contact;
mod flags;
mod keys;
mod movement;
mod path;
mod zones;

use senet_kernel::Dice;
use serde::{Deserialize, Serialize};

use crate::board::{Direction, MAX_PIECES, Piece, Team};
use crate::config::{Contact, RescuerHome, Switch};
use crate::event::{End, EndReason, Event};
use crate::layout::Setup;
use crate::position::Position;

pub use movement::{Obstacle, Walk, walk};

/// A move that a piece is to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Which way.
    pub direction: Direction,
    /// How many squares.
    pub distance: u8,
}

/// What each piece is to do in a round, by team and index.
pub type Orders = [[Option<Step>; MAX_PIECES]; 2];

/// Nobody has an order.
pub const NO_ORDERS: Orders = [[None; MAX_PIECES]; 2];

/// What a round came to, beside the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// How the game ended, if it did.
    pub end: Option<End>,
    /// The pieces that were jailed or sent to their start squares, as bits by team.
    pub displaced: [u16; 2],
    /// How many enemy pieces each team put in jail.
    pub tags: [u8; 2],
    /// How many flags each team took.
    pub taken: [u8; 2],
    /// How many pieces each team freed.
    pub freed: [u8; 2],
    /// What the dice gave for keys: at most one for each team in each of steps 6 and 7.
    pub draws: [Option<u16>; 4],
}

/// Where the events of a round go.
pub trait Log {
    /// Tells an event; it is built only if somebody listens.
    fn tell(&mut self, event: impl FnOnce() -> Event);
}

/// Nobody listens.
impl Log for () {
    fn tell(&mut self, _event: impl FnOnce() -> Event) {}
}

impl Log for Vec<Event> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

impl Log for senet_kernel::Events<crate::FlagWar> {
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.push_with(event);
    }
}

/// Resolves round number `round`.
pub fn resolve(
    setup: &Setup,
    position: &mut Position,
    orders: &Orders,
    round: u32,
    dice: &mut Dice,
    log: &mut impl Log,
) -> Resolved {
    let mut stage = Stage { setup, position, log, resolved: Resolved::default() };
    let end = stage.play(orders, round, dice);
    if let Some(end) = end {
        stage.log.tell(|| end.event());
    }
    Resolved { end, ..stage.resolved }
}

/// A round under way.
struct Stage<'a, L> {
    setup: &'a Setup,
    position: &'a mut Position,
    log: &'a mut L,
    resolved: Resolved,
}

impl<L: Log> Stage<'_, L> {
    /// Steps 2 to 7. Nothing after the deciding step is executed.
    fn play(&mut self, orders: &Orders, round: u32, dice: &mut Dice) -> Option<End> {
        self.rescuers_home();
        match self.setup.config().contact {
            Contact::Destination => self.move_all(orders),
            Contact::Path => self.move_along(orders),
        }
        self.meet();
        self.take_flags();
        if let Some(end) = self.score() {
            return Some(end);
        }
        self.rescue(dice);
        self.turn_zones();
        self.show_keys(dice);
        self.eliminated().or_else(|| self.out_of_rounds(round))
    }

    /// Step 2: who rescued in the round before goes home.
    fn rescuers_home(&mut self) {
        for team in Team::ALL {
            let homing = self.position.homing[team.index()];
            self.each(team, |index| homing & 1 << index != 0, Self::rescuer_home);
        }
    }

    fn rescuer_home(&mut self, piece: Piece) {
        let square = self.setup.layout().start(piece.team, piece.index());
        self.log.tell(|| Event::RescuerHome { piece, square });
        self.send_home(piece);
    }

    /// Sends a piece to its start square; a carried flag goes home.
    fn send_home(&mut self, piece: Piece) {
        self.position.send_home(self.setup.layout(), piece);
        self.displace(piece);
    }

    /// Puts a piece in jail; a carried flag goes home.
    fn jail(&mut self, piece: Piece) {
        self.position.jail(piece);
        self.resolved.tags[piece.team.other().index()] += 1;
        self.displace(piece);
    }

    fn displace(&mut self, piece: Piece) {
        self.resolved.displaced[piece.team.index()] |= 1 << piece.index();
        if self.position.drop_flag(piece.team, piece.index()) {
            let flag = piece.team.other();
            self.log.tell(|| Event::FlagReturned { flag, carrier: piece });
        }
    }

    /// Does something to the pieces of a team that are chosen, by id.
    fn each(
        &mut self,
        team: Team,
        chosen: impl Fn(usize) -> bool,
        mut act: impl FnMut(&mut Self, Piece),
    ) {
        for index in 0..usize::from(self.setup.layout().pieces) {
            if chosen(index) {
                act(self, Piece::at(team, index));
            }
        }
    }

    /// Step 7e: a team without pieces has lost.
    fn eliminated(&self) -> Option<End> {
        if self.setup.config().elimination == Switch::Off {
            return None;
        }
        let gone = |team| self.position.living(team).next().is_none();
        match (gone(Team::Blue), gone(Team::Red)) {
            (true, true) => Some(End::drawn(EndReason::DoubleElimination)),
            (true, false) => Some(End::won(Team::Red, EndReason::Elimination)),
            (false, true) => Some(End::won(Team::Blue, EndReason::Elimination)),
            (false, false) => None,
        }
    }

    fn out_of_rounds(&self, round: u32) -> Option<End> {
        let limit = self.setup.config().round_limit?;
        (round >= limit).then_some(End::drawn(EndReason::RoundLimit))
    }

    fn rescuers_leave_at_once(&self) -> bool {
        self.setup.config().keys.rescuer_home == RescuerHome::SameRound
    }
}
