//! What an experiment comes to, and what is wrong with one.

use senet_lab::{Experiment, Part, Path, Plan, example};

use crate::plan;

fn names(text: &str) -> Vec<String> {
    plan(text).lines.into_iter().map(|line| line.name).collect()
}

#[test]
fn a_grid_is_every_combination_of_settings() {
    assert_eq!(
        names(
            "game = \"pig\"\nbots = \"random\"\n[grid]\ntarget = [50, 100]\nseats = { from = 2, to = 3 }"
        ),
        ["50, 2", "50, 3", "100, 2", "100, 3"]
    );
}

#[test]
fn a_star_is_all_that_a_setting_can_be() {
    let all = plan(
        "game = \"crossfire\"\nbots = \"random\"\ngames = 1\n[grid]\nfactions = \"*\"\nmission = \"*\"",
    );
    assert_eq!(all.lines.len(), 5 * 5 * 6);
    let axes: Vec<_> =
        all.axes.iter().map(|axis| (axis.name.as_str(), axis.values.len())).collect();
    assert_eq!(axes, [("factions.0", 5), ("factions.1", 5), ("mission", 6)]);
    assert!(all.lines[0].name.starts_with("Verdant Eye, Verdant Eye, "));
    let tracks = names(
        "game = \"sky-team\"\nrule_set = \"published\"\nbots = \"random\"\n[grid]\nscenario = \"*\"",
    );
    assert!(tracks.len() >= 30, "{}", tracks.len());
    let rules = names("game = \"flag-war\"\nbots = \"random\"\n[grid]\nrule_set = \"*\"");
    assert_eq!(rules, ["seed", "tactical", "steps", "blockade"]);
    let teams = names("game = \"silosoft\"\nbots = \"random\"\n[grid]\nplayers = \"*\"");
    assert_eq!(teams, ["1", "2", "3", "4"]);
}

#[test]
fn fields_of_data_files_are_settings_too() {
    let changed = plan(
        "game = \"crossfire\"\nbots = \"random\"\n[grid]\nfactions.ember_guard.defense = [8, 9, 10]",
    );
    let part = Part::new(&changed);
    assert_eq!(part.lines[0].line, "8");
    let data: Vec<_> = part.lines.iter().map(|line| line.data).collect();
    assert!(data[0] != data[1] && data[1] != data[2]);
    // Nine is what the game has: the content is the same, whatever the layout of the file.
    let plain = Part::new(&plan("game = \"crossfire\"\nbots = \"random\""));
    assert_eq!(data[1], plain.lines[0].data);
    let track = plan(
        "game = \"sky-team\"\nrule_set = \"published\"\nbots = \"random\"\n[grid]\nyul.yul-green.planes.3 = [0, 1]",
    );
    let part = Part::new(&track);
    assert_ne!(part.lines[0].data, part.lines[1].data);
}

#[test]
fn a_field_starts_from_the_data_that_the_rule_set_brings() {
    let data = |text: &str| {
        let plan = plan(&format!("game = \"crossfire\"\nbots = \"random\"\n{text}"));
        let line = &plan.lines[0];
        let path = Path::new(["factions", "ember_guard", "move"].map(str::to_owned).to_vec());
        (Part::new(&plan).lines[0].data, plan.number(line, &path))
    };
    let even = data("rule_set = \"even\"");
    assert_eq!(even.1, Some(3.0));
    assert_eq!(data("rule_set = \"even\"\n[set]\nfactions.ember_guard.move = 3"), even);
    // Two of its three changes stay where one is taken back.
    let slow = data("rule_set = \"even\"\n[set]\nfactions.ember_guard.move = 2");
    let standard = data("");
    assert_eq!(standard.1, Some(2.0));
    assert_ne!(slow.0, standard.0);
}

#[test]
fn a_list_names_lines_one_by_one() {
    let text = "game = \"pig\"\nbots = \"random\"\n[[list]]\nname = \"short\"\ntarget = 20\n[[list]]\ntarget = 100";
    assert_eq!(names(text), ["short", "line 2"]);
}

#[test]
fn bots_that_differ_sit_everywhere() {
    let text = "game = \"pig\"\nbots = [\"easy\", \"random\"]";
    assert_eq!(plan(text).lines[0].seatings, 2);
    assert_eq!(plan("game = \"pig\"\nbots = \"easy\"").lines[0].seatings, 1);
    assert_eq!(plan(&format!("seatings = \"given\"\n{text}")).lines[0].seatings, 1);
}

#[test]
fn what_is_wrong_is_said() {
    #[track_caller]
    fn check(text: &str, part: &str) {
        let refused = Experiment::read(text).and_then(Plan::new);
        let sentence = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(sentence.contains(part), "{sentence}");
    }
    check("game = \"chess\"", "there is no game called \"chess\"; there are sky-team");
    check("game = \"pig\"\ncolour = 1", "colour");
    check("game = \"pig\"\ngames = 5\nprecision = 1.0", "take one out");
    check("game = \"pig\"\nprecision = 0.0", "0.1 to 50");
    check("game = \"pig\"\nlines = 1", "2 to 100000");
    check("game = \"pig\"\nlines = 4_000_000_000", "2 to 100000");
    check("game = \"pig\"\ngames = 0", "at least one game");
    check("game = \"pig\"\ngames = -1", "games");
    check("game = \"pig\"\ngames = 9_000_000_000_000_000_000", "a million million games");
    check(
        "game = \"pig\"\nprecision = 1.0\nat_most = 9_000_000_000_000",
        "a million million games",
    );
    check("game = \"pig\"\n[set]\nrule_set = 5", "rule_set is a name");
    check("game = \"pig\"\nbots = \"clever\"", "there is no bot \"clever\"; pig has random");
    check("game = \"pig\"\nbots = [\"easy\"]", "1 bot for 2 seats");
    check("game = \"pig\"\n[set]\ncolour = 1", "pig has no setting colour; it has");
    check("game = \"pig\"\n[set]\ntarget = 1", "target");
    check("game = \"pig\"\n[grid]\ntarget = []", "a grid takes a list");
    check("game = \"pig\"\n[grid]\ntarget = { from = 5, to = 1 }", "goes up");
    check(
        "game = \"crossfire\"\n[set]\nfactions.ember_guard.hats = 1",
        "there is no field hats; there are",
    );
    check("game = \"crossfire\"\n[set]\nfactions.frost.defense = 1", "no entry frost");
    check("game = \"crossfire\"\n[set]\nfactions.ember_guard.defense = 99", "defense");
    check("game = \"crossfire\"\n[grid]\nfactions.ember_guard.defense = \"*\"", "name the values");
}

/// `senet lab new` prints something that runs as it is, for every game.
#[test]
fn the_example_of_every_game_can_be_played() {
    for game in senet_catalog::games() {
        let text = example(game.as_ref());
        let experiment = Experiment::read(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert!(Plan::new(experiment).is_ok(), "{text}");
    }
}
