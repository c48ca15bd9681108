"""The program's first step: whatever command runs, a signal closes what is open, and ends the program."""

import signal
import subprocess
import sys

import pytest

from table.program.early_end import HEEDED
from tests.signals import as_at_a_terminal

ENDS_S = 20.0
AROUND = """
import os, signal, sys
from table.program.early_end import ending_by_signal
number = int(sys.argv[1])
"""
CLOSES = """
def program():
    try:
        print("open")
        os.kill(os.getpid(), number)
        signal.pause()
    finally:
        os.kill(os.getpid(), number)  # whoever is impatient
        print("closed")

ending_by_signal(program)
print("never")
"""
LOST = """
class Careless:
    def __del__(self):
        os.kill(os.getpid(), number)
        for _ in range(1000):
            pass

def program():
    Careless()
    print("goes on")
    signal.pause()

ending_by_signal(program)
"""
TAKEN = """
from table.program.early_end import raise_lost_end

def program():
    try:
        os.kill(os.getpid(), number)
    except BaseException:  # so does code in C that clears errors away
        print("taken")
    raise_lost_end()
    print("never")

ending_by_signal(program)
"""
TAKEN_TWICE = """
def program():
    try:
        os.kill(os.getpid(), number)
    except BaseException:
        print("taken")
    os.kill(os.getpid(), number)
    print("never")

ending_by_signal(program)
"""
FAILS_AT_CLOSING = """
def program():
    try:
        os.kill(os.getpid(), number)
    finally:
        os.close(-1)

ending_by_signal(program)
"""
OVER = """
ending_by_signal(lambda: print("done", flush=True))
os.kill(os.getpid(), number)
print("never")
"""
IGNORED = """
signal.signal(number, signal.SIG_IGN)

def program():
    os.kill(os.getpid(), number)
    print("done")

ending_by_signal(program)
"""


def ran(program: str, number: int) -> tuple[int, str]:
    """Return the status and the output of a program that reports nothing of Python's."""
    done = subprocess.run(
        [sys.executable, "-c", AROUND + program, str(int(number))],
        capture_output=True,
        text=True,
        timeout=ENDS_S,
        preexec_fn=as_at_a_terminal,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("program", [TAKEN, TAKEN_TWICE])
def test_an_end_that_somebody_took_for_an_error_of_his_comes_at_the_next_look_or_signal(program: str) -> None:
    assert ran(program, signal.SIGTERM) == (-signal.SIGTERM, "taken\n")


@pytest.mark.slow
def test_an_error_that_came_of_the_end_is_the_end() -> None:
    assert ran(FAILS_AT_CLOSING, signal.SIGTERM) == (-signal.SIGTERM, "")


@pytest.mark.slow
@pytest.mark.parametrize("number", HEEDED)
def test_each_signal_closes_what_is_open_and_ends_the_program_as_it_ends_any_other(number: int) -> None:
    assert ran(CLOSES, number) == (-number, "open\nclosed\n")


@pytest.mark.slow
def test_an_end_that_python_can_raise_to_nobody_comes_again() -> None:
    assert ran(LOST, signal.SIGTERM) == (-signal.SIGTERM, "goes on\n")


@pytest.mark.slow
def test_after_its_last_step_the_program_ends_at_once() -> None:
    assert ran(OVER, signal.SIGINT) == (-signal.SIGINT, "done\n")


@pytest.mark.slow
def test_the_terminals_end_does_not_end_what_ignores_it() -> None:
    assert ran(IGNORED, signal.SIGHUP) == (0, "done\n")


@pytest.mark.slow
@pytest.mark.parametrize("started", [["-m", "table"], ["-c", "from table.program.entry import main; main()"]])
def test_the_program_runs_its_command_line(started: list[str]) -> None:
    done = subprocess.run([sys.executable, *started, "--version"], capture_output=True, text=True, timeout=ENDS_S)
    assert done.returncode == 0
    assert done.stdout.startswith("command-table, version ")
