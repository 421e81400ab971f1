//! What can be typed after `senet`.

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// A home for tabletop games.
#[derive(Parser)]
#[command(name = "senet", version, about, after_help = EXAMPLES)]
pub struct Cli {
    /// Without a command: open the game room to the other devices of this network too
    #[arg(long)]
    pub lan: bool,
    #[command(subcommand)]
    pub job: Option<Job>,
}

const EXAMPLES: &str = "\
Examples:
  senet                                       open the game room in the browser
  senet --lan                                 the same, for the other devices around too
  senet menu                                  choose a game in the terminal
  senet play tic-tac-toe                      two people at one terminal
  senet play pig --seat human --seat normal   against a bot
  senet play silosoft --players 3             more people, or fewer
  senet play pig --set target=50              another setting; --set list tells which
  senet play pig --seed 7 --save pig.jsonl    a game that can be gone on with
  senet replay pig.jsonl --verify             check every command and every roll
  senet simulate pig --games 10000            ten thousand games of bots
  senet lab new crossfire > mine.toml         an experiment, to be changed and run
  senet lab run mine.toml                     play it, and open mine.lab/report.html
  senet play ./liars-dice.wasm                a game that is a file
  senet sit http://HOST/t/k7f3q9 ./mybot      a program of yours at an online table
  senet new liars-dice                        a game of your own, to be changed and played

Exit codes: 0 all is well, 1 refused or failed (stderr says why), 2 the command line is wrong.";

#[derive(Subcommand)]
pub enum Job {
    /// List the games: seats, rule sets and bots
    Games {
        /// How to print the list
        #[arg(long, value_enum, default_value_t = ListFormat::Table)]
        format: ListFormat,
        #[command(subcommand)]
        job: Option<GamesJob>,
    },
    /// Show the rules of a game, or one section or rule of them
    Rules {
        /// The game, as `senet games` lists it
        game: String,
        /// A heading (or the start of one), or the id of a rule
        section: Option<String>,
    },
    /// Play a game in the terminal
    Play(Play),
    /// Speak the protocol over stdin and stdout, one JSON message per line
    Table,
    /// Look back at a journal, or check it
    Replay(Replay),
    /// Look back at a game: chances, costly decisions, luck and skill apart
    Analyse(Analyse),
    /// Let bots play many games and count what happens
    Simulate(Simulate),
    /// Experiments: many configurations played by bots, measured, reported, compared, tuned
    #[command(subcommand)]
    Lab(LabJob),
    /// Hold a game to the laws that every game obeys, by random plays
    Check(Check),
    /// Begin a game of your own: one that plays at once, with its rules, tests, bots and module
    New(New),
    /// Play online: serve the game room
    Serve(Serve),
    /// Seat a bot or a program at a table of a server
    Sit(Sit),
    /// Look after a store: check, back up, move
    #[command(subcommand)]
    Store(StoreJob),
    /// Choose a game from a menu in the terminal
    Menu,
    /// Write the JSON Schemas of the protocol and of every game
    #[command(hide = true)]
    Schemas {
        /// Where to
        dir: PathBuf,
        /// Write nothing; fail where a file differs
        #[arg(long)]
        check: bool,
    },
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
}

#[derive(Subcommand)]
pub enum GamesJob {
    /// Add a game that is a file, or a new version of one
    Add {
        /// The module, such as ./liars-dice.wasm
        file: PathBuf,
    },
    /// Write what a module is beside it, so that it can be read without running it
    Pack {
        /// The module
        file: PathBuf,
        /// Where to
        out: PathBuf,
        /// It is this game of the house, for the page alone: the house tells what it is
        #[arg(long, value_name = "GAME")]
        of_house: Option<String>,
    },
}

#[derive(Args)]
pub struct New {
    /// Its name in small letters, such as liars-dice
    pub name: String,
    /// A repository of its own that is built with the crates of this checkout of senet
    #[arg(long, value_name = "DIR")]
    pub senet: Option<PathBuf>,
}

