//! The module's side of every question: the game, one table, one bot, and a desk.

use std::sync::Arc;

use senet_bots::Mind;
use senet_desk::{Analyst, AnyBot, AnyGame, Depth, Desk, Level, Shelf, built_in};
use senet_kernel::{Seat, Text, as_text};
use senet_table::{Refusal, Table};
use serde::Serialize;

use crate::call::{
    About, Analysing, Call, Change, Changed, JournalFault, Look, News, Opened, Placed, Reply,
};

/// A module from inside.
pub struct Border {
    /// None where the module is a desk alone.
    game: Option<Arc<dyn AnyGame>>,
    desk: Desk,
    table: Option<Box<dyn Table>>,
    bot: Option<Box<dyn AnyBot>>,
    analyst: Option<Box<dyn Analyst>>,
}

impl Border {
    /// The border of a game.
    pub fn of<G: Text + Mind>() -> Border {
        let game = built_in::<G>();
        let desk = Desk::new(Arc::clone(&game), fresh_seed);
        Border { game: Some(game), desk, table: None, bot: None, analyst: None }
    }

    /// The border of a game for the page, which asks by messages alone.
    pub fn of_page<G: Text + Mind>() -> Border {
        Border::of_desk(built_in::<G>())
    }

    /// The border of a desk that is no game.
    pub fn of_desk(shelf: impl Shelf + 'static) -> Border {
        Border {
            game: None,
            desk: Desk::new(shelf, fresh_seed),
            table: None,
            bot: None,
            analyst: None,
        }
    }

    /// Answers a message of the protocol, whatever it is.
    pub fn message(&mut self, message: &[u8]) -> Vec<u8> {
        written(&self.desk.message(&String::from_utf8_lossy(message)))
    }

    /// Answers a call of a host, whatever it is.
    pub fn call(&mut self, call: &[u8]) -> Vec<u8> {
        match serde_json::from_slice(call) {
            Ok(call) => self.answer(call),
            Err(error) => fault(format!("this is no call: {error}")),
        }
    }

    fn answer(&mut self, call: Call) -> Vec<u8> {
        let Some(game) = self.game.clone() else { return fault("this module is no game") };
        match call {
            Call::About => done(&About { page: game.page(), schemas: game.schemas().to_value() }),
            Call::CheckConfig(config) => done(&game.check_config(&config)),
            Call::Remarks(config) => done(&game.remarks(&config)),
            Call::Roles(config) => done(&game.roles(&config)),
            Call::DataFiles => done(&game.data_files()),
            Call::WithData { config, files } => done(&game.with_data(&config, &files)),
            Call::Unhurried(config) => done(&game.unhurried(&config)),
            Call::Open { opening, module } => {
                let opened = game.open_by(opening, module).map(|table| self.seat(table));
                done(&opened)
            }
            Call::Load { journal, seed, other_data } => {
                let loaded = game.load(&journal, seed.as_deref(), other_data);
                done(
                    &loaded
                        .map_err(JournalFault::from)
                        .map(|(table, notice)| Opened { notice, ..self.seat(table) }),
                )
            }
            Call::Resume { journal, seed, snapshot } => {
                let resumed = game.resume(&journal, seed.as_deref(), &snapshot);
                done(
                    &resumed
                        .map_err(JournalFault::from)
                        .map(|(table, fitted)| Opened { fitted, ..self.seat(table) }),
                )
            }
            Call::Verify { journal, seed } => {
                done(&game.verify(&journal, seed.as_deref()).map_err(JournalFault::from))
            }
            Call::Bot { name, seed } => {
                self.bot = game.bot(&name, seed);
                done(&self.bot.is_some())
            }
            Call::Think { view, seat } => match &mut self.bot {
                Some(bot) => done(&bot.think(&view, seat, &leash())),
                None => fault("no bot sits here"),
            },
            Call::Hint { view, seat, level } => match Level::named(&level) {
                Some(level) => done(&game.hint(&view, seat, level, &leash())),
                None => fault(format!("there is no level \"{level}\"")),
            },
            Call::Guess { view, viewer, seed } => done(&game.guess(view, viewer, seed)),
            Call::Question { view, seat } => done(&game.question(&view, seat)),
            Call::Understood(answer) => done(&game.understood(&answer)),
            Call::Analyst { journal, seed, level, lines } => match Level::named(&level) {
                Some(level) => {
                    let analyst = game.analyst(&journal, seed.as_deref(), Depth { level, lines });
                    done(&analyst.map_err(JournalFault::from).map(|analyst| self.engage(analyst)))
                }
                None => fault(format!("there is no level \"{level}\"")),
            },
            Call::Moment(entry) => match &mut self.analyst {
                Some(analyst) => done(&analyst.moment(entry, &leash())),
                None => fault("nobody looks back here"),
            },
            Call::Play { config, bots, seed, number } => {
                let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
                done(&game.play(&config, &bots, seed, number))
            }
            Call::Change { change, known } => match &mut self.table {
                Some(table) => changed(table.as_mut(), change, known),
                None => fault("no table is open here"),
            },
            Call::Look(look) => match &self.table {
                Some(table) => looked(table.as_ref(), look),
                None => fault("no table is open here"),
            },
        }
    }

    fn engage(&mut self, analyst: Box<dyn Analyst>) -> Analysing {
        let (entries, over) = (analyst.entries(), analyst.over());
        let analysing = Analysing { entries, over, blank: analyst.blank() };
        self.analyst = Some(analyst);
        analysing
    }

