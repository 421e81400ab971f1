//! A language model that is asked for what a commander said and the game did not understand. It is
//! off unless the command line names one, and only Flag War reads orders by it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use senet_flag_war::{Command, FlagWar, View};
use senet_kernel::{Game, Seat};
use senet_llm::prompt::question;
use senet_llm::{Endpoint, Failure, Job, Limits, Line, Model, Moment, Offer, Settings, answer};

/// Where the key of a hosted service is looked for.
const KEY: &str = "SENET_MODEL_KEY";
/// Longer than an endpoint takes at most.
const LONGEST: Duration = Duration::from_secs(10);

/// What a model made of a text.
pub struct Translated {
    pub seat: Seat,
    pub text: String,
    /// What was next when the text was said.
    input: u32,
    answer: Result<String, Failure>,
}

impl Translated {
    /// The orders of the answer that nothing has overtaken, by the view of now.
    pub fn commands(self, view: &str) -> Result<Result<Vec<Command>, Failure>> {
        let view = read(view)?;
        Ok(self.answer.and_then(|answer| answer::commands(&view, self.input, &answer)))
    }
}

/// The questions of both teams to one model, asked beside the game.
pub struct Translator {
    model: Arc<dyn Model>,
    lines: [Line; 2],
    flying: usize,
    sender: Sender<Translated>,
    answers: Receiver<Translated>,
}

impl Translator {
    /// The model that the command line names, if any.
    pub fn of(game: &str, url: Option<&str>, name: Option<&str>) -> Result<Option<Translator>> {
        let (Some(url), Some(name)) = (url, name) else { return Ok(None) };
        if game != FlagWar::ID {
            bail!("only {} reads orders by a language model", FlagWar::ID);
        }
        let settings = Settings::new(url, name).key_from(KEY);
        let (sender, answers) = channel();
        let model = Arc::new(Endpoint::new(settings));
        let lines = [Line::new(Limits::default()), Line::new(Limits::default())];
        Ok(Some(Translator { model, lines, flying: 0, sender, answers }))
    }

    /// Asks for the meaning of a text, from the view that the player had. The sentence says what
    /// becomes of it.
    pub fn ask(&mut self, seat: Seat, view: &str, text: &str) -> Result<String> {
        let view = read(view)?;
        let input = view.own.as_ref().map_or(0, |own| own.next_input);
        let job = Job { input, text: text.to_owned() };
        let now = moment(&view);
        let Some(line) = self.lines.get_mut(seat.index()) else {
            bail!("{seat:?} commands no team");
        };
        Ok(match line.offer(job, now) {
            Offer::Start(job) => {
                self.start(seat, view, job);
                "The model is asked what that means.".to_owned()
            }
            Offer::Wait(None) => "The model is asked once it is free.".to_owned(),
            Offer::Wait(Some(old)) => {
                format!("The model is asked once it is free, and no more for \"{}\".", old.text)
            }
            Offer::Refused(failure) => format!("The model is not asked: {failure}."),
        })
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

    /// Asks the text that waits, if it may be asked now, by the view of now.
    pub fn go_on(&mut self, seat: Seat, view: &str) -> Result<()> {
        let view = read(view)?;
        let line = self.lines.get_mut(seat.index());
        if let Some(job) = line.and_then(|line| line.next(moment(&view))) {
            self.start(seat, view, job);
        }
        Ok(())
    }

    fn start(&mut self, seat: Seat, view: View, Job { input, text }: Job) {
        self.flying += 1;
        let (model, sender) = (Arc::clone(&self.model), self.sender.clone());
        std::thread::spawn(move || {
            let question = question(&view, &text).ok_or(Failure::NotPlaying);
            let answer = question.and_then(|question| model.ask(&question));
            // Nobody listens any more once the game has been left.
            let _ = sender.send(Translated { seat, text, input, answer });
        });
    }
}

fn read(view: &str) -> Result<View> {
    serde_json::from_str(view).context("the view of the game is not what its orders need")
}

fn moment(view: &View) -> Moment {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map(|time| time.as_secs() / 86_400);
    let day = days.ok().and_then(|days| u32::try_from(days).ok()).unwrap_or_default();
    Moment { round: view.shared.round, day, playing: view.shared.outcome.is_none() }
}
