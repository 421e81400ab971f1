//! Crossfire, and the campaign around it: a unit, what it does, from which square, to whom.
//!
//! The alphabet of a campaign is that of a battle with a few letters behind it. What data files name
//! (factions, missions, traits, events) is numbered as in the game's own files; a designer's other
//! names are zeros in the observation.

use senet_crossfire::data::{AdvantageKind, Data, RollKind, Scoring};
use senet_crossfire::{
    Action, Campaign, CampaignCommand, CampaignView, Command, Crossfire, DeclaredAction,
    DeclaredView, Id, Kept, MOST_UNITS, PhaseView, Position, Question, Source, Square, StageView,
    Subject, UnitId, UnitState, UnitView, View,
};
use senet_kernel::Seat;

use crate::{Encode, Sheet, Word};

const UNITS: u16 = 2 * MOST_UNITS as u16;
const COLUMNS: u16 = 15;
const SQUARES: u16 = 9 * COLUMNS;
const DICE: u16 = 2;

const ALPHABET: [(&str, u16); 28] = [
    ("pass", 1),
    ("deploy", 1),
    ("quick start", 1),
    ("quick start is done", 1),
    ("roll for initiative", 1),
    ("go first", 1),
    ("go second", 1),
    ("roll to move", 1),
    ("roll to attack", 1),
    ("roll to give first aid", 1),
    ("roll for the quick start", 1),
    ("move", 1),
    ("shoot", 1),
    ("melee", 1),
    ("first aid", 1),
    ("hold", 1),
    ("end the move", 1),
    ("reroll", 1),
    ("keep the roll", 1),
    ("keep the old die", 1),
    ("keep the new die", 1),
    ("decline the aided unit", 1),
    ("revive", 1),
    ("revive nobody", 1),
    ("source of the reroll", 3),
    ("die", DICE),
    ("unit", UNITS),
    ("stay, or square (row by row)", 1 + SQUARES),
];
const DEPLOY: u16 = 1;
const QUICK_START: u16 = 2;
const QUICK_START_DONE: u16 = 3;
const INITIATIVE: u16 = 4;
const GO_FIRST: u16 = 5;
const GO_SECOND: u16 = 6;
const DECLARE: u16 = 7;
const MOVE: u16 = 11;
const SHOOT: u16 = 12;
const MELEE: u16 = 13;
const FIRST_AID: u16 = 14;
const HOLD: u16 = 15;
const END_MOVE: u16 = 16;
const REROLL: u16 = 17;
const KEEP_ROLL: u16 = 18;
const KEEP_OLD: u16 = 19;
const KEEP_NEW: u16 = 20;
const DECLINE_AIDED: u16 = 21;
const REVIVE: u16 = 22;
const REVIVE_NOBODY: u16 = 23;
const SOURCE: u16 = 24;
const DIE: u16 = SOURCE + 3;
const UNIT: u16 = DIE + DICE;
const STAY: u16 = UNIT + UNITS;
const SQUARE: u16 = STAY + 1;
const BATTLE_LETTERS: u16 = SQUARE + SQUARES;

/// How many of each kind the game's own data have room for.
const FACTIONS: usize = 6;
const MISSIONS: usize = 8;
const TRAITS: usize = 6;
const EVENTS: usize = 8;

const UNIT_FLOATS: usize = 10;
const PHASE_FLOATS: usize = 7 + 8 + UNITS as usize + DECLARED_FLOATS;
const DECLARED_FLOATS: usize = 2 + UNITS as usize + 4;
const QUESTION_FLOATS: usize = 2 + 5 + 2 + 2 * UNITS as usize + 4 + 3;
const BATTLE: usize = 2
    + 2 * (FACTIONS + TRAITS + 4)
    + MISSIONS
    + EVENTS
    + 6
    + 2 * SQUARES as usize
    + 2 * SQUARES as usize
    + 6
    + UNITS as usize * UNIT_FLOATS
    + PHASE_FLOATS
    + QUESTION_FLOATS;

impl Encode for Crossfire {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = BATTLE;
    const LETTERS: usize = BATTLE_LETTERS as usize;

    fn letter(letter: u16) -> String {
        super::named(&ALPHABET, letter)
    }

    fn observe(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
        battle(view, seat, sheet);
    }

