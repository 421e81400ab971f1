//! The players' names, beside the chain.
//!
//! A name that stands in chained bytes can never be erased. So a header of format 2 chains only a promise
//! for each name, the hash of it with a salt, and the names follow the chain:
//!
//! ```text
//! {"header":{"senet":2,…,"seats":["<promise>","<promise>"],…},"chain":"…","names":[{"name":"Ann","salt":"…"},null]}
//! ```
//!
//! A name that is there must fit its promise. One that was erased is null: the seat is then called by its
//! role, every chain still holds, and without the salt nobody can find the name by trying.

use std::sync::Arc;

use senet_kernel::{Hash, as_text};
use serde::{Deserialize, Serialize};

use crate::journal::{Header, Journal, Line, Problem, VEILED, parts};

/// A name, and what hides it in its promise.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Named {
    name: String,
    salt: String,
}

impl Named {
    fn promise(&self) -> String {
        Hash::of_bytes(format!("{}\n{}", self.salt, self.name).as_bytes()).to_string()
    }
}

/// Puts the names that follow a header's chain into the header, in place of their promises.
pub(crate) fn unveil(header: &mut Header, tail: Option<&str>) -> Result<(), Problem> {
    if header.senet != VEILED {
        return match tail {
            None => Ok(()),
            Some(_) => Err(Problem::Malformed("nothing follows the chain".to_owned())),
        };
    }
    let names = read(tail)?;
    if names.len() != header.seats.len() {
        return Err(Problem::Name { seat: names.len().min(header.seats.len()) + 1 });
    }
    for (i, (named, seat)) in names.into_iter().zip(&mut header.seats).enumerate() {
        *seat = match named {
            Some(named) if named.promise() == *seat => named.name,
            Some(_) => return Err(Problem::Name { seat: i + 1 }),
            None => String::new(),
        };
    }
    Ok(())
}

fn read(tail: Option<&str>) -> Result<Vec<Option<Named>>, Problem> {
    let names = serde_json::from_str(tail.unwrap_or("[]"));
    names.map_err(|error| Problem::Malformed(error.to_string()))
}

fn header_of(lines: &[Arc<str>]) -> Result<Box<Header>, Problem> {
    let first = lines.first().ok_or(Problem::Empty)?;
    match Journal::default().take(first)? {
        Line::Header(header) => Ok(header),
        _ => Err(Problem::Header { found: "something else" }),
    }
}

/// The same journal with its names beside the chain. The secret salts them; it need not be kept.
pub(crate) fn veil(lines: &[Arc<str>], secret: &str) -> Result<Journal, Problem> {
    let mut header = header_of(lines)?;
    let mut veiled = Journal::default();
    if header.senet != VEILED {
        let salt = |seat: usize| Hash::of_bytes(format!("{secret} {seat}").as_bytes()).to_string();
        let named = header.seats.iter().cloned().enumerate();
        let names: Vec<_> = named.map(|(seat, name)| Named { name, salt: salt(seat) }).collect();
        header.senet = VEILED;
        header.seats = names.iter().map(Named::promise).collect();
        let json = as_text(&header);
        veiled.close(format!("{{\"header\":{json}").into_bytes(), Some(&as_text(&names)));
    }
    for line in &lines[veiled.lines().len()..] {
        veiled.follow(line);
    }
    Ok(veiled)
}

/// A journal's lines without the names of these seats. A journal that has its names in the chain gets
/// them beside it first, for which its lines are chained anew.
pub fn forget(lines: &[Arc<str>], seats: &[usize], secret: &str) -> Result<Vec<Arc<str>>, Problem> {
    if lines.iter().any(|line| parts(line).is_none()) {
        return Err(Problem::NoChain);
    }
    let mut lines = veil(lines, secret)?.lines().to_vec();
    let (body, _, tail) = parts(&lines[0]).ok_or(Problem::NoChain)?;
    let mut names = read(tail)?;
    for (i, name) in names.iter_mut().enumerate() {
        if seats.contains(&i) {
            *name = None;
        }
    }
    let mut first = Journal::default();
    first.close(body.as_bytes().to_vec(), Some(&as_text(&names)));
    lines[0] = first.lines()[0].clone();
    Ok(lines)
}
