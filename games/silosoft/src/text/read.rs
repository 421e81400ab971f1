//! Reads what a player typed: case, filling words and the order of names and cards do not matter.

use senet_kernel::{Reading, Seat, Unread};

use super::name;
use crate::card::Role;
use crate::command::{Command, Declarations};
use crate::id::{CardId, FeatureId};
use crate::rejection::Decision;
use crate::view::View;

const FORMS: &str = "try draw, complete, complete R001 R004=dev, give R004 to <player>, ask <player> \
                     for R005, trade R004 for R005 with <player>, pass or hint";

pub(super) fn read(view: &View, seat: Seat, text: &str) -> Result<Reading<Command>, Unread> {
    let lower = text.trim().to_lowercase();
    let (verb, rest) = lower.split_once(char::is_whitespace).unwrap_or((&lower, ""));
    // Whom one asks stands first: "ask 2 for R005".
    let asks = matches!(verb, "ask" | "request") && rest.contains(" for ");
    let words = || Words::new(view, seat, rest, if asks { "player" } else { "" });
    let one = |command| Ok(Reading::commands(vec![command]));
    let in_reorg = view.open == Some(Decision::Reorg);
    match verb {
        "draw" | "d" => one(Command::Draw {}),
        "pass" | "p" | "end" | "done" | "skip" => one(Command::Pass {}),
        "accept" | "yes" | "y" | "ok" | "agree" => one(Command::Accept {}),
        "decline" | "no" | "n" | "refuse" | "reject" => one(Command::Decline {}),
        "withdraw" | "cancel" => one(Command::Withdraw {}),
        "hint" | "suggest" => Ok(hint(view)),
        "complete" | "build" | "finish" | "ship" | "c" => complete(view, words()?),
        "reorg" | "move" => one(words()?.reorg()?),
        "give" | "gift" | "send" if in_reorg => one(words()?.reorg()?),
        "give" | "gift" | "send" => one(words()?.offer(Side::Give)?),
        "ask" | "request" | "take" => one(words()?.offer(Side::Take)?),
        "trade" | "swap" | "offer" | "exchange" => one(words()?.offer(Side::ByOwner)?),
        "pto" | "lock" | "leave" => one(words()?.pto()?),
        "forfeit" | "lose" => one(forfeit(rest)?),
        "" => Err(Unread::empty_text(format!("say what to do; {FORMS}"))),
        _ => bare(view, seat, &lower).unwrap_or_else(|| {
            Err(Unread::unknown_word(verb, format!("\"{verb}\" is no command; {FORMS}")))
        }),
    }
}

/// A choice by its name alone, where something is to be chosen.
fn bare(view: &View, seat: Seat, text: &str) -> Option<Result<Reading<Command>, Unread>> {
    let command = match view.open? {
        Decision::Reorg => Words::new(view, seat, text, "").and_then(|words| words.reorg()),
        Decision::Pto => Words::new(view, seat, text, "").and_then(|words| words.pto()),
        Decision::Penalty => forfeit(text),
        Decision::Draw | Decision::Action | Decision::TradeAnswer => return None,
    };
    Some(command.map(|command| Reading::commands(vec![command])))
}

fn hint(view: &View) -> Reading<Command> {
    let read_back = match &view.choices.hint {
        Some(hint) => {
            let said = <crate::Silosoft as senet_kernel::Text>::say(view, &hint.command);
            format!("{said}: {}", hint.text)
        }
        None => "There is nothing to suggest now.".to_owned(),
    };
    Reading { read_back, ..Reading::commands(Vec::new()) }
}

fn forfeit(text: &str) -> Result<Command, Unread> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Unread::missing_target("feature", "name a feature, such as F07"));
    }
    let number = text.trim_start_matches(['f', 'F']).parse().ok();
    let feature = number.and_then(FeatureId::new);
    let command = feature.map(|feature| Command::Forfeit { feature });
    command.ok_or_else(|| {
        let sentence = format!("\"{text}\" is no feature; name one such as F07");
        Unread::unknown_word(text, sentence)
    })
}

