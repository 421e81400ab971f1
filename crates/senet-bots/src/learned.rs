//! A bot that learned: a small network judges positions, and a search looks ahead with it.
//!
//! The network comes from a plain file, which `bindings/python/examples/learn.py` writes: layers of
//! weights, a head that likes letters and a head that judges. It plays games whose commands are single
//! letters.
#![allow(clippy::disallowed_types, reason = "a network is made of floats; no rule depends on them")]

use std::marker::PhantomData;
use std::sync::Arc;

use senet_encode::{Encode, Sheet};
use senet_kernel::{Actor, Dice, Events, Fault, Faults, Key, Rng, Seat};
use serde::Deserialize;

use crate::mind::Maker;
use crate::{Bot, Leash, Outlook};

/// What the file says of itself.
const FORMAT: &str = "senet-network/1";
/// How many lines a network looks at for a decision, where nobody says otherwise.
const LINES: u32 = 800;
/// The most numbers that a layer may have.
const MOST: usize = 1 << 22;
/// How much the search follows what the network likes, against what it has seen.
const CURIOSITY: f32 = 1.5;

/// A network that judges the positions of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    layers: Vec<Layer>,
    policy: Layer,
    value: Layer,
}

/// Why a file is no network for a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkFault {
    /// It cannot be read.
    #[error("this is no trained mind: {0}")]
    Unread(String),
    /// It was made for something else.
    #[error("this mind was trained for {found}; {wanted} is needed")]
    Other {
        /// What it is for.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// The game's commands have several letters.
    #[error(
        "{0} spells its commands with several letters, and trained minds play games of single ones"
    )]
    Long(&'static str),
    /// Its layers do not fit together.
    #[error("the layers of this trained mind do not fit: {0}")]
    Misfit(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: String,
    game: String,
    encoding: u32,
    layers: Vec<Layer>,
    policy: Layer,
    value: Layer,
}

/// Weights and what is added. In a file a row of weights is for an output, in memory for an input.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layer {
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Network {
    /// Reads a network for a game.
    pub fn read<G: Encode>(text: &str) -> Result<Network, NetworkFault> {
        if !G::SHORT {
            return Err(NetworkFault::Long(G::ID));
        }
        let raw: Raw =
            serde_json::from_str(text).map_err(|error| NetworkFault::Unread(error.to_string()))?;
        let wanted = format!("{} ({FORMAT}, encoding {})", G::ID, G::ENCODING);
        let found = format!("{} ({}, encoding {})", raw.game, raw.format, raw.encoding);
        if found != wanted {
            return Err(NetworkFault::Other { found, wanted });
        }
        let mut inputs = G::OBSERVATION;
        for (i, layer) in raw.layers.iter().enumerate() {
            layer.check(&format!("layer {}", i + 1), inputs, layer.bias.len())?;
            inputs = layer.bias.len();
        }
        raw.policy.check("the policy", inputs, G::LETTERS)?;
        raw.value.check("the value", inputs, 1)?;
        let layers = raw.layers.into_iter().map(Layer::turned).collect();
        Ok(Network { layers, policy: raw.policy.turned(), value: raw.value.turned() })
    }

    /// What it thinks of an observation: how much it likes each letter, and what the seat will get,
    /// from −1 to 1.
    fn judge(&self, seen: &[f32]) -> (Vec<f32>, f32) {
        let mut floats = seen.to_vec();
        for layer in &self.layers {
            floats = layer.apply(&floats);
            floats.iter_mut().for_each(|float| *float = float.max(0.0));
        }
        let value = self.value.apply(&floats).first().copied().unwrap_or(0.0);
        (self.policy.apply(&floats), value.tanh())
    }
}

impl Layer {
    fn check(&self, name: &str, inputs: usize, outputs: usize) -> Result<(), NetworkFault> {
        let misfit = |why: String| Err(NetworkFault::Misfit(format!("{name} {why}")));
        if outputs == 0 || self.bias.len() != outputs {
            return misfit(format!("has {} outputs, not {outputs}", self.bias.len()));
        }
        if self.weights.len() != inputs * outputs || self.weights.len() > MOST {
            return misfit(format!("has {} weights for {inputs} inputs", self.weights.len()));
        }
        match self.weights.iter().chain(&self.bias).all(|float| float.is_finite()) {
            true => Ok(()),
            false => misfit("has a weight that is no number".to_owned()),
        }
    }

    /// The same layer with a row for each input: what is zero costs nothing, and the rest goes side by side.
    fn turned(mut self) -> Layer {
        let (outputs, inputs) = (self.bias.len(), self.weights.len() / self.bias.len().max(1));
        let row = |input: usize| (0..outputs).map(move |output| output * inputs + input);
        let turned = (0..inputs).flat_map(row).map(|place| self.weights[place]);
        self.weights = turned.collect();
        self
    }

    fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let mut sums = self.bias.clone();
        let rows = self.weights.chunks_exact(sums.len().max(1)).zip(inputs);
        for (row, input) in rows.filter(|(_, input)| **input != 0.0) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight * input;
            }
        }
        sums
    }
}

