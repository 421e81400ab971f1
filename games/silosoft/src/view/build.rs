//! Makes a view from a state.

use senet_kernel::{Game, Seat, Text, Viewer};

use super::{
    ActiveView, CardView, Choices, DeckView, DrawnView, EventCount, LockView, LogView, NeedView,
    Odds, OfferView, Options, PlayerView, RequirementView, Status, Summary, View,
};
use crate::bundle::Stock;
use crate::card::{Card, Staff};
use crate::config::{Ruleset, warnings};
use crate::event::Incident;
use crate::feature::Feature;
use crate::id::CardId;
use crate::odds;
use crate::state::{Drawn, Offer, Phase, Silosoft};

impl View {
    pub(crate) fn of(game: &Silosoft, viewer: Viewer) -> View {
        let mut view = View {
            you: viewer.seat(),
            options: game.options_view(),
            turn: game.turn,
            active: game.active(),
            open: game.decision(),
            to_act: game.to_act(),
            awaited: game.awaited(),
            total: game.total(),
            target: game.setup.target(),
            players: game.all_seats().map(|seat| game.player_view(seat)).collect(),
            deck: game.deck_view(),
            drawn: game.drawn_view(),
            offer: game.offer_view(),
            traded: game.traded,
            completions: game.completions,
            choices: Choices::default(),
            log: Vec::new(),
            gone: game.gone_view(),
            summary: game.summary(),
            outcome: game.outcome(),
        };
        view.choices = game.choices(&view);
        view.log = game.log_view(&view);
        view
    }
}

impl Silosoft {
    fn options_view(&self) -> Options {
        let setup = &self.setup;
        let count = setup.names.len();
        let (ruleset, weight, single) =
            (setup.ruleset, setup.resource_weight, setup.single_completion);
        let own_deck = setup.features.is_some();
        let won = (!own_deck).then(|| odds::won(ruleset, count, weight, single));
        let text = match won {
            Some(won) => {
                format!("A team of bots wins {} of its games with these options.", percent(won))
            }
            None => "Nobody has counted how often a deck of your own is won.".to_owned(),
        };
        Options {
            ruleset,
            turn_limit: setup.turn_limit(),
            turns_each: setup.turns_each(),
            resource_weight: weight,
            single_completion: single,
            log_retention: setup.log_retention,
            own_deck,
            odds: Odds { won, text },
            warnings: warnings(count, ruleset, weight, single),
        }
    }

    fn player_view(&self, seat: Seat) -> PlayerView {
        let player = self.player(seat);
        let features = |places: &[u8]| -> Vec<Feature> {
            let features = places.iter().map(|place| self.setup.feature(*place));
            features.cloned().collect()
        };
        let turns = self.turns_of(seat);
        PlayerView {
            seat,
            name: self.setup.names[seat.index()].clone(),
            hand: self.hands.of(seat).map(|card| self.card_view(card)).collect(),
            feature: self.active_view(seat),
            completed: features(&player.completed),
            lost: features(&player.lost),
            requirement: player.due.map(|due| self.requirement_view(seat, due)),
            next_turn: turns.clone().next(),
            turns_left: turns.count() as u8,
            trades: player.trades,
        }
    }

    /// The turns of a player from now on.
    fn turns_of(&self, seat: Seat) -> impl Iterator<Item = u8> + Clone + use<> {
        let (count, index) = (self.count(), seat.index());
        let last = if self.decision().is_some() { self.setup.turn_limit() } else { 0 };
        (self.turn..=last).filter(move |turn| usize::from((turn - 1) % count) == index)
    }

    pub(super) fn card_view(&self, card: Card) -> CardView {
        CardView {
            lock: card.locked().then(|| self.lock_view(card.release)),
            ..card_of(card.id(), self.hands.staff(card))
        }
    }

    pub(super) fn lock_view(&self, release: u8) -> LockView {
        let free_from = self.free_from(release);
        LockView {
            since: release.saturating_sub(self.count()),
            release: Some(release).filter(|turn| *turn <= self.setup.turn_limit()),
            free_from,
            text: match free_from {
                Some(turn) => format!("PTO, free from turn {turn}"),
                None => "PTO, to the end of the game".to_owned(),
            },
        }
    }

    /// The first turn on which a card with this lock can be spent; none after the last turn.
    fn free_from(&self, release: u8) -> Option<u8> {
        Some(release.saturating_add(1)).filter(|turn| *turn <= self.setup.turn_limit())
    }

    fn active_view(&self, seat: Seat) -> Option<ActiveView> {
        let feature = self.feature(seat)?;
        let stock = self.stock(seat);
        let row = |(role, need)| NeedView {
            role,
            need,
            have: stock.points(role),
            missing: stock.missing(&feature.needs, role),
        };
        Some(ActiveView {
            id: feature.id,
            title: feature.title.clone(),
            rows: feature.needs.rows().map(row).collect(),
            contractors: stock.contractors(),
            short: stock.short(&feature.needs),
            completable: stock.completes(&feature.needs),
        })
    }

