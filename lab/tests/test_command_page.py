"""The pages of commands have every command, and its examples work."""

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import table.games.legion.lists
from lab.pages.command_pages import CODE, LABORATORY, PROGRAM, SECTIONS, at_top, contexts, examples, options, pages
from table.program.cli import main

ROOT = Path(__file__).parents[2]
EVERY = tuple(contexts(at_top(main)))
EXAMPLES = tuple(dict.fromkeys(line for each in EVERY for line in examples(each.command)))
TABLE = "table.toml"
FILES = {
    "list.json": Path(table.games.legion.lists.__file__).parent / "samples/current/rebels_leia_luke.json",
    "evening.script": ROOT / "tests/emulation/scripts/jam.script",
    "table.tar.gz": ROOT / "tests/old/recorded/backups/evening.tar.gz",
}
"""What the examples are given."""
PERFORMED = (
    "check-config table.toml",
    'import list.json --save "Echo line"',
    'hand "Echo line"',
    "cards list --catalogue",
    "play evening.script",
    "firmware version emulated",
    "restore table.tar.gz --config table.toml",
    "export --last --out match.jsonl",
    "verify match.jsonl",
    "bench --only reader.absent",
    "rules --system table",
    "run --help",
)
"""Examples that need no device, no display and no running table, in an order in which each has what it needs."""


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with everything that the examples name, and a state folder of its own for the emulated table."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_state_path", lambda *_, **__: tmp_path / "state")
    for name, file in FILES.items():
        shutil.copy(file, tmp_path / name)
    (tmp_path / TABLE).write_text(f'world = "emulated"\n[state]\nfolder = "{tmp_path / "state"}"\n')
    for name in ("match.jsonl", "table.log", "read.py"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize("name", pages())
def test_a_page_is_the_one_that_the_commands_make(name: str) -> None:
    assert (ROOT / "docs" / name).read_text("utf-8") == pages()[name], "run `make docs`"


COMMANDS = sorted((*(name for names in SECTIONS.values() for name in names), *LABORATORY))


def test_every_command_has_one_place_on_one_page() -> None:
    assert sorted(main.list_commands(EVERY[0])) == COMMANDS


def test_the_builders_page_has_no_command_of_the_laboratory_and_no_code() -> None:
    page = pages()["build/commands.md"]
    assert not [name for name in LABORATORY if f"command-table {name}" in page]
    assert "table/program" not in page


PLACE = r"`((?:table|sim_hardware|firmware_bridge)/[^`]*)`"


def test_every_place_in_the_code_that_the_page_names_is_there() -> None:
    assert sorted(CODE) == COMMANDS
    named = [place for each in CODE.values() for place in re.findall(PLACE, each)]
    assert [place for place in named if not (ROOT / place).exists()] == []
    assert len(named) > 20


@pytest.mark.parametrize("context", EVERY, ids=lambda each: each.command_path)
def test_every_command_reports_what_it_is_for_in_one_line_and_has_an_example(context: click.Context) -> None:
    purpose, _, _ = (context.command.help or "").partition("\n")
    assert purpose.endswith(".")
    assert examples(context.command)
    assert all(line.startswith(context.command_path) for line in examples(context.command))


@pytest.mark.parametrize("context", EVERY[1:], ids=lambda each: each.command_path)
def test_every_option_reports_what_it_is_for(context: click.Context) -> None:
    assert [usage for usage, meaning in options(context) if not meaning or meaning.startswith("[")] == []


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_is_a_command_line(line: str) -> None:
    """Click reads it as it would be typed; nothing is started."""
    context = max(
        (each for each in EVERY if f"{line} ".startswith(f"{each.command_path} ")),
        key=lambda each: len(each.command_path),
    )
    words = shlex.split(line.removeprefix(context.command_path))
    if words != ["--help"]:
        with context.command.make_context(context.info_name, words, parent=context.parent) as read:
            assert read.args == []


@pytest.mark.campaign
@pytest.mark.usefixtures("at_home")
def test_examples_do_what_they_say() -> None:
    for line in PERFORMED:
        assert f"{PROGRAM} {line}" in EXAMPLES
        result = CliRunner().invoke(main, shlex.split(line), prog_name=PROGRAM)
        assert result.exit_code == 0, f"{line}\n{result.output}"
