//! A campaign: three to five battles between the same two sides (rules, section 13).
//!
//! It plays through the same interface as a battle. The running battle is part of its state, gets
//! the dice that the campaign is handed, and leaves a record with the range of the campaign's own
//! journal in which it was played.

mod check;
mod game;
mod text;
mod view;

use std::sync::Arc;

use schemars::JsonSchema;
use senet_kernel::{Dice, Events, Game, Hash, Seat};
use serde::{Deserialize, Serialize};

use crate::check::Plan;
use crate::command::Command;
use crate::config::{AdvantageHeld, Config, EventChoice, FactionName, MissionChoice, TraitName};
use crate::data::{AdvantageKind, Data};
use crate::event::{Event, Told};
use crate::id::Id;
use crate::state::{Crossfire, End};
use crate::unit::{SIDES, other};

pub use view::{CampaignView, MissionView, StageView};

/// How a campaign is set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CampaignConfig {
    /// Factions.
    ///
    /// The faction of the first side (left) and of the second (right), for all battles.
    #[schemars(with = "[FactionName; 2]")]
    pub factions: [Id; 2],
    /// Commander traits.
    ///
    /// Optional rule: the trait of the first and of the second side. None leaves the rule off.
    #[schemars(with = "Option<[TraitName; 2]>")]
    pub traits: Option<[Id; 2]>,
    /// Battle events.
    ///
    /// Optional rule: an event for each battle by a die, or one event for all battles.
    pub event: EventChoice,
    /// Confirm missions.
    ///
    /// Whether a mission that one side chooses waits for the other side's word. Without an agreement
    /// the mission is drawn. People around one table agree aloud.
    pub confirm_missions: bool,
    /// Data files of a designer, by name, in place of the game's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Arc<Data>>,
}

impl Default for CampaignConfig {
    fn default() -> CampaignConfig {
        let Config { factions, traits, event, .. } = Config::default();
        CampaignConfig { factions, traits, event, confirm_missions: true, data: None }
    }
}

impl CampaignConfig {
    /// The data that the campaign plays by.
    pub fn data(&self) -> &Arc<Data> {
        self.data.as_ref().unwrap_or_else(|| Data::standard())
    }

    /// The set-up of a battle of it.
    fn battle(&self, mission: Id, advantage: Option<AdvantageHeld>) -> Config {
        Config {
            factions: self.factions,
            mission: MissionChoice::Chosen(mission),
            traits: self.traits,
            event: self.event,
            advantage,
            data: self.data.clone(),
        }
    }
}

/// The state of one campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    config: Arc<CampaignConfig>,
    /// The hash of the data, so that a save does not go on with other numbers.
    data_hash: Hash,
    /// How many battles there are.
    length: u8,
    records: Arc<Vec<Record>>,
    /// What the leader takes into the next battle.
    held: Option<AdvantageHeld>,
    /// How many commands were carried out.
    commands: u32,
    stage: Stage,
}

impl Eq for Campaign {}

/// What is going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Stage {
    /// The leader takes an advantage.
    Advantage { leader: Seat },
    /// The next mission is chosen or drawn.
    Mission { proposal: Option<Proposal> },
    /// A battle, and the number of the command that began it.
    Battle { battle: Crossfire, began: u32 },
    /// It is over; by leaving, if a side left.
    Over { left: Option<Seat> },
}

/// A mission that waits for the other side's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proposal {
    /// Who chose it.
    pub seat: Seat,
    /// Which one.
    pub mission: Id,
}

/// A battle that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// Its number, from 1.
    pub number: u8,
    /// What it was about.
    pub mission: Id,
    /// The advantage that a side held in it.
    pub advantage: Option<AdvantageHeld>,
    /// How it ended.
    pub end: End,
    /// In which round.
    pub round: u8,
    /// The mission points of both sides.
    pub score: [u16; 2],
    /// How many units each side lost.
    pub losses: [u8; 2],
    /// The victory points of both sides.
    pub points: [u16; 2],
    /// How many commands it took.
    pub commands: u32,
    /// Where it stands in the campaign's journal: the numbers of its first and last entry, counted
    /// from 1. The first is the one that set the mission.
    pub entries: [u32; 2],
}