    fn requirement_view(&self, seat: Seat, due: u8) -> RequirementView {
        let turns_away = due - self.turn;
        let when = match turns_away {
            0 => "this turn".to_owned(),
            _ => format!("on turn {due}"),
        };
        RequirementView {
            due,
            turns_away,
            text: format!("Competition: complete a feature {when}, or {}.", self.penalty(seat)),
        }
    }

    /// What an unmet requirement would cost now.
    pub(super) fn penalty(&self, seat: Seat) -> &'static str {
        match (self.player(seat).completed.len(), self.hands.size(seat)) {
            (1.., _) => "forfeit one of your completed features",
            (0, 0) => "lose nothing, for there is nothing to lose",
            (0, 1) => "lose your last card",
            (0, _) => "lose two cards at random",
        }
    }

    fn deck_view(&self) -> DeckView {
        let rest = self.setup.deck.iter().skip(self.dealt.into());
        let rest = rest.map(|place| self.setup.feature(*place).clone());
        let mut unseen: Vec<Feature> = rest.collect();
        unseen.sort_by_key(|feature| feature.id);
        DeckView { left: unseen.len() as u8, unseen }
    }

    fn drawn_view(&self) -> Option<DrawnView> {
        match self.drawn {
            Drawn::Nothing => None,
            Drawn::Resource(card) => Some(DrawnView::Resource { card }),
            Drawn::Event(event, nullified) => Some(DrawnView::Event { event, nullified }),
        }
    }

    fn offer_view(&self) -> Option<OfferView> {
        let Phase::Answer(offer) = self.phase else {
            return None;
        };
        let ids = |numbers: &[u8]| numbers.iter().map(|n| CardId::of(*n)).collect();
        let Offer { to, give, take } = offer;
        let stock = |seat, numbers: &[u8]| {
            let hand = self.hands.of(seat);
            Stock::of(&self.hands, hand.filter(|card| numbers.contains(&card.number)))
        };
        let from = self.active();
        Some(OfferView {
            from,
            to,
            give: ids(&give),
            take: ids(&take),
            effect: self.trade_effect(to, stock(from, &give), stock(to, &take)),
        })
    }

    fn gone_view(&self) -> Vec<CardView> {
        let held = |number| self.hands.cards.iter().any(|card| card.number == number);
        let all = (1..).zip(self.hands.staff.iter());
        let gone = all.filter(|(number, _)| !held(*number));
        gone.map(|(number, staff)| card_of(CardId::of(number), *staff)).collect()
    }

    fn log_view(&self, view: &View) -> Vec<LogView> {
        let entries = self.log.entries();
        entries
            .map(|(number, entry)| LogView {
                number,
                turn: entry.turn,
                seat: entry.event.seat(),
                event: entry.event.within(self.setup.turn_limit()),
                text: Silosoft::tell(view, &entry.event),
            })
            .collect()
    }

    fn summary(&self) -> Summary {
        let (counts, setup) = (&self.counts, &self.setup);
        let ids = |places: &[u8]| places.iter().map(|place| setup.feature(*place).id).collect();
        let players = self.players.iter();
        Summary {
            outcome: match self.phase {
                Phase::Won => Status::Won,
                Phase::Lost => Status::Lost,
                _ => Status::Playing,
            },
            turns_used: self.turn,
            target: setup.target(),
            total: self.total(),
            completed: players.clone().map(|p| p.completed.len() as u8).collect(),
            trades: players.clone().map(|p| p.trades).sum(),
            trades_by_player: players.clone().map(|p| p.trades).collect(),
            events: Incident::ALL
                .into_iter()
                .map(|event| EventCount {
                    event,
                    drawn: counts.drawn[event as usize],
                    nullified: counts.nullified[event as usize],
                })
                .collect(),
            discarded: counts.discarded,
            forfeited: players.clone().map(|p| p.lost.len() as u8).sum(),
            forfeited_by_player: players.map(|p| ids(&p.lost)).collect(),
            ruleset: setup.ruleset,
            resource_weight: setup.resource_weight,
            single_completion: setup.single_completion,
            log_retention: setup.log_retention,
        }
    }
}

fn card_of(id: CardId, staff: Staff) -> CardView {
    CardView { id, role: staff.role(), level: staff.level(), points: staff.points(), lock: None }
}

/// Thousandths as a person reads them: "33 %", "0.7 %".
fn percent(thousandths: u16) -> String {
    match (thousandths / 10, thousandths % 10) {
        (whole, 0) => format!("{whole} %"),
        (whole, tenth) => format!("{whole}.{tenth} %"),
    }
}

impl Ruleset {
    /// The rule in a few words.
    pub(crate) const fn told(self) -> &'static str {
        match self {
            Ruleset::Seed => "rules as written",
            Ruleset::Balanced => "standard rules",
        }
    }
}
