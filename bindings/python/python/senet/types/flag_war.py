"""The types of flag-war.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .shared import (
    Hash as Hash,
    Outcome as Outcome,
    Seat as Seat,
    SeatSet as SeatSet,
)


Command: TypeAlias = "CommandMove | CommandMoveTo | CommandHold | CommandCancel | CommandReady | CommandOfferDraw | CommandWithdrawDraw | CommandResign | CommandTick | CommandForfeit"
"""What an actor asks for. The side comes from the seat, never from the message."""


class CommandMove(TypedDict):
    """Orders a piece to move (FW-11)."""
    direction: NotRequired[Direction]
    """Which way."""
    distance: NotRequired[Distance]
    """How many squares."""
    input: NotRequired[int | None]
    """What `next_input` was when it was said, where that was before now (R8)."""
    origin: NotRequired[Origin]
    """Who had the idea."""
    piece: NotRequired[PieceNumber]
    """The number of an own piece."""
    target_round: NotRequired[Round | None]
    """In which round; none is the open one, as is any round that is over."""
    type: Literal['move']


Direction: TypeAlias = "Literal['up'] | Literal['down'] | Literal['left'] | Literal['right'] | Literal['up_left'] | Literal['up_right'] | Literal['down_left'] | Literal['down_right']"
"""A way to move, as seen on the fixed screen. The diagonals are for a variant only."""


Distance: TypeAlias = "int"


Origin: TypeAlias = "Literal['assistant'] | Literal['explicit']"
"""Who had the idea of an order. Explicit orders outrank the assistant's (R8)."""


PieceNumber: TypeAlias = "int"


Round: TypeAlias = "int"


class CommandMoveTo(TypedDict):
    """Orders a piece to move straight to a square, from where it stands now (FW-15)."""
    input: NotRequired[int | None]
    """What `next_input` was when it was said, where that was before now (R8)."""
    origin: NotRequired[Origin]
    """Who had the idea."""
    piece: NotRequired[PieceNumber]
    """The number of an own piece."""
    target_round: NotRequired[Round | None]
    """In which round; none is the open one."""
    to: Target
    """Where to."""
    type: Literal['move_to']


class Target(TypedDict):
    """A square that somebody points at; it may lie off the board."""
    x: int
    """The column."""
    y: int
    """The row."""


class CommandHold(TypedDict):
    """Orders a piece to stay (FW-18)."""
    input: NotRequired[int | None]
    """What `next_input` was when it was said, where that was before now (R8)."""
    origin: NotRequired[Origin]
    """Who had the idea."""
    piece: NotRequired[PieceNumber]
    """The number of an own piece."""
    target_round: NotRequired[Round | None]
    """In which round; none is the open one."""
    type: Literal['hold']


class CommandCancel(TypedDict):
    """Empties slots (FW-19)."""
    input: NotRequired[int | None]
    """What `next_input` was when it was said, where that was before now (R8)."""
    piece: NotRequired[PieceNumberOrAll]
    """Whose."""
    round: NotRequired[RoundOrAll]
    """Of which round."""
    type: Literal['cancel']


PieceNumberOrAll: TypeAlias = "Literal['all'] | PieceNumber"


RoundOrAll: TypeAlias = "Literal['all'] | Round"


class CommandReady(TypedDict):
    """Says that the round may end, where the rule set allows it (FW-62)."""
    type: Literal['ready']


class CommandOfferDraw(TypedDict):
    """Offers a draw; the second offer agrees to it (FW-58)."""
    type: Literal['offer_draw']


class CommandWithdrawDraw(TypedDict):
    """Takes the offer back (FW-58)."""
    type: Literal['withdraw_draw']


class CommandResign(TypedDict):
    """Gives up (FW-57)."""
    type: Literal['resign']


class CommandTick(TypedDict):
    """The clock resolves the open round (FW-12)."""
    type: Literal['tick']


