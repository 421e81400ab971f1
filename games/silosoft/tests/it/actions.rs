//! What is listed while a player may trade and complete, against all that the rules allow.
//!
//! The law "legal and check agree" is stated here as: `check` accepts just what the rules say, for
//! every bundle with every declaration, and for every trade; and what is listed is the minimal
//! bundles, one for each kind, and trades that `check` accepts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use senet_kernel::{Game, Listing, Viewer};
use senet_silosoft::{CardId, CardView, Command, Config, Declarations, Level, Role, Staff};
use serde_json::json;

use crate::play::{Play, config, seat, start};

/// A game of two in the action phase, in which the hands hold these cards, some of them on leave.
fn scene(mine: &[(Staff, bool)], theirs: &[Staff], feature: &str) -> Play {
    let mut play = start(&config(2), &format!("{feature} F02"), "eee eee");
    play.draw("entry dev");
    let staff: Vec<Staff> =
        mine.iter().map(|(staff, _)| *staff).chain(theirs.iter().copied()).collect();
    let cards = staff.iter().enumerate().map(|(i, _)| {
        let owner = usize::from(i >= mine.len());
        let locked = mine.get(i).is_some_and(|(_, locked)| *locked);
        json!({"number": i + 1, "owner": owner, "release": if locked { 3 } else { 0 }})
    });
    let cards: Vec<_> = cards.collect();
    play.game = play.changed(|state| {
        // Later turns, so that so many cards can have come.
        state["hands"] = json!({"cards": cards, "staff": staff});
        state["drawn"] = json!({"event": ["competition", "requirement_pending"]});
    });
    play
}

fn kinds() -> impl Strategy<Value = Staff> {
    let members = Role::LISTED
        .into_iter()
        .flat_map(|role| Level::ALL.map(|level| Staff::new(role, Some(level)).unwrap()));
    let mut kinds: Vec<Staff> = members.collect();
    kinds.extend([Staff::CONTRACTOR; 4]);
    prop::sample::select(kinds)
}

/// Whether a bundle completes the feature, straight from the rule.
fn is_enough(cards: &[&CardView], declared: &[(CardId, Role)], needs: &[(Role, u8)]) -> bool {
    let listed = |role| needs.iter().any(|(other, _)| *other == role);
    let role_of = |card: &CardView| {
        declared.iter().find(|(id, _)| *id == card.id).map_or(card.role, |(_, role)| *role)
    };
    let sum = |role| -> u8 {
        cards.iter().filter(|card| role_of(card) == role).map(|card| card.points).sum()
    };
    !cards.is_empty()
        && cards.iter().all(|card| card.lock.is_none() && listed(role_of(card)))
        && needs.iter().all(|(role, need)| sum(*role) >= *need)
}

/// Every declaration of these contractors.
fn declarations(contractors: &[CardId]) -> Vec<Vec<(CardId, Role)>> {
    contractors.iter().fold(vec![Vec::new()], |all, card| {
        let with = |role| move |list: &Vec<_>| [list.as_slice(), &[(*card, role)]].concat();
        Role::LISTED
            .into_iter()
            .flat_map(|role| all.iter().map(with(role)).collect::<Vec<_>>())
            .collect()
    })
}

