"""Marks that depend on each other: which options of a list can be marked together, and in which order."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

Kind: TypeAlias = tuple[frozenset[Any], frozenset[Any]]
Alike: TypeAlias = tuple[frozenset[Any], frozenset[Any], frozenset[Any]]


class MarkWay(Struct, frozen=True):
    """A way by which one option can get its mark. Each way is used once, unconditional ones in their order."""

    to: tuple[str, ...]
    """The options that it reaches."""
    after: str = ""
    """The option that must be marked before; empty for no condition."""


class Marks(Struct, frozen=True):
    """Marked options in an order in which they can be marked, each with its own way."""

    order: tuple[str, ...] = ()
    held: tuple[tuple[int, str], ...] = ()
    """The unconditional ways that are used, each with its option."""
    chained: tuple[tuple[int, str], ...] = ()
    """The conditional ways that are used, each with its option."""

    @property
    def ways(self) -> dict[str, int]:
        """Return the place of each option's way, by the option."""
        return {option: way for way, option in (*self.held, *self.chained)}


def found(ways: Sequence[MarkWay], wanted: Sequence[str]) -> Marks | None:
    """Return a way for each wanted option; None if there are too few.

    Unconditional ways come first, and as many as possible are used. Options that are reached by the same ways and open
    the same ways are interchangeable, so a long list of equal options takes few steps.
    """
    if not _has_enough(ways, wanted):
        return None
    reach = [frozenset((*way.to, way.after)) for way in ways]
    kinds = {option: _kind(ways, reach, option) for option in wanted}
    failed = set[Alike]()
    open_to: list[Iterator[Marks]] = [iter((Marks(),))]
    while open_to:
        if (marks := next(open_to[-1], None)) is None:
            open_to.pop()
            continue
        if not (left := [option for option in wanted if option not in marks.order]):
            return marks
        alike = _alike(marks, reach, kinds)
        if alike in failed:
            continue
        failed.add(alike)
        others = dict[Kind, str]()
        for option in left:
            others.setdefault(kinds[option], option)
        open_to.append(_next(ways, reach, marks, [*others.values()]))
    return None


def _kind(ways: Sequence[MarkWay], reach: Sequence[frozenset[str]], option: str) -> Kind:
    """Return all ways that reach an option, those without a condition one by one, and the ways that it opens."""
    reaching = [(each, -1 if way.after else place) for place, (way, each) in enumerate(zip(ways, reach, strict=True))]
    opened = [each for way, each in zip(ways, reach, strict=True) if way.after == option]
    return frozenset(each for each in reaching if option in each[0]), frozenset(Counter(opened).items())


def _alike(marks: Marks, reach: Sequence[frozenset[str]], kinds: Mapping[str, Kind]) -> Alike:
    """Return the part of marks that affects later ones: the number of each kind, and the number of used ways."""
    held = Counter(kinds[option] for _, option in marks.held)
    chained = Counter(kinds[option] for _, option in marks.chained)
    used = Counter(reach[place] for place, _ in marks.chained)
    return frozenset(held.items()), frozenset(chained.items()), frozenset(used.items())


def additions(ways: Sequence[MarkWay], marked: Sequence[str], options: Iterable[str]) -> tuple[str, ...]:
    """Return the options that can be marked in addition to the marked ones."""
    return tuple(each for each in options if each not in marked and found(ways, (*marked, each)) is not None)


def kept(ways: Sequence[MarkWay], wanted: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the wanted options that can be marked together. Earlier ones take precedence."""
    marked: tuple[str, ...] = ()
    more = True
    while more:
        more = False
        for each in wanted:
            if each not in marked and found(ways, (*given, *marked, each)) is not None:
                marked, more = (*marked, each), True
    return tuple(each for each in wanted if each in marked)


def _next(
    ways: Sequence[MarkWay], reach: Sequence[frozenset[str]], marks: Marks, left: Sequence[str]
) -> Iterator[Marks]:
    """Yield the marks with one more option. Of equal conditional ways only the first is tried."""
    for option in left:
        holder = dict(marks.held)
        if _is_placed(ways, option, holder, set(), frozenset()):
            yield Marks((*marks.order, option), tuple(sorted(holder.items())), marks.chained)
    used, seen = dict(marks.chained), set[frozenset[str]]()
    for place, way in enumerate(ways):
        if way.after in marks.order and place not in used and reach[place] not in seen:
            seen.add(reach[place])
            for option in left:
                if option in way.to:
                    yield Marks((*marks.order, option), marks.held, (*marks.chained, (place, option)))


def _has_enough(ways: Sequence[MarkWay], wanted: Sequence[str]) -> bool:
    """True if each wanted option has a way of its own, whichever comes first."""
    holder: dict[int, str] = {}
    return all(_is_placed(ways, option, holder, set(), frozenset(wanted)) for option in wanted)


def _is_placed(
    ways: Sequence[MarkWay], option: str, holder: dict[int, str], seen: set[int], marked: frozenset[str]
) -> bool:
    """Give an option a way, and move other options to other ways if needed.

    Conditional ways count for these marked options only.
    """
    for place, way in enumerate(ways):
        open_to = not way.after or (way.after in marked and way.after != option)
        if place in seen or option not in way.to or not open_to:
            continue
        seen.add(place)
        if place not in holder or _is_placed(ways, holder[place], holder, seen, marked):
            holder[place] = option
            return True
    return False
