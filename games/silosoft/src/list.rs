//! Short lists that need no allocation, so that states and commands are cheap to copy.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list of at most `N` items, kept in place. On the wire it is a list.
#[derive(Clone, Copy)]
pub(crate) struct Row<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Row<T, N> {
    pub(crate) fn new() -> Self {
        const { assert!(N <= 255) };
        Row { len: 0, items: [T::default(); N] }
    }

    /// Adds an item at the end. The rules never add more than fit: see `inspect`.
    pub(crate) fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Takes out the item at a place; the later ones close the gap.
    pub(crate) fn remove(&mut self, at: usize) -> T {
        let item = self[at];
        self.items.copy_within(at + 1..self.len.into(), at);
        self.len -= 1;
        // What lies beyond the end is always the default, so that equal lists are equal in memory.
        self.items[usize::from(self.len)] = T::default();
        item
    }

    /// Keeps the list sorted by `key`, smallest first, and drops the last one where it is full.
    pub(crate) fn insert_sorted<K: Ord>(&mut self, item: T, key: impl Fn(&T) -> K) {
        let new = key(&item);
        let at = self.iter().filter(|other| key(other) <= new).count();
        if at == N {
            return;
        }
        let end = usize::from(self.len).min(N - 1);
        self.items.copy_within(at..end, at + 1);
        self.items[at] = item;
        self.len = end as u8 + 1;
    }

    pub(crate) fn as_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len.into()]
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Row<T, N> {
    /// The items that fit.
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut row = Row::new();
        for item in items.into_iter().take(N) {
            row.push(item);
        }
        row
    }
}

impl<T, const N: usize> Deref for Row<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len.into()]
    }
}

impl<T: Copy + Default, const N: usize> Default for Row<T, N> {
    fn default() -> Self {
        Row::new()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Row<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Row<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Row<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const N: usize> Serialize for Row<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Row<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        if items.len() > N {
            let error = format!("{} items; {N} is the most", items.len());
            return Err(serde::de::Error::custom(error));
        }
        Ok(items.into_iter().collect())
    }
}

/// A list that is kept in place while it has at most `N` items; any longer one is kept elsewhere.
#[derive(Clone)]
pub struct Few<T, const N: usize>(Kept<T, N>);

#[derive(Clone)]
enum Kept<T, const N: usize> {
    Here(Row<T, N>),
    There(Vec<T>),
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list that can be a constant; the blank item is the default.
    pub(crate) const fn empty(blank: T) -> Self {
        Few(Kept::Here(Row { len: 0, items: [blank; N] }))
    }
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// Adds an item at the end.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        match &mut self.0 {
            Kept::Here(row) if row.len() < N => row.push(item),
            _ => self.push_elsewhere(item),
        }
    }

    #[cold]
    fn push_elsewhere(&mut self, item: T) {
        match &mut self.0 {
            Kept::Here(row) => {
                let more = row.iter().copied().chain([item]).collect();
                self.0 = Kept::There(more);
            }
            Kept::There(items) => items.push(item),
        }
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut few = Few::default();
        items.into_iter().for_each(|item| few.push(item));
        few
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.0 {
            Kept::Here(row) => row,
            Kept::There(items) => items,
        }
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few::empty(T::default())
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(deserializer)?;
        Ok(items.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_keeps_its_order() {
        let mut row: Row<u8, 4> = [5, 6, 7, 8, 9].into_iter().collect();
        assert_eq!(*row, [5, 6, 7, 8]);
        assert_eq!(row.remove(1), 6);
        assert_eq!(*row, [5, 7, 8]);
        assert_eq!(row.remove(2), 8);
        row.push(9);
        assert_eq!(*row, [5, 7, 9]);
    }

    #[test]
    fn lists_are_equal_when_their_items_are() {
        let row = |items: &[u8]| items.iter().copied().collect::<Row<u8, 4>>();
        assert!(
            row(&[1, 2]) == row(&[1, 2]) && row(&[1, 2]) != row(&[1]) && row(&[1]) != row(&[2])
        );
        let few = |items: &[u8]| items.iter().copied().collect::<Few<u8, 2>>();
        assert!(few(&[1, 2, 3]) == few(&[1, 2, 3]) && few(&[1]) != few(&[2]));
        assert!(few(&[1, 2]) != few(&[1, 2, 3]));
    }

    #[test]
    fn a_row_refuses_what_does_not_fit() {
        let read = |text| serde_json::from_str::<Row<u8, 2>>(text).ok();
        assert_eq!(read("[1,2]").as_deref(), Some([1, 2].as_slice()));
        assert_eq!(read("[1,2,3]"), None);
    }

    #[test]
    fn the_best_are_kept_in_order_and_equals_stay_in_the_order_they_came() {
        let mut best = Row::<(u8, char), 3>::new();
        for item in [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (9, 'e'), (0, 'f')] {
            best.insert_sorted(item, |(key, _)| *key);
        }
        assert_eq!(*best, [(0, 'f'), (1, 'b'), (1, 'd')]);
    }

    #[test]
    fn a_few_may_be_many() {
        for len in 0..6u8 {
            let few: Few<u8, 3> = (0..len).collect();
            assert_eq!(*few, (0..len).collect::<Vec<_>>());
            let json = serde_json::to_string(&few).unwrap();
            assert_eq!(serde_json::from_str::<Few<u8, 3>>(&json).unwrap(), few);
        }
    }
}
