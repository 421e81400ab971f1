//! What a player types. Case, commas, brackets and little words do not matter.

use senet_kernel::{Seat, Unread};

use crate::board::Position;
use crate::command::{Action, Command, DeclaredAction, Kept, Placement, Placements, Source};
use crate::unit::{UnitId, other};
use crate::view::{PhaseView, View};

/// A word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Unit(UnitId),
    Place(Position),
    Number(u32),
    Word(&'a str),
}

pub(super) fn read(view: &View, seat: Seat, text: &str) -> Result<Command, Unread> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | ':' | '.'))
        .filter(|word| !word.is_empty())
        .collect();
    let tokens: Vec<Token> = words.iter().map(|word| token(word)).collect();
    let reader = Reader { view, seat, tokens };
    reader.command().ok_or_else(|| {
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        reader.unread(format!("\"{said}\" is not understood; {}", advice(view, seat)))
    })
}

/// What can be said now, in the words that are read.
fn advice(view: &View, seat: Seat) -> String {
    let (side, enemy) = (seat.index() + 1, other(seat).index() + 1);
    match &view.phase {
        _ if view.question.is_some() => {
            "answer for the roll: keep, or reroll die 1; then old or new".to_owned()
        }
        PhaseView::Deployment { .. } => format!(
            "place all your units with deploy, each with its square: deploy P{side}-1 {} P{side}-2 \
             {} …",
            home(view, seat, 0),
            home(view, seat, 1)
        ),
        PhaseView::QuickStart { .. } => {
            format!("say who moves (P{side}-1 quick 5,4), or done")
        }
        PhaseView::Initiative { .. } => "say roll".to_owned(),
        PhaseView::Order { .. } => "say first or second".to_owned(),
        PhaseView::RoundEnd { .. } => format!("say P{side}-1 revive, or no revive"),
        PhaseView::Activation { .. } | PhaseView::Over { .. } => format!(
            "say what a unit does: P{side}-1 move 5,4 · P{side}-1 shoot P{enemy}-2 from 6,4 · melee \
             · aid · hold · declare · end · decline"
        ),
    }
}

/// A square of the side's home, as an example.
fn home(view: &View, seat: Seat, index: usize) -> String {
    view.scenario.home_squares(seat).get(index).map_or_else(String::new, ToString::to_string)
}

fn token(word: &str) -> Token<'_> {
    let place = || {
        let (column, row) = word.split_once(',')?;
        Some(Token::Place(Position { column: column.parse().ok()?, row: row.parse().ok()? }))
    };
    let unit = || UnitId::try_from(word.to_owned()).ok().map(Token::Unit);
    let number = || word.parse().ok().map(Token::Number);
    place().or_else(unit).or_else(number).unwrap_or(Token::Word(word))
}

/// Words for what one unit does.
const ACTS: [&str; 19] = [
    "shoot", "fire", "melee", "fight", "hit", "aid", "help", "heal", "move", "go", "walk", "hold",
    "wait", "pass", "end", "stop", "quick", "declare", "decline",
];

struct Reader<'a> {
    view: &'a View,
    seat: Seat,
    tokens: Vec<Token<'a>>,
}

