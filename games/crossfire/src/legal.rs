//! What a side may do now. Conceding is always open as well and stands in no list.

use senet_kernel::{Listing, Seat};

use crate::board::{Area, Position, Square};
use crate::command::{Action, Command, DeclaredAction, Kept, Placement, Placements};
use crate::data::AdvantageKind;
use crate::rounds::winner;
use crate::sight;
use crate::state::{Activation, Crossfire, Declared, Open, Phase};
use crate::unit::{Unit, UnitSet, other};

impl Crossfire {
    /// Tells the commands one by one, and says whether they are all.
    pub(crate) fn list(&self, seat: Seat, out: &mut impl FnMut(Command)) -> Listing {
        if seat.index() > 1 || self.end().is_some() {
            return Listing::Complete;
        }
        // Both sides may concede at any time, and nobody wants that among the choices.
        let listing = Listing::Sample;
        if let Some(open) = &self.open {
            if open.asked == seat {
                self.list_answers(open, out);
            }
            return listing;
        }
        match self.phase {
            Phase::Deployment { placed } if placed[seat.index()].is_none() => {
                self.list_deployments(seat, out);
            }
            Phase::Deployment { .. } => {}
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
        listing
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

    /// A few placements, no two alike: the fixed one, and walks through the home zone.
    fn list_deployments(&self, seat: Seat, out: &mut impl FnMut(Command)) {
        const PATTERNS: usize = 24;
        let mut listed = [self.fixed_deployment(seat); PATTERNS + 1];
        let mut count = 1;
        out(Command::Deploy { placements: listed[0] });
        for pattern in 0..PATTERNS {
            let placements = self.patterned_deployment(seat, pattern);
            let command = Command::Deploy { placements };
            if !listed[..count].contains(&placements) && self.plan(seat.into(), &command).is_ok() {
                listed[count] = placements;
                count += 1;
                out(command);
            }
        }
    }

    /// The units in number order down the inner column from row 3.
    pub(crate) fn fixed_deployment(&self, seat: Seat) -> Placements {
        self.deployment(seat, self.scenario.home_squares(seat).iter().copied())
    }

    /// A start and a stride through the home squares.
    fn patterned_deployment(&self, seat: Seat, pattern: usize) -> Placements {
        let squares = self.scenario.home_squares(seat);
        let count = squares.len();
        let strides = || (1..count).filter(|stride| gcd(*stride, count) == 1);
        let stride = strides().nth(pattern % strides().count().max(1)).unwrap_or(1);
        self.deployment(seat, (0..count).map(|i| squares[(pattern + i * stride) % count]))
    }

    /// The units in number order on these squares.
    fn deployment(&self, seat: Seat, squares: impl Iterator<Item = Square>) -> Placements {
        let units = (1..=self.stats(seat).roster).zip(squares);
        let place = |(number, square): (u8, Square)| Placement {
            unit: Unit::new(seat, number).id(),
            square: square.into(),
        };
        Placements::of(units.map(place))
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
        if let Some(declared) = activation.declared {
            return self.list_declared(declared, out);
        }
        if let Some(aided) = activation.aided {
            self.list_unit(aided, out);
            out(Command::DeclineAided { unit: aided.id() });
            return;
        }
        for unit in self.eligible(activation.turn).iter() {
            self.list_unit(unit, out);
        }
    }

    fn list_unit(&self, unit: Unit, out: &mut impl FnMut(Command)) {
        let id = unit.id();
        let occupied = &self.occupied_without(unit);
        match self.steps(unit.seat()) {
            Some((whole, half)) => {
                self.each_end(unit, whole, |to| {
                    out(Command::Act { unit: id, action: Action::Move { to: to.into() } });
                });
                self.list_attacks(unit, None, occupied, out);
                self.list_aid(unit, None, out);
                let ends = self.ends(unit, half);
                for to in ends.iter() {
                    self.list_attacks(unit, Some(to), occupied, out);
                    self.list_aid(unit, Some(to), out);
                }
            }
            None => {
                for action in
                    [DeclaredAction::Move, DeclaredAction::Attack, DeclaredAction::FirstAid]
                {
                    out(Command::DeclareMove { unit: id, action });
                }
                self.list_attacks(unit, None, occupied, out);
                self.list_aid(unit, None, out);
            }
        }
        out(Command::Act { unit: id, action: Action::Hold {} });
    }

    /// What is open after the die of a random movement.
    fn list_declared(&self, declared: Declared, out: &mut impl FnMut(Command)) {
        let Declared { unit, action, .. } = declared;
        let id = unit.id();
        let occupied = &self.occupied_without(unit);
        let ends = self.ends(unit, self.declared_steps(declared));
        let stays = std::iter::once(None).chain(ends.iter().map(Some));
        for to in stays {
            match action {
                DeclaredAction::Move => {
                    if let Some(to) = to {
                        out(Command::Act { unit: id, action: Action::Move { to: to.into() } });
                    }
                }
                DeclaredAction::Attack => self.list_attacks(unit, to, occupied, out),
                DeclaredAction::FirstAid => self.list_aid(unit, to, out),
                DeclaredAction::QuickStart => {}
            }
            let to = to.map(Position::from);
            out(Command::Act { unit: id, action: Action::End { to } });
        }
    }

    fn list_attacks(
        &self,
        unit: Unit,
        to: Option<Square>,
        occupied: &Area,
        out: &mut impl FnMut(Command),
    ) {
        let Some(from) = to.or(self.square(unit)) else {
            return;
        };
        let (id, to) = (unit.id(), to.map(Position::from));
        self.each_shot(unit, from, occupied, |target| {
            let action = Action::Shoot { to, target: target.id() };
            out(Command::Act { unit: id, action });
        });
        for target in self.beside(other(unit.seat()), from) {
            let action = Action::Melee { to, target: target.id() };
            out(Command::Act { unit: id, action });
        }
    }

    fn list_aid(&self, unit: Unit, to: Option<Square>, out: &mut impl FnMut(Command)) {
        let Some(from) = to.or(self.square(unit)) else {
            return;
        };
        let (id, to) = (unit.id(), to.map(Position::from));
        for target in self.down_beside(unit, from) {
            let action = Action::FirstAid { to, target: target.id() };
            out(Command::Act { unit: id, action });
        }
    }

    /// The Down friends beside a square.
    pub(crate) fn down_beside(&self, unit: Unit, from: Square) -> impl Iterator<Item = Unit> {
        self.beside(unit.seat(), from).filter(|target| self.is_down(*target))
    }

    /// The enemies that a unit could shoot from a square, with the squares that others occupy.
    pub(crate) fn each_shot(
        &self,
        unit: Unit,
        from: Square,
        occupied: &Area,
        mut each: impl FnMut(Unit),
    ) {
        let range = self.stats(unit.seat()).range;
        let open = self.scenario.open(from);
        let near = |square: Square| from.distance(square) <= range && open.contains(square);
        for target in self.present(other(unit.seat())).iter() {
            let Some(square) = self.square(target).filter(|square| near(*square)) else {
                continue;
            };
            if sight::is_clear(&self.scenario, occupied, from, square)
                && !self.is_stealthed(from, target, square)
            {
                each(target);
            }
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
