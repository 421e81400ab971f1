//! Many changes in one source: each stands beside what it replaces, and a number chooses.
//!
//! `a < b` becomes `(if crate::senet_change(17) { (a) <= (b) } else { a < b })`. Everything is written by
//! insertions, so that what lies inside a changed expression can be changed as well.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::change::{Change, Edit};

/// What the root of the package is given: the switch that all changes ask. A constant is computed by the
/// compiler, which has no switch.
pub const SWITCH: &str = include_str!("switch.in");
/// What the switch needs of the compiler.
pub const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]";

/// A source with its changes, and where each of them stands in it.
#[derive(Default)]
pub struct Switched {
    pub text: String,
    changed: Vec<(Range<usize>, u32)>,
    around: Vec<(Range<usize>, Vec<u32>)>,
}

impl Switched {
    /// The changes to blame for a fault at these bytes: the one that is written there, or those of the
    /// innermost expression around.
    pub fn blamed(&self, fault: &Range<usize>) -> Vec<u32> {
        let holds = |range: &Range<usize>| range.start <= fault.start && fault.end <= range.end;
        if let Some((_, change)) = self.changed.iter().find(|(range, _)| holds(range)) {
            return vec![*change];
        }
        let around = self.around.iter().filter(|(range, _)| holds(range));
        around.min_by_key(|(range, _)| range.len()).map_or(Vec::new(), |(_, all)| all.clone())
    }

    /// With a text in front of it.
    pub fn behind(mut self, front: &str) -> Self {
        self.text.insert_str(0, front);
        let changed = self.changed.iter_mut().map(|(range, _)| range);
        for range in changed.chain(self.around.iter_mut().map(|(range, _)| range)) {
            *range = range.start + front.len()..range.end + front.len();
        }
        self
    }
}

/// Something to write into the source. Where several stand at one byte, what ends there comes first,
/// inner before outer, and what begins there after it, outer before inner.
struct Insertion {
    at: usize,
    order: (bool, Reverse<usize>),
    text: String,
    /// The changes that are written here, by where their texts end.
    changes: Vec<(u32, usize)>,
}

/// Writes the changes of one file behind their switches.
pub fn switched(source: &str, changes: &[&Change]) -> Switched {
    let mut insertions = Vec::new();
    let mut expressions: BTreeMap<(usize, usize), Vec<(&Change, &str)>> = BTreeMap::new();
    for change in changes {
        let (at, text) = match &change.edit {
            Edit::Instead(all, text) => {
                expressions.entry((all.start, all.end)).or_default().push((change, text));
                continue;
            }
            Edit::Answer(at, answer) => {
                (*at, format!(" if {} {{ return {answer}; }}", asks(change)))
            }
            Edit::Pass(at) => (*at, format!(" if !{}", asks(change))),
        };
        let changes = vec![(change.id, text.len())];
        insertions.push(Insertion { at, order: (false, Reverse(0)), text, changes });
    }
    for (&(start, end), changes) in &expressions {
        insertions.extend(instead(start..end, changes));
    }
    insertions.sort_by_key(|insertion| (insertion.at, insertion.order));
    write(source, &insertions, &expressions)
}

fn asks(change: &Change) -> String {
    format!("crate::senet_change({})", change.id)
}

/// The changed expressions, each behind its switch, before the one that is there, and the end.
fn instead(all: Range<usize>, changes: &[(&Change, &str)]) -> [Insertion; 2] {
    let mut text = String::from("(");
    let mut ends = Vec::new();
    for (change, changed) in changes {
        text += &format!("if {} {{ {changed} }} else ", asks(change));
        ends.push((change.id, text.len()));
    }
    text += "{ ";
    let order = (true, Reverse(all.len()));
    let opening = Insertion { at: all.start, order, text, changes: ends };
    let order = (false, Reverse(usize::MAX - all.len()));
    [opening, Insertion { at: all.end, order, text: " })".into(), changes: Vec::new() }]
}

