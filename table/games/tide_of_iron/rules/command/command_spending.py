"""Spend command, in order of initiative: on cards, on initiative, on the scenario's uses (TI-30 to TI-36)."""

from collections.abc import Sequence

from table.games.tide_of_iron.rules.cards.strategy_cards import StrategyCardReturned, affordable, spender
from table.games.tide_of_iron.rules.model.battle_state import TideBattle, back_to_pile, paid, with_acts, with_side
from table.games.tide_of_iron.rules.model.scenario import CommandUse, StrategyCard
from table.rules.chance import Chance
from table.rules.event_rows import EventRow, seat_line
from table.rules.game import Event, SeatEvent
from table.rules.prompts import ChooseOne, Confirm, Number, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Question
from table.rules.text import text


class CommandSpent(SeatEvent, frozen=True, tag=True):
    """Command was spent on something that the scenario sells."""

    use: str
    name: str
    cost: int


class InitiativeRaised(SeatEvent, frozen=True, tag=True):
    count: int
    total: int


class SpendingFinished(SeatEvent, frozen=True, tag=True):
    saved: int


def due(battle: TideBattle) -> Event | None:
    """End the spending of a seat that can buy nothing, without asking it (TB-85)."""
    seat = spender(battle)
    if seat is None or battle.effects:
        return None
    if battle.side(seat).available or affordable(battle, seat) or _uses(battle, seat):
        return None
    return SpendingFinished(seat, 0)


def _spends(battle: TideBattle, seat: Seat) -> bool:
    return spender(battle) is seat and not battle.effects


def _own_uses(battle: TideBattle, seat: Seat) -> list[CommandUse]:
    return [use for use in battle.scenario.uses if use.side in ("", battle.side(seat).sheet.id)]


def _uses(battle: TideBattle, seat: Seat) -> list[CommandUse]:
    """Return the uses that this seat can pay for. A use that returns a card needs that card among the discards."""
    return [
        use
        for use in _own_uses(battle, seat)
        if use.cost <= battle.side(seat).available and (not use.returns or _discarded(battle, seat, use))
    ]


def _discarded(battle: TideBattle, seat: Seat, use: CommandUse) -> StrategyCard | None:
    side = battle.side(seat)
    return next((card for card in map(side.card, side.removed) if card.tag == use.returns), None)


def _ask_use(battle: TideBattle, seat: Seat) -> ChooseOne | None:
    uses = _uses(battle, seat) if _spends(battle, seat) else []
    if not uses:
        return None
    options = tuple(Option(use.id, text("tide.use", name=use.name, cost=use.cost), "token.command") for use in uses)
    return ChooseOne(key="use", seat=seat, ask=text("tide.use.ask"), rule="TI-31", options=options, hold=True)


def _use(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    (use,) = (use for use in battle.scenario.uses if use.id == value)
    spent = CommandSpent(seat, use.id, use.name, use.cost)
    if (card := _discarded(battle, seat, use)) is None:
        return (spent,)
    return (spent, StrategyCardReturned(seat, card.id, card.name, "in_play" if use.to_play else "headquarters"))


def _ask_initiative(battle: TideBattle, seat: Seat) -> Number | None:
    """Ask for command on the initiative card. It takes a hold, because this command never returns.

    Then spending ends (TB-119).
    """
    available = battle.side(seat).available
    if not _spends(battle, seat) or not available:
        return None
    ask = text("tide.initiative.ask", available=available)
    return Number(key="initiative", seat=seat, ask=ask, rule="TI-35", hold=True, least=1, most=available)


def _raise(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    count, side = value if isinstance(value, int) else 0, battle.side(seat)
    return (InitiativeRaised(seat, count, side.on_initiative + count), SpendingFinished(seat, side.available - count))


def _ask_done(battle: TideBattle, seat: Seat) -> Confirm | None:
    if not _spends(battle, seat):
        return None
    ask = text("tide.spent.ask", saved=battle.side(seat).available)
    return Confirm(key="spent", seat=seat, ask=ask, rule="TI-36", hold=True)


def _done(battle: TideBattle, seat: Seat, _value: Value, _chance: Chance) -> Sequence[Event]:
    return (SpendingFinished(seat, battle.side(seat).available),)


def why_not(battle: TideBattle, seat: Seat) -> Refusal | None:
    """Return the refusal of any spending by this seat now, or None."""
    if battle.step != "spend":
        return Refusal("TI-01", text("tide.refused.step"))
    if spender(battle) is not seat:
        return Refusal("TI-30", text("tide.refused.not_in_turn", seat=text(f"seat.{seat.opponent}")))
    return Refusal("TI-33", text("tide.refused.effect")) if battle.effects else None


def _fold_raised(battle: TideBattle, x: InitiativeRaised) -> TideBattle:
    return with_side(battle, x.seat, available=battle.side(x.seat).available - x.count, on_initiative=x.total)


USE = Question[TideBattle]("use", "TI-31", _ask_use, _use)
INITIATIVE = Question[TideBattle]("initiative", "TI-35", _ask_initiative, _raise)
DONE = Question[TideBattle]("spent", "TI-36", _ask_done, _done)
PURCHASES = frozenset(question.key for question in (USE, INITIATIVE, DONE))


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(
        CommandSpent,
        lambda b, x: paid(b, x.seat, x.cost),
        seat_line("tide.tell.spent", "name", "cost"),
        hands_back=lambda b, x: back_to_pile(b, x.seat, x.cost),
    ),
    EventRow(InitiativeRaised, _fold_raised, seat_line("tide.tell.raised", "count", "total")),
    EventRow(
        SpendingFinished, lambda b, x: with_acts(b, x.seat, finished=True), seat_line("tide.tell.finished", "saved")
    ),
)
