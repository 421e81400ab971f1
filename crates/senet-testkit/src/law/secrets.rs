//! A viewer cannot tell a guess from the truth, and is told nothing that only a hidden part decides.
//!
//! A view that openly holds what it should hide looks honest from one game alone: its guesses are
//! copies of the truth. So the games of a test are looked at together: what a game says is hidden
//! must, somewhere in them, be guessed wrong.

use std::collections::BTreeMap;
use std::fmt::Debug;

use senet_kernel::{Actor, Depth, Dice, Draw, Game, Key, Rng, Script, Seat, Secret, Text, Viewer};
use serde_json::Value;

use super::alike::{answers, answers_to_words, events, views, written};
use super::{ATTEMPTS, ensure};
use crate::differ::differences;
use crate::fuzz::{Fuzz, json};
use crate::play::{Play, Played, tried};

/// How many commands are followed from a position.
const FOLLOWED: usize = 6;
/// At how many positions of a play hidden parts are compared.
const COMPARED: usize = 16;
/// After how many other set-ups a play is followed.
const SET_UPS: u64 = 3;
/// How often a hidden part is looked at before it must have been guessed wrong once.
const LOOKS: u32 = 16;

/// What the games of one test show together.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// What was said to be hidden, by its place and from whom: how often something stood there, and
    /// whether a guess ever differed.
    parts: BTreeMap<(String, Viewer), Look>,
    /// The kinds of commands by which seats were said to reveal something: how often somebody had to
    /// guess before one, and whether they ever learnt anything by it.
    reveals: BTreeMap<String, Look>,
    /// How many states were judged that no play led to; none where no law asked for them.
    unreached: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Look {
    looks: u32,
    differed: bool,
    /// Whether the place was ever in the state, were it empty.
    stood: bool,
}

impl Look {
    fn note(&mut self, differs: bool) {
        self.looks += 1;
        self.differed |= differs;
        self.stood = true;
    }

    fn is_open(self) -> bool {
        self.looks >= LOOKS && !self.differed
    }
}

impl Evidence {
    /// So many more states that no play led to were judged.
    pub(super) fn note_unreached(&mut self, judged: u32) {
        *self.unreached.get_or_insert(0) += judged;
    }

    /// What was said to be hidden and never was; or that nothing was seen of what was to be judged.
    pub(crate) fn verdict(&self) -> Result<(), String> {
        ensure!(
            self.unreached != Some(0),
            "no state was judged but those that plays led to: inspect let in none of the changed ones"
        );
        for ((place, viewer), look) in &self.parts {
            ensure!(
                look.stood,
                "{place} is said to be hidden from {viewer:?}, but no state has such a place"
            );
            ensure!(
                !look.is_open(),
                "{place} is said to be hidden from {viewer:?}, but none of {} guesses differs there: \
                 the view shows it",
                look.looks
            );
        }
        for (what, look) in &self.reveals {
            ensure!(
                !look.is_open(),
                "{what} is said to reveal something, but nobody who had to guess learnt anything by it \
                 in {} looks",
                look.looks
            );
        }
        Ok(())
    }

    fn note_reveal<G: Game>(&mut self, told: &Played<G>, learnt: bool) {
        self.reveals.entry(kind(&told.command)).or_default().note(learnt);
    }

    fn note<G: Game>(&mut self, truth: &G, guess: &G, viewer: Viewer) -> Result<(), String> {
        let secrets = truth.hidden(viewer);
        let (true_json, mut guessed_json) = (json(truth), json(guess));
        for secret in &secrets {
            let at = |json: &Value| json.pointer(secret.place()).cloned().unwrap_or(Value::Null);
            let (here, there) = (at(&true_json), at(&guessed_json));
            let shapes = (hidden_part(&here, secret.depth()), hidden_part(&there, secret.depth()));
            ensure!(
                shapes.0 == shapes.1,
                "the guess of {viewer:?} differs in more of {} than is said to be hidden",
                secret.place()
            );
            let look = self.parts.entry((secret.place().to_owned(), viewer)).or_default();
            look.stood |= true_json.pointer(secret.place()).is_some();
            if !is_empty(&here) {
                look.note(here != there);
            }
            if let Some(part) = guessed_json.pointer_mut(secret.place()) {
                *part = here;
            }
        }
        // With what is hidden put right, the guess is the truth.
        let same = serde_json::from_value::<G>(guessed_json.clone()).is_ok_and(|it| it == *truth);
        let differ = || differences(&guessed_json, &true_json);
        ensure!(
            same,
            "the guess of {viewer:?} differs in what is not said to be hidden: {}",
            differ()
        );
        Ok(())
    }
}

