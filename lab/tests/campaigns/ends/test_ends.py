"""The campaigns of ends and of kills in small, and that each thing that is not in order is found."""

import random
import signal
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from click import Context

from lab.campaigns.ends.ends_campaign import WAYS, EndCase, cases, disorder, ended
from lab.campaigns.ends.living_program import EndedProgram, SilentError, program
from lab.campaigns.ends.stages import STAGES
from table.devices.judge_socket import NAME
from table.records.journal import SqliteJournal
from table.records.lock import held

pytestmark = pytest.mark.timeout(300)
"""A stage is awaited for longer than any other test takes: the machine may have other work."""

WELL = EndedProgram(0, "the first picture\n")


def test_every_stage_is_ended_in_every_way_in_which_it_can_be() -> None:
    assert {case.stage for case in cases()} == set(STAGES)
    for name, stage in STAGES.items():
        ways = set(WAYS) if stage.windowed else set(WAYS) - {"window"}
        assert {case.way for case in cases() if case.stage == name} == ways


@pytest.mark.parametrize("status", [0, -signal.SIGTERM])
def test_an_end_with_status_0_or_by_the_signal_is_in_order(status: int, tmp_path: Path) -> None:
    assert disorder(tmp_path, EndedProgram(status, ""), signal.SIGTERM) == ()


@pytest.mark.parametrize(
    ("end", "why"),
    [
        (EndedProgram(1, "no"), "status 1"),
        (EndedProgram(-signal.SIGKILL, ""), "status -9"),
        (EndedProgram(None, ""), "did not end"),
        (EndedProgram(0, "Traceback (most recent call last)"), "traceback"),
        (EndedProgram(0, "the thread readers did not stop"), "a thread"),
        (EndedProgram(0, "", input_hidden=True), "its terminal"),
    ],
)
def test_any_other_end_is_found(end: EndedProgram, why: str, tmp_path: Path) -> None:
    found = disorder(tmp_path, end, signal.SIGTERM)
    assert any(why in each for each in found)


@pytest.mark.slow
def test_a_program_that_does_not_end_reports_where_its_threads_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.campaigns.ends.living_program.ENDS_S", 0.0)
    with program(tmp_path) as living:
        living.wait_until_ready()
        end = living.ended()
    (output,) = disorder(tmp_path, end, signal.SIGTERM)[:1]
    assert "it did not end" in output
    assert "most recent call first" in output
    assert "app.py" in output, "the main thread, which shows pictures or ends what it began"


def test_a_command_that_is_done_already_may_end_as_it_likes(tmp_path: Path) -> None:
    assert disorder(tmp_path, EndedProgram(1, ""), signal.SIGTERM, (0, 1)) == ()


def test_every_command_is_ended_and_killed() -> None:
    (group,) = entry_points(group="command_table.command_line", name="command-table")
    every = group.load()
    assert {stage.command for stage in STAGES.values()} == set(every.list_commands(Context(every)))


def test_what_is_left_in_the_temporary_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "temporary" / "folder").mkdir(parents=True)
    assert disorder(tmp_path, WELL, signal.SIGTERM) == ("folder is left in the temporary folder",)


def test_a_socket_a_log_and_a_folder_that_is_held_are_found(tmp_path: Path) -> None:
    state = tmp_path / "state"
    journal = SqliteJournal.create(state / "matches" / "m.match", "m", "skirmish", bytes(32))
    journal.append([b'{"type":"RoundEnded"}'])
    (state / NAME).touch()
    with held(state):
        found = disorder(tmp_path, WELL, signal.SIGTERM)
    assert len(found) == 3
    journal.close()
    (state / NAME).unlink()
    assert disorder(tmp_path, WELL, signal.SIGTERM) == ()


@pytest.mark.slow
def test_a_program_that_does_not_speak_is_reported_with_what_it_reported_instead(tmp_path: Path) -> None:
    with program(tmp_path, "--no-such-option") as living, pytest.raises(SilentError, match="no-such-option"):
        living.wait_until_ready()


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_table_in_its_lobby_ends_in_good_order(way: str) -> None:
    assert ended(EndCase("lobby", way), random.Random(1)) == ()


@pytest.mark.slow
def test_ctrl_c_while_the_program_starts_leaves_nothing_and_is_no_traceback() -> None:
    assert ended(EndCase("boot of a script", "Ctrl-C"), random.Random(2)) == ()


@pytest.mark.campaign
@pytest.mark.parametrize("stage", ["play", "demo", "doctor", "words", "campaign", "web"])
def test_the_other_commands_that_are_at_work_end_in_good_order(stage: str) -> None:
    assert ended(EndCase(stage, "Ctrl-C"), random.Random(3)) == ()
