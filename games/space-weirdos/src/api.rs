//! The one door for hosts: JSON in, JSON out. The command line, the server and the browser share
//! it, so that they cannot differ.
//!
//! Every method is a function with a typed request and response; [`call`] finds it by name, and
//! [`schemas`] describes all of them.
//!
//! ```
//! use senet_space_weirdos::api;
//!
//! let answer = api::call_text("random", r#"{ "points": 75, "seed": "a table" }"#);
//! assert!(answer.starts_with(r#"{"ok":"#));
//! ```

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, schema_for};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::Rules;
use crate::catalogue::{
    AbilityEntry, Attribute, AttributeEntry, Catalogue, Item, Limits, List, Role,
};
use crate::cost::{self, CostBreakdown};
use crate::document::{Slot, Warband, Weirdo};
use crate::edit::{self, Edit, EditRefused, Offer};
use crate::file::{self, Import, Note, Paper, Refusal, Roster, Stat, stat_line, tag_words};
use crate::profile::Profile;
use crate::solver::{
    self, AbilityChoice, Arms, Completion, Filter, Fixes, Order, Refused, Spending, Stop, Telling,
    Wish,
};
use crate::validate::{Advice, Badge, Costs, Finding, ValidationResult};

/// Which house rules hold: a profile by its id, or one of the table's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HouseRules {
    /// An embedded profile: `core`, `one-each`.
    Named(String),
    /// The table's own.
    Own(Profile),
}

/// Why a call was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[error("{message}")]
pub struct Fault {
    /// A stable code.
    pub code: String,
    /// One sentence for a person.
    pub message: String,
}

impl Fault {
    fn new(code: &str, message: impl std::fmt::Display) -> Fault {
        Fault { code: code.to_owned(), message: message.to_string() }
    }

    /// The code of a refusal is the tag that it is written with.
    fn of(refusal: &(impl Serialize + std::fmt::Display)) -> Fault {
        let written = serde_json::to_value(refusal).unwrap_or_default();
        let code = written.get("code").and_then(Value::as_str).unwrap_or("refused");
        Fault::new(code, refusal)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::of(&refusal)
    }
}

impl From<Refused> for Fault {
    fn from(refusal: Refused) -> Fault {
        Fault::of(&refusal)
    }
}

impl From<EditRefused> for Fault {
    fn from(refusal: EditRefused) -> Fault {
        Fault::of(&refusal)
    }
}

/// The rules of a table.
pub fn rules(house_rules: Option<&HouseRules>) -> Result<Rules, Fault> {
    match house_rules {
        None => Ok(Rules::core()),
        Some(HouseRules::Named(id)) => match Profile::named(id) {
            Some(profile) => Ok(Rules::with(profile.clone())),
            None => Err(Fault::new("unknown_profile", format!("There is no profile {id}."))),
        },
        Some(HouseRules::Own(profile)) => {
            profile.check().map_err(|faults| Fault::new("bad_profile", faults))?;
            Ok(Rules::with(profile.clone()))
        }
    }
}

/// A warband as a host sends it, with everything that was not taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What was read.
    pub warband: Warband,
    /// What was changed or left out.
    pub notes: Vec<Note>,
}

impl From<Warband> for Document {
    fn from(warband: Warband) -> Document {
        Document { warband, notes: Vec::new() }
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Document, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let Import { warband, notes, .. } =
            file::read::document(Catalogue::core(), value).map_err(serde::de::Error::custom)?;
        Ok(Document { warband, notes })
    }
}

impl JsonSchema for Document {
    fn inline_schema() -> bool {
        Warband::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        Warband::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Warband::json_schema(generator)
    }
}

/// A request about one warband.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct About {
    /// The warband.
    pub warband: Document,
    /// House rules; the core rules where absent.
    #[serde(default)]
    pub house_rules: Option<HouseRules>,
    /// Whether advice is given.
    #[serde(default)]
    pub advice: Advice,
}

/// A request about nothing but the rules themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RulesAsk {
    /// House rules; the core rules where absent.
    pub house_rules: Option<HouseRules>,
}

