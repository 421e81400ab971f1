//! Standing plans at a table: told to their own team, kept with the game, hidden from the others.

use senet_flag_war::FlagWar;
use senet_kernel::{Actor, Seat, Viewer};
use senet_table::{Luck, Opening, Start, Table, TableOf};
use serde_json::{Value, json};

fn open(config: Value) -> TableOf<FlagWar> {
    let opening = Opening {
        start: Start::Config(config),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: "plans".to_owned() },
        seed: None,
        script: Vec::new(),
        branch: None,
    };
    TableOf::open(opening).unwrap()
}

/// Does with a text what hosts do with it; returns what was read back.
fn say(table: &mut TableOf<FlagWar>, seat: Seat, text: &str) -> String {
    let reading = table.read(seat, text).unwrap();
    for choice in &reading.commands {
        let command: Value = serde_json::from_str(choice.command.get()).unwrap();
        table.submit(Actor::Seat(seat), None, &command, Vec::new()).unwrap();
    }
    table.remember(seat, reading.memo.unwrap_or_default()).unwrap();
    reading.read_back
}

#[test]
fn a_team_is_told_its_own_plans() {
    // NL-16
    let mut table = open(json!({}));
    let blue = Seat::FIRST;
    for word in ["plans", "orders", "what are my plans?", "show my orders", "what is planned"] {
        assert_eq!(say(&mut table, blue, word), "nothing is planned.", "{word}");
    }
    say(&mut table, blue, "next round 2 up 3");
    say(&mut table, blue, "if they grab our flag, all of you hunt the carrier");
    say(&mut table, blue, "should 1 or 3 get caught, 2 goes for the key");
    say(&mut table, blue, "in three rounds 2 goes for their flag");
    say(&mut table, blue, "3 suggest");
    say(&mut table, blue, "1 auto");
    let told = "round 1: Blue 1 up 8; round 2: Blue 2 up 3; \
        Blue 1: the assistant plays; Blue 3: the assistant suggests; \
        if our flag is taken, Blue 1, 2 and 3: go after their carrier or the nearest; \
        if 1 or 3 is in jail, Blue 2: go for the key; \
        in round 4, Blue 2: take the flag; suggested: Blue 3: right 1.";
    assert_eq!(say(&mut table, blue, "plans"), told);
    // It asks for nothing, and what it remembers is what was remembered.
    let reading = table.read(blue, "plans").unwrap();
    assert!(reading.commands.is_empty());
    assert_eq!(reading.memo.as_ref(), Some(table.memo(blue)));

    // A save keeps them, and a loaded game goes on with them.
    let (mut loaded, notice) =
        TableOf::<FlagWar>::load(&table.journal().text(), None, false).unwrap();
    assert_eq!(notice, None);
    assert_eq!(say(&mut loaded, blue, "plans"), told);
    assert_eq!(loaded.memo(blue), table.memo(blue));
    for _ in 0..3 {
        table.clock().unwrap();
    }
    let asks = table.plans(blue).unwrap();
    assert!(asks.read_back.contains("Blue 2: up"), "{}", asks.read_back);

    // The other team and those who watch learn nothing of them.
    assert_eq!(say(&mut loaded, Seat::SECOND, "plans"), "nothing is planned.");
    for viewer in [Viewer::Seat(Seat::SECOND), Viewer::Spectator] {
        let update = serde_json::to_string(&loaded.update(viewer, 0)).unwrap();
        for secret in ["intercept", "take_flag", "suggest", "jailed\":[", "hunt"] {
            assert!(!update.contains(secret), "{viewer:?} sees {secret}");
        }
        let frames = loaded.history(viewer, 0, u64::MAX);
        assert!(frames.iter().all(|frame| frame.events.is_empty()));
    }
}

#[test]
fn long_plans_are_told_in_short() {
    // NL-16
    let mut table = open(json!({}));
    say(&mut table, Seat::FIRST, "1 up 1 for 14 rounds");
    let told = say(&mut table, Seat::FIRST, "plans");
    assert!(told.ends_with("round 12: Blue 1 up 1; and 2 more orders."), "{told}");
    assert!(table.drawing(Viewer::Seat(Seat::FIRST)).plain().contains("and 2 more orders"));
    say(&mut table, Seat::SECOND, "1 down 1 for 12 rounds");
    let told = say(&mut table, Seat::SECOND, "plans");
    assert!(told.ends_with("round 12: Red 1 down 1."), "{told}");
    assert!(!table.drawing(Viewer::Seat(Seat::SECOND)).plain().contains("more"));
}

