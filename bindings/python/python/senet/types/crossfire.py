"""The types of crossfire.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .shared import (
    Action as Action,
    AdvantageHeld as AdvantageHeld,
    BattleEvent as BattleEvent,
    CampaignRules as CampaignRules,
    CommanderTrait as CommanderTrait,
    Data as Data,
    Declaration as Declaration,
    DeclaredAction as DeclaredAction,
    DeclaredView as DeclaredView,
    Effect as Effect,
    EventChoice as EventChoice,
    Eyes as Eyes,
    FactionName as FactionName,
    FactionReroll as FactionReroll,
    Flags as Flags,
    HeldAdvantage as HeldAdvantage,
    Id as Id,
    Kept as Kept,
    MeleeOdds as MeleeOdds,
    MeleePreview as MeleePreview,
    Naturals as Naturals,
    Outcome as Outcome,
    PhaseName as PhaseName,
    Placement as Placement,
    Placements as Placements,
    Position as Position,
    RollKind as RollKind,
    Seat as Seat,
    SeatSet as SeatSet,
    ShotOdds as ShotOdds,
    ShotPreview as ShotPreview,
    ShotResult as ShotResult,
    Subject as Subject,
    TraitName as TraitName,
    UnitId as UnitId,
    UnitState as UnitState,
)


Command: TypeAlias = "CommandDeploy | CommandQuickStartMove | CommandQuickStartDone | CommandRollInitiative | CommandChooseOrder | CommandDeclareMove | CommandAct | CommandReroll | CommandKeepRoll | CommandChooseDie | CommandDeclineAided | CommandUseRevive | CommandDeclineRevive | CommandConcede | CommandLeave"
"""What a side asks for."""


class CommandDeploy(TypedDict):
    """Places the whole roster in the home zone, hidden until both sides have (GR-012)."""
    placements: Placements
    """Every unit of the side with its square."""
    type: Literal['deploy']


class CommandQuickStartMove(TypedDict):
    """Quick Start: a full move before the first round (GR-040)."""
    to: NotRequired[Position | None]
    """Where to; a unit with a random Move may stay after its roll."""
    type: Literal['quick_start_move']
    unit: UnitId
    """Who moves."""


class CommandQuickStartDone(TypedDict):
    """Quick Start: no further unit moves."""
    type: Literal['quick_start_done']


class CommandRollInitiative(TypedDict):
    """Rolls the side's initiative die (GR-013)."""
    type: Literal['roll_initiative']


class CommandChooseOrder(TypedDict):
    """The winner of the initiative decides who acts first (GR-014)."""
    first: bool
    """Whether the winner itself acts first."""
    type: Literal['choose_order']


class CommandDeclareMove(TypedDict):
    """A unit with a random Move declares what it moves for, and rolls (GR-011)."""
    action: DeclaredAction
    """What for; it binds."""
    type: Literal['declare_move']
    unit: UnitId
    """Who."""


class CommandAct(TypedDict):
    """The one action of an activation (GR-017)."""
    action: Action
    """What it does."""
    type: Literal['act']
    unit: UnitId
    """Who acts."""


class CommandReroll(TypedDict):
    """Rerolls a die of the open roll (GR-045)."""
    die: int
    """Which die of it, from 1."""
    roll: int
    """The number of the roll."""
    source: Source
    """What allows it."""
    type: Literal['reroll']


Source: TypeAlias = "Literal['faction'] | Literal['focused_orders'] | Literal['tactical_edge']"
"""What allows a reroll."""


class CommandKeepRoll(TypedDict):
    """Leaves the open roll as it lies."""
    roll: int
    """The number of the roll."""
    type: Literal['keep_roll']


class CommandChooseDie(TypedDict):
    """After the faction's reroll: which value stands (GR-009)."""
    keep: Kept
    """The old or the new one."""
    roll: int
    """The number of the roll."""
    type: Literal['choose_die']


class CommandDeclineAided(TypedDict):
    """The unit that was helped up does not act at once (GR-030)."""
    type: Literal['decline_aided']
    unit: UnitId
    """Who."""


class CommandUseRevive(TypedDict):
    """The event Revive: stands a unit up at the end of a round."""
    type: Literal['use_revive']
    unit: UnitId
    """Who stands up."""


class CommandDeclineRevive(TypedDict):
    """The event Revive: not in this round."""
    type: Literal['decline_revive']


class CommandConcede(TypedDict):
    """Gives the battle up."""
    type: Literal['concede']


