"""Copy a session at one moment, and compare two moments, to try every order of acts.

This reads the session's private fields, and fails on an unknown field.
"""

import copy
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from types import MethodType, NoneType
from typing import Any, TypeAlias, cast

import hal.events as hw
from hal.sealed import Sealed
from lab.memory_records import MemoryJournal
from table.records.beside.named_players import NamedPlayer
from table.records.open_match import OpenMatch
from table.rules.cards import KnownCard
from table.rules.kept import Alike
from table.rules.match.commands import Opening
from table.rules.match.ledger import TokenJob
from table.rules.match.state import MatchState, UndoPoint
from table.rules.match.undo import held
from table.rules.prompts import Prompt
from table.session.answers.answering import Answering
from table.session.answers.by_hand import TokensByHand
from table.session.answers.notices import Notices
from table.session.answers.open_questions import Questions
from table.session.answers.players_acts import PlayersActs
from table.session.answers.recalled_codes import RecalledCodes
from table.session.answers.seat_readers import SeatReaders
from table.session.answers.shown_hands import ShownHands
from table.session.clock_face import ClockWarnings, Deadline, PlayedTime, RoundCountdown
from table.session.far.far_table import FarTable
from table.session.fault_notes import Faults
from table.session.held_seals import HeldSeals
from table.session.journal_writer import JournalWriter
from table.session.match_dispenser import MatchDispenser
from table.session.match_switch import MatchSwitch
from table.session.names_of_players import NamesOfPlayers
from table.session.phones.phone_acts import ActsOfPhones
from table.session.phones.phone_ways import PhoneWay, PhoneWays
from table.session.ports import Ports
from table.session.seat_lamps import Lamps
from table.session.seat_state import SeatState
from table.session.session import Session
from table.session.staleness import Askings
from table.view.published import FaultNote, Focus

CHANGING = (
    Session,
    JournalWriter,
    MatchDispenser,
    MatchSwitch,
    HeldSeals,
    Lamps,
    Faults,
    Deadline,
    SeatState,
    OpenMatch,
    MemoryJournal,
    ClockWarnings,
    RoundCountdown,
    PlayedTime,
    Askings,
    PhoneWays,
    FarTable,
    ActsOfPhones,
    TokensByHand,
    NamesOfPlayers,
    Notices,
    Questions,
    RecalledCodes,
    ShownHands,
    Answering,
    PlayersActs,
    SeatReaders,
)
"""The mutable parts of a session. All other parts are frozen."""
GIVEN_ONCE = frozenset(
    {
        "_wiring",
        "_ports",
        "_starter",
        "_send",
        "_ask",
        "_late",
        "_low",
        "_entropy",
        "_commit",
        "_panels",
        "_after_s",
        "_known",
        "_kept",
        "_hand",
        "_has_phone",
    }
)
ONLY_SHOWN = frozenset(
    {
        "_notice",
        "_warnings",
        "resumed",
        "_lobby",
        "_shown",
        "shown",
        "recalled",
        "_played_time",
        "_round_clock",
        "_askings",
    }
)
BESIDE = GIVEN_ONCE | ONLY_SHOWN
PLAIN = frozenset({NoneType, bool, int, float, str, frozenset})
"""The types of most values, checked first for speed."""


def twin(session: Session, world: Session) -> Session:
    """Return a session at the same moment as `session`, with the ports of `world`, whose own moment is irrelevant."""
    ours, theirs = vars(session), vars(world)
    there: dict[int, Any] = {id(ours[part]): theirs[part] for part in ("_ports", "_starter")}
    for port in Ports.__struct_fields__:
        there[id(getattr(ours["_ports"], port))] = getattr(theirs["_ports"], port)
    other: Session = _apart(session, there)
    return other


def _apart(value: Any, there: dict[int, Any]) -> Any:
    """Copy each mutable part once, and share the frozen parts. `there` maps each part to its copy."""
    if type(value) in PLAIN:
        return value
    if id(value) in there:
        return there[id(value)]
    match value:
        case dict():
            return {key: _apart(each, there) for key, each in value.items()}
        case deque():
            return deque(_apart(each, there) for each in value)
        case tuple() if any(isinstance(each, CHANGING) for each in value):
            return tuple(_apart(each, there) for each in value)
        case MethodType():
            return MethodType(value.__func__, _apart(value.__self__, there))
        case _ if isinstance(value, CHANGING):
            there[id(value)] = other = _copied(value)
            for name, part in _vars(value):
                setattr(other, name, _apart(part, there))
            return other
        case _:
            return value