    fn spell(command: &Command, word: &mut Word) -> Option<()> {
        spell(command, word)
    }
}

const CHOOSE: u16 = BATTLE_LETTERS;
const ROLL: u16 = CHOOSE + 1;
const AGREE: u16 = ROLL + 1;
const REFUSE: u16 = AGREE + 1;
const ADVANTAGE: u16 = REFUSE + 1;
const MISSION: u16 = ADVANTAGE + 3;
const CAMPAIGN_ALPHABET: [(&str, u16); 6] = [
    ("choose a mission", 1),
    ("roll for the mission", 1),
    ("agree", 1),
    ("refuse", 1),
    ("advantage", 3),
    ("mission", MISSIONS as u16),
];

impl Encode for Campaign {
    const ENCODING: u32 = 1;
    const OBSERVATION: usize = 4 + 6 + 4 + 2 * MISSIONS + 4 + BATTLE;
    const LETTERS: usize = MISSION as usize + MISSIONS;

    fn letter(letter: u16) -> String {
        match letter.checked_sub(BATTLE_LETTERS) {
            None => super::named(&ALPHABET, letter),
            Some(letter) => super::named(&CAMPAIGN_ALPHABET, letter),
        }
    }

    fn observe(view: &CampaignView, seat: Seat, sheet: &mut Sheet<'_>) {
        let here = |other: Seat| super::from_here(other, seat, 2);
        sheet.part_of("stage", "advantage, mission, battle, over");
        let (stage, within, proposal) = match &view.stage {
            StageView::Advantage { .. } => (0, None, None),
            StageView::Mission { proposal } => (1, None, *proposal),
            StageView::Battle { battle, .. } => (2, Some(battle), None),
            StageView::Over { .. } => (3, None, None),
        };
        sheet.one_of(Some(stage), 4);
        sheet.part_of(
            "series",
            "second seat, you may act, battles at most, battles played, own points, other points",
        );
        sheet.flag(seat == Seat::SECOND);
        sheet.flag(view.to_act.contains(seat));
        sheet.number(view.length, 10);
        sheet.number(view.records.len() as u32, 10);
        sheet.number(view.score[seat.index() % 2], 20);
        sheet.number(view.score[seat.next(2).index()], 20);
        sheet.part("advantage: held by you, by the other; mission: proposed by you, by the other");
        sheet.one_of(view.held.map(|held| here(held.seat)), 2);
        sheet.one_of(proposal.map(|proposal| here(proposal.seat)), 2);
        sheet.part_of("missions used, and the one that is proposed", "used (8), proposed (8)");
        sheet.rows(&view.missions, MISSIONS, 1, |sheet, mission| sheet.flag(mission.used));
        sheet.one_of(proposal.and_then(|proposal| mission(proposal.mission)), MISSIONS);
        sheet.part_of("advantage, and whether there is a battle", "which (3), there is a battle");
        sheet.one_of(view.held.map(|held| advantage(held.advantage)), 3);
        sheet.flag(within.is_some());
        match within {
            Some(view) => battle(view, seat, sheet),
            None => {
                sheet.part("the battle, laid out as in crossfire; zeros while there is none");
                sheet.blank(BATTLE);
            }
        }
    }

    fn spell(command: &CampaignCommand, word: &mut Word) -> Option<()> {
        match command {
            CampaignCommand::Battle { command } => spell(command, word)?,
            CampaignCommand::ChooseMission { mission: id } => {
                word.push(CHOOSE);
                word.push(MISSION + mission(*id).filter(|place| *place < MISSIONS)? as u16);
            }
            CampaignCommand::RollMission {} => word.push(ROLL),
            CampaignCommand::ConfirmMission { agree } => {
                word.push(if *agree { AGREE } else { REFUSE });
            }
            CampaignCommand::ChooseAdvantage { advantage: chosen } => {
                word.push(ADVANTAGE + advantage(*chosen) as u16);
            }
            CampaignCommand::Leave { .. } => return None,
        }
        Some(())
    }
}

