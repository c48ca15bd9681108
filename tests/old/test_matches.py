"""Recorded matches are exported, verified and folded as they were, and the last one continues."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.old import doors
from tests.old.kept import GAMES, RULE_SETS, configured, facts, otherwise, state

pytestmark = pytest.mark.slow

THEN = facts("states/evening.json.xz")
MATCHES = THEN["matches"]
EVERY = pytest.mark.parametrize("match", MATCHES, ids=[each["system"] for each in MATCHES.values()])


@EVERY
def test_it_is_exported_byte_for_byte_and_verified_with_the_same_verdict(match: str, tmp_path: Path) -> None:
    folder, out, then = state(tmp_path / "state"), tmp_path / "match.jsonl", MATCHES[match]
    stated = doors.command("export", match, "--config", configured(folder, RULE_SETS), "--out", out)
    assert stated.exit_code == 0, stated.output
    assert hashlib.sha256(out.read_bytes()).hexdigest() == then["sha256"]
    verified = doors.command("verify", out, "--json", "--head", then["head"], *GAMES)
    assert verified.exit_code == 0, verified.output
    checks = {check["part"]: check["state"] for check in json.loads(verified.stdout)["checks"]}
    assert checks == then["checks"] | {"known": "passed"}
    assert checks["rules"] == "passed"


@EVERY
def test_it_is_folded_to_the_same_questions_and_the_same_view(match: str, tmp_path: Path) -> None:
    """Each question that it asks can be answered."""
    then = MATCHES[match]
    path = state(tmp_path / "state") / then["room"] / f"{match}.match"
    changed, stuck, tried, last = list[str](), list[str](), set[str](), 0
    for standing in doors.standings(path, RULE_SETS):
        last = standing.batch
        if (moment := then["moments"].get(str(last))) is None:
            continue
        asked = standing.asked
        changed += otherwise(moment, {"asked": asked, "shown": standing.shown}, f"batch {last}")
        stuck += [f"batch {last}: {question}" for question in asked.keys() - tried if not standing.takes(question)]
        tried |= asked.keys()
    assert (changed, stuck, last) == ([], [], then["batches"])


def test_the_table_goes_on_with_the_match_that_was_played_last(tmp_path: Path) -> None:
    with doors.switched_on(state(tmp_path / "state"), RULE_SETS) as table:
        assert otherwise(THEN["published"], doors.published(table)) == []
        table.does("bots until round 2")
        table.does("expect no fault journal.unwritable")


def test_there_is_one_of_each_game() -> None:
    systems = ("infinity", "legion_2024", "legion_classic", "skirmish", "tide_of_iron")
    assert tuple(sorted(each["system"] for each in MATCHES.values())) == systems
