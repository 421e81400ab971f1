//! Modules that do what no module should: each gets a sentence, and nothing else is hurt.

use senet_host::{Guest, Limits};

/// Limits small enough that a test need not wait.
fn small() -> Limits {
    let (module, answer) = (4 << 20, 1 << 16);
    Limits { module, memory: 4, steps: 30, thinking: 60, answer, ..Limits::default() }
}

/// A module with our border whose `senet_call` has this body, after its memory was laid out as told.
fn module(border: u32, more: &str, call: &str) -> Vec<u8> {
    let text = format!(
        "(module {more}
            (memory (export \"memory\") 1)
            (data (i32.const 64) \"\\ff\\fe{{}}\")
            (data (i32.const 80) \"{{\\\"done\\\":1}}\")
            (data (i32.const 96) \"it is a riddle\")
            (func (export \"senet_border\") (result i32) (i32.const {border}))
            (func (export \"senet_room\") (param i32) (result i32) (i32.const 1024))
            (func (export \"senet_leash\") (result i32) (i32.const 8))
            (func (export \"senet_answer\") (param i32) (result i64) (i64.const 0))
            (func (export \"senet_call\") (param i32) (result i64) {call}))"
    );
    wat::parse_str(text).unwrap()
}

#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    let trouble = Guest::open(bytes, small()).map(|_| ()).unwrap_err();
    assert!(trouble.to_string().starts_with(expected), "{trouble}");
    assert_eq!(trouble.to_string().lines().count(), 1, "{trouble}");
}

/// Where an answer lies.
fn at(address: u64, size: u64) -> String {
    format!("(i64.const {})", (address << 32 | size) as i64)
}

#[test]
fn what_is_no_module_says_so() {
    check(b"", "this is no WASM module: it does not begin like one");
    check(b"MZ\x90\x00", "this is no WASM module: it does not begin like one");
    check(b"\0asm", "this is no WASM module: it does not begin like one");
    let torn = "this is no WASM module: it ends in the middle of a section";
    check(b"\0asm\x01\0\0\0\x0a\xff\xff", torn);
    let good = module(1, "", "(i64.const 0)");
    check(&good[..good.len() - 9], torn);
    check(b"\0asm\x01\0\0\0\x0a\x01\xff", "this is no WASM module: ");
    check(&[0; 5 << 20], "the module has more than 4194304 bytes");
    let starts = wat::parse_str("(module (func $f (loop br 0)) (start $f))").unwrap();
    check(&starts, "this is no WASM module: it would run before it is asked");
}

#[test]
fn a_module_without_our_border_or_of_another_version_says_so() {
    let lacks = |text: &str| wat::parse_str(text).unwrap();
    check(&lacks("(module)"), "the module has no border of senet: it lacks memory");
    let memory = "(module (memory (export \"memory\") 1))";
    check(&lacks(memory), "the module has no border of senet: it lacks senet_border");
    let wrong = "(module (memory (export \"memory\") 1)
        (func (export \"senet_border\") (param i64)))";
    check(&lacks(wrong), "the module has no border of senet: it lacks senet_border");
    check(&module(7, "", "(i64.const 0)"), "the module has border 7; this house has border 1");
}

#[test]
fn a_module_gets_luck_and_a_log_and_nothing_else() {
    let file = "(import \"wasi_snapshot_preview1\" \"fd_write\" (func (param i32) (result i32)))";
    let expected = "the module wants wasi_snapshot_preview1.fd_write of its host";
    check(&module(1, file, "(i64.const 0)"), expected);
    let memory = "(import \"senet\" \"random\" (global i32))";
    check(&module(1, memory, "(i64.const 0)"), "the module wants senet.random of its host");
    let other = "(import \"senet\" \"random\" (func (param f32)))";
    check(&module(1, other, "(i64.const 0)"), "the module wants ");
}

#[test]
fn an_endless_loop_is_stopped() {
    let endless = "(loop br 0) (i64.const 0)";
    check(&module(1, "", endless), "the module did not answer within 30 million steps");
    let deep = "(func $deep (param i32) (result i64) (call $deep (local.get 0)))";
    check(&module(1, deep, "(call $deep (i32.const 0))"), "the module failed: ");
}

#[test]
fn memory_that_grows_is_stopped() {
    let grows = "(loop (drop (memory.grow (i32.const 16))) br 0) (i64.const 0)";
    check(&module(1, "", grows), "the module wanted more than 4 MiB of memory");
    let large = "(module (memory (export \"memory\") 4000))";
    check(&wat::parse_str(large).unwrap(), "the module wanted more than 4 MiB of memory");
}

#[test]
fn answers_that_are_giant_outside_or_no_text_are_refused() {
    check(&module(1, "", &at(0, 1 << 20)), "the module's answer has 1048576 bytes; 65536 is");
    check(&module(1, "", &at(0xffff_fff0, 200)), "the module's answer lies outside its memory");
    check(&module(1, "", &at(65_530, 200)), "the module's answer lies outside its memory");
    check(&module(1, "", &at(64, 4)), "the module's answer is no text: it is not UTF-8");
    check(&module(1, "", &at(0, 0)), "the module's answer is not what was asked for: ");
    check(&module(1, "", &at(80, 10)), "the module's answer is not what was asked for: ");
}

#[test]
fn a_module_that_breaks_down_tells_its_last_words() {
    check(&module(1, "", "unreachable"), "the module failed: ");
    let log = "(import \"senet\" \"log\" (func $log (param i32 i32)))";
    let says = "(call $log (i32.const 96) (i32.const 14)) unreachable";
    check(&module(1, log, says), "the module failed: it is a riddle");
    // A line that lies outside its memory is none.
    let far = "(call $log (i32.const -1) (i32.const -1)) unreachable";
    check(&module(1, log, far), "the module failed: ");
}

/// Bytes of a good module, some of them changed: whatever comes of it is a sentence and no panic.
#[test]
fn a_damaged_module_is_told_or_plays() {
    let good = module(1, "", &at(80, 10));
    for place in 8..good.len() {
        for bit in 0..8 {
            let mut bytes = good.clone();
            bytes[place] ^= 1 << bit;
            if let Err(trouble) = Guest::open(&bytes, small()) {
                assert!(!trouble.to_string().is_empty());
            }
        }
    }
}
