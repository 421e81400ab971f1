//! Edits in words: what the builder's sentences say, read back.
//!
//! Every sentence that [`describe`](crate::edit::describe) writes is read as the edit that it
//! describes, and short forms besides, so that a fix can be copied from a list and typed.

use senet_kernel::visible;

use crate::Rules;
use crate::catalogue::{Attribute, Catalogue, List, Role};
use crate::document::{Slot, Warband, Weirdo};
use crate::edit::Edit;

/// Why words are no edit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// Nothing that edits say.
    #[error("{text} is no edit. {FORMS}")]
    Unknown {
        /// What was written.
        text: String,
    },
    /// Nobody has this name or id.
    #[error("Nobody here is called {who}. The warband has {known}.")]
    Nobody {
        /// What was written.
        who: String,
        /// Everybody.
        known: String,
    },
    /// Several have this name.
    #[error("Several are called {who}. Say which one by its id: {ids}.")]
    Several {
        /// The name.
        who: String,
        /// Whose.
        ids: String,
    },
    /// A level, an item, a trait or an ability that is not in the catalogue.
    #[error("{what} is not {expected}.")]
    NoSuchThing {
        /// What was written.
        what: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A thing that the weirdo does not carry.
    #[error("{who} does not carry {what}.")]
    NotCarried {
        /// Who.
        who: String,
        /// What.
        what: String,
    },
}

/// The short forms, for people.
pub const FORMS: &str = "Edits are:
  rename NAME; points 75; ability NAME; add leader NAME; add trooper NAME
  remove WHO; copy WHO; promote WHO; bench WHO; recall WHO; move WHO to place 2
  name WHO: NAME; WHO: speed 2; WHO: add ITEM; WHO: drop ITEM
  WHO: ITEM instead of ITEM; WHO: trait NAME; WHO: no trait
  WHO: notes TEXT; WHO: flags A, B
WHO is a name, an id, leader or trooper 2.";

/// Reads words as edits, to be made together.
pub fn read(rules: &Rules, warband: &Warband, text: &str) -> Result<Vec<Edit>, NotRead> {
    let reader = Reader { catalogue: rules.catalogue(), warband };
    let text = text.trim();
    // Notes keep their full stop, and whatever else they say.
    if let Some((who, (key, rest))) = text.split_once(": ").map(|(w, r)| (w, word(r)))
        && matches!(key.to_lowercase().as_str(), "notes" | "flags")
    {
        return Ok(vec![reader.remark(reader.who(who)?, &key.to_lowercase(), rest)]);
    }
    let text = text.strip_suffix('.').unwrap_or(text);
    match reader.whole(text) {
        Some(edits) => edits,
        None => reader.of_weirdo(text),
    }
}

/// The first word and the rest.
fn word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (word, rest.trim())
}

/// What follows one of some beginnings, whatever the case.
fn after<'a>(text: &'a str, beginnings: &[&str]) -> Option<&'a str> {
    beginnings.iter().find_map(|beginning| {
        let head = text.get(..beginning.len())?;
        let rest = &text[beginning.len()..];
        let ends = rest.is_empty() || rest.starts_with(' ');
        (head.eq_ignore_ascii_case(beginning) && ends).then_some(rest.trim())
    })
}

fn unknown(text: &str) -> NotRead {
    NotRead::Unknown { text: shown(text) }
}

fn shown(text: &str) -> String {
    visible(text).into_owned()
}

struct Reader<'a> {
    catalogue: &'a Catalogue,
    warband: &'a Warband,
}

