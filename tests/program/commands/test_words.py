"""`command-table words`: a seat's own words go to the running table as its number for the chance."""

import os
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner, Result

from table.devices.judge_desk import open_to_all
from table.devices.judge_socket import JudgeStatus, NoTableError
from table.program.cli import main
from table.program.commands import config_option
from table.program.early_end import HEEDED
from table.rules.commands import Answer
from table.rules.fairness import number_of_words
from table.rules.match.questions import NUMBER
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.view.published import Notice
from tests.signals import as_at_a_terminal

ENDS_S = 30.0
PHRASE = "the fleet sails at dawn"


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the table was reported; it takes everything."""
    reported: list[object] = []

    def asked(_: Path, request: object) -> JudgeStatus:
        reported.append(request)
        return JudgeStatus(True)

    monkeypatch.setattr(config_option, "asked", asked)
    return reported


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["words", *words], input=typed)


def test_words_are_given_as_the_number_that_they_stand_for(heard: list[object]) -> None:
    result = run("blue", PHRASE)
    assert result.exit_code == 0
    assert heard == [Answer(BLUE, NUMBER, number_of_words(PHRASE))]
    assert str(number_of_words(PHRASE)) in result.output
    assert PHRASE not in result.output


def test_words_that_are_asked_for_are_not_seen(heard: list[object]) -> None:
    result = run("red", typed=f"{PHRASE}\n")
    assert heard == [Answer(RED, NUMBER, number_of_words(PHRASE))]
    assert PHRASE not in result.output


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (b"x" * 5000, "longer than 4096 bytes"),
        (b"\xff\xfe\n", "not UTF-8 text"),
        (b"", "the words are missing"),
        (b"  \n", "the words are missing"),
    ],
)
def test_what_is_no_line_of_words_is_reported(heard: list[object], typed: bytes, why: str) -> None:
    result = CliRunner().invoke(main, ["words", "red"], input=typed)
    assert result.exit_code == 2
    assert why in result.output
    assert heard == []


def test_words_of_a_command_line_that_are_no_text_are_reported() -> None:
    result = run("red", "\udcff", "--number")
    assert result.exit_code == 2
    assert "not UTF-8 text" in result.output


@pytest.mark.slow
def test_a_device_that_never_ends_is_not_read_to_its_end() -> None:
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            [sys.executable, "-m", "table", "words", "red"], stdin=endless, capture_output=True, timeout=ENDS_S
        )
    assert done.returncode == 2


@contextmanager
def asked() -> "Iterator[tuple[subprocess.Popen[bytes], int]]":
    """Yield the command that waits for words at a terminal, and the terminal's other end."""
    ours, theirs = os.openpty()
    command = subprocess.Popen(
        [sys.executable, "-m", "table", "words", "red", "--number"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=as_at_a_terminal,
    )
    try:
        until_s = time.monotonic() + ENDS_S
        while shown(ours) and time.monotonic() < until_s:
            Event().wait(0.01)
        assert not shown(ours)
        yield command, ours
    finally:
        command.kill()
        command.communicate()
        os.close(ours)
        os.close(theirs)


@pytest.mark.campaign
@pytest.mark.parametrize("number", HEEDED)
def test_a_terminal_shows_again_what_is_typed_once_it_was_asked_to_end(number: int) -> None:
    with asked() as (command, terminal):
        command.send_signal(number)
        assert command.wait(ENDS_S) == -number
        assert shown(terminal)


@pytest.mark.campaign
def test_what_is_typed_at_a_terminal_is_taken_and_the_terminal_is_as_it_was() -> None:
    with asked() as (command, terminal):
        os.write(terminal, f"{PHRASE}\n".encode())
        assert command.stdout is not None
        assert command.stdout.read() == f"{number_of_words(PHRASE)}\n".encode()
        assert command.wait(ENDS_S) == 0
        assert shown(terminal)


def shown(terminal: int) -> bool:
    """True if the terminal shows what is typed."""
    flags: int = termios.tcgetattr(terminal)[3]
    return bool(flags & termios.ECHO)


def test_the_number_alone_is_reported_to_nobody(heard: list[object]) -> None:
    result = run("blue", PHRASE, "--number")
    assert result.output == f"{number_of_words(PHRASE)}\n"
    assert heard == []


def test_a_table_that_asks_for_no_number_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = JudgeStatus(True, notice=Notice(BLUE, text("judge.not_called")))
    monkeypatch.setattr(config_option, "asked", lambda *_: refused)
    result = run("blue", PHRASE)
    assert result.exit_code == 1
    assert result.output.strip()


def test_without_a_table_there_is_nobody_to_notify(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> JudgeStatus:
        raise NoTableError("nobody listens")

    monkeypatch.setattr(config_option, "asked", nobody)
    result = run("blue", PHRASE)
    assert result.exit_code == 1
    assert "nobody listens" in result.output


def test_the_socket_takes_a_number_when_no_judge_was_called() -> None:
    """Every other answer through it is a judge's."""
    assert open_to_all(Answer(BLUE, NUMBER, number_of_words(PHRASE)))
    assert not open_to_all(Answer(BLUE, NUMBER, 7))
    assert not open_to_all(Answer(BLUE, "match.undo"))
