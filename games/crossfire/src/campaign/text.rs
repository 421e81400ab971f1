//! The campaign in words and characters.

use senet_kernel::{
    Cast, Drawing, Ink, Line, Measures, Reading, Seat, Text, Unread, Viewer, wrapped,
};

use super::view::{CampaignView, StageView};
use super::{Campaign, CampaignCommand, CampaignEvent, Record};
use crate::data::AdvantageKind;
use crate::id::Id;
use crate::reference;
use crate::state::{Crossfire, EndReason};
use crate::text::{PAGE, named_side};
use crate::unit::{SIDES, other};

impl Text for Campaign {
    fn seat_name(view: &CampaignView, seat: Seat) -> String {
        view.role(seat)
    }

    fn cast(view: &mut CampaignView, cast: &Cast) {
        view.cast = cast.clone();
        if let StageView::Battle { battle, .. } = &mut view.stage {
            battle.cast = cast.clone();
        }
    }

    fn prompt(view: &CampaignView, viewer: Viewer) -> String {
        let next = view.records.len() + 1;
        match &view.stage {
            StageView::Advantage { leader } => format!(
                "{} is ahead, {}, and takes an advantage into battle {next}.",
                view.side_name(*leader),
                crate::text::first(*leader, view.score)
            ),
            StageView::Mission { proposal: None } => {
                let who: Vec<_> = view.to_act.iter().map(|seat| view.side_name(seat)).collect();
                let (who, length) = (who.join(" or "), view.length);
                format!("{who}: battle {next} of {length}. Draw the mission, or choose it.")
            }
            StageView::Mission { proposal: Some(proposal) } => format!(
                "{}: {} wants {} next. Agree, or have it drawn.",
                view.side_name(other(proposal.seat)),
                view.side_name(proposal.seat),
                view.mission_name(proposal.mission)
            ),
            StageView::Battle { battle, .. } => Crossfire::prompt(battle, viewer),
            StageView::Over { .. } => result(view),
        }
    }

    fn part(view: &CampaignView) -> Option<usize> {
        view.battle().map(|_| view.records.len() + 1)
    }

    fn draw(view: &CampaignView, viewer: Viewer) -> Drawing {
        let mut drawing = Drawing::new();
        let number = (view.records.len() + 1).min(view.length.into());
        drawing.line(Line::new().ink(Ink::Strong, "Campaign").text(format!(
            " · battle {number} of {} · {} {} : {} {}",
            view.length,
            view.side_name(SIDES[0]),
            view.score[0],
            view.score[1],
            view.side_name(SIDES[1])
        )));
        match &view.stage {
            StageView::Battle { battle, .. } => {
                drawing.lines.extend(Crossfire::draw(battle, viewer).lines);
            }
            StageView::Advantage { .. } => {
                records(view, &mut drawing);
                for advantage in &view.advantages {
                    let line = reference::advantage_line(advantage);
                    drawing.line(
                        Line::new().ink(Ink::Primary, advantage.name.clone()).text(": ").text(line),
                    );
                }
            }
            StageView::Mission { .. } => {
                records(view, &mut drawing);
                for mission in &view.missions {
                    let name = mission.name.as_str();
                    if mission.used {
                        drawing.line(Line::new().ink(Ink::Soft, format!("{name} (played)")));
                        continue;
                    }
                    // The name stands out at the head of what the mission is about.
                    let about = format!("{name}: {}.", mission.line);
                    for line in wrapped(&about, PAGE) {
                        let line = match line.strip_prefix(name) {
                            Some(rest) => Line::new().ink(Ink::Primary, name).text(rest),
                            None => Line::new().text(line),
                        };
                        drawing.line(line);
                    }
                }
            }
            StageView::Over { .. } => records(view, &mut drawing),
        }
        drawing
    }

