//! Silosoft: cards have their numbers, in the observation as in the alphabet.

use senet_kernel::Seat;
use senet_silosoft::{
    CardId, CardView, Command, Decision, DrawnView, FeatureId, Level, PlayerView, Role, Silosoft,
    Status, View,
};

use crate::{Encode, Sheet, Word};

const SEATS: u16 = 4;
const CARDS: u16 = 52;
const FEATURES: u16 = 64;

const ALPHABET: [(&str, u16); 16] = [
    ("pass", 1),
    ("draw", 1),
    ("reorg", 1),
    ("time off", 1),
    ("offer", 1),
    ("accept", 1),
    ("decline", 1),
    ("withdraw", 1),
    ("complete", 1),
    ("end the turn", 1),
    ("forfeit", 1),
    ("then", 1),
    ("card", CARDS),
    ("seat", SEATS),
    ("as role", 3),
    ("feature", FEATURES),
];
const DRAW: u16 = 1;
const REORG: u16 = 2;
const PTO: u16 = 3;
const OFFER: u16 = 4;
const ACCEPT: u16 = 5;
const DECLINE: u16 = 6;
const WITHDRAW: u16 = 7;
const COMPLETE: u16 = 8;
const END_TURN: u16 = 9;
const FORFEIT: u16 = 10;
const THEN: u16 = 11;
const CARD: u16 = 12;
const SEAT: u16 = CARD + CARDS;
const ROLE: u16 = SEAT + SEATS;
const FEATURE: u16 = ROLE + 3;

/// The floats of a card and of a player.
const CARD_FLOATS: usize = 15;
const PLAYER_FLOATS: usize = 20;

impl Encode for Silosoft {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = 18
        + 13
        + CARDS as usize * CARD_FLOATS
        + SEATS as usize * PLAYER_FLOATS
        + FEATURES as usize
        + 2
        + 2 * CARDS as usize;
    const LETTERS: usize = (FEATURE + FEATURES) as usize;

    fn letter(letter: u16) -> String {
        super::named(&ALPHABET, letter)
    }

    fn observe(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
        let seats = view.players.len();
        let here = |other: Seat| super::from_here(other, seat, seats);
        sheet.part_of(
            "the game",
            "turn, limit of turns, weight of resources, one completion, features completed, \
             features to complete, cards left in the deck, seats, whose turn (4), you may act, \
             you are awaited, an offer was made, completions, won, lost",
        );
        sheet.number(view.turn, 40);
        sheet.number(view.options.turn_limit, 40);
        sheet.number(view.options.resource_weight, 100);
        sheet.flag(view.options.single_completion);
        sheet.number(view.total, 12);
        sheet.number(view.target, 12);
        sheet.number(view.deck.left, 42);
        sheet.number(seats as u32, 4);
        sheet.one_of(Some(here(view.active)), 4);
        sheet.flag(view.to_act.contains(seat));
        sheet.flag(view.awaited.contains(seat));
        sheet.flag(view.traded);
        sheet.number(view.completions, 3);
        sheet.flag(view.summary.outcome == Status::Won);
        sheet.flag(view.summary.outcome == Status::Lost);
        sheet.part_of(
            "what is open, what was drawn",
            "what is to be decided (6), a resource was drawn, event (4), it had no effect, own \
             deck",
        );
        sheet.one_of(view.open.map(decision), 6);
        sheet.flag(matches!(view.drawn, Some(DrawnView::Resource { .. })));
        let event = match view.drawn {
            Some(DrawnView::Event { event, .. }) => Some(event as usize),
            _ => None,
        };
        sheet.one_of(event, 4);
        let dead = matches!(view.drawn, Some(DrawnView::Event { nullified: Some(_), .. }));
        sheet.flag(dead);
        sheet.flag(view.options.own_deck);
        sheet.part_of(
            "cards by number",
            "15 each: gone, whose (4), role (4), level (3), points, on leave until (2)",
        );
        cards(view, seat, sheet);
        sheet.part_of(
            "players, own first",
            "20 each: there, cards, completed, lost, turns left, trades, requirement due (2), a \
             feature is open, by role what is needed and there and missing (9), contractors, it \
             can be completed",
        );
        let round_the_table = (0..seats).map(|i| &view.players[(seat.index() + i) % seats]);
        sheet.rows(round_the_table, SEATS.into(), PLAYER_FLOATS, |sheet, player| {
            self::player(player, sheet);
        });
        sheet.part("own completed features by number");
        let own = view.player(seat).map_or(&[][..], |player| &player.completed);
        for number in 1..=FEATURES {
            let has = |id: FeatureId| id.number().map(u16::from) == Some(number);
            sheet.flag(own.iter().any(|feature| has(feature.id)));
        }
        sheet.part("offer: to you, from you");
        sheet.flag(view.offer.as_ref().is_some_and(|offer| offer.to == seat));
        sheet.flag(view.offer.as_ref().is_some_and(|offer| offer.from == seat));
        sheet.part_of("offered and asked for, by card", "2 each: offered, asked for");
        for number in 1..=CARDS {
            let has = |list: &[CardId]| {
                list.iter().any(|card| card.number().map(u16::from) == Some(number))
            };
            sheet.flag(view.offer.as_ref().is_some_and(|offer| has(&offer.give)));
            sheet.flag(view.offer.as_ref().is_some_and(|offer| has(&offer.take)));
        }
    }

