"""Every key that the code names has words, and no words are left over."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.games.infinity.rules.game import TABLE
from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.order_tokens import HEAPS
from table.games.infinity.rules.model.uses import ALL, UseWindow
from table.games.infinity.rules.uses.use_parts import PARTS
from table.words import Words

PACKAGE = Path(__file__).parents[3] / "table"
SOURCES = [
    *(PACKAGE / "games" / "infinity").rglob("*.py"),
]
OURS = re.compile(r"(infinity|code|plain|import|units|faction)\.")


def strings() -> Iterator[str]:
    """Every key in the code, an f-string as a pattern."""
    for source in SOURCES:
        tree = ast.parse(source.read_text("utf-8"))
        parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                yield "".join(
                    re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"[\w.]+" for p in node.values
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
                yield re.escape(node.value)


def patterns() -> set[str]:
    """`infinity.tell.*` is reported by the names in `telling.py`."""
    lines = {f"infinity.tell.{word}" for word in strings() if re.fullmatch(r"[a-z_]+", word)}
    tokens = {f"token.{kind}" for kind in HEAPS}
    return {word for word in strings() if OURS.match(word.replace("\\", ""))} | lines | tokens


@pytest.mark.slow
def test_each_key_has_words() -> None:
    stated = Words()
    named = {word.replace("\\", "") for word in patterns() if "[" not in word and not word.startswith("infinity.tell")}
    named = {key for key in named if not key.startswith("infinity.use.") and re.fullmatch(r"[a-z_.]+[a-z]", key)}
    named |= {f"infinity.use.{use.id}" for use in ALL}
    named |= {f"infinity.ask.{use.id}" for use in ALL if "trooper" in use.parts}
    named |= {f"infinity.ask.{part}" for part in PARTS if part != "trooper"}
    named |= {f"infinity.refused.part.{part}" for part in PARTS}
    named |= {f"infinity.{kind}.window.{window}" for kind in ("ask", "refused") for window in UseWindow}
    named |= {f"infinity.step.{step.id}" for step in TABLE if step.id != "end"}
    named |= {f"infinity.headline.{step.id}" for step in TABLE}
    named |= {f"infinity.phase.{step.phase}" for step in TABLE}
    named |= {f"infinity.arrive.{order}" for order in Order}
    named |= {f"token.{kind}" for kind in HEAPS}
    named -= {"infinity.toml"}  # a file
    assert len(named) > 120
    assert sorted(key for key in named if key not in stated) == []


@pytest.mark.slow
def test_no_words_are_left_over() -> None:
    words = tomllib.loads((PACKAGE / "games" / "infinity" / "words" / "en.toml").read_text("utf-8"))
    known = [re.compile(pattern) for pattern in patterns()]
    left = [
        key
        for key in words
        if not key.startswith(("system.", "hand.none.")) and not any(p.fullmatch(key) for p in known)
    ]
    assert left == []
