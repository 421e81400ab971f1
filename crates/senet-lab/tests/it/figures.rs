//! Every published figure was measured: the files under `docs/figures` are whole and of today's games,
//! and texts say what they say.

use std::path::{Path, PathBuf};

use senet_lab::{Experiment, Figures, GameId, Part, Plan, Row, Shard};
use serde_json::Value;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(docs().join(path)).unwrap()
}

fn figures(name: &str) -> Figures {
    Figures::read(name, &read(&format!("{name}.json"))).unwrap()
}

/// Figures for which there is an experiment beside: `figures/silosoft`, `balance/crossfire`.
fn measured() -> Vec<String> {
    let within = |folder: &'static str| {
        let files = std::fs::read_dir(docs().join(folder)).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let asked = files.filter(|path| path.extension().is_some_and(|end| end == "toml"));
        let stem = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
        asked.map(move |path| format!("{folder}/{}", stem(path))).collect::<Vec<_>>()
    };
    let mut names = [within("figures"), within("balance")].concat();
    names.sort();
    names
}

#[test]
fn figures_are_of_todays_experiments_rules_and_data() {
    assert!(measured().len() >= 7);
    for name in measured() {
        let kept = figures(&name);
        let experiment = Experiment::read(&read(&format!("{name}.toml"))).unwrap();
        assert_eq!(kept.header.experiment, experiment, "{name}: it is to be measured again");
        let today = Part::new(&Plan::new(experiment).unwrap());
        assert_eq!(kept.header.rules, today.header.rules, "{name}: the rules have changed");
        assert_eq!(kept.header.hash, today.header.hash, "{name}: the configurations have changed");
        let data: Vec<_> = today.lines.iter().map(|line| (&line.line, line.data)).collect();
        let rows: Vec<_> = kept.rows.iter().map(|row| (&row.line, row.data)).collect();
        assert_eq!(rows, data, "{name}: the data has changed");
    }
}

#[test]
fn a_figure_that_was_changed_by_hand_is_noticed() {
    for name in measured() {
        let text = figures(&name).write();
        assert_eq!(text, read(&format!("{name}.json")), "{name}");
        let row = &figures(&name).rows[1];
        let told = format!("\"won\":[{},", row.won[0]);
        let edited = text.replacen(&told, &format!("\"won\":[{},", row.won[0] + 10), 1);
        assert_ne!(edited, text);
        let error = Figures::read(&name, &edited).unwrap_err().to_string();
        assert!(error.contains("changed by hand"), "{error}");
    }
}

/// `docs/balance.md` has a section for each experiment, of the same games as the figures beside it.
#[test]
fn the_page_of_balance_says_what_was_measured() {
    let page = read("balance.md");
    let sections: Vec<&str> = page.split("\n## ").skip(1).collect();
    let names: Vec<String> =
        measured().into_iter().filter(|name| name.starts_with("balance/")).collect();
    assert_eq!(sections.len(), names.len());
    for (section, name) in sections.iter().zip(&names) {
        let kept = figures(name);
        let title = kept.header.experiment.title.as_ref().unwrap();
        assert!(section.starts_with(title.as_str()), "{name}: {title}");
        says(section, &[format!("experiment `{}`.", kept.header.hash)]);
        if section.contains("| pairing |") {
            continue; // `the_pairings_of_crossfire_are_what_was_measured` reads them.
        }
        let row = |row: &Row| {
            let [share, low, high] = row.share.unwrap_or(row.won).map(tenths);
            format!("| {} | {} | {share} ({low} to {high}) |", row.line, row.games)
        };
        says(section, &kept.rows.iter().map(row).collect::<Vec<_>>());
    }
}

fn tenths(thousandths: u64) -> String {
    format!("{}.{}", thousandths / 10, thousandths % 10)
}

/// Two factions of Crossfire from both sides: the share of the first and what was drawn, over all missions and in
/// each.
struct Pair {
    factions: [&'static str; 2],
    share: Vec<u64>,
    drawn: Vec<u64>,
}

const FACTIONS: [&str; 5] =
    ["verdant_eye", "azure_blades", "ember_guard", "grey_cloaks", "solar_wardens"];
const MISSIONS: [&str; 6] =
    ["crossfire_clash", "control_center", "break_through", "dead_center", "dead_zone", "occupy"];

fn row<'a>(kept: &'a Figures, sides: [&str; 2], mission: &str) -> &'a Row {
    let mut rows = kept.rows.iter();
    let found = rows.find(|row| {
        row.settings["factions.0"] == sides[0]
            && row.settings["factions.1"] == sides[1]
            && row.settings["mission"] == mission
    });
    found.unwrap()
}

