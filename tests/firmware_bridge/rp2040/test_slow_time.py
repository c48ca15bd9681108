"""The slowed clock, in which the host of an emulated Pico lives, takes the place of the real one everywhere."""

import os
import subprocess
import sys
import tty
from collections.abc import Iterator

import pytest

from tests.firmware_bridge.rp2040.bench import HERE

SLOWED_BY = 15.0
PING = """
import sys
import serial
with serial.Serial(sys.argv[1], timeout=0.01, write_timeout=1.0) as port:
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
host.wait(0.0)
print(host.began_s <= host.now())
"""


@pytest.fixture
def cable() -> Iterator[tuple[int, str]]:
    device, line = os.openpty()
    tty.setraw(line)
    yield device, os.ttyname(line)
    os.close(device)
    os.close(line)


def slowed(program: str, *arguments: str) -> str:
    """Return the output of a Python program on the slowed clock."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "PYTHONPATH": str(HERE / "slow_time"), "SLOWED_BY": str(SLOWED_BY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_pyserial_reads_and_writes_with_its_timeouts(cable: tuple[int, str]) -> None:
    device, line = cable
    assert slowed(PING, line) == "b''"
    assert os.read(device, 4) == b"ping"


def test_a_class_may_keep_clock_and_sleep_as_its_own() -> None:
    assert slowed(KEPT_IN_A_CLASS) == "True"
