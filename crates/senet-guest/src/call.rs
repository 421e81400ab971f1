//! What a host asks of a module, and what is answered. Both are JSON.

use senet_desk::Analysis;
use senet_kernel::{Actor, Hash, Outcome, Script, Seat, SeatSet, Viewer};
use senet_table::protocol::GamePage;
use senet_table::{Countdown, JournalError, Luck, Opening};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The version of the border. A change after which an older host would misread a module, or a module an
/// older host, raises it.
pub const BORDER: u32 = 1;

/// What a host asks. A module holds one table and one bot at most; a host that wants more opens the
/// module more than once.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// What is this game? Answered by [`About`].
    About,
    /// Is this configuration all right?
    CheckConfig(Value),
    /// What should be known of it by who sets it up? A module that is older than this question does not
    /// answer it.
    Remarks(Value),
    /// What are the seats called?
    Roles(Value),
    /// The game's own data files.
    DataFiles,
    /// Put data files into a configuration.
    WithData {
        /// The configuration.
        config: Value,
        /// Names and texts.
        files: Vec<(String, String)>,
    },
    /// The same rules without a clock.
    Unhurried(Value),
    /// Open a table. Answered by `Result<Opened, OpenError>`.
    Open {
        /// What it is made of.
        opening: Opening,
        /// The hash that its journal pins.
        module: Option<Hash>,
    },
    /// Open the table of a journal. Answered by `Result<Opened, JournalFault>`.
    Load {
        /// The journal's text.
        journal: String,
        /// The secret seed.
        seed: Option<String>,
        /// Go on although the game's data have changed.
        other_data: bool,
    },
    /// The same with the help of a snapshot.
    Resume {
        /// The journal's text.
        journal: String,
        /// The secret seed.
        seed: Option<String>,
        /// What the table gave.
        snapshot: String,
    },
    /// Check a journal.
    Verify {
        /// The journal's text.
        journal: String,
        /// The secret seed.
        seed: Option<String>,
    },
    /// Seat a bot. Answered by whether there is one of this name.
    Bot {
        /// Its name.
        name: String,
        /// The seed of its luck.
        seed: u64,
    },
    /// What does the bot want?
    Think {
        /// What it sees.
        view: Box<RawValue>,
        /// Its seat.
        seat: Seat,
    },
    /// What does a level advise?
    Hint {
        /// What the seat sees.
        view: Box<RawValue>,
        /// The seat.
        seat: Seat,
        /// The level's name.
        level: String,
    },
    /// A state that fits a view.
    Guess {
        /// The view.
        view: Value,
        /// Whose it is.
        viewer: Viewer,
        /// The seed of the guess.
        seed: u64,
    },
    /// What is a program asked?
    Question {
        /// What it sees.
        view: Box<RawValue>,
        /// Its seat.
        seat: Seat,
    },
    /// What does a program's answer come to?
    Understood(String),
    /// Seat somebody who looks back at a journal. Answered by `Result<Analysing, JournalFault>`.
    Analyst {
        /// The journal's text.
        journal: String,
        /// The secret seed.
        seed: Option<String>,
        /// The name of the level that judges.
        level: String,
        /// How many lines a chance rests on.
        lines: u32,
    },
    /// What was this entry, looked back at?
    Moment(u64),
    /// Play a whole game of bots.
    Play {
        /// The configuration.
        config: Value,
        /// One for each seat.
        bots: Vec<String>,
        /// The seed of all games.
        seed: u64,
        /// The number of this one.
        number: u64,
    },
    /// Change the table. Answered by [`Changed`].
    Change {
        /// How.
        change: Change,
        /// How many lines of the journal the host has.
        known: usize,
    },
    /// Look at the table.
    Look(Look),
}

