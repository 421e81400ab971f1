//! The view to the letter: what is fixed, what is warned of, and views that somebody made up.

use senet_flag_war::{Command, Direction, FlagWar, PieceView, Rect, Square, Team, View, Warning};
use senet_kernel::{Game, Rng, Seat, Viewer};
use serde_json::{Value, json};

use crate::board::{BLUE, drawn, game_of, give, order, seed, small, tick};

fn own_view(game: &FlagWar, seat: Seat) -> View {
    game.view(seat.into())
}

/// The warnings of Blue in a few signs.
#[track_caller]
fn warns(config: Value, board: &str, orders: &str, wanted: &str) {
    let mut game = drawn(&small(config), board);
    order(&mut game, orders);
    assert_eq!(warnings(&game), wanted);
}

fn warnings(game: &FlagWar) -> String {
    let names = |by: &[senet_flag_war::Piece]| -> String {
        by.iter().map(|piece| char::from(b'a' + piece.id - 1)).collect()
    };
    let told = own_view(game, Seat::FIRST).own.unwrap().warnings;
    let brief = told.iter().map(|warning| match warning {
        Warning::FriendsMeet { pieces, square } => {
            let ids: String = pieces.iter().map(u8::to_string).collect();
            format!("meet {ids} at {square}")
        }
        Warning::EnemyHolds { piece, square } => format!("held {piece} at {square}"),
        Warning::FlagInReach { by } => format!("flag {}", names(by)),
        Warning::KeyInReach { by } => format!("key {}", names(by)),
    });
    brief.collect::<Vec<_>>().join("; ")
}

const START: &str = ". . . . . . .
     . . a b c . .
     . . . . . . .
     . . . . . . .
     . . . . . . .
     . . 1 2 3 . .
     . . . . . . .";

#[test]
fn warnings_are_about_this_round_and_true() {
    let any = || json!({});
    warns(any(), START, "", "flag b");
    warns(json!({ "movement": { "max_distance": 5 } }), START, "", "flag b");
    warns(json!({ "movement": { "max_distance": 4 } }), START, "", "");
    warns(any(), START, "1 right 1, 2 hold", "meet 12 at (3,5); flag b");
    warns(any(), START, "1 right 1, 3 left 1, 2 up 1", "meet 13 at (3,5); flag b");
    warns(json!({ "friendly": "pass" }), START, "1 right 1, 2 hold", "flag b");
    // An enemy on its own land holds the square, on free land nobody does.
    warns(any(), START, "2 up 4", "held 2 at (3,1); flag b");
    warns(any(), START, "2 up 3", "flag b");
    let mut later = drawn(&small(any()), START);
    give(&mut later, BLUE, &Command::step(2, Direction::Up, 4, Some(8)));
    give(&mut later, BLUE, &Command::step(1, Direction::Right, 1, Some(8)));
    assert_eq!(warnings(&later), "flag b", "the next round is not this one");
    // On the own land it is the enemy who would be tagged; on neutral ground both.
    let near = ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . . . .
         . . . . c . .
         . . 1 2 3 . .
         . . . . . . .";
    warns(any(), near, "3 up 1", "flag b");
    let neutral = ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . c . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .";
    warns(any(), neutral, "3 up 2", "held 3 at (4,3); flag b");
    // A flag that is away is not in reach, and nobody in reach is no warning.
    let away = ". . . . . . .
         . . . a c . .
         . . . . . . .
         . . . . . . .
         B . . . . . .
         . . 1 2 3 . .
         . . . . . . .";
    warns(any(), away, "", "");
    let far = ". . . . . . .
         . b a . c . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .";
    warns(any(), far, "", "");
    // Red's key lies at (1,5) while one of Red is in jail.
    let key = ". . . . . . .
         . a b . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . . .";
    warns(any(), key, "", "key a");
    warns(json!({ "movement": { "max_distance": 3 } }), key, "", "");
}

