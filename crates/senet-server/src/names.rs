//! Names of people: they can be seen, told apart, and taken for nothing else.

use senet_kernel::Seat;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

use crate::error::ApiError;
use crate::room::{Player, SeatRecord};

/// Words that stand for somebody else.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "bot",
    "clock",
    "host",
    "idle",
    "mod",
    "moderator",
    "nobody",
    "senet",
    "server",
    "spectator",
    "a spectator",
    "system",
];
/// The most marks that one letter carries.
const MARKS: usize = 4;

/// Checks a name by itself.
pub fn check(name: &str, most: usize) -> Result<(), ApiError> {
    let long = name.chars().count() > most;
    if long || is_harmful(name) {
        let sentence = format!(
            "a name has 1 to {most} characters that can be seen, none of which changes how others are read"
        );
        return Err(ApiError::new("bad_name", sentence));
    }
    if reads_like(&bare(name), RESERVED) || reads_like_a_bot(name) {
        let sentence = format!("\"{name}\" reads like a bot or an office; choose another name");
        return Err(ApiError::new("bad_name", sentence));
    }
    Ok(())
}

/// A name without what only stands around it: "the host!" is "host".
fn bare(name: &str) -> String {
    let words: String = name.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace()).collect();
    let mut words: Vec<&str> = words.split_whitespace().collect();
    if words.len() > 1 && ["a", "an", "the"].contains(&words[0].to_lowercase().as_str()) {
        words.remove(0);
    }
    match words.is_empty() {
        true => name.to_owned(),
        false => words.concat(),
    }
}

/// Whether it says in brackets of any kind that nobody sits there.
fn reads_like_a_bot(name: &str) -> bool {
    const BRACKETS: [[char; 2]; 4] = [['(', ')'], ['[', ']'], ['{', '}'], ['<', '>']];
    let says = |name: &String| {
        BRACKETS.iter().any(|[open, close]| name.contains(&format!("{open}bot{close}")))
    };
    folded(name).iter().any(says)
}

/// Checks a name among those at a table, for whoever takes this seat.
pub fn check_among(
    name: &str,
    seat: Option<Seat>,
    seats: &[SeatRecord],
    bots: &[String],
) -> Result<(), ApiError> {
    for (i, other) in seats.iter().enumerate() {
        if seat.is_some_and(|seat| seat.index() == i) {
            // One may be called what one plays.
            continue;
        }
        if reads_like(name, [other.role.as_str()]) {
            let sentence =
                format!("\"{name}\" is what another seat is called; choose another name");
            return Err(ApiError::new("bad_name", sentence));
        }
        if let Some(taken) = other.person().filter(|taken| alike(name, taken)) {
            return Err(self::taken(taken));
        }
    }
    if reads_like(name, bots.iter().map(String::as_str)) {
        let sentence = format!("\"{name}\" is what a bot is called; choose another name");
        return Err(ApiError::new("bad_name", sentence));
    }
    Ok(())
}

/// Somebody at the table is called so.
pub fn taken(name: &str) -> ApiError {
    let sentence = format!("somebody here is called \"{name}\"; choose another name");
    ApiError::new("name_taken", sentence)
}

/// Checks every person of a new table among the others.
pub fn check_all(seats: &[SeatRecord], bots: &[String]) -> Result<(), ApiError> {
    for (seat, record) in Seat::first(seats.len()).zip(seats) {
        if let Player::Human { name } = &record.player {
            check_among(name, Some(seat), seats, bots)?;
        }
    }
    Ok(())
}

/// Whether text holds a character that changes how others are read, or none that can be seen.
pub fn is_harmful(text: &str) -> bool {
    let hostile = text.chars().any(is_hostile);
    // A mark without a letter of its own changes the one before it, which is not theirs.
    let borrows = text.chars().find(|c| is_visible(*c)).is_some_and(is_combining_mark);
    hostile || borrows || !text.chars().any(is_visible) || is_piled(text)
}

/// Whether one may be taken for the other.
pub fn alike(one: &str, other: &str) -> bool {
    reads_like(one, [other])
}

/// Whether somebody may take a name for one of others.
fn reads_like<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> bool {
    let name = folded(name);
    others.into_iter().any(|other| {
        let other = folded(other);
        !other[0].is_empty() && (name[0] == other[0] || name[1] == other[1])
    })
}

/// What a name looks like, in two ways: a capital `I` looks like an `l`, and is an `i`.
fn folded(name: &str) -> [String; 2] {
    // Letters in circles, wide ones and small ones above the line are what they are without.
    let seen = name.nfkc().filter(|c| is_visible(*c) && !c.is_whitespace());
    let seen: String = seen.map(large).collect();
    let looks = |text: &str| skeleton(text).collect::<String>();
    [looks(&seen.to_lowercase()), looks(&looks(&seen).to_lowercase())]
}

