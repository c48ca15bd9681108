"""The codes for checking a match (TB-130): a seat without keyboard or touch screen can show them with its buttons."""

from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, Confirm
from table.rules.text import text
from table.session.journal_writer import JournalWriter

RULE = "TB-130"
CODES = "codes"
"""The key of the standing prompt that shows the codes."""


class RecalledCodes:
    """The seats' wish to see the codes on the screen. The session's thread only."""

    def __init__(self, writer: JournalWriter) -> None:
        self._writer = writer
        self.recalled = 0
        """The times that a seat has asked for the codes."""

    def around(self, prompts: tuple[AnyPrompt, ...]) -> tuple[AnyPrompt, ...]:
        """Return these prompts, with the one for the codes last, if there are settings.

        The last screen of a match has none, and shows the code anyway.
        """
        settings = (each for each in reversed(prompts) if isinstance(each, Confirm) and each.setting)
        if self._writer.play is None or next(settings, None) is None:
            return prompts
        return (*prompts, Confirm(key=CODES, seat=None, ask=text(CODES), rule=RULE, standing=True, setting=True))

    def take(self, answer: Answer) -> bool:
        """Show the codes on the screen. Return False if the answer is to another prompt, or there is no match."""
        if answer.prompt != CODES or self._writer.play is None:
            return False
        self.recalled += 1
        return True
