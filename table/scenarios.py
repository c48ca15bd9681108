"""The lobby's offers for Tide of Iron: both sides of every scenario that can be played."""

from pathlib import Path

from table.catalog.tide_of_iron.loader import LoadedScenario, load
from table.catalog.tide_of_iron.stored import stored_scenarios
from table.config.problems import Problem
from table.games.refusal import Refusal
from table.games.text import text
from table.games.tide_of_iron.scenario import Part
from table.lobby import Offer

RULE = "TB-81"


class ScenarioShelf:
    """`folder` holds the players' own scenarios; the samples are always there."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def offers(self, system: str) -> tuple[Offer, ...]:
        return tuple(
            Offer(f"{stored.id}/{sheet.id}", text("tide.offer", scenario=stored.scenario.name, side=sheet.name))
            for stored in stored_scenarios(self._folder)
            if stored.scenario is not None
            for sheet in stored.scenario.sides
        )

    def fetch(self, system: str, offer: str) -> Part | tuple[Refusal, ...]:
        """`sample:mill_bridge/german`, or the path of a file in front of the side."""
        name, _, side = offer.rpartition("/")
        loaded = self._loaded(name)
        if loaded.scenario is None:
            return tuple(_refusal(problem) for problem in loaded.problems)
        sides = [sheet.id for sheet in loaded.scenario.sides]
        if side not in sides:
            known = " / ".join(sides)
            return (Refusal(RULE, text("tide.no_such_side", side=side, scenario=loaded.scenario.name, known=known)),)
        return Part(loaded.scenario, side)

    def _loaded(self, name: str) -> LoadedScenario:
        for stored in stored_scenarios(self._folder):
            if stored.id == name:
                return LoadedScenario(stored.scenario, stored.problems)
        return load(Path(name))


def _refusal(problem: Problem) -> Refusal:
    place = problem.key or Path(problem.file).name
    return Refusal(RULE, text("tide.problem", place=place, right=problem.right))
