//! Step 3: straight moves, cut short by the edge and the own closed zone (FW-30 to FW-33).

use crate::board::{Piece, Square, Team};
use crate::config::Block;
use crate::event::Event;
use crate::layout::Setup;
use crate::position::Position;

use super::{Log, Orders, Stage, Step};

/// What cut a move short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The edge of the board.
    Edge,
    /// The own closed zone.
    Zone,
}

/// A move as it will be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where it ends if nobody is met.
    pub to: Square,
    /// Squares ordered, within the limits.
    pub ordered: u8,
    /// Squares made.
    pub moved: u8,
    /// What cut it short.
    pub obstacle: Option<Obstacle>,
}

/// Goes straight on and stops before the first square that is closed.
pub fn walk(
    setup: &Setup,
    position: &Position,
    team: Team,
    index: usize,
    from: Square,
    step: Step,
) -> Walk {
    let (config, layout) = (setup.config(), setup.layout());
    let carries = position.carries(team, index);
    let mut ordered = config.movement.max_distance.cut(step.distance);
    if carries {
        ordered = config.movement.max_distance_carrying.cut(ordered);
    }
    let way = step.direction.delta();
    let stops = layout.zones[team.index()].filter(|_| !carries && position.zone_closed(team));
    let before_zone = stops.and_then(|zone| zone.steps_into(from, way)).map(|steps| steps - 1);
    let room = layout.room(from, way);
    let free = before_zone.map_or(room, |steps| steps.min(room));
    if ordered <= free {
        return Walk { to: from.on(way, ordered), ordered, moved: ordered, obstacle: None };
    }
    let (obstacle, block) = match before_zone {
        Some(steps) if steps < room => (Obstacle::Zone, config.zone_block),
        _ => (Obstacle::Edge, config.edge),
    };
    let moved = if block == Block::Void { 0 } else { free };
    Walk { to: from.on(way, moved), ordered, moved, obstacle: Some(obstacle) }
}

impl<L: Log> Stage<'_, L> {
    /// All moves from the same position, applied at once; other pieces do not block.
    pub(super) fn move_all(&mut self, orders: &Orders) {
        // No move changes what another one depends on: carriers and zones stay as they are.
        for team in Team::ALL {
            self.each(
                team,
                |index| orders[team.index()][index].is_some(),
                |stage, piece| {
                    if let Some(walk) = stage.walk_of(orders, piece) {
                        stage.tell_walk(piece, walk, walk.to);
                        stage.position.pieces[team.index()][piece.index()] = Some(walk.to);
                    }
                },
            );
        }
    }

    /// The way of a piece, or none where it has no order or sits in jail.
    pub(super) fn walk_of(&mut self, orders: &Orders, piece: Piece) -> Option<Walk> {
        let step = orders[piece.team.index()][piece.index()]?;
        let Some(from) = self.position.square(piece.team, piece.index()) else {
            self.log.tell(|| Event::SkippedJailed { piece });
            return None;
        };
        Some(walk(self.setup, self.position, piece.team, piece.index(), from, step))
    }

    /// Tells of a move that got as far as `to`, while the piece is still where it came from.
    pub(super) fn tell_walk(&mut self, piece: Piece, walk: Walk, to: Square) {
        let from = self.position.square(piece.team, piece.index());
        if let Some(from) = from.filter(|from| *from != to) {
            self.log.tell(|| Event::Moved { piece, from, to });
        }
        let (ordered, moved) = (walk.ordered, walk.moved);
        match walk.obstacle {
            None => {}
            Some(Obstacle::Edge) => self.log.tell(|| Event::CutShortEdge { piece, ordered, moved }),
            Some(Obstacle::Zone) => self.log.tell(|| Event::CutShortZone { piece, ordered, moved }),
        }
    }
}
