//! `senet menu`: a menu of games.

use anyhow::Result;

use crate::args::{Patience, Play};
use crate::input::{Heard, Input};
use crate::paint::Paint;
use crate::say;
use senet_kernel::Ink;

pub fn run() -> Result<()> {
    crate::modules::add_all();
    let games: Vec<_> = senet_catalog::games().iter().map(|game| game.line()).collect();
    let paint = Paint::of_stdout();
    say!("{}", paint.ink(Ink::Strong, "senet, a home for tabletop games\n"));
    for (i, game) in games.iter().enumerate() {
        let number = paint.ink(Ink::Primary, &format!("{:>2}", i + 1));
        say!("{number}  {:<24} {}", game.name, paint.ink(Ink::Soft, &game.line));
    }
    let mut input = Input::new();
    loop {
        let names = games.iter().map(|game| game.id.clone()).collect();
        let Heard::Line(line) =
            input.ask("\nWhich game? (number or name, q to leave) ", names, None)
        else {
            return Ok(());
        };
        let wanted = line.trim().to_lowercase();
        if wanted == "q" {
            return Ok(());
        }
        let by_number = wanted.parse().ok().and_then(|n: usize| games.get(n.wrapping_sub(1)));
        let by_name = || games.iter().find(|game| game.id == wanted);
        match by_number.or_else(by_name) {
            Some(game) => return crate::play::run_with(&Play::of(&game.id), input),
            None => say!("There is no game \"{wanted}\"; type a number from 1 to {}.", games.len()),
        }
    }
}

impl Play {
    /// The game as it comes, between people at this terminal.
    fn of(game: &str) -> Play {
        Play {
            game: Some(game.to_owned()),
            settings: crate::args::Settings::default(),
            seed: None,
            seats: Vec::new(),
            names: Vec::new(),
            patience: Patience::default(),
            load: None,
            other_data: false,
            tick: false,
            save: None,
            model_url: None,
            model: None,
        }
    }
}
