//! Counts of command sequences.

use senet_kernel::{Actor, Dice, Events, Game, Key};

/// How many sequences of commands there are, by their length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// `sequences[n]` is the number of sequences of `n` commands.
    pub sequences: Vec<u64>,
    /// `ended[n]` is the number of those whose last command ended the game.
    pub ended: Vec<u64>,
}

impl Perft {
    /// The number of whole games, of any length up to the depth.
    pub fn games(&self) -> u64 {
        self.ended.iter().sum()
    }
}

/// Counts the sequences of what seats have in their lists and the clock owes, up to `depth`
/// commands, with the dice of a key.
///
/// ```
/// use senet_kernel::Key;
/// use senet_reference::tic_tac_toe::{Config, TicTacToe};
///
/// let counts = senet_testkit::perft::<TicTacToe>(&Config::default(), &Key::of_number(0), 5);
/// assert_eq!(counts.sequences, [1, 9, 72, 504, 3024, 15120]);
/// assert_eq!(counts.games(), 1440);
/// ```
///
/// # Panics
/// Where the game refuses the configuration, or a command of its own lists.
pub fn perft<G: Game>(config: &G::Config, key: &Key, depth: usize) -> Perft {
    let mut dice = Dice::seeded(key).unrecorded();
    let game = G::new(config, &mut dice).unwrap_or_else(|faults| panic!("{faults}"));
    let mut counts = Perft { sequences: vec![0; depth + 1], ended: vec![0; depth + 1] };
    count(&game, 0, &mut dice, &mut counts);
    counts
}

fn count<G: Game>(game: &G, length: usize, dice: &mut Dice, counts: &mut Perft) {
    counts.sequences[length] += 1;
    counts.ended[length] += u64::from(game.outcome().is_some());
    if length + 1 == counts.sequences.len() {
        return;
    }
    let mut list = Vec::new();
    let mut follow = |actor: Actor, command: &G::Command| {
        let mut after = game.clone();
        dice.begin(length as u64 + 1);
        if let Err(why) = after.apply(actor, command, dice, &mut Events::off()) {
            panic!("{command:?} by {actor} is refused: {why}");
        }
        count(&after, length + 1, dice, counts);
    };
    for seat in game.to_act().iter() {
        list.clear();
        game.legal(seat, &mut list);
        list.iter().for_each(|command| follow(Actor::Seat(seat), command));
    }
    if let Some(tick) = game.tick() {
        follow(Actor::Clock, &tick.command);
    }
}
