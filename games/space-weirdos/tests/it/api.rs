//! The one door for hosts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use senet_space_weirdos::api::{self, Fault, METHODS};
use senet_space_weirdos::solver::Stop;
use serde_json::{Value, json};

use crate::support::{costing, legal, with};

#[track_caller]
fn ok(method: &str, request: Value) -> Value {
    api::call(method, request).unwrap_or_else(|fault| panic!("{method}: {fault}"))
}

#[track_caller]
fn fault(method: &str, request: Value, code: &str) -> String {
    let fault = api::call(method, request).unwrap_err();
    assert_eq!(fault.code, code, "{fault}");
    fault.message
}

#[test]
fn every_method_answers_and_is_described() {
    let band = legal();
    let requests = [
        ("catalogue", json!({})),
        ("create", json!({})),
        ("check", json!({"warband": band})),
        ("cost", json!({"warband": band, "houseRules": "one-each"})),
        ("complete", json!({"order": {"warband": band}})),
        ("random", json!({"points": 75, "ability": "none"})),
        ("fix", json!({"warband": band})),
        ("best_ability", json!({"warband": band})),
        ("spend", json!({"warband": band, "most": 3})),
        ("count", json!({"points": 75})),
        ("enumerate", json!({"filter": {"role": "trooper"}, "most": 2})),
        ("edit", json!({"warband": band, "edits": [{"type": "add_trooper"}]})),
        ("import", json!({"text": band.to_string()})),
        ("export", json!({"warband": band, "format": "code"})),
    ];
    assert_eq!(requests.each_ref().map(|(method, _)| *method), METHODS);
    let schemas = api::schemas();
    assert_eq!(schemas.iter().map(|schema| schema.method).collect::<Vec<_>>(), METHODS);
    for (method, request) in requests {
        assert!(!ok(method, request).is_null(), "{method}");
    }
    for schema in &schemas {
        assert!(schema.request.as_object().is_some() && schema.response.as_object().is_some());
    }
}

#[test]
fn a_report_says_everything_that_a_screen_shows() {
    let report = ok(
        "check",
        json!({"warband": with(&[("/troopers/0", costing(23)), ("/leader/name", json!(""))])}),
    );
    assert_eq!(
        (&report["cost"], &report["limit"], &report["badge"], &report["valid"]),
        (&json!(35), &json!(75), &json!("ok"), &json!(false))
    );
    assert_eq!(report["errors"][0]["field"], "leader.name");
    assert_eq!(report["warnings"][0]["field"], "troopers[0].cost");
    assert_eq!(report["offers"][0]["edits"][0]["type"], "set_name");
    let member = &report["members"][1];
    assert_eq!(
        (
            &member["slot"],
            &member["limit"],
            &member["badge"],
            &member["holdsPremiumSlot"],
            &member["equipmentLimit"]
        ),
        (&json!("troopers[0]"), &json!(25), &json!("near"), &json!(true), &json!(1))
    );
    assert_eq!(
        (&report["members"][0]["name"], &report["members"][0]["equipmentLimit"]),
        (&json!("Leader"), &json!(2))
    );
    assert_eq!(report["members"][0]["limit"], 20);
    assert_eq!(member["stats"][1]["value"], "2d10");
    assert_eq!(member["cost"]["total"], 23);
    let quiet = ok(
        "check",
        json!({"warband": with(&[("/leader/equipment", json!(["targeting-reticule"]))]), "advice": "off"}),
    );
    assert_eq!(quiet["warnings"], json!([]));
    assert_eq!(ok("create", json!({}))["warband"]["name"], "New Warband");
}

#[test]
fn the_catalogue_has_every_price() {
    let catalogue =
        ok("catalogue", json!({"houseRules": {"id": "x", "name": "X", "point_limits": [50]}}));
    assert_eq!(catalogue["closeCombatWeapons"][7]["id"], "whip-tail");
    assert_eq!(catalogue["closeCombatWeapons"][7]["prices"], json!([2, 2, 2, 2, 2, 1, 2, 2]));
    assert_eq!(catalogue["closeCombatWeapons"][7]["facts"], json!(["2 acts", "reach 1 stick"]));
    assert_eq!(catalogue["levelPrices"][5]["ability"], "mutants");
    assert_eq!(catalogue["levelPrices"][5]["levels"][0], json!([0, 0, 2]));
    assert_eq!(catalogue["levelPrices"][1]["leaderEquipment"], 3);
    assert_eq!(catalogue["levelPrices"][1]["trooperEquipment"], 2);
    assert_eq!(catalogue["limits"]["warbandPoints"], json!([50]));
    assert_eq!(catalogue["attributes"][1]["levels"][2], json!({"id": "2d10", "cost": 8}));
    assert_eq!(catalogue["profiles"][1]["id"], "one-each");
}

