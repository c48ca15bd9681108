"""The values of one side that follow from its secret."""

import hmac

from table.records.two_tables.canonical import HashTree, domain
from table.records.two_tables.pair_rules import CHANCE_DEPTH, HAND_DEPTH, ROLLS, CardLock, contribution_leaf, hand_leaf
from table.records.two_tables.statements import CardOpening, RollPart
from table.rules.choice.sealed_choice import ChoiceOpening, fields
from table.rules.seats import Seat


class OwnSecrets:
    """The values of one side that follow from its secret: salts, its hand's leaves, its contributions."""

    def __init__(self, secret: bytes, match: str, seat: Seat, hand: tuple[str, ...]) -> None:
        self._secret, self._match, self._seat = secret, match, seat
        self._cards = hand
        self.hand = HashTree([hand_leaf(n, self._leaf_salt(n), card) for n, card in enumerate(hand)], HAND_DEPTH)
        leaves = [contribution_leaf(seat, n, self._contribution(n)) for n in range(ROLLS)]
        self.chance = HashTree(leaves, CHANCE_DEPTH)

    def has(self, card: str) -> bool:
        return card in self._cards

    def part(self, question: int) -> RollPart:
        """Return the contribution to a roll, with its path."""
        contribution = self._contribution(question).hex()
        return RollPart(contribution, self._match, self.chance.path(question), question, self._seat)

    def opening(self, lock: CardLock, opening: ChoiceOpening) -> CardOpening:
        """Return the opening of a locked card. Raises ValueError for a card that is not in the hand."""
        index = self._cards.index(opening.choice)
        return CardOpening(
            opening.choice, index, self._leaf_salt(index).hex(), lock.batch, self._match, self.hand.path(index),
            opening.salt.hex(), self._seat,
        )  # fmt: skip

    def _leaf_salt(self, index: int) -> bytes:
        return self._derived("leaf salt", index)

    def _contribution(self, question: int) -> bytes:
        return self._derived("roll", question)

    def _derived(self, name: str, number: int) -> bytes:
        return hmac.digest(self._secret, domain(name) + fields(self._match, self._seat, number), "sha256")
