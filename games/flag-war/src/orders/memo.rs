//! What a player's assistant remembers between rounds: standing plans, a stance, who plays which
//! piece. It is part of saves, and is judged anew each round from the view.

use std::collections::BTreeMap;

use senet_kernel::{Reading, as_json};
use serde::{Deserialize, Serialize};

use crate::board::Team;
use crate::command::{Command, Origin};
use crate::view::{PlanEntry, Status, View};

use super::compile::{Output, compile, stance, target_of};
use super::intent::{Act, Condition, Control, Intent, Stance};
use super::scene::Scene;
use super::words::{read_back, said, told_act, told_later, verb};

/// How many plans are remembered; the oldest is forgotten first.
const MOST_PLANS: usize = 32;

/// How many queued orders are told at once.
const MOST_TOLD: usize = 12;

/// What an assistant remembers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Memo {
    /// Who plays which piece; those not named are the player's.
    pub control: BTreeMap<u8, Control>,
    /// How to play.
    pub stance: Option<StandingStance>,
    /// Orders that wait for a round or for something to happen.
    pub plans: Vec<StandingPlan>,
    /// What the assistant suggested for the open round.
    pub suggested: Vec<Command>,
    /// The round whose proposals have been made.
    pub followed: u32,
}

/// A stance for some rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingStance {
    /// Which.
    pub stance: Stance,
    /// The first round of it.
    pub from: u32,
    /// The last round of it; none is until changed.
    pub until: Option<u32>,
}

/// An order that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingPlan {
    /// What is to be done.
    pub act: Act,
    /// What must happen first.
    pub when: Condition,
    /// The input that it was part of: a newer order outranks it.
    pub input: u32,
}

impl StandingPlan {
    /// In words; what is done in turn after the plan before it is told as that.
    pub(super) fn told(&self, team: Team, before: Option<&StandingPlan>) -> String {
        let follows = |before: &StandingPlan| {
            before.input == self.input
                && before.when == self.when
                && before.act.pieces == self.act.pieces
                && before.act.round < self.act.round
        };
        match before.is_some_and(follows) {
            true => format!("then {}", told_act(team, &self.act)),
            false => told_later(team, &self.act, &self.when),
        }
    }
}

impl Memo {
    /// Reads what a host kept; what is not ours is forgotten.
    pub fn read(json: &serde_json::Value) -> Memo {
        let mut memo: Memo = senet_kernel::read(json).unwrap_or_default();
        memo.plans.truncate(MOST_PLANS);
        memo.suggested.truncate(MOST_PLANS);
        memo
    }

    /// Whether there is anything to follow.
    pub fn is_empty(&self) -> bool {
        self.stance.is_none() && self.plans.is_empty() && self.control.is_empty()
    }

    /// What is queued and what waits, in words for the team itself.
    pub fn told(&self, view: &View, team: Team) -> Vec<String> {
        let own = view.own.as_ref().filter(|own| own.team == team);
        let queued = own.into_iter().flat_map(|own| &own.plan);
        let order = |entry: &PlanEntry| {
            format!("round {}: {team} {} {}", entry.round, entry.piece, entry.order)
        };
        let mut told: Vec<String> = queued.map(order).collect();
        let more = told.len().saturating_sub(MOST_TOLD);
        told.truncate(MOST_TOLD);
        if more > 0 {
            told.push(format!("and {more} more orders"));
        }
        told.extend(self.stance.map(|standing| {
            verb(&Intent::Stance { stance: standing.stance, until: standing.until })
        }));
        for (id, control) in &self.control {
            let who = verb(&Intent::Control { control: *control });
            told.push(format!("{team} {id}: {who}"));
        }
        let plan = |place: usize| {
            let before = place.checked_sub(1).map(|before| &self.plans[before]);
            self.plans[place].told(team, before)
        };
        told.extend((0..self.plans.len()).map(plan));
        told.extend(
            self.suggested
                .iter()
                .map(|command| format!("suggested: {}", said(team, view.shared.round, command))),
        );
        if told.is_empty() {
            told.push("nothing is planned".to_owned());
        }
        told
    }

    pub(super) fn remember(&mut self, plan: StandingPlan) {
        self.plans.push(plan);
        if self.plans.len() > MOST_PLANS {
            self.plans.remove(0);
        }
    }

    /// A cancel also forgets what waits for these pieces; no piece is all of them.
    pub(super) fn forget(&mut self, pieces: &[u8], round: Option<u32>) {
        let meant =
            |act: &Act| pieces.is_empty() || act.pieces.iter().all(|id| pieces.contains(id));
        self.plans.retain(|plan| {
            let at = match plan.when {
                Condition::Round(at) => Some(at),
                _ => None,
            };
            !(meant(&plan.act) && (round.is_none() || round == at))
        });
        if pieces.is_empty() && round.is_none() {
            self.stance = None;
            self.suggested.clear();
        }
    }
}

