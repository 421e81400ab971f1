//! The messages of a table: the same over a socket, in a browser's worker and over stdin/stdout.
//!
//! A message is one JSON object. An [`Ask`] may carry an `id`, which its one [`Reply`] repeats. The
//! program on the other side is the host of its tables: it may act and look as anyone. A server
//! that has guests decides who they are before it passes a message on.

use schemars::JsonSchema;
use senet_kernel::{Actor, Drawing, Outcome, Reading, Script, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{Accepted, Choice, Countdown, Frame, Legal, Refusal};

/// What is asked of a table, or of the program that holds the tables.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Which games are there?
    Games {},
    /// What is this game: its ready-made configurations, bots, rules and schemas?
    Game {
        /// The game's id.
        game: String,
    },
    /// Is this configuration all right?
    CheckConfig {
        /// The game's id.
        game: String,
        /// The configuration.
        config: Value,
    },
    /// Open a new table.
    Open {
        /// The name of the new table.
        table: String,
        /// The game's id.
        game: String,
        /// A ready-made configuration, the first one if left out.
        #[serde(default)]
        preset: Option<String>,
        /// A configuration of one's own; fields that are left out have the game's defaults.
        #[serde(default)]
        config: Option<Value>,
        /// The players' names by seat; an empty one for what the game calls the seat.
        #[serde(default)]
        seats: Vec<String>,
        /// Where the luck comes from.
        #[serde(default)]
        luck: LuckAsk,
    },
    /// Open a table in the middle of a game.
    OpenPosition {
        /// The name of the new table.
        table: String,
        /// The game's id.
        game: String,
        /// The state, as `state` tells it.
        state: Value,
        /// The players' names by seat.
        #[serde(default)]
        seats: Vec<String>,
        /// Where the luck comes from.
        #[serde(default)]
        luck: LuckAsk,
    },
    /// Open a table as a viewer may imagine it: in a position that fits all that they see, made from
    /// their view alone. The same seed imagines the same.
    Imagine {
        /// The name of the new table.
        table: String,
        /// The game's id.
        game: String,
        /// What the viewer sees, as `view` or `update` told it.
        view: Value,
        /// Whose view it is.
        r#as: Viewer,
        /// The players' names by seat.
        #[serde(default)]
        seats: Vec<String>,
        /// The seed of what is imagined, and of the dice from then on.
        #[serde(default)]
        seed: u64,
    },
    /// Open the table of a journal.
    OpenJournal {
        /// The name of the new table.
        table: String,
        /// The journal's text.
        journal: String,
        /// The secret seed of fair luck.
        #[serde(default)]
        seed: Option<String>,
        /// Go on although the game's data have changed since.
        #[serde(default)]
        other_data: bool,
    },
    /// Open a table that goes on from an entry of another.
    Branch {
        /// The table to leave.
        table: String,
        /// The last entry that both share.
        at: u64,
        /// Whose entries `at` counts; all of the journal if left out.
        #[serde(default)]
        r#as: Option<Viewer>,
        /// The name of the new table.
        to: String,
        /// Where the new table's luck comes from.
        #[serde(default)]
        luck: LuckAsk,
    },
    /// Forget a table.
    Close {
        /// Which one.
        table: String,
    },
    /// Carry out a command.
    Submit {
        /// Where.
        table: String,
        /// Who acts.
        r#as: Actor,
        /// What they ask for.
        command: Value,
        /// An id of one's own: the same one twice acts once and gets the same answer.
        #[serde(default)]
        request: Option<String>,
        /// How the dice fall, where luck is scripted.
        #[serde(default)]
        script: Vec<Script>,
    },
    /// Would a command be refused, and why?
    Check {
        /// Where.
        table: String,
        /// Who would act.
        r#as: Actor,
        /// What they would ask for.
        command: Value,
    },
    /// Carry out what the clock owes.
    Clock {
        /// Where.
        table: String,
    },
    /// Do what an absent seat does.
    Idle {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
    },
    /// Take a seat out of the game for good.
    Leave {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
    },
    /// Take the actor's last command back.
    TakeBack {
        /// Where.
        table: String,
        /// Who.
        r#as: Actor,
        /// An id of one's own, as in `submit`.
        #[serde(default)]
        request: Option<String>,
        /// Take back all that was done after this entry, by whomever: a text of several orders, and
        /// what bots answered. Whoever talks to the desk is the host and may; dice that fell and
        /// what was shown stay.
        #[serde(default)]
        to: Option<u64>,
    },
    /// What may a seat do?
    Legal {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
    },
    /// What does a viewer see?
    View {
        /// Where.
        table: String,
        /// Who looks.
        r#as: Viewer,
        /// After which entry; the last one if left out.
        #[serde(default)]
        at: Option<u64>,
    },
    /// All that a viewer's screen needs, with what happened after entry `since`.
    Update {
        /// Where.
        table: String,
        /// Who looks.
        r#as: Viewer,
        /// The last entry that the viewer knows; the one before the last if left out.
        #[serde(default)]
        since: Option<u64>,
        /// Up to which entry; the last one if left out.
        #[serde(default)]
        at: Option<u64>,
        /// Whose entries `at` counts; the viewer's own if left out.
        #[serde(default)]
        of: Option<Viewer>,
    },
    /// What happened, through a viewer's eyes?
    Events {
        /// Where.
        table: String,
        /// Who looks.
        r#as: Viewer,
        /// After which entry; from the first one if left out.
        #[serde(default)]
        since: u64,
        /// Up to which entry; to the last one if left out.
        #[serde(default)]
        until: Option<u64>,
    },
    /// The whole state.
    State {
        /// Where.
        table: String,
    },
    /// The journal.
    Journal {
        /// Where.
        table: String,
        /// How many of its lines are known already; they are left out.
        #[serde(default)]
        since: u64,
    },
    /// How did it end?
    Outcome {
        /// Where.
        table: String,
    },
    /// The board as text.
    Draw {
        /// Where.
        table: String,
        /// Who looks.
        r#as: Viewer,
        /// After which entry; the last one if left out.
        #[serde(default)]
        at: Option<u64>,
    },
    /// What do these words of a seat come to?
    Read {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
        /// The words.
        text: String,
    },
    /// What do a seat's standing plans ask for now?
    Follow {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
    },
    /// Remember something for a seat.
    Remember {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
        /// What.
        memo: Value,
    },
    /// What would a bot do?
    Advise {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
        /// The bot's name.
        bot: String,
        /// The seed of its own luck.
        #[serde(default)]
        seed: u64,
    },
    /// What is best for a seat, and why? The same position gets the same answer.
    Hint {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
        /// How hard to think: the name of a level; left out, `hard`.
        #[serde(default)]
        level: Option<String>,
    },
    /// What did an entry do to everybody's chances? One entry at a time: whoever asks shows what there
    /// is, and stops when they like.
    Analyse {
        /// Where.
        table: String,
        /// Which entry of the journal, the first one being 1.
        at: u64,
        /// How hard to look: the name of a level; left out, `hard`. `random` is a quick look that judges
        /// no decision.
        #[serde(default)]
        level: Option<String>,
    },
    /// A question about a document of a system that has no turns, such as a warband.
    Document {
        /// The system's id.
        system: String,
        /// The question's name.
        method: String,
        /// What it is about.
        #[serde(default)]
        input: Value,
    },
    /// Check a journal from its first line to its last.
    Verify {
        /// The journal's text.
        journal: String,
        /// The secret seed, where the journal does not tell it yet.
        #[serde(default)]
        seed: Option<String>,
    },
}