fn pairs(kept: &Figures) -> Vec<Pair> {
    let each = (0..5).flat_map(|first| (first..5).map(move |second| (first, second)));
    let pair = |(first, second): (usize, usize)| {
        let factions = [FACTIONS[first], FACTIONS[second]];
        let back = [factions[1], factions[0]];
        let both = |mission: &&str| [row(kept, factions, mission), row(kept, back, mission)];
        let share =
            |[one, other]: [&Row; 2]| one.share.unwrap()[0] + 1000 - other.share.unwrap()[0];
        let drawn = |[one, other]: [&Row; 2]| one.drawn[0] + other.drawn[0];
        let all = |of: &dyn Fn([&Row; 2]) -> u64| {
            let each: Vec<u64> = MISSIONS.iter().map(|mission| of(both(mission))).collect();
            let whole = (each.iter().sum::<u64>() + 6) / 12;
            [vec![whole], each.iter().map(|sum| sum.div_ceil(2)).collect()].concat()
        };
        Pair { factions, share: all(&share), drawn: all(&drawn) }
    };
    each.map(pair).collect()
}

/// What stands in the name's place: "Azure Blades" for `azure_blades`.
fn faction(id: &str) -> String {
    let game = senet_catalog::find("crossfire").unwrap();
    senet_catalog::title(game.as_ref(), &["factions", "0"], &id.into()).unwrap()
}

/// The note of a rule set of Crossfire.
fn note(preset: &str) -> String {
    let presets = senet_catalog::find("crossfire").unwrap().page().presets;
    presets.iter().find(|one| one.id == preset).unwrap().note.clone()
}

/// The page of balance says of the pairings of Crossfire what was measured.
#[test]
fn the_pairings_of_crossfire_are_what_was_measured() {
    let page = read("balance.md");
    for name in ["balance/crossfire", "balance/crossfire-even"] {
        let kept = figures(name);
        let battles = kept.rows[0].games * 12;
        let title = kept.header.experiment.title.as_ref().unwrap();
        let section = page.split("\n## ").find(|section| section.starts_with(title.as_str()));
        for pair in pairs(&kept).iter().filter(|pair| pair.factions[0] != pair.factions[1]) {
            let [first, second] = pair.factions.map(faction);
            let label = format!("| {first} : {second} | {battles} | ");
            let near = |line: &str| {
                let told =
                    line.strip_prefix(label.as_str()).and_then(|rest| rest.split(' ').next());
                let told: Option<f64> = told.and_then(|share| share.parse().ok());
                // A row's shares are whole thousandths; the page adds up the games themselves.
                told.is_some_and(|told| (told * 10.0 - pair.share[0] as f64).abs() < 2.0)
            };
            assert!(section.unwrap().lines().any(near), "{name}: {label}");
        }
    }
}

/// Crossfire's rule sets and rules say of its pairings what was measured.
#[test]
fn the_rule_sets_of_crossfire_say_what_was_measured() {
    let kept = figures("balance/crossfire");
    let pairs = pairs(&kept);
    let (battles, bots) = (kept.rows[0].games * 12, &kept.rows[0].bots[0]);
    let ahead = percent(1000 - pairs[1].share[0]);
    assert_eq!(
        note("standard"),
        format!(
            "Azure Blades have {ahead} of the wins in {battles} battles between {bots} bots, over all missions; a draw \
             counts as half a win."
        )
    );
    let drawn = percent(pairs[0].drawn[2]);
    assert_eq!(
        note("first-battle"),
        format!(
            "The same squad on both sides; {drawn} of the battles between {bots} bots are drawn."
        )
    );
    let rules = read("rules/crossfire.md");
    let sentence = format!("who have {ahead} of the wins against them between `{bots}` bots");
    says(&rules, &[sentence]);
}

/// No two factions are further from even by the rule set `even` than it says, which is 42 to 58 % at most.
#[test]
fn the_rule_set_even_of_crossfire_is_even() {
    let kept = figures("balance/crossfire-even");
    let apart = pairs(&kept).into_iter().filter(|pair| pair.factions[0] != pair.factions[1]);
    let shares = apart.flat_map(|pair| [pair.share[0], 1000 - pair.share[0]]);
    let most = shares.max().unwrap();
    assert!(most <= 580, "{most}");
    let (battles, bots, most) = (kept.rows[0].games * 12, &kept.rows[0].bots[0], percent(most));
    assert_eq!(
        note("even"),
        format!(
            "No faction has more than {most} of the wins against another, in {battles} battles of each pair between \
             {bots} bots over all missions; a draw counts as half a win."
        )
    );
    says(
        &read("rules/crossfire.md"),
        &[format!("no faction has more than {most} of the wins against another")],
    );
}

