//! A configuration that is read and checked once, and played many times by bots that are looked at
//! closely: what the lab measures.

use std::fmt::Write as _;

use senet_bots::Mind;
use senet_bots::search::{CERTAIN, Opening, Player, share};
use senet_kernel::{Dice, Events, Fault, Faults, Game, Hash, Key, Measures, Seat, Text, Viewer};
use senet_table::{Luck, Opening as TableOpening, Start, Table, TableOf};

use senet_desk::arena::{Course, Nobody, Witness, play};
use senet_desk::{Deal, Played, Who, named};
use serde_json::Value;

/// A configuration, ready to be played many times.
pub trait Ring: Send + Sync {
    /// What the seats are called, one name for each.
    fn roles(&self) -> &[String];
    /// The hash of the data that it plays by; none where the game has none of its own.
    fn data(&self) -> Option<Hash>;
    /// Plays one game of bots, one for each seat. With a look, it also finds out how the chances
    /// stood as the game went on.
    fn play(&self, bots: &[&str], deal: Deal, look: Option<Look>) -> Result<Record, Faults>;
    /// The journal of the same game, as anybody can replay it.
    fn journal(&self, bots: &[&str], deal: Deal) -> Result<String, Faults>;
}

/// How closely a game is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many times a position is dealt anew and played to its end.
    pub lines: u32,
}

/// One game and all that is counted of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What came of it.
    pub played: Played,
    /// The game's own count of rounds or turns that were played; none where it counts nothing.
    pub rounds: Option<i64>,
    /// Why it ended and the numbers that the game counts.
    pub measures: Measures,
    /// How often each kind of event happened.
    pub events: Vec<(String, u32)>,
    /// The kinds of events that the last command led to.
    pub last: Vec<String>,
    /// How the chances stood as the game went on; empty without a look.
    pub chances: Vec<Chances>,
}

/// How the chances stood at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chances {
    /// How much of the game was over, in thousandths of its commands.
    pub at: u32,
    /// The chance of every seat in millionths, over new deals from this position; the share of the
    /// win at the end.
    pub shares: Vec<u32>,
    /// How the first seat's results of those deals are spread: their variance, in millionths.
    pub spread: u32,
}

/// The ring of a configuration.
pub(crate) fn of<G: Text + Mind>(config: &Value) -> Result<Box<dyn Ring>, Faults> {
    let config = G::read_config(config)?;
    let game = G::new(&config, &mut Dice::seeded(&Key::of_number(0)))?;
    let view = game.view(Viewer::Spectator);
    let roles = Seat::first(game.seats()).map(|seat| G::seat_name(&view, seat)).collect();
    Ok(Box::new(RingOf::<G> { config, roles }))
}

/// A game from outside brings bots of its own, which nobody can look at.
pub(crate) fn no_bots(id: &str) -> Faults {
    let sentence = format!("{id} cannot be measured: it is no game of the house");
    Fault::new("game", "not_measured", sentence).into()
}

/// The ring of a game.
struct RingOf<G: Mind> {
    config: G::Config,
    roles: Vec<String>,
}

impl<G: Text + Mind> RingOf<G> {
    fn course<W: Witness<G>>(
        &self,
        bots: &[&str],
        deal: Deal,
        witness: &mut W,
    ) -> Result<Course<G>, Faults> {
        let who = bots.iter().map(|name| Who::Bot(name)).collect();
        play::<G, W>(&self.config, who, deal, named::<G>, witness)
    }
}

impl<G: Text + Mind> Ring for RingOf<G> {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn data(&self) -> Option<Hash> {
        G::data_hash(&self.config)
    }

    fn play(&self, bots: &[&str], deal: Deal, look: Option<Look>) -> Result<Record, Faults> {
        let mut notes = Notes::<G>::new(look.is_some());
        let course = self.course(bots, deal, &mut notes)?;
        let view = course.last.view(Viewer::Spectator);
        let chances = look.map(|look| notes.chances(&course.played, look)).unwrap_or_default();
        let last = notes.last.iter().map(|kind| notes.kinds[*kind].0.clone()).collect();
        Ok(Record {
            rounds: notes.before.as_ref().and_then(rounds),
            measures: G::measures(&view),
            played: course.played,
            events: notes.kinds,
            last,
            chances,
        })
    }

    fn journal(&self, bots: &[&str], deal: Deal) -> Result<String, Faults> {
        if G::seed(&self.config).is_some() {
            let sentence = "a configuration with a seed of its own deals by that seed alone";
            return Err(Fault::new("seed", "own_seed", sentence).into());
        }
        let course = self.course(bots, deal, &mut Nobody)?;
        let refused = |sentence: String| Faults::from(Fault::new("journal", "refused", sentence));
        let opening = TableOpening {
            start: Start::Config(plain(&self.config)),
            preset: None,
            seats: bots.iter().map(|bot| (*bot).to_owned()).collect(),
            luck: Luck::Open { seed: deal.key().to_deal() },
            seed: None,
            script: Vec::new(),
            branch: None,
        };
        let opened = TableOf::<G>::open(opening);
        let mut table = opened.map_err(|error| refused(error.to_string()))?;
        for (actor, command) in &course.deeds {
            let done = table.submit(*actor, None, &plain(command), Vec::new());
            done.map_err(|refusal| refused(refusal.sentence.clone()))?;
        }
        Ok(table.journal().text())
    }
}

/// A value as JSON.
fn plain(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("configurations and commands are plain data")
}

/// The round in which the last command is given. A game that is over may count the one that would come next.
fn rounds<G: Text>(before: &G) -> Option<i64> {
    number_in(&G::moment(&before.view(Viewer::Spectator)))
}

