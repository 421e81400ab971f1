//! What one viewer may know, and what a screen needs to draw and to explain.
//!
//! Everything lies open but the deployment. What the side to act could do is worked out for it
//! alone; what every unit sees, hides from and threatens is for all.

use std::sync::Arc;

use schemars::JsonSchema;
use senet_kernel::{Cast, Outcome, Rng, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use crate::board::{Area, Position, Square};
use crate::check::rows_of;
use crate::command::{Action, Command, DeclaredAction, Placement, Source};
use crate::data::RollKind;
use crate::odds::{self, Die, MeleeOdds, ShotOdds};
use crate::queries::{MeleePreview, ShotPreview};
use crate::reach::half;
use crate::reference;
use crate::rejection::Rejection;
use crate::rounds::{placements, winner};
use crate::scenario::Scenario;
use crate::sight::{Cover, Sight};
use crate::state::{
    Activation, Crossfire, Declared, End, Melee, OldDie, Open, OpenRoll, Options, Phase, Placed,
    Shot,
};
use crate::unit::{MOST_UNITS, SIDES, Unit, UnitId, UnitSet};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BattleView")]
pub struct View {
    /// What stays the same all battle: factions, mission, optional rules, terrain.
    pub scenario: Arc<Scenario>,
    /// The round, from 1; 0 before the first.
    pub round: u8,
    /// What gives points in this mission, in words.
    pub mission_line: String,
    /// The optional rules in force, in words.
    pub effects: Vec<Effect>,
    /// The points of both sides as of the last scoring.
    pub score: [u16; 2],
    /// The points of both sides if the round ended now.
    pub score_now: [u16; 2],
    /// What is going on.
    pub phase: PhaseView,
    /// The sides that are to act.
    pub to_act: SeatSet,
    /// Every unit of both rosters: the first side's by number, then the second's.
    pub units: Vec<UnitView>,
    /// The roll that lies open.
    pub question: Option<Question>,
    /// What the optional rules remember; nothing where they are off.
    pub options: Options,
    /// How many rolls were made so far.
    pub rolls: u32,
    /// Whether the last command was a move or a hold, which may be taken back.
    pub harmless: bool,
    /// What the viewer's units could do now; empty unless the viewer is to move or act.
    pub choices: Vec<UnitChoices>,
    /// The different shots that the choices name by their place in this list.
    pub shots: Vec<ShotPreview>,
    /// How a fight of the viewer's units against a standing enemy would end.
    pub melee: Option<MeleePreview>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

/// An optional rule in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Effect {
    /// What kind of rule it is.
    pub kind: EffectKind,
    /// The side that it belongs to; none is both.
    pub seat: Option<Seat>,
    /// What it is called.
    pub name: String,
    /// What it does.
    pub line: String,
}

/// The kinds of optional rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// A commander's trait.
    Trait,
    /// The battle event.
    Event,
    /// A winner's advantage.
    Advantage,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitView {
    /// Who.
    pub id: UnitId,
    /// Whose.
    pub seat: Seat,
    /// Where; none before the deployment is revealed and once it is destroyed.
    pub square: Option<Square>,
    /// How it is.
    pub state: UnitState,
    /// Whether it has had its activation in this round.
    pub acted: bool,
    /// Whether it may act now.
    pub ready: bool,
    /// What it sees and threatens; none unless it is on the board and stands.
    pub eyes: Option<Eyes>,
}

/// How a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitState {
    /// Not yet on the board.
    Waiting,
    /// On the board and not Down.
    Standing,
    /// On the board; cannot act.
    Down,
    /// Off the board for good.
    Destroyed,
}

/// What a unit sees and threatens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Eyes {
    /// The squares within its range and sight now.
    pub sees: Area,
    /// Those of them where a unit would be in cover from it.
    pub covered: Area,
    /// The squares that it could shoot at in its next activation, after half a Move at most.
    pub threat: Area,
}

