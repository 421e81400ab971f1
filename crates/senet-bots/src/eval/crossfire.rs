//! Crossfire Sector: points first, then units, then ground and safety.
//!
//! All figures are in hundredths of a standing unit. Points are worth most because they decide the
//! battle; what the round's end would give is worth less than what was given, because the enemy may
//! still answer; a unit in somebody's sights is worth a little less, in cover half of that.

use senet_crossfire::board::{Square, Zone};
use senet_crossfire::data::Scoring;
use senet_crossfire::{
    Action, Campaign, CampaignCommand, Command, Crossfire, DeclaredAction, Kept, Scenario,
    Standing, sight,
};
use senet_kernel::{Actor, Dice, Events, Game, Key, Rng, Seat};

use crate::crossfire::{Marksman, Recruit, tactics};
use crate::search::Trials;
use crate::{
    Bot, Budget, Candidates, Easy, Evaluate, Follower, Leash, Level, Mind, Outlook, Policy, Random,
    Thinker,
};

const POINT: i32 = 900;
const POINT_NOW: i32 = 260;
pub(crate) const STANDING: i32 = 300;
pub(crate) const DOWN: i32 = 130;
/// For each step away from where the mission is decided: enough to walk into fire for it.
pub(crate) const STEP: i32 = 26;
/// For each step of the foremost unit on top: a slow side gets nowhere if its units take turns to
/// walk.
const FOREMOST: i32 = 70;
/// For an enemy in a unit's sights; in cover half of that.
const IN_SIGHT: i32 = 16;
/// A Down unit with a friend beside it will soon stand again.
const HELP_NEAR: i32 = 40;

impl Evaluate for Crossfire {
    fn evaluate(&self, seat: Seat) -> i32 {
        if let Some(value) = answered(self, seat) {
            return value;
        }
        match self.declaration() {
            Some(declared) if declared.unit.side == seat.index() as u8 + 1 => {
                followed(self, seat, declared.action)
            }
            _ => judged(self, seat),
        }
    }
}

impl Evaluate for Campaign {
    fn evaluate(&self, seat: Seat) -> i32 {
        let [first, second] = self.score().map(i32::from);
        let ahead = if seat == Seat::FIRST { first - second } else { second - first };
        let battle = self.battle().map_or(0, |battle| battle.evaluate(seat));
        ahead * 20_000 + battle.clamp(-19_000, 19_000)
    }
}

/// A state with an open roll is worth what it is when the roll is kept, or the better value chosen.
fn answered(game: &Crossfire, seat: Seat) -> Option<i32> {
    let question = game.question()?;
    let roll = question.roll;
    let after = |command: Command| {
        let mut game = game.clone();
        let mut dice = Dice::seeded(&Key::of_number(u64::from(roll))).unrecorded();
        let asked = Actor::Seat(question.seat);
        game.apply(asked, &command, &mut dice, &mut Events::off()).ok()?;
        Some(crate::worth(&game, seat))
    };
    if !question.choosing {
        return after(Command::KeepRoll { roll });
    }
    let values = [Kept::Old, Kept::New].map(|keep| after(Command::ChooseDie { roll, keep }));
    let values = values.into_iter().flatten();
    if question.seat == seat { values.max() } else { values.min() }
}

/// A declared movement is worth the best that can follow it: a square, and a shot from there.
fn followed(game: &Crossfire, seat: Seat, action: DeclaredAction) -> i32 {
    let mut commands = Vec::new();
    game.legal(seat, &mut commands);
    let mut dice = Dice::seeded(&Key::of_number(0)).unrecorded();
    let mut best = i32::MIN;
    let mut best_shot = 0;
    for command in &commands {
        match command {
            Command::Act { action: Action::End { .. }, .. }
            | Command::Act { action: Action::FirstAid { .. }, .. }
            | Command::QuickStartMove { .. } => {
                let mut after = game.clone();
                if after.apply(Actor::Seat(seat), command, &mut dice, &mut Events::off()).is_ok() {
                    best = best.max(judged(&after, seat));
                }
            }
            Command::Act { unit, action: Action::Shoot { to, target } } => {
                let to = to.and_then(|to| to.square());
                if let Some(preview) = game.shot_preview(*unit, to, *target) {
                    let odds = preview.odds;
                    let worth = odds.down.permille() as i32 * (STANDING - DOWN)
                        + odds.destroyed.permille() as i32 * STANDING;
                    best_shot = best_shot.max(worth / 1000);
                }
            }
            _ => {}
        }
    }
    let shot = if action == DeclaredAction::Attack { best_shot } else { 0 };
    best.max(judged(game, seat)) + shot
}

