"""The reasons why a use of a command token is not possible now. Offers and refusals both come from here."""

from collections.abc import Callable
from types import MappingProxyType

from table.games.infinity.rules.model import uses
from table.games.infinity.rules.model.mission_state import Mission
from table.games.infinity.rules.turn.order_spending import orders_counted
from table.games.infinity.rules.uses.use_candidates import followers, orders_taken, pools_for, token_limit, troopers_for
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.text import text

FULL_COUNT = 10
"""The most orders that may be counted without two of them being taken (IN-13)."""
MOVING_LEVEL = 2
"""The level of Strategos that moves a trooper to another combat group (IA-16)."""
BEFORE, CHECKS, COUNT, RECOUNT = "window", "checks", "count", "recount"
ORDERS_STEP = "orders"
ACTIVE_STEPS = (CHECKS, COUNT, "impetuous", "orders", "states")
"""The steps of a player turn in which the active player decides. The opponent decides in the opponent's windows."""


def first_players_turn(mission: Mission) -> bool:
    """True in the first turn of the match, which contains the opponent's strategic window (IN-12)."""
    return mission.round == 1 and mission.active is not None and mission.active is mission.first


def logistics_turn(mission: Mission) -> Seat | None:
    """Return the seat that may ask for speedballs now, in initiative order (IN-16), or None."""
    if mission.step != "logistical" or mission.first is None:
        return None
    order = (mission.first, mission.first.opponent)
    return next((seat for seat in order if not mission.side(seat).logistical), None)


def _setting_aside(mission: Mission, seat: Seat) -> bool:
    return mission.step == "deploy" and seat is mission.first and not mission.side(seat).deployed


def _strategic(mission: Mission, seat: Seat) -> bool:
    there = mission.step in (BEFORE, RECOUNT) and not mission.turn.window_done
    return there and first_players_turn(mission) and seat is not mission.active


def _executive(mission: Mission, seat: Seat) -> bool:
    """True before the checks, which end the executive step of the Tactical Phase."""
    return mission.step == CHECKS and seat is mission.active and not mission.turn.checked


def _operational(mission: Mission, seat: Seat) -> bool:
    between = mission.step == COUNT and mission.turn.counted is not None  # two orders are taken first (IN-13)
    return mission.step in ACTIVE_STEPS and seat is mission.active and not between


OPEN: dict[uses.UseWindow, tuple[str, Callable[[Mission, Seat], bool]]] = {
    uses.UseWindow.PROCEDURAL: ("IN-11", _setting_aside),
    uses.UseWindow.LOGISTICAL: ("IN-16", lambda mission, seat: seat is logistics_turn(mission)),
    uses.UseWindow.STRATEGIC: ("IN-12", _strategic),
    uses.UseWindow.EXECUTIVE: ("IN-20", _executive),
    uses.UseWindow.OPERATIONAL: ("IN-30", _operational),
}
"""The rule of each window, and whether it is open for a seat."""
OF_WINDOW = MappingProxyType(
    {window: tuple(use for use in uses.USES.values() if use.window is window) for window in uses.UseWindow}
)


def why_not(mission: Mission, seat: Seat, use: uses.TokenUse) -> Refusal | None:
    return (
        _why_none(mission, seat, use.window)
        or (None if use.free else _no_token(mission, seat))
        or _unable(mission, seat, use)
    )


def _why_none(mission: Mission, seat: Seat, window: uses.UseWindow) -> Refusal | None:
    """Return the refusal of every use of a window, or None."""
    side = mission.side(seat)
    rule, is_open = OPEN[window]
    if window in uses.ONCE and (side.logistical if window is uses.UseWindow.LOGISTICAL else side.procedural):
        return Refusal("IN-10", text("infinity.refused.once"))
    if not is_open(mission, seat):
        return Refusal(rule, text(f"infinity.refused.window.{window}"))
    return None


def _no_token(mission: Mission, seat: Seat) -> Refusal | None:
    side = mission.side(seat)
    if not side.tokens:
        return Refusal("IN-31", text("infinity.refused.no_token"))
    if seat is mission.active and mission.turn.limited and mission.turn.spent >= token_limit(side):
        return Refusal("IN-14", text("infinity.refused.limited", count=token_limit(side)))
    return None


def _unable(mission: Mission, seat: Seat, use: uses.TokenUse) -> Refusal | None:
    """Return the refusal of a use whose own conditions are not met, or None."""
    if use is uses.TAKE_ORDERS:
        return _cannot_take(mission, seat)
    if use in (uses.COORDINATE, uses.INSPIRE) and mission.step != ORDERS_STEP:
        return Refusal("IA-07", text("infinity.refused.orders_phase"))
    if use is uses.COORDINATE and next(pools_for(mission, seat), None) is None:
        return Refusal("IN-32", text("infinity.refused.no_order"))
    if use is uses.INSPIRE and not followers(mission, seat):
        return Refusal("IA-18", text("infinity.refused.nobody"))
    if use is uses.STRATEGOS and (mission.side(seat).strategos < MOVING_LEVEL or mission.turn.regrouped):
        return Refusal("IA-16", text("infinity.refused.nobody"))
    if "trooper" in use.parts and next(troopers_for(mission, seat, use), None) is None:
        return Refusal(use.rule, text("infinity.refused.nobody"))
    return None


def _cannot_take(mission: Mission, seat: Seat) -> Refusal | None:
    if mission.step != RECOUNT:
        return Refusal("IN-13", text("infinity.refused.recount"))
    if (count := orders_counted(mission.side(seat.opponent))) <= FULL_COUNT:
        return Refusal("IN-13", text("infinity.refused.few_orders", count=count))
    if sum(n for _, n in mission.side(seat.opponent).pools) < orders_taken(mission.side(seat.opponent)):
        return Refusal("IN-13", text("infinity.refused.no_regular"))
    return None


def possible(mission: Mission, seat: Seat, window: uses.UseWindow) -> tuple[uses.TokenUse, ...]:
    if _why_none(mission, seat, window) is not None:
        return ()
    broke = _no_token(mission, seat) is not None
    return tuple(
        use for use in OF_WINDOW[window] if not (broke and not use.free) and _unable(mission, seat, use) is None
    )


def why_not_chosen(mission: Mission, seat: Seat, window: str, value: object) -> Refusal | None:
    """Return the particular refusal of an answer that names a use of this window, or None."""
    use = uses.USES.get(str(value))
    return why_not(mission, seat, use) if use is not None and use.window == window else None
