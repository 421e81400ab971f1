//! The report of a search for values: what was found, the path, the front between closeness and change,
//! and how much each value matters.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::draw::{escaped, grouped, table};
use super::whole;
use crate::tune::{Search, Try, best, front};

/// What was found, in sentences.
pub fn tuned_sentences(search: &Search, tries: &[Try]) -> Vec<String> {
    let (Some(today), Some(best)) = (tries.first(), best(tries)) else {
        return vec!["Nothing was tried yet.".to_owned()];
    };
    let games: u64 = tries.iter().map(|found| found.games).sum();
    let mut said = vec![format!(
        "{} sets of values were tried in {} games; today's are {:.1} points off their targets.",
        tries.len(),
        grouped(games),
        today.distance
    )];
    said.push(match best.places == today.places {
        true => "Nothing better was found than what there is.".to_owned(),
        false => {
            let changed =
                search.knobs.iter().zip(&best.places).filter(|(knob, at)| knob.today != **at);
            let changed: Vec<String> = changed
                .map(|(knob, at)| {
                    format!(
                        "{} {} instead of {}",
                        knob.path, knob.values[*at], knob.values[knob.today]
                    )
                })
                .collect();
            format!(
                "The best is {:.1} points off (give or take {:.1}): {}.",
                best.distance,
                2.0 * best.error,
                changed.join(", ")
            )
        }
    });
    said
}

/// The page of a search.
pub fn tuned(search: &Search, tries: &[Try]) -> String {
    let title = format!("{}: tuned", search.plan().title());
    let mut body = format!("<h1>{}</h1>\n<ul class=\"summary\">\n", escaped(&title));
    for sentence in tuned_sentences(search, tries) {
        let _ = writeln!(body, "<li>{}</li>", escaped(&sentence));
    }
    body.push_str("</ul>\n");
    let names: Vec<String> = search.knobs.iter().map(|knob| knob.path.to_string()).collect();
    let mut head = vec!["try", "points off", "error", "change", "games"];
    head.extend(names.iter().map(String::as_str));
    let row = |(number, found): (usize, &Try)| {
        let mut row = vec![
            (number + 1).to_string() + if found.given_up { ", given up" } else { "" },
            format!("{:.2}", found.distance),
            format!("{:.2}", found.error),
            format!("{:.2}", found.change),
            grouped(found.games),
        ];
        row.extend(search.named(&found.places).into_iter().map(|(_, value)| value.to_string()));
        row
    };
    let place = |own: &Try| tries.iter().position(|found| found == own).unwrap_or(0);
    let front: Vec<Vec<String>> =
        front(tries).into_iter().map(|own| row((place(own), own))).collect();
    let path: Vec<Vec<String>> = tries.iter().enumerate().map(row).collect();
    let _ = write!(
        body,
        "<h2>Closeness and change</h2>\n<p>Sets of values that no other beats in both.</p>\n{}\n\
         <h2>What each value does</h2>\n<p>The mean distance of all tries with it, and how many there were. Tries that were \
         given up early count as they stood.</p>\n{}\n<h2>The path</h2>\n{}\n",
        table(&head, &front),
        sensitivity(search, tries),
        table(&head, &path)
    );
    whole(&title, &body)
}

fn sensitivity(search: &Search, tries: &[Try]) -> String {
    let mut rows = Vec::new();
    for (at, knob) in search.knobs.iter().enumerate() {
        let mut by: BTreeMap<usize, (f64, u32)> = BTreeMap::new();
        for found in tries {
            let sum = by.entry(found.places[at]).or_default();
            *sum = (sum.0 + found.distance, sum.1 + 1);
        }
        for (place, (sum, count)) in by {
            let today = if place == knob.today { " (today)" } else { "" };
            rows.push(vec![
                format!("{} = {}{today}", knob.path, knob.values[place]),
                format!("{:.2}", sum / f64::from(count)),
                count.to_string(),
            ]);
        }
    }
    table(&["value", "points off, mean", "tries"], &rows)
}
