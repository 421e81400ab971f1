//! The game as the kernel sees it: what is asked, who may ask it, and what changes.

use senet_kernel::{
    About, Actor, Dice, Events, Fault, Faults, Game, Hash, Listing, Outcome, Preset, Rng, Seat,
    SeatSet, TakeBack, Tick, Viewer, hash,
};

use crate::ability::{Abilities, Ability};
use crate::approach::Approach;
use crate::axis::Axis;
use crate::board::{Board, Hidden, Log, Phase, SkyTeam, Tally};
use crate::command::Command;
use crate::config::{Config, DataFile, Plan, RuleSet};
use crate::crew::{Crew, Pair};
use crate::engines::Engines;
use crate::event::Event;
use crate::faces::Faces;
use crate::intern::{self, Intern};
use crate::kerosene;
use crate::placement::{Placement, Wish};
use crate::policy::RerollRule;
use crate::rejection::{Rejection, Stage};
use crate::reroll::{OWN_DICE, Rerolls};
use crate::scenario::Fuel;
use crate::space::Spaces;
use crate::view::View;
use crate::wind;

/// A command that was found to be right: the change cannot fail.
enum Change {
    Ready(Crew),
    Place(Placement),
    SpendReroll(Crew),
    Reroll(Crew, Faces),
    ChooseReroll(Crew, Faces),
    Anticipate(Crew, u8),
    Adapt(Crew, u8),
    OfferSwap(Crew, u8),
    AnswerSwap(Crew, u8),
    TimeUp,
}

impl SkyTeam {
    /// All that is public.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The unplaced dice of one of the crew, which only they may see.
    pub const fn hand(&self, crew: Crew) -> Faces {
        match crew {
            Crew::Pilot => self.hidden.hands.pilot,
            Crew::Copilot => self.hidden.hands.copilot,
        }
    }

    fn check_command(&self, actor: Actor, command: &Command) -> Result<Change, Rejection> {
        if self.board.phase == Phase::Over {
            return Err(Rejection::GameOver);
        }
        if let Command::TimeUp { round } = *command {
            return self.check_time_up(actor, round);
        }
        let crew = Crew::acting(actor).ok_or(Rejection::NotASeat)?;
        match *command {
            Command::Ready => self.check_ready(crew),
            Command::Place { die, on, slot, coffee } => {
                let wish = Wish { die, on, slot, coffee };
                self.check_place(crew, wish).map(Change::Place)
            }
            Command::SpendReroll => self.check_spend_reroll(crew),
            Command::Reroll { dice } => self.check_reroll(crew, dice),
            Command::Anticipate { die } => self.check_anticipate(crew, die),
            Command::Adapt { die } => self.check_adapt(crew, die),
            Command::Swap { die } => self.check_swap(crew, die),
            Command::TimeUp { round } => Err(Rejection::NoSuchClock { round }),
        }
    }

    /// The refusal of what does not belong to the phase.
    pub(crate) fn wrong_phase(&self) -> Rejection {
        let now = match self.board.phase {
            Phase::Over => return Rejection::GameOver,
            Phase::Briefing => Stage::Briefing,
            Phase::Placement => Stage::Placement,
            Phase::Extra { .. } => Stage::Extra,
            Phase::Rerolling => Stage::Rerolling,
            Phase::Swapping => Stage::Swapping,
        };
        Rejection::WrongPhase { now }
    }

    fn check_phase(&self, phase: Phase) -> Result<(), Rejection> {
        if self.board.phase == phase { Ok(()) } else { Err(self.wrong_phase()) }
    }

    fn check_time_up(&self, actor: Actor, round: u8) -> Result<Change, Rejection> {
        if actor != Actor::Clock {
            return Err(Rejection::NotTheClock);
        }
        match self.tick() {
            Some(tick) if tick.number == u32::from(round) => Ok(Change::TimeUp),
            _ => Err(Rejection::NoSuchClock { round }),
        }
    }

