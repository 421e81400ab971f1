//! Who sees what (FW-13, R34 to R36), and what the view offers.

use senet_flag_war::{Command, Direction, FlagWar, Stop, Team, View, Warning};
use senet_kernel::{Game, Rng, Seat, Text, Viewer};
use serde_json::json;

use crate::board::{BLUE, RED, drawn, game_of, give, order, seed, small, tick};

fn view(game: &FlagWar, viewer: impl Into<Viewer>) -> View {
    game.view(viewer.into())
}

#[test]
fn the_shared_part_is_the_same_for_all_and_holds_no_order() {
    // FW-13, R34
    let mut game = seed();
    let fresh = view(&game, Viewer::Spectator);
    give(&mut game, BLUE, &Command::step(2, Direction::Up, 8, None));
    give(&mut game, RED, &Command::step(1, Direction::Down, 3, Some(4)));
    let texts: Vec<String> = Viewer::all(2)
        .map(|viewer| serde_json::to_string(&game.view(viewer).shared).unwrap())
        .collect();
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
    assert_eq!(view(&game, Viewer::Spectator), fresh, "orders leave no mark in the shared part");
    assert_eq!(fresh.own, None);
    let own = view(&game, Seat::SECOND).own.unwrap();
    assert_eq!((own.team, own.plan.len(), own.plan[0].round), (Team::Red, 1, 4));
}

#[test]
fn events_of_orders_are_private() {
    // FW-13, R34
    let mut game = seed();
    let mut events = give(&mut game, BLUE, &Command::step(2, Direction::Up, 8, None));
    events.extend(give(&mut game, BLUE, &Command::hold(2, None)));
    events.extend(give(&mut game, BLUE, &Command::cancel_all()));
    assert_eq!(events.len(), 4);
    for event in &events {
        assert_eq!(FlagWar::shown(event, Seat::FIRST.into()).as_ref(), Some(event));
        assert_eq!(FlagWar::shown(event, Seat::SECOND.into()), None);
        assert_eq!(FlagWar::shown(event, Viewer::Spectator), None);
    }
    order(&mut game, "b down 1");
    for event in tick(&mut game) {
        assert!(FlagWar::shown(&event, Viewer::Spectator).is_some());
    }
}

#[test]
fn a_resolved_round_is_open_to_all() {
    let mut game = seed();
    order(&mut game, "2 up 8, b down 3");
    let before = view(&game, Viewer::Spectator).shared.now;
    tick(&mut game);
    let shared = view(&game, Viewer::Spectator).shared;
    let last = shared.last_round.unwrap();
    assert_eq!((last.number, shared.round), (1, 2));
    let orders: Vec<String> = last.orders.iter().map(|order| order.piece.to_string()).collect();
    assert_eq!(orders, ["Blue 2", "Red 2"]);
    assert_eq!(last.before, before);
    assert_eq!(shared.now.flags[1].carrier.unwrap().to_string(), "Blue 2");
}

#[test]
fn the_hash_stands_for_what_is_public() {
    let mut game = seed();
    let hash = |game: &FlagWar| view(game, Viewer::Spectator).shared.state_hash;
    let first = hash(&game);
    order(&mut game, "2 up 8");
    assert_eq!(hash(&game), first);
    let mut again = game.clone();
    tick(&mut game);
    tick(&mut again);
    assert_ne!(hash(&game), first);
    assert_eq!(hash(&game), hash(&again));
}

#[test]
fn a_guess_has_the_own_plan_and_no_other() {
    // R36: what is not the seat's own is not there to be read.
    let mut game = seed();
    order(&mut game, "2 up 8, b down 3");
    let guess = FlagWar::guess(&view(&game, Seat::FIRST), Seat::FIRST.into(), &mut Rng::new(1));
    assert_eq!(guess.plan(Team::Blue), game.plan(Team::Blue));
    assert_eq!(guess.plan(Team::Red).orders().count(), 0);
}

#[test]
fn a_changed_preset_is_shown_as_custom_with_its_changes() {
    // FW-61
    let shared = |config: serde_json::Value| {
        let config = FlagWar::read_config(&config).unwrap();
        view(&game_of(&config), Viewer::Spectator).shared
    };
    let seed = shared(json!({}));
    assert_eq!((seed.ruleset.as_str(), seed.changes.len()), ("seed", 0));
    let tactical = json!({
        "movement": { "max_distance": 4, "max_distance_carrying": 2 }, "round_limit": 100,
        "repetition": 5
    });
    assert_eq!(shared(tactical.clone()).ruleset, "tactical");
    let with = |field: &str, value: serde_json::Value| {
        let mut config = tactical.clone();
        config[field] = value;
        shared(config)
    };
    // How rounds are timed makes no other game, and is told all the same.
    for (field, value, told) in [
        ("tick_mode", json!("manual"), "\"manual\""),
        ("tick_ms", json!(5000), "5000"),
        ("grace_s", json!(60), "60"),
    ] {
        let timed = with(field, value);
        assert_eq!(timed.ruleset, "tactical", "{field}");
        assert_eq!(
            (timed.changes[0].field.as_str(), timed.changes[0].value.as_str()),
            (field, told)
        );
    }
    let custom = with("pieces", json!(4));
    assert_eq!((custom.ruleset.as_str(), custom.closest_preset.as_str()), ("custom", "tactical"));
    let change = &custom.changes[0];
    assert_eq!((change.field.as_str(), change.value.as_str()), ("pieces", "4"));
    assert_eq!(change.preset, "3");
    assert_eq!(custom.config.keys.blue.unwrap().x, 9, "every choice is written out");
}

