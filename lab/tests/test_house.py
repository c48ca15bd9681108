"""The floor plan is measured from sources: small houses whose plan can be counted by hand."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytest_mock import MockerFixture

from lab.figures import house
from lab.figures.house import of_sources
from lab.house.game_names import building_games, importing, making_setups, naming_files, naming_games, passing
from lab.house.rooms import all_back, largest_folder, longest_way, plan, smallest_cut
from lab.house.sources import Sources, checkout, imports, read_sources
from table.program.cli import main

GAME = {"table/games/chess/rules.py": "", "table/games/files.py": ""}


def built(root: Path, files: Mapping[str, str]) -> Sources:
    """A house of these files; each folder is a package."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        for folder in path.relative_to(root).parents:
            if folder != Path():
                (root / folder / "__init__.py").touch()
    return read_sources(root)


def test_rooms_are_the_folders_and_loose_modules_under_table_and_the_other_packages(tmp_path: Path) -> None:
    sources = built(
        tmp_path, {"table/app.py": "", "table/screen/a.py": "", "table/screen/parts/b.py": "", "hal/readers/c.py": ""}
    )
    assert plan(sources, imports(sources)).rooms == {"table.app", "table.screen", "hal"}
    assert plan(sources, imports(sources), depth=2).rooms == {
        "table.app",
        "table.screen.a",
        "table.screen.parts",
        "hal.readers",
    }


def test_an_init_with_code_is_a_room_a_level_deeper(tmp_path: Path) -> None:
    sources = built(tmp_path, {"table/words/__init__.py": '"""Words."""\nWORD = 1\n', "table/words/grid.py": ""})
    assert plan(sources, (), depth=2).rooms == {"table.words", "table.words.grid"}


@pytest.mark.parametrize(
    "line",
    [
        "import table.b.deep",
        "from table.b import deep",
        "from table.b.deep import thing",
        "def late():\n    from table.b import deep",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from table.b import deep",
        "from .b import deep",
    ],
)
def test_every_way_to_import_is_an_arrow(line: str, tmp_path: Path) -> None:
    sources = built(tmp_path, {"table/a.py": line, "table/b/deep.py": ""})
    assert imports(sources) == {("table.a", "table.b.deep")}
    assert plan(sources, imports(sources)).arrows == {("table.a", "table.b"): 1}


def test_what_is_imported_from_elsewhere_and_within_a_room_is_no_arrow(tmp_path: Path) -> None:
    sources = built(tmp_path, {"table/a/one.py": "import os\nimport tablet\nfrom . import two", "table/a/two.py": ""})
    assert imports(sources) == {("table.a.one", "table.a.two")}
    assert not plan(sources, imports(sources)).arrows


def test_floors_are_the_longest_way_without_the_arrows_that_go_back(tmp_path: Path) -> None:
    sources = built(
        tmp_path,
        {
            "table/top.py": "import table.middle, table.low",
            "table/middle.py": "import table.low",
            "table/low.py": "import hal.pin",
            "hal/pin.py": "import table.top",
            "table/alone.py": "",
        },
    )
    found = plan(sources, imports(sources))
    assert found.back == {("hal", "table.top")}
    assert found.floors == 4


def test_the_fewest_arrows_are_cut_and_of_these_those_with_the_fewest_imports() -> None:
    arrows = {("a", "b"): 5, ("b", "a"): 1, ("b", "c"): 2, ("c", "a"): 2, ("d", "a"): 1}
    assert smallest_cut(arrows) == {("a", "b")}
    assert smallest_cut({("a", "b"): 5, ("b", "a"): 1}) == {("b", "a")}
    assert smallest_cut({("a", "b"): 1, ("b", "c"): 1}) == frozenset()


def test_two_circles_take_two_cuts() -> None:
    arrows = {("a", "b"): 1, ("b", "a"): 2, ("b", "c"): 1, ("c", "b"): 2}
    cut = smallest_cut(arrows)
    assert cut == {("a", "b"), ("b", "c")}
    assert longest_way("abc", arrows.keys() - cut) == 3


def test_arrows_that_go_back_are_looked_for_in_every_folder(tmp_path: Path) -> None:
    sources = built(
        tmp_path,
        {
            "table/works/power/cut.py": "import table.works.pool",
            "table/works/pool.py": "import table.works.power.quiet",
            "table/works/power/quiet.py": "",
        },
    )
    assert not plan(sources, imports(sources)).back
    assert len(all_back(sources, imports(sources))) == 1


def test_the_largest_folder_is_that_with_the_most_files(tmp_path: Path) -> None:
    sources = built(tmp_path, {"table/a/one.py": "", "table/a/two.py": "", "table/b/c/d.py": "", "hal/e.py": ""})
    assert largest_folder(sources) == ("table.a", 3)


