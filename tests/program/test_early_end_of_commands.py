"""`play` and `demo` that are asked to end leave nothing behind, and say nothing of Python's."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from tests.signals import as_at_a_terminal

SCRIPT = Path(__file__).parents[2] / "examples" / "matches" / "legion_2024.script"
BEGUN_S, MOST_S = 30.0, 20.0


@pytest.mark.campaign
@pytest.mark.parametrize("reported", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("words", [["play", *[str(SCRIPT)] * 5], ["demo", "--rounds", "5", "--quiet"]])
def test_it_ends_with_status_0_and_leaves_nothing(words: list[str], reported: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    program = subprocess.Popen(
        [sys.executable, "-m", "table", *words],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path / "temporary")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=as_at_a_terminal,
    )
    for _ in range(int(BEGUN_S / 0.05)):  # its folder is there: it plays
        if any((tmp_path / "temporary").iterdir()):
            break
        Event().wait(0.05)
    assert any((tmp_path / "temporary").iterdir())
    program.send_signal(reported)
    _, printed = program.communicate(timeout=MOST_S)
    assert program.returncode == 0, printed
    assert b"Traceback" not in printed
    assert list((tmp_path / "temporary").iterdir()) == []
