"""The types of sky-team.

Generated from the Rust types by `cargo xtask types`. Do not edit.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .shared import (
    Outcome as Outcome,
    SeatSet as SeatSet,
)


Command: TypeAlias = "CommandReady | CommandPlace | CommandSpendReroll | CommandReroll | CommandAnticipate | CommandAdapt | CommandSwap | CommandTimeUp"
"""What somebody asks for. A die is named by the value that it shows."""


class CommandReady(TypedDict):
    """Says that the briefing may end (ST-30)."""
    type: Literal['ready']


class CommandPlace(TypedDict):
    """Places an own die, an intern's token or the extra die of Synchronisation (ST-32)."""
    coffee: NotRequired[int]
    """How many steps coffee changes it, up or down; each costs one."""
    die: int
    """What it shows before coffee."""
    on: Module
    """Where it goes."""
    slot: NotRequired[int | None]
    """Which space of the module, counted from 0; named only where more than one would take it."""
    type: Literal['place']


Module: TypeAlias = "Literal['axis'] | Literal['engines'] | Literal['radio'] | Literal['landing_gear'] | Literal['flaps'] | Literal['brakes'] | Literal['concentration'] | Literal['kerosene'] | Literal['intern'] | Literal['ice_brakes']"
"""A module of the cockpit."""


class CommandSpendReroll(TypedDict):
    """Spends a reroll token, so that both may choose (ST-62, `published`)."""
    type: Literal['spend_reroll']


class CommandReroll(TypedDict):
    """Rerolls these own dice (ST-61), or chooses them once a token is spent (ST-62)."""
    dice: Faces
    """Which."""
    type: Literal['reroll']


Faces: TypeAlias = "list[int]"
"""Some dice by their values. On the wire it is a list of values, read in any order and written in
ascending order. Invariant: at most four dice, each from 1 to 6.
"""


class CommandAnticipate(TypedDict):
    """Anticipation: rerolls one own die before the first is placed (ST-80)."""
    die: int
    """Which."""
    type: Literal['anticipate']


class CommandAdapt(TypedDict):
    """Adaptation: turns an own die to its opposite face (ST-81)."""
    die: int
    """Which."""
    type: Literal['adapt']


class CommandSwap(TypedDict):
    """Working Together: names an own die to swap, or answers with one (ST-84)."""
    die: int
    """Which."""
    type: Literal['swap']


class CommandTimeUp(TypedDict):
    """The clock: the time of this round's placement phase is up (ST-77)."""
    round: int
    """Which round."""
    type: Literal['time_up']


class Config(TypedDict):
    """What is fixed before the first die."""
    abilities: NotRequired[list[Ability] | None]
    """Abilities: the special abilities of the crew, as many as the scenario gives; drawn where
    nothing is said.
    """
    any_scenario: NotRequired[bool]
    """Any scenario: lets the rule sets `seed` and `literal` fly to airports other than Montréal."""
    briefing: NotRequired[bool]
    """Briefing: both say that they are ready before each roll."""
    data: NotRequired[list[DataFile]]
    """Scenario files of a designer: their scenarios come before the game's own."""
    early_end: NotRequired[bool]
    """Early end: the final round stops once nothing can go wrong (only `published`)."""
    equal_speed: NotRequired[EqualSpeed | None]
    """Speed equal to the blue marker: as the rule set has it where nothing is said."""
    head_wind: NotRequired[bool]
    """Head wind: turns all signs of the wind round, in a scenario with wind."""
    rules: NotRequired[RuleSet]
    """Rule set: which reading of the rules is played."""
    safe_mode: NotRequired[bool]
    """Safe mode: screens ask before a die that loses at once or is wasted."""
    scenario: NotRequired[str]
    """Scenario: the airport and its track, such as `yul-green`."""
    seconds: NotRequired[int | None]
    """Seconds: a clock of 60, 70 or 80 seconds for each placement phase. Where nothing is said,
    real-time scenarios have 60 and the others no clock.
    """
    solo: NotRequired[bool]
    """Solo: one person holds both seats and sees all eight dice."""
    undo: NotRequired[bool | None]
    """Undo: whether the last die may be taken back until the other acts; as the rule set has it
    where nothing is said.
    """


Ability: TypeAlias = "Literal['anticipation'] | Literal['adaptation'] | Literal['mastery'] | Literal['control'] | Literal['working_together'] | Literal['synchronisation']"
"""A special ability of the crew."""


class DataFile(TypedDict):
    """A scenario file of a designer."""
    name: str
    """The name of the file, for messages."""
    text: str
    """What it says, in TOML."""


EqualSpeed: TypeAlias = "Literal['moves'] | Literal['stays']"
"""What a speed equal to the blue marker does."""


RuleSet: TypeAlias = "Literal['seed'] | Literal['literal'] | Literal['published']"
"""Which reading of the rules is played."""


Event: TypeAlias = "EventRoundBegan | EventRerollEarned | EventTrafficRolled | EventReady | EventRolled | EventPlaced | EventCoffeeSpent | EventAxisMoved | EventWindTurned | EventSpeedSet | EventMoved | EventKeroseneUsed | EventRadioCalled | EventDeployed | EventWasted | EventIceWaits | EventCoffeeEarned | EventTokenTaken | EventTokenDiscarded | EventSyncRolled | EventRerollSpent | EventChosen | EventRerolled | EventAnticipated | EventAdapted | EventSwapped | EventTimeUp | EventRoundEnded | EventEnded"
"""What happened."""


