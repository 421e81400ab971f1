//! What a placed die does, at the moment that completes it (rules ST-40 to ST-48, R-08).

use senet_kernel::{Dice, Events};

use crate::ability::Ability;
use crate::board::{Extra, Laid, Phase, SkyTeam, Source};
use crate::crew::Crew;
use crate::event::Event;
use crate::kerosene;
use crate::landing::Loss;
use crate::placement::Placement;
use crate::round::traffic_die;
use crate::scenario::{Fuel, Weather};
use crate::space::{Module, Space};
use crate::switches::{self, BRAKES, FLAPS};
use crate::wind;

/// The most coffee that the pool holds.
pub(crate) const MOST_COFFEE: u8 = 3;

/// What follows a placement.
pub(crate) enum Next {
    /// The game was lost.
    Lost,
    /// Synchronisation gives the Co-Pilot a die.
    Sync,
    /// The round is over.
    RoundDone,
    /// Play goes on.
    GoOn,
}

impl SkyTeam {
    /// The second half of a placement.
    #[inline]
    pub(crate) fn place(
        &mut self,
        placement: Placement,
        dice: &mut Dice,
        events: &mut Events<SkyTeam>,
    ) {
        match self.lay(placement, events) {
            Next::Sync => self.roll_sync(dice, events),
            Next::RoundDone => self.next_round(dice, events),
            Next::Lost | Next::GoOn => {}
        }
    }

    /// Lays a die down and lets it work: all that needs no luck.
    #[inline]
    pub(crate) fn lay(&mut self, placement: Placement, events: &mut Events<SkyTeam>) -> Next {
        self.take_out(&placement);
        self.tell_placed(&placement, events);
        self.pay(&placement, events);
        self.board.undo = Some(placement.crew);
        if let Err(loss) = self.work(&placement, events) {
            self.lose(loss, events);
            return Next::Lost;
        }
        if self.board.synchronised() {
            Next::Sync
        } else if self.round_is_done() {
            Next::RoundDone
        } else {
            Next::GoOn
        }
    }

    /// Takes the die out of where it was, marks its space, and passes the turn.
    fn take_out(&mut self, placement: &Placement) {
        let crew = placement.crew;
        match placement.source {
            Source::Hand => {
                self.hidden.hands[crew].remove(placement.die);
                let other = crew.other();
                if !self.hidden.hands[other].is_empty() {
                    self.board.turn = other;
                }
            }
            Source::Token => {}
            Source::Sync => self.hidden.sync = None,
        }
        let board = &mut self.board;
        board.phase = Phase::Placement;
        board.filled = board.filled.or(placement.space.only());
        board.log.push(Laid {
            crew,
            source: placement.source,
            die: placement.die,
            coffee: placement.coffee,
            on: placement.space.module(),
            slot: placement.space.slot(),
        });
    }

    fn tell_placed(&self, placement: &Placement, events: &mut Events<SkyTeam>) {
        events.push_with(|| {
            let hands = &self.hidden.hands;
            let done = hands.pilot.is_empty() && hands.copilot.is_empty();
            let log = self.board.log.list();
            Event::Placed {
                laid: log[log.len() - 1],
                value: placement.value,
                placed: self.board.log.own_dice().count() as u8,
                next: (!done).then_some(self.board.turn),
            }
        });
    }

    fn pay(&mut self, placement: &Placement, events: &mut Events<SkyTeam>) {
        let cost = placement.coffee.unsigned_abs();
        if cost > 0 {
            let board = &mut self.board;
            board.coffee = board.coffee.saturating_sub(cost);
            board.tally.coffee_spent = board.tally.coffee_spent.saturating_add(cost);
            let pool = board.coffee;
            events.push(Event::CoffeeSpent { cost, pool });
        }
    }

    fn work(&mut self, placement: &Placement, events: &mut Events<SkyTeam>) -> Result<(), Loss> {
        let Placement { crew, value, space, .. } = *placement;
        match space.module() {
            Module::Axis => return self.work_axis(space.side(), value, events),
            Module::Engines => return self.work_engines(space.side(), value, events),
            Module::Kerosene => {
                if self.board.burn(value as i8, events) {
                    return Err(Loss::Kerosene);
                }
            }
            Module::Radio => self.work_radio(value, events),
            Module::LandingGear => self.work_gear(space.slot(), events),
            Module::Flaps => self.work_flaps(space.slot(), events),
            Module::Brakes => self.work_brakes(space.slot(), events),
            Module::Concentration => self.work_concentration(events),
            Module::Intern => self.work_intern(crew, space.side(), events),
            Module::IceBrakes => self.work_ice(space, events),
        }
        Ok(())
    }

    fn work_axis(
        &mut self,
        side: Crew,
        value: u8,
        events: &mut Events<SkyTeam>,
    ) -> Result<(), Loss> {
        let Some(tilted) = self.board.axis.place(side, value) else {
            return Ok(());
        };
        let axis = tilted.to;
        events.push(Event::AxisMoved { from: tilted.from, to: axis });
        if tilted.spins() {
            return Err(Loss::Spin { axis });
        }
        if self.board.course.weather != Weather::Calm {
            self.board.wind = wind::turned(self.board.wind, axis);
            events.push(Event::WindTurned {
                position: self.board.wind,
                modifier: self.board.wind_modifier(),
            });
        }
        if tilted.equal && self.board.abilities.has(Ability::Control) {
            self.earn_coffee(events);
        }
        Ok(())
    }

