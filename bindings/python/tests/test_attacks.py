"""What is wrong comes back as an exception with a sentence, whatever it is; nothing ends the program."""

import copy
import gc
import math
import os
import pathlib
import pickle
import random
import subprocess
import sys
import threading

import gymnasium
import numpy as np
import pytest

import senet
import senet.gym
import senet.vector
import senet.zoo

LIARS_DICE = pathlib.Path(os.environ.get("SENET_MODULES", ""), "liars_dice.wasm")
KINDS = (senet.Refusal, TypeError, ValueError, OverflowError)
"""What may be raised: UnicodeError is a ValueError, and a number that no machine holds an OverflowError."""

STRANGE = [
    None,
    True,
    -1,
    0,
    2**31,
    2**63,
    -(2**63) - 1,
    10**40,
    0.5,
    math.nan,
    -math.inf,
    "",
    "x\0y",
    "\ud800",
    "x" * 100_000,
    b"bytes",
    [],
    [[]],
    {},
    {"type": None},
    {"type": "drop", "column": math.nan},
    {"type": "drop", "column": 10**30},
    {1: {2: {3}}},
    object(),
    np.float32(1.5),
    np.array([1, 2]),
    np.array(math.nan),
    senet.Table,
]


def told(work):
    """Either it works, or an exception of the right kind has a sentence."""
    try:
        work()
    except KINDS as error:
        assert len(str(error)) > 3, repr(error)


def calls():
    """Every way in, with one thing after the other in each place."""
    table = senet.Table("connect-four", seed="x")
    play = senet.Play("connect-four")
    envs = senet.vector.make("connect-four", 2)
    envs.reset(seed=1)
    search = envs.search()
    search.descend()
    bot = senet.bot("connect-four", "easy")
    return {
        "Table(game)": lambda x: senet.Table(x),
        "Table(rules)": lambda x: senet.Table("pig", x),
        "Table(seed)": lambda x: senet.Table("pig", seed=x),
        "Table(config)": lambda x: senet.Table("pig", config=x),
        "Table(players)": lambda x: senet.Table("pig", players=x),
        "Table(names)": lambda x: senet.Table("pig", names=x),
        "Table.load": lambda x: senet.Table.load(x),
        "submit": lambda x: table.submit(x),
        "submit(seat)": lambda x: table.submit({"type": "drop", "column": 1}, x),
        "check": lambda x: table.check(x),
        "say": lambda x: table.say(x),
        "legal": lambda x: table.legal(x),
        "sample": lambda x: table.sample(x),
        "view": lambda x: table.view(x),
        "draw": lambda x: table.draw(x),
        "take_back": lambda x: table.take_back(x),
        "branch": lambda x: table.branch(x),
        "branch(seed)": lambda x: table.branch(0, x),
        "playouts(seed)": lambda x: table.playouts(2, seed=x),
        "playouts(threads)": lambda x: table.playouts(2, threads=x),
        "Play(seed)": lambda x: senet.Play("pig", seed=x),
        "step": lambda x: play.copy().step(x),
        "reset": lambda x: play.reset(x),
        "observe": lambda x: play.observe(x),
        "observe(out)": lambda x: play.observe(0, x),
        "mask": lambda x: play.mask(x),
        "mask(out)": lambda x: play.mask(0, x),
        "fates": lambda x: play.fates(x),
        "seat_bot": lambda x: play.copy().seat_bot(x, "random"),
        "seat_bot(level)": lambda x: play.copy().seat_bot(0, x),
        "bot": lambda x: senet.bot(x),
        "bot(level)": lambda x: senet.bot("pig", x),
        "bot(seed)": lambda x: senet.bot("pig", "easy", x),
        "choose_for": lambda x: bot.choose_for(x, 0),
        "choose": lambda x: bot.choose(table, x),
        "learned": lambda x: senet.LearnedBot("pig", x),
        "learned(file)": lambda x: senet.learned("pig", x),
        "load": lambda x: senet.load(x),
        "play": lambda x: senet.play("pig", x),
        "simulate": lambda x: senet.simulate("pig", x, n=2),
        "simulate(threads)": lambda x: senet.simulate("pig", n=2, threads=x),
        "configuration": lambda x: senet.configuration("pig", config=x),
        "encoding": lambda x: senet.encoding(x),
        "rules": lambda x: senet.rules(x),
        "verify": lambda x: senet.verify(x),
        "vector(game)": lambda x: senet.vector.make(x, 2),
        "vector(num_envs)": lambda x: senet.vector.make("pig", x) if type(x) is not int or x < 2 else None,
        "vector(threads)": lambda x: senet.vector.make("pig", 2, threads=x),
        "vector(seat)": lambda x: senet.vector.make("pig", 2, seat=x),
        "vector.reset": lambda x: envs.reset(seed=x),
        "vector.step": lambda x: envs.step(x),
        "note": lambda x: search.note(x, x),
        "gym(seat)": lambda x: senet.gym.TableEnv("pig", seat=x),
        "gym(opponents)": lambda x: senet.gym.TableEnv("pig", opponents=x),
    }


