//! The summary of a report: what was found, in sentences.

use std::collections::BTreeMap;

use super::draw::grouped;
use crate::part::Part;
use crate::plan::Plan;
use crate::stats::{Estimate, percent, share, wilson};
use crate::tally::Tally;

/// How many seconds a person takes for a choice, where minutes are told.
pub const SECONDS_A_CHOICE: f64 = 10.0;

/// The axes that hold the two sides of one setting, such as both factions.
pub fn pairing(plan: &Plan) -> Option<(usize, usize)> {
    let place = |axis: usize| plan.axes[axis].path.as_ref().and_then(|path| path.placed());
    let places: Vec<_> =
        (0..plan.axes.len()).filter_map(|axis| Some((axis, place(axis)?))).collect();
    places.iter().find_map(|(first, (setting, at))| {
        let beside = places.iter().find(|(_, (other, place))| other == setting && *place == 1);
        beside.filter(|_| *at == 0).map(|(second, _)| (*first, *second))
    })
}

/// The summary, the most important first.
pub fn summary(plan: &Plan, part: &Part, total: &Tally) -> Vec<String> {
    let mut said = vec![played(plan, part)];
    if total.games == 0 {
        return said;
    }
    match total.is_together() {
        true => together(part, total, &mut said),
        false => versus(plan, part, total, &mut said),
    }
    said.push(endings(total));
    said.push(length(total));
    said.extend(course(total));
    said
}

/// What is doubtful about the figures.
pub fn warnings(part: &Part, total: &Tally) -> Vec<String> {
    let mut said = Vec::new();
    if !part.is_whole() {
        let sentence = "These are results so far: not all games were played.";
        said.push(sentence.to_owned());
    }
    for (cut, games) in &total.cut {
        let many = format!("{} games", grouped(*games));
        said.push(match (cut.as_str(), *games) {
            ("bound", 1) => "A game went on to its bound and counts as unfinished.".to_owned(),
            ("bound", _) => format!("{many} went on to their bound and count as unfinished."),
            (_, 1) => "A game got stuck: nobody wanted to move any more.".to_owned(),
            _ => format!("{many} got stuck: nobody wanted to move any more."),
        });
    }
    let mut repeated = part.lines.iter().filter_map(|line| {
        let warning = line.tally.distinct.warning(line.tally.games)?;
        Some(format!("{}: {warning}", line.line))
    });
    said.extend(repeated.by_ref().take(5));
    let more = repeated.count();
    if more > 0 {
        said.push(format!("{more} more lines repeat games in the same way."));
    }
    said
}

fn played(plan: &Plan, part: &Part) -> String {
    let lines = part.lines.len();
    let mut bots: Vec<&str> =
        part.lines.iter().flat_map(|line| line.bots.iter().map(String::as_str)).collect();
    bots.sort_unstable();
    bots.dedup();
    let games = grouped(part.games());
    let (name, bots) = (plan.game.line().name, bots.join(", "));
    match lines {
        1 => format!("{games} games of {name}, played by {bots}."),
        _ => format!("{games} games of {name} in {lines} lines, played by {bots}."),
    }
}

fn together(part: &Part, total: &Tally, said: &mut Vec<String>) {
    let won = |tally: &Tally| wilson(tally.won_together, tally.games);
    said.push(format!("{} of all games are won.", told(won(total))));
    if part.lines.len() < 2 {
        return;
    }
    let share = |tally: &Tally| won(tally).value;
    let sorted = sorted(part, share);
    if let (Some(hardest), Some(easiest)) = (sorted.first(), sorted.last()) {
        said.push(format!(
            "Won most often: {}, {}. Least often: {}, {}.",
            easiest.0,
            told(won(easiest.1)),
            hardest.0,
            told(won(hardest.1))
        ));
    }
}

fn sorted(part: &Part, share: impl Fn(&Tally) -> f64) -> Vec<(&str, &Tally)> {
    let played = part.lines.iter().filter(|line| line.tally.games > 0);
    let mut lines: Vec<(&str, &Tally)> =
        played.map(|line| (line.line.as_str(), &line.tally)).collect();
    lines.sort_by(|a, b| share(a.1).total_cmp(&share(b.1)).then(a.0.cmp(b.0)));
    lines
}

