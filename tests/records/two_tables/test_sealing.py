"""Frames open in their turn alone; messages go through frames of one size."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.devices.phones.phone_frames import (
    OVERHEAD,
    CarriedMessages,
    FrameFiller,
    MessageTooLongError,
    filled,
)
from table.records.two_tables.sealing import ForgedFrameError, FrameOpener, Sealer
from table.view.seat_frames import DOWN_BYTES, UP_BYTES

KEY, OTHER = bytes(32), bytes([1, *bytes(31)])
FEW = settings(max_examples=40, deadline=None)
MESSAGES = st.lists(st.binary(max_size=3000), max_size=6)


def sealed(count: int, key: bytes = KEY) -> list[bytes]:
    sealer = Sealer(key)
    return [sealer.seal(f"frame {number}".encode()) for number in range(count)]


def refused(opener: FrameOpener, frame: bytes) -> bool:
    with pytest.raises(ForgedFrameError):
        opener.open(frame)
    return True


def test_a_frame_opens_to_what_was_sealed() -> None:
    opener = FrameOpener(KEY)
    assert [opener.open(frame) for frame in sealed(3)] == [b"frame 0", b"frame 1", b"frame 2"]


def test_one_that_comes_again_is_refused() -> None:
    opener, frames = FrameOpener(KEY), sealed(3)
    for frame in frames:
        opener.open(frame)
    assert all(refused(opener, frame) for frame in frames)


def test_only_the_order_in_which_they_were_sealed_is_taken() -> None:
    for order in permutations(range(3)):
        opener, frames, taken = FrameOpener(KEY), sealed(3), []
        for at in order:
            try:
                taken.append(opener.open(frames[at]))
            except ForgedFrameError:
                break
        assert taken == [f"frame {at}".encode() for at in range(len(taken))]


def test_one_that_follows_a_missing_one_is_refused() -> None:
    assert refused(FrameOpener(KEY), sealed(2)[1])


def test_one_of_another_key_is_refused() -> None:
    assert refused(FrameOpener(KEY), sealed(1, OTHER)[0])


@FEW
@given(st.data())
def test_a_changed_bit_or_a_missing_byte_opens_nothing(data: st.DataObject) -> None:
    frame = sealed(1)[0]
    if data.draw(st.booleans()):
        changed = bytearray(frame)
        changed[data.draw(st.integers(0, len(frame) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    else:
        changed = bytearray(frame[: data.draw(st.integers(0, len(frame) - 1))])
    assert refused(FrameOpener(KEY), bytes(changed))


@FEW
@given(st.binary(max_size=200))
def test_bytes_of_somebody_open_nothing(bytes_of_somebody: bytes) -> None:
    assert refused(FrameOpener(KEY), bytes_of_somebody)


def test_after_a_forged_frame_the_right_one_still_opens() -> None:
    opener = FrameOpener(KEY)
    assert refused(opener, sealed(1, OTHER)[0])
    assert opener.open(sealed(1)[0]) == b"frame 0"


@pytest.mark.parametrize("size", [UP_BYTES, DOWN_BYTES])
@FEW
@given(MESSAGES)
def test_every_frame_has_one_size_whatever_is_sent(size: int, messages: list[bytes]) -> None:
    filler, sealer, reader = FrameFiller(size), Sealer(KEY), CarriedMessages(3000)
    for at, message in enumerate(messages):
        filler.put(str(at), message)
    opener, read = FrameOpener(KEY), []
    for _ in range(30):
        frame = sealer.seal(filler.next())
        assert len(frame) == size
        read += reader.take(opener.open(frame))
    assert read == messages


def test_of_a_part_that_waits_only_the_latest_is_sent() -> None:
    filler, reader = FrameFiller(UP_BYTES), CarriedMessages(100)
    for message in (b"old", b"new"):
        filler.put("question", message)
    filler.put("hand", b"cards")
    assert reader.take(filler.next()) == [b"new", b"cards"]


def test_a_part_that_has_begun_is_sent_to_its_end() -> None:
    filler, reader = FrameFiller(UP_BYTES), CarriedMessages(3000)
    filler.put("question", bytes(1500))
    first = filler.next()
    filler.put("question", b"new")
    assert reader.take(first) + reader.take(filler.next()) == [bytes(1500), b"new"]


@FEW
@given(st.binary(max_size=UP_BYTES - OVERHEAD))
def test_what_carries_nonsense_is_refused_by_an_error_of_ours(carried: bytes) -> None:
    try:
        messages = CarriedMessages(50).take(carried)
    except MessageTooLongError:
        return
    assert all(len(message) <= 50 for message in messages)


def test_a_message_that_is_too_long_is_refused_before_it_has_come() -> None:
    with pytest.raises(MessageTooLongError):
        CarriedMessages(50).take((4).to_bytes(2) + (51).to_bytes(4) + bytes(10))


def test_what_is_sent_in_clear_fills_a_frame_too() -> None:
    assert filled(b"hello", 8) == b"hello\0\0\0"
