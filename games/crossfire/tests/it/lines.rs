//! Lines, sight, cover and reach on drawn boards, and the fast ways against the slow ones.

use proptest::prelude::*;
use senet_crossfire::board::{Area, Square};
use senet_crossfire::lines::{self, Point, Side};
use senet_crossfire::reach::{Ground, half};
use senet_crossfire::sight;
use senet_crossfire::{Crossfire, Scenario};

use crate::desk::{Desk, factions, fresh};

fn square((column, row): (u8, u8)) -> Square {
    Square::new(column, row).unwrap()
}

fn list(squares: &[(u8, u8)]) -> Area {
    squares.iter().map(|at| square(*at)).collect()
}

#[test]
fn a_line_enters_and_touches_these_squares() {
    // R4, GR-031: the table of section 9.2, from (5,5).
    #[track_caller]
    fn check(to: (u8, u8), enters: &[(u8, u8)], touches: &[(u8, u8)]) {
        let line = lines::centre(square((5, 5)), square(to));
        assert_eq!(line.enters, list(enters), "entered");
        assert_eq!(line.meets & !line.enters, list(touches), "only touched");
        assert_eq!(lines::centre(square(to), square((5, 5))), line, "the same both ways");
    }
    check((6, 6), &[], &[(6, 5), (5, 6)]);
    check((7, 6), &[(6, 5), (6, 6)], &[]);
    check((8, 6), &[(6, 5), (7, 6)], &[(7, 5), (6, 6)]);
    check((9, 6), &[(6, 5), (7, 5), (7, 6), (8, 6)], &[]);
    check((7, 7), &[(6, 6)], &[(6, 5), (5, 6), (7, 6), (6, 7)]);
    check((5, 8), &[(5, 6), (5, 7)], &[]);
    check((4, 6), &[], &[(4, 5), (5, 6)]);
}

#[test]
fn cover_is_half_of_the_facing_sides() {
    // R5, R6, GR-004, DA-021: the worked examples of section 9.3. S is a, T is v.
    #[track_caller]
    fn check(board: &str, sight: bool, cover: bool, hidden: &[Side]) {
        let desk = Desk::new(board);
        let at = |side| desk.game.units().find(|unit| unit.unit.side == side).unwrap().square;
        let (from, to) = (at(1), at(2));
        assert_eq!(desk.game.sight(from, to).clear, sight, "sight\n{board}");
        let found = desk.game.cover(from, to);
        if sight {
            assert_eq!(found.in_cover, cover, "cover\n{board}");
            assert_eq!(found.hidden, hidden, "hidden sides\n{board}");
        }
        assert_eq!(sight::is_in_cover(desk.game.scenario(), from, to), found.in_cover);
    }
    let none = "...............\n...............\n...............\n";
    let board = |rows: &str| format!("{none}{rows}");
    check(&board("...a...#\n.......v"), true, true, &[Side::North]); // 1
    check(&board("...a..#.\n.......v"), true, true, &[Side::North]); // 2
    check(&board("...a....\n.......v\n.......#"), true, false, &[]); // 3
    check(&board("...a.#..\n.......v"), false, false, &[]); // 4
    check(&board("...a....\n......#.\n......v."), true, true, &[Side::North]); // 5
    check(&board("...v...#\n.......a"), true, false, &[]); // 5 reversed: hugged by the shooter
    check(&board(".......#\n...a...v"), true, false, &[]); // 6: along the row
}

#[test]
fn the_facing_sides_are_those_turned_to_the_shooter() {
    use Side::{East, North, South, West};
    #[track_caller]
    fn check(shooter: (u8, u8), sides: [Option<Side>; 2]) {
        assert_eq!(lines::facing(square(shooter), square((8, 5))), sides);
    }
    check((5, 5), [Some(West), None]);
    check((11, 5), [Some(East), None]);
    check((8, 2), [None, Some(North)]);
    check((8, 8), [None, Some(South)]);
    check((5, 2), [Some(West), Some(North)]);
    check((11, 8), [Some(East), Some(South)]);
}

#[test]
fn terrain_blocks_where_it_is_touched_and_units_where_they_are_entered() {
    // R4, GR-031: terrain on (7,5) blocks (5,5) to (8,6), a unit there does not; a unit that is
    // entered blocks, friend or foe, standing or Down.
    #[track_caller]
    fn check(board: &str, blocker: Option<(u8, u8)>, entered: &[(u8, u8)]) {
        let desk = Desk::new(board);
        let sight = desk.game.sight(square((5, 5)), square((8, 6)));
        assert_eq!(sight.blocker, blocker.map(square), "{board}");
        assert_eq!(sight.clear, blocker.is_none());
        let entered: Vec<Square> = entered.iter().map(|at| square(*at)).collect();
        assert_eq!(sight.entered, entered, "nearest first");
        let occupied = desk.game.occupied();
        let clear =
            sight::is_clear(desk.game.scenario(), &occupied, square((5, 5)), square((8, 6)));
        assert_eq!(clear, blocker.is_none());
    }
    let rows = "...............\n...............\n...............\n...............\n";
    let board = |five: &str, six: &str| format!("{rows}{five}\n{six}");
    let between = [(6, 5), (7, 6)];
    check(&board("....a..", ".......v"), None, &between);
    check(&board("....a.#", ".......v"), Some((7, 5)), &between);
    check(&board("....a.b", ".......v"), None, &between);
    check(&board("....a.w", ".......v"), None, &between);
    check(&board("....ab.", ".......v"), Some((6, 5)), &between);
    check(&board("....aB.", ".......v"), Some((6, 5)), &between);
    check(&board("....a..", "......wv"), Some((7, 6)), &between);
    check(&board("....a..", "......Wv"), Some((7, 6)), &between);
    // The nearest of two; of two that are touched at one point, the smaller row.
    check(&board("....ab.", "......wv"), Some((6, 5)), &between);
    check(&board("....a.#", ".....#.v"), Some((7, 5)), &between);
}

