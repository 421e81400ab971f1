//! All that a screen needs to draw and to explain. Nothing in it is hidden from anybody: the
//! order of the deck and what the dice will bring are not in it.

mod build;
mod choices;
mod guess;

use schemars::JsonSchema;
use senet_kernel::{Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::card::{CardSet, Level, Role, Staff};
use crate::command::{Command, Declarations};
use crate::config::Ruleset;
use crate::event::{Event, Incident, Nullified};
use crate::feature::Feature;
use crate::id::{CardId, FeatureId};
use crate::rejection::{Decision, Rejection};

/// All that a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The seat that looks; none for a spectator.
    pub you: Option<Seat>,
    /// The options in force (FR-042).
    pub options: Options,
    /// The turn, counted from 1 (FR-003).
    pub turn: u8,
    /// Whose turn it is, or was when the game ended.
    pub active: Seat,
    /// What is open; none once the game is over.
    pub open: Option<Decision>,
    /// Who may act now.
    pub to_act: SeatSet,
    /// Whom the game waits for: the active player, or the partner who is to answer an offer.
    pub awaited: SeatSet,
    /// The completed features of the team, net of forfeits (FR-033).
    pub total: u8,
    /// What the team has to reach (FR-004).
    pub target: u8,
    /// The players in seat order.
    pub players: Vec<PlayerView>,
    /// What can still be dealt.
    pub deck: DeckView,
    /// What the active player drew this turn.
    pub drawn: Option<DrawnView>,
    /// The offer that awaits its answer.
    pub offer: Option<OfferView>,
    /// Whether the active player has made the one offer of this turn.
    pub traded: bool,
    /// The completions of this turn.
    pub completions: u8,
    /// What can be done about what is open.
    pub choices: Choices,
    /// The last entries of the log, oldest first (FR-028).
    pub log: Vec<LogView>,
    /// The cards that have left the game, by number.
    pub gone: Vec<CardView>,
    /// The figures of the game so far, or of the whole game once it is over (FR-046).
    pub summary: Summary,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// The options in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Options {
    /// The turn limit's rule.
    pub ruleset: Ruleset,
    /// The last turn.
    pub turn_limit: u8,
    /// How many of the turns each player has, in the order of the seats.
    pub turns_each: Vec<u8>,
    /// How many draws in a hundred bring staff.
    pub resource_weight: u8,
    /// Whether a turn has one completion at most.
    pub single_completion: bool,
    /// How many entries the log keeps.
    pub log_retention: u16,
    /// Whether a deck is played with that is not the game's own.
    pub own_deck: bool,
    /// What is known of how often a team wins with these options.
    pub odds: Odds,
    /// What the players should know about these options.
    pub warnings: Vec<String>,
}

/// How often a team of the house's bots wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odds {
    /// Games won of a thousand; none with a deck of one's own.
    pub won: Option<u16>,
    /// The same in a sentence.
    pub text: String,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerView {
    /// The seat.
    pub seat: Seat,
    /// The name.
    pub name: String,
    /// The hand in the order of arrival.
    pub hand: Vec<CardView>,
    /// What is being built; none where the deck ran out, or the game was just won.
    pub feature: Option<ActiveView>,
    /// The completed features, earliest first.
    pub completed: Vec<Feature>,
    /// The forfeited features, earliest first.
    pub lost: Vec<Feature>,
    /// The completion that a Competition demands (FR-032).
    pub requirement: Option<RequirementView>,
    /// The player's next turn, or the current one; none where there is no further one.
    pub next_turn: Option<u8>,
    /// The turns that the player still has, the current one included.
    pub turns_left: u8,
    /// The offers that the player made.
    pub trades: u8,
}

/// A staff card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardView {
    /// Its name.
    pub id: CardId,
    /// What it works as.
    pub role: Role,
    /// How much it has seen; a contractor has none.
    pub level: Option<Level>,
    /// What it counts for.
    pub points: u8,
    /// Its leave, where it has one (FR-021).
    pub lock: Option<LockView>,
}

impl CardView {
    /// What stands on the card.
    pub fn staff(&self) -> Option<Staff> {
        Staff::new(self.role, self.level)
    }
}