/// What makes bots of a network, from the text of its file.
pub(crate) fn maker<G: Encode>(text: &str) -> Result<Maker<G>, Faults> {
    let network = Network::read::<G>(text)
        .map_err(|fault| Fault::new("network", "bad_network", fault.to_string()))?;
    let network = Arc::new(network);
    Ok(Arc::new(move |seed| Box::new(Learned::<G>::new(Arc::clone(&network), LINES, seed))))
}

/// A bot whose search is led by a network.
#[derive(Clone, Debug)]
pub struct Learned<G> {
    network: Arc<Network>,
    lines: u32,
    rng: Rng,
    game: PhantomData<fn() -> G>,
}

impl<G: Encode> Learned<G> {
    /// A bot that looks at so many lines for a decision; the same seed plays the same.
    pub fn new(network: impl Into<Arc<Network>>, lines: u32, seed: u64) -> Learned<G> {
        let network = network.into();
        Learned { network, lines: lines.max(1), rng: Rng::new(seed), game: PhantomData }
    }
}

impl<G: Encode> Bot<G> for Learned<G> {
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        self.think(outlook, &Leash::default(), out);
    }

    fn think(&mut self, outlook: &Outlook<G>, leash: &Leash, out: &mut Vec<G::Command>) {
        let mut tree = Tree::default();
        let mut seen = vec![0.0; G::OBSERVATION];
        let mut dice = Dice::seeded(&Key::of_number(0)).unrecorded();
        for line in 0..self.lines {
            if line > 0 && leash.pulled() {
                break;
            }
            dice.reseed(&Key::of_number(self.rng.next_u64()));
            if tree.descend(outlook.guess(&mut self.rng), &mut dice, &mut seen) {
                let (likes, value) = self.network.judge(&seen);
                tree.note(&likes, value);
            }
        }
        out.extend(tree.most_visited().and_then(G::command));
    }
}

/// What many lines from one position came to. A line is followed to a point that was not judged yet
/// ([`descend`](Tree::descend)); whoever judges it says so ([`note`](Tree::note)): a network of a file,
/// or one that is still learning.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Each point of the game, by the letters chosen so far, whatever the dice said.
    nodes: Vec<Node>,
    /// How much the judge likes each letter of each point, and the node that it leads to; 0 where there
    /// is none yet.
    ways: Vec<(f32, u32)>,
    letters: usize,
    /// The nodes of the line that is being followed, each with the seat that chose the way to it.
    path: Vec<(u32, Seat)>,
    /// Who is to choose at its end.
    judge: Option<Seat>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    visits: u32,
    /// What came of it, summed up for the seat that chose the letter to it.
    sum: f32,
    /// Where its ways begin; none before it is judged.
    ways: Option<u32>,
}

