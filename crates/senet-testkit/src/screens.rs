//! What people are shown, told and refused, as stored text: random games, looked at closely.
//!
//! A rule that changes shows in the views; a word that changes shows in the words. So the file holds, for
//! every entry, the hash of what each viewer sees, and at some positions all that a screen says: the
//! drawing with its inks, the prompt, the commands with their labels, cautions and outlooks, what a reader
//! makes of half a label, why strange commands and states are refused, and how the game ended.

use std::cell::Cell;
use std::ops::Range;

use schemars::schema_for;
use senet_kernel::{Dice, Drawing, Ink, Reject, Rng, Seat, Text, Viewer};
use serde_json::Value;

use crate::fuzz::{Fuzz, Mutator, json};
use crate::golden::{in_crate, settle};
use crate::play::Play;

/// At so many positions of a play screens are written out.
const POSITIONS: usize = 3;
/// So many commands of a list are told.
const LISTED: usize = 12;
/// So many strange commands, words, states and configurations are tried.
const STRANGE: usize = 16;

/// Compares what is shown, told and refused in random games with the file at `path`, which starts at the
/// game's crate.
///
/// `SENET_GOLDEN=write` writes the file instead.
///
/// # Panics
/// Where the file differs, with the first line that does, and where a configuration is refused.
#[track_caller]
pub fn golden_screens<G: Text>(path: &str, configs: &[(&str, G::Config)], seeds: Range<u64>) {
    let mut pages = Pages(String::new());
    pages.about::<G>();
    for (name, config) in configs {
        pages.configs::<G>(name, config);
        for seed in seeds.clone() {
            let at = Cell::new(0);
            let play = Play::<G>::record(config, seed, &at);
            let play = play.unwrap_or_else(|faults| panic!("{name} is refused: {faults}"));
            pages.play(name, &play);
        }
    }
    settle(&in_crate(path), &pages.0);
}

struct Pages(String);

impl Pages {
    fn line(&mut self, text: &str) {
        self.0.push_str(text.trim_end());
        self.0.push('\n');
    }

    /// A text of one or more lines, each behind a word that says what it is.
    fn tell(&mut self, what: &str, text: &str) {
        text.lines().for_each(|line| self.line(&format!("    {what}: {line}")));
    }

    /// What is told before a game begins. What was measured is told by the figures themselves.
    fn about<G: Text>(&mut self) {
        let about = G::about();
        let (seats, minutes) = (about.seats, about.minutes);
        self.line(&format!("{}: {} {seats:?} seats, {minutes:?} minutes", about.name, about.line));
        for preset in about.presets {
            self.line(&format!("    {}: {}. {}", preset.id, preset.name, preset.line));
        }
        for (form, what) in G::forms() {
            self.line(&format!("    \"{form}\": {what}"));
        }
        for (name, text) in G::data_files() {
            self.line(&format!("    {name}: {}", senet_kernel::hash(&text)));
        }
    }

    /// A configuration, and what is said of changed ones.
    fn configs<G: Text>(&mut self, name: &str, config: &G::Config) {
        let whole = json(config);
        self.line(&format!("\n=== {name}: {}", senet_kernel::hash(&whole)));
        if let Some(hash) = G::data_hash(config) {
            self.tell("data", &hash.to_string());
        }
        let mut rng = Rng::new(0);
        let mut mutator = Mutator::new(vec![whole.clone()]);
        mutator.learn_tags(&schema_for!(G::Config).to_value());
        for _ in 0..4 * STRANGE {
            let mut changed = whole.clone();
            mutator.mutate(&mut changed, &mut rng);
            if changed == whole {
                continue;
            }
            let made = G::read_config(&changed)
                .and_then(|config| G::new(&config, &mut Dice::seeded(&key())));
            let said = match made {
                Ok(game) => format!("makes {}", senet_kernel::hash(&game)),
                Err(faults) => faults.to_string(),
            };
            self.tell(&difference(&whole, &changed), &said);
        }
    }

    fn play<G: Text>(&mut self, name: &str, play: &Play<'_, G>) {
        self.line(&format!("\n--- {name}, game {}", play.seed));
        let fuzz = play.fuzz();
        let closely: Vec<usize> = play.some_points(POSITIONS).collect();
        for (point, state) in play.states.iter().enumerate() {
            let views: Vec<String> = Viewer::all(state.seats())
                .map(|viewer| senet_kernel::hash(&state.view(viewer)).to_string())
                .map(|hash| hash.chars().take(8).collect())
                .collect();
            self.line(&format!("{point} {}", views.join(" ")));
            if closely.contains(&point) {
                self.position(play, point, &fuzz);
            }
        }
    }

