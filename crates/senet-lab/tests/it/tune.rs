//! Values that come nearest to targets.

use std::sync::atomic::AtomicBool;

use senet_lab::tune::{Search, Try, best, front};
use senet_lab::{Experiment, report};

use crate::plan;

const LENGTH: &str = "game = \"pig\"\nbots = \"random\"\ngames = 64\nwatch = 0\nseed = 3\n\
    [tune]\ncommands = [40, 50]\ntries = 14\n[tune.values]\ntarget = { from = 20, to = 100, step = 10 }";

fn search(text: &str) -> Search {
    Search::new(plan(text)).unwrap()
}

fn run(search: &Search, from: Vec<Try>, threads: usize) -> Vec<Try> {
    let stop = AtomicBool::new(false);
    search.run(from, threads, &stop, &mut |_| Ok(())).unwrap()
}

#[test]
fn a_search_finds_values_near_its_targets() {
    let search = search(LENGTH);
    let tries = run(&search, Vec::new(), 2);
    assert_eq!(tries.len(), 14);
    // Today's values are the first try and cost no change.
    assert_eq!((tries[0].places[0], tries[0].change), (8, 0.0));
    let best = best(&tries).unwrap();
    assert!(best.loss() < tries[0].loss(), "{best:?} {:?}", tries[0]);
    assert!(tries.iter().any(|found| found.given_up), "a race gives up what is certainly worse");
    let given_up = tries.iter().find(|found| found.given_up).unwrap();
    assert!(given_up.games <= tries[0].games);
    let front = front(&tries);
    assert!(
        front
            .windows(2)
            .all(|pair| pair[0].change < pair[1].change && pair[0].distance > pair[1].distance)
    );
    let page = report::tuned(&search, &tries);
    assert!(
        page.contains("<h2>Closeness and change</h2>") && page.contains("target = 100 (today)")
    );
}

#[test]
fn a_search_goes_on_with_what_is_stored() {
    let search = search(&LENGTH.replace("tries = 14", "tries = 6"));
    let whole = run(&search, Vec::new(), 2);
    let resumed = run(&search, whole[..3].to_vec(), 1);
    assert_eq!(resumed, whole);
}

/// Two halves of the same lines tell the error, also where a deal is several games because bots sit everywhere.
#[test]
fn the_error_of_a_try_is_not_the_difference_of_its_lines() {
    let text = "game = \"pig\"\nbots = [\"greedy\", \"random\"]\ngames = 64\nwatch = 0\n[grid]\nrounds = [2, 12]\n\
        [tune]\ncommands = [25, 25]\ntries = 1\n[tune.values]\ntarget = [100, 101]";
    let search = search(text);
    let tries = run(&search, Vec::new(), 2);
    let [one] = &tries[..] else { panic!("{tries:?}") };
    assert_eq!(one.games, 128);
    assert!(one.distance > 15.0 && one.error < one.distance / 4.0, "{one:?}");
}

/// What all lines set is today's, in a field of the data as in a setting.
#[test]
fn todays_values_are_those_of_the_experiment() {
    let today = |set: &str, knob: &str| {
        let text = format!(
            "game = \"crossfire\"\nbots = \"random\"\ngames = 32\n[set]\n{set}\n[tune]\ndrawn = 5\n[tune.values]\n{knob}"
        );
        search(&text).knobs[0].today
    };
    let knob = "factions.ember_guard.defense = { from = 8, to = 11 }";
    assert_eq!(today("event = \"off\"", knob), 1, "nine, as the data has it");
    assert_eq!(today("factions.ember_guard.defense = 11", knob), 3);
    let search = search(
        "game = \"pig\"\nbots = \"random\"\ngames = 32\n[set]\ntarget = 40\n[tune]\ndrawn = 5\n[tune.values]\ntarget = [20, 30, 40]",
    );
    assert_eq!(search.knobs[0].today, 2);
}