class CommandLeave(TypedDict):
    """The host's: a side has left for good, which concedes the battle."""
    seat: Seat
    """Who left."""
    type: Literal['leave']


class Config(TypedDict):
    """How a battle is set up."""
    advantage: NotRequired[AdvantageHeld | None]
    """Winner's advantage.

    What a side brings from an earlier battle of a campaign. None is usual.
    """
    data: NotRequired[Data | None]
    """Data files of a designer, by name, in place of the game's own."""
    event: NotRequired[EventChoice]
    """Battle event.

    Optional rule: what holds for both sides all battle long; a die may decide.
    """
    factions: NotRequired[list[FactionName]]
    """Factions.

    The faction of the first side (left) and of the second (right); both may take the same.
    """
    mission: NotRequired[MissionChoice]
    """Mission.

    What the battle is about; a die may decide.
    """
    traits: NotRequired[list[TraitName] | None]
    """Commander traits.

    Optional rule: the trait of the first and of the second side. None leaves the rule off.
    """


MissionChoice: TypeAlias = "Literal['rolled'] | Literal['crossfire_clash'] | Literal['control_center'] | Literal['break_through'] | Literal['dead_center'] | Literal['dead_zone'] | Literal['occupy']"
"""`rolled`, or the name of a mission."""


Event: TypeAlias = "EventDeployed | EventDeploymentRevealed | EventQuickStartBegan | EventQuickStartEnded | EventRoundBegan | EventInitiativeRolled | EventInitiativeTied | EventInitiativeWon | EventOrderChosen | EventMoveDeclared | EventMoveSettled | EventMoved | EventShotRolled | EventShotResolved | EventOwnFire | EventMeleeRolled | EventMeleeResolved | EventFinished | EventRerolled | EventRollKept | EventDieChosen | EventWentDown | EventResisted | EventDestroyed | EventAided | EventAidedOffered | EventAidedDeclined | EventHeld | EventActionEnded | EventRevived | EventReviveDeclined | EventRoundScored | EventConceded | EventBattleEnded"
"""What happened."""


class EventDeployed(TypedDict):
    """A side placed its units. Where is told to nobody else."""
    placements: NotRequired[list[Placement] | None]
    """Where; none for those who may not know."""
    seat: Seat
    """Who."""
    type: Literal['deployed']


class EventDeploymentRevealed(TypedDict):
    """Both sides are in, and everybody sees where."""
    placements: list[Placement]
    """Every unit."""
    type: Literal['deployment_revealed']


class EventQuickStartBegan(TypedDict):
    """A side may move units before the first round."""
    seat: Seat
    """Who."""
    type: Literal['quick_start_began']
    units: int
    """How many."""


class EventQuickStartEnded(TypedDict):
    """No further Quick Start moves."""
    seat: Seat
    """Who."""
    type: Literal['quick_start_ended']


class EventRoundBegan(TypedDict):
    """A round began."""
    round: int
    """Its number."""
    type: Literal['round_began']


class EventInitiativeRolled(TypedDict):
    """A side rolled for initiative."""
    die: int
    """How it fell."""
    roll: int
    """The number of the roll."""
    seat: Seat
    """Who."""
    type: Literal['initiative_rolled']


class EventInitiativeTied(TypedDict):
    """The initiative dice are equal: both sides roll again."""
    die: int
    """How both fell."""
    type: Literal['initiative_tied']


class EventInitiativeWon(TypedDict):
    """The initiative is settled."""
    dice: list[int]
    """The dice of the first and of the second side."""
    seat: Seat
    """Who chooses."""
    type: Literal['initiative_won']


class EventOrderChosen(TypedDict):
    """The winner of the initiative chose."""
    first: Seat
    """Who acts first."""
    type: Literal['order_chosen']
    winner: Seat
    """Who chose."""


class EventMoveDeclared(TypedDict):
    """A unit declared a random movement and rolled for it."""
    action: DeclaredAction
    """What for."""
    die: int
    """How it fell."""
    roll: int
    """The number of the roll."""
    type: Literal['move_declared']
    unit: UnitId
    """Who."""


class EventMoveSettled(TypedDict):
    """The die of a random movement stands."""
    die: int
    """How the die fell."""
    steps: int
    """How many steps that is."""
    type: Literal['move_settled']
    unit: UnitId
    """Who."""


EventMoved = TypedDict("EventMoved", {
    "from": "Square",
    "path": "list[Square]",
    "type": "Literal['moved']",
    "unit": "UnitId",
})
"""A unit moved."""


