"""The people whom the doctor asks, at a terminal or at the table's own display."""

from collections.abc import Callable

from hal.computer.terminal import typed_line
from table.config.schema import ScreenConfig
from table.devices.hands_on.questions import ALWAYS, HandsQuestion, HandsReply, reply_words
from table.words import Words

Show = Callable[[str], None]
MOST_LINE = 4096
"""The most characters that are read at once: some inputs never send a line feed."""


def typed() -> str | None:
    """Return a typed line, None while there is none, and always an empty one after the end of input."""
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
        if (line := self._line()) is None:
            return None
        if not line:
            return HandsReply.SKIP
        number = line.strip()
        if number.isdecimal() and 1 <= int(number) <= len(self._replies):
            return self._replies[int(number) - 1]
        self._show(f"? 1-{len(self._replies)}")
        return None


class DisplayOperator:
    """A person at the display, by touch, mouse or keys; and the test picture of `BuiltParts`. Main thread only."""

    def __init__(self, wanted: ScreenConfig, words: Words, *, asks: bool) -> None:
        """`asks`: the questions are shown there too, and the window stays open between them."""
        from table.screen.question_screen import QuestionScreen
        from table.screen.window import Window

        self._wanted, self._words, self._asks = wanted, words, asks
        self._window: Window | None = None
        self._screen: QuestionScreen | None = None
        self._replies: tuple[HandsReply, ...] = ()

    def opened(self) -> str:
        from table.screen.question_screen import QuestionScreen
        from table.screen.window import NoDisplayError, Window

        if self._window is None:
            wanted = self._wanted
            try:
                self._window = Window(
                    (wanted.width, wanted.height), "doctor", fullscreen=wanted.fullscreen, rotation=wanted.rotation
                )
            except NoDisplayError as error:
                return str(error)
            self._screen = QuestionScreen(self._window, self._words)
        if self._screen is not None:
            self._screen.show()
        return ""

    def close(self) -> None:
        if not self._asks:
            self.leave()

    def leave(self) -> None:
        """Close the window permanently."""
        if self._window is not None:
            self._window.close()
        self._window = self._screen = None

    def show(self, question: HandsQuestion) -> None:
        self._replies = (*question.replies, *ALWAYS)
        if self._screen is not None:
            self._screen.show(question.words, [reply_words(reply) for reply in self._replies])

    def reply(self) -> HandsReply | None:
        if self._screen is None:
            return HandsReply.SKIP
        chosen = self._screen.chosen()
        return None if chosen is None else self._replies[chosen]
