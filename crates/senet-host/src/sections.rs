//! The custom sections of a module: what it is, readable without running it.
//!
//! A module is a row of sections, each with a kind, a length and its bytes. Kind 0 is for data of
//! anybody's own under a name: there stands what a module is once it was packed.

use senet_desk::Board;
use senet_guest::About;
use senet_kernel::Hash;

use crate::Trouble;

/// The section that tells what a module is, as JSON.
const ABOUT: &str = "senet.about";
/// The section that holds the rules reference, as Markdown.
const RULES: &str = "senet.rules";
/// The sections that hold a board: its script and its style.
const BOARD: [&str; 2] = ["senet.board.js", "senet.board.css"];
/// The most bytes of a board.
const LARGEST_BOARD: usize = 1 << 20;
/// What every module begins with.
const MAGIC: &[u8] = b"\0asm\x01\0\0\0";
/// The kind of the section that names what runs at the start.
const START: u8 = 8;

/// What a module's sections tell of it; none where it was not packed.
pub fn about(module: &[u8]) -> Option<About> {
    let find = |wanted| sections(module).find_map(|part| part.named(wanted));
    let mut about: About = serde_json::from_slice(find(ABOUT)?).ok()?;
    about.page.text = String::from_utf8(find(RULES)?.to_vec()).ok()?;
    Some(about)
}

/// The board that a module brings; none where it has none, or one that is too large or no text.
pub fn board(module: &[u8]) -> Option<Board> {
    let [script, style] = BOARD.map(|name| sections(module).find_map(|part| part.named(name)));
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
    let board = Board { script: text(script?)?, style: text(style.unwrap_or_default())? };
    (board.script.len() + board.style.len() <= LARGEST_BOARD).then_some(board)
}

/// The same module with these sections in place of those it had, and of all that only helps debugging. Its
/// board stays.
pub fn packed(module: &[u8], about: &About) -> Vec<u8> {
    let mut bytes = essence(module);
    let boards =
        sections(module).filter(|part| BOARD.iter().any(|name| part.named(name).is_some()));
    boards.for_each(|part| bytes.extend(part.whole));
    let mut told = about.clone();
    let rules = std::mem::take(&mut told.page.text);
    let told = serde_json::to_vec(&told).expect("what is told of a game is plain data");
    put(&mut bytes, ABOUT, &told);
    put(&mut bytes, RULES, rules.as_bytes());
    bytes
}

/// What a journal pins: the hash of a module without what is only told about it.
pub fn hash(module: &[u8]) -> Hash {
    Hash::of_bytes(&essence(module))
}

/// Whether these bytes are a module that was not torn, and that does nothing before it is asked.
pub fn whole(module: &[u8]) -> Result<(), Trouble> {
    let wrong = |sentence: &str| Err(Trouble::NoModule(sentence.to_owned()));
    if !module.starts_with(MAGIC) {
        return wrong("it does not begin like one");
    }
    let length: usize = sections(module).map(|part| part.whole.len()).sum();
    if MAGIC.len() + length != module.len() {
        return wrong("it ends in the middle of a section");
    }
    if sections(module).any(|part| part.kind == START) {
        return wrong("it would run before it is asked");
    }
    Ok(())
}

/// A module without custom sections.
fn essence(module: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    sections(module).filter(|part| part.kind != 0).for_each(|part| bytes.extend(part.whole));
    bytes
}

struct Section<'a> {
    kind: u8,
    whole: &'a [u8],
    body: &'a [u8],
}

impl<'a> Section<'a> {
    /// The content of a custom section of this name.
    fn named(&self, wanted: &str) -> Option<&'a [u8]> {
        let (length, rest) = number(self.body).filter(|_| self.kind == 0)?;
        let name = rest.get(..length)?;
        (name == wanted.as_bytes()).then(|| &rest[length..])
    }
}

fn sections(module: &[u8]) -> impl Iterator<Item = Section<'_>> {
    let mut rest = module.strip_prefix(MAGIC).unwrap_or_default();
    std::iter::from_fn(move || {
        let (kind, after) = rest.split_first()?;
        let (length, after) = number(after)?;
        let (body, next) = after.split_at_checked(length)?;
        let whole = &rest[..rest.len() - next.len()];
        rest = next;
        Some(Section { kind: *kind, whole, body })
    })
}

fn put(bytes: &mut Vec<u8>, name: &str, content: &[u8]) {
    let mut body = Vec::with_capacity(content.len() + name.len() + 5);
    put_number(&mut body, name.len());
    body.extend(name.as_bytes());
    body.extend(content);
    bytes.push(0);
    put_number(bytes, body.len());
    bytes.extend(body);
}

/// A number in the format of modules: seven bits a byte, the lowest first.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0_u64;
    for (place, byte) in bytes.iter().take(5).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some((usize::try_from(value).ok()?, &bytes[place + 1..]));
        }
    }
    None
}

fn put_number(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for value in [0, 1, 127, 128, 300, 65_535, 70_000_000] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, value);
            bytes.push(9);
            assert_eq!(number(&bytes), Some((value, &[9_u8][..])));
        }
        assert_eq!(number(&[0x80; 9]), None);
    }

    #[test]
    fn what_is_no_module_has_no_sections() {
        for bytes in [&b""[..], b"\0asm", b"\0asm\x01\0\0\0\0\xff\xff\xff\xff\x0f", b"PK\x03\x04"] {
            assert!(about(bytes).is_none());
            assert_eq!(essence(bytes), MAGIC);
        }
    }
}
