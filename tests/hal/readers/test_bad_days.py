"""Readers that stand close, that go deaf, whose bus is disturbed; several tags; the IRQ pin; fields in turn."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.events import ReaderBack, ReaderEvent, ReaderGone, TagLifted, TagPlaced, TagUnclear
from hal.readers import Readers, ReaderSettings
from hal.readers.transport import IrqLine
from sim_hardware.clock import Clock, S
from sim_hardware.nfc import Noise, ReaderWorld
from sim_hardware.nfc.irq import IrqPin
from sim_hardware.nfc.mfrc522 import Mfrc522
from sim_hardware.nfc.spi_bus import Disturbance
from sim_hardware.nfc.tags import Classic, Ntag, TypeATag
from sim_hardware.nfc.world import Place
from tests.hal.readers.table import BLUE, RED, Table, tag_of

CARD = bytes.fromhex("04A1B2C3D4E5F6")


@pytest.mark.campaign
@settings(max_examples=30, deadline=None)
@given(
    uids=st.lists(
        st.one_of(
            st.binary(min_size=6, max_size=6).map(lambda rest: b"\x04" + rest),
            st.binary(min_size=2, max_size=2).map(lambda rest: bytes.fromhex("04A1B2C3D4") + rest),
            st.binary(min_size=3, max_size=3).map(lambda rest: b"\xde" + rest),
        ),
        min_size=1,
        max_size=6,
        unique=True,
    )
)
def test_every_tag_in_the_field_is_found(uids: list[bytes]) -> None:
    table = Table(BLUE).settled()
    for uid in uids:
        tag: TypeATag = Ntag(uid) if len(uid) == 7 else Classic(uid)
        table.world.lay(BLUE, tag)
    table.poll(3)
    assert sorted(table.rc522(BLUE).inventory()) == sorted(uids)
    assert sorted(table.rc522(BLUE).inventory()) == sorted(uids)


def test_an_inventory_of_nothing_is_empty_and_of_a_resting_card_leaves_it_resting() -> None:
    table = Table(BLUE).settled()
    assert table.rc522(BLUE).inventory() == ()
    table.world.lay(BLUE, Ntag(CARD))
    table.poll(5)
    assert table.rc522(BLUE).inventory() == (CARD,)
    assert table.poll(20) == []


@pytest.mark.slow
def test_a_chip_that_goes_deaf_under_a_resting_card_lifts_nothing() -> None:
    table = Table(BLUE).settled()
    table.world.lay(BLUE, Ntag(CARD))
    table.poll(5)
    table.world.chips[BLUE].deafen()
    assert table.poll(60) == []


@pytest.mark.slow
def test_an_idle_chip_that_goes_deaf_receives_again_within_half_a_minute() -> None:
    table = Table(BLUE).settled()
    table.world.chips[BLUE].deafen()
    table.world.lay(BLUE, Ntag(CARD))
    assert tag_of(table.until(lambda event: isinstance(event, TagPlaced), within=800)).uid == CARD


def test_gain_is_set_for_each_reader_and_reaches_farther() -> None:
    heard = {}
    for gain_db in (18, 48):
        world = ReaderWorld(Clock(), {BLUE: Place(0, 0)})
        readers = Readers(world.spidev, [ReaderSettings(BLUE, gain_db=gain_db)])
        world.lay(BLUE, Ntag(CARD), distance_mm=27.0)
        events: list[ReaderEvent] = []
        for _ in range(10):
            events += readers.poll(world.clock.now_s)
            world.clock.advance(40_000_000)
        heard[gain_db] = any(isinstance(event, TagPlaced) for event in events)
    assert heard == {18: False, 48: True}


def test_fields_in_turn_are_never_on_together_and_see_what_comes_and_goes() -> None:
    table = Table(in_turn=True)
    fields = table.world.fields
    card, other = Ntag(CARD), Classic(bytes.fromhex("DEADBEEF"))
    events = table.poll(20)
    assert {event.reader for event in events if isinstance(event, ReaderBack)} == {BLUE, RED}
    table.world.lay(BLUE, card)
    table.world.lay(RED, other)
    placed = table.poll(8)
    assert {event.reader: tag_of(event).uid for event in placed} == {BLUE: card.uid, RED: other.uid}
    for _ in range(100):
        assert table.poll() == []
        assert not (fields[BLUE].on and fields[RED].on)
    table.world.lift(BLUE, card)
    started_s = table.clock.now_s
    table.until(lambda event: event == TagLifted(BLUE))
    assert table.clock.now_s - started_s < 0.4


def test_fields_in_turn_keep_neighbours_apart() -> None:
    table = Table(in_turn=True)
    table.world.set_close_together(0.5)
    table.world.lay(BLUE, Ntag(CARD))
    events = table.poll(60)
    assert [event for event in events if getattr(event, "reader", "") == RED and isinstance(event, TagPlaced)] == []
    assert [event for event in events if isinstance(event, TagPlaced)] != []


@pytest.mark.campaign
def test_a_neighbour_heard_now_and_then_is_never_placed_here() -> None:
    table = Table().settled()
    table.world.set_close_together(0.05)
    table.world.lay(BLUE, Ntag(CARD))
    events = table.poll(600)
    assert {event.reader for event in events if isinstance(event, TagPlaced)} == {BLUE}
    assert [event for event in events if isinstance(event, TagLifted) and event.reader == BLUE] == []


@pytest.mark.campaign
@pytest.mark.parametrize("rate", [0.0005, 0.02, 1.0])
@pytest.mark.parametrize(("low", "high"), [(0x10, 0x00), (0x00, 0x21), (0xFF, 0x00), (0x00, 0xFF)])
def test_a_disturbed_bus_raises_nothing_and_heals(rate: float, low: int, high: int) -> None:
    table = Table(BLUE).settled()
    table.world.lay(BLUE, Ntag(CARD))
    table.poll(5)
    table.world.buses[0].disturbed[0] = Disturbance(rate, low, high)
    for event in table.poll(120):
        assert isinstance(event, ReaderGone | ReaderBack | TagLifted | TagUnclear | TagPlaced)
        if isinstance(event, TagPlaced):
            assert tag_of(event).uid == CARD
    table.world.buses[0].disturbed.clear()
    table.poll(60)
    assert table.poll(20) == []
    assert table.world.fields[BLUE].on


class Wired(Table):
    """The IRQ pin is wired, or is reported to be."""

    def __init__(self, line: Callable[[Clock, Mfrc522], IrqLine] = IrqPin) -> None:
        super().__init__(BLUE)
        pin = line(self.clock, self.world.chips[BLUE])
        self.readers = Readers(self.world.spidev, [ReaderSettings(BLUE, irq=pin)])
        self.settled()


class Dead:
    """A line that is wired to nothing."""

    def __init__(self, clock: Clock, _: Mfrc522) -> None:
        self._clock = clock

    def wait_for_active(self, timeout: float) -> bool:
        self._clock.advance(int(timeout * S))
        return False

    def wait_for_inactive(self, _: float) -> bool:
        return True

    def close(self) -> None:
        pass


class Stuck:
    """A line that something else holds down."""

    def __init__(self, *_: object) -> None:
        pass

    def wait_for_active(self, _: float) -> bool:
        return True

    def wait_for_inactive(self, _: float) -> bool:
        return False

    def close(self) -> None:
        pass


class Touchy(Stuck):
    """A line without a pull-up that moves when it should not."""

    def wait_for_inactive(self, _: float) -> bool:
        return True


class Late:
    """A line whose edges are heard of 0.3 ms late, as gpiozero's thread receives of them."""

    LATE_NS = 300_000

    def __init__(self, clock: Clock, chip: Mfrc522) -> None:
        self._clock = clock
        self._active = False
        chip.irq.on_pin = self._moved

    def wait_for_active(self, timeout: float) -> bool:
        return self._wait(True, timeout)

    def wait_for_inactive(self, timeout: float) -> bool:
        return self._wait(False, timeout)

    def _moved(self, level: bool) -> None:
        self._clock.after(self.LATE_NS, lambda: setattr(self, "_active", not level))

    def _wait(self, active: bool, timeout: float) -> bool:
        until_ns = self._clock.now_ns + int(timeout * S)
        while self._active is not active and self._clock.now_ns < until_ns:
            self._clock.advance(10_000)
        return self._active is active

    def close(self) -> None:
        pass