impl Condition {
    fn holds(&self, scene: &Scene) -> bool {
        match self {
            Condition::OwnFlagTaken => scene.position.thief(scene.team).is_some(),
            Condition::EnemyFlagTaken => scene.position.thief(scene.team.other()).is_some(),
            Condition::Jailed(ids) if ids.is_empty() => {
                scene.living().len() < usize::from(scene.layout().pieces)
            }
            Condition::Jailed(ids) => {
                let own = |id: &&u8| scene.ids().any(|own| own == **id);
                ids.iter().filter(own).any(|id| scene.is_jailed(*id))
            }
            Condition::EnemyJailed => scene.position.jailed(scene.layout(), scene.team.other()) > 0,
            Condition::Round(round) => scene.open >= *round,
        }
    }
}

/// What the plans ask for in a round that has just opened.
pub(super) fn plans(view: &View, team: Team, mut memo: Memo) -> Option<Reading<Command>> {
    let open = view.shared.round;
    let over = view.shared.status == Status::Finished;
    if over || memo.is_empty() || memo.followed == open || view.own.is_none() {
        return None;
    }
    let mut scene = Scene::new(view, team);
    let mut commands = Vec::new();
    let mut notes = Vec::new();
    memo.followed = open;
    memo.suggested.clear();
    // What was said in one text for one piece is done in turn, also where it begins late.
    let mut after: BTreeMap<(u32, u8), u32> = BTreeMap::new();
    // And what follows something that could not be done would start from another square.
    let mut broken: BTreeMap<(u32, u8), u32> = BTreeMap::new();
    for plan in std::mem::take(&mut memo.plans) {
        if !plan.when.holds(&scene) || !sound(&plan.act, &scene) {
            memo.plans.push(plan);
            continue;
        }
        let failed =
            |id: &u8| broken.get(&(plan.input, *id)).is_some_and(|at| *at < plan.act.round);
        if plan.act.pieces.iter().any(failed) {
            continue;
        }
        let mut out = Output::default();
        let mut act = plan.act.clone();
        let next = act.pieces.iter().filter_map(|id| after.get(&(plan.input, *id)));
        act.round = act.round.max(open).max(next.max().copied().unwrap_or(open));
        if let Ok(end) = compile(&mut scene, &act, &mut out) {
            let ends = act.pieces.iter().map(|id| ((plan.input, *id), end.saturating_add(1)));
            after.extend(ends);
            let explicit =
                |command: Command| command.from_input(Origin::Explicit, Some(plan.input));
            let free = |command: &Command| !overtaken(view, command, plan.input);
            commands.extend(out.commands.into_iter().filter(free).map(explicit));
        } else {
            let told = plan.act.pieces.iter().map(|id| ((plan.input, *id), plan.act.round));
            broken.extend(told);
        }
        notes.append(&mut out.notes);
    }
    propose(&mut scene, &mut memo, &mut commands);
    let mut text = read_back(team, open, &commands, &notes);
    if !memo.suggested.is_empty() {
        let suggestions = read_back(team, open, &memo.suggested, &[]);
        let apart = if text.is_empty() { "" } else { " " };
        text = format!("{text}{apart}Suggested, say accept: {suggestions}");
    }
    Some(Reading {
        commands,
        read_back: text,
        not_understood: Vec::new(),
        asks: Vec::new(),
        memo: Some(as_json(&memo)),
    })
}

/// Whether an order that was said at an input comes too late for its slot: something was ordered
/// there since (R8).
pub fn overtaken(view: &View, command: &Command, input: u32) -> bool {
    let Some(own) = &view.own else {
        return false;
    };
    let open = view.shared.round;
    let slot = command.slot(open);
    slot.is_some_and(|(piece, round)| own.sealed.is_newer(round, piece, input))
}

/// Whether a remembered act names only pieces that there are.
fn sound(act: &Act, scene: &Scene) -> bool {
    act.pieces.iter().all(|id| scene.ids().any(|own| own == *id))
}

/// The assistant's proposals: for pieces it was given, and for all under a stance.
fn propose(scene: &mut Scene, memo: &mut Memo, commands: &mut Vec<Command>) {
    let open = scene.open;
    if memo.stance.is_some_and(|standing| standing.until.is_some_and(|until| until < open)) {
        memo.stance = None;
    }
    let standing = memo.stance.filter(|standing| standing.from <= open);
    let control = |id: &u8| match (memo.control.get(id), standing) {
        (Some(control), _) => *control,
        (None, Some(_)) => Control::Auto,
        (None, None) => Control::Manual,
    };
    let chosen: Vec<u8> = scene
        .living()
        .into_iter()
        .filter(|id| control(id) != Control::Manual && !scene.orders.contains_key(&(open, *id)))
        .collect();
    if chosen.is_empty() {
        return;
    }
    let mut out = Output::default();
    let how = standing.map_or(Stance::Balanced, |standing| standing.stance);
    stance(scene, how, &chosen, &mut out);
    for command in out.commands.into_iter().filter(|command| target_of(command).is_none()) {
        let id = match &command {
            Command::Move { piece, .. } | Command::Hold { piece, .. } => piece.0.unwrap_or(0),
            _ => continue,
        };
        match control(&id) {
            Control::Auto => commands.push(command.from_input(Origin::Assistant, None)),
            Control::Suggest => memo.suggested.push(command),
            Control::Manual => {}
        }
    }
}
