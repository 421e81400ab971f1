//! Who and what a part of a text means: the pieces by their names or by what is to be done, and the intents.

use senet_kernel::arrange;

use super::Session;
use super::intent::{Intent, Place, Reason, Thing};
use super::parse::{Goal, What, When, Who};
use crate::board::Direction;
use crate::command::Command;
use crate::round::Step;

/// Pieces that a part means, and what they are to do.
pub(super) type Meant = (Vec<u8>, Vec<Intent>);

impl Session<'_> {
    /// What a part means; commands that need no piece are given at once.
    pub(super) fn resolve(
        &mut self,
        who: &[Who],
        what: &What,
        base: u32,
    ) -> Result<Vec<Meant>, Reason> {
        let plain = match what {
            What::Ready => Some(Command::Ready {}),
            What::Resign => Some(Command::Resign {}),
            What::OfferDraw => Some(Command::OfferDraw {}),
            What::WithdrawDraw => Some(Command::WithdrawDraw {}),
            What::NotYours => return Err(Reason::NotYourPiece),
            _ => None,
        };
        if let Some(command) = plain {
            self.found.commands.push(command);
            return Ok(Vec::new());
        }
        let mut intents = self.intents(what, base)?;
        let mut pieces = self.pieces(who, &intents[0], base)?;
        // Nobody stays near themselves.
        if let Intent::Escort { friend } = intents[0] {
            pieces.retain(|id| *id != friend);
            if pieces.is_empty() {
                return Err(Reason::NotAnOrder);
            }
        }
        match what {
            What::Far(direction) => return self.far(&pieces, *direction, base),
            What::Toward(goal, distance) => return self.toward(&pieces, *goal, *distance, base),
            What::Home => {
                let carries = self.scene.carrier.is_some_and(|id| pieces.contains(&id));
                if who.is_empty() && self.last.is_empty() && self.scene.carrier.is_some() {
                    pieces = self.scene.carrier.into_iter().collect();
                } else if !carries {
                    intents = vec![Intent::Retreat {}];
                }
            }
            // `take the flag home` where somebody has it already.
            What::TakeHome
                if self.scene.carrier.is_some_and(|id| who.is_empty() || pieces == [id]) =>
            {
                pieces = self.scene.carrier.into_iter().collect();
                intents = vec![Intent::BringHome {}];
            }
            _ => {}
        }
        Ok(vec![(pieces, intents)])
    }

    /// As far as it goes, for each piece from where it is.
    fn far(&self, pieces: &[u8], way: Direction, base: u32) -> Result<Vec<Meant>, Reason> {
        let each = pieces.iter().map(|id| {
            let from = self.scene.at(*id, base).ok_or(Reason::PieceJailed)?;
            let step = Step { direction: way, distance: self.scene.setup.longest() };
            let distance = Some(self.scene.walk(*id, base, from, step).moved);
            Ok((vec![*id], vec![Intent::Move { direction: way, distance }]))
        });
        each.collect()
    }

    /// Straight in the direction of something, by the axis on which it is farther away.
    fn toward(
        &self,
        pieces: &[u8],
        goal: Goal,
        distance: u8,
        base: u32,
    ) -> Result<Vec<Meant>, Reason> {
        let goal = match goal {
            Goal::Square(square) => square,
            Goal::Thing(thing) => self.scene.thing(thing).ok_or(Reason::NotAnOrder)?,
        };
        let each = pieces.iter().map(|id| {
            let from = self.scene.at(*id, base).ok_or(Reason::PieceJailed)?;
            let across = from.x.abs_diff(goal.x) > from.y.abs_diff(goal.y);
            let direction = match across {
                true if goal.x < from.x => Direction::Left,
                true => Direction::Right,
                false if goal.y < from.y => Direction::Up,
                false => Direction::Down,
            };
            Ok((vec![*id], vec![Intent::Move { direction, distance: Some(distance) }]))
        });
        each.collect()
    }

    /// Whether an order is for the open round, whatever may happen until then.
    fn is_now(&self, base: u32) -> bool {
        self.condition.is_none() && base <= self.scene.open
    }

    fn intents(&self, what: &What, base: u32) -> Result<Vec<Intent>, Reason> {
        Ok(match what {
            What::Intent(Intent::Goto { place: Place::Offset(dx, dy) })
                if self.scene.setup.directions().len() > 4 =>
            {
                let far = dx.unsigned_abs();
                let unit = (dx.signum(), dy.signum());
                let ways = self.scene.setup.directions().iter();
                let direction = ways.copied().find(|way| way.delta() == unit);
                let direction = direction.ok_or(Reason::NotAnOrder)?;
                vec![Intent::Move { direction, distance: Some(far) }]
            }
            What::Intent(intent) => vec![intent.clone()],
            What::Far(direction) => vec![Intent::Move { direction: *direction, distance: Some(1) }],
            What::Toward(..) => {
                vec![Intent::Move { direction: self.scene.team.forward(), distance: Some(1) }]
            }
            What::Cancel(when) => {
                let open = self.scene.open;
                let round = when.map(|when| match when {
                    When::Round(round) => round,
                    When::In(rounds) => open.saturating_add(rounds),
                });
                vec![Intent::Cancel { round }]
            }
            What::Home => vec![Intent::BringHome {}],
            What::TakeHome => vec![Intent::TakeFlag {}, Intent::BringHome {}],
            What::Escort(friend) => {
                let friend = match friend {
                    Who::Id(id) => self.own(*id)?,
                    _ => self.scene.carrier.ok_or(Reason::NoCarrier)?,
                };
                vec![Intent::Escort { friend }]
            }
            What::HuntThief => {
                let thief = self.scene.position.thief(self.scene.team).map(|piece| piece.id);
                if thief.is_none() && self.is_now(base) {
                    return Err(Reason::NoThief);
                }
                vec![Intent::Intercept { enemy: thief }]
            }
            What::Free
                if self.is_now(base) && self.scene.living().len() == self.scene.ids().count() =>
            {
                return Err(Reason::NobodyJailed);
            }
            What::Free => vec![Intent::Rescue {}],
            What::Hunt(enemy) => {
                let enemy = match enemy {
                    Some(id) => Some(self.own(*id)?),
                    None => self.scene.position.thief(self.scene.team).map(|piece| piece.id),
                };
                vec![Intent::Intercept { enemy }]
            }
            _ => return Err(Reason::NotAnOrder),
        })
    }

    fn own(&self, id: u32) -> Result<u8, Reason> {
        let id = u8::try_from(id).map_err(|_| Reason::NoSuchPiece)?;
        let known = self.scene.ids().any(|own| own == id);
        known.then_some(id).ok_or(Reason::NoSuchPiece)
    }

    /// The pieces by their names, or by what is to be done.
    fn pieces(&self, who: &[Who], intent: &Intent, base: u32) -> Result<Vec<u8>, Reason> {
        if who.is_empty() {
            return self.unnamed(intent, base);
        }
        // Those in jail have plans too.
        let cancels = matches!(intent, Intent::Cancel { .. });
        let living = if cancels { self.scene.ids().collect() } else { self.scene.living() };
        let mut pieces = Vec::new();
        let mut excepted = Vec::new();
        for who in who {
            match who {
                Who::Except(who) => excepted.extend(self.one(who, intent, base)?),
                Who::All => pieces.extend(&living),
                Who::Both => {}
                Who::Others => {
                    let named =
                        self.names.iter().filter_map(|who| self.one(who, intent, base).ok());
                    let named: Vec<u8> =
                        named.flatten().chain(self.named.iter().copied()).collect();
                    if named.is_empty() {
                        return Err(Reason::WhichPiece);
                    }
                    pieces.extend(living.iter().filter(|id| !named.contains(id)));
                }
                who => pieces.extend(self.one(who, intent, base)?),
            }
        }
        pieces.retain(|id| !excepted.contains(id));
        let mut seen = 0u16;
        pieces.retain(|id| {
            let fresh = seen & 1 << id == 0;
            seen |= 1 << id;
            fresh
        });
        if pieces.is_empty() && who.contains(&Who::Both) {
            pieces = if self.last.len() == 2 { self.last.clone() } else { living.clone() };
            pieces.truncate(if pieces.len() == 2 { 2 } else { 0 });
        }
        if pieces.is_empty() {
            return Err(Reason::WhichPiece);
        }
        // To cancel all is one order.
        if cancels && pieces.len() == living.len() {
            pieces.clear();
        }
        Ok(pieces)
    }

    fn one(&self, who: &Who, intent: &Intent, base: u32) -> Result<Vec<u8>, Reason> {
        let mut columns: Vec<(u8, u8)> = self
            .scene
            .living()
            .into_iter()
            .filter_map(|id| Some((self.scene.at(id, self.scene.open)?.x, id)))
            .collect();
        arrange(&mut columns, |(column, id)| [(*column).into(), (*id).into()]);
        let column = |place: usize| columns.get(place).map(|(_, id)| *id);
        let found = match who {
            Who::Id(id) => Some(self.own(*id)?),
            Who::Leftmost => column(0),
            Who::Middle => column(columns.len() / 2),
            Who::Rightmost => columns.last().map(|(_, id)| *id),
            Who::Carrier => Some(self.scene.carrier.ok_or(Reason::NoCarrier)?),
            Who::Best => return self.best(intent, base),
            Who::All | Who::Both | Who::Others | Who::Except(_) => None,
        };
        found.map(|id| vec![id]).ok_or(Reason::WhichPiece)
    }

    /// Nobody was named: who was last spoken of, or whoever the order is for by its nature.
    fn unnamed(&self, intent: &Intent, base: u32) -> Result<Vec<u8>, Reason> {
        let whole_team = matches!(
            intent,
            Intent::Stance { .. }
                | Intent::Cancel { .. }
                | Intent::Accept {}
                | Intent::Spread {}
                | Intent::Recall {}
        );
        if !self.last.is_empty() && !whole_team {
            return Ok(self.last.clone());
        }
        let living = self.scene.living();
        match intent {
            Intent::TakeFlag {}
            | Intent::Guard { .. }
            | Intent::Intercept { .. }
            | Intent::Rescue {} => self.best(intent, base),
            Intent::BringHome {} => {
                let carrier = self.scene.carrier.map(|id| vec![id]);
                carrier.ok_or(Reason::NotAnOrder)
            }
            Intent::Cancel { .. } => Ok(Vec::new()),
            Intent::Retreat {}
            | Intent::Goto { place: Place::Start }
            | Intent::Spread {}
            | Intent::Hold {}
            | Intent::Stance { .. }
            | Intent::Control { .. }
            | Intent::Accept {}
            | Intent::Query {}
            | Intent::Recall {} => Ok(living),
            _ if living.len() == 1 => Ok(living),
            _ => Err(Reason::WhichPiece),
        }
    }

    /// The piece with the fewest rounds to where the order leads.
    fn best(&self, intent: &Intent, base: u32) -> Result<Vec<u8>, Reason> {
        let living = self.scene.living();
        let base = base.max(self.scene.open);
        let square = |thing| self.scene.thing(thing);
        let found = match intent {
            Intent::TakeFlag {} => {
                square(Thing::EnemyFlag).and_then(|to| self.scene.best(&living, base, to))
            }
            Intent::Rescue {} => {
                square(Thing::OwnKey).and_then(|to| self.scene.best(&living, base, to))
            }
            Intent::Intercept { enemy } => {
                let to = self.scene.enemy(*enemy).map(|(_, square)| square);
                to.and_then(|to| self.scene.best(&living, base, to))
            }
            Intent::Guard { thing } => square(*thing).and_then(|thing| {
                let ways = living.iter().filter_map(|id| {
                    let to = self.scene.near(*id, base, thing)?;
                    Some((*id, to, self.scene.route(*id, base, to)?))
                });
                ways.min_by_key(|(id, to, route)| {
                    (to.distance(thing), route.steps.len(), route.squares, *id)
                })
                .map(|(id, ..)| id)
            }),
            Intent::Goto { place: Place::Square(to) } => self.scene.best(&living, base, *to),
            // Who is best for it cannot be told.
            _ => None,
        };
        found.map(|id| vec![id]).ok_or(Reason::WhichPiece)
    }
}
