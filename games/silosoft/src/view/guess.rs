//! Makes a state from a view: all of it is known but the order of the deck.

use std::sync::Arc;

use senet_kernel::Rng;

use super::{DrawnView, LockView, PlayerView, View};
use crate::card::{Card, Hands, MAX_PLAYERS, Staff};
use crate::event::Event;
use crate::feature::{self, Feature, Needs};
use crate::id::{CardId, FeatureId};
use crate::list::Row;
use crate::log::{Line, Log};
use crate::rejection::Decision;
use crate::setup::Setup;
use crate::state::{Counts, Drawn, Offer, Phase, Player, Silosoft};
use crate::view::Status;

impl View {
    /// A state with this view. The unseen features are in a random order.
    pub(crate) fn guess(&self, rng: &mut Rng) -> Silosoft {
        let features = self.features();
        let place = |id: FeatureId| {
            let at = features.iter().position(|feature| feature.id == id);
            at.unwrap_or_default() as u8
        };
        let player = |player: &PlayerView| Player {
            active: player.feature.as_ref().map(|feature| place(feature.id)),
            completed: player.completed.iter().map(|feature| place(feature.id)).collect(),
            lost: player.lost.iter().map(|feature| place(feature.id)).collect(),
            due: player.requirement.as_ref().map(|requirement| requirement.due),
            trades: player.trades,
        };
        let players: Row<Player, MAX_PLAYERS> = self.players.iter().map(player).collect();
        let mut unseen: Vec<u8> = self.deck.unseen.iter().map(|f| place(f.id)).collect();
        rng.shuffle(&mut unseen);
        let dealt = players.iter().flat_map(|player| {
            let active = player.active.iter();
            active.chain(player.completed.iter()).chain(player.lost.iter())
        });
        let mut deck: Vec<u8> = dealt.copied().collect();
        let dealt = deck.len() as u8;
        deck.append(&mut unseen);
        let setup = Setup {
            names: self.players.iter().map(|player| player.name.clone()).collect(),
            ruleset: self.options.ruleset,
            resource_weight: self.options.resource_weight,
            single_completion: self.options.single_completion,
            log_retention: self.options.log_retention,
            features: self.options.own_deck.then_some(features),
            deck,
        };
        Silosoft {
            setup: Arc::new(setup),
            turn: self.turn,
            phase: self.phase(),
            hands: self.hands(),
            players,
            dealt,
            drawn: match self.drawn {
                None => Drawn::Nothing,
                Some(DrawnView::Resource { card }) => Drawn::Resource(card),
                Some(DrawnView::Event { event, nullified }) => Drawn::Event(event, nullified),
            },
            traded: self.traded,
            completions: self.completions,
            counts: self.counts(),
            log: self.log(),
        }
    }

    /// All features of the deck that is played with, by number.
    fn features(&self) -> Vec<Feature> {
        if !self.options.own_deck {
            return feature::standard().to_vec();
        }
        let mut features: Vec<Feature> = self.deck.unseen.clone();
        for player in &self.players {
            features.extend(player.completed.iter().chain(&player.lost).cloned());
            features.extend(player.feature.as_ref().and_then(|active| {
                let rows = active.rows.iter().map(|row| (row.role, row.need));
                Some(Feature {
                    id: active.id,
                    title: active.title.clone(),
                    needs: Needs::try_from(rows.collect::<std::collections::BTreeMap<_, _>>())
                        .ok()?,
                })
            }));
        }
        features.sort_by_key(|feature| feature.id);
        features
    }

    fn phase(&self) -> Phase {
        let numbers = |ids: &[CardId]| ids.iter().filter_map(|id| id.number()).collect();
        match (self.open, &self.offer) {
            (Some(Decision::Draw), _) => Phase::Draw,
            (Some(Decision::Reorg), _) => Phase::Reorg,
            (Some(Decision::Pto), _) => Phase::Pto,
            (Some(Decision::Penalty), _) => Phase::Penalty,
            (Some(Decision::TradeAnswer), Some(offer)) => Phase::Answer(Offer {
                to: offer.to,
                give: numbers(&offer.give),
                take: numbers(&offer.take),
            }),
            (Some(Decision::Action | Decision::TradeAnswer), _) => Phase::Action,
            (None, _) if self.summary.outcome == Status::Won => Phase::Won,
            (None, _) => Phase::Lost,
        }
    }

    /// Only the order within each hand can be seen, so the hands may lie one after another.
    fn hands(&self) -> Hands {
        let mut all: Vec<(CardId, Staff)> = Vec::new();
        let mut cards = Vec::new();
        for player in &self.players {
            for view in &player.hand {
                let card = Card {
                    number: view.id.number().unwrap_or_default(),
                    owner: player.seat.into(),
                    release: view.lock.as_ref().map_or(0, |lock| self.release(lock)),
                };
                cards.push(card);
                all.extend(view.staff().map(|staff| (view.id, staff)));
            }
        }
        let gone = self.gone.iter();
        all.extend(gone.filter_map(|view| Some((view.id, view.staff()?))));
        all.sort_by_key(|(id, _)| *id);
        let staff = all.into_iter().map(|(_, staff)| staff);
        Hands::new(cards.into_iter().collect(), staff.collect())
    }

    /// What the rules count for a lock, also for one that outlasts the game.
    fn release(&self, lock: &LockView) -> u8 {
        lock.release.unwrap_or_else(|| self.a_round_after(lock.since))
    }

    fn a_round_after(&self, turn: u8) -> u8 {
        turn.saturating_add(self.players.len() as u8)
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts { discarded: self.summary.discarded, ..Counts::default() };
        for count in &self.summary.events {
            counts.drawn[count.event as usize] = count.drawn;
            counts.nullified[count.event as usize] = count.nullified;
        }
        counts
    }

    fn log(&self) -> Log {
        let entries = self.log.iter().map(|line| {
            let mut event = line.event;
            if let Event::PtoLocked { release, .. } = &mut event
                && *release == self.options.turn_limit
            {
                *release = self.a_round_after(line.turn);
            }
            Line { turn: line.turn, event }
        });
        let written = self.log.last().map_or(0, |line| line.number);
        Log::of(written, entries.collect())
    }
}
