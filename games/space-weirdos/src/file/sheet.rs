//! The printed roster: a summary card and stat cards of one fixed size, eight to a page.
//!
//! Cards are 89 by 64 mm, so that two by four fit on A4 and on Letter alike and go into common
//! sleeves. The page is one file with its own style and nothing to fetch.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use schemars::JsonSchema;
use senet_kernel::visible;
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
    let blamed: BTreeSet<&str> =
        errors.iter().filter_map(|finding| finding.weirdo_id.as_deref()).collect();
    let count = cards.len() + 1;
    let mut all = vec![summary(rules, warband, &cards, &errors)];
    for (number, card) in cards.iter().enumerate() {
        let footer = footer(warband, number + 2, count);
        all.push(stat_card(rules, warband, card, &blamed, &footer));
    }
    let (size, width, height) = paper.size();
    let style = include_str!("../../data/sheet.css")
        .replace("PAGE-SIZE", size)
        .replace("PAGE-WIDTH", width)
        .replace("PAGE-HEIGHT", height);
    let mut html = String::new();
    let title = escape(&warband_name(warband));
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
    let name = escape(&warband_name(warband));
    format!("<footer><span>{name}</span><span>card {number} of {count}</span></footer>\n")
}

/// Text made safe for HTML.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
    }
    safe
}

/// How a card's lines are set: the size of the type, and how many of them fit.
struct Setting {
    size: &'static str,
    lines: usize,
}

/// The largest type in which lines of these lengths fit on a card; the smallest where none does.
fn fit(lengths: &[usize], notes: &str) -> Setting {
    let kept_for_notes = usize::from(!notes.is_empty());
    // The letters of a line, the lines of a card, and how many of those notes take. The smallest
    // type stands in two columns.
    let sizes =
        [("roomy", 46, 7, 2), ("snug", 52, 8, 2), ("tight", 61, 10, 3), ("tiny", 33, 23, 5)];
    let room = |lines: usize, notes: usize| lines - notes * kept_for_notes;
    let needed = |lengths: &[usize], letters: usize| -> usize {
        lengths.iter().map(|length| length.div_ceil(letters)).sum()
    };
    let fits = |(_, letters, lines, notes): &(&str, usize, usize, usize)| {
        needed(lengths, *letters) <= room(*lines, *notes)
    };
    if let Some((size, ..)) = sizes.into_iter().find(fits) {
        return Setting { size, lines: lengths.len() };
    }
    let [.., (size, letters, lines, notes)] = sizes;
    // One line says how many are left out.
    let room = room(lines, notes) - 1;
    let fitting = (0..lengths.len()).take_while(|n| needed(&lengths[..=*n], letters) <= room);
    Setting { size, lines: fitting.count() }
}

/// Which cards do not hold all that they should, a sentence each: it is told before printing.
pub fn overflows(rules: &Rules, warband: &Warband) -> Vec<String> {
    let mut sentences = Vec::new();
    for card in merged(warband) {
        let lines = item_lines(rules, &card);
        let lengths: Vec<usize> = lines.iter().map(|line| line.length).collect();
        let left = lines.len() - fit(&lengths, card.weirdo.notes.trim()).lines;
        let name = &card.name;
        if left != 0 {
            sentences.push(format!(
                "The card of {name} has no room for {left} of its {} lines.",
                lines.len()
            ));
        }
        if NOTES < card.weirdo.notes.trim().chars().count() {
            sentences
                .push(format!("The card of {name} has room for {NOTES} letters of its notes."));
        }
        if LONGEST_NAME < name.chars().count() {
            sentences.push(format!("The card of {name} shows its name shortened."));
        }
    }
    sentences
}

/// The letters of notes that a card shows.
const NOTES: usize = 160;
/// The letters of a name that a card shows.
const LONGEST_NAME: usize = 32;

fn name_fit(name: &str) -> &'static str {
    match name.chars().count() {
        0..=18 => "",
        19..=27 => " long",
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
    let does = cost::ability(catalogue, warband).map_or(String::new(), |ability| {
        format!("<p class=\"does\">{}</p>\n", escape(&catalogue.ability(ability).does))
    });
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
         <p class=\"meta\">{} · {bodies} {weirdos}</p>\n{does}\
         <ol class=\"{dense}\">\n{lines}</ol>\n{problems}<div class=\"rules\"></div>\n{}{stamp}</article>\n",
        name_fit(&name),
        escape(&name),
        escape(&shortened(&limit_text(warband), 6)),
        escape(&ability_name(catalogue, warband)),
        footer(warband, 1, cards.len() + 1),
    )
}

