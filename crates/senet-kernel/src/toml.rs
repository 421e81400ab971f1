//! TOML, in which data files are written, read into the same tree as JSON.
//!
//! The grammar is that of `toml_parser`, which tells of keys and values one by one; here they get their places.
//! A reader for every type of its own would be a tenth of a game that is sent to a browser, and there is one for
//! trees already ([`read`](crate::read)).

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;
use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::parser::{EventReceiver, parse_document};
use toml_parser::{ErrorSink, Expected, ParseError, Raw, Source, Span};

use crate::Misfit;

/// How deep tables and lists may nest.
const DEEPEST: usize = 80;

const TWICE: &str = "duplicate key";
const NO_TABLE: &str = "a value that is no table has no keys";
const TOO_DEEP: &str = "this nests too deep";

/// Reads the text of a data file; what is wrong with it is told with its line. Dates and numbers that JSON does
/// not have are refused.
///
/// ```
/// let file = senet_kernel::read_toml("[[faction]]\nid = \"ember\"\nrange = 8").unwrap();
/// assert_eq!(file["faction"][0]["range"], 8);
/// let misfit = senet_kernel::read_toml("range = 8\nrange = 9").unwrap_err();
/// assert_eq!(misfit.sentence, "line 2: duplicate key");
/// ```
pub fn read_toml(text: &str) -> Result<Value, Misfit> {
    let mut file = File { text, ..File::default() };
    let mut error: Option<ParseError> = None;
    parse_document(&Source::new(text).lex().into_vec(), &mut file, &mut error);
    match error {
        None => Ok(file.root.into_json()),
        Some(error) => Err(Misfit { field: String::new(), sentence: sentence(&error, text) }),
    }
}

fn sentence(error: &ParseError, text: &str) -> String {
    let before = error.unexpected().and_then(|span| text.get(..span.start()));
    let line = 1 + before.map_or(0, |before| before.matches('\n').count());
    let mut sentence = format!("line {line}: {}", error.description());
    for (place, expected) in error.expected().unwrap_or_default().iter().enumerate() {
        sentence += if place == 0 { ", expected " } else { ", " };
        match expected {
            Expected::Literal("\n") => sentence += "newline",
            Expected::Literal(literal) => sentence += &format!("`{literal}`"),
            Expected::Description(words) => sentence += words,
            _ => sentence += "something else",
        }
    }
    sentence
}

/// Who made a table, and so who may add to it.
#[derive(Clone, Copy, Default, PartialEq)]
enum Made {
    /// `[a.b]` made `a` on its way. A header of its own may follow.
    OnTheWay,
    /// `a.b = 1` made `a`. More such keys may follow.
    ByKeys,
    /// It has its header, or stands in braces.
    #[default]
    Whole,
}

#[derive(Default)]
struct Table {
    made: Made,
    parts: BTreeMap<String, Part>,
}

enum Part {
    Value(Value),
    Table(Table),
    /// Each under a header of its own.
    Tables(Vec<Table>),
}

impl Table {
    /// The table under a key, made where there is none.
    fn within(&mut self, key: String, made: Made) -> Result<&mut Table, &'static str> {
        let new = || Part::Table(Table { made, ..Table::default() });
        match self.parts.entry(key).or_insert_with(new) {
            Part::Table(table) => {
                if made == Made::ByKeys {
                    if table.made == Made::Whole {
                        return Err(TWICE);
                    }
                    table.made = made;
                }
                Ok(table)
            }
            Part::Tables(tables) if made == Made::OnTheWay => tables.last_mut().ok_or(NO_TABLE),
            Part::Tables(_) => Err(TWICE),
            Part::Value(_) => Err(NO_TABLE),
        }
    }

    /// `a.b.c = value`
    fn put(&mut self, mut keys: Vec<String>, value: Value) -> Result<(), &'static str> {
        let Some(last) = keys.pop() else { return Ok(()) };
        let table = keys.into_iter().try_fold(self, |at, key| at.within(key, Made::ByKeys))?;
        if table.parts.contains_key(&last) {
            return Err(TWICE);
        }
        table.parts.insert(last, Part::Value(value));
        Ok(())
    }

    /// `[a.b.c]`, or `[[a.b.c]]` for one more of a list.
    fn begin(&mut self, keys: &[String], listed: bool) -> Result<(), &'static str> {
        let Some((last, before)) = keys.split_last() else { return Ok(()) };
        let mut before = before.iter().cloned();
        let table = before.try_fold(self, |at, key| at.within(key, Made::OnTheWay))?;
        let new = || if listed { Part::Tables(Vec::new()) } else { Part::Table(OPEN) };
        match (table.parts.entry(last.clone()).or_insert_with(new), listed) {
            (Part::Tables(tables), true) => tables.push(Table::default()),
            (Part::Table(table), false) if table.made == Made::OnTheWay => table.made = Made::Whole,
            _ => return Err(TWICE),
        }
        Ok(())
    }

    fn into_json(self) -> Value {
        let part = |part| match part {
            Part::Value(value) => value,
            Part::Table(table) => table.into_json(),
            Part::Tables(tables) => tables.into_iter().map(Table::into_json).collect(),
        };
        self.parts.into_iter().map(|(key, inner)| (key, part(inner))).collect()
    }
}

/// A table whose header is just being read.
const OPEN: Table = Table { made: Made::OnTheWay, parts: BTreeMap::new() };