/// A file of Crossfire's data.
fn crossfire_data(name: &str) -> toml::Table {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/crossfire/data");
    std::fs::read_to_string(folder.join(name)).unwrap().parse().unwrap()
}

/// What the set-up tells of a side that has an advantage is what was measured.
#[test]
fn the_handicaps_of_crossfire_are_what_was_measured() {
    let kept = figures("balance/crossfire-handicap");
    let file = crossfire_data("handicaps.toml");
    let told = file["handicap"].as_array().unwrap().iter().flat_map(|handicap| {
        let shares = handicap["share"].as_table().unwrap().iter();
        shares.map(|(advantage, share)| {
            let factions = serde_json::to_value(&handicap["factions"]).unwrap();
            (factions, advantage.clone(), share.as_integer().unwrap() as u64)
        })
    });
    let measured = kept.rows.iter().map(|row| {
        assert_eq!(row.settings["advantage.seat"], 0, "{}", row.line);
        let advantage = row.settings["advantage.advantage"].as_str().unwrap().to_owned();
        (row.settings["factions"].clone(), advantage, row.share.unwrap()[0])
    });
    let sorted = |mut all: Vec<(Value, String, u64)>| {
        all.sort_by_key(|(factions, advantage, _)| (factions.to_string(), advantage.clone()));
        all
    };
    assert_eq!(sorted(told.collect()), sorted(measured.collect()));
}

/// What the set-up tells of a battle that is far from even is what was measured.
#[test]
fn the_set_up_of_crossfire_tells_what_was_measured() {
    for (name, file) in
        [("balance/crossfire", "pairings.toml"), ("balance/crossfire-even", "even/pairings.toml")]
    {
        let kept = figures(name);
        let file = crossfire_data(file);
        assert_eq!(file["battles"].as_integer(), Some(2 * kept.rows[0].games as i64));
        assert!(kept.rows.iter().flat_map(|row| &row.bots).all(|bot| bot == "normal"));
        let told = |pairing: &toml::Value, key: &str| -> Vec<u64> {
            let names = ["all"].into_iter().chain(MISSIONS);
            names.map(|name| pairing[key][name].as_integer().unwrap() as u64).collect()
        };
        let (pairs, all) = (pairs(&kept), file["pairing"].as_array().unwrap());
        assert_eq!(all.len(), pairs.len());
        for (pairing, pair) in all.iter().zip(&pairs) {
            let factions = pairing["factions"].as_array().unwrap().iter();
            assert!(factions.map(|one| one.as_str().unwrap()).eq(pair.factions));
            assert_eq!(told(pairing, "drawn"), pair.drawn, "{name}: {:?}", pair.factions);
            if pair.factions[0] != pair.factions[1] {
                assert_eq!(told(pairing, "share"), pair.share, "{name}: {:?}", pair.factions);
            }
        }
    }
}

/// What Sky Team's rule sets say is what was measured.
#[test]
fn the_rule_sets_of_sky_team_say_what_was_measured() {
    let kept = figures("figures/sky-team");
    let game = senet_catalog::find("sky-team").unwrap();
    let presets = game.page().presets;
    assert_eq!(presets.len(), kept.rows.len());
    for (preset, row) in presets.iter().zip(&kept.rows) {
        assert_eq!(row.settings["rule_set"], preset.id.as_str());
        match row.won[0] {
            0 => assert!(preset.note.starts_with("It cannot be won: "), "{}", preset.note),
            won => {
                assert_eq!(row.bots[0], "greedy", "players read of sensible bots");
                let (share, flights) = (percent(won), row.games);
                let note = format!("Two sensible bots land {share} of {flights} flights.");
                assert_eq!(preset.note, note);
            }
        }
    }
}

fn percent(thousandths: u64) -> String {
    match (thousandths / 10, thousandths % 10) {
        (whole, 0) => format!("{whole} %"),
        (whole, tenth) => format!("{whole}.{tenth} %"),
    }
}

#[track_caller]
fn says(text: &str, rows: &[String]) {
    let missing: Vec<&String> = rows.iter().filter(|row| !text.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "the text lacks what was measured:\n{missing:#?}");
}

