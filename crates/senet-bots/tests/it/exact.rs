//! Games that are known whole.

use std::sync::atomic::{AtomicU32, Ordering};

use senet_bots::exact::connect_four::{Board, Solver, Worth, found, nodes, solved};
use senet_bots::exact::kuhn_poker::{Gambler, of_three};
use senet_bots::exact::pig;
use senet_bots::search::CERTAIN;
use senet_bots::{Bot, Leash, Level, Mind, Outlook};
use senet_kernel::{Dice, Events, Game, Outcome, Seat};
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::{Card, KuhnPoker, Stage};
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;

use crate::{choice, play, start};

/// Whatever the other seat does, at any point: a perfect player never loses.
#[test]
fn no_game_of_tic_tac_toe_is_lost() {
    fn all(game: &TicTacToe, perfect: Seat, games: &mut u32) {
        if let Some(outcome) = game.outcome() {
            assert_ne!(outcome, Outcome::Versus { winner: Some(perfect.next(2)) }, "{game:?}");
            *games += 1;
            return;
        }
        let seat = game.to_act().iter().next().unwrap();
        let mut commands = Vec::new();
        if seat == perfect {
            commands = choice(&mut Boxed(TicTacToe::bot(Level::Hard, 1)), game);
        } else {
            game.legal(seat, &mut commands);
        }
        for command in commands {
            let mut next = *game;
            next.apply(seat.into(), &command, &mut Dice::values([]), &mut Events::off()).unwrap();
            all(&next, perfect, games);
        }
    }
    let mut games = 0;
    for perfect in Seat::first(2) {
        all(&start(1), perfect, &mut games);
    }
    assert!(games > 100);
}

struct Boxed<G: Game>(Box<dyn Bot<G>>);

impl<G: Game> Bot<G> for Boxed<G> {
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        self.0.choose(outlook, out);
    }
}

/// Neller and Presser, 2004: between two that play perfectly the first seat wins 53.06 %.
#[test]
fn the_first_seat_of_pig_wins_53_06_per_cent() {
    assert_eq!((pig::first_seat() + 50) / 100, 5306);
}

#[test]
fn pig_is_held_where_that_is_worth_more() {
    #[track_caller]
    fn check(totals: [u16; 2], points: u16, rolls: bool) {
        let mut json = serde_json::to_value(start::<Pig>(1)).unwrap();
        json["totals"] = serde_json::json!([totals[0], totals[1], 0, 0]);
        json["points"] = points.into();
        let game: Pig = serde_json::from_value(json).unwrap();
        let chosen = choice(&mut Boxed(Pig::bot(Level::Expert, 1)), &game);
        let said = serde_json::to_value(chosen[0]).unwrap();
        assert_eq!(said["type"] == "roll", rolls, "{totals:?} {points}");
    }
    check([0, 0], 0, true);
    check([0, 0], 20, true);
    check([0, 0], 21, false);
    // Far behind an opponent that is nearly there, nobody holds early.
    check([0, 95], 30, true);
    check([80, 20], 10, true);
    check([60, 0], 20, false);
}

/// What a seat with a card gains by a strategy of threes, by all deals and all that may be said.
fn gain(bold: &impl Fn(Seat, Stage, Card) -> u32) -> i64 {
    fn walk(stage: Stage, cards: [Card; 2], bold: &impl Fn(Seat, Stage, Card) -> u32) -> i64 {
        // In 3³ parts, as at most three choices of thirds are made.
        let higher = if cards[0] > cards[1] { 1 } else { -1 };
        let (seat, yes, no) = match stage {
            Stage::Dealt => (0, Stage::Bet { by: Seat::FIRST }, Stage::Checked),
            Stage::Checked => (1, Stage::Bet { by: Seat::SECOND }, Stage::Showdown { stake: 1 }),
            Stage::Bet { by } => {
                let seat = by.next(2);
                (seat.index(), Stage::Showdown { stake: 2 }, Stage::Folded { by: seat })
            }
            Stage::Showdown { stake } => return 27 * higher * i64::from(stake),
            Stage::Folded { by } => return if by == Seat::FIRST { -27 } else { 27 },
            Stage::Ready => unreachable!(),
        };
        let third = i64::from(bold(Seat::new(seat).unwrap(), stage, cards[seat]));
        third * walk(yes, cards, bold) / 3 + (3 - third) * walk(no, cards, bold) / 3
    }
    let all = [Card::Jack, Card::Queen, Card::King];
    let deals = all.into_iter().flat_map(|a| all.into_iter().map(move |b| [a, b]));
    deals.filter(|[a, b]| a != b).map(|cards| walk(Stage::Dealt, cards, bold)).sum()
}

