//! `senet warband`, from words to text and exit code.

use clap::Parser;
use senet_space_weirdos::cli::{Args, Output, run};
use senet_space_weirdos::{Warband, file};
use serde_json::{Value, json};

use crate::support::{catalogue, core, costing, legal, with};

#[derive(Parser)]
struct Words {
    #[command(flatten)]
    args: Args,
}

#[track_caller]
fn warband(words: &str, input: &Value) -> Output {
    let words = std::iter::once("warband").chain(words.split_whitespace());
    let words = Words::try_parse_from(words).unwrap();
    run(&words.args, |file| match file {
        "list.json" | "-" => Ok(input.to_string()),
        other => Err(format!("{other}: no such file")),
    })
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
    assert!(warband("check list.json --format html", &one).text.starts_with("<!doctype html>"));
}

#[test]
fn cost_and_show_print_the_roster() {
    let full = file::roster(&core(), &serde_json::from_value(legal()).unwrap(), file::Roster::Full);
    check("cost list.json", &legal(), &full, "", 0);
    check("show list.json --full", &legal(), &full, "", 0);
    let priced: Value =
        serde_json::from_str(&warband("cost list.json --format json", &legal()).text).unwrap();
    assert_eq!(priced["total"], 18);
    assert!(warband("cost list.json --format code", &legal()).text.starts_with("SW1."));
    let short = warband("show list.json", &legal());
    assert_eq!((short.text.lines().count(), short.exit_code), (4, 0));
    let illegal = warband("show list.json", &with(&[("/name", json!(""))]));
    assert_eq!((illegal.exit_code, &*illegal.notes), (1, "This list is not legal.\n"));
    assert_eq!(warband("cost list.json", &with(&[("/name", json!(""))])).exit_code, 1);
    let letter = warband("show list.json --format html --paper letter", &legal());
    assert!(letter.text.contains("size: letter portrait"));
}

#[test]
fn export_and_import_change_the_format() {
    let band: Warband = serde_json::from_value(legal()).unwrap();
    check("export list.json", &legal(), &file::write(&band), "", 0);
    let code = file::encode(catalogue(), &band) + "\n";
    check("export list.json --format code", &legal(), &code, "", 0);
    let back = run(&Words::try_parse_from(["warband", "import", "-"]).unwrap().args, |_| Ok(code));
    assert_eq!((&*back.text, &*back.notes), (&*file::write(&band), "Read from a share code.\n"));
    let foreign = json!({"name": "x", "weirdos": [], "totalCost": 9});
    let output = warband("import list.json", &foreign);
    assert_eq!(
        output.notes,
        "The file says the warband costs 9; it costs 0.\nRead from another builder's export.\nThis list is not legal.\n"
    );
    assert_eq!(output.exit_code, 1);
    assert!(warband("import list.json", &legal()).notes.contains("our own format"));
}

#[test]
fn complete_fills_the_list() {
    let output = warband("complete list.json --seed s --format json --wish bodies=6", &legal());
    let band: Warband = serde_json::from_str(&output.text).unwrap();
    assert_eq!((core().is_valid(&band), band.troopers.len(), output.exit_code), (true, 5, 0));
    assert!(output.notes.starts_with("One of "));
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
    assert!(warband("fix list.json --format code", &broken).text.starts_with("SW1."));
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

#[test]
fn what_is_not_understood_ends_with_2() {
    let refused = |words: &str, expected: &str| {
        let output = warband(words, &legal());
        assert_eq!((&*output.text, output.exit_code), ("", 2), "{words}");
        assert_eq!(output.notes, format!("{expected}\n"));
    };
    refused("check", "Name a file, or - for standard input.");
    refused("check other.json", "other.json: no such file");
    refused("random", "random needs --points 75 or --points 125.");
    refused("random list.json --points 75", "random reads no file.");
    refused("random --points 80", "The warband has no legal point limit.");
    refused("check list.json --rules x", "There is no profile x.");
    let output = run(&Words::try_parse_from(["warband", "check", "-"]).unwrap().args, |_| {
        Ok("[]".to_owned())
    });
    assert_eq!(output.notes, "This is no warband: a list stands where an object should.\n");
    for words in [
        &["warband", "dance"][..],
        &["warband", "check", "-", "--format", "pdf"],
        &["warband", "random", "--wish", "cheap"],
    ] {
        assert!(Words::try_parse_from(words).is_err());
    }
}
