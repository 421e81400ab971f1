//! Missions, the end of a battle, and the campaign (rules, sections 11 to 13).

use senet_crossfire::{
    Campaign, CampaignCommand, CampaignConfig, CampaignEvent, Command, EndReason, Id,
};
use senet_kernel::{Actor, Dice, Events, Game, Key, Listing, Outcome, Reject, Seat, SeatSet, Text};
use serde_json::{Value, json};

use crate::desk::{Desk, P1, P2, code_of, factions};

fn mission(id: &str, board: &str) -> Desk {
    let mut config = factions("verdant_eye", "verdant_eye");
    config["mission"] = json!(id);
    Desk::with(config, board)
}

/// The points of both sides if the round ended on this board.
#[track_caller]
fn scores(id: &str, board: &str, points: [u16; 2]) {
    assert_eq!(mission(id, board).game.score_now(), points, "{id}\n{board}");
}

#[test]
fn control_center_goes_to_more_units_in_the_band() {
    // GR-033, GR-035.1, R29, R32, R33: columns 7 to 9 of every row; Down units count.
    scores("control_center", "......ab......v\n........w......", [1, 0]);
    scores("control_center", "......ab........\n.......vw", [0, 0]);
    scores("control_center", "......A........\nb.............v", [1, 0]);
    scores("control_center", ".....a..v......", [0, 1]);
    scores("control_center", ".....a...v.....", [0, 0]);
    let rows = ".......a\n.\n.\n.\n.\n.\n.\n.\n.......v\n";
    scores("control_center", rows, [0, 0]);
}

#[test]
fn break_through_compares_the_guests() {
    // GR-033.
    scores("break_through", "v............ab", [1, 0]);
    scores("break_through", "v.............a", [0, 0]);
    scores("break_through", ".v..........a..", [0, 1]);
}

#[test]
fn dead_center_is_one_square() {
    // GR-033: (8,5).
    scores("dead_center", ".\n.\n.\n.\n.......a\n..............v", [1, 0]);
    scores("dead_center", ".\n.\n.\n.\n.......V\na.............w", [0, 1]);
    scores("dead_center", ".\n.\n.\n.......a\n..............v", [0, 0]);
    scores("dead_center", ".\n.\n.\n.\n......a.v", [0, 0]);
}

#[test]
fn dead_zone_goes_to_a_side_that_is_there_alone() {
    // GR-033, R30.
    scores("dead_zone", "a.............v", [0, 0]);
    scores("dead_zone", "......a.......v", [1, 0]);
    scores("dead_zone", "......ab.v.....", [1, 0]);
    scores("dead_zone", "......abv......", [0, 0]);
    scores("dead_zone", "a.......v......", [0, 1]);
}

#[test]
fn occupy_gives_points_for_each_sector() {
    // GR-033, R31: the examples of section 11.
    scores("occupy", "..ab..c..dv..\n......x..w...", [1, 1]);
    scores("occupy", "..v...a..bc..\n.........w...", [6, 4]);
    scores("occupy", "..a..........", [1, 0]);
    scores("occupy", "......a......", [2, 0]);
    scores("occupy", "............a", [4, 0]);
    scores("occupy", "a.v..........", [0, 4]);
    scores("occupy", "a.....v......", [0, 2]);
    scores("occupy", "a...........v", [0, 1]);
}

#[test]
fn crossfire_clash_counts_kills_since_the_last_scoring() {
    // GR-033, R46: whatever destroyed them, own fire included. Four of five are missing here.
    scores("crossfire_clash", "a.............v", [4, 4]);
    let mut desk = mission("crossfire_clash", "abcd...........\ne.............v");
    assert_eq!(desk.game.score(), [0, 0]);
    desk.run("P1-1 hold", &[]).run("P2-1 hold", &[]).run("P1-2 hold", &[]).run("P1-3 hold", &[]);
    desk.run("P1-4 hold", &[]);
    assert_eq!(desk.game.score(), [4, 0]);
    assert_eq!(desk.game.score_now(), [4, 0]);
}

