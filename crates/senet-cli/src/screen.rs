//! The size of the terminal, and lists that fit it.

use senet_kernel::{Drawing, Ink, Line, Listing, Span};
use senet_table::Legal;

/// How many lines of choices there are at least, where the board leaves less of the screen.
pub const LISTED_AT_LEAST: usize = 2;

/// What stands below a board and its question at least: lines of choices, a remark or two, and where one
/// types.
pub fn below(legal: &Legal) -> usize {
    LISTED_AT_LEAST + 1 + usize::from(legal.listing == Listing::Sample) + 1
}

/// How many lines of a board stand at least, however low the screen is.
const BOARD_AT_LEAST: usize = 8;

/// The size of a terminal in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    pub columns: usize,
    pub rows: usize,
}

impl Screen {
    /// None where the output is no terminal, or one that does not tell.
    pub fn of_stdout() -> Option<Screen> {
        #[cfg(unix)]
        {
            let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
            let screen = Screen { columns: size.ws_col.into(), rows: size.ws_row.into() };
            (screen.columns > 0 && screen.rows > 0).then_some(screen)
        }
        #[cfg(not(unix))]
        None
    }

    /// How many lines a line of text takes.
    pub fn lines(self, text: &str) -> usize {
        text.chars().count().div_ceil(self.columns).max(1)
    }

    /// A drawing whose lines fit: a longer one goes on in the next, between words and set in.
    pub fn whole(self, drawing: &Drawing) -> Drawing {
        Drawing { lines: drawing.lines.iter().flat_map(|line| self.broken(line)).collect() }
    }

    /// The same, where so many lines below it would push its head off the screen: what only parts it is
    /// left out; then its end, which is told.
    pub fn fitted(self, drawing: &Drawing, below: usize) -> Drawing {
        let Drawing { mut lines } = self.whole(drawing);
        let room = self.rows.saturating_sub(below);
        let parts: [fn(char) -> bool; 2] = [|letter| letter == ' ', |letter| letter == '─'];
        for part in parts {
            if lines.len() > room {
                lines.retain(|line| !line.plain().chars().all(part));
            }
        }
        let room = room.max(BOARD_AT_LEAST);
        if lines.len() > room {
            let left_out = lines.split_off(room - 1).len();
            let told = format!("… and {left_out} lines more: type look for all of it");
            lines.push(Line::new().ink(Ink::Soft, told));
        }
        Drawing { lines }
    }

    /// Text whose lines fit: a longer one goes on in the next, between words, below where it began; of two
    /// columns, below the second.
    pub fn told(self, text: &str) -> String {
        let lines: Vec<String> = text.split('\n').map(|line| self.told_line(line)).collect();
        lines.join("\n")
    }

    fn told_line(self, line: &str) -> String {
        if width(line) <= self.columns {
            return line.to_owned();
        }
        let lead = line.len() - line.trim_start().len();
        let column = line[lead..].find("  ").map(|gap| {
            let gap = lead + gap;
            gap + line[gap..].len() - line[gap..].trim_start().len()
        });
        let column = column.map(|at| width(&line[..at])).filter(|at| *at < self.columns * 2 / 3);
        let indent = column.unwrap_or(lead).min(self.columns / 2);
        let mut told = String::new();
        let mut taken = 0;
        for word in line.split_inclusive(' ') {
            let wide = width(word.trim_end());
            if taken + wide > self.columns && taken > indent && wide > 0 {
                told.truncate(told.trim_end().len());
                told.push('\n');
                told.push_str(&" ".repeat(indent));
                taken = indent;
            }
            told.push_str(word);
            taken += width(word);
        }
        told
    }

