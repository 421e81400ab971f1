//! What players say, what they are told back, and what becomes of it: whole talks as text, rewritten only
//! on request.
//!
//! A question of `tests/golden/talks.txt` is a state and what is said there, one after the other with
//! ` | ` between; `...` ends the round, `look` tells what the screen shows, `asks a model …` what a model is
//! asked about words, and `a model says …` is its answer. The states are those of `orders`, and these: `wide` has seven
//! pieces a side that move in all eight directions, `small` three on seven squares by seven, `near` is one
//! round before the last, and `over` is after it. Whatever is ordered is carried out, and two more rounds
//! are played.

use senet_flag_war::orders::Memo;
use senet_flag_war::position::Position;
use senet_flag_war::{Command, FlagWar, Setup, Team};
use senet_kernel::{Game, Text};
use senet_testkit::golden_answers;
use serde_json::{Value, json};

use crate::board::{give, seed, small, tick};
use crate::orders::State::{S0, S1, S2, S3};
use crate::orders::game;

#[test]
fn what_is_said_is_read_told_back_and_carried_out() {
    // NL-1, NL-6, NL-9, NL-17
    golden_answers("tests/golden/talks.txt", |question| {
        let (state, said) = question.split_once(": ").unwrap();
        let mut talk = Talk::begin(state);
        for text in said.split(" | ") {
            match text.split_once(" model ") {
                Some(("asks a", words)) => talk.ask(words),
                Some(("a", answer)) => talk.hear(answer.strip_prefix("says ").unwrap()),
                _ if text == "..." => talk.end_round(),
                _ if text == "look" => talk.look(),
                _ => talk.say(text),
            }
        }
        talk.end_round();
        talk.end_round();
        talk.told
    });
}

struct Talk {
    game: FlagWar,
    team: Team,
    memo: Value,
    ordered: bool,
    told: Vec<String>,
}

impl Talk {
    fn begin(state: &str) -> Talk {
        let (game, team) = match state {
            "start" => (game(S0), Team::Blue),
            "red" => (game(S0), Team::Red),
            "carry" => (game(S1), Team::Blue),
            "robbed" => (game(S1), Team::Red),
            "thief" => (game(S2), Team::Blue),
            "jail" => (game(S3), Team::Blue),
            "wide" => (wide(), Team::Blue),
            "wide red" => (wide(), Team::Red),
            "small" => (of_round(&json!({}), 7), Team::Red),
            "near" => (of_round(&json!({ "round_limit": 8 }), 7), Team::Blue),
            "over" => (over(), Team::Blue),
            other => panic!("no state {other}"),
        };
        let memo = serde_json::to_value(Memo::default()).unwrap();
        Talk { game, team, memo, ordered: false, told: Vec::new() }
    }

    fn say(&mut self, text: &str) {
        let view = self.game.view(self.team.seat().into());
        match FlagWar::read(&view, self.team.seat(), text, &self.memo) {
            Err(unread) => {
                let facts = Value::Object(unread.facts.clone());
                self.told.push(format!("- {}: {} {facts}", unread.code, unread.sentence));
            }
            Ok(reading) => {
                self.told.push(reading.read_back);
                let asked = reading.asks.iter().map(|text| format!("? {text}"));
                self.told.extend(asked);
                let left_out = reading.not_understood.iter().map(|text| format!("without: {text}"));
                self.told.extend(left_out);
                self.follow(reading.commands, reading.memo);
            }
        }
    }

    /// What a model is asked about words.
    fn ask(&mut self, words: &str) {
        let view = self.game.view(self.team.seat().into());
        let Some(question) = FlagWar::question(&view, words) else {
            return self.told.push("no question".to_owned());
        };
        self.told.extend(question.system.lines().map(str::to_owned));
        self.told.extend([question.user, question.schema.to_string()]);
        self.told.push(format!("input {}, round {}", question.input, question.round));
    }

    /// The answer of a model to a question that was asked at the first input.
    fn hear(&mut self, answer: &str) {
        let view = self.game.view(self.team.seat().into());
        match FlagWar::answered(&view, 1, answer) {
            Ok(commands) => self.follow(commands, None),
            Err(none) => self.told.push(none.to_string()),
        }
    }

    fn look(&mut self) {
        let viewer = self.team.seat().into();
        let view = self.game.view(viewer);
        let drawn = [FlagWar::draw(&view, viewer).plain(), FlagWar::ending(&view).plain()];
        let lines = drawn.iter().flat_map(|drawn| drawn.lines());
        self.told.push(FlagWar::prompt(&view, viewer));
        self.told.extend(lines.map(|line| line.trim_end().to_owned()));
        self.told.push(format!("{:?}", FlagWar::measures(&view)));
    }

    /// Carries orders out and remembers what is to be remembered.
    fn follow(&mut self, commands: Vec<Command>, memo: Option<Value>) {
        for command in commands {
            let order = serde_json::to_string(&command).unwrap().replace('"', "");
            let actor = self.team.seat().into();
            match self.game.check(actor, &command) {
                Ok(()) => drop(give(&mut self.game, actor, &command)),
                Err(refused) => self.told.push(format!("refused: {refused}")),
            }
            self.told.push(order);
            self.ordered = true;
        }
        if let Some(memo) = memo.filter(|memo| *memo != self.memo) {
            self.memo = memo;
            self.ordered = true;
            self.told.push(format!("memo {}", self.memo.to_string().replace('"', "")));
        }
    }

    /// Ends the round; what was planned begins.
    fn end_round(&mut self) {
        // Where nothing was ordered, nothing comes of it.
        if self.game.outcome().is_some() || !self.ordered {
            return;
        }
        tick(&mut self.game);
        let view = self.game.view(self.team.seat().into());
        let at = view.own.iter().flat_map(|own| &own.pieces);
        let at = at.map(|piece| piece.from.map_or("jail".to_owned(), |from| from.to_string()));
        let at: Vec<String> = at.collect();
        self.told.push(format!("round {}: {}", view.shared.round, at.join(" ")));
        if let Some(plans) = FlagWar::plans(&view, self.team.seat(), &self.memo) {
            self.told.push(plans.read_back);
            self.follow(plans.commands, plans.memo);
        }
    }
}

fn of_round(changes: &Value, round: u32) -> FlagWar {
    let setup = Setup::new(&small(changes.clone())).unwrap();
    let position = Position::start(&setup);
    FlagWar::from_position(setup, round, position)
}

fn wide() -> FlagWar {
    let changes = json!({
        "width": 19, "height": 13, "neutral_rows": 3, "pieces": 7,
        "zone": { "half_width": 3, "depth": 2 }, "movement": { "directions": "all" }
    });
    of_round(&changes, 7)
}

fn over() -> FlagWar {
    let mut game = seed();
    give(&mut game, Team::Red.seat().into(), &Command::Resign {});
    game
}