impl Tree {
    /// Forgets everything, and keeps the room for more.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.ways.clear();
    }

    /// Follows the line that promises most, and writes what the seat sees at its end. Says whether
    /// somebody has to judge that; the end of a game speaks for itself.
    pub fn descend<G: Encode>(&mut self, mut game: G, dice: &mut Dice, seen: &mut [f32]) -> bool {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        (self.letters, self.judge) = (G::LETTERS, None);
        self.path.clear();
        let (mut at, mut depth) = (0, 0);
        loop {
            if let Some(outcome) = game.outcome() {
                let value = outcome.value(Seat::FIRST).clamp(-1, 1) as f32;
                self.note_back(Seat::FIRST, value);
                return false;
            }
            let Some(seat) = game.to_act().iter().next() else { break };
            let Some(ways) = self.nodes[at as usize].ways else {
                game.observe_game(seat, &mut Sheet::new(seen));
                self.judge = Some(seat);
                return true;
            };
            let Some(letter) = self.pick(at, ways, game.open(seat)) else { break };
            let command = G::command(letter).expect("an open letter is a command");
            depth += 1;
            dice.begin(depth);
            if game.apply(Actor::Seat(seat), &command, dice, &mut Events::off()).is_err() {
                break;
            }
            at = self.child(ways + u32::from(letter));
            self.path.push((at, seat));
        }
        self.note_back(Seat::FIRST, 0.0);
        false
    }

    /// Notes what the judge says of the end of the line: how much it likes each letter, and what the
    /// seat to choose will get.
    pub fn note(&mut self, likes: &[f32], value: f32) {
        let Some(judge) = self.judge.take() else { return };
        let at = self.path.last().map_or(0, |(node, _)| *node as usize);
        self.nodes[at].ways = Some(self.ways.len() as u32);
        let top = likes.iter().copied().fold(f32::MIN, f32::max);
        let like = |letter: usize| likes.get(letter).map_or(0.0, |like| (like - top).exp());
        self.ways.extend((0..self.letters).map(|letter| (like(letter), 0)));
        self.note_back(judge, value);
    }

    /// How often each letter was chosen at the start.
    pub fn visits(&self, out: &mut [f32]) {
        out.fill(0.0);
        for (slot, (_, next)) in out.iter_mut().zip(self.first_ways()) {
            *slot = self.visited(*next) as f32;
        }
    }

    fn note_back(&mut self, judge: Seat, value: f32) {
        self.nodes[0].visits += 1;
        for (node, seat) in &self.path {
            let node = &mut self.nodes[*node as usize];
            node.visits += 1;
            node.sum += if *seat == judge { value } else { -value };
        }
    }

    /// The open letter that promises most: by what came of it, and by what the judge likes while
    /// little is known.
    fn pick(&self, at: u32, ways: u32, open: u64) -> Option<u16> {
        let letters = || (0..64u16).filter(|letter| open >> letter & 1 != 0);
        let way = |letter: u16| self.ways[ways as usize + usize::from(letter)];
        let all: f32 = letters().map(|letter| way(letter).0).sum();
        let visits = self.nodes[at as usize].visits as f32;
        let width = CURIOSITY * visits.sqrt() / all.max(f32::MIN_POSITIVE);
        let promise = |letter: u16| {
            let (like, next) = way(letter);
            let child = if next == 0 { Node::default() } else { self.nodes[next as usize] };
            let visits = child.visits as f32;
            child.sum / visits.max(1.0) + like * width / (1.0 + visits)
        };
        let promises = letters().map(|letter| (letter, promise(letter)));
        promises.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(letter, _)| letter)
    }

    /// The node that a way leads to.
    fn child(&mut self, way: u32) -> u32 {
        let next = &mut self.ways[way as usize].1;
        if *next == 0 {
            *next = self.nodes.len() as u32;
            self.nodes.push(Node::default());
        }
        *next
    }

    fn first_ways(&self) -> &[(f32, u32)] {
        self.ways.get(..self.letters).unwrap_or_default()
    }

    fn visited(&self, node: u32) -> u32 {
        if node == 0 { 0 } else { self.nodes[node as usize].visits }
    }

    fn most_visited(&self) -> Option<u16> {
        let visits = (0u16..).zip(self.first_ways()).filter(|(_, (_, next))| *next != 0);
        visits.max_by_key(|(_, (_, next))| self.visited(*next)).map(|(letter, _)| letter)
    }
}
