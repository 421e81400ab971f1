"""The types of connect-four.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .shared import (
    Outcome as Outcome,
    Seat as Seat,
)


Command: TypeAlias = "CommandDrop"
"""What a seat asks for."""


class CommandDrop(TypedDict):
    """Drops a disc into a column (CF-2)."""
    column: Column
    """Which one."""
    type: Literal['drop']


Column: TypeAlias = "int"
"""A column, from the left. Invariant: 1 to 7."""


Config: TypeAlias = "dict[str, Any]"
"""There is nothing to choose."""


Event: TypeAlias = "EventDropped | EventEnded"
"""What happened."""


class EventDropped(TypedDict):
    """A seat dropped a disc."""
    place: Place
    """Where it came to lie."""
    seat: Seat
    """Who."""
    type: Literal['dropped']


class Place(TypedDict):
    """A place for a disc."""
    column: Column
    """Its column."""
    row: int
    """Its row, counted from 1 at the bottom."""


class EventEnded(TypedDict):
    """The game ended."""
    type: Literal['ended']
    winner: NotRequired[Seat | None]
    """The seat that has a line; none is a draw."""


Rejection: TypeAlias = "RejectionGameOver | RejectionNotYourTurn | RejectionColumnFull"
"""Why a command was refused."""


class RejectionGameOver(TypedDict):
    """CF-4, CF-5: nothing follows the end."""
    code: Literal['game_over']


class RejectionNotYourTurn(TypedDict):
    """CF-1: only the seats act, in turn."""
    code: Literal['not_your_turn']
    turn: Seat
    """Whose turn it is."""


class RejectionColumnFull(TypedDict):
    """CF-3: a column holds six discs."""
    code: Literal['column_full']
    column: Column
    """Which one."""


class View(TypedDict):
    """All there is to see; nothing is hidden."""
    columns: list[list[Seat | None]]
    """The columns from the left, each from the bottom up, with the seat whose disc lies there."""
    landing: list[Place]
    """Where the next disc would come to lie: a place for each column that takes one."""
    line: list[Place]
    """The places of the winning lines."""
    outcome: NotRequired[Outcome | None]
    """How it ended."""
    turn: NotRequired[Seat | None]
    """Whose turn it is; none once it is over."""
