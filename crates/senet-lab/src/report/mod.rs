//! One page that needs nothing else: sentences first, then matrices, curves and distributions with a
//! table behind each, then games to look at. Beside it the same as CSV.

mod csv;
mod draw;
mod markdown;
mod tuned;
mod words;

use std::fmt::Write as _;

pub use csv::csv;
use draw::{behind, curve, distribution, escaped, figure, grouped, strip, table};
pub use markdown::markdown;
pub use tuned::{tuned, tuned_sentences};

use crate::LabError;
use crate::part::Part;
use crate::plan::Plan;
use crate::run::{dealt, seated};
use crate::stats::{Estimate, wilson};
use crate::tally::{GameId, MOMENTS, Tally};

const STYLE: &str = include_str!("page.css");

/// How many matrices are drawn one by one.
const MATRICES: usize = 24;
/// Up to how many lines a table is shown without asking.
const OPEN_LINES: usize = 16;
/// How many kinds of events are drawn.
const EVENTS: usize = 24;

/// The page. `room` is the address of a game room, in which its links open games.
pub fn page(plan: &Plan, part: &Part, room: &str) -> Result<String, LabError> {
    let total = part.total();
    let mut body = String::new();
    let mut say = |text: String| body.push_str(&text);
    say(format!("<h1>{}</h1>\n", escaped(&plan.title())));
    for warning in words::warnings(part, &total) {
        say(format!("<p class=\"warning\">{}</p>\n", escaped(&warning)));
    }
    say("<ul class=\"summary\">\n".to_owned());
    for sentence in words::summary(plan, part, &total) {
        say(format!("<li>{}</li>\n", escaped(&sentence)));
    }
    say("</ul>\n".to_owned());
    if total.games > 0 {
        say(results(plan, part));
        say(parameters(plan, part));
        say(all_lines(plan, part));
        say(endings(plan, &total));
        say(lengths(&total));
        say(courses(&total));
        say(measures(&total));
        say(events(&total));
        say(games(plan, part, room)?);
    }
    say(method(plan, part));
    Ok(whole(&plan.title(), &body))
}

/// A page with this title and body.
fn whole(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(title)
    )
}

/// What was found, in sentences: doubts first.
pub fn sentences(plan: &Plan, part: &Part) -> Vec<String> {
    let total = part.total();
    let mut said = words::warnings(part, &total);
    said.extend(words::summary(plan, part, &total));
    said
}

/// The share that a line is judged by: that of winning together, or the first seat's of the win.
pub fn main_share(tally: &Tally) -> Estimate {
    match tally.is_together() {
        true => wilson(tally.won_together, tally.games),
        false => tally.share(0),
    }
}

fn main_name(tally: &Tally) -> &'static str {
    if tally.is_together() { "won" } else { "share of the first seat" }
}

/// Heat maps over the first two axes, or a strip for every line of one.
fn results(plan: &Plan, part: &Part) -> String {
    let total = part.total();
    let mut text = String::from("<h2>Results</h2>\n");
    let (rows, columns) = match (words::pairing(plan), plan.axes.len()) {
        (Some(pair), _) => pair,
        (None, 0 | 1) => return text + &strips(plan, part),
        (None, _) => (0, 1),
    };
    let _ = writeln!(
        text,
        "<p>{}</p>",
        match total.is_together() {
            true => "Each field: games won, in per cent, with the half of its interval below.",
            false =>
                "Each field: the share of the win of the first seat (rows) against the second (columns), in per \
                 cent, half of a draw counted as half a win; below, wins of the first, wins of the second, and draws. Blue is \
                 better for the first seat, red for the second.",
        }
    );
    let others: Vec<usize> =
        (0..plan.axes.len()).filter(|axis| ![rows, columns].contains(axis)).collect();
    if !others.is_empty() {
        let _ = writeln!(
            text,
            "<h3>All together</h3>\n{}",
            heat(plan, part, (rows, columns), "All together", &|_| true)
        );
    }
    let mut combinations: Vec<Vec<usize>> = plan
        .lines
        .iter()
        .map(|line| others.iter().map(|axis| line.places[*axis]).collect())
        .collect();
    combinations.sort();
    combinations.dedup();
    text.push_str("<div class=\"grids wide\">\n");
    for places in combinations.iter().take(MATRICES) {
        let name: Vec<&str> = others
            .iter()
            .zip(places)
            .map(|(axis, place)| plan.axes[*axis].values[*place].1.as_str())
            .collect();
        let chosen = |line: &crate::plan::Line| {
            others.iter().zip(places).all(|(axis, place)| line.places[*axis] == *place)
        };
        let title = if name.is_empty() { "All games".to_owned() } else { name.join(", ") };
        let map = heat(plan, part, (rows, columns), &title, &chosen);
        let _ = writeln!(text, "<div><h3>{}</h3>\n{map}</div>", escaped(&title));
    }
    text.push_str("</div>\n");
    if combinations.len() > MATRICES {
        let _ = writeln!(
            text,
            "<p class=\"soft\">The table below has the other {}.</p>",
            combinations.len() - MATRICES
        );
    }
    text
}