fn judged(game: &Crossfire, seat: Seat) -> i32 {
    let side = seat.index() & 1;
    let (score, now) = (game.score().map(i32::from), game.score_now().map(i32::from));
    let ahead = score[side] - score[1 - side];
    let gain = (now[side] - score[side]) - (now[1 - side] - score[1 - side]);
    let rounds = i32::from(game.scenario().rules.regular_rounds);
    let left = (rounds - i32::from(game.round()) + 1).clamp(1, 3);

    let mut units = [None; 16];
    let mut count = 0;
    for (slot, unit) in units.iter_mut().zip(game.units()) {
        *slot = Some(unit);
        count += 1;
    }
    let units = &units[..count];
    let occupied = game.occupied();
    let mut value = ahead * POINT + gain * POINT_NOW * left;
    for square in game.placed(seat) {
        value -= STEP * i32::from(away(game.scenario(), units, seat, square));
    }
    let mut nearest = u8::MAX;
    for unit in units.iter().flatten() {
        let sign = if unit.seat == seat { 1 } else { -1 };
        value += sign * unit_value(units, unit);
        // Only one's own way counts: where both sides want to meet, the enemy's would cancel it.
        if unit.seat == seat {
            let away = away(game.scenario(), units, seat, unit.square);
            nearest = nearest.min(away);
            value -= STEP * i32::from(away);
        }
        if unit.down {
            continue;
        }
        for other in units.iter().flatten().filter(|other| other.seat != unit.seat) {
            value += sign * aim(game.scenario(), &occupied, unit, other);
        }
    }
    if nearest < u8::MAX { value - FOREMOST * i32::from(nearest) } else { value }
}

/// What a unit is worth as it is.
fn unit_value(units: &[Option<Standing>], unit: &Standing) -> i32 {
    if !unit.down {
        return STANDING;
    }
    let helped = units.iter().flatten().any(|friend| {
        friend.seat == unit.seat && !friend.down && friend.square.is_adjacent(unit.square)
    });
    DOWN + if helped { HELP_NEAR } else { 0 }
}

/// What it is worth to have an enemy in one's sights.
fn aim(
    scenario: &Scenario,
    occupied: &senet_crossfire::Area,
    unit: &Standing,
    enemy: &Standing,
) -> i32 {
    let distance = unit.square.distance(enemy.square);
    if distance > scenario.range(unit.seat)
        || !sight::is_clear(scenario, occupied, unit.square, enemy.square)
    {
        return 0;
    }
    if sight::is_in_cover(scenario, unit.square, enemy.square) { IN_SIGHT / 2 } else { IN_SIGHT }
}

/// How many steps a unit is away from where its mission is decided.
pub(crate) fn away(
    scenario: &Scenario,
    units: &[Option<Standing>],
    seat: Seat,
    square: Square,
) -> u8 {
    let side = seat.index() & 1;
    match &scenario.mission.scoring {
        Scoring::Kills { .. } => {
            let enemies = units.iter().flatten().filter(|other| other.seat != seat);
            let nearest = enemies.map(|enemy| enemy.square.distance(square)).min();
            nearest.unwrap_or(0).saturating_sub(scenario.range(seat))
        }
        Scoring::Majority { zones, .. } | Scoring::SolePresence { zones, .. } => {
            let steps = zones.iter().map(|zone| steps_to(&zone.zone, square));
            steps.min().unwrap_or(0)
        }
        Scoring::MajorityInEnemyHome { .. } => steps_to(&scenario.rules.home[1 - side], square),
        Scoring::MajorityPerZone { zones } => {
            let best = zones.iter().max_by_key(|zone| zone.points[side]);
            best.map_or(0, |zone| steps_to(&zone.zone, square))
        }
    }
}

fn steps_to(zone: &Zone, square: Square) -> u8 {
    let beyond = |[from, to]: [u8; 2], at: u8| from.saturating_sub(at).max(at.saturating_sub(to));
    beyond(zone.columns, square.column()).max(beyond(zone.rows, square.row()))
}

impl Policy for Crossfire {
    /// What promises most: it takes no trial, and plays better than the look one step ahead.
    fn reply(&self, seat: Seat, trials: &mut Trials<Crossfire>) -> Option<Command> {
        tactics::reply(self, seat, trials)
    }
}

impl Candidates for Crossfire {
    const WIDTH: usize = tactics::WIDTH;

    fn candidates(outlook: &Outlook<Crossfire>, out: &mut Vec<Command>) {
        outlook.legal(out);
        tactics::sift(&outlook.guess(&mut Rng::new(0)), outlook.seat(), out);
    }
}

impl Mind for Crossfire {
    /// A line through a whole battle takes about a thousandth of a second, where nobody rerolls.
    const LINES: [u32; 3] = [96, 384, 2_304];

