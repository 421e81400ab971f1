//! The whole of `senet warband`, as a function from words and a file's text to text.
//!
//! The host reads the file or standard input, gives a fresh seed where one is needed, writes what
//! comes back, and ends with the exit code: 0 for a legal list, 1 for an illegal one (or no answer),
//! 2 for what could not be read.

use std::fmt::Write as _;

use senet_kernel::{visible, visible_json, visible_lines};

use crate::api::{self, ExportAsk, ExportFormat, HouseRules};
use crate::catalogue::Role;
use crate::cost;
use crate::document::Warband;
use crate::edit;
use crate::file::{self, Format as FileFormat, Paper, Roster, loadout_line, trait_name};
use crate::solver::{self, Arms, Completion, Filter, Found, Order, Wish};
use crate::validate::Advice;
use crate::words;
use crate::{Catalogue, Rules};

/// Build, check, mend, complete and print the warbands of Space Weirdos
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq, clap::Subcommand)]
pub enum Verb {
    /// Write a new warband with a legal leader
    New(New),
    /// Change a warband, one sentence for each edit
    Edit(EditList),
    /// Say what is wrong, near a limit or odd
    Check(Check),
    /// Price every weirdo, line by line
    Cost(Asked),
    /// Print the roster
    Show(Written),
    /// Fill the list to exactly its limit
    Complete(Complete),
    /// Find the cheapest ways to make the list legal
    Fix(FixList),
    /// List what the points left can buy
    Spend(Spend),
    /// Compare the list under every ability
    Ability(Asked),
    /// Draw a legal warband, all equally likely
    Random(Random),
    /// Count the warbands that random draws from
    Count(Count),
    /// List the loadouts of one weirdo
    Enumerate(Enumerate),
    /// Write canonical JSON, or another format
    Export(Written),
    /// Read another builder's export, a share code or a share link
    Import(Written),
}

/// What to write of a warband.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Lines for people.
    Text,
    /// JSON.
    Json,
    /// The printed sheet.
    Html,
    /// A share code.
    Code,
}

/// How to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Answer {
    /// Lines for people.
    #[default]
    Text,
    /// JSON.
    Json,
}

/// Which list, under which rules.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Source {
    /// The list: a JSON file, a share code or a share link; - is standard input
    pub file: String,
    /// House rules: core or one-each
    #[arg(long, value_name = "ID")]
    pub rules: Option<String>,
}

/// How a warband is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Shape {
    /// What to write; each command has its own default
    #[arg(long)]
    pub format: Option<Format>,
    /// As text: with every price
    #[arg(long)]
    pub full: bool,
    /// The paper of the printed sheet
    #[arg(long, default_value = "a4")]
    pub paper: Paper,
}

/// A list to write.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Written {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    shape: Shape,
}

/// A question about a list.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Asked {
    #[command(flatten)]
    source: Source,
    /// How to answer
    #[arg(long, default_value = "text")]
    format: Answer,
}

/// A new list.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct New {
    /// Its name
    #[arg(long)]
    name: Option<String>,
    /// Its point limit
    #[arg(long, value_name = "N", default_value_t = 75)]
    points: u32,
    /// Its ability
    #[arg(long, value_name = "NAME", default_value = "none")]
    ability: String,
    #[command(flatten)]
    shape: Shape,
}

/// Edits to make.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct EditList {
    #[command(flatten)]
    source: Source,
    /// Edits in words, such as "add trooper Bo" and "Bo: speed 2, add Medkit"
    #[arg(required = true, value_name = "EDIT")]
    edits: Vec<String>,
    /// Write the list back into its file
    #[arg(long)]
    save: bool,
    #[command(flatten)]
    shape: Shape,
}

/// A list to check.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Check {
    #[command(flatten)]
    asked: Asked,
    /// Without advice
    #[arg(long)]
    strict: bool,
}

