//! No word of an order is passed over (NL-17): one that is put into a sentence changes what it asks for,
//! or makes it a question, or has it refused. Only words that say nothing may leave it as it was.

use senet_flag_war::Team;
use senet_flag_war::orders::Interpretation;

use crate::orders::State::{self, S0, S1, S2, S3};
use crate::orders::{game, read};

/// Orders of every kind, each clear by itself.
const CLEAR: &[(State, &str)] = &[
    (S0, "2 up 3"),
    (S0, "send 1 left 2"),
    (S0, "piece 3 goes right two squares"),
    (S0, "1 and 3 up 2"),
    (S0, "all up 1"),
    (S0, "2 hold"),
    (S0, "2 up 3, 1 left 1"),
    (S0, "2 up 3, then left 2"),
    (S0, "2 up 1 in round 9"),
    (S0, "3 to 9,1"),
    (S0, "2 take the flag"),
    (S0, "3 watch our flag"),
    (S0, "cancel 2"),
    (S0, "everyone except 2 up 1"),
    (S0, "if they take our flag, 2 hunts the carrier"),
    (S1, "2 bring the flag home"),
    (S1, "3 stays near 2"),
    (S2, "3 hunts the thief"),
    (S3, "3 gets the key"),
];

/// Orders that cost the most where they are read wrongly, and some in other words.
const MORE: &[&str] = &[
    "I resign",
    "ready",
    "offer a draw",
    "1 auto",
    "cancel all",
    "cancel 2",
    "nobody moves",
    "all hold",
    "attack",
    "retreat",
    "spread out",
    "swap 1 and 3",
    "flank left with 1",
    "take the flag",
    "next round 1 left 1",
    "2 up 3, the others wait",
    "all but 2 left 1",
];

/// Words that turn, weaken, count, time or compare, and some that mean nothing here.
const WORDS: &str = "
    not never nobody none neither nor without except unless until barely hardly scarcely rarely
    seldom almost nearly about roughly around maybe perhaps possibly probably supposedly
    allegedly falsely wrongly formerly previously soon later tomorrow yesterday before after
    twice repeatedly always sometimes often usually eventually instead rather otherwise else
    only merely even also too yet already half double triple both either some several few many
    most more less least fewer another other same opposite reverse sideways last next previous
    former latter would might may pretend imagine suppose think thought believe wish want hope
    fear doubt refuse fail forget remember quit cease avoid prevent deny undo ignore delay try
    attempt consider guess whether when because although though despite since unlike like than
    between against beyond past under through across far wrong false fake zero minus plus times
    percent dozen couple pair row corner middle top bottom ought permit forbid allow dare help
    see said told ask asked answer called named known seen found done made gave given took lost
    won began ended change changed cancel hardly doubtful unlikely impossible hypothetically
    theoretically ironically conversely partially partly mostly mainly exactly approximately
    initially temporarily permanently banana window purple yesterday's kitchen mountain although
    weather quarter 0 1 2 3 4 9 nine -2 2.5 third second one two three";

/// Words that mean something in some places only.
const STRAY: &[&str] = &[
    "2 red up 3",
    "2 up 3 red",
    "2 hold red",
    "3 their watch our flag",
    "2 no hold",
    "3 no watch our flag",
    "bring the no flag home",
    "2 up 3 again",
    "repeat 2 up 3",
    "each 2 up 3",
    "both all up 1",
    "3 stays behind 2",
    "twice 1 and 3 up 2",
    "3 watch our flag twice",
    "in round 9, if 1 is jailed, 2 rescues",
    "2 up ~3",
    "2 up 3 = 4",
    "2 up 3 👎",
];

/// Words that say a number, by the number.
const NUMBERS: &[&[&str]] =
    &[&["1", "one"], &["2", "two", "second"], &["3", "three", "third"], &["9", "nine"]];

/// Whether a word says a number that the sentence has already, or counts all that were named: then nothing is added.
fn is_said(word: &str, words: &[&str]) -> bool {
    let all = words.iter().any(|word| matches!(*word, "all" | "everyone"));
    let same = NUMBERS.iter().find(|same| same.contains(&word));
    let both = word == "both" && words.contains(&"and");
    both || same.is_some_and(|same| {
        words.iter().any(|said| same.contains(&said.trim_end_matches(',')))
            || all && same.contains(&"3")
    })
}

fn same(one: &Interpretation, other: &Interpretation) -> bool {
    one.commands == other.commands && one.acts == other.acts
}

fn ordered(found: &Interpretation) -> bool {
    !found.commands.is_empty() || !found.acts.is_empty()
}

#[test]
fn no_word_of_an_order_is_passed_over() {
    // NL-17
    let mut passed_over: Vec<String> = Vec::new();
    for (state, clear) in CLEAR {
        let game = game(*state);
        let meant = read(&game, Team::Blue, clear);
        assert!(ordered(&meant) && meant.asks.is_empty(), "{clear}: {:?}", meant.asks);
        let words: Vec<&str> = clear.split(' ').collect();
        for word in WORDS.split_whitespace().filter(|word| !is_said(word, &words)) {
            for place in 0..=words.len() {
                let text = [&words[..place], &[word], &words[place..]].concat().join(" ");
                let found = read(&game, Team::Blue, &text);
                if ordered(&found) && same(&found, &meant) {
                    passed_over.push(text);
                }
            }
        }
    }
    let count = passed_over.len();
    assert!(passed_over.is_empty(), "{count} texts:\n{}", passed_over.join("\n"));
}

/// What turns, ends or points away, put before an order or behind it.
const BEFORE: &[&str] = &[
    "no",
    "not",
    "never",
    "don't",
    "do not",
    "nobody",
    "first",
    "forget",
    "without",
    "almost",
    "stop",
    "let's say",
];
const BEHIND: &[&str] = &[
    "off",
    "not",
    "no",
    "never",
    "that",
    "him",
    "first",
    "but 4",
    "except 4",
    "after 4",
    "for 4",
    "with 4",
    "up to 4",
    "cancel that",
    ", cancel that",
    ", that's right",
    "if 4 is caught",
];

#[test]
fn what_turns_an_order_round_never_leaves_it_as_it_was() {
    // NL-17: it is asked about or refused, or something else is read.
    let mut passed_over: Vec<String> = Vec::new();
    for (state, clear) in CLEAR.iter().copied().chain(MORE.iter().map(|clear| (S0, *clear))) {
        let game = game(state);
        let meant = read(&game, Team::Blue, clear);
        assert!(ordered(&meant) && meant.asks.is_empty(), "{clear}: {:?}", meant.asks);
        // What comes first is said as such where something follows, and to stop is to hold.
        let meant_so = |word: &str| {
            word == "first" && clear.contains("then") || word == "stop" && clear.contains("hold")
        };
        let before = BEFORE.iter().filter(|word| !meant_so(word));
        let before = before.map(|word| format!("{word} {clear}"));
        for text in before.chain(BEHIND.iter().map(|words| format!("{clear} {words}"))) {
            let found = read(&game, Team::Blue, &text);
            let kept = meant.commands.iter().all(|command| found.commands.contains(command));
            let acts = meant.acts.iter().all(|act| found.acts.contains(act));
            if ordered(&found) && kept && acts {
                passed_over.push(text);
            }
        }
    }
    assert!(passed_over.is_empty(), "{}", passed_over.join("\n"));
}

#[test]
fn what_means_nothing_where_it_stands_is_no_silent_order() {
    // NL-17
    for text in STRAY {
        let found = read(&game(S0), Team::Blue, text);
        assert!(!ordered(&found), "{text}: {:?}", found.commands);
    }
}
