//! Luck, handed in.
//!
//! A game draws by name ([`d6`](Dice::d6), [`pick`](Dice::pick), [`shuffle`](Dice::shuffle)), so
//! that every draw can be shown, journalled, checked, scripted or enumerated. Where the draws come
//! from is the host's business: a seed, a script, or all possibilities one after another.

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

use crate::chacha::ChaCha8;
use crate::odds::Path;
use crate::rng::below;

/// One draw and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    /// A six-sided die: 1 to 6.
    D6(u8),
    /// One of `of` possibilities, counted from 0.
    Pick {
        /// What came.
        got: u32,
        /// How many there were.
        of: u32,
    },
    /// A new order: the item at place `i` came from place `order[i]`.
    Shuffle(Vec<u32>),
}

/// One value of a script: a draw in full, or just its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Script {
    /// The pips of a die or the number of a pick, whichever the game asks for.
    Value(u32),
    /// A draw of just this kind.
    Draw(Draw),
}

impl<'de> Deserialize<'de> for Script {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Script, D::Error> {
        deserializer.deserialize_any(ScriptReader)
    }
}

struct ScriptReader;

impl<'de> Visitor<'de> for ScriptReader {
    type Value = Script;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number or a draw")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Script, E> {
        let value = u32::try_from(number);
        value.map(Script::Value).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, draw: A) -> Result<Script, A::Error> {
        Draw::deserialize(MapAccessDeserializer::new(draw)).map(Script::Draw)
    }
}

impl From<Draw> for Script {
    fn from(draw: Draw) -> Script {
        Script::Draw(draw)
    }
}

/// Why scripted dice could not serve a change. The change is void: keep the game from before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum DiceFault {
    /// The script is too short.
    #[error("the script of the dice has run out; the game asks for {wanted}")]
    RanOut {
        /// What the game asked for.
        wanted: String,
    },
    /// The next value is not what the game asks for.
    #[error("the script of the dice gives {given}; the game asks for {wanted}")]
    Mismatch {
        /// What the game asked for.
        wanted: String,
        /// What stood in the script.
        given: String,
    },
    /// The script is too long.
    #[error("{left} values of the script of the dice were not used")]
    LeftOver {
        /// How many were left.
        left: usize,
    },
}

/// What the text of a deal begins with.
const DEAL: &str = "deal-";

/// The secret that all draws of a table come from.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a seed and of what the seats added to it, in seat order.
    pub fn new<'a>(seed: &'a str, salts: impl IntoIterator<Item = &'a str>) -> Key {
        let mut hasher = blake3::Hasher::new_derive_key("senet table dice v1");
        for part in std::iter::once(seed).chain(salts) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Key(*hasher.finalize().as_bytes())
    }

    /// The key as a text that opens the same deal again, where more than a seed went into it.
    pub fn to_deal(&self) -> String {
        let digits: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{DEAL}{digits}")
    }

    /// The key that such a text stands for.
    pub fn of_deal(text: &str) -> Option<Key> {
        let digits = text.strip_prefix(DEAL).filter(|digits| digits.len() == 64)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(digits.get(2 * i..2 * i + 2)?, 16).ok()?;
        }
        Some(Key(bytes))
    }

    /// A key for a run of a simulation.
    pub fn of_number(number: u64) -> Key {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Key(bytes)
    }
}

impl std::fmt::Debug for Key {
    /// Never shows the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// A stream of luck that a game names, so that it does not depend on how many commands came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(u64);

impl Stream {
    /// The streams of names have the upper half of all numbers, those of entries the lower half.
    const NAMED: u64 = 1 << 63;

    /// The stream of a journal's entry.
    pub const fn entry(number: u64) -> Stream {
        Stream(number & !Stream::NAMED)
    }

