"""Rooms and arrows: a room is a folder or a loose module, an arrow is an import from one room into another."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import count, pairwise
from typing import TypeAlias

from lab.house.sources import Import, Sources

ROOT = "table"
Arrow: TypeAlias = tuple[str, str]
"""(importing room, imported room)"""


@dataclass(frozen=True)
class Plan:
    rooms: frozenset[str]
    arrows: Mapping[Arrow, int]
    """The number of module pairs behind each arrow."""

    @property
    def back(self) -> frozenset[Arrow]:
        """Return the back arrows: the smallest set whose removal leaves no circle."""
        return smallest_cut(self.arrows)

    @property
    def floors(self) -> int:
        """Return the number of rooms on the longest path, back arrows left out."""
        return longest_way(self.rooms, self.arrows.keys() - self.back)


def plan(sources: Sources, imported: Iterable[Import], depth: int = 1) -> Plan:
    """Return the rooms directly under `table`, and each other package as a room; `depth` 2 goes one level deeper.

    An `__init__` with code is a loose module of its folder, except that of `table`, which is not a room.
    """

    def room(module: str) -> str | None:
        parts = module.split(".")
        deep = depth + 1 if parts[0] == ROOT else depth
        door = module in sources.packages and len(parts) < deep
        if module == ROOT or (door and sources.empty(module)):
            return None
        return ".".join(parts[:deep])

    return _plan(sources.modules, imported, room)


def folder_plan(sources: Sources, imported: Iterable[Import], folder: str) -> Plan:
    """Return the folders and loose modules directly in one folder, and the arrows between them."""
    deep = folder.count(".") + 2

    def room(module: str) -> str | None:
        return ".".join(module.split(".")[:deep]) if module.startswith(f"{folder}.") else None

    return _plan(sources.modules, imported, room)


def all_back(sources: Sources, imported: Iterable[Import]) -> tuple[Arrow, ...]:
    """Return the back arrows between the rooms, and between the parts of each folder."""
    known = frozenset(imported)
    folders = (folder_plan(sources, known, folder) for folder in sorted(sources.packages - {ROOT}))
    return tuple(arrow for each in (plan(sources, known), *folders) for arrow in sorted(each.back))


def largest_folder(sources: Sources) -> tuple[str, int]:
    """Return the folder of `table` with the most loose modules, and their number."""
    sizes = {each: len(sources.loose(each)) for each in sources.packages if each.split(".")[0] == ROOT}
    return max(sorted(sizes.items()), key=lambda entry: entry[1])


def smallest_cut(arrows: Mapping[Arrow, int]) -> frozenset[Arrow]:
    """Return the fewest arrows whose removal leaves no circle; of equal sets the one with the fewest imports.

    It tries every arrow of a circle: fast for a few circles, slow for dozens.
    """
    for most in count():
        found = set(_cuts(frozenset(arrows), most))
        if found:
            return min(found, key=lambda cut: (sum(arrows[arrow] for arrow in cut), sorted(cut)))
    raise AssertionError("no arrows have no circle")


def longest_way(rooms: Iterable[str], arrows: Iterable[Arrow]) -> int:
    """Return the number of rooms on the longest path. Raises graphlib.CycleError for a circle."""
    below = _below(arrows)
    height: dict[str, int] = {}
    for room in TopologicalSorter({**dict.fromkeys(rooms, ()), **below}).static_order():
        height[room] = 1 + max((height[each] for each in below.get(room, ())), default=0)
    return max(height.values(), default=0)


def _plan(modules: Iterable[str], imported: Iterable[Import], room: Callable[[str], str | None]) -> Plan:
    between = ((room(importer), room(target)) for importer, target in imported)
    arrows = Counter((one, other) for one, other in between if one and other and one != other)
    return Plan(frozenset(found for found in map(room, modules) if found), dict(arrows))


def _cuts(arrows: frozenset[Arrow], most: int) -> Iterator[frozenset[Arrow]]:
    """Yield sets of at most `most` arrows whose removal leaves no circle. Some of them are larger than needed."""
    circle = _circle(arrows)
    if not circle:
        yield frozenset()
    elif most:
        for arrow in circle:
            yield from (rest | {arrow} for rest in _cuts(arrows - {arrow}, most - 1))


def _circle(arrows: Iterable[Arrow]) -> tuple[Arrow, ...]:
    try:
        TopologicalSorter(_below(arrows)).prepare()
    except CycleError as error:
        rooms: list[str] = error.args[1]
        return tuple((importer, target) for target, importer in pairwise(rooms))
    return ()


def _below(arrows: Iterable[Arrow]) -> dict[str, set[str]]:
    below: dict[str, set[str]] = {}
    for importer, target in arrows:
        below.setdefault(importer, set()).add(target)
    return below
