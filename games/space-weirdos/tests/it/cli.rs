//! `senet warband`, from words to text and exit code.

use clap::Parser;
use senet_space_weirdos::cli::{Args, Host, Output, run};
use senet_space_weirdos::{Warband, file};
use serde_json::{Value, json};

use crate::support::{catalogue, core, costing, legal, with};

#[derive(Parser)]
struct Words {
    #[command(flatten)]
    args: Args,
}

/// A host with one file, and with a seed that is known.
struct Desk(String);

impl Host for Desk {
    fn read(&self, file: &str) -> Result<String, String> {
        match file {
            "list.json" | "-" => Ok(self.0.clone()),
            other => Err(format!("{other}: no such file")),
        }
    }

    fn fresh_seed(&self) -> String {
        "fresh".to_owned()
    }
}

#[track_caller]
pub fn words(words: &[&str], input: &str) -> Output {
    let words = std::iter::once("warband").chain(words.iter().copied());
    let words = Words::try_parse_from(words).unwrap();
    run(&words.args, &Desk(input.to_owned()))
}

#[track_caller]
fn warband(line: &str, input: &Value) -> Output {
    words(&line.split_whitespace().collect::<Vec<_>>(), &input.to_string())
}

#[track_caller]
fn check(words: &str, input: &Value, text: &str, notes: &str, exit_code: u8) {
    let output = warband(words, input);
    assert_eq!((&*output.text, &*output.notes, output.exit_code), (text, notes, exit_code));
}

// L1
#[test]
fn check_names_the_weirdo_and_both_numbers() {
    check("check list.json", &legal(), "The Row: 18 of 75 points, legal\n", "", 0);
    let broken =
        with(&[("/troopers", json!([costing(26), costing(18)])), ("/leader/name", json!(""))]);
    check(
        "check -",
        &broken,
        "The Row: 50 of 75 points, not legal, 2 problems\n\
         \x20 error    Leader needs a name.  [leader.name]\n\
         \x20 error    Dot costs 26; 25 is the most allowed.  [troopers[0].cost]\n\
         \x20 warning  Dot costs 18 of 20.  [troopers[1].cost]\n",
        "",
        1,
    );
    let odd = with(&[("/leader/equipment", json!(["targeting-reticule"]))]);
    assert_eq!(warband("check list.json", &odd).text.lines().count(), 2);
    assert_eq!(warband("check list.json --strict", &odd).text.lines().count(), 1);
    let one = with(&[("/name", json!(""))]);
    assert!(warband("check list.json", &one).text.contains("not legal, 1 problem\n"));
    let result: Value =
        serde_json::from_str(&warband("check list.json --format json", &one).text).unwrap();
    assert_eq!(
        (&result["valid"], &result["errors"][0]["rule"]),
        (&json!(false), &json!("WARBAND_NAME_REQUIRED"))
    );
}

#[test]
fn cost_and_show_print_the_roster() {
    let full = file::roster(&core(), &serde_json::from_value(legal()).unwrap(), file::Roster::Full);
    check("cost list.json", &legal(), &full, "", 0);
    check("show list.json --full", &legal(), &full, "", 0);
    let priced: Value =
        serde_json::from_str(&warband("cost list.json --format json", &legal()).text).unwrap();
    assert_eq!(priced["total"], 18);
    let short = warband("show list.json", &legal());
    assert_eq!((short.text.lines().count(), short.exit_code), (4, 0));
    let illegal = warband("show list.json", &with(&[("/name", json!(""))]));
    assert_eq!((illegal.exit_code, &*illegal.notes), (1, "This list is not legal.\n"));
    assert_eq!(warband("cost list.json", &with(&[("/name", json!(""))])).exit_code, 1);
    let letter = warband("show list.json --format html --paper letter", &legal());
    assert!(letter.text.contains("size: letter portrait"));
}

