//! Questions: where a text is not certain, the readings to choose from.
//!
//! Each of them is a text that is itself read without doubt, so that choosing is saying it again.

use crate::command::Command;
use crate::text::say;

use super::intent::{Act, Intent, Reason};
use super::parse::Token;
use super::words::{done, told_when};
use super::{Interpretation, Session, interpret_within, lex, shown};

/// How deep questions about questions are looked into.
const DEEPEST: u8 = 3;

/// How many readings a question offers at most.
const MOST_ASKED: usize = 4;

impl Session<'_> {
    /// `2 up 3?` asks, and so do `could we move 2 up 3?` and `can 2 go up 3?`; `can you move 2 up 3?`
    /// does not.
    pub(super) fn questions(&self, tokens: &[Token]) -> bool {
        let begs = |place: usize| {
            let (lex, text) = &tokens[place];
            let can = *lex == lex::Lex::Word(lex::Word::Can);
            let own = |(_, text): &Token| matches!(text.as_str(), "i" | "we");
            let piece = |(_, text): &Token| text.parse::<u8>().is_ok();
            let asked = tokens.get(place + 1).is_some_and(|next| own(next) || piece(next));
            (can || matches!(text.as_str(), "will" | "would")) && !asked
        };
        let tells = |act: &Act| matches!(act.what, Intent::Query {} | Intent::Recall {});
        !(0..tokens.len()).any(begs) && !self.found.acts.iter().all(tells)
    }

    /// Something in the text was not understood: what the rest comes to is asked, not done.
    pub(super) fn doubtful(mut self, tokens: &[Token]) -> Interpretation {
        let mut left: Vec<&str> = tokens.iter().map(|(_, text)| text.as_str()).collect();
        let doubts = std::mem::take(&mut self.doubts);
        // Without its `not` or `but` it would be another order, and one that ends something is never offered.
        let plain = |command: &Command| {
            matches!(command, Command::Move { .. } | Command::MoveTo { .. } | Command::Hold { .. })
        };
        let ends = |act: &Act| {
            matches!(act.what, Intent::Cancel { .. } | Intent::Control { .. } | Intent::Accept {})
        };
        if tokens.iter().any(turns)
            || self.found.acts.iter().any(ends)
            || !self.found.commands.iter().all(plain)
        {
            left.clear();
        }
        for doubt in &doubts {
            // The last one: what is said too often comes at the end.
            let place = left.iter().rposition(|word| word == doubt);
            match place {
                // Without a piece or a number within it, it would be another order.
                Some(place) if place + 1 < left.len() && is_numbered(left[place]) => left.clear(),
                Some(place) => drop(left.remove(place)),
                // Until what was not understood: to leave that out would be another order.
                None if doubt.contains(' ') => left.clear(),
                None => {}
            }
            self.leave_out(shown(doubt));
        }
        let orders = !self.found.acts.is_empty() || !self.found.commands.is_empty();
        // `2 take the flag with 1`: without the number, without what led to it.
        while left.last().is_some_and(|last| leads(last)) {
            left.pop();
        }
        let rest = left.join(" ");
        if !orders || rest.is_empty() || left.len() == tokens.len() {
            let reason = self.found.none.unwrap_or(Reason::NotAnOrder);
            return self.nothing(reason);
        }
        self.ask(vec![rest])
    }

    /// No order, whatever was found so far.
    pub(super) fn nothing(mut self, reason: Reason) -> Interpretation {
        self.found.acts.clear();
        self.found.commands.clear();
        self.found.notes.clear();
        self.found.memo = self.before.clone();
        self.none(reason)
    }

    /// Offers those of the texts that are read without doubt, each once.
    pub(super) fn ask(mut self, texts: Vec<String>) -> Interpretation {
        let mut seen: Vec<(Vec<Command>, Vec<Act>)> = Vec::new();
        let mut asks = Vec::new();
        for text in texts {
            for (text, found) in self.readings(&text) {
                let comes_to = (found.commands.clone(), found.acts.clone());
                if asks.len() < MOST_ASKED && !seen.iter().any(|old| same(old, &comes_to)) {
                    asks.push(
                        self.plainly(&found).or_else(|| self.told(&found, &text)).unwrap_or(text),
                    );
                    seen.push(comes_to);
                }
            }
        }
        let unknown = std::mem::take(&mut self.found.not_understood);
        let mut asked = self.nothing(Reason::NotAnOrder);
        asked.not_understood = unknown;
        if asks.is_empty() {
            return asked;
        }
        let quoted: Vec<String> = asks.iter().map(|text| format!("\"{text}\"")).collect();
        asked.read_back = format!("Do you mean {}?", quoted.join(" or "));
        asked.none = None;
        asked.asks = asks;
        asked
    }

    /// What a text can be read as without doubt.
    fn readings(&self, text: &str) -> Vec<(String, Interpretation)> {
        if self.depth >= DEEPEST {
            return Vec::new();
        }
        let read = |text: &str| {
            let memo = self.before.clone();
            interpret_within(self.view, self.scene.team, text, memo, self.depth + 1)
        };
        let found = read(text);
        let several = found.asks.clone();
        let mut readings = match several.is_empty() {
            true => vec![(text.to_owned(), found)],
            false => several.into_iter().map(|text| (text.clone(), read(&text))).collect(),
        };
        readings.retain(|(_, found)| {
            found.asks.is_empty() && !(found.acts.is_empty() && found.commands.is_empty())
        });
        readings
    }

    /// The orders in the plainest words, where these are read as the same.
    fn plainly(&self, found: &Interpretation) -> Option<String> {
        let plain = |act: &Act| {
            act.condition.is_none() && matches!(act.what, Intent::Move { .. } | Intent::Hold {})
        };
        if !found.acts.iter().all(plain) || found.commands.is_empty() {
            return None;
        }
        let open = self.scene.open;
        let said: Vec<String> = found.commands.iter().map(|command| say(open, command)).collect();
        let text = said.join(", ");
        let again = self.readings(&text);
        matches!(&again[..], [(_, same)] if same.commands == found.commands).then_some(text)
    }

    /// The orders in words that are told, where the text has others than those that were typed, and where these
    /// are read as the same.
    fn told(&self, found: &Interpretation, text: &str) -> Option<String> {
        let nobody = found.acts.iter().any(|act| act.pieces.is_empty());
        if nobody || text.split(' ').all(|word| self.typed.contains(word)) {
            return None;
        }
        let order = |act: &Act| {
            let when = act.condition.as_ref().map(|when| format!("{}, ", told_when(when)));
            when.unwrap_or_default() + &done(&act.pieces, &act.what)
        };
        let told: Vec<String> = found.acts.iter().map(order).collect();
        let text = told.join(", ");
        let again = self.readings(&text);
        let same =
            |again: &Interpretation| again.acts == found.acts && again.commands == found.commands;
        matches!(&again[..], [(_, again)] if same(again)).then_some(text)
    }
}

/// Whether a word turns what is said round.
fn turns((lex, text): &Token) -> bool {
    use lex::Word::{Except, Nobody, Not};
    matches!(lex, lex::Lex::Word(Except | Nobody | Not)) || text == "no"
}

/// Whether a word only leads to the next one.
fn leads(word: &str) -> bool {
    let whose = matches!(word, "the" | "our" | "my" | "their" | "his" | "a" | "an" | "enemy");
    whose || matches!(word, "with" | "for" | "to" | "on" | "from" | "at" | "of" | "s")
}

fn is_numbered(word: &str) -> bool {
    matches!(lex::meaning(word), Some(lex::Lex::Number(_) | lex::Lex::Id(_)))
}

/// Whether two readings come to the same orders.
fn same(one: &(Vec<Command>, Vec<Act>), other: &(Vec<Command>, Vec<Act>)) -> bool {
    one.0 == other.0 && (!one.0.is_empty() || one.1 == other.1)
}
