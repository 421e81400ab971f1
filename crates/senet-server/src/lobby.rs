//! The list of public rooms: fair to those who made them.

use std::collections::HashMap;

/// Picks so many rooms that every maker's newest comes before anybody's second newest, and so on. Those
/// that are picked stay in their order.
pub fn fair<T>(rooms: Vec<(String, T)>, most: usize) -> Vec<T> {
    let mut made: HashMap<String, usize> = HashMap::new();
    let mut ranked: Vec<(usize, usize, T)> = Vec::with_capacity(rooms.len());
    for (at, (maker, room)) in rooms.into_iter().enumerate() {
        let rank = made.entry(maker).or_default();
        ranked.push((*rank, at, room));
        *rank += 1;
    }
    ranked.sort_by_key(|(rank, at, _)| (*rank, *at));
    ranked.truncate(most);
    ranked.sort_by_key(|(_, at, _)| *at);
    ranked.into_iter().map(|(_, _, room)| room).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_maker_does_not_bury_the_others() {
        let mut rooms: Vec<_> = (0..120).map(|number| ("a".to_owned(), number)).collect();
        rooms.push(("b".to_owned(), 120));
        rooms.push(("c".to_owned(), 121));
        rooms.push(("b".to_owned(), 122));
        let listed = fair(rooms, 6);
        assert_eq!(listed, [0, 1, 2, 120, 121, 122]);
    }
}
