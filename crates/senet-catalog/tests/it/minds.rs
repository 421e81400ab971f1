//! Levels, hints, analysis and programs, for any game behind the one interface.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use senet_catalog::{Depth, Leash, Level, Program, Who, find, games};
use senet_kernel::{Outcome, Seat, Viewer};
use senet_table::{Luck, Opening, Start};
use serde_json::{Value, json};

/// Five levels with the same names in every game, each with a sentence, and `greedy` to measure by.
#[test]
fn every_game_has_the_same_five_levels() {
    let names = ["random", "easy", "normal", "hard", "expert"];
    for game in games() {
        let page = game.page();
        let levels: Vec<_> = page.levels.iter().map(|level| level.name.as_str()).collect();
        assert_eq!(levels, names, "{}", game.id());
        assert!(page.levels.iter().all(|level| level.sentence.ends_with('.')));
        let bots: Vec<_> = page.game.bots.iter().map(String::as_str).collect();
        assert_eq!(bots[..5], names, "{}", game.id());
        assert!(bots.iter().all(|name| game.bot(name, 1).is_some()));
        assert!(game.bot("deep-blue", 1).is_none());
    }
}

fn opened(game: &str, seed: &str) -> Box<dyn senet_table::Table> {
    let game = find(game).unwrap();
    let (_, config) = game.preset(None).unwrap();
    game.open(Opening {
        start: Start::Config(config),
        preset: None,
        seats: Vec::new(),
        luck: Luck::Open { seed: seed.to_owned() },
        seed: None,
        script: Vec::new(),
        branch: None,
    })
    .unwrap()
}

/// A leash that is pulled after so many questions, so that a test plays few lines.
fn short(questions: u32) -> Leash {
    let asked = Arc::new(AtomicU32::new(0));
    Leash::until(move || asked.fetch_add(1, Ordering::Relaxed) >= questions)
}

#[test]
fn the_same_position_gets_the_same_hint() {
    let table = opened("sky-team", "a hint");
    let seat = table.awaited().iter().next().unwrap();
    let view = table.view(Viewer::Seat(seat));
    let game = find("sky-team").unwrap();
    let hints = [(); 2].map(|()| game.hint(&view, seat, Level::Hard, &short(4)).unwrap());
    let [one, again] = hints.map(|hint| serde_json::to_value(hint).unwrap());
    assert_eq!(one, again);
    assert!(!one["choices"].as_array().unwrap().is_empty());
}

/// "mark 5: 50 of 100 won against perfect play; the next best, mark 1, 50."
#[test]
fn a_hint_says_why_in_numbers_and_words_and_names_the_next_best() {
    #[track_caller]
    fn check(game: &str, commands: &[Value], sentence: &str) {
        let mut table = opened(game, "why");
        for command in commands {
            let seat = table.awaited().iter().next().unwrap();
            table.submit(seat.into(), None, command, Vec::new()).unwrap();
        }
        let seat = table.awaited().iter().next().unwrap();
        let view = table.view(Viewer::Seat(seat));
        let hint = find(game).unwrap().hint(&view, seat, Level::Hard, &Leash::default()).unwrap();
        assert_eq!(hint.sentence, sentence);
    }
    let mark = |square: u8| json!({ "type": "mark", "square": square });
    let played = [1, 4, 2, 5].map(mark);
    check(
        "tic-tac-toe",
        &played,
        "mark 3: 100 of 100 won against perfect play; the next best, mark 6, 50.",
    );
    check("kuhn-poker", &[], "deal: nothing else can be done.");
    // Whoever holds a jack bluffs now and then: no single choice is best.
    let mixed = "check: perfect play does so 67 times of 100, and bet 33.";
    check("kuhn-poker", &[json!({ "type": "deal" })], mixed);
}

/// A journal of a game that bots played at a table.
fn journal(game: &str, bot: &str) -> String {
    let mut table = opened(game, "looked back at");
    let game = find(game).unwrap();
    for step in 0..400 {
        let Some(seat) = table.awaited().iter().next() else { break };
        let mut bot = game.bot(bot, step).unwrap();
        for command in bot.choose(&table.view(Viewer::Seat(seat)), seat).unwrap() {
            table.submit(seat.into(), None, &command, Vec::new()).unwrap();
        }
    }
    assert!(table.outcome().is_some());
    table.journal().text()
}

