//! One way to write JSON, as it is sent and stored: the very bytes that `serde_json` writes, in fewer steps.
//!
//! As with reading, a second writer would be compiled for every type once more.
//! Most of a message is names of fields. They are known to need no escapes, so each goes out in one piece
//! with what stands around it; a text is looked at once and copied whole. What is rare (an escape, a number
//! with a point) `serde_json` writes as ever.

#![allow(
    clippy::disallowed_types,
    reason = "a serializer takes every number that serde knows; what a point stands in is handed on"
)]

use std::fmt::Display;
use std::io::Write;

use serde::ser::{self, Error as _, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Error, Result, Value};

/// Writes a value at the end of a text.
///
/// # Panics
/// Where the value is no plain data: where a key of a map is no text, or a value refuses to be written.
pub fn write(value: &(impl Serialize + ?Sized), text: &mut Vec<u8>) {
    value.serialize(&mut Writer { text, raw: false }).expect("what is written is plain data");
}

/// A value as a text.
///
/// # Panics
/// As [`write()`] does.
pub fn as_text(value: &(impl Serialize + ?Sized)) -> String {
    let mut text = Vec::new();
    write(value, &mut text);
    String::from_utf8(text).expect("JSON is text")
}

/// A value as a text that is put into others as it stands.
///
/// # Panics
/// As [`write()`] does.
pub fn as_raw(value: &(impl Serialize + ?Sized)) -> Box<RawValue> {
    to_raw_value(&Written(&as_text(value))).expect("what was written is JSON")
}

/// A value as a tree.
///
/// # Panics
/// As [`write()`] does.
pub fn as_json(value: &(impl Serialize + ?Sized)) -> Value {
    serde_json::from_str(&as_text(value)).expect("what was written can be read")
}

/// A text that is JSON already, as `serde_json` hands it over.
struct Written<'a>(&'a str);

impl Serialize for Written<'_> {
    fn serialize<S: ser::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut text = ser::Serializer::serialize_struct(serializer, RAW, 1)?;
        ser::SerializeStruct::serialize_field(&mut text, RAW, self.0)?;
        ser::SerializeStruct::end(text)
    }
}

/// The name under which `serde_json` hands over a text that is JSON already.
const RAW: &str = "$serde_json::private::RawValue";

struct Writer<'a> {
    text: &'a mut Vec<u8>,
    /// Whether the next text is JSON already.
    raw: bool,
}

impl Writer<'_> {
    fn put(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
    }

    /// A name of our own, which needs no escapes.
    fn name(&mut self, name: &'static str) {
        debug_assert!(is_plain(name.as_bytes()), "{name:?} is no name");
        self.text.reserve(name.len() + 4);
        self.text.push(b'"');
        self.put(name.as_bytes());
        self.text.push(b'"');
    }

    /// A text of anybody's.
    fn quote(&mut self, value: &str) {
        if !is_plain(value.as_bytes()) {
            return self.rare(&value);
        }
        self.text.reserve(value.len() + 2);
        self.text.push(b'"');
        self.put(value.as_bytes());
        self.text.push(b'"');
    }

    fn number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return self.put(&digits[at..]);
            }
        }
    }

    /// What `serde_json` knows better.
    fn rare(&mut self, value: &impl Serialize) {
        serde_json::to_writer(&mut *self.text, value).expect("texts and numbers are plain data");
    }

    /// What stands around a variant that holds something.
    fn variant(&mut self, variant: &'static str, opens: &[u8]) {
        self.text.push(b'{');
        self.name(variant);
        self.text.push(b':');
        self.put(opens);
    }
}

/// Whether a text stands in JSON as it is.
fn is_plain(text: &[u8]) -> bool {
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    // Without a way out in between, many bytes are looked at together.
    text.iter().fold(true, |all, byte| all & plain(*byte))
}

/// Numbers that are seldom written: those with a point, which no rule counts with, and the very long ones.
macro_rules! rarely {
    ($($function:ident $number:ty),*) => {
        $(fn $function(self, value: $number) -> Result<()> {
            self.rare(&value);
            Ok(())
        })*
    };
}

