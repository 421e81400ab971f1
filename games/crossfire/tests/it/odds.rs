//! Exact odds against the tables of the rules and against the game itself.

use std::cmp::Reverse;

use senet_crossfire::odds::{
    Die, HitEffect, MeleeOdds, MeleeTerms, Rerolls, ShotOdds, ShotTerms, best_shot_odds,
    melee_odds, shot_odds,
};
use senet_crossfire::{Command, Crossfire, Event, Source, UnitId, data::Naturals};
use senet_kernel::{Actor, Chance, Dice, Events, Game, Seat, distribution, outcomes};
use serde_json::json;

use crate::desk::{Desk, P1, factions};

fn of36(parts: u64) -> Chance {
    Chance::new(parts, 36).unwrap()
}

#[test]
fn chances_of_a_hit_by_the_needed_natural() {
    // Section 10.1: 5+ 30, 6+ 26, 7+ 21, 8+ 15, 9+ 10, 10+ 6, 11+ 3, 12 1.
    for (needed, hits) in
        [(5, 30), (6, 26), (7, 21), (8, 15), (9, 10), (10, 6), (11, 3), (12, 1), (13, 0)]
    {
        let terms = ShotTerms {
            attack: 0,
            defense: needed - 1,
            kills: Naturals::default(),
            failures: Naturals::default(),
        };
        assert_eq!(terms.needed(), needed);
        let odds = shot_odds(&terms, HitEffect::Down, false, [Die::Falls; 2]);
        assert_eq!(odds.down, of36(hits), "{needed}+");
        assert_eq!(odds.miss, of36(36 - hits), "{needed}+");
        let kill = shot_odds(&terms, HitEffect::Destroyed, false, [Die::Falls; 2]);
        assert_eq!(kill.destroyed, of36(hits));
        let shrug = shot_odds(&terms, HitEffect::Nothing, false, [Die::Falls; 2]);
        assert_eq!(shrug.resisted, of36(hits));
    }
}

#[test]
fn chances_of_a_fight_by_the_difference() {
    // Section 10.2, DA-012.
    for (difference, win, tie, lose) in
        [(2, 26, 4, 6), (1, 21, 5, 10), (0, 15, 6, 15), (-1, 10, 5, 21), (-2, 6, 4, 26)]
    {
        let [win, tie, lose] = [win, tie, lose].map(of36);
        let (resisted, held) = (Chance::NEVER, Chance::NEVER);
        let odds = MeleeOdds { win, resisted, tie, held, lose };
        let terms = by(difference);
        assert_eq!(melee_odds(terms, Die::Falls, Die::Falls), odds, "{difference}");
        let tough = MeleeTerms { resisted: true, held: true, ..terms };
        let odds = MeleeOdds { win: held, resisted: win, tie, held: lose, lose: held };
        assert_eq!(melee_odds(tough, Die::Falls, Die::Falls), odds, "{difference}");
    }
    let lying = melee_odds(by(1), Die::Lies(3), Die::Falls);
    assert_eq!(lying.win, Chance::new(3, 6).unwrap());
    assert_eq!(melee_odds(by(0), Die::Lies(3), Die::Lies(3)).tie, Chance::ALWAYS);
}

/// A fight by its difference, without traits.
fn by(difference: i32) -> MeleeTerms {
    MeleeTerms { difference, ..MeleeTerms::default() }
}

/// How often each number of units is left, over all ways in which the dice can fall.
fn enumerated(desk: &Desk, command: &Command) -> Vec<(String, Chance)> {
    let ends = distribution(|dice| {
        let mut game = desk.game.clone();
        game.apply(P1.into(), command, dice, &mut Events::off()).unwrap();
        Desk { game, events: Vec::new() }.units()
    });
    ends.into_iter().collect()
}

