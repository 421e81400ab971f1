//! Lists in the order of numbers.

use senet_kernel::{Rng, arrange};

#[test]
fn it_is_what_a_stable_sort_does() {
    let mut rng = Rng::new(7);
    for length in 0..200 {
        let list: Vec<(i64, i64, usize)> = (0..length)
            .map(|place| (rng.below(6) as i64 - 3, rng.below(3) as i64, place))
            .collect();
        let mut expected = list.clone();
        expected.sort_by_key(|(one, other, _)| (*one, *other));
        let mut found = list;
        arrange(&mut found, |(one, other, _)| [*one, *other]);
        assert_eq!(found, expected);
    }
}
