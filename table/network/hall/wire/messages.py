"""The messages between a table and its hall. Each message is a JSON object with the version of the topics."""

from enum import StrEnum
from hashlib import sha256
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from table.network.hall.wire.decoding import decoded
from table.view.clock import ClockNow
from table.view.hall_asks import AskedClock
from table.view.hall_events import Link, WholeNumber
from table.view.operations import OperationsFault
from table.view.sentences import Sentences

VERSION = 1
"""The version of topics and messages. It grows when a field goes or means something else, never when one comes."""


EpochName: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9]{1,64}\Z")]
MOST_BYTES = 4 * 1024 * 1024
"""The most bytes of a message. The longest is that with a match's file."""
MOST_PACKET = MOST_BYTES + 1024
"""The most bytes of a packet: a message with its topic and its properties."""
MOST_EVENT_BYTES = MOST_STATE_BYTES = 16 * 1024
"""The most bytes of an event that is no match file, and of a state. Real ones have less than 2,000."""
MOST_TABLE_PACKET = 64 * 1024
"""The most bytes of a packet for a table."""
MOST_EVENTS = 64
"""The most events that one message has, and that an outbox has on their way. More are sent again later."""


class EventMessage(Struct, frozen=True):
    """An event of a table, by its number in one outbox. It comes at least once, until it is acknowledged."""

    v: WholeNumber
    table: str
    epoch: EpochName
    """The name of the outbox that counts. Another one counts from 1."""
    seq: Annotated[int, Meta(ge=1, le=2**53)]
    chain: Link
    """The link of the outbox's chain after this event."""
    event: Raw
    """A `HallEvent`, in the very bytes that the chain covers."""


class TableOnline(Struct, frozen=True):
    """A note that a table's outbox is at the broker, or has gone. The broker itself sends it in the end."""

    v: WholeNumber
    epoch: EpochName
    online: bool


class HallOnline(Struct, frozen=True):
    """A note that a hall receives, or has gone. Another `run` may have missed anything."""

    v: WholeNumber
    run: str
    online: bool


class Acknowledgement(Struct, frozen=True):
    """All events of this outbox up to this number are on the hall's disk."""

    v: WholeNumber
    epoch: EpochName
    seq: WholeNumber
    chain: str = ""
    """The link after it, as the hall has it."""
    again: bool = False
    """True if one is missing after it: the table sends from there on at once."""


class AskKind(StrEnum):
    REBIRTH = "rebirth"
    """The table sends its state, and again all events that it keeps after a given one."""
    JUDGE = "judge"
    """A judge comes to the table: its match is frozen."""
    ROUND_CLOCK = "round_clock"
    """The table shows the clock of the round, or removes it."""


class Ask(Struct, frozen=True):
    """Something that the hall asks of a table. The broker drops it once it has expired."""

    v: WholeNumber
    key: Annotated[str, Meta(min_length=1, max_length=64)]
    """Two requests with the same key count as one."""
    kind: AskKind
    epoch: str = ""
    after: WholeNumber = 0
    """The last event of that outbox that the hall has."""
    clock: AskedClock | None = None
    """With `round_clock`: the clock as the ask was sent, or null for none any more."""
    for_s: Annotated[int, Meta(ge=0, le=3600)] = 0
    """The seconds after which the broker drops it. The rest that it reports shows how long the message took."""


class PayoutAsked(Struct, frozen=True):
    """A payout that waits for the players."""

    rule: str
    say: Sentences


class TableState(Struct, frozen=True):
    """The table as it stands, retained by the broker."""

    v: WholeNumber
    epoch: EpochName
    seq: WholeNumber
    """The last event that the outbox has."""
    first: WholeNumber = 1
    """The first event that it still has. Earlier ones are lost."""
    there: bool = False
    """True while the table speaks to its outbox."""
    lives: bool = False
    """True while the table gives signs of life."""
    judged: bool = False
    match: str = ""
    system: str = ""
    round: WholeNumber = 0
    rounds: WholeNumber = 0
    phase: Sentences | None = None
    blue: str = ""
    red: str = ""
    blue_points: WholeNumber = 0
    red_points: WholeNumber = 0
    counts: bool = False
    clock: ClockNow | None = None
    faults: tuple[OperationsFault, ...] = ()
    payouts: tuple[PayoutAsked, ...] = ()
    asks: bool = False
    """True if the hall may ask the table itself for something."""
    round_clock: AskedClock | None = None
    """The clock of the hall's round that the table shows."""


def first_link(table: str, epoch: str) -> bytes:
    """Return the link of a chain without an event."""
    return sha256(b"command-table hall 1\0%s\0%s" % (table.encode(), epoch.encode())).digest()


def next_link(link: bytes, body: bytes) -> bytes:
    """Return the link after an event."""
    return sha256(link + body).digest()


def event_line(table: str, epoch: str, seq: int, link: bytes, body: bytes) -> bytes:
    """Return the message of an event: one line of JSON, without a line feed."""
    return msgspec.json.encode(EventMessage(VERSION, table, epoch, seq, link.hex(), Raw(body)))


def version_of(payload: bytes) -> int:
    """Return the version in a message; 0 without one."""
    try:
        found = decoded(payload, _Versioned)
    except msgspec.MsgspecError:
        return 0
    return found.v


class _Versioned(Struct):
    v: WholeNumber = 0