/// What is going on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "PhaseView", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum PhaseView {
    /// Both sides place their units, hidden from each other.
    Deployment {
        /// Which sides have.
        placed: [bool; 2],
        /// The viewer's own placement.
        own: Option<Vec<Placement>>,
        /// A placement that the viewer's side could take.
        suggestion: Option<Vec<Placement>>,
    },
    /// The holder of Quick Start moves.
    QuickStart {
        /// The holder.
        seat: Seat,
        /// How many units may move.
        units: u8,
        /// Those that have.
        moved: Vec<UnitId>,
        /// The random movement that was declared.
        declared: Option<DeclaredView>,
    },
    /// The initiative dice.
    Initiative {
        /// Whose die is next.
        next: Option<Seat>,
        /// The dice that lie.
        dice: [Option<u8>; 2],
        /// Whether equal dice are rolled again.
        redraw: bool,
    },
    /// The winner of the initiative decides who acts first.
    Order {
        /// Who won.
        winner: Seat,
        /// The dice.
        dice: [u8; 2],
    },
    /// Units act.
    Activation {
        /// Who acted first in this round.
        first: Seat,
        /// Whose units act.
        turn: Seat,
        /// How many more of them in this batch.
        slots: u8,
        /// How often each side has acted in this round.
        used: [u8; 2],
        /// How often each side may.
        cap: u8,
        /// The unit that was helped up and may act at once.
        aided: Option<UnitId>,
        /// The random movement that was declared.
        declared: Option<DeclaredView>,
    },
    /// The event Revive: a side may stand a unit up.
    RoundEnd {
        /// Who acted first in this round.
        first: Seat,
        /// Who is asked.
        asked: Seat,
        /// Whom it could stand up.
        down: Vec<UnitId>,
    },
    /// It is over.
    Over {
        /// How.
        end: End,
    },
}

senet_kernel::tagged!(PhaseView, "type");

/// A random movement that was declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeclaredView {
    /// Who.
    pub unit: UnitId,
    /// What for.
    pub action: DeclaredAction,
    /// How the die fell.
    pub die: u8,
    /// How many steps that is.
    pub steps: u8,
}

/// A roll that lies open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// Who is asked.
    pub seat: Seat,
    /// The number of the roll.
    pub roll: u32,
    /// What kind of roll it is.
    pub kind: RollKind,
    /// The dice of the roll as they lie.
    pub dice: Vec<u8>,
    /// What the roll is of.
    pub subject: Subject,
    /// What allows a reroll.
    pub sources: Vec<Source>,
    /// After a reroll whose owner chooses: which die, and what it showed before.
    pub choice: Option<Choice>,
    /// What each answer leads to, where the rules can know: keeping all, then rerolling each die by
    /// each source. While a value is to be chosen: the new one, then the old one.
    pub outlook: Vec<Outlook>,
}

/// A rerolled die of which one value is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// Which die, from 1.
    pub die: u8,
    /// What it showed before.
    pub old: u8,
    /// What it shows now.
    pub new: u8,
}

/// What an answer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outlook {
    /// The die that would be rerolled or would show its old value; none where all stay.
    pub die: Option<u8>,
    /// What would allow the reroll; none where nothing is rerolled.
    pub source: Option<Source>,
    /// The ends of a shot. Whoever may choose between the old and the new value takes the better.
    pub shot: Option<ShotOdds>,
    /// The ends of a fight, for the attacker. Whoever may choose takes the higher value, also the
    /// defender whose faction rerolls after the attacker.
    pub melee: Option<MeleeOdds>,
}

/// What a roll is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Subject", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum Subject {
    /// Who acts first.
    Initiative,
    /// How far a unit moves.
    Movement,
    /// A shot.
    Shot {
        /// Who.
        shooter: UnitId,
        /// At whom.
        target: UnitId,
        /// Whether the shooter moved before.
        moved: bool,
        /// The dice.
        dice: [u8; 2],
    },
    /// A fight.
    Melee {
        /// Who attacked.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// The attacker's and the defender's die.
        dice: [u8; 2],
        /// Whether the defender is asked.
        defending: bool,
    },
}

