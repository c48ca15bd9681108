"""The lobby's offers for Tide of Iron: both sides of every scenario that can be played."""

from collections.abc import Iterator
from pathlib import Path

from table.config.toml.problems import Problem
from table.games.files.offers import Offer
from table.games.files.raw_list import clean
from table.games.tide_of_iron.rules.model.scenario import SeatScenario
from table.games.tide_of_iron.scenarios.known_cards import NOTHING_KNOWN, KnownCards
from table.games.tide_of_iron.scenarios.loader import LoadedScenario
from table.games.tide_of_iron.scenarios.stored_scenarios import StoredScenario, path_of, read_path, stored_scenarios
from table.rules.refusal import Refusal
from table.rules.text import Text, text

RULE = "TB-81"


class ScenarioShelf:
    """The shelf of scenarios. `folder` holds the players' own; the samples are always included."""

    def __init__(self, folder: Path | None, known: KnownCards = NOTHING_KNOWN) -> None:
        self._folder = folder
        self._known = known

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(offer for stored in stored_scenarios(self._folder, self._known) for offer in _offers(stored))

    def fetch(self, system: str, offer: str) -> SeatScenario | tuple[Refusal, ...]:
        """Return the side of an offer: `sample:mill_bridge/german`, or a file's path followed by the side."""
        name, _, side = offer.rpartition("/")
        loaded = self._loaded(name)
        if loaded.scenario is None:
            return tuple(Refusal(RULE, _words(problem)) for problem in loaded.problems)
        sides = [sheet.id for sheet in loaded.scenario.sides]
        if side not in sides:
            known = " / ".join(sides)
            return (Refusal(RULE, text("tide.no_such_side", side=side, scenario=loaded.scenario.name, known=known)),)
        return SeatScenario(loaded.scenario, side)

    def _loaded(self, name: str) -> LoadedScenario:
        return read_path(path_of(name, self._folder) or Path(name), self._known)


def _offers(stored: StoredScenario) -> Iterator[Offer]:
    if stored.scenario is None:
        wrong = tuple(_words(problem) for problem in stored.problems)
        yield Offer(stored.id, text("lobby.file", file=clean(stored.path.name)), "side", wrong)
        return
    for sheet in stored.scenario.sides:
        name = text("tide.offer", scenario=stored.scenario.name, side=sheet.name)
        others = tuple(f"{stored.id}/{other.id}" for other in stored.scenario.sides if other is not sheet)
        yield Offer(f"{stored.id}/{sheet.id}", name, "side", against=others)


def _words(problem: Problem) -> Text:
    """Return the correction, with the key and its line."""
    place = problem.key or clean(Path(problem.file).name)
    if problem.line is None:
        return text("tide.problem", place=place, right=problem.right)
    return text("tide.problem.line", place=place, line=problem.line, right=problem.right)
