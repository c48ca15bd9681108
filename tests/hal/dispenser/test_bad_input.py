"""Whatever is at the other end of the line, each side states what is wrong and stays sound."""

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event

import pytest
import serial
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pytest_mock import MockerFixture

from firmware_bridge import wire
from firmware_bridge.firmware.app import App
from firmware_bridge.firmware.settings import VERSION, Settings, checksum
from hal.dispenser import Link, PortError, open_serial
from hal.events import DispenserDown, DispenserUp, Outcome, PayOut, PayoutEnded
from sim_hardware.clock import MS, Clock, S
from sim_hardware.dispenser import EmulatedDispenser, PtyDispenser
from sim_hardware.dispenser.loop_times import FIRST_FIRMWARE
from table.words import Words
from tests.hal.dispenser.emulated import VirtualBench
from tests.session.kit import SessionTable


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


class Unplugged(Answering):
    def read(self, wait_s: float) -> bytes:
        raise OSError(5, "Input/output error")


class Busy(Scripted):
    """Up, and then busy with whatever it is asked."""

    def write(self, data: bytes) -> None:
        if self._answers:
            super().write(data)
            return
        verb, seq = data.decode().removeprefix("$").split("*")[0].split(" ")[:2]
        alive = ("alive", seq, 77, 1, 0, 0, "--")
        self._waiting += wire.encode(*alive) if verb == "beat" else wire.encode("no", seq, "busy", 0)


def fault_behind(answer: bytes, kind: Callable[[], Answering] | None = None) -> str:
    link = Link(kind or (lambda: Answering(answer)))
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
        (b"\r\n" * 4000, "dispenser.foreign"),
        (b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n", "dispenser.foreign"),
        (b"$here 1 1 77 0.1.0 41 1f2e3d4c 7 0*08549574\n", "dispenser.noisy"),
        (b'Traceback (most recent call last):\r\n  File "<stdin>"\r\nSyntaxError\r\n>>> ', "dispenser.no_firmware"),
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
        "newlines",
        "a GPS mouse",
        "a frame that is always spoilt",
        "MicroPython alone",
        "silence",
    ],
)
def test_what_is_no_dispenser_of_ours_is_named_with_advice(answer: bytes, code: str) -> None:
    assert fault_behind(answer) == code
    assert f"fault.{code}" in Words("en")


class Echo(Answering):
    """A modem, or a cable whose two lines touch."""

    def __init__(self) -> None:
        super().__init__(b"")

    def write(self, data: bytes) -> None:
        self._waiting += data


def test_what_only_reports_our_own_words_again_is_no_dispenser() -> None:
    assert fault_behind(b"", Echo) == "dispenser.foreign"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"\xff\x00garbage", "dispenser.noisy"),
        (b"\n\n\n", "dispenser.noisy"),
        (b"", "dispenser.silent"),
    ],
    ids=["garbage", "newlines", "nothing"],
)
def test_a_dispenser_whose_line_goes_bad_is_not_called_a_stranger(answer: bytes, code: str) -> None:
    """Nor after the port was closed and opened again; only a dispenser that was unplugged may return as another."""
    bench = VirtualBench()
    bench.until(DispenserUp)
    bench.run(1.0)
    bench.dispenser.cable.spoil = lambda data, towards_host: answer if towards_host else data
    down = bench.until(DispenserDown)
    assert isinstance(down, DispenserDown)
    assert down.fault.code == code
    assert f"fault.{code}" in Words("en")
    assert not [event for event in bench.run(20.0) if isinstance(event, DispenserDown)], "it is told once"
    bench.dispenser.fault("quiet")
    bench.until(DispenserUp)


def test_after_a_dispenser_was_unplugged_another_device_may_stand_there() -> None:
    greeting = (wire.encode("here", 1, 1, 77, VERSION, 5, "0", 2, 0), wire.encode("ok", 2))
    ports: list[Answering] = [Scripted(greeting), Unplugged(b""), Answering(b"Login: ")]
    link = Link(lambda: ports.pop(0) if len(ports) > 1 else ports[0])
    codes = []
    for tick in range(200):
        if tick == 10:
            link._port = ports.pop(0)  # The first one is pulled out.
        codes += [event.fault.code for event in link.step(tick * 0.05) if isinstance(event, DispenserDown)]
    assert codes == ["dispenser.unplugged", "dispenser.foreign"]


