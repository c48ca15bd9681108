"""Get an answer that can be believed: everything is asked or tried until two answers agree.

People press the wrong button, look away, and say that they have done what they have not. One answer alone would let a
mistake pass, or name one that was never made.
"""

from collections import Counter
from collections.abc import Callable
from typing import Protocol, TypeVar

from msgspec import Struct

from table.devices.hands_on.questions import ALWAYS, HandsQuestion, HandsReply

T = TypeVar("T")
STEP_S = 0.02
PATIENCE_S = 120.0
"""The seconds for which an answer is awaited. After them the question counts as skipped."""
ROUNDS = 5
"""The most times that a question is put in search of two answers that agree."""


class DoctorTime(Struct, frozen=True):
    """The clock of an examination, real or virtual."""

    now_s: Callable[[], float]
    pause: Callable[[float], None]


class Operator(Protocol):
    """Somebody at the table, by terminal or screen, or an emulated one."""

    def show(self, question: HandsQuestion) -> None:
        """Begin to put a question. Return at once."""
        ...

    def reply(self) -> HandsReply | None:
        """Return what has been answered since, once; None while nothing is. It is called fifty times a second."""
        ...


class Dialogue:
    """This puts questions to one human."""

    def __init__(self, operator: Operator, time: DoctorTime, agreeing: int = 2) -> None:
        """`agreeing` answers have to be the same; 1 believes every answer, which only a control does."""
        self.time = time
        self.asked = 0
        self._operator = operator
        self._agreeing = agreeing

    def watched(self, question: HandsQuestion, watch: Callable[[], T | None]) -> T | HandsReply:
        """Put a question once, and return what `watch` sees first, or the answer."""
        self.asked += 1
        self._operator.show(question)
        until_s = self.time.now_s() + PATIENCE_S
        while self.time.now_s() < until_s:
            seen = watch()
            if seen is not None:
                return seen
            reply = self._operator.reply()
            if reply is HandsReply.AGAIN:
                self._operator.show(question)
            elif reply is not None and reply in (*question.replies, *ALWAYS):
                return reply
            self.time.pause(STEP_S)
        return HandsReply.SKIP

    def once(self, question: HandsQuestion) -> HandsReply:
        return self.watched(question, lambda: None)

    def agreed(self, put: Callable[[], T | HandsReply]) -> T | HandsReply | None:
        """Return the answer that came twice; None if it was skipped twice, or if no two answers agree."""
        votes: Counter[T | HandsReply] = Counter()
        for _ in range(ROUNDS):
            answer = put()
            votes[answer] += 1
            if votes[answer] >= self._agreeing:
                return None if answer is HandsReply.SKIP else answer
        return None

    def seen(self, question: HandsQuestion) -> HandsReply | None:
        """Return what a person's eyes or ears tell, twice."""
        return self.agreed(lambda: self.once(question))

    def tried(
        self, question: HandsQuestion, works: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None
    ) -> bool | None:
        """Have something done, until the table sees that it works. None if it was skipped every time.

        `meanwhile` is called over and over while it is waited for.
        """
        done = False
        for _ in range(self._agreeing):
            if self.watched(question, meanwhile) is not HandsReply.SKIP:
                done = True
                if works():
                    return True
        return False if done else None
