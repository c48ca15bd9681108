"""`command-table words`: a seat's own words go to the running table as its number for the chance."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table.devices import judge_socket
from table.devices.judge_socket import JudgeStatus, NoTableError
from table.program.cli import main
from table.program.commands import words as command
from table.rules.commands import Answer
from table.rules.fairness import number_of_words
from table.rules.match.match import NUMBER
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.view.published import Notice

SAID = "the fleet sails at dawn"


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the table was told; it takes everything."""
    told: list[object] = []

    def asked(_: Path, request: object) -> JudgeStatus:
        told.append(request)
        return JudgeStatus(True)

    monkeypatch.setattr(command, "asked", asked)
    return told


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["words", *words], input=typed)


def test_words_are_told_as_the_number_that_they_stand_for(heard: list[object]) -> None:
    result = run("blue", SAID)
    assert result.exit_code == 0
    assert heard == [Answer(BLUE, NUMBER, number_of_words(SAID))]
    assert str(number_of_words(SAID)) in result.output
    assert SAID not in result.output


def test_words_that_are_asked_for_are_not_seen(heard: list[object]) -> None:
    result = run("red", typed=f"{SAID}\n")
    assert heard == [Answer(RED, NUMBER, number_of_words(SAID))]
    assert SAID not in result.output


def test_the_number_alone_is_told_to_nobody(heard: list[object]) -> None:
    result = run("blue", SAID, "--number")
    assert result.output == f"{number_of_words(SAID)}\n"
    assert heard == []


def test_a_table_that_asks_for_no_number_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = JudgeStatus(True, notice=Notice(BLUE, text("judge.not_called")))
    monkeypatch.setattr(command, "asked", lambda *_: refused)
    result = run("blue", SAID)
    assert result.exit_code == 1
    assert result.output.strip()


def test_without_a_table_there_is_nobody_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object) -> JudgeStatus:
        raise NoTableError("nobody listens")

    monkeypatch.setattr(command, "asked", nobody)
    result = run("blue", SAID)
    assert result.exit_code == 1
    assert "nobody listens" in result.output


def test_the_socket_takes_a_number_when_no_judge_was_called() -> None:
    """Every other answer through it is a judge's."""
    assert judge_socket.open_to_all(Answer(BLUE, NUMBER, 7))
    assert not judge_socket.open_to_all(Answer(BLUE, "match.undo"))
