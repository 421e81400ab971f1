//! How a table comes to be: from a configuration, from a position, or from a journal.

use senet_kernel::{
    Actor, Dice, DiceFault, Events, Fault, Faults, Hash, Script, Text, as_json, counted, hash,
    is_unseen,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::journal::{FORMAT, Line, VEILED};
use crate::table::{Played, Table, TableOf, roles};
use crate::{
    Branch, End, Entry, Header, Journal, JournalError, Luck, Memo, Problem, Refusal, TakenBack,
};

/// The most characters that a player's name may have.
const NAME: usize = 64;

/// What a new table is made of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Where it starts.
    pub start: Start,
    /// The name of the ready-made configuration, where one was taken as it is.
    pub preset: Option<String>,
    /// The players' names by seat; an empty one, or none at all, for what the game calls the seat.
    pub seats: Vec<String>,
    /// Where the luck comes from.
    pub luck: Luck,
    /// The secret seed of fair luck.
    pub seed: Option<String>,
    /// How the dice of the set-up fall, where luck is scripted.
    pub script: Vec<Script>,
    /// The journal that a position was taken from.
    pub branch: Option<Branch>,
}

/// Where a table starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// At the beginning of a game with this configuration.
    Config(Value),
    /// In the middle of a game, in this state.
    Position(Value),
}

/// Why a table could not be opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum OpenError {
    /// The configuration, the position or the players' names cannot be played.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The secret is not there or not the one that the commitment stands for.
    #[error("the table needs the seed that its commitment stands for")]
    Seed,
    /// The script does not fit the set-up.
    #[error("{0}")]
    Script(DiceFault),
}

impl<G: Text> TableOf<G> {
    /// Opens a new table.
    pub fn open(opening: Opening) -> Result<TableOf<G>, OpenError> {
        TableOf::open_by(opening, None)
    }

    /// Opens a new table whose journal pins the module that plays it.
    pub fn open_by(opening: Opening, module: Option<Hash>) -> Result<TableOf<G>, OpenError> {
        let (mut luck, mut seed) = (opening.luck, opening.seed);
        let config = match &opening.start {
            Start::Config(json) => Some(G::read_config(json)?),
            Start::Position(_) => None,
        };
        // A seed among the game's own settings is the players' choice: it goes before the host's.
        if let Some(chosen) = config.as_ref().and_then(G::seed).filter(|_| luck != Luck::Scripted) {
            (luck, seed) = (Luck::Open { seed: chosen.to_owned() }, None);
        }
        let mut dice = match &luck {
            Luck::Scripted => Dice::scripted(opening.script),
            luck => luck.dice(seed.as_deref()).ok_or(OpenError::Seed)?,
        };
        let (game, position) = match (&config, opening.start) {
            (Some(config), _) => (set_up::<G>(config, &mut dice)?, None),
            (None, Start::Config(json) | Start::Position(json)) => {
                (read_position::<G>(&json)?, Some(json))
            }
        };
        let data = config.as_ref().and_then(G::data_hash);
        let config = as_json(&config);
        if let Some(fault) = dice.fault() {
            return Err(OpenError::Script(fault));
        }
        let header = Header {
            senet: FORMAT,
            game: G::ID.to_owned(),
            rules: G::RULES,
            module,
            data,
            preset: opening.preset,
            config,
            position,
            branch: opening.branch,
            seats: names(&game, opening.seats, is_unseen)?,
            luck,
            draws: dice.draws().to_vec(),
            hash: hash(&game),
        };
        let mut journal = Journal::default();
        journal.append("header", &header);
        let dice = (header.luck != Luck::Scripted).then_some(dice);
        let mut table = TableOf::start(header, journal, game, dice, seed);
        table.note_end();
        Ok(table)
    }

    /// Opens the table of a journal. `seed` is the secret of fair luck, without which the table can
    /// be looked at but draws no more. A journal that was cut in the middle of its last line opens
    /// up to the last whole one; the notice says so.
    pub fn load(
        text: &str,
        seed: Option<&str>,
        other_data: bool,
    ) -> Result<(TableOf<G>, Option<String>), JournalError> {
        let mut lines = numbered(text);
        let (_, first) = lines.next().ok_or_else(|| at(1, None, Problem::Empty))?;
        let mut table = TableOf::first_line(first, seed, other_data).map_err(|p| at(1, None, p))?;
        let mut notice = None;
        while let Some((number, line)) = lines.next() {
            let entry = table.entry() + 1;
            match table.next_line(line) {
                Ok(()) => {}
                Err(problem) if is_torn(&problem) && !text.ends_with('\n') && lines.len() == 0 => {
                    notice = Some(format!(
                        "line {number} was cut in the middle; the table opens after entry {}",
                        table.entry()
                    ));
                }
                Err(problem) => return Err(at(number, Some(entry), problem)),
            }
        }
        table.note_end();
        Ok((table, notice))
    }

