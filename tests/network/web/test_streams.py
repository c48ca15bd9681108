"""A stream over HTTP: as a state, as events, as the frames of a WebSocket."""

import asyncio
import json

import pytest
from starlette.applications import Starlette

from lab.virtual_loop import now_s, run
from table.network.web.hub import Hub
from table.network.web.streams import MOST_RESYNCS, RESYNC, SIGN_S, SILENCE_S, SPOKE, TOO_SLOW, stream_routes
from table.network.web.viewers import MOST_MESSAGES
from table.view.streams.stream_frames import FeedFrame
from tests.network.web.asgi import Socket, asked
from tests.network.web.frames import FrameSource


class Served:
    """A table that has reported `one`, and what serves it."""

    def __init__(self) -> None:
        self.table = FrameSource()
        self.hub = Hub("feed", FeedFrame, now_s)
        self.app = Starlette(routes=stream_routes(self.hub, "/api/v1"))

    def begins(self) -> "Served":
        self.hub.receive(self.table.joined())
        self.publishes("one")
        return self

    def publishes(self, match: str) -> None:
        assert self.hub.receive(self.table.publishes(match))


class TestState:
    def test_it_is_a_frame_with_the_whole_state(self) -> None:
        async def state() -> None:
            answer = await asked(Served().begins().app, "/api/v1/state")
            assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
            assert json.loads(answer.body)["snapshot"]["match"] == "one"

        run(state())

    def test_who_knows_it_already_is_notified_in_no_bytes(self) -> None:
        async def twice() -> None:
            served = Served().begins()
            tag = (await asked(served.app, "/api/v1/state")).headers["etag"]
            again = await asked(served.app, "/api/v1/state", if_none_match=tag)
            assert (again.status, again.body) == (304, b"")
            served.publishes("two")
            assert (await asked(served.app, "/api/v1/state", if_none_match=tag)).status == 200

        run(twice())

    def test_without_a_table_it_reports_it(self) -> None:
        async def nothing() -> None:
            answer = await asked(Served().app, "/api/v1/state")
            assert (answer.status, answer.headers["retry-after"]) == (503, "5")

        run(nothing())

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
    def test_nothing_can_be_written(self, method: str) -> None:
        async def written() -> int:
            return (await asked(Served().begins().app, "/api/v1/state", method)).status

        assert run(written()) == 405


class TestEvents:
    def test_each_frame_is_an_event_with_a_mark(self) -> None:
        async def events() -> bytes:
            served = Served().begins()
            asyncio.get_running_loop().call_later(1, served.publishes, "two")
            answer = await asked(served.app, "/api/v1/events", listens_s=2)
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert served.hub.viewers == set()
            return answer.body

        retry, whole, change, end = run(events()).split(b"\n\n")
        assert (retry, end) == (b"retry: 1000", b"")
        assert whole.startswith(b'id: epoch/1\ndata: {"v":1,')
        assert change.startswith(b"id: epoch/2\ndata: {")

    @pytest.mark.parametrize("way", ["header", "address"])
    def test_who_comes_back_gets_what_was_missed(self, way: str) -> None:
        async def missed() -> bytes:
            served = Served().begins()
            served.publishes("two")
            if way == "header":
                return (await asked(served.app, "/api/v1/events", listens_s=1, last_event_id="epoch/1")).body
            return (await asked(served.app, "/api/v1/events?since=epoch/1", listens_s=1)).body

        body = run(missed())
        assert b"id: epoch/2" in body
        assert b"snapshot" not in body

    def test_in_a_silence_it_still_gives_a_sign(self) -> None:
        async def silence() -> bytes:
            return (await asked(Served().begins().app, "/api/v1/events", listens_s=2.5 * SILENCE_S)).body

        assert run(silence()).endswith(b"\n\n:\n\n:\n\n")

    def test_where_there_is_no_table_that_has_no_mark(self) -> None:
        async def nothing() -> bytes:
            return (await asked(Served().app, "/api/v1/events", listens_s=1)).body

        assert run(nothing()).endswith(b'\n\ndata: {"v":1,"gone":true}\n\n')

    def test_a_viewer_that_is_too_slow_comes_to_an_end(self) -> None:
        async def slow() -> None:
            served = Served().begins()
            listens = asyncio.ensure_future(asked(served.app, "/api/v1/events"))
            await asyncio.sleep(1)
            (viewer,) = served.hub.viewers
            viewer.drop()
            await listens
            assert served.hub.viewers == set()

        run(slow())

    def test_a_head_alone_has_no_stream_behind_it(self) -> None:
        async def head() -> bytes:
            return (await asked(Served().begins().app, "/api/v1/events", "HEAD")).body

        assert run(head()) == b""


