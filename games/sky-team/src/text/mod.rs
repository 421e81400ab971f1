//! The cockpit in words and characters, made from views.

mod draw;
mod read;
mod tell;

use senet_kernel::{Cast, Drawing, Ink, Line, Measures, Reading, Seat, Text, Unread, Viewer};

use crate::board::{Extra, Phase, SkyTeam};
use crate::command::Command;
use crate::crew::Crew;
use crate::event::Event;
use crate::landing::{Check, End, Failed, Loss, Standing};
use crate::space::Module;
use crate::switches;
use crate::view::{Choice, Other, Talk, View};

impl Text for SkyTeam {
    fn seat_name(_view: &View, seat: Seat) -> String {
        match Crew::of(seat) {
            Some(crew) => crew.name().to_owned(),
            None => seat.to_string(),
        }
    }

    fn cast(view: &mut View, cast: &Cast) {
        view.cast = cast.clone();
    }

    fn prompt(view: &View, _viewer: Viewer) -> String {
        match view.board.phase {
            Phase::Over => tell::ending(view),
            Phase::Briefing => waiting(view, "say \"ready\" when the briefing is done"),
            Phase::Rerolling => waiting(view, "choose the dice that you reroll, or none"),
            Phase::Swapping => waiting(view, "name the die that you give"),
            Phase::Placement => prompt_turn(view),
            Phase::Extra { extra } => prompt_extra(view, extra),
        }
    }

    fn draw(view: &View, _viewer: Viewer) -> Drawing {
        draw::draw(view)
    }

    fn tell(view: &View, event: &Event) -> String {
        tell::tell(view, event)
    }

    fn say(view: &View, command: &Command) -> String {
        say(view, *command)
    }

    fn read(
        view: &View,
        _seat: Seat,
        text: &str,
        _memo: &serde_json::Value,
    ) -> Result<Reading<Command>, Unread> {
        read::read(view, text).map(|command| Reading::commands(vec![command]))
    }

    fn caution(view: &View, _seat: Seat, command: &Command) -> Option<String> {
        let choice = view.choices.iter().find(|choice| choice.command == *command)?;
        let cautions = &choice.preview.cautions;
        (view.safe_mode && !cautions.is_empty()).then(|| cautions.join(" "))
    }

    fn hush(view: &View) -> Option<String> {
        let opens = if view.board.options.briefing { "round" } else { "flight" };
        (view.banner.talk == Talk::Silence).then(|| {
            format!(
                "Silence: nobody talks while dice are placed. The chat opens again when the {opens} is over."
            )
        })
    }

    fn outlook(view: &View, command: &Command) -> Option<String> {
        let choice = view.choices.iter().find(|choice| choice.command == *command)?;
        let told = [&choice.preview.cautions[..], &choice.preview.sentences[..]].concat();
        (!told.is_empty()).then(|| told.join(" "))
    }

    fn forms() -> &'static [(&'static str, &'static str)] {
        &[
            ("4 radio, place 4 on radio", "place a die"),
            ("4 as 5 axis", "place a die with coffee"),
            ("4 flaps 4-5, 2 shared ice", "place a die on one of several spaces"),
            ("spend reroll", "spend a reroll token; then both choose dice"),
            ("reroll 1 2, reroll none", "the dice that you reroll"),
            ("anticipate 3, adapt 3, swap 3", "use an ability, where the flight has it"),
            ("ready", "the briefing is done"),
        ]
    }

    fn moment(view: &View) -> String {
        format!("Round {}", view.round)
    }

    fn closes(event: &Event) -> bool {
        matches!(event, Event::Ended { .. })
    }

    fn ending(view: &View) -> Drawing {
        let mut drawing = Drawing::new();
        let Some(end) = &view.end else {
            return drawing;
        };
        let ink = match end.end {
            End::Won => Ink::Primary,
            End::Lost { .. } => Ink::Danger,
        };
        drawing.line(Line::new().ink(ink, tell::ending(view)));
        view.checklist.iter().for_each(|check| {
            drawing.line(check_line(check));
        });
        let tally = view.board.tally;
        drawing.line(format!(
            "Round {} of {}. Points: {}. Rerolls spent: {}. Dice without effect: {}.",
            view.round, view.rounds, end.score, view.board.rerolls.spent, tally.wasted
        ));
        drawing.line(format!(
            "Airplanes sent off: {}. Coffee earned: {}. Coffee drunk: {}.",
            tally.planes_cleared, tally.coffee_earned, tally.coffee_spent
        ));
        drawing
    }

    fn measures(view: &View) -> Measures {
        let ended = match view.end.as_ref().map(|end| end.end) {
            Some(End::Won) => Measures::because("a landing"),
            Some(End::Lost { loss }) => Measures::because(tell::cause(loss)),
            None => Measures::default(),
        };
        let missed = match view.end.as_ref().map(|end| end.end) {
            Some(End::Lost { loss: Loss::Landing { failed } }) => failed,
            _ => Failed::default(),
        };
        let tally = view.board.tally;
        let measures = ended
            .number("airplanes sent off", tally.planes_cleared)
            .number("coffee earned", tally.coffee_earned)
            .number("coffee drunk", tally.coffee_spent)
            .number("dice without effect", tally.wasted)
            .number("rerolls spent", view.board.rerolls.spent)
            .number("landing criteria missed", missed.list().count() as i64);
        view.board.criteria().fold(measures, |measures, criterion| {
            let name = format!("landing missed by {}", criterion.name());
            measures.number(name, i64::from(missed.has(criterion)))
        })
    }
}

