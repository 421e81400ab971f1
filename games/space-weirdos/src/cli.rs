//! The whole of `senet warband`, as a function from words and a file's text to text.
//!
//! The host reads the file or standard input, writes what comes back, and ends with the exit code:
//! 0 for a legal list, 1 for an illegal one (or no answer), 2 for what could not be read.

use std::fmt::Write as _;

use crate::api::{self, ExportAsk, ExportFormat, HouseRules};
use crate::cost;
use crate::document::Warband;
use crate::file::{self, Format as FileFormat, Paper, Roster};
use crate::solver::{self, Arms, Completion, Found, Order, Wish};
use crate::validate::Advice;
use crate::{Catalogue, Rules};

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Verb {
    /// Says what is wrong, near a limit or odd.
    Check,
    /// Prices every weirdo, line by line.
    Cost,
    /// Prints the roster.
    Show,
    /// Fills the list to exactly its limit.
    Complete,
    /// Finds the cheapest ways to make the list legal.
    Fix,
    /// Writes canonical JSON, or another format.
    Export,
    /// Reads another builder's export or a share code.
    Import,
    /// Draws a legal warband, all equally likely.
    Random,
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
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

/// The words after `senet warband`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Args {
    /// What to do.
    pub verb: Verb,
    /// The list: JSON or a share code; - is standard input.
    pub file: Option<String>,
    /// What to write; each command has its own default.
    #[cfg_attr(feature = "clap", arg(long))]
    pub format: Option<Format>,
    /// With every price.
    #[cfg_attr(feature = "clap", arg(long))]
    pub full: bool,
    /// The paper of the printed sheet.
    #[cfg_attr(feature = "clap", arg(long, default_value = "a4"))]
    pub paper: Paper,
    /// Without advice.
    #[cfg_attr(feature = "clap", arg(long))]
    pub strict: bool,
    /// House rules: core or one-each.
    #[cfg_attr(feature = "clap", arg(long, value_name = "ID"))]
    pub rules: Option<String>,
    /// complete: the exact cost; fix: another limit; random: 75 or 125.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
    pub points: Option<u32>,
    /// complete: what may be changed, such as `*`, `leader` or `troopers[2].equipment`.
    #[cfg_attr(feature = "clap", arg(long, value_name = "PATH"))]
    pub open: Vec<String>,
    /// complete, random: shooters=2, psychics=1, medkit=1, bodies=5..8, only=a,b, without=a,b,
    /// no-repeats, no-premium.
    #[cfg_attr(feature = "clap", arg(long = "wish", value_name = "WISH", value_parser = Wish::parse))]
    pub wishes: Vec<Wish>,
    /// complete, random: one weapon of each kind, or any number.
    #[cfg_attr(feature = "clap", arg(long, default_value = "one"))]
    pub arms: Arms,
    /// random: an ability, or none.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    pub ability: Option<String>,
    /// complete, random: the same seed gives the same warband.
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT", default_value = ""))]
    pub seed: String,
    /// fix: writes the warband mended in the best way.
    #[cfg_attr(feature = "clap", arg(long))]
    pub apply: bool,
}

impl Args {
    /// A verb with everything at its default.
    pub fn new(verb: Verb) -> Args {
        Args {
            verb,
            file: None,
            format: None,
            full: false,
            paper: Paper::A4,
            strict: false,
            rules: None,
            points: None,
            open: Vec::new(),
            wishes: Vec::new(),
            arms: Arms::One,
            ability: None,
            seed: String::new(),
            apply: false,
        }
    }

    /// What is missing, before any file is read.
    fn missing(&self) -> Option<&'static str> {
        match (self.verb, &self.file, self.points) {
            (Verb::Random, Some(_), _) => Some("random reads no file."),
            (Verb::Random, None, None) => Some("random needs --points 75 or --points 125."),
            (Verb::Random, None, Some(_)) | (_, Some(_), _) => None,
            (_, None, _) => Some("Name a file, or - for standard input."),
        }
    }
}