senet_kernel::tagged!(Subject, "type");

/// What a unit could do now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitChoices {
    /// Who.
    pub unit: UnitId,
    /// The steps of a whole Move; of a random one that is not rolled yet, the most.
    pub whole: u8,
    /// The steps before an attack or First Aid.
    pub half: u8,
    /// Whether the Move is random and must be declared and rolled first.
    pub must_roll: bool,
    /// Where a movement can end, by its cost; the first entry is where the unit stands.
    pub reach: Vec<Vec<Square>>,
    /// The shots that are open.
    pub shots: Vec<ShotChoice>,
    /// The fights that are open.
    pub melee: Vec<TargetChoice>,
    /// The help that is open.
    pub aid: Vec<TargetChoice>,
    /// Every enemy as it is seen from where the unit stands.
    pub targets: Vec<TargetView>,
}

/// A shot that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShotChoice {
    /// From where; none is where the unit stands.
    pub to: Option<Square>,
    /// At whom.
    pub target: UnitId,
    /// Its place in the list of shots.
    pub shot: u16,
}

/// A unit that can be fought or helped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TargetChoice {
    /// From where; none is where the unit stands.
    pub to: Option<Square>,
    /// Whom.
    pub target: UnitId,
}

/// An enemy as a unit sees it from where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TargetView {
    /// Who.
    pub target: UnitId,
    /// How far away.
    pub distance: u8,
    /// The line to it.
    pub sight: Sight,
    /// What hides it.
    pub cover: Cover,
    /// Why it cannot be shot from here; none where it can.
    pub refusal: Option<Rejection>,
}

impl View {
    pub(crate) fn new(game: &Crossfire, viewer: Viewer) -> View {
        let mut view = View {
            scenario: Arc::clone(&game.scenario),
            round: game.round,
            mission_line: reference::mission_line(&game.scenario.mission),
            effects: effects(&game.scenario),
            score: game.score,
            score_now: if game.end().is_some() { game.score } else { game.score_now() },
            phase: PhaseView::new(game, viewer),
            to_act: senet_kernel::Game::to_act(game),
            units: game.everyone_viewed(),
            question: game.open.as_ref().map(|open| Question::new(game, open)),
            options: game.options,
            rolls: game.rolls,
            harmless: game.harmless,
            choices: Vec::new(),
            shots: Vec::new(),
            melee: None,
            outcome: senet_kernel::Game::outcome(game),
            cast: Cast::default(),
        };
        if let Some(seat) = viewer.seat()
            && view.to_act.contains(seat)
        {
            view.add_choices(game, seat);
        }
        view
    }

    fn add_choices(&mut self, game: &Crossfire, seat: Seat) {
        self.choices = game.movers(seat).iter().map(|unit| UnitChoices::new(game, unit)).collect();
        let enemy = game.enemies(seat).find(|enemy| !game.is_down(*enemy));
        let own = self.choices.first().map(|choices| choices.unit);
        self.melee = own.zip(enemy).and_then(|(own, enemy)| game.melee_preview(own, enemy.id()));
        if own.is_some() {
            self.add_deeds(game, seat);
        }
    }

    /// Sorts the attacks and the help that the rules list by unit.
    fn add_deeds(&mut self, game: &Crossfire, seat: Seat) {
        let mut commands = Vec::new();
        game.list(seat, &mut |command| commands.push(command));
        let square = |to: Option<Position>| to.and_then(Position::square);
        for command in commands {
            let Command::Act { unit, action } = command else { continue };
            let choices = self.choices.iter_mut().find(|choices| choices.unit == unit);
            let Some(choices) = choices else { continue };
            match action {
                Action::Shoot { to, target } => {
                    let to = square(to);
                    if let Some(preview) = game.shot_preview(unit, to, target) {
                        let shot = place_of(&mut self.shots, preview);
                        choices.shots.push(ShotChoice { to, target, shot });
                    }
                }
                Action::Melee { to, target } => {
                    choices.melee.push(TargetChoice { to: square(to), target });
                }
                Action::FirstAid { to, target } => {
                    choices.aid.push(TargetChoice { to: square(to), target });
                }
                Action::Move { .. } | Action::Hold {} | Action::End { .. } => {}
            }
        }
    }

