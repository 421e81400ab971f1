//! A report as a section of a document: the sentences, and the table that matters most.

use std::fmt::Write as _;

use super::{main_share, words};
use crate::part::Part;
use crate::plan::Plan;
use crate::stats::percent;
use crate::tally::Tally;

/// The section: a heading, what the experiment says of itself, what was found, and the matrices of pairings or
/// the list of lines.
pub fn markdown(plan: &Plan, part: &Part, about: &str) -> String {
    let total = part.total();
    let mut text = format!("## {}\n\n{about}\n\n", plan.title());
    for sentence in words::warnings(part, &total).iter().chain(&words::summary(plan, part, &total))
    {
        let _ = writeln!(text, "- {sentence}");
    }
    let _ = writeln!(
        text,
        "\nSeed {}, rules {}, experiment `{}`.\n",
        plan.experiment.seed, part.header.rules, part.header.hash
    );
    text + &match words::pairing(plan) {
        Some(pair) => matrices(plan, part, pair),
        None => list(part, &total),
    }
}

/// The pairings from both sides, a matrix over all other settings, and where there is one other, one for each
/// of its values.
fn matrices(plan: &Plan, part: &Part, pair: (usize, usize)) -> String {
    let mut text = String::from(
        "From both sides, over all else; a draw is half a win:\n\n\
         | pairing | games | share of the first named, % | drawn, % |\n|---|---|---|---|\n",
    );
    for ([first, second], games, share, drawn) in words::pairs(plan, part, pair) {
        if first == second {
            let _ = writeln!(text, "| {first} : itself | {games} | | {} |", percent(drawn.value));
            continue;
        }
        let _ = writeln!(
            text,
            "| {first} : {second} | {games} | {} ({} to {}) | {} |",
            percent(share.value),
            percent(share.low),
            percent(share.high),
            percent(drawn.value)
        );
    }
    let _ = write!(text, "\nBy side, over all else:\n\n{}", matrix(plan, part, pair, None));
    let others: Vec<usize> =
        (0..plan.axes.len()).filter(|axis| ![pair.0, pair.1].contains(axis)).collect();
    if let [axis] = others[..] {
        for (value, (_, name)) in plan.axes[axis].values.iter().enumerate() {
            let _ = write!(text, "\n{name}:\n\n{}", matrix(plan, part, pair, Some((axis, value))));
        }
    }
    text
}

/// The share of the first side (rows) against the second (columns), of the lines with this value.
fn matrix(
    plan: &Plan,
    part: &Part,
    (rows, columns): (usize, usize),
    only: Option<(usize, usize)>,
) -> String {
    let names = |axis: usize| plan.axes[axis].values.iter().map(|(_, name)| name.as_str());
    let head: Vec<&str> = names(columns).collect();
    let mut text = format!(
        "| first side, share in % | {} |\n|---|{}\n",
        head.join(" | "),
        "---|".repeat(head.len())
    );
    for (row, name) in names(rows).enumerate() {
        let cells = (0..head.len()).map(|column| {
            let mut tally = Tally::default();
            let lines = plan.lines.iter().zip(&part.lines);
            let here = lines.filter(|(line, _)| {
                line.places[rows] == row
                    && line.places[columns] == column
                    && only.is_none_or(|(axis, value)| line.places[axis] == value)
            });
            here.for_each(|(_, own)| tally.merge(&own.tally));
            let share = main_share(&tally);
            format!("{} ± {:.1}", percent(share.value), share.half() * 100.0)
        });
        let _ = writeln!(text, "| {name} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    text
}

fn list(part: &Part, total: &Tally) -> String {
    let share = if total.is_together() { "won" } else { "share of the first seat" };
    let mut text = format!(
        "| line | games | {share}, % | drawn, % | commands, median |\n|---|---|---|---|---|\n"
    );
    for line in &part.lines {
        let found = main_share(&line.tally);
        let _ = writeln!(
            text,
            "| {} | {} | {} ({} to {}) | {} | {} |",
            line.line,
            line.tally.games,
            percent(found.value),
            percent(found.low),
            percent(found.high),
            percent(line.tally.drawn().value),
            line.tally.commands.percentile(50)
        );
    }
    text
}
