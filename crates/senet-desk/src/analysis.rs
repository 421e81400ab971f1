//! Looking back at a game: the chance after every entry, what decisions cost, and luck and skill apart.
//!
//! *Chances* are those of a seat, found by playing on from the position many times with the house's own
//! policy in every seat: once with everything open, and once as whoever moved could know it. The lines of all
//! positions draw the same luck for the same entry, so that chances change by what was done and not by their
//! lines. Where a position is solved its chances are exact.
//!
//! *Luck and skill*, as backgammon programs part them. A command first changes the chance by what it is:
//! its worth before its dice are drawn, less the chance before it. That is the play of whoever gave it. Its
//! dice then change the chance again: that is luck. The chance before, all play and all luck add up to the
//! result, to the last part, because each step begins where the one before ended.
//!
//! *Cost* is another matter: what the best command found promised more than the one that was given, by
//! what the seat could know, where both were played on and the difference is more than the luck of their lines.

use senet_bots::search::{CERTAIN, Opening, Player, share};
use senet_bots::{Leash, Level, Mind, Outlook, exactly};
use senet_kernel::{Actor, Rng, Seat, Text, Viewer, as_json};
pub use senet_table::protocol::{Better, LookBack};
use senet_table::{Deed, Table, TableOf};
use serde::{Deserialize, Serialize};

/// How hard an analysis looks.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// The level that judges decisions.
    pub level: Level,
    /// How many lines a chance rests on.
    pub lines: u32,
}

impl Depth {
    /// What a level is given: a chance rests on a part of the lines of a decision.
    pub const fn of(level: Level) -> Depth {
        let lines = match level {
            // Who plays anything judges nobody: it is the quick look, chances and no decisions.
            Level::Random | Level::Easy => 16,
            Level::Normal => 48,
            Level::Hard => 160,
            Level::Expert => 480,
        };
        Depth { level, lines }
    }
}

/// A game, looked back at. All chances are in millionths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Analysis {
    /// Which game.
    pub game: String,
    /// The level that judged.
    pub level: String,
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// What the seats are called in the game.
    pub roles: Vec<String>,
    /// Whether the seats win and lose together; then one seat stands for all.
    pub together: bool,
    /// The chance of every seat before the first entry.
    pub start: Vec<u32>,
    /// Every entry.
    pub moments: Vec<LookBack>,
    /// Luck and play, for every seat; none where the game is not over.
    pub accounts: Vec<Account>,
    /// How much of the game was looked at: all, unless it was stopped.
    pub complete: bool,
}

/// Where a result came from. The parts add up: start, luck, all play and the rest make the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Whose chances these are.
    pub seat: Seat,
    /// The chance at the start.
    pub start: i64,
    /// What dice and cards brought.
    pub luck: i64,
    /// What each seat's commands brought to this seat.
    pub play: Vec<i64>,
    /// What the clock and the host brought.
    pub rest: i64,
    /// The share of the win that it came to.
    pub result: i64,
}

/// Looks back at one game, entry by entry and in any order.
pub trait Analyst: Send {
    /// The last entry that there is to look at.
    fn entries(&self) -> u64;
    /// Whether the game is over.
    fn over(&self) -> bool;
    /// All but the moments and what follows from them.
    fn blank(&self) -> Analysis;
    /// One entry; none where there is no such entry. Asked in order it works out nothing twice.
    fn moment(&mut self, entry: u64, leash: &Leash) -> Option<LookBack>;
}

/// Looks back at a whole game. It ends early, with what it has, when the leash is pulled.
pub(crate) fn whole(
    analyst: &mut dyn Analyst,
    leash: &Leash,
    each: &mut dyn FnMut(u64, u64),
) -> Analysis {
    let mut analysis = analyst.blank();
    let last = analyst.entries();
    for entry in 1..=last {
        if leash.pulled() {
            return analysis;
        }
        let Some(moment) = analyst.moment(entry, leash) else { break };
        // What was cut short rests on too little to be told beside the rest.
        if leash.pulled() {
            return analysis;
        }
        if entry == 1 {
            analysis.start.clone_from(&moment.before);
        }
        analysis.moments.push(moment);
        each(entry, last);
    }
    analysis.complete = true;
    if analyst.over() {
        let seats = analysis.players.len();
        analysis.accounts =
            Seat::first(seats).map(|seat| account(&analysis, seat, seats)).collect();
    }
    analysis
}

/// Looks back at a table.
pub(crate) struct AnalystOf<G: Text + Mind> {
    table: TableOf<G>,
    player: Player<G>,
    depth: Depth,
    /// What is known of the position after the entry that was looked at last.
    last: Option<(u64, Known<G::Command>)>,
}