/// Plays the round out by holding.
fn hold_round(desk: &mut Desk) {
    let round = desk.game.round();
    while desk.game.round() == round && desk.game.end().is_none() {
        let seat = desk.seat();
        let idle = desk.game.idle(seat).unwrap();
        let dice: &[u32] = match idle {
            Command::RollInitiative {} if seat == P1 => &[6],
            Command::RollInitiative {} => &[1],
            _ => &[],
        };
        desk.submit(seat, &idle, dice).unwrap();
    }
}

#[test]
fn six_rounds_then_points_then_one_more_on_a_tie() {
    // GR-035, GR-043, DA-016, R34.
    let board = ".......a......v";
    let mut ahead = mission("control_center", board);
    for _ in 0..6 {
        hold_round(&mut ahead);
    }
    assert_eq!(ahead.game.score(), [6, 0]);
    assert_eq!(ahead.game.end().unwrap().reason, EndReason::Points);
    assert_eq!(ahead.game.outcome(), Some(Outcome::Versus { winner: Some(P1) }));
    let mut tied = mission("control_center", "a.............v");
    for _ in 0..6 {
        hold_round(&mut tied);
    }
    assert_eq!((tied.game.round(), tied.game.end()), (7, None));
    hold_round(&mut tied);
    let end = tied.game.end().unwrap();
    assert_eq!((end.winner, end.reason), (None, EndReason::Tie));
    let mut late = mission("control_center", "a............v.").set("/round", json!(7));
    late.run("P1-1 move 5,1", &[]).run("P2-1 move 10,1", &[]);
    assert!(late.game.end().is_some());
    let mut won = mission("control_center", "a..........v...").set("/round", json!(7));
    won.run("P1-1 hold", &[]).run("P2-1 move 8,1", &[]);
    assert_eq!(won.game.end().unwrap().winner, Some(P2));
}

#[test]
fn a_side_without_units_loses_at_once() {
    // R35: whatever the points; kills of the unfinished round count, zones do not.
    let mut desk = mission("control_center", "a.V............").set("/score", json!([0, 5]));
    desk.run("P1-1 shoot P2-1", &[6, 5]);
    let end = desk.game.end().unwrap();
    assert_eq!((end.winner, end.reason), (Some(P1), EndReason::WipeOut));
    assert_eq!(desk.game.score(), [0, 5]);
    let mut clash = mission("crossfire_clash", "a.V............").set("/score", json!([4, 4]));
    clash.run("P1-1 shoot P2-1", &[6, 5]);
    assert_eq!(clash.game.score(), [5, 4]);
    // Down units are not destroyed.
    let mut down = mission("crossfire_clash", "a.v............");
    down.run("P1-1 shoot P2-1", &[6, 5]);
    assert_eq!(down.game.end(), None);
}

#[test]
fn a_concession_gives_the_battle_to_the_other_side() {
    // R51: the score as at a wipe-out.
    let mut desk = mission("crossfire_clash", "ab............v");
    desk.submit(P1, &Command::Concede {}, &[]).unwrap();
    let end = desk.game.end().unwrap();
    assert_eq!((end.winner, end.reason), (Some(P2), EndReason::Concession));
    assert_eq!(desk.game.score(), [4, 3]);
    assert_eq!(desk.game.victory_points(P1), 0);
    assert_eq!(desk.game.victory_points(P2), 2);
    let mut left = mission("control_center", ".......a......v");
    left.submit(Actor::Host, &Command::Leave { seat: P2 }, &[]).unwrap();
    assert_eq!(left.game.end().unwrap().winner, Some(P1));
    assert_eq!(left.game.score(), [0, 0]);
}

#[test]
fn victory_points_add_up_for_both_sides() {
    // GR-038, R36, R37, R38: mission 2, all enemies 1, three survivors (Down ones too) 1, tie 1 each.
    #[track_caller]
    fn check(board: &str, winner: Value, points: [u16; 2]) {
        let end = json!({ "Over": { "winner": winner, "reason": "points" } });
        let desk = Desk::in_phase(factions("verdant_eye", "verdant_eye"), board, end);
        assert_eq!([P1, P2].map(|seat| desk.game.victory_points(seat)), points, "{board}");
    }
    check("abc...........v", json!(0), [3, 0]);
    check("aBC...........v", json!(1), [1, 2]);
    check("ab...........vw", json!(1), [0, 2]);
    check("ab...........vw\n..............x", json!(1), [0, 3]);
    check("abc...........v\n.............wx", json!(null), [2, 2]);
    check("ab............v", json!(null), [1, 1]);
    let mut wiped = mission("control_center", "a.bc...........\n..V............");
    wiped.run("P1-1 shoot P2-1", &[6, 5]);
    assert_eq!(wiped.game.victory_points(P1), 4);
}

