"""Matches of revision 2: of each game as bots play it, and one of Legion by a player's own word (TB-51)."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from tests.old import doors
from tests.old.kept import otherwise

pytestmark = pytest.mark.slow

MATCHES = Path(__file__).parent / "0132ebd" / "matches"
BY_WORD_MATCH = "legion_2024_by_word"
STILL_THERE = ("tide_of_iron_bots",)
"""Those whose rules of revision 2 still decide; the rules of the others are open."""
BY_WORD = ("order.extra", "turn.extra", "token.down", "token.back", "park")


def unpacked(name: str, kind: str) -> bytes:
    return lzma.decompress((MATCHES / f"{name}.{kind}.xz").read_bytes())


def facts(name: str) -> Any:
    """Return what was written down at that commit."""
    return json.loads(unpacked(name, "json"))


EVERY = pytest.mark.parametrize("name", sorted({path.name.partition(".")[0] for path in MATCHES.iterdir()}))


def test_each_of_the_deeds_is_in_it_and_no_consent() -> None:
    file = unpacked(BY_WORD_MATCH, "jsonl").decode()
    for key in BY_WORD:
        assert f'"prompt":"{key}"' in file, key
    assert "ConsentAsked" not in file


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
    there = name in STILL_THERE
    assert (said.exit_code, told["ok"], told["proved"]) == (0, True, there)
    assert checks == then["checks"] | {"rules": "passed" if there else "open"}
    assert told["chanced"] == then["chanced"]


@pytest.mark.parametrize(("name", "system"), [("infinity_bots", "infinity"), (BY_WORD_MATCH, "legion_2024")])
def test_the_rules_that_are_missing_are_named_as_the_games_own(name: str, system: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(unpacked(name, "jsonl"))
    said = doors.command("verify", file).output
    assert "the rules that every match has" not in said
    assert system in said
