//! `senet play`: any game in the terminal.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use senet_catalog::{AnyBot, AnyGame, Level, Turns};
use senet_kernel::{
    Actor, Drawing, Ink, Question, Reading, Seat, SeatSet, Viewer, counted, wrapped,
};
use senet_table::protocol::Code;
use senet_table::{Choice, Countdown, Header, Legal, Luck, Opening, Refusal, Start, Table};
use serde_json::Value;

use crate::args::Play;
use crate::configuration::{Around, configuration};
use crate::input::{Heard, Input};
use crate::leash::Thoughts;
use crate::model::Translator;
use crate::outside::{Outside, is_program};
use crate::paint::Paint;
use crate::screen::{LISTED_AT_LEAST, Screen, below, grouped, in_columns};
use crate::{fresh_seed, leash, networks, rules};

/// How many lines of choices there are before the rest must be asked for.
const LISTED: usize = 24;

pub fn run(args: &Play) -> Result<()> {
    run_with(args, Input::new())
}

pub fn run_with(args: &Play, input: Input) -> Result<()> {
    let (game, table, notice) = open(args)?;
    let who = who(game.as_ref(), table.seats(), &args.seats, args.patience.of_programs())?;
    let model = (args.model_url.as_deref(), args.model.as_deref());
    let mut session = Session {
        thoughts: Thoughts::listening(),
        translator: Translator::of(table.as_ref(), model.0, model.1)?,
        asked: Vec::new(),
        seen: Seat::first(table.seats()).map(|seat| table.step(seat.into())).collect(),
        saved: 0,
        file: args.save.clone().or_else(|| args.load.clone()),
        paint: Paint::of_stdout(),
        turns: Turns::default(),
        deadline: None,
        bots_asked: (0, SeatSet::NONE),
        holder: None,
        texts: Vec::new(),
        board: None,
        game,
        table,
        who,
        input,
    };
    if let Some(notice) = notice {
        session.print(&wrapped(&format!("Note: {notice}."), PAGE).join("\n"))?;
    }
    session.welcome()?;
    session.run()
}

type Opened = (Arc<dyn AnyGame>, Box<dyn Table>, Option<String>);

/// A name for each seat, where any were given: who is not named is called by the seat's role.
fn names(given: &[String], seats: usize) -> Result<Vec<String>> {
    let mut names = given.to_vec();
    for (i, name) in names.iter().enumerate() {
        let same = |other: &String| other.trim().to_lowercase() == name.trim().to_lowercase();
        if !name.trim().is_empty() && names[..i].iter().any(same) {
            bail!("two players are called \"{name}\"; give each a name of their own");
        }
    }
    if !names.is_empty() && names.len() < seats {
        names.resize(seats, String::new());
    }
    Ok(names)
}

fn open(args: &Play) -> Result<Opened> {
    if let Some(path) = &args.load {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
        let header = Header::of(&text).with_context(|| format!("{shown} is refused"))?;
        let game = match &args.game {
            Some(named) => crate::game(named)?,
            None => crate::game_of(&header)?,
        };
        if game.id() != header.game {
            bail!("{shown} is a game of {}", header.game);
        }
        // The file of a game plays its own journals; a name stands for the rules of the journal.
        let file = args.game.as_deref().is_some_and(crate::modules::is_file);
        let game = if file { game } else { crate::game_of(&header)? };
        let loaded = game.load(&text, None, args.other_data);
        let (table, notice) = loaded.with_context(|| format!("{shown} is refused"))?;
        return Ok((game, table, notice));
    }
    let game = crate::game(args.game.as_deref().unwrap_or_default())?;
    let least = args.seats.len().max(args.names.len());
    // One who waits for the terminal must not be shut out by a clock.
    let around = if args.tick { Around::Anywhere } else { Around::OneDevice };
    let (preset, config) = configuration(game.as_ref(), &args.settings, around, least)?;
    let notice = remarks(game.as_ref(), &config)?;
    let seed = args.seed.clone().unwrap_or_else(fresh_seed);
    let opening = Opening {
        seats: names(&args.names, game.roles(&config)?.len())?,
        start: Start::Config(config),
        preset,
        luck: Luck::Open { seed },
        seed: None,
        script: Vec::new(),
        branch: None,
    };
    let table = game.open(opening)?;
    Ok((game, table, notice))
}

/// What who sets the game up should know of it, with what could be played in its place.
fn remarks(game: &dyn AnyGame, config: &Value) -> Result<Option<String>> {
    let told = game.remarks(config)?.into_iter().map(|remark| match remark.offer {
        Some(offer) => format!("{} {}.", remark.text, offer.name),
        None => remark.text,
    });
    let told = told.collect::<Vec<_>>().join(" ");
    // The note that it becomes ends with a full stop of its own.
    Ok(told.strip_suffix('.').map(str::to_owned))
}

