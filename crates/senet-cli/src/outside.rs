//! Programs as bots: they are started, asked over a pipe, and ended with the game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use senet_catalog::{NETWORK, Program};
use serde_json::{Value, json};

/// How long a program may think. Who is silent for longer has left.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);

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
    questions: ChildStdin,
    answers: Receiver<String>,
    gone: bool,
}

impl Outside {
    /// Starts a program.
    pub fn start(name: &str) -> Result<Outside> {
        let mut child = Command::new(name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{name} cannot be started"))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (questions, told) = pipes.context("a program that was started has pipes")?;
        let (send, answers) = channel();
        // A thread of its own reads, so that a silent program can be waited for with patience.
        std::thread::spawn(move || {
            for line in BufReader::new(told).lines() {
                if line.is_ok_and(|line| send.send(line).is_ok()) {
                    continue;
                }
                return;
            }
        });
        Ok(Outside { name: name.to_owned(), child, questions, answers, gone: false })
    }

    fn answer(&mut self, question: &str) -> Result<String, String> {
        let question = timed(question);
        let asked = writeln!(self.questions, "{question}").and_then(|()| self.questions.flush());
        asked.map_err(|_| "it has ended".to_owned())?;
        self.answers.recv_timeout(ANSWERED_WITHIN).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                format!("it said nothing for {} seconds", ANSWERED_WITHIN.as_secs())
            }
            RecvTimeoutError::Disconnected => "it has ended".to_owned(),
        })
    }
}

/// A question with the time that there is to answer it, in milliseconds.
fn timed(question: &str) -> String {
    match serde_json::from_str(question) {
        Ok(Value::Object(mut asked)) => {
            asked.insert("time".to_owned(), json!(ANSWERED_WITHIN.as_millis() as u64));
            Value::Object(asked).to_string()
        }
        _ => question.to_owned(),
    }
}

impl Program for Outside {
    fn ask(&mut self, question: &str) -> Result<String, String> {
        if self.gone {
            return Err("it has left".to_owned());
        }
        let answer = self.answer(question);
        if let Err(fault) = &answer {
            self.gone = true;
            eprintln!("senet: {}: {fault}; its seat leaves the game", self.name);
        }
        answer
    }

    fn scold(&mut self, fault: &str) {
        eprintln!("senet: {}: {fault}; its seat idles", self.name);
    }
}

impl Drop for Outside {
    /// A program that is not asked any more is ended; whether it had ended already does not matter.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
