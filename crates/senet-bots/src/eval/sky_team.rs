//! Sky Team: a level plane, a clear way, switches in time.
//!
//! A deployed switch is worth about 100. Axis and Engines wait for two dice: what they will come to
//! is reckoned from the own hand and from how many dice the other still has, each face equally
//! likely and the best one chosen.

use senet_kernel::Seat;
use senet_sky_team::{
    Board, Crew, Faces, Fuel, Loss, Module, Pair, Phase, RuleSet, SkyTeam, Standing,
};

use crate::{Candidates, Evaluate, Mind, Policy};

/// What loses the game at once.
const DOOM: i32 = 20_000;
/// A criterion of the landing, once the final round has begun.
const CRITERION: i32 = 4_000;
/// A step of coffee, while a better die may still come.
const COFFEE: i32 = 35;

impl Evaluate for SkyTeam {
    /// Both win or lose together; the seat only says which hand is known.
    fn evaluate(&self, seat: Seat) -> i32 {
        let Some(crew) = Crew::of(seat) else {
            return 0;
        };
        let board = self.board();
        pairs(self, crew) + planes(board) + switches(board) + stores(board) + landing(board)
    }
}

/// What something is worth by the value of a die, 1 to 6.
type Worth = [i32; 6];

/// Axis and Engines together: no die of the hand can serve both.
fn pairs(game: &SkyTeam, crew: Crew) -> i32 {
    let board = game.board();
    if matches!(board.phase, Phase::Briefing | Phase::Over) {
        return level(board, board.axis.position) + progress(board, board.approach.position, 0);
    }
    let dice = game.hand(crew.other()).len();
    let axis =
        expected(board.axis.dice[crew], board.axis.dice[crew.other()], dice, |own, other| {
            let (blue, orange) = seated(crew, own, other);
            level(board, board.axis.position + blue as i8 - orange as i8)
        });
    let engines = board.engines.dice;
    let engines = expected(engines[crew], engines[crew.other()], dice, |own, other| {
        let (blue, orange) = seated(crew, own, other);
        fly(board, blue, orange)
    });
    let resolved = |dice: Pair<Option<u8>>| dice.pilot.zip(dice.copilot).is_some();
    let axis = if resolved(board.axis.dice) {
        Waiting::Known(level(board, board.axis.position))
    } else {
        axis
    };
    let engines = match board.engines.speed {
        Some(_) => Waiting::Known(progress(board, board.approach.position, 1)),
        None => engines,
    };
    together(game.hand(crew), board.coffee, &axis, &engines)
}

/// The dice in the order of the colours.
fn seated(crew: Crew, own: u8, other: u8) -> (u8, u8) {
    match crew {
        Crew::Pilot => (own, other),
        Crew::Copilot => (other, own),
    }
}

/// What a pair of dice will come to.
enum Waiting {
    /// It does not rest on the own hand any more.
    Known(i32),
    /// By the own die that is still to be placed.
    Open(Worth),
}

/// What a pair will come to, of which the own, the other's, both or none lie there.
fn expected(
    own: Option<u8>,
    other: Option<u8>,
    dice: u8,
    worth: impl Fn(u8, u8) -> i32,
) -> Waiting {
    let answer = |own: u8| match other {
        Some(other) => worth(own, other),
        None => best_of(dice, std::array::from_fn(|i| worth(own, i as u8 + 1))),
    };
    match own {
        Some(own) => Waiting::Known(answer(own)),
        None => Waiting::Open(std::array::from_fn(|i| answer(i as u8 + 1))),
    }
}

/// The mean of the best of some dice that nobody has seen.
fn best_of(dice: u8, mut worth: Worth) -> i32 {
    worth.sort_unstable();
    let power = |faces: i64| faces.pow(dice.into());
    // With i faces at most as good, the best is the i-th in power(i) − power(i − 1) of all cases.
    let sum: i64 =
        worth.iter().zip(1..).map(|(worth, i)| i64::from(*worth) * (power(i) - power(i - 1))).sum();
    (sum / power(6)) as i32
}

/// The best use of the own hand for both pairs.
fn together(hand: Faces, coffee: u8, axis: &Waiting, engines: &Waiting) -> i32 {
    let reach = |worth: &Worth, die: u8| {
        let value =
            |value: u8| worth[usize::from(value) - 1] - COFFEE * i32::from(value.abs_diff(die));
        let low = die.saturating_sub(coffee).max(1);
        (low..=(die + coffee).min(6)).map(value).max().unwrap_or(-DOOM)
    };
    let best = |worth: &Worth| hand.distinct().map(|die| reach(worth, die)).max();
    match (axis, engines) {
        (Waiting::Known(axis), Waiting::Known(engines)) => axis + engines,
        (Waiting::Known(known), Waiting::Open(open))
        | (Waiting::Open(open), Waiting::Known(known)) => known + best(open).unwrap_or(-DOOM),
        (Waiting::Open(axis), Waiting::Open(engines)) => {
            let mut found = -2 * DOOM;
            for first in hand.distinct() {
                for second in hand.distinct() {
                    if first != second || hand.count(first) > 1 {
                        found = found.max(reach(axis, first) + reach(engines, second));
                    }
                }
            }
            found
        }
    }
}

/// Level is best, and beyond two is lost.
fn level(board: &Board, position: i8) -> i32 {
    let off = i32::from(position.abs());
    if off > 2 {
        return -DOOM;
    }
    let strict = board.options.rules == RuleSet::Published;
    if strict && board.is_final() {
        return if off == 0 { CRITERION } else { -CRITERION };
    }
    -22 * off * off - turn_off(board, position)
}