#[test]
fn diagonal_neighbours_with_terrain_beside_them_fight_but_do_not_shoot() {
    // R2, R4.
    let desk = Desk::new("...a#\n....v");
    desk.refuses("P1-1 shoot P2-1", "no_line_of_sight");
    assert!(desk.allows("P1-1 melee P2-1"));
}

fn reach_of(board: &str, steps: u8) -> Vec<(u8, Square)> {
    let desk = Desk::new(board);
    let from = desk.game.units().next().unwrap().square;
    let layers = desk.game.scenario().ground().layers(from, steps);
    layers.flat_map(|(cost, area)| area.iter().map(move |square| (cost, square))).collect()
}

#[test]
fn steps_cost_one_and_terrain_corners_bar_diagonals() {
    // GR-018, DA-004, R3: the example of section 8.1.
    let rows = "...............\n...............\n...............\n...............\n";
    #[track_caller]
    fn check(board: &str, at: (u8, u8), cost: u8) {
        let reach = reach_of(board, 15);
        let found = reach.iter().find(|(_, to)| *to == square(at)).map(|(cost, _)| *cost);
        assert_eq!(found, Some(cost), "{board}");
    }
    let one = format!("{rows}....a#");
    for near in [(4, 4), (5, 4), (4, 5), (4, 6), (5, 6)] {
        check(&one, near, 1);
    }
    assert_eq!(reach_of(&one, 1).len(), 6);
    for (at, cost) in [((6, 4), 2), ((6, 6), 2), ((7, 5), 4), ((5, 5), 0)] {
        check(&one, at, cost);
    }
    check(&format!("{rows}....a#\n....#"), (6, 6), 6);
    // Units bar nothing on the way (GR-032.1).
    check(&format!("{rows}....av\n....w"), (6, 6), 1);
}

#[test]
fn half_a_move_is_rounded_up() {
    // GR-019, GR-020, R16: 1,1,2,2,3,3 for a die.
    assert_eq!([1, 2, 3, 4, 5, 6].map(half), [1, 1, 2, 2, 3, 3]);
}

#[test]
fn the_path_shown_is_the_first_of_the_shortest() {
    #[track_caller]
    fn check(board: &str, to: (u8, u8), path: &[(u8, u8)]) {
        let desk = Desk::new(board);
        let from = desk.game.units().next().unwrap().square;
        let found = desk.game.scenario().ground().path(from, square(to));
        let path: Vec<Square> = path.iter().map(|at| square(*at)).collect();
        assert_eq!(found, Some(path), "{board}");
    }
    check("a....", (4, 1), &[(2, 1), (3, 1), (4, 1)]);
    check("...\n...\na..", (1, 1), &[(1, 2), (1, 1)]);
    check("..a#..\n......", (5, 1), &[(3, 2), (4, 2), (5, 2), (5, 1)]);
    check("....\n.a..\n....", (4, 1), &[(3, 1), (4, 1)]);
}

/// The definition of sight: every square of the board is asked.
fn slow_clear(game: &Scenario, occupied: &Area, from: Square, to: Square) -> bool {
    let (p, q) = (Point::centre(from), Point::centre(to));
    let between = || Square::all().filter(|square| *square != from && *square != to);
    !between().any(|square| game.blocking().contains(square) && lines::meets(p, q, square))
        && !between().any(|square| occupied.contains(square) && lines::enters(p, q, square))
}

fn slow_cover(scenario: &Scenario, from: Square, to: Square) -> bool {
    let sides: Vec<Side> = lines::facing(from, to).into_iter().flatten().collect();
    let hidden = |side: &&Side| {
        let middle = Point::middle(to, **side);
        scenario.covering().iter().any(|square| lines::meets(Point::centre(from), middle, square))
    };
    let hidden = sides.iter().filter(hidden).count();
    !sides.is_empty() && 2 * hidden >= sides.len()
}

