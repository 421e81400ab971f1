//! Sets battles up from drawn boards and plays them by typed commands and fixed dice.
//!
//! On a drawn board `#` is terrain, `a`–`e` are the units of the first side and `v`–`z` those of the
//! second; capitals are Down. Units that are not drawn are destroyed. What is left out to the right
//! and below is free ground.

use senet_crossfire::{Action, Command, Config, Crossfire, Event, Rejection, UnitId};
use senet_kernel::{Actor, Dice, Events, Game, Reject, Seat, Text, Viewer};
use serde_json::{Value, json};

pub const P1: Seat = Seat::FIRST;
pub const P2: Seat = Seat::SECOND;

/// A battle on the table.
#[derive(Clone)]
pub struct Desk {
    pub game: Crossfire,
    pub events: Vec<Event>,
}

/// A configuration with these factions and nothing optional.
pub fn factions(first: &str, second: &str) -> Value {
    json!({ "factions": [first, second], "mission": "crossfire_clash" })
}

pub fn config(json: &Value) -> Config {
    serde_json::from_value(json.clone()).unwrap()
}

/// A battle that was just set up, its terrain drawn by a seed.
pub fn fresh(config_json: &Value, seed: u64) -> Crossfire {
    let mut dice = Dice::seeded(&senet_kernel::Key::of_number(seed));
    Crossfire::new(&config(config_json), &mut dice).unwrap()
}

impl Desk {
    /// Verdant Eye against Verdant Eye on a drawn board; the first side acts, one unit.
    pub fn new(board: &str) -> Desk {
        Desk::with(factions("verdant_eye", "verdant_eye"), board)
    }

    pub fn with(config_json: Value, board: &str) -> Desk {
        let state = serde_json::to_value(fresh(&config_json, 1)).unwrap();
        Desk::of(drawn(state, board))
    }

    pub fn in_phase(config_json: Value, board: &str, phase: Value) -> Desk {
        let state = serde_json::to_value(fresh(&config_json, 1)).unwrap();
        let mut state = drawn(state, board);
        state["phase"] = phase;
        Desk::of(state)
    }

    pub fn of(state: Value) -> Desk {
        let game: Crossfire = serde_json::from_value(state).unwrap();
        game.inspect().unwrap();
        Desk { game, events: Vec::new() }
    }

    /// The same with a part of the state changed.
    pub fn set(self, path: &str, value: Value) -> Desk {
        let mut state = serde_json::to_value(&self.game).unwrap();
        *state.pointer_mut(path).unwrap() = value;
        Desk::of(state)
    }

    /// Units that have acted, each with one activation.
    pub fn acted(self, units: &str) -> Desk {
        let bits = units.chars().fold(0u16, |bits, unit| bits | 1 << place(unit).unwrap().0);
        let mut state = serde_json::to_value(&self.game).unwrap();
        state["acted"] = json!(bits);
        state["phase"]["Activation"]["used"] =
            json!([(bits & 0xff).count_ones(), (bits >> 8).count_ones()]);
        Desk::of(state)
    }

    /// The seat that is to act.
    pub fn seat(&self) -> Seat {
        self.game.to_act().iter().next().unwrap_or(P1)
    }

    pub fn read(&self, seat: Seat, text: &str) -> Command {
        let view = self.game.view(Viewer::Seat(seat));
        let reading = Crossfire::read(&view, seat, text, &Value::Null).unwrap();
        reading.commands[0]
    }

    pub fn submit(
        &mut self,
        actor: impl Into<Actor>,
        command: &Command,
        dice: &[u32],
    ) -> Result<(), Rejection> {
        let mut dice = Dice::values(dice.iter().copied());
        let mut events = Events::on();
        let mut after = self.game.clone();
        after.apply(actor.into(), command, &mut dice, &mut events)?;
        assert_eq!(dice.fault(), None, "the dice of {command:?}");
        after.inspect().unwrap();
        self.game = after;
        self.events = events.take();
        Ok(())
    }

    /// Carries out what the seat to act types, with these dice.
    #[track_caller]
    pub fn run(&mut self, text: &str, dice: &[u32]) -> &mut Desk {
        let seat = self.seat();
        let command = self.read(seat, text);
        if let Err(why) = self.submit(seat, &command, dice) {
            panic!("{text}: {why}");
        }
        self
    }

    /// What the seat to act types is refused with this code, and leaves no trace.
    #[track_caller]
    pub fn refuses(&self, text: &str, code: &str) -> &Desk {
        self.refuses_from(self.seat(), text, code)
    }

    #[track_caller]
    pub fn refuses_from(&self, seat: Seat, text: &str, code: &str) -> &Desk {
        self.refuses_command(seat, &self.read(seat, text), code)
    }

