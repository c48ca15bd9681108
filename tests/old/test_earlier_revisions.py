"""Matches of the games' revisions 2 to 5, as bots play them."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from tests.old import doors
from tests.old.kept import otherwise

pytestmark = pytest.mark.slow

OLD = Path(__file__).parent


def unpacked(name: str, kind: str) -> bytes:
    commit, _, match = name.partition("/")
    return lzma.decompress((OLD / commit / "matches" / f"{match}.{kind}.xz").read_bytes())


def facts(name: str) -> Any:
    """Return what was written down at that commit."""
    return json.loads(unpacked(name, "json"))


def kept(commit: str) -> set[str]:
    return {f"{commit}/{path.name.partition('.')[0]}" for path in (OLD / commit / "matches").iterdir()}


COMMITS = ("0132ebd", "bcca994", "8879d41", "ca3267d")
EVERY = pytest.mark.parametrize("name", sorted(name for commit in COMMITS for name in kept(commit)))


def test_who_is_off_the_table_was_asked_in_retreat_by_revision_5_while_the_other_seat_answered() -> None:
    file = unpacked("ca3267d/infinity_apart", "jsonl").decode()
    assert '"prompt":"count.apart"' in file
    assert '"value":"into.2"' in file, "a dead trooper whose proxy lives was asked for a place"


@EVERY
def test_it_is_folded_to_the_same_view(name: str, tmp_path: Path) -> None:
    then, path = facts(name), tmp_path / "old.match"
    path.write_bytes(unpacked(name, "match"))
    changed, last = list[str](), 0
    for standing in doors.standings(path):
        last = standing.batch
        if (moment := then["moments"].get(str(last))) is not None:
            changed += otherwise(moment["shown"], standing.shown, f"batch {last}")
    assert (changed, last) == ([], then["batches"])


@EVERY
def test_its_file_is_proved_but_for_rules_that_are_not_there_any_more(name: str, tmp_path: Path) -> None:
    then, file = facts(name), tmp_path / "match.jsonl"
    file.write_bytes(unpacked(name, "jsonl"))
    said = doors.command("verify", file, "--json", "--head", then["head"])
    told = json.loads(said.stdout)
    checks = {check["part"]: check["state"] for check in told["checks"] if check["part"] != "known"}
    assert then["checks"]["rules"] == "passed"
    assert (said.exit_code, told["ok"], told["proved"]) == (0, True, False)
    assert checks == then["checks"] | {"rules": "open"}
    assert told["chanced"] == then["chanced"]


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("0132ebd/infinity_bots", "infinity"),
        ("bcca994/infinity_heaps", "infinity"),
        ("8879d41/infinity_table", "infinity"),
        ("ca3267d/infinity_apart", "infinity"),
        ("0132ebd/tide_of_iron_bots", "tide_of_iron"),
        ("8879d41/tide_of_iron_marks", "tide_of_iron"),
    ],
)
def test_the_rules_that_are_missing_are_named_as_the_games_own(name: str, system: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(unpacked(name, "jsonl"))
    said = doors.command("verify", file).output
    assert "the rules that every match has" not in said
    assert system in said
