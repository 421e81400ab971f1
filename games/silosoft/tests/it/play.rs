//! The only part of the tests that knows how a game is driven.

use senet_kernel::{Actor, Dice, Draw, Events, Game, Script, Seat, Text, Unread, Viewer};
use senet_silosoft::{Command, Config, Event, FeatureId, Rejection, Ruleset, Silosoft, View};
use serde_json::{Value, json};

/// Names in seat order.
pub const NAMES: [&str; 4] = ["Ann", "Ben", "Cat", "Dan"];

/// A game whose luck is told with each step.
#[derive(Clone, Debug)]
pub struct Play {
    pub game: Silosoft,
    /// What the last step told.
    pub told: Vec<Event>,
    /// Whether the last step revealed something.
    pub revealed: bool,
}

pub fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// The defaults for the first of the names.
pub fn config(players: usize) -> Config {
    Config::of(NAMES[..players].iter().copied())
}

pub fn balanced(players: usize) -> Config {
    Config { ruleset: Ruleset::Balanced, ..config(players) }
}

/// A game of so many players in which the deck begins with these features, and the first hands have
/// these levels: "ejs" is an Entry Dev, a Junior PM and a Senior UX.
#[track_caller]
pub fn start(config: &Config, features: &str, levels: &str) -> Play {
    let ids: Vec<FeatureId> = match &config.features {
        Some(deck) => deck.iter().map(|feature| feature.id).collect(),
        None => senet_silosoft::standard().iter().map(|feature| feature.id).collect(),
    };
    let wanted: Vec<FeatureId> =
        features.split_whitespace().map(|id| FeatureId::from(id.to_owned())).collect();
    let place = |id: &FeatureId| ids.iter().position(|other| other == id).unwrap() as u32;
    let rest = ids.iter().filter(|id| !wanted.contains(id));
    let order: Vec<u32> = wanted.iter().chain(rest).map(place).collect();
    let levels = levels.chars().filter(|c| *c != ' ').map(|c| "ejs".find(c).unwrap() as u32);
    let levels = levels.map(Script::Value);
    let script = std::iter::once(Script::Draw(Draw::Shuffle(order))).chain(levels);
    let mut dice = Dice::scripted(script);
    let game = Silosoft::new(config, &mut dice).unwrap();
    assert_eq!(dice.fault(), None, "the set-up draws what was told");
    game.inspect().unwrap();
    Play { game, told: Vec::new(), revealed: false }
}

/// The picks that bring this card or event: "senior dev", "contractor", "layoff".
fn picks(what: &str) -> Vec<u32> {
    let events = ["layoff", "reorg", "competition", "pto"];
    if let Some(event) = events.iter().position(|event| *event == what) {
        return vec![99, event as u32];
    }
    if what == "contractor" {
        return vec![0, 3];
    }
    let (level, role) = what.split_once(' ').unwrap();
    let level = ["entry", "junior", "senior"].iter().position(|other| *other == level).unwrap();
    let role = ["dev", "pm", "ux"].iter().position(|other| *other == role).unwrap();
    vec![0, role as u32, level as u32]
}

impl Play {
    /// The seat whose turn it is.
    pub fn active(&self) -> Seat {
        self.view().active
    }

    pub fn view(&self) -> View {
        self.game.view(Viewer::Spectator)
    }

    pub fn player(&self, index: usize) -> senet_silosoft::PlayerView {
        self.view().players[index].clone()
    }

    /// The hand as text, with a star after each card on leave.
    pub fn hand(&self, index: usize) -> String {
        let cards = self.player(index).hand.into_iter();
        let cards = cards.map(|c| format!("{}{}", c.id, if c.lock.is_some() { "*" } else { "" }));
        cards.collect::<Vec<_>>().join(" ")
    }

    /// Carries out a command with these picks, all of which must be drawn.
    #[track_caller]
    pub fn act(&mut self, who: usize, command: &Command, picks: &[u32]) -> &mut Play {
        let actor = Actor::Seat(seat(who));
        let mut dice = Dice::values(picks.iter().copied());
        let mut events = Events::on();
        assert_eq!(self.game.check(actor, command), Ok(()), "{command:?}");
        self.game.apply(actor, command, &mut dice, &mut events).unwrap();
        assert_eq!(dice.fault(), None, "{command:?} draws what was told");
        self.game.inspect().unwrap();
        self.revealed = events.revealed();
        self.told = events.take();
        self
    }

    /// Does what a player types, with these picks.
    #[track_caller]
    pub fn does_with(&mut self, who: usize, text: &str, picks: &[u32]) -> &mut Play {
        let command = self.read(who, text).unwrap();
        self.act(who, &command, picks)
    }

    /// Does what a player types; nothing is drawn.
    #[track_caller]
    pub fn does(&mut self, who: usize, text: &str) -> &mut Play {
        self.does_with(who, text, &[])
    }

