"""Cards are enrolled and signed on a reader of any kind, and known on a reader of any other."""

from pathlib import Path

import pytest

from sim_hardware.nfc.tags import NTAG213, Classic, Ntag, TypeATag, Ultralight
from table.devices.tags.card_book import CardBook
from table.devices.tags.enrolment import CardDesk, Enrolment, RefusedTag
from table.devices.tags.signature import Signer
from tests.hal.readers.kinds import DESK, KINDS
from tests.hal.readers.kinds import Desk as Reader
from tests.setups import every_card

pytestmark = pytest.mark.slow

UID, OTHER_UID, SHORT = (bytes.fromhex(each) for each in ("04A1B2C3D4E5F6", "04112233445566", "DEADBEEF"))
SIGNER = Signer(b"k" * 32)


class Laid:
    """A desk with a reader of a kind, and a hand that lays one tag on it."""

    def __init__(self, kind: str, tag: TypeATag) -> None:
        self.reader = Reader(kind)
        clock = self.reader.clock
        self.desk = CardDesk(
            [self.reader.readers], lambda: clock.now_s, lambda wait: clock.advance(max(1, int(wait * 1e9)))
        )
        self.tag = tag
        self.reader.world.lay(DESK, tag)
        self.seen = self.desk.next_tag(lambda _: None)

    def lifted(self) -> None:
        self.reader.world.lift(DESK, self.tag)
        self.desk.lifted()


@pytest.mark.parametrize("tag", [Ntag(UID, NTAG213), Classic(SHORT)], ids=["NTAG213", "Classic"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_tag_is_enrolled_by_its_uid(kind: str, tag: TypeATag, tmp_path: Path) -> None:
    card = every_card()[0]
    laid = Laid(kind, tag)
    run = Enrolment("run", [card], CardBook({}), tmp_path)
    assert run.learn(laid.seen, lambda known: known.id) is None
    laid.lifted()
    assert run.book(Laid(kind, tag).seen) == card


@pytest.mark.parametrize("read_on", ["rc522", "pn532 hsu", "pcsc"])
@pytest.mark.parametrize("written_on", KINDS)
def test_a_record_that_one_kind_has_written_names_the_card_on_another(written_on: str, read_on: str) -> None:
    card, tag = every_card()[3], Ntag(UID, NTAG213)
    laid = Laid(written_on, tag)
    assert laid.desk.write(laid.seen, SIGNER.record(UID, card.id)) is None
    laid.lifted()
    elsewhere = CardBook({}, SIGNER, every_card())
    assert elsewhere(Laid(read_on, tag).seen) == card


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_was_copied_onto_another_tag_is_worth_nothing_and_is_refused(kind: str) -> None:
    card, copy = every_card()[3], Ntag(OTHER_UID, NTAG213)
    laid = Laid(kind, copy)
    assert laid.desk.write(laid.seen, SIGNER.record(UID, card.id)) is None
    laid.lifted()
    seen = Laid(kind, copy).seen
    book = CardBook({UID: card}, SIGNER, every_card())
    assert book(seen) is None
    assert book.copied_from(seen) == UID


@pytest.mark.parametrize("kind", KINDS)
def test_a_classic_holds_no_record_on_any_kind_and_gives_the_reason(kind: str) -> None:
    laid = Laid(kind, Classic(SHORT))
    refused = laid.desk.write(laid.seen, bytes(16))
    assert isinstance(refused, RefusedTag)
    assert refused.why.key == "cards.write.kind"


@pytest.mark.parametrize("kind", KINDS)
def test_a_locked_tag_reports_it_on_any_kind(kind: str) -> None:
    tag = Ntag(UID, NTAG213)
    tag.memory.load(2, tag.memory[2][:2] + b"\xf0\xff")
    laid = Laid(kind, tag)
    refused = laid.desk.write(laid.seen, bytes(16))
    assert isinstance(refused, RefusedTag)
    assert refused.why.key == "cards.write.locked"


@pytest.mark.parametrize("kind", KINDS)
def test_an_ultralight_takes_a_record_as_well(kind: str) -> None:
    card, tag = every_card()[5], Ultralight(UID)
    laid = Laid(kind, tag)
    assert laid.desk.write(laid.seen, SIGNER.record(UID, card.id)) is None
    laid.lifted()
    assert CardBook({}, SIGNER, every_card())(Laid(kind, tag).seen) == card


@pytest.mark.parametrize("kind", KINDS)
def test_a_tag_that_is_lifted_before_the_record_is_written_reports_it(kind: str) -> None:
    laid = Laid(kind, Ntag(UID, NTAG213))
    laid.reader.world.lift(DESK, laid.tag)
    refused = laid.desk.write(laid.seen, bytes(16))
    assert isinstance(refused, RefusedTag)
    assert refused.why.key == "cards.write.lifted"