    fn check_ready(&self, crew: Crew) -> Result<Change, Rejection> {
        self.check_phase(Phase::Briefing)?;
        self.check_unanswered(crew)?;
        Ok(Change::Ready(crew))
    }

    fn check_unanswered(&self, crew: Crew) -> Result<(), Rejection> {
        if self.board.answered[crew] { Err(Rejection::AlreadyAnswered) } else { Ok(()) }
    }

    fn check_turn(&self, crew: Crew) -> Result<(), Rejection> {
        let turn = self.board.turn;
        if turn == crew { Ok(()) } else { Err(Rejection::NotYourTurn { turn }) }
    }

    fn check_token(&self, crew: Crew) -> Result<(), Rejection> {
        if self.board.rerolls.held == 0 {
            return Err(Rejection::NoRerollToken);
        }
        self.check_holds_dice(crew)
    }

    fn check_holds_dice(&self, crew: Crew) -> Result<(), Rejection> {
        if self.hidden.hands[crew].is_empty() {
            Err(Rejection::NoDiceLeft { crew })
        } else {
            Ok(())
        }
    }

    fn check_spend_reroll(&self, crew: Crew) -> Result<Change, Rejection> {
        self.check_phase(Phase::Placement)?;
        if self.board.policy().rerolls == RerollRule::Own {
            return Err(Rejection::NameTheDice);
        }
        self.check_token(crew)?;
        Ok(Change::SpendReroll(crew))
    }

    fn check_reroll(&self, crew: Crew, dice: Faces) -> Result<Change, Rejection> {
        match (self.board.phase, self.board.policy().rerolls) {
            (Phase::Rerolling, _) => {
                self.check_unanswered(crew)?;
                self.check_dice(crew, dice)?;
                Ok(Change::ChooseReroll(crew, dice))
            }
            (Phase::Placement, RerollRule::Both) => Err(Rejection::SpendATokenFirst),
            (Phase::Placement, RerollRule::Own) => {
                self.check_token(crew)?;
                self.check_dice(crew, dice)?;
                if dice.is_empty() || dice.len() > OWN_DICE {
                    return Err(Rejection::WrongNumberOfDice { least: 1, most: OWN_DICE });
                }
                Ok(Change::Reroll(crew, dice))
            }
            _ => Err(self.wrong_phase()),
        }
    }

    /// Whether all of these are in the hand.
    fn check_dice(&self, crew: Crew, dice: Faces) -> Result<(), Rejection> {
        let hand = self.hidden.hands[crew];
        let missing = |value: &u8| dice.count(*value) > hand.count(*value);
        let Some(die) = dice.distinct().find(missing) else {
            return Ok(());
        };
        self.check_in_hand(crew, die)?;
        Err(Rejection::NoSuchDie { die })
    }

    fn check_ability(&self, ability: Ability) -> Result<(), Rejection> {
        if !self.board.abilities.has(ability) {
            Err(Rejection::NoSuchAbility { ability })
        } else if !self.board.abilities.fresh(ability) {
            Err(Rejection::AbilityUsed { ability })
        } else {
            Ok(())
        }
    }

    fn check_anticipate(&self, crew: Crew, die: u8) -> Result<Change, Rejection> {
        self.check_phase(Phase::Placement)?;
        self.check_ability(Ability::Anticipation)?;
        let first = self.board.first();
        if first != crew {
            return Err(Rejection::NotFirst { first });
        }
        if !self.board.log.list().is_empty() {
            return Err(Rejection::TooLate);
        }
        self.check_in_hand(crew, die)?;
        Ok(Change::Anticipate(crew, die))
    }

    fn check_adapt(&self, crew: Crew, die: u8) -> Result<Change, Rejection> {
        let ability = Ability::Adaptation;
        self.check_phase(Phase::Placement)?;
        self.check_turn(crew)?;
        self.check_ability(ability)?;
        if self.board.abilities.adapted[crew] {
            return Err(Rejection::AbilityUsed { ability });
        }
        self.check_in_hand(crew, die)?;
        Ok(Change::Adapt(crew, die))
    }

