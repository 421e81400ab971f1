//! Works on the opening table of connect four:
//! `cargo run --release -p senet-bots --example connect_four_book -- SECONDS [FILE]`.
//!
//! Positions are solved from the start outwards, those first that a perfect player meets: at its own
//! turns it plays what is best, at the other's anything may come. What the file holds already is kept;
//! after the time given, all that is known is written.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a command owns time and files"
)]

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use senet_bots::Leash;
use senet_bots::exact::book::{self, DEEPEST};
use senet_bots::exact::connect_four::{Board, Solver, Worth};

fn main() {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().and_then(|text| text.parse().ok()).unwrap_or(600);
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/data/connect-four.book");
    let path = args.next().unwrap_or_else(|| own.to_owned());
    let until = Instant::now() + Duration::from_secs(seconds);
    let leash = Leash::until(move || Instant::now() >= until);
    let mut work = Work { known: BTreeMap::new(), solver: Solver::new((1 << 26) + 15), leash };
    for entry in std::fs::read(&path).unwrap_or_default().as_chunks::<8>().0 {
        let entry = u64::from_le_bytes(*entry);
        work.known.insert(entry >> 2, entry & 3);
    }
    println!("{} positions known", work.known.len());
    work.all();
    let bytes: Vec<u8> =
        work.known.iter().flat_map(|(key, worth)| (key << 2 | worth).to_le_bytes()).collect();
    match std::fs::write(&path, bytes) {
        Ok(()) => println!("{} positions written to {path}", work.known.len()),
        Err(error) => eprintln!("{path} cannot be written: {error}"),
    }
}

struct Work {
    known: BTreeMap<u64, u64>,
    solver: Solver,
    leash: Leash,
}

impl Work {
    /// Goes along what either seat meets when it plays perfectly.
    fn all(&mut self) -> Option<()> {
        let mut seen = std::collections::BTreeSet::new();
        let mut queue = VecDeque::from([(Board::EMPTY, true), (Board::EMPTY, false)]);
        while let Some((board, ours)) = queue.pop_front() {
            if board.discs() >= DEEPEST
                || board.wins_now()
                || !seen.insert((board.canonical(), ours))
            {
                continue;
            }
            let after: Vec<Board> = (0..7).filter_map(|column| board.after(column)).collect();
            if !ours {
                queue.extend(after.into_iter().map(|next| (next, true)));
                continue;
            }
            let mut best = Vec::new();
            for next in after {
                best.push((self.worth(next)?, next));
            }
            let lowest = best.iter().map(|(worth, _)| *worth as u8).min()?;
            let kept = best.into_iter().filter(|(worth, _)| *worth as u8 == lowest);
            queue.extend(kept.map(|(_, next)| (next, false)));
        }
        println!("all that a perfect player meets is known");
        Some(())
    }

    fn worth(&mut self, board: Board) -> Option<Worth> {
        let key = board.canonical();
        if let Some(worth) = self.known.get(&key) {
            return Some([Worth::Lost, Worth::Drawn, Worth::Won][*worth as usize]);
        }
        let started = Instant::now();
        let worth = self.solver.worth(board, u64::MAX, &self.leash)?;
        self.known.insert(key, book::entry(board, worth) & 3);
        let (discs, count) = (board.discs(), self.known.len());
        println!("{count}: {discs} discs, {worth:?}, {:.1} s", started.elapsed().as_secs_f64());
        Some(worth)
    }
}
