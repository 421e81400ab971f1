//! What one viewer may know, and all that a screen needs to draw and to explain.

use schemars::JsonSchema;
use senet_kernel::{Outcome, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::board::{Board, Laid, Phase, SkyTeam};
use crate::command::Command;
use crate::crew::{Crew, Pair};
use crate::event::Event;
use crate::faces::Faces;
use crate::landing::{Check, Criterion, End, Loss, Standing};
use crate::policy::{BrakeTest, RadioAim};
use crate::rejection::Rejection;
use crate::scenario::{Difficulty, Fuel, TOKENS, Title, Weather, scenarios, turn_bit};
use crate::space::{Module, Space};
use crate::switches;

/// All that one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// Who looks; none for a spectator.
    pub you: Option<Crew>,
    /// The scenario.
    pub scenario: ScenarioView,
    /// The round, counted from 1.
    pub round: u8,
    /// How many rounds there are.
    pub rounds: u8,
    /// The altitude in feet.
    pub altitude: u16,
    /// Whether this is the round at altitude 0.
    pub final_round: bool,
    /// Who places first this round.
    pub first: Crew,
    /// Who is to place next; none while something else is going on.
    pub turn: Option<Crew>,
    /// The seats that may act now.
    pub to_act: SeatSet,
    /// What talk is allowed now.
    pub banner: Banner,
    /// The dice of both; values only where the viewer may see them.
    pub hands: Pair<HandView>,
    /// The value of the extra die of Synchronisation, for who may see it.
    pub extra_die: Option<u8>,
    /// The approach track, from the start to the airport.
    pub approach: Vec<SegmentView>,
    /// Airplane tokens left in the supply.
    pub supply: u8,
    /// The modules of the cockpit with their spaces.
    pub modules: Vec<ModuleView>,
    /// The speed gauge.
    pub speed: SpeedView,
    /// What the brakes hold, by the number that the landing uses; none with ice brakes.
    pub brakes: Option<BrakesView>,
    /// What is in the tank; none where fuel is not counted.
    pub kerosene: Option<i8>,
    /// The intern's tokens that are left, from the Pilot's end; none without an intern.
    pub intern: Option<Vec<u8>>,
    /// The special abilities in play.
    pub abilities: Vec<AbilityView>,
    /// What the viewer may place now, with what each would do: by die, then coffee, then space.
    pub choices: Vec<Choice>,
    /// Why the viewer's dice do not go elsewhere, without coffee.
    pub blocked: Vec<Blocked>,
    /// What else the viewer may do now.
    pub others: Vec<Other>,
    /// The landing list.
    pub checklist: Vec<Check>,
    /// What was placed this round, in order.
    pub history: Vec<Laid>,
    /// Whether screens ask before a choice that has warnings.
    pub safe_mode: bool,
    /// How it ended.
    pub end: Option<EndView>,
    /// Everything public, as the rules keep it.
    pub board: Board,
}

/// The scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScenarioView {
    /// The name on the wire.
    pub id: String,
    /// The airport's code.
    pub code: String,
    /// The airport's name.
    pub name: String,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// What a landing scores.
    pub score: i8,
}

/// What talk is allowed now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Banner {
    /// In a word.
    pub talk: Talk,
    /// In a sentence.
    pub text: String,
    /// What may be said.
    pub allowed: Vec<String>,
    /// What may not be said.
    pub forbidden: Vec<String>,
}

/// What talk is allowed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Talk {
    /// Plans, but no dice values.
    Plans,
    /// Nothing about the game.
    Silence,
    /// Anything: one person plays, or it is over.
    Free,
}

/// The dice of one of the crew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandView {
    /// How many are unplaced.
    pub left: u8,
    /// What they show, where the viewer may see it.
    pub dice: Option<Faces>,
    /// What was chosen for a reroll or a swap, where the viewer may see it.
    pub chosen: Option<Faces>,
    /// Whether an answer to a briefing, a reroll or a swap was given.
    pub answered: bool,
    /// The own mandatory modules that are still empty this round.
    pub must_fill: Vec<Module>,
    /// Whether all remaining dice are needed for those.
    pub pressed: bool,
}

/// A segment of the approach track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SegmentView {
    /// Counted from 0.
    pub index: u8,
    /// Airplane tokens on it.
    pub planes: u8,
    /// Traffic dice rolled when a round begins here.
    pub traffic: u8,
    /// The axis positions with which it may be left; empty where all are.
    pub turn: Vec<i8>,
    /// Whether the plane is here.
    pub here: bool,
    /// Whether it is the airport.
    pub airport: bool,
    /// The radio value that reaches it now.
    pub radio: Option<u8>,
}

