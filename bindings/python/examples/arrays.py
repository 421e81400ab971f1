"""Hands the arrays of many games to other libraries without a copy (DLPack)."""

import importlib

import numpy as np

import senet.vector

envs = senet.vector.make("connect-four", num_envs=1024)
envs.reset(seed=1)

shared = np.from_dlpack(envs.observations)
for name, way in (("torch", "torch"), ("jax", "jax.dlpack")):
    try:
        other = importlib.import_module(way).from_dlpack(envs.observations)
        print(f"{name} sees {tuple(other.shape)}")
    except ImportError:
        print(f"{name} is not installed")

before = shared.copy()
envs.step(envs.sample())
# JAX takes its arrays for constant: copy what it is to keep before the next step.
print("the same memory" if (shared != before).any() else "a copy")
