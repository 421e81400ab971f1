//! What is answered, and the parts that answers are made of.

use schemars::JsonSchema;
use senet_kernel::{Actor, Drawing, Hash, NoOrders, Outcome, Question, Reading, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Followed, GameLine, GamePage, RemarkPage};
use crate::{Accepted, Chapter, Choice, Countdown, Frame, Legal, Refusal, Table};

/// The one answer to an [`Ask`](super::Ask) or a [`GuestAsk`](super::GuestAsk).
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
    /// Who speaks here.
    Hello(Hello),
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
        /// What who sets the game up should know of it, such as sides that are far from even.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<RemarkPage>,
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
    /// What a command would lead to.
    Outlook {
        /// None where its words say it all, and for what cannot be done.
        outlook: Option<String>,
    },
    /// What a player may type.
    Help {
        /// One for each form of words.
        forms: Vec<Form>,
    },
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
    /// All that happened.
    Log {
        /// By the game's own turns or rounds, as far as its log goes back.
        chapters: Vec<Chapter>,
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
    /// What a language model is asked.
    Question {
        /// What it is told about the game and the form of its answer.
        system: String,
        /// The position, the own plan and the words, as JSON.
        user: String,
        /// The schema of the answer.
        schema: Value,
        /// What was next when the words were said: what comes later outranks the answer.
        input: u32,
        /// The round that is open.
        round: u32,
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
        moment: Box<LookBack>,
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
    /// The room is followed from now on.
    Followed(Box<Followed>),
    /// The server is there.
    Pong {
        /// Its clock, in milliseconds since 1970.
        now_ms: i64,
    },
    /// The message could not be understood, or names something that is not there.
    Error(Refusal),
}

impl From<Question> for Answer {
    fn from(question: Question) -> Answer {
        let Question { system, user, schema, input, round } = question;
        Answer::Question { system, user, schema, input, round }
    }
}

impl Answer {
    /// What a player may type at a table.
    pub fn help(table: &dyn Table) -> Answer {
        let form = |(form, does)| Form { form, does };
        Answer::Help { forms: table.forms().into_iter().map(form).collect() }
    }

    /// What a language model is asked about words of a seat.
    pub fn question(table: &dyn Table, seat: Seat, text: &str) -> Result<Answer, Refusal> {
        let question = table.question(seat, text);
        question.map(Answer::from).ok_or_else(|| no_orders(NoOrders::NotPlaying))
    }

    /// What a model's answer comes to.
    pub fn answered(
        table: &dyn Table,
        seat: Seat,
        input: u32,
        answer: &str,
    ) -> Result<Answer, Refusal> {
        let commands = table.answered(seat, input, answer).map_err(no_orders)?;
        Ok(Answer::from(Reading::commands(commands)))
    }
}

fn no_orders(none: NoOrders) -> Refusal {
    Refusal::new("no_orders", none.to_string())
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

/// A form of words that a player may type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Form {
    /// The words, such as "2 up 3".
    pub form: String,
    /// What they do.
    pub does: String,
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
pub struct LookBack {
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
    /// What the best promised more; 0 where the best was done, or where the difference is no more than the luck of
    /// the lines (two standard errors of those that both were played on by).
    pub cost: u32,
    /// The best, in words.
    pub text: String,
    /// What to submit for it, in order; empty is to wait.
    pub commands: Vec<Value>,
    /// Its chance.
    pub chance: u32,
    /// What would come after it, command by command, as the house would play on; nothing where nothing was better.
    #[serde(default)]
    pub line: Vec<String>,
}

/// Who speaks here.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol: another number where a message has changed its meaning.
    pub protocol: u32,
    /// The version of the program.
    pub version: String,
    /// The clock of a server, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now_ms: Option<i64>,
}

impl Hello {
    /// The word of a program of this version.
    pub fn new(now_ms: Option<i64>) -> Hello {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Hello { protocol: super::VERSION, version, now_ms }
    }
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
    /// Whether seats see, at this moment, what others must not: a screen that is passed round is
    /// covered between them.
    pub secrets: bool,
    /// What the viewer's seat may do now; none for a spectator, and none for a moment of the past.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// In place of a list that is longer than an update carries, the hash of its commands: the same hash,
    /// the same list. `legal` asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_hash: Option<Hash>,
    /// Whose turn it is and what is wanted.
    pub prompt: String,
    /// Why nobody may talk now, where the rules ask for silence: a server passes no chat on then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hush: Option<String>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// The text that opens the same deal again as an open seed, once the game is over and the luck
    /// is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What the clock owes the game.
    pub countdown: Option<Countdown>,
    /// Whether the viewer may take its last command back, with what bots answered.
    pub can_take_back: bool,
    /// The view.
    #[schemars(with = "Value")]
    pub view: Box<RawValue>,
    /// What happened since, one for each entry.
    pub frames: Vec<Frame>,
}
