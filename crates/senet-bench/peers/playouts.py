"""Random games by other libraries, asked for a line at a time: `open_spiel connect_four`.

Each line is answered with the games, the commands and the seconds of one turn, or with `left out:` and the reason.
Each library is driven in the fastest way that its own documentation shows, on one core.
"""

from __future__ import annotations

import os

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import random
import sys
import time
from collections.abc import Callable
from functools import cache

Turn = Callable[[], tuple[int, int]]
"""Plays for a while; the games and the commands in them."""

LANES = 4096


def open_spiel(name: str) -> Turn:
    import pyspiel

    game, choose = pyspiel.load_game(name), random.choice

    def turn() -> tuple[int, int]:
        commands = 0
        for _ in range(200):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes())
                    state.apply_action(random.choices(outcomes, chances)[0])
                else:
                    state.apply_action(choose(state.legal_actions()))
                    commands += 1
        return 200, commands

    return turn


def pettingzoo(name: str) -> Turn:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()

    def turn() -> tuple[int, int]:
        commands = 0
        for seed in range(10):
            env.reset(seed=seed)
            for agent in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                over = ended or cut
                commands += not over
                env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
        return 10, commands

    return turn


def pgx(name: str) -> Turn:
    import jax
    import jax.numpy as jnp
    import pgx as games
    from pgx.experimental import auto_reset

    env = games.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, key):
        state, ended = carry
        act, luck = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(act, logits, axis=1)
        state = step(state, actions, jax.random.split(luck, LANES))
        return (state, ended + state.terminated.sum()), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, 0), jax.random.split(key, 50))[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), LANES))
    jax.block_until_ready(many(state, jax.random.PRNGKey(1)))

    def turn() -> tuple[int, int]:
        _, ended = jax.block_until_ready(many(state, jax.random.PRNGKey(2)))
        return int(ended), 50 * LANES

    return turn


LIBRARIES = {"open_spiel": open_spiel, "pettingzoo": pettingzoo, "pgx": pgx}


@cache
def made(library: str, name: str) -> Turn:
    turn = LIBRARIES[library](name)
    turn()
    return turn


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for line in sys.stdin:
        try:
            turn = made(*line.split())
            began = time.perf_counter()
            games, commands = turn()
            print(games, commands, time.perf_counter() - began, flush=True)
        except ImportError as error:
            print(f"left out: {error}", flush=True)


if __name__ == "__main__":
    main()
