//! What a part asks for, from what it says.

use crate::board::{Direction, Square, Team};

use super::super::intent::{Intent, Place, Stance, Thing};
use super::super::lex::Word;
use super::said::Said;
use super::{Goal, Part, Reader, What, Who};

pub(super) fn what(said: &Said, part: &Part, asks: bool, reader: Reader) -> Option<What> {
    let team = reader.team;
    let some = |intent: Intent| Some(What::Intent(intent));
    let nobody_named = said.ids.is_empty() && said.who.is_empty();
    let everybody = said.ids.is_empty() && said.who.iter().all(|who| *who == Who::All);
    if let Some(answer) = question(said, asks, reader.question) {
        return answer.then_some(What::Intent(Intent::Query {}));
    }
    if said.has(Word::Plan) && recalls(said, nobody_named) {
        return some(Intent::Recall {});
    }
    if said.has(Word::Not) {
        // To do nothing is an order; not to do something is none, and not to hold is no order.
        let idle = said.has(Word::Go)
            && said.ways.is_empty()
            && said.only(&[Word::Not, Word::Go, Word::Piece, Word::All, Word::Any, Word::To]);
        return idle.then_some(What::Intent(Intent::Hold {}));
    }
    if said.has(Word::Meta) && everybody {
        return None;
    }
    if said.of_enemy && everybody && said.enemies.is_empty() && orders_about(said) {
        return Some(What::NotYours);
    }
    if said.has(Word::Cancel) {
        return Some(What::Cancel(part.when));
    }
    // Nobody moves, or nobody does something else: what they all do then was not said.
    if said.has(Word::Nobody) {
        let idle = said.has(Word::Go)
            && said.ways.is_empty()
            && said.ids.is_empty()
            && said.only(&[
                Word::Nobody,
                Word::Go,
                Word::Piece,
                Word::To,
                Word::Any,
                Word::In,
                Word::If,
            ]);
        return idle.then_some(What::Intent(Intent::Hold {}));
    }
    let at_thing = said.flag.is_some() || said.key.is_some();
    // `2 passes the flag`, `2 waits for the flag`
    let elsewhere = ["pass", "passes", "skip", "skips"].iter().any(|text| said.says(text))
        || said.has(Word::For) && ["wait", "waits", "waiting"].iter().any(|text| said.says(text));
    if said.has(Word::Hold) && at_thing && elsewhere {
        return None;
    }
    let hold = said.has(Word::Hold) && !said.has(Word::Escort) && !at_thing || said.halts;
    if hold && (!nobody_named || said.enemies.is_empty()) {
        return some(Intent::Hold {});
    }
    if said.has(Word::Swap) || said.has(Word::Change) && said.has(Word::Places) {
        return some(Intent::Swap {});
    }
    if said.has(Word::Spread) {
        return some(Intent::Spread {});
    }
    if said.has(Word::Bait) {
        return said.side().map(|side| What::Intent(Intent::Decoy { side }));
    }
    if let (true, Some(side)) = (said.has(Word::Flank), said.side()) {
        let then_flag = said.flag.is_some_and(|owner| owner != Some(team));
        return some(Intent::Flank { side, then_flag });
    }
    if let Some(what) = beside(said, team) {
        return Some(what);
    }
    if let Some(hunt) = hunts(said, nobody_named, reader) {
        return Some(hunt);
    }
    if said.has(Word::Stop) {
        return None;
    }
    if let Some(what) = places(said, nobody_named, team) {
        return Some(what);
    }
    let (attack, defend) = (said.has(Word::Attack), said.has(Word::Defend));
    if attack || defend || said.has(Word::Balanced) {
        let stance = match (attack, defend) {
            (true, _) => Stance::Attack,
            (_, true) => Stance::Defend,
            _ => Stance::Balanced,
        };
        // `2, careful`: how to do what?
        let manner =
            |text: &String| ["ful", "ous", "ly", "ive"].iter().any(|ending| text.ends_with(ending));
        if !everybody && said.texts.iter().any(manner) {
            return None;
        }
        return match (everybody, stance) {
            (true, _) | (_, Stance::Balanced) => some(Intent::Stance { stance, until: None }),
            (false, Stance::Attack) => some(Intent::TakeFlag {}),
            (false, Stance::Defend) => some(Intent::Guard { thing: Thing::OwnFlag }),
        };
    }
    moves(said)
}

/// Whether somebody is told to do something that is not about a flag or a key.
fn orders_about(said: &Said) -> bool {
    let verbs = [
        Word::Go,
        Word::Hold,
        Word::Cancel,
        Word::Retreat,
        Word::Home,
        Word::Spread,
        Word::Swap,
        Word::Attack,
        Word::Defend,
    ];
    let told = said.any(&verbs) || !said.ways.is_empty();
    told && said.flag.is_none() && said.key.is_none()
}

