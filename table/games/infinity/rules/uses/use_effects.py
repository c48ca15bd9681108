"""The effects of the command tokens, once all questions are answered."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from table.games.infinity.rules.model import uses
from table.games.infinity.rules.model.mission_labels import line, name_of
from table.games.infinity.rules.model.mission_state import (
    Detail,
    Mission,
    Reroll,
    TrooperEvent,
    UnfinishedUse,
    with_members,
    with_order,
    with_side,
    with_turn,
)
from table.games.infinity.rules.model.order_tokens import IRREGULAR, REGULAR, SPEEDBALL, added_up, regular
from table.games.infinity.rules.troopers.casualties import up_again
from table.games.infinity.rules.turn.army_state import leader
from table.games.infinity.rules.turn.order_count import RetreatIgnored
from table.games.infinity.rules.uses.use_candidates import token_limit
from table.games.infinity.rules.uses.use_parts import CommandTokenSpent, SkillUsed, answers_of
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.seats import Seat
from table.rules.steps import marks
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut


class TrooperSetAside(TrooperEvent, frozen=True, tag=True):
    """A trooper was set aside while deploying, to be deployed after the opponent (IN-11)."""


class OrdersTaken(SeatEvent, frozen=True, tag=True):
    """Regular Orders were taken from these groups of this seat's pool: two, or one with Counterintelligence (IA-15)."""

    groups: tuple[int, ...]


class TokensLimited(SeatEvent, frozen=True, tag=True):
    """This seat may use only this many command tokens in this turn."""

    count: int = 1


class SuppressiveFireBegan(TrooperEvent, frozen=True, tag=True):
    """A trooper and its peripherals begin suppressive fire (IN-15)."""


class SpeedballsGained(SeatEvent, frozen=True, tag=True):
    count: int


class Regrouped(TrooperEvent, frozen=True, tag=True):
    group: int


class PossessionCancelled(TrooperEvent, frozen=True, tag=True):
    """A possessed trooper obeys its player again."""


class OrderCoordinated(SeatEvent, frozen=True, tag=True):
    group: int
    troopers: tuple[str, ...]


class InspiredOrderSpent(SeatEvent, frozen=True, tag=True):
    """A coordinated order with the inspiring Lieutenant was paid for with only a Lieutenant Order (IA-18)."""

    troopers: tuple[str, ...]


class GutsSettled(TrooperEvent, frozen=True, tag=True):
    """A guts roll was settled. `result` is `passed` or `failed`."""

    result: str


class OrderExchanged(TrooperEvent, frozen=True, tag=True):
    """An Irregular Order becomes a Regular one of the trooper's group, for this turn."""

    group: int
    token: str = REGULAR
    """The kind of the token that it gets."""
    given: str = ""
    """The kind of the token that it gives in exchange; empty if its order has none."""


class RerollBought(SeatEvent, frozen=True, tag=True):
    use: str
    trooper: str
    name: str
    wip: int
    who: str
    """The trooper that rolls."""


class FireteamCreated(TrooperEvent, frozen=True, tag=True):
    """A trooper leads a new Fireteam."""


SPEEDBALL_TOKENS = 2
Answers = dict[str, Detail]
Effect = Callable[[Mission, Seat, Answers], Event]


def effect(mission: Mission, using: UnfinishedUse) -> tuple[Event, ...]:
    """Return the spending of the token, unless it is a skill that costs none, and the effect of its use."""
    spent = (SkillUsed if uses.USES[using.use].free else CommandTokenSpent)(using.seat, using.use)
    return (spent, EFFECTS[using.use](mission, using.seat, answers_of(using)))


def _whom(mission: Mission, seat: Seat, answers: Answers) -> tuple[str, str]:
    trooper = str(answers["trooper"])
    return trooper, name_of(mission, seat, trooper)


def _for_trooper(event: Callable[[Seat, str, str], Event]) -> Effect:
    return lambda mission, seat, answers: event(seat, *_whom(mission, seat, answers))


def _regrouped(mission: Mission, seat: Seat, answers: Answers) -> Event:
    return Regrouped(seat, *_whom(mission, seat, answers), int(str(answers["group"])))


def _guts(mission: Mission, seat: Seat, answers: Answers) -> Event:
    return GutsSettled(seat, *_whom(mission, seat, answers), str(answers["result"]))


