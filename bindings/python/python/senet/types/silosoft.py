"""The types of silosoft.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .shared import (
    Outcome as Outcome,
    Seat as Seat,
    SeatSet as SeatSet,
)


Command: TypeAlias = "CommandDraw | CommandReorg | CommandPto | CommandOffer | CommandAccept | CommandDecline | CommandWithdraw | CommandComplete | CommandPass | CommandForfeit"
"""What a seat asks for."""


class CommandDraw(TypedDict):
    """Draws a staff card or an event (FR-007)."""
    type: Literal['draw']


class CommandReorg(TypedDict):
    """Hands a card to another player, as the Reorg demands (FR-017)."""
    card: str
    """Which card."""
    to: Seat
    """Who receives it."""
    type: Literal['reorg']


class CommandPto(TypedDict):
    """Sends a card on leave, as PTO demands (FR-020)."""
    card: str
    """Which card."""
    type: Literal['pto']


class CommandOffer(TypedDict):
    """Gives cards, asks for cards, or both (FR-015)."""
    give: NotRequired[list[str]]
    """What the partner receives."""
    take: NotRequired[list[str]]
    """What the partner is asked for; where it is empty the offer is a gift."""
    to: Seat
    """The partner."""
    type: Literal['offer']


class CommandAccept(TypedDict):
    """Agrees to the offer that is open."""
    type: Literal['accept']


class CommandDecline(TypedDict):
    """Turns the offer down."""
    type: Literal['decline']


class CommandWithdraw(TypedDict):
    """Takes the own offer back before it is answered."""
    type: Literal['withdraw']


class CommandComplete(TypedDict):
    """Completes the active feature with these cards (FR-010)."""
    cards: list[str]
    """The bundle; all of it is spent."""
    declare: NotRequired[dict[str, Role]]
    """The role that each contractor of the bundle stands in for (FR-009)."""
    type: Literal['complete']


Role: TypeAlias = "Literal['dev'] | Literal['pm'] | Literal['ux'] | Literal['contractor']"
"""What a card works as."""


class CommandPass(TypedDict):
    """Ends the turn (FR-035)."""
    type: Literal['pass']


class CommandForfeit(TypedDict):
    """Gives up a completed feature, as the Competition's penalty (FR-019)."""
    feature: str
    """Which one."""
    type: Literal['forfeit']


class Config(TypedDict):
    """The options of a game."""
    log_retention: NotRequired[int]
    """How many entries the log keeps."""
    players: list[str]
    """The players: one to four names of at most 20 characters, in seat order. A blank name
    becomes "Player" and the number of the seat.
    """
    resource_weight: NotRequired[int]
    """How many draws in a hundred bring staff; the others bring events. 80 is relaxed, 70 is
    standard, 60 is a crunch.
    """
    rng_seed: NotRequired[str | None]
    """The seed of the deal, 1 to 64 characters. Where there is none, a new one is drawn; the same seed
    deals the same cards.
    """
    ruleset: NotRequired[Ruleset]
    """The turn limit: ten turns in all as the rules are written, or ten for each player."""
    single_completion: NotRequired[bool]
    """Whether a player completes at most one feature in a turn."""


Ruleset: TypeAlias = "Literal['seed'] | Literal['balanced']"
"""The turn limit (R-01)."""


Event: TypeAlias = "EventGameStarted | EventDrewResource | EventEventDrawn | EventEventApplied | EventEventNullified | EventRequirementSet | EventRequirementMet | EventPtoLocked | EventPtoReleased | EventGift | EventTradeOffered | EventTradeAccepted | EventTradeDeclined | EventTradeWithdrawn | EventCompleted | EventFeatureAssigned | EventDeckExhausted | EventPenaltyForfeit | EventPenaltyDiscard | EventTurnEnded | EventWon | EventLost"
"""What happened. All of it is open to everybody (R-26)."""


class EventGameStarted(TypedDict):
    """The game began, with these options."""
    resource_weight: int
    """How many draws in a hundred bring staff."""
    ruleset: Ruleset
    """The turn limit."""
    single_completion: bool
    """Whether a turn has one completion at most."""
    type: Literal['game_started']