/// Whether a part is a question: true for one that has an answer, false for one that has none.
fn question(said: &Said, asks: bool, marked: bool) -> Option<bool> {
    if said.has(Word::Plan) {
        return None;
    }
    let options = said.says("options") || said.says("option");
    // `what can 2 do` asks; `2 go where 1 is` does not.
    let at = |word: Word| said.words.iter().position(|said| *said == word);
    let asked = |word: Word| at(word).is_some_and(|place| at(Word::Query) < Some(place));
    let what = said.has(Word::Query) && (marked || asked(Word::Can) || asked(Word::Go) || options);
    let able = said.has(Word::Can) && marked && said.only(&[Word::Can, Word::Go, Word::Piece]);
    let moves = !said.ways.is_empty() && !said.says("how");
    if what && (moves || said.any(&[Word::Flag, Word::Key, Word::Enemy])) {
        return Some(false);
    }
    if what || able && said.ways.is_empty() {
        return Some(true);
    }
    asks.then_some(false)
}

/// Whether a part asks what is planned: `plans`, `show my orders`, `what are my plans?`
fn recalls(said: &Said, nobody_named: bool) -> bool {
    let list = [Word::Plan, Word::Own, Word::Query, Word::All, Word::Everything];
    let nobody = nobody_named || said.who == [Who::All];
    nobody && said.only(&list) && !said.of_enemy && said.ways.is_empty()
}

/// Beside a friend, or near a flag.
fn beside(said: &Said, team: Team) -> Option<What> {
    if !said.enemies.is_empty() {
        return None;
    }
    let beside_flag = said.flag.is_some() && said.ids.len() < 2 && !said.has(Word::Carrier);
    if said.has(Word::Escort) && beside_flag {
        let thing = match said.flag.flatten() {
            Some(owner) if owner != team => Thing::EnemyFlag,
            _ => Thing::OwnFlag,
        };
        return Some(What::Intent(Intent::Guard { thing }));
    }
    let nothing_else = said.flag.is_none() && said.key.is_none() && said.coord.is_none();
    let guards = said.has(Word::Guard)
        && (said.has(Word::Carrier) || said.ids.len() == 2 && !said.who_last && nothing_else);
    if said.has(Word::Escort) || guards {
        let friend = match said.numbers.get(1) {
            Some(id) => Who::Id(*id),
            None => Who::Carrier,
        };
        return Some(What::Escort(friend));
    }
    None
}

/// After an enemy, or after the own flag that one has taken.
fn hunts(said: &Said, nobody_named: bool, Reader { team, robbed, .. }: Reader) -> Option<What> {
    let enemy = said.enemies.first().copied();
    let own_flag = said.flag == Some(Some(team));
    let thief = said.any(&[Word::Thief, Word::Carrier]);
    if enemy.is_none() && (thief && said.any(&[Word::Stop, Word::Thief])) {
        return Some(What::HuntThief);
    }
    let nearest = said.says("nearest") || said.says("closest");
    let stop = said.any(&[Word::Stop, Word::Thief]);
    // `their 2 chases our 2`
    if stop && said.of_enemy && enemy.is_some() && !nobody_named {
        return Some(What::NotYours);
    }
    // `stop him`: whom?
    if stop && (enemy.is_some() || nearest || own_flag || robbed) {
        return Some(What::Hunt(enemy));
    }
    if stop {
        return None;
    }
    if own_flag && said.any(&[Word::Take, Word::Bring]) {
        return Some(What::HuntThief);
    }
    enemy?;
    // `2 towards red 3` may be three squares, or number 3.
    if said.says("towards") || said.says("toward") {
        return None;
    }
    let after = [Word::Guard, Word::Sit, Word::Escort, Word::Take, Word::Attack, Word::Prisoner];
    let to = said.any(&[Word::Go, Word::To]) && !nobody_named && said.ways.is_empty();
    if said.any(&after) || to {
        return Some(What::Hunt(enemy));
    }
    nobody_named.then_some(What::NotYours)
}