def _exchanged(mission: Mission, seat: Seat, answers: Answers) -> Event:
    trooper, name = _whom(mission, seat, answers)
    group, heaps = mission.side(seat).member(trooper).group, mission.heaps
    given = IRREGULAR if IRREGULAR in heaps else ""
    return OrderExchanged(seat, trooper, name, group, regular(group, heaps), given)


def _coordinated(_: Mission, seat: Seat, answers: Answers) -> Event:
    group = int(str(answers["pool"]).partition(".")[0])
    return OrderCoordinated(seat, group, marks(answers["troopers"]))


def _inspired(mission: Mission, seat: Seat, answers: Answers) -> Event:
    member, others = leader(mission.side(seat)), marks(answers["troopers"])
    return InspiredOrderSpent(seat, others if member is None else (member.id, *others))


def _taken(_: Mission, seat: Seat, answers: Answers) -> Event:
    return OrdersTaken(
        seat.opponent, tuple(int(str(answers[part])) for part in uses.TAKE_ORDERS.parts if part in answers)
    )


def _reroll(use: str) -> Effect:
    return lambda mission, seat, answers: RerollBought(
        seat, use, *_whom(mission, seat, answers), int(str(answers["wip"])), str(answers["who"])
    )  # fmt: skip


EFFECTS: dict[str, Effect] = {
    uses.SET_ASIDE.id: _for_trooper(TrooperSetAside),
    uses.TAKE_ORDERS.id: _taken,
    uses.LIMIT.id: lambda mission, seat, _: TokensLimited(seat.opponent, token_limit(mission.side(seat.opponent))),
    uses.SUPPRESS.id: _for_trooper(SuppressiveFireBegan),
    uses.SPEEDBALLS.id: lambda _, seat, _answers: SpeedballsGained(seat, SPEEDBALL_TOKENS),
    uses.REGROUP.id: _regrouped,
    uses.RELEASE.id: _for_trooper(PossessionCancelled),
    uses.COORDINATE.id: _coordinated,
    uses.STRATEGOS.id: _regrouped,
    uses.INSPIRE.id: _inspired,
    uses.GUTS.id: _guts,
    uses.EXCHANGE.id: _exchanged,
    uses.NO_RETREAT.id: _for_trooper(RetreatIgnored),
    uses.DOCTOR.id: _reroll(uses.DOCTOR.id),
    uses.ENGINEER.id: _reroll(uses.ENGINEER.id),
    uses.FIRETEAM.id: _for_trooper(FireteamCreated),
}


def _fold_set_aside(mission: Mission, event: TrooperSetAside) -> Mission:
    return _procedural(_with_family(mission, event.seat, event.trooper, aside=True), event.seat)


def _with_family(mission: Mission, seat: Any, trooper: str, **changes: Any) -> Mission:
    """Change the trooper with its peripherals and proxies."""
    return with_members(mission, seat, tuple(m.id for m in mission.side(seat).family(trooper)), **changes)


def _with_peripherals(mission: Mission, seat: Any, trooper: str, **changes: Any) -> Mission:
    ids = tuple(m.id for m in mission.side(seat).members if trooper in (m.id, m.peripheral_of))
    return with_members(mission, seat, ids, **changes)


def _procedural(mission: Mission, seat: Any) -> Mission:
    return with_side(mission, seat, procedural=True)


def _fold_taken(mission: Mission, event: OrdersTaken) -> Mission:
    for group in event.groups:
        mission = with_order(mission, event.seat, group, -1)
    return _procedural(mission, event.seat.opponent)


def _fold_coordinated(mission: Mission, event: OrderCoordinated) -> Mission:
    return with_order(_taken_part(mission, event), event.seat, event.group, -1)


def _fold_inspired(mission: Mission, event: InspiredOrderSpent) -> Mission:
    left = mission.side(event.seat).lieutenant_left - 1
    return with_side(_taken_part(mission, event), event.seat, lieutenant_left=left)


def _taken_part(mission: Mission, event: OrderCoordinated | InspiredOrderSpent) -> Mission:
    """Return the state after they took part: without their Tactical Order (IA-22) and suppressive fire (IA-24)."""
    return with_members(mission, event.seat, event.troopers, tactical_order=False, suppressive=False)


