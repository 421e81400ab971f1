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

import copy
import json
import operator
import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn, Self

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


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_senet.forked)


class Command(dict[str, Any]):
    """What a seat asks for, as the game's schema has it: `{"type": "drop", "column": 4}`.

    Plain dictionaries do as well. Those that `Table.legal` lists are used again and cannot be changed;
    `dict(command)` is one that can.
    """

    __slots__ = ("_text",)

    def __init__(self, told: Mapping[str, Any]) -> None:
        super().__init__(told)
        self._text = json.dumps(told)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Command, (dict(self),))


def _fixed(command: Command, *args: Any, **named: Any) -> NoReturn:
    raise TypeError("a listed command cannot be changed; dict(command) is one that can")


for _change in ("__setitem__", "__delitem__", "__ior__", "clear", "pop", "popitem", "setdefault", "update"):
    setattr(Command, _change, _fixed)


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
    with open(os.fspath(module), "rb") as file:
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


class Table(_senet.Table):
    """One play of a game, with its journal. Seats are counted from 0.

    A `seat` that is left out is the only one that may act; where several may, it has to be said.
    Tables can be pickled, and may be used from any thread.
    """

    __slots__ = ()

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
        self._begin(game, seed, rules, given, players, list(names))

    @classmethod
    def _of(cls, table: _senet.Table) -> Self:
        made = cls.__new__(cls)
        made._take(table)
        return made

    @classmethod
    def load(cls, journal: str | os.PathLike[str], seed: str | None = None) -> Self:
        """The table of a journal: its text, or a path to it."""
        return cls._of(cls._load(_journal(journal), seed))

    def __reduce__(self) -> tuple[Any, ...]:
        # A class of one's own may keep things beside the table.
        return (type(self).load, (self.journal(), self._seed()), getattr(self, "__dict__", None))

    def copy(self) -> Self:
        """The same table once more, with the same dice to come; what it does changes no other."""
        made = type(self).__new__(type(self))
        if not made._copy(self):
            made._take(self._load(self.journal(), self._seed()))
        if type(self) is not Table and (beside := getattr(self, "__dict__", None)):
            # A class of one's own may keep things beside the table.
            vars(made).update(beside)
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        end = "over" if self.outcome is not None else f"to act {self.to_act}"
        return f"<senet.Table {self.game}, {self.entry} entries, {end}>"

    def playouts(self, n: int = 1_000, *, seed: int = 0, threads: int | None = None) -> np.ndarray:
        """Plays so many games on from here with random actions and dice; the table stays as it is.

        One row a game: what its end was worth to each seat. It tells what is likely, and is for games of
        the house. The result does not depend on how many cores there are.
        """
        return self._playouts(_games(n), seed, threads).reshape(-1, self.seats)

    def view(self, seat: int | None = None) -> Any:
        """All that a seat may know, a dictionary; without a seat, what a spectator sees.

        `senet.types` has its type: `view: connect_four.View = table.view(0)`.
        """
        return json.loads(self._view(seat))

    def branch(self, entry: int | None = None, seed: str | None = None) -> Self:
        """Another table that goes on from an entry (the last where none is said) with dice of its own."""
        at = self.entry if entry is None else entry
        return self._of(self._branch(at, secrets.token_hex(16) if seed is None else str(seed)))


class Bot:
    """A bot: it sees its seat's view, never the game."""

    __slots__ = ("_bot", "_made")

    def __init__(self, game: str, level: str = "normal", seed: int = 0) -> None:
        self._made = (game, level, seed)
        _open_networks(game, [level])
        self._bot = _senet.Bot(game, level, seed)

    def __repr__(self) -> str:
        return "senet.bot({!r}, {!r}, seed={})".format(*self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Bot, self._made)

    def choose(self, table: Table, seat: int) -> list[Command]:
        """What the bot wants to submit at a table, in order."""
        return self._commands(table._view(seat), seat)

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
        self._bot = _senet.Bot.learned(game, network, lines, seed)

    def __repr__(self) -> str:
        return f"<a learned bot of {self._made[0]}, {self._lines} lines>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (LearnedBot, (self._made[0], self._network, self._lines, self._made[2]))


def learned(
    game: str, network: str | os.PathLike[str], *, lines: int = 128, seed: int = 0
) -> LearnedBot:
    """A bot led by a network, from the file that `examples/learn.py` writes."""
    with open(os.fspath(network), encoding="utf-8") as file:
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
    told = _senet.play(game, json.dumps(chosen), _bots(game, chosen, bots), seed)
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
    count = _games(n)
    chosen = configuration(game, rules, config, players)
    names = _bots(game, chosen, bots)
    scores, won, commands = _senet.simulate(game, json.dumps(chosen), names, count, seed, threads)
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
    return _encoding(game, json.dumps(configuration(game, rules, config)))


