//! The seed that players choose among the settings (FR-027, FR-041, FR-046).

use senet_kernel::{Actor, Seat, Viewer};
use senet_silosoft::{Config, Silosoft};
use senet_table::{Luck, Opening, Start, Table, TableOf};

use crate::play::config;

fn open(config: &Config, luck: Luck, secret: Option<&str>) -> TableOf<Silosoft> {
    TableOf::open(Opening {
        start: Start::Config(serde_json::to_value(config).unwrap()),
        preset: None,
        seats: Vec::new(),
        luck,
        seed: secret.map(str::to_owned),
        script: Vec::new(),
        branch: None,
    })
    .unwrap()
}

fn seeded(players: usize) -> Config {
    Config { rng_seed: Some("mine".to_owned()), ..config(players) }
}

fn known(seed: &str) -> Luck {
    Luck::Open { seed: seed.to_owned() }
}

fn secret(config: &Config, seed: &str) -> TableOf<Silosoft> {
    open(config, Luck::fair(seed, vec!["salt".to_owned()]), Some(seed))
}

/// The first seat does what an absent one does until its game is over.
fn play_on(table: &mut TableOf<Silosoft>) {
    use senet_kernel::Game;
    while let Some(command) = table.game().idle(Seat::FIRST) {
        let command = serde_json::to_value(command).unwrap();
        table.submit(Actor::Seat(Seat::FIRST), None, &command, Vec::new()).unwrap();
    }
}

/// FR-027, FR-041: the chosen seed deals the cards, whatever seed the host has.
#[test]
fn the_chosen_seed_goes_before_the_hosts() {
    let mine = open(&config(2), known("mine"), None);
    for table in [
        open(&seeded(2), known("other"), None),
        open(&seeded(2), known("mine"), None),
        secret(&seeded(2), "hidden"),
    ] {
        assert_eq!(table.game(), mine.game());
        assert_eq!(table.header().luck, known("mine"));
        assert_eq!(table.header().draws, mine.header().draws);
        assert_eq!(table.seed(), None);
    }
    assert_ne!(open(&config(2), known("other"), None).game(), mine.game());
}

/// Without a chosen seed the host's stands, an empty one included.
#[test]
fn without_a_choice_the_hosts_seed_deals() {
    let empty = Config { rng_seed: Some(String::new()), ..config(1) };
    for config in [config(1), empty] {
        assert_eq!(open(&config, known("other"), None).header().luck, known("other"));
        assert!(matches!(secret(&config, "hidden").header().luck, Luck::Fair { .. }));
    }
}

/// FR-046: the seed stands beside the summary when the game is over, and not before.
#[test]
fn the_seed_is_told_at_the_end() {
    #[track_caller]
    fn told(mut table: TableOf<Silosoft>) -> (String, TableOf<Silosoft>) {
        let told = |table: &TableOf<Silosoft>| table.update(Viewer::Spectator, 0).seed;
        assert_eq!(told(&table), None);
        play_on(&mut table);
        assert!(table.outcome().is_some());
        assert_eq!(table.update_at(Viewer::Spectator, 0).unwrap().seed, None);
        (told(&table).unwrap(), table)
    }
    assert_eq!(told(open(&seeded(1), known("other"), None)).0, "mine");
    assert_eq!(told(secret(&seeded(1), "hidden")).0, "mine");
    assert_eq!(told(open(&config(1), known("other"), None)).0, "other");
    // Where players salted the dice the seed alone would deal something else: the text that is told
    // deals the same again.
    let (deal, salted) = told(secret(&config(1), "hidden"));
    let (again, dealt) = told(open(&config(1), known(&deal), None));
    assert_eq!((&again, dealt.game()), (&deal, salted.game()));
}

/// A host that keeps a secret for every table may hand it in: an open seed stands by itself.
#[test]
fn a_reloaded_table_draws_on_from_the_chosen_seed() {
    let table = secret(&seeded(1), "hidden");
    let text = table.journal().text();
    let (mut again, notice) = TableOf::<Silosoft>::load(&text, Some("hidden"), false).unwrap();
    assert_eq!(notice, None);
    play_on(&mut again);
    let mut straight = table;
    play_on(&mut straight);
    assert_eq!(again.journal().text(), straight.journal().text());
    assert!(again.outcome().is_some());
}
