"""The available missions: our two samples, and the files in the players' folder."""

from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from table.config.toml.document import UnreadableError, parsed, placed
from table.config.toml.problems import Problem
from table.config.toml.struct_reader import ReadValues, read_struct
from table.config.toml.toml_keys import Key, KeyLines
from table.games.files.list_file import read_file
from table.games.files.list_folder import offered_files
from table.games.files.raw_list import ListError, clean, decoded
from table.games.infinity.rules.model.season import SeasonMission
from table.rules.text import text

FOLDER = "missions"
"""The path within the folder of stored lists."""
MOST_OBJECTIVES = 20
MOST_LETTERS = 60


class LoadedMission(NamedTuple):
    path: Path
    mission: SeasonMission | None
    problems: tuple[Problem, ...] = ()


def missions(folder: Path | None) -> tuple[SeasonMission, ...]:
    """Return the missions that can be played: the samples, then the players' own. `folder` holds their lists."""
    return tuple(one.mission for one in stored_missions(folder) if one.mission is not None)


def stored_missions(folder: Path | None) -> Iterator[LoadedMission]:
    """Yield every file, with its mission or its problems."""
    samples = Path(str(resources.files(__package__).joinpath("samples")))
    for _, path in offered_files(samples, folder and folder / FOLDER, (".toml",)):
        try:
            yield of_document(decoded(read_file(path)), path)
        except ListError as error:
            yield LoadedMission(path, None, tuple(Problem(str(path), why) for why in error.problems))


def is_mission(document: str) -> bool:
    """True for a file with objectives and without troopers or the sides of a scenario."""
    try:
        keys = parsed(document).keys()
    except UnreadableError:
        return False
    return "objectives" in keys and not keys & {"trooper", "troopers", "sides"}


def of_document(document: str, path: Path) -> LoadedMission:
    """Return the mission of a text, or all its problems with their lines. `path` names it."""
    try:
        raw = parsed(document)
    except UnreadableError as error:
        return LoadedMission(path, None, (Problem(str(path), error.why, line=error.line),))
    found = ReadValues()
    mission = read_struct(SeasonMission, raw, (), found)
    if mission is not None:
        _check(mission, found)
    if mission is None or found.mistakes:
        lines = KeyLines(document)
        return LoadedMission(path, None, tuple(placed(str(path), lines, mistake) for mistake in found.mistakes))
    return LoadedMission(path, mission)


def _check(mission: SeasonMission, found: ReadValues) -> None:
    """Add the mistakes between values: names that are missing, too long, or used twice."""
    if not 0 < len(mission.objectives) <= MOST_OBJECTIVES:
        found.wrong(("objectives",), text("infinity.file.objectives", limit=MOST_OBJECTIVES))
    names: dict[Key, str] = {("name",): mission.name}
    names |= {("objectives", n, "name"): one.name for n, one in enumerate(mission.objectives, 1)}
    times = Counter(name.casefold() for name in names.values())
    for key, name in names.items():
        if clean(name) != name or not 0 < len(name) <= MOST_LETTERS:
            found.wrong(key, text("infinity.file.name", limit=MOST_LETTERS), name)
        elif times[name.casefold()] > 1:
            found.wrong(key, text("infinity.file.twice"), name)
