//! The order of things.

use schemars::JsonSchema;
use senet_kernel::{
    About, Actor, Cast, Depth, Dice, Events, Fault, Faults, Game, Listing, Outcome, Preset, Reject,
    Rng, Seat, SeatSet, Secret, TakeBack, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::config::SEATS;
use crate::text::role;
use crate::{Bid, Config, Hand, Showdown, View};

/// A game of Liar's Dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiarsDice {
    config: Config,
    /// How many dice each seat has left.
    left: [u8; SEATS],
    /// What each seat has rolled; nothing before the roll.
    hands: [Hand; SEATS],
    stage: Stage,
    round: u16,
    /// How the round before ended.
    last: Option<Showdown>,
}

/// How far the round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Stage {
    /// A seat begins, and nobody has rolled.
    Ready {
        /// Who begins.
        turn: Seat,
    },
    /// A seat is to bid, or to call where there is a bid.
    Bidding {
        /// Who.
        turn: Seat,
        /// The last bid and who made it.
        bid: Option<(Seat, Bid)>,
    },
    /// One seat has dice.
    Over {
        /// Who.
        winner: Seat,
    },
}

/// What a seat asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Everybody rolls (LD-2).
    Roll {},
    /// Bids (LD-3, LD-4).
    Bid {
        /// How many dice.
        #[schemars(range(min = 1, max = 36))]
        count: u8,
        /// Of which face.
        #[schemars(range(min = 1, max = 6))]
        face: u8,
    },
    /// Calls the last bidder a liar (LD-5).
    Liar {},
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A seat rolled.
    Rolled {
        /// Who.
        seat: Seat,
        /// What; shown to the seat itself only.
        hand: Option<Hand>,
    },
    /// A seat bid.
    Bid {
        /// Who.
        seat: Seat,
        /// What.
        bid: Bid,
    },
    /// All dice were shown and counted.
    Shown {
        /// How it stood.
        showdown: Showdown,
    },
    /// A seat lost a die.
    Lost {
        /// Who.
        seat: Seat,
        /// How many it has left.
        left: u8,
    },
    /// The game ended.
    Ended {
        /// Who won.
        winner: Seat,
    },
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Rejection {
    /// LD-9: nothing follows the end.
    #[error("the game is over")]
    GameOver,
    /// LD-3: the seats act in order.
    #[error("it is the turn of {}", role(*turn))]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// LD-2: everybody rolls once, before the first bid.
    #[error("{}", if *rolled { "the dice are rolled: bid, or call" } else { "the dice are not rolled yet" })]
    NotNow {
        /// Whether the dice are rolled.
        rolled: bool,
    },
    /// LD-4: a bid is of dice that are in play.
    #[error("a bid is of 1 to {dice} dice and a face from 1 to 6")]
    NoBid {
        /// How many dice are in play.
        dice: u8,
    },
    /// LD-4: each bid is higher than the last.
    #[error("bid more dice than {}, or as many of a face higher than {}", last.count, last.face)]
    TooLow {
        /// The last bid.
        last: Bid,
    },
    /// LD-5: only a bid can be a lie.
    #[error("nobody has bid yet")]
    NothingToCall,
}

/// What a command comes to, once it is checked.
enum Step {
    Roll,
    Bid(Bid),
    Liar(Seat, Bid),
}

impl LiarsDice {
    /// How many dice a seat has left.
    pub fn left(&self, seat: Seat) -> u8 {
        self.left.get(seat.index()).copied().unwrap_or(0)
    }

    /// How far the round has come.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// What a seat has rolled.
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// What the table has chosen.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// How many dice are in play.
    pub fn dice(&self) -> u8 {
        self.left.iter().sum()
    }

    fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::Ready { turn } | Stage::Bidding { turn, .. } => Some(turn),
            Stage::Over { .. } => None,
        }
    }

    /// The next seat after this one that has dice.
    fn next(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats());
        while self.left(next) == 0 && next != seat {
            next = next.next(self.seats());
        }
        next
    }

    /// The first half of a change: who makes it and what it comes to, or why not.
    fn step(&self, actor: Actor, command: Command) -> Result<(Seat, Step), Rejection> {
        let turn = self.turn().ok_or(Rejection::GameOver)?;
        if actor != Actor::Seat(turn) {
            return Err(Rejection::NotYourTurn { turn });
        }
        let step = match (self.stage, command) {
            (Stage::Ready { .. }, Command::Roll {}) => Step::Roll,
            (Stage::Ready { .. }, _) => return Err(Rejection::NotNow { rolled: false }),
            (_, Command::Roll {}) => return Err(Rejection::NotNow { rolled: true }),
            (Stage::Bidding { bid: Some((by, bid)), .. }, Command::Liar {}) => Step::Liar(by, bid),
            (_, Command::Liar {}) => return Err(Rejection::NothingToCall),
            (stage, Command::Bid { count, face }) => {
                let bid = Bid { count, face };
                if !bid.fits(self.dice()) {
                    return Err(Rejection::NoBid { dice: self.dice() });
                }
                match stage {
                    Stage::Bidding { bid: Some((_, last)), .. } if !bid.beats(last) => {
                        return Err(Rejection::TooLow { last });
                    }
                    _ => Step::Bid(bid),
                }
            }
        };
        Ok((turn, step))
    }

    fn roll(&mut self, turn: Seat, dice: &mut Dice, events: &mut Events<LiarsDice>) {
        for seat in Seat::first(self.seats()) {
            let left = self.left(seat);
            if left == 0 {
                continue;
            }
            let mut hand = Hand::default();
            for _ in 0..left {
                hand[usize::from(dice.d6()) - 1] += 1;
            }
            self.hands[seat.index()] = hand;
            events.reveal(Event::Rolled { seat, hand: Some(hand) });
        }
        self.stage = Stage::Bidding { turn, bid: None };
    }

    /// Shows all dice, takes one from whoever was wrong, and begins anew (LD-5 to LD-9).
    fn call(&mut self, caller: Seat, bidder: Seat, bid: Bid, events: &mut Events<LiarsDice>) {
        let hands = self.hands[..self.seats()].to_vec();
        let count = bid.counted(&hands, self.config.wild_ones);
        let loser = if count >= bid.count { caller } else { bidder };
        let showdown = Showdown { caller, bidder, bid, hands, count, loser };
        self.last = Some(showdown.clone());
        events.reveal(Event::Shown { showdown });
        self.left[loser.index()] -= 1;
        self.hands = [Hand::default(); SEATS];
        events.push(Event::Lost { seat: loser, left: self.left(loser) });
        let turn = if self.left(loser) > 0 { loser } else { self.next(loser) };
        if self.next(turn) == turn {
            self.stage = Stage::Over { winner: turn };
            events.push(Event::Ended { winner: turn });
        } else {
            self.round += 1;
            self.stage = Stage::Ready { turn };
        }
    }
}

impl Game for LiarsDice {
    const ID: &'static str = "liars-dice";
    const RULES: u32 = 1;

    type Config = Config;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Rejection = Rejection;

    fn about() -> About<LiarsDice> {
        let preset = |id, name, line, config| Preset { id, name, line, note: "", config };
        let standard = Config::default();
        About {
            name: "Liar's Dice",
            line: "Bid on the dice under all cups, or call a liar.",
            seats: 2..=SEATS,
            minutes: 5..=20,
            rules: include_str!("../rules.md"),
            presets: vec![
                preset("standard", "Two seats", "Five dice each; ones are wild.", standard),
                preset(
                    "four-seats",
                    "Four seats",
                    "Five dice each; ones are wild.",
                    Config { seats: 4, ..standard },
                ),
                preset(
                    "short",
                    "A short one",
                    "Two dice each, and ones are ones.",
                    Config { dice: 2, wild_ones: false, ..standard },
                ),
            ],
        }
    }

    fn new(config: &Config, _dice: &mut Dice) -> Result<LiarsDice, Faults> {
        config.check()?;
        let mut left = [0; SEATS];
        left[..config.seats.into()].fill(config.dice);
        Ok(LiarsDice {
            config: *config,
            left,
            hands: [Hand::default(); SEATS],
            stage: Stage::Ready { turn: Seat::FIRST },
            round: 1,
            last: None,
        })
    }

    fn inspect(&self) -> Result<(), Faults> {
        self.config.check()?;
        let mut faults = Vec::new();
        let mut fault = |field, wrong: bool, sentence: &str| {
            if wrong {
                faults.push(Fault::new(field, "impossible", sentence));
            }
        };
        let seats = self.seats();
        let (playing, others) = self.left.split_at(seats);
        let most = self.config.dice;
        let sound =
            playing.iter().all(|left| *left <= most) && others.iter().all(|left| *left == 0);
        fault("left", !sound, "a seat that plays has no more dice than it began with");
        if !sound {
            return Faults::check(faults);
        }
        let alive = playing.iter().filter(|left| **left > 0).count();
        let begun: usize = playing.iter().map(|left| usize::from(most - left)).sum();
        let over = matches!(self.stage, Stage::Over { .. });
        fault("left", alive == 0 || over != (alive == 1), "the last seat that has dice wins");
        let ended = begun + usize::from(!over);
        fault("round", usize::from(self.round) != ended, "each round takes a die");
        let rolled = matches!(self.stage, Stage::Bidding { .. });
        let fits = |(hand, left): (&Hand, &u8)| {
            let dice = hand.iter().map(|count| u32::from(*count)).sum::<u32>();
            dice == if rolled { u32::from(*left) } else { 0 }
        };
        let hands = self.hands.iter().zip(&self.left).all(fits);
        fault("hands", !hands, "each seat has rolled the dice that it has");
        let has = |seat: Seat| seat.index() < seats && self.left(seat) > 0;
        let stage = match self.stage {
            Stage::Ready { turn } | Stage::Bidding { turn, bid: None } => has(turn),
            Stage::Bidding { turn, bid: Some((by, bid)) } => {
                has(turn) && has(by) && self.next(by) == turn && bid.fits(self.dice())
            }
            Stage::Over { winner } => has(winner),
        };
        fault("stage", !stage, "seats that have dice act in turn, and bid on dice in play");
        let last = self.last.as_ref().is_none_or(|last| last.is_sound(seats, most));
        let told = self.last.is_some() == (begun > 0);
        fault("last", !last || !told, "the round before ended by a call");
        Faults::check(faults)
    }

