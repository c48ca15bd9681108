"""The hall's desk in a browser: what its organiser types is an act of the hall, and everybody can read and reach it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from lab.figures.pages.served import ServedHall
from table.network.hall.organiser.desk.desk import RefusedActError
from table.network.hall.organiser.tournament.acts import (
    DeskOpened,
    JudgeAnswered,
    MatchAssigned,
    NamedPairing,
    PairingsTaken,
    ResultEntered,
    ResultWithdrawn,
    RoundClockSet,
    ScoringSet,
    TableJudgeCalled,
)
from table.rules.seats import BLUE, RED
from table.view.hall import HallNeed, MatchProof, NeedKind, Pairing, TieBreak
from table.view.streams.stream_frames import FrameWriter
from table.words import languages
from tests.network.web.browser.test_hall import HALL, RESULT
from tests.network.web.browser.test_pages import LOOKS, until, violations

pytestmark = [pytest.mark.web, pytest.mark.timeout(300)]

OF_DESK = replace(
    HALL,
    needs=(HallNeed("table-1", NeedKind.JUDGE), *HALL.needs),
    pairings=(Pairing(1, "table-2", "Cid", "Dee"), Pairing(2, "table-1", "Ann", "<b>Bob</b>")),
)


SHEET = (
    "Round,Table,Player 1,Faction,Player 2,Faction\n3,1,Ann,Rebels,Bob,Empire\n3,2,Cid,,Dee,\n3,3,Eve\n3,,Fay,,BYE,\n"
)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    served = ServedHall(tmp_path, lambda: OF_DESK)
    served.sends(FrameWriter("hall", OF_DESK).snapshot(0))
    yield served
    served.close()


def opened(browser: Any, hall: ServedHall, query: str = "lang=en", width: int = 1280) -> Any:
    """A page at which the organiser has logged in."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(hall.address(f"/desk?{query}"))
    page.fill("#password", hall.password)
    page.click("#entry button")
    page.wait_for_selector("#pairing option", state="attached")
    return page