    fn check_swap(&self, crew: Crew, die: u8) -> Result<Change, Rejection> {
        if self.board.phase == Phase::Swapping {
            self.check_unanswered(crew)?;
            self.check_in_hand(crew, die)?;
            return Ok(Change::AnswerSwap(crew, die));
        }
        self.check_phase(Phase::Placement)?;
        self.check_ability(Ability::WorkingTogether)?;
        self.check_holds_dice(crew)?;
        self.check_holds_dice(crew.other())?;
        self.check_in_hand(crew, die)?;
        Ok(Change::OfferSwap(crew, die))
    }

    fn change(&mut self, change: Change, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        self.board.undo = None;
        match change {
            Change::Ready(crew) => self.ready(crew, dice, events),
            Change::Place(placement) => self.place(placement, dice, events),
            Change::SpendReroll(crew) => self.spend_reroll(crew, events),
            Change::Reroll(crew, faces) => {
                self.board.rerolls.spend();
                let held = self.board.rerolls.held;
                events.push(Event::RerollSpent { crew, held });
                self.reroll(crew, faces, dice, events);
            }
            Change::ChooseReroll(crew, faces) => self.choose_reroll(crew, faces, dice, events),
            Change::Anticipate(crew, die) => self.anticipate(crew, die, dice, events),
            Change::Adapt(crew, die) => self.adapt(crew, die, events),
            Change::OfferSwap(crew, die) => self.offer_swap(crew, die, events),
            Change::AnswerSwap(crew, die) => self.answer_swap(crew, die, events),
            Change::TimeUp => self.time_up(dice, events),
        }
    }

    fn ready(&mut self, crew: Crew, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        self.board.answered[crew] = true;
        events.push(Event::Ready { crew });
        if self.board.answered[crew.other()] {
            self.roll(dice, events);
        }
    }

    fn spend_reroll(&mut self, crew: Crew, events: &mut Events<SkyTeam>) {
        self.board.rerolls.spend();
        self.board.phase = Phase::Rerolling;
        self.board.answered = Pair::of(|crew| self.hidden.hands[crew].is_empty());
        let held = self.board.rerolls.held;
        events.push(Event::RerollSpent { crew, held });
    }

    /// Seals a choice; the second one opens both, and the Pilot's dice are rolled first.
    fn choose_reroll(
        &mut self,
        crew: Crew,
        chosen: Faces,
        dice: &mut Dice,
        events: &mut Events<SkyTeam>,
    ) {
        self.hidden.sealed[crew] = Some(chosen);
        self.board.answered[crew] = true;
        events.push(Event::Chosen { crew });
        if !self.board.answered[crew.other()] {
            return;
        }
        // How many dice were chosen becomes known, even where nobody chose any.
        events.mark_revealed();
        let sealed = std::mem::take(&mut self.hidden.sealed);
        self.back_to_placement();
        for crew in Crew::ALL {
            if let Some(chosen) = sealed[crew] {
                self.reroll(crew, chosen, dice, events);
            }
        }
    }

    fn reroll(&mut self, crew: Crew, chosen: Faces, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        self.roll_again(crew, chosen, dice);
        events.push(Event::Rerolled {
            crew,
            count: chosen.len(),
            dice: Some(self.hidden.hands[crew]),
            open: self.board.options.solo,
        });
    }

    fn roll_again(&mut self, crew: Crew, chosen: Faces, dice: &mut Dice) {
        let hand = &mut self.hidden.hands[crew];
        chosen.values().for_each(|value| hand.remove(value));
        chosen.values().for_each(|_| hand.add(dice.d6()));
    }

    fn anticipate(&mut self, crew: Crew, die: u8, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        self.board.abilities.use_up(Ability::Anticipation);
        self.roll_again(crew, Faces::new(&[die]).unwrap_or(Faces::NONE), dice);
        events.push(Event::Anticipated {
            crew,
            dice: Some(self.hidden.hands[crew]),
            open: self.board.options.solo,
        });
    }