    /// The unit of this name.
    pub fn unit(&self, id: UnitId) -> Option<&UnitView> {
        self.units.iter().find(|unit| unit.id == id)
    }

    /// A battle that the viewer cannot tell from the true one: a hidden placement is any that the
    /// rules allow.
    pub(crate) fn guess(&self, _viewer: Viewer, rng: &mut Rng) -> Crossfire {
        let mut game = Crossfire::start(Arc::clone(&self.scenario));
        game.round = self.round;
        game.score = self.score;
        game.rolls = self.rolls;
        game.options = self.options;
        game.harmless = self.harmless;
        for view in &self.units {
            let Some(unit) = self.scenario.unit(view.id) else { continue };
            game.squares[unit.index()] = view.square;
            match view.state {
                UnitState::Down => game.down.insert(unit),
                UnitState::Destroyed => game.destroyed.insert(unit),
                UnitState::Waiting | UnitState::Standing => {}
            }
            if view.acted {
                game.acted.insert(unit);
            }
        }
        game.phase = self.phase.guess(&game, rng);
        game.open = self.question.as_ref().map(|question| question.guess(&self.scenario));
        game
    }
}

impl UnitChoices {
    /// Where a unit can go and what it sees; what it can do is sorted in afterwards.
    fn new(game: &Crossfire, unit: Unit) -> UnitChoices {
        let (id, seat) = (unit.id(), unit.seat());
        let (declared, fixed) = (game.declared(), game.steps(seat));
        let (whole, half) = match (declared, fixed) {
            (Some(declared), _) => {
                let steps = game.declared_steps(declared);
                match declared.action {
                    DeclaredAction::Move | DeclaredAction::QuickStart => (steps, 0),
                    DeclaredAction::Attack | DeclaredAction::FirstAid => (steps, steps),
                }
            }
            (None, Some(steps)) => steps,
            (None, None) => (game.most_steps(seat), half(game.most_steps(seat))),
        };
        let targets = game.enemies(seat).filter_map(|enemy| TargetView::new(game, unit, enemy));
        UnitChoices {
            unit: id,
            whole,
            half,
            must_roll: fixed.is_none() && declared.is_none(),
            reach: game.reach(id, whole),
            shots: Vec::new(),
            melee: Vec::new(),
            aid: Vec::new(),
            targets: targets.collect(),
        }
    }
}

/// The optional rules in force.
fn effects(scenario: &Scenario) -> Vec<Effect> {
    let traits =
        SIDES.into_iter().zip(scenario.traits.iter().flatten()).map(|(seat, own)| Effect {
            kind: EffectKind::Trait,
            seat: Some(seat),
            name: own.name.clone(),
            line: reference::trait_line(own),
        });
    let event = scenario.event.iter().map(|event| Effect {
        kind: EffectKind::Event,
        seat: None,
        name: event.name.clone(),
        line: reference::event_line(event),
    });
    let advantage = scenario.advantage.iter().map(|held| Effect {
        kind: EffectKind::Advantage,
        seat: Some(held.seat),
        name: held.advantage.name.clone(),
        line: reference::advantage_line(&held.advantage),
    });
    traits.chain(event).chain(advantage).collect()
}

/// Where a preview stands in the list of shots; most of them are alike.
fn place_of(shots: &mut Vec<ShotPreview>, preview: ShotPreview) -> u16 {
    let known = shots.iter().position(|shot| *shot == preview);
    let place = known.unwrap_or_else(|| {
        shots.push(preview);
        shots.len() - 1
    });
    place as u16
}

