"""Matching of command cards, also of several in one line with commas in their names."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

from table.games.legion.data.names import fold
from table.games.legion.lists.name_matches import NameMatch, Unmatched, find_card
from table.games.legion.lists.notation import cards_in
from table.games.legion.lists.raw_list import MOST_CARDS
from table.games.legion.rules.model.armies import CommandCard

CardResult = tuple[CommandCard, NameMatch] | Unmatched
CardFinder = Callable[[str], CardResult]
_MOST_COMMAS = 4
"""The most commas of a card's name."""


def cards_by_name(cards: Sequence[CommandCard]) -> CardFinder:
    """Return the function that matches a card's name."""
    return partial(find_card, cards={fold(card.name): card for card in cards})


def found_cards(entries: Sequence[str], find: CardFinder) -> tuple[CardResult, ...]:
    """Return the matches of each entry of a hand. An entry may name several cards."""
    if sum(entry.count(",") for entry in entries) > 3 * MOST_CARDS:
        return tuple(find(entry) for entry in entries)
    once = lru_cache(maxsize=1024)(find)  # the same words are tried in several places
    return tuple(result for entry in entries for result in _entry(entry, once))


def _entry(entry: str, find: CardFinder) -> Iterator[CardResult]:
    """Yield the cards of an entry. The longest parts between commas that are exact names come first."""
    parts = list(cards_in(entry))
    pending: list[str] = []
    while parts:
        exact = next((length for length in _lengths(parts) if _exact(find(_joined(parts[:length])))), 0)
        if exact:
            yield from _misspelled(pending, find)
            pending = []
            yield find(_joined(parts[:exact]))
            del parts[:exact]
        else:
            pending.append(parts.pop(0))
    yield from _misspelled(pending, find)


def _misspelled(parts: list[str], find: CardFinder) -> Iterator[CardResult]:
    """Yield the matches of parts without an exact name."""
    left = list(parts)
    while left:
        near = next((length for length in _lengths(left) if not isinstance(find(_joined(left[:length])), Unmatched)), 1)
        yield find(_joined(left[:near]))
        del left[:near]


def _lengths(parts: Sequence[str]) -> range:
    return range(min(len(parts), _MOST_COMMAS + 1), 0, -1)


def _joined(parts: Sequence[str]) -> str:
    return ", ".join(parts)


def _exact(result: CardResult) -> bool:
    return not isinstance(result, Unmatched) and result[1].exact