/// A module with its spaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModuleView {
    /// Which.
    pub module: Module,
    /// The name for people.
    pub name: String,
    /// Who places there, what it does, and how it loses or wins.
    pub help: String,
    /// Whether it must be filled every round.
    pub mandatory: bool,
    /// Its spaces.
    pub spaces: Vec<SpaceView>,
}

/// A space of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpaceView {
    /// Counted from 0 within the module.
    pub slot: u8,
    /// Who may place there.
    pub crew: Vec<Crew>,
    /// The values that it takes; all six where any value goes.
    pub values: Vec<u8>,
    /// The value that lies there this round.
    pub die: Option<u8>,
    /// Whether its switch is on; none for a space without a switch.
    pub on: Option<bool>,
    /// Whether a die could go there now, if it had the right value and colour.
    pub open: bool,
}

/// The speed gauge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpeedView {
    /// The speed of this round.
    pub speed: Option<i8>,
    /// The blue marker.
    pub blue_marker: u8,
    /// The orange marker.
    pub orange_marker: u8,
    /// The least speed that moves one segment.
    pub one_from: u8,
    /// The least speed that moves two segments.
    pub two_from: u8,
    /// What the wind adds; none without wind.
    pub wind: Option<i8>,
}

/// The brakes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrakesView {
    /// How many are on.
    pub on: u8,
    /// Where the red marker stands: 0, 2, 4 or 6.
    pub marker: u8,
    /// The sum of the values that are on: 0, 2, 6 or 12.
    pub power: u8,
    /// The number that the landing compares with the speed.
    pub strength: u8,
    /// Which of the numbers that is, in words.
    pub judged_by: String,
}

/// A special ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AbilityView {
    /// Which.
    pub ability: Ability,
    /// The name for people.
    pub name: String,
    /// What it does.
    pub text: String,
    /// Whether each may still use it: this round, or in this game for Adaptation.
    pub ready: Pair<bool>,
}

/// A placement that is allowed now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// What to submit.
    pub command: Command,
    /// The die as it shows.
    pub die: u8,
    /// What it would count as.
    pub value: u8,
    /// The coffee that this costs.
    pub cost: u8,
    /// Where it would go.
    pub on: Module,
    /// Which space, where it matters.
    pub slot: Option<u8>,
    /// What it would do.
    pub preview: Preview,
}

/// Something other than a placement that is allowed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Other {
    /// Whose seat submits it: the viewer's, or either for somebody who plays alone.
    pub crew: Crew,
    /// What to submit.
    pub command: Command,
}

/// What a placement would do, as far as the rules can know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    /// The axis, if it would resolve.
    pub axis: Option<i8>,
    /// The speed, if the engines would resolve.
    pub speed: Option<i8>,
    /// How many segments that would move the plane.
    pub segments: Option<u8>,
    /// Where the plane would be, if it would move.
    pub position: Option<u8>,
    /// The segment from which an airplane would be sent off.
    pub clears: Option<u8>,
    /// The coffee pool, if it would change.
    pub coffee: Option<u8>,
    /// The tank, if it would change.
    pub kerosene: Option<i8>,
    /// The blue marker, if it would move.
    pub blue_marker: Option<u8>,
    /// The orange marker, if it would move.
    pub orange_marker: Option<u8>,
    /// The brakes' number, if it would change.
    pub brakes: Option<u8>,
    /// The intern's token that would be taken.
    pub token: Option<u8>,
    /// Landing criteria that would stand differently.
    pub criteria: Vec<CriterionChange>,
    /// Whether the round would end with it.
    pub ends_round: bool,
    /// How the game would end with it.
    pub end: Option<End>,
    /// What safe mode asks about.
    pub warnings: Vec<Warning>,
    /// All that would happen, in order.
    pub effects: Vec<Event>,
}

/// A landing criterion that would stand differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CriterionChange {
    /// Which.
    pub criterion: Criterion,
    /// How it would stand.
    pub standing: Standing,
}

/// Something that safe mode asks about before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Warning {
    /// The game would be lost at once.
    Loses {
        /// How.
        loss: Loss,
    },
    /// The landing could not succeed any more.
    SpoilsLanding {
        /// By this criterion.
        criterion: Criterion,
    },
    /// The die would have no effect.
    Wastes {
        /// How.
        waste: Waste,
    },
}