#[test]
fn answers_of_the_solver_are_written_out() {
    let found = ok(
        "random",
        json!({"points": 75, "ability": "Undead", "seed": "s", "wishes": [{"type": "at_least", "count": 2, "of": "shooter"}]}),
    );
    assert_eq!((&found["type"], &found["cost"]), (&json!("found"), &json!(75)));
    assert!(found["searched"]["warbands"].as_str().unwrap().len() > 20);
    assert_eq!(found["searched"]["leaderLoadouts"], 313_283_296_u64);
    assert_eq!(found["searched"]["recruitLoadouts"], 2_437_927 + 9_454_300);
    let none = ok(
        "complete",
        json!({"order": {"warband": legal(), "wishes": [{"type": "bodies", "max": 1}]}}),
    );
    assert_eq!(
        (&none["type"], &none["clash"]["wishes"][0]["type"]),
        (&json!("none"), &json!("bodies"))
    );
    let count = ok("count", json!({"points": 75}));
    assert_eq!(count["warbands"], "1392722116228317426417422540456");
    let count = ok("count", json!({"points": 75, "ability": "none"}));
    assert_eq!(count, json!({"warbands": "17006388606362569170226519632", "costProfiles": 37287}));
    let page = ok(
        "enumerate",
        json!({"filter": {"role": "trooper", "maxCost": 20}, "from": 5, "most": 3}),
    );
    assert_eq!(
        (page["count"].as_u64(), page["weirdos"].as_array().unwrap().len()),
        (Some(2_437_927), 3)
    );
    let edited = ok(
        "edit",
        json!({"warband": legal(), "edits": [{"type": "set_point_limit", "limit": 125}]}),
    );
    assert_eq!(edited["limit"], 125);
    let fixes = ok("fix", json!({"warband": with(&[("/name", json!(""))])}));
    assert_eq!(fixes["fixes"][0]["edits"][0], json!({"type": "rename", "name": "New Warband"}));
}

#[test]
fn files_go_through_the_same_door() {
    let code = ok("export", json!({"warband": legal(), "format": "code"}))["text"].clone();
    let import = ok("import", json!({"text": code, "takenNames": ["The Row", "The Row (2)"]}));
    assert_eq!(
        (&import["format"], &import["warband"]["name"]),
        (&json!("code"), &json!("The Row (3)"))
    );
    for (format, media, start) in [
        ("json", "application/json", "{\n  \"schemaVersion\""),
        ("short", "text/plain", "The Row · 18/75"),
        ("full", "text/plain", "The Row · 18/75"),
        ("html", "text/html", "<!doctype html>"),
    ] {
        let export = ok("export", json!({"warband": legal(), "format": format, "paper": "letter"}));
        assert_eq!(
            (export["mediaType"].as_str(), export["valid"].as_bool()),
            (Some(media), Some(true))
        );
        assert!(export["text"].as_str().unwrap().starts_with(start), "{format}");
    }
    let illegal = ok("export", json!({"warband": {}, "format": "json"}));
    assert_eq!(illegal["valid"], false);
}

#[test]
fn faults_have_a_code_and_a_sentence() {
    assert_eq!(fault("dance", json!({}), "unknown_method"), "There is no method dance.");
    fault("check", json!({}), "bad_request");
    fault("check", json!({"warband": 5}), "bad_request");
    fault("check", json!({"warband": {}, "x": 1}), "bad_request");
    assert_eq!(
        fault("check", json!({"warband": {}, "houseRules": "x"}), "unknown_profile"),
        "There is no profile x."
    );
    let own = json!({"id": "x", "name": "x", "max_close": 0});
    fault("check", json!({"warband": {}, "houseRules": own}), "bad_profile");
    fault("complete", json!({"order": {"warband": {}}}), "no_point_limit");
    fault("count", json!({"points": 999}), "no_point_limit");
    fault("count", json!({"points": 75, "ability": "x"}), "unknown_ability");
    fault("edit", json!({"warband": legal(), "edits": [{"type": "add_leader"}]}), "leader_taken");
    fault("import", json!({"text": "SW1.AAAA"}), "damaged_code");
    fault("spend", json!({"warband": {"pointLimit": 75}}), "not_legal");
}

