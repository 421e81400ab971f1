//! Once buffers are warm, a move allocates nothing.

use std::hint::black_box;

use allocation_counter::measure;
use senet_bench::{Tally, lines, playouts, rounds};
use senet_bots::Policy;
use senet_crossfire::Crossfire;
use senet_flag_war::FlagWar;
use senet_kernel::{Dice, Game, Key};
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;
use senet_silosoft::Silosoft;
use senet_sky_team::SkyTeam;

/// How much is allocated, and how many commands were given meanwhile.
fn count(games: u32, play: impl Fn(u32) -> Tally) -> (u64, u64) {
    let mut moves = 0;
    let info = measure(|| moves = play(games).moves);
    (info.count_total, moves)
}

/// Ten games allocate as much as a thousand: the buffers that playouts start with, and no more.
#[track_caller]
fn check<G: Game>() {
    for preset in G::about().presets {
        let play = |games| playouts::<G>(&preset.config, 1, games);
        // The first run in a process may set up what lasts.
        count(1, play);
        let (few, few_moves) = count(10, play);
        let (many, many_moves) = count(1000, play);
        assert!(many_moves > 50 * few_moves);
        assert_eq!(many, few, "{} {}: in {many_moves} moves", G::ID, preset.id);
    }
}

/// What games allocate is what setting them up does, but for a buffer that grows now and then: less than
/// once in a hundred commands.
#[track_caller]
fn check_large<G: Game>(name: &str, config: &G::Config, orders: usize) {
    let play = |games| rounds::<G>(config, orders, 1, games);
    let set_up = |games| {
        let mut dice = Dice::seeded(&Key::of_number(1)).unrecorded();
        for number in 0..games {
            dice.begin(number.into());
            drop(black_box(G::new(config, &mut dice)));
        }
        Tally::default()
    };
    count(2, play);
    let (few, few_moves) = count(4, play);
    let (many, many_moves) = count(12, play);
    let allocated = (many - few) - (count(12, set_up).0 - count(4, set_up).0);
    let moves = many_moves - few_moves;
    assert!(moves > 100, "{} {name}: {moves} commands are too few to tell", G::ID);
    assert!(allocated * 100 < moves, "{} {name}: {allocated} in {moves} commands", G::ID);
}

fn check_presets<G: Game>() {
    for preset in G::about().presets {
        check_large::<G>(preset.id, &preset.config, 1);
    }
}

#[test]
fn no_move_allocates() {
    check::<TicTacToe>();
    check::<ConnectFour>();
    check::<Pig>();
    check::<KuhnPoker>();
}

#[test]
fn no_command_of_sky_team_allocates() {
    check_presets::<SkyTeam>();
}

#[test]
fn no_command_of_silosoft_allocates() {
    check_presets::<Silosoft>();
}

#[test]
fn no_round_of_flag_war_allocates() {
    for preset in FlagWar::about().presets {
        let config = senet_flag_war::Config { round_limit: Some(60), ..preset.config };
        check_large::<FlagWar>(preset.id, &config, 6);
    }
}

/// Once its buffers are warm a line allocates nothing: forty allocate as much as four, but for a buffer that
/// grows once.
#[track_caller]
fn check_lines<G: Policy>(presets: usize) {
    for preset in G::about().presets.into_iter().take(presets) {
        let count = |most| measure(|| _ = black_box(lines::<G>(&preset.config, 1, most)));
        count(1);
        let (few, many) = (count(4).count_total, count(40).count_total);
        assert!(many <= few + 1, "{} {}: {few} and {many}", G::ID, preset.id);
    }
}

/// A battle allocates nothing while nobody may reroll: the answers are tried out with dice of their own. Nor does a
/// flight by rules under which only its spender rerolls: elsewhere what an absent seat would do then is listed.
#[test]
fn no_line_allocates() {
    check_lines::<TicTacToe>(1);
    check_lines::<ConnectFour>(1);
    check_lines::<Pig>(2);
    check_lines::<KuhnPoker>(1);
    check_lines::<Crossfire>(2);
    check_lines::<SkyTeam>(2);
}

#[test]
fn allocations_are_counted() {
    assert_eq!(measure(|| drop(black_box(Box::new(7)))).count_total, 1);
}
