//! One game as numbers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadwriteArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use senet_catalog::{AnyPlay, Leash};
use senet_encode::End;
use senet_kernel::{Rng, Seat, Viewer};

use crate::bots::{heeding, watched};
use crate::fault::{self, of_faults};
use crate::held::{Guard, Held};
use crate::table::seat_of;
use crate::whole::{Action, Seed, Whole, count};

/// How many games a thread takes at a time.
const BATCH: u64 = 256;

/// One game as numbers: a single seat at a time is to choose one. It has what is asked for at every
/// step; `senet.Play` has the rest.
#[pyclass(module = "senet._senet", subclass, frozen)]
pub(crate) struct Play {
    held: Held<Game>,
}

/// A game, and how it came to where it stands.
struct Game {
    play: Box<dyn AnyPlay>,
    id: String,
    config: String,
    seed: u64,
    steps: Vec<Step>,
    /// The bots by their seats: what they are called, and their seeds.
    bots: BTreeMap<usize, (String, u64)>,
    width: usize,
    letters: usize,
    /// How many actions `sample` drew. What it draws next follows from that and the seed.
    sampled: u64,
}

/// An action, and which of its fates befell it where it was not the dice of the seed that fell.
type Step = (u16, Option<usize>);

/// A game's id, configuration, seed, steps, count of samples, and bots: all that it takes to play it again.
type Course = (String, String, u64, Vec<Step>, u64, BTreeMap<usize, (String, u64)>);

#[pymethods]
impl Play {
    #[new]
    #[pyo3(signature = (*_args, **_named))]
    fn new(_args: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Play {
        Play { held: Held::empty() }
    }

    /// Begins the first game.
    fn _begin(&self, py: Python<'_>, game: &str, config: &str, seed: Seed) -> PyResult<()> {
        let read = fault::json(py, "config", config)?;
        let (encoding, Seed(seed)) = (crate::encoded(py, game)?, seed);
        let play = encoding.play(&read, seed).map_err(|faults| of_faults(py, &faults))?;
        let begun = Game {
            play,
            id: game.to_owned(),
            config: config.to_owned(),
            seed,
            steps: Vec::new(),
            bots: BTreeMap::new(),
            width: encoding.width(),
            letters: encoding.letters().len(),
            sampled: 0,
        };
        self.held.put(py, begun)
    }

    /// Becomes another one, which is empty then.
    fn _take(&self, py: Python<'_>, other: &Bound<'_, Play>) -> PyResult<()> {
        let game = other.get().held.take(py)?;
        self.held.put(py, game)
    }

    /// The same game once more, without bots.
    fn _copy(&self, py: Python<'_>) -> PyResult<Play> {
        let game = self.lock(py)?;
        Ok(Play::of(game.with(game.play.copy())))
    }

    fn _course(&self, py: Python<'_>) -> PyResult<Course> {
        let game = self.lock(py)?;
        let (id, config, steps) = (game.id.clone(), game.config.clone(), game.steps.clone());
        Ok((id, config, game.seed, steps, game.sampled, game.bots.clone()))
    }

    /// Goes on as if so many actions had been drawn.
    fn _set_sampled(&self, py: Python<'_>, sampled: u64) -> PyResult<()> {
        self.lock(py)?.sampled = sampled;
        Ok(())
    }

    #[getter]
    fn _config(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.config.clone())
    }