// L2
#[test]
fn export_and_import_change_the_format() {
    let band: Warband = serde_json::from_value(legal()).unwrap();
    check("export list.json", &legal(), &file::write(&band), "", 0);
    let code = file::encode(catalogue(), &band) + "\n";
    check("export list.json --format code", &legal(), &code, "", 0);
    let read = (&*file::write(&band), "Read from a share code.\n");
    let back = words(&["import", "-"], &code);
    assert_eq!((&*back.text, &*back.notes), read);
    // A code or a link may stand where a file does.
    let link = format!("https://senet.example/#/space-weirdos/s/{}", code.trim());
    for source in [code.trim(), &link] {
        let back = words(&["import", source], "");
        assert_eq!((&*back.text, &*back.notes), read);
        assert_eq!(words(&["check", source], "").text, "The Row: 18 of 75 points, legal\n");
    }
    let newer = words(&["check", "SW2.AAAA"], "");
    assert!(
        newer.exit_code == 2 && newer.notes.contains("from a newer version"),
        "{}",
        newer.notes
    );
    let foreign = json!({"name": "x", "weirdos": [], "totalCost": 9});
    let output = warband("import list.json", &foreign);
    assert_eq!(
        output.notes,
        "The file says the warband costs 9; it costs 0.  [warband]\nRead from another builder's export.\nThis list is not legal.\n"
    );
    assert_eq!(output.exit_code, 1);
    assert!(warband("import list.json", &legal()).notes.contains("our own format"));
}

#[test]
fn complete_fills_the_list() {
    let output = warband("complete list.json --seed s --format json --wish bodies=6", &legal());
    let band: Warband = serde_json::from_str(&output.text).unwrap();
    assert_eq!((core().is_valid(&band), band.troopers.len(), output.exit_code), (true, 5, 0));
    assert!(output.notes.starts_with("One of ") && output.notes.ends_with(" Seed: s\n"));
    let same = warband("complete list.json --seed s --format json --wish bodies=6", &legal());
    assert_eq!(same, output);
    let other = warband("complete list.json --seed t --format json --wish bodies=6", &legal());
    assert_ne!(other.text, output.text);
    let none = warband("complete list.json --wish bodies=2", &legal());
    assert_eq!((&*none.text, none.exit_code), ("", 1));
    assert_eq!(none.notes, "No warband of exactly 75 points meets: 2 weirdos.\n");
    let proof = warband("complete list.json --wish bodies=2 --format json", &legal());
    assert!(proof.text.contains("\"warbands\": \"0\""));
    let opened =
        warband("complete list.json --points 19 --open leader.speed --wish bodies=3", &legal());
    assert!(opened.text.contains("Ada (leader, 7): Spd 2"), "{}", opened.text);
    let any = warband("complete list.json --arms any --seed q --format json", &legal());
    assert_eq!(any.exit_code, 0);
    assert_eq!(warband("complete list.json --points 99", &legal()).exit_code, 2);
}

#[test]
fn fix_lists_and_applies() {
    let broken = with(&[("/troopers/0/equipment", json!(["stealth-suit", "medkit"]))]);
    let output = warband("fix list.json", &broken);
    assert!(
        output.text.starts_with("1. 1 edit, 20 points (-1)\n   Bo: drop Medkit.\n2. "),
        "{}",
        output.text
    );
    assert_eq!(output.exit_code, 0);
    check("fix list.json", &legal(), "The list is legal as it is.\n", "", 0);
    let mended: Warband =
        serde_json::from_str(&warband("fix list.json --apply", &broken).text).unwrap();
    assert!(core().is_valid(&mended));
    let fixes: Value =
        serde_json::from_str(&warband("fix list.json --format json", &broken).text).unwrap();
    assert_eq!(fixes["fixes"].as_array().unwrap().len(), 3);
    let small = with(&[
        ("/pointLimit", json!(125)),
        ("/troopers", json!([costing(20), costing(20), costing(20), costing(20)])),
    ]);
    assert!(warband("fix list.json --points 75", &small).text.contains("points (-"));
    let hopeless = json!({"name": "x", "pointLimit": 75, "troopers": vec![json!({}); 70]});
    assert_eq!(warband("fix list.json", &hopeless).exit_code, 2);
}

