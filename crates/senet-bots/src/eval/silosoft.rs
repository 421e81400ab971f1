//! Silosoft: features completed, features that are near completion, and cards for later.
//!
//! A completed feature is worth 1000. Everything else is what it adds to that: a hand that can
//! complete its feature most of one, a hand that lacks points less, a card without a use now a
//! little. An offer is judged as if it were accepted, so that it is made where it helps, and the
//! one who answers judges the same. A demand that a hand cannot meet costs what the penalty takes,
//! which makes it worth while to hold a bundle back for the turn on which it is due.

use senet_kernel::{Game, Seat};
use senet_silosoft::{Decision, Role, Silosoft};

use crate::Evaluate;

/// What a completed feature is worth.
const FEATURE: i32 = 1000;

/// What a hand is worth by the points that it lacks: the chance that they come in time.
const LACKING: [i32; 9] = [880, 640, 520, 400, 300, 220, 150, 90, 40];

/// The chance, in hundredths, that a hand that lacks so many points completes on its next turn.
const NEXT_TURN: [i32; 5] = [93, 36, 28, 12, 4];

/// What a point of a card without a use now is worth with all turns still to come.
const SPARE_POINT: i32 = 70;

/// What a contractor without a use now is worth: it fits every feature.
const SPARE_CONTRACTOR: i32 = 200;

/// What a penalty costs a player who has no feature to lose: two cards.
const TWO_CARDS: i32 = 300;

impl Evaluate for Silosoft {
    /// The team's standing: the same for every seat.
    fn evaluate(&self, _seat: Seat) -> i32 {
        let mut hands = [Hand::default(); 4];
        for card in self.held() {
            let next = next_turn(self, card.promised);
            let usable = next.is_some_and(|turn| card.release.is_none_or(|release| release < turn));
            hands[card.promised.index() % 4].add(card.staff.role(), card.staff.points(), usable);
        }
        let left = i32::from(self.turn_limit() - self.turn());
        let limit = i32::from(self.turn_limit());
        let players = Seat::first(self.seats()).zip(&hands);
        let standing: i32 =
            players.map(|(seat, hand)| standing(self, seat, hand, left, limit)).sum();
        i32::from(self.completed()) * FEATURE + standing
    }
}

/// The cards of a player: points by role and contractors that can be used on the player's next
/// turn, and points that cannot.
#[derive(Clone, Copy, Default)]
struct Hand {
    points: [i32; 3],
    contractors: i32,
    away: i32,
}

impl Hand {
    fn add(&mut self, role: Role, points: u8, usable: bool) {
        let points = i32::from(points);
        match self.points.get_mut(role as usize) {
            _ if !usable => self.away += points,
            Some(sum) => *sum += points,
            None => self.contractors += 1,
        }
    }
}

/// The next turn on which the player can complete something: the current one while it is still to
/// be decided.
fn next_turn(game: &Silosoft, seat: Seat) -> Option<u8> {
    let count = game.seats() as u8;
    let deciding = matches!(
        game.open(),
        Some(
            Decision::Draw
                | Decision::Reorg
                | Decision::Pto
                | Decision::Action
                | Decision::TradeAnswer
        )
    );
    let from = game.turn() + u8::from(!(deciding && seat == game.whose_turn()));
    let turn = (from..from + count).find(|turn| usize::from((turn - 1) % count) == seat.index());
    turn.filter(|turn| *turn <= game.turn_limit())
}

fn standing(game: &Silosoft, seat: Seat, hand: &Hand, left: i32, limit: i32) -> i32 {
    let Some(next) = next_turn(game, seat) else {
        return 0;
    };
    let mut spare = hand.points;
    let mut contractors = hand.contractors;
    let mut lacking = LACKING.len() as i32;
    if let Some(feature) = game.building(seat) {
        let mut missing = [0; 3];
        for (role, need) in feature.needs.rows() {
            let role = role as usize;
            missing[role] = (i32::from(need) - spare[role]).max(0);
            spare[role] = (spare[role] - i32::from(need)).max(0);
        }
        // Contractors first where both of their points count.
        for worth in [2, 1] {
            for gap in &mut missing {
                while *gap >= worth && contractors > 0 {
                    *gap = (*gap - 2).max(0);
                    contractors -= 1;
                }
            }
        }
        lacking = missing.iter().sum();
    }
    let worth = LACKING.get(lacking as usize).copied().unwrap_or(0);
    let spare: i32 = spare.iter().sum::<i32>() + hand.away / 2;
    let later = (spare * SPARE_POINT + contractors * SPARE_CONTRACTOR) * left / limit;
    worth + later - threat(game, seat, next, lacking)
}

/// What a pending demand is expected to cost.
fn threat(game: &Silosoft, seat: Seat, next: u8, lacking: i32) -> i32 {
    if game.due(seat) != Some(next) {
        return 0;
    }
    let met = NEXT_TURN.get(lacking as usize).copied().unwrap_or(0);
    let cost = if game.completed_by(seat) > 0 { FEATURE } else { TWO_CARDS };
    cost * (100 - met) / 100
}
