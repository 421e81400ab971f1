//! What is wrong with a state that came from outside. Every other method relies on this: no index,
//! difference or phase that they use can be off once nothing is found here.

use senet_kernel::Fault;

use crate::ability::Ability;
use crate::axis::MOST_TILT;
use crate::board::{Board, Extra, Phase, SkyTeam, Source};
use crate::config::SECONDS;
use crate::crew::{Crew, Pair};
use crate::faces::{HAND, is_face};
use crate::game::fault;
use crate::kerosene;
use crate::landing::{End, Loss};
use crate::policy::RerollRule;
use crate::reroll;
use crate::resolve::MOST_COFFEE;
use crate::round::MOST_ROUNDS;
use crate::scenario::{Fuel, MOST_ICONS, SEGMENTS, TOKENS, Title, Weather, scenarios};
use crate::space::{Module, Spaces};
use crate::switches::{BRAKES, FLAPS, GEAR, ICE_STEPS};
use crate::wind;

impl SkyTeam {
    /// Everything that is wrong with this state.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        // Later checks use what earlier ones found to be right, so they stop at the first group
        // that finds something.
        let groups: [fn(&SkyTeam, &mut Findings); 4] = [
            |game, found| game.board.find_in_set_up(found),
            |game, found| game.board.find_in_cockpit(found),
            |game, found| game.board.find_in_log(found),
            SkyTeam::find_in_phase,
        ];
        let mut found = Findings(Vec::new());
        for group in groups {
            group(self, &mut found);
            if !found.0.is_empty() {
                break;
            }
        }
        found.0
    }

    fn find_in_phase(&self, found: &mut Findings) {
        let (board, hidden) = (&self.board, &self.hidden);
        let over = board.phase == Phase::Over;
        found.unless(
            over == board.end.is_some(),
            "board.end",
            "only a game that is over has an end",
        );
        let rolled = !matches!(board.phase, Phase::Briefing | Phase::Over);
        let placed =
            Pair::of(|crew| board.log.own_dice().filter(|laid| laid.crew == crew).count() as u8);
        for crew in Crew::ALL {
            let dice = placed[crew] + hidden.hands[crew].len();
            let right = if rolled { dice == HAND } else { dice <= HAND };
            found.unless(right, "hidden.hands", "each of the crew has four dice a round");
        }
        let sync = board.phase == (Phase::Extra { extra: Extra::Sync });
        let faces = hidden.sync.is_none_or(|value| (2..=5).contains(&value));
        found.unless(
            over || sync == hidden.sync.is_some() && faces,
            "hidden.sync",
            "the extra die shows 2 to 5 and waits only in its phase",
        );
        let choosing = matches!(board.phase, Phase::Rerolling | Phase::Swapping);
        found.unless(
            over || choosing || hidden.sealed == Pair::default(),
            "hidden.sealed",
            "choices are sealed only while both choose",
        );
        if !found.0.is_empty() {
            return;
        }
        match board.phase {
            Phase::Briefing => self.find_in_briefing(found),
            Phase::Rerolling => self.find_in_reroll(found),
            Phase::Swapping => self.find_in_swap(found),
            Phase::Placement | Phase::Extra { .. } | Phase::Over => found.unless(
                board.answered == Pair::default(),
                "board.answered",
                "nobody has answered what was not asked",
            ),
        }
        if rolled {
            self.find_in_turn(placed, found);
        }
        if found.0.is_empty() {
            self.find_in_extra(found);
        }
    }

    fn find_in_briefing(&self, found: &mut Findings) {
        let board = &self.board;
        let empty = board.log.list().is_empty()
            && self.hidden.hands.pilot.is_empty()
            && self.hidden.hands.copilot.is_empty();
        found.unless(board.options.briefing, "board.phase", "this table has no briefing");
        found.unless(board.turn == board.first(), "board.turn", "the crew places in turn");
        found.unless(empty, "board.phase", "the dice are rolled after the briefing");
        found.unless(
            board.abilities.used == 0,
            "board.abilities.used",
            "abilities are used after the briefing",
        );
        found.unless(
            !(board.answered.pilot && board.answered.copilot),
            "board.answered",
            "the briefing ends when both are ready",
        );
    }

    fn find_in_reroll(&self, found: &mut Findings) {
        let (board, hidden) = (&self.board, &self.hidden);
        found.unless(
            board.policy().rerolls == RerollRule::Both && board.rerolls.spent > 0,
            "board.phase",
            "both choose only once a token is spent",
        );
        found.unless(
            !(board.answered.pilot && board.answered.copilot),
            "board.answered",
            "the dice are rolled when both have chosen",
        );
        for crew in Crew::ALL {
            let hand = hidden.hands[crew];
            let right = match hidden.sealed[crew] {
                Some(chosen) => board.answered[crew] && hand.has_all(chosen),
                None => board.answered[crew] == hand.is_empty(),
            };
            found.unless(right, "hidden.sealed", "a choice is some of the own dice");
        }
    }

    fn find_in_swap(&self, found: &mut Findings) {
        let (board, hidden) = (&self.board, &self.hidden);
        found.unless(
            board.abilities.spent(Ability::WorkingTogether),
            "board.phase",
            "only Working Together swaps dice",
        );
        found.unless(
            board.answered.pilot != board.answered.copilot,
            "board.answered",
            "a swap waits for one answer",
        );
        for crew in Crew::ALL {
            let hand = hidden.hands[crew];
            let right = match hidden.sealed[crew] {
                Some(named) => board.answered[crew] && named.len() == 1 && hand.has_all(named),
                None => !board.answered[crew] && !hand.is_empty(),
            };
            found.unless(right, "hidden.sealed", "each names one of the own dice");
        }
    }

    fn find_in_turn(&self, placed: Pair<u8>, found: &mut Findings) {
        let board = &self.board;
        let first = board.first();
        let (ahead, behind) = (placed[first], placed[first.other()]);
        let all = ahead == HAND && behind == HAND;
        let turn = if ahead == behind { first } else { first.other() };
        found.unless(
            ahead == behind || ahead == behind + 1,
            "board.log",
            "the crew places in turn",
        );
        found.unless(all || board.turn == turn, "board.turn", "the crew places in turn");
        let extra = matches!(board.phase, Phase::Extra { .. });
        found.unless(!all || extra, "board.phase", "a round ends with its last die");
        if board.policy().mandatory {
            for crew in Crew::ALL {
                let token = matches!(
                    board.phase,
                    Phase::Extra { extra: Extra::Token { by, .. } } if by == crew
                );
                let left = u32::from(self.hidden.hands[crew].len()) + u32::from(token);
                found.unless(
                    board.empty_mandatory(crew).len() <= left,
                    "board.filled",
                    "Axis and Engines must still be possible to fill",
                );
            }
        }
    }

    /// An extra die or token must have somewhere to go.
    fn find_in_extra(&self, found: &mut Findings) {
        let Phase::Extra { extra } = self.board.phase else {
            return;
        };
        let last = self.board.log.list().last().map(|laid| laid.on);
        match extra {
            Extra::Token { value, .. } => {
                found.unless(is_face(value), "board.phase", "tokens show 1 to 6");
                found.unless(
                    last == Some(Module::Intern),
                    "board.phase",
                    "a token comes from the intern",
                );
            }
            Extra::Sync => found.unless(
                self.board.abilities.spent(Ability::Synchronisation),
                "board.phase",
                "the extra die comes from Synchronisation",
            ),
        }
        let mut listed = Vec::new();
        self.list(extra.by(), &mut listed);
        found.unless(!listed.is_empty(), "board.phase", "what is extra must have a space to go to");
    }
}

