"""The types of tic-tac-toe.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .shared import (
    Outcome as Outcome,
    Seat as Seat,
)


Command: TypeAlias = "CommandMark"
"""What a seat asks for."""


class CommandMark(TypedDict):
    """Marks a square (TT-2)."""
    square: Square
    """Which one."""
    type: Literal['mark']


Square: TypeAlias = "int"
"""A square, in reading order. Invariant: 1 to 9."""


Config: TypeAlias = "dict[str, Any]"
"""There is nothing to choose."""


Event: TypeAlias = "EventMarked | EventEnded"
"""What happened."""


class EventMarked(TypedDict):
    """A seat marked a square."""
    seat: Seat
    """Who."""
    square: Square
    """Where."""
    type: Literal['marked']


class EventEnded(TypedDict):
    """The game ended."""
    type: Literal['ended']
    winner: NotRequired[Seat | None]
    """The seat that has a line; none is a draw."""


Rejection: TypeAlias = "RejectionGameOver | RejectionNotYourTurn | RejectionSquareTaken"
"""Why a command was refused."""


class RejectionGameOver(TypedDict):
    """TT-3, TT-4: nothing follows the end."""
    code: Literal['game_over']


class RejectionNotYourTurn(TypedDict):
    """TT-1: only the seats act, in turn."""
    code: Literal['not_your_turn']
    turn: Seat
    """Whose turn it is."""


class RejectionSquareTaken(TypedDict):
    """TT-2: the square must be free."""
    code: Literal['square_taken']
    square: Square
    """Which one."""


class View(TypedDict):
    """All there is to see; nothing is hidden."""
    line: list[Square]
    """The squares of the winning line."""
    outcome: NotRequired[Outcome | None]
    """How it ended."""
    squares: list[Seat | None]
    """The squares in reading order, with the seat that marked each."""
    turn: NotRequired[Seat | None]
    """Whose turn it is; none once it is over."""
