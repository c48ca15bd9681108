"""The changes at any time: troopers are lost and come back, hidden ones appear, speedballs are used."""

from collections.abc import Callable, Sequence

from table.games.infinity.rules.model.events import SpeedballUsed, TrooperArrived, TrooperBack, TrooperLost
from table.games.infinity.rules.model.forces import GROUP_SIZE, MOST_TROOPERS, Order
from table.games.infinity.rules.model.labels import member_options
from table.games.infinity.rules.model.state import InfinitySide, Mission
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Confirm, Option, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text


def _choose(key: str, rule: str, lost: bool) -> Callable[[Mission, Seat], ChooseOne | None]:
    ask = text(f"infinity.ask.{key}")

    def prompt(mission: Mission, seat: Seat) -> ChooseOne | None:
        members = [m for m in mission.side(seat).members if m.lost is lost] if _playing(mission) else []
        if not members:
            return None
        options = member_options(members)
        return ChooseOne(key=key, seat=seat, ask=ask, rule=rule, options=options, standing=True)

    return prompt


def _playing(mission: Mission) -> bool:
    return mission.active is not None and not mission.busy


def _lose(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    member = mission.side(seat).member(str(value))
    return (TrooperLost(seat, member.id, member.name),)


def _back(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    member = mission.side(seat).member(str(value))
    return (TrooperBack(seat, member.id, member.name),)


def _room(side: InfinitySide) -> list[int]:
    alone = sum(not m.peripheral_of and not m.proxy_of for m in side.members)
    groups = sorted({m.group for m in side.members}) if alone < MOST_TROOPERS else []
    return [group for group in groups if side.size(group) < GROUP_SIZE]


def _ask_arrive(mission: Mission, seat: Seat) -> ChooseOne | None:
    groups = _room(mission.side(seat)) if _playing(mission) else []
    if not groups:
        return None
    options = tuple(
        Option(f"{group}.{order}", text(f"infinity.arrive.{order}", group=group)) for group in groups for order in Order
    )
    ask = text("infinity.ask.arrive")
    return ChooseOne(key="arrive", seat=seat, ask=ask, rule="TB-114", options=options, standing=True, hold=True)


def _arrive(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    group, _dot, order = str(value).partition(".")
    side = mission.side(seat)
    number = 1 + sum(member.id.startswith("+") for member in side.members)
    return (TrooperArrived(seat, f"+{number}", f"+{number}", int(group), Order(order)),)


def _ask_speedball(mission: Mission, seat: Seat) -> Confirm | None:
    left = mission.side(seat).speedballs
    if not left or not _playing(mission):
        return None
    ask = text("infinity.ask.speedball", left=left)
    return Confirm(key="speedball", seat=seat, ask=ask, rule="TB-115", standing=True, hold=True)


def _speedball(_mission: Mission, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (SpeedballUsed(seat),)


QUESTIONS = (
    Question[Mission]("lost", "TB-113", _choose("lost", "TB-113", lost=False), _lose),
    Question[Mission]("back", "TB-113", _choose("back", "TB-113", lost=True), _back),
    Question[Mission]("arrive", "TB-114", _ask_arrive, _arrive),
    Question[Mission]("speedball", "TB-115", _ask_speedball, _speedball),
)