    fn work_engines(
        &mut self,
        side: Crew,
        value: u8,
        events: &mut Events<SkyTeam>,
    ) -> Result<(), Loss> {
        let board = &mut self.board;
        let wind = board.wind_modifier();
        let Some((blue, orange)) = board.engines.place(side, value, wind) else {
            return Ok(());
        };
        let speed = (blue + orange) as i8 + wind;
        let (blue_marker, orange_marker) = (board.blue_marker(), board.orange_marker());
        let segments = board.segments(speed);
        events.push(Event::SpeedSet {
            blue,
            orange,
            wind,
            speed,
            blue_marker,
            orange_marker,
            segments,
        });
        if blue == orange && board.abilities.has(Ability::Mastery) && board.rerolls.regain() {
            let held = board.rerolls.held;
            events.push(Event::RerollEarned { held });
        }
        if board.course.fuel == Fuel::Leak && board.burn(kerosene::leak(blue, orange), events) {
            return Err(Loss::Kerosene);
        }
        for _ in 0..segments.unwrap_or(0) {
            let from = board.approach.position;
            let loses = board.policy().track_loses;
            board.approach.step(board.axis.position, &board.course, loses)?;
            let to = board.approach.position;
            if from != to {
                events.push(Event::Moved { from, to });
            }
        }
        Ok(())
    }

    fn work_radio(&mut self, value: u8, events: &mut Events<SkyTeam>) {
        let board = &mut self.board;
        let aim = board.policy().radio;
        let segment = board.approach.radio_target(value, aim, &board.course);
        let cleared = segment.is_some_and(|segment| board.approach.send_off(segment));
        events.push(Event::RadioCalled {
            segment,
            cleared,
            left: segment.map_or(0, |segment| board.approach.planes_at(segment)),
        });
        if cleared {
            board.tally.planes_cleared = board.tally.planes_cleared.saturating_add(1);
        } else {
            self.waste(Module::Radio, events);
        }
    }

    fn work_gear(&mut self, slot: u8, events: &mut Events<SkyTeam>) {
        let board = &mut self.board;
        if board.gear_on(slot) {
            return self.waste(Module::LandingGear, events);
        }
        board.gear |= 1 << slot;
        events.push(Event::Deployed {
            module: Module::LandingGear,
            slot,
            on: board.gear.count_ones() as u8,
            marker: board.blue_marker(),
        });
    }

    fn work_flaps(&mut self, slot: u8, events: &mut Events<SkyTeam>) {
        let board = &mut self.board;
        if slot < board.flaps {
            return self.waste(Module::Flaps, events);
        }
        board.flaps = (board.flaps + 1).min(FLAPS);
        events.push(Event::Deployed {
            module: Module::Flaps,
            slot,
            on: board.flaps,
            marker: board.orange_marker(),
        });
    }

    fn work_brakes(&mut self, slot: u8, events: &mut Events<SkyTeam>) {
        let board = &mut self.board;
        if slot < board.brakes {
            return self.waste(Module::Brakes, events);
        }
        board.brakes = (board.brakes + 1).min(BRAKES);
        events.push(Event::Deployed {
            module: Module::Brakes,
            slot,
            on: board.brakes,
            marker: switches::strength(board.policy().brakes, board.brakes) as u8,
        });
    }

    /// The second die of a step sets it, and the next two spaces open.
    fn work_ice(&mut self, space: Space, events: &mut Events<SkyTeam>) {
        let board = &mut self.board;
        let step = Module::IceBrakes.spaces();
        if !step.without(board.filled).is_empty() {
            let value = switches::ice_value(board.ice);
            return events.push(Event::IceWaits { value });
        }
        board.filled = board.filled.without(step);
        board.ice += 1;
        events.push(Event::Deployed {
            module: Module::IceBrakes,
            slot: space.slot(),
            on: board.ice,
            marker: switches::ice_value(board.ice) - 1,
        });
    }

    fn work_concentration(&mut self, events: &mut Events<SkyTeam>) {
        if self.board.coffee < MOST_COFFEE {
            self.earn_coffee(events);
        } else {
            self.waste(Module::Concentration, events);
        }
    }

    fn earn_coffee(&mut self, events: &mut Events<SkyTeam>) {
        let board = &mut self.board;
        if board.coffee < MOST_COFFEE {
            board.coffee += 1;
            board.tally.coffee_earned = board.tally.coffee_earned.saturating_add(1);
            let pool = board.coffee;
            events.push(Event::CoffeeEarned { pool });
        }
    }

    /// Takes the token at the end of a side; it has that side's colour and is placed at once.
    fn work_intern(&mut self, by: Crew, colour: Crew, events: &mut Events<SkyTeam>) {
        let board = &mut self.board;
        let Some(intern) = &mut board.intern else {
            return;
        };
        let Some(token) = intern.take(colour) else {
            return;
        };
        let left = intern.left().len() as u8;
        events.push(Event::TokenTaken { crew: by, token, left });
        let spaces = board.of_colour(colour).without(Module::Concentration.spaces());
        if board.open(spaces, token).is_empty() {
            events.push(Event::TokenDiscarded { token });
        } else {
            let extra = Extra::Token { by, colour, value: token };
            board.phase = Phase::Extra { extra };
        }
    }

    fn waste(&mut self, module: Module, events: &mut Events<SkyTeam>) {
        let wasted = &mut self.board.tally.wasted;
        *wasted = wasted.saturating_add(1);
        events.push(Event::Wasted { module });
    }

    /// Synchronisation: the Co-Pilot rolls a traffic die and sees it alone.
    fn roll_sync(&mut self, dice: &mut Dice, events: &mut Events<SkyTeam>) {
        let value = traffic_die(dice);
        self.hidden.sync = Some(value);
        let board = &mut self.board;
        board.abilities.use_up(Ability::Synchronisation);
        board.phase = Phase::Extra { extra: Extra::Sync };
        board.undo = None;
        events.push(Event::SyncRolled { value: Some(value), open: board.options.solo });
    }
}
