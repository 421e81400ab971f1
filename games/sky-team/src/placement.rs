//! What refuses a die (rule ST-32). The reasons come in the fixed order of the rules: die, coffee,
//! module, colour, space, value, mandatory spaces.

use crate::board::{Board, Extra, Phase, SkyTeam, Source};
use crate::crew::Crew;
use crate::faces::is_face;
use crate::rejection::Rejection;
use crate::space::{Module, Space, Spaces, intern_space};
use crate::switches;

/// A die that may be placed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub crew: Crew,
    pub source: Source,
    pub die: u8,
    pub coffee: i8,
    pub value: u8,
    pub space: Space,
}

/// What somebody has to place now, and what it may become.
#[derive(Clone, Copy)]
pub(crate) struct Stock {
    pub crew: Crew,
    pub source: Source,
    /// The spaces of its colour, or of both.
    pub spaces: Spaces,
    /// The least value that coffee may lead to.
    pub least: u8,
    /// The greatest value that coffee may lead to.
    pub most: u8,
    /// The most steps that coffee may change it.
    pub steps: u8,
}

/// A placement as it was asked for.
#[derive(Clone, Copy)]
pub(crate) struct Wish {
    pub die: u8,
    pub on: Module,
    pub slot: Option<u8>,
    pub coffee: i8,
}

impl SkyTeam {
    /// What this one of the crew is to place now, if it is their turn.
    #[inline]
    pub(crate) fn stock(&self, crew: Crew) -> Result<Stock, Rejection> {
        let board = &self.board;
        let steps = board.policy().coffee_steps;
        let stock = match board.phase {
            Phase::Placement => Stock {
                crew: board.turn,
                source: Source::Hand,
                spaces: board.of_colour(crew),
                least: 1,
                most: 6,
                steps,
            },
            Phase::Extra { extra: Extra::Sync } => Stock {
                crew: Crew::Copilot,
                source: Source::Sync,
                spaces: Spaces::ALL,
                least: 2,
                most: 5,
                steps,
            },
            Phase::Extra { extra: Extra::Token { by, colour, .. } } => Stock {
                crew: by,
                source: Source::Token,
                spaces: board.of_colour(colour),
                least: 1,
                most: 6,
                steps: 0,
            },
            _ => return Err(self.wrong_phase()),
        };
        if stock.crew == crew {
            Ok(stock)
        } else {
            Err(Rejection::NotYourTurn { turn: stock.crew })
        }
    }

    /// The first half of a placement: where it leads, or why not.
    #[inline(always)]
    pub(crate) fn check_place(&self, crew: Crew, wish: Wish) -> Result<Placement, Rejection> {
        let stock = self.stock(crew)?;
        self.check_die(&stock, wish.die)?;
        let value = self.check_coffee(&stock, wish)?;
        let space = self.check_space(&stock, wish, value)?;
        if !self.allowed(&stock).has(space) {
            let empty = self.board.empty_mandatory(crew);
            let spaces = empty.iter().map(Space::module).collect();
            return Err(Rejection::MandatoryFirst { spaces });
        }
        Ok(Placement {
            crew,
            source: stock.source,
            die: wish.die,
            coffee: wish.coffee,
            value,
            space,
        })
    }

    fn check_die(&self, stock: &Stock, die: u8) -> Result<(), Rejection> {
        let there = match self.board.phase {
            Phase::Extra { extra: Extra::Token { value, .. } } => value == die,
            Phase::Extra { extra: Extra::Sync } => self.hidden.sync == Some(die),
            _ => return self.check_in_hand(stock.crew, die),
        };
        if there {
            Ok(())
        } else if is_face(die) {
            Err(Rejection::NoSuchDie { die })
        } else {
            Err(Rejection::NotADie { die })
        }
    }

    /// Whether this one of the crew holds the die, unplaced.
    pub(crate) fn check_in_hand(&self, crew: Crew, die: u8) -> Result<(), Rejection> {
        if self.hidden.hands[crew].has(die) {
            return Ok(());
        }
        if !is_face(die) {
            return Err(Rejection::NotADie { die });
        }
        let mut placed = self.board.log.own_dice();
        if placed.any(|laid| laid.crew == crew && laid.die == die) {
            Err(Rejection::DieUsed { die })
        } else {
            Err(Rejection::NoSuchDie { die })
        }
    }

    fn check_coffee(&self, stock: &Stock, wish: Wish) -> Result<u8, Rejection> {
        let cost = wish.coffee.unsigned_abs();
        let pool = self.board.coffee;
        if cost == 0 {
            return Ok(wish.die);
        }
        if stock.source == Source::Token {
            return Err(Rejection::NoCoffeeForTokens);
        }
        let value = i16::from(wish.die) + i16::from(wish.coffee);
        if value < i16::from(stock.least) || i16::from(stock.most) < value {
            return Err(Rejection::CoffeeOutOfRange {
                die: wish.die,
                value,
                least: stock.least,
                most: stock.most,
            });
        }
        if cost > pool {
            return Err(Rejection::NotEnoughCoffee { cost, pool });
        }
        if cost > stock.steps {
            return Err(Rejection::CoffeeTooFar { most: stock.steps });
        }
        Ok(value as u8)
    }

