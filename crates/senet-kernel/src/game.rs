//! The one trait that a game implements.

use std::fmt::Debug;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Actor, Dice, Events, Fault, Faults, Hash, Outcome, Rng, Seat, SeatSet, Viewer};

/// The rules of one game, as a value: the state of one play of it.
///
/// # Promises
/// `senet-testkit` holds every game to these:
/// - the same configuration, dice and commands give the same game, on every platform;
/// - a refused command changes nothing and draws nothing;
/// - [`check`](Game::check) accepts just what [`apply`](Game::apply) accepts, and
///   [`legal`](Game::legal) lists only what they accept (all of it, where it says so);
/// - every play ends within [`bound`](Game::bound) commands, and an ended game takes none;
/// - it can be written and read back at any time and goes on the same;
/// - a view shows nothing hidden: [`guess`](Game::guess) builds, from the view alone, a game that
///   its viewer cannot tell from the true one.
///
/// A state is a compact value (small arrays, bit sets, no strings in what is copied often), because
/// bots copy it in their innermost loop. `legal`, `check` and `apply` allocate nothing once the
/// buffers that they are given are warm.
pub trait Game:
    Clone + Debug + PartialEq + Eq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The name in journals, addresses and on the command line, in kebab case.
    const ID: &'static str;

    /// The number of these rules. A change that could replay a stored journal differently raises
    /// it, and keeps golden journals of the old.
    const RULES: u32;

    /// What is fixed before the first move.
    type Config: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// What an actor asks for: one small choice.
    type Command: Clone
        + Debug
        + PartialEq
        + Serialize
        + DeserializeOwned
        + JsonSchema
        + Send
        + Sync;

    /// What happened.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// All that one viewer may know, and all that a screen needs to draw and to explain.
    type View: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// Why a command was refused.
    type Rejection: Reject;

    /// What the game is, for people who choose one.
    fn about() -> About<Self>;

    /// Reads a configuration from JSON. The provided way stops at the first fault; a game that
    /// wants to report all of them together reads the values itself.
    fn read_config(json: &serde_json::Value) -> Result<Self::Config, Faults> {
        crate::read_config(json)
    }

    /// Puts a designer's data files (name and text) into a configuration, in place of the game's
    /// own. The provided way refuses them: most games have none to replace.
    fn with_data(config: Self::Config, files: &[(String, String)]) -> Result<Self::Config, Faults> {
        match files.first() {
            None => Ok(config),
            Some((name, _)) => {
                let sentence = format!("{} takes no data files", Self::ID);
                Err(Fault::new(name.as_str(), "no_data", sentence).into())
            }
        }
    }

    /// The game's own data files (name and text), as a designer may replace them. The provided way
    /// has none.
    fn data_files() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// The hash of the data that a configuration plays by, which journals pin beside the rules
    /// number; none where the game has no data of its own.
    fn data_hash(_config: &Self::Config) -> Option<Hash> {
        None
    }

    /// What who sets a game up should know of a configuration that can be played, such as that one side wins
    /// nine of ten, and what could be played in its place. The provided way has nothing to say.
    fn remarks(_config: &Self::Config) -> Vec<Remark<Self::Config>> {
        Vec::new()
    }

    /// The seed that the players chose as one of the game's own settings; the table's luck then
    /// comes from it and from nothing else. The provided way is that a game has no such setting.
    fn seed(_config: &Self::Config) -> Option<&str> {
        None
    }

    /// Sets up a game, or says everything that is wrong with the configuration.
    fn new(config: &Self::Config, dice: &mut Dice) -> Result<Self, Faults>;

    /// Says what is wrong with a state that came from outside. Every other method may rely on it.
    fn inspect(&self) -> Result<(), Faults>;

    /// How many seats play.
    fn seats(&self) -> usize;

    /// The seats that may act now; none once the game is over. Several may be to act at once.
    fn to_act(&self) -> SeatSet;

    /// Of the seats that may act, those that the game waits for: whose turn it is, not who merely
    /// could say something meanwhile. A device that is passed round goes to them. The provided way
    /// is to wait for all that may act.
    fn awaited(&self) -> SeatSet {
        self.to_act()
    }

    /// The clock's command that the host owes the game, where it plays against time.
    fn tick(&self) -> Option<Tick<Self::Command>> {
        None
    }

    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds to `out` what the seat may do now, in a fixed order, and says whether that is all.
    fn legal(&self, seat: Seat, out: &mut Vec<Self::Command>) -> Listing;

    /// Whether a command gives the game up. A seat may do so at any time, and nobody wants it among
    /// the choices: it stands in no list, and a complete list is complete without it.
    fn gives_up(_command: &Self::Command) -> bool {
        false
    }

    /// Says why a command would be refused.
    fn check(&self, actor: Actor, command: &Self::Command) -> Result<(), Self::Rejection>;

    /// Checks a command and carries it out. A refusal leaves no trace.
    fn apply(
        &mut self,
        actor: Actor,
        command: &Self::Command,
        dice: &mut Dice,
        events: &mut Events<Self>,
    ) -> Result<(), Self::Rejection>;

    /// All that the viewer may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The event as the viewer may see it: whole, with parts left out, or not at all.
    fn shown(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// A game that the viewer of this view cannot tell from the true one, made from the view alone.
    fn guess(view: &Self::View, viewer: Viewer, rng: &mut Rng) -> Self;

    /// What an absent seat does when it is to act; none where the game can wait or goes on without.
    fn idle(&self, seat: Seat) -> Option<Self::Command>;

    /// The host's command by which a seat leaves for good or loses on time; none where the game has
    /// no such rule, and the host goes on with [`idle`](Game::idle).
    fn leave(&self, seat: Seat) -> Option<Self::Command>;

    /// Whether the seat may take its last command back. Asked of the state after that command; the
    /// table never goes past a draw or a reveal, whatever the answer.
    fn take_back(&self, seat: Seat) -> TakeBack;

    /// Whether a seat's view holds, at this moment, what another seat must not see. Where one device
    /// is passed round, the host then hides the screen between seats. A game with open hands says
    /// no.
    fn secrets(&self) -> bool {
        true
    }

    /// The parts of the state that the viewer may not know at this moment. The law of secrets shows
    /// that nothing the viewer is told depends on them, that guesses do differ there and nowhere else,
    /// and that a game that says that it has [`secrets`](Game::secrets) names them.
    fn hidden(&self, _viewer: Viewer) -> Vec<Secret> {
        Vec::new()
    }

    /// Judges a message from outside before its command is judged: by who sent it, by its size in
    /// bytes (worked out only where a game asks) and, where it holds no command, by the reason why. A game with an order of faults of its
    /// own tells the first of them here. The provided way leaves it all to the table.
    fn receive(
        &self,
        _actor: Actor,
        _size: impl Fn() -> usize,
        _unread: Option<&str>,
    ) -> Result<(), Self::Rejection> {
        Ok(())
    }

    /// The same rules for people around one device, where no clock runs while another has it. The
    /// provided way changes nothing: most games have no clock.
    fn unhurried(config: Self::Config) -> Self::Config {
        config
    }

    /// No play takes more commands than this.
    fn bound(&self) -> u32;
}

