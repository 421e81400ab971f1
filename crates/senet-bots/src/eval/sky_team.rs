//! Sky Team: a level plane, a clear way, switches in time.
//!
//! A deployed switch is worth about 100. Axis and Engines wait for two dice: what they will come to
//! is reckoned from the own hand and from how many dice the other still has, each face equally
//! likely, changed by the coffee there is, and the best one chosen. That the other may drink too was
//! worth 17 landings of 100 at Montréal, and that a pair settled early leaves them more dice another 5.

use senet_kernel::{Game, Rng, Seat, Viewer};
use senet_sky_team::{
    Board, Crew, Faces, Fuel, Loss, Module, Phase, RuleSet, SkyTeam, Standing, View,
};

use crate::search::Guesser;
use crate::sky_team::Beliefs;
use crate::{Candidates, Evaluate, Mind, Policy};

/// What loses the game at once.
const DOOM: i32 = 20_000;
/// A criterion of the landing, once the final round has begun.
const CRITERION: i32 = 4_000;
/// A step of coffee, while a better die may still come.
const COFFEE: i32 = 35;
/// A switch, a half ice brake and a token of the intern that are still to be done press more the fewer rounds
/// are left to do them.
const PRESSURE: i32 = 12;
/// A token of the intern that is left: a die takes it, and it works as another die.
const TOKEN: i32 = 180;
/// An airplane that a traffic icon will bring, unless the plane leaves the segment before the round ends.
const ICON: i32 = 150;
/// A reroll token. Early in a flight it looks cheap to spend; at the landing it saves flights.
const REROLL: i32 = 150;
/// In hundredths, how much of an ice brake's step a second die is worth that may come.
const HALF_ICE: i32 = 50;

impl Evaluate for SkyTeam {
    /// Both win or lose together; the seat only says which hand is known.
    fn evaluate(&self, seat: Seat) -> i32 {
        let Some(crew) = Crew::of(seat) else {
            return 0;
        };
        let board = self.board();
        pairs(self, crew) + planes(board) + switches(self, crew) + stores(board) + landing(board)
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
    let partner = Partner { dice: game.hand(crew.other()).len(), coffee: board.coffee };
    let axis = match (board.axis.dice[crew], board.axis.dice[crew.other()]) {
        (Some(_), Some(_)) => Waiting::Known(level(board, board.axis.position)),
        (own, other) => {
            let tilted: [i32; 11] =
                std::array::from_fn(|turn| level(board, board.axis.position + turn as i8 - 5));
            partner.expected(own, other, |own, other| match crew {
                Crew::Pilot => tilted[usize::from(5 + own - other)],
                Crew::Copilot => tilted[usize::from(5 + other - own)],
            })
        }
    };
    let engines = match board.engines.speed {
        Some(_) => Waiting::Known(progress(board, board.approach.position, 1)),
        None => {
            let flown = flights(board);
            let dice = board.engines.dice;
            partner.expected(dice[crew], dice[crew.other()], |own, other| {
                flown[usize::from(own + other - 2)]
            })
        }
    };
    together(game.hand(crew), board.coffee, &axis, &engines)
}

/// What a pair of dice will come to.
enum Waiting {
    /// It does not rest on the own hand any more.
    Known(i32),
    /// By the own die that is still to be placed.
    Open(Worth),
}

/// What is known of the other one of the crew.
struct Partner {
    /// How many dice they still have, each face equally likely.
    dice: u8,
    /// The coffee that they may change a die with.
    coffee: u8,
}

impl Partner {
    /// What a pair will come to, of which the own, the other's, or none lies there.
    fn expected(
        &self,
        own: Option<u8>,
        other: Option<u8>,
        worth: impl Fn(u8, u8) -> i32,
    ) -> Waiting {
        let answered = |own: u8, dice: u8| match other {
            Some(other) => worth(own, other),
            None => self.best_of(dice, std::array::from_fn(|i| worth(own, i as u8 + 1))),
        };
        match own {
            Some(own) => Waiting::Known(answered(own, self.dice)),
            // Who waits with a die leaves the other one die less to answer it: what both need is settled early.
            None => {
                let dice = self.dice.saturating_sub(1).max(1);
                Waiting::Open(std::array::from_fn(|i| answered(i as u8 + 1, dice)))
            }
        }
    }

