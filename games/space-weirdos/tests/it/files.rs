//! Files: what is read, what is refused, what is written.

use senet_space_weirdos::file::{self, Format, MAX_BYTES, MAX_DEPTH, Refusal};
use senet_space_weirdos::{Warband, api, cost};
use serde_json::{Value, json};

use crate::support::{catalogue, core, legal, warband, with};

fn import(text: &str) -> Result<file::Import, Refusal> {
    file::import(catalogue(), text)
}

// F1
#[test]
fn the_canonical_file_has_a_fixed_order() {
    let written = file::write(&warband(json!({
        "leader": {"name": " Ada ", "attributes": {"speed": "2", "defense": "2d8"}, "closeCombatWeapons": ["Unarmed", "spoon"]},
        "name": " The Row ", "pointLimit": 75.0, "ability": "Heavily Armed"
    })));
    let expected = r#"{
  "schemaVersion": 1,
  "id": "",
  "name": "The Row",
  "pointLimit": 75,
  "ability": "heavily-armed",
  "leader": {
    "id": "w1",
    "name": "Ada",
    "type": "leader",
    "attributes": {
      "speed": 2,
      "defense": "2d8",
      "firepower": null,
      "prowess": null,
      "willpower": null
    },
    "closeCombatWeapons": [
      "unarmed",
      "spoon"
    ],
    "rangedWeapons": [],
    "equipment": [],
    "psychicPowers": [],
    "leaderTrait": null,
    "notes": ""
  },
  "troopers": []
}
"#;
    assert_eq!(written, expected);
}

#[test]
fn bench_and_tags_are_written_where_there_are_any() {
    let band = warband(with(&[
        ("/bench", json!([{"name": "Sub"}])),
        ("/leader/tags", json!(["painted"])),
    ]));
    let written: Value = serde_json::from_str(&file::write(&band)).unwrap();
    assert_eq!(written["bench"][0]["name"], "Sub");
    assert_eq!(written["bench"][0]["id"], "w4");
    assert_eq!(written["leader"]["tags"], json!(["painted"]));
    assert!(core().is_valid(&band), "the bench is not checked");
    assert_eq!(import(&file::write(&band)).unwrap().warband, band);
}

// F2
#[test]
fn newer_files_are_refused() {
    let at = |version: Value| {
        let mut document = legal();
        document["schemaVersion"] = version;
        import(&document.to_string())
    };
    for version in [json!(0), json!(1), json!(1.0), json!(null), json!("1"), json!(" 1 ")] {
        assert_eq!(at(version).unwrap().notes, []);
    }
    for version in [json!("x"), json!(""), json!(true), json!([2])] {
        let notes = at(version).unwrap().notes;
        assert_eq!((notes.len(), &*notes[0].field), (1, "schemaVersion"));
    }
    for version in [json!("2"), json!("2.0"), json!("99")] {
        assert!(matches!(at(version), Err(Refusal::NewerVersion { .. })));
    }
    for version in [json!(2), json!(1.5), json!(99), json!(u64::MAX)] {
        let refusal = at(version.clone()).unwrap_err();
        assert_eq!(refusal, Refusal::NewerVersion { version: version.to_string(), known: 1 });
        assert!(refusal.to_string().contains("Update the program to open the file."));
    }
}

// F3
#[test]
fn what_is_no_warband_is_refused() {
    assert!(matches!(import("{\n  oops"), Err(Refusal::NotJson { line: 2, column: 3, .. })));
    assert!(matches!(import(""), Err(Refusal::NotJson { .. })));
    for (text, found) in [
        ("[]", "a list"),
        ("3", "a number"),
        ("\"x\"", "text"),
        ("null", "null"),
        ("true", "true or false"),
    ] {
        assert_eq!(import(text), Err(Refusal::NotAWarband { found: found.to_owned() }));
    }
    assert!(import("\u{feff}{}").is_ok(), "a byte order mark is skipped");
}

