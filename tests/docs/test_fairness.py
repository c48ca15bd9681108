"""Each attack in `docs/play/fairness.md` that fails names a campaign or a test that exists."""

import ast
import re
from pathlib import Path

import pytest

from lab.figures.taken_by import CAMPAIGNS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "play" / "fairness.md").read_text("utf-8")
TEXT = (ROOT / "docs" / "develop" / "attacks.md").read_text("utf-8")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
CAMPAIGN = re.compile(r"`command-table campaign ([\w-]+)`")
NAMED = sorted(set(TEST.findall(TEXT)))
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ")][1:]


def named_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("file", "name"), NAMED, ids=lambda part: part.rsplit("/", 1)[-1])
def test_every_test_that_is_named_is_there(file: str, name: str) -> None:
    assert name in named_in(file)


def test_every_campaign_that_is_named_is_there() -> None:
    assert set(CAMPAIGN.findall(TEXT)) - set(CAMPAIGNS) == set()


def test_every_attack_that_fails_can_be_tried() -> None:
    assert len(ROWS) > 10
    assert [row for row in ROWS if not (TEST.search(row) or CAMPAIGN.search(row))] == []


def test_both_pages_list_the_same_attacks() -> None:
    attacks = PAGE.partition("## Attacks that fail\n")[2].partition("\n## ")[0]
    listed = [
        [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| ")][1:] for text in (attacks, TEXT)
    ]
    assert listed[0] == listed[1] != []


def test_what_succeeds_is_shown_too() -> None:
    """A page of proofs alone would be believed too much."""
    _, succeeds = PAGE.split("## Attacks that succeed\n")
    assert len(re.findall(r"^- \*\*", succeeds.split("\n## ")[0], re.MULTILINE)) >= 10
