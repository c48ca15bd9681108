"""The hall's page, and what it serves beside it: the stream, the results, the files of matches."""

import re
from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from table.network.hall.organiser.exports import FORMS, as_csv, as_json, nameless, pairings_csv, standings_csv
from table.network.hall.organiser.folder import MatchFiles
from table.network.hall.organiser.sheet import sheet_parts
from table.network.web.files import file_routes
from table.network.web.hub import Hub
from table.network.web.page_maker import PageMaker
from table.network.web.streams import stream_routes
from table.view.hall import HallResult, HallTable
from table.words import Words

API = "/api/v1"
PAGE_WORDS = ("hall.page.", "seat.")
"""The beginnings of the keys of all words of the page's own program."""
DESK_WORDS = (*PAGE_WORDS, "hall.desk.")


class HallSite:
    """The hall's site, which belongs to the event loop's thread."""

    def __init__(self, words: Mapping[str, Words], hub: Hub, files: MatchFiles, hall: Callable[[], HallTable]) -> None:
        self.maker = PageMaker(words, {"hall": PAGE_WORDS, "desk": DESK_WORDS, "sheet": ("hall.page.none",)})
        self._hub, self._files, self._hall_now = hub, files, hall

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self._hall),
            Route("/results.csv", self._csv),
            Route("/results.json", self._json),
            Route("/pairings.csv", self._pairings),
            Route("/standings.csv", self._standings),
            Route("/sheet", self._sheet),
            Route("/match/{table}/{match}.jsonl", self._match),
            *self.maker.routes(),
            *stream_routes(self._hub, API),
            *file_routes(),
        ]

    async def _hall(self, request: Request) -> Response:
        return self.maker.page("hall", request)

    async def _csv(self, request: Request) -> Response:
        return _csv_file("results.csv", as_csv(self._results(request)))

    async def _json(self, request: Request) -> Response:
        return Response(as_json(self._results(request)), media_type="application/json")

    def _results(self, request: Request) -> tuple[HallResult, ...]:
        results = self._hall_now().results
        return nameless(results) if request.query_params.get("names") == "no" else results

    async def _pairings(self, request: Request) -> Response:
        if (form := FORMS.get(request.query_params.get("form", "plain"))) is None:
            return JSONResponse({"error": f"no such form; there are {', '.join(FORMS)}"}, 404)
        return _csv_file("pairings.csv", pairings_csv(self._hall_now(), form))

    async def _standings(self, _: Request) -> Response:
        return _csv_file("standings.csv", standings_csv(self._hall_now().standings))

    async def _sheet(self, request: Request) -> Response:
        asked = request.query_params.get("round", "")
        number = int(asked) if re.fullmatch("[0-9]{1,3}", asked) else None
        sentences = self.maker.words[self.maker.language(request)].sentences
        return self.maker.page("sheet", request, markup=sheet_parts(self._hall_now(), number, sentences))

    async def _match(self, request: Request) -> Response:
        asked = (request.path_params["table"], request.path_params["match"])
        if asked not in {(each.table, each.match) for each in self._hall_now().results}:
            return JSONResponse({"error": "no such match"}, 404)
        try:
            content = self._files.path(*asked).read_bytes()
        except OSError:
            return JSONResponse({"error": "no file of this match"}, 404)
        return Response(content, 200, _saved_as(f"{asked[1]}.jsonl"), "application/jsonl")


def _csv_file(name: str, content: str) -> Response:
    return Response(content, 200, _saved_as(name), "text/csv; charset=utf-8")


def _saved_as(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
