//! Whether a command is allowed: the first reason against it in the order of the codes, or what the
//! change needs.

use senet_kernel::{Actor, Seat};

use crate::board::{Area, Position, Square};
use crate::command::{Action, Command, DeclaredAction, Kept, Placement, Source};
use crate::data::{AdvantageKind, Movement};
use crate::rejection::{Declaration, PhaseName, Rejection};
use crate::rerolls::SourceFault;
use crate::rounds::winner;
use crate::sight;
use crate::state::{Activation, Crossfire, Declared, OldDie, Open, Phase, Placed};
use crate::unit::{MOST_UNITS, Unit, UnitId, UnitSet, other};

/// A command that is allowed, with what its change needs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    Deploy(Seat, Placed),
    QuickStartMove(Unit, Option<Square>),
    QuickStartDone(Seat),
    RollInitiative(Seat),
    ChooseOrder(Seat, bool),
    Declare(Unit, DeclaredAction),
    Act(Unit, Option<Square>, Deed),
    Reroll(Open, u8, Source),
    Keep(Open),
    Choose(Open, OldDie, Kept),
    DeclineAided(Unit),
    Revive(Unit),
    DeclineRevive(Seat),
    Concede(Seat),
}

/// What a unit does after it moved.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    Move,
    Hold,
    End,
    Shoot(Unit),
    Melee(Unit),
    Aid(Unit),
}

/// What an action needs of a movement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    Whole,
    Half,
}

impl Crossfire {
    pub(crate) fn plan(&self, actor: Actor, command: &Command) -> Result<Plan, Rejection> {
        if let Command::Leave { seat } = command
            && seat.index() > 1
        {
            return Err(Rejection::BadFormat { what: seat.to_string() });
        }
        if let Phase::Over(_) = self.phase {
            return Err(Rejection::BattleOver);
        }
        match *command {
            Command::Deploy { ref placements } => self.plan_deploy(actor, placements),
            Command::QuickStartMove { unit, to } => self.plan_quick_start(actor, unit, to),
            Command::QuickStartDone {} => self.plan_quick_start_done(actor),
            Command::RollInitiative {} => self.plan_initiative(actor),
            Command::ChooseOrder { first } => self.plan_order(actor, first),
            Command::DeclareMove { unit, action } => self.plan_declare(actor, unit, action),
            Command::Act { unit, action } => self.plan_act(actor, unit, action),
            Command::Reroll { roll, die, source } => self.plan_reroll(actor, roll, die, source),
            Command::KeepRoll { roll } => {
                let open = self.asked(actor, roll, 1)?;
                rerollable(&open).map(|()| Plan::Keep(open))
            }
            Command::ChooseDie { roll, keep } => {
                let open = self.asked(actor, roll, 1)?;
                let choice = open.choice.ok_or(Rejection::NoSuchRoll { roll })?;
                Ok(Plan::Choose(open, choice, keep))
            }
            Command::DeclineAided { unit } => self.plan_decline_aided(actor, unit),
            Command::UseRevive { unit } => self.plan_revive(actor, unit),
            Command::DeclineRevive {} => {
                let Phase::Revive { asked, .. } = self.phase else {
                    return Err(self.wrong_phase());
                };
                turn_of(actor, asked).map(Plan::DeclineRevive)
            }
            Command::Concede {} => side_of(actor).map(Plan::Concede),
            Command::Leave { seat } => match actor {
                Actor::Host => Ok(Plan::Concede(seat)),
                Actor::Seat(_) | Actor::Clock => Err(Rejection::NotYourTurn { turn: None }),
            },
        }
    }

    fn wrong_phase(&self) -> Rejection {
        Rejection::WrongPhase { phase: self.phase_name() }
    }

    /// Nothing but an answer while a roll lies open.
    fn answered_rolls(&self) -> Result<(), Rejection> {
        match self.open {
            Some(open) => Err(Rejection::MustAnswerRoll { seat: open.asked, roll: open.number }),
            None => Ok(()),
        }
    }

    // Deployment.

