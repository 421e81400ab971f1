"""OpenSpiel's own tests and algorithms on the games of the house."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, mcts

import senet.spiel


def load(game, rules=None):
    params = {} if rules is None else {"rules": rules}
    return pyspiel.load_game(senet.spiel.name(game), params)


def test_random_sim(game, rules):
    simulations = 3 if game in ("tic-tac-toe", "connect-four", "pig", "kuhn-poker") else 1
    small = game in ("tic-tac-toe", "connect-four", "kuhn-poker")
    pyspiel.random_sim_test(load(game, rules), num_sims=simulations, serialize=small, verbose=False)


def test_cfr_comes_to_the_value_of_kuhn_poker():
    game = load("kuhn-poker")
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value == pytest.approx([-1 / 18, 1 / 18], abs=2e-3)


def test_mcts_plays_connect_four():
    game = load("connect-four")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 1.4, 60, evaluator, random_state=rng)
    state = game.new_initial_state()
    # Seat 0 has three in a column; the fourth wins.
    for action in (4, 1, 4, 1, 4, 2):
        state.apply_action(action)
    assert bot.step(state) == 4
    state.apply_action(4)
    assert state.is_terminal() and state.returns() == [1.0, -1.0]


def test_what_is_hidden_stays_hidden():
    game = load("kuhn-poker")
    state = game.new_initial_state()
    state.apply_action(1)
    told = set()
    for deal, _ in state.chance_outcomes():
        child = state.child(deal)
        told.add(child.information_state_string(0))
    assert len(told) == 3, "a seat tells its own card, and not the other's"
