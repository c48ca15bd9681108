"""The tokens of the Activation Phase: turns, draws, passes, and its end (LG-61, TB-28 to TB-35)."""

from collections.abc import Sequence

from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.events import DrawWasted, Passed, TokenDrawn, TurnSkipped, UnitActivated
from table.games.legion.rules.model.labels import token, token_option, unit_option
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.games.legion.rules.steps.effects import next_effect
from table.rules.chance import Chance, draw
from table.rules.counts import of
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import SEATS, Seat
from table.rules.steps import Question
from table.rules.text import text

DRAW, PASS = "draw", "pass"
DRAWN = "drawn:"
"""The prefix of the option that names the rank of a token that the players drew."""


def with_orders(battle: LegionBattle, seat: Seat) -> list[Troop]:
    return [troop for troop in battle.side(seat).troops if troop.face_up]


def usable(battle: LegionBattle, seat: Seat, rank: str) -> list[Troop]:
    """Return the units that a drawn token of this rank can activate (TB-29)."""
    return [troop for troop in battle.side(seat).troops if troop.rank == rank and waiting(troop) > 0]


def waiting(troop: Troop) -> int:
    """Return the number of a unit's activations that still depend on tokens in the pool."""
    return 0 if troop.defeated or troop.rank is None else troop.turns - troop.activations - troop.face_up


def can_activate(battle: LegionBattle, seat: Seat) -> bool:
    return bool(battle.play(seat).pool) or bool(with_orders(battle, seat))


def due(battle: LegionBattle) -> Event | None:
    """Return a draw that leaves no choice, or a turn that is passed or skipped, as an event; otherwise None."""
    seat = battle.turn
    if seat is None or next_effect(battle) is not None:
        return None
    if battle.drawn:
        units = usable(battle, seat, battle.drawn)
        if not units:
            return DrawWasted(seat, Rank(battle.drawn))
        return UnitActivated(seat, units[0].unit.id, units[0].name, drawn=True) if len(units) == 1 else None
    if battle.play(seat).looked_at:
        return None
    if not can_activate(battle, seat):
        if battle.wasted and battle.edition.passes:
            return Passed(seat, free=True)
        if can_activate(battle, seat.opponent):
            return TurnSkipped(seat)
    return None


def tokens_aside(battle: LegionBattle) -> bool:
    """True if no seat can activate until tokens come back that lie on a card or are being looked at."""
    if battle.step != "activation" or next_effect(battle) is not None or battle.drawn:
        return False
    return not any(can_activate(battle, seat) for seat in SEATS)


def _choosing(battle: LegionBattle, seat: Seat) -> bool:
    """True if this seat chooses what to do with its turn. A token that it looks at goes back first (TB-40)."""
    return (
        battle.step == "activation"
        and battle.turn is seat
        and not battle.drawn
        and not battle.play(seat).looked_at
        and next_effect(battle) is None
        and can_activate(battle, seat)
    )


def _can_pass(battle: LegionBattle, seat: Seat) -> bool:
    if not battle.edition.passes:
        return False
    return battle.wasted or (battle.play(seat).passes > 0 and not battle.passed)


def _draws(battle: LegionBattle, seat: Seat) -> list[Option]:
    """Return the options to draw: by the table, or by the players, who name the token (TB-75)."""
    pool = battle.play(seat).pool
    if battle.draws_by_hand:
        drawn = ((rank, text("legion.turn.drawn", token=token(rank))) for rank, _ in pool)
        return [Option(f"{DRAWN}{rank}", label, f"rank.{rank}") for rank, label in drawn]
    return [Option(DRAW, text("legion.turn.draw"), "sign.draw")] if pool else []


def _ask_turn(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    if not _choosing(battle, seat):
        return None
    options = [unit_option(troop) for troop in with_orders(battle, seat)]
    options += _draws(battle, seat)
    passes = _can_pass(battle, seat)
    if passes:
        key = "legion.turn.pass_free" if battle.wasted else "legion.turn.pass"
        options.append(Option(PASS, text(key), "counter.pass"))
    ask = text(f"legion.turn.{'wasted' if battle.wasted else 'ask'}{'' if passes else '.no_pass'}")
    return ChooseOne(key="turn", seat=seat, ask=ask, rule="TB-28", options=tuple(options))


def _take_turn(battle: LegionBattle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    if value == PASS:
        return (Passed(seat, free=battle.wasted),)
    if str(value).startswith(DRAWN):
        rank = Rank(str(value).removeprefix(DRAWN))
        return (TokenDrawn(seat, rank, battle.questions, by_hand=True),)
    if value == DRAW:
        rank = Rank(draw(battle.play(seat).pool, chance, battle.questions))
        return (TokenDrawn(seat, rank, battle.questions, by_hand=False),)
    troop = battle.side(seat).troop(str(value))
    return (UnitActivated(seat, troop.unit.id, troop.name, drawn=False),)


def _refuse_turn(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    if value == PASS:
        key = "legion.refused.pass_twice" if battle.passed else "legion.refused.no_advantage"
        return Refusal("TB-30", text(key))
    if value == DRAW and battle.draws_by_hand:
        return Refusal("TB-75", text("refused.by_hand"))
    if value == DRAW:
        return Refusal("TB-29", text("legion.refused.empty_pool"))
    troop = next((troop for troop in battle.side(seat).troops if troop.unit.id == value), None)
    if troop is None:
        return None
    if troop.defeated:
        return Refusal("TB-32", text("legion.refused.defeated", unit=troop.name))
    return Refusal("TB-28", text("legion.refused.no_order", unit=troop.name))


def _ask_draw_by_hand(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    """Ask which token the players drew from their own bag, if they like to (TB-47)."""
    if battle.draws_by_hand or not _choosing(battle, seat) or not (pool := battle.play(seat).pool):
        return None
    options = tuple(token_option(rank) for rank, _ in pool)
    ask = text("legion.draw.by_hand")
    return ChooseOne(key="draw.by_hand", seat=seat, ask=ask, rule="TB-47", options=options, standing=True)


def _draw_by_hand(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (TokenDrawn(seat, Rank(str(value)), battle.questions, by_hand=True),)


def _ask_unit(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    if battle.turn is not seat or not battle.drawn:
        return None
    options = tuple(unit_option(troop) for troop in usable(battle, seat, battle.drawn))
    ask = text("legion.unit.ask", rank=text(f"legion.rank.{battle.drawn}"))
    return ChooseOne(key="unit", seat=seat, ask=ask, rule="TB-29", options=options)


def _activate(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    troop = battle.side(seat).troop(str(value))
    return (UnitActivated(seat, troop.unit.id, troop.name, drawn=True),)


def missing_tokens(battle: LegionBattle, seat: Seat, fallen: Troop) -> int:
    """Return how many tokens the pool lacks for a unit that was not defeated after all (TB-33)."""
    play = battle.play(seat)
    if battle.step != "activation" or fallen.rank is None:
        return 0
    rank = fallen.rank
    wanted = sum(waiting(troop) for troop in battle.side(seat).troops if troop.rank is rank)
    wanted += fallen.turns - fallen.activations - fallen.order_lost
    there = of(play.pool, rank) + of(play.parked, rank) + (play.looked_at == rank)
    return max(0, wanted - there - (battle.turn is seat and battle.drawn == rank))


TURN = Question[LegionBattle]("turn", "TB-28", _ask_turn, _take_turn, _refuse_turn)
UNIT = Question[LegionBattle]("unit", "TB-29", _ask_unit, _activate)
DRAW_BY_HAND = Question[LegionBattle]("draw.by_hand", "TB-47", _ask_draw_by_hand, _draw_by_hand)
