//! Every legal command has words of its own; drawings fit; texts are not empty; people are named; and
//! what is said is said in words that a player knows.

use senet_kernel::{Cast, Drawing, Rng, Seat, SeatSet, Text, Viewer};
use serde_json::Value;

use super::{ATTEMPTS, ensure};
use crate::fuzz::Fuzz;
use crate::play::Play;

/// The terminal that drawings are made for.
const COLUMNS: usize = 100;

/// How many labels of a list are read back, and how many strange texts are read.
const READINGS: usize = 16;

/// Who sits at the table: short names, long ones, and one that is no word.
const PEOPLE: [&str; 8] =
    ["Zoë", "Maximiliane Herzog-K", "Dev", "Ånn O'Neill", "7", "Player Zero", "Bo", "Wilhelmina"];

pub(super) fn check<G: Text>(play: &Play<G>) -> Result<(), String> {
    let fuzz = play.fuzz();
    let start = &play.states[0];
    let first = roles::<G>(&start.view(Viewer::Spectator), start.seats());
    let people: Vec<String> = PEOPLE.map(str::to_owned).into_iter().take(first.len()).collect();
    let cast = Cast::new(&people, &first);
    for point in play.points() {
        let game = &play.states[point];
        let mut rng = play.rng(point);
        for viewer in Viewer::all(game.seats()) {
            let mut view = game.view(viewer);
            screen::<G>(&view, viewer, game)?;
            told(play, point, &view, viewer)?;
            let roles = roles::<G>(&view, game.seats());
            ensure!(roles == first, "the seats were called {first:?} and now are {roles:?}");
            G::cast(&mut view, &cast);
            named::<G>(&view, viewer, game, &cast)?;
            told(play, point, &view, viewer)?;
            if let Some(seat) = viewer.seat() {
                labels(game, &view, seat, &mut rng)?;
                strange_words(&view, seat, &fuzz, &mut rng)?;
            }
        }
        for (actor, command) in fuzz.attempts(game, ATTEMPTS, &mut rng) {
            if let Err(why) = game.check(actor, &command) {
                plain("a refusal", &why.to_string())?;
            }
        }
    }
    for (form, about) in G::forms() {
        plain("a form of words", form)?;
        plain("what a form of words does", about)?;
    }
    Ok(())
}

fn roles<G: Text>(view: &G::View, seats: usize) -> Vec<String> {
    Seat::first(seats).map(|seat| G::seat_name(view, seat)).collect()
}

/// With people at the table, a screen still fits, shows who plays, and names who is asked.
fn named<G: Text>(view: &G::View, viewer: Viewer, game: &G, cast: &Cast) -> Result<(), String> {
    screen::<G>(view, viewer, game)?;
    let drawing = G::draw(view, viewer).plain();
    for seat in Seat::first(game.seats()) {
        let name = cast.name(seat).unwrap_or_default();
        ensure!(drawing.contains(name), "{name:?} is not in the drawing: {drawing}");
        let prompt = G::prompt(view, viewer);
        let asked = viewer.is(seat) && game.awaited() == SeatSet::only(seat);
        ensure!(!asked || prompt.contains(name), "{seat} is asked without being named: {prompt}");
    }
    Ok(())
}

/// What stands on a screen fits and says something.
fn screen<G: Text>(view: &G::View, viewer: Viewer, game: &G) -> Result<(), String> {
    for seat in Seat::first(game.seats()) {
        one_line("the name of a seat", &G::seat_name(view, seat))?;
    }
    let prompt = G::prompt(view, viewer);
    one_line("the prompt", &prompt)?;
    plain("the prompt", &prompt)?;
    fits("the drawing", &G::draw(view, viewer))?;
    let ending = G::ending(view);
    fits("the ending", &ending)?;
    let over = game.outcome().is_some();
    ensure!(over != ending.lines.is_empty(), "the ending is told just when it is over: {ending:?}");
    Ok(())
}

/// The events that led here, in sentences.
fn told<G: Text>(
    play: &Play<G>,
    point: usize,
    view: &G::View,
    viewer: Viewer,
) -> Result<(), String> {
    let before = point.checked_sub(1).map(|before| &play.entries[before]);
    let events = before.into_iter().flat_map(|entry| &entry.events);
    for event in events.filter_map(|event| G::shown(event, viewer)) {
        let sentence = G::tell(view, &event);
        ensure!(!sentence.trim().is_empty(), "{event:?} is told by an empty sentence");
        plain("an event", &sentence)?;
    }
    Ok(())
}

