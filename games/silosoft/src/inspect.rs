//! What can be wrong with a state that came from outside: the invariants, and all that the other
//! methods rely on.

use senet_kernel::{Fault, Seat};

use crate::card::FIRST_HAND;
use crate::event::Incident;
use crate::state::{Drawn, Phase, Silosoft};

impl Silosoft {
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let mut faults = Faulty(Vec::new());
        faults.0.extend(self.setup_faults());
        // The other tests rest on a set-up that is sound.
        if faults.0.is_empty() {
            self.inspect_turn(&mut faults);
        }
        if faults.0.is_empty() {
            self.inspect_cards(&mut faults);
            self.inspect_features(&mut faults);
            self.inspect_players(&mut faults);
            self.inspect_counts(&mut faults);
        }
        if faults.0.is_empty() {
            self.inspect_phase(&mut faults);
        }
        faults.0
    }

    fn setup_faults(&self) -> Vec<Fault> {
        let mut faults = match self.setup.config().check() {
            Ok(()) => Vec::new(),
            Err(faults) => faults.list().to_vec(),
        };
        if faults.is_empty() && self.setup.names != self.setup.config().names() {
            let sentence = "names are trimmed and not blank";
            faults.push(Fault::new("setup.names", "untrimmed_name", sentence));
        }
        let mut deck = self.setup.deck.clone();
        deck.sort_unstable();
        let places = 0..self.setup.features().len();
        if !places.eq(deck.into_iter().map(usize::from)) {
            let sentence = "the deck has every feature once";
            faults.push(Fault::new("setup.deck", "bad_deck", sentence));
        }
        faults
    }

    fn inspect_turn(&self, faults: &mut Faulty) {
        faults.unless(
            (1..=self.setup.turn_limit()).contains(&self.turn),
            "turn",
            "bad_turn",
            "a turn is counted from 1 to the turn limit",
        );
        faults.unless(
            self.players.len() == usize::from(self.count()),
            "players",
            "bad_count",
            "there is a player for each name",
        );
    }

    fn inspect_cards(&self, faults: &mut Faulty) {
        let cards = &self.hands.cards;
        let created = self.hands.staff.len();
        let drawn = usize::from(self.turn) - usize::from(self.phase == Phase::Draw);
        faults.unless(
            created <= FIRST_HAND * usize::from(self.count()) + drawn,
            "hands.staff",
            "too_many_cards",
            "there are no more cards than were dealt and drawn",
        );
        let known = |number: u8| (1..=created).contains(&usize::from(number));
        let alone = |at: usize| cards[at + 1..].iter().all(|c| c.number != cards[at].number);
        faults.unless(
            cards.iter().all(|card| known(card.number)) && (0..cards.len()).all(alone),
            "hands.cards",
            "bad_card",
            "every card is one that came, and is in one hand at most",
        );
        faults.unless(
            cards.iter().all(|card| card.owner < self.count()),
            "hands.cards",
            "bad_owner",
            "every card is in the hand of a player",
        );
        // The locks of this turn are released before a penalty, and before the loss.
        let first = match self.phase {
            Phase::Penalty | Phase::Lost => self.turn + 1,
            _ => self.turn,
        };
        let locks = first..=self.turn + self.count();
        let sound = |release| release == 0 || locks.contains(&release);
        faults.unless(
            cards.iter().all(|card| sound(card.release)),
            "hands.cards",
            "bad_lock",
            "a lock is released on this turn or at most a round later",
        );
    }

    fn inspect_features(&self, faults: &mut Faulty) {
        let piles = self.players.iter().flat_map(|player| {
            let active = player.active.iter();
            active.chain(player.completed.iter()).chain(player.lost.iter())
        });
        let mut placed: Vec<u8> = piles.copied().collect();
        placed.sort_unstable();
        let mut dealt: Vec<u8> = self.setup.deck.iter().copied().take(self.dealt.into()).collect();
        dealt.sort_unstable();
        faults.unless(
            placed == dealt && dealt.len() == usize::from(self.dealt),
            "players",
            "bad_features",
            "each dealt feature is in one place, and no other is",
        );
        let exhausted = usize::from(self.dealt) == self.setup.deck.len();
        let won = self.phase == Phase::Won;
        let idle = |seat: Seat| self.player(seat).active.is_none();
        let active = self.active();
        faults.unless(
            exhausted || self.all_seats().all(|seat| idle(seat) == (won && seat == active)),
            "players",
            "bad_active",
            "a player without a feature has won just now, or the deck is empty",
        );
    }

    fn inspect_players(&self, faults: &mut Faulty) {
        for seat in self.all_seats() {
            let player = self.player(seat);
            let field = |name: &str| format!("players[{}].{name}", seat.index());
            let due_is_sound = player.due.is_none_or(|due| {
                let latest = (self.turn + self.count()).min(self.setup.turn_limit());
                let own = |before: u8| usize::from(before % self.count()) == seat.index();
                due.checked_sub(1).is_some_and(own) && (self.turn..=latest).contains(&due)
            });
            faults.unless(
                due_is_sound,
                &field("due"),
                "bad_requirement",
                "a requirement is due on a turn of the player, within a round",
            );
            let begun = self.turns_begun(seat);
            let acts = seat == self.active();
            let offers = begun - usize::from(acts && !self.traded);
            let over = matches!(self.phase, Phase::Won | Phase::Lost);
            let finished = begun - usize::from(acts && !over);
            faults.unless(
                player.lost.len() <= finished,
                &field("lost"),
                "too_many_lost",
                "a player forfeits one feature in a turn at most",
            );
            faults.unless(
                usize::from(player.trades) <= offers,
                &field("trades"),
                "too_many_trades",
                "a player makes one offer in a turn at most",
            );
        }
        let total = self.total();
        let reached = total >= self.setup.target();
        faults.unless(
            reached == (self.phase == Phase::Won) && total <= self.setup.target(),
            "players",
            "bad_total",
            "the game is won just when the target is reached",
        );
    }

    /// How many turns the player has begun.
    fn turns_begun(&self, seat: Seat) -> usize {
        let (turn, count) = (usize::from(self.turn), usize::from(self.count()));
        (turn + count - 1 - seat.index()) / count
    }

    fn inspect_counts(&self, faults: &mut Faulty) {
        let counts = &self.counts;
        let drawn: usize = counts.drawn.iter().map(|n| usize::from(*n)).sum();
        let pairs = counts.nullified.iter().zip(&counts.drawn);
        let draws = usize::from(self.turn) - usize::from(self.phase == Phase::Draw);
        let gone = self.hands.staff.len().saturating_sub(self.hands.cards.len());
        faults.unless(
            drawn <= draws
                && pairs.into_iter().all(|(nullified, drawn)| nullified <= drawn)
                && usize::from(counts.discarded) <= gone,
            "counts",
            "bad_counts",
            "no more was counted than can have happened",
        );
        faults.unless(
            self.log.fits(self.setup.log_retention),
            "log",
            "bad_log",
            "the log holds its last entries, up to its retention",
        );
    }

    fn inspect_phase(&self, faults: &mut Faulty) {
        let seat = self.active();
        let holds = !self.hands.is_empty(seat);
        let drew = |event| self.drawn == Drawn::Event(event, None);
        let sound = match self.phase {
            Phase::Draw => self.drawn == Drawn::Nothing,
            Phase::Reorg => holds && self.count() > 1 && drew(Incident::Reorg),
            Phase::Pto => holds && drew(Incident::Pto),
            Phase::Penalty => self.is_due() && !self.player(seat).completed.is_empty(),
            Phase::Answer(offer) => {
                let ids = |numbers: &[u8]| numbers.iter().map(|n| crate::CardId::of(*n)).collect();
                let (give, take): (Vec<_>, Vec<_>) = (ids(&offer.give), ids(&offer.take));
                let before = Silosoft { traded: false, ..self.clone() };
                self.traded
                    && !take.is_empty()
                    && before.check_offer(offer.to, &give, &take).is_ok()
            }
            Phase::Action | Phase::Won => true,
            Phase::Lost => self.turn == self.setup.turn_limit(),
        };
        let fresh = matches!(self.phase, Phase::Draw | Phase::Reorg | Phase::Pto);
        let unused = !self.traded && self.completions == 0;
        let drawn = self.phase == Phase::Draw || self.drawn != Drawn::Nothing;
        let limited = !self.setup.single_completion || self.completions <= 1;
        faults.unless(
            sound && (unused || !fresh) && drawn && limited,
            "phase",
            "bad_phase",
            "what is open fits what was drawn and done this turn",
        );
        faults.unless(
            usize::from(self.completions) <= self.player(seat).completed.len(),
            "completions",
            "bad_completions",
            "what was completed this turn is among the player's completed features",
        );
        if let Drawn::Resource(card) = self.drawn {
            let created = self.hands.staff.len();
            let known = card.number().is_some_and(|n| (1..=created).contains(&n.into()));
            faults.unless(known, "drawn", "bad_card", "the card that was drawn is one that came");
        }
    }
}

/// Collects what is wrong.
struct Faulty(Vec<Fault>);

impl Faulty {
    fn unless(&mut self, sound: bool, field: &str, code: &str, sentence: &str) {
        if !sound {
            self.0.push(Fault::new(field, code, sentence));
        }
    }
}
