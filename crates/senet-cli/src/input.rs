//! What a person types, with time running beside it.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Editor, ExternalPrinter, Helper};
use senet_kernel::{visible, visible_lines};

use crate::paint::safe;

/// What was heard.
pub enum Heard {
    /// A line.
    Line(String),
    /// Nothing before the deadline.
    TimeUp,
    /// The person has gone.
    Gone,
}

/// Lines from a thread of their own, so that a countdown can run out while somebody types.
pub struct Input {
    asks: Sender<String>,
    lines: Receiver<Option<String>>,
    words: Arc<Mutex<Vec<String>>>,
    /// Whether the thread is waiting for a line already.
    pending: bool,
    printer: Option<Box<dyn ExternalPrinter + Send>>,
}

impl Input {
    /// Lines from stdin: edited and completed at a terminal, as they come from a pipe.
    pub fn new() -> Input {
        let (asks, asked) = channel();
        let (heard, lines) = channel();
        let words = Arc::new(Mutex::new(Vec::new()));
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let mut editor = terminal.then(|| editor(words.clone())).flatten();
        let printer = editor.as_mut().and_then(|editor| editor.create_external_printer().ok());
        let printer = printer.map(|p| Box::new(p) as Box<dyn ExternalPrinter + Send>);
        std::thread::spawn(move || match editor {
            Some(editor) => edit(editor, &asked, &heard),
            None => pipe(&asked, &heard),
        });
        Input { asks, lines, words, pending: false, printer }
    }

    /// Asks for a line, at most until the deadline. `words` complete what is typed.
    pub fn ask(&mut self, prompt: &str, words: Vec<String>, deadline: Option<Instant>) -> Heard {
        if let Ok(mut known) = self.words.lock() {
            *known = words;
        }
        if !self.pending {
            self.pending = self.asks.send(visible_lines(prompt).into_owned()).is_ok();
        }
        let heard = match deadline {
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(deadline) => {
                self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            }
        };
        match heard {
            Ok(Some(line)) => {
                self.pending = false;
                Heard::Line(line)
            }
            Err(RecvTimeoutError::Timeout) => Heard::TimeUp,
            Ok(None) | Err(RecvTimeoutError::Disconnected) => Heard::Gone,
        }
    }

    /// Prints above the line that is being typed.
    pub fn print(&mut self, text: &str) -> std::io::Result<()> {
        match &mut self.printer {
            Some(printer) if self.pending => {
                printer.print(format!("{}\n", safe(text))).map_err(std::io::Error::other)
            }
            _ => writeln!(std::io::stdout(), "{}", safe(text)),
        }
    }
}

fn editor(words: Arc<Mutex<Vec<String>>>) -> Option<Editor<Words, DefaultHistory>> {
    let mut editor = Editor::new().ok()?;
    editor.set_helper(Some(Words(words)));
    Some(editor)
}

fn edit(
    mut editor: Editor<Words, DefaultHistory>,
    asked: &Receiver<String>,
    heard: &Sender<Option<String>>,
) {
    for prompt in asked {
        let line = match editor.readline(&prompt) {
            Ok(line) => Some(line),
            // Ctrl-C clears the line, Ctrl-D leaves.
            Err(ReadlineError::Interrupted) => Some(String::new()),
            Err(_) => None,
        };
        if let Some(line) = &line {
            // A history that cannot grow is no reason to stop.
            let _ = editor.add_history_entry(line);
        }
        let gone = line.is_none();
        if heard.send(line).is_err() || gone {
            return;
        }
    }
}

fn pipe(asked: &Receiver<String>, heard: &Sender<Option<String>>) {
    let mut lines = std::io::stdin().lock().lines();
    for prompt in asked {
        print!("{prompt}");
        let _ = std::io::stdout().flush();
        let line = lines.next().and_then(Result::ok);
        // What was typed stands in the transcript as it would on a terminal.
        println!("{}", visible(line.as_deref().unwrap_or_default()));
        let gone = line.is_none();
        if heard.send(line).is_err() || gone {
            return;
        }
    }
}

/// Completes a line by what may be said now.
struct Words(Arc<Mutex<Vec<String>>>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line[..position].to_lowercase();
        let words = self.0.lock().map(|words| words.clone()).unwrap_or_default();
        let fitting = words.into_iter().filter(|word| word.to_lowercase().starts_with(&typed));
        Ok((0, fitting.collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
