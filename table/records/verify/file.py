"""The match file: a header, one line a batch, a last line. Every byte is checked (`docs/develop/match_file.md`)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from table.records.beside.named_players import NamedPlayer, Players
from table.records.journal import Batch, chain_next, chain_start, split
from table.records.ports import Journal
from table.records.verify import form
from table.rules.errors import InputError
from table.rules.seats import BLUE, RED, SEATS

FORMAT = "command-table match 1"
MOST_BYTES = 8 * 1024 * 1024
"""The most bytes of a match file: some 10,000 batches. A long match has a few hundred."""

_NAMED = rb'"%s":\["([^"\\\x00-\x1f]+)","([0-9a-f]{64})"\]'
_PLAYERS = rb'(?:,"players":\{(?:%s)?(?:,?%s)?\})?' % (_NAMED % b"blue", _NAMED % b"red")
_HEADER = re.compile(
    rb'\{"format":"command-table match 1","match":"([a-z0-9_]+)","system":"([a-z0-9_]+)"' + _PLAYERS + rb"\}"
)
_BATCH = re.compile(rb'\{"chain":"([0-9a-f]{64})","batch":(.*)\}', re.DOTALL)
_SOME_HEADER = re.compile(rb'\{"format":"command-table match [0-9]+"')


class ForgedError(InputError, ValueError):
    """The file was changed. `line` counts from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


class ForeignError(InputError, ValueError):
    """The file is not a match file, or has a format unknown to this program."""


class MatchFile(NamedTuple):
    """A complete match file with a valid chain."""

    match: str
    system: str
    batches: tuple[Batch, ...]
    links: tuple[str, ...]
    """The link of the chain after each batch, 64 hex digits."""
    players: Players

    @property
    def head(self) -> str:
        """Return the last link, which identifies the whole file."""
        return self.links[-1]


def written(journal: Journal, players: Players | None = None) -> Iterator[bytes]:
    """Return the file's lines, with the names of these players in the first one.

    They contain the chance secret only if the journal has disclosed it. The thread of the journal calls it. Raises
    sqlite3.Error.
    """
    yield header_line(journal.match_id, journal.system, players)
    head, count = chain_start(journal.match_id), 0
    for body in journal.batches():
        head, count = chain_next(head, body), count + 1
        yield batch_line(head, body)
    yield end_line(head, count)


class ChainOfFile(NamedTuple):
    """The valid chain of a file whose batches are not checked yet."""

    match: str
    system: str
    bodies: tuple[bytes, ...]
    links: tuple[str, ...]
    players: Players
    """The names in the first line. The chain has their commitments (`facts.check_players`)."""


def read(raw: bytes) -> MatchFile:
    """Return a match file from its bytes. Pure.

    Raises ForgedError if the chain or the form is broken, and ForeignError if it is not a match file.
    """
    chain = read_chain(raw)
    batches = tuple(_split(number, body) for number, body in enumerate(chain.bodies, 2))
    return MatchFile(chain.match, chain.system, batches, chain.links, chain.players)


def read_chain(raw: bytes) -> ChainOfFile:
    """Return the chain of a match file, in a tenth of the time of `read`. Raises the same errors."""
    if len(raw) > MOST_BYTES:
        raise ForeignError("larger than 8 MiB, which no match file is")
    lines = raw.split(b"\n")
    header = _HEADER.fullmatch(lines[0])
    if header is None:
        known = _SOME_HEADER.match(lines[0]) is not None
        raise ForeignError("of a format that is not known here" if known else "not a match file")
    if len(lines) < 4 or lines[-1]:
        raise ForgedError(len(lines), "the file is cut short, or does not end with a line feed")
    match, system, players = header[1].decode(), header[2].decode(), _players(header)
    if lines[0] + b"\n" != header_line(match, system, players):
        raise ForeignError("not a match file")
    head, bodies, links = chain_start(match), list[bytes](), list[str]()
    for number, line in enumerate(lines[1:-2], 2):
        found = _BATCH.fullmatch(line)
        if found is None:
            raise ForgedError(number, "not a batch")
        head = chain_next(head, found[2])
        link = head.hex()
        if link.encode() != found[1]:
            raise ForgedError(number, "does not follow from the line before it")
        bodies.append(found[2])
        links.append(link)
    if lines[-2] + b"\n" != end_line(head, len(bodies)):
        raise ForgedError(len(lines) - 1, "the last line does not fit what stands before it")
    return ChainOfFile(match, system, tuple(bodies), tuple(links), players)


def links_of(raw: bytes, match: str) -> tuple[str, ...]:
    """Return the links of a match file; empty if its chain is broken, or it is of another match. Pure."""
    try:
        chain = read_chain(raw)
    except (ForgedError, ForeignError):
        return ()
    return chain.links if chain.match == match else ()


def header_line(match: str, system: str, players: Players | None = None) -> bytes:
    """Return the first line, with its line feed."""
    there = {} if players is None else players
    named = ",".join(f'"{seat}":["{there[seat].name}","{there[seat].salt}"]' for seat in SEATS if seat in there)
    listed = f',"players":{{{named}}}' if named else ""
    return f'{{"format":"{FORMAT}","match":"{match}","system":"{system}"{listed}}}\n'.encode()


def batch_line(link: bytes, body: bytes) -> bytes:
    """Return the line of a batch, with its line feed. `link` is the head of the chain after it."""
    return b'{"chain":"%s","batch":%s}\n' % (link.hex().encode(), body)


def end_line(head: bytes, count: int) -> bytes:
    """Return the last line, with its line feed."""
    return b'{"head":"%s","batches":%d}\n' % (head.hex().encode(), count)


def _players(header: re.Match[bytes]) -> Players:
    """Return the names in a first line. Raises ForeignError if one is not text."""
    blue, blues_salt, red, reds_salt = header.groups()[2:]
    found = ((BLUE, blue, blues_salt), (RED, red, reds_salt))
    try:
        return {seat: NamedPlayer(name.decode(), salt.decode()) for seat, name, salt in found if name}
    except UnicodeDecodeError as error:
        raise ForeignError("not a match file") from error


def _split(number: int, body: bytes) -> Batch:
    try:
        form.check(body)
        return split(body)
    except (msgspec.MsgspecError, ValueError) as error:
        raise ForgedError(number, f"not a batch ({error})") from error
