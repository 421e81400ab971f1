//! From intents to commands.

use senet_kernel::arrange;

use crate::board::{Direction, Square};
use crate::command::{Command, PieceWord, Round, Which};
use crate::config::Directions;
use crate::plan::Order;
use crate::round::{Obstacle, Step};

use super::intent::{Act, Intent, Place, Reason, Side, Stance, Thing};
use super::scene::Scene;

/// Commands as they come, with what the player should know about them.
#[derive(Default)]
pub(super) struct Output {
    pub commands: Vec<Command>,
    pub notes: Vec<String>,
}

impl Output {
    pub fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Compiles an act and returns the last round that it fills.
pub(super) fn compile(scene: &mut Scene, act: &Act, out: &mut Output) -> Result<u32, Reason> {
    // Rounds far beyond the last one are all alike: too far.
    let start = act.round.clamp(scene.open, scene.last.saturating_add(1));
    let mut end = start;
    match &act.what {
        Intent::Cancel { round } => cancel(scene, act, *round, out),
        Intent::Swap {} => swap(scene, act, start, out)?,
        Intent::Spread {} => spread(scene, act, start, out),
        Intent::Stance { .. }
        | Intent::Control { .. }
        | Intent::Accept {}
        | Intent::Query {}
        | Intent::Recall {} => {}
        _ => {
            for id in &act.pieces {
                end = end.max(piece(scene, *id, act, start, out)?);
            }
        }
    }
    Ok(end)
}

fn piece(
    scene: &mut Scene,
    id: u8,
    act: &Act,
    start: u32,
    out: &mut Output,
) -> Result<u32, Reason> {
    let now = start == scene.open;
    if scene.is_jailed(id) {
        return jailed(scene, id, act, start, out);
    }
    let team = scene.team;
    let go = |scene: &mut Scene, to: Option<Square>, out: &mut Output| match to {
        Some(to) => follow_route(scene, id, start, to, out),
        None => Err(Reason::OwnZoneClosed),
    };
    match &act.what {
        Intent::Move { direction, distance } => {
            if distance.is_none() {
                out.note("distance 1 assumed");
            }
            let step = Step { direction: *direction, distance: distance.unwrap_or(1).max(1) };
            let step = if now { possible(scene, id, step, out)? } else { step };
            repeat(scene, id, start, act.times, step_order(step), out);
            Ok(last_of(start, act.times))
        }
        Intent::Hold {} => {
            repeat(scene, id, start, act.times, Order::Hold, out);
            Ok(last_of(start, act.times))
        }
        Intent::Goto { place } => {
            let to = target(scene, id, start, *place, out).ok_or(Reason::NotAnOrder)?;
            let closed = scene.position.zone_closed(team) && scene.layout().in_zone(team, to);
            if closed && scene.carrier != Some(id) {
                return Err(Reason::OwnZoneClosed);
            }
            if *place == Place::Start && scene.at(id, start) == Some(to) {
                out.note(format!("{team} {id} is there already"));
                return Ok(start);
            }
            go(scene, Some(to), out)
        }
        Intent::TakeFlag {} => {
            let to = scene.thing(Thing::EnemyFlag);
            let end = go(scene, to, out)?;
            scene.takes_flag(id, end.saturating_add(1));
            Ok(end)
        }
        Intent::BringHome {} if scene.carrier != Some(id) => Err(Reason::NoCarrier),
        Intent::BringHome {} | Intent::Retreat {} => {
            let to = scene.own_land(id, start);
            if to == scene.at(id, start) {
                order(scene, id, start, Order::Hold, out);
                return Ok(start);
            }
            go(scene, to, out)
        }
        Intent::Rescue {} => match scene.thing(Thing::OwnKey) {
            Some(key) => go(scene, Some(key), out),
            None => {
                out.note("there is no key now");
                Ok(start)
            }
        },
        Intent::Guard { thing } => match scene.thing(*thing) {
            Some(square) => {
                let to = scene.near(id, start, square);
                go(scene, to, out)
            }
            None => {
                out.note("there is no key now");
                Ok(start)
            }
        },
        Intent::Intercept { enemy } => {
            let Some((_, square)) = scene.enemy(*enemy) else {
                out.note("nobody to go after");
                return Ok(start);
            };
            if scene.setup.config().movement.max_distance == crate::Limit::Any {
                out.note("with moves of any length nobody can be forced to stop");
            }
            let to = scene.near(id, start, square);
            go(scene, to, out)
        }
        Intent::Flank { side, then_flag } => flank(scene, id, start, *side, *then_flag, out),
        Intent::Decoy { side } => {
            let (column, row) = decoy_square(scene, *side);
            let goal = Square::new(column, row);
            let step = scene.one_move(id, start, |square| Some(square.distance(goal)));
            one(scene, id, start, step, out)
        }
        Intent::Escort { friend } => {
            let Some(goal) = scene.at(*friend, start + 1) else {
                out.note("the friend is in jail");
                return Ok(start);
            };
            let step =
                scene.one_move(id, start, |square| (square != goal).then(|| square.distance(goal)));
            one(scene, id, start, step, out)
        }
        _ => Ok(start),
    }
}

/// A move of the open round as it will be made, with what the player should know about it.
fn possible(scene: &Scene, id: u8, step: Step, out: &mut Output) -> Result<Step, Reason> {
    let (team, open) = (scene.team, scene.open);
    let from = scene.at(id, open).ok_or(Reason::PieceJailed)?;
    let walk = scene.walk(id, open, from, step);
    match walk.obstacle {
        Some(Obstacle::Zone) => return Err(Reason::OwnZoneClosed),
        Some(Obstacle::Edge) if walk.moved == 0 => return Err(Reason::NoRoom),
        Some(Obstacle::Edge) => out.note(format!("the edge is {} away", squares(walk.moved))),
        None if walk.moved < step.distance => {
            out.note(format!("{team} {id} goes at most {} a round", squares(walk.moved)));
        }
        None => {}
    }
    let step = Step { distance: walk.moved, ..step };
    if scene.meets(id, open, from, step) {
        out.note(format!("{team} {id} may meet somebody on the way to {}", walk.to));
    }
    Ok(step)
}

fn squares(count: u8) -> String {
    crate::text::counted(count.into(), "square")
}

/// Plain orders for a later round are queued for a piece in jail: it may be free by then.
fn jailed(
    scene: &mut Scene,
    id: u8,
    act: &Act,
    start: u32,
    out: &mut Output,
) -> Result<u32, Reason> {
    if start == scene.open {
        return Err(Reason::PieceJailed);
    }
    let what = match act.what {
        Intent::Move { direction, distance } => {
            Order::Move { direction, distance: distance.unwrap_or(1).max(1) }
        }
        Intent::Hold {} => Order::Hold,
        _ => return Err(Reason::PieceJailed),
    };
    repeat(scene, id, start, act.times, what, out);
    Ok(last_of(start, act.times))
}

/// The last of so many rounds.
const fn last_of(start: u32, times: u32) -> u32 {
    start.saturating_add(times.saturating_sub(1))
}

const fn step_order(step: Step) -> Order {
    Order::Move { direction: step.direction, distance: step.distance }
}

fn repeat(scene: &mut Scene, id: u8, start: u32, times: u32, what: Order, out: &mut Output) {
    // One round beyond the last is tried, so that the note about it is made.
    for round in start..=last_of(start, times).min(scene.last.saturating_add(1).max(start)) {
        order(scene, id, round, what, out);
    }
}

/// Notes an order in the scene and adds its command.
pub(super) fn order(scene: &mut Scene, id: u8, round: u32, order: Order, out: &mut Output) {
    if round > scene.last {
        out.note(format!("round {round} is too far ahead"));
        return;
    }
    scene.orders.insert((round, id), order);
    let target = (round > scene.open).then_some(round);
    out.commands.push(match order {
        Order::Move { direction, distance } => Command::step(id, direction, distance, target),
        Order::Hold => Command::hold(id, target),
    });
}

fn one(
    scene: &mut Scene,
    id: u8,
    start: u32,
    step: Option<Option<Step>>,
    out: &mut Output,
) -> Result<u32, Reason> {
    let what = step.flatten().map_or(Order::Hold, step_order);
    order(scene, id, start, what, out);
    Ok(start)
}

fn follow_route(
    scene: &mut Scene,
    id: u8,
    start: u32,
    to: Square,
    out: &mut Output,
) -> Result<u32, Reason> {
    let route = scene.route(id, start, to).ok_or(Reason::OwnZoneClosed)?;
    let team = scene.team;
    if route.risky {
        out.note(format!("{team} {id} may meet somebody on the way to {to}"));
    }
    if route.steps.is_empty() {
        order(scene, id, start, Order::Hold, out);
        return Ok(start);
    }
    let count = route.steps.len() as u32;
    for (round, step) in (start..).zip(route.steps) {
        order(scene, id, round, step_order(step), out);
    }
    Ok(start + count - 1)
}

fn target(scene: &Scene, id: u8, start: u32, place: Place, out: &mut Output) -> Option<Square> {
    let layout = scene.layout();
    let from = scene.at(id, start)?;
    let square = match place {
        Place::Square(square) => square,
        Place::Column(u8::MAX) => Square::new(layout.width - 1, from.y),
        Place::Column(column) => Square::new(column, from.y),
        Place::MiddleColumn => Square::new((layout.width - 1) / 2, from.y),
        Place::MiddleRow => Square::new(from.x, (layout.height - 1) / 2),
        Place::Row(row) => Square::new(from.x, row),
        Place::Beside(thing, side) => {
            let (dx, dy) = side.delta();
            let at = scene.thing(thing)?;
            Square::new(at.x.checked_add_signed(dx)?, at.y.checked_add_signed(dy)?)
        }
        Place::Start => layout.start(scene.team, usize::from(id) - 1),
        Place::Offset(dx, dy) => {
            if scene.setup.config().movement.directions == Directions::Cardinal {
                out.note("no diagonals");
            }
            let moved = |at: u8, by: i8| u8::try_from(i16::from(at) + i16::from(by)).ok();
            Square::new(moved(from.x, dx)?, moved(from.y, dy)?)
        }
    };
    layout.contains(square).then_some(square)
}

fn flank(
    scene: &mut Scene,
    id: u8,
    start: u32,
    side: Side,
    then_flag: bool,
    out: &mut Output,
) -> Result<u32, Reason> {
    let layout = *scene.layout();
    let from = scene.at(id, start).ok_or(Reason::PieceJailed)?;
    let column = match side {
        Side::Left => 0,
        Side::Right => layout.width - 1,
    };
    let back = layout.flag(scene.team.other()).y;
    let mut round = start;
    let mut end = start;
    let mut goals = vec![Square::new(column, from.y), Square::new(column, back)];
    if then_flag {
        goals.push(layout.flag(scene.team.other()));
    }
    for goal in goals {
        if scene.at(id, round) != Some(goal) {
            end = follow_route(scene, id, round, goal, out)?;
            round = end + 1;
        }
    }
    if then_flag {
        scene.takes_flag(id, end.saturating_add(1));
    }
    Ok(end)
}

/// On the own side of the border, near the edge of that side.
fn decoy_square(scene: &Scene, side: Side) -> (u8, u8) {
    let layout = scene.layout();
    let column = match side {
        Side::Left => 1,
        Side::Right => layout.width - 2,
    };
    let row = match scene.team.forward() {
        Direction::Up => layout.height - layout.depth,
        _ => layout.depth - 1,
    };
    (column, row)
}

fn swap(scene: &mut Scene, act: &Act, start: u32, out: &mut Output) -> Result<(), Reason> {
    let [first, second] = act.pieces[..] else {
        return Err(Reason::WhichPiece);
    };
    let (Some(a), Some(b)) = (scene.at(first, start), scene.at(second, start)) else {
        return Err(Reason::PieceJailed);
    };
    let legs = [(first, a.straight_to(b)), (second, b.straight_to(a))];
    for (id, straight) in legs {
        match straight.filter(|(direction, _)| scene.setup.directions().contains(direction)) {
            Some((direction, distance)) => {
                let what = Order::Move { direction, distance };
                order(scene, id, start, what, out);
            }
            None => {
                let to = if id == first { b } else { a };
                follow_route(scene, id, start, to, out)?;
            }
        }
    }
    Ok(())
}

/// Each to a column of its own, in its row.
fn spread(scene: &mut Scene, act: &Act, start: u32, out: &mut Output) {
    let mut pieces: Vec<(u8, Square)> =
        act.pieces.iter().filter_map(|id| Some((*id, scene.at(*id, start)?))).collect();
    arrange(&mut pieces, |(id, square)| [square.x.into(), (*id).into()]);
    let count = pieces.len() as u32;
    let width = u32::from(scene.layout().width);
    for (place, (id, from)) in pieces.into_iter().enumerate() {
        let column = ((2 * place as u32 + 1) * width / (2 * count)) as u8;
        let what = match from.straight_to(Square::new(column, from.y)) {
            Some((direction, distance)) => Order::Move { direction, distance },
            None => Order::Hold,
        };
        order(scene, id, start, what, out);
    }
}

fn cancel(scene: &mut Scene, act: &Act, round: Option<u32>, out: &mut Output) {
    let rounds = round.map_or(Which::All, |round| Which::One(Round::from(round)));
    let all = act.pieces.is_empty();
    scene.orders.retain(|(at, id), _| {
        !(round.is_none_or(|round| round == *at) && (all || act.pieces.contains(id)))
    });
    let command = |piece| Command::Cancel { piece, round: rounds, input: None };
    if all {
        out.commands.push(command(Which::All));
    }
    for id in &act.pieces {
        out.commands.push(command(Which::One(PieceWord::from(*id))));
    }
}

/// What a stance asks of these pieces in the open round.
pub(super) fn stance(scene: &mut Scene, stance: Stance, pieces: &[u8], out: &mut Output) {
    let start = scene.open;
    let mut free: Vec<u8> = pieces.iter().copied().filter(|id| !scene.is_jailed(*id)).collect();
    let give = |scene: &mut Scene, id: u8, what: Intent, out: &mut Output| {
        let act = Act { pieces: vec![id], what, round: start, times: 1, condition: None };
        let mut own = Output::default();
        if compile(scene, &act, &mut own).is_ok() {
            // Only what is for now: the next round is judged anew.
            let now = own.commands.into_iter().filter(|command| target_of(command).is_none());
            out.commands.extend(now);
        }
        scene.orders.retain(|(round, piece), _| *piece != id || *round == start);
    };
    if let Some(carrier) = scene.carrier.filter(|carrier| free.contains(carrier)) {
        free.retain(|id| *id != carrier);
        give(scene, carrier, Intent::BringHome {}, out);
    }
    if scene.position.thief(scene.team).is_some()
        && stance != Stance::Attack
        && let Some((_, square)) = scene.enemy(None)
        && let Some(id) = scene.best(&free, start, square)
    {
        free.retain(|other| *other != id);
        give(scene, id, Intent::Intercept { enemy: None }, out);
    }
    let in_jail = scene.living().len() < usize::from(scene.layout().pieces);
    if in_jail
        && let Some(key) = scene.thing(Thing::OwnKey)
        && let Some(id) = scene.best(&free, start, key)
    {
        free.retain(|other| *other != id);
        give(scene, id, Intent::Rescue {}, out);
    }
    let attackers = match (stance, scene.carrier) {
        (Stance::Attack, None) => free.len(),
        (Stance::Balanced, None) => 1,
        _ => 0,
    };
    for _ in 0..attackers {
        let flag = scene.layout().flag(scene.team.other());
        let Some(id) = scene.best(&free, start, flag) else {
            break;
        };
        free.retain(|other| *other != id);
        // The second and third stay near the flag, not on the first one's square.
        let to = scene.near(id, start, flag).unwrap_or(flag);
        give(scene, id, Intent::Goto { place: Place::Square(to) }, out);
    }
    for id in free {
        give(scene, id, Intent::Guard { thing: Thing::OwnFlag }, out);
    }
}

/// The round that a command names.
pub(super) fn target_of(command: &Command) -> Option<Round> {
    match command {
        Command::Move { target_round, .. }
        | Command::MoveTo { target_round, .. }
        | Command::Hold { target_round, .. } => *target_round,
        _ => None,
    }
}
