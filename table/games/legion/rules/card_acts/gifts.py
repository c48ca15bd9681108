"""Uses of an act of a card in play: for which units, and how often in a round (TB-51, LA-63).

An act without a number can be used once, and only in its own time. Any further use needs the opponent's consent.
"""

from collections.abc import Iterator
from typing import TypeAlias

from table.games.legion.rules.card_acts.act_events import GiftUsed
from table.games.legion.rules.card_acts.acts_in_play import arguments, in_play
from table.games.legion.rules.card_acts.own_time import has_come
from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.rules.seats import Seat

Opening: TypeAlias = tuple[GiftUsed, ...] | None
"""The uses of acts that allow something without consent. Empty if a keyword allows it; None if it needs consent."""
EITHER = "/"
"""Separates the names of two units that are both meant."""
NEAR = " near "
"""Separates the kind of units that are meant from the place where they must be, which the players judge."""
THE = "the "
"""Precedes the one unit that must have an order first."""
EACH, ORDERED = "each ", "ordered "
"""Precede a kind of units: one use for each unit of the kind, or for each one with an order."""
OWNER = "owner="
"""Precedes the name of a unit, all of whose cards are meant."""
AFTER = " after "
"""Precedes the unit whose activation must have ended last."""
OTHER = "other"
"""The other of the two units that the words name."""
EXCEPT = " except "
"""Precedes the rank of the units that are not meant."""
ANY_UNIT = frozenset({"", "own", "any"})
"""The words that let the players choose the unit."""
ONE_DEED = frozenset({Act.TOKEN_FLIP_FACEDOWN, Act.TOKEN_ASSIGN_FACEDOWN})
"""Two acts with the same result. A card with both may use one of them."""


def uses_left(battle: LegionBattle, seat: Seat, gift: GiftUsed) -> int:
    """Return how often the act of a gift can be used yet in this round."""
    deed = ONE_DEED if gift.act in ONE_DEED else (gift.act,)
    used = battle.play(seat).gifts_used
    spent = sum(used.count((gift.card, each, gift.argument)) for each in deed)
    return _times(battle, seat, gift.argument) - spent


def gifts(battle: LegionBattle, seat: Seat, act: Act, issuing: Seat | None) -> Iterator[GiftUsed]:
    """Yield the next use of each act of this kind that a seat's cards in play have left now.

    `issuing`: the seat that issues orders at this moment.
    """
    if not arguments(battle, seat, act):
        return
    for card in in_play(battle, seat):
        issues = issuing is (seat.opponent if card.acts_of(Act.ON_ENEMY_ORDER) else seat)
        for what in card.acts:
            if what.act is not act or not has_come(battle, card, what, issues):
                continue
            gift = GiftUsed(seat, card.id, card.name, act, what.words)
            if uses_left(battle, seat, gift) > 0:
                yield gift


def _times(battle: LegionBattle, seat: Seat, words: str) -> int:
    """Return how often an act can be used in a round."""
    first, _, _ = words.partition(" ")
    if first.isdecimal():
        return int(first)
    troops = battle.side(seat).troops
    if words.startswith(EACH):
        return sum(_is_kind(words.removeprefix(EACH), troop) for troop in troops)
    _, _, there = words.partition(NEAR)
    if there.startswith(THE):
        kind = there.removeprefix(THE).removeprefix(ORDERED)
        return int(any(troop.ordered and _is_kind(kind, troop) for troop in troops))
    if not there.startswith(EACH):
        return 1
    kind = there.removeprefix(EACH).removeprefix(ORDERED)
    return sum(troop.ordered and _is_kind(kind, troop) for troop in troops)


def whose(words: str) -> str:
    """Return the owner of the tokens in an act's words, without the number."""
    first, _, rest = words.partition(EXCEPT)[0].partition(" ")
    return rest if first.isdecimal() else words.partition(EXCEPT)[0]


def spares(words: str, troop: Troop) -> bool:
    """True if the argument of an act excludes units of this unit's rank."""
    _, _, rank = words.partition(EXCEPT)
    return rank == troop.rank


def means_unit(words: str, troop: Troop) -> bool:
    """True if an act's words mean a unit, by its name or kind, or if they mean any unit.

    Unknown words mean no unit, so both players must agree on it.
    """
    words = words.partition(AFTER)[0]
    kind, near, _ = words.partition(NEAR)
    if near or words.startswith(EACH):
        return _is_kind(kind.removeprefix(EACH), troop)
    return words in ANY_UNIT or words.isdecimal() or troop.unit.name in words.split(EITHER)


def in_turn(battle: LegionBattle, seat: Seat, words: str, troop: Troop) -> bool:
    """True if a unit may act after the activation that ended last, or if the words name none."""
    units, after, whom = words.partition(AFTER)
    if not after:
        return True
    if battle.last_ended is None or battle.last_ended[0] is not seat:
        return False
    name = battle.side(seat).troop(battle.last_ended[1]).unit.name
    return name == whom or (whom == OTHER and name in units.split(EITHER) and name != troop.unit.name)


def means_card(words: str, card: CommandCard) -> bool:
    """True if an act's words mean a card, by its name or its owner's, or if they mean any card."""
    if words.startswith(OWNER):
        return words.removeprefix(OWNER) in card.belongs_to
    return not words[:1].isupper() or card.name == words


def _is_kind(kind: str, troop: Troop) -> bool:
    return troop.unit.types.issuperset(kind.lower().split())
