//! Shooting, melee and First Aid (rules, section 10).

use senet_kernel::{Dice, Seat};

use crate::board::Square;
use crate::event::{Event, Told};
use crate::odds::{HitEffect, MeleeTerms, ShotResult, ShotTerms};
use crate::sight;
use crate::state::{Crossfire, Melee, Shot};
use crate::unit::Unit;

impl Crossfire {
    /// The numbers of a shot from a square at a unit, and whether the target is in cover.
    pub(crate) fn shot_terms(
        &self,
        seat: Seat,
        from: Square,
        moved: bool,
        target: Unit,
    ) -> (ShotTerms, bool) {
        let in_cover = self
            .square(target)
            .is_some_and(|square| sight::is_in_cover(&self.scenario, from, square));
        (self.scenario.shot_terms(seat, moved, in_cover), in_cover)
    }

    /// What a hit would do to a unit now.
    pub(crate) fn hit_effect(&self, unit: Unit) -> HitEffect {
        if self.is_down(unit) {
            HitEffect::Destroyed
        } else if self.shrugs_off(unit.seat()) {
            HitEffect::Nothing
        } else {
            HitEffect::Down
        }
    }

    /// Whether the side's Resilient trait still holds.
    fn shrugs_off(&self, seat: Seat) -> bool {
        let (Some(used), Some(traits)) = (self.options.downs_ignored, &self.scenario.traits) else {
            return false;
        };
        used[seat.index()] < traits[seat.index()].ignore_downs
    }

    /// The numbers of a fight between the units of two sides.
    pub(crate) fn melee_terms(&self, attacker: Seat, defender: Seat) -> MeleeTerms {
        MeleeTerms {
            difference: self.stats(attacker).melee_aq - self.stats(defender).melee_aq,
            resisted: self.shrugs_off(defender),
            held: self.shrugs_off(attacker),
        }
    }

    /// The friends of a shooter that a critical failure would hit: those beside the target.
    pub(crate) fn endangered(&self, shooter: Unit, target: Square) -> impl Iterator<Item = Unit> {
        self.beside(shooter.seat(), target).filter(move |unit| *unit != shooter)
    }

    pub(crate) fn shoot(
        &mut self,
        shooter: Unit,
        moved: bool,
        target: Unit,
        dice: &mut Dice,
        events: &mut Told,
    ) {
        let lying = [dice.d6(), dice.d6()];
        let roll = self.next_roll();
        let (shooter_id, target_id) = (shooter.id(), target.id());
        events.push(Event::ShotRolled {
            shooter: shooter_id,
            target: target_id,
            roll,
            dice: lying,
        });
        self.shot_lies(Shot { shooter, target, moved, dice: lying }, dice, events);
    }

    pub(crate) fn resolve_shot(&mut self, shot: Shot, dice: &mut Dice, events: &mut Told) {
        let Shot { shooter, target, moved, dice: [a, b] } = shot;
        if let (Some(from), Some(to)) = (self.square(shooter), self.square(target)) {
            let (terms, in_cover) = self.shot_terms(shooter.seat(), from, moved, target);
            let result = terms.result(a + b);
            events.push(Event::ShotResolved {
                shooter: shooter.id(),
                target: target.id(),
                dice: [a, b],
                attack: terms.attack,
                defense: terms.defense,
                in_cover,
                result,
            });
            match result {
                ShotResult::Failure => self.own_fire(shooter, to, dice, events),
                ShotResult::Kill => self.destroy(target, events),
                ShotResult::Hit => self.hit(target, events),
                ShotResult::Miss => {}
            }
        }
        self.finish(shooter, None, events);
    }

    /// A critical failure hits one of the friends beside the target; with several, a pick decides
    /// (R21).
    fn own_fire(&mut self, shooter: Unit, target: Square, dice: &mut Dice, events: &mut Told) {
        let among = self.endangered(shooter, target).count();
        let picked = if among > 1 { dice.pick(among as u32) as usize } else { 0 };
        let Some(unit) = self.endangered(shooter, target).nth(picked) else {
            return;
        };
        let among = among as u8;
        events.push(Event::OwnFire { shooter: shooter.id(), unit: unit.id(), among });
        self.hit(unit, events);
    }

    /// A hit puts a standing unit Down and destroys a Down one (GR-023, GR-026).
    fn hit(&mut self, unit: Unit, events: &mut Told) {
        if self.is_down(unit) {
            self.destroy(unit, events);
        } else {
            self.knock_down(unit, events);
        }
    }

    fn knock_down(&mut self, unit: Unit, events: &mut Told) {
        let seat = unit.seat();
        if self.shrugs_off(seat) {
            if let Some(used) = &mut self.options.downs_ignored {
                used[seat.index()] += 1;
            }
            events.push(Event::Resisted { unit: unit.id() });
        } else {
            self.down.insert(unit);
            events.push(Event::WentDown { unit: unit.id() });
        }
    }

    fn destroy(&mut self, unit: Unit, events: &mut Told) {
        let Some(square) = self.squares[unit.index()].take() else {
            return;
        };
        self.down.remove(unit);
        self.destroyed.insert(unit);
        events.push(Event::Destroyed { unit: unit.id(), square });
    }

    pub(crate) fn fight(
        &mut self,
        attacker: Unit,
        target: Unit,
        dice: &mut Dice,
        events: &mut Told,
    ) {
        if self.is_down(target) {
            events.push(Event::Finished { attacker: attacker.id(), target: target.id() });
            self.destroy(target, events);
            return self.finish(attacker, None, events);
        }
        let lying = [dice.d6(), dice.d6()];
        let roll = self.next_roll();
        self.next_roll();
        let (attacker_id, target_id) = (attacker.id(), target.id());
        events.push(Event::MeleeRolled {
            attacker: attacker_id,
            target: target_id,
            roll,
            dice: lying,
        });
        self.melee_lies(Melee { attacker, target, dice: lying, defending: false }, events);
    }

    pub(crate) fn resolve_melee(&mut self, melee: Melee, events: &mut Told) {
        let Melee { attacker, target, dice, .. } = melee;
        let total = |unit: Unit, die: u8| i32::from(die) + self.stats(unit.seat()).melee_aq;
        let totals = [total(attacker, dice[0]), total(target, dice[1])];
        let loser = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => Some(target),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(attacker),
        };
        events.push(Event::MeleeResolved {
            attacker: attacker.id(),
            target: target.id(),
            dice,
            totals,
            loser: loser.map(Unit::id),
        });
        if let Some(loser) = loser {
            self.knock_down(loser, events);
        }
        self.finish(attacker, None, events);
    }

    /// Helps a Down friend up (GR-030).
    pub(crate) fn aid(&mut self, unit: Unit, target: Unit, events: &mut Told) {
        self.down.remove(target);
        events.push(Event::Aided { unit: unit.id(), target: target.id() });
        self.finish(unit, Some(target), events);
    }
}
