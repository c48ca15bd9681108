"""The match that the command line asks for, checked before a window is opened."""

from collections.abc import Iterable

from table.devices.list_reading import ANSWER_S, ListReading
from table.devices.live import TableStart
from table.games.files.offers import Shelf
from table.rules.text import Text, text
from table.session.lobby.list_library import Library, ListsRead, SideOf


def problems_of(opening: TableStart, games: Iterable[str], library: Library) -> tuple[Text, ...]:
    """Return the reasons why this match cannot begin.

    `library` reads both sides. A side that is not loaded yet is left to the lobby, which requests it again.
    """
    if not opening.system:
        return ()
    known = tuple(games)
    if opening.system not in known:
        return (text("app.no_such_game", system=opening.system, known=", ".join(known)),)
    sides = [library.ask(SideOf(opening.system, offer)) for _, offer in opening.sides]
    return tuple(problem.why for side in sides if isinstance(side, tuple) for problem in side)


def command_line_library(shelf: Shelf) -> Library:
    """Return a library that waits a little longer than a USB stick may take.

    So it can report a stick that hangs.
    """
    return ListReading(shelf, _drop, at_hand_s=ANSWER_S + 1.0)


def _drop(_late: ListsRead) -> None:
    """Drop an answer that came too late: the lobby requests it again."""
