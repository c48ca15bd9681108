"""A recorded session at the bench reaches the same state when it is replayed."""

import errno
import logging
from pathlib import Path

import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from hal.events import Button
from table.emulation.acts import Press, Release
from table.emulation.scripts.document import Script, read_script
from table.emulation.scripts.recording import Recorder, Recording, news
from table.emulation.scripts.replay import ScriptReplay, set_table
from table.emulation.scripts.virtual_stage import VirtualStage
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.view.published import CardNote, Desk, Published, ReaderState
from table.words import Words

HERE = Path(__file__).parent


def recorded(script: Script, stage: VirtualStage, head: str) -> str:
    lines: list[str] = []
    recorder = Recorder(lines.append, stage)
    stage.listen(recorder.acted, recorder.touched)
    stage.table.watch(recorder.published)
    ScriptReplay(script, stage).run()
    recorder.finish()
    return head + "\n".join(lines) + "\n"


def test_a_press_that_the_screen_took_is_reported_and_not_replayed(tmp_path: Path) -> None:
    """While a reveal or a roll is shown a panel's button answers nothing; a replay has no screen that could take it."""
    lines: list[str] = []
    covered = True
    with set_table(read_script("seed 1\n\n", "empty"), tmp_path) as stage:
        recorder = Recorder(lines.append, stage, lambda: covered)
        recorder.acted(Press(BLUE, Button.CONFIRM))
        covered = False
        recorder.acted(Press(RED, Button.CONFIRM))
        recorder.acted(Release(BLUE, Button.CONFIRM))
        recorder.acted(Release(RED, Button.CONFIRM))
        recorder.acted(Press(BLUE, Button.CONFIRM))
    steps = [step.line for step in read_script("seed 1\n\n" + "\n".join(lines), "recorded").steps]
    assert steps == ["down red confirm", "up red confirm", "down blue confirm"]
    assert lines[0] == "# the screen took it: down blue confirm"


@pytest.mark.campaign
def test_a_recorded_evening_comes_to_the_same_state(tmp_path: Path) -> None:
    source = (HERE / "everything.script").read_text("utf-8")
    script = read_script(source, "everything.script")
    head = source[: source.index("\n\n")] + "\n\n"
    with set_table(script, tmp_path / "first") as stage:
        text = recorded(script, stage, head)
        view, contents, events = stage.now.view, stage.contents(), stage.events()
    again = read_script(text, "recorded")
    with set_table(again, tmp_path / "again") as stage:
        ScriptReplay(again, stage).run()
        assert stage.now.view == view
        assert stage.contents() == contents
        assert [type(event) for event in stage.events()] == [type(event) for event in events]
    for expected in ("expect locked blue", "expect priority blue", "expect card red Push"):
        assert expected in text


def test_a_full_disk_ends_the_recording_with_a_word_and_never_the_table(
    tmp_path: Path, mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "evening.script"
    recording = Recording(path, tmp_path, 3, "", "", {})
    recording.write("wait 1s")
    full = OSError(errno.ENOSPC, "No space left on device")
    disk = mocker.patch.object(recording, "_file", mocker.Mock(wraps=recording._file))
    disk.write.side_effect = full
    with caplog.at_level(logging.ERROR):
        recording.write("wait 2s")
        recording.write("wait 3s")
    recording.close()
    assert [record.getMessage() for record in caplog.records] == [
        f"{path}: the recording ends here, it cannot be written: No space left on device"
    ]
    assert len(read_script(path.read_text("utf-8"), path.name).steps) == 1


def test_a_list_that_is_chosen_later_comes_into_the_head_and_nothing_is_lost(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "mine.json").write_text("{}")
    path = tmp_path / "evening.script"
    recording = Recording(path, tmp_path, 3, "", "", {})
    for line in ("wait 1s", "answer blue own:mine.json to list", "wait 2s"):
        recording.write(line)
    recording.close()
    script = read_script(path.read_text("utf-8"), path.name)
    assert script.head.lists == {"mine.json": "{}\n"}
    assert [step.line for step in script.steps] == ["wait 1s", "answer blue own:mine.json to list", "wait 2s"]


def test_what_a_seat_is_notified_of_its_card_is_recorded_once_as_a_notice() -> None:
    empty = Published("", None, (), (Desk(BLUE, ReaderState.CARD), Desk(RED, ReaderState.EMPTY)))
    wanted = CardNote(text("session.cannot_lock.unplayable"), "LA-50")
    refused = replace(empty, desks=(empty.desks[0], Desk(RED, ReaderState.CARD, note=wanted)))
    words = Words("en")
    line = 'notice "The card on your reader may not be played now. Lay another one." LA-50'
    assert line in news(empty, refused, words)
    assert line not in news(refused, refused, words)
