"""The table states aloud what is new on its screen, by a program that nobody waits for."""

import os
import queue
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from hal.events import Fault, PartEvent, PartFailed, PartWorks
from table.config.schema import SpeechConfig
from table.devices.sound.voice import MOST_WAITING, Voice
from table.program.doctor import screen_and_sound
from table.program.doctor.finding import FindingState
from table.rules.prompts import Confirm
from table.rules.seats import BLUE, RED
from table.rules.text import Text, text
from table.screen.speech.spoken import MOST_LINES, SpokenLines
from table.view.published import CardNote, FaultNote, Notice, Published
from table.words import Words
from tests.patience import PATIENCE_S
from tests.session.kit import SessionTable

HEARD = "heard.txt"


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path).begun()


def keys(lines: tuple[Text, ...]) -> list[str]:
    return [line.key for line in lines]


def listening(now: Published) -> SpokenLines:
    """Somebody who has heard all that there was until now."""
    spoken = SpokenLines()
    spoken.heard(now, None)
    return spoken


def test_it_reports_what_is_asked_and_of_whom(table: SessionTable) -> None:
    sentences = [Words("en").say(line) for line in SpokenLines().heard(table.now, None)]
    assert any(line.startswith("Blue: ") for line in sentences)
    assert any(line.startswith("Red: ") for line in sentences)


def test_what_was_spoken_is_not_spoken_again(table: SessionTable) -> None:
    spoken = listening(table.now)
    assert spoken.heard(table.now, None) == ()
    assert spoken.heard(replace(table.now), None) == ()


def test_a_question_that_is_asked_again_is_spoken_again(table: SessionTable) -> None:
    asked = Confirm(key="a", seat=BLUE, ask=text("session.next_match"), rule="TB-13")
    now = replace(table.now, prompts=(asked,), askings=(1,))
    spoken = listening(now)
    assert keys(spoken.heard(replace(now, askings=(2,)), None)) == ["speech.asked"]


def test_of_a_hidden_card_it_reports_that_one_is_locked_in_the_same_words_whichever(tmp_path: Path) -> None:
    stated = []
    for card in (1, 2, 4):
        table = SessionTable(tmp_path / str(card)).begun()
        spoken = listening(table.now)
        lines: list[str] = []
        table.lays(BLUE, card)
        lines += (Words("en").say(line) for line in spoken.heard(table.now, None))
        table.holds(BLUE)
        lines += (Words("en").say(line) for line in spoken.heard(table.now, None))
        stated.append(lines)
    assert "Blue has locked a card." in stated[0]
    assert stated[0] == stated[1] == stated[2]


def test_what_a_reveal_shows_is_spoken_once_the_screen_has_shown_it(table: SessionTable) -> None:
    spoken = listening(table.now)
    table.plays(blue=1, red=3)
    assert spoken.heard(table.now, ("turn", 1.0)) == ()
    assert any(key.startswith("story.") for key in keys(spoken.heard(table.now, None)))


def test_of_a_long_story_the_last_lines_are_spoken(table: SessionTable) -> None:
    view = table.now.view
    assert view is not None
    spoken = listening(table.now)
    longer = replace(view, story=tuple(Text(f"line.{n}") for n in range(30)), line_count=view.line_count + 30)
    spoken_lines = keys(spoken.heard(replace(table.now, view=longer), None))
    assert [key for key in spoken_lines if key.startswith("line.")] == [f"line.{n}" for n in range(30 - MOST_LINES, 30)]


def test_faults_notices_and_what_a_half_reports_of_its_card_are_spoken_once(table: SessionTable) -> None:
    spoken = listening(table.now)
    blue, red = table.now.desks
    note = CardNote(text("session.cannot_lock.unplayable"), "LA-50")
    now = replace(
        table.now,
        faults=(FaultNote("reader.gone", "blue"),),
        notice=Notice(RED, text("session.hold")),
        desks=(replace(blue, note=note), red),
    )
    assert keys(spoken.heard(now, None)) == ["fault.reader.gone", "session.cannot_lock.unplayable", "session.hold"]
    assert spoken.heard(replace(now), None) == ()


