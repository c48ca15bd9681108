"""The changes of troopers at any time: they fall unconscious, die, and come back; speedballs are used."""

from collections.abc import Callable, Sequence

from table.games.infinity.rules.model.around_events import CasualtyBegan, CasualtyDropped
from table.games.infinity.rules.model.events import SpeedballUsed, TrooperBack, TrooperLost
from table.games.infinity.rules.model.labels import member_options, word_option
from table.games.infinity.rules.model.state import InfinitySide, Member, Mission
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.kept import MemoOfTwo
from table.rules.prompts import ChooseOne, Confirm, Option, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text

UNCONSCIOUS, DEAD, BACK, NOTHING = "unconscious", "dead", "back", "nothing"


def playing(mission: Mission) -> bool:
    return mission.active is not None and not mission.busy


def _choose(key: str, fits: Callable[[Member], bool], often: int) -> Callable[[Mission, Seat], ChooseOne | None]:
    ask = text(f"infinity.ask.{key}")
    fitting = MemoOfTwo[InfinitySide, tuple[Option, ...]](lambda side: member_options(filter(fits, side.members)))

    def prompt(mission: Mission, seat: Seat) -> ChooseOne | None:
        options = fitting(mission.side(seat)) if playing(mission) else ()
        if not options:
            return None
        return ChooseOne(key=key, seat=seat, ask=ask, rule="TB-113", options=options, standing=True, often=often)

    return prompt


def _hit(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    member = mission.side(seat).member(str(value))
    return (CasualtyBegan(seat, member.id, member.name),)


def _back(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    member = mission.side(seat).member(str(value))
    return (TrooperBack(seat, member.id, member.name),)


def _ask_fate(mission: Mission, seat: Seat) -> ChooseOne | None:
    """Ask what became of a trooper: an unconscious one keeps its place in the group, a dead one does not (IA-03)."""
    side = mission.side(seat)
    if not side.falling:
        return None
    member = side.member(side.falling)
    words = (DEAD, BACK, NOTHING) if member.lost else (UNCONSCIOUS, DEAD, NOTHING)
    options = tuple(word_option("fate", word) for word in words)
    ask = text("infinity.ask.fate", name=member.name)
    return ChooseOne(key="fate", seat=seat, ask=ask, rule="IA-03", options=options)


def _fate(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    side = mission.side(seat)
    member = side.member(side.falling)
    if value == NOTHING:
        return (CasualtyDropped(seat),)
    if value == BACK:
        return (TrooperBack(seat, member.id, member.name),)
    return (TrooperLost(seat, member.id, member.name, dead=value == DEAD),)


def _ask_speedball(mission: Mission, seat: Seat) -> Confirm | None:
    left = mission.side(seat).speedballs
    if not left or not playing(mission):
        return None
    ask = text("infinity.ask.speedball", left=left)
    return Confirm(key="speedball", seat=seat, ask=ask, rule="TB-115", standing=True, hold=True)


def _speedball(_mission: Mission, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (SpeedballUsed(seat),)


FATE = Question[Mission]("fate", "IA-03", _ask_fate, _fate)
"""While it is open no other question is, so that it stands in every step of a player turn."""
QUESTIONS = (
    Question[Mission]("lost", "TB-113", _choose("lost", lambda member: not member.dead, often=7), _hit),
    Question[Mission]("back", "TB-113", _choose("back", lambda member: member.lost, often=1), _back),
    Question[Mission]("speedball", "TB-115", _ask_speedball, _speedball),
)
