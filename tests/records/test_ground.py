"""The ground beneath a table: a full disk, a folder of another user, one that is gone, and a clock at 1970."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click
import pytest

from table.config import describe, load
from table.program.cli import main
from table.records.ground import UnusableFolderError, ground_faults, refuse_unusable
from table.words import Words, languages
from table.words.faults import fault_words
from tests.records.test_lock import nothing_fits

NOW = datetime.now(UTC)
NOBODY = 65534


@contextmanager
def not_root() -> Iterator[None]:
    """Run the block without root's right to write everywhere."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def foreign() -> Iterator[Path]:
    """A folder in which its reader may not write."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o700)


def test_sound_ground_has_no_fault(tmp_path: Path) -> None:
    assert list(ground_faults(tmp_path, NOW)) == []
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_named_and_the_table_is_not_refused(tmp_path: Path) -> None:
    with nothing_fits():
        (fault,) = ground_faults(tmp_path, NOW)
        refuse_unusable(tmp_path)
    assert (fault.code, fault.part, fault.detail) == ("state.full", str(tmp_path), "0")


def test_the_folder_of_another_user_is_refused_with_the_command_that_gives_it_back(foreign: Path) -> None:
    with not_root(), pytest.raises(UnusableFolderError) as refused:
        refuse_unusable(foreign)
    fault = refused.value.fault
    assert fault.code == "state.forbidden"
    sentence = Words().say(fault_words(fault.code, fault.part, fault.detail))
    assert "sudo chown -R " in sentence
    assert sentence.endswith(str(foreign))


def test_a_folder_whose_disk_is_gone_is_refused(tmp_path: Path) -> None:
    (tmp_path / "stick").touch()
    with pytest.raises(UnusableFolderError) as refused:
        refuse_unusable(tmp_path / "stick" / "state")
    assert refused.value.fault.code == "state.unmade"


def test_a_clock_at_1970_is_a_fault_of_the_ground(tmp_path: Path) -> None:
    (fault,) = ground_faults(tmp_path, datetime(1970, 1, 1, 0, 0, 10, tzinfo=UTC))
    assert (fault.code, fault.detail) == ("program.clock_behind", "1970-01-01 00:00 UTC")


@pytest.mark.parametrize("code", ["state.forbidden", "state.full", "program.clock_behind"])
@pytest.mark.parametrize("language", languages())
def test_each_sentence_has_a_command(code: str, language: str) -> None:
    assert "sudo " in Words(language).sentences[f"fault.{code}"]


def test_a_configuration_that_this_user_may_not_read_is_named_with_the_command_that_allows_it(foreign: Path) -> None:
    file = foreign.with_name(f"{foreign.name}.toml")
    file.touch(mode=0o000)
    try:
        with not_root():
            (line, _) = describe(load(file).problems, Words().say)
    finally:
        file.unlink()
    assert line.endswith(f"sudo chmod a+r {file}")


@pytest.mark.parametrize("name", ["run", "doctor", "check-config", "history", "backup"])
def test_a_command_leaves_it_to_the_configuration_to_say_that_it_may_not_be_read(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    (file,) = (each.type for each in command.params if each.name == "file")
    assert isinstance(file, click.Path)
    assert not file.readable
