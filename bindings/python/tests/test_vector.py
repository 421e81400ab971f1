"""Many games side by side."""

import os
import pickle
import subprocess
import sys
import threading

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


def test_a_reset_without_a_seed_goes_on_from_the_last_one():
    def dealt(**first):
        envs = senet.vector.make("kuhn-poker", 64)
        envs.reset(**first)
        seen = []
        for _ in range(2):
            envs.reset()
            envs.step(np.ones(64, np.int64))
            seen.append(envs.observations.tobytes())
        return seen

    for seed in (7, list(range(64))):
        assert dealt(seed=seed) == dealt(seed=seed), "as Gymnasium has it"
        first, second = dealt(seed=seed)
        assert first != second
    assert dealt(seed=7) != dealt(seed=8) and dealt() != dealt()


def test_a_learner_sits_on_one_seat():
    envs = senet.vector.make("connect-four", 8, seat=1)
    envs.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert (envs.seats == 1).all()
        ended += int(envs.step(envs.sample())[2].sum())
    assert ended > 8


def test_a_game_that_ends_before_the_learners_first_turn_gives_way_to_another():
    envs = senet.vector.make("pig", 64, seat=3, config={"seats": 4, "target": 10, "rounds": 1})
    envs.reset(seed=1)
    for _ in range(200):
        assert (envs.seats == 3).all() and envs.masks[:, 1].all()
        envs.step(envs.sample())


@pytest.mark.parametrize("name", ["connect-four", "sky-team"])
def test_threads_change_nothing(name):
    walks = []
    for threads in (1, 3):
        envs = senet.vector.make(name, 11, threads=threads)
        envs.reset(seed=3)
        envs.seed_actions(4)
        seen = []
        for _ in range(60):
            envs.step(envs.sample())
            seen.append((envs.observations.copy(), envs.masks.copy(), envs.returns.copy()))
        walks.append(seen)
    for one, other in zip(*walks, strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_threads_change_no_search():
    walks = []
    for threads in (1, 3):
        # Where luck decides what is seen, a search follows a line by the dice of its game.
        envs = senet.vector.make("pig", 11, threads=threads)
        envs.reset(seed=3)
        search, seen = envs.search(seed=5), []
        for _ in range(60):
            seen.append(search.descend().copy())
            search.note(np.zeros_like(envs.masks, np.float32), np.zeros(11, np.float32))
        walks.append(np.array(seen))
    assert (walks[0] == walks[1]).all() and len({walk.tobytes() for walk in walks[0].swapaxes(0, 1)}) == 11


def test_a_wrong_action_of_any_thread_stops_the_whole_step():
    envs = senet.vector.make("connect-four", 6, threads=3)
    envs.reset(seed=1)
    before = envs.observations.copy()
    with pytest.raises(senet.Refusal, match="environment 5: 9 is no action"):
        envs.step(np.array([1, 1, 1, 1, 1, 9]))
    assert (envs.observations == before).all()
    envs.step(np.array([1] * 6))
    assert (envs.seats == 1).all()


def test_a_search_finds_wins_without_a_judge():
    envs = senet.vector.make("connect-four", 3, threads=2)
    envs.reset(seed=1)
    for column in (4, 1, 4, 1, 4, 2):
        envs.step(np.array([column, column, 1 + column % 7]))
    search = envs.search(seed=5)
    assert (search.descend() == envs.observations).all() and search.asked.all()
    search.note(np.zeros((3, 8)), np.zeros(3))
    for _ in range(150):
        search.descend()
        search.note(np.zeros((3, 8), np.float32), np.zeros(3, np.float32))
    assert search.visits().argmax(axis=1).tolist() == [4, 4, 5] and search.visits().sum() == 3 * 150
    with pytest.raises(ValueError, match="likes"):
        search.note(np.zeros((3, 7)), np.zeros(3))
    with pytest.raises(senet.Refusal, match="several letters"):
        senet.vector.make("sky-team", 2).search()


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
    table, play = senet.Table("connect-four", seed="x"), senet.Play("connect-four")
    table.submit(table.sample())
    child = os.fork()
    if child == 0:
        for _ in range(3):
            envs.step(envs.sample())
        many = senet.simulate("pig", n=4, threads=2)
        for one in (table, table.copy()):
            one.submit(one.sample())
        play.step(play.sample())
        os._exit(0 if len(many.commands) == 4 and table.entry == 2 else 1)
    assert os.waitpid(child, 0)[1] == 0


LEFT = """
import os, threading, warnings, senet, senet.vector
warnings.simplefilter("ignore")
bot, table, play = senet.bot("crossfire", "expert"), senet.Table("crossfire", seed="x"), senet.Play("crossfire")
for seat in range(2):
    play.seat_bot(seat, "expert")
envs = senet.vector.make("crossfire", 64)
envs.reset(seed=1)
USES = {
    "bot": (lambda: [bot.choose(table, 0) for _ in iter(int, 1)], lambda: bot.choose(table, 0)),
    "play": (lambda: [play.reset(1) for _ in iter(int, 1)], lambda: play.legal()),
    "vector": (lambda: envs._vector.run(10**9, envs._actions, envs._arrays), lambda: envs._vector.seats()),
}
use, again = USES[WHAT]
threading.Thread(target=use, daemon=True).start()
# A thread that has just begun may not have come to it yet, or is between two of its calls.
for _ in range(1000):
    child = os.fork()
    if child == 0:
        try:
            again()
        except RuntimeError as error:
            os._exit(7 if "forked" in str(error) else 1)
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended:
        print("told" if ended == 7 else ended, flush=True)
        break
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("what", ["bot", "play", "vector"])
def test_what_a_thread_left_behind_used_says_so_after_a_fork(what):
    command = [sys.executable, "-c", LEFT.replace("WHAT", repr(what))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.stdout.split() == ["told"], done.stderr


LONG = {
    "simulate": "senet.simulate('crossfire', 'expert', n=1000)",
    "play": "senet.play('crossfire', 'expert')",
    "choose": "[senet.bot('crossfire', 'expert').choose(senet.Table('crossfire'), 0) for _ in iter(int, 1)]",
    "bots beside": "p = senet.Play('crossfire'); [p.seat_bot(i, 'expert') for i in range(2)]; p.reset(1)",
    "a play that another thread holds": (
        "p = senet.Play('crossfire'); [p.seat_bot(i, 'expert') for i in range(2)]; "
        "threading.Thread(target=lambda: p.reset(1), daemon=True).start(); time.sleep(0.1); p.legal()"
    ),
    "analyse": (
        "t = senet.Table('crossfire', seed='x'); "
        "[t.submit(t.legal(t.awaited[0])[0], t.awaited[0]) for _ in range(6)]; "
        "[senet.analyse(t.journal(), 'expert') for _ in iter(int, 1)]"
    ),
    "playouts": "senet.Table('crossfire', seed='x').playouts(10**9)",
    "lab": "senet.lab.run('game = \"crossfire\"\\ngames = 100000\\nbots = \"hard\"\\n')",
    "vector": "[envs.step(envs.sample()) for _ in iter(int, 1)]",
    "a vector that another thread holds": (
        "threading.Thread(target=lambda: envs._vector.run(10**9, envs._actions, envs._arrays), daemon=True).start(); "
        "[envs._vector.seed(1) for _ in iter(int, 1)]"
    ),
    "one call of many steps": "envs._vector.run(10**9, envs._actions, envs._arrays)",
}


PRESSED = """
import os, signal, threading, time, senet, senet.lab, senet.vector
# Whoever runs the tests in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
envs = senet.vector.make("crossfire", 64)
envs.reset(seed=1)
pressed = []

def press():
    # Not before the call has done some work.
    begun = time.process_time()
    while time.process_time() < begun + 0.1:
        time.sleep(0.005)
    pressed.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press).start()
