//! The floats of an observation, written from the first to the last.

/// A part of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it tells.
    pub name: &'static str,
    /// The place of its first float; it ends where the next part starts.
    pub start: usize,
    /// What its floats are, where the name does not say it: `who (2), where` is three floats, and
    /// `3 each: …` is rows of so many.
    pub floats: &'static str,
}

/// The floats of an observation, written from the first to the last, each from −1 to 1.
#[derive(Debug)]
pub struct Sheet<'a> {
    out: &'a mut [f32],
    at: usize,
    parts: Option<&'a mut Vec<Part>>,
}

impl<'a> Sheet<'a> {
    /// An empty sheet.
    pub fn new(out: &'a mut [f32]) -> Sheet<'a> {
        Sheet { out, at: 0, parts: None }
    }

    /// An empty sheet that notes where its parts start.
    pub fn recorded(out: &'a mut [f32], parts: &'a mut Vec<Part>) -> Sheet<'a> {
        Sheet { out, at: 0, parts: Some(parts) }
    }

    /// How many floats were written.
    pub fn written(&self) -> usize {
        self.at
    }

    /// Begins a part whose name says what its floats are.
    pub fn part(&mut self, name: &'static str) {
        self.part_of(name, "");
    }

    /// Begins a part of [these floats](Part::floats).
    pub fn part_of(&mut self, name: &'static str, floats: &'static str) {
        let start = self.at;
        if let Some(parts) = &mut self.parts {
            parts.push(Part { name, start, floats });
        }
    }

    /// A number, in parts of the most that it can be.
    #[inline]
    pub fn number(&mut self, value: impl Into<f64>, most: impl Into<f64>) {
        let share = value.into() / most.into();
        self.put(share.clamp(-1.0, 1.0) as f32);
    }

    /// A number that may be missing: whether it is there, and what it is.
    pub fn maybe(&mut self, value: Option<impl Into<f64>>, most: impl Into<f64>) {
        self.flag(value.is_some());
        match value {
            Some(value) => self.number(value, most),
            None => self.put(0.0),
        }
    }

    /// A yes or no.
    #[inline]
    pub fn flag(&mut self, set: bool) {
        self.put(if set { 1.0 } else { 0.0 });
    }

    /// One of several: a float for each, of which one is set; none where there is none.
    pub fn one_of(&mut self, chosen: Option<usize>, count: usize) {
        for i in 0..count {
            self.flag(chosen == Some(i));
        }
    }

    /// Rows of a list of at most so many, each of so many floats; what is missing is zeros.
    pub fn rows<T>(
        &mut self,
        rows: impl IntoIterator<Item = T>,
        most: usize,
        width: usize,
        mut write: impl FnMut(&mut Sheet<'a>, T),
    ) {
        let end = self.at + most * width;
        for (i, row) in rows.into_iter().take(most).enumerate() {
            let start = self.at;
            write(self, row);
            debug_assert_eq!(self.at, start + width, "row {i} is not {width} floats wide");
        }
        self.blank(end.saturating_sub(self.at));
    }

    /// So many zeros.
    pub fn blank(&mut self, count: usize) {
        for _ in 0..count {
            self.put(0.0);
        }
    }

    /// Floats as they are.
    #[inline]
    pub fn copy<const N: usize>(&mut self, floats: &[f32; N]) {
        if let Some(to) = self.out.get_mut(self.at..self.at + N) {
            to.copy_from_slice(floats);
        }
        self.at += N;
    }

    #[inline]
    fn put(&mut self, value: f32) {
        // What would stand beyond the end is counted and left out: the laws see the count.
        if let Some(slot) = self.out.get_mut(self.at) {
            *slot = value;
        }
        self.at += 1;
    }
}
