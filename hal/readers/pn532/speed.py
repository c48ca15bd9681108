"""The speed of a serial line to a PN532 (UM0701-02, 7.2.8).

It is detected at the start, raised if the line is good, and restored.

A chip keeps its speed until its supply is off. A program that was killed may have left it at any of them.
"""

from contextlib import suppress

from hal.readers.errors import ChipLostError
from hal.readers.pn532.chip import NotUnderstoodError, Pn532Chip
from hal.readers.pn532.codes import COMMUNICATION_LINE
from hal.readers.pn532.links import FIRST_BAUD, HsuLink

FASTER = (230_400, 460_800, 921_600)
"""The speeds, tried in turn, so that no chip gets a speed far above the line's best, at which it would be
unreachable.
"""
SETTLE_S = 0.001
FIND_TRIES, SLOW_TRIES = 3, 3
TESTS, TEST_DATA = 8, bytes.fromhex("00 FF 55 AA") * 8


def find(chip: Pn532Chip) -> None:
    """Wake the chip at whatever speed it has. Raises ChipLostError if it answers at none."""
    link = chip.link
    if not isinstance(link, HsuLink):
        chip.wake()
        chip.normal_mode()
        return
    for baud in (FIRST_BAUD, *reversed(FASTER)):
        if _offered(link, baud):
            with suppress(ChipLostError):
                chip.wake()
                chip.normal_mode(FIND_TRIES)
                return
    link.set_baud(FIRST_BAUD)
    raise ChipLostError("the chip answers at no speed")


def hasten(chip: Pn532Chip) -> bool:
    """Raise the speed as far as port and chip support it.

    Return False if frames were damaged: then the old speed is restored.

    Raises ChipLostError if the chip is lost meanwhile.
    """
    link = chip.link
    if not isinstance(link, HsuLink):
        return True
    for baud in FASTER:
        if baud < link.baud:
            continue
        before = link.baud
        if not _offered(link, baud):
            link.set_baud(before)
            return True
        link.set_baud(before)
        try:
            _change(chip, link, baud)
            good = _carries(chip)
        except NotUnderstoodError:
            return True
        except ChipLostError:
            good = False
        if not good:
            slow_down(chip)
            return False
    return True


def slow_down(chip: Pn532Chip) -> None:
    """Restore the speed with which every program begins. Raises ChipLostError if the chip is lost."""
    link = chip.link
    for _ in range(SLOW_TRIES):
        if not isinstance(link, HsuLink) or link.baud == FIRST_BAUD:
            return
        with suppress(ChipLostError):
            _change(chip, link, FIRST_BAUD)
        find(chip)


def _offered(link: HsuLink, baud: int) -> bool:
    """Set the port to this speed. Return False if it does not have it."""
    try:
        link.set_baud(baud)
    except OSError:
        return False
    return True


def _change(chip: Pn532Chip, link: HsuLink, baud: int) -> None:
    if baud != link.baud:
        chip.change_baud(baud)
        link.set_baud(baud)
        link.pause(SETTLE_S)


def _carries(chip: Pn532Chip) -> bool:
    """True if the line carries frames in both directions without damage. Raises ChipLostError."""
    before = chip.repeats
    for _ in range(TESTS):
        with suppress(NotUnderstoodError):  # clones that have no such test understand the whole frame
            if chip.diagnose(COMMUNICATION_LINE, TEST_DATA)[1:] != TEST_DATA:
                return False
    return chip.repeats == before
