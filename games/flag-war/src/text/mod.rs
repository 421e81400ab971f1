//! The game in words: names, prompts, the drawn board, sentences and short forms.

mod draw;
mod tell;

use senet_kernel::{
    Cast, Drawing, Measures, NoOrders, Question, Reading, Seat, Text, Unread, Viewer,
};

use crate::board::Team;
use crate::command::{Command, DirectionWord, DistanceWord, Origin, PieceWord, Round, Which};
use crate::config::TickMode;
use crate::event::{EndReason, Event};
use crate::game::FlagWar;
use crate::orders;
use crate::view::{Status, View};

impl Text for FlagWar {
    fn seat_name(_view: &View, seat: Seat) -> String {
        Team::of(seat).map_or_else(|| seat.to_string(), |team| team.name().to_owned())
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, viewer: Viewer) -> String {
        let shared = &view.shared;
        if shared.status == Status::Finished {
            return result(view);
        }
        let round = shared.round;
        let Some(own) = view.own.as_ref().filter(|own| viewer.is(own.team.seat())) else {
            return format!("Round {round}: both teams give their orders.");
        };
        let team = own.team;
        let (you, other) = (view.full(team), view.called(team.other()));
        if shared.sides[team.index()].ready {
            return format!("{you}: ready. Round {round} waits for {other}.");
        }
        let living = own.pieces.iter().filter(|piece| piece.from.is_some());
        let has_order = |id| own.plan.iter().any(|entry| entry.round == round && entry.piece == id);
        let ordered = living.clone().filter(|piece| has_order(piece.id)).count();
        let living = match living.count() {
            1 => "1 piece has".to_owned(),
            several => format!("{several} pieces have"),
        };
        let ends = match shared.config.tick_mode {
            TickMode::Timer => String::new(),
            _ if shared.sides[team.other().index()].ready => {
                format!(" {other} is ready; the round ends when you say ready.")
            }
            TickMode::TimerOrReady | TickMode::Manual => " Say ready when you are done.".to_owned(),
        };
        let offer = if shared.sides[team.other().index()].offers_draw {
            format!(" {other} offers a draw.")
        } else {
            String::new()
        };
        let draw = near_draw(view);
        format!(
            "{you}: give orders for round {round}. {ordered} of {living} one.{ends}{offer}{draw}"
        )
    }

    fn draw(view: &View, viewer: Viewer) -> Drawing {
        draw::board(view, viewer)
    }

    fn tell(view: &View, event: &Event) -> String {
        tell::event(view, event)
    }

    fn say(view: &View, command: &Command) -> String {
        say(view.shared.round, command)
    }

    fn read(
        view: &View,
        seat: Seat,
        text: &str,
        memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        orders::read(view, seat, text, memo)
    }

    fn spoken(view: &View, mut command: Command) -> Command {
        if let Some(own) = &view.own {
            command.said_at(own.next_input);
        }
        command
    }

    fn plans(view: &View, seat: Seat, memo: &serde_json::Value) -> Option<Reading<Command>> {
        orders::plans(view, seat, memo)
    }

    fn question(view: &View, text: &str) -> Option<Question> {
        orders::question(view, text)
    }

    fn answered(view: &View, input: u32, answer: &str) -> Result<Vec<Command>, NoOrders> {
        orders::answered(view, input, answer)
    }

    fn caution(view: &View, seat: Seat, command: &Command) -> Option<String> {
        let winner = Team::of(seat).filter(|_| *command == Command::Resign {})?.other();
        Some(format!("That gives the game up: {} wins.", view.full(winner)))
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[
            ("2 up 3, 1 and 3 left 2, all up 1", "move pieces"),
            ("2 to 4,5", "move a piece to a square"),
            ("2 hold", "let a piece stand"),
            ("2 up 3 in round 7", "an order for later"),
            ("cancel 2, cancel all", "take orders back"),
            ("ready", "end the round, where rounds wait"),
            ("offer draw, withdraw draw, resign", "end the game"),
        ]
    }

    fn moment(view: &View) -> String {
        format!("Round {}", view.shared.round)
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::GameOver { .. })
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        if view.shared.status == Status::Playing {
            return drawing;
        }
        drawing.line(result(view));
        let rounds = view.shared.round - 1;
        let seconds = u64::from(rounds) * u64::from(view.shared.config.tick_ms) / 1000;
        drawing.line(match view.shared.config.tick_mode {
            TickMode::Timer => format!("{}, {seconds} s of play.", counted(rounds, "round")),
            // Rounds that teams end have no length.
            TickMode::TimerOrReady | TickMode::Manual => format!("{}.", counted(rounds, "round")),
        });
        for side in &view.shared.sides {
            drawing.line(format!(
                "{}: {} tagged, {} taken, {} freed.",
                view.full(side.team),
                side.tally.tags,
                counted(side.tally.flags, "flag"),
                side.tally.freed
            ));
        }
        if let Some(last) = &view.shared.last_round {
            drawing.line(format!("Round {}, the last:", last.number));
            for event in last.events.iter().filter(|event| !FlagWar::closes(event)) {
                drawing.line(format!("  {}", tell::event(view, event)));
            }
        }
        drawing
    }

    fn measures(view: &View) -> Measures {
        let rounds = view.shared.round.saturating_sub(1);
        let mut measures = Measures::because(view.shared.end_reason).number("rounds", rounds);
        for side in &view.shared.sides {
            let (team, tally) = (side.team.name(), side.tally);
            measures = measures
                .number(format!("pieces tagged by {team}"), tally.tags)
                .number(format!("flags taken by {team}"), tally.flags)
                .number(format!("pieces freed by {team}"), tally.freed);
        }
        measures
    }
}

