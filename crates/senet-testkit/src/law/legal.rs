//! What is listed as legal is what is accepted.

use senet_kernel::{Actor, Dice, Game, Listing, MAX_SEATS, Rng, Seat, SeatSet};

use super::secrets::Evidence;
use super::{ATTEMPTS, ensure, mutants};
use crate::fuzz::Fuzz;
use crate::play::{Play, tried};

/// How many positions of a play are changed, and how often each.
const POSITIONS: usize = 4;
const CHANGES: usize = 6;

pub(super) fn check<G: Game>(play: &Play<G>, evidence: &mut Evidence) -> Result<(), String> {
    let fuzz = play.fuzz();
    for point in play.points() {
        agrees(play, &play.states[point], &fuzz, &mut play.rng(point))?;
    }
    let mut judged = 0;
    for (state, mut rng) in mutants(play, POSITIONS, CHANGES) {
        agrees(play, &state, &fuzz, &mut rng)
            .map_err(|why| format!("in a state that no play led to: {why} ({state:?})"))?;
        judged += 1;
    }
    evidence.note_unreached(judged);
    Ok(())
}

/// Who is to act, what they are offered and what they may do agree.
fn agrees<G: Game>(play: &Play<G>, game: &G, fuzz: &Fuzz<G>, rng: &mut Rng) -> Result<(), String> {
    let strangers = game.to_act().iter().find(|seat| seat.index() >= game.seats());
    ensure!(strangers.is_none(), "{strangers:?} does not play but is to act");

    let (awaited, acting) = (game.awaited(), game.to_act());
    let idle = awaited.iter().find(|seat| !acting.contains(*seat));
    ensure!(idle.is_none(), "the game waits for {idle:?}, who is not to act");
    let nobody = awaited.is_empty() && !acting.is_empty();
    ensure!(!nobody, "{acting:?} may act, but the game waits for nobody");

    let lists: Vec<_> = Seat::first(MAX_SEATS).map(|seat| listed(game, seat)).collect();
    for (seat, list) in Seat::first(MAX_SEATS).zip(&lists) {
        let (_, list) = list.as_ref().map_err(String::clone)?;
        accepted(play, game, seat, list, rng)?;
    }
    for (actor, command) in fuzz.attempts(game, ATTEMPTS, rng) {
        if !agreed(play, game, actor, &command)? {
            continue;
        }
        if let Some(seat) = actor.seat()
            && let Ok((Listing::Complete, list)) = &lists[seat.index()]
        {
            let within = list.contains(&command) || G::gives_up(&command);
            ensure!(within, "{command:?} by {seat} is accepted; the complete list lacks it");
        }
    }
    Ok(())
}

/// The list of a seat, if it is well made.
fn listed<G: Game>(game: &G, seat: Seat) -> Result<(Listing, Vec<G::Command>), String> {
    let mut list = Vec::new();
    let listing = game.legal(seat, &mut list);
    let length = list.len();
    game.legal(seat, &mut list);
    let again = list.split_off(length.min(list.len()));
    ensure!(list == again, "asked twice, {seat} has {list:?}, then {again:?} is added");

    let acts = SeatSet::contains(game.to_act(), seat);
    ensure!(acts || list.is_empty(), "{seat} is not to act but may do {list:?}");
    Ok((listing, list))
}

/// All of a list passes `check`. Of a long list only some are looked at further: they pass `apply`,
/// and stand in the list once.
fn accepted<G: Game>(
    play: &Play<G>,
    game: &G,
    seat: Seat,
    list: &[G::Command],
    rng: &mut Rng,
) -> Result<(), String> {
    for command in list {
        ensure!(!G::gives_up(command), "{seat} has {command:?} in its list, which gives up");
        let checked = game.check(Actor::Seat(seat), command);
        ensure!(checked.is_ok(), "{seat} has {command:?} in its list; refused: {checked:?}");
    }
    let mut some: Vec<_> = list.iter().collect();
    rng.shuffle(&mut some);
    for command in some.into_iter().take(ATTEMPTS) {
        agreed(play, game, Actor::Seat(seat), command)?;
        let times = list.iter().filter(|other| *other == command).count();
        ensure!(times == 1, "{seat} has {command:?} {times} times");
    }
    Ok(())
}

/// Whether a command is accepted, if `check` and `apply` agree on it.
fn agreed<G: Game>(
    play: &Play<G>,
    game: &G,
    actor: Actor,
    command: &G::Command,
) -> Result<bool, String> {
    let checked = game.check(actor, command);
    let mut dice = Dice::seeded(&play.key());
    let applied = tried(game, actor, command, &mut dice).map(drop);
    let same = checked == applied;
    ensure!(same, "{command:?} by {actor}: check says {checked:?}, apply says {applied:?}");
    Ok(checked.is_ok())
}
