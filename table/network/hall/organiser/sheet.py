"""The printed sheet: the pairings of a round by table and by name, and the standings."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from table.view.hall import HallTable


def sheet_parts(hall: HallTable, number: int | None, sentences: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of the sheet as markup, for this round or else the last one."""
    shown = number or max((each.round for each in hall.pairings), default=0)
    pairings = [each for each in hall.pairings if each.round == shown]
    bye = sentences["hall.desk.bye"]
    by_table = [(each.table, each.blue, each.red or bye) for each in pairings]
    by_name = [(name, each.table, other or bye) for each in pairings for name, other in _both(each.blue, each.red)]
    ties = hall.scoring.tie_breaks
    standings = [
        (each.place, each.player, each.points, *(getattr(each, tie) for tie in ties)) for each in hall.standings
    ]
    return {
        "round": str(shown or ""),
        "tables": _table(("table", "blue", "red"), by_table, sentences),
        "names": _table(
            ("player", "table", "opponent"), sorted(by_name, key=lambda row: str(row[0]).casefold()), sentences
        ),
        "standings": _table(("place", "player", "points", *ties), standings, sentences),
    }


def _both(blue: str, red: str) -> Iterable[tuple[str, str]]:
    return ((blue, red), (red, blue)) if red else ((blue, red),)


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]], sentences: Mapping[str, str]) -> str:
    head = "".join(f'<th scope="col">{escape(sentences[f"hall.page.column.{each}"])}</th>' for each in columns)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
