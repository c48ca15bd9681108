"""The rest of a player turn: impetuous troopers, orders, states, and its end (TB-109 to TB-112)."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import assert_never

from msgspec.structs import replace

from table.games.infinity.rules.model.mission_labels import ASK, icon_of, line, word_option
from table.games.infinity.rules.model.mission_state import (
    InfinitySide,
    Member,
    Mission,
    SpentSingle,
    Turn,
    pool_of,
    with_members,
    with_order,
    with_side,
    with_turn,
)
from table.games.infinity.rules.model.order_tokens import COMMAND, SPEEDBALL
from table.games.infinity.rules.turn.army_state import nobody_left
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, no_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import ChooseOne, Confirm, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question, StepBegan, Words
from table.rules.text import Text, text
from table.rules.tokens import HandBack
from table.rules.view import Rolled


class TurnBegan(SeatEvent, frozen=True, tag=True):
    round: int


class ImpetuousEnded(SeatEvent, frozen=True, tag=True):
    """The seat has activated its impetuous troopers."""


class OrderKind(StrEnum):
    """The kind of a spent order."""

    REGULAR = "regular"
    """An order of a combat group."""
    OWN = "own"
    """The order of an Irregular trooper, or of a trooper with an order of its own."""
    TACTICAL = "tactical"
    LIEUTENANT = "lieutenant"


class OrderSpent(SeatEvent, frozen=True, tag=True):
    kind: OrderKind
    group: int = 0
    trooper: str = ""
    name: str = ""


class OrdersEnded(SeatEvent, frozen=True, tag=True):
    unused: int


class StatesEnded(SeatEvent, frozen=True, tag=True):
    """The seat has ended its States Phase."""


class TurnEnded(SeatEvent, frozen=True, tag=True):
    round: int


class MissionOver(Event, frozen=True, tag=True):
    rounds: int
    wiped_out: Seat | None = None
    """The seat that lost all its troopers in Retreat!. The match then ends early (IA-12)."""


class OrderTakenBack(SeatEvent, frozen=True, tag=True):
    """The last order of a single trooper, or the first of a group, is taken back."""

    option: str
    name: str


class OrderGroupChosen(SeatEvent, frozen=True, tag=True):
    """The orders of a combat group are spent, or a single one is, and the player continues with this group."""

    group: int
    """The combat group, or 0."""
    order: str = ""
    """The order outside the groups that the player chose next; empty if it is a group's, or open."""


class LieutenantNamed(SeatEvent, frozen=True, tag=True):
    """A new Lieutenant is named, in secret. It has the skill, and this number of orders."""

    orders: int


NEW_LIEUTENANT = 1
"""The orders of a new Lieutenant: it has the skill and no additional ones (IA-05, IA-14)."""
ANY = "any"
"""The option to continue without a chosen group."""
GROUP, OWN, TACTICAL, NCO, LIEUTENANT = "group.", "own.", "tactical.", "nco.", "lieutenant"