fn heat(
    plan: &Plan,
    part: &Part,
    (rows, columns): (usize, usize),
    title: &str,
    chosen: &dyn Fn(&crate::plan::Line) -> bool,
) -> String {
    let (down, across) = (&plan.axes[rows], &plan.axes[columns]);
    let axes = format!("{} by {}", down.name, across.name);
    let mut text = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table class=\"heat\">\
         <thead><tr><th scope=\"col\">{}</th>",
        escaped(title),
        escaped(&axes)
    );
    for (_, name) in &across.values {
        let _ = write!(text, "<th scope=\"col\">{}</th>", escaped(name));
    }
    text.push_str("</tr></thead><tbody>");
    for (row, (_, name)) in down.values.iter().enumerate() {
        let _ = write!(text, "<tr><th scope=\"row\">{}</th>", escaped(name));
        for column in 0..across.values.len() {
            let mut tally = Tally::default();
            let lines = plan.lines.iter().zip(&part.lines).filter(|(line, _)| chosen(line));
            let here = lines
                .filter(|(line, _)| line.places[rows] == row && line.places[columns] == column);
            here.for_each(|(_, own)| tally.merge(&own.tally));
            text.push_str(&field(&tally));
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table></div>");
    text
}

fn field(tally: &Tally) -> String {
    if tally.games == 0 {
        return "<td>–</td>".to_owned();
    }
    let share = main_share(tally);
    let (tint, much, below) = match tally.is_together() {
        true => ("faience", share.value * 45.0, format!("± {:.1}", share.half() * 100.0)),
        false => {
            let tint = if share.value >= 0.5 { "faience" } else { "carnelian" };
            let per = |estimate: Estimate| (estimate.value * 100.0).round();
            let below =
                format!("{}:{} · {}", per(tally.won(0)), per(tally.won(1)), per(tally.drawn()));
            (tint, (share.value - 0.5).abs() * 90.0, below)
        }
    };
    format!(
        "<td style=\"--tint:var(--{tint});--much:{much:.0}%\">{:.0}<small>{below}</small></td>",
        share.value * 100.0
    )
}

fn strips(plan: &Plan, part: &Part) -> String {
    let total = part.total();
    let even = if total.is_together() { 0.5 } else { 1.0 / total.seats.len().max(1) as f64 };
    let axis = plan.axes.first().map_or("line", |axis| axis.name.as_str());
    let mut text = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Results by {0}\"><table class=\"rows\"><thead><tr>\
         <th scope=\"col\">{0}</th><th scope=\"col\">0 to 100 %</th><th scope=\"col\">{1}</th></tr></thead><tbody>",
        escaped(axis),
        main_name(&total)
    );
    for line in &part.lines {
        let share = main_share(&line.tally);
        let _ = write!(
            text,
            "<tr><th scope=\"row\">{}</th><td class=\"strip\">{}</td><td>{}</td></tr>",
            escaped(&line.line),
            strip(share, even),
            figure(share)
        );
    }
    text.push_str("</tbody></table></div>\n");
    text
}

/// A curve over every axis of numbers, all other axes taken together.
fn parameters(plan: &Plan, part: &Part) -> String {
    let mut text = String::new();
    for (number, axis) in plan.axes.iter().enumerate().filter(|(_, axis)| axis.is_numeric()) {
        let places: Vec<String> = axis.values.iter().map(|(_, name)| name.clone()).collect();
        let points: Vec<Estimate> = (0..places.len())
            .map(|place| {
                let mut tally = Tally::default();
                let lines = plan.lines.iter().zip(&part.lines);
                let here = lines.filter(|(line, _)| line.places[number] == place);
                here.for_each(|(_, own)| tally.merge(&own.tally));
                main_share(&tally)
            })
            .collect();
        let name = format!("{} over {}", main_name(&part.total()), axis.name);
        text.push_str(&curve(&name, &places, &points, [&axis.name, "share"]));
    }
    match text.is_empty() {
        true => text,
        false => format!("<h2>What the values do</h2>\n<div class=\"grids\">\n{text}</div>\n"),
    }
}

