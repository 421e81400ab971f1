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

/// How `senet warband` is used.
pub const USAGE: &str = "\
senet warband check    FILE   says what is wrong, near a limit or odd
senet warband cost     FILE   prices every weirdo, line by line
senet warband show     FILE   prints the roster (--full for every price)
senet warband complete FILE   fills the list to exactly its limit
senet warband fix      FILE   finds the cheapest ways to make the list legal
senet warband export   FILE   writes canonical JSON, or another --format
senet warband import   FILE   reads another builder's export or a share code
senet warband random --points 75|125   draws a legal warband

FILE is JSON or a share code; - is standard input.
  --format text|json|html|code   what to write
  --full                         with every price
  --paper a4|letter              for html
  --strict                       no advice
  --rules ID                     house rules: core, one-each
  --points N                     complete: exact cost; fix: another limit
  --open PATH                    complete: may be changed (*, leader, troopers[2].equipment)
  --wish WISH                    complete, random: shooters=2, psychics=1, medkit=1, bodies=5..8,
                                 only=a,b  without=a,b  no-repeats  no-premium
  --arms one|any                 complete, random: one weapon of each kind, or any
  --ability NAME                 random: an ability, or none
  --seed TEXT                    complete, random: the same seed gives the same warband
  --apply                        fix: writes the warband mended in the best way
";

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Says what is wrong.
    Check,
    /// Prices everything.
    Cost,
    /// Prints the roster.
    Show,
    /// Fills the list.
    Complete,
    /// Mends the list.
    Fix,
    /// Writes the list.
    Export,
    /// Reads another format.
    Import,
    /// Draws a list.
    Random,
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The words after `senet warband`, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// What to do.
    pub verb: Verb,
    /// The file, where one is read; `-` is standard input.
    pub file: Option<String>,
    /// What to write; each verb has its own default.
    pub format: Option<Format>,
    /// With every price.
    pub full: bool,
    /// The paper of the sheet.
    pub paper: Paper,
    /// Without advice.
    pub strict: bool,
    /// The id of a profile.
    pub rules: Option<String>,
    /// The exact cost, or another limit.
    pub points: Option<u32>,
    /// What may be changed.
    pub open: Vec<String>,
    /// What must hold.
    pub wishes: Vec<Wish>,
    /// How many weapons the solver gives.
    pub arms: Arms,
    /// The ability to draw with.
    pub ability: Option<String>,
    /// The seed.
    pub seed: String,
    /// Writes the mended warband.
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

    /// Understands the words after `senet warband`, or says which one it does not.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Args, String> {
        let mut words = words.into_iter();
        let verb = match words.next() {
            Some("check") => Verb::Check,
            Some("cost") => Verb::Cost,
            Some("show") => Verb::Show,
            Some("complete") => Verb::Complete,
            Some("fix") => Verb::Fix,
            Some("export") => Verb::Export,
            Some("import") => Verb::Import,
            Some("random") => Verb::Random,
            Some(other) => return Err(format!("There is no command {other}.")),
            None => return Err("Say what to do.".to_owned()),
        };
        let mut args = Args::new(verb);
        while let Some(word) = words.next() {
            let (flag, joined) = match word.split_once('=') {
                Some((flag, value)) if flag.starts_with("--") => (flag, Some(value)),
                _ => (word, None),
            };
            let mut value = || {
                let value = joined.or_else(|| words.next());
                value.ok_or_else(|| format!("{flag} needs a value."))
            };
            match flag {
                "--format" => args.format = Some(format_named(value()?)?),
                "--full" => args.full = true,
                "--strict" => args.strict = true,
                "--apply" => args.apply = true,
                "--paper" => args.paper = paper_named(value()?)?,
                "--rules" => args.rules = Some(value()?.to_owned()),
                "--points" => {
                    let points = value()?;
                    let number = points.parse();
                    args.points = Some(number.map_err(|_| format!("{points} is not a number."))?);
                }
                "--open" => args.open.push(value()?.to_owned()),
                "--wish" => args.wishes.push(Wish::parse(value()?)?),
                "--arms" => {
                    args.arms = match value()? {
                        "one" => Arms::One,
                        "any" => Arms::Any,
                        other => return Err(format!("--arms is one or any, not {other}.")),
                    }
                }
                "--ability" => args.ability = Some(value()?.to_owned()),
                "--seed" => args.seed = value()?.to_owned(),
                flag if flag.starts_with("--") => return Err(format!("There is no {flag}.")),
                file if args.file.is_none() && verb != Verb::Random => {
                    args.file = Some(file.to_owned());
                }
                extra => return Err(format!("{extra} is one word too many.")),
            }
        }
        match (verb, &args.file, args.points) {
            (Verb::Random, _, None) => Err("random needs --points 75 or --points 125.".to_owned()),
            (Verb::Random, _, Some(_)) | (_, Some(_), _) => Ok(args),
            (_, None, _) => Err("Name a file, or - for standard input.".to_owned()),
        }
    }
}

fn format_named(name: &str) -> Result<Format, String> {
    match name {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        "html" => Ok(Format::Html),
        "code" => Ok(Format::Code),
        other => Err(format!(
            "--format is text, json, html or code, not {other}."
        )),
    }
}

fn paper_named(name: &str) -> Result<Paper, String> {
    match name {
        "a4" => Ok(Paper::A4),
        "letter" => Ok(Paper::Letter),
        other => Err(format!("--paper is a4 or letter, not {other}.")),
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
        Output {
            text: String::new(),
            notes: format!("{reason}\n"),
            exit_code: 2,
        }
    }
}

/// Understands words and runs them; `read` gives the text of the file that they name.
pub fn run_words<'a>(
    words: impl IntoIterator<Item = &'a str>,
    read: impl FnOnce(&str) -> Result<String, String>,
) -> Output {
    let args = match Args::parse(words) {
        Ok(args) => args,
        Err(reason) => return Output::refused(format!("{reason}\n\n{USAGE}")),
    };
    match args.file.as_deref().map(read) {
        None => run(&args, ""),
        Some(Ok(input)) => run(&args, &input),
        Some(Err(reason)) => Output::refused(reason),
    }
}

/// Runs a command on the text of its file.
pub fn run(args: &Args, input: &str) -> Output {
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
            let stamp = if export.valid {
                ""
            } else {
                "This list is not legal.\n"
            };
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
            let limit = warband
                .point_limit
                .as_ref()
                .map_or("?".to_owned(), cost::plain);
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
    Output {
        text,
        notes: String::new(),
        exit_code: u8::from(!result.valid),
    }
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
    Output {
        text,
        notes: String::new(),
        exit_code: legality(rules, warband),
    }
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
            let Found {
                warband, searched, ..
            } = *found;
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
                let edits = if fix.edits.len() == 1 {
                    "edit"
                } else {
                    "edits"
                };
                let count = fix.edits.len();
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