/// Labels differ even for a player who is careless about case and spaces, and read back right.
fn labels<G: Text>(game: &G, view: &G::View, seat: Seat, rng: &mut Rng) -> Result<(), String> {
    let mut list = Vec::new();
    game.legal(seat, &mut list);
    let mut labels = Vec::with_capacity(list.len());
    for command in &list {
        let label = G::say(view, command);
        one_line("a label", &label)?;
        labels.push((careless(&label), command, label));
    }
    for _ in 0..list.len().min(READINGS) {
        let Some((_, command, label)) = rng.choose(&labels) else {
            break;
        };
        let Ok(reading) = G::read(view, seat, label, &Value::Null) else {
            continue;
        };
        let right = reading.commands.is_empty() || reading.commands == [(*command).clone()];
        ensure!(right, "\"{label}\" stands for {command:?} but reads as {:?}", reading.commands);
    }
    labels.sort_by(|a, b| a.0.cmp(&b.0));
    let twice = labels.windows(2).find(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1);
    ensure!(twice.is_none(), "two commands have one label: {twice:?}");
    Ok(())
}

/// Any words of a player and any command are taken without a panic, or refused with a reason.
fn strange_words<G: Text>(
    view: &G::View,
    seat: Seat,
    fuzz: &Fuzz<G>,
    rng: &mut Rng,
) -> Result<(), String> {
    let mut memo = Value::Null;
    for _ in 0..READINGS {
        let Some(command) = fuzz.command(rng) else {
            break;
        };
        let text = garbled(&G::say(view, &command), rng);
        match G::read(view, seat, &text, &memo) {
            Ok(reading) => memo = reading.memo.unwrap_or(memo),
            Err(unread) => {
                let told = !unread.code.is_empty() && !unread.sentence.trim().is_empty();
                ensure!(told, "\"{text}\" is refused without a reason: {unread:?}");
                plain_but("what is not understood", &unread.sentence, &text)?;
            }
        }
        let _ = G::plans(view, seat, &memo);
    }
    Ok(())
}

/// A text with a mistake in it.
fn garbled(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = rng.below(letters.len() as u32 + 1) as usize;
    match rng.below(6) {
        0 => letters.truncate(at),
        1 => letters.insert(at, ' '),
        2 => letters.insert(at, 'é'),
        3 => letters.splice(at..at, "99999999999".chars()).for_each(drop),
        4 => letters.rotate_left(at),
        _ => letters.iter_mut().for_each(char::make_ascii_uppercase),
    }
    letters.into_iter().collect()
}

fn careless(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn one_line(what: &str, text: &str) -> Result<(), String> {
    let good = !text.trim().is_empty() && !text.contains(char::is_control);
    ensure!(good, "{what} is one line that says something, not {text:?}");
    Ok(())
}

fn fits(what: &str, drawing: &Drawing) -> Result<(), String> {
    for line in drawing.lines.iter().map(senet_kernel::Line::plain) {
        let columns = line.chars().count();
        ensure!(columns <= COLUMNS, "{what} has a line of {columns} columns: {line:?}");
        ensure!(!line.contains(char::is_control), "{what} has a control character: {line:?}");
        plain(what, &line)?;
    }
    Ok(())
}

/// Things that are counted in sentences; none is also what a piece with the number 1 does.
const COUNTED: &[&str] = &[
    "airplane",
    "battle",
    "card",
    "completion",
    "contractor",
    "feature",
    "flag",
    "game",
    "piece",
    "player",
    "point",
    "round",
    "row",
    "segment",
    "square",
    "token",
    "unit",
];

/// What a player is told has no marks of programs, does not shout, and counts as people count.
fn plain(what: &str, text: &str) -> Result<(), String> {
    for (mark, name) in [('`', "a backtick"), ('_', "a name of the wire")] {
        ensure!(!text.contains(mark), "{what} has {name}: {text:?}");
    }
    // A board may mark a space by itself.
    let shouts =
        text.split('!').rev().skip(1).any(|before| before.ends_with(char::is_alphanumeric));
    ensure!(!shouts, "{what} has an exclamation mark: {text:?}");
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.windows(2) {
        let noun = pair[1].trim_end_matches(|c: char| c.is_ascii_punctuation());
        let one = pair[0].trim_start_matches(|c: char| c.is_ascii_punctuation()) == "1";
        let many = noun.strip_suffix('s').is_some_and(|noun| COUNTED.contains(&noun));
        ensure!(!(one && (many || noun == "dice")), "{what} counts 1 {noun}: {text:?}");
    }
    Ok(())
}

/// As [`plain`], but for what the player said and is told back.
fn plain_but(what: &str, text: &str, said: &str) -> Result<(), String> {
    let mut rest = text.to_lowercase();
    for word in said.to_lowercase().split_whitespace().chain([said.to_lowercase().trim()]) {
        if word.len() > 1 {
            rest = rest.replace(word, "");
        }
    }
    plain(what, &rest)
}