#[test]
fn rounds_without_a_clock_wait_for_both() {
    // FW-62: two people at one device, one after the other.
    let mut table = open(json!({ "tick_mode": "manual" }));
    let (blue, red) = (Seat::FIRST, Seat::SECOND);
    let prompt = |table: &TableOf<FlagWar>, seat| table.prompt(Viewer::Seat(seat));
    assert_eq!(table.countdown(), None);
    assert_eq!(table.to_act().len(), 2);
    assert!(prompt(&table, blue).contains("Say ready"), "{}", prompt(&table, blue));
    let may = |table: &TableOf<FlagWar>, text| {
        table.legal(blue).commands.iter().any(|choice| choice.text == text)
    };
    assert!(may(&table, "ready") && !may(&table, "cancel all"));
    say(&mut table, blue, "2 up 3");
    assert!(may(&table, "ready") && !may(&table, "cancel all"), "some may be left without one");
    say(&mut table, blue, "1 and 3 hold");
    assert!(may(&table, "ready") && may(&table, "cancel all"), "once all have an order");
    say(&mut table, blue, "ready");
    assert_eq!(prompt(&table, blue), "Blue: ready. Round 1 waits for Red.");
    let asked: Vec<Seat> = table.to_act().iter().collect();
    assert_eq!(asked, [red], "who is ready is not asked again");
    assert!(table.legal(blue).commands.is_empty());
    assert!(prompt(&table, red).contains("Blue is ready"), "{}", prompt(&table, red));
    assert!(!prompt(&table, red).contains("up 3"));
    say(&mut table, red, "1 hold");
    assert_eq!(table.game().round(), 1);
    say(&mut table, red, "ready");
    assert_eq!(table.game().round(), 2, "the second ready resolves the round");
    assert_eq!(table.to_act().len(), 2);
}

#[test]
fn the_drawn_board_shows_where_orders_lead() {
    let mut table = open(json!({}));
    let drawn = |table: &TableOf<FlagWar>, seat| table.drawing(Viewer::Seat(seat)).plain();
    let board = drawn(&table, Seat::FIRST);
    assert!(!board.contains('△') && !board.contains("⚠ 1"), "{board}");
    assert!(board.ends_with("⚠ Red 2 can reach your flag\n"), "{board}");
    say(&mut table, Seat::FIRST, "2 up 3, 1 right 1, 3 hold, round 2: 3 up 2");
    let board = drawn(&table, Seat::FIRST);
    assert!(board.contains("\n 5  ~  ~  ~  ~  ~ △2  ~  ~  ~  ~  ~\n"), "{board}");
    assert_eq!(board.matches('△').count(), 2, "the ghost and what it means: {board}");
    let orders = "round 1: 1 right 1 to (5,8) · 2 up 3 to (5,5) · 3 hold\n\
                  round 2: 3 up 2 to (6,6)\n";
    assert!(board.ends_with(orders), "{board}");
    assert!(!drawn(&table, Seat::SECOND).contains('△'), "nobody else sees them");
    say(&mut table, Seat::FIRST, "3 left 1, 2 up 6");
    let board = drawn(&table, Seat::FIRST);
    assert!(
        board.contains("⚠ 1 and 3 end on one square, (5,8), and would be sent home\n"),
        "{board}"
    );
    assert!(board.contains("⚠ 2 ends where an enemy stands, (5,2)\n"), "{board}");
    say(&mut table, Seat::SECOND, "2 down 3");
    let board = drawn(&table, Seat::SECOND);
    assert!(board.contains("\n 5  ~  ~  ~  ~  ~ ▽2  ~  ~  ~  ~  ~\n"), "{board}");
}

#[test]
fn a_proposal_does_not_send_friends_home() {
    // NL-14: 3 guards the flag, but not from the square that 2 leaves only next round.
    let mut table = open(json!({}));
    say(&mut table, Seat::FIRST, "next round 2 up 3");
    let told = say(&mut table, Seat::FIRST, "3 guard our flag");
    assert!(told.starts_with("Blue 3: right 1; Blue 3: down 2 in round 2"), "{told}");
}

#[test]
fn rounds_that_teams_end_have_no_length() {
    let ending = |config: Value| {
        let mut table = open(config);
        let resign = json!({ "type": "resign" });
        table.submit(Actor::Seat(Seat::FIRST), None, &resign, Vec::new()).unwrap();
        table.ending(Viewer::Spectator).plain()
    };
    assert!(ending(json!({})).contains("\n0 rounds, 0 s of play.\n"));
    assert!(ending(json!({ "tick_mode": "manual" })).contains("\n0 rounds.\n"));
}