/// The rules of Flag War tell how often each rule set has a winner, and how soon it ends.
#[test]
fn the_rules_of_flag_war_say_what_was_measured() {
    let kept = figures("figures/flag-war");
    let text = read("rules/flag-war.md");
    let line = |row: &Row| {
        let rounds = row.measures["rounds"];
        format!("| {} | {rounds} rounds", percent(row.won[0]))
    };
    for row in &kept.rows {
        let label = format!("| `{}` |", row.line);
        let own = text.lines().find(|text| text.starts_with(&label) && text.contains(" % |"));
        says(own.unwrap_or_default(), &[line(row)]);
    }
    says(
        &text,
        &[format!(
            "The figures are of {} games each between {} bots",
            kept.rows[0].games, kept.rows[0].bots[0]
        )],
    );
    let game = senet_catalog::find("flag-war").unwrap();
    for (preset, row) in game.page().presets.iter().zip(&kept.rows) {
        says(
            &preset.note,
            &[format!(
                "Of {} games between {} bots {} had a winner",
                row.games,
                row.bots[0],
                if row.won[0] == 0 { "none".to_owned() } else { percent(row.won[0]) }
            )],
        );
    }
}

/// What Silosoft's set-up, board and rules say is what was measured: every curve, every preset, every row.
#[test]
fn the_odds_of_silosoft_are_what_was_measured() {
    let kept = figures("figures/silosoft");
    let won = |rule_set: &str, players: usize, weight: u64, single: bool| {
        let row = kept.rows.iter().find(|row| {
            row.settings["rule_set"] == rule_set
                && row.settings["players"] == players
                && row.settings["resource_weight"] == weight
                && row.settings["single_completion"] == single
        });
        row.unwrap().won[0]
    };
    let odds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/silosoft/data/odds.toml");
    let odds: toml::Table = std::fs::read_to_string(odds).unwrap().parse().unwrap();
    let curves = odds["curve"].as_array().unwrap();
    assert_eq!(curves.len() * 8, kept.rows.len());
    for curve in curves {
        let single = curve.get("single_completion").is_some_and(|on| on.as_bool().unwrap());
        let players = curve["players"].as_integer().unwrap() as usize;
        let ruleset = curve["ruleset"].as_str().unwrap();
        let told =
            curve["won"].as_array().unwrap().iter().map(|one| one.as_integer().unwrap() as u64);
        let weights = [0, 30, 50, 60, 70, 80, 90, 100];
        let measured = weights.map(|weight| won(ruleset, players, weight, single));
        assert_eq!(told.collect::<Vec<_>>(), measured, "{ruleset} {players} {single}");
    }
    let share = |rule_set, players, weight| percent(won(rule_set, players, weight, false));
    let team = |weight| {
        let [two, three, four] = [2, 3, 4].map(|players| share("balanced", players, weight));
        format!("A team of two bots wins {two} of its games, three {three}, four {four}.")
    };
    let game = senet_catalog::find("silosoft").unwrap();
    let notes: Vec<String> = game.page().presets.iter().map(|one| one.note.to_string()).collect();
    says(&notes[0], &[format!("a team of two bots wins {} of its games", share("seed", 2, 70))]);
    for (note, weight) in notes[1..4].iter().zip([70, 80, 60]) {
        assert_eq!(*note, team(weight));
    }
    assert_eq!(notes[4], format!("A bot wins {} of its games.", share("seed", 1, 70)));
    let row = |label: &str, rule_set, weight| {
        let shares: Vec<_> = (1..=4).map(|players| share(rule_set, players, weight)).collect();
        format!("| {label} | {} |", shares.join(" | "))
    };
    says(
        &read("rules/silosoft.md"),
        &[
            row("`seed`", "seed", 70),
            row("`balanced`", "balanced", 70),
            row("`balanced`, weight 80 (Relaxed)", "balanced", 80),
            row("`balanced`, weight 60 (Crunch)", "balanced", 60),
        ],
    );
}

/// A row of what the minds are worth.
fn mind(all: &[Value], name: &str) -> Value {
    let found = all.iter().find(|figure| figure["name"] == name);
    found.unwrap_or_else(|| panic!("{name}")).clone()
}

fn minds() -> Vec<Value> {
    serde_json::from_str(&read("figures/minds.json")).unwrap()
}

