//! Programs as bots: they are started, asked over a pipe, and ended with the game.
//!
//! One line answers one question. Questions are numbered, and an answer may say which one it is for; without a
//! number the first line that comes after a question is its answer. What is said beyond that is told and passed
//! over: it never answers the next question.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use senet_catalog::{NETWORK, Program};
use serde_json::{Value, json};

/// The most bytes of a line.
const LONGEST: u64 = 1024 * 1024;
/// How many lines are kept that nobody has asked for; a program that goes on waits until it is asked.
const KEPT: usize = 16;

/// Whether a name means a program: it has a path, as `./mybot` does, and no bot of the house has one.
pub fn is_program(name: &str) -> bool {
    !name.starts_with(NETWORK) && is_path(name)
}

fn is_path(name: &str) -> bool {
    name.contains(std::path::MAIN_SEPARATOR) || name.contains('/')
}

/// A program that runs.
pub struct Outside {
    name: String,
    child: Child,
    questions: Sender<String>,
    answers: Receiver<Said>,
    /// How long it may think. Who is silent for longer has left.
    patience: Duration,
    /// How many questions there were.
    asked: u64,
    gone: bool,
}

/// What a program said at once.
enum Said {
    /// Its lines.
    Lines(Vec<String>),
    /// A line that does not end.
    Endless,
}

/// What came of a question.
pub enum Answer {
    /// It answered.
    Line(String),
    /// There was no time for an answer.
    TooLate,
    /// It has left.
    Gone,
}

impl Outside {
    /// Starts a program that may think for so long.
    pub fn start(name: &str, patience: Duration) -> Result<Outside> {
        let mut child = Command::new(name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{name} cannot be started"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (asks, told) = pipes.context("a program that was started has pipes")?;
        let (questions, wanted) = channel();
        let (send, answers) = sync_channel(KEPT);
        // Threads of their own write and read: neither a program that does not listen nor one that is silent
        // holds anybody up.
        std::thread::spawn(move || write(asks, &wanted));
        std::thread::spawn(move || read(told, &send));
        let name = name.to_owned();
        Ok(Outside { name, child, questions, answers, patience, asked: 0, gone: false })
    }

    /// The answer to a question, where it comes within this time and before the program's patience is over.
    pub fn ask_within(&mut self, question: &str, left: Duration) -> Answer {
        if self.gone {
            return Answer::Gone;
        }
        match self.answer(question, left.min(self.patience)) {
            Ok(line) => Answer::Line(line),
            Err(RecvTimeoutError::Timeout) if left < self.patience => {
                self.scold("it said nothing in time");
                Answer::TooLate
            }
            Err(error) => {
                let fault = match error {
                    RecvTimeoutError::Timeout => {
                        format!("it said nothing for {} ms", self.patience.as_millis())
                    }
                    RecvTimeoutError::Disconnected => "it has ended".to_owned(),
                };
                self.gone = true;
                eprintln!("senet: {}: {fault}; its seat leaves the game", self.name);
                Answer::Gone
            }
        }
    }

    fn answer(&mut self, question: &str, within: Duration) -> Result<String, RecvTimeoutError> {
        self.pass_over();
        self.asked += 1;
        let until = Instant::now() + within;
        let asked = self.questions.send(numbered(question, self.asked, within));
        asked.map_err(|_| RecvTimeoutError::Disconnected)?;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let Said::Lines(lines) = self.answers.recv_timeout(left)? else {
                self.note("it said a line without an end");
                return Err(RecvTimeoutError::Disconnected);
            };
            let mut lines = lines.into_iter();
            let answer = lines.find(|line| self.is_answer(line));
            if lines.len() > 0 {
                self.note("it said more than one line; the first counts");
            }
            if let Some(answer) = answer {
                return Ok(answer);
            }
        }
    }

    /// Whether a line is for the last question: it says so, or does not say for which.
    fn is_answer(&self, line: &str) -> bool {
        let other = number_of(line).filter(|number| *number != self.asked);
        if let Some(other) = other {
            self.note(&format!("it answered question {other}, not {}", self.asked));
        }
        other.is_none()
    }

    /// Passes over what was said since the last answer.
    fn pass_over(&mut self) {
        // As many as can wait: who says more in the meantime never stops.
        let said = self.answers.try_iter().take(KEPT).count();
        if said > 0 {
            self.note("it spoke without being asked; that is passed over");
        }
    }

    fn note(&self, fault: &str) {
        eprintln!("senet: {}: {fault}", self.name);
    }
}

fn write(mut asks: ChildStdin, wanted: &Receiver<String>) {
    for question in wanted {
        if writeln!(asks, "{question}").and_then(|()| asks.flush()).is_err() {
            return;
        }
    }
}

fn read(told: ChildStdout, send: &SyncSender<Said>) {
    let mut told = BufReader::new(told);
    loop {
        let mut lines = Vec::new();
        // Whatever lies here already was said at once.
        while lines.is_empty() || told.buffer().contains(&b'\n') {
            let mut line = Vec::new();
            let read = told.by_ref().take(LONGEST).read_until(b'\n', &mut line);
            if read.is_err() || line.is_empty() {
                return;
            }
            if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
                let _ = send.send(Said::Endless);
                return;
            }
            lines.push(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
        if send.send(Said::Lines(lines)).is_err() {
            return;
        }
    }
}

/// A question with its number and the time that there is to answer it, in milliseconds.
fn numbered(question: &str, number: u64, within: Duration) -> String {
    match serde_json::from_str(question) {
        Ok(Value::Object(mut asked)) => {
            asked.insert("number".to_owned(), json!(number));
            asked.insert("time".to_owned(), json!(within.as_millis() as u64));
            Value::Object(asked).to_string()
        }
        _ => question.to_owned(),
    }
}

/// The question that an answer is for, where it says so.
fn number_of(answer: &str) -> Option<u64> {
    serde_json::from_str::<Value>(answer).ok()?.get("number")?.as_u64()
}

impl Program for Outside {
    fn ask(&mut self, question: &str) -> Result<String, String> {
        match self.ask_within(question, self.patience) {
            Answer::Line(line) => Ok(line),
            Answer::TooLate | Answer::Gone => Err("it has left".to_owned()),
        }
    }

    fn scold(&mut self, fault: &str) {
        self.note(&format!("{fault}; its seat idles"));
    }
}

impl Drop for Outside {
    /// A program that is not asked any more is ended; whether it had ended already does not matter.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
