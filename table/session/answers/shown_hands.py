"""Command cards without a reader or a phone (TB-126).

A seat chooses its card on the screen, where everybody sees its hand. Without this, a missing reader would stop a match
at the next command card.
"""

from collections.abc import Callable, Mapping

from table.rules.cards import CardKind, KnownCard
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, Option, SealedCard
from table.rules.seats import Seat
from table.rules.text import text
from table.session.seat_state import SeatState
from table.view.published import ReaderState

RULE = "TB-126"
SHOW = "hand.show"
"""The key of the question whether a seat's hand may be shown."""
CARD = "hand.card"
"""The key of the question for a card of the hand that is shown."""
YES, NO = "show", "wait"


class ShownHands:
    """The hands on the screen, each for one card. The session's thread only."""

    def __init__(
        self,
        seats: Mapping[Seat, SeatState],
        hand: Callable[[Seat], tuple[Option, ...]],
        has_phone: Callable[[Seat], bool],
    ) -> None:
        """`hand` returns the cards that a seat may lay now. A seat that has a phone chooses there."""
        self._seats, self._hand, self._has_phone = seats, hand, has_phone
        self._asked: dict[Seat, str] = {}
        """The key of the question about each seat that wanted to lock without a reader."""

    def offer(self, seat: Seat) -> bool:
        """Ask the seat whether its hand may be shown. Return False if it has a reader, a phone, or no card."""
        if self._seats[seat].reader is not ReaderState.GONE or self._has_phone(seat) or not self._hand(seat):
            return False
        self._asked[seat] = SHOW
        return True

    def around(self, prompts: tuple[AnyPrompt, ...]) -> tuple[AnyPrompt, ...]:
        """Return these prompts with a seat's own question in place of the card that it cannot lay."""
        return tuple(self._in_place_of(prompt) for prompt in prompts) if self._asked else prompts

    def asks(self, answer: Answer) -> bool:
        """True if it answers one of these questions, and not a different one of the same seat."""
        return answer.prompt in (SHOW, CARD) and self._asked.get(answer.seat) == answer.prompt

    def take(self, answer: Answer) -> bool:
        """Take an answer. Return True if it chooses a card, which is locked next."""
        del self._asked[answer.seat]
        if answer.value == YES:
            self._asked[answer.seat] = CARD
        card = next((option.id for option in self._hand(answer.seat) if option.id == answer.value), None)
        if answer.prompt == SHOW or card is None:
            return False
        self._seats[answer.seat].choose(KnownCard(card, CardKind.COMMAND))
        return True

    def forget(self, prompts: tuple[AnyPrompt, ...]) -> None:
        """Close the hands of seats that no longer need a card, or have a reader again."""
        sealing = {prompt.seat for prompt in prompts if isinstance(prompt, SealedCard)}
        for seat in [*self._asked]:
            if seat not in sealing or self._seats[seat].reader is not ReaderState.GONE:
                del self._asked[seat]

    def _in_place_of(self, prompt: AnyPrompt) -> AnyPrompt:
        asked = self._asked.get(prompt.seat) if prompt.seat is not None and isinstance(prompt, SealedCard) else None
        if asked is None or prompt.seat is None:
            return prompt
        replies = tuple(Option(reply, text(f"session.hand.reply.{reply}")) for reply in (NO, YES))
        options = self._hand(prompt.seat) if asked == CARD else replies
        return ChooseOne(
            key=asked, seat=prompt.seat, ask=text(f"session.{asked}"), rule=RULE, options=options, hold=asked == CARD
        )
