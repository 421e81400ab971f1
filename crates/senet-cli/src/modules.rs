//! Games that are files: those named on the command line, those in a folder, `senet games add` and
//! `senet check`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Once, OnceLock};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use senet_catalog::{AnyGame, shelf};
use senet_host::{
    About, Archive, Folder, Guest, Limits, News, Trouble, bytes_of, packed, put_whole, whole,
};
use senet_kernel::Hash;

use crate::args::Check;
use crate::say;
use crate::serve::data_folder;

/// How often a server looks for new files.
const EVERY: Duration = Duration::from_secs(1);

/// Whether a game is named by its file.
pub fn is_file(game: &str) -> bool {
    game.ends_with(".wasm")
}

/// The game of a file.
pub fn open(path: &Path) -> Result<Arc<dyn AnyGame>> {
    let game: Arc<dyn AnyGame> = Arc::new(read(path)?.1);
    shelf::add(Arc::clone(&game));
    Ok(game)
}

fn read(path: &Path) -> Result<(Vec<u8>, Guest)> {
    let shown = path.display();
    let bytes = bytes_of(path, Limits::default());
    let bytes = bytes.with_context(|| format!("cannot read {shown}"))?;
    let game = Guest::open(&bytes, Limits::default());
    Ok((bytes, game.with_context(|| format!("{shown} is no game"))?))
}

/// The folder that games are added to.
fn folder() -> Result<PathBuf> {
    Ok(data_folder()?.join("games"))
}

/// The folder that was named in its place.
static NAMED: OnceLock<PathBuf> = OnceLock::new();

/// The folder of games here.
fn place() -> Result<PathBuf> {
    NAMED.get().cloned().map_or_else(folder, Ok)
}

/// Names the folder of games that a server was given.
pub fn look_in(named: &Path) -> Result<()> {
    ensure!(named.is_dir(), "there is no folder {}", named.display());
    NAMED.get_or_init(|| named.to_owned());
    Ok(())
}

/// Where every module stays that was ever accepted here: in the folder of games itself.
fn archive() -> Result<Archive> {
    Ok(Archive::new(place()?.join("kept"), Limits::default()))
}

/// The module that a journal pins, where it was accepted once.
pub fn accepted(module: Hash) -> Option<Arc<dyn AnyGame>> {
    let game = archive().ok()?.open(module)?;
    Some(Arc::new(game))
}

/// Puts every game of the folder of games on the shelf, once.
pub fn add_all() {
    static ADDED: Once = Once::new();
    ADDED.call_once(|| {
        let news = place().ok().and_then(|place| Folder::new(place, Limits::default()).look().ok());
        for line in news.iter().flat_map(shelve).filter_map(Result::err) {
            eprintln!("senet: {line}");
        }
    });
}

/// Puts what is new on the shelf, and says what was done or what is wrong.
fn shelve(news: &News) -> Vec<Result<String, String>> {
    let gone = news.gone.iter().filter(|game| shelf::remove(*game));
    let gone: Vec<_> = gone.map(|game| Ok(format!("{} is gone", told_of(game)))).collect();
    let found = news.found.iter().map(|found| {
        let file = found.file.display();
        let game =
            found.game.as_ref().map_err(|trouble| format!("{file} is left out: {trouble}"))?;
        if let Some(trouble) = taken(game) {
            return Err(format!("{file} is left out: {trouble}"));
        }
        shelf::add(Arc::new(game.clone()));
        if let Err(error) = kept(&found.file, game) {
            let told = told_of(game);
            return Err(format!(
                "{told} is there, by {file}, but could not be kept for its journals: {error:#}"
            ));
        }
        Ok(format!("{} is there, by {file}", told_of(game)))
    });
    gone.into_iter().chain(found).collect()
}

fn told_of(game: &Guest) -> String {
    format!("{}, rules {},", game.id(), game.rules())
}

/// Keeps the module of a file for its journals, whatever becomes of the file.
fn kept(file: &Path, game: &Guest) -> Result<()> {
    let bytes = bytes_of(file, Limits::default())?;
    // What was written there in the meantime is found the next time.
    if senet_host::hash(&bytes) == game.hash() {
        archive()?.keep(&bytes, game)?;
    }
    Ok(())
}

/// A game of the house keeps its id with every number of rules that it ever had, whatever a file calls itself.
fn taken(game: &Guest) -> Option<Trouble> {
    let of_house = senet_catalog::is_published(game.id(), game.rules());
    of_house.then(|| Trouble::Taken(game.id().to_owned()))
}