impl Crossfire {
    /// The units that could be chosen now by a side that is to act.
    fn movers(&self, seat: Seat) -> UnitSet {
        if self.open.is_some() {
            return UnitSet::NONE;
        }
        if let Some(declared) = self.declared() {
            return UnitSet::from_iter([declared.unit]);
        }
        match self.phase {
            Phase::QuickStart { moved, .. } => self.standing(seat).without(moved),
            Phase::Activation(Activation { aided: Some(aided), .. }) => UnitSet::from_iter([aided]),
            Phase::Activation(_) => self.eligible(seat),
            _ => UnitSet::NONE,
        }
    }

    fn everyone_viewed(&self) -> Vec<UnitView> {
        let acting = senet_kernel::Game::to_act(self);
        let ready: UnitSet = SIDES
            .into_iter()
            .filter(|seat| acting.contains(*seat))
            .flat_map(|seat| self.movers(seat).iter())
            .collect();
        let units = SIDES.into_iter().flat_map(|seat| self.scenario.roster(seat).iter());
        units
            .map(|unit| UnitView {
                id: unit.id(),
                seat: unit.seat(),
                square: self.square(unit),
                state: self.state_of(unit),
                acted: self.acted.contains(unit),
                ready: ready.contains(unit),
                eyes: self.eyes_of(unit),
            })
            .collect()
    }

    fn state_of(&self, unit: Unit) -> UnitState {
        if self.destroyed.contains(unit) {
            UnitState::Destroyed
        } else if self.square(unit).is_none() {
            UnitState::Waiting
        } else if self.is_down(unit) {
            UnitState::Down
        } else {
            UnitState::Standing
        }
    }

    fn eyes_of(&self, unit: Unit) -> Option<Eyes> {
        self.square(unit).filter(|_| !self.is_down(unit) && self.end().is_none())?;
        let (sees, covered) = self.eyes(unit);
        Some(Eyes { sees, covered, threat: self.threat_of(unit) })
    }

    fn declared_view(&self, declared: Declared) -> DeclaredView {
        let Declared { unit, action, die } = declared;
        DeclaredView { unit: unit.id(), action, die, steps: self.declared_steps(declared) }
    }
}

impl TargetView {
    fn new(game: &Crossfire, unit: Unit, enemy: Unit) -> Option<TargetView> {
        let (from, to) = (game.square(unit)?, game.square(enemy)?);
        let target = enemy.id();
        Some(TargetView {
            target,
            distance: from.distance(to),
            sight: game.sight(from, to),
            cover: game.cover(from, to),
            refusal: game.refusal(unit, Action::Shoot { to: None, target }),
        })
    }
}

impl PhaseView {
    fn new(game: &Crossfire, viewer: Viewer) -> PhaseView {
        match game.phase {
            Phase::Deployment { placed } => {
                let seat = viewer.seat().filter(|seat| seat.index() < 2);
                let own = seat.and_then(|seat| Some((seat, placed[seat.index()]?)));
                PhaseView::Deployment {
                    placed: placed.map(|placed| placed.is_some()),
                    own: own.map(|(seat, units)| placements(seat, &units)),
                    suggestion: seat.map(|seat| game.fixed_deployment(seat).into()),
                }
            }
            Phase::QuickStart { moved, declared } => {
                let seat = game.scenario.advantage.as_ref().map_or(Seat::FIRST, |held| held.seat);
                PhaseView::QuickStart {
                    seat,
                    units: game.quick_start_units(seat),
                    moved: moved.iter().map(Unit::id).collect(),
                    declared: declared.map(|declared| game.declared_view(declared)),
                }
            }
            Phase::Initiative { dice, redraw } => {
                let waits = dice.iter().any(Option::is_none) && game.open.is_none();
                let next = waits.then(|| game.next_initiative(dice));
                PhaseView::Initiative { next, dice, redraw }
            }
            Phase::Order { dice } => PhaseView::Order { winner: winner(dice), dice },
            Phase::Activation(activation) => {
                let Activation { first, turn, slots, used, aided, declared } = activation;
                PhaseView::Activation {
                    first,
                    turn,
                    slots,
                    used,
                    cap: game.scenario.rules.activation_cap,
                    aided: aided.map(Unit::id),
                    declared: declared.map(|declared| game.declared_view(declared)),
                }
            }
            Phase::Revive { first, asked } => PhaseView::RoundEnd {
                first,
                asked,
                down: game.down_units(asked).iter().map(Unit::id).collect(),
            },
            Phase::Over(end) => PhaseView::Over { end },
        }
    }