/// Where a new table's luck shall come from.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LuckAsk {
    /// A seed that the program draws and keeps secret until the end.
    #[default]
    Fresh,
    /// A secret seed that the asker drew, revealed at the end.
    Fair {
        /// The seed.
        seed: String,
        /// What each seat added.
        #[serde(default)]
        salts: Vec<String>,
    },
    /// A seed that everybody may know.
    Open {
        /// The seed.
        seed: String,
    },
    /// Dice that are typed in.
    Scripted {
        /// How they fall in the set-up.
        #[serde(default)]
        script: Vec<Script>,
    },
}

/// The one answer to an [`Ask`].
#[derive(Debug, Serialize, JsonSchema)]
pub struct Reply {
    /// The id of what was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What is answered.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// The games that there are.
    Games {
        /// In the order of the house.
        games: Vec<GameLine>,
    },
    /// All about a game.
    Game(Box<GamePage>),
    /// The configuration can be played.
    Config {
        /// With every default filled in.
        config: Value,
    },
    /// A table was opened.
    Opened {
        /// Its name.
        table: String,
        /// How many seats play.
        seats: usize,
        /// The last entry.
        entry: u64,
        /// What was passed over, such as a last line that was cut.
        #[serde(skip_serializing_if = "Option::is_none")]
        notice: Option<String>,
    },
    /// A table was forgotten.
    Closed {
        /// Its name.
        table: String,
    },
    /// It was carried out.
    Accepted(Accepted),
    /// The rules or the table refuse it; nothing has changed.
    Rejected(Refusal),
    /// What a seat may do.
    Legal(Legal),
    /// What a viewer sees.
    View {
        /// The view.
        #[schemars(with = "Value")]
        view: Box<RawValue>,
    },
    /// All that a screen needs.
    Update(Box<Update>),
    /// What happened.
    Events {
        /// One for each entry.
        frames: Vec<Frame>,
    },
    /// The whole state.
    State {
        /// The state.
        #[schemars(with = "Value")]
        state: Box<RawValue>,
    },
    /// The journal.
    Journal {
        /// Its text.
        journal: String,
        /// The secret seed, which the host keeps until the end.
        #[serde(skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// How it ended.
    Outcome {
        /// None as long as it goes on.
        outcome: Option<Outcome>,
    },
    /// The board as text.
    Drawing {
        /// Its lines.
        drawing: Drawing,
        /// Whose turn it is and what is wanted.
        prompt: String,
        /// What to look back at when it is over.
        ending: Drawing,
    },
    /// What words or plans come to.
    Reading {
        /// What to submit, in order.
        commands: Vec<Choice>,
        /// What was understood.
        read_back: String,
        /// What was not.
        not_understood: Vec<String>,
        /// Where the words can be meant in more than one way, texts to choose from. There is nothing
        /// to submit then; the one that is chosen is read again.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        asks: Vec<String>,
        /// What to remember.
        memo: Option<Value>,
    },
    /// What is best for a seat.
    Hint(Hint),
    /// What an entry did to everybody's chances.
    Analysed {
        /// The last entry that there is to look at.
        entries: u64,
        /// Whether the seats win and lose together; then one seat stands for all.
        together: bool,
        /// How many entries each seat may know of by then, and last a spectator.
        steps: Vec<u64>,
        /// What the entry was and did.
        moment: Box<Moment>,
    },
    /// What a question about a document led to.
    Document {
        /// The answer.
        output: Value,
    },
    /// It was done, and there is nothing to tell.
    Done,
    /// A journal is in order.
    Verified {
        /// How many entries it has.
        entries: u64,
        /// Whether the game is over.
        over: bool,
        /// What was checked of the dice: recomputed, sealed or typed.
        dice: String,
        /// What was passed over.
        #[serde(skip_serializing_if = "Option::is_none")]
        notice: Option<String>,
    },
    /// The message could not be understood, or names something that is not there.
    Error(Refusal),
}

impl From<Reading<Choice>> for Answer {
    fn from(reading: Reading<Choice>) -> Answer {
        Answer::Reading {
            commands: reading.commands,
            read_back: reading.read_back,
            not_understood: reading.not_understood,
            asks: reading.asks,
            memo: reading.memo,
        }
    }
}

/// What is best for a seat, and why.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// The best in numbers and words, with the next best beside it.
    pub sentence: String,
    /// Which level says so.
    pub level: String,
    /// All that was tried, the best first.
    pub choices: Vec<Hinted>,
}

