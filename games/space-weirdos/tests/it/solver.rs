use senet_space_weirdos::solver::*;
use senet_space_weirdos::*;

#[test]
fn counts() {
    let rules = Rules::core();
    let limits = rules.catalogue().limits();
    assert_eq!(count_profiles(limits, 6, 75), 37_287);
    assert_eq!(count_profiles(limits, 6, 125), 3_339_613);
    for ability in [None, Some("Heavily Armed"), Some("Mutants"), Some("Soldiers"), Some("Cyborgs")]
    {
        let f = Filter { ability: ability.map(str::to_owned), ..Filter::new(Role::Trooper) };
        let f20 = Filter { max_cost: Some(20), ..f.clone() };
        let f21 = Filter { min_cost: 21, ..f.clone() };
        let l = Filter { role: Role::Leader, ..f.clone() };
        let n = |f: &Filter| enumerate(&rules, f).unwrap().count();
        let any =
            ability.and_then(|a| rules.catalogue().ability_of(&a.to_lowercase().replace(' ', "-")));
        println!(
            "{ability:?} {} {} {} {} {}",
            n(&f20),
            n(&f21),
            n(&l),
            count_warbands(&rules, 75, any, &[], Arms::One).unwrap(),
            count_warbands(&rules, 125, any, &[], Arms::One).unwrap()
        );
    }
    let f = Filter { max_cost: Some(20), arms: Arms::Any, ..Filter::new(Role::Trooper) };
    println!("{}", enumerate(&rules, &f).unwrap().count());
    println!("{}", count_warbands(&rules, 75, None, &[], Arms::Any).unwrap());
    let w = random(&rules, 75, None, &[], Arms::One, "hello").unwrap();
    println!("{w:#?}");
}
