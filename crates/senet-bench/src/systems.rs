//! What a single system is asked for besides commands: sentences, sight lines, warbands.

use std::hint::black_box;

use senet_crossfire::{Crossfire, Square};
use senet_flag_war::orders::{Memo, interpret};
use senet_flag_war::{Command, Config, Direction, FlagWar, Team};
use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat};
use senet_space_weirdos::solver::{self, Arms, Completion, Filter, Order, Wish};
use senet_space_weirdos::{Catalogue, Role, Rules, Warband, Weirdo, cost, file};

use crate::Runner;

type Contender = (String, Runner<'static>);

/// What a commander might say, from a word to a plan.
const SENTENCES: [&str; 6] = [
    "2 up",
    "piece 3 left twice, then down 1",
    "everyone hold",
    "1 and 2 get the flag and bring it home",
    "when they take our flag, 4 and 5 chase the carrier, otherwise guard the zone",
    "in round 5 move piece 6 two to the right, and until then patrol between column 2 and column 9",
];

/// Rounds of Flag War in which both sides give every piece an order at random, from none that were
/// listed: a hundred a game at most, since such players may never bring a flag home. The smaller things
/// are the rounds.
///
/// # Panics
/// Where the game has no such preset.
pub fn sealed_rounds(preset: &str) -> Contender {
    let config = Config { round_limit: Some(100), ..config::<FlagWar>(preset) };
    let run = move |seed, count| {
        let (mut rng, mut events) = (Rng::new(seed), Events::off());
        let mut dice = Dice::seeded(&Key::of_number(seed)).unrecorded();
        let mut rounds = 0;
        for number in 0..count {
            dice.begin(number.into());
            let mut game = FlagWar::new(&config, &mut dice).expect("presets are good");
            while let Some(tick) = game.tick() {
                order_all(&mut game, &mut rng, &mut dice, &mut events);
                let done = game.apply(Actor::Clock, &tick.command, &mut dice, &mut events);
                done.expect("the game asks for the tick itself");
                rounds += 1;
            }
        }
        rounds
    };
    (format!("flag-war: {preset}, sealed rounds"), Box::new(run))
}

fn order_all(game: &mut FlagWar, rng: &mut Rng, dice: &mut Dice, events: &mut Events<FlagWar>) {
    const WAYS: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
    let longest = game.setup().longest().into();
    for team in Team::ALL {
        for index in 0..game.setup().config().pieces as u8 {
            if game.position().pieces[team.index()][usize::from(index)].is_some() {
                let way = WAYS[rng.below(4) as usize];
                let order = Command::step(index + 1, way, 1 + rng.below(longest) as u8, None);
                game.apply(team.seat().into(), &order, dice, events).expect("it is in order");
            }
        }
    }
}

/// Flag War's interpreter: one sentence after the other, at the start of the `tactical` game.
///
/// # Panics
/// Where the game has no such preset.
pub fn words() -> Contender {
    let view = first::<FlagWar>("tactical").view(Seat::FIRST.into());
    let once = move |number: u32| {
        let text = SENTENCES[number as usize % SENTENCES.len()];
        interpret(&view, Team::Blue, black_box(text), Memo::default());
    };
    ("flag-war: interpret a sentence".to_owned(), each(once))
}

/// Crossfire's sight and cover between every two squares of a battlefield; the smaller things are the
/// pairs.
///
/// # Panics
/// Where the game has no such preset.
pub fn battlefield() -> Contender {
    let battle = first::<Crossfire>("standard");
    let run = move |_: u64, count: u32| {
        let mut pairs = 0;
        for _ in 0..count {
            for from in Square::all() {
                for to in Square::all() {
                    black_box((battle.sight(from, to), battle.cover(from, to)));
                    pairs += 1;
                }
            }
        }
        pairs
    };
    ("crossfire: sight and cover".to_owned(), Box::new(run))
}

/// Pricing one weirdo, and what is measured by it.
///
/// # Panics
/// Where the catalogue allows none of these warbands.
pub fn warbands() -> Vec<Contender> {
    let mut all = pricing();
    all.extend(solving());
    all
}

fn pricing() -> Vec<Contender> {
    let catalogue = Catalogue::core();
    let mutants = catalogue.ability_of("mutants");
    let one = drawn(75, &[], "one").leader.expect("a warband has a leader");
    let (legal, crowd) = (grunts(), crowd());
    let (code, sheet) = (crowd.clone(), crowd.clone());
    vec![
        timed("price one weirdo", move |_| cost::weirdo(catalogue, black_box(&one), mutants)),
        timed("price and validate 20 bodies, legal", move |rules| {
            (cost::warband(catalogue, black_box(&legal)), rules.validate(black_box(&legal)))
        }),
        timed("price and validate 20 bodies, too dear", move |rules| {
            (cost::warband(catalogue, black_box(&crowd)), rules.validate(black_box(&crowd)))
        }),
        timed("write a share code", move |_| file::encode(catalogue, black_box(&code))),
        timed("print the sheet", move |rules| file::sheet(rules, &sheet, file::Paper::A4)),
    ]
}

fn solving() -> Vec<Contender> {
    let mutants = Catalogue::core().ability_of("mutants");
    let (empty, mut wished, crowd) = (order(), order(), crowd());
    wished.wishes = wishes(&["shooters=2", "psychics=1"]);
    let mut mistaken = drawn(125, &[], "fix");
    mistaken.troopers[0].equipment = vec!["medkit".to_owned(), "grenade".to_owned()];
    let roomy = Warband { point_limit: Some(125.into()), ..drawn(75, &[], "spend") };
    let filter = Filter { max_cost: Some(20), ..Filter::new(Role::Trooper) };
    vec![
        timed("complete to 125, no wishes", move |rules| solver::complete(rules, &empty)),
        timed("complete to 125, with wishes", move |rules| solver::complete(rules, &wished)),
        timed("count all warbands of 125", move |rules| {
            solver::count_warbands(rules, 125, mutants, &[], Arms::One)
        }),
        timed("cheapest fix of 20 bodies at 125", move |rules| solver::fix(rules, &crowd, None)),
        timed("cheapest fix of one mistake", move |rules| solver::fix(rules, &mistaken, None)),
        timed("spend 50 points", move |rules| solver::spend(rules, &roomy, 100)),
        timed("every trooper of 20 points or less", move |rules| {
            let all = solver::enumerate(rules, &filter).expect("the filter is sound");
            all.costs().map(u64::from).sum::<u64>()
        }),
    ]
}

fn timed<T>(name: &str, mut work: impl FnMut(&Rules) -> T + 'static) -> Contender {
    let rules = Rules::core();
    (name.to_owned(), each(move |_| drop(black_box(work(&rules)))))
}

/// Does it as often as is asked for.
fn each(mut once: impl FnMut(u32) + 'static) -> Runner<'static> {
    Box::new(move |_, count| {
        (0..count).for_each(&mut once);
        count.into()
    })
}

fn config<G: Game>(id: &str) -> G::Config {
    let preset = G::about().presets.into_iter().find(|preset| preset.id == id);
    preset.expect("the preset exists").config
}

fn first<G: Game>(id: &str) -> G {
    G::new(&config::<G>(id), &mut Dice::seeded(&Key::of_number(1))).expect("presets are good")
}

fn wishes(texts: &[&str]) -> Vec<Wish> {
    texts.iter().map(|text| Wish::parse(text).expect("it is a wish")).collect()
}

fn drawn(points: u32, wanted: &[&str], seed: &str) -> Warband {
    let found =
        solver::random(&Rules::core(), points, Some("mutants"), &wishes(wanted), Arms::One, seed);
    match found {
        Ok(Completion::Found(found)) => found.warband,
        other => panic!("no warband: {other:?}"),
    }
}

/// Twenty bodies that cost too much.
fn crowd() -> Warband {
    let mut crowd = drawn(125, &["bodies=12"], "crowd");
    crowd.troopers = crowd.troopers.iter().take(11).cycle().take(19).cloned().collect();
    crowd
}

/// Twenty bodies within the limit.
fn grunts() -> Warband {
    let grunt = |number| Weirdo::new(&format!("w{number}"), "Grunt", Role::Trooper);
    let mut grunts = Warband::new();
    grunts.point_limit = Some(125.into());
    grunts.troopers = (2..21).map(grunt).collect();
    grunts
}

fn order() -> Order {
    Order::new(Warband { leader: None, troopers: Vec::new(), ..grunts() })
}
