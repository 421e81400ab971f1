//! The campaign as a [`Game`].

use std::sync::Arc;

use senet_kernel::{
    About, Actor, Dice, Events, Faults, Game, Hash, Listing, Outcome, Preset, Rng, Seat, SeatSet,
    Secret, TakeBack, Viewer,
};

use super::check::Plan;
use super::view::CampaignView;
use super::{Campaign, CampaignCommand, CampaignConfig, CampaignEvent, Stage};
use crate::data::{AdvantageKind, Data};
use crate::game::most_commands;
use crate::rejection::Rejection;
use crate::state::Crossfire;
use crate::unit::{MOST_UNITS, other};

const ADVANTAGES: [AdvantageKind; 3] =
    [AdvantageKind::TacticalEdge, AdvantageKind::QuickStart, AdvantageKind::FocusedOrders];

impl Game for Campaign {
    const ID: &'static str = "crossfire-campaign";
    const RULES: u32 = 1;

    type Config = CampaignConfig;
    type Command = CampaignCommand;
    type Event = CampaignEvent;
    type View = CampaignView;
    type Rejection = Rejection;

    fn about() -> About<Campaign> {
        let standard = CampaignConfig::default();
        About {
            name: "Crossfire Sector: campaign",
            line: "Three to five battles for the sector; the side ahead picks its advantage.",
            seats: 2..=2,
            minutes: 60..=240,
            rules: crate::game::rules(),
            presets: vec![
                Preset {
                    id: "standard",
                    name: "Standard",
                    line: "Verdant Eye against Azure Blades, no optional rules. A chosen mission \
                           waits for the other side's word.",
                    note: "",
                    config: standard.clone(),
                },
                Preset {
                    id: "one-table",
                    name: "At one table",
                    line: "As standard, but whoever chooses a mission has asked the other side aloud.",
                    note: "",
                    config: Campaign::unhurried(standard),
                },
            ],
        }
    }

    /// People around one device have said yes or no before a mission is chosen.
    fn unhurried(config: CampaignConfig) -> CampaignConfig {
        CampaignConfig { confirm_missions: false, ..config }
    }

    fn with_data(
        config: CampaignConfig,
        files: &[(String, String)],
    ) -> Result<CampaignConfig, Faults> {
        if files.is_empty() {
            return Ok(config);
        }
        let data = Some(Arc::new(config.data().with(files)?));
        Ok(CampaignConfig { data, ..config })
    }

    fn data_files() -> Vec<(&'static str, &'static str)> {
        Data::files()
    }

    fn data_hash(config: &CampaignConfig) -> Option<Hash> {
        Some(config.data().hash())
    }

    fn new(config: &CampaignConfig, dice: &mut Dice) -> Result<Campaign, Faults> {
        let data = config.data();
        config.battle(data.missions()[0].id, None).check()?;
        // A d3 from a d6: 1-2, 3-4, 5-6.
        let third = dice.d6().div_ceil(2);
        Ok(Campaign {
            config: Arc::new(config.clone()),
            data_hash: data.hash(),
            length: third + data.rules().campaign.length_bonus,
            records: Arc::default(),
            held: None,
            commands: 0,
            stage: Stage::Mission { proposal: None },
        })
    }

