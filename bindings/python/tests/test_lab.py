"""Experiments, here and on a cluster."""

import concurrent.futures
import os

import pytest

import senet
import senet.lab

EXPERIMENT = """
game = "pig"
games = 1600
bots = ["easy", "random"]
seed = 7

[grid]
target = [20, 30]
"""


def test_shards_join_to_the_bytes_of_a_local_run(tmp_path):
    alone = senet.lab.run(EXPERIMENT, threads=1)
    assert alone.results == senet.lab.run(EXPERIMENT, threads=2, out=tmp_path / "all").results
    # The files of `senet lab run`.
    names = {"results.jsonl": alone.results, "results.csv": alone.table, "report.html": alone.report}
    assert {file.name: file.read_text() for file in (tmp_path / "all").iterdir()} == names
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        shared = senet.lab.run(EXPERIMENT, executor=executor, shards=7)
    assert shared == alone and alone.sentences and alone.report.startswith("<!doctype html>")
    file = tmp_path / "experiment.toml"
    file.write_text(EXPERIMENT)
    assert senet.lab.run(file) == alone


def test_a_wrong_experiment_is_refused():
    with pytest.raises(senet.Refusal) as refused:
        senet.lab.run(EXPERIMENT.replace("pig", "chess"))
    assert "chess" in refused.value.sentence
    with pytest.raises(ValueError, match="at least one"):
        senet.lab.run(EXPERIMENT, executor=concurrent.futures.ThreadPoolExecutor(1), shards=0)
    with pytest.raises(ValueError, match="no executor 'slurm'"):
        senet.lab.run(EXPERIMENT, executor="slurm")
    with pytest.raises(FileNotFoundError):
        senet.lab.run("missing.toml")
    for executor in (None, concurrent.futures.ThreadPoolExecutor(1)):
        with pytest.raises(ValueError, match="0 threads: at least 1 is needed"):
            senet.lab.run(EXPERIMENT, executor=executor, threads=0)


class Stopped(concurrent.futures.Executor):
    """Workers of whom the first fails, and the others have not begun."""

    def __init__(self):
        self.tasks = []

    def submit(self, work, *args, **named):
        self.tasks.append(concurrent.futures.Future())
        if len(self.tasks) == 1:
            self.tasks[0].set_exception(OSError("the worker is gone"))
        return self.tasks[-1]


def test_where_a_shard_fails_the_others_are_not_played():
    executor = Stopped()
    with pytest.raises(OSError, match="gone"):
        senet.lab.run(EXPERIMENT, executor=executor, shards=5)
    assert [task.cancelled() for task in executor.tasks] == [False, True, True, True, True]


def test_a_cluster_comes_to_the_same_and_repeats_what_was_lost(monkeypatch, tmp_path):
    ray = pytest.importorskip("ray", reason="`cargo xtask python --all` installs Ray")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    try:
        ray.init(address=cluster.address, log_to_driver=False)
        assert len(ray.nodes()) == 2
        alone = senet.lab.run(EXPERIMENT)
        assert senet.lab.run(EXPERIMENT, executor="ray", shards=6) == alone
        marker = tmp_path / "died once"
        monkeypatch.setattr(senet.lab, "_play", dies_once(str(marker)))
        assert senet.lab.run(EXPERIMENT, executor="ray", shards=6) == alone
        assert marker.exists()
        with pytest.raises(senet.Refusal):
            senet.lab.run(EXPERIMENT.replace("20, 30", "-1"), executor="ray", shards=2)
    finally:
        ray.shutdown()
        cluster.shutdown()


def dies_once(marker):
    """A worker that ends with its first shard half done."""

    def play(text, number, of, threads):
        from senet import _senet

        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return _senet.lab_play(text, number, of, threads)
        os._exit(1)

    return play
