//! How fast the rules and the solver are: `cargo run --release -p senet-space-weirdos --example speed`.
//!
//! Every figure is also given as a ratio to pricing one weirdo, since machines differ.

#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "a stopwatch needs a clock and floats"
)]

use std::hint::black_box;
use std::time::Instant;

use senet_space_weirdos::solver::{self, Arms, Completion, Filter, Order, Wish};
use senet_space_weirdos::{Catalogue, Role, Rules, Warband, Weirdo, cost, file};

/// The median of the times of some repetitions, in microseconds.
fn time<T>(repetitions: usize, inner: u32, mut run: impl FnMut() -> T) -> f64 {
    let mut times: Vec<f64> = (0..repetitions)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..inner {
                black_box(run());
            }
            start.elapsed().as_secs_f64() * 1e6 / f64::from(inner)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn drawn(rules: &Rules, points: u32, wishes: &[&str], seed: &str) -> Warband {
    let wishes: Vec<Wish> = wishes.iter().map(|text| Wish::parse(text).expect("a wish")).collect();
    match solver::random(rules, points, Some("mutants"), &wishes, Arms::One, seed) {
        Ok(Completion::Found(found)) => found.warband,
        other => panic!("no warband: {other:?}"),
    }
}

fn main() {
    let rules = Rules::core();
    let catalogue = Catalogue::core();
    let mutants = catalogue.ability_of("mutants");
    let one: Weirdo = drawn(&rules, 75, &[], "one").leader.expect("a leader");
    let base = time(21, 20_000, || cost::weirdo(catalogue, black_box(&one), mutants));
    let row = |name: &str, micros: f64| {
        println!("{name:<58} {micros:>12.3} µs {:>12.1} ×", micros / base);
    };
    row("price one weirdo", base);

    let mut crowd = drawn(&rules, 125, &["bodies=12"], "crowd");
    crowd.troopers.truncate(11);
    while crowd.troopers.len() < 19 {
        let copy = crowd.troopers[crowd.troopers.len() % 11].clone();
        crowd.troopers.push(copy);
    }
    row("price a 20-body warband", time(21, 2_000, || cost::warband(catalogue, black_box(&crowd))));
    row(
        "validate a 20-body warband (illegal: over the limit)",
        time(21, 2_000, || rules.validate(black_box(&crowd))),
    );
    let mut grunts = Warband::new();
    grunts.point_limit = Some(125.into());
    for number in 0..19 {
        grunts.troopers.push(Weirdo::new(&format!("w{}", number + 2), "Grunt", Role::Trooper));
    }
    let both =
        || (cost::warband(catalogue, black_box(&grunts)), rules.validate(black_box(&grunts)));
    row("price and validate a legal 20-body warband", time(21, 2_000, both));
    row(
        "is_valid of a legal 20-body warband",
        time(21, 2_000, || rules.is_valid(black_box(&grunts))),
    );

    let mut order = Order::new(Warband { leader: None, ..grunts.clone() });
    order.warband.troopers.clear();
    row("complete to exactly 125, no wishes", time(11, 1, || solver::complete(&rules, &order)));
    order.wishes = vec![
        Wish::parse("shooters=2").expect("a wish"),
        Wish::parse("psychics=1").expect("a wish"),
    ];
    row(
        "complete to exactly 125, two shooters and a psychic",
        time(11, 1, || solver::complete(&rules, &order)),
    );
    row(
        "count all warbands of 125",
        time(11, 1, || solver::count_warbands(&rules, 125, mutants, &[], Arms::One)),
    );
    row(
        "cheapest fix of the 20-body warband at 125",
        time(5, 1, || solver::fix(&rules, &crowd, None)),
    );
    let mut broken = drawn(&rules, 125, &[], "fix");
    broken.troopers[0].equipment = vec!["medkit".to_owned(), "grenade".to_owned()];
    row("cheapest fix of one mistake at 125", time(5, 1, || solver::fix(&rules, &broken, None)));
    let some = drawn(&rules, 75, &[], "spend");
    let roomy = Warband { point_limit: Some(125.into()), ..some };
    row("spend 50 points", time(5, 1, || solver::spend(&rules, &roomy, 100)));
    let filter = Filter { max_cost: Some(20), ..Filter::new(Role::Trooper) };
    let loadouts = solver::enumerate(&rules, &filter).expect("a filter");
    row(
        "enumerate all 2,437,927 troopers of 20 points or less",
        time(3, 1, || loadouts.costs().map(u64::from).sum::<u64>()),
    );
    row("write a share code", time(21, 500, || file::encode(catalogue, black_box(&crowd))));
    row(
        "print the sheet",
        time(21, 100, || file::sheet(&rules, black_box(&crowd), file::Paper::A4)),
    );
}
