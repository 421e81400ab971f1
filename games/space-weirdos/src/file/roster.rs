//! Rosters as plain text, for chats and notes: the same warband always gives the same lines.

use std::borrow::Cow;
use std::fmt::Write as _;

use schemars::JsonSchema;
use senet_kernel::{visible, visible_lines};
use serde::{Deserialize, Serialize};

use super::stat::{Merged, merged, stat_line};
use crate::Rules;
use crate::catalogue::{Attribute, Catalogue, List};
use crate::cost::{self, plain};
use crate::document::{Slot, Warband, Weirdo};

/// How much a roster says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Roster {
    /// A line for each weirdo, repeats merged.
    Short,
    /// Every weirdo with every price, notes and findings.
    Full,
}

/// Writes a roster. Illegal lists say so in their first lines.
pub fn roster(rules: &Rules, warband: &Warband, length: Roster) -> String {
    let mut text = heading(rules, warband);
    match length {
        Roster::Short => {
            for card in merged(warband) {
                text.push_str(&short_line(rules, warband, &card));
                text.push('\n');
            }
        }
        Roster::Full => full(rules, warband, &mut text),
    }
    text
}

/// The name, or what stands for one.
pub(crate) fn warband_name(warband: &Warband) -> Cow<'_, str> {
    match warband.name.trim() {
        "" => Cow::Borrowed("Nameless warband"),
        name => visible(name),
    }
}

pub(crate) fn ability_name(catalogue: &Catalogue, warband: &Warband) -> String {
    match (cost::ability(catalogue, warband), &warband.ability) {
        (Some(ability), _) => catalogue.ability(ability).name.clone(),
        (None, Some(written)) => visible(&plain(written)).into_owned(),
        (None, None) => "no ability".to_owned(),
    }
}

/// What the total is compared to.
pub(crate) fn limit_text(warband: &Warband) -> String {
    let limit = warband.point_limit.as_ref();
    limit.map_or("?".to_owned(), |limit| visible(&plain(limit)).into_owned())
}

fn heading(rules: &Rules, warband: &Warband) -> String {
    let catalogue = &rules.catalogue;
    let errors = rules.validate(warband).errors;
    let mut text = String::new();
    let total = cost::warband(catalogue, warband);
    let limit = limit_text(warband);
    let ability = ability_name(catalogue, warband);
    let _ = writeln!(text, "{} · {total}/{limit} points · {ability}", warband_name(warband));
    if !errors.is_empty() {
        let problems = if errors.len() == 1 { "problem" } else { "problems" };
        let _ = writeln!(text, "NOT LEGAL: {} {problems}", errors.len());
    }
    text
}

/// The items of a weirdo by name, the weapons first.
pub(crate) fn item_names(catalogue: &Catalogue, weirdo: &Weirdo) -> Vec<String> {
    let mut names = Vec::new();
    for list in List::ALL {
        for id in weirdo.list(list) {
            let item = catalogue.items(list).iter().find(|item| item.id == *id);
            names.push(item.map_or_else(|| visible(id).into_owned(), |item| item.name.clone()));
        }
    }
    names
}

pub(crate) fn trait_name<'a>(catalogue: &'a Catalogue, weirdo: &'a Weirdo) -> Option<Cow<'a, str>> {
    let id = weirdo.trait_id()?;
    Some(catalogue.trait_of(id).map_or_else(|| visible(id), |item| Cow::Borrowed(&item.name)))
}

fn short_line(rules: &Rules, warband: &Warband, card: &Merged<'_>) -> String {
    let catalogue = &rules.catalogue;
    let cost = cost::weirdo(catalogue, card.weirdo, cost::ability(catalogue, warband));
    let count = if card.count == 1 { String::new() } else { format!("{}× ", card.count) };
    let leads = match (card.leader, trait_name(catalogue, card.weirdo)) {
        (true, Some(name)) => format!("leader, {name}, "),
        (true, None) => "leader, ".to_owned(),
        (false, _) => String::new(),
    };
    format!("{count}{} ({leads}{cost}): {}", card.name, loadout_line(catalogue, card.weirdo))
}

/// Levels and items in a line.
pub(crate) fn loadout_line(catalogue: &Catalogue, weirdo: &Weirdo) -> String {
    let items = item_names(catalogue, weirdo).join(", ");
    format!("{} | {items}", stats(catalogue, weirdo))
}

fn stats(catalogue: &Catalogue, weirdo: &Weirdo) -> String {
    let short = |attribute| match attribute {
        Attribute::Speed => "Spd",
        Attribute::Defense => "Def",
        Attribute::Firepower => "FP",
        Attribute::Prowess => "Prw",
        Attribute::Willpower => "Wil",
    };
    let stats = stat_line(catalogue, weirdo);
    let words: Vec<String> =
        stats.iter().map(|stat| format!("{} {}", short(stat.attribute), stat.value)).collect();
    words.join(", ")
}

fn full(rules: &Rules, warband: &Warband, text: &mut String) {
    let catalogue = &rules.catalogue;
    let ability = cost::ability(catalogue, warband);
    for finding in rules.validate(warband).errors {
        let _ = writeln!(text, "  ! {}", finding.message);
    }
    for (slot, weirdo) in warband.members() {
        let breakdown = cost::breakdown(catalogue, weirdo, ability);
        let name = weirdo.called(slot);
        let role = slot.role().map_or("", |role| role.key());
        let _ = writeln!(text, "\n{name} ({role}) · {} points", breakdown.total);
        let _ = writeln!(text, "  {}", stats(catalogue, weirdo));
        for line in &breakdown.lines {
            let reason = line.reason.as_ref();
            let reason = reason.map_or(String::new(), |r| format!("  ({r}, base {})", line.base));
            let _ = writeln!(text, "  {:<26}{:>3}{reason}", line.label, line.paid);
        }
        if !weirdo.notes.trim().is_empty() {
            let notes = visible_lines(weirdo.notes.trim()).replace('\n', "\n    ");
            let _ = writeln!(text, "  Notes: {notes}");
        }
    }
    if !warband.bench.is_empty() {
        let names: Vec<String> =
            warband.bench.iter().map(|weirdo| weirdo.called(Slot::Alone)).collect();
        let _ = writeln!(text, "\nOn the bench: {}", names.join(", "));
    }
}
