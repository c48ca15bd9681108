"""Names say what a thing does or is: no function, variable, parameter, field or module is called `reported` or `said`.

`reported` stood for a notice, a message, a line, a view and a callback. The field's verb distinguishes them.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.sources import ROOT, Source, product, source

VAGUE = re.compile(r"(?:^|_)(?:told|said|says|tells?|hears?|anew)(?:_|$)", re.IGNORECASE)
OUTSIDE = {
    "table/records/archive.py:tell": "the method of Python's file protocol",
    "table/rules/result.py:SAID": "a value in results and match files",
    "table/games/tide_of_iron/rules/model/battle_state.py:SAID": "a value in match files",
}
"""`file:name` -> the reason why it stays: outsiders read or write it."""
PAGES = re.compile(
    r"\b(?:const|let|var|function|class)\s+(\w+)|^\s*(?:async\s+|static\s+)*(\w+)\([^()]*\)\s*\{$|[({,]\s*(\w+)\s*(?:[,)}]|:\s*\()",
    re.MULTILINE,
)
"""The names that a script of a page gives: constants, functions, methods and parameters."""


def named(path: str, of: Source) -> Iterator[str]:
    """Yield the name of the module, and each name that it gives to something."""
    yield from path.removesuffix(".py").removesuffix("/__init__").split("/")
    for node in of.nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case _:
                pass


def vague(sources: Mapping[str, Source]) -> set[str]:
    """Return the vague names that no outsider holds on to, each as `room:name`."""
    return {
        f"{room_of(path)}:{name}"
        for path, of in sources.items()
        for name in named(path, of)
        if VAGUE.search(name) and f"{path}:{name}" not in OUTSIDE
    }


def vague_in_page(text: str) -> set[str]:
    """Return the vague names that a script gives. Words of comments and strings are no names."""
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    return {name for found in PAGES.findall(code) for name in found if name and VAGUE.search(name)}


def room_of(path: str) -> str:
    return "/".join(path.split("/")[:2])


def files(suffix: str, places: Iterable[str]) -> Iterator[Path]:
    """Yield the checkout's files with this suffix in these folders."""
    for place in places:
        yield from (file for file in sorted((ROOT / place).rglob(f"*{suffix}")) if "node_modules" not in file.parts)


@pytest.mark.slow
def test_no_name_is_vague() -> None:
    assert sorted(vague(product())) == []


@pytest.mark.slow
@pytest.mark.parametrize("place", ["tests", "lab/tests", "examples", "docs"])
def test_no_name_of_a_test_or_an_example_is_vague(place: str) -> None:
    found = set[str]()
    for file in files(".py", (place,)):
        path = str(file.relative_to(ROOT))
        found |= vague({path: source(file.read_text("utf-8"))})
    assert sorted(found) == []


def test_no_name_in_a_script_is_vague() -> None:
    found = {
        f"{file.relative_to(ROOT)}:{name}"
        for suffix in (".js", ".mjs")
        for file in files(suffix, ("table", "lab", "examples", "docs"))
        for name in vague_in_page(file.read_text("utf-8"))
    }
    assert sorted(found) == []


@pytest.mark.parametrize(
    "line",
    ["def _told(): ...", "def play(told_lists): ...", "said = 1", "self.says = 2", "class Notice:\n    anew: bool"],
)
def test_a_vague_name_is_found(line: str) -> None:
    assert len(vague({"table/screen/a.py": source(line)})) == 1


@pytest.mark.parametrize(
    "line",
    [
        "const told = 1;",
        "function says(a) {",
        "  told(message) {",
        "const page = { says: (a) => a };",
        "x((said) => 1);",
    ],
)
def test_a_vague_name_in_a_script_is_found(line: str) -> None:
    assert len(vague_in_page(line)) == 1


def test_a_vague_module_is_found() -> None:
    assert vague({"table/view/told.py": source("")}) == {"table/view:told"}


@pytest.mark.parametrize("line", ["retold = 1", "def teller(): ...", "print(said)"])
def test_other_names_are_well(line: str) -> None:
    assert vague({"table/screen/a.py": source(line)}) == set()


@pytest.mark.parametrize("line", ["// it said so", "/* told(x) { */", 'const a = "told";'])
def test_words_of_a_script_are_no_names(line: str) -> None:
    assert vague_in_page(line) == set()