/// The kinds of a bundle's cards with what they are declared as: equal cards count as one.
fn shape(cards: &[&CardView], declared: &[(CardId, Role)]) -> Vec<(Staff, Option<Role>)> {
    let role = |id| declared.iter().find(|(other, _)| *other == id).map(|(_, role)| *role);
    let mut shape: Vec<_> =
        cards.iter().map(|card| (card.staff().unwrap(), role(card.id))).collect();
    shape.sort();
    shape
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// FR-010, FR-029, FR-034, FR-009, R-18: in full, for hands of up to six cards.
    #[test]
    fn completions_are_accepted_just_when_they_are_enough(
        mine in prop::collection::vec((kinds(), prop::bool::weighted(0.1)), 1..=6),
        feature in prop::sample::select(vec!["F12", "F29", "F41", "F40", "F36", "F28", "F03"]),
    ) {
        let play = scene(&mine, &[], feature);
        let view = play.view();
        let hand = &view.players[0].hand;
        let rows = &view.players[0].feature.as_ref().unwrap().rows;
        let needs: Vec<(Role, u8)> = rows.iter().map(|row| (row.role, row.need)).collect();
        let mut accepted: Vec<Vec<(Staff, Option<Role>)>> = Vec::new();
        for bits in 0u32..1 << hand.len() {
            let cards: Vec<&CardView> =
                hand.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, c)| c).collect();
            let contractors: Vec<CardId> =
                cards.iter().filter(|c| c.role == Role::Contractor).map(|c| c.id).collect();
            for declared in declarations(&contractors) {
                let command = Command::Complete {
                    cards: cards.iter().map(|card| card.id).collect(),
                    declare: declared.iter().copied().collect::<Declarations>(),
                };
                let enough = is_enough(&cards, &declared, &needs);
                prop_assert_eq!(play.game.check(seat(0).into(), &command).is_ok(), enough);
                if enough {
                    accepted.push(shape(&cards, &declared));
                }
            }
        }
        // Minimal: no accepted bundle has the same cards but one, however they are declared.
        let bare = |shape: &[(Staff, Option<Role>)]| -> Vec<Staff> {
            let mut bare: Vec<Staff> = shape.iter().map(|(staff, _)| *staff).collect();
            bare.sort();
            bare
        };
        let all: BTreeSet<Vec<Staff>> = accepted.iter().map(|shape| bare(shape)).collect();
        let minimal: BTreeSet<_> = accepted
            .iter()
            .filter(|shape| {
                let whole = bare(shape);
                !(0..whole.len()).any(|i| {
                    let mut part = whole.clone();
                    part.remove(i);
                    all.contains(&part)
                })
            })
            .cloned()
            .collect();
        let mut commands = Vec::new();
        prop_assert_eq!(play.game.legal(seat(0), &mut commands), Listing::Sample);
        let mut listed = BTreeSet::new();
        for command in &commands {
            prop_assert_eq!(play.game.check(seat(0).into(), command), Ok(()));
            if let Command::Complete { cards, declare } = command {
                let cards: Vec<&CardView> = cards.iter().map(|id| view.card(*id).unwrap()).collect();
                prop_assert!(listed.insert(shape(&cards, declare)), "nothing is listed twice");
            }
        }
        prop_assert_eq!(&listed, &minimal);
        prop_assert_eq!(commands.last(), Some(&Command::Pass {}));
        // The view shows the same bundles, and says whether there is one.
        let active = view.players[0].feature.as_ref().unwrap();
        prop_assert_eq!(active.completable, !minimal.is_empty());
        prop_assert_eq!(active.short == 0, active.completable);
        prop_assert_eq!(view.choices.bundles.len(), minimal.len());
        let waste: Vec<_> = view.choices.bundles.iter().map(|bundle| bundle.waste).collect();
        prop_assert!(waste.is_sorted(), "least waste first: {:?}", waste);
    }

    /// FR-015, R-15: every trade of held cards is accepted, whatever is listed; a listed trade that
    /// says so leads to a completion, and there is one where the helpers say so.
    #[test]
    fn trades_are_accepted_just_when_the_cards_are_held(
        mine in prop::collection::vec((kinds(), prop::bool::weighted(0.1)), 1..=4),
        theirs in prop::collection::vec(kinds(), 0..=3),
    ) {
        let play = scene(&mine, &theirs, "F03");
        let view = play.view();
        let ids: Vec<CardId> =
            view.players.iter().flat_map(|player| &player.hand).map(|card| card.id).collect();
        // Each card is left out, given or taken.
        for code in 0..3u32.pow(ids.len() as u32) {
            let side = |i: u32| code / 3u32.pow(i) % 3;
            let on = |wanted: u32| (0..).zip(&ids).filter(move |(i, _)| side(*i) == wanted).map(|(_, id)| *id);
            let holds = |who: usize, id: CardId| view.players[who].hand.iter().any(|c| c.id == id);
            let fits = on(1).all(|id| holds(0, id)) && on(2).all(|id| holds(1, id));
            let command = Command::Offer { to: seat(1), give: on(1).collect(), take: on(2).collect() };
            let accepted = play.game.check(seat(0).into(), &command).is_ok();
            prop_assert_eq!(accepted, fits && code > 0);
        }
        let mut commands = Vec::new();
        play.game.legal(seat(0), &mut commands);
        for command in &commands {
            prop_assert_eq!(play.game.check(seat(0).into(), command), Ok(()));
        }
        for trade in &view.choices.trades {
            let mut after = play.clone();
            after.act(0, &trade.command, &[]);
            if !trade.at_once {
                let offer = after.view().offer.unwrap();
                prop_assert_eq!(offer.effect, trade.effect);
                after.act(1, &Command::Accept {}, &[]);
            }
            let can = |play: &Play, who: usize| {
                play.view().players[who].feature.as_ref().unwrap().completable
            };
            prop_assert_eq!(trade.effect.completes_own, can(&after, 0) && !can(&play, 0));
            prop_assert_eq!(trade.effect.completes_partners, can(&after, 1) && !can(&play, 1));
            prop_assert_eq!(trade.effect.breaks_partners, !can(&after, 1) && can(&play, 1));
        }
        // A partner can help just when taking all their cards that are not on leave completes.
        let mut pooled = play.clone();
        let take: Vec<CardId> = view.players[1].hand.iter().map(|card| card.id).collect();
        if !take.is_empty() {
            let all = Command::Offer { to: seat(1), give: [].into_iter().collect(), take: take.into_iter().collect() };
            pooled.act(0, &all, &[]).act(1, &Command::Accept {}, &[]);
        }
        let possible = pooled.view().players[0].feature.as_ref().unwrap().completable;
        prop_assert_eq!(view.choices.helpers.contains(seat(1)), possible);
        let own = view.players[0].feature.as_ref().unwrap().completable;
        if possible && !own {
            prop_assert!(view.choices.trades.iter().any(|trade| trade.effect.completes_own));
        }
    }
}

