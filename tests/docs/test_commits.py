"""Each commit says why, by the same pattern that the hook has; merges say what they merge."""

import re
import subprocess

import pytest

from tests.docs.test_documents import ROOT

SINCE = "2026-11-23T06:00:00+00:00"
"""Commits of before were let through without a reason, some hundred of them."""
HOOK = re.compile(r"entry: '(\\A[^']+)'")


def messages() -> list[str]:
    """Return the messages of the commits since then; of none where the history is not there."""
    result = subprocess.run(
        ["git", "log", "--format=%B%x00", f"--since={SINCE}"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if result.returncode:
        pytest.skip("this is no checkout")
    return [each.lstrip("\n") for each in result.stdout.split("\0") if each.strip()]


def pattern() -> re.Pattern[str]:
    (found,) = HOOK.findall((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    return re.compile(found)


def test_every_commit_gives_the_reason() -> None:
    answer = pattern()
    assert [each.partition("\n")[0] for each in messages() if not answer.match(each)] == []


def test_a_commit_without_a_reason_is_found() -> None:
    answer = pattern()
    assert answer.match("docs: a page\n\nIt was missing.")
    assert answer.match("Merge branch 'main' into docs")
    assert not answer.match("docs: a page")
    assert not answer.match("docs: a page\n\n# It was missing.")
