//! Step 3 where contact is judged along the way (FW-70 to FW-74): all pieces advance one square per
//! sub-step, and enemies meet when they share a square or exchange squares.

use crate::board::{MAX_PIECES, Piece, Square, Team};
use crate::layout::Layout;
use crate::position::Position;

use super::contact::{Group, Groups};
use super::movement::Walk;
use super::{Log, Orders, Stage};

/// A piece under way.
#[derive(Clone, Copy)]
struct Runner {
    /// Columns and rows of one step.
    delta: (i8, i8),
    /// Steps still to make.
    left: u8,
    /// Where it was before this sub-step.
    before: Square,
}

/// A meeting that was judged, told once the moves have been told.
#[derive(Clone, Copy)]
struct Meeting {
    group: Group,
    losers: [u16; 2],
    land: Option<Team>,
}

/// Each piece is jailed at most once, so there are at most this many meetings with losers.
const MEETINGS: usize = 2 * MAX_PIECES;

struct Meetings {
    list: [Option<Meeting>; MEETINGS],
    len: usize,
}

impl<L: Log> Stage<'_, L> {
    /// Paths are fixed first; then every sub-step is judged as a whole on the squares reached in it.
    pub(super) fn move_along(&mut self, orders: &Orders) {
        let mut runners: [[Option<Runner>; MAX_PIECES]; 2] = [[None; MAX_PIECES]; 2];
        let mut walks: [[Option<Walk>; MAX_PIECES]; 2] = [[None; MAX_PIECES]; 2];
        let mut skipped = [0u16; 2];
        for team in Team::ALL {
            for index in 0..usize::from(self.setup.layout().pieces) {
                let Some(before) = self.position.square(team, index) else {
                    let ordered = orders[team.index()][index].is_some();
                    skipped[team.index()] |= u16::from(ordered) << index;
                    continue;
                };
                let walk = self.walk_of(orders, Piece::at(team, index));
                walks[team.index()][index] = walk;
                runners[team.index()][index] = Some(Runner {
                    delta: orders[team.index()][index]
                        .map_or((0, 0), |step| step.direction.delta()),
                    left: walk.map_or(0, |walk| walk.moved),
                    before,
                });
            }
        }
        let start = *self.position;
        let mut course = start;
        let mut reached = start.pieces;
        let mut meetings = Meetings { list: [None; MEETINGS], len: 0 };
        for _ in 0..self.setup.longest() {
            advance(self.setup.layout(), &mut course, &mut runners);
            for (reached, now) in
                reached.as_flattened_mut().iter_mut().zip(course.pieces.as_flattened())
            {
                *reached = now.or(*reached);
            }
            judge(self.setup.layout(), &mut course, &mut runners, &mut meetings);
        }
        self.tell_moves(&walks, &reached, skipped);
        self.position.pieces = reached;
        for meeting in meetings.list.into_iter().flatten() {
            self.jail_all(&meeting.group, meeting.losers, meeting.land);
        }
    }

    fn tell_moves(
        &mut self,
        walks: &[[Option<Walk>; MAX_PIECES]; 2],
        reached: &[[Option<Square>; MAX_PIECES]; 2],
        skipped: [u16; 2],
    ) {
        for team in Team::ALL {
            for index in 0..usize::from(self.setup.layout().pieces) {
                let piece = Piece::at(team, index);
                if skipped[team.index()] & 1 << index != 0 {
                    self.log.tell(|| crate::Event::SkippedJailed { piece });
                }
                let to = reached[team.index()][index];
                if let (Some(walk), Some(to)) = (walks[team.index()][index], to) {
                    self.tell_walk(piece, walk, to);
                }
            }
        }
    }
}

fn advance(
    layout: &Layout,
    course: &mut Position,
    runners: &mut [[Option<Runner>; MAX_PIECES]; 2],
) {
    let squares = course.pieces.as_flattened_mut().iter_mut();
    for (runner, square) in runners.as_flattened_mut().iter_mut().zip(squares) {
        let (Some(runner), Some(square)) = (runner, square) else {
            continue;
        };
        runner.before = *square;
        if runner.left > 0
            && let Some(next) = layout.step(*square, runner.delta)
        {
            runner.left -= 1;
            *square = next;
        }
    }
}

/// Finds all meetings of this sub-step, jails who loses any of them, and stops the survivors.
fn judge(
    layout: &Layout,
    course: &mut Position,
    runners: &mut [[Option<Runner>; MAX_PIECES]; 2],
    meetings: &mut Meetings,
) {
    let groups = Groups::of(course);
    let shared = groups.list().iter().map(|group| Meeting {
        group: *group,
        losers: group.losers(layout.land(group.square)),
        land: layout.land(group.square),
    });
    let mut jailed = [0u16; 2];
    let mut stopped = [0u16; 2];
    for meeting in shared.chain(exchanges(layout, course, runners)) {
        if !meeting.group.both_teams() {
            continue;
        }
        let mut fresh = meeting;
        for team in 0..2 {
            fresh.losers[team] &= !jailed[team];
            jailed[team] |= meeting.losers[team];
            stopped[team] |= meeting.group.members[team];
        }
        if fresh.losers != [0; 2] {
            meetings.list[meetings.len] = Some(fresh);
            meetings.len += 1;
        }
    }
    for team in 0..2 {
        let squares = course.pieces[team].iter_mut();
        for (index, (runner, square)) in runners[team].iter_mut().zip(squares).enumerate() {
            if stopped[team] & 1 << index != 0
                && let Some(runner) = runner
            {
                runner.left = 0;
            }
            if jailed[team] & 1 << index != 0 {
                *square = None;
            }
        }
    }
}

/// Enemies that changed squares with each other: judged by the land of both squares, or as on
/// neutral ground where these differ.
fn exchanges<'a>(
    layout: &'a Layout,
    course: &'a Position,
    runners: &'a [[Option<Runner>; MAX_PIECES]; 2],
) -> impl Iterator<Item = Meeting> + 'a {
    let moved = |team: Team, index: usize| {
        let runner = runners[team.index()][index]?;
        let now = course.square(team, index)?;
        (runner.before != now).then_some((runner.before, now))
    };
    (0..MAX_PIECES).flat_map(move |blue| {
        (0..MAX_PIECES).filter_map(move |red| {
            let (blue_before, blue_now) = moved(Team::Blue, blue)?;
            let (red_before, red_now) = moved(Team::Red, red)?;
            if blue_before != red_now || red_before != blue_now {
                return None;
            }
            let land = layout.land(blue_now).filter(|land| layout.land(red_now) == Some(*land));
            // The meeting is told where the survivor stands: on the square the loser came from.
            let square = if land == Some(Team::Red) { red_now } else { blue_now };
            let group = Group { square, members: [1 << blue, 1 << red] };
            Some(Meeting { group, losers: group.losers(land), land })
        })
    })
}
