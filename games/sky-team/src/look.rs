//! How a view is made from a game.

use std::cmp::Ordering;

use senet_kernel::Viewer;

use crate::ability::Ability;
use crate::board::{Board, Laid, Phase, SkyTeam};
use crate::config::EqualSpeed;
use crate::crew::{Crew, Pair};
use crate::landing::End;
use crate::policy::BrakeTest;
use crate::reroll::token_at;
use crate::round::{altitude, first};
use crate::scenario::{Fuel, TOKENS, Title, Weather, scenarios, turn_bit};
use crate::space::{Module, Space};
use crate::switches;
use crate::view::{
    AbilityView, AltitudeView, Banner, BrakesView, EndView, HandView, IceSpace, IceStepView,
    ModuleView, ScenarioView, SegmentView, SpaceView, SpeedView, Talk, View, WindView,
};

impl SkyTeam {
    pub(crate) fn look(&self, viewer: Viewer) -> View {
        let board = &self.board;
        let you = Crew::looking(viewer);
        let acting = self.eyes(viewer).find(|crew| self.stock(*crew).is_ok());
        let others = self.eyes(viewer).flat_map(|crew| self.others(crew));
        let sees_extra = Crew::Copilot.is_seen_by(viewer, board.options.solo);
        let mut view = View {
            cast: senet_kernel::Cast::default(),
            you,
            solo: board.options.solo,
            scenario: board.scenario_view(),
            round: board.round,
            rounds: board.rounds(),
            altitude: board.altitude(),
            final_round: board.is_final(),
            altitudes: board.altitude_views(),
            phase: board.phase,
            first: board.first(),
            turn: board.placing(),
            to_act: self.may_act(),
            banner: board.banner(),
            hands: Pair::of(|crew| self.hand_view(crew, viewer)),
            extra_die: self.hidden.sync.filter(|_| sees_extra),
            approach: board.segment_views(),
            supply: TOKENS.saturating_sub(board.approach.total()),
            modules: board.module_views(),
            axis: board.axis.position,
            speed: board.speed_view(),
            wind: board.wind_view(),
            brakes: board.brakes_view(),
            ice_brakes: board.course.ice_brakes.then(|| board.ice_views()),
            coffee: board.coffee,
            rerolls: board.rerolls.held,
            kerosene: (board.course.fuel != Fuel::None).then_some(board.kerosene),
            intern: board.intern.map(|intern| intern.left().to_vec()),
            abilities: board.ability_views(),
            choices: acting.map_or_else(Vec::new, |crew| self.choices(crew)),
            blocked: acting.map_or_else(Vec::new, |crew| self.blocked(crew)),
            others: others.collect(),
            checklist: board.checklist(),
            history: board.log.list().to_vec(),
            safe_mode: board.options.safe_mode,
            end: board.end.map(|end| EndView {
                end,
                outcome: end.outcome(),
                score: match end {
                    End::Won => board.course.difficulty.score(),
                    End::Lost { .. } => -1,
                },
            }),
            board: board.clone(),
        };
        view.put_into_words();
        view
    }

    /// The crew whose choices the viewer sees: the own, or the own first and then the other's for
    /// somebody who plays alone.
    fn eyes(&self, viewer: Viewer) -> impl Iterator<Item = Crew> {
        let you = Crew::looking(viewer);
        let both = you.filter(|_| self.board.options.solo).map(Crew::other);
        you.into_iter().chain(both)
    }

    fn hand_view(&self, crew: Crew, viewer: Viewer) -> HandView {
        let board = &self.board;
        let hand = self.hidden.hands[crew];
        // Nothing is hidden any more once it is over.
        let seen = crew.is_seen_by(viewer, board.options.solo) || board.phase == Phase::Over;
        let empty = board.empty_mandatory(crew);
        let placing = !matches!(board.phase, Phase::Briefing | Phase::Over);
        let must_fill: Vec<Module> = match placing && board.policy().mandatory {
            true => empty.iter().map(Space::module).collect(),
            false => Vec::new(),
        };
        HandView {
            left: hand.len(),
            dice: seen.then_some(hand),
            chosen: self.hidden.sealed[crew].filter(|_| seen),
            answered: board.answered[crew],
            pressed: !must_fill.is_empty() && usize::from(hand.len()) <= must_fill.len(),
            must_fill,
        }
    }
}

