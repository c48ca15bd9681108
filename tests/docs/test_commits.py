"""Commit messages follow the patterns of the pre-commit hooks: a reason in the body, and a short first line."""

import re
import subprocess

import pytest

from tests.docs.test_documents import ROOT

REASONS_SINCE = "2026-11-23T06:00:00+00:00"
"""About a hundred earlier commits have no reason."""
SHORT_SINCE = "2026-11-30T03:00:00+00:00"
"""Earlier commits may have a long first line."""
HOOK = re.compile(r"- id: (\w+)\n +name: [^\n]+\n +entry: '(\\A[^']+)'")


def messages(*which: str) -> list[str]:
    """Return the messages of these commits. Skip the test if their history is missing."""
    result = subprocess.run(
        ["git", "log", "--format=%B%x00", *which], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if result.returncode:
        pytest.skip("the history is missing")
    return [each.lstrip("\n") for each in result.stdout.split("\0") if each.strip()]


def pattern(hook: str) -> re.Pattern[str]:
    found = dict(HOOK.findall((ROOT / ".pre-commit-config.yaml").read_text("utf-8")))
    return re.compile(found[hook])


def test_every_commit_gives_the_reason() -> None:
    body = pattern("body")
    assert [each.partition("\n")[0] for each in messages(f"--since={REASONS_SINCE}") if not body.match(each)] == []


def test_the_first_line_of_every_commit_is_short() -> None:
    subject = pattern("subject")
    assert [each.partition("\n")[0] for each in messages(f"--since={SHORT_SINCE}") if not subject.match(each)] == []


def test_a_commit_without_a_reason_is_found() -> None:
    body = pattern("body")
    assert body.match("docs: a page\n\nIt was missing.")
    assert body.match("Merge branch 'main' into docs")
    assert not body.match("docs: a page")
    assert not body.match("docs: a page\n\n# It was missing.")


def test_a_long_first_line_is_found() -> None:
    subject = pattern("subject")
    assert subject.match(f"docs: {'a' * 63}\n\nIt was missing.")
    assert subject.match(f"Merge branch '{'a' * 70}'")
    assert not subject.match(f"docs: {'a' * 64}\n\nIt was missing.")
    assert not subject.match(f"docs: {'a' * 64}")
