"""The examples run."""

import os
import pathlib
import subprocess
import sys

import senet

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def run(name, *args):
    command = [sys.executable, str(EXAMPLES / name), *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=os.environ)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_learning_writes_a_network_that_a_bot_reads(tmp_path):
    network, curve = tmp_path / "network.json", tmp_path / "curve.svg"
    few = ("--rounds", 3, "--envs", 64, "--width", 16, "--out", network, "--curve", curve)
    assert "3 rounds: wins" in run("learn.py", "--game", "tic-tac-toe", *few)
    assert curve.read_text().startswith("<svg")
    table = senet.Table("tic-tac-toe", seed="x")
    for square in (1, 4, 2, 5):
        table.submit({"type": "mark", "square": square})
    bot = senet.learned("tic-tac-toe", network, lines=200)
    assert bot.choose(table, 0) == [{"type": "mark", "square": 3}]


def test_arrays_are_shared():
    assert "the same memory" in run("arrays.py")