    fn plan_deploy(&self, actor: Actor, placements: &[Placement]) -> Result<Plan, Rejection> {
        let Phase::Deployment { .. } = self.phase else {
            return Err(self.wrong_phase());
        };
        let seat = side_of(actor)?;
        // Each code is tried on the whole list before the next.
        for placement in placements {
            self.known(placement.unit)?;
        }
        for placement in placements {
            own(self.known(placement.unit)?, seat)?;
        }
        for placement in placements {
            on_board(placement.square)?;
        }
        for placement in placements {
            self.no_terrain(on_board(placement.square)?)?;
        }
        let mut taken = Area::NONE;
        for placement in placements {
            let square = on_board(placement.square)?;
            if taken.contains(square) {
                return Err(Rejection::Occupied { square });
            }
            taken.insert(square);
        }
        for placement in placements {
            let square = on_board(placement.square)?;
            if !self.scenario.home(seat).contains(square) {
                return Err(Rejection::OutOfHomeZone { square });
            }
        }
        self.plan_roster(seat, placements)
    }

    /// The whole roster, each unit once, on enough rows.
    fn plan_roster(&self, seat: Seat, placements: &[Placement]) -> Result<Plan, Rejection> {
        let mut named = UnitSet::NONE;
        for placement in placements {
            named.insert(self.known(placement.unit)?);
        }
        if let Some(unit) = self.scenario.roster(seat).without(named).iter().next() {
            return Err(Rejection::MissingUnits { unit: unit.id() });
        }
        let mut placed: Placed = [None; MOST_UNITS as usize];
        for placement in placements {
            let unit = self.known(placement.unit)?;
            let slot = &mut placed[usize::from(unit.number()) - 1];
            if slot.is_some() {
                return Err(Rejection::DuplicateUnit { unit: unit.id() });
            }
            *slot = Some(on_board(placement.square)?);
        }
        let (rows, needed) = (rows_of(&placed), self.scenario.rules.min_distinct_rows);
        if rows < needed {
            return Err(Rejection::TooFewRows { rows, needed });
        }
        Ok(Plan::Deploy(seat, placed))
    }

    // Quick Start, initiative, order.

    fn plan_quick_start(
        &self,
        actor: Actor,
        id: UnitId,
        to: Option<Position>,
    ) -> Result<Plan, Rejection> {
        let Phase::QuickStart { moved, declared } = self.phase else {
            return Err(self.wrong_phase());
        };
        let unit = self.quick_starter(actor, id, moved)?;
        let steps = match (self.stats(unit.seat()).movement, declared) {
            (Movement::Fixed(steps), _) => steps,
            (Movement::Die, Some(declared)) if declared.unit == unit => {
                self.declared_steps(declared)
            }
            (Movement::Die, Some(_)) => return Err(mismatch(declared)),
            (Movement::Die, None) => return Err(Rejection::RollRequired { unit: id }),
        };
        let to = self.destination(unit, to, steps)?;
        if to.is_none() && declared.is_none() {
            return Err(Rejection::NoMovement { unit: id });
        }
        Ok(Plan::QuickStartMove(unit, to))
    }

    /// A unit of the holder that has not had its Quick Start move.
    fn quick_starter(&self, actor: Actor, id: UnitId, moved: UnitSet) -> Result<Unit, Rejection> {
        self.answered_rolls()?;
        let seat = turn_of(actor, self.quick_start_holder())?;
        let unit = self.able(id, seat)?;
        if moved.contains(unit) {
            return Err(Rejection::AlreadyActed { unit: id });
        }
        Ok(unit)
    }

    fn quick_start_holder(&self) -> Seat {
        self.scenario.holder(AdvantageKind::QuickStart).unwrap_or(Seat::FIRST)
    }

    fn plan_quick_start_done(&self, actor: Actor) -> Result<Plan, Rejection> {
        let Phase::QuickStart { declared, .. } = self.phase else {
            return Err(self.wrong_phase());
        };
        self.answered_rolls()?;
        let seat = turn_of(actor, self.quick_start_holder())?;
        match declared {
            Some(declared) => Err(mismatch(Some(declared))),
            None => Ok(Plan::QuickStartDone(seat)),
        }
    }

    fn plan_initiative(&self, actor: Actor) -> Result<Plan, Rejection> {
        let Phase::Initiative { dice, .. } = self.phase else {
            return Err(self.wrong_phase());
        };
        self.answered_rolls()?;
        turn_of(actor, self.next_initiative(dice)).map(Plan::RollInitiative)
    }

    fn plan_order(&self, actor: Actor, first: bool) -> Result<Plan, Rejection> {
        let Phase::Order { dice } = self.phase else {
            return Err(self.wrong_phase());
        };
        let winner = turn_of(actor, winner(dice))?;
        Ok(Plan::ChooseOrder(winner, first))
    }

    // Activations.