/// Completes with the named cards, or with the least wasteful bundle where none is named.
fn complete(view: &View, words: Words<'_>) -> Result<Reading<Command>, Unread> {
    if words.cards.is_empty() {
        let bundle = view.choices.bundles.first();
        let none = || Unread::nothing_to_do("no bundle of your cards completes your feature");
        let bundle = bundle.ok_or_else(none)?;
        return Ok(Reading::commands(vec![bundle.command.clone()]));
    }
    let declare = words.declared();
    Ok(Reading::commands(vec![Command::Complete {
        cards: words.cards.into_iter().collect(),
        declare,
    }]))
}

/// Whether the word after this one names a player.
fn names_a_player(word: &str) -> bool {
    matches!(word, "to" | "with" | "from" | "seat" | "player")
}

/// Which side of an offer the named cards are on.
#[derive(PartialEq)]
enum Side {
    Give,
    Take,
    /// Each card is given by the one who holds it.
    ByOwner,
}

/// What was named: cards, roles for some of them, and at most one other player.
struct Words<'a> {
    view: &'a View,
    seat: Seat,
    cards: Vec<CardId>,
    roles: Vec<(CardId, Role)>,
    partner: Option<Seat>,
}

impl<'a> Words<'a> {
    /// Reads the words that stand after this one.
    fn new(view: &'a View, seat: Seat, text: &str, after: &str) -> Result<Words<'a>, Unread> {
        let mut words = Words { view, seat, cards: Vec::new(), roles: Vec::new(), partner: None };
        let text = words.take_name(text);
        let text = text.replace([',', '&', '+'], " ").replace([':', '='], " as ");
        let mut before = after;
        for word in text.split_whitespace() {
            let role = Role::LISTED.into_iter().find(|role| role.name().to_lowercase() == word);
            match (role, words.cards.last()) {
                (Some(role), Some(card)) if before == "as" => words.roles.push((*card, role)),
                _ if names_a_player(before) => words.player(word)?,
                _ => words.word(word)?,
            }
            before = word;
        }
        Ok(words)
    }

    /// What stands where a player is named: a number is a seat there, and any other word is read as
    /// everywhere.
    fn player(&mut self, word: &str) -> Result<(), Unread> {
        let Ok(number) = word.trim_start_matches(['p', '#']).parse::<usize>() else {
            return self.word(word);
        };
        let count = self.view.players.len();
        let seat = number.checked_sub(1).filter(|index| *index < count).and_then(Seat::new);
        match (self.partner, seat) {
            (None, Some(seat)) => self.partner = Some(seat),
            (Some(_), _) => return Err(Unread::unknown_word(word, "say which player, once")),
            (None, None) => {
                let sentence = format!("there is no player {number}; the players are 1 to {count}");
                return Err(Unread::unknown_word(word, sentence));
            }
        }
        Ok(())
    }

    /// Takes a player's whole name out of the text: the longest that stands in it as words.
    fn take_name(&mut self, text: &str) -> String {
        let padded = format!(" {text} ");
        let found = self.view.players.iter().filter_map(|player| {
            let named = format!(" {} ", player.name.to_lowercase());
            Some((padded.rfind(&named)?, named.len(), player.seat))
        });
        match found.max_by_key(|(_, len, _)| *len) {
            Some((at, len, seat)) => {
                self.partner = Some(seat);
                format!("{} {}", &padded[..at], &padded[at + len..])
            }
            None => text.to_owned(),
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Unread> {
        if names_a_player(word) || matches!(word, "for" | "and" | "as" | "my" | "the") {
            return Ok(());
        }
        let digits = word.trim_start_matches('r');
        if let Some(card) = digits.parse().ok().and_then(CardId::new) {
            self.cards.push(card);
            return Ok(());
        }
        let named = |seat: &Seat| name(self.view, *seat).to_lowercase().starts_with(word);
        let mut starting = Seat::first(self.view.players.len()).filter(named);
        match (self.partner, starting.next(), starting.next()) {
            (None, Some(seat), None) => {
                self.partner = Some(seat);
                Ok(())
            }
            (None, Some(first), Some(second)) => {
                let names: Vec<String> = [first, second]
                    .into_iter()
                    .chain(starting)
                    .map(|seat| name(self.view, seat).to_owned())
                    .collect();
                let sentence =
                    format!("\"{word}\" may be {}; say more of the name", names.join(" or "));
                Err(Unread::which_one(names, sentence))
            }
            _ => {
                let sentence = format!("\"{word}\" is no card, role or player here; {FORMS}");
                Err(Unread::unknown_word(word, sentence))
            }
        }
    }

    fn holds(&self, seat: Seat, card: CardId) -> bool {
        let player = self.view.player(seat);
        player.is_some_and(|player| player.hand.iter().any(|held| held.id == card))
    }

    /// The named player, or the one who holds a named card, or the only other one.
    fn partner(&self) -> Result<Seat, Unread> {
        let others = || Seat::first(self.view.players.len()).filter(|seat| *seat != self.seat);
        let holder =
            || others().find(|seat| self.cards.iter().any(|card| self.holds(*seat, *card)));
        let only = || others().next().filter(|_| others().count() == 1);
        let found = self.partner.or_else(holder).or_else(only);
        found.ok_or_else(|| {
            let names = others().map(|seat| name(self.view, seat).to_owned()).collect();
            Unread::which_one(names, "say which player, by name")
        })
    }

    fn only_card(&self) -> Result<CardId, Unread> {
        match self.cards[..] {
            [card] => Ok(card),
            _ => Err(Unread::missing_target("card", "name one card, such as R003")),
        }
    }

    fn reorg(&self) -> Result<Command, Unread> {
        let card = self.only_card()?;
        let to = self.partner()?;
        Ok(Command::Reorg { card, to })
    }

    fn pto(&self) -> Result<Command, Unread> {
        let card = self.only_card()?;
        Ok(Command::Pto { card })
    }

    fn offer(&self, side: Side) -> Result<Command, Unread> {
        let to = self.partner()?;
        let gives = |card: &CardId| match side {
            Side::Give => true,
            Side::Take => false,
            Side::ByOwner => !self.holds(to, *card),
        };
        let cards = self.cards.iter().copied();
        Ok(Command::Offer {
            to,
            give: cards.clone().filter(|card| gives(card)).collect(),
            take: cards.filter(|card| !gives(card)).collect(),
        })
    }

    /// The roles that were named, and for each contractor without one the first that still lacks
    /// points.
    fn declared(&self) -> Declarations {
        let mut roles = self.roles.clone();
        let player = self.view.player(self.seat);
        let Some(feature) = player.and_then(|player| player.feature.as_ref()) else {
            return roles.into_iter().collect();
        };
        for card in &self.cards {
            let is_contractor = |view: &crate::CardView| view.role == Role::Contractor;
            let declared = roles.iter().any(|(other, _)| other == card);
            if declared || !self.view.card(*card).is_some_and(is_contractor) {
                continue;
            }
            let have = |role: Role| -> u16 {
                let points = self.cards.iter().filter_map(|card| {
                    let view = self.view.card(*card)?;
                    let declared = roles.iter().find(|(other, _)| other == card);
                    let counts_as = declared.map_or(view.role, |(_, role)| *role);
                    (counts_as == role).then_some(u16::from(view.points))
                });
                points.sum()
            };
            let lacks = feature.rows.iter().find(|row| have(row.role) < u16::from(row.need));
            roles.extend(lacks.or(feature.rows.first()).map(|row| (*card, row.role)));
        }
        roles.into_iter().collect()
    }
}
