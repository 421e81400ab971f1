//! Edits in words.

use senet_space_weirdos::edit::{Edit, describe};
use senet_space_weirdos::words::{NotRead, read};
use senet_space_weirdos::{Attribute, List};
use serde_json::json;

use crate::solver::neighbours;
use crate::support::{core, legal, warband, with};

// L5
#[test]
fn every_sentence_of_the_builder_is_read_back() {
    let rules = core();
    let band = warband(with(&[
        ("/leader/equipment", json!(["medkit", "spoon"])),
        ("/troopers/0/rangedWeapons", json!(["auto-rifle", "flamer"])),
        ("/bench", json!([{"name": "Sub"}])),
    ]));
    let mut edits: Vec<Edit> = neighbours(&band).into_iter().map(|(_, edit)| edit).collect();
    let weirdo = || "w2".to_owned();
    edits.extend([
        Edit::Rename { name: "Night: Shift".to_owned() },
        Edit::SetPointLimit { limit: 125 },
        Edit::SetAbility { ability: None },
        Edit::SetAbility { ability: Some("heavily-armed".to_owned()) },
        Edit::AddLeader,
        Edit::Duplicate { weirdo: weirdo() },
        Edit::Move { weirdo: weirdo(), to: 1 },
        Edit::Bench { weirdo: weirdo() },
        Edit::Recall { weirdo: "w4".to_owned() },
        Edit::SetName { weirdo: weirdo(), name: "Bob the Second".to_owned() },
        Edit::SetTrait { weirdo: weirdo(), leader_trait: Some("political-officer".to_owned()) },
    ]);
    for edit in edits {
        let sentence = describe(&rules, &band, &edit);
        assert_eq!(read(&rules, &band, &sentence), Ok(vec![edit]), "{sentence}");
    }
}

#[test]
fn short_forms_are_read_whatever_their_case() {
    let rules = core();
    let band = warband(legal());
    let speed = |id: &str, level: u32| Edit::SetLevel {
        weirdo: id.to_owned(),
        attribute: Attribute::Speed,
        level: json!(level),
    };
    #[rustfmt::skip]
    let rows = [
        ("ADA: SPEED 2", vec![speed("w1", 2)]),
        ("leader: speed 2", vec![speed("w1", 2)]),
        ("trooper 2: speed 3.", vec![speed("w3", 3)]),
        ("troopers[1]: speed 3", vec![speed("w3", 3)]),
        ("w3: speed 3", vec![speed("w3", 3)]),
        ("Cy: speed 3, add heavy armour", vec![
            speed("w3", 3),
            Edit::AddItem { weirdo: "w3".to_owned(), list: List::Equipment, item: "heavy-armor".to_owned() },
        ]),
        ("ability none", vec![Edit::SetAbility { ability: None }]),
        ("add trooper Dee", vec![Edit::AddTrooper, Edit::SetName { weirdo: "w4".to_owned(), name: "Dee".to_owned() }]),
        ("Cy: name Dee", vec![Edit::SetName { weirdo: "w3".to_owned(), name: "Dee".to_owned() }]),
    ];
    for (text, edits) in rows {
        assert_eq!(read(&rules, &band, text), Ok(edits), "{text}");
    }
}

#[test]
fn what_is_not_read_says_what_would_be() {
    let rules = core();
    let band = warband(with(&[("/troopers/1/name", json!("Bo"))]));
    let refused = |text: &str| read(&rules, &band, text).unwrap_err();
    assert!(matches!(refused("dance"), NotRead::Unknown { .. }));
    assert!(matches!(refused(""), NotRead::Unknown { .. }));
    assert!(matches!(refused("Bo speed 2"), NotRead::Unknown { .. }));
    assert_eq!(
        refused("Bo: speed 2").to_string(),
        "Several are called Bo. Say which one by its id: w2, w3."
    );
    assert_eq!(
        refused("Zed: speed 2").to_string(),
        "Nobody here is called Zed. The warband has Ada, Bo, Bo."
    );
    assert_eq!(refused("Ada: speed 9").to_string(), "speed 9 is not a level.");
    assert_eq!(
        refused("Ada: add spoon").to_string(),
        "spoon is not a weapon, a piece of equipment or a power."
    );
    assert_eq!(refused("Ada: drop Medkit").to_string(), "Ada does not carry Medkit.");
    assert_eq!(refused("ability wizards").to_string(), "wizards is not a warband ability.");
    for text in [
        "a:b", ": ", "Ada:", "Ada: ", "move", "make", "name", "put Ada", "é: ü", "remove ",
        "points x",
    ] {
        assert!(read(&rules, &band, text).is_err(), "{text}");
    }
}
