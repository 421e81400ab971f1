"""Solves Kuhn poker with OpenSpiel's counterfactual regret minimisation, on the rules of senet.

    python examples/regret.py --rounds 300

Between players who make no mistake the hand is worth -1/18 of a chip to the seat that speaks first; how much a
perfect opponent could still win (`exploitability`) goes to nothing.
"""

from __future__ import annotations

import argparse

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import senet.spiel


def main(args: argparse.Namespace) -> None:
    game = pyspiel.load_game(senet.spiel.name("kuhn-poker"))
    solver = cfr.CFRSolver(game)
    for number in range(1, args.rounds + 1):
        solver.evaluate_and_update_policy()
        if number in (1, 10, 100, args.rounds):
            policy = solver.average_policy()
            value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
            left = exploitability.exploitability(game, policy)
            print(f"{number:5} rounds: worth {value:+.4f} to the first seat, exploitable by {left:.4f}")
    print(f"      solved: worth {-1 / 18:+.4f}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=300)
    return parser.parse_args()


if __name__ == "__main__":
    main(arguments())