    /// The game's id.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lock(py)?.id.clone())
    }

    /// How many seats play.
    #[getter]
    fn seats(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.lock(py)?.play.seats())
    }

    /// Who is to choose; None at the end.
    #[getter]
    fn seat(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(self.lock(py)?.play.seat().map(Seat::index))
    }

    /// None before the end; then True, or False where the game was cut off at its bound.
    #[getter]
    fn over(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        Ok(self.lock(py)?.play.end().map(|end| matches!(end, End::Over(_))))
    }

    /// What the end is worth to each seat; zeros before it.
    #[getter]
    fn scores(&self, py: Python<'_>) -> PyResult<Vec<f32>> {
        let game = self.lock(py)?;
        Ok(Seat::first(game.play.seats()).map(|seat| game.play.worth(seat)).collect())
    }

    /// Starts a new game of the same rules. The bots sit down anew, and Ctrl-C stops their thinking.
    #[pyo3(signature = (seed=Seed(0)))]
    fn reset(&self, py: Python<'_>, seed: Seed) -> PyResult<()> {
        let mut game = self.lock(py)?;
        let has_bots = game.reset(seed.0).map_err(|faults| of_faults(py, &faults))?;
        drop(game);
        if has_bots { self.bots_act(py) } else { Ok(()) }
    }

    /// Puts a bot on a seat.
    fn _seat_bot(&self, py: Python<'_>, seat: Whole, bot: &str, seed: Seed) -> PyResult<()> {
        let mut game = self.lock(py)?;
        let seat = seat_of(py, seat, game.play.seats())?;
        let seated = game.play.seat_bot(seat, bot, seed.0);
        seated.map_err(|faults| of_faults(py, &faults))?;
        game.bots.insert(seat.index(), (bot.to_owned(), seed.0));
        Ok(())
    }

    /// What a seat sees, as floats from -1 to 1; written into an array where one is given.
    #[pyo3(signature = (seat, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Whole,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let width = self.lock(py)?.width;
        written(py, "observation", width, out, |floats| {
            let game = self.lock(py)?;
            game.play.observe(seat_of(py, seat, game.play.seats())?, floats);
            Ok(())
        })
    }

    /// Which actions a seat may choose; one that is not to choose may only pass. Written into an array where
    /// one is given.
    #[pyo3(signature = (seat, out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: Whole,
        out: Option<Bound<'py, PyArray1<bool>>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let letters = self.lock(py)?.letters;
        written(py, "mask", letters, out, |mask| {
            let game = self.lock(py)?;
            game.play.mask(seat_of(py, seat, game.play.seats())?, mask);
            Ok(())
        })
    }

    /// The actions that the seat to choose may choose.
    fn legal(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        let game = self.lock(py)?;
        let mut letters = Vec::with_capacity(16);
        game.play.letters(&mut |letter| letters.push(letter));
        Ok(letters)
    }

    /// Chooses an action, or raises `Refusal` and changes nothing. Bots answer at once; Ctrl-C stops their
    /// thinking, and then the game has to be reset.
    fn step(&self, py: Python<'_>, action: Action) -> PyResult<()> {
        let mut game = self.lock(py)?;
        let done = game.step(action.0);
        let has_bots = !game.bots.is_empty();
        drop(game);
        done.map_err(|sentence| wrong_action(py, &sentence))?;
        if has_bots { self.bots_act(py) } else { Ok(()) }
    }

    /// An action that is allowed, each equally likely; None at the end. What is drawn follows from the seed of
    /// the game, and no dice of the game do from it.
    fn sample(&self, py: Python<'_>) -> PyResult<Option<u16>> {
        let mut game = self.lock(py)?;
        let drawn = game.play.any_letter(&mut luck(game.seed, game.sampled));
        game.sampled += 1;
        Ok(drawn)
    }

    /// Every way in which the dice of a number can fall: probability and the game after it.
    fn _fates(&self, py: Python<'_>, action: Action) -> PyResult<Vec<(f64, Play)>> {
        drop(self.lock(py)?);
        let (mut fates, mut refused) = (Vec::new(), None);
        heeding(py, |leash: &Leash| {
            if let Some(game) = self.held.lock_off(|| leash.pulled()) {
                match game.fates(action.0) {
                    Ok(found) => fates = found,
                    Err(sentence) => refused = Some(sentence),
                }
            }
        })?;
        match refused {
            Some(sentence) => Err(wrong_action(py, &sentence)),
            None => Ok(fates.into_iter().map(|(chance, fate)| (chance, Play::of(fate))).collect()),
        }
    }

    #[pyo3(signature = (seat=None))]
    fn _view(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<String> {
        let game = self.lock(py)?;
        Ok(game.play.view(viewer(py, seat, game.play.seats())?).to_string())
    }

    /// The same as a drawing in letters.
    #[pyo3(signature = (seat=None))]
    fn draw(&self, py: Python<'_>, seat: Option<Whole>) -> PyResult<String> {
        let game = self.lock(py)?;
        Ok(game.play.drawing(viewer(py, seat, game.play.seats())?))
    }

    /// Games played on from here at random: what each was worth to each seat. Ctrl-C stops it.
    #[pyo3(signature = (n, seed, threads=None))]
    fn _playouts<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: Seed,
        threads: Option<Whole>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let play = self.lock(py)?.play.copy();
        playouts(py, play, n, seed.0, count(threads, "threads")?)
    }
}

impl Play {
    fn of(game: Game) -> Play {
        Play { held: Held::of(game) }
    }

    fn lock(&self, py: Python<'_>) -> PyResult<Guard<'_, Game>> {
        self.held.lock(py)
    }

    /// Lets the bots play until a seat without one is to choose. Ctrl-C stops their thinking.
    fn bots_act(&self, py: Python<'_>) -> PyResult<()> {
        heeding(py, |leash: &Leash| {
            if let Some(mut game) = self.held.lock_off(|| leash.pulled()) {
                game.play.bots_act(leash);
            }
        })
    }
}

impl Game {
    /// Another play that came the same way, without bots.
    fn with(&self, play: Box<dyn AnyPlay>) -> Game {
        Game {
            play,
            id: self.id.clone(),
            config: self.config.clone(),
            steps: self.steps.clone(),
            bots: BTreeMap::new(),
            ..*self
        }
    }

