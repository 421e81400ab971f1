//! Two experiments side by side.

use std::sync::atomic::AtomicBool;

use senet_lab::{Shard, compare};

use crate::{plan, play};

fn text(target: u32) -> String {
    format!(
        "game = \"pig\"\nbots = [\"greedy\", \"random\"]\nseatings = \"given\"\ngames = 200\nwatch = 0\n[set]\ntarget = {target}"
    )
}

fn side_by_side(first: &str, second: &str, threads: usize) -> compare::Comparison {
    let stop = AtomicBool::new(false);
    compare::play(&plan(first), &plan(second), threads, &stop, &mut |_, _| {}).unwrap()
}

#[test]
fn the_same_experiment_does_not_change() {
    let same = side_by_side(&text(20), &text(20), 2);
    let row = &same.rows[0];
    assert_eq!((row.change.value, row.change.half(), row.other_games), (0.0, 0.0, Some(0)));
    assert!(!row.changed() && same.paired);
    assert!(compare::told(&same)[0].starts_with("1 of 1 lines show no certain change"));
}

#[test]
fn what_changed_is_told_with_its_interval_and_pairs_tell_more() {
    let changed = side_by_side(&text(20), &text(60), 2);
    let row = &changed.rows[0];
    assert!(row.longer.low > 0.0 && row.games == 200);
    assert!(compare::told(&changed)[0].contains("commands longer"));
    assert!(row.changed(), "longer games are a change, too");
    assert_eq!(changed, side_by_side(&text(20), &text(60), 5), "threads change nothing");
    let parts = [20, 60].map(|target| play(&plan(&text(target)), 2, Shard::WHOLE));
    let apart = compare::stored(&parts[0], &parts[1]).unwrap();
    let (alone, paired) = (&apart.rows[0], &changed.rows[0]);
    assert!((alone.change.value - paired.change.value).abs() < 1e-9);
    assert!((alone.longer.value - paired.longer.value).abs() < 1e-9);
    assert_eq!(alone.other_games, None);
}

#[test]
fn a_line_that_leaves_its_bounds_is_told_apart_from_one_that_may() {
    let row = &side_by_side(&text(60), &text(60), 2).rows[0];
    assert!(row.second.value > 0.6, "{:?}", row.second);
    assert!(row.leaves(0.4, row.second.low - 0.01) && !row.leaves(0.4, row.second.value));
}

#[test]
fn experiments_that_have_no_pairs_are_refused() {
    let stop = AtomicBool::new(false);
    let other = "game = \"kuhn-poker\"\nbots = \"random\"";
    let refused = compare::play(&plan(&text(20)), &plan(other), 1, &stop, &mut |_, _| {});
    assert!(refused.unwrap_err().to_string().contains("two games"));
    let bots = text(20).replace("greedy", "easy");
    let refused = compare::play(&plan(&text(20)), &plan(&bots), 1, &stop, &mut |_, _| {});
    assert!(refused.unwrap_err().to_string().contains("the bots differ"));
}

/// Why games end and what they count is compared like shares and lengths, side by side and apart.
#[test]
fn all_that_a_game_counts_is_compared() {
    let text = |weight: u32| {
        format!(
            "game = \"silosoft\"\nbots = \"greedy\"\ngames = 60\nwatch = 0\n[set]\nplayers = 2\nresource_weight = {weight}"
        )
    };
    let changed = side_by_side(&text(90), &text(50), 2);
    let parts = [90, 50].map(|weight| play(&plan(&text(weight)), 2, Shard::WHOLE));
    let apart = compare::stored(&parts[0], &parts[1]).unwrap();
    for row in [&changed.rows[0], &apart.rows[0]] {
        let names: Vec<&str> = row.measured.iter().map(|one| one.name.as_str()).collect();
        assert!(names.contains(&"drawn") && names.contains(&"ending: won"), "{names:?}");
        let shipped = row.measured.iter().find(|one| one.name == "features shipped").unwrap();
        assert!(!shipped.is_share && shipped.first > shipped.second, "{shipped:?}");
    }
    let means = |row: &compare::Row| -> Vec<(String, i64)> {
        let mean = |number: f64| (number * 1e6).round() as i64;
        row.measured.iter().map(|one| (one.name.clone(), mean(one.second))).collect()
    };
    let (mut paired, mut alone) = (means(&changed.rows[0]), means(&apart.rows[0]));
    paired.sort();
    alone.sort();
    assert_eq!(paired, alone, "the same games were counted");
    let told = compare::told(&changed).join(" ");
    assert!(told.contains("features shipped, ") && told.contains(" became "), "{told}");
    assert!(
        side_by_side(&text(90), &text(90), 2).rows[0]
            .measured
            .iter()
            .all(|one| one.change.value == 0.0)
    );
}

/// A comparison asks for as many games as its precision needs, and not for those that a run begins with.
#[test]
fn a_comparison_is_played_until_it_is_precise() {
    let text = |target: u32, points: f64, most: u32| {
        format!(
            "game = \"pig\"\nbots = \"random\"\nprecision = {points}\nat_most = {most}\nwatch = 0\n[set]\ntarget = {target}"
        )
    };
    let games = |first: &str, second: &str| side_by_side(first, second, 2).rows[0].games;
    let wide = games(&text(20, 20.0, 4000), &text(30, 20.0, 4000));
    let fine = side_by_side(&text(20, 20.0, 4000), &text(30, 3.0, 4000), 2);
    assert_eq!(wide, 256);
    let row = &fine.rows[0];
    assert!(row.games > 256 && (row.change.half() <= 0.03 || row.games == 4000), "{row:?}");
    assert_eq!(games(&text(20, 0.1, 700), &text(30, 0.1, 900)), 700, "but never more than it may");
    assert_eq!(fine, side_by_side(&text(20, 20.0, 4000), &text(30, 3.0, 4000), 5));
}

/// Where nothing is compared, nothing is called the same.
#[test]
fn experiments_without_a_line_in_common_are_refused() {
    let lines = |names: [&str; 2]| {
        let [a, b] = names;
        format!(
            "game = \"pig\"\nbots = \"random\"\ngames = 2\nwatch = 0\n[[list]]\nname = \"{a}\"\n[[list]]\nname = \"{b}\""
        )
    };
    let (first, second) = (plan(&lines(["a", "b"])), plan(&lines(["c", "d"])));
    let stop = AtomicBool::new(false);
    let refused = compare::play(&first, &second, 1, &stop, &mut |_, _| {}).unwrap_err();
    assert!(refused.to_string().contains("no line in common"));
    let parts = [first, second].map(|plan| play(&plan, 1, Shard::WHOLE));
    let refused = compare::stored(&parts[0], &parts[1]).unwrap_err();
    assert!(refused.to_string().contains("no line in common"));
    let other = play(&plan("game = \"kuhn-poker\"\nbots = \"random\"\ngames = 2"), 1, Shard::WHOLE);
    assert!(compare::stored(&parts[0], &other).unwrap_err().to_string().contains("two games"));
}
