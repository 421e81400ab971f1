//! Scenarios as data: the table of the rules, and what is wrong with a file (ST-90, ST-91).

use senet_kernel::{Dice, Game, Key};
use senet_sky_team::{Config, Difficulty, Fuel, SkyTeam, Weather, scenarios};

use crate::support::at;

/// The table of the rules, line by line: planes, traffic, turns, modules, abilities.
const TABLE: &str = "
yul-green | 0012132 | 0000000 | | | 0
hnd-green | 01121021 | 20000000 | 2:L1,0 4:L2,L1 5:L2,L1,0 | | 0
hnd-red | 10111211 | 30011100 | 1:L1,0 3:L2,L1 4:L1,0 6:L2,L1 | kerosene intern | 1
kul-yellow | 00110111 | 20010000 | 1:R1,R2 3:0,R1 4:R1,R2 6:R1,R2 | kerosene | 1
kul-black | 00101111 | 30100100 | 1:0,R1 3:L2 4:L1,0 5:0,R1 6:R1,R2 | kerosene real-time | 2
tgu-yellow | 01111 | 30000 | 1:L2,L1 2:L1,0 3:L2,L1 | kerosene | 2
tgu-red | 01112 | 30200 | 1:L2,L1 2:L1,0 3:L2,L1 | kerosene wind | 2
atl-green | 00001212 | 40101100 | | intern | 0
atl-yellow | 01022131 | 11021000 | 2:L1,0,R1 6:R1,R2 | leak | 1
gig-yellow | 0021231 | 2001100 | | wind | 1
gig-red | 0122112 | 3010100 | | wind leak | 2
pbh-red | 011111 | 300100 | 2:L2,L1 3:L2,L1,0 4:R1,R2 | kerosene real-time | 2
pbh-black | 101111 | 301110 | 2:L2,L1 3:L2,L1 4:R2 | kerosene real-time | 2
osl-green | 00101110 | 20010000 | | kerosene | 0
osl-red | 10100100 | 30101010 | | leak ice | 2
kef-yellow | 001110 | 201010 | | ice | 1
kef-black | 002110 | 201000 | 1:L2,L1,0 3:0,R1,R2 4:L1,0,R1 | wind ice | 2
lhr-green | 011222 | 101010 | | | 0
lhr-yellow | 111212 | 201110 | | intern | 0
prg-green | 00110111 | 10100100 | 1:L1,0 3:R1,R2 | kerosene | 2
prg-yellow | 00130323 | 00010100 | | leak | 2
lga-yellow | 0001211 | 1010100 | 1:0,R1,R2 3:L2,L1,0 | ice | 2
lga-black | 0000110 | 0010100 | 0:0,R1,R2 2:R1,R2 4:L2,L1 | kerosene ice | 1
cdg-yellow | 01002212 | 30011100 | | wind intern | 0
cdg-red | 10001121 | 20010100 | 3:L2,L1 5:R1,R2 | kerosene wind intern | 0
bud-yellow | 011212 | 300100 | 2:0,R1 4:L2,L1 | wind | 0
bud-red | 111111 | 401100 | 2:0,R1 3:R1,R2 4:L2,L1 | wind | 2
blq-green | 111122 | 301000 | 1:L1,0 3:0,R1 | leak | 0
blq-red | 112112 | 300000 | 1:0 3:0 | kerosene | 1
dus-yellow | 01121211 | 30000200 | 3:L1,0,R1 5:L1,0,R1 | leak | 2
";

#[test]
fn all_thirty_stand_as_in_the_rules() {
    // ST-90
    let rows: Vec<&str> = TABLE.trim().lines().collect();
    assert_eq!((rows.len(), scenarios().len()), (30, 30));
    for (row, scenario) in rows.into_iter().zip(scenarios()) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let course = &scenario.course;
        let segments = usize::from(course.segments);
        let digits = |list: &[u8]| list.iter().map(u8::to_string).collect::<String>();
        assert_eq!(scenario.id, cells[0]);
        assert_eq!(digits(&scenario.planes[..segments]), cells[1], "{row}");
        assert_eq!(digits(&course.traffic[..segments]), cells[2], "{row}");
        assert_eq!(turns(&course.turns), cells[3], "{row}");
        let modules = [
            (course.fuel == Fuel::Kerosene, "kerosene"),
            (course.weather == Weather::Wind, "wind"),
            (course.fuel == Fuel::Leak, "leak"),
            (course.intern, "intern"),
            (course.ice_brakes, "ice"),
            (course.real_time, "real-time"),
        ];
        let there: Vec<&str> =
            modules.iter().filter(|(there, _)| *there).map(|(_, name)| *name).collect();
        assert_eq!(there.join(" "), cells[4], "{row}");
        assert_eq!(course.abilities.to_string(), cells[5], "{row}");
        let colour = match course.difficulty {
            Difficulty::Green => "green",
            Difficulty::Yellow => "yellow",
            Difficulty::Red => "red",
            Difficulty::Black => "black",
        };
        assert_eq!(format!("{}-{colour}", scenario.code.to_lowercase()), scenario.id);
        assert_eq!(course.start, u8::from(scenario.id == "bud-red"));
        assert_eq!(scenario.promo, ["LGA", "CDG", "BUD", "BLQ", "DUS"].contains(&&*scenario.code));
    }
}

