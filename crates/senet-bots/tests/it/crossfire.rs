//! Crossfire Sector: the plain rule, the tactics, and what campaigns make of them.

use std::collections::BTreeMap;

use senet_bots::crossfire::{Marksman, Recruit};
use senet_bots::search::{Opening, Player, Search};
use senet_bots::{Bot, Budget, Follower, Leash, Level, Mind, Outlook, Policy, Random};
use senet_crossfire::{
    Action, Campaign, CampaignCommand, Command, Config, Crossfire, Data, MissionChoice,
};
use senet_kernel::{Dice, Events, Game, Key, Seat};
use serde_json::{Value, json};

use crate::{choice, play, start};

#[test]
fn the_plain_rule_beats_the_random_bot() {
    let mut won = 0;
    for seed in 0..4 {
        let seat = Seat::new(seed as usize % 2).unwrap();
        let (mut marksman, mut random) = (Marksman::new(seed), Random::new(seed));
        let (game, _) = play(seed, |outlook, _: &Crossfire, out| {
            if outlook.seat() == seat {
                marksman.choose(outlook, out);
            } else {
                random.choose(outlook, out);
            }
        });
        won += i32::from(game.outcome().unwrap().won_by(seat));
    }
    assert!(won >= 3, "{won} of 4");
}

/// A battle of the same faction on both sides, and its winner.
fn mirror(number: u64, mut bots: [Box<dyn Bot<Crossfire>>; 2]) -> Option<Seat> {
    let (factions, missions) = (Data::standard().factions(), Data::standard().missions());
    let config = Config {
        factions: [factions[number as usize % factions.len()].id; 2],
        mission: MissionChoice::Chosen(missions[number as usize % missions.len()].id),
        ..Config::default()
    };
    let mut dice = Dice::seeded(&Key::of_number(number));
    let mut game = Crossfire::new(&config, &mut dice).unwrap();
    let mut entry = 0;
    while let Some(seat) = game.to_act().iter().next() {
        let mut chosen = Vec::new();
        bots[seat.index()].choose(&Outlook::of_game(&game, seat), &mut chosen);
        entry += 1;
        dice.begin(entry);
        game.apply(seat.into(), &chosen[0], &mut dice, &mut Events::off()).unwrap();
    }
    game.end().unwrap().winner
}

/// The first of two bots wins at least twice as many of twelve mirrors as the second, on both sides.
#[track_caller]
fn beats(bots: impl Fn(u64) -> [Box<dyn Bot<Crossfire>>; 2]) {
    let (mut won, mut lost) = (0, 0);
    for number in 0..6 {
        for own in Seat::first(2) {
            let mut bots = bots(number);
            bots.rotate_right(own.index());
            match mirror(number, bots) {
                Some(winner) if winner == own => won += 1,
                Some(_) => lost += 1,
                None => {}
            }
        }
    }
    assert!(won >= 2 * lost, "{won} won, {lost} lost of 12");
}

/// `docs/minds.md` tells how many of a hundred are won (`normal : rule`); these are few, and always the same.
#[test]
fn tactics_beat_the_plain_rule_in_mirrors() {
    beats(|number| [Box::new(Follower::new(number)), Box::new(Marksman::new(number))]);
}

/// `docs/minds.md` tells how many of two hundred are won (`normal : easy`); these are few, and always the same.
#[test]
fn the_normal_level_beats_the_easy_one_in_mirrors() {
    beats(|number| [Level::Normal, Level::Easy].map(|level| Crossfire::bot(level, number)));
}

