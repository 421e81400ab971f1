//! The end of the game, and what does not end it.

use senet_flag_war::position::Position;
use senet_flag_war::{Command, Config, End, EndReason, FlagWar, Rejection, Setup, Team};
use senet_kernel::{Actor, Events, Game, Outcome, Seat, SeatSet, Text, Viewer};
use serde_json::json;

use crate::board::{BLUE, RED, brief, dice, drawn, game_of, give, order, seed, small, tick};

#[track_caller]
fn refused(game: &FlagWar, actor: Actor, command: &Command, rejection: Rejection) {
    assert_eq!(game.check(actor, command), Err(rejection));
}

#[test]
fn a_team_without_pieces_has_lost() {
    // R32, FW-54, FW-27: on Blue's last piece; then both at once.
    let last = ". . . . . . .
                . . a . c . .
                . . . b . . .
                . . . . . . .
                . . . 1 . . .
                . . . . . . .
                . . . . . . .";
    let mut game = drawn(&small(json!({})), last);
    order(&mut game, "1 up 2");
    let told = brief(&tick(&mut game));
    assert_eq!(told, "1 3,2; tag 1 by b at 3,2; over red Elimination");
    assert_eq!(game.outcome(), Some(Outcome::Versus { winner: Some(Seat::SECOND) }));

    let both = ". . . . . . .
                . . . . . . .
                . . . b . . .
                . . . . . . .
                . . . 1 . . .
                . . . . . . .
                . . . . . . .";
    let mut game = drawn(&small(json!({})), both);
    order(&mut game, "1 up 1, b down 1");
    let told = brief(&tick(&mut game));
    assert_eq!(told, "1 3,3; b 3,3; trade 1b at 3,3; over draw DoubleElimination");

    // Red's last piece.
    let mut game = drawn(&small(json!({})), both);
    order(&mut game, "b down 2");
    let told = brief(&tick(&mut game));
    assert_eq!(told, "b 3,4; tag b by 1 at 3,4; over blue Elimination");

    // Switched off, the game goes on to its limit.
    let config = small(json!({ "elimination": "off", "round_limit": 9 }));
    let mut game = drawn(&config, both);
    order(&mut game, "1 up 1, b down 1");
    tick(&mut game);
    assert_eq!(game.end(), None);
    assert_eq!(brief(&tick(&mut game)), "");
    assert_eq!(brief(&tick(&mut game)), "over draw RoundLimit");
    assert_eq!(game.round(), 10);
}

#[test]
fn the_round_limit_is_a_draw_only_where_it_is_set() {
    // R39, FW-55
    let mut game = game_of(&small(json!({ "round_limit": 2 })));
    assert_eq!(brief(&tick(&mut game)), "");
    assert_eq!(brief(&tick(&mut game)), "over draw RoundLimit");
    let mut game = seed();
    for _ in 0..300 {
        tick(&mut game);
    }
    assert_eq!((game.end(), game.round()), (None, 301));
    // Something that decides the last round comes first.
    let mut game = drawn(
        &small(json!({ "round_limit": 7 })),
        ". . . . . . .
         . . a b c . .
         . x . . . . .
         . . . . . . .
         . . . . . . .
         . . . 2 3 . .
         . . . . . . .",
    );
    order(&mut game, "1 down 2");
    assert_eq!(brief(&tick(&mut game)), "1 1,4; score 1 at 1,4; over blue Capture");
}

#[test]
fn a_position_that_comes_too_often_is_a_draw() {
    // FW-59: moving there and back; standing still does not count, and a tag begins the count anew.
    let config = small(json!({ "repetition": 3 }));
    let times =
        |game: &FlagWar| game.view(Viewer::from(Seat::FIRST)).shared.repetition.map(|r| r.times);
    let mut game = game_of(&config);
    for _ in 0..20 {
        tick(&mut game);
    }
    assert_eq!((game.end(), times(&game)), (None, Some(1)));
    for (moves, told) in [
        ("1 left 1", "1 1,5"),
        ("1 right 1", "1 2,5"),
        ("1 left 1", "1 1,5"),
        ("1 right 1", "1 2,5; over draw Repetition"),
    ] {
        assert_eq!(game.end(), None);
        order(&mut game, moves);
        assert_eq!(brief(&tick(&mut game)), told);
    }
    let last = game.view(Viewer::from(Seat::FIRST)).shared.last_round.unwrap();
    assert_eq!(brief(&last.events), "1 2,5; over draw Repetition", "and it is told again");

    let mut game = drawn(
        &config,
        ". . . . . . .
         . . a b . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . 1 2 3 . .
         . . . . . c .",
    );
    for (moves, count) in [("1 left 1", 1), ("1 right 1", 2), ("3 right 1, c up 1", 1)] {
        order(&mut game, moves);
        tick(&mut game);
        assert_eq!(times(&game), Some(count), "{moves}");
    }
    let seed = FlagWar::about().presets[0].config.clone();
    assert_eq!((seed.repetition, seed.round_limit), (None, None), "`seed` stays as it is");
}

