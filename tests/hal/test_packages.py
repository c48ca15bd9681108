"""The command that installs a missing package."""

import shlex
import sys

from pytest_mock import MockerFixture

from hal.packages import install_command


def test_the_command_is_that_of_the_programs_own_environment(mocker: MockerFixture) -> None:
    mocker.patch("os.access", return_value=True)
    assert install_command("aiomqtt") == f"{shlex.quote(sys.executable)} -m pip install aiomqtt"
    mocker.patch("os.access", return_value=False)
    assert install_command("aiomqtt") == f"sudo {shlex.quote(sys.executable)} -m pip install aiomqtt"


def test_a_blank_in_its_path_does_not_part_the_command(mocker: MockerFixture) -> None:
    mocker.patch("os.access", return_value=True)
    mocker.patch("sys.executable", "/home/Zoë's games/.venv/bin/python")
    assert install_command("aiomqtt") == """'/home/Zoë'"'"'s games/.venv/bin/python' -m pip install aiomqtt"""
