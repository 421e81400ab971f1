//! Lines, sight, cover and reach on drawn boards, and the fast ways against the slow ones.

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

/// What the lines between all pairs of squares enter and meet, by the formulas of section 9.1 and
/// square by square; made once, because thousands of maps ask for the same lines.
struct Definitions {
    centre: Vec<lines::Centre>,
    /// For each facing side of the second square, what the line to its middle meets.
    sides: Vec<Vec<(Side, Area)>>,
}

impl Definitions {
    fn get() -> &'static Definitions {
        static DEFINITIONS: std::sync::LazyLock<Definitions> =
            std::sync::LazyLock::new(Definitions::new);
        &DEFINITIONS
    }

    fn new() -> Definitions {
        let pairs = || Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        let met = |from: Square, point: Point| -> Area {
            let others = Square::all().filter(|square| *square != from);
            others.filter(|square| lines::meets(Point::centre(from), point, *square)).collect()
        };
        let sides = |(from, to): (Square, Square)| {
            let facing = lines::facing(from, to).into_iter().flatten();
            facing.map(|side| (side, met(from, Point::middle(to, side)))).collect()
        };
        Definitions {
            centre: pairs().map(|(from, to)| lines::slow_centre(from, to)).collect(),
            sides: pairs().map(sides).collect(),
        }
    }

    fn place(from: Square, to: Square) -> usize {
        let number = |square: Square| {
            (usize::from(square.row()) - 1) * 15 + usize::from(square.column()) - 1
        };
        number(from) * 135 + number(to)
    }

    /// Terrain blocks where it is met, units where they are entered.
    fn clear(&self, scenario: &Scenario, occupied: &Area, from: Square, to: Square) -> bool {
        let line = &self.centre[Definitions::place(from, to)];
        !line.meets.meets(scenario.blocking()) && !line.enters.meets(occupied)
    }

    /// The facing sides that terrain hides.
    fn hidden(&self, scenario: &Scenario, from: Square, to: Square) -> impl Iterator<Item = Side> {
        let sides = self.sides[Definitions::place(from, to)].iter();
        let covering = *scenario.covering();
        sides.filter(move |(_, met)| met.meets(&covering)).map(|(side, _)| *side)
    }

    /// Half of the facing sides are hidden.
    fn in_cover(&self, scenario: &Scenario, from: Square, to: Square) -> bool {
        let facing = self.sides[Definitions::place(from, to)].len();
        facing > 0 && 2 * self.hidden(scenario, from, to).count() >= facing
    }
}

/// The first of these squares that a walker on the line comes to, in steps so small that none is
/// jumped over; of two that are met at one step, the one with the smaller row, then column.
fn slow_first(squares: Area, from: Square, to: Square) -> Option<Square> {
    let (c, r) = (i64::from(from.column()), i64::from(from.row()));
    let (columns, rows) = (i64::from(to.column()) - c, i64::from(to.row()) - r);
    // Every edge of a square lies at a multiple of one of these parts of the line.
    let whole = 2 * columns.abs().max(1) * rows.abs().max(1);
    (0..=whole).find_map(|step| {
        let near = |middle: u8, start: i64, length: i64| {
            let off = (start - i64::from(middle)) * whole + length * step;
            2 * off.abs() <= whole
        };
        squares
            .iter()
            .find(|square| near(square.column(), c, columns) && near(square.row(), r, rows))
    })
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
        if edge.is_empty() {
            break;
        }
    }
    cost
}

/// The fast answers about sight, cover and steps from one square, against the slow ones.
fn compare(game: &Crossfire, occupied: &Area, from: Square) {
    let scenario = game.scenario();
    let slow = Definitions::get();
    let free = |square: &Square| !scenario.blocking().contains(*square);
    for to in Square::all().filter(|to| *to != from).filter(free) {
        let clear = sight::is_clear(scenario, occupied, from, to);
        assert_eq!(clear, slow.clear(scenario, occupied, from, to), "sight {from} to {to}");
        let cover = sight::is_in_cover(scenario, from, to);
        assert_eq!(cover, slow.in_cover(scenario, from, to), "cover of {to} from {from}");
        // With sight given, a lone facing side is never hidden (section 9.3).
        let in_line = from.column() == to.column() || from.row() == to.row();
        assert!(!(clear && in_line && cover), "cover in line, {from} to {to}");
    }
    let slow = slow_reach(scenario, from);
    let mut reached = 0;
    for (cost, layer) in scenario.ground().layers(from, 60) {
        for square in layer.iter() {
            let index = usize::from(square.row()) * 16 + usize::from(square.column());
            assert_eq!(slow[index], Some(cost), "steps from {from} to {square}");
            reached += 1;
        }
    }
    assert_eq!(reached, slow.iter().flatten().count(), "squares reached from {from}");
}

/// What the answers say beside yes and no: the way of the line, what is first in it, the sides.
fn compare_words(game: &Crossfire, occupied: &Area, from: Square) {
    let scenario = game.scenario();
    let slow = Definitions::get();
    for to in Square::all().filter(|to| *to != from) {
        let line = &slow.centre[Definitions::place(from, to)];
        let sight = sight::sight(scenario, occupied, from, to);
        assert_eq!(sight.clear, slow.clear(scenario, occupied, from, to), "{from} to {to}");
        let mut left = line.enters;
        for square in &sight.entered {
            assert_eq!(slow_first(left, from, to), Some(*square), "entered, {from} to {to}");
            left.remove(*square);
        }
        assert!(left.is_empty(), "{from} to {to}");
        let in_the_way = line.meets & *scenario.blocking() | line.enters & *occupied;
        assert_eq!(sight.blocker, slow_first(in_the_way, from, to), "blocker, {from} to {to}");
        let cover = sight::cover(scenario, from, to);
        let hidden: Vec<Side> = slow.hidden(scenario, from, to).collect();
        assert_eq!(cover.hidden, hidden, "hidden sides of {to} from {from}");
        assert_eq!(cover.in_cover, slow.in_cover(scenario, from, to), "cover of {to} from {from}");
        let facing: Vec<Side> = lines::facing(from, to).into_iter().flatten().collect();
        assert_eq!(cover.facing, facing);
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

/// A map of this number, and squares with units on them.
fn numbered(seed: u64) -> (Crossfire, Area) {
    let game = fresh(&factions("verdant_eye", "azure_blades"), seed);
    let number = |square: &Square| u64::from(square.row()) * 31 + u64::from(square.column()) * 7;
    let occupied = Square::all().filter(|square| (number(square) + seed).is_multiple_of(13));
    (game, occupied.collect())
}

/// All pairs of squares on these maps.
fn compare_maps(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let (game, occupied) = numbered(seed);
        for from in game.scenario().ground().free().iter() {
            compare(&game, &occupied, from);
        }
    }
}

// Thousands of maps, in parts that run side by side.

#[test]
fn the_fast_answers_equal_the_slow_ones_on_the_first_500_maps() {
    compare_maps(0..500);
}

#[test]
fn the_fast_answers_equal_the_slow_ones_on_the_second_500_maps() {
    compare_maps(500..1000);
}

#[test]
fn the_fast_answers_equal_the_slow_ones_on_the_third_500_maps() {
    compare_maps(1000..1500);
}

#[test]
fn the_fast_answers_equal_the_slow_ones_on_the_last_500_maps() {
    compare_maps(1500..2000);
}

#[test]
fn lines_and_sides_are_told_as_they_are() {
    for seed in 0..4 {
        let (game, occupied) = numbered(seed);
        for from in Square::all() {
            compare_words(&game, &occupied, from);
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
