//! Lists in the order of numbers.

/// Puts a list in the order of two numbers of each item, the lowest first. Equals stay in the order that they had.
///
/// What sorts is compiled once, and not for every type there is: in a game that is sent to a browser that is five
/// kilobytes for each.
///
/// ```
/// let mut words = ["seven", "two", "nine", "one"];
/// senet_kernel::arrange(&mut words, |word| [word.len() as i64, 0]);
/// assert_eq!(words, ["two", "one", "nine", "seven"]);
/// ```
pub fn arrange<T>(list: &mut [T], numbers: impl Fn(&T) -> [i64; 2]) {
    let mut places: Vec<([i64; 2], usize)> =
        list.iter().enumerate().map(|(place, item)| (numbers(item), place)).collect();
    sort(&mut places);
    for place in 0..list.len() {
        // What is to stand here was moved on whenever it stood in the way.
        let mut from = places[place].1;
        while from < place {
            from = places[from].1;
        }
        list.swap(place, from);
    }
}

#[inline(never)]
fn sort(places: &mut [([i64; 2], usize)]) {
    places.sort_unstable();
}