/// What a value is called in the code.
fn kind(value: &impl Debug) -> String {
    format!("{value:?}").chars().take_while(|letter| letter.is_alphanumeric()).collect()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().all(is_empty),
        Value::Object(fields) => fields.values().all(is_empty),
        _ => false,
    }
}

/// Takes what is hidden out of a state.
fn blank(state: &mut Value, secrets: &[Secret]) {
    for secret in secrets {
        if let Some(part) = state.pointer_mut(secret.place()) {
            *part = hidden_part(part, secret.depth());
        }
    }
}

/// What is known of a hidden part.
fn hidden_part(part: &Value, depth: Depth) -> Value {
    let hidden = || Value::from("hidden");
    match (depth, part) {
        (Depth::Whole, _) => hidden(),
        (_, Value::Null) => Value::Null,
        (Depth::Content, _) => hidden(),
        (Depth::Values, Value::Array(items)) => {
            items.iter().map(|item| hidden_part(item, depth)).collect()
        }
        (Depth::Values, Value::Object(fields)) => {
            let known =
                |(name, field): (&String, &Value)| (name.clone(), hidden_part(field, depth));
            Value::Object(fields.iter().map(known).collect())
        }
        (Depth::Values, _) => hidden(),
    }
}

pub(super) fn check<G: Text>(play: &Play<G>, evidence: &mut Evidence) -> Result<(), String> {
    let fuzz = play.fuzz();
    for point in play.points() {
        let mut rng = play.rng(point);
        let truth = &play.states[point];
        let options = play.options(point, FOLLOWED, &mut rng);
        for viewer in Viewer::all(truth.seats()) {
            let guess = guessed(truth, viewer, &options, &mut rng)?;
            if let Some(seat) = viewer.seat() {
                answers_alike(truth, &guess, seat, &fuzz, &mut rng)?;
            }
            for (actor, command) in &options {
                goes_on_alike(play, truth, &guess, viewer, *actor, command)?;
            }
        }
    }
    for point in play.some_points(COMPARED) {
        let mut rng = play.rng(point);
        let truth = &play.states[point];
        let options = play.options(point, FOLLOWED, &mut rng);
        names_secrets(truth)?;
        for viewer in Viewer::all(truth.seats()) {
            let guess = guessed(truth, viewer, &options, &mut rng)?;
            evidence.note(truth, &guess, viewer)?;
            sees_no_secret(truth, &guess, viewer)?;
            let (view, seen) = (truth.view(viewer), guess.view(viewer));
            answers_to_words::<G>(&seen, &view, viewer, truth.seats())
                .map_err(|how| format!("the guess of {viewer:?} looks different: {how}"))?;
            let other = in_one_part(truth, &guess, viewer, &mut rng);
            for option in &options {
                drawn_alike(play, truth, &guess, viewer, option, evidence)?;
                if let Some(other) = &other {
                    drawn_alike(play, truth, other, viewer, option, evidence)?;
                }
            }
            told_alike(truth, viewer, &options, &mut rng)?;
        }
    }
    (0..SET_UPS).try_for_each(|set_up| set_up_alike(play, set_up))
}

/// The same play after another set-up. As long as it goes as it went, and leads to what differs only
/// in what is hidden from a viewer, that viewer sees the same. A guess is made from the view, so it
/// keeps to whatever the view tells; another deal does not.
fn set_up_alike<G: Text>(play: &Play<G>, set_up: u64) -> Result<(), String> {
    let mut rng = play.rng(play.states.len() + 1 + set_up as usize);
    let Some(mut dice) = redrawn(&play.setup, &mut rng) else { return Ok(()) };
    let Ok(mut other) = G::new(play.config, &mut dice) else { return Ok(()) };
    let mut points = play.some_points(COMPARED).peekable();
    for (point, truth) in play.states.iter().enumerate() {
        if points.next_if_eq(&point).is_some() {
            play.look_at(point);
            let options = play.options(point, FOLLOWED, &mut rng);
            for viewer in Viewer::all(truth.seats()) {
                dealt_alike(truth, &other, viewer, &options)?;
            }
        }
        let Some(entry) = play.entries.get(point) else { break };
        let mut dice = Dice::scripted(entry.draws.iter().cloned().map(Script::Draw));
        match tried(&other, entry.actor, &entry.command, &mut dice) {
            Ok((next, _)) if dice.fault().is_none() => other = next,
            _ => break,
        }
    }
    Ok(())
}

