"""Files, links, commands, options and `make` targets in the documents exist."""

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from table.program.cli import main
from table.words import Words, languages
from tests.sources import product, source

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if path.name != "CHANGELOG.md")
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
OWN_FILE = re.compile(r"`((?:table|docs|hal|sim_hardware|firmware_bridge|examples|tests)/[\w./-]*)`")
COMMAND = re.compile(r"(?:^    |`)(?:sudo )?command-table ([^`\n#]+)", re.MULTILINE)
FENCED = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^(?:sudo )?command-table ([^\n#]+)", re.MULTILINE)
MAKE = re.compile(r"`(?:sudo )?make ([a-z-]+)`")
NAMES_AT = re.compile(
    r"((?:`[A-Za-z_][^`\n/]*`(?:,| and) )*`[A-Za-z_][^`\n/]*`)"
    r"(?:,|\s+\(|\s+(?:in|of))\s*\[?`([^`]+)`(?:\]\(([^)]+\.py)\))?"
)
"""Names with their module behind them: `Session.step` ([`session/session.py`](...)), or `A` and `B` of `table/c.py`."""
SECTION = re.compile(r"[\"„«]([^\"„“«»]+)[\"“»] (?:in|of|en|de|der) (?:the |der |la )?(?i:document|dokument)")
"""A page or one of its sections, in a sentence of any language: an installed table has no folder `docs`."""
QUOTED = re.compile(r"\"([A-Z][^\"]+)\"")
NAME = re.compile(r"`([A-Za-z_][\w.]*)[^`\n]*`")
CLASS = re.compile(r"`([A-Z]\w*[a-z]\w*(?:\.\w+)*)(?:\([^`]*\))?`")
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
FROM_AN_INDEX = re.compile(
    r"command-table\[|\b(?:pip|uv)[ \w-]* (?:install|add|run)(?! --spec)[^\n`]* [\"']*command-table\b"
    r"|\binstall\w*[^.\n]*[^/\w]command-table\b[^.\n]*\bextra\b"
)
"""A sentence that asks a package index for command-table, which is on none: anybody could take its name there."""
BARE_PIP = re.compile(r"(?<![\w/.-])(?<!-m )pip3?(?: -[\w-]+)* install\b")
"""A command for the system's pip, which Debian 12 refuses: it does not name the environment."""
SPLIT = re.compile(r"[\"']\s*\n\s*f?[\"']")
"""The place where a string of a program is continued in the next line."""
FOREIGN = frozenset(dir(builtins)) | {"RPi.GPIO", "Makefile", "Error", "LimitNOFILE"}
"""Names of others, and the end of a name."""
PRODUCT = ("table", "hal", "firmware_bridge", "sim_hardware", "lab", "examples")
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


@cache
def names_in(module: Path) -> frozenset[str]:
    """Return what a module defines, with the fields and methods of its classes, and its own name.

    A folder's own module has what it imports as well: those are its names for others.
    """
    found = {module.stem}
    known = product().get(str(module.relative_to(ROOT)))
    for node in known.nodes if known else source(module.read_text("utf-8")).nodes:
        match node:
            case ast.ClassDef() | ast.FunctionDef():
                found.add(node.name)
            case ast.ImportFrom() if module.name == "__init__.py":
                found.update(alias.asname or alias.name for alias in node.names)
            case ast.Name(ctx=ast.Store()):
                found.add(node.id)
            case ast.Attribute(ctx=ast.Store()):
                found.add(node.attr)
            case _:
                pass
    return frozenset(found)


@cache
def names_of_product() -> frozenset[str]:
    return frozenset().union(*(names_in(path) for room in PRODUCT for path in (ROOT / room).rglob("*.py")))


def unknown_names(text: str) -> list[str]:
    """Return the classes that a page names and that are not there, or of which some part is not."""
    named = [name for name in CLASS.findall(FENCE.sub("", text)) if name not in FOREIGN]
    return [name for name in named if not names_of_product().issuperset(name.split("."))]


def misplaced(text: str, page: Path) -> list[str]:
    """Return the names that the module behind them does not have."""
    stand = (
        (name, (page.parent / link).resolve() if link else ROOT / path)
        for names, path, link in NAMES_AT.findall(FENCE.sub("", text))
        if link or (path.startswith(tuple(f"{room}/" for room in PRODUCT)) and path.endswith(".py"))
        for name in NAME.findall(names)
        if not name.endswith(".py")
    )
    return [f"{name} ({at.name})" for name, at in stand if not names_in(at).issuperset(name.split("."))]


@EVERY
@pytest.mark.slow
def test_every_class_that_is_named_is_there(page: Path) -> None:
    assert unknown_names(page.read_text("utf-8")) == []


@EVERY
def test_every_name_stands_in_the_module_that_is_named_behind_it(page: Path) -> None:
    assert misplaced(page.read_text("utf-8"), page) == []


@pytest.mark.slow
def test_every_section_that_a_sentence_of_the_table_names_is_there() -> None:
    named = [{each for text in words(language) for each in SECTION.findall(text)} for language in languages()]
    assert all(each == named[0] for each in named), "each language names the same sections"
    assert len(named[0]) > 3
    assert named[0] - headings() == set()


@pytest.mark.slow
def test_every_section_that_a_help_text_names_is_there() -> None:
    helps = [
        " ".join(text.split())
        for path, of in product().items()
        if path.startswith("table/program/")
        for node in of.nodes
        if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)) and "documentation" in text
    ]
    named = {each for text in helps for each in QUOTED.findall(text)}
    assert len(named) > 3
    assert named - headings() == set()


