//! A network from a file leads a search.

use senet_bots::{Bot, Learned, Mind, Network, NetworkFault, Outlook};
use senet_kernel::{Actor, Dice, Events, Faults, Game, Key, Seat};
use senet_reference::connect_four::{Command, Config, ConnectFour};
use senet_sky_team::SkyTeam;
use serde_json::{Value, json};

/// A network that knows nothing: all zeros.
fn blank() -> Value {
    let layer = |inputs: usize, outputs: usize| json!({ "weights": vec![0.0; inputs * outputs], "bias": vec![0.0; outputs] });
    json!({
        "format": "senet-network/1",
        "game": "connect-four",
        "encoding": 1,
        "layers": [layer(85, 4)],
        "policy": layer(4, 8),
        "value": layer(4, 1),
    })
}

/// A game after these columns.
fn after(columns: &[u8]) -> ConnectFour {
    let mut dice = Dice::seeded(&Key::of_number(1));
    let mut game = ConnectFour::new(&Config {}, &mut dice).unwrap();
    for column in columns {
        let command: Command =
            serde_json::from_value(json!({ "type": "drop", "column": column })).unwrap();
        let seat = game.to_act().iter().next().unwrap();
        game.apply(Actor::Seat(seat), &command, &mut dice, &mut Events::off()).unwrap();
    }
    game
}

#[track_caller]
fn check(columns: &[u8], best: u8) {
    let network = Network::read::<ConnectFour>(&blank().to_string()).unwrap();
    let mut bot = Learned::<ConnectFour>::new(network, 300, 1);
    let game = after(columns);
    let seat = game.to_act().iter().next().unwrap();
    let mut chosen = Vec::new();
    bot.choose(&Outlook::of_game(&game, seat), &mut chosen);
    let expected = json!([{ "type": "drop", "column": best }]);
    assert_eq!(serde_json::to_value(chosen).unwrap(), expected, "after {columns:?}");
}

#[test]
fn the_search_sees_a_win_and_a_threat_without_any_knowledge() {
    check(&[4, 1, 4, 1, 4, 2], 4);
    check(&[4, 1, 4, 2, 4], 4);
}

#[test]
fn a_network_likes_what_its_file_says() {
    let mut wants_seven = blank();
    wants_seven["policy"]["bias"][7] = json!(50.0);
    let network = Network::read::<ConnectFour>(&wants_seven.to_string()).unwrap();
    let mut bot = Learned::<ConnectFour>::new(network, 4, 1);
    let mut chosen = Vec::new();
    bot.choose(&Outlook::of_game(&after(&[]), Seat::FIRST), &mut chosen);
    assert_eq!(serde_json::to_value(chosen[0]).unwrap()["column"], 7);
}

/// The file's rows are outputs: the third float of the observation speaks for column 5 alone.
#[test]
fn weights_are_rows_for_outputs() {
    let mut reads = blank();
    // Hidden output 1 sees whether the seat has the third place of the first column.
    reads["layers"][0]["weights"][85 + 2] = json!(1.0);
    reads["policy"]["weights"][5 * 4 + 1] = json!(50.0);
    let network = Network::read::<ConnectFour>(&reads.to_string()).unwrap();
    let mut bot = Learned::<ConnectFour>::new(network, 2, 1);
    let mut choose = |columns: &[u8]| {
        let mut chosen = Vec::new();
        bot.choose(&Outlook::of_game(&after(columns), Seat::FIRST), &mut chosen);
        serde_json::to_value(chosen[0]).unwrap()["column"].clone()
    };
    assert_eq!(choose(&[1, 1, 1, 2]), 5);
    assert_ne!(choose(&[2, 2, 2, 3]), 5);
}

#[track_caller]
fn refuse(change: impl Fn(&mut Value), sentence: &str) {
    let mut network = blank();
    change(&mut network);
    let fault = Network::read::<ConnectFour>(&network.to_string()).unwrap_err();
    assert!(fault.to_string().contains(sentence), "{fault}");
}

#[test]
fn a_file_that_does_not_fit_is_refused() {
    refuse(
        |network| network["game"] = json!("pig"),
        "trained for pig (senet-network/1, encoding 1)",
    );
    refuse(|network| network["encoding"] = json!(2), "encoding 2");
    refuse(|network| network["format"] = json!("onnx"), "onnx");
    refuse(|network| network["layers"][0]["bias"] = json!([]), "layer 1 has 0 outputs");
    refuse(|network| network["layers"][0]["weights"] = json!([1.0]), "1 weights for 85 inputs");
    refuse(|network| network["policy"]["bias"] = json!([1.0]), "the policy has 1 outputs, not 8");
    refuse(|network| network["value"]["bias"] = json!([1e39]), "no number");
    refuse(|network| network["colour"] = json!(1), "no trained mind");
    let long = Network::read::<SkyTeam>(&blank().to_string());
    assert_eq!(long, Err(NetworkFault::Long("sky-team")));
}

#[test]
fn a_game_says_whether_networks_play_it() {
    let make = ConnectFour::learned(&blank().to_string()).unwrap();
    let mut chosen = Vec::new();
    make(1).choose(&Outlook::of_game(&after(&[4, 1, 4, 1, 4, 2]), Seat::FIRST), &mut chosen);
    assert_eq!(serde_json::to_value(chosen).unwrap(), json!([{ "type": "drop", "column": 4 }]));
    let code = |faults: Faults| faults.list()[0].code.clone();
    assert_eq!(ConnectFour::learned("{}").err().map(code).as_deref(), Some("bad_network"));
    let none = SkyTeam::learned(&blank().to_string());
    assert_eq!(none.err().map(code).as_deref(), Some("no_networks"));
}