/// What the host writes and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// For standard output.
    pub text: String,
    /// For standard error: notes and refusals.
    pub notes: String,
    /// 0 legal, 1 illegal or not found, 2 not understood.
    pub exit_code: u8,
}

impl Output {
    fn refused(reason: impl std::fmt::Display) -> Output {
        Output { text: String::new(), notes: format!("{reason}\n"), exit_code: 2 }
    }
}

/// Runs a command; `read` gives the text of the file that it names.
pub fn run(args: &Args, read: impl FnOnce(&str) -> Result<String, String>) -> Output {
    if let Some(missing) = args.missing() {
        return Output::refused(missing);
    }
    match args.file.as_deref().map(read) {
        None => run_on(args, ""),
        Some(Ok(input)) => run_on(args, &input),
        Some(Err(reason)) => Output::refused(reason),
    }
}

/// Runs a command on the text of its file.
pub fn run_on(args: &Args, input: &str) -> Output {
    let house_rules = args.rules.clone().map(HouseRules::Named);
    let rules = match api::rules(house_rules.as_ref()) {
        Ok(rules) => rules,
        Err(fault) => return Output::refused(fault),
    };
    if args.verb == Verb::Random {
        return random(&rules, args);
    }
    let import = match file::import(Catalogue::core(), input) {
        Ok(import) => import,
        Err(refusal) => return Output::refused(refusal),
    };
    let mut notes = String::new();
    for note in &import.notes {
        let _ = writeln!(notes, "{}", note.sentence);
    }
    if args.verb == Verb::Import {
        let from = match import.format {
            FileFormat::Native => "our own format",
            FileFormat::Foreign => "another builder's export",
            FileFormat::Code => "a share code",
        };
        let _ = writeln!(notes, "Read from {from}.");
    }
    let warband = import.warband;
    let mut output = match args.verb {
        Verb::Check => check(&rules, args, &warband),
        Verb::Cost => priced(&rules, args, &warband),
        Verb::Complete => complete(&rules, args, warband),
        Verb::Fix => fix(&rules, args, &warband),
        Verb::Show => written(&rules, args, &warband, Format::Text),
        Verb::Export | Verb::Import | Verb::Random => written(&rules, args, &warband, Format::Json),
    };
    notes.push_str(&output.notes);
    output.notes = notes;
    output
}

fn legality(rules: &Rules, warband: &Warband) -> u8 {
    u8::from(!rules.is_valid(warband))
}

/// A warband in the format that was asked for. Illegal lists are marked, never held back.
fn written(rules: &Rules, args: &Args, warband: &Warband, default: Format) -> Output {
    let format = match args.format.unwrap_or(default) {
        Format::Text if args.full => ExportFormat::Full,
        Format::Text => ExportFormat::Short,
        Format::Json => ExportFormat::Json,
        Format::Html => ExportFormat::Html,
        Format::Code => ExportFormat::Code,
    };
    let ask = ExportAsk {
        warband: warband.clone(),
        format,
        paper: args.paper,
        house_rules: Some(HouseRules::Own(rules.profile().clone())),
    };
    match api::export(&ask) {
        Err(fault) => Output::refused(fault),
        Ok(mut export) => {
            if !export.text.ends_with('\n') {
                export.text.push('\n');
            }
            let stamp = if export.valid { "" } else { "This list is not legal.\n" };
            Output {
                text: export.text,
                notes: stamp.to_owned(),
                exit_code: u8::from(!export.valid),
            }
        }
    }
}

fn json(value: &impl serde::Serialize) -> String {
    let json = serde_json::to_string_pretty(value);
    json.map_or_else(|error| error.to_string(), |json| json + "\n")
}

