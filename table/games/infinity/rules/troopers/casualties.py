"""Changes of troopers at any time: they fall unconscious, die, and return; speedballs are used."""

from collections.abc import Callable, Iterable, Sequence

from table.games.infinity.rules.model.forces import GROUP_SIZE
from table.games.infinity.rules.model.mission_labels import ASK, line, member_options, word_option
from table.games.infinity.rules.model.mission_state import (
    InfinitySide,
    Member,
    Mission,
    TrooperEvent,
    other_groups,
    with_members,
    with_side,
)
from table.games.infinity.rules.model.order_tokens import SPEEDBALL
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.kept import MemoOfTwo
from table.rules.prompts import Option, Value
from table.rules.seats import Seat
from table.rules.steps import Choices, Follows, Question, Words, follows
from table.rules.text import text
from table.rules.tokens import HandBack


class CasualtyBegan(TrooperEvent, frozen=True, tag=True):
    """A trooper was reported. Its player is asked what happened to it."""


class CasualtyDropped(SeatEvent, frozen=True, tag=True):
    """The report was cancelled: nothing happened to the trooper."""


class TrooperLost(TrooperEvent, frozen=True, tag=True):
    """A trooper is unconscious or out, or dead for good."""

    dead: bool


class TrooperBack(TrooperEvent, frozen=True, tag=True):
    group: int = 0
    """The combat group in which a returning dead trooper gets a place; 0 for its own group."""


class SpeedballUsed(SeatEvent, frozen=True, tag=True):
    """The seat used one of its speedballs."""


UNCONSCIOUS, DEAD, BACK, NOTHING = "unconscious", "dead", "back", "nothing"
INTO = "into."
"""The prefix of the option of a group to which a trooper returns."""


def playing(mission: Mission, seat: Seat) -> bool:
    return mission.active is not None and not mission.busy_for(seat)


def _choose(key: str, fits: Callable[[Member], bool], answer: Follows[Mission], often: int) -> Question[Mission]:
    """Return the question for one of these troopers. Standing troopers come first."""
    fitting = MemoOfTwo[InfinitySide, tuple[Option, ...]](
        lambda side: member_options(sorted(filter(fits, side.members), key=lambda member: member.lost))
    )

    def options(mission: Mission, seat: Seat) -> Iterable[Option]:
        return fitting(mission.side(seat)) if playing(mission, seat) else ()

    return ASK.one_of(key, "TB-113", options, answer, standing=True, often=often)


def _hit(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    """Mark the trooper as unconscious, the usual case. If it already is, ask what happened to it."""
    member = mission.side(seat).member(str(value))
    if not member.lost:
        return (TrooperLost(seat, member.id, member.name, dead=False),)
    return (CasualtyBegan(seat, member.id, member.name),)


def _back(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    """Bring a trooper back. If it was dead with all its proxies it lost its place, and its player chooses a group.

    A trooper and its proxies have one place (IA-03, IN-22).
    """
    side = mission.side(seat)
    member = side.member(str(value))
    if side.without_place(member.id):
        return (CasualtyBegan(seat, member.id, member.name),)
    return (TrooperBack(seat, member.id, member.name),)


def _fates(mission: Mission, seat: Seat) -> Choices | None:
    """Offer what can happen to a trooper: an unconscious one keeps its place in the group, a dead one does not (IA-03).

    A dead one that returns gets a place in a group that has room.
    """
    side = mission.side(seat)
    if not side.falling:
        return None
    member = side.member(side.falling)
    words = (NOTHING,) if member.dead else (DEAD, BACK, NOTHING) if member.lost else (UNCONSCIOUS, DEAD, NOTHING)
    groups = _groups_for(side, member) if member.dead else []
    places = (Option(f"{INTO}{n}", text("infinity.fate.into", group=n)) for n in groups)
    return Choices((*places, *(word_option("fate", word) for word in words)), {"name": member.name})


def _groups_for(side: InfinitySide, member: Member) -> list[int]:
    """Return the groups with room for a returning trooper, its own first."""
    there = [group for group in (member.group, *other_groups(side, member)) if side.shown(group) < GROUP_SIZE]
    return list(dict.fromkeys(there))


def _fate(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    side = mission.side(seat)
    member = side.member(side.falling)
    if value == NOTHING:
        return (CasualtyDropped(seat),)
    if value == BACK:
        return (TrooperBack(seat, member.id, member.name),)
    if str(value).startswith(INTO):
        return (TrooperBack(seat, member.id, member.name, int(str(value).removeprefix(INTO))),)
    return (TrooperLost(seat, member.id, member.name, dead=value == DEAD),)


def _speedballs(mission: Mission, seat: Seat) -> Words | None:
    left = mission.side(seat).speedballs
    return {"left": left} if left and playing(mission, seat) else None


def _fold_lost(mission: Mission, x: TrooperLost) -> Mission:
    changes = {"lost": True, "dead": x.dead, "suppressive": False, "leader": False}
    mission = with_members(mission, x.seat, (x.trooper,), **changes)
    return with_side(_disconnected(mission, x.seat, x.trooper, True), x.seat, falling="")


def _fold_back(mission: Mission, x: TrooperBack) -> Mission:
    if x.group:
        family = tuple(member.id for member in mission.side(x.seat).family(x.trooper))
        mission = with_members(mission, x.seat, family, group=x.group)
    return with_side(up_again(mission, x.seat, x.trooper), x.seat, falling="")


def up_again(mission: Mission, seat: Seat, trooper: str) -> Mission:
    """Return the state with the trooper on its feet and its peripherals connected."""
    mission = with_members(mission, seat, (trooper,), lost=False, dead=False)
    return _disconnected(mission, seat, trooper, False)


def _disconnected(mission: Mission, seat: Seat, controller: str, cut: bool) -> Mission:
    ids = tuple(member.id for member in mission.side(seat).members if member.peripheral_of == controller)
    return with_members(mission, seat, ids, cut=cut) if ids else mission


FATE = ASK.one_of("fate", "IA-03", _fates, _fate)
"""While it is open its seat has no other question. It is asked in every step of a player turn."""
QUESTIONS = (
    _choose("lost", lambda member: not member.dead, _hit, often=7),
    _choose("back", lambda member: member.lost, _back, often=1),
    ASK.confirmation("speedball", "TB-115", _speedballs, follows(SpeedballUsed), standing=True, hold=True),
)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(CasualtyBegan, lambda m, x: with_side(m, x.seat, falling=x.trooper), no_line),
    EventRow(CasualtyDropped, lambda m, x: with_side(m, x.seat, falling=""), no_line),
    EventRow(
        TrooperLost,
        _fold_lost,
        lambda x: text(f"infinity.tell.{'dead' if x.dead else 'lost'}", seat=text(f"seat.{x.seat}"), name=x.name),
    ),
    EventRow(TrooperBack, _fold_back, line("back", "name")),
    EventRow(
        SpeedballUsed,
        lambda m, x: with_side(m, x.seat, speedballs=m.side(x.seat).speedballs - 1),
        line("speedball"),
        hands_back=lambda _, x: (HandBack(x.seat, SPEEDBALL, 1, later=True),),
    ),
)
