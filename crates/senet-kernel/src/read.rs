//! One way to read JSON into a type.
//!
//! Whatever reads a type is compiled for each way in once more, with all that the type is made of; in a game
//! that is sent to a browser that was most of its weight. So a value is read from a tree here, by this one
//! reader, which also knows where it stands: the field that does not fit is named. What is read in every
//! move, a command and a line of a journal, is read from its text beside it.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected,
    IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Number, Value, map, value::RawValue};

use crate::Fault;

/// Why a value could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Where, such as `players[2].name`; empty for the whole.
    pub field: String,
    /// What is wrong there.
    pub sentence: String,
}

impl Misfit {
    fn new(field: Option<String>, error: &impl Display) -> Misfit {
        Misfit { field: field.unwrap_or_default(), sentence: error.to_string() }
    }

    /// The fault that it is in a data file.
    pub fn in_file(self, file: &str) -> Fault {
        let Misfit { field, sentence } = self;
        let field = if field.is_empty() { file.to_owned() } else { format!("{file}: {field}") };
        Fault::new(field, "malformed", sentence)
    }
}

impl Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// What is wrong, in the words of `serde_json`. Each way to say it is compiled once: it is said at every field of every
/// type, and put together anew at each it was a tenth of a game in the page.
#[derive(Debug)]
struct Error(serde_json::Error);

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {}

macro_rules! said_once {
    ($($name:ident($($of:ident: $type:ty),+);)*) => {
        $(#[cold]
        #[inline(never)]
        fn $name($($of: $type),+) -> Error {
            Error(serde_json::Error::$name($($of),+))
        })*
    };
}

impl serde::de::Error for Error {
    #[cold]
    fn custom<T: Display>(sentence: T) -> Error {
        Error(serde_json::Error::custom(sentence))
    }

    said_once! {
        invalid_type(found: Unexpected, expected: &dyn Expected);
        invalid_value(found: Unexpected, expected: &dyn Expected);
        invalid_length(length: usize, expected: &dyn Expected);
        unknown_variant(variant: &str, expected: &'static [&'static str]);
        unknown_field(field: &str, expected: &'static [&'static str]);
        missing_field(field: &'static str);
        duplicate_field(field: &'static str);
    }
}

/// Reads a value from JSON and names the field that does not fit.
///
/// ```
/// let json = serde_json::json!({"seats": [1, "two"]});
/// let misfit = senet_kernel::read::<std::collections::BTreeMap<String, Vec<u8>>>(&json).unwrap_err();
/// assert_eq!(misfit.field, "seats[1]");
/// assert_eq!(misfit.sentence, "invalid type: string \"two\", expected u8");
/// ```
pub fn read<T: DeserializeOwned>(json: &Value) -> Result<T, Misfit> {
    let misfit = Cell::new(None);
    let place = Place { around: None, step: Step::Whole };
    let read = T::deserialize(At { json, place: &place, misfit: &misfit });
    read.map_err(|error| Misfit::new(misfit.take(), &error))
}

/// Reads one of several things, each with its name in the field `tag`.
///
/// `serde(tag = …)` on the type would do the same by a copy of everything: where a type is only read, and only
/// here, it need not.
///
/// ```
/// # use serde::Deserialize;
/// #[derive(Deserialize)]
/// #[serde(rename_all = "snake_case", deny_unknown_fields)]
/// enum Ask {
///     Close { table: String },
/// }
///
/// let ask = |json| senet_kernel::read_tagged::<Ask>("type", &json);
/// let Ask::Close { table } = ask(serde_json::json!({"type": "close", "table": "t"})).unwrap();
/// assert_eq!(table, "t");
/// let misfit = ask(serde_json::json!({"type": "close"})).err().unwrap();
/// assert_eq!(misfit.sentence, "missing field `table`");
/// ```
pub fn read_tagged<T: DeserializeOwned>(tag: &'static str, json: &Value) -> Result<T, Misfit> {
    let misfit = Cell::new(None);
    let place = Place { around: None, step: Step::Whole };
    let read = T::deserialize(Tagged { tag, at: At { json, place: &place, misfit: &misfit } });
    read.map_err(|error| Misfit::new(misfit.take(), &error))
}

/// Reads a value from the text of a tree.
pub fn read_text<T: DeserializeOwned>(text: &RawValue) -> Result<T, Misfit> {
    let json = serde_json::from_str(text.get());
    read(&json.map_err(|error| Misfit::new(None, &error))?)
}

/// Where a reader stands.
struct Place<'a> {
    around: Option<&'a Place<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Whole,
    Field(&'a str),
    Item(usize),
}