class CommandForfeit(TypedDict):
    """The host says who was away too long (FW-57)."""
    seats: SeatSet
    """Who."""
    type: Literal['forfeit']


class Config(TypedDict):
    """The rule set of a game."""
    clear_plan_on_displacement: NotRequired[Switch]
    """Later orders are lost.

    Whether a piece that is jailed or sent home loses its orders for later rounds.
    """
    contact: NotRequired[Contact]
    """Where enemies meet: on final squares only, or along the way too."""
    double_score: NotRequired[DoubleScore]
    """Both flags at once.

    What happens when both teams bring a flag home in the same round.
    """
    edge: NotRequired[Block]
    """At the edge.

    What becomes of a move that would leave the board.
    """
    elimination: NotRequired[Switch]
    """Whether a team with all its pieces in jail has lost. Off needs a round limit."""
    friendly: NotRequired[Friendly]
    """Friends on one square.

    What happens when friends end on one square.
    """
    grace_s: NotRequired[int]
    """Time away.

    How long a player may be away before the game is lost, in seconds.
    """
    height: NotRequired[int]
    """Rows of the board. What is left beside the neutral rows must split evenly."""
    keys: NotRequired[Keys]
    """Rescue keys."""
    movement: NotRequired[Movement]
    """How pieces move."""
    neutral_rows: NotRequired[int]
    """Rows in the middle that belong to nobody. Each land keeps at least three rows."""
    pieces: NotRequired[int]
    """Pieces of each team. An even number leaves the flag's column free."""
    plan_ahead: NotRequired[int]
    """Rounds planned ahead.

    How many rounds ahead orders may be given.
    """
    repetition: NotRequired[int | None]
    """A position that comes so often without a tag, a flag or a rescue in between is a draw; none
    means that it may come for ever.
    """
    round_limit: NotRequired[int | None]
    """After this many rounds the game is a draw; none means no limit."""
    tick_mode: NotRequired[TickMode]
    """End of a round.

    What ends a round. Anything but the clock alone is for play at one device.
    """
    tick_ms: NotRequired[int]
    """Length of a round.

    In milliseconds, where the clock ends it: 3000 are three seconds.
    """
    width: NotRequired[int]
    """Columns of the board. An odd number, so that the flags have a middle column."""
    zone: NotRequired[Zone | None]
    """The no-guard zone around each flag."""
    zone_block: NotRequired[Block]
    """At the own zone.

    What becomes of a move into the own closed zone.
    """
    zone_radius: NotRequired[int | None]
    """Short for a zone of half width N and depth N + 1. Not together with `zone`."""


Switch: TypeAlias = "Literal['on'] | Literal['off']"
"""On or off."""


Contact: TypeAlias = "Literal['destination'] | Literal['path']"
"""Where enemies meet."""


DoubleScore: TypeAlias = "Literal['draw'] | Literal['play_on']"
"""What happens when both teams score in one round."""


Block: TypeAlias = "Literal['stop_short'] | Literal['void']"
"""What an obstacle does to a move."""


Friendly: TypeAlias = "Literal['reset'] | Literal['pass']"
"""What happens when friends end on one square."""


class Keys(TypedDict):
    """Where rescue keys lie and what becomes of the rescuer."""
    blue: NotRequired[Square | None]
    """Blue's key square, in Red land. Only with fixed keys; the half-turn image of Red's."""
    mode: NotRequired[KeyMode]
    """Where keys appear."""
    red: NotRequired[Square | None]
    """Red's key square, in Blue land. Only with fixed keys; the half-turn image of Blue's."""
    rescuer_home: NotRequired[RescuerHome]
    """When a rescuer goes to its start square."""


class Square(TypedDict):
    """A square: `x` grows to the right, `y` grows downwards, both from 0. Listed by row, then column."""
    x: int
    """The column."""
    y: int
    """The row."""


KeyMode: TypeAlias = "Literal['fixed'] | Literal['random_enemy_land'] | Literal['shared_neutral'] | Literal['none']"
"""Where keys appear."""


