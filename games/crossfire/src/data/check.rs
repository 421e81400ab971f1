//! What must hold of the data, whatever it says: the limits that the rules' arithmetic rests on, and
//! entries that can be told apart.

use std::ops::RangeInclusive;

use senet_kernel::Fault;

use super::{
    AdvantageKind, BattleEvent, Content, Faction, Mission, Movement, RollKind, Rules, Scoring,
    TerrainRules,
};
use crate::board::{Area, Square, Zone};
use crate::id::Id;
use crate::unit::MOST_UNITS;

/// Collects the faults of one file or one part of a state.
struct Report<'a> {
    file: &'a str,
    faults: &'a mut Vec<Fault>,
}

impl Report<'_> {
    fn fault(&mut self, field: &str, code: &str, sentence: impl Into<String>) {
        let field = format!("{}: {field}", self.file);
        self.faults.push(Fault::new(field, code, sentence));
    }

    fn within<T: PartialOrd + std::fmt::Display>(
        &mut self,
        field: &str,
        value: T,
        range: RangeInclusive<T>,
    ) {
        if !range.contains(&value) {
            let sentence = format!("{value} is not {} to {}", range.start(), range.end());
            self.fault(field, "out_of_range", sentence);
        }
    }

    /// Names stand on one line of a narrow screen.
    fn name(&mut self, field: &str, name: &str) {
        let length = name.chars().count();
        if !(1..=24).contains(&length) || name.contains(char::is_control) {
            let sentence = "a name has 1 to 24 characters on one line";
            self.fault(field, "bad_name", sentence);
        }
    }

    fn span(&mut self, field: &str, [from, to]: [u8; 2], range: RangeInclusive<u8>) {
        if from > to || !range.contains(&from) || !range.contains(&to) {
            let (least, most) = (range.start(), range.end());
            let sentence = format!("[{from}, {to}] is no span within {least} to {most}");
            self.fault(field, "out_of_range", sentence);
        }
    }

    fn zone(&mut self, field: &str, zone: &Zone) {
        if !zone.is_on_board() {
            let sentence = "the first column and row stand first, and all lie on the board";
            self.fault(field, "off_board", sentence);
        }
    }

    fn unique(&mut self, ids: impl Iterator<Item = Id>) {
        let mut seen = Vec::new();
        for id in ids {
            if seen.contains(&id) {
                self.fault(id.as_str(), "duplicate", "there are two entries of this name");
            }
            seen.push(id);
        }
    }

    /// A die rolls each face exactly once.
    fn rolls<'b>(&mut self, entries: impl Iterator<Item = (&'b Id, Option<u8>)>) {
        let mut faces = [false; 6];
        for (id, roll) in entries {
            let Some(roll) = roll else { continue };
            let field = format!("{id}.roll");
            match faces.get_mut(usize::from(roll).wrapping_sub(1)) {
                None => self.within(&field, roll, 1..=6),
                Some(taken @ false) => *taken = true,
                Some(true) => self.fault(&field, "duplicate", format!("two entries roll {roll}")),
            }
        }
        for (face, taken) in faces.into_iter().enumerate() {
            if !taken {
                self.fault("roll", "missing", format!("no entry rolls {}", face + 1));
            }
        }
    }
}

/// Everything.
pub(super) fn check(content: &Content, faults: &mut Vec<Fault>) {
    check_factions(content, faults);
    check_missions(&content.missions, faults);
    check_events(content, faults);
    check_advantages(content, faults);
    check_rules(&content.rules, "rules.toml", faults);
    check_terrain(&content.terrain, &content.rules, faults);
    let report = &mut Report { file: "traits.toml", faults };
    report.unique(content.traits.iter().map(|entry| entry.id));
    for entry in &content.traits {
        report.name(&format!("{}.name", entry.id), &entry.name);
        report.within(&format!("{}.ignore_downs", entry.id), entry.ignore_downs, 0..=20);
    }
    let missions = content.missions.len();
    let longest = usize::from(content.rules.campaign.length_bonus) + 3;
    if longest > missions {
        let sentence =
            format!("a campaign of {longest} needs as many missions; there are {missions}");
        let field = "rules.toml: campaign.length_bonus";
        faults.push(Fault::new(field, "too_long", sentence));
    }
}

