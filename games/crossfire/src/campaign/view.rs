//! What one viewer may know of a campaign.

use std::sync::Arc;

use schemars::JsonSchema;
use senet_kernel::{Cast, Game, Hash, Outcome, Rng, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

use super::{Campaign, CampaignConfig, Proposal, Record, Stage};
use crate::config::AdvantageHeld;
use crate::data::Advantage;
use crate::id::Id;
use crate::reference;
use crate::state::Crossfire;
use crate::view::View;

/// What one viewer may know of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CampaignView {
    /// How it was set up.
    pub config: Arc<CampaignConfig>,
    /// The hash of the data that it plays by.
    pub data_hash: Hash,
    /// How many battles there are.
    pub length: u8,
    /// The names of both factions.
    pub names: [String; 2],
    /// The battles that are over.
    pub records: Arc<Vec<Record>>,
    /// The victory points of both sides so far.
    pub score: [u16; 2],
    /// All missions, and whether they were played.
    pub missions: Vec<MissionView>,
    /// The advantages that the leader chooses from.
    pub advantages: Vec<Advantage>,
    /// What a side holds in the running or the next battle.
    pub held: Option<AdvantageHeld>,
    /// How many commands were carried out.
    pub commands: u32,
    /// What is going on.
    pub stage: StageView,
    /// The sides that are to act.
    pub to_act: SeatSet,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The names of the people.
    #[serde(skip)]
    pub cast: Cast,
}

/// A mission of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MissionView {
    /// The name in the data.
    pub id: Id,
    /// The name for people.
    pub name: String,
    /// What gives points.
    pub line: String,
    /// Whether it was played.
    pub used: bool,
}

/// What is going on in a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "StageView", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum StageView {
    /// The leader takes an advantage into the next battle.
    Advantage {
        /// Who.
        leader: Seat,
    },
    /// The next mission is chosen or drawn.
    Mission {
        /// The one that waits for the other side's word.
        proposal: Option<Proposal>,
    },
    /// A battle.
    Battle {
        /// As the viewer may know it.
        battle: Box<View>,
        /// The number of the command that began it.
        began: u32,
    },
    /// It is over.
    Over {
        /// Who left for good, if that ended it.
        left: Option<Seat>,
    },
}

senet_kernel::tagged!(StageView, "type");

impl CampaignView {
    pub(super) fn new(game: &Campaign, viewer: Viewer) -> CampaignView {
        let data = game.config.data();
        let name = |id: Id| data.faction(id).map_or(id.to_string(), |faction| faction.name.clone());
        let mission = |mission: &crate::data::Mission| MissionView {
            id: mission.id,
            name: mission.name.clone(),
            line: reference::mission_line(mission),
            used: game.is_used(mission.id),
        };
        CampaignView {
            config: Arc::clone(&game.config),
            data_hash: game.data_hash,
            length: game.length,
            names: game.config.factions.map(name),
            records: Arc::clone(&game.records),
            score: game.score(),
            missions: data.missions().iter().map(mission).collect(),
            advantages: data.advantages().to_vec(),
            held: game.held,
            commands: game.commands,
            stage: match &game.stage {
                Stage::Advantage { leader } => StageView::Advantage { leader: *leader },
                Stage::Mission { proposal } => StageView::Mission { proposal: *proposal },
                Stage::Battle { battle, began } => {
                    StageView::Battle { battle: Box::new(battle.view(viewer)), began: *began }
                }
                Stage::Over { left } => StageView::Over { left: *left },
            },
            to_act: game.to_act(),
            outcome: game.outcome(),
            cast: Cast::default(),
        }
    }

    pub(super) fn guess(&self, viewer: Viewer, rng: &mut Rng) -> Campaign {
        Campaign {
            config: Arc::clone(&self.config),
            data_hash: self.data_hash,
            length: self.length,
            records: Arc::clone(&self.records),
            held: self.held,
            commands: self.commands,
            stage: match &self.stage {
                StageView::Advantage { leader } => Stage::Advantage { leader: *leader },
                StageView::Mission { proposal } => Stage::Mission { proposal: *proposal },
                StageView::Battle { battle, began } => {
                    Stage::Battle { battle: Crossfire::guess(battle, viewer, rng), began: *began }
                }
                StageView::Over { left } => Stage::Over { left: *left },
            },
        }
    }

    /// The running battle.
    pub fn battle(&self) -> Option<&View> {
        match &self.stage {
            StageView::Battle { battle, .. } => Some(battle),
            _ => None,
        }
    }

    /// What a mission is called.
    pub fn mission_name(&self, id: Id) -> String {
        let found = self.missions.iter().find(|mission| mission.id == id);
        found.map_or(id.to_string(), |mission| mission.name.clone())
    }
}