    fn adapt(&mut self, crew: Crew, die: u8, events: &mut Events<SkyTeam>) {
        let opposite = 7 - die;
        self.board.abilities.adapted[crew] = true;
        let hand = &mut self.hidden.hands[crew];
        hand.remove(die);
        hand.add(opposite);
        events.push(Event::Adapted { crew, value: Some(opposite), open: self.board.options.solo });
    }

    fn offer_swap(&mut self, crew: Crew, die: u8, events: &mut Events<SkyTeam>) {
        self.board.abilities.use_up(Ability::WorkingTogether);
        self.hidden.sealed[crew] = Faces::new(&[die]);
        self.board.answered[crew] = true;
        self.board.phase = Phase::Swapping;
        events.push(Event::Chosen { crew });
    }

    fn answer_swap(&mut self, crew: Crew, die: u8, events: &mut Events<SkyTeam>) {
        let other = crew.other();
        let offered = self.hidden.sealed[other].and_then(|faces| faces.values().next());
        self.hidden.sealed = Pair::default();
        self.back_to_placement();
        let Some(offered) = offered else {
            return;
        };
        let hands = &mut self.hidden.hands;
        hands[crew].remove(die);
        hands[other].remove(offered);
        hands[crew].add(offered);
        hands[other].add(die);
        let gave = Pair::of(|one| if one == crew { die } else { offered });
        events.reveal(Event::Swapped { gave: Some(gave) });
    }

    fn back_to_placement(&mut self) {
        self.board.answered = Pair::default();
        self.board.phase = Phase::Placement;
    }

    fn set_up(plan: Plan, dice: &mut Dice) -> SkyTeam {
        let course = plan.scenario.course;
        let abilities = draw_abilities(plan.abilities, course.abilities, dice);
        let intern = course.intern.then(|| {
            let mut row: [u8; intern::TOKENS] = [1, 2, 3, 4, 5, 6];
            dice.shuffle(&mut row);
            Intern::new(row)
        });
        let board = Board {
            options: plan.options,
            title: plan.title,
            course,
            phase: Phase::Briefing,
            round: 1,
            turn: Crew::Pilot,
            answered: Pair::default(),
            filled: Spaces::NONE,
            log: Log::EMPTY,
            axis: Axis::default(),
            engines: Engines::default(),
            approach: Approach { position: 0, planes: plan.scenario.planes },
            gear: 0,
            flaps: 0,
            brakes: 0,
            ice: 0,
            coffee: 0,
            rerolls: Rerolls::default(),
            kerosene: if course.fuel == Fuel::None { 0 } else { kerosene::FULL },
            wind: wind::START,
            intern,
            abilities,
            undo: None,
            tally: Tally::default(),
            end: None,
        };
        let mut game = SkyTeam { board, hidden: Hidden::default() };
        game.open_round(dice, &mut Events::off());
        game
    }
}

/// The chosen abilities, or as many as the scenario gives, drawn one after another.
fn draw_abilities(chosen: Option<Vec<Ability>>, count: u8, dice: &mut Dice) -> Abilities {
    let mut abilities = Abilities::default();
    if let Some(chosen) = chosen {
        chosen.into_iter().for_each(|ability| abilities.give(ability));
        return abilities;
    }
    let mut left = Ability::ALL.to_vec();
    for _ in 0..count {
        let drawn = dice.pick(left.len() as u32) as usize;
        if drawn < left.len() {
            abilities.give(left.remove(drawn));
        }
    }
    abilities
}

