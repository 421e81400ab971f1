//! Why a command was refused. None of these says what another hand holds.

use schemars::JsonSchema;
use senet_kernel::Reject;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::crew::Crew;
use crate::space::Module;

/// Why a command was refused. The first reason in the order of this list is given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Rejection", rename_all = "snake_case")]
#[schemars(tag = "code")]
pub enum Rejection {
    /// ST-50: nothing follows the end.
    #[error("the game is over")]
    GameOver,
    /// ST-10: only the Pilot and the Co-Pilot act.
    #[error("only the Pilot and the Co-Pilot do this")]
    NotASeat,
    /// ST-77: only the clock ends the time.
    #[error("only the clock says that the time is up")]
    NotTheClock,
    /// ST-30, ST-31: something else is going on.
    #[error("this cannot be done {}", during(*now))]
    WrongPhase {
        /// What is going on.
        now: Stage,
    },
    /// ST-77: there is no clock, or it belongs to another round.
    #[error("the clock of round {round} is not running")]
    NoSuchClock {
        /// The round that was named.
        round: u8,
    },
    /// ST-30, ST-62, ST-84: said or chosen already.
    #[error("you have answered; the other has not")]
    AlreadyAnswered,
    /// ST-31: the crew places in turn.
    #[error("it is the {}'s turn", turn.name())]
    NotYourTurn {
        /// Whose turn it is.
        turn: Crew,
    },
    /// ST-80 to ST-85: the ability is not in play.
    #[error("{} is not among the abilities of this flight", ability.name())]
    NoSuchAbility {
        /// Which.
        ability: Ability,
    },
    /// ST-80, ST-81, ST-84: the ability was used.
    #[error("{} was used already", ability.name())]
    AbilityUsed {
        /// Which.
        ability: Ability,
    },
    /// ST-80: Anticipation comes before the first die of the round.
    #[error("a die was placed this round; Anticipation comes before that")]
    TooLate,
    /// ST-80: Anticipation belongs to the first player.
    #[error("Anticipation belongs to who places first, the {}", first.name())]
    NotFirst {
        /// Who places first this round.
        first: Crew,
    },
    /// ST-60: no token is left.
    #[error("the crew has no reroll token")]
    NoRerollToken,
    /// ST-60, ST-84: a reroll or a swap needs an unplaced die.
    #[error("the {} has no unplaced die", crew.name())]
    NoDiceLeft {
        /// Who.
        crew: Crew,
    },
    /// the spender's dice belong to the command.
    #[error("name the dice that you reroll")]
    NameTheDice,
    /// both choose once a token is spent.
    #[error("spend a reroll token first; then both choose")]
    SpendATokenFirst,
    /// ST-61: one or two dice.
    #[error("a token rerolls {least} to {most} dice")]
    WrongNumberOfDice {
        /// At least so many.
        least: u8,
        /// At most so many.
        most: u8,
    },
    /// ST-32: dice show 1 to 6.
    #[error("no die shows {die}")]
    NotADie {
        /// What was named.
        die: u8,
    },
    /// ST-32: the die was placed earlier in this round.
    #[error("your {die} is placed already")]
    DieUsed {
        /// What was named.
        die: u8,
    },
    /// ST-32: the seat holds no such die.
    #[error("you hold no unplaced {die}")]
    NoSuchDie {
        /// What was named.
        die: u8,
    },
    /// ST-32: the seat holds some of these dice, but not so many.
    #[error("you hold {held} unplaced {die}, not {named}")]
    NotSoMany {
        /// What they show.
        die: u8,
        /// How many are in the hand.
        held: u8,
        /// How many were named.
        named: u8,
    },
    /// ST-48: coffee never leads beyond the faces of the die.
    #[error("coffee would turn {die} into {value}; it must stay within {least} to {most}")]
    CoffeeOutOfRange {
        /// What it shows.
        die: u8,
        /// What it would show.
        value: i16,
        /// At least.
        least: u8,
        /// At most.
        most: u8,
    },
    /// ST-48: each step costs one coffee.
    #[error("that costs {cost} coffee; the pool has {pool}")]
    NotEnoughCoffee {
        /// What it would cost.
        cost: u8,
        /// What there is.
        pool: u8,
    },
    /// in `literal` coffee changes a die by one step.
    #[error("coffee changes a die by at most {most} step")]
    CoffeeTooFar {
        /// The most steps.
        most: u8,
    },
    /// ST-75: tokens take no coffee.
    #[error("an intern's token takes no coffee")]
    NoCoffeeForTokens,
    /// ST-90: the module is not in this scenario.
    #[error("there is no {} module on this flight", module.name())]
    NoSuchModule {
        /// Which.
        module: Module,
    },
    /// ST-32: the module has no such space.
    #[error("there is no space {slot} on the {}", module.name())]
    NoSuchSpace {
        /// Which module.
        module: Module,
        /// Which space, counted from 0.
        slot: u8,
    },
    /// ST-32: the space takes the other colour.
    #[error("that space of the {} takes no {} die", module.name(), crew.colour())]
    WrongColour {
        /// Which module.
        module: Module,
        /// Whose die it is.
        crew: Crew,
    },
    /// ST-75: tokens go anywhere but there.
    #[error("an intern's token does not go on {}", module.name())]
    NotForTokens {
        /// Which module.
        module: Module,
    },
    /// ST-32: something lies there this round.
    #[error("no space of the {} is free for that this round", module.name())]
    SpaceTaken {
        /// Which module.
        module: Module,
    },
    /// everything is on.
    #[error("nothing is left to deploy on the {}", module.name())]
    AllDeployed {
        /// Which module.
        module: Module,
    },
    /// that switch is on; the die stays in hand.
    #[error("that would have no effect: the switch for {value} of the {} is on", module.name())]
    NoEffect {
        /// Which module.
        module: Module,
        /// What the die counts as.
        value: u8,
    },
    /// ST-75: the intern's row is empty.
    #[error("the intern has no token left")]
    InternDone,
    /// ST-45, ST-46, ST-76: the space takes other values.
    #[error("the {} take {} next, not {value}", module.name(), listed(takes))]
    WrongValue {
        /// Which module.
        module: Module,
        /// What the die counts as.
        value: u8,
        /// What it takes.
        takes: Vec<u8>,
    },
    /// ST-75: the die must differ from the token.
    #[error("the intern's token is a {token}; the die must show something else")]
    SameAsToken {
        /// The token at the own end.
        token: u8,
    },
    /// the value fits more than one space.
    #[error("more than one space of the {} takes that: name one of {}", module.name(), listed(slots))]
    NameTheSpace {
        /// Which module.
        module: Module,
        /// The spaces that take it, counted from 0.
        slots: Vec<u8>,
    },
    /// ST-32: a space is named only where it matters.
    #[error("only one space of the {} takes that: leave the space out", module.name())]
    SpaceNotNeeded {
        /// Which module.
        module: Module,
    },
    /// Axis and Engines come first when dice run short.
    #[error("your last dice must fill the {}", names(spaces))]
    MandatoryFirst {
        /// The own mandatory modules that are still empty.
        spaces: Vec<Module>,
    },
}

