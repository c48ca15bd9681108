"""The examination of a reader at rest, its chip and its reception, for the doctor.

No other code may use the bus meanwhile.
"""

from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from hal.events import Fault, Unclear
from hal.readers.card_reader import CardReader, ReaderKind
from hal.readers.presence import Garble, Nothing, One
from hal.readers.self_test import SelfTest

LOOKS = 50
LOOK_S = 0.02
TRIES, PAUSE_S = 3, 0.1


class Examination(Struct, frozen=True):
    kind: ReaderKind
    version: int
    """The value of an MFRC522's VersionReg (data sheet 9.3.4.8); of a PN532's firmware, 0x106 for 1.6."""
    self_test: SelfTest
    looks: int
    silent: int
    """The number of looks without an answer.

    In `answered` looks one tag answered completely; in `garbled` looks an invalid answer arrived.
    """
    answered: int
    garbled: int
    why: Unclear = Unclear.UNREADABLE
    """The reason of most garbled looks."""
    detail: str = ""
    """The place of a card that is held, and the programs that may hold it."""


def tried(reader: CardReader, now_s: Callable[[], float], pause: Callable[[float], None]) -> Fault | None:
    """Open a reader and end it. Return None if it works. A clone of a PN532 may swallow its first command."""
    try:
        fault = reader.revive(now_s())
        for _ in range(TRIES - 1):
            if fault is not None:
                pause(PAUSE_S)
                fault = reader.revive(now_s())
        return fault
    finally:
        reader.end()


def examine(reader: CardReader, now_s: Callable[[], float], pause: Callable[[float], None]) -> Examination | Fault:
    """Examine a reader for about a second. Return a Fault if its chip does not work.

    A card may lie on the reader or not, but should not be moved meanwhile.
    """
    fault = reader.revive(now_s())
    if fault is not None:
        return fault
    try:
        version, verdict = reader.self_test()
        fault = reader.revive(now_s())
        if fault is not None:
            return fault
        heard: Counter[type] = Counter()
        reasons: Counter[Unclear] = Counter()
        detail = ""
        while heard.total() < LOOKS:
            pause(LOOK_S)
            look = reader.look(None, now_s())
            if look is not None:
                heard[type(look)] += 1
            if isinstance(look, Garble):
                reasons[look.why] += 1
                detail = look.detail or detail
    except OSError as error:
        return Fault("reader.no_bus", reader.name, str(error))
    finally:
        reader.end()
    why = reasons.most_common(1)[0][0] if reasons else Unclear.UNREADABLE
    return Examination(reader.kind, version, verdict, LOOKS, heard[Nothing], heard[One], heard[Garble], why, detail)
