"""A session at one moment: to go on from it twice, and to tell whether two moments are the same.

For what tries every order of things. It looks into the session, and fails on whatever it does not know there.
"""

import copy
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields
from typing import Any

import hal.events as hw
from hal.sealed import Sealed
from table.desks import KnownCard, SeatDesk
from table.faults import Faults
from table.journal import Journal, JournalError, batch_body, chain_next, chain_start
from table.lobby import Unfinished
from table.match.commands import Opening
from table.match.state import MatchState
from table.matches import Matches
from table.play import Play
from table.published import FaultNote, Focus
from table.reception import Reception
from table.session import Ports, Session

BESIDE = frozenset({"_wiring", "_ports", "_reception", "_panels", "_notice", "_resumed", "_lobby"})
"""What a session is told once, and what it only shows."""


class MemoryJournal(Journal):
    """Of one match; a copy of it goes on by itself. What a real one does with a disk, `campaign power` tries."""

    def __init__(self, match_id: str, system: str, secret: bytes) -> None:
        self.match_id, self.system = match_id, system
        self.count, self.head = 0, chain_start(match_id)
        self._secret = secret
        self._bodies: tuple[bytes, ...] = ()

    def append(self, bodies: Sequence[bytes], cause: bytes = b"null") -> None:
        body = batch_body(bodies, cause)
        self._bodies = (*self._bodies, body)
        self.count, self.head = self.count + 1, chain_next(self.head, body)

    def batches(self) -> Iterator[bytes]:
        return iter(self._bodies)

    def secret(self) -> bytes:
        return self._secret

    def close(self) -> None:
        """The disk stays."""


class Drawer(Matches):
    """Holds the one match. A copy of it holds the match as it is then."""

    def __init__(self) -> None:
        self._held: MemoryJournal | None = None

    def create(self, system: str, secret: bytes) -> Journal:
        self._held = MemoryJournal("barrier001", system, secret)
        return self._held

    def open(self, match_id: str) -> Journal:
        if self._held is None:
            raise LookupError("nothing was begun")
        return self._held

    def holds(self, journal: Journal) -> None:
        self._held = journal if isinstance(journal, MemoryJournal) else None

    def playing(self, journal: Journal) -> None:
        """There is but one."""

    def unfinished(self) -> tuple[tuple[Unfinished, ...], tuple[JournalError, ...]]:
        held = self._held
        return (() if held is None else (Unfinished(held.match_id, held.system),)), ()


def twin(session: Session, ports: Ports, reception: Reception) -> Session:
    """Another session at the same moment, in another world."""
    other = copy.copy(session)
    for name, value in vars(session).items():
        setattr(other, name, _apart(value))
    setattr(other, "_ports", ports)  # noqa: B010
    setattr(other, "_reception", reception)  # noqa: B010
    return other


def _apart(value: Any) -> Any:
    """What changes is copied; what is frozen is shared."""
    match value:
        case dict():
            return {key: _apart(each) for key, each in value.items()}
        case deque():
            return deque(map(_apart, value))
        case SeatDesk() | MemoryJournal():
            return copy.copy(value)
        case Faults() | Play():
            other = copy.copy(value)
            for name, part in vars(value).items():
                setattr(other, name, _apart(part))
            return other
        case _:
            return value


def moment(session: Session) -> Hashable:
    """Equal for two sessions that will answer alike, whatever comes. TypeError for a field that is not known here."""
    return tuple(_told(value) for name, value in vars(session).items() if name not in BESIDE)


def _told(value: Any) -> Hashable:
    match value:
        case dict():
            return frozenset((key, _told(each)) for key, each in value.items())
        case deque():
            return tuple(map(_told, value))
        case Sealed():
            return _told(value.unseal())
        case hw.Tag():
            return value.uid
        case Opening():
            return value.card  # the salt is another one each time
        case SeatDesk():
            return tuple(_told(getattr(value, part.name)) for part in fields(value))
        case Faults():
            return _told(vars(value))
        case Play():
            return _stands(value.state)
        case None | bool() | str() | tuple() | frozenset() | KnownCard() | Focus() | FaultNote() | hw.DispenserUp():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} of a session: say in {__name__} what tells two of them apart")


def _stands(match: MatchState[Any]) -> Hashable:
    """Without the commitments, and without what only grows: counts, and the story that is told."""
    marks = tuple((mark.seat, mark.game, mark.held) for mark in match.marks)
    seals = frozenset(seat for seat, _ in match.seals)
    frozen = (match.game, match.numbers, match.ledger, match.proposal, match.ended, match.judged, match.undo)
    return (*frozen, seals, marks)