    pub(crate) fn first_line(
        line: &str,
        seed: Option<&str>,
        other_data: bool,
    ) -> Result<TableOf<G>, Problem> {
        let mut journal = Journal::default();
        let mut header = as_header(journal.take(line)?)?;
        if header.game != G::ID {
            return Err(Problem::OtherGame { found: header.game, wanted: G::ID.to_owned() });
        }
        if header.rules != G::RULES {
            let (found, known) = (header.rules, G::RULES);
            return Err(Problem::Rules { game: G::ID.to_owned(), found, known });
        }
        let game = recorded_start::<G>(&header, other_data)?;
        let computed = hash(&game);
        if computed != header.hash {
            return Err(Problem::Hash { stated: header.hash, computed });
        }
        let set_up = |faults: OpenError| Problem::SetUp(faults.to_string());
        header.seats =
            names(&game, header.seats, char::is_control).map_err(|faults| set_up(faults.into()))?;
        let dice = header.luck.dice(seed);
        if let (Some(_), None, Luck::Fair { commitment, .. }) = (seed, &dice, &header.luck) {
            return Err(Problem::Seed { commitment: commitment.to_string() });
        }
        Ok(TableOf::start(header, journal, game, dice, seed.map(str::to_owned)))
    }

    pub(crate) fn next_line(&mut self, line: &str) -> Result<(), Problem> {
        let mut journal = std::mem::take(&mut self.journal);
        let taken = journal.take(line);
        self.journal = journal;
        let line = taken?;
        if self.ended {
            return Err(Problem::AfterEnd);
        }
        match line {
            Line::Header(_) => Err(Problem::Header { found: "a second header" }),
            Line::Entry(entry) => self.replay(entry),
            Line::TakeBack(taken) => self.replay_take_back(taken),
            Line::Memo(memo) => self.replay_memo(memo),
            Line::End(end) => self.replay_end(&end),
        }
    }

    fn replay(&mut self, entry: Entry) -> Result<(), Problem> {
        let expected = self.entry() + 1;
        if entry.number != expected {
            return Err(Problem::Number { expected, found: entry.number });
        }
        let command: G::Command = serde_json::from_str(entry.command.get())
            .map_err(|error| Problem::Malformed(error.to_string()))?;
        let before = self.game.clone();
        let mut dice = Dice::scripted(entry.draws.iter().cloned().map(Script::from));
        let mut events = Events::on();
        self.game
            .apply(entry.actor, &command, &mut dice, &mut events)
            .map_err(|rejection| Problem::Refused(rejection.to_string()))?;
        if let Some(fault) = dice.fault() {
            return Err(Problem::Draws(fault.to_string()));
        }
        let computed = hash(&self.game);
        if computed != entry.hash {
            return Err(Problem::Hash { stated: entry.hash, computed });
        }
        let revealed = events.revealed();
        let events = events.take();
        let draws = entry.draws;
        self.push(before, Played { actor: entry.actor, command, draws, revealed, events });
        if let Some(request) = entry.request {
            self.requests.insert((entry.actor, request), self.accepted_now(entry.actor));
        }
        Ok(())
    }

    fn replay_take_back(&mut self, taken: TakenBack) -> Result<(), Problem> {
        let refused = |refusal: Refusal| Problem::TakeBack(refusal.sentence);
        let place = match self.answered(&taken) {
            Some(place) => place,
            None => {
                let place = self.to_take_back(taken.actor).map_err(refused)?;
                let (expected, found) = (place as u64 + 1, taken.entry);
                if found != expected {
                    return Err(Problem::Number { expected, found });
                }
                place
            }
        };
        let without = self.without(place).map_err(refused)?;
        self.remove(place, without);
        if let Some(request) = taken.request {
            self.requests.insert((taken.actor, request), self.accepted_now(taken.actor));
        }
        Ok(())
    }

    /// The place of an entry that was taken back across what bots had answered. Who was a bot stands in no
    /// journal: whatever the host could have taken back is let through, a seat's own command only
    /// after all that the seat knew of it.
    fn answered(&self, taken: &TakenBack) -> Option<usize> {
        let place = usize::try_from(taken.entry.checked_sub(1)?).ok()?;
        let seen = self.steps.seen().get(place)?;
        let own = match taken.actor {
            Actor::Seat(_) => {
                let last = self.steps.last_seen_by(taken.actor)?;
                seen.actor == taken.actor && last.0 == place
            }
            Actor::Host => seen.actor.seat().is_some(),
            Actor::Clock => false,
        };
        let goes_on = self.game.outcome().is_none();
        (own && goes_on && self.may_undo(place).is_ok()).then_some(place)
    }

