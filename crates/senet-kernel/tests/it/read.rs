//! The one reader: it reads what the JSON of a text reads, and names the field that does not fit.

use std::collections::BTreeMap;

use senet_kernel::{Actor, Misfit, Outcome, Seat, as_json, read, read_tagged};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Party {
    name: String,
    #[serde(default)]
    seats: Vec<Seat>,
    #[serde(default)]
    plans: BTreeMap<u8, Option<Plan>>,
    #[serde(default)]
    pair: (i64, bool),
    #[serde(default)]
    id: Id,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Id(String);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Plan {
    Wait,
    Walk(u8),
    Both(u8, char),
    Meet { whom: Actor },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Order {
    Go { to: u8 },
    Stay,
}

#[track_caller]
fn reads<T>(json: Value)
where
    T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug,
{
    let value: T = read(&json).unwrap();
    assert_eq!(value, serde_json::from_value(json).unwrap(), "it reads what a text reads");
    assert_eq!(read::<T>(&as_json(&value)).as_ref(), Ok(&value), "what is written is read again");
}

#[test]
fn what_a_text_reads_is_read() {
    reads::<Party>(json!({"name": "A"}));
    reads::<Party>(json!({"name": "é\"", "seats": [0, 7], "pair": [-3, true], "id": "x"}));
    let plans = json!({"1": "wait", "2": {"walk": 3}, "3": {"both": [4, "z"]}, "4": null});
    reads::<Party>(json!({"name": "", "plans": plans}));
    reads::<Party>(json!({"name": "", "plans": {"9": {"meet": {"whom": {"seat": 1}}}}}));
    reads::<Vec<Order>>(json!([{"type": "go", "to": 255}, {"type": "stay"}]));
    reads::<Outcome>(json!({"ranked": {"scores": [3, -1]}}));
    reads::<Option<u64>>(json!(u64::MAX));
    reads::<BTreeMap<bool, ()>>(json!({}));
    reads::<Value>(json!({"a": [null, 1.5, {"b": false}]}));
}

#[track_caller]
fn misfits<T: DeserializeOwned>(json: Value, field: &str, sentence: &str) {
    let misfit = read::<T>(&json).err().unwrap();
    assert_eq!((misfit.field.as_str(), misfit.sentence.as_str()), (field, sentence));
    if let Err(error) = serde_json::from_value::<T>(json) {
        let error = error.to_string();
        assert!(error.starts_with(sentence), "a text gets the same sentence: {error}");
    }
}

#[test]
fn the_field_that_does_not_fit_is_named() {
    let name = |rest: Value| {
        let mut party = json!({"name": "A"});
        party.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        party
    };
    misfits::<Party>(json!({}), "", "missing field `name`");
    misfits::<Party>(json!(3), "", "invalid type: integer `3`, expected struct Party");
    misfits::<Party>(json!({"name": null}), "name", "invalid type: null, expected a string");
    let other = "unknown field `nme`, expected one of `name`, `seats`, `plans`, `pair`, `id`";
    misfits::<Party>(json!({"nme": "A"}), "nme", other);
    misfits::<Party>(name(json!({"seats": [0, 8]})), "seats[1]", "seat 8 is beyond the last, 7");
    let short = "invalid length 1, expected a tuple of size 2";
    misfits::<Party>(name(json!({"pair": [1]})), "pair", short);
    let long = "invalid length 3, expected fewer elements in array";
    misfits::<Party>(name(json!({"pair": [1, true, 2]})), "pair", long);
    let small = "invalid value: integer `-1`, expected u8";
    misfits::<Party>(name(json!({"plans": {"2": {"walk": -1}}})), "plans.2.walk", small);
    let key = "invalid value: integer `300`, expected u8";
    misfits::<Party>(name(json!({"plans": {"300": null}})), "plans.300", key);
    let unknown = "unknown variant `run`, expected one of `wait`, `walk`, `both`, `meet`";
    misfits::<Party>(name(json!({"plans": {"1": "run"}})), "plans.1", unknown);
    let map = "invalid value: map, expected map with a single key";
    misfits::<Party>(name(json!({"plans": {"1": {}}})), "plans.1", map);
    let wanted = "invalid type: unit variant, expected newtype variant";
    misfits::<Party>(name(json!({"plans": {"1": "walk"}})), "plans.1", wanted);
    let kind = "invalid type: sequence, expected string or map";
    misfits::<Party>(name(json!({"plans": {"1": []}})), "plans.1", kind);
    let tag = "unknown variant `fly`, expected `go` or `stay`";
    misfits::<Vec<Order>>(json!([{"type": "fly"}]), "[0].type", tag);
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Wish {
    Table { name: String, seats: Vec<u8> },
    Nothing {},
    Plain,
}

#[track_caller]
fn refused(json: Value, field: &str, sentence: &str) {
    let misfit = Misfit { field: field.to_owned(), sentence: sentence.to_owned() };
    assert_eq!(read_tagged::<Wish>("type", &json), Err(misfit));
}

#[test]
fn one_of_several_things_has_its_name_in_a_field() {
    let wish = |json: Value| read_tagged::<Wish>("type", &json).unwrap();
    let table = wish(json!({"type": "table", "name": "t", "seats": [1]}));
    assert_eq!(table, Wish::Table { name: "t".to_owned(), seats: vec![1] });
    assert_eq!(wish(json!({"type": "nothing"})), Wish::Nothing {});
    assert_eq!(wish(json!({"type": "plain"})), Wish::Plain);

    refused(json!({}), "", "missing field `type`");
    refused(json!([]), "", "invalid type: sequence, expected an object");
    refused(json!({"type": 1}), "", "invalid type: integer `1`, expected the name of a variant");
    let unknown = "unknown variant `x`, expected one of `table`, `nothing`, `plain`";
    refused(json!({"type": "x"}), "", unknown);
    refused(json!({"type": "table", "seats": []}), "", "missing field `name`");
    let small = "invalid type: string \"two\", expected u8";
    refused(json!({"type": "table", "name": "", "seats": [1, "two"]}), "seats[1]", small);
    refused(
        json!({"type": "nothing", "more": 1}),
        "more",
        "unknown field `more`, there are no fields",
    );
}
