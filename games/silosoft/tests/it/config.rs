//! Options: what is allowed, and what is said about the rest.

use senet_kernel::{Dice, Game, Key};
use senet_silosoft::{Config, Ruleset, Silosoft, standard};
use serde_json::{Value, json};

fn new(config: &Config) -> Result<Silosoft, senet_kernel::Faults> {
    Silosoft::new(config, &mut Dice::seeded(&Key::new("options", [])))
}

/// all faults together, each with the setting, a code, and a sentence that has the value and
/// what is allowed.
#[track_caller]
fn check(config: Value, wanted: &[(&str, &str, &str)]) {
    let faults = Silosoft::read_config(&config).unwrap_err();
    let found: Vec<_> = faults
        .list()
        .iter()
        .map(|fault| (fault.field.as_str(), fault.code.as_str(), fault.sentence.as_str()))
        .collect();
    assert_eq!(found, wanted);
}

#[track_caller]
fn accepts(config: Value, wanted: Config) {
    let read = Silosoft::read_config(&config).unwrap();
    assert_eq!(read, wanted);
    let game = new(&read).unwrap();
    game.inspect().unwrap();
    let again = serde_json::to_value(&read).unwrap();
    assert_eq!(Silosoft::read_config(&again).unwrap(), read);
}

/// FR-041: the defaults.
#[test]
fn only_the_players_must_be_given() {
    let one = Config {
        players: vec!["Ann".to_owned()],
        ruleset: Ruleset::Seed,
        resource_weight: 70,
        single_completion: false,
        rng_seed: None,
        log_retention: 100,
        features: None,
    };
    accepts(json!({"players": ["Ann"]}), one.clone());
    assert_eq!(Config::of(["Ann"]), one);
    let all = json!({
        "players": [" Ann ", null, "", "D"],
        "ruleset": "balanced",
        "resource_weight": 0,
        "single_completion": true,
        "rng_seed": " x ",
        "log_retention": 1000,
    });
    let wanted = Config {
        players: ["Ann", "Player 2", "Player 3", "D"].map(str::to_owned).to_vec(),
        ruleset: Ruleset::Balanced,
        resource_weight: 0,
        single_completion: true,
        rng_seed: Some(" x ".to_owned()),
        log_retention: 1000,
        features: None,
    };
    accepts(all, wanted);
}

/// FR-001: one to four players.
#[test]
fn one_to_four_play() {
    for count in 1..=4 {
        assert_eq!(new(&Config::for_players(count)).unwrap().seats(), count);
    }
    check(json!({}), &[("players", "missing", "missing; a list of 1 to 4 names is asked for")]);
    check(
        json!({"players": null}),
        &[("players", "missing", "missing; a list of 1 to 4 names is asked for")],
    );
    check(json!({"players": []}), &[("players", "out_of_range", "0 players; 1 to 4 are allowed")]);
    check(
        json!({"players": ["a", "b", "c", "d", "e"]}),
        &[("players", "out_of_range", "5 players; 1 to 4 are allowed")],
    );
    check(
        json!({"players": "Ann"}),
        &[("players", "wrong_type", "\"Ann\" is not a list of 1 to 4 names")],
    );
    assert!(new(&Config::for_players(0)).is_err());
    assert!(new(&Config::for_players(5)).is_err());
}

#[test]
fn names_are_short_and_differ() {
    let twenty = "ääääääääääääääääääää";
    accepts(json!({"players": [twenty]}), Config::of([twenty]));
    let long = "123456789012345678901";
    check(
        json!({"players": ["Ann", long]}),
        &[(
            "players[1]",
            "too_long",
            "\"123456789012345678901\" has 21 characters; 1 to 20 are allowed",
        )],
    );
    assert!(new(&Config::of([long])).is_err());
    let twice = |field, name: &str| {
        let sentence =
            format!("\"{name}\" is the name of two players; names differ in more than case");
        (field, "duplicate_name", sentence)
    };
    let (field, code, sentence) = twice("players[1]", "ÄNN");
    check(json!({"players": ["änn ", " ÄNN"]}), &[(field, code, &sentence)]);
    let (field, code, sentence) = twice("players[1]", "Player 2");
    check(json!({"players": ["Player 2", ""]}), &[(field, code, &sentence)]);
    assert!(new(&Config::of(["player 2", " "])).is_err());
    check(
        json!({"players": [1, "Ann", "ann"]}),
        &[
            ("players[0]", "wrong_type", "1 is not a name of 1 to 20 characters"),
            (
                "players[2]",
                "duplicate_name",
                "\"ann\" is the name of two players; names differ in more than case",
            ),
        ],
    );
}

