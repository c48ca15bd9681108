"""`command-table campaign play`: random legal play of every system, and nothing may break.

Bots that know nothing but what the table asks answer it by chance. After each answer the state is held to what must
always be so: no token too many, nobody without a question, no exception.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import structs

from lab.figures.figure import Figure
from lab.invariants import WatchedMatch
from lab.random_play import RandomMatch, UnansweredError
from lab.systems import System, systems
from table.config import Config
from table.devices.device_settings import hopper_entries
from table.rules.game import Event, Game
from table.rules.match.events import SpentTokens
from table.rules.tokens import HandOut

RESTLESS = (3, 10, 50, 500)
"""A standing prompt is answered so seldom: some matches are broken off soon, others are played to their end."""
SPENT = (*SpentTokens, None)
"""The settings of spent tokens, for one match after the other; None is for matches of before."""
CONTROL_COMMANDS = 1_000
TOLD = 3
"""The number of findings in a figure's note."""


@dataclass
class PlayResult:
    """The result of a number of random commands."""

    commands: int = 0
    matches: int = 0
    exceptions: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)

    def add(self, other: "PlayResult") -> None:
        self.commands += other.commands
        self.matches += other.matches
        self.exceptions += other.exceptions
        self.broken += other.broken
        self.unanswered += other.unanswered


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Play `count` commands of each system."""
    played, tried = tuple(systems()), PlayResult()
    for system in played:
        before = tried.commands
        one = tries([system], count, seed, lambda commands, before=before: done((before + commands) // len(played)))  # type: ignore[misc]
        tried.add(one)
        note = f"{one.matches} matches through Match"
        yield Figure(f"play.commands.{system.game.system}", one.commands, "commands", note=note)
    yield _none("play.exceptions", tried.exceptions)
    yield _none("play.broken_invariants", tried.broken)
    yield _none("play.without_answer", tried.unanswered)
    losing = tries([replace(each, game=LosingGame(each.game)) for each in played], CONTROL_COMMANDS, seed)
    found = len(losing.broken)
    yield Figure("play.lost_token.control", found, "broken invariants", "fails", ok=found > 0)


def tries(played: Iterable[System], count: int, seed: int, done: Callable[[int], None] = lambda _: None) -> PlayResult:
    """Play this many commands in random matches, the systems in turn, and return the result."""
    rng, tried, systems = random.Random(seed), PlayResult(), tuple(played)
    while tried.commands < count:
        _one_match(systems[tried.matches % len(systems)], rng.getrandbits(32), count, tried)
        done(tried.commands)
    return tried


def _one_match(system: System, seed: int, most: int, tried: PlayResult) -> None:
    """Play one match. An exception ends this match, and not the campaign."""
    where = f"{system.game.system}, match {seed}"
    tried.matches += 1
    try:
        watched = _watched(system, seed, lambda: tried.commands < most, tried)
    except UnansweredError as error:
        tried.commands += 1
        tried.unanswered.append(f"{where}: {error}")
    except Exception as error:
        tried.commands += 1
        tried.exceptions.append(f"{where}: {type(error).__name__}: {error}")
    else:
        tried.commands += bool(watched.broken)  # it may have broken before its first command
        tried.broken += [f"{where}: {what}" for what in watched.broken]


def _watched(system: System, seed: int, more: Callable[[], bool], tried: PlayResult) -> WatchedMatch:
    rng = random.Random(seed)
    play = RandomMatch(
        system.game,
        system.sides(rng),
        hopper_entries(Config()),
        rng.getrandbits(32),
        restless=rng.choice(RESTLESS),
        spent=SPENT[seed % len(SPENT)],
    )
    watched, seen = WatchedMatch(play.match, system.trial), 0
    while True:
        watched.saw(play.events[seen:])
        watched.rests(play.state)
        seen = len(play.events)
        if watched.broken or not more():
            break
        tried.commands += 1
        if not play.turn():
            break
    watched.ends(play.state)
    return watched


class LosingGame:
    """The control: a game in which every tenth hand-out is a token short, which must be found."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._handed = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def hand_outs(self, event: Event) -> tuple[HandOut, ...]:
        outs = self._game.hand_outs(event)
        self._handed += len(outs)
        if not outs or self._handed % 10:
            return outs
        return (*outs[:-1], structs.replace(outs[-1], count=outs[-1].count - 1))


def _none(name: str, found: list[str]) -> Figure:
    return Figure(
        name, len(found), name.partition(".")[2].replace("_", " "), "<= 0", not found, note="; ".join(found[:TOLD])
    )