    fn broken(self, line: &Line) -> Vec<Line> {
        const INDENT: usize = 4;
        let mut letters: Vec<(Ink, bool, char)> = Vec::new();
        for span in &line.spans {
            letters.extend(span.text.chars().map(|letter| (span.ink, span.marked, letter)));
        }
        while letters.last().is_some_and(|(_, marked, letter)| *letter == ' ' && !marked) {
            letters.pop();
        }
        let drawn = letters.iter().all(|(_, _, letter)| *letter == '─');
        if letters.len() <= self.columns || drawn || self.columns <= 2 * INDENT {
            letters.truncate(self.columns.max(1));
            return vec![rebuilt(&letters)];
        }
        let mut lines = Vec::new();
        let mut room = self.columns;
        while letters.len() > room {
            let space = letters[..=room].iter().rposition(|(_, _, letter)| *letter == ' ');
            let at = space.filter(|at| *at > INDENT).unwrap_or(room);
            let rest = letters.split_off(at);
            lines.push(set_in(&letters, lines.len(), INDENT));
            letters = rest.into_iter().skip_while(|(_, _, letter)| *letter == ' ').collect();
            room = self.columns - INDENT;
        }
        lines.push(set_in(&letters, lines.len(), INDENT));
        lines
    }

    /// How many things of a width stand side by side.
    pub fn across(self, width: usize) -> usize {
        (self.columns / width.max(1)).max(1)
    }
}

/// How many columns a line takes; what colours it takes none.
fn width(line: &str) -> usize {
    let mut letters = line.chars();
    let mut wide = 0;
    while let Some(letter) = letters.next() {
        match letter {
            '\x1b' => while letters.next().is_some_and(|end| end != 'm') {},
            _ => wide += 1,
        }
    }
    wide
}

/// The first line as it is, the others set in.
fn set_in(letters: &[(Ink, bool, char)], nth: usize, indent: usize) -> Line {
    let mut line = rebuilt(letters);
    if nth > 0 {
        line.spans.insert(0, Span { ink: Ink::Plain, marked: false, text: " ".repeat(indent) });
    }
    line
}

fn rebuilt(letters: &[(Ink, bool, char)]) -> Line {
    let mut line = Line::new();
    for (ink, marked, letter) in letters {
        match line.spans.last_mut().filter(|span| span.ink == *ink && span.marked == *marked) {
            Some(span) => span.text.push(*letter),
            None => line.spans.push(Span { ink: *ink, marked: *marked, text: (*letter).into() }),
        }
    }
    line
}

/// Neighbours that begin with the same words, told together in so many lines at most: the first and
/// the last of each group, and its words. As many words as fit are told, `across` says how many of a width
/// stand side by side; what does not fit at all is left to the last group.
pub fn grouped(
    texts: &[&str],
    lines: usize,
    across: impl Fn(usize) -> usize,
) -> Vec<(usize, usize, String)> {
    let by = |depth: usize| {
        let mut groups: Vec<(usize, usize, String)> = Vec::new();
        for (i, text) in texts.iter().enumerate() {
            let lead: Vec<&str> = text.split_whitespace().take(depth).collect();
            let lead = lead.join(" ");
            match groups.last_mut().filter(|(_, _, words)| *words == lead) {
                Some(group) => group.1 = i,
                None => groups.push((i, i, lead)),
            }
        }
        groups
    };
    let named = |(first, last, words): (usize, usize, String)| {
        let words = match (first == last, words.is_empty()) {
            (true, _) => texts[first].to_owned(),
            (false, true) => "everything else".to_owned(),
            (false, false) => format!("{words} …"),
        };
        (first, last, words)
    };
    let most = |groups: &[(usize, usize, String)]| {
        let widest = groups.iter().map(|(.., words)| words.chars().count()).max();
        lines * across(widest.unwrap_or(0)).max(1)
    };
    let told = |depth: usize| by(depth).into_iter().map(named).collect::<Vec<_>>();
    let fitting = (1..=3).rev().map(told).find(|groups| groups.len() <= most(groups));
    if let Some(groups) = fitting {
        return groups;
    }
    let mut groups = by(1);
    let last = groups.split_off(lines.max(1) - 1);
    if let (Some(first), Some(end)) = (last.first(), last.last()) {
        groups.push((first.0, end.1, String::new()));
    }
    groups.into_iter().map(named).collect()
}