try:
    CALL
except KeyboardInterrupt:
    print("stopped", time.process_time() - pressed[0], flush=True)
"""


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_ctrl_c_stops_every_long_call_within_a_second_of_work(call):
    # What is counted is the work that was still done, of all cores: how busy the machine is does not matter.
    command = [sys.executable, "-c", PRESSED.replace("CALL", call)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    told = done.stdout.split()
    assert told[:1] == ["stopped"], done.stderr
    assert float(told[1]) < (os.cpu_count() or 1)


def test_a_step_that_was_stopped_half_way_asks_for_a_reset():
    envs = senet.vector.make("connect-four", 2)
    envs.reset(seed=1)

    def stopped(*_):
        raise KeyboardInterrupt

    class Stopped:
        step = staticmethod(stopped)

    vector, envs._vector = envs._vector, Stopped()
    with pytest.raises(KeyboardInterrupt):
        envs.step([1, 1])
    envs._vector = vector
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([1, 1])
    envs.reset(seed=1)
    envs.step([1, 1])


@pytest.mark.parametrize("count", [-1, 0, senet.vector.MOST + 1, 10**12, 10**30])
def test_more_games_than_memory_holds_are_refused(count):
    with pytest.raises(ValueError, match=f"{count} environments cannot be made"):
        senet.vector.make("pig", count)


def test_a_container_may_hold_less_than_its_machine(monkeypatch, tmp_path):
    bound = tmp_path / "memory.max"
    monkeypatch.setattr(senet.vector, "_BOUNDS", (str(bound), str(tmp_path / "missing")))
    for told in ("max", "1000000000000000"):
        bound.write_text(told + "\n")
        senet.vector.make("pig", 1000)
    bound.write_text("1000000\n")
    with pytest.raises(ValueError, match="1000 environments cannot be made: they need about"):
        senet.vector.make("pig", 1000)


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="nobody tells here what a program takes")
@pytest.mark.parametrize(("name", "count"), [("connect-four", 10_000), ("crossfire", 150)])
def test_games_take_no_more_memory_than_they_are_counted_for(name, count):
    # In a process of its own, whose memory nobody else uses.
    code = (
        "import senet.vector\n"
        "def taken(): return int(open('/proc/self/statm').read().split()[1]) * 4096\n"
        "senet.vector.make('pig', 2).reset(seed=1)\n"
        f"before, envs = taken(), senet.vector.make({name!r}, {count})\n"
        "envs.reset(seed=1)\n"
        "for _ in range(20): envs.step(envs.sample())\n"
        f"print(taken() - before, {count} * senet.vector._size(envs.encoding))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    taken, counted = map(int, done.stdout.split())
    assert counted / 5 < taken < counted
