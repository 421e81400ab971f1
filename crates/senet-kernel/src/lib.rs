//! What a game is.
//!
//! A game is a value: a state that can be cloned, compared, hashed and stored, with one way to
//! change it ([`Game::apply`]) and one way to look at it ([`Game::view`]). It knows no clock, file,
//! thread, socket, float, hash order or global random source. Luck is handed in as [`Dice`], so a
//! state never holds the next roll; time is handed in as commands of the [`Actor::Clock`].
//!
//! `games/reference` is the tutorial: four whole games, each one short file.

mod arrange;
mod cast;
mod chacha;
mod dice;
mod events;
mod fault;
mod game;
mod hash;
mod measures;
mod odds;
mod outcome;
mod plain;
mod question;
mod read;
mod rng;
mod seat;
mod tagged;
mod text;
mod toml;
mod write;

pub use arrange::arrange;
pub use cast::Cast;
pub use dice::{Dice, DiceFault, Draw, Key, Script, Stream};
pub use events::Events;
pub use fault::{Fault, Faults, read_config};
pub use game::{
    About, Depth, Game, Listing, Offer, Preset, Reject, Remark, Secret, TakeBack, Tick, TickKind,
};
pub use hash::{Hash, hash};
pub use measures::Measures;
pub use odds::{Chance, distribution, outcomes, outcomes_up_to};
pub use outcome::{Outcome, Scores};
pub use plain::{is_unseen, visible, visible_json, visible_lines};
pub use question::{NoOrders, Question};
pub use read::{Misfit, read, read_tagged, read_text};
pub use rng::Rng;
pub use seat::{Actor, MAX_SEATS, Seat, SeatSet, Viewer};
pub use tagged::{Content, Tagged, WithTag, by_tag};
pub use text::{Drawing, Ink, Line, Reading, Span, Text, Unread, counted, wrapped};
pub use toml::read_toml;
pub use write::{as_json, as_raw, as_text, write};
