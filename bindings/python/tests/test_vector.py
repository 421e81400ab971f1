"""Many games side by side."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import gymnasium
import numpy as np
import pytest

import senet
import senet.vector


def test_a_vector_steps_all_games(game, rules):
    envs = senet.vector.make(game, 5, rules)
    observations, info = envs.reset(seed=1)
    assert observations.shape == envs.observation_space.shape
    envs.seed_actions(1)
    for _ in range(30):
        observations, rewards, terminations, truncations, info = envs.step(envs.sample())
        assert envs.observation_space.contains(observations) and rewards.shape == (5,)
        assert info["action_mask"].any(axis=1).all()
    assert isinstance(envs, gymnasium.vector.VectorEnv)


def test_a_vector_shows_what_a_play_shows():
    envs = senet.vector.make("connect-four", 3)
    envs.reset(seed=10)
    play = senet.Play("connect-four", seed=11)
    ended = False
    while not ended:
        actions = envs.sample().copy()
        chooser = play.seat
        _, rewards, terminations, _, info = envs.step(actions)
        play.step(actions[1])
        ended = bool(terminations[1])
        assert ended == (play.seat is None)
        if not ended:
            assert (envs.observations[1] == play.observe(play.seat)).all()
    assert (info["final_obs"][1] == play.observe(chooser)).all() and info["_final_obs"][1]
    assert rewards[1] == play.scores[chooser] and list(info["returns"][1]) == play.scores


def test_arrays_are_written_where_they_lie():
    envs = senet.vector.make("connect-four", 4)
    first, _ = envs.reset(seed=1)
    second, *_ = envs.step(envs.sample())
    assert first is second and np.from_dlpack(second).ctypes.data == envs.observations.ctypes.data
    kept = senet.vector.make("connect-four", 4, copy=True)
    first, _ = kept.reset(seed=1)
    second, *_ = kept.step(kept.sample())
    assert not np.shares_memory(first, second)


def test_seeds_are_those_of_gymnasium():
    one, two = (senet.vector.make("pig", 3) for _ in range(2))
    one.reset(seed=5)
    two.reset(seed=[5, 6, 7])
    for _ in range(50):
        actions = one.sample().copy()
        one.step(actions)
        two.step(actions)
        assert (one.observations == two.observations).all()
    one.reset(seed=[1, None, 2])


def test_a_learner_sits_on_one_seat():
    envs = senet.vector.make("connect-four", 8, seat=1)
    envs.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert (envs.seats == 1).all()
        ended += int(envs.step(envs.sample())[2].sum())
    assert ended > 8


def test_wrong_use_is_told():
    envs = senet.vector.make("connect-four", 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.array([1, 1]))
    envs.reset(seed=1)
    before = envs.observations.copy()
    with pytest.raises(senet.Refusal, match="environment 1: 9 is no action"):
        envs.step(np.array([1, 9]))
    with pytest.raises(TypeError, match="whole numbers"):
        envs.step(np.array([1.0, 1.0]))
    with pytest.raises(ValueError, match="shape"):
        envs.step(np.array([[1, 1]]))
    with pytest.raises(ValueError, match="3 seeds"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="too few"):
        senet.vector.make("connect-four", 0)
    with pytest.raises(senet.Refusal, match="no seat"):
        senet.vector.make("connect-four", 2, seat=5)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(envs)
    assert (envs.observations == before).all()
    envs.step(np.array([1, 1], np.int32))
    envs.step([1, 1])
    envs.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step(np.array([1, 1]))


def test_arrays_that_are_in_use_are_not_written_twice():
    from senet import _senet

    vector = _senet.Vector("tic-tac-toe", "{}", 2, None, 1)
    arrays = list(senet.vector.make("tic-tac-toe", 2)._arrays)
    arrays[7] = arrays[0]
    with pytest.raises(TypeError):
        vector.reset(np.zeros(2, np.uint64), tuple(arrays))
    arrays[7] = np.zeros((2, 38), np.float32)[:, ::2]
    with pytest.raises(ValueError, match="in one piece"):
        vector.reset(np.zeros(2, np.uint64), tuple(arrays))
    arrays[7] = np.zeros((2, 18), np.float32)
    with pytest.raises(ValueError, match="36 numbers; 38"):
        vector.reset(np.zeros(2, np.uint64), tuple(arrays))


def test_threads_share_a_vector():
    envs = senet.vector.make("connect-four", 64, threads=2)
    envs.reset(seed=1)
    errors = []

    def run():
        try:
            for _ in range(50):
                envs._vector.sample(np.zeros(64, np.int64))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_goes_on():
    envs = senet.vector.make("connect-four", 64, threads=2)
    envs.reset(seed=1)
    envs.step(envs.sample())
    child = os.fork()
    if child == 0:
        envs.step(envs.sample())
        many = senet.simulate("pig", n=4, threads=2)
        os._exit(0 if len(many.commands) == 4 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_ctrl_c_stops_a_simulation():
    code = "import senet; print('begun', flush=True); senet.simulate('crossfire', 'expert', n=1000)"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline().strip() == "begun"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors and process.returncode != 0
