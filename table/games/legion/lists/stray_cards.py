"""Command cards among the upgrades of a unit."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from table.games.legion.data.names import fold
from table.games.legion.lists.card_matches import CardResult
from table.games.legion.lists.name_matches import CARD, NameMatch, Unmatched
from table.games.legion.lists.raw_list import RawArmyList
from table.games.legion.lists.text.text_hand import names_in, plain_card
from table.games.legion.rules.model.armies import CommandCard
from table.games.legion.rules.model.hands import HAND_PIPS, STANDING_ORDERS
from table.rules.text import Text, text


class CardsAstray(Struct, frozen=True):
    """Command cards among upgrades: taken into the hand, or only reported."""

    taken: tuple[CardResult, ...] = ()
    """The cards for the hand, if it has room for all of them."""
    notes: tuple[Text, ...] = ()


def cards_astray(written: RawArmyList, hand: Sequence[CardResult], cards: Iterable[CommandCard]) -> CardsAstray:
    """Return the command cards among upgrades that are not in the hand. Links name no upgrade."""
    if written.ids:
        return CardsAstray()
    known = {fold(card.name): card for card in cards if card.id != STANDING_ORDERS}
    inside = {result[0].id for result in hand if not isinstance(result, Unmatched)}
    found = {card: unit for card, unit in _among_upgrades(written, known) if card.id not in inside}
    sure = bool(found) and _has_room(hand, tuple(found))
    return CardsAstray(
        taken=tuple((card, NameMatch(CARD, card.name, card.name, card.id, exact=True)) for card in found if sure),
        notes=tuple(
            text("list.card_taken_from_upgrades" if sure else "list.card_among_upgrades", card=card.name, unit=unit)
            for card, unit in found.items()
        ),
    )


def _among_upgrades(written: RawArmyList, known: dict[str, CommandCard]) -> Iterator[tuple[CommandCard, str]]:
    """Yield each command card among upgrades, with its unit."""
    for unit in dict.fromkeys(written.units):
        for name in names_in([plain_card(each) for each in unit.possible_upgrades], known):
            if name in known:
                yield known[name], unit.name


def _has_room(hand: Sequence[CardResult], more: Sequence[CommandCard]) -> bool:
    """True if the hand has no unknown card, and with these cards not too many of any pips."""
    if any(isinstance(result, Unmatched) for result in hand):
        return False
    cards = (*(result[0] for result in hand if not isinstance(result, Unmatched)), *more)
    return all(sum(card.hand_pips == pips for card in cards) <= wanted for pips, wanted in HAND_PIPS)
