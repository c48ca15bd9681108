"""No sentence is kept that no code can say."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from table.words import Words
from table.words.catalogue import BRIEF, BUTTON, ONE
from tests.sources import ROOT, product, source

ROOMS = ("table", "hal", "firmware_bridge", "sim_hardware", "examples")


class UsedWords:
    """What is in the code and its data: whole strings, f-strings, and the words of both."""

    def __init__(self) -> None:
        self.strings: set[str] = set()
        self.words: set[str] = set()
        self.patterns: list[re.Pattern[str]] = []
        for room in ROOMS:
            for file in (ROOT / room).rglob("*"):
                texts = file.suffix == ".toml" and "words" in file.relative_to(ROOT).parts
                if file.suffix in (".py", ".toml", ".csv") and not texts:
                    self._read(file)
                elif file.suffix in (".html", ".js"):
                    self._read_page(file)

    def _read(self, file: Path) -> None:
        content = file.read_text("utf-8")
        self.words |= set(re.findall(r"[A-Za-z0-9]+", content))
        if file.suffix != ".py":
            return
        known = product().get(str(file.relative_to(ROOT))) or source(content)
        for node in known.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.strings.add(node.value)
            elif isinstance(node, ast.JoinedStr) and re.match(r"[a-z]+\\\.", (pattern := _pattern(node)).pattern):
                self.patterns.append(pattern)
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "StrEnum":
                self.words |= set(re.findall(r"[a-z0-9]+", ast.unparse(node.args[1]).lower()))

    def _read_page(self, file: Path) -> None:
        """Pages name their words in quotes and in double brackets, or begin a name with `words.${`."""
        content = file.read_text("utf-8")
        self.strings.update(re.findall(r"[a-z_]+(?:\.[a-z_]+)+", content))
        self.patterns += [re.compile(re.escape(begun) + "(.*)") for begun in re.findall(r"`([a-z_.]+\.)\$\{", content)]

    def __contains__(self, key: str) -> bool:
        """Holes of an f-string are filled with words that stand somewhere: a key may still slip through."""
        names = {key, *(key.removesuffix(form) for form in (ONE, BRIEF, BUTTON))}
        if names & self.strings:
            return True
        found = (match for p in self.patterns for name in names if (match := p.fullmatch(name)))
        return any(all(self._known(hole) for hole in match.groups()) for match in found)

    def _known(self, hole: str) -> bool:
        return all(word in self.words for word in re.split(r"[._]", hole) if word)


def _pattern(node: ast.JoinedStr) -> re.Pattern[str]:
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.*)" for part in node.values]
    return re.compile("".join(parts))


@cache
def reported() -> UsedWords:
    return UsedWords()


@pytest.mark.slow
def test_every_sentence_is_used() -> None:
    assert [key for key in Words("en").sentences if key not in reported()] == []


@pytest.mark.slow
@pytest.mark.parametrize("key", ["screen.waited", "legion.headline.breakfasting", "nothing.at_all", "tide.tell.sung"])
def test_one_that_nothing_uses_would_be_found(key: str) -> None:
    assert key not in reported()