fn spell(command: &Command, word: &mut Word) -> Option<()> {
    match *command {
        Command::Deploy { placements } => {
            word.push(DEPLOY);
            for placement in placements.iter() {
                unit(placement.unit, word)?;
                square(Some(placement.square), word)?;
            }
        }
        Command::QuickStartMove { unit: of, to } => {
            word.push(QUICK_START);
            unit(of, word)?;
            square(to, word)?;
        }
        Command::QuickStartDone {} => word.push(QUICK_START_DONE),
        Command::RollInitiative {} => word.push(INITIATIVE),
        Command::ChooseOrder { first } => word.push(if first { GO_FIRST } else { GO_SECOND }),
        Command::DeclareMove { unit: of, action } => {
            unit(of, word)?;
            word.push(DECLARE + declared_number(action) as u16);
        }
        Command::Act { unit: of, action } => {
            unit(of, word)?;
            act(action, word)?;
        }
        Command::Reroll { die, source, .. } => {
            word.push(REROLL);
            word.push(SOURCE + source_number(source) as u16);
            word.push(DIE + u16::from(die).checked_sub(1).filter(|die| *die < DICE)?);
        }
        Command::KeepRoll { .. } => word.push(KEEP_ROLL),
        Command::ChooseDie { keep: Kept::Old, .. } => word.push(KEEP_OLD),
        Command::ChooseDie { keep: Kept::New, .. } => word.push(KEEP_NEW),
        Command::DeclineAided { .. } => word.push(DECLINE_AIDED),
        Command::UseRevive { unit: of } => {
            word.push(REVIVE);
            unit(of, word)?;
        }
        Command::DeclineRevive {} => word.push(REVIVE_NOBODY),
        Command::Concede {} | Command::Leave { .. } => return None,
    }
    Some(())
}

fn act(action: Action, word: &mut Word) -> Option<()> {
    let (letter, to, target) = match action {
        Action::Move { to } => (MOVE, Some(to), None),
        Action::Shoot { to, target } => (SHOOT, to, Some(target)),
        Action::Melee { to, target } => (MELEE, to, Some(target)),
        Action::FirstAid { to, target } => (FIRST_AID, to, Some(target)),
        Action::Hold {} => {
            word.push(HOLD);
            return Some(());
        }
        Action::End { to } => (END_MOVE, to, None),
    };
    word.push(letter);
    square(to, word)?;
    target.map_or(Some(()), |target| unit(target, word))
}

fn unit(id: UnitId, word: &mut Word) -> Option<()> {
    word.push(UNIT + unit_place(id)? as u16);
    Some(())
}

/// The place of a unit in rows of all: those of the first side come first.
fn unit_place(id: UnitId) -> Option<usize> {
    let (side, number) = (id.side.checked_sub(1)?, id.number.checked_sub(1)?);
    (side < 2 && number < MOST_UNITS).then_some(usize::from(side * MOST_UNITS + number))
}

fn square(to: Option<Position>, word: &mut Word) -> Option<()> {
    word.push(match to {
        None => STAY,
        Some(to) => SQUARE + square_place(to.square()?) as u16,
    });
    Some(())
}

fn square_place(square: Square) -> usize {
    usize::from(square.row() - 1) * usize::from(COLUMNS) + usize::from(square.column() - 1)
}