/// What there is to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogueAnswer {
    /// The attributes with their levels.
    pub attributes: Vec<AttributeEntry>,
    /// Close combat weapons.
    pub close_combat_weapons: Vec<Priced>,
    /// Ranged weapons.
    pub ranged_weapons: Vec<Priced>,
    /// Equipment.
    pub equipment: Vec<Priced>,
    /// Psychic powers.
    pub psychic_powers: Vec<Priced>,
    /// Leader traits.
    pub leader_traits: Vec<Item>,
    /// Warband abilities.
    pub warband_abilities: Vec<AbilityEntry>,
    /// What each ability makes of each level, in the order of attributes and levels; the first
    /// is without an ability.
    pub level_prices: Vec<AbilityPrices>,
    /// The limits.
    pub limits: Limits,
    /// The embedded profiles.
    pub profiles: Vec<Profile>,
    /// The version of the program that says all this.
    pub version: String,
}

/// The prices of all levels under one ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AbilityPrices {
    /// The ability's id; null for none.
    pub ability: Option<String>,
    /// By attribute and level.
    pub levels: Vec<[u32; 3]>,
    /// The most equipment of a leader.
    pub leader_equipment: u32,
    /// The most equipment of a trooper.
    pub trooper_equipment: u32,
}

/// An item with its price under every ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Priced {
    /// The item.
    #[serde(flatten)]
    pub item: Item,
    /// Its facts in words.
    pub facts: Vec<String>,
    /// Its price without an ability and with each one, in the catalogue's order.
    pub prices: Vec<u32>,
}

/// What there is to choose, with every price.
pub fn catalogue(ask: &RulesAsk) -> Result<CatalogueAnswer, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    let catalogue = rules.catalogue();
    let abilities = || std::iter::once(None).chain(catalogue.abilities().map(Some));
    let priced = |list: List| -> Vec<Priced> {
        let item = |item: &Item| Priced {
            item: item.clone(),
            facts: tag_words(item),
            prices: abilities().map(|a| cost::listed(catalogue, list, item, a)).collect(),
        };
        catalogue.items(list).iter().map(item).collect()
    };
    let level_prices = abilities().map(|ability| AbilityPrices {
        ability: ability.map(|ability| catalogue.ability(ability).id.clone()),
        levels: catalogue.prices(ability).levels.to_vec(),
        leader_equipment: catalogue.equipment_limit(Role::Leader, ability),
        trooper_equipment: catalogue.equipment_limit(Role::Trooper, ability),
    });
    Ok(CatalogueAnswer {
        attributes: Attribute::ALL.map(|a| catalogue.attribute(a).clone()).to_vec(),
        close_combat_weapons: priced(List::CloseCombatWeapons),
        ranged_weapons: priced(List::RangedWeapons),
        equipment: priced(List::Equipment),
        psychic_powers: priced(List::PsychicPowers),
        leader_traits: catalogue.traits().to_vec(),
        warband_abilities: catalogue.abilities().map(|a| catalogue.ability(a).clone()).collect(),
        level_prices: level_prices.collect(),
        limits: Limits {
            warband_points: rules.point_limits().to_vec(),
            ..catalogue.limits().clone()
        },
        profiles: Profile::embedded().to_vec(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}

/// A member with all that a card shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberAnswer {
    /// Its id.
    pub id: String,
    /// Its slot: `leader` or `troopers[2]`.
    pub slot: String,
    /// What it is called.
    pub name: String,
    /// The most that it may cost now.
    pub limit: u32,
    /// How its cost stands to that.
    pub badge: Badge,
    /// Whether it holds the premium slot.
    pub holds_premium_slot: bool,
    /// The most equipment that it may carry.
    pub equipment_limit: u32,
    /// The five attributes with bonuses.
    pub stats: Vec<Stat>,
    /// What it costs, line by line.
    pub cost: CostBreakdown,
}

/// Everything about a warband, for a screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The warband as it was understood: ids for names, types filled in.
    pub warband: Warband,
    /// What it costs.
    pub cost: u32,
    /// Its point limit, where that is legal.
    pub limit: Option<u32>,
    /// How the total stands to the limit.
    pub badge: Option<Badge>,
    /// Whether it is legal.
    pub valid: bool,
    /// What is wrong.
    pub errors: Vec<Finding>,
    /// What is near a limit, or odd.
    pub warnings: Vec<Finding>,
    /// Leader and troopers.
    pub members: Vec<MemberAnswer>,
    /// One-click repairs.
    pub offers: Vec<Offer>,
    /// What was not taken over from the document that was sent.
    pub notes: Vec<Note>,
}

