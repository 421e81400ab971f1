//! Set-up, terrain and data (rules, sections 3 to 5).

use senet_crossfire::board::{Area, Square};
use senet_crossfire::data::{Data, Movement, Naturals, Scoring};
use senet_crossfire::{Campaign, CampaignConfig, Config, Crossfire, Id, MissionChoice};
use senet_kernel::{Dice, Draw, Game, Key, Seat};
use serde_json::{Value, json};

use crate::desk::{config, factions, fresh};

fn id(text: &str) -> Id {
    Id::new(text).unwrap()
}

#[test]
fn maps_are_connected_and_leave_home_and_centre_free() {
    // GR-001, GR-002, GR-003, R7, R8, R9: 2,000 generated maps.
    let centre = Square::new(8, 5).unwrap();
    for seed in 0..2000 {
        let game = fresh(&factions("verdant_eye", "azure_blades"), seed);
        let scenario = game.scenario();
        assert!((3..=5).contains(&scenario.pieces.len()), "seed {seed}");
        let mut barred = Area::NONE;
        for piece in &scenario.pieces {
            assert!((1..=4).contains(&piece.squares.len()));
            assert!(piece.flags.blocks_sight && piece.flags.gives_cover && piece.flags.impassable);
            for square in &piece.squares {
                assert!((3..=13).contains(&square.column()) && *square != centre, "seed {seed}");
                assert!(!barred.contains(*square), "seed {seed}: pieces touch at {square}");
            }
            for square in Square::all() {
                if piece.squares.iter().any(|own| own.distance(square) <= 1) {
                    barred.insert(square);
                }
            }
        }
        let free = *scenario.ground().free();
        assert_eq!(scenario.ground().within(centre, 100), free, "seed {seed}: not connected");
        for seat in [Seat::FIRST, Seat::SECOND] {
            assert_eq!((*scenario.home(seat) & free).len(), 18);
        }
    }
}

fn drawn(config_json: &Value, dice: &[u32]) -> Crossfire {
    let mut dice = Dice::values(dice.iter().copied());
    let game = Crossfire::new(&config(config_json), &mut dice).unwrap();
    assert_eq!(dice.fault(), None);
    game
}

#[test]
fn draws_come_in_the_order_mission_event_terrain() {
    // GR-034, GR-042, R48, section 15: mission, event, count; per piece size, shape, turn, anchor.
    let mut setup = factions("verdant_eye", "azure_blades");
    setup["mission"] = json!("rolled");
    setup["event"] = json!("rolled");
    let single = [0, 0, 0];
    let mut dice = vec![5, 1, 0];
    for anchor in [0, 0, 0] {
        dice.extend(single);
        dice.push(anchor);
    }
    let game = drawn(&setup, &dice);
    assert_eq!(game.scenario().mission.id, id("dead_zone"));
    assert_eq!(game.scenario().event.as_ref().unwrap().id, id("fog_of_war"));
    let squares: Vec<String> =
        game.scenario().pieces.iter().map(|piece| piece.squares[0].to_string()).collect();
    // The first free anchor each time, row by row: column 3, then a gap of one.
    assert_eq!(squares, ["3,1", "5,1", "7,1"]);
}

