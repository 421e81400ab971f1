//! Carrying out one order: its round, how often, and whether it is done now or remembered.

use super::compile::{Output, compile};
use super::intent::{Act, Condition, Intent, Reason};
use super::memo::{StandingPlan, StandingStance};
use super::parse::{Part, What, When, Who};
use super::words::{listed, verb};
use super::{Session, shown};
use crate::command::Origin;

impl Session<'_> {
    /// One part: finds the pieces and the round, and carries it out or remembers it.
    pub(super) fn order(&mut self, part: &Part, who: &[Who], what: &What, when: Option<When>) {
        let open = self.scene.open;
        let base = match when {
            Some(When::Round(round)) => round,
            Some(When::In(rounds)) => open.saturating_add(rounds),
            None if part.then => self.end.saturating_add(1),
            None => open,
        };
        if base < open {
            self.found.notes.push(format!("round {base} is over, so in round {open}"));
        }
        // What comes after something that cannot be done would start from another square.
        if part.then && self.broken {
            self.leave_out(shown(&part.text));
            return;
        }
        self.broken = false;
        // A round and a condition at once, or so often what is done but once: not certain.
        let often =
            part.rounds.is_some() || part.times.is_some() || part.until.is_some() || part.each;
        if self.condition.is_some() && when.is_some() || often && !lasts(what) {
            self.doubts.push(format!("{} ", part.text));
        }
        // A round that cannot be planned yet, and more squares then than a board has, are not read back as if
        // they were.
        let later = base > open;
        let beyond = |what: &What| match what {
            What::Intent(Intent::Move { distance: Some(far), .. }) => {
                *far > self.scene.setup.longest()
            }
            _ => false,
        };
        if later && (base > self.scene.last || beyond(what)) {
            self.doubts.push(format!("{} ", part.text));
        }
        let twice = (1..who.len())
            .any(|place| matches!(who[place], Who::Id(_)) && who[..place].contains(&who[place]));
        if twice {
            self.doubts.push(format!("{} ", part.text));
        }
        if part.points && self.last.is_empty() {
            self.doubts.push("him".to_owned());
        }
        // One by name and all, or one by name and both: not certain.
        let named = who.iter().filter(|who| matches!(who, Who::Id(_))).count();
        let all = who.contains(&Who::All);
        let both = who.contains(&Who::Both);
        if both && (named == 1 || all) || named > 0 && all {
            self.doubts.push(format!("{} ", part.text));
        }
        // `up 3 then back`: by one, or home?
        if part.then && matches!(part.text.as_str(), "back" | "backward" | "backwards") {
            self.doubts.push(part.text.clone());
        }
        let meant = match self.resolve(who, what, base) {
            Err(reason) => return self.refuse(reason, part),
            Ok(meant) => meant,
        };
        let named = when.is_some() && !part.then;
        if !meant.is_empty() {
            self.last = meant.iter().flat_map(|(pieces, _)| pieces.iter().copied()).collect();
            self.named.extend(&self.last);
        }
        for (pieces, intents) in meant {
            // What waits is done in turn by those who did what came before.
            if self.condition.is_some() && part.then && !self.goes_on(&pieces) {
                self.doubts.push(format!("{} ", part.text));
            }
            for intent in intents {
                if !part.then && !named && self.excludes(&pieces, &intent) {
                    continue;
                }
                // `2 stays, don't move 2` says one thing twice.
                if !part.then && !named && !often && self.holds_already(&pieces, &intent) {
                    continue;
                }
                if matches!(intent, Intent::Stance { .. }) && who.is_empty() && !part.then {
                    // Beside orders for some it is not certain whom it is for.
                    if self.found.acts.iter().any(|act| act.condition.is_none()) {
                        self.doubts.push(part.text.clone());
                    }
                }
                // The same piece again in one text goes on after its last order.
                let again = pieces.iter().map(|id| self.after[usize::from(*id)]).max();
                let round = if named { base } else { base.max(again.unwrap_or(0)) };
                let times = match &intent {
                    Intent::Move { .. } | Intent::Hold {} => self.times(part, round),
                    _ => 1,
                };
                let act = Act {
                    pieces: pieces.clone(),
                    what: until(intent, part, round),
                    round,
                    times,
                    condition: None,
                };
                self.place(act, named && base > open);
            }
        }
    }

    /// Whether the order before was for the same pieces, and waits.
    fn goes_on(&self, pieces: &[u8]) -> bool {
        let last = self.found.acts.last();
        last.is_some_and(|act| act.condition.is_some() && act.pieces == pieces)
    }

    /// Whether a piece is told to stay and to do something in one breath; then both are asked about.
    fn excludes(&mut self, pieces: &[u8], intent: &Intent) -> bool {
        let holds = |intent: &Intent| matches!(intent, Intent::Hold {});
        let back = |old: &Intent| match (old, intent) {
            (Intent::Move { direction, .. }, Intent::Move { direction: new, .. }) => {
                direction.opposite() == *new
            }
            _ => false,
        };
        let again = |old: &Intent| match (old, intent) {
            (Intent::Move { direction, .. }, Intent::Move { direction: new, .. }) => {
                direction == new
            }
            _ => false,
        };
        let told =
            |act: &&Act| act.condition.is_none() && act.pieces.iter().any(|id| pieces.contains(id));
        let acts = &self.found.acts;
        // `2 up 2, 2 up 4` may be one after the other, or a change of mind.
        let last = acts.iter().rfind(told).filter(|act| again(&act.what));
        let clash = acts
            .iter()
            .find(|act| told(act) && (holds(&act.what) != holds(intent) || back(&act.what)));
        let clash = clash.or(last);
        let Some(act) = clash else {
            return false;
        };
        let text =
            |pieces: &[u8], what: &Intent| format!("{} {}", listed(pieces, "and"), verb(what));
        self.either.push(text(&act.pieces, &act.what));
        self.either.push(text(pieces, intent));
        true
    }

    /// Whether all of them were told to stay already, and nothing else.
    fn holds_already(&self, pieces: &[u8], intent: &Intent) -> bool {
        let told = |id: &u8| {
            let mut of = self.found.acts.iter().filter(|act| act.pieces.contains(id)).peekable();
            of.peek().is_some() && of.all(|act| matches!(act.what, Intent::Hold {}))
        };
        self.condition.is_none() && matches!(intent, Intent::Hold {}) && pieces.iter().all(told)
    }

    fn times(&mut self, part: &Part, round: u32) -> u32 {
        let until = part.until.map(|until| until.saturating_sub(round).saturating_add(1));
        let told = part.times.or(part.rounds).or(until);
        if part.each && told.is_none() {
            self.found.notes.push("for 10 rounds".to_owned());
        }
        let times = told.or(part.each.then_some(10)).unwrap_or(1);
        times.clamp(1, self.scene.last + 1 - self.scene.open)
    }

    fn refuse(&mut self, reason: Reason, part: &Part) {
        if reason == Reason::WhichPiece {
            self.found.notes.push("which piece?".to_owned());
            // Beside other orders it is not certain what those words do to them.
            self.doubts.push(format!("{} ", part.text));
        }
        self.leave_out(shown(&part.text));
        self.found.none.get_or_insert(reason);
        self.broken = true;
    }

    /// Carries an act out now, or remembers it for its round or its condition.
    fn place(&mut self, mut act: Act, later: bool) {
        let plain = matches!(
            act.what,
            Intent::Move { .. }
                | Intent::Hold {}
                | Intent::Cancel { .. }
                | Intent::Control { .. }
                | Intent::Stance { .. }
                | Intent::Accept {}
                | Intent::Query {}
                | Intent::Recall {}
        );
        let waits = match self.condition.clone() {
            Some(condition) => Some(condition),
            None => (later && !plain).then_some(Condition::Round(act.round)),
        };
        let Some(when) = waits else {
            self.carry_out(act);
            return;
        };
        act.condition = Some(when.clone());
        if self.condition.is_some() {
            self.end = self.end.max(act.round);
        }
        let input = self.input;
        let plan = StandingPlan { act: act.clone(), when, input };
        self.found.notes.push(plan.told(self.scene.team, self.found.memo.plans.last()));
        self.found.memo.remember(plan);
        self.found.acts.push(act);
    }

    pub(super) fn carry_out(&mut self, act: Act) {
        let mut out = Output::default();
        match &act.what {
            Intent::Stance { stance, until } => {
                self.found.memo.stance =
                    Some(StandingStance { stance: *stance, from: act.round, until: *until });
                self.found.notes.push(verb(&act.what));
            }
            Intent::Control { control } => {
                for id in &act.pieces {
                    self.found.memo.control.insert(*id, *control);
                }
                self.found.notes.push(verb(&act.what));
            }
            Intent::Accept {} => {
                let suggested = std::mem::take(&mut self.found.memo.suggested);
                out.commands = suggested
                    .into_iter()
                    .map(|command| command.from_input(Origin::Explicit, None))
                    .collect();
            }
            Intent::Query {} => self.answer(&act.pieces),
            Intent::Recall {} => {
                let told = self.found.memo.told(self.view, self.scene.team);
                self.found.notes.extend(told);
            }
            Intent::Cancel { round } => {
                self.found.memo.forget(&act.pieces, *round);
            }
            _ => {}
        }
        match compile(&mut self.scene, &act, &mut out) {
            Ok(end) => {
                self.end = end;
                for id in &act.pieces {
                    self.after[usize::from(*id)] = end.saturating_add(1);
                }
                self.found.commands.append(&mut out.commands);
                for note in out.notes {
                    if !self.found.notes.contains(&note) {
                        self.found.notes.push(note);
                    }
                }
                self.found.acts.push(act);
            }
            Err(reason) => {
                self.found.none.get_or_insert(reason);
                self.leave_out(reason.sentence().to_owned());
                self.broken = true;
            }
        }
    }

    /// What a piece can do, in words.
    fn answer(&mut self, pieces: &[u8]) {
        let Some(own) = &self.view.own else {
            return;
        };
        for piece in own.pieces.iter().filter(|piece| pieces.contains(&piece.id)) {
            let team = own.team;
            let ways: Vec<String> =
                piece.legs.iter().map(|leg| format!("{} {}", leg.direction, leg.squares)).collect();
            let sentence = match piece.from {
                Some(from) => format!("{team} {} at {from}: at most {}", piece.id, ways.join(", ")),
                None => format!("{team} {} is in jail", piece.id),
            };
            self.found.notes.push(sentence);
        }
    }
}

/// Whether it can be done round after round.
fn lasts(what: &What) -> bool {
    match what {
        What::Intent(intent) => matches!(
            intent,
            Intent::Move { .. } | Intent::Hold {} | Intent::Stance { .. } | Intent::Control { .. }
        ),
        What::Far(_) | What::Toward(..) => true,
        _ => false,
    }
}

/// A stance may have a last round.
fn until(intent: Intent, part: &Part, round: u32) -> Intent {
    match intent {
        Intent::Stance { stance, .. } => Intent::Stance {
            stance,
            until: part.until.or(part.rounds.map(|rounds| round.saturating_add(rounds.max(1)) - 1)),
        },
        other => other,
    }
}