/// A leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LockView {
    /// The turn on which the card went on leave.
    pub since: u8,
    /// The turn at whose end it is released; none where the game ends before.
    pub release: Option<u8>,
    /// The first turn on which it can be spent; none where the game ends before.
    pub free_from: Option<u8>,
    /// The same in words.
    pub text: String,
}

/// A feature that is being built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActiveView {
    /// Its name.
    pub id: FeatureId,
    /// What it is called.
    pub title: String,
    /// Each required role with what the hand has for it.
    pub rows: Vec<NeedView>,
    /// The contractors in the hand that could stand in.
    pub contractors: u8,
    /// How many contractors more would complete it; 0 where it can be completed.
    pub short: u8,
    /// Whether the hand can complete it, cards on leave left out.
    pub completable: bool,
}

/// One required role of a feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NeedView {
    /// The role.
    pub role: Role,
    /// The points that it requires.
    pub need: u8,
    /// The points of this role in the hand, contractors and cards on leave left out.
    pub have: u8,
    /// The points that are missing before contractors stand in.
    pub missing: u8,
}

/// A pending requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementView {
    /// The turn on which a feature must be completed.
    pub due: u8,
    /// How many turns away that is; 0 on the turn itself.
    pub turns_away: u8,
    /// What it demands and what failing costs.
    pub text: String,
}

/// What can still be dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeckView {
    /// How many features are left.
    pub left: u8,
    /// Which, by number: their order is hidden.
    pub unseen: Vec<Feature>,
}

/// What was drawn this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "DrawnView", rename_all = "snake_case")]
#[schemars(tag = "type")]
pub enum DrawnView {
    /// A staff card.
    Resource {
        /// Which one.
        card: CardId,
    },
    /// An event.
    Event {
        /// Which one.
        event: Incident,
        /// Why it had no effect, where it had none.
        nullified: Option<Nullified>,
    },
}

senet_kernel::tagged!(DrawnView, "type");

/// An offer that awaits its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferView {
    /// Who offers.
    pub from: Seat,
    /// Who is asked.
    pub to: Seat,
    /// What the partner would receive, in order.
    pub give: Vec<CardId>,
    /// What the partner would hand over, in order.
    pub take: Vec<CardId>,
    /// What it would lead to.
    pub effect: TradeEffect,
}

/// What a trade would lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TradeEffect {
    /// Whether the one who offers could then complete the own feature.
    pub completes_own: bool,
    /// Whether the partner's hand would then hold all that the partner's feature requires.
    pub completes_partners: bool,
    /// Whether the partner's hand holds that now, and would not any more.
    pub breaks_partners: bool,
}

/// What can be done about what is open. Lists are empty where they do not apply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choices {
    /// Bundles that complete the active feature: those that no card can be taken out of, least
    /// waste first. Others are accepted too.
    pub bundles: Vec<BundleView>,
    /// Trades that are worth a thought. Others are accepted too.
    pub trades: Vec<TradeView>,
    /// The partners with whose cards the active player could complete now.
    pub helpers: SeatSet,
    /// The single choices of a Reorg, PTO, penalty or answer, with what each leads to.
    pub options: Vec<OptionView>,
    /// Why nothing can be completed now, with the code and the facts.
    pub cannot_complete: Option<WhyNot>,
    /// Why nothing can be offered now.
    pub cannot_offer: Option<WhyNot>,
    /// What the players should know before they pass; a screen asks again where there is any.
    pub before_pass: Vec<String>,
    /// A suggestion, to be shown on request only.
    pub hint: Option<HintView>,
}

/// Why something cannot be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WhyNot {
    /// The refusal that a try would meet.
    pub rejection: Rejection,
    /// The same in a sentence.
    pub text: String,
    /// The rule.
    pub rule: String,
}

/// A bundle that completes the active feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BundleView {
    /// The cards, all of which are spent.
    pub cards: Vec<CardId>,
    /// What each contractor stands in for.
    pub declare: Declarations,
    /// What the cards count for together.
    pub points: u16,
    /// The points beyond what is required, which are lost.
    pub waste: u16,
    /// Whether it wins the game.
    pub wins: bool,
    /// Whether it meets the Competition's demand.
    pub meets_requirement: bool,
    /// The command that spends it.
    pub command: Command,
}