/// A value that has begun and not ended.
enum Open {
    List(Vec<Value>),
    /// In braces, with the keys of the value that comes next.
    Table(Table, Vec<String>),
}

/// What was read so far.
#[derive(Default)]
struct File<'a> {
    text: &'a str,
    root: Table,
    /// The last header.
    header: Vec<String>,
    /// The keys of the header or of the value that comes next.
    keys: Vec<String>,
    /// Where the last key stands.
    key: Span,
    open: Vec<Open>,
}

impl<'a> File<'a> {
    fn raw(&self, span: Span, encoding: Option<Encoding>) -> Raw<'a> {
        let text = self.text.get(span.start()..span.end()).unwrap_or_default();
        Raw::new_unchecked(text, encoding, span)
    }

    fn header(&mut self, listed: bool, error: &mut dyn ErrorSink) {
        self.header = std::mem::take(&mut self.keys);
        let begun = self.root.begin(&self.header, listed);
        begun.unwrap_or_else(|fault| report(error, self.key, fault));
    }

    fn open(&mut self, value: Open, span: Span, error: &mut dyn ErrorSink) -> bool {
        let fits = self.open.len() < DEEPEST;
        if !fits {
            report(error, span, TOO_DEEP);
        }
        self.open.push(value);
        fits
    }

    fn close(&mut self, error: &mut dyn ErrorSink) {
        match self.open.pop() {
            Some(Open::List(list)) => self.put(Value::Array(list), error),
            Some(Open::Table(table, _)) => self.put(table.into_json(), error),
            None => {}
        }
    }

    fn put(&mut self, value: Value, error: &mut dyn ErrorSink) {
        let done = match self.open.last_mut() {
            Some(Open::List(list)) => {
                list.push(value);
                Ok(())
            }
            Some(Open::Table(table, keys)) => table.put(std::mem::take(keys), value),
            None => {
                let mut header = self.header.iter();
                let table =
                    header.try_fold(&mut self.root, |at, key| match at.parts.get_mut(key)? {
                        Part::Table(table) => Some(table),
                        Part::Tables(tables) => tables.last_mut(),
                        Part::Value(_) => None,
                    });
                // There is no such table where its header was refused.
                table.map_or(Ok(()), |table| table.put(std::mem::take(&mut self.keys), value))
            }
        };
        done.unwrap_or_else(|fault| report(error, self.key, fault));
    }
}

impl EventReceiver for File<'_> {
    fn std_table_open(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.keys.clear();
    }

    fn array_table_open(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.keys.clear();
    }

    fn std_table_close(&mut self, _: Span, error: &mut dyn ErrorSink) {
        self.header(false, error);
    }

    fn array_table_close(&mut self, _: Span, error: &mut dyn ErrorSink) {
        self.header(true, error);
    }

    fn inline_table_open(&mut self, span: Span, error: &mut dyn ErrorSink) -> bool {
        self.open(Open::Table(Table::default(), Vec::new()), span, error)
    }

    fn inline_table_close(&mut self, _: Span, error: &mut dyn ErrorSink) {
        self.close(error);
    }

    fn array_open(&mut self, span: Span, error: &mut dyn ErrorSink) -> bool {
        self.open(Open::List(Vec::new()), span, error)
    }

    fn array_close(&mut self, _: Span, error: &mut dyn ErrorSink) {
        self.close(error);
    }

    fn simple_key(&mut self, span: Span, kind: Option<Encoding>, error: &mut dyn ErrorSink) {
        let mut key = Cow::default();
        self.raw(span, kind).decode_key(&mut key, error);
        self.key = span;
        let keys = match self.open.last_mut() {
            Some(Open::Table(_, keys)) => keys,
            Some(Open::List(_)) | None => &mut self.keys,
        };
        if keys.len() == DEEPEST {
            return report(error, span, TOO_DEEP);
        }
        keys.push(key.into_owned());
    }

    fn scalar(&mut self, span: Span, kind: Option<Encoding>, error: &mut dyn ErrorSink) {
        let mut text = Cow::default();
        let value = match self.raw(span, kind).decode_scalar(&mut text, error) {
            ScalarKind::String => Ok(Value::from(text.into_owned())),
            ScalarKind::Boolean(whether) => Ok(Value::from(whether)),
            ScalarKind::Integer(radix) => i64::from_str_radix(&text, radix.value())
                .map(Value::from)
                .or_else(|_| u64::from_str_radix(&text, radix.value()).map(Value::from))
                .map_err(|_| "this number is too large"),
            ScalarKind::Float => serde_json::from_str(text.strip_prefix('+').unwrap_or(&text))
                .map_err(|_| "this number is none that can be written with digits"),
            ScalarKind::DateTime => Err("a date has no meaning here; write it as a text"),
        };
        match value {
            Ok(value) => self.put(value, error),
            Err(fault) => report(error, span, fault),
        }
    }

    fn comment(&mut self, span: Span, error: &mut dyn ErrorSink) {
        self.raw(span, None).decode_comment(error);
    }

    fn newline(&mut self, span: Span, error: &mut dyn ErrorSink) {
        self.raw(span, None).decode_newline(error);
    }
}

fn report(error: &mut dyn ErrorSink, at: Span, fault: &'static str) {
    error.report_error(ParseError::new(fault).with_unexpected(at));
}
