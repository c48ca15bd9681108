"""Mark each measured section of the docs whose commit is older than the present one: `make docs`, `.ci/run`.

Readers may have neither git nor a network, so the page itself has the mark: "Commit `f020477fe9` (1,023 commits before
`b86da05a1c`)". Later commits do not make it false.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

import click

from table.words.terminal import print_line

LOST = "not in the history"
MEASURED = re.compile(
    r"(?P<before>\b[Cc]ommit\s|\| (?=`\d*[a-f]))`(?P<commit>[0-9a-f]{7,40})(?P<dirty>-dirty)?`"
    rf"(?P<mark> \((?:(?P<age>[\d,]+) commits? before `[0-9a-f]+`|{LOST})\))?"
)
"""A commit in a sentence, or at the beginning of a table's cell, where it has a letter, unlike a number."""
AGAIN = 100
"""A mark is renewed when it is too low by so many commits, so that `make docs` does not change it each day."""
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
ROOT = Path(__file__).parents[2]

Since: TypeAlias = Callable[[str], int | None]
"""The number of commits since this one; None if the history lacks it."""


def pages(folder: Path) -> list[Path]:
    """Return all pages of the docs but the decisions, which are history."""
    return sorted(page for page in folder.rglob("*.md") if "decisions" not in page.parts)


class MeasuredAt(NamedTuple):
    """A section of a page with the commit that was measured."""

    section: str
    commit: str
    age: int | None
    """The commits since then; None if the history lacks it."""
    marked: bool


def commits_since(commit: str, root: Path = ROOT) -> int | None:
    """Return the number of commits after this one, or None if the history lacks that commit.

    A checkout may still hold a commit that was replaced before it reached the history: others will not find it.
    """
    whole = _git("rev-parse", "--verify", f"{commit}^{{commit}}", root=root)
    if not whole or _git("merge-base", whole, "HEAD", root=root) != whole:
        return None
    return int(_git("rev-list", "--count", f"{whole}..HEAD", root=root))


def present() -> str:
    """Return the present commit, or an empty string if the history is incomplete, as without git."""
    return _git("rev-parse", "--short=10", "HEAD") if _git("rev-parse", "--is-shallow-repository") == "false" else ""


def _git(*asked: str, root: Path = ROOT) -> str:
    try:
        done = subprocess.run(["git", "-C", str(root), *asked], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def marked(page: str, since: Since, now: str) -> str:
    """Return the page with a mark beside each commit that is not the present one, `now`."""

    def mark(found: re.Match[str]) -> str:
        age, before = since(found["commit"]), int((found["age"] or "0").replace(",", ""))
        if age == 0 or (found["age"] and age is not None and age < before + AGAIN):
            return found[0]
        mark_text = LOST if age is None else f"{age:,} commit{'s' * (age > 1)} before `{now}`"
        return f"{found['before']}`{found['commit']}{found['dirty'] or ''}` ({mark_text})"

    return MEASURED.sub(mark, page) if now else page


def sections(page: str, since: Since) -> Iterator[MeasuredAt]:
    """Yield each measured section of a page."""
    headings = [(found.start(), found[1]) for found in HEADING.finditer(page)]
    for found in MEASURED.finditer(page):
        section = next((words for start, words in reversed(headings) if start < found.start()), "")
        yield MeasuredAt(section, found["commit"], since(found["commit"]), bool(found["mark"]))


@click.command()
@click.option("--write", is_flag=True, help="Write the marks into the pages.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def main(write: bool, folder: Path) -> None:
    """Print how old each measured section of the docs is."""
    now = present()
    if not now:
        print_line("the ages of the figures are unknown: the history of the commits is missing", error=True)
        return
    for place in pages(folder):
        page = place.read_text("utf-8")
        if write:
            new = marked(page, commits_since, now)
            if new != page:
                place.write_text(new, "utf-8")
            continue
        for at in sections(page, commits_since):
            age = LOST if at.age is None else f"{at.age:,} commits ago"
            print_line(f"{place}: {at.section}: commit {at.commit}, {age}")


if __name__ == "__main__":
    main()
