"""The campaign of the web program in small, and that it receives all that leaves that program."""

import re
from functools import cache

import pytest

from lab.campaigns.leak.outlets import EPOCH
from lab.campaigns.web.web_campaign import END_S, PublishedLine, beginning, published_lines, socket_output
from table.view.spectators import SpectatorTable
from table.view.streams.stream_frames import FrameWriter

MATCH = FrameWriter(EPOCH, SpectatorTable()).update(SpectatorTable(match="one"), 1500)


@cache
def reported() -> bytes:
    return socket_output((PublishedLine(1500, "feed", MATCH),), 1)


@pytest.mark.slow
def test_each_door_of_the_program_is_listened_at() -> None:
    for part in (
        b"text/event-stream",
        b"101 Switching Protocols",
        b"id: leak/1\ndata: " + MATCH.rstrip(),
        b'"match":"one"',
        b'{"error":"no table"}',
        b"<title>The table</title>",
        b'<body data-part="die"',
        b"export interface SpectatorTable",
        b"404 Not Found",
    ):
        assert (part in reported()) is (part != b'{"error":"no table"}'), part


@pytest.mark.slow
def test_what_comes_has_the_time_at_which_it_came() -> None:
    assert re.search(rb"\n\d+ 1500 [0-9a-f]+\r\nid: leak/1\n", reported())
    assert f" {round(1000 * (1.5 + END_S))} HTTP/1.1 200".encode() in reported()


@pytest.mark.slow
def test_the_same_is_heard_each_time_and_another_byte_is_noticed() -> None:
    again = socket_output((PublishedLine(1500, "feed", MATCH),), 1)
    other = socket_output((PublishedLine(1500, "feed", MATCH.replace(b"one", b"two")),), 1)
    later = socket_output((PublishedLine(1501, "feed", MATCH),), 1)
    assert again == reported()
    assert other != reported()
    assert later != reported()


def test_what_was_reported_is_read_out_of_all_that_was_captured() -> None:
    captured = (
        b"0 log 10 x feed b'no'\n120 feed b'{}\\n'\n120 feed joined b'{}'\n7 operations b\"it's\"\nfile 1 feed b'no'"
    )
    assert published_lines(captured) == (PublishedLine(120, "feed", b"{}\n"), PublishedLine(7, "operations", b"it's"))
    assert beginning("feed").startswith(b'{"v":1,"epoch":"leak","rev":0,')
