"""What the documentation shows runs."""

import pathlib
import re

import pytest

import senet

DOCS = pathlib.Path(__file__).parent.parent.parent.parent / "docs"
EXPERIMENT = 'game = "pig"\ngames = 200\nbots = ["easy", "random"]\nseed = 7\n'


def blocks(page):
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("number", range(len(blocks("python.md"))))
def test_the_lines_of_the_guide_run(number, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "experiment.toml").write_text(EXPERIMENT)
    code = blocks("python.md")[number]
    # Clusters have a test of their own.
    code = "\n".join(line for line in code.splitlines() if 'executor="ray"' not in line)
    exec(compile(code, "docs/python.md", "exec"), {"senet": senet})


def test_the_guide_has_blocks_to_run():
    assert len(blocks("python.md")) >= 4


def test_the_page_of_encodings_has_every_layout(game):
    page = (DOCS / "encodings.md").read_text(encoding="utf-8")
    encoding = senet.encoding(game)
    section = page.split(f"## {game}, encoding {encoding.version}\n", 1)[1].split("\n## ", 1)[0]
    assert f"{encoding.width} floats:" in section and f"{len(encoding.letters)} letters:" in section
    for name, first, end in encoding.parts:
        assert f"| {first} to {end - 1} | {name} |" in section