class TestWebSocket:
    def test_it_begins_with_the_whole_state_and_goes_on_with_changes(self) -> None:
        async def follows() -> None:
            served = Served().begins()
            socket = Socket(served.app, "/api/v1/frames")
            await asyncio.sleep(1)
            served.publishes("two")
            await asyncio.sleep(1)
            assert socket.status == "accepted"
            assert ["snapshot" in each for each in socket.sent] == [True, False]
            await socket.goes()
            assert served.hub.viewers == set()

        run(follows())

    def test_who_comes_back_gets_what_was_missed(self) -> None:
        async def back() -> None:
            served = Served().begins()
            served.publishes("two")
            socket = Socket(served.app, "/api/v1/frames?since=epoch/1")
            await asyncio.sleep(1)
            assert [json.loads(each)["rev"] for each in socket.sent] == [2]
            await socket.goes()

        run(back())

    def test_who_missed_a_frame_asks_for_the_whole_state(self) -> None:
        async def again() -> None:
            socket = Socket(Served().begins().app, "/api/v1/frames")
            await asyncio.sleep(1)
            socket.sends(text=' {"resync": true}\n')
            await asyncio.sleep(1)
            assert ["snapshot" in each for each in socket.sent] == [True, True]
            await socket.goes()

        run(again())

    @pytest.mark.parametrize(
        "stated",
        [{"text": "hello"}, {"text": ""}, {"text": RESYNC + " " * 100}, {"bytes": RESYNC.encode()}, {"text": "{"}],
    )
    def test_whoever_sends_anything_else_is_sent_away(self, stated: dict[str, object]) -> None:
        async def spoke() -> None:
            served = Served().begins()
            socket = Socket(served.app, "/api/v1/frames")
            socket.sends(**stated)
            assert await socket.ended() == SPOKE
            assert served.hub.viewers == set()

        run(spoke())

    @pytest.mark.parametrize(("address", "signs"), [("/api/v1/frames?signs=1", 2), ("/api/v1/frames", 0)])
    def test_in_a_silence_it_gives_signs_to_whoever_asks_for_them(self, address: str, signs: int) -> None:
        async def silence() -> None:
            socket = Socket(Served().begins().app, address)
            await asyncio.sleep(2.5 * SIGN_S)
            assert socket.sent[1:] == signs * [""]
            await socket.goes()

        run(silence())

    def test_whoever_asks_again_again_and_again_is_sent_away(self) -> None:
        async def often() -> None:
            socket = Socket(Served().begins().app, "/api/v1/frames")
            for _ in range(MOST_RESYNCS):
                socket.sends(text=RESYNC)
                await asyncio.sleep(1)
            assert await socket.ended() == SPOKE

        run(often())

    def test_who_is_too_slow_is_asked_to_come_again(self) -> None:
        async def slow() -> None:
            served = Served().begins()
            socket = Socket(served.app, "/api/v1/frames")
            await asyncio.sleep(1)
            for number in range(MOST_MESSAGES + 1):
                served.publishes(str(number))
            assert await socket.ended() == TOO_SLOW
            assert served.hub.viewers == set()

        run(slow())
