"""Choosing a turn: units with a token, draws, passes, and the end of the phase (LG-61, LA-02 to LA-05)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from table.games.legion.rules.activation import active_unit
from table.games.legion.rules.activation.dictated import allowed, dictated_draw
from table.games.legion.rules.activation.turn_events import DrawWasted, Passed, TokenDrawn, TurnSkipped, UnitActivated
from table.games.legion.rules.consent import by_consent
from table.games.legion.rules.effects import lasting_effects
from table.games.legion.rules.effects.card_effects import next_effect
from table.games.legion.rules.keywords import commander_surges
from table.games.legion.rules.model.armies import RANKS, Rank
from table.games.legion.rules.model.asking import ASK, follows_unit
from table.games.legion.rules.model.labels import plain, token, token_option, unlike_options
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.model.turns import active_troop, begins_early
from table.games.legion.rules.model.units_left import alike, can_activate, known_pool, usable, with_orders
from table.games.legion.rules.pools.pool_events import TokensCleared
from table.games.legion.rules.pools.set_aside import instead_of_a_draw, used
from table.rules.chance import Chance, draw
from table.rules.counts import change
from table.rules.game import Event
from table.rules.prompts import ChooseOne, Option, Value
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.steps import Choices, Question
from table.rules.text import Text, text

DRAW, PASS = "draw", "pass"
DRAWN = "drawn:"
"""The prefix of the option that names the rank of a token that the players drew."""


def due(battle: LegionBattle) -> Event | None:
    """Return the next automatic event: a draw that fits one unit, the pass of a seat without units (LA-05, LA-11)."""
    seat = battle.turn
    if battle.going_on:
        return active_unit.due(battle)
    if seat is None or next_effect(battle) is not None:
        return None
    if (lasting := lasting_effects.due(battle)) is not None:
        return lasting
    if battle.drawn:
        units = usable(battle, seat, battle.drawn)
        if not units:
            return DrawWasted(seat, Rank(battle.drawn))
        one_kind = len(alike(battle, seat, units)) == 1
        return _activated(seat, units[0].unit.id, units[0].name, drawn=True) if one_kind else None
    if battle.play(seat).looked_at or can_activate(battle, seat):
        return None
    other = seat.opponent
    return _cleared(battle, seat) or (TurnSkipped(seat) if can_activate(battle, other) else _cleared(battle, other))


def _cleared(battle: LegionBattle, seat: Seat) -> TokensCleared | None:
    """Return the event that clears a seat's tokens when none of its units can use them (LA-05)."""
    play = battle.play(seat)
    if play.looked_at or not (play.pool or play.parked or play.aside) or can_activate(battle, seat):
        return None
    return TokensCleared(seat, play.pool, play.parked, play.aside)


def _choosing(battle: LegionBattle, seat: Seat) -> bool:
    """True if this seat may choose its turn, or begin it early (LA-06).

    A token that it looks at must go back first (TB-40).
    """
    play = battle.play(seat)
    return (
        battle.step == "activation"
        and (
            begins_early(battle, seat) or active_unit.goes_on(battle, seat) if battle.going_on else battle.turn is seat
        )
        and not battle.drawn
        and not play.looked_at
        and next_effect(battle) is None
        and not commander_surges.is_open(battle)
        and (can_activate(battle, seat) or bool(play.pool))
    )


def _can_pass(battle: LegionBattle, seat: Seat) -> bool:
    if not battle.edition.passes:
        return False
    return _free(battle) or (battle.play(seat).passes > 0 and not battle.play(seat).passed)


def _free(battle: LegionBattle) -> bool:
    """True if a pass costs nothing, after a draw that found no unit (LA-04)."""
    return battle.wasted and not battle.going_on


def _draws(battle: LegionBattle, seat: Seat) -> list[Option]:
    """Return the options to draw: the table draws, or the players draw and name the token (TB-75)."""
    pool = battle.play(seat).pool
    if battle.draws_by_hand:
        drawn = ((rank, text("legion.turn.drawn", token=token(rank))) for rank, _ in pool)
        return [Option(f"{DRAWN}{rank}", label, f"rank.{rank}") for rank, label in drawn]
    if units := _sure(battle, seat):
        return units
    return [Option(DRAW, text("legion.turn.draw"), "sign.draw")] if pool else []


def _sure(battle: LegionBattle, seat: Seat) -> list[Option]:
    """Return the unlike units of the pool's only rank: which of them the draw activates is asked at once."""
    play, pool = battle.play(seat), known_pool(battle.play(seat))
    if len(pool) != 1 or play.draws or play.held or with_orders(battle, seat):
        return []
    options = unlike_options(battle, seat, usable(battle, seat, pool[0][0]))
    named = [replace(option, label=text("legion.turn.sure", unit=option.label)) for option in options]
    return named if len(named) > 1 else []


def _ask_turn(battle: LegionBattle, seat: Seat) -> ChooseOne | None:
    if not _choosing(battle, seat):
        return None
    options = [*instead_of_a_draw(battle, seat), *unlike_options(battle, seat, with_orders(battle, seat))]
    draws = _draws(battle, seat)
    options = allowed(battle, seat, [*options, *draws])
    passes = _can_pass(battle, seat) and not _must_come_first(battle, seat)
    if passes:
        options.append(Option(PASS, text(f"legion.turn.pass{'_free' if _free(battle) else ''}"), "counter.pass"))
    if not options:
        return None
    if len(options) > 1:  # a draw cannot be taken back by who could have done something else
        by_chance = () if battle.draws_by_hand else draws
        options = [replace(option, hold=True) if option in by_chance else option for option in options]
    early, active = begins_early(battle, seat), active_troop(battle)
    asked = "next" if battle.going_on else "wasted" if battle.wasted else "ask"
    named = {"unit": plain(active.name)} if active is not None else {}
    ask = text(f"legion.turn.{asked}{'' if passes else '.no_pass'}", **named)
    return ChooseOne(
        key="turn", seat=seat, ask=ask, rule="TB-28", options=tuple(options),
        standing=early, ready=early, hold=early, moment=True, untimed=early,
    )  # fmt: skip


