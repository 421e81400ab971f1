//! What a side may do now. Conceding is always open as well, and as giving up it stands in no list.

use senet_kernel::{Listing, Seat};

use crate::board::{Area, Position, Square};
use crate::command::{Action, Command, DeclaredAction, Kept, Placement, Placements};
use crate::data::AdvantageKind;
use crate::lines;
use crate::rounds::winner;
use crate::state::{Activation, Crossfire, Declared, Open, Phase, Placed};
use crate::unit::{MOST_UNITS, Unit, UnitSet, other};

impl Crossfire {
    /// Tells the commands one by one, and says whether they are all.
    pub(crate) fn list(&self, seat: Seat, out: &mut impl FnMut(Command)) -> Listing {
        if seat.index() > 1 || self.end().is_some() {
            return Listing::Complete;
        }
        if let Some(open) = &self.open {
            if open.asked == seat {
                self.list_answers(open, out);
            }
            return Listing::Complete;
        }
        match self.phase {
            Phase::Deployment { placed } => {
                if placed[seat.index()].is_none() {
                    self.list_deployments(seat, out);
                }
                // There are millions of placements, and one that is made can be changed.
                return Listing::Sample;
            }
            Phase::QuickStart { moved, declared } => {
                self.list_quick_start(seat, moved, declared, out);
            }
            Phase::Initiative { dice, .. } if self.next_initiative(dice) == seat => {
                out(Command::RollInitiative {});
            }
            Phase::Order { dice } if winner(dice) == seat => {
                out(Command::ChooseOrder { first: true });
                out(Command::ChooseOrder { first: false });
            }
            Phase::Activation(activation) if activation.turn == seat => {
                self.list_activation(&activation, out);
            }
            Phase::Revive { asked, .. } if asked == seat => {
                for unit in self.down_units(seat).iter() {
                    out(Command::UseRevive { unit: unit.id() });
                }
                out(Command::DeclineRevive {});
            }
            Phase::Initiative { .. }
            | Phase::Order { .. }
            | Phase::Activation(_)
            | Phase::Revive { .. }
            | Phase::Over(_) => {}
        }
        Listing::Complete
    }

    fn list_answers(&self, open: &Open, out: &mut impl FnMut(Command)) {
        let roll = open.number;
        if open.choice.is_some() {
            out(Command::ChooseDie { roll, keep: Kept::Old });
            out(Command::ChooseDie { roll, keep: Kept::New });
            return;
        }
        out(Command::KeepRoll { roll });
        for source in self.sources(open) {
            for die in 1..=Crossfire::dice_of(open) {
                out(Command::Reroll { roll, die, source });
            }
        }
    }

    /// A few placements, no two alike: the fixed one, and walks through the home zone. Their strides
    /// share no divisor with the number of its squares, so a walk comes to each square and each row
    /// once before it comes to any again, and every placement is allowed.
    fn list_deployments(&self, seat: Seat, out: &mut impl FnMut(Command)) {
        const PATTERNS: usize = 24;
        let squares = self.scenario.home_squares(seat);
        let count = squares.len();
        let strides = || (1..count).filter(|stride| gcd(*stride, count) == 1);
        let mut walks = [1; PATTERNS];
        for (walk, stride) in walks.iter_mut().zip(strides().cycle()) {
            *walk = stride;
        }
        let mut list = |placed: &Placed| {
            let squares = placed.iter().flatten().copied();
            out(Command::Deploy { placements: deployment(seat, squares) });
        };
        let mut listed = [self.placed_on(seat, squares.iter().copied()); PATTERNS + 1];
        list(&listed[0]);
        let mut end = 1;
        for (start, stride) in walks.into_iter().enumerate() {
            let walk = (0..count).map(|step| squares[(start + step * stride) % count]);
            let placed = self.placed_on(seat, walk);
            if !listed[..end].contains(&placed) {
                list(&placed);
                listed[end] = placed;
                end += 1;
            }
        }
    }

    /// The units in number order down the inner column from row 3.
    pub(crate) fn fixed_deployment(&self, seat: Seat) -> Placements {
        let squares = self.scenario.home_squares(seat).iter().copied();
        deployment(seat, squares.take(self.stats(seat).roster.into()))
    }