#[test]
fn the_view_says_how_far_pieces_can_go_and_where_their_plans_lead() {
    // R35: previews are advice made by the rules; a screen needs none of its own.
    let mut game = seed();
    give(&mut game, BLUE, &Command::step(1, Direction::Up, 2, None));
    give(&mut game, BLUE, &Command::step(1, Direction::Left, 9, Some(3)));
    let own = view(&game, Seat::FIRST).own.unwrap();
    let legs: Vec<(u8, Stop)> = own.pieces[0].legs.iter().map(|l| (l.squares, l.stop)).collect();
    assert_eq!(legs, [(8, Stop::Edge), (0, Stop::OwnZone), (4, Stop::Edge), (6, Stop::Edge)]);
    let ends: Vec<String> = own.plan.iter().map(|entry| entry.to.unwrap().to_string()).collect();
    assert_eq!(ends, ["(4,6)", "(0,6)"]);
    assert_eq!(own.pieces[0].after_plan.unwrap().to_string(), "(0,6)");
    assert_eq!((own.pieces[0].free_round, own.pieces[1].free_round), (4, 1));
    assert_eq!(own.last_plannable_round, 101);
    let tactical = game_of(&FlagWar::about().presets[1].config);
    let own = view(&tactical, Seat::FIRST).own.unwrap();
    assert_eq!((own.pieces[0].legs[0].squares, own.pieces[0].legs[0].stop), (4, Stop::Limit));
    // Where the edge voids a move, the longest whole move still counts.
    let void = game_of(&small(json!({ "edge": "void" })));
    assert_eq!(view(&void, Seat::FIRST).own.unwrap().pieces[0].legs[2].squares, 2);
}

#[test]
fn the_view_warns_before_the_tick() {
    let mut game = drawn(
        &small(json!({})),
        ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . . . .
         . . . . . 1 .
         . . 2 . 3 . .
         . . . . . c .",
    );
    let warnings = |game: &FlagWar| view(game, Seat::FIRST).own.unwrap().warnings;
    let flag = warnings(&game);
    assert!(matches!(&flag[..], [Warning::FlagInReach { by }] if by.len() == 2), "{flag:?}");
    order(&mut game, "2 up 4, 1 down 1, 3 right 1");
    let told = warnings(&game);
    let held = |w: &&Warning| matches!(w, Warning::EnemyHolds { piece: 2, .. });
    let meet = |w: &&Warning| matches!(w, Warning::FriendsMeet { pieces, .. } if *pieces == [1, 3]);
    assert!(told.iter().find(held).is_some() && told.iter().find(meet).is_some(), "{told:?}");
    assert_eq!(told.len(), 3);
}

#[test]
fn the_prompt_counts_the_orders_of_pieces_that_can_move() {
    #[track_caller]
    fn check(board: &str, pieces: &[u8], expected: &str) {
        let mut game = drawn(&small(json!({})), board);
        for piece in pieces {
            give(&mut game, BLUE, &Command::step(*piece, Direction::Up, 1, None));
        }
        let prompt = FlagWar::prompt(&view(&game, Seat::FIRST), Seat::FIRST.into());
        assert_eq!(prompt.split_once(". ").unwrap().1, expected);
    }
    let all = ". . . . . . .
         . a b c . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . 1 2 3 . . .
         . . . . . . .";
    check(all, &[1, 3], "2 of 3 pieces have one.");
    let one = all.replace(['1', '2'], ".");
    check(&one, &[1], "0 of 1 piece has one.");
    check(&one, &[1, 3], "1 of 1 piece has one.");
}

#[test]
fn the_game_speaks() {
    let mut game = seed();
    let blue = view(&game, Seat::FIRST);
    assert_eq!(FlagWar::seat_name(&blue, Seat::SECOND), "Red");
    assert_eq!(
        FlagWar::prompt(&blue, Seat::FIRST.into()),
        "Blue: give orders for round 1. 0 of 3 pieces have one."
    );
    let up = Command::step(2, Direction::Up, 8, Some(4));
    assert_eq!(FlagWar::say(&blue, &up), "2 up 8 in round 4");
    assert_eq!(FlagWar::say(&blue, &Command::step(2, Direction::Up, 8, Some(1))), "2 up 8");
    let drawing = FlagWar::draw(&blue, Seat::FIRST.into()).plain();
    assert!(drawing.contains(" 8  ·  ·  ·  · ▲1 ▲2 ▲3"), "{drawing}");
    assert!(drawing.contains(" 5  ~  ~"), "{drawing}");
    order(&mut game, "2 up 8");
    tick(&mut game);
    order(&mut game, "2 down 6");
    tick(&mut game);
    let over = view(&game, Viewer::Spectator);
    let prompt = FlagWar::prompt(&over, Viewer::Spectator);
    assert_eq!(prompt, "Blue has won: the enemy's flag is home.");
    let ending = FlagWar::ending(&over).plain();
    assert!(
        ending.contains("2 rounds, 6 s of play.")
            && ending.contains("Blue: 0 tagged, 1 flag taken")
    );
}