def _fold_speedballs(mission: Mission, event: SpeedballsGained) -> Mission:
    side = mission.side(event.seat)
    return with_side(mission, event.seat, speedballs=side.speedballs + event.count, logistical=True)


def _fold_exchanged(mission: Mission, event: OrderExchanged) -> Mission:
    mission = with_members(mission, event.seat, (event.trooper,), own_order=False)
    return with_order(mission, event.seat, event.group, 1)


def _fold_reroll(mission: Mission, event: RerollBought) -> Mission:
    mission = with_side(mission, event.seat, wips=_known_wips(mission, event))
    return replace(mission, reroll=Reroll(event.seat, event.use, event.trooper, event.wip, event.who))


def _known_wips(mission: Mission, x: RerollBought) -> tuple[tuple[str, int], ...]:
    """Return the seat's WIPs with this one remembered as the last, for the use and for the trooper that rolls."""
    keys = (x.use, f"{x.use}.{x.who}")
    others = tuple((key, wip) for key, wip in mission.side(x.seat).wips if key not in keys)
    return (*others, *((key, x.wip) for key in keys))


def _taken_back(before: Mission, x: OrdersTaken) -> tuple[HandBack, ...]:
    """Return the tokens of the orders that the opponent takes: they leave the table immediately (IA-10)."""
    taken = added_up((regular(group, before.heaps), 1) for group in x.groups)
    return tuple(HandBack(x.seat, kind, n) for kind, n in taken)


def _line_taken(x: OrdersTaken) -> Text:
    first, second = x.groups[0], x.groups[-1]
    if len(x.groups) == 1:
        return text("infinity.tell.taken_one", seat=text(f"seat.{x.seat}"), group=first)
    if first == second:
        return text("infinity.tell.taken_same", seat=text(f"seat.{x.seat}"), group=first)
    return text("infinity.tell.taken", seat=text(f"seat.{x.seat}"), first=first, second=second)


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(TrooperSetAside, _fold_set_aside, line("set_aside", "name")),
    EventRow(OrdersTaken, _fold_taken, _line_taken, hands_back=_taken_back),
    EventRow(
        TokensLimited,
        lambda m, x: _procedural(with_turn(m, limited=True), x.seat.opponent),
        lambda x: text(f"infinity.tell.limited{'' if x.count == 1 else '_two'}", seat=text(f"seat.{x.seat}")),
    ),
    EventRow(
        SuppressiveFireBegan,
        lambda m, x: _procedural(_with_peripherals(m, x.seat, x.trooper, suppressive=True), x.seat),
        line("suppressive", "name"),
    ),
    EventRow(
        SpeedballsGained,
        _fold_speedballs,
        line("speedballs", "count"),
        hands_out=lambda x: (HandOut(x.seat, SPEEDBALL, x.count),),
    ),
    EventRow(
        Regrouped, lambda m, x: _with_family(m, x.seat, x.trooper, group=x.group), line("regrouped", "name", "group")
    ),
    EventRow(PossessionCancelled, lambda m, x: up_again(m, x.seat, x.trooper), line("released", "name")),
    EventRow(
        OrderCoordinated,
        _fold_coordinated,
        lambda x: text("infinity.tell.coordinated", seat=text(f"seat.{x.seat}"), group=x.group, number=len(x.troopers)),
    ),
    EventRow(
        InspiredOrderSpent,
        _fold_inspired,
        lambda x: text("infinity.tell.inspire", seat=text(f"seat.{x.seat}"), number=len(x.troopers)),
    ),
    EventRow(
        GutsSettled,
        lambda m, _: m,
        lambda x: text(f"infinity.tell.guts_{x.result}", seat=text(f"seat.{x.seat}"), name=x.name),
    ),
    EventRow(
        OrderExchanged,
        _fold_exchanged,
        line("exchanged", "name", "group"),
        hands_out=lambda x: (HandOut(x.seat, x.token, 1),),
        hands_back=lambda _, x: (HandBack(x.seat, x.given, 1),) if x.given else (),
    ),
    EventRow(RerollBought, _fold_reroll, line("reroll", "name")),
    EventRow(
        FireteamCreated,
        lambda m, x: with_members(m, x.seat, (x.trooper,), leader=True, suppressive=False),
        line("fireteam", "name"),
    ),
)
