"""The speed of a chip's serial line: raised, put back where frames are damaged, found after a killed program."""

import pytest

from hal.events import ReaderBack, TagPlaced
from hal.last_frames import LastFrames
from hal.readers import Readers
from hal.readers.pn532.chip import Pn532Chip
from hal.readers.pn532.links import FIRST_BAUD, HsuLink
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.pn532.speed import FASTER, find, hasten
from sim_hardware.nfc.pn532 import Quirk
from sim_hardware.nfc.pn532.hsu import HsuWire
from sim_hardware.nfc.tags import Ntag
from tests.hal.readers.kinds import DESK, PORT, Desk
from tests.hal.readers.table import tag_of

HSU, FASTEST = "pn532 hsu", FASTER[-1]
CARD = bytes.fromhex("04A1B2C3D4E5F6")


def line(desk: Desk) -> HsuWire:
    return desk.world.lines[PORT]


def speeds(desk: Desk) -> tuple[int | None, int]:
    """Return the speeds of the port and of the chip."""
    return line(desk).baud, desk.world.pn532[DESK].baud


def sees_a_card(desk: Desk) -> bool:
    desk.world.lay(DESK, Ntag(CARD))
    return tag_of(desk.until(lambda event: isinstance(event, TagPlaced))).uid == CARD


def test_a_good_line_gets_the_highest_speed() -> None:
    desk = Desk(HSU).settled()
    assert speeds(desk) == (FASTEST, FASTEST)
    assert sees_a_card(desk)


@pytest.mark.parametrize("offers", [FIRST_BAUD, 230_400, 460_800])
def test_a_port_gets_the_highest_speed_that_it_has(offers: int) -> None:
    desk = Desk(HSU)
    line(desk).offers = offers
    desk.settled()
    assert speeds(desk) == (offers, offers)
    assert sees_a_card(desk)


@pytest.mark.parametrize("carries", [FIRST_BAUD, 230_400, 460_800])
@pytest.mark.parametrize("seed", range(5))
def test_a_lead_that_damages_fast_frames_keeps_the_first_speed(carries: int, seed: int) -> None:
    desk = Desk(HSU, seed=seed)
    line(desk).carries = carries
    desk.poll(100)
    assert speeds(desk) == (FIRST_BAUD, FIRST_BAUD)
    assert sees_a_card(desk)


def test_a_lead_that_turns_bad_is_slowed_down_and_lifts_nothing() -> None:
    desk = Desk(HSU).settled()
    assert sees_a_card(desk)
    line(desk).carries = 230_400
    assert desk.poll(100) == []
    assert speeds(desk) == (FIRST_BAUD, FIRST_BAUD)


@pytest.mark.parametrize("left_at", FASTER)
def test_a_chip_that_a_killed_program_left_at_a_high_speed_is_found(left_at: int) -> None:
    desk = Desk(HSU)
    line(desk).offers = left_at
    desk.settled()
    line(desk).offers = FASTEST
    again = Readers(None, [Pn532Settings(DESK, lambda: HsuLink(desk.world.serial(PORT)), PORT)])
    assert again.poll(desk.clock.now_s) == (ReaderBack(DESK),)
    assert speeds(desk) == (FASTEST, FASTEST)


def test_a_chip_after_a_dip_of_its_supply_is_back_at_the_first_speed_and_is_hastened_again() -> None:
    desk = Desk(HSU).settled()
    desk.world.fault("brown-out", DESK)
    assert desk.poll(60) == []
    assert speeds(desk) == (FASTEST, FASTEST)
    assert sees_a_card(desk)


def test_a_reader_that_ends_puts_the_first_speed_back() -> None:
    """Every other program begins with it."""
    desk = Desk(HSU).settled()
    desk.readers.close()
    assert speeds(desk) == (FIRST_BAUD, FIRST_BAUD)


@pytest.mark.parametrize("quirk", Quirk)
def test_a_clone_with_this_quirk_gets_the_speed_too(quirk: Quirk) -> None:
    assert speeds(Desk(HSU, quirks=frozenset({quirk})).settled()) == (FASTEST, FASTEST)


def test_an_acknowledgement_that_is_lost_leaves_both_sides_at_one_speed() -> None:
    desk = Desk(HSU)
    chip = Pn532Chip(HsuLink(desk.world.serial(PORT)), LastFrames())
    find(chip)
    line(desk).lost = 0.1
    hasten(chip)
    line(desk).lost = 0.0
    find(chip)
    assert chip.firmware().ic == 0x32
