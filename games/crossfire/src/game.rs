//! The battle as a [`Game`].

use std::sync::{Arc, LazyLock};

use senet_kernel::{
    About, Actor, Depth, Dice, Events, Faults, Game, Hash, Listing, Outcome, Preset, Remark, Rng,
    Seat, SeatSet, Secret, TakeBack, Viewer,
};

use crate::check::{Deed, Plan};
use crate::command::{Action, Command, Kept};
use crate::config::{Config, EventChoice, MissionChoice};
use crate::data::{Data, Rules};
use crate::evenness;
use crate::event::{Event, Told};
use crate::id::Id;
use crate::rejection::Rejection;
use crate::rounds::winner;
use crate::scenario::Scenario;
use crate::state::{Activation, Crossfire, Phase};
use crate::view::View;

/// The rules with the reference that is made from the data.
static RULES: LazyLock<String> = LazyLock::new(|| {
    let rules = include_str!("../rules.md");
    format!("{rules}\n{}", crate::reference::reference(Data::standard()))
});

impl Game for Crossfire {
    const ID: &'static str = "crossfire";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<Crossfire> {
        About {
            name: "Crossfire Sector",
            line: "Two squads, a ruined sector, six rounds: move, shoot, hold the ground.",
            seats: 2..=2,
            minutes: 20..=45,
            rules: rules(),
            presets: presets(),
        }
    }

    fn with_data(config: Config, files: &[(String, String)]) -> Result<Config, Faults> {
        if files.is_empty() {
            return Ok(config);
        }
        let data = Some(Arc::new(config.data().with(files)?));
        Ok(Config { data, ..config })
    }

    fn data_files() -> Vec<(&'static str, &'static str)> {
        Data::files()
    }

    fn data_hash(config: &Config) -> Option<Hash> {
        Some(config.data().hash())
    }

    fn remarks(config: &Config) -> Vec<Remark<Config>> {
        evenness::remarks(config)
    }

    fn new(config: &Config, dice: &mut Dice) -> Result<Crossfire, Faults> {
        Scenario::new(config, dice).map(|scenario| Crossfire::start(Arc::new(scenario)))
    }

    fn inspect(&self) -> Result<(), Faults> {
        self.inspected()
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> SeatSet {
        self.acting()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| Outcome::Versus { winner: end.winner })
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        self.list(seat, &mut |command| out.push(command))
    }

    fn gives_up(command: &Command) -> bool {
        matches!(command, Command::Concede {})
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.plan(actor, command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<Crossfire>,
    ) -> Result<(), Rejection> {
        let plan = self.plan(actor, command)?;
        self.carry_out(plan, dice, &mut Told::Battle(events));
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn shown(event: &Event, viewer: Viewer) -> Option<Event> {
        match event {
            Event::Deployed { seat, .. } if !viewer.is(*seat) => {
                Some(Event::Deployed { seat: *seat, placements: None })
            }
            event => Some(event.clone()),
        }
    }

    fn guess(view: &View, viewer: Viewer, rng: &mut Rng) -> Crossfire {
        view.guess(viewer, rng)
    }

    fn idle(&self, seat: Seat) -> Option<Command> {
        if !self.acting().contains(seat) {
            return None;
        }
        if let Some(open) = self.open {
            let roll = open.number;
            return Some(match open.choice {
                Some(_) => Command::ChooseDie { roll, keep: Kept::Old },
                None => Command::KeepRoll { roll },
            });
        }
        Some(match self.phase {
            Phase::Deployment { .. } => Command::Deploy { placements: self.fixed_deployment(seat) },
            Phase::QuickStart { declared: Some(declared), .. } => {
                Command::QuickStartMove { unit: declared.unit.id(), to: None }
            }
            Phase::QuickStart { declared: None, .. } => Command::QuickStartDone {},
            Phase::Initiative { .. } => Command::RollInitiative {},
            Phase::Order { .. } => Command::ChooseOrder { first: true },
            Phase::Activation(activation) => self.idle_activation(&activation)?,
            Phase::Revive { .. } => Command::DeclineRevive {},
            Phase::Over(_) => return None,
        })
    }

    fn leave(&self, seat: Seat) -> Option<Command> {
        (self.end().is_none() && seat.index() < 2).then_some(Command::Leave { seat })
    }

    fn take_back(&self, _seat: Seat) -> TakeBack {
        if self.harmless { TakeBack::UntilNext } else { TakeBack::Never }
    }

    /// Only the placements, until both are in.
    fn secrets(&self) -> bool {
        matches!(self.phase, Phase::Deployment { .. })
    }

    fn hidden(&self, viewer: Viewer) -> Vec<Secret> {
        let others = Seat::first(2).filter(|seat| self.secrets() && !viewer.is(*seat));
        let place = |seat: Seat| format!("/phase/Deployment/placed/{}", seat.index());
        others.map(|seat| Secret::new(place(seat), Depth::Values)).collect()
    }

    fn bound(&self) -> u32 {
        let units = self.stats(Seat::FIRST).roster + self.stats(Seat::SECOND).roster;
        most_commands(&self.scenario.rules, units)
    }
}

/// The most commands of a battle with so many units on both sides together.
pub(crate) fn most_commands(rules: &Rules, units: u8) -> u32 {
    // An activation is at most a declaration, two answers about it, the action, and two answers
    // from each side about its dice, and an offer that is declined.
    const ACTIVATION: u32 = 9;
    // Equal initiative dice are rolled again; that this many redraws do not do has no chance
    // worth a name.
    const REDRAWS: u32 = 60;
    let rounds = u32::from(rules.regular_rounds) + u32::from(rules.extra_rounds_on_tie);
    rounds * (u32::from(units) * ACTIVATION + 2 * REDRAWS + 5) + 40
}

impl Crossfire {
    pub(crate) fn carry_out(&mut self, plan: Plan, dice: &mut Dice, events: &mut Told) {
        self.harmless = matches!(
            plan,
            Plan::Deploy(..) | Plan::QuickStartMove(..) | Plan::Act(_, _, Deed::Move | Deed::Hold)
        );
        match plan {
            Plan::Deploy(seat, placed) => self.deploy(seat, placed, events),
            Plan::QuickStartMove(unit, to) => {
                self.walk(unit, to, events);
                self.quick_started(unit, events);
            }
            Plan::QuickStartDone(seat) => self.end_quick_start(seat, events),
            Plan::RollInitiative(seat) => self.roll_initiative(seat, dice, events),
            Plan::ChooseOrder(winner, first) => self.choose_order(winner, first, events),
            Plan::Declare(unit, action) => self.declare(unit, action, dice, events),
            Plan::Act(unit, to, deed) => {
                let moved = to.is_some();
                self.walk(unit, to, events);
                match deed {
                    Deed::Move => self.finish(unit, None, events),
                    Deed::Hold => {
                        events.push(Event::Held { unit: unit.id() });
                        self.finish(unit, None, events);
                    }
                    Deed::End => {
                        events.push(Event::ActionEnded { unit: unit.id() });
                        self.finish(unit, None, events);
                    }
                    Deed::Shoot(target) => self.shoot(unit, moved, target, dice, events),
                    Deed::Melee(target) => self.fight(unit, target, dice, events),
                    Deed::Aid(target) => self.aid(unit, target, events),
                }
            }
            Plan::Reroll(open, die, source) => self.reroll(open, die, source, dice, events),
            Plan::Keep(open) => self.keep_roll(open, dice, events),
            Plan::Choose(open, choice, keep) => self.choose_die(open, choice, keep, dice, events),
            Plan::DeclineAided(unit) => self.decline_aided(unit, events),
            Plan::Revive(unit) => {
                self.down.remove(unit);
                if let Some(used) = &mut self.options.revives {
                    used[unit.seat().index()] += 1;
                }
                events.push(Event::Revived { unit: unit.id() });
                self.revive_done(unit.seat(), events);
            }
            Plan::DeclineRevive(seat) => {
                events.push(Event::ReviveDeclined { seat });
                self.revive_done(seat, events);
            }
            Plan::Concede(seat) => self.concede(seat, events),
        }
    }

    fn revive_done(&mut self, asked: Seat, events: &mut Told) {
        if let Phase::Revive { first, .. } = self.phase {
            self.answered_revive(first, asked, events);
        }
    }

    /// The sides that are to act. One that has deployed may still change its mind, but nobody waits
    /// for it.
    fn acting(&self) -> SeatSet {
        if let Some(open) = self.open {
            return SeatSet::only(open.asked);
        }
        match self.phase {
            Phase::Deployment { placed } => {
                Seat::first(2).filter(|seat| placed[seat.index()].is_none()).collect()
            }
            Phase::QuickStart { .. } => {
                let holder = self.scenario.advantage.as_ref().map(|held| held.seat);
                SeatSet::only(holder.unwrap_or(Seat::FIRST))
            }
            Phase::Initiative { dice, .. } => SeatSet::only(self.next_initiative(dice)),
            Phase::Order { dice } => SeatSet::only(winner(dice)),
            Phase::Activation(activation) => SeatSet::only(activation.turn),
            Phase::Revive { asked, .. } => SeatSet::only(asked),
            Phase::Over(_) => SeatSet::NONE,
        }
    }

    /// Declines, ends or holds.
    fn idle_activation(&self, activation: &Activation) -> Option<Command> {
        if let Some(declared) = activation.declared {
            let unit = declared.unit.id();
            return Some(Command::Act { unit, action: Action::End { to: None } });
        }
        if let Some(aided) = activation.aided {
            return Some(Command::DeclineAided { unit: aided.id() });
        }
        let unit = self.eligible(activation.turn).iter().next()?;
        Some(Command::Act { unit: unit.id(), action: Action::Hold {} })
    }
}

/// The rules with the reference that is made from the data (DA-014).
pub(crate) fn rules() -> &'static str {
    &RULES
}