class EventRoundBegan(TypedDict):
    """A round began."""
    altitude: int
    """The altitude."""
    first: Crew
    """Who places first."""
    round: int
    """Which, counted from 1."""
    type: Literal['round_began']


Crew: TypeAlias = "Literal['pilot'] | Literal['copilot']"
"""A member of the crew, and the colour of the dice."""


class EventRerollEarned(TypedDict):
    """The crew got a reroll token."""
    held: int
    """How many it holds now."""
    type: Literal['reroll_earned']


class EventTrafficRolled(TypedDict):
    """A traffic die was rolled."""
    added: bool
    """Whether there was a token to add."""
    segment: int
    """The segment of the airplane."""
    type: Literal['traffic_rolled']
    value: int
    """What it shows."""


class EventReady(TypedDict):
    """One of the crew is ready."""
    crew: Crew
    """Who."""
    type: Literal['ready']


class EventRolled(TypedDict):
    """Dice were rolled for a round."""
    crew: Crew
    """Whose."""
    dice: NotRequired[Faces | None]
    """What they show, for who may see it."""
    open: bool
    """Whether the other seat may see them too."""
    type: Literal['rolled']


class EventPlaced(TypedDict):
    """A die was placed."""
    laid: Laid
    """What and where."""
    next: NotRequired[Crew | None]
    """Who places next; nobody where the round is over."""
    placed: int
    """How many of the eight dice are placed."""
    type: Literal['placed']
    value: int
    """What it counts as."""


class Laid(TypedDict):
    """A die as it was placed."""
    coffee: int
    """How many steps coffee changed it."""
    crew: Crew
    """Who placed it."""
    die: int
    """What it showed."""
    on: Module
    """Where it lies."""
    slot: int
    """On which space of the module, counted from 0."""
    source: Source
    """Where it came from."""


Source: TypeAlias = "Literal['hand'] | Literal['token'] | Literal['sync']"
"""Where a placed value came from."""


class EventCoffeeSpent(TypedDict):
    """Coffee changed a die."""
    cost: int
    """How much."""
    pool: int
    """What is left."""
    type: Literal['coffee_spent']


EventAxisMoved = TypedDict("EventAxisMoved", {
    "from": "int",
    "to": "int",
    "type": "Literal['axis_moved']",
})
"""The axis resolved."""


class EventWindTurned(TypedDict):
    """The wind turned."""
    modifier: int
    """What it adds to the speed."""
    position: int
    """The position on the ring."""
    type: Literal['wind_turned']


class EventSpeedSet(TypedDict):
    """The engines resolved."""
    blue: int
    """The Pilot's die."""
    blue_marker: int
    """The blue marker."""
    orange: int
    """The Co-Pilot's die."""
    orange_marker: int
    """The orange marker."""
    segments: NotRequired[int | None]
    """How many segments that moves the plane; none in the final round."""
    speed: int
    """The speed."""
    type: Literal['speed_set']
    wind: int
    """What the wind adds."""


EventMoved = TypedDict("EventMoved", {
    "from": "int",
    "to": "int",
    "type": "Literal['moved']",
})
"""The plane moved a segment."""


class EventKeroseneUsed(TypedDict):
    """Fuel was used."""
    amount: int
    """How much."""
    left: int
    """What is left."""
    type: Literal['kerosene_used']


class EventRadioCalled(TypedDict):
    """The radio reached a segment."""
    cleared: bool
    """Whether an airplane was sent off."""
    left: int
    """How many are left there."""
    segment: NotRequired[int | None]
    """Which; none beyond the end of the track."""
    type: Literal['radio_called']


class EventDeployed(TypedDict):
    """A switch went on."""
    marker: int
    """Where the marker of the module stands now."""
    module: Module
    """Which module."""
    on: int
    """How many of the module are on now."""
    slot: int
    """Which switch, counted from 0."""
    type: Literal['deployed']


class EventWasted(TypedDict):
    """A die had no effect."""
    module: Module
    """Where it lies."""
    type: Literal['wasted']


class EventIceWaits(TypedDict):
    """A step of the ice brakes waits for its second die."""
    type: Literal['ice_waits']
    value: int
    """The value that is wanted."""


class EventCoffeeEarned(TypedDict):
    """Coffee was earned."""
    pool: int
    """What the pool has now."""
    type: Literal['coffee_earned']


class EventTokenTaken(TypedDict):
    """A token of the intern was taken."""
    crew: Crew
    """By whom."""
    left: int
    """How many are left."""
    token: int
    """Its value."""
    type: Literal['token_taken']


class EventTokenDiscarded(TypedDict):
    """No space took the token."""
    token: int
    """Its value."""
    type: Literal['token_discarded']


class EventSyncRolled(TypedDict):
    """Synchronisation: the Co-Pilot rolled an extra die."""
    open: bool
    """Whether the other seat may see it too."""
    type: Literal['sync_rolled']
    value: NotRequired[int | None]
    """What it shows, for who may see it."""