fn report(
    rules: &Rules,
    warband: &Warband,
    notes: &[Note],
    advice: Advice,
    telling: &mut Telling<'_>,
) -> Result<Report, Fault> {
    let ValidationResult { valid, errors, warnings } =
        rules.validate_until(warband, advice, telling)?;
    let costs = Costs::of(rules, warband);
    Ok(Report {
        cost: costs.total(),
        limit: rules.point_limit(warband),
        badge: rules.badge(warband),
        valid,
        offers: edit::offers_for(warband, &errors),
        errors,
        warnings,
        members: members(rules, warband, &costs, telling)?,
        notes: notes.to_vec(),
        warband: warband.clone(),
    })
}

fn members(
    rules: &Rules,
    warband: &Warband,
    costs: &Costs,
    telling: &mut Telling<'_>,
) -> Result<Vec<MemberAnswer>, Fault> {
    let catalogue = rules.catalogue();
    let ability = cost::ability(catalogue, warband);
    let member = |(place, (slot, weirdo)): (usize, (Slot, &Weirdo))| {
        let measure = costs.measure(catalogue.limits(), place);
        let member = MemberAnswer {
            id: weirdo.id.clone(),
            slot: slot.to_string(),
            name: weirdo.called(slot),
            limit: measure.limit,
            badge: measure.badge(catalogue.limits()),
            holds_premium_slot: costs.holder() == Some(place),
            equipment_limit: catalogue
                .equipment_limit(slot.role().unwrap_or(Role::Trooper), ability),
            stats: stat_line(catalogue, weirdo).to_vec(),
            cost: cost::breakdown(catalogue, weirdo, ability),
        };
        telling.thing(&member)?;
        Ok(member)
    };
    warband.members().enumerate().map(member).collect()
}

/// Checks a warband and says everything about it.
pub fn check(about: &About) -> Result<Report, Fault> {
    check_until(about, &Stop::never())
}

fn check_until(about: &About, stop: &Stop) -> Result<Report, Fault> {
    let rules = rules(about.house_rules.as_ref())?;
    let Document { warband, notes } = &about.warband;
    report(&rules, warband, notes, about.advice, &mut Telling::new(stop))
}

/// What a warband costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CostAnswer {
    /// All members together.
    pub total: u32,
    /// Leader and troopers.
    pub members: Vec<MemberAnswer>,
}

/// Prices a warband, line by line.
pub fn cost(about: &About) -> Result<CostAnswer, Fault> {
    cost_until(about, &Stop::never())
}

fn cost_until(about: &About, stop: &Stop) -> Result<CostAnswer, Fault> {
    let rules = rules(about.house_rules.as_ref())?;
    let warband = &about.warband.warband;
    let costs = Costs::of(&rules, warband);
    let members = members(&rules, warband, &costs, &mut Telling::new(stop))?;
    Ok(CostAnswer { total: costs.total(), members })
}

/// A completion to make.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CompleteAsk {
    /// What to complete, and how.
    pub order: Order,
    /// House rules; the core rules where absent.
    #[serde(default)]
    pub house_rules: Option<HouseRules>,
}

/// Completes a warband to exactly so many points, or proves that it cannot be done.
pub fn complete(ask: &CompleteAsk) -> Result<Completion, Fault> {
    complete_until(ask, &Stop::never())
}

fn complete_until(ask: &CompleteAsk, stop: &Stop) -> Result<Completion, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    Ok(solver::complete_until(&rules, &ask.order, stop)?)
}

/// A warband to draw.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RandomAsk {
    /// The point limit, which is also the exact cost.
    pub points: u32,
    /// The ability by id or name, `none`, or absent for all abilities together.
    #[serde(default)]
    pub ability: Option<String>,
    /// What must hold.
    #[serde(default)]
    pub wishes: Vec<Wish>,
    /// How many weapons the solver gives.
    #[serde(default)]
    pub arms: Arms,
    /// The same seed gives the same warband.
    #[serde(default)]
    pub seed: String,
    /// House rules; the core rules where absent.
    #[serde(default)]
    pub house_rules: Option<HouseRules>,
}

/// Draws a warband, all legal ones equally likely.
pub fn random(ask: &RandomAsk) -> Result<Completion, Fault> {
    random_until(ask, &Stop::never())
}

