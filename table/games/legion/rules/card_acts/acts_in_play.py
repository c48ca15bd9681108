"""The cards in play with their acts, and the units that cards belong to."""

from collections.abc import Sequence

from table.games.legion.rules.model.acts import Act
from table.games.legion.rules.model.armies import CommandCard
from table.games.legion.rules.model.state import LegionBattle, Troop
from table.rules.kept import once_a_state
from table.rules.seats import Seat


@once_a_state
def in_play(battle: LegionBattle, seat: Seat) -> tuple[CommandCard, ...]:
    """Return a seat's cards that stay from earlier rounds and its card of this round."""
    side = battle.side(seat)
    return tuple(card for card in side.army.hand if card.id == side.play.card or card.id in side.lasting)


def arguments(battle: LegionBattle, seat: Seat, act: Act) -> tuple[str, ...]:
    """Return the arguments of an act on all cards of a seat that are in play.

    Empty in an edition that does not play acts.
    """
    if not battle.edition.keywords:
        return ()
    return tuple(argument for card in in_play(battle, seat) for argument in card.acts_of(act))


def number(battle: LegionBattle, seat: Seat, act: Act) -> int | None:
    """Return the smallest number that an act in play names, or None if no card in play has the act."""
    return min((int(each) for each in arguments(battle, seat, act) if each.isdecimal()), default=None)


def gives(battle: LegionBattle, seat: Seat, act: Act) -> bool:
    """True if a card in play of this seat has the act."""
    return bool(arguments(battle, seat, act))


def has_cards_laid_aside(battle: LegionBattle, seat: Seat) -> bool:
    """True while this seat's card of the round makes the opponent lay cards aside, who has more than one left."""
    other, card = battle.side(seat.opponent), battle.play(seat).card
    laying = any(each.id == card and each.acts_of(Act.SET_ASIDE_OPPONENT_CARDS) for each in in_play(battle, seat))
    return battle.edition.keywords and laying and not other.play.laid and len(other.hand) > 1


def owned(card: CommandCard, name: str, troops: Sequence[Troop]) -> list[Troop]:
    """Return the units with one of the names that a card belongs to, defeated ones included.

    The card's title must match.
    """
    return [t for t in troops if name in ("", t.unit.name) and card.title in ("", t.unit.title)]


def owners(card: CommandCard, troops: Sequence[Troop]) -> list[Troop]:
    """Return the undefeated units that a card belongs to."""
    wanted = card.belongs_to or (("",) if card.title else ())
    units = [troop.unit.id for name in wanted for troop in owned(card, name, troops)]
    return [troop for troop in troops if troop.unit.id in units and not troop.defeated]
