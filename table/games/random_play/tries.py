"""Play random matches of any system, and collect the failures."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from table.games.random_play.invariants import WatchedMatch
from table.games.random_play.match import RandomMatch, UnansweredError
from table.games.random_play.trial import System
from table.rules.match.events import SpentTokens

RESTLESS = (3, 10, 50, 500)
"""A standing prompt gets one answer in this many: some matches end early, others are played to their end."""
SPENT = (*SpentTokens, None)
"""The settings for spent tokens, one match after the other. None: the setting is unknown."""


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


def tries(played: Iterable[System], count: int, seed: int, done: Callable[[int], None] = lambda _: None) -> PlayResult:
    """Play this many commands in random matches, the systems in turn, and return the result."""
    rng, tried, systems = random.Random(seed), PlayResult(), tuple(played)
    while tried.commands < count:
        _one_match(systems[tried.matches % len(systems)], rng.getrandbits(32), count, tried)
        done(tried.commands)
    return tried


def _one_match(system: System, seed: int, most: int, tried: PlayResult) -> None:
    """Play one match. An exception ends only this match, not the campaign."""
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
        system.hoppers,
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
