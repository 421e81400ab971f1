//! Any program as a bot: a line of JSON goes out, and one comes back.

use senet_bots::{Bot, Level, Mind, Outlook};
use senet_kernel::as_json;
use serde_json::{Value, json};

/// A program that plays. What it is and how it is reached is the host's business.
pub trait Program: Send {
    /// The program's answer to a question, each a line of JSON without the line's end; or what is wrong
    /// with it: it has ended, it is silent. After that it is not asked again.
    fn ask(&mut self, question: &str) -> Result<String, String>;

    /// Is told that an answer was nonsense.
    fn scold(&mut self, fault: &str);
}

impl<P: Program + ?Sized> Program for Box<P> {
    fn ask(&mut self, question: &str) -> Result<String, String> {
        (**self).ask(question)
    }

    fn scold(&mut self, fault: &str) {
        (**self).scold(fault);
    }
}

impl<P: Program + ?Sized> Program for &mut P {
    fn ask(&mut self, question: &str) -> Result<String, String> {
        (**self).ask(question)
    }

    fn scold(&mut self, fault: &str) {
        (**self).scold(fault);
    }
}

/// The bot that a program is.
pub(crate) struct Outside<P> {
    program: P,
    gone: bool,
}

impl<P: Program> Outside<P> {
    pub(crate) fn new(program: P) -> Outside<P> {
        Outside { program, gone: false }
    }
}

impl<G: Mind, P: Program> Bot<G> for Outside<P> {
    /// What the program wants and the rules allow. Nonsense comes to nothing, and the seat idles.
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        let Some(question) = question(outlook).filter(|_| !self.gone) else {
            return;
        };
        let Ok(answer) = self.program.ask(&question) else {
            self.gone = true;
            return;
        };
        match read::<G>(&answer) {
            Ok(commands) => out.extend(commands),
            Err(fault) => self.program.scold(&fault),
        }
    }

    fn gone(&self) -> bool {
        self.gone
    }
}

/// What a program is asked; nothing where it has nothing to choose from.
pub(crate) fn question<G: Mind>(outlook: &Outlook<G>) -> Option<String> {
    let mut legal = Vec::new();
    let listing = outlook.legal(&mut legal);
    if legal.is_empty() {
        return None;
    }
    let question = json!({
        "type": "choose",
        "game": G::ID,
        "seat": as_json(&outlook.seat()),
        "view": as_json(outlook.view()),
        "legal": legal.iter().map(as_json).collect::<Vec<_>>(),
        "listing": listing,
        "budget": G::lines(Level::Hard),
    });
    Some(question.to_string())
}

/// The commands of an answer: `{"command": …}`, or `{"commands": […]}` where a seat gives several.
pub(crate) fn read<G: Mind>(answer: &str) -> Result<Vec<G::Command>, String> {
    let said = |what: String| format!("it said {}: {what}", cut(answer));
    let answer: Value = serde_json::from_str(answer).map_err(|error| said(error.to_string()))?;
    let commands = match (answer.get("command"), answer.get("commands").and_then(Value::as_array)) {
        (Some(one), None) => vec![one.clone()],
        (None, Some(several)) => several.clone(),
        _ => return Err(said("an answer has \"command\" or \"commands\"".to_owned())),
    };
    let command = |command| senet_kernel::read(command).map_err(|misfit| said(misfit.sentence));
    commands.iter().map(command).collect()
}

/// The beginning of what a program said, for a sentence.
fn cut(text: &str) -> String {
    const MOST: usize = 80;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("\"{short}\"")
}