    /// The mean of the best of some dice that nobody has seen, each of which coffee may change.
    fn best_of(&self, dice: u8, mut worth: Worth) -> i32 {
        for _ in 0..self.coffee {
            let before = worth;
            for i in 0..6_usize {
                let lower = before[i.saturating_sub(1)];
                let higher = before[(i + 1).min(5)];
                worth[i] = worth[i].max(lower.max(higher) - COFFEE);
            }
        }
        worth.sort_unstable();
        let shares = &BEST_OF[usize::from(dice.clamp(1, 4)) - 1];
        let sum: i64 =
            worth.iter().zip(shares).map(|(worth, share)| i64::from(*worth) * share).sum();
        (sum / 1296) as i32
    }
}

/// How often of 1296 the best of one to four dice is the lowest, the second, … the highest of six faces: with
/// i faces at most as good, it is the i-th in iⁿ − (i − 1)ⁿ of 6ⁿ cases.
const BEST_OF: [[i64; 6]; 4] = {
    let mut shares = [[0; 6]; 4];
    let mut dice = 1;
    while dice <= 4 {
        let mut i: i64 = 0;
        while i < 6 {
            let cases = (i + 1).pow(dice) - i.pow(dice);
            shares[dice as usize - 1][i as usize] = cases * 6_i64.pow(4 - dice);
            i += 1;
        }
        dice += 1;
    }
    shares
};

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

/// Where two engine dice would lead, by their pips, 2 to 12.
fn flights(board: &Board) -> [i32; 11] {
    let wind = board.wind_modifier();
    let speed = |pips: usize| pips as i8 + 2 + wind;
    if board.is_final() {
        let lands = |pips| if landable(board, speed(pips)) { CRITERION } else { -CRITERION };
        return std::array::from_fn(lands);
    }
    // Many speeds fly as far.
    let far: [i32; 3] = std::array::from_fn(|segments| fly(board, segments as u8));
    std::array::from_fn(|pips| far[usize::from(board.segments(speed(pips)).unwrap_or(0))])
}

/// What it is worth to fly on so many segments.
fn fly(board: &Board, segments: u8) -> i32 {
    match board.flown(segments) {
        Ok(position) => progress(board, position, 1),
        // A call may still clear the way before the second die is placed.
        Err(Loss::Collision { .. }) if board.log.list().len() < 5 => -900,
        // The axis may still be set for the turn.
        Err(Loss::Turn { .. }) if board.axis.dice.both().is_none() => -950,
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
    let icons = board.course.traffic.get(usize::from(position)).copied().unwrap_or(0);
    // Whoever still stands there when the next round begins meets the traffic.
    let met = if rounds > 0 || flown == 0 { i32::from(icons) } else { 0 };
    pace - 60 * i32::from(planes) - ICON * met
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
fn switches(game: &SkyTeam, crew: Crew) -> i32 {
    let board = game.board();
    let urgency = 100 + 8 * i32::from(board.round);
    let gear = board.gear.count_ones() as i32;
    let (flaps, brakes) = (i32::from(board.flaps), i32::from(board.brakes));
    let on = gear * urgency + flaps * (urgency + 21) + brakes * (urgency + 60);
    // A step of the ice brakes takes two dice.
    let ice = (100 * i32::from(board.ice) + half_ice(game, crew)) * (urgency + 160) / 50;
    let tokens = board.intern.map_or(0, |intern| intern.left().len() as i32);
    on + ice - TOKEN * tokens - pressure(board, gear, tokens)
}

/// What is still to be done, set against the rounds that are left.
fn pressure(board: &Board, gear: i32, tokens: i32) -> i32 {
    let left = i32::from(board.rounds() - board.round) + 1;
    let lacking = |most: i32, on: i32| (most - on).pow(2) * PRESSURE / left;
    let brakes = if board.course.ice_brakes {
        2 * lacking(4, board.ice.into())
    } else {
        lacking(3, board.brakes.into())
    };
    lacking(3, gear) + lacking(4, board.flaps.into()) + brakes + lacking(tokens, 0)
}

/// How much of a step of the ice brakes is done where one of its two dice lies there, in hundredths: the
/// chance that the other comes in this round. Without its worth nobody would begin one.
fn half_ice(game: &SkyTeam, crew: Crew) -> i32 {
    let board = game.board();
    let laid = || board.log.list().iter().filter(|laid| laid.on == Module::IceBrakes);
    if !board.course.ice_brakes || laid().count() % 2 == 0 {
        return 0;
    }
    // The first space is the Pilot's own: where it is empty the Co-Pilot cannot answer.
    let open_to_both = laid().next_back().is_some_and(|laid| laid.slot == 0);
    let may_answer = |crew: Crew| open_to_both || crew == Crew::Pilot;
    let fits = |die: u8| die.abs_diff(board.ice + 2) <= board.coffee;
    if may_answer(crew) && game.hand(crew).distinct().any(fits) {
        return HALF_ICE;
    }
    if !may_answer(crew.other()) {
        return 0;
    }
    let dice = game.hand(crew.other()).len().into();
    let fitting = (1..=6).filter(|die| fits(*die)).count() as i32;
    HALF_ICE - HALF_ICE * (6 - fitting).pow(dice) / 6_i32.pow(dice)
}

/// Coffee, tokens and fuel are worth keeping, but less than what they buy.
fn stores(board: &Board) -> i32 {
    let left = i32::from(board.rounds() - board.round);
    let coffee = [0, 88, 143, 166][usize::from(board.coffee.min(3))];
    let coffee = if left == 0 { coffee / 8 } else { coffee };
    coffee + REROLL * i32::from(board.rerolls.held) + fuel(board, left)
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

    /// What the other one has placed tells what they hold.
    fn believed(view: &View, seat: Seat) -> Option<Guesser<SkyTeam>> {
        let beliefs = Beliefs::of(view, seat)?;
        let (view, viewer) = (view.clone(), Viewer::Seat(seat));
        let guess = move |rng: &mut Rng| {
            beliefs.guess(rng).unwrap_or_else(|| SkyTeam::guess(&view, viewer, rng))
        };
        Some(Box::new(guess))
    }
}

impl Candidates for SkyTeam {
    /// A hand has few good uses; fewer candidates get more lines each.
    const WIDTH: usize = 6;
}

impl Mind for SkyTeam {
    /// Lines are long, and everybody in them tries each command once; a core plays some 2,500 in a second.
    const LINES: [u32; 3] = [256, 2_048, 6_144];
}
