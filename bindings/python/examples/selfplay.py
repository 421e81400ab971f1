"""Plays games at random and keeps what was seen, allowed, chosen and won, as arrays of numpy.

    python examples/selfplay.py connect-four --games 1000 --out games.npz

One row a choice: `observations`, `masks`, `actions`, `seats`, `games` (the number of its game) and `returns` (what
the game was worth in the end to the seat that chose). It is what learning from games begins with.
"""

from __future__ import annotations

import argparse

import numpy as np

import senet.vector


def choices(game: str, games: int, lanes: int, seed: int) -> dict[str, np.ndarray]:
    """So many games; the same seed plays the same ones."""
    envs = senet.vector.make(game, lanes)
    envs.reset(seed=seed)
    envs.seed_actions(seed)
    steps: list[tuple[np.ndarray, ...]] = []
    # Which game a lane plays now, and what each game that ended was worth to each seat.
    playing, begun = np.arange(lanes), lanes
    worth: dict[int, np.ndarray] = {}
    # Every lane plays on to the end of the last game that counts: short games are not preferred.
    while any(number not in worth for number in range(games)):
        actions = envs.sample().copy()
        steps.append((envs.observations.copy(), envs.masks.copy(), actions, envs.seats.copy(), playing.copy()))
        envs.step(actions)
        for lane in np.flatnonzero(envs.terminations | envs.truncations):
            worth[int(playing[lane])] = envs.returns[lane].copy()
            playing[lane], begun = begun, begun + 1
    names = ("observations", "masks", "actions", "seats", "games")
    told = dict(zip(names, map(np.concatenate, zip(*steps, strict=True)), strict=True))
    order = np.argsort(told["games"], kind="stable")
    told = {name: column[order][told["games"][order] < games] for name, column in told.items()}
    ends = np.array([worth[number] for number in range(games)])
    return {**told, "returns": ends[told["games"], told["seats"]]}


def main(args: argparse.Namespace) -> None:
    told = choices(args.game, args.games, args.lanes, args.seed)
    np.savez_compressed(args.out, **told)
    encoding = senet.encoding(args.game)
    first = (told["seats"] == 0) & (told["returns"] != 0)
    print(f"{args.games} games, {len(told['actions'])} choices of {encoding.width} floats each in {args.out}")
    print(f"seat 0 won {(told['returns'][first] > 0).mean():.1%} of its choices in games that somebody won")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--lanes", type=int, default=256, help="games side by side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="games.npz")
    return parser.parse_args()


if __name__ == "__main__":
    main(arguments())
