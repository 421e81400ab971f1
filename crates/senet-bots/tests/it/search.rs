//! The one search: repeatable, honest, to be stopped at any time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use senet_bots::search::{CERTAIN, Duel, Opening, Player, Ranking, Search};
use senet_bots::{Bot, Budget, Greedy, Leash, Level, Mind, Outlook, Random, Thinker};
use senet_crossfire::{Campaign, Crossfire};
use senet_flag_war::FlagWar;
use senet_kernel::{Dice, Events, Game, Key, Rng, Seat, Viewer};
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;
use senet_silosoft::Silosoft;
use senet_sky_team::SkyTeam;

use crate::lamps::{Command, Lamps};
use crate::{play, start};

/// A game some random commands after its start, but before its end, and the seat that is to act.
fn midway<G: Game>(seed: u64, commands: u32) -> (G, Seat) {
    let mut game = start::<G>(seed);
    let mut dice = Dice::seeded(&Key::of_number(seed));
    let mut random = Random::new(seed);
    for entry in 1..=commands {
        let Some(seat) = game.awaited().iter().next() else { break };
        let mut out = Vec::new();
        random.choose(&Outlook::of_game(&game, seat), &mut out);
        dice.begin(entry.into());
        let before = game.clone();
        for command in out {
            game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
        }
        if game.outcome().is_some() {
            game = before;
            break;
        }
    }
    let seat = game.awaited().iter().next().unwrap();
    (game, seat)
}

fn ranked<G: Mind>(budget: Budget, outlook: &Outlook<G>, seed: u64) -> Ranking<G::Command> {
    Search::new(budget).rank(outlook, seed, &Leash::default())
}

#[test]
fn the_same_seed_and_lines_rank_the_same_whatever_the_threads() {
    fn check<G: Mind>(commands: u32) {
        let (game, seat) = midway::<G>(3, commands);
        let outlook = Outlook::of_game(&game, seat);
        let alone = ranked::<G>(Budget::lines(24), &outlook, 5);
        assert!(!alone.choices.is_empty(), "{}", G::ID);
        for threads in [2, 5] {
            let together = ranked(Budget { lines: 24, threads }, &outlook, 5);
            assert_eq!(alone, together, "{} on {threads} threads", G::ID);
        }
    }
    check::<TicTacToe>(2);
    check::<ConnectFour>(6);
    check::<Pig>(3);
    check::<KuhnPoker>(1);
    check::<SkyTeam>(40);
    check::<Silosoft>(3);
}

/// The true game stays out of a search: a seat's view alone gives the same ranking.
#[test]
fn a_search_beside_the_true_game_ranks_as_one_with_the_view_alone() {
    fn check<G: Mind>(commands: u32) {
        let (game, seat) = midway::<G>(11, commands);
        let beside = ranked::<G>(Budget::lines(16), &Outlook::of_game(&game, seat), 2);
        let view = game.view(Viewer::Seat(seat));
        let outlook = Outlook::<G>::of_view(view, seat, &mut Rng::new(77));
        assert_eq!(beside, ranked(Budget::lines(16), &outlook, 2), "{}", G::ID);
    }
    check::<KuhnPoker>(2);
    check::<SkyTeam>(40);
    check::<Silosoft>(5);
}

/// Every bot of the house, in the middle of a game: what it does is the same whether the true game lies beside it
/// or it has its seat's view and nothing else.
#[test]
fn every_bot_chooses_alike_beside_the_true_game_and_with_the_view_alone() {
    fn check<G: Mind>(commands: u32) {
        let (game, seat) = midway::<G>(6, commands);
        let beside = Outlook::of_game(&game, seat);
        let chosen = |name: &str, outlook: &Outlook<G>| {
            let asked = Arc::new(AtomicU32::new(0));
            let leash = Leash::until(move || asked.fetch_add(1, Ordering::Relaxed) > 2);
            let mut out = Vec::new();
            let mut bot = match Level::named(name) {
                Some(level) => G::bot(level, 4),
                None => Box::new(Greedy::new(4)),
            };
            bot.think(outlook, &leash, &mut out);
            out
        };
        for seed in [1, 77] {
            for name in ["random", "easy", "normal", "hard", "expert", "greedy"] {
                let view = game.view(Viewer::Seat(seat));
                let alone = Outlook::<G>::of_view(view, seat, &mut Rng::new(seed));
                assert_eq!(chosen(name, &beside), chosen(name, &alone), "{} {name}", G::ID);
            }
        }
    }
    check::<TicTacToe>(2);
    check::<ConnectFour>(31);
    check::<Pig>(2);
    check::<KuhnPoker>(2);
    check::<SkyTeam>(44);
    check::<Silosoft>(4);
    check::<Crossfire>(9);
    check::<Campaign>(9);
    check::<FlagWar>(0);
}

