//! Share codes: a whole warband in a string that fits in a link.
//!
//! `SW1.` and URL-safe base64: the document, field by field, and four bytes of
//! checksum. Known things take a byte or two; whatever else was written is carried as text, so
//! that any document comes back exactly as it was.

use data_encoding::{BASE64URL_NOPAD, DecodeKind};
use senet_kernel::Hash;
use serde_json::Value;

use super::{MAX_BYTES, Refusal, parse};
use crate::catalogue::{Attribute, Catalogue, List, Role};
use crate::document::{Attributes, SCHEMA_VERSION, Warband, Weirdo, level_place, level_value};

/// How codes of this version begin. A change of the catalogue's order needs a new one.
pub(crate) const PREFIX: &str = "SW1.";
/// How codes of any version begin.
const FAMILY: &str = "SW";

/// Whether a text begins as share codes of some version do.
pub(super) fn is_code(text: &str) -> bool {
    version(text).is_some()
}

/// Whether a letter may stand in a code.
pub(super) const fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

/// The version that a code names.
fn version(code: &str) -> Option<&str> {
    let (version, _) = code.strip_prefix(FAMILY)?.split_once('.')?;
    let digits = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    digits.then_some(version)
}

/// Writes a share code.
pub fn encode(catalogue: &Catalogue, warband: &Warband) -> String {
    let mut writer = Writer { catalogue, bytes: Vec::new(), counted_ids: has_counted_ids(warband) };
    writer.warband(warband);
    let mut bytes = writer.bytes;
    bytes.extend(checksum(&bytes));
    PREFIX.to_owned() + &BASE64URL_NOPAD.encode(&bytes)
}

/// Reads a share code. Spaces and line breaks around and within it do not matter.
pub fn decode(catalogue: &Catalogue, code: &str) -> Result<Warband, Refusal> {
    let code: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    if MAX_BYTES < code.len() {
        return Err(Refusal::TooLarge { bytes: code.len(), limit: MAX_BYTES });
    }
    let Some(letters) = code.strip_prefix(PREFIX) else {
        return Err(not_a_code(&code));
    };
    let bytes = letters_to_bytes(letters)?;
    let body = bytes.len().checked_sub(4).ok_or_else(|| damaged("it is too short"))?;
    let (body, sum) = bytes.split_at(body);
    if checksum(body) != sum {
        return Err(damaged("its checksum does not fit"));
    }
    let mut reader = Reader { catalogue, bytes: body, counted_ids: false, read: 0 };
    let warband = reader.warband()?;
    match reader.bytes {
        [] => Ok(warband),
        _ => Err(damaged("something follows its end")),
    }
}

fn not_a_code(code: &str) -> Refusal {
    match version(code).filter(|version| !["0", "1"].contains(version)) {
        Some(version) => Refusal::NewerCode { version: version.to_owned(), known: 1 },
        None => Refusal::NotACode { expected: PREFIX.to_owned() },
    }
}

fn damaged(reason: &str) -> Refusal {
    Refusal::DamagedCode { reason: reason.to_owned() }
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let digits = Hash::of_bytes(bytes).to_string();
    let number = digits.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    number.unwrap_or(0).to_be_bytes()
}

fn letters_to_bytes(letters: &str) -> Result<Vec<u8>, Refusal> {
    BASE64URL_NOPAD.decode(letters.as_bytes()).map_err(|error| {
        damaged(match error.kind {
            DecodeKind::Length => "a letter is missing",
            DecodeKind::Symbol => "it has a letter that no code has",
            DecodeKind::Trailing | DecodeKind::Padding => "its end does not fit",
        })
    })
}

fn everyone(warband: &Warband) -> impl Iterator<Item = &Weirdo> {
    warband.leader.iter().chain(&warband.troopers).chain(&warband.bench)
}

/// Whether the ids are w1, w2 … in order, and so need not be written.
fn has_counted_ids(warband: &Warband) -> bool {
    let mut numbered = everyone(warband).zip(1_u32..);
    numbered.all(|(weirdo, number)| weirdo.id == format!("w{number}"))
}

struct Writer<'a> {
    catalogue: &'a Catalogue,
    bytes: Vec<u8>,
    counted_ids: bool,
}

