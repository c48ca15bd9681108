"""A fresh environment runs every command of the page, and needs the files of a wheel."""

import re
import subprocess
import tomllib
from fnmatch import fnmatch

import pytest

from lab.figures.fresh_environment import PAGE, ROOT, SERVICE, examples

PACKAGES = ("table", "hal", "firmware_bridge", "sim_hardware")
FOR_A_CHECKOUT = ("README.md", ".d.mts")
"""No program reads them."""


def test_every_example_is_found_and_those_over_a_package_are_distinguished() -> None:
    text = PAGE.read_text("utf-8")
    found = examples(text)
    assert sum(each.tests for each in found) == len(re.findall(r"^def test_", text, re.MULTILINE))
    assert [each.needs_package for each in found].count(True) == 1
    assert examples("```python\nfrom mfrc522 import MFRC522\n\ndef test_it():\n    pass\n```\n")[0].tests == 1


def test_the_services_files_are_there() -> None:
    assert [name for name in SERVICE if not (ROOT / name).is_file()] == []


@pytest.mark.slow
def test_every_file_of_the_packages_comes_into_the_wheel() -> None:
    """Python's own by themselves, and others by their endings."""
    listed = subprocess.run(["git", "ls-files", "-z", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    with (ROOT / "pyproject.toml").open("rb") as file:
        patterns = tomllib.load(file)["tool"]["setuptools"]["package-data"]["*"]
    endings = tuple(pattern.removeprefix("**/") for pattern in patterns)
    assert "*.service" in endings
    others = [name for name in listed.stdout.split("\0") if name and not name.endswith((".py", *FOR_A_CHECKOUT))]
    others = [name for name in others if not name.startswith("sim_hardware/kernel/") and "/rulebook/" not in name]
    assert others
    assert [name for name in others if not any(fnmatch(name.rsplit("/", 1)[-1], end) for end in endings)] == []
