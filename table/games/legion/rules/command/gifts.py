"""A card in play gives something in a round: to whom its words say, and as often as they say (TB-51, LA-63).

Where they have no number it gives it once. What goes beyond that is not the card's, and the opponent has to agree.
"""

from collections.abc import Iterator

from table.games.legion.rules.command.acts_in_play import arguments, in_play
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard
from table.games.legion.rules.model.phase_events import GiftUsed
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.rules.seats import Seat

EITHER = "/"
"""This stands between the names of two units, each of which is meant."""
NEAR = " near "
"""This stands between the kind of units that are meant, and where they have to be, which the players see."""
EACH, ORDERED = "each ", "ordered "
"""These stand before a kind of units there, of which each one with an order gives one time more."""
OWNER = "owner="
"""This stands before the name of a unit each of whose cards is meant."""


def gifts(battle: LegionBattle, seat: Seat, act: Act) -> Iterator[GiftUsed]:
    """Yield what is left of this act of the cards in play of a seat, as the event of its next use."""
    if not arguments(battle, seat, act):
        return
    used = battle.play(seat).gifts_used
    for card in in_play(battle, seat):
        for words in card.acts_of(act):
            if used.count((card.id, act, words)) < _times(battle, seat, words):
                yield GiftUsed(seat, card.id, card.name, act, words)


def _times(battle: LegionBattle, seat: Seat, words: str) -> int:
    """Return how often an act can be used in a round."""
    if words.isdecimal():
        return int(words)
    _, _, there = words.partition(NEAR)
    if not there.startswith(EACH):
        return 1
    kind = there.removeprefix(EACH).removeprefix(ORDERED)
    return sum(troop.ordered and _is_kind(kind, troop) for troop in battle.side(seat).troops)


def means_unit(words: str, troop: Troop) -> bool:
    """True if an act's words mean a unit: by its name or its kind, or any unit where they say neither."""
    kind, near, _ = words.partition(NEAR)
    if near:
        return _is_kind(kind, troop)
    return not _is_name(words) or troop.unit.name in words.split(EITHER)


def means_card(words: str, card: CommandCard) -> bool:
    """True if an act's words mean a card: by its name or its owner's, or any card where they say neither."""
    if words.startswith(OWNER):
        return words.removeprefix(OWNER) in card.belongs_to
    return not _is_name(words) or card.name == words


def _is_name(words: str) -> bool:
    return words[:1].isupper()


def _is_kind(kind: str, troop: Troop) -> bool:
    return troop.unit.types.issuperset(kind.lower().split())