#[derive(Args)]
pub struct Check {
    /// The game, as `senet games` lists it, or a file such as ./liars-dice.wasm
    pub game: String,
    /// How many games of each rule set
    #[arg(long, default_value_t = 8)]
    pub games: u64,
    /// The seed of the first game; the others follow it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Only this rule set
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum ListFormat {
    Table,
    Json,
}

#[derive(Args)]
pub struct Play {
    /// The game, as `senet games` lists it, or a file such as ./liars-dice.wasm; left out with --load
    #[arg(required_unless_present = "load")]
    pub game: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// Any text: the same text gives the same luck
    #[arg(long, value_name = "TEXT")]
    pub seed: Option<String>,
    /// Who plays a seat, once for each in order: human, the name of a bot, a program such as
    /// ./mybot, or a trained mind such as net:mind.json
    #[arg(long = "seat", value_name = "WHO")]
    pub seats: Vec<String>,
    /// The name of a player, once for each seat in order
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    #[command(flatten)]
    pub patience: Patience,
    /// Go on with the game of a journal
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "config", "data", "seed", "names", "sets", "players", "scenario", "abilities"])]
    pub load: Option<PathBuf>,
    /// Go on although the game's data have changed since the journal was written
    #[arg(long, requires = "load")]
    pub other_data: bool,
    /// Keep the journal in this file, from the first command on
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Let the clock of the rule set run; without it the game waits for everybody at this terminal
    #[arg(long, conflicts_with_all = ["load", "config"])]
    pub tick: bool,
    /// Flag War: ask a language model for orders that were not understood, at an address such as
    /// http://127.0.0.1:11434/v1; a key is taken from SENET_MODEL_KEY
    #[arg(long, value_name = "URL", requires = "model")]
    pub model_url: Option<String>,
    /// The name of that model
    #[arg(long, value_name = "NAME", requires = "model_url")]
    pub model: Option<String>,
}

/// By which settings a game is played.
#[derive(Args, Default, PartialEq, Eq)]
pub struct Settings {
    /// The rule set, as `senet games` lists it
    #[arg(long, value_name = "NAME", conflicts_with = "config")]
    pub rules: Option<String>,
    /// A configuration of your own, as JSON
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// A folder with data files of your own in place of the game's
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Change a setting, once for each; `--set list` lists what there is
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// How many play, where the game lets you choose
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
    /// The scenario, where the game has some: --set scenario=NAME
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// The abilities, where the game has some: --set abilities=A,B
    #[arg(long, value_name = "A,B")]
    pub abilities: Option<String>,
}

#[derive(Args)]
pub struct Replay {
    /// The journal
    pub file: PathBuf,
    /// Only after this entry; all entries if left out
    #[arg(long, value_name = "N")]
    pub at: Option<u64>,
    /// Only this battle of a campaign, counted from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["at", "verify"])]
    pub battle: Option<usize>,
    /// Through whose eyes: the number of a seat, counted from 1, or spectator
    #[arg(long = "as", value_name = "WHO", default_value = "spectator")]
    pub viewer: String,
    /// Check every line, every command, every hash and every draw
    #[arg(long)]
    pub verify: bool,
    /// The secret seed, where the journal does not tell it yet
    #[arg(long, value_name = "TEXT")]
    pub seed: Option<String>,
}

#[derive(Args)]
pub struct Analyse {
    /// The journal
    pub file: PathBuf,
    /// The level that judges: random, easy, normal, hard or expert
    #[arg(long, value_name = "LEVEL", default_value = "normal")]
    pub level: String,
    /// The secret seed, where the journal does not tell it yet
    #[arg(long, value_name = "TEXT")]
    pub seed: Option<String>,
    /// Also write a page with the curve of the game
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub format: ListFormat,
}

/// How long programs may think.
#[derive(Args)]
pub struct Patience {
    /// How many milliseconds a program may think for an answer; one that is silent for longer has left
    #[arg(long = "time", value_name = "MS", default_value_t = Patience::MS)]
    ms: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { ms: Patience::MS }
    }
}

impl Patience {
    const MS: u64 = 10_000;

    pub fn of_programs(&self) -> std::time::Duration {
        std::time::Duration::from_millis(self.ms)
    }
}

#[derive(Args)]
pub struct Sit {
    /// The invitation, such as http://127.0.0.1:8642/t/k7f3q9
    pub link: String,
    /// Who plays: a program such as ./mybot, the name of a bot, or a trained mind such as net:mind.json
    pub who: String,
    /// What the others see it called
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Which seat, counted from 1; the first open one if left out. A seat that you hold already is gone on
    /// with where SENET_SEAT_TOKEN has its token
    #[arg(long, value_name = "N")]
    pub seat: Option<usize>,
    #[command(flatten)]
    pub patience: Patience,
}

