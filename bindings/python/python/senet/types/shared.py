"""What several games share.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


Action: TypeAlias = "ActionMove | ActionShoot | ActionMelee | ActionFirstAid | ActionHold | ActionEnd"
"""What a unit does in its activation (GR-017 to GR-021)."""


class ActionMove(TypedDict):
    """Goes up to its Move."""
    to: Position
    """Where it ends."""
    type: Literal['move']


Position: TypeAlias = "list[int]"
"""A place that a command names, which may lie off the board. On the wire it is `[column, row]`."""


class ActionShoot(TypedDict):
    """Goes up to half its Move, or stays, and shoots."""
    target: UnitId
    """At whom."""
    to: NotRequired[Position | None]
    """Where it shoots from; none is where it stands."""
    type: Literal['shoot']


UnitId: TypeAlias = "str"
"""The name of a unit: `P1-3` is the third unit of the first side. A command may name one that does
not exist.
"""


class ActionMelee(TypedDict):
    """Goes up to half its Move, or stays, and fights a neighbour."""
    target: UnitId
    """Whom."""
    to: NotRequired[Position | None]
    """Where it fights from; none is where it stands."""
    type: Literal['melee']


class ActionFirstAid(TypedDict):
    """Goes up to half its Move, or stays, and helps a Down neighbour up."""
    target: UnitId
    """Whom."""
    to: NotRequired[Position | None]
    """Where it helps from; none is where it stands."""
    type: Literal['first_aid']


class ActionHold(TypedDict):
    """Does nothing."""
    type: Literal['hold']


class ActionEnd(TypedDict):
    """Leaves out the rest of what it declared."""
    to: NotRequired[Position | None]
    """Where it ends; none is where it stands."""
    type: Literal['end']


class Advantage(TypedDict):
    """What the side ahead takes into the next battle (GR-040)."""
    id: AdvantageKind
    """Which one."""
    name: str
    """The name for people."""
    rerolls: int
    """Focused Orders: how many rerolls there are."""
    rolls: Rolls
    """Focused Orders: which rolls they are for."""
    units: int
    """Quick Start: how many units move."""


AdvantageKind: TypeAlias = "Literal['tactical_edge'] | Literal['quick_start'] | Literal['focused_orders']"
"""The winner's advantages."""


Rolls: TypeAlias = "list[RollKind]"
"""A set of kinds of rolls. On the wire it is a list."""


RollKind: TypeAlias = "Literal['ranged'] | Literal['melee_attack'] | Literal['melee_defense'] | Literal['initiative'] | Literal['movement']"
"""The kinds of rolls (GR-045)."""


class AdvantageHeld(TypedDict):
    """An advantage and who holds it."""
    advantage: AdvantageKind
    """What it holds."""
    seat: Seat
    """The holder."""


Seat: TypeAlias = "int"
"""A place at the table. Invariant: its index is below `MAX_SEATS`.

On the wire it is its index, counted from 0.
"""


Area: TypeAlias = "list[str]"
"""A set of squares. On the wire it is nine rows of fifteen characters: `#` is in, `.` is out."""


class BattleEvent(TypedDict):
    """What holds for both sides all battle (GR-042): any of these effects."""
    id: Id
    """The name in the data."""
    kill_naturals: Naturals
    """Naturals that kill."""
    kill_naturals_for_deadly_rounds_trait: Naturals
    """Naturals that kill where the shooter's faction has the trait `deadly_rounds`."""
    move_bonus: int
    """Added to Move, or to its die, before halving."""
    name: str
    """The name for people."""
    range_cap: NotRequired[int | None]
    """Nobody shoots further than this."""
    revives: int
    """How often each side may stand a unit up at a round's end."""
    roll: NotRequired[int | None]
    """The face of the die that rolls it; none is chosen only."""
    stationary_shot_aq: int
    """Added to the attack quality of a shooter that has not moved in this activation."""


Id: TypeAlias = "str"
"""The name of an entry in the data. Invariant: 1 to 31 letters, digits, `_` or `-`.

It is kept in place, so that commands and states that name an entry stay plain values.
"""


Naturals: TypeAlias = "list[int]"
"""A set of sums of two dice. On the wire it is a list of 2 to 12."""