Square: TypeAlias = "list[int]"
"""A square of the board. Invariant: its column is 1 to 15 and its row 1 to 9.

On the wire it is `[column, row]`; column 1 is the first side's edge, row 1 the top.
"""


class EventShotRolled(TypedDict):
    """A unit shot, and the dice lie."""
    dice: list[int]
    """How they fell."""
    roll: int
    """The number of the roll."""
    shooter: UnitId
    """Who."""
    target: UnitId
    """At whom."""
    type: Literal['shot_rolled']


class EventShotResolved(TypedDict):
    """What a shot came to."""
    attack: int
    """Attack quality, with everything that adds to it."""
    defense: int
    """Defense, with everything that adds to it."""
    dice: list[int]
    """The dice as they lie at last."""
    in_cover: bool
    """Whether the target is in cover."""
    result: ShotResult
    """What it comes to."""
    shooter: UnitId
    """Who."""
    target: UnitId
    """At whom."""
    type: Literal['shot_resolved']


class EventOwnFire(TypedDict):
    """A critical failure hits a friend beside the target."""
    among: int
    """Among how many."""
    shooter: UnitId
    """Who shot."""
    type: Literal['own_fire']
    unit: UnitId
    """Who is hit."""


class EventMeleeRolled(TypedDict):
    """Two units fight, and the dice lie."""
    attacker: UnitId
    """Who attacked."""
    dice: list[int]
    """The attacker's and the defender's die."""
    roll: int
    """The number of the attacker's roll; the defender's is the next."""
    target: UnitId
    """Whom."""
    type: Literal['melee_rolled']


class EventMeleeResolved(TypedDict):
    """What a fight came to."""
    attacker: UnitId
    """Who attacked."""
    dice: list[int]
    """The dice as they lie at last."""
    loser: NotRequired[UnitId | None]
    """Who goes Down; none where the totals are equal."""
    target: UnitId
    """Whom."""
    totals: list[int]
    """The totals of both."""
    type: Literal['melee_resolved']


class EventFinished(TypedDict):
    """A unit that was Down is destroyed in melee, without dice."""
    attacker: UnitId
    """Who attacked."""
    target: UnitId
    """Whom."""
    type: Literal['finished']


class EventRerolled(TypedDict):
    """A die was rolled again."""
    die: int
    """Which die, from 1."""
    new: int
    """As it fell."""
    old: int
    """As it lay."""
    roll: int
    """The number of the roll."""
    seat: Seat
    """Who."""
    source: Source
    """What allowed it."""
    type: Literal['rerolled']


class EventRollKept(TypedDict):
    """A side leaves a roll as it lies."""
    roll: int
    """The number of the roll."""
    seat: Seat
    """Who."""
    type: Literal['roll_kept']


class EventDieChosen(TypedDict):
    """A side chose the value of a rerolled die."""
    die: int
    """What it is."""
    keep: Kept
    """Which value."""
    roll: int
    """The number of the roll."""
    seat: Seat
    """Who."""
    type: Literal['die_chosen']


class EventWentDown(TypedDict):
    """A unit went Down."""
    type: Literal['went_down']
    unit: UnitId
    """Who."""


class EventResisted(TypedDict):
    """A unit would have gone Down, but its side's Resilient trait holds."""
    type: Literal['resisted']
    unit: UnitId
    """Who."""


class EventDestroyed(TypedDict):
    """A unit was destroyed."""
    square: Square
    """Where it stood."""
    type: Literal['destroyed']
    unit: UnitId
    """Who."""


class EventAided(TypedDict):
    """A unit helped another up."""
    target: UnitId
    """Who stands up."""
    type: Literal['aided']
    unit: UnitId
    """Who helped."""


class EventAidedOffered(TypedDict):
    """The unit that was helped up may act at once."""
    type: Literal['aided_offered']
    unit: UnitId
    """Who."""


class EventAidedDeclined(TypedDict):
    """It does not."""
    type: Literal['aided_declined']
    unit: UnitId
    """Who."""


class EventHeld(TypedDict):
    """A unit held its position."""
    type: Literal['held']
    unit: UnitId
    """Who."""


class EventActionEnded(TypedDict):
    """A unit left out the rest of what it declared."""
    type: Literal['action_ended']
    unit: UnitId
    """Who."""


class EventRevived(TypedDict):
    """A side stood a unit up by the event Revive."""
    type: Literal['revived']
    unit: UnitId
    """Who."""


class EventReviveDeclined(TypedDict):
    """A side does not use Revive now."""
    seat: Seat
    """Who."""
    type: Literal['revive_declined']


