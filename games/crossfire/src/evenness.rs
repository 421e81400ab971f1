//! How even a battle is, for people who set one up: what was counted over battles of bots, and what would be more
//! even.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use senet_kernel::{Offer, Remark, Seat, read, read_toml};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::config::{AdvantageHeld, Config, EventChoice, MissionChoice};
use crate::data::{AdvantageKind, Data};
use crate::id::Id;

/// The shares of the win, of a thousand, that nobody needs to be told of.
const FAIR: RangeInclusive<u16> = 420..=580;

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

/// What the advantages of a campaign do for the side that is behind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Handicaps {
    handicap: Vec<Handicap>,
}

/// A side that has an advantage from the beginning, over all missions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Handicap {
    /// Who has it, and against whom.
    factions: [Id; 2],
    /// What that side then has of the win, of a thousand, by the advantage.
    share: BTreeMap<AdvantageKind, u16>,
}

/// Of a thousand: over all missions, and in each.
type Shares = BTreeMap<String, u16>;

/// What was counted with the game's own data.
static STANDARD: LazyLock<File> = LazyLock::new(|| file(include_str!("../data/pairings.toml")));

/// The same with the data of the rule set `even`.
static EVEN: LazyLock<File> = LazyLock::new(|| file(include_str!("../data/even/pairings.toml")));

/// What was counted of advantages with the game's own data.
static HANDICAPS: LazyLock<Handicaps> =
    LazyLock::new(|| file(include_str!("../data/handicaps.toml")));

fn file<T: DeserializeOwned>(text: &str) -> T {
    let file = read_toml(text).and_then(|file| read(&file));
    file.expect("the figures that are built in are read by the tests")
}

impl File {
    /// What was counted with the data that a battle plays by; nothing was with a designer's own, nor of sides
    /// that have an advantage.
    fn of(config: &Config) -> Option<&'static File> {
        if config.advantage.is_some() {
            return None;
        }
        let data = config.data().hash();
        let known = [(Data::standard(), &STANDARD), (Data::even(), &EVEN)];
        known.into_iter().find(|(own, _)| own.hash() == data).map(|(_, file)| &**file)
    }

    fn pairing(&self, [one, other]: [Id; 2]) -> Option<&Pairing> {
        let mut pairings = self.pairing.iter();
        pairings.find(|known| known.factions == [one, other] || known.factions == [other, one])
    }

    /// What the first of two factions has of the win against the second.
    fn shares(&self, factions: [Id; 2]) -> Option<Shares> {
        let pairing = self.pairing(factions)?;
        let mut shares = pairing.share.clone()?;
        if pairing.factions != factions {
            shares.values_mut().for_each(|share| *share = 1000 - *share);
        }
        Some(shares)
    }
}

/// What is far from even in a battle that is set up so, and what would be nearer to even.
pub(crate) fn remarks(config: &Config) -> Vec<Remark<Config>> {
    let Some(file) = File::of(config) else { return Vec::new() };
    lopsided(file, config).into_iter().flatten().chain(drawish(file, config)).collect()
}

/// One side wins far more often than the other; by other numbers it may not.
fn lopsided(file: &File, config: &Config) -> Option<Vec<Remark<Config>>> {
    let mut sides = config.factions;
    let mut shares = file.shares(sides)?;
    if shares.get(mission(config))? < &500 {
        sides.reverse();
        shares = file.shares(sides)?;
    }
    let [ahead, behind] = sides.map(name);
    let asked = Asked {
        file,
        config,
        shares: &shares,
        best: 500,
        fair: FAIR,
        told: &|share| format!("{ahead} have {share} of the wins against {behind}"),
        counts: ", a draw being half a win",
    };
    let others = [asked.by_even(&EVEN.shares(sides)?), asked.by_advantage(sides)];
    Some([asked.remark()?].into_iter().chain(others.into_iter().flatten()).collect())
}

/// Nobody wins, too often.
fn drawish(file: &File, config: &Config) -> Option<Remark<Config>> {
    let [one, other] = config.factions.map(name);
    let who =
        if one == other { format!("{one} on both sides") } else { format!("{one} and {other}") };
    let asked = Asked {
        file,
        config,
        shares: &file.pairing(config.factions)?.drawn,
        best: 0,
        fair: FEW_DRAWS,
        told: &|share| format!("{who} draw {share} of their battles"),
        counts: "",
    };
    asked.remark()
}

