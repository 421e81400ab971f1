//! The game in words and characters.

mod board;
mod read;

use senet_kernel::{Cast, Drawing, Measures, Reading, Seat, Text, Unread, Viewer};

use crate::command::Command;
use crate::event::{Event, Incident, Nullified};
use crate::id::CardId;
use crate::rejection::Decision;
use crate::state::Silosoft;
use crate::view::{OptionView, Options, Status, TradeView, View};

impl Text for Silosoft {
    fn seat_name(view: &View, seat: Seat) -> String {
        name(view, seat).to_owned()
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.put_names(cast);
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        let active = name(view, view.active);
        let Some(open) = view.open else {
            return ended(view);
        };
        if open == Decision::TradeAnswer {
            return answer_prompt(view, viewer);
        }
        if !viewer.is(view.active) {
            return format!("Waiting for {active} to {}.", waited_for(open));
        }
        let due = view.player(view.active).and_then(|player| player.requirement.as_ref());
        let due = due.is_some_and(|requirement| requirement.turns_away == 0);
        let wanted = match open {
            Decision::Draw => "draw a card.".to_owned(),
            Decision::Reorg => "choose a card, and the player who receives it.".to_owned(),
            Decision::Pto => "choose a card to send on leave.".to_owned(),
            Decision::Penalty => "choose a completed feature to forfeit.".to_owned(),
            Decision::Action | Decision::TradeAnswer => action_prompt(view).to_owned(),
        };
        let due =
            if due && open != Decision::Penalty { " A completion is due this turn." } else { "" };
        format!("{active}: {wanted}{due}")
    }

    fn draw(view: &View, viewer: Viewer) -> Drawing {
        board::board(view, viewer)
    }

    fn tell(view: &View, event: &Event) -> String {
        tell(view, event)
    }

    fn say(view: &View, command: &Command) -> String {
        let cards = |cards: &[CardId]| joined(cards.iter());
        match command {
            Command::Draw {} => "draw".to_owned(),
            Command::Reorg { card, to } => format!("move {card} to {}", name(view, *to)),
            Command::Pto { card } => format!("pto {card}"),
            Command::Offer { to, give, take } => {
                let to = name(view, *to);
                match (give.is_empty(), take.is_empty()) {
                    (_, true) => format!("give {} to {to}", cards(give)),
                    (true, false) => format!("ask {to} for {}", cards(take)),
                    (false, false) => {
                        format!("trade {} for {} with {to}", cards(give), cards(take))
                    }
                }
            }
            Command::Accept {} => "accept".to_owned(),
            Command::Decline {} => "decline".to_owned(),
            Command::Withdraw {} => "withdraw".to_owned(),
            Command::Complete { cards: bundle, declare } => {
                let said = bundle.iter().map(|card| match declare.of(*card) {
                    Some(role) => format!("{card}={}", role.name()),
                    None => card.to_string(),
                });
                format!("complete {}", joined(said))
            }
            Command::Pass {} => "pass".to_owned(),
            Command::Forfeit { feature } => format!("forfeit {feature}"),
        }
    }

    fn read(
        view: &View,
        seat: Seat,
        text: &str,
        _memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        read::read(view, seat, text)
    }

    fn caution(view: &View, _seat: Seat, command: &Command) -> Option<String> {
        let bundle = view.choices.bundles.first().filter(|_| *command == Command::Pass {})?;
        let cards = view.tell_cards(bundle.cards.iter().copied());
        Some(format!("Your feature can be completed now, with {cards}."))
    }

