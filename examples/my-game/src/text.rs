//! The game in words and characters.

use senet_kernel::{Cast, Drawing, Ink, Line, Outcome, Reading, Seat, Text, Unread, Viewer};
use serde_json::Value;

use crate::{Command, Event, MyGame, View};

impl Text for MyGame {
    fn seat_name(_view: &View, seat: Seat) -> String {
        role(seat)
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        match view.outcome {
            Some(Outcome::Versus { winner: Some(winner) }) => {
                format!("{} has won.", view.called(winner))
            }
            _ if viewer.is(view.turn) => {
                let most = view.config.most.min(view.left);
                format!("{}: take 1 to {most}.", view.called(view.turn))
            }
            _ => format!("{} takes sticks.", view.called(view.turn)),
        }
    }

    fn draw(view: &View, _viewer: Viewer) -> Drawing {
        let mut drawing = Drawing::new();
        drawing.line(Line::new().ink(Ink::Strong, "|".repeat(view.left.into())));
        let mut names = Line::new();
        for seat in Seat::first(2) {
            names = names.ink(Ink::of(seat), format!("{}  ", view.called(seat)));
        }
        drawing.line(names.ink(Ink::Soft, format!("{} left", view.left)));
        drawing
    }

    fn tell(view: &View, event: &Event) -> String {
        match event {
            Event::Taken { seat, count, left } => {
                format!("{} takes {count}; {left} left.", view.called(*seat))
            }
            Event::Ended { winner } => format!("{} takes the last and wins.", view.called(*winner)),
        }
    }

    fn say(_view: &View, command: &Command) -> String {
        let Command::Take { count } = command;
        format!("take {count}")
    }

    fn read(
        _view: &View,
        _seat: Seat,
        text: &str,
        _memo: &Value,
    ) -> Result<Reading<Command>, Unread> {
        let text = text.trim().to_lowercase();
        let number = text.strip_prefix("take").unwrap_or(&text).trim();
        let count = number.parse().map_err(|_| {
            Unread::unknown_word(
                &text,
                format!("\"{text}\" is no number of sticks, as \"take 2\" is"),
            )
        })?;
        Ok(Reading::commands(vec![Command::Take { count }]))
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[("take 2, 2", "take two")]
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::Ended { .. })
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        if view.outcome.is_some() {
            drawing.line(MyGame::prompt(view, Viewer::Spectator));
        }
        drawing
    }
}

impl View {
    /// Who sits there: a person, or the role.
    fn called(&self, seat: Seat) -> String {
        self.cast.called(seat, &role(seat))
    }
}

/// What a seat is called.
pub(crate) fn role(seat: Seat) -> String {
    format!("Player {}", seat.index() + 1)
}