/// What is listed, for a scene that a player can follow.
#[test]
fn useful_trades_are_listed() {
    // Ann builds F29 (3 Dev, 1 UX) and lacks Dev; Ben builds F02 (3 Dev, 2 PM, 1 UX).
    let staff = |role, level| Staff::new(role, Some(level)).unwrap();
    let mine = [
        (staff(Role::Dev, Level::Junior), false),
        (staff(Role::Ux, Level::Entry), false),
        (staff(Role::Pm, Level::Junior), false),
    ];
    let theirs = [staff(Role::Dev, Level::Entry), staff(Role::Dev, Level::Senior)];
    let play = scene(&mine, &theirs, "F29");
    assert_eq!(
        play.legal(0),
        [
            "give R003 to Ben",
            "ask Ben for R004",
            "trade R003 for R004 with Ben",
            "ask Ben for R005",
            "trade R003 for R005 with Ben",
            "pass",
        ]
    );
    let view = play.view();
    assert_eq!(view.choices.helpers.iter().collect::<Vec<_>>(), [seat(1)]);
    assert_eq!(
        view.choices.trades[0].text,
        "Ask Ben for R004 (Entry Dev). You could then complete your feature."
    );
    let hint = view.choices.hint.unwrap();
    assert_eq!(hint.command, view.choices.trades[0].command);
    // Once the offer is made, nothing more is listed.
    let mut play = play;
    play.does(0, "ask Ben for R004").does(1, "accept");
    assert_eq!(play.legal(0), ["complete R001 R002 R004", "pass"]);
    assert_eq!(play.view().choices.cannot_offer.unwrap().rule, "FR-014");
    assert_eq!(play.game.view(Viewer::Spectator).choices.trades, []);
}

