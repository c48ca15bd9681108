"""The Pico's clock, by which the host of an emulated Pico lives, takes the place of the real one everywhere."""

import os
import struct
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.firmware_bridge.rp2040.bench import HERE

STEP_S = 10.0
"""The clock of this test continues by so much, whenever it does."""
PING = """
import sys
import serial
with serial.Serial(sys.argv[1], timeout=60.0, write_timeout=60.0) as port:
    port.write(b"ping")
    print(port.read(4))
"""
KEPT_IN_A_CLASS = """
import time
class Host:
    now, wait = time.monotonic, time.sleep
    def __init__(self):
        self.began_s = self.now()
host = Host()
host.wait(3600.0)
print(host.now() - host.began_s)
"""


@pytest.fixture
def cable() -> Iterator[tuple[int, str]]:
    device, line = os.openpty()
    tty.setraw(line)
    yield device, os.ttyname(line)
    os.close(device)
    os.close(line)


@pytest.fixture
def clock(tmp_path: Path) -> Iterator[Path]:
    """Return a clock's file. The clock runs far faster than the world's."""
    file, stopped = tmp_path / "clock", Event()
    file.write_bytes(struct.pack("<d", 0.0))

    def run() -> None:
        seconds = 0.0
        with file.open("r+b", buffering=0) as opened:
            while not stopped.wait(0.002):
                seconds += STEP_S
                os.pwrite(opened.fileno(), struct.pack("<d", seconds), 0)

    running = Thread(target=run)
    running.start()
    yield file
    stopped.set()
    running.join()


def by_the_clock(clock: Path, program: str, *arguments: str) -> str:
    """Return the output of a Python program on this clock."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "PYTHONPATH": str(HERE / "pico_time"), "PICO_CLOCK": str(clock)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_pyserial_writes(clock: Path, cable: tuple[int, str]) -> None:
    device, line = cable
    by_the_clock(clock, PING.replace("port.read(4)", "0"), line)
    assert os.read(device, 4) == b"ping"


def test_a_class_may_keep_clock_and_sleep_as_its_own_and_an_hour_passes_by_this_clock(clock: Path) -> None:
    assert float(by_the_clock(clock, KEPT_IN_A_CLASS)) >= 3600.0