class EventRerollSpent(TypedDict):
    """A reroll token was spent."""
    crew: Crew
    """By whom."""
    held: int
    """How many are left."""
    type: Literal['reroll_spent']


class EventChosen(TypedDict):
    """One of the crew chose dice for a reroll, or named one for a swap."""
    crew: Crew
    """Who."""
    type: Literal['chosen']


class EventRerolled(TypedDict):
    """Dice were rerolled."""
    count: int
    """How many."""
    crew: Crew
    """Whose."""
    dice: NotRequired[Faces | None]
    """The whole hand now, for who may see it."""
    open: bool
    """Whether the other seat may see it too."""
    type: Literal['rerolled']


class EventAnticipated(TypedDict):
    """Anticipation: one die was rerolled."""
    crew: Crew
    """Whose."""
    dice: NotRequired[Faces | None]
    """The whole hand now, for who may see it."""
    open: bool
    """Whether the other seat may see it too."""
    type: Literal['anticipated']


class EventAdapted(TypedDict):
    """Adaptation: a die was turned to its opposite face."""
    crew: Crew
    """Whose."""
    open: bool
    """Whether the other seat may see it too."""
    type: Literal['adapted']
    value: NotRequired[int | None]
    """What it shows now, for who may see it."""


class EventSwapped(TypedDict):
    """Working Together: two dice changed places. Both of the crew see both."""
    gave: NotRequired[Pair | None]
    """What each gave, for the crew."""
    type: Literal['swapped']


class Pair(TypedDict):
    """One of a thing for each of the two."""
    copilot: HandView
    """The Co-Pilot's."""
    pilot: HandView
    """The Pilot's."""


class HandView(TypedDict):
    """The dice of one of the crew."""
    answered: bool
    """Whether an answer to a briefing, a reroll or a swap was given."""
    chosen: NotRequired[Faces | None]
    """What was chosen for a reroll or a swap, where the viewer may see it."""
    dice: NotRequired[Faces | None]
    """What they show, where the viewer may see it."""
    left: int
    """How many are unplaced."""
    must_fill: list[Module]
    """The own mandatory modules that are still empty this round."""
    pressed: bool
    """Whether all remaining dice are needed for those."""


class EventTimeUp(TypedDict):
    """The time was up."""
    forfeited: int
    """How many dice were forfeited."""
    type: Literal['time_up']


class EventRoundEnded(TypedDict):
    """A round ended; the report follows the fixed order of the modules."""
    report: Report
    """How things stand."""
    round: int
    """Which."""
    type: Literal['round_ended']


class Report(TypedDict):
    """How things stand at the end of a round, in the fixed order of the modules."""
    axis: int
    """The axis."""
    brakes: int
    """Brakes that are on; steps of the ice brakes where they replace them."""
    coffee: int
    """Coffee in the pool."""
    flaps: int
    """Flaps that are out."""
    landing_gear: int
    """Landing gear that is out."""
    planes: int
    """Airplanes left on the track."""
    speed: NotRequired[int | None]
    """The speed, if the engines resolved."""


class EventEnded(TypedDict):
    """The game ended."""
    end: End
    """How."""
    landing: list[Check]
    """The landing list, where the landing was judged."""
    type: Literal['ended']


End: TypeAlias = "EndWon | EndLost"
"""How it ended."""


class EndWon(TypedDict):
    """The plane has landed."""
    type: Literal['won']


class EndLost(TypedDict):
    """It has not."""
    loss: Loss
    """Why."""
    type: Literal['lost']


Loss: TypeAlias = "Loss_ | LossCause | Loss__ | Loss___ | LossCause_ | Loss____ | Loss_____ | LossCause__ | Loss______"
"""What loses the game."""


class Loss_(TypedDict):
    """The axis went beyond ±2."""
    axis: int
    """Where it went."""
    cause: Literal['spin']


class LossCause(TypedDict):
    """The tank ran dry."""
    cause: Literal['kerosene']


class Loss__(TypedDict):
    """A segment was left with an axis that its turn does not allow."""
    axis: int
    """The axis."""
    cause: Literal['turn']
    segment: int
    """The segment."""


class Loss___(TypedDict):
    """A segment was left on which an airplane still was."""
    cause: Literal['collision']
    segment: int
    """The segment."""


class LossCause_(TypedDict):
    """The plane flew past the airport."""
    cause: Literal['overshoot']


class Loss____(TypedDict):
    """The altitude became 0 before the airport."""
    cause: Literal['not_at_airport']
    position: int
    """Where the plane was."""


class Loss_____(TypedDict):
    """The altitude became 0 with airplanes on the track."""
    cause: Literal['planes_left']
    planes: int
    """How many."""


class LossCause__(TypedDict):
    """Time ran out with Axis or Engines empty."""
    cause: Literal['mandatory_empty']


class Loss______(TypedDict):
    """The landing failed."""
    cause: Literal['landing']
    failed: Failed
    """Every criterion that was missed."""


Failed: TypeAlias = "list[Criterion]"
"""Criteria that were missed, as a list on the wire."""


Criterion: TypeAlias = "Literal['axis'] | Literal['speed'] | Literal['brakes'] | Literal['flaps'] | Literal['landing_gear'] | Literal['planes'] | Literal['ice_brakes'] | Literal['intern']"
"""Something that the landing asks for."""