// The campaign.

struct Series {
    game: Campaign,
}

impl Series {
    /// A campaign at one table, where a chosen mission needs no further word.
    fn new(mut config: Value, length_die: u32) -> Series {
        config.as_object_mut().unwrap().entry("confirm_missions").or_insert(json!(false));
        let config = serde_json::from_value(config).unwrap();
        let game = Campaign::new(&config, &mut Dice::values([length_die])).unwrap();
        Series { game }
    }

    fn submit(&mut self, actor: impl Into<Actor>, command: &CampaignCommand) -> Result<(), String> {
        let mut dice = Dice::seeded(&Key::of_number(7));
        let applied = self.game.apply(actor.into(), command, &mut dice, &mut Events::off());
        self.game.inspect().unwrap();
        applied.map_err(|why| {
            assert!(!why.rule().is_empty());
            code_of(&why)
        })
    }

    fn choose(&mut self, seat: Seat, mission: &str) -> Result<(), String> {
        let mission = Id::new(mission).unwrap();
        self.submit(seat, &CampaignCommand::ChooseMission { mission })
    }

    /// The running battle is given up by this side.
    fn concede(&mut self, seat: Seat) {
        self.submit(seat, &CampaignCommand::Battle { command: Command::Concede {} }).unwrap();
    }

    fn take(&mut self, seat: Seat, advantage: &str) -> Result<(), String> {
        let advantage = serde_json::from_value(json!(advantage)).unwrap();
        self.submit(seat, &CampaignCommand::ChooseAdvantage { advantage })
    }
}

#[test]
fn a_campaign_has_three_to_five_battles() {
    // GR-036: d3 + 2 from a d6.
    for (die, length) in [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5)] {
        assert_eq!(Series::new(json!({}), die).game.length(), length);
    }
}

#[test]
fn missions_do_not_repeat_and_the_leader_takes_an_advantage() {
    // GR-034, GR-037, GR-039, GR-040, DA-015, R39, R40, R41.
    let mut series = Series::new(json!({ "factions": ["ember_guard", "azure_blades"] }), 1);
    assert_eq!(series.take(P1, "quick_start"), Err("wrong_phase".to_owned()));
    assert_eq!(series.choose(P1, "nonsense"), Err("bad_format".to_owned()));
    let roll = CampaignCommand::Battle { command: Command::RollInitiative {} };
    assert_eq!(series.submit(P1, &roll), Err("wrong_phase".to_owned()));
    series.choose(P2, "occupy").unwrap();
    assert_eq!(series.choose(P1, "dead_zone"), Err("wrong_phase".to_owned()));
    let battle = series.game.battle().unwrap();
    assert_eq!(battle.scenario().mission.id.as_str(), "occupy");
    assert_eq!(battle.scenario().factions[0].id.as_str(), "ember_guard");
    series.concede(P1);
    // A concession in the deployment: 2 for the mission, 1 each for survivors.
    assert_eq!(series.game.score(), [1, 3]);
    assert_eq!(series.choose(P1, "dead_zone"), Err("wrong_phase".to_owned()));
    assert_eq!(series.take(P1, "quick_start"), Err("not_leader".to_owned()));
    series.take(P2, "quick_start").unwrap();
    assert_eq!(series.choose(P1, "occupy"), Err("mission_used".to_owned()));
    series.choose(P1, "dead_zone").unwrap();
    let held = series.game.battle().unwrap().scenario().advantage.clone().unwrap();
    assert_eq!(held.seat, P2);
    series.concede(P2);
    // Equal scores: nobody takes anything.
    assert_eq!(series.game.score(), [4, 4]);
    series.submit(P1, &CampaignCommand::RollMission {}).unwrap();
    assert_eq!(series.game.battle().unwrap().scenario().advantage, None);
    series.concede(P2);
    assert_eq!(series.game.outcome(), Some(Outcome::Versus { winner: Some(P1) }));
    let missions: Vec<Id> = series.game.records().iter().map(|record| record.mission).collect();
    assert!(!missions[..2].contains(&missions[2]));
    // After the last battle everything is refused.
    let after = CampaignCommand::RollMission {};
    assert_eq!(series.submit(P1, &after), Err("battle_over".to_owned()));
    assert_eq!(series.submit(P1, &roll), Err("battle_over".to_owned()));
}

