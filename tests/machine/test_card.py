"""A cut leaves what was flushed, and of the rest what chance leaves: by logs as QEMU writes them."""

import random
import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.machine.card import SECTOR, SdCard, Written

SECTORS = 8
BLANK = b"\0" * SECTOR


def entry(sector: int, content: bytes = b"", *, flush: bool = False, through: bool = False) -> bytes:
    """Return an entry of the log: a write of whole sectors, or a flush."""
    flags = flush | through << 1
    return struct.pack("<QQQQ", sector, len(content) // SECTOR, flags, 0).ljust(SECTOR, b"\0") + content


def filled(number: int, sectors: int = 1) -> bytes:
    return bytes([number]) * SECTOR * sectors


@pytest.fixture
def card(tmp_path: Path) -> SdCard:
    image = tmp_path / "card.img"
    image.write_bytes(BLANK * SECTORS)
    return SdCard(image, tmp_path)


def logged(card: SdCard, *entries: bytes) -> None:
    (card.image.parent / "writes.log").write_bytes(BLANK + b"".join(entries))


def sector(card: SdCard, number: int) -> bytes:
    return card.image.read_bytes()[number * SECTOR : (number + 1) * SECTOR]


def test_a_machine_that_ended_in_good_order_has_written_all(card: SdCard) -> None:
    logged(card, entry(0, filled(1, 2)), entry(1, filled(2)))
    assert card.keep() == (2, 0, False)
    assert (sector(card, 0), sector(card, 1), sector(card, 2)) == (filled(1), filled(2), BLANK)


def test_sums_count_what_was_written(card: SdCard) -> None:
    logged(card, entry(0, filled(1, 2)), entry(0, flush=True), entry(3, filled(2)))
    assert card.written() == Written(3 * SECTOR, 2, 1)
    assert card.written() == Written(3 * SECTOR, 2, 1), "nothing is counted twice"


def test_a_write_that_goes_through_needs_no_flush(card: SdCard) -> None:
    logged(card, entry(0, filled(1), through=True), entry(1, filled(2)))
    card.keep(random.Random(0), lost=1.0)
    assert (sector(card, 0), sector(card, 1)) == (filled(1), BLANK)


def test_a_flush_that_only_halting_brought_about_does_not_count(card: SdCard) -> None:
    logged(card, entry(0, filled(1)), entry(0, flush=True))
    card.drop_last_flush()
    card.keep(random.Random(3), lost=1.0)
    assert sector(card, 0) != filled(1)


def test_a_card_that_lies_loses_what_was_flushed(card: SdCard) -> None:
    logged(card, entry(0, filled(1)), entry(1, filled(2)), entry(0, flush=True))
    card.keep(lies=2)
    assert (sector(card, 0), sector(card, 1)) == (filled(1), BLANK)


def test_an_entry_that_was_never_written_ends_the_log(card: SdCard) -> None:
    logged(card, entry(0, filled(1)), BLANK, entry(1, filled(2)))
    assert card.written() == Written(SECTOR, 1, 0)
    logged(card, entry(0, filled(1)), entry(1, filled(2, 2))[:-1])
    card.keep()
    assert (sector(card, 0), sector(card, 1)) == (filled(1), BLANK), "half an entry is none"


def test_what_sectors_were_given_up_are_not_read_from_the_log(card: SdCard) -> None:
    given_up = struct.pack("<QQQQ", 4, 3, 4, 0).ljust(SECTOR, b"\0")
    logged(card, given_up, entry(1, filled(2)))
    card.keep()
    assert sector(card, 1) == filled(2)


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    before=st.lists(st.tuples(st.integers(0, SECTORS - 1), st.integers(1, 255)), max_size=6),
    after=st.lists(st.tuples(st.integers(0, SECTORS - 1), st.integers(1, 255)), max_size=6),
    seed=st.integers(0, 1000),
)
def test_a_cut_takes_nothing_that_was_flushed(
    tmp_path_factory: pytest.TempPathFactory,
    before: list[tuple[int, int]],
    after: list[tuple[int, int]],
    seed: int,
) -> None:
    folder = tmp_path_factory.mktemp("card")
    (folder / "card.img").write_bytes(BLANK * SECTORS)
    card = SdCard(folder / "card.img", folder)
    writes = [entry(at, filled(value)) for at, value in before]
    logged(card, *writes, entry(0, flush=True), *(entry(at, filled(value)) for at, value in after))
    card.keep(random.Random(seed))
    sure = dict(before)
    for number in range(SECTORS):
        may = {filled(sure.get(number, 0))} | {filled(value) for at, value in after if at == number}
        assert sector(card, number) in may
