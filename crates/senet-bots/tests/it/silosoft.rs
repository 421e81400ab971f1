//! How the greedy bot staffs features.

use senet_bots::search::{Opening, Player};
use senet_bots::silosoft::Planner;
use senet_bots::{Bot, Evaluate, Greedy, Outlook};
use senet_kernel::{Dice, Draw, Events, Game, Key, Script, Seat, Text, Viewer};
use senet_silosoft::{Command, Config, FeatureId, Ruleset, Silosoft, standard};

/// A game under the balanced rules whose deck begins with these features, and whose hands have
/// these levels: "ejs" is an Entry Dev, a Junior PM and a Senior UX. Then this is typed in turn, with
/// "draw" and what comes: `draw senior ux`.
#[track_caller]
fn after(features: &str, levels: &str, steps: &[&str]) -> Silosoft {
    let players = levels.split_whitespace().count();
    let config = Config { ruleset: Ruleset::Balanced, ..Config::for_players(players) };
    let ids: Vec<FeatureId> = standard().iter().map(|feature| feature.id).collect();
    let first: Vec<FeatureId> =
        features.split_whitespace().map(|id| FeatureId::from(id.to_owned())).collect();
    let place = |id: &FeatureId| ids.iter().position(|other| other == id).unwrap() as u32;
    let order = first.iter().chain(ids.iter().filter(|id| !first.contains(id))).map(place);
    let levels = levels.chars().filter_map(|level| "ejs".find(level));
    let script = std::iter::once(Script::Draw(Draw::Shuffle(order.collect())))
        .chain(levels.map(|level| Script::Value(level as u32)));
    let mut dice = Dice::scripted(script);
    let mut game = Silosoft::new(&config, &mut dice).unwrap();
    assert_eq!(dice.fault(), None);
    for step in steps {
        let seat = game.awaited().iter().next().unwrap();
        let (text, picks) = match step.strip_prefix("draw ") {
            Some(what) => ("draw", picks(what)),
            None => (*step, Vec::new()),
        };
        let view = game.view(Viewer::Seat(seat));
        let reading = Silosoft::read(&view, seat, text, &serde_json::Value::Null).unwrap();
        let mut dice = Dice::values(picks);
        let mut events = Events::off();
        game.apply(seat.into(), &reading.commands[0], &mut dice, &mut events).unwrap();
        assert_eq!(dice.fault(), None, "{step}");
    }
    game
}

/// The picks that bring a card or an event.
fn picks(what: &str) -> Vec<u32> {
    let at = |list: &[&str], what: &str| list.iter().position(|one| *one == what).unwrap() as u32;
    match what.split_once(' ') {
        None if what == "contractor" => vec![0, 3],
        None => vec![99, at(&["layoff", "reorg", "competition", "pto"], what)],
        Some(("layoff", _)) => vec![99, 0, 0],
        Some((level, role)) => {
            vec![0, at(&["dev", "pm", "ux"], role), at(&["entry", "junior", "senior"], level)]
        }
    }
}

/// What a bot of this seed says in a seat; nothing where it waits.
fn says(game: &Silosoft, seat: Seat, seed: u64) -> String {
    let mut chosen = Vec::new();
    Greedy::new(seed).choose(&Outlook::of_game(game, seat), &mut chosen);
    let said = chosen.iter().map(|command| Silosoft::say(&game.view(Viewer::Spectator), command));
    said.collect::<Vec<_>>().join(", ")
}

/// What the one that the game waits for says, whatever the seed.
#[track_caller]
fn check(game: &Silosoft, wanted: &str) {
    let seat = game.awaited().iter().next().unwrap();
    for seed in 0..4 {
        assert_eq!(says(game, seat, seed), wanted, "seed {seed}");
    }
}

#[test]
fn it_completes_what_it_can_without_waste() {
    // F42 asks for three points of UX, and the hand has a Senior UX.
    check(&after("F42 F40", "ees", &["draw entry dev"]), "complete R003");
    // With a partner who lacks nothing, and with a contractor in place of the last points.
    check(&after("F41 F42", "ese ees", &["draw entry dev"]), "complete R002");
    let contractor = after("F40 F42", "jee", &["draw contractor"]);
    check(&contractor, "complete R001 R004=Dev");
}

#[test]
fn it_takes_the_bundle_that_leaves_more() {
    // F42 with a Junior, an Entry and a Senior UX: the Senior alone, or two cards worth the same.
    let game = after("F42 F31", "eej", &["draw senior ux"]);
    check(&game, "complete R004");
}

#[test]
fn it_trades_for_the_card_that_completes() {
    // Ann lacks two points of PM; Ben has a Junior PM, builds with Dev alone, and gets hers for it.
    let offer = "trade R001 for R005 with Player 2";
    let steps = ["draw entry ux", offer, "accept"];
    check(&after("F41 F40", "eee eje", &steps[..1]), offer);
    // Ben judges the same and hands it over, while Ann waits and does not withdraw.
    let offered = after("F41 F40", "eee eje", &steps[..2]);
    check(&offered, "accept");
    assert_eq!(says(&offered, Seat::FIRST, 0), "");
    check(&after("F41 F40", "eee eje", &steps), "complete R002 R005");
}

#[test]
fn it_declines_what_helps_nobody() {
    // Ben is about to complete with the PM that Ann asks for, and she could not complete with it.
    let robbed = after("F27 F41", "eee ese", &["draw entry ux", "ask Player 2 for R005"]);
    check(&robbed, "decline");
}

#[test]
fn it_gives_what_it_has_no_use_for() {
    // Ann builds with Dev, Ben with PM: each takes what the other does not need.
    let game = after("F40 F41", "eee eje", &["draw entry ux"]);
    check(&game, "trade R002 for R004 with Player 2");
}

