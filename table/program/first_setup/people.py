"""The person who answers the questions of the setup: at a terminal, or at a window."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from table.rules.errors import OwnerError
from table.rules.text import Text
from table.words import Words

if TYPE_CHECKING:
    from table.screen.question_screen import QuestionScreen


class LeftError(OwnerError, RuntimeError):
    """The person closed the window, or the terminal's input ended. Nothing is written."""


class Person(Protocol):
    def report(self, line: Text) -> None:
        """Show a line that needs no answer."""

    def ask(self, question: Text, answers: Sequence[Text]) -> None:
        """Show a question with its answers, without waiting."""

    def answer(self) -> int | None:
        """Return the index of the chosen answer, once; None while there is none. Raises LeftError."""


class PersonAtTerminal:
    """Answers are typed as numbers. Enter alone is the first answer."""

    def __init__(self, words: Words, show: Callable[[str], None], line: Callable[[], str | None]) -> None:
        """`line` returns a line that was typed, None while there is none, and an empty text at the input's end."""
        self._words, self._show, self._line = words, show, line
        self._count = 0

    def report(self, line: Text) -> None:
        self._show(self._words.say(line))

    def ask(self, question: Text, answers: Sequence[Text]) -> None:
        self._count = len(answers)
        self._show("")
        self._show(self._words.say(question))
        for number, answer in enumerate(answers, 1):
            self._show(f"  {number}  {self._words.say(answer)}")

    def answer(self) -> int | None:
        if (line := self._line()) is None:
            return None
        if not line:
            raise LeftError
        number = line.strip() or "1"
        if number.isascii() and number.isdecimal() and 1 <= int(number) <= self._count:
            return int(number) - 1
        self._show(f"? 1-{self._count}")
        return None


class PersonAtWindow:
    """Answers are touched, or typed as numbers. Main thread only."""

    MOST_NOTES = 2
    """The most reported lines beside a question."""

    def __init__(self, screen: "QuestionScreen") -> None:
        self._screen = screen
        self._notes: tuple[Text, ...] = ()
        self._asked: tuple[Text, Sequence[Text]] | None = None
        """The question that is shown, until it is answered or another one is asked."""

    def report(self, line: Text) -> None:
        self._notes = (*self._notes, line)[-self.MOST_NOTES :]
        if self._asked is not None:
            self._screen.show(*self._asked, notes=self._notes)

    def ask(self, question: Text, answers: Sequence[Text]) -> None:
        self._asked = (question, answers)
        self._screen.show(question, answers, notes=self._notes)

    def answer(self) -> int | None:
        chosen = self._screen.chosen()
        if self._screen.closed:
            raise LeftError
        if chosen is not None:
            self._asked, self._notes = None, ()
        return chosen
