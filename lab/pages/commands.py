"""`docs/build/commands.md`, made from the help of the commands themselves (`make docs`).

The lab stands beside the program and does not import it: the page is of the command that is installed.
"""

import inspect
import sys
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType

import click

PROGRAM = "command-table"
COMMAND_LINE = "command_table.command_line"
"""The entry point group of the command line, which `console_scripts` starts within its handlers of signals."""
NAME = "build/commands.md"
SECTIONS = MappingProxyType(
    {
        "Play": ("run", "demo", "play"),
        "Lists and scenarios": ("import", "lists", "hand"),
        "Set up a table": ("check-config", "doctor", "firmware", "cards"),
        "Watch a table": ("web", "phone"),
        "A hall of tables": ("outbox", "hall"),
        "Judge a match": ("judge",),
        "Check and keep matches": ("history", "words", "export", "verify", "backup", "restore", "report"),
        "For developers": ("emulate", "bench", "campaign", "rules"),
    }
)
"""Heading -> commands, in the order of the page."""
CODE: Mapping[str, str] = tomllib.loads(Path(__file__).with_name("code.toml").read_text("utf-8"))
"""Command -> where it is done, for those who want to change it."""
HEAD = """\
<!-- Made by `make docs`. -->
# Commands

Each command prints with `--help` what stands here, but for its place in the code: the module named first takes the
options and prints, and the places named behind it do the work. Sentences lie in `table/words/`, a folder a language; a
game's own in `words/` of its folder. Without `--config` a command is about the emulated table. The exit status is 0 if
all is well, 1 if something is wrong with what was asked, and 2 if the command line cannot be understood.

The Tab key completes commands and options in bash once `make install` was run; elsewhere say
`eval "$(_COMMAND_TABLE_COMPLETE=bash_source command-table)"`, with `zsh_source` in zsh, and
`_COMMAND_TABLE_COMPLETE=fish_source command-table | source` in fish.
"""


def program() -> click.Group:
    """Return the command that the installed package starts. Raises LookupError if it is not installed."""
    for entry in entry_points(group=COMMAND_LINE, name=PROGRAM):
        group = entry.load()
        if isinstance(group, click.Group):
            return group
    raise LookupError(f"{PROGRAM} is not installed")


def page() -> str:
    """Return the whole page. Raises LookupError for a command that is in no section."""
    root = at_top(program())
    told = {name for names in SECTIONS.values() for name in names}
    untold = sorted(set(root.command.list_commands(root)) - told) if isinstance(root.command, click.Group) else ()
    if untold:
        raise LookupError(f"in no section of {NAME}: {', '.join(untold)}; name them in SECTIONS and in code.toml")
    sections = (
        part
        for heading, names in SECTIONS.items()
        for part in (f"## {heading}\n", *(part for name in names for part in _parts(_below(root, name))))
    )
    return "\n".join((HEAD, *sections))


def at_top(group: click.Group) -> click.Context:
    """Return the context of the whole program."""
    return click.Context(group, info_name=PROGRAM, **group.context_settings)


def contexts(above: click.Context) -> Iterator[click.Context]:
    """Return the command of a context and all commands below it, groups among them."""
    yield above
    if isinstance(above.command, click.Group):
        for name in above.command.list_commands(above):
            yield from contexts(_below(above, name))


def examples(command: click.Command) -> tuple[str, ...]:
    """Return the example lines of the command's help, as they are typed."""
    lines = (command.epilog or "").splitlines()
    return tuple(line.strip() for line in lines if line.startswith("  "))


def options(context: click.Context) -> tuple[tuple[str, str], ...]:
    """Return each option of a command, but for `--help`, as click tells it, with its meaning."""
    records = ((each, each.get_help_record(context)) for each in context.command.params)
    return tuple(record for each, record in records if isinstance(each, click.Option) and record is not None)


def write(folder: Path) -> None:
    (folder / NAME).write_text(page(), "utf-8")


def _below(above: click.Context, name: str) -> click.Context:
    command = above.command.get_command(above, name) if isinstance(above.command, click.Group) else None
    if command is None:
        raise LookupError(f"there is no command {above.command_path} {name}")
    return click.Context(command, info_name=name, parent=above, **command.context_settings)


def _parts(context: click.Context) -> Iterator[str]:
    for each in contexts(context):
        depth = "###" if each is context else "####"
        told = options(each)
        yield f"{depth} {' '.join((each.command_path, *_arguments(each)))}\n"
        yield f"{inspect.cleandoc(each.command.help or '')}\n"
        if each is context:
            yield f"In the code: `{_module(each)}`; {CODE[each.info_name or '']}.\n"
        yield "".join(f"    {line}\n" for line in examples(each.command))
        if told:
            rows = "".join(f"| `{_cell(usage)}` | {_cell(meaning)} |\n" for usage, meaning in told)
            yield f"| option | meaning |\n|---|---|\n{rows}"


def _module(context: click.Context) -> str:
    """Return the path of the module in which a command is written; of a group, that of its first one."""
    command = context.command
    while command.callback is None and isinstance(command, click.Group):
        command = next(iter(command.commands.values()))
    return f"{inspect.unwrap(command.callback or page).__module__.replace('.', '/')}.py"


def _arguments(context: click.Context) -> Iterator[str]:
    for each in context.command.params:
        if isinstance(each, click.Argument):
            yield each.make_metavar(context)


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("  ", " ")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
