"""Every decision is in the index, in order, under its own title."""

import re

from tests.docs.test_documents import ROOT

FOLDER = ROOT / "docs" / "develop" / "decisions"
ROW = re.compile(r"^\| (\d+) \| \[.+\]\((.+\.md)\)(?: \([a-z ]*superseded by \d+\))? \|$", re.MULTILINE)


def test_every_decision_is_in_the_index_in_order() -> None:
    listed = ROW.findall((FOLDER / "README.md").read_text("utf-8"))
    files = sorted(path.name for path in FOLDER.glob("[0-9]*.md"))
    assert [name for _, name in listed] == files
    assert [int(number) for number, _ in listed] == [int(name.partition("-")[0]) for name in files]