class Check(TypedDict):
    """A line of the landing list."""
    criterion: Criterion
    """What is asked for."""
    name: str
    """The name for people."""
    reason: str
    """What is asked for and what there is."""
    standing: Standing
    """How it stands."""


Standing: TypeAlias = "Literal['pending'] | Literal['met'] | Literal['failed']"
"""How a criterion stands now."""


Rejection: TypeAlias = "RejectionGameOver | RejectionNotASeat | RejectionNotTheClock | RejectionWrongPhase | RejectionNoSuchClock | RejectionAlreadyAnswered | RejectionNotYourTurn | RejectionNoSuchAbility | RejectionAbilityUsed | RejectionTooLate | RejectionNotFirst | RejectionNoRerollToken | RejectionNoDiceLeft | RejectionNameTheDice | RejectionSpendATokenFirst | RejectionWrongNumberOfDice | RejectionNotADie | RejectionDieUsed | RejectionNoSuchDie | RejectionNotSoMany | RejectionCoffeeOutOfRange | RejectionNotEnoughCoffee | RejectionCoffeeTooFar | RejectionNoCoffeeForTokens | RejectionNoSuchModule | RejectionNoSuchSpace | RejectionWrongColour | RejectionNotForTokens | RejectionSpaceTaken | RejectionAllDeployed | RejectionNoEffect | RejectionInternDone | RejectionWrongValue | RejectionSameAsToken | RejectionNameTheSpace | RejectionSpaceNotNeeded | RejectionMandatoryFirst"
"""Why a command was refused. The first reason in the order of this list is given."""


class RejectionGameOver(TypedDict):
    """ST-50: nothing follows the end."""
    code: Literal['game_over']


class RejectionNotASeat(TypedDict):
    """ST-10: only the Pilot and the Co-Pilot act."""
    code: Literal['not_a_seat']


class RejectionNotTheClock(TypedDict):
    """ST-77: only the clock ends the time."""
    code: Literal['not_the_clock']


class RejectionWrongPhase(TypedDict):
    """ST-30, ST-31: something else is going on."""
    code: Literal['wrong_phase']
    now: Stage
    """What is going on."""


Stage: TypeAlias = "Literal['briefing'] | Literal['placement'] | Literal['extra'] | Literal['rerolling'] | Literal['swapping']"
"""What is going on, for `Rejection::WrongPhase`."""


class RejectionNoSuchClock(TypedDict):
    """ST-77: there is no clock, or it belongs to another round."""
    code: Literal['no_such_clock']
    round: int
    """The round that was named."""


class RejectionAlreadyAnswered(TypedDict):
    """ST-30, ST-62, ST-84: said or chosen already."""
    code: Literal['already_answered']


class RejectionNotYourTurn(TypedDict):
    """ST-31: the crew places in turn."""
    code: Literal['not_your_turn']
    turn: Crew
    """Whose turn it is."""


class RejectionNoSuchAbility(TypedDict):
    """ST-80 to ST-85: the ability is not in play."""
    ability: Ability
    """Which."""
    code: Literal['no_such_ability']


class RejectionAbilityUsed(TypedDict):
    """ST-80, ST-81, ST-84: the ability was used."""
    ability: Ability
    """Which."""
    code: Literal['ability_used']


class RejectionTooLate(TypedDict):
    """ST-80: Anticipation comes before the first die of the round."""
    code: Literal['too_late']


class RejectionNotFirst(TypedDict):
    """ST-80: Anticipation belongs to the first player."""
    code: Literal['not_first']
    first: Crew
    """Who places first this round."""


class RejectionNoRerollToken(TypedDict):
    """ST-60: no token is left."""
    code: Literal['no_reroll_token']


class RejectionNoDiceLeft(TypedDict):
    """ST-60, ST-84: a reroll or a swap needs an unplaced die."""
    code: Literal['no_dice_left']
    crew: Crew
    """Who."""


class RejectionNameTheDice(TypedDict):
    """R-16: the spender's dice belong to the command."""
    code: Literal['name_the_dice']


class RejectionSpendATokenFirst(TypedDict):
    """R-16: both choose once a token is spent."""
    code: Literal['spend_a_token_first']


class RejectionWrongNumberOfDice(TypedDict):
    """ST-61: one or two dice."""
    code: Literal['wrong_number_of_dice']
    least: int
    """At least so many."""
    most: int
    """At most so many."""


class RejectionNotADie(TypedDict):
    """ST-32: dice show 1 to 6."""
    code: Literal['not_a_die']
    die: int
    """What was named."""


class RejectionDieUsed(TypedDict):
    """ST-32: the die was placed earlier in this round."""
    code: Literal['die_used']
    die: int
    """What was named."""


class RejectionNoSuchDie(TypedDict):
    """ST-32: the seat holds no such die."""
    code: Literal['no_such_die']
    die: int
    """What was named."""


class RejectionNotSoMany(TypedDict):
    """ST-32: the seat holds some of these dice, but not so many."""
    code: Literal['not_so_many']
    die: int
    """What they show."""
    held: int
    """How many are in the hand."""
    named: int
    """How many were named."""


