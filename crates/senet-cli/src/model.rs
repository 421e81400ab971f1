//! A language model that is asked for what a player said and the game did not understand. It is off
//! unless the command line names one, and only a game that reads orders by one asks.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use senet_kernel::{Question, Seat};
use senet_llm::{Endpoint, Failure, Job, Limits, Line, Model, Offer, Settings, When};
use senet_table::{Choice, Table};

/// Where the key of a hosted service is looked for.
const KEY: &str = "SENET_MODEL_KEY";
/// Longer than an endpoint takes at most.
const LONGEST: Duration = Duration::from_secs(10);

/// The model at this address, with the key of the environment.
pub fn endpoint(url: &str, name: &str) -> Endpoint {
    Endpoint::new(Settings::new(url, name).key_from(KEY))
}

/// What a model made of a text.
pub struct Translated {
    pub seat: Seat,
    pub text: String,
    /// What was next when the text was said.
    input: u32,
    answer: Result<String, Failure>,
}

impl Translated {
    /// The orders of the answer that nothing has overtaken, as the table is now.
    pub fn commands(&self, table: &dyn Table) -> Result<Vec<Choice>, Failure> {
        let answer = self.answer.as_deref().map_err(Clone::clone)?;
        Ok(table.answered(self.seat, self.input, answer)?)
    }
}

/// The questions of all seats to one model, asked beside the game.
pub struct Translator {
    model: Arc<dyn Model>,
    lines: Vec<Line>,
    flying: usize,
    sender: Sender<Translated>,
    answers: Receiver<Translated>,
}

impl Translator {
    /// The model that the command line names, if any.
    pub fn of(
        table: &dyn Table,
        url: Option<&str>,
        name: Option<&str>,
    ) -> Result<Option<Translator>> {
        let (Some(url), Some(name)) = (url, name) else { return Ok(None) };
        let reads = Seat::first(table.seats()).any(|seat| table.question(seat, "").is_some());
        if !reads && table.outcome().is_none() {
            bail!("this game reads no orders by a language model; leave --model out");
        }
        let (sender, answers) = channel();
        let model = Arc::new(endpoint(url, name));
        let lines = vec![Line::new(Limits::default()); table.seats()];
        Ok(Some(Translator { model, lines, flying: 0, sender, answers }))
    }

    /// Asks what a text means, by the question that was made when it was said. The sentence says what
    /// becomes of it.
    pub fn ask(&mut self, seat: Seat, question: Question, text: &str) -> Result<String> {
        let job = Job { input: question.input, text: text.to_owned() };
        let now = moment(&question);
        let Some(line) = self.lines.get_mut(seat.index()) else {
            bail!("{seat:?} commands nobody");
        };
        Ok(match line.offer(job, now) {
            Offer::Start(job) => {
                self.start(seat, question, job);
                "The model is asked what that means.".to_owned()
            }
            Offer::Wait(None) => "The model is asked once it is free.".to_owned(),
            Offer::Wait(Some(old)) => {
                format!("The model is asked once it is free, and no more for \"{}\".", old.text)
            }
            Offer::Refused(failure) => format!("The model is not asked: {failure}."),
        })
    }

    /// Whether an answer is still to come.
    pub const fn is_asked(&self) -> bool {
        self.flying > 0
    }

    /// The next answer that has come, or that comes while one waits. No answer where none is due.
    pub fn answer(&mut self, wait: bool) -> Option<Translated> {
        if self.flying == 0 {
            return None;
        }
        let time = if wait { LONGEST } else { Duration::ZERO };
        let answer = self.answers.recv_timeout(time).ok()?;
        self.flying -= 1;
        if let Some(line) = self.lines.get_mut(answer.seat.index()) {
            line.done();
        }
        Some(answer)
    }

    /// Asks the text that waits, if it may be asked now, as the table is now.
    pub fn go_on(&mut self, seat: Seat, table: &dyn Table) {
        let Some(now) = table.question(seat, "").as_ref().map(moment) else { return };
        let line = self.lines.get_mut(seat.index());
        let Some(job) = line.and_then(|line| line.next(now)) else { return };
        if let Some(question) = table.question(seat, &job.text) {
            self.start(seat, question, job);
        }
    }

    fn start(&mut self, seat: Seat, question: Question, Job { input, text }: Job) {
        self.flying += 1;
        let (model, sender) = (Arc::clone(&self.model), self.sender.clone());
        std::thread::spawn(move || {
            let answer = model.ask(&question);
            // Nobody listens any more once the game has been left.
            let _ = sender.send(Translated { seat, text, input, answer });
        });
    }
}

/// A question is made only while the game runs.
fn moment(question: &Question) -> When {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map(|time| time.as_secs() / 86_400);
    let day = days.ok().and_then(|days| u32::try_from(days).ok()).unwrap_or_default();
    When { round: question.round, day, playing: true }
}
