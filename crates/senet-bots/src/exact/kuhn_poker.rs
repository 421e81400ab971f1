//! Kuhn poker at equilibrium: the first seat loses 1/18 of a chip, and nobody can do better.
//!
//! Of the equilibria, which differ in how often the first seat bluffs with the jack (up to a third), this
//! is the one with the most bluffs: its first seat plays all of its choices, and so teaches most.

use senet_kernel::{Rng, Seat, arrange};
use senet_reference::kuhn_poker::{Card, Command, KuhnPoker, Stage, View};

use crate::search::CERTAIN;
use crate::{Bot, Outlook};

/// How often of three a seat bets or calls, by its card and what was said.
pub fn of_three(stage: Stage, card: Card) -> u32 {
    match (stage, card) {
        // To bluff with the jack a third of the time allows to bet every king.
        (Stage::Dealt, Card::Jack) => 1,
        (Stage::Dealt, Card::Queen) => 0,
        (Stage::Dealt, Card::King) => 3,
        // After a check the second seat bluffs a third of its jacks.
        (Stage::Checked, Card::Jack) => 1,
        (Stage::Checked, Card::Queen) => 0,
        (Stage::Checked, Card::King) => 3,
        // A queen calls just as often as makes a bluff worth nothing.
        (Stage::Bet { .. }, Card::Jack) => 0,
        (Stage::Bet { by }, Card::Queen) if by == Seat::FIRST => 1,
        (Stage::Bet { .. }, Card::Queen) => 2,
        (Stage::Bet { .. }, Card::King) => 3,
        (Stage::Ready | Stage::Showdown { .. } | Stage::Folded { .. }, _) => 0,
    }
}

/// The deck.
const CARDS: [Card; 3] = [Card::Jack, Card::Queen, Card::King];

/// One choice at equilibrium.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What may be said.
    pub command: Command,
    /// How often of three it is said.
    pub of_three: u32,
    /// What it brings by what the seat can know, as a share of the chips at stake: from 0, where two are lost, to
    /// [`CERTAIN`], where two are won.
    pub share: u32,
}

/// The choices of a seat that has its card, those that are said most first; nothing where it has none.
pub fn weighed(view: &View, seat: Seat) -> Vec<Weighed> {
    let stage = view.stage;
    let Some(own) = view.cards[seat.index()].filter(|_| view.turn == Some(seat)) else {
        return Vec::new();
    };
    let Some((bold, meek)) = choices(stage, seat) else {
        return Vec::new();
    };
    let thirds = of_three(stage, own);
    let mut weighed = vec![];
    for ((command, next), of_three) in [(bold, thirds), (meek, 3 - thirds)] {
        let (mut sum, mut whole) = (0, 0);
        for other in CARDS.into_iter().filter(|other| *other != own) {
            let mut cards = [own; 2];
            cards[seat.next(2).index()] = other;
            let likely = likely(stage, other);
            whole += likely;
            sum += likely * chips(next, cards);
        }
        let sum = if seat == Seat::FIRST { sum } else { -sum };
        let most = 2 * PARTS * whole.max(1);
        let share = ((sum + most) * i64::from(CERTAIN) / (2 * most)) as u32;
        weighed.push(Weighed { command, of_three, share });
    }
    arrange(&mut weighed, |one| [-i64::from(one.of_three), -i64::from(one.share)]);
    weighed
}

/// Chips are reckoned in 3³ parts, because at most three choices of thirds are made.
const PARTS: i64 = 27;

/// The two choices of a seat and what they lead to, the bold one first.
fn choices(stage: Stage, seat: Seat) -> Option<((Command, Stage), (Command, Stage))> {
    let bet = (Command::Bet {}, Stage::Bet { by: seat });
    match stage {
        Stage::Dealt => Some((bet, (Command::Check {}, Stage::Checked))),
        Stage::Checked => Some((bet, (Command::Check {}, Stage::Showdown { stake: 1 }))),
        Stage::Bet { .. } => {
            let call = (Command::Call {}, Stage::Showdown { stake: 2 });
            Some((call, (Command::Fold {}, Stage::Folded { by: seat })))
        }
        Stage::Ready | Stage::Showdown { .. } | Stage::Folded { .. } => None,
    }
}

/// How often of three the other seat would have spoken as it did, with this card.
fn likely(stage: Stage, card: Card) -> i64 {
    i64::from(match stage {
        Stage::Checked => 3 - of_three(Stage::Dealt, card),
        Stage::Bet { by } if by == Seat::FIRST => of_three(Stage::Dealt, card),
        Stage::Bet { .. } => of_three(Stage::Checked, card),
        _ => 3,
    })
}

/// What the first seat wins from here on between two that play the equilibrium, in parts of a chip.
fn chips(stage: Stage, cards: [Card; 2]) -> i64 {
    let seat = match stage {
        Stage::Dealt => Seat::FIRST,
        Stage::Checked => Seat::SECOND,
        Stage::Bet { by } => by.next(2),
        Stage::Showdown { stake } => {
            let won = PARTS * i64::from(stake);
            return if cards[0] > cards[1] { won } else { -won };
        }
        Stage::Folded { by } => return if by == Seat::FIRST { -PARTS } else { PARTS },
        Stage::Ready => return 0,
    };
    let Some(((_, bold), (_, meek))) = choices(stage, seat) else { return 0 };
    let thirds = i64::from(of_three(stage, cards[seat.index()]));
    (thirds * chips(bold, cards) + (3 - thirds) * chips(meek, cards)) / 3
}

/// Plays the equilibrium.
#[derive(Clone, Debug)]
pub struct Gambler(Rng);

impl Gambler {
    /// The bot of this seed.
    pub fn new(seed: u64) -> Gambler {
        Gambler(Rng::new(seed))
    }
}

impl Bot<KuhnPoker> for Gambler {
    fn choose(&mut self, outlook: &Outlook<KuhnPoker>, out: &mut Vec<Command>) {
        let view: &View = outlook.view();
        if view.turn != Some(outlook.seat()) {
            return;
        }
        let card = view.cards[outlook.seat().index()];
        let bold = card.is_some_and(|card| self.0.below(3) < of_three(view.stage, card));
        out.push(match view.stage {
            Stage::Ready => Command::Deal {},
            Stage::Bet { .. } if bold => Command::Call {},
            Stage::Bet { .. } => Command::Fold {},
            _ if bold => Command::Bet {},
            _ => Command::Check {},
        });
    }
}
