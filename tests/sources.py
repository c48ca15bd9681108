"""The modules of the product and the lab as syntax trees, read once for all tests that look for something in them."""

import ast
import gc
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGES = ("table", "hal", "firmware_bridge", "sim_hardware", "lab")


class Source(NamedTuple):
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    """Every node of the tree, in the order of `ast.walk`."""


def source(text: str) -> Source:
    tree = ast.parse(text)
    return Source(text, tree, tuple(ast.walk(tree)))


@cache
def product() -> Mapping[str, Source]:
    """Return every module of the product and the lab by its path from the checkout's root, such as `hal/events.py`."""
    tests = {ROOT / "lab" / "tests"}
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    files = [file for file in files if tests.isdisjoint(file.parents)]
    found = {str(file.relative_to(ROOT)): source(file.read_text("utf-8")) for file in files}
    gc.freeze()  # half a million objects that stay
    return found


def imported_packages(rooms: Collection[str]) -> set[str]:
    """Return the first part of each absolute import in these packages."""
    nodes = (node for path, module in product().items() if path.partition("/")[0] in rooms for node in module.nodes)
    found: set[str] = set()
    for node in nodes:
        match node:
            case ast.Import():
                found.update(alias.name.partition(".")[0] for alias in node.names)
            case ast.ImportFrom(module=str(name), level=0):
                found.add(name.partition(".")[0])
            case _:
                pass
    return found