/// The first number in a text such as "Round 7".
fn number_in(text: &str) -> Option<i64> {
    let digits = text.split(|letter: char| !letter.is_ascii_digit()).find(|part| !part.is_empty());
    digits.and_then(|digits| digits.parse().ok())
}

/// The most positions of a game that are kept.
const POSITIONS: usize = 24;

/// What a witness notes down.
struct Notes<G: Game> {
    /// How often each kind of event happened.
    kinds: Vec<(String, u32)>,
    /// The kinds of the last command, by their places.
    last: Vec<usize>,
    kind: Kind,
    /// The game before the last command.
    before: Option<G>,
    /// Positions at equal distances, with how many commands came before; none where nobody looks.
    positions: Option<Vec<(u32, G)>>,
    /// How far apart they are.
    stride: u32,
}

impl<G: Game> Notes<G> {
    fn new(looks: bool) -> Notes<G> {
        let positions = looks.then(Vec::new);
        Notes {
            kinds: Vec::new(),
            last: Vec::new(),
            kind: Kind::default(),
            before: None,
            positions,
            stride: 1,
        }
    }
}

impl<G: Game> Witness<G> for Notes<G> {
    fn events() -> Events<G> {
        Events::on()
    }

    /// A game's length is not known before its end: where there are too many positions every second
    /// one goes, and from then on half as many are kept.
    fn before(&mut self, game: &G, commands: u32) {
        self.before = Some(game.clone());
        let Some(positions) = &mut self.positions else { return };
        let kept = positions.last().is_some_and(|(last, _)| *last == commands);
        if kept || !commands.is_multiple_of(self.stride) {
            return;
        }
        positions.push((commands, game.clone()));
        if positions.len() > POSITIONS {
            self.stride *= 2;
            let stride = self.stride;
            positions.retain(|(at, _)| at.is_multiple_of(stride));
        }
    }

    fn after(&mut self, events: &Events<G>) {
        self.last.clear();
        for event in events.list() {
            let kind = self.kind.of(event);
            let place = self.kinds.iter().position(|(known, _)| known == kind);
            let place = place.unwrap_or_else(|| {
                self.kinds.push((kind.to_owned(), 0));
                self.kinds.len() - 1
            });
            self.kinds[place].1 += 1;
            self.last.push(place);
        }
    }
}

impl<G: Mind> Notes<G> {
    /// The chances at the positions that were kept, and the result.
    fn chances(&self, played: &Played, look: Look) -> Vec<Chances> {
        let mut player = Player::default();
        let mut all = Vec::new();
        for (commands, game) in self.positions.iter().flatten() {
            let at = (u64::from(*commands) * 1000 / u64::from(played.commands.max(1))) as u32;
            all.push(Chances { at, ..dealt_anew(&mut player, game, *commands, look) });
        }
        if let Some(outcome) = &played.outcome {
            let shares = Seat::first(played.seats).map(|seat| share(outcome, seat)).collect();
            all.push(Chances { at: 1000, shares, spread: 0 });
        }
        all
    }
}

/// The chance of every seat where a position is dealt anew and played on by the house's policy.
fn dealt_anew<G: Mind>(player: &mut Player<G>, game: &G, commands: u32, look: Look) -> Chances {
    let lines = u64::from(look.lines.max(1));
    // The sum of a seat's results, and of their squares in thousandths.
    let mut results = |seat| {
        (0..lines).fold((0, 0), |(sum, squares), number| {
            let luck = u64::from(commands) << 32 | number;
            let won = player.line(game, Opening::AsItStands, seat, luck).unwrap_or(0);
            (sum + u64::from(won), squares + u64::from(won / 1000).pow(2))
        })
    };
    let (sum, squares) = results(Seat::FIRST);
    let thousandths = sum / 1000;
    let apart = (squares * lines).saturating_sub(thousandths * thousandths);
    let spread = (apart / (lines * (lines - 1).max(1))) as u32;
    let first = (sum / lines) as u32;
    let shares = match game.seats() {
        seats if G::TOGETHER => vec![first; seats],
        // What one of two seats wins the other loses.
        2 => vec![first, CERTAIN - first],
        seats => {
            let others = Seat::first(seats).skip(1);
            let others = others.map(|seat| (results(seat).0 / lines) as u32);
            std::iter::once(first).chain(others).collect()
        }
    };
    Chances { at: 0, shares, spread }
}

/// The kind of an event: the name of its variant, in words. It writes the event for people until the
/// name is whole, so that no more of it is ever put together.
#[derive(Default)]
struct Kind {
    words: String,
}

impl Kind {
    fn of(&mut self, event: &impl std::fmt::Debug) -> &str {
        self.words.clear();
        // The error is that of `write_str`: the name is whole.
        let _ = write!(self, "{event:?}");
        &self.words
    }
}

impl std::fmt::Write for Kind {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for letter in text.chars() {
            match letter {
                'A'..='Z' if self.words.is_empty() => self.words.push(letter),
                'A'..='Z' => self.words.extend([' ', letter.to_ascii_lowercase()]),
                'a'..='z' | '0'..='9' => self.words.push(letter),
                _ => return Err(std::fmt::Error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_an_event_is_its_name_in_words() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "only its name is read")]
        enum Event {
            DiePlaced { face: u8 },
            Over,
        }
        let mut kind = Kind::default();
        assert_eq!(kind.of(&Event::DiePlaced { face: 4 }), "Die placed");
        assert_eq!(kind.of(&Event::Over), "Over");
    }

    #[test]
    fn a_round_is_the_number_that_a_game_tells() {
        assert_eq!(number_in("Round 12"), Some(12));
        assert_eq!(number_in("Deployment"), None);
        assert_eq!(number_in("Battle 2, round 5"), Some(2));
    }
}
