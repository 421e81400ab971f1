//! What a finished game is measured by.

use senet_kernel::Measures;
use serde_json::json;

#[test]
fn a_reason_is_told_by_its_name_on_the_wire() {
    assert_eq!(Measures::because("wipe_out").reason(), "wipe out");
    let fields = Measures::because(json!({"left": 2, "type": "ran_out", "unit": "P1-1"}));
    assert_eq!(fields.reason(), "ran out", "the first word among the fields");
    assert_eq!(Measures::because(3).reason(), "");
}

#[test]
fn numbers_stand_in_the_order_in_which_they_came() {
    let measures = Measures::because("end").number("lost", 3).number("held", 1_u8);
    let told = [("lost".to_owned(), 3), ("held".to_owned(), 1)];
    assert_eq!(measures.numbers(), told);
}