    fn spell(command: &Command, word: &mut Word) -> Option<()> {
        match command {
            Command::Draw {} => word.push(DRAW),
            Command::Reorg { card: of, to } => {
                word.push(REORG);
                card(*of, word)?;
                partner(*to, word)?;
            }
            Command::Pto { card: of } => {
                word.push(PTO);
                card(*of, word)?;
            }
            Command::Offer { to, give, take } => {
                word.push(OFFER);
                partner(*to, word)?;
                give.iter().try_for_each(|of| card(*of, word))?;
                word.push(THEN);
                take.iter().try_for_each(|of| card(*of, word))?;
                word.push(THEN);
            }
            Command::Accept {} => word.push(ACCEPT),
            Command::Decline {} => word.push(DECLINE),
            Command::Withdraw {} => word.push(WITHDRAW),
            Command::Complete { cards, declare } => {
                word.push(COMPLETE);
                cards.iter().try_for_each(|of| card(*of, word))?;
                word.push(THEN);
                for (of, role) in declare.iter() {
                    card(*of, word)?;
                    word.push(ROLE + Role::LISTED.iter().position(|other| other == role)? as u16);
                }
                word.push(THEN);
            }
            Command::Pass {} => word.push(END_TURN),
            Command::Forfeit { feature } => {
                word.push(FORFEIT);
                let number = u16::from(feature.number()?).checked_sub(1)?;
                word.push(FEATURE + Some(number).filter(|number| *number < FEATURES)?);
            }
        }
        Some(())
    }
}

/// A row for each card: whose it is, what it works as, and its leave.
fn cards(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
    let seats = view.players.len();
    let mut rows: [Option<(&CardView, Option<usize>)>; CARDS as usize] = [None; CARDS as usize];
    let held = view.players.iter().flat_map(|player| {
        let owner = super::from_here(player.seat, seat, seats);
        player.hand.iter().map(move |card| (card, Some(owner)))
    });
    for (card, owner) in held.chain(view.gone.iter().map(|card| (card, None))) {
        let place = card.id.number().and_then(|number| usize::from(number).checked_sub(1));
        if let Some(row) = place.and_then(|place| rows.get_mut(place)) {
            *row = Some((card, owner));
        }
    }
    for row in rows {
        let Some((card, owner)) = row else {
            sheet.blank(CARD_FLOATS);
            continue;
        };
        sheet.flag(owner.is_none());
        sheet.one_of(owner, SEATS.into());
        sheet.one_of(Some(card.role as usize), 4);
        sheet.one_of(card.level.map(|level| level as usize), Level::ALL.len());
        sheet.number(card.points, 3);
        // One that outlasts the game is counted as the rules count it: a round after it began.
        let a_round = view.players.len() as u8;
        let released = card.lock.as_ref().map(|lock| lock.since.saturating_add(a_round));
        sheet.maybe(released, 40);
    }
}

fn player(player: &PlayerView, sheet: &mut Sheet<'_>) {
    sheet.flag(true);
    sheet.number(player.hand.len() as u32, 20);
    sheet.number(player.completed.len() as u32, 12);
    sheet.number(player.lost.len() as u32, 12);
    sheet.number(player.turns_left, 40);
    sheet.number(player.trades, 40);
    sheet.maybe(player.requirement.as_ref().map(|asked| asked.turns_away), 40);
    sheet.flag(player.feature.is_some());
    let feature = player.feature.as_ref();
    for role in Role::LISTED {
        let row = feature.and_then(|feature| feature.rows.iter().find(|row| row.role == role));
        sheet.number(row.map_or(0, |row| row.need), 9);
        sheet.number(row.map_or(0, |row| row.have), 20);
        sheet.number(row.map_or(0, |row| row.missing), 9);
    }
    sheet.number(feature.map_or(0, |feature| feature.contractors), 8);
    sheet.flag(feature.is_some_and(|feature| feature.completable));
}

fn card(card: CardId, word: &mut Word) -> Option<()> {
    let number = u16::from(card.number()?).checked_sub(1).filter(|number| *number < CARDS)?;
    word.push(CARD + number);
    Some(())
}

fn partner(seat: Seat, word: &mut Word) -> Option<()> {
    let seat = u16::try_from(seat.index()).ok().filter(|seat| *seat < SEATS)?;
    word.push(SEAT + seat);
    Some(())
}

fn decision(decision: Decision) -> usize {
    match decision {
        Decision::Draw => 0,
        Decision::Reorg => 1,
        Decision::Pto => 2,
        Decision::Action => 3,
        Decision::TradeAnswer => 4,
        Decision::Penalty => 5,
    }
}
