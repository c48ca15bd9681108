"""The available scenarios: the table's samples, and the files in the players' folder."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from msgspec import Struct

from table.config.toml.problems import Problem
from table.games.files.list_folder import offered_files
from table.games.files.raw_list import clean
from table.games.files.reader_failure import reader_failed
from table.games.tide_of_iron.rules.model.scenario import Scenario, StrategyCard
from table.games.tide_of_iron.scenarios.known_cards import NOTHING_KNOWN, KnownCards, deck_cards
from table.games.tide_of_iron.scenarios.loader import LoadedScenario, load
from table.rules.text import text


class StoredScenario(Struct, frozen=True):
    id: str
    """`sample:mill_bridge`, `own:our-street.toml`."""
    path: Path
    scenario: Scenario | None
    problems: tuple[Problem, ...] = ()
    """The reasons why it cannot be played."""


def stored_scenarios(folder: Path | None, known: KnownCards = NOTHING_KNOWN) -> tuple[StoredScenario, ...]:
    """Return the samples, then the players' own by file name. A missing folder counts as empty."""
    found = ((one, path, read_path(path, known)) for one, path in _files(folder))
    return tuple(StoredScenario(one, path, loaded.scenario, loaded.problems) for one, path, loaded in found)


def path_of(name: str, folder: Path | None) -> Path | None:
    """Return the file of a sample or of a scenario of the players' own, by its id, or None. Reads no file."""
    return next((path for one, path in _files(folder) if one == name), None)


def strategy_cards(folder: Path | None, known: KnownCards = NOTHING_KNOWN) -> tuple[StrategyCard, ...]:
    """Return every strategy card of the scenarios and of the deck files, once."""
    scenarios = [stored.scenario for stored in stored_scenarios(folder, known)]
    cards = {card.tag: card for one in scenarios if one for sheet in one.sides for card in sheet.cards}
    return tuple((cards | deck_cards(known)).values())


def _files(folder: Path | None) -> Iterator[tuple[str, Path]]:
    samples = Path(str(resources.files(__package__).joinpath("samples")))
    return offered_files(samples, folder, (".toml",))


def read_path(path: Path, known: KnownCards = NOTHING_KNOWN) -> LoadedScenario:
    """Return the scenario of a file, or all its problems. Never raises, and never waits for a pipe."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            return LoadedScenario(None, (Problem(str(path), text("list.no_file", file=clean(path.name))),))
        return load(path, known)
    except Exception as error:  # one file never takes the others away
        return LoadedScenario(None, (Problem(str(path), reader_failed(error)),))