impl Board {
    fn altitude_views(&self) -> Vec<AltitudeView> {
        let rule = self.policy().rerolls;
        let view = |round| AltitudeView {
            round,
            altitude: altitude(&self.course, round),
            first: first(&self.course, round),
            reroll: token_at(rule, &self.course, round),
            here: round == self.round,
        };
        (1..=self.rounds()).map(view).collect()
    }

    fn wind_view(&self) -> Option<WindView> {
        let windy = self.course.weather != Weather::Calm;
        windy.then(|| WindView { position: self.wind, adds: self.wind_modifier() })
    }

    /// All eight spaces of the ice brakes; dice lie only on those of the next step.
    fn ice_views(&self) -> Vec<IceStepView> {
        let space = |step: u8, slot: u8| {
            let lies = Module::IceBrakes.space(slot).is_some_and(|space| self.filled.has(space));
            match step.cmp(&self.ice) {
                Ordering::Less => IceSpace::Done,
                Ordering::Equal if lies => IceSpace::Waits,
                Ordering::Equal => IceSpace::Open,
                Ordering::Greater => IceSpace::Closed,
            }
        };
        let view = |step| IceStepView {
            value: switches::ice_value(step),
            pilot: space(step, 0),
            shared: space(step, 1),
        };
        (0..switches::ICE_STEPS).map(view).collect()
    }

    /// Who is to place something now.
    pub(crate) fn placing(&self) -> Option<Crew> {
        match self.phase {
            Phase::Placement => Some(self.turn),
            Phase::Extra { extra } => Some(extra.by()),
            Phase::Briefing | Phase::Rerolling | Phase::Swapping | Phase::Over => None,
        }
    }

    fn scenario_view(&self) -> ScenarioView {
        let difficulty = self.course.difficulty;
        let (id, code, name) = match &self.title {
            Title::Own(title) => (&title.id, &title.code, &title.name),
            Title::BuiltIn(index) => {
                let scenario = &scenarios()[usize::from(*index)];
                (&scenario.id, &scenario.code, &scenario.name)
            }
        };
        ScenarioView {
            id: id.clone(),
            code: code.clone(),
            name: name.clone(),
            difficulty,
            score: difficulty.score(),
        }
    }

    fn banner(&self) -> Banner {
        let (talk, text, allowed, forbidden): (_, _, &[&str], &[&str]) = match self.phase {
            _ if self.options.solo => (Talk::Free, "You fly alone and see all dice.", &[], &[]),
            Phase::Over => (Talk::Free, "The flight is over: talk about anything.", &[], &[]),
            Phase::Briefing => (
                Talk::Plans,
                "Briefing: talk about plans, not about the values of dice.",
                &["\"Let us clear segment 3 first.\"", "\"I take care of the coffee this round.\""],
                &["\"If I roll a 6, I put it on the radio.\"", "\"Keep a low die for the axis.\""],
            ),
            Phase::Placement | Phase::Extra { .. } | Phase::Rerolling | Phase::Swapping => (
                Talk::Silence,
                "Silence: no talk about the game until the round ends.",
                &["\"It is your turn.\"", "\"How many planes are on segment 3?\""],
                &["\"I have a 5 for you.\"", "\"Leave the radio to me.\""],
            ),
        };
        let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        Banner { talk, text: text.to_owned(), allowed: owned(allowed), forbidden: owned(forbidden) }
    }

    fn segment_views(&self) -> Vec<SegmentView> {
        let course = &self.course;
        let aim = self.policy().radio;
        let view = |index: u8| {
            let mask = course.turns[usize::from(index)];
            let reaches =
                |value: &u8| self.approach.radio_target(*value, aim, course) == Some(index);
            SegmentView {
                index,
                planes: self.approach.planes_at(index),
                traffic: course.traffic[usize::from(index)],
                turn: (-2..=2).filter(|axis| mask & turn_bit(*axis) != 0).collect(),
                here: self.approach.position == index,
                airport: index == course.airport(),
                radio: (1..=6).find(reaches),
            }
        };
        (0..course.segments).map(view).collect()
    }

