"""Write the names that a list cannot tell apart into `docs/play/lists.md`, from the games' own data (`make docs`)."""

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from lab.campaigns.lists_campaign import trials
from lab.trials.list_trial import OpenName

PAGE = "play/lists.md"
BEGIN, END = "<!-- Made by `make docs` from here -->\n", "<!-- to here. -->\n"


def section(names: Iterable[OpenName]) -> str:
    """Return a table for each edition: in which forms a name is open, and what it may mean."""
    return "\n".join(
        line for edition, part in groupby(names, lambda each: each.edition) for line in _table(edition, part)
    )


def _table(edition: str, names: Iterable[OpenName]) -> Iterator[str]:
    rows: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for each in names:
        rows.setdefault((each.written, each.meant), []).append(each.form)
    yield from (f"| {edition}: a name | in these forms | may mean |", "|---|---|---|")
    for (written, meant), forms in sorted(rows.items()):
        yield f"| {written} | {', '.join(forms)} | {'; '.join(meant)} |"
    yield ""


def renewed(page: str) -> str:
    """Return the page with its part made anew. Raises ValueError if the page does not say where that part stands."""
    before, begin, rest = page.partition(BEGIN)
    _, end, behind = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE} has no place for the open names: {BEGIN.strip()} ... {END.strip()}")
    names = (name for trial in trials() for name in trial.open_names())
    return before + begin + "\n" + section(names) + "\n" + end + behind


def write(folder: Path) -> None:
    """Renew the page in a folder of documents."""
    page = folder / PAGE
    page.write_text(renewed(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
