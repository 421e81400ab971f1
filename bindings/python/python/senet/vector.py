"""Many games side by side, in arrays that are written where they lie.

>>> import senet.vector
>>> envs = senet.vector.make("connect-four", num_envs=4096)
>>> observations, info = envs.reset(seed=1)
>>> observations, rewards, terminations, truncations, info = envs.step(envs.sample())

Each game starts anew in the step in which it ends (`AutoresetMode.SAME_STEP`). Without a `seat` the
agent plays all seats in turn: `envs.seats` says whose turn it is, `rewards` is what the step brought to
the seat that chose, and `envs.returns` what it brought to each. With a `seat` the others play at random.

The arrays are the same ones after every step, and are written over: no copy is made on the way out.
`numpy.from_dlpack`, `torch.from_dlpack` and `jax.dlpack.from_dlpack` see the same memory. Say
`copy=True` to keep what a step returned.
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import senet
from senet import _senet

__all__ = ["Search", "TableVector", "make"]

MOST = 1 << 22
"""The most games side by side: memory that is not there would end the whole program."""

_LINE = 64
"""Bytes of a line of the cache."""

_BOUNDS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where Linux says how much memory a container may take."""


class TableVector(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games of the same rules."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str = "connect-four",
        rules: str | None = None,
        *,
        num_envs: int = 4096,
        seat: int | None = None,
        config: Mapping[str, Any] | None = None,
        players: int | None = None,
        threads: int | None = None,
        copy: bool = False,
    ) -> None:
        num_envs = operator.index(num_envs)
        if not 1 <= num_envs <= MOST:
            raise ValueError(f"{num_envs} environments cannot be made; there are 1 to {MOST}")
        chosen = senet.configuration(game, rules, config, players)
        self.encoding = senet.encoding(game, config=chosen)
        width, letters = self.encoding.width, len(self.encoding.letters)
        _check_room(num_envs, self.encoding)
        self._vector = _senet.Vector(game, json.dumps(chosen), num_envs, seat, threads)
        self.num_envs = num_envs
        self.copy = copy
        self.observations = _zeros((num_envs, width), np.float32)
        self.masks = _zeros((num_envs, letters), np.bool_)
        self.seats = _zeros(num_envs, np.int8)
        self.rewards = _zeros(num_envs, np.float32)
        self.returns = _zeros((num_envs, self._vector.seats()), np.float32)
        self.terminations = _zeros(num_envs, np.bool_)
        self.truncations = _zeros(num_envs, np.bool_)
        self.final_observations = _zeros((num_envs, width), np.float32)
        self._actions = _zeros(num_envs, np.int64)
        self._arrays = (
            self.observations,
            self.masks,
            self.seats,
            self.rewards,
            self.returns,
            self.terminations,
            self.truncations,
            self.final_observations,
        )
        # One thread at a time: the arrays are the same for all.
        self._lock = Lock()
        self._begun = False
        self._random = np.random.default_rng()
        self.closed = False
        self.single_observation_space = spaces.Box(-1.0, 1.0, (width,), np.float32)
        self.single_action_space = spaces.Discrete(letters)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts all games anew. A number seeds game *i* with *seed + i*, as Gymnasium has it."""
        self._check_open()
        seeds = self._seeds(seed)
        with self._lock:
            self._begun = False
            self._vector.reset(seeds, self._arrays)
            self._begun = True
            return self._out(self.observations), self._info(ended=False)

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Takes an action in each game, or raises and takes none where one is wrong."""
        self._check_open()
        if not self._begun:
            raise gymnasium.error.ResetNeeded("reset the environments before their first step")
        taken = self._checked(actions)
        with self._lock:
            try:
                self._vector.step(taken, self._arrays)
            except KeyboardInterrupt:
                # Some games are a step ahead of the others.
                self._begun = False
                raise
            return (
                self._out(self.observations),
                self._out(self.rewards),
                self._out(self.terminations),
                self._out(self.truncations),
                self._info(ended=True),
            )

    def sample(self) -> np.ndarray:
        """An action that is allowed for each game, each equally likely; the array is used again."""
        self._check_open()
        with self._lock:
            self._vector.sample(self._actions)
        return self._actions

    def seed_actions(self, seed: int) -> None:
        """Begins the random actions of `sample` anew."""
        self._vector.seed(seed)

    def search(self, seed: int = 0) -> Search:
        """A search from where each game stands, for whoever learns by searching."""
        return Search(self, seed)

    def close(self, **kwargs: Any) -> None:
        self.closed = True

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("games that are under way side by side cannot be pickled; make them anew")

    def _seeds(self, seed: int | Sequence[int | None] | None) -> np.ndarray:
        """The seeds of all games. Those that are not told are drawn, from what the last told ones began."""
        if seed is None:
            return self._random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        if isinstance(seed, (int, np.integer)):
            first = _whole(seed)
            self._random = np.random.default_rng(first)
            return np.arange(self.num_envs, dtype=np.uint64) + np.uint64(first)
        if len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds for {self.num_envs} environments")
        told = {i: _whole(one) for i, one in enumerate(seed) if one is not None}
        if len(told) == self.num_envs:
            self._random = np.random.default_rng(list(told.values()))
        each = [told[i] if i in told else int(self._random.integers(2**63)) for i in range(self.num_envs)]
        return np.array(each, np.uint64)

    def _checked(self, actions: np.ndarray) -> np.ndarray:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {given.dtype}")
        if given.shape != (self.num_envs,):
            wanted = (self.num_envs,)
            raise ValueError(f"the actions have the shape {given.shape}; {wanted} is needed")
        return np.ascontiguousarray(given, np.int64)

    def _check_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("these environments are closed")

    def _out(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _info(self, *, ended: bool) -> dict[str, Any]:
        info = {"action_mask": self._out(self.masks), "seat": self._out(self.seats)}
        if ended:
            info["returns"] = self._out(self.returns)
            info["final_obs"] = self._out(self.final_observations)
            info["_final_obs"] = self.terminations | self.truncations
        return info


def _zeros(shape: int | tuple[int, ...], kind: type[np.generic]) -> np.ndarray:
    """Zeros that begin where a line of the cache does: JAX copies an array that does not, and says nothing."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + _LINE, np.uint8)
    return np.ndarray(shape, kind, room, -room.ctypes.data % _LINE)


def _check_room(num_envs: int, encoding: senet.Encoding) -> None:
    """Refuses more games than memory holds: the system would end the whole program."""
    needed, room = num_envs * _size(encoding), _room()
    if room is not None and needed > room:
        told = f"about {needed / 2**30:,.0f} GiB, and this machine has {room / 2**30:,.0f}"
        raise ValueError(f"{num_envs} environments cannot be made: they need {told}")


def _size(encoding: senet.Encoding) -> int:
    """How many bytes a game takes at most, with what is seen of it. As much was found where many were played."""
    seen = 2 * 4 * encoding.width + len(encoding.letters)
    # Where commands are spelled, a game keeps all that may come and how it is spelled.
    spelled = encoding.parts[-1][0] == "letters so far"
    return 14 * seen if spelled else 2 * seen + 1024


def _room() -> int | None:
    """How much memory there is, in bytes: what the machine has, or less where a container has a bound."""
    found = []
    try:
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        pass
    for bound in _BOUNDS:
        try:
            with open(bound, encoding="ascii") as file:
                # The word `max` stands where there is none.
                found.append(int(file.read()))
        except (OSError, ValueError):
            pass
    return min(found, default=None)


def _whole(seed: int) -> int:
    """The last 64 bits of a seed."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
        raise TypeError(f"a seed is a whole number, not {seed!r}")
    return int(seed) % 2**64


class Search:
    """Searches side by side, one for each game, led by a judge outside: a network that learns.

    >>> search = envs.search(seed=1)                                  # doctest: +SKIP
    >>> for _ in range(64):                                           # doctest: +SKIP
    ...     search.note(*judge(search.descend()))
    >>> actions = search.visits().argmax(axis=1)                      # doctest: +SKIP

    `descend` follows the line that promises most in each game and shows what is seen at its end; `note` takes
    what the judge thinks of that: how much it likes each action, before a softmax, and what the seat to choose
    will get, from -1 to 1. The first line ends where the games stand. Nothing hidden is shown. It is the
    search of `senet.learned`, and is for games whose commands are single actions.
    """

    def __init__(self, envs: TableVector, seed: int = 0) -> None:
        self._search = envs._vector.search(seed)
        self.observations = _zeros((envs.num_envs, envs.encoding.width), np.float32)
        self.asked = _zeros(envs.num_envs, np.bool_)
        """Where the judge is asked: the ends of games speak for themselves."""
        self._visits = _zeros((envs.num_envs, len(envs.encoding.letters)), np.float32)

    def descend(self) -> np.ndarray:
        """Follows a line in each game; the array is used again."""
        self._search.descend(self.observations, self.asked)
        return self.observations

    def note(self, likes: np.ndarray, values: np.ndarray) -> None:
        """Takes what the judge thinks of the ends of the lines."""
        with np.errstate(over="ignore"):
            thought = [np.ascontiguousarray(part, np.float32) for part in (likes, values)]
        self._search.note(*thought)

    def visits(self) -> np.ndarray:
        """How often each action was chosen; the array is used again."""
        self._search.visits(self._visits)
        return self._visits


def make(game: str, num_envs: int = 4096, rules: str | None = None, **options: Any) -> TableVector:
    """Many games of a kind: `senet.vector.make("connect-four", num_envs=4096)`."""
    return TableVector(game, rules, num_envs=num_envs, **options)
