"""A class name occurs once in the product, so that a traceback says which is meant; an exception's ends in `Error`."""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping

import pytest

from tests.sources import Source, product, source

STORED = "an event: its name lies in journals and match files, and each game may have one of this name"
FACT = "one word for one fact: the device's report, and the match's command for it, which cannot import it"
MAY_BE_DOUBLE = {
    "AllRoundsPlayed": STORED,
    "EffectResolved": STORED,
    "RoundBegan": STORED,
    "HopperLevel": FACT,
    "PayoutEnded": FACT,
    "PayoutUnheard": FACT,
    "PayoutUnknown": FACT,
    "TokenLate": FACT,
    "TokenPassed": FACT,
    "SpiDev": "py-spidev's own name, which its look-alike and the shim that is imported in its place have to bear",
}
"""Name -> the reason."""
BUILTINS = {name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)}


def classes(sources: Mapping[str, Source]) -> Iterator[tuple[str, ast.ClassDef]]:
    """Every class with its file, those inside functions and classes too."""
    for file, each in sources.items():
        yield from ((file, node) for node in each.nodes if isinstance(node, ast.ClassDef))


def double(sources: Mapping[str, Source]) -> dict[str, list[str]]:
    files: dict[str, list[str]] = {}
    for file, node in classes(sources):
        files.setdefault(node.name, []).append(file)
    return {name: places for name, places in files.items() if len(places) > 1}


def without_suffix(found: Iterable[tuple[str, ast.ClassDef]]) -> list[str]:
    """Exceptions whose name does not end in `Error`. What derives from BaseException alone is no error."""
    return [
        f"{file}: {node.name}"
        for file, node in found
        for base in [ast.unparse(base).rpartition(".")[2] for base in node.bases]
        if (base.endswith(("Error", "Exception")) or base in BUILTINS) and base != "BaseException"
        if not node.name.endswith("Error")
    ]


@pytest.mark.slow
def test_no_class_name_occurs_twice() -> None:
    assert {name: files for name, files in double(product()).items() if name not in MAY_BE_DOUBLE} == {}


@pytest.mark.slow
def test_what_may_be_double_is_double() -> None:
    assert set(MAY_BE_DOUBLE) <= set(double(product()))


def test_a_name_that_occurs_twice_is_found() -> None:
    sources = {"a.py": source("class Job: ..."), "b.py": source("def inside():\n    class Job: ...")}
    assert double(sources) == {"Job": ["a.py", "b.py"]}


@pytest.mark.slow
def test_every_exceptions_name_ends_in_error() -> None:
    assert without_suffix(classes(product())) == []


def test_an_exception_without_the_suffix_is_found() -> None:
    found = source("class Lost(OSError): ...\nclass Cut(BaseException): ...\nclass Torn(table.JournalError): ...")
    assert without_suffix(classes({"a.py": found})) == ["a.py: Lost", "a.py: Torn"]