impl Board {
    fn find_in_set_up(&self, found: &mut Findings) {
        let (options, course, policy) = (&self.options, &self.course, self.policy());
        let segments = usize::from(course.segments);
        found.unless(
            options.seconds.is_none_or(|seconds| SECONDS.contains(&seconds)),
            "board.options.seconds",
            "the clock has 60, 70 or 80 seconds",
        );
        found.unless(
            policy.early_end || !options.early_end,
            "board.options.early_end",
            "only the published rules know an early end",
        );
        found.unless(
            policy.carries_ice_brakes || !course.ice_brakes,
            "board.course.ice_brakes",
            "this rule set has no ice brakes",
        );
        let known = match &self.title {
            Title::BuiltIn(index) => usize::from(*index) < scenarios().len(),
            Title::Own(_) => true,
        };
        found.unless(known, "board.title", "there is no such scenario");
        found.unless(
            (5..=SEGMENTS).contains(&segments),
            "board.course.segments",
            "a track has 5 to 8 segments",
        );
        let beyond = |(i, value): (usize, &u8)| i < segments || *value == 0;
        found.unless(
            course.traffic.iter().all(|icons| *icons <= MOST_ICONS)
                && course.traffic.iter().enumerate().all(beyond),
            "board.course.traffic",
            "a segment shows at most 6 traffic icons",
        );
        let turn = |(i, mask): (usize, &u8)| *mask == 0 || *mask < 32 && i + 1 < segments;
        found.unless(
            course.turns.iter().enumerate().all(turn),
            "board.course.turns",
            "turns belong to segments before the airport",
        );
        found.unless(course.start < MOST_ROUNDS - 1, "board.course.start", "no such altitude");
        found.unless(
            self.abilities.has < 1 << Ability::ALL.len()
                && self.abilities.has.count_ones() == u32::from(course.abilities)
                && self.abilities.used & !self.abilities.has == 0,
            "board.abilities",
            "the crew has the abilities of the scenario",
        );
        found.unless(
            self.abilities.are_possible(),
            "board.abilities.used",
            "a round uses up Anticipation, Working Together and Synchronisation",
        );
        found.unless(
            self.abilities.has(Ability::Adaptation) || self.abilities.adapted == Pair::default(),
            "board.abilities.adapted",
            "Adaptation is not in play",
        );
        let intern = match &self.intern {
            None => !course.intern,
            Some(intern) => {
                let mut row = intern.row;
                row.sort_unstable();
                course.intern
                    && row == [1, 2, 3, 4, 5, 6]
                    && intern.from <= intern.to
                    && intern.to <= 6
            }
        };
        found.unless(intern, "board.intern", "the intern brings the tokens 1 to 6, once each");
    }

