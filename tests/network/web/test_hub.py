"""The hub keeps the table's state for clients that join, return or resynchronise."""

import asyncio
import json
from typing import Any

import pytest

from lab.virtual_loop import run
from table.network.web.hub import KEPT, Hub
from table.network.web.viewers import MOST_BYTES, MOST_MESSAGES, Message, Viewer
from table.view.streams.stream_frames import FeedFrame
from tests.network.web.frames import FrameSource

GONE = {"v": 1, "gone": True}


class Kit:
    """A table, its hub, and a clock that a test sets."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.table = FrameSource()
        self.hub = Hub("feed", FeedFrame, lambda: self.now_s)

    def begins(self) -> "Kit":
        assert self.hub.receive(self.table.joined())
        return self

    def publishes(self, *matches: str) -> None:
        for match in matches:
            assert self.hub.receive(self.table.publishes(match))


def waiting(viewer: Viewer) -> list[Any]:
    """All that a viewer would get now; None behind it for one that is dropped."""
    found = []
    while viewer._waiting:
        message = run(viewer.next())
        found.append(None if message is None else json.loads(message.data))
    return [*found, None] if viewer.dropped else found


def test_who_joins_gets_the_whole_state_and_then_what_comes() -> None:
    kit = Kit().begins()
    kit.publishes("one")
    viewer = kit.hub.joins()
    kit.publishes("two")
    whole, change = waiting(viewer)
    assert (whole["snapshot"]["match"], whole["rev"], len(whole["story"])) == ("one", 1, 1)
    assert change == {
        "v": 1,
        "epoch": "epoch",
        "rev": 2,
        "at_ms": 0,
        "changes": [{"op": "replace", "path": "/match", "value": "two"}],
        "story": [{"number": 2, "say": {"en": "two"}}],
    }


def test_a_frame_is_passed_on_as_it_came() -> None:
    kit = Kit().begins()
    viewer = kit.hub.joins()
    line = kit.table.publishes("one")
    kit.hub.receive(line)

    async def second() -> Message | None:
        await viewer.next()
        return await viewer.next()

    assert run(second()) == Message("epoch/1", line.rstrip())


def test_who_comes_back_gets_what_was_missed_and_no_more() -> None:
    kit = Kit().begins()
    kit.publishes("one", "two", "three")
    assert [each["rev"] for each in waiting(kit.hub.joins("epoch/2"))] == [3]


@pytest.mark.parametrize(
    "mark",
    [
        "epoch/3",
        "epoch/4",
        "epoch/-1",
        "epoch/",
        "epoch",
        "",
        "other/1",
        "epoch/x",
        "epoch/²",
        "epoch/" + "9" * 99,
        "/1",
    ],
)
def test_a_mark_that_is_of_another_run_or_nonsense_leads_to_the_whole_state(mark: str) -> None:
    kit = Kit().begins()
    kit.publishes("one", "two", "three")
    (whole,) = waiting(kit.hub.joins(mark))
    assert (whole["rev"], whole["snapshot"]["match"]) == (3, "three")


def test_frames_of_long_ago_are_not_kept() -> None:
    kit = Kit().begins()
    for number in range(KEPT + 2):
        kit.publishes(str(number))
    (whole,) = waiting(kit.hub.joins("epoch/1"))
    assert whole["snapshot"]["match"] == str(KEPT + 1)


def test_where_much_was_missed_the_whole_state_is_shorter() -> None:
    kit = Kit().begins()
    kit.publishes(*(str(number) for number in range(100)))
    assert "snapshot" in waiting(kit.hub.joins("epoch/1"))[0]


def test_what_is_reported_late_is_reported_as_of_now_so_that_clocks_are_right() -> None:
    kit = Kit().begins()
    kit.hub.receive(kit.table.publishes("one", at_ms=5000))
    kit.hub.receive(kit.table.publishes("two", at_ms=6000))
    kit.now_s = 2.5
    assert [each["at_ms"] for each in waiting(kit.hub.joins())] == [8500]
    assert [each["at_ms"] for each in waiting(kit.hub.joins("epoch/1"))] == [8500]


def test_a_viewer_may_ask_for_the_whole_state_again() -> None:
    kit = Kit().begins()
    viewer = kit.hub.joins()
    kit.hub.restart(viewer)
    assert ["snapshot" in each for each in waiting(viewer)] == [True, True]


def test_while_there_is_no_table_that_is_reported_and_a_snapshot_follows() -> None:
    kit = Kit()
    assert kit.hub.snapshot() is None
    viewer = kit.hub.joins()
    kit.begins()
    kit.hub.lost()
    kit.hub.lost()
    gone, whole, gone_again = waiting(viewer)
    assert (gone, gone_again) == (GONE, GONE)
    assert "snapshot" in whole


def test_another_run_of_the_table_starts_again() -> None:
    kit = Kit().begins()
    kit.publishes("one")
    kit.hub.lost()
    kit.table = FrameSource("later")
    kit.begins()
    (whole,) = waiting(kit.hub.joins("epoch/0"))
    assert (whole["epoch"], whole["snapshot"]["match"]) == ("later", "")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"{}\n",
        b"null\n",
        b'{"v":1}\n',
        b'{"v":2,"epoch":"epoch","rev":1,"at_ms":0}\n',
        b'{"v":1,"epoch":"epoch","rev":9,"at_ms":0}\n',
        b'{"v":1,"epoch":"other","rev":1,"at_ms":0}\n',
        b'{"v":1,"epoch":"epoch","rev":1,"at_ms":0,"changes":[{"op":"remove","path":"/no/such"}]}\n',
        b'{"v":1,"epoch":"epoch","rev":1,"at_ms":0,"changes":[{"op":"move","path":"/match"}]}\n',
        b'{"v":1,"epoch":"epoch","rev":1,"at_ms":0,"changes":[{"op":"replace","path":"/play/0/x","value":1}]}\n',
        b"\xff\xfe\n",
        b"[" * 100_000,
    ],
)
def test_a_line_that_is_no_next_frame_is_passed_on_to_nobody(line: bytes) -> None:
    kit = Kit().begins()
    viewer = kit.hub.joins()
    assert not kit.hub.receive(line)
    assert len(waiting(viewer)) == 1


def test_who_does_not_take_what_comes_is_dropped_and_costs_no_more() -> None:
    kit = Kit().begins()
    lazy, keen = kit.hub.joins(), kit.hub.joins()
    for number in range(MOST_MESSAGES):
        kit.publishes(str(number))
        waiting(keen)
    assert lazy.dropped
    assert waiting(lazy) == [None]
    assert not keen.dropped
    kit.publishes("more")
    assert len(waiting(keen)) == 1


def test_one_large_message_too_many_drops_a_viewer() -> None:
    viewer = Viewer()
    viewer.put(Message("", b"x" * MOST_BYTES))
    assert not viewer.dropped
    viewer.put(Message("", b"x"))
    assert viewer.dropped


def test_at_the_end_all_viewers_are_let_go() -> None:
    kit = Kit().begins()
    viewers = [kit.hub.joins(), kit.hub.joins()]
    kit.hub.end()
    assert [viewer.dropped for viewer in viewers] == [True, True]


def test_who_has_left_gets_nothing() -> None:
    kit = Kit().begins()
    viewer = kit.hub.joins()
    kit.hub.leaves(viewer)
    kit.publishes("one")
    assert len(waiting(viewer)) == 1
    assert kit.hub.viewers == set()


def test_a_viewer_that_waits_is_woken() -> None:
    async def woken() -> bytes:
        viewer = Viewer()
        waits = asyncio.ensure_future(viewer.next())
        await asyncio.sleep(1)
        viewer.put(Message("", b"now"))
        message = await waits
        assert message is not None
        return message.data

    assert run(woken()) == b"now"
