"""Tabletop games: rules, tables, bots, and fast environments for learning.

>>> import senet
>>> table = senet.Table("connect-four", seed="a seed")
>>> table.submit({"type": "drop", "column": 4})
1
>>> table.to_act
[1]

`senet.gym`, `senet.zoo`, `senet.spiel` and `senet.vector` have the interfaces of Gymnasium, PettingZoo,
OpenSpiel and of many games side by side; `docs/python.md` tells how they hang together.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn

import numpy as np

from . import _senet
from ._senet import Refusal, __version__

__all__ = [
    "Bot",
    "Command",
    "Encoding",
    "Game",
    "LearnedBot",
    "Play",
    "Played",
    "Refusal",
    "Simulated",
    "Table",
    "__version__",
    "analyse",
    "bot",
    "encoding",
    "games",
    "learned",
    "load",
    "play",
    "rules",
    "simulate",
    "verify",
]


class Command(dict[str, Any]):
    """What a seat asks for, as the game's schema has it: `{"type": "drop", "column": 4}`.

    Plain dictionaries do as well. Those that `Table.legal` lists are used again and cannot be changed;
    `dict(command)` is one that can.
    """

    __slots__ = ("_text",)

    def __init__(self, told: Mapping[str, Any]) -> None:
        super().__init__(told)
        self._text = json.dumps(told)

    def _fixed(self, *args: Any, **named: Any) -> NoReturn:
        raise TypeError("a listed command cannot be changed; dict(command) is one that can")

    __setitem__ = __delitem__ = __ior__ = _fixed
    clear = pop = popitem = setdefault = update = _fixed

    def __reduce__(self) -> tuple[Any, ...]:
        return (Command, (dict(self),))


@lru_cache(maxsize=1 << 16)
def _listed(text: str) -> Command:
    return Command(json.loads(text))


def _told(command: Mapping[str, Any]) -> str:
    return command._text if type(command) is Command else json.dumps(command)


@dataclass(frozen=True)
class Game:
    """A game of the house."""

    id: str
    name: str
    line: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    rules: int
    presets: tuple[str, ...]
    bots: tuple[str, ...]
    encoded: bool
    """Whether it has an encoding, as the games of the house do."""


def games() -> list[Game]:
    """All games, in the order of the house, and those that were loaded."""
    return [_game(line) for line in json.loads(_senet.games())]


def load(module: str | os.PathLike[str]) -> Game:
    """A game that is a file, such as `liars-dice.wasm`: from then on it is played like any other.

    It has tables and bots; encodings are for games of the house.
    """
    with open(module, "rb") as file:
        return _game(json.loads(_senet.load(file.read())))


def _game(line: dict[str, Any]) -> Game:
    return Game(
        id=line["id"],
        name=line["name"],
        line=line["line"],
        seats=tuple(line["seats"]),
        minutes=tuple(line["minutes"]),
        rules=line["rules"],
        presets=tuple(line["presets"]),
        bots=tuple(line["bots"]),
        encoded=line["id"] in _ENCODED,
    )


_ENCODED = frozenset(_senet.encodings())


def rules(game: str) -> str:
    """The rules of a game, in Markdown."""
    return str(json.loads(_senet.about(game))["text"])


def configuration(
    game: str,
    rules: str | None = None,
    config: Mapping[str, Any] | None = None,
    players: int | None = None,
) -> dict[str, Any]:
    """The configuration of a rule set, with every default filled in."""
    given = None if config is None else json.dumps(config)
    return _object(_senet.configuration(game, rules, given, players)[1])


class Table:
    """One play of a game, with its journal. Seats are counted from 0.

    A `seat` that is left out is the only one that may act; where several may, it has to be said.
    Tables can be pickled, and may be used from any thread.
    """

    __slots__ = ("_table",)

    def __init__(
        self,
        game: str,
        rules: str | None = None,
        *,
        seed: str | None = None,
        config: Mapping[str, Any] | None = None,
        players: int | None = None,
        names: Sequence[str] = (),
    ) -> None:
        given = None if config is None else json.dumps(config)
        seed = secrets.token_hex(16) if seed is None else str(seed)
        self._table = _senet.Table(game, seed, rules, given, players, list(names))

    @classmethod
    def _of(cls, table: _senet.Table) -> Table:
        made = cls.__new__(cls)
        made._table = table
        return made

    @classmethod
    def load(cls, journal: str | os.PathLike[str], seed: str | None = None) -> Table:
        """The table of a journal: its text, or a path to it."""
        return cls._of(_senet.Table.load(_journal(journal), seed)[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return (Table.load, (self.journal(),))

    def __repr__(self) -> str:
        end = "over" if self.outcome is not None else f"to act {self.to_act}"
        return f"<senet.Table {self.game}, {self.entry} entries, {end}>"

    @property
    def game(self) -> str:
        """The game's id."""
        return self._table.game()

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._table.seats()

    @property
    def entry(self) -> int:
        """How many commands were carried out."""
        return self._table.entry()

    @property
    def to_act(self) -> list[int]:
        """The seats that may act; none once the game is over."""
        return self._table.to_act()

    @property
    def awaited(self) -> list[int]:
        """Of these, the seats that the game waits for."""
        return self._table.awaited()

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How it ended; None before that."""
        told = self._table.outcome()
        return None if told is None else _object(told)

    @property
    def scores(self) -> list[int] | None:
        """What the end is worth to each seat: 1, 0, -1, or the points of a ranked game."""
        return self._table.scores()

    def legal(self, seat: int | None = None) -> list[Command]:
        """What the seat may do now. For games with large choices it is a useful sample."""
        return list(map(_listed, self._table.legal(seat)))

    def check(self, command: Mapping[str, Any], seat: int | None = None) -> None:
        """Raises `Refusal` where the command would be refused."""
        self._table.check(_told(command), seat)

    def submit(self, command: Mapping[str, Any], seat: int | None = None) -> int:
        """Carries a command out and gives its number, or raises `Refusal` and changes nothing."""
        return self._table.submit(_told(command), seat)

    def playouts(self, n: int = 1_000, *, seed: int = 0, threads: int | None = None) -> np.ndarray:
        """Plays so many games on from here with random actions and dice; the table stays as it is.

        One row a game: what its end was worth to each seat. It tells what is likely, and is for games of
        the house. The result does not depend on how many cores there are.
        """
        if n < 0:
            raise ValueError(f"{n} games cannot be played")
        worth = self._table.playouts(n, _seed(seed), threads)
        return worth.reshape(-1, self.seats)

    def tick(self) -> int:
        """Does what the clock owes a game that plays against time."""
        return self._table.tick()

    def take_back(self, seat: int) -> int:
        """Takes the seat's last command back, where the rules allow it."""
        return self._table.take_back(seat)

    def view(self, seat: int | None = None) -> Any:
        """All that a seat may know, a dictionary; without a seat, what a spectator sees.

        `senet.types` has its type: `view: connect_four.View = table.view(0)`.
        """
        return json.loads(self._table.view(seat))

    def draw(self, seat: int | None = None) -> str:
        """The same as a drawing in letters."""
        return self._table.draw(seat)

    def say(self, command: Mapping[str, Any], seat: int | None = None) -> str:
        """A command as a player would say it."""
        return self._table.say(_told(command), seat)

    def journal(self) -> str:
        """The journal: lines of JSON, from which the table can be loaded again."""
        return self._table.journal()

    def branch(self, entry: int | None = None, seed: str | None = None) -> Table:
        """Another table that goes on from an entry (the last where none is said) with dice of its own."""
        at = self.entry if entry is None else entry
        return Table._of(self._table.branch(at, secrets.token_hex(16) if seed is None else seed))


