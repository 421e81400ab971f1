"""Games that are files. `cargo xtask python` builds one; it plays in a process of its own."""

import os
import pathlib
import subprocess
import sys

import pytest

import senet

LIARS_DICE = pathlib.Path(os.environ.get("SENET_MODULES", ""), "liars_dice.wasm")

CODE = """
import sys, pickle, senet, senet.gym
game = senet.load(sys.argv[1])
assert game.id == "liars-dice" and not game.encoded and game in senet.games()
table = senet.Table(game.id, seed="x")
before = table.journal()
while table.outcome is None and table.entry < 500:
    seat = table.awaited[0] if table.awaited else table.to_act[0]
    table.submit(table.legal(seat)[0], seat)
assert table.outcome is not None and senet.verify(table.journal())["over"]
assert pickle.loads(pickle.dumps(table)).journal() == table.journal()
assert senet.simulate(game.id, "random", n=20).scores.shape[0] == 20
for wrong in (lambda: senet.Play(game.id), lambda: table.playouts(5), lambda: senet.encoding(game.id)):
    try:
        wrong()
    except senet.Refusal as refusal:
        assert refusal.code == "no_encoding" and "no encoding" in refusal.sentence
    else:
        raise AssertionError("a game from outside has no encoding")
print("played")
"""


@pytest.mark.skipif(not LIARS_DICE.is_file(), reason="SENET_MODULES names no folder with liars_dice.wasm")
def test_a_game_that_is_a_file_is_played():
    command = [sys.executable, "-c", CODE, str(LIARS_DICE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "played", done.stderr


def test_a_file_that_is_no_game_is_refused(tmp_path):
    file = tmp_path / "no.wasm"
    file.write_bytes(b"no module")
    with pytest.raises(senet.Refusal) as refused:
        senet.load(file)
    assert refused.value.code == "bad_module"
    with pytest.raises(FileNotFoundError):
        senet.load(tmp_path / "missing.wasm")