#[test]
fn previews_equal_what_the_game_does() {
    // AQ-004, DA-006, DA-012: the shown odds are those of the rules, by enumeration.
    let check = |setup: serde_json::Value, board: &str| {
        let desk = Desk::with(setup, board);
        let (shooter, target) = ("P1-1".to_owned(), "P2-1".to_owned());
        let unit = |name: String| name.try_into().unwrap();
        let preview = desk.game.shot_preview(unit(shooter), None, unit(target)).unwrap();
        let ends = enumerated(&desk, &desk.read(P1, "P1-1 shoot P2-1"));
        let chance = |found: &dyn Fn(&str) -> bool| {
            let matching = ends.iter().filter(|(units, _)| found(units));
            matching.fold(Chance::NEVER, |sum, (_, chance)| sum + *chance)
        };
        let before = desk.units();
        let destroyed = chance(&|units| !units.contains(['v', 'V']));
        assert_eq!(preview.odds.destroyed, destroyed, "{board}");
        if before.contains('v') {
            assert_eq!(preview.odds.down, chance(&|units| units.contains('V')), "{board}");
        }
        let own = chance(&|units| !units.starts_with(before.split(['v', 'V']).next().unwrap()));
        assert_eq!(preview.odds.own_fire, own, "{board}");
        let odds = preview.odds;
        let all = odds.miss + odds.down + odds.destroyed + odds.resisted + odds.own_fire;
        assert_eq!(all, Chance::ALWAYS);
    };
    let verdant = || factions("verdant_eye", "verdant_eye");
    check(verdant(), "a.v............\n..............w");
    check(verdant(), "a.vb...........\n..............w");
    check(verdant(), "a.vb...........\n..cd..........w");
    check(verdant(), "a.V............\n..............w");
    check(factions("solar_wardens", "ember_guard"), "a.v............\n..............w");
    check(
        verdant(),
        "...............\n...............\n...............\n...a...#......w\n.......v",
    );
    let mut event = verdant();
    event["event"] = json!("deadly_rounds");
    check(event, "a.v............\n..............w");
    let mut resilient = verdant();
    resilient["traits"] = json!(["sniper", "resilient"]);
    check(resilient.clone(), "a.v............\n..............w");
    check(resilient.clone(), "a.V............\n..............w");
    // A hit that the trait makes nothing of is a hit all the same: 7 or more is 21, with the kill.
    let desk = Desk::with(resilient, "a.v............\n..............w");
    let name = |name: &str| name.to_owned().try_into().unwrap();
    let odds = desk.game.shot_preview(name("P1-1"), None, name("P2-1")).unwrap().odds;
    assert_eq!([odds.resisted, odds.destroyed, odds.hit()], [of36(20), of36(1), of36(21)]);
    let mut fire = verdant();
    fire["event"] = json!("focused_fire");
    check(fire, "a.v............\n..............w");
    let desk = Desk::with(factions("azure_blades", "verdant_eye"), "av.............");
    let ends = enumerated(&desk, &desk.read(P1, "P1-1 melee P2-1"));
    let preview = desk
        .game
        .melee_preview("P1-1".to_owned().try_into().unwrap(), "P2-1".to_owned().try_into().unwrap())
        .unwrap()
        .odds;
    let find = |units: &str| ends.iter().find(|(end, _)| end == units).unwrap().1;
    assert_eq!([preview.win, preview.tie, preview.lose], [find("aV"), find("av"), find("Av")]);
}

#[test]
fn a_die_that_may_be_kept_counts_at_its_better_value() {
    // GR-009, R23: of the old and the new value the owner takes what serves it better.
    let of6 = |parts| Chance::new(parts, 6).unwrap();
    let odds = melee_odds(by(0), Die::Better(3), Die::Lies(4));
    assert_eq!([odds.win, odds.tie, odds.lose], [of6(2), of6(1), of6(3)]);
    let odds = melee_odds(by(0), Die::Better(5), Die::Lies(4));
    assert_eq!(odds.win, Chance::ALWAYS);
    let odds = melee_odds(by(0), Die::Lies(4), Die::Better(5));
    assert_eq!(odds.lose, Chance::ALWAYS);
    let naturals = |list: Vec<u8>| Naturals::try_from(list).unwrap();
    let terms =
        ShotTerms { attack: 0, defense: 7, kills: naturals(vec![5]), failures: naturals(vec![8]) };
    // With a 4 that stays: 8 fails, 9 and 10 hit, 5 kills, 6 and 7 miss.
    let again = |old| [Die::Lies(4), Die::Better(old)];
    let shot = shot_odds(&terms, HitEffect::Down, true, again(5));
    assert_eq!([shot.destroyed, shot.down, shot.own_fire], [of6(1), of6(5), Chance::NEVER]);
    let shot = shot_odds(&terms, HitEffect::Nothing, true, again(4));
    assert_eq!(
        [shot.destroyed, shot.resisted, shot.miss, shot.own_fire],
        [of6(1), of6(2), of6(2), of6(1)]
    );
    let shot = shot_odds(&terms, HitEffect::Nothing, true, again(5));
    assert_eq!([shot.destroyed, shot.resisted, shot.miss], [of6(1), of6(5), Chance::NEVER]);
    let shot = shot_odds(&terms, HitEffect::Destroyed, false, again(4));
    assert_eq!([shot.destroyed, shot.miss], [of6(3), of6(3)]);
    let shot = shot_odds(&terms, HitEffect::Down, true, [Die::Better(1), Die::Lies(4)]);
    assert_eq!(shot.destroyed, Chance::ALWAYS);
}