impl Place<'_> {
    fn path(&self) -> String {
        let mut path = self.around.map(Place::path).unwrap_or_default();
        match self.step {
            Step::Whole => {}
            Step::Item(number) => path += &format!("[{number}]"),
            Step::Field(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path += name;
            }
        }
        path
    }
}

/// A part of the tree. The innermost misfit is the one that is told: it is noted where its part is left.
#[derive(Clone, Copy)]
struct At<'de, 'a> {
    json: &'de Value,
    place: &'a Place<'a>,
    misfit: &'a Cell<Option<String>>,
}

impl<'de, 'a> At<'de, 'a> {
    #[cold]
    #[inline(never)]
    fn note(self, error: Error) -> Error {
        let known = self.misfit.take().unwrap_or_else(|| self.place.path());
        self.misfit.set(Some(known));
        error
    }

    #[cold]
    #[inline(never)]
    fn note_in(self, field: &str, error: Error) -> Error {
        let place = Place { around: Some(self.place), step: Step::Field(field) };
        At { place: &place, ..self }.note(error)
    }

    /// It is something else than was expected.
    #[cold]
    #[inline(never)]
    fn other(self, expected: &dyn Expected) -> Error {
        Error::invalid_type(kind(self.json), expected)
    }

    /// The variant that this is, by its name in a field.
    fn tagged(self, tag: &'static str) -> Result<TaggedVariant<'de, 'a>, Error> {
        let Some(object) = self.json.as_object() else {
            return Err(Error::invalid_type(kind(self.json), &"an object"));
        };
        match object.get(tag) {
            Some(Value::String(name)) => Ok(TaggedVariant { at: self, tag, name, object }),
            Some(other) => Err(Error::invalid_type(kind(other), &"the name of a variant")),
            None => Err(Error::missing_field(tag)),
        }
    }

    /// The variant that this is, by its name.
    fn variant(self) -> Result<Variant<'de, 'a>, Error> {
        let (name, content) = match self.json {
            Value::String(name) => (name, None),
            Value::Object(object) => match object.iter().next().filter(|_| object.len() == 1) {
                Some((name, content)) => (name, Some(content)),
                None => {
                    return Err(Error::invalid_value(Unexpected::Map, &"map with a single key"));
                }
            },
            other => return Err(Error::invalid_type(kind(other), &"string or map")),
        };
        Ok(Variant { at: self, name, content })
    }

    /// Reads a part of this one.
    fn within<S: DeserializeSeed<'de>>(
        self,
        step: Step<'_>,
        json: &'de Value,
        seed: S,
    ) -> Result<S::Value, Error> {
        let place = Place { around: Some(self.place), step };
        let part = At { json, place: &place, misfit: self.misfit };
        seed.deserialize(part).map_err(|error| part.note(error))
    }

    fn list<V: Visitor<'de>>(self, list: &'de [Value], visitor: V) -> Result<V::Value, Error> {
        let mut items = Items { at: self, items: list.iter(), number: 0 };
        let read = visitor.visit_seq(&mut items)?;
        if items.items.len() == 0 {
            return Ok(read);
        }
        Err(Error::invalid_length(list.len(), &"fewer elements in array"))
    }

    /// Reads the fields of an object but for its tag; whoever reads an object reads all of them.
    fn fields<V: Visitor<'de>>(
        self,
        object: &'de Map<String, Value>,
        tag: &str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_map(&mut Fields { at: self, fields: object.iter(), tag, next: None })
    }
}

macro_rules! numbers {
    ($($deserialize:ident)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.json {
                Value::Number(number) => read_number(number, visitor),
                _ => Err(self.other(&visitor)),
            }
        })*
    };
}

macro_rules! texts {
    ($($deserialize:ident)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.json {
                Value::String(text) => visitor.visit_borrowed_str(text),
                _ => Err(self.other(&visitor)),
            }
        })*
    };
}