class EventDrewResource(TypedDict):
    """A staff card came into a hand."""
    card: str
    """Its name."""
    seat: Seat
    """Who drew."""
    staff: Staff
    """What stands on it."""
    type: Literal['drew_resource']


class Staff(TypedDict):
    level: NotRequired[Level | None]
    """How much it has seen; a contractor has none."""
    role: Role
    """What it works as."""


Level: TypeAlias = "Literal['entry'] | Literal['junior'] | Literal['senior']"
"""How much a member of staff has seen."""


class EventEventDrawn(TypedDict):
    """An event came that asks for a choice. The log waits for that choice."""
    event: Incident
    """Which event."""
    seat: Seat
    """Who drew."""
    type: Literal['event_drawn']


Incident: TypeAlias = "Literal['layoff'] | Literal['reorg'] | Literal['competition'] | Literal['pto']"
"""One of the four events of the draw (FR-016 to FR-020)."""


class EventEventApplied(TypedDict):
    """An event took effect."""
    card: NotRequired[str | None]
    """The card that it struck; none for a Competition."""
    event: Incident
    """Which event."""
    seat: Seat
    """Who drew it."""
    to: NotRequired[Seat | None]
    """Who received the card, for a Reorg."""
    type: Literal['event_applied']


class EventEventNullified(TypedDict):
    """An event had no effect."""
    event: Incident
    """Which event."""
    reason: Nullified
    """Why."""
    seat: Seat
    """Who drew it."""
    type: Literal['event_nullified']


Nullified: TypeAlias = "Literal['empty_hand'] | Literal['no_other_player'] | Literal['requirement_pending'] | Literal['no_next_turn']"
"""Why an event had no effect (FR-023)."""


class EventRequirementSet(TypedDict):
    """A Competition demands a completion."""
    due: int
    """On which turn."""
    seat: Seat
    """Of whom."""
    type: Literal['requirement_set']


class EventRequirementMet(TypedDict):
    """The demand was met."""
    seat: Seat
    """By whom."""
    type: Literal['requirement_met']


class EventPtoLocked(TypedDict):
    """A card went on leave."""
    card: str
    """Which card."""
    release: int
    """The turn at whose end it is released, or the last one where the game ends before."""
    seat: Seat
    """Whose."""
    type: Literal['pto_locked']


class EventPtoReleased(TypedDict):
    """A card came back from leave."""
    card: str
    """Which card."""
    seat: Seat
    """Whose hand it is in."""
    type: Literal['pto_released']


class EventGift(TypedDict):
    """Cards were given without a return."""
    cards: CardSet
    """What."""
    seat: Seat
    """Who gave."""
    to: Seat
    """Who received."""
    type: Literal['gift']


CardSet: TypeAlias = "list[str]"
"""A set of cards, as bits. On the wire it is a list in the order of their numbers."""


class EventTradeOffered(TypedDict):
    """An offer awaits its answer."""
    give: CardSet
    """What the partner would receive."""
    seat: Seat
    """Who offers."""
    take: CardSet
    """What the partner would hand over."""
    to: Seat
    """Who is asked."""
    type: Literal['trade_offered']


EventTradeAccepted = TypedDict("EventTradeAccepted", {
    "from": "Seat",
    "give": "CardSet",
    "seat": "Seat",
    "take": "CardSet",
    "type": "Literal['trade_accepted']",
})
"""The offer was accepted, and the cards changed hands."""


EventTradeDeclined = TypedDict("EventTradeDeclined", {
    "from": "Seat",
    "seat": "Seat",
    "type": "Literal['trade_declined']",
})
"""The offer was turned down."""


class EventTradeWithdrawn(TypedDict):
    """The offer was taken back."""
    seat: Seat
    """Who took it back."""
    to: Seat
    """Who had been asked."""
    type: Literal['trade_withdrawn']


class EventCompleted(TypedDict):
    """A feature was completed."""
    cards: CardSet
    """What was spent."""
    feature: str
    """Which one."""
    seat: Seat
    """By whom."""
    total: int
    """The team's total after it."""
    type: Literal['completed']