@lru_cache(maxsize=256)
def _encoding(game: str, config: str) -> Encoding:
    told = json.loads(_senet.encoding(game, config))
    parts = tuple((part["name"], part["start"], part["end"]) for part in told["parts"])
    return Encoding(told["game"], told["version"], told["width"], tuple(told["letters"]), parts)


class Play(_senet.Play):
    """One game as numbers: a single seat at a time is to choose an action.

    An action is a letter of the game's alphabet; small games have a letter for each command, large
    ones spell a command with several. `copy` is cheap; a play can be pickled, with its bots, too.

    >>> play = senet.Play("connect-four", seed=1)
    >>> while play.seat is not None:
    ...     play.step(play.sample())
    """

    __slots__ = ()

    def __init__(
        self,
        game: str,
        rules: str | None = None,
        *,
        seed: int = 0,
        config: Mapping[str, Any] | None = None,
        players: int | None = None,
    ) -> None:
        self._begin(game, json.dumps(configuration(game, rules, config, players)), seed)

    @classmethod
    def _of(cls, play: _senet.Play) -> Play:
        made = Play.__new__(Play)
        made._take(play)
        return made

    def __repr__(self) -> str:
        return f"<senet.Play {self.game}, seat {self.seat} to choose>"

    def __reduce__(self) -> tuple[Any, ...]:
        # A class of one's own may keep things beside the game.
        return (_replayed, (type(self), *self._course()), getattr(self, "__dict__", None))

    @property
    def encoding(self) -> Encoding:
        """How the game is turned into numbers."""
        return _encoding(self.game, self._config)

    def seat_bot(self, seat: int, level: str = "normal", seed: int = 0) -> None:
        """Puts a bot on a seat, from the next reset on."""
        _open_networks(self.game, [level])
        self._seat_bot(seat, level, seed)

    def view(self, seat: int | None = None) -> Any:
        """All that a seat may know, as at a table."""
        return json.loads(self._view(seat))

    def playouts(self, n: int = 1_000, *, seed: int = 0, threads: int | None = None) -> np.ndarray:
        """Plays so many games on from here with random actions and dice, one row a game, as at a table."""
        return self._playouts(_games(n), seed, threads).reshape(-1, self.seats)

    def fates(self, action: int) -> list[tuple[float, Play]]:
        """Every way in which the dice of an action can fall: probability, and the game after it.

        All are played out, so an action of more than 2,048 ways, such as one that shuffles a deck, is refused.
        """
        return [(chance, self._of(play)) for chance, play in self._fates(action)]

    def copy(self) -> Play:
        """The same game once more, without bots."""
        return self._of(self._copy())

    def __copy__(self) -> Play:
        if type(self) is Play and not self._course()[-1]:
            return self.copy()
        # Bots sit down anew, and think what they thought.
        rebuild, course, beside = self.__reduce__()
        again: Play = rebuild(*course)
        if beside:
            vars(again).update(beside)
        return again

    def __deepcopy__(self, memo: dict[int, Any]) -> Play:
        again = copy.copy(self)
        if hasattr(again, "__dict__"):
            vars(again).update(copy.deepcopy(vars(again), memo))
        return again


def _replayed(
    kind: type[Play],
    game: str,
    config: str,
    seed: int,
    steps: Sequence[tuple[int, int | None]],
    sampled: int,
    bots: Mapping[int, tuple[str, int]],
) -> Play:
    play = Play(game, config=json.loads(config), seed=seed)
    for seat, (level, bot_seed) in bots.items():
        play.seat_bot(seat, level, bot_seed)
    if bots:
        play.reset(seed)
    for action, way in steps:
        if way is None:
            play.step(action)
        else:
            _, play = play.fates(action)[way]
    play._set_sampled(sampled)
    if kind is Play:
        return play
    made = kind.__new__(kind)
    made._take(play)
    return made


def _bots(game: str, config: dict[str, Any], bots: str | Iterable[str]) -> list[str]:
    names = [bots] * _senet.seats(game, json.dumps(config)) if isinstance(bots, str) else list(bots)
    _open_networks(game, names)
    return names


def _open_networks(game: str, bots: Iterable[str]) -> None:
    names = list(bots)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"a bot has a name, not {name!r}")
    for name in {name for name in names if name.startswith("net:")}:
        with open(name.removeprefix("net:"), encoding="utf-8") as file:
            _senet.open_network(game, name.removeprefix("net:"), file.read())


def _object(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    return told


def _games(n: int) -> int:
    count = operator.index(n)
    if not 0 <= count < 2**63:
        raise ValueError(f"{n} games cannot be played")
    return count


def _journal(journal: str | os.PathLike[str]) -> str:
    if isinstance(journal, os.PathLike):
        with open(journal, encoding="utf-8") as file:
            return file.read()
    if isinstance(journal, str) and "\n" not in journal and not journal.lstrip().startswith("{"):
        with open(journal, encoding="utf-8") as file:
            return file.read()
    return journal
