//! Who sits where: the names of the people, for all that a game says.
//!
//! A game knows seats and roles and never who plays. The table knows, and puts the cast into the
//! view that sentences are made from ([`Text::cast`](crate::Text::cast)). So names are in every
//! prompt, board and log, and in no state, no journal entry and no hash.

use std::sync::Arc;

use crate::{Seat, arrange, visible};

/// The most characters of a name that are said; a longer one is cut. What a name has of its role
/// is not counted: "P2 Azure Blades (bot)" is as long as its role makes it.
const SAID: usize = 20;

/// The people's names by seat, as they are said. A seat without one is called by its role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cast(Option<Arc<[Option<String>]>>);

impl Cast {
    /// The people of these names in these roles. A name that is empty or just the role's is none;
    /// one that could be taken for somebody else's, or for another role, is told with its role.
    ///
    /// ```
    /// use senet_kernel::{Cast, Seat};
    /// let roles = ["Pilot", "Co-Pilot"].map(str::to_owned);
    /// let cast = Cast::new(&["Zoë".to_owned(), String::new()], &roles);
    /// assert_eq!(cast.called(Seat::FIRST, "Pilot"), "Zoë");
    /// assert_eq!(cast.full(Seat::FIRST, "Pilot"), "Zoë (Pilot)");
    /// assert_eq!(cast.called(Seat::SECOND, "Co-Pilot"), "Co-Pilot");
    /// ```
    pub fn new(names: &[String], roles: &[String]) -> Cast {
        let role = |seat: usize| roles.get(seat).map_or("", String::as_str);
        let said: Vec<String> =
            names.iter().enumerate().map(|(seat, name)| said(name, role(seat))).collect();
        let lower = |text: &String| text.to_lowercase();
        let named = said.iter().zip(roles).enumerate().map(|(i, (name, role))| {
            if name.is_empty() || name == role {
                return None;
            }
            let others = said.iter().chain(roles).enumerate();
            let mut others = others.filter(|(at, _)| at % roles.len().max(1) != i);
            let alike = others.any(|(_, other)| lower(other) == lower(name));
            Some(if alike { format!("{name} ({role})") } else { name.clone() })
        });
        let named: Vec<Option<String>> = named.collect();
        Cast(named.iter().any(Option::is_some).then(|| named.into()))
    }

    /// The name of who sits there, where it is known.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.0.as_ref()?.get(seat.index())?.as_deref()
    }

    /// Who sits there: the name, or else the role.
    pub fn called(&self, seat: Seat, role: &str) -> String {
        self.name(seat).unwrap_or(role).to_owned()
    }

    /// Who sits there and as what: "Zoë (Pilot)", or the role alone. A role that only counts, such as
    /// "Player 2", adds nothing to a name.
    pub fn full(&self, seat: Seat, role: &str) -> String {
        match self.name(seat) {
            Some(name) if is_number(role) || name.to_lowercase().contains(&role.to_lowercase()) => {
                name.to_owned()
            }
            Some(name) => format!("{name} ({role})"),
            None => role.to_owned(),
        }
    }

    /// A sentence in which people stand for the seats that it counts ("seat 2") or names by their
    /// roles ("the Pilot").
    pub fn fill(&self, sentence: &str, roles: &[String]) -> String {
        let mut words = Vec::new();
        for (seat, role) in Seat::first(roles.len()).zip(roles) {
            let Some(name) = self.name(seat) else { continue };
            // A name that stands there already stays: "Pilot (bot)" holds its role.
            for word in [seat.to_string(), format!("the {role}"), role.clone(), name.to_owned()] {
                words.push((word, name));
            }
        }
        replaced(sentence, words)
    }

    /// A text in which the role's word stands for each name that it holds as a word, whatever the
    /// case; none where it holds no name.
    pub fn roles_for_names(&self, text: &str, roles: &[String]) -> Option<String> {
        let named = Seat::first(roles.len()).zip(roles);
        let words = named.filter_map(|(seat, role)| Some((self.name(seat)?.to_owned(), &**role)));
        let told = replaced(text, words.collect());
        (told != text).then_some(told)
    }
}

fn is_number(role: &str) -> bool {
    role.strip_prefix("Player ").is_some_and(|number| number.parse::<u8>().is_ok())
}

/// A name as it is said: nothing invisible in it, and not too long for its role.
fn said(name: &str, role: &str) -> String {
    let name = visible(name.trim());
    let most = if name.starts_with(role) { role.chars().count() + SAID } else { SAID };
    if name.chars().count() <= most {
        return name.into_owned();
    }
    let start: String = name.chars().take(most - 1).collect();
    format!("{}…", start.trim_end())
}