class Bot:
    """A bot: it sees its seat's view, never the game."""

    __slots__ = ("_bot", "_made")

    def __init__(self, game: str, level: str = "normal", seed: int = 0) -> None:
        self._made = (game, level, seed)
        _open_networks(game, [level])
        self._bot = _senet.Bot(game, level, _seed(seed))

    def __repr__(self) -> str:
        return "senet.bot({!r}, {!r}, seed={})".format(*self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Bot, self._made)

    def choose(self, table: Table, seat: int) -> list[Command]:
        """What the bot wants to submit at a table, in order."""
        return self._commands(table._table.view(seat), seat)

    def choose_for(self, view: Mapping[str, Any], seat: int) -> list[Command]:
        """The same from a view alone."""
        return self._commands(json.dumps(view), seat)

    def _commands(self, view: str, seat: int) -> list[Command]:
        return [Command(one) for one in json.loads(self._bot.choose(view, seat))]


def bot(game: str, level: str = "normal", seed: int = 0) -> Bot:
    """A bot of a game: `random`, `easy`, `normal`, `hard`, `expert`, `greedy`, or `net:FILE`, a network."""
    return Bot(game, level, seed)


class LearnedBot(Bot):
    """A bot whose search is led by a network from a file."""

    __slots__ = ("_lines", "_network")

    def __init__(self, game: str, network: str, lines: int = 128, seed: int = 0) -> None:
        self._made, self._network, self._lines = (game, "learned", seed), network, lines
        self._bot = _senet.Bot.learned(game, network, lines, _seed(seed))

    def __repr__(self) -> str:
        return f"<a learned bot of {self._made[0]}, {self._lines} lines>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (LearnedBot, (self._made[0], self._network, self._lines, self._made[2]))


