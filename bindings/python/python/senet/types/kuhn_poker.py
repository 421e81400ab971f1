"""The types of kuhn-poker.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .shared import (
    Outcome as Outcome,
    Scores as Scores,
    Seat as Seat,
)


Command: TypeAlias = "CommandDeal | CommandCheck | CommandBet | CommandCall | CommandFold"
"""What a seat asks for."""


class CommandDeal(TypedDict):
    """Deals a card to each seat (KP-2)."""
    type: Literal['deal']


class CommandCheck(TypedDict):
    """Adds nothing (KP-3, KP-4)."""
    type: Literal['check']


class CommandBet(TypedDict):
    """Adds a chip (KP-3, KP-4)."""
    type: Literal['bet']


class CommandCall(TypedDict):
    """Answers a bet with a chip (KP-5)."""
    type: Literal['call']


class CommandFold(TypedDict):
    """Gives up (KP-5)."""
    type: Literal['fold']


Config: TypeAlias = "dict[str, Any]"
"""There is nothing to choose."""


Event: TypeAlias = "EventDealt | EventSaid | EventShown | EventEnded"
"""What happened."""


class EventDealt(TypedDict):
    """A seat was dealt a card."""
    card: NotRequired[Card | None]
    """Which one; shown to the seat itself only."""
    seat: Seat
    """Who."""
    type: Literal['dealt']


Card: TypeAlias = "Literal['jack'] | Literal['queen'] | Literal['king']"
"""A card; the later the higher."""


class EventSaid(TypedDict):
    """A seat spoke."""
    said: Command
    """What."""
    seat: Seat
    """Who."""
    type: Literal['said']


class EventShown(TypedDict):
    """Both cards were turned up."""
    cards: list[Card]
    """The cards by seat."""
    type: Literal['shown']


class EventEnded(TypedDict):
    """The hand ended."""
    scores: Scores
    """What each seat won or lost."""
    type: Literal['ended']


Rejection: TypeAlias = "RejectionHandOver | RejectionNotYourTurn | RejectionNotNow | RejectionWrongAnswer"
"""Why a command was refused."""


class RejectionHandOver(TypedDict):
    """KP-6, KP-7: nothing follows the end."""
    code: Literal['hand_over']


class RejectionNotYourTurn(TypedDict):
    """KP-3: only the seats act, in turn."""
    code: Literal['not_your_turn']
    turn: Seat
    """Whose turn it is."""


class RejectionNotNow(TypedDict):
    """KP-2: the cards are dealt once, before anybody speaks."""
    code: Literal['not_now']
    dealt: bool
    """Whether the cards are dealt."""


class RejectionWrongAnswer(TypedDict):
    """KP-5: a bet is called or folded, and nothing else is."""
    bet: bool
    """Whether there is a bet to answer."""
    code: Literal['wrong_answer']


class View(TypedDict):
    """What a viewer may know."""
    cards: list[Card | None]
    """The card of each seat, where the viewer may see it."""
    chips: list[int]
    """The chips that each seat put in."""
    choices: list[Command]
    """What the seat may say."""
    outcome: NotRequired[Outcome | None]
    """How it ended."""
    stage: Stage
    """How far the hand has come."""
    turn: NotRequired[Seat | None]
    """Whose turn it is; none once it is over."""


Stage: TypeAlias = "StageReady | StageDealt | StageChecked | StageBet | StageShowdown | StageFolded"
"""How far the hand has come. It tells all that was said."""


class StageReady(TypedDict):
    """The first seat is to deal."""
    type: Literal['ready']


class StageDealt(TypedDict):
    """The first seat is to speak."""
    type: Literal['dealt']


class StageChecked(TypedDict):
    """The first seat has checked."""
    type: Literal['checked']


class StageBet(TypedDict):
    """A seat has bet, and the other is to answer."""
    by: Seat
    """Who bet."""
    type: Literal['bet']


class StageShowdown(TypedDict):
    """Both cards are turned up."""
    stake: int
    """The chips that each seat put in."""
    type: Literal['showdown']


class StageFolded(TypedDict):
    """A seat has folded."""
    by: Seat
    """Who folded."""
    type: Literal['folded']