@pytest.fixture
def speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in place of espeak-ng, which writes down how it was called and what it was to say."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "espeak-ng"
    program.write_text(f'#!/bin/sh\n{{ echo "$@"; cat; echo; }} >> {tmp_path / HEARD}\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return tmp_path / HEARD


def until_heard(file: Path, words: str) -> str:
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        if file.exists() and words in file.read_text("utf-8"):
            return file.read_text("utf-8")
    raise AssertionError(f"{words} was not said")


@pytest.mark.slow
def test_it_speaks_the_screens_language_at_the_speed_that_is_set(speaks: Path) -> None:
    voice = Voice(True, 140)
    voice.speak(["Blau: Lege eine Karte.", "Gesperrt."], "de")
    heard = until_heard(speaks, "Gesperrt.")
    assert heard.startswith("-s 140 -v de --stdin\nBlau: Lege eine Karte.\nGesperrt.")
    voice.close()


@pytest.mark.slow
def test_words_are_never_taken_for_options_of_the_program(speaks: Path) -> None:
    voice = Voice(True, 140)
    voice.speak(["-w /tmp/file --version"], "en")
    assert until_heard(speaks, "--version").splitlines()[0] == "-s 140 -v en --stdin"
    voice.close()


@pytest.mark.slow
def test_a_program_that_hangs_keeps_nobody_waiting_and_ends_with_the_table(speaks: Path) -> None:
    program = speaks.parent / "bin" / "espeak-ng"
    program.write_text(f"#!/bin/sh\necho begun $$ >> {speaks}\nexec tail -f /dev/null\n", "utf-8")
    voice = Voice(True, 140)
    for number in range(10 * MOST_WAITING):
        voice.speak([f"line {number}"], "en")
    until_heard(speaks, "\n")
    voice.close(PATIENCE_S)
    (begun,) = speaks.read_text("utf-8").splitlines()
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.removeprefix("begun ")), 0)


@pytest.mark.slow
def test_of_much_that_waits_the_newest_is_spoken(speaks: Path) -> None:
    program = speaks.parent / "bin" / "espeak-ng"
    gate = speaks.parent / "gate"
    os.mkfifo(gate)
    program.write_text(
        f'#!/bin/sh\n{{ echo "$@"; cat; echo; }} >> {speaks}\n[ -p {gate} ] && read go < {gate}\n', "utf-8"
    )
    voice = Voice(True, 140)
    voice.speak(["first"], "en")
    until_heard(speaks, "first")
    for number in range(10):
        voice.speak([f"number {number}"], "en")
    with gate.open("w") as opened:
        gate.unlink()
        opened.write("go\n")
    heard = until_heard(speaks, "number 9")
    assert [line for line in heard.splitlines() if line.startswith("number")] == ["number 7", "number 8", "number 9"]
    voice.close(PATIENCE_S)


@pytest.mark.slow
def test_a_program_that_does_not_start_is_a_fault_until_it_does(speaks: Path) -> None:
    program, reports = speaks.parent / "bin" / "espeak-ng", queue.SimpleQueue[PartEvent]()
    voice = Voice(True, 140, report=reports.put)
    program.chmod(0o644)
    for line in ("first", "second"):
        voice.speak([line], "en")
    failed = reports.get(timeout=PATIENCE_S)
    assert failed == PartFailed(Fault("program.no_speech", "espeak-ng", "Permission denied"))
    program.chmod(0o755)
    voice.speak(["third"], "en")
    until_heard(speaks, "third")
    assert reports.get(timeout=PATIENCE_S) == PartWorks("espeak-ng")
    voice.close(PATIENCE_S)
    assert reports.empty()


def test_without_the_program_or_switched_off_it_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    off, missing = Voice(False, 140), Voice(True, 140)
    for voice in (off, missing):
        voice.speak(["nobody hears that"], "en")
        voice.close()
    assert [(voice.silent, voice.missing) for voice in (off, missing)] == [(True, False), (True, True)]


@pytest.mark.parametrize(
    ("on", "there", "state"),
    [
        (False, False, FindingState.SKIPPED),
        (True, False, FindingState.MEND),
        (True, True, FindingState.WELL),
    ],
)
def test_the_doctor_looks_for_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on: bool, there: bool, state: FindingState
) -> None:
    if there:
        (tmp_path / "espeak-ng").write_text("#!/bin/sh\n", "utf-8")
        (tmp_path / "espeak-ng").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    (finding,) = screen_and_sound.speech(SpeechConfig(on=on))
    assert finding.state is state
    if state is FindingState.MEND:
        assert "sudo apt-get install espeak-ng" in Words().say(finding.words)