def _copied(value: Any) -> Any:
    """Return a shallow copy. This is faster than `copy.copy`, and millions are made."""
    if not hasattr(value, "__dict__"):
        return copy.copy(value)
    other = object.__new__(type(value))
    other.__dict__.update(value.__dict__)
    return other


class Hashed:
    """A frozen value that computes its hash once."""

    __slots__ = ("_hash", "_of", "_value")

    def __init__(self, value: Hashable, of: object = None) -> None:
        """`of` is kept alive with this object, so that no other object gets its identity."""
        self._value: Hashable = value
        self._hash: int = hash(value)
        self._of = of

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hashed) or self._hash != other._hash:
            return False
        return self._value is other._value or self._value == other._value


Hashes: TypeAlias = dict[int, Hashed]
"""The game states and undo points that have been hashed, by identity."""


def moment(session: Session, hashes: Hashes) -> Hashable:
    """Return a value that is equal for two sessions with the same future behaviour.

    Raises TypeError for an unknown field.
    """
    return _state(session, set(), hashes)


def _state(value: Any, seen: set[int], hashes: Hashes) -> Hashable:
    """Return the state of a value as a hashable value. `seen` holds the identities of the parts already included."""
    if type(value) in PLAIN:
        return cast(Hashable, value)
    match value:
        case dict():
            return frozenset((key, _state(each, seen, hashes)) for key, each in value.items())
        case deque() | tuple():
            return tuple(_state(each, seen, hashes) for each in value)
        case Sealed():
            return _state(value.unseal(), seen, hashes)
        case hw.Tag():
            return value.uid
        case NamedPlayer():
            return value.name  # the salt differs each time
        case Opening():
            return value.card  # the salt differs each time
        case OpenMatch():
            return _stands(value.state, hashes)
        case _ if isinstance(value, CHANGING):
            if id(value) in seen:
                return None
            seen.add(id(value))
            parts = ((each.name, getattr(value, each.name)) for each in fields(value)) if is_dataclass(value) else ()
            return tuple(_state(part, seen, hashes) for name, part in (*parts, *_vars(value)) if name not in BESIDE)
        case str() | KnownCard() | Focus() | FaultNote() | Prompt() | TokenJob() | PhoneWay():
            return value
        case hw.DispenserUp():
            return value
        case Alike():
            return None  # a cache
        case _:
            raise TypeError(f"{type(value).__name__} of a session: say in {__name__} what tells two of them apart")


def _vars(value: Any) -> Iterator[tuple[str, Any]]:
    return iter(tuple(getattr(value, "__dict__", {}).items()))


def _hashed(game: Hashable, hashes: Hashes) -> Hashed:
    if id(game) not in hashes:
        hashes[id(game)] = Hashed(game)  # Hashed keeps the state alive, and so its identity
    return hashes[id(game)]


def _marks(marks: tuple[UndoPoint, ...], hashes: Hashes) -> Hashed:
    """Return the undo points as a hashed value. Most acts do not change them, so each is hashed once."""
    if id(marks) not in hashes:
        points = tuple((mark.seat, _hashed(mark.game, hashes), held(mark.ledger)) for mark in marks)
        hashes[id(marks)] = Hashed(points, marks)
    return hashes[id(marks)]


def _stands(match: MatchState[Any], hashes: Hashes) -> Hashable:
    """Return the state without the commitments and without parts that only grow, such as counts and the story."""
    seals = frozenset(seat for seat, _ in match.seals)
    frozen = (
        _hashed(match.game, hashes),
        match.numbers,
        match.awaiting,
        match.ledger,
        match.proposal,
        match.ended,
        match.judged,
        match.undo,
        match.score,
        match.clock,
    )
    return (*frozen, seals, _marks(match.marks, hashes))