def learned(
    game: str, network: str | os.PathLike[str], *, lines: int = 128, seed: int = 0
) -> LearnedBot:
    """A bot led by a network, from the file that `examples/learn.py` writes."""
    with open(network, encoding="utf-8") as file:
        return LearnedBot(game, file.read(), lines, seed)


@dataclass(frozen=True)
class Played:
    """One game of bots."""

    outcome: dict[str, Any] | None
    scores: list[int] | None
    commands: int
    choices: int


def play(
    game: str,
    bots: str | Sequence[str] = "normal",
    *,
    rules: str | None = None,
    config: Mapping[str, Any] | None = None,
    players: int | None = None,
    seed: int = 0,
) -> Played:
    """One game of bots; the same seed plays the same game."""
    chosen = configuration(game, rules, config, players)
    told = _senet.play(game, json.dumps(chosen), _bots(game, chosen, bots), _seed(seed))
    return Played(**json.loads(told))


@dataclass(frozen=True)
class Simulated:
    """Many games of bots, one row a game."""

    scores: np.ndarray[Any, np.dtype[np.int32]]
    """What each game was worth to each seat."""
    won: np.ndarray[Any, np.dtype[np.bool_]]
    """Which seats won."""
    commands: np.ndarray[Any, np.dtype[np.uint32]]
    """How many commands each game took."""

    @property
    def wins(self) -> list[float]:
        """How often each seat won, from 0 to 1."""
        return [float(share) for share in self.won.mean(axis=0)] if len(self.won) else []


