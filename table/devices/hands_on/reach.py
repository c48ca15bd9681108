"""The step `reach`: whose reader sees the card, how much gain it needs, and how far it may slide."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hal.readers import ReaderSettings
from hal.readers.reader import Reader
from hal.readers.settings import GAINS_DB
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.hearing import HEARD_LEAST, lost_at, seen_by, share_heard
from table.devices.hands_on.other_reach import other_reach
from table.devices.hands_on.parts import BuiltParts, UnfitPartError
from table.devices.hands_on.questions import Deed, HandsQuestion, HandsReply
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong
from table.rules.text import text

STEP = HandsStep.REACH
SPARE_DB = 10
"""The decibels of gain that a card in its place must be able to spare."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """The hearing of a card: the share of looks at the reader's own gain, and the least gain that is enough."""

    share: float
    least_db: int | None
    own_db: int

    @property
    def spares(self) -> bool:
        wanted_db = max(self.own_db - SPARE_DB, min(GAINS_DB))
        return self.least_db is not None and self.least_db <= wanted_db


def reach(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    every = parts.readers()
    for settings in every:
        yield from _reader(parts, dialogue, settings, every)
    yield from other_reach(parts, dialogue)


def _reader(
    parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings, every: tuple[ReaderSettings, ...]
) -> Iterator[HandsVerdict]:
    where, name = part("reader", reader=settings.name), settings.name
    saw = dialogue.agreed(lambda: _laid(parts, dialogue, name, every))
    if saw is None:
        yield untried(STEP, where)
        return
    if saw not in (name, HandsReply.DONE):
        yield wrong(STEP, where, Mistake.READERS_SWAPPED, Witness.HANDS, other=str(saw))
        dialogue.once(HandsQuestion(Deed.TAKE_OFF, name))
        return
    hearing = _hearing(parts, dialogue, settings)
    if hearing.spares:
        yield from _slid(parts, dialogue, settings, hearing)
        return
    yield _weak(parts, dialogue, settings, hearing)
    dialogue.once(HandsQuestion(Deed.TAKE_OFF, name))


def _laid(parts: BuiltParts, dialogue: Dialogue, name: str, every: tuple[ReaderSettings, ...]) -> str | HandsReply:
    """Have a card laid before one seat, and return the name of the reader that sees it, or what was answered."""
    readers = [_opened(parts, dialogue, each) for each in every]
    try:
        return seen_by(dialogue, name, readers)
    finally:
        for reader in readers:
            reader.close()


def _opened(parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings) -> Reader:
    reader = Reader(parts.spidev(), replace(settings, reset=None, irq=None))
    if (fault := reader.revive(dialogue.time.now_s())) is not None:
        raise UnfitPartError(f"{settings.name}: {fault.code}")
    return reader


def _hearing(parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings) -> Hearing:
    """Look at the card that lies there with less and less gain."""
    own, least = 0.0, None
    for gain_db in sorted((each for each in GAINS_DB if each <= settings.gain_db), reverse=True):
        share = _share(parts, dialogue, replace(settings, gain_db=gain_db))
        if gain_db == settings.gain_db:
            own = share
        if share < HEARD_LEAST:
            break
        least = gain_db
    return Hearing(own, least, settings.gain_db)


def _share(parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings) -> float:
    reader = _opened(parts, dialogue, settings)
    try:
        return share_heard(dialogue, reader)
    finally:
        reader.close()


def _weak(parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings, before: Hearing) -> HandsVerdict:
    """Find out why: the top between, metal beneath, or the board itself."""
    where, name = part("reader", reader=settings.name), settings.name
    values = {"share": round(100 * before.share)}
    heard = before

    def answers() -> bool:
        nonlocal heard
        found = _hearing(parts, dialogue, settings)
        heard = max(heard, found, key=lambda each: each.share)
        return found.spares

    if dialogue.tried(HandsQuestion(Deed.LAY_BARE, name), answers):
        return wrong(STEP, where, Mistake.THICK_TOP, Witness.HANDS, **values)
    if dialogue.tried(HandsQuestion(Deed.LIFT_BOARD, name), answers):
        return wrong(STEP, where, Mistake.METAL, Witness.HANDS, **values)
    mistake = Mistake.ANTENNA_WEAK if heard.share else Mistake.READER_MUTE
    return wrong(STEP, where, mistake, Witness.HANDS, **values)


def _slid(parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings, hearing: Hearing) -> Iterator[HandsVerdict]:
    """Have the card slid until it is lost. How far that was only a ruler knows."""
    where, name = part("reader", reader=settings.name), settings.name
    values = {"gain": settings.gain_db, "least": hearing.least_db or settings.gain_db}
    reader = _opened(parts, dialogue, settings)
    try:
        far = lost_at(dialogue, name, reader)
    finally:
        reader.close()
    if far is not HandsReply.SKIP:
        far_words = text(f"hands.reply.{far}")
        yield well(STEP, where, "reach", Witness.HANDS, **values, distance=far_words)
    else:
        yield well(STEP, where, "heard", Witness.HANDS, **values)
