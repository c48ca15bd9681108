"""Get a reliable answer: each question or trial is repeated until two answers agree.

People press the wrong button, look away, and confirm things that they did not do. A single answer could hide a mistake,
or report one that does not exist.
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
"""The most times that a question is asked to get two answers that agree."""


class DoctorTime(Struct, frozen=True):
    """The clock of an examination, real or virtual."""

    now_s: Callable[[], float]
    pause: Callable[[float], None]


class Operator(Protocol):
    """Somebody at the table, by terminal or screen, or an emulated one."""

    def show(self, question: HandsQuestion) -> None:
        """Show a question, and return immediately."""

    def reply(self) -> HandsReply | None:
        """Return the answer once; None while there is none. It is called fifty times a second."""


class Dialogue:
    """The questions to one person."""

    def __init__(self, operator: Operator, time: DoctorTime, agreeing: int = 2) -> None:
        """`agreeing` is the number of answers that must agree. Only a control of a test uses 1."""
        self.time = time
        self.asked = 0
        self._operator = operator
        self._agreeing = agreeing

    def watched(self, question: HandsQuestion, watch: Callable[[], T | None]) -> T | HandsReply:
        """Ask a question once, and return the first result of `watch`, or the answer."""
        self.asked += 1
        self._operator.show(question)
        until_s = self.time.now_s() + PATIENCE_S
        while self.time.now_s() < until_s:
            if (seen := watch()) is not None:
                return seen
            if (reply := self._operator.reply()) is HandsReply.AGAIN:
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
        """Return a person's observation, after two equal answers."""
        return self.agreed(lambda: self.once(question))

    def tried(
        self, question: HandsQuestion, works: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None
    ) -> bool | None:
        """Ask a person to do something until the table sees that it works. None if it was skipped every time.

        `meanwhile` is called repeatedly during the wait.
        """
        done = False
        for _ in range(self._agreeing):
            if self.watched(question, meanwhile) is not HandsReply.SKIP:
                done = True
                if works():
                    return True
        return False if done else None
