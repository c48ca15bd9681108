"""Matches of the games' revisions 2 and 3: as bots play them, and by what is agreed to since (TB-51, LA-63)."""

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from tests.old import doors
from tests.old.kept import otherwise

pytestmark = pytest.mark.slow

OLD = Path(__file__).parent
BY_WORD_MATCH, GIFTS_MATCH = "0132ebd/legion_2024_by_word", "bcca994/legion_2024_gifts"
FIRE_MATCH = "bcca994/legion_classic_fire"
STILL_THERE = ("0132ebd/tide_of_iron_bots",)
"""Those whose rules of that revision still decide; the rules of the others are open."""
BY_WORD = ("order.extra", "turn.extra", "token.down", "token.back", "park")
GIFTS = ("card.back", "instead", "order.extra", "order.offer", "token.second", "turn.extra")


def unpacked(name: str, kind: str) -> bytes:
    commit, _, match = name.partition("/")
    return lzma.decompress((OLD / commit / "matches" / f"{match}.{kind}.xz").read_bytes())


def facts(name: str) -> Any:
    """Return what was written down at that commit."""
    return json.loads(unpacked(name, "json"))


def kept(commit: str) -> set[str]:
    return {f"{commit}/{path.name.partition('.')[0]}" for path in (OLD / commit / "matches").iterdir()}


EVERY = pytest.mark.parametrize("name", sorted(kept("0132ebd") | kept("bcca994")))


def test_each_of_the_deeds_is_in_it_and_no_consent() -> None:
    file = unpacked(BY_WORD_MATCH, "jsonl").decode()
    for key in BY_WORD:
        assert f'"prompt":"{key}"' in file, key
    assert "ConsentAsked" not in file


def test_a_card_in_play_gave_without_limit_by_revision_3_and_a_returned_card_was_chosen_again() -> None:
    file = unpacked(GIFTS_MATCH, "jsonl").decode()
    for key in GIFTS:
        assert f'"prompt":"{key}"' in file, key
    assert file.count('"giver":"A Beautiful Friendship"') > file.count('"type":"RoundBegan"'), "more than once a round"
    assert file.count('"out_of_turn":true') == 2
    assert file.count('"type":"ConsentAsked"') == 1, "the advantage token alone"


def test_fire_support_was_agreed_to_by_the_classic_rules_of_revision_3() -> None:
    file = unpacked(FIRE_MATCH, "jsonl").decode()
    assert '"prompt":"token.down"' in file
    assert file.count('"type":"ConsentAsked"') == 1


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


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("0132ebd/infinity_bots", "infinity"),
        ("bcca994/infinity_heaps", "infinity"),
        (BY_WORD_MATCH, "legion_2024"),
        (GIFTS_MATCH, "legion_2024"),
        (FIRE_MATCH, "legion_classic"),
    ],
)
def test_the_rules_that_are_missing_are_named_as_the_games_own(name: str, system: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_bytes(unpacked(name, "jsonl"))
    said = doors.command("verify", file).output
    assert "the rules that every match has" not in said
    assert system in said
