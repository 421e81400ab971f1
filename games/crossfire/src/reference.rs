//! The reference for players: words, statistics, actions, missions and events, made from the same
//! data that the rules play by (DA-014).

use crate::board::{ROWS, Zone};
use crate::data::{
    Advantage, AdvantageKind, BattleEvent, CommanderTrait, Data, Faction, Keep, Mission, Movement,
    NamedZone, Naturals, ScoredZone, Scoring,
};
use crate::scenario::Stats;
use crate::text::count;

/// The whole reference, in Markdown.
pub fn reference(data: &Data) -> String {
    let mut text = String::from("## Reference\n\nMade from the data that this game plays by.\n");
    let mut section = |title: &str, lines: Vec<String>| {
        text.push_str(&format!("\n### {title}\n\n"));
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
    };
    section("Glossary", glossary(data));
    section("Factions", factions(data));
    section("Actions", actions());
    section("Missions", data.missions().iter().map(mission_item).collect());
    section("Commander traits", data.traits().iter().map(trait_item).collect());
    section("Battle events", data.events().iter().map(event_item).collect());
    section("Winner's advantages", data.advantages().iter().map(advantage_item).collect());
    text
}

fn glossary(data: &Data) -> Vec<String> {
    let rules = data.rules();
    let word = |word: &str, meaning: String| format!("- {word}: {meaning}");
    vec![
        word("Move", "how many steps a unit goes; half of it, rounded up, before an attack".into()),
        word("Range", "how far a unit shoots, in squares, diagonals counting one".into()),
        word("AQ", "attack quality, added to the dice".into()),
        word("Defense", "what a shot's total must exceed".into()),
        word("Natural", "the dice as they lie at last, before anything is added".into()),
        word(
            "Cover",
            format!("terrain hides half of the unit: +{} Defense", rules.cover_defense_bonus),
        ),
        word("Down", "cannot act until helped up; a second hit destroys".into()),
        word(
            "Batch",
            format!(
                "{} first, then {} a side in turn",
                count(rules.first_batch.into(), "unit"),
                rules.later_batches
            ),
        ),
        word(
            "Cap",
            format!(
                "a side activates at most {} a round",
                count(rules.activation_cap.into(), "unit")
            ),
        ),
        word(
            "Rounds",
            format!("{}, and {} more on a tie", rules.regular_rounds, rules.extra_rounds_on_tie),
        ),
    ]
}

fn factions(data: &Data) -> Vec<String> {
    let mut lines = vec![
        "| Faction | Units | Move | Range | AQ | Melee AQ | Defense | Special |".to_owned(),
        "|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    lines.extend(data.factions().iter().map(|faction| {
        format!(
            "| {} | {} | {} | {} | {:+} | {:+} | {} | {} |",
            faction.name,
            faction.roster,
            move_words(faction),
            faction.range,
            faction.aq,
            faction.melee_aq,
            faction.defense,
            special(faction)
        )
    }));
    lines
}

fn move_words(faction: &Faction) -> String {
    match faction.movement {
        Movement::Fixed(steps) => steps.to_string(),
        Movement::Die => "d6".to_owned(),
    }
}

fn special(faction: &Faction) -> String {
    let mut parts = Vec::new();
    if let Some(reroll) = faction.reroll {
        let keep = match reroll.keep {
            Keep::Choice => "keeps either value",
            Keep::Second => "keeps the second",
        };
        parts.push(format!("may reroll one own die of a shot or fight, {keep}"));
    }
    if faction.kill_naturals != Naturals::default() {
        parts.push(format!("natural {} at range kills", list(faction.kill_naturals)));
    }
    if parts.is_empty() { "none".to_owned() } else { parts.join("; ") }
}

fn list(naturals: Naturals) -> String {
    let numbers: Vec<String> = Vec::from(naturals).iter().map(u8::to_string).collect();
    numbers.join(", ")
}

fn actions() -> Vec<String> {
    [
        "- Move: up to Move, at least one step.",
        "- Shoot: up to half Move or none, then one ranged attack.",
        "- Melee: up to half Move or none, then one attack on a neighbour.",
        "- First Aid: up to half Move or none, then one Down neighbour stands up.",
        "- Hold Position: nothing.",
    ]
    .map(str::to_owned)
    .into()
}

fn roll(face: Option<u8>) -> String {
    face.map_or("chosen".to_owned(), |face| format!("rolls {face}"))
}

fn mission_item(mission: &Mission) -> String {
    format!("- {} ({}): {}", mission.name, roll(mission.roll), mission_line(mission))
}