/// What must hold of warbands that are searched for.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Wishes {
    /// shooters=2, psychics=1, medkit=1, bodies=5..8, only=a,b, without=a,b, no-repeats, no-premium
    #[arg(long = "wish", value_name = "WISH", value_parser = Wish::parse)]
    wishes: Vec<Wish>,
    /// One weapon of each kind, or any number
    #[arg(long, default_value = "one")]
    arms: Arms,
}

/// A list to complete.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Complete {
    #[command(flatten)]
    source: Source,
    /// The exact cost; the point limit where absent
    #[arg(long, value_name = "N")]
    points: Option<u32>,
    /// What may be changed, such as leader, troopers[2].equipment, or * for all
    #[arg(long, value_name = "PATH")]
    open: Vec<String>,
    #[command(flatten)]
    wishes: Wishes,
    /// The same seed gives the same warband; a fresh one where absent
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    #[command(flatten)]
    shape: Shape,
}

/// A list to mend.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct FixList {
    #[command(flatten)]
    asked: Asked,
    /// Another limit to play it at
    #[arg(long, value_name = "N")]
    points: Option<u32>,
    /// Write the warband as JSON, mended in the best way
    #[arg(long)]
    apply: bool,
}

/// Points to spend.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Spend {
    #[command(flatten)]
    asked: Asked,
    /// How many upgrades are listed
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
    /// Write the warband as JSON, with this upgrade of the list
    #[arg(long, value_name = "N")]
    take: Option<usize>,
}

/// A warband to draw.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Random {
    #[command(flatten)]
    drawn: Drawn,
    /// The same seed gives the same warband; a fresh one where absent
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
    #[command(flatten)]
    shape: Shape,
}

/// Warbands to draw from.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Drawn {
    /// The point limit, which is also the exact cost
    #[arg(long, value_name = "N", default_value_t = 75)]
    points: u32,
    /// An ability, or none; all together where absent
    #[arg(long, value_name = "NAME")]
    ability: Option<String>,
    #[command(flatten)]
    wishes: Wishes,
    /// House rules: core or one-each
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
}

/// Warbands to count.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Count {
    #[command(flatten)]
    drawn: Drawn,
    /// How to answer
    #[arg(long, default_value = "text")]
    format: Answer,
}

/// Loadouts to list.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct Enumerate {
    /// Leader or trooper
    #[arg(long, default_value = "trooper")]
    role: Role,
    /// The warband's ability
    #[arg(long, value_name = "NAME")]
    ability: Option<String>,
    /// The least that it costs
    #[arg(long, value_name = "N", default_value_t = 0)]
    min: u32,
    /// The most that it costs
    #[arg(long, value_name = "N")]
    max: Option<u32>,
    #[command(flatten)]
    wishes: Wishes,
    /// The number of the first, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// How many are listed
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
    /// House rules: core or one-each
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// How to answer
    #[arg(long, default_value = "text")]
    format: Answer,
}

/// What the host does for a command.
pub trait Host {
    /// The text of a file; `-` is standard input.
    fn read(&self, file: &str) -> Result<String, String>;
    /// A seed that nobody can foresee.
    fn fresh_seed(&self) -> String;
}

/// What the host writes and how it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// For standard output.
    pub text: String,
    /// For standard error: notes and refusals.
    pub notes: String,
    /// What to write into a file: its name and its text.
    pub save: Option<(String, String)>,
    /// 0 legal, 1 illegal or not found, 2 not understood.
    pub exit_code: u8,
}

impl Output {
    fn refused(reason: impl std::fmt::Display) -> Output {
        Output { notes: format!("{reason}\n"), exit_code: 2, ..Output::default() }
    }

    fn told(text: String, exit_code: u8) -> Output {
        Output { text, exit_code, ..Output::default() }
    }

    fn json(value: &impl serde::Serialize, exit_code: u8) -> Output {
        let json = serde_json::to_string_pretty(value);
        let json = json.map_or_else(|error| error.to_string(), |json| json + "\n");
        Output::told(json, exit_code)
    }
}

