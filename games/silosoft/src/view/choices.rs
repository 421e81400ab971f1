//! What can be done about what is open, with what it would lead to.

use senet_kernel::{Reject, Seat};

use super::{BundleView, Choices, HintView, OptionView, TradeEffect, TradeView, View, WhyNot};
use crate::bundle::{Bundle, Stock};
use crate::command::{Cards, Command, Declarations};
use crate::rejection::{Measure, Rejection};
use crate::state::{Phase, Silosoft};
use crate::useful::Trade;

impl Silosoft {
    pub(super) fn choices(&self, view: &View) -> Choices {
        let mut choices = Choices::default();
        match self.phase {
            Phase::Draw => choices.options.push(OptionView {
                seat: self.active(),
                command: Command::Draw {},
                text: self.draw_text(),
            }),
            Phase::Reorg => choices.options = self.reorg_options(view),
            Phase::Pto => choices.options = self.pto_options(view),
            Phase::Action => self.action_choices(view, &mut choices),
            Phase::Answer(_) => choices.options = self.answer_options(view),
            Phase::Penalty => choices.options = self.penalty_options(),
            Phase::Won | Phase::Lost => {}
        }
        choices.hint = self.hint(&choices);
        choices
    }

    fn draw_text(&self) -> String {
        let weight = self.setup.resource_weight;
        format!("A staff card ({weight} %) or an event ({} %).", 100 - weight)
    }

    fn reorg_options(&self, view: &View) -> Vec<OptionView> {
        let seat = self.active();
        let mut options = Vec::new();
        for card in self.hands.of(seat) {
            for to in self.all_seats().filter(|to| *to != seat) {
                let effect = self.trade_effect(to, self.stock_of(card.number), Stock::default());
                let mut text = view.reorg_text(card.id(), to);
                if effect.completes_partners {
                    text.push_str(" They could then complete a feature.");
                }
                options.push(OptionView {
                    seat,
                    command: Command::Reorg { card: card.id(), to },
                    text,
                });
            }
        }
        options
    }

    fn pto_options(&self, view: &View) -> Vec<OptionView> {
        let seat = self.active();
        let release = self.turn + self.count();
        let lock = self.lock_view(release).text;
        let option = |card: crate::card::Card| OptionView {
            seat,
            command: Command::Pto { card: card.id() },
            text: match card.locked() {
                true => format!(
                    "{} is on PTO already and stays longer: {lock}.",
                    view.tell_card(card.id())
                ),
                false => format!("{}: {lock}.", view.tell_card(card.id())),
            },
        };
        self.hands.of(seat).map(option).collect()
    }

    fn answer_options(&self, view: &View) -> Vec<OptionView> {
        let Some(offer) = &view.offer else {
            return Vec::new();
        };
        let gets = match offer.give.is_empty() {
            true => "nothing".to_owned(),
            false => view.tell_cards(offer.give.iter().copied()),
        };
        let gives = view.tell_cards(offer.take.iter().copied());
        let mut accept = format!("You hand over {gives} and receive {gets}.");
        if offer.effect.completes_own {
            accept.push_str(" Your partner could then complete a feature.");
        }
        if offer.effect.breaks_partners {
            accept.push_str(" You could no longer complete yours.");
        }
        let option = |seat, command, text: String| OptionView { seat, command, text };
        vec![
            option(offer.to, Command::Accept {}, accept),
            option(offer.to, Command::Decline {}, "No card moves.".to_owned()),
            option(
                offer.from,
                Command::Withdraw {},
                "No card moves. Your one offer of this turn is used up.".to_owned(),
            ),
        ]
    }

    fn penalty_options(&self) -> Vec<OptionView> {
        let seat = self.active();
        let total = self.total() - 1;
        let option = |place: &u8| {
            let feature = self.setup.feature(*place);
            OptionView {
                seat,
                command: Command::Forfeit { feature: feature.id },
                text: format!(
                    "{} is lost for good; the team's total drops to {total}.",
                    feature.title
                ),
            }
        };
        self.player(seat).completed.iter().map(option).collect()
    }

    fn action_choices(&self, view: &View, choices: &mut Choices) {
        let seat = self.active();
        choices.cannot_complete = self.cannot_complete().map(why_not);
        choices.cannot_offer = self.cannot_offer().map(why_not);
        if choices.cannot_complete.is_none() {
            choices.bundles = self.bundle_views();
        }
        self.each_trade(&mut |trade| choices.trades.push(self.trade_view(view, &trade)));
        // What leads to a completion comes first.
        choices
            .trades
            .sort_by_key(|trade| (!trade.effect.completes_own, !trade.effect.completes_partners));
        if choices.cannot_offer.is_none() && !self.completions_used() {
            let others = self.all_seats().filter(|other| *other != seat);
            choices.helpers = others.filter(|other| self.completes_with(*other)).collect();
        }
        if !choices.bundles.is_empty() {
            choices.before_pass.push("You can complete your feature now.".to_owned());
        }
        if self.is_due() {
            let penalty = self.penalty(seat);
            choices.before_pass.push(format!("The Competition is due and unmet: you {penalty}."));
        }
    }

