//! How even a battle is, for people who set one up: what was counted over battles of bots, and what would be more
//! even.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use senet_kernel::{Offer, Remark, read, read_toml};
use serde::Deserialize;

use crate::config::{Config, EventChoice, MissionChoice};
use crate::data::Data;
use crate::id::Id;

/// The shares of the win, of a thousand, that nobody needs to be told of.
const EVEN: RangeInclusive<u16> = 420..=580;

/// The same of draws.
const FEW_DRAWS: RangeInclusive<u16> = 0..=300;

/// By how much, of a thousand, an offer must be better to be one.
const BETTER: u16 = 50;

/// What all missions together are called among the shares.
const ALL: &str = "all";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// How many battles there were of each pairing in each mission.
    battles: usize,
    pairing: Vec<Pairing>,
}

/// Two factions against each other, from both sides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairing {
    factions: [Id; 2],
    /// What the first has of the win; none where both are the same.
    share: Option<Shares>,
    /// The battles that nobody won.
    drawn: Shares,
}

/// Of a thousand: over all missions, and in each.
type Shares = BTreeMap<String, u16>;

static FILE: LazyLock<File> = LazyLock::new(|| {
    let file = read_toml(include_str!("../data/pairings.toml")).and_then(|file| read(&file));
    file.expect("the figures that are built in are read by the tests")
});

/// What is far from even in a battle that is set up so. Of a designer's own data, and of sides that have an
/// advantage, nothing was counted.
pub(crate) fn remarks(config: &Config) -> Vec<Remark<Config>> {
    let [first, second] = config.factions;
    let pairing = FILE
        .pairing
        .iter()
        .find(|pairing| pairing.factions == [first, second] || pairing.factions == [second, first]);
    let counted = config.data.is_none() && config.advantage.is_none();
    let Some(pairing) = pairing.filter(|_| counted) else { return Vec::new() };
    lopsided(pairing, config).into_iter().chain(drawish(pairing, config)).collect()
}

/// One side wins far more often than the other.
fn lopsided(pairing: &Pairing, config: &Config) -> Option<Remark<Config>> {
    let mut shares = pairing.share.clone()?;
    let [mut ahead, mut behind] = pairing.factions.map(name);
    if shares.get(mission(config))? < &500 {
        shares.values_mut().for_each(|share| *share = 1000 - *share);
        std::mem::swap(&mut ahead, &mut behind);
    }
    let asked = Asked {
        config,
        shares: &shares,
        best: 500,
        fair: EVEN,
        told: &|share| format!("{ahead} have {share} of the wins against {behind}"),
        counts: ", a draw being half a win",
    };
    asked.remark()
}

/// Nobody wins, too often.
fn drawish(pairing: &Pairing, config: &Config) -> Option<Remark<Config>> {
    let [one, other] = pairing.factions.map(name);
    let who =
        if one == other { format!("{one} on both sides") } else { format!("{one} and {other}") };
    let asked = Asked {
        config,
        shares: &pairing.drawn,
        best: 0,
        fair: FEW_DRAWS,
        told: &|share| format!("{who} draw {share} of their battles"),
        counts: "",
    };
    asked.remark()
}

/// A figure of a battle that is set up.
struct Asked<'a> {
    config: &'a Config,
    shares: &'a Shares,
    /// Where it would be best.
    best: u16,
    /// Where it need not be told.
    fair: RangeInclusive<u16>,
    /// It in words.
    told: &'a dyn Fn(String) -> String,
    /// How it was counted.
    counts: &'a str,
}

impl Asked<'_> {
    /// Its sentence, where it is far from fair, with the mission in which it would be fairest.
    fn remark(&self) -> Option<Remark<Config>> {
        let share = *self.shares.get(mission(self.config))?;
        if self.far(share) == 0 {
            return None;
        }
        let (within, battles) = match self.config.mission {
            MissionChoice::Rolled => {
                ("all missions".to_owned(), FILE.battles * (self.shares.len() - 1))
            }
            MissionChoice::Chosen(id) => (mission_name(id.as_str()), FILE.battles),
        };
        let plain = self.config.traits.is_none() && self.config.event == EventChoice::Off;
        let beside = if plain { "" } else { ", commanders and battle events left out" };
        let text = format!(
            "{} in {within}: {battles} battles between normal bots{}{beside}.",
            (self.told)(percent(share)),
            self.counts
        );
        Some(Remark { text, offer: self.offer(share) })
    }

    /// The mission in which these two are nearest to the best, where that is better than what is set up.
    fn offer(&self, share: u16) -> Option<Offer<Config>> {
        let missions = self.shares.iter().filter(|(id, _)| *id != ALL);
        let (id, best) = missions.min_by_key(|(_, share)| share.abs_diff(self.best))?;
        if self.far(*best) + BETTER > self.far(share) {
            return None;
        }
        let name = format!("Play {}: {}", mission_name(id), percent(*best));
        let mission = MissionChoice::Chosen(Id::new(id)?);
        Some(Offer { name, config: Config { mission, ..self.config.clone() } })
    }

    /// How far from fair a share is.
    fn far(&self, share: u16) -> u16 {
        self.fair.start().saturating_sub(share) + share.saturating_sub(*self.fair.end())
    }
}

