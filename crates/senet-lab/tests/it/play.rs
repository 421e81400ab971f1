//! The same bytes from any number of threads, from shards, and after a stop.

use std::sync::atomic::{AtomicBool, Ordering};

use senet_lab::{Part, Run, Shard, Tally, play_again};

use crate::{plan, play};

const PIG: &str = "game = \"pig\"\nbots = [\"greedy\", \"random\"]\ngames = 150\nwatch = 3\n[grid]\ntarget = [20, 40]";

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let plan = plan(PIG);
    let one = play(&plan, 1, Shard::WHOLE);
    assert!(one.is_whole());
    assert_eq!(one.games(), 300);
    for threads in [2, 8] {
        assert_eq!(play(&plan, threads, Shard::WHOLE).write(), one.write());
    }
}

#[test]
fn eight_shards_played_out_of_order_join_to_the_bytes_of_one_run() {
    let plan = plan(PIG);
    let whole = play(&plan, 2, Shard::WHOLE);
    let mut joined = Part::new(&plan);
    for number in [5, 1, 8, 3, 2, 7, 4, 6] {
        let part = play(&plan, 1, Shard::new(number, 8).unwrap());
        let text = part.write();
        joined.join("part", &Part::read("part", &text).unwrap()).unwrap();
        assert_eq!(joined.is_whole(), number == 6);
    }
    assert_eq!(joined.write(), whole.write());
    let again = play(&plan, 1, Shard::new(2, 8).unwrap());
    let twice = joined.join("again", &again).unwrap_err().to_string();
    assert!(twice.contains("in another part already"), "{twice}");
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_bytes() {
    let plan = plan(PIG);
    let stop = AtomicBool::new(false);
    let run = Run { threads: 1, shard: Shard::WHOLE, stop: &stop };
    let half = play(&plan, 1, Shard::new(1, 2).unwrap());
    // What is stored may be read again, and the rest is played from there.
    let stored = Part::read("stored", &half.write()).unwrap();
    assert!(!stored.is_whole() && stored.games() > 0);
    let resumed = run.play(&plan, stored, &mut |_, _| Ok(())).unwrap();
    assert_eq!(resumed.write(), play(&plan, 1, Shard::WHOLE).write());
    stop.store(true, Ordering::Relaxed);
    let stopped = run.play(&plan, Part::new(&plan), &mut |_, _| Ok(())).unwrap();
    assert_eq!(stopped.games(), 0);
}

#[test]
fn precision_is_played_until_it_is_reached() {
    let text =
        "game = \"tic-tac-toe\"\nbots = \"random\"\nprecision = 2.0\nat_most = 5000\nwatch = 0";
    let plan = plan(text);
    let part = play(&plan, 2, Shard::WHOLE);
    let tally = &part.lines[0].tally;
    assert!(part.is_whole());
    assert!((2048..=4096).contains(&tally.games), "{}", tally.games);
    assert!(tally.won(0).half() <= 0.02 && tally.won(1).half() <= 0.02);
    // A shard takes whole lines there.
    let mut joined = Part::new(&plan);
    for number in [2, 1] {
        let shard = play(&plan, 1, Shard::new(number, 2).unwrap());
        joined.join("part", &shard).unwrap();
    }
    assert_eq!(joined.write(), part.write());
    let capped = plan_capped(text);
    assert_eq!(capped.games, 512);
}

/// A number of games that is named is played, however large.
#[test]
fn many_games_are_many_blocks() {
    let plan = plan("game = \"pig\"\nbots = \"random\"\ngames = 1_000_000");
    assert_eq!(Part::new(&plan).lines[0].blocks(), 62_500);
}

fn plan_capped(text: &str) -> Tally {
    let plan = plan(&text.replace("5000", "512"));
    play(&plan, 1, Shard::WHOLE).total()
}

#[test]
fn parts_of_other_experiments_are_refused() {
    let mut own = Part::new(&plan(PIG));
    let other = Part::new(&plan(&PIG.replace("150", "151")));
    assert!(own.join("other", &other).unwrap_err().to_string().contains("another experiment"));
    let broken = Part::read("broken", "{}").unwrap_err().to_string();
    assert!(broken.contains("broken, line 1: this is no header"), "{broken}");
    // A file that was cut, or in which somebody changed a figure.
    let text = play(&plan(PIG), 1, Shard::WHOLE).write();
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..lines.len() - 1].join("\n");
    for bad in [lines[0], &cut, &text.replacen("\"games\":150,", "\"games\":151,", 1)] {
        let refused = Part::read("bad", bad).unwrap_err().to_string();
        assert!(refused.contains("the file was cut, or changed by hand"), "{refused}");
    }
}

