//! Commands as words: what is listed, spelled, and narrowed down letter by letter.

/// A word that is being written.
#[derive(Debug, Default)]
pub struct Word<'a> {
    letters: Option<&'a mut Vec<u16>>,
}

impl<'a> Word<'a> {
    /// Writes behind what is there already.
    pub fn onto(letters: &'a mut Vec<u16>) -> Word<'a> {
        Word { letters: Some(letters) }
    }

    /// The next letter.
    #[inline]
    pub fn push(&mut self, letter: impl Into<u16>) {
        if let Some(letters) = &mut self.letters {
            letters.push(letter.into());
        }
    }
}

/// Spelled words, and those among them that begin with the letters chosen so far. Nothing here
/// allocates once it is warm.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    letters: Vec<u16>,
    /// For each word, where it ends in `letters` and the place of its command in the list.
    ends: Vec<(u32, u32)>,
    chosen: Vec<u16>,
}

impl Words {
    pub(crate) fn clear(&mut self) {
        self.letters.clear();
        self.ends.clear();
        self.chosen.clear();
    }

    /// Adds a word for the command at a place in the list, unless it cannot be spelled.
    pub(crate) fn add(&mut self, place: usize, spell: impl FnOnce(&mut Word) -> Option<()>) {
        let before = self.letters.len();
        if spell(&mut Word::onto(&mut self.letters)).is_some() {
            self.ends.push((self.letters.len() as u32, place as u32));
        } else {
            self.letters.truncate(before);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The letters chosen so far.
    pub(crate) fn chosen(&self) -> &[u16] {
        &self.chosen
    }

    /// The words that begin with what was chosen: place of the command and the rest of the word.
    fn left(&self) -> impl Iterator<Item = (u32, &[u16])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(end, _)| *end as usize));
        starts.zip(&self.ends).filter_map(|(start, (end, place))| {
            let word = &self.letters[start..*end as usize];
            Some((*place, word.strip_prefix(self.chosen.as_slice())?))
        })
    }

    /// The letters that may come next, some of them more than once.
    pub(crate) fn next(&self) -> impl Iterator<Item = u16> {
        self.left().filter_map(|(_, rest)| rest.first().copied())
    }

    /// Chooses a letter that may come next, and with it all that follow without a choice. The place
    /// of the command comes back once its word is whole.
    pub(crate) fn choose(&mut self, letter: u16) -> Option<usize> {
        self.chosen.push(letter);
        loop {
            let mut left = self.left();
            let (place, rest) = left.next()?;
            let Some(next) = rest.first().copied() else { return Some(place as usize) };
            if left.any(|(_, other)| other.first() != Some(&next)) {
                return None;
            }
            drop(left);
            self.chosen.push(next);
        }
    }
}
