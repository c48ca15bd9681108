"""Ports found in a computer's device folders."""

import sys
from pathlib import Path

import pytest

from hal.computer.ports import may_have_sound

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="ALSA is Linux's")


@pytest.mark.parametrize(
    ("nodes", "sound"),
    [((), False), (("seq", "timer"), False), (("pcmC0D0c", "timer"), False), (("controlC0", "pcmC0D0p"), True)],
)
def test_only_a_device_that_plays_is_a_sound_device(tmp_path: Path, nodes: tuple[str, ...], sound: bool) -> None:
    for node in nodes:
        (tmp_path / node).touch()
    assert may_have_sound(tmp_path) is sound


def test_a_computer_without_the_folder_has_no_sound(tmp_path: Path) -> None:
    assert not may_have_sound(tmp_path / "snd")
