//! Sky Team: a die is named by its face, and goes to a module, a space and so much coffee.

use senet_kernel::Seat;
use senet_sky_team::{
    Ability, Command, Crew, Criterion, Faces, HandView, Module, Pair, Phase, SkyTeam, Standing,
    View,
};

use crate::{Encode, Sheet, Word};

const FACES: u16 = 6;
const SLOTS: u16 = 4;
const COFFEE: u16 = 11;
const SEGMENTS: usize = 8;
/// The most spaces of one module.
const SPACES: usize = 4;

const ALPHABET: [(&str, u16); 13] = [
    ("pass", 1),
    ("ready", 1),
    ("spend a reroll token", 1),
    ("reroll", 1),
    ("anticipate", 1),
    ("adapt", 1),
    ("swap", 1),
    ("end of the dice", 1),
    ("die", FACES),
    ("module", 10),
    ("any space", 1),
    ("space", SLOTS),
    ("coffee, 6 is none:", COFFEE),
];
const READY: u16 = 1;
const SPEND: u16 = 2;
const REROLL: u16 = 3;
const ANTICIPATE: u16 = 4;
const ADAPT: u16 = 5;
const SWAP: u16 = 6;
const END: u16 = 7;
const DIE: u16 = 8;
const MODULE: u16 = DIE + FACES;
const ANY_SPACE: u16 = MODULE + 10;
const SPACE: u16 = ANY_SPACE + 1;
const CUPS: u16 = SPACE + SLOTS;

/// The floats of a hand, a segment, a space and an ability.
const HAND: usize = 16;
const SEGMENT: usize = 9;
const SPOT: usize = 4;

impl Encode for SkyTeam {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = 2
        + 5
        + 6
        + 2
        + 2
        + 2 * HAND
        + 7
        + SEGMENTS * SEGMENT
        + 10 * SPACES * SPOT
        + 17
        + 6
        + 18
        + 24;
    const LETTERS: usize = (CUPS + COFFEE) as usize;

    fn letter(letter: u16) -> String {
        super::named(&ALPHABET, letter)
    }

    fn observe(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
        let own = Crew::of(seat).unwrap_or(Crew::Pilot);
        sheet.part_of("who you are", "copilot, alone");
        sheet.flag(own == Crew::Copilot);
        sheet.flag(view.solo);
        sheet.part_of("time", "round, rounds, altitude, last round, you may act");
        sheet.number(view.round, 7);
        sheet.number(view.rounds, 7);
        sheet.number(view.altitude, 6000);
        sheet.flag(view.final_round);
        sheet.flag(view.to_act.contains(seat));
        sheet.part_of("phase", "briefing, placement, extra die, rerolling, swapping, over");
        sheet.one_of(Some(phase(view.phase)), 6);
        sheet.part("turn: own, the other's");
        sheet.flag(view.turn == Some(own));
        sheet.flag(view.turn == Some(own.other()));
        sheet.part("first this round: own, the other's");
        sheet.flag(view.first == own);
        sheet.flag(view.first == own.other());
        sheet.part_of(
            "own hand",
            "dice left, dice are known, dice by face (6), a choice is known, chosen by face \
             (6), answered",
        );
        hand(of(&view.hands, own), sheet);
        sheet.part_of(
            "other hand",
            "dice left, dice are known, dice by face (6), a choice is known, chosen by face \
             (6), answered",
        );
        hand(of(&view.hands, own.other()), sheet);
        sheet.part_of("extra die", "there, face (6)");
        sheet.flag(view.extra_die.is_some());
        sheet.one_of(view.extra_die.map(|face| usize::from(face).wrapping_sub(1)), 6);
        sheet.part_of(
            "approach track",
            "9 each: there, planes, traffic, you are here, allowed axis -2 to 2 (5)",
        );
        sheet.rows(&view.approach, SEGMENTS, SEGMENT, |sheet, segment| {
            sheet.flag(true);
            sheet.number(segment.planes, 6);
            sheet.number(segment.traffic, 6);
            sheet.flag(segment.here);
            for axis in -2..=2 {
                sheet.flag(segment.turn.is_empty() || segment.turn.contains(&axis));
            }
        });
        sheet.part_of("spaces by module", "4 each: there, die (2), switched on");
        for module in Module::ALL {
            let shown = view.modules.iter().find(|shown| shown.module == module);
            let spaces = shown.into_iter().flat_map(|shown| &shown.spaces);
            sheet.rows(spaces, SPACES, SPOT, |sheet, space| {
                sheet.flag(true);
                sheet.maybe(space.die, 6);
                sheet.flag(space.on == Some(true));
            });
        }
        instruments(view, sheet);
        sheet.part("intern's tokens");
        let tokens = view.intern.as_deref().unwrap_or_default();
        (1..=6).for_each(|value| sheet.flag(tokens.contains(&value)));
        sheet.part_of(
            "abilities: there, own ready, other ready",
            "3 each: there, own ready, other ready",
        );
        for ability in Ability::ALL {
            let shown = view.abilities.iter().find(|shown| shown.ability == ability);
            sheet.flag(shown.is_some());
            sheet.flag(shown.is_some_and(|shown| *of(&shown.ready, own)));
            sheet.flag(shown.is_some_and(|shown| *of(&shown.ready, own.other())));
        }
        sheet.part_of("landing list: asked, met, failed", "3 each: asked, met, failed");
        for criterion in Criterion::ALL {
            let check = view.checklist.iter().find(|check| check.criterion == criterion);
            sheet.flag(check.is_some());
            sheet.flag(check.is_some_and(|check| check.standing == Standing::Met));
            sheet.flag(check.is_some_and(|check| check.standing == Standing::Failed));
        }
    }