    fn seat(&mut self, table: Box<dyn Table>) -> Opened {
        let seats = table.seats();
        let opened = Opened {
            seats,
            roles: Seat::first(seats).map(|seat| table.role(seat)).collect(),
            forms: table.forms(),
            notice: None,
            fitted: false,
            news: news(table.as_ref(), 0, false),
        };
        self.table = Some(table);
        opened
    }
}

fn changed(table: &mut dyn Table, change: Change, known: usize) -> Vec<u8> {
    let answer = match change {
        Change::Submit { actor, request, command, script } => {
            table.submit(actor, request.as_deref(), &command, script)
        }
        Change::SubmitText { actor, request, command } => {
            table.submit_text(actor, request.as_deref(), &command)
        }
        Change::Clock => table.clock(),
        Change::Idle(seat) => table.idle(seat),
        Change::Leave(seat) => table.leave(seat),
        Change::TakeBack { actor, request } => table.take_back(actor, request.as_deref()),
        Change::TakeBackAfter { seat, step, request } => {
            table.take_back_after(seat, step, request.as_deref())
        }
        Change::TakeBackTo(entry) => table.take_back_to(entry),
        Change::TakeLine(line) => {
            let answer = table.take_line(&line).map_err(JournalFault::from);
            return done(&Changed { answer, news: news(table, known, false) });
        }
        Change::Remember { seat, memo } => {
            let answer: Result<(), Refusal> = table.remember(seat, memo);
            return done(&Changed { answer, news: news(table, known, false) });
        }
        Change::SeatBots(bots) => {
            table.seat_bots(bots);
            return done(&Changed { answer: (), news: news(table, known, false) });
        }
        Change::Veil(secret) => {
            table.veil(&secret);
            return done(&Changed { answer: (), news: news(table, 0, true) });
        }
    };
    done(&Changed { answer, news: news(table, known, false) })
}

fn looked(table: &dyn Table, look: Look) -> Vec<u8> {
    match look {
        Look::Step(viewer) => done(&table.step(viewer)),
        Look::EntryAt(viewer, step) => done(&table.entry_at(viewer, step)),
        Look::StepAt(viewer, entry) => done(&table.step_at(viewer, entry)),
        Look::LastLine(viewer) => done(&table.last_line(viewer)),
        Look::ActedSince(entry) => done(&table.acted_since(entry)),
        Look::Check(actor, command) => done(&table.check(actor, &command)),
        Look::CanTakeBack(actor) => done(&table.can_take_back(actor)),
        Look::View(viewer) => done(&table.view(viewer)),
        Look::State => done(&table.state()),
        Look::Legal(seat) => done(&table.legal(seat)),
        Look::Update(viewer, since) => done(&table.update(viewer, since)),
        Look::Log(viewer) => done(&table.log(viewer)),
        Look::History(viewer, since, until) => done(&table.history(viewer, since, until)),
        Look::ViewAt(viewer, step) => done(&table.view_at(viewer, step)),
        Look::UpdateAt(viewer, step) => done(&table.update_at(viewer, step)),
        Look::Snapshot => done(&table.snapshot()),
        Look::Branch { entry, luck, seed } => {
            let branch = table.branch(entry, luck, seed);
            done(&branch.map(|table| (table.journal().text(), table.seed().map(str::to_owned))))
        }
        Look::Drawing(viewer) => done(&table.drawing(viewer)),
        Look::DrawingAt(viewer, step) => done(&table.drawing_at(viewer, step)),
        Look::Prompt(viewer) => done(&table.prompt(viewer)),
        Look::Ending(viewer) => done(&table.ending(viewer)),
        Look::Say(viewer, command) => done(&table.say(viewer, &command)),
        Look::Outlook(viewer, command) => done(&table.outlook(viewer, &command)),
        Look::Read(seat, text) => done(&table.read(seat, &text)),
        Look::Plans(seat) => done(&table.plans(seat)),
    }
}

/// What is new at a table for a host that has so many lines.
fn news(table: &dyn Table, known: usize, anew: bool) -> News {
    let lines = table.journal().lines().get(known..).unwrap_or_default();
    let memos = Seat::first(table.seats()).map(|seat| table.memo(seat).clone());
    News {
        lines: lines.iter().map(|line| line.as_ref().to_owned()).collect(),
        anew,
        placed: Placed {
            entry: table.entry(),
            to_act: table.to_act(),
            awaited: table.awaited(),
            outcome: table.outcome(),
            countdown: table.countdown(),
            secrets: table.secrets(),
            seed: table.seed().map(str::to_owned),
            memos: memos.collect(),
        },
    }
}

fn done(answer: &impl Serialize) -> Vec<u8> {
    written(&Reply::Done(answer))
}

fn fault(sentence: impl Into<String>) -> Vec<u8> {
    written(&Reply::<()>::Fault(sentence.into()))
}

fn written(answer: &impl Serialize) -> Vec<u8> {
    as_text(answer).into_bytes()
}

#[cfg(target_arch = "wasm32")]
use crate::wasm::{fresh_seed, of_host as leash};

/// A module that is no module has no host to give it luck: its fresh seeds are all the same.
#[cfg(not(target_arch = "wasm32"))]
fn fresh_seed() -> String {
    String::new()
}

#[cfg(not(target_arch = "wasm32"))]
fn leash() -> senet_desk::Leash {
    senet_desk::Leash::default()
}
