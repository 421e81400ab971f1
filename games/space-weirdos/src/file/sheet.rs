//! The printed roster: a summary card and stat cards of one fixed size, eight to a page.
//!
//! Cards are 89 by 64 mm, so that two by four fit on A4 and on Letter alike and go into common
//! sleeves. The page is one file with its own style and nothing to fetch.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::roster::{ability_name, limit_text, trait_name, warband_name};
use super::stat::{Merged, merged, stat_line, tag_words};
use crate::Rules;
use crate::catalogue::{List, Role};
use crate::cost;
use crate::document::Warband;
use crate::validate::{Costs, Finding};

/// The paper to print on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Name, width and height for the style.
    const fn size(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Paper::A4 => ("A4 portrait", "210mm", "297mm"),
            Paper::Letter => ("letter portrait", "215.9mm", "279.4mm"),
        }
    }
}

const CARDS_ON_A_PAGE: usize = 8;

/// Writes the sheet. An illegal list is stamped, and so is every card that is to blame.
pub fn sheet(rules: &Rules, warband: &Warband, paper: Paper) -> String {
    let errors = rules.validate(warband).errors;
    let cards = merged(warband);
    let count = cards.len() + 1;
    let mut all = vec![summary(rules, warband, &cards, &errors)];
    for (number, card) in cards.iter().enumerate() {
        let footer = footer(warband, number + 2, count);
        all.push(stat_card(rules, warband, card, &errors, &footer));
    }
    let (size, width, height) = paper.size();
    let style = include_str!("../../data/sheet.css")
        .replace("PAGE-SIZE", size)
        .replace("PAGE-WIDTH", width)
        .replace("PAGE-HEIGHT", height);
    let mut html = String::new();
    let title = escape(warband_name(warband));
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
    );
    for page in all.chunks(CARDS_ON_A_PAGE) {
        let _ = write!(html, "<main class=\"page\">\n{}</main>\n", page.concat());
    }
    html.push_str("</body>\n</html>\n");
    html
}

/// Which card of which warband it is, so that a dropped box can be sorted again.
fn footer(warband: &Warband, number: usize, count: usize) -> String {
    let name = escape(warband_name(warband));
    format!("<footer><span>{name}</span><span>card {number} of {count}</span></footer>\n")
}

/// Text made safe for HTML.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// The largest type in which lines of these lengths fit on a card.
fn fit(lengths: &[usize], notes: &str) -> &'static str {
    let kept_for_notes = if notes.is_empty() { 0 } else { 2 };
    // The letters of a line and the lines of a card, at each size.
    let sizes = [("roomy", 46, 7), ("snug", 52, 8), ("tight", 61, 10)];
    let fits = |letters: usize, lines: usize| {
        let needed: usize = lengths.iter().map(|length| length.div_ceil(letters)).sum();
        needed + kept_for_notes <= lines
    };
    let size = sizes.into_iter().find(|(_, letters, lines)| fits(*letters, *lines));
    size.map_or("tiny", |(size, ..)| size)
}

fn name_fit(name: &str) -> &'static str {
    match name.chars().count() {
        0..=18 => "",
        19..=28 => " long",
        _ => " longer",
    }
}

