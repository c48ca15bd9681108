"""Every kind of reader fulfils the contract of `hal.readers.card_reader.CardReader`."""

import logging
from copy import copy

import pytest

from hal.events import ReaderBack, ReaderEvent, ReaderGone, TagLifted, TagPlaced, TagUnclear, Unclear
from hal.readers.errors import NoAnswerError
from hal.readers.record import RECORD_SIZE, write_record
from hal.readers.type2 import SAK
from sim_hardware.nfc import Noise
from sim_hardware.nfc.tags import NTAG213, Classic, Ntag, TypeATag
from tests.hal.readers.kinds import DESK, KINDS, Desk
from tests.hal.readers.table import tag_of

pytestmark = pytest.mark.slow

ONE, OTHER = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("04A1B2C3D4E5F7")
SHORT = bytes.fromhex("DEADBEEF")
RECORD = bytes(range(RECORD_SIZE))


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(request.param).settled()


def placed(event: ReaderEvent) -> bool:
    return isinstance(event, TagPlaced)


@pytest.mark.parametrize("kind", KINDS)
def test_a_reader_that_comes_up_reports_it_and_that_nothing_lies_there(kind: str) -> None:
    assert Desk(kind).poll(10) == [ReaderBack(DESK), TagLifted(DESK)]


@pytest.mark.parametrize("tag", [Ntag(ONE), Classic(SHORT)], ids=["seven bytes", "four bytes"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_card_is_placed_once_with_its_whole_uid_and_lifted_once(kind: str, tag: TypeATag) -> None:
    desk = Desk(kind).settled()
    desk.world.lay(DESK, tag)
    (laid,) = desk.poll(20)
    assert tag_of(laid).uid == tag.uid
    assert desk.poll(20) == []
    desk.world.lift(DESK, tag)
    assert desk.poll(20) == [TagLifted(DESK)]


@pytest.mark.parametrize("uid", ["88776655", "88041122", "04112288445566"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_card_whose_sak_calls_its_uid_whole_is_read_even_if_the_uid_looks_as_if_it_went_on(
    kind: str, uid: str
) -> None:
    desk = Desk(kind).settled()
    desk.world.lay(DESK, Classic(bytes.fromhex(uid)))
    (laid,) = desk.poll(20)
    assert tag_of(laid).uid == bytes.fromhex(uid)
    assert desk.poll(20) == []


@pytest.mark.parametrize(("tag", "level"), [(Classic(SHORT), 0), (Ntag(ONE), 1)], ids=["four bytes", "second level"])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "pcsc"])
def test_a_tag_with_a_wrong_check_byte_is_called_defective(kind: str, tag: TypeATag, level: int) -> None:
    """A reader behind PC/SC reports no card at all: its own firmware checks that byte."""
    desk = Desk(kind).settled()
    tag = copy(tag)
    tag.spoil_check_byte(level)
    desk.world.lay(DESK, tag)
    assert desk.poll(60) == [TagUnclear(DESK, Unclear.DEFECTIVE)]
    desk.world.lift(DESK, tag)
    assert desk.poll(20) == [TagLifted(DESK)]


def test_a_card_that_lay_there_first_is_placed_as_well(desk: Desk) -> None:
    desk.world.lay(DESK, Ntag(ONE))
    desk.world.power(False)
    desk.poll(40)
    desk.world.power(True)
    assert tag_of(desk.until(placed, 120)).uid == ONE


def test_two_cards_are_neither_and_the_one_that_stays_is_placed(desk: Desk) -> None:
    one, other = Ntag(ONE), Ntag(OTHER)
    desk.world.lay(DESK, one)
    desk.world.lay(DESK, other)
    assert desk.poll(20) == [TagUnclear(DESK, Unclear.SEVERAL)]
    desk.world.lift(DESK, one)
    assert tag_of(desk.until(placed)).uid == OTHER


def test_a_card_that_is_laid_on_a_resting_one_makes_both_unclear(desk: Desk) -> None:
    one, other = Ntag(ONE), Classic(SHORT)
    desk.world.lay(DESK, one)
    desk.until(placed)
    desk.world.lay(DESK, other)
    assert desk.poll(30) == [TagUnclear(DESK, Unclear.SEVERAL)]
    assert desk.poll(20) == []
    desk.world.lift(DESK, other)
    assert tag_of(desk.until(placed)).uid == ONE


def test_a_card_that_takes_the_place_of_another_between_two_looks_is_reported_as_another(desk: Desk) -> None:
    one, other = Ntag(ONE), Ntag(OTHER)
    desk.world.lay(DESK, one)
    desk.until(placed)
    desk.world.lift(DESK, one)
    desk.world.lay(DESK, other)
    lifted, laid = desk.poll(20)
    assert (lifted, tag_of(laid).uid) == (TagLifted(DESK), OTHER)


def test_a_record_is_written_and_comes_with_the_uid(desk: Desk) -> None:
    tag = Ntag(ONE, NTAG213)
    desk.world.lay(DESK, tag)
    assert tag_of(desk.until(placed)).record is None
    transport, sak = desk.reader.select(ONE)
    assert sak == SAK
    write_record(transport, RECORD)
    desk.reader.release()
    assert desk.poll(20) == []
    desk.world.lift(DESK, tag)
    desk.until(lambda event: isinstance(event, TagLifted))
    desk.world.lay(DESK, tag)
    assert tag_of(desk.until(placed)).record == RECORD


def test_a_tag_that_is_gone_cannot_be_selected(desk: Desk) -> None:
    with pytest.raises(NoAnswerError, match=DESK):
        desk.reader.select(ONE)


def test_a_reader_whose_lead_is_pulled_is_gone_and_finds_its_card_again(desk: Desk) -> None:
    desk.world.lay(DESK, Ntag(ONE))
    desk.until(placed)
    desk.world.unplug(DESK)
    (gone,) = desk.poll(10)
    assert isinstance(gone, ReaderGone)
    assert desk.poll(60) == [], "and this is said once"
    desk.world.plug(DESK)
    back, laid = desk.poll(40)
    assert (back, tag_of(laid).uid) == (ReaderBack(DESK), ONE)


def test_a_receiver_that_goes_deaf_under_a_resting_card_lifts_nothing(desk: Desk) -> None:
    desk.world.lay(DESK, Ntag(ONE))
    desk.until(placed)
    desk.world.fault("deafen", DESK)
    assert desk.poll(40) == []


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "pcsc"])
def test_a_chip_that_forgets_its_settings_under_a_resting_card_lifts_nothing(kind: str) -> None:
    """A reader behind PC/SC starts again by itself, and reports of the card as if it had just come."""
    desk = Desk(kind).settled()
    desk.world.lay(DESK, Ntag(ONE))
    desk.until(placed)
    desk.world.fault("brown-out", DESK)
    assert desk.poll(40) == []


