"""The step `readers`: each chip on its bus, its reset and its IRQ line. If a chip does not answer, find the wire."""

from collections.abc import Iterator

from msgspec.structs import replace

from hal.events import Fault
from hal.readers import ReaderSettings
from hal.readers.card_reader import CardReader
from hal.readers.presence import Look
from hal.readers.reader import NO_CHIP, Reader
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.parts import BuiltParts
from table.devices.hands_on.questions import YES_OR_NO, Deed, HandsQuestion, HandsReply
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong
from table.rules.text import Text
from table.words.faults import fault_words

STEP = HandsStep.READERS
CONTENDED = frozenset({0x82, 0x12, 0x81, 0x11})
"""Versions with a bit missing: another board pulls MISO low."""
LOOK_S = 0.02
IRQ_LOOKS = 6
SETTLE_S = 0.05


def chips(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    every = parts.readers()
    sound = []
    for settings in every:
        found = tuple(_chip(parts, dialogue, settings))
        yield from found
        if all(verdict.mistake is None for verdict in found):
            sound.append(settings)
    if len(sound) == len(every):
        yield from _resets(parts, dialogue, every)
    for reader in parts.other_readers():
        yield _other(reader, dialogue)


def look(reader: CardReader, dialogue: Dialogue) -> Look | None:
    dialogue.time.pause(LOOK_S)
    return reader.look(None, dialogue.time.now_s())


def _other(reader: CardReader, dialogue: Dialogue) -> HandsVerdict:
    """Try a reader other than an RC522. Its wires cannot be tested one by one; its fault names the likely cause."""
    where = part("reader", reader=reader.name)
    fault = reader.revive(dialogue.time.now_s())
    reader.close()
    if fault is None:
        return well(STEP, where, "reader", Witness.TABLE)
    fault_text = fault_words(fault.code, fault.part, fault.detail)
    return wrong(STEP, where, Mistake.READER_FAULT, Witness.TABLE, fault=fault_text)


def _chip(parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings) -> Iterator[HandsVerdict]:
    where = part("reader", reader=settings.name)
    path = f"/dev/spidev{settings.bus}.{settings.device}"
    try:
        probe = parts.spidev().SpiDev()
        probe.open(settings.bus, settings.device)
        probe.close()
    except PermissionError:
        yield wrong(STEP, where, Mistake.NO_GROUP, Witness.TABLE, path=path)
        return
    except OSError:
        yield wrong(STEP, where, Mistake.SPI_OFF, Witness.TABLE, path=path)
        return
    reader = Reader(parts.spidev(), settings)
    fault = reader.revive(dialogue.time.now_s())
    version = reader.version
    try:
        if version in CONTENDED:
            yield wrong(STEP, where, Mistake.MISO_CONTENDED, Witness.TABLE, version=f"{version:#04x}")
        elif fault is None:
            yield from _irq(reader, dialogue, where)
        elif fault.code == "reader.deaf":
            yield wrong(STEP, where, Mistake.READER_STARVED, Witness.TABLE)
        else:
            yield _silent(parts, dialogue, settings)
    finally:
        reader.close()


def _silent(parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings) -> HandsVerdict:
    """Find the wire of a chip that does not answer: power first, then RST, then the data lines, then the rest."""
    where, name = part("reader", reader=settings.name), settings.name

    def answers(settings: ReaderSettings) -> bool:
        reader = Reader(parts.spidev(), settings)
        fault = reader.revive(dialogue.time.now_s())
        reader.close()
        return not (isinstance(fault, Fault) and fault.code in ("reader.missing", "reader.no_bus"))

    if (lit := dialogue.seen(HandsQuestion(Deed.READER_LAMP, name, replies=YES_OR_NO))) is None:
        return untried(STEP, where)
    if lit is HandsReply.NO:
        return wrong(STEP, where, Mistake.READER_UNPOWERED, Witness.EYES)
    free = replace(settings, reset=None)
    if dialogue.tried(HandsQuestion(Deed.RESET_OFF, name), lambda: answers(free)):
        return wrong(STEP, where, Mistake.RESET_LOW, Witness.HANDS)
    if dialogue.tried(HandsQuestion(Deed.SWAP_DATA, name), lambda: answers(settings)):
        return wrong(STEP, where, Mistake.DATA_SWAPPED, Witness.HANDS)
    return wrong(STEP, where, Mistake.READER_SELECT, Witness.HANDS)


def _irq(reader: Reader, dialogue: Dialogue, where: Text) -> Iterator[HandsVerdict]:
    if reader.settings.irq is None:
        yield well(STEP, where, "reader", Witness.TABLE)
        return
    looks = 0
    while looks < IRQ_LOOKS:
        looks += look(reader, dialogue) is not None
    if reader.irq_believed:
        yield well(STEP, where, "reader_irq", Witness.TABLE)
    else:
        yield wrong(STEP, where, Mistake.IRQ_WRONG, Witness.TABLE)


def _resets(parts: BuiltParts, dialogue: Dialogue, every: tuple[ReaderSettings, ...]) -> Iterator[HandsVerdict]:
    """Hold each RST low in turn: only its own chip must fall silent."""
    for settings in every:
        if settings.reset is None:
            continue
        where = part("reader", reader=settings.name)
        settings.reset.off()
        try:
            dialogue.time.pause(SETTLE_S)
            silent = [each.name for each in every if _asleep(parts, dialogue, each)]
        finally:
            settings.reset.on()
            dialogue.time.pause(SETTLE_S)
        if silent == [settings.name]:
            yield well(STEP, where, "reset", Witness.TABLE)
        elif silent:
            yield wrong(STEP, where, Mistake.RESETS_SWAPPED, Witness.TABLE, other=", ".join(silent))
        else:
            yield wrong(STEP, where, Mistake.RESET_UNWIRED, Witness.TABLE)


def _asleep(parts: BuiltParts, dialogue: Dialogue, settings: ReaderSettings) -> bool:
    reader = Reader(parts.spidev(), replace(settings, reset=None, irq=None))
    reader.revive(dialogue.time.now_s())
    asleep = reader.version in NO_CHIP
    reader.close()
    return asleep
