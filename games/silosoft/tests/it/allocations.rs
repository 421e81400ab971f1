//! Once buffers are warm, a command allocates nothing, also on a copy of a game.

use allocation_counter::measure;
use senet_kernel::{Dice, Events, Game, Key, Rng, Seat};
use senet_silosoft::{Config, Ruleset, Silosoft};

#[test]
fn no_command_allocates() {
    for players in 1..=4 {
        let config = Config {
            ruleset: Ruleset::Balanced,
            resource_weight: 90,
            ..Config::for_players(players)
        };
        let mut rng = Rng::new(players as u64);
        let mut events = Events::off();
        let mut legal = Vec::with_capacity(200);
        for number in 0..20 {
            let mut dice = Dice::seeded(&Key::of_number(number)).unrecorded();
            let mut game = Silosoft::new(&config, &mut dice).unwrap().clone();
            let info = measure(|| {
                let mut entry = 0;
                while !game.to_act().is_empty() {
                    let acting = rng.below(game.to_act().len() as u32) as usize;
                    let seat: Seat = game.to_act().iter().nth(acting).unwrap();
                    legal.clear();
                    game.legal(seat, &mut legal);
                    let command = rng.choose(&legal).unwrap();
                    entry += 1;
                    dice.begin(entry);
                    game.check(seat.into(), command).unwrap();
                    game.apply(seat.into(), command, &mut dice, &mut events).unwrap();
                }
            });
            assert_eq!(info.count_total, 0, "game {number} of {players}");
        }
    }
}
