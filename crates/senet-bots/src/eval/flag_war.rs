//! Flag War: flags first, then pieces, then ground.
//!
//! Most figures are those that the game's first players used: a win 100 000, a flag in hand 8000,
//! standing on it 3000, inside the enemy's zone 1000, the enemy's back row 500, a piece ahead 200.
//! What is added is what the rules make certain: a carrier that can reach its own land in one move
//! wins with it, because whoever it meets there is jailed.

use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Orders, Step, resolve, walk};
use senet_flag_war::{Command, FlagWar, Setup, Team, TickMode};
use senet_kernel::{Dice, Game, Seat};

use crate::flag_war::{self, Commander};
use crate::{Advice, Bot, Candidates, Evaluate, Leash, Level, Mind, Outlook, Policy, Random};

/// What a won round is worth inside this evaluation.
pub(crate) const WON: i32 = 100_000;

impl Evaluate for FlagWar {
    /// The open round is played with the orders that are known; then the position is judged.
    fn evaluate(&self, seat: Seat) -> i32 {
        let Some(team) = Team::of(seat) else {
            return 0;
        };
        let mut orders = NO_ORDERS;
        for side in Team::ALL {
            for (slot, order) in self.plan(side).orders() {
                if slot.round == self.round() {
                    orders[side.index()][usize::from(slot.piece) - 1] = order.step();
                }
            }
        }
        let mut position = *self.position();
        if self.outcome().is_some() {
            return value(self.setup(), &position, team);
        }
        after(self.setup(), &mut position, &orders, self.round(), team, 0)
    }
}

/// What the position after a round is worth to a team, and what a draw is.
pub(crate) fn after(
    setup: &Setup,
    position: &mut Position,
    orders: &Orders,
    round: u32,
    team: Team,
    drawn: i32,
) -> i32 {
    // Looking ahead, a key that is drawn falls on the first square.
    let mut dice = Dice::values([]).unrecorded();
    let resolved = resolve(setup, position, orders, round, &mut dice, &mut ());
    let tags = |side: Team| i32::from(resolved.tags[side.index()]) * 1000;
    match resolved.end {
        Some(end) if end.winner == Some(team) => WON,
        Some(end) if end.winner.is_some() => -WON,
        Some(_) => drawn,
        None => value(setup, position, team) + tags(team) - tags(team.other()),
    }
}

/// What a position is worth to a team.
pub(crate) fn value(setup: &Setup, position: &Position, team: Team) -> i32 {
    side(setup, position, team) - side(setup, position, team.other())
}

fn side(setup: &Setup, position: &Position, team: Team) -> i32 {
    let layout = setup.layout();
    let enemy = team.other();
    let flag = layout.flag(enemy);
    let mut worth = 0;
    let mut nearest = i32::from(layout.width) + i32::from(layout.height);
    for (index, square) in position.living(team) {
        worth += 200;
        if position.carries(team, index) {
            worth += 8000 - 400 * rows_home(layout, team, square.y);
            if comes_home(setup, position, team, index) {
                worth += 40_000;
            }
            continue;
        }
        // Ground counts only on the way to the flag: a carrier wants to leave it.
        nearest = nearest.min(square.distance(flag) as i32);
        if position.carriers[team.index()].is_none() {
            worth += 1000 * i32::from(layout.in_zone(enemy, square));
            worth += 500 * i32::from(square.y == flag.y);
        }
    }
    if position.carriers[team.index()].is_none() {
        worth -= 60 * nearest;
    }
    worth
}

/// Rows between a row and the own land.
fn rows_home(layout: &senet_flag_war::Layout, team: Team, row: u8) -> i32 {
    let border = layout.height - layout.depth;
    match team {
        Team::Blue => i32::from(border.saturating_sub(row)),
        Team::Red => i32::from(row.saturating_sub(layout.depth - 1)),
    }
}

/// Whether a carrier can be on its own land after one move.
fn comes_home(setup: &Setup, position: &Position, team: Team, index: usize) -> bool {
    let Some(from) = position.square(team, index) else {
        return false;
    };
    let step = Step { direction: team.forward().opposite(), distance: setup.longest() };
    let to = walk(setup, position, team, index, from, step).to;
    setup.layout().land(to) == Some(team)
}

impl Policy for FlagWar {
    /// A round has no luck, and what comes after a few of them is noise.
    const HORIZON: Option<u32> = Some(24);
    /// A flag in hand, half way home.
    const SURE: i32 = 8000;
}

impl Candidates for FlagWar {}

/// Any orders that the rules allow. A round that waits gets one order a piece and is ended with them:
/// by one command at a time, "ready" is one of forty, and whoever waits for it waits for half a minute.
#[derive(Debug)]
struct Whim(Random);

impl Bot<FlagWar> for Whim {
    fn choose(&mut self, outlook: &Outlook<FlagWar>, out: &mut Vec<Command>) {
        if outlook.view().shared.config.tick_mode == TickMode::Timer {
            return self.0.choose(outlook, out);
        }
        let mut legal = Vec::new();
        outlook.legal(&mut legal);
        let orders = legal.chunk_by(|a, b| piece_of(a) == piece_of(b));
        out.extend(orders.filter(|of| piece_of(&of[0]).is_some()).map(|of| self.0.any(of).clone()));
        out.extend(legal.contains(&Command::Ready {}).then_some(Command::Ready {}));
    }
}

/// The piece that a command gives its next order to.
const fn piece_of(command: &Command) -> Option<u8> {
    match command {
        Command::Move { piece, .. } | Command::Hold { piece, .. } => piece.0,
        _ => None,
    }
}

impl Mind for FlagWar {
    /// Rounds are simultaneous: the levels draw from mixed strategies.
    fn bot(level: Level, seed: u64) -> Box<dyn Bot<FlagWar>> {
        match level {
            Level::Random => Box::new(Whim(Random::new(seed))),
            level => Box::new(Commander::new(level, seed)),
        }
    }

    fn advise(
        outlook: &Outlook<FlagWar>,
        level: Level,
        beside: Option<&Command>,
        leash: &Leash,
    ) -> Vec<Advice<Command>> {
        flag_war::advise(outlook, level, beside, leash)
    }
}
