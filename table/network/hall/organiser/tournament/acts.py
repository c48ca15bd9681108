"""The organiser's acts at the desk. Each is a line of the hall's log."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from table.network.hall.wire.decoding import decoded
from table.rules.seats import Seat
from table.view.hall import Pairing, TieBreak
from table.view.hall_events import MatchId

VERSION = 1
BEGUN = b'{"desk":'
"""The beginning of an act's line in the log."""
MOST_POINTS = 1_000_000
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
Points: TypeAlias = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Name: TypeAlias = Annotated[str, Meta(max_length=80)]
MatchPoints: TypeAlias = Annotated[int, Meta(ge=-1000, le=1000)]
MOST_PAIRINGS = 4000
MOST_LINES = 1024 * 1024
"""The most lines of a file of pairings: a line has at least a byte."""


class HallStarted(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The hall's program began. The events after it were kept at this time or later."""


class DeskOpened(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The organiser logged in."""


class DeskClosed(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The organiser logged out."""


class RoundClockSet(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The clock of the round is set, started or stopped. Omitted values stay."""

    minutes: Annotated[int, Meta(ge=1, le=6000)] | None = None
    round: RoundNumber | None = None
    runs: bool | None = None


class RoundClockRemoved(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """No clock is shown any more."""


class TableJudgeCalled(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A judge is called to a table, which freezes its match."""

    table: Name


class JudgeAnswered(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The organiser has seen the call, and a judge is on the way."""

    table: Name


class ResultEntered(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The result of a pairing is entered, or replaces the reported one."""

    round: RoundNumber
    blue: Name
    red: Name
    blue_points: Points
    red_points: Points
    winner: Seat | None
    reason: Annotated[str, Meta(min_length=1, max_length=200)]
    table: Name = ""
    """The table of the pairing, filled in by the hall."""
    match: Annotated[str, Meta(max_length=64)] = ""
    """Its match at that table, filled in by the hall; empty without one."""


class ResultWithdrawn(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The entered result no longer counts."""

    round: RoundNumber
    blue: Name
    red: Name
    reason: Annotated[str, Meta(max_length=200)]


class NamedPairing(Struct, frozen=True, forbid_unknown_fields=True):
    """A pairing, as the organiser's page names it."""

    round: RoundNumber
    blue: Name
    red: Name


class MatchAssigned(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A match that is over was played for this pairing, or for none."""

    table: Name
    match: MatchId
    pairing: NamedPairing | None
    swapped: bool = False
    """True if the pairing's blue player sat at the red side."""


class CodeEntered(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The players of a match entered the code of its end, which they copied from their screen."""

    table: Name
    match: MatchId
    code: Annotated[str, Meta(min_length=1, max_length=100)]
    """In its normal form, once the hall has taken it."""


class PairingsTaken(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """These are all pairings of their rounds, in place of earlier ones."""

    pairings: Annotated[tuple[Pairing, ...], Meta(min_length=1, max_length=MOST_PAIRINGS)]
    without: Annotated[tuple[Name, ...], Meta(max_length=2 * MOST_PAIRINGS)] = ()
    """The earlier players that the organiser knows to be missing."""
    left_out: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=MOST_PAIRINGS)] = ()
    """The lines of the file that are no pairings, as the organiser saw them."""
    more_left_out: Annotated[int, Meta(ge=0, le=MOST_LINES)] = 0
    """The number of further lines that are no pairings."""


class ScoringSet(Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The points of each result and the tie-breaks are set."""

    win: MatchPoints
    draw: MatchPoints
    loss: MatchPoints
    bye: MatchPoints
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=3)] = ()


Act: TypeAlias = (
    HallStarted
    | DeskOpened
    | DeskClosed
    | RoundClockSet
    | RoundClockRemoved
    | TableJudgeCalled
    | JudgeAnswered
    | ResultEntered
    | ResultWithdrawn
    | MatchAssigned
    | CodeEntered
    | PairingsTaken
    | ScoringSet
)


class ActLine(Struct, frozen=True):
    """An act in the log."""

    desk: int
    at_s: float
    """The time, in seconds of this machine's clock."""
    address: str
    """The browser's address."""
    act: Act


def act_line(act: Act, at_s: float, address: str) -> bytes:
    return msgspec.json.encode(ActLine(VERSION, at_s, address, act))


def act_in(line: bytes) -> ActLine | None:
    """Return the act in a line of the log. None for a line of a table, or an invalid one."""
    if not line.startswith(BEGUN):
        return None
    try:
        return decoded(line, ActLine)
    except msgspec.MsgspecError:
        return None
