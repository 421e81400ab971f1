"""The interfaces of other libraries, by those libraries' own tests, in all games and rule sets."""

import types
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import senet
import senet.gym
import senet.zoo


def test_gymnasium_check_env(game, rules):
    # The checker takes an action that it chose before a reset: masks mean nothing to it.
    env = senet.gym.TableEnv(game, rules, opponents="random", illegal="lose")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


def test_an_illegal_action_loses_where_it_is_asked_to():
    env = senet.gym.TableEnv("connect-four", illegal="lose")
    env.reset(seed=1)
    _, reward, terminated, truncated, _ = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)


def test_only_an_illegal_action_loses():
    env = senet.gym.TableEnv("tic-tac-toe", opponents="random", illegal="lose")
    env.action_space.seed(1)
    env.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, _, _ = env.step(env.action_space.sample())
    # After the end no action is more illegal than any other.
    with pytest.raises(senet.Refusal, match="over"):
        env.step(1)


def test_a_seat_without_a_turn_is_dealt_another_game():
    short = {"seats": 4, "target": 10, "rounds": 1}
    env = senet.gym.TableEnv("pig", seat=3, opponents="random", config=short)
    for seed in range(60):
        _, info = env.reset(seed=seed)
        assert env.play.seat == 3 and info["action_mask"][1]
        env.step(1)


def test_gymnasium_makes_every_game(game):
    version = senet.encoding(game).version
    env = gymnasium.make(f"senet/{game}-v{version}", opponents="random", render_mode="ansi")
    env.action_space.seed(1)
    env.reset(seed=1)
    assert env.render()
    for _ in range(30):
        _, _, terminated, truncated, info = env.step(env.action_space.sample())
        assert info["action_mask"].shape == (env.action_space.n,)
        if terminated or truncated:
            env.reset()
    assert f"senet/{game}-v{version}" in senet.gym.ids()


def test_gymnasium_one_seat_wins_and_loses():
    env = senet.gym.TableEnv("tic-tac-toe", seat=1, opponents="hard")
    rewards = set()
    env.action_space.seed(1)
    for seed in range(20):
        env.reset(seed=seed)
        over = False
        while not over:
            _, reward, over, _, _ = env.step(env.action_space.sample())
        rewards.add(reward)
    assert rewards <= {-1.0, 0.0} and -1.0 in rewards


def test_pettingzoo_api(game, rules):
    api_test(senet.zoo.env(game, rules), num_cycles=100)


def test_pettingzoo_parallel_api(game, rules):
    parallel_api_test(senet.zoo.parallel_env(game, rules), num_cycles=100)


def test_pettingzoo_seed(game, rules):
    seed_test(lambda: senet.zoo.env(game, rules), num_cycles=50)
    parallel_seed_test(lambda: senet.zoo.parallel_env(game, rules), num_cycles=50)


def test_pettingzoo_max_cycles(game, rules):
    def parallel(max_cycles):
        return senet.zoo.parallel_env(game, rules, max_cycles=max_cycles)

    if game == "kuhn-poker":
        # A hand may end within the four cycles of the library's test: it is cut after the first.
        env = parallel(1)
        env.reset(seed=1)
        _, _, ended, cut, _ = env.step({agent: env.action_space(agent).sample() for agent in env.agents})
        assert not any(ended.values()) and all(cut.values()) and env.agents == []
        return
    max_cycles_test(
        types.SimpleNamespace(
            parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles))
        )
    )


def test_pettingzoo_max_cycles_turn_by_turn():
    max_cycles_test(
        types.SimpleNamespace(
            parallel_env=lambda max_cycles: senet.zoo.parallel_env(max_cycles=max_cycles),
            env=lambda max_cycles: senet.zoo.env(max_cycles=max_cycles),
        )
    )


def test_wrong_use_is_told():
    env = senet.gym.TableEnv()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)
    with pytest.raises(ValueError, match="no seat 2"):
        senet.gym.TableEnv(seat=2)
    with pytest.raises(ValueError, match="opponents"):
        senet.gym.TableEnv(opponents=["easy", "easy"])
    with pytest.raises(ValueError, match="render mode"):
        senet.gym.TableEnv(render_mode="human")
    env.reset(seed=1)
    with pytest.raises(senet.Refusal, match="not allowed"):
        env.step(0)
    turns = senet.zoo.env()
    for early in (lambda: turns.step(1), turns.last, lambda: senet.zoo.parallel_env().step({})):
        with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
            early()
    turns.reset(seed=1)
    with pytest.raises(TypeError, match="None"):
        turns.step(None)
    cycles = senet.zoo.parallel_env()
    cycles.reset(seed=1)
    with pytest.raises(ValueError, match="only pass"):
        cycles.step({"seat_0": 1, "seat_1": 1})
    with pytest.raises(ValueError, match="no action"):
        cycles.step({"seat_0": 1})


def test_pettingzoo_parallel_pays_both_seats():
    env = senet.zoo.parallel_env("connect-four")
    env.reset(seed=3)
    random = np.random.default_rng(1)
    while env.agents:
        mask = {a: np.flatnonzero(env._observed(a)["action_mask"]) for a in env.agents}
        _, rewards, *_ = env.step({a: int(random.choice(mask[a])) for a in env.agents})
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