impl Reader<'_> {
    fn has(&self, words: &[&str]) -> bool {
        self.tokens.iter().any(|token| matches!(token, Token::Word(word) if words.contains(word)))
    }

    fn place(&self) -> Option<Position> {
        self.tokens.iter().find_map(|token| match token {
            Token::Place(place) => Some(*place),
            _ => None,
        })
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        self.tokens.iter().filter_map(|token| match token {
            Token::Number(number) => Some(*number),
            _ => None,
        })
    }

    fn units(&self) -> impl Iterator<Item = UnitId> {
        self.tokens.iter().filter_map(|token| match token {
            Token::Unit(unit) => Some(*unit),
            _ => None,
        })
    }

    /// What is missing in words that come to no command.
    fn unread(&self, sentence: String) -> Unread {
        if self.tokens.is_empty() {
            return Unread::empty_text(sentence);
        }
        let acts = self.has(&ACTS);
        if acts && self.unit().is_none() {
            let ready = self.view.units.iter().filter(|unit| unit.ready);
            return Unread::which_one(ready.map(|unit| unit.id.to_string()).collect(), sentence);
        }
        let wanted = [
            (&["deploy", "place", "move", "go", "walk"][..], "square"),
            (&["shoot", "fire", "melee", "fight", "hit"], "enemy"),
            (&["aid", "help", "heal"], "friend"),
            (&["revive"], "unit"),
        ];
        if let Some((_, wanted)) = wanted.into_iter().find(|(words, _)| self.has(words)) {
            return Unread::missing_target(wanted, sentence);
        }
        if self.has(&["reroll", "again", "keep", "choose", "old", "new"]) {
            return Unread::nothing_to_do(sentence);
        }
        let word = self.tokens.iter().find_map(|token| match token {
            Token::Word(word) => Some(*word),
            Token::Unit(_) | Token::Place(_) | Token::Number(_) => None,
        });
        match word {
            Some(word) => Unread::unknown_word(word, sentence),
            None => Unread::missing_target("action", sentence),
        }
    }

    /// The acting unit: a number that stands first, the first own one that is named, or the only one
    /// that may act.
    fn unit(&self) -> Option<UnitId> {
        let side = self.seat.index() as u8 + 1;
        let named = self.units().find(|unit| unit.side == side);
        let numbered = || match self.tokens.first() {
            Some(Token::Number(number)) => {
                Some(UnitId { side, number: u8::try_from(*number).ok()? })
            }
            _ => None,
        };
        let only = || {
            let mut ready = self.view.units.iter().filter(|unit| unit.ready);
            let first = ready.next()?;
            ready.next().is_none().then_some(first.id)
        };
        numbered().or(named).or_else(only)
    }

    /// The enemy that is named.
    fn enemy(&self) -> Option<UnitId> {
        let side = other(self.seat).index() as u8 + 1;
        let named = self.units().find(|unit| unit.side == side);
        let numbered = || {
            let number = self.numbers().last()?;
            Some(UnitId { side, number: u8::try_from(number).ok()? })
        };
        named.or_else(numbered)
    }

    /// The friend that is named after the acting unit.
    fn friend(&self) -> Option<UnitId> {
        let side = self.seat.index() as u8 + 1;
        let mut named = self.units().filter(|unit| unit.side == side);
        let numbered = matches!(self.tokens.first(), Some(Token::Number(_)));
        let first = if numbered { None } else { named.next() };
        named
            .next()
            .or_else(|| {
                let number = self.numbers().last()?;
                Some(UnitId { side, number: u8::try_from(number).ok()? })
            })
            .or(first)
    }

    fn roll(&self) -> Option<u32> {
        self.view.question.as_ref().map(|question| question.roll)
    }

    fn command(&self) -> Option<Command> {
        let (unit, to) = (|| self.unit(), self.place());
        let act = |action| Some(Command::Act { unit: unit()?, action });
        if self.has(&["deploy", "place"]) {
            return self.deploy();
        }
        if self.has(&["reroll", "again"]) {
            return self.reroll();
        }
        if self.has(&["keep", "choose", "old", "new"]) {
            return self.keep();
        }
        if self.has(&["quick"]) && !self.has(&["declare"]) {
            return Some(Command::QuickStartMove { unit: unit()?, to });
        }
        if self.has(&["declare"]) {
            return self.declare();
        }
        if self.has(&["shoot", "fire"]) {
            return act(Action::Shoot { to, target: self.enemy()? });
        }
        if self.has(&["melee", "fight", "hit"]) {
            return act(Action::Melee { to, target: self.enemy()? });
        }
        if self.has(&["aid", "help", "heal"]) {
            return act(Action::FirstAid { to, target: self.friend()? });
        }
        if self.has(&["move", "go", "walk"]) {
            return act(Action::Move { to: to? });
        }
        if self.has(&["hold", "wait", "pass"]) {
            return act(Action::Hold {});
        }
        if self.has(&["end", "stop"]) {
            return act(Action::End { to });
        }
        if self.has(&["revive"]) {
            return match self.has(&["no", "not", "decline"]) {
                true => Some(Command::DeclineRevive {}),
                false => Some(Command::UseRevive { unit: self.units().next()? }),
            };
        }
        if self.has(&["decline", "no"]) {
            return Some(Command::DeclineAided { unit: unit()? });
        }
        self.single()
    }

    fn single(&self) -> Option<Command> {
        if self.has(&["roll"]) {
            Some(Command::RollInitiative {})
        } else if self.has(&["first"]) {
            Some(Command::ChooseOrder { first: true })
        } else if self.has(&["second"]) {
            Some(Command::ChooseOrder { first: false })
        } else if self.has(&["done"]) {
            Some(Command::QuickStartDone {})
        } else if self.has(&["concede", "surrender", "resign"]) {
            Some(Command::Concede {})
        } else {
            None
        }
    }

    /// `deploy P1-1 2,3 P1-2 2,4 …`, or just the squares in unit order.
    fn deploy(&self) -> Option<Command> {
        let side = self.seat.index() as u8 + 1;
        let mut placements = Vec::new();
        let mut unit = None;
        for token in &self.tokens {
            match token {
                Token::Unit(named) => unit = Some(*named),
                Token::Place(square) => {
                    let number = u8::try_from(placements.len() + 1).ok()?;
                    let unit = unit.take().unwrap_or(UnitId { side, number });
                    placements.push(Placement { unit, square: *square });
                }
                Token::Number(_) | Token::Word(_) => {}
            }
        }
        let placements: Placements = placements.try_into().ok()?;
        (!placements.is_empty()).then_some(Command::Deploy { placements })
    }

    fn declare(&self) -> Option<Command> {
        let unit = self.unit()?;
        let action = if self.has(&["quick"]) {
            DeclaredAction::QuickStart
        } else if self.has(&["attack", "shoot", "melee"]) {
            DeclaredAction::Attack
        } else if self.has(&["aid", "help"]) {
            DeclaredAction::FirstAid
        } else {
            DeclaredAction::Move
        };
        Some(Command::DeclareMove { unit, action })
    }

    /// `reroll 7 die 2 by orders`, `reroll die 2`, or just `reroll` where there is one die.
    fn reroll(&self) -> Option<Command> {
        let numbers: Vec<u32> = self.numbers().collect();
        let (roll, die) = match numbers.as_slice() {
            [roll, die, ..] => (*roll, *die),
            [die] => (self.roll()?, *die),
            [] => (self.roll()?, 1),
        };
        let source = if self.has(&["orders", "order"]) {
            Source::FocusedOrders
        } else if self.has(&["edge"]) {
            Source::TacticalEdge
        } else if self.has(&["faction"]) {
            Source::Faction
        } else {
            *self.view.question.as_ref()?.sources.first()?
        };
        Some(Command::Reroll { roll, die: u8::try_from(die).ok()?, source })
    }

    fn keep(&self) -> Option<Command> {
        let roll = self.numbers().next().or(self.roll())?;
        Some(match (self.has(&["old"]), self.has(&["new"])) {
            (true, _) => Command::ChooseDie { roll, keep: Kept::Old },
            (false, true) => Command::ChooseDie { roll, keep: Kept::New },
            (false, false) => Command::KeepRoll { roll },
        })
    }
}