    fn activation(&self) -> Result<Activation, Rejection> {
        match self.phase {
            Phase::Activation(activation) => Ok(activation),
            _ => Err(self.wrong_phase()),
        }
    }

    /// The checks that every command for an acting unit has in common.
    fn actor_of(
        &self,
        activation: &Activation,
        actor: Actor,
        id: UnitId,
    ) -> Result<Unit, Rejection> {
        self.answered_rolls()?;
        if let Some(aided) = activation.aided
            && aided.id() != id
        {
            return Err(Rejection::MustAnswerAided { unit: aided.id() });
        }
        let seat = turn_of(actor, activation.turn)?;
        let unit = self.able(id, seat)?;
        if self.acted.contains(unit) {
            return Err(Rejection::AlreadyActed { unit: id });
        }
        Ok(unit)
    }

    fn plan_declare(
        &self,
        actor: Actor,
        id: UnitId,
        action: DeclaredAction,
    ) -> Result<Plan, Rejection> {
        let (unit, declared) = match self.phase {
            Phase::QuickStart { moved, declared } if action == DeclaredAction::QuickStart => {
                (self.quick_starter(actor, id, moved)?, declared)
            }
            Phase::Activation(activation) if action != DeclaredAction::QuickStart => {
                (self.actor_of(&activation, actor, id)?, activation.declared)
            }
            _ => return Err(self.wrong_phase()),
        };
        let fixed = self.stats(unit.seat()).movement != Movement::Die;
        if fixed || declared.is_some() {
            return Err(mismatch(declared));
        }
        Ok(Plan::Declare(unit, action))
    }

    fn plan_decline_aided(&self, actor: Actor, id: UnitId) -> Result<Plan, Rejection> {
        let activation = self.activation()?;
        if activation.aided.is_none() {
            return Err(Rejection::WrongPhase { phase: PhaseName::Offer });
        }
        let unit = self.actor_of(&activation, actor, id)?;
        match activation.declared {
            Some(declared) => Err(mismatch(Some(declared))),
            None => Ok(Plan::DeclineAided(unit)),
        }
    }

    fn plan_act(&self, actor: Actor, id: UnitId, action: Action) -> Result<Plan, Rejection> {
        let activation = self.activation()?;
        let unit = self.actor_of(&activation, actor, id)?;
        let steps = self.steps_for(unit, &action, activation.declared)?;
        match action {
            Action::Move { to } => {
                let to = self.destination(unit, Some(to), steps)?;
                Ok(Plan::Act(unit, to, Deed::Move))
            }
            Action::Hold {} => Ok(Plan::Act(unit, None, Deed::Hold)),
            Action::End { to } => {
                let to = self.destination(unit, to, steps)?;
                Ok(Plan::Act(unit, to, Deed::End))
            }
            Action::Shoot { to, target } => {
                let to = self.destination(unit, to, steps)?;
                let target = self.shot_at(unit, to, target)?;
                Ok(Plan::Act(unit, to, Deed::Shoot(target)))
            }
            Action::Melee { to, target } => {
                let to = self.destination(unit, to, steps)?;
                let target = self.fought(unit, to, target)?;
                Ok(Plan::Act(unit, to, Deed::Melee(target)))
            }
            Action::FirstAid { to, target } => {
                let to = self.destination(unit, to, steps)?;
                let target = self.helped(unit, to, target)?;
                Ok(Plan::Act(unit, to, Deed::Aid(target)))
            }
        }
    }

    /// How many steps an action has. A random Move must have been declared for what it moves for,
    /// and a declaration binds the whole side: until it is carried out no other unit acts.
    fn steps_for(
        &self,
        unit: Unit,
        action: &Action,
        declared: Option<Declared>,
    ) -> Result<u8, Rejection> {
        let (pace, moves) = match action {
            Action::Move { .. } => (Pace::Whole, true),
            Action::End { .. } => (Pace::Half, true),
            Action::Hold {} => (Pace::Half, false),
            Action::Shoot { to, .. } | Action::Melee { to, .. } | Action::FirstAid { to, .. } => {
                (Pace::Half, to.is_some())
            }
        };
        if let Some((whole, half)) = self.steps(unit.seat()) {
            return match (action, pace) {
                (Action::End { .. }, _) => Err(mismatch(declared)),
                (_, Pace::Whole) => Ok(whole),
                (_, Pace::Half) => Ok(half),
            };
        }
        match declared {
            Some(declared) if declared.unit == unit => {
                if !fits(declared.action, action) {
                    return Err(mismatch(Some(declared)));
                }
                Ok(self.declared_steps(declared))
            }
            Some(declared) => Err(mismatch(Some(declared))),
            None if moves => Err(Rejection::RollRequired { unit: unit.id() }),
            None => Ok(0),
        }
    }