@pytest.mark.parametrize("call", calls())
def test_strange_arguments_are_answered_in_a_sentence(call, tmp_path, monkeypatch):
    # Where a path is asked for, an empty folder is as strange as can be.
    monkeypatch.chdir(tmp_path)
    for strange in STRANGE:
        work = calls()[call]
        try:
            told(lambda: work(strange))
        except OSError as error:
            assert str(error), call


def test_garbled_journals_are_refused():
    table = senet.Table("pig", seed="x", names=["Ann", "Bob"])
    for _ in range(12):
        table.submit(table.legal()[0])
    text, luck = table.journal(), random.Random(1)
    for _ in range(300):
        place, kind = luck.randrange(len(text)), luck.randrange(4)
        garbled = [
            text[:place],
            text[:place] + luck.choice('{}[]",:0\u00e9\n') + text[place + 1 :],
            text[:place] + text[place:] * 2,
            text[place:] + "\n",
        ][kind]
        if "\n" in garbled:
            told(lambda: senet.Table.load(garbled))
            told(lambda: senet.verify(garbled))
            told(lambda: senet.analyse(garbled, "random"))
    for nested in ("[" * 100_000, '{"a":' * 100_000):
        with pytest.raises(senet.Refusal):
            senet.Table.load(nested + "\n")


def test_garbled_networks_are_refused():
    text, luck = (pathlib.Path(__file__).parent.parent / "examples/minds/connect-four.json").read_text(), random.Random(2)
    for _ in range(20):
        place = luck.randrange(len(text))
        told(lambda: senet.LearnedBot("connect-four", text[:place]))
        told(lambda: senet.LearnedBot("connect-four", text[:place] + "9" * 400 + text[place + 1 :]))
    for wrong in ("NaN", "1e999", "null"):
        with pytest.raises(senet.Refusal):
            senet.LearnedBot("connect-four", text.replace('"bias":[', f'"bias":[{wrong},', 1))