    fn find_in_cockpit(&self, found: &mut Findings) {
        let course = &self.course;
        let segments = usize::from(course.segments);
        let lost = match self.end {
            Some(End::Lost { loss }) => Some(loss),
            _ => None,
        };
        found.unless(
            (1..=self.rounds()).contains(&self.round),
            "board.round",
            "there is no such round",
        );
        let planes = self.approach.planes;
        let total: u32 = planes.iter().map(|planes| u32::from(*planes)).sum();
        found.unless(
            total <= u32::from(TOKENS) && planes[segments..].iter().all(|planes| *planes == 0),
            "board.approach.planes",
            "at most 12 airplanes are on the track",
        );
        found.unless(
            self.approach.position <= course.airport(),
            "board.approach.position",
            "the airport is the last segment",
        );
        let late = matches!(lost, Some(Loss::NotAtAirport { .. }));
        found.unless(
            late || !self.is_final() || self.at_airport(),
            "board.approach.position",
            "the final round begins at the airport",
        );
        let spin = matches!(lost, Some(Loss::Spin { .. }));
        let most = if spin { MOST_TILT + 5 } else { MOST_TILT };
        found.unless(
            (-most..=most).contains(&self.axis.position),
            "board.axis.position",
            "beyond ±2 the plane spins",
        );
        found.unless(self.gear < 1 << GEAR, "board.gear", "there are three switches");
        found.unless(self.flaps <= FLAPS, "board.flaps", "there are four flaps");
        found.unless(
            self.brakes <= if course.ice_brakes { 0 } else { BRAKES },
            "board.brakes",
            "there are three brakes, or ice brakes",
        );
        found.unless(
            self.ice <= if course.ice_brakes { ICE_STEPS } else { 0 },
            "board.ice",
            "there are four steps",
        );
        found.unless(self.coffee <= MOST_COFFEE, "board.coffee", "the pool holds three");
        let rule = self.policy().rerolls;
        let tokens = (1..=self.round.min(MOST_ROUNDS))
            .filter(|round| reroll::token_at(rule, course, *round))
            .count();
        found.unless(
            usize::from(self.rerolls.held) + usize::from(self.rerolls.spent) == tokens,
            "board.rerolls",
            "a token is held or spent",
        );
        let fuel = match course.fuel {
            Fuel::None => self.kerosene == 0,
            Fuel::Kerosene | Fuel::Leak => {
                let least = if lost == Some(Loss::Kerosene) { -6 } else { 0 };
                (least..=kerosene::FULL).contains(&self.kerosene)
            }
        };
        found.unless(fuel, "board.kerosene", "the tank holds 0 to 20");
        let wind = if course.weather == Weather::Calm {
            self.wind == wind::START
        } else {
            self.wind < wind::RING
        };
        found.unless(wind, "board.wind", "the ring has twenty positions");
    }

