//! Games of a module among bots and programs: at a table, since programs play out here.

use senet_desk::{AnyBot, AnyGame, Ended, Played, Turns, Who};
use senet_kernel::{Actor, Faults, Seat, Viewer};
use senet_table::{Luck, OpenError, Opening, Start, Table};
use serde_json::Value;

use crate::bot::Outside;
use crate::game::{Guest, wrong_count};

/// Where a game that does not end is cut.
const BOUND: u32 = 100_000;

pub(crate) fn play(
    game: &Guest,
    config: &Value,
    who: Vec<Who<'_>>,
    seed: u64,
    number: u64,
) -> Result<Played, Faults> {
    let opening = Opening {
        start: Start::Config(config.clone()),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: format!("{seed}/{number}") },
        seed: None,
        script: Vec::new(),
        branch: None,
    };
    let table = game.open(opening).map_err(|error| match error {
        OpenError::Faults(faults) => faults,
        other => crate::Trouble::Failed(other.to_string()).into(),
    })?;
    if who.len() != table.seats() {
        return Err(wrong_count(who.len(), table.seats()));
    }
    let mut bots: Vec<Box<dyn AnyBot + '_>> = Vec::with_capacity(who.len());
    for (place, who) in (0..).zip(who) {
        bots.push(match who {
            Who::Bot(name) => game
                .bot(name, seed ^ number.rotate_left(32) ^ place)
                .ok_or_else(|| senet_desk::unknown_bot(name))?,
            Who::Program(program) => Box::new(Outside::new(game.clone(), program)),
        });
    }
    Ok(Match { table, bots, commands: 0, choices: 0, options: 0 }.run())
}

struct Match<'a> {
    table: Box<dyn Table>,
    bots: Vec<Box<dyn AnyBot + 'a>>,
    commands: u32,
    choices: u32,
    options: u64,
}

impl Match<'_> {
    fn run(mut self) -> Played {
        let mut turns = Turns::default();
        let mut declined = 0;
        while self.table.outcome().is_none() && self.commands < BOUND {
            let beat = self.table.countdown().and_then(|countdown| countdown.beat());
            let moved = match turns.next(self.table.to_act(), beat) {
                Some(seat) => {
                    let wanted = self.ask(seat);
                    turns.answered(seat, wanted);
                    wanted
                }
                None => self.done(|table| table.clock().is_ok()),
            };
            declined = if moved { 0 } else { declined + 1 };
            // Where nobody wants anything only a time limit moves the game on.
            if declined > self.bots.len() {
                if !self.done(|table| table.clock().is_ok()) {
                    break;
                }
                declined = 0;
            }
        }
        Played {
            ended: if self.table.outcome().is_some() {
                Ended::Rules
            } else if self.commands >= BOUND {
                Ended::Bound
            } else {
                Ended::Stuck
            },
            outcome: self.table.outcome(),
            print: None,
            seats: self.bots.len(),
            commands: self.commands,
            choices: self.choices,
            options: self.options,
        }
    }

    /// Asks a bot and carries out what it wants; says whether anything was done.
    fn ask(&mut self, seat: Seat) -> bool {
        self.choices += 1;
        self.options += self.table.legal(seat).commands.len() as u64;
        let view = self.table.view(Viewer::Seat(seat));
        let wanted = self.bots[seat.index()].choose(&view, seat).unwrap_or_default();
        let mut moved = false;
        for command in wanted {
            let actor = Actor::Seat(seat);
            moved |= self.done(|table| table.submit(actor, None, &command, Vec::new()).is_ok());
        }
        moved || self.done(|table| table.idle(seat).is_ok())
    }

    fn done(&mut self, act: impl FnOnce(&mut dyn Table) -> bool) -> bool {
        let done = act(self.table.as_mut());
        self.commands += u32::from(done);
        done
    }
}