senet_kernel::tagged!(Rejection, "code");

/// What is going on, for [`Rejection::WrongPhase`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The briefing.
    Briefing,
    /// Dice are placed.
    Placement,
    /// An extra die or token is placed.
    Extra,
    /// Both choose dice to reroll.
    Rerolling,
    /// Both name a die to swap.
    Swapping,
}

impl Reject for Rejection {
    fn rule(&self) -> &'static str {
        match self {
            Rejection::GameOver => "ST-50",
            Rejection::NotASeat => "ST-10",
            Rejection::NotTheClock | Rejection::NoSuchClock { .. } => "ST-77",
            Rejection::WrongPhase { .. }
            | Rejection::AlreadyAnswered
            | Rejection::NotYourTurn { .. } => "ST-31",
            Rejection::NoSuchAbility { ability } | Rejection::AbilityUsed { ability } => {
                ability.rule()
            }
            Rejection::TooLate | Rejection::NotFirst { .. } => "ST-80",
            Rejection::NoRerollToken | Rejection::NoDiceLeft { .. } => "ST-60",
            Rejection::NameTheDice | Rejection::SpendATokenFirst => "R-16",
            Rejection::WrongNumberOfDice { .. } => "ST-61",
            Rejection::NotADie { .. }
            | Rejection::DieUsed { .. }
            | Rejection::NoSuchDie { .. }
            | Rejection::NotSoMany { .. }
            | Rejection::NoSuchSpace { .. }
            | Rejection::WrongColour { .. }
            | Rejection::SpaceTaken { .. }
            | Rejection::SpaceNotNeeded { .. } => "ST-32",
            Rejection::CoffeeOutOfRange { .. } | Rejection::NotEnoughCoffee { .. } => "ST-48",
            Rejection::CoffeeTooFar { .. } => "R-10",
            Rejection::NoCoffeeForTokens
            | Rejection::NotForTokens { .. }
            | Rejection::InternDone
            | Rejection::SameAsToken { .. } => "ST-75",
            Rejection::NoSuchModule { .. } => "ST-90",
            Rejection::AllDeployed { .. } | Rejection::NameTheSpace { .. } => "R-13",
            Rejection::NoEffect { .. } => "R-12",
            Rejection::WrongValue { module, .. } => match module {
                Module::Flaps => "ST-45",
                Module::IceBrakes => "ST-76",
                _ => "ST-46",
            },
            Rejection::MandatoryFirst { .. } => "R-07",
        }
    }
}

impl Ability {
    /// The id of its rule.
    const fn rule(self) -> &'static str {
        match self {
            Ability::Anticipation => "ST-80",
            Ability::Adaptation => "ST-81",
            Ability::Mastery => "ST-82",
            Ability::Control => "ST-83",
            Ability::WorkingTogether => "ST-84",
            Ability::Synchronisation => "ST-85",
        }
    }
}

const fn during(now: Stage) -> &'static str {
    match now {
        Stage::Briefing => "during the briefing",
        Stage::Placement => "while dice are placed",
        Stage::Extra => "before the extra die or token is placed",
        Stage::Rerolling => "while dice are chosen for a reroll",
        Stage::Swapping => "while dice are named for a swap",
    }
}

fn listed(numbers: &[u8]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    numbers.join(" or ")
}

fn names(modules: &[Module]) -> String {
    let names: Vec<&str> = modules.iter().map(|module| module.name()).collect();
    names.join(" and ")
}
