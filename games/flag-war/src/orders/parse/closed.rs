//! Orders that end something, or that hand pieces to the assistant: here a wrong reading is the dearest, so
//! they are read from closed lists of sentences, and nothing beside them is passed over.

use super::super::intent::{Control, Intent};
use super::super::lex::{Lex, Word};
use super::{Part, Token, What};

/// Words that change none of these sentences.
const POLITE: &[&str] = &[
    "a", "the", "my", "our", "these", "please", "pls", "plz", "ok", "okay", "yes", "so", "now",
    "thanks", "thx",
];

const SENTENCES: &[(What, &[&str])] = &[
    (
        What::Resign,
        &[
            "resign",
            "surrender",
            "i resign",
            "i surrender",
            "we resign",
            "we surrender",
            "ill resign",
            "ill surrender",
            "to resign",
            "to surrender",
            "resign game",
            "i resign game",
        ],
    ),
    (
        What::Ready,
        &[
            "ready",
            "im ready",
            "i am ready",
            "we are ready",
            "were ready",
            "all ready",
            "done",
            "im done",
            "i am done",
            "we are done",
            "were done",
            "all done",
        ],
    ),
    (
        What::OfferDraw,
        &[
            "offer draw",
            "i offer draw",
            "we offer draw",
            "draw offer",
            "accept draw",
            "i accept draw",
            "we accept draw",
            "accept draw offer",
            "agree to draw",
            "i agree to draw",
        ],
    ),
    (What::WithdrawDraw, &["withdraw draw", "withdraw draw offer", "i withdraw draw offer"]),
    (
        What::Intent(Intent::Accept {}),
        &[
            "accept",
            "accepted",
            "agree",
            "i accept",
            "i agree",
            "we accept",
            "accept it",
            "accept all",
            "accept suggestion",
            "accept suggestions",
            "accept all suggestions",
        ],
    ),
];

/// Who plays the pieces that are named beside it, or all.
const CONTROLS: &[(Control, &[&str])] = &[
    (
        Control::Auto,
        &[
            "auto",
            "automatic",
            "auto on",
            "assistant on",
            "turn auto on",
            "turn on auto",
            "turn assistant on",
            "turn on assistant",
            "use assistant",
            "give to assistant",
        ],
    ),
    (
        Control::Suggest,
        &[
            "suggest",
            "suggest something",
            "suggest moves",
            "suggestions",
            "suggestions on",
            "advise",
        ],
    ),
    (Control::Manual, &["manual", "manually"]),
];

/// What a whole part says, where it is one of these sentences.
pub(super) fn closed(tokens: &[Token]) -> Option<What> {
    let said: Vec<&Token> =
        tokens.iter().filter(|(_, text)| !POLITE.contains(&text.as_str())).collect();
    let text = |keep: &dyn Fn(&Lex) -> bool| {
        let kept = said.iter().filter(|(lex, _)| keep(lex)).map(|(_, text)| text.as_str());
        kept.collect::<Vec<_>>().join(" ")
    };
    let whole = text(&|_| true);
    if let Some((what, _)) = SENTENCES.iter().find(|(_, list)| list.contains(&whole.as_str())) {
        return Some(what.clone());
    }
    let who = |lex: &Lex| {
        let word = |word: Word| {
            use Word::{All, Both, For, Leftmost, Others, Piece, Rightmost};
            matches!(word, All | Both | For | Leftmost | Others | Piece | Rightmost)
        };
        matches!(lex, Lex::Number(_) | Lex::Id(_)) || matches!(lex, Lex::Word(one) if word(*one))
    };
    // Who it is for stands before it or behind it, once.
    let changes = said.windows(2).filter(|two| who(&two[0].0) != who(&two[1].0)).count();
    let done = text(&|lex| !who(lex));
    let (control, _) = CONTROLS.iter().find(|(_, list)| list.contains(&done.as_str()))?;
    if changes > 1 {
        return None;
    }
    Some(What::Intent(Intent::Control { control: *control }))
}

/// The words of a part that would forget orders, and that say neither whose nor of when.
pub(super) fn beside_cancel(tokens: &[Token], part: &Part, nobody_named: bool) -> Vec<String> {
    use Word::{
        All, Both, Cancel, Carrier, Each, Everything, Except, For, From, In, Leftmost, Others, Own,
        Piece, Plan, Rightmost, To, Undo,
    };
    let of = |word: Word| {
        let who =
            matches!(word, All | Both | Carrier | Except | Leftmost | Others | Piece | Rightmost);
        let what =
            matches!(word, Cancel | Each | Everything | For | From | In | Own | Plan | To | Undo);
        who || what
    };
    let says = |(lex, text): &Token| match lex {
        Lex::Word(word) => of(*word) || text == "midmost",
        Lex::Filler => {
            POLITE.contains(&text.as_str()) || matches!(text.as_str(), "of" | "s" | "just")
        }
        lex => matches!(lex, Lex::Number(_) | Lex::Id(_) | Lex::And),
    };
    let mut beside: Vec<String> =
        tokens.iter().filter(|token| !says(token)).map(|(_, text)| text.clone()).collect();
    let whole =
        |(lex, text): &Token| matches!(lex, Lex::Word(All | Everything | Plan)) || text == "abort";
    if nobody_named && part.when.is_none() && !tokens.iter().any(whole) {
        beside.extend(tokens.first().map(|(_, text)| text.clone()));
    }
    beside
}
