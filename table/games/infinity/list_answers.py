"""Answers about facts that a list lacks are kept, and the next match does not ask again (TB-104).

They are in one file of the state folder. A note belongs to a list (by name and sectorial) and to a trooper (by name).
It names the match it comes from. Facts in the list itself come first. Hidden troopers are never noted.
"""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from table.games.infinity.rules.model.forces import Force, Order, Trooper
from table.games.notebook import EndedMatch, NotesFile
from table.records.disk import DISK
from table.records.folder import LIST_ANSWERS
from table.records.ports import Disk
from table.rules.seats import SEATS

if TYPE_CHECKING:  # the state of a match, of which a table without one keeps nothing in memory
    from table.games.infinity.rules.model.mission_state import InfinitySide


class TrooperAnswer(Struct, frozen=True):
    order: Order
    tactical: bool


class ListAnswers(Struct, frozen=True, omit_defaults=True):
    """The answers about one list. Those about the Lieutenant hold only for the same troopers."""

    day: str
    match: str
    troopers: Mapping[str, TrooperAnswer] = {}
    bonus: bool | None = None
    lieutenant_orders: int | None = None
    of: str = ""
    """A hash of the names of all troopers."""


class ListAnswersFile:
    """The file of answers. Each call reads it, since people may edit it.

    Only the session's thread may call this. Any thread may call `recalled`.
    """

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        """`folder` is the table's state folder."""
        self._file = NotesFile(folder / LIST_ANSWERS, dict[str, ListAnswers], disk)

    def recalled(self, force: Force) -> Force:
        """Return the force with the answers of earlier matches. Any thread may call this."""
        note = (self._file.read() or {}).get(_name(force.sectorial, force.name))
        if note is None:
            return force
        troopers = tuple(_recalled(trooper, note.troopers.get(trooper.name)) for trooper in force.troopers)
        force = replace(force, troopers=troopers)
        if note.of != _hash(each.name for each in force.troopers if not each.hidden):
            return force
        return replace(
            force,
            bonus=note.bonus if force.bonus is None else force.bonus,
            lieutenant_orders=note.lieutenant_orders if force.lieutenant_orders is None else force.lieutenant_orders,
        )

    def remember(self, ended: EndedMatch) -> None:
        """Keep the answers of a match that has ended. A disk error is logged."""
        from table.games.infinity.rules.model.mission_state import Mission

        if not isinstance(ended.game, Mission):
            return
        found = {
            _name(side.sectorial, side.name): side for seat in SEATS if _has_answers(side := ended.game.side(seat))
        }
        notes = self._file.read() if found else None
        if notes is None:
            return
        newer = {name: _noted(side, notes.get(name), ended) for name, side in found.items()}
        self._file.write({**notes, **newer})


def _has_answers(side: "InfinitySide") -> bool:
    return bool(side.unsaid) or side.bonus_answer is not None or side.lieutenant_answer is not None


def _noted(side: "InfinitySide", older: ListAnswers | None, ended: EndedMatch) -> ListAnswers:
    troopers = {
        member.name: TrooperAnswer(member.order, bool(member.tactical))
        for member in side.members
        if member.id in side.unsaid and member.order is not None
    }
    before = older or ListAnswers(ended.day, ended.match)
    return ListAnswers(
        ended.day,
        ended.match,
        {**before.troopers, **troopers},
        before.bonus if side.bonus_answer is None else side.bonus_answer,
        before.lieutenant_orders if side.lieutenant_answer is None else side.lieutenant_answer,
        _hash(each.name for each in (*side.members, *side.coming) if not each.slot),
    )


def _recalled(trooper: Trooper, note: TrooperAnswer | None) -> Trooper:
    if note is None or trooper.hidden:
        return trooper
    return replace(
        trooper,
        order=note.order if trooper.order is None else trooper.order,
        tactical=note.tactical if trooper.tactical is None else trooper.tactical,
    )


def _name(sectorial: str, name: str) -> str:
    return f"{sectorial}/{name}"


def _hash(names: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:16]