class EventFeatureAssigned(TypedDict):
    """A player has a new feature to build."""
    feature: str
    """Which one."""
    seat: Seat
    """Who."""
    type: Literal['feature_assigned']


class EventDeckExhausted(TypedDict):
    """There is no feature left to deal."""
    seat: Seat
    """Who goes without."""
    type: Literal['deck_exhausted']


class EventPenaltyForfeit(TypedDict):
    """A completed feature was given up."""
    feature: str
    """Which one."""
    seat: Seat
    """Whose."""
    total: int
    """The team's total after it."""
    type: Literal['penalty_forfeit']


class EventPenaltyDiscard(TypedDict):
    """Cards were lost at random, as a penalty."""
    cards: CardSet
    """Which; there may be none to lose."""
    seat: Seat
    """Whose."""
    type: Literal['penalty_discard']


class EventTurnEnded(TypedDict):
    """A turn ended."""
    seat: Seat
    """Whose."""
    type: Literal['turn_ended']


class EventWon(TypedDict):
    """The team reached its target."""
    total: int
    """The features that it completed."""
    type: Literal['won']


class EventLost(TypedDict):
    """The last turn ended short of the target."""
    total: int
    """The features that were completed."""
    type: Literal['lost']


Rejection: TypeAlias = "RejectionGameOver | RejectionUnknownPlayer | RejectionNotYourTurn | RejectionWrongPhase | RejectionEmptyHand | RejectionNoPartner | RejectionTradeLimitReached | RejectionSelfTrade | RejectionEmptyTrade | RejectionDuplicateCard | RejectionCardNotInHand | RejectionPartnerLacksCard | RejectionNoActiveFeature | RejectionCompletionLimitReached | RejectionEmptyBundle | RejectionCardLocked | RejectionContractorUndeclared | RejectionInvalidDeclaration | RejectionCardNotNeeded | RejectionRequirementNotMet | RejectionSelfTarget | RejectionFeatureNotYours"
"""Why a command was refused. Nothing has changed (FR-050)."""


class RejectionGameOver(TypedDict):
    """FR-049: nothing follows the end."""
    code: Literal['game_over']


class RejectionUnknownPlayer(TypedDict):
    """FR-001: only the players of this game act and are acted upon."""
    code: Literal['unknown_player']
    seat: NotRequired[Seat | None]
    """The seat that was named; none where the one who acts is no seat."""


class RejectionNotYourTurn(TypedDict):
    """FR-040: the player has no command now."""
    code: Literal['not_your_turn']
    open: Decision
    """What is open."""
    turn: Seat
    """Whose turn it is."""


Decision: TypeAlias = "Literal['draw'] | Literal['reorg'] | Literal['pto'] | Literal['action'] | Literal['trade_answer'] | Literal['penalty']"
"""The decision that is open."""


class RejectionWrongPhase(TypedDict):
    """FR-047: the player has a command now, but not this one."""
    code: Literal['wrong_phase']
    open: Decision
    """What is open."""


class RejectionEmptyHand(TypedDict):
    """FR-036: with an empty hand one can only pass."""
    code: Literal['empty_hand']


class RejectionNoPartner(TypedDict):
    """FR-015: a trade takes two."""
    code: Literal['no_partner']


class RejectionTradeLimitReached(TypedDict):
    """FR-014: one trade in a turn."""
    code: Literal['trade_limit_reached']


class RejectionSelfTrade(TypedDict):
    """FR-015: a trade takes two."""
    code: Literal['self_trade']


class RejectionEmptyTrade(TypedDict):
    """R-15: something must change hands."""
    code: Literal['empty_trade']


class RejectionDuplicateCard(TypedDict):
    """FR-050: a card is named once."""
    card: str
    """Which card."""
    code: Literal['duplicate_card']


class RejectionCardNotInHand(TypedDict):
    """FR-029: the card is not in the hand."""
    card: str
    """Which card."""
    code: Literal['card_not_in_hand']


class RejectionPartnerLacksCard(TypedDict):
    """FR-015: the card is not in the partner's hand."""
    card: str
    """Which card."""
    code: Literal['partner_lacks_card']
    partner: Seat
    """Who was asked for it."""


