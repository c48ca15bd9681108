"""Work over several processes: in order, and nothing of it stays when it is stopped."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lab import temporary_folder
from lab.process_pool import ENDS, processes, spread, uninterrupted
from lab.temporary_folder import clear_away
from table.records.temporary import NAMED

FOR_EVER = """
import signal, sys
from pathlib import Path
from lab.process_pool import spread

signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell is born with it ignored

def begin(path):
    with Path(path).open("w"):
        try:
            print(path, flush=True)
            signal.pause()
        finally:
            Path(path).unlink()

try:
    list(spread(begin, [f"{sys.argv[1]}/{n}" for n in range(20)]))
except KeyboardInterrupt:
    sys.exit("stopped")
"""

ENDS_S = 20.0


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert list(spread(abs, range(-40, 0), chunk=3)) == list(range(40, 0, -1))


@pytest.mark.campaign
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_their_parent_and_tidy_up(tmp_path: Path, end: signal.Signals) -> None:
    started = [sys.executable, "-c", FOR_EVER, str(tmp_path)]
    with subprocess.Popen(
        started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as parent:
        assert parent.stdout is not None
        for _ in range(min(processes(), 20)):
            parent.stdout.readline()  # each of them has begun
        os.kill(parent.pid, end)
        try:
            _, printed = parent.communicate(timeout=ENDS_S)  # to the end: whoever could still say something is gone
        except subprocess.TimeoutExpired:
            os.killpg(parent.pid, signal.SIGKILL)
            raise
    assert printed == ("stopped\n" if end is signal.SIGINT else "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ENDS)
def test_an_end_while_work_is_handed_out_waits_until_it_is(number: int) -> None:
    done: list[str] = []
    before = signal.signal(number, signal.default_int_handler)

    def handed_out() -> None:
        with uninterrupted():
            signal.raise_signal(number)
            done.append("all of it")

    try:
        with pytest.raises(KeyboardInterrupt):
            handed_out()
    finally:
        signal.signal(number, before)
    assert done == ["all of it"]


def test_ctrl_c_stays_ignored_where_it_is() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_campaigns_folders_lie_in_memory_and_what_a_killed_one_left_is_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(temporary_folder, "SHARED_MEMORY", tmp_path)
    left, foreign = tmp_path / f"{NAMED}x", tmp_path / "command-table-x"
    for folder in (left, foreign):
        folder.mkdir()
    (left / "file").touch()
    with temporary_folder.temporary_folder() as mine:
        clear_away()
        assert sorted(tmp_path.iterdir()) == sorted([mine, foreign])
    assert list(tmp_path.iterdir()) == [foreign]
