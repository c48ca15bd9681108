"""Generate the section about ambiguous names in `docs/play/lists.md`, from the games' data (`make docs`)."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from lab.campaigns.lists_campaign import trials
from lab.trials.list_trial import OpenName

PAGE = "play/lists.md"


def section(names: Iterable[OpenName]) -> str:
    """Return a table for each edition: the formats in which a name is ambiguous, and its meanings."""
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


def every_name() -> Iterator[OpenName]:
    return (name for trial in trials() for name in trial.open_names())