/// One who can complete does not ask for more, but may give what is left.
#[test]
fn what_is_spare_is_given() {
    let staff = |role, level| Staff::new(role, Some(level)).unwrap();
    let mine = [
        (staff(Role::Pm, Level::Senior), false),
        (staff(Role::Pm, Level::Junior), false),
        (staff(Role::Dev, Level::Senior), false),
        (staff(Role::Ux, Level::Entry), true),
    ];
    let play = scene(&mine, &[staff(Role::Ux, Level::Entry)], "F41");
    assert_eq!(
        play.legal(0),
        ["complete R001", "give R002 R003 to Ben", "give R003 to Ben", "pass"]
    );
    let text = &play.view().choices.trades[0].text;
    assert!(text.ends_with("Ben could then complete a feature."), "{text}");
}

/// FR-036, R-14: with an empty hand the list is complete: the pass is all.
#[test]
fn an_empty_hand_can_only_pass() {
    let mut play = start(&config(1), "F01", "eee");
    play.turn("layoff at 0").turn("layoff at 0").draw("layoff at 0");
    let mut commands = Vec::new();
    assert_eq!(play.game.legal(seat(0), &mut commands), Listing::Complete);
    assert_eq!(commands, [Command::Pass {}]);
    let choices = play.view().choices;
    assert_eq!(choices.cannot_complete.unwrap().rule, "FR-036");
    assert_eq!(choices.cannot_offer.unwrap().rule, "FR-036");
    // A card just drawn counts.
    play.pass().draw("contractor");
    assert_eq!(play.game.legal(seat(0), &mut commands), Listing::Sample);
}

/// Where nobody can complete, each side's spare cards are listed, and both together where both
/// sides have some.
#[test]
fn spare_cards_are_exchanged() {
    let scene = |draw: &str, ben: &str| {
        let mut play = start(&config(2), "F40 F41", &format!("eee {ben}"));
        play.draw(draw);
        play
    };
    // Ann builds with Dev, Ben with PM; he lacks a point of it.
    let both = ["give R002 to Ben", "ask Ben for R004", "trade R002 for R004 with Ben", "pass"];
    assert_eq!(scene("entry ux", "eje").legal(0), both);
    // Ann's PM is gone: she has nothing that Ben lacks.
    assert_eq!(scene("layoff at 1", "eje").legal(0), ["ask Ben for R004", "pass"]);
    // Ben can complete: he needs nothing.
    assert_eq!(scene("entry ux", "ese").legal(0), ["ask Ben for R004", "pass"]);
    // Ben's Dev is gone: he has nothing that Ann lacks.
    let mut gone = start(&config(2), "F40 F41", "eee eje");
    gone.draw("entry ux").pass().draw("layoff at 0").pass().draw("entry ux");
    assert_eq!(gone.legal(0), ["give R002 to Ben", "pass"]);
}

/// FR-025: who has completed this turn is told of no helper where one completion is all.
#[test]
fn nobody_helps_after_the_only_completion() {
    let options = Config { single_completion: true, ..config(2) };
    let mut play = start(&options, "F42 F41 F40", "ees eee");
    play.draw("senior dev").does(0, "complete R003");
    // Ann now builds F40 (4 Dev) and has 4: Ben's cards would not matter.
    assert_eq!(play.view().choices.helpers.len(), 0);
    assert!(play.view().choices.bundles.is_empty());
    let mut free = start(&config(2), "F42 F41 F40", "ees eee");
    free.draw("senior dev").does(0, "complete R003");
    assert_eq!(free.view().choices.helpers.iter().collect::<Vec<_>>(), [seat(1)]);
}
