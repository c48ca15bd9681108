"""Our driver over the package over the emulated chip: cards come and go, chips fail, and what it costs."""

from threading import Thread

import pytest

from hal.events import ReaderBack, ReaderEvent, ReaderGone, TagLifted, TagPlaced, TagUnclear, Unclear
from hal.readers import CrossTalk, Readers, ReaderSettings
from sim_hardware.clock import Clock, S
from sim_hardware.nfc import Noise, ReaderWorld
from sim_hardware.nfc.mfrc522.registers import Reg
from sim_hardware.nfc.tags import NTAG213, NTAG216, Model, Ntag
from sim_hardware.nfc.world import Place
from tests.hal.readers.table import BLUE, RED, Table, tag_of

CARD = bytes.fromhex("04A1B2C3D4E5F6")
OTHER = bytes.fromhex("0411223344ABCD")
TWIN = bytes.fromhex("04A1B2C3D4E5F7")
"""Differs from CARD in the second cascade level alone."""


def test_readers_report_for_duty() -> None:
    assert Table().poll() == [ReaderBack(BLUE), ReaderBack(RED)]


@pytest.mark.parametrize("model", [NTAG213, NTAG216])
@pytest.mark.slow
def test_a_card_is_placed_with_its_whole_uid_rests_without_a_word_and_is_lifted(model: Model) -> None:
    table = Table().settled()
    card = Ntag(CARD, model)
    table.world.lay(BLUE, card)
    event = table.until(lambda event: isinstance(event, TagPlaced), within=4)
    assert isinstance(event, TagPlaced)
    assert event.reader == BLUE
    assert tag_of(event).uid == CARD
    assert table.poll(100) == []
    table.world.lift(BLUE, card)
    assert table.poll(6) == [TagLifted(BLUE)]
    assert table.poll(20) == []


def test_the_event_does_not_show_its_card() -> None:
    table = Table().settled()
    table.world.lay(BLUE, Ntag(CARD))
    event = table.until(lambda event: isinstance(event, TagPlaced))
    assert CARD.hex() not in repr(event)
    assert str(list(CARD))[1:-1] not in repr(event)


@pytest.mark.parametrize("uid", [OTHER, TWIN])
def test_a_second_card_on_the_first_is_several_and_either_can_be_taken_off(uid: bytes) -> None:
    table = Table().settled()
    first, second = Ntag(CARD), Ntag(uid)
    table.world.lay(BLUE, first)
    table.poll(5)
    table.world.lay(BLUE, second)
    assert table.poll(5) == [TagUnclear(BLUE, Unclear.SEVERAL)]
    table.world.lift(BLUE, first)
    assert tag_of(table.until(lambda _: True, within=5)).uid == uid
    assert table.poll(10) == []


def test_two_cards_laid_together_are_several() -> None:
    table = Table().settled()
    table.world.lay(RED, Ntag(CARD))
    table.world.lay(RED, Ntag(OTHER))
    assert table.poll(6) == [TagUnclear(RED, Unclear.SEVERAL)]


def test_a_card_swapped_between_two_looks() -> None:
    table = Table().settled()
    first = Ntag(CARD)
    table.world.lay(BLUE, first)
    table.poll(5)
    table.world.lift(BLUE, first)
    table.world.lay(BLUE, Ntag(OTHER))
    lifted, placed = table.poll(5)
    assert lifted == TagLifted(BLUE)
    assert tag_of(placed).uid == OTHER


def test_one_uid_on_two_readers_is_unclear_on_both() -> None:
    table = Table().settled()
    table.world.lay(BLUE, Ntag(CARD))
    table.world.lay(RED, Ntag(CARD))
    assert set(table.poll(40)) == {TagUnclear(BLUE, Unclear.UNREADABLE), TagUnclear(RED, Unclear.UNREADABLE)}


