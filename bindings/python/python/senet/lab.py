"""Experiments: many configurations played by bots and measured, here or on a cluster.

>>> import senet.lab
>>> result = senet.lab.run("experiment.toml")                     # doctest: +SKIP
>>> result = senet.lab.run("experiment.toml", executor="ray")     # doctest: +SKIP
>>> print(result.sentences[0])                                    # doctest: +SKIP

An experiment is cut into shards, which are played anywhere and joined. The results are the same bytes whoever
plays them: `docs/lab.md` tells how an experiment is written and what comes of it.
"""

from __future__ import annotations

import os
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from senet import _senet

__all__ = ["Result", "run"]

TRIES = 5
"""How often a shard is played again whose worker was lost."""


@dataclass(frozen=True)
class Result:
    """What came of an experiment."""

    results: str
    """The figures, as JSON Lines."""
    table: str
    """The same as CSV."""
    report: str
    """One page for people, as HTML."""
    sentences: tuple[str, ...]
    """What was found."""

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes the three files into a folder, as `senet lab run` does."""
        os.makedirs(folder, exist_ok=True)
        files = (("results.jsonl", self.results), ("results.csv", self.table), ("report.html", self.report))
        for name, text in files:
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
                file.write(text)


def run(
    experiment: str | os.PathLike[str],
    *,
    executor: str | Executor | None = None,
    shards: int | None = None,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    room: str = "http://127.0.0.1:8642/",
) -> Result:
    """Plays an experiment: a file, or its text.

    Without an executor it is played here, on all cores. `"ray"` spreads shards over a Ray cluster, and any
    `concurrent.futures.Executor` over its workers. Ray plays a shard again whose worker or node was lost.
    `threads` is for each shard: one where others share the cores.
    """
    text = _text(experiment)
    each = 1 if threads is None else threads
    if each < 1:
        raise ValueError(f"{threads} threads: at least 1 is needed")
    if executor is None:
        parts = [_senet.lab_play(text, 1, 1, threads)]
    elif isinstance(executor, Executor):
        parts = _of_futures(text, _shards(text, shards, os.cpu_count() or 1), each, executor)
    elif executor == "ray":
        ray = _ray()
        cores = int(ray.cluster_resources().get("CPU", 1))
        parts = _of_ray(text, _shards(text, shards, cores), each, ray)
    else:
        raise ValueError(f"there is no executor {executor!r}; there is 'ray', or one of concurrent.futures")
    results, table, report, sentences = _senet.lab_join(parts, room)
    result = Result(results, table, report, tuple(sentences))
    if out is not None:
        result.save(out)
    return result


def _text(experiment: str | os.PathLike[str]) -> str:
    if isinstance(experiment, str) and "\n" in experiment:
        return experiment
    with open(experiment, encoding="utf-8") as file:
        return file.read()


def _shards(text: str, shards: int | None, cores: int) -> int:
    blocks = _senet.lab_blocks(text)
    if shards is not None:
        if shards < 1:
            raise ValueError(f"{shards} shards cannot be played; there is at least one")
        return shards
    # Several for each core, so that nobody waits long for the last one.
    return max(1, min(blocks, 4 * cores))


def _ray() -> Any:
    import ray

    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    return ray


def _of_ray(text: str, shards: int, threads: int, ray: Any) -> list[str]:
    # Ray itself plays a task again whose worker or node was lost.
    task = ray.remote(num_cpus=threads, max_retries=TRIES)(_play)
    tasks = [task.remote(text, number + 1, shards, threads) for number in range(shards)]
    try:
        return list(ray.get(tasks))
    except BaseException as error:
        # Nobody waits for the others any more.
        for one in tasks:
            ray.cancel(one, force=True)
        cause = getattr(error, "cause", None)
        if isinstance(error, ray.exceptions.RayTaskError) and isinstance(cause, Exception):
            # The exception of the task itself, as a local run raises it.
            raise cause from None
        raise


def _of_futures(text: str, shards: int, threads: int, executor: Executor) -> list[str]:
    tasks = [executor.submit(_play, text, number + 1, shards, threads) for number in range(shards)]
    try:
        return [task.result() for task in tasks]
    finally:
        # Where one of them failed, nobody waits for the others any more.
        for task in tasks:
            task.cancel()


def _play(text: str, number: int, of: int, threads: int) -> str:
    return _senet.lab_play(text, number, of, threads)