/// Somebody new to the battle makes mistakes, and none that are plain to see: what they do with a unit is good.
#[test]
fn the_easy_level_takes_any_of_the_good_actions_of_a_unit() {
    let units = [(0, [4, 5], false), (1, [5, 3], false), (8, [7, 5], false), (9, [9, 4], true)];
    let game = battle("crossfire_clash", 2, &units, Value::Null);
    let told = |chosen: Vec<Command>| serde_json::to_value(chosen[0]).unwrap().to_string();
    let mut chosen = BTreeMap::new();
    for seed in 0..200 {
        *chosen.entry(told(choice(&mut Recruit::new(seed), &game))).or_insert(0) += 1;
    }
    assert_eq!(chosen.len(), 6, "{chosen:?}");
    assert!(chosen.values().all(|times| *times > 10), "{chosen:?}");
    let mut best = (0..20).map(|seed| told(choice(&mut Follower::new(seed), &game)));
    assert!(best.any(|best| chosen.contains_key(&best)), "the best is among {chosen:?}");
    assert!(chosen.keys().all(|command| command.contains(r#""unit":"P1-1""#)), "{chosen:?}");
}

/// A unit that stands somewhere: its index among all, its square, and whether it is Down.
type Unit = (usize, [u8; 2], bool);

/// The first side's turn in a battle of Grey Cloaks on open ground; whoever is not told is destroyed.
fn battle(mission: &str, round: u8, units: &[Unit], open: Value) -> Crossfire {
    let config = Config {
        factions: [Data::standard().factions()[3].id; 2],
        mission: MissionChoice::try_from(mission.to_owned()).unwrap(),
        ..Config::default()
    };
    let game = Crossfire::new(&config, &mut Dice::seeded(&Key::of_number(1))).unwrap();
    let mut state = serde_json::to_value(&game).unwrap();
    state["scenario"]["pieces"] = json!([]);
    state["round"] = json!(round);
    state["rolls"] = json!(1);
    state["open"] = open;
    state["phase"] = json!({ "Activation": {
        "first": 0, "turn": 0, "slots": 1, "used": [0, 0], "aided": null, "declared": null,
    } });
    let (mut down, mut destroyed) = (0_u32, 0b0001_1111_0001_1111_u32);
    for (unit, square, is_down) in units {
        state["squares"][unit] = json!(square);
        destroyed &= !(1 << unit);
        down |= u32::from(*is_down) << unit;
    }
    state["down"] = json!(down);
    state["destroyed"] = json!(destroyed);
    serde_json::from_value(state).unwrap()
}

/// GR-009 and GR-045: what fell is kept where it hits, and else the die that is easier to better falls again.
#[test]
fn rerolls_are_answered_by_the_odds() {
    #[track_caller]
    fn check(dice: [u8; 2], choice: Value, answer: Value) {
        let open = json!({
            "number": 1,
            "asked": 0,
            "roll": { "Shot": { "shooter": 0, "target": 8, "moved": false, "dice": dice } },
            "choice": choice,
        });
        let units = [(0, [5, 5], false), (8, [7, 5], false), (9, [15, 1], false)];
        let game = battle("crossfire_clash", 2, &units, open);
        let chosen = crate::choice(&mut Follower::new(1), &game);
        assert_eq!(serde_json::to_value(chosen[0]).unwrap(), answer, "{dice:?}");
    }
    // Grey Cloaks hit Grey Cloaks with a natural 9.
    let again = |die: u8| json!({ "type": "reroll", "roll": 1, "die": die, "source": "faction" });
    let keep = |keep: &str| json!({ "type": "choose_die", "roll": 1, "keep": keep });
    check([5, 5], Value::Null, json!({ "type": "keep_roll", "roll": 1 }));
    check([1, 4], Value::Null, again(1));
    check([5, 2], Value::Null, again(2));
    check([5, 4], json!({ "die": 1, "old": 1 }), keep("new"));
    check([1, 4], json!({ "die": 1, "old": 6 }), keep("old"));
}

/// GR-028: who lies beside an enemy is destroyed without a roll, and that comes before any shot.
#[test]
fn tactics_finish_who_is_down() {
    let units = [(0, [7, 5], false), (8, [8, 5], true), (9, [9, 6], false)];
    let game = battle("crossfire_clash", 2, &units, Value::Null);
    let chosen = choice(&mut Follower::new(1), &game);
    let Command::Act { action: Action::Melee { target, .. }, .. } = chosen[0] else {
        panic!("{chosen:?}");
    };
    assert_eq!(target.to_string(), "P2-1");
}

/// GR-033 and GR-035.1: in the last round a point is worth more than a shot.
#[test]
fn tactics_take_the_last_point() {
    let units = [(0, [4, 5], false), (8, [3, 5], false), (9, [15, 1], false)];
    let game = battle("control_center", 6, &units, Value::Null);
    let chosen = choice(&mut Follower::new(1), &game);
    let Command::Act { action: Action::Move { to }, .. } = chosen[0] else { panic!("{chosen:?}") };
    assert!((7..=9).contains(&to.column), "{to}");
}

/// What is left of a campaign after a battle is judged by its victory points alone, so every line ends
/// with one of a few values.
#[test]
fn lines_of_a_campaign_end_with_a_battle() {
    let game = start::<Campaign>(1);
    let mut player = Player::default();
    let ends: Vec<u32> = (-4..=4_i64)
        .map(|lead| {
            let worth = lead * 20_000;
            (500_000 + 500_000 * worth / (worth.abs() + i64::from(Campaign::SURE))) as u32
        })
        .collect();
    for number in 0..2 {
        let value = player.line(&game, Opening::AsItStands, Seat::FIRST, number).unwrap();
        assert!(ends.contains(&value), "{value}");
    }
}

/// A mission is tried out before it is chosen, and no two seeds need agree.
#[test]
fn missions_are_chosen_for_a_reason() {
    let game = start::<Campaign>(1);
    let outlook = Outlook::of_game(&game, Seat::FIRST);
    let mut search = Search::new(Budget::lines(14));
    let mut firsts = Vec::new();
    for seed in 0..3 {
        let ranking = search.rank(&outlook, seed, &Leash::default());
        assert!(ranking.choices.len() >= 6);
        assert!(ranking.choices.iter().all(|ranked| ranked.lines > 0), "{ranking:?}");
        let first = ranking.choices[0].command;
        assert!(!matches!(first, Some(CampaignCommand::Battle { .. }) | None));
        if !firsts.contains(&first) {
            firsts.push(first);
        }
    }
    assert!(firsts.len() > 1, "{firsts:?}");
}

#[test]
fn the_plain_rule_is_a_yardstick_and_no_level() {
    assert!(Crossfire::yardstick("rule", 1).is_some());
    assert!(Crossfire::yardstick("marksman", 1).is_none());
    assert!(Level::named("rule").is_none());
}
