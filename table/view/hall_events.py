"""The events that a table sends to its hall: public ones, and those for helpers."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from table.rules.match.events import MatchEnd
from table.rules.seats import Seat
from table.view.clock import RunningClock
from table.view.sentences import Sentences

MatchId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
Link: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""A link of a match's chain, in hex."""
WholeNumber: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that JSON has for everybody. Sums of longer ones can get too long to be written."""

LATEST_S = 1e11
"""The largest valid time."""


class MatchBegan(Struct, frozen=True, tag="began", tag_field="kind"):
    """A match begins at the table, or is resumed there."""

    match: MatchId
    system: str
    blue: str
    """The name of the army or nation."""
    red: str
    at_s: Annotated[float, Meta(ge=0, le=LATEST_S)] | None = None
    """When it began, in seconds of the table's clock. Null if the outbox missed the beginning."""


class LineTold(Struct, frozen=True, tag="told", tag_field="kind"):
    """A line of the match's story, with its number in the match."""

    match: MatchId
    number: WholeNumber
    say: Sentences


class PointsStand(Struct, frozen=True, tag="points", tag_field="kind"):
    match: MatchId
    round: WholeNumber
    blue: WholeNumber
    red: WholeNumber


class CodeShown(Struct, frozen=True, tag="code", tag_field="kind"):
    """A link of the match's chain that the screen showed. The match's file has to contain it."""

    match: MatchId
    code: Link


class MatchOver(Struct, frozen=True, tag="over", tag_field="kind"):
    """A match is closed: both players have confirmed it, and its file is complete."""

    match: MatchId
    end: MatchEnd
    winner: Seat | None
    by: str
    blue: WholeNumber
    red: WholeNumber
    chain: Link
    """The last link of the chain of the match's file."""

    @property
    def counts(self) -> bool:
        """True for a match that has a result, and was not abandoned."""
        return self.end is not MatchEnd.ABANDONED


class MatchRecord(Struct, frozen=True, tag="record", tag_field="kind"):
    """The file of a finished match."""

    match: MatchId
    file: str


class FaultCame(Struct, frozen=True, tag="fault", tag_field="kind"):
    code: str
    part: str
    say: Sentences


class FaultWent(Struct, frozen=True, tag="mended", tag_field="kind"):
    code: str
    part: str


class JudgeHasTable(Struct, frozen=True, tag="judge", tag_field="kind"):
    on: bool


class ClockTold(Struct, frozen=True, tag="clock", tag_field="kind"):
    """A change of the match's clock; null if the match has no clock."""

    clock: RunningClock | None


HallEvent: TypeAlias = (
    MatchBegan
    | LineTold
    | PointsStand
    | CodeShown
    | MatchOver
    | MatchRecord
    | FaultCame
    | FaultWent
    | JudgeHasTable
    | ClockTold
)
