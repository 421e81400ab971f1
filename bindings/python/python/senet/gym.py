"""Gymnasium: one seat among bots.

>>> import gymnasium, senet.gym
>>> env = gymnasium.make("senet/connect-four-v1", opponents="easy")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

`info["action_mask"]` says which actions are allowed; `action_space.sample()` keeps to it.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import senet

__all__ = ["LegalActions", "TableEnv", "ids"]


_MOST_BEGUN = 1024
"""So many games in a row may end before the seat's first turn: where all do, it has none."""


class LegalActions(spaces.Discrete):
    """All actions of a game. Without a mask of its own, a sample is one that is allowed now."""

    def __init__(self, env: Any, seat: int, count: int) -> None:
        super().__init__(count)
        self._env, self._seat = env, seat

    def of(self, env: Any) -> LegalActions:
        """This one, as that of an environment."""
        self._env = env
        return self

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self._env is not None:
            now = self._env._mask_of(self._seat)
            mask = None if now is None else now.astype(np.int8)
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        # An environment that comes back gives it itself, so that a space alone is light.
        state = {name: value for name, value in self.__dict__.items() if name != "_env"}
        return (LegalActions, (None, self._seat, int(self.n)), state)


class TableEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One seat of a game; bots hold the others. The reward comes at the end: what it is worth.

    An action that is not allowed raises `senet.Refusal`; with `illegal="lose"` it ends the game with a
    reward of -1, for learners and checkers that know no masks.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str = "connect-four",
        rules: str | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "easy",
        config: Mapping[str, Any] | None = None,
        players: int | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("raise", "lose"):
            raise ValueError(f"an illegal action may 'raise' or 'lose', not {illegal!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"there is no render mode {render_mode!r}; there is 'ansi'")
        self._play = senet.Play(game, rules, config=config, players=players)
        seats, seat = self._play.seats, operator.index(seat)
        if not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat}; there are {seats}, counted from 0")
        others = [other for other in range(seats) if other != seat]
        levels = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(levels) != len(others):
            raise ValueError(f"{len(levels)} opponents for {len(others)} other seats")
        for other, level in zip(others, levels, strict=True):
            self._play.seat_bot(other, level, other)
        self.seat = seat
        self.illegal = illegal
        self.render_mode = render_mode
        self._begun = False
        width, letters = self._play.encoding.width, len(self._play.encoding.letters)
        self.observation_space = spaces.Box(-1.0, 1.0, (width,), np.float32)
        self._legal = LegalActions(self, seat, letters)
        self.action_space = self._legal

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space = self._legal.of(self)

    @property
    def play(self) -> senet.Play:
        """The game behind it."""
        return self._play

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self._begun = False
        for _ in range(_MOST_BEGUN):
            self._play.reset(int(self.np_random.integers(2**63)))
            # One that ends before the seat's first turn asks nothing of it: another takes its place.
            if self._play.seat == self.seat:
                break
        self._begun = True
        return self._play.observe(self.seat), self._info()

    def step(self, action: int | np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset the environment before its first step")
        try:
            self._play.step(action)
        except senet.Refusal:
            # After the end, or where a bot was stopped in its thought, no action would do.
            if self.illegal == "raise" or self._play.seat != self.seat:
                raise
            self._begun = False
            return self._play.observe(self.seat), -1.0, True, False, self._info()
        over = self._play.over
        reward = self._play.scores[self.seat] if over else 0.0
        observation = self._play.observe(self.seat)
        return observation, float(reward), over is True, over is False, self._info()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return self._play.draw(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._play.mask(self.seat).astype(np.int8)}

    def _mask_of(self, seat: int) -> np.ndarray | None:
        mask = self._play.mask(seat)
        return mask if mask.any() else None


def ids() -> list[str]:
    """The names under which the environments are registered."""
    return [f"senet/{game.id}-v{senet.encoding(game.id).version}" for game in _games()]


def _games() -> list[senet.Game]:
    return [game for game in senet.games() if game.encoded]


for _game in _games():
    _id = f"senet/{_game.id}-v{senet.encoding(_game.id).version}"
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="senet.gym:TableEnv", kwargs={"game": _game.id})