@pytest.mark.slow
def test_one_uid_on_readers_of_two_buses_is_unclear_on_both_until_one_goes() -> None:
    clock, cross_talk = Clock(), CrossTalk()
    world = ReaderWorld(clock, {BLUE: Place(0, 0), RED: Place(1, 0)})
    buses = [
        Readers(world.spidev, [ReaderSettings(name, bus=bus)], cross_talk=cross_talk)
        for bus, name in enumerate((BLUE, RED))
    ]

    def poll(times: int) -> list[ReaderEvent]:
        events: list[ReaderEvent] = []
        for _ in range(times):
            for readers in buses:
                events += readers.poll(clock.now_s)
            clock.advance(int(0.04 * S))
        return events

    poll(8)
    world.lay(BLUE, Ntag(CARD))
    assert [type(event) for event in poll(5)] == [TagPlaced]
    world.lay(RED, Ntag(CARD))
    assert set(poll(40)) == {TagUnclear(BLUE, Unclear.UNREADABLE), TagUnclear(RED, Unclear.UNREADABLE)}
    world.unplug(RED)
    gone, placed = poll(40)
    assert isinstance(gone, ReaderGone)
    assert isinstance(placed, TagPlaced)
    assert (tag_of(placed).uid, placed.reader) == (CARD, BLUE)


def test_a_missing_chip_is_a_fault_with_its_place_and_its_return_is_noticed() -> None:
    table = Table()
    table.world.unplug(RED)
    back, gone, empty = table.poll(10)
    assert (back, empty) == (ReaderBack(BLUE), TagLifted(BLUE))
    assert isinstance(gone, ReaderGone)
    assert (gone.fault.code, gone.fault.part, gone.fault.detail) == ("reader.missing", RED, "/dev/spidev0.1")
    assert table.poll(60) == []
    table.world.plug(RED)
    table.world.lay(RED, Ntag(CARD))
    events = table.poll(40)
    assert events[0] == ReaderBack(RED)
    assert tag_of(events[1]).uid == CARD


def test_a_chip_that_is_pulled_off_while_a_card_rests() -> None:
    table = Table().settled()
    card = Ntag(CARD)
    table.world.lay(BLUE, card)
    table.poll(5)
    table.world.unplug(BLUE)
    (gone,) = table.poll(2)
    assert isinstance(gone, ReaderGone)
    table.world.plug(BLUE)
    back, placed = table.poll(60)
    assert back == ReaderBack(BLUE)
    assert tag_of(placed).uid == CARD


def test_a_card_that_was_taken_off_while_the_reader_was_gone_is_lifted() -> None:
    table = Table(BLUE).settled()
    card = Ntag(CARD)
    table.world.lay(BLUE, card)
    table.poll(5)
    table.world.unplug(BLUE)
    table.poll(2)
    table.world.lift(BLUE, card)
    table.world.plug(BLUE)
    assert table.poll(60) == [ReaderBack(BLUE), TagLifted(BLUE)]


def test_no_device_file_is_a_fault_of_its_own() -> None:
    world = ReaderWorld(Clock(), {BLUE: Place(0, 0)})
    (gone,) = Readers(world.spidev, [ReaderSettings(BLUE, bus=1)]).poll(0.0)
    assert isinstance(gone, ReaderGone)
    assert gone.fault.code == "reader.no_bus"
    assert gone.fault.detail.startswith("/dev/spidev1.0")


@pytest.mark.parametrize("in_turn", [False, True])
@pytest.mark.parametrize("after", [0, 12, 14, 20, 21, 22, 23, 24, 200])
def test_a_bus_that_fails_in_mid_transfer_is_a_fault_and_no_crash(after: int, in_turn: bool) -> None:
    """Its driver is unloaded, or its overlay removed: every call is an OSError from then on."""
    table = Table(BLUE, in_turn=in_turn)
    left = iter(range(after))

    class Failing(table.world.spidev.SpiDev):  # type: ignore[misc, name-defined]
        def xfer2(self, *frame: object) -> object:
            if next(left, None) is None:
                raise OSError("the bus is shut down")
            return super().xfer2(*frame)

    table.world.spidev.SpiDev = Failing  # type: ignore[attr-defined]
    gone = [event for event in table.poll(80) if isinstance(event, ReaderGone)]
    assert [(event.fault.code, event.fault.detail) for event in gone] == [
        ("reader.no_bus", "/dev/spidev0.0: the bus is shut down")
    ]


