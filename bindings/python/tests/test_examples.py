"""The examples run."""

import os
import pathlib
import subprocess
import sys

import numpy as np
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
    few = ("--rounds", 10, "--envs", 32, "--width", 32, "--out", network, "--curve", curve, "--device", "cpu")
    told = run("learn.py", "--game", "tic-tac-toe", "--points", 2, "--games", 20, "--final", 100, "--against", "easy", *few)
    lost = [int(line.split(" lost against easy")[0].split()[-1]) for line in told.splitlines()]
    assert "10 rounds, " in told and len(lost) == 3
    # Before it learned it loses 9 games of 20, and after ten rounds 1 of 100.
    assert lost[0] >= 4 and lost[-1] <= 15
    assert curve.read_text().startswith("<svg")
    table = senet.Table("tic-tac-toe", seed="x")
    for square in (1, 4, 2, 5):
        table.submit({"type": "mark", "square": square})
    bot = senet.learned("tic-tac-toe", network, lines=200)
    assert bot.choose(table, 0) == [{"type": "mark", "square": 3}]


def test_the_kept_network_beats_easy_on_both_seats():
    network = f"net:{EXAMPLES / 'minds/connect-four.json'}"
    for seat, bots in enumerate([(network, "easy"), ("easy", network)]):
        own = senet.simulate("connect-four", bots, n=12, seed=1).scores[:, seat]
        assert own.min() >= 0, "none is lost"
        assert own.sum() >= 10


def test_a_duel_counts_games_from_many_openings():
    network = EXAMPLES / "minds/connect-four.json"
    told = run("duel.py", "connect-four", network, "easy", "--openings", 2)
    won, drawn, lost = (int(word) for word in told.split() if word.isdigit() and int(word) < 4)
    assert won + drawn + lost == 4
    assert told.endswith("lost against easy, of 4 games with 4 different ends\n")


def test_games_at_random_become_arrays(tmp_path):
    file = tmp_path / "games.npz"
    assert "50 games, " in run("selfplay.py", "tic-tac-toe", "--games", 50, "--lanes", 8, "--out", file)
    told = np.load(file)
    rows = len(told["actions"])
    assert all(len(told[name]) == rows for name in told.files)
    assert set(told["games"].tolist()) == set(range(50))
    assert told["masks"][np.arange(rows), told["actions"]].all(), "what was chosen was allowed"
    for number in range(50):
        rows_of = told["games"] == number
        # Each game is whole: its first square is chosen on an empty board, and seats take turns.
        assert told["observations"][rows_of][0, :18].sum() == 0
        assert told["seats"][rows_of].tolist() == [turn % 2 for turn in range(rows_of.sum())]
        ends = {int(s): float(r) for s, r in zip(told["seats"][rows_of], told["returns"][rows_of], strict=True)}
        assert sum(ends.values()) == 0


def test_a_tournament_ranks_bots():
    told = run("tournament.py", "tic-tac-toe", "random", "hard", "easy", "--games", 40).split("\n\n")
    assert told[1].split()[0] == "hard" and "of 80 games" in told[1]


def test_regret_solves_kuhn_poker():
    told = run("regret.py", "--rounds", 300).splitlines()
    worth = float(told[-2].split("worth ")[1].split()[0])
    left = float(told[-2].rsplit(" ", 1)[1])
    assert abs(worth + 1 / 18) < 2e-3 and left < 0.02


def test_arrays_are_shared():
    told = run("arrays.py")
    assert "numpy sees (1024, 85): the same memory" in told and "a copy" not in told
