"""Runs on MicroPython's unix port: the firmware's own sectors within littlefs. Says `held` if all holds."""

import os
import sys

from firmware_bridge.firmware.sectors import SECTOR_SIZE, BlockFlash
from tests.firmware_bridge.firmware.unix_device import BLOCK, Device, mount, unmount

RECORD = bytes(range(64))


def life(device: Device) -> BlockFlash:
    """Power goes and comes: nothing is cached any more."""
    unmount("/f")
    mount(device, "/f")
    return BlockFlash(device, "/f", 3)


def a_write_programs_one_page_and_erases_nothing(device: Device) -> None:
    flash = life(device)
    device.operations.clear()
    flash.write(1, 192, RECORD)
    assert [what[:7] for what in device.operations] == ["program"]
    flash.write(1, 0, RECORD)
    assert flash.read(1, 192, 64) == flash.read(1, 0, 64) == RECORD
    assert life(device).read(1, 192, 64) == RECORD


def a_write_over_a_page_end_is_whole(device: Device) -> None:
    flash = life(device)
    flash.write(2, SECTOR_SIZE - 300, RECORD * 4)
    assert flash.read(2, SECTOR_SIZE - 300, 256) == RECORD * 4


def an_erasure_erases_one_block_and_only_it(device: Device) -> None:
    flash = life(device)
    device.operations.clear()
    flash.erase(1)
    assert [what[:7] for what in device.operations] == ["erase " + device.operations[0][6], "program"]
    assert flash.read(1, 0, SECTOR_SIZE) == b"\xff" * SECTOR_SIZE
    assert life(device).read(2, SECTOR_SIZE - 300, 64) == RECORD


def the_file_system_never_touches_them(device: Device) -> None:
    flash = life(device)
    flash.write(0, 0, RECORD)
    device.operations.clear()
    for turn in range(40):
        with open("/f/other" + str(turn % 7), "wb") as file:
            for _ in range(turn % 5 + 1):
                file.write(bytes(900))
        if turn % 3 == 0:
            os.remove("/f/other" + str(turn % 7))
    ours = [str(block) for block in flash._blocks]
    assert len(device.operations) > 100
    assert not [what for what in device.operations if what.split(" ")[1] in ours]
    assert life(device).read(0, 0, 64) == RECORD


def they_never_touch_the_file_system(device: Device) -> None:
    with open("/f/main.py", "wb") as file:
        file.write(b"import this\n" * 700)
    flash = life(device)
    for sector in range(3):
        flash.erase(sector)
        for at in range(0, SECTOR_SIZE, 64):
            flash.write(sector, at, bytes(64))
    life(device)
    with open("/f/main.py", "rb") as file:
        assert file.read() == b"import this\n" * 700


def a_cut_between_erasure_and_mark_costs_this_sector_only(device: Device) -> None:
    flash = life(device)
    before = list(flash._blocks)
    flash.erase(0)
    flash.write(0, 0, RECORD)
    device.ioctl(6, before[1])
    again = life(device)
    assert again.read(1, 0, SECTOR_SIZE) == b"\xff" * SECTOR_SIZE
    assert (again._blocks[0], again._blocks[2]) == (before[0], before[2])
    assert again.read(0, 0, 64) == RECORD


def a_copied_file_is_never_taken_for_the_block(device: Device) -> None:
    with open("/f/jobs0.bin", "rb") as file:
        content = file.read()
    with open("/f/copy.bin", "wb") as file:
        file.write(content)
    flash = life(device)
    assert flash.read(0, 0, 64) == b"\xff" * 64
    assert len(set(flash._blocks)) == 3
    with open("/f/copy.bin", "rb") as file:
        assert file.read() == content


def play() -> None:
    device = Device(64)
    mount(device, "/f")
    a_write_programs_one_page_and_erases_nothing(device)
    a_write_over_a_page_end_is_whole(device)
    an_erasure_erases_one_block_and_only_it(device)
    the_file_system_never_touches_them(device)
    they_never_touch_the_file_system(device)
    a_cut_between_erasure_and_mark_costs_this_sector_only(device)
    a_copied_file_is_never_taken_for_the_block(device)
    assert device.ioctl(5, 0) == BLOCK
    sys.stdout.write("held\n")


play()
