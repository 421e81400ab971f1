//! A game that is a file and comes to no end keeps nobody waiting but those at its own tables.

use std::sync::Arc;

use senet_catalog::shelf;
use senet_host::{Guest, Limits};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

use crate::House;
use crate::puppet::{Does, about, nothing_new, opened, puppet};

/// A game whose first command is never answered, for longer than this test waits for anything.
fn endless() -> Guest {
    let acts = [
        ("\"about\"", about(|_| ())),
        ("{\"roles\"", Does::Says(json!({ "Ok": ["X", "O"] }))),
        ("{\"open\"", Does::Says(opened())),
        ("{\"load\"", Does::Says(opened())),
        ("{\"change\":{\"change\":{\"seat_bots\"", Does::Says(nothing_new())),
        ("{\"change\":{\"change\":{\"submit", Does::Spins),
    ];
    let limits = Limits { steps: 100_000, ..Limits::default() };
    Guest::of_house(&puppet(&acts), limits).unwrap()
}

/// Threads that serve sockets. What never ends there is not waited for.
struct Serving(Option<Runtime>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.take().unwrap().shutdown_background();
    }
}

#[test]
fn a_game_that_comes_to_no_end_keeps_no_other_table_waiting() {
    shelf::add(Arc::new(endless()));
    // One thread serves all sockets; those who play have another.
    let one = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let house = one.block_on(House::new());
    let _serving = Serving(Some(one));
    Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
        let (stuck, tokens) = house.full("puppet", json!({})).await;
        let mut waits = house.client().await;
        waits.follow(&stuck, &tokens[0], None).await;
        let (table, others) = house.full("connect-four", json!({})).await;
        let mut plays = house.client().await;
        plays.follow(&table, &others[0], None).await;
        plays.follow(&table, &others[1], None).await;
        let endless =
            json!({ "type": "submit", "id": 0, "table": stuck, "seat": 0, "command": {} });
        waits.send(&endless.to_string()).await;
        for turn in 0..6 {
            let submit = json!({
                "type": "submit", "table": table, "seat": turn % 2,
                "command": { "type": "drop", "column": 1 + turn % 2 },
            });
            let answer = plays.ask(submit).await;
            assert_eq!(answer["type"], "accepted", "{answer}");
        }
    });
}
