"""The table's own display for the doctor that asks: the test picture, and the questions if they are put there."""

from table.config.schema import ScreenConfig
from table.devices.hands_on.questions import ALWAYS, HandsQuestion, HandsReply, reply_words
from table.words import Words


class DisplayOperator:
    """A person at the display, by touch, mouse or keys; and the test picture of `BuiltParts`. Main thread only."""

    def __init__(self, wanted: ScreenConfig, words: Words, *, asks: bool) -> None:
        """`asks`: the questions stand there too, and the window stays open between them."""
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
        """Close the window for good."""
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
