//! Questions that screens and bots ask before anything is decided (rules, section 16). Nothing here
//! draws or changes anything.

use senet_kernel::Seat;

use crate::board::{Area, Square};
use crate::command::Action;
use crate::data::{Movement, RollKind};
use crate::legal::Targets;
use crate::odds::{self, Die, MeleeOdds, ShotOdds};
use crate::reach::half;
use crate::sight::{self, Cover, Sight};
use crate::state::{Crossfire, Phase};
use crate::unit::{Unit, UnitId, other};

/// A unit as a query sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub unit: UnitId,
    /// Whose.
    pub seat: Seat,
    /// Where.
    pub square: Square,
    /// Whether it is Down.
    pub down: bool,
    /// Whether it has acted in this round.
    pub acted: bool,
}

/// What a shot would come to, with its parts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
pub struct ShotPreview {
    /// The least natural that hits; above 12 only a critical does.
    pub needed: i32,
    /// The attack quality of the faction.
    pub aq: i32,
    /// What standing still adds.
    pub stationary: i32,
    /// The Defense of the target's faction.
    pub defense: i32,
    /// What cover adds to it.
    pub cover: i32,
    /// Whether the target is in cover, whether that counts or not.
    pub in_cover: bool,
    /// How many friends a critical failure endangers.
    pub endangered: u8,
    /// How likely each end is as the dice fall, without any reroll.
    pub odds: ShotOdds,
    /// How likely each end is where the shooter's side makes the best of its rerolls.
    pub best: ShotOdds,
}

/// What a fight would come to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
pub struct MeleePreview {
    /// How likely each end is as the dice fall, without any reroll.
    pub odds: MeleeOdds,
    /// How likely each end is where both sides make the best of their rerolls.
    pub best: MeleeOdds,
}

impl Crossfire {
    /// Every unit on the board.
    pub fn units(&self) -> impl Iterator<Item = Standing> {
        Seat::first(2).flat_map(|seat| self.present(seat).iter()).filter_map(|unit| {
            Some(Standing {
                unit: unit.id(),
                seat: unit.seat(),
                square: self.square(unit)?,
                down: self.is_down(unit),
                acted: self.acted.contains(unit),
            })
        })
    }

    /// How many units of a side are destroyed.
    pub fn destroyed_of(&self, seat: Seat) -> u8 {
        if seat.index() < 2 { self.losses(seat) } else { 0 }
    }

    /// The line between two squares with the units as they stand.
    pub fn sight(&self, from: Square, to: Square) -> Sight {
        sight::sight(&self.scenario, &self.occupied(), from, to)
    }

    /// How much terrain hides one square from another.
    pub fn cover(&self, shooter: Square, target: Square) -> Cover {
        sight::cover(&self.scenario, shooter, target)
    }

    /// The squares where a movement of a unit can end, by cost: the first entry is its own square.
    pub fn reach(&self, unit: UnitId, steps: u8) -> Vec<Vec<Square>> {
        let unit = self.scenario.unit(unit);
        let Some((unit, from)) = unit.and_then(|unit| Some((unit, self.square(unit)?))) else {
            return Vec::new();
        };
        let occupied = self.occupied_without(unit);
        let layers = self.scenario.ground().layers(from, steps);
        layers.map(|(_, layer)| (layer & !occupied).iter().collect()).collect()
    }

    /// The enemies that a unit could shoot from a square.
    pub fn targets(&self, unit: UnitId, from: Square) -> Vec<UnitId> {
        let mut targets = Vec::new();
        if let Some(unit) = self.scenario.unit(unit) {
            let occupied = self.occupied_without(unit);
            let aimed = Targets::of(self, unit.seat());
            aimed.each_shot(self, from, &occupied, |target| targets.push(target.id()));
        }
        targets
    }

    /// What a shot of a unit would come to, from where it stands or from where it would move.
    /// None where one of the two is not on the board, or they are on one side.
    pub fn shot_preview(
        &self,
        shooter: UnitId,
        to: Option<Square>,
        target: UnitId,
    ) -> Option<ShotPreview> {
        let (shooter, target) = (self.scenario.unit(shooter)?, self.scenario.unit(target)?);
        let from = to.or(self.square(shooter))?;
        self.square(target)?;
        (shooter.seat() != target.seat())
            .then(|| self.preview_shot(shooter, from, to.is_some(), target))
    }

    /// The odds of a shot as the dice fall, without rerolls and without the danger to friends: what a bot
    /// asks about many shots at once.
    pub fn plain_shot(
        &self,
        shooter: UnitId,
        to: Option<Square>,
        target: UnitId,
    ) -> Option<ShotOdds> {
        let (shooter, target) = (self.scenario.unit(shooter)?, self.scenario.unit(target)?);
        let from = to.or(self.square(shooter))?;
        self.square(target)?;
        let (terms, _) = self.shot_terms(shooter.seat(), from, to.is_some(), target);
        Some(odds::shot_odds(&terms, self.hit_effect(target), false, [Die::Falls; 2]))
    }

