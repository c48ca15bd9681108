"""All trials of one game, and how they are found."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from lab.trials.code_trial import CodeTrial
from lab.trials.data_figures import DataFigures
from lab.trials.evening import Evening
from lab.trials.hidden_cards import HiddenCards
from lab.trials.list_trial import ListTrial
from table.games.random_play.trial import Trial
from table.rules.errors import ProgramError

GROUP = "command_table.trials"
"""The entry point group. The name of each entry point is the game's system, its value a `GameTrials`."""


class NoTrialsError(ProgramError, TypeError):
    """An entry point of the group is not a `GameTrials`."""


@dataclass(frozen=True)
class GameTrials:
    """The trials of one game. Each may be left out."""

    trial: Trial | None = None
    """None: random play takes sides from the game's shelf."""
    hidden: HiddenCards | None = None
    """None: no card of the game lies face down."""
    data_figures: DataFigures | None = None
    """Counts how much the game's data know, for `bench`."""
    list_trial: Callable[[], ListTrial] | None = None
    """Returns the trial of its list reader, for `campaign lists`."""
    code_trial: Callable[[], CodeTrial] | None = None
    """Returns the trial of its code reader, for `campaign codes`."""
    evening: Callable[[], Evening] | None = None
    """Returns the match in which presses are counted, for `bench --only presses`."""


@cache
def game_trials(system: str) -> GameTrials:
    """Return the trials of a game; empty ones if nobody has installed any. Raises NoTrialsError."""
    for entry in entry_points(group=GROUP, name=system):
        found = entry.load()
        if not isinstance(found, GameTrials):
            raise NoTrialsError(f"{entry.value} is not a GameTrials")
        return found
    return GameTrials()
