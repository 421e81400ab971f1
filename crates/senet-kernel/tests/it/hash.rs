use senet_kernel::{Hash, hash};
use serde::Serialize;
use serde_json::json;

use crate::{is_json, is_no};

/// The first half of the full hash, as the authors of blake3 print it.
#[test]
fn bytes_are_hashed_by_blake3() {
    let empty = Hash::of_bytes(b"");
    assert_eq!(empty.to_string(), "af1349b9f5f9a1a6a0404dea36dcc949");
    assert_eq!(Hash::of_bytes(b"abc").to_string(), "6437b3ac38465133ffb63b75273a8db5");
    assert_eq!(format!("{empty:?}"), empty.to_string());
}

#[derive(Serialize)]
struct State {
    small: u8,
    number: i64,
    marks: [u16; 3],
    turn: Option<Kind>,
    list: Vec<Kind>,
}

#[derive(Serialize)]
enum Kind {
    Empty,
    Full { depth: u32, open: bool },
}

/// A change of these would void every journal there is. They rest on the format of the fields:
/// variable-length numbers, zig-zag for signed ones, the number of a variant, the length of a list.
#[test]
fn values_are_hashed_the_same_for_ever() {
    let state = State {
        small: 200,
        number: -3,
        marks: [1, 300, u16::MAX],
        turn: Some(Kind::Full { depth: 1 << 20, open: true }),
        list: vec![Kind::Empty, Kind::Empty],
    };
    let bytes = [
        200, // small
        5,   // number
        1, 172, 2, 255, 255, 3, // marks
        1, 1, 128, 128, 64, 1, // turn
        2, 0, 0, // list
    ];
    assert_eq!(hash(&state), Hash::of_bytes(&bytes));
    assert_eq!(hash(&state).to_string(), "fe306c6e0183bce7136f14535075a39e");
    assert_eq!(hash(&()), Hash::of_bytes(b""));
}

#[test]
fn a_hash_is_32_digits_on_the_wire() {
    let digits = "00112233445566778899aabbccddeeff";
    let hash: Hash = digits.parse().unwrap();
    assert_eq!(hash.to_string(), digits);
    is_json(hash, json!(digits));
    assert_eq!(digits.to_uppercase().parse(), Ok(hash));
    for wrong in [
        "",
        "00",
        "+0112233445566778899aabbccddeeff",
        "g0112233445566778899aabbccddeeff",
        "00112233445566778899aabbccddeeff0",
    ] {
        is_no::<Hash>(json!(wrong), "a hash is 32 hexadecimal digits");
    }
}