/// Keeps the shelf as a folder is, for as long as the server runs.
pub fn keep(named: Option<&Path>) {
    let Some(place) = named.map(Path::to_owned).or_else(|| folder().ok()) else { return };
    let place = NAMED.get_or_init(|| place);
    let mut folder = Folder::new(place, Limits::default());
    let mut silent = named.is_none();
    let mut look = move || match folder.look() {
        Ok(news) => {
            silent = false;
            for line in shelve(&news) {
                match line {
                    Ok(line) => tracing::info!("{line}"),
                    Err(line) => tracing::warn!("{line}"),
                }
            }
        }
        // A folder that comes later is found then; that it is not there is told once.
        Err(error) if !silent => {
            silent = true;
            tracing::warn!("{} cannot be looked through: {error}", place.display());
        }
        Err(_) => {}
    };
    look();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(EVERY);
            look();
        }
    });
}

/// `senet games add`: a game of one's own, or a new version; the old one stays for its journals.
pub fn add(file: &Path) -> Result<()> {
    let (bytes, game) = read(file)?;
    if let Some(trouble) = taken(&game) {
        bail!("{} is not added: {trouble}", file.display());
    }
    let place = folder()?;
    std::fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let known = Folder::new(&place, Limits::default()).look()?;
    let same = known.found.iter().filter_map(|found| found.game.as_ref().ok());
    for known in same.filter(|known| known.id() == game.id() && known.rules() == game.rules()) {
        if known.hash() != game.hash() {
            let (game, rules) = (game.id().to_owned(), game.rules());
            bail!("{} is not added: {}", file.display(), Trouble::SameNumber { game, rules });
        }
    }
    let name = format!("{}-{}.wasm", game.id(), game.rules());
    let path = place.join(name);
    put_whole(&path, &packed(&bytes, game.about()))
        .with_context(|| format!("cannot write {}", path.display()))?;
    archive()?.keep(&bytes, &game).context("the game cannot be kept for its journals")?;
    let line = game.line();
    say!("{} is added: {}, rules {}, module {}.", line.name, line.id, line.rules, game.hash());
    Ok(())
}

/// `senet games pack`: what a module is, beside it. A game of the house whose module tells no schemas has
/// those of the house; one for the page alone is not asked, and needs none. Says which game, which rules and
/// which module it is.
pub fn pack(file: &Path, out: &Path, of_house: Option<&str>) -> Result<()> {
    let shown = file.display();
    let bytes = bytes_of(file, Limits::default());
    let bytes = bytes.with_context(|| format!("cannot read {shown}"))?;
    let told = match of_house {
        Some(id) => {
            let game = senet_catalog::find(id);
            let game = game.with_context(|| format!("the house has no game \"{id}\""))?;
            // The page knows the schemas by its types.
            whole(&bytes).map(|()| About { page: game.page(), schemas: serde_json::Value::Null })
        }
        None => told(&bytes),
    };
    let about = told.with_context(|| format!("{shown} is no game"))?;
    std::fs::write(out, packed(&bytes, &about))
        .with_context(|| format!("cannot write {}", out.display()))?;
    if of_house.is_none() {
        // Whoever opens it will hold it to what it tells.
        read(out)?;
    }
    let line = &about.page.game;
    say!("{} {} {}", line.id, line.rules, senet_host::hash(&bytes));
    Ok(())
}

/// What a module tells of itself; the house tells the schemas of its own.
fn told(bytes: &[u8]) -> Result<About, Trouble> {
    let about = senet_host::tells(bytes, Limits::default())?;
    let line = &about.page.game;
    let of_house = senet_catalog::find(&line.id).filter(|game| game.rules() == line.rules);
    let silent = about.page.config_schema.is_null();
    Ok(of_house.filter(|_| silent).map_or(about, |game| told_by_house(game.as_ref())))
}

fn told_by_house(game: &dyn AnyGame) -> About {
    About { page: game.page(), schemas: game.schemas().to_value() }
}

/// `senet check`: random games, held to every law.
pub fn check(args: &Check) -> Result<()> {
    let game = crate::game(&args.game)?;
    let presets = game.page().presets;
    let wanted =
        presets.iter().filter(|preset| args.rules.as_ref().is_none_or(|r| *r == preset.id));
    let (mut games, mut entries) = (0, 0);
    for preset in wanted {
        for seed in args.seed..args.seed.saturating_add(args.games) {
            match senet_host::check(game.as_ref(), &preset.id, &preset.config, seed) {
                Ok(played) => (games, entries) = (games + 1, entries + played),
                Err(breach) => bail!(
                    "{} {breach}\n  again: senet check {} --rules {} --seed {seed} --games 1",
                    game.id(),
                    args.game,
                    preset.id
                ),
            }
        }
    }
    if games == 0 {
        let known: Vec<&str> = presets.iter().map(|preset| preset.id.as_str()).collect();
        bail!("there was no game to play; the rule sets are {}", known.join(", "));
    }
    say!("{} obeys every law: {games} games, {entries} entries.", game.id());
    Ok(())
}