/// Who plays a seat.
enum Who {
    Human,
    Bot(Box<dyn AnyBot>, Level),
}

fn who(game: &dyn AnyGame, seats: usize, named: &[String], patience: Duration) -> Result<Vec<Who>> {
    if named.len() > seats {
        bail!("{} for {}", counted(named.len(), "player"), counted(seats, "seat"));
    }
    networks::open(game, named)?;
    let named = named.iter().map(String::as_str).chain(std::iter::repeat("human")).take(seats);
    let players = named.enumerate().map(|(i, name)| match name {
        "human" => Ok(Who::Human),
        path if is_program(path) => {
            let program = Box::new(Outside::start(path, patience)?);
            Ok(Who::Bot(game.outside(program), Level::of_bot(path)))
        }
        bot => match game.bot(bot, i as u64 + 1) {
            Some(mind) => Ok(Who::Bot(mind, Level::of_bot(bot))),
            None => bail!(
                "a seat is played by human, {}; not by \"{bot}\"",
                game.line().bots.join(", ")
            ),
        },
    });
    players.collect()
}

struct Session {
    /// What Ctrl-C ends.
    thoughts: Thoughts,
    game: Arc<dyn AnyGame>,
    table: Box<dyn Table>,
    who: Vec<Who>,
    input: Input,
    paint: Paint,
    turns: Turns,
    /// When the running countdown ends, and its number.
    deadline: Option<(u32, Instant)>,
    /// The bots that were asked in a beat of the clock.
    bots_asked: (u32, SeatSet),
    /// The last entry that was told to each seat.
    seen: Vec<u64>,
    /// The person who has the screen, where the seats hide things from each other.
    holder: Option<Seat>,
    /// What people have said: who, and the entry before it.
    texts: Vec<(Seat, u64)>,
    /// The board that stands on the screen.
    board: Option<String>,
    /// Who is asked for what the game did not understand.
    translator: Option<Translator>,
    /// The readings of the last line that are to be chosen from.
    asked: Vec<String>,
    file: Option<std::path::PathBuf>,
    /// How many of the journal's lines are in the file.
    saved: usize,
}

/// How wide running text is set.
const PAGE: usize = 79;

/// What came of handing the screen over.
enum Handed {
    /// The right person looks.
    Over,
    /// The last turn was taken back before anybody looked.
    Back,
    /// Nobody is there.
    Nobody,
}

/// Whether to go on.
enum Next {
    On,
    Leave,
}

impl Session {
    fn run(&mut self) -> Result<()> {
        loop {
            self.save()?;
            if self.table.outcome().is_some() {
                return self.end();
            }
            let countdown = self.table.countdown();
            let number = countdown.and_then(Countdown::beat);
            let next = match self.turns.next(self.asked(), number) {
                Some(seat) => {
                    let first = self.bot_to_ask(number).or(self.keeps_screen(countdown));
                    self.turn(first.unwrap_or(seat), countdown)?
                }
                None => self.wait(countdown)?,
            };
            if let Next::Leave = next {
                return self.leave();
            }
        }
    }

    /// The seats to ask: those that the game waits for, and the bots that may say something.
    fn asked(&self) -> SeatSet {
        let bots = self.table.to_act().iter().filter(|seat| !self.is_human(*seat));
        bots.chain(self.table.awaited().iter()).collect()
    }

    /// The next bot to ask for this beat of the clock: bots do not wait until people have spoken.
    fn bot_to_ask(&mut self, beat: Option<u32>) -> Option<Seat> {
        let beat = beat?;
        if self.bots_asked.0 != beat {
            self.bots_asked = (beat, SeatSet::NONE);
        }
        let (_, asked) = self.bots_asked;
        let waits = |seat: &Seat| !self.is_human(*seat) && !asked.contains(*seat);
        let bot = self.table.to_act().iter().find(waits)?;
        self.bots_asked.1 = asked.with(bot);
        Some(bot)
    }

    /// The person who has the screen and is still waited for. Where several act side by side without a
    /// clock, it is handed over when that person is done, not after every command.
    fn keeps_screen(&self, countdown: Option<Countdown>) -> Option<Seat> {
        let holder = self.holder.filter(|seat| self.is_human(*seat))?;
        let goes_on = countdown.is_none() && self.table.awaited().contains(holder);
        goes_on.then_some(holder)
    }

    fn turn(&mut self, seat: Seat, countdown: Option<Countdown>) -> Result<Next> {
        match &mut self.who[seat.index()] {
            Who::Bot(bot, level) => {
                let view = self.table.view(Viewer::Seat(seat));
                let leash = leash::of_level(*level);
                let commands = self.thoughts.think(&leash, || bot.think(&view, seat, &leash));
                let mut wanted = false;
                for command in commands.unwrap_or_default() {
                    wanted |= self.submit(seat, &command).is_ok();
                }
                if !wanted && countdown.is_none() {
                    wanted = self.table.idle(seat).is_ok();
                }
                self.turns.answered(seat, wanted);
                self.tell_all()?;
                Ok(Next::On)
            }
            Who::Human => {
                self.carry_out_plans(seat)?;
                self.human(seat, countdown)
            }
        }
    }