#[test]
fn every_level_of_every_game_chooses_what_the_rules_allow() {
    fn check<G: Mind>(commands: u32) {
        let (game, seat) = midway::<G>(1, commands);
        // A leash that is pulled after a few lines: the levels differ in what they would do with more.
        for level in Level::ALL {
            let asked = Arc::new(AtomicU32::new(0));
            let leash = Leash::until(move || asked.fetch_add(1, Ordering::Relaxed) > 0);
            let mut out = Vec::new();
            G::bot(level, 9).think(&Outlook::of_game(&game, seat), &leash, &mut out);
            let mut game = game.clone();
            for command in &out {
                let mut dice = Dice::seeded(&Key::of_number(1));
                let done = game.apply(seat.into(), command, &mut dice, &mut Events::off());
                assert!(done.is_ok(), "{} {level:?}: {command:?}", G::ID);
            }
        }
    }
    check::<TicTacToe>(1);
    check::<ConnectFour>(30);
    check::<Pig>(1);
    check::<KuhnPoker>(1);
    check::<SkyTeam>(3);
    check::<Silosoft>(3);
    check::<Crossfire>(8);
}

#[test]
fn a_pulled_leash_ends_a_search_with_the_best_so_far() {
    let (game, seat) = midway::<SkyTeam>(2, 4);
    let outlook = Outlook::of_game(&game, seat);
    let mut search = Search::new(Budget::lines(1_000_000));
    let leash = Leash::default();
    leash.pull();
    let at_once = search.rank(&outlook, 1, &leash);
    assert!(at_once.choices.iter().all(|choice| choice.lines == 0 && choice.chance.is_none()));
    assert!(at_once.choices.is_sorted_by_key(|choice| -choice.prior));
    let asked = Arc::new(AtomicU32::new(0));
    let leash = Leash::until(move || asked.fetch_add(1, Ordering::Relaxed) >= 3);
    let soon = search.rank(&outlook, 1, &leash);
    assert!(soon.choices.iter().all(|choice| choice.lines == 3), "{soon:?}");
    assert_eq!(leash.progress(), (3 * soon.choices.len() as u32, 1_000_000));
}

#[test]
fn better_commands_get_more_lines_and_the_budget_is_kept() {
    let (game, seat) = midway::<ConnectFour>(4, 10);
    let ranking = ranked::<ConnectFour>(Budget::lines(700), &Outlook::of_game(&game, seat), 1);
    let lines: Vec<u32> = ranking.choices.iter().map(|choice| choice.lines).collect();
    assert!(lines.is_sorted_by_key(|lines| std::cmp::Reverse(*lines)), "{lines:?}");
    assert!((600..=700).contains(&lines.iter().sum::<u32>()), "{lines:?}");
    assert!(ranking.choices.iter().all(|choice| choice.chance.unwrap() <= CERTAIN));
}

/// What somebody did is played on whatever it looks like, so that its cost can be told.
#[test]
fn a_command_beside_is_ranked_with_the_rest() {
    let (game, seat) = midway::<Crossfire>(5, 12);
    let outlook = Outlook::of_game(&game, seat);
    let mut legal = Vec::new();
    outlook.legal(&mut legal);
    for command in legal.iter().step_by(5) {
        let leash = Leash::default();
        leash.pull();
        let ranking = Search::new(Budget::lines(1)).rank_with(&outlook, Some(command), 1, &leash);
        assert!(ranking.choices.iter().any(|choice| choice.command.as_ref() == Some(command)));
    }
}

/// A few lucky lines of what dropped out early say little: no chance is told that is above the best.
#[test]
fn the_best_is_told_to_be_the_best() {
    #[track_caller]
    fn check<G: Mind>(commands: u32, seeds: u64) {
        for seed in 0..seeds {
            let (game, seat) = midway::<G>(seed, commands);
            let ranking = ranked::<G>(Budget::lines(64), &Outlook::of_game(&game, seat), seed);
            let chances: Vec<_> = ranking.choices.iter().map(|choice| choice.chance).collect();
            assert!(chances.is_sorted_by_key(|chance| std::cmp::Reverse(*chance)), "{chances:?}");
            if let [first, second, ..] = &ranking.choices[..] {
                assert_eq!(first.lines, second.lines, "the last two meet on the same lines");
            }
        }
    }
    check::<ConnectFour>(16, 4);
    check::<TicTacToe>(1, 12);
}