impl Game for SkyTeam {
    const ID: &'static str = "sky-team";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<SkyTeam> {
        About {
            name: "Sky Team",
            line: "Pilot and Co-Pilot land an airliner with eight dice and no words.",
            seats: 2..=2,
            minutes: 15..=25,
            rules: include_str!("../../../docs/rules/sky-team.md"),
            presets: vec![
                Preset {
                    id: "seed",
                    name: "Seed",
                    line: "The seed document, made winnable: land fast, with all brakes on.",
                    note: "",
                    config: Config::of(RuleSet::Seed),
                },
                Preset {
                    id: "literal",
                    name: "Literal",
                    line: "The seed document to the letter.",
                    note: "It cannot be won: three brakes never exceed a speed of nine, and the \
                           radio does not reach the airport.",
                    config: Config::of(RuleSet::Literal),
                },
                Preset {
                    id: "published",
                    name: "Published",
                    line: "The board game as sold: land slow and level.",
                    note: "",
                    config: Config::of(RuleSet::Published),
                },
            ],
        }
    }

    fn with_data(mut config: Config, files: &[(String, String)]) -> Result<Config, Faults> {
        config.data.extend(
            files.iter().map(|(name, text)| DataFile { name: name.clone(), text: text.clone() }),
        );
        config.own_scenarios()?;
        Ok(config)
    }

    fn data_hash(config: &Config) -> Option<Hash> {
        let (scenario, _) = config.find_scenario().ok()?;
        Some(hash(&scenario))
    }

    fn new(config: &Config, dice: &mut Dice) -> Result<SkyTeam, Faults> {
        Ok(SkyTeam::set_up(config.plan()?, dice))
    }

    fn inspect(&self) -> Result<(), Faults> {
        let faults = self.faults();
        Faults::check(faults)
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> SeatSet {
        self.may_act()
    }

    fn tick(&self) -> Option<Tick<Command>> {
        let seconds = self.board.options.seconds?;
        let round = self.board.round;
        match self.board.phase {
            Phase::Briefing | Phase::Over => None,
            Phase::Placement | Phase::Extra { .. } | Phase::Rerolling | Phase::Swapping => {
                Some(Tick {
                    command: Command::TimeUp { round },
                    after_ms: u32::from(seconds) * 1000,
                    number: round.into(),
                })
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.end.map(|end| end.outcome())
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if let Some(crew) = Crew::of(seat) {
            self.list(crew, |command| out.push(command));
        }
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.check_command(actor, command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<SkyTeam>,
    ) -> Result<(), Rejection> {
        let change = self.check_command(actor, command)?;
        self.change(change, dice, events);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        self.look(viewer)
    }

    fn shown(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.shown(viewer))
    }

    fn guess(view: &View, viewer: Viewer, rng: &mut Rng) -> SkyTeam {
        crate::guess::guess(view, viewer, rng)
    }

    /// Who is on turn places the first die that is legal without coffee; nobody is made to reroll.
    fn idle(&self, seat: Seat) -> Option<Command> {
        let crew = Crew::of(seat)?;
        let mut idle = None;
        self.list(crew, |command| {
            let quiet = match command {
                Command::Place { coffee, .. } => coffee == 0,
                Command::Ready => true,
                Command::Reroll { .. } => self.board.phase == Phase::Rerolling,
                Command::Swap { .. } => self.board.phase == Phase::Swapping,
                _ => false,
            };
            if quiet {
                idle.get_or_insert(command);
            }
        });
        idle
    }

    fn leave(&self, _seat: Seat) -> Option<Command> {
        None
    }

    fn take_back(&self, seat: Seat) -> TakeBack {
        let own = self.board.undo.is_some_and(|crew| crew.seat() == seat);
        if self.board.options.undo && own { TakeBack::UntilNext } else { TakeBack::Never }
    }

    fn bound(&self) -> u32 {
        // A round: two ready, eight dice, two tokens, an extra die, Anticipation, a swap of two,
        // the clock. Besides, two who adapt, and rerolls of three commands: at most two printed
        // tokens, and Mastery brings at most one back in a round.
        let rounds = u32::from(self.board.rounds());
        rounds * 17 + 2 + 3 * (2 + rounds)
    }
}

/// A fault of a state from outside.
pub(crate) fn fault(field: &str, sentence: &str) -> Fault {
    Fault::new(field, "impossible", sentence)
}