class EventRoundScored(TypedDict):
    """A round was scored."""
    gained: list[int]
    """What each side gained."""
    round: int
    """Its number."""
    score: list[int]
    """What each side has."""
    type: Literal['round_scored']


class EventConceded(TypedDict):
    """A side gave the battle up."""
    seat: Seat
    """Who."""
    type: Literal['conceded']


class EventBattleEnded(TypedDict):
    """The battle ended."""
    reason: EndReason
    """Why."""
    score: list[int]
    """What each side has."""
    type: Literal['battle_ended']
    winner: NotRequired[Seat | None]
    """Who won; none is a tie."""


EndReason: TypeAlias = "Literal['points'] | Literal['tie'] | Literal['wipe_out'] | Literal['concession']"
"""Why a battle ended."""


Rejection: TypeAlias = "RejectionBadFormat | RejectionBattleOver | RejectionWrongPhase | RejectionMustAnswerRoll | RejectionMustAnswerAided | RejectionNotYourTurn | RejectionUnknownUnit | RejectionNotYourUnit | RejectionUnitDestroyed | RejectionUnitDown | RejectionAlreadyActed | RejectionRollRequired | RejectionActionMismatch | RejectionOutOfBounds | RejectionTerrain | RejectionOccupied | RejectionOutOfHomeZone | RejectionMissingUnits | RejectionDuplicateUnit | RejectionTooFewRows | RejectionUnreachable | RejectionNoMovement | RejectionTargetMissing | RejectionTargetNotEnemy | RejectionTargetNotFriend | RejectionTargetDestroyed | RejectionTargetNotDown | RejectionNotAdjacent | RejectionOutOfRange | RejectionNoLineOfSight | RejectionStealthed | RejectionNoSuchRoll | RejectionAlreadyRerolled | RejectionNoRerollLeft | RejectionSourceNotAllowed | RejectionMissionUsed | RejectionNotLeader"
"""Why a command is refused: the first reason that applies, in this order."""


class RejectionBadFormat(TypedDict):
    """AQ-007: the command names something that does not exist at all."""
    code: Literal['bad_format']
    what: str
    """What it named."""


class RejectionBattleOver(TypedDict):
    """GR-043: nothing follows the end."""
    code: Literal['battle_over']


class RejectionWrongPhase(TypedDict):
    """GR-044: each thing has its time."""
    code: Literal['wrong_phase']
    phase: PhaseName
    """What is going on."""


class RejectionMustAnswerRoll(TypedDict):
    """GR-045: a roll lies open."""
    code: Literal['must_answer_roll']
    roll: int
    """The number of the roll."""
    seat: Seat
    """Who must answer."""


class RejectionMustAnswerAided(TypedDict):
    """GR-030: a unit that was helped up may act at once."""
    code: Literal['must_answer_aided']
    unit: UnitId
    """Which one."""


class RejectionNotYourTurn(TypedDict):
    """GR-044: the other side is to act."""
    code: Literal['not_your_turn']
    turn: NotRequired[Seat | None]
    """Who is to act; none where either side may."""


class RejectionUnknownUnit(TypedDict):
    """AQ-007: no roster has the unit."""
    code: Literal['unknown_unit']
    unit: UnitId
    """Which one."""


class RejectionNotYourUnit(TypedDict):
    """GR-044: the unit is the enemy's."""
    code: Literal['not_your_unit']
    unit: UnitId
    """Which one."""


class RejectionUnitDestroyed(TypedDict):
    """GR-026: the unit is gone."""
    code: Literal['unit_destroyed']
    unit: UnitId
    """Which one."""


class RejectionUnitDown(TypedDict):
    """GR-029: a Down unit cannot act."""
    code: Literal['unit_down']
    unit: UnitId
    """Which one."""


class RejectionAlreadyActed(TypedDict):
    """GR-016: once a round."""
    code: Literal['already_acted']
    unit: UnitId
    """Which one."""


class RejectionRollRequired(TypedDict):
    """GR-011: a random Move is declared and rolled first."""
    code: Literal['roll_required']
    unit: UnitId
    """Which one."""


class RejectionActionMismatch(TypedDict):
    """GR-011: the declaration binds."""
    code: Literal['action_mismatch']
    declared: NotRequired[Declaration | None]
    """What was declared, and by whom; none where nothing is to be declared."""


class RejectionOutOfBounds(TypedDict):
    """GR-032: off the board."""
    code: Literal['out_of_bounds']
    square: Position
    """Where."""