impl Reader<'_> {
    /// Edits of the warband, and of weirdos as a whole; none where the words are others.
    fn whole(&self, text: &str) -> Option<Result<Vec<Edit>, NotRead>> {
        let one = |edit: Result<Edit, NotRead>| Some(edit.map(|edit| vec![edit]));
        if let Some(name) = after(text, &["rename to", "rename", "name the warband"]) {
            return one(Ok(Edit::Rename { name: name.to_owned() }));
        }
        if let Some(limit) = after(text, &["set the point limit to", "point limit", "points"]) {
            let wrong = || NotRead::NoSuchThing { what: shown(limit), expected: "a number" };
            return one(limit
                .parse()
                .map(|limit| Edit::SetPointLimit { limit })
                .map_err(|_| wrong()));
        }
        if let Some("") = after(text, &["play without an ability", "no ability"]) {
            return one(Ok(Edit::SetAbility { ability: None }));
        }
        if let Some(name) = after(text, &["play as", "ability"]) {
            return one(self.ability(name));
        }
        if let Some(name) = after(text, &["add a leader", "add leader"]) {
            return Some(Ok(self.added(Edit::AddLeader, name)));
        }
        if let Some(name) = after(text, &["add a trooper", "add trooper"]) {
            return Some(Ok(self.added(Edit::AddTrooper, name)));
        }
        if let Some(who) = after(text, &["remove"]) {
            return one(self.who(who).map(|weirdo| Edit::Remove { weirdo }));
        }
        if let Some(who) = after(text, &["copy"]) {
            return one(self.who(who).map(|weirdo| Edit::Duplicate { weirdo }));
        }
        if let Some(rest) = after(text, &["move"]) {
            return one(self.moved(rest).ok_or_else(|| unknown(text)).flatten());
        }
        if let Some(rest) = after(text, &["put"]) {
            let who = rest.strip_suffix(" on the bench")?;
            return one(self.who(who).map(|weirdo| Edit::Bench { weirdo }));
        }
        if let Some(who) = after(text, &["bench"]) {
            return one(self.who(who).map(|weirdo| Edit::Bench { weirdo }));
        }
        if let Some(rest) = after(text, &["bring"]) {
            let who = rest.strip_suffix(" back")?;
            return one(self.who(who).map(|weirdo| Edit::Recall { weirdo }));
        }
        if let Some(who) = after(text, &["recall"]) {
            return one(self.who(who).map(|weirdo| Edit::Recall { weirdo }));
        }
        if let Some(who) = after(text, &["promote"]) {
            return one(self.who(who).map(|weirdo| Edit::Promote { weirdo }));
        }
        if let Some(rest) = after(text, &["make"]) {
            return one(self.made(rest).ok_or_else(|| unknown(text)).flatten());
        }
        if let Some(rest) = after(text, &["name"]) {
            return one(self.named(rest).ok_or_else(|| unknown(text)));
        }
        None
    }

    fn ability(&self, name: &str) -> Result<Edit, NotRead> {
        if name.eq_ignore_ascii_case("none") {
            return Ok(Edit::SetAbility { ability: None });
        }
        let wrong = || NotRead::NoSuchThing { what: shown(name), expected: "a warband ability" };
        let ability = self.catalogue.ability_meant(name).ok_or_else(wrong)?;
        Ok(Edit::SetAbility { ability: Some(self.catalogue.ability(ability).id.clone()) })
    }

    /// A new weirdo, perhaps with a name.
    fn added(&self, edit: Edit, name: &str) -> Vec<Edit> {
        let named = (!name.is_empty())
            .then(|| Edit::SetName { weirdo: self.warband.fresh_id(), name: name.to_owned() });
        std::iter::once(edit).chain(named).collect()
    }

    fn moved(&self, rest: &str) -> Option<Result<Edit, NotRead>> {
        let (who, place) = rest.rsplit_once(" to place ").or_else(|| rest.rsplit_once(" to "))?;
        let to = place.parse::<usize>().ok()?.checked_sub(1)?;
        Some(self.who(who).map(|weirdo| Edit::Move { weirdo, to }))
    }

    fn made(&self, rest: &str) -> Option<Result<Edit, NotRead>> {
        if let Some(who) = rest.strip_suffix(" the leader") {
            return Some(self.who(who).map(|weirdo| Edit::Promote { weirdo }));
        }
        let (who, role) = rest.rsplit_once(" a ")?;
        let role = Role::of_key(&role.to_lowercase())?;
        Some(self.who(who).map(|weirdo| Edit::SetRole { weirdo, role }))
    }

    /// `Name Bo: Bob` and `Name Bo Bob`; the longest name that somebody has comes first.
    fn named(&self, rest: &str) -> Option<Edit> {
        let ends = rest.char_indices().filter(|(_, letter)| *letter == ' ').map(|(place, _)| place);
        let mut ends: Vec<usize> = ends.collect();
        ends.reverse();
        ends.into_iter().find_map(|end| {
            let (who, name) = rest.split_at(end);
            let weirdo = self.who(who.strip_suffix(':').unwrap_or(who)).ok()?;
            Some(Edit::SetName { weirdo, name: name.trim().to_owned() })
        })
    }

    /// `WHO: change, change`.
    fn of_weirdo(&self, text: &str) -> Result<Vec<Edit>, NotRead> {
        let (who, changes) = text.rsplit_once(": ").ok_or_else(|| unknown(text))?;
        let id = self.who(who)?;
        changes.split(", ").map(|change| self.change(&id, change.trim())).collect()
    }

    fn change(&self, id: &str, change: &str) -> Result<Edit, NotRead> {
        let weirdo = id.to_owned();
        if let Some("") = after(change, &["drop the leader trait", "drop trait", "no trait"]) {
            return Ok(Edit::SetTrait { weirdo, leader_trait: None });
        }
        if let Some(name) = after(change, &["leader trait", "trait"]) {
            let item = Catalogue::meant(self.catalogue.traits(), name);
            let wrong = || NotRead::NoSuchThing { what: shown(name), expected: "a leader trait" };
            let leader_trait = Some(item.ok_or_else(wrong)?.id.clone());
            return Ok(Edit::SetTrait { weirdo, leader_trait });
        }
        if let Some(name) = after(change, &["name"]) {
            return Ok(Edit::SetName { weirdo, name: name.to_owned() });
        }
        if let Some(item) = after(change, &["add"]) {
            let (list, item) = self.item(item)?;
            return Ok(Edit::AddItem { weirdo, list, item });
        }
        if let Some(item) = after(change, &["drop"]) {
            let (list, place) = self.carried(id, item, None)?;
            return Ok(Edit::DropItem { weirdo, list, place });
        }
        if let Some((item, old)) = change.split_once(" instead of ") {
            let (list, item) = self.item(item.trim())?;
            let (list, place) = self.carried(id, old.trim(), Some(list))?;
            return Ok(Edit::SwapItem { weirdo, list, place, item });
        }
        let (key, level) = word(change);
        let attribute = Attribute::of_key(&key.to_lowercase()).ok_or_else(|| unknown(change))?;
        let levels = &self.catalogue.attribute(attribute).levels;
        let place = levels.iter().position(|known| known.id.eq_ignore_ascii_case(level));
        let wrong = || NotRead::NoSuchThing { what: shown(change), expected: "a level" };
        let place = place.ok_or_else(wrong)?;
        let level = crate::document::level_value(self.catalogue, attribute, place);
        Ok(Edit::SetLevel { weirdo, attribute, level })
    }

    fn remark(&self, weirdo: String, key: &str, rest: &str) -> Edit {
        match key {
            "notes" => Edit::SetNotes { weirdo, notes: rest.to_owned() },
            _ => {
                let tags = rest.split(',').map(str::trim).filter(|tag| !tag.is_empty());
                Edit::SetTags { weirdo, tags: tags.map(str::to_owned).collect() }
            }
        }
    }

    /// A thing of the catalogue, in whichever list it stands.
    fn item(&self, text: &str) -> Result<(List, String), NotRead> {
        let mut found = List::ALL.into_iter().filter_map(|list| {
            let item = Catalogue::meant(self.catalogue.items(list), text)?;
            Some((list, item.id.clone()))
        });
        let expected = "a weapon, a piece of equipment or a power";
        found.next().ok_or_else(|| NotRead::NoSuchThing { what: shown(text), expected })
    }

    /// Where a weirdo carries a thing, known or not.
    fn carried(
        &self,
        id: &str,
        text: &str,
        within: Option<List>,
    ) -> Result<(List, usize), NotRead> {
        let weirdo = self.everyone().find(|(_, weirdo)| weirdo.id == id);
        let found = weirdo.and_then(|(_, weirdo)| {
            let lists =
                List::ALL.into_iter().filter(|list| within.is_none_or(|only| only == *list));
            lists.into_iter().find_map(|list| {
                let meant = Catalogue::meant(self.catalogue.items(list), text);
                let is = |held: &String| {
                    meant.is_some_and(|item| item.id == *held) || visible(held) == text
                };
                weirdo.list(list).iter().position(is).map(|place| (list, place))
            })
        });
        let who = || weirdo.map_or_else(String::new, |(slot, weirdo)| weirdo.called(slot));
        found.ok_or_else(|| NotRead::NotCarried { who: who(), what: shown(text) })
    }

    fn everyone(&self) -> impl Iterator<Item = (Slot, &Weirdo)> {
        let bench = self.warband.bench.iter().map(|weirdo| (Slot::Alone, weirdo));
        self.warband.members().chain(bench)
    }

    /// The id of whoever is meant: by id, by name, or by slot.
    fn who(&self, text: &str) -> Result<String, NotRead> {
        let text = text.trim();
        if self.everyone().any(|(_, weirdo)| weirdo.id == text) {
            return Ok(text.to_owned());
        }
        let called = |(_, weirdo): &(Slot, &Weirdo)| {
            let name = visible(weirdo.name.trim()).to_lowercase();
            !name.is_empty() && name == text.to_lowercase()
        };
        let ids: Vec<&str> =
            self.everyone().filter(called).map(|(_, weirdo)| weirdo.id.as_str()).collect();
        match ids[..] {
            [id] => return Ok(id.to_owned()),
            [] => {}
            _ => return Err(NotRead::Several { who: shown(text), ids: shown(&ids.join(", ")) }),
        }
        let here = |(slot, _): &(Slot, &Weirdo)| {
            slot.to_string().eq_ignore_ascii_case(text)
                || slot.default_name().eq_ignore_ascii_case(text)
        };
        let found = self.warband.members().find(here);
        found.map(|(_, weirdo)| weirdo.id.clone()).ok_or_else(|| NotRead::Nobody {
            who: shown(text),
            known: match self.everyone().next() {
                None => "nobody yet".to_owned(),
                Some(_) => {
                    let all = self.everyone().map(|(slot, weirdo)| weirdo.called(slot));
                    all.collect::<Vec<_>>().join(", ")
                }
            },
        })
    }
}
