"""Other projects' programs for real PN532 boards work on the emulated one, over its serial line, in real time.

`make foreign` brings them: the library nfcpy from PyPI, and libnfc's programs from Debian. Without them these tests are
skipped.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sim_hardware.nfc.pn532.pty import PtyPn532
from sim_hardware.nfc.tags import NTAG213, Classic, Ntag
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.foreign

UID, SHORT = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("DEADBEEF")
PAGES, BLOCKS = 45, 64
"""The pages of an NTAG213, and the blocks of a MIFARE Classic 1K."""


@pytest.fixture
def chip(tmp_path: Path) -> Iterator[PtyPn532]:
    made = PtyPn532(tmp_path / "pn532")
    yield made
    made.close()


def libnfc(chip: PtyPn532, program: str, *arguments: str) -> str:
    """Return what a program of libnfc prints."""
    found = shutil.which(program)
    if found is None:
        pytest.skip("make foreign brings libnfc's programs: apt-get install libnfc-bin")
    environment = {**os.environ, "LIBNFC_DEVICE": f"pn532_uart:{chip.path}", "LIBNFC_LOG_LEVEL": "1"}
    ran = subprocess.run([found, *arguments], env=environment, capture_output=True, text=True, timeout=PATIENCE_S)
    return ran.stdout


def test_libnfc_lists_two_tags(chip: PtyPn532) -> None:
    chip.lay(Ntag(UID))
    chip.lay(Classic(SHORT))
    reported = libnfc(chip, "nfc-list").replace(" ", "")
    assert UID.hex() in reported
    assert SHORT.hex() in reported


def test_libnfc_reads_every_page_of_an_ntag(chip: PtyPn532, tmp_path: Path) -> None:
    chip.lay(Ntag(UID, NTAG213))
    file = tmp_path / "pages"
    assert f"{PAGES} of {PAGES} pages read" in libnfc(chip, "nfc-mfultralight", "r", str(file))
    assert file.read_bytes()[:3] == UID[:3]


def test_libnfc_opens_every_sector_of_a_classic_by_its_key(chip: PtyPn532, tmp_path: Path) -> None:
    chip.lay(Classic(SHORT))
    file = tmp_path / "blocks"
    assert f"{BLOCKS} of {BLOCKS} blocks read" in libnfc(chip, "nfc-mfclassic", "r", "a", "u", str(file))
    assert file.read_bytes()[:4] == SHORT


def test_libnfc_walks_through_the_anticollision_with_frames_of_its_own(chip: PtyPn532) -> None:
    chip.lay(Ntag(UID))
    assert f"UID: {UID.hex()}" in libnfc(chip, "nfc-anticol")


@pytest.fixture
def nfcpy(chip: PtyPn532) -> Iterator[Any]:
    """Yield the library's driver of the chip, as it sets it up: with a faster line."""
    driver = pytest.importorskip("nfc.clf.pn532", reason="make foreign brings the foreign library nfcpy")
    transport = pytest.importorskip("nfc.clf.transport")
    device = driver.init(transport.TTY(os.readlink(chip.path)))
    yield device
    device.close()


def test_nfcpy_senses_a_tag_reads_it_and_senses_none_of_other_types(chip: PtyPn532, nfcpy: Any) -> None:
    target = pytest.importorskip("nfc.clf").RemoteTarget
    assert nfcpy.sense_tta(target("106A")) is None
    chip.lay(Ntag(UID))
    found = nfcpy.sense_tta(target("106A"))
    assert bytes(found.sdd_res) == UID
    assert bytes(nfcpy.send_cmd_recv_rsp(found, bytearray(b"\x30\x00"), 0.1))[:3] == UID[:3]
    assert nfcpy.sense_ttb(target("106B")) is None
    assert nfcpy.sense_ttf(target("212F")) is None