#[test]
fn the_question_shows_what_each_answer_leads_to() {
    // DA-006, DA-018.
    let mut desk = Desk::with(factions("grey_cloaks", "grey_cloaks"), "a.v............");
    desk.run("P1-1 shoot P2-1", &[6, 1]);
    let question = Crossfire::view(&desk.game, P1.into()).question.unwrap();
    assert_eq!(question.dice, [6, 1]);
    assert_eq!(question.outlook.len(), 3);
    let kept = question.outlook[0].shot.unwrap();
    assert_eq!(kept.miss, Chance::ALWAYS);
    assert_eq!((question.outlook[0].die, question.outlook[0].source), (None, None));
    assert_eq!((question.outlook[1].die, question.outlook[2].die), (Some(1), Some(2)));
    assert!(question.outlook[1..].iter().all(|ahead| ahead.source == Some(Source::Faction)));
    // Grey Cloaks need 9: with a 1 lying nothing helps; with a 6 lying, 3 to 5 hit and 6 kills.
    let first = question.outlook[1].shot.unwrap();
    assert_eq!(first.miss, Chance::ALWAYS);
    let second = question.outlook[2].shot.unwrap();
    assert_eq!(second.down, Chance::new(3, 6).unwrap());
    assert_eq!(second.destroyed, Chance::new(1, 6).unwrap());
    desk.run("reroll 1 die 2 by faction", &[4]);
    let question = Crossfire::view(&desk.game, P1.into()).question.unwrap();
    let choice = question.choice.unwrap();
    assert_eq!((choice.die, choice.old, choice.new), (2, 1, 4));
    assert_eq!(question.outlook[0].shot.unwrap().down, Chance::ALWAYS);
    assert_eq!(question.outlook[1].shot.unwrap().miss, Chance::ALWAYS);
    let mut fight = Desk::with(factions("grey_cloaks", "grey_cloaks"), "av.............");
    fight.run("P1-1 melee P2-1", &[2, 4]);
    let question = Crossfire::view(&fight.game, P1.into()).question.unwrap();
    assert_eq!(question.outlook[0].melee.unwrap().lose, Chance::ALWAYS);
    // The defender rerolls after the attacker: 5 wins against a new 1 to 4, 6 also against a 5.
    assert_eq!(question.outlook[1].melee.unwrap().win, of36(9));
    fight.run("keep 1", &[]);
    let question = Crossfire::view(&fight.game, P1.into()).question.unwrap();
    // A die that is ahead stays ahead: its owner may keep it.
    assert_eq!(question.outlook[1].melee.unwrap().lose, Chance::ALWAYS);
}

