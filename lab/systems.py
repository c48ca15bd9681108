"""Every game that the table plays, with sides to play it: what figures and campaigns are taken of."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from table.config import Config
from table.games.rule_set import RuleSet, Trial
from table.rules.game import Game
from table.rules.seats import Seat
from table.setup.setup import Setup


@dataclass(frozen=True)
class System:
    """A game as a table without a configuration plays it, and what it is tried with."""

    game: Game[Any]
    trial: Trial

    def sides(self, rng: random.Random) -> Mapping[Seat, Any]:
        """Return what both seats bring, by chance."""
        return self.trial.sides(rng)


def systems() -> Iterator[System]:
    """Yield every game that is shipped or installed."""
    setup = Setup.of(Config())
    for name, rule_set in setup.rule_sets.items():
        yield System(setup.games[name], rule_set.tried())


def all_rule_sets() -> tuple[RuleSet, ...]:
    """Return the rule sets that are shipped or installed."""
    return tuple(Setup.of(Config()).rule_sets.values())


def offered(rule_set: RuleSet) -> System:
    """Return a rule set as a system."""
    return System(rule_set.game, rule_set.tried())
