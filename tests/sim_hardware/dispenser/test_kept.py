"""What the emulated dispenser keeps over a kill, and what becomes of it where nothing can be kept."""

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