impl<'w, 'a> ser::Serializer for &'w mut Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'w, 'a>;
    type SerializeTuple = Parts<'w, 'a>;
    type SerializeTupleStruct = Parts<'w, 'a>;
    type SerializeTupleVariant = Parts<'w, 'a>;
    type SerializeMap = Parts<'w, 'a>;
    type SerializeStruct = Parts<'w, 'a>;
    type SerializeStructVariant = Parts<'w, 'a>;

    fn serialize_bool(self, value: bool) -> Result<()> {
        self.put(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<()> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<()> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<()> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<()> {
        if value < 0 {
            self.text.push(b'-');
        }
        self.number(value.unsigned_abs());
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<()> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<()> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<()> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<()> {
        self.number(value);
        Ok(())
    }

    rarely!(serialize_i128 i128, serialize_u128 u128, serialize_f32 f32, serialize_f64 f64);

    fn serialize_char(self, value: char) -> Result<()> {
        self.quote(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<()> {
        match self.raw {
            true => self.put(value.as_bytes()),
            false => self.quote(value),
        }
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.put(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.name(variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.variant(variant, b"");
        value.serialize(&mut *self)?;
        self.text.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'w, 'a>> {
        self.text.push(b'[');
        Ok(Parts::begun(self, b"]"))
    }

    fn serialize_tuple(self, length: usize) -> Result<Parts<'w, 'a>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Parts<'w, 'a>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w, 'a>> {
        self.variant(variant, b"[");
        Ok(Parts::begun(self, b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'w, 'a>> {
        self.text.push(b'{');
        Ok(Parts::begun(self, b"}"))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'w, 'a>> {
        if name == RAW {
            self.raw = true;
            return Ok(Parts::begun(self, b""));
        }
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w, 'a>> {
        self.variant(variant, b"{");
        Ok(Parts::begun(self, b"}}"))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<()> {
        let begun = self.text.len();
        self.text.push(b'"');
        write!(self.text, "{value}").map_err(Error::custom)?;
        self.text.push(b'"');
        if !is_plain(&self.text[begun + 1..self.text.len() - 1]) {
            self.text.truncate(begun);
            self.rare(&value.to_string());
        }
        Ok(())
    }
}

/// What has parts, as far as it is written.
struct Parts<'w, 'a> {
    to: &'w mut Writer<'a>,
    first: bool,
    closes: &'static [u8],
}

impl<'w, 'a> Parts<'w, 'a> {
    fn begun(to: &'w mut Writer<'a>, closes: &'static [u8]) -> Parts<'w, 'a> {
        Parts { to, first: true, closes }
    }

    /// Parts one from another.
    fn next(&mut self) {
        if !std::mem::replace(&mut self.first, false) {
            self.to.text.push(b',');
        }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.next();
        value.serialize(&mut *self.to)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        if self.to.raw {
            value.serialize(&mut *self.to)?;
            self.to.raw = false;
            return Ok(());
        }
        self.next();
        self.to.name(name);
        self.to.text.push(b':');
        value.serialize(&mut *self.to)
    }

    fn close(self) -> Result<()> {
        self.to.put(self.closes);
        Ok(())
    }
}

/// What stands in a list, whichever of serde's kinds of list it is.
macro_rules! elements {
    ($($kind:ident $function:ident),*) => {
        $(impl ser::$kind for Parts<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn $function<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            fn end(self) -> Result<()> {
                self.close()
            }
        })*
    };
}

elements!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
);

impl ser::SerializeMap for Parts<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.next();
        let begun = self.to.text.len();
        key.serialize(&mut *self.to)?;
        match self.to.text[begun..].first() {
            Some(b'"') => {}
            Some(b'0'..=b'9' | b'-' | b't' | b'f') => {
                self.to.text.insert(begun, b'"');
                self.to.text.push(b'"');
            }
            _ => return Err(Error::custom("key must be a string")),
        }
        self.to.text.push(b':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        value.serialize(&mut *self.to)
    }

    fn end(self) -> Result<()> {
        self.close()
    }
}

/// What stands in an object whose fields have names of our own.
macro_rules! fields {
    ($($kind:ident),*) => {
        $(impl ser::$kind for Parts<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.field(name, value)
            }

            fn end(self) -> Result<()> {
                self.close()
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(value: &impl Serialize) {
        let mut text = b"before ".to_vec();
        write(value, &mut text);
        let wanted = format!("before {}", serde_json::to_string(value).unwrap());
        assert_eq!(String::from_utf8(text).unwrap(), wanted);
    }

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Inner(u8);

    #[derive(Serialize)]
    struct Pair(u8, Option<&'static str>);

    #[derive(Serialize, Clone, Copy)]
    enum Any {
        Bare,
        One(i16),
        Two(bool, char),
        Named { a: u64, b: Option<i64> },
    }

    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Tagged {
        NoFields {},
        Some { any: Any },
    }

    #[derive(Serialize)]
    struct Whole<'a> {
        first: &'a RawValue,
        #[serde(flatten)]
        more: Tagged,
        #[serde(skip_serializing_if = "Option::is_none")]
        none: Option<u8>,
        empty: Vec<u8>,
        list: Vec<Any>,
        last: Vec<Box<RawValue>>,
    }

    #[test]
    fn numbers_are_written_as_ever() {
        for number in [0, 1, -1, 9, 10, 99, 100, i64::MIN, i64::MAX] {
            check(&number);
        }
        check(&[u64::MAX, 10_000_000_000_000_000_000]);
        check(&(u128::MAX, i128::MIN, i8::MIN, u16::MAX));
        check(&[0.0, -0.0, 1.5, 1e300, f64::NAN, f64::INFINITY]);
        check(&0.1_f32);
    }

    #[test]
    fn texts_are_written_as_ever() {
        for text in ["", "x", "a longer text, with more than sixteen bytes", "ü🎲\u{2028}\u{7f}"]
        {
            check(&text);
        }
        for byte in 0..=0x7f_u8 {
            check(&char::from(byte));
            check(&format!("before{}after, and more of it", char::from(byte)));
        }
    }

    #[test]
    fn every_shape_is_written_as_ever() {
        check(&Unit);
        check(&((), None::<u8>, Some(Inner(1)), Pair(2, Some("x"))));
        let list = vec![Any::Bare, Any::One(-7), Any::Two(true, '"'), Any::Named { a: 1, b: None }];
        check(&list);
        check(&Tagged::NoFields {});
        check(&Tagged::Some { any: Any::Named { a: 0, b: Some(-1) } });
        let raw = to_raw_value(&json!({ "a": [1, "\"", null] })).unwrap();
        check(&raw);
        check(&Whole {
            first: &raw,
            more: Tagged::Some { any: Any::Bare },
            none: None,
            empty: Vec::new(),
            list,
            last: vec![raw.clone(), raw.clone()],
        });
        check(&json!({ "deep": { "": [[], {}, [{}], "\n"] }, "n": 1.25, "\\": false }));
        check(&Value::Null);
        check(&serde_json::Map::new());
        check(&[0_u8, 255].as_slice());
        check(&format_args!("{}", "said \"so\""));
        check(&format_args!("{}", "plain"));
    }

    #[test]
    fn keys_are_texts() {
        check(&BTreeMap::from([(-1, "a"), (20, "b")]));
        check(&BTreeMap::from([(false, 1), (true, 2)]));
        check(&BTreeMap::from([('"', 1), ('x', 2)]));
        check(&BTreeMap::from([("a\nb".to_owned(), BTreeMap::from([(Some("k"), 1)]))]));
        for key in [json!([]), json!({}), Value::Null] {
            let mut text = Vec::new();
            let refused = Wrong(key).serialize(&mut Writer { text: &mut text, raw: false });
            assert!(refused.is_err());
        }
    }

    /// A map whose key is no text.
    struct Wrong(Value);

    impl Serialize for Wrong {
        fn serialize<S: ser::Serializer>(
            &self,
            serializer: S,
        ) -> std::result::Result<S::Ok, S::Error> {
            serializer.collect_map([(&self.0, 1)])
        }
    }
}
