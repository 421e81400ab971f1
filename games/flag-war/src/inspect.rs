//! What is wrong with a state that came from outside: everything that another method relies on.

use senet_kernel::{Fault, Faults};

use crate::board::{MAX_PIECES, Square, Team};
use crate::config::{Friendly, KeyMode};
use crate::game::{FlagWar, LAST_ROUND, ORDERS_PER_ROUND};
use crate::layout::Setup;
use crate::plan::{Order, Plan};
use crate::position::Position;
use crate::round::resolve;

impl FlagWar {
    pub(crate) fn judge_state(&self) -> Result<(), Faults> {
        let mut faults = Vec::new();
        if !(1..=LAST_ROUND).contains(&self.round) {
            let sentence = format!("{} is not allowed; 1 to {LAST_ROUND} is", self.round);
            faults.push(Fault::new("round", "out_of_range", sentence));
        }
        judge_position(&self.setup, &self.position, "position", &mut faults);
        if faults.is_empty() && self.end.is_none() {
            judge_rest(&self.setup, &self.position, &mut faults);
        }
        let counted = self.end.is_none().then_some(&self.position);
        faults.extend(self.seen.judge(self.setup.config().repetition, self.round, counted));
        for team in Team::ALL {
            let field = format!("plans[{}]", team.index());
            self.judge_plan(&self.plans[team.index()], &field, &mut faults);
        }
        if self.ready == [true; 2] || self.offers == [true; 2] {
            let sentence = "where both teams are ready or want a draw, something has happened";
            faults.push(Fault::new("ready", "both", sentence));
        }
        if faults.is_empty() {
            self.judge_last(&mut faults);
        }
        Faults::check(faults)
    }

    fn judge_plan(&self, plan: &Plan, field: &str, faults: &mut Vec<Fault>) {
        let last = self.round.saturating_add(self.setup.config().plan_ahead);
        let pieces = self.setup.layout().pieces;
        let sound = plan.slots.iter().all(|slot| {
            let order = match slot.order {
                Some(Order::Move { direction, distance }) => {
                    (1..=self.setup.longest()).contains(&distance)
                        && self.setup.directions().contains(&direction)
                }
                Some(Order::Hold) | None => true,
            };
            order
                && (1..=pieces).contains(&slot.piece)
                && (self.round..=last).contains(&slot.round)
                && slot.stamp / 2 <= plan.inputs
        });
        if !sound {
            let sentence = "a slot names a piece, a round, a move or an input that cannot be";
            faults.push(Fault::new(format!("{field}.slots"), "bad_slot", sentence));
        }
        let sorted = plan
            .slots
            .windows(2)
            .all(|pair| (pair[0].round, pair[0].piece) > (pair[1].round, pair[1].piece));
        if !sorted {
            let sentence = "slots are sorted by round and piece, the latest first, each once";
            faults.push(Fault::new(format!("{field}.slots"), "unsorted", sentence));
        }
        if plan.cleared.iter().any(|cleared| *cleared / 2 > plan.inputs)
            || plan.taken > ORDERS_PER_ROUND
            || plan.inputs >= u32::MAX / 2
        {
            let sentence = "a number of inputs is beyond what can have come";
            faults.push(Fault::new(field, "bad_inputs", sentence));
        }
        if self.end.is_some() && *plan != Plan::default() {
            let sentence = "a finished game has dropped all orders";
            faults.push(Fault::new(field, "finished", sentence));
        }
    }

    /// The last round, played again, leads to this position.
    fn judge_last(&self, faults: &mut Vec<Fault>) {
        let Some(last) = &self.last else {
            return;
        };
        if self.round < 2 {
            let sentence = "before round 1 there was none";
            faults.push(Fault::new("last", "too_early", sentence));
            return;
        }
        judge_position(&self.setup, &last.before, "last.before", faults);
        if faults.is_empty() {
            judge_rest(&self.setup, &last.before, faults);
        }
        let mut orders = last.orders.as_flattened().iter().flatten();
        let spare = |orders: &[Option<_>; MAX_PIECES]| {
            let pieces = usize::from(self.setup.layout().pieces);
            orders[pieces..].iter().any(Option::is_some)
        };
        if orders.any(|step| {
            !(1..=self.setup.longest()).contains(&step.distance)
                || !self.setup.directions().contains(&step.direction)
        }) || last.orders.iter().any(spare)
        {
            let sentence = "an order is none that could be given";
            faults.push(Fault::new("last.orders", "bad_order", sentence));
        }
        if !faults.is_empty() {
            return;
        }
        let mut position = last.before;
        let mut dice = last.dice();
        let round = self.round - 1;
        resolve(&self.setup, &mut position, &last.orders, round, &mut dice, &mut ());
        if dice.fault().is_some() || position != self.position {
            let sentence = "the last round does not lead to this position";
            faults.push(Fault::new("last", "other_position", sentence));
        }
    }
}