/// What a side asks for in a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "CampaignCommand", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum CampaignCommand {
    /// A command of the running battle.
    Battle {
        /// Which one.
        command: Command,
    },
    /// Chooses the next mission (GR-034).
    ChooseMission {
        /// Which one; none that was played.
        mission: Id,
    },
    /// Draws the next mission among those that were not played.
    RollMission {},
    /// Says yes or no to the mission that the other side chose; no draws one.
    ConfirmMission {
        /// Whether it is agreed.
        agree: bool,
    },
    /// The leader takes an advantage into the next battle (GR-040).
    ChooseAdvantage {
        /// Which one.
        advantage: AdvantageKind,
    },
    /// The host's: a side has left for good, which concedes the battle and the campaign.
    Leave {
        /// Who left.
        seat: Seat,
    },
}

senet_kernel::tagged!(CampaignCommand, "type");

/// What happened in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "CampaignEvent", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum CampaignEvent {
    /// Something in the running battle.
    Battle {
        /// What.
        event: Event,
    },
    /// The leader took an advantage.
    AdvantageChosen {
        /// Who and what.
        held: AdvantageHeld,
    },
    /// A side chose a mission, and the other is asked.
    MissionProposed {
        /// Who and which one.
        proposal: Proposal,
    },
    /// The other side did not agree.
    MissionDeclined {
        /// Who.
        seat: Seat,
    },
    /// A battle began.
    BattleBegan {
        /// Its number, from 1.
        number: u8,
        /// What it is about.
        mission: Id,
        /// Whether the mission was drawn.
        drawn: bool,
    },
    /// A battle is over and recorded.
    BattleRecorded {
        /// How it went.
        record: Record,
        /// The victory points of both sides in all battles so far.
        score: [u16; 2],
    },
    /// The campaign is over.
    CampaignEnded {
        /// Who won; none is a draw.
        winner: Option<Seat>,
        /// The victory points of both sides.
        score: [u16; 2],
    },
}

senet_kernel::tagged!(CampaignEvent, "type");

impl Campaign {
    /// How many battles there are.
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// The battles that are over.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The running battle.
    pub const fn battle(&self) -> Option<&Crossfire> {
        match &self.stage {
            Stage::Battle { battle, .. } => Some(battle),
            Stage::Advantage { .. } | Stage::Mission { .. } | Stage::Over { .. } => None,
        }
    }

    /// The victory points of both sides in all battles so far.
    pub fn score(&self) -> [u16; 2] {
        self.records.iter().fold([0; 2], |[first, second], record| {
            let [a, b] = record.points;
            [first.saturating_add(a), second.saturating_add(b)]
        })
    }

    /// The missions that were not played, in the order of the data (GR-039).
    fn unused(&self) -> impl Iterator<Item = Id> {
        let missions = self.config.data().missions().iter().map(|mission| mission.id);
        missions.filter(|id| !self.is_used(*id))
    }

    fn is_used(&self, mission: Id) -> bool {
        self.records.iter().any(|record| record.mission == mission)
    }

    /// The side ahead; none where the scores are equal (R39).
    fn leader(&self) -> Option<Seat> {
        let [first, second] = self.score();
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Seat::FIRST),
            std::cmp::Ordering::Less => Some(Seat::SECOND),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The side that is asked for the next mission: the one behind, because the other one chose the
    /// advantage; the first where the scores are equal. The other may speak up as well, but nobody
    /// waits for it.
    fn asked_for_mission(&self) -> Seat {
        self.leader().map_or(Seat::FIRST, other)
    }

    fn choose_advantage(
        &mut self,
        seat: Seat,
        advantage: AdvantageKind,
        events: &mut Events<Campaign>,
    ) {
        let held = AdvantageHeld { seat, advantage };
        self.held = Some(held);
        self.stage = Stage::Mission { proposal: None };
        events.push(CampaignEvent::AdvantageChosen { held });
    }

    fn choose_mission(
        &mut self,
        seat: Seat,
        mission: Id,
        dice: &mut Dice,
        events: &mut Events<Campaign>,
    ) {
        if self.config.confirm_missions {
            let proposal = Proposal { seat, mission };
            self.stage = Stage::Mission { proposal: Some(proposal) };
            events.push(CampaignEvent::MissionProposed { proposal });
        } else {
            self.begin_battle(mission, false, dice, events);
        }
    }

