//! The forced race of the rules as written (R1): a proof over all replies of both rounds.
//!
//! The runner's piece 2 goes to the flag and back; its friends stay. The other side has 6859 joint
//! orders in round 1, and in round 2 some fifty million over all positions that these lead to. What
//! a round comes to depends on where everybody stands after the moves, who carries a flag and which
//! zones are open; the number of a piece only says where it starts. So of all joint orders that
//! leave equal pieces on equal squares one is resolved, and the others are only walked.

use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Orders, Step, resolve, walk};
use senet_flag_war::{Config, Direction, End, EndReason, FlagWar, Setup, Square, Team};
use senet_kernel::{Dice, Game};

/// An order of a piece, or to stay, and the square where it ends.
type Choice = (Option<Step>, Option<Square>);

/// Every order of a piece that leads to another square, and to stay.
fn choices(setup: &Setup, position: &Position, team: Team, index: usize) -> Vec<Choice> {
    let Some(from) = position.square(team, index) else {
        return vec![(None, None)];
    };
    let mut choices = vec![(None, Some(from))];
    for direction in setup.directions() {
        for distance in 1..=setup.longest() {
            let step = Step { direction: *direction, distance };
            let walk = walk(setup, position, team, index, from, step);
            if walk.moved == distance {
                choices.push((Some(step), Some(walk.to)));
            }
        }
    }
    choices
}

fn joint(team: Team, choice: [Choice; 3], runner: Step) -> Orders {
    let mut orders = NO_ORDERS;
    for (index, (step, _)) in choice.into_iter().enumerate() {
        orders[team.index()][index] = step;
    }
    orders[team.other().index()][1] = Some(runner);
    orders
}

/// A set of small numbers.
struct Seen(Vec<u64>);