    fn spell(command: &Command, word: &mut Word) -> Option<()> {
        match *command {
            Command::Ready {} => word.push(READY),
            Command::SpendReroll {} => word.push(SPEND),
            Command::Reroll { dice } => {
                word.push(REROLL);
                dice.values().try_for_each(|face| die(face, word))?;
                word.push(END);
            }
            Command::Anticipate { die: face } => {
                word.push(ANTICIPATE);
                die(face, word)?;
            }
            Command::Adapt { die: face } => {
                word.push(ADAPT);
                die(face, word)?;
            }
            Command::Swap { die: face } => {
                word.push(SWAP);
                die(face, word)?;
            }
            Command::Place { die: face, on, slot, coffee } => {
                die(face, word)?;
                word.push(MODULE + Module::ALL.iter().position(|module| *module == on)? as u16);
                word.push(match slot {
                    None => ANY_SPACE,
                    Some(slot) if u16::from(slot) < SLOTS => SPACE + u16::from(slot),
                    Some(_) => return None,
                });
                word.push(CUPS + u16::try_from(coffee + 5).ok().filter(|cups| *cups < COFFEE)?);
            }
            Command::TimeUp { .. } => return None,
        }
        Some(())
    }
}

fn instruments(view: &View, sheet: &mut Sheet<'_>) {
    sheet.part_of(
        "instruments",
        "coffee in supply, axis, speed (2), one field from, two fields from, wind (2), wind \
         adds, brakes on, strength of brakes, ice, coffee, rerolls, kerosene (2), over",
    );
    sheet.number(view.supply, 12);
    sheet.number(view.axis, 3);
    sheet.maybe(view.speed.speed, 15);
    sheet.number(view.speed.one_from, 15);
    sheet.number(view.speed.two_from, 15);
    sheet.maybe(view.wind.map(|wind| wind.position), 19);
    sheet.number(view.wind.map_or(0, |wind| wind.adds), 5);
    sheet.number(view.brakes.as_ref().map_or(0, |brakes| brakes.on), 3);
    sheet.number(view.brakes.as_ref().map_or(0, |brakes| brakes.strength), 12);
    sheet.number(view.board.ice, 4);
    sheet.number(view.coffee, 3);
    sheet.number(view.rerolls, 3);
    sheet.maybe(view.kerosene, 20);
    sheet.flag(view.end.is_some());
}

fn hand(hand: &HandView, sheet: &mut Sheet<'_>) {
    sheet.number(hand.left, 4);
    sheet.flag(hand.dice.is_some());
    faces(hand.dice, sheet);
    sheet.flag(hand.chosen.is_some());
    faces(hand.chosen, sheet);
    sheet.flag(hand.answered);
}

fn faces(dice: Option<Faces>, sheet: &mut Sheet<'_>) {
    let dice = dice.unwrap_or_default();
    (1..=6).for_each(|face| sheet.number(dice.count(face), 4));
}

fn die(face: u8, word: &mut Word) -> Option<()> {
    let face = u16::from(face).checked_sub(1).filter(|face| *face < FACES)?;
    word.push(DIE + face);
    Some(())
}

fn of<T>(pair: &Pair<T>, crew: Crew) -> &T {
    match crew {
        Crew::Pilot => &pair.pilot,
        Crew::Copilot => &pair.copilot,
    }
}

fn phase(phase: Phase) -> usize {
    match phase {
        Phase::Briefing => 0,
        Phase::Placement => 1,
        Phase::Extra { .. } => 2,
        Phase::Rerolling => 3,
        Phase::Swapping => 4,
        Phase::Over => 5,
    }
}