    fn guess(&self, game: &Crossfire, rng: &mut Rng) -> Phase {
        let unit = |id: &UnitId| game.scenario.unit(*id);
        let declared = |view: &Option<DeclaredView>| {
            let view = view.as_ref()?;
            let unit = unit(&view.unit)?;
            Some(Declared { unit, action: view.action, die: view.die })
        };
        match self {
            PhaseView::Deployment { placed, own, .. } => {
                let placed = [0, 1].map(|side| {
                    let seat = SIDES[side];
                    let known = own.as_ref().and_then(|own| known_placement(game, seat, own));
                    placed[side].then(|| known.unwrap_or_else(|| any_placement(game, seat, rng)))
                });
                Phase::Deployment { placed }
            }
            PhaseView::QuickStart { moved, declared: view, .. } => Phase::QuickStart {
                moved: moved.iter().filter_map(unit).collect(),
                declared: declared(view),
            },
            PhaseView::Initiative { dice, redraw, .. } => {
                Phase::Initiative { dice: *dice, redraw: *redraw }
            }
            PhaseView::Order { dice, .. } => Phase::Order { dice: *dice },
            PhaseView::Activation { first, turn, slots, used, aided, declared: view, .. } => {
                Phase::Activation(Activation {
                    first: *first,
                    turn: *turn,
                    slots: *slots,
                    used: *used,
                    aided: aided.as_ref().and_then(unit),
                    declared: declared(view),
                })
            }
            PhaseView::RoundEnd { first, asked, .. } => {
                Phase::Revive { first: *first, asked: *asked }
            }
            PhaseView::Over { end } => Phase::Over(*end),
        }
    }
}

impl Question {
    fn new(game: &Crossfire, open: &Open) -> Question {
        let dice: Vec<u8> =
            (1..=Crossfire::dice_of(open)).map(|die| game.lying(open, die)).collect();
        let choice = open.choice.map(|OldDie { die, old }| {
            let new = game.lying(open, die);
            Choice { die, old, new }
        });
        Question {
            seat: open.asked,
            roll: open.number,
            kind: game.kind(open),
            dice,
            subject: Subject::new(open.roll),
            sources: game.sources(open).filter(|_| choice.is_none()).collect(),
            choice,
            outlook: outlook(game, open),
        }
    }

    fn guess(&self, scenario: &Scenario) -> Open {
        Open {
            number: self.roll,
            asked: self.seat,
            roll: self.subject.guess(scenario),
            choice: self.choice.map(|Choice { die, old, .. }| OldDie { die, old }),
        }
    }
}

impl Subject {
    fn new(roll: OpenRoll) -> Subject {
        match roll {
            OpenRoll::Initiative => Subject::Initiative,
            OpenRoll::Movement => Subject::Movement,
            OpenRoll::Shot(Shot { shooter, target, moved, dice }) => {
                Subject::Shot { shooter: shooter.id(), target: target.id(), moved, dice }
            }
            OpenRoll::Melee(Melee { attacker, target, dice, defending }) => {
                Subject::Melee { attacker: attacker.id(), target: target.id(), dice, defending }
            }
        }
    }

    fn guess(&self, scenario: &Scenario) -> OpenRoll {
        let unit = |id: UnitId| {
            scenario.unit(id).expect("a view names units of the rosters that it holds")
        };
        match *self {
            Subject::Initiative => OpenRoll::Initiative,
            Subject::Movement => OpenRoll::Movement,
            Subject::Shot { shooter, target, moved, dice } => {
                OpenRoll::Shot(Shot { shooter: unit(shooter), target: unit(target), moved, dice })
            }
            Subject::Melee { attacker, target, dice, defending } => OpenRoll::Melee(Melee {
                attacker: unit(attacker),
                target: unit(target),
                dice,
                defending,
            }),
        }
    }
}

