"""Recorded scripts are replayed as written: some were typed, and some were recorded at a table in real time."""

import re
from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import OLD

SCRIPTS = sorted((OLD / "scripts").glob("*.script"))
VERBS = (
    "answer", "bots", "confirm", "dispenser", "down", "expect", "hold", "lay", "lift", "load", "lock", "mark", "point",
    "press", "put-back", "reader", "roll", "table", "take", "up", "wait",
)  # fmt: skip


SINCE = {"verbs": ('lay red "Scout Troopers"\n', "answer blue yes to consent.agree\n")}
"""The line of a script after which a question is asked first that was not there then, and its answer.

An order beside the card's counts once the other player agrees (TB-51). A script is mended by the line that it lacks,
and states which one; what such a script made of a match is folded as ever.
"""


@pytest.mark.campaign
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_is_replayed_as_written(path: Path, tmp_path: Path) -> None:
    after, answer = SINCE.get(path.stem, ("", ""))
    script = tmp_path / path.name
    written = path.read_text("utf-8")
    script.write_text(written.replace(after, after + answer) if after else written, "utf-8")
    played = doors.command("play", script)
    assert played.exit_code == 0, played.output
    assert played.stdout.endswith(": as written\n")


def test_every_verb_that_there_was_is_in_one_of_them() -> None:
    lines = [line for path in SCRIPTS for line in path.read_text("utf-8").splitlines()]
    assert [verb for verb in VERBS if not any(re.match(rf"{verb}\b", line) for line in lines)] == []