    fn outlook(view: &View, command: &Command) -> Option<String> {
        let choices = &view.choices;
        let trade = choices.trades.iter().find(|trade| trade.command == *command);
        let option = choices.options.iter().find(|option| option.command == *command);
        let told = trade.map(|trade| &trade.text).or(option.map(|option| &option.text));
        let bundle = choices.bundles.iter().find(|bundle| bundle.command == *command);
        let waste = bundle.map(|bundle| {
            let wins = if bundle.wins { " It wins the game." } else { "" };
            let spent = match bundle.points {
                1 => "1 point is spent".to_owned(),
                points => format!("{points} points are spent"),
            };
            format!("{spent}, {} more than needed.{wins}", bundle.waste)
        });
        told.cloned().or(waste)
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[
            ("draw", "draw a card"),
            ("complete", "complete your feature with the least waste"),
            ("complete R001 R004=dev", "complete it with these cards"),
            ("give R004 to NAME", "hand a card over"),
            ("ask NAME for R005", "ask for a card; the other answers"),
            ("trade R004 for R005 with NAME", "offer a trade; the other answers"),
            ("accept, decline, withdraw", "answer an offer, or take yours back"),
            ("move R004 to NAME", "a Reorg: who gets the card"),
            ("pto R004, forfeit F07", "choose what goes on leave, or is lost"),
            ("hint", "what could be done"),
            ("pass", "end your turn"),
        ]
    }

    fn moment(view: &View) -> String {
        format!("Turn {}", view.turn)
    }

    fn retention(view: &View) -> Option<usize> {
        Some(view.options.log_retention.into())
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::Won { .. } | Event::Lost { .. })
    }

    fn ending(view: &View) -> Drawing {
        board::ending(view)
    }

    fn measures(view: &View) -> Measures {
        let summary = &view.summary;
        let events: i64 = summary.events.iter().map(|event| i64::from(event.drawn)).sum();
        Measures::because(summary.outcome)
            .number("features shipped", summary.total)
            .number("features short of the target", summary.target.saturating_sub(summary.total))
            .number("features forfeited", summary.forfeited)
            .number("trades offered", summary.trades)
            .number("cards lost", summary.discarded)
            .number("events drawn", events)
    }
}

impl View {
    /// Puts people's names in place of those of the configuration, wherever the view says them.
    fn put_names(&mut self, cast: &Cast) {
        if self.players.iter().all(|player| cast.name(player.seat).is_none()) {
            return;
        }
        let leads: Vec<String> = self.choices.options.iter().map(|o| self.lead(o)).collect();
        for player in &mut self.players {
            player.name = cast.called(player.seat, &player.name);
        }
        let (mut choices, mut log) =
            (std::mem::take(&mut self.choices), std::mem::take(&mut self.log));
        for (option, old) in choices.options.iter_mut().zip(leads) {
            let rest = option.text.strip_prefix(&old).map(str::to_owned);
            option.text = rest.map_or_else(String::new, |rest| self.lead(option) + &rest);
        }
        for trade in &mut choices.trades {
            trade.text = self.trade_text(trade);
        }
        if let Some(hint) = &mut choices.hint {
            let trade = choices.trades.iter().find(|trade| trade.command == hint.command);
            hint.text = trade.map_or_else(|| hint.text.clone(), |trade| trade.text.clone());
        }
        for entry in &mut log {
            entry.text = tell(self, &entry.event);
        }
        (self.choices, self.log) = (choices, log);
    }

    /// The part of an option's text that names somebody; it stands at its beginning.
    fn lead(&self, option: &OptionView) -> String {
        match option.command {
            Command::Reorg { card, to } => self.reorg_text(card, to),
            _ => String::new(),
        }
    }

    pub(crate) fn reorg_text(&self, card: CardId, to: Seat) -> String {
        format!("{} goes to {}.", self.tell_card(card), name(self, to))
    }

    /// A trade and what it would lead to.
    pub(crate) fn trade_text(&self, trade: &TradeView) -> String {
        let name = name(self, trade.to);
        let gives = self.tell_cards(trade.give.iter().copied());
        let takes = self.tell_cards(trade.take.iter().copied());
        let mut text = match (trade.give.is_empty(), trade.take.is_empty()) {
            (false, true) => format!("Give {gives} to {name}."),
            (true, _) => format!("Ask {name} for {takes}."),
            (false, false) => format!("Give {gives} to {name} for {takes}."),
        };
        if trade.effect.completes_own {
            text.push_str(" You could then complete your feature.");
        }
        if trade.effect.completes_partners {
            text.push_str(&format!(" {name} could then complete a feature."));
        }
        if trade.effect.breaks_partners {
            text.push_str(&format!(" {name} could no longer complete a feature."));
        }
        text
    }
}

