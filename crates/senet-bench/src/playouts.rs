//! Random games of anything, through the trait.

use senet_kernel::{Actor, Dice, Events, Game, Key, Outcome, Rng, Seat, TickKind};

/// What was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// How many commands, those of the clock included.
    pub moves: u64,
    /// How many of them were the clock's.
    pub ticks: u64,
    /// How many games the first seat won. It keeps the games from being optimised away, and shows
    /// that two ways to play them played the same.
    pub won_by_first: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, moves: u64, ticks: u64, winner: Option<Seat>) {
        self.games += 1;
        self.moves += moves;
        self.ticks += ticks;
        self.won_by_first += u64::from(winner == Some(Seat::FIRST));
    }
}

/// Plays random games of a configuration. Every seat that is to act takes one of its legal commands;
/// then the clock ticks, where the game has one.
///
/// # Panics
/// Where the game refuses its configuration or a command that it listed.
pub fn playouts<G: Game>(config: &G::Config, seed: u64, games: u32) -> Tally {
    rounds::<G>(config, 1, seed, games)
}

/// Random games in which each seat gives up to so many commands before the clock's beat.
///
/// # Panics
/// Where the game refuses its configuration or a command that it listed.
pub fn rounds<G: Game>(config: &G::Config, orders: usize, seed: u64, games: u32) -> Tally {
    let mut player = Player::new(seed);
    let mut tally = Tally::default();
    for _ in 0..games {
        let mut game = G::new(config, &mut player.dice).expect("presets are good");
        let (mut moves, mut ticks) = (0, 0);
        loop {
            let asked = player.seats(&mut game, orders);
            let ticked = player.clock(&mut game, asked == 0);
            if asked + ticked == 0 {
                break;
            }
            moves += asked + ticked;
            ticks += ticked;
        }
        tally.add(moves, ticks, winner(game.outcome()));
    }
    tally
}

/// One who plays at random, and all that it needs for that.
struct Player<G: Game> {
    rng: Rng,
    dice: Dice,
    events: Events<G>,
    legal: Vec<G::Command>,
}

impl<G: Game> Player<G> {
    fn new(seed: u64) -> Self {
        let dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
        Player { rng: Rng::new(seed), dice, events: Events::off(), legal: Vec::new() }
    }

    /// Whoever is to act does so; the answer is how many commands that were.
    fn seats(&mut self, game: &mut G, orders: usize) -> u64 {
        let mut moves = 0;
        for _ in 0..orders {
            for seat in game.to_act().iter() {
                self.legal.clear();
                game.legal(seat, &mut self.legal);
                if let Some(command) = self.rng.choose(&self.legal) {
                    let done = game.apply(seat.into(), command, &mut self.dice, &mut self.events);
                    done.expect("what is listed is legal");
                    moves += 1;
                }
            }
        }
        moves
    }

    /// The clock's beat; a limit of time only where nobody does anything any more.
    fn clock(&mut self, game: &mut G, idle: bool) -> u64 {
        let Some(tick) = game.tick().filter(|tick| idle || tick.kind == TickKind::Beat) else {
            return 0;
        };
        let done = game.apply(Actor::Clock, &tick.command, &mut self.dice, &mut self.events);
        done.expect("the game asks for the tick itself");
        1
    }
}

fn winner(outcome: Option<Outcome>) -> Option<Seat> {
    outcome.filter(|end| end.won_by(Seat::FIRST)).map(|_| Seat::FIRST)
}
