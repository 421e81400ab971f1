"""Learns a small game by playing against itself, and writes what it learned as a plain file.

    python examples/learn.py --out connect-four.json --curve curve.svg

A small network likes actions and judges positions. It leads a search in many games side by side
(`senet.vector`), learns to like what the search chose and to foretell how the games ended, and leads the next
search a little better: the way of AlphaZero. It needs PyTorch and some minutes of a CPU, or less of a GPU. The
file is a bot wherever bots are named, `net:connect-four.json`, and needs neither.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import senet.vector

LINES = 64
"""How many lines a search follows while it learns."""
MEMORY = 400_000
"""How many positions are remembered."""
BATCH = 1024
PASSES = 4
"""How often a position is learned from, about, before it is forgotten."""
OPENING = 4
"""With how many actions at random a game begins at most; about half of the games begin with none."""


class Network(nn.Module):
    """Hidden layers, a head that likes actions and a head that judges."""

    def __init__(self, inputs: int, letters: int, width: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(inputs, width), nn.Linear(width, width)])
        self.policy = nn.Linear(width, letters)
        self.value = nn.Linear(width, 1)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        for layer in self.layers:
            seen = functional.relu(layer(seen))
        return self.policy(seen), torch.tanh(self.value(seen))[:, 0]

    def save(self, path: str, encoding: senet.Encoding) -> None:
        """Writes a file that senet's bots read."""

        def told(layer: nn.Linear) -> dict[str, list[float]]:
            parts = {"weights": layer.weight, "bias": layer.bias}
            return {name: [round(one, 5) for one in part.flatten().tolist()] for name, part in parts.items()}

        network = {
            "format": "senet-network/1",
            "game": encoding.game,
            "encoding": encoding.version,
            "layers": [told(layer) for layer in self.layers],
            "policy": told(self.policy),
            "value": told(self.value),
        }
        with open(path, "w", encoding="utf-8") as file:
            json.dump(network, file, separators=(",", ":"))


Game = tuple[np.ndarray, np.ndarray, np.ndarray]
"""What was seen in a game, what the search chose each time, and what came of it for the seat that chose."""


class SelfPlay:
    """Games side by side, in which the network plays all seats."""

    def __init__(self, game: str, lanes: int, seed: int, device: str) -> None:
        self.envs = senet.vector.make(game, lanes)
        self.envs.reset(seed=seed)
        self.envs.seed_actions(seed)
        self.random = np.random.default_rng(seed)
        self.device = device
        self.ages = np.zeros(lanes, int)
        self.openings = np.array([self.opening() for _ in range(lanes)])
        self.begun: list[list[tuple[np.ndarray, np.ndarray, int]]] = [[] for _ in range(lanes)]

    def step(self, network: Network) -> list[Game]:
        """One action in each game; those games that ended, with what was chosen in them."""
        envs = self.envs
        chances = self.searched(network)
        seen, seats = envs.observations.copy(), envs.seats.copy()
        drawn = (chances.cumsum(1) > 0.99999 * self.random.random((len(chances), 1))).argmax(1)
        chosen = np.where(self.ages < 12, drawn, chances.argmax(1))
        # What comes of an action at random says nothing of the position before it.
        opened = self.ages >= self.openings
        for lane in np.flatnonzero(opened):
            self.begun[lane].append((seen[lane], chances[lane], seats[lane]))
        envs.step(np.where(opened, chosen, envs.sample()))
        self.ages += 1
        ended = [self.ended(lane) for lane in np.flatnonzero(envs.terminations | envs.truncations)]
        return [game for game in ended if game is not None]

    def searched(self, network: Network) -> np.ndarray:
        """How likely a search led by the network chooses each action."""
        search = self.envs.search(int(self.random.integers(2**63)))
        for line in range(LINES):
            with torch.inference_mode():
                seen = torch.from_numpy(search.descend()).to(self.device)
                likes, values = (part.cpu().numpy() for part in network(seen))
            search.note(self.curious(likes) if line == 0 else likes, values)
        visits = search.visits()
        return visits / visits.sum(1, keepdims=True)

    def curious(self, likes: np.ndarray) -> np.ndarray:
        """The likes with some noise, so that what nobody likes is tried now and then."""
        masks = self.envs.masks
        chances = np.exp(likes - likes.max(1, keepdims=True)) * masks
        noise = self.random.gamma(1.0, size=likes.shape) * masks
        mixed = 0.75 * chances / chances.sum(1, keepdims=True) + 0.25 * noise / noise.sum(1, keepdims=True)
        return np.log(mixed + 1e-9)

    def opening(self) -> int:
        """With how many actions at random a game begins; none where it is less than one."""
        return int(self.random.integers(-OPENING, OPENING, endpoint=True))

    def ended(self, lane: int) -> Game | None:
        """A game, and none where nobody chose in it; the next one begins."""
        game, self.begun[lane], self.ages[lane] = self.begun[lane], [], 0
        self.openings[lane] = self.opening()
        if not game:
            return None
        observations, choices, seats = (np.array(column) for column in zip(*game, strict=True))
        worth = np.clip(self.envs.returns[lane, seats], -1, 1)
        return observations, choices.astype(np.float32), worth.astype(np.float32)