/// Whatever somebody did meets the best on the same lines, so that a mistake is told from bad luck.
#[test]
fn what_somebody_did_meets_the_best_in_the_last_round() {
    let (game, seat) = midway::<ConnectFour>(4, 18);
    let outlook = Outlook::of_game(&game, seat);
    let mut legal = Vec::new();
    outlook.legal(&mut legal);
    let mut won = 0;
    for command in &legal {
        let mut search = Search::new(Budget::lines(160));
        let ranking = search.rank_with(&outlook, Some(command), 1, &Leash::default());
        let done =
            ranking.choices.iter().find(|one| one.command.as_ref() == Some(command)).unwrap();
        assert_eq!(done.lines, ranking.choices[0].lines, "{ranking:?}");
        assert_eq!((done.duel.gain, done.duel.is_won()), (0, false));
        assert!(ranking.choices[0].duel.lines > 20);
        won += u32::from(ranking.choices[0].duel.is_won());
    }
    assert!(won > 0 && won < legal.len() as u32, "{won} of {}", legal.len());
}

#[test]
fn a_duel_is_won_beyond_two_standard_errors() {
    #[track_caller]
    fn check(gains: &[i64], won: bool) {
        let squares = gains.iter().map(|gain| gain.unsigned_abs().pow(2)).sum();
        let duel = Duel { lines: gains.len() as u32, gain: gains.iter().sum(), squares };
        assert_eq!(duel.is_won(), won, "{gains:?}");
    }
    check(&[1; 8], true);
    check(&[1; 7], false);
    check(&[-1; 20], false);
    check(&[0; 20], false);
    // Of 16 differences of one: 12 more than 4 less are two standard errors and a little, 11 and 5 are not.
    check(&[1, 1, 1, -1].repeat(4), true);
    check(&[&[1; 11][..], &[-1; 5]].concat(), false);
}

/// However bad it looks, what the policy would do is played on with the best.
#[test]
fn the_choice_of_the_policy_is_among_the_candidates() {
    let throws: Vec<i32> = (0..20).map(|throw| -100 * throw).collect();
    let game = Lamps::new(&[], &throws);
    let outlook = Outlook::of_game(&game, Seat::FIRST);
    let ranking = Search::new(Budget::lines(40)).rank(&outlook, 1, &Leash::default());
    let has =
        |throw| ranking.choices.iter().any(|choice| choice.command == Some(Command::Throw(throw)));
    assert!(has(0) && has(19) && !has(12), "{ranking:?}");
}

#[test]
fn sees_what_one_step_ahead_does_not() {
    // X in two corners, O in the middle: another corner loses to the line that follows.
    let mut game: TicTacToe = start(1);
    for square in [1, 5, 9] {
        let seat = game.to_act().iter().next().unwrap();
        let mark = serde_json::from_value(serde_json::json!({ "type": "mark", "square": square }));
        game.apply(seat.into(), &mark.unwrap(), &mut Dice::values([]), &mut Events::off()).unwrap();
    }
    let outlook = Outlook::of_game(&game, Seat::SECOND);
    let mut out = Vec::new();
    Thinker::new(Budget::lines(600), 3).choose(&outlook, &mut out);
    let said = serde_json::to_value(out[0]).unwrap();
    assert!([2, 4, 6, 8].contains(&said["square"].as_u64().unwrap()), "{said}");
}

#[test]
fn beats_the_bot_that_looks_one_step_ahead() {
    let mut sum = 0;
    for seed in 0..4 {
        let seat = Seat::new(seed as usize % 2).unwrap();
        let mut thinker = Thinker::new(Budget::lines(200), seed);
        let mut greedy = Greedy::new(seed);
        let (game, _) = play(seed, |outlook, _: &ConnectFour, out| {
            if outlook.seat() == seat {
                thinker.choose(outlook, out);
            } else {
                greedy.choose(outlook, out);
            }
        });
        sum += game.outcome().unwrap().value(seat);
    }
    assert!(sum >= 2, "{sum} of 4");
}

/// The dice of a line are not those by which its players try things out: nobody foresees a roll.
#[test]
fn players_of_a_line_do_not_foresee_its_rolls() {
    // Who foresees every roll never rolls a 1, and wins the first turn of pig.
    let game = start::<Pig>(1);
    let mut player = Player::default();
    let sum: u64 = (0..200)
        .map(|number| player.line(&game, Opening::AsItStands, Seat::FIRST, number).unwrap())
        .map(u64::from)
        .sum();
    let chance = sum / 200;
    assert!((350_000..700_000).contains(&chance), "{chance}");
}