impl View {
    /// Who is meant, inside a sentence: "Zoë", or "the Pilot".
    pub(crate) fn called(&self, crew: Crew) -> String {
        let role = || format!("the {}", crew.name());
        self.cast.name(crew.seat()).map_or_else(role, str::to_owned)
    }

    /// The same at the beginning of a sentence.
    pub(crate) fn subject(&self, crew: Crew) -> String {
        let role = || format!("The {}", crew.name());
        self.cast.name(crew.seat()).map_or_else(role, str::to_owned)
    }

    /// Who is asked: "Zoë (Pilot)", or "Pilot".
    pub(crate) fn asked(&self, crew: Crew) -> String {
        self.cast.full(crew.seat(), crew.name())
    }

    /// Says in sentences what the choices are and what each would do.
    pub(crate) fn put_into_words(&mut self) {
        let (mut choices, mut others) =
            (std::mem::take(&mut self.choices), std::mem::take(&mut self.others));
        for Choice { command, text, preview, .. } in &mut choices {
            *text = say(self, *command);
            preview.cautions =
                preview.warnings.iter().map(|warning| tell::caution(preview, *warning)).collect();
            let effects = preview.effects.iter();
            let effects = effects.filter(|event| !matches!(event, Event::Placed { .. }));
            preview.sentences = effects.map(|event| tell::tell(self, event)).collect();
        }
        for Other { command, text, .. } in &mut others {
            *text = say(self, *command);
        }
        (self.choices, self.others) = (choices, others);
    }
}

/// A line of the landing list, with a sign, a name and a reason.
fn check_line(check: &Check) -> Line {
    let (sign, ink) = sign(check.standing);
    Line::new().ink(ink, format!(" {sign} {:<13}", check.name)).text(check.reason.clone())
}

fn sign(standing: Standing) -> (&'static str, Ink) {
    match standing {
        Standing::Pending => ("…", Ink::Attention),
        Standing::Met => ("✓", Ink::Primary),
        Standing::Failed => ("✗", Ink::Danger),
    }
}

/// Who is still to answer, with what is asked of the viewer.
fn waiting(view: &View, wanted: &str) -> String {
    let silent = |crew: &Crew| !view.hands[*crew].answered;
    let open = Crew::ALL.into_iter().filter(silent).map(|crew| view.called(crew));
    match view.you {
        Some(you) if silent(&you) => format!("{}: {wanted}.", view.asked(you)),
        _ => format!("Waiting for {}.", open.collect::<Vec<_>>().join(" and ")),
    }
}

fn prompt_turn(view: &View) -> String {
    let turn = view.board.turn;
    let left = view.hands.pilot.left + view.hands.copilot.left;
    let place = format!("place die {} of 8", 9 - left);
    let names: Vec<&str> = view.hands[turn].must_fill.iter().map(|module| module.name()).collect();
    let open = match (names.as_slice(), view.hands[turn].pressed) {
        ([], _) => String::new(),
        (names, true) => {
            let dice = if names.len() == 1 { "die" } else { "dice" };
            format!(" Your last {dice} must fill the {}.", names.join(" and the "))
        }
        (names, false) => format!(" Still empty: {}.", names.join(" and ")),
    };
    if view.you == Some(turn) || view.you.is_some() && view.board.options.solo {
        format!("{}: {place}.{open}", view.asked(turn))
    } else {
        format!("Waiting for {} to {place}.", view.called(turn))
    }
}

fn prompt_extra(view: &View, extra: Extra) -> String {
    let by = extra.by();
    let what = match (extra, view.extra_die) {
        (Extra::Token { value, .. }, _) => format!("the intern's {value}"),
        (Extra::Sync, Some(value)) => format!("the extra die, a {value}"),
        (Extra::Sync, None) => "the extra die".to_owned(),
    };
    if view.you == Some(by) || view.you.is_some() && view.board.options.solo {
        format!("{}: place {what} at once.", view.asked(by))
    } else {
        format!("Waiting for {} to place {what}.", view.called(by))
    }
}

/// A command as a player would type it.
fn say(view: &View, command: Command) -> String {
    match command {
        Command::Ready {} => "ready".to_owned(),
        Command::Place { die, on, slot, coffee } => {
            let value = i16::from(die) + i16::from(coffee);
            let die = match coffee {
                0 => die.to_string(),
                _ => format!("{die} as {value}"),
            };
            format!("place {die} on {}", space_name(view, on, slot))
        }
        Command::SpendReroll {} => "spend reroll".to_owned(),
        Command::Reroll { dice } if dice.is_empty() => "reroll none".to_owned(),
        Command::Reroll { dice } => format!("reroll {}", tell::listed(dice)),
        Command::Anticipate { die } => format!("anticipate {die}"),
        Command::Adapt { die } => format!("adapt {die}"),
        Command::Swap { die } => format!("swap {die}"),
        Command::TimeUp { round } => format!("time up in round {round}"),
    }
}

/// A space by the name of its module and, where it matters, of itself.
fn space_name(view: &View, on: Module, slot: Option<u8>) -> String {
    let Some(slot) = slot else {
        return on.name().to_owned();
    };
    let side = if slot == 0 { "pilot" } else { "copilot" };
    match on {
        Module::Flaps => {
            let [low, high] = switches::flap_values(slot);
            format!("flaps {low}-{high}")
        }
        Module::IceBrakes if slot == 0 => "pilot ice brakes".to_owned(),
        Module::IceBrakes => "shared ice brakes".to_owned(),
        Module::LandingGear | Module::Brakes | Module::Kerosene => {
            format!("{} {}", on.name(), u16::from(slot) + 1)
        }
        Module::Concentration if view.board.policy().shared_concentration => {
            format!("concentration {}", u16::from(slot) + 1)
        }
        _ => format!("{side} {}", on.name()),
    }
}