#[test]
fn rule_sets_but_the_first_end_by_themselves() {
    // FW-55, FW-59: and the prompt tells when the end is near.
    for preset in &FlagWar::about().presets[1..] {
        assert!(preset.config.round_limit.is_some() && preset.config.repetition.is_some());
        let mut game = game_of(&preset.config);
        let prompt = |game: &FlagWar| {
            let viewer = Viewer::from(Seat::FIRST);
            FlagWar::prompt(&game.view(viewer), viewer)
        };
        assert!(!prompt(&game).contains("left"), "{}", prompt(&game));
        while game.round() < 100 {
            let said = prompt(&game);
            assert_eq!(said.contains("rounds are left"), game.round() > 90, "{said}");
            tick(&mut game);
        }
        assert!(prompt(&game).contains("This is the last round."), "{}", prompt(&game));
        assert_eq!(brief(&tick(&mut game)), "over draw RoundLimit");
    }
    let mut game = game_of(&FlagWar::about().presets[1].config);
    for moves in ["1 left 1", "1 right 1"] {
        order(&mut game, moves);
        tick(&mut game);
    }
    let said = FlagWar::prompt(&game.view(Viewer::from(Seat::FIRST)), Viewer::from(Seat::FIRST));
    assert!(said.ends_with("This position has come 2 times; at 5 it is a draw."), "{said}");
}

#[test]
fn the_bound_is_reached_and_never_passed() {
    // R39: orders, offers and readiness together; nothing can be sent without end.
    let config = small(json!({ "round_limit": 2, "tick_mode": "manual" }));
    let mut game = game_of(&config);
    let bound = game.bound();
    let mut given = 0;
    while game.end().is_none() {
        for actor in [BLUE, RED] {
            let offers = [Command::OfferDraw {}, Command::WithdrawDraw {}, Command::hold(1, None)];
            while let Some(command) =
                offers.iter().find(|command| game.check(actor, command).is_ok())
            {
                give(&mut game, actor, command);
                given += 1;
            }
            give(&mut game, actor, &Command::Ready {});
            given += 1;
        }
    }
    assert_eq!(given, bound);
}

#[test]
fn who_gives_up_has_lost() {
    // FW-57
    for (actor, winner) in [(BLUE, Team::Red), (RED, Team::Blue)] {
        let mut game = seed();
        give(&mut game, BLUE, &Command::hold(1, None));
        let told = give(&mut game, actor, &Command::Resign {});
        let end = End { winner: Some(winner), reason: EndReason::Resign };
        assert_eq!(game.end(), Some(end));
        assert_eq!(told.len(), 1);
        assert_eq!(game.plan(Team::Blue).orders().count(), 0, "FW-56: all queues are dropped");
        assert_eq!(game.round(), 1);
    }
}

#[test]
fn who_is_away_too_long_has_lost() {
    // R37, FW-57: the host says so; both away is a draw.
    let forfeit = |seats: SeatSet| Command::Forfeit { seats };
    for (seats, winner) in [
        (SeatSet::only(Seat::FIRST), Some(Team::Red)),
        (SeatSet::only(Seat::SECOND), Some(Team::Blue)),
        (SeatSet::first(2), None),
    ] {
        let mut game = seed();
        give(&mut game, Actor::Host, &forfeit(seats));
        assert_eq!(game.end(), Some(End { winner, reason: EndReason::Forfeit }));
    }
    let game = seed();
    refused(&game, Actor::Host, &forfeit(SeatSet::NONE), Rejection::NobodyAway);
    refused(&game, Actor::Host, &forfeit(SeatSet::first(3)), Rejection::NobodyAway);
    refused(&game, BLUE, &forfeit(SeatSet::first(1)), Rejection::NotForSeats);
    refused(&game, Actor::Clock, &forfeit(SeatSet::first(1)), Rejection::NotForSeats);
    assert_eq!(game.leave(Seat::SECOND), Some(forfeit(SeatSet::only(Seat::SECOND))));
    assert_eq!(game.idle(Seat::FIRST), None, "R37: pieces of an absent player hold");
}

