"""A card in play gives something in a round: to whom its words say, and as often as they say (TB-51, LA-63).

Where they have no number it gives it once, and from its own time on. What goes beyond that is not the card's, and the
opponent has to agree.
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
"""The uses of cards that open a deed without consent; empty where none is used up; None where consent is needed."""
EITHER = "/"
"""This stands between the names of two units, each of which is meant."""
NEAR = " near "
"""This stands between the kind of units that are meant, and where they have to be, which the players see."""
THE = "the "
"""This stands before the one unit that has to have its order first."""
EACH, ORDERED = "each ", "ordered "
"""These stand before a kind of units of which each one, or each one with an order, gives or gets it one time more."""
OWNER = "owner="
"""This stands before the name of a unit each of whose cards is meant."""
AFTER = " after "
"""This stands before the unit whose activation has to be the one that ended last."""
OTHER = "other"
"""The other one of the units that the words name."""
EXCEPT = " except "
"""This stands before the rank of the units that are not meant."""
ANY_UNIT = frozenset({"", "own", "any"})
"""The words that leave it to the players which unit is meant."""
ONE_DEED = frozenset({Act.TOKEN_FLIP_FACEDOWN, Act.TOKEN_ASSIGN_FACEDOWN})
"""The two ways to the same end: a card that has both does it by one or by the other."""


def gifts(battle: LegionBattle, seat: Seat, act: Act, issuing: Seat | None) -> Iterator[GiftUsed]:
    """Yield what is left of this act of the cards in play of a seat now, as the event of its next use.

    `issuing`: the seat whose orders are issued.
    """
    if not arguments(battle, seat, act):
        return
    used = battle.play(seat).gifts_used
    deed = ONE_DEED if act in ONE_DEED else (act,)
    for card in in_play(battle, seat):
        issues = issuing is (seat.opponent if card.acts_of(Act.ON_ENEMY_ORDER) else seat)
        for what in card.acts:
            if what.act is not act or not has_come(battle, card, what, issues):
                continue
            if sum(used.count((card.id, each, what.words)) for each in deed) < _times(battle, seat, what.words):
                yield GiftUsed(seat, card.id, card.name, act, what.words)


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
    """Return whose tokens an act's words mean, without their number."""
    first, _, rest = words.partition(EXCEPT)[0].partition(" ")
    return rest if first.isdecimal() else words.partition(EXCEPT)[0]


def spares(words: str, troop: Troop) -> bool:
    """True if an act's words leave out the units of this one's rank."""
    _, _, rank = words.partition(EXCEPT)
    return rank == troop.rank


def means_unit(words: str, troop: Troop) -> bool:
    """True if an act's words mean a unit: by its name or its kind, or any unit where they say so.

    Words that the table does not know mean none: whom the card gives it to is then for both players to say.
    """
    words = words.partition(AFTER)[0]
    kind, near, _ = words.partition(NEAR)
    if near or words.startswith(EACH):
        return _is_kind(kind.removeprefix(EACH), troop)
    return words in ANY_UNIT or words.isdecimal() or troop.unit.name in words.split(EITHER)


def in_turn(battle: LegionBattle, seat: Seat, words: str, troop: Troop) -> bool:
    """True if a unit follows the one after whose activation an act's words let it act, or if they name none."""
    units, after, whom = words.partition(AFTER)
    if not after:
        return True
    if battle.last_ended is None or battle.last_ended[0] is not seat:
        return False
    name = battle.side(seat).troop(battle.last_ended[1]).unit.name
    return name == whom or (whom == OTHER and name in units.split(EITHER) and name != troop.unit.name)


def means_card(words: str, card: CommandCard) -> bool:
    """True if an act's words mean a card: by its name or its owner's, or any card where they say neither."""
    if words.startswith(OWNER):
        return words.removeprefix(OWNER) in card.belongs_to
    return not _is_name(words) or card.name == words


def _is_name(words: str) -> bool:
    return words[:1].isupper()


def _is_kind(kind: str, troop: Troop) -> bool:
    return troop.unit.types.issuperset(kind.lower().split())
