//! Why `literal` cannot be won, shown case by case.

use senet_sky_team::{Criterion, End, Loss, RuleSet};
use serde_json::json;

use crate::support::Flight;

#[test]
fn no_speed_lands_with_any_number_of_brakes() {
    // every pair of engine dice, every number of brakes, with all else as good as can be. The
    // landing asks for 9 at least, and for fewer than the three brakes there are.
    for brakes in 0..=3 {
        for blue in 1..=6 {
            for orange in 1..=6 {
                let flight = Flight::literal()
                    .hands(&[blue, 1, 1, 1], &[orange, 1, 1, 1])
                    .final_round()
                    .set("/board/brakes", brakes)
                    .set("/board/flaps", 4)
                    .set("/board/gear", 7)
                    .fly(&format!("P{blue}:engines C{orange}:engines P1:axis C1:axis"))
                    .fly("P1:radio C1:radio P1:conc C1:conc");
                let Some(End::Lost { loss: Loss::Landing { failed } }) = flight.game.board().end
                else {
                    panic!("{brakes} brakes, {blue} and {orange}: {:?}", flight.game.board().end);
                };
                assert!(failed.has(Criterion::Speed) || failed.has(Criterion::Brakes));
            }
        }
    }
    // Without engine dice both fail, so leaving them out does not help.
    let flight = Flight::literal()
        .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
        .final_round()
        .set("/board/brakes", 3)
        .set("/board/flaps", 4)
        .set("/board/gear", 6)
        .fly("P1:axis C1:axis P1:conc C1:conc P1:radio C1:radio P1:gear C1:radio");
    let Some(Loss::Landing { failed }) = flight.loss() else { panic!("{:?}", flight.loss()) };
    assert!(failed.has(Criterion::Speed) && failed.has(Criterion::Brakes));
}

#[test]
fn the_radio_never_reaches_the_airport() {
    // from every position, with every value that a die can have, by either of the crew, the
    // two planes of segment 6 stay; and with planes left the final round is never played.
    for position in 0..=6 {
        for value in 1..=6 {
            let flight = Flight::literal()
                .hands(&[value, 1, 1, 1], &[value, value, 1, 1])
                .set("/board/approach/position", position)
                .fly(&format!("P{value}:radio C{value}:radio P1:conc C{value}:radio"));
            assert_eq!(flight.planes()[6], 2, "from {position} with {value}");
        }
    }
    // Nothing else takes a token off: with a track that is clear but for segment 6, the altitude
    // becomes 0 and the game is lost.
    let flight = Flight::literal()
        .hands(&[1, 1, 1, 1], &[1, 1, 1, 1])
        .round(6)
        .set("/board/approach/planes", json!([0, 0, 0, 0, 0, 0, 2, 0]))
        .fly("C1:axis P1:axis C1:engines P1:engines C1:radio P1:radio C1:conc P1:conc");
    assert_eq!(flight.loss(), Some(Loss::PlanesLeft { planes: 2 }));
    assert_eq!(flight.game.board().options.rules, RuleSet::Literal);
}
