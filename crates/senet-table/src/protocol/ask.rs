//! What a host asks of its desk: in a browser's worker, over stdin, or in a program of its own.

use schemars::JsonSchema;
use senet_kernel::{Actor, Script, Seat, SeatSet, Viewer};
use serde::Deserialize;
use serde_json::Value;

/// What a host asks: of a table of its own, or of the program that holds the tables.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum Ask {
    /// Which version of the protocol is spoken here?
    Hello {
        /// The one that the asker speaks; another than ours is refused with a sentence.
        #[serde(default)]
        protocol: Option<u32>,
    },
    /// Which games are there?
    Games {},
    /// What is this game: its ready-made configurations, bots, rules and schemas?
    Game {
        /// The game's id.
        game: String,
    },
    /// From now on a network that somebody trained is a bot of the game, `net:NAME`. The answer is what the
    /// game is now.
    OpenNetwork {
        /// The game's id.
        game: String,
        /// What the network is called.
        name: String,
        /// The text of its file.
        network: String,
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
    /// What would a command lead to, with its chances, as far as the viewer can know?
    Outlook {
        /// Where.
        table: String,
        /// Who looks.
        r#as: Viewer,
        /// What would be asked for.
        command: Value,
    },
    /// Which forms of words may a player type?
    Help {
        /// Where.
        table: String,
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
        /// Take back all that was done after this entry, as `as` counts them: a text of several
        /// orders, and what bots answered. As the host, whoever did it. Dice that fell and what was
        /// shown stay, and then nothing is taken back.
        #[serde(default)]
        to: Option<u64>,
    },
    /// These seats are played by bots, and no others: what they answer keeps nobody from taking back.
    SeatBots {
        /// Where.
        table: String,
        /// The seats.
        bots: SeatSet,
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
    /// All that happened, told by the game's own turns or rounds from the start on.
    Log {
        /// Where.
        table: String,
        /// Who looks.
        r#as: Viewer,
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
    /// What is a language model asked about words of a seat that were not understood?
    Question {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
        /// The words.
        text: String,
    },
    /// What does a model's answer come to now?
    Answered {
        /// Where.
        table: String,
        /// Which seat.
        seat: Seat,
        /// What was next when the words were said, as the question told it.
        input: u32,
        /// What the model said.
        answer: String,
    },
    /// What do a seat's standing plans ask for now?
    Plans {
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
#[serde(remote = "LuckAsk", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
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

senet_kernel::read_as_tagged!(LuckAsk, "type");
