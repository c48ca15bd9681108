"""The corrections in a match of Infinity, and their effects (TB-76)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from table.games.infinity.rules.corrections import roster_corrections as roster
from table.games.infinity.rules.corrections.roster_corrections import ORDER
from table.games.infinity.rules.model.forces import MOST_LIEUTENANT_ORDERS, TOKENS
from table.games.infinity.rules.model.mission_labels import word_option
from table.games.infinity.rules.model.mission_state import (
    InfinitySide,
    Mission,
    SpentToken,
    with_members,
    with_order,
    with_side,
    with_turn,
)
from table.games.infinity.rules.model.order_tokens import (
    COMMAND,
    IRREGULAR,
    LIEUTENANT,
    REGULAR,
    SPEEDBALL,
    TACTICAL,
    Heap,
    of_kind,
    regular,
)
from table.rules import corrections
from table.rules.corrections import CorrectablePoint, Corrected, CorrectionSteps
from table.rules.kept import MemoOfTwo
from table.rules.prompts import Option
from table.rules.seats import Seat
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut

POOL = "pool."
OFF, ON = "off", "on"
MOST_SPEEDBALLS = 4
LIEUTENANT_LEFT, OBJECTIVE = "lieutenant_left", "objective"
MARKS = ("suppressive", "leader", "steady")
"""The states of a trooper that the table tracks, but that can end by rules unknown to it."""


def points(mission: Mission, seat: Seat) -> Sequence[CorrectablePoint]:
    if not _can_correct(mission):
        return ()
    return (*_of_side(mission, seat), *roster.points(mission, seat), *_of_marks(mission.side(seat)))


def listed(mission: Mission, seat: Seat) -> Iterator[Option]:
    """Yield the listed entries: a family of the roster stands for all of its troopers."""
    if _can_correct(mission):
        yield from (point.listed for point in _of_side(mission, seat))
        yield from OF_MEMBERS(mission.side(seat))


def _can_correct(mission: Mission) -> bool:
    return mission.active is not None and not mission.busy


def _of_side(mission: Mission, seat: Seat) -> Iterator[CorrectablePoint]:
    side = mission.side(seat)
    yield CorrectablePoint(COMMAND, text("infinity.correct.command"), side.tokens or 0, most=TOKENS + bool(side.bonus))
    if mission.season is not None:
        most = mission.season.most
        yield CorrectablePoint(OBJECTIVE, text("infinity.correct.objective"), side.objective_points, most=most)
    most = max(MOST_SPEEDBALLS, side.speedballs)
    yield CorrectablePoint(SPEEDBALL, text("infinity.correct.speedball"), side.speedballs, most=most)
    yield CorrectablePoint(
        LIEUTENANT, text("infinity.correct.lieutenant"), side.lieutenant_orders or 0, most=MOST_LIEUTENANT_ORDERS
    )
    if roster.counted(mission, seat):
        left = text("infinity.correct.lieutenant_left")
        yield CorrectablePoint(LIEUTENANT_LEFT, left, side.lieutenant_left, most=MOST_LIEUTENANT_ORDERS)
        pools = dict(side.pools)
        for group in sorted({member.group for member in side.members}):
            now = pools.get(group, 0)
            name = text("infinity.correct.pool", group=group)
            id = of_kind(f"{POOL}{group}", regular(group, mission.heaps))
            yield CorrectablePoint(id, name, now, most=max(roster.givers(side, group), now))


def _of_marks(side: InfinitySide) -> Iterator[CorrectablePoint]:
    for member in side.members:
        for mark in MARKS:
            if getattr(member, mark):
                name = text(f"infinity.correct.{mark}", name=member.name)
                words = (word_option("mark", ON), word_option("mark", OFF))
                yield CorrectablePoint(f"{mark}.{member.id}", name, ON, words)


OF_MEMBERS = MemoOfTwo[InfinitySide, tuple[Option, ...]](
    lambda side: (*roster.families(side), *(point.listed for point in _of_marks(side)))
)
"""The lists of possible corrections of a side's troopers."""