def test_its_acts_are_those_that_were_typed(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    for press in ("#timing button", "#start", "#calls button", "#calling button"):
        page.click(press)
        until(page, "document.getElementById('answer').textContent === 'Done.'")
        page.evaluate("document.getElementById('answer').textContent = ''")
    page.select_option("#pairing", label="1 · table-2 · Cid – Dee")
    assert (page.input_value("#blue_points"), page.input_value("#winner")) == ("8", "red"), "the result that counts now"
    page.fill("#blue_points", "6")
    assert page.input_value("#winner") == "blue", "the side with more points"
    page.fill("#blue_points", "4")
    page.fill("#reason", "Read wrong.")
    page.click("#entering button")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    assert hall.acts == [
        DeskOpened(),
        RoundClockSet(150, 2),
        RoundClockSet(runs=True),
        JudgeAnswered("table-1"),
        TableJudgeCalled("table-1"),
        ResultEntered(1, "Cid", "Dee", 4, 5, RED, "Read wrong."),
    ]
    page.close()


def test_a_chosen_pairing_stays_itself_when_others_come_and_go(browser: Any, tmp_path: Path) -> None:
    writer = FrameWriter("hall", OF_DESK)
    served = ServedHall(tmp_path, lambda: OF_DESK)
    served.sends(writer.snapshot(0))
    page = opened(browser, served)
    page.select_option("#pairing", label="1 · table-2 · Cid – Dee")
    page.fill("#blue_points", "6")
    page.fill("#reason", "On paper.")
    eve = Pairing(1, "table-1", "Eve", "Fay")
    served.sends(writer.update(replace(OF_DESK, pairings=(eve, *OF_DESK.pairings)), 1))
    until(page, "document.querySelectorAll('#pairing option').length === 3")
    page.click("#entering button")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    assert served.acts[1:] == [ResultEntered(1, "Cid", "Dee", 6, 5, BLUE, "On paper.")]
    served.sends(writer.update(replace(OF_DESK, pairings=(eve, OF_DESK.pairings[1])), 2))
    until(page, "document.querySelectorAll('#pairing option').length === 2")
    assert (page.input_value("#pairing"), page.input_value("#blue_points")) == ("", ""), "it is gone"
    served.sends(writer.update(OF_DESK, 3))
    until(page, "document.querySelectorAll('#pairing option')[1].textContent.includes('Cid')")
    assert page.input_value("#pairing") == "", "no other one is chosen for the organiser"
    page.click("#entering button")
    assert len(served.acts) == 2
    page.close()
    served.close()


def test_the_winner_is_chosen_by_name(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    offered = page.locator("#winner option")
    assert offered.all_inner_texts() == ["Ann (Blue)", "<b>Bob</b> (Red)", "a draw"]
    page.select_option("#pairing", label="1 · table-2 · Cid – Dee")
    assert offered.all_inner_texts() == ["Cid (Blue)", "Dee (Red)", "a draw"]
    page.close()


def test_an_entered_result_is_removed_with_a_reason(browser: Any, tmp_path: Path) -> None:
    entered = replace(
        RESULT, table="table-2", round=1, blue_player="Cid", red_player="Dee", proof=MatchProof.ENTERED, reason="Old."
    )
    view = replace(OF_DESK, results=(entered,))
    served = ServedHall(tmp_path, lambda: view)
    served.sends(FrameWriter("hall", view).snapshot(0))
    page = opened(browser, served)
    page.select_option("#pairing", label="1 · table-2 · Cid – Dee")
    page.wait_for_selector("#withdrawing:not([hidden])")
    page.click("#withdrawing button")
    assert served.acts == [DeskOpened()], "it needs a reason"
    page.fill("#withdraw_reason", "It was the other table.")
    page.click("#withdrawing button")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    assert served.acts[1:] == [ResultWithdrawn(1, "Cid", "Dee", "It was the other table.")]
    assert page.input_value("#withdraw_reason") == ""
    page.close()
    served.close()


def offers(page: Any, content: str) -> None:
    """Choose a file of pairings."""
    page.set_input_files("#file", {"name": "pairings.csv", "mimeType": "text/csv", "buffer": content.encode()})
    page.wait_for_selector("#taking:not([hidden])")


def test_pairings_are_seen_mapped_and_changed_before_they_are_taken(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    offers(page, "Mesa;Kdo;Protiv\n7;Ann;<i>Eve</i>\n8;Bob\n9;Cid;Freilos\n")
    assert page.locator("#columns label").all_inner_texts()[0].startswith("Mesa")
    assert page.locator("#take").is_disabled()
    page.select_option("#columns label:nth-child(2) select", "blue")
    until(page, "document.querySelectorAll('#columns select')[1].value === 'blue'")
    page.select_option("#columns label:nth-child(3) select", "red")
    until(page, "document.querySelectorAll('#lines li').length === 2")
    assert page.inner_text("#wrong li") == "3 8;Bob"
    assert page.input_value("#lines li:nth-child(2) .red") == ""
    page.fill("#lines li:nth-child(1) .table", "table-3")
    page.click("#take")
    assert hall.acts == [DeskOpened()], "the line that is no pairing is confirmed first"
    page.check("#leave")
    page.click("#take")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    pairings = (Pairing(3, "table-3", "Ann", "<i>Eve</i>"), Pairing(3, "", "Cid", ""))
    assert hall.acts[1:] == [PairingsTaken(pairings, (), ("8;Bob",))]
    page.close()


def test_a_file_of_very_many_invalid_lines_is_taken_without_them(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    offers(page, "round,table,blue,red\n3,table-1,Ann,Bob\n" + 5000 * "3,table-9,Cid,\n")
    assert page.inner_text("#wrong li:last-child") == "and 4000 more"
    assert "5000" in page.inner_text("#found")
    page.check("#leave")
    page.click("#take")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    (act,) = hall.acts[1:]
    assert isinstance(act, PairingsTaken)
    assert (len(act.left_out), act.more_left_out) == (1000, 4000)
    page.close()


def test_the_pairings_of_a_round_are_changed_and_missing_players_confirmed(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    page.fill("#pair_round", "2")
    page.click("#reading button")
    assert page.input_value("#lines .red") == "<b>Bob</b>"
    page.fill("#lines .red", "Bob")
    hall.refuses = RefusedActError("missing", names="<b>Bob</b>\nDee")
    page.click("#take")
    page.check("#without")
    assert "<b>Bob</b>, Dee" in page.inner_text("#missing")
    hall.refuses = None
    page.click("#take")
    page.wait_for_selector("#taking", state="hidden")
    assert hall.acts[1:] == [PairingsTaken((Pairing(2, "table-1", "Ann", "Bob"),), ("<b>Bob</b>", "Dee"))]
    page.close()


def test_a_match_is_assigned_to_the_pairing_for_which_it_was_played(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    assert page.locator("#played option").count() == len([each for each in HALL.results if each.chain])
    page.select_option("#played_for", label="1 · table-2 · Cid – Dee")
    page.check("#swapped")
    page.click("#assigning button")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    page.evaluate("document.getElementById('answer').textContent = ''")
    page.select_option("#played_for", "")
    page.uncheck("#swapped")
    page.click("#assigning button")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    table, match = RESULT.table, RESULT.match
    assert hall.acts[1:] == [
        MatchAssigned(table, match, NamedPairing(1, "Cid", "Dee"), swapped=True),
        MatchAssigned(table, match, None),
    ]
    page.close()


def test_a_swapped_match_is_shown_so_and_its_fields_are_those_of_its_players(browser: Any, tmp_path: Path) -> None:
    pairing, swapped = (
        Pairing(1, "table-2", "Dee", "Cid"),
        replace(OF_DESK.results[0], blue_player="Cid", red_player="Dee"),
    )
    desk = replace(OF_DESK, pairings=(pairing,), results=(swapped,))
    served = ServedHall(tmp_path, lambda: desk)
    served.sends(FrameWriter("hall", desk).snapshot(0))
    page = opened(browser, served)
    assert (page.is_checked("#swapped"), page.input_value("#played_for")) == (
        True,
        '{"round":1,"blue":"Dee","red":"Cid"}',
    )
    fields = [page.input_value(f"#{id}") for id in ("blue_points", "red_points", "winner")]
    seats = {BLUE: "red", RED: "blue", None: ""}
    assert fields == [str(swapped.red_points), str(swapped.blue_points), seats[swapped.winner]]
    page.close()
    served.close()


def test_points_and_tie_breaks_are_set(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    assert [page.input_value(f"#{id}") for id in ("win", "draw", "loss", "free", "tie_1", "tie_2")] == [
        "3", "1", "0", "3", "schedule", "difference",
    ]  # fmt: skip
    page.fill("#win", "2")
    page.select_option("#tie_1", "scored")
    page.select_option("#tie_2", "")
    page.click("#scoring button")
    until(page, "document.getElementById('answer').textContent === 'Done.'")
    assert hall.acts[1:] == [ScoringSet(2, 1, 0, 3, (TieBreak.SCORED,))]
    page.close()


def test_the_next_round_is_proposed_for_the_named_players(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    assert page.input_value("#players") == "Ann\n<b>Bob</b>"
    page.fill("#players", "Ann\n <b>Bob</b> \n\nGil")
    page.click("#next button")
    page.wait_for_selector("#taking:not([hidden])")
    found = {page.input_value(f"#lines li:nth-child({row}) .{seat}") for row in (1, 2) for seat in ("blue", "red")}
    assert found == {"Ann", "<b>Bob</b>", "Gil", ""}
    assert page.locator("#of_file").is_hidden()
    page.close()


def test_a_wrong_password_is_reported_and_a_logout_closes_it(browser: Any, hall: ServedHall) -> None:
    page = opened(browser, hall)
    page.click("#logout")
    page.wait_for_selector("#login:not([hidden])")
    page.fill("#password", "another")
    page.click("#entry button")
    until(page, "document.getElementById('answer').textContent === 'This is not the password.'")
    assert page.locator("#desk").is_hidden()
    page.close()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("language", languages())
def test_it_is_not_against_the_guidelines(browser: Any, hall: ServedHall, axe: str, language: str, look: str) -> None:
    page = opened(browser, hall, f"lang={language}&look={look}")
    offers(page, SHEET)
    assert violations(page, axe) == []
    page.close()


@pytest.mark.parametrize("width", [320, 1280, 3840])
def test_nothing_runs_out_of_the_picture(browser: Any, hall: ServedHall, width: int) -> None:
    page = opened(browser, hall, width=width)
    offers(page, SHEET)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
