//! One search for all games, over guesses made from a seat's view alone.
//!
//! 1. The commands that are worth a thought ([`Candidates`]) are judged by the evaluation right after
//!    them, on a few guesses; the best go on.
//! 2. *Sequential halving*: every command that is left is played on to the end of the game, all on the
//!    same guesses and with the same dice, so that they differ by nothing but themselves. The half that
//!    does worse drops out, and those that are left get as many lines as all had before. The last two meet
//!    on the same lines to the end.
//!
//! Lines are played by a fast [`Policy`]. The luck of a line comes from the search's seed and the line's
//! number, and sums are whole numbers: the same seed and budget give the same answer, whatever the number
//! of threads. A [`Leash`] ends the search at any time; it answers with the best so far.

mod leash;
mod line;
mod policy;

pub use leash::Leash;
pub use line::{Opening, Player, share, value};
pub use policy::{Guesser, Policy, Trials};
pub(crate) use policy::{beat, copied, may_wait, try_out};

use senet_kernel::{Game, Rng, Seat, Viewer, arrange};

use crate::{Evaluate, Outlook};

/// The chance of a certain win.
pub const CERTAIN: u32 = 1_000_000;

/// On how many guesses a command is judged before it may have lines.
const GUESSES: u64 = 6;

/// A game whose commands can be sifted.
pub trait Candidates: Evaluate {
    /// How many commands are played on at most.
    const WIDTH: usize = 8;

    /// Adds what the seat may be well advised to do. The provided way is all that is legal.
    fn candidates(outlook: &Outlook<Self>, out: &mut Vec<Self::Command>) {
        outlook.legal(out);
    }
}

/// How much a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How many lines are played, over all commands.
    pub lines: u32,
    /// How many threads play them; the answer does not depend on it.
    pub threads: usize,
}

impl Budget {
    /// So many lines, on one thread.
    pub const fn lines(lines: u32) -> Budget {
        Budget { lines, threads: 1 }
    }
}

/// What a search found: the commands that it tried, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking<C> {
    /// The commands.
    pub choices: Vec<Ranked<C>>,
}

/// One command and how it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked<C> {
    /// The command; none is to wait.
    pub command: Option<C>,
    /// How many lines were played from it.
    pub lines: u32,
    /// The sum of their values to the seat, each 0 to [`CERTAIN`].
    pub sum: u64,
    /// What the evaluation made of it before any line: the sum over a few guesses.
    pub prior: i64,
    /// The chance to win, 0 to [`CERTAIN`], so that it can be compared with the others'; none without a line.
    pub chance: Option<u32>,
    /// How it did beside what somebody did, on the lines of the last round that both had.
    pub duel: Duel,
    /// How far it was behind the last of those that went on when it dropped out.
    behind: Option<u32>,
}

impl<C> Ranked<C> {
    fn fresh(command: Option<C>) -> Ranked<C> {
        let duel = Duel::default();
        Ranked { command, lines: 0, sum: 0, prior: 0, chance: None, duel, behind: None }
    }

    /// The mean of its lines; none without one.
    fn mean(&self) -> Option<u32> {
        self.sum.checked_div(self.lines.into()).map(|mean| mean as u32)
    }

    /// In what order commands stand: by the mean, and where that is the same by the evaluation, the best first.
    fn place(&self) -> [i64; 2] {
        [-i64::from(self.mean().unwrap_or(0)), self.prior.saturating_neg()]
    }
}

/// Two commands on the same lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// How many lines.
    pub lines: u32,
    /// What the one brought more than the other, summed up.
    pub gain: i64,
    /// The squares of that, summed up.
    pub squares: u64,
}

impl Duel {
    /// Fewer lines than these say nothing.
    pub(crate) const ENOUGH: u32 = 8;

    /// Whether the one is better by more than two standard errors, and not by luck.
    pub fn is_won(&self) -> bool {
        let (lines, gain, squares) =
            (i128::from(self.lines), i128::from(self.gain), i128::from(self.squares));
        // The mean squared, against four times the variance of the mean; both times lines² (lines − 1).
        let luck = 4 * (lines * squares - gain * gain);
        self.lines >= Duel::ENOUGH && gain > 0 && gain * gain * (lines - 1) > luck
    }

    /// Notes what both came to on a line.
    pub(crate) fn note(&mut self, one: u32, other: u32) {
        let gain = i64::from(one) - i64::from(other);
        self.lines += 1;
        self.gain += gain;
        self.squares += gain.unsigned_abs().pow(2);
    }