def _confirm(
    key: str, rule: str, done: Callable[[Turn], bool], event: Callable[[Mission, Seat], Event], hold: bool = False
) -> Question[Mission]:
    """Return the question by which the active player ends a phase."""

    def ask(mission: Mission, seat: Seat) -> Confirm | None:
        if seat is not mission.active or mission.busy_for(seat) or done(mission.turn):
            return None
        return Confirm(key=key, seat=seat, ask=_end_question(key, mission.side(seat)), rule=rule, hold=hold)

    def answer(mission: Mission, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
        return (event(mission, seat),)

    return Question(key, rule, ask, answer)


def _end_question(key: str, side: InfinitySide) -> Text:
    """Return the text of a question that ends a phase. It names unused orders and states to check."""
    if key == "impetuous":
        names = ", ".join(member.name for member in impetuous(side))
        return text("infinity.ask.impetuous", names=names)
    if key == "orders.end" and side.lieutenant_left:
        return text("infinity.ask.orders.end_too", left=orders_left(side))
    if key == "states" and (marked := _marked(side)):
        return text("infinity.ask.states.of", names=", ".join(marked))
    return text(f"infinity.ask.{key}", left=orders_left(side))


def impetuous(side: InfinitySide) -> list[Member]:
    return [member for member in side.members if member.impetuous and not member.lost]


def _marked(side: InfinitySide) -> list[str]:
    """Return the names of the troopers whose states end or are checked in the States Phase."""
    return [member.name for member in side.members if member.suppressive or (member.lost and not member.dead)]


def orders_left(side: InfinitySide) -> int:
    """Return the number of orders as both players see and count them (IA-09): without the Lieutenant's own."""
    return sum(n for _, n in side.pools) + len(_own(side)) + len(_tactical(side))


def orders_counted(side: InfinitySide) -> int:
    """Return the remaining orders of the order count, while two of them can still be taken (IA-09).

    Troopers that are revealed or lost meanwhile do not change the count (IN-13).
    """
    counted = [member for member in side.members if not member.apart]
    return sum(n for _, n in side.pools) + sum(one.own_order + one.tactical_order for one in counted)


def _own(side: InfinitySide) -> list[Member]:
    return [member for member in side.members if member.own_order and not member.lost]


def _tactical(side: InfinitySide) -> list[Member]:
    return [member for member in side.members if member.tactical_order and not member.lost]


def _officers(side: InfinitySide) -> list[Member]:
    """Return the troopers that may spend a Lieutenant Order as a Tactical Order of their own (IA-17)."""
    return [member for member in side.members if member.nco and not (member.lost or member.isolated)]


def _trooper_option(prefix: str, key: str, member: Member, icon: str) -> Option:
    return Option(f"{prefix}{member.id}", text(f"infinity.order.{key}", name=member.name), icon)


def _options(side: InfinitySide, last: str) -> tuple[Option, ...]:
    """Return every order that can be spent, beginning with `last`."""
    pools = tuple(
        Option(f"{GROUP}{group}", text("infinity.order.regular", group=group, left=n), "token.order")
        for group, n in side.pools
    )
    own = tuple(_trooper_option(OWN, "own", member, icon_of(member)) for member in _own(side))
    tactical = tuple(_trooper_option(TACTICAL, "tactical", m, "order.tactical") for m in _tactical(side))
    lieutenant = Option(LIEUTENANT, text("infinity.order.lieutenant"), "order.lieutenant")
    nco = (_trooper_option(NCO, "nco", member, "order.lieutenant") for member in _officers(side))
    every = (*pools, *own, *tactical, *((lieutenant, *nco) if side.lieutenant_left else ()))
    return tuple(sorted(every, key=lambda option: option.id != last))


def _last(turn: Turn) -> str:
    """Return the option that was spent last or chosen next; empty before the first."""
    return turn.order or (f"{GROUP}{turn.group}" if turn.group else "")


def _spendable(mission: Mission, seat: Seat) -> Iterable[Option]:
    if seat is not mission.active or mission.busy_for(seat) or mission.turn.orders_done:
        return ()
    return _options(mission.side(seat), _last(mission.turn))


def _ask_next_group(mission: Mission, seat: Seat) -> ChooseOne | None:
    """Ask for the next order if the group has none left, or the order was the only one of its kind.

    A short press spends it, and it can be taken back. An extra hold does nothing (TB-118).
    """
    last = _last(mission.turn)
    if not last or seat is not mission.active or mission.busy_for(seat) or mission.turn.orders_done:
        return None
    others = _options(mission.side(seat), last)
    if not others or others[0].id == last:
        return None
    options = (*others, word_option("order", ANY))
    by_group = text("infinity.ask.order.group", group=mission.turn.group)
    ask = text("infinity.ask.order.next") if mission.turn.order else by_group
    return ChooseOne(key="order.group", seat=seat, ask=ask, rule="TB-118", options=options, short=True)


def _next_group(mission: Mission, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    return (OrderGroupChosen(seat, 0),) if value == ANY else _spend(mission, seat, value, chance)


def _to_take_back(mission: Mission, seat: Seat) -> Words | None:
    turn = mission.turn
    if seat is not mission.active or mission.busy_for(seat) or turn.orders_done or not turn.singles:
        return None
    return {"order": _order_words(turn.singles[-1].option, turn.singles[-1].name)}


def _order_words(option: str, name: str) -> Text:
    """Return the words of a spent order: of its group, of its trooper, or the Lieutenant's."""
    if option.startswith(GROUP):
        return text("infinity.group", group=option.removeprefix(GROUP))
    return text("infinity.name", name=name) if name else text("infinity.order.lieutenant")


def _taken_back(mission: Mission, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    single = mission.turn.singles[-1]
    return (OrderTakenBack(seat, single.option, single.name),)


def _spend(mission: Mission, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    kind, _dot, which = str(value).partition(".")
    if kind == LIEUTENANT:
        return (OrderSpent(seat, OrderKind.LIEUTENANT),)
    if kind == "group":
        return (OrderSpent(seat, OrderKind.REGULAR, int(which)),)
    member = mission.side(seat).member(which)
    kind = OrderKind.LIEUTENANT if kind == "nco" else kind
    return (OrderSpent(seat, OrderKind(kind), member.group, member.id, member.name),)


def _refuse(mission: Mission, seat: Seat, value: Value) -> Refusal | None:
    """Refuse a Regular Order of a group that has none left, or an order that a trooper does not have."""
    kind, _, which = str(value).partition(".")
    side = mission.side(seat)
    if kind == "group" and which in {str(member.group) for member in side.members} and not pool_of(side, int(which)):
        return Refusal("TB-110", text("infinity.refused.pool", group=int(which)))
    if kind in (OrderKind.OWN, OrderKind.TACTICAL, "nco"):
        return Refusal("IA-17" if kind == "nco" else "TB-110", text("infinity.refused.own"))
    return None


def end_due(mission: Mission) -> Event | None:
    """End the turn; then begin the opponent's turn, or the first of the next round, or end the match."""
    if mission.active is None or mission.first is None:
        return None
    turn = mission.turn
    if turn.lieutenant_lost and not turn.retreat and not turn.named:
        return LieutenantNamed(mission.active, min(NEW_LIEUTENANT, mission.side(mission.active).lieutenant_orders or 0))
    if not turn.closed:
        return TurnEnded(mission.active, mission.round)
    if turn.retreat and nobody_left(mission.side(mission.active)):
        return MissionOver(mission.round, mission.active)
    if mission.active is mission.first:
        return TurnBegan(mission.first.opponent, mission.round)
    return TurnBegan(mission.first, mission.round + 1) if mission.round < mission.rounds else MissionOver(mission.round)


def impetuous_due(mission: Mission) -> Event | None:
    """End the phase if no trooper on the table is impetuous, and in Retreat! (IA-12)."""
    seat = mission.active
    if seat is None or mission.turn.impetuous_done:
        return None
    if impetuous(mission.side(seat)) and not mission.turn.retreat:
        return None
    return ImpetuousEnded(seat)


def _past(rolled: Rolled | None) -> Rolled | None:
    return None if rolled is None else replace(rolled, past=True)


def _fold_turn(mission: Mission, event: TurnBegan) -> Mission:
    return replace(
        mission, active=event.seat, round=event.round, turn=Turn(), step="window", rolled=_past(mission.rolled)
    )


def step_began(mission: Mission, event: StepBegan) -> Mission:
    """Begin the step. The initiative die is removed with its step, a die of a player turn with the turn."""
    rolled = mission.rolled if mission.active else _past(mission.rolled)  # a roll in a turn may end its step at once
    return with_turn(replace(mission, step=event.step, rolled=rolled), window_done=False)


def _fold_spent(mission: Mission, event: OrderSpent) -> Mission:
    """Spend an order. An order that belongs to one trooper ends its suppressive fire (IA-24)."""
    last = _option_of(event)
    chosen = event.kind is not OrderKind.REGULAR or mission.turn.group != event.group or bool(mission.turn.order)
    if chosen:
        mission = _kept(mission, event, last)
    match event.kind:
        case OrderKind.REGULAR:
            mission = with_order(mission, event.seat, event.group, -1)
            singles = mission.turn.singles if chosen else ()
            return with_turn(mission, group=event.group, order="", singles=singles)
        case OrderKind.LIEUTENANT:
            left = mission.side(event.seat).lieutenant_left - 1
            mission = with_members(with_turn(mission, order=last), event.seat, (event.trooper,), suppressive=False)
            return with_side(mission, event.seat, lieutenant_left=left)
        case OrderKind.TACTICAL:
            spent = {"tactical_order": False, "suppressive": False}
            return with_members(with_turn(mission, order=last), event.seat, (event.trooper,), **spent)
        case OrderKind.OWN:
            spent = {"own_order": False, "suppressive": False}
            return with_members(with_turn(mission, order=last), event.seat, (event.trooper,), **spent)
        case _:
            assert_never(event.kind)


def _option_of(event: OrderSpent) -> str:
    """Return the option by which an order was chosen."""
    if event.kind is OrderKind.REGULAR:
        return f"{GROUP}{event.group}"
    kind = "nco" if event.trooper and event.kind is OrderKind.LIEUTENANT else event.kind
    return f"{kind}.{event.trooper}" if event.trooper else str(kind)


def _kept(mission: Mission, event: OrderSpent, option: str) -> Mission:
    """Remember an order of a single trooper, or the first of a group, so that its player can take it back."""
    turn, firing = mission.turn, [one.id for one in mission.side(event.seat).members if one.suppressive]
    single = SpentSingle(option, event.name, event.trooper in firing, turn.order, turn.group)
    return with_turn(mission, singles=(*turn.singles, single))


def _fold_taken_back(mission: Mission, event: OrderTakenBack) -> Mission:
    *earlier, single = mission.turn.singles
    kind, _, trooper = single.option.partition(".")
    mission = with_turn(mission, singles=tuple(earlier), order=single.before, group=single.group)
    if f"{kind}." == GROUP:
        return with_order(mission, event.seat, int(trooper), 1)
    if kind in ("nco", LIEUTENANT):
        mission = with_side(mission, event.seat, lieutenant_left=mission.side(event.seat).lieutenant_left + 1)
    else:
        mission = with_members(mission, event.seat, (trooper,), **{f"{kind}_order": True})
    return with_members(mission, event.seat, (trooper,), suppressive=True) if single.suppressive else mission


def _fold_turn_ended(mission: Mission, event: TurnEnded) -> Mission:
    ids = tuple(member.id for member in mission.side(event.seat).members)
    mission = with_members(with_side(mission, event.seat, pooled_in=0), event.seat, ids, apart=False, isolated=False)
    return with_turn(mission, closed=True)


def _fold_orders_ended(mission: Mission, event: OrdersEnded) -> Mission:
    """Remove unused orders. Their tokens stay on the table until the turn is over."""
    ids = tuple(member.id for member in mission.side(event.seat).members)
    mission = with_members(mission, event.seat, ids, own_order=False, tactical_order=False)
    return with_turn(with_side(mission, event.seat, pools=(), lieutenant_left=0), orders_done=True)


def _turn_tokens(before: Mission, x: TurnEnded) -> tuple[HandBack, ...]:
    """Return the order tokens of the turn. Spent ones lie beside the pool until then, and return with the others."""
    return tuple(HandBack(x.seat, kind, n) for kind, n in before.side(x.seat).orders_out)


def _last_tokens(before: Mission, _: MissionOver) -> tuple[HandBack, ...]:
    """Return the tokens to hand back at the end: those that no player turn returns."""
    backs: list[HandBack] = []
    for seat in SEATS:
        side = before.side(seat)
        backs += (HandBack(seat, kind, n) for kind, n in ((COMMAND, side.tokens), (SPEEDBALL, side.speedballs)) if n)
    return tuple(backs)


def _line_spent(x: OrderSpent) -> Text:
    kind = "nco" if x.trooper and x.kind is OrderKind.LIEUTENANT else x.kind
    return text(f"infinity.tell.spent_{kind}", seat=text(f"seat.{x.seat}"), group=x.group, name=x.name)


def _line_taken_back(x: OrderTakenBack) -> Text:
    return text("infinity.tell.taken_back", seat=text(f"seat.{x.seat}"), order=_order_words(x.option, x.name))


def _line_over(x: MissionOver) -> Text:
    if x.wiped_out is not None:
        return text("infinity.tell.wiped_out", seat=text(f"seat.{x.wiped_out}"))
    return text("infinity.tell.over", number=x.rounds)


IMPETUOUS = _confirm("impetuous", "TB-109", lambda turn: turn.impetuous_done, lambda _, seat: ImpetuousEnded(seat))
NEXT_GROUP = Question[Mission]("order.group", "TB-118", _ask_next_group, _next_group)
ORDER = ASK.one_of("order", "TB-110", _spendable, _spend, _refuse, hold=True)
ORDERS_END = _confirm(
    "orders.end",
    "TB-111",
    lambda turn: turn.orders_done,
    lambda mission, seat: OrdersEnded(seat, orders_left(mission.side(seat))),
    hold=True,
)
STATES = _confirm("states", "TB-112", lambda turn: turn.states_done, lambda _, seat: StatesEnded(seat))
BACK = ASK.confirmation("order.back", "TB-118", _to_take_back, _taken_back, standing=True, often=8)
SPENDING = (NEXT_GROUP, ORDER, ORDERS_END, BACK)
"""The questions of the Orders Phase."""


ROWS: tuple[EventRow[Mission], ...] = (
    EventRow(StepBegan, step_began, no_line),
    EventRow(TurnBegan, _fold_turn, line("turn", "round")),
    EventRow(ImpetuousEnded, lambda m, _: with_turn(m, impetuous_done=True), no_line),
    EventRow(OrderGroupChosen, lambda m, x: with_turn(m, group=x.group, order=x.order), no_line),
    EventRow(OrderSpent, _fold_spent, _line_spent),
    EventRow(OrderTakenBack, _fold_taken_back, _line_taken_back),
    EventRow(
        OrdersEnded,
        _fold_orders_ended,
        lambda x: text("infinity.tell.unused", seat=text(f"seat.{x.seat}"), unused=x.unused) if x.unused else None,
    ),
    EventRow(StatesEnded, lambda m, _: with_turn(m, states_done=True), no_line),
    EventRow(
        LieutenantNamed,
        lambda m, x: with_turn(with_side(m, x.seat, lieutenant_orders=x.orders, strategos=0), named=True),
        line("named"),
    ),
    EventRow(TurnEnded, _fold_turn_ended, no_line, hands_back=_turn_tokens),
    EventRow(MissionOver, lambda m, _: replace(m, over=True), _line_over, hands_back=_last_tokens),
)
