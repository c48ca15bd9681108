"""The two messages between a table and the web program that it starts: one JSON line each, through pipes.

The web program may be taken over, so the table accepts only news of this form, size and pace.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from table.config.schema import WebConfig

MOST_ADDRESSES = 64
MOST_BYTES = 16 * 1024
"""The most bytes of a line with news."""
LOOK_S = 2.0
"""The seconds between two checks of this computer's networks."""
NEWS_S = LOOK_S / 4
"""The shortest time between two news that the table reads. Further ones wait in the pipe."""

Address: TypeAlias = Annotated[str, Meta(pattern=r"^http://[0-9A-Za-z.:\[\]-]{1,80}$")]
"""The beginning of a page's address, short enough for a QR code."""


class WebOrder(Struct, frozen=True):
    """The first line to the web program. The pipe stays open: the web program ends when it is closed."""

    web: WebConfig
    state: str
    """The state folder, which has the table's sockets."""
    screen: bool = False
    """True if it serves the page of a browser that is the table's screen."""


class WebNews(Struct, frozen=True):
    """A line from the web program: its current addresses."""

    addresses: Annotated[tuple[Address, ...], Meta(max_length=MOST_ADDRESSES)] = ()
    """The addresses of its first page, best first; empty if this computer is in no network."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """The port at which it listens; 0 if it does not run."""
    confined: bool = False
    """True if the system lets it read no file but programs and libraries."""
    why: Annotated[str, Meta(max_length=200)] = ""
    """The reason why it does not run; empty if it does."""