    fn add(&mut self, other: &Duel) {
        self.lines += other.lines;
        self.gain += other.gain;
        self.squares += other.squares;
    }
}

/// A search with its buffers, kept from decision to decision.
#[derive(Debug)]
pub struct Search<G: Game> {
    budget: Budget,
    players: Vec<Player<G>>,
    commands: Vec<G::Command>,
}

impl<G: Policy + Candidates> Search<G> {
    /// A search with this budget.
    pub fn new(budget: Budget) -> Search<G> {
        let players = (0..budget.threads.max(1)).map(|_| Player::default()).collect();
        Search { budget, players, commands: Vec::new() }
    }

    /// Ranks what the seat may do now; empty where that is nothing.
    pub fn rank(&mut self, outlook: &Outlook<G>, seed: u64, leash: &Leash) -> Ranking<G::Command> {
        self.rank_with(outlook, None, seed, leash)
    }

    /// The same, with one command that is played on to the last round whatever it looks like: what somebody
    /// did. So it meets the best on the same lines.
    pub fn rank_with(
        &mut self,
        outlook: &Outlook<G>,
        beside: Option<&G::Command>,
        seed: u64,
        leash: &Leash,
    ) -> Ranking<G::Command> {
        let guesses = Guesses::of(outlook);
        let mut alive = self.sifted(outlook, &guesses, beside, seed);
        leash.begin(self.budget.lines);
        let done =
            |ranked: &Ranked<G::Command>| beside.is_some() && ranked.command.as_ref() == beside;
        let mut out = Vec::with_capacity(alive.len());
        // A lone command needs no lines, unless somebody wants to know its chance.
        let rounds = match alive.len() {
            0 => 0,
            1 => u32::from(beside.is_some()),
            many => usize::BITS - (many - 1).leading_zeros(),
        };
        let mut from = 0;
        for round in 0..rounds {
            let each = (self.budget.lines / (rounds * alive.len() as u32)).max(1);
            let versus = alive.iter().position(done);
            self.play(&guesses, &mut alive, versus, seed, from..from + u64::from(each), leash);
            from += u64::from(each);
            arrange(&mut alive, Ranked::place);
            if leash.pulled() {
                break;
            }
            let left = if round + 1 == rounds { 1 } else { alive.len().div_ceil(2) };
            if let Some(place) = alive.iter().position(done).filter(|_| left > 1) {
                alive[left.min(place + 1) - 1..=place].rotate_right(1);
            }
            // Those that drop out stand behind those that go on, the later ones first.
            let mut dropped = alive.split_off(left.min(alive.len()));
            let last = alive.iter().rfind(|ranked| !done(ranked)).or(alive.first());
            let mean = last.and_then(Ranked::mean).unwrap_or(0);
            for dropped in &mut dropped {
                dropped.behind = dropped.mean().map(|own| mean.saturating_sub(own));
            }
            out.splice(0..0, dropped);
        }
        out.splice(0..0, alive);
        compare(&mut out, done);
        Ranking { choices: out }
    }

    /// The commands that get lines, the best by evaluation first.
    fn sifted(
        &mut self,
        outlook: &Outlook<G>,
        guesses: &Guesses<'_, G>,
        beside: Option<&G::Command>,
        seed: u64,
    ) -> Vec<Ranked<G::Command>> {
        self.commands.clear();
        G::candidates(outlook, &mut self.commands);
        if let Some(beside) = beside.filter(|beside| !self.commands.contains(beside)) {
            self.commands.push(beside.clone());
        }
        let Some(player) = self.players.first_mut() else { return Vec::new() };
        if self.commands.is_empty() {
            return Vec::new();
        }
        let mut ranked: Vec<_> =
            self.commands.drain(..).map(|command| Ranked::fresh(Some(command))).collect();
        let seat = outlook.seat();
        let mut favourite = None;
        for number in 0..GUESSES {
            let luck = mixed(seed, !number);
            let guess = guesses.draw(luck);
            if number == 0 && may_wait(&guess, seat) {
                ranked.push(Ranked::fresh(None));
            }
            if number == 0 && ranked.len() > G::WIDTH {
                favourite = player.reply(&guess, seat, luck);
            }
            if ranked.len() == 1 {
                return ranked;
            }
            for ranked in &mut ranked {
                ranked.prior += player.judge(&guess, seat, ranked.command.as_ref(), luck);
            }
        }
        arrange(&mut ranked, |ranked| [ranked.prior.saturating_neg(), 0]);
        let rest = ranked.split_off(G::WIDTH.max(1).min(ranked.len()));
        // What the policy itself would do gets lines whatever the evaluation makes of it: no search plays
        // worse than its policy for want of a candidate.
        let wanted =
            |command: &G::Command| Some(command) == beside || Some(command) == favourite.as_ref();
        ranked
            .extend(rest.into_iter().filter(|ranked| ranked.command.as_ref().is_some_and(wanted)));
        ranked
    }

