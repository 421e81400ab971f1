"""The types of pig.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .shared import (
    Chance as Chance,
    Outcome as Outcome,
    Seat as Seat,
)


Command: TypeAlias = "CommandRoll | CommandHold"
"""What a seat asks for."""


class CommandRoll(TypedDict):
    """Rolls the die (PG-2)."""
    type: Literal['roll']


class CommandHold(TypedDict):
    """Keeps the points of the turn and ends it (PG-4)."""
    type: Literal['hold']


class Config(TypedDict):
    """What is fixed before the first roll."""
    rounds: NotRequired[int]
    """The most rounds."""
    seats: NotRequired[int]
    """How many seats play."""
    target: NotRequired[int]
    """The points that win."""


Event: TypeAlias = "EventRolled | EventLost | EventKept | EventEnded"
"""What happened."""


class EventRolled(TypedDict):
    """A seat rolled 2 to 6."""
    pips: int
    """The pips."""
    points: int
    """The points of the turn with them."""
    seat: Seat
    """Who."""
    type: Literal['rolled']


class EventLost(TypedDict):
    """A seat rolled a 1."""
    points: int
    """The points of the turn that are gone."""
    seat: Seat
    """Who."""
    type: Literal['lost']


class EventKept(TypedDict):
    """A seat held, or reached the target."""
    points: int
    """The points of the turn."""
    seat: Seat
    """Who."""
    total: int
    """All its points with them."""
    type: Literal['kept']


class EventEnded(TypedDict):
    """The game ended."""
    type: Literal['ended']
    winner: NotRequired[Seat | None]
    """Who won; none is a draw."""


Rejection: TypeAlias = "RejectionGameOver | RejectionNotYourTurn | RejectionNothingToHold"
"""Why a command was refused."""


class RejectionGameOver(TypedDict):
    """PG-5, PG-6: nothing follows the end."""
    code: Literal['game_over']


class RejectionNotYourTurn(TypedDict):
    """PG-1: only the seats act, in turn."""
    code: Literal['not_your_turn']
    turn: Seat
    """Whose turn it is."""


class RejectionNothingToHold(TypedDict):
    """PG-4: a turn has at least one roll."""
    code: Literal['nothing_to_hold']


class View(TypedDict):
    """All there is to see; nothing is hidden."""
    config: Config
    """What was fixed before the first roll."""
    outcome: NotRequired[Outcome | None]
    """How it ended."""
    points: int
    """The points of the turn, not yet safe."""
    risk: Chance
    """The chance that the next roll loses them."""
    round: int
    """The round, counted from 1."""
    totals: list[int]
    """The safe points of every seat."""
    turn: NotRequired[Seat | None]
    """Whose turn it is; none once it is over."""