fn all_lines(plan: &Plan, part: &Part) -> String {
    let (head, rows) = csv::lines(plan, part);
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let table = table(&head, &rows);
    match part.lines.len() {
        0..=OPEN_LINES => format!("<h2>Every line</h2>\n{table}\n"),
        count => {
            format!(
                "<h2>Every line</h2>\n{}\n",
                behind(&format!("All {count} lines, as a table"), &table)
            )
        }
    }
}

/// Why games end, and who wins by it.
fn endings(plan: &Plan, total: &Tally) -> String {
    let roles = plan.lines.first().map(|line| line.ring.roles().len()).unwrap_or_default();
    let together = total.is_together();
    let mut head = vec!["reason".to_owned(), "games".to_owned(), "share".to_owned()];
    if !together {
        head.extend((0..roles).map(|seat| format!("won by seat {}", seat + 1)));
        head.push("by nobody".to_owned());
    }
    let mut reasons: Vec<(&String, &Vec<u64>)> = total.reasons.iter().collect();
    reasons.sort_by_key(|(reason, by)| (std::cmp::Reverse(by.iter().sum::<u64>()), *reason));
    let row = |(reason, by): &(&String, &Vec<u64>)| {
        let games: u64 = by.iter().sum();
        let mut row = vec![(*reason).clone(), grouped(games), figure(wilson(games, total.games))];
        if !together {
            row.extend((1..=roles).map(|seat| grouped(by.get(seat).copied().unwrap_or(0))));
            row.push(grouped(by.first().copied().unwrap_or(0)));
        }
        row
    };
    let rows: Vec<Vec<String>> = reasons.iter().map(row).collect();
    let mut last: Vec<(&String, &u64)> = total.last.iter().collect();
    last.sort_by_key(|(kind, games)| (std::cmp::Reverse(**games), *kind));
    let last: Vec<Vec<String>> = last
        .iter()
        .take(12)
        .map(|(kind, games)| {
            vec![(*kind).clone(), grouped(**games), figure(wilson(**games, total.games))]
        })
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    format!(
        "<h2>How games end</h2>\n{}\n<h3>What the last command led to</h3>\n{}\n",
        table(&head, &rows),
        table(&["event", "games", "share of games"], &last)
    )
}

fn lengths(total: &Tally) -> String {
    let mut text = distribution("Commands of a game", &total.commands);
    text += &distribution("Choices of a game", &total.choices);
    if total.rounds.count() > 0 {
        text += &distribution("Rounds of a game", &total.rounds);
    }
    format!("<h2>Length</h2>\n<div class=\"grids\">\n{text}</div>\n")
}

fn courses(total: &Tally) -> String {
    let course = &total.course;
    if course.games == 0 || course.moments.len() != MOMENTS {
        return String::new();
    }
    let places: Vec<String> = (0..MOMENTS).map(|tenth| format!("{} %", tenth * 10)).collect();
    let chances: Vec<Estimate> = course
        .moments
        .iter()
        .map(|moment| {
            crate::stats::mean(course.games, moment.sum as f64 / 1e3, moment.squares as f64 / 1e6)
        })
        .collect();
    let who = if total.is_together() {
        "Chance to win, in the mean"
    } else {
        "Chance of the first seat, in the mean"
    };
    let mut text = curve(who, &places, &chances, ["of the game", "chance"]);
    if let Some(luck) = course.luck() {
        let flat = |value: f64| Estimate { value, low: value, high: value };
        let points: Vec<Estimate> = luck.into_iter().map(flat).collect();
        text +=
            &curve("Share of luck that is left", &places, &points, ["of the game", "luck left"]);
    }
    text += &distribution("Lead changes", &course.lead_changes);
    if course.decided.count() > 0 {
        text += &distribution("As good as won after, in thousandths of the game", &course.decided);
    }
    format!(
        "<h2>How games go</h2>\n<p>Of {} games that were looked at closely.</p>\n<div class=\"grids\">\n{text}</div>\n",
        grouped(course.games)
    )
}

fn measures(total: &Tally) -> String {
    if total.measures.is_empty() {
        return String::new();
    }
    let all = total.measures.iter().map(|(name, spread)| distribution(name, spread));
    format!(
        "<h2>What the game counts</h2>\n<div class=\"grids\">\n{}</div>\n",
        all.collect::<String>()
    )
}

