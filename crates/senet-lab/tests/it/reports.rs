//! The report: one page that needs nothing else.

use senet_catalog::{Ended, Played, Record};
use senet_kernel::Measures;
use senet_lab::{GameId, Shard, report};

use crate::{plan, play};

const ROOM: &str = "http://127.0.0.1:8642/";

fn page(text: &str) -> (String, String) {
    let plan = plan(text);
    let part = play(&plan, 2, Shard::WHOLE);
    (report::page(&plan, &part, ROOM).unwrap(), report::csv(&plan, &part))
}

#[test]
fn a_report_needs_nothing_else_and_says_things_first() {
    let (page, csv) = page(
        "game = \"pig\"\nbots = \"easy\"\ngames = 40\nwatch = 4\n[grid]\ntarget = [20, 30, 40]",
    );
    for outside in ["<script", "<link", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let (summary, first) =
        (page.find("<ul class=\"summary\"").unwrap(), page.find("<h2>").unwrap());
    assert!(summary < first);
    assert!(page.contains("120 games of Pig in 3 lines, played by easy."));
    // A picture has a name and its table behind it.
    let pictures = page.matches("role=\"img\" aria-label=\"").count();
    assert!(pictures > 5);
    assert!(page.matches(", as a table</summary>").count() >= pictures);
    // Numbers on an axis become a curve with a band.
    assert!(page.contains("share of the first seat over target"));
    for name in ["A typical game", "The closest game", "The longest game"] {
        assert!(page.contains(&format!("{ROOM}#/replay/j.")) && page.contains(name), "{name}");
    }
    assert_eq!(csv.lines().count(), 4);
    assert!(
        csv.starts_with("target,bots,seed,rules,config,data,line,games,seat 1 won %,"),
        "{csv}"
    );
}

#[test]
fn pairings_are_told_by_name_and_drawn_as_matrices() {
    let (page, _) = page(
        "game = \"crossfire\"\nbots = \"random\"\ngames = 6\nwatch = 0\n[grid]\n\
         factions.0 = [\"grey_cloaks\", \"ember_guard\"]\nfactions.1 = [\"grey_cloaks\", \"ember_guard\"]\n\
         mission = [\"crossfire_clash\", \"dead_center\"]",
    );
    assert!(page.contains("no other pairing is further from even."));
    assert!(page.contains("Shares of the win against all others, on both sides: "));
    assert_eq!(page.matches("<table class=\"heat\">").count(), 3);
    assert!(page.contains("<h3>All together</h3>") && page.contains("<h3>Dead Center</h3>"));
    assert!(page.contains("units lost by side 1"));
}

#[test]
fn a_team_game_is_told_by_what_it_wins() {
    let (page, csv) = page(
        "game = \"silosoft\"\nbots = \"easy\"\ngames = 10\nwatch = 1\nlines = 2\n[grid]\nplayers = [1, 2]",
    );
    assert!(page.contains("of all games are won.") && page.contains("Won most often: "));
    assert!(csv.contains(",won %,won from,won to,"));
}

#[test]
fn equal_games_are_noticed() {
    let (page, _) = page("game = \"kuhn-poker\"\nbots = \"random\"\ngames = 2000\nwatch = 0");
    assert!(
        page.contains("most repeat another, command by command"),
        "few games of Kuhn poker differ"
    );
}

/// A game that cycles is ended by its bound, is told, and counts for nobody.
#[test]
fn games_that_do_not_end_are_told_and_counted() {
    let plan = plan("game = \"pig\"\nbots = \"random\"\ngames = 4\nwatch = 0");
    let mut part = play(&plan, 1, Shard::WHOLE);
    let won: u64 = part.lines[0].tally.seats.iter().map(|seat| seat.won).sum();
    for (deal, ended) in [(4, Ended::Bound), (5, Ended::Stuck), (6, Ended::Stuck)] {
        let (commands, choices, options) = (900, 900, 1800);
        let played =
            Played { outcome: None, ended, seats: 2, commands, choices, options, print: None };
        let record = Record {
            played,
            rounds: None,
            measures: Measures::default(),
            events: Vec::new(),
            last: Vec::new(),
            chances: Vec::new(),
        };
        part.lines[0].tally.add(&record, GameId { deal, turn: 0 });
    }
    let tally = &part.lines[0].tally;
    assert_eq!((tally.games, tally.drawn), (7, 0));
    assert_eq!(tally.seats.iter().map(|seat| seat.won).sum::<u64>(), won);
    let said = report::sentences(&plan, &part).join("\n");
    assert!(said.contains("A game went on to its bound and counts as unfinished."), "{said}");
    assert!(said.contains("2 games got stuck: nobody wanted to move any more."), "{said}");
    assert!(said.contains("no end within the bound 42.9 %"), "{said}");
}