#[test]
fn two_offers_are_a_draw() {
    // FW-58
    let mut game = seed();
    refused(&game, BLUE, &Command::WithdrawDraw {}, Rejection::NotOffered);
    give(&mut game, BLUE, &Command::OfferDraw {});
    refused(&game, BLUE, &Command::OfferDraw {}, Rejection::AlreadyOffered);
    tick(&mut game);
    give(&mut game, BLUE, &Command::WithdrawDraw {});
    give(&mut game, RED, &Command::OfferDraw {});
    assert_eq!(game.end(), None);
    give(&mut game, BLUE, &Command::OfferDraw {});
    assert_eq!(game.end(), Some(End { winner: None, reason: EndReason::AgreedDraw }));
}

#[test]
fn the_clock_ends_rounds() {
    // R41, FW-10, FW-12: a timer, not a wait for both; nobody else ticks.
    let mut game = seed();
    let tick_due = game.tick().unwrap();
    assert_eq!((tick_due.after_ms, tick_due.number), (3000, 1));
    assert_eq!(tick_due.command, Command::Tick {});
    refused(&game, BLUE, &Command::Tick {}, Rejection::NotForSeats);
    refused(&game, BLUE, &Command::Ready {}, Rejection::NoReadying);
    tick(&mut game);
    assert_eq!((game.round(), game.tick().unwrap().number), (2, 2));
    assert_eq!(game.to_act(), SeatSet::first(2));
    give(&mut game, Actor::Host, &Command::Tick {});
    assert_eq!(game.round(), 3, "a host may keep the clock itself");
}

#[test]
fn rounds_may_wait_for_both() {
    // FW-62
    let mut game = game_of(&small(json!({ "tick_mode": "manual" })));
    assert_eq!(game.tick(), None);
    give(&mut game, BLUE, &Command::Ready {});
    refused(&game, BLUE, &Command::Ready {}, Rejection::AlreadyReady);
    refused(&game, BLUE, &Command::hold(1, None), Rejection::AlreadyReady);
    assert_eq!(game.to_act(), SeatSet::only(Seat::SECOND));
    assert_eq!(game.idle(Seat::SECOND), Some(Command::Ready {}));
    assert_eq!(game.round(), 1);
    give(&mut game, RED, &Command::Ready {});
    assert_eq!((game.round(), game.to_act()), (2, SeatSet::first(2)));

    let mut game = game_of(&small(json!({ "tick_mode": "timer_or_ready" })));
    assert_eq!(game.tick().unwrap().number, 1);
    give(&mut game, RED, &Command::Ready {});
    tick(&mut game);
    assert_eq!((game.round(), game.to_act()), (2, SeatSet::first(2)));
    assert_eq!(game.idle(Seat::SECOND), None);
}

#[test]
fn an_ended_game_takes_nothing() {
    // FW-14: not_playing, after not_a_player.
    let mut game = seed();
    give(&mut game, BLUE, &Command::Resign {});
    let before = game.clone();
    let commands = [
        Command::hold(9, None),
        Command::Tick {},
        Command::Resign {},
        Command::OfferDraw {},
        Command::cancel_all(),
        Command::Forfeit { seats: SeatSet::NONE },
    ];
    for command in &commands {
        let actor = match command {
            Command::Tick {} => Actor::Clock,
            Command::Forfeit { .. } => Actor::Host,
            _ => RED,
        };
        refused(&game, actor, command, Rejection::NotPlaying);
        assert!(game.apply(actor, command, &mut dice(), &mut Events::on()).is_err());
    }
    assert_eq!(game, before);
    assert_eq!((game.tick(), game.to_act()), (None, SeatSet::NONE));
    assert_eq!((game.leave(Seat::FIRST), game.idle(Seat::FIRST)), (None, None));
}

#[test]
fn no_game_lasts_for_ever() {
    // R39: a bound far beyond any play.
    for (round, over) in [(59_999_998, false), (59_999_999, true)] {
        let setup = Setup::new(&Config::default()).unwrap();
        let start = Position::start(&setup);
        let mut game = FlagWar::from_position(setup, round, start);
        let mut events = Events::on();
        game.apply(Actor::Clock, &Command::Tick {}, &mut dice(), &mut events).unwrap();
        assert_eq!(game.round(), round + 1);
        let end = game.end().map(|end| (end.winner, end.reason));
        assert_eq!(end, over.then_some((None, EndReason::RoundLimit)));
        assert_eq!(!events.list().is_empty(), over, "and it is told");
    }
}
