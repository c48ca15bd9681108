"""What `make rp2040` says of its image, before it brings anything."""

import subprocess
from pathlib import Path

import pytest

from tests.firmware_bridge.rp2040.bench import HERE, uf2

FAMILY = slice(28, 32)
RP2350 = (0xE48BFF59).to_bytes(4, "little")


def prepared(folder: Path, image: str = "") -> subprocess.CompletedProcess[str]:
    """Prepare a folder that lacks nothing else. What would be brought is there, so no registry is asked."""
    (folder / "node_modules/rp2040js").mkdir(parents=True)
    (folder / "node_modules/rp2040js/package.json").touch()
    (folder / "boot.rom").touch()
    return subprocess.run(
        ["sh", str(HERE / "prepare.sh"), str(folder), "no-python"],
        env={"PATH": "/usr/bin:/bin", "IMAGE": image},
        capture_output=True,
        text=True,
        check=False,
    )


def written(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


def test_without_an_image_one_line_names_the_remedy(tmp_path: Path) -> None:
    done = prepared(tmp_path)
    assert done.returncode == 0
    (line,) = done.stdout.splitlines()
    assert "no image of MicroPython" in line
    assert "RPI_PICO" in line
    assert "IMAGE=FILE.uf2" in line


@pytest.mark.parametrize("kept", [True, False])
def test_an_image_is_taken_where_it_is_named_or_kept(tmp_path: Path, kept: bool) -> None:
    image = written(tmp_path / ("micropython.uf2" if kept else "other.uf2"), uf2(b"code"))
    done = prepared(tmp_path, "" if kept else image)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = prepared(tmp_path, "absent.uf2")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "there is no file absent.uf2" in line
    assert "RPI_PICO" in line


@pytest.mark.parametrize("spoil", ["family", "short", "other"])
def test_what_is_no_image_for_this_processor_is_refused(tmp_path: Path, spoil: str) -> None:
    whole = bytearray(uf2(b"code"))
    whole[FAMILY] = RP2350
    content = {"family": bytes(whole), "short": uf2(b"code")[:6], "other": b"\x7fELF" + bytes(600)}[spoil]
    done = prepared(tmp_path, written(tmp_path / "image.uf2", content))
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "is no UF2 image for an RP2040" in line
