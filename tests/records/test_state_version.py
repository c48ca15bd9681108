"""A state folder that a newer program has used is left as it is, and every way in reports it."""

import io
import json
import logging
import os
import socket
import stat
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table import __version__
from table.program.cli import main
from table.program.refused import only
from table.records.backup import BackupError, backup, restore
from table.records.folder import VERSION
from table.records.lock import held
from table.records.state_version import (
    StateFileError,
    StateNewerError,
    is_newer,
    mark,
    marked,
    refuse_newer,
    version_in,
)
from table.screen.painter import Painter
from table.screen.picture import Picture
from table.view.published import FaultNote
from table.words import Words, languages
from tests.patience import PATIENCE_S
from tests.records.verify.played import skirmish

NEWER = "9.9.9"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table's folder with a match in it, which a newer program has used."""
    place = tmp_path / "state"
    skirmish(place, finished=False).session.close()
    (place / VERSION).write_text(f"{NEWER}\n", "utf-8")
    return place


@pytest.fixture
def config(folder: Path) -> Path:
    file = folder.with_name("table.toml")
    file.write_text(f'world = "emulated"\n[state]\nfolder = "{folder}"\n', "utf-8")
    return file


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def call(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def advice(folder: Path, language: str = "en") -> str:
    sentence = Words(language).sentences["fault.state.newer"]
    return sentence.replace("{detail}", NEWER).replace("{part}", str(folder))


def plain(stated: str) -> str:
    """Without the terminal's own line ends."""
    return "".join(stated.split())


class TestTheMark:
    def test_is_written_once_and_never_lowered(self, tmp_path: Path) -> None:
        assert marked(tmp_path) == ""
        mark(tmp_path)
        assert (tmp_path / VERSION).read_text("utf-8") == f"{__version__}\n"
        before = (tmp_path / VERSION).stat().st_ino
        mark(tmp_path)
        assert (tmp_path / VERSION).stat().st_ino == before
        (tmp_path / VERSION).write_text(NEWER, "utf-8")
        mark(tmp_path)
        assert marked(tmp_path) == NEWER

    def test_of_an_older_program_is_raised(self, tmp_path: Path) -> None:
        (tmp_path / VERSION).write_text("0.0.9\n", "utf-8")
        refuse_newer(tmp_path)
        mark(tmp_path)
        assert marked(tmp_path) == version_in(__version__.encode())

    @pytest.mark.parametrize("content", [b"", b"\n", b"none", b"\xff\xfe9.9.9", b"\x00" * 200])
    def test_that_cannot_be_read_is_none_and_is_written_again(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / VERSION).write_bytes(content)
        refuse_newer(tmp_path)
        mark(tmp_path)
        assert marked(tmp_path) == version_in(__version__.encode())

    def test_where_nothing_can_be_written_is_logged(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        (tmp_path / "file").touch()
        with caplog.at_level(logging.WARNING):
            mark(tmp_path / "file")
        assert "cannot be marked" in caplog.text

    @pytest.mark.skipif(os.getuid() != 0, reason="root alone makes files for others")
    def test_that_root_makes_in_anothers_folder_is_the_others(self, tmp_path: Path) -> None:
        os.chown(tmp_path, 12345, 12345)
        mark(tmp_path)
        assert (tmp_path / VERSION).stat().st_uid == 12345

    def test_is_left_by_a_table_that_was_opened(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("table.program.app.run", lambda *_: True)
        file = tmp_path / "table.toml"
        file.write_text(f'[state]\nfolder = "{tmp_path / "state"}"\n', "utf-8")
        assert call("run", "--config", file).exit_code == 0
        assert marked(tmp_path / "state") == version_in(__version__.encode())
        assert stat.S_IMODE((tmp_path / "state" / VERSION).stat().st_mode) & 0o400

    def test_is_not_left_by_the_doctor_who_only_looks(self, tmp_path: Path) -> None:
        with held(tmp_path):
            pass
        assert marked(tmp_path) == ""


def test_releases_are_compared_by_their_numbers() -> None:
    for newer, older in (("0.2", "0.1.9"), ("0.10.0", "0.9.0"), ("1", "0.9"), ("0.1.1", "0.1"), ("0.1", "")):
        assert is_newer(newer, older)
        assert not is_newer(older, newer)
    for one, other in (("0.2", "0.2.0"), ("0.2.0rc1", "0.2.0"), ("", "")):
        assert not is_newer(one, other)
        assert not is_newer(other, one)
    assert version_in(b"0.2.0.dev3\n") == "0.2.0"


class TestAFolderOfANewerProgram:
    def test_is_not_held(self, folder: Path) -> None:
        before = everything(folder)
        with pytest.raises(StateNewerError, match=f"command-table {NEWER}, which is newer than this one"), held(folder):
            pass
        assert everything(folder) == before, "not even a lock is made"

    @pytest.mark.parametrize("language", languages())
    def test_is_reported_on_the_terminal_and_by_the_exit_status(
        self, folder: Path, config: Path, language: str
    ) -> None:
        before = everything(folder)
        config.write_text(config.read_text("utf-8") + f'[screen]\nlanguage = "{language}"\n', "utf-8")
        result = call("run", "--config", config)
        assert result.exit_code == 1
        assert plain(advice(folder, language)) in plain(result.output)
        assert everything(folder) == before

    @pytest.mark.parametrize(
        "words",
        [
            ("export", "--last"),
            ("backup", "OUT"),
            ("restore", "BACKUP"),
            ("cards", "list"),
            ("cards", "enrol", "--card", "unit:x", "--emulated", "1"),
        ],
    )
    def test_is_left_alone_by_each_command(self, folder: Path, config: Path, words: tuple[str, ...]) -> None:
        (folder.parent / "empty").mkdir()
        backup(folder.parent / "empty", folder.parent / "BACKUP")
        before = everything(folder)
        named = [folder.parent / word if word in ("OUT", "BACKUP") else word for word in words]
        result = call(*named, "--config", config)
        assert result.exit_code == 1
        assert plain(advice(folder)) in plain(result.output)
        assert everything(folder) == before
        assert not (folder.parent / "OUT").exists()

    def test_gets_no_list(self, folder: Path) -> None:
        before = everything(folder)
        result = call("import", "anything", "--save", "Mine", "--lists", folder / "lists")
        assert result.exit_code == 1
        assert plain(advice(folder)) in plain(result.output)
        assert everything(folder) == before

    def test_is_what_the_doctor_finds(self, folder: Path, config: Path) -> None:
        before = everything(folder)
        result = call("doctor", "--config", config, "--json")
        assert result.exit_code == 1
        assert advice(folder) in [
            finding["said"] for finding in json.loads(result.stdout) if finding["state"] == "mend"
        ]
        assert everything(folder) == before

    @pytest.mark.parametrize("language", languages())
    def test_has_all_of_the_advice_on_the_screen(self, folder: Path, language: str) -> None:
        picture = Picture(Painter(Words(language)), (800, 480))
        picture.draw(only(FaultNote("state.newer", "/var/lib/command-table", NEWER)), 0.0)
        assert plain(advice(Path("/var/lib/command-table"), language)) in plain(" ".join(picture.lines))

    @pytest.mark.slow
    @pytest.mark.skipif(sys.platform != "linux", reason="service managers are Linux's")
    def test_is_reported_on_the_display_by_a_service_until_it_is_stopped(self, folder: Path, config: Path) -> None:
        """Ended at once it would be started again each second, before a dark screen."""
        before = everything(folder)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(folder.parent / "notify"))
            manager.settimeout(PATIENCE_S)
            reported = {
                "SDL_VIDEODRIVER": "dummy",
                "NOTIFY_SOCKET": str(folder.parent / "notify"),
                "WATCHDOG_USEC": "300000",
            }
            command = [sys.executable, "-m", "table", "run", "--config", str(config)]
            with subprocess.Popen(
                command, env={**os.environ, **reported}, stderr=subprocess.PIPE, text=True
            ) as process:
                try:
                    ready, status = manager.recv(4096).decode().split("\n")
                    heard = {manager.recv(4096) for _ in range(3)}
                finally:
                    process.terminate()
                _, printed = process.communicate(timeout=PATIENCE_S)
        assert (ready, status) == ("READY=1", f"STATUS={advice(folder)}")
        assert heard == {b"WATCHDOG=1"}
        assert plain(advice(folder)) in plain(printed)
        assert process.returncode == 1
        assert everything(folder) == before


class TestABackup:
    def test_carries_the_mark_and_puts_none_back(self, tmp_path: Path) -> None:
        mark(tmp_path)
        (tmp_path / "lists").mkdir()
        (tmp_path / "lists" / "mine.txt").write_text("mine")
        assert backup(tmp_path, tmp_path / "out") == (("lists/mine.txt", VERSION), ())
        assert restore(tmp_path / "there", tmp_path / "out") == (("lists/mine.txt",), (), ())
        assert not (tmp_path / "there" / VERSION).exists()

    def test_of_a_newer_program_is_refused_whatever_else_it_holds(self, tmp_path: Path) -> None:
        with tarfile.open(tmp_path / "out", "w:gz") as tar:
            for name in ("lists/mine.txt", "what/none/knows", VERSION):
                member = tarfile.TarInfo(name)
                member.size = len(NEWER)
                tar.addfile(member, io.BytesIO(NEWER.encode()))
        with pytest.raises(BackupError, match=f"command-table {NEWER}, which is newer.* Restore it with that one"):
            restore(tmp_path / "there", tmp_path / "out")
        assert not (tmp_path / "there").exists()

    def test_of_an_older_program_is_put_back(self, tmp_path: Path) -> None:
        (tmp_path / VERSION).write_text("0.0.1\n", "utf-8")
        backup(tmp_path, tmp_path / "out")
        assert restore(tmp_path / "there", tmp_path / "out") == ((), (), ())

    def test_is_not_made_of_a_folder_that_a_newer_program_has_used(self, folder: Path) -> None:
        with pytest.raises(StateNewerError):
            backup(folder, folder.parent / "out")
        assert not (folder.parent / "out").exists()


@pytest.mark.parametrize("place", ["version", "cards.json", "last-match", "matches/a.match", "in-use"])
def test_a_pipe_in_a_files_place_is_refused_and_nobody_waits_for_it(tmp_path: Path, place: str) -> None:
    pipe = tmp_path / place
    pipe.parent.mkdir(exist_ok=True)
    os.mkfifo(pipe)
    with pytest.raises(StateFileError, match="is not a regular file"), held(tmp_path):
        pytest.fail("the folder is used")
    config = tmp_path / "table.toml"
    config.write_text(f'[state]\nfolder = "{tmp_path}"\n', "utf-8")
    result = CliRunner().invoke(main, ["run", "--config", str(config)])
    assert result.exit_code == 1
    assert f"{pipe} is not a regular file" in result.output


@pytest.mark.parametrize("place", ["lists/mine.json", "scenarios/mine.toml"])
def test_a_pipe_among_the_lists_takes_the_table_from_nobody(tmp_path: Path, place: str) -> None:
    """The shelf reports of it, by its name."""
    (tmp_path / place).parent.mkdir()
    os.mkfifo(tmp_path / place)
    with held(tmp_path):
        assert (tmp_path / "in-use").exists()