fn events(total: &Tally) -> String {
    let mut kinds: Vec<&String> = total.events.keys().collect();
    kinds.sort_by_key(|kind| (std::cmp::Reverse(total.events[*kind].sum()), *kind));
    let rows: Vec<Vec<String>> = kinds
        .iter()
        .map(|kind| {
            let spread = total.events_of(kind);
            vec![
                (*kind).clone(),
                format!("{:.2}", spread.mean()),
                spread.percentile(50).to_string(),
                spread.most().to_string(),
                figure(wilson(total.events[*kind].count(), total.games)),
            ]
        })
        .collect();
    let head = ["event", "a game, mean", "median", "most", "games with any"];
    let drawn: String =
        kinds.iter().take(EVENTS).map(|kind| distribution(kind, &total.events_of(kind))).collect();
    format!(
        "<h2>Events</h2>\n{}\n{}\n",
        table(&head, &rows),
        behind("Distributions of events", &format!("<div class=\"grids\">\n{drawn}</div>"))
    )
}

/// Links that open games as replays: the whole journal is in the address.
fn games(plan: &Plan, part: &Part, room: &str) -> Result<String, LabError> {
    let lines = || plan.lines.iter().zip(&part.lines);
    let longest = lines()
        .filter_map(|(line, own)| Some((own.tally.examples.longest?, line)))
        .max_by_key(|((commands, id), line)| (*commands, std::cmp::Reverse((&line.name, *id))));
    let closest = lines()
        .filter_map(|(line, own)| Some((own.tally.examples.closest?, line)))
        .min_by_key(|((distance, id), line)| (*distance, &line.name, *id));
    let median = part.total().commands.percentile(50);
    let typical = lines()
        .filter(|(_, own)| own.tally.games > 0)
        .min_by_key(|(line, own)| ((own.tally.commands.percentile(50) - median).abs(), &line.name))
        .and_then(|(line, own)| Some((own.tally.typical()?, line)));
    let mut rows = String::new();
    let mut row = |name: &str, line: &crate::plan::Line, id: GameId| {
        let Ok(journal) = line.ring.journal(&seated(line, id), dealt(plan, id)) else { return };
        let _ = writeln!(
            rows,
            "<li><a href=\"{}#/replay/{}\">{name}</a>: {}, deal {} of seed {}{}</li>",
            escaped(room),
            packed(&journal),
            escaped(&line.name),
            id.deal,
            plan.experiment.seed,
            if id.turn > 0 { format!(", seating {}", id.turn + 1) } else { String::new() }
        );
    };
    if let Some((id, line)) = typical {
        row("A typical game", line, id);
    }
    if let Some(((_, id), line)) = closest {
        row("The closest game", line, id);
    }
    if let Some(((_, id), line)) = longest {
        row("The longest game", line, id);
    }
    if rows.is_empty() {
        return Ok(rows);
    }
    Ok(format!(
        "<h2>Games to look at</h2>\n<p>Each link holds its whole game and opens it as a replay in the game room at \
         <code>{}</code>; start it with <code>senet</code>.</p>\n<ul>\n{rows}</ul>\n",
        escaped(room)
    ))
}

/// A journal packed into the end of an address, as the game room reads it.
fn packed(journal: &str) -> String {
    let bytes = miniz_oxide::deflate::compress_to_vec(journal.as_bytes(), 9);
    format!("j.{}", data_encoding::BASE64URL_NOPAD.encode(&bytes))
}

fn method(plan: &Plan, part: &Part) -> String {
    let header = &part.header;
    let asked = toml::to_string(&header.experiment).unwrap_or_default();
    let rule = match plan.experiment.precision {
        None => "Every line has the number of games that the experiment names.".to_owned(),
        Some(points) => format!(
            "A line is judged after {} games and whenever its games have doubled; it ends when Wilson's 95 % interval of \
             every share is within ±{points} points, or after {} games. The width alone decides, not where the interval lies.",
            crate::plan::FIRST,
            grouped(plan.experiment.at_most)
        ),
    };
    format!(
        "<h2>How it was measured</h2>\n<p>{rule} Deal <i>n</i> has the same luck in every line, so that lines differ by \
         nothing but themselves. Shares of wins have Wilson's 95 % interval; shares of the win, with half of a draw counted as half a \
         win, the same with the variance that was seen. A seat leads where its chance is five points above all others. Chances come from dealing a \
         position anew {} times and playing it on with the house's own quick policy. The share of luck is the spread of those results, \
         over the spread of all results.</p>\n<dl>\
         <dt>Game</dt><dd>{}, rules {}</dd><dt>Program</dt><dd>senet {}</dd><dt>Seed</dt><dd>{}</dd>\
         <dt>Hash of the experiment and its configurations</dt><dd><code>{}</code></dd></dl>\n{}\n",
        plan.experiment.lines,
        escaped(&header.game),
        header.rules,
        escaped(&header.senet),
        header.experiment.seed,
        header.hash,
        behind(
            "The experiment, to be run again",
            &format!("<pre><code>{}</code></pre>", escaped(&asked))
        )
    )
}