/// Runs a command. Nothing that a list says commands the terminal that shows it.
pub fn run(args: &Args, host: &impl Host) -> Output {
    let mut output = done(&args.verb, host).unwrap_or_else(Output::refused);
    let json = output.text.starts_with(['{', '[']);
    let text = if json { visible_json(&output.text) } else { visible_lines(&output.text) };
    output.text = text.into_owned();
    output.notes = visible_lines(&output.notes).into_owned();
    output
}

fn done(verb: &Verb, host: &impl Host) -> Result<Output, String> {
    match verb {
        Verb::New(new) => create(new),
        Verb::Edit(list) => with_list(&list.source, host, |rules, band| edited(rules, list, band)),
        Verb::Check(list) => {
            with_list(&list.asked.source, host, |r, band| Ok(check(r, list, band)))
        }
        Verb::Cost(list) => with_list(&list.source, host, |rules, band| priced(rules, list, band)),
        Verb::Show(list) => with_list(&list.source, host, |rules, band| {
            written(rules, &list.shape, &band, Format::Text)
        }),
        Verb::Export(list) => with_list(&list.source, host, |rules, band| {
            written(rules, &list.shape, &band, Format::Json)
        }),
        Verb::Import(list) => imported(list, host),
        Verb::Complete(list) => {
            with_list(&list.source, host, |rules, band| complete(rules, list, band, host))
        }
        Verb::Fix(list) => {
            with_list(&list.asked.source, host, |rules, band| fix(rules, list, &band))
        }
        Verb::Spend(list) => {
            with_list(&list.asked.source, host, |rules, band| spend(rules, list, &band))
        }
        Verb::Ability(list) => {
            with_list(&list.source, host, |rules, band| compare(rules, list, &band))
        }
        Verb::Random(drawn) => random(drawn, host),
        Verb::Count(drawn) => count(drawn),
        Verb::Enumerate(filter) => enumerate(filter),
    }
}

fn rules_named(id: Option<&String>) -> Result<Rules, String> {
    let named = id.cloned().map(HouseRules::Named);
    api::rules(named.as_ref()).map_err(|fault| fault.to_string())
}

fn listed(source: &Source, host: &impl Host) -> Result<file::Import, String> {
    // A code or a link may stand where a file's name does.
    let text = match file::code_in(&source.file) {
        Some(code) => code.to_owned(),
        None => host.read(&source.file)?,
    };
    file::import(Catalogue::core(), &text).map_err(|refusal| refusal.to_string())
}

/// Reads the list, tells what was not taken over, and goes on with the rest.
fn with_list(
    source: &Source,
    host: &impl Host,
    work: impl FnOnce(&Rules, Warband) -> Result<Output, String>,
) -> Result<Output, String> {
    let rules = rules_named(source.rules.as_ref())?;
    let import = listed(source, host)?;
    let mut output = work(&rules, import.warband)?;
    output.notes.insert_str(0, &notes(&import.notes));
    Ok(output)
}

fn notes(notes: &[file::Note]) -> String {
    let line = |note: &file::Note| format!("{}  [{}]\n", note.sentence, note.field);
    notes.iter().map(line).collect()
}

fn imported(list: &Written, host: &impl Host) -> Result<Output, String> {
    let rules = rules_named(list.source.rules.as_ref())?;
    let import = listed(&list.source, host)?;
    let from = match import.format {
        FileFormat::Native => "our own format",
        FileFormat::Foreign => "another builder's export",
        FileFormat::Code => "a share code",
    };
    let mut output = written(&rules, &list.shape, &import.warband, Format::Json)?;
    output.notes.insert_str(0, &format!("{}Read from {from}.\n", notes(&import.notes)));
    Ok(output)
}

fn create(new: &New) -> Result<Output, String> {
    let rules = Rules::core();
    let mut edits = vec![format!("points {}", new.points), format!("ability {}", new.ability)];
    edits.extend(new.name.as_ref().map(|name| format!("rename {name}")));
    let warband = made(&rules, Warband::new(), &edits)?;
    written(&rules, &new.shape, &warband, Format::Json)
}