fn dealt_alike<G: Text>(
    truth: &G,
    other: &G,
    viewer: Viewer,
    options: &[(Actor, G::Command)],
) -> Result<(), String> {
    if truth == other || blanked(truth, viewer) != blanked(other, viewer) {
        return Ok(());
    }
    let (view, seen) = (truth.view(viewer), other.view(viewer));
    views::<G>(&seen, &view, viewer, options)
        .and_then(|()| answers_to_words::<G>(&seen, &view, viewer, truth.seats()))
        .map_err(|how| format!("another deal, hidden from {viewer:?}, looks different: {how}"))
}

/// Who says that there are secrets says which: what is not named could be shown to all unseen.
fn names_secrets<G: Game>(truth: &G) -> Result<(), String> {
    let named = Viewer::all(truth.seats()).any(|viewer| !truth.hidden(viewer).is_empty());
    ensure!(
        named || !truth.secrets(),
        "there are said to be secrets, but none is named: `hidden` is empty for everybody"
    );
    Ok(())
}

/// While a game says that it has no secrets, nobody sees what another seat has to guess.
fn sees_no_secret<G: Game>(truth: &G, guess: &G, guesser: Viewer) -> Result<(), String> {
    if truth.secrets() || guesser == Viewer::Spectator {
        return Ok(());
    }
    for seat in Seat::first(truth.seats()).filter(|seat| !guesser.is(*seat)) {
        let by = Viewer::Seat(seat);
        let (seen, guessed) = (truth.view(by), guess.view(by));
        ensure!(
            seen == guessed,
            "there are said to be no secrets, but {seat} sees what {guesser:?} has to guess: {}",
            differences(&seen, &guessed)
        );
    }
    Ok(())
}

/// A guess that looks like the truth, in the view and in all else that an update tells.
fn guessed<G: Text>(
    truth: &G,
    viewer: Viewer,
    options: &[(Actor, G::Command)],
    rng: &mut Rng,
) -> Result<G, String> {
    let view = truth.view(viewer);
    let guess = G::guess(&view, viewer, rng);
    let who = format!("the guess of {viewer:?}");
    let inspected = guess.inspect();
    ensure!(inspected.is_ok(), "{who} is refused by inspect: {inspected:?}");
    let seen = guess.view(viewer);
    views::<G>(&seen, &view, viewer, options)
        .map_err(|how| format!("{who} looks different: {how}"))?;
    ensure!(guess.to_act() == truth.to_act(), "{who} waits for {:?}", guess.to_act());
    ensure!(guess.awaited() == truth.awaited(), "{who} awaits {:?}", guess.awaited());
    ensure!(guess.outcome() == truth.outcome(), "{who} ended as {:?}", guess.outcome());
    ensure!(guess.tick() == truth.tick(), "{who} waits for the clock's {:?}", guess.tick());
    ensure!(guess.secrets() == truth.secrets(), "{who} has secrets: {}", guess.secrets());
    ensure!(guess.hidden(viewer) == truth.hidden(viewer), "{who} hides {:?}", guess.hidden(viewer));
    if let Some(seat) = viewer.seat() {
        let back = guess.take_back(seat);
        ensure!(back == truth.take_back(seat), "{who} may be taken back: {back:?}");
        let idle = guess.idle(seat);
        ensure!(idle == truth.idle(seat), "{who} would idle by {idle:?}");
        let leave = guess.leave(seat);
        ensure!(leave == truth.leave(seat), "{who} would leave by {leave:?}");
    }
    Ok(guess)
}

/// The seat is given the same list and the same refusals.
fn answers_alike<G: Game>(
    truth: &G,
    guess: &G,
    seat: Seat,
    fuzz: &Fuzz<G>,
    rng: &mut Rng,
) -> Result<(), String> {
    let (mut true_list, mut guessed_list) = (Vec::new(), Vec::new());
    let listings = (truth.legal(seat, &mut true_list), guess.legal(seat, &mut guessed_list));
    let same = listings.0 == listings.1 && true_list == guessed_list;
    ensure!(same, "{seat} may do {true_list:?}; by its guess {guessed_list:?}");
    written(&true_list, &guessed_list).map_err(|how| format!("{seat} is given a list {how}"))?;
    for _ in 0..ATTEMPTS {
        let Some(command) = fuzz.command(rng) else {
            break;
        };
        let by = Actor::Seat(seat);
        answers::<G>(&truth.check(by, &command), &guess.check(by, &command))
            .map_err(|how| format!("{command:?} by {seat} {how}"))?;
    }
    received_alike(truth, guess, Actor::Seat(seat))
}