fn versus(plan: &Plan, part: &Part, total: &Tally, said: &mut Vec<String>) {
    let even = 1.0 / total.seats.len().max(1) as f64;
    if let Some((first, second)) = pairing(plan) {
        said.extend(furthest_pairing(plan, part, first, second));
        said.extend(strongest(plan, part, first, second));
    } else if part.lines.len() > 1 {
        let far = |tally: &Tally| (tally.share(0).value - even).abs();
        if let Some((line, tally)) = sorted(part, far).last() {
            said.push(format!(
                "Furthest from even: {line}, where the first seat has {} of the wins, half of a draw counted as half a win.",
                told(tally.share(0))
            ));
        }
    }
    let first = total.share(0);
    let points = (first.value - even) * 100.0;
    said.push(if first.holds(even) {
        format!(
            "No seat has an edge that can be seen: the first has {} of the wins, and {} % would be even.",
            told(first),
            percent(even)
        )
    } else {
        format!(
            "The first seat has {} of the wins where {} % would be even: {} {:.1} points.",
            told(first),
            percent(even),
            if points > 0.0 { "an advantage of" } else { "behind by" },
            points.abs()
        )
    });
    let differ = part.lines.iter().any(|line| line.bots.iter().any(|bot| *bot != line.bots[0]));
    if differ && let Some(line) = part.lines.first() {
        let rows = line.bots.iter().enumerate();
        let rows: Vec<String> =
            rows.map(|(i, bot)| format!("{bot} {}", told(total.bot_won(i)))).collect();
        said.push(format!("Wins by bot, over all seatings: {}.", rows.join(", ")));
    }
    if total.drawn > 0 {
        let most = sorted(part, |tally| tally.drawn().value);
        let most = most.last().filter(|_| part.lines.len() > 1);
        let most = most.map(|(line, tally)| format!("; most in {line}, {}", told(tally.drawn())));
        said.push(format!("{} are drawn{}.", told(total.drawn()), most.unwrap_or_default()));
    }
}

/// "Grey Cloaks beat Verdant Eye 74:20 in Dead Zone: no other pairing is further from even."
fn furthest_pairing(plan: &Plan, part: &Part, first: usize, second: usize) -> Option<String> {
    let lines = plan.lines.iter().zip(&part.lines).filter(|(_, own)| own.tally.games > 0);
    let apart = lines.filter(|(line, _)| {
        plan.axes[first].values[line.places[first]].1
            != plan.axes[second].values[line.places[second]].1
    });
    let far = |tally: &Tally| ((tally.share(0).value - 0.5).abs() * 1e6) as i64;
    let (line, own) =
        apart.max_by_key(|(line, own)| (far(&own.tally), std::cmp::Reverse(&line.name)))?;
    let name = |axis: usize| plan.axes[axis].values[line.places[axis]].1.as_str();
    let tally = &own.tally;
    let won = |seat: usize| (tally.won(seat).value * 100.0).round();
    let (a, b, x, y) = match won(0) >= won(1) {
        true => (name(first), name(second), won(0), won(1)),
        false => (name(second), name(first), won(1), won(0)),
    };
    let rest: Vec<&str> =
        (0..plan.axes.len()).filter(|axis| ![first, second].contains(axis)).map(name).collect();
    let within = if rest.is_empty() { String::new() } else { format!(" in {}", rest.join(", ")) };
    Some(format!("{a} beat {b} {x}:{y}{within}: no other pairing is further from even."))
}

/// Every two values of a pairing against each other, from both sides: their names, the games, the share of the
/// win of the first, and the games that nobody won.
pub fn pairs(
    plan: &Plan,
    part: &Part,
    (first, second): (usize, usize),
) -> Vec<([String; 2], u64, Estimate, Estimate)> {
    let names: Vec<&String> = plan.axes[first].values.iter().map(|(_, name)| name).collect();
    let mut found = Vec::new();
    for (i, name) in names.iter().enumerate() {
        for (j, other) in names.iter().enumerate().skip(i) {
            let (mut games, mut drawn, mut sum, mut squares) = (0, 0, 0.0, 0.0);
            for (line, own) in plan.lines.iter().zip(&part.lines) {
                let sides = [line.places[first], line.places[second]];
                let seat = usize::from(sides != [i, j]);
                let Some(standing) = own.tally.seats.get(seat) else { continue };
                if sides == [i, j] || sides == [j, i] {
                    games += own.tally.games;
                    drawn += own.tally.drawn;
                    sum += standing.shares as f64 / 1e3;
                    squares += standing.squares as f64 / 1e6;
                }
            }
            let names = [(*name).clone(), (*other).clone()];
            found.push((names, games, share(games, sum, squares), wilson(drawn, games)));
        }
    }
    found
}

