"""The command line. A subcommand is imported when it is called, so that no other slows its start."""

import importlib
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any

import click

from table import __version__

COMMANDS = MappingProxyType(
    {
        "run": "table.program.commands.run",
        "demo": "table.program.commands.demo",
        "play": "table.program.commands.play",
        "check-config": "table.program.commands.check_config",
        "import": "table.program.commands.import_list",
        "hand": "table.program.commands.hand",
        "cards": "table.program.commands.cards",
        "firmware": "table.program.commands.firmware",
        "emulate": "table.program.commands.emulate",
        "judge": "table.program.commands.judge",
        "export": "table.program.commands.export",
        "verify": "table.program.commands.verify",
        "doctor": "table.program.commands.doctor",
        "report": "table.program.commands.report",
        "backup": "table.program.commands.backup",
        "restore": "table.program.commands.restore",
    }
)
"""The module of each command, by its name on the command line; the module's `command` is run."""

GROUP = "command_table.commands"
"""The entry point group of commands that stand beside the program, such as the lab's."""


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *(each.name for each in entry_points(group=GROUP) if each.name not in COMMANDS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            command = importlib.import_module(COMMANDS[cmd_name]).command
        elif beside := tuple(entry_points(group=GROUP, name=cmd_name)):
            command = beside[0].load()
        else:
            return None
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is no command")
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. An error message may hold a file's name, so it is printed on one line, made legible."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            from table.words.legible import legible

            error.message = legible(error.message)  # type: ignore[misc]  # final only in what click promises
            raise


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  command-table run\n  command-table run --help",
)
@click.version_option(__version__, prog_name="command-table")
def main() -> None:
    """Play at a table with sealed cards, one reveal, a die to trust and tokens that are counted.

    `run` opens the table, with emulated parts if no configuration is given. Every command explains itself with --help;
    docs/commands.md has all of them, with examples.
    """