/// One thing to do and what it promises.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Hinted {
    /// In words.
    pub text: String,
    /// What to submit, in order; empty is to wait.
    pub commands: Vec<Choice>,
    /// The chance to win, in thousandths; none where nothing was tried.
    pub permille: Option<u32>,
    /// How many tried games say so; 0 where it is known exactly, or not at all.
    pub lines: u32,
}

/// One entry, looked back at. All chances are in millionths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    /// Its number.
    pub entry: u64,
    /// Who acted.
    pub actor: Actor,
    /// What was done, in words.
    pub text: String,
    /// Whether luck had a part in it.
    pub drew: bool,
    /// The chance of every seat before it, with everything open.
    pub before: Vec<u32>,
    /// The chance of every seat after it, with everything open.
    pub open: Vec<u32>,
    /// What the command was worth to every seat before its dice were drawn, with everything open.
    pub expected: Vec<u32>,
    /// The chance of whoever acted, as that seat could know it when it had chosen; none for the clock and
    /// for choices that were none.
    pub known: Option<u32>,
    /// What was found to be best, and what it promised more.
    pub better: Option<Better>,
}

/// A decision and the best one found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Better {
    /// What the best promised more; 0 where the best was done.
    pub cost: u32,
    /// The best, in words.
    pub text: String,
    /// What to submit for it, in order; empty is to wait.
    pub commands: Vec<Value>,
    /// Its chance.
    pub chance: u32,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameLine {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub line: String,
    /// The fewest and the most players.
    pub seats: (usize, usize),
    /// How long it takes, in minutes.
    pub minutes: (u32, u32),
    /// The number of its rules.
    pub rules: u32,
    /// The ids of its ready-made configurations.
    pub presets: Vec<String>,
    /// The names of its bots.
    pub bots: Vec<String>,
}