/// What dice brought, what every seat's play brought and where it began add up to the result, exactly.
#[test]
fn luck_and_skill_add_up_to_the_result() {
    for (game, bot) in [("pig", "easy"), ("tic-tac-toe", "random"), ("kuhn-poker", "random")] {
        let text = journal(game, bot);
        let depth = Depth { level: Level::Easy, lines: 4 };
        let mut told = Vec::new();
        let analysis = find(game)
            .unwrap()
            .analyse(&text, None, depth, &Leash::default(), &mut |entry, of| told.push((entry, of)))
            .unwrap();
        assert!(analysis.complete);
        assert_eq!(told.len(), analysis.moments.len());
        assert_eq!(analysis.accounts.len(), 2);
        let mut results = 0;
        for account in &analysis.accounts {
            let play: i64 = account.play.iter().sum();
            let sum = account.start + account.luck + play + account.rest;
            assert_eq!(sum, account.result, "{game}: {account:?}");
            results += account.result;
        }
        assert_eq!(results, 1_000_000, "{game}: one win, or half of one each");
        let drew = analysis.moments.iter().filter(|moment| moment.drew).count();
        assert_eq!(drew > 0, game != "tic-tac-toe");
        let costs = analysis.moments.iter().filter_map(|moment| moment.better.as_ref());
        assert!(costs.clone().all(|better| better.cost <= better.chance));
    }
}

/// The same where dice and cards fall in nearly every entry, and all win or lose together.
#[test]
fn luck_and_skill_add_up_in_games_that_are_won_together() {
    for game in ["sky-team", "silosoft"] {
        let text = journal(game, "random");
        let depth = Depth { level: Level::Random, lines: 1 };
        let analysis = find(game).unwrap();
        let analysis = analysis.analyse(&text, None, depth, &Leash::default(), &mut |_, _| {});
        let analysis = analysis.unwrap();
        assert!(analysis.complete && analysis.together, "{game}");
        for account in &analysis.accounts {
            let play: i64 = account.play.iter().sum();
            let sum = account.start + account.luck + play + account.rest;
            assert_eq!(sum, account.result, "{game}: {account:?}");
            assert!([0, 1_000_000].contains(&account.result), "{game}: {account:?}");
        }
    }
}

/// A game without luck is all play; giving a win away is what costs.
#[test]
fn a_mistake_is_found_and_priced() {
    let mut table = opened("tic-tac-toe", "a mistake");
    // X could win in the upper row at once, and marks elsewhere.
    for square in [1, 4, 2, 5, 7, 6] {
        let seat = table.awaited().iter().next().unwrap();
        let mark = json!({ "type": "mark", "square": square });
        table.submit(seat.into(), None, &mark, Vec::new()).unwrap();
    }
    assert_eq!(table.outcome(), Some(Outcome::Versus { winner: Some(Seat::SECOND) }));
    let depth = Depth { level: Level::Hard, lines: 8 };
    let text = table.journal().text();
    let game = find("tic-tac-toe").unwrap();
    let analysis = game.analyse(&text, None, depth, &Leash::default(), &mut |_, _| {}).unwrap();
    let better = analysis.moments[4].better.as_ref().unwrap();
    assert_eq!(
        (better.text.as_str(), better.cost, better.chance),
        ("mark 3", 1_000_000, 1_000_000)
    );
    assert!(better.line.is_empty(), "the game would have been over");
    // O's first mistake is told with what would have come: who, and what.
    let first =
        analysis.moments.iter().find_map(|moment| moment.better.as_ref().filter(|b| b.cost > 0));
    let line = &first.unwrap().line;
    assert!(line.iter().any(|told| told.contains(": mark ")) && line.len() <= 4, "{line:?}");
    assert!(analysis.accounts.iter().all(|account| account.luck == 0));
    let stopped = game.analyse(&text, None, depth, &short(2), &mut |_, _| {}).unwrap();
    assert!(!stopped.complete && stopped.moments.len() < analysis.moments.len());
}