#[test]
fn a_reroll_with_the_old_die_in_hand_never_looks_worse_than_it() {
    // GR-009: Grey Cloaks hit with 5 and 4; another fall of either die cannot lose that.
    let mut config = factions("grey_cloaks", "grey_cloaks");
    config["advantage"] = json!({ "seat": 0, "advantage": "focused_orders" });
    let mut desk = Desk::with(config, "a.v............");
    desk.run("P1-1 shoot P2-1", &[5, 4]);
    let question = Crossfire::view(&desk.game, P1.into()).question.unwrap();
    let ahead: Vec<_> = question
        .outlook
        .iter()
        .map(|ahead| (ahead.die, ahead.source, ahead.shot.unwrap().down, ahead.shot.unwrap().miss))
        .collect();
    let (always, never) = (Chance::ALWAYS, Chance::NEVER);
    let of6 = |parts| Chance::new(parts, 6).unwrap();
    assert_eq!(
        ahead,
        [
            (None, None, always, never),
            (Some(1), Some(Source::Faction), always, never),
            (Some(2), Some(Source::Faction), always, never),
            (Some(1), Some(Source::FocusedOrders), of6(2), of6(4)),
            (Some(2), Some(Source::FocusedOrders), of6(3), of6(3)),
        ]
    );
    // The shown odds are those of the game, if the better value is chosen.
    let mut low = Desk::with(factions("grey_cloaks", "verdant_eye"), "a.v............");
    low.run("P1-1 shoot P2-1", &[1, 2]);
    let question = Crossfire::view(&low.game, P1.into()).question.unwrap();
    let shown = question.outlook[2].shot.unwrap();
    let reroll = low.read(P1, "reroll 1 die 2 by faction");
    let ends = distribution(|dice| {
        let mut game = low.game.clone();
        game.apply(P1.into(), &reroll, dice, &mut Events::off()).unwrap();
        let ends = ["choose 1 old", "choose 1 new"].map(|text| {
            let mut desk = Desk { game: game.clone(), events: Vec::new() };
            desk.run(text, &[]);
            desk.units()
        });
        // A capital is Down, which is what the shooter wants.
        ends.into_iter().min().unwrap()
    });
    let found = |units: &str| ends.iter().find(|(end, _)| *end == units).map_or(never, |(_, c)| *c);
    assert_eq!([shown.down, shown.miss], [found("aV"), found("av")]);
}

/// What can become of an attack, the worst for the attacker first: friends hit or the attacker Down,
/// nothing, a defeat without effect for either side, the target Down, destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Hurt,
    Held,
    Nothing,
    Resisted,
    Down,
    Destroyed,
}

/// How many of all falls of four dice lead to each end.
type Ends = [u64; 6];
const ALL_FALLS: u64 = 6 * 6 * 6 * 6;

/// The ends of an attack when every question is answered as well as it can be, by trying every answer
/// with every fall of the dice through the game itself.
fn best_play(game: &Crossfire, actor: Seat, command: &Command, shot: bool) -> Ends {
    let mut sum = [0; 6];
    let run = |dice: &mut Dice| {
        let (mut after, mut events) = (game.clone(), Events::on());
        after.apply(Actor::Seat(actor), command, dice, &mut events).unwrap();
        (after, events.take())
    };
    outcomes(run, |chance, (after, events)| {
        let ends = match after.question() {
            None => only(end_of(&events)),
            Some(question) => answered(&after, question.seat, shot),
        };
        for (sum, end) in sum.iter_mut().zip(ends) {
            *sum += end * chance.parts() / chance.whole();
        }
    });
    sum
}

fn only(end: End) -> Ends {
    let mut ends = [0; 6];
    ends[end as usize] = ALL_FALLS;
    ends
}

fn answered(game: &Crossfire, asked: Seat, shot: bool) -> Ends {
    let mut answers = Vec::new();
    game.legal(asked, &mut answers);
    answers.retain(|answer| {
        matches!(
            answer,
            Command::Reroll { .. } | Command::KeepRoll { .. } | Command::ChooseDie { .. }
        )
    });
    let lead =
        |[hurt, held, _, resisted, down, _]: &Ends| (resisted + down) as i64 - (hurt + held) as i64;
    let hits = |[hurt, _, _, resisted, down, destroyed]: &Ends| {
        (resisted + down + destroyed, *destroyed, Reverse(*hurt))
    };
    let better = |one: &Ends, other: &Ends| match (shot, asked == P1) {
        (true, _) => hits(one) > hits(other),
        (false, true) => lead(one) > lead(other),
        (false, false) => lead(one) < lead(other),
    };
    // To keep the roll stands last in the list; of equals it is the simplest.
    let ends = answers.iter().rev().map(|answer| best_play(game, asked, answer, shot));
    ends.reduce(|best, next| if better(&next, &best) { next } else { best }).unwrap()
}