#[derive(Args)]
pub struct Serve {
    /// Where to listen
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8642")]
    pub addr: String,
    /// Where rooms are kept: memory, sqlite:PATH or postgres://…; in your data folder if left out
    #[arg(long, value_name = "STORE")]
    pub store: Option<String>,
    /// The address that invitations name, where a proxy stands before the server
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// Listen to the other devices of this network, and show the link for them
    #[arg(long, conflicts_with = "public_url")]
    pub lan: bool,
    /// The address of this machine in that network, where it has several
    #[arg(long, value_name = "IP")]
    pub lan_addr: Option<IpAddr>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Show the link to a table of this game that is set up by the settings below
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// Set a limit, once for each; an unknown name lists them all. keep_finished_days and
    /// keep_lobby_hours delete rooms after so long, and never if left out
    #[arg(long = "limit", value_name = "NAME=NUMBER")]
    pub limits: Vec<String>,
    /// Ask this command whether a line of chat may be said: it gets the line as JSON on its input, and
    /// says no by ending with 1
    #[arg(long, value_name = "COMMAND")]
    pub chat_filter: Option<String>,
    /// Flag War: ask a language model for orders that were not understood, at an address such as
    /// http://127.0.0.1:11434/v1; its key, if it needs one, stands in SENET_MODEL_KEY
    #[arg(long, value_name = "URL", requires = "model")]
    pub model_url: Option<String>,
    /// The name of that model
    #[arg(long, value_name = "NAME", requires = "model_url")]
    pub model: Option<String>,
    /// Let the page ask a language model of the player's own at this address, once for each; at home one
    /// on the same machine may be asked anyway
    #[arg(long, value_name = "ORIGIN")]
    pub model_origin: Vec<String>,
    /// A folder of games that are files: new ones appear without a restart; that of `senet games add` if
    /// left out
    #[arg(long, value_name = "DIR")]
    pub games: Option<PathBuf>,
    /// A folder of trained minds: each plays its game as net:NAME, by its file's name
    #[arg(long, value_name = "DIR")]
    pub minds: Option<PathBuf>,
    /// Believe X-Forwarded-For: a proxy of yours stands before the server
    #[arg(long)]
    pub behind_proxy: bool,
    /// Logs as JSON, one line each
    #[arg(long)]
    pub json_logs: bool,
}

#[derive(Subcommand)]
pub enum StoreJob {
    /// Read every room and verify every journal; nothing is changed
    Check {
        /// memory, sqlite:PATH or postgres://…; your data folder's if left out
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
        /// The folder of games that the server was given by --games; that of `senet games add` if left out
        #[arg(long, value_name = "DIR")]
        games: Option<PathBuf>,
    },
    /// Copy an SQLite store into a new file, also while the server runs
    Backup {
        /// sqlite:PATH; your data folder's if left out
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
        /// The new file
        file: PathBuf,
    },
    /// Copy what can still be read of a damaged SQLite store into a new file
    Salvage {
        /// sqlite:PATH; your data folder's if left out
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
        /// The folder of games that the server was given by --games; that of `senet games add` if left out
        #[arg(long, value_name = "DIR")]
        games: Option<PathBuf>,
        /// The new file
        file: PathBuf,
    },
    /// Show what guests have reported, newest first, also while the server runs
    Reports {
        /// sqlite:PATH or postgres://…; your data folder's if left out
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
    },
    /// Delete rooms whose time is over
    Prune {
        /// sqlite:PATH or postgres://…; your data folder's if left out
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
        /// Those that were finished or closed so many days ago
        #[arg(long, value_name = "DAYS", default_value_t = 0)]
        finished_days: u32,
        /// Those where no game has begun for so many hours
        #[arg(long, value_name = "HOURS", default_value_t = 0)]
        lobby_hours: u32,
    },
    /// Erase a player's name and words everywhere, or a whole room
    #[command(group = clap::ArgGroup::new("whom").required(true))]
    Erase {
        /// sqlite:PATH or postgres://…; your data folder's if left out
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
        /// The name, as it was typed
        #[arg(long, value_name = "NAME", group = "whom")]
        player: Option<String>,
        /// The name of the room
        #[arg(long, value_name = "ROOM", group = "whom")]
        room: Option<String>,
    },
    /// Write every room with its journal and its chat as a line of JSON; the file holds secrets
    Export {
        /// sqlite:PATH or postgres://…; your data folder's if left out
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
        /// Where to
        file: PathBuf,
    },
    /// Read what was exported; rooms that are there already are left alone
    Import {
        /// sqlite:PATH or postgres://…; your data folder's if left out
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
        /// Where from
        file: PathBuf,
    },
}