/// The letter that a small capital, or one on a dark ground or of a flag, looks like: they are no confusables for
/// Unicode, but for whoever reads.
fn large(c: char) -> char {
    /// Where alphabets of signs begin.
    const SIGNS: [char; 3] = ['\u{1f150}', '\u{1f170}', '\u{1f1e6}'];
    let sign = |first: char| u32::from(c).checked_sub(first.into()).filter(|nth| *nth < 26);
    if let Some(nth) = SIGNS.into_iter().find_map(sign) {
        return char::from(b'A' + nth as u8);
    }
    const SMALL: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ";
    const LARGE: &str = "ABCDEFGHIJKLMNOPQRSTUVWYZ";
    let of = |at: usize| LARGE.chars().nth(at);
    SMALL.chars().position(|small| small == c).and_then(of).unwrap_or(c)
}

/// Controls, marks of direction, and what stands for no character at all.
fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}' | '\u{e000}'..='\u{f8ff}'
            | '\u{e0000}'..='\u{e007f}' | '\u{f0000}'..='\u{10ffff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Whether a character leaves a trace on the screen. Some that do not belong into words of some
/// languages, and into pictures; alone they are nothing.
fn is_visible(c: char) -> bool {
    !c.is_whitespace()
        && !is_hostile(c)
        && !matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{13430}'..='\u{13455}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether marks are piled up beyond what any language does.
fn is_piled(text: &str) -> bool {
    let mut marks = 0;
    text.chars().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > MARKS
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::KeptFor;

    #[track_caller]
    fn row(name: &str, good: bool) {
        assert_eq!(check(name, 32).is_ok(), good, "{name:?}");
    }

    #[test]
    fn names_can_be_seen_and_change_nothing_around_them() {
        for good in [
            "Ann",
            "Zoë",
            "李雷",
            "Łukasz",
            "أحمد",
            "نمی\u{200c}خواهم",
            "👩\u{200d}🚀",
            "Ann 🇫🇷",
            "①",
            "Player 1",
            "The Hostess",
            "A. Bott",
            "!",
            "(b)",
        ] {
            row(good, true);
        }
        for bad in [
            "",
            "   ",
            "\u{200b}",
            "\u{200d}\u{2060}",
            "\u{3164}",
            "\u{2800}",
            "a\nb",
            "a\0",
            "\u{202e}nnA",
            "Ann\u{2066}",
            "a\u{2028}b",
            "\u{e0041}Ann",
            "Z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}",
            "Robo (bot)",
            "Robo (BOT)",
            "Host",
            "h0st",
            "Ноst",
            "Spectator",
            "A spectator",
            "SENET",
            "the host",
            "Host!",
            "h.o.s.t",
            "ʜᴏꜱᴛ",
            "ｈｏｓｔ",
            "𝐇𝐨𝐬𝐭",
            "ⓗⓞⓢⓣ",
            "🅗🅞🅢🅣",
            "🅷🅾🆂🆃",
            "🇭🇴🇸🇹",
            "ʰᵒˢᵗ",
            "Robo [bot]",
            "Robo {BOT}",
            "\u{301}",
            "\u{338}Ann",
            " \u{20dd}x",
            "\u{1d159}",
            "\u{1bca0}\u{1d173}",
        ] {
            row(bad, false);
        }
        row(&"x".repeat(33), false);
    }

    #[test]
    fn no_two_look_alike_at_one_table() {
        let human = |name: &str| SeatRecord {
            player: Player::Human { name: name.to_owned() },
            role: "Pilot".to_owned(),
            ..SeatRecord::default()
        };
        let seats = [human("Alice"), human("Ivan")];
        let bots = ["greedy".to_owned()];
        let taken = |name: &str| check_among(name, None, &seats, &bots).is_err();
        for name in [
            "Alice",
            "alice",
            "ALICE",
            "AIice",
            "Аlice",
            "Al\u{200b}ice",
            "A l i c e",
            "IVAN",
            "lvan",
        ] {
            assert!(taken(name), "{name}");
        }
        for name in ["pilot", "Greedy", "PiIot"] {
            assert!(taken(name), "{name}");
        }
        for name in ["Alicia", "Ben", "Copilot"] {
            assert!(!taken(name), "{name}");
        }
        let kept = KeptFor { sitting: String::new(), name: "Dora".to_owned() };
        let waits = [SeatRecord { kept_for: Some(kept), ..SeatRecord::default() }];
        assert!(check_among("dora", None, &waits, &bots).is_err(), "she is still to come");
        assert!(check_among("Dora", Some(Seat::FIRST), &waits, &bots).is_ok(), "she comes");
        assert!(check_all(&seats, &bots).is_ok());
        assert!(check_all(&[human("Ann"), human("ann")], &bots).is_err());
    }
}
