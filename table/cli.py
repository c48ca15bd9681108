"""The command line. Subcommands are imported when they are called, so that none pays for another's start."""

import importlib
from types import MappingProxyType
from typing import Any

import click

from table import __version__

COMMANDS = MappingProxyType(
    {
        "run": "table.commands.run",
        "demo": "table.commands.demo",
        "play": "table.commands.play",
        "check-config": "table.commands.check_config",
        "import": "table.commands.import_list",
        "hand": "table.commands.hand",
        "cards": "table.commands.cards",
        "bench": "table.commands.bench",
        "firmware": "table.commands.firmware",
        "campaign": "table.commands.campaign",
        "rules": "table.commands.rules",
        "emulate": "table.commands.emulate",
        "judge": "table.commands.judge",
        "export": "table.commands.export",
        "verify": "table.commands.verify",
        "doctor": "table.commands.doctor",
        "report": "table.commands.bundle",
        "backup": "table.commands.backup",
        "restore": "table.commands.restore",
    }
)
"""Name on the command line -> module, whose `command` it is."""


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name]).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{COMMANDS[cmd_name]}.command is no command")
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """What a command complains of may be the name of a file: it is put on one line of what shows."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            from table.words.legible import legible

            error.message = legible(error.message)  # type: ignore[misc]  # final only in what click promises
            raise


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="command-table")
def main() -> None:
    """The head of a wargame's table: sealed cards, one reveal, a die to trust, tokens that are counted."""