    fn position<G: Text>(&mut self, play: &Play<'_, G>, point: usize, fuzz: &Fuzz<G>) {
        let state = &play.states[point];
        let mut rng = play.rng(point);
        for viewer in Viewer::all(state.seats()) {
            self.line(&format!("  to {viewer:?}"));
            self.screen(play, point, viewer);
            if let Some(seat) = viewer.seat() {
                self.choices(state, seat, &mut rng);
            }
        }
        self.line("  refusals");
        for (actor, command) in fuzz.attempts(state, STRANGE, &mut rng) {
            let said = match state.check(actor, &command) {
                Ok(()) => "accepted".to_owned(),
                Err(why) => format!("{why} ({})", why.rule()),
            };
            self.tell(&format!("{actor} {}", json(&command)), &said);
        }
        self.line("  states");
        let whole = json(state);
        let mutator = Mutator::new(vec![whole.clone()]);
        for _ in 0..STRANGE {
            let Some(changed) = mutator.mutant(state, &mut rng) else { continue };
            let said = match changed.inspect() {
                Ok(()) => "accepted".to_owned(),
                Err(faults) => faults.to_string(),
            };
            self.tell(&difference(&whole, &json(&changed)), &said);
        }
    }

    /// What is shown and told, after what led there.
    fn screen<G: Text>(&mut self, play: &Play<'_, G>, point: usize, viewer: Viewer) {
        let state = &play.states[point];
        let view = state.view(viewer);
        if let Some(entry) = point.checked_sub(1).map(|last| &play.entries[last]) {
            for event in entry.events.iter().filter_map(|event| G::shown(event, viewer)) {
                let what = if G::closes(&event) { "closes" } else { "told" };
                self.tell(what, &G::tell(&view, &event));
            }
        }
        self.tell("prompt", &G::prompt(&view, viewer));
        let numbers = (G::part(&view), G::retention(&view), state.tick());
        self.tell("moment", &format!("{} {numbers:?}", G::moment(&view)));
        self.drawing(&G::draw(&view, viewer));
        self.drawing(&G::ending(&view));
        self.tell("measures", &format!("{:?}", G::measures(&view)));
        let names: Vec<String> =
            Seat::first(state.seats()).map(|seat| G::seat_name(&view, seat)).collect();
        self.tell("seats", &names.join(", "));
    }

    fn drawing(&mut self, drawing: &Drawing) {
        for line in &drawing.lines {
            let spans = line.spans.iter().map(|span| match (span.ink, span.marked) {
                (Ink::Plain, false) => span.text.clone(),
                (ink, false) => format!("<{ink:?} {}>", span.text),
                (ink, true) => format!("<{ink:?}! {}>", span.text),
            });
            let text: String = spans.collect();
            self.line(&format!("    | {text}"));
        }
    }

    /// What a seat may do, in words, and what becomes of its words.
    fn choices<G: Text>(&mut self, state: &G, seat: Seat, rng: &mut Rng) {
        let view = state.view(Viewer::Seat(seat));
        let (idle, leave) = (state.idle(seat), state.leave(seat));
        self.tell("away", &format!("{idle:?}, {leave:?}, {:?}", state.take_back(seat)));
        let mut list = Vec::new();
        let listing = state.legal(seat, &mut list);
        self.tell("may", &format!("{} commands, {listing:?}", list.len()));
        rng.shuffle(&mut list);
        let mut labels = Vec::new();
        for command in list.iter().take(LISTED) {
            let label = G::say(&view, command);
            self.tell("may", &format!("{label}, {}", json(command)));
            let more = [G::caution(&view, seat, command), G::outlook(&view, command)];
            more.iter().flatten().for_each(|text| self.tell("    so", text));
            labels.push(label);
        }
        for text in labels.iter().flat_map(|label| spoilt(label)).take(STRANGE) {
            let said = match G::read(&view, seat, &text, &Value::Null) {
                Ok(reading) => json(&reading).to_string(),
                Err(unread) => {
                    format!("{}: {unread} {}", unread.code, Value::Object(unread.facts.clone()))
                }
            };
            self.tell(&format!("\"{text}\""), &said);
        }
    }
}

/// A label with a word less, each in its turn.
fn spoilt(label: &str) -> Vec<String> {
    let words: Vec<&str> = label.split(' ').collect();
    let without = |at: usize| [&words[..at], &words[at + 1..]].concat().join(" ");
    (0..words.len()).map(without).collect()
}

fn key() -> senet_kernel::Key {
    senet_kernel::Key::of_number(0)
}

/// Where two values differ, in few words.
fn difference(whole: &Value, changed: &Value) -> String {
    let text = crate::differ::differences(changed, whole);
    text.chars().take(160).collect()
}
