"""The types of the games, and the package before a strict checker."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest

import senet.types

HERE = pathlib.Path(__file__).parent.parent
SCHEMAS = HERE.parent.parent / "docs" / "schemas"

TYPED = """
import senet
from senet.types import connect_four, pig

def turn(table: senet.Table) -> connect_four.Seat | None:
    view: connect_four.View = table.view(0)
    command: connect_four.Command = {"type": "drop", "column": 4}
    table.submit(command)
    return view.get("turn")

def points(view: pig.View) -> int:
    return view["points"]
"""


def test_the_types_are_those_of_the_schemas(tmp_path):
    tool = HERE / "tools" / "write_types.py"
    subprocess.run([sys.executable, str(tool), str(SCHEMAS), str(tmp_path)], check=True)
    known = pathlib.Path(senet.types.__file__).parent
    assert {file.name for file in tmp_path.glob("*.py")} == {file.name for file in known.glob("*.py")}
    for file in tmp_path.glob("*.py"):
        assert file.read_text() == (known / file.name).read_text(), "run `cargo xtask types`"


@pytest.mark.parametrize("wrong", ["", '"dorp"', '"column": "four"'])
def test_a_strict_checker_agrees(tmp_path, wrong):
    code = TYPED.replace('"drop"', wrong) if wrong == '"dorp"' else TYPED
    code = code.replace('"column": 4', wrong) if "column" in wrong else code
    (tmp_path / "typed.py").write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "typed.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert (done.returncode == 0) == (wrong == ""), done.stdout + done.stderr


def test_another_checker_agrees(tmp_path):
    pytest.importorskip("pyright", reason="`cargo xtask python --all` installs pyright")
    # It passes over what does not lie below its configuration.
    shutil.copytree(pathlib.Path(senet.types.__file__).parent.parent, tmp_path / "senet")
    (tmp_path / "typed.py").write_text(TYPED)
    # Ray may not be installed.
    config = {"include": ["typed.py", "senet"], "reportMissingImports": False, "reportMissingModuleSource": False}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "0 errors" in done.stdout, done.stdout + done.stderr
    (tmp_path / "typed.py").write_text(TYPED.replace('"drop"', '"dorp"'))
    with open(tmp_path / "senet" / "lab.py", "a", encoding="utf-8") as file:
        file.write("\nTRIES.upper()\n")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert "typed.py" in done.stdout and "lab.py" in done.stdout and "2 errors" in done.stdout


def test_the_package_is_strictly_typed(tmp_path):
    config = ["--config-file", str(HERE / "pyproject.toml"), "--cache-dir", str(tmp_path)]
    command = [sys.executable, "-m", "mypy", *config, "-p", "senet"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