fn battle(view: &View, seat: Seat, sheet: &mut Sheet<'_>) {
    let other = seat.next(2);
    let data = Data::standard();
    let scenario = &view.scenario;
    sheet.part("who you are, whether you are to act");
    sheet.flag(seat == Seat::SECOND);
    sheet.flag(view.to_act.contains(seat));
    sheet.part_of(
        "factions and traits, own first",
        "16 each: faction (6), trait (6), range, attack quality of a shot, attack quality in \
         melee, defense",
    );
    for of in [seat, other] {
        let faction = &scenario.factions[of.index() % 2];
        sheet.one_of(data.factions().iter().position(|one| one.id == faction.id), FACTIONS);
        let held = scenario.traits.as_ref().map(|traits| traits[of.index() % 2].id);
        let held = held.and_then(|id| data.traits().iter().position(|one| one.id == id));
        sheet.one_of(held, TRAITS);
        sheet.number(faction.range, 15);
        sheet.number(faction.aq, 6);
        sheet.number(faction.melee_aq, 6);
        sheet.number(faction.defense, 12);
    }
    sheet.part("mission");
    sheet.one_of(mission(scenario.mission.id), MISSIONS);
    sheet.part("event");
    let event = scenario.event.as_ref().map(|event| event.id);
    let event = event.and_then(|id| data.events().iter().position(|one| one.id == id));
    sheet.one_of(event, EVENTS);
    sheet.part_of(
        "advantage: held by you, by the other, which; rerolls of Focused Orders",
        "held by (2), which (3), rerolls",
    );
    let held = scenario.advantage.as_ref();
    sheet.one_of(held.map(|held| super::from_here(held.seat, seat, 2)), 2);
    sheet.one_of(held.map(|held| advantage(held.advantage.id)), 3);
    sheet.number(view.options.orders.unwrap_or(0), 6);
    sheet.part("squares that block");
    Square::all().for_each(|square| sheet.flag(scenario.blocking().contains(square)));
    sheet.part("squares that cover");
    Square::all().for_each(|square| sheet.flag(scenario.covering().contains(square)));
    sheet.part_of("own home, and squares that score", "own home (135), squares that score (135)");
    Square::all().for_each(|square| sheet.flag(scenario.home(seat).contains(square)));
    Square::all().for_each(|square| sheet.flag(scores(&scenario.mission.scoring, square)));
    sheet.part_of(
        "round and points, own first",
        "round, points (2), points if it ended now (2), over",
    );
    sheet.number(view.round, 7);
    sheet.number(view.score[seat.index() % 2], 30);
    sheet.number(view.score[other.index()], 30);
    sheet.number(view.score_now[seat.index() % 2], 30);
    sheet.number(view.score_now[other.index()], 30);
    sheet.flag(view.outcome.is_some());
    sheet.part_of(
        "units, those of the first side first",
        "10 each: own, on the board, column, row, state (4), acted, ready",
    );
    units(&view.units, seat, sheet);
    sheet.part_of(
        "phase",
        "which (7), its numbers (8), unit in question (16), die of the declared move, its \
         steps, its unit (16), its action (4)",
    );
    phase(&view.phase, seat, sheet);
    sheet.part_of(
        "question",
        "there, yours, roll (5), dice (2), unit that acts (16), unit that is aimed at (16), a \
         die is to be chosen, which, its old face, its new face, sources of rerolls (3)",
    );
    question(view.question.as_ref(), seat, sheet);
}

fn scores(scoring: &Scoring, square: Square) -> bool {
    match scoring {
        Scoring::Kills { .. } | Scoring::MajorityInEnemyHome { .. } => false,
        Scoring::Majority { zones, .. } | Scoring::SolePresence { zones, .. } => {
            zones.iter().any(|named| named.zone.contains(square))
        }
        Scoring::MajorityPerZone { zones } => zones.iter().any(|one| one.zone.contains(square)),
    }
}

fn units(units: &[UnitView], seat: Seat, sheet: &mut Sheet<'_>) {
    for place in 0..usize::from(UNITS) {
        let Some(unit) = units.iter().find(|unit| unit_place(unit.id) == Some(place)) else {
            sheet.blank(UNIT_FLOATS);
            continue;
        };
        sheet.flag(unit.seat == seat);
        sheet.flag(unit.square.is_some());
        sheet.number(unit.square.map_or(0, Square::column), 15);
        sheet.number(unit.square.map_or(0, Square::row), 9);
        let state = match unit.state {
            UnitState::Waiting => 0,
            UnitState::Standing => 1,
            UnitState::Down => 2,
            UnitState::Destroyed => 3,
        };
        sheet.one_of(Some(state), 4);
        sheet.flag(unit.acted);
        sheet.flag(unit.ready);
    }
}