/// A message is let in by both or refused by both, whatever its size and whether it can be read.
fn received_alike<G: Game>(truth: &G, guess: &G, by: Actor) -> Result<(), String> {
    for (size, unread) in [(0, None), (1 << 20, None), (1 << 10, Some("no command"))] {
        let receive = |game: &G| game.receive(by, || size, unread);
        answers::<G>(&receive(truth), &receive(guess))
            .map_err(|how| format!("a message of {size} bytes by {by} {how}"))?;
    }
    Ok(())
}

/// A command that neither draws nor reveals shows the viewer the same in both. Where the guess
/// refuses it, it spoke of something hidden, and there is nothing to compare.
fn goes_on_alike<G: Text>(
    play: &Play<G>,
    truth: &G,
    guess: &G,
    viewer: Viewer,
    actor: Actor,
    command: &G::Command,
) -> Result<(), String> {
    let follow = |game: &G| tried(game, actor, command, &mut Dice::seeded(&play.key())).ok();
    let quiet = |entry: &Played<G>| entry.draws.is_empty() && !entry.revealed;
    let (Some((truth, told)), Some((guess, guess_told))) = (follow(truth), follow(guess)) else {
        return Ok(());
    };
    if !quiet(&told) || !quiet(&guess_told) {
        return Ok(());
    }
    let what = format!("{command:?} by {actor} draws and reveals nothing, but {viewer:?}");
    let (seen, guess_seen) = (truth.view(viewer), guess.view(viewer));
    let by = [(actor, command.clone())];
    views::<G>(&guess_seen, &seen, viewer, &by)
        .map_err(|how| format!("{what} then sees a difference in its guess: {how}"))?;
    events::<G>((&seen, &shown(&told, viewer)), (&guess_seen, &shown(&guess_told, viewer)))
        .map_err(|how| format!("{what} is told {how}"))
}

/// The truth with one of its hidden parts as it was guessed, where that is a game that looks the same.
/// What reveals one part by right is followed with the others still hidden.
fn in_one_part<G: Game>(truth: &G, guess: &G, viewer: Viewer, rng: &mut Rng) -> Option<G> {
    let secrets = truth.hidden(viewer);
    let place = rng.choose(&secrets).filter(|_| secrets.len() > 1)?.place();
    let mut state = json(truth);
    *state.pointer_mut(place)? = json(guess).pointer(place)?.clone();
    let other: G = serde_json::from_value(state).ok()?;
    let looks_alike = || other.inspect().is_ok() && other.view(viewer) == truth.view(viewer);
    (other != *truth && looks_alike()).then_some(other)
}

/// A command that draws the same in both, and leads to what differs only in what is hidden from the
/// viewer, shows and tells the viewer the same: what is revealed is hidden no more.
fn drawn_alike<G: Text>(
    play: &Play<G>,
    truth: &G,
    guess: &G,
    viewer: Viewer,
    (actor, command): &(Actor, G::Command),
    evidence: &mut Evidence,
) -> Result<(), String> {
    let follow = |game: &G| tried(game, *actor, command, &mut Dice::seeded(&play.key())).ok();
    let hides = truth != guess;
    let Some((truth, told)) = follow(truth) else { return Ok(()) };
    // What draws, or is not a seat's, cannot be taken back anyway.
    let judged = hides && told.revealed && told.draws.is_empty() && actor.seat().is_some();
    // Where the guess refuses it, it spoke of something hidden, and there is nothing to compare.
    let Some((guess, guess_told)) = follow(guess) else { return Ok(()) };
    let quiet = told.draws.is_empty() && !told.revealed && !guess_told.revealed;
    if quiet || told.draws != guess_told.draws {
        return Ok(());
    }
    let (seen, guess_seen) = (truth.view(viewer), guess.view(viewer));
    let (heard, guess_heard) = (shown(&told, viewer), shown(&guess_told, viewer));
    if judged {
        evidence.note_reveal(&told, seen != guess_seen || heard != guess_heard);
    }
    if blanked(&truth, viewer) != blanked(&guess, viewer) {
        return Ok(());
    }
    let what = format!("{command:?} by {actor} leaves what it leaves hidden, but {viewer:?}");
    ensure!(
        told.revealed == guess_told.revealed,
        "{what} sees it taken back or not, as something was revealed: {} or {}",
        told.revealed,
        guess_told.revealed
    );
    let by = [(*actor, command.clone())];
    views::<G>(&guess_seen, &seen, viewer, &by)
        .map_err(|how| format!("{what} then sees a difference in its guess: {how}"))?;
    events::<G>((&seen, &heard), (&guess_seen, &guess_heard))
        .map_err(|how| format!("{what} is told {how}"))
}

