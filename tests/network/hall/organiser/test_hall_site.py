"""The hall serves its page in each language, results, and files of matches that have a result, and no other file."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from table.network.hall.organiser.exports import FORMS
from table.network.hall.organiser.folder import MatchFiles
from table.network.hall.organiser.hall_site import HallSite
from table.network.hall.organiser.matches import FileFinding
from table.network.hall.organiser.pairings import read_pairings
from table.network.web.doorkeeper import Doorkeeper
from table.network.web.hub import Hub
from table.network.web.site import site
from table.rules.match.events import MatchEnd
from table.rules.seats import BLUE
from table.view.hall import HallTable, MatchOutcome, MatchProof, Pairing, Standing
from table.view.streams.stream_frames import FrameWriter, HallFrame
from table.words import Words, languages
from tests.network.hall.organiser.test_exports import RESULT
from tests.network.web.asgi import Answer, asked

PAIRINGS = (
    Pairing(1, "table-1", "Ann", "Bob"),
    Pairing(1, "", "<b>Eve</b>", ""),
    Pairing(2, "table-7", "bob", "Ann"),
    Pairing(2, "red-room", "<b>Eve</b>", "-Fay"),
)
STANDING = Standing(1, "Ann", 3, won=1, drawn=0, lost=0, byes=0, schedule=1.25, difference=3, scored=8)
SHOWN = HallTable(results=(RESULT, replace(RESULT, match="m2")), pairings=PAIRINGS, standings=(STANDING,))
WORDS = {language: Words(language) for language in languages()}


@pytest.fixture
def files(tmp_path: Path) -> MatchFiles:
    kept = MatchFiles(tmp_path)
    kept.keep("table-1", "m1", "its file\n")
    kept.keep("table-1", "m9", "of a match that goes on\n")
    return kept


def got(files: MatchFiles, path: str) -> Answer:
    hub = Hub("hall", HallFrame, lambda: 0.0)
    hub.receive(FrameWriter("hall", HallTable(results=(RESULT,))).snapshot(0))
    routes = HallSite(WORDS, hub, files, lambda: SHOWN).routes()
    return asyncio.run(asked(site(routes, Doorkeeper((), lambda: 0.0), lambda why, _: why), path))


@pytest.mark.parametrize("language", languages())
def test_its_page_is_there_in_each_language(files: MatchFiles, language: str) -> None:
    page = got(files, f"/?lang={language}")
    assert page.status == 200
    assert WORDS[language].sentences["hall.page.needs"] in page.body.decode()
    assert "[[" not in page.body.decode()


def test_each_file_of_it_is_served(files: MatchFiles) -> None:
    named = re.findall(r'"(/page/[^"]+)"', got(files, "/").body.decode())
    assert [name.rpartition(".")[2] for name in named] == ["css", "js"]
    assert [got(files, name).status for name in named] == [200, 200]


@pytest.mark.parametrize("form", FORMS)
def test_the_pairings_in_each_form_are_those_that_the_desk_reads(files: MatchFiles, form: str) -> None:
    content = got(files, f"/pairings.csv?form={form}").body
    named = [replace(each, red=each.red.replace("-Fay", "'-Fay")) for each in PAIRINGS]
    assert read_pairings(content) == (tuple(named), ())
    assert b"8" in content.splitlines()[1], "the points of a result"


def test_a_form_that_is_none_is_not_served(files: MatchFiles) -> None:
    assert got(files, "/pairings.csv?form=other").status == 404


def test_standings_are_for_other_programs(files: MatchFiles) -> None:
    assert got(files, "/standings.csv").body.decode().splitlines() == [
        "place,player,points,won,drawn,lost,byes,schedule,difference,scored",
        "1,Ann,3,1,0,0,0,1.25,3,8",
    ]


@pytest.mark.parametrize("language", languages())
def test_the_sheet_has_the_last_round_by_table_and_by_name_and_the_standings(files: MatchFiles, language: str) -> None:
    page = got(files, f"/sheet?lang={language}").body.decode()
    cells = re.findall("<td>(.*?)</td>", page)
    assert cells[:6] == ["table-7", "bob", "Ann", "red-room", "&lt;b&gt;Eve&lt;/b&gt;", "-Fay"]
    assert cells[6::3][:4] == ["-Fay", "&lt;b&gt;Eve&lt;/b&gt;", "Ann", "bob"]
    assert cells[18:] == ["1", "Ann", "3", "1.25", "3"]
    assert "[[" not in page


@pytest.mark.parametrize("asked", ["1", "01", "x", "-1", "9999", "9"])
def test_the_sheet_of_another_round(files: MatchFiles, asked: str) -> None:
    cells = re.findall("<td>(.*?)</td>", got(files, f"/sheet?lang=en&round={asked}").body.decode())
    assert cells[0] == {"1": "table-1", "01": "table-1", "9": "1"}.get(asked, "table-7")


def test_results_are_for_other_programs(files: MatchFiles) -> None:
    assert got(files, "/results.csv").body.decode().count("\n") == 3
    assert [each["match"] for each in json.loads(got(files, "/results.json").body)] == ["m1", "m2"]
    for path in ("/results.csv", "/results.json"):
        assert b"Ann" in got(files, path).body
        assert b"Ann" not in got(files, f"{path}?names=no").body
    assert json.loads(got(files, "/api/v1/state").body)["snapshot"]["results"][0]["match"] == "m1"


def test_a_match_that_is_over_has_its_file(files: MatchFiles) -> None:
    assert got(files, "/match/table-1/m1.jsonl").body == b"its file\n"


@pytest.mark.parametrize(
    "path",
    [
        "/match/table-1/m2.jsonl",
        "/match/table-1/m9.jsonl",
        "/match/table-2/m1.jsonl",
        "/match/../m1.jsonl",
        "/match/table-1/..%2f..%2fhall.jsonl",
        "/hall.toml",
    ],
)
def test_nothing_else_of_the_folder_is_served(files: MatchFiles, path: str) -> None:
    assert got(files, path).status == 404


def test_what_was_found_of_a_file_is_kept_until_another_one_comes(files: MatchFiles, tmp_path: Path) -> None:
    outcome = MatchOutcome("skirmish", "Echo base", "Hoth", 8, 5, MatchEnd.FINISHED, BLUE, "points")
    finding = FileFinding(MatchProof.PROVED, outcome)
    files.found("table-1", "m1", finding)
    assert MatchFiles(tmp_path).finding("table-1", "m1") == finding
    files.keep("table-1", "m1", "its file\n")
    assert files.finding("table-1", "m1") == finding
    files.keep("table-1", "m1", "another file\n")
    assert files.finding("table-1", "m1") is None


@pytest.mark.parametrize("verdict", [b"", b"proved\n", b"[" * 5000, b'{"proof":"best"}', b"\xff"])
def test_a_verdict_that_is_none_is_found_again(files: MatchFiles, tmp_path: Path, verdict: bytes) -> None:
    (tmp_path / "matches/table-1.m1.verdict").write_bytes(verdict)
    assert files.finding("table-1", "m1") is None