RescuerHome: TypeAlias = "Literal['next_round'] | Literal['same_round']"
"""When a rescuer goes to its start square."""


class Movement(TypedDict):
    """How pieces move."""
    directions: NotRequired[Directions]
    """Which directions there are."""
    max_distance: NotRequired[Limit]
    """The longest move; longer orders are cut when they are carried out."""
    max_distance_carrying: NotRequired[Limit]
    """The longest move of a piece that carries a flag, if that is shorter."""


Directions: TypeAlias = "Literal['cardinal'] | Literal['all']"
"""Which directions there are."""


Limit: TypeAlias = "Literal['any'] | int"
"""The longest move: "any" or a number of squares."""


TickMode: TypeAlias = "Literal['timer'] | Literal['timer_or_ready'] | Literal['manual']"
"""What ends a round."""


class Zone(TypedDict):
    """The size of the no-guard zones."""
    depth: NotRequired[int]
    """Rows, counted from the back row; 0 is no zone."""
    half_width: NotRequired[int]
    """Columns to each side of the flag's column."""


Event: TypeAlias = "EventMoved | EventCutShortEdge | EventCutShortZone | EventSkippedJailed | EventTagged | EventTraded | EventFriendlyReset | EventFlagReturned | EventFlagTaken | EventScored | EventScorerHome | EventKeyAppeared | EventRescued | EventKeyGone | EventRescuerHome | EventZoneOpened | EventZoneClosed | EventZoneReset | EventGameOver | EventQueued | EventSuperseded | EventCancelled | EventPlanKept | EventPlanDropped | EventReady | EventDrawOffered | EventDrawWithdrawn"
"""What happened. The events of a round come in the order of its steps (FW-24)."""


EventMoved = TypedDict("EventMoved", {
    "from": "Square",
    "piece": "Piece",
    "to": "Square",
    "type": "Literal['moved']",
})
"""A piece left its square."""


class Piece(TypedDict):
    """A piece of a team. Its id counts from 1, from left to right at the start."""
    id: int
    """Its number."""
    team: Team
    """Whose it is."""


Team: TypeAlias = "Literal['blue'] | Literal['red']"
"""A side. Blue has the first seat and the bottom of the board, Red the second and the top."""


class EventCutShortEdge(TypedDict):
    """The edge of the board cut a move short."""
    moved: int
    """Squares that were left."""
    ordered: int
    """Squares that were ordered, within the limit."""
    piece: Piece
    """Whose."""
    type: Literal['cut_short_edge']


class EventCutShortZone(TypedDict):
    """The own closed zone cut a move short."""
    moved: int
    """Squares that were left."""
    ordered: int
    """Squares that were ordered, within the limit."""
    piece: Piece
    """Whose."""
    type: Literal['cut_short_zone']


class EventSkippedJailed(TypedDict):
    """The order of a piece in jail was dropped."""
    piece: Piece
    """Whose."""
    type: Literal['skipped_jailed']


class EventTagged(TypedDict):
    """A piece met an enemy on the enemy's land and went to jail."""
    by: list[Piece]
    """Those that tagged it."""
    piece: Piece
    """Which."""
    square: Square
    """Where."""
    type: Literal['tagged']


class EventTraded(TypedDict):
    """Enemies met on neutral ground and all went to jail."""
    pieces: list[Piece]
    """Which."""
    square: Square
    """Where."""
    type: Literal['traded']


class EventFriendlyReset(TypedDict):
    """Friends met and went to their start squares."""
    pieces: list[Piece]
    """Which."""
    square: Square
    """Where."""
    type: Literal['friendly_reset']


class EventFlagReturned(TypedDict):
    """A flag is back on its home square."""
    carrier: Piece
    """Who lost it."""
    flag: Team
    """Whose flag."""
    type: Literal['flag_returned']


class EventFlagTaken(TypedDict):
    """A piece took the enemy's flag."""
    carrier: Piece
    """Who has it."""
    flag: Team
    """Whose flag."""
    type: Literal['flag_taken']


