"""The Tactical Phase: the checks of the active player, and the order count (TB-107 to TB-109)."""

from collections.abc import Callable, Sequence

from table.games.infinity.rules.model.events import (
    ApartSaid,
    ForceChecked,
    IrregularThisTurnSaid,
    OrdersCounted,
    TurnBegan,
)
from table.games.infinity.rules.model.forces import Order
from table.games.infinity.rules.model.labels import member_options, word_option
from table.games.infinity.rules.model.state import Member, Mission
from table.rules.chance import Chance
from table.rules.game import Event
from table.rules.prompts import AnyPrompt, ChooseSome, Value
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text

RETREAT, LIEUTENANT = "retreat", "lieutenant_lost"


def turn_due(mission: Mission) -> Event | None:
    """Begin the first player turn at the end of the set-up. The others begin at the end of the turn before them."""
    return TurnBegan(mission.first, 1) if mission.active is None and mission.first is not None else None


def _active(mission: Mission, seat: Seat) -> bool:
    return seat is mission.active and not mission.busy


def _ask_checks(mission: Mission, seat: Seat) -> ChooseSome | None:
    if not _active(mission, seat) or mission.turn.checked:
        return None
    options = tuple(word_option("check", check) for check in (RETREAT, LIEUTENANT))
    ask = text("infinity.ask.checks")
    return ChooseSome(key="checks", seat=seat, ask=ask, rule="TB-107", options=options, least=0, most=2)


def _checked(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    marked = value if isinstance(value, tuple) else ()
    return (ForceChecked(seat, RETREAT in marked, LIEUTENANT in marked),)


def _giving(mission: Mission) -> list[Member]:
    """Return the troopers whose orders are counted."""
    if mission.active is None:
        return []
    return [m for m in mission.side(mission.active).members if not m.lost and m.order is not Order.NONE]


def _regular(mission: Mission) -> list[Member]:
    return [m for m in _giving(mission) if m.order is Order.REGULAR and not m.apart]


def _could_be_apart(mission: Mission) -> list[Member]:
    return [] if mission.turn.apart_said else _giving(mission)


def _could_be_irregular(mission: Mission) -> list[Member]:
    """Return the troopers whose order may be Irregular this turn: only after Retreat! or the loss of the Lieutenant.

    Retreat! alone changes nothing for a trooper that is not affected by it (IN-35).
    """
    turn = mission.turn
    failed = turn.retreat or turn.lieutenant_lost
    if not failed or not turn.apart_said or turn.irregular_said:
        return []
    return [m for m in _regular(mission) if turn.lieutenant_lost or not m.steady]


def _some(key: str, rule: str, which: Callable[[Mission], list[Member]]) -> Callable[..., AnyPrompt | None]:
    ask = text(f"infinity.ask.{key}")

    def prompt(mission: Mission, seat: Seat) -> AnyPrompt | None:
        members = which(mission) if _active(mission, seat) else []
        if not members:
            return None
        options = member_options(members)
        return ChooseSome(key=key, seat=seat, ask=ask, rule=rule, options=options, least=0, most=len(options))

    return prompt


def _apart(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (ApartSaid(seat, value if isinstance(value, tuple) else ()),)


def _irregular(_mission: Mission, seat: Seat, value: Value, _chance: Chance) -> Sequence[Event]:
    return (IrregularThisTurnSaid(seat, value if isinstance(value, tuple) else ()),)


def count_due(mission: Mission) -> Event | None:
    seat, turn = mission.active, mission.turn
    if seat is None or turn.counted is not None or mission.busy:
        return None
    if _could_be_apart(mission) or _could_be_irregular(mission):
        return None
    regular = [m for m in _regular(mission) if m.id not in turn.irregular]
    groups = sorted({m.group for m in regular})
    pools = tuple((group, sum(m.group == group for m in regular)) for group in groups)
    own = tuple(m.id for m in _giving(mission) if m not in regular)
    tactical = tuple(m.id for m in _giving(mission) if m.tactical)
    counted = sum(1 + bool(m.tactical) for m in _giving(mission) if not m.apart)
    return OrdersCounted(seat, pools, own, tactical, counted)


CHECKS = Question[Mission]("checks", "TB-107", _ask_checks, _checked)
APART = Question[Mission]("count.apart", "TB-108", _some("count.apart", "TB-108", _could_be_apart), _apart)
IRREGULAR = Question[Mission](
    "count.irregular", "TB-107", _some("count.irregular", "TB-107", _could_be_irregular), _irregular
)
