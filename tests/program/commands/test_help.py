"""Every command can say what it does, also where its devices are not there."""

import os
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from table.program.cli import COMMANDS, main
from tests.patience import PATIENCE_S


def within(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """Yield the command, and all that are called by it."""
    yield name, command
    for part, one in (command.commands if isinstance(command, click.Group) else {}).items():
        yield from within(f"{name} {part}", one)


@pytest.fixture(autouse=True)
def help_as_in_a_new_process() -> None:
    """Click keeps a command's help option from its first call, and another test may have called it without `main`."""
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for _, each in within(name, command):
            each._help_option = None


@pytest.mark.parametrize("name", ["", *COMMANDS])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_it_explains_itself(name: str, option: str) -> None:
    result = CliRunner().invoke(main, [*name.split(), option], prog_name="command-table")
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"Usage: command-table {name}".strip())
    for word in COMMANDS if not name else ():
        assert f"  {word} " in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_reports_the_first_sentence_of_each(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert COMMANDS[name].summary == command.get_short_help_str(80)


def test_the_list_of_commands_fits_a_terminal_of_80_columns() -> None:
    shown = CliRunner().invoke(main, ["--help"], prog_name="command-table", terminal_width=80).output
    assert max(map(len, shown.splitlines())) <= 80
    assert "..." not in shown.split("Commands:")[1]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_fits_a_terminal_of_80_columns_and_cuts_no_sentence(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    for path, one in within(name, command):
        context = click.Context(one, info_name=f"command-table {path}", terminal_width=80)
        lines = one.get_help(context).splitlines()
        assert [line for line in lines if len(line) > 80 or (line.startswith("  ") and line.endswith("..."))] == []


@pytest.mark.parametrize(("typed", "meant"), [("veryfy", "verify"), ("docter", "doctor"), ("campain", "campaign")])
def test_a_command_mistyped_is_answered_with_the_one_that_is_like_it(typed: str, meant: str) -> None:
    result = CliRunner().invoke(main, [typed], prog_name="command-table")
    assert result.exit_code == 2
    assert f"did you mean {meant}" in result.output


def test_a_command_that_is_like_none_is_answered_with_where_they_are() -> None:
    result = CliRunner().invoke(main, ["xyzzy"], prog_name="command-table")
    assert "there is no command 'xyzzy'; command-table --help lists them" in result.output


@pytest.mark.slow
def test_help_needs_no_screen_and_no_device() -> None:
    """The table's parts are imported by the commands that need them."""
    heavy = (
        "import sys, table.program.cli as cli\ntry: cli.main(['--help'])\n"
        "finally: print(sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True, timeout=30, check=True)
    for module in ("pygame", "gpiozero", "serial", "msgspec", "rich", "table.games", "table.program.app"):
        assert f"'{module}'" not in done.stderr


def test_it_starts_as_a_module_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "table", "--version"], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert done.stdout.startswith("command-table, version ")


@pytest.mark.slow
def test_the_shell_is_shown_how_a_word_goes_on() -> None:
    asked = {"_COMMAND_TABLE_COMPLETE": "bash_complete", "COMP_WORDS": "command-table ver", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", "from table.program.cli import main; main(prog_name='command-table')"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.stdout == "plain,verify\n"