/// How near a draw by the last round or by repetition is (FW-55, FW-59); nothing while it is far.
fn near_draw(view: &View) -> String {
    let shared = &view.shared;
    let left = shared.config.round_limit.map(|limit| limit.saturating_sub(shared.round) + 1);
    let rounds = match left {
        Some(1) => " This is the last round.".to_owned(),
        Some(left) if left <= 10 => format!(" {left} rounds are left."),
        _ => String::new(),
    };
    let again = match &shared.repetition {
        Some(again) if again.times > 1 => format!(
            " This position has come {} times; at {} it is a draw.",
            again.times, again.most
        ),
        _ => String::new(),
    };
    rounds + &again
}

/// `1 flag`, `2 flags`.
pub(crate) fn counted(count: u32, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        several => format!("{several} {thing}s"),
    }
}

impl View {
    /// Who leads a team: a person, or the team itself.
    fn called(&self, team: Team) -> String {
        self.cast.called(team.seat(), team.name())
    }

    /// Who leads a team, and which.
    fn full(&self, team: Team) -> String {
        self.cast.full(team.seat(), team.name())
    }
}

/// Who won and by which rule.
fn result(view: &View) -> String {
    let Some(reason) = view.shared.end_reason else {
        return "The game goes on.".to_owned();
    };
    tell::end(view, view.shared.winner, reason)
}

/// The short form of a command.
pub(crate) fn say(open: u32, command: &Command) -> String {
    let when = |round: &Option<Round>, origin: &Origin| {
        let round = match round {
            Some(Round(round)) if *round != i64::from(open) => format!(" in round {round}"),
            _ => String::new(),
        };
        match origin {
            Origin::Explicit => round,
            Origin::Assistant => format!("{round} (proposed)"),
        }
    };
    match command {
        Command::Move { piece, direction, distance, target_round, origin, .. } => {
            let words = (piece_word(*piece), direction_word(*direction), distance_word(*distance));
            let when = when(target_round, origin);
            format!("{} {} {}{when}", words.0, words.1, words.2)
        }
        Command::MoveTo { piece, to, target_round, origin, .. } => {
            let when = when(target_round, origin);
            format!("{} to {},{}{when}", piece_word(*piece), to.x, to.y)
        }
        Command::Hold { piece, target_round, origin, .. } => {
            format!("{} hold{}", piece_word(*piece), when(target_round, origin))
        }
        Command::Cancel { piece, round, .. } => {
            let piece = match piece {
                Which::All => "all".to_owned(),
                Which::One(piece) => piece_word(*piece),
            };
            match round {
                Which::All => format!("cancel {piece}"),
                Which::One(Round(round)) => format!("cancel {piece} in round {round}"),
            }
        }
        Command::Ready {} => "ready".to_owned(),
        Command::OfferDraw {} => "offer draw".to_owned(),
        Command::WithdrawDraw {} => "withdraw draw".to_owned(),
        Command::Resign {} => "resign".to_owned(),
        Command::Tick {} => "tick".to_owned(),
        Command::Forfeit { seats } => {
            let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
            format!("forfeit {}", names.join(" and "))
        }
    }
}

fn piece_word(piece: PieceWord) -> String {
    piece.0.map_or_else(|| "?".to_owned(), |id| id.to_string())
}

fn direction_word(direction: DirectionWord) -> String {
    let word = direction.0.map(|direction| direction.to_string());
    word.unwrap_or_else(|| "?".to_owned())
}

fn distance_word(distance: DistanceWord) -> String {
    distance.0.map_or_else(|| "?".to_owned(), |distance| distance.to_string())
}

/// Why a game ended, in the words of its ending.
pub(crate) fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Capture => "the enemy's flag is home",
        EndReason::DoubleCapture => "both flags came home in one round",
        EndReason::Elimination => "all enemy pieces are in jail",
        EndReason::DoubleElimination => "all pieces of both teams are in jail",
        EndReason::Resign => "the other side resigned",
        EndReason::Forfeit => "a side was away too long",
        EndReason::AgreedDraw => "both sides agreed",
        EndReason::RoundLimit => "the last round is over",
        EndReason::Repetition => "the same position came too often",
    }
}
