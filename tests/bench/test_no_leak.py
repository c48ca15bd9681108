"""Two tables that differ only in a hidden card say the same to the world until the reveal: screen, lamps, log, journal,
serial line, and the time of it all."""

import logging
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from pytest_mock import MockerFixture

from hal.events import Tag
from table import fairness
from table.bench.evening import begin
from table.bench.virtual import VirtualTable
from table.cards import CardBook
from table.config import Config
from table.config.schema import State
from table.desks import KnownCard
from table.games.commands import Answer
from table.games.seats import BLUE, RED
from table.published import Published

SIDES = {BLUE: "sample:rebels_leia_luke", RED: "sample:empire_veers_vader"}
HIDDEN = (
    "legion.card.ambush",
    "legion.card.coordinated-bombardment",
    "legion.card.standing-orders",
    "legion.card.somebody-has-to-save-our-skins",
    "legion.card.implacable",  # the other's: it will be refused at the reveal, and nothing may say so before
)


class Witness(logging.Handler):
    """Everything that leaves the process, with its time."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.seen: list[tuple[int, str]] = []
        self.table: VirtualTable | None = None

    def note(self, what: str) -> None:
        self.seen.append((0 if self.table is None else self.table.clock.now_ns // 1_000_000, what))

    def emit(self, record: logging.LogRecord) -> None:
        self.note(f"log {record.name} {record.getMessage()}")

    def publish(self, published: Published) -> None:
        self.note(msgspec.json.encode(published).decode())


def sealed_evening(folder: Path, card: str, mocker: MockerFixture) -> tuple[list[tuple[int, str]], list[bytes], object]:
    """Blue locks the card, red lays one and does not; everything until then."""
    mocker.patch.object(fairness, "seal_commitment", return_value=64 * "0")
    witness = Witness()
    logging.getLogger().addHandler(witness)
    try:
        table = VirtualTable(replace(Config(), state=State(folder=str(folder))), seed=4)
        witness.table = table
        table.watch(witness.publish)
        begin(table, "legion_2024", SIDES)
        for seat, number in ((BLUE, 7), (RED, 42)):
            table.session.step(Answer(seat, "match.number", number))
        table.lay(BLUE, card)
        table.hold(BLUE)
        table.lay(RED, "legion.card.push")
        table.wait(1.0)
        assert table.now.desks[0].locked
        play = table.session.play
        assert play is not None
        bodies = list(play.journal.batches())
        lamps = (table.lamp(BLUE), table.lamp(RED))
        table.close()
    finally:
        logging.getLogger().removeHandler(witness)
    return witness.seen, bodies, lamps


@pytest.mark.rule("TB-48")
def test_what_a_hidden_card_is_shows_nowhere_before_the_reveal(tmp_path: Path, mocker: MockerFixture) -> None:
    logging.getLogger().setLevel(logging.DEBUG)
    first, *others = (sealed_evening(tmp_path / str(n), card, mocker) for n, card in enumerate(HIDDEN))
    for other in others:
        assert other == first


def test_one_extra_log_line_would_be_found(tmp_path: Path, mocker: MockerFixture) -> None:
    """The control: a table that logs the card it knows differs, and the comparison sees it."""
    known = CardBook.__call__

    def chatty(book: CardBook, tag: Tag) -> KnownCard | None:
        card = known(book, tag)
        logging.getLogger("table.cards").debug("a card: %s", card)
        return card

    mocker.patch.object(CardBook, "__call__", chatty)
    logging.getLogger().setLevel(logging.DEBUG)
    first, second = (sealed_evening(tmp_path / str(n), card, mocker) for n, card in enumerate(HIDDEN[:2]))
    assert first != second
