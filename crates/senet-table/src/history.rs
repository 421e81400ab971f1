//! Looking back: any entry, through any viewer's eyes.

use schemars::JsonSchema;
use senet_kernel::{
    Actor, Dice, Events, Game, Hash, Listing, Outcome, Script, Seat, SeatSet, Text, Viewer, as_raw,
    hash,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::protocol::{OFFERED, OFFERED_BYTES, Update};
use crate::table::{Choice, Countdown, Legal, Played, Table, TableOf};

/// What one entry was to one viewer: who acted and what could be seen of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Frame {
    /// The entry, as the viewer counts: only what it may know of.
    pub entry: u64,
    /// The turn or round in which it was asked for, by the game's own number, such as "Turn 3"; left out
    /// where the game counts nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moment: String,
    /// Who acted.
    pub actor: Actor,
    /// What happened, as far as the viewer may know.
    pub events: Vec<Told>,
}

/// Who did what in an entry.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a, C> {
    /// Who.
    pub actor: Actor,
    /// What.
    pub command: &'a C,
    /// Whether dice or cards were drawn for it.
    pub drew: bool,
}

/// An event and its sentence.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    /// The event, as the viewer may see it.
    #[schemars(with = "serde_json::Value")]
    pub event: Box<RawValue>,
    /// What happened, for a person.
    pub text: String,
    /// Whether it tells just how the game ended, as the ending does: who shows that leaves this out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closes: bool,
}

/// A turn or a round of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chapter {
    /// The game's own number of it, such as "Turn 3"; empty where the game counts nothing.
    pub moment: String,
    /// What happened, in order.
    pub sentences: Vec<String>,
}

/// A part of a long game, such as a battle of a campaign: the steps of a viewer that belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number, from 1.
    pub number: usize,
    /// The step that began it.
    pub first: u64,
    /// The last step in it, which may have ended it.
    pub last: u64,
}

impl<G: Text> TableOf<G> {
    /// The game after an entry, for hosts only: it holds what no viewer may know.
    pub fn game_at(&self, entry: u64) -> Option<G> {
        let (start, first, played) = self.stretch(entry)?;
        let mut game = start.clone();
        for entry in played.get(..usize::try_from(entry - first).ok()?)? {
            replay(&mut game, entry);
        }
        Some(game)
    }

