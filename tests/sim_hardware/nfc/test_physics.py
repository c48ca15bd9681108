"""Faults between antenna and tag, and between chip and host."""

import random

from sim_hardware.clock import MS
from sim_hardware.nfc import Noise
from sim_hardware.nfc.coupling import coupling, lost_share
from sim_hardware.nfc.crc import with_crc_a
from sim_hardware.nfc.field import Field
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.spi_bus import Disturbance
from sim_hardware.nfc.tags import Ntag
from tests.sim_hardware.nfc.registers import Bench

UID = bytes.fromhex("04A1B2C3D4E5F6")
FAR_MM = 25.0


def bench() -> Bench:
    bench = Bench()
    bench.start()
    return bench


def answers(bench: Bench, times: int = 40) -> int:
    """How many of so many wakes are answered; the tag is put to sleep in between."""
    heard = 0
    for _ in range(times):
        heard += bench.transceive(b"\x52", 7) != b""
        bench.transceive(with_crc_a(b"\x50\x00"))
    return heard


def test_coupling_falls_with_distance_and_replies_with_it() -> None:
    weaker = [coupling(distance) for distance in (0, 5, 10, 20, 30, 50)]
    assert weaker == sorted(weaker, reverse=True)
    assert weaker[0] == 1
    assert lost_share(1, 33) == 0
    assert lost_share(coupling(FAR_MM), 48) < lost_share(coupling(FAR_MM), 33) < lost_share(coupling(FAR_MM), 18)


def test_a_tag_far_above_the_antenna_is_heard_seldom_more_often_with_gain_and_not_at_all_beyond() -> None:
    near, far, beyond = bench(), bench(), bench()
    near.field.lay(Ntag(UID))
    far.field.lay(Ntag(UID), FAR_MM)
    beyond.field.lay(Ntag(UID), 40.0)
    for each in (near, far, beyond):
        each.clock.advance(5 * MS)
    assert answers(near) == 40
    assert 0 < answers(far) < 40
    assert answers(beyond) == 0
    far.write(Reg.RF_CFG, 0x70)
    assert answers(far) == 40


def test_a_deaf_chip_sends_and_receives_nothing_until_it_is_reset() -> None:
    deaf = bench()
    deaf.lay(Ntag(UID))
    deaf.chip.deafen()
    assert answers(deaf) == 0
    assert deaf.read(Reg.COM_IRQ) & 0x40
    deaf.write(Reg.COMMAND, 0x0F)
    deaf.start()
    assert answers(deaf) == 40


def test_a_second_board_pulls_bits_of_miso_down() -> None:
    disturbed = bench()
    assert disturbed.read(Reg.VERSION) == 0x92
    disturbed.bus.disturbed[0] = Disturbance(rate=1.0)
    assert disturbed.read(Reg.VERSION) == 0x82


def test_a_misread_uid_has_a_good_check_byte_and_is_even_selected() -> None:
    noisy = bench()
    noisy.field.noise = Noise(misread=1.0)
    tag = Ntag(UID)
    noisy.lay(tag)
    noisy.transceive(b"\x52", 7)
    part = noisy.transceive(b"\x93\x20")
    assert noisy.read(Reg.ERROR) == 0
    assert part[4] == part[0] ^ part[1] ^ part[2] ^ part[3]
    assert part[1:4] != UID[:3]
    assert noisy.transceive(with_crc_a(b"\x93\x70" + part)) == with_crc_a(b"\x04")


def test_a_neighbour_is_heard_in_the_given_share_of_wakes() -> None:
    here = bench()
    there = Field(here.clock, random.Random(1))
    there.switch(True)
    there.lay(Ntag(UID))
    here.field.neighbours = (there,)
    here.field.cross_talk = 0.25
    here.clock.advance(5 * MS)
    assert 30 <= answers(here, 200) <= 70