fn random_until(ask: &RandomAsk, stop: &Stop) -> Result<Completion, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    let wanted = (ask.points, ask.ability.as_deref(), &ask.wishes[..], ask.arms);
    Ok(solver::random_until(&rules, wanted, &ask.seed, stop)?)
}

/// A warband to mend.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FixAsk {
    /// The warband.
    pub warband: Warband,
    /// Another limit to play it at.
    #[serde(default)]
    pub point_limit: Option<u32>,
    /// House rules; the core rules where absent.
    #[serde(default)]
    pub house_rules: Option<HouseRules>,
}

/// The best three fixes.
pub fn fix(ask: &FixAsk) -> Result<Fixes, Fault> {
    fix_until(ask, &Stop::never())
}

fn fix_until(ask: &FixAsk, stop: &Stop) -> Result<Fixes, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    Ok(solver::fix_until(&rules, &ask.warband, ask.point_limit, stop)?)
}

/// The warband under each ability.
pub fn best_ability(about: &About) -> Result<Vec<AbilityChoice>, Fault> {
    best_ability_until(about, &Stop::never())
}

fn best_ability_until(about: &About, stop: &Stop) -> Result<Vec<AbilityChoice>, Fault> {
    let rules = rules(about.house_rules.as_ref())?;
    Ok(solver::best_ability_until(&rules, &about.warband.warband, stop)?)
}

/// Points to spend.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SpendAsk {
    /// A legal warband.
    pub warband: Warband,
    /// How many upgrades are listed, 1000 at most; 100 where absent.
    #[serde(default)]
    pub most: Option<usize>,
    /// House rules; the core rules where absent.
    #[serde(default)]
    pub house_rules: Option<HouseRules>,
}

/// What can be had for the points left.
pub fn spend(ask: &SpendAsk) -> Result<Spending, Fault> {
    spend_until(ask, &Stop::never())
}

fn spend_until(ask: &SpendAsk, stop: &Stop) -> Result<Spending, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    let most = ask.most.unwrap_or(100).min(1000);
    Ok(solver::spend_until(&rules, &ask.warband, most, stop)?)
}

/// How many warbands there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountAnswer {
    /// Legal warbands of exactly so many points, as digits.
    pub warbands: String,
    /// Ways to divide the points among weirdos.
    pub cost_profiles: u64,
}

/// Counts the warbands that [`random`] draws from.
pub fn count(ask: &RandomAsk) -> Result<CountAnswer, Fault> {
    count_until(ask, &Stop::never())
}

fn count_until(ask: &RandomAsk, stop: &Stop) -> Result<CountAnswer, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    let catalogue = rules.catalogue();
    let ability = ask.ability.as_deref();
    let (points, wishes) = (ask.points, &ask.wishes);
    let warbands = solver::count_drawn_until(&rules, points, ability, wishes, ask.arms, stop)?;
    let least = Weirdo::new("", "", Role::Trooper);
    let least = cost::weirdo(catalogue, &least, None);
    Ok(CountAnswer {
        warbands: warbands.to_string(),
        cost_profiles: solver::count_profiles(catalogue.limits(), least, ask.points),
    })
}

/// A part of a list of loadouts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EnumerateAsk {
    /// Which loadouts.
    pub filter: Filter,
    /// The number of the first, counted from 0.
    #[serde(default)]
    pub from: u64,
    /// How many are made, 1000 at most; 20 where absent.
    #[serde(default)]
    pub most: Option<usize>,
    /// House rules; the core rules where absent.
    #[serde(default)]
    pub house_rules: Option<HouseRules>,
}

/// A part of a list of loadouts, and how long the list is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EnumerateAnswer {
    /// How many there are in all.
    pub count: u64,
    /// How many there are of each cost, from 0.
    pub by_cost: Vec<u64>,
    /// Those that were asked for.
    pub weirdos: Vec<Weirdo>,
}

/// Counts the loadouts of one weirdo, and makes some of them.
pub fn enumerate(ask: &EnumerateAsk) -> Result<EnumerateAnswer, Fault> {
    enumerate_until(ask, &Stop::never())
}