#[test]
fn what_is_fixed_for_a_team_is_shown() {
    // FW-4 to FW-8
    let shared = |game: &FlagWar| game.view(Viewer::Spectator).shared;
    let rect = |left, top, right, bottom| Rect { left, top, right, bottom };
    let square = Square::new;
    let [blue, red] = &shared(&seed()).sides[..] else { panic!("two sides") };
    assert_eq!((blue.team, blue.seat), (Team::Blue, Seat::FIRST));
    assert_eq!((blue.land, blue.zone), (rect(0, 6, 10, 10), Some(rect(4, 9, 6, 10))));
    assert_eq!((red.land, red.zone), (rect(0, 0, 10, 4), Some(rect(4, 0, 6, 1))));
    assert_eq!((blue.flag_home, red.flag_home), (square(5, 10), square(5, 0)));
    assert_eq!(blue.starts, [square(4, 8), square(5, 8), square(6, 8)]);
    assert_eq!(red.starts, [square(4, 2), square(5, 2), square(6, 2)]);
    assert_eq!((blue.key_square, red.key_square), (Some(square(9, 1)), Some(square(1, 9))));
    let drawn_keys = game_of(&small(json!({ "keys": { "mode": "random_enemy_land" } })));
    assert_eq!(shared(&drawn_keys).sides[0].key_square, None);
    assert_eq!(shared(&seed()).tick_ms, 3000);
    assert_eq!(shared(&game_of(&small(json!({ "tick_mode": "manual" })))).tick_ms, 0);
    let ready = game_of(&small(json!({ "tick_mode": "timer_or_ready" })));
    assert_eq!(shared(&ready).tick_ms, 3000);
}

#[test]
fn orders_are_counted_down() {
    // FW-14
    let mut game = seed();
    let left = |game: &FlagWar| own_view(game, Seat::FIRST).own.unwrap().orders_left;
    assert_eq!(left(&game), 10_000);
    give(&mut game, BLUE, &Command::hold(1, None));
    give(&mut game, BLUE, &Command::step(2, Direction::Up, 1, Some(9)));
    give(&mut game, BLUE, &Command::cancel_all());
    assert_eq!(left(&game), 9_997, "orders and cancels alike");
    tick(&mut game);
    assert_eq!(left(&game), 10_000);
}

#[test]
fn a_rescuer_is_shown_where_its_next_move_begins() {
    // FW-48, R29
    let mut game = drawn(
        &small(json!({})),
        ". . . . . . .
         . . a b c . .
         . . . . . . .
         . . . . . . .
         . . . . . 3 .
         . . . 2 . . .
         . . . . . . .",
    );
    order(&mut game, "3 up 3");
    tick(&mut game);
    let view = own_view(&game, Seat::FIRST);
    let marks: Vec<bool> = view.shared.now.pieces.iter().map(|p| p.returns_home).collect();
    assert_eq!(marks, [false, false, true, false, false, false]);
    let pieces = &view.own.as_ref().unwrap().pieces;
    assert_eq!(view.shared.now.pieces[2].square, Some(Square::new(5, 1)));
    assert_eq!(pieces[2].from, Some(Square::new(4, 5)));
    assert_eq!(pieces[1].from, Some(Square::new(3, 5)));
    assert_eq!(view.position(), *game.position(), "the position again");
    let tally = |side: usize| view.shared.sides[side].tally;
    assert_eq!((tally(0).freed, tally(1).freed, tally(0).tags), (1, 0, 0));
    order(&mut game, "3 up 1");
    tick(&mut game);
    assert_eq!(game.position().square(Team::Blue, 2), Some(Square::new(4, 4)));
    assert_eq!(game.position().homing, [0; 2], "once");
    assert_eq!(own_view(&game, Seat::FIRST).position(), *game.position());
}

#[test]
fn what_a_preset_has_and_a_rule_set_leaves_out_is_a_change_too() {
    // FW-61
    let config = FlagWar::read_config(&json!({ "keys": { "mode": "none" } })).unwrap();
    let shared = game_of(&config).view(Viewer::Spectator).shared;
    let mut fields: Vec<String> =
        shared.changes.iter().map(|c| format!("{} {}", c.field, c.value)).collect();
    fields.sort();
    assert_eq!(fields, ["keys.blue null", "keys.mode \"none\"", "keys.red null"]);
}

#[test]
fn a_view_that_somebody_made_up_is_harmless() {
    let mut game = seed();
    order(&mut game, "2 up 8, b down 1");
    tick(&mut game);
    let view = own_view(&game, Seat::FIRST);
    let mut extra = view.clone();
    for id in [0, 4, 9, 255] {
        extra.shared.now.pieces.push(PieceView {
            team: Team::Blue,
            id,
            square: Some(Square::new(1, 1)),
            jailed: false,
            carrying: true,
            returns_home: true,
        });
    }
    assert_eq!(extra.position(), view.position(), "there is no such piece");
    let mut off = view.clone();
    off.shared.now.pieces[0].square = Some(Square::new(11, 3));
    assert_eq!(off.position().pieces[0][0], None, "there is no such square");
    let mut odd = view.clone();
    for id in [0, 10, 255] {
        odd.shared.last_round.as_mut().unwrap().orders[0].piece.id = id;
        let guess = FlagWar::guess(&odd, Seat::FIRST.into(), &mut Rng::new(1));
        assert_eq!(guess.round(), 2);
    }
}