fn stat_card(
    rules: &Rules,
    warband: &Warband,
    card: &Merged<'_>,
    blamed: &BTreeSet<&str>,
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
    let lines = item_lines(rules, card);
    let lengths: Vec<usize> = lines.iter().map(|line| line.length).collect();
    let setting = fit(&lengths, weirdo.notes.trim());
    let mut items: String = lines[..setting.lines].iter().map(|line| &*line.html).collect();
    let left = lines.len() - setting.lines;
    if left != 0 {
        let _ = writeln!(
            items,
            "<li class=\"left\"><b>and {left} more</b> <span>see the list</span></li>"
        );
    }
    let count = match card.count {
        1 => String::new(),
        count => format!("<span class=\"count\">×{count}</span>"),
    };
    let notes = weirdo.notes.trim();
    let notes = match notes {
        "" => String::new(),
        notes => format!("<p class=\"notes\">{}</p>\n", escape(&shortened(notes, NOTES))),
    };
    let to_blame = blamed.contains(weirdo.id.as_str());
    let stamp = if to_blame { "<strong class=\"stamp\">Not legal</strong>\n" } else { "" };
    let trait_name = trait_name(catalogue, weirdo);
    let trait_name = trait_name.map_or(String::new(), |name| format!(" · {}", escape(&name)));
    format!(
        "<article class=\"card {role} {}\">\n<header><span class=\"tab\">{role}{trait_name}</span>\
         <h2 class=\"name{}\">{}{count}</h2></header>\n\
         <div class=\"total\"><b>{cost}</b><span>points</span></div>\n\
         <dl>{stats}</dl>\n<ul>\n{items}</ul>\n<div class=\"rules\"></div>\n{notes}{footer}{stamp}</article>\n",
        setting.size,
        name_fit(&card.name),
        escape(&card.name),
        role = role.key(),
    )
}

/// A line of a card, and how many letters of full size it takes.
struct ItemLine {
    html: String,
    length: usize,
}

impl ItemLine {
    fn new(mark: &str, name: &str, count: usize, facts: &str) -> ItemLine {
        let copies = if count == 1 { String::new() } else { format!(" ×{count}") };
        let html = format!(
            "<li class=\"{mark}\"><b>{}{copies}</b> <span>{}</span></li>\n",
            escape(name),
            escape(facts)
        );
        // Facts are set in smaller type.
        let length = name.chars().count() + copies.len() + 2 + facts.chars().count() * 84 / 100;
        ItemLine { html, length }
    }
}

/// The lines of a card: what the weirdo carries and what that does; a leader's trait comes first.
fn item_lines(rules: &Rules, card: &Merged<'_>) -> Vec<ItemLine> {
    let catalogue = &rules.catalogue;
    let mut lines = Vec::new();
    if let Some(id) = card.weirdo.trait_id() {
        let item = catalogue.trait_of(id);
        let (name, does) = item.map_or((id, ""), |item| (&*item.name, &*item.does));
        lines.push(ItemLine::new("trait", name, 1, does));
    }
    for list in List::ALL {
        let ids = card.weirdo.list(list);
        let mut copies: BTreeMap<&str, usize> = BTreeMap::new();
        for id in ids {
            *copies.entry(id).or_default() += 1;
        }
        for id in ids {
            // Several of a kind stand on the line of the first.
            let Some(count) = copies.remove(id.as_str()) else {
                continue;
            };
            let item = catalogue.items(list).iter().find(|item| item.id == *id);
            let name = item.map_or(&**id, |item| &item.name);
            let facts = item.map(tag_words).unwrap_or_default().join(", ");
            let facts = match (list, item) {
                (List::PsychicPowers, Some(item)) => format!("{}: {facts}", item.kind),
                _ => facts,
            };
            let mark = match list {
                List::CloseCombatWeapons => "close",
                List::RangedWeapons => "ranged",
                List::Equipment => "gear",
                List::PsychicPowers => "power",
            };
            lines.push(ItemLine::new(mark, name, count, &facts));
        }
    }
    lines
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most - 1).collect();
    format!("{}…", cut.trim_end())
}
