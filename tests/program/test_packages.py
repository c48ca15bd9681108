"""If a package is missing, the program names the command that installs it."""

import tomllib

from packaging.requirements import Requirement

from table.program.packages import HALL
from tests.sources import ROOT


def test_a_hall_needs_the_package_of_its_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert [Requirement(each).name for each in extras["hall"]] == [HALL]