/// What is known of a position, with everything open.
#[derive(Clone)]
struct Known<C> {
    /// The chance of every seat.
    chances: Vec<u32>,
    /// Where that is known exactly.
    solved: Option<Solved<C>>,
}

/// Whose move it is, and what commands are worth to that seat.
#[derive(Clone)]
struct Solved<C> {
    seat: Seat,
    chances: Vec<(C, u32)>,
}

impl<C: PartialEq> Known<C> {
    /// The chance of every seat once the command is given, where that is known exactly.
    fn after(&self, actor: Actor, command: &C) -> Option<Vec<u32>> {
        let solved = self.solved.as_ref().filter(|solved| actor == Actor::Seat(solved.seat))?;
        let (_, chance) = solved.chances.iter().find(|(one, _)| one == command)?;
        Some(of_two(solved.seat, *chance))
    }
}

/// What one of two seats wins the other loses.
fn of_two(seat: Seat, chance: u32) -> Vec<u32> {
    let mut chances = vec![CERTAIN - chance; 2];
    chances[seat.index()] = chance;
    chances
}

impl<G: Text + Mind> AnalystOf<G> {
    pub(crate) fn new(table: TableOf<G>, depth: Depth) -> AnalystOf<G> {
        AnalystOf { table, player: Player::default(), depth, last: None }
    }
}

impl<G: Text + Mind> Analyst for AnalystOf<G> {
    fn entries(&self) -> u64 {
        self.table.entry()
    }

    fn over(&self) -> bool {
        self.table.outcome().is_some()
    }

    fn blank(&self) -> Analysis {
        let seats = || Seat::first(self.table.seats());
        Analysis {
            game: G::ID.to_owned(),
            level: self.depth.level.name().to_owned(),
            players: seats().map(|seat| self.table.name(seat).to_owned()).collect(),
            roles: seats().map(|seat| self.table.role(seat)).collect(),
            together: G::TOGETHER,
            start: Vec::new(),
            moments: Vec::new(),
            accounts: Vec::new(),
            complete: false,
        }
    }

    fn moment(&mut self, entry: u64, leash: &Leash) -> Option<LookBack> {
        let before = self.table.game_at(entry.checked_sub(1)?)?;
        let after = self.table.game_at(entry)?;
        let deed = self.table.deed(entry)?;
        let seats = self.table.seats();
        let names = Seat::first(seats).map(|seat| self.table.name(seat)).collect();
        let mut work = Work { player: &mut self.player, depth: self.depth, leash, seats, names };
        let known = self.last.take().filter(|(last, _)| last + 1 == entry);
        let known = match known {
            Some((_, known)) => known,
            None => work.known(&before, entry - 1),
        };
        let (moment, next) = work.moment(entry, &before, known, deed, &after);
        self.last = Some((entry, next));
        Some(moment)
    }
}

struct Work<'a, G: Mind> {
    player: &'a mut Player<G>,
    depth: Depth,
    leash: &'a Leash,
    seats: usize,
    names: Vec<&'a str>,
}

/// How many commands of the best line are told.
const LINE: usize = 5;

