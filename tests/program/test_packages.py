"""Where a package is missing the program says a command that installs it, by the names of the packages alone."""

import shlex
import sys
import tomllib

from packaging.requirements import Requirement
from pytest_mock import MockerFixture

from table.program.packages import HALL, install_command
from tests.sources import ROOT


def test_the_command_is_that_of_the_programs_own_environment(mocker: MockerFixture) -> None:
    mocker.patch("os.access", return_value=True)
    assert install_command("aiomqtt") == f"{shlex.quote(sys.executable)} -m pip install aiomqtt"
    mocker.patch("os.access", return_value=False)
    assert install_command("aiomqtt") == f"sudo {shlex.quote(sys.executable)} -m pip install aiomqtt"


def test_a_blank_in_its_path_does_not_part_the_command(mocker: MockerFixture) -> None:
    mocker.patch("os.access", return_value=True)
    mocker.patch("sys.executable", "/home/Zoë's games/.venv/bin/python")
    assert install_command("aiomqtt") == """'/home/Zoë'"'"'s games/.venv/bin/python' -m pip install aiomqtt"""


def test_a_hall_needs_the_package_of_its_extra() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert [Requirement(each).name for each in extras["hall"]] == [HALL]
