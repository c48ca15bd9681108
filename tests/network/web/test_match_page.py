"""The page of a match that needs no table: its policy lets it ask nobody for anything."""

from lab.pages.match_page import pages
from table.words import languages


def test_no_page_may_connect_to_an_address() -> None:
    """What has no rule of its own has that of `default-src`, and data in the page is no connection."""
    made = pages()
    assert len(made) == len(languages())
    for page in made.values():
        (policy,) = [line for line in page.splitlines() if "content-security-policy" in line]
        rules = dict(rule.split(maxsplit=1) for rule in policy.partition('content="')[2].partition('"')[0].split("; "))
        assert rules["default-src"] == rules["form-action"] == "'none'"
        assert {source for sources in rules.values() for source in sources.split()} == {
            "'none'",
            "'unsafe-inline'",
            "data:",
        }
