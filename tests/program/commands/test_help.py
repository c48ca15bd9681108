"""Every command can say what it does, also where its devices are not there."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from table.program.cli import COMMANDS, main


@pytest.mark.parametrize("name", ["", *COMMANDS])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_it_explains_itself(name: str, option: str) -> None:
    result = CliRunner().invoke(main, [*name.split(), option], prog_name="command-table")
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"Usage: command-table {name}".strip())
    for word in COMMANDS if not name else ():
        assert f"  {word} " in result.output


@pytest.mark.slow
def test_help_needs_no_screen_and_no_device() -> None:
    """The table's parts are imported by the commands that need them."""
    heavy = (
        "import sys, table.program.cli as cli\ntry: cli.main(['--help'])\n"
        "finally: print(sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, timeout=30, check=True)
    for module in ("pygame", "gpiozero", "serial", "table.program.app"):
        assert f"'{module}'" not in done.stderr


def test_it_starts_as_a_module_too() -> None:
    done = subprocess.run([sys.executable, "-m", "table", "--version"], capture_output=True, text=True, timeout=30)
    assert done.stdout.startswith("command-table, version ")