    fn inspect(&self) -> Result<(), Faults> {
        self.inspected()
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> SeatSet {
        match &self.stage {
            Stage::Advantage { leader } => SeatSet::only(*leader),
            Stage::Mission { proposal: Some(proposal) } => SeatSet::only(other(proposal.seat)),
            Stage::Mission { proposal: None } => SeatSet::only(self.asked_for_mission()),
            Stage::Battle { battle, .. } => battle.to_act(),
            Stage::Over { .. } => SeatSet::NONE,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over { left: Some(seat) } => Some(Outcome::Versus { winner: Some(other(seat)) }),
            Stage::Over { left: None } => Some(Outcome::Versus { winner: self.leader() }),
            _ => None,
        }
    }

    fn legal(&self, seat: Seat, out: &mut Vec<CampaignCommand>) -> Listing {
        if let Stage::Battle { battle, .. } = &self.stage {
            return battle.list(seat, &mut |command| out.push(CampaignCommand::Battle { command }));
        }
        if !self.to_act().contains(seat) {
            return self.unasked(seat);
        }
        match &self.stage {
            Stage::Advantage { .. } => {
                let take = |advantage| CampaignCommand::ChooseAdvantage { advantage };
                out.extend(ADVANTAGES.map(take));
            }
            Stage::Mission { proposal: None } => {
                out.push(CampaignCommand::RollMission {});
                let choose = |mission| CampaignCommand::ChooseMission { mission };
                out.extend(self.unused().map(choose));
            }
            Stage::Mission { proposal: Some(_) } => {
                out.push(CampaignCommand::ConfirmMission { agree: true });
                out.push(CampaignCommand::ConfirmMission { agree: false });
            }
            Stage::Battle { .. } | Stage::Over { .. } => {}
        }
        Listing::Complete
    }

    fn gives_up(command: &CampaignCommand) -> bool {
        matches!(command, CampaignCommand::Battle { command } if Crossfire::gives_up(command))
    }

    fn check(&self, actor: Actor, command: &CampaignCommand) -> Result<(), Rejection> {
        self.plan(actor, command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &CampaignCommand,
        dice: &mut Dice,
        events: &mut Events<Campaign>,
    ) -> Result<(), Rejection> {
        let plan = self.plan(actor, command)?;
        self.commands = self.commands.saturating_add(1);
        match plan {
            Plan::Battle(plan) => self.go_on(plan, dice, events),
            Plan::ChooseMission(seat, mission) => self.choose_mission(seat, mission, dice, events),
            Plan::RollMission => self.roll_mission(dice, events),
            Plan::Confirm(proposal, agree) => self.confirm_mission(proposal, agree, dice, events),
            Plan::ChooseAdvantage(seat, advantage) => {
                self.choose_advantage(seat, advantage, events);
            }
            Plan::Leave(seat) => self.left(seat, dice, events),
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> CampaignView {
        CampaignView::new(self, viewer)
    }

    fn shown(event: &CampaignEvent, viewer: Viewer) -> Option<CampaignEvent> {
        match event {
            CampaignEvent::Battle { event } => {
                let event = Crossfire::shown(event, viewer)?;
                Some(CampaignEvent::Battle { event })
            }
            event => Some(event.clone()),
        }
    }

    fn guess(view: &CampaignView, viewer: Viewer, rng: &mut Rng) -> Campaign {
        view.guess(viewer, rng)
    }

    fn idle(&self, seat: Seat) -> Option<CampaignCommand> {
        if !self.to_act().contains(seat) {
            return None;
        }
        Some(match &self.stage {
            Stage::Advantage { .. } => {
                CampaignCommand::ChooseAdvantage { advantage: AdvantageKind::TacticalEdge }
            }
            Stage::Mission { proposal: None } => CampaignCommand::RollMission {},
            Stage::Mission { proposal: Some(_) } => CampaignCommand::ConfirmMission { agree: true },
            Stage::Battle { battle, .. } => CampaignCommand::Battle { command: battle.idle(seat)? },
            Stage::Over { .. } => return None,
        })
    }

    fn leave(&self, seat: Seat) -> Option<CampaignCommand> {
        let over = matches!(self.stage, Stage::Over { .. });
        (!over && seat.index() < 2).then_some(CampaignCommand::Leave { seat })
    }

    fn take_back(&self, seat: Seat) -> TakeBack {
        match &self.stage {
            Stage::Battle { battle, .. } => battle.take_back(seat),
            Stage::Mission { .. } => TakeBack::UntilNext,
            Stage::Advantage { .. } | Stage::Over { .. } => TakeBack::Never,
        }
    }

    fn secrets(&self) -> bool {
        self.battle().is_some_and(Crossfire::secrets)
    }

    fn hidden(&self, viewer: Viewer) -> Vec<Secret> {
        let hidden = self.battle().map(|battle| battle.hidden(viewer)).unwrap_or_default();
        hidden.into_iter().map(|secret| secret.within("/stage/Battle/battle")).collect()
    }

    fn bound(&self) -> u32 {
        // A battle of the largest rosters, and what is chosen before it.
        let battle = most_commands(self.config.data().rules(), 2 * MOST_UNITS);
        u32::from(self.length) * (battle + 4)
    }
}

impl Campaign {
    /// Whether a side that nobody waits for could still do something.
    fn unasked(&self, seat: Seat) -> Listing {
        match self.stage {
            Stage::Mission { proposal: None } if seat.index() < 2 => Listing::Sample,
            _ => Listing::Complete,
        }
    }
}