def test_a_chip_that_forgot_its_settings_is_set_up_again_without_a_word() -> None:
    table = Table().settled()
    table.world.lay(BLUE, Ntag(CARD))
    table.poll(5)
    table.world.chips[BLUE].write(Reg.COMMAND, 0x0F)
    assert [event for event in table.poll(60) if isinstance(event, ReaderGone)] == []
    assert table.world.fields[BLUE].on


def test_nothing_there_costs_five_transfers_and_two_thirds_of_a_millisecond() -> None:
    table = Table(BLUE).settled()
    transfers, took_ms = table.transfers(lambda: table.readers.poll(table.clock.now_s))
    assert transfers <= 5
    assert took_ms <= 0.65


def test_a_resting_card_costs_sixteen_and_four_milliseconds() -> None:
    table = Table(BLUE).settled()
    table.world.lay(BLUE, Ntag(CARD))
    table.poll(5)
    costs = []
    for _ in range(2):
        costs.append(table.transfers(lambda: table.readers.poll(table.clock.now_s)))
        table.poll(2)
    transfers, took_ms = min(costs)
    assert transfers <= 16
    assert took_ms <= 4.0


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(3))
def test_a_resting_card_survives_mangled_and_lost_replies(seed: int) -> None:
    table = Table(BLUE, noise=Noise(lost=0.02, mangled=0.05), seed=seed)
    card = Ntag(CARD)
    table.world.lay(BLUE, card)
    assert tag_of(table.until(lambda event: isinstance(event, TagPlaced))).uid == CARD
    assert table.poll(1000) == []
    table.world.lift(BLUE, card)
    started_s = table.clock.now_s
    table.until(lambda event: event == TagLifted(BLUE))
    assert table.clock.now_s - started_s < 0.4


@pytest.mark.parametrize("speed_hz", [250_000, 1_000_000, 4_000_000, 10_000_000])
def test_any_bus_speed_reads_the_card(speed_hz: int) -> None:
    table = Table(BLUE, speed_hz=speed_hz).settled()
    table.world.lay(BLUE, Ntag(CARD))
    assert tag_of(table.until(lambda _: True, within=5)).uid == CARD
    assert table.poll(10) == []


def test_in_real_time_the_chip_lives_on_between_transfers_and_hands_may_come_from_another_thread() -> None:
    table = Table(BLUE)
    elapsed_ns = [0]
    table.world.keep_pace(lambda: elapsed_ns[0])
    events: list[ReaderEvent] = []
    for poll in range(12):
        if poll == 4:
            hand = Thread(target=table.world.lay, args=(BLUE, Ntag(CARD)))
            hand.start()
            hand.join()
        events += table.readers.poll(elapsed_ns[0] / 1e9)
        elapsed_ns[0] += 40_000_000
    assert tag_of(events[-1]).uid == CARD
    assert table.clock.now_ns >= elapsed_ns[0] - 40_000_000


class Line:
    """A reset line that writes down what it was reported."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def on(self) -> None:
        self.calls.append("on")

    def off(self) -> None:
        self.calls.append("off")

    def close(self) -> None:
        self.calls.append("closed")


def test_a_reset_line_is_pulsed_and_left_released_and_given_back_at_the_end() -> None:
    world, line = ReaderWorld(Clock(), {BLUE: Place(0, 0)}), Line()
    readers = Readers(world.spidev, [ReaderSettings(BLUE, reset=line)])
    readers.poll(0.0)
    assert line.calls == ["off", "on"]
    readers.close()
    assert line.calls == ["off", "on", "closed"]
