//! What a player types. Filler words, capitals and the order of words do not matter.

use senet_kernel::Unread;

use crate::command::Command;
use crate::crew::Crew;
use crate::faces::Faces;
use crate::space::Module;
use crate::switches;
use crate::view::{Choice, View};

const FILLERS: [&str; 14] = [
    "place", "put", "set", "die", "dice", "on", "onto", "the", "in", "a", "my", "of", "with", "at",
];

pub(super) fn read(view: &View, text: &str) -> Result<Command, Unread> {
    let text = text
        .to_lowercase()
        .replace("co-pilot", "copilot")
        .replace("ice brakes", "ice")
        .replace("landing gear", "gear")
        .replace("->", " as ")
        .replace(['>', '→'], " as ")
        .replace([',', '.', '\'', ':'], " ");
    let words: Vec<&str> = text.split_whitespace().filter(|word| !FILLERS.contains(word)).collect();
    match words.as_slice() {
        [] => Err(Unread::empty_text("type a die and a module, such as \"4 radio\"")),
        ["ready" | "ok" | "go" | "start"] => Ok(Command::Ready {}),
        ["spend" | "spend-reroll"] | ["spend" | "use", "reroll" | "token", ..] => {
            Ok(Command::SpendReroll {})
        }
        ["reroll" | "roll" | "choose", rest @ ..] => read_reroll(view, rest),
        ["anticipate" | "anticipation", die] => Ok(Command::Anticipate { die: number(die)? }),
        ["adapt" | "adaptation" | "flip" | "turn", die] => Ok(Command::Adapt { die: number(die)? }),
        ["swap" | "trade" | "give" | "name", die] => Ok(Command::Swap { die: number(die)? }),
        words => read_placement(view, words),
    }
}

fn number(word: &str) -> Result<u8, Unread> {
    word.parse()
        .map_err(|_| Unread::unknown_word(word, format!("\"{word}\" is no die; dice are 1 to 6")))
}

fn read_reroll(view: &View, words: &[&str]) -> Result<Command, Unread> {
    if words.is_empty() {
        let spends = |other: &crate::view::Other| other.command == Command::SpendReroll {};
        return match view.others.iter().any(spends) {
            true => Ok(Command::SpendReroll {}),
            false => Err(Unread::missing_target(
                "dice",
                "say which dice, such as \"reroll 1 2\", or \"reroll none\"",
            )),
        };
    }
    let mut values = Vec::new();
    for word in words {
        match *word {
            "none" | "nothing" | "no" => {}
            "and" => {}
            word => values.push(number(word)?),
        }
    }
    let dice = Faces::try_from(values).map_err(Unread::not_understood)?;
    Ok(Command::Reroll { dice })
}

/// What the words of a placement name.
#[derive(Default)]
struct Named {
    die: Option<u8>,
    value: Option<u8>,
    on: Option<Module>,
    /// A flap by its number.
    slot: Option<u8>,
    /// Whose space, or the row that is open to both.
    side: Option<Crew>,
}

fn read_placement(view: &View, words: &[&str]) -> Result<Command, Unread> {
    let mut named = Named::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "as" | "to" | "=" => match words.next() {
                Some(value) => named.value = Some(number(value)?),
                None => return Err(Unread::missing_target("value", "say what the die counts as")),
            },
            "pilot" | "blue" => named.side = Some(Crew::Pilot),
            "copilot" | "orange" | "shared" | "both" => named.side = Some(Crew::Copilot),
            word => named.read(word)?,
        }
    }
    let Some(on) = named.on else {
        return Err(Unread::missing_target(
            "module",
            "say where it goes: axis, engines, radio, gear, flaps, brakes, concentration",
        ));
    };
    let Some(die) = named.die else {
        let sentence = format!("say which die goes on the {}", on.name());
        return Err(Unread::missing_target("die", sentence));
    };
    let value = named.value.unwrap_or(die);
    let fits = |choice: &&Choice| {
        choice.on == on
            && choice.die == die
            && choice.value == value
            && choice.slot.is_none_or(|slot| named.means(slot))
    };
    let fitting: Vec<&Choice> = view.choices.iter().filter(fits).collect();
    match fitting.as_slice() {
        [only] => Ok(only.command),
        [] => Ok(Command::Place {
            die,
            on,
            slot: None,
            coffee: (i16::from(value) - i16::from(die)).clamp(-128, 127) as i8,
        }),
        several => {
            let names: Vec<String> =
                several.iter().map(|choice| super::say(view, choice.command)).collect();
            let sentence = format!("say which: {}", names.join(", or "));
            Err(Unread::which_one(names, sentence))
        }
    }
}

impl Named {
    /// Whether the words may mean this space: the first of a module is the Pilot's.
    fn means(&self, slot: u8) -> bool {
        let side = if slot == 0 { Crew::Pilot } else { Crew::Copilot };
        self.slot.is_none_or(|named| named == slot) && self.side.is_none_or(|named| named == side)
    }

    /// Reads a module, a die such as `4`, a die with coffee such as `4+1`, or a space such as `2-3`.
    fn read(&mut self, word: &str) -> Result<(), Unread> {
        if let Some(module) = module(word) {
            self.on = Some(module);
            return Ok(());
        }
        if self.die.is_some() {
            let flap = (0..switches::FLAPS).find(|flap| {
                let [low, high] = switches::flap_values(*flap);
                word == format!("{low}-{high}")
            });
            if self.on == Some(Module::Flaps) && flap.is_some() {
                self.slot = flap;
                return Ok(());
            }
        }
        if self.die.is_none() {
            let (die, coffee) = match word.find(['+', '-']) {
                Some(at) if at > 0 => word.split_at(at),
                _ => (word, "0"),
            };
            let die = number(die)?;
            let coffee: i8 = coffee.parse().map_err(|_| {
                let sentence = format!("\"{coffee}\" is no coffee; say +1 or -1");
                Unread::unknown_word(coffee, sentence)
            })?;
            self.die = Some(die);
            if coffee != 0 {
                let value = die.checked_add_signed(coffee);
                let below = || Unread::nothing_to_do("a die never goes below 1");
                self.value = Some(value.ok_or_else(below)?);
            }
            return Ok(());
        }
        Err(Unread::unknown_word(word, format!("\"{word}\" was not understood")))
    }
}

fn module(word: &str) -> Option<Module> {
    Some(match word {
        "axis" | "ax" => Module::Axis,
        "engines" | "engine" | "eng" | "thrust" => Module::Engines,
        "radio" | "rad" => Module::Radio,
        "gear" | "gears" | "lg" => Module::LandingGear,
        "flaps" | "flap" => Module::Flaps,
        "brakes" | "brake" => Module::Brakes,
        "concentration" | "concentrate" | "coffee" | "conc" => Module::Concentration,
        "kerosene" | "fuel" => Module::Kerosene,
        "intern" => Module::Intern,
        "ice" | "ice-brakes" => Module::IceBrakes,
        _ => return None,
    })
}