/// A figure of a battle that is set up.
struct Asked<'a> {
    file: &'a File,
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
        let battles = match self.config.mission {
            MissionChoice::Rolled => self.file.battles * (self.shares.len() - 1),
            MissionChoice::Chosen(_) => self.file.battles,
        };
        let plain = self.config.traits.is_none() && self.config.event == EventChoice::Off;
        let beside = if plain { "" } else { ", commanders and battle events left out" };
        let text = format!(
            "{} in {}: {battles} battles between normal bots{}{beside}.",
            (self.told)(percent(share)),
            self.within(),
            self.counts
        );
        Some(Remark { text, offer: self.offer(share) })
    }

    /// The same by the numbers of the rule set `even`, where that is nearer to fair.
    fn by_even(&self, shares: &Shares) -> Option<Remark<Config>> {
        let mission = mission(self.config);
        let (now, then) = (self.shares.get(mission)?, shares.get(mission)?);
        if !self.is_better(*then, *now) {
            return None;
        }
        let told = (self.told)(percent(*then));
        let text = format!("By the numbers of the rule set Even, {told} in {}.", self.within());
        let data = Some(Data::even().clone());
        let config = Config { data, ..self.config.clone() };
        Some(Remark { text, offer: Some(Offer { name: "Play by Even".to_owned(), config }) })
    }

    /// The same where the side behind has an advantage of a campaign from the beginning: the one that brings it
    /// nearest to fair. That was counted with the game's own data, over all missions.
    fn by_advantage(&self, sides: [Id; 2]) -> Option<Remark<Config>> {
        let counted = self.config.mission == MissionChoice::Rolled
            && self.config.data().hash() == Data::standard().hash();
        if !counted {
            return None;
        }
        let [ahead, behind] = sides;
        let mut known = HANDICAPS.handicap.iter();
        let handicap = known.find(|known| known.factions == [behind, ahead])?;
        let nearest = handicap.share.iter().min_by_key(|(_, share)| share.abs_diff(self.best));
        let (&advantage, &share) = nearest?;
        if !self.is_better(1000 - share, *self.shares.get(ALL)?) {
            return None;
        }
        let (behind_name, advantage_name) =
            (name(behind), &Data::standard().advantage(advantage)?.name);
        let told = (self.told)(percent(1000 - share));
        let within = self.within();
        let text = format!("Where {behind_name} have {advantage_name}, {told} in {within}.");
        let seat = if self.config.factions[0] == behind { Seat::FIRST } else { Seat::SECOND };
        let held = Some(AdvantageHeld { seat, advantage });
        let name = format!("Give {behind_name} {advantage_name}");
        let config = Config { advantage: held, ..self.config.clone() };
        Some(Remark { text, offer: Some(Offer { name, config }) })
    }

    /// Where it was counted.
    fn within(&self) -> String {
        match self.config.mission {
            MissionChoice::Rolled => "all missions".to_owned(),
            MissionChoice::Chosen(id) => mission_name(id.as_str()),
        }
    }

    /// The mission in which these two are nearest to the best, where that is better than what is set up.
    fn offer(&self, share: u16) -> Option<Offer<Config>> {
        let missions = self.shares.iter().filter(|(id, _)| *id != ALL);
        let (id, best) = missions.min_by_key(|(_, share)| share.abs_diff(self.best))?;
        if !self.is_better(*best, share) {
            return None;
        }
        let name = format!("Play {}: {}", mission_name(id), percent(*best));
        let mission = MissionChoice::Chosen(Id::new(id)?);
        Some(Offer { name, config: Config { mission, ..self.config.clone() } })
    }

    /// Whether one share is so much nearer to fair than another that it is worth an offer.
    fn is_better(&self, one: u16, other: u16) -> bool {
        self.far(one) + BETTER <= self.far(other)
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
        let [one, even, helped] = &all[..] else { panic!("{all:?}") };
        assert!(one.starts_with(
            "Azure Blades have 75.6 % of the wins against Verdant Eye in all missions: 1536 battles"
        ));
        assert!(
            even.starts_with("By the numbers of the rule set Even, Azure Blades have "),
            "{even}"
        );
        assert!(helped.starts_with("Where Verdant Eye have Quick Start, Azure Blades have "));
        assert_eq!(all, told(["azure_blades", "verdant_eye"], "rolled"), "from either side");
        assert_eq!(told(["verdant_eye", "verdant_eye"], "control_center"), [""; 0]);
        let drawn = told(["ember_guard", "ember_guard"], "dead_zone");
        assert!(drawn[0].starts_with("Ember Guard on both sides draw "), "{drawn:?}");
    }

    /// An advantage is given to the side that is behind, wherever it sits.
    #[test]
    fn an_advantage_is_offered_to_the_side_behind() {
        for (factions, seat) in [
            (["verdant_eye", "grey_cloaks"], Seat::FIRST),
            (["grey_cloaks", "verdant_eye"], Seat::SECOND),
        ] {
            let offers = remarks(&set_up(factions, "rolled")).into_iter();
            let mut offers = offers.filter_map(|remark| remark.offer);
            let given = offers.find(|offer| offer.name == "Give Verdant Eye Quick Start");
            let advantage = AdvantageKind::QuickStart;
            assert_eq!(given.unwrap().config.advantage, Some(AdvantageHeld { seat, advantage }));
        }
        let chosen = remarks(&set_up(["verdant_eye", "grey_cloaks"], "dead_center"));
        assert!(chosen.iter().all(|remark| !remark.text.contains("Quick Start")), "not counted");
    }

    /// Every pairing in every mission has its figures, by the rule set `even` too, and what is offered is better by
    /// them.
    #[test]
    fn what_is_offered_is_nearer_to_even() {
        let data = Data::standard();
        let missions = data.missions().iter().map(|mission| mission.id.as_str());
        let missions: Vec<&str> = missions.chain(["rolled"]).collect();
        for (file, data) in [(&STANDARD, None), (&EVEN, Some(Data::even().clone()))] {
            for one in Data::standard().factions() {
                for other in Data::standard().factions() {
                    let factions = [one.id, other.id];
                    let counted = file.pairing(factions).unwrap_or_else(|| panic!("{factions:?}"));
                    assert_eq!(counted.share.is_some(), one.id != other.id);
                    for shares in counted.share.iter().chain([&counted.drawn]) {
                        assert!(shares.len() == 7 && shares.values().all(|share| *share <= 1000));
                    }
                    for mission in &missions {
                        let config = set_up([one.id.as_str(), other.id.as_str()], mission);
                        check_offers(&Config { data: data.clone(), ..config });
                    }
                }
            }
        }
    }

    /// What is offered can be played, and is nearer to even where shares of that were counted.
    fn check_offers(config: &Config) {
        let far = |config: &Config| {
            let shares = File::of(config).unwrap().shares(config.factions);
            let share = shares.map_or(500, |shares| shares[mission(config)]);
            FAIR.start().saturating_sub(share) + share.saturating_sub(*FAIR.end())
        };
        for remark in remarks(config) {
            let Some(offer) = remark.offer else { continue };
            assert!(offer.config.check().is_ok());
            assert_ne!(offer.config, *config);
            let counted = File::of(&offer.config).is_some() && !remark.text.contains(" draw ");
            assert!(!counted || far(&offer.config) < far(config), "{}", remark.text);
        }
    }

    /// Where nothing was counted nothing is said, and what was left out of the count is.
    #[test]
    fn only_what_was_counted_is_told() {
        let config = set_up(["verdant_eye", "azure_blades"], "rolled");
        let id = |text| Id::new(text).unwrap();
        let led = Config { traits: Some([id("sniper"), id("sniper")]), ..config.clone() };
        assert!(remarks(&led)[0].text.ends_with(", commanders and battle events left out."));
        let factions = include_str!("../data/factions.toml").replace("range = 2", "range = 3");
        let files = [("factions.toml".to_owned(), factions)];
        let own = Config { data: Some(Data::new(&files).unwrap().into()), ..config };
        assert!(remarks(&own).is_empty());
    }
}
