"""Find out which reader detects a card, in which share of looks, and at which distance it loses the card."""

from collections.abc import Iterable, Sequence

from hal.readers.card_reader import CardReader
from hal.readers.presence import Look, Nothing, One
from table.devices.hands_on.chips import look
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.questions import DISTANCES, Deed, HandsQuestion, HandsReply

LOOKS = 20
HEARD_LEAST = 0.9
"""The least share of looks that must find a card on the reader."""
GONE_S = 2.0
LOST = 5
"""The number of silent looks in a row after which a sliding card counts as lost."""


def seen_by(dialogue: Dialogue, name: str, readers: Iterable[CardReader]) -> str | HandsReply:
    """Ask for a card before one seat, and return the name of the reader that sees it, or the person's answer."""

    def saw() -> str | None:
        seen = [reader.name for reader in readers if isinstance(look(reader, dialogue), One)]
        return seen[0] if seen else None

    answer = dialogue.watched(HandsQuestion(Deed.LAY, name), saw)
    return saw() or answer if answer is HandsReply.DONE else answer


def _believed(dialogue: Dialogue, reader: CardReader) -> Look | None:
    """Return the finding of a look. Silence counts only from a receiver that was just restarted, as in play."""
    seen = look(reader, dialogue)
    if isinstance(seen, Nothing):
        reader.refresh(dialogue.time.now_s())
        while (seen := look(reader, dialogue)) is None:
            pass
    return seen


def emptied(dialogue: Dialogue, name: str, readers: Sequence[CardReader]) -> None:
    """Ask for the card to be removed, and wait until no reader sees it. A PC/SC reader reports that a little later."""
    dialogue.once(HandsQuestion(Deed.TAKE_OFF, name))
    until_s = dialogue.time.now_s() + GONE_S
    while dialogue.time.now_s() < until_s and not all(isinstance(look(each, dialogue), Nothing) for each in readers):
        pass


def share_heard(dialogue: Dialogue, reader: CardReader) -> float:
    """Return the share of looks that find the card on the reader."""
    found: list[bool] = []
    while len(found) < LOOKS:
        if (seen := _believed(dialogue, reader)) is not None:
            found.append(isinstance(seen, One))
    return sum(found) / LOOKS


def lost_at(dialogue: Dialogue, name: str, reader: CardReader) -> HandsReply:
    """Ask a person to slide the card until it is lost, and return the distance measured. SKIP without an answer."""
    silent = 0

    def lost() -> bool | None:
        nonlocal silent
        seen = _believed(dialogue, reader)
        silent = silent + 1 if isinstance(seen, Nothing) else silent if seen is None else 0
        return True if silent >= LOST else None

    slid = dialogue.watched(HandsQuestion(Deed.SLIDE, name), lost)
    far = dialogue.once(HandsQuestion(Deed.MILLIMETRES, name, replies=DISTANCES)) if slid is True else HandsReply.SKIP
    return far if far in DISTANCES else HandsReply.SKIP