#[test]
fn shapes_turn_and_lie_as_drawn() {
    // Size 3, the second shape of that size (corner), its third turn, the last anchor of all.
    let mut setup = factions("verdant_eye", "azure_blades");
    setup["mission"] = json!("occupy");
    let game = drawn(&setup, &[0, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let first: Vec<String> =
        game.scenario().pieces[0].squares.iter().map(Square::to_string).collect();
    assert_eq!(first, ["3,1", "4,1", "4,2"]);
    assert_eq!(game.scenario().pieces[0].name, "Corner of 3");
}

#[test]
fn a_piece_without_a_place_is_drawn_one_size_smaller() {
    // Section 4: a zone of two columns by one row holds no bar of three.
    let terrain = include_str!("../../data/terrain.toml")
        .replace("columns = [3, 13] ", "columns = [3, 4] ")
        .replace("rows = [1, 9]", "rows = [1, 1]")
        .replace("pieces = [3, 5]", "pieces = [2, 2]");
    let mut setup = factions("verdant_eye", "azure_blades");
    setup["data"] = json!({ "terrain.toml": terrain });
    // Count; size 3, bar, upright: no place; size 2: pair, level, the one anchor. Then a single that
    // has no place either, and is left out.
    let game = drawn(&setup, &[0, 2, 0, 0, 0, 1, 0, 0, 0, 0]);
    assert_eq!(game.scenario().pieces.len(), 1);
    assert_eq!(game.scenario().pieces[0].squares.len(), 2);
}

#[test]
fn nothing_is_drawn_for_rules_that_are_off() {
    // AQ-006, R47: a chosen mission and no event leave only the terrain's draws.
    let mut dice = Dice::seeded(&Key::of_number(4));
    Crossfire::new(&config(&factions("verdant_eye", "azure_blades")), &mut dice).unwrap();
    assert!(dice.draws().iter().all(|draw| matches!(draw, Draw::Pick { .. })));
    let count = match dice.draws()[0] {
        Draw::Pick { got, of: 3 } => got as usize + 3,
        _ => panic!("the number of pieces comes first"),
    };
    assert!(dice.draws().len() > 4 * count);
}

#[test]
fn the_factions_are_those_of_the_table() {
    // GR-005, GR-006, GR-007, GR-008, AQ-002: section 5.
    #[track_caller]
    fn check(name: &str, roster: u8, movement: Movement, numbers: [i8; 4]) {
        let faction = Data::standard().faction(Id::new(name).unwrap()).unwrap();
        let [range, aq, melee_aq, defense] = numbers;
        assert_eq!((faction.roster, faction.movement), (roster, movement), "{name}");
        let found = [faction.range as i8, faction.aq, faction.melee_aq, faction.defense as i8];
        assert_eq!(found, [range, aq, melee_aq, defense], "{name}");
    }
    check("verdant_eye", 5, Movement::Fixed(4), [5, 1, 1, 7]);
    check("azure_blades", 5, Movement::Fixed(5), [2, 1, 2, 8]);
    check("ember_guard", 5, Movement::Fixed(2), [3, 2, 2, 9]);
    check("grey_cloaks", 5, Movement::Fixed(4), [3, 0, 0, 8]);
    check("solar_wardens", 4, Movement::Die, [4, 1, 1, 9]);
    assert_eq!(Data::standard().factions().len(), 5);
    assert_eq!(Data::standard().missions().len(), 6);
    assert_eq!(Data::standard().events().len(), 6);
    let shapes = &Data::standard().terrain().shapes;
    assert_eq!(shapes.len(), 9);
    assert_eq!(shapes.iter().map(|shape| shape.orientations.len()).sum::<usize>(), 28);
}

#[test]
fn a_bad_configuration_names_its_field() {
    // Section 16: an option without its rule is a configuration error, not a rejection.
    #[track_caller]
    fn check(change: Value, field: &str, code: &str) {
        let mut setup = factions("verdant_eye", "azure_blades");
        setup.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let mut dice = Dice::seeded(&Key::of_number(1));
        let faults = Crossfire::new(&config(&setup), &mut dice).unwrap_err();
        let fault = &faults.list()[0];
        assert_eq!((fault.field.as_str(), fault.code.as_str()), (field, code), "{fault}");
        assert!(!dice.drawn());
    }
    check(json!({ "factions": ["verdant_eye", "nobody"] }), "factions[1]", "unknown_faction");
    check(json!({ "mission": "picnic" }), "mission", "unknown_mission");
    check(json!({ "traits": ["sniper", "inspire"] }), "traits[1]", "unknown_trait"); // R47
    check(json!({ "event": "smoke_screen" }), "event", "unknown_event"); // R47
    let held = json!({ "advantage": { "seat": 2, "advantage": "quick_start" } });
    check(held, "advantage.seat", "no_such_seat");
}

/// The faults of a designer's file, as text.
fn faults(file: &str, from: &str, to: &str) -> String {
    let text = match file {
        "factions.toml" => include_str!("../../data/factions.toml"),
        "missions.toml" => include_str!("../../data/missions.toml"),
        "events.toml" => include_str!("../../data/events.toml"),
        "traits.toml" => include_str!("../../data/traits.toml"),
        "advantages.toml" => include_str!("../../data/advantages.toml"),
        "terrain.toml" => include_str!("../../data/terrain.toml"),
        _ => include_str!("../../data/rules.toml"),
    };
    assert!(text.contains(from), "{file} has {from}");
    let changed = text.replacen(from, to, 1);
    let data = Data::new(&[(file.to_owned(), changed)]);
    data.map_or_else(|faults| faults.to_string(), |_| String::new())
}

#[test]
fn bad_data_names_file_entry_and_field() {
    // AQ-002.
    #[track_caller]
    fn check(file: &str, from: &str, to: &str, place: &str) {
        let found = faults(file, from, to);
        assert!(found.starts_with(&format!("{file}: {place}")), "{found}");
    }
    let azure = "move = 5";
    check("factions.toml", azure, "move = 0", "azure_blades.move: 0 is not 1 to 15");
    check("factions.toml", azure, "move = 16", "azure_blades.move");
    check("factions.toml", azure, "move = \"fast\"", "azure_blades.move");
    check("factions.toml", azure, "move = { die = 8 }", "azure_blades.move");
    check("factions.toml", "roster = 4", "roster = 9", "solar_wardens.roster");
    check("factions.toml", "roster = 4", "roster = 0", "solar_wardens.roster");
    check("factions.toml", "roster = 4", "roster = 1", "solar_wardens.roster");
    check("factions.toml", "range = 5", "range = 0", "verdant_eye.range");
    check("factions.toml", "defense = 7", "defense = 1", "verdant_eye.defense");
    check("factions.toml", "aq = 1", "aq = 10", "verdant_eye.aq");
    check("factions.toml", "melee_aq = 2", "melee_aq = -10", "azure_blades.melee_aq");
    check("factions.toml", "[\"deadly_rounds\"]", "[\"deadly\"]", "solar_wardens.traits");
    check("factions.toml", "id = \"azure_blades\"", "id = \"verdant_eye\"", "verdant_eye");
    check("factions.toml", "color = \"blue\"", "colour = \"blue\"", "azure_blades");
    check("factions.toml", "\"Verdant Eye\"", "\"\"", "verdant_eye.name");
    check("factions.toml", "\"ranged\", ", "\"movement\", ", "grey_cloaks.traits");
    check("missions.toml", "roll = 2", "roll = 1", "control_center.roll");
    check("missions.toml", "roll = 2", "roll = 7", "control_center.roll");
    check("missions.toml", "points = 1\n", "", "control_center.points");
    check("missions.toml", "points_per_kill = 1", "points = 1", "crossfire_clash.points_per_kill");
    check("missions.toml", "columns = [7, 9]", "columns = [9, 7]", "control_center.zone.band");
    check("missions.toml", "columns = [10, 13]", "columns = [10, 16]", "occupy.zone.C");
    check("missions.toml", "scoring = \"kills\"", "scoring = \"luck\"", "crossfire_clash");
    check("events.toml", "range_cap = 3", "range_cap = 0", "fog_of_war.range_cap");
    check("events.toml", "move_bonus = 1", "move_bonus = 10", "fast_assault.move_bonus");
    check("events.toml", "[11, 12]", "[13]", "deadly_rounds.kill_naturals");
    check("events.toml", "roll = 6", "roll = 5", "no_event.roll");
    check("traits.toml", "ignore_downs = 1", "ignore_downs = 21", "resilient.ignore_downs");
    check("traits.toml", "prevents_kills = false", "prevents_kills = true", "resilient");
    check("advantages.toml", "units = 2", "units = 0", "quick_start.units");
    check("advantages.toml", "rerolls_per_battle = 2", "rerolls_per_battle = 21", "focused_orders");
    check("rules.toml", "columns = 15", "columns = 14", "board.columns");
    check("rules.toml", "player = \"P2\"", "player = \"P1\"", "board.home_zone");
    check("rules.toml", "columns = [14, 15]", "columns = [2, 3]", "board.home_zone");
    check("rules.toml", "min_distinct_rows = 2", "min_distinct_rows = 0", "deployment");
    check("rules.toml", "activation_cap = 4", "activation_cap = 0", "round.activation_cap");
    check("rules.toml", "first_batch = 1", "first_batch = 17", "round.first_batch");
    check("rules.toml", "regular_rounds = 6", "regular_rounds = 0", "round.regular_rounds");
    check(
        "rules.toml",
        "corner_rule = \"either\"",
        "corner_rule = \"both\"",
        "movement.corner_rule",
    );
    check("rules.toml", "length_bonus = 2", "length_bonus = 4", "campaign.length_bonus");
    check(
        "rules.toml",
        "mission_win = 2",
        "mission_win = 51",
        "campaign.victory_points.mission_win",
    );
    check("terrain.toml", "pieces = [3, 5]", "pieces = [5, 3]", "generation.pieces");
    check("terrain.toml", "columns = [3, 13]", "columns = [2, 13]", "generation.columns");
    check("terrain.toml", "[[0, 0], [0, 1]],", "[[0, 0], [0, 0]],", "pair.orientations");
    check("terrain.toml", "min_gap = 1", "min_gap = 10", "generation.min_gap");
    let broken = Data::new(&[("rules.toml".to_owned(), "schema = 1\n[board".to_owned())]);
    assert!(broken.unwrap_err().to_string().starts_with("rules.toml: line 2"));
    let unknown = Data::new(&[("units.toml".to_owned(), String::new())]);
    assert!(unknown.unwrap_err().to_string().starts_with("units.toml: there is no such file"));
}

#[test]
fn data_within_their_limits_are_taken() {
    // AQ-002: both ends of every limit; what lies beyond is refused above.
    #[track_caller]
    fn check(file: &str, from: &str, to: &str) {
        assert_eq!(faults(file, from, to), "", "{to}");
    }
    #[track_caller]
    fn beyond(file: &str, from: &str, to: &str, place: &str) {
        let found = faults(file, from, to);
        assert!(found.contains(&format!("{file}: {place}")), "{to}: {found}");
    }
    for to in ["move = 1", "move = 15", "move = { die = 6 }"] {
        check("factions.toml", "move = 5", to);
    }
    for to in ["roster = 2", "roster = 8"] {
        check("factions.toml", "roster = 4", to);
    }
    for to in ["range = 1", "range = 15"] {
        check("factions.toml", "range = 5", to);
    }
    beyond("factions.toml", "range = 5", "range = 16", "verdant_eye.range");
    for (field, from) in [("aq", "aq = 1"), ("melee_aq", "melee_aq = 1")] {
        for value in ["-9", "9"] {
            check("factions.toml", from, &format!("{field} = {value}"));
        }
        for value in ["-10", "10"] {
            let place = format!("verdant_eye.{field}");
            beyond("factions.toml", from, &format!("{field} = {value}"), &place);
        }
    }
    for to in ["defense = 2", "defense = 20"] {
        check("factions.toml", "defense = 7", to);
    }
    beyond("factions.toml", "defense = 7", "defense = 21", "verdant_eye.defense");
    let long = format!("\"{}\"", "x".repeat(24));
    check("factions.toml", "\"Verdant Eye\"", &long);
    let longer = format!("\"{}\"", "x".repeat(25));
    beyond("factions.toml", "\"Verdant Eye\"", &longer, "verdant_eye.name");
    beyond("factions.toml", "\"Verdant Eye\"", "\"Verdant\\nEye\"", "verdant_eye.name");
    beyond("factions.toml", "\"ranged\", ", "\"initiative\", ", "grey_cloaks.traits");
    for to in ["points_per_kill = 0", "points_per_kill = 100"] {
        check("missions.toml", "points_per_kill = 1", to);
    }
    let clash = "crossfire_clash.points_per_kill";
    beyond("missions.toml", "points_per_kill = 1", "points_per_kill = 101", clash);
    check("missions.toml", "points = 1\n", "points = 100\n");
    beyond("missions.toml", "points = 1\n", "points = 101\n", "control_center.points");
    let home = "majority_in_enemy_home\"   # own units in the enemy home zone compared with enemy units in one's own\npoints = ";
    beyond("missions.toml", &format!("{home}1"), &format!("{home}101"), "break_through.points");
    check("missions.toml", "{ P1 = 4, P2 = 1 }", "{ P1 = 0, P2 = 100 }");
    beyond("missions.toml", "P2 = 1 }", "P2 = 101 }", "occupy.zone.C.points");
    check("missions.toml", "columns = [10, 13]", "columns = [10, 15]");
    check("missions.toml", "columns = [8, 8]\nrows = [5, 5]", "columns = [1, 15]\nrows = [1, 9]");
    beyond("missions.toml", "rows = [5, 5]", "rows = [0, 5]", "dead_center.zone");
    beyond("missions.toml", "rows = [5, 5]", "rows = [5, 10]", "dead_center.zone");
    beyond("missions.toml", "rows = [5, 5]", "rows = [6, 5]", "dead_center.zone");
    beyond("missions.toml", "columns = [8, 8]", "columns = [0, 8]", "dead_center.zone");
    for (from, fine, wrong, place) in [
        ("range_cap = 3", "range_cap = 1", "range_cap = 16", "fog_of_war.range_cap"),
        ("range_cap = 3", "range_cap = 15", "range_cap = 0", "fog_of_war.range_cap"),
        ("move_bonus = 1", "move_bonus = 9", "move_bonus = 10", "fast_assault.move_bonus"),
        (
            "stationary_shot_aq = 1",
            "stationary_shot_aq = 9",
            "stationary_shot_aq = 10",
            "focused_fire",
        ),
        (
            "stationary_shot_aq = 1",
            "stationary_shot_aq = -9",
            "stationary_shot_aq = -10",
            "focused_fire",
        ),
        ("uses_per_side = 1", "uses_per_side = 20", "uses_per_side = 21", "revive.uses_per_side"),
        ("\"No Event\"", "\"Quiet\"", "\"\"", "no_event.name"),
    ] {
        check("events.toml", from, fine);
        beyond("events.toml", from, wrong, place);
    }
    check("traits.toml", "ignore_downs = 1", "ignore_downs = 20");
    beyond("traits.toml", "\"Resilient\"", "\"\"", "resilient.name");
    beyond("traits.toml", "id = \"sniper\"", "id = \"resilient\"", "resilient");
    check("advantages.toml", "units = 2", "units = 1");
    check("advantages.toml", "units = 2", "units = 8");
    beyond("advantages.toml", "units = 2", "units = 9", "quick_start.units");
    check("advantages.toml", "rerolls_per_battle = 2", "rerolls_per_battle = 20");
    check("advantages.toml", "rerolls_per_battle = 2", "rerolls_per_battle = 0");
    for (from, fine, wrong, place) in [
        ("regular_rounds = 6", "regular_rounds = 1", "regular_rounds = 0", "round.regular"),
        ("regular_rounds = 6", "regular_rounds = 20", "regular_rounds = 21", "round.regular"),
        (
            "extra_rounds_on_tie = 1",
            "extra_rounds_on_tie = 0",
            "extra_rounds_on_tie = 21",
            "round.extra",
        ),
        (
            "extra_rounds_on_tie = 1",
            "extra_rounds_on_tie = 20",
            "extra_rounds_on_tie = 21",
            "round.extra",
        ),
        ("activation_cap = 4", "activation_cap = 1", "activation_cap = 0", "round.activation_cap"),
        (
            "activation_cap = 4",
            "activation_cap = 16",
            "activation_cap = 17",
            "round.activation_cap",
        ),
        ("first_batch = 1", "first_batch = 16", "first_batch = 0", "round.first_batch"),
        ("later_batches = 2", "later_batches = 1", "later_batches = 0", "round.later_batches"),
        ("later_batches = 2", "later_batches = 16", "later_batches = 17", "round.later_batches"),
        ("cover_defense_bonus = 1", "cover_defense_bonus = 0", "cover_defense_bonus = 10", "sight"),
        ("cover_defense_bonus = 1", "cover_defense_bonus = 9", "cover_defense_bonus = 10", "sight"),
        ("min_distinct_rows = 2", "min_distinct_rows = 1", "min_distinct_rows = 10", "deployment"),
        ("length_bonus = 2", "length_bonus = 3", "length_bonus = 21", "campaign.length_bonus"),
        ("length_bonus = 2", "length_bonus = 0", "length_bonus = 4", "campaign.length_bonus"),
        ("mission_win = 2", "mission_win = 50", "mission_win = 51", "campaign.victory_points"),
        (
            "kill_all_enemies = 1",
            "kill_all_enemies = 0",
            "kill_all_enemies = 51",
            "campaign.victory_points.kill",
        ),
        ("survivors = 1", "survivors = 50", "survivors = 51", "campaign.victory_points.survivors"),
        (
            "survivors_needed = 3",
            "survivors_needed = 50",
            "survivors_needed = 51",
            "campaign.victory_points.survivors_needed",
        ),
        ("tie_each = 1", "tie_each = 50", "tie_each = 51", "campaign.victory_points.tie_each"),
        ("columns = [1, 2] ", "columns = [1, 1] ", "columns = [0, 2] ", "board.home_zone"),
    ] {
        check("rules.toml", from, fine);
        beyond("rules.toml", from, wrong, place);
    }
    for (from, fine, wrong, place) in [
        ("pieces = [3, 5]", "pieces = [0, 12]", "pieces = [0, 13]", "generation.pieces"),
        ("min_gap = 1", "min_gap = 9", "min_gap = 10", "generation.min_gap"),
        ("min_gap = 1", "min_gap = 0", "min_gap = 10", "generation.min_gap"),
        ("sizes = [1, 4]", "sizes = [1, 3]", "sizes = [0, 4]", "generation.sizes"),
        ("columns = [3, 13]", "columns = [5, 5]", "columns = [3, 14]", "generation.columns"),
        ("rows = [1, 9]", "rows = [4, 4]", "rows = [1, 10]", "generation"),
    ] {
        check("terrain.toml", from, fine);
        beyond("terrain.toml", from, wrong, place);
    }
}

#[test]
fn a_designer_adds_a_faction_and_a_mission_without_code() {
    // AQ-002.
    let factions = include_str!("../../data/factions.toml").to_owned()
        + "\n[[faction]]\nid = \"rust_monks\"\nname = \"Rust Monks\"\nrole = \"few and stubborn\"\n\
           color = \"red\"\nroster = 3\nmove = 3\nrange = 6\naq = 3\nmelee_aq = 0\ndefense = 10\n\
           traits = [\"reroll_own_die\", \"deadly_rounds\"]\n";
    let missions = include_str!("../../data/missions.toml").to_owned()
        + "\n[[mission]]\nid = \"two_hills\"\nname = \"Two Hills\"\nscoring = \"majority\"\n\
           points = 3\n[[mission.zone]]\nid = \"north\"\ncolumns = [7, 9]\nrows = [1, 2]\n\
           [[mission.zone]]\nid = \"south\"\ncolumns = [7, 9]\nrows = [8, 9]\n";
    let files = [("factions.toml".to_owned(), factions), ("missions.toml".to_owned(), missions)];
    let plain = config(&json!({}));
    let standard = Crossfire::data_hash(&plain);
    let mut designed = Crossfire::with_data(plain.clone(), &files).unwrap();
    assert_ne!(Crossfire::data_hash(&designed), standard);
    designed.factions = [id("rust_monks"), id("verdant_eye")];
    designed.mission = MissionChoice::Chosen(id("two_hills"));
    let game = Crossfire::new(&designed, &mut Dice::seeded(&Key::of_number(1))).unwrap();
    assert_eq!(game.scenario().factions[0].roster, 3);
    assert!(matches!(game.scenario().mission.scoring, Scoring::Majority { points: 3, .. }));
    // Both hills together: two units on one of them outweigh one on the other.
    let scored = |board: &str| {
        let mut setup = serde_json::to_value(&designed).unwrap();
        setup["factions"] = json!(["verdant_eye", "verdant_eye"]);
        crate::desk::Desk::with(setup, board).game.score_now()
    };
    let rows = ".\n.\n.\n.\n.\n.\n.";
    assert_eq!(scored(&format!("......a\n{rows}\n......vw")), [0, 3]);
    assert_eq!(scored(&format!("......ab\n{rows}\n......v")), [3, 0]);
    assert_eq!(scored(&format!("......a\n{rows}\n......vb")), [3, 0]);
    assert_eq!(scored(".\n.\n......a\n..............v"), [0, 0]);
    // It stands in the configuration as text, and reads back the same.
    let text = serde_json::to_string(&designed).unwrap();
    assert_eq!(serde_json::from_str::<Config>(&text).unwrap(), designed);
    // The same content under other comments has the same hash.
    let comment = "# A comment.\n".to_owned() + include_str!("../../data/rules.toml");
    let commented = Crossfire::with_data(plain, &[("rules.toml".to_owned(), comment)]).unwrap();
    assert_eq!(Crossfire::data_hash(&commented), standard);
}

#[test]
fn a_campaign_is_played_by_a_designers_data() {
    // AQ-002.
    let factions: CampaignConfig =
        serde_json::from_value(json!({ "factions": ["ember_guard", "azure_blades"] })).unwrap();
    assert_eq!(Campaign::with_data(factions.clone(), &[]).unwrap(), factions);
    let missions = include_str!("../../data/missions.toml").to_owned()
        + "\n[[mission]]\nid = \"two_hills\"\nname = \"Two Hills\"\nscoring = \"majority\"\n\
           points = 3\n[[mission.zone]]\nid = \"north\"\ncolumns = [7, 9]\nrows = [1, 2]\n";
    let files = [("missions.toml".to_owned(), missions)];
    let designed = Campaign::with_data(factions.clone(), &files).unwrap();
    assert_ne!(Campaign::data_hash(&designed), Campaign::data_hash(&factions));
    assert_eq!(CampaignConfig { data: factions.data.clone(), ..designed.clone() }, factions);
    let game = Campaign::new(&designed, &mut Dice::seeded(&Key::of_number(1))).unwrap();
    let view = game.view(Seat::FIRST.into());
    assert_eq!(view.mission_name(id("two_hills")), "Two Hills");
}

#[test]
fn a_natural_of_two_sets_stays_in_both_together() {
    // GR-010.
    let set = |sums: &[u8]| Naturals::try_from(sums.to_vec()).unwrap();
    assert_eq!(set(&[2, 3]).or(set(&[3, 12])), set(&[2, 3, 12]));
}

#[test]
fn data_switches_change_what_they_say() {
    // R32, R35: control.down_units_count and the two of wipe-outs.
    let rules = |from: &str, to: &str| {
        let text = include_str!("../../data/rules.toml");
        assert!(text.contains(from));
        json!({ "rules.toml": text.replace(from, to) })
    };
    let desk = |data: Value, mission: &str, board: &str| {
        let mut setup = factions("verdant_eye", "verdant_eye");
        setup["mission"] = json!(mission);
        setup["data"] = data;
        crate::desk::Desk::with(setup, board)
    };
    let standing = rules("down_units_count = true", "down_units_count = false");
    let board = "......A......bv";
    assert_eq!(desk(standing, "control_center", board).game.score_now(), [0, 0]);
    let points = rules("survivor_wins = true", "survivor_wins = false");
    let mut ended = desk(points, "control_center", "a.V............").set("/score", json!([0, 5]));
    ended.run("P1-1 shoot P2-1", &[6, 5]);
    assert_eq!(ended.game.end().unwrap().winner, Some(Seat::SECOND));
    let on = rules("ends_battle = true", "ends_battle = false");
    let mut going = desk(on, "control_center", "a.V............");
    going.run("P1-1 shoot P2-1", &[6, 5]);
    assert_eq!((going.game.end(), going.game.round()), (None, 2));
}

#[test]
fn states_that_cannot_be_are_refused_with_the_reason() {
    // MP-003, MP-006: positions from files.
    #[track_caller]
    fn check(path: &str, value: Value, code: &str) {
        let game = crate::desk::Desk::new("a..#..........v\nB.............w").game;
        let mut state = serde_json::to_value(&game).unwrap();
        *state.pointer_mut(path).unwrap() = value;
        match serde_json::from_value::<Crossfire>(state) {
            Ok(game) => {
                let faults = game.inspect().unwrap_err();
                assert_eq!(faults.list()[0].code, code, "{faults}");
            }
            Err(error) => assert_eq!(code, "unread", "{error}"),
        }
    }
    check("/squares/0", json!([4, 1]), "terrain");
    check("/squares/0", json!([16, 1]), "unread");
    check("/squares/0", json!([15, 1]), "occupied");
    check("/squares/0", json!(null), "off_board");
    check("/squares/7", json!([5, 5]), "unknown_unit");
    check("/down", json!(4), "not_on_board");
    check("/destroyed", json!(0xff1f), "on_board");
    check("/acted", json!(0x80), "unknown_unit");
    // A unit that is Down has not acted, unless it did before it fell and used an activation.
    check("/acted", json!(1), "acted");
    check("/acted", json!(2), "acted");
    check("/acted", json!(0x200), "acted");
    check("/phase/Activation/used", json!([1, 0]), "acted");
    check("/round", json!(0), "no_such_round");
    check("/round", json!(8), "no_such_round");
    check("/phase/Activation/slots", json!(0), "nobody");
    check("/phase/Activation/used", json!([4, 0]), "cap");
    check("/phase/Activation/turn", json!(2), "no_such_seat");
    check("/phase/Activation/aided", json!(1), "nobody");
    check("/phase", json!({ "Order": { "dice": [3, 3] } }), "dice");
    let down = crate::desk::Desk::new("a.............v\nB.............w\nc").acted("b");
    down.game.inspect().unwrap();
    for phase in [
        json!({ "Order": { "dice": [3, 2] } }),
        json!({ "Initiative": { "dice": [null, null], "redraw": false } }),
    ] {
        let mut state = serde_json::to_value(&down.game).unwrap();
        state["phase"] = phase;
        let game: Crossfire = serde_json::from_value(state).unwrap();
        assert_eq!(game.inspect().unwrap_err().list()[0].code, "acted");
    }
    check("/phase", json!({ "Revive": { "first": 0, "asked": 0 } }), "revive");
    check("/phase", json!({ "QuickStart": { "moved": 0, "declared": null } }), "no_such_round");
    check("/options/orders", json!(1), "not_in_force");
    check(
        "/open",
        json!({ "number": 1, "asked": 0, "roll": "Movement", "choice": null }),
        "no_such_roll",
    );
    // Where a part cannot even be read, the error says which and why.
    #[track_caller]
    fn unread(path: &str, value: Value, reason: &str) {
        let game = crate::desk::Desk::new("a..#..........v").game;
        let mut state = serde_json::to_value(&game).unwrap();
        *state.pointer_mut(path).unwrap() = value;
        let error = serde_json::from_value::<Crossfire>(state).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    unread("/squares/0", json!([16, 1]), "16,1 is off the board of 15 by 9");
    unread("/squares/0", json!([1, 0]), "1,0 is off the board of 15 by 9");
    unread("/scenario/pieces/0/squares", json!([[1, 1]]), "out of the home zones");
    unread("/scenario/pieces/0/squares", json!([[4, 1], [4, 1]]), "a square has terrain once");
    unread("/phase/Activation/aided", json!(16), "unit 16 is beyond the last");
    check("/scenario/pieces/0/squares", json!([[1, 1]]), "unread");
    check("/scenario/factions/0/roster", json!(99), "unread");
}

#[test]
fn a_set_up_offers_its_choices_by_name() {
    let schema = serde_json::to_value(schemars::schema_for!(Config)).unwrap();
    let told = |of: &str| -> Vec<String> {
        let choices = schema["$defs"][of]["oneOf"].as_array().unwrap().iter();
        let told = choices.map(|one| {
            let [id, name, line] = ["const", "title", "description"].map(|key| &one[key]);
            format!("{}: {}: {}", id.as_str().unwrap(), name.as_str().unwrap(), line)
        });
        told.collect()
    };
    let factions = told("FactionName");
    assert_eq!(factions.len(), Data::standard().factions().len());
    assert_eq!(factions[0], "verdant_eye: Verdant Eye: \"Long-range marksmen.\"");
    let missions = told("MissionChoice");
    assert_eq!(missions.len(), 1 + Data::standard().missions().len());
    assert_eq!(missions[0], "rolled: Rolled: \"A die decides.\"");
    assert!(missions[1].starts_with("crossfire_clash: Crossfire Clash: \"1 point at each"));
    let events = told("EventChoice");
    assert_eq!(events.len(), 2 + Data::standard().events().len());
    assert_eq!(events[0], "off: Off: \"The rule is not used.\"");
    assert_eq!(events[2], "fog_of_war: Fog of War: \"Nobody shoots further than 3.\"");
    assert_eq!(told("TraitName").len(), Data::standard().traits().len());
}

#[test]
fn the_ready_made_battles_speak_to_players() {
    for preset in Crossfire::about().presets {
        for text in [preset.name, preset.line, preset.note] {
            assert!(!text.contains("greedy") && !text.contains('`'), "{text:?}");
        }
    }
}

/// The rule set `even` is `standard` with three numbers of factions raised by one, and nothing else.
#[test]
fn the_rule_set_even_differs_from_standard_in_three_numbers() {
    let presets = Crossfire::about().presets;
    let set_up = |id: &str| presets.iter().find(|one| one.id == id).unwrap().config.clone();
    let (standard, even) = (set_up("standard"), set_up("even"));
    assert_eq!(Config { data: None, ..even.clone() }, standard);
    let (standard, even) = (standard.data().clone(), even.data().clone());
    let factions = |data: &Data| serde_json::to_value(data.factions()).unwrap();
    let (mut changed, even_factions) = (factions(&standard), factions(&even));
    for (number, was, is) in
        [("/0/movement/fixed", 4, 5), ("/2/movement/fixed", 2, 3), ("/4/roster", 4, 5)]
    {
        let number = changed.pointer_mut(number).unwrap();
        assert_eq!(*number, was);
        *number = is.into();
    }
    assert_eq!(changed, even_factions);
    assert_eq!(even.missions(), standard.missions());
    assert_eq!(even.events(), standard.events());
    assert_eq!(even.traits(), standard.traits());
    assert_eq!(even.advantages(), standard.advantages());
    assert_eq!(even.terrain(), standard.terrain());
    assert_eq!(even.rules(), standard.rules());
}

/// A designer's files come on top of those that a rule set brings.
#[test]
fn a_designers_mission_is_played_by_the_factions_of_even() {
    let presets = Crossfire::about().presets;
    let even = presets.into_iter().find(|one| one.id == "even").unwrap().config;
    let missions = include_str!("../../data/missions.toml").replace("points = 1\n", "points = 2\n");
    let files = [("missions.toml".to_owned(), missions)];
    let config = Crossfire::with_data(even.clone(), &files).unwrap();
    assert_eq!(config.data().factions(), even.data().factions());
    assert_ne!(config.data().missions(), even.data().missions());
}
