"""Learns a small game by playing against itself, and writes what it learned as a plain file.

    python examples/learn.py --out connect-four.json --curve curve.svg

A small network likes actions and judges positions. It plays all seats of many games side by side
(`senet.vector`) and learns from how they end (proximal policy optimisation). It needs numpy alone and some
minutes of a CPU. senet's own search reads the file: `senet.learned("connect-four", "connect-four.json")`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator

import numpy as np

import senet.vector

LAYERS = ("first", "second", "policy", "value")


class Network:
    """Two hidden layers, a head that likes actions and a head that judges."""

    def __init__(self, inputs: int, letters: int, width: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        sizes = [(inputs, width), (width, width), (width, letters), (width, 1)]
        scales = [(2 / inputs) ** 0.5, (2 / width) ** 0.5, 0.01, 0.01]
        self.parts = {}
        for name, size, scale in zip(LAYERS, sizes, scales, strict=True):
            self.parts[name] = (random.normal(size=size) * scale).astype(np.float32)
            self.parts[name + " bias"] = np.zeros(size[1], np.float32)
        self._mean = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._square = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._steps = 0

    def judge(self, seen: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, ...]:
        """The chance of each action, what the seat will get, and what led to that."""
        part = self.parts
        first = np.maximum(seen @ part["first"] + part["first bias"], 0)
        second = np.maximum(first @ part["second"] + part["second bias"], 0)
        likes = second @ part["policy"] + part["policy bias"]
        likes = np.where(mask, likes, -1e9)
        chances = np.exp(likes - likes.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        value = np.tanh(second @ part["value"] + part["value bias"])[:, 0]
        return chances, value, first, second

    def learn(self, seen: np.ndarray, trail: tuple, likes: np.ndarray, value: np.ndarray, rate: float) -> None:
        """Follows the slopes of the likes and of the values back through the layers."""
        _, judged, first, second = trail
        value = (value * (1 - judged**2))[:, None]
        part = self.parts
        slope = {"policy": second.T @ likes, "policy bias": likes.sum(0)}
        slope |= {"value": second.T @ value, "value bias": value.sum(0)}
        back = (likes @ part["policy"].T + value @ part["value"].T) * (second > 0)
        slope |= {"second": first.T @ back, "second bias": back.sum(0)}
        back = (back @ part["second"].T) * (first > 0)
        slope |= {"first": seen.T @ back, "first bias": back.sum(0)}
        norm = sum(float((one**2).sum()) for one in slope.values()) ** 0.5
        self._steps += 1
        for name, one in slope.items():
            one = one / max(1.0, norm / 0.5)
            self._mean[name] = 0.9 * self._mean[name] + 0.1 * one
            self._square[name] = 0.999 * self._square[name] + 0.001 * one**2
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            part[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)

    def save(self, path: str, encoding: senet.Encoding) -> None:
        """Writes a file that senet's bots read."""

        def layer(name: str) -> dict[str, list[float]]:
            weights = self.parts[name].T.flatten().astype(float).round(6).tolist()
            return {"weights": weights, "bias": self.parts[name + " bias"].astype(float).round(6).tolist()}

        told = {
            "format": "senet-network/1",
            "game": encoding.game,
            "encoding": encoding.version,
            "layers": [layer("first"), layer("second")],
            "policy": layer("policy"),
            "value": layer("value"),
        }
        with open(path, "w", encoding="utf-8") as file:
            json.dump(told, file)


def collect(envs, network: Network, steps: int, random: np.random.Generator) -> list[np.ndarray]:
    """Plays so many steps of all games: what was seen, chosen and thought, and what it led to."""
    seen, masks, actions, chances, values, seats, ends, returns = ([] for _ in range(8))
    lanes = np.arange(envs.num_envs)
    for _ in range(steps):
        seen.append(envs.observations.copy())
        masks.append(envs.masks.copy())
        seats.append(envs.seats.copy())
        likely, value, *_ = network.judge(seen[-1], masks[-1])
        drawn = (likely.cumsum(1) > random.random((len(lanes), 1))).argmax(1)
        actions.append(np.where(masks[-1][lanes, drawn], drawn, likely.argmax(1)))
        chances.append(likely[lanes, actions[-1]])
        values.append(value)
        envs.step(actions[-1])
        ends.append(envs.terminations | envs.truncations)
        returns.append(envs.returns.copy())
    seats.append(envs.seats.copy())
    later = network.judge(envs.observations, envs.masks)[1]
    targets = [np.zeros(0)] * steps
    for step in reversed(range(steps)):
        worth = returns[step][lanes, seats[step]]
        sign = np.where(seats[step] == seats[step + 1], 1, -1)
        targets[step] = np.where(ends[step], worth, sign * later).astype(np.float32)
        later = 0.1 * values[step] + 0.9 * targets[step]
    columns = (seen, masks, actions, chances, values, targets)
    return [np.concatenate(column) for column in columns]