/// What a host wants done at the table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Carry out a command.
    Submit {
        /// Who acts.
        actor: Actor,
        /// An id of the asker's.
        request: Option<String>,
        /// What they ask for.
        command: Value,
        /// How the dice fall, where luck is scripted.
        script: Vec<Script>,
    },
    /// The same for a command that is still text.
    SubmitText {
        /// Who acts.
        actor: Actor,
        /// An id of the asker's.
        request: Option<String>,
        /// What they ask for.
        command: Box<RawValue>,
    },
    /// Carry out what the clock owes.
    Clock,
    /// Do what an absent seat does.
    Idle(Seat),
    /// Take a seat out for good.
    Leave(Seat),
    /// Take the last command back.
    TakeBack {
        /// Whose.
        actor: Actor,
        /// An id of the asker's.
        request: Option<String>,
    },
    /// Take back all that a seat did after one of its steps.
    TakeBackAfter {
        /// Whose.
        seat: Seat,
        /// The last step that stays.
        step: u64,
        /// An id of the asker's.
        request: Option<String>,
    },
    /// Take back all after an entry.
    TakeBackTo(u64),
    /// These seats are played by bots.
    SeatBots(SeatSet),
    /// Take the next line of the journal.
    TakeLine(String),
    /// Remember something for a seat.
    Remember {
        /// Whose it is.
        seat: Seat,
        /// What.
        memo: Value,
    },
    /// Put the names beside the chain.
    Veil(String),
}

/// What a host wants to see of the table. The answers are those of `senet_table::Table`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is the method of the same name")]
pub enum Look {
    Step(Viewer),
    EntryAt(Viewer, u64),
    StepAt(Viewer, u64),
    LastLine(Viewer),
    ActedSince(u64),
    Check(Actor, Value),
    CanTakeBack(Actor),
    View(Viewer),
    State,
    Legal(Seat),
    Update(Viewer, u64),
    Log(Viewer),
    History(Viewer, u64, u64),
    ViewAt(Viewer, u64),
    UpdateAt(Viewer, u64),
    Snapshot,
    /// Answered by the new journal and its seed, from which any instance opens the table.
    Branch {
        entry: u64,
        luck: Luck,
        seed: Option<String>,
    },
    Drawing(Viewer),
    DrawingAt(Viewer, u64),
    Prompt(Viewer),
    Ending(Viewer),
    Say(Viewer, Value),
    Outlook(Viewer, Value),
    Read(Seat, String),
    Plans(Seat),
}

/// The answer to a call.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply<T> {
    /// What was asked for.
    Done(T),
    /// The call makes no sense here: the host and the module misunderstand each other.
    Fault(String),
}

/// What a module is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct About {
    /// All about the game.
    pub page: GamePage,
    /// Its JSON Schemas by name; empty where they stand beside the module.
    pub schemas: Value,
}

/// Somebody looks back at a journal.
#[derive(Debug, Serialize, Deserialize)]
pub struct Analysing {
    /// The last entry.
    pub entries: u64,
    /// Whether the game is over.
    pub over: bool,
    /// All but the moments.
    pub blank: Analysis,
}

/// A table was opened.
#[derive(Debug, Serialize, Deserialize)]
pub struct Opened {
    /// How many seats play.
    pub seats: usize,
    /// What they are called in the game.
    pub roles: Vec<String>,
    /// The forms of words that a player may type.
    pub forms: Vec<(String, String)>,
    /// What was passed over.
    pub notice: Option<String>,
    /// Whether the snapshot fitted.
    pub fitted: bool,
    /// The state of the table.
    pub news: News,
}

/// What is new at a table.
#[derive(Debug, Serialize, Deserialize)]
pub struct News {
    /// The lines of the journal that the host does not have; all of them where `anew` says so.
    pub lines: Vec<String>,
    /// Whether the journal was written anew.
    pub anew: bool,
    /// What hosts ask for most.
    pub placed: Placed,
}

/// Where a table stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Placed {
    /// The last entry.
    pub entry: u64,
    /// Who may act.
    pub to_act: SeatSet,
    /// Who is waited for.
    pub awaited: SeatSet,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What the clock owes.
    pub countdown: Option<Countdown>,
    /// Whether something is hidden now.
    pub secrets: bool,
    /// The secret seed.
    pub seed: Option<String>,
    /// What is remembered for each seat.
    pub memos: Vec<Value>,
}

/// A change was tried: what was answered, and what is new since.
#[derive(Debug, Serialize, Deserialize)]
pub struct Changed<T> {
    /// The answer.
    pub answer: T,
    /// What is new.
    pub news: News,
}

/// What is wrong with a journal, as a module tells it.
#[derive(Debug, Serialize, Deserialize)]
pub struct JournalFault {
    /// The line, counted from 1.
    pub line: usize,
    /// The entry.
    pub entry: Option<u64>,
    /// What is wrong.
    pub sentence: String,
}

impl From<JournalError> for JournalFault {
    fn from(error: JournalError) -> JournalFault {
        let JournalError { line, entry, problem } = error;
        JournalFault { line, entry, sentence: problem.to_string() }
    }
}