    fn roll_mission(&mut self, dice: &mut Dice, events: &mut Events<Campaign>) {
        let drawn = dice.pick(self.unused().count() as u32) as usize;
        let mission = self.unused().nth(drawn);
        if let Some(mission) = mission {
            self.begin_battle(mission, true, dice, events);
        }
    }

    fn confirm_mission(
        &mut self,
        proposal: Proposal,
        agree: bool,
        dice: &mut Dice,
        events: &mut Events<Campaign>,
    ) {
        if agree {
            self.begin_battle(proposal.mission, false, dice, events);
        } else {
            events.push(CampaignEvent::MissionDeclined { seat: other(proposal.seat) });
            self.roll_mission(dice, events);
        }
    }

    fn begin_battle(
        &mut self,
        mission: Id,
        drawn: bool,
        dice: &mut Dice,
        events: &mut Events<Campaign>,
    ) {
        let config = self.config.battle(mission, self.held);
        let battle = Crossfire::new(&config, dice)
            .expect("a campaign's configuration was checked, and its missions are in its data");
        self.stage = Stage::Battle { battle, began: self.commands };
        let number = self.records.len() as u8 + 1;
        events.push(CampaignEvent::BattleBegan { number, mission, drawn });
    }

    /// Carries out what the battle has planned, and records the battle if that ended it.
    fn go_on(&mut self, plan: Plan, dice: &mut Dice, events: &mut Events<Campaign>) {
        if let Stage::Battle { battle, .. } = &mut self.stage {
            battle.carry_out(plan, dice, &mut Told::Campaign(events));
        }
        self.record_battle(events);
    }

    /// Records the battle if it is over, and goes on to what follows.
    fn record_battle(&mut self, events: &mut Events<Campaign>) {
        let Stage::Battle { battle, began } = &self.stage else {
            return;
        };
        let Some(end) = battle.end() else {
            return;
        };
        let record = Record {
            number: self.records.len() as u8 + 1,
            mission: battle.scenario().mission.id,
            advantage: self.held,
            end,
            round: battle.round(),
            score: battle.score(),
            losses: SIDES.map(|seat| battle.losses(seat)),
            points: SIDES.map(|seat| battle.victory_points(seat)),
            commands: self.commands.saturating_sub(*began),
            entries: [*began, self.commands],
        };
        Arc::make_mut(&mut self.records).push(record.clone());
        self.held = None;
        let score = self.score();
        events.push(CampaignEvent::BattleRecorded { record, score });
        self.stage = match self.leader() {
            _ if self.records.len() >= usize::from(self.length) => Stage::Over { left: None },
            Some(leader) => Stage::Advantage { leader },
            None => Stage::Mission { proposal: None },
        };
        if let Stage::Over { .. } = self.stage {
            events.push(CampaignEvent::CampaignEnded { winner: self.leader(), score });
        }
    }

    /// A side has left for good: the running battle is conceded and recorded, and the other side has
    /// the campaign.
    fn left(&mut self, seat: Seat, dice: &mut Dice, events: &mut Events<Campaign>) {
        self.go_on(Plan::Concede(seat), dice, events);
        if let Stage::Over { .. } = self.stage {
            return;
        }
        self.stage = Stage::Over { left: Some(seat) };
        let winner = Some(other(seat));
        events.push(CampaignEvent::CampaignEnded { winner, score: self.score() });
    }
}

impl Crossfire {
    /// The victory points of a side for a battle that is over (GR-038, R36 to R38).
    pub fn victory_points(&self, seat: Seat) -> u16 {
        let Some(end) = self.end() else {
            return 0;
        };
        let points = &self.scenario().rules.campaign;
        let own = self.scenario().roster(seat);
        let destroyed = self.losses(seat);
        let fallen = if points.down_units_survive { 0 } else { self.down_units(seat).len() };
        let survivors = own.len().saturating_sub(destroyed).saturating_sub(fallen);
        let enemies = self.scenario().roster(other(seat)).len();
        let earned = [
            (end.winner == Some(seat), points.mission_win),
            (self.losses(other(seat)) == enemies, points.kill_all_enemies),
            (survivors >= points.survivors_needed, points.survivors),
            (end.winner.is_none(), points.tie_each),
        ];
        earned.into_iter().filter(|(met, _)| *met).map(|(_, points)| u16::from(points)).sum()
    }
}