/// The text with the other word in place of each whole word or words, whatever the case. What was
/// put there is not read again.
fn replaced(text: &str, mut words: Vec<(String, &str)>) -> String {
    let lower = |c: char| c.to_lowercase().next().unwrap_or(c);
    let edge = |at: Option<&char>| at.is_none_or(|c| !c.is_alphanumeric() && *c != '-');
    // The longest first: "Mary Ann" is not "Ann".
    arrange(&mut words, |(from, _)| [-(from.len() as i64), 0]);
    let letters: Vec<char> = text.chars().collect();
    let stands = |at: usize, from: &str| {
        let end = at + from.chars().count();
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        let here = letters.get(at..end)?.iter().map(|&c| lower(c)).eq(from.chars().map(lower));
        (here && edge(before) && edge(letters.get(end))).then_some(end)
    };
    let mut told = String::new();
    let mut at = 0;
    while at < letters.len() {
        match words.iter().find_map(|(from, to)| Some((stands(at, from)?, to))) {
            Some((end, to)) if end > at => {
                told.push_str(to);
                at = end;
            }
            _ => {
                told.push(letters[at]);
                at += 1;
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn people_are_called_by_their_names_and_told_apart() {
        #[track_caller]
        fn check(names: [&str; 2], called: [&str; 2], full: [&str; 2]) {
            let roles = ["Pilot", "Co-Pilot"];
            let cast = Cast::new(&words(&names), &words(&roles));
            let seats = [Seat::FIRST, Seat::SECOND];
            assert_eq!(seats.map(|seat| cast.called(seat, roles[seat.index()])), called);
            assert_eq!(seats.map(|seat| cast.full(seat, roles[seat.index()])), full);
        }
        check(["Dev", "Zoë"], ["Dev", "Zoë"], ["Dev (Pilot)", "Zoë (Co-Pilot)"]);
        check(["", "Zoë"], ["Pilot", "Zoë"], ["Pilot", "Zoë (Co-Pilot)"]);
        check(["Pilot", "Co-Pilot"], ["Pilot", "Co-Pilot"], ["Pilot", "Co-Pilot"]);
        let twice = ["Ann (Pilot)", "ann (Co-Pilot)"];
        check(["Ann", "ann"], twice, twice);
        let swapped = ["Co-Pilot (Pilot)", "Bob"];
        check(["Co-Pilot", "Bob"], swapped, ["Co-Pilot (Pilot)", "Bob (Co-Pilot)"]);
        check(
            ["Co-Pilot (bot)", "Bob"],
            ["Co-Pilot (bot)", "Bob"],
            ["Co-Pilot (bot)", "Bob (Co-Pilot)"],
        );
        let long = "A name of exactly thirty-three cs";
        check(
            [long, "B"],
            ["A name of exactly t…", "B"],
            ["A name of exactly t… (Pilot)", "B (Co-Pilot)"],
        );
        let bot = "Co-Pilot (bot of the house)";
        check([bot, "B"], ["Co-Pilot (bot of th…", "B"], ["Co-Pilot (bot of th…", "B (Co-Pilot)"]);
        check(["A", bot], ["A", bot], ["A (Pilot)", bot]);
        let just = "Twenty letters, Anna";
        check([just, "B"], [just, "B"], ["Twenty letters, Anna (Pilot)", "B (Co-Pilot)"]);
    }

    #[test]
    fn names_that_are_typed_become_roles_and_counted_seats_become_names() {
        let roles = words(&["Player 1", "Player 2"]);
        let cast = Cast::new(&words(&["Ann", "Mary Ann"]), &roles);
        let typed = |text| cast.roles_for_names(text, &roles);
        assert_eq!(typed("give R003 to mary ann").as_deref(), Some("give R003 to Player 2"));
        assert_eq!(typed("ANN's card").as_deref(), Some("Player 1's card"));
        assert_eq!(typed("Annika draws"), None);
        assert_eq!(cast.fill("it is the turn of seat 2", &roles), "it is the turn of Mary Ann");
        // A role that only counts adds nothing.
        assert_eq!(cast.full(Seat::SECOND, "Player 2"), "Mary Ann");
        assert_eq!(cast.full(Seat::SECOND, "Player One"), "Mary Ann (Player One)");
        let crew = words(&["Pilot", "Co-Pilot"]);
        let cast = Cast::new(&words(&["Dev", "Zoë"]), &crew);
        assert_eq!(cast.fill("it is the Co-Pilot's turn", &crew), "it is Zoë's turn");
    }

    #[test]
    fn a_name_that_holds_its_role_or_another_one_is_said_once() {
        #[track_caller]
        fn check(names: [&str; 2], sentence: &str, told: &str) {
            let crew = words(&["Pilot", "Co-Pilot"]);
            let cast = Cast::new(&words(&names), &crew);
            assert_eq!(cast.fill(sentence, &crew), told);
        }
        let bots = ["Pilot (bot)", "Co-Pilot (bot)"];
        check(bots, "it is the Co-Pilot's turn", "it is Co-Pilot (bot)'s turn");
        check(bots, "it is Co-Pilot (bot)'s turn", "it is Co-Pilot (bot)'s turn");
        check(bots, "seat 1, not seat 2", "Pilot (bot), not Co-Pilot (bot)");
        check(["", "My Pilot"], "the Pilot waits for the Co-Pilot", "the Pilot waits for My Pilot");
        check(["Ann", "Pilot Bob"], "the Co-Pilot, then the Pilot", "Pilot Bob, then Ann");
    }
}
