use senet_kernel::{Fault, Faults, read_config};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{is_json, is_no};

fn seats() -> Fault {
    Fault::new("seats", "out_of_range", "9 is not between 2 and 4")
}

fn whole() -> Fault {
    Fault::new("", "impossible", "nobody can win")
}

#[test]
fn faults_are_told_together() {
    assert_eq!(seats().to_string(), "seats: 9 is not between 2 and 4");
    assert_eq!(whole().to_string(), "nobody can win");
    let both = Faults::check(vec![seats(), whole()]).unwrap_err();
    assert_eq!(both.to_string(), "seats: 9 is not between 2 and 4; nobody can win");
    assert_eq!(both.list(), [seats(), whole()]);
    assert_eq!(Faults::check(vec![]), Ok(()));
    assert_eq!(Faults::from(whole()).list(), [whole()]);
}

#[test]
fn faults_are_a_list_on_the_wire() {
    let fault =
        json!({"field": "seats", "code": "out_of_range", "sentence": "9 is not between 2 and 4"});
    is_json(seats(), fault.clone());
    is_json(Faults::from(seats()), json!([fault]));
    is_no::<Faults>(json!([]), "no fault is told");
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    players: Vec<Player>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Player {
    age: u8,
}

#[test]
fn a_configuration_that_does_not_fit_names_the_field() {
    #[track_caller]
    fn check(json: Value, field: &str, sentence: &str) {
        let faults = read_config::<Config>(&json).unwrap_err();
        assert_eq!(faults.list(), [Fault::new(field, "malformed", sentence)]);
    }
    let good = json!({"players": [{"age": 3}]});
    assert_eq!(read_config(&good), Ok(Config { players: vec![Player { age: 3 }] }));
    check(
        json!({"players": [{"age": 3}, {"age": 300}]}),
        "players[1].age",
        "invalid value: integer `300`, expected u8",
    );
    check(json!({"players": [{}]}), "players[0]", "missing field `age`");
    check(json!({"players": [], "dice": 2}), "dice", "unknown field `dice`, expected `players`");
    check(json!(7), "", "invalid type: integer `7`, expected struct Config");
}