    fn tell(view: &CampaignView, event: &CampaignEvent) -> String {
        match event {
            CampaignEvent::Battle { event } => match view.battle() {
                Some(battle) => Crossfire::tell(battle, event),
                None => last_words(view, event),
            },
            CampaignEvent::AdvantageChosen { held } => format!(
                "{} takes {} into the next battle.",
                view.side_name(held.seat),
                advantage_name(view, held.advantage)
            ),
            CampaignEvent::MissionProposed { proposal } => format!(
                "{} wants {} next.",
                view.side_name(proposal.seat),
                view.mission_name(proposal.mission)
            ),
            CampaignEvent::MissionDeclined { seat } => {
                format!("{} does not agree: the mission is drawn.", view.side_name(*seat))
            }
            CampaignEvent::BattleBegan { number, mission, drawn } => {
                let how = if *drawn { "drawn" } else { "chosen" };
                format!("Battle {number} begins: {}, {how}.", view.mission_name(*mission))
            }
            CampaignEvent::BattleRecorded { record, score } => format!(
                "Battle {} gives {} victory points to {} and {} to {}: now {} to {}.",
                record.number,
                record.points[0],
                view.side_name(Seat::FIRST),
                record.points[1],
                view.side_name(other(Seat::FIRST)),
                score[0],
                score[1]
            ),
            CampaignEvent::CampaignEnded { .. } => result(view),
        }
    }

    fn say(view: &CampaignView, command: &CampaignCommand) -> String {
        match command {
            CampaignCommand::Battle { command } => match view.battle() {
                Some(battle) => Crossfire::say(battle, command),
                None => crate::text::say(None, command),
            },
            CampaignCommand::ChooseMission { mission } => {
                format!("mission {}", in_words(mission.as_str()))
            }
            CampaignCommand::RollMission {} => "draw mission".to_owned(),
            CampaignCommand::ConfirmMission { agree: true } => "agree".to_owned(),
            CampaignCommand::ConfirmMission { agree: false } => "disagree".to_owned(),
            CampaignCommand::ChooseAdvantage { advantage } => {
                format!("take {}", in_words(advantage_id(*advantage)))
            }
            CampaignCommand::Leave { seat } => format!("leave campaign P{}", seat.index() + 1),
        }
    }

    fn read(
        view: &CampaignView,
        seat: Seat,
        text: &str,
        memo: &serde_json::Value,
    ) -> Result<Reading<CampaignCommand>, Unread> {
        if let Some(battle) = view.battle() {
            let reading = Crossfire::read(battle, seat, text, memo)?;
            let wrap = |command| CampaignCommand::Battle { command };
            return Ok(Reading::commands(reading.commands.into_iter().map(wrap).collect()));
        }
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        between(view, &words).map(|command| Reading::commands(vec![command])).ok_or_else(|| {
            let sentence = format!(
                "\"{}\" is not understood; say draw mission, mission and its name, agree, \
                 disagree, or take and an advantage",
                words.join(" ")
            );
            match words.as_slice() {
                [] => Unread::empty_text(sentence),
                ["mission", ..] => Unread::missing_target("mission", sentence),
                ["take", ..] => Unread::missing_target("advantage", sentence),
                [word, ..] => Unread::unknown_word(word, sentence),
            }
        })
    }

    fn caution(view: &CampaignView, seat: Seat, command: &CampaignCommand) -> Option<String> {
        let CampaignCommand::Battle { command } = command else { return None };
        Crossfire::caution(view.battle()?, seat, command)
    }

    fn outlook(view: &CampaignView, command: &CampaignCommand) -> Option<String> {
        let CampaignCommand::Battle { command } = command else { return None };
        Crossfire::outlook(view.battle()?, command)
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        Crossfire::forms()
    }

    fn moment(view: &CampaignView) -> String {
        let battle = view.records.len() + 1;
        match view.battle() {
            Some(fight) => format!("Battle {battle}, {}", Crossfire::moment(fight).to_lowercase()),
            None => format!("Before battle {battle}"),
        }
    }

    fn closes(event: &CampaignEvent) -> bool {
        matches!(event, CampaignEvent::CampaignEnded { .. })
    }

    fn ending(view: &CampaignView) -> Drawing {
        let mut drawing = Drawing::new();
        if view.outcome.is_some() {
            drawing.line(Line::new().ink(Ink::Strong, result(view)));
            records(view, &mut drawing);
        }
        drawing
    }

    fn measures(view: &CampaignView) -> Measures {
        let mut measures = Measures::default().number("battles", view.records.len() as i64);
        for seat in Seat::first(2) {
            let lost = view.records.iter().map(|record| i64::from(record.losses[seat.index()]));
            measures = measures
                .number(format!("points of side {}", seat.index() + 1), view.score[seat.index()])
                .number(format!("units lost by side {}", seat.index() + 1), lost.sum::<i64>());
        }
        measures
    }
}

