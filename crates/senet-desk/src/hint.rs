//! Hints: what a level advises, with its reason in numbers and words.

use senet_bots::{Advice, Leash, Level, Mind, Outlook};
use senet_kernel::{Rng, Seat, Text, as_raw};
use senet_table::Choice;
pub use senet_table::protocol::{Hint, Hinted};

/// The hint for a seat that has this view.
pub(crate) fn of<G: Text + Mind>(view: G::View, seat: Seat, level: Level, leash: &Leash) -> Hint {
    let outlook = Outlook::<G>::of_view(view, seat, &mut Rng::new(0));
    let advice = G::advise(&outlook, level, None, leash);
    let often: Vec<u32> = advice.iter().filter_map(|one| one.often).collect();
    let choices: Vec<Hinted> = advice.into_iter().map(|one| hinted(&outlook, one)).collect();
    let sentence = mixed(&choices, &often).unwrap_or_else(|| sentence(&choices));
    Hint { sentence, level: level.name().to_owned(), choices }
}

fn hinted<G: Text + Mind>(outlook: &Outlook<G>, advice: Advice<G::Command>) -> Hinted {
    let commands: Vec<Choice> = advice
        .commands
        .iter()
        .map(|command| Choice {
            text: G::say(outlook.view(), command),
            command: as_raw(command),
            caution: None,
        })
        .collect();
    let words: Vec<&str> = commands.iter().map(|choice| choice.text.as_str()).collect();
    let text = if words.is_empty() { "wait".to_owned() } else { words.join(", then ") };
    // Where perfect play mixes, both are worth the same, and how often is what there is to say.
    let chance = advice.chance.filter(|_| advice.often.is_none());
    Hinted { text, commands, permille: chance.map(|chance| chance / 1000), lines: advice.lines }
}

/// How often perfect play does what, where it mixes.
fn mixed(choices: &[Hinted], often: &[u32]) -> Option<String> {
    let [best, rest @ ..] = choices else { return None };
    let [most, less @ ..] = often else { return None };
    if *most == 1000 {
        return Some(format!("{}: perfect play always does so.", best.text));
    }
    let most = hundredths(*most);
    let reason = format!("{}: perfect play does so {most} times of 100", best.text);
    let next = rest.iter().zip(less).next();
    let next = next.map(|(next, often)| format!(", and {} {}", next.text, hundredths(*often)));
    Some(format!("{reason}{}.", next.unwrap_or_default()))
}

/// The best in numbers, and the next best beside it.
fn sentence(choices: &[Hinted]) -> String {
    let Some(best) = choices.first() else {
        return "There is nothing to do now.".to_owned();
    };
    let Some(permille) = best.permille else {
        return match choices.len() {
            1 => format!("{}: nothing else can be done.", best.text),
            _ => format!("{}: it looks best; there was no time to try it out.", best.text),
        };
    };
    let how = if best.lines == 0 { "won against perfect play" } else { "tried games are won" };
    let reason = format!("{}: {} of 100 {how}", best.text, hundredths(permille));
    let next = choices.get(1).and_then(|next| Some((&next.text, next.permille?)));
    match next {
        Some((text, permille)) => {
            format!("{reason}; the next best, {text}, {}.", hundredths(permille))
        }
        None => format!("{reason}."),
    }
}

fn hundredths(permille: u32) -> u32 {
    (permille + 5) / 10
}
