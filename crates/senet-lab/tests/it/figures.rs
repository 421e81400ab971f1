//! Every published figure was measured: the files under `docs/figures` are whole and of today's games,
//! and texts say what they say.

use std::path::{Path, PathBuf};

use senet_lab::{Experiment, Figures, Part, Plan, Row};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(docs().join(path)).unwrap()
}

fn figures(name: &str) -> Figures {
    Figures::read(name, &read(&format!("figures/{name}.json"))).unwrap()
}

/// Figures for which there is an experiment beside.
fn measured() -> Vec<String> {
    let files = std::fs::read_dir(docs().join("figures")).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn figures_are_of_todays_experiments_rules_and_data() {
    assert_eq!(measured(), ["flag-war", "silosoft"]);
    for name in measured() {
        let kept = figures(&name);
        let experiment = Experiment::read(&read(&format!("figures/{name}.toml"))).unwrap();
        assert_eq!(
            kept.header.experiment, experiment,
            "{name}: `cargo xtask figures {name}` is due"
        );
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
        assert_eq!(text, read(&format!("figures/{name}.json")), "{name}");
        let row = &figures(&name).rows[1];
        let told = format!("\"won\":[{},", row.won[0]);
        let edited = text.replacen(&told, &format!("\"won\":[{},", row.won[0] + 10), 1);
        assert_ne!(edited, text);
        let error = Figures::read(&name, &edited).unwrap_err().to_string();
        assert!(error.contains("changed by hand"), "{error}");
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
    let kept = figures("flag-war");
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
                percent(row.won[0])
            )],
        );
    }
}

/// What Silosoft's set-up, board and rules say is what was measured: every curve, every preset, every row.
#[test]
fn the_odds_of_silosoft_are_what_was_measured() {
    let kept = figures("silosoft");
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
