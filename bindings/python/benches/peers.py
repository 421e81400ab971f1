"""Speed beside peers, as ratios in one run: random games of connect four on one core.

`cargo xtask bench python` installs the peers and runs this. Each figure is the best of five turns, taken in
alternation, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import os

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ.setdefault("JAX_PLATFORMS", "cpu")
if hasattr(os, "sched_setaffinity"):
    CORES = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import random
import sys
import time
from collections.abc import Callable

import numpy as np

import senet
import senet.vector

ROUNDS = 5
LANES = 4096


def vector() -> Callable[[], tuple[int, float]]:
    envs = senet.vector.make("connect-four", LANES, threads=1)
    envs.reset(seed=1)

    def run() -> tuple[int, float]:
        games, began = 0, time.perf_counter()
        for _ in range(200):
            games += int(np.count_nonzero(envs.step(envs.sample())[2]))
        return games, time.perf_counter() - began

    return run


def rust_loop() -> Callable[[], tuple[int, float]]:
    envs = senet.vector.make("connect-four", LANES, threads=1)
    envs.reset(seed=1)

    def run() -> tuple[int, float]:
        began = time.perf_counter()
        return envs._vector.run(200, envs._actions, envs._arrays), time.perf_counter() - began

    return run


def playouts() -> tuple[int, float]:
    table = senet.Table("connect-four", seed="x")
    began = time.perf_counter()
    table.playouts(20_000, threads=1)
    return 20_000, time.perf_counter() - began


def play() -> tuple[int, float]:
    env = senet._senet.Play("connect-four", "{}", 1)
    began, choose = time.perf_counter(), random.choice
    for game in range(500):
        env.reset(game)
        while env.seat() is not None:
            env.step(choose(env.legal(8)))
    return 500, time.perf_counter() - began


def table() -> tuple[int, float]:
    began, choose = time.perf_counter(), random.choice
    for _ in range(100):
        table = senet.Table("connect-four", seed="x")
        while table.outcome is None:
            table.submit(choose(table.legal()))
    return 100, time.perf_counter() - began


def simulate() -> tuple[int, float]:
    began = time.perf_counter()
    senet.simulate("connect-four", "random", n=20_000, threads=1)
    return 20_000, time.perf_counter() - began


def open_spiel() -> tuple[int, float]:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    began, choose = time.perf_counter(), random.choice
    for _ in range(300):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
    return 300, time.perf_counter() - began


def petting_zoo() -> tuple[int, float]:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    began = time.perf_counter()
    for seed in range(10):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    return 10, time.perf_counter() - began


def pgx() -> Callable[[], tuple[int, float]]:
    import jax
    import jax.numpy as jnp
    import pgx as pgx_games
    from pgx.experimental import auto_reset

    env = pgx_games.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, key):
        state, games = carry
        act, luck = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(act, logits, axis=1)
        state = step(state, actions, jax.random.split(luck, LANES))
        return (state, games + state.terminated.sum()), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, 0), jax.random.split(key, 100))[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), LANES))
    state, _ = jax.block_until_ready(many(state, jax.random.PRNGKey(1)))

    def run() -> tuple[int, float]:
        began = time.perf_counter()
        _, games = jax.block_until_ready(many(state, jax.random.PRNGKey(2)))
        return int(games), time.perf_counter() - began

    return run


def scaling() -> None:
    """Steps of the vector on several threads, beside one, in alternation."""
    if not hasattr(os, "sched_setaffinity"):
        return
    os.sched_setaffinity(0, CORES)
    several = {}
    for threads in sorted({1, 2, len(CORES)}):
        envs = senet.vector.make("connect-four", 4 * LANES, threads=threads)
        envs.reset(seed=1)
        several[threads] = envs
    best = dict.fromkeys(several, 0.0)
    for _ in range(ROUNDS):
        for threads, envs in several.items():
            began = time.perf_counter()
            for _ in range(50):
                envs.step(envs.sample())
            best[threads] = max(best[threads], 50 * 4 * LANES / (time.perf_counter() - began))
    for threads, speed in best.items():
        ratio = speed / best[1]
        print(f"{threads} threads on {len(CORES)} cores: {speed:,.0f} steps a second, {ratio:.2f} x one")


def main() -> int:
    runs: dict[str, Callable[[], tuple[int, float]]] = {
        "senet.vector": vector(),
        "the same loop in Rust": rust_loop(),
        "senet.simulate": simulate,
        "Table.playouts": playouts,
        "senet.Play": play,
        "senet.Table": table,
    }
    for name, make in (
        ("Pgx (one core)", pgx),
        ("OpenSpiel (Python)", lambda: open_spiel),
        ("PettingZoo", lambda: petting_zoo),
    ):
        try:
            runs[name] = make()
            runs[name]()
        except ImportError as error:
            runs.pop(name, None)
            print(f"{name} is left out: {error}", file=sys.stderr)
    best = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            games, seconds = run()
            best[name] = max(best[name], games / seconds)
    fastest, spiel = best["senet.vector"], best.get("OpenSpiel (Python)")
    print(f"random games of connect four on one core, the best of {ROUNDS}")
    print(f"{'':<22} {'games a second':>15} {'vector is':>12} {'of OpenSpiel':>13}")
    for name, speed in best.items():
        share = "" if spiel is None else f"{speed / spiel:,.2f} x"
        print(f"{name:<22} {speed:>15,.0f} {fastest / speed:>10,.1f} x {share:>13}")
    scaling()
    return 0


if __name__ == "__main__":
    sys.exit(main())
