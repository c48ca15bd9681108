"""Every exception class of the product belongs to the family of its package, and states whose fault it is."""

import ast
import builtins
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from hal.readers.errors import ChipLostError
from table.games.files.raw_list import ListError
from table.records.ports import JournalError
from table.rules.errors import CommandTableError, DiskError, InputError
from tests.sources import Source, product, source

HERE = Path(__file__).parents[2]
ROOTS = {
    "table": "CommandTableError",
    "lab": "CommandTableError",
    "hal": "HalError",
    "firmware_bridge": "",
    "sim_hardware": "",
}
"""The root of each package's exceptions; empty: the package raises builtins only."""
FAMILY = {"InputError", "OwnerError", "DeviceError", "DiskError", "ProgramError", "StoppedError"}
"""One class for each side that can be at fault."""
MAY_RAISE_RUNTIME_ERROR = {"lab.figures.firmware.firmware_loop"}
"""This one runs on MicroPython too, where nothing of `table` can be imported."""
STANDS_ALONE = {"table.rules.choice.sealed_choice"}
"""Other programs copy this one file, so it imports nothing of `table`."""
NO_ERROR = re.compile("(not an|no) Exception", re.IGNORECASE)
"""The docstring of a class that derives from BaseException reports it, and why."""
BUILTINS = {
    name: kind for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)
}


class Defined(NamedTuple):
    module: str
    name: str
    bases: tuple[str, ...]
    doc: str


def classes(sources: Mapping[str, Source]) -> Iterable[Defined]:
    for module, each in sources.items():
        for node in each.nodes:
            if isinstance(node, ast.ClassDef):
                bases = tuple(ast.unparse(base).rpartition(".")[2] for base in node.bases)
                yield Defined(module, node.name, bases, ast.get_docstring(node) or "")


def ancestors(name: str, bases: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [name]
    while ahead:
        for base in bases.get(ahead.pop(), set()) - found:
            found.add(base)
            ahead.append(base)
    return found


def outside_the_family(sources: Mapping[str, Source]) -> list[str]:
    """Each exception class that is outside, with the reason. Classes of one name count as one."""
    found = list(classes(sources))
    bases: dict[str, set[str]] = {}
    for each in found:
        bases.setdefault(each.name, set()).update(each.bases)
    wrong = []
    for each in found:
        above = ancestors(each.name, bases)
        if not any(name in BUILTINS or name.endswith(("Error", "Exception")) for name in above):
            continue
        place = f"{each.module}:{each.name}"
        root = ROOTS[each.module.partition(".")[0]]
        if above == {"BaseException"}:
            if not NO_ERROR.search(each.doc):
                wrong.append(f"{place} derives from BaseException and does not say why")
        elif each.name == root or each.module in STANDS_ALONE:
            continue
        elif root not in above:
            wrong.append(f"{place} does not derive from {root or 'builtins alone, as its package does'}")
        elif root == "CommandTableError" and each.name not in FAMILY and not above & FAMILY:
            wrong.append(f"{place} does not say whose fault it is")
    return wrong


def without_builtin(sources: Mapping[str, Source]) -> list[str]:
    """Return the exceptions of `table` below the six classes that no builtin and no library's class would catch."""
    found = [each for each in classes(sources) if each.module.startswith("table.")]
    bases: dict[str, set[str]] = {}
    for each in found:
        bases.setdefault(each.name, set()).update(each.bases)
    own = bases.keys() | FAMILY | {"CommandTableError", "Exception", "object"}
    return [
        f"{each.module}:{each.name}"
        for each in found
        if each.name not in FAMILY and (above := ancestors(each.name, bases)) & FAMILY and not above - own
    ]


def nameless(sources: Mapping[str, Source]) -> list[str]:
    """Return where `table` raises an error that does not say whose fault it is.

    A RuntimeError or an Exception never does. An OSError does with the system's own number and words.
    """
    return [
        f"{module}:{node.lineno} raises {name}"
        for module, each in sources.items()
        if module.startswith("table.") and module not in MAY_RAISE_RUNTIME_ERROR
        for node in each.nodes
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name | ast.Call)
        for made in [node.exc.func if isinstance(node.exc, ast.Call) else node.exc]
        for name in [ast.unparse(made)]
        if name in ("RuntimeError", "Exception")
        or (name == "OSError" and len(node.exc.args if isinstance(node.exc, ast.Call) else ()) < 2)
    ]


def modules() -> dict[str, Source]:
    return {path.removesuffix(".py").replace("/", "."): each for path, each in product().items()}


@pytest.mark.slow
def test_every_exception_class_belongs_to_its_packages_family() -> None:
    assert {name.partition(".")[0] for name in modules()} == ROOTS.keys()
    assert outside_the_family(modules()) == []


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("table.games.rule_set", "class LoneError(ValueError): ..."),
        ("table.games.rule_set", "import click\nclass LoneError(click.ClickException): ..."),
        ("table.games.rule_set", "class LoneError(CommandTableError, ValueError): ..."),
        ("table.games.rule_set", "def inside():\n    class LoneError(Exception): ..."),
        ("table.games.rule_set", "class PowerCut(BaseException):\n    '''The end.'''"),
        ("hal.readers.reader", "class LoneError(OSError): ..."),
        ("sim_hardware.gpio", "class LoneError(RuntimeError): ..."),
    ],
)
@pytest.mark.slow
def test_a_class_outside_the_family_is_found(module: str, text: str) -> None:
    roots = {name: modules()[name] for name in ("table.rules.errors", "hal.errors")}
    found = outside_the_family({**roots, f"{module}_": source(text)})
    assert len(found) == 1
    assert found[0].startswith(f"{module}_:")


@pytest.mark.slow
def test_an_error_is_caught_by_a_builtin_too() -> None:
    assert without_builtin(modules()) == []


def test_an_error_without_a_builtin_is_found() -> None:
    text = (
        "class StuckError(StoppedError): ...\nclass DeepError(StuckError): ...\nclass Error(InputError, OSError): ..."
    )
    assert without_builtin({"table.a": source(text)}) == ["table.a:StuckError", "table.a:DeepError"]


@pytest.mark.slow
def test_what_is_raised_reports_whose_fault_it_is() -> None:
    assert nameless(modules()) == []


def test_an_error_without_a_fault_is_found() -> None:
    text = 'raise OSError("gone")\nraise OSError(28, "full", "path")\nraise RuntimeError\nraise ValueError("3")\nraise'
    assert nameless({"table.a": source(text), "hal.a": source(text)}) == [
        "table.a:1 raises OSError",
        "table.a:3 raises RuntimeError",
    ]


@pytest.mark.slow
def test_each_side_that_can_be_at_fault_has_its_class() -> None:
    errors = modules()["table.rules.errors"]
    assert {each.name for each in classes({"": errors}) if each.bases == ("CommandTableError",)} == FAMILY


def test_the_glossary_states_of_each_what_is_at_fault() -> None:
    glossary = (HERE / "docs/develop/glossary.md").read_text(encoding="utf-8")
    assert [name for name in sorted(FAMILY) if f"| `{name}` |" not in glossary] == []


def test_an_error_of_the_table_is_caught_by_its_side_its_root_and_its_builtin() -> None:
    assert issubclass(JournalError, DiskError)
    assert issubclass(JournalError, OSError)
    assert issubclass(ListError, InputError)
    assert issubclass(ListError, ValueError)
    assert issubclass(DiskError, CommandTableError)
    assert issubclass(ChipLostError, OSError)