/// Makes edits in words, one after the other: what one adds, the next may name.
fn made(rules: &Rules, mut warband: Warband, edits: &[String]) -> Result<Warband, String> {
    for text in edits {
        let edits = words::read(rules, &warband, text).map_err(|fault| fault.to_string())?;
        let changed = edit::apply_all(rules, &warband, &edits);
        warband = changed.map_err(|refused| format!("{}: {refused}", visible(text)))?;
    }
    Ok(warband)
}

fn edited(rules: &Rules, list: &EditList, warband: Warband) -> Result<Output, String> {
    let warband = made(rules, warband, &list.edits)?;
    let standing = standing(rules, &warband);
    if !list.save {
        let mut output = written(rules, &list.shape, &warband, Format::Json)?;
        output.notes = standing;
        return Ok(output);
    }
    let file = &list.source.file;
    if file == "-" || file::code_in(file).is_some() {
        return Err("There is no file to save to. Leave --save out.".to_owned());
    }
    Ok(Output {
        notes: standing,
        save: Some((file.clone(), file::write(&warband))),
        exit_code: legality(rules, &warband),
        ..Output::default()
    })
}

/// How a warband stands, in a line.
fn standing(rules: &Rules, warband: &Warband) -> String {
    let total = cost::warband(rules.catalogue(), warband);
    let limit = warband.point_limit.as_ref().map_or("?".to_owned(), cost::plain);
    let verdict = match rules.validate(warband).errors.len() {
        0 => "legal".to_owned(),
        1 => "not legal, 1 problem".to_owned(),
        count => format!("not legal, {count} problems"),
    };
    format!("{}: {total} of {} points, {verdict}\n", visible(&warband.name), visible(&limit))
}

fn legality(rules: &Rules, warband: &Warband) -> u8 {
    u8::from(!rules.is_valid(warband))
}

/// A warband in the format that was asked for. Illegal lists are marked, never held back.
fn written(
    rules: &Rules,
    shape: &Shape,
    warband: &Warband,
    default: Format,
) -> Result<Output, String> {
    let format = match shape.format.unwrap_or(default) {
        Format::Text if shape.full => ExportFormat::Full,
        Format::Text => ExportFormat::Short,
        Format::Json => ExportFormat::Json,
        Format::Html => ExportFormat::Html,
        Format::Code => ExportFormat::Code,
    };
    let ask = ExportAsk {
        warband: warband.clone(),
        format,
        paper: shape.paper,
        house_rules: Some(HouseRules::Own(rules.profile().clone())),
    };
    let mut export = api::export(&ask).map_err(|fault| fault.to_string())?;
    if !export.text.ends_with('\n') {
        export.text.push('\n');
    }
    let mut output = Output::told(export.text, u8::from(!export.valid));
    if !export.valid {
        output.notes.push_str("This list is not legal.\n");
    }
    for overflow in &export.overflows {
        let _ = writeln!(output.notes, "{overflow}");
    }
    Ok(output)
}

fn check(rules: &Rules, list: &Check, warband: Warband) -> Output {
    let advice = if list.strict { Advice::Off } else { Advice::On };
    let result = rules.validate_with(&warband, advice);
    let exit_code = u8::from(!result.valid);
    if list.asked.format == Answer::Json {
        return Output::json(&result, exit_code);
    }
    let mut text = standing(rules, &warband);
    for finding in &result.errors {
        let _ = writeln!(text, "  error    {}  [{}]", finding.message, finding.field);
    }
    for finding in &result.warnings {
        let _ = writeln!(text, "  warning  {}  [{}]", finding.message, finding.field);
    }
    Output::told(text, exit_code)
}