    /// Nobody is to be asked any more: the time runs out.
    fn wait(&mut self, countdown: Option<Countdown>) -> Result<Next> {
        let Some(countdown) = countdown else {
            bail!("nobody can act, and the game is not over; this is a fault of the game's rules");
        };
        let human = Seat::first(self.who.len()).find(|seat| self.is_human(*seat));
        match human {
            Some(seat) => self.listen(seat, Some(countdown)),
            None => {
                self.tick()?;
                Ok(Next::On)
            }
        }
    }

    fn human(&mut self, seat: Seat, countdown: Option<Countdown>) -> Result<Next> {
        match self.hand_over(seat)? {
            Handed::Over => {}
            Handed::Back => return Ok(Next::On),
            Handed::Nobody => return Ok(Next::Leave),
        }
        self.tell(seat)?;
        self.show(seat, false)?;
        self.listen(seat, countdown)
    }

    /// Takes what a person says until the game goes on.
    fn listen(&mut self, seat: Seat, countdown: Option<Countdown>) -> Result<Next> {
        let entry = self.table.entry();
        while self.table.entry() == entry {
            let legal = self.table.legal(seat);
            let words = legal.commands.iter().map(|choice| choice.text.clone()).collect();
            let deadline = countdown.map(|countdown| self.deadline(countdown));
            let ask = format!("{}> ", self.table.name(seat));
            let look = self.next_look(deadline);
            match self.input.ask(&ask, words, look) {
                Heard::Gone => return Ok(Next::Leave),
                // The model is listened to while somebody types.
                Heard::TimeUp if look != deadline => {}
                Heard::TimeUp => {
                    self.tick()?;
                    return Ok(Next::On);
                }
                Heard::Line(line) => match line.trim() {
                    "q" | "quit" => return Ok(Next::Leave),
                    "" if countdown.is_some() => {
                        self.turns.answered(seat, false);
                        return Ok(Next::On);
                    }
                    // Nothing more for now: the next one gets the screen.
                    "" if self.holder == Some(seat) && self.table.to_act().len() > 1 => {
                        self.holder = None;
                        self.turns.answered(seat, false);
                        return Ok(Next::On);
                    }
                    line => {
                        self.line(seat, line, &legal)?;
                        if self.table.entry() > entry {
                            self.texts.push((seat, entry));
                        }
                    }
                },
            }
            self.hear_model(false)?;
        }
        self.turns.answered(seat, true);
        // What has just become secret is told once only the right person looks.
        if self.may_look(seat) {
            self.tell(seat)?;
        }
        Ok(Next::On)
    }

    /// How long a line is waited for: until the deadline, or until the model may have answered.
    fn next_look(&self, deadline: Option<Instant>) -> Option<Instant> {
        const OFTEN: Duration = Duration::from_millis(200);
        let soon = Instant::now() + OFTEN;
        match &self.translator {
            Some(model) if model.is_asked() && deadline.is_none_or(|at| soon < at) => Some(soon),
            _ => deadline,
        }
    }