/// The kind of the phase, eight numbers of it, the unit in question and the declared move.
fn phase(phase: &PhaseView, seat: Seat, sheet: &mut Sheet<'_>) {
    let own = |of: Seat| u8::from(of == seat);
    let mine = |pair: &[u8; 2]| [pair[seat.index() % 2], pair[seat.next(2).index()]];
    let (kind, numbers, unit, declared) = match phase {
        PhaseView::Deployment { placed, .. } => {
            (0, [mine(&placed.map(u8::from)), [0; 2], [0; 2], [0; 2]], None, None)
        }
        PhaseView::QuickStart { seat: of, units, moved, declared } => {
            let moved = moved.len().min(8) as u8;
            (1, [[own(*of), *units], [moved, 0], [0; 2], [0; 2]], None, *declared)
        }
        PhaseView::Initiative { next, dice, redraw } => {
            let dice = mine(&dice.map(|die| die.unwrap_or(0)));
            let next = next.map_or(0, own);
            (2, [[next, u8::from(*redraw)], [0; 2], [0; 2], dice], None, None)
        }
        PhaseView::Order { winner, dice } => {
            (3, [[own(*winner), 0], [0; 2], [0; 2], mine(dice)], None, None)
        }
        PhaseView::Activation { first, turn, slots, used, cap, aided, declared } => {
            let numbers = [[own(*turn), own(*first)], [*slots, *cap], mine(used), [0; 2]];
            (4, numbers, *aided, *declared)
        }
        PhaseView::RoundEnd { first, asked, down } => {
            let down = down.len().min(8) as u8;
            (5, [[own(*asked), own(*first)], [down, 0], [0; 2], [0; 2]], None, None)
        }
        PhaseView::Over { .. } => (6, [[0; 2]; 4], None, None),
    };
    sheet.one_of(Some(kind), 7);
    numbers.into_iter().flatten().for_each(|number| sheet.number(number, 8));
    sheet.one_of(unit.and_then(unit_place), UNITS.into());
    declared_move(declared, sheet);
}

fn declared_move(declared: Option<DeclaredView>, sheet: &mut Sheet<'_>) {
    sheet.number(declared.map_or(0, |declared| declared.die), 6);
    sheet.number(declared.map_or(0, |declared| declared.steps), 8);
    sheet.one_of(declared.and_then(|declared| unit_place(declared.unit)), UNITS.into());
    sheet.one_of(declared.map(|declared| declared_number(declared.action)), 4);
}

fn question(question: Option<&Question>, seat: Seat, sheet: &mut Sheet<'_>) {
    sheet.flag(question.is_some());
    sheet.flag(question.is_some_and(|question| question.seat == seat));
    let kind = question.map(|question| match question.kind {
        RollKind::Ranged => 0,
        RollKind::MeleeAttack => 1,
        RollKind::MeleeDefense => 2,
        RollKind::Initiative => 3,
        RollKind::Movement => 4,
    });
    sheet.one_of(kind, 5);
    let dice = question.map_or(&[][..], |question| &question.dice);
    sheet.rows(dice, 2, 1, |sheet, die| sheet.number(*die, 6));
    let between = question.and_then(|question| match question.subject {
        Subject::Shot { shooter, target, .. } => Some((shooter, target)),
        Subject::Melee { attacker, target, .. } => Some((attacker, target)),
        Subject::Initiative | Subject::Movement => None,
    });
    sheet.one_of(between.and_then(|(by, _)| unit_place(by)), UNITS.into());
    sheet.one_of(between.and_then(|(_, at)| unit_place(at)), UNITS.into());
    let choice = question.and_then(|question| question.choice);
    sheet.flag(choice.is_some());
    sheet.number(choice.map_or(0, |choice| choice.die), 2);
    sheet.number(choice.map_or(0, |choice| choice.old), 6);
    sheet.number(choice.map_or(0, |choice| choice.new), 6);
    for source in 0..3 {
        let sources = question.map_or(&[][..], |question| &question.sources);
        sheet.flag(sources.iter().any(|one| source_number(*one) == source));
    }
}

fn declared_number(action: DeclaredAction) -> usize {
    match action {
        DeclaredAction::Move => 0,
        DeclaredAction::Attack => 1,
        DeclaredAction::FirstAid => 2,
        DeclaredAction::QuickStart => 3,
    }
}

fn source_number(source: Source) -> usize {
    match source {
        Source::Faction => 0,
        Source::FocusedOrders => 1,
        Source::TacticalEdge => 2,
    }
}

fn advantage(kind: AdvantageKind) -> usize {
    match kind {
        AdvantageKind::TacticalEdge => 0,
        AdvantageKind::QuickStart => 1,
        AdvantageKind::FocusedOrders => 2,
    }
}

/// The number of a mission in the game's own data.
fn mission(id: Id) -> Option<usize> {
    Data::standard().missions().iter().position(|mission| mission.id == id)
}
