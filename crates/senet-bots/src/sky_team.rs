//! What the other one of the crew may hold, read from what they have placed.
//!
//! Nobody may say what they rolled, but every die on the table says something: who levels the plane with a 4
//! had no better one. The round is put together again from its log, and every hand that the other may have is
//! asked where it would have gone: the further what was placed is from what looks best with that hand, the less
//! the hand is believed. Never is it ruled out, because people play as they like. A round that cannot be put
//! together, as after an extra die, says nothing.

use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat, Viewer};
use senet_sky_team::{
    Board, Command, Crew, Faces, Fuel, Laid, Log, Module, Phase, SkyTeam, Source, Spaces, View,
    Weather,
};

use crate::search::{Trials, mixed};

/// What a placement may fall short of the best one before it is half as likely.
const SHORT: u64 = 60;
/// How likely the best placement is, and so how much a hand may lose by one placement at most.
const LIKELY: u64 = 64;
/// The positions of the wind's ring.
const RING: i8 = 20;
/// The most coffee in the pool.
const MOST_COFFEE: u8 = 3;

/// Hands that the other one of the crew may hold, each as a whole game, and how much they are believed.
#[derive(Clone, Debug)]
pub struct Beliefs {
    /// With the sum of all weights up to it.
    hands: Vec<(u64, SkyTeam)>,
}

impl Beliefs {
    /// What a seat may make of the placements of this round; none where they say nothing.
    pub fn of(view: &View, seat: Seat) -> Option<Beliefs> {
        let crew = Crew::of(seat)?;
        let other = crew.other();
        let unseen = view.hands[other].dice.is_none() && view.hands[crew].dice.is_some();
        let left = view.hands[other].left;
        let told = view.board.log.list().iter().any(|laid| laid.crew == other);
        if !unseen || left == 0 || !told || view.board.phase != Phase::Placement {
            return None;
        }
        let mut past = Past::of(view, crew)?;
        let mut open = view.clone();
        let (mut hands, mut sum) = (Vec::new(), 0);
        for (hand, ways) in all_hands(left) {
            sum += ways * past.likelihood(&hand);
            hands.push((sum, with_hand(&mut open, other, &hand)?));
        }
        Some(Beliefs { hands })
    }

    /// A game as it may be, likelier hands more often.
    pub fn guess(&self, rng: &mut Rng) -> Option<SkyTeam> {
        let (sum, _) = self.hands.last()?;
        let lot = rng.next_u64() % (*sum).max(1);
        let place = self.hands.partition_point(|(upto, _)| *upto <= lot);
        self.hands.get(place).map(|(_, game)| game.clone())
    }

    /// How much a hand is believed, in millionths of all.
    pub fn share(&self, crew: Crew, hand: Faces) -> u64 {
        let whole = self.hands.last().map_or(1, |(sum, _)| *sum).max(1);
        let mut before = 0;
        for (upto, game) in &self.hands {
            if game.hand(crew) == hand {
                return (upto - before) * 1_000_000 / whole;
            }
            before = *upto;
        }
        0
    }
}

/// Every hand of so many dice, and in how many ways the dice fall so.
fn all_hands(dice: u8) -> Vec<(Vec<u8>, u64)> {
    fn grow(hand: &mut Vec<u8>, left: u8, out: &mut Vec<Vec<u8>>) {
        if left == 0 {
            return out.push(hand.clone());
        }
        for face in hand.last().copied().unwrap_or(1)..=6 {
            hand.push(face);
            grow(hand, left - 1, out);
            hand.pop();
        }
    }
    let mut hands = Vec::new();
    grow(&mut Vec::new(), dice, &mut hands);
    let factorial = |n: u64| (1..=n).product::<u64>();
    let ways = |hand: &Vec<u8>| {
        let alike = |face| hand.iter().filter(|die| **die == face).count() as u64;
        (1..=6).fold(factorial(hand.len() as u64), |ways, face| ways / factorial(alike(face)))
    };
    hands.into_iter().map(|hand| (ways(&hand), hand)).map(|(ways, hand)| (hand, ways)).collect()
}

/// The game of a view in which all dice lie open, with this hand of one of the crew.
fn with_hand(open: &mut View, crew: Crew, hand: &[u8]) -> Option<SkyTeam> {
    open.hands[crew].dice = Some(Faces::new(hand)?);
    // No luck is asked for.
    Some(SkyTeam::guess(open, Viewer::Spectator, &mut Rng::new(0)))
}

/// The placements of the other one in this round, each with what the board was before it.
struct Past {
    /// The view, in which boards and hands are put.
    open: View,
    other: Crew,
    moments: Vec<Moment>,
    trials: Trials<SkyTeam>,
}

struct Moment {
    board: Board,
    laid: Laid,
    /// The dice that the other one has laid from then on.
    since: Vec<u8>,
}

impl Past {
    fn of(view: &View, crew: Crew) -> Option<Past> {
        let log = view.board.log.list();
        let other = crew.other();
        let plain = |laid: &Laid| laid.source == Source::Hand && laid.on != Module::Intern;
        if !log.iter().all(plain) || view.board.abilities.used != 0 {
            return None;
        }
        let boards = starts(&view.board).find_map(|start| replayed(view, start))?;
        let own = |laid: &&Laid| laid.crew == other;
        let moment = |(number, (laid, board)): (usize, (&Laid, Board))| Moment {
            board,
            laid: *laid,
            since: log[number..].iter().filter(own).map(|laid| laid.die).collect(),
        };
        let moments = log.iter().zip(boards).enumerate();
        let moments = moments.filter(|(_, (laid, _))| laid.crew == other).map(moment).collect();
        Some(Past { open: view.clone(), other, moments, trials: Trials::default() })
    }