/// The name of the mission among the shares.
fn mission(config: &Config) -> &str {
    match &config.mission {
        MissionChoice::Rolled => ALL,
        MissionChoice::Chosen(id) => id.as_str(),
    }
}

fn name(id: Id) -> String {
    Data::standard().faction(id).map_or_else(|| id.words(), |faction| faction.name.clone())
}

fn mission_name(id: &str) -> String {
    let mission = Id::new(id).and_then(|id| Data::standard().mission(id));
    mission.map_or_else(|| id.to_owned(), |mission| mission.name.clone())
}

fn percent(thousandths: u16) -> String {
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(factions: [&str; 2], mission: &str) -> Config {
        let id = |text: &str| Id::new(text).unwrap();
        let mission = MissionChoice::try_from(mission.to_owned()).unwrap();
        Config { factions: factions.map(id), mission, ..Config::default() }
    }

    fn told(factions: [&str; 2], mission: &str) -> Vec<String> {
        remarks(&set_up(factions, mission)).into_iter().map(|remark| remark.text).collect()
    }

    #[test]
    fn a_battle_that_is_far_from_even_is_told_with_its_figures() {
        let all = told(["verdant_eye", "azure_blades"], "rolled");
        let [one] = &all[..] else { panic!("{all:?}") };
        assert!(one.starts_with(
            "Azure Blades have 75.6 % of the wins against Verdant Eye in all missions: 1536 battles"
        ));
        assert_eq!(all, told(["azure_blades", "verdant_eye"], "rolled"), "from either side");
        assert_eq!(told(["verdant_eye", "verdant_eye"], "control_center"), [""; 0]);
        let drawn = told(["ember_guard", "ember_guard"], "dead_zone");
        assert!(drawn[0].starts_with("Ember Guard on both sides draw "), "{drawn:?}");
    }

    /// Every pairing in every mission has its figures, and what is offered is better by them.
    #[test]
    fn what_is_offered_is_nearer_to_even() {
        let data = Data::standard();
        let missions = data.missions().iter().map(|mission| mission.id.as_str());
        let missions: Vec<&str> = missions.chain(["rolled"]).collect();
        for one in data.factions() {
            for other in data.factions() {
                let factions = [one.id.as_str(), other.id.as_str()];
                let counted = FILE.pairing.iter().find(|pairing| {
                    pairing.factions == [one.id, other.id] || pairing.factions == [other.id, one.id]
                });
                let counted = counted.unwrap_or_else(|| panic!("{factions:?}"));
                assert_eq!(counted.share.is_some(), one.id != other.id);
                for shares in counted.share.iter().chain([&counted.drawn]) {
                    assert!(shares.len() == 7 && shares.values().all(|share| *share <= 1000));
                }
                for mission in &missions {
                    for remark in remarks(&set_up(factions, mission)) {
                        let Some(offer) = remark.offer else { continue };
                        assert!(offer.config.check().is_ok() && offer.name.starts_with("Play "));
                        assert_ne!(offer.config, set_up(factions, mission));
                    }
                }
            }
        }
    }

    /// Where nothing was counted nothing is said, and what was left out of the count is.
    #[test]
    fn only_what_was_counted_is_told() {
        let config = set_up(["verdant_eye", "azure_blades"], "rolled");
        let id = |text| Id::new(text).unwrap();
        let led = Config { traits: Some([id("sniper"), id("sniper")]), ..config.clone() };
        assert!(remarks(&led)[0].text.ends_with(", commanders and battle events left out."));
        let own = Config { data: Some(Data::standard().clone()), ..config };
        assert!(remarks(&own).is_empty());
    }
}
