//! Journals that are whole, cut, edited, reordered or of something else.

use senet_table::{Header, Journal, JournalError, Problem, Table, TableOf};

use crate::*;

fn finished() -> String {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1]);
    table.take_back(X, None).unwrap();
    marks(&mut table, &[1, 4, 2, 5, 3]);
    table.journal().text()
}

fn load(text: &str) -> Result<TableOf<TicTacToe>, JournalError> {
    TableOf::load(text, None, false).map(|(table, _)| table)
}

#[track_caller]
fn check(text: &str, line: usize, expected: impl Fn(&Problem) -> bool) {
    let error = load(text).map(|_| ()).unwrap_err();
    assert_eq!(error.line, line, "{error}");
    assert!(expected(&error.problem), "{error}");
}

/// The journal with one of its lines (counted from 1) changed.
fn with_line(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let lines = text.lines().enumerate();
    lines.map(|(i, l)| if i + 1 == number { change(l) } else { l.to_owned() } + "\n").collect()
}

#[test]
fn loads_what_it_wrote() {
    let text = finished();
    let table = load(&text).unwrap();
    assert_eq!(table.journal().text(), text);
    assert_eq!(table.entry(), 5);
    let dos = text.replace('\n', "\r\n");
    assert_eq!(load(&dos).unwrap().journal().text(), text, "line feeds of any kind");
    assert_eq!(load(text.trim_end()).unwrap().entry(), 5, "without the last line feed");
}

#[test]
fn every_changed_byte_is_noticed_and_its_line_named() {
    let text = finished();
    let mut start = 0;
    for (i, line) in text.lines().enumerate() {
        for at in 0..line.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[start + at] = if bytes[start + at] == b'7' { b'8' } else { b'7' };
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            let error = load(&changed).map(|_| ()).expect_err("the change is noticed");
            // A changed chain is noticed where it stands, or by the line that follows from it.
            assert!(
                error.line == i + 1 || error.line == i + 2,
                "byte {at} of line {}: {error}",
                i + 1
            );
        }
        start += line.len() + 1;
    }
}

#[test]
fn a_missing_or_moved_line_is_noticed() {
    let text = finished();
    let lines: Vec<&str> = text.lines().collect();
    for missing in 1..lines.len() - 1 {
        let mut rest = lines.clone();
        rest.remove(missing);
        check(&(rest.join("\n") + "\n"), missing + 1, |p| *p == Problem::BrokenChain);
        let mut moved = lines.clone();
        moved.swap(missing, missing + 1);
        check(&(moved.join("\n") + "\n"), missing + 1, |p| *p == Problem::BrokenChain);
    }
    check(&lines[1..].join("\n"), 1, |p| {
        matches!(p, Problem::BrokenChain | Problem::Header { .. })
    });
    let doubled = format!("{text}{}\n", lines[0]);
    check(&doubled, lines.len() + 1, |p| *p == Problem::BrokenChain);
}

#[test]
fn a_last_line_that_was_cut_is_passed_over_and_said() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 2, 3]);
    let text = table.journal().text();
    let whole = text.lines().take(3).map(|line| line.len() + 1).sum::<usize>();
    for cut in whole + 1..text.len() - 1 {
        let (table, notice) = TableOf::<TicTacToe>::load(&text[..cut], None, false).unwrap();
        assert_eq!(table.entry(), 2, "cut at {cut}");
        assert!(notice.unwrap().contains("line 4 was cut"), "cut at {cut}");
    }
    let (table, notice) = TableOf::<TicTacToe>::load(&text[..whole], None, false).unwrap();
    assert_eq!((table.entry(), notice), (2, None), "cut between lines it is just shorter");
    // A cut line that is not the last, or that has its line feed, was not cut by a crash.
    check(&format!("{}\n", &text[..text.len() - 9]), 4, |p| matches!(p, Problem::Malformed(_)));
}

/// A host counts by it what each seat has had written.
#[test]
fn every_line_tells_which_seat_had_it_written() {
    let mut table = tic_tac_toe();
    marks(&mut table, &[1, 2]);
    table.take_back(O, None).unwrap();
    table.remember(Seat::FIRST, json!({ "actor": { "seat": 1 } })).unwrap();
    table.submit(O, Some("\",\"actor\":{\"seat\":0}"), &mark(2), Vec::new()).unwrap();
    table.take_back(Actor::Host, None).unwrap();
    let [first, second] = [Some(Seat::FIRST), Some(Seat::SECOND)];
    let writers: Vec<_> =
        table.journal().lines().iter().map(|line| Journal::writer(line)).collect();
    assert_eq!(writers, [None, first, second, second, first, second, None]);
    for other in ["", "{}", "{\"entry\":{}}", "{\"memo\":{\"seat\":300}}", "{\"end\":{\"seat\":0}}"]
    {
        assert_eq!(Journal::writer(other), None, "{other}");
    }
}

#[test]
fn what_is_no_journal_is_refused_with_the_reason() {
    check("", 1, |p| *p == Problem::Empty);
    check("\n\n", 1, |p| *p == Problem::Empty);
    check("hello\nworld\n", 1, |p| matches!(p, Problem::Malformed(_)));
    check("{}\n{}\n", 1, |p| *p == Problem::NoChain);
    assert!(Header::of("hello").is_err());
}