    fn line(&mut self, seat: Seat, line: &str, legal: &Legal) -> Result<()> {
        let (word, rest) =
            line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "" => Ok(()),
            "?" | "help" if rest.is_empty() => self.help(),
            "?" | "why" => self.why(seat, rest),
            "u" | "undo" if rest.is_empty() => self.take_back(seat),
            "look" | "status" => self.show(seat, true),
            "legal" | "list" => self.list(legal, rest, usize::MAX),
            "log" => self.log(seat),
            "hint" => self.hint(seat),
            "rules" => self.rules(rest),
            "save" => self.save_as(rest),
            _ => self.command(seat, line, legal),
        }
    }

    fn command(&mut self, seat: Seat, line: &str, legal: &Legal) -> Result<()> {
        let chosen = self.chosen(line);
        let line = chosen.as_deref().unwrap_or(line);
        let number = line.parse::<usize>().ok().and_then(|n| legal.commands.get(n.wrapping_sub(1)));
        if let Some(choice) = number {
            if !self.agreed(std::slice::from_ref(choice))? {
                return Ok(());
            }
            let command = serde_json::from_str(choice.command.get())?;
            return match self.submit(seat, &command) {
                Ok(()) => Ok(()),
                Err(refusal) => self.refused(&refusal),
            };
        }
        // A model is asked from here: whatever is ordered after it outranks its answer.
        let before = self.translator.as_ref().and_then(|_| self.table.question(seat, line));
        match self.table.read(seat, line) {
            Err(refusal) => {
                self.refused(&refusal)?;
                // What was understood and is refused has no other reading.
                let asked = before.filter(|_| refusal.code == Code::NotUnderstood.name());
                self.translate(seat, asked, line)
            }
            Ok(reading) if !reading.asks.is_empty() => self.ask(reading),
            Ok(reading) => {
                if !self.agreed(&reading.commands)? {
                    return Ok(());
                }
                for part in &reading.not_understood {
                    self.print(&format!("Not understood: {part}"))?;
                }
                // A model is asked about what was not understood, and about nothing else.
                let unclear = reading.not_understood.join(", ");
                let told = self.table.step(seat.into()) + reading.commands.len() as u64;
                if !reading.read_back.is_empty() {
                    let left = self.time_left().map(|left| format!(" ({left:.1} s left)"));
                    self.print(&format!("{}{}", reading.read_back, left.unwrap_or_default()))?;
                }
                let kept = reading.memo.map_or(Ok(()), |memo| self.table.remember(seat, memo));
                if let Err(refusal) = kept {
                    self.refused(&refusal)?;
                }
                for choice in &reading.commands {
                    let command = serde_json::from_str(choice.command.get())?;
                    if let Err(refusal) = self.submit(seat, &command) {
                        return self.refused(&refusal);
                    }
                }
                // Where each command led to one thing, the read-back has told it.
                let since = self.seen[seat.index()];
                let frames = self.table.history(Viewer::Seat(seat), since, u64::MAX);
                let events: usize = frames.iter().map(|frame| frame.events.len()).sum();
                let now = self.table.step(seat.into());
                let all = now == told && events == reading.commands.len();
                if all && !reading.read_back.is_empty() {
                    self.seen[seat.index()] = now;
                }
                let asked = before.filter(|_| !unclear.is_empty());
                // By what was next when it was said, about what was not understood.
                let asked = asked.and_then(|said| {
                    let now = self.table.question(seat, &unclear)?;
                    Some(Question { input: said.input, ..now })
                });
                self.translate(seat, asked, &unclear)
            }
        }
    }

    /// Shows what a line may mean, each with the letter that chooses it.
    fn ask(&mut self, reading: Reading<Choice>) -> Result<()> {
        for part in &reading.not_understood {
            self.print(&format!("Not understood: {part}"))?;
        }
        self.print("Nothing is ordered yet. Do you mean:")?;
        for (letter, text) in ('a'..='z').zip(&reading.asks) {
            let letter = self.paint.ink(Ink::Primary, &format!("{letter:>4}"));
            self.print(&format!("{letter}  {text}"))?;
        }
        self.asked = reading.asks;
        Ok(())
    }

    /// The text that a letter chooses of those that were asked about; asked once.
    fn chosen(&mut self, line: &str) -> Option<String> {
        let asked = std::mem::take(&mut self.asked);
        let mut letters = line.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        let place = ('a'..='z').position(|known| known == letter.to_ascii_lowercase())?;
        asked.into_iter().nth(place)
    }

    /// Asks once more before something that gives up, loses at once or wastes what could be used.
    fn agreed(&mut self, choices: &[Choice]) -> Result<bool> {
        let cautions: Vec<_> = choices.iter().filter_map(|choice| choice.caution.clone()).collect();
        if cautions.is_empty() {
            return Ok(true);
        }
        for caution in cautions {
            let text = self.paint.ink(Ink::Danger, &caution);
            self.print(&text)?;
        }
        let countdown = self.table.countdown();
        let deadline = countdown.map(|countdown| self.deadline(countdown));
        let words = ["yes", "no"].map(str::to_owned).to_vec();
        let sure = match self.input.ask("Do it all the same? (yes or no) ", words, deadline) {
            Heard::Line(line) => line.trim().to_lowercase().starts_with('y'),
            Heard::TimeUp | Heard::Gone => false,
        };
        if !sure {
            self.print("It is not done.")?;
        }
        Ok(sure)
    }

    /// Asks the model what a line means. Where no clock runs, its answer is waited for.
    fn translate(&mut self, seat: Seat, asked: Option<Question>, line: &str) -> Result<()> {
        let (Some(translator), Some(asked)) = (&mut self.translator, asked) else { return Ok(()) };
        let told = translator.ask(seat, asked, line)?;
        self.print(&told)?;
        self.hear_model(self.table.countdown().is_none())
    }

    /// Carries out what the model has answered by now, and asks what waited for that.
    fn hear_model(&mut self, wait: bool) -> Result<()> {
        while let Some(answer) = self.translator.as_mut().and_then(|model| model.answer(wait)) {
            let (seat, text) = (answer.seat, &answer.text);
            match answer.commands(self.table.as_ref()) {
                Err(failure) => self.print(&format!("No order from \"{text}\": {failure}."))?,
                Ok(choices) => self.do_translated(seat, text, &choices)?,
            }
        }
        let Some(translator) = &mut self.translator else { return Ok(()) };
        for seat in Seat::first(self.table.seats()) {
            translator.go_on(seat, self.table.as_ref());
        }
        Ok(())
    }

    fn do_translated(&mut self, seat: Seat, text: &str, choices: &[Choice]) -> Result<()> {
        let mut done = Vec::new();
        for choice in choices {
            let command = serde_json::from_str(choice.command.get())?;
            match self.submit(seat, &command) {
                Ok(()) => done.push(choice.text.as_str()),
                Err(refusal) => self.refused(&refusal)?,
            }
        }
        self.print(&format!("The model reads \"{text}\" as: {}", done.join(", ")))
    }

    /// How many seconds of the running countdown are left.
    fn time_left(&mut self) -> Option<f64> {
        let countdown = self.table.countdown()?;
        let left = self.deadline(countdown).saturating_duration_since(Instant::now());
        Some(left.as_secs_f64())
    }

    fn submit(&mut self, seat: Seat, command: &Value) -> Result<(), Refusal> {
        self.table.submit(Actor::Seat(seat), None, command, Vec::new()).map(drop)
    }

    /// Does what a person's standing plans ask for.
    fn carry_out_plans(&mut self, seat: Seat) -> Result<()> {
        let Some(reading) = self.table.plans(seat) else { return Ok(()) };
        for choice in &reading.commands {
            let command = serde_json::from_str(choice.command.get())?;
            // What a plan asks for may have become impossible; then it is not done.
            let _ = self.submit(seat, &command);
        }
        if let Some(memo) = reading.memo {
            let _ = self.table.remember(seat, memo);
        }
        if !reading.read_back.is_empty() {
            self.print(&reading.read_back)?;
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<()> {
        self.deadline = None;
        self.hear_model(false)?;
        if let Err(refusal) = self.table.clock() {
            bail!("the clock was refused: {refusal}");
        }
        self.hear_model(false)?;
        self.tell_all()
    }

    fn deadline(&mut self, countdown: Countdown) -> Instant {
        match self.deadline {
            Some((number, at)) if number == countdown.number => at,
            Some(_) | None => {
                let at = Instant::now() + Duration::from_millis(countdown.after_ms.into());
                self.deadline = Some((countdown.number, at));
                at
            }
        }
    }

    /// Takes back what was said last, with all its orders and with what bots answered.
    fn take_back(&mut self, seat: Seat) -> Result<()> {
        let alone = self.who.iter().filter(|who| matches!(who, Who::Human)).count() < 2;
        let taken = match self.texts.last().copied() {
            Some((by, before)) if alone || by == seat => {
                self.table.take_back_to(before).map(|_| by)
            }
            Some((by, before)) => self.take_back_as(by, before).map(|()| by),
            // What was said before a game was opened again.
            None => {
                let before = self.table.entry().saturating_sub(1);
                let mut people = Seat::first(self.who.len()).filter(|s| self.is_human(*s));
                let able = |by: &Seat| self.table.can_take_back(Actor::Seat(*by)).is_ok();
                let by = people.find(able).unwrap_or(seat);
                self.take_back_as(by, before).map(|()| by)
            }
        };
        match taken {
            Err(refusal) => self.refused(&refusal),
            Ok(by) => self.taken_back(by),
        }
    }

    /// Takes back a person's own commands: somebody else has the turn and looks on.
    fn take_back_as(&mut self, by: Seat, before: u64) -> Result<(), Refusal> {
        while self.table.entry() > before {
            self.table.take_back(Actor::Seat(by), None)?;
        }
        Ok(())
    }

    fn taken_back(&mut self, by: Seat) -> Result<()> {
        let entry = self.table.entry();
        self.texts.retain(|(_, before)| *before < entry);
        for (seen, seat) in self.seen.iter_mut().zip(Seat::first(self.who.len())) {
            *seen = (*seen).min(self.table.step(seat.into()));
        }
        self.print(&format!("{} takes it back.", self.table.name(by)))
    }

    /// Hides the screen until the right person has it. Until then the last turn can be taken back.
    fn hand_over(&mut self, seat: Seat) -> Result<Handed> {
        if !self.table.secrets() {
            self.holder = None;
        }
        if self.may_look(seat) {
            return Ok(Handed::Over);
        }
        self.board = None;
        if std::io::stdout().is_terminal() {
            // The one command to the terminal; everything else that is printed is text.
            print!("\x1b[2J\x1b[3J\x1b[H");
        }
        let name = self.table.name(seat).to_owned();
        self.print(&format!("The screen goes to {name}. Only {name} looks from here on."))?;
        let undo = self.texts.last().copied().filter(|(by, _)| *by != seat);
        let undo = undo.filter(|_| self.table.can_take_back(Actor::Host).is_ok());
        let or = if undo.is_some() { " (u takes the last turn back)" } else { "" };
        let ask = format!("{name}, press Enter when you are ready{or}. ");
        loop {
            let line = match self.input.ask(&ask, Vec::new(), None) {
                Heard::Line(line) => line,
                Heard::TimeUp | Heard::Gone => return Ok(Handed::Nobody),
            };
            let (Some((by, before)), "u" | "undo") = (undo, line.trim()) else {
                self.holder = Some(seat);
                return Ok(Handed::Over);
            };
            match self.table.take_back_to(before) {
                Err(refusal) => self.refused(&refusal)?,
                Ok(_) => {
                    // The one who made the turn still has the screen.
                    self.holder = Some(by);
                    self.taken_back(by)?;
                    return Ok(Handed::Back);
                }
            }
        }
    }

    /// Tells what has happened after a step. How it ended is told once, by the ending.
    fn tell_since(&mut self, viewer: Viewer, since: u64) -> Result<()> {
        let frames = self.table.history(viewer, since, u64::MAX);
        for told in frames.iter().flat_map(|frame| &frame.events).filter(|told| !told.closes) {
            self.print(&format!("  {}", told.text))?;
        }
        Ok(())
    }

    /// Tells what has happened since the seat last looked.
    fn tell(&mut self, seat: Seat) -> Result<()> {
        self.tell_since(Viewer::Seat(seat), self.seen[seat.index()])?;
        // Where nothing is hidden, what one person was told everybody at the screen has read.
        let everybody = !self.table.secrets();
        for (seen, other) in self.seen.iter_mut().zip(Seat::first(self.who.len())) {
            if everybody || other == seat {
                *seen = self.table.step(other.into());
            }
        }
        Ok(())
    }

    /// Tells what has happened to those who may see the screen now: the one person at it, or nobody
    /// in particular where no person plays.
    fn tell_all(&mut self) -> Result<()> {
        let humans: Vec<Seat> = Seat::first(self.who.len()).filter(|s| self.is_human(*s)).collect();
        match humans[..] {
            [seat] => self.tell(seat),
            [] => {
                self.tell_since(Viewer::Spectator, self.seen[0])?;
                self.seen[0] = self.table.step(Viewer::Spectator);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Shows the board, where it is another than the one on the screen, and asks.
    fn show(&mut self, seat: Seat, anew: bool) -> Result<()> {
        let viewer = Viewer::Seat(seat);
        let drawing = self.table.drawing(viewer);
        // Whose turn it is stands in the question too.
        let plain = drawing.plain().replace('▶', " ");
        let legal = self.table.legal(seat);
        let drawing = self.fitted(viewer, &drawing, &legal, anew);
        // What is left of the screen below the board, the question, the remarks and where one types.
        let taken = |screen: Screen| {
            drawing.lines.len() + screen.lines(&self.table.prompt(viewer)) + below(&legal)
                - LISTED_AT_LEAST
        };
        let left = Screen::of_stdout().map(|screen| screen.rows.saturating_sub(taken(screen)));
        let apart = left.is_none_or(|left| left > LISTED_AT_LEAST);
        if anew || self.board.as_ref() != Some(&plain) {
            let board = self.paint.drawing(&drawing);
            let board = if apart { board.as_str() } else { board.trim_end() };
            self.print(&format!("\n{board}"))?;
            self.board = Some(plain);
        }
        let time = self.time_left().map(|left| format!(" {left:.1} s left.")).unwrap_or_default();
        let prompt = format!("{}{time}", self.table.prompt(viewer));
        let width = Screen::of_stdout().map_or(usize::MAX, |screen| screen.columns);
        for line in wrapped(&prompt, width) {
            self.print(&self.paint.ink(Ink::Attention, &line))?;
        }
        if self.table.countdown().and_then(Countdown::beat).is_some() {
            // Against the clock a long list is in the way.
            return self.print("      Type list to see what may be said; Enter waits.");
        }
        // The board stays on the screen.
        let room = left.map_or(LISTED, |left| {
            left.saturating_sub(usize::from(apart)).clamp(LISTED_AT_LEAST, LISTED)
        });
        self.list(&legal, "", room)
    }

    /// The board as it fits the screen together with what is asked; all of it for one who asks to look.
    fn fitted(&self, viewer: Viewer, drawing: &Drawing, legal: &Legal, all: bool) -> Drawing {
        match Screen::of_stdout() {
            Some(screen) if all => screen.whole(drawing),
            Some(screen) => {
                screen.fitted(drawing, below(legal) + screen.lines(&self.table.prompt(viewer)))
            }
            None => drawing.clone(),
        }
    }

    /// Lists the choices that hold the wanted words, in so many lines at most.
    fn list(&mut self, legal: &Legal, wanted: &str, lines: usize) -> Result<()> {
        let wanted = wanted.to_lowercase();
        let fitting = legal.commands.iter().enumerate();
        let fitting: Vec<_> =
            fitting.filter(|(_, choice)| choice.text.to_lowercase().contains(&wanted)).collect();
        // A number takes four characters, and two more stand before and behind the words.
        let widest = fitting.iter().map(|(_, choice)| choice.text.chars().count()).max();
        let width = widest.unwrap_or(0);
        let columns = Screen::of_stdout().map_or(1, |screen| screen.across(width + 8));
        let most = lines.saturating_mul(columns);
        if fitting.len() > most && wanted.is_empty() {
            let words: Vec<&str> = fitting.iter().map(|(_, choice)| choice.text.as_str()).collect();
            // The numbers of a group take nine characters, and two stand before and behind its words.
            let across =
                |wide: usize| Screen::of_stdout().map_or(1, |screen| screen.across(wide + 13));
            let groups = grouped(&words, lines, across);
            let widest = groups.iter().map(|(.., words)| words.chars().count()).max().unwrap_or(0);
            for line in in_columns(groups.len(), across(widest)) {
                let mut text = String::new();
                for (first, last, words) in line.into_iter().map(|place| &groups[place]) {
                    let numbers = if first == last {
                        format!("{:>9}", first + 1)
                    } else {
                        format!("{:>4}-{:<4}", first + 1, last + 1)
                    };
                    text.push_str(&self.paint.ink(Ink::Primary, &numbers));
                    text.push_str(&format!("  {words:<widest$}  "));
                }
                self.print(text.trim_end())?;
            }
            return self.list_notes(
                legal,
                "      Type list for all of it, or list WORD for what holds the word.",
            );
        }
        for line in in_columns(fitting.len().min(most), columns) {
            let mut text = String::new();
            for (i, choice) in line.into_iter().map(|place| fitting[place]) {
                text.push_str(&self.paint.ink(Ink::Primary, &format!("{:>4}", i + 1)));
                text.push_str(&format!("  {:<width$}  ", choice.text));
            }
            self.print(text.trim_end())?;
        }
        let rest = fitting.len().saturating_sub(most);
        let more = format!("      … and {rest} more: type list WORD for what holds the word.");
        self.list_notes(legal, if rest > 0 { &more } else { "" })
    }

    /// What is to be said below a list.
    fn list_notes(&mut self, legal: &Legal, note: &str) -> Result<()> {
        if !note.is_empty() {
            self.print(note)?;
        }
        if legal.listing == senet_kernel::Listing::Sample {
            self.print("      The rules allow more than this list; type rules or ? to see what.")?;
        }
        Ok(())
    }

    fn why(&mut self, seat: Seat, text: &str) -> Result<()> {
        let reading = match self.table.read(seat, text) {
            Ok(reading) => reading,
            Err(refusal) => return self.refused(&refusal),
        };
        for choice in &reading.commands {
            let command = serde_json::from_str(choice.command.get())?;
            match self.table.check(Actor::Seat(seat), &command) {
                Ok(()) => self.print(&format!("\"{}\" is allowed.", choice.text))?,
                Err(refusal) => self.refused(&refusal)?,
            }
            if let Some(outlook) = self.table.outlook(Viewer::Seat(seat), &command) {
                self.print(&format!("  {outlook}"))?;
            }
            if let Some(caution) = &choice.caution {
                let text = self.paint.ink(Ink::Danger, caution);
                self.print(&format!("  {text}"))?;
            }
        }
        Ok(())
    }

    /// What can be typed: the words of this game, then those of every game.
    fn help(&mut self) -> Result<()> {
        let forms = self.table.forms();
        let width = forms.iter().map(|(form, _)| form.chars().count()).max().unwrap_or(0);
        for (form, does) in forms {
            self.print(&format!("  {form:<width$}  {does}"))?;
        }
        self.print(HELP)
    }

    fn refused(&mut self, refusal: &Refusal) -> Result<()> {
        let no = self.paint.ink(Ink::Danger, "No:");
        let rule = match &refusal.rule {
            Some(rule) => format!(" (rule {rule}: type rules {rule})"),
            None => String::new(),
        };
        self.print(&format!("{no} {}{rule}", refusal.sentence))
    }

    fn log(&mut self, seat: Seat) -> Result<()> {
        for chapter in self.table.log(Viewer::Seat(seat)) {
            if !chapter.moment.is_empty() {
                let moment = self.paint.ink(Ink::Strong, &chapter.moment);
                self.print(&moment)?;
            }
            for sentence in chapter.sentences {
                self.print(&format!("  {sentence}"))?;
            }
        }
        Ok(())
    }

    fn hint(&mut self, seat: Seat) -> Result<()> {
        let view = self.table.view(Viewer::Seat(seat));
        let leash = leash::of_level(Level::Hard);
        let hint = || self.game.hint(&view, seat, Level::Hard, &leash);
        match self.thoughts.think(&leash, hint) {
            Ok(hint) => self.print(&hint.sentence),
            Err(refusal) => self.refused(&refusal),
        }
    }

    fn rules(&mut self, section: &str) -> Result<()> {
        let text = self.game.page().text;
        let part = if section.is_empty() { Some(text) } else { rules::find(&text, section) };
        match part {
            None => self.print(&format!("The rules have no heading and no rule \"{section}\".")),
            Some(part) => {
                let lines: Vec<_> = part.lines().map(|line| self.paint.markdown(line)).collect();
                self.print(&lines.join("\n"))
            }
        }
    }

    fn welcome(&mut self) -> Result<()> {
        let page = self.game.page();
        let title = self.paint.ink(Ink::Strong, &page.game.name);
        self.print(&format!("{title}: {}", page.game.line))?;
        let preset = self.table.header().preset.clone();
        let preset = page.presets.into_iter().find(|known| Some(&known.id) == preset.as_ref());
        if let Some(preset) = preset {
            let text = format!("Rules: {}. {} {}", preset.name, preset.line, preset.note);
            self.print(&wrapped(&text, PAGE).join("\n"))?;
        }
        self.print("Type a number or the words; ? explains, u takes back, q leaves.")
    }

    fn end(&mut self) -> Result<()> {
        let humans: Vec<Seat> = Seat::first(self.who.len()).filter(|s| self.is_human(*s)).collect();
        let viewer = if let [seat] = humans[..] { Viewer::Seat(seat) } else { Viewer::Spectator };
        let looked = humans
            .iter()
            .filter_map(|seat| self.table.entry_at((*seat).into(), self.seen[seat.index()]));
        let since = looked.max().map_or(self.seen[0], |entry| self.table.step_at(viewer, entry));
        self.tell_since(viewer, since)?;
        let board = self.paint.drawing(&self.table.drawing(viewer));
        let ending = self.paint.drawing(&self.table.ending(viewer));
        self.print(&format!("\n{board}\n{}", ending.trim_end()))?;
        let all = self.table.step(Viewer::Spectator);
        if let Some(deal) = self.table.update(Viewer::Spectator, all).seed {
            let text = format!("The same luck again: --seed {deal}");
            self.print(&self.paint.ink(Ink::Soft, &text))?;
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<()> {
        self.save()?;
        match self.file.clone() {
            Some(file) => {
                let file = file.display();
                self.print(&format!("\nThe game is kept: senet play --load {file} goes on."))
            }
            None => self.print("\nThe game was not kept; --save FILE keeps the next one."),
        }
    }

    fn save_as(&mut self, path: &str) -> Result<()> {
        if path.is_empty() {
            return self.print("Say where: save FILE");
        }
        let journal = self.table.journal().text();
        match std::fs::write(path, journal) {
            Err(error) => self.print(&format!("No: {path} cannot be written: {error}")),
            Ok(()) => {
                self.file = Some(path.into());
                self.saved = self.table.journal().lines().len();
                self.print(&format!("The game is kept in {path} from here on."))
            }
        }
    }

    /// Keeps the journal in its file: the whole of it at first, then line by line.
    fn save(&mut self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let lines = self.table.journal().lines();
        if lines.len() == self.saved {
            return Ok(());
        }
        let failed = || format!("cannot write {}", file.display());
        if self.saved == 0 {
            let new = file.with_extension("new");
            std::fs::write(&new, self.table.journal().text()).with_context(failed)?;
            std::fs::rename(&new, file).with_context(failed)?;
        } else {
            let text: String = lines[self.saved..].iter().map(|line| format!("{line}\n")).collect();
            let mut open =
                std::fs::OpenOptions::new().append(true).open(file).with_context(failed)?;
            std::io::Write::write_all(&mut open, text.as_bytes()).with_context(failed)?;
        }
        self.saved = lines.len();
        Ok(())
    }

    /// Whether what this seat sees may stand on the screen now.
    fn may_look(&self, seat: Seat) -> bool {
        let humans = self.who.iter().filter(|who| matches!(who, Who::Human)).count();
        humans < 2 || self.holder == Some(seat) || !self.table.secrets()
    }

    fn is_human(&self, seat: Seat) -> bool {
        matches!(self.who[seat.index()], Who::Human)
    }

    fn print(&mut self, text: &str) -> Result<()> {
        let fitting = Screen::of_stdout().map(|screen| screen.told(text));
        Ok(self.input.print(fitting.as_deref().unwrap_or(text))?)
    }
}

const HELP: &str =
    "  a number, or words   do that: the list shows what may be done now, Tab completes
  ? WORDS              why that may be done or not, and what it would lead to
  u                    take back what was said last, with all its orders and the bots' answers,
                       where no die fell and nothing was shown
  look                 draw the board again, all of it
  list [WORD]          all that may be done, or what holds the word
  log                  all that has happened, turn by turn
  hint                 what is best, and why
  rules [ID|HEADING]   the rules, or one of them
  save FILE            keep the game in a file
  q                    leave; a game with a file can be gone on with";
