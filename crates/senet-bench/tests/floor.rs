//! The floor plays connect four, or a ratio to it would mean nothing.

use senet_bench::{floor, playouts};
use senet_reference::connect_four::{Config, ConnectFour};

#[test]
fn the_floor_plays_the_same_game_as_the_trait() {
    let by_hand = floor(1, 50_000);
    let by_trait = playouts::<ConnectFour>(&Config {}, 2, 50_000);
    assert_eq!([by_hand.games, by_trait.games], [50_000, 50_000]);
    // Five standard deviations of the difference: games differ in length by 7 or so.
    assert!(by_hand.won_by_first.abs_diff(by_trait.won_by_first) < 800, "{by_hand:?} {by_trait:?}");
    assert!(by_hand.moves.abs_diff(by_trait.moves) < 12_000, "{by_hand:?} {by_trait:?}");
}

#[test]
fn playouts_repeat_by_their_seed() {
    let play = |seed| playouts::<ConnectFour>(&Config {}, seed, 100);
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
    assert_eq!(floor(3, 100), floor(3, 100));
}
