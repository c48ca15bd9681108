"""Measure the speed of the rules: in memory and through the match, with seals, ledger and chance.

Times are processor time, so other programs do not affect them.
"""

import random
import time
from collections.abc import Iterator, Sequence

from lab.figure import Figure, at_least
from lab.systems import systems
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.games.random_play.match import RandomMatch
from table.games.random_play.trial import System, Trial
from table.rules.game import Event
from table.rules.match.codec import EventCodec
from table.rules.match.events import SpentTokens
from table.rules.match.match import Match

RUNS = 5
COMMANDS = 2_000
"""The number of commands in each run."""
SPENT = SpentTokens(Config().rules.tokens)
RESTLESS = 50
"""A standing prompt gets one answer in so many. At this value most matches are played to their end."""


def measure(seed: int) -> Iterator[Figure]:
    for system in systems():
        rng = random.Random(seed)
        taken = [_played(system, rng) for _ in range(RUNS)]
        journals = [journal for _, matches in taken for journal in matches]
        speeds = [speed for speed, _ in taken]
        yield from random_play(system.game.system, system.trial, speeds)
        replays = [_replayed(system, journals) for _ in range(RUNS)]
        yield at_least(f"games.replay.{system.game.system}", replays, 10_000, "events/s")


def random_play(system: str, trial: Trial, speeds: Sequence[float]) -> Iterator[Figure]:
    """Yield the speed of random play; for a game with a margin, also how many times faster it is than its goal."""
    name = f"games.random_play.{system}"
    speed = at_least(name, speeds, trial.speed, "commands/s")
    yield speed
    if trial.margin > 1:
        yield at_least(f"{name}.margin", (speed.value / trial.speed,), trial.margin, "times")


def _played(system: System, rng: random.Random) -> tuple[float, list[list[Event]]]:
    """Return the players' commands per second. Reveals and the dispenser's reports are not counted."""
    left, spent_s, journals = COMMANDS, 0.0, []
    while left:
        sides, seed = system.sides(rng), rng.getrandbits(32)
        started_s = time.process_time()
        match = RandomMatch(system.game, sides, hopper_entries(Config()), seed, restless=RESTLESS, spent=SPENT)
        while left and match.turn():
            left -= 1
        spent_s += time.process_time() - started_s
        journals.append(match.events)
    return COMMANDS / spent_s, journals


def _replayed(system: System, journals: Sequence[Sequence[Event]]) -> float:
    """Return the events per second: decoded from a journal's bytes and folded into the state of a match."""
    match = Match(system.game)
    codec = EventCodec(match.events)
    written = [[codec.encode(event) for event in journal] for journal in journals]
    started_s = time.process_time()
    for bodies in written:
        match.fold(None, tuple(codec.decode(body) for body in bodies))
    return sum(map(len, written)) / (time.process_time() - started_s)
