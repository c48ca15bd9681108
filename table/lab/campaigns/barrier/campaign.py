"""`command-table campaign barrier`: is a card ever revealed early, in whatever order things happen?

Cards laid, swapped, covered and lifted, readers lost and found, locks by button and by touch, undo, a judge, power
cuts: in every order. Orders that lead to the same state go on as one, so that they can all be tried. At each step no
card may be named, nobody locked who did not lock, and nothing opened before both are.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from table.lab.campaigns.barrier.table import (
    BARRIER,
    EVERYTHING,
    BarrierAct,
    BarrierTable,
    EarlyRevealError,
    SampleShelf,
)
from table.lab.figures.figure import Figure
from table.lab.log_silence import unwarned
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.match import seals
from table.rules.prompts import Seal

Way: TypeAlias = tuple[BarrierAct, ...]
TOLD = 3
CONTROL_STEPS = 3_000


def _opened_at_once(answer: Answer, seal: Seal) -> tuple[Event, ...]:
    return (ev.CardSealed(answer.seat, seal.commitment), ev.SealOpened(answer.seat, seal.commitment, "", ""))


CONTROLS: Sequence[tuple[str, str, Callable[..., Any], str]] = (
    ("barrier.early_reveals.control", "lifted", lambda *_: (), "a table that overlooks a lifted card"),
    ("barrier.one_by_one.control", "lock", _opened_at_once, "a table that opens each card when it is locked"),
)


@dataclass
class Exploration:
    """The orders of some acts that were tried. Orders that lead to the same moment go on as one."""

    seen: set[Hashable]
    steps: int = 0
    depth: int = 0
    """Every order of this many acts was tried."""
    closed: bool = False
    """True if no longer order can lead to anything new."""
    reveals: int = 0
    early: list[str] = field(default_factory=list)


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Try at most `count` steps with each of the two sets of acts. `seed` has no effect, since nothing is random."""
    shelf = SampleShelf()
    with unwarned():
        barrier = explore(shelf, BARRIER, count, lambda steps: done(steps // 2))
        everything = explore(shelf, EVERYTHING, count, lambda steps: done((count + steps) // 2))
        controls = [_control(shelf, *control) for control in CONTROLS]
    early = [*barrier.early, *everything.early]
    steps, reveals = barrier.steps + everything.steps, barrier.reveals + everything.reveals
    yield Figure("barrier.early_reveals", len(early), "reveals", "<= 0", not early, steps, note="; ".join(early[:TOLD]))
    yield Figure(
        "barrier.states",
        len(barrier.seen),
        "states",
        n=barrier.steps,
        note=f"{_reach(barrier)} of {len(BARRIER)} acts: readers, locks, cuts and the judge",
    )
    yield Figure(
        "barrier.interleavings",
        len(EVERYTHING) ** everything.depth,
        "orders",
        n=everything.steps,
        note=f"{_reach(everything)} of {len(EVERYTHING)} acts: those, every button, undo and a unit that falls; "
        f"{len(everything.seen)} states; seed {seed} unused",
    )
    yield Figure(
        "barrier.reveals", reveals, "steps", "> 0", reveals > 0, steps, note="that end in a reveal, as they must"
    )
    yield from controls


def explore(shelf: SampleShelf, alphabet: Sequence[BarrierAct], most: int, done: Callable[[int], None]) -> Exploration:
    """Search breadth first from an empty table, in at most `most` steps, until the first early reveals."""
    first = BarrierTable(shelf)
    found = Exploration({first.moment})
    reached: list[tuple[BarrierTable, Way]] = [(first, ())]
    while reached and not found.early and found.steps + len(reached) * len(alphabet) <= most:
        following = list[tuple[BarrierTable, Way]]()
        for table, way in reached:
            for act in alphabet:
                other = _tried(table, (*way, act), found)
                if other is not None:
                    following.append((other, (*way, act)))
            found.steps += len(alphabet)
            done(found.steps)
        found.depth += 1
        reached = following
    found.closed = not reached
    return found


def _tried(table: BarrierTable, way: Way, found: Exploration) -> BarrierTable | None:
    """Return the table after the last act of this order, or None if nothing new can follow from there."""
    other = table.twin()
    try:
        other.does(*way[-1])
    except EarlyRevealError as error:
        found.early.append(f"{error}: {_told(way)}")
        return None
    found.reveals += other.revealed
    if other.over or (moment := other.moment) in found.seen:
        return None
    found.seen.add(moment)
    return other


def _control(shelf: SampleShelf, name: str, part: str, broken: Callable[..., Any], note: str) -> Figure:
    """Break a table on purpose."""
    with _replaced(part, broken):
        early = explore(shelf, BARRIER, CONTROL_STEPS, lambda _: None).early
    return Figure(name, len(early), "reveals", "fails", bool(early), note=f"{note}; first: {''.join(early[:1])}")


@contextmanager
def _replaced(part: str, broken: Callable[..., Any]) -> Iterator[None]:
    whole = getattr(seals, part)
    setattr(seals, part, broken)
    try:
        yield
    finally:
        setattr(seals, part, whole)


def _reach(found: Exploration) -> str:
    return f"every order, of any length ({found.depth} suffice)," if found.closed else f"every order of {found.depth}"


def _told(way: Way) -> str:
    return ", ".join(f"{seat or 'table'} {act}" for seat, act in way)
