//! Games of bots that come to no end.

use senet_bots::{Bot, Outlook};
use senet_crossfire::{Command, Crossfire};
use senet_desk::arena::{Ended, Nobody, play};
use senet_desk::{Deal, Who, named};
use senet_kernel::{Dice, Game, Key, Seat};

/// Changes its deployment as often as it is told to: until both are in, a side may (GR-012).
struct Restless {
    deploy: Command,
    times: usize,
}

impl Bot<Crossfire> for Restless {
    fn choose(&mut self, _outlook: &Outlook<Crossfire>, out: &mut Vec<Command>) {
        out.extend(std::iter::repeat_n(self.deploy, self.times));
    }
}

#[test]
fn a_game_that_goes_on_is_ended_by_its_bound() {
    let config = Default::default();
    let game = Crossfire::new(&config, &mut Dice::seeded(&Key::of_number(0))).unwrap();
    let bound = game.bound();
    let deploy = game.idle(Seat::FIRST).unwrap();
    let restless = |times| {
        let bots = |name: &str, seed| -> Option<Box<dyn Bot<Crossfire>>> {
            match name {
                "restless" => Some(Box::new(Restless { deploy, times })),
                name => named(name, seed),
            }
        };
        let who = vec![Who::Bot("restless"), Who::Bot("random")];
        let deal = Deal { seed: 0, number: 0 };
        play::<Crossfire, _>(&config, who, deal, bots, &mut Nobody).unwrap().played
    };
    let endless = restless(bound as usize);
    assert_eq!((endless.ended, endless.commands), (Ended::Bound, bound));
    assert_eq!(endless.outcome, None, "nobody has won");
    // A seat that cannot carry out what it wants does the least it can: that game ends by its rules.
    let short = restless(1);
    assert_eq!(short.ended, Ended::Rules);
    assert!(short.outcome.is_some() && short.commands < bound);
}
