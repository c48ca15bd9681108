"""The acts of phones: a seat's count as at the seat itself, its answers as touches, its cards as ones that were laid.

The judge's count as what a judge's terminal says.

What comes too late, or does not fit, changes nothing, and the phone is told why.
"""

from collections.abc import Iterable

from table.rules.cards import CardKind, KnownCard
from table.rules.commands import Answer
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.rules.prompts import AnyPrompt
from table.rules.text import text
from table.session.focus import SeatFocus
from table.session.input import Touched
from table.session.intent import Wish, opened, touched
from table.session.phones.phone_ways import OF_PHONES, PhoneWays
from table.session.ports import CardChosen, CardLies, JudgePhoneActs, PhoneActs, PhoneRefused
from table.session.seals import HeldSeals
from table.session.seat_state import SeatState
from table.session.staleness import counts, stands
from table.view.published import HelperRole, Published, ReaderState


class ActsOfPhones:
    """The acts of phones, each at its seat. The session's thread only."""

    def __init__(self, phones: PhoneWays, sealing: HeldSeals) -> None:
        self._phones, self._sealing = phones, sealing

    def wish(
        self,
        acts: PhoneActs,
        desk: SeatState,
        choosing: SeatFocus,
        prompts: tuple[AnyPrompt, ...],
        shown: Published | None,
    ) -> Wish:
        """Return what the seat wants by an answer from its phone, as by a touch on its half; None if it counts not.

        `shown` was published last, and `prompts` are open now.
        """
        act = acts.made.act
        if not self._phones.holds(acts.seat, acts.guest) or not isinstance(act, Touched) or act.prompt in OF_PHONES:
            return None
        asked = opened(prompts, Answer(desk.seat, act.prompt, act.value))
        sealing = asked is not None and asked == choosing.sealed_card()
        if shown is None or not counts(acts.made, choosing, desk.focus, shown):
            self._phones.tell(PhoneRefused(desk.seat, text("phone.too_late")))
        elif asked is None or not (sealing or asked.accepts(act.value)):
            self._phones.tell(PhoneRefused(desk.seat, text("phone.no_answer")))
        else:
            return touched(desk, choosing, act)
        return None

    def judge_wish(self, acts: JudgePhoneActs, prompts: tuple[AnyPrompt, ...], shown: Published | None) -> Wish:
        """Return what the judge wants by an act of its phone: to call, or to answer while having the table."""
        answer = acts.answer
        if not self._phones.holds(HelperRole.JUDGE, acts.guest) or shown is None:
            return None
        if answer is None:
            return CallJudge(CalledBy.TERMINAL)
        asked = opened(prompts, answer)
        if answer.prompt in OF_PHONES or not shown.judged or not stands(answer.prompt, answer.seat, acts.shown, shown):
            self._phones.tell(PhoneRefused(HelperRole.JUDGE, text("phone.too_late")))
        elif asked is None or not asked.accepts(answer.value):
            self._phones.tell(PhoneRefused(HelperRole.JUDGE, text("phone.no_answer")))
        else:
            return answer
        return None

    def choose(self, chosen: CardChosen, desk: SeatState, choosing: SeatFocus, hand: Iterable[str]) -> None:
        """Let a card of this hand lie that was chosen on the phone, or none any more. Nothing tells others which."""
        if not self._phones.holds(chosen.seat, chosen.guest):
            return
        if (why := self._why_not(chosen, desk, choosing, hand)) is not None:
            self._phones.tell(PhoneRefused(desk.seat, text(f"phone.cannot_choose.{why}")))
            return
        if chosen.card is None:
            desk.clear()
        else:
            desk.choose(KnownCard(chosen.card.unseal(), CardKind.COMMAND))
        self._phones.tell(CardLies(desk.seat, chosen.card))

    def _why_not(self, chosen: CardChosen, desk: SeatState, choosing: SeatFocus, hand: Iterable[str]) -> str | None:
        """Return the last part of the key of the words why nothing can be chosen on the phone now, or None."""
        if self._sealing.locked(desk):
            return "locked"
        if choosing.sealed_card() is None:
            return "not_asked"
        if not desk.by_phone and desk.reader not in (ReaderState.EMPTY, ReaderState.GONE):
            return "reader"
        return None if chosen.card is None or chosen.card.unseal() in hand else "hand"

    def take_off(self, desk: SeatState, choosing: SeatFocus) -> None:
        """Take off a card that was chosen on the phone, unless it is locked.

        It goes once it was turned, once no question asks for a card, and once the seat has no phone any more."""
        if not desk.by_phone or self._sealing.locked(desk):
            return
        left = not self._phones.holds(desk.seat)
        if left or desk.turned or choosing.sealed_card() is None:
            desk.clear()
            self._phones.tell(CardLies(desk.seat, None))
