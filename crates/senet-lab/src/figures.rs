//! The figures that texts rest on: whole numbers with the experiment that gave them, as a small file
//! that is kept beside the texts.
//!
//! Shares are in thousandths, so that rules, which know no fractions, can read them. The last line of the
//! file seals the rest: a figure that somebody changed by hand is noticed.

use std::collections::BTreeMap;

use senet_kernel::{Hash, hash};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::LabError;
use crate::part::{Header, Part, PartLine};
use crate::plan::{Line, Plan, leaves};
use crate::stats::{Estimate, wilson};

/// Figures and where they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// By what they can be had again.
    pub header: Header,
    /// The figures, line by line.
    pub rows: Vec<Row>,
    /// What stands for all of the above.
    pub seal: Hash,
}

/// The figures of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name.
    pub line: String,
    /// What it sets, by the path of each setting.
    pub settings: BTreeMap<String, Value>,
    /// The bots by seat.
    pub bots: Vec<String>,
    /// How many games there were.
    pub games: u64,
    /// Games that were won, by all together or by anybody, of a thousand, and its interval.
    pub won: [u64; 3],
    /// Games that nobody won, of a thousand, and its interval.
    pub drawn: [u64; 3],
    /// The share of the win of the first seat, of a thousand, with half of a draw counted as half a win, and
    /// its interval; none where all win together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<[u64; 3]>,
    /// The commands of half of the games, at most.
    pub commands: i64,
    /// The same of every number that the game counts.
    pub measures: BTreeMap<String, i64>,
    /// What stands for the data that was played by.
    pub data: Option<Hash>,
    /// What stands for all that was done in the first deal: where it goes another way today, bots or rules have
    /// changed, and the figures are to be measured again. None in files that were measured before it was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Hash>,
}

impl Figures {
    /// The figures of a whole run.
    pub fn of(plan: &Plan, part: &Part) -> Figures {
        let rows = plan.lines.iter().zip(&part.lines).map(|(line, own)| row(plan, line, own));
        let (header, rows) = (part.header.clone(), rows.collect::<Vec<_>>());
        let seal = seal(&header, &rows);
        Figures { header, rows, seal }
    }

    /// As text, a row a line.
    pub fn write(&self) -> String {
        let line = |value: serde_json::Result<String>| value.expect("figures are plain data");
        let rows: Vec<String> =
            self.rows.iter().map(|row| line(serde_json::to_string(row))).collect();
        format!(
            "{{\"header\":{},\n\"rows\":[\n{}\n],\n\"seal\":\"{}\"}}\n",
            line(serde_json::to_string(&self.header)),
            rows.join(",\n"),
            self.seal
        )
    }

    /// Reads figures, and notices what was changed by hand.
    pub fn read(name: &str, text: &str) -> Result<Figures, LabError> {
        let figures: Figures = serde_json::from_str(text)
            .map_err(|error| LabError::Parts(format!("{name}: {error}")))?;
        if figures.seal != seal(&figures.header, &figures.rows) {
            let sentence = "a figure was changed by hand; `cargo xtask figures` measures it again";
            return Err(LabError::Parts(format!("{name}: {sentence}")));
        }
        Ok(figures)
    }
}

fn seal(header: &Header, rows: &[Row]) -> Hash {
    let text = |value: serde_json::Result<String>| value.expect("figures are plain data");
    hash(&(text(serde_json::to_string(header)), text(serde_json::to_string(rows))))
}

fn row(plan: &Plan, line: &Line, own: &PartLine) -> Row {
    let tally = &own.tally;
    let mut settings: BTreeMap<String, Value> = BTreeMap::new();
    for (axis, place) in plan.axes.iter().zip(&line.places) {
        match &axis.path {
            Some(path) => {
                settings.insert(path.to_string(), axis.values[*place].0.clone());
            }
            None => {
                let entry = leaves(&plan.experiment.list[*place]);
                settings.extend(entry.into_iter().map(|(path, value)| (path.to_string(), value)));
            }
        }
    }
    settings.remove("name");
    let thousandths = |share: Estimate| {
        [share.value, share.low, share.high].map(|share| (share * 1000.0).round() as u64)
    };
    let won = match tally.is_together() {
        true => tally.won_together,
        false => tally.seats.iter().map(|standing| standing.won).sum(),
    };
    Row {
        line: own.line.clone(),
        settings,
        bots: own.bots.clone(),
        games: tally.games,
        won: thousandths(wilson(won, tally.games)),
        drawn: thousandths(tally.drawn()),
        share: (!tally.is_together()).then(|| thousandths(tally.share(0))),
        commands: tally.commands.percentile(50),
        measures: tally
            .measures
            .iter()
            .map(|(name, spread)| (name.clone(), spread.percentile(50)))
            .collect(),
        data: own.data,
        first: tally.examples.first.map(|(_, print)| print),
    }
}
