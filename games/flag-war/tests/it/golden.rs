//! Whole games as text, rewritten only on request.

use senet_flag_war::{Command, Config, Direction, FlagWar, Team};
use senet_kernel::{Actor, Game};
use senet_testkit::{Moves, golden};
use serde_json::json;

use crate::board::small;

#[test]
fn the_race_of_two_rounds() {
    // R1
    let order = |team: Team, piece, direction, distance, round| {
        (Actor::from(team.seat()), Command::step(piece, direction, distance, round))
    };
    let tick = || (Actor::Clock, Command::Tick {});
    let moves = vec![
        order(Team::Blue, 2, Direction::Up, 8, None),
        order(Team::Red, 1, Direction::Down, 3, None),
        order(Team::Blue, 2, Direction::Down, 6, Some(2)),
        order(Team::Blue, 1, Direction::Left, 9, Some(5)),
        tick(),
        order(Team::Red, 2, Direction::Up, 2, None),
        tick(),
    ];
    let config = Config::default();
    golden::<FlagWar>("tests/golden/race.jsonl", &config, "race", Moves::These(moves));
}

#[test]
fn a_game_with_drawn_keys() {
    let config = small(json!({
        "keys": { "mode": "random_enemy_land" }, "movement": { "max_distance": 3 },
        "round_limit": 25
    }));
    golden::<FlagWar>("tests/golden/drawn-keys.jsonl", &config, "keys", Moves::Random);
}

#[test]
fn a_game_along_the_way() {
    // As `blockade` was before it had an end of its own: such journals replay as they did.
    let config = FlagWar::read_config(&json!({ "contact": "path", "friendly": "pass" })).unwrap();
    golden::<FlagWar>("tests/golden/blockade.jsonl", &config, "blockade-2", Moves::Random);
}

#[test]
fn a_game_that_goes_round_in_circles() {
    // FW-59
    let turn = |out: bool, round| {
        let (blue, red) = match out {
            true => (Direction::Left, Direction::Right),
            false => (Direction::Right, Direction::Left),
        };
        let step = |team: Team, piece, way| {
            (Actor::from(team.seat()), Command::step(piece, way, 2, Some(round)))
        };
        [step(Team::Blue, 1, blue), step(Team::Red, 3, red), (Actor::Clock, Command::Tick {})]
    };
    let moves = (1..=8).flat_map(|round| turn(round % 2 == 1, round)).collect();
    let config = FlagWar::about().presets[1].config.clone();
    golden::<FlagWar>("tests/golden/repetition.jsonl", &config, "circles", Moves::These(moves));
}
