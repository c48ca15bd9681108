"""Whatever stands at the other end of the line, each side says what is wrong and stays sound."""

import os
import time
from random import Random
from threading import Event

import pytest
import serial

from firmware_bridge import wire
from firmware_bridge.firmware.app import App
from firmware_bridge.firmware.settings import Settings
from hal.dispenser import Link, PortError, open_serial
from hal.events import DispenserDown, DispenserUp, Outcome, PayOut, PayoutEnded
from sim_hardware.dispenser import PtyDispenser
from table.words import Words
from tests.dispenser.emulated import VirtualBench


class Answering:
    """A port behind which something answers every question the same."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        self._waiting = b""

    def read(self, wait_s: float) -> bytes:
        data, self._waiting = self._waiting, b""
        return data

    def write(self, data: bytes) -> None:
        self._waiting += self._answer

    def wake(self) -> None: ...

    def close(self) -> None: ...


class Scripted(Answering):
    """Answers with one line after the other."""

    def __init__(self, answers: tuple[bytes, ...]) -> None:
        super().__init__(b"")
        self._answers = list(answers)

    def write(self, data: bytes) -> None:
        self._waiting += self._answers.pop(0) if self._answers else b""


def fault_behind(answer: bytes) -> str:
    link = Link(lambda: Answering(answer))
    now_s = 0.0
    while now_s < 10:
        for event in link.step(now_s):
            assert isinstance(event, DispenserDown)
            return event.fault.code
        now_s += 0.05
    raise AssertionError("nothing was said")


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (wire.encode("here", 1, 0, 77, "0.0.1", 1, "0", 2, 0), "dispenser.old_firmware"),
        (wire.encode("here", 1, 9, 77, "9.0.0", 1, "0", 2, 0), "dispenser.new_firmware"),
        (wire.encode("here", 1, "x"), "dispenser.foreign"),
        (wire.encode("here", 1, 1, 77), "dispenser.foreign"),
        (wire.encode("no", 1, "verb"), "dispenser.foreign"),
        (b"Login: \r\n", "dispenser.foreign"),
        (bytes(range(256)), "dispenser.foreign"),
        (b"$" + b"a" * 5000 + b"\n", "dispenser.foreign"),
        (b"$here 1 1", "dispenser.foreign"),
        (b"", "dispenser.silent"),
    ],
    ids=[
        "old",
        "new",
        "no number",
        "too few words",
        "no greeting",
        "a console",
        "binary",
        "too long",
        "half",
        "silence",
    ],
)
def test_what_is_no_dispenser_of_ours_is_named_with_advice(answer: bytes, code: str) -> None:
    assert fault_behind(answer) == code
    assert f"fault.{code}" in Words("en")


def test_a_dispenser_tuned_otherwise_says_so_in_its_greeting() -> None:
    other = Settings()
    other.settle_ms += 1
    greeting = (wire.encode("here", 1, 1, 77, "0.1.0", 5, other.checksum(), 2, 0), wire.encode("ok", 2))
    port = Scripted(greeting)
    link = Link(lambda: port)
    events = [event for now_s in (0.0, 0.1, 0.2, 0.3) for event in link.step(now_s)]
    assert events == [DispenserUp(77, "0.1.0", 2, 5, 0, tuned=True)]
    assert "fault.dispenser.tuned" in Words("en")


@pytest.mark.parametrize(("hopper", "count"), [(2, 1), (12, 1), (-1, 1), (0, 0), (0, -1), (0, 100), (0, 10**12)])
def test_a_hopper_that_is_not_there_and_a_count_that_cannot_be_are_refused(hopper: int, count: int) -> None:
    bench = VirtualBench()
    bench.until(DispenserUp)
    bench.request(PayOut("a", hopper, count))
    ended = bench.until(PayoutEnded)
    assert isinstance(ended, PayoutEnded)
    assert (ended.outcome, ended.passed) == (Outcome.REFUSED, 0)
    assert bench.tray() == ()


def test_two_hosts_on_one_port_the_second_is_told() -> None:
    dispenser = PtyDispenser((5,))
    try:
        bench = Link(lambda: open_serial(dispenser.path))
        until_s = time.monotonic() + 5
        while not os.path.exists(dispenser.path) and time.monotonic() < until_s:
            Event().wait(0.02)  # It boots.
        port = open_serial(dispenser.path)
        (down,) = bench.step(0.0)
        assert isinstance(down, DispenserDown)
        assert down.fault.code == "dispenser.busy"
        port.close()
        bench.close()
    finally:
        dispenser.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_port_without_permission_is_told(tmp_path: object) -> None:
    path = f"{tmp_path}/port"
    os.close(os.open(path, os.O_CREAT, 0o000))
    with pytest.raises(PortError) as caught:
        open_serial(path)
    assert caught.value.code == "dispenser.no_permission"


def test_a_file_that_is_no_port_is_told(tmp_path: object) -> None:
    path = f"{tmp_path}/file"
    os.close(os.open(path, os.O_CREAT, 0o600))
    with pytest.raises(PortError) as caught:
        open_serial(path)
    assert caught.value.code == "dispenser.foreign"
    assert issubclass(serial.SerialException, OSError)


def test_a_million_random_bytes_leave_the_firmware_alive_and_nothing_falls() -> None:
    bench = VirtualBench()
    bench.until(DispenserUp)
    bench.link.close()
    chance = Random(11)
    for _ in range(250):
        bench.dispenser.cable.send_to_device(chance.randbytes(4000))
        bench.clock.advance(2_000_000)
    app = bench.dispenser.pico._app
    assert isinstance(app, App)
    assert app._reader.held() <= 256
    bench.restart_host()
    bench.until(DispenserUp)
    bench.request(PayOut("a", 0, 1))
    bench.until(PayoutEnded)
    assert bench.tray() == (0,)
