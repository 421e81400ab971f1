//! A viewer cannot tell a guess from the truth.

use senet_kernel::{Actor, Dice, Game, Rng, Seat, Viewer};

use super::{ATTEMPTS, ensure};
use crate::differ::differences;
use crate::fuzz::Fuzz;
use crate::play::{Entry, Play, tried};

/// How many commands are followed from a position.
const FOLLOWED: usize = 6;

pub(super) fn check<G: Game>(play: &Play<G>) -> Result<(), String> {
    let fuzz = play.fuzz();
    for point in play.points() {
        let mut rng = play.rng(point);
        let truth = &play.states[point];
        let options = play.options(point, FOLLOWED, &mut rng);
        for viewer in Viewer::all(truth.seats()) {
            let guess = guessed(truth, viewer, &mut rng)?;
            if let Some(seat) = viewer.seat() {
                answers_alike(truth, &guess, seat, &fuzz, &mut rng)?;
            }
            for (actor, command) in &options {
                goes_on_alike(play, truth, &guess, viewer, *actor, command)?;
            }
        }
    }
    Ok(())
}

/// A guess that looks like the truth.
fn guessed<G: Game>(truth: &G, viewer: Viewer, rng: &mut Rng) -> Result<G, String> {
    let view = truth.view(viewer);
    let guess = G::guess(&view, viewer, rng);
    let who = format!("the guess of {viewer:?}");
    let inspected = guess.inspect();
    ensure!(inspected.is_ok(), "{who} is refused by inspect: {inspected:?}");
    let seen = guess.view(viewer);
    ensure!(seen == view, "{who} looks different: {}", differences(&seen, &view));
    ensure!(guess.to_act() == truth.to_act(), "{who} waits for {:?}", guess.to_act());
    ensure!(guess.outcome() == truth.outcome(), "{who} ended as {:?}", guess.outcome());
    ensure!(guess.tick() == truth.tick(), "{who} waits for the clock's {:?}", guess.tick());
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
    for _ in 0..ATTEMPTS {
        let Some(command) = fuzz.command(rng) else {
            break;
        };
        let true_answer = truth.check(Actor::Seat(seat), &command);
        let guessed_answer = guess.check(Actor::Seat(seat), &command);
        let same = true_answer == guessed_answer;
        ensure!(
            same,
            "{command:?} by {seat} is answered {true_answer:?}; by its guess {guessed_answer:?}"
        );
    }
    Ok(())
}

/// A command that neither draws nor reveals shows the viewer the same in both. Where the guess
/// refuses it, it spoke of something hidden, and there is nothing to compare.
fn goes_on_alike<G: Game>(
    play: &Play<G>,
    truth: &G,
    guess: &G,
    viewer: Viewer,
    actor: Actor,
    command: &G::Command,
) -> Result<(), String> {
    let follow = |game: &G| tried(game, actor, command, &mut Dice::seeded(&play.key())).ok();
    let quiet = |entry: &Entry<G>| entry.draws.is_empty() && !entry.revealed;
    let (Some((truth, told)), Some((guess, guess_told))) = (follow(truth), follow(guess)) else {
        return Ok(());
    };
    if !quiet(&told) || !quiet(&guess_told) {
        return Ok(());
    }
    let what = format!("{command:?} by {actor} draws and reveals nothing, but {viewer:?}");
    let (seen, guess_seen) = (truth.view(viewer), guess.view(viewer));
    let differ = || differences(&guess_seen, &seen);
    ensure!(seen == guess_seen, "{what} then sees a difference in its guess: {}", differ());
    let (shown, guess_shown) = (shown(&told, viewer), shown(&guess_told, viewer));
    ensure!(shown == guess_shown, "{what} is told {shown:?}; by its guess {guess_shown:?}");
    Ok(())
}

fn shown<G: Game>(entry: &Entry<G>, viewer: Viewer) -> Vec<G::Event> {
    entry.events.iter().filter_map(|event| G::shown(event, viewer)).collect()
}
