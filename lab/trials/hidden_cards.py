"""The cards with which campaigns attack the secret of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from table.rules.game import Game


@dataclass(frozen=True)
class HiddenCards:
    """Campaigns attack a game's secret with these cards while its samples are played. Cards are given by id."""

    usual: str
    """A card of blue's hand that can be played in the first round."""
    common: str
    """A card of both hands."""
    hand: Callable[[Any], tuple[str, ...]]
    """Return the ids of a side's hand."""
    small: Callable[[Any], Any]
    """Return the same side with so few units that a search through its turns ends."""
    lone: Callable[[Any], Any]
    """Return the same side, as small, so that without its unit "1" it can lay no card."""
    unread: Callable[[Any], Any]
    """Return the same side, as small, so that nobody knows when the first card of its hand acts."""
    replanned: Callable[[Any], Any]
    """Return the same side, as small, so that the first card of its hand may have both seats choose again."""
    returning: Callable[[], Game[Any]]
    """Return the game, broken on purpose: such a card can return the other's, and its owner lays another."""
    careless: Callable[[], Game[Any]]
    """Return the game, broken on purpose: a card that may not be played is turned over, and its owner lays another."""