/// A part of a state that somebody may not know, by its place in the state as JSON: `/cards/1`.
///
/// ```
/// use senet_kernel::{Depth, Secret};
///
/// // A hand: everybody sees how many cards it has, but not which.
/// let hand = Secret::new("/hands/1", Depth::Values);
/// // Sealed orders: nobody else knows whether there are any.
/// let orders = Secret::new("/orders/1", Depth::Whole);
/// assert_eq!(orders.within("/battle").place(), "/battle/orders/1");
/// # assert_eq!(hand.depth(), Depth::Values);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    place: String,
    depth: Depth,
}

/// How much of a part is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The values; how many there are is known.
    Values,
    /// What and how much; that something is there (that it is not null) is known.
    Content,
    /// Also whether anything is there.
    Whole,
}

impl Secret {
    /// What is hidden of a place, which is a JSON pointer.
    pub fn new(place: impl Into<String>, depth: Depth) -> Secret {
        Secret { place: place.into(), depth }
    }

    /// The same in a state that holds this one at a place.
    #[must_use]
    pub fn within(self, place: &str) -> Secret {
        Secret { place: format!("{place}{}", self.place), ..self }
    }

    /// Its place, as a JSON pointer.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// How much of it is hidden.
    pub const fn depth(&self) -> Depth {
        self.depth
    }
}

/// Why a command was refused, as data: an enum with a variant for each rule that can refuse.
///
/// It derives `thiserror::Error` for the sentence and serialises with `tag = "code"` and
/// `rename_all = "snake_case"`: `{"code": "cell_taken", …facts}`.
pub trait Reject:
    std::error::Error
    + Clone
    + PartialEq
    + Serialize
    + DeserializeOwned
    + JsonSchema
    + Send
    + Sync
    + 'static
{
    /// The id of the rule in `docs/rules/<game>.md` that refuses.
    fn rule(&self) -> &'static str;
}

/// What a game is, for people who choose one.
#[derive(Clone, Debug)]
pub struct About<G: Game> {
    /// The name as it stands on the box.
    pub name: &'static str,
    /// What it is, in a line.
    pub line: &'static str,
    /// How many may play.
    pub seats: RangeInclusive<usize>,
    /// How long it takes, in minutes.
    pub minutes: RangeInclusive<u32>,
    /// The rules reference, in Markdown.
    pub rules: &'static str,
    /// Ready-made configurations; the first is the default.
    pub presets: Vec<Preset<G::Config>>,
}

/// A configuration with a name.
#[derive(Clone, Debug)]
pub struct Preset<C> {
    /// The name on the command line and on the wire, in kebab case.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it is, in a line.
    pub line: &'static str,
    /// What is known of how it plays, measured; empty where nothing is.
    pub note: &'static str,
    /// The configuration.
    pub config: C,
}

/// What who sets a game up should know of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark<C> {
    /// A sentence, with the figures that it rests on.
    pub text: String,
    /// What could be played in its place.
    pub offer: Option<Offer<C>>,
}

/// A configuration in place of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer<C> {
    /// What changes, and what comes of it, in a few words.
    pub name: String,
    /// The configuration.
    pub config: C,
}

/// What the clock owes a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tick<C> {
    /// What [`Actor::Clock`] submits when the time is up.
    pub command: C,
    /// How long that is, in milliseconds.
    pub after_ms: u32,
    /// The number of this countdown: a new number starts anew, the same number goes on.
    pub number: u32,
    /// What it means to the seats.
    pub kind: TickKind,
}

/// What a tick means to the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TickKind {
    /// The game's own beat: what seats asked for before it takes effect with it.
    Beat,
    /// A limit: what was not done before it is not done.
    Limit,
}

/// Whether a list of commands is all that is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Listing {
    /// Nothing else would be accepted, but for [giving up](Game::gives_up).
    Complete,
    /// A useful choice; the rules allow more.
    Sample,
}

/// Whether a command may be taken back. In every case: only the seat's own last command, and only
/// if it drew no dice and revealed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TakeBack {
    /// As long as the seat itself is still to act: nobody's answer is awaited.
    WhileToAct,
    /// Also when the turn has passed, until somebody else acts.
    UntilNext,
    /// Never.
    Never,
}