@pytest.mark.parametrize(
    "code",
    [
        "from table.games.chess.rules import Board",
        "from table.games import chess",
        "import table.games.chess",
        "SYSTEM = 'chess_960'",
        "SYSTEM = 'chess'",
        "PATH = 'table/games/chess/openings.csv'",
        "SCRIPT = '''seed 5\nsystem chess\n'''",
        "def said(word):\n    return f'chess.{word}'",
        '"""As in Chess."""',
    ],
)
def test_a_module_names_a_game(code: str, tmp_path: Path) -> None:
    assert naming_games(built(tmp_path, {**GAME, "table/screen/board.py": code})) == ("table.screen.board",)


@pytest.mark.parametrize(
    "code", ["CHESS = 1  # chess", "from table.games.files import read_file", "WORDS = 'chessboard', 'speedchess'"]
)
def test_a_module_does_not_name_a_game(code: str, tmp_path: Path) -> None:
    assert naming_games(built(tmp_path, {**GAME, "table/screen/board.py": code})) == ()


def test_a_file_of_data_names_a_game_too_and_one_of_the_games_may(tmp_path: Path) -> None:
    words = {"table/words/en/moves.toml": 'castled = "Only Chess has it."', "table/games/chess/words.toml": "chess = 1"}
    sources = built(tmp_path, {**GAME, **words, "table/words/en/wooden.toml": 'board = "A chessboard."'})
    assert naming_files(tmp_path, sources) == ("table/words/en/moves.toml",)


def test_games_may_name_themselves(tmp_path: Path) -> None:
    assert naming_games(built(tmp_path, {**GAME, "table/games/registry.py": "import table.games.chess"})) == ()


def test_each_call_of_what_builds_games_is_a_place_and_those_of_the_setup_are_one(tmp_path: Path) -> None:
    calls = "played = games(config)\nadded = rule_sets(config).rule_sets\ncards = catalogue.load_all()\n"
    sources = built(
        tmp_path,
        {
            **GAME,
            "table/games/chess/rules.py": calls,
            "table/devices/setup.py": calls,
            "table/program/app.py": f"'''games(config)'''\ndef games(config): ...\n{calls}setup = Setup.of(config)\n",
        },
    )
    assert building_games(sources) == (
        "table.devices.setup",
        "table.program.app:3",
        "table.program.app:4",
        "table.program.app:5",
    )
    assert making_setups(sources) == ("table.program.app:6",)


def test_each_module_of_the_product_that_imports_a_class_counts_once(tmp_path: Path) -> None:
    checking = "if TYPE_CHECKING:\n    from table.setup import Setup\n    from table.setup import Setup as Again\n"
    sources = built(tmp_path, {"table/app.py": checking, "table/other.py": "import table.setup", "lab/a.py": checking})
    assert importing(sources, "Setup") == ("table.app",)


@pytest.mark.parametrize(
    "code",
    [
        "def read(config: Config): ...",
        "async def read(name, *, config: Config | None = None): ...",
        'def made() -> "LoadedSetup | Setup": ...',
        "class Table:\n    setup: Setup",
    ],
)
def test_a_module_passes_a_configuration_whole(code: str, tmp_path: Path) -> None:
    sources = built(tmp_path, {"table/app.py": code, "table/other.py": "def read(config: ConfigPart): return Config()"})
    assert passing(sources, ("Setup", "Config")) == ("table.app",)


def test_a_call_of_what_finds_rule_sets_is_a_place_whatever_else_has_that_name(tmp_path: Path) -> None:
    finding = "from table.games.found import found as all_of\nall_of(())\nfaults.found(1)\nfound(2)\n"
    sources = built(tmp_path, {**GAME, "table/games/found.py": "def found(files): ...", "table/page.py": finding})
    assert building_games(sources) == ("table.page:2",)


@pytest.mark.campaign
@pytest.mark.timeout(300)
def test_the_house_is_within_its_figures() -> None:
    """All but the contracts' control, which takes minutes."""
    root = checkout()
    assert root is not None
    assert [figure.name for figure in of_sources(root) if not figure.ok] == []


@pytest.mark.campaign
def test_the_figures_are_those_of_this_checkout() -> None:
    result = CliRunner().invoke(main, ["bench", "--only", "house", "--json"])
    figures = {each["name"]: each for each in json.loads(result.stdout)["figures"]}
    assert figures["house.back_arrows"]["value"] == 0
    assert figures["house.contracts.control"]["ok"]
    assert figures["house.rooms"]["value"] > 10


def test_without_a_checkout_there_are_none(mocker: MockerFixture) -> None:
    mocker.patch.object(house, "checkout", return_value=None)
    result = CliRunner().invoke(main, ["bench", "--only", "house"])
    assert result.exit_code == 2
    assert "checkout" in result.output