def spendable(mission: Mission, seat: Seat) -> Counter[str]:
    """Return the tokens of the orders that the seat can still spend, by kind, as far as the table has heaps for them.

    The order of a trooper that was off the table at the order count has none (IA-04).
    """
    side, tokens = mission.side(seat), Counter[str]()
    for group, n in side.pools:
        tokens[regular(group, mission.heaps)] += n
    apart = (
        (IRREGULAR, sum(member.own_order and not member.apart for member in side.members)),
        (TACTICAL, sum(member.tactical_order for member in side.members)),
        (LIEUTENANT, side.lieutenant_left),
    )
    tokens.update({kind: n for kind, n in apart if kind in mission.heaps})
    return tokens


def moved(before: Mission, after: Mission, seat: Seat) -> tuple[Heap, ...]:
    """Return the tokens, more (or fewer) by kind, that follow from one state to the other."""
    had, has = spendable(before, seat), spendable(after, seat)
    return tuple((kind, by) for kind in sorted({*had, *has}) if (by := has[kind] - had[kind]))


def _heaps(mission: Mission, x: Corrected) -> tuple[Heap, ...]:
    """Return the order tokens by kind. It is empty with one heap for all, where the number is enough."""
    return moved(mission, corrected(mission, x), x.seat) if mission.heaps else ()


CORRECTING = CorrectionSteps[Mission](points, listed, _heaps)


def corrected(mission: Mission, x: Corrected) -> Mission:
    side = mission.side(x.seat)
    if x.what == COMMAND:
        return _tokens(mission, x)
    if x.what == SPEEDBALL:
        return with_side(mission, x.seat, speedballs=side.speedballs + x.more)
    if x.what.startswith(POOL):
        return with_order(mission, x.seat, int(x.what.split(".")[1]), x.more)
    if x.what == OBJECTIVE:
        return with_side(mission, x.seat, objective_points=x.to)
    if x.what == LIEUTENANT:
        return with_side(mission, x.seat, lieutenant_orders=x.to)
    if x.what == LIEUTENANT_LEFT:
        return with_side(mission, x.seat, lieutenant_left=x.to)
    if (of_trooper := roster.corrected(mission, x)) is not None:
        return of_trooper
    mark, _, trooper = x.what.partition(".")
    return with_members(mission, x.seat, (trooper,), **{mark: False})


def _tokens(mission: Mission, x: Corrected) -> Mission:
    """Correct the command tokens.

    A corrected token that returns is the last one spent. A token that was spent unknown to the table has no named use.
    """
    side = mission.side(x.seat)
    spent = side.spent[: -x.added] if x.added else (*side.spent, *[SpentToken("", mission.round)] * x.taken)
    mission = with_side(mission, x.seat, tokens=(side.tokens or 0) + x.more, spent=spent)
    if x.seat is not mission.active:
        return mission
    return with_turn(mission, spent=max(0, mission.turn.spent - x.more))


def _kind(what: str) -> str:
    """Return the kind of token that a correction moves; empty if it moves none."""
    if what.startswith((POOL, ORDER)):
        return (*what.split("."), REGULAR)[2]
    return what if what in (COMMAND, SPEEDBALL) else ""


def _tokens_out(x: Corrected) -> tuple[HandOut, ...]:
    if x.heaps:
        return tuple(HandOut(x.seat, kind, n) for kind, n in x.heaps if n > 0)
    kind = _kind(x.what)
    return (HandOut(x.seat, kind, x.added),) if x.added and kind else ()


def _tokens_back(_: Mission, x: Corrected) -> tuple[HandBack, ...]:
    if x.heaps:
        return tuple(HandBack(x.seat, kind, -n, later=True) for kind, n in x.heaps if n < 0)
    kind = _kind(x.what)
    return (HandBack(x.seat, kind, x.taken, later=True),) if x.taken and kind else ()


ROWS = corrections.rows(corrected, _tokens_out, _tokens_back)
