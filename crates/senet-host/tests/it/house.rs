//! Games of the house as modules: the same journals, byte for byte, and the same answers.

use std::fs;

use senet_bots::Mind;
use senet_desk::{AnyGame, Leash, Level};
use senet_kernel::{Actor, Seat, Text, Viewer};
use senet_table::{DiceVerdict, Luck, Opening, Start, Table};
use serde_json::{Value, json};

use crate::build::{both, root};

pub fn opening(game: &dyn AnyGame, seed: &str) -> Opening {
    let (preset, config) = game.preset(None).unwrap();
    Opening {
        start: Start::Config(config),
        preset: Some(preset),
        seats: Vec::new(),
        luck: Luck::Open { seed: seed.to_owned() },
        seed: None,
        script: Vec::new(),
        branch: None,
    }
}

/// Every golden journal of a game is played again by its module, command by command: the same bytes.
fn golden<G: Text + Mind>(folder: &str) {
    let (native, guest) = both::<G>();
    let mut played = 0;
    let mut files = vec![root().join("games").join(folder).join("tests/golden")];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        if !path.exists() || path.extension().is_none_or(|end| end != "jsonl") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let header = senet_table::Header::of(&text).unwrap();
        if header.game != G::ID || header.rules != G::RULES {
            continue;
        }
        let name = path.display();
        let verdict = guest.verify(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(verdict, native.verify(&text, None).unwrap(), "{name}");
        assert_ne!(verdict.dice, DiceVerdict::Sealed, "{name}");
        again(&guest, &text, &name.to_string());
        played += 1;
    }
    // Some games are told by their laws and rows alone.
    assert!(played > 0 || !root().join("games").join(folder).join("tests/golden").exists());
}

/// Plays what a journal holds at a new table of the module.
fn again(guest: &dyn AnyGame, text: &str, name: &str) {
    let header = senet_table::Header::of(text).unwrap();
    if header.position.is_some() || text.contains("\n{\"take_back\"") || header.senet != 1 {
        return;
    }
    let mut table = guest
        .open(Opening {
            start: Start::Config(header.config),
            preset: header.preset,
            seats: header.seats,
            luck: header.luck,
            seed: None,
            script: header.draws.into_iter().map(Into::into).collect(),
            branch: None,
        })
        .unwrap();
    for line in text.lines().skip(1) {
        let line: Value = serde_json::from_str(line).unwrap();
        let Some(entry) = line.get("entry") else { continue };
        let actor: Actor = serde_json::from_value(entry["actor"].clone()).unwrap();
        let request = entry["request"].as_str();
        table.submit(actor, request, &entry["command"], Vec::new()).unwrap();
    }
    assert_eq!(table.journal().text(), text, "{name}");
}

/// What a spectator and the seats are shown is the same, at every step of a game of bots.
fn shown<G: Text + Mind>(seed: u64) {
    let (native, guest) = both::<G>();
    let mut tables: Vec<Box<dyn Table>> = [native.as_ref(), &guest as &dyn AnyGame]
        .map(|game| game.open(opening(game, "both")).unwrap())
        .into();
    let mut bots = [native.bot("random", seed).unwrap(), guest.bot("random", seed).unwrap()];
    for step in 0..400 {
        let json = |table: &dyn Table, viewer: Viewer| {
            let update = serde_json::to_value(table.update(viewer, step)).unwrap();
            json!([update, table.drawing(viewer), table.prompt(viewer), table.ending(viewer)])
        };
        let seats = Seat::first(tables[0].seats()).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator]) {
            let (one, other) = (tables[0].as_ref(), tables[1].as_ref());
            assert_eq!(json(one, viewer), json(other, viewer), "{viewer:?}");
        }
        let Some(seat) = tables[0].to_act().iter().next() else {
            // Where nobody is to act, the clock is, or the game is over.
            let ticked = tables.iter_mut().all(|table| table.clock().is_ok());
            if ticked { continue } else { break }
        };
        let legal = |table: &dyn Table| serde_json::to_value(table.legal(seat)).unwrap();
        assert_eq!(legal(tables[0].as_ref()), legal(tables[1].as_ref()));
        let view = tables[0].view(Viewer::Seat(seat));
        let wanted = [0, 1].map(|i| bots[i].choose(&view, seat).unwrap());
        assert_eq!(wanted[0], wanted[1], "the same seed thinks the same");
        for table in &mut tables {
            for command in &wanted[0] {
                table.submit(seat.into(), None, command, Vec::new()).unwrap();
            }
        }
    }
    assert_eq!(tables[0].journal().text(), tables[1].journal().text());
}

/// Bots inside the module play the game that they play outside of it, and hints are the same.
fn minds<G: Text + Mind>() {
    let (native, guest) = both::<G>();
    let (_, config) = native.preset(None).unwrap();
    let seats = native.roles(&config).unwrap().len();
    for (number, bot) in (0..).zip(["random", "easy", "greedy"]) {
        let bots = vec![bot; seats];
        let played = native.play(&config, &bots, 7, number).unwrap();
        assert_eq!(guest.play(&config, &bots, 7, number).unwrap(), played, "{bot}");
    }
    let table = native.open(opening(native.as_ref(), "hint")).unwrap();
    let seat = table.to_act().iter().next().unwrap();
    let view = table.view(Viewer::Seat(seat));
    let hint = |game: &dyn AnyGame| {
        let hint = game.hint(&view, seat, Level::Easy, &Leash::default()).unwrap();
        serde_json::to_value(hint).unwrap()
    };
    assert_eq!(hint(&guest), hint(native.as_ref()));
}

macro_rules! games {
    ($($module:ident: $game:ty, $folder:literal $(, #[$ignored:meta])?;)*) => {$(
        mod $module {
            use super::*;

            #[test]
            $(#[$ignored])?
            fn golden_journals_are_the_same_as_a_module() {
                golden::<$game>($folder);
            }

            #[test]
            $(#[$ignored])?
            fn everybody_is_shown_the_same() {
                shown::<$game>(3);
            }

            #[test]
            $(#[$ignored])?
            fn bots_and_hints_are_the_same() {
                minds::<$game>();
            }
        }
    )*};
}

games! {
    connect_four: senet_reference::connect_four::ConnectFour, "reference";
    // The others take minutes to build; `cargo nextest run --run-ignored all` plays them.
    sky_team: senet_sky_team::SkyTeam, "sky-team", #[ignore = "builds a module"];
    silosoft: senet_silosoft::Silosoft, "silosoft", #[ignore = "builds a module"];
    flag_war: senet_flag_war::FlagWar, "flag-war", #[ignore = "builds a module"];
    crossfire: senet_crossfire::Crossfire, "crossfire", #[ignore = "builds a module"];
    campaign: senet_crossfire::Campaign, "crossfire", #[ignore = "builds a module"];
    tic_tac_toe: senet_reference::tic_tac_toe::TicTacToe, "reference", #[ignore = "builds a module"];
    pig: senet_reference::pig::Pig, "reference", #[ignore = "builds a module"];
    kuhn_poker: senet_reference::kuhn_poker::KuhnPoker, "reference", #[ignore = "builds a module"];
}