class RejectionNoActiveFeature(TypedDict):
    """FR-012: there is nothing to build."""
    code: Literal['no_active_feature']


class RejectionCompletionLimitReached(TypedDict):
    """FR-025: one completion in a turn, where that is chosen."""
    code: Literal['completion_limit_reached']


class RejectionEmptyBundle(TypedDict):
    """FR-010: a completion needs cards."""
    code: Literal['empty_bundle']


class RejectionCardLocked(TypedDict):
    """FR-021: a card on leave cannot be spent."""
    card: str
    """Which card."""
    code: Literal['card_locked']
    release: int
    """The turn at whose end it is released: at the latest the last one."""


class RejectionContractorUndeclared(TypedDict):
    """FR-009: a contractor stands in for exactly one role."""
    card: str
    """Which card."""
    code: Literal['contractor_undeclared']


class RejectionInvalidDeclaration(TypedDict):
    """FR-009: only a contractor of the bundle is declared, as a role that the feature lists."""
    card: str
    """Which card."""
    code: Literal['invalid_declaration']
    role: Role
    """As what."""


class RejectionCardNotNeeded(TypedDict):
    """R-18: the feature does not ask for this role."""
    card: str
    """Which card."""
    code: Literal['card_not_needed']
    role: Role
    """Its role."""


class RejectionRequirementNotMet(TypedDict):
    """FR-034: every threshold must be met."""
    code: Literal['requirement_not_met']
    measures: list[Measure]
    """Every listed role with what it needs and has."""


class Measure(TypedDict):
    """One role of a feature that a bundle was held against."""
    have: int
    """The points that the bundle has."""
    need: int
    """The points that the feature requires."""
    role: Role
    """The role."""


class RejectionSelfTarget(TypedDict):
    """FR-017: the card goes to another player."""
    code: Literal['self_target']


class RejectionFeatureNotYours(TypedDict):
    """FR-019: only an own completed feature can be given up."""
    code: Literal['feature_not_yours']
    feature: str
    """Which feature."""


class View(TypedDict):
    """All that a viewer may know."""
    active: Seat
    """Whose turn it is, or was when the game ended."""
    awaited: SeatSet
    """Whom the game waits for: the active player, or the partner who is to answer an offer."""
    choices: Choices
    """What can be done about what is open."""
    completions: int
    """The completions of this turn."""
    deck: DeckView
    """What can still be dealt."""
    drawn: NotRequired[DrawnView | None]
    """What the active player drew this turn."""
    gone: list[CardView]
    """The cards that have left the game, by number."""
    log: list[LogView]
    """The last entries of the log, oldest first (FR-028)."""
    offer: NotRequired[OfferView | None]
    """The offer that awaits its answer."""
    open: NotRequired[Decision | None]
    """What is open; none once the game is over."""
    options: Options
    """The options in force (FR-042)."""
    outcome: NotRequired[Outcome | None]
    """How it ended."""
    players: list[PlayerView]
    """The players in seat order."""
    summary: Summary
    """The figures of the game so far, or of the whole game once it is over (FR-046)."""
    target: int
    """What the team has to reach (FR-004)."""
    to_act: SeatSet
    """Who may act now."""
    total: int
    """The completed features of the team, net of forfeits (FR-033)."""
    traded: bool
    """Whether the active player has made the one offer of this turn."""
    turn: int
    """The turn, counted from 1 (FR-003)."""
    you: NotRequired[Seat | None]
    """The seat that looks; none for a spectator."""


class Choices(TypedDict):
    """What can be done about what is open. Lists are empty where they do not apply."""
    before_pass: list[str]
    """What the players should know before they pass; a screen asks again where there is any."""
    bundles: list[BundleView]
    """Bundles that complete the active feature: those that no card can be taken out of, least
    waste first. Others are accepted too.
    """
    cannot_complete: NotRequired[WhyNot | None]
    """Why nothing can be completed now, with the code and the facts."""
    cannot_offer: NotRequired[WhyNot | None]
    """Why nothing can be offered now."""
    helpers: SeatSet
    """The partners with whose cards the active player could complete now."""
    hint: NotRequired[HintView | None]
    """A suggestion, to be shown on request only."""
    options: list[OptionView]
    """The single choices of a Reorg, PTO, penalty or answer, with what each leads to."""
    trades: list[TradeView]
    """Trades that are worth a thought. Others are accepted too."""


