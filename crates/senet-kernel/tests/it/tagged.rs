//! Enums with the name of their variant in a field: written and read as serde's `tag` would.

use senet_kernel::{hash, read, read_toml};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// By `tagged!`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Step", rename_all = "snake_case", deny_unknown_fields)]
enum Step {
    Go {
        to: [u8; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<Box<Step>>,
    },
    Stay {},
    Rest,
}

senet_kernel::tagged!(Step, "type");

/// By serde.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "Step", rename_all = "snake_case", deny_unknown_fields)]
enum Twin {
    Go {
        to: [u8; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<Box<Twin>>,
    },
    Stay {},
    Rest,
}

#[test]
fn they_are_written_and_read_as_by_serde() {
    for json in [
        json!({"type": "go", "to": [1, 2]}),
        json!({"to": [1, 2], "then": {"type": "go", "to": [3, 4]}, "type": "go"}),
        json!({"type": "stay"}),
        json!({"type": "rest"}),
    ] {
        let step: Step = read(&json).unwrap();
        let twin: Twin = read(&json).unwrap();
        assert_eq!(serde_json::to_value(&step).unwrap(), json);
        assert_eq!(serde_json::to_string(&step).unwrap(), serde_json::to_string(&twin).unwrap());
        assert_eq!(hash(&step), hash(&twin), "states that hold them keep their hashes");
        assert_eq!(serde_json::from_value::<Step>(json.clone()).unwrap(), step);
        assert_eq!(serde_json::from_str::<Step>(&json.to_string()).unwrap(), step);
    }
    // As it is written, the name stands first; wherever else it stands, the same is read.
    let go = Step::Go { to: [1, 2], then: None };
    for text in [r#"{"type":"go","to":[1,2]}"#, r#"{"to":[1,2],"type":"go"}"#] {
        assert_eq!(serde_json::from_str::<Step>(text).unwrap(), go);
    }
    assert_eq!(serde_json::from_str::<Step>(r#"{"type":"rest"}"#).unwrap(), Step::Rest);
    for text in [r#"{"type":1}"#, r#"{"type":"go"}"#, r#"{"type":"stay","x":1}"#, "{}", "[]", "3"] {
        let error = serde_json::from_str::<Step>(text).unwrap_err().to_string();
        let misfit = read::<Step>(&serde_json::from_str(text).unwrap()).unwrap_err();
        assert!(error.starts_with(&misfit.sentence), "{error}, not {misfit}");
    }
    let list: Vec<Step> = read(&read_toml("a = [{ type = \"rest\" }]").unwrap()["a"]).unwrap();
    assert_eq!(list, [Step::Rest]);
}

#[test]
fn a_misfit_is_named_and_placed() {
    #[track_caller]
    fn check(json: Value, field: &str, sentence: &str) {
        let misfit = read::<Vec<Step>>(&json).unwrap_err();
        assert_eq!((misfit.field.as_str(), misfit.sentence.as_str()), (field, sentence));
        let error = serde_json::from_value::<Vec<Step>>(json).unwrap_err().to_string();
        assert_eq!(error, sentence, "others tell the same");
    }
    check(json!([3]), "[0]", "invalid type: integer `3`, expected an object");
    check(json!([{}]), "[0]", "missing field `type`");
    check(json!([{"type": 1}]), "[0]", "invalid type: integer `1`, expected the name of a variant");
    let unknown = "unknown variant `fly`, expected one of `go`, `stay`, `rest`";
    check(json!([{"type": "fly"}]), "[0]", unknown);
    check(json!([{"type": "go"}]), "[0]", "missing field `to`");
    check(json!([{"type": "stay", "x": 1}]), "[0].x", "unknown field `x`, there are no fields");
    let deep = json!([{"type": "go", "to": [1, 2], "then": {"type": "go", "to": [1, "x"]}}]);
    check(deep, "[0].then.to[1]", "invalid type: string \"x\", expected u8");
}

/// A newtype variant and its like have no fields to put the name beside.
#[test]
fn what_has_no_fields_is_refused() {
    #[derive(Serialize)]
    #[serde(remote = "Bare")]
    enum Bare {
        Number(u8),
    }
    impl Serialize for Bare {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            Bare::serialize(self, senet_kernel::WithTag::new("type", serializer))
        }
    }
    let error = serde_json::to_value(Bare::Number(1)).unwrap_err().to_string();
    assert_eq!(error, "what has its name in a field has all else in fields, too");
}

/// A list in the order of a record's fields is no record.
#[test]
fn a_record_is_read_from_an_object_alone() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "it is only read")]
    struct Pair {
        a: u8,
        b: u8,
    }
    assert!(read::<Pair>(&json!({"a": 1, "b": 2})).is_ok());
    let misfit = read::<Pair>(&json!([1, 2])).unwrap_err();
    assert_eq!(misfit.sentence, "invalid type: sequence, expected struct Pair");
}