/// Turns as the rules write them: L is positive, tipped to the Pilot.
fn turns(masks: &[u8]) -> String {
    let names = [(2, "L2"), (1, "L1"), (0, "0"), (-1, "R1"), (-2, "R2")];
    let shown = masks.iter().enumerate().filter(|(_, mask)| **mask != 0).map(|(i, mask)| {
        let allowed = names.iter().filter(|(axis, _)| mask & (1 << (axis + 2)) != 0);
        let allowed: Vec<&str> = allowed.map(|(_, name)| *name).collect();
        format!("{i}:{}", allowed.join(","))
    });
    shown.collect::<Vec<_>>().join(" ")
}

const GOOD: &str = r#"
[airport]
code = "TST"
name = "Test field"

[[scenario]]
id = "tst-green"
difficulty = "green"
planes = [0, 1, 0, 2, 1]
traffic = [1, 0, 0, 0, 0]
turns = [{ leave = 1, axis = ["L1", "0"] }]
modules = ["head-wind", "real-time"]
abilities = 2
start = 5000
"#;

#[test]
fn a_designers_file_adds_a_scenario() {
    // ST-91
    let files = [("test.toml".to_owned(), GOOD.to_owned())];
    let config = SkyTeam::with_data(at("tst-green"), &files).unwrap();
    let game = SkyTeam::new(&config, &mut Dice::seeded(&Key::of_number(1))).unwrap();
    let view = game.view(senet_kernel::Viewer::Spectator);
    assert_eq!((view.scenario.name.as_str(), view.rounds), ("Test field", 6));
    assert_eq!(game.board().course.weather, Weather::HeadWind);
    assert_eq!(game.board().options.seconds, Some(60));
    assert_eq!(game.inspect(), Ok(()));
    // It comes before the game's own of the same name, and only with its rule set.
    let own = GOOD.replace("tst-green", "yul-green");
    let files = [("own.toml".to_owned(), own)];
    let config = SkyTeam::with_data(at("yul-green"), &files).unwrap();
    let game = SkyTeam::new(&config, &mut Dice::seeded(&Key::of_number(1))).unwrap();
    assert_eq!(game.board().course.segments, 5);
    let seed = Config { rules: senet_sky_team::RuleSet::Seed, ..config };
    assert!(SkyTeam::new(&seed, &mut Dice::seeded(&Key::of_number(1))).is_err());
}