/// What any position must be, also at the end.
fn judge_position(setup: &Setup, position: &Position, field: &str, faults: &mut Vec<Fault>) {
    let layout = setup.layout();
    let mut fault = |part: &str, code: &str, sentence: &str| {
        faults.push(Fault::new(format!("{field}.{part}"), code, sentence));
    };
    for team in Team::ALL {
        let own = team.index();
        let pieces = usize::from(layout.pieces);
        let on_board = |square: &Option<Square>| square.is_none_or(|at| layout.contains(at));
        if !position.pieces[own][..pieces].iter().all(on_board) {
            fault("pieces", "off_board", "a piece is off the board");
        }
        if position.pieces[own][pieces..].iter().any(Option::is_some) {
            fault("pieces", "too_many", "there are more pieces than the rules have");
        }
        let living = |index: usize| index < pieces && position.pieces[own][index].is_some();
        if position.carriers[own].is_some_and(|index| !living(index.into())) {
            fault("carriers", "no_carrier", "a flag is carried by a piece on the board");
        }
        let homing = (0..16).filter(|index| position.homing[own] & 1 << index != 0);
        if homing.into_iter().any(|index| !living(index)) {
            fault("homing", "no_rescuer", "a rescuer is a piece on the board");
        }
        if position.keys[own].is_some_and(|key| !may_be_key(setup, team, key)) {
            fault("keys", "bad_square", "a key lies where the rules put it");
        }
    }
}

fn may_be_key(setup: &Setup, team: Team, key: Square) -> bool {
    let layout = setup.layout();
    layout.contains(key)
        && match setup.config().keys.mode {
            KeyMode::None => false,
            KeyMode::Fixed => layout.keys[team.index()] == key,
            KeyMode::RandomEnemyLand => layout.may_hold_key(team, key),
            KeyMode::SharedNeutral => layout.land(key).is_none(),
        }
}

/// What holds after every round of an unfinished game (FW-28).
fn judge_rest(setup: &Setup, position: &Position, faults: &mut Vec<Fault>) {
    let layout = setup.layout();
    let mut fault = |code: &str, sentence: &str| {
        faults.push(Fault::new("position", code, sentence));
    };
    let all: Vec<(Team, Square)> = Team::ALL
        .into_iter()
        .flat_map(|team| position.living(team).map(move |(_, square)| (team, square)))
        .collect();
    let friends_may = setup.config().friendly == Friendly::Pass;
    for (place, (team, square)) in all.iter().enumerate() {
        let meets =
            |(other, there): &(Team, Square)| there == square && !(friends_may && other == team);
        if all[place + 1..].iter().any(meets) {
            fault("shared_square", "two pieces stand on one square");
        }
        if position.zone_closed(*team) && layout.in_zone(*team, *square) {
            fault("in_own_zone", "a piece stands in its own closed zone");
        }
    }
    let jailed = Team::ALL.map(|team| position.jailed(layout, team) > 0);
    let shared = setup.config().keys.mode == KeyMode::SharedNeutral;
    for team in Team::ALL {
        if position.open[team.index()] != position.thief(team).is_some() {
            fault("zone_and_flag", "a zone is closed just while its flag is at home");
        }
        let carrier =
            position.thief(team).and_then(|thief| position.square(thief.team, thief.index()));
        if carrier.is_some_and(|square| layout.land(square) == Some(team.other())) {
            fault("has_scored", "a carrier on its own land has won");
        }
        let wants_key = match setup.config().keys.mode {
            KeyMode::None => false,
            KeyMode::SharedNeutral => jailed[0] || jailed[1],
            KeyMode::Fixed | KeyMode::RandomEnemyLand => jailed[team.index()],
        };
        if position.keys[team.index()].is_some() != wants_key {
            fault("key_and_jail", "a key is there just while its jail is not empty");
        }
        if position.living(team).next().is_none() && setup.config().elimination == crate::Switch::On
        {
            fault("eliminated", "a team without pieces has lost");
        }
    }
    if shared && position.keys[0] != position.keys[1] {
        fault("two_keys", "there is one key for both");
    }
}