class EventScored(TypedDict):
    """A carrier reached its own land."""
    piece: Piece
    """Who."""
    square: Square
    """Where."""
    type: Literal['scored']


class EventScorerHome(TypedDict):
    """Both scored and the game goes on: a carrier went to its start square."""
    piece: Piece
    """Who."""
    square: Square
    """Its start square."""
    type: Literal['scorer_home']


class EventKeyAppeared(TypedDict):
    """A team's key is there. A shared key appears for both."""
    square: Square
    """Where."""
    team: Team
    """Whose."""
    type: Literal['key_appeared']


class EventRescued(TypedDict):
    """A piece on its key freed its team."""
    by: list[Piece]
    """The rescuers; one, unless friends may share a square."""
    freed: list[Piece]
    """The freed, now on their start squares."""
    type: Literal['rescued']


class EventKeyGone(TypedDict):
    """A team's key is gone."""
    team: Team
    """Whose."""
    type: Literal['key_gone']


class EventRescuerHome(TypedDict):
    """A rescuer went to its start square."""
    piece: Piece
    """Who."""
    square: Square
    """Its start square."""
    type: Literal['rescuer_home']


class EventZoneOpened(TypedDict):
    """A flag was taken: its zone is ordinary land."""
    team: Team
    """Whose zone."""
    type: Literal['zone_opened']


class EventZoneClosed(TypedDict):
    """A flag came home: its owner may not enter the zone."""
    team: Team
    """Whose zone."""
    type: Literal['zone_closed']


class EventZoneReset(TypedDict):
    """A piece stood in its own zone when that closed, and went to its start square."""
    piece: Piece
    """Who."""
    square: Square
    """Its start square."""
    type: Literal['zone_reset']


class EventGameOver(TypedDict):
    """The game ended."""
    end_reason: EndReason
    """Why."""
    type: Literal['game_over']
    winner: NotRequired[Team | None]
    """How."""


EndReason: TypeAlias = "Literal['capture'] | Literal['double_capture'] | Literal['elimination'] | Literal['double_elimination'] | Literal['resign'] | Literal['forfeit'] | Literal['agreed_draw'] | Literal['round_limit'] | Literal['repetition']"
"""Why a game ended."""


class EventQueued(TypedDict):
    """An order was taken. Only its own team sees this."""
    order: Order
    """What."""
    origin: Origin
    """Who had the idea."""
    piece: Piece
    """For which piece."""
    round: int
    """For which round."""
    type: Literal['queued']


Order: TypeAlias = "OrderMove | Literal['hold']"
"""What a piece is told to do in a round."""


class OrderMove(TypedDict):
    """To move straight."""
    move: OrderMoveMove


class OrderMoveMove(TypedDict):
    direction: Direction
    """Which way."""
    distance: int
    """How many squares."""


class EventSuperseded(TypedDict):
    """An order lost its slot to a newer or higher one. Only its own team sees this."""
    order: Order
    """What will not be done."""
    origin: Origin
    """Who had the idea."""
    piece: Piece
    """For which piece."""
    round: int
    """For which round."""
    type: Literal['superseded']


class EventCancelled(TypedDict):
    """Slots were emptied. Only their own team sees this."""
    orders: int
    """How many orders went."""
    piece: NotRequired[int | None]
    """Which piece; none is all."""
    round: NotRequired[int | None]
    """Which round; none is all."""
    team: Team
    """Whose slots."""
    type: Literal['cancelled']


class EventPlanKept(TypedDict):
    """A displaced piece keeps its orders for later rounds. Only its own team sees this."""
    orders: int
    """How many."""
    piece: Piece
    """Whose."""
    type: Literal['plan_kept']


class EventPlanDropped(TypedDict):
    """A displaced piece lost its orders for later rounds. Only its own team sees this."""
    orders: int
    """How many."""
    piece: Piece
    """Whose."""
    type: Literal['plan_dropped']


