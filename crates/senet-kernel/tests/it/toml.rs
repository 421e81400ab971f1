//! TOML as data files have it: read as the crate `toml` reads it, and what is wrong is told with its line.

use senet_kernel::read_toml;

/// Texts that say something.
const SOUND: &[&str] = &[
    "",
    "# a comment\n\n",
    "a = 1\nb = -2\nc = +3\nd = 1_000\ne = 0xff\nf = 0o17\ng = 0b101",
    "a = true\nb = false\nc = 1.5\nd = -2.5e3\ne = +0.25",
    "a = \"x\\n\\u00e9\\\"\"\nb = 'C:\\x'\nc = \"\"\"\none\ntwo\\\n   three\"\"\"\nd = '''\n'x' '''",
    "\"a b\" = 1\n'c' = 2\n1 = 3\nd-e_f = 4",
    "a.b.c = 1\na.b.d = 2\na.e = 3",
    "[a]\nb = 1\n[a.c]\nd = 2\n[e.f.g]\nh = 3\n[e]\ni = 4",
    "[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3\n[[a.e]]\n[[a.e]]\nf = 4",
    "a = [1, [2, 3], [], [\"x\", true],]\nb = [\n  1, # one\n  2,\n]",
    "a = { b = 1, c.d = 2, c.e = { f = [] } }\nb = {}",
    "[fruit]\napple.color = \"red\"\napple.taste.sweet = true\n[fruit.apple.texture]\nsmooth = true",
    "a.b = 1\n[c]\nd.e = 2\n[c.f]\ng = 3",
    "\r\na = 1\r\n[b]\r\nc = 2\r\n",
];

/// Texts with a fault, and the line where it is.
const BROKEN: &[(&str, u32)] = &[
    ("a", 1),
    ("a =", 1),
    ("a = 1 b = 2", 1),
    ("a = 1\na = 2", 2),
    ("[a]\n[a]", 2),
    ("[a\nb = 1", 1),
    ("a = [1, 2\nb = 3", 2),
    ("a = \"x", 1),
    ("\na = \"\\q\"", 2),
    ("a = 01", 1),
    ("a = 1__0", 1),
    ("a = truth", 1),
    ("a = 1\na.b = 2", 2),
    ("a.b = 1\n[a]", 2),
    ("[a]\nb = 1\n[c]\n[a.b]", 4),
    ("a = {}\na.b = 1", 2),
    ("a = { b = 1, b = 2 }", 1),
    ("a = { b = {}, b.c = 2 }", 1),
    ("a = []\n[[a]]", 2),
    ("[a]\n[[a]]", 2),
    ("[[a]]\n[a]", 2),
    ("[[a.b]]\n[a]\nb.c = 1", 3),
    ("[a.b]\n[a]\nb.c = 1", 3),
    ("= 1", 1),
    ("[]", 1),
    ("]]", 1),
    ("}", 1),
    ("a = \u{1}", 1),
    ("# \u{1}\n", 1),
    ("a = 99999999999999999999", 1),
];

#[test]
fn what_is_sound_is_read_as_others_read_it() {
    for text in SOUND {
        let expected: serde_json::Value = toml::from_str(text).unwrap();
        assert_eq!(read_toml(text).as_ref(), Ok(&expected), "{text}");
    }
}

#[test]
fn a_fault_is_told_with_its_line() {
    for (text, line) in BROKEN {
        toml::from_str::<toml::Table>(text).expect_err("others refuse it, too");
        let misfit = read_toml(text).unwrap_err();
        assert!(misfit.sentence.starts_with(&format!("line {line}: ")), "{text}: {misfit}");
        assert!(!misfit.sentence.contains('\n'), "{text}: {misfit}");
    }
    let told = |text| read_toml(text).unwrap_err().sentence;
    assert_eq!(told("[a\nb = 1"), "line 1: unclosed table, expected `]`");
    assert_eq!(told("a = 1\na.b = 2"), "line 2: a value that is no table has no keys");
}

#[test]
fn what_json_has_not_is_refused() {
    for text in ["a = inf", "a = -nan", "a = 1979-05-27", "a = 07:32:00"] {
        assert!(toml::from_str::<toml::Table>(text).is_ok());
        assert!(read_toml(text).unwrap_err().sentence.starts_with("line 1: "), "{text}");
    }
}

/// What nests without an end is refused before it costs the stack.
#[test]
fn depth_has_a_bound() {
    for (open, deep) in [("[", "a = "), ("{a = ", "a = "), ("a.", "")] {
        let text = |times: usize| format!("{deep}{}", open.repeat(times));
        let sentence = read_toml(&text(100_000)).unwrap_err().sentence;
        assert!(sentence.starts_with("line 1: "), "{sentence}");
    }
    let nested = |depth| format!("a = {}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read_toml(&nested(80)).is_ok());
    assert_eq!(read_toml(&nested(81)).unwrap_err().sentence, "line 1: this nests too deep");
    let dotted = |depth| format!("{}b = 1", "a.".repeat(depth));
    assert!(read_toml(&dotted(79)).is_ok());
    assert!(read_toml(&dotted(80)).is_err());
}

/// However a text is torn or altered, the two agree on whether it is sound.
#[test]
fn torn_texts_are_judged_alike() {
    for text in SOUND.iter().chain(BROKEN.iter().map(|(text, _)| text)) {
        let ends = text.char_indices().map(|(end, _)| text[..end].to_owned());
        let swaps = (0..text.len()).filter(|at| text.is_char_boundary(*at)).flat_map(|at| {
            ["[", "]", "=", "\"", ".", "\n", "{", "}", ","].map(|with| {
                let (before, after) = text.split_at(at);
                let after = after.chars().next().map_or("", |first| &after[first.len_utf8()..]);
                format!("{before}{with}{after}")
            })
        });
        for text in ends.chain(swaps) {
            let others = toml::from_str::<serde_json::Value>(&text);
            match (read_toml(&text), others) {
                (Ok(read), Ok(expected)) => assert_eq!(read, expected, "{text:?}"),
                (Err(_), Err(_)) => {}
                (read, others) => panic!("{text:?}: {read:?}, not {others:?}"),
            }
        }
    }
}
