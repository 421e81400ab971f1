//! How the parts of a text belong together: lists of pieces find what they are to do.

use super::intent::Intent;
use super::parse::{Part, Token, What, When, Who};
use super::{Session, lex};

impl Session<'_> {
    /// Who is meant by `all` where others are named beside them: the rest. Where that is not certain,
    /// the texts to choose from.
    pub(super) fn shared_out(
        &self,
        mut parts: Vec<Part>,
        tokens: &[Token],
    ) -> Result<Vec<Part>, Vec<String>> {
        let holds = |part: &Part| part.what == Some(What::Intent(Intent::Hold {}));
        let all = |part: &Part| part.who == [Who::All] && part.what.is_some() && !part.then;
        let plain = |part: &Part| {
            matches!(part.what, Some(What::Intent(Intent::Move { .. } | Intent::Hold {})))
        };
        let named = |part: &Part| {
            !part.then
                && part.when.is_none()
                && part.what.is_some()
                && !part.who.is_empty()
                && part.who.iter().all(|who| !matches!(who, Who::All | Who::Others | Who::Both))
        };
        let Some(general) = parts.iter().position(all) else {
            return Ok(parts);
        };
        let Some(special) = parts.iter().position(named) else {
            return Ok(parts);
        };
        if holds(&parts[general]) || holds(&parts[special]) {
            parts[general].who = vec![Who::Others];
            return Ok(parts);
        }
        if !(plain(&parts[general]) && plain(&parts[special])) {
            return Ok(parts);
        }
        let texts: Vec<&str> = tokens.iter().map(|(_, text)| text.as_str()).collect();
        let is_all = |text: &str| lex::meaning(text) == Some(lex::Lex::Word(lex::Word::All));
        let rest: Vec<&str> =
            texts.iter().map(|text| if is_all(text) { "others" } else { *text }).collect();
        let then = texts.join(" ").replacen(" , ", " then ", 1);
        Err(vec![rest.join(" "), then])
    }

    /// Joins lists of pieces with what they are to do.
    pub(super) fn parts(&mut self, parts: &[Part]) {
        let mut waiting: Vec<Who> = Vec::new();
        let mut when: Option<When> = None;
        let mut place = 0;
        self.names = parts.iter().flat_map(|part| part.who.iter().cloned()).collect();
        self.doubts.extend(parts.iter().flat_map(|part| part.doubts.iter().cloned()));
        while place < parts.len() {
            let part = &parts[place];
            if part.when_first {
                when = part.when;
            }
            let Some(what) = &part.what else {
                self.without_order(part, &mut waiting);
                place += 1;
                continue;
            };
            let alone = |part: &&Part| part.what.is_some() && part.who.is_empty() && !part.then;
            let run = parts[place..].iter().take_while(alone).count();
            if waiting.len() > 1 && run == waiting.len() {
                self.measured(&parts[place..place + run]);
                for (who, part) in waiting.drain(..).zip(&parts[place..]) {
                    if let Some(what) = &part.what {
                        self.order(part, &[who], what, part.when.or(when));
                    }
                }
                place += run;
                continue;
            }
            // `1 and then 2 up 3`: what 1 is to do before was not said.
            if part.then && !waiting.is_empty() {
                self.doubts.push(format!("{} ", part.text));
            }
            let mut who: Vec<Who> = std::mem::take(&mut waiting);
            who.extend(part.who.iter().cloned());
            // `swap 1 and 3`: a list of pieces at the end belongs to what was said before it.
            let listed = |part: &Part| part.what.is_none() && !part.who.is_empty();
            let rest = &parts[place + 1..];
            let unmeasured = matches!(what, What::Intent(Intent::Move { distance: None, .. }));
            let heads = part.who_last && !unmeasured && (!who.is_empty() || self.last.is_empty());
            if heads && !rest.is_empty() && rest.iter().all(listed) {
                who.extend(parts[place + 1..].iter().flat_map(|part| part.who.iter().cloned()));
                let (mut part, what) = (part.clone(), what.clone());
                // `hold 1 and 3 for two rounds`: when, at the end of the list, is said of all.
                for last in rest {
                    part.times = part.times.or(last.times);
                    part.rounds = part.rounds.or(last.rounds);
                    part.until = part.until.or(last.until);
                    part.when = part.when.or(last.when);
                    part.each |= last.each;
                }
                self.order(&part, &who, &what, part.when.or(when));
                return;
            }
            // `1, 2, 3 go up, up, left`: the lists pair up here too.
            let run = parts[place + 1..].iter().take_while(alone).count();
            if who.len() > 1 && run + 1 == who.len() {
                self.measured(&parts[place..=place + run]);
                for (who, part) in who.into_iter().zip(&parts[place..]) {
                    if let Some(what) = &part.what {
                        self.order(part, &[who], what, part.when.or(when));
                    }
                }
                place += run + 1;
                continue;
            }
            // `1 up 1 each round, four times`: what follows may say how often.
            let mut part = part.clone();
            if let Some(next) = parts.get(place + 1)
                && next.what.is_none()
                && next.who.is_empty()
            {
                part.times = part.times.or(next.times);
                part.rounds = part.rounds.or(next.rounds);
                let ends = place + 2 == parts.len();
                part.when = part.when.or(next.when.filter(|_| ends || !next.when_first));
            }
            let what = what.clone();
            self.order(&part, &who, &what, part.when.or(when));
            place += 1;
        }
        // Somebody was named, and nothing said of what to do.
        if !waiting.is_empty()
            && let Some(part) = parts.last()
        {
            self.doubts.extend(part.text.split(' ').map(str::to_owned));
        }
    }

    /// Of moves that pair up with pieces all have a distance, or none has.
    fn measured(&mut self, parts: &[Part]) {
        let moves = parts.iter().filter_map(|part| match &part.what {
            Some(What::Intent(Intent::Move { distance, .. })) => Some(distance.is_some()),
            _ => None,
        });
        let moves: Vec<bool> = moves.collect();
        if moves.contains(&true) && moves.contains(&false) {
            self.doubts.extend(parts.iter().map(|part| part.text.clone()));
        }
    }

    fn without_order(&mut self, part: &Part, waiting: &mut Vec<Who>) {
        let timed = part.times.is_some() || part.rounds.is_some() || part.when.is_some();
        if !part.who.is_empty() {
            // How often would belong to what is said of them later.
            if part.times.is_some() || part.rounds.is_some() || part.until.is_some() || part.each {
                self.doubts.push(format!("{} ", part.text));
            }
            waiting.extend(part.who.iter().cloned());
        } else if !timed && !part.idle && part.doubts.is_empty() {
            self.doubts.extend(part.text.split(' ').map(str::to_owned));
        }
    }
}