/// Steps by the words of the rule, one square at a time.
fn slow_reach(scenario: &Scenario, from: Square) -> Vec<Option<u8>> {
    let blocked = |column: i16, row: i16| {
        let place = senet_crossfire::Position { column, row };
        place.square().is_some_and(|square| !scenario.ground().free().contains(square))
    };
    let index = |square: Square| usize::from(square.row()) * 16 + usize::from(square.column());
    let mut cost = vec![None; 160];
    cost[index(from)] = Some(0);
    let mut edge = vec![from];
    for steps in 1..=60 {
        let mut next = Vec::new();
        for at in edge.drain(..) {
            let (column, row) = (i16::from(at.column()), i16::from(at.row()));
            for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)))
            {
                let to = senet_crossfire::Position { column: column + right, row: row + down };
                let Some(to) = to.square() else { continue };
                let corner = right != 0
                    && down != 0
                    && (blocked(column + right, row) || blocked(column, row + down));
                if corner
                    || blocked(to.column().into(), to.row().into())
                    || cost[index(to)].is_some()
                {
                    continue;
                }
                cost[index(to)] = Some(steps);
                next.push(to);
            }
        }
        edge = next;
    }
    cost
}

fn compare(game: &Crossfire, occupied: &Area, from: Square) {
    let scenario = game.scenario();
    let free = |square: &Square| !scenario.blocking().contains(*square);
    for to in Square::all().filter(|to| *to != from).filter(free) {
        let clear = sight::is_clear(scenario, occupied, from, to);
        assert_eq!(clear, slow_clear(scenario, occupied, from, to), "sight {from} to {to}");
        assert_eq!(clear, sight::sight(scenario, occupied, from, to).clear);
        let cover = sight::is_in_cover(scenario, from, to);
        assert_eq!(cover, slow_cover(scenario, from, to), "cover of {to} from {from}");
        // With sight given, a lone facing side is never hidden (section 9.3).
        let in_line = from.column() == to.column() || from.row() == to.row();
        assert!(!(clear && in_line && cover), "cover in line, {from} to {to}");
    }
    let slow = slow_reach(scenario, from);
    for (cost, layer) in scenario.ground().layers(from, 60) {
        for square in layer.iter() {
            let index = usize::from(square.row()) * 16 + usize::from(square.column());
            assert_eq!(slow[index], Some(cost), "steps from {from} to {square}");
        }
    }
}

#[test]
fn tables_equal_the_definitions_for_all_pairs() {
    // GR-021.1, GR-031: the pictures in the tables against the formulas of section 9.1.
    for from in Square::all() {
        for to in Square::all() {
            assert_eq!(lines::centre(from, to), lines::slow_centre(from, to), "{from} to {to}");
            let sides = lines::to_sides(from, to);
            assert_eq!(sides, lines::slow_to_sides(from, to), "sides of {to} from {from}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_fast_answers_equal_the_slow_ones(
        seed in any::<u64>(),
        occupied in proptest::collection::vec((1u8..=15, 1u8..=9), 0..10),
        from in (1u8..=15, 1u8..=9),
    ) {
        let game = fresh(&factions("verdant_eye", "azure_blades"), seed);
        let occupied = list(&occupied);
        let from = square(from);
        if !game.scenario().blocking().contains(from) {
            compare(&game, &occupied, from);
        }
    }
}

/// The same on thousands of maps: `cargo test --release -p senet-crossfire -- --ignored maps`.
#[test]
#[ignore = "minutes without optimisation"]
fn the_fast_answers_equal_the_slow_ones_on_thousands_of_maps() {
    for seed in 0..3000 {
        let game = fresh(&factions("verdant_eye", "azure_blades"), seed);
        let occupied: Area = Square::all()
            .filter(|square| {
                (u64::from(square.row()) * 31 + u64::from(square.column()) * 7 + seed) % 13 == 0
            })
            .collect();
        for from in Square::all().filter(|square| !game.scenario().blocking().contains(*square)) {
            compare(&game, &occupied, from);
        }
    }
}

#[test]
fn ground_without_terrain_is_free_everywhere() {
    // GR-001: 15 columns by 9 rows.
    let ground = Ground::new(Area::NONE);
    assert_eq!(ground.free().len(), 135);
    assert_eq!(Square::all().count(), 135);
    assert_eq!(ground.within(square((1, 1)), 14).len(), 135);
    assert_eq!(ground.within(square((1, 1)), 13).len(), 126);
    assert_eq!(Square::new(0, 1), None);
    assert_eq!(Square::new(16, 1), None);
    assert_eq!(Square::new(1, 10), None);
}

#[test]
fn distance_counts_a_diagonal_as_one() {
    // R1, GR-021.1.
    #[track_caller]
    fn check(a: (u8, u8), b: (u8, u8), distance: u8) {
        assert_eq!(square(a).distance(square(b)), distance);
        assert_eq!(square(b).distance(square(a)), distance);
        assert_eq!(square(a).is_adjacent(square(b)), distance == 1);
    }
    check((5, 5), (5, 5), 0);
    check((5, 5), (6, 6), 1);
    check((5, 5), (4, 6), 1);
    check((5, 5), (8, 6), 3);
    check((5, 5), (6, 9), 4);
}
