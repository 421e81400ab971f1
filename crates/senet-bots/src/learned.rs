//! A bot that learned: a small network judges positions, and a search looks ahead with it.
//!
//! The network comes from a plain file, which `bindings/python/examples/learn.py` writes: layers of
//! weights, a head that likes letters and a head that judges. It plays games whose commands are single
//! letters.
#![allow(clippy::disallowed_types, reason = "a network is made of floats; no rule depends on them")]

use std::marker::PhantomData;

use senet_encode::{Encode, Sheet};
use senet_kernel::{Actor, Dice, Events, Key, Rng, Seat};
use serde::Deserialize;

use crate::{Bot, Leash, Outlook};

/// What the file says of itself.
const FORMAT: &str = "senet-network/1";
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
    #[error("this is no network: {0}")]
    Unread(String),
    /// It was made for something else.
    #[error("the network is for {found}; {wanted} is needed")]
    Other {
        /// What it is for.
        found: String,
        /// What was asked for.
        wanted: String,
    },
    /// The game's commands have several letters.
    #[error("{0} spells its commands with several letters, and networks play games of single ones")]
    Long(&'static str),
    /// Its layers do not fit together.
    #[error("the layers of the network do not fit: {0}")]
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

/// Weights, a row for each output, and what is added.
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
        let wanted = format!("{FORMAT} of {}, encoding {}", G::ID, G::ENCODING);
        let found = format!("{} of {}, encoding {}", raw.format, raw.game, raw.encoding);
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
        Ok(Network { layers: raw.layers, policy: raw.policy, value: raw.value })
    }

    /// What it thinks of an observation: how much it likes each letter, and what the seat will get,
    /// from −1 to 1.
    fn judge(&self, mut floats: Vec<f32>) -> (Vec<f32>, f32) {
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

    fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let rows = self.weights.chunks_exact(inputs.len().max(1)).zip(&self.bias);
        let sum = |(row, bias): (&[f32], &f32)| {
            row.iter().zip(inputs).fold(*bias, |sum, (weight, input)| sum + weight * input)
        };
        rows.map(sum).collect()
    }
}

/// A bot whose search is led by a network.
#[derive(Clone, Debug)]
pub struct Learned<G> {
    network: Network,
    lines: u32,
    rng: Rng,
    game: PhantomData<fn() -> G>,
}

impl<G: Encode> Learned<G> {
    /// A bot that looks at so many lines for a decision; the same seed plays the same.
    pub fn new(network: Network, lines: u32, seed: u64) -> Learned<G> {
        Learned { network, lines: lines.max(1), rng: Rng::new(seed), game: PhantomData }
    }
}

impl<G: Encode> Bot<G> for Learned<G> {
    fn choose(&mut self, outlook: &Outlook<G>, out: &mut Vec<G::Command>) {
        self.think(outlook, &Leash::default(), out);
    }

    fn think(&mut self, outlook: &Outlook<G>, leash: &Leash, out: &mut Vec<G::Command>) {
        let mut tree = Tree { network: &self.network, nodes: vec![Node::default()] };
        for line in 0..self.lines {
            if line > 0 && leash.pulled() {
                break;
            }
            let mut dice = Dice::seeded(&Key::of_number(self.rng.next_u64())).unrecorded();
            tree.follow(outlook.guess(&mut self.rng), &mut dice);
        }
        out.extend(tree.most_visited().and_then(G::command));
    }
}

/// What is known of a point of the game: of the letters chosen so far, whatever the dice said.
#[derive(Clone, Debug, Default)]
struct Node {
    visits: u32,
    /// What came of it, summed up for the seat that chose the letter to it.
    sum: f32,
    /// How much the network likes each letter.
    likes: Vec<f32>,
    /// The node of each letter; 0 where there is none yet.
    next: Vec<usize>,
}

struct Tree<'a> {
    network: &'a Network,
    nodes: Vec<Node>,
}

impl Tree<'_> {
    /// Plays one line from the root to a new node, and notes on the way back what it came to.
    fn follow<G: Encode>(&mut self, mut game: G, dice: &mut Dice) {
        let mut path: Vec<(usize, Seat)> = Vec::new();
        let (mut at, mut depth) = (0, 0);
        let (judge, value) = loop {
            if let Some(outcome) = game.outcome() {
                break (Seat::FIRST, outcome.value(Seat::FIRST).clamp(-1, 1) as f32);
            }
            let Some(seat) = game.to_act().iter().next() else { break (Seat::FIRST, 0.0) };
            if self.nodes[at].likes.is_empty() {
                break (seat, self.open(at, &game, seat));
            }
            let Some(letter) = self.pick(at, game.open(seat)) else { break (seat, 0.0) };
            let command = G::command(letter).expect("an open letter is a command");
            depth += 1;
            dice.begin(depth);
            if game.apply(Actor::Seat(seat), &command, dice, &mut Events::off()).is_err() {
                break (seat, 0.0);
            }
            at = self.child(at, letter);
            path.push((at, seat));
        };
        self.nodes[0].visits += 1;
        for (node, seat) in path {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += if seat == judge { value } else { -value };
        }
    }

    /// Asks the network about a point that was not seen before.
    fn open<G: Encode>(&mut self, at: usize, game: &G, seat: Seat) -> f32 {
        let mut floats = vec![0.0; G::OBSERVATION];
        game.observe_game(seat, &mut Sheet::new(&mut floats));
        let (likes, value) = self.network.judge(floats);
        let top = likes.iter().copied().fold(f32::MIN, f32::max);
        self.nodes[at].likes = likes.into_iter().map(|like| (like - top).exp()).collect();
        self.nodes[at].next = vec![0; G::LETTERS];
        value
    }

    /// The open letter that promises most: by what came of it, and by what the network likes while
    /// little is known.
    fn pick(&self, at: usize, open: u64) -> Option<u16> {
        let node = &self.nodes[at];
        let letters = || (0..64u16).filter(|letter| open >> letter & 1 != 0);
        let like = |letter: u16| node.likes.get(usize::from(letter)).copied().unwrap_or(0.0);
        let all: f32 = letters().map(like).sum();
        let width = CURIOSITY * (node.visits as f32).sqrt() / all.max(f32::MIN_POSITIVE);
        let promise = |letter: u16| {
            let child = node.next.get(usize::from(letter)).map(|next| &self.nodes[*next]);
            let seen = child.filter(|_| node.next[usize::from(letter)] != 0);
            let visits = seen.map_or(0.0, |child| child.visits as f32);
            let mean = seen.map_or(0.0, |child| child.sum / visits.max(1.0));
            mean + like(letter) * width / (1.0 + visits)
        };
        letters().max_by(|one, other| promise(*one).total_cmp(&promise(*other)))
    }

    fn child(&mut self, at: usize, letter: u16) -> usize {
        let known = self.nodes[at].next[usize::from(letter)];
        if known != 0 {
            return known;
        }
        let new = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[at].next[usize::from(letter)] = new;
        new
    }

    fn most_visited(&self) -> Option<u16> {
        let visits = |next: &usize| if *next == 0 { 0 } else { self.nodes[*next].visits };
        let letters = (0u16..).zip(&self.nodes[0].next);
        letters.filter(|(_, next)| **next != 0).max_by_key(|(_, next)| visits(next)).map(|(l, _)| l)
    }
}