/// Where a game is known whole its chances are exact: 53.06 % for the first seat of pig, what is best costs
/// nothing and changes no chance, and whoever looks again finds the same.
#[test]
fn what_is_known_whole_is_told_exactly() {
    let text = journal("pig", "easy");
    let looked = |lines| {
        let depth = Depth { level: Level::Normal, lines };
        let game = find("pig").unwrap();
        game.analyse(&text, None, depth, &Leash::default(), &mut |_, _| {}).unwrap()
    };
    let analysis = looked(1);
    assert_eq!(analysis, looked(3));
    assert_eq!((analysis.start[0] + 50) / 100, 5306);
    let mut best = 0;
    for moment in &analysis.moments {
        let seat = moment.actor.seat().unwrap().index();
        let Some(better) = &moment.better else { continue };
        // Chances are rounded to millionths.
        let lost = moment.before[seat] - moment.expected[seat];
        assert!(lost.abs_diff(better.cost) <= 1, "{moment:?}");
        best += u32::from(better.cost == 0);
    }
    assert!(best > 0);
}

/// The lines of all positions draw the same luck: what was the only choice changes no chance before its dice.
#[test]
fn a_choice_that_was_none_is_no_play() {
    let text = journal("kuhn-poker", "random");
    let depth = Depth { level: Level::Easy, lines: 9 };
    let game = find("kuhn-poker").unwrap();
    let analysis = game.analyse(&text, None, depth, &Leash::default(), &mut |_, _| {}).unwrap();
    let dealt = &analysis.moments[0];
    assert!(dealt.drew && dealt.better.is_none());
    assert_eq!(dealt.expected, dealt.before);
}

/// However many lines a chance would rest on: a pulled leash ends them, with what was found.
#[test]
fn a_pulled_leash_ends_a_look_back() {
    let text = journal("kuhn-poker", "random");
    let depth = Depth { level: Level::Expert, lines: u32::MAX };
    let mut analyst = find("kuhn-poker").unwrap().analyst(&text, None, depth).unwrap();
    let moment = analyst.moment(1, &short(5)).unwrap();
    assert_eq!(moment.open.iter().sum::<u32>(), 1_000_000);
}

/// What is no more than the luck of the lines is not called a mistake.
#[test]
fn a_cost_within_the_luck_of_the_lines_is_none() {
    let text = journal("sky-team", "random");
    let depth = Depth { level: Level::Normal, lines: 1 };
    let mut analyst = find("sky-team").unwrap().analyst(&text, None, depth).unwrap();
    let mut judged = 0;
    for entry in 1..=3 {
        // Each look has the leash pulled after a handful of lines, which say nothing.
        let Some(better) = analyst.moment(entry, &short(5)).unwrap().better else { continue };
        assert_eq!(better.cost, 0, "{better:?}");
        judged += 1;
    }
    assert!(judged > 0);
}

/// Answers as it is told, line by line.
struct Script(Vec<Result<&'static str, &'static str>>, Vec<String>);

impl Program for Script {
    fn ask(&mut self, question: &str) -> Result<String, String> {
        let question: Value = serde_json::from_str(question).unwrap();
        assert_eq!((&question["type"], &question["game"]), (&json!("choose"), &json!("pig")));
        assert!(!question["legal"].as_array().unwrap().is_empty());
        assert!(question["view"]["totals"].is_array());
        assert!(question["budget"].as_u64().unwrap() > 0);
        if self.0.is_empty() {
            return Ok(json!({ "command": question["legal"][0] }).to_string());
        }
        self.0.remove(0).map(str::to_owned).map_err(str::to_owned)
    }

    fn scold(&mut self, fault: &str) {
        self.1.push(fault.to_owned());
    }
}

#[test]
fn a_program_plays_and_its_nonsense_and_its_end_come_to_an_idle_seat() {
    let game = find("pig").unwrap();
    let (_, config) = game.preset(None).unwrap();
    let play = |answers: Vec<Result<&'static str, &'static str>>| {
        let mut script = Script(answers, Vec::new());
        let who = vec![Who::Program(&mut script), Who::Bot("greedy")];
        let played = game.play_among(&config, who, 1, 1).unwrap();
        (played.outcome.is_some(), script.1.len())
    };
    assert_eq!(play(Vec::new()), (true, 0));
    assert_eq!(play(vec![Ok("dance"), Ok("{}"), Ok(r#"{"command": 7}"#)]), (true, 3));
    assert_eq!(play(vec![Err("it has ended")]), (true, 0));
}