fn priced(rules: &Rules, list: &Asked, warband: Warband) -> Result<Output, String> {
    let exit_code = legality(rules, &warband);
    if list.format == Answer::Text {
        return Ok(Output::told(file::roster(rules, &warband, Roster::Full), exit_code));
    }
    let about = api::About {
        warband: warband.into(),
        house_rules: Some(HouseRules::Own(rules.profile().clone())),
        advice: Advice::Off,
    };
    let answer = api::cost(&about).map_err(|fault| fault.to_string())?;
    Ok(Output::json(&answer, exit_code))
}

fn complete(
    rules: &Rules,
    list: &Complete,
    warband: Warband,
    host: &impl Host,
) -> Result<Output, String> {
    let seed = list.seed.clone().unwrap_or_else(|| host.fresh_seed());
    let order = Order {
        points: list.points,
        open: list.open.clone(),
        wishes: list.wishes.wishes.clone(),
        arms: list.wishes.arms,
        seed: seed.clone(),
        warband,
    };
    let completion = solver::complete(rules, &order).map_err(|refused| refused.to_string())?;
    completed(rules, &list.shape, completion, &seed)
}

fn random(list: &Random, host: &impl Host) -> Result<Output, String> {
    let Drawn { points, ability, wishes, rules } = &list.drawn;
    let rules = rules_named(rules.as_ref())?;
    let seed = list.seed.clone().unwrap_or_else(|| host.fresh_seed());
    let (wished, arms) = (&wishes.wishes, wishes.arms);
    let drawn = solver::random(&rules, *points, ability.as_deref(), wished, arms, &seed);
    completed(&rules, &list.shape, drawn.map_err(|refused| refused.to_string())?, &seed)
}

fn completed(
    rules: &Rules,
    shape: &Shape,
    completion: Completion,
    seed: &str,
) -> Result<Output, String> {
    match completion {
        Completion::Found(found) => {
            let Found { warband, searched, changed, .. } = *found;
            let mut output = written(rules, shape, &warband, Format::Text)?;
            for sentence in changed {
                let _ = writeln!(output.notes, "{sentence}");
            }
            let _ = writeln!(output.notes, "One of {} warbands. Seed: {seed}", searched.warbands);
            Ok(output)
        }
        Completion::None(none) => {
            let mut output = match shape.format {
                Some(Format::Json) => Output::json(&none, 1),
                _ => Output::told(String::new(), 1),
            };
            output.notes = format!("{}\n", none.clash.reason);
            Ok(output)
        }
    }
}

fn fix(rules: &Rules, list: &FixList, warband: &Warband) -> Result<Output, String> {
    let fixes = solver::fix(rules, warband, list.points).map_err(|refused| refused.to_string())?;
    if list.apply {
        let mended = fixes.fixes.first().map_or(warband, |fix| &fix.warband);
        return written(rules, &Shape::default(), mended, Format::Json);
    }
    let exit_code = u8::from(!fixes.already_legal && fixes.fixes.is_empty());
    if list.asked.format == Answer::Json {
        return Ok(Output::json(&fixes, exit_code));
    }
    let mut text = String::new();
    if fixes.already_legal {
        text.push_str("The list is legal as it is.\n");
    } else if fixes.fixes.is_empty() {
        text.push_str("There is no way to make this list legal.\n");
    }
    for (place, fix) in fixes.fixes.iter().enumerate() {
        let (count, cost, change) = (fix.count, fix.cost, fix.change);
        let edits = if count == 1 { "edit" } else { "edits" };
        let _ = writeln!(text, "{}. {count} {edits}, {cost} points ({change:+})", place + 1);
        for sentence in &fix.sentences {
            let _ = writeln!(text, "   {sentence}");
        }
    }
    Ok(Output::told(text, exit_code))
}

