//! Events in sentences that say which rule acted.

use crate::board::{Piece, Team};
use crate::command::Origin;
use crate::event::{EndReason, Event};
use crate::view::View;

pub(crate) fn event(view: &View, event: &Event) -> String {
    match event {
        Event::Moved { piece, from, to } => {
            let way = from.straight_to(*to);
            let way = way.map_or_else(String::new, |(way, far)| format!(" {way} {far}"));
            format!("{piece} moves{way} to {to}.")
        }
        Event::CutShortEdge { piece, ordered, moved } => {
            format!("The edge stops {piece} after {moved} of {ordered} squares.")
        }
        Event::CutShortZone { piece, ordered, moved } => format!(
            "{piece} may not enter its own zone while the flag is home: {moved} of {ordered} squares."
        ),
        Event::SkippedJailed { piece } => format!("{piece} is in jail; its order is dropped."),
        Event::Tagged { piece, by, square } => {
            let land = piece.team.other();
            format!("{piece} is tagged on {land} land at {square} by {} and jailed.", names(by))
        }
        Event::Traded { pieces, square } => {
            format!("{} meet on neutral ground at {square}: all are jailed.", names(pieces))
        }
        Event::FriendlyReset { pieces, square } => {
            format!("{} meet at {square} and go to their start squares.", names(pieces))
        }
        Event::FlagReturned { flag, carrier } => {
            format!("{carrier} loses {flag}'s flag; it is home again.")
        }
        Event::FlagTaken { flag, carrier } => format!("{carrier} takes {flag}'s flag."),
        Event::Scored { piece, square } => {
            format!("{piece} brings the flag to its own land at {square}.")
        }
        Event::ScorerHome { piece, square } => {
            format!("Both sides scored: {piece} goes to its start square {square}.")
        }
        Event::KeyAppeared { team, square } => format!("{team}'s key lies at {square}."),
        Event::Rescued { by, freed } => format!("{} frees {}.", names(by), names(freed)),
        Event::KeyGone { team } => format!("{team}'s key is gone."),
        Event::RescuerHome { piece, square } => {
            format!("{piece} has rescued and goes to its start square {square}.")
        }
        Event::ZoneOpened { team } => {
            format!("{team}'s zone is open: its flag is away.")
        }
        Event::ZoneClosed { team } => {
            format!("{team}'s zone is closed to {team}: its flag is home.")
        }
        Event::ZoneReset { piece, square } => {
            format!("{piece} stood in its own closed zone and goes to its start square {square}.")
        }
        Event::GameOver { winner, end_reason } => end(view, *winner, *end_reason),
        Event::Queued { piece, round, order, origin } => match origin {
            Origin::Explicit => format!("{piece}: {order}, in round {round}."),
            Origin::Assistant => format!("{piece}: {order}, in round {round}, proposed."),
        },
        Event::Superseded { piece, round, order, .. } => {
            format!("{piece}: {order} in round {round} gives way to a newer order.")
        }
        Event::Cancelled { team, piece, round, orders } => {
            let who = piece.map_or_else(|| team.to_string(), |id| format!("{team} {id}"));
            let when = round.map_or_else(String::new, |round| format!(" for round {round}"));
            match orders {
                0 => format!("{who}: there was no order{when} to cancel."),
                _ => format!("{who}: {}{when} cancelled.", super::counted(*orders, "order")),
            }
        }
        Event::PlanKept { piece, orders } => {
            let orders = super::counted(*orders, "later order");
            format!("{piece} was sent off its square; {orders} kept.")
        }
        Event::PlanDropped { piece, orders } => {
            let orders = super::counted(*orders, "later order");
            format!("{piece} was sent off its square; {orders} dropped.")
        }
        Event::Ready { team } => format!("{} is ready.", view.called(*team)),
        Event::DrawOffered { team } => format!("{} offers a draw.", view.called(*team)),
        Event::DrawWithdrawn { team } => {
            format!("{} takes the offer of a draw back.", view.called(*team))
        }
    }
}

pub(crate) fn end(view: &View, winner: Option<Team>, reason: EndReason) -> String {
    let why = super::reason(reason);
    match winner {
        Some(winner) => format!("{} has won: {why}.", view.full(winner)),
        None => format!("A draw: {why}."),
    }
}

pub(super) fn names(pieces: &[Piece]) -> String {
    let names: Vec<String> = pieces.iter().map(Piece::to_string).collect();
    names.join(" and ")
}