#[test]
fn the_side_behind_is_asked_for_the_mission_and_either_may_name_it() {
    // Section 16: either side, after the advantage. Nobody waits for the side ahead, which chose
    // the advantage; so a bot does not take the choice from the person who is asked.
    let listed = |series: &Series, seat: Seat| {
        let mut list = Vec::new();
        let listing = series.game.legal(seat, &mut list);
        (list.len(), listing)
    };
    #[track_caller]
    fn asked(series: &Series, seat: Seat) {
        assert_eq!(series.game.to_act(), SeatSet::only(seat));
    }
    let mut series = Series::new(json!({}), 6);
    asked(&series, P1);
    assert_eq!(listed(&series, P1), (7, Listing::Complete));
    assert_eq!(listed(&series, P2), (0, Listing::Sample));
    assert_eq!(listed(&series, Seat::new(2).unwrap()), (0, Listing::Complete));
    assert_eq!(series.game.idle(P2), None);
    assert_eq!(series.game.idle(P1), Some(CampaignCommand::RollMission {}));
    assert!(!series.game.secrets());
    series.choose(P2, "occupy").unwrap();
    assert!(series.game.secrets(), "units are placed hidden");
    series.concede(P2);
    asked(&series, P1);
    assert_eq!(listed(&series, P2), (0, Listing::Complete));
    series.take(P1, "tactical_edge").unwrap();
    asked(&series, P2);
    assert_eq!(listed(&series, P2), (6, Listing::Complete));
    series.choose(P1, "dead_zone").unwrap();
    series.concede(P1);
    asked(&series, P1);
    series.submit(P2, &CampaignCommand::RollMission {}).unwrap();
    series.concede(P1);
    series.take(P2, "tactical_edge").unwrap();
    asked(&series, P1);
}

#[test]
fn a_record_links_the_entries_of_its_battle() {
    // AQ-005, MP-004, DA-009: the campaign's own journal holds its battles.
    let mut series = Series::new(json!({}), 1);
    series.choose(P1, "occupy").unwrap();
    let deploy = series.game.battle().unwrap().idle(P1).unwrap();
    series.submit(P1, &CampaignCommand::Battle { command: deploy }).unwrap();
    series.concede(P1);
    series.take(P2, "focused_orders").unwrap();
    series.submit(P2, &CampaignCommand::RollMission {}).unwrap();
    series.concede(P1);
    let entries: Vec<_> =
        series.game.records().iter().map(|record| (record.entries, record.commands)).collect();
    assert_eq!(entries, [([1, 3], 2), ([5, 6], 1)]);
}

#[test]
fn a_chosen_mission_waits_for_the_other_side_where_that_is_on() {
    // Section 16: online, a mission chosen for a battle is confirmed by the other side.
    let start = || Series::new(json!({ "confirm_missions": true }), 1);
    let mut series = start();
    let confirm = |agree| CampaignCommand::ConfirmMission { agree };
    assert_eq!(series.submit(P2, &confirm(true)), Err("wrong_phase".to_owned()));
    series.choose(P1, "occupy").unwrap();
    assert!(series.game.battle().is_none());
    assert_eq!(series.submit(P1, &confirm(true)), Err("not_your_turn".to_owned()));
    assert_eq!(series.choose(P2, "occupy"), Err("wrong_phase".to_owned()));
    series.submit(P2, &confirm(true)).unwrap();
    assert!(series.game.battle().is_some());
    // Without an agreement the mission is drawn.
    let mut other = start();
    other.choose(P1, "occupy").unwrap();
    other.submit(P2, &confirm(false)).unwrap();
    assert!(other.game.battle().is_some());
}

