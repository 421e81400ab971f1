//! Strange commands: those of other positions and actors, small changes of their JSON, and what the
//! schema alone allows.

use schemars::schema_for;
use senet_kernel::{Actor, Game, MAX_SEATS, Rng, Seat};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::play::Play;
use crate::schema::instance;

/// What strange commands are made from.
pub(crate) struct Fuzz<G: Game> {
    seen: Vec<G::Command>,
    mutator: Mutator,
    schema: Value,
}

impl<G: Game> Fuzz<G> {
    /// Made from what could be done at the positions of a play.
    pub fn new(play: &Play<G>) -> Fuzz<G> {
        /// Enough to meet every kind of command; more would only cost time.
        const MOST: usize = 240;

        let mut seen = Vec::new();
        for point in play.points() {
            for (_, command) in play.options(point, 8, &mut play.rng(point)) {
                if seen.len() < MOST && !seen.contains(&command) {
                    seen.push(command);
                }
            }
        }
        let schema = schema_for!(G::Command).to_value();
        let mut mutator = Mutator::new(seen.iter().map(json).collect());
        mutator.learn_tags(&schema);
        Fuzz { seen, mutator, schema }
    }

    /// A command of the play, as it was or a little changed, or one that is made up.
    pub fn command(&self, rng: &mut Rng) -> Option<G::Command> {
        let strange = match rng.below(4) {
            0 => None,
            1 => serde_json::from_value(instance(&self.schema, rng)).ok(),
            _ => self.mutator.mutant(rng.choose(&self.seen)?, rng),
        };
        strange.or_else(|| rng.choose(&self.seen).cloned())
    }

    /// A strange command with somebody to submit it: mostly one who may act.
    pub fn attempt(&self, game: &G, rng: &mut Rng) -> Option<(Actor, G::Command)> {
        let seats: Vec<Seat> = game.to_act().iter().collect();
        let actor = match (rng.below(8), rng.choose(&seats)) {
            (0, _) => Actor::Clock,
            (1, _) => Actor::Host,
            (3.., Some(seat)) => Actor::Seat(*seat),
            _ => Actor::Seat(Seat::new(rng.below(MAX_SEATS as u32) as usize)?),
        };
        Some((actor, self.command(rng)?))
    }

    /// `count` attempts.
    pub fn attempts(&self, game: &G, count: usize, rng: &mut Rng) -> Vec<(Actor, G::Command)> {
        (0..count).filter_map(|_| self.attempt(game, rng)).collect()
    }
}

/// Makes small changes to JSON, with what it has seen.
pub(crate) struct Mutator {
    numbers: Vec<Value>,
    strings: Vec<Value>,
    /// Fields that were seen, with a value each.
    fields: Vec<(String, Value)>,
}

impl Mutator {
    pub fn new(values: Vec<Value>) -> Mutator {
        let extremes = [Value::from(0), Value::from(-1), Value::from(255), Value::from(u32::MAX)];
        let mut mutator =
            Mutator { numbers: extremes.into(), strings: Vec::new(), fields: Vec::new() };
        for value in &values {
            mutator.learn(value);
        }
        mutator
    }

    /// Takes up the parts of a value.
    pub fn learn(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Bool(_) => {}
            Value::Number(_) => add(&mut self.numbers, value),
            Value::String(_) => add(&mut self.strings, value),
            Value::Array(items) => items.iter().for_each(|item| self.learn(item)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    let field = (name.clone(), value.clone());
                    if self.fields.len() < 1000 && !self.fields.contains(&field) {
                        self.fields.push(field);
                    }
                    self.learn(value);
                }
            }
        }
    }

    /// Takes up the words that a schema allows, such as the tags of commands that nobody gave.
    pub fn learn_tags(&mut self, schema: &Value) {
        match schema {
            Value::Array(items) => items.iter().for_each(|item| self.learn_tags(item)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    match name.as_str() {
                        "const" | "enum" => self.learn(value),
                        _ => self.learn_tags(value),
                    }
                }
            }
            _ => {}
        }
    }

    /// A changed copy that can still be read as what it was; none where a few tries found none.
    pub fn mutant<T: Serialize + DeserializeOwned>(
        &self,
        original: &T,
        rng: &mut Rng,
    ) -> Option<T> {
        let whole = json(original);
        (0..12).find_map(|_| {
            let mut changed = whole.clone();
            self.mutate(&mut changed, rng);
            let new = changed != whole;
            new.then(|| serde_json::from_value(changed).ok()).flatten()
        })
    }

    /// Changes one or two places.
    pub fn mutate(&self, value: &mut Value, rng: &mut Rng) {
        for _ in 0..1 + rng.below(2) {
            let mut steps = rng.below(size(value));
            if let Some(part) = part_mut(value, &mut steps) {
                self.change(part, rng);
            }
        }
    }

    fn change(&self, part: &mut Value, rng: &mut Rng) {
        match part {
            Value::Null => *part = self.leaf(rng),
            Value::Bool(flag) => *flag = !*flag,
            Value::Number(number) => {
                let by = [-1, 1][rng.below(2) as usize];
                *part = match number.as_i64().and_then(|number| number.checked_add(by)) {
                    Some(number) if rng.below(3) > 0 => Value::from(number),
                    _ => self.leaf(rng),
                };
            }
            Value::String(_) if rng.below(8) == 0 => *part = self.leaf(rng),
            Value::String(_) => *part = rng.choose(&self.strings).cloned().unwrap_or(Value::Null),
            Value::Array(items) => match (rng.below(3), rng.below(items.len() as u32) as usize) {
                (_, 0) if items.is_empty() => items.push(self.leaf(rng)),
                (0, i) => drop(items.remove(i)),
                (1, i) => items.push(items[i].clone()),
                (_, i) => items.swap(0, i),
            },
            Value::Object(fields) => {
                let names: Vec<String> = fields.keys().cloned().collect();
                let (Some(a), Some(b)) = (rng.choose(&names), rng.choose(&names)) else {
                    return;
                };
                let of_name: Vec<_> = self.fields.iter().filter(|(name, _)| name == a).collect();
                match rng.choose(&of_name) {
                    Some((_, value)) if rng.below(2) == 0 => fields[a] = value.clone(),
                    _ => {
                        let kept = fields[a].clone();
                        fields[a] = std::mem::replace(&mut fields[b], kept);
                    }
                }
            }
        }
    }

    /// A value without parts.
    fn leaf(&self, rng: &mut Rng) -> Value {
        let among = match rng.below(4) {
            0 => return Value::Null,
            1 => &self.strings,
            _ => &self.numbers,
        };
        rng.choose(among).cloned().unwrap_or(Value::Null)
    }
}

/// A value as JSON.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> Value {
    serde_json::to_value(value).expect("what crosses the wire can be written as JSON")
}

fn add(values: &mut Vec<Value>, value: &Value) {
    if values.len() < 300 && !values.contains(value) {
        values.push(value.clone());
    }
}

/// How many parts a value has, itself included.
fn size(value: &Value) -> u32 {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<u32>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<u32>(),
        _ => 1,
    }
}

/// The part that is `steps` further on, in reading order.
fn part_mut<'a>(value: &'a mut Value, steps: &mut u32) -> Option<&'a mut Value> {
    if *steps == 0 {
        return Some(value);
    }
    *steps -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| part_mut(item, steps)),
        Value::Object(fields) => fields.values_mut().find_map(|field| part_mut(field, steps)),
        _ => None,
    }
}
