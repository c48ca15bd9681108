"""`command-table doctor --hands`: the parts of this table, the person's answers, and the report."""

import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from hal.plugged import usb_ids
from table.config import Config
from table.devices.hands_on.dialogue import Dialogue, DoctorTime
from table.devices.hands_on.parts import BuiltParts, TestPicture, UnfitPartError
from table.devices.hands_on.senses import throttled
from table.devices.hands_on.steps import examined
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Witness
from table.program.doctor.operators import DisplayOperator, Show, TerminalOperator, typed
from table.records.lock import held
from table.rules.text import Text, text
from table.words import Words


def at_a_real_table(
    config: Config, words: Words, steps: Sequence[HandsStep], show: Show, *, by_screen: bool
) -> Iterator[HandsVerdict]:
    """Ask a person at the table. Raises OSError with advice, and StateInUseError while a table runs."""
    with held(config.state.made()):
        display = DisplayOperator(config.screen, words, asks=by_screen)
        try:
            if by_screen and (why := display.opened()):
                raise UnfitPartError(why)
            operator = display if by_screen else TerminalOperator(words, show, typed)
            clock = DoctorTime(time.monotonic, time.sleep)
            yield from examined(real_parts(config, display), Dialogue(operator, clock), steps)
        finally:
            display.leave()


def real_parts(config: Config, picture: TestPicture) -> BuiltParts:
    """Return the parts of a Raspberry Pi's table. Raises OSError with advice."""
    from table.devices.configured.device_settings import (
        RealPorts,
        other_readers,
        reader_pins,
        real_header,
        real_rc522,
        real_spidev,
    )
    from table.devices.configured.panel_settings import panel_settings
    from table.devices.sound.speaker import play_once
    from table.program.backends import serial_link

    header = real_header(config)
    kinds = {reader.kind for reader in config.readers.values()}
    return BuiltParts(
        panels=panel_settings(config),
        hoppers=frozenset(hopper.number for hopper in config.hoppers),
        taken=reader_pins(config.readers),
        port=config.dispenser_port,
        rotation=config.screen.rotation,
        muted=config.sound.silent,
        spidev=real_spidev,
        readers=cache(lambda: real_rc522(config, header) if "rc522" in kinds else ()),
        other_readers=lambda: other_readers(config, RealPorts()),
        pins=header.factory,
        link=lambda: serial_link(config),
        usb=usb_ids,
        throttled=lambda: throttled(Path("/")),
        picture=picture,
        loudspeaker=lambda: play_once(config.sound.device, config.sound.volume, time.sleep),
        name=f"hands-{int(time.time()):x}",
    )


def witness_words(verdict: HandsVerdict, *, emulated: bool) -> Text:
    """Return the witness of a verdict: the table, or the person's hands or eyes."""
    if verdict.witness is Witness.TABLE:
        return text("hands.witness.table")
    return text(f"hands.emulated.{verdict.witness}" if emulated else f"hands.witness.{verdict.witness}")


def summary(verdicts: Sequence[HandsVerdict]) -> Text:
    tried = [verdict for verdict in verdicts if verdict.tried]
    return text(
        "hands.summary",
        tried=len(tried),
        eyes=sum(verdict.witness is Witness.EYES for verdict in tried),
        mistakes=sum(verdict.mistake is not None for verdict in tried),
        untried=len(verdicts) - len(tried),
    )