/// One way in which a game may go on.
struct Next<G: Game> {
    game: G,
    /// Who made it so; nobody where nothing happened.
    by: Option<(Actor, G::Command)>,
    told: Vec<G::Event>,
    drew: bool,
}

/// Ways to go on that differ only in what is hidden from the viewer look alike and are told alike:
/// one other draw for a command, another command of the same kind by somebody else that draws
/// nothing, or none at all.
fn told_alike<G: Text>(
    truth: &G,
    viewer: Viewer,
    options: &[(Actor, G::Command)],
    rng: &mut Rng,
) -> Result<(), String> {
    let mut ways = vec![Next { game: truth.clone(), by: None, told: Vec::new(), drew: false }];
    for (actor, command) in options {
        let mut dice = Dice::seeded(&Key::of_number(rng.next_u64()));
        let Ok((game, entry)) = tried(truth, *actor, command, &mut dice) else {
            continue;
        };
        let other = otherwise(truth, &entry, rng);
        for (game, entry) in other.into_iter().chain([(game, entry)]) {
            ways.push(Next {
                game,
                by: Some((*actor, command.clone())),
                told: shown(&entry, viewer),
                drew: !entry.draws.is_empty(),
            });
        }
    }
    if ways.iter().all(|way| way.game.hidden(viewer).is_empty()) {
        return Ok(());
    }
    let blanked: Vec<Value> = ways.iter().map(|way| blanked(&way.game, viewer)).collect();
    for (i, one) in ways.iter().enumerate() {
        for (j, other) in ways.iter().enumerate().skip(i + 1) {
            let hidden = one.game != other.game && blanked[i] == blanked[j];
            if hidden && comparable(one, other, viewer) {
                alike(one, other, viewer, options)?;
            }
        }
    }
    Ok(())
}

/// The same command with one draw changed, where that leads to just as many draws.
fn otherwise<G: Game>(truth: &G, entry: &Played<G>, rng: &mut Rng) -> Option<(G, Played<G>)> {
    let mut dice = redrawn(&entry.draws, rng)?;
    let other = tried(truth, entry.actor, &entry.command, &mut dice).ok()?;
    dice.fault().is_none().then_some(other)
}

/// Dice that fall as they did but for one draw; none where nothing was drawn.
fn redrawn(draws: &[Draw], rng: &mut Rng) -> Option<Dice> {
    let mut draws = draws.to_vec();
    let changed = rng.below(draws.len().max(1) as u32) as usize;
    match draws.get_mut(changed)? {
        Draw::D6(pips) => *pips = (*pips + rng.below(5) as u8) % 6 + 1,
        Draw::Pick { got, of } => *got = (*got + 1 + rng.below((*of).max(2) - 1)) % *of,
        Draw::Shuffle(order) => exchange(order, rng),
    }
    Some(Dice::scripted(draws.into_iter().map(Script::Draw)))
}

/// Two of a shuffled row change places, so that all others stay with those who know them.
fn exchange(order: &mut [u32], rng: &mut Rng) {
    let many = order.len() as u32;
    if many >= 2 {
        let one = rng.below(many);
        let other = (one + 1 + rng.below(many - 1)) % many;
        order.swap(one as usize, other as usize);
    }
}

/// A state without what is hidden from the viewer.
fn blanked<G: Game>(game: &G, viewer: Viewer) -> Value {
    let mut state = json(game);
    blank(&mut state, &game.hidden(viewer));
    state
}