/// The table of the minds has a row for each figure, with its numbers; and these follow from each other.
#[test]
fn the_page_of_the_minds_says_what_was_measured() {
    let page = read("minds.md");
    let table = page.split("\n## ").next().unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| game "))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let minds = minds();
    assert_eq!(rows.len(), minds.len());
    for (row, figure) in rows.iter().zip(&minds) {
        let number = |key: &str| figure[key].as_u64().unwrap();
        let text = |key: &str| figure[key].as_str().unwrap_or_default();
        let bots: Vec<&str> =
            figure["bots"].as_array().unwrap().iter().map(|bot| bot.as_str().unwrap()).collect();
        let share = figure["share"].as_f64().unwrap();
        let [low, high] = [0, 1].map(|end| figure["interval"][end].as_f64().unwrap());
        let goal = match (figure["goal"].as_u64(), figure["reached"].as_bool()) {
            (Some(goal), Some(true)) => format!("{goal} %: reached"),
            (Some(goal), _) => format!("{goal} %: **missed**"),
            _ => String::new(),
        };
        let told = [
            figure["game"].as_str().unwrap().to_owned(),
            format!("{} {}", text("rules"), text("setting")),
            bots.join(" : "),
            number("games").to_string(),
            number("won").to_string(),
            number("drawn").to_string(),
            number("lost").to_string(),
            format!("{share:.1} % of {}", figure["of"].as_str().unwrap()),
            format!("{low:.1} to {high:.1} %"),
            goal,
        ];
        let told: Vec<&str> = told.iter().map(|cell| cell.trim()).collect();
        assert_eq!(*row, told, "{}", figure["name"]);
        let whole = match figure["of"].as_str() {
            Some("decided") => number("won") + number("lost"),
            _ => number("games"),
        };
        let found = senet_lab::stats::wilson(number("won"), whole);
        for (kept, counted) in [(share, found.value), (low, found.low), (high, found.high)] {
            assert!((kept - counted * 100.0).abs() < 0.11, "{}: {kept} {counted}", figure["name"]);
        }
        assert_eq!(number("won") + number("drawn") + number("lost"), number("games"));
    }
}

/// What the page of the bots says of minds is what was measured.
#[test]
fn the_page_of_the_bots_says_what_was_measured() {
    let (page, minds) = (read("bots.md").replace('\n', " "), minds());
    let told = |name: &str| {
        let figure = mind(&minds, name);
        (figure["won"].as_u64().unwrap(), figure["games"].as_u64().unwrap())
    };
    let [hard, normal] = ["silosoft solo hard", "silosoft solo normal"].map(told);
    let flights = told("sky-team published normal");
    let [easy, tactics] =
        ["crossfire mirrors normal:easy", "crossfire mirrors hard:normal"].map(told);
    says(
        &page,
        &[
            format!("won {} of {} deals, `normal` {} of {};", hard.0, hard.1, normal.0, normal.1),
            format!("`normal` landed {} of {} flights at Montréal", flights.0, flights.1),
            format!("it won {} of {} battles against `easy`.", easy.0, easy.1),
            format!("`hard` won {} of {} against `normal`.", tactics.0, tactics.1),
        ],
    );
}

/// The rows of figures whose first deal goes another way today, of some that are tried.
fn stale(kept: &Figures) -> Vec<String> {
    let plan = Plan::new(kept.header.experiment.clone()).unwrap();
    let rows: Vec<_> = plan.lines.iter().zip(&kept.rows).collect();
    let tried = rows.iter().step_by(rows.len().div_ceil(TRIED_AGAIN));
    let known = tried.filter(|(_, row)| row.first.is_some());
    let changed = known.filter(|(line, row)| {
        row.first != senet_lab::print_of(&plan, line, GameId::FIRST).unwrap()
    });
    changed.map(|(_, row)| row.line.clone()).collect()
}

/// How many rows of each file are tried.
const TRIED_AGAIN: usize = 2;

/// Bots and rules are those that figures were measured by: first deals go as they went.
#[test]
fn figures_are_of_todays_bots() {
    for name in measured() {
        assert_eq!(stale(&figures(&name)), [""; 0], "{name}: measure it again");
    }
    let text = "game = \"pig\"\nbots = \"greedy\"\ngames = 4\nwatch = 0\n[grid]\ntarget = [20, 40]";
    let plan = crate::plan(text);
    let mut made = Figures::of(&plan, &crate::play(&plan, 1, Shard::WHOLE));
    assert!(made.rows.iter().all(|row| row.first.is_some()));
    assert_eq!(stale(&made), [""; 0]);
    made.rows[1].first = made.rows[0].first;
    assert_eq!(stale(&made), ["40"], "as if bots had changed");
}