    pub(crate) fn preview_shot(
        &self,
        shooter: Unit,
        from: Square,
        moved: bool,
        target: Unit,
    ) -> ShotPreview {
        let (terms, in_cover) = self.shot_terms(shooter.seat(), from, moved, target);
        let (own, enemy) = (self.stats(shooter.seat()), self.stats(target.seat()));
        let endangered =
            self.square(target).map_or(0, |square| self.endangered(shooter, square).count() as u8);
        let hit = self.hit_effect(target);
        let odds = odds::shot_odds(&terms, hit, endangered > 0, [Die::Falls; 2]);
        let rerolls = self.rerolls(shooter.seat(), RollKind::Ranged);
        ShotPreview {
            needed: terms.needed(),
            aq: own.aq,
            stationary: terms.attack - own.aq,
            defense: enemy.defense,
            cover: terms.defense - enemy.defense,
            in_cover,
            endangered,
            odds,
            best: match rerolls.is_none() {
                true => odds,
                false => odds::best_shot_odds(&terms, hit, endangered > 0, rerolls),
            },
        }
    }

    /// How a fight between two units would end: without any reroll, and where both sides make the
    /// best of theirs. None where one of them is not on the board.
    pub fn melee_preview(&self, attacker: UnitId, target: UnitId) -> Option<MeleePreview> {
        let (attacker, target) = (self.scenario.unit(attacker)?, self.scenario.unit(target)?);
        self.square(attacker).and(self.square(target))?;
        if self.is_down(target) {
            return Some(MeleePreview { odds: MeleeOdds::CERTAIN, best: MeleeOdds::CERTAIN });
        }
        let terms = self.melee_terms(attacker.seat(), target.seat());
        let own = self.rerolls(attacker.seat(), RollKind::MeleeAttack);
        let enemy = self.rerolls(target.seat(), RollKind::MeleeDefense);
        Some(MeleePreview {
            odds: odds::melee_odds(terms, Die::Falls, Die::Falls),
            best: odds::best_melee_odds(terms, own, enemy),
        })
    }

    /// The squares that a unit could shoot at now, and those of them where a unit would be in cover
    /// from it.
    pub(crate) fn eyes(&self, unit: Unit) -> (Area, Area) {
        let Some(from) = self.square(unit) else {
            return (Area::NONE, Area::NONE);
        };
        let range = self.stats(unit.seat()).range;
        let occupied = self.occupied();
        let near = Area::around(from, range) & *self.scenario.open(from) & !Area::only(from);
        let sees: Area = near
            .iter()
            .filter(|square| sight::is_clear(&self.scenario, &occupied, from, *square))
            .collect();
        let covered =
            sees.iter().filter(|square| sight::is_in_cover(&self.scenario, from, *square));
        (sees, covered.collect())
    }

    /// The squares that a unit could shoot at in its next activation: those within range and sight
    /// of any square that half a Move reaches. A random Move counts at its most.
    pub fn threat(&self, unit: UnitId) -> Area {
        match self.scenario.unit(unit) {
            Some(unit) => self.threat_of(unit),
            None => Area::NONE,
        }
    }

    pub(crate) fn threat_of(&self, unit: Unit) -> Area {
        let Some(at) = self.square(unit) else {
            return Area::NONE;
        };
        let stats = self.stats(unit.seat());
        let occupied = self.occupied_without(unit);
        let mut threat = Area::NONE;
        let ends = self.scenario.ground().within(at, half(self.most_steps(unit.seat())));
        for from in (ends & !occupied).iter() {
            let near = Area::around(from, stats.range) & *self.scenario.open(from) & !threat;
            for square in near.iter().filter(|square| *square != from) {
                if sight::is_clear(&self.scenario, &occupied, from, square) {
                    threat.insert(square);
                }
            }
        }
        threat
    }

    /// The most steps of a whole Move.
    pub(crate) fn most_steps(&self, seat: Seat) -> u8 {
        let stats = self.stats(seat);
        match stats.movement {
            Movement::Fixed(steps) => steps,
            Movement::Die => 6 + stats.move_bonus,
        }
    }

    /// Whether an action of the side to act would be allowed, and why not.
    pub(crate) fn refusal(&self, unit: Unit, action: Action) -> Option<crate::Rejection> {
        let command = crate::command::Command::Act { unit: unit.id(), action };
        self.plan(unit.seat().into(), &command).err()
    }

    /// The enemies of a side.
    pub(crate) fn enemies(&self, seat: Seat) -> impl Iterator<Item = Unit> {
        self.present(other(seat)).iter()
    }
}

/// A roll that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenQuestion {
    /// Who is asked.
    pub seat: Seat,
    /// The number of the roll.
    pub roll: u32,
    /// Whether only the choice between the old and the new value is left.
    pub choosing: bool,
}

impl Crossfire {
    /// The roll that waits for an answer.
    pub fn question(&self) -> Option<OpenQuestion> {
        let open = self.open.as_ref()?;
        Some(OpenQuestion { seat: open.asked, roll: open.number, choosing: open.choice.is_some() })
    }

    /// Where a side has placed its units while the deployment goes on; nothing after it.
    pub fn placed(&self, seat: Seat) -> impl Iterator<Item = Square> {
        let placed = match self.phase {
            Phase::Deployment { placed } => placed.get(seat.index()).copied().flatten(),
            _ => None,
        };
        placed.into_iter().flatten().flatten()
    }

    /// The random movement that was declared and is still to be made.
    pub fn declaration(&self) -> Option<crate::Declaration> {
        let declared = self.declared()?;
        Some(crate::Declaration { unit: declared.unit.id(), action: declared.action })
    }
}