class RejectionTerrain(TypedDict):
    """GR-018: terrain cannot be entered."""
    code: Literal['terrain']
    square: Square
    """Where."""


class RejectionOccupied(TypedDict):
    """GR-032.1: one unit on a square."""
    code: Literal['occupied']
    square: Square
    """Where."""


class RejectionOutOfHomeZone(TypedDict):
    """GR-012: units deploy at home."""
    code: Literal['out_of_home_zone']
    square: Square
    """Where."""


class RejectionMissingUnits(TypedDict):
    """GR-012: the whole roster deploys."""
    code: Literal['missing_units']
    unit: UnitId
    """The first one that is missing."""


class RejectionDuplicateUnit(TypedDict):
    """GR-012: each unit once."""
    code: Literal['duplicate_unit']
    unit: UnitId
    """Which one."""


class RejectionTooFewRows(TypedDict):
    """GR-012: on at least two rows."""
    code: Literal['too_few_rows']
    needed: int
    """How many are needed."""
    rows: int
    """How many rows are used."""


class RejectionUnreachable(TypedDict):
    """GR-018: too far, or no way."""
    code: Literal['unreachable']
    square: Square
    """Where."""
    steps: int
    """How far the unit may go."""


class RejectionNoMovement(TypedDict):
    """GR-018: a move ends on another square."""
    code: Literal['no_movement']
    unit: UnitId
    """Which one."""


class RejectionTargetMissing(TypedDict):
    """AQ-007: no unit has that name."""
    code: Literal['target_missing']
    target: UnitId
    """Which one."""


class RejectionTargetNotEnemy(TypedDict):
    """GR-022: attacks are on enemies."""
    code: Literal['target_not_enemy']
    target: UnitId
    """Which one."""


class RejectionTargetNotFriend(TypedDict):
    """GR-020: help is for friends."""
    code: Literal['target_not_friend']
    target: UnitId
    """Which one."""


class RejectionTargetDestroyed(TypedDict):
    """GR-026: the target is gone."""
    code: Literal['target_destroyed']
    target: UnitId
    """Which one."""


class RejectionTargetNotDown(TypedDict):
    """GR-020: only a Down unit is helped up."""
    code: Literal['target_not_down']
    target: UnitId
    """Which one."""


RejectionNotAdjacent = TypedDict("RejectionNotAdjacent", {
    "code": "Literal['not_adjacent']",
    "from": "Square",
    "target": "UnitId",
})
"""GR-027, GR-020: only a neighbour."""


class RejectionOutOfRange(TypedDict):
    """GR-021.1: too far for a shot."""
    code: Literal['out_of_range']
    distance: int
    """How far it is."""
    range: int
    """How far the unit shoots."""
    target: UnitId
    """Which one."""


class RejectionNoLineOfSight(TypedDict):
    """GR-031: something is in the way."""
    blocker: Square
    """The nearest thing in the way."""
    code: Literal['no_line_of_sight']
    target: UnitId
    """Which one."""


class RejectionStealthed(TypedDict):
    """DA-020: a unit with Stealth in cover."""
    code: Literal['stealthed']
    target: UnitId
    """Which one."""


class RejectionNoSuchRoll(TypedDict):
    """DA-018: no such roll or die is open."""
    code: Literal['no_such_roll']
    roll: int
    """The number that was named."""


class RejectionAlreadyRerolled(TypedDict):
    """GR-045: one reroll for a roll."""
    code: Literal['already_rerolled']
    roll: int
    """The number of the roll."""


class RejectionNoRerollLeft(TypedDict):
    """GR-040: all rerolls are used up."""
    code: Literal['no_reroll_left']


class RejectionSourceNotAllowed(TypedDict):
    """GR-045: the side has no such reroll for this roll."""
    by: Source
    """What was named."""
    code: Literal['source_not_allowed']
    roll: int
    """The number of the roll."""


class RejectionMissionUsed(TypedDict):
    """GR-039: no mission twice in a campaign."""
    code: Literal['mission_used']
    mission: Id
    """Which one."""


class RejectionNotLeader(TypedDict):
    """GR-040: only the side ahead chooses."""
    code: Literal['not_leader']
    leader: Seat
    """Who is ahead."""


