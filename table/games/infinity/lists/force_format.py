"""Lists of Infinity for the command line: to recognise, show and store them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from table.config.toml.problems import Problem
from table.games.files.list_file import keep_file
from table.games.files.list_format import (
    Columns,
    CompletedList,
    DataFile,
    ReportLine,
    ReportRow,
    StoredFile,
    Tone,
    Understood,
)
from table.games.files.list_name import file_stem
from table.games.files.raw_list import ListError, clean, decoded
from table.games.infinity.lists.force_list import ForceResult, for_all_eyes, is_infinity, other_codes, read_force
from table.games.infinity.lists.stored_forces import FOLDER, SUFFIX, store, stored_forces
from table.games.infinity.missions.mission_files import FOLDER as MISSIONS
from table.games.infinity.missions.mission_files import is_mission, of_document, stored_missions
from table.games.infinity.rules.model.forces import Force, Order, Trooper, trooper_card
from table.rules.refusal import Refusal
from table.rules.text import Text, text

RULE = "TB-101"


class InfinityLists:
    """Army codes and plain files. Everything read is shown, including facts that only the owner may know."""

    edition = ""
    reads_anything = False
    other = "infinity"

    def recognises(self, content: bytes | str) -> bool:
        return is_infinity(content) or _mission_in(content) is not None

    def is_source(self, words: str) -> bool:
        """True if the source is an army code."""
        from table.games.infinity.lists.codes.code_finding import is_code

        return is_code(words)

    def understood(self, content: bytes | str, file: str, folder: Path) -> Understood:
        if (document := _mission_in(content)) is not None:
            return _understood_mission(document, Path(clean(file)))
        result = read_force(content)
        problems = tuple(Refusal(RULE, problem) for problem in result.problems)
        troopers = () if result.force is None else result.force.troopers
        cards = tuple(dict.fromkeys(trooper_card(each.name) for each in troopers))
        unmatched = result.problems if result.force is None else ()
        shown = (*_shown(result, problems), *(line for other in other_codes(content) for line in _listed(other)))
        return Understood(shown, (), problems, cards, unmatched)

    def completed(self, content: bytes | str, data: Sequence[DataFile], called: Mapping[str, str]) -> CompletedList:
        from table.games.infinity.lists.completing import completed  # few lists need a publisher's data

        return completed(content, data, called)

    def picked(self, content: bytes | str, number: int) -> str:
        from table.games.infinity.lists.codes.code_finding import code_at

        code = code_at(decoded(content), number)
        if code is None:
            raise ListError(text("code.no_such", number=number))
        return code

    def store(self, content: bytes | str, name: str, folder: Path, *, force: bool = False) -> Path:
        if (document := _mission_in(content)) is not None:
            path = folder / MISSIONS / f"{file_stem(name, SUFFIX)}{SUFFIX}"
            return keep_file(path, document.encode(), force=force)
        return store(folder, name, content, force=force)

    def stored(self, folder: Path) -> Iterator[StoredFile]:
        for entry in stored_forces(folder):
            problems = tuple(Problem(str(entry.path), why) for why in for_all_eyes(entry.result.problems))
            yield StoredFile(entry.id, entry.name, entry.path, problems)
        for one in stored_missions(folder):
            name = one.mission.name if one.mission else one.path.stem
            yield StoredFile(f"{MISSIONS}:{one.path.name}", name, one.path, one.problems)

    def room(self, folder: Path) -> Path:
        return folder / FOLDER


def _mission_in(content: bytes | str) -> str | None:
    """Return the text of a mission of the season, or None if it is something else."""
    try:
        document = decoded(content)
    except ListError:
        return None
    return document if is_mission(document) else None


def _understood_mission(document: str, path: Path) -> Understood:
    loaded = of_document(document, path)
    if (mission := loaded.mission) is None:
        return Understood((), (), (), mistakes=loaded.problems)
    rows = ((one.name, str(one.points), text(f"import.objective.{one.when}")) for one in mission.objectives)
    titles = tuple(text(f"import.{column}") for column in ("objective", "points", "when"))
    line = text("import.mission", name=mission.name, rounds=mission.rounds, most=mission.most)
    return Understood((Columns(titles, tuple(map(ReportRow, rows))), ReportLine(line, Tone.GOOD)), (), ())


def _shown(result: ForceResult, problems: tuple[Refusal, ...]) -> Iterator[ReportLine | Columns]:
    yield from _listed(result)
    for warning in result.warnings:
        yield ReportLine(text("import.warning", warning=warning), Tone.DOUBTFUL)
    for problem in problems:
        yield ReportLine(text("hand.rule", rule=problem.rule, why=problem.why), Tone.WRONG)
    if not problems:
        yield ReportLine(text("import.force_legal"), Tone.GOOD)


def _listed(result: ForceResult) -> Iterator[ReportLine | Columns]:
    if result.force is not None:
        yield _troopers(result.force, result.ids)
        yield from _summary(result.force)


def _troopers(force: Force, ids: tuple[str, ...]) -> Columns:
    titles = ("trooper", "group", "order", *(("in_code",) if ids else ()))
    hidden = [trooper.id for trooper in force.troopers if trooper.hidden and not trooper.follows]
    rows: list[tuple[str | Text, ...]] = [(t.name, _group(t, hidden), _order(t)) for t in force.troopers]
    if ids:
        rows = [(*row, id) for row, id in zip(rows, ids, strict=True)]
    return Columns(tuple(text(f"import.{title}") for title in titles), tuple(ReportRow(row) for row in rows))


def _group(trooper: Trooper, hidden: list[str]) -> str | Text:
    """Return the trooper's group, with a note if it starts off the table. A hidden trooper also has a number."""
    if trooper.id in hidden:
        return text("import.group.hidden", group=trooper.group, number=1 + hidden.index(trooper.id))
    if trooper.hidden:
        return text("import.group.follows", group=trooper.group)
    return text("import.group.reinforcement", group=trooper.group) if trooper.reinforcement else str(trooper.group)


def _order(trooper: Trooper) -> Text:
    order = text(f"import.order.{trooper.order or 'asked'}")
    return text("import.order.with", order=order, more=text("import.order.tactical")) if trooper.tactical else order


def _summary(force: Force) -> Iterator[ReportLine]:
    yield ReportLine(
        text(
            "import.force",
            name=force.name or text("list.offer_nameless"),
            sectorial=force.sectorial,
            points=force.points,
            troopers=len(force.troopers),
            groups=len({trooper.group for trooper in force.troopers}),
        )
    )
    orders = [trooper.order for trooper in force.troopers]
    yield ReportLine(
        text(
            "import.orders",
            regular=orders.count(Order.REGULAR),
            irregular=orders.count(Order.IRREGULAR),
            tactical=sum(bool(trooper.tactical) for trooper in force.troopers),
            unknown=orders.count(None),
        )
    )