def test_one_who_is_busy_for_ever_refuses_in_the_end_and_nothing_moved() -> None:
    port = Busy((wire.encode("here", 1, 1, 77, VERSION, 5, "0", 2, 0), wire.encode("ok", 2)))
    link = Link(lambda: port)
    ended: list[PayoutEnded] = []
    for tick in range(2000):
        if tick == 10:
            link.request(PayOut("a", 0, 1))
        ended += [event for event in link.step(tick * 0.05) if isinstance(event, PayoutEnded)]
    assert ended == [PayoutEnded("a", 1, 0, Outcome.REFUSED, 0, "busy")]


def test_a_dispenser_tuned_otherwise_reports_it_in_its_greeting() -> None:
    other = Settings()
    other.settle_ms += 1
    greeting = (wire.encode("here", 1, 1, 77, VERSION, 5, checksum([other]), 2, 0), wire.encode("ok", 2))
    port = Scripted(greeting)
    link = Link(lambda: port)
    events = [event for now_s in (0.0, 0.1, 0.2, 0.3) for event in link.step(now_s)]
    assert events == [DispenserUp(77, VERSION, 2, 5, 0, tuned=True)]


def test_a_dispenser_with_another_version_works_on_and_is_reported(tmp_path: Path) -> None:
    greeting = (wire.encode("here", 1, 1, 77, "0.0.9", 5, "0", 2, 0), wire.encode("ok", 2))
    port = Scripted(greeting)
    link = Link(lambda: port)
    (up,) = [event for now_s in (0.0, 0.1, 0.2, 0.3) for event in link.step(now_s)]
    assert up == DispenserUp(77, "0.0.9", 2, 5, 0, other=True)
    table = SessionTable(tmp_path).begun()
    table.receives(up)
    assert [(fault.code, fault.detail) for fault in table.now.faults] == [("dispenser.other_firmware", "0.0.9")]
    assert table.now.dispenser == "ready"


@pytest.mark.parametrize(("hopper", "count"), [(2, 1), (12, 1), (-1, 1), (0, 0), (0, -1), (0, 100), (0, 10**12)])
def test_a_hopper_that_is_not_there_and_a_count_that_cannot_be_are_refused(hopper: int, count: int) -> None:
    bench = VirtualBench()
    bench.until(DispenserUp)
    bench.request(PayOut("a", hopper, count))
    ended = bench.until(PayoutEnded)
    assert isinstance(ended, PayoutEnded)
    assert (ended.outcome, ended.passed) == (Outcome.REFUSED, 0)
    assert bench.tray() == ()


def test_two_hosts_on_one_port_the_second_is_reported(tmp_path: Path) -> None:
    dispenser = PtyDispenser((5,), tmp_path)
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


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "dispenser.no_permission"),
        (errno.EPERM, "dispenser.no_permission"),
        (errno.EBUSY, "dispenser.busy"),
        (errno.ENOENT, "dispenser.unplugged"),
        (errno.ENXIO, "dispenser.unplugged"),
        (errno.EIO, "dispenser.unplugged"),
    ],
    ids=lambda value: errno.errorcode[value] if isinstance(value, int) else None,
)
def test_what_the_kernel_reports_of_a_port_is_shown_with_advice(
    number: int, code: str, tmp_path: Path, mocker: MockerFixture
) -> None:
    path = tmp_path / "port"
    path.touch()
    mocker.patch("serial.serialposix.os.open", side_effect=OSError(number, os.strerror(number)))
    with pytest.raises(PortError) as caught:
        open_serial(str(path))
    mocker.stopall()
    assert caught.value.code == code
    assert f"fault.{code}" in Words("en")


def test_a_port_that_came_back_under_another_number_is_named(tmp_path: Path) -> None:
    (tmp_path / "ttyACM1").touch()
    with pytest.raises(PortError) as caught:
        open_serial(str(tmp_path / "ttyACM0"))
    assert (caught.value.code, caught.value.detail) == ("dispenser.renumbered", str(tmp_path / "ttyACM1"))


def test_a_lasting_name_that_udev_no_longer_makes_is_reported_with_the_ports_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ttyACM0").touch()
    monkeypatch.setattr("hal.dispenser.port.PICOS", str(tmp_path / "ttyACM*"))
    with pytest.raises(PortError) as caught:
        open_serial("/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_nowhere-if00")
    assert (caught.value.code, caught.value.detail) == ("dispenser.renumbered", str(tmp_path / "ttyACM0"))
    assert f"fault.{caught.value.code}" in Words("en")


