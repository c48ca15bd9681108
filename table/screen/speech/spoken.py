"""The choice of spoken lines: new text on the screen, in the same words for every hidden card. Pure.

They come only from the published view, which has no field for a secret, at the moment when the screen shows it.
"""

from collections.abc import Iterator

from table.rules.prompts import AnyPrompt
from table.rules.text import Text, text
from table.view.published import FaultNote, Published
from table.words.faults import fault_words

MOST_LINES = 4
"""The most lines of the story that are spoken at once: the last ones."""


class SpokenLines:
    """Compares each published view with the one before. Main thread only."""

    def __init__(self) -> None:
        self._shown: Published | None = None

    def heard(self, published: Published, act: tuple[str, float] | None) -> tuple[Text, ...]:
        """Return the new lines, in spoken order.

        `act` is the reveal or roll on the screen: lines that belong to it are spoken once it is over.
        """
        last = self._shown
        if act is not None or published is last:
            return ()
        self._shown = published
        return tuple(_new(published, last))


def _new(published: Published, last: Published | None) -> Iterator[Text]:
    faults = frozenset[FaultNote]() if last is None else frozenset(last.faults)
    yield from (fault_words(each.code, each.part, each.detail) for each in published.faults if each not in faults)
    if last is not None and last.match == published.match:
        yield from _happened(published, last)
    if published.notice is not None and (last is None or published.notice != last.notice):
        yield published.notice.words
    asked = frozenset[tuple[int, AnyPrompt]]() if last is None else frozenset(_asked(last))
    yield from (_question(prompt) for number, prompt in _asked(published) if (number, prompt) not in asked)


def _happened(published: Published, last: Published) -> Iterator[Text]:
    """Yield the new lines of the story, and the note of each half on its card."""
    if published.view is not None and last.view is not None:
        count = min(published.view.line_count - last.view.line_count, MOST_LINES)
        yield from published.view.story[-count:] if count > 0 else ()
    for before, now in zip(last.desks, published.desks, strict=True):
        if now.locked and not before.locked:
            yield text("speech.locked", seat=text(f"seat.{now.seat}"))
        if now.note is not None and now.note != before.note:
            yield now.note.words


def _asked(published: Published) -> Iterator[tuple[int, AnyPrompt]]:
    """Yield the open questions with their running numbers, because the same words can be asked again."""
    for prompt, number in zip(published.prompts, published.askings, strict=False):
        if not prompt.standing:
            yield number, prompt


def _question(prompt: AnyPrompt) -> Text:
    if prompt.seat is None:
        return prompt.ask
    return text("speech.asked", seat=text(f"seat.{prompt.seat}"), ask=prompt.ask)
