"""The cards by which campaigns attack the secrecy of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from table.rules.game import Game


@dataclass(frozen=True)
class HiddenCards:
    """The cards by which campaigns attack a game's secrecy, with its sample lists. Cards are given by id."""

    usual: str
    """A card of blue's hand that can be played in the first round."""
    common: str
    """A card of both hands."""
    hand: Callable[[Any], tuple[str, ...]]
    """Return the ids of a side's hand."""
    small: Callable[[Any], Any]
    """Return the same side with few units, so that a search through its turns ends."""
    lone: Callable[[Any], Any]
    """Return a small side that without its unit "1" can lay no card."""
    unread: Callable[[Any], Any]
    """Return a small side whose first card has unknown timing."""
    replanned: Callable[[Any], Any]
    """Return a small side whose first card may let both seats choose again."""
    returning: Callable[[], Game[Any]]
    """Return the game, broken on purpose: a card of unknown timing can return the other's, whose owner lays another."""
    careless: Callable[[], Game[Any]]
    """Return the game, broken on purpose: an illegal card is revealed, and its owner lays another."""
