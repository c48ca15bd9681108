"""Where a package is missing the program says a command that installs it, by the names of the packages alone."""

import re
import tomllib

from table.program.packages import HALL, PHONE, WEB
from tests.sources import ROOT


def test_they_are_the_packages_of_the_extras() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(WEB) == {re.split(r"\W", each)[0] for each in extras["web"]}
    assert set(HALL) == {re.split(r"\W", each)[0] for each in extras["hall"]}
    assert set(PHONE) == {re.split(r"\W", each)[0] for each in extras["phone"]}
