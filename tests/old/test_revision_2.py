"""A match of Legion's revision 2, by which a player's own word was enough for what needs consent since (TB-51)."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from tests.old import doors
from tests.old.kept import otherwise

pytestmark = pytest.mark.slow

MATCH = Path(__file__).parent / "0132ebd" / "matches" / "legion_2024_by_word"
BY_WORD = ("order.extra", "turn.extra", "token.down", "token.back", "park")


def unpacked(kind: str) -> bytes:
    return lzma.decompress(MATCH.with_suffix(f".{kind}.xz").read_bytes())


@pytest.fixture(scope="module")
def then() -> Any:
    """The facts that were written down at that commit."""
    return json.loads(unpacked("json"))


def test_each_of_the_deeds_is_in_it_and_no_consent() -> None:
    file = unpacked("jsonl").decode()
    for key in BY_WORD:
        assert f'"prompt":"{key}"' in file, key
    assert "ConsentAsked" not in file


def test_it_is_folded_to_the_same_view(then: Any, tmp_path: Path) -> None:
    path = tmp_path / "old.match"
    path.write_bytes(unpacked("match"))
    changed, last = list[str](), 0
    for standing in doors.standings(path):
        last = standing.batch
        if (moment := then["moments"].get(str(last))) is not None:
            changed += otherwise(moment["shown"], standing.shown, f"batch {last}")
    assert (changed, last) == ([], then["batches"])


def test_its_file_is_proved_but_for_the_rules_which_are_open(then: Any, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(unpacked("jsonl"))
    said = doors.command("verify", file, "--json", "--head", then["head"])
    told = json.loads(said.stdout)
    checks = {check["part"]: check["state"] for check in told["checks"] if check["part"] != "known"}
    assert then["checks"]["rules"] == "passed"
    assert (said.exit_code, told["ok"], told["proved"]) == (0, True, False)
    assert checks == then["checks"] | {"rules": "open"}
    assert told["chanced"] == then["chanced"]