    pub(crate) fn replay_memo(&mut self, memo: Memo) -> Result<(), Problem> {
        let slot = self.memos.get_mut(memo.seat.index());
        let slot = slot.ok_or_else(|| Problem::Malformed(format!("there is no {}", memo.seat)))?;
        *slot = memo.value;
        Ok(())
    }

    fn replay_end(&mut self, end: &End) -> Result<(), Problem> {
        if self.game.outcome() != Some(end.outcome) {
            return Err(Problem::End("the game has another result".to_owned()));
        }
        if let Luck::Fair { commitment, .. } = &self.header.luck {
            let promised = || Problem::Seed { commitment: commitment.to_string() };
            let seed = end.seed.as_deref().ok_or_else(promised)?;
            self.header.luck.key(seed).ok_or_else(promised)?;
            self.seed = Some(seed.to_owned());
        }
        self.steps.all_see(self.journal.lines().len());
        self.ended = true;
        Ok(())
    }
}

impl Header {
    /// The header of a journal: its first line, not yet checked against any game.
    pub fn of(text: &str) -> Result<Header, JournalError> {
        let (_, first) = numbered(text).next().ok_or_else(|| at(1, None, Problem::Empty))?;
        let line = Journal::default().take(first);
        line.and_then(as_header).map_err(|problem| at(1, None, problem))
    }
}

fn as_header(line: Line) -> Result<Header, Problem> {
    let found = match line {
        Line::Header(header) if [FORMAT, VEILED].contains(&header.senet) => return Ok(*header),
        Line::Header(header) => {
            return Err(Problem::Format { found: header.senet });
        }
        Line::Entry(_) => "an entry",
        Line::TakeBack(_) => "a take-back",
        Line::Memo(_) => "a memo",
        Line::End(_) => "the end",
    };
    Err(Problem::Header { found })
}

/// The game after set-up, by the draws that the header tells.
pub(crate) fn recorded_start<G: Text>(header: &Header, other_data: bool) -> Result<G, Problem> {
    if let Some(position) = &header.position {
        return read_position::<G>(position).map_err(|faults| Problem::SetUp(faults.to_string()));
    }
    let set_up_error = |faults: Faults| Problem::SetUp(faults.to_string());
    let config = G::read_config(&header.config).map_err(set_up_error)?;
    let known = G::data_hash(&config);
    if known != header.data && !other_data {
        return Err(Problem::Data { found: header.data, known });
    }
    let mut dice = Dice::scripted(header.draws.iter().cloned().map(Script::from));
    let game = set_up::<G>(&config, &mut dice).map_err(set_up_error)?;
    match dice.fault() {
        Some(fault) => Err(Problem::Draws(fault.to_string())),
        None => Ok(game),
    }
}

fn set_up<G: Text>(config: &G::Config, dice: &mut Dice) -> Result<G, Faults> {
    dice.begin(0);
    G::new(config, dice)
}

fn read_position<G: Text>(json: &Value) -> Result<G, Faults> {
    let game: G = senet_kernel::read_config(json)?;
    game.inspect()?;
    Ok(game)
}

/// The players' names, checked; what the game calls the seat where there is none.
/// An old journal's may hold characters that a new table refuses.
fn names<G: Text>(
    game: &G,
    names: Vec<String>,
    refused: fn(char) -> bool,
) -> Result<Vec<String>, Faults> {
    if names.is_empty() {
        return Ok(roles(game));
    }
    let mut names = names;
    for (name, role) in names.iter_mut().zip(roles(game)) {
        if name.is_empty() {
            *name = role;
        }
    }
    let mut faults = Vec::new();
    if names.len() != game.seats() {
        let sentence =
            format!("{} for {}", counted(names.len(), "name"), counted(game.seats(), "seat"));
        faults.push(Fault::new("seats", "wrong_count", sentence));
    }
    for (i, name) in names.iter().enumerate() {
        let length = name.chars().count();
        if name.trim().is_empty() || length > NAME || name.chars().any(refused) {
            let sentence = format!("a name has 1 to {NAME} characters, all of them to be seen");
            faults.push(Fault::new(format!("seats[{i}]"), "bad_name", sentence));
        }
    }
    Faults::check(faults)?;
    Ok(names)
}

/// The lines that are not blank, counted from 1.
pub(crate) fn numbered(text: &str) -> std::vec::IntoIter<(usize, &str)> {
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty()).map(|(i, line)| (i + 1, line));
    lines.collect::<Vec<_>>().into_iter()
}

fn is_torn(problem: &Problem) -> bool {
    matches!(problem, Problem::Malformed(_) | Problem::NoChain)
}

pub(crate) fn at(line: usize, entry: Option<u64>, problem: Problem) -> JournalError {
    JournalError { line, entry, problem }
}

/// Whether the seat or another actor can act at this table at all.
pub(crate) fn sits(actor: Actor, seats: usize) -> bool {
    actor.seat().is_none_or(|seat| seat.index() < seats)
}
