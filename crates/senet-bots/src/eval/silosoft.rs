//! Silosoft: features completed, features that are near completion, and cards for later.
//!
//! A completed feature is worth 1000. Everything else is what it adds to that: a hand that covers
//! its feature most of one, by the share that it covers; the points beyond that what they may do
//! for a later feature, as long as there are turns to use them. So a bundle that wastes a point is
//! worth less than waiting for a better one, until the turns run out. An offer is judged as if it
//! were accepted, so that it is made where it helps, and the one who answers judges the same. A
//! demand that a hand cannot meet costs what the penalty takes, which makes it worth while to hold a
//! bundle back for the turn on which it is due.
//!
//! The figures come from a hill climb over thousands of games of one to four players under the
//! balanced rules.

use senet_kernel::{Dice, Game, Seat};
use senet_silosoft::{Decision, Role, Silosoft};

use crate::search::CERTAIN;
use crate::silosoft::Planner;
use crate::{Candidates, Evaluate, Mind, Policy};

/// What a completed feature is worth.
const FEATURE: i32 = 1000;

/// What a hand is worth that covers its feature, and by its share one that covers a part.
const COVERED: i32 = 850;

/// What being near is worth beside that, by the points that are lacking: it pays to put cards
/// together in one hand rather than to spread them.
const NEAR: [i32; 6] = [150, 80, 68, 39, 29, 10];

/// What a point beyond the feature's needs is worth: of a required role, of another role, of a
/// contractor, and of a card on leave.
const SURPLUS: i32 = 190;
const USELESS: i32 = 117;
const WILD: i32 = 266;
const AWAY: i32 = 110;

/// With fewer own turns to come than this, points for later lose their worth.
const TURNS_FOR_LATER: i32 = 6;

/// With fewer own turns to come than this, an incomplete feature loses its worth.
const TURNS_FOR_THE_REST: i32 = 3;

/// The chance, in hundredths, that a hand that lacks so many points completes on its next turn.
const NEXT_TURN: [i32; 5] = [100, 36, 28, 11, 1];

/// What a penalty costs a player who has no feature to lose.
const TWO_CARDS: i32 = 715;

impl Evaluate for Silosoft {
    /// The team's standing: the same for every seat.
    fn evaluate(&self, _seat: Seat) -> i32 {
        let turns = next_turns(self);
        let mut hands = [Hand::default(); SEATS];
        for card in self.held() {
            let holder = card.promised.index() % SEATS;
            let usable =
                turns[holder].is_some_and(|turn| card.release.is_none_or(|release| release < turn));
            hands[holder].add(card.staff.role(), card.staff.points(), usable);
        }
        let players = Seat::first(self.seats().min(SEATS)).zip(turns).zip(&hands);
        let standing: i32 = players
            .filter_map(|((seat, turn), hand)| Some(standing(self, seat, turn?, hand)))
            .sum();
        i32::from(self.completed()) * FEATURE + standing
    }
}

/// The most players.
const SEATS: usize = 4;

/// The points of a player: by role and of contractors, those that can be used on the player's next
/// turn, and those that cannot.
#[derive(Clone, Copy, Default)]
struct Hand {
    points: [i32; 3],
    wild: i32,
    away: i32,
}

impl Hand {
    fn add(&mut self, role: Role, points: u8, usable: bool) {
        let sum = match self.points.get_mut(role as usize) {
            _ if !usable => &mut self.away,
            Some(sum) => sum,
            None => &mut self.wild,
        };
        *sum += i32::from(points);
    }
}

/// The next turn on which each player can complete something: the current one while it is still to
/// be decided; none where there is no further one.
fn next_turns(game: &Silosoft) -> [Option<u8>; SEATS] {
    let count = game.seats();
    let over = matches!(game.open(), None | Some(Decision::Penalty));
    let active = game.whose_turn().index();
    std::array::from_fn(|seat| {
        let away = (seat + count - active) % count;
        let away = if away == 0 && over { count } else { away };
        let turn = game.turn() + away as u8;
        (turn <= game.turn_limit()).then_some(turn)
    })
}

/// What a player's cards are worth for the feature and for later ones, less what is threatened.
fn standing(game: &Silosoft, seat: Seat, next: u8, hand: &Hand) -> i32 {
    let turns_after = i32::from(game.turn_limit() - next) / game.seats() as i32;
    let later = |points: i32| points * turns_after.min(TURNS_FOR_LATER) / TURNS_FOR_LATER;
    let away = hand.away * AWAY;
    let Some(feature) = game.building(seat) else {
        let useless: i32 = hand.points.iter().sum();
        let spare = useless * USELESS + hand.wild * WILD + away;
        return later(spare) - threat(game, seat, next, i32::MAX);
    };
    let mut missing = [0; 3];
    let (mut surplus, mut useless) = (0, 0);
    for role in Role::LISTED {
        let need = i32::from(feature.needs.of(role));
        let have = hand.points[role as usize];
        missing[role as usize] = (need - have).max(0);
        if need == 0 {
            useless += have;
        } else {
            surplus += (have - need).max(0);
        }
    }
    let before: i32 = missing.iter().sum();
    stand_in(&mut missing, hand.wild / 2);
    let lacking: i32 = missing.iter().sum();
    let wild = hand.wild - (before - lacking);
    let spare = surplus * SURPLUS + useless * USELESS + wild * WILD + away;

    let total = i32::from(feature.needs.total());
    let mut covered = COVERED * (total - lacking) / total;
    if lacking > 0 {
        covered = covered * (turns_after + 1).min(TURNS_FOR_THE_REST) / TURNS_FOR_THE_REST;
    }
    let near = NEAR.get(lacking as usize).copied().unwrap_or(0);
    covered + near + later(spare) - threat(game, seat, next, lacking)
}

/// Lets contractors fill the gaps: first where both of their points count.
fn stand_in(missing: &mut [i32; 3], mut contractors: i32) {
    for counting in [2, 1] {
        for gap in missing.iter_mut() {
            while *gap >= counting && contractors > 0 {
                *gap = (*gap - 2).max(0);
                contractors -= 1;
            }
        }
    }
}

/// What a pending demand is expected to cost.
fn threat(game: &Silosoft, seat: Seat, next: u8, lacking: i32) -> i32 {
    if game.open() == Some(Decision::Penalty) && seat == game.whose_turn() {
        return FEATURE;
    }
    if game.due(seat).is_none_or(|due| due < next) {
        return 0;
    }
    let met = NEXT_TURN.get(lacking as usize).copied().unwrap_or(0);
    let cost = if game.completed_by(seat) > 0 { FEATURE } else { TWO_CARDS };
    cost * (100 - met) / 100
}

/// How the team of a line plans: wide enough that a plan which saves a card for later is found.
const PLANNER: Planner = Planner { width: 6, tries: 24 };

impl Policy for Silosoft {
    const TOGETHER: bool = true;

    /// Played card by card, no line saves up for a feature; with its draws laid open the team plans.
    fn planned(&self, _seat: Seat, dice: &mut Dice) -> Option<u32> {
        Some(if PLANNER.wins(self, dice) { CERTAIN } else { 0 })
    }
}

impl Candidates for Silosoft {}

impl Mind for Silosoft {
    /// Plans for four take some 0.3 ms, for one a tenth of that.
    const LINES: [u32; 3] = [128, 2_048, 6_144];
}