impl Writer<'_> {
    fn number(&mut self, mut number: usize) {
        while 128 <= number {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend(text.as_bytes());
    }

    fn value(&mut self, value: &Value) {
        self.text(&value.to_string());
    }

    fn warband(&mut self, warband: &Warband) {
        self.number(usize::from(self.counted_ids));
        self.text(&warband.id);
        self.text(&warband.name);
        let limits = &self.catalogue.limits.warband_points;
        let limit = |value: &Value| {
            limits.iter().position(|limit| value.as_u64() == Some(u64::from(*limit)))
        };
        match (&warband.point_limit, warband.point_limit.as_ref().and_then(limit)) {
            (None, _) => self.number(0),
            (Some(_), Some(place)) => self.number(place + 2),
            (Some(value), None) => {
                self.number(1);
                self.value(value);
            }
        }
        let known = |value: &Value| {
            let id = value.as_str()?;
            self.catalogue.abilities.iter().position(|ability| ability.id == id)
        };
        match (&warband.ability, warband.ability.as_ref().and_then(known)) {
            (None, _) => self.number(0),
            (Some(_), Some(place)) => self.number(place + 2),
            (Some(value), None) => {
                self.number(1);
                self.value(value);
            }
        }
        self.number(usize::from(warband.leader.is_some()));
        self.number(warband.troopers.len());
        self.number(warband.bench.len());
        for weirdo in everyone(warband) {
            self.weirdo(weirdo);
        }
    }

    fn weirdo(&mut self, weirdo: &Weirdo) {
        if !self.counted_ids {
            self.text(&weirdo.id);
        }
        self.text(&weirdo.name);
        match (&weirdo.role, weirdo.role.as_ref().and_then(|role| Role::of_key(role.as_str()?))) {
            (None, _) => self.number(0),
            (Some(_), Some(Role::Leader)) => self.number(2),
            (Some(_), Some(Role::Trooper)) => self.number(3),
            (Some(value), None) => {
                self.number(1);
                self.value(value);
            }
        }
        match &weirdo.attributes {
            None => self.number(0),
            Some(attributes) => self.attributes(attributes),
        }
        for list in List::ALL {
            self.number(weirdo.list(list).len());
            for id in weirdo.list(list) {
                self.item(self.catalogue.find(list, id), id);
            }
        }
        match &weirdo.leader_trait {
            None => self.number(0),
            Some(id) => {
                let place = self.catalogue.traits.iter().position(|item| item.id == *id);
                self.number(1);
                self.item(place, id);
            }
        }
        self.text(&weirdo.notes);
        self.number(weirdo.tags.len());
        for tag in &weirdo.tags {
            self.text(tag);
        }
    }

    fn item(&mut self, place: Option<usize>, id: &str) {
        match place {
            Some(place) => self.number(place + 1),
            None => {
                self.number(0);
                self.text(id);
            }
        }
    }

    /// Five digits to base 5: absent, one of three levels, or something else.
    fn attributes(&mut self, attributes: &Attributes) {
        let place = |attribute: Attribute| {
            let value = attributes.get(attribute);
            value.map(|value| level_place(self.catalogue, attribute, value))
        };
        let digits = Attribute::ALL.map(|attribute| match place(attribute) {
            None => 0,
            Some(Some(place)) => place + 1,
            Some(None) => 4,
        });
        self.number(1 + digits.iter().fold(0, |number, digit| number * 5 + digit));
        for (attribute, digit) in Attribute::ALL.into_iter().zip(digits) {
            if let (4, Some(value)) = (digit, attributes.get(attribute)) {
                self.value(value);
            }
        }
    }
}

