//! The way of a piece, reckoned at once, against one that goes step by step (FW-30 to FW-33).

use senet_flag_war::position::Position;
use senet_flag_war::round::{Obstacle, Step, Walk, walk};
use senet_flag_war::{Block, Config, Direction, FlagWar, Setup, Square, Team};
use senet_kernel::Game;
use serde_json::{Value, json};

/// One square after the other.
fn slow(setup: &Setup, position: &Position, team: Team, from: Square, step: Step) -> Walk {
    let (config, layout) = (setup.config(), setup.layout());
    let carries = position.carries(team, 0);
    let mut ordered = config.movement.max_distance.cut(step.distance);
    if carries {
        ordered = config.movement.max_distance_carrying.cut(ordered);
    }
    let closed = |square| !carries && position.zone_closed(team) && layout.in_zone(team, square);
    let mut walk = Walk { to: from, ordered, moved: 0, obstacle: None };
    while walk.moved < ordered && walk.obstacle.is_none() {
        match layout.step(walk.to, step.direction.delta()) {
            None => walk.obstacle = Some(Obstacle::Edge),
            Some(next) if closed(next) => walk.obstacle = Some(Obstacle::Zone),
            Some(next) => walk = Walk { to: next, moved: walk.moved + 1, ..walk },
        }
    }
    let void = match walk.obstacle {
        None => false,
        Some(Obstacle::Edge) => config.edge == Block::Void,
        Some(Obstacle::Zone) => config.zone_block == Block::Void,
    };
    if void { Walk { to: from, moved: 0, ..walk } } else { walk }
}

/// From every square, in every direction, over every distance, with and without a flag, with the
/// zone closed and open.
#[track_caller]
fn check(config: &Value) {
    let config: Config = FlagWar::read_config(config).unwrap();
    let setup = Setup::new(&config).unwrap();
    let start = Position::start(&setup);
    for case in 0..8 {
        let team = Team::ALL[case % 2];
        let mut position = start;
        position.open[team.index()] = case & 2 != 0;
        position.carriers[team.index()] = (case & 4 != 0).then_some(0);
        for from in setup.layout().squares() {
            for direction in Direction::ALL {
                for distance in 1..=31 {
                    let step = Step { direction, distance };
                    let fast = walk(&setup, &position, team, 0, from, step);
                    let slow = slow(&setup, &position, team, from, step);
                    assert_eq!(fast, slow, "{team:?} {from:?} {step:?} {position:?}");
                }
            }
        }
    }
}

#[test]
fn a_way_reckoned_at_once_is_the_way_step_by_step() {
    check(&json!({}));
    check(&json!({"movement": {"max_distance": 4, "max_distance_carrying": 2}}));
    check(&json!({"edge": "void", "zone_block": "void"}));
    check(&json!({"width": 7, "height": 9, "neutral_rows": 1, "pieces": 3, "zone_radius": 0}));
}