impl StoreJob {
    /// The folder of games by which it reads journals, where one was named.
    pub fn games(&self) -> Option<&Path> {
        match self {
            StoreJob::Check { games, .. } | StoreJob::Salvage { games, .. } => games.as_deref(),
            _ => None,
        }
    }
}

#[derive(Subcommand)]
pub enum LabJob {
    /// Print an experiment to begin with, every key explained
    New {
        /// The game, as `senet games` lists it
        game: String,
    },
    /// Say what an experiment would play, and how long that takes here
    Check {
        /// The experiment
        file: PathBuf,
        /// How many threads would play; as many as there are cores if left out
        #[arg(long)]
        threads: Option<usize>,
    },
    /// Play an experiment and write its report
    Run(LabRun),
    /// Join the parts of shards into the results of one run, and write its report
    Merge {
        /// The parts: files, or folders that hold some
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        /// The folder of the results
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        #[command(flatten)]
        room: LabRoom,
    },
    /// Compare two experiments, played side by side deal by deal, or two results that were stored
    Compare(LabCompare),
    /// Find values that come nearest to the targets of an experiment's `[tune]`
    Tune {
        /// The experiment
        file: PathBuf,
        /// The folder of the results; beside the file if left out
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// How many threads play; as many as there are cores if left out. The result is the same
        #[arg(long)]
        threads: Option<usize>,
        /// Go on where an earlier search was stopped
        #[arg(long)]
        resume: bool,
    },
}

#[derive(Args)]
pub struct LabCompare {
    /// The first: an experiment, or the folder of its results
    pub first: PathBuf,
    /// The second
    pub second: PathBuf,
    /// End with 1 where a line of the second certainly lies outside, in per cent: 40-60
    #[arg(long, value_name = "LOW-HIGH")]
    pub within: Option<String>,
    /// End with 1 where a line certainly changed
    #[arg(long)]
    pub same: bool,
    /// How many threads play; as many as there are cores if left out. The result is the same
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub format: ListFormat,
}

#[derive(Args)]
pub struct LabRun {
    /// The experiment, or several that are played one after another
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The folder of the results; beside the file if left out, and a folder in it for each of several
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How many threads play; as many as there are cores if left out. The result is the same
    #[arg(long)]
    pub threads: Option<usize>,
    /// Play only this part, such as 3/64; `senet lab merge` joins the parts
    #[arg(long, value_name = "N/OF")]
    pub shard: Option<String>,
    /// Go on where an earlier run was stopped
    #[arg(long, conflicts_with = "fresh")]
    pub resume: bool,
    /// Begin anew although there are results already
    #[arg(long)]
    pub fresh: bool,
    #[command(flatten)]
    pub room: LabRoom,
}

#[derive(Args)]
pub struct LabRoom {
    /// The game room in which the report's links open games
    #[arg(long = "room", value_name = "URL", default_value = "http://127.0.0.1:8642/")]
    pub url: String,
}

#[derive(Args)]
pub struct Simulate {
    /// The game, as `senet games` lists it, or a file such as ./liars-dice.wasm
    pub game: String,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    pub games: u64,
    /// The bots by seat, or one for all seats: names, programs such as ./mybot, or
    /// trained minds such as net:mind.json
    #[arg(long, value_delimiter = ',', default_value = "random")]
    pub bots: Vec<String>,
    /// Play every deal once with each seating of the bots
    #[arg(long)]
    pub swap: bool,
    #[command(flatten)]
    pub patience: Patience,
    #[command(flatten)]
    pub settings: Settings,
    /// The same number gives the same games, whatever the number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many threads; as many as there are cores if left out
    #[arg(long)]
    pub threads: Option<usize>,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    Table,
    Json,
    Csv,
}
