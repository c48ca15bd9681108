"""The public view of a battle. It has no secrets: available command is public (TI-23), and so are face-up cards."""

from table.games.tide_of_iron.rules.cards.strategy_cards import resolver, spender
from table.games.tide_of_iron.rules.model.battle_labels import ICONS
from table.games.tide_of_iron.rules.model.battle_state import TideBattle, TideSide, turned
from table.games.tide_of_iron.rules.model.scenario import Kind, Objective
from table.games.tide_of_iron.rules.objectives.objective_income import pays
from table.games.tide_of_iron.rules.phases.action_phase import in_conflict
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import StepOfTable
from table.rules.text import Text, text
from table.rules.view import Card, Counter, Piece, PieceState, SeatView, StepState, View
from table.rules.view import Step as StepView

WITH_EMBLEM = frozenset(("american", "british", "german"))
"""The nations that have an emblem on the screen."""
PLUS_TEN = "+10"
"""The mark on the back of a victory marker."""


def view(system: str, table: tuple[StepOfTable[TideBattle], ...], battle: TideBattle) -> View:
    now = [step.id for step in table].index(battle.step)
    return View(
        system=system,
        round=battle.round,
        rounds=battle.scenario.rounds,
        phase=text(f"tide.phase.{table[now].phase}"),
        steps=tuple(StepView(s.id, text(f"tide.step.{s.id}"), StepState.at(i, now)) for i, s in enumerate(table)),
        seats=(_seat(battle, BLUE), _seat(battle, RED)),
        headline=_headline(battle),
        first=battle.initiative,
        first_called=text("tide.first"),
        over=battle.over,
    )


def _seat(battle: TideBattle, seat: Seat) -> SeatView:
    side = battle.side(seat)
    return SeatView(
        seat=seat,
        side=side.sheet.name,
        emblem=f"nation.{nation}" if (nation := side.sheet.nation.lower()) in WITH_EMBLEM else "",
        card=_card(battle, seat),
        counters=tuple(_counters(battle, side)),
        pieces=tuple(_pieces(battle, seat)),
    )


def _counters(battle: TideBattle, side: TideSide) -> list[Counter]:
    counters = [
        Counter(text("tide.counter.available"), side.available, "token.command"),
        Counter(text("tide.counter.initiative"), side.on_initiative, "token.initiative"),
        Counter(text("tide.counter.cards"), len(side.headquarters), "counter.hand"),
    ]
    if battle.scenario.scoring.any:
        counters.append(_victory(side))
    return counters


def _victory(side: TideSide) -> Counter:
    """Return the victory points as the marker shows them: its space, and its "+10" side (TI-25)."""
    plus_ten, space = turned(side.points)
    label = text("tide.counter.victory_10" if plus_ten else "tide.counter.victory")
    return Counter(label, space, "counter.victory", PLUS_TEN if plus_ten else "")


def _pieces(battle: TideBattle, seat: Seat) -> list[Piece]:
    """Return the objectives of the seat, filled in; then those without control, as outlines."""
    objectives = battle.objectives
    own = [_piece(battle, seat, each) for each in objectives if battle.holder(each.id) is seat]
    return [*own, *(_piece(battle, seat, each) for each in objectives if battle.holder(each.id) is None)]


def _piece(battle: TideBattle, seat: Seat, objective: Objective) -> Piece:
    """Return an objective. A sign marks a command objective that gives this seat no command (TI-21)."""
    idle = objective.kind is Kind.COMMAND and not pays(battle, seat, objective)
    state = PieceState.ORDERED if battle.holder(objective.id) is seat else PieceState.READY
    name = f"{objective.name} ({objective.hex})"
    return Piece(objective.id, name, ICONS[objective.kind], state, ("sign.refused",) if idle else ())


def _card(battle: TideBattle, seat: Seat) -> Card | None:
    """Return the strategy card whose effect is being resolved, or None."""
    for effect in battle.effects:
        if effect.seat is seat:
            card = battle.side(seat).card(effect.card)
            return Card(card.name, text("tide.card.paid", cost=card.cost))
    return None


def _headline(battle: TideBattle) -> Text:
    if battle.over and battle.winner is not None:
        return text("tide.headline.won", seat=_name(battle.winner))
    if battle.over:
        return text("tide.headline.over")
    if in_conflict(battle):
        return text("tide.headline.order", seat=_name(battle.initiative))
    if (resolving := resolver(battle)) is not None:
        return text("tide.headline.effect", seat=_name(resolving))
    if (spending := spender(battle)) is not None:
        return text("tide.headline.spends", seat=_name(spending))
    if battle.step == "control" and all(battle.acts(seat).units is not None for seat in SEATS):
        return text("tide.headline.sheet")  # while one is still asked, the other's answer changes nothing that it reads
    return text(f"tide.headline.{battle.step}")


def _name(seat: Seat) -> Text:
    return text(f"seat.{seat}")
