//! Small boards drawn in the test source, and one way to play a round on them.
//!
//! The board has seven rows of seven squares: Red land is rows 0 to 2, row 3 is neutral, Blue land
//! is rows 4 to 6. Blue is `1 2 3` and starts in row 5, Red is `a b c` and starts in row 1, both in
//! columns 2 to 4. A carrier is `x y z` or `A B C`. The flags are at home in (3,6) and (3,0), the
//! zones are columns 2 to 4 of the back rows, the keys (5,1) for Blue and (1,5) for Red. Whoever is
//! missing is in jail.

use senet_flag_war::position::Position;
use senet_flag_war::{Command, Config, Direction, Event, FlagWar, Piece, Setup, Square, Team};
use senet_kernel::{Actor, Dice, Events, Game, Seat};
use serde_json::json;

pub const BLUE: Actor = Actor::Seat(Seat::FIRST);
pub const RED: Actor = Actor::Seat(Seat::SECOND);

/// The small board with changed fields.
pub fn small(changes: serde_json::Value) -> Config {
    let mut config = json!({
        "width": 7, "height": 7, "pieces": 3, "zone": { "half_width": 1, "depth": 1 },
    });
    for (name, value) in changes.as_object().unwrap() {
        config[name] = value.clone();
    }
    FlagWar::read_config(&config).unwrap()
}

pub fn seed() -> FlagWar {
    FlagWar::new(&Config::default(), &mut dice()).unwrap()
}

pub fn game_of(config: &Config) -> FlagWar {
    FlagWar::new(config, &mut dice()).unwrap()
}

pub fn dice() -> Dice {
    Dice::values([])
}

const BLUES: [char; 6] = ['1', '2', '3', 'x', 'y', 'z'];
const REDS: [char; 6] = ['a', 'b', 'c', 'A', 'B', 'C'];

pub fn piece(name: char) -> (Team, usize, bool) {
    let find = |names: [char; 6]| names.iter().position(|known| *known == name);
    match (find(BLUES), find(REDS)) {
        (Some(place), _) => (Team::Blue, place % 3, place > 2),
        (_, Some(place)) => (Team::Red, place % 3, place > 2),
        _ => panic!("no piece {name}"),
    }
}

/// A game in round 7 on a drawn board; keys and zones fit it.
pub fn drawn(config: &Config, board: &str) -> FlagWar {
    let setup = Setup::new(config).unwrap();
    let mut position = Position::start(&setup);
    position.pieces = Default::default();
    let cells: Vec<char> = board.chars().filter(|cell| !cell.is_whitespace()).collect();
    let width = usize::from(setup.layout().width);
    assert_eq!(cells.len(), width * usize::from(setup.layout().height), "a whole board");
    for (place, cell) in cells.into_iter().enumerate().filter(|(_, cell)| *cell != '.') {
        let (team, index, carries) = piece(cell);
        let square = Square::new((place % width) as u8, (place / width) as u8);
        position.pieces[team.index()][index] = Some(square);
        if carries {
            position.carriers[team.index()] = Some(index as u8);
            position.open[team.other().index()] = true;
        }
    }
    for team in Team::ALL {
        if position.jailed(setup.layout(), team) > 0 && config.keys.mode == Default::default() {
            position.keys[team.index()] = Some(setup.layout().keys[team.index()]);
        }
    }
    let game = FlagWar::from_position(setup, 7, position);
    game.inspect().unwrap();
    game
}

/// The board as it is drawn, one row a line.
pub fn drawing(game: &FlagWar) -> String {
    let layout = game.setup().layout();
    let mut rows = vec![vec!['.'; layout.width.into()]; layout.height.into()];
    for (team, names) in [(Team::Blue, BLUES), (Team::Red, REDS)] {
        for (index, at) in game.position().living(team) {
            let carries = usize::from(game.position().carries(team, index));
            rows[usize::from(at.y)][usize::from(at.x)] = names[index + 3 * carries];
        }
    }
    let lines: Vec<String> = rows
        .iter()
        .map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    lines.join("\n")
}

/// Gives orders such as `1 up 2, b hold` for the open round.
pub fn order(game: &mut FlagWar, orders: &str) {
    for order in orders.split(',').map(str::trim).filter(|order| !order.is_empty()) {
        let words: Vec<&str> = order.split(' ').collect();
        let (team, index, _) = piece(words[0].chars().next().unwrap());
        let id = index as u8 + 1;
        let command = match words[1] {
            "hold" => Command::hold(id, None),
            word => {
                let direction = Direction::of_word(word).unwrap();
                Command::step(id, direction, words[2].parse().unwrap(), None)
            }
        };
        give(game, team.seat().into(), &command);
    }
}

