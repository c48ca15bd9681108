"""The changelog has a section for each release: its version, its date, and its lines in groups."""

import re
from datetime import date

from table import __version__
from tests.docs.test_documents import ROOT

HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
RELEASE = re.compile(r"(\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2}|unreleased)\)")
GROUPS = ("Play", "Build", "Fairness and reliability", "Develop")


def changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text("utf-8")


def releases() -> list[tuple[str, str]]:
    """Return each version with its date. A heading of another form has neither."""
    found = [RELEASE.fullmatch(each) for each in HEADING.findall(changelog())]
    return [("", "") if each is None else (each[1], each[2]) for each in found]


def test_each_section_is_a_release_with_a_date_and_only_the_first_may_be_unreleased() -> None:
    dates = [when for _, when in releases()]
    assert all(dates)
    assert "unreleased" not in dates[1:]
    days = [date.fromisoformat(when) for when in dates if when != "unreleased"]
    assert days == sorted(days, reverse=True)


def test_the_first_section_is_that_of_this_version() -> None:
    version, when = releases()[0]
    assert __version__.startswith(version)
    assert (__version__ == version) is (when != "unreleased"), "a release has a date, and a version before it has none"


def test_every_line_stands_in_a_group() -> None:
    """A group may say more behind its name: "Develop: old name, new name"."""
    for section in re.split(r"^## .*$", changelog(), flags=re.MULTILINE)[1:]:
        first, *groups = re.split(r"^\*\*(.*)\*\*$", section, flags=re.MULTILINE)
        assert not re.search(r"^- ", first, re.MULTILINE)
        assert [name for name in groups[::2] if not name.startswith(GROUPS)] == []