class RejectionCoffeeOutOfRange(TypedDict):
    """ST-48: coffee never leads beyond the faces of the die."""
    code: Literal['coffee_out_of_range']
    die: int
    """What it shows."""
    least: int
    """At least."""
    most: int
    """At most."""
    value: int
    """What it would show."""


class RejectionNotEnoughCoffee(TypedDict):
    """ST-48: each step costs one coffee."""
    code: Literal['not_enough_coffee']
    cost: int
    """What it would cost."""
    pool: int
    """What there is."""


class RejectionCoffeeTooFar(TypedDict):
    """R-10: in `literal` coffee changes a die by one step."""
    code: Literal['coffee_too_far']
    most: int
    """The most steps."""


class RejectionNoCoffeeForTokens(TypedDict):
    """ST-75: tokens take no coffee."""
    code: Literal['no_coffee_for_tokens']


class RejectionNoSuchModule(TypedDict):
    """ST-90: the module is not in this scenario."""
    code: Literal['no_such_module']
    module: Module
    """Which."""


class RejectionNoSuchSpace(TypedDict):
    """ST-32: the module has no such space."""
    code: Literal['no_such_space']
    module: Module
    """Which module."""
    slot: int
    """Which space, counted from 0."""


class RejectionWrongColour(TypedDict):
    """ST-32: the space takes the other colour."""
    code: Literal['wrong_colour']
    crew: Crew
    """Whose die it is."""
    module: Module
    """Which module."""


class RejectionNotForTokens(TypedDict):
    """ST-75: tokens go anywhere but there."""
    code: Literal['not_for_tokens']
    module: Module
    """Which module."""


class RejectionSpaceTaken(TypedDict):
    """ST-32: something lies there this round."""
    code: Literal['space_taken']
    module: Module
    """Which module."""


class RejectionAllDeployed(TypedDict):
    """R-13: everything is on."""
    code: Literal['all_deployed']
    module: Module
    """Which module."""


class RejectionNoEffect(TypedDict):
    """R-12: that switch is on; the die stays in hand."""
    code: Literal['no_effect']
    module: Module
    """Which module."""
    value: int
    """What the die counts as."""


class RejectionInternDone(TypedDict):
    """ST-75: the intern's row is empty."""
    code: Literal['intern_done']


class RejectionWrongValue(TypedDict):
    """ST-45, ST-46, ST-76: the space takes other values."""
    code: Literal['wrong_value']
    module: Module
    """Which module."""
    takes: list[int]
    """What it takes."""
    value: int
    """What the die counts as."""


class RejectionSameAsToken(TypedDict):
    """ST-75: the die must differ from the token."""
    code: Literal['same_as_token']
    token: int
    """The token at the own end."""


class RejectionNameTheSpace(TypedDict):
    """R-13: the value fits more than one space."""
    code: Literal['name_the_space']
    module: Module
    """Which module."""
    slots: list[int]
    """The spaces that take it, counted from 0."""


class RejectionSpaceNotNeeded(TypedDict):
    """ST-32: a space is named only where it matters."""
    code: Literal['space_not_needed']
    module: Module
    """Which module."""


class RejectionMandatoryFirst(TypedDict):
    """R-07: Axis and Engines come first when dice run short."""
    code: Literal['mandatory_first']
    spaces: list[Module]
    """The own mandatory modules that are still empty."""


class View(TypedDict):
    """All that one viewer may know."""
    abilities: list[AbilityView]
    """The special abilities in play."""
    altitude: int
    """The altitude in feet."""
    altitudes: list[AltitudeView]
    """The altitude track from the start of this flight to the ground, one step for each round."""
    approach: list[SegmentView]
    """The approach track, from the start to the airport."""
    axis: int
    """Where the axis stands: 0 is level, and positive is tipped to the Pilot's side, the left."""
    banner: Banner
    """What talk is allowed now."""
    blocked: list[Blocked]
    """Why the viewer's dice do not go elsewhere, without coffee."""
    board: Board
    """Everything public, as the rules keep it."""
    brakes: NotRequired[BrakesView | None]
    """What the brakes hold, by the number that the landing uses; none with ice brakes."""
    checklist: list[Check]
    """The landing list."""
    choices: list[Choice]
    """What the viewer may place now, with what each would do: by die, then coffee, then space."""
    coffee: int
    """Coffee in the pool."""
    end: NotRequired[EndView | None]
    """How it ended."""
    extra_die: NotRequired[int | None]
    """The value of the extra die of Synchronisation, for who may see it."""
    final_round: bool
    """Whether this is the round at altitude 0."""
    first: Crew
    """Who places first this round."""
    hands: Pair
    """The dice of both; values only where the viewer may see them."""
    history: list[Laid]
    """What was placed this round, in order."""
    ice_brakes: NotRequired[list[IceStepView] | None]
    """The steps of the ice brakes in order; none with brakes."""
    intern: NotRequired[list[int] | None]
    """The intern's tokens that are left, from the Pilot's end; none without an intern."""
    kerosene: NotRequired[int | None]
    """What is in the tank; none where fuel is not counted."""
    modules: list[ModuleView]
    """The modules of the cockpit with their spaces."""
    others: list[Other]
    """What else the viewer may do now."""
    phase: Phase
    """What is going on."""
    rerolls: int
    """Reroll tokens that the crew holds."""
    round: int
    """The round, counted from 1."""
    rounds: int
    """How many rounds there are."""
    safe_mode: bool
    """Whether screens ask before a choice that has warnings."""
    scenario: ScenarioView
    """The scenario."""
    solo: bool
    """Whether one person plays both seats: each choice then says whose seat submits it."""
    speed: SpeedView
    """The speed gauge."""
    supply: int
    """Airplane tokens left in the supply."""
    to_act: SeatSet
    """The seats that may act now; beside the one whose turn it is, those who may spend a reroll
    token or use an ability.
    """
    turn: NotRequired[Crew | None]
    """Who is to place next; none while something else is going on."""
    wind: NotRequired[WindView | None]
    """The wind; none where it is calm."""
    you: NotRequired[Crew | None]
    """Who looks; none for a spectator."""


