"""The faults of an emulated reader by name, and a card that is moved on it."""

import pytest

from hal.events import ReaderEvent, ReaderGone, TagLifted, TagPlaced
from hal.readers import Readers, ReaderSettings
from sim_hardware.clock import MS, Clock
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.noise import QUIET
from sim_hardware.nfc.tags import NTAG215, Ntag
from sim_hardware.nfc.vocabulary import CURES, FAULTS, UNPLUG, ReaderFaultWord
from sim_hardware.nfc.world import Place

UID = bytes.fromhex("04A1B2C3D4E5F6")


class Reader:
    def __init__(self) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {"blue": Place(0, 0), "red": Place(0, 1)})
        self.tag = Ntag(UID, NTAG215)
        self._readers = Readers(self.world.spidev, [ReaderSettings("blue"), ReaderSettings("red", device=1)])

    def sees(self, seconds: float = 1.0) -> list[ReaderEvent]:
        reported: list[ReaderEvent] = []
        until_s = self.clock.now_s + seconds
        while self.clock.now_s < until_s:
            reported += self._readers.poll(self.clock.now_s)
            self.clock.advance(40 * MS)
        return reported


def test_a_card_that_is_pushed_off_the_antenna_is_lifted_and_found_again_when_it_is_pushed_back() -> None:
    reader = Reader()
    reader.world.lay("blue", reader.tag)
    assert any(isinstance(event, TagPlaced) for event in reader.sees())
    reader.world.push("blue", reader.tag, 40.0)
    assert [type(event) for event in reader.sees()] == [TagLifted]
    reader.world.push("blue", reader.tag, 5.0)
    assert [type(event) for event in reader.sees()] == [TagPlaced]


def test_only_what_lies_there_can_be_pushed() -> None:
    reader = Reader()
    with pytest.raises(ValueError, match="does not lie"):
        reader.world.fields["blue"].push(reader.tag, 5.0)


def test_noise_is_for_one_reader_and_ends_at_nought() -> None:
    reader = Reader()
    reader.world.disturb("blue", 0.4)
    reader.sees(0.1)
    assert (reader.world.fields["blue"].noise.lost, reader.world.fields["blue"].noise.mangled) == (0.2, 0.2)
    assert reader.world.fields["red"].noise == QUIET
    reader.world.disturb("blue", 0.0)
    reader.sees(0.1)
    assert reader.world.fields["blue"].noise == QUIET


@pytest.mark.slow
@pytest.mark.parametrize("word", [word.word for word in FAULTS if word.word != "deafen"])
def test_a_resting_card_outlives_each_fault_once_it_is_over(word: str) -> None:
    """A receiver that hangs needs the driver's next refresh, which comes in its own time (`tests/hal/readers`)."""
    reader = Reader()
    reader.world.lay("blue", reader.tag)
    reader.sees()
    reader.world.fault(word, "blue")
    reader.sees(1.0)
    for cure in CURES:
        reader.world.fault(cure, "blue")
    reader.sees(1.5)
    reader.world.lift("blue", reader.tag)
    reader.sees(1.0)
    reader.world.lay("blue", reader.tag)
    seen = reader.sees(1.0)
    assert any(isinstance(event, TagPlaced) and event.tag.unseal().uid == UID for event in seen), seen


def test_what_is_no_word_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="no such fault"):
        Reader().world.fault("explode", "blue")


@pytest.mark.slow
def test_the_wires_come_off_by_a_word_too() -> None:
    reader = Reader()
    reader.world.lay("blue", reader.tag)
    reader.sees()
    reader.world.fault(UNPLUG.word, "blue")
    gone = [event.fault.code for event in reader.sees() if isinstance(event, ReaderGone)]
    assert tuple(gone) == UNPLUG.seen_as
    reader.world.fault(UNPLUG.cure, "blue")
    assert any(isinstance(event, TagPlaced) for event in reader.sees(3.0))


def test_a_word_that_is_none_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="no such fault of a reader: jam; there are deafen, "):
        Reader().world.fault("jam", "blue")


@pytest.mark.parametrize("word", ReaderFaultWord)
def test_every_word_does_something(word: ReaderFaultWord) -> None:
    reader = Reader()
    reader.world.fault(word, "blue")
    reader.sees()