def _must_come_first(battle: LegionBattle, seat: Seat) -> bool:
    """True if the opponent's card makes this seat activate one unit first (TB-53)."""
    play = battle.play(seat)
    return play.held_first and any(troop.unit.id == play.held for troop in with_orders(battle, seat))


def _activated(seat: Seat, unit: str, name: str, *, drawn: bool, early: bool = False) -> UnitActivated:
    return UnitActivated(seat, unit, name, drawn, early=early)


def _take_turn(battle: LegionBattle, seat: Seat, value: Value, chance: Chance) -> Sequence[Event]:
    """Return the events of a turn. A turn that begins early ends the other seat's activation (LA-06)."""
    early = begins_early(battle, seat)
    turn = _turn(battle, seat, str(value), chance, early)
    if early or not battle.going_on:
        return (*active_unit.ended(battle, early=True), *turn)
    return (*active_unit.ended(battle), TurnSkipped(seat.opponent), *turn)


def _turn(battle: LegionBattle, seat: Seat, value: str, chance: Chance, early: bool) -> Sequence[Event]:
    if value == PASS:
        return (Passed(seat, free=_free(battle), early=early),)
    if value.startswith(DRAWN):
        return (drawn(battle, seat, Rank(value.removeprefix(DRAWN)), battle.questions, by_hand=True),)
    if value == DRAW and (dictated := dictated_draw(battle, seat)) is not None:
        return (dictated,)
    if value == DRAW:
        return tuple(_draw(battle, seat, chance))
    if (token_used := used(battle, seat, value)) is not None:
        return (token_used,)
    troop = battle.side(seat).troop(value)
    known = () if troop.face_up else tuple(_draw(battle, seat, chance))
    return (*known, _activated(seat, troop.unit.id, troop.name, drawn=bool(known), early=early and not known))


def _draw(battle: LegionBattle, seat: Seat, chance: Chance) -> Iterator[Event]:
    """Yield the draw of a token, and further ones as long as none fits a unit and nothing else can be done (LA-04)."""
    play, question = battle.play(seat), battle.questions
    pool = play.pool
    only = not (battle.edition.passes or with_orders(battle, seat) or instead_of_a_draw(battle, seat))
    while True:
        rank = Rank(draw(pool, chance, question))
        yield drawn(battle, seat, rank, question, by_hand=False)
        pool, question = change(pool, rank, -1, RANKS), question + 1
        if usable(battle, seat, rank) or not only or not pool:
            return
        yield DrawWasted(seat, rank)


def drawn(battle: LegionBattle, seat: Seat, rank: Rank, question: int, *, by_hand: bool) -> TokenDrawn:
    """Return the event of a draw. A token that no unit can use is not handed out (LA-04)."""
    lost = not usable(battle, seat, rank) and not by_hand
    return TokenDrawn(seat, rank, question, by_hand, lost)


def _refuse_turn(battle: LegionBattle, seat: Seat, value: Value) -> Refusal | None:
    if value == PASS:
        key = "legion.refused.pass_twice" if battle.play(seat).passed else "legion.refused.no_advantage"
        return Refusal("LA-03", text(key))
    if value == DRAW and battle.draws_by_hand:
        return Refusal("TB-75", text("refused.by_hand"))
    if value == DRAW:
        return Refusal("TB-29", text("legion.refused.empty_pool"))
    troop = next((troop for troop in battle.side(seat).troops if troop.unit.id == value), None)
    if troop is None:
        return None
    if troop.defeated:
        return Refusal("TB-32", text("legion.refused.defeated", unit=troop.name))
    if troop.face_up:
        return Refusal("TB-53", text("legion.refused.held", unit=troop.name))
    return Refusal("TB-28", text("legion.refused.no_order", unit=troop.name))


def _drawn_by_hand(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    """Offer the tokens that the players may have drawn from their own bag (TB-47). Answering is optional.

    The table draws in this setting, so the opponent must agree: otherwise a player could choose from the blind pool
    (TB-51).
    """
    if battle.draws_by_hand or battle.going_on or not _choosing(battle, seat):
        return ()
    return (token_option(rank) for rank, _ in known_pool(battle.play(seat)))


def _draw_by_hand(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    return (drawn(battle, seat, Rank(str(value)), battle.questions, by_hand=True),)


def _describe_drawn(_battle: LegionBattle, _seat: Seat, value: Value) -> Text:
    return text("legion.consent.drawn", token=token(str(value)))


def _drawn_units(battle: LegionBattle, seat: Seat) -> Choices | None:
    if battle.turn is not seat or not battle.drawn:
        return None
    options = unlike_options(battle, seat, usable(battle, seat, battle.drawn))
    return Choices(options, {"rank": text(f"legion.rank.{battle.drawn}")})


TURN = Question[LegionBattle]("turn", "TB-28", _ask_turn, _take_turn, _refuse_turn)
UNIT = ASK.one_of("unit", "TB-29", _drawn_units, follows_unit(partial(_activated, drawn=True)))
DRAW_BY_HAND = by_consent(
    ASK.one_of("draw.by_hand", "TB-47", _drawn_by_hand, _draw_by_hand, ask="legion.draw.by_hand", standing=True),
    _describe_drawn,
)