    /// Tactics answer at once and beat the bot that looks one step ahead; what looks further takes its time.
    fn bot(level: Level, seed: u64) -> Box<dyn Bot<Crossfire>> {
        match level {
            Level::Random => Box::new(Random::new(seed)),
            Level::Easy => Box::new(Recruit::new(seed)),
            Level::Normal => Box::new(Follower::new(seed)),
            Level::Hard | Level::Expert => {
                Box::new(Thinker::new(Budget::lines(Crossfire::lines(level)), seed))
            }
        }
    }
    /// The plain rule.
    fn yardstick(name: &str, seed: u64) -> Option<Box<dyn Bot<Crossfire>>> {
        (name == "rule").then(|| Box::new(Marksman::new(seed)) as Box<dyn Bot<Crossfire>>)
    }
}

impl Policy for Campaign {
    /// A campaign counts as won three times of four with a lead of one battle.
    const SURE: i32 = 40_000;

    /// A line ends with the battle: what comes after it is noise.
    fn chapter(&self) -> usize {
        self.records().len()
    }

    /// In a battle what promises most there; between battles a mission or an advantage by lot.
    fn reply(&self, seat: Seat, trials: &mut Trials<Campaign>) -> Option<CampaignCommand> {
        let Some(battle) = self.battle() else { return trials.greedy(self, seat) };
        trials.commands.clear();
        self.legal(seat, &mut trials.commands);
        let commands = trials.commands.iter().filter_map(in_battle);
        let preferred = tactics::preferred(battle, seat, commands, &mut trials.rng);
        let preferred = preferred.map(|command| CampaignCommand::Battle { command });
        preferred.or_else(|| trials.greedy(self, seat))
    }
}

const fn in_battle(command: &CampaignCommand) -> Option<Command> {
    match command {
        CampaignCommand::Battle { command } => Some(*command),
        _ => None,
    }
}

impl Candidates for Campaign {
    const WIDTH: usize = tactics::WIDTH;

    fn candidates(outlook: &Outlook<Campaign>, out: &mut Vec<CampaignCommand>) {
        outlook.legal(out);
        let guess = outlook.guess(&mut Rng::new(0));
        if let Some(battle) = guess.battle() {
            let mut commands: Vec<Command> = out.iter().filter_map(in_battle).collect();
            tactics::sift(battle, outlook.seat(), &mut commands);
            out.clear();
            out.extend(commands.into_iter().map(|command| CampaignCommand::Battle { command }));
        }
    }
}

impl Mind for Campaign {
    const LINES: [u32; 3] = [48, 384, 2_304];

    /// What answers at once plays a battle by its tactics, and tries missions and advantages out in a few
    /// lines.
    fn bot(level: Level, seed: u64) -> Box<dyn Bot<Campaign>> {
        match level {
            Level::Random => Box::new(Random::new(seed)),
            Level::Easy => Box::new(Conscript::new(seed)),
            Level::Normal => Box::new(Captain::new(Budget::lines(Campaign::lines(level)), seed)),
            Level::Hard | Level::Expert => {
                Box::new(Thinker::new(Budget::lines(Campaign::lines(level)), seed))
            }
        }
    }
}

/// Plays battles by their tactics, and thinks between them.
#[derive(Debug)]
struct Captain {
    trials: Trials<Campaign>,
    between: Thinker<Campaign>,
}

impl Captain {
    fn new(budget: Budget, seed: u64) -> Captain {
        let mut trials = Trials::default();
        trials.reseed(seed);
        Captain { trials, between: Thinker::new(budget, seed) }
    }
}

impl Bot<Campaign> for Captain {
    fn choose(&mut self, outlook: &Outlook<Campaign>, out: &mut Vec<CampaignCommand>) {
        self.think(outlook, &Leash::default(), out);
    }

    fn think(
        &mut self,
        outlook: &Outlook<Campaign>,
        leash: &Leash,
        out: &mut Vec<CampaignCommand>,
    ) {
        let guess = outlook.guess(&mut self.trials.rng);
        match guess.battle() {
            Some(_) => out.extend(guess.reply(outlook.seat(), &mut self.trials)),
            None => self.between.think(outlook, leash, out),
        }
    }
}

/// Plays battles like a [`Recruit`], and takes one of the better missions and advantages between them.
#[derive(Debug)]
struct Conscript {
    rng: Rng,
    otherwise: Easy<Campaign>,
}

impl Conscript {
    fn new(seed: u64) -> Conscript {
        Conscript { rng: Rng::new(seed), otherwise: Easy::new(seed) }
    }
}

impl Bot<Campaign> for Conscript {
    fn choose(&mut self, outlook: &Outlook<Campaign>, out: &mut Vec<CampaignCommand>) {
        let mut legal = Vec::new();
        outlook.legal(&mut legal);
        let commands: Vec<Command> = legal.iter().filter_map(in_battle).collect();
        let guess = outlook.guess(&mut self.rng);
        let command = guess.battle().and_then(|battle| {
            tactics::one_of_the_good(battle, outlook.seat(), commands, &mut self.rng)
        });
        match command {
            Some(command) => out.push(CampaignCommand::Battle { command }),
            None => self.otherwise.choose(outlook, out),
        }
    }
}
