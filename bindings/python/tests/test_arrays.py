"""The arrays of a vector in other libraries, without a copy (DLPack)."""

import gc
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

import senet
import senet.vector

NAMES = (
    "observations",
    "masks",
    "seats",
    "rewards",
    "returns",
    "terminations",
    "truncations",
    "final_observations",
)


def begun(games=32):
    envs = senet.vector.make("connect-four", games)
    envs.reset(seed=1)
    envs.seed_actions(1)
    return envs


def same(envs, shared):
    return all((shared[name].numpy() == getattr(envs, name)).all() for name in NAMES)


def test_torch_sees_every_array_and_every_step():
    torch = pytest.importorskip("torch")
    envs = begun()
    shared = {name: torch.from_dlpack(getattr(envs, name)) for name in NAMES}
    assert all(one.data_ptr() == getattr(envs, name).ctypes.data for name, one in shared.items())
    kinds = {shared[name].dtype for name in NAMES}
    assert kinds == {torch.float32, torch.bool, torch.int8}
    ended = 0
    for _ in range(60):
        envs.step(envs.sample())
        ended += int(shared["terminations"].sum())
        assert same(envs, shared)
    assert ended > 32


def test_torch_chooses_actions():
    torch = pytest.importorskip("torch")
    envs = begun()
    masks, seats = torch.from_dlpack(envs.masks), torch.from_dlpack(envs.seats)
    for turn in range(6):
        assert (seats == turn % 2).all()
        # As a policy's answer comes: drawn among what the mask leaves.
        envs.step(torch.multinomial(masks.float(), 1)[:, 0])
    with pytest.raises(TypeError, match="whole numbers, not float32"):
        envs.step(masks[:, 0].float())
    with pytest.raises(ValueError, match="shape"):
        envs.step(masks.int())
    assert (seats == 0).all(), "what is wrong steps no game"


def test_torch_keeps_what_a_vector_leaves():
    torch = pytest.importorskip("torch")
    envs = begun()
    seen = torch.from_dlpack(envs.observations)
    before = envs.observations.copy()
    del envs
    gc.collect()
    for _ in range(20):
        begun(64)
    assert (seen.numpy() == before).all()


def test_a_gpu_plays_with_the_arrays():
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("there is no GPU here")
    envs = begun()
    seen, masks = torch.from_dlpack(envs.observations), torch.from_dlpack(envs.masks)
    for _ in range(60):
        there = masks.to("cuda")
        actions = torch.multinomial(there.float(), 1)[:, 0]
        envs.step(actions.cpu())
        assert (seen.to("cuda").cpu().numpy() == envs.observations).all()
    before = envs.observations.copy()
    with pytest.raises(TypeError, match="cuda"):
        envs.step(actions)
    assert (envs.observations == before).all()


JAX = """
import numpy as np, senet.vector
from jax import dlpack
# An array of another size lies elsewhere.
for games in (1, 32, 1000, 4096):
    envs = senet.vector.make("connect-four", games)
    envs.reset(seed=1)
    for array in envs._arrays:
        shared = dlpack.from_dlpack(array)
        assert shared.unsafe_buffer_pointer() == array.ctypes.data
        assert shared.dtype == array.dtype and (np.asarray(shared) == array).all()
print("the same memory")
"""


@pytest.mark.skipif(find_spec("jax") is None, reason="`cargo xtask python --all` installs JAX")
def test_jax_sees_every_array():
    # In a process of its own: JAX has threads, and other tests fork.
    done = subprocess.run([sys.executable, "-c", JAX], capture_output=True, text=True, timeout=300)
    assert done.stdout == "the same memory\n", done.stderr


@pytest.mark.parametrize("games", [1, 3, 32, 1000, 4096])
def test_every_array_begins_where_a_line_of_the_cache_does(games):
    envs = begun(games)
    search = envs.search()
    arrays = [getattr(envs, name) for name in NAMES] + [search.observations, search.asked, search.visits()]
    assert all(array.ctypes.data % 64 == 0 and array.flags.c_contiguous for array in arrays)
