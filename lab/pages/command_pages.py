"""Generate the pages of commands from the help of the installed commands (`make docs`).

The lab does not import the program; it finds the command line by its entry point.
"""

import inspect
import tomllib
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType

import click

PROGRAM = "command-table"
COMMAND_LINE = "command_table.command_line"
"""The entry point group of the command line, which `console_scripts` starts with its signal handlers."""
BUILD, DEVELOP = "build/commands.md", "develop/commands.md"
SECTIONS = MappingProxyType(
    {
        "Play": ("start", "evening", "run", "demo", "play"),
        "Lists and scenarios": ("import", "lists", "hand"),
        "Set up a table": ("setup", "check-config", "doctor", "firmware", "cards"),
        "Watch a table": ("web", "overlay", "phone"),
        "A hall of tables": ("outbox", "hall"),
        "Play with another table": ("far",),
        "Judge a match": ("judge",),
        "Check and keep matches": ("history", "words", "export", "verify", "backup", "restore", "report"),
        "Read emulated cards in your own program": ("emulate",),
    }
)
"""Maps the headings of the builders' page to commands, in order."""
LABORATORY = ("bench", "campaign", "rules")
"""The commands of the developers' page."""
CODE: Mapping[str, str] = tomllib.loads(Path(__file__).with_name("code.toml").read_text("utf-8"))
"""Maps commands to the places in the code that implement them."""
MADE = "<!-- Made by `make docs`. -->\n"
HEAD = f"""{MADE}
# Commands

This page contains the text of each command's `--help`. Without `--config` a command works on the table that `setup`
wrote, else on the emulated one. The exit status is 0 for success, 1 if the command found or met a problem, and 2 for a
wrong command line. Commands for developers, and the code of each command, are on
[their own page](../develop/commands.md).

The Tab key completes commands and options in bash after `make install`. In other shells run
`eval "$(_COMMAND_TABLE_COMPLETE=bash_source command-table)"` (bash), the same with `zsh_source` (zsh), or
`_COMMAND_TABLE_COMPLETE=fish_source command-table | source` (fish).
"""
DEVELOPERS_HEAD = f"""{MADE}
# Commands for developers

These commands come with the laboratory (`lab/`), which a checkout installs. All others are on
[the page of commands](../build/commands.md).
"""
CODE_HEAD = """\
## Where each command is implemented

The first module defines the options and prints the output. The other places do the work. Sentences are in
`table/words/`, one folder per language; those of a game are in `words/` in the game's folder.

| command | module | other places |
|---|---|---|
"""


def program() -> click.Group:
    """Return the installed program. Raises LookupError if it is not installed."""
    for entry in entry_points(group=COMMAND_LINE, name=PROGRAM):
        group = entry.load()
        if isinstance(group, click.Group):
            return group
    raise LookupError(f"{PROGRAM} is not installed")


def pages() -> Mapping[str, str]:
    """Return the content of each page by its path. Raises LookupError for a command that is on no page."""
    root = at_top(program())
    build, lab = [name for names in SECTIONS.values() for name in names], LABORATORY
    missing = (
        sorted({*root.command.list_commands(root)} - {*build, *lab}) if isinstance(root.command, click.Group) else ()
    )
    if missing:
        raise LookupError(f"on no page: {', '.join(missing)}; name them in SECTIONS or LABORATORY, and in code.toml")
    sections = (
        part
        for heading, names in SECTIONS.items()
        for part in (f"## {heading}\n", *(part for name in names for part in _parts(_below(root, name))))
    )
    code = "".join(f"| `{name}` | `{_module(_below(root, name))}` | {CODE[name]} |\n" for name in (*build, *lab))
    developers = (part for name in lab for part in _parts(_below(root, name), "##"))
    return {BUILD: "\n".join((HEAD, *sections)), DEVELOP: "\n".join((DEVELOPERS_HEAD, *developers, CODE_HEAD + code))}


def at_top(group: click.Group) -> click.Context:
    """Return the context of the whole program."""
    return click.Context(group, info_name=PROGRAM, **group.context_settings)


def contexts(above: click.Context) -> Iterator[click.Context]:
    """Yield a context and the contexts of all commands below it, including groups."""
    yield above
    if isinstance(above.command, click.Group):
        for name in above.command.list_commands(above):
            yield from contexts(_below(above, name))


def examples(command: click.Command) -> tuple[str, ...]:
    """Return the example lines of the command's help."""
    lines = (command.epilog or "").splitlines()
    return tuple(line.strip() for line in lines if line.startswith("  "))


def options(context: click.Context) -> tuple[tuple[str, str], ...]:
    """Return each option of a command except `--help`, with its meaning."""
    records = ((each, each.get_help_record(context)) for each in context.command.params)
    return tuple(record for each, record in records if isinstance(each, click.Option) and record is not None)


def _below(above: click.Context, name: str) -> click.Context:
    command = above.command.get_command(above, name) if isinstance(above.command, click.Group) else None
    if command is None:
        raise LookupError(f"there is no command {above.command_path} {name}")
    return click.Context(command, info_name=name, parent=above, **command.context_settings)


def _parts(context: click.Context, depth: str = "###") -> Iterator[str]:
    for each in contexts(context):
        heading = depth if each is context else f"{depth}#"
        described = options(each)
        yield f"{heading} {' '.join((each.command_path, *_arguments(each)))}\n"
        yield f"{inspect.cleandoc(each.command.help or '')}\n"
        yield "".join(f"    {line}\n" for line in examples(each.command))
        if described:
            rows = "".join(f"| `{_cell(usage)}` | {_cell(meaning)} |\n" for usage, meaning in described)
            yield f"| option | meaning |\n|---|---|\n{rows}"


def _module(context: click.Context) -> str:
    """Return the path of the module that defines a command; for a group, the module of its first command."""
    command = context.command
    while command.callback is None and isinstance(command, click.Group):
        command = next(iter(command.commands.values()))
    return f"{inspect.unwrap(command.callback or pages).__module__.replace('.', '/')}.py"


def _arguments(context: click.Context) -> Iterator[str]:
    for each in context.command.params:
        if isinstance(each, click.Argument):
            yield each.make_metavar(context)


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("  ", " ")