#[test]
fn each_setting_has_its_range() {
    let with = |setting: &str, value: Value| {
        let mut config = json!({"players": ["Ann"]});
        config[setting] = value;
        config
    };
    let weight = |value: Value, code, sentence| {
        check(with("resource_weight", value), &[("resource_weight", code, sentence)]);
    };
    weight(json!(101), "out_of_range", "101 is not a whole number from 0 to 100");
    weight(json!(-1), "out_of_range", "-1 is not a whole number from 0 to 100");
    weight(json!(70.5), "wrong_type", "70.5 is not a whole number from 0 to 100");
    weight(json!("70"), "wrong_type", "\"70\" is not a whole number from 0 to 100");
    weight(json!(null), "wrong_type", "null is not a whole number from 0 to 100");
    let log = |value: Value, code, sentence| {
        check(with("log_retention", value), &[("log_retention", code, sentence)]);
    };
    log(json!(9), "out_of_range", "9 is not a whole number from 10 to 1000");
    log(json!(1001), "out_of_range", "1001 is not a whole number from 10 to 1000");
    log(json!(66_000), "out_of_range", "66000 is not a whole number from 10 to 1000");
    log(json!([]), "wrong_type", "[] is not a whole number from 10 to 1000");
    for (setting, value) in [("resource_weight", 100), ("log_retention", 10)] {
        assert!(Silosoft::read_config(&with(setting, json!(value))).is_ok());
    }
    let rules = "is no rule set; there are seed and balanced";
    check(
        with("ruleset", json!("Seed")),
        &[("ruleset", "unknown_value", &format!("\"Seed\" {rules}"))],
    );
    check(with("ruleset", json!(7)), &[("ruleset", "unknown_value", &format!("7 {rules}"))]);
    check(
        with("single_completion", json!(1)),
        &[("single_completion", "wrong_type", "1 is not true or false")],
    );
    check(
        with("rng_seed", json!(5)),
        &[("rng_seed", "wrong_type", "5 is not a text of 1 to 64 characters")],
    );
    let seed = "é".repeat(65);
    let shown = format!("\"{}… has 65 characters; 1 to 64 are allowed", "é".repeat(39));
    check(with("rng_seed", json!(seed)), &[("rng_seed", "too_long", &shown)]);
    let typed = Config { rng_seed: Some(seed), ..Config::of(["Ann"]) };
    assert!(new(&typed).is_err());
    for seed in [json!(""), json!(null)] {
        assert_eq!(Silosoft::read_config(&with("rng_seed", seed)).unwrap().rng_seed, None);
    }
    let longest = "é".repeat(64);
    let read = Silosoft::read_config(&with("rng_seed", json!(longest))).unwrap();
    assert_eq!(read.rng_seed, Some(longest));
    for bad in [
        Config { resource_weight: 101, ..Config::of(["Ann"]) },
        Config { log_retention: 9, ..Config::of(["Ann"]) },
        Config { log_retention: 1001, ..Config::of(["Ann"]) },
    ] {
        assert!(new(&bad).is_err(), "{bad:?}");
    }
}

/// FR-041: turn limit and target are no settings.
#[test]
fn all_faults_are_reported_together() {
    let unknown = |value: &str| {
        format!(
            "{value} was given, but there is no such setting; there are players, ruleset, \
             resource_weight, single_completion, rng_seed, log_retention"
        )
    };
    check(
        json!({
            "players": ["", "player 1", "x", "y", "z"],
            "ruleset": "easy",
            "resource_weight": 500,
            "single_completion": "no",
            "rng_seed": [],
            "log_retention": 1,
            "target": 5,
            "turn_limit": 20,
        }),
        &[
            ("players", "out_of_range", "5 players; 1 to 4 are allowed"),
            (
                "players[1]",
                "duplicate_name",
                "\"player 1\" is the name of two players; names differ in more than case",
            ),
            ("ruleset", "unknown_value", "\"easy\" is no rule set; there are seed and balanced"),
            ("resource_weight", "out_of_range", "500 is not a whole number from 0 to 100"),
            ("single_completion", "wrong_type", "\"no\" is not true or false"),
            ("rng_seed", "wrong_type", "[] is not a text of 1 to 64 characters"),
            ("log_retention", "out_of_range", "1 is not a whole number from 10 to 1000"),
            ("target", "unknown_setting", &unknown("5")),
            ("turn_limit", "unknown_setting", &unknown("20")),
        ],
    );
    check(json!([]), &[("", "wrong_type", "[] is not an object of settings")]);
}

