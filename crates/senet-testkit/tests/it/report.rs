//! A failure says how to see it again, and that works.

use std::process::Command;

/// Runs one test of this binary and returns what it printed.
pub fn run(test: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().expect("a test knows its binary"));
    command.args(["--exact", test]).env("RUST_BACKTRACE", "0");
    for name in ["SENET_LAW_SEED", "SENET_LAW_CONFIG", "SENET_LAWS_GAMES", "SENET_GOLDEN"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied());
    String::from_utf8(command.output().expect("the binary runs").stdout).expect("tests print text")
}

/// The report of a failure: the lines from the law to the command.
fn report(output: &str) -> Vec<&str> {
    let lines = output.lines().skip_while(|line| !line.contains("breaks the law"));
    lines.take(3).collect()
}

#[test]
fn a_failure_names_the_law_and_how_to_see_it_again() {
    let spoilt = ("SENET_TOY_DEFECT", "ChangesRefused");
    let test = "laws::toy::refusal";
    let output = run(test, &[spoilt]);
    let first = report(&output);
    assert_eq!(first[0], "toy breaks the law `refusal`: a refused command leaves no trace.");
    let seed = first[1].split("seed ").nth(1).unwrap();
    let seed = &seed[..seed.find(',').unwrap()];
    assert_eq!(
        first[2],
        format!(
            r"  again: SENET_LAW_SEED={seed} SENET_LAW_CONFIG='it'\''s ChangesRefused' cargo test -p senet-testkit -- --exact laws::toy::refusal"
        )
    );

    let again = [spoilt, ("SENET_LAW_SEED", seed), ("SENET_LAW_CONFIG", "it's ChangesRefused")];
    assert_eq!(report(&run(test, &again)), first);
}

#[test]
fn a_panic_in_a_game_is_reported_with_its_entry() {
    let output = run("laws::toy::words", &[("SENET_TOY_DEFECT", "PanicsTelling")]);
    assert!(report(&output)[1].ends_with("a panic: no words for a shown card"), "{output}");
}

#[test]
fn an_unknown_configuration_is_not_taken_for_a_pass() {
    let output = run("laws::toy::end", &[("SENET_LAW_CONFIG", "9 turns")]);
    assert!(output.contains("no game was played"), "{output}");
}
