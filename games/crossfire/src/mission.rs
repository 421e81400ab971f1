//! Points and the end of rounds and battles (rules, sections 7.3, 11 and 12).

use senet_kernel::Seat;

use crate::board::{Square, Zone};
use crate::data::Scoring;
use crate::event::{Event, Told};
use crate::state::{Crossfire, End, EndReason, Phase};
use crate::unit::{SIDES, Unit, UnitSet, other};

impl Crossfire {
    /// The points of both sides if the round ended now.
    pub fn score_now(&self) -> [u16; 2] {
        let [first, second] = self.gains();
        let [own, enemy] = self.score;
        [own.saturating_add(first), enemy.saturating_add(second)]
    }

    /// What each side would gain at this moment.
    fn gains(&self) -> [u16; 2] {
        match &self.scenario.mission.scoring {
            Scoring::Kills { .. } => {
                let total = self.kill_score();
                [total[0].saturating_sub(self.score[0]), total[1].saturating_sub(self.score[1])]
            }
            Scoring::Majority { points, zones } => {
                let inside = |square| zones.iter().any(|zone| zone.zone.contains(square));
                self.majority(*points, inside)
            }
            Scoring::MajorityInEnemyHome { points } => {
                let guests = SIDES.map(|seat| {
                    let home = self.scenario.rules.home[other(seat).index()];
                    self.count(seat, |square| home.contains(square))
                });
                more(guests, [(*points).into(); 2])
            }
            Scoring::SolePresence { points, zones } => {
                let inside = |square| zones.iter().any(|zone| zone.zone.contains(square));
                let counts = SIDES.map(|seat| self.count(seat, inside));
                let sole = |own: u8, enemy: u8| {
                    if own > 0 && enemy == 0 { u16::from(*points) } else { 0 }
                };
                [sole(counts[0], counts[1]), sole(counts[1], counts[0])]
            }
            Scoring::MajorityPerZone { zones } => {
                zones.iter().fold([0; 2], |[first, second], zone| {
                    let counts = SIDES.map(|seat| self.count_in(seat, &zone.zone));
                    let [a, b] = more(counts, zone.points.map(u16::from));
                    [first + a, second + b]
                })
            }
        }
    }

    fn majority(&self, points: u8, inside: impl Fn(Square) -> bool + Copy) -> [u16; 2] {
        let counts = SIDES.map(|seat| self.count(seat, inside));
        more(counts, [points.into(); 2])
    }

    fn count_in(&self, seat: Seat, zone: &Zone) -> u8 {
        self.count(seat, |square| zone.contains(square))
    }

    /// How many units of a side hold ground in a zone (R32).
    fn count(&self, seat: Seat, inside: impl Fn(Square) -> bool) -> u8 {
        let units: UnitSet = if self.scenario.rules.down_units_count {
            self.present(seat)
        } else {
            self.standing(seat)
        };
        let holds = |unit: &Unit| self.square(*unit).is_some_and(&inside);
        units.iter().filter(holds).count() as u8
    }

    /// Where kills give points: what all kills so far are worth to each side.
    fn kill_score(&self) -> [u16; 2] {
        match self.scenario.mission.scoring {
            Scoring::Kills { points_per_kill } => {
                SIDES.map(|seat| u16::from(self.losses(other(seat))) * u16::from(points_per_kill))
            }
            _ => self.score,
        }
    }

    /// Counts the kills since the last scoring, where the mission counts kills.
    pub(crate) fn score_kills(&mut self) {
        let total = self.kill_score();
        for seat in SIDES {
            let i = seat.index();
            self.score[i] = self.score[i].max(total[i]);
        }
    }

    /// The units have acted: Revive is offered where that event runs, then the round is scored.
    pub(crate) fn end_round(&mut self, first: Seat, events: &mut Told) {
        for seat in [first, other(first)] {
            if self.may_revive(seat) {
                self.phase = Phase::Revive { first, asked: seat };
                return;
            }
        }
        self.score_round(events);
    }

    pub(crate) fn may_revive(&self, seat: Seat) -> bool {
        let (Some(used), Some(event)) = (self.options.revives, &self.scenario.event) else {
            return false;
        };
        used[seat.index()] < event.revives && !self.down_units(seat).is_empty()
    }

    /// A side has answered about Revive: the other is asked if it comes later.
    pub(crate) fn answered_revive(&mut self, first: Seat, asked: Seat, events: &mut Told) {
        let next = other(asked);
        if asked == first && self.may_revive(next) {
            self.phase = Phase::Revive { first, asked: next };
        } else {
            self.score_round(events);
        }
    }

    fn score_round(&mut self, events: &mut Told) {
        let gained = self.gains();
        self.score = self.score_now();
        let (round, score) = (self.round, self.score);
        events.push(Event::RoundScored { round, gained, score });
        let rules = &self.scenario.rules;
        let tied = score[0] == score[1];
        let last = rules.regular_rounds.saturating_add(rules.extra_rounds_on_tie);
        if round >= last || round >= rules.regular_rounds && !tied {
            let end = self.by_points();
            self.end_battle(end, events);
        } else {
            self.begin_round(events);
        }
    }

    /// Whether a side has no unit left, where that ends the battle.
    pub(crate) fn wiped_out(&self) -> Option<Seat> {
        if !self.scenario.rules.wipeout_ends_battle {
            return None;
        }
        SIDES.into_iter().find(|seat| self.present(*seat).is_empty())
    }

    pub(crate) fn end_by_wipe_out(&mut self, loser: Seat, events: &mut Told) {
        self.score_kills();
        let winner = if self.scenario.rules.wipeout_survivor_wins {
            Some(other(loser))
        } else {
            self.by_points().winner
        };
        self.end_battle(End { winner, reason: EndReason::WipeOut }, events);
    }

    fn by_points(&self) -> End {
        let [first, second] = self.score;
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => {
                End { winner: Some(Seat::FIRST), reason: EndReason::Points }
            }
            std::cmp::Ordering::Less => {
                End { winner: Some(Seat::SECOND), reason: EndReason::Points }
            }
            std::cmp::Ordering::Equal => End { winner: None, reason: EndReason::Tie },
        }
    }
}

/// The side with more gets its points; equal counts give nothing.
fn more([first, second]: [u8; 2], points: [u16; 2]) -> [u16; 2] {
    [if first > second { points[0] } else { 0 }, if second > first { points[1] } else { 0 }]
}
