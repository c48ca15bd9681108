"""A process that confined itself, tried from within: only a process of its own can be confined in a test."""

import subprocess
import sys
from pathlib import Path

import pytest

from hal.computer.confinement import landlock_version

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not landlock_version(), reason="this kernel has no Landlock"),
]
TRIES = """
import os, signal, socket, sys
from pathlib import Path
from hal.computer.confinement import confine

def tried(act):
    try:
        act()
    except OSError as error:
        return type(error).__name__
    return "done"

folder, confined = Path(sys.argv[1]), sys.argv[2] == "confined"
kept = open(folder / "secret")
if confined:
    assert confine([folder / "open"])
print(tried((folder / "open" / "page").read_text))
print(tried((folder / "secret").read_text))
print(tried(lambda: (folder / "open" / "new").write_text("")))
print(tried(lambda: open(folder / "open" / "page", "r+").close()))
print(tried(lambda: os.truncate(folder / "open" / "page", 0)))
print(tried((folder / "open" / "page").unlink))
print(tried(lambda: socket.socket().bind(("127.0.0.1", 0))))
print(tried(lambda: os.kill(os.getppid(), 0)))
print(kept.read())
"""


def tries(folder: Path, confined: str) -> list[str]:
    (folder / "open").mkdir()
    (folder / "open" / "page").touch()
    (folder / "secret").write_text("kept")
    ran = subprocess.run([sys.executable, "-c", TRIES, folder, confined], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


def test_a_confined_process_reads_its_folders_and_what_is_open(tmp_path: Path) -> None:
    page, secret, *writes, truncated, removed, port, signal, kept = tries(tmp_path, "confined")
    assert (page, secret, kept) == ("done", "PermissionError", "kept")
    assert [*writes, removed] == 3 * ["PermissionError"]
    version = landlock_version()
    assert truncated == ("PermissionError" if version >= 3 else "done")
    assert port == ("PermissionError" if version >= 4 else "done")
    assert signal == ("PermissionError" if version >= 6 else "done")


def test_the_same_process_does_all_of_it_unconfined(tmp_path: Path) -> None:
    """The control."""
    assert tries(tmp_path, "free") == [*8 * ["done"], "kept"]
