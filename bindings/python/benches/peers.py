"""Speed beside peers, as ratios in one run: random games of connect four on one core.

`cargo xtask bench python` installs the peers and runs this. Each figure is the best of five turns, taken in
alternation, by the time that the core worked for it: what else the machine does changes little. It prints Markdown.
"""

from __future__ import annotations

import os
import pathlib
import random
import sys
import time
from collections.abc import Callable

if hasattr(os, "sched_setaffinity"):
    CORES = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(CORES)})
sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "crates/senet-bench/peers"))

import numpy as np
import playouts as peers

import senet
import senet.vector

ROUNDS = 5
LANES = 4096
clock = time.process_time


def vector() -> Callable[[], tuple[int, float]]:
    envs = senet.vector.make("connect-four", LANES, threads=1)
    envs.reset(seed=1)

    def run() -> tuple[int, float]:
        games, began = 0, clock()
        for _ in range(200):
            games += int(np.count_nonzero(envs.step(envs.sample())[2]))
        return games, clock() - began

    return run


def rust_loop() -> Callable[[], tuple[int, float]]:
    envs = senet.vector.make("connect-four", LANES, threads=1)
    envs.reset(seed=1)

    def run() -> tuple[int, float]:
        began = clock()
        return envs._vector.run(200, envs._actions, envs._arrays), clock() - began

    return run


def playouts() -> tuple[int, float]:
    table = senet.Table("connect-four", seed="x")
    began = clock()
    table.playouts(20_000, threads=1)
    return 20_000, clock() - began


def play() -> tuple[int, float]:
    """The loop that OpenSpiel is driven by: who is to choose, what is open, one of these, a step."""
    env = senet.Play("connect-four")
    began, choose = clock(), random.choice
    for game in range(2_000):
        env.reset(game)
        while env.seat is not None:
            env.step(choose(env.legal()))
    return 2_000, clock() - began


def play_sampled() -> tuple[int, float]:
    """The same where the game draws the action itself, as Gymnasium's spaces do."""
    env = senet.Play("connect-four")
    began = clock()
    for game in range(2_000):
        env.reset(game)
        while (action := env.sample()) is not None:
            env.step(action)
    return 2_000, clock() - began


def table() -> tuple[int, float]:
    """The same at a table. Each game begins as a copy, as OpenSpiel's begin with the state of a game."""
    start = senet.Table("connect-four", seed="x")
    began, choose = clock(), random.choice
    for _ in range(2_000):
        table = start.copy()
        while commands := table.legal():
            table.submit(choose(commands))
    return 2_000, clock() - began


def table_sampled() -> tuple[int, float]:
    """The same where the table draws the command itself."""
    start = senet.Table("connect-four", seed="x")
    began = clock()
    for _ in range(2_000):
        table = start.copy()
        while (command := table.sample()) is not None:
            table.submit(command)
    return 2_000, clock() - began


def table_read() -> tuple[int, float]:
    """The same where every game is opened for itself and its journal is read at the end."""
    began, choose = clock(), random.choice
    for _ in range(500):
        table = senet.Table("connect-four", seed="x")
        while commands := table.legal():
            table.submit(choose(commands))
        table.journal()
    return 500, clock() - began


def simulate() -> tuple[int, float]:
    began = clock()
    senet.simulate("connect-four", "random", n=20_000, threads=1)
    return 20_000, clock() - began


def loop_alone() -> tuple[int, float]:
    """A loop that only chooses: no library can be faster that is asked for each move from Python."""
    columns, choose, began = list(range(7)), random.choice, clock()
    for _ in range(500 * 21):
        choose(columns)
    return 500, clock() - began


def peer(library: str, name: str) -> Callable[[], tuple[int, float]]:
    turn = peers.made(library, name)

    def run() -> tuple[int, float]:
        began = clock()
        games, _ = turn()
        return games, clock() - began

    return run


def scaling() -> None:
    """Steps of the vector on several threads, with Python's loop and without, beside one thread, in alternation."""
    if not hasattr(os, "sched_setaffinity"):
        return
    os.sched_setaffinity(0, CORES)
    counts = sorted({1, 2, 4, len(CORES) // 2, len(CORES)} & set(range(1, len(CORES) + 1)))
    lanes, steps = 4 * LANES, 50
    best: dict[int, tuple[float, float]] = {}
    several = {}
    for threads in counts:
        several[threads] = envs = senet.vector.make("connect-four", lanes, threads=threads)
        envs.reset(seed=1)
    for _ in range(ROUNDS):
        for threads, envs in several.items():
            began = time.perf_counter()
            for _ in range(steps):
                envs.step(envs.sample())
            between = time.perf_counter()
            envs._vector.run(steps, envs._actions, envs._arrays)
            took = between - began, time.perf_counter() - between
            before = best.get(threads, (0.0, 0.0))
            best[threads] = max(before[0], steps * lanes / took[0]), max(before[1], steps * lanes / took[1])
    print(f"\n| threads, of {len(CORES)} cores | steps a second | of one thread | without Python | of one thread |")
    print("|---:|---:|---:|---:|---:|")
    for threads, (python, rust) in best.items():
        shares = python / best[1][0], rust / best[1][1]
        print(f"| {threads} | {python:,.0f} | {shares[0]:.2f} × | {rust:,.0f} | {shares[1]:.2f} × |")


def main() -> int:
    runs: dict[str, Callable[[], tuple[int, float]]] = {
        "`senet.vector`": vector(),
        "the same steps without Python": rust_loop(),
        "`senet.simulate`": simulate,
        "`Table.playouts`": playouts,
        "`senet.Play`, move by move by `sample`": play_sampled,
        "`senet.Play`, move by move by `random.choice`": play,
        "`senet.Table`, move by move by `sample`": table_sampled,
        "`senet.Table`, move by move by `random.choice`": table,
        "the same, opened anew, with its journal": table_read,
        "`random.choice` alone": loop_alone,
    }
    for name, library, game in (
        ("Pgx", "pgx", "connect_four"),
        ("OpenSpiel, move by move by `random.choice`", "open_spiel", "connect_four"),
        ("PettingZoo", "pettingzoo", "connect_four_v3"),
    ):
        try:
            runs[name] = peer(library, game)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    best = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            games, seconds = run()
            best[name] = max(best[name], games / seconds)
    fastest, spiel = best["`senet.vector`"], best.get("OpenSpiel, move by move by `random.choice`")
    print("| connect four at random, one core | games a second | the vector is | of OpenSpiel |\n|---|---:|---:|---:|")
    for name, speed in best.items():
        share = "" if spiel is None else f"{speed / spiel:,.2f} ×"
        print(f"| {name} | {speed:,.0f} | {fastest / speed:,.1f} × | {share} |")
    scaling()
    return 0


if __name__ == "__main__":
    sys.exit(main())