/// what should be known before it is chosen.
#[test]
fn poor_options_are_warned_about() {
    let warnings = |players, ruleset, resource_weight, single_completion| {
        let config = Config::for_players(players);
        let config = Config { ruleset, resource_weight, single_completion, ..config };
        config.warnings().join(" | ")
    };
    use Ruleset::{Balanced, Seed};
    assert_eq!(warnings(1, Seed, 50, false), "");
    assert_eq!(warnings(4, Balanced, 70, true), "");
    assert!(warnings(2, Seed, 70, false).starts_with("A win is rare: 6 features within"));
    assert!(warnings(3, Seed, 70, true).contains("practically impossible: 9 features"));
    assert!(warnings(4, Seed, 70, false).contains("practically impossible: 12 features"));
    assert!(warnings(4, Seed, 70, true).starts_with("Four players cannot win"));
    assert_eq!(
        warnings(2, Balanced, 49, false),
        "Only 49 draws in 100 bring staff. Wins are rare below 50."
    );
}

/// The presets are whole configurations, the first of which follows the rules as written.
#[test]
fn the_presets_play() {
    let about = Silosoft::about();
    let presets: Vec<_> = about
        .presets
        .iter()
        .map(|p| (p.id, p.config.ruleset.name(), p.config.resource_weight, p.config.players.len()))
        .collect();
    assert_eq!(
        presets,
        [
            ("seed", "seed", 70, 2),
            ("balanced", "balanced", 70, 2),
            ("relaxed", "balanced", 80, 2),
            ("crunch", "balanced", 60, 2),
            ("solo", "seed", 70, 1),
        ]
    );
    assert_eq!(about.seats, 1..=4);
    for preset in about.presets {
        new(&preset.config).unwrap();
    }
}

/// A deck of a designer's own, and everything that can be wrong with it.
#[test]
fn a_deck_can_be_replaced() {
    let files = |text: &str| vec![("features.toml".to_owned(), text.to_owned())];
    let own = "[[feature]]\nid = \"F07\"\ntitle = \" Own \"\nneeds = { ux = 2 }\n\
               [[feature]]\nid = \"F100\"\ntitle = \"Other\"\nneeds = { dev = 1, pm = 255 }\n";
    let config = Silosoft::with_data(Config::of(["Ann"]), &files(own)).unwrap();
    let features = config.features.clone().unwrap();
    assert_eq!(features[0].title, "Own");
    assert_eq!(features[1].id.to_string(), "F100");
    assert_eq!(features[1].needs.total(), 256);
    let json = serde_json::to_value(&config).unwrap();
    assert_eq!(json["features"][1]["needs"], json!({"dev": 1, "pm": 255}));
    assert_eq!(Silosoft::read_config(&json).unwrap(), config);
    let game = new(&config).unwrap();
    game.inspect().unwrap();
    assert_ne!(Silosoft::data_hash(&config), Silosoft::data_hash(&Config::of(["Ann"])));
    assert!(Silosoft::data_hash(&config).is_some());

    // The game's own deck is no replacement.
    let text = include_str!("../../data/features.toml");
    let same = Silosoft::with_data(Config::of(["Ann"]), &files(text)).unwrap();
    assert_eq!(same, Config::of(["Ann"]));
    assert_eq!(Silosoft::with_data(Config::of(["Ann"]), &[]).unwrap(), same);
    let other = Silosoft::with_data(same, &[("odds.toml".to_owned(), String::new())]).unwrap_err();
    assert_eq!(other.list()[0].code, "no_data");
}