/// Targets that nothing reaches: the search ends, and says how far the best of it is.
#[test]
fn targets_that_nothing_reaches_are_told_as_missed() {
    let search = search(&LENGTH.replace("[40, 50]", "[100000, 100000]"));
    let tries = run(&search, Vec::new(), 2);
    assert_eq!(tries.len(), 14);
    let said = report::tuned_sentences(&search, &tries).join(" ");
    assert!(said.contains("points off"), "{said}");
    assert!(best(&tries).unwrap().distance > 90_000.0);
}

/// No set of values is played twice while there is another: a search of as many tries as there are sets tries all.
#[test]
fn every_try_is_another_set_of_values() {
    let search =
        search(&LENGTH.replace("tries = 14", "tries = 9").replace("games = 64", "games = 32"));
    let mut places: Vec<Vec<usize>> =
        run(&search, Vec::new(), 2).into_iter().map(|found| found.places).collect();
    places.sort();
    places.dedup();
    assert_eq!(places.len(), 9);
}

#[test]
fn stored_tries_are_of_their_own_search() {
    let search = search(&LENGTH.replace("tries = 14", "tries = 3"));
    let tries = run(&search, Vec::new(), 2);
    let text = search.write(&tries);
    assert_eq!(search.read("tries", &text).unwrap(), tries);
    let refused = |text: &str| search.read("tries", text).unwrap_err().to_string();
    // Bots that play otherwise than those that tried the rest.
    let mut other = tries.clone();
    other[2].first = Some(senet_kernel::hash("another game"));
    assert!(refused(&search.write(&other)).contains("line 4: its games go another way today"));
    assert!(refused("").contains("the file is empty"));
    assert!(refused(&text.replace("\"seed\":3", "\"seed\":4")).contains("another experiment"));
    assert!(
        refused(&text.replace("\"places\":[8]", "\"places\":[800]")).contains("no such values")
    );
    assert!(refused(&text.replace("\"places\":[8]", "\"places\":[]")).contains("no such values"));
}

#[test]
fn what_is_missing_is_said() {
    #[track_caller]
    fn check(text: &str, part: &str) {
        let refused = Search::new(plan(text)).err().map(|error| error.to_string());
        assert!(refused.as_ref().is_some_and(|said| said.contains(part)), "{refused:?}");
    }
    check("game = \"pig\"\nbots = \"random\"", "no [tune]");
    check(
        "game = \"pig\"\nbots = \"random\"\n[tune]\nvalues = { target = [20, 30] }",
        "name a target",
    );
    let tuned = |values: &str| {
        format!("game = \"pig\"\nbots = \"random\"\n[tune]\ndrawn = 1\n[tune.values]\n{values}")
    };
    check(&tuned(""), "name the values");
    check(&tuned("colour = [1, 2]"), "no such number today");
    check(&tuned("target = 3"), "it takes");
    let few = tuned("target = [20, 30]").replace("[tune]", "games = 31\n[tune]");
    check(&few, "at least 32 games of a line");
    let few = few.replace("\"random\"", "[\"easy\", \"random\"]").replace("31", "63");
    check(&few, "at least 64 games of a line");
    for (wanted, part) in [
        ("share = [58, 42]", "two bounds, the lower one first"),
        ("won = [0, 120]", "two bounds, the lower one first"),
        ("commands = [nan, 5]", "two bounds, the lower one first"),
        ("drawn = -1", "0 to 100"),
        ("drawn = 5\nchange = -1", "tune.change is in points"),
        ("drawn = 5\ntries = 0", "tune.tries is 1 to 100000"),
    ] {
        let text = format!(
            "game = \"pig\"\nbots = \"random\"\n[tune]\n{wanted}\n[tune.values]\ntarget = [20, 30]"
        );
        let refused = Experiment::read(&text).err().map(|error| error.to_string());
        assert!(refused.as_ref().is_some_and(|said| said.contains(part)), "{refused:?}");
    }
}
