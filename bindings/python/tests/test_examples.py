"""The examples run."""

import os
import pathlib
import subprocess
import sys

import pytest

import senet

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def run(name, *args):
    command = [sys.executable, str(EXAMPLES / name), *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=os.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_learning_writes_a_network_that_a_bot_reads(tmp_path):
    pytest.importorskip("torch")
    network, curve = tmp_path / "network.json", tmp_path / "curve.svg"
    few = ("--rounds", 2, "--envs", 16, "--width", 16, "--out", network, "--curve", curve, "--device", "cpu")
    told = run("learn.py", "--game", "tic-tac-toe", "--against", "random", "--games", 4, "--final", 20, *few)
    assert "2 rounds, " in told and " lost against random" in told
    assert curve.read_text().startswith("<svg")
    table = senet.Table("tic-tac-toe", seed="x")
    for square in (1, 4, 2, 5):
        table.submit({"type": "mark", "square": square})
    bot = senet.learned("tic-tac-toe", network, lines=200)
    assert bot.choose(table, 0) == [{"type": "mark", "square": 3}]


def test_the_kept_network_beats_easy_on_both_seats():
    network = f"net:{EXAMPLES / 'minds/connect-four.json'}"
    for seat, bots in enumerate([(network, "easy"), ("easy", network)]):
        scores = senet.simulate("connect-four", bots, n=4, seed=1).scores
        assert scores[:, seat].tolist() == [1] * 4


def test_a_duel_counts_games_from_many_openings():
    network = EXAMPLES / "minds/connect-four.json"
    told = run("duel.py", "connect-four", network, "easy", "--openings", 2)
    won, drawn, lost = (int(word) for word in told.split() if word.isdigit() and int(word) < 4)
    assert won + drawn + lost == 4
    assert told.endswith("lost against easy, of 4 games with 4 different ends\n")


def test_arrays_are_shared():
    assert "the same memory" in run("arrays.py")
