//! Other libraries' random games in the same run: they take turns with ours, on the same core.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use crate::Runner;

/// How often each plays; the medians are told.
const TURNS: usize = 5;

/// A game of ours and what others call it.
pub struct Rivals {
    /// What we call it.
    pub name: &'static str,
    /// Random games of ours.
    pub ours: Runner<'static>,
    /// How many games of ours make a turn.
    pub games: u32,
    /// Libraries and their names for it.
    pub theirs: Vec<(&'static str, &'static str)>,
}

/// Plays all by turns and prints games and commands a second, and how many times theirs our games are: what
/// counts as a command differs, such as the deal of a hand.
///
/// # Panics
/// Where the interpreter cannot be started or falls silent.
pub fn beside(python: &str, all: Vec<Rivals>) {
    let mut peers = Peers::start(python);
    println!(
        "Random games on one core; games and commands a second, medians of {TURNS} turns taken by turns"
    );
    println!("{:<16} {:<12} {:>15} {:>15} {:>12}", "", "", "games/s", "commands/s", "ours is");
    for Rivals { name, mut ours, games, theirs } in all {
        let mut own = Vec::new();
        let mut others = vec![Vec::new(); theirs.len()];
        for turn in 0..TURNS {
            let began = Instant::now();
            let commands = ours(turn as u64, games);
            let seconds = began.elapsed().as_secs_f64();
            own.push(Speed::of(games.into(), commands as f64, seconds));
            for ((library, game), speeds) in theirs.iter().zip(&mut others) {
                speeds.extend(peers.turn(library, game));
            }
        }
        let own = median(own);
        println!("{name:<16} {:<12} {:>15.0} {:>15.0}", "senet", own.games, own.commands);
        for ((library, _), speeds) in theirs.iter().zip(others) {
            if speeds.is_empty() {
                println!("{:<16} {library:<12} {:>15}", "", "left out");
            } else {
                let Speed { games, commands } = median(speeds);
                let ratio = own.games / games;
                println!("{:<16} {library:<12} {games:>15.0} {commands:>15.0} {ratio:>10.1} x", "");
            }
        }
    }
}

/// What was played in a second.
#[derive(Clone, Copy)]
struct Speed {
    games: f64,
    commands: f64,
}

impl Speed {
    fn of(games: f64, commands: f64, seconds: f64) -> Speed {
        Speed { games: games / seconds, commands: commands / seconds }
    }
}

fn median(mut speeds: Vec<Speed>) -> Speed {
    speeds.sort_by(|one, other| one.games.total_cmp(&other.games));
    speeds[speeds.len() / 2]
}

/// The interpreter that drives the others.
struct Peers {
    child: Child,
    asks: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Peers {
    fn start(python: &str) -> Peers {
        let mut command = Command::new(python);
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/peers/playouts.py"));
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.spawn().expect("the interpreter starts");
        let asks = child.stdin.take().expect("asked for");
        let answers = BufReader::new(child.stdout.take().expect("asked for")).lines();
        Peers { child, asks, answers }
    }

    /// The speed of one turn, or nothing where the library is not there.
    fn turn(&mut self, library: &str, game: &str) -> Option<Speed> {
        writeln!(self.asks, "{library} {game}").expect("the interpreter listens");
        let answer = self.answers.next().expect("the interpreter answers").expect("it is text");
        let mut numbers = answer.split(' ').map(str::parse::<f64>);
        match (numbers.next()?, numbers.next()?, numbers.next()?) {
            (Ok(games), Ok(commands), Ok(seconds)) => Some(Speed::of(games, commands, seconds)),
            _ => None,
        }
    }
}

impl Drop for Peers {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
