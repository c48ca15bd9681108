"""Acts of cards on tokens of the opponent: the card's owner chooses the token (TB-51, LA-63)."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from table.games.legion.rules.effects import given
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.state import LegionBattle
from table.rules.prompts import Option, Value
from table.rules.seats import Seat
from table.rules.text import text

ENEMY = "enemy:"
"""The prefix of an answer that means a unit of the opponent."""


def meant(seat: Seat, value: Value) -> tuple[Seat, str]:
    """Return the seat of the unit that an answer names, and the unit without the prefix."""
    word = str(value)
    return (seat.opponent, word.removeprefix(ENEMY)) if word.startswith(ENEMY) else (seat, word)


def strikes(battle: LegionBattle, seat: Seat, act: Act) -> bool:
    """True if a card of this seat has this act on a token of the opponent, who is not looking at one."""
    return given.to_enemy(battle, seat, act) is not None and not battle.play(seat.opponent).looked_at


def enemies(seat: Seat, options: Iterable[Option]) -> Iterator[Option]:
    """Yield a seat's units as options for its opponent.

    They have no card, because a card on the reader means the own army's unit.
    """
    for option in options:
        label = text("legion.of_seat", seat=text(f"seat.{seat}"), unit=option.label)
        yield replace(option, id=f"{ENEMY}{option.id}", label=label, card="")
