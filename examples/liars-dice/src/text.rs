//! The game in words and characters.

use senet_kernel::{Cast, Drawing, Ink, Line, Outcome, Reading, Seat, Text, Unread, Viewer};
use serde_json::Value;

use crate::{Bid, Command, Event, Hand, LiarsDice, Showdown, Stage, View};

/// The faces in words.
const FACES: [(&str, &str); 6] = [
    ("one", "ones"),
    ("two", "twos"),
    ("three", "threes"),
    ("four", "fours"),
    ("five", "fives"),
    ("six", "sixes"),
];

impl Text for LiarsDice {
    fn seat_name(_view: &View, seat: Seat) -> String {
        role(seat)
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        match view.stage {
            Stage::Ready { turn } if viewer.is(turn) => {
                format!("{}: roll the dice.", view.called(turn))
            }
            Stage::Ready { turn } => format!("{} begins the round.", view.called(turn)),
            Stage::Bidding { turn, bid: None } if viewer.is(turn) => {
                format!("{}: bid first, such as \"bid 2 fours\".", view.called(turn))
            }
            Stage::Bidding { turn, bid: Some((by, bid)) } if viewer.is(turn) => {
                let (name, by) = (view.called(turn), view.called(by));
                format!("{name}: bid more than {}, or call {by} a liar.", words(bid))
            }
            Stage::Bidding { turn, .. } => format!("{} is to bid.", view.called(turn)),
            Stage::Over { winner } => format!("{} has won.", view.called(winner)),
        }
    }

    fn draw(view: &View, _viewer: Viewer) -> Drawing {
        let mut drawing = Drawing::new();
        let wild = if view.config.wild_ones { "ones are wild" } else { "ones are ones" };
        let head = format!("Round {} · {} in play · {wild}", view.round, dice(view.dice()));
        drawing.line(Line::new().ink(Ink::Soft, head));
        for (seat, left) in Seat::first(view.left.len()).zip(&view.left) {
            let turn = match view.stage {
                Stage::Ready { turn } | Stage::Bidding { turn, .. } => turn == seat,
                Stage::Over { .. } => false,
            };
            let cup = match view.hands.get(seat.index()).copied().flatten() {
                Some(hand) if hand != Hand::default() => faces(&hand),
                _ => vec!["▪"; usize::from(*left)].join(" "),
            };
            let mut line = Line::new()
                .ink(Ink::Attention, if turn { "▶ " } else { "  " })
                .ink(Ink::of(seat), view.called(seat))
                .text(format!("  {cup}"));
            if let Stage::Bidding { bid: Some((by, bid)), .. } = view.stage
                && by == seat
            {
                line = line.ink(Ink::Strong, format!("  bids {}", words(bid)));
            }
            drawing.line(line);
        }
        if let Some(last) = &view.last {
            drawing.line(Line::new().ink(Ink::Soft, sentence(view, last)));
        }
        drawing
    }

    fn tell(view: &View, event: &Event) -> String {
        match event {
            Event::Rolled { seat, hand: Some(hand) } => {
                format!("{} rolls {}.", view.called(*seat), faces(hand))
            }
            Event::Rolled { seat, hand: None } => format!("{} rolls.", view.called(*seat)),
            Event::Bid { seat, bid } => format!("{} bids {}.", view.called(*seat), words(*bid)),
            Event::Shown { showdown } => sentence(view, showdown),
            Event::Lost { seat, left: 0 } => {
                format!("{} loses the last die.", view.called(*seat))
            }
            Event::Lost { seat, left } => {
                format!("{} loses a die and has {left}.", view.called(*seat))
            }
            Event::Ended { winner } => format!("{} wins.", view.called(*winner)),
        }
    }

    fn say(_view: &View, command: &Command) -> String {
        match *command {
            Command::Roll {} => "roll".to_owned(),
            Command::Bid { count, face } => format!("bid {}", words(Bid { count, face })),
            Command::Liar {} => "liar".to_owned(),
        }
    }

    fn read(
        _view: &View,
        _seat: Seat,
        text: &str,
        _memo: &Value,
    ) -> Result<Reading<Command>, Unread> {
        let text = text.trim().to_lowercase();
        let command = match text.as_str() {
            "roll" | "r" => Command::Roll {},
            "liar" | "call" | "doubt" | "l" => Command::Liar {},
            other => bid_in(other).ok_or_else(|| {
                let sentence = "is neither \"roll\", nor \"liar\", nor a bid like \"3 fives\"";
                Unread::unknown_word(other, format!("\"{other}\" {sentence}"))
                    .with("choices", ["roll", "liar", "3 fives"].to_vec())
            })?,
        };
        Ok(Reading::commands(vec![command]))
    }

    /// A call against a bid that the caller's own dice make true loses a die whatever the others hold.
    fn caution(view: &View, seat: Seat, command: &Command) -> Option<String> {
        let Stage::Bidding { bid: Some((_, bid)), .. } = view.stage else { return None };
        let own = view.hands.get(seat.index()).copied().flatten()?;
        let lost =
            *command == Command::Liar {} && bid.counted(&[own], view.config.wild_ones) >= bid.count;
        lost.then(|| format!("Your own dice make {} true: you lose a die.", words(bid)))
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[
            ("roll", "have everybody roll"),
            ("3 fives, 3 5, 3x5", "bid three fives"),
            ("liar", "call the last bidder a liar"),
        ]
    }

    fn moment(view: &View) -> String {
        format!("Round {}", view.round)
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        if let Some(Outcome::Versus { winner: Some(winner) }) = view.outcome {
            let rounds = if view.round == 1 { "round" } else { "rounds" };
            drawing.line(format!(
                "{} has won after {} {rounds}, with {} left.",
                view.called(winner),
                view.round,
                dice(view.dice())
            ));
        }
        drawing
    }
}

/// What a seat is called.
pub(crate) fn role(seat: Seat) -> String {
    format!("Player {}", seat.index() + 1)
}

/// A bid in words: "3 fives".
fn words(bid: Bid) -> String {
    let (one, many) = FACES[usize::from(bid.face.clamp(1, 6)) - 1];
    format!("{} {}", bid.count, if bid.count == 1 { one } else { many })
}

/// So many dice, in words.
fn dice(count: u8) -> String {
    format!("{count} {}", if count == 1 { "die" } else { "dice" })
}

/// Dice as they lie, the lowest first.
fn faces(hand: &Hand) -> String {
    let dice = (1..).zip(hand).flat_map(|(face, count): (u8, _)| {
        std::iter::repeat_n(face.to_string(), usize::from(*count))
    });
    dice.collect::<Vec<_>>().join(" ")
}

fn sentence(view: &View, last: &Showdown) -> String {
    format!(
        "{} doubts {} of {}: there are {}.",
        view.called(last.caller),
        words(last.bid),
        view.called(last.bidder),
        last.count
    )
}

/// A bid as it may be typed: "bid 3 fives", "3 5", "3x5".
fn bid_in(text: &str) -> Option<Command> {
    let text = text.strip_prefix("bid").unwrap_or(text);
    let mut parts = text.split(|c: char| c.is_whitespace() || c == 'x' && !text.contains("si"));
    let mut next = || parts.by_ref().find(|part| !part.is_empty());
    let count = next()?.parse().ok()?;
    let word = next()?;
    let named = FACES.iter().position(|(one, many)| [*one, *many].contains(&word));
    let face = named
        .map_or_else(|| word.trim_end_matches('s').parse().ok(), |place| Some(place as u8 + 1));
    let face = face.filter(|face| (1..=6).contains(face))?;
    next().is_none().then_some(Command::Bid { count, face })
}
