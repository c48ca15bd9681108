"""Load a scenario from a file, or list all its problems (TB-81)."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from table.config.toml.document import UnreadableError, parsed, placed, read
from table.config.toml.problems import Problem
from table.config.toml.struct_reader import ReadValues, UnplacedProblem, read_struct
from table.config.toml.toml_keys import Key, KeyLines
from table.games.files.once import once_a_file
from table.games.files.slug import slug
from table.games.tide_of_iron.rules.model.scenario import Scenario
from table.games.tide_of_iron.scenarios.known_cards import NOTHING_KNOWN, KnownCards
from table.games.tide_of_iron.scenarios.schema import ScenarioFile
from table.rules.text import text

OWN_WORDS: Mapping[str, str] = {"config.right.tables": "tide.file.sides", "config.right.list": "tide.file.list"}
"""Message keys of a configuration's mistakes, and the keys of the same mistakes in a scenario."""
MISSING_WORDS: Mapping[Key, str] = {("sides",): "tide.file.sides_missing", ("objectives",): "tide.file.no_objectives"}
"""The messages for missing sections, as in a file that was cut off."""


_document = once_a_file(read)


class LoadedScenario(NamedTuple):
    scenario: Scenario | None
    problems: tuple[Problem, ...]


def load(path: Path, known: KnownCards = NOTHING_KNOWN) -> LoadedScenario:
    """Return the scenario of a file, or all its problems at once. Never raises.

    `known` has the cards that the players recorded once for all scenarios.
    """
    try:
        document = _document(path)
    except UnreadableError as error:
        return LoadedScenario(None, (Problem(file=str(path), right=error.why, line=error.line),))
    return of_document(document, path, known)


def of_document(document: str, path: Path, known: KnownCards = NOTHING_KNOWN) -> LoadedScenario:
    """Load a scenario as `load` does, from a text that is already read; `path` names it."""
    try:
        raw = parsed(document)
    except UnreadableError as error:
        return LoadedScenario(None, (Problem(file=str(path), right=error.why, line=error.line),))
    from table.games.tide_of_iron.scenarios.checks import check
    from table.games.tide_of_iron.scenarios.made_scenario import made_scenario

    found = ReadValues()
    written = read_struct(ScenarioFile, raw, (), found)
    check(found, known)
    lines = KeyLines(document)
    problems = [placed(str(path), lines, _in_own_words(mistake)) for mistake in found.mistakes]
    if problems or written is None:
        of_decks = known.problems if any(mistake.key[2:3] == ("decks",) for mistake in found.mistakes) else ()
        return LoadedScenario(None, (*sorted(problems, key=lambda problem: problem.line or 0), *of_decks))
    return LoadedScenario(made_scenario(slug(path.stem), written, known), ())


def _in_own_words(mistake: UnplacedProblem) -> UnplacedProblem:
    own = OWN_WORDS.get(mistake.right.key)
    if mistake.right.key == "config.right.missing":
        own = MISSING_WORDS.get(mistake.key, own)
    return mistake if own is None else UnplacedProblem(mistake.key, text(own), mistake.value)