    /// Plays the lines of these numbers from every command, and notes how each does beside the one at `versus`.
    fn play(
        &mut self,
        guesses: &Guesses<'_, G>,
        alive: &mut [Ranked<G::Command>],
        versus: Option<usize>,
        seed: u64,
        numbers: std::ops::Range<u64>,
        leash: &Leash,
    ) {
        let seat = guesses.seat;
        let threads = self.players.len() as u64;
        let share = |player: &mut Player<G>, first: u64, tally: &mut [(u64, Duel)]| {
            let mut worths = vec![0; alive.len()];
            for number in numbers.clone().skip(first as usize).step_by(threads as usize) {
                if leash.pulled() {
                    return;
                }
                let luck = mixed(seed, number);
                let guess = guesses.draw(luck);
                for (ranked, worth) in alive.iter().zip(&mut worths) {
                    let opening = Opening::By(seat, ranked.command.as_ref());
                    // A guess that refuses counts as lost: it is never better than another.
                    *worth = player.line(&guess, opening, seat, luck).unwrap_or(0);
                }
                let other = versus.map(|versus| worths[versus]);
                for ((sum, duel), worth) in tally.iter_mut().zip(&worths) {
                    *sum += u64::from(*worth);
                    duel.note(*worth, other.unwrap_or(*worth));
                }
                leash.played(alive.len() as u32);
            }
        };
        let count = alive.len();
        let mut tallies = vec![vec![(0_u64, Duel::default()); count]; self.players.len()];
        match (&mut self.players[..], &mut tallies[..]) {
            ([player], [tally]) => share(player, 0, tally),
            (players, tallies) => std::thread::scope(|scope| {
                for (first, (player, tally)) in players.iter_mut().zip(tallies).enumerate() {
                    let share = &share;
                    scope.spawn(move || share(player, first as u64, tally));
                }
            }),
        }
        for ranked in &mut *alive {
            ranked.duel = Duel::default();
        }
        for tally in &tallies {
            for (ranked, (sum, duel)) in alive.iter_mut().zip(tally) {
                ranked.sum += sum;
                ranked.lines += duel.lines;
                ranked.duel.add(duel);
            }
        }
    }
}

/// Gives chances that can be compared, and the order of them.
///
/// What dropped out has fewer lines than the others, and a few lucky ones say little. It counts as much as the
/// least of those that went on came to, less what it was behind them on the lines that they shared. So none is
/// told to be better than the best.
fn compare<C>(choices: &mut [Ranked<C>], done: impl Fn(&Ranked<C>) -> bool) {
    let most = choices.first().map_or(0, |best| best.lines);
    let (mut least, mut round, mut reference) = (CERTAIN, most, CERTAIN);
    for choice in &mut *choices {
        if choice.lines != round {
            (round, reference) = (choice.lines, least);
        }
        choice.chance = match choice.behind {
            Some(behind) if choice.lines < most => Some(reference.saturating_sub(behind)),
            _ => choice.mean(),
        };
        if let Some(chance) = choice.chance.filter(|_| !done(choice)) {
            least = least.min(chance);
        }
    }
    // What somebody did went on to the end, however it did.
    arrange(choices, |choice| [-i64::from(choice.chance.unwrap_or(0)), 0]);
}

/// What guesses are made of: the view alone, which threads can share, and what others have played.
struct Guesses<'a, G: Game> {
    view: &'a G::View,
    seat: Seat,
    believed: Option<Guesser<G>>,
}

impl<'a, G: Policy> Guesses<'a, G> {
    fn of(outlook: &'a Outlook<'_, G>) -> Guesses<'a, G> {
        let (view, seat) = (outlook.view(), outlook.seat());
        Guesses { view, seat, believed: G::believed(view, seat) }
    }

    /// A whole game as it may be; the same luck gives the same.
    fn draw(&self, luck: u64) -> G {
        let rng = &mut Rng::new(luck);
        match &self.believed {
            Some(believed) => believed(rng),
            None => G::guess(self.view, Viewer::Seat(self.seat), rng),
        }
    }
}

/// A number made of two, in which every bit rests on all of theirs (the finish of SplitMix64).
pub(crate) const fn mixed(seed: u64, number: u64) -> u64 {
    let mut bits = seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