    /// The dice that lie in the cockpit are those of the log.
    fn find_in_log(&self, found: &mut Findings) {
        let (mut axis, mut engines) = (Pair::default(), Pair::default());
        let mut filled = Spaces::NONE;
        let ice = Module::IceBrakes.spaces();
        for laid in self.log.list() {
            let value = i16::from(laid.die) + i16::from(laid.coffee);
            let space = laid.on.space(laid.slot).filter(|space| self.present().has(*space));
            let Some(space) = space.filter(|space| !filled.has(*space)) else {
                return found.add("board.log", "each die has a space of its own");
            };
            if !is_face(laid.die) || !(1..=6).contains(&value) {
                return found.add("board.log", "dice show 1 to 6");
            }
            match laid.on {
                Module::Axis => axis[space.side()] = Some(laid.value()),
                Module::Engines => engines[space.side()] = Some(laid.value()),
                _ => {}
            }
            filled = filled.or(space.only());
            if ice.without(filled).is_empty() {
                filled = filled.without(ice);
            }
        }
        found.unless(filled == self.filled, "board.filled", "the spaces hold the dice of the log");
        found.unless(axis == self.axis.dice, "board.axis.dice", "the axis holds dice of the log");
        found.unless(
            engines == self.engines.dice,
            "board.engines.dice",
            "the engines hold dice of the log",
        );
        let speed = match (engines.both(), self.engines.speed) {
            (None, speed) => speed.is_none(),
            (Some(_), None) => false,
            (Some((blue, orange)), Some(speed)) => {
                let wind = i16::from(speed) - i16::from(blue + orange);
                let most = if self.course.weather == Weather::Calm { 0 } else { 3 };
                wind.abs() <= most
            }
        };
        found.unless(speed, "board.engines.speed", "the speed is the sum of the engines and wind");
        let undo = match self.undo {
            None => true,
            Some(crew) => self.log.list().last().is_some_and(|laid| laid.crew == crew),
        };
        found.unless(undo, "board.undo", "only who placed last may take it back");
        let extras = self.log.list().iter().filter(|laid| laid.source == Source::Sync).count();
        found.unless(
            extras <= usize::from(self.abilities.has(Ability::Synchronisation)),
            "board.log",
            "Synchronisation gives one die a round",
        );
        let spent = self.abilities.spent(Ability::Synchronisation);
        found.unless(
            if spent {
                self.gear_and_flaps_lie()
            } else {
                extras == 0 && (self.phase == Phase::Over || !self.synchronised())
            },
            "board.abilities.used",
            "Synchronisation is used up by a die on the landing gear and one on the flaps",
        );
    }
}

struct Findings(Vec<Fault>);

impl Findings {
    fn add(&mut self, field: &str, sentence: &str) {
        self.0.push(fault(field, sentence));
    }

    fn unless(&mut self, right: bool, field: &str, sentence: &str) {
        if !right {
            self.add(field, sentence);
        }
    }
}
