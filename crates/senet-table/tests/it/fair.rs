//! Dice that anyone can check.

use senet_table::{DiceVerdict, Luck, OpenError, Problem, Table, TableOf};

use crate::*;

/// Rolls and holds until the game is over.
fn played(mut table: PigTable) -> String {
    play_out(&mut table);
    table.journal().text()
}

#[test]
fn the_seed_is_promised_at_the_start_and_told_at_the_end() {
    let mut table: PigTable = fair("secret words", &["", "salt"]);
    let start = table.journal().text();
    assert!(!start.contains("secret words"));
    play_out(&mut table);
    let text = table.journal().text();
    assert_eq!(text.matches("secret words").count(), 1);
    assert!(text.lines().last().unwrap().starts_with("{\"end\":"));
    let verdict = TableOf::<Pig>::verify(&text, None).unwrap();
    assert_eq!((verdict.dice, verdict.over), (DiceVerdict::Recomputed, true));
}

#[test]
fn a_running_game_is_sealed_and_opens_only_with_its_seed() {
    let mut table: PigTable = fair("secret words", &[]);
    let roll = json!({ "type": "roll" });
    table.submit(X, None, &roll, Vec::new()).unwrap();
    let text = table.journal().text();
    assert_eq!(TableOf::<Pig>::verify(&text, None).unwrap().dice, DiceVerdict::Sealed);
    let with_seed = TableOf::<Pig>::verify(&text, Some("secret words")).unwrap();
    assert_eq!(with_seed.dice, DiceVerdict::Recomputed);

    let wrong = TableOf::<Pig>::load(&text, Some("other words"), false).map(|_| ()).unwrap_err();
    assert!(matches!(wrong.problem, Problem::Seed { .. }), "{wrong}");

    let (mut blind, _) = TableOf::<Pig>::load(&text, None, false).unwrap();
    let turn = blind.to_act().iter().next().unwrap();
    let refusal = blind.submit(turn.into(), None, &roll, Vec::new()).unwrap_err();
    assert_eq!(refusal.code, "seed_unknown");
    assert_eq!(blind.entry(), 1);

    let (mut seeing, _) = TableOf::<Pig>::load(&text, Some("secret words"), false).unwrap();
    for copy in [&mut table, &mut seeing] {
        copy.submit(turn.into(), None, &roll, Vec::new()).unwrap();
    }
    assert_eq!(seeing.journal().text(), table.journal().text(), "the same luck goes on");
}

#[test]
fn salts_change_the_luck_and_seeds_repeat_it() {
    let texts = [
        played(fair("s", &[])),
        played(fair("s", &["a"])),
        played(fair("s", &["", "a"])),
        played(fair("t", &[])),
        played(open("s")),
    ];
    let draws = |text: &str| {
        let lines = text.lines().filter(|line| line.contains("\"entry\""));
        lines.map(|line| line.split("\"hash\"").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(draws(&texts[0]), draws(&texts[4]), "no salt at all is the bare seed");
    for (i, one) in texts[..4].iter().enumerate() {
        for other in &texts[i + 1..4] {
            assert_ne!(draws(one), draws(other));
        }
    }
    assert_eq!(played(fair("s", &["a"])), texts[1]);
}

#[test]
fn a_forged_roll_is_found_by_the_seed() {
    let mut table: PigTable = typed(Vec::new());
    let roll = json!({ "type": "roll" });
    table.submit(X, None, &roll, vec![Script::Value(6)]).unwrap();
    let typed = table.journal().text();
    assert_eq!(TableOf::<Pig>::verify(&typed, None).unwrap().dice, DiceVerdict::Typed);
    // Whoever types the dice and then claims that a seed gave them is found out.
    let found = (0..30).filter(|seed| {
        let claim = format!("{{\"type\":\"open\",\"seed\":\"{seed}\"}}");
        let forged = rechained(&typed, |line| line.replace("{\"type\":\"scripted\"}", &claim));
        TableOf::<Pig>::verify(&forged, None)
            .is_err_and(|e| e.problem == Problem::OtherDraws && e.entry == Some(1) && e.line == 2)
    });
    assert!(found.count() >= 15, "five seeds of six give another roll");
}

#[test]
fn taking_back_changes_no_roll() {
    let straight = |take_back: bool| {
        let mut table: TableOf<TicTacToe> = tic_tac_toe();
        if take_back {
            marks(&mut table, &[9]);
            table.take_back(X, None).unwrap();
        }
        marks(&mut table, &[1, 2]);
        table.state().get().to_owned()
    };
    assert_eq!(straight(true), straight(false));
}

#[test]
fn a_fair_table_needs_its_seed() {
    let no_seed = TableOf::<Pig>::open(opening(Luck::fair("a", Vec::new()), None)).map(|_| ());
    assert_eq!(no_seed.unwrap_err(), OpenError::Seed);
    let wrong = TableOf::<Pig>::open(opening(Luck::fair("a", Vec::new()), Some("b"))).map(|_| ());
    assert_eq!(wrong.unwrap_err(), OpenError::Seed);
}

#[test]
fn a_script_that_does_not_fit_the_set_up_is_refused() {
    let script = vec![Script::Value(1)];
    let long = TableOf::<Pig>::open(Opening { script, ..opening(Luck::Scripted, None) });
    assert!(matches!(long.map(|_| ()), Err(OpenError::Script(_))));
}

#[test]
fn the_text_of_a_deal_opens_it_again_with_and_without_salts() {
    use senet_kernel::{Actor, Seat, Viewer};
    use senet_table::{Luck, Opening, Start, Table, TableOf};
    type Pig = senet_reference::pig::Pig;
    let open = |luck: Luck, seed: Option<&str>| {
        let opening = Opening {
            start: Start::Config(serde_json::json!({ "rounds": 1 })),
            preset: None,
            seats: Vec::new(),
            luck,
            seed: seed.map(str::to_owned),
            script: Vec::new(),
            branch: None,
        };
        TableOf::<Pig>::open(opening).unwrap()
    };
    let play = |table: &mut TableOf<Pig>| {
        while table.outcome().is_none() {
            let seat = table.awaited().iter().next().unwrap();
            let roll = serde_json::json!({ "type": "roll" });
            table.submit(Actor::Seat(seat), None, &roll, Vec::new()).unwrap();
        }
        (table.update(Viewer::Seat(Seat::FIRST), 0).seed, table.state().get().to_owned())
    };
    for salts in [vec![], vec!["", ""], vec!["a", ""]] {
        let salts: Vec<String> = salts.into_iter().map(str::to_owned).collect();
        let (deal, state) = play(&mut open(Luck::fair("secret", salts.clone()), Some("secret")));
        let deal = deal.unwrap();
        assert_eq!(deal == "secret", salts.iter().all(String::is_empty), "{deal}");
        let (again, same) = play(&mut open(Luck::Open { seed: deal.clone() }, None));
        assert_eq!((again, same), (Some(deal), state));
    }
}
