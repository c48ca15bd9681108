"""Texts for people are in the catalogues. A sentence in the table's code is found."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import sources
from tests.sources import Source, source

ROOT = sources.ROOT / "table"
SPEAKING = ("screen", "games", "rules")
AROUND = (
    "session", "view", "devices/live.py", "devices/latest_view.py", "records/open_match.py", "emulation/window",
)  # fmt: skip
PROSE = re.compile(r"[^\W\d_]{2,}[,.:;!?]? [^\W\d_]{2,}|^[A-Z][a-z]+[.!?:]?$")
"""Two words beside each other, or one with a capital."""
TO_THE_LOG = ("debug", "info", "warning", "error", "exception")
PROPER_NAMES = {
    ROOT / "games/infinity/rules/model/uses.py",
    ROOT / "games/legion/rules/model/battle_cards.py",
    ROOT / "games/legion/rules/model/forces.py",
    ROOT / "games/files/usb.py",
    ROOT / "view/streams/replay.py",
}
"""The names of things in the rules and of battle forces and units in lists, as printed; a folder of macOS; a format."""
NAMES = ("data", "lists", "scenarios", "random_play")
"""Where games read names as people spell them, and where they tell developers what is broken."""


def _not_shown(of: Source) -> Iterator[ast.AST]:
    """Docstrings, types, what programmers read (errors, and the log), and the tags of what is journalled."""
    for node in of.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Raise | ast.Assert):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from (keyword for keyword in node.keywords if keyword.arg == "tag")
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield node.returns
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in TO_THE_LOG or name.endswith("Error") or name in ("TypeVar", "StrEnum", "execute"):
                yield node


def reported(of: Source) -> list[str]:
    strings = [node for node in of.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    spoken = [node for node in strings if PROSE.search(str(node.value))]
    quiet = {id(inner) for node in _not_shown(of) for inner in ast.walk(node)} if spoken else set()
    return [str(node.value) for node in spoken if id(node) not in quiet]


def files() -> list[Path]:
    places = [ROOT / place for place in (*SPEAKING, *AROUND)]
    found = [file for place in places for file in ([place] if place.is_file() else sorted(place.rglob("*.py")))]
    return [file for file in found if file not in PROPER_NAMES and not set(file.relative_to(ROOT).parts) & set(NAMES)]


@pytest.mark.slow
def test_no_word_for_people_stands_in_the_code() -> None:
    assert [place for place in (*SPEAKING, *AROUND) if not (ROOT / place).exists()] == [], (
        "moved: it is looked at no more"
    )
    assert len(files()) > 100
    found = {
        str(file.relative_to(ROOT)): reported(sources.product()[str(file.relative_to(sources.ROOT))])
        for file in files()
    }
    assert {file: words for file, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('canvas.text("Who goes first?", box)', ["Who goes first?"]),
        ('label = "Priority"', ["Priority"]),
        ('"""A docstring is for programmers."""\nraise ValueError("so is this one")', []),
        ('log.warning("and this %s", text("orders.ask"))', []),
        ('def f(x: "list[int] | None") -> "A Type": ...', []),
        ('class Late(Struct, tag="Late"):\n    words = "Late"', ["Late"]),
    ],
)
def test_it_would_be_found(code: str, words: list[str]) -> None:
    assert reported(source(code)) == words
