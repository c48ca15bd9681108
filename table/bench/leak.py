"""Everything that a table says to the world until a hidden card is revealed, with its time in milliseconds."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec.structs import replace

from sim_hardware.nfc.tags import Card
from table.bench.evening import begin
from table.bench.virtual import VirtualTable
from table.config import Config
from table.config.schema import State
from table.games.commands import Answer
from table.games.seats import BLUE, RED
from table.published import Published

SYSTEM = "legion_2024"
SIDES = {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"}
OTHERS_CARD = "legion.card.push"
SEED = 4


class Witness(logging.Handler):
    """Notes what is published, logged at any level, and said to the devices."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.seen: list[bytes] = []
        self.table: VirtualTable | None = None

    def note(self, what: str) -> None:
        now_ms = 0 if self.table is None else self.table.clock.now_ns // 1_000_000
        self.seen.append(f"{now_ms} {what}".encode())

    def emit(self, record: logging.LogRecord) -> None:
        self.note(f"log {record.levelno} {record.name} {record.getMessage()}")

    def publish(self, published: Published) -> None:
        self.note(msgspec.json.encode(published).decode())


def hidden(card: str, tag: Card | None = None, seed: int = SEED) -> bytes:
    """Blue locks the card, red lays one and does not: all that leaves the process until then.

    The one thing that may differ, the commitment, is blotted out. `tag` is what the card has instead of its usual one.
    """
    witness = Witness()
    with TemporaryDirectory() as folder, _listening(witness):
        config = replace(Config(), state=State(folder=folder))
        table = VirtualTable(config, seed=seed, retagged=None if tag is None else (BLUE, card, tag))
        witness.table = table
        table.watch(witness.publish)
        begin(table, SYSTEM, SIDES)
        for seat, number in ((BLUE, 7), (RED, 42)):
            table.session.step(Answer(seat, "match.number", number))
        table.lay(BLUE, card)
        table.hold(BLUE)
        table.lay(RED, OTHERS_CARD)
        table.wait(1.0)
        return b"\n".join(_all(table, witness, Path(folder)))


def _all(table: VirtualTable, witness: Witness, folder: Path) -> Iterator[bytes]:
    play = table.session.play
    if play is None or not table.now.desks[0].locked:
        raise RuntimeError("the card was not locked: there is nothing to compare")
    commitment = dict(play.state.seals)[BLUE].encode()
    batches = tuple(play.journal.batches())
    table.close()
    yield from (line.replace(commitment, b"-" * 64) for line in (*witness.seen, *batches))
    yield from (repr(sent).encode() for sent in table.sent)
    yield repr((table.lamp(BLUE), table.lamp(RED), table.fallen)).encode()
    for path in sorted(folder.rglob("*")):
        yield f"{path.relative_to(folder)} {path.stat().st_size} {path.stat().st_mode:o}".encode()


def differing(one: bytes, other: bytes) -> int:
    """In how many bytes."""
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))


@contextmanager
def _listening(witness: Witness) -> Iterator[None]:
    root = logging.getLogger()
    level = root.level
    root.addHandler(witness)
    root.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        root.removeHandler(witness)
        root.setLevel(level)