fn summary(rules: &Rules, warband: &Warband, cards: &[Merged<'_>], errors: &[Finding]) -> String {
    let catalogue = &rules.catalogue;
    let costs = Costs::of(rules, warband);
    let total = costs.total();
    let bodies = warband.members().count();
    let name = warband_name(warband);
    let mut lines = String::new();
    for card in cards {
        let cost = costs.each()[card.place];
        let count = if card.count == 1 { String::new() } else { format!(" ×{}", card.count) };
        let role = if card.leader { "<i>leader</i>" } else { "" };
        let _ = writeln!(
            lines,
            "<li><span>{}{count}</span>{role}<b>{}</b></li>",
            escape(&card.name),
            cost as usize * card.count,
        );
    }
    let dense = match cards.len() {
        0..=7 => "few",
        8..=14 => "some",
        _ => "many",
    };
    let weirdos = if bodies == 1 { "weirdo" } else { "weirdos" };
    let stamp = if errors.is_empty() { "" } else { "<strong class=\"stamp\">Not legal</strong>\n" };
    let mut problems = String::new();
    if !errors.is_empty() {
        let shown = errors.iter().take(3).map(|finding| escape(&finding.message));
        let mut shown: Vec<String> = shown.collect();
        if 3 < errors.len() {
            shown.push(format!("And {} more.", errors.len() - 3));
        }
        let _ = writeln!(problems, "<p class=\"problems\">{}</p>", shown.join(" "));
    }
    format!(
        "<article class=\"card summary\">\n<header><span class=\"tab\">Warband file</span>\
         <h1 class=\"name{}\">{}</h1></header>\n\
         <div class=\"total\"><b>{total}</b><span>of {}</span></div>\n\
         <p class=\"meta\">{} · {bodies} {weirdos}</p>\n\
         <ol class=\"{dense}\">\n{lines}</ol>\n{problems}<div class=\"rules\"></div>\n{}{stamp}</article>\n",
        name_fit(name),
        escape(name),
        escape(&limit_text(warband)),
        escape(&ability_name(catalogue, warband)),
        footer(warband, 1, cards.len() + 1),
    )
}

fn stat_card(
    rules: &Rules,
    warband: &Warband,
    card: &Merged<'_>,
    errors: &[Finding],
    footer: &str,
) -> String {
    let catalogue = &rules.catalogue;
    let weirdo = card.weirdo;
    let cost = cost::weirdo(catalogue, weirdo, cost::ability(catalogue, warband));
    let role = if card.leader { Role::Leader } else { Role::Trooper };
    let mut stats = String::new();
    for stat in stat_line(catalogue, weirdo) {
        let long = if 4 < stat.value.chars().count() { " class=\"long\"" } else { "" };
        let _ = write!(
            stats,
            "<div><dt>{}</dt><dd{long}>{}</dd></div>",
            escape(&stat.name),
            escape(&stat.value)
        );
    }
    let (items, lengths) = item_lines(rules, card);
    let count = match card.count {
        1 => String::new(),
        count => format!("<span class=\"count\">×{count}</span>"),
    };
    let notes = weirdo.notes.trim();
    let notes = match notes {
        "" => String::new(),
        notes => format!("<p class=\"notes\">{}</p>\n", escape(&shortened(notes, 160))),
    };
    let to_blame = errors.iter().any(|finding| finding.weirdo_id.as_deref() == Some(&weirdo.id));
    let stamp = if to_blame { "<strong class=\"stamp\">Not legal</strong>\n" } else { "" };
    let trait_name = trait_name(catalogue, weirdo);
    let trait_name = trait_name.map_or(String::new(), |name| format!(" · {}", escape(name)));
    format!(
        "<article class=\"card {role} {}\">\n<header><span class=\"tab\">{role}{trait_name}</span>\
         <h2 class=\"name{}\">{}{count}</h2></header>\n\
         <div class=\"total\"><b>{cost}</b><span>points</span></div>\n\
         <dl>{stats}</dl>\n<ul>\n{items}</ul>\n<div class=\"rules\"></div>\n{notes}{footer}{stamp}</article>\n",
        fit(&lengths, &notes),
        name_fit(&card.name),
        escape(&card.name),
        role = role.key(),
    )
}

/// The lines of a card's items, and how long each is.
fn item_lines(rules: &Rules, card: &Merged<'_>) -> (String, Vec<usize>) {
    let catalogue = &rules.catalogue;
    let mut html = String::new();
    let mut lengths = Vec::new();
    for list in List::ALL {
        let mut done: Vec<&String> = Vec::new();
        let ids = card.weirdo.list(list);
        for id in ids {
            if done.contains(&id) {
                continue;
            }
            done.push(id);
            let copies = ids.iter().filter(|other| *other == id).count();
            let copies = if copies == 1 { String::new() } else { format!(" ×{copies}") };
            let item = catalogue.items(list).iter().find(|item| item.id == *id);
            let name = item.map_or(&**id, |item| &item.name);
            let facts = item.map(tag_words).unwrap_or_default();
            let facts = match (list, item) {
                (List::PsychicPowers, Some(item)) => item.kind.clone(),
                _ => facts.join(", "),
            };
            // Facts are set in smaller type.
            lengths.push(name.chars().count() + 2 + facts.chars().count() * 84 / 100);
            let mark = match list {
                List::CloseCombatWeapons => "close",
                List::RangedWeapons => "ranged",
                List::Equipment => "gear",
                List::PsychicPowers => "power",
            };
            let _ = writeln!(
                html,
                "<li class=\"{mark}\"><b>{}{copies}</b> <span>{}</span></li>",
                escape(name),
                escape(&facts)
            );
        }
    }
    (html, lengths)
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most - 1).collect();
    format!("{}…", cut.trim_end())
}