class AbilityView(TypedDict):
    """A special ability."""
    ability: Ability
    """Which."""
    name: str
    """The name for people."""
    ready: Pair2
    """Whether each may still use it: this round, or in this game for Adaptation."""
    text: str
    """What it does."""


class Pair2(TypedDict):
    """One of a thing for each of the two."""
    copilot: bool
    """The Co-Pilot's."""
    pilot: bool
    """The Pilot's."""


class AltitudeView(TypedDict):
    """A step of the altitude track."""
    altitude: int
    """The altitude in feet."""
    first: Crew
    """Who places first in that round."""
    here: bool
    """Whether this is the round that is played."""
    reroll: bool
    """Whether the crew gets a reroll token there."""
    round: int
    """The round, counted from 1."""


class SegmentView(TypedDict):
    """A segment of the approach track."""
    airport: bool
    """Whether it is the airport."""
    here: bool
    """Whether the plane is here."""
    index: int
    """Counted from 0."""
    planes: int
    """Airplane tokens on it."""
    radio: NotRequired[int | None]
    """The radio value that reaches it now."""
    traffic: int
    """Traffic dice rolled when a round begins here."""
    turn: list[int]
    """The axis positions with which it may be left; empty where all are."""


class Banner(TypedDict):
    """What talk is allowed now."""
    allowed: list[str]
    """What may be said."""
    forbidden: list[str]
    """What may not be said."""
    talk: Talk
    """In a word."""
    text: str
    """In a sentence."""


Talk: TypeAlias = "Literal['plans'] | Literal['silence'] | Literal['free']"
"""What talk is allowed now."""


class Blocked(TypedDict):
    """Why a die does not go somewhere as it is."""
    die: int
    """The die as it shows."""
    on: Module
    """Where it does not go."""
    reason: Rejection
    """Why."""
    text: str
    """Why, in a sentence."""


class Board(TypedDict):
    """All that is public, as the rules keep it. Screens draw from the rest of the view; this part lets
    a bot go on playing from a view.
    """
    abilities: Abilities
    """Special abilities."""
    answered: Pair2
    """Who has answered in a briefing, a reroll or a swap."""
    approach: Approach
    """The approach track."""
    axis: Axis
    """The axis."""
    brakes: int
    """How many brakes are on."""
    coffee: int
    """The coffee pool."""
    course: Course
    """What the scenario fixes."""
    end: NotRequired[End | None]
    """How it ended."""
    engines: Engines
    """The engines."""
    filled: Spaces
    """Where dice lie this round."""
    flaps: int
    """How many flaps are on."""
    gear: int
    """Landing gear switches that are on, as bits."""
    ice: int
    """How many steps of the ice brakes are done."""
    intern: NotRequired[Intern | None]
    """The intern's row."""
    kerosene: int
    """What is in the tank, where fuel is counted."""
    log: Log
    """The dice placed this round, in order."""
    options: Options
    """How the table plays."""
    phase: Phase
    """What is going on."""
    rerolls: Rerolls
    """Reroll tokens."""
    round: int
    """The round, counted from 1."""
    tally: Tally
    """Figures to look back at."""
    title: Title
    """Which scenario it is."""
    turn: Crew
    """Who places the next die of a hand."""
    undo: NotRequired[Crew | None]
    """Who may take the last placement back."""
    wind: int
    """Where the wind marker stands on its ring."""


class Abilities(TypedDict):
    """Which abilities are in play and what was used of them."""
    adapted: Pair2
    """Who used Adaptation in this game."""
    has: int
    """In play, as bits in the order of the rules."""
    used: int
    """Used this round, as bits."""


class Approach(TypedDict):
    """Where the plane is and what lies on the track."""
    planes: list[int]
    """Airplane tokens by segment."""
    position: int
    """The segment the plane is on, counted from 0."""


class Axis(TypedDict):
    """The axis gauge."""
    dice: Pair4
    """The dice of this round."""
    position: int
    """Where it stands: 0 is level, positive is tipped towards the Pilot."""


class Pair4(TypedDict):
    """One of a thing for each of the two."""
    copilot: NotRequired[int | None]
    """The Co-Pilot's."""
    pilot: NotRequired[int | None]
    """The Pilot's."""