/// What each answer leads to.
fn outlook(game: &Crossfire, open: &Open) -> Vec<Outlook> {
    let odds = |die, source, again| match open.roll {
        OpenRoll::Initiative | OpenRoll::Movement => None,
        OpenRoll::Shot(shot) => {
            let shot = shot_outlook(game, shot, die, again)?;
            Some(Outlook { die, source, shot: Some(shot), melee: None })
        }
        OpenRoll::Melee(melee) => {
            let melee = Some(melee_outlook(game, melee, again));
            Some(Outlook { die, source, shot: None, melee })
        }
    };
    let kept = odds(None, None, None);
    if let Some(OldDie { die, old }) = open.choice {
        let old = odds(Some(die), None, Some(Die::Lies(old)));
        return kept.into_iter().chain(old).collect();
    }
    let rerolls = game.sources(open).flat_map(|source| {
        (1..=Crossfire::dice_of(open)).filter_map(move |die| {
            let again = game.falls_again(open, die, source);
            odds(Some(die), Some(source), Some(again))
        })
    });
    kept.into_iter().chain(rerolls).collect()
}

/// The ends of a shot if one of its dice is another.
fn shot_outlook(
    game: &Crossfire,
    shot: Shot,
    die: Option<u8>,
    again: Option<Die>,
) -> Option<ShotOdds> {
    let Shot { shooter, target, moved, dice } = shot;
    let (terms, _) = game.shot_terms(shooter.seat(), game.square(shooter)?, moved, target);
    let friends = game.endangered(shooter, game.square(target)?).next().is_some();
    let mut dice = dice.map(Die::Lies);
    if let (Some(die), Some(again)) = (die, again) {
        *dice.get_mut(usize::from(die).checked_sub(1)?)? = again;
    }
    Some(odds::shot_odds(&terms, game.hit_effect(target), friends, dice))
}

/// The ends of a fight if the die of the side that is asked is another. The defender answers after the
/// attacker, as best it can.
fn melee_outlook(game: &Crossfire, melee: Melee, again: Option<Die>) -> MeleeOdds {
    let Melee { attacker, target, dice: [a, b], defending } = melee;
    let terms = game.melee_terms(attacker.seat(), target.seat());
    if defending {
        return odds::melee_odds(terms, Die::Lies(a), again.unwrap_or(Die::Lies(b)));
    }
    let answers = game.rerolls(target.seat(), RollKind::MeleeDefense);
    odds::answered_melee_odds(terms, again.unwrap_or(Die::Lies(a)), b, answers)
}

/// A placement of this side as a view shows it; none where it is the other side's.
fn known_placement(game: &Crossfire, seat: Seat, own: &[Placement]) -> Option<Placed> {
    let mut placed: Placed = [None; MOST_UNITS as usize];
    for placement in own {
        let unit = game.scenario.unit(placement.unit).filter(|unit| unit.seat() == seat)?;
        placed[usize::from(unit.number()) - 1] = placement.square.square();
    }
    Some(placed)
}

/// Some placement that the rules allow.
fn any_placement(game: &Crossfire, seat: Seat, rng: &mut Rng) -> Placed {
    let mut squares: Vec<Square> = game.scenario.home(seat).iter().collect();
    let roster = usize::from(game.stats(seat).roster);
    loop {
        rng.shuffle(&mut squares);
        let mut placed: Placed = [None; MOST_UNITS as usize];
        for (slot, square) in placed.iter_mut().zip(squares.iter().take(roster)) {
            *slot = Some(*square);
        }
        if rows_of(&placed) >= game.scenario.rules.min_distinct_rows {
            return placed;
        }
    }
}