class View(TypedDict):
    """What one viewer may know."""
    choices: list[UnitChoices]
    """What the viewer's units could do now; empty unless the viewer is to move or act."""
    effects: list[Effect]
    """The optional rules in force, in words."""
    harmless: bool
    """Whether the last command was a move or a hold, which may be taken back."""
    melee: NotRequired[MeleePreview | None]
    """How a fight of the viewer's units against a standing enemy would end."""
    mission_line: str
    """What gives points in this mission, in words."""
    options: Options
    """What the optional rules remember; nothing where they are off."""
    outcome: NotRequired[Outcome | None]
    """How it ended."""
    phase: PhaseView
    """What is going on."""
    question: NotRequired[Question | None]
    """The roll that lies open."""
    rolls: int
    """How many rolls were made so far."""
    round: int
    """The round, from 1; 0 before the first."""
    scenario: Scenario
    """What stays the same all battle: factions, mission, optional rules, terrain."""
    score: list[int]
    """The points of both sides as of the last scoring."""
    score_now: list[int]
    """The points of both sides if the round ended now."""
    shots: list[ShotPreview]
    """The different shots that the choices name by their place in this list."""
    to_act: SeatSet
    """The sides that are to act."""
    units: list[UnitView]
    """Every unit of both rosters: the first side's by number, then the second's."""


class UnitChoices(TypedDict):
    """What a unit could do now."""
    aid: list[TargetChoice]
    """The help that is open."""
    half: int
    """The steps before an attack or First Aid."""
    melee: list[TargetChoice]
    """The fights that are open."""
    must_roll: bool
    """Whether the Move is random and must be declared and rolled first."""
    reach: list[list[Square]]
    """Where a movement can end, by its cost; the first entry is where the unit stands."""
    shots: list[ShotChoice]
    """The shots that are open."""
    targets: list[TargetView]
    """Every enemy as it is seen from where the unit stands."""
    unit: UnitId
    """Who."""
    whole: int
    """The steps of a whole Move; of a random one that is not rolled yet, the most."""


class TargetChoice(TypedDict):
    """A unit that can be fought or helped."""
    target: UnitId
    """Whom."""
    to: NotRequired[Square | None]
    """From where; none is where the unit stands."""


class ShotChoice(TypedDict):
    """A shot that is open."""
    shot: int
    """Its place in the list of shots."""
    target: UnitId
    """At whom."""
    to: NotRequired[Square | None]
    """From where; none is where the unit stands."""


class TargetView(TypedDict):
    """An enemy as a unit sees it from where it stands."""
    cover: Cover
    """What hides it."""
    distance: int
    """How far away."""
    refusal: NotRequired[Rejection | None]
    """Why it cannot be shot from here; none where it can."""
    sight: Sight
    """The line to it."""
    target: UnitId
    """Who."""


class Cover(TypedDict):
    """How much of a target terrain hides from a shooter."""
    facing: list[Side]
    """The sides of the target's square that are turned to the shooter."""
    hidden: list[Side]
    """Those of them that terrain hides."""
    in_cover: bool
    """Whether the target is in cover: at least half of its facing sides are hidden."""


Side: TypeAlias = "Literal['north'] | Literal['east'] | Literal['south'] | Literal['west']"
"""A side of a square."""


class Sight(TypedDict):
    """What lies on the line between two squares."""
    blocker: NotRequired[Square | None]
    """The nearest thing in the way."""
    clear: bool
    """Whether nothing is in the way."""
    entered: list[Square]
    """The squares between the two that the line enters, nearest first."""


class Options(TypedDict):
    """What the optional rules remember; nothing where they are off (AQ-006)."""
    downs_ignored: NotRequired[list[int] | None]
    """How often each side's Resilient trait held."""
    orders: NotRequired[int | None]
    """The rerolls of Focused Orders that its holder has left."""
    revives: NotRequired[list[int] | None]
    """How often each side used Revive."""


PhaseView: TypeAlias = "PhaseViewDeployment | PhaseViewQuickStart | PhaseViewInitiative | PhaseViewOrder | PhaseViewActivation | PhaseViewRoundEnd | PhaseViewOver"
"""What is going on."""


class PhaseViewDeployment(TypedDict):
    """Both sides place their units, hidden from each other."""
    own: NotRequired[list[Placement] | None]
    """The viewer's own placement."""
    placed: list[bool]
    """Which sides have."""
    suggestion: NotRequired[list[Placement] | None]
    """A placement that the viewer's side could take."""
    type: Literal['deployment']


class PhaseViewQuickStart(TypedDict):
    """The holder of Quick Start moves."""
    declared: NotRequired[DeclaredView | None]
    """The random movement that was declared."""
    moved: list[UnitId]
    """Those that have."""
    seat: Seat
    """The holder."""
    type: Literal['quick_start']
    units: int
    """How many units may move."""