/// The numbers below `count` in lines of so many columns, to be read column by column.
pub fn in_columns(count: usize, columns: usize) -> Vec<Vec<usize>> {
    let lines = count.div_ceil(columns.max(1));
    (0..lines).map(|line| (line..count).step_by(lines).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_from_the_top() {
        #[track_caller]
        fn check(count: usize, columns: usize, lines: &[&[usize]]) {
            assert_eq!(in_columns(count, columns), lines);
        }
        check(0, 3, &[]);
        check(3, 1, &[&[0], &[1], &[2]]);
        check(3, 0, &[&[0], &[1], &[2]]);
        check(6, 3, &[&[0, 2, 4], &[1, 3, 5]]);
        check(7, 3, &[&[0, 3, 6], &[1, 4], &[2, 5]]);
    }

    #[test]
    fn long_lists_are_told_in_groups() {
        #[track_caller]
        fn check(texts: &[&str], lines: usize, expected: &[(usize, usize, &str)]) {
            let groups = grouped(texts, lines, |_| 1);
            let groups: Vec<_> =
                groups.iter().map(|(a, b, text)| (*a, *b, text.as_str())).collect();
            assert_eq!(groups, expected);
        }
        let moves = ["P1-1 move 1,1", "P1-1 move 1,2", "P1-1 hold", "P1-2 move 1,1", "P1-2 hold"];
        check(
            &moves,
            4,
            &[
                (0, 1, "P1-1 move …"),
                (2, 2, "P1-1 hold"),
                (3, 3, "P1-2 move 1,1"),
                (4, 4, "P1-2 hold"),
            ],
        );
        check(&moves, 2, &[(0, 2, "P1-1 …"), (3, 4, "P1-2 …")]);
        check(&moves, 1, &[(0, 4, "everything else")]);
        let beside = grouped(&moves, 1, |wide| 60 / (wide + 10));
        let words: Vec<&str> = beside.iter().map(|(.., words)| words.as_str()).collect();
        assert_eq!(words, ["P1-1 …", "P1-2 …"], "side by side there is room for more");
    }

    #[test]
    fn text_goes_on_between_words() {
        let screen = Screen { columns: 20, rows: 24 };
        #[track_caller]
        fn check(screen: Screen, text: &str, told: &str) {
            assert_eq!(screen.told(text), told);
        }
        check(screen, "as long as a line of", "as long as a line of");
        check(screen, "a little longer than a line", "a little longer than\na line");
        check(screen, "  said of the others beside", "  said of the others\n  beside");
        check(screen, "  q   leave the table for now", "  q   leave the\n      table for now");
        let coloured = "\x1b[31mNo:\x1b[0m that is not allowed";
        check(screen, coloured, "\x1b[31mNo:\x1b[0m that is not\nallowed");
        check(screen, "a-word-that-is-too-long-for-a-line", "a-word-that-is-too-long-for-a-line");
        check(screen, "first line of the two\nshort", "first line of the\ntwo\nshort");
    }

    #[test]
    fn a_drawing_fits_a_narrow_screen() {
        let screen = Screen { columns: 12, rows: 5 };
        let mut drawing = Drawing::new();
        drawing.line("short").line("one two three four").line("─".repeat(20));
        let told = screen.fitted(&drawing, 0).plain();
        assert_eq!(told, format!("short\none two\n    three\n    four\n{}\n", "─".repeat(12)));
    }

    #[test]
    fn a_low_screen_leaves_out_what_only_parts() {
        let mut drawing = Drawing::new();
        drawing.line("a").line("").line("──").line("b").line("").line("c");
        let fitted = |rows: usize| {
            let screen = Screen { columns: 10, rows };
            screen.fitted(&drawing, 2).plain().replace('\n', "|")
        };
        assert_eq!(fitted(8), "a||──|b||c|");
        assert_eq!(fitted(7), "a|──|b|c|");
        assert_eq!(fitted(5), "a|b|c|");
        assert_eq!(fitted(2), "a|b|c|", "what says something stays");
    }

    #[test]
    fn what_does_not_fit_at_all_is_told_to_be_left_out() {
        let mut drawing = Drawing::new();
        for line in 1..=12 {
            drawing.line(line.to_string());
        }
        let fitted = |rows: usize| {
            let screen = Screen { columns: 50, rows };
            screen.fitted(&drawing, 2).plain().replace('\n', "|")
        };
        assert_eq!(fitted(14), "1|2|3|4|5|6|7|8|9|10|11|12|");
        let more = "… and 3 lines more: type look for all of it|";
        assert_eq!(fitted(12), format!("1|2|3|4|5|6|7|8|9|{more}"));
        assert_eq!(fitted(3), fitted(10), "the head of a board stays on the lowest screen");
    }

    /// Every game stands on a terminal of 80 by 24 with its board, the question and the choices, from its
    /// first move to the middle: what is left out is the end of what stands below the board.
    #[test]
    fn boards_and_choices_fit_80_by_24() {
        #[track_caller]
        fn check(id: &str, rules: Option<&str>, players: Option<usize>, whole: &str) {
            let mut table = open(id, rules, players);
            let mut rng = senet_kernel::Rng::new(3);
            for _ in 0..60 {
                let Some(seat) = table.awaited().iter().next() else {
                    let Ok(_) = table.clock() else { break };
                    continue;
                };
                fits(id, table.as_ref(), seat, whole);
                let legal = table.legal(seat);
                let command = &rng.choose(&legal.commands).unwrap().command;
                table.submit_text(senet_kernel::Actor::Seat(seat), None, command).unwrap();
            }
        }
        check("sky-team", None, None, "landing");
        for players in 1..=4 {
            check("silosoft", Some("balanced"), Some(players), &format!("Player {players} "));
        }
        check("flag-war", None, None, "closed zone");
        check("flag-war", Some("tactical"), None, "closed zone");
        check("crossfire", None, None, "◆ P1  ● P2");
    }

    fn open(id: &str, rules: Option<&str>, players: Option<usize>) -> Box<dyn senet_table::Table> {
        let game = senet_catalog::find(id).unwrap();
        let (_, mut config) = game.preset(rules).unwrap();
        if let Some(players) = players {
            senet_catalog::set_players(game.as_ref(), &mut config, players).unwrap();
        }
        game.open(senet_table::Opening {
            seats: Vec::new(),
            start: senet_table::Start::Config(config),
            preset: None,
            luck: senet_table::Luck::Open { seed: "3".to_owned() },
            seed: None,
            script: Vec::new(),
            branch: None,
        })
        .unwrap()
    }

    #[track_caller]
    fn fits(id: &str, table: &dyn senet_table::Table, seat: senet_kernel::Seat, whole: &str) {
        let screen = Screen { columns: 80, rows: 24 };
        let viewer = senet_kernel::Viewer::Seat(seat);
        let prompt = screen.lines(&table.prompt(viewer));
        let below = below(&table.legal(seat)) + prompt;
        let board = screen.fitted(&table.drawing(viewer), below);
        assert!(
            board.lines.len() + below <= screen.rows,
            "{id} takes {} lines after {} entries:\n{}",
            board.lines.len(),
            table.entry(),
            board.plain()
        );
        // The line by which the board itself ends.
        assert!(board.plain().contains(whole), "{id}, entry {}:\n{}", table.entry(), board.plain());
    }

    #[test]
    fn long_lines_take_more_of_the_screen() {
        let screen = Screen { columns: 10, rows: 5 };
        let lines = ["", "a", "0123456789", "01234567890"].map(|text| screen.lines(text));
        assert_eq!(lines, [1, 1, 1, 2]);
        assert_eq!([screen.across(0), screen.across(5), screen.across(6)], [10, 2, 1]);
        assert_eq!(screen.across(11), 1);
    }
}