    #[track_caller]
    pub fn refuses_command(&self, actor: impl Into<Actor>, command: &Command, code: &str) -> &Desk {
        let mut trial = self.clone();
        match trial.submit(actor, command, &[]) {
            Ok(()) => panic!("{command:?} is accepted; expected {code}"),
            Err(why) => {
                assert_eq!(code_of(&why), code, "{command:?}: {why}");
                assert!(!why.to_string().is_empty() && !why.rule().is_empty());
            }
        }
        assert_eq!(trial.game, self.game);
        self
    }

    /// Why what the seat to act types is refused, in words.
    #[track_caller]
    pub fn why(&self, text: &str) -> String {
        let seat = self.seat();
        self.game.check(seat.into(), &self.read(seat, text)).unwrap_err().to_string()
    }

    /// Whether what the seat to act types is allowed.
    pub fn allows(&self, text: &str) -> bool {
        let seat = self.seat();
        self.game.check(seat.into(), &self.read(seat, text)).is_ok()
    }

    /// The board as it is now, drawn like the boards that go in, without terrain; a dot for free.
    pub fn board(&self) -> String {
        let mut rows = vec![vec!['.'; 15]; 9];
        for unit in self.game.units() {
            let letter = letter(unit.unit, unit.down);
            rows[usize::from(unit.square.row()) - 1][usize::from(unit.square.column()) - 1] =
                letter;
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        rows.join("\n")
    }

    /// The letters of the units on the board, capitals Down: the first side's, then the second's.
    pub fn units(&self) -> String {
        self.game.units().map(|unit| letter(unit.unit, unit.down)).collect()
    }

    /// Whether an event of this kind was told.
    pub fn told(&self, kind: &str) -> bool {
        self.events.iter().any(|event| serde_json::to_value(event).unwrap()["type"] == kind)
    }
}

pub fn code_of(why: &Rejection) -> String {
    serde_json::to_value(why).unwrap()["code"].as_str().unwrap().to_owned()
}

fn letter(unit: UnitId, down: bool) -> char {
    let first = if unit.side == 1 { b'a' } else { b'v' };
    let letter = char::from(first + unit.number - 1);
    if down { letter.to_ascii_uppercase() } else { letter }
}

/// The place of a unit in the state, and whether the letter is a capital.
fn place(letter: char) -> Option<(usize, bool)> {
    let index = match letter.to_ascii_lowercase() {
        unit @ 'a'..='e' => unit as usize - 'a' as usize,
        unit @ 'v'..='z' => unit as usize - 'v' as usize + 8,
        _ => return None,
    };
    Some((index, letter.is_ascii_uppercase()))
}

/// A state with this board, in the first round, the first side to act.
fn drawn(mut state: Value, board: &str) -> Value {
    let mut squares = vec![Value::Null; 16];
    let (mut down, mut there) = (0u16, 0u16);
    let mut terrain = Vec::new();
    let rows = board.lines().map(str::trim).filter(|row| !row.is_empty());
    for (row, line) in rows.enumerate() {
        for (column, mark) in line.chars().enumerate() {
            let square = json!([column + 1, row + 1]);
            if let Some((index, is_down)) = place(mark) {
                squares[index] = square;
                there |= 1 << index;
                down |= u16::from(is_down) << index;
            } else if mark == '#' {
                terrain.push(square);
            } else {
                assert_eq!(mark, '.', "a mark of a board");
            }
        }
    }
    if there >> 8 == 0 {
        // A board about one side alone has an enemy in the far corner.
        squares[8] = json!([15, 9]);
        there |= 1 << 8;
    }
    let roster = |side: usize| state["scenario"]["factions"][side]["roster"].as_u64().unwrap();
    let all = ((1u16 << roster(0)) - 1) | ((1u16 << roster(1)) - 1) << 8;
    assert_eq!(there & !all, 0, "only units of the rosters are drawn");
    let flags = json!({ "blocks_sight": true, "gives_cover": true, "impassable": true });
    state["scenario"]["pieces"] = json!([{ "name": "drawn", "squares": terrain, "flags": flags }]);
    state["squares"] = json!(squares);
    state["down"] = json!(down);
    state["destroyed"] = json!(all & !there);
    state["round"] = json!(1);
    state["phase"] = json!({ "Activation": {
        "first": 0, "turn": 0, "slots": 1, "used": [0, 0], "aided": null, "declared": null
    }});
    state
}

/// Every command that could be meant at all: all units, squares and targets.
pub fn every_act(unit: UnitId) -> Vec<Command> {
    let mut actions = vec![Action::Hold {}];
    let places = (1..=15).flat_map(|column| (1..=9).map(move |row| (column, row).into()));
    let stays = std::iter::once(None).chain(places.map(Some));
    for to in stays {
        actions.push(Action::End { to });
        actions.extend(to.map(|to| Action::Move { to }));
        for (side, number) in (1..=2).flat_map(|side| (1..=5).map(move |number| (side, number))) {
            let target = UnitId { side, number };
            actions.push(Action::Shoot { to, target });
            actions.push(Action::Melee { to, target });
            actions.push(Action::FirstAid { to, target });
        }
    }
    actions.into_iter().map(|action| Command::Act { unit, action }).collect()
}