/// What gives points in a mission.
pub(crate) fn mission_line(mission: &Mission) -> String {
    let each = |points: u8, what: String| {
        format!("{} at each round's end for {what}", count(points.into(), "point"))
    };
    let places = |zones: &[NamedZone]| {
        let places: Vec<String> = zones.iter().map(|zone| place(&zone.zone)).collect();
        places.join(" and ")
    };
    match &mission.scoring {
        Scoring::Kills { points_per_kill } => {
            each(*points_per_kill, "each enemy unit destroyed since the last scoring".to_owned())
        }
        Scoring::Majority { points, zones } => {
            each(*points, format!("more units {}", places(zones)))
        }
        Scoring::MajorityInEnemyHome { points } => {
            let what = "more units in the enemy's home than it has in yours";
            each(*points, what.to_owned())
        }
        Scoring::SolePresence { points, zones } => {
            each(*points, format!("being alone {}", places(zones)))
        }
        Scoring::MajorityPerZone { zones } => {
            let zone = |zone: &ScoredZone| {
                let [first, second] = zone.points;
                format!("{} {} (P1 {first}, P2 {second})", zone.id, place(&zone.zone))
            };
            let zones: Vec<String> = zones.iter().map(zone).collect();
            format!("Points at each round's end for more units: {}", zones.join("; "))
        }
    }
}

/// Where a zone is, as part of a sentence.
fn place(zone: &Zone) -> String {
    let [column, row] = [zone.columns, zone.rows];
    if column[0] == column[1] && row[0] == row[1] {
        return format!("on {},{}", column[0], row[0]);
    }
    let part = |name: &str, [from, to]: [u8; 2]| {
        if from == to { format!("{name} {from}") } else { format!("{name}s {from}-{to}") }
    };
    let columns = part("column", column);
    if row == [1, ROWS] {
        format!("in {columns}")
    } else {
        format!("in {columns}, {}", part("row", row))
    }
}

fn trait_item(entry: &CommanderTrait) -> String {
    format!("- {}: {}", entry.name, trait_line(entry))
}

/// What a commander's trait does.
pub(crate) fn trait_line(entry: &CommanderTrait) -> String {
    let mut parts = Vec::new();
    match entry.ignore_downs {
        0 => {}
        1 => parts.push("the first Down of the side in the battle does not happen".to_owned()),
        more => parts.push(format!("the first {more} Downs of the side do not happen")),
    }
    if entry.ignore_cover_bonus {
        parts.push("cover adds nothing against the side's shots".to_owned());
    }
    if entry.untargetable_in_cover {
        parts.push("the side's units cannot be shot at while in cover".to_owned());
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
}

fn event_item(event: &BattleEvent) -> String {
    format!("- {} ({}): {}", event.name, roll(event.roll), event_line(event))
}

/// What a battle event does.
pub(crate) fn event_line(event: &BattleEvent) -> String {
    let mut parts = Vec::new();
    if let Some(cap) = event.range_cap {
        parts.push(format!("nobody shoots further than {cap}"));
    }
    if event.kill_naturals != Naturals::default() {
        parts.push(format!("natural {} kills", list(event.kill_naturals)));
    }
    if event.kill_naturals_for_deadly_rounds_trait != Naturals::default() {
        let naturals = list(event.kill_naturals_for_deadly_rounds_trait);
        parts.push(format!("natural {naturals} for those with deadly rounds"));
    }
    if event.move_bonus > 0 {
        parts.push(format!("Move +{} before halving", event.move_bonus));
    }
    if event.stationary_shot_aq != 0 {
        parts.push(format!("{:+} AQ for a shooter that has not moved", event.stationary_shot_aq));
    }
    if event.revives > 0 {
        parts.push(format!(
            "each side may stand up one unit at a round end, {} in all",
            event.revives
        ));
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
}

fn advantage_item(advantage: &Advantage) -> String {
    format!("- {}: {}", advantage.name, advantage_line(advantage))
}

/// What an advantage does.
pub(crate) fn advantage_line(advantage: &Advantage) -> String {
    match advantage.id {
        AdvantageKind::TacticalEdge => {
            "rolls initiative first each round and may reroll it once at once".to_owned()
        }
        AdvantageKind::QuickStart => {
            let make = if advantage.units == 1 { "makes" } else { "make" };
            let units = count(advantage.units.into(), "unit");
            format!("up to {units} {make} a full Move before round 1")
        }
        AdvantageKind::FocusedOrders => {
            let rerolls = count(advantage.rerolls.into(), "reroll");
            format!("{rerolls} in the battle, the second value stands")
        }
    }
}

/// The numbers of a faction in a line.
pub(crate) fn stats_line(stats: &Stats) -> String {
    let movement = match (stats.movement, stats.move_bonus) {
        (Movement::Fixed(steps), _) => steps.to_string(),
        (Movement::Die, 0) => "d6".to_owned(),
        (Movement::Die, bonus) => format!("d6+{bonus}"),
    };
    format!(
        "Move {movement} Range {} AQ {:+}/{:+} Def {}",
        stats.range, stats.aq, stats.melee_aq, stats.defense
    )
}