fn enumerate_until(ask: &EnumerateAsk, stop: &Stop) -> Result<EnumerateAnswer, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    let loadouts = solver::enumerate(&rules, &ask.filter)?;
    let most = ask.most.unwrap_or(20).min(1000);
    let made = loadouts.iter(ask.from).take(most).map(|weirdo| stop.check().map(|()| weirdo));
    Ok(EnumerateAnswer {
        count: loadouts.count(),
        by_cost: loadouts.by_cost(),
        weirdos: made.collect::<Result<_, Refused>>()?,
    })
}

/// Edits to make.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditAsk {
    /// The warband before.
    pub warband: Document,
    /// The edits, all or none.
    pub edits: Vec<Edit>,
    /// House rules; the core rules where absent.
    #[serde(default)]
    pub house_rules: Option<HouseRules>,
}

/// Makes edits and reports on what came of them.
pub fn edit(ask: &EditAsk) -> Result<Report, Fault> {
    edit_until(ask, &Stop::never())
}

fn edit_until(ask: &EditAsk, stop: &Stop) -> Result<Report, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    let Document { warband, notes } = &ask.warband;
    let (mut warband, mut telling) = (warband.clone(), Telling::new(stop));
    for edit in &ask.edits {
        telling.more(edit::growth(&warband, edit))?;
        edit::apply(&rules, &mut warband, edit)?;
    }
    report(&rules, &warband, notes, Advice::On, &mut telling)
}

/// A new warband, with its report.
pub fn create(ask: &RulesAsk) -> Result<Report, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    report(&rules, &Warband::new(), &[], Advice::On, &mut Telling::new(&Stop::never()))
}

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportAsk {
    /// JSON of either format, or a share code.
    pub text: String,
    /// Names of warbands that are there already; a clash gets " (2)".
    #[serde(default)]
    pub taken_names: Vec<String>,
}

/// Reads a file.
pub fn import(ask: &ImportAsk) -> Result<Import, Fault> {
    let mut import = file::import(Catalogue::core(), &ask.text)?;
    let taken = ask.taken_names.iter().map(String::as_str);
    import.warband.name = file::free_name(&import.warband.name, taken);
    Ok(import)
}

/// The shapes that a warband can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// Canonical JSON.
    Json,
    /// A share code.
    Code,
    /// A line for each weirdo.
    Short,
    /// Every price.
    Full,
    /// The printed sheet.
    Html,
}

/// A warband to write.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportAsk {
    /// The warband.
    pub warband: Warband,
    /// The shape.
    pub format: ExportFormat,
    /// The paper of the sheet.
    #[serde(default)]
    pub paper: Paper,
    /// House rules; the core rules where absent.
    #[serde(default)]
    pub house_rules: Option<HouseRules>,
}

/// A warband as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportAnswer {
    /// The text.
    pub text: String,
    /// What it is.
    pub media_type: String,
    /// Whether the warband is legal; where not, sheet and rosters say so.
    pub valid: bool,
    /// Of the sheet: which cards do not hold all that they should, a sentence each.
    pub overflows: Vec<String>,
}

/// Writes a warband.
pub fn export(ask: &ExportAsk) -> Result<ExportAnswer, Fault> {
    export_until(ask, &Stop::never())
}

fn export_until(ask: &ExportAsk, stop: &Stop) -> Result<ExportAnswer, Fault> {
    let rules = rules(ask.house_rules.as_ref())?;
    let warband = &ask.warband;
    if !matches!(ask.format, ExportFormat::Json | ExportFormat::Code) {
        // Rosters and sheets tell everything that is wrong, and every price.
        let mut telling = Telling::new(stop);
        rules.validate_until(warband, Advice::Off, &mut telling)?;
        members(&rules, warband, &Costs::of(&rules, warband), &mut telling)?;
    }
    let (text, media_type) = match ask.format {
        ExportFormat::Json => (file::write(warband), "application/json"),
        ExportFormat::Code => (file::encode(rules.catalogue(), warband), "text/plain"),
        ExportFormat::Short => (file::roster(&rules, warband, Roster::Short), "text/plain"),
        ExportFormat::Full => (file::roster(&rules, warband, Roster::Full), "text/plain"),
        ExportFormat::Html => (file::sheet(&rules, warband, ask.paper), "text/html"),
    };
    let overflows = match ask.format {
        ExportFormat::Html => file::overflows(&rules, warband),
        _ => Vec::new(),
    };
    let valid = rules.is_valid(warband);
    Ok(ExportAnswer { text, media_type: media_type.to_owned(), valid, overflows })
}

