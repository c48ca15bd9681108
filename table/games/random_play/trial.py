"""The sides and the checks with which random play tries a game."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from table.games.rule_set import RuleSet
from table.rules.game import Game
from table.rules.match.events import HopperEntry
from table.rules.seats import SEATS, Seat
from table.rules.tokens import HandOut

CONTENT = 12
"""The tokens in each hopper of `offered`."""


@dataclass(frozen=True)
class Trial:
    """The sides and checks with which random play tries a game."""

    sides: Callable[[random.Random], Mapping[Seat, Any]]
    """Return random sides for both seats. They are legal for `Game.begin`."""
    broken: Callable[[Any], Iterable[str]] = lambda _state: ()
    """Return a sentence for each broken invariant of a state. Called after each event."""
    out: Callable[[Any], Iterable[HandOut]] | None = None
    """Return the tokens on the table as the game counts them; the ledger must agree. None: the game does not count."""
    speed: int = 2_000
    """Random play reaches at least this many commands a second."""
    margin: float = 1.0
    """Random play reaches at least this multiple of `speed`, so that a slower machine still passes."""


@dataclass(frozen=True)
class System:
    """A game as played at a table, with its trial."""

    game: Game[Any]
    trial: Trial
    hoppers: tuple[HopperEntry, ...] = ()

    def sides(self, rng: random.Random) -> Mapping[Seat, Any]:
        """Return random sides for both seats."""
        return self.trial.sides(rng)


def shelf_trial(rule_set: RuleSet) -> Trial:
    """Return a trial that takes random sides from the rule set's shelf."""

    def sides(rng: random.Random) -> Mapping[Seat, Any]:
        shelf, system = rule_set.shelf_of(Path()), rule_set.game.system
        return {seat: shelf.fetch(system, rng.choice(shelf.offers(system)).id) for seat in SEATS}

    return Trial(sides)


def offered(rule_set: RuleSet, trial: Trial | None = None) -> System:
    """Return a rule set as a system with a hopper for each of its kinds of token. Without a trial its shelf is used."""
    hoppers = tuple(HopperEntry(n, kind, CONTENT) for n, kind in enumerate(rule_set.token_kinds, 1))
    return System(rule_set.game, trial or shelf_trial(rule_set), hoppers)