    /// Who did what in an entry, and whether luck had a part in it.
    pub fn deed(&self, entry: u64) -> Option<Deed<'_, G::Command>> {
        let played = self.played_in(entry)?;
        Some(Deed { actor: played.actor, command: &played.command, drew: !played.draws.is_empty() })
    }

    /// The entry of this number.
    fn played_in(&self, number: u64) -> Option<&Played<G>> {
        let before = number.checked_sub(1)?;
        let (_, first, played) = self.stretch(before)?;
        played.get(usize::try_from(before - first).ok()?)
    }

    /// What happened after the viewer's step `since` and up to `until`. Each sentence is told from the
    /// view after its own entry.
    pub(crate) fn frames(&self, viewer: Viewer, since: u64, until: u64) -> Vec<Frame> {
        self.shots(viewer, since, until).into_iter().map(Shot::frame).collect()
    }

    /// The same, with the game's own events.
    fn shots(&self, viewer: Viewer, since: u64, until: u64) -> Vec<Shot<G::Event>> {
        let until = until.min(self.steps.count(viewer));
        if since >= until {
            return Vec::new(); // Whoever has missed nothing has nothing played again.
        }
        let (Some(from), Some(to)) =
            (self.steps.entry_at(viewer, since), self.steps.entry_at(viewer, until))
        else {
            return Vec::new();
        };
        let Some(mut game) = self.game_at(from) else {
            return Vec::new();
        };
        let (mut frames, mut step) = (Vec::new(), since);
        for number in from + 1..=to {
            let Some(played) = self.played_in(number) else {
                break;
            };
            if !self.steps.knows(viewer, number) {
                replay(&mut game, played);
                continue;
            }
            step += 1;
            let moment = G::moment(&self.seen(&game, viewer));
            replay(&mut game, played);
            frames.push(shot(played, step, moment, viewer, &self.seen(&game, viewer)));
        }
        frames
    }

    /// What happened from the start on, by the moments in which it was asked for.
    pub(crate) fn chapters(&self, viewer: Viewer) -> Vec<Chapter> {
        let mut told = vec![(String::new(), self.start_line())];
        if let Some(mut game) = self.game_at(0) {
            for number in 1..=self.entry() {
                let Some(played) = self.played_in(number) else { break };
                let moment = G::moment(&self.seen(&game, viewer));
                replay(&mut game, played);
                let view = self.seen(&game, viewer);
                let shot = shot(played, number, moment, viewer, &view);
                let moment = shot.moment;
                told.extend(shot.events.into_iter().map(|caught| (moment.clone(), caught.text)));
            }
        }
        let most = G::retention(&self.seen(&self.game, viewer)).unwrap_or(usize::MAX);
        let mut chapters: Vec<Chapter> = Vec::new();
        for (moment, sentence) in told.split_off(told.len().saturating_sub(most)) {
            match chapters.last_mut().filter(|last| last.moment == moment) {
                Some(last) => last.sentences.push(sentence),
                None => chapters.push(Chapter { moment, sentences: vec![sentence] }),
            }
        }
        chapters
    }

    /// The parts of the game, as far as it has been played.
    pub(crate) fn parted(&self, viewer: Viewer) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let Some(mut game) = self.game_at(0) else {
            return parts;
        };
        let mut within = G::part(&self.seen(&game, viewer));
        parts.extend(within.map(|number| Part { number, first: 0, last: 0 }));
        for number in 1..=self.entry() {
            let Some(played) = self.played_in(number) else { break };
            replay(&mut game, played);
            let step = self.steps.step_at(viewer, number);
            // The step that ends a part still belongs to it.
            if let (Some(_), Some(last)) = (within, parts.last_mut()) {
                last.last = step;
            }
            let now = G::part(&self.seen(&game, viewer));
            if let Some(number) = now.filter(|_| now != within) {
                parts.push(Part { number, first: step, last: step });
            }
            within = now;
        }
        parts
    }

    /// What is played and by whom.
    fn start_line(&self) -> String {
        let about = G::about();
        let preset =
            about.presets.iter().find(|known| Some(known.id) == self.header.preset.as_deref());
        let rules = preset.map_or_else(String::new, |preset| format!(", {}", preset.name));
        let who = Seat::first(self.roles.len());
        let who: Vec<_> = who.map(|seat| self.cast.full(seat, &self.roles[seat.index()])).collect();
        format!("{}{rules}: {}.", about.name, who.join(", "))
    }

    /// The entry that led to a viewer's step, told from the view that is here already. None where the
    /// state before it is not at hand.
    fn newest(&self, viewer: Viewer, step: u64, view: &G::View) -> Option<Shot<G::Event>> {
        let entry = self.steps.entry_at(viewer, step).filter(|entry| *entry == self.entry())?;
        let before = self.before_last()?;
        let moment = G::moment(&self.seen(before, viewer));
        Some(shot(self.played_in(entry)?, step, moment, viewer, view))
    }

    /// What a seat may do, as far as an update carries it, or the hash of what is too long: of all that is told
    /// of it, for the words and cautions of the same commands change with the game.
    fn offer(game: &G, seat: Seat, view: &G::View) -> (Option<Offer<G::Command>>, Option<Hash>) {
        let mut commands = Vec::new();
        let listing = game.legal(seat, &mut commands);
        let offered = commands.into_iter().map(|command| Offered {
            text: G::say(view, &command),
            caution: G::caution(view, seat, &command),
            command,
        });
        let offer = Offer { listing, commands: offered.collect() };
        if offer.fits() { (Some(offer), None) } else { (None, Some(hash(&offer))) }
    }

    /// All that a screen needs, at a state of the game after the viewer's step `step`.
    pub(crate) fn update_of(&self, game: &G, viewer: Viewer, since: u64, step: u64) -> Update {
        self.scene(game, viewer, since, step).update()
    }

    /// The same, written at the end of a text.
    pub(crate) fn write_scene(&self, viewer: Viewer, since: u64, text: &mut Vec<u8>) {
        let scene = self.scene(&self.game, viewer, since, self.step(viewer));
        senet_kernel::write(&scene, text);
    }

    /// The same, with the game's own values in their places.
    fn scene(&self, game: &G, viewer: Viewer, since: u64, step: u64) -> SceneOf<'_, G> {
        let view = self.seen(game, viewer);
        let newest = if since.checked_add(1) == Some(step) {
            self.newest(viewer, step, &view)
        } else {
            None
        };
        let frames = match newest {
            Some(frame) => vec![frame],
            None => self.shots(viewer, since, step),
        };
        let last = step == self.steps.count(viewer);
        let can_take_back =
            last && viewer.seat().is_some_and(|seat| self.can_take_back(Actor::Seat(seat)).is_ok());
        let (legal, legal_hash) = match viewer.seat().filter(|_| last) {
            Some(seat) => TableOf::offer(game, seat, &view),
            None => (None, None),
        };
        Scene {
            entry: step,
            line: self.steps.changes(viewer),
            roles: &self.roles,
            to_act: game.to_act(),
            awaited: game.awaited(),
            secrets: game.secrets(),
            legal,
            legal_hash,
            prompt: G::prompt(&view, viewer),
            hush: G::hush(&view),
            outcome: game.outcome(),
            seed: game
                .outcome()
                .and_then(|_| self.known_seed())
                .and_then(|seed| self.header.luck.deal(seed)),
            countdown: game.tick().map(Countdown::of),
            can_take_back,
            view,
            frames,
        }
    }
}

