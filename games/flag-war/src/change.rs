//! What a command changes: first what it needs, or why not (FW-11 to FW-19); then the change.

use senet_kernel::{Actor, Dice, Events, SeatSet};

use crate::board::{Direction, MAX_PIECES, Piece, Square, Target, Team};
use crate::command::{Command, DirectionWord, Origin, PieceWord, Round, Which};
use crate::config::{Switch, TickMode};
use crate::event::{End, EndReason, Event};
use crate::game::{FlagWar, LAST_ROUND, Last, ORDERS_PER_ROUND};
use crate::plan::{Order, Placed, Plan, Slot};
use crate::position::Position;
use crate::rejection::Rejection;
use crate::round::{NO_ORDERS, Resolved, resolve};

/// The most bytes of a message as JSON; an order needs far fewer.
pub const LARGEST_MESSAGE: usize = 4096;

impl FlagWar {
    /// Judges a message from outside in the order of FW-14: what is sent by whom, whether the game
    /// runs, and only then what it says.
    pub(crate) fn judge_message(
        &self,
        actor: Actor,
        size: usize,
        unread: Option<&str>,
    ) -> Result<(), Rejection> {
        if size > LARGEST_MESSAGE {
            return Err(Rejection::TooLarge { size, most: LARGEST_MESSAGE });
        }
        let Some(reason) = unread else {
            return Ok(());
        };
        if let Some(seat) = actor.seat() {
            let team = Team::of(seat).ok_or(Rejection::NotAPlayer)?;
            // A team that has sent too much is told so first.
            if self.end.is_none() {
                self.may_order(team)?;
            }
        }
        if self.end.is_some() {
            return Err(Rejection::NotPlaying);
        }
        Err(Rejection::Malformed { reason: reason.to_owned() })
    }

    /// The first half of a change: what it needs, or why not.
    pub(crate) fn change(&self, actor: Actor, command: &Command) -> Result<Change, Rejection> {
        match command {
            Command::Tick {} => self.by_host(actor, Actor::Clock).map(|()| Change::Resolve),
            Command::Forfeit { seats } => {
                self.by_host(actor, Actor::Host)?;
                self.forfeit(*seats).map(Change::Finish)
            }
            _ => {
                let team = self.by_team(actor)?;
                self.team_change(team, command)
            }
        }
    }

    fn by_host(&self, actor: Actor, wanted: Actor) -> Result<(), Rejection> {
        match actor {
            Actor::Seat(seat) if Team::of(seat).is_none() => Err(Rejection::NotAPlayer),
            _ if self.end.is_some() => Err(Rejection::NotPlaying),
            // A host may keep the clock itself.
            _ if actor == wanted || actor == Actor::Host => Ok(()),
            _ => Err(Rejection::NotForSeats),
        }
    }

    fn by_team(&self, actor: Actor) -> Result<Team, Rejection> {
        let team = actor.seat().and_then(Team::of).ok_or(Rejection::NotAPlayer)?;
        if self.end.is_some() {
            return Err(Rejection::NotPlaying);
        }
        Ok(team)
    }

    fn team_change(&self, team: Team, command: &Command) -> Result<Change, Rejection> {
        match *command {
            Command::Move { piece, direction, distance, target_round, origin, input } => {
                self.may_order(team)?;
                let piece = self.piece(piece)?;
                let direction = self.direction(direction)?;
                let distance = distance.0.filter(|distance| *distance > 0);
                let distance = distance.ok_or(Rejection::BadDistance)?;
                let order = Order::Move {
                    direction,
                    distance: distance.min(self.setup.longest().into()) as u8,
                };
                self.queue(team, piece, order, target_round, origin, input)
            }
            Command::MoveTo { piece, to, target_round, origin, input } => {
                self.may_order(team)?;
                let piece = self.piece(piece)?;
                let (direction, distance) = self.straight(team, piece, to)?;
                let order = Order::Move { direction, distance };
                self.queue(team, piece, order, target_round, origin, input)
            }
            Command::Hold { piece, target_round, origin, input } => {
                self.may_order(team)?;
                let piece = self.piece(piece)?;
                self.queue(team, piece, Order::Hold, target_round, origin, input)
            }
            Command::Cancel { piece, round, input } => {
                self.may_order(team)?;
                let piece = match piece {
                    Which::All => None,
                    Which::One(piece) => Some(self.piece(piece)?),
                };
                let round = match round {
                    Which::All => None,
                    // A round that no order can have is one that has none.
                    Which::One(Round(round)) => Some(u32::try_from(round).unwrap_or(0)),
                };
                Ok(Change::Cancel { team, piece, round, input })
            }
            Command::Ready {} => match self.setup.config().tick_mode {
                TickMode::Timer => Err(Rejection::NoReadying),
                _ if self.ready[team.index()] => Err(Rejection::AlreadyReady),
                _ => Ok(Change::Ready(team)),
            },
            Command::OfferDraw {} if self.offers[team.index()] => Err(Rejection::AlreadyOffered),
            Command::OfferDraw {} => self.within_rate(team).map(|()| Change::Offer(team)),
            Command::WithdrawDraw {} if !self.offers[team.index()] => Err(Rejection::NotOffered),
            Command::WithdrawDraw {} => self.within_rate(team).map(|()| Change::Withdraw(team)),
            Command::Resign {} => Ok(Change::Finish(End::won(team.other(), EndReason::Resign))),
            Command::Tick {} | Command::Forfeit { .. } => Err(Rejection::NotForSeats),
        }
    }

