"""The floor plan: how many rooms, how high, who looks back up, who names a game, and whether the contracts bite.

It is measured from the sources of a checkout; an installed copy has no such figures.
"""

import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from lab.figure import Figure, all_of, at_most, published
from lab.house import keyword_recipe, size
from lab.house.game_names import building_games, importing, making_setups, naming_files, naming_games, passing
from lab.house.keyword_recipe import read_recipe
from lab.house.rooms import all_back, largest_folder, plan
from lab.house.sources import checkout, imports, read_sources

MOST_ROOMS, MOST_FLOORS, MOST_ARROWS, MOST_LOOSE = 17, 9, 75, 20
MOST_SETUP_IMPORTERS, MOST_CONFIG_IMPORTERS, MOST_PASSING = 8, 15, 25
MOST_FLOORS_DEEPER = 26
"""Measured so at commit 109bebd, whose rooms had 14 floors."""
MOST_ROOM_LINES, MOST_SESSION_LINES, MOST_PARAMETERS = 8_000, 250, 8
MOST_KEYWORD_FILES = 6
"""The files of a new Legion keyword with rules of its own."""
LINTER = "importlinter"
GAMES = "table.games"
SESSION = ("table.session.session", "Session")


def measure(_: int) -> Iterator[Figure]:
    """Yield nothing without a checkout; the contracts are left out where `import-linter` is not installed."""
    root = checkout()
    if root is None:
        return
    yield from of_sources(root)
    yield from _sizes(root)
    if importlib.util.find_spec(LINTER) is not None:
        yield _contracts(root)


def of_sources(root: Path) -> Iterator[Figure]:
    """Measure the plan of any checkout from its sources, without running them."""
    sources = read_sources(root)
    imported = imports(sources)
    rooms, deeper = plan(sources, imported), plan(sources, imported, depth=2)
    folder, loose = largest_folder(sources)
    back = all_back(sources, imported)
    naming = (*naming_games(sources), *naming_files(root, sources))
    building, setups = building_games(sources), making_setups(sources)
    setup, config = (importing(sources, name) for name in ("Setup", "Config"))
    yield at_most("house.rooms", [len(rooms.rooms)], MOST_ROOMS, "rooms")
    yield at_most("house.floors", [rooms.floors], MOST_FLOORS, "floors")
    yield at_most("house.arrows", [len(rooms.arrows)], MOST_ARROWS, "arrows")
    yield _noted(at_most("house.back_arrows", [len(back)], 0, "arrows"), (f"{one} -> {other}" for one, other in back))
    yield at_most("house.largest_folder", [loose], MOST_LOOSE, "modules", note=folder)
    if (root / keyword_recipe.PAGE).is_file():
        yield at_most("house.keyword_files", [len(read_recipe(root))], MOST_KEYWORD_FILES, "files")
    yield published("house.deeper.rooms", [len(deeper.rooms)], "rooms")
    yield at_most("house.deeper.floors", [deeper.floors], MOST_FLOORS_DEEPER, "floors")
    yield published("house.deeper.arrows", [len(deeper.arrows)], "arrows")
    yield published("house.deeper.back_arrows", [len(deeper.back)], "arrows")
    yield _noted(at_most("house.games_named_outside", [len(naming)], 0, "modules and files"), naming)
    yield _noted(at_most("house.game_builders", [len(building)], 1, "places"), building)
    yield _noted(at_most("house.setup_importers", [len(setup)], MOST_SETUP_IMPORTERS, "modules"), setup)
    yield _noted(at_most("house.config_importers", [len(config)], MOST_CONFIG_IMPORTERS, "modules"), config)
    passed = passing(sources, ("Setup", "Config"))
    yield _noted(at_most("house.config_walk", [len(passed)], MOST_PASSING, "modules"), passed)
    yield _noted(published("house.setups", [len(setups)], "calls"), ("a program that runs makes one",))


def _sizes(root: Path) -> Iterator[Figure]:
    """Measure lines: of the product's code, of the lab without its tests, of the largest room but games."""
    sources = read_sources(root)
    product = size.code_of(root, "table")
    rest = {room: number for room, number in size.room_lines(root, "table").items() if room != GAMES}
    room, largest = max(rest.items(), key=lambda entry: entry[1], default=("", 0))
    lab = sum(number for path, number in size.lines(root, "lab").items() if not path.startswith("lab/tests/"))
    widest, value = size.widest_call(sources, "table"), size.widest_value(sources, "table")
    yield published("house.code", [product], "lines")
    yield published("house.table_lines", [sum(size.lines(root, "table").values())], "lines")
    yield published("house.lab_lines", [lab], "lines")
    yield published("house.page_code", [size.page_code(root, "table")], "lines")
    yield at_most("house.largest_room", [largest], MOST_ROOM_LINES, "lines", note=room)
    yield at_most("house.session_lines", [size.class_lines(sources, *SESSION)], MOST_SESSION_LINES, "lines")
    yield at_most("house.widest_call", [widest.parameters], MOST_PARAMETERS, "parameters", note=widest.function)
    yield published("house.widest_value", [value.parameters], "arguments", note=value.function)


def _contracts(root: Path) -> Figure:
    """Plant forbidden imports, which must fail: the control is well if each is refused."""
    from lab.house.contracts import every_pair, planted_imports, read_contracts

    contracts, planted = read_contracts(root), (*planted_imports(), *every_pair(root))
    taken = [each for each in planted if not contracts.refuses(each)]
    bare = sorted(set(contracts.by_name) - {each.contract for each in planted})
    note = ", ".join((*(f"{each.importer} -> {each.imports}" for each in taken), *bare))
    figure = all_of("house.contracts.control", len(planted) - len(taken), "imports refused", len(planted), note)
    return replace(figure, ok=figure.ok and not bare)


def _noted(figure: Figure, places: Iterable[str]) -> Figure:
    return replace(figure, note=", ".join(places))
