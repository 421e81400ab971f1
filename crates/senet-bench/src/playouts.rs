//! Random games of anything, through the trait.

use senet_kernel::{Actor, Dice, Events, Game, Key, Outcome, Rng, Seat};

/// What was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// How many commands, those of the clock included.
    pub moves: u64,
    /// How many games the first seat won. It keeps the games from being optimised away, and shows
    /// that two ways to play them played the same.
    pub won_by_first: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, moves: u64, winner: Option<Seat>) {
        self.games += 1;
        self.moves += moves;
        self.won_by_first += u64::from(winner == Some(Seat::FIRST));
    }
}

/// Plays random games of a configuration. Every seat that is to act takes one of its legal commands;
/// then the clock ticks, where the game has one.
///
/// # Panics
/// Where the game refuses its configuration or a command that it listed.
pub fn playouts<G: Game>(config: &G::Config, seed: u64, games: u32) -> Tally {
    let mut rng = Rng::new(seed);
    let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
    let mut events = Events::off();
    let mut legal = Vec::new();
    let mut tally = Tally::default();
    for number in 0..games {
        dice.begin(number.into());
        let mut game = G::new(config, &mut dice).expect("presets are good");
        let mut moves = 0;
        loop {
            let before = moves;
            for seat in game.to_act().iter() {
                legal.clear();
                game.legal(seat, &mut legal);
                if let Some(command) = rng.choose(&legal) {
                    let done = game.apply(Actor::Seat(seat), command, &mut dice, &mut events);
                    done.expect("what is listed is legal");
                    moves += 1;
                }
            }
            if let Some(tick) = game.tick() {
                let done = game.apply(Actor::Clock, &tick.command, &mut dice, &mut events);
                done.expect("the game asks for the tick itself");
                moves += 1;
            }
            if moves == before {
                break;
            }
        }
        tally.add(moves, winner(game.outcome()));
    }
    tally
}

fn winner(outcome: Option<Outcome>) -> Option<Seat> {
    outcome.filter(|end| end.won_by(Seat::FIRST)).map(|_| Seat::FIRST)
}
