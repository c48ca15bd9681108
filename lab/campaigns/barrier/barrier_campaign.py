"""`command-table campaign barrier`: is a card ever revealed early, in any order of acts?

The acts: lay, swap, cover and lift cards, lose and find readers, lock by button and by touch, undo, a judge, power
cuts, and the acts of phones that play the seats. Every order of them is tried; orders that lead to the same state are
merged, which makes this possible. After each step no card may be named, no seat may be locked that did not lock, and
no seal may be open before both seats have locked.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest.mock import patch

from lab.campaigns.barrier.barrier_table import AT_PHONES, BARRIER, EVERYTHING, PHONE_ACTS, BarrierTable, SampleShelf
from lab.campaigns.order_search import explore, reach
from lab.figure import Figure, control_of, none_of
from lab.log_silence import unwarned
from table.rules.commands import Answer
from table.rules.game import Event
from table.rules.match import events as ev
from table.rules.match import seals
from table.rules.prompts import Seal

SHOWN = 3
CONTROL_STEPS = 3_000


def _opened_at_once(answer: Answer, seal: Seal) -> tuple[Event, ...]:
    return (ev.CardSealed(answer.seat, seal.commitment), ev.SealOpened(answer.seat, seal.commitment, "", ""))


BY_PHONE = tuple(act for act in AT_PHONES if act[1] in PHONE_ACTS)
CONTROLS: Sequence[tuple[str, str, Callable[..., Any], str]] = (
    ("barrier.early_reveals.control", "lifted", lambda *_: (), "a table that ignores a lifted card"),
    ("barrier.one_by_one.control", "lock", _opened_at_once, "a table that opens each card when it is locked"),
)
CONTROL_BY_PHONE = ("barrier.phones.control", "lock", _opened_at_once, "the same, by phones alone")


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Try at most `count` steps with each of the three sets of acts. `seed` has no effect: nothing is random."""
    shelf = SampleShelf()
    with unwarned():
        barrier = explore(BarrierTable(shelf), BARRIER, count, lambda steps: done(steps // 3))
        everything = explore(BarrierTable(shelf), EVERYTHING, count, lambda steps: done((count + steps) // 3))
        phones = explore(
            BarrierTable(shelf, phones=True), AT_PHONES, count, lambda steps: done((2 * count + steps) // 3)
        )
        controls = [_control(shelf, *control) for control in CONTROLS]
        controls.append(_control(shelf, *CONTROL_BY_PHONE, phones=True))
    searches = (barrier, everything, phones)
    early = [each for one in searches for each in one.found]
    steps, reveals = sum(one.steps for one in searches), sum(one.reveals for one in searches)
    note = "; ".join(early[:SHOWN])
    yield none_of("barrier.early_reveals", early, "reveals", steps, note=note)
    note = f"{reach(barrier)} of {len(BARRIER)} acts: readers, locks, cuts and the judge"
    yield Figure("barrier.states", len(barrier.seen), "states", n=barrier.steps, note=note)
    acts = f"{len(EVERYTHING)} acts: these, every button, undo and a unit's defeat"
    note = f"{reach(everything)} of {acts}; {len(everything.seen)} states; seed {seed} unused"
    orders = len(EVERYTHING) ** everything.depth
    yield Figure("barrier.interleavings", orders, "orders", n=everything.steps, note=note)
    note = f"{reach(phones)} of {len(AT_PHONES)} acts: phones beside readers, panels, cuts and the judge"
    yield Figure("barrier.phones.states", len(phones.seen), "states", n=phones.steps, note=note)
    yield Figure("barrier.reveals", reveals, "steps", "> 0", reveals > 0, steps, note="steps that end in a reveal")
    yield from controls


def _control(
    shelf: SampleShelf, name: str, part: str, broken: Callable[..., Any], note: str, *, phones: bool = False
) -> Figure:
    """Search a table that is broken on purpose; with `phones`, by their acts alone."""
    with patch.object(seals, part, broken):
        acts = BY_PHONE if phones else BARRIER
        early = explore(BarrierTable(shelf, phones=phones), acts, CONTROL_STEPS, lambda _: None).found
    return control_of(name, len(early), "reveals", note=f"{note}; first: {''.join(early[:1])}")
