"""The two messages between a table and the web program that it starts: one JSON line each, through pipes."""

from msgspec import Struct

from table.config.schema import WebConfig


class WebOrder(Struct, frozen=True):
    """The first line to the web program. The pipe stays open: the web program ends when it is closed."""

    web: WebConfig
    state: str
    """The state folder, which has the table's sockets."""
    screen: bool = False
    """True if it serves the page of a browser that is the table's screen."""


class WebNews(Struct, frozen=True):
    """A line from the web program: its current addresses."""

    addresses: tuple[str, ...] = ()
    """The addresses of its first page, best first; empty if this computer is in no network."""
    port: int = 0
    """The port at which it listens; 0 if it does not run."""
    confined: bool = False
    """True if the system lets it read no file but programs and libraries."""
    why: str = ""
    """The reason why it does not run; empty if it does."""