    #[inline]
    fn check_space(&self, stock: &Stock, wish: Wish, value: u8) -> Result<Space, Rejection> {
        let (board, module) = (&self.board, wish.on);
        let present = module.spaces().and(board.present());
        if present.is_empty() {
            return Err(Rejection::NoSuchModule { module });
        }
        let named = match wish.slot {
            None => present,
            Some(slot) => match module.space(slot) {
                Some(space) if present.has(space) => space.only(),
                _ => return Err(Rejection::NoSuchSpace { module, slot }),
            },
        };
        if named.and(stock.spaces).is_empty() {
            let crew = stock.crew;
            return Err(Rejection::WrongColour { module, crew });
        }
        if stock.source == Source::Token && module == Module::Concentration {
            return Err(Rejection::NotForTokens { module });
        }
        let own = present.and(stock.spaces);
        let open = board.open(own, value);
        let slots = || open.iter().map(Space::slot).collect();
        match (open.first(), open.len(), wish.slot) {
            (None, ..) => Err(self.refuse_space(module, own, value)),
            (Some(space), 1, None) => Ok(space),
            (Some(_), 1, Some(_)) => Err(Rejection::SpaceNotNeeded { module }),
            (Some(_), _, None) => Err(Rejection::NameTheSpace { module, slots: slots() }),
            (Some(_), _, Some(_)) => open.and(named).first().ok_or_else(|| {
                let slots = slots();
                Rejection::NameTheSpace { module, slots }
            }),
        }
    }

    /// Why none of a colour's spaces of a module takes a die of this value.
    fn refuse_space(&self, module: Module, own: Spaces, value: u8) -> Rejection {
        let board = &self.board;
        let repeats = board.policy().repeats;
        // Where repeats are allowed, dice lie on switches for the round and take their space.
        let lies_there = board.takes(value).and(own).and(board.filled);
        let taken = !lies_there.is_empty() || board.all_taken(module, own);
        let wanted = board.wanted(module);
        match module {
            Module::LandingGear | Module::Flaps | Module::Brakes if repeats && taken => {
                Rejection::SpaceTaken { module }
            }
            Module::LandingGear if board.gear.count_ones() < u32::from(switches::GEAR) => {
                Rejection::NoEffect { module, value }
            }
            Module::LandingGear => Rejection::AllDeployed { module },
            Module::Flaps | Module::Brakes if wanted.is_empty() && !repeats => {
                Rejection::AllDeployed { module }
            }
            Module::IceBrakes if wanted.is_empty() => Rejection::AllDeployed { module },
            Module::IceBrakes if taken => Rejection::SpaceTaken { module },
            Module::Flaps | Module::Brakes | Module::IceBrakes => {
                Rejection::WrongValue { module, value, takes: wanted }
            }
            Module::Intern => self.refuse_intern(own),
            _ => Rejection::SpaceTaken { module },
        }
    }

    fn refuse_intern(&self, own: Spaces) -> Rejection {
        let module = Module::Intern;
        let Some(space) = own.without(self.board.filled).first() else {
            return Rejection::SpaceTaken { module };
        };
        match self.board.intern.and_then(|intern| intern.end(space.side())) {
            Some(token) => Rejection::SameAsToken { token },
            None => Rejection::InternDone,
        }
    }

    /// The spaces that leave the placing one enough dice for Axis and Engines.
    pub(crate) fn allowed(&self, stock: &Stock) -> Spaces {
        let crew = stock.crew;
        if !self.board.policy().mandatory || stock.source == Source::Sync {
            return Spaces::ALL;
        }
        let in_hand = u32::from(self.hidden.hands[crew].len());
        let empty = self.board.empty_mandatory(crew);
        // The token that a die on the intern's space brings counts as a die in hand.
        let (left, intern) = match stock.source {
            Source::Hand => (in_hand.saturating_sub(1), intern_space(crew)),
            Source::Token | Source::Sync => (in_hand, Spaces::NONE),
        };
        if left >= empty.len() {
            Spaces::ALL
        } else if left + 1 >= empty.len() {
            empty.or(intern)
        } else {
            empty
        }
    }
}

impl Board {
    /// Whether something lies on every one of these spaces that could be used now.
    fn all_taken(&self, module: Module, own: Spaces) -> bool {
        let usable = match module {
            Module::Flaps | Module::Brakes => {
                (1..=6).fold(Spaces::NONE, |usable, value| usable.or(self.takes(value))).and(own)
            }
            _ => own,
        };
        usable.without(self.filled).is_empty()
    }

    /// The values that a module's next switch takes; none where all are on.
    pub(crate) fn wanted(&self, module: Module) -> Vec<u8> {
        match module {
            Module::Flaps if self.flaps < switches::FLAPS => {
                switches::flap_values(self.flaps).to_vec()
            }
            Module::Brakes if self.brakes < switches::BRAKES => {
                vec![switches::brake_value(self.brakes)]
            }
            Module::IceBrakes if self.ice < switches::ICE_STEPS => {
                vec![switches::ice_value(self.ice)]
            }
            _ => Vec::new(),
        }
    }
}