class CampaignRules(TypedDict):
    """The numbers of a campaign (GR-036, GR-038)."""
    down_units_survive: bool
    """Whether Down units survive."""
    kill_all_enemies: int
    """Points for destroying every enemy unit."""
    length_bonus: int
    """Battles on top of the d3."""
    mission_win: int
    """Points for winning the battle."""
    survivors: int
    """Points for enough survivors."""
    survivors_needed: int
    """How many survivors are enough."""
    tie_each: int
    """Points to each side for a tied battle."""


Chance: TypeAlias = "list[int]"
"""A probability as a fraction in lowest terms. On the wire it is `[parts, whole]`."""


class CommanderTrait(TypedDict):
    """What a side's commander adds (GR-041): any of these effects."""
    id: Id
    """The name in the data."""
    ignore_cover_bonus: bool
    """Whether cover adds nothing against the side's shots."""
    ignore_downs: int
    """How many times in the battle a unit of the side would go Down and does not."""
    name: str
    """The name for people."""
    untargetable_in_cover: bool
    """Whether the side's units cannot be shot at while in cover."""


Data: TypeAlias = "dict[str, str]"
"""Everything that battles and campaigns are made from. A value that exists is checked.

On the wire it is the designer's files: a map from file name to text.
"""


class Declaration(TypedDict):
    """A declared movement."""
    action: DeclaredAction
    """What for."""
    unit: UnitId
    """Who."""


DeclaredAction: TypeAlias = "Literal['move'] | Literal['attack'] | Literal['first_aid'] | Literal['quick_start']"
"""What a random movement is for."""


class DeclaredView(TypedDict):
    """A random movement that was declared."""
    action: DeclaredAction
    """What for."""
    die: int
    """How the die fell."""
    steps: int
    """How many steps that is."""
    unit: UnitId
    """Who."""


class Effect(TypedDict):
    """An optional rule in force."""
    kind: EffectKind
    """What kind of rule it is."""
    line: str
    """What it does."""
    name: str
    """What it is called."""
    seat: NotRequired[Seat | None]
    """The side that it belongs to; none is both."""


EffectKind: TypeAlias = "Literal['trait'] | Literal['event'] | Literal['advantage']"
"""The kinds of optional rules."""


EventChoice: TypeAlias = "Literal['off'] | Literal['rolled'] | Literal['fog_of_war'] | Literal['deadly_rounds'] | Literal['fast_assault'] | Literal['focused_fire'] | Literal['revive'] | Literal['no_event']"
"""`off`, `rolled`, or the name of a battle event."""


class Eyes(TypedDict):
    """What a unit sees and threatens."""
    covered: Area
    """Those of them where a unit would be in cover from it."""
    sees: Area
    """The squares within its range and sight now."""
    threat: Area
    """The squares that it could shoot at in its next activation, after half a Move at most."""


FactionName: TypeAlias = "Literal['verdant_eye'] | Literal['azure_blades'] | Literal['ember_guard'] | Literal['grey_cloaks'] | Literal['solar_wardens']"
"""A faction of the game's own data; a designer's files may have others."""


class FactionReroll(TypedDict):
    """A reroll that a faction has for every roll of some kinds."""
    keep: Keep
    """Which value stands."""
    rolls: Rolls
    """Which rolls."""


Keep: TypeAlias = "Literal['choice'] | Literal['second']"
"""Which value stands after a reroll."""


class Flags(TypedDict):
    """What a piece of terrain does."""
    blocks_sight: bool
    """Whether it blocks sight."""
    gives_cover: bool
    """Whether it gives cover."""
    impassable: bool
    """Whether nobody can enter it."""


Hash: TypeAlias = "str"
"""128 bits that stand for a value. On the wire it is 32 hexadecimal digits."""


class HeldAdvantage(TypedDict):
    """An advantage in a battle."""
    advantage: Advantage
    """What it holds."""
    seat: Seat
    """The holder."""


Kept: TypeAlias = "Literal['old'] | Literal['new']"
"""Which value of a rerolled die stands."""


class MeleeOdds(TypedDict):
    """How likely each end of a fight is, for the attacker. They add up to one."""
    held: Chance
    """The attacker loses, but its side's trait makes nothing of it."""
    lose: Chance
    """The attacker goes Down."""
    resisted: Chance
    """The defender loses, but its side's trait makes nothing of it."""
    tie: Chance
    """Nothing happens."""
    win: Chance
    """The defender goes Down; one that was Down is destroyed."""