impl CampaignView {
    /// What a side is called: its number, and who plays it or else its faction.
    pub fn side_name(&self, seat: Seat) -> String {
        named_side(&self.cast, seat).unwrap_or_else(|| self.role(seat))
    }

    /// The number and the faction of a side.
    fn role(&self, seat: Seat) -> String {
        format!("P{} {}", seat.index() + 1, self.names[seat.index() & 1])
    }
}

/// What a player typed between battles.
fn between(view: &CampaignView, words: &[&str]) -> Option<CampaignCommand> {
    let has = |word: &str| words.contains(&word);
    if has("draw") || has("roll") {
        return Some(CampaignCommand::RollMission {});
    }
    if has("disagree") || has("no") {
        return Some(CampaignCommand::ConfirmMission { agree: false });
    }
    if has("agree") || has("yes") {
        return Some(CampaignCommand::ConfirmMission { agree: true });
    }
    let said = words.join("_");
    let kinds =
        [AdvantageKind::TacticalEdge, AdvantageKind::QuickStart, AdvantageKind::FocusedOrders];
    if let Some(advantage) = kinds.into_iter().find(|kind| said.contains(advantage_id(*kind))) {
        return Some(CampaignCommand::ChooseAdvantage { advantage });
    }
    let named = |id: Id| {
        let id = id.as_str().to_lowercase();
        said == id || said.strip_prefix("mission_") == Some(&id)
    };
    let mission = view.missions.iter().map(|mission| mission.id).find(|id| named(*id))?;
    Some(CampaignCommand::ChooseMission { mission })
}

/// An id as it is said: `dead center`.
fn in_words(id: &str) -> String {
    id.replace('_', " ")
}

const fn advantage_id(advantage: AdvantageKind) -> &'static str {
    match advantage {
        AdvantageKind::TacticalEdge => "tactical_edge",
        AdvantageKind::QuickStart => "quick_start",
        AdvantageKind::FocusedOrders => "focused_orders",
    }
}

fn advantage_name(view: &CampaignView, kind: AdvantageKind) -> String {
    let found = view.advantages.iter().find(|advantage| advantage.id == kind);
    found.map_or(advantage_id(kind).to_owned(), |advantage| advantage.name.clone())
}

/// An event of a battle that it ended, so that no battle is left to tell it from.
fn last_words(view: &CampaignView, event: &crate::event::Event) -> String {
    use crate::event::Event;
    match event {
        Event::Conceded { seat } => format!("{} gives up.", view.side_name(*seat)),
        Event::BattleEnded { winner: Some(winner), score, .. } => {
            let score = crate::text::first(*winner, *score);
            format!("{} wins the battle, {score}.", view.side_name(*winner))
        }
        Event::BattleEnded { winner: None, score, .. } => {
            format!("The battle is a tie, {} to {}.", score[0], score[1])
        }
        event => crate::text::tell_plainly(&|seat| view.side_name(seat), event),
    }
}

fn result(view: &CampaignView) -> String {
    let [first, second] = view.score;
    let winner = view.outcome.and_then(|outcome| SIDES.into_iter().find(|s| outcome.won_by(*s)));
    match (winner, &view.stage) {
        (Some(winner), StageView::Over { left: Some(left) }) => format!(
            "{} has left: {} wins the campaign, {}.",
            view.side_name(*left),
            view.side_name(winner),
            crate::text::first(winner, view.score)
        ),
        (Some(winner), _) => {
            let score = crate::text::first(winner, view.score);
            format!("{} wins the campaign, {score}.", view.side_name(winner))
        }
        (None, _) => format!("The campaign is drawn, {first} to {second}."),
    }
}

fn records(view: &CampaignView, drawing: &mut Drawing) {
    for record in view.records.iter() {
        drawing.line(record_line(view, record));
    }
}

fn record_line(view: &CampaignView, record: &Record) -> String {
    let result = match record.end.winner {
        Some(winner) => format!("P{} won", winner.index() + 1),
        None => "tie".to_owned(),
    };
    let why = match record.end.reason {
        EndReason::Points => "on points",
        EndReason::Tie => "on equal points",
        EndReason::WipeOut => "by wipe-out",
        EndReason::Concession => "by concession",
    };
    format!(
        "{}. {:<24} {result} {why}, {}:{} in round {}; victory points {}:{}",
        record.number,
        view.mission_name(record.mission),
        record.score[0],
        record.score[1],
        record.round,
        record.points[0],
        record.points[1]
    )
}
