//! Configuration: defaults, layout, and every fault at once.

use senet_flag_war::{Config, FlagWar, Limit, Rect, Setup, Square, Team};
use senet_kernel::Game;
use serde_json::{Value, json};

/// The fields and codes of all faults, in order.
fn faults(config: Value) -> Vec<(String, String)> {
    match FlagWar::read_config(&config) {
        Ok(_) => Vec::new(),
        Err(faults) => {
            let list = faults.list().iter();
            list.map(|fault| (fault.field.clone(), fault.code.clone())).collect()
        }
    }
}

#[track_caller]
fn check(config: Value, wanted: &[(&str, &str)]) {
    let found = faults(config.clone());
    let found: Vec<(&str, &str)> = found.iter().map(|(f, c)| (f.as_str(), c.as_str())).collect();
    assert_eq!(found, wanted, "{config}");
}

#[track_caller]
fn good(config: Value) {
    check(config, &[]);
}

#[test]
fn numbers_have_bounds() {
    // FW-60
    for (field, least, most) in [
        ("tick_ms", 500, 60_000),
        ("plan_ahead", 1, 1000),
        ("round_limit", 1, 10_000),
        ("repetition", 2, 100),
        ("grace_s", 10, 3600),
    ] {
        good(json!({ field: least }));
        good(json!({ field: most }));
        check(json!({ field: least - 1 }), &[(field, "out_of_range")]);
        check(json!({ field: most + 1 }), &[(field, "out_of_range")]);
        check(json!({ field: 3.0 }), &[(field, "malformed")]);
        check(json!({ field: "3" }), &[(field, "malformed")]);
        check(json!({ field: -3 }), &[(field, "malformed")]);
    }
    good(json!({ "width": 7 }));
    good(json!({ "width": 31 }));
    check(json!({ "width": 5 }), &[("width", "out_of_range")]);
    check(json!({ "width": 33 }), &[("width", "out_of_range")]);
    check(json!({ "width": 12 }), &[("width", "even_width")]);
    good(json!({ "height": 7, "zone_radius": 1 }));
    good(json!({ "height": 31 }));
    check(json!({ "height": 33 }), &[("height", "out_of_range")]);
    check(json!({ "height": 12 }), &[("neutral_rows", "uneven_lands")]);
    good(json!({ "height": 12, "neutral_rows": 2 }));
    check(json!({ "neutral_rows": 0 }), &[("neutral_rows", "out_of_range")]);
    good(json!({ "neutral_rows": 5 }));
    check(json!({ "neutral_rows": 7 }), &[("neutral_rows", "land_too_small")]);
}

#[test]
fn pieces_fit_the_row() {
    // FW-6
    for (pieces, width, fits) in [
        (1, 7, true),
        (7, 7, true),
        (6, 7, true),
        (8, 7, false),
        (9, 7, false),
        (9, 9, true),
        (8, 9, true),
    ] {
        let config = json!({ "pieces": pieces, "width": width, "keys": { "mode": "none" } });
        check(config, if fits { &[] } else { &[("pieces", "too_wide")] });
    }
    // Both faults of a row that has no middle and is too short.
    check(
        json!({ "pieces": 9, "width": 8, "keys": { "mode": "none" } }),
        &[("width", "even_width"), ("pieces", "too_wide")],
    );
    check(json!({ "pieces": 0 }), &[("pieces", "out_of_range")]);
    check(json!({ "pieces": 10 }), &[("pieces", "out_of_range")]);
}

#[test]
fn zones_stay_in_their_land() {
    // FW-7, R38
    good(json!({ "zone": { "half_width": 5, "depth": 1 } }));
    check(
        json!({ "zone": { "half_width": 6, "depth": 1 } }),
        &[("zone.half_width", "out_of_range")],
    );
    good(json!({ "zone": { "half_width": 0, "depth": 4 } }));
    check(json!({ "zone": { "depth": 5 } }), &[("zone.depth", "out_of_range")]);
    check(json!({ "zone_radius": 5 }), &[("zone_radius", "out_of_range")]);
    good(json!({ "zone_radius": 3 }));
    check(json!({ "zone": {}, "zone_radius": 1 }), &[("zone_radius", "given_twice")]);
    // One fault hides no other, save what cannot be judged without it.
    check(
        json!({ "zone": { "half_width": 6, "depth": 1 }, "tick_ms": 1 }),
        &[("zone.half_width", "out_of_range"), ("tick_ms", "out_of_range")],
    );
    check(
        json!({ "zone": { "half_width": 9 }, "zone_radius": 1, "width": 8 }),
        &[("width", "even_width"), ("zone_radius", "given_twice")],
    );
    let by_radius = FlagWar::read_config(&json!({ "zone_radius": 1 })).unwrap();
    assert_eq!(by_radius.resolved(), Config::default().resolved(), "radius 1 is the seed's zone");
    // A wide zone makes the default key squares invalid; other squares help.
    let taken = [("keys.blue", "square_taken"), ("keys.red", "square_taken")];
    check(json!({ "zone": { "half_width": 4 } }), &taken);
    good(json!({ "zone": { "half_width": 4 },
                 "keys": { "blue": { "x": 9, "y": 2 }, "red": { "x": 1, "y": 8 } } }));
}

