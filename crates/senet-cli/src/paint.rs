//! Meanings into colours, where the terminal has them.

use std::borrow::Cow;
use std::io::IsTerminal;

use senet_kernel::{Drawing, Ink, Line, visible, visible_lines};

/// Text for the terminal: nothing in it commands but our own colours, whoever wrote it.
pub fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return visible_lines(text);
    }
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        told.push_str(&visible_lines(&rest[..at]));
        let own = own_colour(&rest[at..]);
        told.push_str(&own.map_or(Cow::Borrowed("␛"), Cow::Borrowed));
        rest = &rest[at + own.map_or(1, str::len)..];
    }
    told.push_str(&visible_lines(rest));
    Cow::Owned(told)
}

/// The sequence for a colour of ours at the beginning of a text, if it is one and colours are wanted.
fn own_colour(text: &str) -> Option<&str> {
    let end = text.find('m')?;
    let code = text.get(2..end).filter(|_| text.starts_with("\x1b["))?;
    let known = |ink: &Ink| code.strip_suffix(";7").unwrap_or(code) == colour(*ink);
    let ours = matches!(code, "0" | "7") || !code.is_empty() && INKS.iter().any(known);
    (ours && Paint::of_stdout().0).then_some(&text[..=end])
}

const INKS: [Ink; 10] = [
    Ink::Plain,
    Ink::Soft,
    Ink::Strong,
    Ink::Primary,
    Ink::Danger,
    Ink::Attention,
    Ink::First,
    Ink::Second,
    Ink::Third,
    Ink::Fourth,
];

/// The number of a colour; none for plain text.
const fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain => "",
        Ink::Soft => "2",
        Ink::Strong => "1",
        Ink::Primary => "36",
        Ink::Danger => "31",
        Ink::Attention => "33",
        Ink::First => "94",
        Ink::Second => "38;5;208",
        Ink::Third => "32",
        Ink::Fourth => "35",
    }
}

/// Whether to colour.
#[derive(Clone, Copy)]
pub struct Paint(bool);

impl Paint {
    /// Colours only for a person at a terminal who has not said NO_COLOR.
    pub fn of_stdout() -> Paint {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Paint(wanted && std::io::stdout().is_terminal())
    }

    /// Text with a meaning.
    pub fn ink(self, ink: Ink, text: &str) -> String {
        self.span(ink, false, text)
    }

    /// The lines of a drawing.
    pub fn drawing(self, drawing: &Drawing) -> String {
        drawing.lines.iter().map(|line| self.line(line) + "\n").collect()
    }

    /// A line of Markdown: headings and bold words stand out.
    pub fn markdown(self, line: &str) -> String {
        if line.starts_with('#') {
            return self.ink(Ink::Strong, line);
        }
        if !self.0 {
            return line.to_owned();
        }
        let parts = line.split("**").enumerate();
        let painted =
            parts.map(
                |(i, part)| {
                    if i % 2 == 1 { self.ink(Ink::Strong, part) } else { part.to_owned() }
                },
            );
        painted.collect()
    }

    fn line(self, line: &Line) -> String {
        let spans = line.spans.iter().map(|span| self.span(span.ink, span.marked, &span.text));
        let text: String = spans.collect();
        text.trim_end().to_owned()
    }

    fn span(self, ink: Ink, marked: bool, text: &str) -> String {
        let text = visible(text);
        match (self.0, colour(ink), marked) {
            (false, _, _) | (true, "", false) => text.into_owned(),
            (true, "", true) => format!("\x1b[7m{text}\x1b[0m"),
            (true, code, false) => format!("\x1b[{code}m{text}\x1b[0m"),
            (true, code, true) => format!("\x1b[{code};7m{text}\x1b[0m"),
        }
    }
}