#[test]
fn text_in_and_text_out() {
    assert!(api::call_text("create", "{}").starts_with("{\"ok\":{"));
    assert!(api::call_text("create", "{").contains("\"code\":\"not_json\""));
    assert!(api::call_text("create", &"[".repeat(99)).contains("\"code\":\"too_deep\""));
    let long = " ".repeat(senet_space_weirdos::file::MAX_BYTES + 1);
    assert!(api::call_text("create", &long).contains("\"code\":\"too_large\""));
}

/// Questions that grow with what is asked, large enough that each takes its while.
fn long_questions() -> Vec<(&'static str, Value)> {
    let crowd = with(&[("/troopers", json!(vec![json!({}); 40]))]);
    let order = json!({"warband": legal()});
    let odd = json!({"name": "Odd", "equipment": vec!["nothing"; 6]});
    let broken = with(&[("/troopers", json!(vec![odd; 4]))]);
    let copies = vec![json!({"type": "add_trooper"}); 20];
    vec![
        ("check", json!({"warband": crowd})),
        ("cost", json!({"warband": crowd})),
        ("complete", json!({"order": order})),
        ("random", json!({"points": 75})),
        ("fix", json!({"warband": broken})),
        ("best_ability", json!({"warband": crowd})),
        ("spend", json!({"warband": legal(), "most": 50})),
        ("count", json!({"points": 75})),
        ("enumerate", json!({"filter": {"role": "trooper"}, "most": 100})),
        ("edit", json!({"warband": legal(), "edits": copies})),
        ("export", json!({"warband": crowd, "format": "full"})),
    ]
}

/// Answers a question, which is told that it is enough when it has asked so often; and how often it asked.
fn asked_until(method: &str, request: &Value, most: u32) -> (Result<Value, Fault>, u32) {
    let asked = Arc::new(AtomicU32::new(0));
    let own = Arc::clone(&asked);
    let stop = Stop::when(move || own.fetch_add(1, Ordering::Relaxed) + 1 >= most);
    let answer = api::call_until(method, request.clone(), &stop);
    (answer, asked.load(Ordering::Relaxed))
}

/// Whatever is asked, nobody waits for the end of it: a question asks again and again whether it is enough, and
/// ends at once when it is.
#[test]
fn every_long_question_ends_when_it_is_enough() {
    for (method, request) in long_questions() {
        let (answer, all) = asked_until(method, &request, u32::MAX);
        assert!(answer.is_ok(), "{method}: {answer:?}");
        assert!(all >= 20, "{method} asks {all} times");
        for most in [1, all / 2, all] {
            let (answer, asked) = asked_until(method, &request, most);
            assert_eq!(answer.unwrap_err().code, "stopped", "{method}");
            assert_eq!(asked, most, "{method} is not asked again");
        }
    }
}

/// A short question may have a long answer: a crowd of nobodies, and a long name that is said again in every
/// sentence. A host that serves others refuses what is too much, and says so; on one's own device all is told.
#[test]
fn what_is_told_about_a_warband_is_bounded() {
    let crowd = with(&[("/troopers", json!(vec![json!({}); 4_000]))]);
    let name = json!("N".repeat(30_000));
    let babble =
        with(&[("/leader/name", name.clone()), ("/leader/equipment", json!(vec!["x"; 64]))]);
    let babbler =
        with(&[("/leader/name", name.clone()), ("/leader/equipment", json!(vec!["x"; 500]))]);
    let longer = json!("N".repeat(60_000));
    let rich = with(&[("/leader/name", longer), ("/pointLimit", json!(125))]);
    let named = with(&[("/leader/name", name), ("/leader/id", json!("w1"))]);
    let copies = vec![json!({"type": "duplicate", "weirdo": "w1"}); 1_000];
    for (method, request) in [
        ("check", json!({"warband": crowd})),
        ("cost", json!({"warband": crowd})),
        ("best_ability", json!({"warband": crowd})),
        ("export", json!({"warband": crowd, "format": "short"})),
        ("check", json!({"warband": babbler})),
        ("export", json!({"warband": babbler, "format": "html"})),
        ("fix", json!({"warband": babble})),
        ("spend", json!({"warband": rich, "most": 100})),
        ("edit", json!({"warband": named, "edits": copies})),
    ] {
        let Fault { code, message } = asked_until(method, &request, u32::MAX).0.unwrap_err();
        assert_eq!(code, "too_much_to_tell", "{method}: {message}");
        assert!(message.contains("more than 2097152 bytes"), "{message}");
    }
    let all = with(&[("/troopers", json!(vec![json!({}); 100]))]);
    let report = asked_until("check", &json!({"warband": all}), u32::MAX).0.unwrap();
    assert_eq!(report["members"].as_array().unwrap().len(), 101);
}