/// Kuhn, 1950: the first seat loses 1/18 of a chip, and no answer to either seat gains anything.
#[test]
fn kuhn_poker_is_played_at_equilibrium() {
    let equilibrium = |_: Seat, stage: Stage, card: Card| of_three(stage, card);
    // Six deals of 27 parts: −1/18 is −9 of 162.
    assert_eq!(gain(&equilibrium), -9);
    // Each seat has two situations with three cards: all 64 ways to answer with certainty.
    for other in Seat::first(2) {
        for way in 0..64_u32 {
            let answer = |seat: Seat, stage: Stage, card: Card| {
                if seat != other {
                    return of_three(stage, card);
                }
                let second = u32::from(matches!(stage, Stage::Bet { .. }));
                if way >> (second * 3 + card as u32) & 1 == 1 { 3 } else { 0 }
            };
            let gained = gain(&answer);
            let better = if other == Seat::FIRST { gained > -9 } else { gained < -9 };
            assert!(!better, "{other} gains by {way:06b}: {gained}");
        }
    }
}

#[test]
fn a_gambler_bluffs_as_often_as_the_equilibrium_does() {
    let dealt = |card: &str| -> KuhnPoker {
        let other = if card == "king" { "queen" } else { "king" };
        let json = serde_json::json!({ "cards": [card, other], "stage": { "type": "dealt" } });
        serde_json::from_value(json).unwrap()
    };
    let bets = |card: &str| {
        let mut gambler = Gambler::new(1);
        let said = |_| serde_json::to_value(choice(&mut gambler, &dealt(card))[0]).unwrap();
        (0..600).map(said).filter(|said| said["type"] == "bet").count()
    };
    assert!((150..250).contains(&bets("jack")));
    assert_eq!((bets("queen"), bets("king")), (0, 600));
}

/// What is advised is the equilibrium: no choice that it makes is worth less than another, and what it never says
/// is never best.
#[test]
fn kuhn_poker_is_advised_at_equilibrium() {
    let shares = |stage: serde_json::Value, own: &str, seat: Seat| {
        let cards = if seat == Seat::FIRST { [own, "queen"] } else { ["queen", own] };
        let cards = if own == "queen" { ["queen", "king"] } else { cards };
        let json = serde_json::json!({ "cards": cards, "stage": stage });
        let game: KuhnPoker = serde_json::from_value(json).unwrap();
        let outlook = Outlook::of_game(&game, seat);
        KuhnPoker::advise(&outlook, Level::Hard, None, &Leash::default())
    };
    let dealt = serde_json::json!({ "type": "dealt" });
    let bet = serde_json::json!({ "type": "bet", "by": 0 });
    let cases = [
        (&dealt, "jack", Seat::FIRST),
        (&dealt, "king", Seat::FIRST),
        (&bet, "jack", Seat::SECOND),
    ];
    for (stage, own, seat) in cases {
        let advice = shares(stage.clone(), own, seat);
        assert_eq!(advice.iter().map(|one| one.often.unwrap()).sum::<u32>().div_ceil(10), 100);
        let best = advice.iter().map(|one| one.chance.unwrap()).max();
        for one in &advice {
            assert!(one.often == Some(0) || one.chance == best, "{advice:?}");
        }
    }
    // A jack folds to a bet: it loses one chip of two that it could lose.
    let folds = &shares(bet, "jack", Seat::SECOND)[0];
    let said = serde_json::to_value(folds.commands[0]).unwrap();
    assert_eq!(
        (said["type"].as_str(), folds.chance, folds.often),
        (Some("fold"), Some(250_000), Some(1000))
    );
}

