"""Scripts of old are replayed as written: some were typed, and some were recorded at a table in real time."""

import re

import pytest

from tests.old import doors
from tests.old.kept import OLD

SCRIPTS = sorted((OLD / "scripts").glob("*.script"))
VERBS = (
    "answer", "bots", "confirm", "dispenser", "down", "expect", "hold", "lay", "lift", "load", "lock", "mark", "point",
    "press", "put-back", "reader", "roll", "table", "take", "up", "wait",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_is_replayed_as_written(path: str) -> None:
    played = doors.command("play", path)
    assert played.exit_code == 0, played.output
    assert played.stdout.endswith(": as written\n")


def test_every_verb_that_there_was_is_in_one_of_them() -> None:
    lines = [line for path in SCRIPTS for line in path.read_text("utf-8").splitlines()]
    assert [verb for verb in VERBS if not any(re.match(rf"{verb}\b", line) for line in lines)] == []