class EventReady(TypedDict):
    """A team is ready for the round to end."""
    team: Team
    """Which."""
    type: Literal['ready']


class EventDrawOffered(TypedDict):
    """A team offers a draw."""
    team: Team
    """Which."""
    type: Literal['draw_offered']


class EventDrawWithdrawn(TypedDict):
    """A team takes its offer back."""
    team: Team
    """Which."""
    type: Literal['draw_withdrawn']


Rejection: TypeAlias = "RejectionTooLarge | RejectionRateLimited | RejectionNotAPlayer | RejectionNotPlaying | RejectionMalformed | RejectionNoSuchPiece | RejectionBadDirection | RejectionBadDistance | RejectionNotStraight | RejectionTooFarAhead | RejectionNoReadying | RejectionAlreadyReady | RejectionAlreadyOffered | RejectionNotOffered | RejectionNotForSeats | RejectionNobodyAway"
"""Why a command is refused. With several reasons the first in this order counts."""


class RejectionTooLarge(TypedDict):
    """FW-14: a message has a size limit; hosts may be stricter."""
    code: Literal['too_large']
    most: int
    """What is allowed."""
    size: int
    """Its size."""


class RejectionRateLimited(TypedDict):
    """FW-14: a team gives a limited number of orders in a round; hosts may be stricter."""
    code: Literal['rate_limited']
    most: int
    """What is allowed."""


class RejectionNotAPlayer(TypedDict):
    """FW-14: only the two teams give orders."""
    code: Literal['not_a_player']


class RejectionNotPlaying(TypedDict):
    """FW-14: orders need a game that runs."""
    code: Literal['not_playing']


class RejectionMalformed(TypedDict):
    """FW-14: what was sent is no command."""
    code: Literal['malformed']
    reason: str
    """What does not fit."""


class RejectionNoSuchPiece(TypedDict):
    """FW-11: the piece is one of the team's own."""
    code: Literal['no_such_piece']
    pieces: int
    """How many there are."""


class RejectionBadDirection(TypedDict):
    """FW-11: the direction is one of the words."""
    code: Literal['bad_direction']
    words: list[str]
    """The words."""


class RejectionBadDistance(TypedDict):
    """FW-11: the distance is a whole number from 1."""
    code: Literal['bad_distance']


class RejectionNotStraight(TypedDict):
    """FW-15: a square is given for a straight move of a piece on the board."""
    code: Literal['not_straight']


class RejectionTooFarAhead(TypedDict):
    """FW-16, R7: orders reach only so far ahead."""
    code: Literal['too_far_ahead']
    last: int
    """The last round that takes orders."""
    round: int
    """The round asked for."""


class RejectionNoReadying(TypedDict):
    """FW-62: only some rule sets let teams end a round."""
    code: Literal['no_readying']


class RejectionAlreadyReady(TypedDict):
    """FW-62: a team is ready once in a round."""
    code: Literal['already_ready']


class RejectionAlreadyOffered(TypedDict):
    """FW-58: an offer stands until it is taken back."""
    code: Literal['already_offered']


class RejectionNotOffered(TypedDict):
    """FW-58: there is no offer to take back."""
    code: Literal['not_offered']


class RejectionNotForSeats(TypedDict):
    """FW-12: a round is ended by the clock, a forfeit is declared by the host."""
    code: Literal['not_for_seats']


class RejectionNobodyAway(TypedDict):
    """FW-57: a forfeit names those who are away."""
    code: Literal['nobody_away']


class View(TypedDict):
    """What a viewer may know."""
    own: NotRequired[Own | None]
    """What only this team sees; none for a spectator."""
    shared: Shared
    """What everybody sees: equal for all viewers."""


