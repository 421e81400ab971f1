//! Sky Team: a level plane, a clear way, switches in time.
//!
//! The figures are in hundredths of a switch: a deployed switch is worth 100. Whatever loses the
//! game for sure outweighs everything else together.

use senet_kernel::Seat;
use senet_sky_team::{Board, Crew, Faces, Phase, SkyTeam, Standing};

use crate::Evaluate;

/// What is as good as lost.
const DOOM: i32 = 200_000;
/// What a criterion of the landing is worth once the final round has begun.
const CRITERION: i32 = 4_000;

impl Evaluate for SkyTeam {
    /// The same for both seats: they win or lose together.
    fn evaluate(&self, _seat: Seat) -> i32 {
        let board = self.board();
        axis(self) + flight(self) + planes(board) + switches(board) + stores(board) + landing(self)
    }
}

/// How far a die reaches with the coffee there is.
fn reach(board: &Board) -> u8 {
    board.coffee.min(if board.options.rules == senet_sky_team::RuleSet::Literal { 1 } else { 3 })
}

/// The best of what a hand can make of `worth`, a step of coffee costing a little.
fn best(hand: Faces, reach: u8, worth: impl Fn(u8) -> i32) -> i32 {
    const COFFEE: i32 = 30;
    let mut found = -DOOM;
    for die in hand.distinct() {
        for value in die.saturating_sub(reach).max(1)..=(die + reach).min(6) {
            let cost = COFFEE * i32::from(value.abs_diff(die));
            found = found.max(worth(value) - cost);
        }
    }
    found
}

/// The best of what two hands can make together, without coffee.
fn best_pair(hands: (Faces, Faces), worth: impl Fn(u8, u8) -> i32) -> i32 {
    best(hands.0, 0, |blue| best(hands.1, 0, |orange| worth(blue, orange)))
}

/// What two dice are worth of which one, both or none lie there: the missing ones come from the
/// hands as well as can be.
fn pair(game: &SkyTeam, dice: (Option<u8>, Option<u8>), worth: impl Fn(u8, u8) -> i32) -> i32 {
    let (pilot, copilot) = (game.hand(Crew::Pilot), game.hand(Crew::Copilot));
    let reach = reach(game.board());
    match dice {
        (Some(blue), Some(orange)) => worth(blue, orange),
        (Some(blue), None) => best(copilot, reach, |orange| worth(blue, orange)),
        (None, Some(orange)) => best(pilot, reach, |blue| worth(blue, orange)),
        (None, None) => best_pair((pilot, copilot), worth),
    }
}

/// Level is best, and beyond two is lost. Nothing is known before the dice are rolled.
fn axis(game: &SkyTeam) -> i32 {
    let board = game.board();
    let position = board.axis.position;
    let tilt = |position: i8| {
        let off = i32::from(position.abs());
        if off > 2 { -DOOM } else { -25 * off * off - turn_off(board, position) }
    };
    let dice = (board.axis.dice.pilot, board.axis.dice.copilot);
    match (board.phase, dice) {
        (Phase::Briefing, _) | (_, (Some(_), Some(_))) => tilt(position),
        (_, dice) => pair(game, dice, |blue, orange| tilt(position + blue as i8 - orange as i8)),
    }
}

/// An axis with which the next turn cannot be flown.
fn turn_off(board: &Board, position: i8) -> i32 {
    let here = usize::from(board.approach.position);
    let turns = board.course.turns.iter().skip(here).take(2);
    let wrong = |mask: &&u8| **mask != 0 && **mask & (1 << (position.clamp(-2, 2) + 2)) == 0;
    turns.zip([60, 30]).filter(|(mask, _)| wrong(mask)).map(|(_, worth)| worth).sum()
}

