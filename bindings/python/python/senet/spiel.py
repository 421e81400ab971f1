"""OpenSpiel: every game of the house as a registered Python game.

>>> import pyspiel, senet.spiel
>>> game = pyspiel.load_game("python_senet_kuhn_poker")
>>> state = game.new_initial_state()

The small games have their dice and deals as chance nodes, exactly. In the large ones a first chance
node chooses one of 1,024 seeds, and all later luck follows from it: an algorithm that searches such a
game through copies of its states sees luck that has not happened yet.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import pyspiel

import senet

__all__ = ["NAMES", "name"]

SEEDS = 1024
"""Of how many seeds the first chance node of a large game chooses one."""

EXACT = {"tic-tac-toe": 0, "connect-four": 0, "pig": 6, "kuhn-poker": 6}
"""The games whose luck is told exactly, with the most ways in which it falls at once."""


def name(game: str) -> str:
    """The name under which OpenSpiel knows a game."""
    return "python_senet_" + game.replace("-", "_")


def _type(game: senet.Game) -> pyspiel.GameType:
    lucky = EXACT.get(game.id) != 0
    open_hands = game.id in ("tic-tac-toe", "connect-four", "pig")
    together = game.id in ("sky-team", "silosoft")
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=name(game.id),
        long_name=f"senet: {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC if lucky else kinds.ChanceMode.DETERMINISTIC
        ),
        information=(
            kinds.Information.PERFECT_INFORMATION
            if open_hands
            else kinds.Information.IMPERFECT_INFORMATION
        ),
        utility=(
            kinds.Utility.IDENTICAL
            if together
            else kinds.Utility.GENERAL_SUM
            if game.id == "pig"
            else kinds.Utility.ZERO_SUM
        ),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"rules": game.presets[0]},
    )


class _Game(pyspiel.Game):
    """One rule set of a game."""

    _TYPE: pyspiel.GameType
    _ID: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.play = senet.Play(self._ID, params.get("rules"))
        self.exact = self._ID in EXACT
        most = 2.0 if self._ID == "kuhn-poker" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.play.encoding.letters),
            max_chance_outcomes=EXACT.get(self._ID, SEEDS),
            num_players=self.play.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if self._TYPE.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=100_000,
        )
        super().__init__(self._TYPE, info, params)

    def new_initial_state(self) -> _State:
        return _State(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> _Observer:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return _Observer(self.play.encoding.width, recall)


class _State(pyspiel.State):
    """One play. Its history decides it: actions, and how chance fell."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._play = game.play.copy()
        self._exact = game.exact
        self._fates: list[tuple[float, senet.Play]] = []
        self._unseeded = not game.exact
        self._seen: list[list[str]] = [[] for _ in range(game.play.seats)]

    def current_player(self) -> int:
        if self._unseeded or self._fates:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._play.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self._play.legal() if player == self._play.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._unseeded:
            return [(seed, 1.0 / SEEDS) for seed in range(SEEDS)]
        return [(i, chance) for i, (chance, _) in enumerate(self._fates)]

    def _apply_action(self, action: int) -> None:
        if self._unseeded:
            self._unseeded = False
            self._play.reset(action)
        elif self._fates:
            self._play = self._fates[action][1]
            self._fates = []
        else:
            self._choose(action)

    def _choose(self, action: int) -> None:
        seat = self._play.seat
        if seat is not None:
            self._seen[seat].append(f"{zlib.crc32(self._view(seat).encode()):08x}:{action}")
        fates = self._play.fates(action) if self._exact else []
        if len(fates) > 1:
            self._fates = fates
        elif fates:
            self._play = fates[0][1]
        else:
            self._play.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return f"{self._play.encoding.letters[action]} ({action})"

    def is_terminal(self) -> bool:
        return not self._unseeded and not self._fates and self._play.seat is None

    def returns(self) -> list[float]:
        return [float(score) for score in self._play.scores]

    def __str__(self) -> str:
        return self._play.draw() if not self._fates else self._play.draw() + "\n(chance)"

    def _view(self, seat: int) -> str:
        return self._play._view(seat)

    def told(self, seat: int, *, recall: bool) -> str:
        """What a seat sees; with what it saw and did before, where it is to recall that."""
        own = self._play.observe(seat)[-len(self._play.encoding.letters) :]
        spelled = "" if self._exact else "".join(f"{i}," for i in np.flatnonzero(own))
        past = ";".join(self._seen[seat]) + "|" if recall else ""
        return f"{seat}|{past}{self._view(seat)}|{spelled}"


class _Observer:
    """What a seat sees, as floats."""

    def __init__(self, width: int, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        state._play.observe(player, self.tensor)

    def string_from(self, state: _State, player: int) -> str:
        return state.told(player, recall=self._recall)


def _register(game: senet.Game) -> str:
    kind = _type(game)
    made = type(f"Senet{game.name.replace(' ', '')}", (_Game,), {"_TYPE": kind, "_ID": game.id})
    pyspiel.register_game(kind, made)
    return name(game.id)


NAMES = [_register(game) for game in senet.games() if game.encoded]
"""The names of all games."""
