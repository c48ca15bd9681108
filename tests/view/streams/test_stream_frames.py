"""A client that joins a stream late ends with the same table as one from the start."""

from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table.view.operations import OperationsTable
from table.view.published import Published
from table.view.spectators import SpectatorTable, StoryLine
from table.view.streams.operations_feed import OperationsFeed
from table.view.streams.spectator_feed import SpectatorFeed
from table.view.streams.stream_frames import STORY_KEPT, FeedFrame, FrameReader, FrameWriter, OperationsFrame
from tests.network.views import SAYINGS, published

AT_ONCE = settings(
    max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None
)


def heard(reader: FrameReader, lines: bytes, kind: type[FeedFrame] | type[OperationsFrame] = FeedFrame) -> FrameReader:
    for line in lines.splitlines():
        assert reader.receive(msgspec.json.decode(line, type=kind, strict=True))
    return reader


def same(readers: Iterable[FrameReader]) -> bool:
    first, *rest = readers
    return all((each.state, each.story, each.rev) == (first.state, first.story, first.rev) for each in rest)


@pytest.mark.campaign
@AT_ONCE
@given(st.lists(st.tuples(published, st.integers(0, 400)), min_size=1, max_size=8), st.sampled_from([0.0, 0.3]))
def test_whoever_joins_the_feed_whenever_ends_with_the_same(
    reported: list[tuple[Published, int]], delay_s: float
) -> None:
    now_s = 100.0
    feed = SpectatorFeed("one", SAYINGS, lambda: now_s, delay_s)
    readers = [heard(FrameReader(), feed.joined(now_s))]
    for view, pause_ms in reported:
        feed.publish(view)
        for _ in range(2):
            frames = feed.step(now_s)
            assert frames.count(b"\n") <= 1
            for reader in readers:
                heard(reader, frames)
            readers.append(heard(FrameReader(), feed.joined(now_s)))
            assert same(readers)
            now_s += pause_ms / 2000
    now_s += 10
    frames = feed.step(now_s)
    frames += feed.step(now_s)
    for reader in readers:
        heard(reader, frames)
    assert same((*readers, heard(FrameReader(), feed.joined(now_s))))
    assert readers[0].state["match"] == reported[-1][0].match, "the last view is always told"


@pytest.mark.campaign
@AT_ONCE
@given(st.lists(st.none() | published, min_size=1, max_size=6))
def test_whoever_joins_the_operations_whenever_ends_with_the_same(shown: list[Published | None]) -> None:
    now_s, view = 100.0, shown[0]
    feed = OperationsFeed("one", SAYINGS, lambda: now_s, lambda: view)
    readers = list[FrameReader]()
    for view in shown:  # noqa: B007 (the feed looks at it)
        feed.live()
        readers.append(heard(FrameReader(), feed.joined(now_s), OperationsFrame))
        frames = feed.step(now_s)
        for reader in readers:
            heard(reader, frames, OperationsFrame)
        assert same((*readers, heard(FrameReader(), feed.joined(now_s), OperationsFrame)))
        now_s += 0.1
    assert readers[0].state["on"] is (shown[-1] is not None)


def lines(*numbers: int) -> tuple[StoryLine, ...]:
    return tuple(StoryLine(number, {"en": f"line {number}"}) for number in numbers)


def frame(line: bytes) -> FeedFrame:
    return msgspec.json.decode(line, type=FeedFrame)


def test_a_client_begins_with_a_snapshot_and_receives_what_has_changed() -> None:
    writer = FrameWriter("one", SpectatorTable())
    joined = frame(writer.snapshot(7))
    assert (joined.v, joined.epoch, joined.rev, joined.at_ms) == (1, "one", 0, 7)
    assert joined.snapshot == SpectatorTable()
    state = OperationsTable(on=True, match="m" * 500)
    writer = FrameWriter("one", state)
    line = writer.update(OperationsTable(on=True, match="m" * 500, signs=1), 12)
    assert line == (
        b'{"v":1,"epoch":"one","rev":1,"at_ms":12,"changes":[{"op":"replace","path":"/signs","value":1}]}\n'
    )


def test_nothing_is_reported_twice() -> None:
    writer = FrameWriter("one", SpectatorTable())
    assert writer.update(SpectatorTable(match="m"), 1, lines(1, 2)) != b""
    assert writer.update(SpectatorTable(match="m"), 2, lines(1, 2)) == b""


def test_the_story_is_only_ever_added_to() -> None:
    writer = FrameWriter("one", SpectatorTable(match="m"))
    writer.update(SpectatorTable(match="m"), 1, lines(1, 2, 3))
    more = frame(writer.update(SpectatorTable(match="m"), 2, lines(2, 3, 4, 5)))
    assert (more.story, more.changes) == (lines(4, 5), ())


def test_a_snapshot_has_as_many_lines_as_a_table_publishes() -> None:
    writer = FrameWriter("one", SpectatorTable(match="m"))
    for first in range(1, 100, 10):
        writer.update(SpectatorTable(match="m"), 1, lines(*range(first, first + 10)))
    assert frame(writer.snapshot(2)).story == lines(*range(100 - STORY_KEPT + 1, 101))


def test_a_story_that_goes_back_starts_again() -> None:
    """As after a power cut of an emulated table whose disk had lost the last lines."""
    writer = FrameWriter("one", SpectatorTable(match="m"))
    writer.update(SpectatorTable(match="m"), 1, lines(1, 2, 3))
    again = frame(writer.update(SpectatorTable(match="m"), 2, lines(1, 2)))
    assert (again.snapshot, again.story) == (SpectatorTable(match="m"), lines(1, 2))


def test_changes_that_are_longer_than_the_whole_are_not_sent() -> None:
    writer = FrameWriter("one", OperationsTable(on=True, match="m", dispenser="ready"))  # type: ignore[arg-type]
    assert b'"snapshot"' in writer.update(OperationsTable(), 1)


def test_who_has_missed_a_frame_notices_and_joins_again() -> None:
    writer = FrameWriter("one", OperationsTable(match="m" * 500))
    reader = FrameReader()
    heard(reader, writer.snapshot(0), OperationsFrame)
    writer.update(OperationsTable(match="m" * 500, signs=1), 1)
    missed = writer.update(OperationsTable(match="m" * 500, signs=2), 2)
    assert not reader.receive(msgspec.json.decode(missed, type=OperationsFrame))
    heard(reader, writer.snapshot(3), OperationsFrame)
    assert (reader.rev, reader.state["signs"]) == (2, 2)
    other = FrameWriter("two", OperationsTable(match="m" * 500))
    for signs in (1, 2, 3):
        line = other.update(OperationsTable(match="m" * 500, signs=signs), signs)
    assert not reader.receive(msgspec.json.decode(line, type=OperationsFrame)), "the same number, of another stream"