@pytest.mark.skipif(not LIARS_DICE.is_file(), reason="SENET_MODULES names no folder with liars_dice.wasm")
def test_torn_modules_are_refused(tmp_path):
    # In a process of its own: one that is torn where it does not matter is a game from then on.
    code = (
        "import pathlib, random, sys, senet\n"
        "whole, file, luck = pathlib.Path(sys.argv[1]).read_bytes(), pathlib.Path(sys.argv[2]), random.Random(3)\n"
        "for turn in range(12):\n"
        "    place = luck.randrange(len(whole))\n"
        "    torn = whole[:place] + (b'' if turn % 2 else b'\\xff\\x00' + whole[place + 2:])\n"
        "    file.write_bytes(torn)\n"
        "    try: senet.load(file)\n"
        "    except senet.Refusal as refusal: print(refusal.code, refusal.sentence)\n"
    )
    command = [sys.executable, "-c", code, str(LIARS_DICE), str(tmp_path / "torn.wasm")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert len(told) >= 6 and all(line.startswith("bad_module ") and len(line) > 20 for line in told), told


def test_a_judge_that_says_nonsense_is_survived():
    envs = senet.vector.make("connect-four", 4, threads=2)
    envs.reset(seed=1)
    search = envs.search()
    # To note before anything was asked, and to ask twice.
    search.note(np.zeros((4, 8)), np.zeros(4))
    search.descend()
    for nonsense in (math.nan, math.inf, -math.inf, 1e38, -1e38):
        search.descend()
        search.note(np.full((4, 8), nonsense), np.full(4, nonsense))
    assert np.isfinite(search.visits()).all() and np.isfinite(search.observations).all()
    with pytest.raises((ValueError, TypeError)):
        search.note("likes", None)


class Named(senet.Table):
    """A table with something beside it."""

    def __init__(self, name):
        super().__init__("connect-four", seed="x")
        self.name = name


class NamedPlay(senet.Play):
    """A game with something beside it."""

    def __init__(self, name):
        super().__init__("connect-four", seed=3)
        self.names = [name]


class Forgotten(senet.Table):
    def __init__(self):
        pass


class ForgottenPlay(senet.Play):
    def __init__(self, anything):
        pass


def test_tables_and_plays_can_be_made_into_classes_of_ones_own():
    table = Named("Ann's")
    table.submit({"type": "drop", "column": 4})
    for again in (pickle.loads(pickle.dumps(table)), table.copy(), copy.copy(table), copy.deepcopy(table)):
        assert (type(again), again.name, again.journal()) == (Named, "Ann's", table.journal())
    assert type(table.branch()) is Named and type(Named.load(table.journal())) is Named
    play = NamedPlay("Ann's")
    play.seat_bot(1, "random")
    play.reset(4)
    play.step(4)
    for again in (pickle.loads(pickle.dumps(play)), copy.copy(play), copy.deepcopy(play)):
        assert (type(again), again.names, again.view()) == (NamedPlay, ["Ann's"], play.view())
    assert copy.copy(play).names is play.names and copy.deepcopy(play).names is not play.names
    for use in (lambda: Forgotten().legal(), lambda: Forgotten().to_act, lambda: Forgotten().copy(), lambda: ForgottenPlay(1).step(1)):
        with pytest.raises(RuntimeError, match="super"):
            use()


def test_environments_are_pickled_and_go_on():
    env = gymnasium.make("senet/connect-four-v1", opponents="random")
    env.action_space.seed(3)
    env.reset(seed=1)
    env.step(4)
    for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert (again.unwrapped.play.observe(0) == env.unwrapped.play.observe(0)).all()
        assert again.unwrapped.play.draw() == env.unwrapped.play.draw()
        for _ in range(10):
            # A sample keeps to the mask: 0 would be refused.
            _, _, ended, _, _ = again.step(again.action_space.sample())
            if ended:
                again.reset()
    turns = senet.zoo.env("pig")
    turns.reset(seed=1)
    again = pickle.loads(pickle.dumps(turns))
    assert again.last()[0]["action_mask"].tolist() == turns.last()[0]["action_mask"].tolist()
    assert again.action_space(again.agent_selection).sample() in (1, 2)
    space = pickle.loads(pickle.dumps(turns.action_space("seat_0")))
    assert space.n == 3


def test_an_environment_that_is_dead_says_so():
    env = senet.gym.TableEnv("tic-tac-toe", opponents="random")
    env.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, _, _ = env.step(env.action_space.sample())
    with pytest.raises(senet.Refusal, match="over"):
        env.step(1)
    env.close()
    env.reset()
    envs = senet.vector.make("pig", 2)
    envs.reset(seed=1)
    envs.close()
    for use in (envs.reset, envs.sample, lambda: envs.step([1, 1])):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            use()


def test_arrays_outlive_what_wrote_them():
    envs = senet.vector.make("connect-four", 64, threads=2)
    seen, info = envs.reset(seed=1)
    kept = seen.copy()
    shared, mask = np.from_dlpack(seen), info["action_mask"]
    envs.close()
    del envs, info
    gc.collect()
    for _ in range(20):
        senet.vector.make("connect-four", 64).reset(seed=2)
    assert (seen == kept).all() and (shared == kept).all() and mask.sum() == 64 * 7
    play = senet.Play("connect-four")
    floats = play.observe(0)
    play.reset(1)
    play.step(4)
    del play
    gc.collect()
    assert floats.sum() == 1.0


def test_threads_share_tables_plays_and_vectors():
    table = senet.Table("pig", seed="x", config={"seats": 2, "target": 1000, "rounds": 100})
    play = senet.Play("pig", config={"seats": 2, "target": 1000, "rounds": 100})
    envs = senet.vector.make("connect-four", 512, threads=2)
    envs.reset(seed=1)
    faults = []

    def use():
        try:
            for turn in range(40):
                told(lambda: table.submit({"type": "roll"}, turn % 2))
                told(lambda: table.submit(table.sample(1 - turn % 2), 1 - turn % 2))
                for command in table.legal(turn % 2)[:1]:
                    told(lambda: table.submit(command, turn % 2))
                table.journal()
                if play.seat is not None:
                    told(lambda: play.step(play.sample()))
                play.copy().observe(0)
                pickle.dumps(play)
                # What one thread samples may be closed once another has stepped: then no game is stepped.
                told(lambda: envs.step(envs.sample()))
                envs.seed_actions(turn)
                envs.search(turn).descend()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == [] and senet.verify(table.journal())["entries"] == table.entry


def test_a_bot_that_was_stopped_leaves_a_game_that_says_so():
    play = senet.Play("connect-four")
    play.seat_bot(0, "random")
    with pytest.raises(senet.Refusal, match="seat 0 is a bot's") as refused:
        play.step(4)
    assert refused.value.code == "wrong_action"
    play.reset(1)
    assert play.seat == 1
    play.step(play.sample())


def test_more_than_this_machine_holds_is_refused():
    # In a process of its own: what is not refused would end it.
    code = (
        "import senet.vector\n"
        "try: senet.vector.make('crossfire-campaign', senet.vector.MOST)\n"
        "except (ValueError, MemoryError) as error: print(error)\n"
    )
    if os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") > 60 * 2**30:
        pytest.skip("this machine holds them")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "this machine has" in done.stdout, done.stderr
