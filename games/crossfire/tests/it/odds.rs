//! Exact odds against the tables of the rules and against the game itself.

use senet_crossfire::odds::{Die, HitEffect, MeleeOdds, ShotTerms, melee_odds, shot_odds};
use senet_crossfire::{Command, Crossfire, Source, data::Naturals};
use senet_kernel::{Chance, Events, Game, distribution};
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
        let odds = MeleeOdds { win: of36(win), tie: of36(tie), lose: of36(lose) };
        assert_eq!(melee_odds(difference, Die::Falls, Die::Falls), odds, "{difference}");
    }
    let lying = melee_odds(1, Die::Lies(3), Die::Falls);
    assert_eq!(lying.win, Chance::new(3, 6).unwrap());
    assert_eq!(melee_odds(0, Die::Lies(3), Die::Lies(3)).tie, Chance::ALWAYS);
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
        .unwrap();
    let find = |units: &str| ends.iter().find(|(end, _)| end == units).unwrap().1;
    assert_eq!([preview.win, preview.tie, preview.lose], [find("aV"), find("av"), find("Av")]);
}

#[test]
fn a_die_that_may_be_kept_counts_at_its_better_value() {
    // GR-009, R23: of the old and the new value the owner takes what serves it better.
    let of6 = |parts| Chance::new(parts, 6).unwrap();
    let odds = melee_odds(0, Die::Better(3), Die::Lies(4));
    assert_eq!([odds.win, odds.tie, odds.lose], [of6(2), of6(1), of6(3)]);
    let odds = melee_odds(0, Die::Better(5), Die::Lies(4));
    assert_eq!(odds.win, Chance::ALWAYS);
    let odds = melee_odds(0, Die::Lies(4), Die::Better(5));
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