    /// The stream of a name and up to two numbers, such as `named("loss", turn, card)`.
    pub fn named(name: &str, first: u32, second: u32) -> Stream {
        let mut hasher = blake3::Hasher::new_derive_key("senet named stream v1");
        hasher.update(&first.to_le_bytes());
        hasher.update(&second.to_le_bytes());
        hasher.update(name.as_bytes());
        let hash = hasher.finalize();
        let eight = hash.as_bytes().iter().take(8);
        Stream(eight.fold(0, |bits, byte| bits << 8 | u64::from(*byte)) | Stream::NAMED)
    }
}

/// The only source of luck of a change.
#[derive(Clone, Debug)]
pub struct Dice {
    source: Source,
    draws: Vec<Draw>,
    recording: bool,
    drawn: bool,
    fault: Option<DiceFault>,
}

#[derive(Clone, Debug)]
enum Source {
    Seeded(Box<ChaCha8>),
    Scripted(std::collections::VecDeque<Script>),
    Enumerated(Path),
}

impl Dice {
    /// Dice that draw from a key, in the stream of entry 0.
    pub fn seeded(key: &Key) -> Dice {
        let mut dice = Dice::of(Source::Seeded(Box::new(ChaCha8::new(&key.0))));
        dice.stream(Stream::entry(0));
        dice
    }

    /// Turns seeded dice to another key, in the stream of entry 0, and allocates nothing: a search
    /// plays many lines with the same dice, each with luck of its own. Other dice stay as they are.
    pub fn reseed(&mut self, key: &Key) {
        if let Source::Seeded(seeded) = &mut self.source {
            **seeded = ChaCha8::new(&key.0);
        }
        self.begin(0);
    }

    /// Dice that fall as the script says.
    pub fn scripted(script: impl IntoIterator<Item = Script>) -> Dice {
        Dice::of(Source::Scripted(script.into_iter().collect()))
    }

    /// Dice that fall as these numbers say: pips for a die, counted from 0 for a pick.
    pub fn values(values: impl IntoIterator<Item = u32>) -> Dice {
        Dice::scripted(values.into_iter().map(Script::Value))
    }

    pub(crate) fn enumerated(path: Path) -> Dice {
        Dice::of(Source::Enumerated(path))
    }

    pub(crate) fn into_path(self) -> Option<Path> {
        match self.source {
            Source::Enumerated(path) => Some(path),
            Source::Seeded(_) | Source::Scripted(_) => None,
        }
    }

    fn of(source: Source) -> Dice {
        Dice { source, draws: Vec::new(), recording: true, drawn: false, fault: None }
    }

    /// Stops keeping the draws, for playouts that nobody watches.
    #[must_use]
    pub fn unrecorded(mut self) -> Dice {
        self.recording = false;
        self
    }

    /// Gets ready for a journal's entry: forgets the draws so far and turns to the entry's stream.
    #[inline]
    pub fn begin(&mut self, entry: u64) {
        self.draws.clear();
        self.drawn = false;
        self.fault = None;
        self.stream(Stream::entry(entry));
    }

    /// Turns to a stream that the game names, from its start, until the change ends or the game
    /// names another. Scripted and enumerated dice have no streams.
    #[inline]
    pub fn stream(&mut self, stream: Stream) {
        if let Source::Seeded(seeded) = &mut self.source {
            seeded.turn_to(stream.0);
        }
    }

    /// A six-sided die: 1 to 6.
    #[inline]
    pub fn d6(&mut self) -> u8 {
        let pips = match self.number(6, Kind::D6) {
            Some(number) => number as u8 + 1,
            None => 1,
        };
        self.record(|| Draw::D6(pips));
        pips
    }

    /// One of `of` possibilities, counted from 0; 0 where there is none.
    #[inline]
    pub fn pick(&mut self, of: u32) -> u32 {
        let got = self.number(of, Kind::Pick).unwrap_or(0);
        self.record(|| Draw::Pick { got, of });
        got
    }

    /// Puts the items in a random order.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let count = items.len() as u32;
        if matches!(self.source, Source::Scripted(_)) {
            let mut order = (0..count).collect();
            self.scripted_order(&mut order);
            rearrange(items, &order);
            self.record(|| Draw::Shuffle(order));
            return;
        }
        // The order is only for the record: without one, nothing is allocated.
        let mut order: Vec<u32> = if self.recording { (0..count).collect() } else { Vec::new() };
        for i in (1..items.len()).rev() {
            let j = self.number(i as u32 + 1, Kind::Pick).unwrap_or(0) as usize;
            items.swap(i, j);
            if self.recording {
                order.swap(i, j);
            }
        }
        self.record(|| Draw::Shuffle(order));
    }

    /// The draws since [`begin`](Dice::begin).
    pub fn draws(&self) -> &[Draw] {
        &self.draws
    }

    /// Whether anything was drawn since [`begin`](Dice::begin), recorded or not.
    pub const fn drawn(&self) -> bool {
        self.drawn
    }

