//! What was played of an experiment so far: all of it, or one shard's part. As a file it is JSON Lines,
//! a header, a line for each line of the experiment, and a seal; parts join to the same bytes in any order.

use std::ops::Range;

use senet_kernel::{Hash, hash};
use serde::{Deserialize, Serialize};

use crate::LabError;
use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::tally::Tally;

/// The number of this format.
const FORMAT: u32 = 3;

/// The deals of a block: what a thread or a shard takes on at a time.
pub const BLOCK: u64 = 16;

/// What was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Of what.
    pub header: Header,
    /// Line by line.
    pub lines: Vec<PartLine>,
}

/// By what figures can be had again: the experiment, versions, hashes and the seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The number of the format.
    pub senet_lab: u32,
    /// The version of the program.
    pub senet: String,
    /// The game.
    pub game: String,
    /// The number of its rules.
    pub rules: u32,
    /// What was asked for.
    pub experiment: Experiment,
    /// What stands for the experiment and all its configurations.
    pub hash: Hash,
}

/// The last line of a file: what stands for all before it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    seal: Hash,
}

/// What was played of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartLine {
    /// Its name.
    pub line: String,
    /// The bots by seat.
    pub bots: Vec<String>,
    /// What stands for its configuration.
    pub config: Hash,
    /// What stands for the data that it plays by.
    pub data: Option<Hash>,
    /// How many deals it has; more than at first where precision asked for it.
    pub deals: u64,
    /// The deals that were played, each in all seatings.
    pub done: Deals,
    /// What came of them.
    pub tally: Tally,
}

/// Numbers of deals, as ranges: the first of each and the one after its last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Deals {
    ranges: Vec<(u64, u64)>,
}

impl Deals {
    /// Those of a range that are not among them.
    pub fn lack(&self, range: Range<u64>) -> impl Iterator<Item = u64> {
        range.filter(|deal| {
            let at = self.ranges.partition_point(|(_, end)| end <= deal);
            self.ranges.get(at).is_none_or(|(first, _)| deal < first)
        })
    }

    /// Whether all deals below this one are among them.
    pub fn fill(&self, end: u64) -> bool {
        end == 0 || self.ranges == [(0, end)]
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.ranges.iter().map(|(first, end)| end - first).sum()
    }

    /// Adds a deal.
    pub fn add(&mut self, deal: u64) {
        self.join(&Deals { ranges: vec![(deal, deal + 1)] });
    }

    /// Adds all of another, and says whether none was there before.
    pub fn join(&mut self, other: &Deals) -> bool {
        let apart = self.count() + other.count();
        self.ranges.extend(&other.ranges);
        self.ranges.sort_unstable();
        let mut joined: Vec<(u64, u64)> = Vec::with_capacity(self.ranges.len());
        for (first, end) in self.ranges.drain(..) {
            match joined.last_mut() {
                Some(last) if first <= last.1 => last.1 = last.1.max(end),
                _ => joined.push((first, end)),
            }
        }
        self.ranges = joined;
        self.count() == apart
    }
}

impl PartLine {
    /// In how many blocks its deals are played.
    pub const fn blocks(&self) -> u64 {
        self.deals.div_ceil(BLOCK)
    }
}

impl Part {
    /// Nothing played yet.
    pub fn new(plan: &Plan) -> Part {
        let line = plan.game.line();
        let header = Header {
            senet_lab: FORMAT,
            senet: env!("CARGO_PKG_VERSION").to_owned(),
            game: line.id,
            rules: line.rules,
            experiment: plan.experiment.clone(),
            hash: plan.hash(),
        };
        let lines = plan.lines.iter().map(|line| PartLine {
            line: line.name.clone(),
            bots: line.bots.clone(),
            config: line.hash,
            data: line.ring.data(),
            deals: deals(plan.first_games(), line.seatings),
            done: Deals::default(),
            tally: Tally::default(),
        });
        Part { header, lines: lines.collect() }
    }

    /// Whether everything was played.
    pub fn is_whole(&self) -> bool {
        self.lines.iter().all(|line| line.done.fill(line.deals))
    }

    /// What stands for all that was done in the first game of the first line.
    pub fn first(&self) -> Option<Hash> {
        self.lines.first()?.tally.examples.first.map(|(_, print)| print)
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.lines.iter().map(|line| line.tally.games).sum()
    }

    /// All games together.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.lines.iter().for_each(|line| total.merge(&line.tally));
        total
    }

    /// As JSON Lines.
    pub fn write(&self) -> String {
        let line =
            |value: serde_json::Result<String>| value.expect("figures are plain data") + "\n";
        let mut text = line(serde_json::to_string(&self.header));
        self.lines.iter().for_each(|own| text += &line(serde_json::to_string(own)));
        let seal = line(serde_json::to_string(&Seal { seal: hash(&text) }));
        text + &seal
    }

    /// Reads JSON Lines.
    pub fn read(name: &str, text: &str) -> Result<Part, LabError> {
        let wrong = |number: usize, reason: String| {
            LabError::Parts(format!("{name}, line {number}: {reason}"))
        };
        let mut all = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = all.next().ok_or_else(|| wrong(1, "the file is empty".to_owned()))?;
        let header: Header = serde_json::from_str(first)
            .map_err(|error| wrong(1, format!("this is no header of the lab: {error}")))?;
        if header.senet_lab != FORMAT {
            let reason = format!("it has format {}; this program reads {FORMAT}", header.senet_lab);
            return Err(wrong(1, reason));
        }
        let (sealed, last) = text.trim_end().rsplit_once('\n').unwrap_or_default();
        let seal = serde_json::from_str::<Seal>(last).ok().map(|own| own.seal);
        if seal != Some(hash(&format!("{sealed}\n"))) {
            let count = text.lines().count();
            return Err(wrong(count, "the file was cut, or changed by hand".to_owned()));
        }
        let lines = all.take(sealed.lines().count() - 1).map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| wrong(number, error.to_string()))
        });
        Ok(Part { header, lines: lines.collect::<Result<_, _>>()? })
    }

    /// Adds another part of the same experiment.
    pub fn join(&mut self, name: &str, other: &Part) -> Result<(), LabError> {
        let wrong = |reason: &str| Err(LabError::Parts(format!("{name}: {reason}")));
        if self.header != other.header || self.lines.len() != other.lines.len() {
            return wrong("it is of another experiment, or was played by another version");
        }
        for (own, more) in self.lines.iter_mut().zip(&other.lines) {
            let same = own.line == more.line && own.config == more.config && own.data == more.data;
            if !same {
                return wrong("it was played with other data");
            }
            if !own.done.join(&more.done) {
                return wrong("some of its games are in another part already");
            }
            own.deals = own.deals.max(more.deals);
            own.tally.merge(&more.tally);
        }
        Ok(())
    }
}

/// How many deals so many games need.
pub fn deals(games: u64, seatings: u64) -> u64 {
    games.div_ceil(seatings.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_are_kept_as_ranges() {
        let mut deals = Deals::default();
        for deal in [4, 0, 2, 1] {
            deals.add(deal);
        }
        assert_eq!(deals.ranges, [(0, 3), (4, 5)]);
        assert!(deals.lack(1..6).eq([3, 5]) && !deals.fill(3));
        deals.add(3);
        assert!(deals.fill(5));
        assert!(!deals.clone().join(&deals));
    }
}