impl Seen {
    /// Whether the number is new.
    fn add(&mut self, number: usize) -> bool {
        let (word, bit) = (&mut self.0[number / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// The square as a number; none is one more.
fn number(to: Option<Square>) -> usize {
    to.map_or(121, |square| usize::from(square.y) * 11 + usize::from(square.x))
}

/// Sorted from the smallest.
fn sorted(a: usize, b: usize, c: usize) -> [usize; 3] {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let (b, c) = if b < c { (b, c) } else { (c, b) };
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    [a, b, c]
}

/// Whatever the other side does in round 1, piece 2 takes the flag; whatever it does in round 2,
/// piece 2 brings it home. The other side can only bring a flag home in the same round.
fn forced(runner: Team) {
    let setup = &Setup::new(&Config::default()).unwrap();
    let other = runner.other();
    let step = |direction: Direction, distance| Step { direction, distance };
    let play = |position: &mut Position, orders: &Orders, round| {
        resolve(setup, position, orders, round, &mut Dice::values([]), &mut ()).end
    };

    let start = Position::start(setup);
    let mut after: Vec<Position> = Vec::new();
    let [first, second, third] = [0, 1, 2].map(|index| choices(setup, &start, other, index));
    assert_eq!([first.len(), second.len(), third.len()], [19; 3]);
    for one in &first {
        for two in &second {
            for three in &third {
                let mut position = start;
                let orders = joint(other, [*one, *two, *three], step(runner.forward(), 8));
                assert_eq!(play(&mut position, &orders, 1), None, "{orders:?}");
                assert_eq!(position.carriers[runner.index()], Some(1), "the flag: {orders:?}");
                after.push(position);
            }
        }
    }
    assert_eq!(after.len(), 6859);

    let (mut walked, mut resolved, mut both) = (0u64, 0, 0);
    let mut seen: Vec<(Position, Seen)> = Vec::new();
    for position in after {
        // All but the other side's squares is equal for most of these positions.
        let mut kind = position;
        kind.pieces[other.index()] = Default::default();
        let known = seen.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            seen.push((kind, Seen(vec![0; 122usize.pow(3).div_ceil(64)])));
            seen.len() - 1
        });
        let seen = &mut seen[known].1;
        // A carrier is told apart by its place in the list.
        let alike = position.carriers[other.index()].is_none();
        let [first, second, third] = [0, 1, 2].map(|index| choices(setup, &position, other, index));
        walked += (first.len() * second.len() * third.len()) as u64;
        for one in &first {
            for two in &second {
                for three in &third {
                    let [a, b, c] = [number(one.1), number(two.1), number(three.1)];
                    let [a, b, c] = if alike { sorted(a, b, c) } else { [a, b, c] };
                    if !seen.add((a * 122 + b) * 122 + c) {
                        continue;
                    }
                    let mut next = position;
                    let back = step(runner.forward().opposite(), 6);
                    let orders = joint(other, [*one, *two, *three], back);
                    let end = play(&mut next, &orders, 2);
                    resolved += 1;
                    if end == Some(End { winner: None, reason: EndReason::DoubleCapture }) {
                        both += 1;
                        continue;
                    }
                    let won = End { winner: Some(runner), reason: EndReason::Capture };
                    assert_eq!(end, Some(won), "{position:?} {orders:?}");
                }
            }
        }
    }
    println!("{walked} joint orders, {resolved} resolved, {both} double captures");
    assert!(both > 0, "to run too is the one answer");
}

#[test]
fn blue_cannot_be_stopped_from_the_start() {
    // R1
    forced(Team::Blue);
}

#[test]
fn nor_can_red() {
    // R1
    forced(Team::Red);
}

/// In how many rounds a piece can bring the flag home if nobody else moves; with its friends where they start, or off
/// the board, where they can be in nobody's way.
fn fastest(setup: &Setup, team: Team, index: usize, friends: bool) -> Option<u32> {
    let mut start = Position::start(setup);
    for other in (0..3).filter(|other| *other != index && !friends) {
        start.pieces[team.index()][other] = None;
    }
    let (mut reached, mut seen) = (vec![start], Seen(vec![0; 4]));
    for round in 1..=20 {
        let mut next: Vec<Position> = Vec::new();
        for position in &reached {
            for (step, _) in choices(setup, position, team, index) {
                let (mut position, mut orders) = (*position, NO_ORDERS);
                orders[team.index()][index] = step;
                let dice = &mut Dice::values([]);
                let end = resolve(setup, &mut position, &orders, round, dice, &mut ()).end;
                if end == Some(End { winner: Some(team), reason: EndReason::Capture }) {
                    return Some(round);
                }
                // Only the runner's square and what it carries change.
                let carries = usize::from(position.carriers[team.index()].is_some());
                if end.is_none() && seen.add(2 * number(position.square(team, index)) + carries) {
                    next.push(position);
                }
            }
        }
        reached = next;
    }
    None
}

/// The rule sets and the rules say how soon a team can win against one that holds still. No friend could make it sooner:
/// a piece that has its side for itself is no faster. The sides are each other's mirror.
#[test]
fn the_fastest_win_is_as_soon_as_it_is_told() {
    let rules = FlagWar::about().rules;
    for preset in FlagWar::about().presets {
        let setup = Setup::new(&preset.config).unwrap();
        let soonest = |friends: bool| {
            (0..3).filter_map(|index| fastest(&setup, Team::Blue, index, friends)).min()
        };
        let rounds = soonest(true).unwrap();
        assert_eq!(Some(rounds), soonest(false), "{}", preset.id);
        let row = rules.lines().find(|line| {
            line.starts_with(&format!("| `{}` |", preset.id)) && line.ends_with(" rounds |")
        });
        assert!(row.unwrap().ends_with(&format!("| {rounds} rounds |")), "{}: {rounds}", preset.id);
        if preset.id != "seed" {
            let note =
                format!("Nobody wins before round {rounds} against a team that holds still.");
            assert!(preset.note.contains(&note), "{}: {rounds}", preset.note);
        }
    }
}