    /// Whether the team may give one more order in this round.
    fn may_order(&self, team: Team) -> Result<(), Rejection> {
        self.within_rate(team)?;
        if self.ready[team.index()] {
            return Err(Rejection::AlreadyReady);
        }
        Ok(())
    }

    /// Orders and offers of a draw are counted alike, so that a round has a bound.
    fn within_rate(&self, team: Team) -> Result<(), Rejection> {
        let most = ORDERS_PER_ROUND;
        if self.plans[team.index()].taken >= most {
            return Err(Rejection::RateLimited { most });
        }
        Ok(())
    }

    fn piece(&self, word: PieceWord) -> Result<u8, Rejection> {
        let pieces = self.setup.layout().pieces;
        word.0.filter(|id| (1..=pieces).contains(id)).ok_or(Rejection::NoSuchPiece { pieces })
    }

    fn direction(&self, word: DirectionWord) -> Result<Direction, Rejection> {
        let directions = self.setup.directions();
        word.0.filter(|direction| directions.contains(direction)).ok_or_else(|| {
            Rejection::BadDirection {
                words: directions.iter().map(|way| way.word().to_owned()).collect(),
            }
        })
    }

    /// The straight way of a piece to a square, from where it stands now.
    fn straight(&self, team: Team, piece: u8, to: Target) -> Result<(Direction, u8), Rejection> {
        let from =
            self.position.square(team, usize::from(piece) - 1).ok_or(Rejection::NotStraight)?;
        if Target::from(from) == to {
            return Err(Rejection::BadDistance);
        }
        let square = |to: Target| {
            let square = Square::new(to.x.try_into().ok()?, to.y.try_into().ok()?);
            self.setup.layout().contains(square).then_some(square)
        };
        square(to)
            .and_then(|to| from.straight_to(to))
            .filter(|(direction, _)| self.setup.directions().contains(direction))
            .ok_or(Rejection::NotStraight)
    }

    fn queue(
        &self,
        team: Team,
        piece: u8,
        order: Order,
        target: Option<Round>,
        origin: Origin,
        input: Option<u32>,
    ) -> Result<Change, Rejection> {
        let open = i64::from(self.round);
        let round = target.map_or(open, |Round(round)| round.max(open));
        let last = self.round + self.setup.config().plan_ahead;
        if round > i64::from(last) {
            return Err(Rejection::TooFarAhead { round: round as u64, last });
        }
        Ok(Change::Queue { team, piece, round: round as u32, order, origin, input })
    }

    fn forfeit(&self, seats: SeatSet) -> Result<End, Rejection> {
        let away = |team: Team| seats.contains(team.seat());
        match (away(Team::Blue), away(Team::Red), seats.len()) {
            (true, true, 2) => Ok(End::drawn(EndReason::Forfeit)),
            (true, false, 1) => Ok(End::won(Team::Red, EndReason::Forfeit)),
            (false, true, 1) => Ok(End::won(Team::Blue, EndReason::Forfeit)),
            _ => Err(Rejection::NobodyAway),
        }
    }

    /// The second half: it cannot fail.
    pub(crate) fn carry_out(
        &mut self,
        change: Change,
        dice: &mut Dice,
        events: &mut Events<FlagWar>,
    ) {
        match change {
            Change::Queue { team, piece, round, order, origin, input } => {
                let plan = &mut self.plans[team.index()];
                plan.taken += 1;
                let stamp = plan.stamp(input);
                let slot = Slot { round, piece, order: Some(order), origin, stamp };
                put(plan, team, slot, order, events);
            }
            Change::Cancel { team, piece, round, input } => {
                self.cancel(team, piece, round, input, events);
            }
            Change::Ready(team) => {
                self.ready[team.index()] = true;
                events.push(Event::Ready { team });
                if self.ready == [true; 2] {
                    self.resolve(dice, events);
                }
            }
            Change::Offer(team) => {
                self.offers[team.index()] = true;
                self.plans[team.index()].taken += 1;
                events.push(Event::DrawOffered { team });
                if self.offers == [true; 2] {
                    self.finish(End::drawn(EndReason::AgreedDraw), events);
                }
            }
            Change::Withdraw(team) => {
                self.offers[team.index()] = false;
                self.plans[team.index()].taken += 1;
                events.push(Event::DrawWithdrawn { team });
            }
            Change::Resolve => self.resolve(dice, events),
            Change::Finish(end) => self.finish(end, events),
        }
    }