fn spend(rules: &Rules, list: &Spend, warband: &Warband) -> Result<Output, String> {
    let most = list.take.unwrap_or(0).max(list.most).min(1000);
    let spending = solver::spend(rules, warband, most).map_err(|refused| refused.to_string())?;
    if let Some(number) = list.take {
        let upgrade = number.checked_sub(1).and_then(|place| spending.upgrades.get(place));
        let upgrade = upgrade.ok_or_else(|| format!("There is no upgrade {number}."))?;
        let changed = edit::apply_all(rules, warband, &upgrade.edits);
        let changed = changed.map_err(|refused| refused.to_string())?;
        return written(rules, &Shape::default(), &changed, Format::Json);
    }
    if list.asked.format == Answer::Json {
        return Ok(Output::json(&spending, 0));
    }
    let (left, singles, pairs) = (spending.left, spending.singles, spending.pairs);
    let several = |count: u64, one: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    };
    let (left, singles) = (several(left.into(), "point"), several(singles, "single upgrade"));
    let mut text = format!("{left} left: {singles} and {} fit.\n", several(pairs, "pair"));
    for (place, upgrade) in spending.upgrades.iter().enumerate() {
        let sentences = upgrade.sentences.join(" ");
        let _ = writeln!(text, "{:>3}. {:+}  {sentences}", place + 1, upgrade.cost);
    }
    Ok(Output::told(text, 0))
}

fn compare(rules: &Rules, list: &Asked, warband: &Warband) -> Result<Output, String> {
    let choices = solver::best_ability(rules, warband).map_err(|refused| refused.to_string())?;
    if list.format == Answer::Json {
        return Ok(Output::json(&choices, 0));
    }
    let mut text = String::new();
    for choice in choices {
        let mark = if choice.current { '*' } else { ' ' };
        let verdict = match (choice.valid, choice.new_errors.first()) {
            (true, _) => "legal".to_owned(),
            (false, Some(error)) => format!("not legal: {}", error.message),
            (false, None) => "not legal, as now".to_owned(),
        };
        let _ = writeln!(text, "{mark} {:<15} {:>3} points, {verdict}", choice.name, choice.cost);
    }
    Ok(Output::told(text, 0))
}

fn count(list: &Count) -> Result<Output, String> {
    let Drawn { points, ability, wishes, rules } = &list.drawn;
    let ask = api::RandomAsk {
        points: *points,
        ability: ability.clone(),
        wishes: wishes.wishes.clone(),
        arms: wishes.arms,
        seed: String::new(),
        house_rules: rules.clone().map(HouseRules::Named),
    };
    let answer = api::count(&ask).map_err(|fault| fault.to_string())?;
    Ok(match list.format {
        Answer::Json => Output::json(&answer, 0),
        Answer::Text => Output::told(
            format!("{} legal warbands of exactly {points} points\n", answer.warbands),
            0,
        ),
    })
}

fn enumerate(list: &Enumerate) -> Result<Output, String> {
    let rules = rules_named(list.rules.as_ref())?;
    let filter = Filter {
        ability: list.ability.clone(),
        min_cost: list.min,
        max_cost: list.max,
        wishes: list.wishes.wishes.clone(),
        arms: list.wishes.arms,
        ..Filter::new(list.role)
    };
    let ask = api::EnumerateAsk {
        filter,
        from: list.from,
        most: Some(list.most),
        house_rules: Some(HouseRules::Own(rules.profile().clone())),
    };
    let answer = api::enumerate(&ask).map_err(|fault| fault.to_string())?;
    if list.format == Answer::Json {
        return Ok(Output::json(&answer, 0));
    }
    let catalogue = rules.catalogue();
    let ability = list.ability.as_deref().and_then(|name| catalogue.ability_meant(name));
    let mut text = match answer.count {
        1 => "1 loadout\n".to_owned(),
        count => format!("{count} loadouts\n"),
    };
    for (weirdo, number) in answer.weirdos.iter().zip(list.from..) {
        let cost = cost::weirdo(catalogue, weirdo, ability);
        let leads = trait_name(catalogue, weirdo).map_or_else(String::new, |it| format!(", {it}"));
        let line = loadout_line(catalogue, weirdo);
        let _ = writeln!(text, "{number:>9}. {cost:>2} points{leads}: {line}");
    }
    Ok(Output::told(text, 0))
}