    fn seats(&self) -> usize {
        self.config.seats.into()
    }

    fn to_act(&self) -> SeatSet {
        self.turn().map_or(SeatSet::NONE, SeatSet::only)
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.stage {
            Stage::Over { winner } => Some(Outcome::Versus { winner: Some(winner) }),
            Stage::Ready { .. } | Stage::Bidding { .. } => None,
        }
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Command>) -> Listing {
        match self.stage {
            Stage::Ready { turn } if turn == seat => out.push(Command::Roll {}),
            Stage::Bidding { turn, bid } if turn == seat => {
                let higher = |next: &Bid| bid.is_none_or(|(_, last)| next.beats(last));
                let bids = Bid::all(self.dice()).filter(higher);
                out.extend(bids.map(|Bid { count, face }| Command::Bid { count, face }));
                out.extend(bid.map(|_| Command::Liar {}));
            }
            Stage::Ready { .. } | Stage::Bidding { .. } | Stage::Over { .. } => {}
        }
        Listing::Complete
    }

    fn check(&self, actor: Actor, command: &Command) -> Result<(), Rejection> {
        self.step(actor, *command).map(drop)
    }

    fn apply(
        &mut self,
        actor: Actor,
        command: &Command,
        dice: &mut Dice,
        events: &mut Events<LiarsDice>,
    ) -> Result<(), Rejection> {
        let (seat, step) = self.step(actor, *command)?;
        match step {
            Step::Roll => self.roll(seat, dice, events),
            Step::Bid(bid) => {
                events.push(Event::Bid { seat, bid });
                self.stage = Stage::Bidding { turn: self.next(seat), bid: Some((seat, bid)) };
            }
            Step::Liar(bidder, bid) => self.call(seat, bidder, bid, events),
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        let seen = |seat: Seat| viewer.is(seat).then(|| self.hand(seat));
        View {
            config: self.config,
            left: self.left[..self.seats()].to_vec(),
            hands: Seat::first(self.seats()).map(seen).collect(),
            stage: self.stage,
            round: self.round,
            last: self.last.clone(),
            outcome: self.outcome(),
            cast: Cast::default(),
        }
    }

    fn shown(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Rolled { seat, hand } => {
                Event::Rolled { seat: *seat, hand: hand.filter(|_| viewer.is(*seat)) }
            }
            open => open.clone(),
        })
    }

    fn guess(view: &View, _viewer: Viewer, rng: &mut Rng) -> LiarsDice {
        let mut left = [0; SEATS];
        let mut hands = [Hand::default(); SEATS];
        let rolled = matches!(view.stage, Stage::Bidding { .. });
        for (seat, dice) in view.left.iter().enumerate().take(SEATS) {
            left[seat] = *dice;
            hands[seat] = match view.hands.get(seat).copied().flatten() {
                Some(hand) => hand,
                None if rolled => rolled_at_random(*dice, rng),
                None => Hand::default(),
            };
        }
        LiarsDice {
            config: view.config,
            left,
            hands,
            stage: view.stage,
            round: view.round,
            last: view.last.clone(),
        }
    }

    fn idle(&self, seat: Seat) -> Option<Command> {
        let mut commands = Vec::new();
        self.legal(seat, &mut commands);
        let call = commands.iter().find(|command| matches!(command, Command::Liar {}));
        call.or(commands.first()).copied()
    }

    fn leave(&self, _seat: Seat) -> Option<Command> {
        None
    }

    fn take_back(&self, _seat: Seat) -> TakeBack {
        TakeBack::Never
    }

    fn secrets(&self) -> bool {
        matches!(self.stage, Stage::Bidding { .. })
    }

    fn hidden(&self, viewer: Viewer) -> Vec<Secret> {
        let others = Seat::first(self.seats()).filter(|seat| !viewer.is(*seat));
        let others = others.filter(|seat| self.secrets() && self.left(*seat) > 0);
        others.map(|seat| Secret::new(format!("/hands/{}", seat.index()), Depth::Values)).collect()
    }

    fn bound(&self) -> u32 {
        // Each round takes a die: a roll, at most every bid there is, and a call.
        let dice = u32::from(self.config.seats) * u32::from(self.config.dice);
        dice * (dice * 6 + 2)
    }
}

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::GameOver => "LD-9",
            Rejection::NotYourTurn { .. } => "LD-3",
            Rejection::NotNow { .. } => "LD-2",
            Rejection::NoBid { .. } | Rejection::TooLow { .. } => "LD-4",
            Rejection::NothingToCall => "LD-5",
        }
    }
}

fn rolled_at_random(dice: u8, rng: &mut Rng) -> Hand {
    let mut hand = Hand::default();
    for _ in 0..dice {
        hand[rng.below(6) as usize] += 1;
    }
    hand
}