#[test]
fn random_draws_a_legal_list() {
    let nothing = json!(null);
    let output = warband("random --points 125 --ability Mutants --seed x --format json", &nothing);
    let band: Warband = serde_json::from_str(&output.text).unwrap();
    assert!(core().is_valid(&band));
    assert_eq!((band.ability, band.point_limit), (Some(json!("mutants")), Some(json!(125))));
    assert!(warband("random --points 75 --seed x", &nothing).text.contains("75/75 points"));
    let wished = warband(
        "random --points 75 --ability none --wish only=auto-pistol --wish shooters=3 --format html",
        &nothing,
    );
    assert!(wished.text.matches("Auto Pistol").count() >= 3);
    assert_eq!(warband("random --points 75 --rules one-each", &nothing).exit_code, 0);
}

// L3
#[test]
fn a_fresh_seed_is_drawn_and_told() {
    let nothing = json!(null);
    let drawn = warband("random", &nothing);
    assert!(drawn.notes.ends_with("Seed: fresh\n"), "{}", drawn.notes);
    assert_eq!(drawn, warband("random --seed fresh --points 75", &nothing));
    let completed = warband("complete list.json", &legal());
    assert_eq!(completed, warband("complete list.json --seed fresh", &legal()));
    assert!(completed.notes.ends_with("Seed: fresh\n"));
}

// L4
#[test]
fn what_a_verb_does_not_take_is_refused() {
    for line in [
        "check list.json --seed x",
        "check list.json --points 75",
        "show list.json --wish shooters=1",
        "random list.json",
        "random --open leader",
        "fix list.json --seed x",
        "export list.json --strict",
        "count --seed x",
        "new list.json",
        "ability list.json --full",
        "check",
        "edit list.json",
        "dance",
        "check - --format pdf",
        "random --wish cheap",
    ] {
        let words = std::iter::once("warband").chain(line.split_whitespace());
        assert!(Words::try_parse_from(words).is_err(), "{line}");
    }
}

// L5
#[test]
fn a_warband_is_built_from_nothing_without_json() {
    let new = words(&["new", "--name", "The Row", "--ability", "Mutants"], "");
    assert_eq!((new.exit_code, &*new.notes), (0, ""));
    let edits = [
        "name leader: Ada",
        "leader: speed 3, prowess 2d10, add Whip/Tail, trait Tactician",
        "add trooper Bo",
        "Bo: firepower 2d8, add auto rifle, add medkit",
        "copy Bo",
        "name Bo (2): Cy",
        "Cy: Heavy Rifle instead of Auto Rifle, drop Medkit",
        "Cy: notes Painted: red, with a hat.",
        "Cy: flags painted, based",
        "add trooper Dee",
        "bench Dee",
    ];
    let line: Vec<&str> = ["edit", "-"].into_iter().chain(edits).collect();
    let edited = words(&line, &new.text);
    assert_eq!(edited.notes, "The Row: 33 of 75 points, legal\n", "{}", edited.text);
    let band: Warband = serde_json::from_str(&edited.text).unwrap();
    let ada = band.leader.as_ref().unwrap();
    assert_eq!((&*ada.name, ada.leader_trait.as_deref()), ("Ada", Some("tactician")));
    assert_eq!(ada.close_combat_weapons, ["whip-tail"]);
    let names: Vec<&str> = band.troopers.iter().map(|weirdo| &*weirdo.name).collect();
    assert_eq!((names, &*band.bench[0].name), (vec!["Bo", "Cy"], "Dee"));
    assert_eq!(band.troopers[1].ranged_weapons, ["heavy-rifle"]);
    assert_eq!(band.troopers[1].notes, "Painted: red, with a hat.");
    assert_eq!(band.troopers[1].tags, ["painted", "based"]);
    let full = words(&["complete", "-", "--seed", "s", "--format", "json"], &edited.text);
    let full: Warband = serde_json::from_str(&full.text).unwrap();
    assert!(core().is_valid(&full));
    assert_eq!(senet_space_weirdos::cost::warband(catalogue(), &full), 75);

    let saved = words(&["edit", "list.json", "points 125", "--save"], &edited.text);
    let (file, text) = saved.save.unwrap();
    assert_eq!((&*file, &*saved.text), ("list.json", ""));
    assert_eq!(serde_json::from_str::<Warband>(&text).unwrap().point_limit, Some(json!(125)));
    assert_eq!(words(&["edit", "-", "points 125", "--save"], &edited.text).exit_code, 2);
}