/// Who wins most and least against all others, on both sides.
fn strongest(plan: &Plan, part: &Part, first: usize, second: usize) -> Option<String> {
    let mut sums: BTreeMap<&str, (u64, f64, f64)> = BTreeMap::new();
    for (line, own) in plan.lines.iter().zip(&part.lines) {
        let name = |axis: usize| plan.axes[axis].values[line.places[axis]].1.as_str();
        if name(first) == name(second) {
            continue;
        }
        for (axis, seat) in [(first, 0), (second, 1)] {
            let Some(standing) = own.tally.seats.get(seat) else { continue };
            let sum = sums.entry(name(axis)).or_default();
            sum.0 += own.tally.games;
            sum.1 += standing.shares as f64 / 1e3;
            sum.2 += standing.squares as f64 / 1e6;
        }
    }
    let mut shares: Vec<(&str, Estimate)> = sums
        .into_iter()
        .map(|(name, (games, sum, squares))| (name, share(games, sum, squares)))
        .collect();
    shares.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then(a.0.cmp(b.0)));
    if shares.len() < 2 {
        return None;
    }
    let rows: Vec<String> =
        shares.iter().map(|(name, share)| format!("{name} {} %", percent(share.value))).collect();
    Some(format!("Shares of the win against all others, on both sides: {}.", rows.join(", ")))
}

fn endings(total: &Tally) -> String {
    let mut reasons: Vec<(&String, u64)> =
        total.reasons.iter().map(|(reason, by)| (reason, by.iter().sum())).collect();
    reasons.sort_by_key(|(reason, games)| (std::cmp::Reverse(*games), *reason));
    let rows: Vec<String> = reasons
        .iter()
        .take(4)
        .map(|(reason, games)| {
            format!("{reason} {} %", percent(*games as f64 / total.games as f64))
        })
        .collect();
    format!("Games end by: {}.", rows.join(", "))
}

fn length(total: &Tally) -> String {
    let commands = &total.commands;
    let rounds = match total.rounds.count() {
        0 => String::new(),
        _ => format!(" and {} rounds", total.rounds.percentile(50)),
    };
    let minutes = match (total.choices.mean() * SECONDS_A_CHOICE / 60.0).round() as u64 {
        0 => "less than a minute".to_owned(),
        1 => "a minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    };
    format!(
        "A game has {} commands in the median{rounds}; eight of ten have {} to {}. A choice has {:.1} options; \
         at ten seconds a choice a game is {minutes} of thought.",
        commands.percentile(50),
        commands.percentile(10),
        commands.percentile(90),
        total.options_per_choice()
    )
}

fn course(total: &Tally) -> Vec<String> {
    let course = &total.course;
    let mut said = Vec::new();
    if course.games == 0 {
        return said;
    }
    said.push(format!(
        "The lead changes {:.1} times in a game{}.",
        course.lead_changes.mean(),
        match course.last_change.count() {
            0 => String::new(),
            _ => format!(
                ", and where it does, for the last time after {} % of it in the median",
                course.last_change.percentile(50) / 10
            ),
        }
    ));
    if course.decided.count() > 0 {
        said.push(format!(
            "Half of the games with a winner are as good as won (a chance of 80 % that never falls below it again) after {} % of their commands.",
            course.decided.percentile(50) / 10
        ));
    }
    if let Some(luck) = course.luck() {
        said.push(format!(
            "Luck: where the position at half of a game is kept and the rest dealt anew, {} % of the spread of results is still open.",
            percent(luck[luck.len() / 2])
        ));
    }
    said
}

/// "50.0 % (45.1 to 54.9)".
fn told(share: Estimate) -> String {
    super::draw::figure(share)
}
