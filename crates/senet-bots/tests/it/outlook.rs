use senet_bots::{Bot, Evaluate, Greedy, Outlook, Random};
use senet_kernel::{Game, Rng, Seat, Viewer};
use senet_reference::connect_four::ConnectFour;
use senet_reference::kuhn_poker::KuhnPoker;
use senet_reference::pig::Pig;
use senet_reference::tic_tac_toe::TicTacToe;

use crate::{play, start};

#[test]
fn a_bot_plays_the_same_from_a_view_as_from_the_game() {
    fn check<G: Evaluate>() {
        fn plays<G: Game>(mut bot: impl Bot<G>, by_view: bool) -> Vec<G::Command> {
            let mut rng = Rng::new(99);
            let (_, commands) = play(7, |outlook, game: &G, out| {
                let seat = outlook.seat();
                if by_view {
                    let view = game.view(Viewer::Seat(seat));
                    bot.choose(&Outlook::of_view(view, seat, &mut rng), out);
                } else {
                    bot.choose(outlook, out);
                }
            });
            commands
        }
        for seed in 0..20 {
            assert_eq!(plays::<G>(Random::new(seed), true), plays::<G>(Random::new(seed), false));
            assert_eq!(plays::<G>(Greedy::new(seed), true), plays::<G>(Greedy::new(seed), false));
        }
    }
    check::<TicTacToe>();
    check::<ConnectFour>();
    check::<Pig>();
    check::<KuhnPoker>();
}

#[test]
fn an_outlook_shows_what_its_seat_may_know() {
    let game: TicTacToe = start(1);
    for (seat, legal) in [(Seat::FIRST, 9), (Seat::SECOND, 0)] {
        let outlook = Outlook::of_game(&game, seat);
        let mut out = Vec::new();
        outlook.legal(&mut out);
        assert_eq!(out.len(), legal);
        assert_eq!(outlook.seat(), seat);
        assert_eq!(*outlook.view(), game.view(Viewer::Seat(seat)));
        assert_eq!(outlook.guess(&mut Rng::new(0)), game);
    }
}

#[allow(dead_code, reason = "an example has a way in of its own")]
#[path = "../../examples/hold_at_20.rs"]
mod hold_at_20;

/// The bot of the documentation in Rust is the example, and it plays as it says.
#[test]
fn the_documented_bot_is_the_example_and_beats_the_random_bot() {
    let docs = include_str!("../../../../docs/bots.md");
    let example = include_str!("../../examples/hold_at_20.rs");
    let (_, block) = docs.split_once("```rust\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let (_, bot) = block.split_once("\n\n").unwrap();
    assert!(bot.contains("impl Bot<Pig> for HoldAt20") && example.contains(bot));
    assert!(hold_at_20::won() > 120);
}