class Memory:
    """The positions of the last games."""

    def __init__(self, inputs: int, letters: int, device: str) -> None:
        shapes = ((MEMORY, inputs), (MEMORY, letters), (MEMORY,))
        self.columns = [torch.zeros(shape, device=device) for shape in shapes]
        self.added = 0

    def add(self, games: list[Game]) -> int:
        """Remembers some games instead of the oldest, and says how many positions they had."""
        joined = [torch.from_numpy(np.concatenate(column)) for column in zip(*games, strict=True)]
        count = len(joined[0])
        for column, fresh in zip(self.columns, joined, strict=True):
            places = torch.arange(self.added, self.added + count, device=column.device) % MEMORY
            column[places] = fresh.to(column.device)
        self.added += count
        return count

    def draw(self) -> list[torch.Tensor]:
        part = torch.randint(min(self.added, MEMORY), (BATCH,), device=self.columns[0].device)
        return [column[part] for column in self.columns]


def improve(network: Network, optimiser: torch.optim.Optimizer, memory: Memory) -> None:
    """Learns a little from what is remembered."""
    seen, choices, worth = memory.draw()
    likes, values = network(seen)
    loss = functional.cross_entropy(likes, choices) + functional.mse_loss(values, worth)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def against(game: str, path: str, opponent: str, games: int) -> tuple[int, int, int]:
    """Games won, drawn and lost by the file against a level, half of them on each seat, always the same deals."""
    worth = np.concatenate([
        senet.simulate(game, [f"net:{path}", opponent], n=games // 2, seed=1).scores[:, 0],
        senet.simulate(game, [opponent, f"net:{path}"], n=games // 2, seed=2).scores[:, 1],
    ])
    return int((worth > 0).sum()), int((worth == 0).sum()), int((worth < 0).sum())


def curve(path: str, title: str, points: list[tuple[float, float]]) -> None:
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
        f'<text x="60" y="24">{title}</text></svg>\n'
    )
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(args: argparse.Namespace) -> None:
    torch.manual_seed(args.seed)
    device = args.device or ("cuda" if torch.cuda.is_available() else "cpu")
    # The network is small: more of PyTorch's threads would wait for work on the cores that play.
    torch.set_num_threads(1)
    play = SelfPlay(args.game, args.envs, args.seed, device)
    encoding = play.envs.encoding
    inputs, letters = encoding.width, len(encoding.letters)
    memory = Memory(inputs, letters, device)
    network = Network(inputs, letters, args.width).to(device)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-4)
    seconds, rounds, played, points = 0.0, 0, 0, []

    def measure(games: int) -> str:
        network.save(args.out, encoding)
        won, drawn, lost = against(args.game, args.out, args.against, games)
        points.append((seconds, (won + drawn / 2) / games))
        return f"{won} won, {drawn} drawn, {lost} lost against {args.against}"

    def spent() -> float:
        return rounds / args.rounds if args.rounds else seconds / args.seconds

    while spent() < 1:
        if spent() >= len(points) / args.points:
            print(f"{seconds:5.0f} s, {played} games of self-play: {measure(args.games)}", flush=True)
        began = time.perf_counter()
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * (1 - 0.95 * spent())
        games = [game for _ in range(8) for game in play.step(network)]
        if games:
            for _ in range(1 + PASSES * memory.add(games) // BATCH):
                improve(network, optimiser, memory)
        seconds, rounds, played = seconds + time.perf_counter() - began, rounds + 1, played + len(games)
    told = measure(args.final)
    if args.curve:
        title = f"{args.game}: points of {args.games} games against {args.against}, half on each seat"
        curve(args.curve, title, points)
    print(f"{rounds} rounds, {played} games of self-play in {seconds:.0f} s on {device}: {told}; {args.out}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--out", default="network.json")
    parser.add_argument("--curve", help="a picture of the learning curve (SVG)")
    parser.add_argument("--envs", type=int, default=256, help="games side by side")
    parser.add_argument("--width", type=int, default=128, help="of the hidden layers")
    parser.add_argument("--seconds", type=float, default=600, help="of learning; measuring comes on top")
    parser.add_argument("--rounds", type=int, help="instead of seconds: a seed comes to the same network again")
    parser.add_argument("--against", default="normal", help="the level that is measured against")
    parser.add_argument("--points", type=int, default=10, help="of the learning curve")
    parser.add_argument("--games", type=int, default=40, help="for each point")
    parser.add_argument("--final", type=int, default=200, help="games at the end")
    parser.add_argument("--device", help="cpu or cuda; the GPU where there is one")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main(arguments())
