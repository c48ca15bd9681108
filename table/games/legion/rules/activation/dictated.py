"""Turns that the opponent's card dictates: the rank of the first draw (TB-52), a unit first or last (TB-53)."""

from collections.abc import Iterable, Sequence

from table.games.legion.rules.activation.turn_events import DrawDictated, TokenDictated, UnitHeld
from table.games.legion.rules.card_acts.acts_in_play import gives
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import Rank
from table.games.legion.rules.model.asking import ASK
from table.games.legion.rules.model.labels import plain, token_option
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.model.units_left import known_pool, usable
from table.rules.chance import Chance
from table.rules.counts import of
from table.rules.game import Event
from table.rules.prompts import Option, Value
from table.rules.seats import Seat
from table.rules.steps import Choices, follows_word
from table.rules.text import text

FIRST, LAST = "first:", "last:"
"""The prefixes of a unit that must be activated before all others, or after them."""
NO_TURN = frozenset({"pass"})
"""The answers to a turn that activate no unit."""


def dictated_draw(battle: LegionBattle, seat: Seat) -> TokenDictated | None:
    """Return this seat's draw if the opponent's card names its rank and the pool has such a token."""
    play = battle.play(seat)
    if not play.draws or not of(play.pool, play.draws):
        return None
    return TokenDictated(seat, Rank(play.draws), lost=not usable(battle, seat, play.draws), bag=battle.draws_by_hand)


def allowed(battle: LegionBattle, seat: Seat, options: Sequence[Option]) -> list[Option]:
    """Return the turns that a seat may take while the opponent's card holds one of its units.

    A unit that must come first leaves no other turn while it has a face-up token. A unit that must come last waits for
    all other units and all draws.
    """
    held, first = battle.play(seat).held, battle.play(seat).held_first
    if held and first and (only := [option for option in options if option.id == held]):
        return only
    others = [option for option in options if option.id != held]
    if held and not first and any(option.id not in NO_TURN for option in others):
        return others
    return list(options)


def _drawable(battle: LegionBattle, seat: Seat) -> Choices | None:
    other = battle.play(seat.opponent)
    if battle.step != "activation" or battle.draws_by_hand or other.draws or other.drew:
        return None
    if not gives(battle, seat, Act.OPPONENT_DRAW):
        return None
    return Choices((token_option(rank) for rank, _ in known_pool(other)), {"seat": text(f"seat.{seat.opponent}")})


def _holdable(battle: LegionBattle, seat: Seat) -> Iterable[Option]:
    if battle.step != "activation" or battle.play(seat.opponent).held or not gives(battle, seat, Act.HOLD_ENEMY_UNIT):
        return ()
    units = [t for t in battle.side(seat.opponent).troops if t.rank and not t.defeated and t.activations < t.turns]
    return (
        Option(f"{when}{troop.unit.id}", text(f"legion.hold.{when[:-1]}", unit=plain(troop.name)), f"rank.{troop.rank}")
        for troop in units
        for when in (FIRST, LAST)
    )


def _hold(battle: LegionBattle, seat: Seat, value: Value, _: Chance) -> Sequence[Event]:
    when, _colon, unit = str(value).partition(":")
    troop = battle.side(seat.opponent).troop(unit)
    return (UnitHeld(seat.opponent, unit, troop.name, first=f"{when}:" == FIRST),)


_dictated = follows_word(lambda seat, rank: DrawDictated(seat.opponent, Rank(rank)))
QUESTIONS = (
    ASK.one_of("dictate", "TB-52", _drawable, _dictated, standing=True, ready=True, hold=True),
    ASK.one_of("hold", "TB-53", _holdable, _hold, standing=True, ready=True, hold=True),
)