class PhaseViewInitiative(TypedDict):
    """The initiative dice."""
    dice: list[int | None]
    """The dice that lie."""
    next: NotRequired[Seat | None]
    """Whose die is next."""
    redraw: bool
    """Whether equal dice are rolled again."""
    type: Literal['initiative']


class PhaseViewOrder(TypedDict):
    """The winner of the initiative decides who acts first."""
    dice: list[int]
    """The dice."""
    type: Literal['order']
    winner: Seat
    """Who won."""


class PhaseViewActivation(TypedDict):
    """Units act."""
    aided: NotRequired[UnitId | None]
    """The unit that was helped up and may act at once."""
    cap: int
    """How often each side may."""
    declared: NotRequired[DeclaredView | None]
    """The random movement that was declared."""
    first: Seat
    """Who acted first in this round."""
    slots: int
    """How many more of them in this batch."""
    turn: Seat
    """Whose units act."""
    type: Literal['activation']
    used: list[int]
    """How often each side has acted in this round."""


class PhaseViewRoundEnd(TypedDict):
    """The event Revive: a side may stand a unit up."""
    asked: Seat
    """Who is asked."""
    down: list[UnitId]
    """Whom it could stand up."""
    first: Seat
    """Who acted first in this round."""
    type: Literal['round_end']


class PhaseViewOver(TypedDict):
    """It is over."""
    end: End
    """How."""
    type: Literal['over']


class End(TypedDict):
    """How a battle ended."""
    reason: EndReason
    """Why."""
    winner: NotRequired[Seat | None]
    """Who won; none is a tie."""


class Question(TypedDict):
    """A roll that lies open."""
    choice: NotRequired[Choice | None]
    """After a reroll whose owner chooses: which die, and what it showed before."""
    dice: list[int]
    """The dice of the roll as they lie."""
    kind: RollKind
    """What kind of roll it is."""
    outlook: list[Outlook]
    """What each answer leads to, where the rules can know: keeping all, then rerolling each die by
    each source. While a value is to be chosen: the new one, then the old one.
    """
    roll: int
    """The number of the roll."""
    seat: Seat
    """Who is asked."""
    sources: list[Source]
    """What allows a reroll."""
    subject: Subject
    """What the roll is of."""


class Choice(TypedDict):
    """A rerolled die of which one value is to be chosen."""
    die: int
    """Which die, from 1."""
    new: int
    """What it shows now."""
    old: int
    """What it showed before."""


class Outlook(TypedDict):
    """What an answer leads to."""
    die: NotRequired[int | None]
    """The die that would be rerolled or would show its old value; none where all stay."""
    melee: NotRequired[MeleeOdds | None]
    """The ends of a fight, for the attacker. Whoever may choose takes the higher value, also the
    defender whose faction rerolls after the attacker.
    """
    shot: NotRequired[ShotOdds | None]
    """The ends of a shot. Whoever may choose between the old and the new value takes the better."""
    source: NotRequired[Source | None]
    """What would allow the reroll; none where nothing is rerolled."""


class Scenario(TypedDict):
    """What stays the same all battle."""
    advantage: NotRequired[HeldAdvantage | None]
    """The winner's advantage that a side holds."""
    event: NotRequired[BattleEvent | None]
    """The battle event, where that rule is on."""
    factions: list[Faction]
    """The faction of each side."""
    mission: Mission
    """What the battle is about."""
    pieces: list[Piece]
    """The terrain."""
    rules: Rules
    """The constants of the rules."""
    traits: NotRequired[list[CommanderTrait] | None]
    """The commander's trait of each side, where that rule is on."""


class Faction(TypedDict):
    """What the units of a side are like (GR-005 to GR-011)."""
    aq: int
    """Attack quality of a shot."""
    color: str
    """The colour of its crest."""
    defense: int
    """What a shot must exceed."""
    id: Id
    """The name in the data."""
    kill_naturals: Naturals
    """Naturals that kill at range because of a trait (GR-010)."""
    melee_aq: int
    """Attack quality in melee, attacking or defending."""
    movement: Movement
    """How far its units move."""
    name: str
    """The name for people."""
    range: int
    """How far they shoot, in squares."""
    reroll: NotRequired[FactionReroll | None]
    """The faction's own reroll, if it has one (GR-009)."""
    role: str
    """What they are, in a few words."""
    roster: int
    """How many units it fields."""
    traits: list[Id]
    """The names of its traits."""