    /// What was wrong with the script, once the change is made: also what is left of it.
    pub fn fault(&self) -> Option<DiceFault> {
        let left = match &self.source {
            Source::Scripted(script) => script.len(),
            Source::Seeded(_) | Source::Enumerated(_) => 0,
        };
        let left_over = (left > 0).then_some(DiceFault::LeftOver { left });
        self.fault.clone().or(left_over)
    }

    #[inline]
    fn record(&mut self, draw: impl FnOnce() -> Draw) {
        self.drawn = true;
        if self.recording {
            self.draws.push(draw());
        }
    }

    /// A number below `n`, or none where the script does not have it.
    #[inline]
    fn number(&mut self, n: u32, kind: Kind) -> Option<u32> {
        match &mut self.source {
            Source::Seeded(seeded) => Some(below(|| seeded.word(), n)),
            Source::Enumerated(path) => Some(path.choose(n)),
            Source::Scripted(script) => {
                let next = script.pop_front();
                match kind.read(next.as_ref(), n) {
                    Ok(number) => Some(number),
                    Err(fault) => {
                        self.fault.get_or_insert(fault);
                        None
                    }
                }
            }
        }
    }

    fn scripted_order(&mut self, order: &mut Vec<u32>) {
        let Source::Scripted(script) = &mut self.source else {
            return;
        };
        let wanted = || format!("a shuffle of {}", order.len());
        let fault = match script.pop_front() {
            Some(Script::Draw(Draw::Shuffle(given))) if is_order(&given, order.len()) => {
                *order = given;
                return;
            }
            Some(given) => DiceFault::Mismatch { wanted: wanted(), given: told(&given) },
            None => DiceFault::RanOut { wanted: wanted() },
        };
        self.fault.get_or_insert(fault);
    }
}

#[derive(Clone, Copy)]
enum Kind {
    D6,
    Pick,
}

impl Kind {
    /// What a script's value means for this kind of draw among `n`, counted from 0.
    fn read(self, next: Option<&Script>, n: u32) -> Result<u32, DiceFault> {
        let wanted = || match self {
            Kind::D6 => "a die of 1 to 6".to_owned(),
            Kind::Pick => format!("a pick among {n}, 0 to {}", n.saturating_sub(1)),
        };
        let number = match (self, next) {
            (_, None) => return Err(DiceFault::RanOut { wanted: wanted() }),
            (Kind::D6, Some(Script::Value(pips))) => pips.checked_sub(1),
            (Kind::D6, Some(Script::Draw(Draw::D6(pips)))) => u32::from(*pips).checked_sub(1),
            (Kind::Pick, Some(Script::Value(got))) => Some(*got),
            (Kind::Pick, Some(Script::Draw(Draw::Pick { got, of }))) if *of == n => Some(*got),
            (_, Some(_)) => None,
        };
        number.filter(|number| *number < n || n == 0 && *number == 0).ok_or_else(|| {
            let given = next.map(told).unwrap_or_default();
            DiceFault::Mismatch { wanted: wanted(), given }
        })
    }
}

fn told(script: &Script) -> String {
    match script {
        Script::Value(value) => value.to_string(),
        Script::Draw(Draw::D6(pips)) => format!("a die of {pips}"),
        Script::Draw(Draw::Pick { got, of }) => format!("a pick of {got} among {of}"),
        Script::Draw(Draw::Shuffle(order)) => format!("a shuffle of {}", order.len()),
    }
}

fn is_order(order: &[u32], len: usize) -> bool {
    let mut seen = vec![false; len];
    order.len() == len
        && order.iter().all(|from| {
            seen.get_mut(*from as usize).is_some_and(|seen| !std::mem::replace(seen, true))
        })
}

/// Puts the item from place `order[i]` at place `i`.
fn rearrange<T>(items: &mut [T], order: &[u32]) {
    // `place[k]` is where the item that began at place k lies now, `item[p]` the one that lies at p.
    let mut place: Vec<usize> = (0..items.len()).collect();
    let mut item: Vec<usize> = (0..items.len()).collect();
    for (to, from) in order.iter().enumerate() {
        let here = place[*from as usize];
        items.swap(to, here);
        item.swap(to, here);
        place[item[here]] = here;
        place[item[to]] = to;
    }
}
