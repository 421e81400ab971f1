use senet_kernel::Rng;

/// Simulations and golden plays rest on these. The first words of xoshiro256++ for the seed 0, as
/// spread by SplitMix64, are known from outside.
#[test]
fn numbers_are_the_same_for_ever() {
    let mut rng = Rng::new(0);
    let words = [rng.next_u64(), rng.next_u64()];
    assert_eq!(words, [0x53175d61490b23df, 0x61da6f3dc380d507]);
    let mut rng = Rng::new(1);
    let picks = [6, 6, 6, 52, 1000, u32::MAX].map(|n| rng.below(n));
    assert_eq!(picks, [4, 4, 0, 38, 184, 2_536_087_497]);
    let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
    rng.shuffle(&mut items);
    assert_eq!(items, [2, 4, 1, 6, 5, 0, 3, 7]);
}

#[test]
fn choices_are_fair() {
    let mut rng = Rng::new(3);
    let mut counts = [0; 6];
    let mut orders = std::collections::BTreeMap::new();
    for _ in 0..6000 {
        counts[*rng.choose(&[0, 1, 2, 3, 4, 5]).unwrap()] += 1;
        let mut items = [0, 1, 2];
        rng.shuffle(&mut items);
        *orders.entry(items).or_insert(0) += 1;
    }
    // Five standard deviations of a count with mean 1000 are 145.
    let fair = |count: &i32| (855..=1145).contains(count);
    assert!(counts.iter().all(fair), "{counts:?}");
    assert!(orders.len() == 6 && orders.values().all(fair), "{orders:?}");
}

#[test]
fn of_nothing_there_is_nothing_to_choose() {
    let mut rng = Rng::new(3);
    assert_eq!(rng.choose::<u8>(&[]), None);
    assert_eq!(rng.choose(&[7]), Some(&7));
    assert_eq!([rng.below(0), rng.below(1)], [0, 0]);
    rng.shuffle::<u8>(&mut []);
}
