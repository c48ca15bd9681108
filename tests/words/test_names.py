"""No function, variable, parameter, field or module bears a word that says neither what it does nor what it is.

`told` stood for a notice, a message, a line, a view and a callback. The verb of the field names each of them.
"""

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

from tests.sources import Source, product, source

ROOMS = ("table/", "hal/", "firmware_bridge/", "sim_hardware/", "lab/")
VAGUE = re.compile(r"(?:^|_)(?:told|said|says|tell|tells|hears?|anew)(?:_|$)")
EVENT = "a field of an event in journals and match files"
OUTSIDE = {
    "table/rules/match/events.py:told": EVENT,
    "table/rules/corrections.py:said": EVENT,
    "table/games/infinity/rules/uses/use_parts.py:said": EVENT,
    "table/view/hall.py:told": "a field of the messages to the hall (`docs/play/hall.md`)",
    "table/records/archive.py:tell": "the method of Python's file protocol",
}
"""`file:name` -> the reason why it stays: outsiders read or write it."""


def named(path: str, of: Source) -> Iterator[str]:
    """Yield the name of the module, and each name that it gives to something."""
    yield from path.removesuffix(".py").removesuffix("/__init__").split("/")
    for node in of.nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def vague(sources: Mapping[str, Source]) -> set[str]:
    """Return the vague names that no outsider holds on to, each as `room:name`."""
    return {
        f"{room_of(path)}:{name}"
        for path, of in sources.items()
        for name in named(path, of)
        if VAGUE.search(name) and f"{path}:{name}" not in OUTSIDE
    }


def room_of(path: str) -> str:
    return "/".join(path.split("/")[:2])


def of_rooms() -> dict[str, Source]:
    return {path: of for path, of in product().items() if path.startswith(ROOMS) and "/tests/" not in path}


@pytest.mark.slow
def test_no_name_is_vague() -> None:
    assert sorted(vague(of_rooms())) == []


@pytest.mark.parametrize(
    "line",
    ["def _told(): ...", "def play(told_lists): ...", "said = 1", "self.says = 2", "class Notice:\n    anew: bool"],
)
def test_a_vague_name_is_found(line: str) -> None:
    assert len(vague({"table/screen/a.py": source(line)})) == 1


def test_a_vague_module_is_found() -> None:
    assert vague({"table/view/told.py": source("")}) == {"table/view:told"}


@pytest.mark.parametrize("line", ["retold = 1", "def teller(): ...", "print(said)"])
def test_other_names_are_none(line: str) -> None:
    assert vague({"table/screen/a.py": source(line)}) == set()
