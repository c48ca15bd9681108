"""Define all trials of one game, and find them."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol

from lab.figure import Figure
from lab.trials.code_trial import CodeTrial
from lab.trials.evening import ArmyEvening, Evening
from lab.trials.game_rules import GameRules
from lab.trials.list_trial import ListTrial
from table.games.random_play.trial import Trial
from table.rules.errors import ProgramError
from table.rules.game import Game


class UnitTrial(Protocol):
    """A publisher's unit data, invented or real, compared with a reckoning of their own."""

    def invented(self, rng: random.Random, count: int) -> bytes:
        """Return a file with this many invented options."""
        ...

    def figures(self, folder: Path) -> Iterable[Figure]:
        """Read all data of a folder, and the army codes there. Raises ValueError if it contains no data."""
        ...


@dataclass(frozen=True)
class HiddenCards:
    """The cards by which campaigns attack a game's secrecy, with its sample lists. Cards are given by id."""

    usual: str
    """A card of blue's hand that can be played in the first round."""
    common: str
    """A card of both hands."""
    hand: Callable[[Any], tuple[str, ...]]
    """Return the ids of a side's hand."""
    small: Callable[[Any], Any]
    """Return the same side with few units, so that a search through its turns ends."""
    lone: Callable[[Any], Any]
    """Return a small side that without its unit "1" can lay no card."""
    unread: Callable[[Any], Any]
    """Return a small side whose first card has unknown timing."""
    replanned: Callable[[Any], Any]
    """Return a small side whose first card may let both seats choose again."""
    returning: Callable[[], Game[Any]]
    """Return the game, broken on purpose: a card of unknown timing can return the other's, whose owner lays another."""
    careless: Callable[[], Game[Any]]
    """Return the game, broken on purpose: an illegal card is revealed, and its owner lays another."""


GROUP = "command_table.trials"
"""The entry point group. The name of each entry point is the game's system, its value a `GameTrials`."""


class NoTrialsError(ProgramError, TypeError):
    """An entry point of the group is not a `GameTrials`."""


@dataclass(frozen=True)
class GameTrials:
    """The trials of one game. Each is optional."""

    rules: GameRules | None = None
    """Its rules by id as a page, with its steps as a diagram; None for a game without a page."""
    trial: Trial | None = None
    """Random sides for play; None takes sides from the game's shelf."""
    hidden: HiddenCards | None = None
    """The cards for attacks on secrecy; None for a game without hidden cards."""
    data_figures: Callable[[], Iterable[Figure]] | None = None
    """Counts the content of the game's own files, for `bench`. The names begin with the game's."""
    list_trial: Callable[[], ListTrial] | None = None
    """Returns the trial of its list reader, for `campaign lists`."""
    code_trial: Callable[[], CodeTrial] | None = None
    """Returns the trial of its code reader, for `campaign codes`."""
    unit_trial: Callable[[], UnitTrial] | None = None
    """Returns the trial of its unit data, for `campaign units`."""
    evening: Callable[[], Evening] | None = None
    """Returns the match in which presses are counted, for `bench --only presses`."""
    armies: Callable[[], Mapping[str, ArmyEvening]] | None = None
    """Returns matches in which the presses of one army are counted, by its name."""
    triggers: Callable[..., Iterable[Figure]] | None = None
    """Plays matches for `campaign triggers`: its count, its seed, its progress, and the counter of presses."""
    random_evening: Callable[[random.Random], Evening] | None = None
    """Returns a match between random armies."""


@cache
def game_trials(system: str) -> GameTrials:
    """Return the trials of a game, empty if none are installed. Raises NoTrialsError."""
    for entry in entry_points(group=GROUP, name=system):
        found = entry.load()
        if not isinstance(found, GameTrials):
            raise NoTrialsError(f"{entry.value} is not a GameTrials")
        return found
    return GameTrials()
