"""A contract that cannot fail is invalid: each refuses the forbidden imports that are planted for it."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from msgspec.structs import replace

from lab.house.contracts import Contracts, Planted, UnknownModuleError, every_pair, planted_imports, read_contracts
from lab.house.sources import PROJECT, WITH_LAB

ROOT = Path(__file__).parents[2]
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@cache
def contracts() -> Contracts:
    return read_contracts(ROOT)


@pytest.mark.slow
def test_every_contract_is_kept_before_anything_is_planted() -> None:
    assert not contracts().broken


@pytest.mark.slow
def test_every_contract_has_an_import_that_it_has_to_refuse() -> None:
    assert set(contracts().by_name) == {each.contract for each in planted_imports()}


@pytest.mark.slow
@pytest.mark.parametrize("planted", planted_imports(), ids=lambda each: f"{each.importer}-{each.imports}")
def test_a_planted_import_is_refused(planted: Planted) -> None:
    assert contracts().refuses(planted)


@pytest.mark.slow
def test_each_room_of_a_contract_refuses_each_module_that_it_forbids() -> None:
    assert [each for each in every_pair(ROOT) if not contracts().refuses(each)] == []


@pytest.mark.slow
def test_an_import_that_is_allowed_is_not_refused() -> None:
    """Else a contract that refuses everything would pass."""
    for contract in contracts().by_name:
        assert not contracts().refuses(Planted(contract, "table.program.app", "table.words.terminal"))


@pytest.mark.slow
def test_what_is_planted_has_to_be_there() -> None:
    planted = planted_imports()[0]
    for wrong in (
        replace(planted, contract="no such contract"),
        replace(planted, importer="table.gone"),
        replace(planted, imports="table.gone"),
    ):
        with pytest.raises(UnknownModuleError):
            contracts().refuses(wrong)


@pytest.mark.campaign
def test_the_program_reports_the_same_about_imports_that_stand_in_files(tmp_path: Path) -> None:
    """Here `lint-imports` reads each import where a developer would have written it."""
    copy = tmp_path / "copy"
    for package in WITH_LAB:
        copytree(ROOT / package, copy / package, ignore=ignore_patterns("__pycache__", "*.json", "*.csv", "*.ttf"))
    (copy / PROJECT).write_bytes((ROOT / PROJECT).read_bytes())
    assert " 0 broken" in linted(copy)
    planted = {each.contract: each for each in reversed(planted_imports()) if not each.new}
    for each in planted.values():
        with module_of(copy, each.importer).open("a", encoding="utf-8") as module:
            module.write(f"\nimport {each.imports}\n")
    reported = " ".join(linted(copy).split())  # a long name is told on two lines
    for each in planted.values():
        assert f"{each.contract} BROKEN" in reported
        assert each.importer in reported


def module_of(root: Path, name: str) -> Path:
    """The file in which a module or a package stands."""
    path = root.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def linted(root: Path) -> str:
    """What `lint-imports` states in this folder."""
    lint = [sys.executable, "-c", LINT, "--no-cache", "--no-logo"]
    return subprocess.run(lint, cwd=root, capture_output=True, text=True, timeout=50, check=False).stdout