def simulate(
    game: str,
    bots: str | Sequence[str] = "random",
    *,
    n: int = 1_000,
    rules: str | None = None,
    config: Mapping[str, Any] | None = None,
    players: int | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Simulated:
    """Many games of bots over all cores. The result does not depend on how many there are."""
    if n < 0:
        raise ValueError(f"{n} games cannot be played")
    chosen = configuration(game, rules, config, players)
    names = _bots(game, chosen, bots)
    scores, won, commands = _senet.simulate(
        game, json.dumps(chosen), names, n, _seed(seed), threads
    )
    shape = (len(commands), len(names))
    return Simulated(scores.reshape(shape), won.reshape(shape), commands)


def verify(journal: str | os.PathLike[str], seed: str | None = None) -> dict[str, Any]:
    """Checks a journal from its first line to its last, or raises `Refusal` where it is wrong."""
    return _object(_senet.verify(_journal(journal), seed))


def analyse(
    journal: str | os.PathLike[str], level: str = "normal", seed: str | None = None
) -> dict[str, Any]:
    """Looks back at a journal: chances after each entry, and what would have been better."""
    return _object(_senet.analyse(_journal(journal), level, seed))


@dataclass(frozen=True)
class Encoding:
    """A game as numbers: `docs/encodings.md` tells what they mean."""

    game: str
    version: int
    width: int
    """How many floats an observation has."""
    letters: tuple[str, ...]
    """What each action means."""
    parts: tuple[tuple[str, int, int], ...]
    """The parts of an observation: name, first float, end."""


def encoding(game: str, rules: str | None = None, config: Mapping[str, Any] | None = None) -> Encoding:
    """How a game is turned into numbers."""
    told = json.loads(_senet.encoding(game, json.dumps(configuration(game, rules, config))))
    parts = tuple((part["name"], part["start"], part["end"]) for part in told["parts"])
    return Encoding(told["game"], told["version"], told["width"], tuple(told["letters"]), parts)


class Play:
    """One game as numbers: a single seat at a time is to choose an action.

    An action is a letter of the game's alphabet; small games have a letter for each command, large
    ones spell a command with several. `copy` is cheap; a play can be pickled where no bots sit in it.
    """

    __slots__ = ("_actions", "_bots", "_config", "_encoding", "_play", "_seed", "game")

    def __init__(
        self,
        game: str,
        rules: str | None = None,
        *,
        seed: int = 0,
        config: Mapping[str, Any] | None = None,
        players: int | None = None,
    ) -> None:
        self._config = json.dumps(configuration(game, rules, config, players))
        self._encoding = encoding(game, config=json.loads(self._config))
        self._seed = _seed(seed)
        self._play = _senet.Play(game, self._config, self._seed)
        self._actions: list[int] = []
        self._bots: dict[int, tuple[str, int]] = {}
        self.game = game

    def __repr__(self) -> str:
        return f"<senet.Play {self.game}, seat {self.seat} to choose>"

    def __reduce__(self) -> tuple[Any, ...]:
        made = (self.game, self._config, self._seed, tuple(self._actions), dict(self._bots))
        return (_replayed, made)

    @property
    def encoding(self) -> Encoding:
        """How the game is turned into numbers."""
        return self._encoding

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._play.seats()

    @property
    def seat(self) -> int | None:
        """Who is to choose; None at the end."""
        return self._play.seat()

    @property
    def over(self) -> bool | None:
        """None before the end; then True, or False where the game was cut off at its bound."""
        return self._play.end()

    @property
    def scores(self) -> list[float]:
        """What the end is worth to each seat; zeros before it."""
        return self._play.scores()

    def reset(self, seed: int = 0) -> None:
        """Starts a new game of the same rules. The bots sit down anew."""
        self._seed = _seed(seed)
        self._actions = []
        self._play.reset(self._seed)
        for seat, (level, bot_seed) in self._bots.items():
            self._play.seat_bot(seat, level, (bot_seed + self._seed) % 2**64)
        self._play.bots_act()

    def seat_bot(self, seat: int, level: str = "normal", seed: int = 0) -> None:
        """Puts a bot on a seat, from the next reset on."""
        _open_networks(self.game, [level])
        self._play.seat_bot(seat, level, _seed(seed))
        self._bots[seat] = (level, _seed(seed))

    def observe(self, seat: int, out: np.ndarray | None = None) -> np.ndarray:
        """What a seat sees, as floats from -1 to 1."""
        floats = np.empty(self._encoding.width, np.float32) if out is None else out
        self._play.observe(seat, floats)
        return floats

    def mask(self, seat: int, out: np.ndarray | None = None) -> np.ndarray:
        """Which actions a seat may choose; one that is not to choose may only pass."""
        mask = np.empty(len(self._encoding.letters), np.bool_) if out is None else out
        self._play.mask(seat, mask)
        return mask

    def legal(self) -> list[int]:
        """The actions that the seat to choose may choose."""
        return self._play.legal(len(self._encoding.letters))

    def step(self, action: int) -> None:
        """Chooses an action, or raises `Refusal` and changes nothing. Bots answer at once."""
        self._play.step(_action(action))
        self._actions.append(int(action))
        if self._bots:
            self._play.bots_act()

    def view(self, seat: int | None = None) -> Any:
        """All that a seat may know, as at a table."""
        return json.loads(self._play.view(seat))

    def draw(self, seat: int | None = None) -> str:
        """The same as a drawing in letters."""
        return self._play.draw(seat)

    def playouts(self, n: int = 1_000, *, seed: int = 0, threads: int | None = None) -> np.ndarray:
        """Plays so many games on from here with random actions and dice, one row a game, as at a table."""
        if n < 0:
            raise ValueError(f"{n} games cannot be played")
        worth = self._play.playouts(n, _seed(seed), threads)
        return worth.reshape(-1, self.seats)

    def fates(self, action: int) -> list[tuple[float, Play]]:
        """Every way in which the dice of an action can fall: probability, and the game after it.

        For games with few such ways: all are played out.
        """
        fates = self._play.fates(_action(action))
        return [(chance, self._with(play, [*self._actions, int(action)])) for chance, play in fates]

    def copy(self) -> Play:
        """The same game once more, without bots."""
        return self._with(self._play.copy(), list(self._actions))

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        return self.copy()

    def _with(self, play: _senet.Play, actions: list[int]) -> Play:
        other = Play.__new__(Play)
        other.game, other._config, other._encoding = self.game, self._config, self._encoding
        other._seed, other._play, other._actions, other._bots = self._seed, play, actions, {}
        return other


def _replayed(
    game: str,
    config: str,
    seed: int,
    actions: tuple[int, ...],
    bots: dict[int, tuple[str, int]],
) -> Play:
    play = Play(game, config=json.loads(config), seed=seed)
    for seat, (level, bot_seed) in bots.items():
        play.seat_bot(seat, level, bot_seed)
    if bots:
        play.reset(seed)
    for action in actions:
        play.step(action)
    return play


def _bots(game: str, config: dict[str, Any], bots: str | Iterable[str]) -> list[str]:
    names = [bots] * _senet.seats(game, json.dumps(config)) if isinstance(bots, str) else list(bots)
    _open_networks(game, names)
    return names


def _open_networks(game: str, bots: Iterable[str]) -> None:
    for name in {name for name in bots if name.startswith("net:")}:
        with open(name.removeprefix("net:"), encoding="utf-8") as file:
            _senet.open_network(game, name.removeprefix("net:"), file.read())


def _object(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    return told


def _seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
        raise TypeError(f"a seed is a whole number, not {seed!r}")
    return int(seed) % 2**64


def _action(action: int) -> int:
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        if not (isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu"):
            raise TypeError(f"an action is a whole number, not {action!r}")
    return max(min(int(action), 2**63 - 1), -(2**63))


def _journal(journal: str | os.PathLike[str]) -> str:
    if isinstance(journal, os.PathLike):
        with open(journal, encoding="utf-8") as file:
            return file.read()
    if isinstance(journal, str) and "\n" not in journal and not journal.lstrip().startswith("{"):
        with open(journal, encoding="utf-8") as file:
            return file.read()
    return journal
