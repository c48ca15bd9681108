"""The step `reach`: whose reader sees the card, how well, and how far the card may slide.

An RC522 is tried with decreasing gain. The gain of other readers cannot be set: their share of detections counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from hal.readers import ReaderSettings
from hal.readers.card_reader import CardReader
from hal.readers.reader import Reader
from hal.readers.settings import GAINS_DB
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.hearing import HEARD_LEAST, emptied, lost_at, seen_by, share_heard
from table.devices.hands_on.parts import BuiltParts, UnfitPartError
from table.devices.hands_on.questions import Deed, HandsQuestion, HandsReply
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong
from table.rules.text import text

STEP = HandsStep.REACH
SPARE_DB = 10
"""The decibels of gain that a card in its place must be able to spare."""


class Hearing(Struct, frozen=True):
    """The reception of a card: the share of looks that find it, and whether that is enough."""

    share: float
    enough: bool
    gains: Mapping[str, int] = field(default_factory=dict)
    """The gain of an RC522 and the least gain that is enough, in decibels."""


class TriedReader(Struct, frozen=True):
    """A reader and its trials. Each may raise an OSError whose message says what to do."""

    name: str
    saw: Callable[[], str | HandsReply]
    """Asks for a card before the seat. Returns the name of the reader that sees it, or the person's answer."""
    hearing: Callable[[], Hearing]
    """Measures the share of looks that find the card on the reader."""
    take_off: Callable[[], object]
    """Asks for the card to be removed."""
    far: Callable[[], HandsReply]
    """Asks a person to slide the card until it is lost.

    Returns the distance by their ruler, or SKIP without an answer.
    """
    manner: str = ""
    """The last part of the text's key. It is `_plain` if no gains were tried."""


def reach(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    every = parts.readers()
    for settings in every:
        yield from _verdict(dialogue, _rc522(settings, every, parts, dialogue))
    with _awake(parts.other_readers(), dialogue) as readers:
        for reader in readers:
            yield from _verdict(dialogue, _other(reader, readers, dialogue))


def _verdict(dialogue: Dialogue, tried: TriedReader) -> Iterator[HandsVerdict]:
    where = part("reader", reader=tried.name)
    if (saw := dialogue.agreed(tried.saw)) is None:
        yield untried(STEP, where)
        return
    if saw not in (tried.name, HandsReply.DONE):
        yield wrong(STEP, where, Mistake.READERS_SWAPPED, Witness.HANDS, other=str(saw))
        tried.take_off()
        return
    hearing = tried.hearing()
    if not hearing.enough:
        mistake, share = _cause(dialogue, tried, hearing.share), round(100 * hearing.share)
        yield wrong(STEP, where, mistake, Witness.HANDS, share=share)
        tried.take_off()
        return
    if (far := tried.far()) is HandsReply.SKIP:
        yield well(STEP, where, f"heard{tried.manner}", Witness.HANDS, **hearing.gains)
    else:
        distance = text(f"hands.reply.{far}")
        yield well(STEP, where, f"reach{tried.manner}", Witness.HANDS, **hearing.gains, distance=distance)


def _cause(dialogue: Dialogue, tried: TriedReader, best: float) -> Mistake:
    """Find out why a reader misses a card too often: the top between, metal beneath, or the board itself."""

    def answers() -> bool:
        nonlocal best
        hearing = tried.hearing()
        best = max(best, hearing.share)
        return hearing.enough

    if dialogue.tried(HandsQuestion(Deed.LAY_BARE, tried.name), answers):
        return Mistake.THICK_TOP
    if dialogue.tried(HandsQuestion(Deed.LIFT_BOARD, tried.name), answers):
        return Mistake.METAL
    return Mistake.ANTENNA_WEAK if best else Mistake.READER_MUTE


@contextmanager
def _awake(readers: Iterable[CardReader], dialogue: Dialogue) -> Iterator[tuple[CardReader, ...]]:
    """Yield readers that answer, and close them. Raises UnfitPartError."""
    with ExitStack() as opened:
        every = tuple(readers)
        for reader in every:
            opened.callback(reader.close)
        for reader in every:
            if (fault := reader.revive(dialogue.time.now_s())) is not None:
                raise UnfitPartError(f"{reader.name}: {fault.code}")
        yield every


def _other(reader: CardReader, every: tuple[CardReader, ...], dialogue: Dialogue) -> TriedReader:
    name = reader.name

    def hearing() -> Hearing:
        share = share_heard(dialogue, reader)
        return Hearing(share, share >= HEARD_LEAST)

    return TriedReader(
        name,
        partial(seen_by, dialogue, name, every),
        hearing,
        partial(emptied, dialogue, name, every),
        partial(lost_at, dialogue, name, reader),
        "_plain",
    )


def _rc522(
    settings: ReaderSettings, every: tuple[ReaderSettings, ...], parts: BuiltParts, dialogue: Dialogue
) -> TriedReader:
    name = settings.name

    def opened(*wanted: ReaderSettings) -> AbstractContextManager[tuple[CardReader, ...]]:
        chips = parts.spidev()
        return _awake((Reader(chips, replace(each, reset=None, irq=None)) for each in wanted), dialogue)

    def saw() -> str | HandsReply:
        with opened(*every) as readers:
            return seen_by(dialogue, name, readers)

    def hearing() -> Hearing:
        """Look for the card with decreasing gain."""
        own, least_db = 0.0, None
        for gain_db in sorted((each for each in GAINS_DB if each <= settings.gain_db), reverse=True):
            with opened(replace(settings, gain_db=gain_db)) as (reader,):
                share = share_heard(dialogue, reader)
            if gain_db == settings.gain_db:
                own = share
            if share < HEARD_LEAST:
                break
            least_db = gain_db
        wanted_db = max(settings.gain_db - SPARE_DB, min(GAINS_DB))
        gains = {"gain": settings.gain_db, "least": least_db or settings.gain_db}
        return Hearing(own, least_db is not None and least_db <= wanted_db, gains)

    def far() -> HandsReply:
        with opened(settings) as (reader,):
            return lost_at(dialogue, name, reader)

    return TriedReader(name, saw, hearing, partial(dialogue.once, HandsQuestion(Deed.TAKE_OFF, name)), far)
