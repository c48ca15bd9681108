"""A hostile script is played if it asks for little time, and only read if it asks for more."""

from pathlib import Path

import pytest

from lab.campaigns.hostile.script_player import takes_long


@pytest.mark.parametrize(
    ("script", "long"),
    [
        ("wait 59 s", False),
        ("wait 61 s", True),
        ("wait 0.5 min\nwait 31 s", True),
        ("wait 12345678901 s", True),
        ("blue plays 12345678901", False),
        ('"' + 30_000 * "9", False),
    ],
)
def test_how_long_it_takes_is_read_off_its_times(script: str, long: bool, tmp_path: Path) -> None:
    path = tmp_path / "some.script"
    path.write_text(script, "utf-8")
    assert takes_long(path) is long