#[test]
fn another_game_or_other_rules_are_named() {
    let text = {
        let mut table: PigTable = open("a seed");
        play_out(&mut table);
        table.journal().text()
    };
    check(&text, 1, |p| {
        *p == Problem::OtherGame { found: "pig".to_owned(), wanted: "tic-tac-toe".to_owned() }
    });
    let other = rechained(&finished(), |line| line.replacen("\"rules\":1", "\"rules\":9", 1));
    check(&other, 1, |p| {
        *p == Problem::Rules { game: "tic-tac-toe".to_owned(), found: 9, known: 1 }
    });
    let newer = rechained(&finished(), |line| line.replacen("\"senet\":1", "\"senet\":3", 1));
    check(&newer, 1, |p| *p == Problem::Format { found: 3 });
}

#[test]
fn a_journal_written_anew_by_hand_must_still_follow_the_rules() {
    let text = finished();
    let twice = rechained(&text, |line| line.replace("\"square\":4", "\"square\":1"));
    check(&twice, 5, |p| matches!(p, Problem::Refused(_)));
    let elsewhere = rechained(&text, |line| line.replace("\"square\":4", "\"square\":9"));
    check(&elsewhere, 5, |p| matches!(p, Problem::Hash { .. }));
    let numbered = rechained(&text, |line| line.replace("\"number\":2", "\"number\":3"));
    check(&numbered, 5, |p| *p == Problem::Number { expected: 2, found: 3 });
    let dice =
        rechained(&text, |l| l.replace("\"square\":4},", "\"square\":4},\"draws\":[{\"d6\":1}],"));
    check(&dice, 5, |p| matches!(p, Problem::Draws(_)));
    let stranger = rechained(&text, |line| {
        line.replace("\"entry\":1,\"actor\":{\"seat\":0}", "\"entry\":1,\"actor\":{\"seat\":1}")
    });
    check(&stranger, 3, |p| matches!(p, Problem::TakeBack(_)));
    let lost = rechained(&text, |line| line.replace("\"winner\":0", "\"winner\":1"));
    check(&lost, 9, |p| matches!(p, Problem::End(_)));
    let names = rechained(&text, |line| line.replace("[\"X\",\"O\"]", "[\"X\"]"));
    check(&names, 1, |p| matches!(p, Problem::SetUp(_)));
    let config = rechained(&text, |line| line.replace("\"config\":{}", "\"config\":{\"size\":4}"));
    check(&config, 1, |p| matches!(p, Problem::SetUp(_)));
}

#[test]
fn nothing_follows_the_end() {
    let text = finished();
    let lines: Vec<&str> = text.lines().collect();
    let again = with_line(&text, lines.len(), |line| format!("{line}\n{}", lines[1]));
    let again = rechained(&again, str::to_owned);
    check(&again, lines.len() + 1, |p| *p == Problem::AfterEnd);
}

/// A finished journal as a server writes it, with the names beside the chain.
fn veiled() -> String {
    let mut table = tic_tac_toe();
    table.veil("a secret");
    marks(&mut table, &[1, 4, 2, 5, 3]);
    table.journal().text()
}

fn lines(text: &str) -> Vec<std::sync::Arc<str>> {
    text.lines().map(Into::into).collect()
}

fn names(text: &str) -> Vec<String> {
    load(text).unwrap().header().seats.clone()
}

/// Names do not stand in chained bytes as they are, so that they can be erased.
#[test]
fn names_stand_beside_the_chain_and_can_be_erased() {
    let text = veiled();
    let (body, rest) = text.lines().next().unwrap().split_once(",\"chain\"").unwrap();
    let before = names(&text);
    for name in &before {
        assert!(!body.contains(&format!("\"{name}\"")) && rest.contains(name), "{name}: {text}");
    }
    let forgotten = senet_table::forget(&lines(&text), &[1], "other").unwrap();
    let erased = forgotten.join("\n") + "\n";
    assert!(!erased.contains(&format!("\"{}\"", before[1])), "{erased}");
    assert_eq!(names(&erased), [&before[0], "O"], "a seat without a name is called by its role");
    assert_eq!(erased.lines().nth(1), text.lines().nth(1), "no chain has changed");
    TableOf::<TicTacToe>::verify(&erased, None).unwrap();
}

/// A journal of format 1 has its names in the chain: it still loads, and can be made to forget them.
#[test]
fn names_of_an_old_journal_can_be_erased_too() {
    let text = finished();
    let before = names(&text);
    let forgotten = senet_table::forget(&lines(&text), &[0, 1], "secret").unwrap();
    let erased = forgotten.join("\n") + "\n";
    assert!(before.iter().all(|name| !erased.contains(&format!("\"{name}\""))), "{erased}");
    assert_eq!(names(&erased), ["X", "O"]);
    TableOf::<TicTacToe>::verify(&erased, None).unwrap();
}

/// A name that does not fit its promise is refused, and nothing else may follow a chain.
#[test]
fn a_name_that_was_not_promised_is_refused() {
    let text = veiled();
    let name = &names(&text)[0];
    let forged = text.replacen(&format!("\"name\":\"{name}\""), "\"name\":\"Mallory\"", 1);
    check(&forged, 1, |problem| *problem == Problem::Name { seat: 1 });
    let few = with_line(&text, 1, |line| line.split_once(",\"names\"").unwrap().0.to_owned() + "}");
    check(&few, 1, |problem| matches!(problem, Problem::Name { .. }));
    let more =
        with_line(&finished(), 1, |line| line.trim_end_matches('}').to_owned() + ",\"names\":[]}");
    check(&more, 1, |problem| matches!(problem, Problem::Malformed(_)));
    let late = with_line(&text, 2, |line| line.trim_end_matches('}').to_owned() + ",\"names\":[]}");
    check(&late, 2, |problem| *problem == Problem::NoChain);
}