/// FR-043: each fault of a deck, with file, entry and field.
#[test]
fn a_bad_deck_is_refused_with_all_its_faults() {
    #[track_caller]
    fn check(text: &str, wanted: &[(&str, &str)]) {
        let files = [("features.toml".to_owned(), text.to_owned())];
        let faults = Silosoft::with_data(Config::of(["Ann", "Ben"]), &files).unwrap_err();
        let found: Vec<_> =
            faults.list().iter().map(|fault| (fault.field.as_str(), fault.code.as_str())).collect();
        assert_eq!(found, wanted);
    }
    let card = |id: &str, title: &str, needs: &str| {
        format!("[[feature]]\nid = \"{id}\"\ntitle = \"{title}\"\nneeds = {{ {needs} }}\n")
    };
    let good = card("F01", "One", "dev = 1");
    check(&good, &[("features", "too_few_features")]);
    check("", &[("features", "too_few_features")]);
    check(&format!("{good}{good}"), &[("features.toml: F01.id", "duplicate_id")]);
    check(&card("F02", " ", "dev = 1"), &[("features.toml: F02.title", "empty_title")]);
    check(&card("F02", "x", ""), &[("features.toml: F02.needs", "no_requirement")]);
    check(&card("F02", "x", "qa = 2"), &[("features.toml: F02.needs.qa", "unknown_role")]);
    check(
        &card("F02", "x", "contractor = 2"),
        &[("features.toml: F02.needs.contractor", "unknown_role")],
    );
    for bad in ["0", "-1", "1.5", "256", "\"3\""] {
        let fault = [("features.toml: F02.needs.dev", "bad_threshold")];
        check(&card("F02", "x", &format!("dev = {bad}")), &fault);
    }
    for bad in ["2", "X02", "", "F0", "F00"] {
        let place = format!("features.toml: {bad}.id");
        check(&card(bad, "x", "dev = 1"), &[(&place, "bad_id")]);
    }
    check(
        "[[feature]]\nid = \"F03\"\nextra = 1\n",
        &[
            ("features.toml: F03.extra", "unknown_setting"),
            ("features.toml: F03.title", "empty_title"),
            ("features.toml: F03.needs", "no_requirement"),
        ],
    );
    check(
        "[[feature]]\n[[feature]]\n",
        &[
            ("features.toml: feature[0].id", "bad_id"),
            ("features.toml: feature[0].title", "empty_title"),
            ("features.toml: feature[0].needs", "no_requirement"),
            ("features.toml: feature[1].id", "bad_id"),
            ("features.toml: feature[1].title", "empty_title"),
            ("features.toml: feature[1].needs", "no_requirement"),
        ],
    );
    check("feature = 1", &[("features.toml", "wrong_type")]);
    check("cards = 1", &[("features.toml: cards", "unknown_setting")]);
    check("[[", &[("features.toml", "malformed")]);
    let many: String = (1..=256).map(|n| card(&format!("F{n:02}"), "x", "dev = 1")).collect();
    check(&many, &[("features.toml", "out_of_range")]);
    let typed = Config { features: Some(standard()[..1].to_vec()), ..Config::for_players(2) };
    assert!(new(&typed).is_err());
    let twice = [&standard()[..2], &standard()[..1]].concat();
    assert!(new(&Config { features: Some(twice), ..Config::for_players(2) }).is_err());
}

/// FR-043, R-24: a deck among the settings is held to the same rules, up to 255 features.
#[test]
fn a_deck_among_the_settings_is_checked_when_it_is_read() {
    let card = |n: usize| json!({"id": format!("F{n:02}"), "title": "x", "needs": {"dev": 1}});
    let read = |players: &[&str], count: usize| {
        let deck: Vec<Value> = (1..=count).map(card).collect();
        let faults = Silosoft::read_config(&json!({"players": players, "features": deck}));
        faults.map(drop).map_err(|faults| faults.list()[0].code.clone())
    };
    assert_eq!(read(&["Ann", "Ben"], 1), Err("too_few_features".to_owned()));
    assert_eq!(read(&["Ann", "Ben"], 2), Ok(()));
    assert_eq!(read(&["Ann"], 255), Ok(()));
    assert_eq!(read(&["Ann"], 256), Err("out_of_range".to_owned()));
}

/// FR-043: what a feature requires is at least one point, of Dev, PM or UX.
#[test]
fn needs_are_read_strictly() {
    let read = |needs: Value| serde_json::from_value::<senet_silosoft::Needs>(needs).ok();
    assert_eq!(read(json!({"dev": 1})).map(|needs| needs.total()), Some(1));
    for bad in [json!({}), json!({"dev": 0}), json!({"dev": 1, "ux": 0}), json!({"contractor": 2})]
    {
        assert_eq!(read(bad.clone()), None, "{bad}");
    }
}

/// a long value is shown by its first 40 characters.
#[test]
fn long_values_are_cut() {
    let sentence = |value: &str| {
        let faults = Silosoft::read_config(&json!({"players": ["Ann"], "ruleset": value}));
        faults.unwrap_err().list()[0].sentence.clone()
    };
    let (whole, cut) = ("a".repeat(38), "a".repeat(39));
    assert!(sentence(&whole).starts_with(&format!("\"{whole}\" ")), "{}", sentence(&whole));
    assert!(sentence(&cut).starts_with(&format!("\"{cut}… ")), "{}", sentence(&cut));
}
