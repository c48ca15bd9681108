"""Questions of the doctor at a terminal: numbers and Enter."""

from collections.abc import Callable

from hal.computer.terminal import typed_line
from table.devices.hands_on.dialogue import Operator
from table.devices.hands_on.questions import ALWAYS, HandsQuestion, HandsReply, reply_words
from table.words import Words

Show = Callable[[str], None]
MOST_LINE = 4096
"""The most characters that are read at once: not everything that can be typed from has lines."""


def typed() -> str | None:
    """Return a line that was typed, None while none is, and an empty one for ever after the input's end."""
    return typed_line(MOST_LINE)


class TerminalOperator:
    def __init__(self, words: Words, show: Show, line: Callable[[], str | None]) -> None:
        """`line` is `typed`. An empty string is the end of input: every question is skipped."""
        self._words, self._show, self._line = words, show, line
        self._replies: tuple[HandsReply, ...] = ()

    def show(self, question: HandsQuestion) -> None:
        self._replies = (*question.replies, *ALWAYS)
        self._show("")
        self._show(self._words.say(question.words))
        for number, reply in enumerate(self._replies, 1):
            self._show(f"  {number}  {self._words.say(reply_words(reply))}")

    def reply(self) -> HandsReply | None:
        line = self._line()
        if line is None:
            return None
        if not line:
            return HandsReply.SKIP
        number = line.strip()
        if number.isdecimal() and 1 <= int(number) <= len(self._replies):
            return self._replies[int(number) - 1]
        self._show(f"? 1-{len(self._replies)}")
        return None


class OverheardOperator:
    """Another human. The questions and answers are printed."""

    def __init__(self, operator: Operator, words: Words, show: Show) -> None:
        self._operator, self._words, self._show = operator, words, show

    def show(self, question: HandsQuestion) -> None:
        self._show(f"    ? {self._words.say(question.words)}")
        self._operator.show(question)

    def reply(self) -> HandsReply | None:
        reply = self._operator.reply()
        if reply is not None:
            self._show(f"    > {self._words.say(reply_words(reply))}")
        return reply
