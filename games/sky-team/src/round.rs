//! Rounds: altitude, who places first, and what happens between two rounds (rules ST-20 to ST-22,
//! ST-33, ST-52, ST-95).

use senet_kernel::{Dice, Events};

use crate::ability::Ability;
use crate::approach::TRAFFIC_DIE;
use crate::board::{Board, Hidden, Log, Phase, SkyTeam};
use crate::crew::{Crew, Pair};
use crate::event::{Event, Report};
use crate::faces::{Faces, HAND};
use crate::kerosene;
use crate::landing::{End, Loss};
use crate::reroll;
use crate::scenario::{Course, Fuel};
use crate::space::{Module, Spaces};

/// The altitude track.
pub(crate) const ALTITUDES: [u16; 7] = [6000, 5000, 4000, 3000, 2000, 1000, 0];
/// How many rounds a game from 6000 has.
pub(crate) const MOST_ROUNDS: u8 = 7;

/// The altitude of a round, in feet.
pub(crate) fn altitude(course: &Course, round: u8) -> u16 {
    ALTITUDES[altitude_step(course, round)]
}

/// Who places first in a round; the altitude decides.
pub(crate) fn first(course: &Course, round: u8) -> Crew {
    if altitude_step(course, round).is_multiple_of(2) { Crew::Pilot } else { Crew::Copilot }
}

/// The step of the altitude track that a round is on, counted from 0 at 6000.
fn altitude_step(course: &Course, round: u8) -> usize {
    let step = usize::from(course.start) + usize::from(round).saturating_sub(1);
    step.min(ALTITUDES.len() - 1)
}

impl Board {
    pub(crate) fn altitude(&self) -> u16 {
        altitude(&self.course, self.round)
    }

    /// How many rounds this game has.
    pub const fn rounds(&self) -> u8 {
        MOST_ROUNDS - self.course.start
    }

    /// Whether this is the round at altitude 0.
    pub const fn is_final(&self) -> bool {
        self.round >= self.rounds()
    }

    /// Who places first this round.
    pub fn first(&self) -> Crew {
        first(&self.course, self.round)
    }

    /// Whether Axis or Engines lack a die.
    pub(crate) fn lacks_mandatory(&self) -> bool {
        let lacks = |crew: Crew| !self.empty_mandatory(crew).is_empty();
        Crew::ALL.into_iter().any(lacks)
    }

    fn kerosene_unused(&self) -> bool {
        let space = Module::Kerosene.spaces();
        self.course.fuel == Fuel::Kerosene && self.filled.and(space).is_empty()
    }

    /// Takes fuel out of the tank; says whether it ran dry.
    pub(crate) fn burn(&mut self, amount: i8, events: &mut Events<SkyTeam>) -> bool {
        self.kerosene -= amount;
        let left = self.kerosene;
        events.push(Event::KeroseneUsed { amount, left });
        left < 0
    }

    /// Whether the final round may stop: every condition holds and nothing can go wrong.
    fn may_stop(&self) -> bool {
        self.options.early_end
            && self.is_final()
            && !self.lacks_mandatory()
            && !(self.kerosene_unused() && self.kerosene < kerosene::UNUSED)
            && self.judge() == End::Won
    }

    fn report(&self) -> Report {
        Report {
            axis: self.axis.position,
            speed: self.engines.speed,
            brakes: if self.course.ice_brakes { self.ice } else { self.brakes },
            flaps: self.flaps,
            landing_gear: self.gear.count_ones() as u8,
            planes: self.approach.total(),
            coffee: self.coffee,
        }
    }
}

impl SkyTeam {
    /// Ends the game.
    pub(crate) fn finish(&mut self, end: End, events: &mut Events<SkyTeam>) {
        self.board.end = Some(end);
        self.board.phase = Phase::Over;
        self.board.undo = None;
        // The dice that were still hidden are shown now.
        events.mark_revealed();
        events.push_with(|| Event::Ended {
            end,
            landing: if self.board.is_judged() { self.board.checklist() } else { Vec::new() },
        });
    }

    pub(crate) fn lose(&mut self, loss: Loss, events: &mut Events<SkyTeam>) {
        self.finish(End::Lost { loss }, events);
    }

    /// Whether the round is over: nothing is left to place, or nothing needs to be.
    pub(crate) fn round_is_done(&self) -> bool {
        let hands = &self.hidden.hands;
        self.board.phase == Phase::Placement
            && (hands.pilot.is_empty() && hands.copilot.is_empty() || self.board.may_stop())
    }

    /// Ends a round and begins the next one.
    pub(crate) fn next_round(&mut self, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        self.close_round(events);
        if self.board.end.is_none() {
            self.open_round(dice, events);
        }
    }

