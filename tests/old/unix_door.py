"""Runs on MicroPython's unix port: a Pico's flash of old, mounted as the Pico does it, and the jobs it remembers.

Argument: the image. A line for each job, oldest first: its id, hopper, tokens asked, tokens passed, late ones, state.
The last line names the memory and its event counter. It is a door as `doors.py` is one, for another Python.
"""

import sys

from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.sectors import SECTOR_SIZE, BlockFlash
from firmware_bridge.firmware.store import Store
from tests.firmware_bridge.firmware.unix_device import Device, mount

BLOCKS = 24


class Remembering(Board):
    """All that the memory asks of a board."""

    boot = 77
    flash_sectors = 3
    flash_sector_size = SECTOR_SIZE

    def __init__(self, flash: BlockFlash) -> None:
        self._flash = flash

    def flash_read(self, sector: int, offset: int, size: int) -> bytes:
        return self._flash.read(sector, offset, size)

    def flash_write(self, sector: int, offset: int, data: bytes) -> None:
        self._flash.write(sector, offset, data)

    def flash_erase(self, sector: int) -> None:
        self._flash.erase(sector)


def play(image: str) -> None:
    device = Device(BLOCKS, image)
    mount(device, "/f")
    store = Store(Remembering(BlockFlash(device, "/f", Remembering.flash_sectors)))
    jobs = store.load()
    for job in jobs.all():
        words = (job.job, job.hopper, job.asked, job.passed, job.late, job.state)
        sys.stdout.write(" ".join([str(word) for word in words]) + "\n")
    sys.stdout.write("store " + str(store.identity) + " counter " + str(jobs.counter) + "\n")


play(sys.argv[1])
