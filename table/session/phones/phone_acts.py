"""The acts of phones. An answer from a seat's phone counts as a touch, a chosen card as a laid card.

An act of the judge's phone counts as one of a judge's terminal. An act that is too late or invalid changes nothing, and
the phone gets the reason.
"""

from collections.abc import Callable, Iterable

from table.rules.cards import CardKind, KnownCard
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.prompts import AnyPrompt, Option
from table.rules.seats import Seat
from table.rules.text import text
from table.session.focus import SeatFocus
from table.session.held_seals import HeldSeals
from table.session.input import Touched
from table.session.intent import Wish, opened, touched
from table.session.phones.phone_ways import OF_PHONES, PhoneWays
from table.session.ports import CardChosen, CardLies, JudgePhoneActs, PhoneActs, PhoneRefused
from table.session.seat_state import SeatState
from table.session.staleness import counts, stands
from table.view.judged import offered_to_a_judge
from table.view.published import HelperRole, Published, ReaderState


class ActsOfPhones:
    """The acts of phones, each at its seat. The session's thread only."""

    def __init__(self, phones: PhoneWays, sealing: HeldSeals, hand: Callable[[Seat], Iterable[Option]]) -> None:
        """`hand` returns the cards that a seat may lay now."""
        self._phones, self._sealing, self._hand = phones, sealing, hand

    def wish(
        self,
        acts: PhoneActs,
        desk: SeatState,
        choosing: SeatFocus,
        prompts: tuple[AnyPrompt, ...],
        shown: Published | None,
    ) -> Wish:
        """Return the wish behind an answer from a seat's phone, as if its half were touched; None if it is not valid.

        `shown` is the last published view, and `prompts` are open now.
        """
        act = acts.made.act
        if not self._phones.holds(acts.seat, acts.guest) or not isinstance(act, Touched) or act.prompt in OF_PHONES:
            return None
        asked = opened(prompts, Answer(desk.seat, act.prompt, act.value))
        sealing = asked is not None and asked == choosing.sealed_card()
        if shown is None or not counts(acts.made, choosing, desk.focus, shown):
            self._phones.request(PhoneRefused(desk.seat, text("phone.too_late")))
        elif asked is None or not (sealing or asked.accepts(act.value)):
            self._phones.request(PhoneRefused(desk.seat, text("phone.no_answer")))
        else:
            return touched(desk, choosing, act)
        return None

    def judge_wish(self, acts: JudgePhoneActs, prompts: tuple[AnyPrompt, ...], shown: Published | None) -> Wish:
        """Return the wish behind an act of the judge's phone: a call, or an answer while the match is frozen."""
        answer = acts.answer
        if not self._phones.holds(HelperRole.JUDGE, acts.guest) or shown is None:
            return None
        if answer is None:
            return CallJudge(CalledBy.TERMINAL)
        asked = opened(offered_to_a_judge(prompts), answer)
        if answer.prompt in OF_PHONES or not shown.judged or not stands(answer.prompt, answer.seat, acts.shown, shown):
            self._phones.request(PhoneRefused(HelperRole.JUDGE, text("phone.too_late")))
        elif asked is None or not asked.accepts(answer.value):
            self._phones.request(PhoneRefused(HelperRole.JUDGE, text("phone.no_answer")))
        else:
            return answer
        return None

    def choose(self, chosen: CardChosen, desk: SeatState, choosing: SeatFocus) -> None:
        """Lay the card of the seat's hand that the phone chose, or take it back. Others cannot see which card it is."""
        if not self._phones.holds(chosen.seat, chosen.guest):
            return
        if (why := self._why_not(chosen, desk, choosing)) is not None:
            self._phones.request(PhoneRefused(desk.seat, text(f"phone.cannot_choose.{why}")))
            return
        if chosen.card is None:
            desk.clear()
        else:
            desk.choose(KnownCard(chosen.card.unseal(), CardKind.COMMAND))
        self._phones.request(CardLies(desk.seat, chosen.card))

    def _why_not(self, chosen: CardChosen, desk: SeatState, choosing: SeatFocus) -> str | None:
        """Return the last part of a text's key: the reason why no card can be chosen on the phone now. None: it can."""
        if self._sealing.locked(desk):
            return "locked"
        if choosing.sealed_card() is None:
            return "not_asked"
        if not desk.by_phone and desk.reader not in (ReaderState.EMPTY, ReaderState.GONE):
            return "reader"
        card = None if chosen.card is None else chosen.card.unseal()
        return None if card is None or any(option.id == card for option in self._hand(desk.seat)) else "hand"

    def take_off(self, desk: SeatState, choosing: SeatFocus) -> None:
        """Remove a card that was chosen on the phone, unless it is locked.

        It is removed after the reveal, when no question asks for a card, or when the seat has lost its phone.
        """
        if self._sealing.locked(desk):
            return
        left = not self._phones.holds(desk.seat)
        if left or desk.turned or choosing.sealed_card() is None:
            desk.clear()
            self._phones.request(CardLies(desk.seat, None))
