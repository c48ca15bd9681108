"""What the documents speak of is there: files, links, commands and their options, targets of `make`."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from table.program.cli import main

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if path.name != "CHANGELOG.md")
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
OWN_FILE = re.compile(r"`((?:table|docs|hal|sim_hardware|firmware_bridge|examples|tests)/[\w./-]*)`")
COMMAND = re.compile(r"(?:^    |`)(?:sudo )?command-table ([^`\n#]+)", re.MULTILINE)
FENCED = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^(?:sudo )?command-table ([^\n#]+)", re.MULTILINE)
MAKE = re.compile(r"`(?:sudo )?make ([a-z-]+)`")
EVERY = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@EVERY
def test_every_link_leads_somewhere(page: Path) -> None:
    dead = []
    for link in LINK.findall(page.read_text("utf-8")):
        file, _, anchor = link.partition("#")
        to = (page.parent / file).resolve() if file else page
        if not link.startswith("http") and (not to.exists() or (anchor and anchor not in anchors(to))):
            dead.append(link)
    assert dead == []


@EVERY
def test_every_file_of_this_project_that_is_named_is_there(page: Path) -> None:
    named = OWN_FILE.findall(page.read_text("utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.slow
@EVERY
def test_every_command_that_is_named_is_one_and_has_these_options(page: Path) -> None:
    text = page.read_text("utf-8")
    lines = [*COMMAND.findall(text), *(line for block in FENCED.findall(text) for line in LINE.findall(block))]
    assert [wrong for line in lines for wrong in unknown(line)] == []
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert [target for target in MAKE.findall(text) if target not in targets] == []


def unknown(line: str) -> Iterator[str]:
    """The first word of a command line that `command-table` does not know; those after `--` are another program's."""
    words = line.split(" -- ")[0].split()
    command: click.Command = main
    while words and isinstance(command, click.Group) and not words[0].startswith("-"):
        found = command.get_command(click.Context(command), words.pop(0))
        if found is None:
            yield line
            return
        command = found
    options = {name for parameter in command.params for name in parameter.opts} | {"--help", "-h", "--version"}
    yield from (f"{word} of {line}" for word in words if word.startswith("--") and word not in options)
