//! What is true after every command, accepted or refused, in random games (spec 11).

use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat, Viewer};
use senet_silosoft::{Command, Config, Decision, FeatureId, Ruleset, Silosoft, Status, View};

/// Everything that the rules promise of a state, read off its view.
#[track_caller]
fn holds(view: &View) {
    let players = view.players.len();
    let (turn, count) = (view.turn, players as u8);
    // FR-004, FR-005: the total, the target and the turn.
    let total: usize = view.players.iter().map(|player| player.completed.len()).sum();
    assert_eq!((total, view.target), (usize::from(view.total), 3 * count));
    let playing = view.summary.outcome == Status::Playing;
    assert!((1..=view.options.turn_limit).contains(&turn));
    assert_eq!(view.total < view.target, view.summary.outcome != Status::Won);
    assert_eq!(playing, view.open.is_some());

    // FR-013, FR-045, FR-037: each feature is in one place.
    let mut features: Vec<FeatureId> = view.deck.unseen.iter().map(|f| f.id).collect();
    for player in &view.players {
        features.extend(player.feature.iter().map(|f| f.id));
        features.extend(player.completed.iter().chain(&player.lost).map(|f| f.id));
    }
    features.sort();
    features.dedup();
    let deck = if view.options.own_deck { 5 } else { 42 };
    assert_eq!(features.len(), deck);

    // FR-008: each card is in one place, and its points match.
    let hands = view.players.iter().flat_map(|player| &player.hand);
    let mut cards: Vec<_> = hands.clone().chain(&view.gone).map(|card| card.id).collect();
    let all = cards.len();
    cards.sort();
    cards.dedup();
    assert_eq!(cards.len(), all);
    for card in hands.clone() {
        assert_eq!(card.staff().unwrap().points(), card.points);
    }
    // FR-044: locks are on cards in hands, and end within a round, or with the game.
    let last = view.options.turn_limit;
    for lock in hands.filter_map(|card| card.lock.as_ref()) {
        let released = lock.release.unwrap_or(last);
        assert!((turn..=(turn + count).min(last)).contains(&released), "{lock:?} on turn {turn}");
    }
    assert!(view.gone.iter().all(|card| card.lock.is_none()));
    // One requirement for a player, due within a round on an own turn.
    for player in &view.players {
        if let Some(requirement) = &player.requirement {
            assert!((turn..=turn + count).contains(&requirement.due));
            assert_eq!(usize::from(requirement.due - 1) % players, player.seat.index());
        }
    }
    // FR-025, FR-040: at most one decision and, where it is chosen, one completion.
    assert!(!view.options.single_completion || view.completions <= 1);
    assert_eq!(view.awaited.len(), usize::from(playing));
    // Besides, the one who made an offer may withdraw it.
    assert_eq!(view.to_act.len(), view.awaited.len() + usize::from(view.offer.is_some()));
    assert_eq!(view.offer.is_some(), view.open == Some(Decision::TradeAnswer));
    // R-33, FR-046: the summary agrees with the piles.
    let net: Vec<usize> = view.players.iter().map(|player| player.completed.len()).collect();
    assert!(
        net.iter().zip(&view.summary.completed).all(|(pile, count)| *pile == usize::from(*count))
    );
    let lost: usize = view.players.iter().map(|player| player.lost.len()).sum();
    assert_eq!(lost, usize::from(view.summary.forfeited));
    assert!(view.log.len() <= usize::from(view.options.log_retention));
    assert_eq!(view.turn, view.summary.turns_used);
}

/// What changed from one state to the next is what can change.
#[track_caller]
fn follows(before: &View, after: &View) {
    assert!(after.deck.left <= before.deck.left, "the deck never grows");
    for (old, new) in before.players.iter().zip(&after.players) {
        assert_eq!(old.lost, new.lost[..old.lost.len()], "lost features stay lost");
    }
    assert!(after.turn == before.turn || after.turn == before.turn + 1);
    let traded = after.summary.trades - before.summary.trades;
    assert!(traded <= 1 && (traded == 0 || !before.traded), "FR-014");
    assert!(after.total <= before.total + 1);
}

fn run(config: &Config, seed: u64) {
    let key = Key::of_number(seed);
    let mut rng = Rng::new(seed);
    let mut dice = Dice::seeded(&key);
    let mut game = Silosoft::new(config, &mut dice).unwrap();
    let mut before = game.view(Viewer::Spectator);
    holds(&before);
    let mut commands = Vec::new();
    let mut seen: Vec<Command> = Vec::new();
    let mut entry = 0;
    while !game.to_act().is_empty() {
        // Strange commands first: whatever is refused leaves no trace (FR-050).
        for _ in 0..3 {
            let Some(command) = rng.choose(&seen).cloned() else { break };
            let actor = Actor::Seat(Seat::new(rng.below(4) as usize).unwrap());
            let mut tried = game.clone();
            let mut dice = Dice::seeded(&key);
            match tried.apply(actor, &command, &mut dice, &mut Events::off()) {
                Err(_) => assert_eq!((&tried, dice.drawn()), (&game, false)),
                Ok(()) => {
                    holds(&tried.view(Viewer::Spectator));
                    follows(&before, &tried.view(Viewer::Spectator));
                }
            }
        }
        let seats: Vec<Seat> = game.to_act().iter().collect();
        let seat = *rng.choose(&seats).unwrap();
        commands.clear();
        game.legal(seat, &mut commands);
        let command = rng.choose(&commands).unwrap().clone();
        entry += 1;
        dice.begin(entry);
        game.apply(seat.into(), &command, &mut dice, &mut Events::off()).unwrap();
        let after = game.view(Viewer::Spectator);
        holds(&after);
        follows(&before, &after);
        game.inspect().unwrap();
        before = after;
        seen.push(command);
    }
    assert!(entry <= game.bound().into());
}

#[test]
fn the_invariants_hold_in_random_games() {
    for players in 1..=4 {
        for ruleset in [Ruleset::Seed, Ruleset::Balanced] {
            for seed in 0..6 {
                let config = Config { ruleset, ..Config::for_players(players) };
                let deck = senet_silosoft::standard()[..5].to_vec();
                run(&Config { resource_weight: 85, ..config.clone() }, seed);
                run(&Config { single_completion: true, log_retention: 10, ..config.clone() }, seed);
                run(&Config { features: Some(deck), resource_weight: 95, ..config }, seed);
            }
        }
    }
}