/// Whether the viewer should not be able to tell two ways apart by anything but their states. Acts
/// of other kinds may be told in other words, and who acts knows what they did.
fn comparable<G: Game>(one: &Next<G>, other: &Next<G>, viewer: Viewer) -> bool {
    let own = |by: &Option<(Actor, G::Command)>| {
        by.as_ref().and_then(|(actor, _)| actor.seat()).is_some_and(|seat| viewer.is(seat))
    };
    let alike = match (&one.by, &other.by) {
        (Some((actor, command)), Some((by, otherwise))) => {
            let kind = std::mem::discriminant;
            actor == by && kind(command) == kind(otherwise) && !one.drew && !other.drew
        }
        _ => true,
    };
    one.by == other.by || alike && !own(&one.by) && !own(&other.by)
}

fn alike<G: Text>(
    one: &Next<G>,
    other: &Next<G>,
    viewer: Viewer,
    options: &[(Actor, G::Command)],
) -> Result<(), String> {
    let what = format!(
        "{:?} and {:?} differ only in what is hidden from {viewer:?}, who",
        one.by, other.by
    );
    let (seen, other_seen) = (one.game.view(viewer), other.game.view(viewer));
    views::<G>(&other_seen, &seen, viewer, options)
        .map_err(|how| format!("{what} sees a difference: {how}"))?;
    events::<G>((&seen, &one.told), (&other_seen, &other.told))
        .map_err(|how| format!("{what} is told {how}"))
}

fn shown<G: Game>(entry: &Played<G>, viewer: Viewer) -> Vec<G::Event> {
    entry.events.iter().filter_map(|event| G::shown(event, viewer)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part that every guess gets right is open to all, unless it was hardly ever looked at.
    #[test]
    fn what_is_always_guessed_right_is_not_hidden() {
        let look = |looks: u32, differed: bool| {
            let mut evidence = Evidence::default();
            let part =
                evidence.parts.entry(("/hands/1".to_owned(), Viewer::Spectator)).or_default();
            (0..looks).for_each(|i| part.note(differed && i == 0));
            evidence.verdict()
        };
        assert_eq!(look(LOOKS - 1, false), Ok(()));
        assert_eq!(look(LOOKS, true), Ok(()));
        let why = look(LOOKS, false).expect_err("it is open");
        assert!(why.starts_with("/hands/1 is said to be hidden from Spectator"), "{why}");
    }

    /// A place that no state ever has hides nothing.
    #[test]
    fn what_is_hidden_has_a_place() {
        let mut evidence = Evidence::default();
        let part = evidence.parts.entry(("/purse".to_owned(), Viewer::Spectator)).or_default();
        part.stood = false;
        let why = evidence.verdict().expect_err("it is nowhere");
        assert!(why.ends_with("but no state has such a place"), "{why}");
    }

    /// A reveal by which nobody ever learns anything reveals nothing.
    #[test]
    fn what_is_said_to_reveal_reveals() {
        let look = |looks: u32, learnt: bool| {
            let mut evidence = Evidence::default();
            let part = evidence.reveals.entry("Pass".to_owned()).or_default();
            (0..looks).for_each(|i| part.note(learnt && i == 0));
            evidence.verdict()
        };
        assert_eq!(look(LOOKS - 1, false), Ok(()));
        assert_eq!(look(LOOKS, true), Ok(()));
        let why = look(LOOKS, false).expect_err("it reveals nothing");
        assert!(why.starts_with("Pass is said to reveal something"), "{why}");
    }

    /// A law about changed states that never saw one has shown nothing.
    #[test]
    fn a_law_of_changed_states_has_seen_some() {
        let mut evidence = Evidence::default();
        assert_eq!(evidence.verdict(), Ok(()));
        evidence.note_unreached(0);
        assert!(evidence.verdict().is_err_and(|why| why.starts_with("no state was judged")));
        evidence.note_unreached(3);
        assert_eq!(evidence.verdict(), Ok(()));
    }

    #[test]
    fn what_is_hidden_is_taken_out_to_its_depth() {
        let state = serde_json::json!({"hands": [[1, 2], [3]], "orders": [[7], null]});
        let mut blanked = state.clone();
        let secrets = [
            Secret::new("/hands/0", Depth::Values),
            Secret::new("/hands/1", Depth::Content),
            Secret::new("/orders/1", Depth::Whole),
            Secret::new("/nowhere", Depth::Whole),
        ];
        blank(&mut blanked, &secrets);
        let known = serde_json::json!({"hands": [["hidden", "hidden"], "hidden"], "orders": [[7], "hidden"]});
        assert_eq!(blanked, known);
    }
}