class Own(TypedDict):
    """What only one team sees."""
    last_plannable_round: int
    """The last round that takes orders."""
    next_input: int
    """The number that an input said now counts by, also where it arrives later (R8)."""
    orders_left: int
    """How many more orders the team may give in this round."""
    pieces: list[OwnPiece]
    """Its pieces: what they can do, and where their orders lead."""
    plan: list[PlanEntry]
    """Its orders, the earliest first."""
    sealed: Plan
    """The plan with all that decides which input is newer."""
    team: Team
    """Which."""
    warnings: list[Warning]
    """What looks unwise about the open round."""


OwnPiece = TypedDict("OwnPiece", {
    "after_plan": "NotRequired[Square | None]",
    "free_round": "int",
    "from": "NotRequired[Square | None]",
    "id": "int",
    "legs": "list[Leg]",
    "legs_after_plan": "list[Leg]",
})
"""An own piece."""


class Leg(TypedDict):
    """How far a piece can go in a direction."""
    direction: Direction
    """Which way."""
    squares: int
    """The most squares."""
    stop: Stop
    """What ends it there."""


Stop: TypeAlias = "Literal['edge'] | Literal['own_zone'] | Literal['limit']"
"""What ends a way."""


PlanEntry = TypedDict("PlanEntry", {
    "from": "NotRequired[Square | None]",
    "order": "Order",
    "origin": "Origin",
    "piece": "int",
    "round": "int",
    "to": "NotRequired[Square | None]",
})
"""One order of a plan."""


class Plan(TypedDict):
    """The sealed orders of one team."""
    cleared: list[int]
    """For each piece, the stamp of the last input that emptied all its rounds."""
    inputs: int
    """The number of the last input."""
    slots: list[Slot]
    """Sorted by round and piece, the latest first, so that the open round's slots are at the end."""
    taken: int
    """How many orders came in the open round."""


class Slot(TypedDict):
    """One slot of a plan."""
    order: NotRequired[Order | None]
    """What it is told; none where the slot was emptied by a cancel, which older inputs still meet."""
    origin: Origin
    """Who had the idea."""
    piece: int
    """The number of the piece."""
    round: int
    """For which round."""
    stamp: int
    """When it was said, as a number that sorts (R8)."""


Warning: TypeAlias = "WarningFriendsMeet | WarningEnemyHolds | WarningFlagInReach | WarningKeyInReach"
"""What looks unwise."""


class WarningFriendsMeet(TypedDict):
    """Own pieces end on one square."""
    pieces: list[int]
    """Their numbers."""
    square: Square
    """Where."""
    type: Literal['friends_meet']


class WarningEnemyHolds(TypedDict):
    """An own piece ends where an enemy stands who would jail it."""
    piece: int
    """Its number."""
    square: Square
    """Where."""
    type: Literal['enemy_holds']


class WarningFlagInReach(TypedDict):
    """An enemy can reach the own flag in one move."""
    by: list[Piece]
    """Who."""
    type: Literal['flag_in_reach']


class WarningKeyInReach(TypedDict):
    """An enemy can reach its key in one move."""
    by: list[Piece]
    """Who."""
    type: Literal['key_in_reach']


class Shared(TypedDict):
    """What everybody sees."""
    changes: list[Change]
    """What is changed against that preset."""
    closest_preset: str
    """The preset that a custom rule set is closest to; the preset itself otherwise."""
    config: Config
    """The whole rule set, with every choice written out."""
    end_reason: NotRequired[EndReason | None]
    """Why it ended."""
    last_round: NotRequired[LastRound | None]
    """The round before the open one."""
    now: Snapshot
    """Where everything is."""
    outcome: NotRequired[Outcome | None]
    """How it ended, for all games alike."""
    repetition: NotRequired[Repetition | None]
    """How often the present position has come; none where the rules do not count."""
    round: int
    """The round that is open for orders."""
    ruleset: str
    """The rule set: the id of a preset, or `custom`. How rounds are timed makes no other rule set."""
    sides: list[Side]
    """The board, Blue first."""
    state_hash: Hash
    """Stands for the rules, the round, the position and the end; no sealed order goes into it."""
    status: Status
    """Whether the game runs."""
    tick_ms: int
    """Length of a round in milliseconds; 0 where rounds wait for both teams."""
    winner: NotRequired[Team | None]
    """Who won; none while it runs, or where it is a draw."""


