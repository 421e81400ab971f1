//! What every door makes of what arrives: an answer, whatever it was. A panic is a fault.

use senet_catalog::{desk, games};
use senet_flag_war::orders::{Memo, interpret};
use senet_flag_war::{FlagWar, Team};
use senet_guest::{Border, Call};
use senet_host::{Guest, Limits};
use senet_kernel::{Dice, Game, Key, Seat, Viewer};
use senet_reference::connect_four::ConnectFour;
use senet_space_weirdos::{Rules, cost, file};

/// Messages to a desk, one a line.
pub fn protocol(bytes: &[u8]) {
    let mut desk = desk(|| "seed".to_owned());
    for line in String::from_utf8_lossy(bytes).lines().take(64) {
        serde_json::to_string(&desk.message(line)).expect("every answer is JSON");
    }
}

/// A journal: it is opened by the game that it names, or refused; what opens is as long as it says.
pub fn journals(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in games() {
        if let Ok((table, _)) = game.load(&text, None, true) {
            assert!(table.journal().text().lines().count() > 0);
            let _ = game.verify(&text, None);
        }
    }
}

/// A configuration of the game that the first byte chooses: what is called good can be opened.
pub fn configurations(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let Ok(config) = serde_json::from_slice(rest) else { return };
    let games = games();
    let game = &games[usize::from(*first) % games.len()];
    let _ = game.check_config(&config);
    let _ = game.roles(&config);
}

/// A warband as a code, a link or a file: what is read can be counted, judged and written again.
pub fn codes(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let rules = Rules::core();
    let Ok(import) = file::import(rules.catalogue(), &text) else { return };
    let _ = cost::warband(rules.catalogue(), &import.warband);
    let _ = rules.validate(&import.warband);
    let code = file::encode(rules.catalogue(), &import.warband);
    file::decode(rules.catalogue(), &code).expect("what was encoded can be read");
}

/// A module: it is refused with a sentence, or tells what it is.
pub fn modules(bytes: &[u8]) {
    if let Ok(guest) = Guest::open(bytes, Limits::default()) {
        let _ = guest.message("{\"type\":\"games\"}");
    }
}

/// Calls of a host to a module, one a line, from the module's side. What thinks may take as long as its host
/// lets it, and is left out.
pub fn calls(bytes: &[u8]) {
    let mut border = Border::of::<ConnectFour>();
    for line in bytes.split(|byte| *byte == b'\n').take(64) {
        let thinks = matches!(
            serde_json::from_slice(line),
            Ok(Call::Think { .. } | Call::Hint { .. } | Call::Moment(_) | Call::Play { .. })
        );
        if !thinks {
            let answer: Result<serde_json::Value, _> = serde_json::from_slice(&border.call(line));
            answer.expect("every answer is JSON");
        }
    }
}

/// What a commander says in the first round of the rule set that the first byte chooses.
pub fn orders(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let presets = FlagWar::about().presets;
    let config = &presets[usize::from(*first) % presets.len()].config;
    let mut dice = Dice::seeded(&Key::of_number(0));
    let game = FlagWar::new(config, &mut dice).expect("presets are good");
    let view = game.view(Viewer::Seat(Seat::FIRST));
    let _ = interpret(&view, Team::Blue, &String::from_utf8_lossy(rest), Memo::default());
}