/// An axis with which the next turns cannot be flown.
fn turn_off(board: &Board, position: i8) -> i32 {
    let here = usize::from(board.approach.position);
    let turns = board.course.turns.iter().skip(here).take(2);
    let wrong = |mask: &&u8| **mask != 0 && **mask & (1 << (position + 2)) == 0;
    turns.zip([200, 80]).filter(|(mask, _)| wrong(mask)).map(|(_, worth)| worth).sum()
}

/// Where two engine dice would lead.
fn fly(board: &Board, blue: u8, orange: u8) -> i32 {
    let speed = (blue + orange) as i8 + board.wind_modifier();
    if board.is_final() {
        return if landable(board, speed) { CRITERION } else { -CRITERION };
    }
    match board.flight(blue, orange) {
        Ok(position) => progress(board, position, 1),
        // A call may still clear the way before the second die is placed.
        Err(Loss::Collision { .. }) if board.log.list().len() < 5 => -900,
        Err(_) => -DOOM,
    }
}

/// A speed that the brakes hold, or could hold with one more of them.
fn landable(board: &Board, speed: i8) -> bool {
    match board.options.rules {
        RuleSet::Published if board.course.ice_brakes => speed <= 5,
        RuleSet::Published => speed <= 6.min(2 * board.brakes.max(1) as i8),
        RuleSet::Seed | RuleSet::Literal => (9..=11).contains(&speed),
    }
}

/// How a position compares with the rounds that can still move the plane after `flown` more.
fn progress(board: &Board, position: u8, flown: i32) -> i32 {
    if board.is_final() {
        return 0;
    }
    let rounds = i32::from(board.rounds() - board.round) - flown;
    let missing = i32::from(board.course.segments) - 1 - i32::from(position);
    // Two segments in a round need a speed above the orange marker, which the flaps move up.
    let doubles = board.orange_marker() < 12;
    if missing > rounds * if doubles { 2 } else { 1 } {
        return -DOOM;
    }
    let ahead = rounds - missing;
    let pace = if ahead >= 0 { -32 * ahead } else { 156 * ahead };
    let planes = board.approach.planes.get(usize::from(position)).copied().unwrap_or(0);
    pace - 60 * i32::from(planes)
}

/// Every airplane has to go, the nearer ones sooner; those left behind cannot be reached.
fn planes(board: &Board) -> i32 {
    let position = usize::from(board.approach.position);
    let worth = |segment: usize| match segment.checked_sub(position) {
        Some(distance) => 195 - 12 * distance.min(6) as i32,
        None => 1000,
    };
    let all = board.approach.planes.iter().enumerate();
    -all.map(|(segment, planes)| i32::from(*planes) * worth(segment)).sum::<i32>()
}

/// Switches count more the later it is, so that they are not left for the end.
fn switches(board: &Board) -> i32 {
    let urgency = 100 + 8 * i32::from(board.round);
    let gear = board.gear.count_ones() as i32;
    let flaps = i32::from(board.flaps);
    let brakes = i32::from(board.brakes) + 2 * i32::from(board.ice) + i32::from(ice_waits(board));
    let intern = board.intern.map_or(0, |intern| 70 * intern.left().len() as i32);
    gear * urgency + flaps * (urgency + 21) + brakes * (urgency + 60) - intern
}

/// Whether one of the two dice of an ice brake lies there: half of the step is done, as long as the other
/// can still come this round. Without its worth nobody would begin one.
fn ice_waits(board: &Board) -> bool {
    let laid = board.log.list().iter().filter(|laid| laid.on == Module::IceBrakes).count();
    laid % 2 == 1
}

/// Coffee, tokens and fuel are worth keeping, but less than what they buy.
fn stores(board: &Board) -> i32 {
    let left = i32::from(board.rounds() - board.round);
    let coffee = [0, 88, 143, 166][usize::from(board.coffee.min(3))];
    let coffee = if left == 0 { coffee / 8 } else { coffee };
    coffee + 45 * i32::from(board.rerolls.held) + fuel(board, left)
}

/// What is in the tank, compared with 2.4 for each round to come. A round in which nobody has used
/// the kerosene space yet is reckoned as unused.
fn fuel(board: &Board, left: i32) -> i32 {
    let used = board.log.list().iter().any(|laid| laid.on == Module::Kerosene);
    let due = match board.course.fuel {
        Fuel::None => return 0,
        Fuel::Kerosene if !used => 6,
        Fuel::Kerosene | Fuel::Leak => 0,
    };
    let spare = 10 * (i32::from(board.kerosene) - due) - 24 * left;
    if left == 0 && spare < 0 {
        return -DOOM;
    }
    3 * spare.max(0) + 12 * spare.min(0)
}

/// In the final round the landing list counts.
fn landing(board: &Board) -> i32 {
    if !board.is_final() {
        return 0;
    }
    let worth = |standing| match standing {
        Standing::Met => CRITERION,
        Standing::Pending => 0,
        Standing::Failed => -CRITERION,
    };
    board.criteria().map(|criterion| worth(board.standing(criterion))).sum()
}

impl Policy for SkyTeam {
    const TOGETHER: bool = true;
}

impl Candidates for SkyTeam {
    /// A hand has few good uses; fewer candidates get more lines each.
    const WIDTH: usize = 6;
}

impl Mind for SkyTeam {
    /// Lines are long and everybody in them tries each command once. A policy that tries only plain
    /// placements was quicker and flew worse: 6 of 12 landings with twice the lines.
    const LINES: [u32; 3] = [256, 1_024, 3_072];
}
