//! Placing terrain (GR-002, rules section 4).

use senet_kernel::Dice;

use crate::board::{Area, COLUMNS, Square};
use crate::data::{Shape, TerrainRules};
use crate::scenario::Piece;

/// Draws a map: the number of pieces, then for each its size, shape, turn and place.
pub(crate) fn place(rules: &TerrainRules, dice: &mut Dice) -> Vec<Piece> {
    let [fewest, most] = rules.pieces;
    let count = fewest + dice.pick(u32::from(most - fewest) + 1) as u8;
    let mut pieces = Vec::new();
    let mut barred: Area = rules.reserved.iter().copied().collect();
    for _ in 0..count {
        let [smallest, largest] = rules.sizes;
        let size = smallest + dice.pick(u32::from(largest - smallest) + 1) as u8;
        // Shape and turn are drawn again, one size smaller, where the piece has no place.
        let placed = (1..=size).rev().find_map(|size| place_one(rules, size, &barred, dice));
        let Some(piece) = placed else { continue };
        for square in &piece.squares {
            barred = barred | Area::around(*square, rules.gap);
        }
        pieces.push(piece);
    }
    pieces
}

/// A piece of a size, if it has a place as it was drawn.
fn place_one(rules: &TerrainRules, size: u8, barred: &Area, dice: &mut Dice) -> Option<Piece> {
    let shapes = || rules.shapes.iter().filter(|shape| shape.size == size);
    let drawn = dice_pick(shapes().count(), dice)?;
    let shape = shapes().nth(drawn)?;
    let turn = dice_pick(shape.orientations.len(), dice)?;
    let cells = shape.orientations.get(turn)?;
    let anchors = anchors(rules, cells, barred);
    let drawn = dice_pick(anchors.len() as usize, dice)?;
    let anchor = anchors.iter().nth(drawn)?;
    Some(piece(shape, cells_at(cells, anchor)?))
}

/// The squares at which the corner of the shape's box can lie, row by row.
fn anchors(rules: &TerrainRules, cells: &[[u8; 2]], barred: &Area) -> Area {
    let free = |square: &Square| rules.zone.contains(*square) && !barred.contains(*square);
    let free: Area = Square::all().filter(free).collect();
    let width = cells.iter().map(|[right, _]| *right).max().unwrap_or(0);
    let inside = |square: &Square| square.column() + width <= COLUMNS;
    let mut anchors: Area = Square::all().filter(inside).collect();
    for [right, down] in cells {
        anchors = anchors & free.down(usize::from(*right) + 16 * usize::from(*down));
    }
    anchors
}

/// A draw among `of`; none, and no draw, among none.
fn dice_pick(of: usize, dice: &mut Dice) -> Option<usize> {
    (of > 0).then(|| dice.pick(of as u32) as usize)
}

/// The squares of a shape whose box has its top left corner here, if all are on the board.
fn cells_at(cells: &[[u8; 2]], anchor: Square) -> Option<Vec<Square>> {
    let square =
        |[right, down]: &[u8; 2]| Square::new(anchor.column() + right, anchor.row() + down);
    cells.iter().map(square).collect()
}

fn piece(shape: &Shape, squares: Vec<Square>) -> Piece {
    Piece { name: shape.name.clone(), squares, flags: shape.flags }
}