class Course(TypedDict):
    """What a scenario fixes for the whole game, as plain numbers."""
    abilities: int
    """How many special abilities there are."""
    difficulty: Difficulty
    """The colour of the track."""
    fuel: Fuel
    """How fuel is counted."""
    ice_brakes: bool
    """Whether ice brakes replace the brakes."""
    intern: bool
    """Whether an intern flies along."""
    real_time: bool
    """Whether the placement phase plays against the clock."""
    segments: int
    """How many segments the track has; the last is the airport."""
    start: int
    """Which step of the altitude track the game starts on, counted from 0 at 6000."""
    traffic: list[int]
    """Traffic icons by segment."""
    turns: list[int]
    """Allowed axis positions for leaving a segment, as bits: bit 0 is −2, bit 4 is +2; 0 where
    everything is allowed.
    """
    weather: Weather
    """The wind."""


Difficulty: TypeAlias = "Literal['green'] | Literal['yellow'] | Literal['red'] | Literal['black']"
"""How hard a track is, by the colour of its print."""


Fuel: TypeAlias = "Literal['none'] | Literal['kerosene'] | Literal['leak']"
"""Whether and how fuel is counted."""


Weather: TypeAlias = "Literal['calm'] | Literal['wind'] | Literal['head_wind']"
"""Whether there is wind, and what its signs mean."""


class Engines(TypedDict):
    """The speed gauge."""
    dice: Pair4
    """The dice of this round."""
    speed: NotRequired[int | None]
    """The speed of this round, wind included, once both dice are there."""


Spaces: TypeAlias = "int"
"""A set of spaces, as bits."""


Intern = TypedDict("Intern", {
    "from": "int",
    "row": "list[int]",
    "to": "int",
})
"""The row of the intern's tokens. Invariant: `from` is at most `to`, and `to` at most 6."""


Log: TypeAlias = "list[Laid]"
"""The dice placed this round, in order. On the wire it is a list."""


class Options(TypedDict):
    """A configuration with all defaults filled in, as the game keeps it."""
    briefing: bool
    """Whether there is a briefing before each roll."""
    early_end: bool
    """Whether the final round stops once nothing can go wrong."""
    equal_speed: EqualSpeed
    """What a speed equal to the blue marker does."""
    rules: RuleSet
    """Which reading of the rules is played."""
    safe_mode: bool
    """Whether screens ask before a die that loses or is wasted."""
    seconds: NotRequired[int | None]
    """The clock of a placement phase, in seconds."""
    solo: bool
    """Whether one person holds both seats."""
    undo: bool
    """Whether the last die may be taken back."""


Phase: TypeAlias = "PhaseBriefing | PhasePlacement | PhaseExtra | PhaseRerolling | PhaseSwapping | PhaseOver"
"""What is going on."""


class PhaseBriefing(TypedDict):
    """Both talk and say that they are ready."""
    type: Literal['briefing']


class PhasePlacement(TypedDict):
    """Dice are placed in turn."""
    type: Literal['placement']


class PhaseExtra(TypedDict):
    """An extra die or an intern's token is placed at once."""
    extra: Extra
    """Which."""
    type: Literal['extra']


Extra: TypeAlias = "ExtraToken | ExtraSync"
"""Something to place that came from no hand."""


class ExtraToken(TypedDict):
    """A token of the intern."""
    by: Crew
    """Who places it."""
    colour: Crew
    """Whose colour it has."""
    type: Literal['token']
    value: int
    """Its value."""


class ExtraSync(TypedDict):
    """The traffic die of Synchronisation, which the Co-Pilot alone sees and places."""
    type: Literal['sync']


class PhaseRerolling(TypedDict):
    """Both choose what to reroll."""
    type: Literal['rerolling']


class PhaseSwapping(TypedDict):
    """Both name a die to swap."""
    type: Literal['swapping']


class PhaseOver(TypedDict):
    """It is over."""
    type: Literal['over']


class Rerolls(TypedDict):
    """Reroll tokens that the crew holds and has spent."""
    held: int
    """Tokens to spend."""
    spent: int
    """Tokens spent, lying in the supply."""


class Tally(TypedDict):
    """Figures to look back at."""
    coffee_earned: int
    """Coffee earned."""
    coffee_spent: int
    """Coffee drunk."""
    planes_cleared: int
    """Airplanes sent off by the radio."""
    wasted: int
    """Dice that had no effect."""


Title: TypeAlias = "TitleBuiltIn | TitleOwn"
"""What a running game calls its scenario."""


class TitleBuiltIn(TypedDict):
    """One of the game's own, by its place in the list of all."""
    built_in: int


class TitleOwn(TypedDict):
    """One from a designer's file."""
    own: OwnTitle


class OwnTitle(TypedDict):
    """The names of a scenario from a designer's file."""
    code: str
    """The airport's code."""
    id: str
    """The name on the wire."""
    name: str
    """The airport's name."""


class BrakesView(TypedDict):
    """The brakes."""
    judged_by: str
    """Which of the numbers that is, in words."""
    marker: int
    """Where the red marker stands: 0, 2, 4 or 6."""
    on: int
    """How many are on."""
    power: int
    """The sum of the values that are on: 0, 2, 6 or 12."""
    strength: int
    """The number that the landing compares with the speed."""


