"""`command-table campaign triggers`: does everything that cards and keywords do come by itself, at its moment?

Random pairs of armies play whole matches. A second reading of the data, which shares no rule with the table, says what
is due at each moment; the journal must say it in time. Nothing that a rule opens may have to be looked for in the list
of what is always possible. Each card that acts at a moment of its own is then played alone, and its act must take two
presses at most. The controls leave out some reminders, and hide the questions of cards in that list.
"""

from collections.abc import Callable, Iterator

from lab.figure import Figure
from lab.presses.ways import Goal, NoWayError, way
from lab.systems import all_trials
from table.rules.prompts import AnyPrompt, Value
from table.rules.seats import Seat
from table.session.focus import SeatFocus


def campaign(count: int, seed: int, done: Callable[[int], None]) -> Iterator[Figure]:
    """Play `count` matches of each game that has a trial of its moments."""
    for _, trials in all_trials():
        if trials.triggers is not None:
            yield from trials.triggers(count, seed, done, fewest_presses)
    done(count)


def fewest_presses(seat: Seat, prompts: tuple[AnyPrompt, ...], prompt: AnyPrompt, value: Value) -> int | None:
    """Return the fewest presses by which a seat gives an answer from its first focus; None if there is no way."""
    try:
        return len(way(seat, prompts, SeatFocus(seat, prompts).settle(None), Goal(prompt, value)))
    except NoWayError:
        return None