def improve(network: Network, batch: list[np.ndarray], rate: float, entropy: float, random) -> None:
    """Makes what went well more likely, a little at a time."""
    seen, masks, actions, chances, values, targets = batch
    gains = targets - values
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for part in parts(len(actions), 1024, random):
        trail = network.judge(seen[part], masks[part])
        likely, value = trail[:2]
        rows, chosen, gain = np.arange(len(part)), actions[part], gains[part]
        ratio = likely[rows, chosen] / chances[part]
        kept = np.where(gain > 0, ratio < 1.2, ratio > 0.8)
        push = likely * (gain * ratio * kept)[:, None]
        push[rows, chosen] -= gain * ratio * kept
        logs = np.log(np.maximum(likely, 1e-9))
        calm = likely * (logs - (likely * logs).sum(1, keepdims=True))
        likes = (push + entropy * calm) / len(part)
        slope = 2 * (value - targets[part]) / len(part)
        network.learn(seen[part], trail, likes.astype(np.float32), slope.astype(np.float32), rate)


def parts(count: int, size: int, random: np.random.Generator, passes: int = 3) -> Iterator[np.ndarray]:
    """All rows in random order, so many times, a handful at a time."""
    for _ in range(passes):
        order = random.permutation(count)
        yield from (order[i : i + size] for i in range(0, count, size))


def against_random(game: str, network: Network, games: int = 256) -> float:
    """The share of games that the network wins without any search against random play, on all seats."""
    won, seats = 0.0, senet.Play(game).seats
    for seat in range(seats):
        envs = senet.vector.make(game, games, seat=seat)
        envs.reset(seed=seat)
        left = np.ones(games, bool)
        while left.any():
            envs.step(network.judge(envs.observations, envs.masks)[0].argmax(1))
            over = left & (envs.terminations | envs.truncations)
            won += float((envs.returns[over, seat] > 0).sum())
            left &= ~over
    return won / (seats * games)


def curve(path: str, game: str, points: list[tuple[float, float]]) -> None:
    """Draws the learning curve, as a picture that any browser shows."""
    most = max(seconds for seconds, _ in points) or 1.0
    place = " ".join(f"{60 + 520 * s / most:.1f},{340 - 300 * won:.1f}" for s, won in points)
    lines = "".join(
        f'<line x1="60" x2="580" y1="{340 - 3 * p}" y2="{340 - 3 * p}" stroke="#ddd"/>'
        f'<text x="52" y="{344 - 3 * p}" text-anchor="end">{p} %</text>'
        for p in range(0, 101, 20)
    )
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 380" font-family="sans-serif"'
        f' font-size="12"><rect width="600" height="380" fill="#fff"/>{lines}'
        f'<polyline points="{place}" fill="none" stroke="#286" stroke-width="2"/>'
        f'<text x="320" y="370" text-anchor="middle">seconds of learning, to {most:.0f}</text>'
        f'<text x="60" y="24">{game}: games won against random play, without search</text></svg>\n'
    )
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(args: argparse.Namespace) -> None:
    random = np.random.default_rng(args.seed)
    envs = senet.vector.make(args.game, args.envs)
    envs.reset(seed=args.seed)
    encoding = envs.encoding
    network = Network(encoding.width, len(encoding.letters), args.width, args.seed)
    began, rounds = time.perf_counter(), 0
    points = [(0.0, against_random(args.game, network))]
    while (done := (time.perf_counter() - began) / args.seconds) < 1 and rounds < args.rounds:
        batch = collect(envs, network, 32, random)
        improve(network, batch, 1e-3 * (1 - 0.9 * done), 0.01 * (1 - done) + 0.001, random)
        rounds += 1
        if rounds % 20 == 0:
            points.append((time.perf_counter() - began, against_random(args.game, network)))
            print(f"{points[-1][0]:6.0f} s, round {rounds}: wins {points[-1][1]:.1%}", flush=True)
    points.append((time.perf_counter() - began, against_random(args.game, network)))
    network.save(args.out, encoding)
    if args.curve:
        curve(args.curve, args.game, points)
    print(f"{rounds} rounds: wins {points[-1][1]:.1%} against random play without search; {args.out}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--out", default="network.json")
    parser.add_argument("--curve", help="a picture of the learning curve (SVG)")
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--rounds", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main(arguments())
