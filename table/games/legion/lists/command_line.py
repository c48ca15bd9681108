"""Legion lists on the command line: recognise, show, store."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from table.config.toml.problems import Problem
from table.games.files.list_format import Columns, ReportLine, ReportRow, StoredFile, Tone, Understood
from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.games.legion.lists.links import find_link
from table.games.legion.lists.name_matches import NameMatch, Unmatched
from table.games.legion.lists.stored import store, stored_lists
from table.rules.refusal import Refusal
from table.rules.text import Text, text

COLUMNS = ("times", "written", "found", "kind", "note")
RULES_OF_A_HAND = ("LC-01", "LC-06")
"""The first and the last item."""


class LegionLists:
    """The lists of one edition for the command line. A list of no other game counts as Legion's."""

    reads_anything = True
    other = ""
    exports = ("json", "link")

    def __init__(self, edition: str) -> None:
        self.edition = edition

    def recognises(self, content: bytes | str) -> bool:
        return True

    def is_source(self, words: str) -> bool:
        """True if the argument is a Legion HQ link, or JSON."""
        return words.lstrip().startswith("{") or bool(find_link(words))

    def understood(self, content: bytes | str, file: str, folder: Path) -> Understood:
        result = read_list(content, load(self.edition))
        problems = judged(result)
        verdict = (*(ReportLine(one, Tone.WRONG) for one in result.without), *_verdict(problems, result.unmatched))
        warnings = tuple(ReportLine(text("import.warning", warning=one), Tone.DOUBTFUL) for one in result.warnings)
        army = result.army
        return Understood(
            shown=(*_matches(result), *warnings, *_summary(result), *verdict),
            hand=(*warnings, *verdict),
            problems=problems,
            cards=() if army is None else (*(card.id for card in army.hand), *(unit.card for unit in army.units)),
            unmatched=result.problems if army is None else (),
        )

    def exported(self, content: bytes | str, form: str) -> tuple[str, tuple[Text, ...]]:
        """Return the list as JSON or as a link. Raises `ListError`."""
        from table.games.legion.lists.export.exports import as_json, as_link

        catalogue = load(self.edition)
        result = read_list(content, catalogue)
        if form == "json":
            return as_json(result)
        return as_link(result, catalogue)

    def store(self, content: bytes | str, name: str, folder: Path, *, force: bool = False) -> Path:
        return store(folder, name, content, force=force)

    def stored(self, folder: Path) -> Iterator[StoredFile]:
        for entry in stored_lists(folder, self.edition):
            problems = tuple(Problem(str(entry.path), why) for why in entry.broken)
            yield StoredFile(entry.id, entry.name, entry.path, problems)

    def room(self, folder: Path) -> Path:
        return folder


def _matches(result: ListResult) -> Iterator[Columns]:
    """Yield a row for each name: its match, or the closest names."""
    if not result.matched and not result.unmatched:
        return
    rows = [
        *(
            ReportRow(
                (str(times), match.written, match.found, *_remarks(match)), Tone.PLAIN if match.exact else Tone.DOUBTFUL
            )
            for match, times in Counter(result.matched).items()
        ),
        *(
            ReportRow((str(times), unknown.written, "", *_remarks(unknown)), Tone.WRONG)
            for unknown, times in Counter(result.unmatched).items()
        ),
    ]
    yield Columns(tuple(text(f"import.{column}") for column in COLUMNS), tuple(rows), right=(0,))


def _remarks(entry: NameMatch | Unmatched) -> tuple[Text, Text | str]:
    kind = text(f"import.kind.{entry.kind}")
    if isinstance(entry, NameMatch):
        if entry.decided_by:
            return kind, text("import.decided", by=text(f"list.decided_by.{entry.decided_by}"))
        return kind, "" if entry.exact else text("import.spelled")
    closest = ", ".join(entry.closest)
    if not closest:
        return kind, text("import.unknown")
    return kind, text("import.several") if entry.candidates else text("import.closest", closest=closest)


def _summary(result: ListResult) -> Iterator[ReportLine]:
    if (army := result.army) is not None:
        yield ReportLine(
            text(
                "import.summary",
                name=army.name or text("list.offer_nameless"),
                faction=text(f"hand.faction.{army.faction}"),
                units=len(army.units),
                cards=len(army.hand),
            )
        )


def _verdict(problems: tuple[Refusal, ...], unknown: tuple[Unmatched, ...]) -> Iterator[ReportLine]:
    for problem in problems:
        yield ReportLine(text("hand.rule", rule=problem.rule, why=problem.why), Tone.WRONG)
    if not problems and not unknown:
        first, last = RULES_OF_A_HAND
        yield ReportLine(text("hand.legal", first=first, last=last), Tone.GOOD)