    fn speed_view(&self) -> SpeedView {
        let blue = self.blue_marker();
        let stays = self.options.equal_speed == EqualSpeed::Stays;
        SpeedView {
            speed: self.engines.speed,
            blue_marker: blue,
            orange_marker: self.orange_marker(),
            one_from: blue + u8::from(stays),
            two_from: self.orange_marker() + 1,
            wind: self.wind_view().map(|wind| wind.adds),
        }
    }

    fn brakes_view(&self) -> Option<BrakesView> {
        let test = self.policy().brakes;
        let reading = |test| switches::strength(test, self.brakes) as u8;
        (!self.course.ice_brakes).then(|| BrakesView {
            on: self.brakes,
            marker: reading(BrakeTest::Marker),
            power: reading(BrakeTest::Power),
            strength: reading(test),
            judged_by: match test {
                BrakeTest::Power => "braking power",
                BrakeTest::Count => "number of brakes",
                BrakeTest::Marker => "brake marker",
            }
            .to_owned(),
        })
    }

    fn ability_views(&self) -> Vec<AbilityView> {
        let in_play = Ability::ALL.into_iter().filter(|ability| self.abilities.has(*ability));
        let view = |ability: Ability| AbilityView {
            ability,
            name: ability.name().to_owned(),
            text: ability.text().to_owned(),
            ready: Pair::of(|crew| match ability {
                Ability::Adaptation => !self.abilities.adapted[crew],
                Ability::Anticipation => {
                    self.abilities.fresh(ability)
                        && self.first() == crew
                        && self.log.list().is_empty()
                }
                Ability::Synchronisation => crew == Crew::Copilot && self.abilities.fresh(ability),
                _ => self.abilities.fresh(ability),
            }),
        };
        in_play.map(view).collect()
    }

    fn module_views(&self) -> Vec<ModuleView> {
        let present = self.present();
        let there = |module: &Module| !module.spaces().and(present).is_empty();
        let view = |module: Module| ModuleView {
            module,
            name: module.name().to_owned(),
            help: self.help(module),
            mandatory: module.is_mandatory() && self.policy().mandatory,
            spaces: module
                .spaces()
                .and(present)
                .iter()
                .map(|space| self.space_view(space))
                .collect(),
        };
        Module::ALL.into_iter().filter(there).map(view).collect()
    }

    fn space_view(&self, space: Space) -> SpaceView {
        let (module, slot) = (space.module(), space.slot());
        let lies = |laid: &&Laid| laid.on == module && laid.slot == slot && self.filled.has(space);
        let usable = |value: &u8| self.takes(*value).has(space);
        SpaceView {
            slot,
            crew: Crew::ALL.into_iter().filter(|crew| self.of_colour(*crew).has(space)).collect(),
            values: self.values_of(module, slot),
            die: self.log.list().iter().rev().find(lies).map(Laid::value),
            on: match module {
                Module::LandingGear => Some(self.gear_on(slot)),
                Module::Flaps => Some(slot < self.flaps),
                Module::Brakes => Some(slot < self.brakes),
                _ => None,
            },
            open: !self.filled.has(space) && (1..=6).any(|value| usable(&value)),
        }
    }

    /// The values that a space takes, now or once its turn comes.
    fn values_of(&self, module: Module, slot: u8) -> Vec<u8> {
        match module {
            Module::LandingGear => switches::gear_values(slot).to_vec(),
            Module::Flaps => switches::flap_values(slot).to_vec(),
            Module::Brakes => vec![switches::brake_value(slot)],
            Module::IceBrakes => self.wanted(module),
            Module::Intern => {
                let side = if slot == 0 { Crew::Pilot } else { Crew::Copilot };
                let end = self.intern.and_then(|intern| intern.end(side));
                (1..=6).filter(|value| end.is_some_and(|token| token != *value)).collect()
            }
            _ => (1..=6).collect(),
        }
    }
}
