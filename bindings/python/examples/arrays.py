"""Hands the arrays of many games to other libraries without a copy (DLPack)."""

import importlib

import numpy as np

import senet.vector

envs = senet.vector.make("connect-four", num_envs=1024)
envs.reset(seed=1)

for name, way in (("numpy", "numpy"), ("torch", "torch"), ("jax", "jax.dlpack")):
    try:
        other = importlib.import_module(way).from_dlpack(envs.observations)
    except ImportError:
        print(f"{name} is not installed")
        continue
    # JAX takes its arrays for constant: copy what it is to keep before the next step.
    envs.step(envs.sample())
    shared = np.asarray(other).ctypes.data == envs.observations.ctypes.data
    print(f"{name} sees {tuple(other.shape)}:", "the same memory" if shared else "a copy")
