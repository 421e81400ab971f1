//! Flag War: a piece, then hold, or a direction and a distance; orders for the open round.

use senet_flag_war::{
    Command, Direction, FlagWar, Order, Own, PieceView, Snapshot, Square, Team, View, Which,
};
use senet_kernel::Seat;

use crate::{Encode, Sheet, Word};

const PIECES: u16 = 9;
const DIRECTIONS: u16 = 8;
const DISTANCES: u16 = 30;

const ALPHABET: [(&str, u16); 7] = [
    ("pass", 1),
    ("ready", 1),
    ("cancel all orders", 1),
    ("piece", PIECES),
    ("hold", 1),
    ("direction", DIRECTIONS),
    ("squares", DISTANCES),
];
const READY: u16 = 1;
const CANCEL: u16 = 2;
const PIECE: u16 = 3;
const HOLD: u16 = PIECE + PIECES;
const DIRECTION: u16 = HOLD + 1;
const DISTANCE: u16 = DIRECTION + DIRECTIONS;

/// The floats of a piece, a side, and an own order.
const PIECE_FLOATS: usize = 6;
const SIDE_FLOATS: usize = 10;
const ORDER_FLOATS: usize = 11;

impl Encode for FlagWar {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = 11
        + 2 * PIECES as usize * PIECE_FLOATS
        + 2 * SIDE_FLOATS
        + PIECES as usize * ORDER_FLOATS
        + 1;
    const LETTERS: usize = (DISTANCE + DISTANCES) as usize;

    fn letter(letter: u16) -> String {
        super::named(&ALPHABET, letter)
    }

    fn observe(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
        let own = Team::of(seat).unwrap_or(Team::Blue);
        let shared = &view.shared;
        let config = &shared.config;
        sheet.part_of(
            "the game",
            "red, width, height, neutral rows, pieces, round, limit of rounds (2), repetitions \
             (2), over",
        );
        sheet.flag(own == Team::Red);
        sheet.number(config.width, 31);
        sheet.number(config.height, 31);
        sheet.number(config.neutral_rows, 25);
        sheet.number(config.pieces, 9);
        sheet.number(shared.round, config.round_limit.unwrap_or(1000));
        sheet.maybe(config.round_limit, 10_000);
        sheet.maybe(shared.repetition.as_ref().map(|seen| seen.times), 10);
        sheet.flag(shared.outcome.is_some());
        sheet.part_of(
            "pieces, own first",
            "6 each: on the board, column, row, jailed, carrying, returns home",
        );
        for team in [own, own.other()] {
            pieces(&shared.now, team, sheet);
        }
        sheet.part_of(
            "sides, own first",
            "10 each: flag at home, flag is seen, its column, its row, key is seen, its column, \
             its row, zone is active, ready, offers a draw",
        );
        for team in [own, own.other()] {
            side(view, team, sheet);
        }
        sheet.part_of(
            "own orders of the open round, by piece",
            "11 each: there, hold, direction (8), squares",
        );
        for piece in 1..=PIECES as u8 {
            order(view.own.as_ref(), piece, shared.round, sheet);
        }
        sheet.part("orders left");
        sheet.number(view.own.as_ref().map_or(0, |own| own.orders_left), 100);
    }

    fn spell(command: &Command, word: &mut Word) -> Option<()> {
        match command {
            Command::Ready {} => word.push(READY),
            Command::Cancel { piece: Which::All, round: Which::All, input: None } => {
                word.push(CANCEL);
            }
            Command::Hold { piece, target_round: None, .. } => {
                piece_letter(piece.0?, word)?;
                word.push(HOLD);
            }
            Command::Move { piece, direction, distance, target_round: None, .. } => {
                piece_letter(piece.0?, word)?;
                let direction = direction.0?;
                let way = Direction::ALL.iter().position(|other| *other == direction)?;
                word.push(DIRECTION + way as u16);
                let squares = u16::try_from(distance.0?).ok()?.checked_sub(1)?;
                word.push(DISTANCE + Some(squares).filter(|squares| *squares < DISTANCES)?);
            }
            _ => return None,
        }
        Some(())
    }
}

fn piece_letter(piece: u8, word: &mut Word) -> Option<()> {
    let place = u16::from(piece).checked_sub(1).filter(|place| *place < PIECES)?;
    word.push(PIECE + place);
    Some(())
}

fn pieces(now: &Snapshot, team: Team, sheet: &mut Sheet<'_>) {
    let own = now.pieces.iter().filter(|piece| piece.team == team);
    sheet.rows(own, PIECES.into(), PIECE_FLOATS, |sheet, piece: &PieceView| {
        place(piece.square, sheet);
        sheet.flag(piece.jailed);
        sheet.flag(piece.carrying);
        sheet.flag(piece.returns_home);
    });
}

fn side(view: &View, team: Team, sheet: &mut Sheet<'_>) {
    let now = &view.shared.now;
    let flag = now.flags.iter().find(|flag| flag.team == team);
    sheet.flag(flag.is_some_and(|flag| flag.home));
    place(flag.map(|flag| flag.square), sheet);
    let key = now.keys.iter().find(|key| key.team == team);
    place(key.and_then(|key| key.square), sheet);
    sheet.flag(now.zones.iter().any(|zone| zone.team == team && zone.active));
    let side = view.shared.sides.iter().find(|side| side.team == team);
    sheet.flag(side.is_some_and(|side| side.ready));
    sheet.flag(side.is_some_and(|side| side.offers_draw));
}

fn order(own: Option<&Own>, piece: u8, round: u32, sheet: &mut Sheet<'_>) {
    let plan = own.map_or(&[][..], |own| &own.plan);
    let entry = plan.iter().find(|entry| entry.piece == piece && entry.round == round);
    let (held, step) = match entry.map(|entry| entry.order) {
        Some(Order::Hold) => (true, None),
        Some(Order::Move { direction, distance }) => (false, Some((direction, distance))),
        None => (false, None),
    };
    sheet.flag(entry.is_some());
    sheet.flag(held);
    let way = |(direction, _)| Direction::ALL.iter().position(|other| *other == direction);
    sheet.one_of(step.and_then(way), DIRECTIONS.into());
    sheet.number(step.map_or(0, |(_, distance)| distance), 30);
}

/// Whether it is on the board, and where.
fn place(square: Option<Square>, sheet: &mut Sheet<'_>) {
    sheet.flag(square.is_some());
    sheet.number(square.map_or(0, |square| square.x), 30);
    sheet.number(square.map_or(0, |square| square.y), 30);
}
