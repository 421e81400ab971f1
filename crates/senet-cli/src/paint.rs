//! Meanings into colours, where the terminal has them.

use std::io::IsTerminal;

use senet_kernel::{Drawing, Ink, Line};

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
        let code = match ink {
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
        };
        match (self.0, code, marked) {
            (false, _, _) | (true, "", false) => text.to_owned(),
            (true, "", true) => format!("\x1b[7m{text}\x1b[0m"),
            (true, code, false) => format!("\x1b[{code}m{text}\x1b[0m"),
            (true, code, true) => format!("\x1b[{code};7m{text}\x1b[0m"),
        }
    }
}