#[test]
fn it_never_sends_on_leave_what_it_needs_most() {
    for seed in 0..4 {
        let game = after("F42 F40", "ses", &["draw pto"]);
        let said = says(&game, Seat::FIRST, seed);
        assert!(["pto R001", "pto R002"].contains(&said.as_str()), "{said}");
    }
}

#[test]
fn it_moves_a_card_to_who_needs_it() {
    // Ann builds UX, Ben Dev, Cat PM: the Reorg takes Ann's Dev to Ben.
    let game = after("F42 F40 F41", "see eee eee", &["draw reorg"]);
    check(&game, "move R001 to Player 2");
}

#[test]
fn it_meets_a_demand_on_the_turn_that_it_is_due() {
    let steps = ["draw competition", "pass", "draw entry dev"];
    let due = after("F42 F40", "ees", &steps);
    check(&due, "complete R003");
    // On the turn before, the bundle is held back for it.
    let before = after("F42 F40", "ees", &["draw competition"]);
    check(&before, "pass");
}

#[test]
fn a_team_is_worth_the_same_to_each_of_its_seats() {
    let game = after("F41 F40", "eee eje", &["draw entry ux"]);
    assert_eq!(game.evaluate(Seat::FIRST), game.evaluate(Seat::SECOND));
}

#[test]
fn more_is_worth_more() {
    #[track_caller]
    fn check(better: &Silosoft, worse: &Silosoft) {
        assert!(better.evaluate(Seat::FIRST) > worse.evaluate(Seat::FIRST));
    }
    let drew = |what: &str| after("F42 F40", "eee", &[&format!("draw {what}")]);
    check(&drew("senior ux"), &drew("junior ux"));
    check(&drew("junior ux"), &drew("entry ux"));
    check(&drew("entry ux"), &drew("entry pm"));
    check(&drew("contractor"), &drew("entry dev"));
    check(&drew("entry pm"), &after("F42 F40", "eee", &["draw pto", "pto R003"]));
    // A completed feature outweighs the cards that it cost.
    let before = after("F42 F40", "ees", &["draw entry dev"]);
    check(&after("F42 F40", "ees", &["draw entry dev", "complete R003"]), &before);
    // A demand that the hand can meet threatens less than one that it cannot.
    let demanded = |levels: &str| after("F42 F40", levels, &["draw competition"]);
    let free = |levels: &str| after("F42 F40", levels, &["draw layoff at 0"]);
    let loss =
        |levels: &str| free(levels).evaluate(Seat::FIRST) - demanded(levels).evaluate(Seat::FIRST);
    assert!(loss("eee") > loss("ees"));
    // A card that an offer promises counts for who would get it.
    let asked = after("F41 F40", "eee eje", &["draw entry ux", "ask Player 2 for R005"]);
    check(&asked, &after("F41 F40", "eee eje", &["draw entry ux"]));
}

/// Plays a deal with the greedy bot in every seat; says whether the team wins.
fn greedy_wins(start: &Silosoft, dice: &mut Dice) -> bool {
    let mut game = start.clone();
    let mut bot = Greedy::new(1);
    while let Some(seat) = game.awaited().iter().next() {
        let mut chosen = Vec::new();
        bot.choose(&Outlook::of_game(&game, seat), &mut chosen);
        let command = chosen.pop().or_else(|| game.idle(seat)).unwrap();
        game.apply(seat.into(), &command, dice, &mut Events::off()).unwrap();
    }
    game.outcome().unwrap().won_by(Seat::FIRST)
}

/// With the true draws a wide plan wins whatever can be won: all that the greedy bot wins, and more.
#[test]
fn a_plan_with_the_draws_laid_open_wins_what_anybody_wins() {
    let planner = Planner { width: 48, tries: 192 };
    for players in [1, 2] {
        let config = Config { ruleset: Ruleset::Balanced, ..Config::for_players(players) };
        let (mut planned, mut greedy) = (0, 0);
        for deal in 0..24 / players as u64 {
            let mut dice = Dice::seeded(&Key::of_number(deal)).unrecorded();
            let start = Silosoft::new(&config, &mut dice).unwrap();
            let (plan, step) = (planner.wins(&start, &mut dice), greedy_wins(&start, &mut dice));
            assert!(plan || !step, "deal {deal} of {players}");
            planned += u32::from(plan);
            greedy += u32::from(step);
        }
        assert!(planned > greedy, "{planned} and {greedy} of {players} players");
    }
}

/// The lines of a search are plans: of two bundles that complete the same feature, the one that leaves what
/// later features need wins more of them.
#[test]
fn lines_plan_what_to_save() {
    // F42 asks for three points of UX: the Senior alone does it, and so do a Junior and an Entry, who leave
    // the Senior for the next feature, which is F42's like.
    let game = after("F42 F39 F38 F37", "ees", &["draw junior ux", "pass", "draw entry ux"]);
    let mut legal = Vec::new();
    game.legal(Seat::FIRST, &mut legal);
    let mut player = Player::default();
    let mut chance = |command| {
        let opening = Opening::By(Seat::FIRST, Some(command));
        (0..60)
            .map(|number| u64::from(player.line(&game, opening, Seat::FIRST, number).unwrap()))
            .sum::<u64>()
    };
    let bundles: Vec<u64> = legal
        .iter()
        .filter(|command| matches!(command, Command::Complete { .. }))
        .map(&mut chance)
        .collect();
    assert!(matches!(bundles[..], [one, other] if one != other), "{bundles:?}");
}