/// The names of all methods.
pub const METHODS: [&str; 14] = [
    "catalogue",
    "create",
    "check",
    "cost",
    "complete",
    "random",
    "fix",
    "best_ability",
    "spend",
    "count",
    "enumerate",
    "edit",
    "import",
    "export",
];

/// Calls a method by its name.
pub fn call(method: &str, request: Value) -> Result<Value, Fault> {
    call_until(method, request, &Stop::never())
}

/// The same, where a long question ends without an answer once it is enough.
pub fn call_until(method: &str, request: Value, stop: &Stop) -> Result<Value, Fault> {
    match method {
        "catalogue" => answer(request, catalogue),
        "create" => answer(request, create),
        "check" => answer(request, |ask| check_until(ask, stop)),
        "cost" => answer(request, |ask| cost_until(ask, stop)),
        "complete" => answer(request, |ask| complete_until(ask, stop)),
        "random" => answer(request, |ask| random_until(ask, stop)),
        "fix" => answer(request, |ask| fix_until(ask, stop)),
        "best_ability" => answer(request, |ask| best_ability_until(ask, stop)),
        "spend" => answer(request, |ask| spend_until(ask, stop)),
        "count" => answer(request, |ask| count_until(ask, stop)),
        "enumerate" => answer(request, |ask| enumerate_until(ask, stop)),
        "edit" => answer(request, |ask| edit_until(ask, stop)),
        "import" => answer(request, import),
        "export" => answer(request, |ask| export_until(ask, stop)),
        other => Err(Fault::new("unknown_method", format!("There is no method {other}."))),
    }
}

/// Calls a method with JSON text: `{"ok": …}` or `{"error": …}`. Nothing ever panics.
pub fn call_text(method: &str, request: &str) -> String {
    let answer = if file::MAX_BYTES < request.len() {
        let refusal = Refusal::TooLarge { bytes: request.len(), limit: file::MAX_BYTES };
        Err(Fault::from(refusal))
    } else {
        file::parse(request).map_err(Fault::from).and_then(|request| call(method, request))
    };
    let answer = match answer {
        Ok(value) => serde_json::json!({ "ok": value }),
        Err(fault) => serde_json::json!({ "error": fault }),
    };
    answer.to_string()
}

fn answer<Q: DeserializeOwned, A: Serialize>(
    request: Value,
    method: impl Fn(&Q) -> Result<A, Fault>,
) -> Result<Value, Fault> {
    let request: Q =
        serde_json::from_value(request).map_err(|error| Fault::new("bad_request", error))?;
    let answer = method(&request)?;
    serde_json::to_value(answer).map_err(|error| Fault::new("unwritable", error))
}

/// What a method takes and gives.
pub struct MethodSchema {
    /// Its name.
    pub method: &'static str,
    /// The schema of the request.
    pub request: Schema,
    /// The schema of the response.
    pub response: Schema,
}

/// The schemas of all methods, in the order of [`METHODS`].
pub fn schemas() -> Vec<MethodSchema> {
    let of = |method, request, response| MethodSchema { method, request, response };
    vec![
        of("catalogue", schema_for!(RulesAsk), schema_for!(CatalogueAnswer)),
        of("create", schema_for!(RulesAsk), schema_for!(Report)),
        of("check", schema_for!(About), schema_for!(Report)),
        of("cost", schema_for!(About), schema_for!(CostAnswer)),
        of("complete", schema_for!(CompleteAsk), schema_for!(Completion)),
        of("random", schema_for!(RandomAsk), schema_for!(Completion)),
        of("fix", schema_for!(FixAsk), schema_for!(Fixes)),
        of("best_ability", schema_for!(About), schema_for!(Vec<AbilityChoice>)),
        of("spend", schema_for!(SpendAsk), schema_for!(Spending)),
        of("count", schema_for!(RandomAsk), schema_for!(CountAnswer)),
        of("enumerate", schema_for!(EnumerateAsk), schema_for!(EnumerateAnswer)),
        of("edit", schema_for!(EditAsk), schema_for!(Report)),
        of("import", schema_for!(ImportAsk), schema_for!(Import)),
        of("export", schema_for!(ExportAsk), schema_for!(ExportAnswer)),
    ]
}