/// A file whose bots have changed since is not gone on with: its first games show it.
#[test]
fn a_part_whose_games_go_another_way_today_is_refused() {
    let plan = plan(PIG);
    let part = play(&plan, 2, Shard::new(2, 3).unwrap());
    play_again(&plan, "part", &part).unwrap();
    play_again(&plan, "nothing", &Part::new(&plan)).unwrap();
    let mut other = part;
    let (id, _) = other.lines[0].tally.examples.first.unwrap();
    other.lines[0].tally.examples.first = Some((id, senet_kernel::hash("another game")));
    let refused = play_again(&plan, "part", &other).unwrap_err().to_string();
    assert!(refused.contains("part: its games go another way today"), "{refused}");
}

/// Rounds are those that were played: a game that is over may tell the number of the one that would come next.
#[test]
fn rounds_are_those_that_were_played() {
    for (game, measure) in [("flag-war", "rounds"), ("crossfire-campaign", "battles")] {
        let text = format!("game = \"{game}\"\nbots = \"random\"\ngames = 6\nwatch = 0");
        let tally = play(&plan(&text), 2, Shard::WHOLE).total();
        assert_eq!(tally.rounds, tally.measures[measure], "{game}");
    }
}

/// The deals of a line are those of every other: lines differ by nothing but themselves.
#[test]
fn lines_are_paired_by_their_deals() {
    let twice = plan(
        "game = \"pig\"\nbots = \"greedy\"\ngames = 40\nwatch = 0\n[[list]]\nname = \"a\"\n[[list]]\nname = \"b\"",
    );
    let part = play(&twice, 2, Shard::WHOLE);
    assert_eq!(part.lines[0].tally, part.lines[1].tally);
    let other = plan("game = \"pig\"\nbots = \"greedy\"\ngames = 40\nwatch = 0\nseed = 2");
    assert_ne!(play(&other, 2, Shard::WHOLE).lines[0].tally, part.lines[0].tally);
}

/// Every game is measured without a line more; those with measures tell them.
#[test]
fn every_game_is_measured() {
    for game in senet_catalog::games() {
        let id = game.id();
        // To deal the positions of battles anew takes too long for a test.
        let watch = u64::from(!id.starts_with("crossfire"));
        let text =
            format!("game = \"{id}\"\nbots = \"random\"\ngames = 3\nwatch = {watch}\nlines = 2");
        let plan = plan(&text);
        let part = play(&plan, 2, Shard::WHOLE);
        let tally = &part.lines[0].tally;
        assert_eq!(tally.games, 3, "{id}");
        assert!(tally.cut.is_empty(), "{id}: {:?}", tally.cut);
        assert!(tally.commands.least() > 0 && tally.options > 0, "{id}");
        assert!(!tally.events.is_empty() && !tally.last.is_empty(), "{id}");
        assert_eq!(tally.reasons.values().flatten().sum::<u64>(), 3, "{id}");
        assert_eq!(tally.course.games, watch, "{id}");
        assert_eq!(tally.seats.len(), plan.lines[0].ring.roles().len(), "{id}");
        let counts = ["sky-team", "silosoft", "flag-war", "crossfire", "crossfire-campaign"];
        assert_eq!(!tally.measures.is_empty(), counts.contains(&id), "{id}");
        // Any of its games can be looked at again, with the same dice.
        let line = &plan.lines[0];
        let bots: Vec<&str> = line.bots.iter().map(String::as_str).collect();
        let deal = senet_catalog::Deal { seed: 1, number: 0 };
        let journal =
            line.ring.journal(&bots, deal).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        assert!(game.verify(&journal, None).is_ok(), "{id}");
        let lines = journal.lines().filter(|line| line.contains("\"entry\"")).count();
        let played = line.ring.play(&bots, deal, None).unwrap().played;
        assert!(lines >= played.commands as usize, "{id}: {lines} of {}", played.commands);
    }
}

#[test]
fn the_winners_of_seats_and_of_bots_are_told_apart() {
    let text = "game = \"pig\"\nbots = [\"greedy\", \"random\"]\ngames = 60\nwatch = 0\n[set]\ntarget = 30";
    let tally = play(&plan(text), 2, Shard::WHOLE).total();
    assert!(tally.bots[0].won > tally.bots[1].won + 20, "{:?}", tally.bots);
    assert_eq!(tally.seats[0].won + tally.seats[1].won, 60);
    assert!(tally.seats[0].won.abs_diff(30) < 25);
}
