"""The hall's page, and what it serves beside it: the stream, the results, the files of matches."""

from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from table.network.hall.organiser.exports import as_csv, as_json
from table.network.hall.organiser.folder import MatchFiles
from table.network.web.files import file_routes
from table.network.web.hub import Hub
from table.network.web.page_maker import PageMaker
from table.network.web.streams import stream_routes
from table.view.hall import HallResult
from table.words import Words

API = "/api/v1"
PAGE_WORDS = ("hall.page.", "seat.")
"""The beginnings of the keys of all words of the page's own program."""
DESK_WORDS = (*PAGE_WORDS, "hall.desk.")


class HallSite:
    """The hall's site, which belongs to the event loop's thread."""

    def __init__(
        self, words: Mapping[str, Words], hub: Hub, files: MatchFiles, results: Callable[[], tuple[HallResult, ...]]
    ) -> None:
        self.maker = PageMaker(words, {"hall": PAGE_WORDS, "desk": DESK_WORDS})
        self._hub, self._files, self._results = hub, files, results

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self._hall),
            Route("/results.csv", self._csv),
            Route("/results.json", self._json),
            Route("/match/{table}/{match}.jsonl", self._match),
            *self.maker.routes(),
            *stream_routes(self._hub, API),
            *file_routes(),
        ]

    async def _hall(self, request: Request) -> Response:
        return self.maker.page("hall", request)

    async def _csv(self, _: Request) -> Response:
        return Response(as_csv(self._results()), 200, _saved_as("results.csv"), "text/csv; charset=utf-8")

    async def _json(self, _: Request) -> Response:
        return Response(as_json(self._results()), media_type="application/json")

    async def _match(self, request: Request) -> Response:
        asked = (request.path_params["table"], request.path_params["match"])
        if asked not in {(each.table, each.match) for each in self._results()}:
            return JSONResponse({"error": "no such match"}, 404)
        try:
            content = self._files.path(*asked).read_bytes()
        except OSError:
            return JSONResponse({"error": "no file of this match"}, 404)
        return Response(content, 200, _saved_as(f"{asked[1]}.jsonl"), "application/jsonl")


def _saved_as(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
