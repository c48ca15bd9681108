"""A program over emulated readers is asked to end whenever `command-table emulate` is, and is waited for."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from table.emulation import emulate
from table.program.cli import main
from table.program.early_end import HEEDED
from tests.signals import as_at_a_terminal

ENDS_S = 30.0
POSTS = """
    import os, signal, sys
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getppid(), int(sys.argv[1]))
    signal.pause()
"""
CLEANS_UP = """
    import os, signal, sys, time
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
    try:
        os.kill(os.getppid(), signal.SIGTERM)
        signal.pause()
    finally:
        print("cleaned up")
"""
COUNTS = """
    import os, signal, sys
    signal.signal(signal.SIGINT, lambda *_: print("Ctrl-C"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    os.kill(os.getppid(), signal.SIGINT)
    os.kill(os.getppid(), signal.SIGTERM)
    signal.pause()
"""


def written(folder: Path, program: str) -> str:
    path = folder / "program.py"
    path.write_text(dedent(program))
    return str(path)


def emulated(folder: Path, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Return the end of `emulate` without a terminal, which has its own temporary folder."""
    (folder / "temporary").mkdir()
    return subprocess.run(
        [sys.executable, "-m", "table", "emulate", "--", written(folder, program), *arguments],
        env={**os.environ, "TMPDIR": str(folder / "temporary")},
        capture_output=True,
        text=True,
        timeout=ENDS_S,
        start_new_session=True,
        preexec_fn=as_at_a_terminal,
    )


@pytest.mark.campaign
@pytest.mark.parametrize("number", HEEDED)
def test_each_signal_is_passed_on_and_ends_both(number: int, tmp_path: Path) -> None:
    done = emulated(tmp_path, POSTS, str(int(number)))
    assert done.returncode == -number
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.slow
def test_a_program_that_cleans_up_is_waited_for(tmp_path: Path) -> None:
    done = emulated(tmp_path, CLEANS_UP)
    assert (done.returncode, done.stdout) == (7, "cleaned up\n")
    assert "did not touch the bus" in done.stderr


@pytest.mark.slow
def test_ctrl_c_at_a_terminal_which_signals_both_is_not_reported_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(emulate, "runs_in_front", lambda: True)
    before = {number: signal.getsignal(number) for number in HEEDED}
    as_at_a_terminal()
    try:
        result = CliRunner().invoke(main, ["emulate", "--", written(tmp_path, COUNTS)])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert result.exit_code == 0
    assert capfd.readouterr().out == ""
