//! Where a unit can go (rules, section 8.1).
//!
//! Each step to one of the eight neighbours costs one. Terrain bars a step onto it and a diagonal
//! step past it; units bar nothing on the way, only the square where the move would end.

use crate::board::{Area, Square};

/// The ground of a battlefield: what can be entered, and past which corners a diagonal step fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    free: Area,
    /// Squares that can be entered by a step to the north-east, south-east, south-west, north-west.
    diagonal: [Area; 4],
}

impl Ground {
    /// The ground with these squares impassable.
    pub fn new(impassable: Area) -> Ground {
        let free = !impassable;
        // A square is entered to the north-east if it, the one west of it and the one south of it
        // are free (R3: either blocked square bars the step).
        let entered = |beside: Area, behind: Area| free & beside & behind;
        let (from_west, from_east) = (free.up(1), free.down(1));
        let (from_north, from_south) = (free.up(16), free.down(16));
        Ground {
            free,
            diagonal: [
                entered(from_west, from_south),
                entered(from_west, from_north),
                entered(from_east, from_north),
                entered(from_east, from_south),
            ],
        }
    }

    /// The squares that can be entered.
    pub const fn free(&self) -> &Area {
        &self.free
    }

    /// The squares that one more step reaches from any of these.
    fn step(&self, from: Area) -> Area {
        let [north_east, south_east, south_west, north_west] = self.diagonal;
        let straight = from.down(16) | from.up(1) | from.up(16) | from.down(1);
        straight & self.free
            | from.down(15) & north_east
            | from.up(17) & south_east
            | from.up(15) & south_west
            | from.down(17) & north_west
    }

    /// The squares within a number of steps, the start included.
    pub fn within(&self, from: Square, steps: u8) -> Area {
        self.spread(Area::only(from), steps)
    }

    /// The squares within a number of steps of any of these, themselves included.
    pub(crate) fn spread(&self, from: Area, steps: u8) -> Area {
        let mut reached = from;
        for _ in 0..steps {
            let wider = reached | self.step(reached);
            if wider == reached {
                break;
            }
            reached = wider;
        }
        reached
    }

    /// The squares at each cost from 0 to `steps`, as far as there are any.
    pub fn layers(&self, from: Square, steps: u8) -> impl Iterator<Item = (u8, Area)> {
        let mut reached = Area::NONE;
        let mut edge = Area::only(from);
        (0..=steps).map_while(move |cost| {
            let layer = edge;
            reached = reached | edge;
            edge = self.step(edge) & !reached;
            (!layer.is_empty()).then_some((cost, layer))
        })
    }

    /// The steps of the shortest way, the end included; of equal ways the one that a search in the
    /// order N, NE, E, SE, S, SW, W, NW finds first. None where there is no way.
    pub fn path(&self, from: Square, to: Square) -> Option<Vec<Square>> {
        let mut came_from = [None; crate::board::SQUARES];
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(square) = queue.pop_front() {
            if square == to {
                break;
            }
            for next in self.neighbours(square) {
                if next != from && came_from[next.index()].is_none() {
                    came_from[next.index()] = Some(square);
                    queue.push_back(next);
                }
            }
        }
        let mut path = vec![to];
        let mut at = to;
        while at != from {
            at = came_from[at.index()]?;
            path.push(at);
        }
        path.pop();
        path.reverse();
        Some(path)
    }

    /// The squares one step away, in the order of the search.
    fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> {
        let open = self.step(Area::only(square));
        const ORDER: [(i16, i16); 8] =
            [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        ORDER.into_iter().filter_map(move |(columns, rows)| {
            let place = crate::board::Position {
                column: i16::from(square.column()) + columns,
                row: i16::from(square.row()) + rows,
            };
            place.square().filter(|next| open.contains(*next))
        })
    }
}

/// Half a move, rounded up (GR-019).
pub const fn half(movement: u8) -> u8 {
    movement.div_ceil(2)
}
