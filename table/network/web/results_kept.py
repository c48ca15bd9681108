"""The results that the table has published: the files and cards of finished matches, kept in memory only."""

import re
from collections import OrderedDict
from collections.abc import Sequence

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from table.view.streams.results_feed import MatchResult
from table.view.streams.stream_frames import RESULTS, VERSION

MOST = 8
"""The number of matches that are kept."""
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
FILE, CARD, REPLAY = "jsonl", "png", "replay"


class Results:
    """The last results. They belong to the event loop's thread."""

    name = RESULTS

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(MatchResult)
        self._kept: OrderedDict[str, MatchResult] = OrderedDict()

    def receive(self, line: bytes) -> bool:
        """Take a line of the table. Return False if it is invalid."""
        try:
            result = self._decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return False
        if result.v != VERSION or not ID.fullmatch(result.match):
            return False
        self._kept[result.match] = result
        self._kept.move_to_end(result.match)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return True

    def lost(self) -> None:
        """Keep all results, because a finished match does not change."""

    def routes(self, api: str) -> Sequence[BaseRoute]:
        return [Route(f"{api}/matches", self._list), Route("/match/{match}.{kind}", self._serve)]

    async def _list(self, _: Request) -> Response:
        return JSONResponse(list(self._kept))

    async def _serve(self, request: Request) -> Response:
        result = self._kept.get(request.path_params["match"])
        kind = request.path_params["kind"]
        if result is None or kind not in (FILE, CARD, REPLAY) or (kind == REPLAY and not result.replay):
            return JSONResponse({"error": "no such match"}, 404)
        if kind == CARD:
            return Response(result.card, media_type="image/png")
        name = {"content-disposition": f'attachment; filename="{result.match}.{kind}"'}
        if kind == REPLAY:
            return Response(result.replay, 200, {**name, "content-encoding": "gzip"}, "application/jsonl")
        return Response(result.file, 200, name, "application/jsonl")