/// Carries a command out and returns its events.
#[track_caller]
pub fn give(game: &mut FlagWar, actor: Actor, command: &Command) -> Vec<Event> {
    let mut events = Events::on();
    game.apply(actor, command, &mut dice(), &mut events).unwrap();
    events.take()
}

/// Ends the round; the dice fall as these numbers say.
pub fn tick_with(game: &mut FlagWar, rolls: &[u32]) -> Vec<Event> {
    let mut dice = Dice::values(rolls.iter().copied());
    let mut events = Events::on();
    game.apply(Actor::Clock, &Command::Tick {}, &mut dice, &mut events).unwrap();
    assert_eq!(dice.fault(), None, "the dice that the rules ask for");
    let events = events.take();
    let told: Vec<Event> = events.iter().filter(|e| e.private_to().is_none()).cloned().collect();
    let view = game.view(senet_kernel::Viewer::Spectator);
    assert_eq!(view.shared.last_round.unwrap().events, told, "the story of the round");
    game.inspect().unwrap();
    events
}

pub fn tick(game: &mut FlagWar) -> Vec<Event> {
    tick_with(game, &[])
}

/// One round: a board, orders, the board after it, and what happened.
#[track_caller]
pub fn round(config: &Config, before: &str, orders: &str, after: &str, told: &str) -> FlagWar {
    let mut game = drawn(config, before);
    order(&mut game, orders);
    let events = tick(&mut game);
    let cells = |board: &str| board.split_whitespace().collect::<String>();
    assert_eq!(brief(&events), told);
    assert_eq!(cells(&drawing(&game)), cells(after), "\n{}", drawing(&game));
    game
}

/// The same on the small board.
#[track_caller]
pub fn small_round(before: &str, orders: &str, after: &str, told: &str) -> FlagWar {
    round(&small(json!({})), before, orders, after, told)
}

fn name(piece: &Piece) -> char {
    match piece.team {
        Team::Blue => BLUES[piece.index()],
        Team::Red => REDS[piece.index()],
    }
}

fn names(pieces: &[Piece]) -> String {
    pieces.iter().map(name).collect()
}

fn team(team: &Team) -> &'static str {
    match team {
        Team::Blue => "blue",
        Team::Red => "red",
    }
}

/// Events in a few signs each.
pub fn brief(events: &[Event]) -> String {
    let one = |event: &Event| match event {
        Event::Moved { piece, to, .. } => format!("{} {},{}", name(piece), to.x, to.y),
        Event::CutShortEdge { piece, ordered, moved } => {
            format!("edge {} {moved}/{ordered}", name(piece))
        }
        Event::CutShortZone { piece, ordered, moved } => {
            format!("zone {} {moved}/{ordered}", name(piece))
        }
        Event::SkippedJailed { piece } => format!("skip {}", name(piece)),
        Event::Tagged { piece, by, square } => {
            format!("tag {} by {} at {},{}", name(piece), names(by), square.x, square.y)
        }
        Event::Traded { pieces, square } => {
            format!("trade {} at {},{}", names(pieces), square.x, square.y)
        }
        Event::FriendlyReset { pieces, square } => {
            format!("friends {} at {},{}", names(pieces), square.x, square.y)
        }
        Event::FlagReturned { flag, carrier } => {
            format!("back {} by {}", team(flag), name(carrier))
        }
        Event::FlagTaken { flag, carrier } => format!("take {} by {}", team(flag), name(carrier)),
        Event::Scored { piece, square } => {
            format!("score {} at {},{}", name(piece), square.x, square.y)
        }
        Event::ScorerHome { piece, .. } => format!("scorer home {}", name(piece)),
        Event::KeyAppeared { team: t, square } => {
            format!("key {} {},{}", team(t), square.x, square.y)
        }
        Event::Rescued { by, freed } => format!("{} frees {}", names(by), names(freed)),
        Event::KeyGone { team: t } => format!("gone {}", team(t)),
        Event::RescuerHome { piece, .. } => format!("home {}", name(piece)),
        Event::ZoneOpened { team: t } => format!("open {}", team(t)),
        Event::ZoneClosed { team: t } => format!("close {}", team(t)),
        Event::ZoneReset { piece, .. } => format!("reset {}", name(piece)),
        Event::GameOver { winner, end_reason } => {
            format!("over {} {end_reason:?}", winner.as_ref().map_or("draw", team))
        }
        other => format!("{other:?}"),
    };
    events.iter().map(one).collect::<Vec<_>>().join("; ")
}