/// Flags, keys, home and squares.
fn places(said: &Said, nobody_named: bool, team: Team) -> Option<What> {
    let some = |intent: Intent| Some(What::Intent(intent));
    let guards = said.any(&[Word::Guard, Word::Sit, Word::Defend, Word::Hold]);
    let enemy = team.other();
    if let Some(toward) = toward(said, team) {
        return Some(toward);
    }
    if let Some(place) = square(said) {
        return some(Intent::Goto { place });
    }
    let side = match (said.has(Word::Below), said.has(Word::Above)) {
        (true, false) => Some(Direction::Down),
        (false, true) => Some(Direction::Up),
        _ => said.beside,
    };
    if let (Some(side), Some(thing)) = (side, said.thing(team)) {
        return some(Intent::Goto { place: Place::Beside(thing, side) });
    }
    if said.key.is_some() && (guards || said.key == Some(Some(enemy))) {
        let thing = match said.key.flatten() {
            Some(owner) if owner == enemy => Thing::EnemyKey,
            _ => Thing::OwnKey,
        };
        return some(Intent::Guard { thing });
    }
    let to_own = said.flag == Some(Some(team)) && said.any(&[Word::Go, Word::To]);
    if guards && said.flag.is_some() || to_own {
        let thing = match said.flag.flatten() {
            Some(owner) if owner == enemy => Thing::EnemyFlag,
            _ => Thing::OwnFlag,
        };
        return some(Intent::Guard { thing });
    }
    if said.has(Word::Guard) {
        // `guard 2` may be for it or about it.
        let about = said.who_last && !said.ids.is_empty();
        return if about { None } else { some(Intent::Guard { thing: Thing::OwnFlag }) };
    }
    if said.key.is_some() {
        return some(Intent::Rescue {});
    }
    if said.any(&[Word::Rescue, Word::Prisoner]) {
        return Some(What::Free);
    }
    if said.has(Word::Starts) {
        return some(Intent::Goto { place: Place::Start });
    }
    let homeward = said.any(&[Word::Home, Word::Bring]);
    if said.has(Word::Win) {
        return some(Intent::BringHome {});
    }
    if said.has(Word::Retreat) || said.has(Word::Half) && homeward {
        return some(Intent::Retreat {});
    }
    let takes = said.has(Word::Take) && (said.flag.is_some() || said.has(Word::It));
    if takes && homeward {
        return Some(What::TakeHome);
    }
    if said.has(Word::Bring) && said.flag.is_some() {
        return some(Intent::BringHome {});
    }
    if homeward {
        return Some(What::Home);
    }
    // Only to speak of a flag is no order.
    let goes = !nobody_named || said.any(&[Word::Go, Word::To, Word::For, Word::Attack]);
    if takes || goes && said.flag.is_some_and(|owner| owner != Some(team)) {
        return some(Intent::TakeFlag {});
    }
    None
}

/// So many squares in the direction of a thing or a square.
fn toward(said: &Said, team: Team) -> Option<What> {
    if !said.says("towards") && !said.says("toward") {
        return None;
    }
    let distance = said.distance?.min(255) as u8;
    let goal = match said.coord {
        Some((x, y)) => Goal::Square(Square::new(x.min(255) as u8, y.min(255) as u8)),
        None => Goal::Thing(said.thing(team)?),
    };
    Some(What::Toward(goal, distance))
}

/// A square, a row or a column by number.
fn square(said: &Said) -> Option<Place> {
    let small = |number: u32| number.min(255) as u8;
    if let Some((x, y)) = said.coord {
        return Some(Place::Square(Square::new(small(x), small(y))));
    }
    match said.lines[..] {
        [(Word::Column, x), (Word::Row, y)] | [(Word::Row, y), (Word::Column, x)] => {
            Some(Place::Square(Square::new(small(x), small(y))))
        }
        [(Word::Row, y), ..] => Some(Place::Row(small(y))),
        [(_, x), ..] => Some(Place::Column(small(x))),
        [] => None,
    }
}

/// Straight moves, and rows and columns by name.
fn moves(said: &Said) -> Option<What> {
    let some = |intent: Intent| Some(What::Intent(intent));
    if said.has(Word::Middle) && said.any(&[Word::Row, Word::Half, Word::Column, Word::To]) {
        let place = if said.has(Word::Column) { Place::MiddleColumn } else { Place::MiddleRow };
        return some(Intent::Goto { place });
    }
    // `to the far left column`
    let column = said.any(&[Word::Column, Word::Half]) && said.has(Word::To);
    if let (true, None, [way @ (Direction::Left | Direction::Right)]) =
        (column, said.distance, &said.ways[..])
    {
        let column = if *way == Direction::Left { 0 } else { u8::MAX };
        return some(Intent::Goto { place: Place::Column(column) });
    }
    if said.has(Word::Edge) {
        let place = match said.ways.first()? {
            Direction::Left => Place::Column(0),
            Direction::Right => Place::Column(u8::MAX),
            direction => return Some(What::Far(*direction)),
        };
        return some(Intent::Goto { place });
    }
    let distance = said.distance.map(|distance| distance.min(255) as u8);
    // `take 3 up` leads it; `2 takes the left` and `2 get up` may be anything.
    if said.has(Word::Take) && distance.is_none() && !said.who_last && !said.has(Word::Far) {
        return None;
    }
    match said.ways[..] {
        [] => None,
        [direction] if said.has(Word::Far) => Some(What::Far(direction)),
        [direction] => some(Intent::Move { direction, distance }),
        [first, second, ..] => {
            let far = distance.unwrap_or(1).min(31) as i8;
            let (a, b) = (first.delta(), second.delta());
            let sum = (a.0 + b.0, a.1 + b.1);
            if first == second {
                // `up up up` may be one or three.
                return distance.and_then(|_| some(Intent::Move { direction: first, distance }));
            }
            // Up and down at once is no way; `left up 2` may be said of who is on the left.
            let sideways = first.delta().1 == 0 && !said.has(Word::Diagonal);
            if sum.0 == 0 || sum.1 == 0 || sideways {
                return None;
            }
            some(Intent::Goto { place: Place::Offset(sum.0 * far, sum.1 * far) })
        }
    }
}
