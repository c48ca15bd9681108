"""A table with a password of its own that sends whatever may harm the hall: a program without the product's code.

`python -m lab.campaigns.hall.hostile_table PORT TABLE ATTACK...` reads the password from its standard input, makes what
takes long to make, prints READY, and attacks from the next line of its input until it is ended. It speaks MQTT 5 by
itself, and connects again whenever the broker ends a connection.
"""

import hashlib
import json
import os
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count

ROOT = "command-table"
READY = "ready"
"""The line that it prints before it waits."""
HUGE = 200 * 1024 * 1024
"""The bytes of the largest retained message."""
LARGE = 3_500_000
"""The bytes of a match file without an end to them."""
EPOCHS = 20_000
PER_S = 12_500_000
"""The bytes a second that it sends: all that a network of 100 Mbit/s takes."""
FLOOD_S = 20.0
PIECE = 64 * 1024
LARGE_FILES, PREPARED = 4, 3
"""The large files that are sent at once, and the number of different such attacks."""
ENDS, MOST_EVENTS = 4_000, 64
"""The ends that are reported of one match, and the most events of a message."""


class Publisher:
    """A connection to the broker that only publishes."""

    def __init__(self, port: int, table: str, password: str) -> None:
        """Raises OSError."""
        self._table = table
        body = b"\0\4MQTT\5\xc2\0\0\0" + b"".join(_text(each) for each in (table, table, password))
        self._port, self._greeting = port, _packet(0x10, body)
        self._end = self.connect()
        self._end.recv(1024)
        self._due_s = time.monotonic()

    def connect(self) -> socket.socket:
        """Return another connection of the same name, without waiting for the broker's answer. Raises OSError."""
        end = socket.create_connection(("127.0.0.1", self._port), 10)
        end.sendall(self._greeting)
        return end

    def publish(self, last: str, payload: bytes, *, retain: bool = False) -> None:
        """Raises OSError once the broker has ended the connection."""
        self.send(self.packet(last, payload, retain=retain))

    def packet(self, last: str, payload: bytes, *, retain: bool = False, more: int = 0, properties: int = 0) -> bytes:
        """Return a packet with so many empty properties, of which so many more bytes are sent separately."""
        listed = properties * b"\x26\0\0\0\0"
        body = _text(f"{ROOT}/{self._table}/{last}") + _length(len(listed)) + listed + payload
        return _packet(0x31 if retain else 0x30, body, more)

    def send(self, raw: bytes) -> None:
        """Send as fast as the network takes it. Raises OSError once the broker has ended the connection."""
        for at in range(0, len(raw), PIECE):
            time.sleep(max(0.0, self._due_s - time.monotonic()))
            piece = raw[at : at + PIECE]
            self._due_s = max(self._due_s, time.monotonic() - 0.01) + len(piece) / PER_S
            self._end.sendall(piece)

    def close(self) -> None:
        self._end.close()


CONNECTIONS, MOST_TOPICS, PROPERTIES = 50, 6_000, 10_000
"""The connections that are open at once, the topics of a packet that subscribes, and the properties of a message."""
Attack = Callable[[Publisher, str, int], None]
"""An attack over a connection of this table. The number differs each time. Raises OSError if the broker ends it."""


