//! Whether a command of a campaign is allowed, and whether a stored campaign can go on.

use senet_kernel::{Actor, Fault, Faults, Game, Seat};

use super::{Campaign, CampaignCommand, Proposal, Stage};
use crate::data::AdvantageKind;
use crate::id::Id;
use crate::rejection::{PhaseName, Rejection};
use crate::unit::other;

/// A command that is allowed, with what its change needs.
pub(super) enum Plan {
    Battle(crate::check::Plan),
    ChooseMission(Seat, Id),
    RollMission,
    Confirm(Proposal, bool),
    ChooseAdvantage(Seat, AdvantageKind),
    Leave(Seat),
}

impl Campaign {
    pub(super) fn plan(&self, actor: Actor, command: &CampaignCommand) -> Result<Plan, Rejection> {
        self.well_formed(command)?;
        if let Stage::Over { .. } = self.stage {
            return Err(Rejection::BattleOver);
        }
        match command {
            CampaignCommand::Battle { command } => match &self.stage {
                Stage::Battle { battle, .. } => battle.plan(actor, command).map(Plan::Battle),
                _ => Err(self.wrong_phase()),
            },
            CampaignCommand::ChooseMission { mission } => {
                let seat = self.chooser(actor)?;
                if self.is_used(*mission) {
                    return Err(Rejection::MissionUsed { mission: *mission });
                }
                Ok(Plan::ChooseMission(seat, *mission))
            }
            CampaignCommand::RollMission {} => self.chooser(actor).map(|_| Plan::RollMission),
            CampaignCommand::ConfirmMission { agree } => {
                let Stage::Mission { proposal: Some(proposal) } = self.stage else {
                    return Err(self.wrong_phase());
                };
                let asked = other(proposal.seat);
                if actor != Actor::Seat(asked) {
                    return Err(Rejection::NotYourTurn { turn: Some(asked) });
                }
                Ok(Plan::Confirm(proposal, *agree))
            }
            CampaignCommand::ChooseAdvantage { advantage } => {
                let Stage::Advantage { leader } = self.stage else {
                    return Err(self.wrong_phase());
                };
                let seat = side(actor)?;
                if seat != leader {
                    return Err(Rejection::NotLeader { leader });
                }
                Ok(Plan::ChooseAdvantage(seat, *advantage))
            }
            CampaignCommand::Leave { seat } => match actor {
                Actor::Host => Ok(Plan::Leave(*seat)),
                Actor::Seat(_) | Actor::Clock => Err(Rejection::NotYourTurn { turn: None }),
            },
        }
    }

    /// What a command names must exist at all.
    fn well_formed(&self, command: &CampaignCommand) -> Result<(), Rejection> {
        let missing = match command {
            CampaignCommand::ChooseMission { mission }
                if self.config.data().mission(*mission).is_none() =>
            {
                format!("the mission {}", mission.words())
            }
            CampaignCommand::Leave { seat } if seat.index() > 1 => seat.to_string(),
            _ => return Ok(()),
        };
        Err(Rejection::BadFormat { what: missing })
    }

    /// Either side, while a mission is to be chosen.
    fn chooser(&self, actor: Actor) -> Result<Seat, Rejection> {
        match self.stage {
            Stage::Mission { proposal: None } => side(actor),
            _ => Err(self.wrong_phase()),
        }
    }

    fn wrong_phase(&self) -> Rejection {
        let phase = match self.stage {
            Stage::Advantage { .. } => PhaseName::Advantage,
            Stage::Mission { proposal: None } => PhaseName::Mission,
            Stage::Mission { proposal: Some(_) } => PhaseName::Confirmation,
            Stage::Battle { .. } => PhaseName::Battle,
            Stage::Over { .. } => PhaseName::Over,
        };
        Rejection::WrongPhase { phase }
    }

    pub(super) fn inspected(&self) -> Result<(), Faults> {
        self.config.battle(self.any_mission(), self.held).check()?;
        let hash = self.config.data().hash();
        if hash != self.data_hash {
            let sentence = format!(
                "the campaign was played by the data {}; the data at hand is {hash}",
                self.data_hash
            );
            return Err(Fault::new("data_hash", "other_data", sentence).into());
        }
        self.records_fit()
            .and_then(|()| self.stage_fits())
            .map_err(|(field, sentence)| Faults::from(Fault::new(field, "impossible", sentence)))?;
        match &self.stage {
            Stage::Battle { battle, .. } => battle.inspect(),
            _ => Ok(()),
        }
    }

    /// Some mission, to ask the configuration about everything else.
    fn any_mission(&self) -> Id {
        self.config.data().missions()[0].id
    }

    fn records_fit(&self) -> Result<(), (&'static str, &'static str)> {
        let data = self.config.data();
        let bonus = data.rules().campaign.length_bonus;
        if !(bonus.saturating_add(1)..=bonus.saturating_add(3)).contains(&self.length) {
            return Err(("length", "a campaign has 1d3 battles and the bonus of the data"));
        }
        for (i, record) in self.records.iter().enumerate() {
            let earlier = &self.records[..i];
            let known = data.mission(record.mission).is_some();
            let new = earlier.iter().all(|other| other.mission != record.mission);
            if !known || !new {
                return Err(("records", "each battle has a mission of its own"));
            }
            if record.end.winner.is_some_and(|seat| seat.index() > 1)
                || record.advantage.is_some_and(|held| held.seat.index() > 1)
            {
                return Err(("records", "there are two sides"));
            }
            if usize::from(record.number) != i + 1 {
                return Err(("records", "the battles are numbered from 1"));
            }
        }
        Ok(())
    }

    fn stage_fits(&self) -> Result<(), (&'static str, &'static str)> {
        let played = self.records.len();
        let going = played < usize::from(self.length);
        let fits = match &self.stage {
            Stage::Advantage { leader } => {
                going && self.leader() == Some(*leader) && self.held.is_none()
            }
            Stage::Mission { proposal } => {
                going
                    && proposal.is_none_or(|proposal| {
                        self.config.confirm_missions
                            && proposal.seat.index() < 2
                            && self.unused().any(|mission| mission == proposal.mission)
                    })
            }
            Stage::Battle { battle, began } => {
                going
                    && battle.end().is_none()
                    && !self.is_used(battle.scenario().mission.id)
                    && self.config.data().mission(battle.scenario().mission.id).is_some()
                    && *began <= self.commands
            }
            Stage::Over { left } => {
                played <= usize::from(self.length)
                    && left.is_none_or(|seat| seat.index() < 2)
                    && (left.is_some() || !going)
            }
        };
        if fits { Ok(()) } else { Err(("stage", "what goes on follows from the battles so far")) }
    }
}

fn side(actor: Actor) -> Result<Seat, Rejection> {
    match actor {
        Actor::Seat(seat) if seat.index() < 2 => Ok(seat),
        _ => Err(Rejection::NotYourTurn { turn: None }),
    }
}