    /// What a player's words mean.
    pub fn read(&self, who: usize, text: &str) -> Result<Command, Unread> {
        let view = self.game.view(Viewer::Seat(seat(who)));
        let mut reading = Silosoft::read(&view, seat(who), text, &Value::Null)?;
        assert_eq!(reading.commands.len(), 1, "{reading:?}");
        Ok(reading.commands.remove(0))
    }

    /// The active player draws this. A number after it is the card that a Layoff strikes.
    #[track_caller]
    pub fn draw(&mut self, what: &str) -> &mut Play {
        let (what, struck) = match what.split_once(" at ") {
            Some((what, at)) => (what, Some(at.parse().unwrap())),
            None => (what, None),
        };
        let picks: Vec<u32> = picks(what).into_iter().chain(struck).collect();
        self.act(self.active().index(), &Command::Draw {}, &picks)
    }

    /// The active player passes.
    #[track_caller]
    pub fn pass(&mut self) -> &mut Play {
        self.act(self.active().index(), &Command::Pass {}, &[])
    }

    /// A whole turn: this draw, and a pass.
    #[track_caller]
    pub fn turn(&mut self, what: &str) -> &mut Play {
        self.draw(what).pass()
    }

    /// Turns that do nothing, up to this one: Competitions that are nullified would not do, so each
    /// draws an Entry Dev.
    #[track_caller]
    pub fn idle_to(&mut self, turn: u8) -> &mut Play {
        while self.view().turn < turn {
            self.turn("entry dev");
        }
        self
    }

    /// A command is refused with these data, and leaves no trace.
    #[track_caller]
    pub fn refuses(&self, who: impl IntoActor, command: Value, wanted: Value) -> Rejection {
        let actor = who.actor();
        let command: Command = serde_json::from_value(command).unwrap();
        let mut after = self.game.clone();
        let mut dice = Dice::values([]);
        let mut events = Events::on();
        let rejection = after.apply(actor, &command, &mut dice, &mut events).unwrap_err();
        assert_eq!(serde_json::to_value(&rejection).unwrap(), wanted);
        assert_eq!(after, self.game);
        assert_eq!((events.list(), dice.drawn(), dice.fault()), (&[][..], false, None));
        assert_eq!(self.game.check(actor, &command), Err(rejection.clone()));
        rejection
    }

    /// A command is refused with this code.
    #[track_caller]
    pub fn refuses_by(&self, who: impl IntoActor, command: Value, code: &str) {
        let actor = who.actor();
        let command: Command = serde_json::from_value(command).unwrap();
        let rejection = self.game.check(actor, &command).unwrap_err();
        let data = serde_json::to_value(&rejection).unwrap();
        assert_eq!(data["code"], code, "{data}");
    }

    /// The types of what was told, in order.
    pub fn kinds(&self) -> Vec<String> {
        self.told.iter().map(kind).collect()
    }

    /// The legal commands of a seat, as a player would type them.
    pub fn legal(&self, who: usize) -> Vec<String> {
        let view = self.game.view(Viewer::Seat(seat(who)));
        let mut commands = Vec::new();
        self.game.legal(seat(who), &mut commands);
        commands.iter().map(|command| Silosoft::say(&view, command)).collect()
    }

    /// The state as JSON with something changed, and read again.
    pub fn changed(&self, change: impl FnOnce(&mut Value)) -> Silosoft {
        let mut state = serde_json::to_value(&self.game).unwrap();
        change(&mut state);
        serde_json::from_value(state).unwrap()
    }
}

/// The type of an event as it is written.
pub fn kind(event: &Event) -> String {
    let data = serde_json::to_value(event).unwrap();
    data["type"].as_str().unwrap().to_owned()
}

pub trait IntoActor {
    fn actor(self) -> Actor;
}

impl IntoActor for usize {
    fn actor(self) -> Actor {
        Actor::Seat(seat(self))
    }
}

impl IntoActor for Actor {
    fn actor(self) -> Actor {
        self
    }
}

pub fn offer(to: usize, give: &[&str], take: &[&str]) -> Value {
    json!({"type": "offer", "to": to, "give": give, "take": take})
}

pub fn complete(cards: &[&str], declare: Value) -> Value {
    json!({"type": "complete", "cards": cards, "declare": declare})
}

impl Play {
    /// The state is one that can be.
    #[track_caller]
    pub fn game_ok(&self) {
        self.game.inspect().unwrap();
    }
}

impl Play {
    /// The active player passes, and pays a penalty with these picks.
    #[track_caller]
    pub fn pass_with(&mut self, picks: &[u32]) -> &mut Play {
        self.act(self.active().index(), &Command::Pass {}, picks)
    }
}