/// All about a game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GamePage {
    /// As in the list.
    pub game: GameLine,
    /// The ready-made configurations.
    pub presets: Vec<PresetPage>,
    /// The levels of its bots, the weakest first; the same names in every game.
    pub levels: Vec<LevelPage>,
    /// The rules reference, in Markdown.
    pub text: String,
    /// The JSON Schema of its configuration.
    pub config_schema: Value,
}

/// How well a bot plays.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LevelPage {
    /// Its name.
    pub name: String,
    /// What to expect of it.
    pub sentence: String,
}

/// A ready-made configuration.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PresetPage {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub line: String,
    /// What is known of how it plays.
    pub note: String,
    /// The configuration.
    pub config: Value,
}

/// All that a viewer's screen needs: the whole view, right after any reload, and what led to it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Update {
    /// The last entry in effect that the viewer may know of. A viewer counts what it may know of, and
    /// nothing else.
    pub entry: u64,
    /// How many changes the viewer may know of; it grows with each of them, taking back included.
    pub line: u64,
    /// What the seats are called in the game, such as "Pilot".
    pub roles: Vec<String>,
    /// The seats that may act now.
    pub to_act: SeatSet,
    /// Those of them that the game waits for: a device that is passed round goes to them.
    pub awaited: SeatSet,
    /// Whose turn it is and what is wanted.
    pub prompt: String,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The text that opens the same deal again as an open seed, once the game is over and the luck
    /// is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What the clock owes the game.
    pub countdown: Option<Countdown>,
    /// Whether the viewer may take its last command back.
    pub can_take_back: bool,
    /// The view.
    #[schemars(with = "Value")]
    pub view: Box<RawValue>,
    /// What happened since, one for each entry.
    pub frames: Vec<Frame>,
}