/// Late positions, each worth what an exhaustive search of its own says.
#[test]
fn connect_four_is_solved_as_by_trying_everything() {
    fn plain(game: &ConnectFour, seat: Seat) -> i32 {
        if let Some(outcome) = game.outcome() {
            return outcome.value(seat);
        }
        let mut commands = Vec::new();
        game.legal(seat, &mut commands);
        let values = commands.into_iter().map(|command| {
            let mut next = *game;
            next.apply(seat.into(), &command, &mut Dice::values([]), &mut Events::off()).unwrap();
            -plain(&next, seat.next(2))
        });
        values.max().unwrap()
    }
    let mut solver = Solver::new(1 << 12);
    let mut seen = [0; 3];
    for seed in 0..1500 {
        let mut game = start::<ConnectFour>(1);
        let mut random = senet_bots::Random::new(seed);
        while let Some(seat) = game.to_act().iter().next() {
            let board = Board::of(&game, seat);
            if board.discs() == 33 {
                let worth = solver.worth(board, u64::MAX, &Leash::default()).unwrap();
                assert_eq!(worth as i32 - 1, plain(&game, seat), "{game:?}");
                seen[worth as usize] += 1;
                break;
            }
            let command = choice(&mut random, &game)[0];
            game.apply(seat.into(), &command, &mut Dice::values([]), &mut Events::off()).unwrap();
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

fn after(columns: &str) -> Board {
    let game = game_after(columns);
    Board::of(&game, game.to_act().iter().next().unwrap())
}

/// Allen and Allis, 1988: of the seven first moves the middle one wins, its neighbours draw, the others
/// lose. The book holds what they proved.
#[test]
fn of_the_first_moves_the_middle_one_wins_and_its_neighbours_draw() {
    let mut solver = Solver::new(1 << 10);
    let worth = ["1", "2", "3", "4", "5", "6", "7"]
        .map(|column| solver.worth(after(column), 1, &Leash::default()).unwrap().reversed());
    use Worth::{Drawn, Lost, Won};
    assert_eq!(worth, [Lost, Lost, Drawn, Won, Drawn, Lost, Lost]);
}

/// Positions that random players came to, none of which is won at once.
fn random_positions(discs: u32, count: usize) -> Vec<ConnectFour> {
    let mut positions = Vec::new();
    for seed in 0.. {
        let mut game = start::<ConnectFour>(1);
        let mut random = senet_bots::Random::new(seed);
        while let Some(seat) = game.to_act().iter().next() {
            let board = Board::of(&game, seat);
            if board.discs() == discs && !board.wins_now() {
                positions.push(game);
                break;
            }
            let command = choice(&mut random, &game)[0];
            game.apply(seat.into(), &command, &mut Dice::values([]), &mut Events::off()).unwrap();
        }
        if positions.len() == count {
            break;
        }
    }
    positions
}

/// From the middle of a game on `hard` knows every position whole, with the positions that it may look at: they
/// are counted, because a clock would measure the machine.
#[test]
fn connect_four_is_known_whole_from_the_middle_on() {
    let mut most = 0;
    for game in random_positions(16, 10) {
        let seat = game.to_act().iter().next().unwrap();
        let found = found(&game, seat, nodes(Level::Hard), &Leash::default());
        assert!(found.whole, "{game:?}: {} positions", found.nodes);
        most = most.max(found.nodes);
    }
    assert!(most < nodes(Level::Hard) / 2, "{most}");
}

/// After move 8 `hard` plays as well as can be: it knows what a position is worth and a drop that is worth as much,
/// here within an eighth of the positions that it may look at. A solver without any of the short cuts found the same.
#[test]
fn connect_four_is_perfect_after_move_8() {
    use Worth::{Lost, Won};
    let played = [
        ("44444432", Won),
        ("44444122", Lost),
        ("43444452", Won),
        ("44466222", Won),
        ("45461667", Won),
    ];
    for (columns, worth) in played {
        let game = game_after(columns);
        let seat = game.to_act().iter().next().unwrap();
        let found = found(&game, seat, nodes(Level::Hard) / 8, &Leash::default());
        assert_eq!(found.worth, Some(worth), "{columns}");
        let best = found.chances.iter().map(|(_, chance)| *chance).max();
        assert_eq!(best, Some(worth.chance()), "{columns}: {:?}", found.chances);
    }
}

fn game_after(columns: &str) -> ConnectFour {
    let mut game = start::<ConnectFour>(1);
    for column in columns.bytes() {
        let column = (column - b'0').try_into().unwrap();
        let seat = game.to_act().iter().next().unwrap();
        let drop = senet_reference::connect_four::Command::Drop { column };
        game.apply(seat.into(), &drop, &mut Dice::values([]), &mut Events::off()).unwrap();
    }
    game
}

/// A question ends after its positions; what was found by then is told where it holds a best drop, and nothing else.
#[test]
fn a_question_of_connect_four_is_bounded() {
    for game in random_positions(8, 6) {
        let seat = game.to_act().iter().next().unwrap();
        let found = found(&game, seat, 2_000, &Leash::default());
        assert!(found.nodes <= 2_000 + 22 && !found.whole, "{} positions", found.nodes);
        let wins = found.chances.iter().any(|(_, chance)| *chance >= CERTAIN - 1);
        let told = solved(&game, seat, 2_000, &Leash::default());
        assert_eq!(
            told.is_some(),
            wins || found.worth == Some(Worth::Lost) && !found.chances.is_empty()
        );
    }
}

/// `docs/minds.md` tells how many of two hundred are won (`normal : easy`); these are few, and always the same.
#[test]
fn the_normal_level_of_pig_beats_the_easy_one() {
    let mut won = 0;
    for number in 0..100 {
        let own = Seat::new(number % 2).unwrap();
        let mut bots = [Level::Normal, Level::Easy].map(|level| Pig::bot(level, number as u64));
        let (game, _) = play(number as u64, |outlook, _: &Pig, out| {
            bots[usize::from(outlook.seat() != own)].choose(outlook, out);
        });
        won += u32::from(game.outcome().unwrap().won_by(own));
    }
    assert!(won > 60, "{won} of 100");
}

/// On a machine that is too slow to know such a position in the level's time, the drops are tried out all the same.
#[test]
fn where_knowing_takes_all_the_time_connect_four_is_tried_by_lines() {
    let game = game_after("33334555");
    let outlook = Outlook::of_game(&game, Seat::FIRST);
    let slow = || {
        let asked = AtomicU32::new(0);
        Leash::until(move || asked.fetch_add(1, Ordering::Relaxed) > 2)
    };
    let advice = ConnectFour::advise(&outlook, Level::Hard, None, &slow());
    assert!(advice.iter().all(|one| one.lines > 0 && one.chance.is_some()), "{advice:?}");
    let mut chosen = Vec::new();
    ConnectFour::bot(Level::Hard, 1).think(&outlook, &slow(), &mut chosen);
    assert_eq!(chosen.len(), 1);
}

#[test]
fn an_expert_opens_in_the_middle_and_knows_why() {
    let game = start::<ConnectFour>(1);
    let advice = ConnectFour::advise(
        &Outlook::of_game(&game, Seat::FIRST),
        Level::Expert,
        None,
        &Leash::default(),
    );
    let chances: Vec<_> = advice.iter().map(|one| one.chance.unwrap()).collect();
    let drawn = CERTAIN / 2;
    assert_eq!(chances, [CERTAIN - 1, drawn, drawn, 0, 0, 0, 0]);
    let chosen = choice(&mut Boxed(ConnectFour::bot(Level::Expert, 1)), &game);
    assert_eq!(serde_json::to_value(chosen[0]).unwrap()["column"], 4);
}
