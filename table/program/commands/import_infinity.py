"""`command-table import` of a list of Infinity: exactly what was understood of it."""

from pathlib import Path

from table.games.files.raw_list import ListError
from table.games.infinity.lists.force_list import ForceResult, read_force
from table.games.infinity.lists.stored import store
from table.games.infinity.rules.model.forces import Force, Order, Trooper
from table.program.commands import list_sources as sources
from table.program.commands.list_report import Report
from table.rules.refusal import Refusal
from table.rules.text import text


def import_force(content: bytes | str, name: str | None, folder: Path, force: bool, report: Report) -> bool:
    """Shows the list, and stores it where it has a name. False: it cannot be played, or not be saved.

    Raises `ListError` where it cannot be read at all.
    """
    with sources.reading():
        result = read_force(content)
    show(result, report)
    if result.problems:
        if name is not None:
            report.say(text("import.not_saved"), "bold red")
        return False
    if name is None:
        return True
    try:
        path = store(folder, name, content, force=force)
    except ListError as error:
        for problem in error.problems:
            report.say(problem, "bold red")
        return False
    report.say(text("import.saved", file=str(path)))
    return True


def show(result: ForceResult, report: Report) -> None:
    if result.force is not None:
        columns = ("trooper", "group", "order", *(("in_code",) if result.ids else ()))
        rows: list[tuple[str, ...]] = [(t.name, str(t.group), _order(t, report)) for t in result.force.troopers]
        if result.ids:
            rows = [(*row, id) for row, id in zip(rows, result.ids, strict=True)]
        report.grid(tuple(text(f"import.{column}") for column in columns), tuple(rows))
        _summary(result.force, report)
    for warning in result.warnings:
        report.say(text("import.warning", warning=warning), "yellow")
    for problem in result.problems:
        refusal = Refusal("TB-101", problem)
        report.say(text("hand.rule", rule=refusal.rule, why=refusal.why), "bold red")
    if not result.problems:
        report.say(text("import.force_legal"), "green")


def _order(trooper: Trooper, report: Report) -> str:
    order = report.words(text(f"import.order.{trooper.order or 'asked'}"))
    return f"{order} {report.words(text('import.order.tactical'))}" if trooper.tactical else order


def _summary(force: Force, report: Report) -> None:
    report.say(
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
    report.say(
        text(
            "import.orders",
            regular=orders.count(Order.REGULAR),
            irregular=orders.count(Order.IRREGULAR),
            tactical=sum(bool(trooper.tactical) for trooper in force.troopers),
            unknown=orders.count(None),
        )
    )
