"""Once a match is over, its file and its card can be had."""

import gzip
import json
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette

from lab.virtual_loop import run
from table.network.web.results_kept import MOST, Results
from table.view.streams.results_feed import MatchResult
from tests.network.web.asgi import Answer, asked


def line(match: str, **more: Any) -> bytes:
    return msgspec.json.encode(MatchResult(**{"v": 1, "match": match, "file": '{"a":1}\n', "card": b"\x89PNG", **more}))


def got(results: Results, path: str) -> Answer:
    async def once() -> Answer:
        return await asked(Starlette(routes=list(results.routes("/api/v1"))), path)

    return run(once())


def test_the_file_of_a_match_is_a_download_under_its_name() -> None:
    results = Results()
    assert results.receive(line("one"))
    answer = got(results, "/match/one.jsonl")
    assert (answer.status, answer.body) == (200, b'{"a":1}\n')
    assert answer.headers["content-disposition"] == 'attachment; filename="one.jsonl"'
    card = got(results, "/match/one.png")
    assert (card.headers["content-type"], card.body) == ("image/png", b"\x89PNG")


def test_a_replay_is_sent_as_it_was_compressed() -> None:
    results = Results()
    results.receive(line("one", replay=gzip.compress(b"replay")))
    answer = got(results, "/match/one.replay")
    assert (answer.headers["content-encoding"], gzip.decompress(answer.body)) == ("gzip", b"replay")
    results.receive(line("two"))
    assert got(results, "/match/two.replay").status == 404


@pytest.mark.parametrize("path", ["/match/two.jsonl", "/match/one.db", "/match/one", "/match/../x", "/match/.png"])
def test_there_is_nothing_else(path: str) -> None:
    results = Results()
    results.receive(line("one"))
    assert got(results, path).status == 404


def test_the_last_ones_are_kept_also_while_there_is_no_table() -> None:
    results = Results()
    for number in range(MOST + 1):
        results.receive(line(str(number)))
    results.lost()
    assert json.loads(got(results, "/api/v1/matches").body) == [str(number) for number in range(1, MOST + 1)]
    results.receive(line("1", file="later"))
    assert got(results, "/match/1.jsonl").body == b"later"


@pytest.mark.parametrize(
    "stated", [b"", b"{}", b"null", line("../x"), line('a"b'), line(""), line("x" * 65), line("one", v=2), b'{"v":1}']
)
def test_what_is_no_result_is_not_kept(stated: bytes) -> None:
    results = Results()
    assert not results.receive(stated)
    assert json.loads(got(results, "/api/v1/matches").body) == []