    /// The roster in number order on the first of these squares.
    fn placed_on(&self, seat: Seat, squares: impl Iterator<Item = Square>) -> Placed {
        let mut placed = [None; MOST_UNITS as usize];
        let roster = usize::from(self.stats(seat).roster);
        placed.iter_mut().take(roster).zip(squares).for_each(|(slot, at)| *slot = Some(at));
        placed
    }

    fn list_quick_start(
        &self,
        seat: Seat,
        moved: UnitSet,
        declared: Option<Declared>,
        out: &mut impl FnMut(Command),
    ) {
        if self.scenario.holds(seat, AdvantageKind::QuickStart).is_none() {
            return;
        }
        if let Some(declared) = declared {
            let unit = declared.unit;
            out(Command::QuickStartMove { unit: unit.id(), to: None });
            self.each_end(unit, self.declared_steps(declared), |to| {
                out(Command::QuickStartMove { unit: unit.id(), to: Some(to.into()) });
            });
            return;
        }
        for unit in self.standing(seat).without(moved).iter() {
            match self.steps(seat) {
                Some((whole, _)) => self.each_end(unit, whole, |to| {
                    out(Command::QuickStartMove { unit: unit.id(), to: Some(to.into()) });
                }),
                None => out(Command::DeclareMove {
                    unit: unit.id(),
                    action: DeclaredAction::QuickStart,
                }),
            }
        }
        out(Command::QuickStartDone {});
    }

    /// The squares where a movement of a unit can end.
    pub(crate) fn ends(&self, unit: Unit, steps: u8) -> Area {
        let Some(from) = self.square(unit) else {
            return Area::NONE;
        };
        self.scenario.ground().within(from, steps) & !self.occupied()
    }

    fn each_end(&self, unit: Unit, steps: u8, each: impl FnMut(Square)) {
        self.ends(unit, steps).iter().for_each(each);
    }

    fn list_activation(&self, activation: &Activation, out: &mut impl FnMut(Command)) {
        let targets = &Targets::of(self, activation.turn);
        if let Some(declared) = activation.declared {
            return self.list_declared(declared, targets, out);
        }
        if let Some(aided) = activation.aided {
            self.list_unit(aided, targets, out);
            out(Command::DeclineAided { unit: aided.id() });
            return;
        }
        for unit in self.eligible(activation.turn).iter() {
            self.list_unit(unit, targets, out);
        }
    }

    fn list_unit(&self, unit: Unit, targets: &Targets, out: &mut impl FnMut(Command)) {
        let Some(from) = self.square(unit) else {
            return;
        };
        let id = unit.id();
        let occupied = &targets.occupied_without(from);
        if let Some((whole, half)) = self.steps(unit.seat()) {
            let ground = self.scenario.ground();
            let near = ground.within(from, half);
            let far = ground.spread(near, whole - half);
            for to in (far & !targets.occupied).iter() {
                out(Command::Act { unit: id, action: Action::Move { to: to.into() } });
            }
            self.list_attacks(unit, from, None, targets, occupied, out);
            self.list_aid(unit, from, None, targets, out);
            for to in (near & targets.near & !targets.occupied).iter() {
                self.list_attacks(unit, to, Some(to), targets, occupied, out);
                self.list_aid(unit, to, Some(to), targets, out);
            }
        } else {
            for action in [DeclaredAction::Move, DeclaredAction::Attack, DeclaredAction::FirstAid] {
                out(Command::DeclareMove { unit: id, action });
            }
            self.list_attacks(unit, from, None, targets, occupied, out);
            self.list_aid(unit, from, None, targets, out);
        }
        out(Command::Act { unit: id, action: Action::Hold {} });
    }

    /// What is open after the die of a random movement.
    fn list_declared(&self, declared: Declared, targets: &Targets, out: &mut impl FnMut(Command)) {
        let Declared { unit, action, .. } = declared;
        let Some(from) = self.square(unit) else {
            return;
        };
        let id = unit.id();
        let occupied = &targets.occupied_without(from);
        let ends = self.ends(unit, self.declared_steps(declared));
        let stays = std::iter::once(None).chain(ends.iter().map(Some));
        for to in stays {
            let from = to.unwrap_or(from);
            match action {
                DeclaredAction::Move => {
                    if let Some(to) = to {
                        out(Command::Act { unit: id, action: Action::Move { to: to.into() } });
                    }
                }
                DeclaredAction::Attack => {
                    self.list_attacks(unit, from, to, targets, occupied, out);
                }
                DeclaredAction::FirstAid => self.list_aid(unit, from, to, targets, out),
                DeclaredAction::QuickStart => {}
            }
            let to = to.map(Position::from);
            out(Command::Act { unit: id, action: Action::End { to } });
        }
    }