    fn cancel(
        &mut self,
        team: Team,
        piece: Option<u8>,
        round: Option<u32>,
        input: Option<u32>,
        events: &mut Events<FlagWar>,
    ) {
        let last = self.round + self.setup.config().plan_ahead;
        let plan = &mut self.plans[team.index()];
        plan.taken += 1;
        let stamp = plan.stamp(input);
        let orders = plan.cancel(piece, round, stamp);
        if let Some(round) = round.filter(|round| (self.round..=last).contains(round)) {
            for id in 1..=self.setup.layout().pieces {
                if piece.is_none_or(|piece| piece == id) {
                    plan.bar(round, id, stamp);
                }
            }
        }
        events.push(Event::Cancelled { team, piece, round, orders });
    }

    /// Ends the game by something outside a round.
    fn finish(&mut self, end: End, events: &mut Events<FlagWar>) {
        events.push(end.event());
        self.close(end);
    }

    /// A finished game drops all queues.
    fn close(&mut self, end: End) {
        self.end = Some(end);
        self.ready = [false; 2];
        self.offers = [false; 2];
        for plan in &mut self.plans {
            plan.clear();
        }
    }

    /// Step 1 and all that follow: takes what the plans hold for the open round and resolves it.
    fn resolve(&mut self, dice: &mut Dice, events: &mut Events<FlagWar>) {
        let mut orders = NO_ORDERS;
        for team in Team::ALL {
            self.plans[team.index()].take(self.round, |slot| {
                let step = slot.order.and_then(Order::step);
                orders[team.index()][usize::from(slot.piece) - 1] = step;
            });
        }
        // The orders of both sides open now.
        events.mark_revealed();
        let before = self.position;
        let resolved = resolve(&self.setup, &mut self.position, &orders, self.round, dice, events);
        self.last = Some(Last { before, orders, draws: resolved.draws });
        let repeated = self.repeated(&before, &resolved);
        for team in Team::ALL {
            let tally = &mut self.tally[team.index()];
            tally.tags += u32::from(resolved.tags[team.index()]);
            tally.flags += u32::from(resolved.taken[team.index()]);
            tally.freed += u32::from(resolved.freed[team.index()]);
        }
        self.round += 1;
        self.ready = [false; 2];
        match resolved.end {
            Some(end) => self.close(end),
            None if repeated => self.finish(End::drawn(EndReason::Repetition), events),
            None if self.round >= LAST_ROUND => {
                self.finish(End::drawn(EndReason::RoundLimit), events);
            }
            None => self.displaced(resolved.displaced, events),
        }
    }

    /// FW-59: whether the round led to a position that has come too often.
    fn repeated(&mut self, before: &Position, resolved: &Resolved) -> bool {
        let Some(limit) = self.setup.config().repetition else {
            return false;
        };
        self.seen.note(before, &self.position, resolved);
        self.seen.times() >= limit
    }

    /// R9: what becomes of the plans of pieces that were jailed or sent home.
    fn displaced(&mut self, displaced: [u16; 2], events: &mut Events<FlagWar>) {
        let drop = self.setup.config().clear_plan_on_displacement == Switch::On;
        for team in Team::ALL {
            for index in 0..MAX_PIECES {
                if displaced[team.index()] & 1 << index == 0 {
                    continue;
                }
                let piece = Piece::at(team, index);
                let orders = self.plans[team.index()].displaced(piece.id, drop);
                if orders > 0 {
                    events.push(if drop {
                        Event::PlanDropped { piece, orders }
                    } else {
                        Event::PlanKept { piece, orders }
                    });
                }
            }
        }
    }
}

/// A change that is known to be allowed.
pub(crate) enum Change {
    Queue { team: Team, piece: u8, round: u32, order: Order, origin: Origin, input: Option<u32> },
    Cancel { team: Team, piece: Option<u8>, round: Option<u32>, input: Option<u32> },
    Ready(Team),
    Offer(Team),
    Withdraw(Team),
    Resolve,
    Finish(End),
}

fn put(plan: &mut Plan, team: Team, slot: Slot, order: Order, events: &mut Events<FlagWar>) {
    let superseded = |slot: &Slot, order| Event::Superseded {
        piece: Piece { team, id: slot.piece },
        round: slot.round,
        order,
        origin: slot.origin,
    };
    match plan.put(slot) {
        Placed::Outranked => events.push(superseded(&slot, order)),
        Placed::Put(old) => {
            if let Some(old) = old
                && let Some(order) = old.order
            {
                events.push(superseded(&old, order));
            }
            events.push(Event::Queued {
                piece: Piece { team, id: slot.piece },
                round: slot.round,
                order,
                origin: slot.origin,
            });
        }
    }
}
