"""Examine readers, panels and dispenser through the drivers of a match. Do not touch the table meanwhile."""

from collections.abc import Iterator

from hal.dispenser import Link
from hal.events import DispenserUp, Fault, HopperSign, Sign, Unclear
from hal.panels.claims import CHIP, PinHeader
from hal.panels.panels import Panels
from hal.panels.settings import PanelSettings
from hal.readers.card_reader import CardReader, ReaderKind
from hal.readers.examination import Examination, examine
from hal.readers.pcsc.reader import PcscReader
from hal.readers.reader import Reader
from hal.readers.self_test import SelfTest
from table.devices.hands_on.dialogue import DoctorTime
from table.devices.hands_on.port import greeting
from table.program.doctor.finding import Finding, faulty, mend, named, note, skipped, well
from table.rules.text import Text, text
from table.session.match_dispenser import SIGNS

MAKES = {0x90: "NXP MFRC522 0.0", 0x91: "NXP MFRC522 1.0", 0x92: "NXP MFRC522 2.0", 0x88: "FM17522", 0xB2: "FM17522E"}
"""The maker by VersionReg. The numbers of clones are those that people report."""
CONTENDED = {0x82: 0x92, 0x12: 0x92, 0x81: 0x91, 0x11: 0x91}
"""The versions that are read when another board pulls MISO low: a bit of the true version is missing."""
PN532_FIRMWARE = 0x106
"""The only firmware that NXP's chip was sold with for years, 1.6."""
ANSWERED_LEAST = 0.9
"""The least share of looks that must find a card on the reader."""
SETTLE_S = 0.05
SIGNS_S = 1.5
"""The seconds after its greeting in which a dispenser reports the state of its hoppers."""


def readers(every: tuple[CardReader, ...], time: DoctorTime) -> Iterator[Finding]:
    lines = {fault: reader.name for reader in every if isinstance(reader, Reader) for fault in reader.line_faults}
    for fault, name in lines.items():  # a missing chip is the same fault for all of them
        yield faulty(named("reader", reader=name) if fault.part != CHIP else named("pins"), fault)
    for reader in every:
        part = named("reader", reader=reader.name)
        found = examine(reader, time.now_s, time.pause)
        if isinstance(found, Fault):
            yield faulty(part, found)
        else:
            yield from _chip(part, found)
            yield from _signal(part, found)
            if isinstance(reader, PcscReader) and reader.beeps:
                yield note(part, "chip.beeps")


def _chip(part: Text, found: Examination) -> Iterator[Finding]:
    if found.kind is ReaderKind.PN532:
        yield _pn532(part, found)
        return
    if found.kind is ReaderKind.PCSC:
        yield well(part, "chip.pcsc")
        return
    if found.version in CONTENDED:
        yield mend(part, "chip.contended", version=f"{found.version:#04x}", true=f"{CONTENDED[found.version]:#04x}")
        return
    if found.version not in MAKES and found.self_test is SelfTest.UNKNOWN:
        yield mend(part, "chip.strange", version=f"{found.version:#04x}")
        return
    values = {"make": MAKES.get(found.version, "?"), "version": f"{found.version:#04x}"}
    match found.self_test:
        case SelfTest.PASSED:
            yield well(part, "chip.well", **values)
        case SelfTest.UNKNOWN:
            yield note(part, "chip.clone", **values)
        case SelfTest.FAILED:
            yield mend(part, "chip.failed", **values)


def _pn532(part: Text, found: Examination) -> Finding:
    version = f"{found.version >> 8}.{found.version & 0xFF}"
    match found.self_test:
        case SelfTest.PASSED if found.version == PN532_FIRMWARE:
            return well(part, "chip.pn532", version=version)
        case SelfTest.FAILED:
            return mend(part, "chip.pn532_failed", version=version)
        case _:
            return note(part, "chip.pn532_clone", version=version)


def _signal(part: Text, found: Examination) -> Iterator[Finding]:
    values = {"answered": found.answered, "garbled": found.garbled, "looks": found.looks}
    if found.silent == found.looks:
        yield well(part, "signal.quiet", looks=found.looks)
    elif found.answered >= ANSWERED_LEAST * found.looks:
        yield well(part, "signal.well", **values)
    elif found.why is not Unclear.UNREADABLE:
        yield mend(part, f"signal.{found.why}", detail=found.detail)
    elif found.answered > found.garbled:
        yield mend(part, "signal.weak", **values)
    else:
        yield mend(part, "signal.noisy", **values)


def panels(wired: tuple[PanelSettings, ...], header: PinHeader, time: DoctorTime) -> Iterator[Finding]:
    if not wired:
        yield skipped(named("panels"), "panels.none")
        return
    opened = Panels(wired, header, time.now_s)
    try:
        time.pause(SETTLE_S)
        stuck = dict.fromkeys(opened.names, "")
        for panel, button in opened.down:
            stuck[panel] = f"{stuck[panel]}, {button}".removeprefix(", ")
        for fault in dict.fromkeys(fault for faults in opened.faults.values() for fault in faults):
            yield faulty(named("pins"), fault)
        for panel, buttons in stuck.items():
            part = named("panel", panel=panel)
            if buttons:
                yield mend(part, "panel.stuck", buttons=buttons)
            elif not opened.faults[panel]:
                yield well(part, "panel.well")
    finally:
        opened.close()


def dispenser(used: frozenset[int], link: Link | None, time: DoctorTime) -> Iterator[Finding]:
    part = named("dispenser")
    if link is None:
        yield skipped(part, "dispenser.none")
        return
    try:
        answered = greeting(link, time)
        yield from _greeted(part, used, answered)
        if isinstance(answered, DispenserUp):
            yield from _hoppers({number: sign for number, sign in _signs(link, time).items() if number in used})
    finally:
        link.close()


def _greeted(part: Text, used: frozenset[int], greeting: DispenserUp | Fault) -> Iterator[Finding]:
    if isinstance(greeting, Fault):
        yield faulty(part, greeting)
        return
    yield well(part, "dispenser.well", firmware=greeting.firmware, count=greeting.counter)
    if greeting.other:
        yield note(part, "fault", fault=text("fault.dispenser.other_firmware", detail=greeting.firmware))
    if greeting.tuned:
        yield note(part, "dispenser.tuned")
    wanted = max(used, default=-1) + 1
    counts = {"there": greeting.hoppers, "wanted": wanted}
    if greeting.hoppers < wanted:
        yield mend(named("hoppers"), "hoppers.missing", **counts)
    else:
        yield well(named("hoppers"), "hoppers.well", **counts)


def _hoppers(signs: dict[int, Sign]) -> Iterator[Finding]:
    """Yield a finding for each configured hopper with a wiring mistake that the dispenser detects."""
    for number, sign in sorted(signs.items()):
        if sign in SIGNS:
            yield faulty(named("hopper", hopper=number + 1), Fault(SIGNS[sign], str(number + 1)))


def _signs(link: Link, time: DoctorTime) -> dict[int, Sign]:
    until_s = time.now_s() + SIGNS_S
    signs: dict[int, Sign] = {}
    while time.now_s() < until_s:
        signs |= {event.hopper: event.sign for event in link.step(time.now_s()) if isinstance(event, HopperSign)}
        time.pause(0.01)
    return signs
