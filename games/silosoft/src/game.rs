//! The game: who may do what when, and what it leads to.

use std::sync::Arc;

use senet_kernel::{
    About, Actor, Depth, Dice, Events, Faults, Game, Hash, Listing, Outcome, Preset, Rng, Seat,
    SeatSet, Secret, TakeBack, Viewer, hash,
};

use crate::card::{Card, Hands, Role, Staff};
use crate::command::Command;
use crate::config::{Config, Ruleset};
use crate::draw;
use crate::event::Event;
use crate::feature;
use crate::id::CardId;
use crate::list::Row;
use crate::log::Log;
use crate::rejection::Rejection;
use crate::setup::Setup;
use crate::state::{Counts, Drawn, Phase, Player, Silosoft};
use crate::view::View;

/// A checked command with what its change needs.
enum Change<'a> {
    Draw,
    Reorg(Card, Seat),
    Pto(Card),
    Offer { to: Seat, give: &'a [CardId], take: &'a [CardId] },
    Accept,
    Decline(Seat),
    Withdraw(Seat),
    Complete(&'a [CardId]),
    Pass,
    Forfeit(usize),
}

impl Silosoft {
    /// The first half of a change: what it needs, or why not. The order of the tests is part of
    /// the rules (FR-050).
    fn change<'a>(&self, actor: Actor, command: &'a Command) -> Result<Change<'a>, Rejection> {
        let Some(open) = self.decision() else {
            return Err(Rejection::GameOver);
        };
        let seat = actor.seat();
        let Some(seat) = seat.filter(|seat| seat.index() < self.count().into()) else {
            return Err(Rejection::UnknownPlayer { seat });
        };
        if !self.to_act().contains(seat) {
            let turn = self.active();
            return Err(Rejection::NotYourTurn { turn, open });
        }
        match (&self.phase, command) {
            (Phase::Draw, Command::Draw {}) => Ok(Change::Draw),
            (Phase::Reorg, Command::Reorg { card, to }) => {
                Ok(Change::Reorg(self.check_reorg(*card, *to)?, *to))
            }
            (Phase::Pto, Command::Pto { card }) => Ok(Change::Pto(self.check_pto(*card)?)),
            (Phase::Action, Command::Offer { to, give, take }) => {
                self.check_offer(*to, give, take)?;
                Ok(Change::Offer { to: *to, give, take })
            }
            (Phase::Action, Command::Complete { cards, declare }) => {
                self.check_complete(cards, declare)?;
                Ok(Change::Complete(cards))
            }
            (Phase::Action, Command::Pass {}) => Ok(Change::Pass),
            (Phase::Answer(offer), Command::Accept {}) if seat == offer.to => Ok(Change::Accept),
            (Phase::Answer(offer), Command::Decline {}) if seat == offer.to => {
                Ok(Change::Decline(seat))
            }
            (Phase::Answer(offer), Command::Withdraw {}) if seat != offer.to => {
                Ok(Change::Withdraw(offer.to))
            }
            (Phase::Penalty, Command::Forfeit { feature }) => {
                Ok(Change::Forfeit(self.check_forfeit(*feature)?))
            }
            _ => Err(Rejection::WrongPhase { open }),
        }
    }

    /// Writes what happened into the log and tells it.
    pub(crate) fn note(&mut self, event: Event, events: &mut Events<Silosoft>) {
        self.write(event);
        events.push(event.within(self.setup.turn_limit()));
    }

    /// The first feature and the first hand of each player: one Dev, one PM and one UX.
    fn deal(&mut self, dice: &mut Dice) {
        dice.stream(draw::STREAMS.set_up);
        for seat in self.all_seats() {
            self.players.push(Player {
                active: self.setup.deck.get(usize::from(self.dealt)).copied(),
                ..Player::default()
            });
            self.dealt += 1;
            for role in Role::LISTED {
                let level = draw::level(dice);
                let staff = Staff::new(role, Some(level)).expect("no contractor is dealt");
                self.hands.create(seat, staff);
            }
        }
    }
}