impl<G: Text + Mind> Work<'_, G> {
    /// One entry, and what is known of the position after it.
    fn moment(
        &mut self,
        entry: u64,
        before: &G,
        known: Known<G::Command>,
        deed: Deed<'_, G::Command>,
        after: &G,
    ) -> (LookBack, Known<G::Command>) {
        let next = self.known(after, entry);
        // Without luck a command is worth what it led to.
        let expected = match known.after(deed.actor, deed.command) {
            _ if !deed.drew => next.chances.clone(),
            Some(exact) => exact,
            None => self.chances(before, Opening::Entry(deed.actor, deed.command), entry - 1),
        };
        let viewer = deed.actor.seat().map_or(Viewer::Spectator, Viewer::Seat);
        let (judged, better) = match deed.actor {
            Actor::Seat(seat) => self.judged(before, &known, seat, deed.command),
            Actor::Clock | Actor::Host => (None, None),
        };
        let moment = LookBack {
            entry,
            actor: deed.actor,
            text: G::say(&before.view(viewer), deed.command),
            drew: deed.drew,
            before: known.chances,
            open: next.chances.clone(),
            expected,
            known: judged,
            better,
        };
        (moment, next)
    }

    /// What is known of a position: exactly where it is over or solved, and else by lines.
    fn known(&mut self, game: &G, entry: u64) -> Known<G::Command> {
        if let Some(outcome) = game.outcome() {
            let chances = Seat::first(self.seats).map(|seat| share(&outcome, seat)).collect();
            return Known { chances, solved: None };
        }
        let solved = self.solved(game);
        let most = |solved: &Solved<G::Command>| {
            let most = solved.chances.iter().map(|(_, chance)| *chance).max()?;
            Some(of_two(solved.seat, most))
        };
        match solved.as_ref().and_then(most) {
            Some(chances) => Known { chances, solved },
            None => {
                let chances = self.chances(game, Opening::AsItStands, entry);
                Known { chances, solved: None }
            }
        }
    }

    /// What the one whose move it is can reach, where two play a game that is known whole. A quick look does
    /// not ask, because the answer may take a while.
    fn solved(&self, game: &G) -> Option<Solved<G::Command>> {
        let to_act = game.to_act();
        let alone = self.seats == 2 && to_act.len() == 1 && self.depth.level >= Level::Normal;
        let seat = to_act.iter().next().filter(|_| alone)?;
        let outlook = Outlook::of_game(game, seat);
        let chances = G::solved(&outlook, self.depth.level, self.leash)?;
        Some(Solved { seat, chances })
    }

    /// The chance of every seat, over lines from a position; fewer where the leash is pulled, but one at least.
    fn chances(&mut self, from: &G, opening: Opening<'_, G::Command>, entry: u64) -> Vec<u32> {
        let lines = u64::from(self.depth.lines.max(1));
        let mut chance = |seat| {
            let mut sum = 0;
            let mut played = 0;
            while played == 0 || played < lines && !self.leash.pulled() {
                let line = self.player.line_at(entry, from, opening, seat, played);
                sum += u64::from(line.unwrap_or(0));
                played += 1;
            }
            (sum / played) as u32
        };
        match self.seats {
            _ if G::TOGETHER => vec![chance(Seat::FIRST); self.seats],
            2 => of_two(Seat::FIRST, chance(Seat::FIRST)),
            seats => Seat::first(seats).map(chance).collect(),
        }
    }

    /// What a seat could know of its command, and of the best one that was found.
    fn judged(
        &mut self,
        before: &G,
        position: &Known<G::Command>,
        seat: Seat,
        command: &G::Command,
    ) -> (Option<u32>, Option<Better>) {
        if self.depth.level == Level::Random {
            return (None, None);
        }
        // The outlook is made from the view alone: hindsight judges nobody.
        let view = before.view(Viewer::Seat(seat));
        let outlook = Outlook::<G>::of_view(view, seat, &mut Rng::new(0));
        let mut legal = Vec::new();
        outlook.legal(&mut legal);
        if legal.len() < 2 {
            return (None, None);
        }
        let advice = match &position.solved {
            Some(solved) => exactly(solved.chances.clone(), Some(command)),
            None => G::advise(&outlook, self.depth.level, Some(command), self.leash),
        };
        let done = advice.iter().find(|one| one.commands.contains(command));
        let (Some(best), Some(done)) = (advice.first(), done.and_then(|done| done.chance)) else {
            return (None, None);
        };
        let text = match best.commands.first() {
            Some(best) => G::say(outlook.view(), best),
            None => "wait".to_owned(),
        };
        let commands = best.commands.iter().map(as_json).collect();
        let chance = best.chance.unwrap_or(done).max(done);
        // What lies within the luck of the lines costs nothing: nobody is told a mistake that was none.
        let cost = if best.better { chance - done } else { 0 };
        let line = if cost > 0 { self.line(&outlook, &best.commands) } else { Vec::new() };
        (Some(done), Some(Better { cost, text, commands, chance, line }))
    }

    /// What would come after these commands, as the house would play on in a game as the seat may think it is.
    fn line(&mut self, outlook: &Outlook<G>, commands: &[G::Command]) -> Vec<String> {
        let guess = outlook.guess(&mut Rng::new(0));
        let course = self.player.course(&guess, outlook.seat(), commands, LINE);
        let after = course.iter().skip(commands.len().max(1));
        let told = after.map(|(game, actor, command)| {
            let said = G::say(&game.view(Viewer::Seat(outlook.seat())), command);
            match actor.seat() {
                Some(seat) => format!("{}: {said}", self.names[seat.index()]),
                None => said,
            }
        });
        told.collect()
    }
}

fn account(analysis: &Analysis, seat: Seat, seats: usize) -> Account {
    let of = |chances: &[u32]| i64::from(chances.get(seat.index()).copied().unwrap_or(0));
    let start = of(&analysis.start);
    let mut account =
        Account { seat, start, luck: 0, play: vec![0; seats], rest: 0, result: start };
    for moment in &analysis.moments {
        let (before, expected, open) = (of(&moment.before), of(&moment.expected), of(&moment.open));
        account.luck += open - expected;
        match moment.actor.seat() {
            Some(actor) => account.play[actor.index()] += expected - before,
            None => account.rest += expected - before,
        }
        account.result = open;
    }
    account
}
