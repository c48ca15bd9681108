"""The emulated dispenser's state after a kill, also if nothing can be stored."""

import os
from pathlib import Path

import pytest

from sim_hardware.dispenser.persistence import KeptFlash, KeptTokens


def test_flash_hoppers_and_tray_outlive_the_program(tmp_path: Path) -> None:
    KeptFlash(tmp_path / "flash").write(0, 0, b"abc")
    KeptTokens(tmp_path / "tokens", (4, 4)).fell(1)
    assert bytes(KeptFlash(tmp_path / "flash").sectors[0][:3]) == b"abc"
    again = KeptTokens(tmp_path / "tokens", (4, 4))
    assert (again.contents, again.tray) == ([4, 3], [1])


def test_a_disk_that_cannot_be_written_does_not_take_the_dispenser_along(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = tmp_path / "not there"
    flash = KeptFlash(nowhere / "flash")
    flash.write(0, 0, b"abc")
    flash.erase(1)
    tokens = KeptTokens(nowhere / "tokens", (4, 4))
    tokens.fell(0)
    assert (bytes(flash.sectors[0][:3]), tokens.contents) == (b"abc", [3, 4])
    assert caplog.text.count("begins anew") == 2, "once a file"


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"{}",
        b"[]",
        b"[" * 5000,
        b'{"contents": 1, "tray": []}',
        b'{"contents": [1e999], "tray": []}',
        b'{"contents": [-1, 4], "tray": []}',
        b'{"contents": [1000000, 4], "tray": []}',
        b'{"contents": [3, 3], "tray": ["0"]}',
        b'{"contents": [3, 3], "tray": [true]}',
        b'{"contents": "33", "tray": []}',
        b'{"contents": [3, 3]}',
        b"\xff",
        b" " * 70_000,
    ],
)
def test_a_file_of_tokens_that_reports_nothing_is_started_again(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "tokens").write_bytes(kept)
    assert KeptTokens(tmp_path / "tokens", (4, 4)).contents == [4, 4]
    assert KeptTokens(tmp_path / "tokens", (9, 9)).contents == [4, 4], "it was written"


def test_tokens_of_a_hopper_that_is_not_there_any_more_are_in_no_tray(tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text('{"contents": [3, 4, 5], "tray": [0, 2, 1]}')
    tokens = KeptTokens(tmp_path / "tokens", (9, 9))
    assert (tokens.contents, tokens.tray) == ([3, 4], [0, 1])


def test_a_pipe_in_their_place_is_not_waited_for(tmp_path: Path) -> None:
    for name in ("flash", "tokens"):
        os.mkfifo(tmp_path / name)
    assert len(KeptFlash(tmp_path / "flash").sectors) == 8
    assert KeptTokens(tmp_path / "tokens", (4, 4)).contents == [4, 4]