    /// Starts a new game; says whether bots sit in it.
    fn reset(&mut self, seed: u64) -> Result<bool, senet_kernel::Faults> {
        self.seed = seed;
        self.sampled = 0;
        self.steps.clear();
        self.play.reset(seed);
        for (seat, (bot, own)) in &self.bots {
            let seat = Seat::new(*seat).unwrap_or(Seat::FIRST);
            self.play.seat_bot(seat, bot, own.wrapping_add(seed))?;
        }
        Ok(!self.bots.is_empty())
    }

    /// Chooses an action, or says why not.
    #[inline]
    fn step(&mut self, letter: i64) -> Result<(), String> {
        let bot = self.play.seat().filter(|seat| self.bots.contains_key(&seat.index()));
        if let Some(seat) = bot.map(Seat::index) {
            return Err(format!("seat {seat} is a bot's, which has not acted: reset the game"));
        }
        self.play.step(letter).map_err(|misstep| misstep.to_string())?;
        self.steps.extend(u16::try_from(letter).map(|letter| (letter, None)));
        Ok(())
    }

    /// Every way in which the dice of a letter can fall, or why there are none.
    fn fates(&self, letter: i64) -> Result<Vec<(f64, Game)>, String> {
        let fates = self.play.fates(letter).map_err(|misstep| misstep.to_string())?;
        let after = |(way, (chance, play))| {
            let mut fate = self.with(play);
            fate.steps.extend(u16::try_from(letter).map(|letter| (letter, Some(way))));
            (chance, fate)
        };
        Ok(fates.into_iter().enumerate().map(after).collect())
    }
}

/// What `sample` draws an action from, the next after so many in the game of a seed.
fn luck(seed: u64, sampled: u64) -> Rng {
    Rng::new(seed ^ 0x5a3e_7c01_9d2b_f648 ^ sampled.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// An array of so many numbers, the caller's or a new one, once something was written into it.
fn written<'py, T: numpy::Element + Copy + Default>(
    py: Python<'py>,
    name: &str,
    size: usize,
    out: Option<Bound<'py, PyArray1<T>>>,
    write: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let Some(out) = out else {
        let mut fresh = vec![T::default(); size];
        write(&mut fresh)?;
        return Ok(fresh.into_pyarray(py));
    };
    let locked =
        |error| fault::value(format!("the array of the {name} cannot be written: {error}"));
    let mut array: PyReadwriteArray1<'_, T> = out.try_readwrite().map_err(locked)?;
    let scattered = |_| fault::value(format!("the array of the {name} does not lie in one piece"));
    let slice = array.as_slice_mut().map_err(scattered)?;
    if slice.len() != size {
        let found = slice.len();
        let sentence = format!("the array of the {name} holds {found} numbers; {size} are needed");
        return Err(fault::value(sentence));
    }
    write(slice)?;
    drop(array);
    Ok(out)
}

/// Plays games on from where a play stands, over the threads. The result does not depend on how many
/// there are.
pub(crate) fn playouts(
    py: Python<'_>,
    play: Box<dyn AnyPlay>,
    n: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'_, PyArray1<f32>>> {
    let threads = threads.unwrap_or_else(crate::cores).min(256);
    let stop = Arc::new(AtomicBool::new(false));
    let held = Arc::clone(&stop);
    let work = move || {
        let next = AtomicU64::new(0);
        let plays: Vec<_> = (0..threads).map(|_| play.copy()).collect();
        let some = |play: Box<dyn AnyPlay>| {
            let mut parts = Vec::new();
            while !held.load(Ordering::Relaxed) {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= n {
                    break;
                }
                let mut part = Vec::new();
                play.playouts(seed, first..(first + BATCH).min(n), &mut part);
                parts.push((first, part));
            }
            parts
        };
        let mut parts: Vec<(u64, Vec<f32>)> = std::thread::scope(|scope| {
            let some = &some;
            let threads: Vec<_> =
                plays.into_iter().map(|play| scope.spawn(move || some(play))).collect();
            let done = threads.into_iter().map(|thread| thread.join());
            done.flat_map(|part| part.expect("a random game does not panic")).collect()
        });
        parts.sort_by_key(|(first, _)| *first);
        parts.into_iter().flat_map(|(_, part)| part).collect::<Vec<f32>>()
    };
    let all = watched(py, work, || stop.store(true, Ordering::Relaxed))?;
    Ok(all.into_pyarray(py))
}

fn viewer(py: Python<'_>, seat: Option<Whole>, seats: usize) -> PyResult<Viewer> {
    seat.map_or(Ok(Viewer::Spectator), |seat| seat_of(py, seat, seats).map(Viewer::Seat))
}

/// A number that cannot be chosen.
pub(crate) fn wrong_action(py: Python<'_>, sentence: &str) -> PyErr {
    fault::plain(py, "wrong_action", sentence)
}

/// An array's numbers, where they lie one after the other.
pub(crate) fn flat<'a, T: numpy::Element>(
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
    name: &str,
) -> PyResult<&'a mut [T]> {
    let scattered = |_| fault::value(format!("the array of {name} does not lie in one piece"));
    array.as_slice_mut().map_err(scattered)
}