struct Reader<'a> {
    catalogue: &'a Catalogue,
    bytes: &'a [u8],
    counted_ids: bool,
    read: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> Result<usize, Refusal> {
        let mut number = 0_u32;
        for shift in (0..28).step_by(7) {
            let [byte, rest @ ..] = self.bytes else {
                return Err(damaged("it ends too soon"));
            };
            self.bytes = rest;
            number |= u32::from(byte & 127) << shift;
            if byte & 128 == 0 {
                return Ok(number as usize);
            }
        }
        Err(damaged("a number in it is too large"))
    }

    /// A number of things that each take at least a byte.
    fn count(&mut self) -> Result<usize, Refusal> {
        let count = self.number()?;
        if self.bytes.len() < count {
            return Err(damaged("it ends too soon"));
        }
        Ok(count)
    }

    fn text(&mut self) -> Result<String, Refusal> {
        let len = self.count()?;
        let (text, rest) = self.bytes.split_at(len);
        self.bytes = rest;
        String::from_utf8(text.to_vec()).map_err(|_| damaged("a text in it is not readable"))
    }

    fn value(&mut self) -> Result<Value, Refusal> {
        let text = self.text()?;
        parse(&text).map_err(|_| damaged("a value in it is not readable"))
    }

    fn warband(&mut self) -> Result<Warband, Refusal> {
        self.counted_ids = match self.number()? {
            0 => false,
            1 => true,
            _ => return Err(damaged("its first byte is not known")),
        };
        let id = self.text()?;
        let name = self.text()?;
        let point_limit = match self.number()? {
            0 => None,
            1 => Some(self.value()?),
            place => {
                let limit = self.catalogue.limits.warband_points.get(place - 2);
                Some((*limit.ok_or_else(|| damaged("its point limit is not known"))?).into())
            }
        };
        let ability = match self.number()? {
            0 => None,
            1 => Some(self.value()?),
            place => {
                let ability = self.catalogue.abilities.get(place - 2);
                let ability = ability.ok_or_else(|| damaged("its ability is not known"))?;
                Some(ability.id.as_str().into())
            }
        };
        let has_leader = self.number()? != 0;
        let troopers = self.count()?;
        let bench = self.count()?;
        Ok(Warband {
            schema_version: SCHEMA_VERSION,
            id,
            name,
            point_limit,
            ability,
            leader: if has_leader { Some(self.weirdo()?) } else { None },
            troopers: (0..troopers).map(|_| self.weirdo()).collect::<Result<_, _>>()?,
            bench: (0..bench).map(|_| self.weirdo()).collect::<Result<_, _>>()?,
        })
    }

    fn weirdo(&mut self) -> Result<Weirdo, Refusal> {
        self.read += 1;
        let id = match self.counted_ids {
            true => format!("w{}", self.read),
            false => self.text()?,
        };
        Ok(Weirdo {
            id,
            name: self.text()?,
            role: match self.number()? {
                0 => None,
                1 => Some(self.value()?),
                2 => Some(Role::Leader.key().into()),
                3 => Some(Role::Trooper.key().into()),
                _ => return Err(damaged("a type in it is not known")),
            },
            attributes: match self.number()? {
                0 => None,
                packed => Some(self.attributes(packed - 1)?),
            },
            close_combat_weapons: self.items(List::CloseCombatWeapons)?,
            ranged_weapons: self.items(List::RangedWeapons)?,
            equipment: self.items(List::Equipment)?,
            psychic_powers: self.items(List::PsychicPowers)?,
            leader_trait: match self.number()? {
                0 => None,
                _ => {
                    let traits = self.catalogue.traits().len();
                    Some(self.item(traits, |catalogue, place| &catalogue.traits()[place].id)?)
                }
            },
            notes: self.text()?,
            tags: {
                let count = self.count()?;
                (0..count).map(|_| self.text()).collect::<Result<_, _>>()?
            },
        })
    }

    fn items(&mut self, list: List) -> Result<Vec<String>, Refusal> {
        let count = self.count()?;
        let known = self.catalogue.items(list).len();
        let mut item = |_| self.item(known, |catalogue, place| &catalogue.items(list)[place].id);
        (0..count).map(&mut item).collect()
    }

    fn item(
        &mut self,
        known: usize,
        id: impl Fn(&Catalogue, usize) -> &String,
    ) -> Result<String, Refusal> {
        match self.number()? {
            0 => self.text(),
            place if place <= known => Ok(id(self.catalogue, place - 1).clone()),
            _ => Err(damaged("an item in it is not known")),
        }
    }

    fn attributes(&mut self, packed: usize) -> Result<Attributes, Refusal> {
        if 5_usize.pow(5) <= packed {
            return Err(damaged("an attribute in it is not known"));
        }
        let mut attributes = Attributes::default();
        for (power, attribute) in Attribute::ALL.into_iter().enumerate() {
            let digit = packed / 5_usize.pow(4 - power as u32) % 5;
            let value = match digit {
                0 => None,
                4 => Some(self.value()?),
                level => Some(level_value(self.catalogue, attribute, level - 1)),
            };
            attributes.set(attribute, value);
        }
        Ok(attributes)
    }
}