    /// The attacks of a unit that stands on `from`, because it moves `to` there or stays.
    fn list_attacks(
        &self,
        unit: Unit,
        from: Square,
        to: Option<Square>,
        targets: &Targets,
        occupied: &Area,
        out: &mut impl FnMut(Command),
    ) {
        let (id, to) = (unit.id(), to.map(Position::from));
        targets.each_shot(self, from, occupied, |target| {
            let action = Action::Shoot { to, target: target.id() };
            out(Command::Act { unit: id, action });
        });
        if targets.contact.contains(from) {
            for target in self.beside(other(unit.seat()), from) {
                let action = Action::Melee { to, target: target.id() };
                out(Command::Act { unit: id, action });
            }
        }
    }

    fn list_aid(
        &self,
        unit: Unit,
        from: Square,
        to: Option<Square>,
        targets: &Targets,
        out: &mut impl FnMut(Command),
    ) {
        if !targets.bedside.contains(from) {
            return;
        }
        let (id, to) = (unit.id(), to.map(Position::from));
        for target in self.beside(unit.seat(), from).filter(|target| self.is_down(*target)) {
            let action = Action::FirstAid { to, target: target.id() };
            out(Command::Act { unit: id, action });
        }
    }
}

/// What the units of a side could act on, worked out once for all of them.
pub(crate) struct Targets {
    enemies: [Option<Target>; MOST_UNITS as usize],
    occupied: Area,
    /// The squares beside an enemy.
    contact: Area,
    /// The squares beside a Down friend.
    bedside: Area,
    /// The squares from which there is anything to do.
    near: Area,
}

/// An enemy on the board.
#[derive(Clone, Copy)]
struct Target {
    unit: Unit,
    square: Square,
    /// The squares from which it is within range and not hidden by terrain.
    exposed: Area,
}

impl Targets {
    pub(crate) fn of(battle: &Crossfire, seat: Seat) -> Targets {
        let range = battle.stats(seat).range;
        let mut targets = Targets {
            enemies: [None; MOST_UNITS as usize],
            occupied: battle.occupied(),
            contact: Area::NONE,
            bedside: Area::NONE,
            near: Area::NONE,
        };
        let on_board = |unit: Unit| Some((unit, battle.square(unit)?));
        let enemies = battle.present(other(seat)).iter().filter_map(on_board);
        for ((unit, square), slot) in enemies.zip(&mut targets.enemies) {
            let exposed = Area::around(square, range) & *battle.scenario.open(square);
            *slot = Some(Target { unit, square, exposed });
            targets.contact = targets.contact | Area::around(square, 1);
            targets.near = targets.near | exposed;
        }
        for (_, square) in battle.down_units(seat).iter().filter_map(on_board) {
            targets.bedside = targets.bedside | Area::around(square, 1);
        }
        targets.near = targets.near | targets.contact | targets.bedside;
        targets
    }

    /// The occupied squares once the unit on this one has left it.
    fn occupied_without(&self, square: Square) -> Area {
        self.occupied & !Area::only(square)
    }

    /// The enemies that could be shot from a square, with the squares that others occupy.
    pub(crate) fn each_shot(
        &self,
        battle: &Crossfire,
        from: Square,
        occupied: &Area,
        mut each: impl FnMut(Unit),
    ) {
        for target in self.enemies.iter().map_while(Option::as_ref) {
            if target.exposed.contains(from)
                && !lines::centre(from, target.square).enters.meets(occupied)
                && !battle.is_stealthed(from, target.unit, target.square)
            {
                each(target.unit);
            }
        }
    }
}

/// The units of a side in number order on these squares.
fn deployment(seat: Seat, squares: impl Iterator<Item = Square>) -> Placements {
    let place = |(number, square): (u8, Square)| Placement {
        unit: Unit::new(seat, number).id(),
        square: square.into(),
    };
    Placements::of((1..=MOST_UNITS).zip(squares).map(place))
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