class MeleePreview(TypedDict):
    """What a fight would come to."""
    best: MeleeOdds
    """How likely each end is where both sides make the best of their rerolls."""
    odds: MeleeOdds
    """How likely each end is as the dice fall, without any reroll."""


Outcome: TypeAlias = "OutcomeTogether | OutcomeVersus | OutcomeRanked"
"""How a game ended."""


class OutcomeTogether(TypedDict):
    """All seats won or lost together."""
    together: OutcomeTogetherTogether


class OutcomeTogetherTogether(TypedDict):
    won: bool
    """Whether they won."""


class OutcomeVersus(TypedDict):
    """One seat won against the others, or nobody did."""
    versus: OutcomeVersusVersus


class OutcomeVersusVersus(TypedDict):
    winner: NotRequired[Seat | None]
    """The winner; none is a draw."""


class OutcomeRanked(TypedDict):
    """Every seat has a score; the highest is the best."""
    ranked: OutcomeRankedRanked


class OutcomeRankedRanked(TypedDict):
    scores: Scores
    """The scores by seat."""


Scores: TypeAlias = "list[int]"
"""A score for every seat. Invariant: at most `MAX_SEATS` of them."""


PhaseName: TypeAlias = "Literal['deployment'] | Literal['quick_start'] | Literal['initiative'] | Literal['order'] | Literal['activation'] | Literal['offer'] | Literal['round_end'] | Literal['advantage'] | Literal['mission'] | Literal['confirmation'] | Literal['battle'] | Literal['over']"
"""What is going on."""


class Placement(TypedDict):
    """A unit and its square in a deployment."""
    square: Position
    """Where."""
    unit: UnitId
    """Who."""


Placements: TypeAlias = "list[Placement]"
"""A deployment: units and their squares. On the wire it is a list.

It is kept in place, so that a command is a plain value and listing one allocates nothing.
"""


SeatSet: TypeAlias = "list[Seat]"
"""A set of seats. On the wire it is a list in order."""


class ShotOdds(TypedDict):
    """How likely each end of a shot is. They add up to one."""
    destroyed: Chance
    """The target is destroyed."""
    down: Chance
    """The target goes Down."""
    miss: Chance
    """Nothing happens."""
    own_fire: Chance
    """A friend beside the target is hit instead."""
    resisted: Chance
    """The target is hit, but its side's trait makes nothing of it."""


class ShotPreview(TypedDict):
    """What a shot would come to, with its parts."""
    aq: int
    """The attack quality of the faction."""
    best: ShotOdds
    """How likely each end is where the shooter's side makes the best of its rerolls."""
    cover: int
    """What cover adds to it."""
    defense: int
    """The Defense of the target's faction."""
    endangered: int
    """How many friends a critical failure endangers."""
    in_cover: bool
    """Whether the target is in cover, whether that counts or not."""
    needed: int
    """The least natural that hits; above 12 only a critical does."""
    odds: ShotOdds
    """How likely each end is as the dice fall, without any reroll."""
    stationary: int
    """What standing still adds."""


ShotResult: TypeAlias = "Literal['failure'] | Literal['kill'] | Literal['hit'] | Literal['miss']"
"""What the two dice of a shot come to."""


Subject: TypeAlias = "SubjectInitiative | SubjectMovement | SubjectShot | SubjectMelee"
"""What a roll is of."""


class SubjectInitiative(TypedDict):
    """Who acts first."""
    type: Literal['initiative']


class SubjectMovement(TypedDict):
    """How far a unit moves."""
    type: Literal['movement']


class SubjectShot(TypedDict):
    """A shot."""
    dice: list[int]
    """The dice."""
    moved: bool
    """Whether the shooter moved before."""
    shooter: UnitId
    """Who."""
    target: UnitId
    """At whom."""
    type: Literal['shot']


class SubjectMelee(TypedDict):
    """A fight."""
    attacker: UnitId
    """Who attacked."""
    defending: bool
    """Whether the defender is asked."""
    dice: list[int]
    """The attacker's and the defender's die."""
    target: UnitId
    """Whom."""
    type: Literal['melee']


TraitName: TypeAlias = "Literal['resilient'] | Literal['sniper'] | Literal['stealth']"
"""A commander's trait of the game's own data; a designer's files may have others."""


UnitState: TypeAlias = "Literal['waiting'] | Literal['standing'] | Literal['down'] | Literal['destroyed']"
"""How a unit is."""
