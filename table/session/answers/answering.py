"""Carry out seats' wishes: journal answers, lock cards, call the judge. A refused answer becomes a notice.

Steps that follow from an answer are journalled with it.
"""

from collections.abc import Mapping
from typing import assert_never

from table.records.shared.shared_match import SignedBatch
from table.rules.cards import KnownCard
from table.rules.commands import Answer
from table.rules.match import commands as cmd
from table.rules.match import judge, undo
from table.rules.match.events import CalledBy, NumbersAwaited, SealWithdrawn
from table.rules.match.seals import UNLOCK
from table.rules.prompts import AnyPrompt
from table.rules.refusal import Refusal
from table.rules.seats import Seat
from table.rules.text import text
from table.session.answers.by_hand import TokensByHand
from table.session.answers.notices import Notices
from table.session.answers.open_questions import Questions
from table.session.answers.shown_hands import ShownHands
from table.session.focus import LockCard, NeedsHold, after_answer
from table.session.held_seals import HeldSeals, LaidForBoth
from table.session.intent import FocusMoved, NotAsked, Wish, laid_open, opened
from table.session.journal_writer import JournalWriter
from table.session.seat_state import SeatState
from table.view.published import Notice


class Answering:
    """Carries out the wishes of both seats. The session's thread only."""

    def __init__(
        self,
        seats: Mapping[Seat, SeatState],
        questions: Questions,
        writer: JournalWriter,
        sealing: HeldSeals,
        by_hand: TokensByHand,
        hands: ShownHands,
        notices: Notices,
    ) -> None:
        self._seats, self._questions, self._writer = seats, questions, writer
        self._sealing, self._by_hand, self._hands, self._notices = sealing, by_hand, hands, notices
        self._postponed: Answer | None = None
        """The answer that waits for the numbers of the chance before it can roll or draw."""
        self._early: Answer | None = None
        """The last refused answer, if its card becomes valid once its seat has answered another question."""

    def carry_out(self, seat: SeatState, wish: Wish) -> None:
        match wish:
            case Answer():
                self._answer(wish)
            case LockCard():
                self._lock(seat, wish.prompt)
            case cmd.CallJudge():
                self.call_judge(wish)
            case NeedsHold():
                self._notices.show(self._why_no_lock(seat) or Notice(seat.seat, text("session.hold")))
            case NotAsked():
                self._notices.show(Notice(seat.seat, text("session.card_not_asked"), "TB-06"))
            case FocusMoved():
                self._notices.show(None)
            case None:
                pass
            case _:
                assert_never(wish)

    def lay_open(self, seat: SeatState, card: KnownCard) -> None:
        """Carry out the wish of a card laid face up.

        If its answer comes too early, the seat keeps it for `retry_early`.
        """
        play = self._writer.play
        in_play = None if play is None else (play.match, play.state)
        wish = laid_open(seat, self._questions.of(seat.seat), card, in_play)
        self._notices.acted(seat.seat)
        self.carry_out(seat, wish)
        seat.later = wish if isinstance(wish, Answer) and self._early is wish else None

    def follow_far(self, refused: Refusal | None, batches: tuple[SignedBatch, ...]) -> tuple[Refusal, ...] | None:
        """Take the batches that another table has signed, too. Return the refusals to show; None if the notice stays.

        A question that was answered there is another one from now on.
        """
        for batch in batches:
            if isinstance(batch.command, Answer | cmd.OnlyAnswer):
                self._questions.note_answered(batch.command)
        if refused is not None:
            return (refused,)
        return () if batches else None

    def retry_early(self) -> None:
        """Submit the answer of each face-up card that was laid while its seat had another question to answer first."""
        prompts: tuple[AnyPrompt, ...] | None = None
        for seat in self._seats.values():
            answer = seat.later
            if answer is None:
                continue
            prompts = self._questions.open if prompts is None else prompts
            asked = opened(prompts, answer)
            if asked is None and self._writer.play is not None:
                continue
            seat.later = None
            if asked is not None and asked.accepts(answer.value):
                self._answer(answer)

    def call_judge(self, call: cmd.CallJudge) -> None:
        outcome = self._writer.do(call)
        if isinstance(outcome, tuple):
            self._notices.show(None)
        elif call.how is not CalledBy.HALL and (self._writer.play is None or isinstance(outcome, Refusal)):
            self._notices.show(Notice(call.seat, text("match.judge.no_match"), judge.RULE))

    def give_only_answers(self) -> None:
        """Answer each question that has one possible answer (TB-09, TB-19), one after the other."""
        while (play := self._writer.play) is not None and not self._writer.waits_for_disk:
            if self._by_hand.take():
                continue
            only = play.only_answer()
            if only is None or not isinstance(self._writer.do(only), tuple):
                return
            self._questions.note_answered(only)
            self._follow()

    def _answer(self, answer: Answer) -> None:
        seat = self._seats[answer.seat]
        seat.focus = after_answer(seat.focus, opened(self._questions.open, answer))
        if self._hands.asks(answer):
            self._questions.note_answered(answer)
            self._notices.show(None)
            sealed = self._hands.take(answer) and self._questions.of(answer.seat).sealed_card()
            if sealed:
                self._lock(seat, sealed.key)
        elif not self._questions.take(answer):
            self._answer_match(answer)

    def _answer_match(self, answer: Answer) -> None:
        play = self._writer.play
        proposer = None if play is None else play.state.undo
        outcome = self._writer.do(answer)
        if isinstance(outcome, Refusal):
            self._notices.show(Notice(answer.seat, outcome.why, outcome.rule))
            self._early = answer if outcome.later else None
        elif outcome is not None:
            self._questions.note_answered(answer)
            self._notices.show(None)
            if any(isinstance(event, NumbersAwaited) for event in outcome):
                self._postponed = answer
            for event in outcome if answer.prompt != UNLOCK else ():
                if isinstance(event, SealWithdrawn) and self._questions.of(event.seat).sealed_card() is not None:
                    self._notices.show(Notice(event.seat, text("session.lock_again"), "TB-16"))
            self._follow()
            lapsed = proposer is not None and play is not None and play.state.undo is None
            if lapsed and answer.prompt not in (undo.AGREE, undo.TAKE_BACK):
                self._notices.show(Notice(None, text("session.undo_lapsed", seat=text(f"seat.{proposer}")), "TB-71"))

    def _lock(self, seat: SeatState, prompt: str) -> None:
        match self._sealing.sealed(seat, prompt):
            case Answer() as sealed:
                self._answer(sealed)
            case LaidForBoth(seat=laid, prompt=key):
                self._questions.note_answered(Answer(laid, key))
                self._notices.show(None)
            case why_not:
                self._notices.show(None if self._hands.offer(seat.seat) else why_not)

    def _why_no_lock(self, seat: SeatState) -> Notice | None:
        """Return why holding would lock nothing, if the seat's focus is on a card to lock."""
        sealed = self._questions.of(seat.seat).sealed_card()
        if sealed is None or seat.focus is None or seat.focus.prompt != sealed.key:
            return None
        return self._sealing.why_not(seat)

    def _follow(self) -> None:
        """Record the table's own steps: the postponed answer, the reveal, and the secret at a match's end."""
        self._repeat_postponed()
        opens = self._sealing.complete()
        play = self._writer.play
        if opens is not None and play is not None:
            play.note_locked()
            self._writer.do(opens)
        self.disclose()

    def disclose(self) -> None:
        """Journal the secret of a finished match, also after a power cut between the end and this step."""
        play = self._writer.play
        if play is not None and play.discloses and not self._writer.waits_for_disk:
            self._writer.do(play.disclosure())

    def _repeat_postponed(self) -> None:
        """Submit the postponed answer again once the numbers of the chance are entered."""
        play, answer = self._writer.play, self._postponed
        if answer is not None and play is not None and not play.match.dialling(play.state):
            self._postponed = None
            self._writer.do(answer)