fn write(
    source: &str,
    insertions: &[Insertion],
    expressions: &BTreeMap<(usize, usize), Vec<(&Change, &str)>>,
) -> Switched {
    let mut switched = Switched::default();
    let text = &mut switched.text;
    // For every insertion: where it stood, and how far what follows has moved.
    let mut moved = Vec::new();
    let mut read = 0;
    for insertion in insertions {
        text.push_str(&source[read..insertion.at]);
        read = insertion.at;
        let mut begin = text.len();
        for (id, end) in &insertion.changes {
            switched.changed.push((begin..text.len() + end, *id));
            begin = text.len() + end;
        }
        text.push_str(&insertion.text);
        moved.push((insertion.at, text.len() - insertion.at));
    }
    text.push_str(&source[read..]);
    let before = |at: usize| moved.iter().rev().find(|(from, _)| *from < at);
    let through = |at: usize| moved.iter().rev().find(|(from, _)| *from <= at);
    for ((start, end), changes) in expressions {
        let start = start + before(*start).map_or(0, |(_, by)| *by);
        let end = end + through(*end).map_or(0, |(_, by)| *by);
        switched.around.push((start..end, changes.iter().map(|(change, _)| change.id).collect()));
    }
    switched
}

#[cfg(test)]
mod tests {
    use super::super::change::changes_in;
    use super::*;

    /// The source with those of its changes that have these words, numbered from one.
    fn with(source: &str, words: &[&str]) -> Switched {
        let mut changes = changes_in("a.rs", source).unwrap();
        changes.retain(|change| words.contains(&&*change.what));
        (1..).zip(&mut changes).for_each(|(id, change)| change.id = id);
        assert_eq!(changes.len(), words.len());
        let switched = switched(source, &changes.iter().collect::<Vec<_>>());
        assert!(syn::parse_file(&switched.text).is_ok(), "{}", switched.text);
        switched
    }

    #[track_caller]
    fn check(source: &str, words: &[&str], expected: &str) {
        let text = with(source, words).text.replace("crate::senet_change", "m");
        assert_eq!(text, expected);
    }

    #[test]
    fn a_change_stands_beside_what_it_replaces() {
        let source = "fn f() -> bool { a < b }";
        let expected = "fn f() -> bool { (if m(1) { (a) <= (b) } else { a < b }) }";
        check(source, &["f: <= for <"], expected);
        let expected = "fn f() -> bool { if m(1) { return true; } a < b }";
        check(source, &["f: answers true"], expected);
        check("fn f() { !a; }", &["f: no !"], "fn f() { (if m(1) { (a) } else { !a }); }");
        let expected = "fn f() { (if m(1) { A {  ..b } } else { A { x: 1, ..b } }) }";
        check("fn f() { A { x: 1, ..b } }", &["f: no x: 1"], expected);
    }

    #[test]
    fn changes_lie_within_each_other() {
        let expected = "fn f() -> bool { (if m(1) { (a) || (b == c) } else { a && (if m(2) { (b) != (c) } else { b == c }) }) }";
        check("fn f() -> bool { a && b == c }", &["f: || for &&", "f: != for =="], expected);
        let expected = "fn f() -> bool { (if m(1) { (!a) != (b) } else { (if m(2) { (a) } else { !a }) == b }) }";
        check("fn f() -> bool { !a == b }", &["f: != for ==", "f: no !"], expected);
    }

    #[test]
    fn arms_and_guards_are_passed_over() {
        let source = "fn f() { match a { 1 => b, 2 if c == d => e, _ => {} } }";
        let expected = "fn f() { match a { 1 if !m(1) => b, 2 if c == d => e, _ => {} } }";
        check(source, &["f: no arm 1"], expected);
        let expected = "fn f() { match a { 1 => b, 2 if (if m(1) { true } else if m(2) { (c) != (d) } else { c == d }) => e, _ => {} } }";
        check(source, &["f: true for c == d", "f: != for =="], expected);
    }

    #[test]
    fn faults_are_the_fault_of_what_is_written_there() {
        let source = "fn f() -> bool { a && b == c }";
        let switched = with(source, &["f: || for &&", "f: != for =="]).behind("    ");
        let blamed = |part: &str| {
            let at = switched.text.find(part).unwrap();
            switched.blamed(&(at..at + part.len()))
        };
        assert_eq!(blamed("|| (b"), [1]);
        assert_eq!(blamed("!="), [2]);
        assert_eq!(blamed("{ b == c }"), [2]);
        assert_eq!(blamed("{ a &&"), [1]);
        assert_eq!(blamed("fn f"), [0; 0]);
    }
}