fn end_of(events: &[Event]) -> End {
    let own = |unit: &UnitId| unit.to_string().starts_with("P1");
    let mut end = End::Nothing;
    for event in events {
        end = match event {
            Event::OwnFire { .. } => return End::Hurt,
            Event::WentDown { unit } if own(unit) => End::Hurt,
            Event::WentDown { .. } => End::Down,
            Event::Resisted { unit } if own(unit) => End::Held,
            Event::Resisted { .. } => End::Resisted,
            Event::Destroyed { .. } => End::Destroyed,
            _ => end,
        };
    }
    end
}

fn shown_shot(odds: ShotOdds) -> Ends {
    let never = Chance::NEVER;
    falls([odds.own_fire, never, odds.miss, odds.resisted, odds.down, odds.destroyed])
}

fn shown_fight(odds: MeleeOdds) -> Ends {
    falls([odds.lose, odds.held, odds.tie, odds.resisted, odds.win, Chance::NEVER])
}

fn falls(chances: [Chance; 6]) -> Ends {
    chances.map(|chance| chance.parts() * ALL_FALLS / chance.whole())
}

/// Odds that are true: for every faction against every other, with the traits, events and advantages
/// that touch a roll, what is shown before an attack is what comes of it when both sides make the best
/// of their rerolls.
#[test]
fn what_is_shown_is_what_the_best_answers_come_to() {
    // GR-009, GR-045, R23, R24, R25, DA-006, DA-012.
    const ALL: [&str; 5] =
        ["verdant_eye", "azure_blades", "ember_guard", "grey_cloaks", "solar_wardens"];
    let id = |name: &str| name.to_owned().try_into().unwrap();
    let check = |setup: &serde_json::Value| {
        let desk = Desk::with(setup.clone(), "a.vb...........\n..............w");
        let shown = desk.game.shot_preview(id("P1-1"), None, id("P2-1")).unwrap().best;
        let shot = desk.read(P1, "P1-1 shoot P2-1");
        assert_eq!(shown_shot(shown), best_play(&desk.game, P1, &shot, true), "{setup}");
        let desk = Desk::with(setup.clone(), "av.............\n..............w");
        let shown = desk.game.melee_preview(id("P1-1"), id("P2-1")).unwrap().best;
        let fight = desk.read(P1, "P1-1 melee P2-1");
        assert_eq!(shown_fight(shown), best_play(&desk.game, P1, &fight, false), "{setup}");
    };
    for first in ALL {
        for second in ALL {
            check(&factions(first, second));
        }
    }
    let grey = || factions("grey_cloaks", "grey_cloaks");
    for traits in [["resilient", "sniper"], ["sniper", "resilient"], ["resilient", "resilient"]] {
        let mut setup = grey();
        setup["traits"] = json!(traits);
        check(&setup);
    }
    for event in ["deadly_rounds", "focused_fire"] {
        let mut setup = grey();
        setup["event"] = json!(event);
        check(&setup);
    }
    for seat in [0, 1] {
        for second in ["verdant_eye", "grey_cloaks"] {
            let mut setup = factions("azure_blades", second);
            setup["advantage"] = json!({ "seat": seat, "advantage": "focused_orders" });
            check(&setup);
        }
    }
}

/// The Grey Cloaks' free reroll counts before it is used: 68, 52, 36 and 20 % at Defense 7 to 10.
#[test]
fn a_free_reroll_counts_before_it_is_used() {
    // GR-009
    let rerolls = Rerolls { choice: true, second: false };
    for (defense, percent) in [(7, 68), (8, 52), (9, 36), (10, 20)] {
        let (kills, failures) = (Naturals::default(), Naturals::default());
        let terms = ShotTerms { attack: 0, defense, kills, failures };
        let odds = best_shot_odds(&terms, HitEffect::Down, false, rerolls);
        assert_eq!((odds.hit().permille() + 5) / 10, percent, "Defense {defense}");
    }
}