fn id(text: &str) -> Id {
    Id::new(text).expect("the names of data entries are short words")
}

fn presets() -> Vec<Preset<Config>> {
    let standard = Config::default();
    vec![
        Preset {
            id: "standard",
            name: "Standard",
            line: "Verdant Eye against Azure Blades, the mission rolled, no optional rules.",
            note: "Azure Blades have 75.6 % of the wins in 1536 battles between normal bots, over all \
                   missions; a draw counts as half a win.",
            config: standard.clone(),
        },
        Preset {
            id: "first-battle",
            name: "First battle",
            line: "Two equal squads fight for the centre: the plainest way to learn it.",
            note: "The same squad on both sides; 1.6 % of the battles between normal bots are \
                   drawn.",
            config: Config {
                factions: [id("verdant_eye"); 2],
                mission: MissionChoice::Chosen(id("control_center")),
                ..standard.clone()
            },
        },
        Preset {
            id: "even",
            name: "Even",
            line: "Standard, but Verdant Eye and Ember Guard move one square further, and there are \
                   five Solar Wardens.",
            note: "No faction has more than 55.5 % of the wins against another, in 1536 battles of each \
                   pair between normal bots over all missions; a draw counts as half a win.",
            config: Config { data: Some(Data::even().clone()), ..standard.clone() },
        },
        Preset {
            id: "everything",
            name: "Everything",
            line: "Grey Cloaks against Solar Wardens with commanders and a battle event.",
            note: "",
            config: Config {
                factions: [id("grey_cloaks"), id("solar_wardens")],
                traits: Some([id("resilient"), id("sniper")]),
                event: EventChoice::Rolled,
                ..standard
            },
        },
    ]
}