/// The airport in time, and no plane left behind.
fn flight(game: &SkyTeam) -> i32 {
    let board = game.board();
    if board.is_final() {
        return 0;
    }
    let dice = (board.engines.dice.pilot, board.engines.dice.copilot);
    let left = i32::from(board.rounds() - board.round);
    match (board.phase, dice) {
        (Phase::Briefing, _) => progress(board, board.approach.position, left),
        (_, (Some(_), Some(_))) => progress(board, board.approach.position, left - 1),
        (_, dice) => pair(game, dice, |blue, orange| match board.flight(blue, orange) {
            Ok(position) => progress(board, position, left - 1),
            // A call or a switch may still come before the second die.
            Err(_) if dice == (None, None) => -300,
            Err(_) => -DOOM / 2,
        }),
    }
}

/// How a position compares with the rounds that can still move the plane.
fn progress(board: &Board, position: u8, rounds: i32) -> i32 {
    let missing = i32::from(board.course.segments - 1 - position.min(board.course.segments - 1));
    if missing > 2 * rounds {
        return -DOOM;
    }
    let ahead = rounds - missing;
    let planes = i32::from(board.approach.planes[usize::from(position)]);
    let pace = if ahead >= 0 { -15 * ahead } else { 90 * ahead };
    pace - 40 * planes
}

/// Every plane has to go; the nearer ones sooner.
fn planes(board: &Board) -> i32 {
    let position = usize::from(board.approach.position);
    let ahead = board.approach.planes.iter().enumerate().skip(position);
    let worth = |distance: usize| 150 - 12 * distance.min(6) as i32;
    let near: i32 = ahead.map(|(i, planes)| i32::from(*planes) * worth(i - position)).sum();
    let behind: i32 = board.approach.planes[..position].iter().map(|planes| i32::from(*planes)).sum();
    -near - behind * 1000
}

/// Switches count more the later it is, so that they are not left for the end.
fn switches(board: &Board) -> i32 {
    let gear = board.gear.count_ones() as i32;
    let flaps = i32::from(board.flaps);
    let brakes = i32::from(board.brakes) + i32::from(board.ice);
    let urgency = 100 + 6 * i32::from(board.round);
    gear * urgency + flaps * (urgency + 15) + brakes * (urgency - 5)
        - board.intern.map_or(0, |intern| 60 * intern.left().len() as i32)
}

/// Coffee, tokens and fuel are worth keeping, but less than what they buy.
fn stores(board: &Board) -> i32 {
    let coffee = [0, 38, 66, 84][usize::from(board.coffee.min(3))];
    let left = i32::from(board.rounds() - board.round);
    let coffee = if left == 0 { coffee / 4 } else { coffee };
    let fuel = i32::from(board.kerosene);
    let needed = 2 * (left + 1);
    let dry = if board.course.fuel == senet_sky_team::Fuel::None || fuel >= needed {
        0
    } else {
        60 * (needed - fuel)
    };
    coffee + 45 * i32::from(board.rerolls.held) + 8 * fuel - dry
}

/// In the final round only the landing list counts.
fn landing(game: &SkyTeam) -> i32 {
    let board = game.board();
    if !board.is_final() {
        return 0;
    }
    let worth = |standing| match standing {
        Standing::Met => CRITERION,
        Standing::Pending => 0,
        Standing::Failed => -CRITERION,
    };
    let list: i32 = board.criteria().map(|criterion| worth(board.standing(criterion))).sum();
    list + landing_speed(game)
}

/// A speed that the brakes can hold, while the engines are still open.
fn landing_speed(game: &SkyTeam) -> i32 {
    let board = game.board();
    let wind = board.wind_modifier();
    let good = |speed: i8| match board.options.rules {
        senet_sky_team::RuleSet::Published if board.course.ice_brakes => speed <= 5,
        senet_sky_team::RuleSet::Published => speed <= 6.min(2 * (board.brakes as i8 + 1)),
        _ => (9..=11).contains(&speed),
    };
    let dice = (board.engines.dice.pilot, board.engines.dice.copilot);
    match (board.phase, dice) {
        (Phase::Briefing, _) | (_, (Some(_), Some(_))) => 0,
        (_, dice) => pair(game, dice, |blue, orange| {
            if good((blue + orange) as i8 + wind) { CRITERION } else { -CRITERION }
        }),
    }
}