#[test]
fn spend_ability_enumerate_and_count_answer() {
    let spent = warband("spend list.json --most 2", &legal());
    let lines: Vec<&str> = spent.text.lines().collect();
    assert!(lines[0].starts_with("57 points left: ") && lines.len() == 3, "{}", spent.text);
    let taken: Warband =
        serde_json::from_str(&warband("spend list.json --take 1", &legal()).text).unwrap();
    assert!(core().is_valid(&taken));
    assert_eq!(warband("spend list.json --take 0", &legal()).exit_code, 2);
    let abilities = warband("ability list.json", &legal()).text;
    assert_eq!(abilities.lines().count(), 8);
    assert!(abilities.contains("* No ability       18 points, legal\n"), "{abilities}");
    let listed = warband("enumerate --max 8 --most 3", &legal()).text;
    assert!(
        listed.lines().count() == 4 && listed.contains("        0.  6 points: Spd 1"),
        "{listed}"
    );
    // Leaders that differ in their trait alone are told apart, and help fits a terminal.
    let leaders = warband("enumerate --role leader --most 3", &legal()).text;
    let lines: std::collections::BTreeSet<&str> = leaders
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(". "))
        .map(|(_, told)| told)
        .collect();
    assert_eq!(lines.len(), 3, "{leaders}");
    let forms = warband("edit list.json jump", &legal()).notes;
    assert!(forms.lines().count() > 3 && forms.lines().all(|line| line.len() < 80), "{forms}");
    let nothing = json!(null);
    let all: Value = serde_json::from_str(&warband("count --format json", &nothing).text).unwrap();
    let digits = all["warbands"].as_str().unwrap();
    assert_eq!(
        warband("count", &nothing).text,
        format!("{digits} legal warbands of exactly 75 points\n")
    );
    let drawn = warband("random --seed s", &nothing);
    assert!(drawn.notes.contains(&format!("One of {digits} warbands.")), "{}", drawn.notes);
}

// F13
#[test]
fn what_is_not_taken_over_is_told_by_every_verb() {
    let odd = with(&[("/leader/hat", json!("red"))]);
    let note = "This part is not known here. It is left out.  [leader.hat]\n";
    for line in ["check", "cost", "show", "export", "import", "fix", "spend", "ability", "complete"]
    {
        let output = warband(&format!("{line} list.json"), &odd);
        assert!(output.notes.starts_with(note), "{line}: {}", output.notes);
    }
}

// F14
#[test]
fn nothing_that_a_list_says_commands_the_terminal() {
    let bad = "A\u{1b}[2J\nB\u{202e}C\u{9b}2J";
    let odd = with(&[
        ("/name", json!(bad)),
        ("/leader/name", json!(bad)),
        ("/leader/notes", json!(bad)),
        ("/leader/equipment", json!([bad])),
        ("/ability", json!(bad)),
    ]);
    for line in [
        "check",
        "check --format json",
        "cost",
        "cost --format json",
        "show",
        "show --full",
        "export",
        "fix",
        "fix --format json",
        "ability",
        "ability --format json",
        "show --format html",
    ] {
        let output = warband(
            &format!(
                "{} list.json {}",
                line.split(' ').next().unwrap(),
                line.split_once(' ').map_or("", |(_, rest)| rest)
            ),
            &odd,
        );
        for text in [&output.text, &output.notes] {
            let raw =
                |letter: char| letter != '\n' && (letter.is_control() || letter == '\u{202e}');
            assert!(!text.contains(raw), "{line}: {text:?}");
        }
    }
    let refused = words(&["edit", "list.json", bad], &legal().to_string());
    assert!(refused.exit_code == 2 && !refused.notes.contains('\u{1b}'));
}

#[test]
fn what_is_not_understood_ends_with_2() {
    let refused = |words: &str, expected: &str| {
        let output = warband(words, &legal());
        assert_eq!((&*output.text, output.exit_code), ("", 2), "{words}");
        assert_eq!(output.notes, format!("{expected}\n"));
    };
    refused("check other.json", "other.json: no such file");
    refused("random --points 80", "The warband has no legal point limit.");
    refused("count --points 80", "The warband has no legal point limit.");
    refused("check list.json --rules x", "There is no profile x.");
    let output = words(&["check", "-"], "[]");
    assert_eq!(output.notes, "This is no warband: a list stands where an object should.\n");
}