def huge_retained(publisher: Publisher, _table: str, turn: int) -> None:
    """Let the broker retain messages of 200 MB, and of as much as it takes."""
    publisher.send(publisher.packet("state" if turn % 2 else "online", b"", retain=True, more=HUGE))
    for _ in range(HUGE // PIECE):
        publisher.send(bytes(PIECE))


def large_retained(publisher: Publisher, _table: str, _turn: int) -> None:
    for last in ("state", "online", "event"):
        publisher.publish(last, b" " * LARGE, retain=True)


def many_epochs(publisher: Publisher, _table: str, turn: int) -> None:
    """Send states of 20,000 outboxes."""
    for number in range(EPOCHS):
        publisher.publish("state", b'{"v":1,"epoch":"t%de%d","seq":1}' % (turn, number))


def large_files(publisher: Publisher, table: str, turn: int) -> None:
    """Send matches that are over, with files of 3.5 MB whose chains are right: each is kept and verified."""
    for payload in _large_files(table, turn):
        publisher.publish("event", payload)


def many_matches(publisher: Publisher, table: str, turn: int) -> None:
    """Send thousands of short matches with their files."""
    for payload in _short_files(table, turn):
        publisher.publish("event", payload)


def many_ends(publisher: Publisher, table: str, turn: int) -> None:
    """Send one large file, and thousands of codes and ends of its match, as many in each message as it may have."""
    for payload in _one_file(table, turn):
        publisher.publish("event", payload)


def flood(publisher: Publisher, _table: str, _turn: int) -> None:
    """Send short messages without a pause."""
    piece = publisher.packet("event", b"{}") * (PIECE // 40)
    until_s = time.monotonic() + FLOOD_S
    while time.monotonic() < until_s:
        publisher.send(piece)


def properties(publisher: Publisher, _table: str, _turn: int) -> None:
    """Send short messages with thousands of properties each."""
    until_s = time.monotonic() + FLOOD_S
    while time.monotonic() < until_s:
        publisher.send(publisher.packet("event", b"{}", properties=PROPERTIES))


def connects(publisher: Publisher, _table: str, _turn: int) -> None:
    """Connect again and again without a pause. Each connection ends the one before, which has the same name."""
    opened = deque[socket.socket]()
    until_s = time.monotonic() + FLOOD_S
    while time.monotonic() < until_s:
        opened.append(publisher.connect())
        if len(opened) > CONNECTIONS:
            opened.popleft().close()
    for each in opened:
        each.close()


def subscriptions(publisher: Publisher, _table: str, turn: int) -> None:
    """Subscribe to further topics without a pause, as many in each packet as fit into a piece."""
    until_s, number = time.monotonic() + FLOOD_S, turn * MOST_TOPICS
    while time.monotonic() < until_s:
        topics = b"".join(_text(f"{each:x}") + b"\0" for each in range(number, number + MOST_TOPICS))
        number += MOST_TOPICS
        publisher.send(_packet(0x82, b"\0\1\0" + topics))


ATTACKS: tuple[Attack, ...] = (
    huge_retained,
    large_retained,
    many_epochs,
    large_files,
    many_matches,
    many_ends,
    properties,
    connects,
    flood,
)


STATED = (subscriptions,)
"""The attacks that succeed, as `docs/play/hall.md` states."""
AT_BROKER = huge_retained, connects
"""The attacks of which the hall receives nothing."""


def _large_files(table: str, turn: int) -> Sequence[bytes]:
    return _matches(table, f"files{turn % PREPARED}", LARGE_FILES, LARGE)


def _short_files(table: str, turn: int) -> Sequence[bytes]:
    return _matches(table, f"short{turn % PREPARED}", EPOCHS // 10, 200)


def _one_file(table: str, turn: int) -> Sequence[bytes]:
    return _ends(table, f"ends{turn % PREPARED}")


MADE: Mapping[Attack, Callable[[str, int], Sequence[bytes]]] = {
    large_files: _large_files,
    many_matches: _short_files,
    many_ends: _one_file,
}
"""The messages of the attacks that take long to make."""


@cache
def _matches(table: str, epoch: str, matches: int, size: int) -> Sequence[bytes]:
    """Return the messages of matches. They are kept, so that they cost this machine no time again."""
    return tuple(_made_matches(table, epoch, matches, size))


def _made_matches(table: str, epoch: str, matches: int, size: int) -> Iterator[bytes]:
    """Yield the messages of matches, each with its end and its file of this size."""
    events = list[dict[str, object]]()
    for match in (f"{epoch}m{number}" for number in range(matches)):
        file, chain = _file(match, size)
        events += (_over(match, chain), {"kind": "record", "match": match, "file": file})
    yield from _numbered(table, epoch, events)


@cache
def _ends(table: str, epoch: str) -> Sequence[bytes]:
    """Return the messages of one match with a large file, whose end is reported with another link again and again."""
    match = f"{epoch}m"
    file, chain = _file(match, LARGE)
    events: list[dict[str, object]] = [{"kind": "record", "match": match, "file": file}]
    for number in range(ENDS):
        events += ({"kind": "code", "match": match, "code": chain}, _over(match, f"{number:064x}"))
    lines = [*_numbered(table, epoch, events)]
    return (lines[0], *(b"\n".join(lines[at : at + MOST_EVENTS]) for at in range(1, len(lines), MOST_EVENTS)))


def _over(match: str, chain: str) -> dict[str, object]:
    return {
        "kind": "over", "match": match, "end": "finished", "winner": "blue", "by": "points", "blue": 99, "red": 0,
        "chain": chain,
    }  # fmt: skip


def _numbered(table: str, epoch: str, events: Iterable[object]) -> Iterator[bytes]:
    """Yield the lines of an outbox with these events."""
    link = hashlib.sha256(f"command-table hall 1\0{table}\0{epoch}".encode()).digest()
    for number, event in enumerate(events, 1):
        body = json.dumps(event, separators=(",", ":")).encode()
        link = hashlib.sha256(link + body).digest()
        head = f'{{"v":1,"table":"{table}","epoch":"{epoch}","seq":{number},"chain":"{link.hex()}","event":'
        yield head.encode() + body + b"}"


def _file(match: str, size: int) -> tuple[str, str]:
    """Return a match file of about this size, with a right chain, and its last link (docs/develop/match_file.md)."""
    lines = [f'{{"format":"command-table match 1","match":"{match}","system":"skirmish"}}']
    link = hashlib.sha256(f"command-table journal 1\0{match}".encode()).digest()
    body = '{"cause":{"command":null,"chance":[]},"events":[{"type":"Told","number":1}]}'
    batches = max(1, size // (len(body) + 110))  # in the message, each quotation mark takes two bytes
    for _ in range(batches):
        link = hashlib.sha256(link + body.encode()).digest()
        lines.append(f'{{"chain":"{link.hex()}","batch":{body}}}')
    lines.append(f'{{"head":"{link.hex()}","batches":{batches}}}')
    return "\n".join(lines) + "\n", link.hex()


def _packet(first: int, body: bytes, more: int = 0) -> bytes:
    return bytes([first]) + _length(len(body) + more) + body


def _length(left: int) -> bytes:
    """Return a number in as many bytes as it needs (MQTT 5, 1.5.5)."""
    length = bytearray()
    while True:
        left, digit = divmod(left, 128)
        length.append(digit | (128 if left else 0))
        if not left:
            return bytes(length)


def _text(words: str) -> bytes:
    return len(words.encode()).to_bytes(2, "big") + words.encode()


def attack_always(port: int, table: str, password: str, attacks: Sequence[Attack]) -> None:
    """Run these attacks in turn, until this program is ended."""
    for turn in count():
        for attack in attacks:
            try:
                publisher = Publisher(port, table, password)
            except OSError:
                time.sleep(0.2)
                continue
            try:
                attack(publisher, table, turn)
                report = "sent"
            except OSError as error:
                report = str(error)
            finally:
                publisher.close()
            sys.stdout.write(f"{attack.__name__}: {report}\n")
            sys.stdout.flush()


def be_another_computer() -> None:
    """Give way to all other programs. In real time, nothing would wait for a processor that this program has."""
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(10)


if __name__ == "__main__":
    be_another_computer()
    wanted = [each for each in (*ATTACKS, *STATED) if each.__name__ in sys.argv[3:]]
    secret = sys.stdin.readline().strip()
    for each in wanted:
        if each in MADE:
            MADE[each](sys.argv[2], 0)
    sys.stdout.write(f"{READY}\n")
    sys.stdout.flush()
    sys.stdin.readline()
    attack_always(int(sys.argv[1]), sys.argv[2], secret, wanted)