/// Section 16: online a chosen mission is confirmed without anybody asking for it; people around one
/// device have agreed aloud.
#[test]
fn missions_are_confirmed_unless_all_sit_at_one_table() {
    let standard = &Campaign::about().presets[0];
    assert_eq!(standard.id, "standard");
    assert!(standard.config.confirm_missions);
    assert!(serde_json::from_value::<CampaignConfig>(json!({})).unwrap().confirm_missions);
    assert!(!Campaign::unhurried(standard.config.clone()).confirm_missions);
}

#[test]
fn a_side_that_leaves_for_good_loses_the_campaign() {
    let mut series = Series::new(json!({}), 6);
    series.choose(P1, "occupy").unwrap();
    series.submit(Actor::Host, &CampaignCommand::Leave { seat: P2 }).unwrap();
    assert_eq!(series.game.outcome(), Some(Outcome::Versus { winner: Some(P1) }));
    assert_eq!(series.game.records().len(), 1);
    let mut between = Series::new(json!({}), 6);
    let leave = CampaignCommand::Leave { seat: P1 };
    assert_eq!(between.submit(P1, &leave), Err("not_your_turn".to_owned()));
    between.submit(Actor::Host, &leave).unwrap();
    assert_eq!(between.game.outcome(), Some(Outcome::Versus { winner: Some(P2) }));
}

#[test]
fn a_campaign_can_be_stored_and_resumed_at_any_point() {
    // CP-005, MP-006, AQ-005: and refuses data that it was not played by, naming both hashes.
    let mut series = Series::new(json!({}), 1);
    series.choose(P1, "occupy").unwrap();
    let stored = serde_json::to_value(&series.game).unwrap();
    let again: Campaign = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(again, series.game);
    let mut other = stored;
    let wrong = "0123456789abcdef0123456789abcdef";
    let right = other["data_hash"].as_str().unwrap().to_owned();
    other["data_hash"] = json!(wrong);
    let other: Campaign = serde_json::from_value(other).unwrap();
    let faults = other.inspect().unwrap_err().to_string();
    assert!(faults.contains(wrong) && faults.contains(&right), "{faults}");
}

#[test]
fn a_mission_is_chosen_by_its_name() {
    // GR-034.
    let series = Series::new(json!({}), 1);
    let view = series.game.view(P1.into());
    let read = |text: &str| Campaign::read(&view, P1, text, &Value::Null);
    for (text, id, name) in [
        ("dead center", "dead_center", "Dead Center"),
        ("Mission Dead Zone", "dead_zone", "Dead Zone"),
        ("mission occupy", "occupy", "Occupy"),
    ] {
        let mission = Id::new(id).unwrap();
        let chosen = CampaignCommand::ChooseMission { mission };
        assert_eq!(read(text).unwrap().commands, [chosen], "{text}");
        assert_eq!(view.mission_name(mission), name);
    }
    for text in ["dead", "mission", "mission dead", "zone"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn each_battle_of_a_campaign_is_told_with_its_number_and_mission() {
    // GR-036, GR-037.
    let mut series = Series::new(json!({}), 1);
    for (number, mission, name) in [(1, "occupy", "Occupy"), (2, "dead_zone", "Dead Zone")] {
        assert!(series.game.view(P1.into()).battle().is_none());
        let mission = Id::new(mission).unwrap();
        let (mut dice, mut events) = (Dice::seeded(&Key::of_number(7)), Events::on());
        let choice = CampaignCommand::ChooseMission { mission };
        series.game.apply(P1.into(), &choice, &mut dice, &mut events).unwrap();
        let began = CampaignEvent::BattleBegan { number, mission, drawn: false };
        assert!(events.list().contains(&began), "{:?}", events.list());
        let view = series.game.view(P1.into());
        assert!(view.battle().is_some());
        let told = Campaign::tell(&view, &began);
        assert_eq!(told, format!("Battle {number} begins: {name}, chosen."));
        series.concede(P2);
        series.take(P1, "quick_start").unwrap();
    }
}