    /// The end of a round, up to the first thing that is drawn.
    pub(crate) fn close_round(&mut self, events: &mut Events<SkyTeam>) {
        let (round, report) = (self.board.round, self.board.report());
        events.push(Event::RoundEnded { round, report });
        if self.board.kerosene_unused() && self.board.burn(kerosene::UNUSED, events) {
            return self.lose(Loss::Kerosene, events);
        }
        if self.board.is_final() {
            let end = self.board.judge();
            return self.finish(end, events);
        }
        self.clear_round();
        self.board.round += 1;
        if self.board.is_final() {
            self.enter_final_round(events);
        }
    }

    fn clear_round(&mut self) {
        let board = &mut self.board;
        board.axis.clear();
        board.engines.clear();
        board.filled = Spaces::NONE;
        board.log = Log::EMPTY;
        board.abilities.used = 0;
        board.answered = Pair::default();
        board.undo = None;
        self.hidden = Hidden::default();
    }

    /// What is asked when the altitude becomes 0: first the airport, then the planes.
    fn enter_final_round(&mut self, events: &mut Events<SkyTeam>) {
        let policy = self.board.policy();
        let position = self.board.approach.position;
        if !self.board.at_airport() {
            if policy.track_loses {
                return self.lose(Loss::NotAtAirport { position }, events);
            }
            let to = self.board.course.airport();
            self.board.approach.position = to;
            events.push(Event::Moved { from: position, to });
        }
        let planes = self.board.approach.total();
        if policy.clear_by_final && planes > 0 {
            self.lose(Loss::PlanesLeft { planes }, events);
        }
    }

    /// The start of a round: token, traffic, briefing, roll.
    pub(crate) fn open_round(&mut self, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        let board = &mut self.board;
        let round = board.round;
        board.turn = board.first();
        events.push(Event::RoundBegan { round, altitude: board.altitude(), first: board.turn });
        if reroll::token_at(board.policy().rerolls, &board.course, round) {
            board.rerolls.held += 1;
            let held = board.rerolls.held;
            events.push(Event::RerollEarned { held });
        }
        board.meet_traffic(dice, events);
        if board.options.briefing {
            board.phase = Phase::Briefing;
        } else {
            self.roll(dice, events);
        }
    }

    /// Rolls both hands and begins the placement phase.
    pub(crate) fn roll(&mut self, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        let open = self.board.options.solo;
        for crew in Crew::ALL {
            let mut hand = Faces::NONE;
            (0..HAND).for_each(|_| hand.add(dice.d6()));
            self.hidden.hands[crew] = hand;
            events.push(Event::Rolled { crew, dice: Some(hand), open });
        }
        self.board.answered = Pair::default();
        self.board.phase = Phase::Placement;
    }

    /// The clock ends the placement phase (ST-77): dice are forfeited.
    pub(crate) fn time_up(&mut self, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        let forfeited = self.hidden.hands.pilot.len() + self.hidden.hands.copilot.len();
        events.push(Event::TimeUp { forfeited });
        self.hidden = Hidden::default();
        self.board.answered = Pair::default();
        self.board.phase = Phase::Placement;
        if self.board.policy().mandatory && self.board.lacks_mandatory() {
            self.lose(Loss::MandatoryEmpty, events);
        } else {
            self.next_round(dice, events);
        }
    }
}

impl Board {
    /// Rolls a traffic die for each icon of the current segment.
    fn meet_traffic(&mut self, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        let position = usize::from(self.approach.position);
        let icons = self.course.traffic.get(position).copied().unwrap_or(0);
        for _ in 0..icons {
            let value = traffic_die(dice);
            let (segment, added) = self.approach.add_traffic(value, &self.course);
            events.push(Event::TrafficRolled { value, segment, added });
        }
    }

    /// Whether Synchronisation gives its extra die now (ST-85).
    pub(crate) fn synchronised(&self) -> bool {
        self.abilities.fresh(Ability::Synchronisation) && self.gear_and_flaps_lie()
    }

    /// Whether a die lies on the landing gear and one on the flaps.
    pub(crate) fn gear_and_flaps_lie(&self) -> bool {
        let lies = |module: Module| !self.filled.and(module.spaces()).is_empty();
        lies(Module::LandingGear) && lies(Module::Flaps)
    }
}

/// Rolls a traffic die.
pub(crate) fn traffic_die(dice: &mut Dice) -> u8 {
    let face = dice.pick(TRAFFIC_DIE.len() as u32) as usize;
    TRAFFIC_DIE.get(face).copied().unwrap_or(TRAFFIC_DIE[0])
}