impl Game for Silosoft {
    const ID: &'static str = "silosoft";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<Silosoft> {
        About {
            name: "Silosoft",
            line: "Staff features together and trade well, before the turns run out.",
            seats: 1..=4,
            minutes: 5..=25,
            rules: include_str!("../rules.md"),
            presets: presets(),
        }
    }

    fn read_config(json: &serde_json::Value) -> Result<Config, Faults> {
        Config::read(json)
    }

    fn with_data(mut config: Config, files: &[(String, String)]) -> Result<Config, Faults> {
        for (name, text) in files {
            if name != feature::FILE {
                let sentence = format!("the only data file of Silosoft is {}", feature::FILE);
                return Err(senet_kernel::Fault::new(name.as_str(), "no_data", sentence).into());
            }
            let features = feature::from_toml(text)?;
            config.features = Some(features).filter(|deck| deck != feature::standard());
        }
        config.check()?;
        Ok(config)
    }

    fn data_files() -> Vec<(&'static str, &'static str)> {
        vec![(feature::FILE, feature::TEXT)]
    }

    fn data_hash(config: &Config) -> Option<Hash> {
        Some(hash(config.deck()))
    }

    /// The game draws nothing from it itself: its state holds no seed (FR-027).
    fn seed(config: &Config) -> Option<&str> {
        config.rng_seed.as_deref().filter(|seed| !seed.is_empty())
    }

    fn new(config: &Config, dice: &mut Dice) -> Result<Silosoft, Faults> {
        let setup = Arc::new(Setup::new(config, dice)?);
        let started = Event::GameStarted {
            ruleset: setup.ruleset,
            resource_weight: setup.resource_weight,
            single_completion: setup.single_completion,
        };
        let mut game = Silosoft {
            setup,
            turn: 1,
            phase: Phase::Draw,
            hands: Hands::new(Row::new(), Row::new()),
            players: Row::new(),
            dealt: 0,
            drawn: Drawn::Nothing,
            traded: false,
            completions: 0,
            counts: Counts::default(),
            log: Log::new(),
        };
        game.deal(dice);
        game.write(started);
        Ok(game)
    }

    fn inspect(&self) -> Result<(), Faults> {
        Faults::check(self.faults())
    }

    fn seats(&self) -> usize {
        self.count().into()
    }

    fn to_act(&self) -> SeatSet {
        match &self.phase {
            Phase::Answer(offer) => SeatSet::only(offer.to).with(self.active()),
            _ => self.awaited(),
        }
    }

    /// The one who made an offer may withdraw it, but is not waited for: the answer goes on.
    fn awaited(&self) -> SeatSet {
        match &self.phase {
            Phase::Won | Phase::Lost => SeatSet::NONE,
            Phase::Answer(offer) => SeatSet::only(offer.to),
            _ => SeatSet::only(self.active()),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Won => Some(Outcome::Together { won: true }),
            Phase::Lost => Some(Outcome::Together { won: false }),
            _ => None,
        }
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        if !self.to_act().contains(seat) {
            return Listing::Complete;
        }
        let hand = || self.hands.of(seat).map(Card::id);
        match &self.phase {
            Phase::Won | Phase::Lost => {}
            Phase::Draw => out.push(const { Command::Draw {} }),
            Phase::Reorg => {
                let others = || self.all_seats().filter(|to| *to != seat);
                let each = |card| others().map(move |to| Command::Reorg { card, to });
                out.extend(hand().flat_map(each));
            }
            Phase::Pto => out.extend(hand().map(|card| Command::Pto { card })),
            Phase::Action => {
                self.list_actions(out);
                if !self.hands.is_empty(seat) {
                    return Listing::Sample;
                }
            }
            Phase::Answer(offer) if offer.to == seat => {
                out.push(const { Command::Accept {} });
                out.push(const { Command::Decline {} });
            }
            Phase::Answer(_) => out.push(const { Command::Withdraw {} }),
            Phase::Penalty => out.extend(self.player(seat).completed.iter().map(|place| {
                let feature = self.setup.feature(*place).id;
                Command::Forfeit { feature }
            })),
        }
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.change(actor, command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<Silosoft>,
    ) -> Result<(), Rejection> {
        match self.change(actor, command)? {
            Change::Draw => self.draw(dice, events),
            Change::Reorg(card, to) => self.reorg(card, to, events),
            Change::Pto(card) => self.pto(card, events),
            Change::Offer { to, give, take } => self.offer(to, give, take, events),
            Change::Accept => self.accept(events),
            Change::Decline(seat) => self.decline(seat, events),
            Change::Withdraw(to) => self.withdraw(to, events),
            Change::Complete(cards) => self.complete(cards, events),
            Change::Pass => self.pass(dice, events),
            Change::Forfeit(at) => self.forfeit(at, events),
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn shown(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn guess(view: &View, _viewer: Viewer, rng: &mut Rng) -> Silosoft {
        view.guess(rng)
    }

    fn idle(&self, seat: Seat) -> Option<Command> {
        if !self.awaited().contains(seat) {
            return None;
        }
        match self.phase {
            Phase::Action => Some(Command::Pass {}),
            Phase::Answer(_) => Some(Command::Decline {}),
            _ => {
                let mut commands = Vec::new();
                self.legal(seat, &mut commands);
                commands.into_iter().next()
            }
        }
    }

    fn leave(&self, _seat: Seat) -> Option<Command> {
        None
    }

    /// An offer can be taken back until it is answered.
    fn take_back(&self, _seat: Seat) -> TakeBack {
        match self.phase {
            Phase::Answer(_) => TakeBack::UntilNext,
            _ => TakeBack::WhileToAct,
        }
    }

    /// All hands are open.
    fn secrets(&self) -> bool {
        false
    }

    /// In which order the features come, nobody knows.
    fn hidden(&self, _viewer: Viewer) -> Vec<Secret> {
        vec![Secret::new("/setup/deck", Depth::Whole)]
    }

    /// Each turn has a draw and its choice, an offer and its answer, a pass and its choice; each
    /// completion either brings the total nearer to the target or makes up for a forfeit.
    fn bound(&self) -> u32 {
        7 * u32::from(self.setup.turn_limit()) + u32::from(self.setup.target())
    }
}

fn presets() -> Vec<Preset<Config>> {
    let two = || Config::for_players(2);
    let balanced =
        |resource_weight| Config { ruleset: Ruleset::Balanced, resource_weight, ..two() };
    vec![
        Preset {
            id: "seed",
            name: "As written",
            line: "Ten turns in all, for two.",
            note: "Hard to hopeless: a team of two bots wins 0.3 % of its games, three and \
                   four never. Standard gives each player ten turns and is a fair game.",
            config: two(),
        },
        Preset {
            id: "balanced",
            name: "Standard",
            line: "Ten turns for each player, 70 draws in 100 bring staff.",
            note: "A team of two bots wins 34.7 % of its games, three 38.3 %, four 40.6 %.",
            config: balanced(70),
        },
        Preset {
            id: "relaxed",
            name: "Relaxed",
            line: "Ten turns for each player, 80 draws in 100 bring staff.",
            note: "A team of two bots wins 58 % of its games, three 67.2 %, four 74.1 %.",
            config: balanced(80),
        },
        Preset {
            id: "crunch",
            name: "Crunch",
            line: "Ten turns for each player, 60 draws in 100 bring staff.",
            note: "A team of two bots wins 15.8 % of its games, three 16.2 %, four 15.1 %.",
            config: balanced(60),
        },
        Preset {
            id: "solo",
            name: "Solo",
            line: "Alone, ten turns, the rules as written.",
            note: "A bot wins 26.6 % of its games.",
            config: Config::for_players(1),
        },
    ]
}