    /// Why nothing can be completed now, as a try with the whole hand would be told.
    fn cannot_complete(&self) -> Option<Rejection> {
        let seat = self.active();
        if self.hands.is_empty(seat) {
            return Some(Rejection::EmptyHand);
        }
        let Some(feature) = self.feature(seat) else {
            return Some(Rejection::NoActiveFeature);
        };
        if self.completions_used() {
            return Some(Rejection::CompletionLimitReached);
        }
        let stock = self.stock(seat);
        if stock.completes(&feature.needs) {
            return None;
        }
        let measure =
            |(role, need)| Measure { role, need: u16::from(need), have: stock.points(role).into() };
        let measures = feature.needs.rows().map(measure).collect();
        Some(Rejection::RequirementNotMet { measures })
    }

    fn cannot_offer(&self) -> Option<Rejection> {
        if self.hands.is_empty(self.active()) {
            Some(Rejection::EmptyHand)
        } else if self.count() == 1 {
            Some(Rejection::NoPartner)
        } else if self.traded {
            Some(Rejection::TradeLimitReached)
        } else {
            None
        }
    }

    fn bundle_views(&self) -> Vec<BundleView> {
        let seat = self.active();
        let Some(feature) = self.feature(seat) else {
            return Vec::new();
        };
        let bundles = self.stock(seat).bundles(&feature.needs);
        let bundle = |bundle: &Bundle| {
            let (mut cards, mut declare) = (Cards::default(), Declarations::default());
            self.spend(*bundle, &mut cards, &mut declare);
            BundleView {
                cards: cards.to_vec(),
                declare: declare.clone(),
                points: bundle.stock().total(),
                waste: bundle.waste(&feature.needs),
                wins: self.total() + 1 >= self.setup.target(),
                meets_requirement: self.is_due(),
                command: Command::Complete { cards, declare },
            }
        };
        bundles.iter().map(bundle).collect()
    }

    fn trade_view(&self, view: &View, trade: &Trade) -> TradeView {
        let (mut give, mut take) = (Cards::default(), Cards::default());
        self.exchange(trade, &mut give, &mut take);
        let effect = self.trade_effect(trade.to, trade.give, trade.take);
        let mut told = TradeView {
            to: trade.to,
            at_once: take.is_empty(),
            give: give.to_vec(),
            take: take.to_vec(),
            effect,
            text: String::new(),
            command: Command::Offer { to: trade.to, give, take },
        };
        told.text = view.trade_text(&told);
        told
    }

    pub(super) fn trade_effect(&self, to: Seat, give: Stock, take: Stock) -> TradeEffect {
        let none = Stock::default();
        let before = self.completes_after(to, none, none);
        let after = self.completes_after(to, take, give);
        TradeEffect {
            completes_own: self.completes_after(self.active(), give, take)
                && !self.completes_after(self.active(), none, none),
            completes_partners: after && !before,
            breaks_partners: before && !after,
        }
    }

    /// One card as a stock; none where it is on leave.
    fn stock_of(&self, number: u8) -> Stock {
        let card = self.hands.cards.iter().copied();
        Stock::of(&self.hands, card.filter(|card| card.number == number))
    }

    /// The first thing worth doing: complete, or trade toward a completion, or pass.
    fn hint(&self, choices: &Choices) -> Option<HintView> {
        let seat = self.active();
        let hint =
            |command: &Command, text: String| HintView { seat, command: command.clone(), text };
        if self.phase != Phase::Action {
            return None;
        }
        if let Some(bundle) = choices.bundles.first() {
            let text = match bundle.waste {
                0 => "This completes your feature and wastes nothing.".to_owned(),
                1 => "This completes your feature and wastes 1 point.".to_owned(),
                waste => format!("This completes your feature and wastes {waste} points."),
            };
            return Some(hint(&bundle.command, text));
        }
        if let Some(trade) = choices.trades.first() {
            return Some(hint(&trade.command, trade.text.clone()));
        }
        Some(hint(&Command::Pass {}, "Nothing more can be gained this turn.".to_owned()))
    }
}

fn why_not(rejection: Rejection) -> WhyNot {
    WhyNot { text: rejection.to_string(), rule: rejection.rule().to_owned(), rejection }
}