class BundleView(TypedDict):
    """A bundle that completes the active feature."""
    cards: list[str]
    """The cards, all of which are spent."""
    command: Command
    """The command that spends it."""
    declare: dict[str, Role]
    """What each contractor stands in for."""
    meets_requirement: bool
    """Whether it meets the Competition's demand."""
    points: int
    """What the cards count for together."""
    waste: int
    """The points beyond what is required, which are lost."""
    wins: bool
    """Whether it wins the game."""


class WhyNot(TypedDict):
    """Why something cannot be done now."""
    rejection: Rejection
    """The refusal that a try would meet."""
    rule: str
    """The rule."""
    text: str
    """The same in a sentence."""


class HintView(TypedDict):
    """A suggestion."""
    command: Command
    """What to do."""
    seat: Seat
    """To whom."""
    text: str
    """Why."""


class OptionView(TypedDict):
    """One choice of a decision."""
    command: Command
    """The command."""
    seat: Seat
    """Who may choose it."""
    text: str
    """What it leads to."""


class TradeView(TypedDict):
    """A trade that is worth a thought."""
    at_once: bool
    """Whether it is carried out at once; otherwise the partner answers."""
    command: Command
    """The command that offers it."""
    effect: TradeEffect
    """What it would lead to."""
    give: list[str]
    """What the partner would receive."""
    take: list[str]
    """What the partner would hand over."""
    text: str
    """The same in words."""
    to: Seat
    """The partner."""


class TradeEffect(TypedDict):
    """What a trade would lead to."""
    breaks_partners: bool
    """Whether the partner's hand holds that now, and would not any more."""
    completes_own: bool
    """Whether the one who offers could then complete the own feature."""
    completes_partners: bool
    """Whether the partner's hand would then hold all that the partner's feature requires."""


class DeckView(TypedDict):
    """What can still be dealt."""
    left: int
    """How many features are left."""
    unseen: list[Feature]
    """Which, by number: their order is hidden."""


class Feature(TypedDict):
    """Something to build."""
    id: str
    """Its name, such as F07."""
    needs: Needs
    """The points that it requires of each role; a role that is not required is left out."""
    title: str
    """What it is called."""


Needs: TypeAlias = "dict[str, int]"
"""Points by role. Invariant: at least one role is required."""


DrawnView: TypeAlias = "DrawnViewResource | DrawnViewEvent"
"""What was drawn this turn."""


class DrawnViewResource(TypedDict):
    """A staff card."""
    card: str
    """Which one."""
    type: Literal['resource']


class DrawnViewEvent(TypedDict):
    """An event."""
    event: Incident
    """Which one."""
    nullified: NotRequired[Nullified | None]
    """Why it had no effect, where it had none."""
    type: Literal['event']


class CardView(TypedDict):
    """A staff card."""
    id: str
    """Its name."""
    level: NotRequired[Level | None]
    """How much it has seen; a contractor has none."""
    lock: NotRequired[LockView | None]
    """Its leave, where it has one (FR-021)."""
    points: int
    """What it counts for."""
    role: Role
    """What it works as."""


class LockView(TypedDict):
    """A leave."""
    free_from: NotRequired[int | None]
    """The first turn on which it can be spent; none where the game ends before."""
    release: NotRequired[int | None]
    """The turn at whose end it is released; none where the game ends before."""
    since: int
    """The turn on which the card went on leave."""
    text: str
    """The same in words."""


class LogView(TypedDict):
    """An entry of the log."""
    event: Event
    """What happened; its type is the kind of the entry."""
    number: int
    """Counted from 1 and never used again."""
    seat: NotRequired[Seat | None]
    """The player that it is about; none for the start and the end of the game."""
    text: str
    """The same in a sentence."""
    turn: int
    """The turn."""