class Choice(TypedDict):
    """A placement that is allowed now."""
    command: Command
    """What to submit."""
    cost: int
    """The coffee that this costs."""
    crew: Crew
    """Whose seat submits it."""
    die: int
    """The die as it shows."""
    on: Module
    """Where it would go."""
    preview: Preview
    """What it would do."""
    slot: NotRequired[int | None]
    """Which space, where it matters."""
    text: str
    """The same as a player would say it."""
    value: int
    """What it would count as."""


class Preview(TypedDict):
    """What a placement would do, as far as the rules can know."""
    axis: NotRequired[int | None]
    """The axis, if it would resolve."""
    blue_marker: NotRequired[int | None]
    """The blue marker, if it would move."""
    brakes: NotRequired[int | None]
    """The brakes' number, if it would change."""
    cautions: list[str]
    """The same in sentences."""
    clears: NotRequired[int | None]
    """The segment from which an airplane would be sent off."""
    coffee: NotRequired[int | None]
    """The coffee pool, if it would change."""
    criteria: list[CriterionChange]
    """Landing criteria that would stand differently."""
    effects: list[Event]
    """All that would happen, in order."""
    end: NotRequired[End | None]
    """How the game would end with it."""
    ends_round: bool
    """Whether the round would end with it."""
    kerosene: NotRequired[int | None]
    """The tank, if it would change."""
    orange_marker: NotRequired[int | None]
    """The orange marker, if it would move."""
    position: NotRequired[int | None]
    """Where the plane would be, if it would move."""
    segments: NotRequired[int | None]
    """How many segments that would move the plane."""
    sentences: list[str]
    """The same in sentences, without the placement itself."""
    speed: NotRequired[int | None]
    """The speed, if the engines would resolve."""
    token: NotRequired[int | None]
    """The intern's token that would be taken."""
    warnings: list[Warning]
    """What safe mode asks about."""


class CriterionChange(TypedDict):
    """A landing criterion that would stand differently."""
    criterion: Criterion
    """Which."""
    reason: str
    """What is asked for and what there would be."""
    standing: Standing
    """How it would stand."""


Warning: TypeAlias = "WarningLoses | WarningSpoilsLanding | WarningWastes"
"""Something that safe mode asks about before it is done."""


class WarningLoses(TypedDict):
    """The game would be lost at once."""
    loss: Loss
    """How."""
    type: Literal['loses']


class WarningSpoilsLanding(TypedDict):
    """The landing could not succeed any more."""
    criterion: Criterion
    """By this criterion."""
    type: Literal['spoils_landing']


class WarningWastes(TypedDict):
    """The die would have no effect."""
    type: Literal['wastes']
    waste: Waste
    """How."""


Waste: TypeAlias = "Literal['no_airplane'] | Literal['pool_full'] | Literal['switch_on']"
"""How a die has no effect."""


class EndView(TypedDict):
    """How it ended."""
    end: End
    """How."""
    outcome: Outcome
    """For the table."""
    score: int
    """The points: 1 to 4 by the colour of the track for a landing, −1 otherwise."""


class IceStepView(TypedDict):
    """A step of the ice brakes: two dice of its value in one round."""
    pilot: IceSpace
    """The space in the Pilot's row."""
    shared: IceSpace
    """The space in the row that is open to both."""
    value: int
    """The value that both dice must have."""


IceSpace: TypeAlias = "Literal['done'] | Literal['waits'] | Literal['open'] | Literal['closed']"
"""A space of the ice brakes."""


class ModuleView(TypedDict):
    """A module with its spaces."""
    help: str
    """Who places there, what it does, and how it loses or wins."""
    mandatory: bool
    """Whether it must be filled every round."""
    module: Module
    """Which."""
    name: str
    """The name for people."""
    spaces: list[SpaceView]
    """Its spaces."""


class SpaceView(TypedDict):
    """A space of a module."""
    crew: list[Crew]
    """Who may place there."""
    die: NotRequired[int | None]
    """The value that lies there this round."""
    on: NotRequired[bool | None]
    """Whether its switch is on; none for a space without a switch."""
    open: bool
    """Whether a die could go there now, if it had the right value and colour."""
    slot: int
    """Counted from 0 within the module."""
    values: list[int]
    """The values that it takes; all six where any value goes."""


class Other(TypedDict):
    """Something other than a placement that is allowed now."""
    command: Command
    """What to submit."""
    crew: Crew
    """Whose seat submits it: the viewer's, or either for somebody who plays alone."""
    text: str
    """The same as a player would say it."""


class ScenarioView(TypedDict):
    """The scenario."""
    code: str
    """The airport's code."""
    difficulty: Difficulty
    """How hard it is."""
    id: str
    """The name on the wire."""
    name: str
    """The airport's name."""
    score: int
    """What a landing scores."""


class SpeedView(TypedDict):
    """The speed gauge."""
    blue_marker: int
    """The blue marker."""
    one_from: int
    """The least speed that moves one segment."""
    orange_marker: int
    """The orange marker."""
    speed: NotRequired[int | None]
    """The speed of this round."""
    two_from: int
    """The least speed that moves two segments."""
    wind: NotRequired[int | None]
    """What the wind adds; none without wind."""


class WindView(TypedDict):
    """The wind."""
    adds: int
    """What it adds to the speed as it stands."""
    position: int
    """Where the marker stands on its ring, 0 to 19."""