pub(crate) fn name(view: &View, seat: Seat) -> &str {
    view.player(seat).map_or("nobody", |player| &player.name)
}

fn joined<T: std::fmt::Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn ended(view: &View) -> String {
    let (total, target) = (view.total, view.target);
    match view.summary.outcome {
        Status::Won => format!("Won on turn {}: {total} of {target} features.", view.turn),
        Status::Lost | Status::Playing => {
            format!("Lost: {total} of {target} features when the turns ran out.")
        }
    }
}

fn answer_prompt(view: &View, viewer: Viewer) -> String {
    let Some(offer) = &view.offer else {
        return String::new();
    };
    let (from, to) = (name(view, offer.from), name(view, offer.to));
    let takes = view.tell_cards(offer.take.iter().copied());
    let deal = match offer.give.is_empty() {
        true => format!("{takes} for nothing"),
        false => format!("{takes} for {}", view.tell_cards(offer.give.iter().copied())),
    };
    if viewer.is(offer.to) {
        format!("{to}: {from} asks you for {deal}. Accept or decline.")
    } else if viewer.is(offer.from) {
        format!("{from}: {to} is asked for {deal}. Wait for the answer, or withdraw.")
    } else {
        format!("{from} asks {to} for {deal}. {to} answers.")
    }
}

const fn waited_for(open: Decision) -> &'static str {
    match open {
        Decision::Draw => "draw a card",
        Decision::Reorg => "choose a card for the Reorg",
        Decision::Pto => "choose a card for PTO",
        Decision::Action => "trade, complete or pass",
        Decision::TradeAnswer => "answer the offer",
        Decision::Penalty => "choose a feature to forfeit",
    }
}

fn action_prompt(view: &View) -> &'static str {
    let choices = &view.choices;
    let can_complete = !choices.bundles.is_empty();
    match (can_complete, choices.cannot_offer.is_none()) {
        (true, true) => "complete your feature, offer a trade, or pass.",
        (true, false) => "complete your feature, or pass.",
        (false, true) => "offer a trade, or pass. Your feature lacks cards.",
        (false, false) => "pass. There is nothing else to do.",
    }
}