fn check(rules: &Rules, args: &Args, warband: &Warband) -> Output {
    if let Some(Format::Html | Format::Code) = args.format {
        return written(rules, args, warband, Format::Text);
    }
    let advice = if args.strict { Advice::Off } else { Advice::On };
    let result = rules.validate_with(warband, advice);
    let text = match args.format {
        Some(Format::Json) => json(&result),
        _ => {
            let total = cost::warband(rules.catalogue(), warband);
            let limit = warband.point_limit.as_ref().map_or("?".to_owned(), cost::plain);
            let verdict = match result.errors.len() {
                0 => "legal".to_owned(),
                1 => "not legal, 1 problem".to_owned(),
                count => format!("not legal, {count} problems"),
            };
            let mut text = format!("{}: {total} of {limit} points, {verdict}\n", warband.name);
            for finding in &result.errors {
                let _ = writeln!(text, "  error    {}  [{}]", finding.message, finding.field);
            }
            for finding in &result.warnings {
                let _ = writeln!(text, "  warning  {}  [{}]", finding.message, finding.field);
            }
            text
        }
    };
    Output { text, notes: String::new(), exit_code: u8::from(!result.valid) }
}

fn priced(rules: &Rules, args: &Args, warband: &Warband) -> Output {
    let text = match args.format {
        Some(Format::Json) => {
            let about = api::About {
                warband: warband.clone(),
                house_rules: Some(HouseRules::Own(rules.profile().clone())),
                advice: Advice::Off,
            };
            match api::cost(&about) {
                Ok(answer) => json(&answer),
                Err(fault) => return Output::refused(fault),
            }
        }
        Some(Format::Html | Format::Code) => return written(rules, args, warband, Format::Text),
        Some(Format::Text) | None => file::roster(rules, warband, Roster::Full),
    };
    Output { text, notes: String::new(), exit_code: legality(rules, warband) }
}

fn complete(rules: &Rules, args: &Args, warband: Warband) -> Output {
    let order = Order {
        points: args.points,
        open: args.open.clone(),
        wishes: args.wishes.clone(),
        arms: args.arms,
        seed: args.seed.clone(),
        warband,
    };
    match solver::complete(rules, &order) {
        Ok(completion) => completed(rules, args, completion),
        Err(refused) => Output::refused(refused),
    }
}

fn random(rules: &Rules, args: &Args) -> Output {
    let points = args.points.unwrap_or(75);
    let ability = args.ability.as_deref();
    match solver::random(rules, points, ability, &args.wishes, args.arms, &args.seed) {
        Ok(completion) => completed(rules, args, completion),
        Err(refused) => Output::refused(refused),
    }
}

fn completed(rules: &Rules, args: &Args, completion: Completion) -> Output {
    match completion {
        Completion::Found(found) => {
            let Found { warband, searched, .. } = *found;
            let mut output = written(rules, args, &warband, Format::Text);
            let _ = writeln!(output.notes, "One of {} warbands.", searched.warbands);
            output
        }
        Completion::None(none) => Output {
            text: match args.format {
                Some(Format::Json) => json(&none),
                _ => String::new(),
            },
            notes: format!("{}\n", none.clash.reason),
            exit_code: 1,
        },
    }
}

fn fix(rules: &Rules, args: &Args, warband: &Warband) -> Output {
    let fixes = match solver::fix(rules, warband, args.points) {
        Ok(fixes) => fixes,
        Err(refused) => return Output::refused(refused),
    };
    let mends = args.apply || matches!(args.format, Some(Format::Html | Format::Code));
    if mends {
        let mended = fixes.fixes.first().map_or(warband, |fix| &fix.warband);
        return written(rules, args, mended, Format::Json);
    }
    let text = match args.format {
        Some(Format::Json) => json(&fixes),
        _ if fixes.already_legal => "The list is legal as it is.\n".to_owned(),
        _ if fixes.fixes.is_empty() => "There is no way to make this list legal.\n".to_owned(),
        _ => {
            let mut text = String::new();
            for (place, fix) in fixes.fixes.iter().enumerate() {
                let count = fix.count;
                let edits = if count == 1 { "edit" } else { "edits" };
                let change = fix.change;
                let _ = writeln!(
                    text,
                    "{}. {count} {edits}, {} points ({change:+})",
                    place + 1,
                    fix.cost
                );
                for sentence in &fix.sentences {
                    let _ = writeln!(text, "   {sentence}");
                }
            }
            text
        }
    };
    Output {
        text,
        notes: String::new(),
        exit_code: u8::from(!fixes.already_legal && fixes.fixes.is_empty()),
    }
}