def test_a_bad_day_lifts_nothing(desk: Desk) -> None:
    desk.world.lay(DESK, Ntag(ONE))
    desk.until(placed)
    desk.world.fields[DESK].noise = Noise(lost=0.02, mangled=0.05)
    assert desk.poll(150) == []


@pytest.mark.parametrize("kind", KINDS)
def test_fields_in_turn_are_off_between_two_looks(kind: str) -> None:
    desk = Desk(kind, in_turn=True)
    tag = Ntag(ONE)
    desk.poll(20)
    desk.world.lay(DESK, tag)
    assert tag_of(desk.until(placed)).uid == ONE
    desk.world.lift(DESK, tag)
    desk.until(lambda event: isinstance(event, TagLifted))


@pytest.mark.parametrize("kind", KINDS)
def test_the_log_of_a_fault_is_the_same_whatever_card_lies_there(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    logs = []
    for tag in (Ntag(ONE), Ntag(bytes.fromhex("04FFEEDDCCBBAA"))):
        caplog.clear()
        caplog.set_level(logging.DEBUG)
        desk = Desk(kind).settled()
        desk.world.lay(DESK, tag)
        desk.until(placed)
        desk.world.unplug(DESK)
        desk.poll(10)
        logs.append(caplog.text)
    assert logs[0] == logs[1]
    assert "last frames" in logs[0]
