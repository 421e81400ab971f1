//! Text from outside, made safe to show.
//!
//! Names, notes and files are kept as they were written. Where they reach a terminal or a line of
//! output, characters that command instead of being read are shown as marks: a name must neither
//! clear a screen, nor begin a line, nor turn the words beside it around.

use std::borrow::Cow;

/// Shown for what has no picture of its own.
const MARK: char = '\u{fffd}';

/// Text for a part of one line: line breaks and tabs are spaces, and other characters that command
/// are marks.
///
/// ```
/// assert_eq!(senet_kernel::visible("Ada\u{1b}[2J\nBee"), "Ada␛[2J Bee");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| match letter {
        _ if is_break(letter) => ' ',
        _ => mark(letter),
    })
}

/// Text of several lines: as [`visible`], but `\n` stays, and other line breaks become it.
///
/// ```
/// assert_eq!(senet_kernel::visible_lines("Ada\r\nBee\u{7}"), "Ada\nBee␇");
/// ```
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    let text = match text.contains("\r\n") {
        true => Cow::Owned(text.replace("\r\n", "\n")),
        false => Cow::Borrowed(text),
    };
    let shown = |letter| match letter {
        '\t' => ' ',
        _ if is_break(letter) => '\n',
        _ => mark(letter),
    };
    match text {
        Cow::Borrowed(text) => replaced(text, shown),
        Cow::Owned(text) => Cow::Owned(replaced(&text, shown).into_owned()),
    }
}

/// Written JSON with escapes for all that commands. Such characters stand in its strings only,
/// where an escape means the same.
///
/// ```
/// assert_eq!(senet_kernel::visible_json("[\"\u{202e}\"]"), r#"["\u202e"]"#);
/// ```
pub fn visible_json(json: &str) -> Cow<'_, str> {
    let hidden = |letter: char| letter != '\n' && commands(letter);
    if !json.contains(hidden) {
        return Cow::Borrowed(json);
    }
    let escaped = json.chars().map(|letter| match hidden(letter) {
        true => format!("\\u{:04x}", u32::from(letter)),
        false => letter.to_string(),
    });
    Cow::Owned(escaped.collect())
}

fn replaced(text: &str, shown: impl Fn(char) -> char) -> Cow<'_, str> {
    match text.contains(commands) {
        false => Cow::Borrowed(text),
        true => {
            let shown = |letter| if commands(letter) { shown(letter) } else { letter };
            Cow::Owned(text.chars().map(shown).collect())
        }
    }
}

/// Whether a character moves the cursor, breaks the line or turns the direction of writing.
///
/// Joiners stay, since scripts and pictures of several parts need them.
fn commands(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Whether a character commands or is not seen at all. A name holds none; joiners stay, as above.
pub fn is_unseen(letter: char) -> bool {
    commands(letter)
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{115f}'..='\u{1160}'
                | '\u{180b}'..='\u{180e}'
                | '\u{200b}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

const fn is_break(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The picture of a control character, where there is one.
fn mark(letter: char) -> char {
    match letter {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(letter)).unwrap_or(MARK),
        '\u{7f}' => '\u{2421}',
        _ => MARK,
    }
}
