"""Lists from the owner's phone: read, shown with the matched cards, and stored for the lobby."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple

from table.config.toml.problems import describe
from table.devices.phones.wishes import AnsweredLine, ListPiece, SetupAct, SetupAnswer
from table.games.files.list_format import Columns, ListFormat, PicksLists, ReportLine, Tone, Understood
from table.games.files.raw_list import MOST_BYTES, ListError
from table.games.files.reader_failure import reading
from table.games.table_games import TableGames
from table.records.folder import LISTS
from table.rules.text import text
from table.words import Words

MOST_GUESTS = 3
"""The number of phones that can send a list at the same time: both seats' and the owner's."""


class BroughtList(NamedTuple):
    """A complete list and its format."""

    content: bytes
    of_game: ListFormat


class BroughtLists:
    """The lists from phones, until they are stored. One thread only."""

    def __init__(self) -> None:
        self._come: dict[int, bytes] = {}
        """The pieces of each phone so far, by its number; the oldest are dropped."""
        self._whole: dict[int, BroughtList] = {}

    def take(self, guest: int, piece: ListPiece | None, games: TableGames, words: Words) -> SetupAnswer | None:
        """Take a piece. Return the matched list once it is complete, else None. Raises ListError."""
        begun = self._come.pop(guest, b"") if piece is not None and piece.at else b""
        if piece is not None and piece.size > MOST_BYTES:
            raise ListError(text("list.too_big", limit=MOST_BYTES // 1024))
        if piece is None or piece.at != len(begun) or piece.size <= 0:
            raise ListError(text("phone.setup.broken"))
        content = begun + piece.held
        if len(content) < piece.size:
            self._come[guest] = content
            _forget_oldest(self._come)
            return None
        self._whole.pop(guest, None)
        if len(content) > piece.size:
            raise ListError(text("phone.setup.broken"))
        return self._understood(guest, content, piece, games, words)

    def keep(self, guest: int, name: str, games: TableGames, words: Words) -> SetupAnswer:
        """Store the latest list under this name, so that the lobby offers it. Raises ListError."""
        if (brought := self._whole.get(guest)) is None:
            raise ListError(text("phone.setup.broken"))
        path = brought.of_game.store(brought.content, name, games.folder / LISTS)
        kept = words.say(text("phone.setup.kept", name=path.stem))
        return SetupAnswer(SetupAct.KEEP, (AnsweredLine(kept, Tone.GOOD),))

    def _understood(self, guest: int, content: bytes, piece: ListPiece, games: TableGames, words: Words) -> SetupAnswer:
        with reading():
            of_game = games.format_of(content, piece.edition)
            understood = of_game.understood(content, piece.name, games.folder / LISTS)
        if understood.playable:
            self._whole[guest] = BroughtList(content, of_game)
            _forget_oldest(self._whole)
        lines = (*_report(understood, words), *_each_alone(content, of_game, words))
        return SetupAnswer(SetupAct.READ, lines, fine=understood.playable)


def _forget_oldest(by_guest: dict[int, Any]) -> None:
    """Keep only the lists of the latest phones."""
    while len(by_guest) > MOST_GUESTS:
        del by_guest[next(iter(by_guest))]


def lists_there(games: TableGames, words: Words, *, far: bool = False) -> SetupAnswer:
    """Return the lobby's lists by game, with the reasons why a list cannot be played.

    With `far`, those that can be played can also be chosen for a match with another table.
    """
    lines = []
    for system in games:
        lines.append(AnsweredLine(words.say(text(f"system.{system}"))))
        for offer in games.shelf.offers(system):
            tone = Tone.WRONG if offer.wrong else Tone.GOOD
            say = ". ".join((words.say(offer.name), *map(words.say, offer.wrong)))
            lines.append(AnsweredLine(say, tone, far=f"{system}/{offer.id}" if far and not offer.wrong else ""))
    return SetupAnswer(SetupAct.FAR if far else SetupAct.LISTS, tuple(lines))


def editions_of(games: TableGames) -> tuple[str, ...]:
    """Return the editions that lists can have."""
    return tuple(dict.fromkeys(each.edition for each in games.list_formats if each.edition))


def _each_alone(content: bytes, of_game: ListFormat, words: Words) -> tuple[AnsweredLine, ...]:
    """Return a line for each of several lists in a text, with that list."""
    several = tuple(_picked(content, of_game)) if isinstance(of_game, PicksLists) else ()
    if len(several) < 2:
        return ()
    lines = enumerate(several, 1)
    return tuple(AnsweredLine(words.say(text("phone.setup.alone", number=n)), list=one) for n, one in lines)


def _picked(content: bytes, of_game: PicksLists) -> Iterator[str]:
    with suppress(ListError):
        for number in count(1):
            yield of_game.picked(content, number)


def _report(understood: Understood, words: Words) -> tuple[AnsweredLine, ...]:
    lines: list[AnsweredLine] = []
    for part in understood.shown:
        if isinstance(part, ReportLine):
            lines.append(AnsweredLine(words.say(part.words), part.tone))
        else:
            lines += _rows(part, words)
    lines += (AnsweredLine(words.say(problem.why), Tone.WRONG) for problem in understood.problems)
    lines += (AnsweredLine(line, Tone.WRONG) for line in describe(understood.mistakes, words.say))
    return tuple(lines)


def _rows(columns: Columns, words: Words) -> list[AnsweredLine]:
    """Return the rows as lines: a small screen has no room for columns."""
    rows = []
    for row in columns.rows:
        cells = (cell if isinstance(cell, str) else words.say(cell) for cell in row.cells)
        rows.append(AnsweredLine(" · ".join(cell for cell in cells if cell), row.tone))
    return rows
