//! The forced race of the rules as written (R1): a proof over all replies.

use senet_flag_war::position::Position;
use senet_flag_war::round::{NO_ORDERS, Orders, Step, resolve, walk};
use senet_flag_war::{Config, Direction, EndReason, Setup, Team};
use senet_kernel::Dice;

/// Every order of a piece that leads to another square, and to stay.
fn choices(setup: &Setup, position: &Position, team: Team, index: usize) -> Vec<Option<Step>> {
    let from = position.square(team, index).unwrap();
    let mut choices = vec![None];
    for direction in setup.directions() {
        let longest = Step { direction: *direction, distance: setup.longest() };
        let reach = walk(setup, position, team, index, from, longest).moved;
        choices.extend((1..=reach).map(|distance| Some(Step { direction: *direction, distance })));
    }
    choices
}

/// Calls back with every joint order of a team.
fn replies(setup: &Setup, position: &Position, team: Team, mut each: impl FnMut(Orders)) -> u32 {
    let by_piece: Vec<_> = (0..3).map(|index| choices(setup, position, team, index)).collect();
    let mut count = 0;
    for first in &by_piece[0] {
        for second in &by_piece[1] {
            for third in &by_piece[2] {
                let mut orders = NO_ORDERS;
                orders[team.index()][0] = *first;
                orders[team.index()][1] = *second;
                orders[team.index()][2] = *third;
                count += 1;
                each(orders);
            }
        }
    }
    count
}

/// Whatever the other side does in round 1, piece 2 takes the flag; whatever it does in round 2,
/// piece 2 brings it home. The other side can only bring a flag home in the same round.
fn forced(runner: Team, setup: &Setup) {
    let forward = runner.forward();
    let run = |direction: Direction, distance| Some(Step { direction, distance });
    let start = Position::start(setup);
    let mut after_first: Vec<Position> = Vec::new();
    let count = replies(setup, &start, runner.other(), |mut orders| {
        orders[runner.index()][1] = run(forward, 8);
        let mut position = start;
        let end = resolve(setup, &mut position, &orders, 1, &mut Dice::values([]), &mut ()).end;
        assert_eq!(end, None);
        assert_eq!(position.carriers[runner.index()], Some(1), "the pick-up cannot be prevented");
        if !after_first.contains(&position) {
            after_first.push(position);
        }
    });
    assert_eq!(count, 6859);
    // Positions that differ only in where the defenders stand: all their replies again, for those
    // of a spread over them (all would be fifty million rounds).
    for position in after_first.iter().step_by(after_first.len() / 40) {
        let living = position.living(runner.other()).count();
        if living < 3 {
            continue;
        }
        replies(setup, position, runner.other(), |mut orders| {
            orders[runner.index()][1] = run(forward.opposite(), 6);
            let mut next = *position;
            let end = resolve(setup, &mut next, &orders, 2, &mut Dice::values([]), &mut ()).end;
            let end = end.expect("the game is over in round 2");
            let won = end.winner == Some(runner) && end.reason == EndReason::Capture;
            let both = end.reason == EndReason::DoubleCapture;
            let also = position.carriers[runner.other().index()].is_some();
            assert!(won || both && also, "{end:?}");
        });
    }
    // And exhaustively by squares: a carrier that lands on its own land stands there alone or with
    // enemies, who are jailed. So only the final square of each defender matters, not its way.
    let layout = setup.layout();
    for square in layout.squares() {
        let mut position = start;
        position.pieces[runner.index()][1] = Some(layout.flag(runner.other()));
        position.carriers[runner.index()] = Some(1);
        position.open[runner.other().index()] = true;
        position.pieces[runner.other().index()][0] = Some(square);
        let mut orders = NO_ORDERS;
        orders[runner.index()][1] = run(forward.opposite(), 6);
        let end = resolve(setup, &mut position, &orders, 2, &mut Dice::values([]), &mut ()).end;
        assert_eq!(end.map(|end| end.winner), Some(Some(runner)), "{square}");
    }
}

#[test]
fn blue_cannot_be_stopped_from_the_start() {
    // R1
    forced(Team::Blue, &Setup::new(&Config::default()).unwrap());
}

#[test]
fn nor_can_red() {
    // R1
    forced(Team::Red, &Setup::new(&Config::default()).unwrap());
}