#[test]
fn a_mistake_is_refused_with_file_entry_and_field() {
    // ST-91: what is replaced by what, the field, the code.
    #[track_caller]
    fn check(from: &str, to: &str, field: &str, code: &str) {
        assert!(GOOD.contains(from), "{from}");
        let files = [("bad.toml".to_owned(), GOOD.replace(from, to))];
        let faults = SkyTeam::with_data(Config::default(), &files).unwrap_err();
        let found: Vec<(&str, &str)> =
            faults.list().iter().map(|fault| (fault.field.as_str(), fault.code.as_str())).collect();
        assert!(found.contains(&(field, code)), "{to}: {found:?}");
    }
    check("[airport]", "[airport", "bad.toml", "malformed");
    check("code = \"TST\"", "code = \"tst\"", "bad.toml: airport.code", "bad_code");
    check("code = \"TST\"", "code = \"TSTX\"", "bad.toml: airport.code", "bad_code");
    check("code = \"TST\"", "code = 4", "bad.toml: airport.code", "malformed");
    check("name = \"Test field\"", "name = \"\"", "bad.toml: airport.name", "bad_name");
    check(
        "difficulty = \"green\"",
        "difficulty = \"blue\"",
        "bad.toml: tst-green.difficulty",
        "malformed",
    );
    check("difficulty = \"green\"", "", "bad.toml: tst-green", "malformed");
    check("abilities = 2", "abilitys = 2", "bad.toml: tst-green.abilitys", "malformed");
    check("id = \"tst-green\"", "", "bad.toml: scenario[0]", "malformed");
    check("id = \"tst-green\"", "id = \"TST\"", "bad.toml: TST.id", "bad_id");
    check("id = \"tst-green\"", "id = \"\"", "bad.toml: .id", "bad_id");
    check(
        "planes = [0, 1, 0, 2, 1]",
        "planes = [0, 1]",
        "bad.toml: tst-green.planes",
        "bad_length",
    );
    let nine = "planes = [0, 0, 0, 0, 0, 0, 0, 0, 1]";
    check("planes = [0, 1, 0, 2, 1]", nine, "bad.toml: tst-green.planes", "bad_length");
    let many = "planes = [0, 5, 5, 2, 1]";
    check("planes = [0, 1, 0, 2, 1]", many, "bad.toml: tst-green.planes", "too_many");
    let minus = "planes = [0, -1, 0, 2, 1]";
    check("planes = [0, 1, 0, 2, 1]", minus, "bad.toml: tst-green.planes[1]", "malformed");
    let short = "traffic = [1, 0]";
    check("traffic = [1, 0, 0, 0, 0]", short, "bad.toml: tst-green.traffic", "bad_length");
    let icons = "traffic = [7, 0, 0, 0, 0]";
    check("traffic = [1, 0, 0, 0, 0]", icons, "bad.toml: tst-green.traffic", "too_many");
    check("leave = 1", "leave = 4", "bad.toml: tst-green.turns[0].leave", "off_track");
    check("leave = 1", "leave = 200", "bad.toml: tst-green.turns[0].leave", "off_track");
    check("[\"L1\", \"0\"]", "[]", "bad.toml: tst-green.turns[0].axis", "empty");
    check("[\"L1\", \"0\"]", "[\"L3\"]", "bad.toml: tst-green.turns[0].axis[0]", "malformed");
    let twice = "turns = [{ leave = 1, axis = [\"0\"] }, { leave = 1, axis = [\"R1\"] }]";
    let turns = "turns = [{ leave = 1, axis = [\"L1\", \"0\"] }]";
    check(turns, twice, "bad.toml: tst-green.turns[1].leave", "twice");
    let modules = "modules = [\"head-wind\", \"real-time\"]";
    check(modules, "modules = [\"rain\"]", "bad.toml: tst-green.modules[0]", "malformed");
    let both = "modules = [\"wind\", \"head-wind\"]";
    check(modules, both, "bad.toml: tst-green.modules", "exclusive");
    let fuel = "modules = [\"kerosene\", \"kerosene-leak\"]";
    check(modules, fuel, "bad.toml: tst-green.modules", "exclusive");
    check(modules, "modules = [\"intern\", \"intern\"]", "bad.toml: tst-green.modules", "twice");
    check("abilities = 2", "abilities = 7", "bad.toml: tst-green.abilities", "too_many");
    check("start = 5000", "start = 5500", "bad.toml: tst-green.start", "bad_start");
    check("start = 5000", "start = 0", "bad.toml: tst-green.start", "bad_start");
    check("start = 5000", "start = 1000", "bad.toml: tst-green.start", "out_of_reach");
    let doubled = format!("{GOOD}{}", GOOD.split("[[scenario]]").last().unwrap());
    let doubled = doubled.replacen("start = 5000\n", "start = 5000\n[[scenario]]\n", 1);
    let files = [("bad.toml".to_owned(), doubled)];
    let faults = SkyTeam::with_data(Config::default(), &files).unwrap_err();
    assert_eq!(faults.list()[0].field, "bad.toml: tst-green.id");
    let empty = "[airport]\ncode = \"TST\"\nname = \"Test\"\n".to_owned();
    let faults = SkyTeam::with_data(Config::default(), &[("bad.toml".to_owned(), empty)]);
    assert_eq!(faults.unwrap_err().list()[0].field, "bad.toml: scenario");
}

#[test]
fn a_start_from_which_the_airport_is_just_reached_is_taken() {
    // ST-91: five segments need four moves, two rounds of two.
    let low = GOOD.replace("start = 5000", "start = 2000");
    let files = [("low.toml".to_owned(), low)];
    assert!(SkyTeam::with_data(Config::default(), &files).is_ok());
}

#[test]
fn the_largest_values_of_a_file_are_taken() {
    // ST-91: each limit itself is allowed.
    #[track_caller]
    fn check(from: &str, to: &str) {
        let changed = GOOD.replace(from, to);
        assert_ne!(changed, GOOD);
        let files = [("edge.toml".to_owned(), changed)];
        assert_eq!(SkyTeam::with_data(Config::default(), &files).map(drop), Ok(()), "{to}");
    }
    check("name = \"Test field\"", &format!("name = \"{}\"", "é".repeat(40)));
    check("id = \"tst-green\"", &format!("id = \"{}\"", "a".repeat(40)));
    check("traffic = [1, 0, 0, 0, 0]", "traffic = [6, 0, 0, 0, 0]");
    check("abilities = 2", "abilities = 6");
    // Four rounds of two segments reach the last of eight; from 2000 there are only two.
    let eight = "planes = [0, 1, 0, 2, 1, 0, 0, 0]\ntraffic = [1, 0, 0, 0, 0, 0, 0, 0]";
    let from = "planes = [0, 1, 0, 2, 1]\ntraffic = [1, 0, 0, 0, 0]";
    assert!(GOOD.contains(from));
    let start = |feet: &str| GOOD.replace(from, eight).replace("start = 5000", feet);
    let read = |text: String| SkyTeam::with_data(Config::default(), &[("e.toml".to_owned(), text)]);
    assert!(read(start("start = 4000")).is_ok());
    assert!(read(start("start = 3000")).is_err());
    for (field, long) in [("name", "Test field"), ("id", "tst-green")] {
        let text = GOOD.replace(
            &format!("{field} = \"{long}\""),
            &format!("{field} = \"{}\"", "a".repeat(41)),
        );
        assert!(read(text).is_err(), "{field}");
    }
}
