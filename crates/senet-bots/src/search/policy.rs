//! How the seats of a line play: fast, and well enough that a good start leads to a good end.

use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat, TickKind};

use crate::{Evaluate, WIN, worth};

/// Draws whole games as they may be.
pub type Guesser<G> = Box<dyn Fn(&mut Rng) -> G + Send + Sync>;

/// A game whose lines can be played.
pub trait Policy: Evaluate {
    /// How many commands a line has before it is cut and judged by the evaluation; none plays every
    /// line to its end. It is cut where what comes after is noise or takes too long.
    const HORIZON: Option<u32> = None;

    /// The evaluation at which a cut line counts as won three times of four.
    const SURE: i32 = WIN / 4;

    /// The part of the game that a state belongs to: a line is cut and judged where the next one begins.
    /// The provided way is a game in one part.
    fn chapter(&self) -> usize {
        0
    }

    /// Whether the seats win and lose together.
    const TOGETHER: bool = false;

    /// What the seat does next in a line; none where it wants nothing now. The provided way tries
    /// every legal command once on the state at hand and takes what looks best right after it.
    fn reply(&self, seat: Seat, trials: &mut Trials<Self>) -> Option<Self::Command> {
        trials.greedy(self, seat)
    }

    /// What draws guesses as likely as the others would have played so, if things lay like that. None where
    /// what they have played says nothing, and every guess that the view allows is as good: the provided way.
    fn believed(view: &Self::View, seat: Seat) -> Option<Guesser<Self>> {
        let _ = (view, seat);
        None
    }

    /// What the rest of a line is worth to the seat where it is planned with its luck laid open and not
    /// played command by command, 0 to [`CERTAIN`](super::CERTAIN). The provided way plays it.
    fn planned(&self, seat: Seat, dice: &mut Dice) -> Option<u32> {
        let _ = (seat, dice);
        None
    }
}

/// What a policy works with: buffers that stay warm, and luck that is not the line's own, so that
/// nobody in a line foresees a roll.
#[derive(Debug)]
pub struct Trials<G: Game> {
    /// Decides between equals.
    pub rng: Rng,
    /// The seat's legal commands.
    pub commands: Vec<G::Command>,
    trial: Option<G>,
    dice: Dice,
    events: Events<G>,
}

impl<G: Game> Default for Trials<G> {
    fn default() -> Trials<G> {
        Trials {
            rng: Rng::new(0),
            commands: Vec::new(),
            trial: None,
            dice: Dice::seeded(&Key::of_number(0)).unrecorded(),
            events: Events::off(),
        }
    }
}

impl<G: Evaluate> Trials<G> {
    /// Turns to the luck of a line.
    pub(crate) fn reseed(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.dice.reseed(&Key::of_number(seed));
    }

    /// What a command leads to, judged right after it, or doing nothing.
    pub fn worth_after(&mut self, game: &G, seat: Seat, command: Option<&G::Command>) -> i64 {
        let trial = copied(&mut self.trial, game);
        try_out(trial, seat, command, &mut self.dice, &mut self.events)
    }

    /// The legal command that looks best right after it; none where doing nothing looks as good and
    /// is allowed.
    pub fn greedy(&mut self, game: &G, seat: Seat) -> Option<G::Command> {
        let (command, worth) = self.best(game, seat, |_| true)?;
        let waits = may_wait(game, seat) && self.worth_after(game, seat, None) >= worth;
        (!waits).then_some(command)
    }

    /// The command that looks best right after it among those that are wanted, and its worth.
    pub fn best(
        &mut self,
        game: &G,
        seat: Seat,
        wanted: impl Fn(&G::Command) -> bool,
    ) -> Option<(G::Command, i64)> {
        self.commands.clear();
        game.legal(seat, &mut self.commands);
        let mut commands = std::mem::take(&mut self.commands);
        commands.retain(wanted);
        let mut found: Option<(usize, i64)> = None;
        let mut equals = 0;
        for (place, command) in commands.iter().enumerate() {
            let worth = self.worth_after(game, seat, Some(command));
            match found {
                Some((_, best)) if worth < best => continue,
                Some((_, best)) if worth == best => equals += 1,
                _ => equals = 1,
            }
            if self.rng.below(equals) == 0 {
                found = Some((place, worth));
            }
        }
        let chosen = found.map(|(place, worth)| (commands.swap_remove(place), worth));
        self.commands = commands;
        chosen
    }
}

/// Whether doing nothing is a choice: orders wait for a beat, or others can act and nothing is owed.
pub(crate) fn may_wait<G: Game>(game: &G, seat: Seat) -> bool {
    let (acting, awaited) = (game.to_act(), game.awaited());
    let owes_nothing = || match acting == awaited {
        // Where the game tells whom it waits for, there is no need to ask what an absent seat would do.
        false => !awaited.contains(seat),
        true => game.idle(seat).is_none(),
    };
    beat(game).is_some() || acting.len() > 1 && owes_nothing()
}

/// The state in a place that keeps its memory.
pub(crate) fn copied<'a, G: Clone>(place: &'a mut Option<G>, game: &G) -> &'a mut G {
    match place {
        Some(kept) => {
            kept.clone_from(game);
            kept
        }
        empty => empty.insert(game.clone()),
    }
}

/// What a command is worth that a guess refuses: it is never better than another.
pub(crate) const REFUSED: i64 = i32::MIN as i64;

/// Carries a command out, and the tick that follows it where the game has a beat, and says what
/// came of it. The dice are turned back before it, so that every command meets the same luck.
pub(crate) fn try_out<G: Evaluate>(
    trial: &mut G,
    seat: Seat,
    command: Option<&G::Command>,
    dice: &mut Dice,
    events: &mut Events<G>,
) -> i64 {
    if let Some(command) = command {
        dice.begin(0);
        if trial.apply(Actor::Seat(seat), command, dice, events).is_err() {
            return REFUSED;
        }
    }
    if let Some(command) = beat(trial) {
        dice.begin(1);
        if trial.apply(Actor::Clock, &command, dice, events).is_err() {
            return REFUSED;
        }
    }
    worth(trial, seat).into()
}

/// The clock's command that orders wait for, where the game plays to a beat.
pub(crate) fn beat<G: Game>(game: &G) -> Option<G::Command> {
    game.tick().filter(|tick| tick.kind == TickKind::Beat).map(|tick| tick.command)
}