#[test]
fn keys_lie_in_enemy_land_and_mirror_each_other() {
    // FW-8
    let keys = |blue: (u8, u8), red: (u8, u8)| json!({ "keys": { "blue": { "x": blue.0, "y": blue.1 }, "red": { "x": red.0, "y": red.1 } } });
    good(keys((0, 0), (10, 10)));
    good(keys((3, 2), (7, 8)));
    check(
        keys((0, 5), (10, 5)),
        &[("keys.blue", "not_enemy_land"), ("keys.red", "not_enemy_land")],
    );
    check(keys((5, 0), (5, 10)), &[("keys.blue", "square_taken"), ("keys.red", "square_taken")]);
    check(keys((4, 2), (6, 8)), &[("keys.blue", "square_taken"), ("keys.red", "square_taken")]);
    check(keys((0, 0), (9, 10)), &[("keys.red", "not_symmetric")]);
    check(keys((30, 0), (10, 10)), &[("keys.blue", "not_enemy_land")]);
    check(json!({ "keys": { "blue": { "x": 0, "y": 0 } } }), &[("keys.red", "not_symmetric")]);
    check(
        json!({ "keys": { "mode": "none", "blue": { "x": 0, "y": 0 } } }),
        &[("keys.blue", "not_fixed")],
    );
    // No square is left for a random key where zone and starts fill the land.
    let full = json!({ "width": 7, "height": 7, "pieces": 7, "zone": { "half_width": 3, "depth": 2 },
                       "keys": { "mode": "random_enemy_land" } });
    check(full, &[("keys.mode", "no_key_square")]);
}

#[test]
fn limits_fit_the_board_and_each_other() {
    // FW-65
    let limits = |most: Value, carrying: Value| json!({ "movement": { "max_distance": most, "max_distance_carrying": carrying } });
    good(limits(json!("any"), json!("any")));
    good(limits(json!(10), json!(10)));
    good(limits(json!("any"), json!(10)));
    good(limits(json!(1), json!(1)));
    check(limits(json!(11), json!("any")), &[("movement.max_distance", "out_of_range")]);
    check(limits(json!(0), json!("any")), &[("movement.max_distance", "out_of_range")]);
    check(limits(json!("any"), json!(11)), &[("movement.max_distance_carrying", "out_of_range")]);
    check(limits(json!(3), json!(4)), &[("movement.max_distance_carrying", "out_of_range")]);
    check(limits(json!(3), json!(0)), &[("movement.max_distance_carrying", "out_of_range")]);
    check(
        limits(json!("all"), json!(2.0)),
        &[("movement.max_distance", "malformed"), ("movement.max_distance_carrying", "malformed")],
    );
    assert_eq!((Limit::Any.cut(9), Limit::Squares(4).cut(9), Limit::Squares(4).cut(3)), (9, 4, 3));
}

#[test]
fn a_game_without_elimination_needs_a_limit() {
    // FW-54
    check(json!({ "elimination": "off" }), &[("elimination", "never_ends")]);
    good(json!({ "elimination": "off", "round_limit": 50 }));
}

#[test]
fn all_faults_are_told_at_once() {
    // FW-61: unknown fields too, in the order of the fields, those unknown last.
    check(
        json!({ "width": 12, "height": 99, "pieces": "three", "colour": "green",
                "zone": { "half_width": 9, "dpth": 1 }, "elimination": "off", "grace_s": 1,
                "keys": { "mode": "lucky" }, "movement": { "max_distance": 4 } }),
        &[
            ("width", "even_width"),
            ("height", "out_of_range"),
            ("pieces", "malformed"),
            ("zone.dpth", "malformed"),
            ("keys.mode", "malformed"),
            ("elimination", "never_ends"),
            ("grace_s", "out_of_range"),
            ("colour", "malformed"),
        ],
    );
    check(json!([]), &[("", "malformed")]);
    check(json!({ "keys": [] }), &[("keys", "malformed")]);
    check(json!({ "colour": {} }), &[("colour", "malformed")]);
    assert!(
        FlagWar::new(&Config { width: 8, ..Config::default() }, &mut crate::board::dice()).is_err()
    );
}

