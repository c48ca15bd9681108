"""Two programs never play on one journal, and files that others could read are named."""

import logging
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from table.records.folder import LOCK
from table.records.lock import StateInUseError, exposed, held, make_private, whose
from table.rules.text import text
from table.words import Words

HOLD = """
import sys
from pathlib import Path
from table.rules.text import text
from table.records.folder import LOCK
from table.records.lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
def test_a_second_program_is_refused_and_shown_the_first(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"held\n"
        with pytest.raises(StateInUseError, match=f"process {first.pid}"), held(tmp_path):
            pass
        first.kill()
    with held(tmp_path):
        pass


def test_it_is_let_go_when_it_is_done(tmp_path: Path) -> None:
    for _ in range(2):
        with held(tmp_path / "new" / "state"):
            pass


def test_a_folder_that_cannot_be_written_does_not_stop_the_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    with caplog.at_level(logging.WARNING), held(tmp_path / "file" / "state"):
        pass
    assert "cannot be held" in caplog.text


@contextmanager
def nothing_fits() -> Iterator[None]:
    """Let no file grow any more, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_holds_a_folder_too(tmp_path: Path) -> None:
    with nothing_fits(), held(tmp_path), pytest.raises(StateInUseError), held(tmp_path):
        pass


def mode_of(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def test_a_state_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """A list states who the Lieutenant is; with the usual umask every user of the computer could read it."""
    with held(tmp_path / "new" / "state"):
        pass
    assert mode_of(tmp_path / "new" / "state") == 0o700


def test_one_that_was_used_before_is_closed_too(tmp_path: Path) -> None:
    with held(tmp_path / "state"):
        pass
    (tmp_path / "state").chmod(0o755)
    with held(tmp_path / "state"):
        assert mode_of(tmp_path / "state") == 0o700


def test_one_that_was_prepared_with_lists_is_closed_at_the_first_start(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    (folder / "lists").mkdir(parents=True)
    folder.chmod(0o755)
    with held(folder):
        assert mode_of(folder) == 0o700


def test_a_folder_in_which_no_table_has_been_keeps_its_permissions(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home").chmod(0o755)
    make_private(tmp_path / "home")
    assert mode_of(tmp_path / "home") == 0o755


def test_files_that_others_can_read_and_files_of_others_are_named(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    own, open_to_all = tmp_path / "matches" / "a.match", tmp_path / "matches" / "b.match"
    for path, mode in ((own, 0o600), (open_to_all, 0o644)):
        path.touch()
        path.chmod(mode)
    (reported,) = exposed(tmp_path, os.getuid())
    assert (reported.code, reported.part, reported.detail) == ("state.exposed", "b.match", f"600 {open_to_all}")
    words = Words("en")
    assert f"chmod 600 {open_to_all}" in words.say(
        text("fault.state.exposed", part=reported.part, detail=reported.detail)
    )
    tmp_path.chmod(0o777)
    advice = next(iter(exposed(tmp_path, os.getuid()))).detail
    assert advice == f"o-w {tmp_path}", "others could put files of theirs in their place"
    tmp_path.chmod(0o700)
    foreign = list(exposed(tmp_path, os.getuid() + 1))
    assert [fault.code for fault in foreign] == ["state.foreign"] * 3, "the folder of matches as well"
    advice = words.say(text("fault.state.foreign", part=foreign[1].part, detail=foreign[1].detail))
    assert f"chown {os.getuid() + 1} {own}" in advice


def test_a_link_in_the_locks_place_is_never_followed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Who owns the folder could else have root's doctor empty any file."""
    victim, folder = tmp_path / "victim", tmp_path / "state"
    victim.write_text("precious")
    folder.mkdir()
    (folder / LOCK).symlink_to(victim)
    with caplog.at_level(logging.WARNING), held(folder):
        pass
    assert victim.read_text() == "precious"
    assert "cannot be held" in caplog.text


@pytest.mark.skipif(os.getuid() != 0, reason="root alone makes files for others")
def test_the_lock_that_root_makes_in_anothers_folder_is_the_others(tmp_path: Path) -> None:
    """Else root's first doctor keeps the table from holding its own folder."""
    os.chown(tmp_path, 12345, 12345)
    with held(tmp_path):
        assert (tmp_path / LOCK).stat().st_uid == 12345


def test_a_room_that_others_may_write_into_or_that_is_anothers_is_named(tmp_path: Path) -> None:
    """Who may write into it may put another match in a match's place; into another user's own no match is written."""
    room = tmp_path / "matches"
    room.mkdir()
    assert list(exposed(tmp_path, os.getuid())) == []
    assert [fault.detail for fault in exposed(tmp_path, os.getuid() + 1)] == [f"{os.getuid() + 1} {room}"]
    room.chmod(0o777)
    (reported,) = exposed(tmp_path, os.getuid())
    assert (reported.code, reported.part, reported.detail) == ("state.exposed", "matches", f"o-w {room}")


def test_root_looks_at_a_folder_for_its_owner(tmp_path: Path) -> None:
    """Else the doctor would have root reported to take the service's files away from it."""
    if os.getuid() == 0:
        os.chown(tmp_path, 12345, -1)
    assert whose(tmp_path, 0) == tmp_path.stat().st_uid != 0
    assert whose(tmp_path, 7) == 7


def test_a_lock_of_another_users_is_named(tmp_path: Path) -> None:
    with held(tmp_path):
        pass
    assert [fault.part for fault in exposed(tmp_path, os.getuid() + 1)] == ["in-use"]
