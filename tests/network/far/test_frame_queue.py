"""The queue keeps the latest frames, in order, within its bounds."""

from hypothesis import given
from hypothesis import strategies as st

from table.network.far.frame_queue import FrameQueue

MOST_FRAMES, MOST_BYTES = 5, 40


@given(st.lists(st.binary(min_size=1, max_size=MOST_BYTES)))
def test_the_latest_frames_are_kept_in_order(frames: list[bytes]) -> None:
    queue = FrameQueue(MOST_FRAMES, MOST_BYTES)
    for frame in frames:
        queue.put(frame)
    kept = [queue.take() for _ in range(len(queue))]
    assert kept == frames[len(frames) - len(kept) :]
    assert len(kept) <= MOST_FRAMES
    assert sum(map(len, kept)) <= MOST_BYTES
    dropped = frames[: len(frames) - len(kept)]
    if dropped:
        assert len(kept) == MOST_FRAMES or sum(map(len, kept)) + len(dropped[-1]) > MOST_BYTES


def test_a_frame_larger_than_the_queue_is_dropped() -> None:
    queue = FrameQueue(MOST_FRAMES, MOST_BYTES)
    queue.put(bytes(MOST_BYTES + 1))
    assert len(queue) == 0


def test_a_cleared_queue_has_all_its_room_again() -> None:
    queue = FrameQueue(MOST_FRAMES, MOST_BYTES)
    queue.put(bytes(MOST_BYTES))
    queue.clear()
    queue.put(bytes(MOST_BYTES))
    assert len(queue) == 1
