"""The command line. A subcommand is imported when it is called, so that no other slows its start."""

import errno
import importlib
import os
import sys
from functools import partial
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, NamedTuple

import click

from table import __version__


class Listed(NamedTuple):
    module: str
    """The name of its module in `table.program.commands`."""
    summary: str
    """The first sentence of the command's help, so that listing the commands imports none of them."""
    hands_on: bool = False
    """True if other users may read the files that it writes. Files of the other commands are their owner's alone."""


PACKAGE = "table.program.commands"
COMMANDS = MappingProxyType(
    {
        "start": Listed("network.start", "Choose how to play, in a picture of three ways."),
        "run": Listed("run", "Open the table and play at it."),
        "setup": Listed("setup_command", "Make a table out of the parts that are plugged in."),
        "evening": Listed("network.evening", "Play a match with two phones and this screen, and nothing else."),
        "demo": Listed("demo", "Let two bots play at an emulated table.", True),
        "play": Listed("play", "Replay scripts, and check what they expect."),
        "check-config": Listed("check_config", "Check a configuration, and print every problem in it."),
        "import": Listed("import_list", "Read an army list or a scenario, and show what was matched."),
        "lists": Listed("lists_command", "List the army lists and scenarios that can be played with."),
        "hand": Listed("hand_command", "Check the command hand of an army list."),
        "cards": Listed("cards_command", "Enrol NFC tags as cards, and print the card of a tag."),
        "firmware": Listed("firmware", "Put the firmware onto the dispenser's Pico, and try it."),
        "emulate": Listed("emulate", "Run a program with emulated card readers.", True),
        "web": Listed("network.web", "Serve the table to spectators."),
        "overlay": Listed("network.overlay", "Let overlays of your own that are local files read the table."),
        "phone": Listed("network.phone", "Connect the phone of a judge or of the owner."),
        "outbox": Listed("network.outbox", "Send this table's events to the hall."),
        "hall": Listed("network.hall_command", "Look after all tables of a hall."),
        "far": Listed("network.far", "Carry this table's match to another table."),
        "judge": Listed("judge", "Freeze the match in play, and set it right."),
        "export": Listed("matches.export", "Write a match as a match file, for `command-table verify`.", True),
        "history": Listed("matches.history", "List the matches that were played, with results."),
        "words": Listed("words_command", "Give a seat's own words for the chance, instead of a number of 0 to 99."),
        "verify": Listed("matches.verify", "Check a match file, without a table and without a network."),
        "doctor": Listed("doctor_command", "Check every part of the table, and print how to fix it."),
        "report": Listed("report", "Pack one file for a bug report."),
        "backup": Listed("backup", "Save matches, lists and card book in one file."),
        "restore": Listed("restore", "Restore a backup."),
    }
)
"""The module of each command, by its name on the command line; the module's `command` is run."""

GROUP = "command_table.commands"
"""The entry point group of commands from other packages, such as the lab's."""

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""The errors of a full file or device."""


class LazyGroup(click.Group):
    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line. If the output cannot be written, print a line about it: status 1."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            if error.errno not in NO_ROOM or error.filename is not None:
                raise
            from table.words.terminal import print_line

            print_line(f"The output cannot be written: {error.strerror}. Free space there.", error=True)
            _give_output_up()
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *(each.name for each in entry_points(group=GROUP) if each.name not in COMMANDS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            command = importlib.import_module(f"{PACKAGE}.{COMMANDS[cmd_name].module}").command
        elif beside := tuple(entry_points(group=GROUP, name=cmd_name)):
            command = beside[0].load()
        else:
            return None
        if not isinstance(command, click.Command):
            raise TypeError(f"invalid command: {cmd_name}")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List every command with the first sentence of its help, cut where the terminal ends."""
        names = self.list_commands(ctx)
        width = formatter.width - 6 - max(map(len, names))
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._summary(ctx, name, width)) for name in names])

    def _summary(self, ctx: click.Context, name: str, width: int) -> str:
        if name in COMMANDS:
            return COMMANDS[name].summary
        command = self.get_command(ctx, name)
        return "" if command is None else command.get_short_help_str(width)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that was typed. Raises click.UsageError that suggests names similar to an unknown one."""
        typed = args[0]
        if not typed.startswith("-") and not ctx.resilient_parsing and self.get_command(ctx, typed) is None:
            from difflib import get_close_matches

            like = get_close_matches(typed, self.list_commands(ctx))
            raise click.UsageError(
                f"there is no command {typed!r}"
                + (f"; did you mean {' or '.join(like)}?" if like else "; command-table --help lists them"),
                ctx=ctx,
            )
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command.

        An error message may contain a file's name, so it is printed on one line, with control characters escaped.
        """
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            from table.words.legible import legible

            error.message = legible(error.message)  # type: ignore[misc]  # final only in what click promises
            raise


def _give_output_up() -> None:
    """Drop the buffered output, or Python would try to write it again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  command-table run\n  command-table run --help",
)
@click.version_option(__version__, prog_name="command-table")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Play a wargame with locked command cards, dice that can be verified, and tokens that are counted.

    `run` opens the table, with emulated parts if no configuration is given. Every command explains itself with --help;
    the page "Commands" of the documentation lists all of them, with examples.
    """
    from hal.computer.process import print_all_letters
    from table.devices.service.lines import log_legibly

    log_legibly()
    print_all_letters()
    if (listed := COMMANDS.get(ctx.invoked_subcommand or "")) is not None and not listed.hands_on:
        ctx.call_on_close(partial(os.umask, os.umask(0o077)))