// F4
#[test]
fn size_and_nesting_are_capped() {
    let long = " ".repeat(MAX_BYTES + 1);
    assert_eq!(import(&long), Err(Refusal::TooLarge { bytes: MAX_BYTES + 1, limit: MAX_BYTES }));
    let nested =
        |depth: usize| format!("{{\"x\": {}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    assert!(import(&nested(MAX_DEPTH)).is_ok());
    assert_eq!(import(&nested(MAX_DEPTH + 1)), Err(Refusal::TooDeep { limit: MAX_DEPTH }));
    assert!(import(&nested(100_000)).is_err());
    let brackets = json!({"name": "[".repeat(200) + "\\\"[[" });
    assert!(import(&brackets.to_string()).is_ok(), "brackets in text do not nest");
}

#[test]
fn large_broken_files_are_read_in_good_time() {
    let many = format!("{{\"troopers\": [{}{{}}]}}", "{},".repeat(20_000));
    let band = import(&many).unwrap().warband;
    assert_eq!(band.troopers[20_000].id, "w20001");
    assert!(!core().is_valid(&band));
    // Whatever is quadratic in the number of weirdos or items would take minutes here.
    let hoard = format!("[{}\"fear\"]", "\"fear\", \"hope\",".repeat(20_000));
    let many = format!("{{\"troopers\": [{}{{\"psychicPowers\": {hoard}}}]}}", "{},".repeat(3_000));
    let band = import(&many).unwrap().warband;
    let report = api::call("check", json!({ "warband": band })).unwrap();
    assert_eq!(report["cost"], 20_001);
    let page = file::sheet(&core(), &band, file::Paper::A4);
    assert!(page.contains("hope ×20000"));
}

// F5, R18
#[test]
fn the_other_builders_export_is_read() {
    let item = |id: &str, name: &str, cost: i32| json!({"id": id, "name": name, "type": "close", "baseCost": cost, "cost": cost});
    let member = |name: &str, role: &str| {
        json!({
            "id": "same", "name": name, "type": role, "totalCost": 6,
            "attributes": {"speed": "1", "defense": "2d6", "firepower": "None", "prowess": "2d6", "willpower": "2d6"},
            "closeCombatWeapons": [item("x-1", "Unarmed", 0)],
            "rangedWeapons": [], "equipment": [], "psychicPowers": [], "leaderTrait": null
        })
    };
    let mut trooper = member("Bo", "trooper");
    trooper["equipment"] = json!([item("", "Heavy Armour", 1), item("medkit", "?", 4)]);
    let mut leader = member("Ada", "leader");
    leader["leaderTrait"] = json!("Political Officer");
    let export = json!({
        "exportVersion": "1.0", "name": "Theirs", "ability": "Living Weapons", "pointLimit": 75, "totalCost": 60,
        "weirdos": [trooper, leader, member("Cy", "leader")]
    });
    for text in [export.to_string(), json!({"exportVersion": "1.0", "warband": export}).to_string()]
    {
        let import = import(&text).unwrap();
        assert_eq!(import.format, Format::Foreign);
        let band = &import.warband;
        assert_eq!(band.ability, Some(json!("living-weapons")));
        let leader = band.leader.as_ref().unwrap();
        assert_eq!(
            (&*leader.name, leader.leader_trait.as_deref()),
            ("Ada", Some("political-officer"))
        );
        let names: Vec<&str> = band.troopers.iter().map(|weirdo| &*weirdo.name).collect();
        assert_eq!(names, ["Bo", "Cy"]);
        assert_eq!(band.troopers[0].equipment, ["heavy-armor", "medkit"]);
        assert_eq!(band.troopers[0].close_combat_weapons, ["unarmed"]);
        let ids: Vec<&str> = band.members().map(|(_, weirdo)| &*weirdo.id).collect();
        assert_eq!(ids, ["same", "w1", "w2"]);
        let rules: Vec<String> =
            core().validate(band).errors.into_iter().map(|f| f.field).collect();
        assert_eq!(rules, ["troopers[1].type", "troopers[0].equipment"]);
        let notes: Vec<&str> = import.notes.iter().map(|note| &*note.sentence).collect();
        assert_eq!(
            notes,
            [
                "The file prices Medkit of Bo at 4; the catalogue says 1.",
                "The file says Bo costs 6; it costs 8.",
                "The file says the warband costs 60; it costs 20.",
                "The id same stands twice; Bo has w1 now.",
                "The id same stands twice; Cy has w2 now.",
            ]
        );
    }
}

// F6
#[test]
fn items_are_found_by_id_name_or_alias() {
    for (key, written, id) in [
        ("rangedWeapons", "AUTO-CANNON", "auto-cannon"),
        ("rangedWeapons", "auto cannon", "auto-cannon"),
        ("rangedWeapons", "pistol-auto", "auto-pistol"),
        ("rangedWeapons", " Auto Pistol ", "auto-pistol"),
        ("closeCombatWeapons", "claws & teeth", "claws-teeth"),
        ("closeCombatWeapons", "Whip/Tail", "whip-tail"),
        ("closeCombatWeapons", "melee-weapon-large", "large-melee-weapon"),
        ("equipment", "Grenade*", "grenade"),
        ("equipment", "Heavy Armour", "heavy-armor"),
        ("psychicPowers", "Presience", "prescience"),
        ("psychicPowers", "flamer", "flamer"),
        ("equipment", "Spoon", "Spoon"),
    ] {
        let path = format!("/leader/{key}");
        let band = warband(with(&[(&path, json!([written]))]));
        let written_again: Value = serde_json::from_str(&file::write(&band)).unwrap();
        assert_eq!(written_again["leader"][key][0], id);
    }
    let odd = warband(with(&[(
        "/leader/equipment",
        json!([null, 5, {"cost": 1}, ["x"], {"name": "Medkit"}]),
    )]));
    assert_eq!(odd.leader.unwrap().equipment, ["null", "5", "{\"cost\":1}", "[\"x\"]", "medkit"]);
}

// F7
#[test]
fn blank_and_repeated_ids_become_fresh() {
    let band = warband(with(&[
        ("/leader/id", json!("")),
        ("/troopers/0/id", json!("w3")),
        ("/troopers/1/id", json!("w3")),
    ]));
    let ids: Vec<&str> = band.members().map(|(_, weirdo)| &*weirdo.id).collect();
    assert_eq!(ids, ["w1", "w3", "w2"]);
    let mut taken = warband(legal());
    taken.troopers.remove(0);
    assert_eq!(taken.fresh_id(), "w2");
}

// F8
#[test]
fn a_clashing_name_gets_a_number() {
    let taken = ["Row", "Row (2)", "Mob (7)", "A (x)"];
    for (name, free) in [
        ("New", "New"),
        ("Row", "Row (3)"),
        ("Row (2)", "Row (3)"),
        ("Mob (7)", "Mob (2)"),
        ("A (x)", "A (x) (2)"),
    ] {
        assert_eq!(file::free_name(name, taken), free);
    }
}

#[track_caller]
fn damaged(code: &str) -> String {
    match file::decode(catalogue(), code).unwrap_err() {
        Refusal::DamagedCode { reason } => reason,
        other => panic!("{other}"),
    }
}

// F9
#[test]
fn share_codes_carry_the_whole_warband() {
    let band = warband(with(&[
        ("/leader/leaderTrait", json!("sorcerer")),
        ("/leader/psychicPowers", json!(["fear", "unheard of"])),
        ("/troopers/0/attributes/speed", json!("quick")),
        ("/troopers/1/attributes", json!(null)),
        ("/troopers/1/notes", json!("Ünïcødé ☃")),
        ("/bench", json!([{"name": "Sub", "tags": ["spare"]}])),
        ("/pointLimit", json!(90)),
        ("/ability", json!("undead")),
    ]));
    let code = file::encode(catalogue(), &band);
    assert!(code.starts_with("SW1."));
    assert_eq!(file::decode(catalogue(), &code), Ok(band.clone()));
    let import = import(&format!("\n  {code}  \n")).unwrap();
    assert_eq!((import.warband, import.format), (band, Format::Code));
    let sound = file::encode(catalogue(), &warband(legal()));
    assert!(sound.len() < 90, "{} letters", sound.len());
}

#[test]
fn a_share_code_stays_what_it_is() {
    // Links live long: a change of this code needs a new version.
    let code = file::encode(catalogue(), &Warband::new());
    assert_eq!(code, GOLDEN);
    assert_eq!(file::decode(catalogue(), GOLDEN), Ok(Warband::new()));
}

const GOLDEN: &str = "SW1.AQALTmV3IFdhcmJhbmQCAAEAAAZMZWFkZXICjgYBAQAAAAAAAFZnWXc";

#[test]
fn a_damaged_code_is_refused() {
    let code = file::encode(catalogue(), &warband(legal()));
    for place in 4..code.len() {
        let mut letters: Vec<u8> = code.bytes().collect();
        letters[place] = if letters[place] == b'A' { b'B' } else { b'A' };
        let broken = String::from_utf8(letters).unwrap();
        assert!(file::decode(catalogue(), &broken).is_err(), "{broken}");
        assert!(file::decode(catalogue(), &code[..place]).is_err(), "{}", &code[..place]);
    }
    assert_eq!(damaged("SW1."), "it is too short");
    assert_eq!(damaged("SW1.A"), "a letter is missing");
    assert_eq!(damaged("SW1.AAAAAAAA"), "its checksum does not fit");
    assert_eq!(damaged("SW1.AA*A"), "it has a letter that no code has");
    assert_eq!(damaged("SW1.AB"), "its end does not fit");
    assert_eq!(damaged("SW1.AQ=="), "it has a letter that no code has");
    assert!(matches!(file::decode(catalogue(), "hello"), Err(Refusal::NotACode { .. })));
    assert!(matches!(file::decode(catalogue(), "SW0.AAAA"), Err(Refusal::NotACode { .. })));
}

// F9
#[test]
fn a_newer_code_is_said_to_be_newer() {
    for text in ["SW2.AAAA", " SW2.AAAA\n", "https://senet.example/#/space-weirdos/s/SW2.AAAA"] {
        let newer = import(text).unwrap_err();
        assert_eq!(newer, Refusal::NewerCode { version: "2".to_owned(), known: 1 });
        assert!(newer.to_string().contains("from a newer version"));
    }
}

// F9
#[test]
fn a_share_link_is_read_like_its_code() {
    let band = warband(legal());
    let code = file::encode(catalogue(), &band);
    for text in [
        format!("https://senet.example/app/#/space-weirdos/s/{code}"),
        format!("  http://127.0.0.1:8080/#/space-weirdos/s/{code}.\n"),
        format!("Look: <https://senet.example/#/space-weirdos/s/{code}>"),
        format!("#/space-weirdos/s/{code}, and play"),
    ] {
        let read = import(&text).unwrap();
        assert_eq!((&read.warband, read.format), (&band, Format::Code), "{text}");
    }
    let cut = &code[..code.len() - 7];
    let link = format!("https://senet.example/#/space-weirdos/s/{cut}");
    assert!(matches!(import(&link), Err(Refusal::DamagedCode { .. })));
}

// F7
#[test]
fn a_code_with_one_id_twice_gets_fresh_ones() {
    let mut band = warband(legal());
    band.troopers[1].id = band.troopers[0].id.clone();
    let read = import(&file::encode(catalogue(), &band)).unwrap();
    let ids: Vec<&str> = read.warband.members().map(|(_, weirdo)| &*weirdo.id).collect();
    assert_eq!(ids, ["w1", "w2", "w3"]);
    assert_eq!(read.notes[0].field, "troopers[1].id");
}

// F13
#[test]
fn every_part_that_is_not_taken_over_is_noted_with_its_place() {
    #[track_caller]
    fn check(path: &str, value: Value, field: &str, sentence: &str) {
        let read = import(&with(&[(path, value)]).to_string()).unwrap();
        let notes: Vec<(&str, &str)> =
            read.notes.iter().map(|note| (&*note.field, &*note.sentence)).collect();
        assert_eq!(notes, [(field, sentence)]);
    }
    let one = "Text stands where a list should. It is read as a list of one.";
    check("/leader/psychicPowers", json!("mind-stab"), "leader.psychicPowers", one);
    check("/troopers/1/tags", json!("painted"), "troopers[1].tags", one);
    check(
        "/troopers/0/equipment",
        json!({"id": "medkit"}),
        "troopers[0].equipment",
        "An object stands where a list should. It is read as a list of one.",
    );
    check(
        "/leader/notes",
        json!(["a"]),
        "leader.notes",
        "A list stands where text should. It is left out.",
    );
    check(
        "/leader/tags",
        json!(["painted", {}]),
        "leader.tags[1]",
        "An object stands where text should. It is left out.",
    );
    check("/name", json!({}), "name", "An object stands where text should. It is left out.");
    check(
        "/leader/id",
        json!(true),
        "leader.id",
        "True or false stands where text should. It is left out.",
    );
    check(
        "/leader/attributes",
        json!("2d6"),
        "leader.attributes",
        "Text stands where an object with five levels should.",
    );
    check("/leader", json!("Ada"), "leader", "Text stands where a weirdo should.");
    check("/troopers/0", json!(7), "troopers[0]", "A number stands where a weirdo should.");
    let unknown = "This part is not known here. It is left out.";
    check("/colour", json!("red"), "colour", unknown);
    check("/leader/hat", json!(null), "leader.hat", unknown);
    check("/troopers/1/attributes/luck", json!("2d6"), "troopers[1].attributes.luck", unknown);
    assert_eq!(import(&legal().to_string()).unwrap().notes, []);
}

// F13
#[test]
fn what_costs_points_never_vanishes() {
    let dear = |value: Value| warband(with(&[("/leader/psychicPowers", value)]));
    assert_eq!(dear(json!("mind-stab")).leader.unwrap().psychic_powers, ["mind-stab"]);
    assert_eq!(cost::warband(catalogue(), &dear(json!({"name": "Mind Stab"}))), 21);
    for value in [json!("spoon"), json!({"power": "mind-stab"}), json!(7), json!(false)] {
        assert!(!core().is_valid(&dear(value.clone())), "{value} is passed over");
    }
    for (path, value) in [
        ("/troopers", json!({"name": "Bo"})),
        ("/troopers", json!("Bo")),
        ("/leader", json!(["Ada"])),
        ("/leader/equipment", json!({"medkit": 1})),
        ("/leader/attributes", json!([])),
        ("/leader/leaderTrait", json!({})),
        ("/pointLimit", json!("75")),
        ("/ability", json!(["mutants"])),
    ] {
        assert!(!core().is_valid(&warband(with(&[(path, value.clone())]))), "{path}: {value}");
    }
    let crowd =
        json!({"name": "x", "pointLimit": 75, "weirdos": {"type": "leader", "name": "Ada"}});
    assert_eq!(warband(crowd).leader.unwrap().name, "Ada");
}

// F13
#[test]
fn the_desk_tells_what_it_does_not_take_over() {
    let document = with(&[("/leader/hat", json!("red")), ("/leader/notes", json!(["a"]))]);
    let fields = |answer: Value| -> Vec<String> {
        let notes = answer["notes"].as_array().unwrap().iter();
        notes.map(|note| note["field"].as_str().unwrap().to_owned()).collect()
    };
    let expected = ["leader.hat", "leader.notes"];
    let checked = api::call("check", json!({"warband": document})).unwrap();
    assert_eq!(fields(checked), expected);
    let edited = api::call("edit", json!({"warband": document, "edits": []})).unwrap();
    assert_eq!(fields(edited), expected);
    let read = api::call("import", json!({"text": document.to_string()})).unwrap();
    assert_eq!(fields(read), expected);
}

// F14
#[test]
fn nothing_written_in_a_file_commands_a_line() {
    const BAD: &str = "A\u{1b}[2J\nB\u{202e}C\u{9b}2J";
    let band = warband(json!({
        "name": BAD, "pointLimit": BAD, "ability": BAD, BAD: 1,
        "leader": {
            "name": BAD, "attributes": {"speed": BAD}, "equipment": [BAD, BAD], "leaderTrait": BAD,
            "notes": BAD, "tags": [BAD], BAD: 2
        },
        "troopers": [{"name": BAD, "equipment": ["medkit"]}, {"name": BAD, "equipment": ["medkit"]}],
        "bench": [{"name": BAD}]
    }));
    let raw = |letter: char| {
        letter != '\n' && senet_kernel::visible(&letter.to_string()) != letter.to_string()
    };
    let clean = |text: &str| {
        assert!(!text.contains(raw), "{text:?}");
        assert!(!text.contains("\nB"), "a name begins a line: {text:?}");
    };
    for length in [file::Roster::Short, file::Roster::Full] {
        clean(&file::roster(&core(), &band, length).replace("\n    B", ""));
    }
    clean(&file::sheet(&core(), &band, file::Paper::A4));
    let answer = api::call("check", json!({"warband": band})).unwrap();
    for finding in answer["errors"].as_array().unwrap() {
        clean(finding["message"].as_str().unwrap());
    }
    for member in answer["members"].as_array().unwrap() {
        clean(member["name"].as_str().unwrap());
    }
    let fixes = senet_space_weirdos::solver::fix(&core(), &band, None).unwrap();
    clean(&fixes.fixes[0].sentences.concat());
    let written = file::write(&band);
    assert_eq!(import(&written).unwrap().warband, band, "files keep what was written");
}

// F10
#[test]
fn rosters_have_stable_lines() {
    let band = warband(with(&[
        ("/ability", json!("mutants")),
        ("/leader/leaderTrait", json!("majestic")),
        ("/leader/equipment", json!(["heavy-armor", "cybernetics"])),
        ("/leader/attributes/speed", json!(2)),
        ("/leader/notes", json!("Two\nlines")),
        (
            "/troopers",
            json!([
                {"name": "Grunt 1", "attributes": {"speed": 1, "defense": "2d6", "firepower": "None", "prowess": "2d6", "willpower": "2d6"}, "closeCombatWeapons": ["whip-tail"]},
                {"name": "Grunt 2", "attributes": {"speed": 1, "defense": "2d6", "firepower": "None", "prowess": "2d6", "willpower": "2d6"}, "closeCombatWeapons": ["whip-tail"]},
                {"name": "", "attributes": {"speed": 1}, "closeCombatWeapons": ["whip-tail"]}
            ]),
        ),
        ("/bench", json!([{"name": "Sub"}])),
    ]));
    assert_eq!(
        file::roster(&core(), &band, file::Roster::Short),
        "The Row · 23/75 points · Mutants\n\
         NOT LEGAL: 5 problems\n\
         Ada (leader, Majestic, 8): Spd 2, Def 2d6+1, FP –, Prw 2d6+1, Wil 2d6 | Unarmed, Heavy Armor, Cybernetics\n\
         2× Grunt (7): Spd 1, Def 2d6, FP –, Prw 2d6, Wil 2d6 | Whip/Tail\n\
         Trooper 3 (1): Spd 1, Def –, FP –, Prw –, Wil – | Whip/Tail\n"
    );
    let full = file::roster(&core(), &band, file::Roster::Full);
    for line in [
        "  ! Trooper 3 needs a name.\n",
        "\nAda (leader) · 8 points\n",
        "  Speed 2                     0  (Mutants −1, base 1)\n",
        "  Heavy Armor                 1\n",
        "  Notes: Two\n    lines\n",
        "\nGrunt 2 (trooper) · 7 points\n",
        "\nOn the bench: Sub\n",
    ] {
        assert!(full.contains(line), "{line}\nin\n{full}");
    }
    assert_eq!(cost::warband(catalogue(), &band), 23);
    let nameless = warband(json!({"ability": "wizards"}));
    assert!(
        file::roster(&core(), &nameless, file::Roster::Short)
            .starts_with("Nameless warband · 0/? points · wizards\n")
    );
}

// F12
#[test]
fn cards_fold_bonuses_in() {
    let values = |changes: Value| {
        let weirdo = crate::support::weirdo(crate::support::built(changes));
        file::stat_line(catalogue(), &weirdo).map(|stat| stat.value)
    };
    assert_eq!(
        values(
            json!({"firepower": "2d8", "equipment": ["cybernetics", "heavy-armor", "psychic-focus", "targeting-reticule"]})
        ),
        ["1", "2d6+1", "2d8+1", "2d6+1", "2d6+1"]
    );
    assert_eq!(
        values(
            json!({"equipment": ["targeting-reticule", "cybernetics", "cybernetics", "jump-pack"]})
        ),
        ["1", "2d6", "–", "2d6+1", "2d6"]
    );
    assert_eq!(
        values(
            json!({"defense": "junk", "prowess": null, "equipment": ["heavy-armor", "cybernetics"]})
        ),
        ["1", "junk", "–", "–", "2d6"]
    );
}

#[test]
fn every_tag_has_words() {
    use senet_space_weirdos::List;
    let words = |list, id: &str| {
        let item = catalogue().items(list).iter().find(|item| item.id == id).unwrap();
        file::tag_words(item).join("; ")
    };
    let close = List::CloseCombatWeapons;
    let ranged = List::RangedWeapons;
    assert_eq!(words(close, "unarmed"), "3 acts; Prowess −1 die type");
    assert_eq!(words(close, "large-powered-weapon"), "1 act; reroll 1; Under Attack +1");
    assert_eq!(words(close, "whip-tail"), "2 acts; reach 1 stick");
    assert_eq!(
        words(ranged, "shotgun"),
        "2 acts; Under Fire +1 within 1 stick; −1 die type beyond 1 stick; reroll 1 beyond 1 stick"
    );
    assert_eq!(words(ranged, "sniper-rifle"), "1 act; aim 2; min 1 stick; reroll 1; Under Fire +1");
    assert_eq!(words(ranged, "auto-cannon"), "3 acts; reroll 1-2");
    assert_eq!(words(ranged, "flamer"), "1 act; cone");
    assert_eq!(
        words(List::Equipment, "grenade"),
        "Firepower 2d10; range 1 stick; blast; Under Fire +1; once a game"
    );
    assert_eq!(words(List::Equipment, "medkit"), "readies in touch; once a game");
    assert_eq!(words(List::Equipment, "jump-pack"), "move ignores obstacles");
    assert_eq!(
        words(List::Equipment, "stealth-suit"),
        "hidden touching terrain; seen within 1 stick"
    );
    assert_eq!(words(List::Equipment, "heavy-armor"), "Defense +1");
}