Movement: TypeAlias = "MovementFixed | Literal['die']"
"""How far a unit moves."""


class MovementFixed(TypedDict):
    """Always this many steps."""
    fixed: int


class Mission(TypedDict):
    """What a battle is about (GR-033)."""
    id: Id
    """The name in the data."""
    name: str
    """The name for people."""
    roll: NotRequired[int | None]
    """The face of the die that rolls it; none is chosen only."""
    scoring: Scoring
    """What gives points at the end of each round."""


Scoring: TypeAlias = "ScoringKills | ScoringMajority | ScoringMajorityInEnemyHome | ScoringSolePresence | ScoringMajorityPerZone"
"""What gives points at the end of each round (GR-035.1)."""


class ScoringKills(TypedDict):
    """Each enemy unit destroyed since the last scoring."""
    kills: ScoringKillsKills


class ScoringKillsKills(TypedDict):
    points_per_kill: int
    """Points for each."""


class ScoringMajority(TypedDict):
    """More units than the enemy in the zones together."""
    majority: ScoringMajorityMajority


class ScoringMajorityMajority(TypedDict):
    points: int
    """Points for that."""
    zones: list[NamedZone]
    """Where."""


class NamedZone(TypedDict):
    """A zone with a name."""
    id: Id
    """Its name."""
    zone: Zone
    """Where it is."""


class Zone(TypedDict):
    """A rectangle of squares, both ends included."""
    columns: list[int]
    """The first and the last column."""
    rows: list[int]
    """The first and the last row."""


class ScoringMajorityInEnemyHome(TypedDict):
    """More units in the enemy's home than the enemy has in one's own."""
    majority_in_enemy_home: ScoringMajorityInEnemyHomeMajorityInEnemyHome


class ScoringMajorityInEnemyHomeMajorityInEnemyHome(TypedDict):
    points: int
    """Points for that."""


class ScoringSolePresence(TypedDict):
    """At least one unit in the zones, and no enemy."""
    sole_presence: ScoringSolePresenceSolePresence


class ScoringSolePresenceSolePresence(TypedDict):
    points: int
    """Points for that."""
    zones: list[NamedZone]
    """Where."""


class ScoringMajorityPerZone(TypedDict):
    """More units than the enemy, zone by zone."""
    majority_per_zone: ScoringMajorityPerZoneMajorityPerZone


class ScoringMajorityPerZoneMajorityPerZone(TypedDict):
    zones: list[ScoredZone]
    """Where, and what each is worth to each side."""


class ScoredZone(TypedDict):
    """A zone with points for each side."""
    id: Id
    """Its name."""
    points: list[int]
    """What it is worth to the first and to the second side."""
    zone: Zone
    """Where it is."""


class Piece(TypedDict):
    """A piece of terrain on the map."""
    flags: Flags
    """What it does."""
    name: str
    """The name of its shape."""
    squares: list[Square]
    """Its squares."""


class Rules(TypedDict):
    """The constants of the rules."""
    activation_cap: int
    """Activations of a side in a round, at most."""
    campaign: CampaignRules
    """The numbers of a campaign."""
    center_square: Square
    """The square in the middle."""
    cover_defense_bonus: int
    """What cover adds to Defense."""
    critical_failure_naturals: Naturals
    """Naturals that miss and may hit a friend."""
    critical_kill_naturals: Naturals
    """Naturals that kill."""
    down_units_count: bool
    """Whether Down units hold ground."""
    extra_rounds_on_tie: int
    """Rounds that follow where the points are equal."""
    first_batch: int
    """Units in the first activation of a round."""
    home: list[Zone]
    """The home zone of each side."""
    later_batches: int
    """Units in the later ones."""
    min_distinct_rows: int
    """A deployment uses at least this many rows."""
    regular_rounds: int
    """Rounds of a battle."""
    wipeout_ends_battle: bool
    """Whether the battle ends when a side has no unit left."""
    wipeout_survivor_wins: bool
    """Whether the survivor then wins, whatever the points."""


class UnitView(TypedDict):
    """A unit."""
    acted: bool
    """Whether it has had its activation in this round."""
    eyes: NotRequired[Eyes | None]
    """What it sees and threatens; none unless it is on the board and stands."""
    id: UnitId
    """Who."""
    ready: bool
    """Whether it may act now."""
    seat: Seat
    """Whose."""
    square: NotRequired[Square | None]
    """Where; none before the deployment is revealed and once it is destroyed."""
    state: UnitState
    """How it is."""
