"""The public view of a match. It does not know which trooper is the Lieutenant (TB-100)."""

import re
from types import MappingProxyType

from table.games.infinity.rules.model.mission_labels import ICONS, icon_of
from table.games.infinity.rules.model.mission_state import Member, Mission
from table.games.infinity.rules.turn.army_state import is_regular
from table.games.infinity.rules.turn.order_spending import orders_counted, orders_left
from table.games.infinity.rules.uses.use_limits import COUNT, RECOUNT
from table.rules.seats import BLUE, RED, Seat
from table.rules.steps import StepOfTable
from table.rules.text import Text, text
from table.rules.view import Counter, Piece, PieceState, Pool, SeatView, StepState, View
from table.rules.view import Step as StepView

UNSHOWN = ("score", "end")
"""The steps that are skipped or short."""


def view(system: str, table: tuple[StepOfTable[Mission], ...], mission: Mission) -> View:
    now = [step.id for step in table].index(mission.step)
    phase = table[now].phase
    shown = [step for step in table if (step.phase == "setup") == (phase == "setup") and step.id not in UNSHOWN]
    return View(
        system=system,
        round=max(mission.round, 1),
        rounds=mission.rounds,
        phase=text(f"infinity.phase.{phase}"),
        steps=tuple(
            StepView(step.id, text(f"infinity.step.{step.id}"), StepState.at(table.index(step), now)) for step in shown
        ),
        seats=(_seat(mission, BLUE), _seat(mission, RED)),
        headline=_headline(mission),
        first=mission.active or mission.first,
        first_called=text("infinity.active" if mission.active else "infinity.first"),
        rolled=mission.rolled,
        over=mission.over,
    )


def _seat(mission: Mission, seat: Seat) -> SeatView:
    side = mission.side(seat)
    counters = [Counter(text("infinity.counter.command"), side.tokens or 0, "token.command")]
    if mission.season is not None:
        counters.append(Counter(text("infinity.counter.objective"), side.objective_points, "counter.victory"))
    if side.speedballs:
        counters.append(Counter(text("infinity.counter.speedball"), side.speedballs, "token.speedball"))
    return SeatView(
        seat=seat,
        side=side.name,
        emblem=emblem_of(side.sectorial),
        counters=tuple(counters),
        pools=_pools(mission, seat),
        pieces=tuple(_piece(member, _sign(mission, seat, member)) for member in side.members),
    )


def _pools(mission: Mission, seat: Seat) -> tuple[Pool, ...]:
    """Return the orders of each combat group. The Lieutenant's orders are not shown.

    While the order count lasts, a trooper that arrives later is not included (IA-09).
    """
    if seat is not mission.active or mission.turn.counted is None:
        return ()
    side = mission.side(seat)
    pools = dict(side.pools)
    shown = []
    for group in sorted({member.group for member in side.members}):
        counting = mission.step in (COUNT, RECOUNT)
        here = [m for m in side.members if m.group == group and not (m.apart if counting else m.lost)]
        counts = (
            ("token.order", pools.get(group, 0)),
            ("order.irregular", sum(m.own_order for m in here)),
            ("order.tactical", sum(m.tactical_order for m in here)),
        )
        if any(n for _, n in counts):
            shown.append(Pool(text("infinity.group", group=group), counts))
    return tuple(shown)


def _sign(mission: Mission, seat: Seat, member: Member) -> str:
    """Return the icon of the order that the trooper gives in this turn."""
    if seat is mission.active and (member.isolated or member.id in mission.turn.irregular):
        return ICONS["irregular"]
    return ICONS["regular"] if is_regular(mission.side(seat), member) else icon_of(member)


def _piece(member: Member, icon: str) -> Piece:
    badges = tuple(badge for state, badge in BADGES.items() if getattr(member, state))
    return Piece(member.id, member.name, icon, _standing(member), badges)


def _standing(member: Member) -> PieceState:
    """Return the state for the trooper's chip.

    Only troopers with an order of their own are highlighted; a Regular Order belongs to the whole group.
    """
    if member.lost or member.cut:
        return PieceState.GONE
    return PieceState.ORDERED if member.own_order or member.tactical_order else PieceState.READY


def _headline(mission: Mission) -> Text:
    if mission.over:
        return text("infinity.headline.over")
    if mission.using is not None:
        use = text(f"infinity.use.{mission.using.use}")
        return text("infinity.headline.use", seat=_name(mission.using.seat), use=use)
    if mission.active is None:
        return text(f"infinity.headline.{mission.step}")
    if mission.step == "window":  # the opponent of whose turn it is may use a token, and nobody else is asked
        return text("infinity.headline.window", seat=_name(mission.active.opponent))
    side = mission.side(mission.active)
    if mission.step == RECOUNT:  # the opponent, again: once the orders are counted there may be enough for a use
        asked = _name(mission.active.opponent)
        return text("infinity.headline.recount", seat=asked, left=orders_counted(side))
    if mission.step == "orders" and side.lieutenant_left:
        return text("infinity.headline.orders_too", seat=_name(mission.active), left=orders_left(side))
    return text(f"infinity.headline.{mission.step}", seat=_name(mission.active), left=orders_left(side))


def _name(seat: Seat) -> Text:
    return text(f"seat.{seat}")


BADGES = MappingProxyType(
    {"suppressive": "sign.lock", "leader": "sign.link", "steady": "sign.up", "aside": "sign.card"}
)
"""The badges of troopers, by their state."""
_FACTIONS = (
    "panoceania", "yu_jing", "ariadna", "haqqislam", "nomads", "combined_army", "aleph", "tohaa", "non_aligned", "o12",
    "jsa",
)  # fmt: skip
FACTIONS = MappingProxyType(dict(enumerate(_FACTIONS, 1)))
"""The factions by the hundreds of their sectorials' ids in army codes: 501 to 599 are the Nomads'."""
_ID = re.compile(r"\((\d{3,4})\)")


def emblem_of(sectorial: str) -> str:
    """Return the emblem of a sectorial by its id in army codes, or by the name of its faction."""
    found = _ID.search(sectorial)
    if found is not None:
        faction = FACTIONS.get(int(found[1]) // 100, "")
    else:
        written = re.sub(r"\W|_", "", sectorial).lower()
        faction = next((each for each in _FACTIONS if each.replace("_", "") == written), "")
    return f"faction.{faction}" if faction else ""