/// What a type expects is known when it is compiled: where it says so, only that is compiled for it.
impl<'de> Deserializer<'de> for At<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.json {
            Value::Null => visitor.visit_unit(),
            Value::Bool(whether) => visitor.visit_bool(*whether),
            Value::Number(number) => read_number(number, visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(list) => self.list(list, visitor),
            Value::Object(object) => self.fields(object, "", visitor),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    texts! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.json {
            Value::Bool(whether) => visitor.visit_bool(*whether),
            _ => Err(self.other(&visitor)),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.json {
            Value::Null => visitor.visit_unit(),
            _ => Err(self.other(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.json.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    /// The name is known when this is compiled: a space before it says that it is a field with the name of a
    /// variant (see [`tagged!`](crate::tagged)), and only one of the two ways is compiled.
    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name.as_bytes().first() != Some(&b' ') {
            return visitor.visit_newtype_struct(self);
        }
        visitor.visit_enum(self.tagged(name.get(1..).unwrap_or_default())?)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.json {
            Value::Array(list) => self.list(list, visitor),
            _ => Err(self.other(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.json {
            Value::Object(object) => self.fields(object, "", visitor),
            _ => Err(self.other(&visitor)),
        }
    }

    /// From an object alone: what is a list of fields in an order is none here.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.variant()?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf }
}

#[inline(never)]
fn read_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Error> {
    match (number.as_u64(), number.as_i64()) {
        (Some(number), _) => visitor.visit_u64(number),
        (None, Some(number)) => visitor.visit_i64(number),
        (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
    }
}

/// What a value is, as a refusal calls it.
pub(crate) fn kind(json: &Value) -> Unexpected<'_> {
    match json {
        Value::Null => Unexpected::Unit,
        Value::Bool(whether) => Unexpected::Bool(*whether),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => Unexpected::Unsigned(number),
            (None, Some(number)) => Unexpected::Signed(number),
            (None, None) => Unexpected::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

struct Items<'de, 'a> {
    at: At<'de, 'a>,
    items: std::slice::Iter<'de, Value>,
    number: usize,
}

impl<'de> SeqAccess<'de> for Items<'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let step = Step::Item(self.number);
        self.number += 1;
        self.at.within(step, item, seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Fields<'de, 'a> {
    at: At<'de, 'a>,
    fields: map::Iter<'de>,
    /// The field that is none of them; empty where all are.
    tag: &'a str,
    next: Option<(&'de str, &'de Value)>,
}

impl<'de> Fields<'de, '_> {
    fn next_field(&mut self) -> Option<(&'de str, &'de Value)> {
        let tag = self.tag;
        let (name, value) = self.fields.find(|(name, _)| tag.is_empty() || *name != tag)?;
        Some((name, value))
    }
}

impl<'de> MapAccess<'de> for Fields<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.next_field() else { return Ok(None) };
        self.next = Some((name, value));
        seed.deserialize(Name(name)).map(Some).map_err(|error| self.at.note_in(name, error))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let (name, value) = self.next.take().expect("a value follows its name");
        self.at.within(Step::Field(name), value, seed)
    }
}

/// The name of a field, or a key of a map, which may stand for a number.
struct Name<'de>(&'de str);

macro_rules! keys {
    ($($deserialize:ident)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match serde_json::from_str(self.0) {
                Ok(Value::Number(number)) => read_number(&number, visitor),
                _ => visitor.visit_borrowed_str(self.0),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Name<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    keys! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(IntoDeserializer::<Error>::into_deserializer(self.0))
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// A variant by its name, with what it holds.
struct Variant<'de, 'a> {
    at: At<'de, 'a>,
    name: &'de str,
    content: Option<&'de Value>,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'de, 'a> {
    type Error = Error;
    type Variant = Variant<'de, 'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Error> {
        Ok((seed.deserialize(Name(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            Some(content) => {
                self.at.within(Step::Field(self.name), content, std::marker::PhantomData::<()>)
            }
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        match self.content {
            Some(content) => self.at.within(Step::Field(self.name), content, seed),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &"newtype variant")),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value, Error> {
        match self.content {
            Some(content) => self.at.within(Step::Field(self.name), content, List(visitor)),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &"tuple variant")),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.content {
            Some(content) => self.at.within(Step::Field(self.name), content, Record(visitor)),
            None => Err(Error::invalid_type(Unexpected::UnitVariant, &"struct variant")),
        }
    }
}

/// Reads what a variant holds as a list.
struct List<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for List<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_seq(self.0)
    }
}

/// Reads what a variant holds by its fields.
struct Record<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Record<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_map(self.0)
    }
}

/// One of several things, with its name in a field of it.
struct Tagged<'de, 'a> {
    tag: &'static str,
    at: At<'de, 'a>,
}

impl<'de> Deserializer<'de> for Tagged<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.at.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.at.tagged(self.tag)?)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct TaggedVariant<'de, 'a> {
    at: At<'de, 'a>,
    tag: &'static str,
    name: &'de str,
    object: &'de Map<String, Value>,
}

impl<'de, 'a> EnumAccess<'de> for TaggedVariant<'de, 'a> {
    type Error = Error;
    type Variant = TaggedVariant<'de, 'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Error> {
        Ok((seed.deserialize(Name(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for TaggedVariant<'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.at)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::Map, &"a list"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.at.fields(self.object, self.tag, visitor)
    }
}