@pytest.mark.slow
def test_no_sentence_and_no_help_text_names_a_file_of_a_checkout() -> None:
    sentences = [text for language in languages() for text in words(language)]
    helps = [line for line in (ROOT / "docs/build/commands.md").read_text("utf-8").splitlines() if "](" not in line]
    assert [text for text in (*sentences, *helps) if re.search(r"\bdocs/\w+/\w+\.md", text)] == []


def words(language: str) -> list[str]:
    return [*Words(language).sentences.values()]


def headings() -> set[str]:
    """Return the headings of all pages."""
    return {
        line.lstrip("#").strip()
        for page in (ROOT / "docs").rglob("*.md")
        for line in page.read_text("utf-8").splitlines()
        if line.startswith("#")
    }


def wrong_installs(text: str) -> list[str]:
    """The commands that install from an index that has not the table, or by a pip that may refuse."""
    return [found[0] for form in (FROM_AN_INDEX, BARE_PIP) for found in form.finditer(text)]


@EVERY
def test_every_command_that_installs_works(page: Path) -> None:
    text = page.read_text("utf-8")
    prose = FENCE.sub("", text).replace("\n", " ")
    assert wrong_installs(text) + wrong_installs(prose) == []


@pytest.mark.campaign
def test_every_command_that_installs_works_in_sentences_of_the_table_too() -> None:
    for language in languages():
        assert [each for each in Words(language).sentences.values() if wrong_installs(each)] == []
    assert [path for path, each in product().items() if wrong_installs(SPLIT.sub("", each.text))] == []


@pytest.mark.parametrize(
    "line",
    [
        'pip install "command-table[web]"',
        "pip install command-table",
        ".venv/bin/pip install -U 'command-table'",
        "uv tool install command-table",
        "install Debian's python3-lgpio, or command-table with its extra `pi`",
        "Install the package on the table's computer (pip install cryptography).",
        "run `pip3 install --user mpremote`",
    ],
)
def test_a_line_that_asks_an_index_or_names_no_environment_is_found(line: str) -> None:
    assert wrong_installs(line)


@pytest.mark.parametrize(
    "line",
    [
        '.venv/bin/pip install -e ".[web]"',
        "sudo /opt/command-table/bin/pip install mpremote",
        ".venv/bin/pip install a/command-table",
        "python -m pip install lgpio",
    ],
)
def test_a_line_that_names_a_clone_or_a_package_is_none(line: str) -> None:
    assert wrong_installs(line) == []


@pytest.mark.campaign
def test_a_name_that_is_not_there_is_found() -> None:
    page = ROOT / "docs/develop/architecture.md"
    behind = "([`session/session.py`](../../table/session/session.py))"
    assert unknown_names("`Session.step`, `Doorway`, `Session.leap(far)`") == ["Doorway", "Session.leap"]
    assert misplaced(f"`Session.step` {behind}, `Painter` {behind}", page) == ["Painter (session.py)"]
    assert misplaced(f"`Session` and `text` {behind}", page) == ["text (session.py)"]
    assert misplaced("`KEPT` and `FILES` of `table/records/folder.py`", page) == ["KEPT (folder.py)"]


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