    /// Where a movement ends, if it goes anywhere.
    fn destination(
        &self,
        unit: Unit,
        to: Option<Position>,
        steps: u8,
    ) -> Result<Option<Square>, Rejection> {
        let (Some(to), Some(from)) = (to, self.square(unit)) else {
            return Ok(None);
        };
        let square = on_board(to)?;
        self.no_terrain(square)?;
        if square != from && self.occupied().contains(square) {
            return Err(Rejection::Occupied { square });
        }
        if !self.scenario.ground().within(from, steps).contains(square) {
            return Err(Rejection::Unreachable { square, steps });
        }
        if square == from {
            return Err(Rejection::NoMovement { unit: unit.id() });
        }
        Ok(Some(square))
    }

    // Targets.

    /// A unit on the board, of the side that is wanted.
    fn target(
        &self,
        id: UnitId,
        side: Seat,
        wrong: Rejection,
    ) -> Result<(Unit, Square), Rejection> {
        let Some(target) = self.scenario.unit(id) else {
            return Err(Rejection::TargetMissing { target: id });
        };
        if target.seat() != side {
            return Err(wrong);
        }
        match self.square(target) {
            Some(square) => Ok((target, square)),
            None => Err(Rejection::TargetDestroyed { target: id }),
        }
    }

    fn enemy(&self, unit: Unit, id: UnitId) -> Result<(Unit, Square), Rejection> {
        self.target(id, other(unit.seat()), Rejection::TargetNotEnemy { target: id })
    }

    /// Where a unit stands once it has moved.
    fn stand(&self, unit: Unit, to: Option<Square>) -> Result<Square, Rejection> {
        to.or(self.square(unit)).ok_or(Rejection::UnitDestroyed { unit: unit.id() })
    }

    fn shot_at(&self, unit: Unit, to: Option<Square>, id: UnitId) -> Result<Unit, Rejection> {
        let (target, square) = self.enemy(unit, id)?;
        let from = self.stand(unit, to)?;
        let (distance, range) = (from.distance(square), self.stats(unit.seat()).range);
        if distance > range {
            return Err(Rejection::OutOfRange { target: id, distance, range });
        }
        let occupied = self.occupied_without(unit);
        if let Some(blocker) = sight::blocker(&self.scenario, &occupied, from, square) {
            return Err(Rejection::NoLineOfSight { target: id, blocker });
        }
        if self.is_stealthed(from, target, square) {
            return Err(Rejection::Stealthed { target: id });
        }
        Ok(target)
    }

    /// Whether Stealth protects a unit from a shot out of this square (R27).
    pub(crate) fn is_stealthed(&self, from: Square, target: Unit, square: Square) -> bool {
        self.stats(target.seat()).hides_in_cover && sight::is_in_cover(&self.scenario, from, square)
    }

    /// The occupied squares once a unit has left its own.
    pub(crate) fn occupied_without(&self, unit: Unit) -> Area {
        let mut occupied = self.occupied();
        if let Some(square) = self.square(unit) {
            occupied.remove(square);
        }
        occupied
    }

    fn fought(&self, unit: Unit, to: Option<Square>, id: UnitId) -> Result<Unit, Rejection> {
        let (target, square) = self.enemy(unit, id)?;
        let from = self.stand(unit, to)?;
        adjacent(from, id, square).map(|()| target)
    }

    fn helped(&self, unit: Unit, to: Option<Square>, id: UnitId) -> Result<Unit, Rejection> {
        let wrong = Rejection::TargetNotFriend { target: id };
        let (target, square) = self.target(id, unit.seat(), wrong)?;
        if !self.is_down(target) {
            return Err(Rejection::TargetNotDown { target: id });
        }
        let from = self.stand(unit, to)?;
        adjacent(from, id, square).map(|()| target)
    }

    // Answers.

    /// The open roll, if this side is asked about it and it has such a die.
    fn asked(&self, actor: Actor, roll: u32, die: u8) -> Result<Open, Rejection> {
        let open = self.open.ok_or(Rejection::NoSuchRoll { roll })?;
        turn_of(actor, open.asked)?;
        if open.number != roll || !(1..=Crossfire::dice_of(&open)).contains(&die) {
            return Err(Rejection::NoSuchRoll { roll });
        }
        Ok(open)
    }