fn check_factions(content: &Content, faults: &mut Vec<Fault>) {
    for faction in &content.factions {
        check_faction(faction, "factions.toml", faults);
    }
    let report = &mut Report { file: "factions.toml", faults };
    report.unique(content.factions.iter().map(|faction| faction.id));
    if content.factions.is_empty() {
        report.fault("faction", "missing", "there is at least one faction");
    }
    let rules = &content.rules;
    for faction in &content.factions {
        let field = format!("{}.roster", faction.id);
        let room = rules
            .home
            .iter()
            .map(|home| Square::all().filter(|square| home.contains(*square)).count());
        if room.min().unwrap_or(0) < faction.roster.into() {
            report.fault(&field, "no_room", "a home zone has fewer squares than this");
        }
        if faction.roster < rules.min_distinct_rows {
            report.fault(&field, "too_few", "fewer units than rows to deploy on");
        }
    }
}

/// The limits of one faction.
pub(crate) fn check_faction(faction: &Faction, file: &str, faults: &mut Vec<Fault>) {
    let report = &mut Report { file, faults };
    let at = |field: &str| format!("{}.{field}", faction.id);
    report.name(&at("name"), &faction.name);
    report.within(&at("roster"), faction.roster, 1..=MOST_UNITS);
    if let Movement::Fixed(steps) = faction.movement {
        report.within(&at("move"), steps, 1..=15);
    }
    report.within(&at("range"), faction.range, 1..=15);
    report.within(&at("aq"), faction.aq, -9..=9);
    report.within(&at("melee_aq"), faction.melee_aq, -9..=9);
    report.within(&at("defense"), faction.defense, 2..=20);
    if let Some(reroll) = faction.reroll {
        for kind in [RollKind::Initiative, RollKind::Movement] {
            if reroll.rolls.contains(kind) {
                let sentence = "a faction rerolls ranged and melee dice only";
                report.fault(&at("traits"), "roll_kind", sentence);
            }
        }
    }
}

fn check_missions(missions: &[Mission], faults: &mut Vec<Fault>) {
    for mission in missions {
        check_mission(mission, "missions.toml", faults);
    }
    let report = &mut Report { file: "missions.toml", faults };
    report.unique(missions.iter().map(|mission| mission.id));
    report.rolls(missions.iter().map(|mission| (&mission.id, mission.roll)));
    report.within("mission", missions.len(), 1..=30);
}

/// The limits of one mission.
pub(crate) fn check_mission(mission: &Mission, file: &str, faults: &mut Vec<Fault>) {
    let report = &mut Report { file, faults };
    let at = |field: &str| format!("{}.{field}", mission.id);
    report.name(&at("name"), &mission.name);
    match &mission.scoring {
        Scoring::Kills { points_per_kill } => {
            report.within(&at("points_per_kill"), *points_per_kill, 0..=100);
        }
        Scoring::MajorityInEnemyHome { points } => report.within(&at("points"), *points, 0..=100),
        Scoring::Majority { points, zones } | Scoring::SolePresence { points, zones } => {
            report.within(&at("points"), *points, 0..=100);
            report.within(&at("zone"), zones.len(), 1..=12);
            for zone in zones {
                report.zone(&at(&format!("zone.{}", zone.id)), &zone.zone);
            }
        }
        Scoring::MajorityPerZone { zones } => {
            report.within(&at("zone"), zones.len(), 1..=12);
            for zone in zones {
                report.zone(&at(&format!("zone.{}", zone.id)), &zone.zone);
                for points in zone.points {
                    report.within(&at(&format!("zone.{}.points", zone.id)), points, 0..=100);
                }
            }
        }
    }
}

fn check_events(content: &Content, faults: &mut Vec<Fault>) {
    let report = &mut Report { file: "events.toml", faults };
    report.unique(content.events.iter().map(|event| event.id));
    report.rolls(content.events.iter().map(|event| (&event.id, event.roll)));
    for event in &content.events {
        check_event(event, "events.toml", faults);
    }
}

/// The limits of one battle event.
pub(crate) fn check_event(event: &BattleEvent, file: &str, faults: &mut Vec<Fault>) {
    let report = &mut Report { file, faults };
    let at = |field: &str| format!("{}.{field}", event.id);
    report.name(&at("name"), &event.name);
    if let Some(cap) = event.range_cap {
        report.within(&at("range_cap"), cap, 1..=15);
    }
    report.within(&at("move_bonus"), event.move_bonus, 0..=9);
    report.within(&at("stationary_shot_aq"), event.stationary_shot_aq, -9..=9);
    report.within(&at("uses_per_side"), event.revives, 0..=20);
}

