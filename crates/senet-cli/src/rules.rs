//! `senet rules`: the rules reference in the terminal.

use anyhow::{Result, bail};

use crate::paint::Paint;
use crate::say;

pub fn run(id: &str, section: Option<&str>) -> Result<()> {
    let document = senet_catalog::documents().into_iter().find(|system| system.id == id);
    let text = match document {
        Some(system) => system.rules.to_owned(),
        None => crate::game(id)?.page().text,
    };
    let shown = match section {
        None => text,
        Some(wanted) => match find(&text, wanted) {
            Some(part) => part,
            None => bail!(
                "the rules of {id} have no heading and no rule \"{wanted}\"; the headings are: {}",
                headings(&text).join(", ")
            ),
        },
    };
    let paint = Paint::of_stdout();
    for line in shown.lines() {
        say!("{}", paint.markdown(line));
    }
    Ok(())
}

/// A rule by its id, or else a section by the start of its heading.
pub fn find(text: &str, wanted: &str) -> Option<String> {
    rule(text, wanted).or_else(|| heading(text, wanted))
}

fn rule(text: &str, wanted: &str) -> Option<String> {
    let marked = format!("**{}**", wanted.to_uppercase());
    let starts =
        |line: &&str| line.trim_start_matches(['-', '|', ' ']).to_uppercase().starts_with(&marked);
    text.lines().find(starts).map(|line| format!("{line}\n"))
}

fn heading(text: &str, wanted: &str) -> Option<String> {
    let wanted = wanted.to_lowercase();
    let mut part = String::new();
    let mut level = 0;
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        let depth = line.chars().take_while(|c| *c == '#').count();
        if depth > 0 && !fenced {
            if level > 0 && depth <= level {
                break;
            }
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let bare = title.trim_start_matches(|c: char| c.is_ascii_digit() || ".) ".contains(c));
            if level == 0 && (title.starts_with(&wanted) || bare.starts_with(&wanted)) {
                level = depth;
            }
        }
        if level > 0 {
            part.push_str(line);
            part.push('\n');
        }
    }
    (level > 0).then_some(part)
}

fn headings(text: &str) -> Vec<&str> {
    let titles = text.lines().filter_map(|line| line.strip_prefix("## "));
    titles.map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Game\n\nIntro.\n\n## 1. Board\n\n- **AB-1** A rule.\n\n### Squares\n\nNine.\n\n## Turns\n\n| **AB-2** | Another. |\n";

    #[track_caller]
    fn check(wanted: &str, expected: Option<&str>) {
        assert_eq!(find(TEXT, wanted).as_deref(), expected, "{wanted}");
    }

    #[test]
    fn finds_rules_by_id_and_sections_by_heading() {
        check("ab-1", Some("- **AB-1** A rule.\n"));
        check("AB-2", Some("| **AB-2** | Another. |\n"));
        check("squares", Some("### Squares\n\nNine.\n\n"));
        check("board", Some("## 1. Board\n\n- **AB-1** A rule.\n\n### Squares\n\nNine.\n\n"));
        check("turns", Some("## Turns\n\n| **AB-2** | Another. |\n"));
        check("AB", None);
        check("nothing", None);
    }
}
