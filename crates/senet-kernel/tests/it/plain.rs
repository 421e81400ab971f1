//! Text from outside never commands a terminal.

use senet_kernel::{is_unseen, visible, visible_json, visible_lines};

/// All that moves a cursor, breaks a line or turns the direction of writing.
fn commanding() -> impl Iterator<Item = char> {
    let turning = [0x61c, 0x200e, 0x200f].into_iter().chain(0x2028..=0x202e).chain(0x2066..=0x2069);
    let turning = turning.map(|code| char::from_u32(code).expect("a character"));
    ('\0'..='\u{10ffff}').filter(|letter| letter.is_control()).chain(turning)
}

#[test]
fn what_commands_is_shown_as_a_mark() {
    #[track_caller]
    fn check(text: &str, shown: &str) {
        assert_eq!(visible(text), shown);
    }
    check("Zoë 🏳️‍🌈 ‌نام", "Zoë 🏳️‍🌈 ‌نام");
    check("\u{1b}[2J\u{7}\u{7f}", "␛[2J␇␡");
    check("a\nb\r\nc\td\u{2028}e", "a b  c d e");
    check("\u{9b}2J", "\u{fffd}2J");
    check("abc\u{202e}fed\u{2069}", "abc\u{fffd}fed\u{fffd}");
    for letter in commanding() {
        let text = format!("a{letter}b");
        assert!(!visible(&text).contains(letter), "{letter:?} is raw");
        assert_eq!(visible(&text).chars().count(), 3, "{letter:?} takes one place");
        assert!(letter == '\n' || !visible_lines(&text).contains(letter), "{letter:?} is raw");
    }
}

#[test]
fn lines_stay_lines() {
    assert_eq!(visible_lines("a\n\tb\r\nc\rd\u{1b}"), "a\n b\nc\nd␛");
    assert_eq!(visible_lines("plain\n"), "plain\n");
}

#[test]
fn json_says_the_same_with_escapes() {
    for letter in commanding() {
        let value = serde_json::json!({ "name": format!("a{letter}b") });
        let json = serde_json::to_string_pretty(&value).expect("a value is written");
        let shown = visible_json(&json);
        assert!(letter == '\n' || !shown.contains(letter), "{letter:?} is raw");
        let read: serde_json::Value = serde_json::from_str(&shown).expect("it is JSON");
        assert_eq!(read, value);
    }
}

#[test]
fn what_commands_or_is_not_seen_is_in_no_name() {
    assert!(commanding().all(is_unseen));
    assert!(['\u{ad}', '\u{200b}', '\u{2060}'].into_iter().all(is_unseen));
    assert!(!"Zoë 😀".chars().any(is_unseen));
}
