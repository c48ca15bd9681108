"""Spend command, in order of initiative: on cards, on initiative, on the scenario's uses (TI-30 to TI-36)."""

from collections.abc import Iterable, Sequence

from table.games.tide_of_iron.rules.cards.strategy_cards import StrategyCardReturned, affordable, spender
from table.games.tide_of_iron.rules.model.battle_labels import ASK, line
from table.games.tide_of_iron.rules.model.battle_state import TideBattle, back_to_pile, paid, with_acts, with_side
from table.games.tide_of_iron.rules.model.scenario import CommandUse, StrategyCard
from table.rules.chance import Chance
from table.rules.event_rows import EventRow
from table.rules.game import Event, SeatEvent
from table.rules.prompts import Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Range, Words
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


def _use_options(battle: TideBattle, seat: Seat) -> Iterable[Option]:
    uses = _uses(battle, seat) if _spends(battle, seat) else ()
    return (Option(use.id, text("tide.use", name=use.name, cost=use.cost), "token.command") for use in uses)


def _use(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    (use,) = (use for use in battle.scenario.uses if use.id == value)
    spent = CommandSpent(seat, use.id, use.name, use.cost)
    if (card := _discarded(battle, seat, use)) is None:
        return (spent,)
    return (spent, StrategyCardReturned(seat, card.id, card.name, "in_play" if use.to_play else "headquarters"))


def _for_initiative(battle: TideBattle, seat: Seat) -> Range | None:
    """Ask for command on the initiative card. It takes a hold, because this command never returns.

    Then spending ends (TB-119).
    """
    available = battle.side(seat).available
    return Range(1, available, words={"available": available}) if _spends(battle, seat) and available else None


def _raise(battle: TideBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    count, side = value if isinstance(value, int) else 0, battle.side(seat)
    return (InitiativeRaised(seat, count, side.on_initiative + count), SpendingFinished(seat, side.available - count))


def _to_save(battle: TideBattle, seat: Seat) -> Words | None:
    return {"saved": battle.side(seat).available} if _spends(battle, seat) else None


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


USE = ASK.one_of("use", "TI-31", _use_options, _use, hold=True)
INITIATIVE = ASK.number("initiative", "TI-35", _for_initiative, _raise, hold=True)
DONE = ASK.confirmation("spent", "TI-36", _to_save, _done, hold=True)
PURCHASES = frozenset(question.key for question in (USE, INITIATIVE, DONE))


ROWS: tuple[EventRow[TideBattle], ...] = (
    EventRow(
        CommandSpent,
        lambda b, x: paid(b, x.seat, x.cost),
        line("spent", "name", "cost"),
        hands_back=lambda b, x: back_to_pile(b, x.seat, x.cost),
    ),
    EventRow(InitiativeRaised, _fold_raised, line("raised", "count", "total")),
    EventRow(SpendingFinished, lambda b, x: with_acts(b, x.seat, finished=True), line("finished", "saved")),
)
