//! The figures of every line as a table, for the page and for programs that read CSV.

use crate::part::Part;
use crate::plan::Plan;
use crate::stats::{Estimate, percent, wilson};
use crate::tally::Tally;

/// The head and the rows of the table of lines: names first, then figures in per cent or as they are.
pub fn lines(plan: &Plan, part: &Part) -> (Vec<String>, Vec<Vec<String>>) {
    let total = part.total();
    let mut head: Vec<String> = vec!["line".to_owned(), "games".to_owned()];
    let columns = columns(&total);
    for (name, _) in &columns {
        head.push(name.clone());
    }
    let rows = part.lines.iter().map(|line| {
        let mut row = vec![line.line.clone(), line.tally.games.to_string()];
        row.extend(columns.iter().map(|(_, figure)| figure(&line.tally)));
        row
    });
    let rows = rows.collect();
    debug_assert_eq!(plan.lines.len(), part.lines.len());
    (head, rows)
}

type Column = (String, Box<dyn Fn(&Tally) -> String>);
/// A part of an estimate, by name.
type End = (&'static str, fn(Estimate) -> f64);

fn columns(total: &Tally) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let mut share = |name: &str, of: Box<dyn Fn(&Tally) -> Estimate>| {
        let of = std::rc::Rc::new(of);
        let ends: [End; 3] = [("%", |e| e.value), ("from", |e| e.low), ("to", |e| e.high)];
        for (end, part) in ends {
            let of = of.clone();
            let figure = move |tally: &Tally| percent(part(of(tally)));
            columns.push((format!("{name} {end}"), Box::new(figure)));
        }
    };
    if total.is_together() {
        share("won", Box::new(|tally| wilson(tally.won_together, tally.games)));
    } else {
        for seat in 0..total.seats.len() {
            share(&format!("seat {} won", seat + 1), Box::new(move |tally| tally.won(seat)));
        }
        share("drawn", Box::new(Tally::drawn));
        share("share of seat 1", Box::new(|tally| tally.share(0)));
    }
    let mut number = |name: &str, of: Box<dyn Fn(&Tally) -> String>| {
        columns.push((name.to_owned(), of));
    };
    number("commands, mean", Box::new(|tally| format!("{:.1}", tally.commands.mean())));
    number("commands, median", Box::new(|tally| tally.commands.percentile(50).to_string()));
    number("rounds, median", Box::new(|tally| tally.rounds.percentile(50).to_string()));
    number("options per choice", Box::new(|tally| format!("{:.1}", tally.options_per_choice())));
    number("unfinished", Box::new(|tally| tally.cut.values().sum::<u64>().to_string()));
    number("different games", Box::new(|tally| tally.distinct.count().0.to_string()));
    for name in total.measures.keys() {
        let own = name.clone();
        let mean = move |tally: &Tally| {
            tally.measures.get(&own).map_or(String::new(), |spread| format!("{:.2}", spread.mean()))
        };
        number(&format!("{name}, mean"), Box::new(mean));
    }
    columns
}

/// The table of lines as CSV, with every axis, the bots, the seed and the hashes beside.
pub fn csv(plan: &Plan, part: &Part) -> String {
    let (head, rows) = lines(plan, part);
    let mut names: Vec<String> = plan.axes.iter().map(|axis| axis.name.clone()).collect();
    names.extend(["bots", "seed", "rules", "config", "data"].map(str::to_owned));
    names.extend(head);
    let mut text = row(&names);
    for ((line, own), figures) in plan.lines.iter().zip(&part.lines).zip(rows) {
        let values = plan.axes.iter().zip(&line.places);
        let mut cells: Vec<String> =
            values.map(|(axis, place)| axis.values[*place].1.clone()).collect();
        cells.push(own.bots.join(" "));
        cells.push(plan.experiment.seed.to_string());
        cells.push(part.header.rules.to_string());
        cells.push(own.config.to_string());
        cells.push(own.data.map_or_else(String::new, |data| data.to_string()));
        cells.extend(figures);
        text += &row(&cells);
    }
    text
}

fn row(cells: &[String]) -> String {
    let quoted = |cell: &String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