    /// How likely a hand would have been played as the other one has played.
    fn likelihood(&mut self, hand: &[u8]) -> u64 {
        let Past { open, other, moments, trials } = self;
        let at = |moment: &Moment| moment.likelihood(hand, open, *other, trials).unwrap_or(1);
        moments.iter().map(at).product()
    }
}

impl Moment {
    fn likelihood(
        &self,
        hand: &[u8],
        open: &mut View,
        other: Crew,
        trials: &mut Trials<SkyTeam>,
    ) -> Option<u64> {
        let mut dice = hand.to_vec();
        dice.extend(&self.since);
        open.board.clone_from(&self.board);
        let game = with_hand(open, other, &dice)?;
        trials.reseed(mixed(7, 1));
        let (_, best) = trials.best(&game, other.seat(), placing)?;
        let (_, done) = trials.best(&game, other.seat(), |command| lays(command, &self.laid))?;
        let short = u64::try_from(best - done).unwrap_or(0);
        Some((LIKELY * SHORT / (SHORT + short)).max(1))
    }
}

const fn placing(command: &Command) -> bool {
    matches!(command, Command::Place { .. })
}

/// Whether a command is what somebody did.
fn lays(command: &Command, laid: &Laid) -> bool {
    matches!(command, Command::Place { die, on, slot, coffee }
        if *die == laid.die && *on == laid.on && *coffee == laid.coffee
            && slot.is_none_or(|slot| slot == laid.slot))
}

/// What the board may have been before the first die of the round: what is not certain is tried out.
fn starts(now: &Board) -> impl Iterator<Item = Board> + '_ {
    let log = now.log.list();
    let calls = log.iter().filter(|laid| laid.on == Module::Radio).count() as u32;
    let flights = if now.engines.speed.is_some() { 3 } else { 1 };
    let ways = (0..flights).flat_map(move |flown| {
        (0..1_u32 << calls)
            .flat_map(move |missed| (0..=MOST_COFFEE).map(move |coffee| (flown, missed, coffee)))
    });
    ways.filter_map(move |(flown, missed, coffee)| start(now, flown, missed, coffee))
}

/// The board before the round, if the plane has flown so far in it, these radio calls reached nobody, and there
/// was so much coffee.
fn start(now: &Board, flown: u8, missed: u32, coffee: u8) -> Option<Board> {
    let log = now.log.list();
    let mut board = now.clone();
    board.log = Log::try_from(Vec::new()).ok()?;
    board.filled = Spaces::default();
    board.phase = Phase::Placement;
    board.turn = log.first()?.crew;
    board.undo = None;
    board.coffee = coffee;
    board.approach.position = now.approach.position.checked_sub(flown)?;
    if let Some((blue, orange)) = now.axis.dice.both() {
        if now.course.weather != Weather::Calm {
            board.wind = (now.wind as i8 + now.axis.position).rem_euclid(RING) as u8;
        }
        board.axis.position -= blue as i8 - orange as i8;
    }
    board.axis.dice = Default::default();
    board.engines = Default::default();
    if let (Fuel::Leak, Some((blue, orange))) = (now.course.fuel, now.engines.dice.both()) {
        board.kerosene += blue.abs_diff(orange) as i8 + 1;
    }
    let (mut calls, mut engines, mut ice) = (0, 0, 0);
    for laid in log {
        match laid.on {
            Module::Engines => engines += 1,
            Module::Kerosene => board.kerosene += laid.value() as i8,
            Module::LandingGear => board.gear &= !(1 << laid.slot),
            Module::Flaps => board.flaps = board.flaps.checked_sub(1)?,
            Module::Brakes => board.brakes = board.brakes.checked_sub(1)?,
            Module::IceBrakes => ice += 1,
            Module::Radio => {
                let from =
                    if engines == 2 { now.approach.position } else { board.approach.position };
                let segment = usize::from(from + laid.value().saturating_sub(1));
                let planes = board.approach.planes.get_mut(segment);
                if missed >> calls & 1 == 0 {
                    *planes? += 1;
                }
                calls += 1;
            }
            Module::Axis | Module::Concentration | Module::Intern => {}
        }
    }
    board.ice = board.ice.checked_sub(ice / 2)?;
    Some(board)
}

/// The boards before every die of the round, if they lead to the board that is there.
fn replayed(view: &View, start: Board) -> Option<Vec<Board>> {
    let log = view.board.log.list();
    let mut begun = view.clone();
    begun.board = start;
    // Which dice lie in hands does not matter to a board but by their number: the ones that were laid are there,
    // and others for those that were not.
    for crew in Crew::ALL {
        let mut dice: Vec<u8> =
            log.iter().filter(|laid| laid.crew == crew).map(|laid| laid.die).collect();
        dice.extend((0..view.hands[crew].left).map(|_| 1));
        begun.hands[crew].dice = Some(Faces::new(&dice)?);
    }
    let mut game = SkyTeam::guess(&begun, Viewer::Spectator, &mut Rng::new(0));
    let mut dice = Dice::seeded(&Key::of_number(0)).unrecorded();
    let (mut boards, mut legal) = (Vec::with_capacity(log.len()), Vec::new());
    for laid in log {
        boards.push(game.board().clone());
        legal.clear();
        game.legal(laid.crew.seat(), &mut legal);
        let command = legal.iter().find(|command| lays(command, laid))?;
        let actor = Actor::Seat(laid.crew.seat());
        game.apply(actor, command, &mut dice, &mut Events::off()).ok()?;
    }
    let mut reached = game.board().clone();
    // What is only told afterwards, and what may be taken back, is another matter.
    reached.tally = view.board.tally;
    reached.undo = view.board.undo;
    reached.abilities = view.board.abilities;
    (reached == view.board).then_some(boards)
}
