"""Lets bots meet each other, each pair on both seats, and tells how many points each made.

    python examples/tournament.py connect-four random easy normal --games 200

A win is a point and a draw half of one. Behind a share stands how far it may be off by chance alone, two standard
errors. Networks take part as `net:FILE`.
"""

from __future__ import annotations

import argparse
import itertools

import numpy as np

import senet


def points(game: str, first: str, second: str, games: int, seed: int) -> np.ndarray:
    """The points of the first bot, one for each game: half of them on either seat."""
    own = senet.simulate(game, [first, second], n=games // 2, seed=seed).scores
    other = senet.simulate(game, [second, first], n=games // 2, seed=seed).scores
    margin = np.concatenate([own[:, 0] - own[:, 1], other[:, 1] - other[:, 0]])
    return (np.sign(margin) + 1) / 2


def main(args: argparse.Namespace) -> None:
    if senet.configuration(args.game).get("seats", 2) != 2:
        raise SystemExit(f"{args.game} is not a game of two seats")
    made: dict[str, list[np.ndarray]] = {bot: [] for bot in args.bots}
    for first, second in itertools.combinations(args.bots, 2):
        found = points(args.game, first, second, args.games, args.seed)
        made[first].append(found)
        made[second].append(1 - found)
        print(f"{first:>12} {found.mean():6.1%} against {second}")
    print()
    for bot in sorted(made, key=lambda bot: -np.concatenate(made[bot]).mean()):
        all_points = np.concatenate(made[bot])
        error = 2 * all_points.std() / np.sqrt(len(all_points))
        print(f"{bot:>12} {all_points.mean():6.1%} ± {error:.1%} of {len(all_points)} games")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=200, help="of each pair")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main(arguments())