OfferView = TypedDict("OfferView", {
    "effect": "TradeEffect",
    "from": "Seat",
    "give": "list[str]",
    "take": "list[str]",
    "to": "Seat",
})
"""An offer that awaits its answer."""


class Options(TypedDict):
    """The options in force."""
    log_retention: int
    """How many entries the log keeps."""
    odds: Odds
    """What is known of how often a team wins with these options."""
    own_deck: bool
    """Whether a deck is played with that is not the game's own."""
    resource_weight: int
    """How many draws in a hundred bring staff."""
    ruleset: Ruleset
    """The turn limit's rule."""
    single_completion: bool
    """Whether a turn has one completion at most."""
    turn_limit: int
    """The last turn."""
    turns_each: list[int]
    """How many of the turns each player has, in the order of the seats."""
    warnings: list[str]
    """What the players should know about these options."""


class Odds(TypedDict):
    """How often a team of the house's bots wins."""
    text: str
    """The same in a sentence."""
    won: NotRequired[int | None]
    """Games won of a thousand; none with a deck of one's own."""


class PlayerView(TypedDict):
    """A player."""
    completed: list[Feature]
    """The completed features, earliest first."""
    feature: NotRequired[ActiveView | None]
    """What is being built; none where the deck ran out, or the game was just won."""
    hand: list[CardView]
    """The hand in the order of arrival."""
    lost: list[Feature]
    """The forfeited features, earliest first."""
    name: str
    """The name."""
    next_turn: NotRequired[int | None]
    """The player's next turn, or the current one; none where there is no further one."""
    requirement: NotRequired[RequirementView | None]
    """The completion that a Competition demands (FR-032)."""
    seat: Seat
    """The seat."""
    trades: int
    """The offers that the player made."""
    turns_left: int
    """The turns that the player still has, the current one included."""


class ActiveView(TypedDict):
    """A feature that is being built."""
    completable: bool
    """Whether the hand can complete it, cards on leave left out."""
    contractors: int
    """The contractors in the hand that could stand in."""
    id: str
    """Its name."""
    rows: list[NeedView]
    """Each required role with what the hand has for it."""
    short: int
    """How many contractors more would complete it; 0 where it can be completed."""
    title: str
    """What it is called."""


class NeedView(TypedDict):
    """One required role of a feature."""
    have: int
    """The points of this role in the hand, contractors and cards on leave left out."""
    missing: int
    """The points that are missing before contractors stand in."""
    need: int
    """The points that it requires."""
    role: Role
    """The role."""


class RequirementView(TypedDict):
    """A pending requirement."""
    due: int
    """The turn on which a feature must be completed."""
    text: str
    """What it demands and what failing costs."""
    turns_away: int
    """How many turns away that is; 0 on the turn itself."""


class Summary(TypedDict):
    """The figures of a game. The seed is the table's to add."""
    completed: list[int]
    """The same by player."""
    discarded: int
    """The cards lost to Layoffs and penalties."""
    events: list[EventCount]
    """The events drawn, of each kind."""
    forfeited: int
    """The features forfeited."""
    forfeited_by_player: list[list[str]]
    """The same by player, by name."""
    log_retention: int
    """How many entries the log keeps."""
    outcome: Status
    """Whether it was won."""
    resource_weight: int
    """How many draws in a hundred bring staff."""
    ruleset: Ruleset
    """The rule of the turn limit."""
    single_completion: bool
    """Whether a turn has one completion at most."""
    target: int
    """The features that the team has to complete."""
    total: int
    """The features that are completed, net of forfeits."""
    trades: int
    """The offers made, gifts and fruitless ones included."""
    trades_by_player: list[int]
    """The same by player."""
    turns_used: int
    """The number of the turn in which the game ended, or of the current one."""


class EventCount(TypedDict):
    """How often an event was drawn."""
    drawn: int
    """How often it was drawn."""
    event: Incident
    """Which event."""
    nullified: int
    """How many of these were nullified."""


Status: TypeAlias = "Literal['playing'] | Literal['won'] | Literal['lost']"
"""Where a game stands."""