class Change(TypedDict):
    """One change of a custom rule set."""
    field: str
    """The path of the field."""
    preset: str
    """Its value in the preset, as JSON text."""
    value: str
    """Its value here, as JSON text."""


class LastRound(TypedDict):
    """A round that was resolved."""
    before: Snapshot
    """Where everything was before it; `now` is after it."""
    events: list[Event]
    """What happened, in order."""
    key_draws: list[int]
    """What the dice gave for keys, counted from 0 over the squares row by row."""
    number: int
    """Its number."""
    orders: list[Ordered]
    """The moves that both sides had ordered."""


class Snapshot(TypedDict):
    """Where everything is."""
    flags: list[FlagView]
    """Both flags, Blue's first."""
    jails: list[list[int]]
    """The numbers of the pieces in jail, Blue's first."""
    keys: list[KeyView]
    """Both keys, Blue's first."""
    pieces: list[PieceView]
    """All pieces, Blue's first, by id."""
    zones: list[ZoneView]
    """Both zones, Blue's first."""


class FlagView(TypedDict):
    """A flag."""
    carrier: NotRequired[Piece | None]
    """Who carries it."""
    home: bool
    """Whether it is on its home square."""
    square: Square
    """Where it is."""
    team: Team
    """Whose."""


class KeyView(TypedDict):
    """A key."""
    present: bool
    """Whether it is there."""
    square: NotRequired[Square | None]
    """Where it is."""
    team: Team
    """Whose."""


class PieceView(TypedDict):
    """A piece."""
    carrying: bool
    """Whether it carries the enemy's flag."""
    id: int
    """Its number."""
    jailed: bool
    """Whether it is in jail."""
    returns_home: bool
    """Whether it has rescued and goes to its start square when the round begins."""
    square: NotRequired[Square | None]
    """Where it stands; none in jail."""
    team: Team
    """Whose."""


class ZoneView(TypedDict):
    """A no-guard zone."""
    active: bool
    """Whether its owner may not enter."""
    squares: NotRequired[Rect | None]
    """Its squares; none where the rules have no zone."""
    team: Team
    """Whose."""


class Rect(TypedDict):
    """A rectangle of squares, borders included."""
    bottom: int
    """The last row."""
    left: int
    """The first column."""
    right: int
    """The last column."""
    top: int
    """The first row."""


class Ordered(TypedDict):
    """A move that was ordered."""
    direction: Direction
    """Which way."""
    distance: int
    """How many squares."""
    piece: Piece
    """Of which piece."""


class Repetition(TypedDict):
    """The same position again (FW-59)."""
    most: int
    """How often it comes before it is a draw."""
    seen: list[int]
    """The positions since something happened, by their numbers; the last is the present one."""
    times: int
    """How often the present position has come."""


class Side(TypedDict):
    """What is fixed for a team, and what it has shown or said."""
    flag_home: Square
    """The home square of its flag."""
    key_square: NotRequired[Square | None]
    """Where its key appears, where that is fixed."""
    land: Rect
    """Its land."""
    offers_draw: bool
    """Whether it offers a draw."""
    ready: bool
    """Whether it is ready for the round to end."""
    seat: Seat
    """The seat that plays it."""
    starts: list[Square]
    """Start squares of its pieces, by id."""
    tally: Tally
    """What it did so far."""
    team: Team
    """Which."""
    zone: NotRequired[Rect | None]
    """Its no-guard zone, if there is one."""


class Tally(TypedDict):
    """What a team did so far."""
    flags: int
    """Times it took the enemy's flag."""
    freed: int
    """Pieces freed from jail."""
    tags: int
    """Enemy pieces put in jail."""


Status: TypeAlias = "Literal['playing'] | Literal['finished']"
"""Whether the game runs. A table with a free seat is its host's business."""