/// A trade that is worth a thought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TradeView {
    /// The partner.
    pub to: Seat,
    /// What the partner would receive.
    pub give: Vec<CardId>,
    /// What the partner would hand over.
    pub take: Vec<CardId>,
    /// Whether it is carried out at once; otherwise the partner answers.
    pub at_once: bool,
    /// What it would lead to.
    pub effect: TradeEffect,
    /// The same in words.
    pub text: String,
    /// The command that offers it.
    pub command: Command,
}

/// One choice of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionView {
    /// Who may choose it.
    pub seat: Seat,
    /// The command.
    pub command: Command,
    /// What it leads to.
    pub text: String,
}

/// A suggestion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HintView {
    /// To whom.
    pub seat: Seat,
    /// What to do.
    pub command: Command,
    /// Why.
    pub text: String,
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LogView {
    /// Counted from 1 and never used again.
    pub number: u32,
    /// The turn.
    pub turn: u8,
    /// The player that it is about; none for the start and the end of the game.
    pub seat: Option<Seat>,
    /// What happened; its type is the kind of the entry.
    pub event: Event,
    /// The same in a sentence.
    pub text: String,
}

/// The figures of a game. The seed is the table's to add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Whether it was won.
    pub outcome: Status,
    /// The number of the turn in which the game ended, or of the current one.
    pub turns_used: u8,
    /// The features that the team has to complete.
    pub target: u8,
    /// The features that are completed, net of forfeits.
    pub total: u8,
    /// The same by player.
    pub completed: Vec<u8>,
    /// The offers made, gifts and fruitless ones included.
    pub trades: u8,
    /// The same by player.
    pub trades_by_player: Vec<u8>,
    /// The events drawn, of each kind.
    pub events: Vec<EventCount>,
    /// The cards lost to Layoffs and penalties.
    pub discarded: u8,
    /// The features forfeited.
    pub forfeited: u8,
    /// The same by player, by name.
    pub forfeited_by_player: Vec<Vec<FeatureId>>,
    /// The rule of the turn limit.
    pub ruleset: Ruleset,
    /// How many draws in a hundred bring staff.
    pub resource_weight: u8,
    /// Whether a turn has one completion at most.
    pub single_completion: bool,
    /// How many entries the log keeps.
    pub log_retention: u16,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It goes on.
    Playing,
    /// The target was reached.
    Won,
    /// The turns ran out.
    Lost,
}

/// How often an event was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventCount {
    /// Which event.
    pub event: Incident,
    /// How often it was drawn.
    pub drawn: u8,
    /// How many of these were nullified.
    pub nullified: u8,
}

impl View {
    /// The player of a seat.
    pub fn player(&self, seat: Seat) -> Option<&PlayerView> {
        self.players.get(seat.index())
    }

    /// A card, wherever it is.
    pub fn card(&self, id: CardId) -> Option<&CardView> {
        let hands = self.players.iter().flat_map(|player| &player.hand);
        hands.chain(&self.gone).find(|card| card.id == id)
    }

    /// A feature, wherever it is; one that is being built has its title only.
    pub(crate) fn title(&self, id: FeatureId) -> &str {
        let active = self.players.iter().filter_map(|player| player.feature.as_ref());
        let piles = self.players.iter();
        let piles = piles.flat_map(|player| player.completed.iter().chain(&player.lost));
        let found = active
            .map(|feature| (feature.id, feature.title.as_str()))
            .chain(
                piles.chain(&self.deck.unseen).map(|feature| (feature.id, feature.title.as_str())),
            )
            .find(|(other, _)| *other == id);
        found.map_or("", |(_, title)| title)
    }

    /// Cards in words: "R001 (Senior Dev), R004 (Contractor)".
    pub(crate) fn tell_cards(&self, cards: impl IntoIterator<Item = CardId>) -> String {
        let told = cards.into_iter().map(|id| self.tell_card(id));
        told.collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn tell_card(&self, id: CardId) -> String {
        match self.card(id).and_then(CardView::staff) {
            Some(staff) => format!("{id} ({staff})"),
            None => id.to_string(),
        }
    }

    pub(crate) fn tell_set(&self, cards: CardSet) -> String {
        self.tell_cards(cards.iter())
    }
}