fn setup(config: Value) -> Setup {
    Setup::new(&FlagWar::read_config(&config).unwrap()).unwrap()
}

#[test]
fn the_board_of_the_seed() {
    // FW-1, FW-3, FW-4, FW-5, FW-6, FW-7, FW-8, FW-9
    let setup = setup(json!({}));
    let layout = setup.layout();
    let at = Square::new;
    assert_eq!(layout.starts(Team::Blue), [at(4, 8), at(5, 8), at(6, 8)]);
    assert_eq!(layout.starts(Team::Red), [at(4, 2), at(5, 2), at(6, 2)]);
    assert_eq!(layout.flags, [at(5, 10), at(5, 0)]);
    assert_eq!(layout.keys, [at(9, 1), at(1, 9)]);
    let lands: Vec<_> = (0..11).map(|y| layout.land(at(0, y))).collect();
    assert_eq!(lands[..5], [Some(Team::Red); 5]);
    assert_eq!(lands[5], None);
    assert_eq!(lands[6..], [Some(Team::Blue); 5]);
    let zones = [
        Rect { left: 4, top: 9, right: 6, bottom: 10 },
        Rect { left: 4, top: 0, right: 6, bottom: 1 },
    ];
    assert_eq!(layout.zones, zones.map(Some));
    for team in Team::ALL {
        let mut turned: Vec<_> = layout.starts(team).iter().map(|s| layout.half_turn(*s)).collect();
        turned.reverse();
        assert_eq!(layout.starts(team.other()), turned);
        assert_eq!(layout.half_turn(layout.flag(team)), layout.flag(team.other()));
    }
    assert_eq!(Team::Blue.forward(), senet_flag_war::Direction::Up);
    assert_eq!(Team::Red.forward(), senet_flag_war::Direction::Down);
}

#[test]
fn the_wide_board_of_the_check() {
    // FW-60: width 19, height 13, three neutral rows, seven pieces.
    let setup = setup(json!({ "width": 19, "height": 13, "neutral_rows": 3, "pieces": 7,
                              "zone": { "half_width": 3, "depth": 2 } }));
    let layout = setup.layout();
    let at = Square::new;
    assert_eq!(layout.flags, [at(9, 12), at(9, 0)]);
    assert_eq!(layout.starts(Team::Blue)[0], at(6, 10));
    assert_eq!(layout.starts(Team::Blue)[6], at(12, 10));
    assert_eq!(layout.starts(Team::Red)[0], at(6, 2));
    assert_eq!((layout.land(at(0, 4)), layout.land(at(0, 5))), (Some(Team::Red), None));
    assert_eq!((layout.land(at(0, 7)), layout.land(at(0, 8))), (None, Some(Team::Blue)));
    assert_eq!(layout.zones[0], Some(Rect { left: 6, top: 11, right: 12, bottom: 12 }));
    assert_eq!(layout.zones[1], Some(Rect { left: 6, top: 0, right: 12, bottom: 1 }));
    assert_eq!(layout.keys, [at(17, 1), at(1, 11)]);
}

#[test]
fn even_numbers_leave_the_flag_column_free() {
    // FW-6
    let columns = |pieces: u32| -> Vec<u8> {
        let setup = setup(json!({ "pieces": pieces }));
        setup.layout().starts(Team::Red).iter().map(|square| square.x).collect()
    };
    assert_eq!(columns(1), [5]);
    assert_eq!(columns(2), [4, 6]);
    assert_eq!(columns(4), [3, 4, 6, 7]);
    assert_eq!(columns(5), [3, 4, 5, 6, 7]);
    // Without a zone the start row is one in front of the back row.
    let flat = setup(json!({ "zone": { "depth": 0 } }));
    assert_eq!(flat.layout().starts(Team::Blue)[0], Square::new(4, 9));
    assert_eq!(flat.layout().zones, [None, None]);
}

#[test]
fn presets_say_what_they_are() {
    // R1: the seed stays the default as written, and says what it is; tactical stands beside it.
    let about = FlagWar::about();
    let ids: Vec<&str> = about.presets.iter().map(|preset| preset.id).collect();
    assert_eq!(ids, ["seed", "tactical", "steps", "blockade"]);
    assert_eq!(about.presets[0].config, Config::default());
    assert!(about.presets[0].note.contains("cannot be stopped"));
    assert_eq!(about.presets[1].config.movement.max_distance, Limit::Squares(4));
    assert_eq!(about.presets[1].config.movement.max_distance_carrying, Limit::Squares(2));
    assert_eq!(about.presets[2].config.movement.max_distance, Limit::Squares(2));
    for preset in &about.presets {
        let (line, note) = (preset.line, preset.note);
        assert!(!line.is_empty() && note.contains("Of 400 games") && !note.contains('{'), "{note}");
    }
}