fn tell(view: &View, event: &Event) -> String {
    let named = |seat: Seat| name(view, seat);
    let card = |id: CardId| view.tell_card(id);
    match *event {
        Event::GameStarted { ruleset, resource_weight, single_completion } => {
            let completions = match single_completion {
                true => "one completion in a turn at most",
                false => "any number of completions in a turn",
            };
            format!(
                "The game starts: {}, {}, {} features to complete; {resource_weight} draws \
                 in 100 bring staff; {completions}.",
                ruleset.told(),
                told_turns(&view.options),
                view.target,
            )
        }
        Event::DrewResource { seat, card, staff } => {
            let points = match staff.points() {
                1 => "1 point".to_owned(),
                points => format!("{points} points"),
            };
            format!("{} draws {card}: {staff}, {points}.", named(seat))
        }
        Event::EventDrawn { seat, event } => {
            let demand = match event {
                Incident::Reorg => "one card goes to another player",
                Incident::Pto => "one card goes on leave",
                Incident::Layoff | Incident::Competition => "it takes effect",
            };
            format!("{} draws {}: {demand}.", named(seat), event.name())
        }
        Event::EventApplied { seat, event, card: struck, to } => {
            let struck = struck.map(card).unwrap_or_default();
            let to = to.map_or("", named);
            let seat = named(seat);
            match event {
                Incident::Layoff => format!("Layoff: {seat} loses {struck}, picked at random."),
                Incident::Reorg => format!("Reorg: {seat} hands {struck} to {to}."),
                Incident::Competition => format!("{seat} draws Company Competition."),
                Incident::Pto => format!("PTO: {seat} sends {struck} on leave."),
            }
        }
        Event::EventNullified { seat, event, reason } => {
            let reason = match reason {
                Nullified::EmptyHand => "the hand is empty",
                Nullified::NoOtherPlayer => "there is no other player",
                Nullified::RequirementPending => "a requirement is pending already",
                Nullified::NoNextTurn => "there is no further turn",
            };
            format!("{} draws {}: no effect, {reason}.", named(seat), event.name())
        }
        Event::RequirementSet { seat, due } => {
            format!("{} must complete a feature on turn {due}.", named(seat))
        }
        Event::RequirementMet { seat } => {
            format!("{} has met the Competition's demand.", named(seat))
        }
        Event::PtoLocked { seat, card: locked, release } => {
            let until = match release < view.options.turn_limit {
                true => format!("until the end of turn {release}"),
                false => "to the end of the game".to_owned(),
            };
            format!("{} is locked in the hand of {} {until}.", card(locked), named(seat))
        }
        Event::PtoReleased { seat, card: freed } => {
            format!("{} is back from PTO in the hand of {}.", card(freed), named(seat))
        }
        Event::Gift { seat, to, cards } => {
            format!("{} gives {} to {}.", named(seat), view.tell_set(cards), named(to))
        }
        Event::TradeOffered { seat, to, give, take } => {
            let (seat, to, take) = (named(seat), named(to), view.tell_set(take));
            if give.is_empty() {
                format!("{seat} asks {to} for {take}.")
            } else {
                format!("{seat} offers {to} {} for {take}.", view.tell_set(give))
            }
        }
        Event::TradeAccepted { seat, from, give, take } => {
            let (seat, from, take) = (named(seat), named(from), view.tell_set(take));
            if give.is_empty() {
                format!("{seat} accepts and hands {take} to {from}.")
            } else {
                let give = view.tell_set(give);
                format!("{seat} accepts: {take} to {from}, {give} to {seat}.")
            }
        }
        Event::TradeDeclined { seat, from } => {
            format!("{} declines the offer of {}.", named(seat), named(from))
        }
        Event::TradeWithdrawn { seat, to } => {
            format!("{} withdraws the offer to {}.", named(seat), named(to))
        }
        Event::Completed { seat, feature, cards, total } => format!(
            "{} completes {feature} {} with {}: {total} of {}.",
            named(seat),
            view.title(feature),
            view.tell_set(cards),
            view.target
        ),
        Event::FeatureAssigned { seat, feature } => {
            format!("{} builds {feature} {} next.", named(seat), view.title(feature))
        }
        Event::DeckExhausted { seat } => {
            format!("The deck is empty: {} has no feature to build.", named(seat))
        }
        Event::PenaltyForfeit { seat, feature, total } => format!(
            "Penalty: {} forfeits {feature} {}; {total} of {}.",
            named(seat),
            view.title(feature),
            view.target
        ),
        Event::PenaltyDiscard { seat, cards } => match cards.is_empty() {
            true => format!("Penalty: {} has nothing to lose.", named(seat)),
            false => {
                let cards = view.tell_set(cards);
                format!("Penalty: {} loses {cards}, picked at random.", named(seat))
            }
        },
        Event::TurnEnded { seat } => format!("The turn of {} ends.", named(seat)),
        Event::Won { total } => format!("The team has completed {total} features and wins."),
        Event::Lost { total } => {
            format!("The last turn is over: {total} of {} features. The team loses.", view.target)
        }
    }
}

/// The turns of a game, and how they are shared out.
fn told_turns(options: &Options) -> String {
    let (all, each) = (options.turn_limit, &options.turns_each[..]);
    match each {
        [] | [_] => format!("{all} turns"),
        [first, others @ ..] if others.iter().all(|turns| turns == first) => {
            format!("{all} turns, {first} for each player")
        }
        [firsts @ .., last] => {
            let firsts: Vec<String> = firsts.iter().map(u8::to_string).collect();
            format!("{all} turns, {} and {last} for the players", firsts.join(", "))
        }
    }
}