    fn plan_reroll(
        &self,
        actor: Actor,
        roll: u32,
        die: u8,
        source: Source,
    ) -> Result<Plan, Rejection> {
        let open = self.asked(actor, roll, die)?;
        rerollable(&open)?;
        match self.source(&open, source) {
            Ok(()) => Ok(Plan::Reroll(open, die, source)),
            Err(SourceFault::UsedUp) => Err(Rejection::NoRerollLeft),
            Err(SourceFault::NotAllowed) => Err(Rejection::SourceNotAllowed { by: source, roll }),
        }
    }

    fn plan_revive(&self, actor: Actor, id: UnitId) -> Result<Plan, Rejection> {
        let Phase::Revive { asked, .. } = self.phase else {
            return Err(self.wrong_phase());
        };
        let seat = turn_of(actor, asked)?;
        let unit = self.known(id)?;
        own(unit, seat)?;
        if self.square(unit).is_none() {
            return Err(Rejection::UnitDestroyed { unit: id });
        }
        if !self.is_down(unit) {
            return Err(Rejection::TargetNotDown { target: id });
        }
        Ok(Plan::Revive(unit))
    }

    // Units and squares.

    fn known(&self, id: UnitId) -> Result<Unit, Rejection> {
        self.scenario.unit(id).ok_or(Rejection::UnknownUnit { unit: id })
    }

    /// A standing unit of this side.
    fn able(&self, id: UnitId, seat: Seat) -> Result<Unit, Rejection> {
        let unit = self.known(id)?;
        own(unit, seat)?;
        if self.square(unit).is_none() {
            return Err(Rejection::UnitDestroyed { unit: id });
        }
        if self.is_down(unit) {
            return Err(Rejection::UnitDown { unit: id });
        }
        Ok(unit)
    }

    fn no_terrain(&self, square: Square) -> Result<(), Rejection> {
        if self.scenario.ground().free().contains(square) {
            Ok(())
        } else {
            Err(Rejection::Terrain { square })
        }
    }
}

/// Whether an action is what was declared, or leaves it out.
fn fits(declared: DeclaredAction, action: &Action) -> bool {
    match action {
        Action::End { .. } => true,
        Action::Move { .. } => declared == DeclaredAction::Move,
        Action::Shoot { .. } | Action::Melee { .. } => declared == DeclaredAction::Attack,
        Action::FirstAid { .. } => declared == DeclaredAction::FirstAid,
        Action::Hold {} => false,
    }
}

fn mismatch(declared: Option<Declared>) -> Rejection {
    let declared =
        declared.map(|declared| Declaration { unit: declared.unit.id(), action: declared.action });
    Rejection::ActionMismatch { declared }
}

fn rerollable(open: &Open) -> Result<(), Rejection> {
    match open.choice {
        Some(_) => Err(Rejection::AlreadyRerolled { roll: open.number }),
        None => Ok(()),
    }
}

/// The side of an actor, if it is one of the two.
fn side_of(actor: Actor) -> Result<Seat, Rejection> {
    match actor {
        Actor::Seat(seat) if seat.index() < 2 => Ok(seat),
        _ => Err(Rejection::NotYourTurn { turn: None }),
    }
}

/// The side that is to act, if the actor is it.
fn turn_of(actor: Actor, turn: Seat) -> Result<Seat, Rejection> {
    if actor == Actor::Seat(turn) {
        Ok(turn)
    } else {
        Err(Rejection::NotYourTurn { turn: Some(turn) })
    }
}

fn own(unit: Unit, seat: Seat) -> Result<(), Rejection> {
    if unit.seat() == seat { Ok(()) } else { Err(Rejection::NotYourUnit { unit: unit.id() }) }
}

fn on_board(position: Position) -> Result<Square, Rejection> {
    position.square().ok_or(Rejection::OutOfBounds { square: position })
}

fn adjacent(from: Square, target: UnitId, square: Square) -> Result<(), Rejection> {
    if from.is_adjacent(square) { Ok(()) } else { Err(Rejection::NotAdjacent { target, from }) }
}

/// How many rows a placement uses.
pub(crate) fn rows_of(placed: &Placed) -> u8 {
    let rows = placed.iter().flatten().fold(0u16, |rows, square| rows | 1 << square.row());
    rows.count_ones() as u8
}