def test_with_the_irq_pin_hardly_a_byte_is_read_while_waiting() -> None:
    polled, wired = Table(BLUE).settled(), Wired()
    sent = {}
    for name, table in (("polled", polled), ("wired", wired)):
        card = Ntag(CARD)
        table.world.lay(BLUE, card)
        assert tag_of(table.until(lambda _: True, within=5)).uid == CARD
        before = table.world.buses[0].traffic.bytes
        assert table.poll(50) == []
        sent[name] = table.world.buses[0].traffic.bytes - before
        table.world.lift(BLUE, card)
        assert table.poll(8) == [TagLifted(BLUE)]
    assert sent["wired"] < sent["polled"] / 3


def test_an_edge_that_is_heard_of_late_is_not_taken_for_the_next_answer(caplog: pytest.LogCaptureFixture) -> None:
    table = Wired(Late)
    card = Ntag(CARD)
    table.world.lay(BLUE, card)
    assert tag_of(table.until(lambda _: True, within=5)).uid == CARD
    assert table.poll(50) == []
    table.world.lift(BLUE, card)
    assert table.poll(8) == [TagLifted(BLUE)]
    assert caplog.messages == []


@pytest.mark.parametrize("line", [Dead, Stuck, Touchy])
def test_an_irq_pin_that_does_not_do_as_the_chip_does_is_done_without(
    line: Callable[[Clock, Mfrc522], IrqLine], caplog: pytest.LogCaptureFixture
) -> None:
    table = Wired(line)
    table.world.lay(BLUE, Ntag(CARD))
    assert tag_of(table.until(lambda _: True, within=5)).uid == CARD
    assert table.poll(50) == []
    assert ["IRQ" in message for message in caplog.messages] == [True]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_misread_uids_are_never_believed(seed: int) -> None:
    table = Table(BLUE, noise=Noise(lost=0.02, mangled=0.05, misread=0.1), seed=seed)
    for _ in range(12):
        card = Ntag(CARD)
        table.world.lay(BLUE, card)
        for event in table.poll(15):
            if isinstance(event, TagPlaced):
                assert tag_of(event).uid == CARD
        table.world.lift(BLUE, card)
        table.poll(10)
