"""PettingZoo: every seat is an agent.

`env` is turn by turn (AEC): the agent is the seat that is to choose. In `parallel_env` all seats choose
in every cycle, and those that are not to choose may only pass (action 0).

>>> import senet.zoo
>>> env = senet.zoo.env("kuhn-poker")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     mask = observation["action_mask"]
...     env.step(None if over else env.action_space(agent).sample(mask))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

import senet
from senet.gym import LegalActions

__all__ = ["Cycles", "Turns", "env", "parallel_env"]


_Last = tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]
"""What `last` tells: observation, reward, terminated, truncated, info."""


class _Seats:
    """What both interfaces share: a play, and a name for each seat."""

    metadata = {"name": "senet", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str = "connect-four",
        rules: str | None = None,
        *,
        max_cycles: int | None = None,
        config: Mapping[str, Any] | None = None,
        players: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._play = senet.Play(game, rules, config=config, players=players)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {**self.metadata, "name": f"senet/{game}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self._play.seats)]
        self.agents: list[str] = []
        width, letters = self._play.encoding.width, len(self._play.encoding.letters)
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(-1.0, 1.0, (width,), np.float32),
                action_mask=spaces.Box(0, 1, (letters,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalActions(self, seat, letters)
            for seat, agent in enumerate(self.possible_agents)
        }
        self._begun = False
        self._random = seeding.np_random(None)[0]

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_spaces = {agent: space.of(self) for agent, space in self.action_spaces.items()}

    @property
    def play(self) -> senet.Play:
        """The game behind it."""
        return self._play

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        return self._play.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._play.reset(int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self._begun = True

    def _check_begun(self) -> None:
        if not self._begun:
            raise ResetNeeded("reset the environment before its first step")

    def _observed(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        mask = self._play.mask(seat).astype(np.int8)
        return {"observation": self._play.observe(seat), "action_mask": mask}

    def _mask_of(self, seat: int) -> np.ndarray | None:
        mask = self._play.mask(seat)
        return mask if mask.any() else None


class Turns(_Seats, AECEnv[str, dict[str, np.ndarray], int]):
    """The agent is the seat that is to choose."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self._steps = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._play.seat or 0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self._observed(agent)

    def last(self, observe: bool = True) -> _Last:
        self._check_begun()
        return cast(_Last, super().last(observe))

    def step(self, action: int | None) -> None:
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(cast(int, action))
            return
        if action is None:
            raise TypeError(f"{agent} is to choose an action; None is for those who are out")
        self._play.step(action)
        self._steps[agent] += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        over = self._play.over
        if over is None and self._is_spent():
            over = False
        if over is None:
            self.agent_selection = self.possible_agents[self._play.seat or 0]
        else:
            for seat, other in enumerate(self.possible_agents):
                self.rewards[other] = float(self._play.scores[seat])
                self.terminations[other] = over is True
                self.truncations[other] = over is False
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def _is_spent(self) -> bool:
        return self.max_cycles is not None and min(self._steps.values()) >= self.max_cycles


class Cycles(_Seats, ParallelEnv[str, dict[str, np.ndarray], int]):
    """All seats choose in every cycle; those that are not to choose may only pass."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._begin(seed)
        self._cycles = 0
        observations = {agent: self._observed(agent) for agent in self.agents}
        return observations, {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, dict[str, np.ndarray]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        self._check_begun()
        if not self.agents:
            return {}, {}, {}, {}, {}
        chooser = self.possible_agents[self._play.seat or 0]
        for agent in self.agents:
            if agent not in actions:
                raise ValueError(f"{agent} has no action; those who are not to choose pass with 0")
            if agent != chooser and int(actions[agent]) != 0:
                raise ValueError(f"{agent} is not to choose now and may only pass with 0")
        self._play.step(actions[chooser])
        self._cycles += 1
        over = self._play.over
        if over is None and self.max_cycles is not None and self._cycles >= self.max_cycles:
            over = False
        agents = list(self.agents)
        observations = {agent: self._observed(agent) for agent in agents}
        rewards = dict(zip(self.possible_agents, map(float, self._play.scores), strict=True))
        terminations = dict.fromkeys(agents, over is True)
        truncations = dict.fromkeys(agents, over is False)
        if over is not None:
            self.agents = []
        return observations, rewards, terminations, truncations, {agent: {} for agent in agents}


def env(game: str = "connect-four", rules: str | None = None, **options: Any) -> Turns:
    """A game turn by turn."""
    return Turns(game, rules, **options)


def parallel_env(game: str = "connect-four", rules: str | None = None, **options: Any) -> Cycles:
    """A game in which all seats choose in every cycle."""
    return Cycles(game, rules, **options)
