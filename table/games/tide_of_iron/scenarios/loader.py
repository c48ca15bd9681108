"""A file becomes a scenario, or everything that is wrong with the file (TB-81)."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from table.config.toml.document import UnreadableError, parsed, placed, read
from table.config.toml.problems import Problem
from table.config.toml.struct_reader import ReadValues, UnplacedProblem, read_struct
from table.config.toml.toml_keys import Key, KeyLines
from table.games.files.once import once_a_file
from table.games.files.slug import slug
from table.games.tide_of_iron.rules.model.scenario import (
    CommandUse,
    Kind,
    Objective,
    Scenario,
    Scoring,
    Sheet,
    StrategyCard,
)
from table.games.tide_of_iron.scenarios.checks import check
from table.games.tide_of_iron.scenarios.ids import card_id
from table.games.tide_of_iron.scenarios.schema import NEUTRAL, CardEntry, ObjectiveEntry, ScenarioFile, SideEntry
from table.rules.text import text

OWN_WORDS: Mapping[str, str] = {"config.right.tables": "tide.file.sides", "config.right.list": "tide.file.list"}
"""A mistake that has the one name in a configuration has the other in a scenario."""
MISSING_WORDS: Mapping[Key, str] = {("sides",): "tide.file.sides_missing", ("objectives",): "tide.file.no_objectives"}
"""The messages for missing sections, as in a file that was cut off."""


_document = once_a_file(read)


class LoadedScenario(NamedTuple):
    scenario: Scenario | None
    problems: tuple[Problem, ...]


NO_COSTS: Mapping[str, int] = MappingProxyType({})


def load(path: Path, costs: Mapping[str, int] = NO_COSTS) -> LoadedScenario:
    """Return the scenario of a file, or all its problems at once. Never raises.

    `costs` has the cost of each enrolled strategy card, by id, which takes precedence over the file.
    """
    try:
        document = _document(path)
    except UnreadableError as error:
        return LoadedScenario(None, (Problem(file=str(path), right=error.why, line=error.line),))
    return of_document(document, path, costs)


def of_document(document: str, path: Path, costs: Mapping[str, int] = NO_COSTS) -> LoadedScenario:
    """Load a scenario as `load` does, from a text that is there already; `path` names it."""
    try:
        raw = parsed(document)
    except UnreadableError as error:
        return LoadedScenario(None, (Problem(file=str(path), right=error.why, line=error.line),))
    found = ReadValues()
    written = read_struct(ScenarioFile, raw, (), found)
    check(found, costs)
    lines = KeyLines(document)
    problems = [placed(str(path), lines, _in_own_words(mistake)) for mistake in found.mistakes]
    if problems or written is None:
        return LoadedScenario(None, tuple(sorted(problems, key=lambda problem: problem.line or 0)))
    return LoadedScenario(_scenario(slug(path.stem), written, costs), ())


def _in_own_words(mistake: UnplacedProblem) -> UnplacedProblem:
    own = OWN_WORDS.get(mistake.right.key)
    if mistake.right.key == "config.right.missing":
        own = MISSING_WORDS.get(mistake.key, own)
    return mistake if own is None else UnplacedProblem(mistake.key, text(own), mistake.value)


def _scenario(id: str, written: ScenarioFile, costs: Mapping[str, int]) -> Scenario:
    first, second = (_sheet(name, side, costs) for name, side in written.sides.items())
    victory = written.victory
    return Scenario(
        id=id,
        name=written.name,
        rounds=written.rounds,
        initiative=written.initiative,
        sides=(first, second),
        objectives=tuple(_objective(entry) for entry in written.objectives),
        uses=tuple(CommandUse(slug(entry.name), entry.name, entry.cost, entry.side) for entry in written.uses),
        scoring=Scoring(victory.objectives, victory.rounds, victory.asked, victory.conditions),
    )


def _sheet(id: str, side: SideEntry, costs: Mapping[str, int]) -> Sheet:
    cards = tuple(
        _card(card_id(card.nation or side.nation, card.name), number, card, costs)
        for card in side.cards
        for number in range(1, card.copies + 1)
    )
    points = tuple((entry.round, entry.points) for entry in side.points)
    name = side.name or side.nation
    return Sheet(id, name, side.nation, side.command, cards, points, side.allies, side.draws)


def _card(tag: str, number: int, card: CardEntry, costs: Mapping[str, int]) -> StrategyCard:
    """Return a card, or a further copy of it, which has an id of its own and the same tag."""
    first = number == 1
    return StrategyCard(
        tag if first else f"{tag}.{number}",
        card.name,
        costs.get(tag, card.cost or 0),
        card.command_phase,
        card.lasting or card.ends,
        card.face_up,
        card.action_phase,
        card.ends,
        copy_of="" if first else tag,
    )


def _objective(entry: ObjectiveEntry) -> Objective:
    objective = Objective(
        id=slug(entry.hex),
        name=entry.name,
        hex=entry.hex,
        kind=Kind(entry.kind),
        value=entry.value,
        victory=entry.victory,
        nation=entry.nation,
    )
    neutral = "" if entry.nation == NEUTRAL else entry.nation
    return replace(objective, nation=neutral, held_by=entry.held_by, zone=entry.zone)
