//! The size of the terminal, and lists that fit it.

use senet_kernel::Drawing;

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

    /// How many lines a drawing takes.
    pub fn height(self, drawing: &Drawing) -> usize {
        drawing.plain().lines().map(|line| self.lines(line)).sum()
    }

    /// How many things of a width stand side by side.
    pub fn across(self, width: usize) -> usize {
        (self.columns / width.max(1)).max(1)
    }
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
    fn long_lines_take_more_of_the_screen() {
        let screen = Screen { columns: 10, rows: 5 };
        let lines = ["", "a", "0123456789", "01234567890"].map(|text| screen.lines(text));
        assert_eq!(lines, [1, 1, 1, 2]);
        let mut drawing = Drawing::new();
        drawing.line("").line("0123456789   ").line("01234567890");
        assert_eq!(screen.height(&drawing), 4);
        assert_eq!([screen.across(0), screen.across(5), screen.across(6)], [10, 2, 1]);
        assert_eq!(screen.across(11), 1);
    }
}
