//! The printed sheet.

use senet_space_weirdos::file::{Paper, overflows, sheet};
use serde_json::{Value, json};

use crate::support::{built, core, legal, warband, with};

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

fn cards(troopers: Vec<Value>) -> String {
    sheet(&core(), &warband(with(&[("/troopers", json!(troopers))])), Paper::A4)
}

fn named(name: &str) -> Value {
    built(json!({ "name": name }))
}

// F11
#[test]
fn eight_cards_stand_on_a_page_with_the_summary_first() {
    let names = ["Aa", "Bb", "Cc", "Dd", "Ee", "Ff"];
    let seven = cards(names.map(named).to_vec());
    assert_eq!((count(&seven, "<main class=\"page\">"), count(&seven, "<article")), (1, 8));
    let eight = cards(names.into_iter().chain(["Gg"]).map(named).collect());
    assert_eq!((count(&eight, "<main class=\"page\">"), count(&eight, "<article")), (2, 9));
    assert!(eight.find("Warband file") < eight.find("<dl>"));
    assert!(eight.contains("card 9 of 9"));
}

#[test]
fn repeats_are_merged() {
    let page = cards(vec![named("Grunt 1"), named("Grunt 2"), named("Other"), named("Grunt (3)")]);
    assert_eq!(count(&page, "<article"), 4);
    assert!(page.contains("Grunt<span class=\"count\">×3</span>"));
    assert!(page.contains("<li><span>Grunt ×3</span><b>18</b></li>"));
    let differing = cards(vec![named("Grunt 1"), built(json!({"name": "Grunt 2", "speed": 2}))]);
    assert_eq!(count(&differing, "<article"), 4);
}

#[test]
fn paper_is_a4_or_letter() {
    let page = |paper| sheet(&core(), &warband(legal()), paper);
    assert!(
        page(Paper::A4).contains("size: A4 portrait")
            && page(Paper::A4).contains("width: 210mm; height: 297mm")
    );
    assert!(page(Paper::Letter).contains("size: letter portrait"));
    assert!(page(Paper::Letter).contains("width: 215.9mm; height: 279.4mm"));
    assert!(!page(Paper::A4).contains("PAGE-"));
}

#[test]
fn what_players_wrote_is_escaped_and_nothing_is_fetched() {
    let evil = "<script>alert('x')</script>\"&\u{7}";
    let page = sheet(
        &core(),
        &warband(with(&[
            ("/name", json!(evil)),
            ("/leader/name", json!(evil)),
            ("/leader/notes", json!(evil)),
            ("/leader/equipment", json!([evil])),
            ("/leader/leaderTrait", json!(evil)),
            ("/leader/attributes/speed", json!(evil)),
            ("/ability", json!(evil)),
            ("/pointLimit", json!(evil)),
        ])),
        Paper::A4,
    );
    assert_eq!(count(&page, "<script"), 0);
    assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;"));
    assert!(!page.contains('\u{7}'));
    let addresses = page.replace("http://www.w3.org/2000/svg", "");
    assert_eq!(count(&addresses, "http"), 0);
}

#[test]
fn an_illegal_list_is_stamped_and_says_why() {
    let page =
        sheet(&core(), &warband(with(&[("/troopers/0/closeCombatWeapons", json!([]))])), Paper::A4);
    assert_eq!(count(&page, "class=\"stamp\""), 2, "the summary and the one to blame");
    assert!(page.contains("Bo has no close combat weapon (Unarmed is free)."));
    let many = sheet(&core(), &warband(with(&[("/troopers", json!([{}]))])), Paper::A4);
    assert!(many.contains("needs a name.") && !many.contains("And 0 more"));
    let more = sheet(&core(), &warband(with(&[("/troopers", json!([{}, {}]))])), Paper::A4);
    assert!(more.contains("And 3 more."));
}

#[test]
fn full_cards_use_smaller_type() {
    let size = |changes: Value| {
        let page = cards(vec![built(changes)]);
        ["roomy", "snug", "tight", "tiny"]
            .into_iter()
            .find(|size| page.contains(&format!("trooper {size}\"")))
            .unwrap()
    };
    let powers = [
        "fear",
        "healing",
        "meat-puppet",
        "mind-control",
        "mind-stab",
        "prescience",
        "telekinesis",
        "teleport",
    ];
    assert_eq!(size(json!({})), "roomy");
    assert_eq!(size(json!({"psychicPowers": powers[..2]})), "roomy");
    let sizes: Vec<&str> = (0..=8).map(|n| size(json!({"psychicPowers": powers[..n]}))).collect();
    let order = ["roomy", "snug", "tight", "tiny"];
    let places = sizes.iter().map(|size| order.iter().position(|other| other == size).unwrap());
    assert!(places.is_sorted(), "{sizes:?}");
    let all: Vec<String> = (0..20).map(|n| format!("oddity {n}")).collect();
    assert_eq!(size(json!({"psychicPowers": all})), "tiny");
    let page = cards(vec![built(json!({"notes": "n".repeat(500)}))]);
    assert!(page.contains(&format!("{}…</p>", "n".repeat(159))));
}

// F15
#[test]
fn cards_say_what_weapons_gear_powers_and_traits_do() {
    let page = sheet(
        &core(),
        &warband(with(&[
            ("/ability", json!("undead")),
            ("/leader/leaderTrait", json!("tactician")),
            ("/leader/psychicPowers", json!(["mind-stab"])),
            ("/leader/equipment", json!(["jump-pack"])),
        ])),
        Paper::A4,
    );
    for words in [
        "<b>Unarmed</b> <span>3 acts, Prowess −1 die type</span>",
        "<b>Jump Pack</b> <span>move ignores obstacles</span>",
        "<b>Mind Stab</b> <span>attack: 1 enemy within 1 stick: Under Fire +3</span>",
        "<b>Tactician</b> <span>Initiative +1 die type</span>",
        "<p class=\"does\">a second stagger takes nobody out of action</p>",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

// F15
#[test]
fn everything_in_the_catalogue_says_what_it_does() {
    use senet_space_weirdos::List;
    let catalogue = crate::support::catalogue();
    for list in List::ALL {
        for item in catalogue.items(list) {
            assert!(!senet_space_weirdos::file::tag_words(item).is_empty(), "{}", item.name);
        }
    }
    assert!(catalogue.traits().iter().all(|item| !item.does.is_empty()));
    assert!(catalogue.abilities().all(|ability| !catalogue.ability(ability).does.is_empty()));
}

// F16
#[test]
fn a_card_that_overflows_says_so() {
    let told = |changes: Value| {
        let band = warband(with(&[("/troopers", json!([built(changes)]))]));
        (overflows(&core(), &band), sheet(&core(), &band, Paper::A4))
    };
    let (fine, page) = told(json!({"psychicPowers": ["fear", "healing", "teleport"]}));
    assert!(fine.is_empty() && !page.contains("class=\"left\""));
    let many: Vec<String> = (0..40).map(|n| format!("oddity {n}")).collect();
    let (sentences, page) = told(json!({"psychicPowers": many}));
    assert_eq!(sentences, ["The card of Dot has no room for 19 of its 41 lines."]);
    assert!(page.contains("<b>and 19 more</b>") && !page.contains("oddity 21"));
    let (sentences, _) = told(json!({"notes": "n".repeat(161)}));
    assert_eq!(sentences, ["The card of Dot has room for 160 letters of its notes."]);
    let name = "n".repeat(33);
    let (sentences, _) = told(json!({"name": name}));
    assert_eq!(sentences, [format!("The card of {name} shows its name shortened.")]);
}