/// How a die has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Waste {
    /// The radio reaches no airplane.
    NoAirplane,
    /// The coffee pool is full.
    PoolFull,
    /// The switch is on already.
    SwitchOn,
}

/// Why a die does not go somewhere as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Blocked {
    /// The die as it shows.
    pub die: u8,
    /// Where it does not go.
    pub on: Module,
    /// Why.
    pub reason: Rejection,
    /// Why, in a sentence.
    pub text: String,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndView {
    /// How.
    pub end: End,
    /// For the table.
    pub outcome: Outcome,
    /// The points: 1 to 4 by the colour of the track for a landing, −1 otherwise.
    pub score: i8,
}

impl SkyTeam {
    pub(crate) fn look(&self, viewer: Viewer) -> View {
        let board = &self.board;
        let you = Crew::looking(viewer);
        let acting = self.eyes(viewer).find(|crew| self.stock(*crew).is_ok());
        let others = self.eyes(viewer).flat_map(|crew| self.others(crew));
        let sees_extra = Crew::Copilot.is_seen_by(viewer, board.options.solo);
        View {
            you,
            scenario: board.scenario_view(),
            round: board.round,
            rounds: board.rounds(),
            altitude: board.altitude(),
            final_round: board.is_final(),
            first: board.first(),
            turn: board.placing(),
            to_act: self.may_act(),
            banner: board.banner(),
            hands: Pair::of(|crew| self.hand_view(crew, viewer)),
            extra_die: self.hidden.sync.filter(|_| sees_extra),
            approach: board.segment_views(),
            supply: TOKENS.saturating_sub(board.approach.total()),
            modules: board.module_views(),
            speed: board.speed_view(),
            brakes: board.brakes_view(),
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
        }
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
        let seen = crew.is_seen_by(viewer, board.options.solo);
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
        let stays = self.options.equal_speed == crate::EqualSpeed::Stays;
        SpeedView {
            speed: self.engines.speed,
            blue_marker: blue,
            orange_marker: self.orange_marker(),
            one_from: blue + u8::from(stays),
            two_from: self.orange_marker() + 1,
            wind: (self.course.weather != Weather::Calm).then(|| self.wind_modifier()),
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

    /// Who places there, what it does, and how it loses or wins.
    fn help(&self, module: Module) -> String {
        let policy = self.policy();
        let must = if policy.mandatory { " Must be filled every round." } else { "" };
        match module {
            Module::Axis => format!(
                "One die of each. The difference tips the plane towards the higher die; beyond 2 \
                 it spins and is lost.{must}"
            ),
            Module::Engines => format!(
                "One die of each. The sum is the speed and moves the plane 0, 1 or 2 segments; \
                 planes left behind collide. In the final round it only counts for the landing.{must}"
            ),
            Module::Radio => {
                let from = match policy.radio {
                    RadioAim::Position => "1 is the segment you are on",
                    RadioAim::Start => "1 is the first segment of the track",
                };
                format!("Pilot one die, Co-Pilot two. Sends one airplane off the segment; {from}.")
            }
            Module::LandingGear => {
                "Pilot. Three switches in any order; each moves the blue marker up. All three are \
                 needed for the landing."
                    .to_owned()
            }
            Module::Flaps => {
                "Co-Pilot. Four switches in order; each moves the orange marker up. All four are \
                 needed for the landing."
                    .to_owned()
            }
            Module::Brakes => {
                let test = match policy.brakes {
                    BrakeTest::Power => "All three must be on, and their sum above the speed.",
                    BrakeTest::Count => "All three must be on, and their number above the speed.",
                    BrakeTest::Marker => "The speed must be at most the last value set.",
                };
                format!("Pilot. 2, then 4, then 6. At the landing: {test}")
            }
            Module::Concentration => {
                let spaces = if policy.shared_concentration {
                    "Three spaces for both"
                } else {
                    "One die of each"
                };
                format!("{spaces}, any value. Earns a coffee; the pool holds three.")
            }
            Module::Kerosene => {
                "One die of either. Costs its value of fuel; an unused space costs 6. Below 0 is \
                 lost."
                    .to_owned()
            }
            Module::Intern => {
                "One die of each, unlike the token at your end. You take the token and place it \
                 like a die. All six must be gone at the landing."
                    .to_owned()
            }
            Module::IceBrakes => {
                "2, 3, 4, 5 in order, each with two dice in one round: one from the Pilot, one \
                 from either. All four steps and a speed of at most 5 are needed for the landing."
                    .to_owned()
            }
        }
    }
}
