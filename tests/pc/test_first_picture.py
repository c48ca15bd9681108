"""The first picture of `run` where nothing is configured and two readers are plugged in."""

import pytest

from lab.figures.pc.plain_pc import PlainPc
from sim_hardware.nfc.pcsc.real_daemon import NAME
from table.config import load
from table.rules.seats import BLUE, RED, Seat

pytestmark = [pytest.mark.pc, pytest.mark.timeout(200)]


@pytest.mark.parametrize(("seat", "blue", "red"), [(BLUE, "00 00", "00 01"), (RED, "00 01", "00 00")])
def test_a_card_on_blues_reader_sets_the_table_up_and_opens_it(pc: PlainPc, seat: Seat, blue: str, red: str) -> None:
    """The card may lie on either reader: that one is blue's."""
    running = pc.begun("run")
    try:
        running.wait(lambda: "the setup asks setup.offer" in running.log, "offers nothing")
        pc.lay(seat, pc.new_tag())
        running.wait_until_ready()
        assert "world = 'real'" in running.log
        pc.desktop.quit()
        assert running.status() == 0
    finally:
        running.kill()
        pc.lift(seat)
    loaded = load(pc.config)
    assert loaded.problems == ()
    readers = loaded.config.readers
    assert (readers["blue"].usb, readers["red"].usb) == (f"{NAME} {blue}", f"{NAME} {red}")


def test_the_emulated_table_is_a_key_away(pc: PlainPc) -> None:
    running = pc.begun("run")
    try:
        running.wait(lambda: "the setup asks setup.offer" in running.log, "offers nothing")
        pc.desktop.type_key("1")
        running.wait_until_ready()
        assert "world = 'real'" not in running.log
        pc.desktop.quit()
        assert running.status() == 0
    finally:
        running.kill()
    assert not pc.config.exists()
