"""Plays a network against a level from many openings, each once on either seat.

    python examples/duel.py connect-four examples/minds/connect-four.json normal --openings 20

Where a game has no dice, bots that think alike play the same few games over and over. Here every pair of games
begins with some moves at random, always the same ones. The games are played side by side, over all cores.
"""

from __future__ import annotations

import argparse
import os
import random
from concurrent.futures import ThreadPoolExecutor

import senet


def opened(game: str, number: int, moves: int) -> senet.Table:
    """A table after so many moves at random; the same number gives the same one."""
    table, luck = senet.Table(game, seed=str(number)), random.Random(number)
    for _ in range(moves):
        table.submit(luck.choice(table.legal()))
    return table


def duel(table: senet.Table, bots: list[senet.Bot | senet.LearnedBot]) -> list[int]:
    """What the end is worth to each seat."""
    while table.outcome is None:
        seat = table.to_act[0]
        for command in bots[seat].choose(table, seat):
            table.submit(command, seat)
    return table.scores or []


def main(args: argparse.Namespace) -> None:
    def played(game: int) -> tuple[int, str]:
        """What a game brought to the network, and how it ended."""
        number, own = divmod(game, 2)
        network = senet.learned(args.game, args.network, lines=800, seed=number)
        level = senet.bot(args.game, args.level, seed=number)
        table = opened(args.game, number, args.moves)
        scores = duel(table, [network, level] if own == 0 else [level, network])
        return scores[own], str(table.view())

    # Bots think without Python's lock.
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        games = list(threads.map(played, range(2 * args.openings)))
    worth, ends = [worth for worth, _ in games], {end for _, end in games}
    told = f"{worth.count(1)} won, {worth.count(0)} drawn, {worth.count(-1)} lost against {args.level}"
    print(f"{told}, of {len(games)} games with {len(ends)} different ends")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("network")
    parser.add_argument("level")
    parser.add_argument("--openings", type=int, default=50)
    parser.add_argument("--moves", type=int, default=4, help="at random, before the bots begin")
    return parser.parse_args()


if __name__ == "__main__":
    main(arguments())