/// An [`Update`] before it is one: the game's own values stand where an update has their JSON, so that they are
/// written once, where they belong. Its fields are those of an update, in the same order.
#[derive(Serialize)]
struct Scene<'a, V, C, E> {
    entry: u64,
    line: u64,
    roles: &'a [String],
    to_act: SeatSet,
    awaited: SeatSet,
    secrets: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Offer<C>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal_hash: Option<Hash>,
    prompt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hush: Option<String>,
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    countdown: Option<Countdown>,
    can_take_back: bool,
    view: V,
    frames: Vec<Shot<E>>,
}

type SceneOf<'a, G> = Scene<'a, <G as Game>::View, <G as Game>::Command, <G as Game>::Event>;

impl<V: Serialize, C: Serialize, E: Serialize> Scene<'_, V, C, E> {
    fn update(self) -> Update {
        Update {
            entry: self.entry,
            line: self.line,
            roles: self.roles.to_vec(),
            to_act: self.to_act,
            awaited: self.awaited,
            secrets: self.secrets,
            legal: self.legal.map(Offer::legal),
            legal_hash: self.legal_hash,
            prompt: self.prompt,
            hush: self.hush,
            outcome: self.outcome,
            seed: self.seed,
            countdown: self.countdown,
            can_take_back: self.can_take_back,
            view: as_raw(&self.view),
            frames: self.frames.into_iter().map(Shot::frame).collect(),
        }
    }
}

/// A [`Legal`] before it is one.
#[derive(Serialize)]
struct Offer<C> {
    listing: Listing,
    commands: Vec<Offered<C>>,
}

impl<C: Serialize> Offer<C> {
    /// Whether an update carries it.
    fn fits(&self) -> bool {
        let mut scratch = Vec::new();
        let sizes = self.commands.iter().map(|offered| offered.size(&mut scratch));
        self.commands.len() <= OFFERED && sizes.sum::<usize>() <= OFFERED_BYTES
    }

    fn legal(self) -> Legal {
        let choice = |offered: Offered<C>| Choice {
            command: as_raw(&offered.command),
            text: offered.text,
            caution: offered.caution,
        };
        Legal { listing: self.listing, commands: self.commands.into_iter().map(choice).collect() }
    }
}

/// A [`Choice`] before it is one.
#[derive(Serialize)]
struct Offered<C> {
    command: C,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    caution: Option<String>,
}

impl<C: Serialize> Offered<C> {
    /// How many bytes it takes in a message, about.
    fn size(&self, scratch: &mut Vec<u8>) -> usize {
        let caution = self.caution.as_ref().map_or(0, String::len);
        scratch.clear();
        senet_kernel::write(&self.command, scratch);
        scratch.len() + self.text.len() + caution + 24
    }
}

/// A [`Frame`] before it is one.
#[derive(Serialize)]
struct Shot<E> {
    entry: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    moment: String,
    actor: Actor,
    events: Vec<Caught<E>>,
}

/// A [`Told`] before it is one.
#[derive(Serialize)]
struct Caught<E> {
    event: E,
    text: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    closes: bool,
}

impl<E: Serialize> Shot<E> {
    fn frame(self) -> Frame {
        let told = |caught: Caught<E>| Told {
            event: as_raw(&caught.event),
            text: caught.text,
            closes: caught.closes,
        };
        let events = self.events.into_iter().map(told).collect();
        Frame { entry: self.entry, moment: self.moment, actor: self.actor, events }
    }
}

fn shot<G: Text>(
    played: &Played<G>,
    entry: u64,
    moment: String,
    viewer: Viewer,
    view: &G::View,
) -> Shot<G::Event> {
    let shown = played.events.iter().filter_map(|event| G::shown(event, viewer));
    let caught =
        shown.map(|event| Caught { text: G::tell(view, &event), closes: G::closes(&event), event });
    Shot { entry, moment, actor: played.actor, events: caught.collect() }
}

/// Carries out an entry once more, with the draws that it made.
fn replay<G: Text>(game: &mut G, played: &Played<G>) {
    let mut dice = Dice::scripted(played.draws.iter().cloned().map(Script::from)).unrecorded();
    let done = game.apply(played.actor, &played.command, &mut dice, &mut Events::off());
    debug_assert!(done.is_ok(), "an entry that was accepted once is accepted again");
}