fn check_advantages(content: &Content, faults: &mut Vec<Fault>) {
    let report = &mut Report { file: "advantages.toml", faults };
    let count = |kind| {
        let same = content.advantages.iter();
        same.filter(|advantage| advantage.id == kind).count()
    };
    for (kind, name) in [
        (AdvantageKind::TacticalEdge, "tactical_edge"),
        (AdvantageKind::QuickStart, "quick_start"),
        (AdvantageKind::FocusedOrders, "focused_orders"),
    ] {
        if count(kind) != 1 {
            report.fault(name, "not_once", "each advantage has one entry");
        }
    }
    for advantage in &content.advantages {
        match advantage.id {
            AdvantageKind::TacticalEdge => {}
            AdvantageKind::QuickStart => {
                report.within("quick_start.units", advantage.units, 1..=MOST_UNITS);
            }
            AdvantageKind::FocusedOrders => {
                report.within("focused_orders.rerolls_per_battle", advantage.rerolls, 0..=20);
            }
        }
    }
}

/// The limits of the rules' constants.
pub(crate) fn check_rules(rules: &Rules, file: &str, faults: &mut Vec<Fault>) {
    let report = &mut Report { file, faults };
    for home in &rules.home {
        report.zone("board.home_zone", home);
    }
    let [first, second] = &rules.home;
    if Square::all().any(|square| first.contains(square) && second.contains(square)) {
        report.fault("board.home_zone", "overlap", "the home zones have no square in common");
    }
    for home in &rules.home {
        let rows = home.rows[1].saturating_sub(home.rows[0]).saturating_add(1);
        let field = "deployment.min_distinct_rows";
        report.within(field, rules.min_distinct_rows, 1..=rows);
    }
    report.within("round.regular_rounds", rules.regular_rounds, 1..=20);
    report.within("round.extra_rounds_on_tie", rules.extra_rounds_on_tie, 0..=20);
    report.within("round.activation_cap", rules.activation_cap, 1..=16);
    report.within("round.first_batch", rules.first_batch, 1..=16);
    report.within("round.later_batches", rules.later_batches, 1..=16);
    report.within("sight.cover_defense_bonus", rules.cover_defense_bonus, 0..=9);
    let points = &rules.campaign;
    report.within("campaign.length_bonus", points.length_bonus, 0..=20);
    for (field, value) in [
        ("mission_win", points.mission_win),
        ("kill_all_enemies", points.kill_all_enemies),
        ("survivors", points.survivors),
        ("survivors_needed", points.survivors_needed),
        ("tie_each", points.tie_each),
    ] {
        report.within(&format!("campaign.victory_points.{field}"), value, 0..=50);
    }
}

fn check_terrain(terrain: &TerrainRules, rules: &Rules, faults: &mut Vec<Fault>) {
    let report = &mut Report { file: "terrain.toml", faults };
    report.span("generation.pieces", terrain.pieces, 0..=12);
    report.span("generation.sizes", terrain.sizes, 1..=12);
    report.zone("generation", &terrain.zone);
    report.within("generation.min_gap", terrain.gap, 0..=9);
    let home = |square| rules.home.iter().any(|home| home.contains(square));
    if Square::all().any(|square| terrain.zone.contains(square) && home(square)) {
        report.fault("generation.columns", "home_zone", "terrain stays out of the home zones");
    }
    report.unique(terrain.shapes.iter().map(|shape| shape.id));
    for shape in &terrain.shapes {
        let at = |field: &str| format!("{}.{field}", shape.id);
        if shape.orientations.is_empty() {
            report.fault(&at("orientations"), "missing", "a shape lies in at least one way");
        }
        for cells in &shape.orientations {
            if !is_shape(cells, shape.size) {
                let sentence = format!(
                    "{} different squares, each less than 9 from the corner of their box",
                    shape.size
                );
                report.fault(&at("orientations"), "not_a_shape", sentence);
            }
        }
    }
    for size in terrain.sizes[0]..=terrain.sizes[1] {
        if !terrain.shapes.iter().any(|shape| shape.size == size) {
            report.fault("shape", "missing", format!("there is no shape of size {size}"));
        }
    }
}

fn is_shape(cells: &[[u8; 2]], size: u8) -> bool {
    let square = |[right, down]: &[u8; 2]| Square::new(right.checked_add(1)?, down.checked_add(1)?);
    let Some(squares) = cells.iter().map(square).collect::<Option<Area>>() else {
        return false;
    };
    cells.len() == usize::from(size) && squares.len() == u32::from(size)
}