@pytest.mark.parametrize("name", ["usb-MicroPython_Board-if00", "ttyACM10", "ttyUSB0"])
def test_a_port_that_is_gone_and_has_no_brother_is_only_unplugged(name: str, tmp_path: Path) -> None:
    (tmp_path / "ttyACM").touch()
    (tmp_path / "usb-Other-if01").touch()
    with pytest.raises(PortError) as caught:
        open_serial(str(tmp_path / name))
    assert caught.value.code == "dispenser.unplugged"


@pytest.mark.parametrize("boot_s", [1.45, 3.0, 5.0])
def test_a_pico_that_starts_slowly_after_it_was_plugged_in_is_waited_for(boot_s: float) -> None:
    """Its port is there long before its firmware runs, and nothing answers meanwhile."""
    clock = Clock()
    loop = replace(FIRST_FIRMWARE, boot_ns=int(boot_s * S))
    dispenser = EmulatedDispenser(clock, (5,), loop=loop)
    clock.advance(2 * S)
    dispenser.fault("reset")
    link = Link(dispenser.port)
    heard: list[object] = []
    while not any(isinstance(event, DispenserUp) for event in heard) and clock.now_s < 20:
        clock.advance(10 * MS)
        heard += link.step(clock.now_s)
    assert [event.fault.code for event in heard if isinstance(event, DispenserDown)] == ["dispenser.unplugged"]
    assert clock.now_s < 2 + boot_s + 1


def test_a_file_that_is_no_port_is_reported(tmp_path: object) -> None:
    path = f"{tmp_path}/file"
    os.close(os.open(path, os.O_CREAT, 0o600))
    with pytest.raises(PortError) as caught:
        open_serial(path)
    assert caught.value.code == "dispenser.foreign"
    assert issubclass(serial.SerialException, OSError)


VERBS = st.sampled_from(["here", "ok", "alive", "job", "late", "no", "pay"])
WORDS = st.one_of(
    st.sampled_from(["m1-1", "done", "running", "refused", "hopper", "-", "10", "0", "1"]),
    st.integers(-2, 10**12).map(str),
)
SENSELESS = st.tuples(VERBS, st.sampled_from(["0", "3", "4"]), st.lists(WORDS, max_size=7))


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(st.lists(SENSELESS, max_size=12), st.booleans())
def test_frames_without_sense_leave_the_host_alive(frames: list[tuple[str, str, list[str]]], up: bool) -> None:
    """Their CRC is right: another's firmware, or ours gone mad. The true dispenser is understood again at once."""
    greeting = (wire.encode("here", 1, 1, 77, VERSION, 5, "0", 2, 0), wire.encode("ok", 2)) if up else ()
    port = Scripted((*greeting, *(wire.encode(verb, seq, *words) for verb, seq, words in frames)))
    link = Link(lambda: port)
    link.step(0.0)
    link.step(0.1)
    if up:
        link.request(PayOut("m1-1", 0, 1))
    for tick in range(2, 40):
        link.step(tick * 0.1)
    bench = VirtualBench()
    bench.link._host = link._host
    bench.link._host.lost()
    bench.until(DispenserUp)


def test_a_state_that_no_job_can_have_is_no_dispensers() -> None:
    answer = wire.encode("job", 0, "m1-1", 0, 1, 1, "lost", 1)
    port = Scripted((wire.encode("here", 1, 1, 77, VERSION, 5, "0", 2, 0), wire.encode("ok", 2), answer * 3))
    link = Link(lambda: port)
    events = [*link.step(0.0), *link.step(0.1)]
    link.request(PayOut("m1-1", 0, 1))
    events += [event for tick in range(2, 20) for event in link.step(tick * 0.1)]
    assert [event.fault.code for event in events if isinstance(event, DispenserDown)][:1] == ["dispenser.foreign"]


@pytest.mark.slow
def test_a_million_random_bytes_leave_the_host_alive_and_small() -> None:
    bench = VirtualBench()
    bench.until(DispenserUp)
    chance = Random(12)
    host = bench.link._host
    for _ in range(250):
        host.step(chance.randbytes(4000), bench.clock.now_s)
        assert host._reader.held() < 256
    bench.restart_host()
    bench.until(DispenserUp)


@pytest.mark.slow
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
